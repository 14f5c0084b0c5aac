"""Learning-rate schedule: linear warmup, then cosine decay to a final rate.

Oracle: np.linspace for the warmup; the decay as the squared cosine of half the angle.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import both

# Mistakes in the warmup, in the progress after it and in the curve, which are often made together.
OF_THE_WARMUP = [
    slip(
        "the warmup begins at 0",
        edit=("lr * (step + 1) / warmup", "lr * step / warmup", "lr * step / max(1, warmup - 1)", "(lr * step / (warmup - 1) if warmup > 1 else lr)"),
        why="The first step has rate 0 and is wasted.",
        look="What should the rate of step 0 be when w = 4?",
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
        edit=("lr * (step + 1) / warmup", "final + (lr - final) * (step + 1) / warmup", "final + (lr - final) * step / warmup", "final + (lr - final) * step / max(1, warmup - 1)"),
        why="η_min is where the rate ends. The warmup starts near 0, whatever the final rate is.",
        look="Does the first line of the formula contain η_min?",
    ),
]  # fmt: skip
OF_THE_PROGRESS = [
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
        "the final rate is reached in the last step",
        edit=("(steps - warmup)", "max(1, steps - 1 - warmup)"),
        why="Some libraries do this. In the formula here, though, the rate would reach its final value one step after the last.",
        look="For S = 9 and w = 0, what is progress in the last step, according to the formula?",
    ),
]  # fmt: skip
OF_THE_CURVE = [
    slip(
        "the rate falls to 0, not to its final value",
        edit=("final + (lr - final) *", "lr *"),
        why="The last steps then hardly learn. Some people want that, but here the argument `final` asks for something else.",
        look="Where does the formula use η_min?",
    ),
    slip(
        "the rate falls in a straight line",
        edit=("(1 + math.cos(math.pi * progress)) / 2", "(1 - progress)"),
        also=[("final + (lr - final) * (1 + math.cos(math.pi * progress)) / 2", "lr * (1 - progress)"), ("final + (lr - final) * (1 + math.cos(math.pi * progress)) / 2", "max(final, lr * (1 - progress))")],
        why="Linear decay exists (BERT used it), but it isn't the cosine: it starts to fall at full speed right away.",
        look="Which curve does the formula describe after the warmup?",
    ),
    slip(
        "final is added to the whole rate",
        edit=("(lr - final) *", "lr *"),
        why="After the warmup the rate is then higher than its peak.",
        look="What is the rate at progress 0?",
    ),
    slip(
        "the rate falls toward 0 and is cut off at its final value",
        edit=("final + (lr - final) * (1 + math.cos(math.pi * progress)) / 2", "max(final, lr * (1 + math.cos(math.pi * progress)) / 2)"),
        why="The curve then ends in a flat stretch. In the formula, the rate reaches η_min only at the very end.",
        look="What is the cosine multiplied by in the formula?",
    ),
    slip(
        "a whole wave of the cosine is used",
        edit=("math.pi * progress", "2 * math.pi * progress"),
        why="The rate goes down and then up again.",
        look="Which part of the cosine falls from 1 to −1?",
    ),
    slip(
        "a quarter of a wave is used",
        edit=("(1 + math.cos(math.pi * progress)) / 2", "math.cos(math.pi / 2 * progress)"),
        why="A quarter wave falls fastest at the end. Half a wave falls fastest in the middle and levels off at the end.",
        look="Which angle does the cosine have when progress is 1?",
    ),
]  # fmt: skip


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
        *OF_THE_WARMUP,
        *OF_THE_PROGRESS,
        *OF_THE_CURVE,
        slip(
            "the code divides by a warmup of 0",
            edit=("    if step < warmup:", "    ramp = lr * (step + 1) / warmup\n    if step < warmup:"),
            why="Without a warmup the first line of the formula never applies, so its division must not be carried out either.",
            look="Is your division by warmup inside the branch for step < warmup?",
        ),
        slip(
            "the rate of step 0 is 0",
            edit=("    progress =", "    if step == 0:\n        return 0.0\n    progress ="),
            also=[("    if step < warmup:", "    if step == 0:\n        return 0.0\n    if step < warmup:")],
            why="A step with rate 0 is wasted. The first rate is η_max/w, and without a warmup it is η_max.",
            look="Which line of the formula holds for s = 0 and w = 0?",
        ),
        slip(
            "the warmup doesn't rise in a straight line to the full rate",
            edit=("lr * (step + 1) / warmup", "lr", "lr * ((step + 1) // warmup)", "lr * (1 - math.cos(math.pi * (step + 1) / warmup)) / 2", "lr * ((step + 1) / warmup) ** 2", "lr * ((step + 1) / warmup) ** 0.5", "lr * (step + 1) / steps", "lr * math.sin(math.pi / 2 * (step + 1) / warmup)"),
            why="The first line of the formula adds the same amount at every step, and step w − 1 has the full rate.",
            look="For w = 4 and a full rate of 1, which four rates does your warmup give?",
        ),
        slip(
            "there is no warmup",
            edit=("if step < warmup:", "if False:"),
            also=[[("if step < warmup:", "if False:"), ("(step - warmup) / (steps - warmup)", "step / steps")]],
            why="Adam's first steps are the least reliable ones, and they would get the full rate.",
            look="Which line of the formula holds for s < w?",
        ),
        slip(
            "the warmup is one step too short",
            edit=("if step < warmup:", "if step < warmup - 1:"),
            why="Step w − 1 then already has a progress of −1/(S − w), before the cosine begins.",
            look="For which steps does the first line of the formula hold?",
        ),
        slip(
            "the cosine is one step ahead",
            edit=("(step - warmup) / (steps - warmup)", "(step + 1 - warmup) / (steps - warmup)", "(step + 1 - warmup) / (steps + 1 - warmup)"),
            why="In the formula, step w still has the full rate, and the final rate would come one step after the last.",
            look="What is progress at s = w?",
        ),
        slip(
            "progress doesn't run from 0 to nearly 1",
            edit=("(step - warmup) / (steps - warmup)", "step / (steps - warmup)", "(step - warmup) / (steps - 2 * warmup)", "(step - warmup) / (steps + warmup)", "(step - warmup) // (steps - warmup)", "(step - warmup) / max(1, warmup)"),
            why="The cosine then starts too far down, ends too early, or never reaches its lower end.",
            look="What is your progress at s = w, and at s = S?",
        ),
        slip(
            "the warmup and the cosine are multiplied",
            edit=[("    if step < warmup:\n        return lr * (step + 1) / warmup\n", ""), ("(step - warmup) / (steps - warmup)", "step / steps"), ("    return final + (lr - final) * (1 + math.cos(math.pi * progress)) / 2", "    return min(1, (step + 1) / max(1, warmup)) * (final + (lr - final) * (1 + math.cos(math.pi * progress)) / 2)")],
            why="The formula has two separate parts: a straight line before step w, and a cosine that begins there.",
            look="How far has the cosine fallen at the end of your warmup?",
        ),
        slip(
            "final is taken as a share of the full rate",
            edit=("final + (lr - final) *", "lr * final + (lr - lr * final) *"),
            why="`final` is a rate, like `lr`, so it isn't multiplied by `lr`.",
            look="What is η_min in the docstring: a rate or a share?",
        ),
        slip(
            "the cosine isn't turned into a share that falls from 1 to 0",
            edit=("(1 + math.cos(math.pi * progress)) / 2", "(1 + math.cos(math.pi * progress))", "math.cos(math.pi * progress) / 2", "math.cos(math.pi * progress)", "(1 + math.sin(math.pi * progress)) / 2", "(1 + math.cos(180 * progress)) / 2", "(1 + math.cos(progress)) / 2", "(1 + math.cos(math.pi / 2 * progress)) / 2", "1 + math.cos(math.pi * progress) / 2", "abs(math.cos(math.pi * progress))"),
            why="The cosine goes from 1 to −1 while its angle goes from 0 to π. The formula shifts it up by 1 and halves it.",
            look="What do you multiply η_max − η_min by at progress 0, ½ and 1?",
        ),
        slip(
            "the rate rises after the warmup",
            edit=("1 + math.cos", "1 - math.cos"),
            also=[("(1 + math.cos(math.pi * progress)) / 2", "progress")],
            why="It jumps down to the final rate and climbs from there, so the last steps are the largest.",
            look="What is the rate at progress 0?",
        ),
        slip(
            "the full and the final rate are combined in the wrong way",
            edit=("final + (lr - final) * (1 + math.cos(math.pi * progress)) / 2", "(final + (lr - final) * (1 + math.cos(math.pi * progress))) / 2", "final + (lr + final) * (1 + math.cos(math.pi * progress)) / 2", "(lr - final) * (1 + math.cos(math.pi * progress)) / 2", "(lr + final) * (1 + math.cos(math.pi * progress)) / 2"),
            why="At progress 0 the rate is η_max, and at progress 1 it would be η_min.",
            look="What do you get at progress 0 and at progress 1?",
        ),
        slip(
            "a share of the rate is returned, not the rate",
            edit=[("lr * (step + 1) / warmup", "(step + 1) / warmup"), ("final + (lr - final) *", "final / lr + (1 - final / lr) *")],
            also=[("lr * (step + 1) / warmup", "(step + 1) / warmup"), [("lr * (step + 1) / warmup", "(step + 1) / warmup"), ("final + (lr - final) *", "final + (1 - final) *")]],
            why="The optimizer needs the learning rate itself, η_max after the warmup.",
            look="Where is η_max in each line of the formula?",
        ),
        slip(
            "a warmup of 0 is treated as a warmup of 1",
            edit=("    if step < warmup:", "    warmup = max(1, warmup)\n    if step < warmup:"),
            why="Step 0 comes out right, but the cosine then begins one step late.",
            look="With w = 0, which value of S − w does your code divide by?",
        ),
        slip(
            "the warmup can't go below the final rate",
            edit=("lr * (step + 1) / warmup", "max(final, lr * (step + 1) / warmup)"),
            also=[[("    if step < warmup:\n        return lr * (step + 1) / warmup\n", "    if step < warmup:\n        return max(lr * (step + 1) / warmup, final)\n")]],
            why="η_min is where the rate ends. The warmup starts at η_max/w, even if that is smaller.",
            look="Does the first line of the formula contain η_min?",
        ),
        *(both(one, other) for one in OF_THE_PROGRESS for other in OF_THE_CURVE),
        *(both(one, other) for one in (*OF_THE_PROGRESS, *OF_THE_CURVE) for other in OF_THE_WARMUP),
    ]  # fmt: skip
    promises = {
        "no warmup": dict(warmup=(0, 0)),
        "a warmup of one step": dict(warmup=(1, 1)),
        "step w - 1 has the full rate, and the final one is not reached": "rates",
    }
