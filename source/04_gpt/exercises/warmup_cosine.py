"""Learning-rate schedule: linear warmup, then cosine decay to a final rate.

Oracle: np.linspace for the warmup; the decay as the squared cosine of half the angle.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("warmup_cosine", points=3, forbid=["utils.training", "torch.optim"])
class _:
    cases = [
        dict(warmup=(3, 6), falling=(7, 12), lr=1e-3, final=0.1),
        dict(warmup=(0, 0), falling=(8, 14), lr=0.5, final=0.0),
        dict(warmup=(1, 1), falling=(5, 10), lr=2.0, final=0.5),
        dict(warmup=(3, 6), falling=(2, 2), lr=1.0, final=0.5),
    ]

    def inputs(rng, warmup, falling, lr, final):
        """Whole ranges of steps, and a final rate as a share of lr: no table holds the rates."""
        warmup, falling = (int(rng.integers(*each, endpoint=True)) for each in (warmup, falling))
        lr *= float(rng.uniform(0.5, 2))
        final *= lr * float(rng.uniform(0.5, 1.5))
        return {"steps": warmup + falling, "warmup": warmup, "lr": lr, "final": final}

    def oracle(steps, warmup, lr, final):
        """Half a cosine is the square of the cosine of half the angle."""
        up = np.linspace(0, 1, warmup + 1)[1:]
        progress = np.linspace(0, 1, steps - warmup + 1)[:-1]
        down = final / lr + (1 - final / lr) * np.cos(np.pi / 2 * progress) ** 2
        return {"rates": np.concatenate([up, down])}

    tolerance = 1e-5

    alternatives = {
        "one factor for both parts": """
            if warmup and step + 1 <= warmup:
                return (step + 1) / warmup * lr
            share = math.cos((step - warmup) / (steps - warmup) * math.pi / 2) ** 2
            return share * lr + (1 - share) * final
        """,
    }
    slips = [
        slip(
            "the warmup begins at 0",
            edit=("lr * (step + 1) / warmup", "lr * step / warmup"),
            why="The first step has rate 0 and is wasted, and the full rate arrives one step late.",
            look="What should the rate of step 0 be when w = 4?",
        ),
        slip(
            "the cosine begins at step 0, not after the warmup",
            edit=("(step - warmup) / (steps - warmup)", "step / steps"),
            why="The rate jumps down right after the warmup.",
            look="What is progress in the first step after the warmup?",
        ),
        slip(
            "the cosine is stretched over all steps",
            edit=("(step - warmup) / (steps - warmup)", "(step - warmup) / steps"),
            why="The cosine starts at the right step but never reaches the final rate.",
            look="How many steps are left after the warmup?",
        ),
        slip(
            "the rate falls to 0, not to its final value",
            edit=("final + (lr - final) *", "lr *"),
            why="The last steps then hardly learn. Some people want that, but here the argument `final` asks for something else.",
            look="Where does the formula use η_min?",
        ),
        slip(
            "the rate falls in a straight line",
            edit=("(1 + math.cos(math.pi * progress)) / 2", "(1 - progress)"),
            why="Linear decay exists (BERT used it), but it isn't the cosine: it starts to fall at full speed right away.",
            look="Which curve does the formula describe after the warmup?",
        ),
        slip(
            "a whole wave of the cosine is used",
            edit=("math.pi * progress", "2 * math.pi * progress"),
            why="The rate goes down and then up again.",
            look="Which part of the cosine falls from 1 to −1?",
        ),
        slip(
            "final is added to the whole rate",
            edit=("(lr - final) *", "lr *"),
            why="After the warmup the rate is then higher than its peak.",
            look="What is the rate at progress 0?",
        ),
        slip(
            "the final rate is reached in the last step",
            edit=("(steps - warmup)", "max(1, steps - 1 - warmup)"),
            why="Some libraries do this. By the formula here, though, the rate would reach its final value one step after the last.",
            look="S = 9 and w = 0: what is progress in the last step, by the formula?",
        ),
        slip(
            "the warmup is one step too long",
            edit=("if step < warmup:", "if warmup and step <= warmup:", "if step <= warmup:"),
            why="One step then has a rate above the peak, and a single such step can break a run.",
            look="What should the rate of step w be?",
        ),
        slip(
            "the warmup ends below the full rate",
            edit=("lr * (step + 1) / warmup", "lr * (step + 1) / (warmup + 1)"),
            why="Step w − 1 should have the full rate.",
            look="For w = 4, what is the rate of step 3?",
        ),
        slip(
            "the warmup begins at the final rate",
            edit=("lr * (step + 1) / warmup", "final + (lr - final) * (step + 1) / warmup"),
            why="η_min is where the rate ends. The warmup starts near 0, whatever the final rate.",
            look="Does the first line of the formula have an η_min?",
        ),
        slip(
            "the rate falls toward 0 and is cut off at its final value",
            edit=("final + (lr - final) * (1 + math.cos(math.pi * progress)) / 2", "max(final, lr * (1 + math.cos(math.pi * progress)) / 2)"),
            why="The curve then ends in a flat stretch. By the formula, the rate reaches η_min only at the very end.",
            look="By what is the cosine multiplied in the formula?",
        ),
        slip(
            "a quarter of a wave is used",
            edit=("(1 + math.cos(math.pi * progress)) / 2", "math.cos(math.pi / 2 * progress)"),
            why="A quarter wave falls fastest at the end. Half a wave falls fastest in the middle and levels off at the end.",
            look="Which angle does the cosine have when progress is 1?",
        ),
        slip(
            "with a warmup of 0 steps, the code divides by 0",
            edit=("    if step < warmup:", "    ramp = lr * (step + 1) / warmup\n    if step < warmup:"),
            why="Without a warmup the first line of the formula never applies, so its division must not be computed either.",
            look="Is your division by warmup inside the branch for step < warmup?",
        ),
        slip(
            "without a warmup the first rate is 0",
            edit=("    progress =", "    if step == 0:\n        return 0.0\n    progress ="),
            why="w = 0 means the full rate from the first step on.",
            look="Which line of the formula holds for s = 0 and w = 0?",
        ),
    ]  # fmt: skip
    promises = {
        "no warmup": dict(warmup=(0, 0)),
        "a warmup of one step": dict(warmup=(1, 1)),
        "step w - 1 has the full rate, and the final one is not reached": "rates",
    }
