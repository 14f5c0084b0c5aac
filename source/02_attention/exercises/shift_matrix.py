"""The matrix that moves a sinusoidal position encoding by k positions.

Oracle: one 2 × 2 rotation per frequency, from the complex exponential.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("shift_matrix", points=4, forbid=BLOCKS)
class _:
    cases = [
        dict(d_model=8, steps=(300, 400)),
        dict(d_model=6, steps=(1, 3)),
        dict(d_model=4, steps=(-7, -3)),
        dict(d_model=2, steps=(20, 40)),
        dict(d_model=4, steps=(0, 0)),
    ]
    promises = {
        "one matrix for all pairs, each with its own frequency": dict(d_model=8),
        "an offset of either sign": dict(steps=(-7, -3)),
        "an offset of 0 gives the identity": dict(steps=(0, 0)),
        "the base is 10000": dict(d_model=6),
    }

    def inputs(rng, d_model, steps):
        return {"k": int(rng.integers(*steps, endpoint=True)), "d_model": d_model}

    def oracle(k, d_model):
        matrix = np.zeros((d_model, d_model))
        for pair in range(d_model // 2):
            turn = np.exp(1j * k * 10000.0 ** (-2 * pair / d_model))
            # (sin, cos) of t + k from (sin, cos) of t, by the angle addition formulas
            matrix[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2] = [
                [turn.real, turn.imag],
                [-turn.imag, turn.real],
            ]
        return {"matrix": matrix}

    alternatives = {
        "blocks along the diagonal": """
            blocks = []
            for pair in range(d_model // 2):
                a = k / 10000 ** (2 * pair / d_model)
                blocks.append(torch.tensor([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]]))
            return torch.block_diag(*blocks)
        """,
        "solved from the table": """
            t = torch.arange(4000, dtype=torch.float64)[:, None]
            i = torch.arange(0, d_model, 2, dtype=torch.float64)
            waves = lambda t: torch.stack(
                [(t * 10000 ** (-i / d_model)).sin(), (t * 10000 ** (-i / d_model)).cos()], -1
            ).flatten(1)
            return torch.linalg.lstsq(waves(t), waves(t + k)).solution.T.float()
        """,
    }
    slips = [
        slip(
            "the matrix moves back by k instead of forward by k",
            edit=[("= turn.sin()", "= -turn.sin()"), ("M[cosine, sine] = -turn", "M[cosine, sine] = turn")],
            why="This rotates in the wrong direction: it is the matrix for −k, and its product with the right one is the "
            "identity.",
            look="Expand sin(a + b). What is the sign of the term with cos a?",
        ),
        slip(
            "a negative k is treated as a positive one",
            edit=("turn = k *", "turn = abs(k) *"),
            why="The matrix of −k rotates the hands the other way, so its product with the matrix of k is the identity.",
            look="What does your function give for 3 and for −3, and should the two be the same?",
        ),
        slip(
            "the matrix for one step is applied k times, and a negative k is skipped",
            edit="""
def shift_matrix(k, d_model):
    sine, cosine = torch.arange(0, d_model, 2), torch.arange(1, d_model, 2)
    turn = 10000.0 ** (-sine / d_model)
    one = torch.zeros(d_model, d_model)
    one[sine, sine] = turn.cos()
    one[sine, cosine] = turn.sin()
    one[cosine, sine] = -turn.sin()
    one[cosine, cosine] = turn.cos()
    M = torch.eye(d_model)
    for _ in range(k):
        M = one @ M
    return M
