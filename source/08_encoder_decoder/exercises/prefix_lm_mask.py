"""The attention mask of a prefix language model: bidirectional in the prefix, causal after it.

Oracle: the definition, entry by entry.
"""

import numpy as np

from autograder.authoring import exercise, slip

GIVEN = "torch.arange(T, device=prefix.device) < prefix.unsqueeze(1)"
JOINED = "(causal | given.unsqueeze(1)).unsqueeze(1)"


@exercise("prefix_lm_mask", points=2)
class _:
    cases = [
        dict(B=3, T=6),
        dict(B=4, T=4),
        dict(B=2, T=5, fixed=(0, 5)),
        dict(B=3, T=4, fixed=(1, 4, 7)),
    ]
    weights = {"mask": 6, "prefix unchanged": 1}

    def inputs(rng, B, T, fixed=None):
        prefix = list(fixed or [])
        if not fixed:
            prefix = [int(n) for n in rng.permutation(np.arange(1, T))[: B - 1]]
            prefix += [int(rng.integers(1, T)) for _ in range(B - len(prefix))]
        return {"prefix": np.array(prefix), "T": T, "weight": float(rng.uniform(1, 2))}

    def oracle(prefix, T, weight):
        mask = np.zeros((len(prefix), 1, T, T), dtype=bool)
        for b, n in enumerate(prefix.tolist()):
            for i in range(T):
                for j in range(T):
                    mask[b, 0, i, j] = j <= i or j < n
        return {
            "mask": {"mask": mask, "weighted": weight * mask},
            "prefix unchanged": {"mask": mask, "prefix": prefix},
        }

    alternatives = {
        "a loop over texts": """
            mask = torch.ones(len(prefix), 1, T, T, dtype=torch.bool, device=prefix.device).tril()
            for b, n in enumerate(prefix.tolist()):
                mask[b, :, :, :n] = True
            return mask
        """,
        "positions compared": """
            i = torch.arange(T, device=prefix.device)
            last = torch.maximum(i[None, :], prefix[:, None] - 1)
            return (i[None, None, :] <= last[:, :, None])[:, None]
        """,
        "built by hand": """
            rows = [[[[k <= q or k < n for k in range(T)] for q in range(T)]] for n in prefix.tolist()]
            return torch.tensor(rows, device=prefix.device)
        """,
    }
    slips = [
        slip(
            "the mask is causal throughout",
            edit=(JOINED, "causal.expand(len(prefix), 1, T, T)"),
            why="That is a decoder-only model, in which the first letter never sees the letters after it.",
            look="Which argument does your code never use?",
        ),
        slip(
            "nothing is causal",
            edit=(JOINED, "torch.ones_like(causal).expand(len(prefix), 1, T, T)"),
            why="The target could copy the symbol that it has to write.",
            look="May the first symbol of the target see the second?",
        ),
        slip(
            "the target does not see itself",
            edit=(JOINED, "given.unsqueeze(1).expand(-1, T, -1).unsqueeze(1)"),
            why="What was written before is hidden from what is written next.",
            look="What does the second symbol of the target see?",
        ),
        slip(
            "both conditions have to hold",
            edit=("causal | given", "causal & given"),
            why="A key may be seen if it is in the prefix, or if it isn't later than the query.",
            look="Is it *and* or *or*?",
        ),
        slip(
            "the prefix is one symbol too long",
            edit=("device=prefix.device) < prefix", "device=prefix.device) <= prefix"),
            why="The source would see the first symbol of the target, and in training that symbol is the answer.",
            look="Which positions belong to a prefix of length 2?",
        ),
        slip(
            "the prefix is one symbol too short",
            edit=(GIVEN, "torch.arange(T, device=prefix.device) < prefix.unsqueeze(1) - 1"),
            why="The last symbol of the prefix is given, just like the others.",
            look="Which positions belong to a prefix of length 2?",
        ),
        slip(
            "queries of the prefix see everything",
            edit=(JOINED, "(causal | given.unsqueeze(2)).unsqueeze(1)"),
            why="The source would see the target and pass it on to the very position that has to write it.",
            look="Along which axis of (queries, keys) does your prefix run?",
        ),
        slip(
            "queries of the target do not see all of the prefix",
            edit=(JOINED, "(causal & ~given.unsqueeze(2) | given.unsqueeze(2) & given.unsqueeze(1) & (torch.arange(T, device=prefix.device) > 0)).unsqueeze(1)"),
            why="The prefix is given, so every position may see all of it.",
            look="Which keys does the first query see?",
        ),
        slip(
            "the future is seen and the past is not",
            edit=(".tril()", ".triu()"),
            why="Rows are queries, columns are keys: a key to the left is earlier.",
            look="Print your mask without a prefix. What does the first query see?",
        ),
        slip(
            "a symbol does not see itself",
            edit=(".tril()", ".tril(-1)"),
            why="The newest symbol is known, so it may be seen. Without a prefix the first one would see nothing.",
            look="What is on the diagonal?",
        ),
        slip(
            "True means hidden",
            edit=("return " + JOINED, "return ~" + JOINED),
            why="In this course, True means that a key may be seen.",
            look="What does the docstring say about True?",
        ),
        slip(
            "all texts get the first text's prefix",
            edit=(JOINED, "(causal | given[:1].unsqueeze(1)).unsqueeze(1).expand(len(prefix), 1, T, T)"),
            also=[(JOINED, "(causal | given.any(0)).expand(len(prefix), 1, T, T)")],
            why="Sources differ in length.",
            look="Is there a row of `given` for each text?",
        ),
        slip(
            "the axis of heads is missing",
            edit=(JOINED, "causal | given.unsqueeze(1)"),
            why="Attention expects (B, 1, T, T), which is one mask per text for all heads.",
            look="How many axes does your mask have?",
        ),
        slip(
            "the mask holds numbers",
            edit=("return " + JOINED, "return " + JOINED + ".float()"),
            also=[("return " + JOINED, "return torch.zeros(len(prefix), 1, T, T, device=prefix.device).masked_fill(~" + JOINED + ", -torch.inf)"), ("return " + JOINED, "return " + JOINED + ".long()")],
            why="A mask of numbers is added to the scores, but a Boolean mask hides keys.",
            look="What is the dtype of your mask?",
        ),
        slip(
            "rows and columns are swapped",
            edit="""
            def prefix_lm_mask(prefix, T):
                j = torch.arange(T, device=prefix.device)
                return ((j <= j[:, None]) | (j < prefix[:, None, None, None])).transpose(-1, -2)
            """,
            why="Rows are queries, columns are keys.",
            look="What does the first query see in a row without a prefix?",
        ),
        slip(
            "the target does not see the prefix",
            edit="""
            def prefix_lm_mask(prefix, T):
                j = torch.arange(T, device=prefix.device)
                n = prefix[:, None, None, None]
                inside = (j < n) & (j[:, None] < n)
                return inside | ((j <= j[:, None]) & (j >= n))
            """,
            why="The target would be written without reading the source.",
            look="What may the first symbol after the prefix see?",
        ),
    ]  # fmt: skip
    equivalent = {
        "return (causal + given.unsqueeze(1)).unsqueeze(1)": "the sum of two truth values is their or",
    }
    promises = {
        "every text has its own prefix": dict(B=3, T=6),
        "as many texts as symbols": dict(B=4, T=4),
        "no prefix, and nothing but prefix": dict(fixed=(0, 5)),
        "a prefix longer than the row": dict(fixed=(1, 4, 7)),
        "lengths are not modified": "prefix unchanged",
    }
