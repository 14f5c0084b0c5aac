"""YaRN: RoPE frequencies for longer contexts by parts, and the attention factor.

Oracle: the YaRN frequencies of transformers with truncate=False.
"""

from types import SimpleNamespace
from typing import Any

import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED, TRANSFORMERS, single, turns


@exercise("yarn", points=4, forbid=TRANSFORMERS + FINISHED)
class _:
    cases = [
        dict(d=(32, 48), base=(9000, 12_000), trained=(2000, 5000)),
        dict(d=(64, 64), base=(80_000, 500_000), trained=(8000, 9000), factor=(6, 16)),
        dict(d=(16, 24), base=(5000, 10_000), trained=(60, 120)),  # i(32) is negative
        dict(d=(32, 40), base=(9000, 12_000), trained=(2000, 5000), turns=(12, 24, 2, 4)),
        dict(d=(24, 32), base=(9000, 12_000), trained=(2000, 5000), factor=(1, 1)),
        dict(d=(24, 32), base=(300, 500), trained=(6000, 9000)),  # i(1) is beyond the last hand
    ]
    weights = {"theta": 4, "tokens for a whole turn": 4, "attention factor": 2, "float32": 1}

    def inputs(rng, d, base, trained, factor=(2, 5), turns=(32, 32, 1, 1)):
        return {
            "d": 2 * int(rng.integers(d[0] // 2, d[1] // 2, endpoint=True)),
            "base": float(rng.uniform(*base)),
            "factor": float(rng.uniform(*factor)),
            "trained": int(rng.integers(*trained)),
            "fast": float(rng.uniform(*turns[:2])),
            "slow": float(rng.uniform(*turns[2:])),
        }

    def oracle(d, base, factor, trained, fast, slow):
        """The frequencies of transformers, its ramp not rounded to whole hands."""
        from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

        settings = {
            "rope_type": "yarn",
            "rope_theta": base,
            "factor": factor,
            "original_max_position_embeddings": trained,
            "beta_fast": fast,
            "beta_slow": slow,
            "truncate": False,
        }
        config: Any = SimpleNamespace(
            head_dim=d, rope_parameters=settings, standardize_rope_params=lambda: None
        )
        config.hidden_size, config.num_attention_heads, config.max_position_embeddings = d, 1, trained
        theta, attention = ROPE_INIT_FUNCTIONS["yarn"](config, torch.device("cpu"))
        return turns(theta.double()) | {"attention factor": float(attention), "float32": single(theta)}

    equivalent = {"i = torch.arange(d / 2)": "d is even"}
    alternatives = {
        "hand by hand": """
            theta = []
            first = max(0.0, d / 2 * math.log(trained / (2 * math.pi * fast), base))
            last = d / 2 * math.log(trained / (2 * math.pi * slow), base)
            for i in range(d // 2):
                t = base ** (-2 * i / d)
                mix = min(1, max(0, (i - first) / (last - first)))
                theta.append(t * (1 - mix + mix / factor))
            return torch.tensor(theta), 1 + math.log(factor) / 10
        """,
        "interpolated between two lists": """
            steps = torch.arange(0, d, 2)
            own = 1 / base ** (steps / d)
            ends = [d * math.log(trained / (r * 2 * math.pi)) / math.log(base) for r in (fast, slow)]  # counted in features
            ends[0] = max(ends[0], 0)
            keep = 1 - torch.clamp((steps - ends[0]) / (ends[1] - ends[0]), min=0, max=1)
            return torch.lerp(own / factor, own, keep), 0.1 * math.log(factor) + 1.0
        """,
    }
    slips = [
        slip(
            "the attention factor is forgotten",
            edit=("0.1 * math.log(factor) + 1", "1.0"),
            why="With more keys, softmax spreads its weight out, and the factor sharpens it again.",
            look="Which factor does the text give for s = 4?",
        ),
        slip(
            "the attention factor is that of the scores, already squared",
            edit=("0.1 * math.log(factor) + 1", "(0.1 * math.log(factor) + 1) ** 2"),
            why="Queries and keys are both multiplied, so the score would get the fourth power.",
            look="How often does the factor enter one score?",
        ),
        slip(
            "the attention factor uses the wrong logarithm",
            edit=("0.1 * math.log(factor) + 1", "0.1 * math.log2(factor) + 1", "0.1 * math.log10(factor) + 1"),
            why="ln is the natural logarithm, and the .1 was fitted for it.",
            look="What is ln 4?",
        ),
        slip(
            "the attention factor is inverted, or its 1 is missing",
            edit=("0.1 * math.log(factor) + 1", "1 / (0.1 * math.log(factor) + 1)", "0.1 * math.log(factor)", "1 / math.sqrt(0.1 * math.log(factor) + 1)"),
            why="The scores should become a little larger, and stay as they are for s = 1.",
            look="What should the factor be for s = 1, and is it above or below that for s = 4?",
        ),
        slip(
            "all hands are slowed by the same factor",
            edit=("share = ((i - low) / (high - low)).clamp(0, 1)", "share = torch.ones(d // 2)"),
            why="The fast hands have seen the whole circle, and they tell neighbours apart.",
            look="How often does the first hand go round within the trained length?",
        ),
        slip(
            "no hand is slowed",
            edit=("share = ((i - low) / (high - low)).clamp(0, 1)", "share = torch.zeros(d // 2)"),
            why="Slow hands then meet angles that they have never seen.",
            look="Where does s occur in your frequencies?",
        ),
        slip(
            "the fast hands are slowed and the slow ones are not",
            edit=("theta * (1 - share) + theta / factor * share", "theta * share + theta / factor * (1 - share)"),
            why="The hands that have seen their whole circle need no help.",
            look="Which hands turn often, those with small or with large k?",
        ),
        slip(
            "the share is not clipped",
            edit=(".clamp(0, 1)", ""),
            also=[(".clamp(0, 1)", ".clamp(max=1)"), (".clamp(0, 1)", ".clamp(min=0)")],
            why="Beyond both ends the line goes on, so hands become faster than before or slower than 1/s.",
            look="What is your share at the first hand, and what at the last?",
        ),
        slip(
            "2π is forgotten",
            edit=("(2 * math.pi * turns)", "turns"),
            also=[("(2 * math.pi * turns)", "(math.pi * turns)")],
            why="θ is in radians, and a turn has 2π of them.",
            look="How many turns does a hand make in 100 tokens if it moves by one radian per token?",
        ),
        slip(
            "the share depends on the turns, not on the number of the hand",
            edit=("share = ((i - low) / (high - low)).clamp(0, 1)", "share = ((trained * theta / (2 * math.pi) - fast) / (slow - fast)).clamp(0, 1)"),
            why="That is how the paper puts it. The authors' code and the models use the number of the hand, which goes with the logarithm of the turns.",
            look="In the last paragraph but one above, along which axis is the line straight?",
        ),
        slip(
            "the share jumps from 0 to 1",
            edit=("share = ((i - low) / (high - low)).clamp(0, 1)", "share = (i > (low + high) / 2).float()"),
            also=[("share = ((i - low) / (high - low)).clamp(0, 1)", "share = (i > low).float()"), ("share = ((i - low) / (high - low)).clamp(0, 1)", "share = (i >= high).float()")],
            why="Hands between 1 and 32 turns should be mixed, so hands of similar speed are treated similarly.",
            look="What is the share halfway between k(32) and k(1)?",
        ),
        slip(
            "the number of a hand is counted in features",
            edit=("/ (2 * math.log(base))", "/ math.log(base)"),
            why="k counts pairs. Counted in features, every bound is twice as far away.",
            look="Put r = 1 into your formula. Does the hand with that number make one turn in L tokens?",
        ),
        slip(
            "the bounds are rounded to whole hands",
            edit=("low, high = max(number(fast), 0), number(slow)", "low, high = max(math.floor(number(fast)), 0), math.ceil(number(slow))"),
            also=[
                ("low, high = max(number(fast), 0), number(slow)", "low, high = max(int(number(fast)), 0), int(number(slow))"),
                ("low, high = max(number(fast), 0), number(slow)", "low, high = max(round(number(fast)), 0), round(number(slow))"),
            ],
            why="Models differ in this: `transformers` rounds outwards unless `truncate` is off. Here the numbers are used as they are.",
            look="Is the number of the hand that makes exactly one turn a whole number?",
        ),
        slip(
            "the frequencies come back alone",
            edit=("share, 0.1 * math.log(factor) + 1", "share"),
            why="The attention factor belongs with them: if you use only one of the two, the scores have the wrong size.",
            look="According to the docstring, how many things does the function return?",
        ),
        slip(
            "wavelengths are mixed, not frequencies",
            edit=("theta * (1 - share) + theta / factor * share", "1 / ((1 - share) / theta + factor / theta * share)"),
            why="Both ends are right, but between them the hands are too slow.",
            look="What exactly does your line mix by the share?",
        ),
        slip(
            "the factor is mixed in the exponent",
            edit=("theta * (1 - share) + theta / factor * share", "theta * factor ** (-share)"),
            why="Both ends are right, but between them the hands are too slow.",
            look="What exactly does your line mix by the share?",
        ),
        slip(
            "the settings for the turns are ignored",
            edit=("max(number(fast), 0), number(slow)", "max(number(32), 0), number(1)"),
            why="Models come with their own values.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "a negative first bound is not set to 0",
            edit=("max(number(fast), 0)", "number(fast)"),
            why="The line then begins before the first hand, so even that one is slowed.",
            look="How many turns does the first hand make in 64 tokens? Is that 32?",
        ),
        slip(
            "the longer length is used instead of the trained one",
            edit=("math.log(trained / ", "math.log(factor * trained / "),
            why="The question is what a hand has seen in training.",
            look="Within which length does the text count turns?",
        ),
        slip(
            "the slow share is multiplied by the factor or divided by its square",
            edit=("theta / factor * share", "theta * factor * share"),
            also=[("theta / factor * share", "theta / factor**2 * share")],
            why="A longer text should end at angles that the model knows.",
            look="Which frequency does the slowest hand have before and after?",
        ),
        slip(
            "the attention factor is multiplied into the frequencies",
            edit=("return theta * (1 - share) + theta / factor * share, 0.1 * math.log(factor) + 1", "a = 0.1 * math.log(factor) + 1\n    return a * (theta * (1 - share) + theta / factor * share), a"),
            why="It should make queries and keys longer. Here it makes all hands faster, even those that should be left alone.",
            look="Which frequency should the first hand have after YaRN?",
        ),
        slip(
            "the second bound is cut off at the last hand",
            edit=("number(slow)\n", "min(number(slow), d // 2 - 1)\n"),
            why="In a long training text, even the slowest hand makes more than one turn, so it should keep a part of its speed.",
            look="How many turns does the last hand make, and which share does your code give it?",
        ),
        slip(
            "the argument of the logarithm is rounded",
            edit=("math.log(trained / (2 * math.pi * turns))", "math.log(max(trained // (2 * math.pi * turns), 1))"),
            why="That shifts the number of the hand by a fraction, and every share with it.",
            look="Is L / 2πr a whole number?",
        ),
        slip(
            "the frequencies come back in float64",
            edit=("theta = base ** (-2 * i / d)", "theta = (base ** (-2 * i / d)).double()"),
            why="Queries rotated by them become float64 as well, and multiplying float64 by float32 is an error.",
            look="Print the dtype of what you return. What does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "hands between the bounds are mixed": "theta",
        "slow hands are right as well": "tokens for a whole turn",
        "the attention factor": "attention factor",
        "a negative first bound": dict(trained=(60, 120)),
        "a second bound beyond the last hand": dict(base=(300, 500)),
        "float32": "float32",
        "other turns": dict(turns=(12, 24, 2, 4)),
        "a factor of 1 changes nothing": dict(factor=(1, 1)),
        "a large factor and base": dict(factor=(6, 16)),
    }
