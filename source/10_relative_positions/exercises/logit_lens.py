"""The logit lens: logits from the hidden states of every layer.

Oracle: the final RMSNorm and the output head in NumPy; the last state is normed already.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("logit_lens", points=2)
class _:
    cases = [
        dict(L=3, B=2, T=3, D=4, V=7),
        dict(L=2, B=1, T=2, D=5, V=5, in_a_tuple=True),  # the head is square
        dict(L=1, B=1, T=1, D=3, V=4),
    ]

    weights = {"logits": 5, "states unchanged": 1}

    def inputs(rng, L, B, T, D, V, in_a_tuple=False):
        return {
            "states": [(layer + 1) * rng.standard_normal((B, T, D)) for layer in range(L + 1)],
            "gain": rng.uniform(0.4, 2.5, D),
            "head": rng.standard_normal((V, D)),
            "in_a_tuple": in_a_tuple,
        }

    def oracle(states, gain, head, in_a_tuple):
        """Written out vector by vector; the last state is read as it is."""
        logits = []
        for layer, state in enumerate(states):
            if layer < len(states) - 1:
                size = np.sqrt((state**2).mean(axis=-1, keepdims=True) + 1e-6)
                state = state / size * gain
            logits.append(np.einsum("btd,vd->btv", state, head))
        logits = np.stack(logits)
        return {"logits": logits, "states unchanged": {"logits": logits, "states": states}}

    alternatives = {
        "one tensor, its last part put back": """
            all_states = torch.stack(list(states))
            normed = norm(all_states)
            normed = torch.cat([normed[:-1], all_states[-1:]])
            return normed.matmul(head.transpose(0, 1))
        """,
        "layer by layer": """
            rows = []
            for n, state in enumerate(states, start=1):
                if n < len(states):
                    state = norm(state)
                rows.append(torch.nn.functional.linear(state, head))
            return torch.stack(rows)
        """,
    }
    slips = [
        slip(
            "no state goes through the norm",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "list(states)"),
            why="The head was trained on what the norm gives. Without it the scores have another size, and features another weight.",
            look="Through what does the last stream go on its way to the logits?",
        ),
        slip(
            "the last state goes through the norm twice",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[norm(state) for state in states]"),
            why="Its gain is applied twice, so the last row is not what the model says.",
            look="Does the last row of your result equal the model's own logits?",
        ),
        slip(
            "only the last state goes through the norm",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[*states[:-1], norm(states[-1])]"),
            why="It is the only one that has been through it already.",
            look="Which of the states has been through the norm, according to the docstring?",
        ),
        slip(
            "probabilities come back",
            edit=("torch.stack(normed) @ head.T", "(torch.stack(normed) @ head.T).softmax(dim=-1)"),
            also=[("torch.stack(normed) @ head.T", "(torch.stack(normed) @ head.T).log_softmax(dim=-1)")],
            why="A caller who asks for logits takes the softmax of them.",
            look="What does the docstring say that the function returns?",
        ),
        slip(
            "the embeddings are left out",
            edit=("in states[:-1]]", "in states[1:-1]]"),
            why="They are the lens at layer 0: what the model would say before it has thought at all.",
            look="How many rows should there be for L + 1 states?",
        ),
        slip(
            "the last layer is left out",
            edit=(" + [states[-1]]", ""),
            why="The last row is what the model says, and the only one that can be checked.",
            look="How many rows should there be for L + 1 states?",
        ),
        slip(
            "the head acts without being transposed",
            edit=("head.T", "head"),
            also=[("head.T", "(head if head.shape[0] == head.shape[1] else head.T)")],
            why="Where V and D differ it does not fit; where they are equal it gives wrong numbers.",
            look="Which axis of the head is as long as a state?",
        ),
        slip(
            "the last layer alone comes back",
            edit=("return torch.stack(normed) @ head.T", "return normed[-1] @ head.T"),
            why="The lens is about the layers on the way.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "what each layer adds is read, not the stream",
            edit=("normed = [norm(state) for state in states[:-1]] + [states[-1]]", "normed = [norm(states[0])] + [norm(b - a) for a, b in zip(states[:-2], states[1:-1])] + [states[-1]]"),
            why="That shows what a layer writes. The lens shows the sum so far.",
            look="Which vector does the head read at the end: the last addition, or the sum of all?",
        ),
        slip(
            "all layers are averaged",
            edit=("torch.stack(normed) @ head.T", "(torch.stack(normed) @ head.T).mean(dim=0)"),
            why="Each layer should have its say.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the norm is applied to the logits",
            edit=("return torch.stack(normed) @ head.T", "return torch.stack([F.normalize(state @ head.T, dim=-1) for state in states])"),
            why="The norm belongs between the stream and the head.",
            look="What width does the norm expect?",
        ),
        slip(
            "the embeddings do not go through the norm",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[*states[:1], *(norm(state) for state in states[1:-1]), *states[-1:]]"),
            why="They are the stream at layer 0, before the final norm like all others but the last.",
            look="Which of the states has been through the norm, according to the docstring?",
        ),
        slip(
            "the norm is made anew, without its gain",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[F.rms_norm(state, state.shape[-1:], eps=1e-6) for state in states[:-1]] + [states[-1]]"),
            also=[("[norm(state) for state in states[:-1]] + [states[-1]]", "[F.layer_norm(state, state.shape[-1:]) for state in states[:-1]] + [states[-1]]"), ("[norm(state) for state in states[:-1]] + [states[-1]]", "[F.normalize(state, dim=-1) for state in states[:-1]] + [states[-1]]")],
            why="The gain weighs the features, and the head was trained on what comes out of it.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "layers and texts are exchanged",
            edit=("torch.stack(normed) @ head.T", "torch.stack(normed, dim=1) @ head.T"),
            also=[("torch.stack(normed) @ head.T", "torch.stack(normed, dim=2) @ head.T")],
            why="Row 3 should be a layer, and here it is a text.",
            look="Along which axis does your code stack, and which axis of (L + 1, B, T, V) counts layers?",
        ),
        slip(
            "only the last token is read",
            edit=("torch.stack(normed) @ head.T", "(torch.stack(normed)[:, :, -1:] @ head.T).expand(-1, -1, states[0].shape[1], -1)"),
            also=[("torch.stack(normed) @ head.T", "torch.stack(normed)[:, :, -1:] @ head.T"), ("torch.stack(normed) @ head.T", "torch.stack(normed)[:, :, -1] @ head.T")],
            why="Each token has a stream of its own, and each predicts what comes next.",
            look="Is the result at token 0 another one than at the last token?",
        ),
        slip(
            "the caller's states are changed",
            edit=("return torch.stack(normed)", "if isinstance(states, list):\n        states[:-1] = normed[:-1]\n    return torch.stack(normed)"),
            also=[("return torch.stack(normed)", "for state, new in zip(states[:-1], normed):\n        state.copy_(new)\n    return torch.stack(normed)")],
            why="A second look at the same states, or the next line of the caller, finds them normed.",
            look="Print the first state before and after a call. Which line writes into it?",
        ),
        slip(
            "states is taken for a list",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[norm(state) for state in list(states)[:-1]] + states[-1:]"),
            why="`transformers` gives its hidden states in a tuple, and a list and a tuple cannot be added.",
            look="Which types does the docstring name for states?",
        ),
    ]  # fmt: skip
    promises = {
        "the last state has been through the norm already": "logits",
        "as many tokens as features": dict(D=5, V=5),
        "one layer, one token": dict(L=1, T=1),
        "a tuple as well as a list": dict(in_a_tuple=True),
        "the states are left as they are": "states unchanged",
    }
