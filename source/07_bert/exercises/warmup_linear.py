"""Learning-rate schedule: linear warmup, then linear decay to 0.

Oracle: np.interp between the corners of the schedule.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip


@exercise("warmup_linear", points=2, forbid=["transformers", "torch.optim"])
class _:
    cases = [
        dict(warmup=(3, 6), falling=(7, 12)),
        dict(warmup=(0, 0), falling=(8, 14)),
        dict(warmup=(1, 1), falling=(5, 10)),
        dict(warmup=(3, 6), falling=(1, 1)),
    ]

    def inputs(rng, warmup, falling):
        warmup, falling = (int(rng.integers(*each, endpoint=True)) for each in (warmup, falling))
        return {"steps": warmup + falling, "warmup": warmup, "lr": float(rng.uniform(0.2, 3))}

    def oracle(steps, warmup, lr):
        """Straight lines between three corners, by numpy's interpolation."""
        s = np.arange(steps + 3)
        up = np.interp(s, [-1, max(warmup - 1, -0.5)], [0, lr])
        down = np.interp(s, [warmup, steps], [lr, 0])
        rates = torch.tensor(np.where(s < warmup, up, down), dtype=torch.float32)
        return {"rates": rates, "small rates": rates}

    weights = {"rates": 3, "small rates": 1}
    tolerance = 1e-5

    alternatives = {
        "the smaller of two lines": """
            rise = (step + 1) / warmup if warmup else 1
            fall = (steps - step) / (steps - warmup)
            return max(0, min(rise, fall, 1)) * lr + 0.0
        """,
        "three branches": """
            if step >= steps:
                return 0.0
            if step + 1 > warmup:
                return lr - lr * (step - warmup) / (steps - warmup)
            return (1 + step) * (lr / warmup)
        """,
    }
    slips = [
        slip(
            "the warmup begins at 0",
            edit=("lr * (step + 1) / warmup", "lr * step / warmup"),
            why="The first step is wasted. The library counts this way; the formula above does not.",
            look="Which rate should step 0 have when w = 4?",
        ),
        slip(
            "the fall is measured from step 0",
            edit=("(steps - step) / (steps - warmup)", "(steps - step) / steps"),
            why="After the warmup the rate jumps down, and the full rate comes once.",
            look="What is the rate of step w in the formula?",
        ),
        slip(
            "the rate goes below 0 at the end",
            edit=("max(0.0, (steps - step) / (steps - warmup))", "((steps - step) / (steps - warmup))"),
            why="A negative rate climbs: the model unlearns.",
            look="What is the rate of step n + 1?",
        ),
        slip(
            "there is no warmup",
            edit=("if step < warmup:", "if False:"),
            also=[("if step < warmup:\n        return lr * (step + 1) / warmup\n    return lr * max(0.0, (steps - step) / (steps - warmup))", "return lr * max(0.0, 1 - step / steps)")],
            why="The first steps of Adam, taken with a full rate, can throw a post-LN model off for good (lesson 04).",
            look="What is the rate of step 0?",
        ),
        slip(
            "the rate stays where the warmup left it",
            edit=("return lr * max(0.0, (steps - step) / (steps - warmup))", "return lr if step < steps else 0.0"),
            why="The last steps should be small ones, so that the model settles.",
            look="What is the rate of the last step?",
        ),
        slip(
            "the rate falls along a cosine",
            edit=("max(0.0, (steps - step) / (steps - warmup))", "(1 + math.cos(math.pi * min(1, (step - warmup) / (steps - warmup)))) / 2"),
            why="That is the schedule of lesson 04. BERT's is a straight line.",
            look="What is the rate halfway down?",
        ),
        slip(
            "the warmup is one step longer",
            edit=("step < warmup", "step <= warmup"),
            also=[[("step < warmup", "step <= warmup"), ("lr * (step + 1) / warmup", "lr * (step + 1) / max(1, warmup)")]],
            why="Step w belongs to the fall. On the rise it has more than the full rate, or a division by 0.",
            look="What is your rate at step w?",
        ),
        slip(
            "the warmup ends one step early",
            edit=("lr * (step + 1) / warmup", "lr * min(1, (step + 2) / (warmup + 1))"),
            also=[("lr * (step + 1) / warmup", "lr * (step + 1) / (warmup + 1)")],
            why="w steps rise, each by the same amount, and the last of them has the full rate.",
            look="Which rates have steps 0 and w − 1 in the formula?",
        ),
        slip(
            "zero is reached one step early",
            edit=("(steps - step) / (steps - warmup)", "(steps - 1 - step) / max(1, steps - 1 - warmup)", "(steps - 1 - step) / (steps - warmup)"),
            why="The last step is wasted: at rate 0 nothing is learned.",
            look="At which step does the formula reach 0?",
        ),
        slip(
            "the code divides by 0 where there is no warmup",
            edit=("    if step < warmup:\n", "    share = (step + 1) / warmup\n    if step < warmup:\n"),
            why="A warmup of 0 steps is promised to work.",
            look="What does your code compute before it asks whether there is a warmup?",
        ),
        slip(
            "a factor comes back, not the rate",
            edit=[("return lr * (step + 1) / warmup", "return (step + 1) / warmup"), ("return lr * max(", "return max(")],
            why="The optimiser would run at a rate of up to 1.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the rate never reaches the ground: it ends where it began",
            edit=("lr * max(0.0, (steps - step) / (steps - warmup))", "lr * max(1 / steps, (steps - step) / (steps - warmup))"),
            also=[("    if step < warmup:", "    step = min(step, steps - 1)\n    if step < warmup:")],
            why="From step n on the rate is 0.",
            look="What do you return for step n?",
        ),
        slip(
            "there is always a warmup of at least one step",
            edit=("    if step < warmup:", "    warmup = max(1, warmup)\n    if step < warmup:"),
            why="With w = 0 the fall begins at step 0, and here it begins a step later.",
            look="Which rates have steps 0 and 1 in the formula, for w = 0?",
        ),
        slip(
            "the rate is rounded",
            edit=[("return lr * (step + 1) / warmup", "return round(lr * (step + 1) / warmup, 6)"), ("return lr * max(0.0, (steps - step) / (steps - warmup))", "return round(lr * max(0.0, (steps - step) / (steps - warmup)), 6)")],
            why="Rates are small: at 10⁻⁵ six decimals are a single digit.",
            look="What is left of a rate of 0.0000124?",
        ),
        slip(
            "the highest rate is 10⁻⁴, whatever was asked for",
            edit=[("return lr * (step + 1)", "return 1e-4 * (step + 1)"), ("return lr * max(", "return 1e-4 * max(")],
            why="Who asks for another rate gets this one.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "whole numbers are divided",
            edit=[("lr * (step + 1) / warmup", "lr * ((step + 1) // warmup)"), ("(steps - step) / (steps - warmup)", "(steps - step) // (steps - warmup)")],
            why="The rate is 0 until the last step of the warmup, and right after the first step of the fall.",
            look="What does `//` do with 3 and 4?",
        ),
        slip(
            "the rate falls with the root of the step",
            edit=("    return lr * max(0.0, (steps - step) / (steps - warmup))", "    return lr * math.sqrt(max(1, warmup) / (step + 1)) if step < steps else 0.0"),
            why="The first transformer was trained that way. BERT's rate falls in a straight line.",
            look="What is the rate halfway down?",
        ),
    ]  # fmt: skip
    promises = {
        "without a warmup": dict(warmup=(0, 0)),
        "a warmup of one step": dict(warmup=(1, 1)),
        "rates as small as they are in practice": "small rates",
        "a fall of one step": dict(falling=(1, 1)),
        "0 from the last step on, and both lines": "rates",
    }