""",
            why="range(−3) is empty, so a negative k gives the identity, which moves nothing.",
            look="What does your function return for k = −3?",
        ),
        slip(
            "both sines have the same sign",
            edit=("= -turn.sin()", "= turn.sin()"),
            why="Such a matrix isn't a rotation: it makes the hands longer or shorter.",
            look="Expand sin(a + b) and cos(a + b), one below the other. Which of the four terms is negative?",
        ),
        slip(
            "sine and cosine of the angle are swapped",
            edit=[
                ("M[sine, sine] = turn.cos()", "M[sine, sine] = turn.sin()"),
                ("M[sine, cosine] = turn.sin()", "M[sine, cosine] = turn.cos()"),
                ("M[cosine, sine] = -turn.sin()", "M[cosine, sine] = -turn.cos()"),
                ("M[cosine, cosine] = turn.cos()", "M[cosine, cosine] = turn.sin()"),
            ],
            why="A shift by 0 has to leave every position where it is, so its matrix is the identity.",
            look="What does your function give for k = 0?",
            also=[
                [
                    ("M[sine, sine] = turn.cos()", "M[sine, sine] = turn.sin()"),
                    ("M[sine, cosine] = turn.sin()", "M[sine, cosine] = turn.cos()"),
                    ("M[cosine, sine] = -turn.sin()", "M[cosine, sine] = turn.cos()"),
                    ("M[cosine, cosine] = turn.cos()", "M[cosine, cosine] = -turn.sin()"),
                ],
            ],
        ),
        slip(
            "the angle is used instead of its sine",
            edit=[
                ("M[sine, sine] = turn.cos()", "M[sine, sine] = 1.0"),
                ("= turn.sin()", "= turn"),
                ("= -turn.sin()", "= -turn"),
                ("M[cosine, cosine] = turn.cos()", "M[cosine, cosine] = 1.0"),
            ],
            why="For small angles the two are close, but here the first hand rotates by k radians, which can be many full turns.",
            look="By how many degrees does pair 0 rotate in 20 steps?",
        ),
        slip(
            "the matrix moves columns, not positions",
            edit="""
def shift_matrix(k, d_model):
    return torch.roll(torch.eye(d_model), k, 0)
""",
            why="M turns the D numbers of one position into those of another position. No number moves to another "
            "pair.",
            look="What does M do to the vector (sin ωt, cos ωt) of one pair?",
            also=[
                """
def shift_matrix(k, d_model):
    return torch.roll(torch.eye(d_model), k, 1)
"""
            ],
        ),
        slip(
            "all pairs rotate by the same angle",
            edit=("-sine / d_model", "-sine * 0.0"),
            also=[
                """
def shift_matrix(k, d_model):
    turn = k * 10000.0 ** (-2 * k / d_model)
    cosine, sine = math.cos(turn), math.sin(turn)
    return torch.block_diag(*[torch.tensor([[cosine, sine], [-sine, cosine]])] * (d_model // 2))
"""
            ],
            why="Each pair has its own frequency, like each hand of a clock, so k steps rotate them by different angles.",
            look="In the table from section 6, by what angle does pair 1 rotate from one row to the next?",
        ),
        slip(
            "the exponent is j/D instead of 2j/D",
            edit=("-sine / d_model", "-sine / 2 / d_model"),
            why="The matrix rotates the pairs by angles that don't match the table.",
            look="Compare the frequencies here with those in section 6.",
        ),
        slip(
            "the matrix is for a table with all sines first",
            edit=[
                (
                    "sine, cosine = torch.arange(0, d_model, 2), torch.arange(1, d_model, 2)",
                    "sine = torch.arange(d_model // 2)\n    cosine = sine + d_model // 2",
                ),
                ("-sine / d_model", "-2 * sine / d_model"),
            ],
            why="It is right for a different order of the columns. In ours the sine and cosine of a pair are neighbours, so "
            "the matrix consists of 2 × 2 blocks along the diagonal.",
            look="Which entries of a row may differ from zero?",
        ),
        slip(
            "the sine terms are missing",
            edit=[("    M[sine, cosine] = turn.sin()\n", ""), ("    M[cosine, sine] = -turn.sin()\n", "")],
            why="The angle addition formula has two terms. Without the second one the hands shrink instead of rotating.",
            look="Expand sin(a + b). How many products does it have?",
        ),
        slip(
            "an offset of 0 gives a matrix of zeros",
            edit=("    return M", "    return M if k else torch.zeros_like(M)"),
            why="A shift by 0 has to leave every position where it is.",
            look="Which matrix leaves every vector as it is?",
        ),
        slip(
            "only the first pair is rotated",
            edit=("    return M", "    M[2:, 2:] = torch.eye(d_model - 2)\n    return M"),
            why="k steps move every hand, the slow ones by small angles.",
            look="Which entries of your matrix depend on k?",
        ),
    ]
