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
            "dtype": {
                "orthogonal": found,
                "of": ["torch.float64", "torch.bfloat16"],
                "float64 is rounded": False,
            },
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
            "the matrix is not divided by its norm first",
            edit=("G / G.norm().clamp(min=eps)", "G.clone()"),
            why="The rounds only work for singular values up to about 1. Larger values grow with each round.",
            look="What does 3.4445 x − 4.7750 x³ + 2.0315 x⁵ give for x = 3?",
        ),
        slip(
            "each row or column is divided by its own norm",
            edit=("G.norm()", "G.norm(dim=1, keepdim=True)"),
            also=[("G.norm()", "G.norm(dim=0, keepdim=True)")],
            why="That gives every row the same length, which changes the singular vectors.",
            look="How many numbers does the formula divide G by?",
        ),
        slip(
            "the matrix is divided by something other than its Frobenius norm",
            edit=("G.norm()", "G.abs().max()"),
            also=[("G.norm()", "G.abs().sum()"), ("G.norm()", "torch.linalg.matrix_norm(G, 2)"), ("G.norm()", "G.pow(2).sum()"), ("G.norm()", "G.pow(2).mean().sqrt()"), ("G.norm()", "G.std()")],
            why="The Frobenius norm is the root of the sum of all squares. It is never smaller than the largest singular value, and it costs next to nothing.",
            look="What is the norm of the matrix with rows (3, 0) and (0, 4)?",
        ),
        slip(
            "eps is added",
            edit=("G.norm().clamp(min=eps)", "(G.norm() + eps)"),
            why="For a large norm this makes no difference, but the docstring asks for the larger of the two, as in PyTorch.",
            look="If the norm is 0.1 and eps is 0.5, what should you divide by?",
        ),
        slip(
            "eps is applied to the squared norm",
            edit=("G.norm().clamp(min=eps)", "((G * G).sum() + eps).sqrt()"),
            also=[("G.norm().clamp(min=eps)", "(G * G).sum().clamp(min=eps).sqrt()")],
            why="Under the root, eps = 10⁻⁷ acts like 3·10⁻⁴, so much larger matrices are affected. The docstring compares eps with the norm itself.",
            look="Is eps compared with the norm, or with the sum of squares?",
        ),
        slip(
            "a matrix of zeros gives nan",
            edit=(".clamp(min=eps)", ""),
            why="A layer that took no part in a step has a gradient of zeros. One nan is enough to make the whole model nan after the next step.",
            look="What is 0 divided by 0, and how does eps prevent it?",
        ),
        slip(
            "eps has no effect on a matrix that is small but not 0",
            edit=("min=eps", "min=1e-7"),
            also=[("G / G.norm().clamp(min=eps)", "G / (G.norm() if G.any() else eps)")],
            why="The caller chooses the norm below which a matrix is no longer stretched to length 1. It doesn't have to be 0 or 10⁻⁷.",
            look="If the norm is 0.1 and eps is 0.5, what does your code divide by?",
        ),
        slip(
            "there are always five rounds",
            edit=("range(steps)", "range(5)"),
            why="The caller decides how many; a full-scale run may ask for six.",
            look="Which argument does your code never use?",
        ),
        slip(
            "there is one round too few, or one too many",
            edit=("range(steps)", "range(steps - 1)", "range(steps + 1)"),
            why="The last round counts as much as the first.",
            look="How many times does your loop run for steps = 1?",
        ),
        slip(
            "the result for a tall matrix is not transposed back",
            edit=("return X.T if tall else X", "return X", "return X.reshape(G.shape)"),
            why="The step must have the shape of the parameter, and each number must be back in its place. reshape gives you only the shape.",
            look="For a G of (6, 2), what is the shape of X after the loop, and how do you turn it back?",
        ),
        slip(
            "a matrix that was not transposed is transposed at the end",
            edit=("return X.T if tall else X", "return X.T"),
            why="Only a tall matrix was transposed at the beginning. With a square one you can't see this mistake from the shape.",
            look="For which shapes did you transpose at the beginning?",
        ),
        slip(
            "the fifth power is missing",
            edit=("B * A + C * A @ A", "B * A"),
            why="Without the last term, values near 1 become negative.",
            look="How many terms does a round have?",
        ),
        slip(
            "powers are taken entry by entry",
            edit=("C * A @ A", "C * A * A"),
            also=[("C * A @ A", "C * A**2"), ("a * X + (B * A + C * A @ A) @ X", "a * X + B * X**3 + C * X**5")],
            why="Only a matrix product acts on the singular values one by one. Squaring entries mixes them.",
            look="What does ** do to a matrix in PyTorch, and what does @ do?",
        ),
        slip(
            "XXᵀ is not recomputed in each round",
            edit=("    for _ in range(steps):\n        A = X @ X.T\n", "    A = X @ X.T\n    for _ in range(steps):\n"),
            why="After the first round X has changed, and so has XXᵀ.",
            look="Which X does the second round need for XXᵀ?",
        ),
        slip(
            "two of the coefficients are swapped",
            edit=("B * A + C * A @ A", "C * A + B * A @ A"),
            also=[("a * X + ", "C * X + ")],
            why="a goes with X, b with the third power, c with the fifth.",
            look="What should one round turn x = 1 into? (About 0.7.)",
        ),
        slip(
            "the middle term is added, not subtracted",
            edit=("B * A +", "-B * A +"),
            why="Then every round makes every value larger, and after five rounds they overflow.",
            look="What is the sign of b?",
        ),
        slip(
            "the rounds use a polynomial that converges to exactly 1",
            edit=("a * X + (B * A + C * A @ A) @ X", "1.5 * X - 0.5 * A @ X"),
            also=[[("range(steps)", "range(4 * steps)"), ("a * X + (B * A + C * A @ A) @ X", "1.5 * X - 0.5 * A @ X")], ("a * X + (B * A + C * A @ A) @ X", "2 * X + (-1.5 * A + 0.5 * A @ A) @ X"), ("a * X + (B * A + C * A @ A) @ X", "1.875 * X + (-1.25 * A + 0.375 * A @ A) @ X")],
            why="1.5 x − 0.5 x³ and other older polynomials converge to exactly 1 but need many more rounds, because a small value at most doubles in each.",
            look="By what factor does each polynomial multiply x = 0.001?",
        ),
        slip(
            "a multiplies the other terms as well",
            edit=("@ A) @ X", "@ A) @ (a * X)"),
            why="a belongs to the first term only. With a in all three, the values explode within a few rounds.",
            look="In the formula, which X do the last two terms multiply?",
        ),
        slip(
            "the term aX is missing or has no coefficient",
            edit=("a * X + (", "X + ("),
            also=[("a * X + (", "(")],
            why="The first term makes small values grow, which is why a is as large as 3.4445.",
            look="How many terms does a round have, and what is the coefficient of the first?",
        ),
        slip(
            "the product XXᵀ has the size of the long side",
            edit=("tall = G.shape[0] > G.shape[1]", "tall = G.shape[0] < G.shape[1]"),
            also=[("tall = G.shape[0] > G.shape[1]", "tall = False"), ("tall = G.shape[0] > G.shape[1]", "tall = True")],
            why="The values are right, but XXᵀ has as many rows as X: for a matrix of shape (50,000, 768) that means 2.5 billion numbers instead of 590 thousand.",
            look="What is the shape of XXᵀ for a tall X, and what is it for its transpose?",
        ),
        slip(
            "the numbers are rounded to bfloat16",
            edit=[("X = G / G.norm()", "X = G.bfloat16() / G.norm()"), ("return X.T if tall else X", "return (X.T if tall else X).to(G.dtype)")],
            also=[("X = G / G.norm().clamp(min=eps)", "X = G.bfloat16()\n    X = X / (X.norm() + eps)"), [("X = G / G.norm().clamp(min=eps)", "X = G.bfloat16()\n    X = X / X.norm().clamp(min=eps)"), ("return X.T if tall else X", "return (X.T if tall else X).to(G.dtype)")]],
            why="PyTorch does this to be fast on a GPU. Here the docstring asks you not to round, so errors stay small enough to compare.",
            look="How many digits does bfloat16 keep?",
        ),
        slip(
            "G is changed",
            edit=("X = G / G.norm().clamp(min=eps)", "X = G.div_(G.norm().clamp(min=eps))"),
            why="The caller passes in its running mean, and you would change that mean for the next step.",
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
            why="The update has to have the dtype of the parameter, which may be bfloat16 or float64.",
            look="What is the dtype of your result for a G in bfloat16?",
        ),
        slip(
            "G is returned unchanged for steps = 0",
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
            why="The division by the norm comes before the rounds, however many there are.",
            look="What is the norm of your result for steps = 0?",
        ),
        slip(
            "float64 is rounded to float32",
            edit=[("X = G / G.norm()", "X = G.float() / G.float().norm()"), ("return X.T if tall else X", "return (X.T if tall else X).to(G.dtype)")],
            why="The result has the right dtype but only the precision of float32. The docstring asks you not to round to a dtype less precise than that of G.",
            look="Which of your calls changes the dtype?",
        ),
        slip(
            "X changes between the terms of a round",
            edit=("        X = a * X + (B * A + C * A @ A) @ X", "        X = a * X\n        X = X + B * A @ X\n        X = X + C * A @ A @ X"),
            why="All three terms of a round start from the same X. If one term is computed from a sum that contains another, the polynomial is a different one.",
            look="Which X do the second and the third term multiply?",
        ),
        slip(
            "X is divided by its norm in every round",
            edit=("        X = a * X + (B * A + C * A @ A) @ X", "        X = a * X + (B * A + C * A @ A) @ X\n        X = X / X.norm().clamp(min=eps)"),
            why="The norm of an orthogonal matrix with n rows is √n, not 1. Dividing again makes the values small, and the rounds have to start over.",
            look="How many times does the docstring ask you to divide?",
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
