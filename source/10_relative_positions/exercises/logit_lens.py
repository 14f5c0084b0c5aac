"""The logit lens: logits from the hidden states of every layer.

Oracle: the final RMSNorm and the output head in NumPy; the last state is normalized already.
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
            why="The head was trained on the norm's output. Without the norm, the logits have another scale, and the features are weighted differently.",
            look="What does the last state go through on its way to the logits?",
        ),
        slip(
            "the last state goes through the norm twice",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[norm(state) for state in states]"),
            why="Its gain is applied twice, so the last row is not what the model predicts.",
            look="Does the last row of your result equal the model's own logits?",
        ),
        slip(
            "only the last state goes through the norm",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[*states[:-1], norm(states[-1])]"),
            why="The last state is the only one that has been through the norm already.",
            look="Which of the states has been through the norm, according to the docstring?",
        ),
        slip(
            "probabilities come back",
            edit=("torch.stack(normed) @ head.T", "(torch.stack(normed) @ head.T).softmax(dim=-1)"),
            also=[("torch.stack(normed) @ head.T", "(torch.stack(normed) @ head.T).log_softmax(dim=-1)")],
            why="A caller who asks for logits will take the softmax later.",
            look="According to the docstring, what does the function return?",
        ),
        slip(
            "the embeddings are left out",
            edit=("in states[:-1]]", "in states[1:-1]]"),
            why="They are the lens at layer 0: what the model would predict before it has thought at all.",
            look="How many rows should there be for L + 1 states?",
        ),
        slip(
            "the last layer is left out",
            edit=(" + [states[-1]]", ""),
            why="The last row is what the model predicts, and it is the only one you can check.",
            look="How many rows should there be for L + 1 states?",
        ),
        slip(
            "the head is not transposed",
            edit=("head.T", "head"),
            also=[("head.T", "(head if head.shape[0] == head.shape[1] else head.T)")],
            why="If V and D differ, the shapes don't fit; if they are equal, the numbers are wrong.",
            look="Which axis of the head is as long as a state?",
        ),
        slip(
            "only the last layer comes back",
            edit=("return torch.stack(normed) @ head.T", "return normed[-1] @ head.T"),
            why="The point of the lens is to see the layers on the way.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "each layer's addition is read, not the residual stream",
            edit=("normed = [norm(state) for state in states[:-1]] + [states[-1]]", "normed = [norm(states[0])] + [norm(b - a) for a, b in zip(states[:-2], states[1:-1])] + [states[-1]]"),
            why="That shows what a single layer writes, but the lens shows the sum so far.",
            look="Which vector does the head read at the end: the last addition, or the sum of all?",
        ),
        slip(
            "all layers are averaged",
            edit=("torch.stack(normed) @ head.T", "(torch.stack(normed) @ head.T).mean(dim=0)"),
            why="Each layer should have its own row.",
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
            why="They are the stream at layer 0. Like every state except the last, they haven't been through the final norm.",
            look="Which of the states has been through the norm, according to the docstring?",
        ),
        slip(
            "a new norm is used, without the gain",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[F.rms_norm(state, state.shape[-1:], eps=1e-6) for state in states[:-1]] + [states[-1]]"),
            also=[("[norm(state) for state in states[:-1]] + [states[-1]]", "[F.layer_norm(state, state.shape[-1:]) for state in states[:-1]] + [states[-1]]"), ("[norm(state) for state in states[:-1]] + [states[-1]]", "[F.normalize(state, dim=-1) for state in states[:-1]] + [states[-1]]")],
            why="The gain weighs the features, and the head was trained on what comes out of it.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "layers and sequences are swapped",
            edit=("torch.stack(normed) @ head.T", "torch.stack(normed, dim=1) @ head.T"),
            also=[("torch.stack(normed) @ head.T", "torch.stack(normed, dim=2) @ head.T")],
            why="Row 3 should be a layer, but here it is a sequence.",
            look="Along which axis does your code stack, and which axis of (L + 1, B, T, V) counts layers?",
        ),
        slip(
            "only the last token is read",
            edit=("torch.stack(normed) @ head.T", "(torch.stack(normed)[:, :, -1:] @ head.T).expand(-1, -1, states[0].shape[1], -1)"),
            also=[("torch.stack(normed) @ head.T", "torch.stack(normed)[:, :, -1:] @ head.T"), ("torch.stack(normed) @ head.T", "torch.stack(normed)[:, :, -1] @ head.T")],
            why="Each token has a stream of its own, and each predicts what comes next.",
            look="Does your result at token 0 differ from that at the last token?",
        ),
        slip(
            "the caller's states are changed",
            edit=("return torch.stack(normed)", "if isinstance(states, list):\n        states[:-1] = normed[:-1]\n    return torch.stack(normed)"),
            also=[("return torch.stack(normed)", "for state, new in zip(states[:-1], normed):\n        state.copy_(new)\n    return torch.stack(normed)")],
            why="If the caller uses the states again, they have already been normalized.",
            look="Print the first state before and after a call. Which line writes into it?",
        ),
        slip(
            "states is assumed to be a list",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[norm(state) for state in list(states)[:-1]] + states[-1:]"),
            why="`transformers` returns its hidden states in a tuple, and Python can't add a list and a tuple.",
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
