"""One step of RMSprop, with eps outside the root.

Oracle: torch.optim.RMSprop in float64, over several steps with a changing learning rate.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import OPTIMIZERS, drawn_rates, trained

RUNNING = "beta * v + (1 - beta) * gradient**2"
MEAN = f"v = {RUNNING}"


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
        weights = [(1 - beta) * beta ** np.arange(t - 1, -1, -1) for t in range(1, len(gradients) + 1)]
        means = [np.tensordot(w, gradients[: len(w)] ** 2, axes=1) for w in weights]
        unchanged = [dict.fromkeys(("parameter", "gradient", "v"), True)] * len(path)
        return {
            "path": path,
            "v": np.stack(means),
            "arguments unchanged": {"path": path, "unchanged": unchanged},
        }

    weights = {"path": 2, "v": 1, "arguments unchanged": 1}
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
            also=[
                [("(v.sqrt() + eps)", "(v + eps).sqrt()"), (MEAN, "v = beta * v + gradient**2")],
                [("(v.sqrt() + eps)", "(v + eps).sqrt()"), (MEAN, "v = (1 - beta) * v + beta * gradient**2")],
                ("(v.sqrt() + eps)", "((v + eps).sqrt() + eps)"),
                [(MEAN, f"v = {RUNNING} + eps"), ("(v.sqrt() + eps)", "v.sqrt()")],
            ],
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
            edit=(MEAN, "v = (beta * v.sqrt() + (1 - beta) * gradient) ** 2", "v = (beta * v.sqrt() + (1 - beta) * gradient.abs()) ** 2", "v = (beta * v + (1 - beta) * gradient) ** 2"),
            why="The mean of squares measures the size of the gradients. In the square of a mean, opposite signs have cancelled.",
            look="What is averaged in the first formula?",
        ),
        slip(
            "the gradient is not squared",
            edit=("gradient**2", "gradient.abs()", "gradient"),
            also=[[("gradient**2", "gradient.abs()"), ("(v.sqrt() + eps)", "(v + eps)")], [("gradient**2", "gradient"), ("(v.sqrt() + eps)", "(v + eps)")]],
            why="v averages squares, because opposite signs can't cancel in them and the root of their mean has the size of a gradient.",
            look="What is averaged in the first formula?",
        ),
        slip(
            "β and 1 − β are swapped",
            edit=(RUNNING, "(1 - beta) * v + beta * gradient**2"),
            why="The memory is then very short, so every step has nearly the size lr, whatever the gradient.",
            look="Which of the two should be near 1?",
        ),
        slip(
            "squares are summed, not averaged",
            edit=(RUNNING, "v + gradient**2", "beta * v + gradient**2", "v + (1 - beta) * gradient**2"),
            why="A sum is larger than the mean, by a factor of up to 1/(1 − β). If nothing in it fades (that is Adagrad), it only grows, so the steps shrink to nothing.",
            look="If all gradients were 5, what would your v become after many steps?",
        ),
        slip(
            "the step is divided by the old mean",
            edit=f"new = {RUNNING}\nreturn parameter - lr * gradient / (v.sqrt() + eps), new",
            why="In the first step the old v is 0, so the gradient is divided by ε alone and the parameter jumps far away.",
            look="What is the index of v in the second formula?",
        ),
        slip(
            "one mean is shared by all entries of the parameter",
            edit=("gradient**2", "(gradient**2).mean()", "(gradient**2).sum()", "gradient.mean()**2"),
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
            "the first mean is the first square",
            edit=(MEAN, f"v = {RUNNING} if v.any() else gradient**2"),
            why="In the formula v starts at 0, so the first v is only 1 − β times the first square.",
            look="With v₀ = 0, β = 0.99 and a first gradient of 5, what is v₁?",
        ),
        slip(
            "β is a fixed number",
            edit=(MEAN, "v = 0.99 * v + 0.01 * gradient**2", "v = 0.9 * v + 0.1 * gradient**2", "v = 0.999 * v + 0.001 * gradient**2"),
            why="The caller chooses β. With a smaller β the mean forgets faster.",
            look="Which argument does your code never use?",
        ),
        slip(
            "eps is not added to the root",
            edit=("(v.sqrt() + eps)", "(v.sqrt() + 1e-8)", "v.sqrt()", "v.sqrt().clamp(min=eps)", "v.clamp(min=eps).sqrt()", "v.clamp(min=eps**2).sqrt()", "(v + eps**2).sqrt()"),
            why="The caller chooses ε, and the formula adds it to every root. With a large ε, small gradients count for less.",
            look="What is the denominator for √v = 2 and ε = 0.5, in the formula and in your code?",
        ),
        slip(
            "eps is added to the numerator or to the step",
            edit=("lr * gradient / (v.sqrt() + eps)", "lr * (gradient + eps) / (v.sqrt() + eps)", "lr * (gradient / v.sqrt() + eps)", "(lr * gradient / v.sqrt() + eps)", "lr * gradient / v.sqrt() + eps", "lr * (gradient + eps) / v.sqrt()"),
            why="ε belongs in the denominator, which must never be 0. Anywhere else it moves a parameter even without a gradient.",
            look="Which operation comes first in your line: the division or the addition of eps?",
        ),
        slip(
            "the step doesn't depend on the size of the gradient, or loses its sign",
            edit=("lr * gradient / (v.sqrt() + eps)", "lr * gradient.sign()", "lr * gradient.abs() / (v.sqrt() + eps)", "lr * v.sqrt() / (gradient + eps)"),
            why="The typical size is a running mean, so a gradient above it should still make a longer step, and its sign decides the direction.",
            look="What is in the numerator of the second formula?",
        ),
        slip(
            "the numerator is not the gradient",
            edit=("lr * gradient / (v.sqrt() + eps)", "lr * gradient**2 / (v.sqrt() + eps)", "lr * (1 - beta) * gradient / (v.sqrt() + eps)", "lr / (v.sqrt() + eps)", "lr * v / (v.sqrt() + eps)"),
            why="The step is the gradient itself, divided by its typical size.",
            look="What is in the numerator of the second formula?",
        ),
        slip(
            "the gradient is multiplied by its size, not divided",
            edit=("gradient / (v.sqrt() + eps)", "gradient * (v.sqrt() + eps)", "gradient * v.sqrt()"),
            why="Large gradients then make even larger steps, and small ones hardly any.",
            look="If all gradients are 5, how far should a step go?",
        ),
        slip(
            "the parameter climbs",
            edit=("parameter - lr", "parameter + lr"),
            also=[[("parameter - lr", "parameter + lr"), ("(v.sqrt() + eps)", "(v + eps).sqrt()")], [("parameter - lr", "parameter + lr"), (MEAN, "v = beta * v + gradient**2")]],
            why="The gradient points uphill.",
            look="What is the sign of the step?",
        ),
        slip(
            "the learning rate is missing, or in the wrong place",
            edit=("lr * gradient / (v.sqrt() + eps)", "gradient / (v.sqrt() + eps)", "gradient / ((v / lr).sqrt() + eps)", "gradient / (v.sqrt() + eps) / lr", "gradient / (v.sqrt() + eps) * lr**2"),
            why="The rate sets how far a step goes, about η for a gradient of the typical size.",
            look="Where is the η in the second formula?",
        ),
        slip(
            "the root is returned as v",
            edit=f"v = ({RUNNING}).sqrt()\nreturn parameter - lr * gradient / (v + eps), v",
            also=[f"v = {RUNNING}\nreturn parameter - lr * gradient / (v.sqrt() + eps), v.sqrt()"],
            why="The next step averages what you return with new squares, so it has to be the mean of squares and not its root.",
            look="Which quantity does the docstring call v?",
        ),
        slip(
            "the old v is returned",
            edit=f"new = {RUNNING}\nreturn parameter - lr * gradient / (new.sqrt() + eps), v",
            why="The caller passes the returned v to the next step, so the mean never gets past the first square.",
            look="After your function has run, which v does the caller have?",
        ),
        slip(
            "the new square never enters the mean",
            edit=(MEAN, "v = v * beta", "v = v.clone()"),
            why="v then stays 0, and the gradient is divided by ε alone.",
            look="Where does your v use the gradient?",
        ),
        slip(
            "the two results come in the wrong order",
            edit="v = beta * v + (1 - beta) * gradient**2\nreturn v, parameter - lr * gradient / (v.sqrt() + eps)",
            why="The caller takes the first value for the parameter and the second for the mean.",
            look="In which order does the docstring name what is returned?",
        ),
        slip(
            "only the parameter is returned",
            edit=("(v.sqrt() + eps), v", "(v.sqrt() + eps)"),
            why="Without the new v, the next step can't continue the running mean.",
            look="How many values does the docstring promise?",
        ),
        slip(
            "the caller's v is changed",
            edit=(MEAN, "v = v.mul_(beta).add_((1 - beta) * gradient**2)"),
            why="Your code changes its argument v in place, but the caller may still need the old mean.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "the caller's parameter is changed",
            edit=[("return parameter - ", "return parameter.sub_("), ("(v.sqrt() + eps), v", "(v.sqrt() + eps)), v")],
            also=[[(MEAN, "v = v.mul_(beta).add_((1 - beta) * gradient**2)"), ("return parameter - ", "return parameter.sub_("), ("(v.sqrt() + eps), v", "(v.sqrt() + eps)), v")]],
            why="The function promises a new parameter. If the caller keeps each step, all of them turn into the last one.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "the caller's gradient is changed",
            edit=(MEAN, f"old = gradient.clone()\n    v = {RUNNING}\n    gradient.square_()\n    gradient = old"),
            also=[(MEAN, "v = beta * v + (1 - beta) * gradient.square_()")],
            why="The docstring promises that no argument is modified. If you square the gradient in place, the numerator of the step isn't the gradient any more, and the caller has lost it as well.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "one divisor is shared by all entries of the parameter",
            edit=("(v.sqrt() + eps)", "(v.mean().sqrt() + eps)", "(v.sqrt().mean() + eps)", "(v.max().sqrt() + eps)", "(v.sum().sqrt() + eps)"),
            why="Each entry should be divided by its own typical size. With a common divisor, entries with small gradients hardly move.",
            look="What is the shape of what you divide by?",
        ),
    ]  # fmt: skip
    promises = {
        "eps outside the root": dict(size=1e-5),
        "eps is the caller's": dict(eps=0.5),
        "a rate for each entry": dict(shape=(2, 3)),
        "none of the arguments is modified": "arguments unchanged",
    }
