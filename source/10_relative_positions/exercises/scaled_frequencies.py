"""Scale RoPE's frequencies for longer contexts: position interpolation or NTK-aware.

Oracle: periods times the factor, or frequencies computed again from a larger base.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, TRANSFORMERS, single, turns


@exercise("scaled_frequencies", points=2, forbid=TRANSFORMERS + FINISHED)
class _:
    cases = [
        dict(n=(4, 8), kind="linear"),
        dict(n=(4, 8), kind="ntk"),
        dict(n=(2, 2), kind="ntk"),
        dict(n=(16, 16), kind="ntk", factor=(6, 12)),
        dict(n=(3, 6), kind="ntk", factor=(1, 1)),
    ]

    weights = {"theta": 4, "tokens for a whole turn": 4, "theta unchanged": 1, "float32": 1}

    def inputs(rng, n, kind, factor=(1.5, 5)):
        n = int(rng.integers(*n, endpoint=True))
        base = float(rng.uniform(500, 20_000))
        return {"theta": base ** (-np.arange(n) / n), "factor": float(rng.uniform(*factor)), "kind": kind}

    def oracle(theta, factor, kind):
        """From the base: linear stretches positions, NTK-aware takes a larger base."""
        d = 2 * len(theta)
        larger = theta[1] ** -(d / 2) * factor ** (d / (d - 2))
        scaled = [larger ** (-2 * i / d) for i in range(d // 2)]
        if kind == "linear":
            scaled = [1 / (1 / t * factor) for t in theta]
        scaled = np.array(scaled)
        return turns(scaled) | {
            "theta unchanged": {"scaled": scaled, "theta": theta},
            "float32": single(scaled),
        }

    equivalent = {'if kind <= "linear":': "there are two kinds"}
    alternatives = {
        "from the first hand to the last, in equal ratios": """
            n = len(theta)
            if kind == "ntk":
                return theta / torch.logspace(0, 1, n, base=factor) if factor > 1 else theta.clone()
            return theta * (1 / factor)
        """,
        "by a larger base": """
            if kind == "linear":
                return theta / factor
            d = 2 * theta.shape[0]
            base = (1 / theta[1].double()) ** (d / 2)
            larger = base * factor ** (d / (d - 2))
            return (larger ** (-torch.arange(0, d, 2) / d)).float()
        """,
        "a list": """
            n = len(theta)
            powers = [1.0 if kind == "linear" else i / (n - 1) for i in range(n)]
            return torch.stack([t / factor**p for t, p in zip(theta, powers)])
        """,
    }
    slips = [
        slip(
            "all hands are slowed by the same factor, whatever the kind",
            edit=('if kind == "linear":', "if True:"),
            why="NTK-aware scaling was made to leave the fast hands alone, because they tell neighbours apart.",
            look="Which factor should the first hand get with \"ntk\"?",
        ),
        slip(
            "the linear kind gets the factors of NTK-aware scaling",
            edit=('if kind == "linear":', "if False:"),
            why="Linear interpolation slows every hand by the same factor.",
            look="Which factor should the first hand get with \"linear\"?",
        ),
        slip(
            "the two kinds are swapped",
            edit=('kind == "linear"', 'kind != "linear"'),
            why="Both are sound, but each goes with its own name.",
            look="Which of the two leaves the fastest hand as it is?",
        ),
        slip(
            "the hands become faster",
            edit=[("theta / factor", "theta * factor"), ("(-2 * i / (d - 2))", "(2 * i / (d - 2))")],
            also=[("theta / factor", "theta * factor"), ("(-2 * i / (d - 2))", "(2 * i / (d - 2))")],
            why="A longer text should end at angles that the model knows, so its hands have to be slower.",
            look="What angle should position 4L have with s = 4?",
        ),
        slip(
            "the exponent is divided by d instead of d − 2",
            edit=("(-2 * i / (d - 2))", "(-2 * i / d)"),
            why="The slowest hand is then not slowed all the way to 1/s, so the end of the text leaves the known range.",
            look="What factor does the last hand, k = d/2 − 1, get?",
        ),
        slip(
            "the slowest hand stays, and the fastest is slowed",
            edit=("i, d = torch.arange(len(theta), device=theta.device), 2 * len(theta)", "i, d = torch.arange(len(theta)).flip(0), 2 * len(theta)"),
            why="It is the slow hands that meet angles they have never seen.",
            look="Which hand has gone round many times in training?",
        ),
        slip(
            "the number of hands is taken for d",
            edit=("2 * len(theta)  # (d/2,)", "len(theta) + (len(theta) == 2)  # (d/2,)"),
            why="Each hand has two features.",
            look="How wide is a head that has 32 hands?",
        ),
        slip(
            "hands are counted from 1",
            edit=("torch.arange(len(theta), device=theta.device)", "torch.arange(1, len(theta) + 1)"),
            why="The fastest hand is then slowed as well, and the slowest by more than s.",
            look="What factor does the first hand get?",
        ),
        slip(
            "the factors lie on a straight line between 1 and s",
            edit=("theta * factor ** (-2 * i / (d - 2))", "theta / (1 + (factor - 1) * 2 * i / (d - 2))"),
            also=[("theta * factor ** (-2 * i / (d - 2))", "theta * (1 + (1 / factor - 1) * 2 * i / (d - 2))")],
            why="Both ends are right, but a larger base gives equal ratios between neighbours, as the formula requires.",
            look="What is the ratio of two neighbouring factors in your result?",
        ),
        slip(
            "the base is assumed to be 10,000",
            edit=("return theta * factor ** (-2 * i / (d - 2))", "return (10000.0 * factor ** (d / (d - 2))) ** (-2 * i / d)"),
            why="SmolLM2 has 100,000, and the frequencies you are given already contain the base.",
            look="Does your result for `ntk` depend on theta at all?",
        ),
        slip(
            "the factor is rounded to a whole number",
            edit=("if kind ==", "factor = int(factor)\n    if kind =="),
            also=[("if kind ==", "factor = math.ceil(factor)\n    if kind =="), ("if kind ==", "factor = round(factor)\n    if kind ==")],
            why="A model that was trained on 4,096 tokens needs a factor of only 1.5 for a text of 6,000.",
            look="What does your code make of a factor of 2.5?",
        ),
        slip(
            "the width of the head is a fixed number",
            edit=("(-2 * i / (d - 2))", "(-2 * i / 62)"),
            also=[("(-2 * i / (d - 2))", "(-2 * i / 126)")],
            why="The slowest hand then gets its full factor only in heads of that one width, such as 64.",
            look="What factor does your last hand get when d is 8?",
        ),
        slip(
            "only the slowdown factors come back",
            edit=[("theta / factor", "torch.full_like(theta, 1 / factor)"), ("return theta * factor **", "return factor **")],
            also=[("return theta * factor **", "return factor **"), ("theta / factor", "torch.full_like(theta, 1 / factor)")],
            why="That is only how much each hand is slowed. `rope` needs to know how fast it turns afterwards.",
            look="Which frequency should the first hand have with s = 1?",
        ),
        slip(
            "the caller's frequencies are changed",
            edit=("return theta / factor", "theta /= factor\n        return theta"),
            also=[[("return theta / factor", "theta /= factor\n        return theta"), ("return theta * factor ** (-2 * i / (d - 2))", "theta *= factor ** (-2 * i / (d - 2))\n    return theta")], ("return theta * factor ** (-2 * i / (d - 2))", "theta *= factor ** (-2 * i / (d - 2))\n    return theta")],
            why="The next call finds hands that were slowed already, and so does the model that they belong to.",
            look="Print theta before and after a call. Which line writes into it?",
        ),
        slip(
            "the frequencies come back in float64",
            edit=("if kind ==", "theta = theta.double()\n    if kind =="),
            why="Queries rotated by them become float64 as well, and multiplying float64 by float32 is an error.",
            look="Print the dtype of what you return. What does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "linear": dict(kind="linear"),
        "NTK-aware": dict(kind="ntk"),
        "d = 4": dict(n=(2, 2)),
        "a factor of 1 changes nothing": dict(factor=(1, 1)),
        "a large factor": dict(factor=(6, 12)),
        "slow hands are right as well": "tokens for a whole turn",
        "theta is left as it is": "theta unchanged",
        "float32": "float32",
    }
