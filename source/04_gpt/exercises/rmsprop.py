"""One step of RMSprop, with eps outside the root.

Oracle: torch.optim.RMSprop in float64, over several steps with a changing learning rate.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import OPTIMIZERS, drawn_rates, trained


@exercise("rmsprop", points=3, forbid=OPTIMIZERS)
class _:
    cases = [
        dict(shape=(4,), steps=8, size=1.0, lr=0.1, beta=0.9, eps=1e-8),
        dict(shape=(3,), steps=5, size=1e-5, lr=0.5, beta=0.99, eps=1e-8),  # below √eps
        dict(shape=(2, 3), steps=4, size=3.0, lr=0.3, beta=0.5, eps=0.5),
    ]

    def inputs(rng, shape, steps, size, lr, beta, eps):
        # Away from 0, so that no step is decided by rounding.
        gradients = size * rng.uniform(0.5, 2, (steps, *shape)) * rng.choice([-1, 1], (steps, *shape))
        return {
            "parameter": rng.standard_normal(shape),
            "gradients": gradients,
            "rates": drawn_rates(rng, lr, steps),
            "beta": beta,
            "eps": eps,
        }

    def oracle(parameter, gradients, rates, beta, eps):
        (path,) = trained(
            lambda p: torch.optim.RMSprop(p, alpha=beta, eps=eps), [parameter], [gradients], rates
        )
        weights = [(1 - beta) * beta ** np.arange(t - 1, -1, -1) for t in range(len(gradients))]
        means = [np.tensordot(w, gradients[: len(w)] ** 2, axes=1) for w in weights]
        return {"path": path, "v unchanged": {"path": path, "v": np.stack(means)}}

    weights = {"path": 3, "v unchanged": 1}
    tolerance = 1e-5

    alternatives = {
        "addcmul and addcdiv": """
            v = torch.addcmul(v * beta, gradient, gradient, value=1 - beta)
            return torch.addcdiv(parameter, gradient, v**0.5 + eps, value=-lr), v
        """,
    }
    slips = [
        slip(
            "eps is inside the root",
            edit=("(v.sqrt() + eps)", "(v + eps).sqrt()"),
            why="Parameters with gradients below √ε = 10⁻⁴ then hardly move, because their step is no longer rescaled. One of the lectures prints this form.",
            look="Is eps added before the root or after?",
        ),
        slip(
            "the root is missing",
            edit=("(v.sqrt() + eps)", "(v + eps)"),
            why="If you divide by the mean square, steps have size 1/g: the larger the gradient, the smaller the step.",
            look="If all gradients are 5, how far should a step go?",
        ),
        slip(
            "the mean is squared, not the gradient",
            edit=("v = beta * v + (1 - beta) * gradient**2", "v = (beta * v.sqrt() + (1 - beta) * gradient) ** 2"),
            also=[("v = beta * v + (1 - beta) * gradient**2", "v = (beta * v.sqrt() + (1 - beta) * gradient.abs()) ** 2")],
            why="The mean of squares measures the size of the gradients. In the square of a mean, opposite signs have cancelled.",
            look="What is averaged in the first formula?",
        ),
        slip(
            "the gradient enters unsquared",
            edit=("gradient**2", "gradient.abs()"),
            also=[[("gradient**2", "gradient.abs()"), ("(v.sqrt() + eps)", "(v + eps)")]],
            why="The units don't match: the root of a size is not a size.",
            look="What is averaged in the first formula?",
        ),
        slip(
            "β and 1 − β are swapped",
            edit=("beta * v + (1 - beta) * gradient**2", "(1 - beta) * v + beta * gradient**2"),
            why="The memory is then very short, so every step has size lr, whatever the gradient.",
            look="Which of the two should be near 1?",
        ),
        slip(
            "squares are summed, not averaged",
            edit=("beta * v + (1 - beta) * gradient**2", "v + gradient**2"),
            also=[("(1 - beta) * gradient**2", "gradient**2")],
            why="A sum is up to 1/(1 − β) times as large as the mean. And if nothing fades from it (that is Adagrad), it only grows, so the steps shrink to nothing.",
            look="If all gradients were 5, what would your v become after many steps?",
        ),
        slip(
            "the step is divided by the old mean",
            edit=("    v = beta * v + (1 - beta) * gradient**2\n    return parameter - lr * gradient / (v.sqrt() + eps), v", "    new = beta * v + (1 - beta) * gradient**2\n    return parameter - lr * gradient / (v.sqrt() + eps), new"),
            why="In the first step the old v is 0, so the gradient is divided by ε alone and the parameter jumps far away.",
            look="Which index does v have in the second formula?",
        ),
        slip(
            "one mean is shared by all entries of the parameter",
            edit=("gradient**2", "(gradient**2).mean()", "(gradient**2).sum()"),
            why="Every entry should get its own rate. Here, frequent tokens would set the rate for the vectors of rare ones.",
            look="What should the shape of v be?",
        ),
        slip(
            "the mean is corrected as in Adam",
            edit=("v.sqrt()", "(v / (1 - beta)).sqrt()"),
            why="RMSprop has no bias correction, so its first steps are long. Adam fixes that.",
            look="What is under the root in the formula?",
        ),
        slip(
            "eps is fixed",
            edit=("(v.sqrt() + eps)", "(v.sqrt() + 1e-8)", "v.sqrt()"),
            why="The caller chooses ε. With a large ε, small gradients count for less.",
            look="Which argument does your code never use?",
        ),
        slip(
            "only the sign of the gradient is used",
            edit=("lr * gradient / (v.sqrt() + eps)", "lr * gradient.sign()"),
            why="The typical size is a running mean, so a gradient above it should still make a longer step.",
            look="Where does your step use v?",
        ),
        slip(
            "the caller's v is changed",
            edit=("v = beta * v + (1 - beta) * gradient**2", "v = v.mul_(beta).add_((1 - beta) * gradient**2)"),
            also=[[("v = beta * v + (1 - beta) * gradient**2", "v = v.mul_(beta).add_((1 - beta) * gradient**2)"), ("return parameter - ", "return parameter.sub_("), ("(v.sqrt() + eps), v", "(v.sqrt() + eps)), v")]],
            why="Your code changes its argument v in place, but the caller may still need the old mean.",
            look="Which of your operations write into an argument?",
        ),
    ]  # fmt: skip
    promises = {
        "eps outside the root": dict(size=1e-5),
        "eps is the caller's": dict(eps=0.5),
        "a rate for each number": dict(shape=(2, 3)),
        "new tensors come back": "v unchanged",
    }
