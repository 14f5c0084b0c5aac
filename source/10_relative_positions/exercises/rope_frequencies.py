"""The rotation frequencies of RoPE.

Oracle: each frequency from the one before it. Periods are compared as well, in which the slow
frequencies count as much as the fast ones.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, TRANSFORMERS, single, turns


@exercise("rope_frequencies", points=1, forbid=TRANSFORMERS + FINISHED)
class _:
    cases = [
        dict(d=(8, 12), base=(9000, 12_000)),
        dict(d=(2, 2), base=(300, 900)),
        dict(d=(14, 20), base=(60_000, 600_000)),
        dict(d=(64, 64), base=(9000, 11_000)),
    ]

    weights = {"theta": 2, "tokens for a whole turn": 2, "float32": 1}

    def inputs(rng, d, base):
        width = 2 * int(rng.integers(d[0] // 2, d[1] // 2, endpoint=True))
        return {"d": width, "base": float(rng.uniform(*base))}

    def oracle(d, base):
        step = math.exp(-2 * math.log(base) / d)  # ratio of each hand to the one before it
        theta = [1.0]
        while len(theta) < d // 2:
            theta.append(theta[-1] * step)
        return turns(theta) | {"float32": single(np.array(theta))}

    equivalent = {"i = torch.arange(d / 2)": "d is even"}
    alternatives = {
        "every second feature": "return 1.0 / (base ** (torch.arange(0, d, 2).float() / d))",
        "by the exponential": "return torch.exp(torch.arange(d // 2) * (-math.log(base) / (d / 2)))",
        "a list": "return torch.tensor([math.pow(base, -2 * k / d) for k in range(d // 2)])",
        "a straight line of logarithms": "return torch.logspace(0, -1 + 2 / d, d // 2, base=base)",
    }
    slips = [
        slip(
            "the hands are counted from 1",
            edit=("torch.arange(d // 2)", "torch.arange(1, d // 2 + 1)"),
            why="The fastest hand should turn by one radian per token. Here every hand is slower, unlike in any published model.",
            look="What is b to the power of 0, and which hand gets it?",
        ),
        slip(
            "k runs from 0 in the formula that counts from 1",
            edit=("(-2 * i / d)", "(-2 * (i - 1) / d)"),
            why="The paper has −2(i − 1)/d for i = 1, 2, …, but here k begins at 0, so every hand is too fast.",
            look="Which frequency does your first hand get?",
        ),
        slip(
            "the exponent is k/d instead of 2k/d",
            edit=("(-2 * i / d)", "(-i / d)"),
            why="The slowest hands are then faster than they should be, and only half of the base's range is used.",
            look="Which frequency should the last hand have at d = 64: near 1/100 or near 1/7500?",
        ),
        slip(
            "the exponent is positive",
            edit=("(-2 * i / d)", "(2 * i / d)"),
            why="A hand that turns by thousands of radians per token points anywhere.",
            look="Is the second hand faster or slower than the first?",
        ),
        slip(
            "every feature gets a frequency",
            edit=("torch.arange(d // 2)", "torch.arange(d)"),
            also=[("return base ** (-2 * i / d)", "return (base ** (-2 * i / d)).repeat(2)"), ("return base ** (-2 * i / d)", "return (base ** (-2 * i / d)).repeat_interleave(2)")],
            why="Two features share one angle: a point in a plane turns as a whole.",
            look="How many pairs are there in d features?",
        ),
        slip(
            "the base is always 10,000",
            edit=("return base **", "return 10000.0 **"),
            why="Llama 3 has 500,000 and SmolLM2 100,000; with another base their weights mean nothing.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the exponent is twice as large as it should be",
            edit=("(-2 * i / d)", "(-4 * i / d)"),
            why="The hands slow down too soon.",
            look="Write down the exponent of the last hand for d = 4.",
        ),
        slip(
            "the slowest hand comes first",
            edit=("return base ** (-2 * i / d)", "return (base ** (-2 * i / d)).flip(0)"),
            why="Any order could be trained, but the weights of published models expect the fastest hand first.",
            look="Which entry should be 1?",
        ),
        slip(
            "the last hand turns by exactly 1/b",
            edit=("(-2 * i / d)", "(-i / max(d // 2 - 1, 1))"),
            also=[("return base ** (-2 * i / d)", "return torch.logspace(0, -1, d // 2, base=base)")],
            why="The exponents run from 0 up to, but not including, 1, in steps of 2/d.",
            look="What is 2k/d for the last k?",
        ),
        slip(
            "wavelengths come back, not angles",
            edit=("return base ** (-2 * i / d)", "return 2 * math.pi / base ** (-2 * i / d)"),
            why="A position is multiplied by an angle. You would divide by the number of tokens in a turn.",
            look="What is the unit of your result?",
        ),
        slip(
            "the exponents have lost their fractions",
            edit=("(-2 * i / d)", "(-(2 * i // d)).float()"),
            also=[("(-2 * i / d)", "(-2 * i // d)")],
            why="2i/d lies between 0 and 1. Integer division makes it 0 or −1 everywhere, so all hands, or all but the first, turn at the same speed.",
            look="What is 2 * 3 // 8 in Python, and what is 2 * 3 / 8?",
        ),
        slip(
            "the width of the head is a fixed number",
            edit=("(-2 * i / d)", "(-2 * i / 64)"),
            also=[("(-2 * i / d)", "(-2 * i / 128)")],
            why="Heads of 64 features are common, and those of Llama 3 have 128. In any other head the hands would be too fast or too slow.",
            look="Which width do your exponents belong to when d is 8?",
        ),
        slip(
            "turns are counted, not radians",
            edit=("return base ** (-2 * i / d)", "return base ** (-2 * i / d) / (2 * math.pi)"),
            also=[("return base ** (-2 * i / d)", "return base ** (-2 * i / d) * 2 * math.pi")],
            why="Sine and cosine take radians, and the first hand should turn by one radian per token.",
            look="Which number should the first hand have?",
        ),
        slip(
            "the frequencies come back in float64",
            edit=("return base ** (-2 * i / d)", "return (base ** (-2 * i / d)).double()"),
            why="Queries rotated by them become float64 as well, and multiplying float64 by float32 is an error.",
            look="Print the dtype of what you return. What does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "any even width": dict(d=(8, 12)),
        "a single pair": dict(d=(2, 2)),
        "another base": dict(base=(60_000, 600_000)),
        "slow hands are right as well": "tokens for a whole turn",
        "float32": "float32",
    }
