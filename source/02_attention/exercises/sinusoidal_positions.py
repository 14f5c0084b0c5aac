"""The table of sinusoidal position encodings, for any base and for odd widths.

Oracle: the formula in a double loop over positions and frequencies, in float64.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("sinusoidal_positions", points=3, forbid=BLOCKS)
class _:
    cases = [
        dict(length=(60, 64), d_model=8),  # long enough to show angles in half precision
        dict(length=(12, 16), d_model=7),  # odd: the last column is a sine without its cosine
        dict(length=(1, 1), d_model=4),
        dict(length=(30, 34), d_model=2),
    ]

    def inputs(rng, length, d_model):
        base = float(rng.choice([1000.0, 5000.0, 20000.0, 50000.0])) if d_model != 8 else 10000.0
        return {"length": int(rng.integers(*length, endpoint=True)), "d_model": d_model, "base": base}

    def oracle(length, d_model, base):
        table = np.zeros((length, d_model))
        for t in range(length):
            for k in range((d_model + 1) // 2):
                angle = t / base ** (2 * k / d_model)
                table[t, 2 * k] = np.sin(angle)
                if 2 * k + 1 < d_model:
                    table[t, 2 * k + 1] = np.cos(angle)
        return {"table": table}

    alternatives = {
        "columns filled in turn": """
            table = torch.zeros(length, d_model)
            position = torch.arange(length, dtype=torch.float32)[:, None]
            frequency = torch.exp(torch.arange(0, d_model, 2) * (-math.log(base) / d_model))
            table[:, 0::2] = torch.sin(position * frequency)
            table[:, 1::2] = torch.cos(position * frequency[: d_model // 2])
            return table
        """,
        "a cosine is a sine a quarter turn later": """
            rows = []
            for t in range(length):
                rows.append(
                    [math.sin(t / base ** (i // 2 * 2 / d_model) + (i % 2) * math.pi / 2) for i in range(d_model)]
                )
            return torch.tensor(rows)
        """,
    }
    slips = [
        slip(
            "every column has its own frequency",
            edit=("pair = column - column % 2", "pair = column"),
            why="The sine and cosine of a pair no longer rotate together, so no matrix can shift a position. "
            "The formula has 2j in both exponents, where j counts pairs.",
            look="Square columns 2 and 3 and add them. What should the sum be in every row?",
        ),
        slip(
            "the exponent is j/D instead of 2j/D",
            edit=("pair = column - column % 2", "pair = column // 2"),
            why="The slowest wave then has a length of 2π·√base positions instead of 2π·base: distant positions become hard to tell apart.",
            look="What is the exponent of the last pair, and what does the formula give?",
        ),
        slip(
            "all sines come first and all cosines after them",
            edit=(
                "torch.where(column % 2 == 0, angle.sin(), angle.cos())",
                "torch.cat([angle[:, 0::2].sin(), angle[:, 0::2].cos()], dim=-1)[:, :d_model]",
            ),
            why="Some libraries order the columns like this, and a layer trained with that order works just as well. But the paper's formula, and the "
            "matrix of the next exercise, put the two columns of a pair next to each other.",
            look="What does column 1 hold in row 0: 0 or 1?",
        ),
        slip(
            "sine and cosine are swapped",
            edit=("angle.sin(), angle.cos()", "angle.cos(), angle.sin()"),
            why="Row 0 should be 0, 1, 0, 1, …",
            look="What is the sine of 0, and which columns should contain it?",
        ),
        slip(
            "positions count from 1",
            edit=("torch.arange(length)", "torch.arange(1, length + 1)"),
            why="All lessons count positions from 0, so the first row alternates between sin 0 = 0 and cos 0 = 1.",
            look="Print the first row.",
        ),
        slip(
            "the frequencies grow from pair to pair",
            edit=("-pair / d_model", "pair / d_model"),
            why="The later columns then jump wildly from one position to the next, and neighbouring rows have nothing in common.",
            look="Plot the last column. Should it be slow or fast?",
        ),
        slip(
            "the column number is used as the pair number",
            edit=("pair = column - column % 2", "pair = 2 * column"),
            why="The exponent 2j/D then runs up to 2 instead of 1, and a sine and its cosine have different frequencies. "
            "j counts pairs: columns 2j and 2j + 1.",
            look="For D = 512, which values does j take?",
        ),
        slip(
            "the width is taken to be even",
            edit=(
                "torch.where(column % 2 == 0, angle.sin(), angle.cos())",
                "torch.stack([angle[:, 0::2].sin(), angle[:, 1::2].cos()], dim=-1).flatten(1)",
            ),
            why="For odd D there is one more sine column than there are cosine columns, so the two no longer fit.",
            look="Which columns are there for D = 7, and which of them are cosines?",
        ),
        slip(
            "the base is always 10000",
            edit=("base **", "10000.0 **"),
            why="Models with a long context use a larger base, for longer waves (lesson 10).",
            look="Where does your code use its third argument?",
        ),
        slip(
            "the frequencies for odd D are those of the next even width",
            edit=("/ d_model)", "/ (d_model + d_model % 2))"),
            why="The formula divides by D itself, so every frequency except the first comes out a little different.",
            look="What is the exponent of column 2 for D = 7?",
        ),
        slip(
            "the last column for odd D is not a sine",
            edit=(
                "return torch.where(column % 2 == 0, angle.sin(), angle.cos())",
                "table = torch.where(column % 2 == 0, angle.sin(), angle.cos())\n"
                "    return torch.cat([table[:, :-1], 0 * angle[:, -1:]], 1) if d_model % 2 else table",
                "table = torch.where(column % 2 == 0, angle.sin(), angle.cos())\n"
                "    return torch.cat([table[:, :-1], angle[:, -1:].cos()], 1) if d_model % 2 else table",
            ),
            why="Even columns are sines, including the last one of an odd width. It only lacks its cosine.",
            look="What is the number of the last column for D = 7, and is it even?",
        ),
        slip(
            "the exponents are divided by the number of pairs minus one, so they run up to 1",
            edit=("-pair / d_model", "-(pair // 2) / max(1, (d_model + 1) // 2 - 1)"),
            why="Some libraries choose their frequencies like this, from 1 down to exactly 1/base. The paper divides by D, so its "
            "slowest wave is a little faster.",
            look="For D = 8, what is the exponent of the last pair in the formula?",
        ),
        slip(
            "the slowest pair comes first",
            edit=("-pair / d_model", "-pair.flip(0) / d_model", "-((d_model - 1) // 2 * 2 - pair) / d_model"),
            why="Pair 0 has frequency 1: it rotates fastest.",
            look="What is ω for j = 0?",
        ),
        slip(
            "all columns are sines, or all are cosines",
            edit=("torch.where(column % 2 == 0, angle.sin(), angle.cos())", "angle.sin()", "angle.cos()"),
            why="A sine alone can't tell an angle from its mirror image (sin 30° = sin 150°). It takes both numbers to say where "
            "a clock hand points.",
            look="What does column 1 hold in row 0: 0 or 1?",
        ),
        slip(
            "the angles are rounded",
            edit=(
                "angle = torch.arange(length).unsqueeze(1) * base ** (-pair / d_model)",
                "angle = (torch.arange(length).unsqueeze(1) * base ** (-pair / d_model)).bfloat16().float()",
                "angle = (torch.arange(length).unsqueeze(1) * base ** (-pair / d_model)).half().float()",
                "angle = (torch.arange(length).unsqueeze(1) * base ** (-pair / d_model)).half()",
            ),
            why="A sine needs its angle to within a small part of a turn. The larger the angle, the fewer digits a 16-bit number keeps after the point.",
            look="What is the dtype of your angles?",
        ),
        slip(
            "the table is transposed",
            edit=(
                "return torch.where(column % 2 == 0, angle.sin(), angle.cos())",
                "return torch.where(column % 2 == 0, angle.sin(), angle.cos()).T",
            ),
            why="Each row is one position, which is added to the token at that position.",
            look="What should the shape be for T = 20 and D = 8?",
        ),
        slip(
            "positions count from 1, and sine and cosine are swapped",
            edit=[
                ("torch.arange(length)", "torch.arange(1, length + 1)"),
                ("angle.sin(), angle.cos()", "angle.cos(), angle.sin()"),
            ],
            why="These are two mistakes. Row 0 belongs to position 0 and should be 0, 1, 0, 1, …",
            look="Print the first row, and compare it with the sine and the cosine of 0.",
        ),
        slip(
            "all pairs have the same frequency",
            edit=("-pair / d_model", "-(pair // d_model)"),
            why="All hands then rotate together, so every pair has the same two numbers, and they repeat every 6.3 tokens.",
            look="Print your exponents for D = 8. Are they fractions?",
        ),
        slip(
            "a table from an earlier call is returned for a different base",
            edit=(
                "    column = torch.arange(d_model)",
                "    base = sinusoidal_positions.__dict__.setdefault((length, d_model), base)\n    column = torch.arange(d_model)",
            ),
            why="Length and width alone don't determine the table: a different base gives different frequencies.",
            look="On which arguments does the table depend, and which of them does your cache look at?",
        ),
    ]
    promises = {
        "the formula, with base 10000": dict(d_model=8),
        "another base": dict(d_model=2),
        "if D is odd, the last column is a sine without its cosine": dict(d_model=7),
        "one position is enough": dict(length=(1, 1)),
    }
    tolerance = 5e-4
    equivalent = {
        "pair = column ^ column % 2": "the last bit of an odd number is 1: to take it away and to flip it is the same",
        "return torch.where(column % 2 <= 0, angle.sin(), angle.cos())": "a remainder is never negative",
    }
