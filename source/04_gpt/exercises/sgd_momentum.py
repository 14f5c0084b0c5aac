"""One step of SGD with momentum, as a running mean of the gradients.

Oracle: the running mean written out as a weighted sum of all gradients so far.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import OPTIMIZERS, drawn_rates

RUNNING = "beta * m + (1 - beta) * gradient"
MEAN = f"m = {RUNNING}"


@exercise("sgd_momentum", points=2, forbid=OPTIMIZERS)
class _:
    cases = [
        dict(shape=(3,), steps=6, lr=0.5, beta=0.9),
        dict(shape=(2, 2), steps=4, lr=2.0, beta=0.5),
        dict(shape=(2, 2), steps=2, lr=1.0, beta=0.8),  # a new run: m is 0 again
    ]

    def inputs(rng, shape, steps, lr, beta):
        return {
            "parameter": rng.standard_normal(shape),
            "gradients": rng.standard_normal((steps, *shape)) + 1.0,
            "rates": drawn_rates(rng, lr, steps),
            "beta": beta,
        }

    def oracle(parameter, gradients, rates, beta):
        """The running mean written out as a weighted sum of all gradients so far."""
        path, means = [], []
        for t in range(1, len(gradients) + 1):
            weights = (1 - beta) * beta ** np.arange(t - 1, -1, -1)
            means.append(np.tensordot(weights, gradients[:t], axes=1))
            parameter = parameter - rates[t - 1] * means[-1]
            path.append(parameter)
        path, unchanged = np.stack(path), [dict.fromkeys(("parameter", "gradient", "m"), True)] * len(path)
        return {
            "path": path,
            "m": np.stack(means),
            "arguments unchanged": {"path": path, "unchanged": unchanged},
        }

    weights = {"path": 2, "m": 1, "arguments unchanged": 1}

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
            edit=(MEAN, "m = beta * m + gradient"),
            why="That is how torch.optim.SGD does it. With β = 0.9 its steps are up to ten times as long, so a learning rate from a paper that averages is too large for it.",
            look="What factor multiplies a new gradient before it is added to the mean?",
        ),
        slip(
            "β and 1 − β are swapped",
            edit=(MEAN, "m = (1 - beta) * m + beta * gradient"),
            why="The memory is then very short: with β = 0.9, the newest gradient makes up nine tenths of every step.",
            look="Which of the two should be near 1?",
        ),
        slip(
            "the gradient moves the parameter, not the mean",
            edit=("parameter - lr * m", "parameter - lr * gradient", "parameter - lr * (1 - beta) * gradient"),
            why="This is plain gradient descent: the mean is computed but never used.",
            look="What is multiplied by the learning rate?",
        ),
        slip(
            "the old mean moves the parameter",
            edit=f"new = {RUNNING}\nreturn parameter - lr * m, new",
            also=["new = beta * m + gradient\nreturn parameter - lr * m, new"],
            why="The first step then does nothing, and every gradient takes effect one step late.",
            look="What is the index of m in the second formula?",
        ),
        slip(
            "the parameter climbs",
            edit=("parameter - lr", "parameter + lr"),
            also=[
                "m = beta * m + gradient\nreturn parameter + lr * m, m",
                "m = (1 - beta) * m + beta * gradient\nreturn parameter + lr * m, m",
                f"new = {RUNNING}\nreturn parameter + lr * m, new",
                "m = beta * m - (1 - beta) * gradient\nreturn parameter - lr * m, m",
            ],
            why="The gradient points uphill.",
            look="What is the sign of the step?",
        ),
        slip(
            "the learning rate is inside the mean",
            edit="m = beta * m + (1 - beta) * lr * gradient\nreturn parameter - m, m",
            also=[
                "m = beta * m - (1 - beta) * lr * gradient\nreturn parameter + m, m",
                "m = beta * m - lr * gradient\nreturn parameter + m, m",
                "m = beta * m + lr * gradient\nreturn parameter - m, m",
            ],
            why="When a schedule changes the rate, old gradients keep the rate they had when they came in, so every change is delayed. And the m that you return is not a mean of gradients.",
            look="What is averaged in the first formula?",
        ),
        slip(
            "the learning rate is applied twice, or not at all",
            edit=("parameter - lr * m", "parameter - m", "parameter - lr**2 * m"),
            also=[(MEAN, "m = beta * m + (1 - beta) * lr * gradient"), "m = beta * m + gradient\nreturn parameter - m, m"],
            why="The rate sets how far a step goes. It multiplies the mean once, when the parameter moves.",
            look="In which of the two formulas does η occur, and how many times?",
        ),
        slip(
            "the step looks ahead",
            edit=("parameter - lr * m", f"parameter - lr * ({RUNNING})"),
            also=[
                "m = beta * m + gradient\nreturn parameter - lr * (gradient + beta * m), m",
                "m = beta * m + gradient\nreturn parameter - lr * (1 - beta) * (gradient + beta * m), m",
                ("parameter - lr * m", "parameter - lr * (gradient + beta * m)"),
            ],
            why="That is Nesterov momentum, a different method. The formula here uses the mean itself.",
            look="What is multiplied by the learning rate?",
        ),
        slip(
            "the gradient is added to the step once more",
            edit=("parameter - lr * m", "parameter - lr * (m + gradient)", "parameter - lr * (m + (1 - beta) * gradient)"),
            why="The mean already contains the newest gradient.",
            look="What is multiplied by the learning rate in the second formula?",
        ),
        slip(
            "the first mean is the gradient itself",
            edit=(MEAN, f"m = {RUNNING} if m.any() else gradient.clone()", f"m = {RUNNING} if m.any() else beta * gradient"),
            why="torch.optim.SGD starts its buffer that way. In the formula here, the first step is only 1 − β times as long as the gradient.",
            look="With m₀ = 0 and a first gradient of 1, what is m₁ in the example of the text?",
        ),
        slip(
            "the mean is corrected for its start at 0",
            edit=("parameter - lr * m", "parameter - lr * m / (1 - beta)"),
            also=[(MEAN, f"m = ({RUNNING}) / (1 - beta)")],
            why="That correction belongs to Adam, and there it fades with the number of steps. The formula here has none.",
            look="What does the second formula multiply by the learning rate?",
        ),
        slip(
            "β is a fixed number",
            edit=(MEAN, "m = 0.9 * m + 0.1 * gradient", "m = (m + gradient) / 2", "m = 0.99 * m + 0.01 * gradient"),
            also=["m = 0.9 * m + gradient\nreturn parameter - lr * m, m"],
            why="The caller chooses β. With a smaller β the mean forgets faster.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the factors of the old mean and the gradient don't add up to 1",
            edit=(MEAN, "m = beta * (m + (1 - beta) * gradient)", "m = m + (1 - beta) * gradient", "m = beta * (m + gradient)", "m = m + gradient", "m = m + beta * gradient"),
            why="The result is then not a mean: it is too small, too large, or it grows without limit.",
            look="If every gradient were 1, what would your m become after many steps?",
        ),
        slip(
            "all entries share one gradient",
            edit=("(1 - beta) * gradient", "(1 - beta) * gradient.mean()", "(1 - beta) * gradient.norm()", "(1 - beta) * gradient.sum()"),
            why="Each entry of the parameter has a gradient of its own.",
            look="What is the shape of the term that you multiply by 1 − β?",
        ),
        slip(
            "the gradient or the mean is not used as it is",
            edit=("parameter - lr * m", "parameter - lr * m.sign()", "parameter - lr * m / m.norm()"),
            also=[("(1 - beta) * gradient", f"(1 - beta) * gradient{call}") for call in ("**2", ".abs()", ".sign()", " / gradient.norm()")],
            why="Momentum averages the gradients with their size and their sign, and steps along that mean.",
            look="What do the two formulas multiply by 1 − β and by η?",
        ),
        slip(
            "the old m is returned",
            edit=f"new = {RUNNING}\nreturn parameter - lr * new, m",
            also=["new = beta * m + gradient\nreturn parameter - lr * new, m"],
            why="The caller passes the returned m to the next step, so the mean never gets past the first gradient.",
            look="After your function has run, which m does the caller have?",
        ),
        slip(
            "the m that is returned is not the mean of the formula",
            edit="m = beta * m + gradient\nreturn parameter - lr * (1 - beta) * m, m",
            also=[f"m = {RUNNING}\nreturn parameter - lr * m, lr * m", f"m = {RUNNING}\nreturn parameter - lr * m, gradient.clone()"],
            why="The docstring promises the new m. A caller who plots it, or goes on with another step function, needs the mean itself.",
            look="What is m after the first step of the example in the text?",
        ),
        slip(
            "the two results come in the wrong order",
            edit=("parameter - lr * m, m", "m, parameter - lr * m"),
            why="The caller takes the first value for the parameter and the second for the mean.",
            look="In which order does the docstring name what is returned?",
        ),
        slip(
            "only the parameter is returned",
            edit=("return parameter - lr * m, m", "return parameter - lr * m"),
            why="Without the new m, the next step can't continue the running mean.",
            look="How many values does the docstring promise?",
        ),
        slip(
            "the caller's m is changed",
            edit=(MEAN, "m = m.mul_(beta).add_((1 - beta) * gradient)"),
            why="Your code changes its argument m in place, but the caller may still need the old mean.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "the caller's parameter is changed",
            edit=("return parameter - lr * m, m", "return parameter.sub_(lr * m), m"),
            also=[[(MEAN, "m = m.mul_(beta).add_((1 - beta) * gradient)"), ("return parameter - lr * m, m", "return parameter.sub_(lr * m), m")]],
            why="The function promises a new parameter. If the caller keeps each step, all of them turn into the last one.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "the caller's gradient is changed",
            edit=(MEAN, "gradient *= 1 - beta\n    m = beta * m + gradient"),
            why="The docstring promises that no argument is modified. Someone may still want to log the gradient or clip it.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "the mean is kept outside the function, and the m that is passed in is not used",
            edit=(MEAN, "kept = getattr(sgd_momentum, 'kept', None)\n    kept = torch.zeros_like(gradient) if kept is None or kept.shape != gradient.shape else kept\n    m = sgd_momentum.kept = beta * kept + (1 - beta) * gradient"),
            why="A second parameter, or a new run, then starts with the mean of the previous one.",
            look="Where does your code read the argument m?",
        ),
    ]  # fmt: skip
    promises = {
        "a mean, not a sum": dict(beta=0.9),
        "any shape": dict(shape=(2, 2)),
        "a new run starts afresh": dict(steps=2),
        "the rate may change from step to step": "path",
        "none of the arguments is modified": "arguments unchanged",
    }
