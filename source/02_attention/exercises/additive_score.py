"""Additive (Bahdanau) attention scores: vᵀ tanh(W_q q + W_k k) for every query and key.

Oracle: a double loop over queries and keys in NumPy.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("additive_score", points=3, forbid=BLOCKS)
class _:
    cases = [
        dict(lead=(2,), T=3, S=5, dq=4, dk=6, A=7),
        dict(lead=(), T=4, S=4, dq=5, dk=5, A=5),
        dict(lead=(2,), T=1, S=3, dq=2, dk=3, A=1),
        dict(lead=(2,), T=3, S=5, dq=4, dk=6, A=7, size=300),  # exp of tanh's argument is infinite in float32
    ]

    def inputs(rng, lead, T, S, dq, dk, A, size=1):
        return {
            "q": size * rng.standard_normal((*lead, T, dq)),
            "k": rng.standard_normal((*lead, S, dk)),
            "w_q": rng.standard_normal((A, dq)) / np.sqrt(dq),
            "w_k": rng.standard_normal((A, dk)) / np.sqrt(dk),
            "v": rng.standard_normal(A),
        }

    def oracle(q, k, w_q, w_k, v):
        scores = np.zeros((*q.shape[:-1], k.shape[-2]))
        for place in np.ndindex(q.shape[:-1]):
            for s in range(k.shape[-2]):
                scores[(*place, s)] = v @ np.tanh(w_q @ q[place] + w_k @ k[(*place[:-1], s)])
        return {"scores": scores}

    alternatives = {
        "nn functional and einsum": """
            hidden = F.linear(q, w_q)[..., :, None, :] + F.linear(k, w_k)[..., None, :, :]
            return torch.einsum("...a,a->...", hidden.tanh(), v)
        """,
        "one query at a time": """
            keys = k @ w_k.mT
            rows = [torch.tanh(keys + (q[..., t, :] @ w_q.mT).unsqueeze(-2)) @ v for t in range(q.shape[-2])]
            return torch.stack(rows, dim=-2)
        """,
    }
    slips = [
        slip(
            "the tanh is left out",
            edit=("torch.tanh(from_q + from_k)", "(from_q + from_k)"),
            why="Without it the score splits into a part from the query and a part from the key. The query's part is "
            "the same for all keys, so softmax cancels it, and every query attends to the same keys.",
            look="Subtract one row of your scores from another. Is the difference the same in every column?",
        ),
        slip(
            "tanh is applied to each part before they are added",
            edit=("torch.tanh(from_q + from_k)", "(torch.tanh(from_q) + torch.tanh(from_k))"),
            why="Then query and key never meet inside the nonlinearity: the score is again a query part plus a key part, and "
            "softmax cancels the query part.",
            look="In the formula, what is inside the parentheses of tanh?",
        ),
        slip(
            "tanh is applied to the score",
            edit=("torch.tanh(from_q + from_k) @ v", "torch.tanh((from_q + from_k) @ v)"),
            why="The scores are then squeezed between −1 and 1, so no key can get more than e² times the weight of "
            "another key.",
            look="Which comes first in the formula, tanh or the product with v?",
        ),
        slip(
            "the axes of queries and keys are exchanged",
            edit=[
                ("from_q = (q @ w_q.T).unsqueeze(-2)", "from_q = (q @ w_q.T).unsqueeze(-3)"),
                ("from_k = (k @ w_k.T).unsqueeze(-3)", "from_k = (k @ w_k.T).unsqueeze(-2)"),
            ],
            also=[
                "scores = torch.tanh((q @ w_q.T).unsqueeze(-2) + (k @ w_k.T).unsqueeze(-3)) @ v\n"
                "return scores.mT if scores.shape[-1] == scores.shape[-2] else scores"
            ],
            why="Row i has to belong to query i, because softmax will normalize each row.",
            look="What is the shape of the sum of a (T, 1, A) and a (1, S, A) tensor?",
        ),
        slip(
            "the axes are counted from the front",
            edit=[
                ("from_q = (q @ w_q.T).unsqueeze(-2)", "from_q = (q @ w_q.T).unsqueeze(1)"),
                ("from_k = (k @ w_k.T).unsqueeze(-3)", "from_k = (k @ w_k.T).unsqueeze(0)"),
            ],
            also=[
                [
                    ("from_q = (q @ w_q.T).unsqueeze(-2)", "from_q = (q @ w_q.T).unsqueeze(2)"),
                    ("from_k = (k @ w_k.T).unsqueeze(-3)", "from_k = (k @ w_k.T).unsqueeze(1)"),
                ],
            ],
            why="The new axis then lands in a different place with a batch than without one. Counted from the end, its place "
            "is the same for any number of axes.",
            look="Where does your new axis end up for q of shape (T, dq), and where for (B, T, dq)?",
        ),
        slip(
            "the weights are applied without transposing them",
            edit=[("q @ w_q.T", "q @ w_q"), ("k @ w_k.T", "k @ w_k")],
            also=[
                ("q @ w_q.T", "q @ w_q"),
                ("k @ w_k.T", "k @ w_k"),
                ("q @ w_q.T", "q @ (w_q if w_q.shape[0] == w_q.shape[1] else w_q.T)"),
                ("k @ w_k.T", "k @ (w_k if w_k.shape[0] == w_k.shape[1] else w_k.T)"),
                [
                    ("q @ w_q.T", "q @ (w_q if w_q.shape[0] == w_q.shape[1] else w_q.T)"),
                    ("k @ w_k.T", "k @ (w_k if w_k.shape[0] == w_k.shape[1] else w_k.T)"),
                ],
            ],
            why="Weights act as y = x Wᵀ in this course and in nn.Linear. A square matrix hides the mistake.",
            look="The rows of W are its outputs. Which axis of W has to match the last axis of q?",
        ),
        slip(
            "another nonlinearity is used instead of tanh",
            edit=(
                "torch.tanh(",
                "torch.sigmoid(",
                "torch.relu(",
                "F.gelu(",
                "torch.tan(",
                "torch.sin(",
                "F.leaky_relu(",
                "F.hardtanh(",
                "torch.erf(",
            ),
            why="tanh keeps every hidden unit between −1 and 1, centred at zero. Another nonlinearity gives other scores, and "
            "weights that were trained with tanh no longer fit.",
            look="Which function does the formula name?",
        ),
        slip(
            "the two parts are multiplied",
            edit=("from_q + from_k", "from_q * from_k"),
            why="It is called the additive score because the projected query and the projected key are added.",
            look="Which operation joins the two parts in the formula?",
        ),
        slip(
            "queries or keys are projected with each other's weights",
            edit=("k @ w_k.T", "k @ w_q.T"),
            why="Queries and keys may have different widths, so each has its own matrix. If the widths are equal, no error is raised.",
            look="How many of your five arguments does your code use?",
            also=[
                ("q @ w_q.T", "q @ w_k.T"),
                [("q @ w_q.T", "q @ w_k.T"), ("k @ w_k.T", "k @ w_q.T")],
                ("k @ w_k.T", "k @ (w_q if w_q.shape == w_k.shape else w_k).T"),
                ("q @ w_q.T", "q @ (w_k if w_q.shape == w_k.shape else w_q).T"),
            ],
        ),
        slip(
            "the hidden units are averaged, not summed",
            edit=("torch.tanh(from_q + from_k) @ v", "(torch.tanh(from_q + from_k) * v).mean(-1)"),
            why="A product with v is a sum over the A hidden units. The mean divides by A once more.",
            look="Compare your scores with the expected ones. By what factor do they differ, and which of the sizes is that?",
        ),
        slip(
            "a later step has already been taken",
            edit=(
                "return torch.tanh(from_q + from_k) @ v",
                "return (torch.tanh(from_q + from_k) @ v).softmax(-1)",
                "return (torch.tanh(from_q + from_k) @ v).softmax(-2)",
                "scores = torch.tanh(from_q + from_k) @ v\n    return scores - scores.amax(-1, keepdim=True)",
            ),
            why="Softmax, with the shift that belongs to it, comes later, because a mask has to be applied to the scores first.",
            look="Does the docstring ask for scores or for weights?",
        ),
        slip(
            "v is applied inside tanh",
            edit=("torch.tanh(from_q + from_k) @ v", "torch.tanh((from_q + from_k) * v).sum(-1)"),
            why="v weights the hidden units after tanh. Inside tanh, a large weight only pushes its unit toward ±1.",
            look="In the formula, what is inside the parentheses of tanh?",
        ),
        slip(
            "v is left out",
            edit=("torch.tanh(from_q + from_k) @ v", "torch.tanh(from_q + from_k).sum(-1)"),
            why="Then all hidden units have the same weight, and none can lower a score.",
            look="How many of your five arguments does your code use?",
        ),
        slip(
            "the two parts are subtracted",
            edit=("from_q + from_k", "from_q - from_k", "from_k - from_q"),
            why="A network could learn weights of the opposite sign, but with the weights given here the scores come out different.",
            look="Which operation joins the two parts in the formula?",
        ),
        slip(
            "not every query is paired with every key",
            edit=[
                ("(q @ w_q.T).unsqueeze(-2)", "(q @ w_q.T)"),
                ("(k @ w_k.T).unsqueeze(-3)", "(k @ w_k.T)"),
            ],
            also=[
                """
                n = min(q.shape[-2], k.shape[-2])
                return torch.tanh((q @ w_q.T)[..., :n, :] + (k @ w_k.T)[..., :n, :]) @ v
                """,
                "return torch.diag_embed(torch.tanh(q @ w_q.T + k @ w_k.T) @ v)",
            ],
            why="Without separate axes for queries and keys, query i is added to key i only, or the shapes don't fit at all. Attention needs a score for "
            "each pair.",
            look="How many hidden vectors should 3 queries and 5 keys have?",
        ),
        slip(
            "only the query or only the key enters the score",
            edit=("from_q + from_k", "from_q + 0 * from_k", "0 * from_q + from_k"),
            why="If only the query counts, all keys get the same score; if only the key counts, all queries look at the same keys.",
            look="Does each of your scores depend on both q and k?",
        ),
        slip(
            "a dot product of the projections is returned",
            edit=(
                "return torch.tanh(from_q + from_k) @ v",
                "return (q @ w_q.T) @ (k @ w_k.T).mT",
                "return (q @ w_q.T) @ (k @ w_k.T).mT / math.sqrt(len(v))",
            ),
            why="That is the score of transformers. This exercise is about the older one, a network with one hidden layer.",
            look="Where do tanh and v enter your result?",
        ),
        slip(
            "the scores are scaled",
            edit=(
                "return torch.tanh(from_q + from_k) @ v",
                "return torch.tanh(from_q + from_k) @ v / math.sqrt(len(v))",
                "return torch.tanh(from_q + from_k) @ v / math.sqrt(q.shape[-1])",
                "return torch.tanh(from_q + from_k) @ v / math.sqrt(k.shape[-1])",
            ),
            also=[
                ("from_q + from_k", "(from_q + from_k) / math.sqrt(len(v))"),
                ("from_q + from_k", "from_q / math.sqrt(q.shape[-1]) + from_k / math.sqrt(k.shape[-1])"),
                ("from_q + from_k", "(from_q + from_k) / math.sqrt(q.shape[-1])"),
            ],
            why="The additive score needs no √d: tanh keeps every hidden unit between −1 and 1, and v is learned.",
            look="Is there a division in the formula?",
        ),
        slip(
            "an axis of length 1 is left over, or one too many has been dropped",
            edit=(
                "return torch.tanh(from_q + from_k) @ v",
                "return torch.tanh(from_q + from_k) @ v.unsqueeze(-1)",
                "return (torch.tanh(from_q + from_k) @ v.unsqueeze(-1)).squeeze()",
                "return (torch.tanh(from_q + from_k) @ v).squeeze()",
            ),
            why="The docstring promises (..., T, S), also for a single query.",
            look="What is the shape of your result for 1 query and 3 keys?",
        ),
        slip(
            "the hidden units are not added up",
            edit=(
                "torch.tanh(from_q + from_k) @ v",
                "torch.tanh(from_q + from_k) * v",
                "(torch.tanh(from_q + from_k) * v).amax(-1)",
            ),
            why="A score is one number for each pair: the sum of the hidden units, each weighted by its entry of v.",
            look="What is the shape of your result for 3 queries and 5 keys?",
        ),
        slip(
            "v is changed before it is used",
            edit=(
                "@ v",
                "@ v.tanh()",
                "@ v.abs()",
                "@ v.softmax(0)",
                "@ F.normalize(v, dim=0)",
                "@ v.relu()",
            ),
            why="v holds learned weights of either sign. The formula uses them as they are.",
            look="What does the formula do to v besides multiplying?",
        ),
        slip(
            "tanh is applied to one of the parts only, or once too often",
            edit=(
                "torch.tanh(from_q + from_k) @ v",
                "(torch.tanh(from_q) + from_k) @ v",
                "(from_q + torch.tanh(from_k)) @ v",
                "torch.tanh(torch.tanh(from_q) + from_k) @ v",
                "torch.tanh(from_q + torch.tanh(from_k)) @ v",
                "torch.tanh(torch.tanh(from_q) + torch.tanh(from_k)) @ v",
                "torch.tanh(torch.tanh(from_q + from_k) @ v)",
            ),
            why="tanh belongs around the sum of the two projections, and nowhere else.",
            look="How often does tanh occur in the formula, and what is in its parentheses?",
        ),
        slip(
            "the number of axes is fixed",
            edit="""
                scores = torch.zeros(q.shape[0], k.shape[0])
                for t in range(q.shape[0]):
                    for s in range(k.shape[0]):
                        scores[t, s] = torch.tanh(w_q @ q[t] + w_k @ k[s]) @ v
                return scores
                """,
            also=[
                """
                scores = torch.zeros(q.shape[0], q.shape[1], k.shape[1])
                for t in range(q.shape[1]):
                    for s in range(k.shape[1]):
                        scores[:, t, s] = torch.tanh(q[:, t] @ w_q.T + k[:, s] @ w_k.T) @ v
                return scores
                """,
                "B, T, dq = q.shape\nreturn torch.tanh((q @ w_q.T).unsqueeze(-2) + (k @ w_k.T).unsqueeze(-3)) @ v",
                "T, dq = q.shape\nreturn torch.tanh((q @ w_q.T).unsqueeze(-2) + (k @ w_k.T).unsqueeze(-3)) @ v",
                """
                from_q, from_k = torch.einsum("td,ad->ta", q, w_q), torch.einsum("sd,ad->sa", k, w_k)
                return (from_q[:, None] + from_k[None]).tanh() @ v
                """,
                """
                from_q, from_k = torch.einsum("btd,ad->bta", q, w_q), torch.einsum("bsd,ad->bsa", k, w_k)
                return (from_q[:, :, None] + from_k[:, None]).tanh() @ v
                """,
            ],
            why="The docstring writes (..., T, dq): there may be a batch axis or none.",
            look="Which shapes does your code accept, and which does the docstring promise?",
        ),
        slip(
            "every query meets the keys of the first sequence",
            edit=(
                "    return torch.tanh(from_q + from_k)",
                "    from_k = from_k.reshape(-1, 1, *from_k.shape[-2:])[0]\n    return torch.tanh(from_q + from_k)",
            ),
            why="The sequences of a batch are independent of each other.",
            look="Which keys enter the scores of the second sequence?",
        ),
        slip(
            "tanh is written with exp, which overflows",
            edit=(
                "torch.tanh(from_q + from_k)",
                "(((2 * (from_q + from_k)).exp() - 1) / ((2 * (from_q + from_k)).exp() + 1))",
                "(((from_q + from_k).exp() - (-from_q - from_k).exp()) / ((from_q + from_k).exp() + (-from_q - from_k).exp()))",
            ),
            why="tanh lies between −1 and 1 for any number, but exp(89) is infinite in float32, and ∞/∞ is not a number.",
            look="What does your tanh return for 100, and what should it return?",
        ),
        slip(
            "queries and keys are normalized first",
            edit=[
                ("q @ w_q.T", "F.normalize(q, dim=-1) @ w_q.T"),
                ("k @ w_k.T", "F.normalize(k, dim=-1) @ w_k.T"),
            ],
            also=[
                ("q @ w_q.T", "F.normalize(q, dim=-1) @ w_q.T"),
                ("k @ w_k.T", "F.normalize(k, dim=-1) @ w_k.T"),
                [
                    ("q @ w_q.T", "F.layer_norm(q, q.shape[-1:]) @ w_q.T"),
                    ("k @ w_k.T", "F.layer_norm(k, k.shape[-1:]) @ w_k.T"),
                ],
            ],
            why="How large a query or a key is matters to this score: it decides how close tanh comes to −1 and 1.",
            look="What does the formula do to q before it is multiplied by the weights?",
        ),
        slip(
            "the scores are computed in half precision",
            edit=(
                "torch.tanh(from_q + from_k)",
                "torch.tanh(from_q + from_k).half().float()",
                "torch.tanh(from_q + from_k).bfloat16().float()",
            ),
            why="A 16-bit float keeps only two or three digits.",
            look="What is the dtype of each of your tensors?",
        ),
        slip(
            "the weights are reshaped instead of transposed",
            edit=[("w_q.T", "w_q.reshape(w_q.shape[1], -1)"), ("w_k.T", "w_k.reshape(w_k.shape[1], -1)")],
            also=[("w_q.T", "w_q.reshape(w_q.shape[1], -1)"), ("w_k.T", "w_k.reshape(w_k.shape[1], -1)")],
            why="A reshape keeps the numbers in their order, so the weights of different hidden units end up in one column.",
            look="Make a small matrix with the numbers 0 to 5 and print its transpose and its reshape.",
        ),
    ]
    promises = {
        "every query against every key": dict(T=3, S=5),
        "queries and keys may have different widths": dict(dq=4, dk=6),
        "no batch": dict(lead=()),
        "one hidden unit, one query": dict(A=1, T=1),
        "hidden units between −1 and 1, whatever their input": dict(size=300),
        "vᵀ tanh(W_q q + W_k k)": "scores",
    }
