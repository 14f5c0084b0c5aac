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
        """Powers of probabilities, which T = 0 and T = ∞ are the ends of."""
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
            why="Then heat sharpens the distribution, and cold flattens it: the knob turns the wrong way.",
            look="Should the best token become likelier or less likely at T = 2?",
        ),
        slip(
            "logits become infinite at temperature 0, and softmax of them is nan",
            edit=("temperature == 0", "False"),
            why="What is divided by 0 is infinite, and softmax of a logit of ∞ is ∞/∞, not a number. T = 0 is *defined* as greedy.",
            look="What is left of the distribution when T comes closer and closer to 0?",
        ),
        slip(
            "neither end is looked after",
            edit=[("temperature == 0", "False"), (".masked_fill(logits == -math.inf, -math.inf)", "")],
            why="The formula has no value at T = 0, and −∞/∞ is not a number. Both ends need a decision of their own.",
            look="What did you work out in the text above for T → 0, and what for T → ∞?",
        ),
        slip(
            "probabilities come back in place of logits",
            edit=[("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return torch.zeros_like(logits).scatter(-1, best, 1.0)"), ("return (logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "return (logits / temperature).softmax(dim=-1)")],
            also=[
                ("(logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "(logits / temperature).masked_fill(logits == -math.inf, -math.inf).softmax(dim=-1)"),
                [("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return torch.zeros_like(logits).scatter(-1, best, 1.0)"), ("(logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "(logits / temperature).masked_fill(logits == -math.inf, -math.inf).softmax(dim=-1)")],
                [("temperature == 0", "False"), ("return (logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "return (logits / temperature).softmax(dim=-1)")],
            ],
            why="The next knob takes them for logits: softmax of numbers between 0 and 1 is nearly uniform.",
            look="What does the docstring say that the function returns?",
        ),
        slip(
            "another temperature takes the place of 0 or of ∞",
            edit=[("temperature == 0", "False"), ("(logits / temperature)", "(logits / max(temperature, 1e-3))")],
            also=[
                [("temperature == 0", "False"), ("(logits / temperature)", "(logits / max(temperature, 1e-2))")],
                [("temperature == 0", "False"), ("(logits / temperature)", "(logits / max(temperature, 1e-4))")],
                [("temperature == 0", "False"), ("(logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "logits / max(temperature, 1e-3)")],
                ("(logits / temperature)", "(logits / min(temperature, 100))"),
            ],
            why="A small temperature leaves the second best a chance where it is close to the best, and a large one still prefers "
            "what was likely. Both ends have a value of their own.",
            look="Two logits differ by .0003. Which probabilities does your smallest temperature give them?",
        ),
        slip(
            "a low temperature is taken for 0",
            edit=("temperature == 0", "temperature < 0.1"),
            why="At T = .05 a token that is nearly as likely as the best has a fair chance, and here it has none.",
            look="Logits 1 and .95 at T = .05: what is the ratio of their probabilities?",
        ),
        slip(
            "powers are taken of probabilities, of which the smallest are 0",
            edit=("(logits / temperature)", "(logits.softmax(dim=-1) ** (1 / temperature)).log()"),
            also=[("(logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "(logits.softmax(dim=-1) ** (1 / temperature)).log()")],
            why="In float32 a probability below about 10⁻⁴⁵ is 0, and 0 to any power stays 0. Heat should bring such a token back.",
            look="What is softmax of 0 and −120 in float32, and what should it be at T = 40?",
        ),
        slip(
            "whole rows are written at temperature 0, not one token of each",
            edit=("torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "torch.full_like(logits, -math.inf).index_put((best.squeeze(-1),), torch.tensor(0.0))"),
            why="An index without an axis of its own counts along the first axis, which is that of the texts.",
            look="What does `logits[2]` stand for when logits have shape (4, 6)?",
        ),
        slip(
            "nothing is done at temperature 0",
            edit=[("best = logits.argmax(dim=-1, keepdim=True)", "best = logits"), ("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return best")],
            why="T = 0 asks for the likeliest token and nothing else; this leaves every other one its chance.",
            look="What is left of the distribution when T comes closer and closer to 0?",
        ),
        slip(
            "the scores of a one-hot vector are taken for logits at temperature 0",
            edit=("torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "torch.zeros_like(logits).scatter(-1, best, 1.0)"),
            why="A logit of 0 is not a probability of 0: beside one 1, every 0 keeps more than a third of its chance.",
            look="What is softmax of 1, 0, 0, 0? Which logit has the probability 0?",
        ),
        slip(
            "the token comes back instead of logits at temperature 0",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return best.squeeze(-1)"),
            also=[("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return best")],
            why="The next knob, or softmax, expects V logits. Which ones leave a single token its chance?",
            look="What shape does the docstring promise, at any temperature?",
        ),
        slip(
            "the distribution becomes uniform at temperature 0",
            edit=("torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "torch.zeros_like(logits)"),
            why="That is the other end, T = ∞. Cold makes one token win; heat makes them equal.",
            look="The ratio of two probabilities is e to their difference over T. Where does it go for T → 0?",
        ),
        slip(
            "one token is left for the whole batch at temperature 0",
            edit=("best = logits.argmax(dim=-1, keepdim=True)", "flat = torch.full((logits.numel(),), -math.inf)\n        flat[logits.argmax()] = 0.0\n        return flat.reshape(logits.shape)\n        best = 0"),
            why="Every row has a likeliest token of its own.",
            look="How many maxima are there for logits of shape (2, 3, 7)?",
        ),
        slip(
            "what was ruled out becomes nan at infinite temperature",
            edit=(".masked_fill(logits == -math.inf, -math.inf)", ""),
            why="−∞ divided by ∞ is not a number, and one nan spoils the whole row.",
            look="What is `torch.tensor(-math.inf) / math.inf`?",
        ),
        slip(
            "what was ruled out comes back",
            edit=(".masked_fill(logits == -math.inf, -math.inf)", ".nan_to_num(nan=0.0)"),
            also=[(".masked_fill(logits == -math.inf, -math.inf)", ".masked_fill(logits == -math.inf, 0.0)"), ("return (logits / temperature)", "if temperature == math.inf:\n        return torch.zeros_like(logits)\n    return (logits / temperature)")],
            why="Somebody cut these tokens off. No temperature, however high, makes the impossible possible.",
            look="Which tokens have probability 0 before, and which after?",
        ),
        slip(
            "the probabilities are divided, not the logits",
            edit=("(logits / temperature)", "(logits.softmax(dim=-1) / temperature)"),
            also=[("(logits / temperature)", "(logits.softmax(dim=-1) / temperature).log()")],
            why="Dividing all probabilities by one number and sharing out again changes nothing, and taking them for logits flattens everything.",
            look="Does T stand inside the exponential or outside of it?",
        ),
        slip(
            "the temperature is squared or its root is taken",
            edit=("(logits / temperature)", "(logits / temperature**2)", "(logits / temperature**0.5)"),
            why="Two programs with the same setting would give different distributions.",
            look="Logits 2 and 0 at T = 2: what is the difference after your line?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=(".masked_fill(logits == -math.inf, -math.inf)", ".masked_fill(logits == -math.inf, -1e9)", ".nan_to_num(nan=-1e9)", ".clamp(min=-1e9).nan_to_num(nan=-1e9)"),
            also=[
                ("torch.full_like(logits, -math.inf)", "torch.full_like(logits, -1e9)"),
                ("torch.full_like(logits, -math.inf)", "torch.full_like(logits, -1e4)"),
                ("return (logits / temperature)", "if temperature < math.inf:\n        return logits.clamp(min=-1e4) / temperature\n    return (logits / temperature)"),
            ],
            why="Softmax hardly sees the difference, but a number can come back: divided by an infinite temperature it is 0, like all others.",
            look="What does the docstring say of tokens that are ruled out?",
        ),
        slip(
            "the caller's logits are changed",
            edit=("(logits / temperature)", "logits.div_(temperature)"),
            also=[("return (logits / temperature)", "logits /= temperature\n    return logits")],
            why="Whoever tries a second temperature on the same logits gets the product of both.",
            look="Print the logits before and after the call. Which line writes into them?",
        ),
    ]  # fmt: skip
    promises = {
        "below 1 it is sharper": dict(T=(0.4, 0.7)),
        "above 1 it is flatter": dict(T=(1.6, 3.0)),
        "at 1 nothing changes": dict(T=(1, 1)),
        "at 0 only the likeliest token of each row is left": dict(T=(0, 0), shape=(2, 3, 7)),
        "at infinity all that are possible are equally likely": dict(T=(INF, INF)),
        "what is ruled out stays so": dict(out=4),
        "very cold": dict(T=(0.01, 0.02)),
        "at 0 the second best is out, however close it is": dict(T=(0, 0), near=3e-4),
        "cold, and the best two are close": dict(near=0.05),
        "far too unlikely for a probability in float32, and possible": dict(spread=60),
        "logits far below zero": dict(level=-400),
        "−∞ for those that are ruled out": "ruled out",
        "logits stay as they are": "logits unchanged",
    }
