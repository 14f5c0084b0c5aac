"""Decoder inputs for teacher forcing: the targets shifted right, after a start token.

Oracle: row by row in plain Python.
"""

import numpy as np

from autograder.authoring import exercise, slip

BEGIN = "torch.full_like(targets[:, :1], start)"
SHIFTED = "torch.cat([begin, targets[:, :-1]], dim=1)"


@exercise("shift_right", points=1)
class _:
    cases = [dict(B=3, T=5), dict(B=4, T=4, marks=True), dict(B=2, T=1), dict(B=1, T=6, padded=3)]
    weights = {"inputs": 4, "int64": 1, "targets unchanged": 1}

    def inputs(rng, B, T, padded=0, marks=False):
        """marks: some targets are small ids, which have a special meaning elsewhere."""
        targets = rng.integers(10, 90, (B, T))
        if marks:
            targets[0, :3] = rng.permutation(3)
        if padded:
            targets[:, -padded - 1 :] = [2] + [0] * padded  # END, then PAD, of utils.corpora.pronunciations
        return {"targets": targets, "start": int(rng.integers(1, 9))}

    def oracle(targets, start):
        shifted = np.array([[start, *row[:-1].tolist()] for row in targets])
        return {
            "inputs": shifted,
            "int64": {"first row": shifted[0], "type": "torch.int64"},
            "targets unchanged": {"inputs": shifted[0], "targets": targets},
        }

    alternatives = {
        "rolled, then overwritten": """
            rolled = targets.roll(1, dims=1)
            rolled[:, 0] = start
            return rolled
        """,
        "filled row by row": """
            shifted = torch.empty_like(targets)
            for b in range(len(targets)):
                shifted[b, 0] = start
                shifted[b, 1:] = targets[b, :-1]
            return shifted
        """,
        "padded": "return F.pad(targets, (1, 0), value=start)[:, :-1]",
    }
    slips = [
        slip(
            "targets are shifted to the left",
            edit=(SHIFTED, "torch.cat([targets[:, 1:], begin], dim=1)"),
            why="Position t would read the symbol that comes after the one it has to write.",
            look="What may position 0 have read before it writes the first symbol?",
        ),
        slip(
            "the last symbol stays, so the row is longer",
            edit=(SHIFTED, "torch.cat([begin, targets], dim=1)"),
            why="Inputs and targets then have different lengths, so the loss can't be computed.",
            look="How long is each row of your result, and how long should it be?",
        ),
        slip(
            "nothing is shifted, and the first symbol is lost",
            edit=(SHIFTED, "torch.cat([begin, targets[:, 1:]], dim=1)"),
            why="From position 1 on, each position reads the very symbol that it has to write. The loss falls to nothing, and the model has learned to copy.",
            look="What is at position 2 of your result, and what is at position 2 of the targets?",
        ),
        slip(
            "the last symbol comes round to the front",
            edit=(SHIFTED, "targets.roll(1, dims=1)"),
            why="Every text should begin the same way. Here the last symbol tells the first position how the text ends.",
            look="What is at position 0 of your result?",
        ),
        slip(
            "batch and time are mixed up",
            edit=(SHIFTED, "torch.cat([torch.full_like(targets[:1], start), targets[:-1]], dim=0)"),
            why="Each text would read another text of the batch.",
            look="Along which axis does time run?",
        ),
        slip(
            "the targets themselves are changed",
            edit=(
                "    " + "begin = " + BEGIN + "  # (B, 1)\n    return " + SHIFTED,
                "    targets[:, 1:] = targets[:, :-1].clone()\n    targets[:, 0] = start\n    return targets",
            ),
            why="The loss would compare the model's scores with what it has read.",
            look="What do the targets hold after the call?",
        ),
        slip(
            "ids become floats",
            edit=(BEGIN, "torch.full((len(targets), 1), float(start), device=targets.device)"),
            why="An embedding can only look up whole numbers.",
            look="What is the dtype of your result?",
        ),
        slip(
            "start is a fixed id",
            edit=(BEGIN, "torch.ones_like(targets[:, :1])"),
            also=[(BEGIN, "torch.zeros_like(targets[:, :1])")],
            why="Each vocabulary has its own start symbol.",
            look="Which argument does your code never use?",
        ),
        slip(
            "rows run into one another",
            edit="""
            def shift_right(targets, start):
                out = targets.roll(1)
                out[0, 0] = start
                return out
            """,
            why="The last symbol of one text becomes the first of the next.",
            look="What is at the beginning of the second row?",
        ),
        slip(
            "padding is written over the shifted text",
            edit="""
            def shift_right(targets, start):
                out = torch.cat([torch.full_like(targets[:, :1], start), targets[:, :-1]], dim=1)
                return torch.where(targets == PAD, targets, out)
            """,
            why="A target of padding is no reason to hide what was written before it.",
            look="Which symbol does the first padded position read?",
        ),
        slip(
            "the first symbol is copied through the row",
            edit="""
            def shift_right(targets, start):
                out = targets.clone()
                for t in range(1, out.shape[1]):
                    out[:, t] = out[:, t - 1]
                out[:, 0] = start
                return out
            """,
            why="Each symbol is overwritten before it has been moved.",
            look="In which order does your loop run?",
        ),
        slip(
            "the end symbol becomes padding",
            edit="""
            def shift_right(targets, start):
                out = torch.cat([torch.full_like(targets[:, :1], start), targets[:, :-1]], dim=1)
                return out.masked_fill(out == END, PAD)
            """,
            why="The end symbol is a symbol like any other, and the loss after it doesn't count anyway.",
            look="Which symbols of the targets are missing from your result?",
        ),
    ]
    promises = {
        "start comes first": dict(B=3),
        "rows of one symbol": dict(T=1),
        "as many texts as symbols": dict(B=4, T=4),
        "every id is a symbol": dict(marks=True),
        "padding moves along": dict(padded=3),
        "the dtype stays the same": "int64",
        "targets are not modified": "targets unchanged",
    }
