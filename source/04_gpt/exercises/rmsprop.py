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
            "eps stands inside the root",
            edit=("(v.sqrt() + eps)", "(v + eps).sqrt()"),
            why="Then parameters with gradients below √ε = 10⁻⁴ stop being adapted, and hardly move. One of the lectures prints it so.",
            look="Is eps added before the root or after?",
        ),
        slip(
            "the root is missing",
            edit=("(v.sqrt() + eps)", "(v + eps)"),
            why="Dividing by the mean square makes steps of size 1/g: the larger the gradient, the smaller the step.",
            look="If all gradients are 5, how far should a step go?",
        ),
        slip(
            "the mean is squared, not the gradient",
            edit=("v = beta * v + (1 - beta) * gradient**2", "v = (beta * v.sqrt() + (1 - beta) * gradient) ** 2"),
            why="The mean of squares measures the size of the gradients; the square of a mean also cancels their signs.",
            look="What is averaged in the first formula?",
        ),
        slip(
            "the gradient enters unsquared",
            edit=("gradient**2", "gradient.abs()"),
            also=[[("gradient**2", "gradient.abs()"), ("(v.sqrt() + eps)", "(v + eps)")]],
            why="The units do not fit: the root of a size is not a size.",
            look="What is averaged in the first formula?",
        ),
        slip(
            "β and 1 − β are exchanged",
            edit=("beta * v + (1 - beta) * gradient**2", "(1 - beta) * v + beta * gradient**2"),
            why="The memory is then very short, and every step has size lr whatever the gradient was.",
            look="Which of the two should be near 1?",
        ),
        slip(
            "squares are summed, not averaged",
            edit=("beta * v + (1 - beta) * gradient**2", "v + gradient**2"),
            also=[("(1 - beta) * gradient**2", "gradient**2")],
            why="A sum is larger than a mean, up to 1/(1 − β) times; and one in which nothing fades (Adagrad) only grows, so that the steps shrink to nothing.",
            look="If all gradients were 5, what would your v become after many steps?",
        ),
        slip(
            "the mean of the step before divides",
            edit=("    v = beta * v + (1 - beta) * gradient**2\n    return parameter - lr * gradient / (v.sqrt() + eps), v", "    new = beta * v + (1 - beta) * gradient**2\n    return parameter - lr * gradient / (v.sqrt() + eps), new"),
            why="In the first step v is 0, and the gradient is divided by ε: the parameter flies away.",
            look="Which index does v have in the second formula?",
        ),
        slip(
            "one mean serves all numbers of the parameter",
            edit=("gradient**2", "(gradient**2).mean()", "(gradient**2).sum()"),
            why="Every number should get a rate of its own. The vector of a rare token would be ruled by those of frequent ones.",
            look="Which shape should v have?",
        ),
        slip(
            "the mean is corrected as in Adam",
            edit=("v.sqrt()", "(v / (1 - beta)).sqrt()"),
            why="RMSprop has no correction: its first steps are long, and that is one of the things that Adam mends.",
            look="What is under the root in the formula?",
        ),
        slip(
            "eps is always the same",
            edit=("(v.sqrt() + eps)", "(v.sqrt() + 1e-8)", "v.sqrt()"),
            why="The caller chooses ε; a large one makes a small gradient count for less.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the sign of the gradient is all that is left",
            edit=("lr * gradient / (v.sqrt() + eps)", "lr * gradient.sign()"),
            why="The typical size is a running mean; a gradient above it should still make a longer step.",
            look="Where does your step use v?",
        ),
        slip(
            "the caller's v is changed",
            edit=("v = beta * v + (1 - beta) * gradient**2", "v = v.mul_(beta).add_((1 - beta) * gradient**2)"),
            also=[[("v = beta * v + (1 - beta) * gradient**2", "v = v.mul_(beta).add_((1 - beta) * gradient**2)"), ("return parameter - ", "return parameter.sub_("), ("(v.sqrt() + eps), v", "(v.sqrt() + eps)), v")]],
            why="Whoever called still has the tensor that went in, and finds another mean in it than the one that was put there.",
            look="Which of your operations write into an argument?",
        ),
    ]  # fmt: skip
    promises = {
        "eps outside the root": dict(size=1e-5),
        "eps is the caller's": dict(eps=0.5),
        "a rate for each number": dict(shape=(2, 3)),
        "new tensors come back": "v unchanged",
    }
