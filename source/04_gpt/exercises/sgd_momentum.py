"""One step of SGD with momentum, as a running mean of the gradients.

Oracle: the running mean written out as a weighted sum of all gradients so far.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import OPTIMIZERS, drawn_rates


@exercise("sgd_momentum", points=2, forbid=OPTIMIZERS)
class _:
    cases = [dict(shape=(3,), steps=6, lr=0.5, beta=0.9), dict(shape=(2, 2), steps=4, lr=2.0, beta=0.5)]

    def inputs(rng, shape, steps, lr, beta):
        return {
            "parameter": rng.standard_normal(shape),
            "gradients": rng.standard_normal((steps, *shape)) + 1.0,
            "rates": drawn_rates(rng, lr, steps),
            "beta": beta,
        }

    def oracle(parameter, gradients, rates, beta):
        """The running mean written out as a weighted sum of all gradients so far."""
        path, means = [], [np.zeros_like(parameter)]
        for t in range(1, len(gradients) + 1):
            weights = (1 - beta) * beta ** np.arange(t - 1, -1, -1)
            means.append(np.tensordot(weights, gradients[:t], axes=1))
            parameter = parameter - rates[t - 1] * means[-1]
            path.append(parameter)
        return {"path": np.stack(path), "m unchanged": {"path": np.stack(path), "m": np.stack(means[:-1])}}

    weights = {"path": 3, "m unchanged": 1}

    alternatives = {
        "a correction towards the gradient": """
            moved = m + (1 - beta) * (gradient - m)
            return torch.sub(parameter, moved, alpha=lr), moved
        """,
        "torch.lerp": """
            m = torch.lerp(gradient, m, beta)
            return parameter - m * lr, m
        """,
    }
    slips = [
        slip(
            "gradients are summed, not averaged",
            edit=("(1 - beta) * gradient", "gradient"),
            why="That is how torch.optim.SGD does it. With β = 0.9 its steps are ten times as long, so a learning rate from a paper that averages is ten times too large.",
            look="By which factor is a new gradient multiplied before it is added to the mean?",
        ),
        slip(
            "β and 1 − β are swapped",
            edit=("beta * m + (1 - beta) * gradient", "(1 - beta) * m + beta * gradient"),
            why="The memory is then very short: with β = 0.9, the newest gradient makes up nine tenths of every step.",
            look="Which of the two should be near 1?",
        ),
        slip(
            "the gradient moves the parameter, not the mean",
            edit=("parameter - lr * m", "parameter - lr * gradient"),
            why="This is plain gradient descent: the mean is computed but never used.",
            look="What is multiplied by the learning rate?",
        ),
        slip(
            "the old mean moves the parameter",
            edit=(
                "    m = beta * m + (1 - beta) * gradient\n    return parameter - lr * m, m",
                "    new = beta * m + (1 - beta) * gradient\n    return parameter - lr * m, new",
            ),
            why="The first step then does nothing, and every gradient takes effect one step late.",
            look="Which index does m have in the second formula?",
        ),
        slip(
            "the parameter climbs",
            edit=("parameter - lr", "parameter + lr"),
            why="The gradient points uphill.",
            look="Which sign does the step have?",
        ),
        slip(
            "the learning rate is inside the mean",
            edit=[("(1 - beta) * gradient", "(1 - beta) * lr * gradient"), ("parameter - lr * m", "parameter - m")],
            why="With a constant rate the result is the same. With a schedule, old gradients keep the rate they had when they came in, so every change of the rate is delayed.",
            look="What is averaged in the first formula?",
        ),
        slip(
            "the step looks ahead",
            edit=("parameter - lr * m", "parameter - lr * (beta * m + (1 - beta) * gradient)"),
            why="That is Nesterov momentum, a different method. The formula here uses the mean itself.",
            look="What is multiplied by the learning rate?",
        ),
        slip(
            "the caller's m is changed",
            edit=("m = beta * m + (1 - beta) * gradient", "m = m.mul_(beta).add_((1 - beta) * gradient)"),
            why="Your code changes its argument m in place, but the caller may still need the old mean.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "the caller's parameter is changed",
            edit=("return parameter - lr * m, m", "return parameter.sub_(lr * m), m"),
            also=[[("m = beta * m + (1 - beta) * gradient", "m = m.mul_(beta).add_((1 - beta) * gradient)"), ("return parameter - lr * m, m", "return parameter.sub_(lr * m), m")]],
            why="The function promises a new parameter. If the caller keeps each step, all of them turn into the last one.",
            look="Which of your operations write into an argument?",
        ),
    ]  # fmt: skip
    promises = {
        "a mean, not a sum": dict(beta=0.9),
        "any shape": dict(shape=(2, 2)),
        "the rate may change from step to step": "path",
        "new tensors come back": "m unchanged",
    }
