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
    ]
    promises = {
        "one matrix for all pairs, each with its own frequency": dict(d_model=8),
        "an offset of either sign": dict(steps=(-7, -3)),
        "the base is 10000": dict(d_model=6),
    }

    def inputs(rng, d_model, steps):
        return {"k": int(rng.integers(*steps, endpoint=True)), "d_model": d_model}

    def oracle(k, d_model):
        matrix = np.zeros((d_model, d_model))
        for pair in range(d_model // 2):
            turn = np.exp(1j * k * 10000.0 ** (-2 * pair / d_model))
            # (sin, cos) of t + k from (sin, cos) of t, by the addition theorems
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
            "the matrix moves back by k instead of on by k",
            edit=[("= turn.sin()", "= -turn.sin()"), ("M[cosine, sine] = -turn", "M[cosine, sine] = turn")],
            why="A rotation with the sign of the wrong half. It is the matrix of −k, and its product with the right one "
            "moves nothing.",
            look="Write sin(a + b) out. Which sign has the term with cos a?",
        ),
        slip(
            "a move back comes out as a move on",
            edit=("turn = k *", "turn = abs(k) *"),
            why="The matrix of −k turns the hands the other way; its product with the matrix of k moves nothing.",
            look="What does your function give for 3 and for −3, and should the two be the same?",
        ),
        slip(
            "both sines have the same sign",
            edit=("= -turn.sin()", "= turn.sin()"),
            why="Such a matrix is no rotation: it makes hands longer or shorter.",
            look="Write sin(a + b) and cos(a + b) out, one under the other. Which of the four terms has a minus?",
        ),
        slip(
            "sine and cosine of the angle have changed places",
            edit=[
                ("M[sine, sine] = turn.cos()", "M[sine, sine] = turn.sin()"),
                ("M[sine, cosine] = turn.sin()", "M[sine, cosine] = turn.cos()"),
                ("M[cosine, sine] = -turn.sin()", "M[cosine, sine] = -turn.cos()"),
                ("M[cosine, cosine] = turn.cos()", "M[cosine, cosine] = turn.sin()"),
            ],
            why="A move by nothing has to leave every token where it is: its matrix is the identity.",
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
            "the angle stands in for its sine",
            edit=[
                ("M[sine, sine] = turn.cos()", "M[sine, sine] = 1.0"),
                ("= turn.sin()", "= turn"),
                ("= -turn.sin()", "= -turn"),
                ("M[cosine, cosine] = turn.cos()", "M[cosine, cosine] = 1.0"),
            ],
            why="For small angles the two are close. Here the first hand turns by k, which is many times round.",
            look="By how many degrees does pair 0 turn in 20 steps?",
        ),
        slip(
            "the matrix moves columns, not positions",
            edit="""
def shift_matrix(k, d_model):
    return torch.roll(torch.eye(d_model), k, 0)
""",
            why="M acts on the D numbers of one position and makes another position of them. No number moves to another "
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
            "all pairs turn by the same angle",
            edit=("-sine / d_model", "-sine * 0.0"),
            also=[
                """
def shift_matrix(k, d_model):
    turn = k * 10000.0 ** (-2 * k / d_model)
    cosine, sine = math.cos(turn), math.sin(turn)
    return torch.block_diag(*[torch.tensor([[cosine, sine], [-sine, cosine]])] * (d_model // 2))
"""
            ],
            why="Each pair has its own frequency, as each hand of a clock has: k steps turn them by different angles.",
            look="By which angle does pair 1 turn, in the table of exercise 6, from one row to the next?",
        ),
        slip(
            "the exponent is j/D instead of 2j/D",
            edit=("-sine / d_model", "-sine / 2 / d_model"),
            why="The matrix turns pairs by angles that the table never uses.",
            look="Compare the frequencies here with those of exercise 6.",
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
            why="It is right for another order of the columns. In ours, the sine and cosine of a pair stand side by side, so "
            "the matrix consists of 2 × 2 blocks along the diagonal.",
            look="Which entries of a row may differ from zero?",
        ),
        slip(
            "only the cosines are there",
            edit=[("    M[sine, cosine] = turn.sin()\n", ""), ("    M[cosine, sine] = -turn.sin()\n", "")],
            why="The addition theorem has two terms; without the second one the hands shrink instead of turning.",
            look="Write sin(a + b) out. How many products has it?",
        ),
    ]
