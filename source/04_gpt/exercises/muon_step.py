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

        PyTorch itself computes in bfloat16; tests/lessons/04_gpt/test_04_gpt.py compares this path with its Muon.
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
            why="The path is the same, because newton_schulz divides by the length. But m is then a sum, and the docstring promises a mean.",
            look="What factor multiplies a new gradient before it is added to the mean?",
        ),
        slip(
            "the mean is not orthogonalized",
            edit=("newton_schulz(ahead)", "ahead"),
            why="This is plain momentum: the largest singular value of the gradient dominates the step.",
            look="Where do you call newton_schulz?",
        ),
        slip(
            "the gradient is orthogonalized, not the mean",
            edit=("newton_schulz(ahead)", "newton_schulz(gradient)"),
            why="Then there is no momentum, because m is updated but never used.",
            look="What goes into newton_schulz in the formula?",
        ),
        slip(
            "the gradient is orthogonalized before it is averaged",
            edit=("(1 - momentum) * gradient\n    ahead = momentum * m + (1 - momentum) * gradient", "(1 - momentum) * newton_schulz(gradient)\n    ahead = momentum * m + (1 - momentum) * newton_schulz(gradient)"),
            also=[[("(1 - momentum) * gradient\n    ahead = momentum * m + (1 - momentum) * gradient", "(1 - momentum) * newton_schulz(gradient)\n    ahead = momentum * m + (1 - momentum) * newton_schulz(gradient)"), ("newton_schulz(ahead)", "ahead")], ("m = momentum * m + (1 - momentum) * gradient\n    ahead", "m = momentum * m + (1 - momentum) * newton_schulz(gradient)\n    ahead")],
            why="The noise of a single batch would then count as much as a direction that many batches agree on.",
            look="Which comes first in the formulas, the mean or O?",
        ),
        slip(
            "the step does not look ahead",
            edit=(" if nesterov else m", " if False else m"),
            also=[[("    m = momentum * m + (1 - momentum) * gradient\n    ahead = momentum * m", "    ahead = momentum * m"), ("    rows, columns", "    m = momentum * m + (1 - momentum) * gradient\n    ahead = ahead if nesterov else m\n    rows, columns")]],
            why="With nesterov=True, the new gradient is counted a second time: A contains the new mean, not the old one.",
            look="With nesterov=True, is the matrix that goes into newton_schulz different from the new mean?",
        ),
        slip(
            "the step always looks ahead",
            edit=(" if nesterov else m", ""),
            also=[(" if nesterov else m", " if not nesterov else m")],
            why="With nesterov=False the mean itself gives the direction.",
            look="What does your code do for nesterov=False?",
        ),
        slip(
            "the gradient counts in full in the look-ahead",
            edit=("ahead = momentum * m + (1 - momentum) * gradient", "ahead = momentum * m + gradient"),
            why="That formula belongs to a sum of gradients. Next to a mean, a single gradient would outweigh all earlier ones.",
            look="In the formula for A, which two factors appear, and what do they add up to?",
        ),
        slip(
            "the look-ahead is kept as the mean",
            edit=("return parameter * (1 - lr * weight_decay) - lr * scale * newton_schulz(ahead), m", "return parameter * (1 - lr * weight_decay) - lr * scale * newton_schulz(ahead), ahead"),
            why="The look-ahead is meant for this step only. If you keep it, every later step counts this gradient twice.",
            look="Besides the parameter, what should the function return?",
        ),
        slip(
            "momentum and 1 − momentum are swapped",
            edit=[("m = momentum * m + (1 - momentum) * gradient", "m = (1 - momentum) * m + momentum * gradient")],
            also=[[("m = momentum * m + (1 - momentum) * gradient", "m = (1 - momentum) * m + momentum * gradient"), ("ahead = momentum * m + (1 - momentum) * gradient", "ahead = (1 - momentum) * m + momentum * gradient")]],
            why="The memory is then very short: the newest gradient makes up nineteen twentieths of the mean.",
            look="Which of the two should be near 1?",
        ),
        slip(
            "the scale is missing",
            edit=("lr * scale *", "lr *"),
            why="A map from few features to many would move its outputs less than a square map does.",
            look="What is the scale of a matrix with four times as many rows as columns?",
        ),
        slip(
            "rows and columns are swapped in the scale",
            edit=("rows / columns", "columns / rows"),
            why="A wide matrix would take longer steps than a tall one. The first axis of a weight is its outputs.",
            look="Is the scale above 1 for shape (6, 2) or for shape (2, 6)?",
        ),
        slip(
            "the scale falls below 1",
            edit=("math.sqrt(max(1, rows / columns))", "math.sqrt(rows / columns)"),
            why="A wide matrix still takes a full step, because the scale is at least 1.",
            look="What is the scale of a matrix of shape (3, 6)?",
        ),
        slip(
            "the ratio of rows to columns is rounded down",
            edit=("rows / columns", "rows // columns"),
            why="With // a matrix of shape (4, 3) counts as square, and its step comes out too short.",
            look="What are 4 / 3 and 4 // 3 in Python?",
        ),
        slip(
            "the scale has no root",
            edit=("math.sqrt(max(1, rows / columns))", "max(1, rows / columns)"),
            why="The step of a tall matrix would be too long by another factor of √(n/k).",
            look="What is the scale of a matrix of shape (8, 2)?",
        ),
        slip(
            "the scale is the one meant to match AdamW",
            edit=("math.sqrt(max(1, rows / columns))", "0.2 * math.sqrt(max(rows, columns))"),
            why="PyTorch calls this scale match_rms_adamw (Liu et al. 2025); it is meant for learning rates tuned for AdamW. The formula here is the original one.",
            look="What is the scale of a square matrix?",
        ),
        slip(
            "momentum is fixed at 0.95",
            edit=("m = momentum * m + (1 - momentum) * gradient\n    ahead", "momentum = 0.95\n    m = momentum * m + (1 - momentum) * gradient\n    ahead"),
            why="The caller chooses the momentum; 0.95 is only the default.",
            look="Which argument does your code overwrite or never use?",
        ),
        slip(
            "the mean is returned before the parameter",
            edit=("return parameter * (1 - lr * weight_decay) - lr * scale * newton_schulz(ahead), m", "return m, parameter * (1 - lr * weight_decay) - lr * scale * newton_schulz(ahead)"),
            why="The docstring names the new parameter first, then the new mean.",
            look="In which order does the docstring list the results?",
        ),
        slip(
            "there is no weight decay",
            edit=("parameter * (1 - lr * weight_decay) -", "parameter -"),
            why="Every step pushes the weights by the same amount, so without decay they can keep growing.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the decay has no learning rate",
            edit=("(1 - lr * weight_decay)", "(1 - weight_decay)"),
            why="Every step would remove a tenth of every weight.",
            look="Which two factors multiply θ in the decay?",
        ),
        slip(
            "the decay is multiplied by the scale",
            edit=("(1 - lr * weight_decay)", "(1 - lr * scale * weight_decay)"),
            why="The scale belongs to the step. How fast the weights decay doesn't depend on their shape.",
            look="Which of the two terms contains the scale?",
        ),
        slip(
            "the decay comes after the step",
            edit=("parameter * (1 - lr * weight_decay) - lr * scale * newton_schulz(ahead)", "(parameter - lr * scale * newton_schulz(ahead)) * (1 - lr * weight_decay)"),
            why="The decay then shrinks the new step as well.",
            look="Which θ does the decay multiply in the formula, the old one or the new one?",
        ),
        slip(
            "the decay goes into the gradient",
            edit=[("    m = momentum * m", "    gradient = gradient + weight_decay * parameter\n    m = momentum * m"), ("parameter * (1 - lr * weight_decay) -", "parameter -")],
            why="newton_schulz divides by the length, so the strength of the decay is lost.",
            look="Does the decay act on the parameter directly?",
        ),
        slip(
            "the parameter climbs",
            edit=("weight_decay) - lr", "weight_decay) + lr"),
            why="The gradient points uphill.",
            look="What is the sign of the step?",
        ),
        slip(
            "the caller's m is changed",
            edit=("m = momentum * m + (1 - momentum) * gradient\n    ahead", "m = m.mul_(momentum).add_((1 - momentum) * gradient)\n    ahead"),
            why="Your code changes its argument m in place, but the caller may still need the old mean.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "the caller's m and gradient are changed",
            edit=("m = momentum * m + (1 - momentum) * gradient\n    ahead = momentum * m + (1 - momentum) * gradient if nesterov else m", "m = m.lerp_(gradient, 1 - momentum)\n    ahead = gradient.lerp_(m, momentum) if nesterov else m"),
            also=[("ahead = momentum * m + (1 - momentum) * gradient if nesterov else m", "ahead = gradient.lerp_(m, momentum) if nesterov else m")],
            why="Keller Jordan's code saves memory this way, and there the optimizer owns both tensors. This function promises to leave its arguments alone, because the caller may still need them.",
            look="Which of your operations end in an underscore, and what do they write to?",
        ),
        slip(
            "the caller's parameter is changed",
            edit=("return parameter * (1 - lr * weight_decay) - lr * scale * newton_schulz(ahead), m", "return parameter.mul_(1 - lr * weight_decay).sub_(lr * scale * newton_schulz(ahead)), m"),
            why="The function promises a new parameter. If the caller keeps each step, all of them turn into the last one.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "entries with a gradient of 0 do not decay",
            edit="""
            def muon_step(parameter, gradient, m, lr, momentum=0.95, weight_decay=0.1, nesterov=True):
                new_m = momentum * m + (1 - momentum) * gradient
                ahead = momentum * new_m + (1 - momentum) * gradient if nesterov else new_m
                n, k = parameter.shape
                scale = math.sqrt(max(1, n / k))
                return torch.where(gradient != 0, parameter * (1 - lr * weight_decay), parameter) - lr * scale * newton_schulz(ahead), new_m
            """,
            why="Weight decay acts on the weight itself, whatever its gradient.",
            look="What should happen to a row whose gradient is always 0?",
        ),
        slip(
            "the mean starts with the first gradient",
            edit=("    m = momentum * m + (1 - momentum) * gradient\n    ahead", "    m = m if m.any() else gradient\n    m = momentum * m + (1 - momentum) * gradient\n    ahead"),
            also=[("    m = momentum * m + (1 - momentum) * gradient\n    ahead", "    m = momentum * m + (1 - momentum) * gradient if m.any() else gradient\n    ahead")],
            why="PyTorch's SGD starts its buffer like that. Muon's mean starts at 0, so its first value is (1 − μ) times the gradient.",
            look="What does the formula for M give in the first step, when the old mean is 0?",
        ),
        slip(
            "weight decay is fixed at 0.1",
            edit=("lr * weight_decay)", "lr * 0.1)"),
            why="The caller chooses the decay; 0.1 is only the default.",
            look="Which argument does your code never use?",
        ),
        slip(
            "newton_schulz runs a different number of rounds",
            edit=("newton_schulz(ahead)", "newton_schulz(ahead, 10)", "newton_schulz(ahead, 6)", "newton_schulz(ahead, 4)"),
            why="The docstring asks for the default of five rounds.",
            look="Which arguments do you pass to newton_schulz?",
        ),
    ]  # fmt: skip
    promises = {
        "the options have the values of the signature": dict(options={}),
        "no look-ahead": dict(shape=(3, 6)),
        "a tall matrix takes longer steps": dict(shape=(6, 2)),
        "a gradient of zeros": dict(idle=True),
        "m is the mean": "means",
        "new tensors come back": "arguments unchanged",
        "the rate may change from step to step": "path",
    }
