"""One step of the optimizer Muon with momentum and decoupled weight decay.

Oracle: torch.optim.Muon's formulas in float64: momentum as a weighted sum over all gradients,
Newton–Schulz acting on singular values. PyTorch's own Muon computes in bfloat16.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BY_SINGULAR_VALUES, OPTIMIZERS, orthogonal


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

        PyTorch itself computes in bfloat16; tests/lessons/04_gpt/test_04_gpt.py holds this path against its Muon.
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
