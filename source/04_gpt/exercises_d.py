"""What decides the exercises of sitting d: Muon, in two parts, and a line through a few runs."""

import numpy as np

from autograder.authoring import exercise, slip

OPTIMIZERS = ["torch.optim", "utils.training", "utils.checkpoints"]
BY_SINGULAR_VALUES = [
    "torch.svd", "torch.linalg.svd", "torch.linalg.eigh", "torch.linalg.qr", ".svd", ".qr",
]  # fmt: skip
A, B, C = 3.4445, -4.7750, 2.0315


def orthogonal(G, steps=5, eps=1e-7):
    """What the rounds do to a matrix, written down for its singular values one by one, in float64."""
    if not G.any():
        return np.zeros_like(G)
    U, s, Vt = np.linalg.svd(G, full_matrices=False)
    s = s / max(np.sqrt((s**2).sum()), eps)
    for _ in range(steps):
        s = A * s + B * s**3 + C * s**5
    return U * s @ Vt


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
            edit=("range(steps)", "range(steps - 1)", "range(steps + 1)", "range(1, steps)"),
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


@exercise("muon_step", points=4, forbid=[*OPTIMIZERS, *BY_SINGULAR_VALUES], uses=["newton_schulz"])
class _:
    cases = [
        dict(shape=(4, 3), steps=5, options={}),
        dict(shape=(3, 6), steps=4, options=dict(momentum=0.8, weight_decay=0.5, nesterov=False)),
        dict(shape=(6, 2), steps=4, options=dict(momentum=0.4, weight_decay=0.3, nesterov=True)),
        dict(shape=(3, 3), steps=3, options=dict(weight_decay=0.0), idle=True),  # the first gradient is 0
        dict(shape=(3, 4), steps=3, options=dict(weight_decay=0.5), still=True),  # a row never has a gradient
    ]
    weights = {"path": 4, "means": 1, "arguments unchanged": 1}
    tolerance = 1e-3

    def inputs(rng, shape, steps, options, idle=False, still=False):
        gradients = rng.standard_normal((steps, *shape)) + 0.5 * rng.standard_normal(shape)
        if idle:
            gradients[0] = 0
        if still:
            gradients[:, 1] = 0
        return {
            "parameter": 2 * rng.standard_normal(shape),
            "gradients": gradients,
            "rates": 0.3 * rng.uniform(0.5, 1.5, steps),
            "options": options,
        }

    def oracle(parameter, gradients, rates, options):
        """The formulas of torch.optim.Muon in float64, with the means as sums over all gradients so far.

        PyTorch itself computes in bfloat16; tests/test_lesson_04.py holds this path against its Muon.
        """
        momentum, decay = options.get("momentum", 0.95), options.get("weight_decay", 0.1)
        path, means = [], []
        for t, lr in enumerate(rates):
            weights = (1 - momentum) * momentum ** np.arange(t, -1, -1)
            means.append(np.tensordot(weights, gradients[: t + 1], axes=1))
            ahead = means[-1]
            if options.get("nesterov", True):
                ahead = momentum * ahead + (1 - momentum) * gradients[t]
            rows, columns = parameter.shape
            scale = np.sqrt(max(1.0, rows / columns))
            parameter = parameter - lr * decay * parameter - lr * scale * orthogonal(ahead)
            path.append(parameter)
        path, means = np.stack(path), np.stack(means)
        given = {"parameter": path[:-1], "m": means[:-1], "gradient": gradients}
        return {
            "path": path,
            "means": {"path": path, "m": means},
            "arguments unchanged": {"path": path, **given},
        }

    alternatives = {
        "lerp": """
            m = torch.lerp(gradient, m, momentum)
            direction = torch.lerp(gradient, m, momentum) if nesterov else m
            rate = lr * max(1.0, parameter.size(0) / parameter.size(1)) ** 0.5
            return torch.add(parameter * (1.0 - lr * weight_decay), newton_schulz(direction), alpha=-rate), m
        """,
        "a sum inside, a mean outside": """
            kept = momentum * m
            m = kept + gradient - momentum * gradient
            towards = gradient + momentum / (1 - momentum) * m if nesterov else m
            n_rows, n_columns = parameter.shape
            change = newton_schulz(towards, 5) * (math.sqrt(n_rows / n_columns) if n_rows > n_columns else 1)
            return parameter - lr * (change + weight_decay * parameter), m
        """,
    }
    slips = [
        slip(
            "gradients are summed, not averaged",
            edit=[("m = momentum * m + (1 - momentum) * gradient", "m = momentum * m + gradient"), ("ahead = momentum * m + (1 - momentum) * gradient", "ahead = momentum * m + gradient")],
            why="The path is the same, because newton_schulz divides the length out. But m is not the mean that the docstring names.",
            look="By which factor does a new gradient enter the mean?",
        ),
        slip(
            "the mean is not orthogonalised",
            edit=("newton_schulz(ahead)", "ahead"),
            why="This is gradient descent with momentum: the largest singular value of the gradient decides everything.",
            look="Where does newton_schulz come in?",
        ),
        slip(
            "the gradient is orthogonalised, not the mean",
            edit=("newton_schulz(ahead)", "newton_schulz(gradient)"),
            why="Then there is no momentum: m is kept and never used.",
            look="What goes into newton_schulz in the formula?",
        ),
        slip(
            "the gradient is orthogonalised before it is averaged",
            edit=("(1 - momentum) * gradient\n    ahead = momentum * m + (1 - momentum) * gradient", "(1 - momentum) * newton_schulz(gradient)\n    ahead = momentum * m + (1 - momentum) * newton_schulz(gradient)"),
            also=[[("(1 - momentum) * gradient\n    ahead = momentum * m + (1 - momentum) * gradient", "(1 - momentum) * newton_schulz(gradient)\n    ahead = momentum * m + (1 - momentum) * newton_schulz(gradient)"), ("newton_schulz(ahead)", "ahead")]],
            why="Noise of a single batch would then count as much as what many batches agree on.",
            look="Which comes first in the formulas, the mean or O?",
        ),
        slip(
            "the step does not look ahead",
            edit=(" if nesterov else m", " if False else m"),
            why="With nesterov=True the new gradient counts once more.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the step always looks ahead",
            edit=(" if nesterov else m", ""),
            also=[(" if nesterov else m", " if not nesterov else m")],
            why="With nesterov=False the mean itself gives the direction.",
            look="What does your code do for nesterov=False?",
        ),
        slip(
            "looking ahead, the gradient counts in full",
            edit=("ahead = momentum * m + (1 - momentum) * gradient", "ahead = momentum * m + gradient"),
            why="That formula belongs to a sum of gradients. Beside a mean, one gradient would outweigh all before it.",
            look="Which two factors stand in the formula of looking ahead, and what is their sum?",
        ),
        slip(
            "looking ahead stands in the mean that is kept",
            edit=("return parameter * (1 - lr * weight_decay) - lr * scale * newton_schulz(ahead), m", "return parameter * (1 - lr * weight_decay) - lr * scale * newton_schulz(ahead), ahead"),
            why="Looking ahead is for this step only. Kept, the new gradient would be counted twice for ever.",
            look="What does the docstring say comes back beside the parameter?",
        ),
        slip(
            "momentum and 1 − momentum are exchanged",
            edit=[("m = momentum * m + (1 - momentum) * gradient", "m = (1 - momentum) * m + momentum * gradient")],
            also=[[("m = momentum * m + (1 - momentum) * gradient", "m = (1 - momentum) * m + momentum * gradient"), ("ahead = momentum * m + (1 - momentum) * gradient", "ahead = (1 - momentum) * m + momentum * gradient")]],
            why="The memory is then very short: nineteen twentieths of every mean are the newest gradient.",
            look="Which of the two should be near 1?",
        ),
        slip(
            "the scale is missing",
            edit=("lr * scale *", "lr *"),
            why="A map from few features to many would move its outputs less than a square one.",
            look="What is the scale of a matrix with four times as many rows as columns?",
        ),
        slip(
            "rows and columns are exchanged in the scale",
            edit=("rows / columns", "columns / rows"),
            why="A wide matrix would take the longer steps. The first axis of a weight counts outputs.",
            look="Which of the shapes (6, 2) and (2, 6) has a scale above 1?",
        ),
        slip(
            "the scale falls below 1",
            edit=("math.sqrt(max(1, rows / columns))", "math.sqrt(rows / columns)"),
            why="A wide matrix keeps the full step: the scale is at least 1.",
            look="What is the scale of a matrix of (3, 6)?",
        ),
        slip(
            "the scale has no root",
            edit=("math.sqrt(max(1, rows / columns))", "max(1, rows / columns)"),
            why="The step of a tall matrix would be too long, by the root once more.",
            look="What is the scale of a matrix of (8, 2)?",
        ),
        slip(
            "the scale is the other one, made to match AdamW",
            edit=("math.sqrt(max(1, rows / columns))", "0.2 * math.sqrt(max(rows, columns))"),
            why="PyTorch has it as match_rms_adamw (Liu et al. 2025), for rates that were tuned for AdamW. The formula here is the first one.",
            look="What is the scale of a square matrix?",
        ),
        slip(
            "there is no weight decay",
            edit=("parameter * (1 - lr * weight_decay) -", "parameter -"),
            why="Weights that every step pushes by the same amount need something that holds them.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the decay has no learning rate",
            edit=("(1 - lr * weight_decay)", "(1 - weight_decay)"),
            why="A tenth of every weight would go in each step.",
            look="Which two factors stand before θ in the decay?",
        ),
        slip(
            "the decay is scaled, too",
            edit=("(1 - lr * weight_decay)", "(1 - lr * scale * weight_decay)"),
            why="The scale belongs to the step. How fast weights fade does not depend on their shape.",
            look="In which of the two terms does the scale stand?",
        ),
        slip(
            "the decay comes after the step",
            edit=("parameter * (1 - lr * weight_decay) - lr * scale * newton_schulz(ahead)", "(parameter - lr * scale * newton_schulz(ahead)) * (1 - lr * weight_decay)"),
            why="It then shrinks the step as well.",
            look="Which θ does the decay multiply in the formula, the old one or the new one?",
        ),
        slip(
            "the decay goes into the gradient",
            edit=[("    m = momentum * m", "    gradient = gradient + weight_decay * parameter\n    m = momentum * m"), ("parameter * (1 - lr * weight_decay) -", "parameter -")],
            why="Everything that goes into newton_schulz loses its length, and with it the strength of the decay.",
            look="Does the decay act on the parameter by itself?",
        ),
        slip(
            "the parameter climbs",
            edit=("weight_decay) - lr", "weight_decay) + lr"),
            why="The gradient points uphill.",
            look="Which sign does the step have?",
        ),
        slip(
            "the caller's m is changed",
            edit=("m = momentum * m + (1 - momentum) * gradient\n    ahead", "m = m.mul_(momentum).add_((1 - momentum) * gradient)\n    ahead"),
            why="Whoever called still has the tensor that went in, and finds another mean in it than the one that was put there.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "the caller's parameter is changed",
            edit=("return parameter * (1 - lr * weight_decay) - lr * scale * newton_schulz(ahead), m", "return parameter.mul_(1 - lr * weight_decay).sub_(lr * scale * newton_schulz(ahead)), m"),
            why="The function promises a new parameter. All steps of a path that is kept would then be the last one.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "what has no gradient does not decay",
            edit="""
            def muon_step(parameter, gradient, m, lr, momentum=0.95, weight_decay=0.1, nesterov=True):
                new_m = momentum * m + (1 - momentum) * gradient
                ahead = momentum * new_m + (1 - momentum) * gradient if nesterov else new_m
                n, k = parameter.shape
                scale = math.sqrt(max(1, n / k))
                return torch.where(gradient != 0, parameter * (1 - lr * weight_decay), parameter) - lr * scale * newton_schulz(ahead), new_m
            """,
            why="Decay is a pull on the weight itself.",
            look="What becomes of a row whose gradient is always 0?",
        ),
    ]  # fmt: skip
    promises = {
        "the options have the values of the signature": dict(options={}),
        "no look ahead": dict(shape=(3, 6)),
        "a tall matrix takes longer steps": dict(shape=(6, 2)),
        "a gradient of zeros": dict(idle=True),
        "m is the mean": "means",
        "new tensors come back": "arguments unchanged",
        "the rate may change from step to step": "path",
    }
