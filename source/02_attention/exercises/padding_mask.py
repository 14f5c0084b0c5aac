"""Padding mask from sequence lengths: hide the keys after the end of each sequence.

Oracle: one row per sequence in NumPy, filled up to its length.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("padding_mask", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(lengths=[(1, 11), (1, 11), (1, 11)], S=12),
        dict(lengths=[(3, 3)], S=3),
        dict(lengths=[(2, 2), (0, 0)], S=2),
        dict(lengths=[(1, 8), (9, 9)], S=9),
    ]

    def inputs(rng, lengths, S):
        drawn = [rng.integers(*length, endpoint=True) for length in lengths]
        return {"lengths": rng.permutation(drawn), "n_keys": S}

    axes = {"mask": ["sequence", "query", "key"], "hidden": ["sequence", "query", "key"]}

    def oracle(lengths, n_keys):
        mask = np.zeros((len(lengths), 1, n_keys), dtype=bool)
        for b, length in enumerate(lengths):
            mask[b, 0, :length] = True
        return {"mask": mask, "hidden": ~mask}

    alternatives = {
        "one row at a time": """
            mask = torch.zeros(len(lengths), 1, n_keys, dtype=torch.bool)
            for b, length in enumerate(lengths.tolist()):
                mask[b, :, :length] = True
            return mask
        """,
        "three axes from the start": "return lengths[:, None, None] > torch.arange(n_keys)",
    }
    slips = [
        slip(
            "the mask is not a boolean tensor",
            edit=(
                "return real.unsqueeze(1)",
                "return real.unsqueeze(1).long()",
                "return real.unsqueeze(1).float()",
                "return real.unsqueeze(1).to(torch.uint8)",
                "return real.unsqueeze(1).tolist()",
            ),
            why="F.scaled_dot_product_attention adds a mask of numbers to the scores, so nothing is hidden. ~mask, masked_fill and & "
            "need a boolean mask.",
            look="Print the dtype of your mask.",
        ),
        slip(
            "the last token of each sequence is hidden",
            edit=("< lengths[:, None]", "< lengths[:, None] - 1"),
            also=[
                """
                mask = torch.zeros(len(lengths), 1, n_keys, dtype=torch.bool)
                for b, length in enumerate(lengths.tolist()):
                    mask[b, :, : length - 1] = True
                return mask
                """
            ],
            why="Positions are counted from 0, so a sequence of length 3 fills the positions 0, 1 and 2, and queries may look at all three.",
            look="For length 1, how many keys should be True?",
        ),
        slip(
            "the mask is only as wide as the longest sequence",
            edit=("torch.arange(n_keys, device", "torch.arange(int(lengths.max()), device"),
            why="It has to fit scores over all S keys, and a batch may have been padded further than its longest sequence needs.",
            look="Which of the two arguments does your code never use?",
        ),
        slip(
            "an empty sequence still shows one key",
            edit=("< lengths[:, None]", "< lengths.clamp(min=1)[:, None]"),
            why="That avoids an empty row in softmax, but it treats a padding token as text. Section 7 decides what an empty row "
            "returns.",
            look="For length 0, how many keys should be True?",
        ),
        slip(
            "the row is copied for every query",
            edit=("return real.unsqueeze(1)", "return real.unsqueeze(1).expand(-1, n_keys, -1)"),
            why="Broadcasting does that for free, and for any number of queries. Their number may differ from the number of keys.",
            look="How long is the axis of the queries in the docstring?",
        ),
        slip(
            "one key too many is visible",
            edit=("< lengths", "<= lengths"),
            why="Positions are counted from 0, so a sequence of length 3 fills the positions 0, 1 and 2. The first padding "
            "token is read as if it were text.",
            look="For length 0, how many keys should be True?",
        ),
        slip(
            "the padding is visible and the text is hidden",
            edit=("< lengths", ">= lengths", "> lengths"),
            also=[("< lengths[:, None]", ">= lengths[:, None] - 1")],
            why="True means that a query may look. Here every query sees nothing but padding.",
            look="Which of the keys of a short sequence should be True?",
        ),
        slip(
            "the padding is taken to be on the left",
            edit=(
                "torch.arange(n_keys, device=lengths.device) < lengths[:, None]",
                "torch.arange(n_keys, device=lengths.device) >= n_keys - lengths[:, None]",
            ),
            why="Here every sequence starts at position 0, and the padding comes after it. Some programs that generate text pad on "
            "the left, so always check which convention your data follows.",
            look="Read the docstring again: at which end is the padding?",
        ),
        slip(
            "a batch of one loses an axis",
            edit=("return real.unsqueeze(1)", "return real.squeeze().unsqueeze(-2)"),
            why="squeeze() drops every axis of length 1, and a batch of one sequence has one.",
            look="What is the shape of your mask for one sequence, and what should it be?",
        ),
        slip(
            "a full sequence has no first padding position, and the code stops",
            edit="return (F.one_hot(lengths, n_keys).cumsum(1) == 0)[:, None]",
            why="A sequence without padding is as long as the tensor, so the index of its first padding key is n_keys, which doesn't exist.",
            look="What does your code look up for a sequence of length n_keys?",
        ),
        slip(
            "a full sequence loses all of its keys",
            edit="""
def padding_mask(lengths, n_keys):
    mask = torch.ones(len(lengths), 1, n_keys, dtype=torch.bool)
    for b, length in enumerate(lengths.tolist()):
        mask[b, :, -(n_keys - length) :] = False
    return mask
