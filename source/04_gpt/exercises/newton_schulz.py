"""Orthogonalize a matrix approximately by Newton–Schulz iteration.

Oracle: NumPy's SVD, with the polynomial applied to each singular value in float64. The cost is
checked too: it must grow linearly with the longer side.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BY_SINGULAR_VALUES, OPTIMIZERS, orthogonal


@exercise("newton_schulz", points=3, forbid=[*OPTIMIZERS, *BY_SINGULAR_VALUES])
class _:
    cases = [
        dict(shape=(3, 5), steps=5, size=1.0, eps=1e-7),
        dict(shape=(6, 2), steps=3, size=20.0, eps=1e-7),  # tall
        dict(shape=(4, 4), steps=7, size=0.01, eps=1e-7),  # square: a transposed result would fit
        dict(shape=(2, 3), steps=1, size=0.1, eps=0.5),  # shorter than eps
        dict(shape=(3, 4), steps=4, size=0.0, eps=1e-3),  # zeros
        dict(shape=(1, 4), steps=2, size=3.0, eps=1e-7),  # a row
        dict(shape=(2, 4), steps=0, size=3.0, eps=1e-7),  # divided by its length and nothing else
    ]
    weights = {"orthogonal": 4, "work": 1, "dtype": 1, "G unchanged": 1}
    tolerance = {"orthogonal": 5e-4, "work": 0.1, "dtype": 5e-4, "G unchanged": 5e-4}

    def inputs(rng, shape, steps, size, eps):
        U, _, Vt = np.linalg.svd(rng.standard_normal(shape), full_matrices=False)
        values = rng.uniform(0.3, 1.0, min(shape))  # none near 0, where rounding would decide
        return {"G": size * (U * values) @ Vt, "steps": steps, "eps": eps}

    def oracle(G, steps, eps):
        found = orthogonal(G, steps, eps)
        return {
            "orthogonal": found,
            "work": {"orthogonal": found, "twice as tall": 2.0, "twice as wide": 2.0},
            "dtype": {"orthogonal": found, "of": ["torch.float64", "torch.bfloat16"]},
            "G unchanged": {"orthogonal": found, "G": G},
        }

    equivalent = {
        "tall = G.shape[0] >= G.shape[1]": "a square matrix takes the same rounds when it is turned",
    }
    alternatives = {
        "the long side left out of the loop by einsum": """
            n, m = G.shape
            X = G / max(float((G * G).sum()) ** 0.5, eps)
            for _ in range(steps):
                if n <= m:
                    A = torch.einsum("ik,jk->ij", X, X)
                    X = 3.4445 * X + torch.einsum("ij,jk->ik", -4.7750 * A + 2.0315 * A @ A, X)
                else:
                    A = torch.einsum("ki,kj->ij", X, X)
                    X = 3.4445 * X + torch.einsum("ki,ij->kj", X, -4.7750 * A + 2.0315 * A @ A)
            return X
        """,
        "tall matrices by a call of itself": """
            if G.shape[0] > G.shape[1]:
                return newton_schulz(G.T, steps, eps).T
            X = G / torch.linalg.norm(G).clamp(min=eps)
            for _ in range(steps):
                square = X @ X.mT
                X = torch.addmm(X, torch.addmm(square, square, square, beta=-4.7750, alpha=2.0315), X, beta=3.4445)
            return X
        """,
    }
    slips = [
        slip(
            "the matrix is not made shorter first",
            edit=("G / G.norm().clamp(min=eps)", "G.clone()"),
            why="The rounds only work for singular values up to 1 or a little more. Beyond that each round makes them larger.",
            look="What does 3.4445 x − 4.7750 x³ + 2.0315 x⁵ give for x = 3?",
        ),
        slip(
            "each row is divided by its own length",
            edit=("G.norm()", "G.norm(dim=1, keepdim=True)"),
            also=[("G.norm()", "G.norm(dim=0, keepdim=True)")],
            why="That changes the directions: rows would count alike, and the singular vectors would be others.",
            look="How many lengths does a matrix have in the formula?",
        ),
        slip(
            "the matrix is divided by something other than its length",
            edit=("G.norm()", "G.abs().max()"),
            also=[("G.norm()", "G.abs().sum()"), ("G.norm()", "torch.linalg.matrix_norm(G, 2)"), ("G.norm()", "G.pow(2).sum()"), ("G.norm()", "G.pow(2).mean().sqrt()"), ("G.norm()", "G.std()")],
            why="The length is the root of the sum of all squares. It is never less than the largest singular value, and costs next to nothing.",
            look="What is the length of the matrix with rows (3, 0) and (0, 4)?",
        ),
        slip(
            "eps is added",
            edit=("G.norm().clamp(min=eps)", "(G.norm() + eps)"),
            why="For a long matrix it makes no difference. The docstring asks for the larger of the two, as PyTorch has it.",
            look="By what is a matrix of length 0.1 divided, for eps = 0.5?",
        ),
        slip(
            "a matrix of zeros gives nan",
            edit=(".clamp(min=eps)", ""),
            why="A layer that took no part in a step has a gradient of zeros. One nan, and the whole model is nan after the next step.",
            look="What is 0 divided by 0, and where does eps come in?",
        ),
        slip(
            "eps is always the same",
            edit=("min=eps", "min=1e-7"),
            why="The caller chooses how short a matrix may be before it is no longer stretched.",
            look="Which argument does your code never use?",
        ),
        slip(
            "there are always five rounds",
            edit=("range(steps)", "range(5)"),
            why="The caller says how many; a full-scale run may ask for six.",
            look="Which argument does your code never use?",
        ),
        slip(
            "there is one round too few, or one too many",
            edit=("range(steps)", "range(steps - 1)", "range(steps + 1)"),
            why="The last round counts as much as the first.",
            look="How often does your loop run for steps = 1?",
        ),
        slip(
            "the result of a tall matrix is not turned back",
            edit=("return X.T if tall else X", "return X"),
            why="The step has to have the shape of the parameter.",
            look="Which shape has your result for a G of (6, 2)?",
        ),
        slip(
            "a matrix that is not tall is turned at the end",
            edit=("return X.T if tall else X", "return X.T"),
            why="What was not turned before need not be turned back. A square one has the right shape all the same.",
            look="For which shapes did you transpose at the beginning?",
        ),
        slip(
            "the fifth power is missing",
            edit=("B * A + C * A @ A", "B * A"),
            why="Without the last term values near 1 are sent below 0.",
            look="How many terms does a round have?",
        ),
        slip(
            "the square of the table is taken entry by entry",
            edit=("C * A @ A", "C * A * A"),
            also=[("C * A @ A", "C * A**2")],
            why="Only a product of matrices acts on the singular values. Squares of entries mix them.",
            look="What does ** do to a matrix in PyTorch, and what does @ do?",
        ),
        slip(
            "the table of products is not made anew in each round",
            edit=("    for _ in range(steps):\n        A = X @ X.T\n", "    A = X @ X.T\n    for _ in range(steps):\n"),
            why="After the first round X is another matrix, and XXᵀ another table.",
            look="Which X stands in the second round's XXᵀ?",
        ),
        slip(
            "two of the factors are exchanged",
            edit=("B * A + C * A @ A", "C * A + B * A @ A"),
            also=[("a * X + ", "C * X + ")],
            why="a belongs to X, b to the third power, c to the fifth.",
            look="What does a round make of x = 1? (Near 0.7.)",
        ),
        slip(
            "the middle term is added, not taken away",
            edit=("B * A +", "-B * A +"),
            why="Then every round makes every value larger, and after five of them they are infinite.",
            look="Which sign has b?",
        ),
        slip(
            "the rounds are those of the older, cubic form",
            edit=("a * X + (B * A + C * A @ A) @ X", "1.5 * X - 0.5 * A @ X"),
            why="1.5 x − 0.5 x³ goes to exactly 1, and needs many more rounds: a small value grows by half in each.",
            look="By which factor does each form multiply x = 0.001?",
        ),
        slip(
            "the matrix itself is left out of a round",
            edit=("a * X + (", "X + ("),
            also=[("a * X + (", "(")],
            why="The first term lifts the small values: that is why a is as large as 3.4445.",
            look="How many terms does a round have, and what stands before the first?",
        ),
        slip(
            "the table of products is taken over the long side",
            edit=("tall = G.shape[0] > G.shape[1]", "tall = G.shape[0] < G.shape[1]"),
            also=[("tall = G.shape[0] > G.shape[1]", "tall = False"), ("tall = G.shape[0] > G.shape[1]", "tall = True")],
            why="The values are right. But XXᵀ has as many rows as X: for a matrix of (50,000, 768) that is the difference between 2.5 billion numbers and 590 thousand.",
            look="Which shape has XXᵀ for a tall X, and which for its transpose?",
        ),
        slip(
            "the numbers are rounded to bfloat16",
            edit=[("X = G / G.norm()", "X = G.bfloat16() / G.norm()"), ("return X.T if tall else X", "return (X.T if tall else X).to(G.dtype)")],
            why="PyTorch does that, to be fast on a GPU. The docstring keeps the type of G, so that the check can be strict.",
            look="How many digits does bfloat16 keep?",
        ),
        slip(
            "G is changed",
            edit=("X = G / G.norm().clamp(min=eps)", "X = G.div_(G.norm().clamp(min=eps))"),
            why="The caller hands in its running mean. It would be another mean in the next step.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "the result is in float32",
            edit="""
            def newton_schulz(G, steps=5, eps=1e-7):
                a, b, c = 3.4445, -4.7750, 2.0315
                X = G.float() / G.float().norm().clamp(min=eps)
                tall = G.shape[0] > G.shape[1]
                if tall:
                    X = X.T
                for _ in range(steps):
                    A = X @ X.T
                    X = a * X + (b * A + c * A @ A) @ X
                return X.T if tall else X
            """,
            why="A gradient in bfloat16 costs half as much there, and its update has to fit the parameter.",
            look="Which dtype has your result for a G in bfloat16?",
        ),
        slip(
            "without rounds G comes back as it was",
            edit="""
            def newton_schulz(G, steps=5, eps=1e-7):
                if steps == 0:
                    return G
                a, b, c = 3.4445, -4.7750, 2.0315
                X = G / G.norm().clamp(min=eps)
                tall = G.shape[0] > G.shape[1]
                if tall:
                    X = X.T
                for _ in range(steps):
                    A = X @ X.T
                    X = a * X + (b * A + c * A @ A) @ X
                return X.T if tall else X
            """,
            why="Dividing by the length comes before the rounds, however many there are.",
            look="What is the length of your result for no rounds?",
        ),
    ]  # fmt: skip
    promises = {
        "divided by its length": dict(size=20.0),
        "at least eps": dict(eps=0.5),
        "zeros stay zeros": dict(size=0.0),
        "as many rounds as asked for": dict(steps=7),
        "a tall matrix": dict(shape=(6, 2)),
        "the work of a tall matrix": "work",
        "G is left as it is": "G unchanged",
    }
