"""Divide logits by a temperature, including the limits 0 and ∞.

Oracle: powers of the probabilities in float64, compared as probabilities.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import INF, KNOB, apart, rule_out, softmax, unchanged


@exercise("with_temperature", points=3, forbid=KNOB)
class _:
    cases = [
        dict(shape=(8,), T=(0.4, 0.7)),
        dict(shape=(3, 9), T=(1.6, 3.0)),
        dict(shape=(2, 3, 7), T=(0, 0)),
        dict(shape=(4, 6), T=(0, 0), out=2),
        dict(shape=(3, 10), T=(INF, INF), out=3),
        dict(shape=(2, 9), T=(0.6, 0.8), out=4),
        dict(shape=(2, 8), T=(1.2, 1.6), out=2, level=-400),
        dict(shape=(7,), T=(1, 1)),
        dict(shape=(6,), T=(0.01, 0.02)),
        dict(shape=(4, 6), T=(0, 0), near=3e-4),
        dict(shape=(3, 7), T=(0.04, 0.06), near=0.05),
        dict(shape=(2, 6), T=(30, 50), spread=60),  # differences that no probability in float32 can hold
    ]

    weights = {"probabilities": 4, "ruled out": 1, "logits unchanged": 1}

    def inputs(rng, shape, T, out=0, level=0, near=None, spread=1.5):
        for _ in range(1000):
            x = rule_out(rng, level + apart(rng, shape, spread=spread, gap=0.05, near=near), out)
            below = x.max(axis=-1, keepdims=True) - x
            if spread < 60 or ((below > 110) & (below < 180)).any():  # 0 in float32, and heat brings it back
                break
        else:
            raise AssertionError("no such logits")
        return {"logits": x, "temperature": T[0] if T[0] == T[1] else float(rng.uniform(*T))}

    def oracle(logits, temperature):
        """Powers of probabilities; T = 0 and T = ∞ are the two limits."""
        p = softmax(logits)
        p = p / p.max(axis=-1, keepdims=True)
        if temperature == 0:
            p = (p == 1).astype(np.float64)
        elif temperature == INF:
            p = (p > 0).astype(np.float64)
        else:
            p = p ** (1 / temperature)
        p = p / p.sum(axis=-1, keepdims=True)
        return {
            "probabilities": p,
            "ruled out": {"probabilities": p, "come back": 0},
            "logits unchanged": unchanged(p),
        }

    equivalent = {
        "if temperature <= 0:": "there is no temperature below 0",
        "return (logits / temperature).masked_fill(logits <= -math.inf, -math.inf)": "nothing is below −∞",
        "return torch.full_like(logits, -math.inf).scatter(-1, best, 1.0)": "softmax of a single possible token is 1, whatever its logit",
        "return torch.full_like(logits, -math.inf).scatter(-1, best, -1.0)": "the same",
    }

    alternatives = {
        "powers of probabilities": """
            p = logits.double().softmax(dim=-1)  # float32 would lose the least likely
            p = p / p.amax(dim=-1, keepdim=True)
            if temperature == 0:
                return torch.where(p == 1, 0.0, -torch.inf)
            if temperature == float("inf"):
                return torch.where(p > 0, 0.0, -torch.inf)
            return p.double().log() / temperature
        """,
        "a very small temperature for none": """
            if temperature == math.inf:
                return torch.where(torch.isinf(logits), logits, torch.zeros_like(logits))
            return (logits - logits.amax(-1, keepdim=True)) / max(temperature, 1e-6)
        """,
        "one-hot for the best": """
            if temperature == 0:
                return torch.nn.functional.one_hot(logits.argmax(-1), logits.shape[-1]).float().log()
            return torch.where(logits.isneginf(), logits, logits / temperature)
        """,
    }
    slips = [
        slip(
            "the logits are multiplied by the temperature",
            edit=("(logits / temperature)", "(logits * temperature)", "(logits * (temperature if temperature < math.inf else 0.0))"),
            why="Heat then sharpens the distribution and cold flattens it, so the knob turns the wrong way.",
            look="Should the best token become likelier or less likely at T = 2?",
        ),
        slip(
            "logits become infinite at temperature 0, so their softmax is nan",
            edit=("temperature == 0", "False"),
            why="A number divided by 0 is infinite, and softmax of a logit of ∞ is ∞/∞, which is not a number. That is why T = 0 is *defined* as greedy.",
            look="What does the distribution turn into as T gets closer and closer to 0?",
        ),
        slip(
            "neither T = 0 nor T = ∞ is handled",
            edit=[("temperature == 0", "False"), (".masked_fill(logits == -math.inf, -math.inf)", "")],
            why="The formula has no value at T = 0, and −∞/∞ is not a number, so each of the two extremes needs a decision of its own.",
            look="In the text above, what did you work out for T → 0, and what for T → ∞?",
        ),
        slip(
            "probabilities are returned instead of logits",
            edit=[("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return torch.zeros_like(logits).scatter(-1, best, 1.0)"), ("return (logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "return (logits / temperature).softmax(dim=-1)")],
            also=[
                ("(logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "(logits / temperature).masked_fill(logits == -math.inf, -math.inf).softmax(dim=-1)"),
                [("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return torch.zeros_like(logits).scatter(-1, best, 1.0)"), ("(logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "(logits / temperature).masked_fill(logits == -math.inf, -math.inf).softmax(dim=-1)")],
                [("temperature == 0", "False"), ("return (logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "return (logits / temperature).softmax(dim=-1)")],
            ],
            why="The next knob treats them as logits, but softmax of numbers between 0 and 1 is nearly uniform.",
            look="According to the docstring, what does the function return?",
        ),
        slip(
            "another temperature is used instead of 0 or ∞",
            edit=[("temperature == 0", "False"), ("(logits / temperature)", "(logits / max(temperature, 1e-3))")],
            also=[
                [("temperature == 0", "False"), ("(logits / temperature)", "(logits / max(temperature, 1e-2))")],
                [("temperature == 0", "False"), ("(logits / temperature)", "(logits / max(temperature, 1e-4))")],
                [("temperature == 0", "False"), ("(logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "logits / max(temperature, 1e-3)")],
                ("(logits / temperature)", "(logits / min(temperature, 100))"),
            ],
            why="A small temperature still gives the second-best token a chance if it is close to the best, and a large one still "
            "prefers the likely tokens. Both extremes have a result of their own.",
            look="Suppose two logits differ by .0003. What probabilities do they get at your smallest temperature?",
        ),
        slip(
            "a low temperature is treated as 0",
            edit=("temperature == 0", "temperature < 0.1"),
            why="At T = .05 a token that is nearly as likely as the best should have a fair chance, but here it has none.",
            look="For logits 1 and .95 at T = .05, what is the ratio of the two probabilities?",
        ),
        slip(
            "the smallest probabilities have become 0 before the power is taken",
            edit=("(logits / temperature)", "(logits.softmax(dim=-1) ** (1 / temperature)).log()"),
            also=[("(logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "(logits.softmax(dim=-1) ** (1 / temperature)).log()")],
            why="In float32 a probability below about 10⁻⁴⁵ becomes 0, and 0 to any power stays 0, but heat should bring such a token back.",
            look="What is softmax of 0 and −120 in float32, and what should it be at T = 40?",
        ),
        slip(
            "whole rows are overwritten at temperature 0, not one token per row",
            edit=("torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "torch.full_like(logits, -math.inf).index_put((best.squeeze(-1),), torch.tensor(0.0))"),
            why="An index on its own applies to the first axis, which counts rows, so it selects whole rows.",
            look="What is `logits[2]` when the logits have shape (4, 6)?",
        ),
        slip(
            "nothing is done at temperature 0",
            edit=[("best = logits.argmax(dim=-1, keepdim=True)", "best = logits"), ("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return best")],
            why="T = 0 asks for the likeliest token and nothing else, but here every other token keeps its chance.",
            look="What does the distribution turn into as T gets closer and closer to 0?",
        ),
        slip(
            "a one-hot vector is used as logits at temperature 0",
            edit=("torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "torch.zeros_like(logits).scatter(-1, best, 1.0)"),
            why="A logit of 0 is not a probability of 0: next to a logit of 1, each 0 is still more than a third as likely as the 1.",
            look="What is softmax of 1, 0, 0, 0? For which logit is the probability 0?",
        ),
        slip(
            "the token is returned instead of logits at temperature 0",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return best.squeeze(-1)"),
            also=[("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return best")],
            why="The next knob, or softmax, expects V logits. Which V logits leave a single token possible?",
            look="What shape does the docstring promise, whatever the temperature is?",
        ),
        slip(
            "the distribution becomes uniform at temperature 0",
            edit=("torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "torch.zeros_like(logits)"),
            why="That is the other extreme, T = ∞. Cold makes one token win, and heat makes all of them equal.",
            look="The ratio of two probabilities is e to the difference of their logits over T. Where does it go as T → 0?",
        ),
        slip(
            "only one token is left in the whole batch at temperature 0",
            edit=("best = logits.argmax(dim=-1, keepdim=True)", "flat = torch.full((logits.numel(),), -math.inf)\n        flat[logits.argmax()] = 0.0\n        return flat.reshape(logits.shape)\n        best = 0"),
            why="Every row has a likeliest token of its own.",
            look="How many row maxima are there for logits of shape (2, 3, 7)?",
        ),
        slip(
            "ruled-out tokens become nan at infinite temperature",
            edit=(".masked_fill(logits == -math.inf, -math.inf)", ""),
            why="−∞ divided by ∞ is not a number, and one nan spoils the whole row.",
            look="What is `torch.tensor(-math.inf) / math.inf`?",
        ),
        slip(
            "ruled-out tokens come back",
            edit=(".masked_fill(logits == -math.inf, -math.inf)", ".nan_to_num(nan=0.0)"),
            also=[(".masked_fill(logits == -math.inf, -math.inf)", ".masked_fill(logits == -math.inf, 0.0)"), ("return (logits / temperature)", "if temperature == math.inf:\n        return torch.zeros_like(logits)\n    return (logits / temperature)")],
            why="These tokens were cut off on purpose, and no temperature, however high, makes the impossible possible.",
            look="Which tokens have probability 0 before the call, and which after it?",
        ),
        slip(
            "the probabilities are divided, not the logits",
            edit=("(logits / temperature)", "(logits.softmax(dim=-1) / temperature)"),
            also=[("(logits / temperature)", "(logits.softmax(dim=-1) / temperature).log()")],
            why="Dividing all probabilities by one number and normalizing again changes nothing, and using them as logits flattens everything.",
            look="In the formula, is T inside the exponential or outside it?",
        ),
        slip(
            "the temperature is squared or its root is taken",
            edit=("(logits / temperature)", "(logits / temperature**2)", "(logits / temperature**0.5)"),
            why="Two programs with the same temperature would then give different distributions.",
            look="For logits 2 and 0 at T = 2, what is the difference after your line?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=(".masked_fill(logits == -math.inf, -math.inf)", ".masked_fill(logits == -math.inf, -1e9)", ".nan_to_num(nan=-1e9)", ".clamp(min=-1e9).nan_to_num(nan=-1e9)"),
            also=[
                ("torch.full_like(logits, -math.inf)", "torch.full_like(logits, -1e9)"),
                ("torch.full_like(logits, -math.inf)", "torch.full_like(logits, -1e4)"),
                ("return (logits / temperature)", "if temperature < math.inf:\n        return logits.clamp(min=-1e4) / temperature\n    return (logits / temperature)"),
            ],
            why="Softmax hardly notices, but a finite number can come back: divided by an infinite temperature, it becomes 0 like every other logit.",
            look="What does the docstring say about ruled-out tokens?",
        ),
        slip(
            "the caller's logits are changed",
            edit=("(logits / temperature)", "logits.div_(temperature)"),
            also=[("return (logits / temperature)", "logits /= temperature\n    return logits")],
            why="A caller who tries a second temperature on the same logits gets the effect of both at once.",
            look="Print the logits before and after the call. Which line writes into them?",
        ),
    ]  # fmt: skip
    promises = {
        "below 1 it is sharper": dict(T=(0.4, 0.7)),
        "above 1 it is flatter": dict(T=(1.6, 3.0)),
        "at 1 nothing changes": dict(T=(1, 1)),
        "at 0 only the likeliest token of each row is left": dict(T=(0, 0), shape=(2, 3, 7)),
        "at infinity all possible tokens are equally likely": dict(T=(INF, INF)),
        "ruled-out tokens stay ruled out": dict(out=4),
        "very cold": dict(T=(0.01, 0.02)),
        "at 0 the second best is out, however close it is": dict(T=(0, 0), near=3e-4),
        "cold, with the best two close together": dict(near=0.05),
        "far too unlikely for a float32 probability, but possible": dict(spread=60),
        "logits far below zero": dict(level=-400),
        "−∞ for ruled-out tokens": "ruled out",
        "logits stay as they are": "logits unchanged",
    }
