"""Average attention that each head gives to the token at a fixed offset.

Oracle: a loop over all queries of all sequences; padded keys have attention too, as a trap.
"""

import itertools

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import softmax


@exercise("attention_to_offset", points=2)
class _:
    cases = [
        dict(B=2, H=3, T=7, pad=(0, 3)),
        dict(B=3, H=3, T=3, pad=(0, 0, 1)),
        dict(B=2, H=2, T=6, pad=(2, 0), left=True),
        dict(B=1, H=4, T=5, pad=(0,)),
        dict(B=2, H=1, T=6, pad=(1, 1), hole=True),
    ]

    def inputs(rng, B, H, T, pad, left=False, hole=False):
        valid = np.ones((B, T), dtype=bool)
        for row, n in zip(valid, pad):
            row[: n if left else 0] = False
            row[T if left else T - n :] = False
        if hole:
            valid[:, 2] = False
        attention = softmax(2 * rng.standard_normal((B, H, T, T)))  # also where a key is padding: a trap
        return {"attention": attention, "valid": valid, "offsets": [1, 0, -1, -2, 2][: T if T < 4 else 5]}

    def oracle(attention, valid, offsets):
        B, H, T, _ = attention.shape
        means = []
        for offset in offsets:
            total, count = np.zeros(H), 0
            for b, i in itertools.product(range(B), range(T)):
                j = i - offset
                if 0 <= j < T and valid[b, i] and valid[b, j]:
                    total += attention[b, :, i, j]
                    count += 1
            means.append(total / count)
        return {"means": np.stack(means)}

    equivalent = {
        "counts = valid[:, query] * valid[:, query - offset]": "of True and False, the product is the same",
        "T = attention.shape[~1]": "both of the last axes are T long",
        "T = attention.shape[- 2]": "both of the last axes are T long",
    }

    alternatives = {
        "diagonals": """
            both = torch.diagonal(valid[:, :, None] & valid[:, None, :], -offset, dim1=-2, dim2=-1)  # (B, n)
            picked = torch.diagonal(attention, -offset, dim1=-2, dim2=-1)  # (B, H, n)
            return torch.einsum("bhn,bn->h", picked, both.to(picked.dtype)) / both.sum()
        """,
        "a table of pairs": """
            place = torch.arange(attention.shape[-1])
            chosen = (place[:, None] - place[None, :] == offset) & valid[:, :, None] & valid[:, None, :]  # (B, T, T)
            return (attention * chosen.unsqueeze(1)).sum(dim=(0, 2, 3)) / chosen.sum()
        """,
        "loops": """
            B, H, T, _ = attention.shape
            found = []
            for b in range(B):
                for i in range(T):
                    j = i - offset
                    if 0 <= j < T and bool(valid[b, i]) and bool(valid[b, j]):
                        found.append(attention[b, :, i, j])
            return torch.stack(found, dim=-1).mean(dim=-1)
        """,
    }
    PICK = "weights = attention[:, :, query, query - offset]"
    slips = [
        slip(
            "the sign of the offset is reversed",
            edit=("T = attention.shape[-1]", "T, offset = attention.shape[-1], -offset"),

            why="A head that looks back would seem to look ahead. The offset is query minus key, and rows are queries.",
            look="In which row and column does token 3 look at token 2?",
        ),
        slip(
            "padding is counted",
            edit=("counts = valid[:, query] & valid[:, query - offset]", "counts = torch.ones_like(valid[:, query])"),
            why="Padding attends to something as well, and how much padding there is depends on the other texts in the batch.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "only the query has to be valid",
            edit=("counts = valid[:, query] & valid[:, query - offset]", "counts = valid[:, query]"),
            also=[("counts = valid[:, query] & valid[:, query - offset]", "counts = valid[:, query] & valid[:, query - max(offset, 0)]")],
            why="The last token of a short text has no next token, only padding after it.",
            look="Must the key be a valid token as well?",
        ),
        slip(
            "only the key has to be valid",
            edit=("counts = valid[:, query] & valid[:, query - offset]", "counts = valid[:, query - offset]"),
            why="What padding attends to tells you nothing about the text.",
            look="Must the query be a valid token as well?",
        ),
        slip(
            "the sum is divided by all queries, even those without such a key",
            edit=("/ counts.sum()", "/ valid.sum()"),
            also=[("/ counts.sum()", "/ valid.numel()"), ("/ counts.sum()", "/ (valid.sum() - abs(offset))")],
            why="The first token has no previous token, so it should not pull the mean down.",
            look="For how many queries is there a key at this distance?",
        ),
        slip(
            "each text has the same say, however short",
            edit=("(weights * counts[:, None]).sum(dim=(0, 2)) / counts.sum()", "((weights * counts[:, None]).sum(dim=2) / counts.sum(dim=1)[:, None].clamp(min=1)).mean(dim=0)"),
            why="The docstring gives each pair the same weight, but a mean of means gives the queries of short texts more weight.",
            look="Text one has 6 pairs, text two has 3. What do you divide by in the end?",
        ),
        slip(
            "the offset wraps around",
            edit=[("torch.arange(first, end, device=attention.device)", "torch.arange(T)"), ("valid[:, query - offset]", "valid[:, (query - offset) % T]"), (PICK, "weights = attention[:, :, query, (query - offset) % T]")],
            also=[[("torch.arange(first, end, device=attention.device)", "torch.arange(T)"), ("valid[:, query] & valid[:, query - offset]", "valid[:, query]"), (PICK, "weights = attention[:, :, query, (query - offset) % T]")]],
            why="The first token would have the last token as its previous token.",
            look="Which key does your code use for query 0 at offset 1?",
        ),
        slip(
            "the sign of the offset is ignored",
            edit=("T = attention.shape[-1]", "T, offset = attention.shape[-1], abs(offset)"),
            why="Looking ahead would get the number that belongs to looking back.",
            look="Which key belongs to query 3 at offset −1?",
        ),
        slip(
            "the heads are averaged as well",
            edit=(".sum(dim=(0, 2)) / counts.sum()", ".sum() / counts.sum() / attention.shape[1]"),
            also=[("return (weights * counts[:, None]).sum(dim=(0, 2)) / counts.sum()", "result = (weights * counts[:, None]).sum(dim=(0, 2)) / counts.sum()\n    return result.mean().expand_as(result)"), (".sum(dim=(0, 2)) / counts.sum()", ".mean(dim=1).sum(dim=1) / counts.sum(dim=1)")],
            why="The point is that some heads do this and others don't.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "sums come back, not means",
            edit=(" / counts.sum()", ""),
            why="With longer texts, a head would seem to have stronger habits.",
            look="Can your result be larger than 1?",
        ),
        slip(
            "every text keeps its own numbers",
            edit=(".sum(dim=(0, 2)) / counts.sum()", ".sum(dim=2) / counts.sum(dim=1)[:, None]"),
            why="You were asked for one number per head.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the mask is taken for a length",
            edit="""
                total, count = 0, 0
                for table, n in zip(attention, valid.sum(1).tolist()):
                    line = table[:, :n, :n].diagonal(-offset, 1, 2)
                    total, count = total + line.sum(-1), count + line.shape[-1]
                return total / count
            """,
            why="Tokens that don't count may come first, as [CLS] does, or be in the middle.",
            look="Where in a text may `valid` be False?",
        ),
        slip(
            "tokens that do not count are cut out first, and others become neighbours",
            edit="""
                lines = [table[:, ok][:, :, ok].diagonal(-offset, 1, 2) for table, ok in zip(attention, valid)]
                return torch.cat(lines, dim=-1).mean(-1)
            """,
            why="Two tokens with a third between them are two positions apart, whether or not the third one counts.",
            look="How far apart are tokens 1 and 3 when token 2 does not count?",
        ),
        slip(
            "the weights are renormalised over the valid keys",
            edit=("T = attention.shape[-1]", "T = attention.shape[-1]\n    attention = attention * valid[:, None, None, :]\n    attention = attention / attention.sum(-1, keepdim=True).clamp(min=1e-9)"),
            why="The attention that a head gives to [CLS] or [SEP] would be shared out among the other keys, so an idle head would look busy.",
            look="According to the formula, which numbers are averaged?",
        ),
        slip(
            "the code counts how often the largest weight is at this offset",
            edit=("T = attention.shape[-1]", "T = attention.shape[-1]\n    attention = (attention == attention.amax(-1, keepdim=True)).float()"),
            why="A head that always gives .4 to the previous token and .6 to another would get 0.",
            look="Is your result a mean of weights?",
        ),
        slip(
            "both directions are counted",
            edit="""
                place = torch.arange(attention.shape[-1])
                near = (place[None, :] - place[:, None]).abs() == abs(offset)
                chosen = near & valid[:, :, None] & valid[:, None, :]
                return (attention * chosen[:, None]).sum(dim=(0, 2, 3)) / chosen.sum()
            """,
            why="A head that looks back and one that looks ahead would get the same number.",
            look="Which pairs have \"query minus key = 1\"?",
        ),
        slip(
            "texts with padding are left out",
            edit="""
                whole = attention[valid.all(1)]
                return whole.diagonal(-offset, 2, 3).mean(dim=(0, 2))
            """,
            why="In most batches, only the longest text would remain.",
            look="Which texts contribute to your mean?",
        ),
    ]  # fmt: skip
    promises = {
        "padding on the right": dict(pad=(0, 3)),
        "padding on the left": dict(left=True),
        "a token in the middle that does not count": dict(hole=True),
        "as many texts as heads and tokens": dict(B=3),
        "a single text": dict(B=1),
    }