""",
            why="With no padding the slice starts at −0, which is 0, so it covers the whole row.",
            look="What does x[-0:] select?",
        ),
        slip(
            "the axis of the queries is missing",
            edit=(".unsqueeze(1)", ""),
            also=[
                (".unsqueeze(1)", ".squeeze()"),
                (".unsqueeze(1)", ".unsqueeze(1).squeeze()"),
                "return torch.arange(n_keys) <= lengths.unsqueeze(1)",
            ],
            why="A mask of shape (B, S) is read as one row for each query. If there are as many sequences as queries, no "
            "error is raised, and every sequence gets the wrong mask.",
            look="Which shape broadcasts to (B, T, S) by giving every query of a sequence the same row?",
        ),
        slip(
            "the rows of padding queries are emptied as well",
            edit=("return real.unsqueeze(1)", "return real.unsqueeze(1) & real.unsqueeze(2)"),
            why="The output of a padding query is never used, so emptying its row gains nothing, and a row of −∞ can produce "
            "nan. Only keys need to be hidden.",
            look="Do the keys that a query may see depend on which query it is?",
        ),
        slip(
            "the new axis is not between the sequences and the keys",
            edit=(
                "real.unsqueeze(1)",
                "real.unsqueeze(-1)",
                "real.unsqueeze(0)",
                "real[:, None, None]",
                "real[None, None]",
                "real.unsqueeze(1).unsqueeze(1)",
            ),
            why="Broadcasting lines shapes up from the right. Next to scores (B, T, S) the last axis of the mask has to be that of the keys, "
            "and the one before it that of the queries.",
            look="Write the shape of your mask under (B, T, S), flush right. What is above each of its axes?",
        ),
        slip(
            "the last key is hidden even where there is no padding",
            edit=("return real.unsqueeze(1)", "real[:, -1] = False\n    return real.unsqueeze(1)"),
            why="A sequence that fills its whole row has a real token at the last position.",
            look="For length 3 and 3 keys, how many keys should be True?",
        ),
        slip(
            "the first token of each sequence is hidden",
            edit=("return real.unsqueeze(1)", "real[:, 0] = False\n    return real.unsqueeze(1)"),
            why="Positions are counted from 0, and the token at position 0 is as real as the others.",
            look="For length 1, which key should be True?",
        ),
        slip(
            "only one key of each sequence is visible",
            edit=("< lengths", "== lengths"),
            also=[("< lengths[:, None]", "== lengths[:, None] - 1")],
            why="A query may look at all real tokens of its sequence, not just at the one where it ends.",
            look="For length 3, how many keys should be True?",
        ),
        slip(
            "every sequence gets the mask of the same length",
            edit=(
                "< lengths[:, None]",
                "< lengths.max().expand(len(lengths), 1)",
                "< lengths.min().expand(len(lengths), 1)",
                "< lengths[:1, None].expand(len(lengths), 1)",
                "< lengths[-1:, None].expand(len(lengths), 1)",
                "< lengths.float().mean().expand(len(lengths), 1)",
            ),
            why="The sequences of a batch differ in length: a position that is padding in one of them is text in another.",
            look="For the lengths 1 and 3, how many keys are True in each row of your mask?",
        ),
        slip(
            "no key is hidden",
            edit=("return real.unsqueeze(1)", "return torch.ones_like(real).unsqueeze(1)"),
            why="Padding tokens mean nothing, and a query that looks at them mixes noise into its output.",
            look="For length 1 and 3 keys, how many keys should be True?",
        ),
        slip(
            "the mask is causal as well",
            edit=(
                "return real.unsqueeze(1)",
                "return real.unsqueeze(1) & torch.ones(n_keys, n_keys, dtype=torch.bool).tril()",
            ),
            why="An encoder such as BERT has padding but no causal mask. A caller who needs both joins them with &.",
            look="Does it depend on the query whether a key is padding?",
        ),
        slip(
            "the sequences are in the wrong order",
            edit=(
                "< lengths[:, None]",
                "< lengths.sort().values[:, None]",
                "< lengths.sort(descending=True).values[:, None]",
                "< lengths.flip(0)[:, None]",
            ),
            why="Row b of the mask belongs to sequence b of the batch.",
            look="For the lengths 3, 1, 2, how many keys are True in each row of your mask?",
        ),
        slip(
            "an empty sequence is treated as a full one, or is left out",
            edit=(
                "< lengths[:, None]",
                "< lengths.where(lengths > 0, n_keys)[:, None]",
                "< lengths[lengths > 0][:, None]",
            ),
            why="A sequence without tokens has nothing to look at, but it is part of the batch, so it needs a row of False. Section 7 decides "
            "what attention returns there.",
            look="For length 0, how many keys should be True?",
        ),
        slip(
            "the axes of sequences and keys are swapped",
            edit=("return real.unsqueeze(1)", "return real.T.unsqueeze(1)", "return real.T"),
            why="The mask has one row for each sequence, and the keys are its last axis, as in the scores.",
            look="What is the shape of your mask for 2 sequences and 5 keys?",
        ),
    ]
    promises = {
        "the keys after the end of each sequence are hidden": dict(lengths=[(1, 11), (1, 11), (1, 11)]),
        "S keys, however long the longest sequence": dict(S=12),
        "a full sequence hides none": dict(lengths=[(3, 3)], S=3),
        "an empty one hides all": dict(lengths=[(2, 2), (0, 0)]),
        "(B, 1, S)": "mask",
        "bool, which ~ inverts": "hidden",
    }
