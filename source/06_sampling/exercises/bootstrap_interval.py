"""Percentile bootstrap interval for a mean.

Oracle: scipy.stats.bootstrap with 150,000 resamples. Ends are compared in standard errors; inputs
are drawn until chance moves the interval much less than the tolerance.
"""

import itertools
import math
from functools import lru_cache

import numpy as np

from autograder.authoring import SameAs, exercise, slip

from ._shared import TRIES


@lru_cache
def resamples(n):
    """How often each of n values is in a resample (R, n), and how likely each resample is (R,): all of them, or many."""
    if n > 8:
        drawn = np.random.default_rng(0).integers(0, n, (20_000, n))
        return (drawn[:, :, None] == np.arange(n)).sum(axis=1) * 1.0, np.full(len(drawn), 1 / len(drawn))
    drawn = np.array(list(itertools.combinations_with_replacement(range(n), n)))
    times = (drawn[:, :, None] == np.arange(n)).sum(axis=1)
    ways = math.factorial(n) / np.array([math.prod(map(math.factorial, row)) for row in times.tolist()])
    return times * 1.0, ways / n**n


def is_steady(values, level, n_resamples, n_oracle=150_000):
    """Whether the width of the interval stays within its tolerance for 5.5 standard deviations of chance.

    Means of few values come in lumps, and an end that falls between two of them jumps from one to the other.
    """
    error = values.std(ddof=1) / math.sqrt(len(values))
    times, chances = resamples(len(values))
    means = times @ values / len(values) / error
    rank = means.argsort()
    sums = chances[rank].cumsum()
    at = lambda share: means[rank[np.searchsorted(sums, share)]]
    below = (1 - level) / 2
    chance = 5.5 * math.sqrt(below * (1 - below) * (1 / n_resamples + 1 / n_oracle))
    width = at(1 - below) - at(below)
    a, b = np.cos(turns := np.linspace(0, 2 * math.pi, 100)), np.sin(turns)
    common = below / (1 - below)  # how far the ends of one sample move together
    low, high = at(below + chance * a), at(1 - below + chance * (common * a + math.sqrt(1 - common**2) * b))
    return np.abs(high - low - width).max() < 0.03 * (1 + width)


@exercise("bootstrap_interval", points=3, forbid=["scipy"])
class _:
    cases = [
        dict(n=8, level=0.4),
        dict(n=6, level=0.8),  # one value fewer in a resample makes it wider by a tenth
        dict(n=12, level=0.96, skew=(1.4, 2.0)),  # not bell-shaped
    ]
    weights = {"ends": 3, "width": 1, "again": 2, "a second draw": 2, "values unchanged": 1}
    # Ends in standard errors, from ten below 0. Both sides are random and differ by about 0.01; 0.13 to 0.24 is allowed.
    # Leaving out all of the error on one side moves an end by 0.31.
    # The width, which doesn't include the ten, may be off by 0.03 · (1 + width); chance is a sixth of that.
    tolerance = {
        "ends": 0.016,
        "width": 0.03,
        "again": 0.016,
        "a second draw": 0.016,
        "values unchanged": 0.016,
    }

    def inputs(rng, n, level, skew=(0.4, 1.1)):
        for _ in range(10 * TRIES):  # few skewed inputs are steady, so about 300 are tried
            values = rng.exponential(1.0, n)
            lean = ((values - values.mean()) ** 3).mean() / values.std() ** 3
            if skew[0] < lean < skew[1] and is_steady(values, level, 12_000):  # not one value for all
                break
        else:
            raise AssertionError("no such inputs")
        far = int(np.abs(values - values.mean()).argmax())
        values[[far, -1]] = values[[-1, far]]  # leaving the last one out shows
        error = values.std(ddof=1) / math.sqrt(n)
        values = (values - values.mean() + rng.uniform(-2, 2) * error) * rng.uniform(0.5, 3)
        return {"values": values, "level": level, "n_resamples": 12_000, "seed": int(rng.integers(2**31))}

    def oracle(values, level, n_resamples, seed):
        from scipy import stats

        low, high = stats.bootstrap(
            (values,), np.mean, confidence_level=level, n_resamples=150_000, method="percentile", rng=np.random.default_rng(seed)
        ).confidence_interval  # fmt: skip
        error = values.std(ddof=1) / math.sqrt(len(values))
        ends = [10 + float(low / error), 10 + float(high / error)]
        return {
            "ends": ends,
            "width": {"ends": ends, "widths": [ends[1] - ends[0]] * 3},  # few resamples may hit one by chance
            "again": SameAs("ends"),
            "a second draw": {"ends": ends, "the same": False},
            "values unchanged": {"ends": ends, "changed": 0},
        }

    alternatives = {
        "a loop, sorted": """
            means = []
            for _ in range(n_resamples):
                means.append(values[torch.randint(len(values), (len(values),), generator=generator)].mean().item())
            means.sort()
            return means[round(n_resamples * (1 - level) / 2)], means[round(n_resamples * (1 + level) / 2) - 1]
        """,
        "how often each value is drawn": """
            n = len(values)
            even = torch.full((n_resamples, n), 1 / n)
            drawn = even.multinomial(n, replacement=True, generator=generator)
            times = torch.zeros(n_resamples, n).scatter_add_(1, drawn, torch.ones(n_resamples, n))
            means = (times @ values.float().cpu()) / n
            below = (1 - level) / 2
            return torch.quantile(means, below).item(), torch.quantile(means, 1 - below).item()
        """,
    }
    slips = [
        slip(
            "all means are nearly the same, and the interval has no width",
            edit=("torch.randint(n, (n_resamples, n), generator=generator)", "torch.rand(n_resamples, n, generator=generator).argsort(dim=1)"),
            also=[("mean(dim=1)", "mean(dim=0)"), ("torch.randint(n, (n_resamples, n), generator=generator)", "torch.randint(n, (1, n), generator=generator).expand(n_resamples, -1)")],
            why="Without replacement, every resample has the same values, only in a different order. And the mean of a column averages thousands of draws, so it hardly moves.",
            look="Can a value occur twice in one of your resamples? How many means do you get, and how many values does each average?",
        ),
        slip(
            "the interval is for single values, not for means",
            edit=(".mean(dim=1)", ".flatten()"),
            also=[("means.quantile(", "values.quantile(")],
            why="A mean of n values varies less than one value, by a factor of √n.",
            look="How many numbers does each resample contribute to your interval?",
        ),
        slip(
            "the full 1 − level is left out on each side",
            edit=("[(1 - level) / 2, (1 + level) / 2]", "[1 - level, level]"),
            why="That leaves out twice as much as the caller asked for, so a 95 % interval holds only 90 %.",
            look="What share of the means is below your lower end, and what share is above your upper end?",
        ),
        slip(
            "the level is taken for the share left out",
            edit=("[(1 - level) / 2, (1 + level) / 2]", "[level / 2, 1 - level / 2]"),
            why="A higher level then makes the interval narrower, but it should make it wider.",
            look="Should a 99 % interval be wider or narrower than a 90 % interval?",
        ),
        slip(
            "the median is taken instead of the mean",
            edit=(".mean(dim=1)", ".median(dim=1).values"),
            why="The median is a different quantity with an interval of its own, and for skewed values it is somewhere else.",
            look="According to the docstring, which quantity is the interval for?",
        ),
        slip(
            "the interval is one standard error on each side, whatever the level",
            edit=("low, high = means.quantile(torch.tensor([(1 - level) / 2, (1 + level) / 2], dtype=means.dtype))", "low, high = means.mean() - means.std(), means.mean() + means.std()"),
            why="That always holds about two thirds of the means.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "the interval is computed from a formula, not from resamples",
            edit=("low, high = means.quantile(torch.tensor([(1 - level) / 2, (1 + level) / 2], dtype=means.dtype))", "error = values.std() / n**0.5\n    low, high = values.mean() - 1.96 * error, values.mean() + 1.96 * error"),
            also=[("low, high = means.quantile(torch.tensor([(1 - level) / 2, (1 + level) / 2], dtype=means.dtype))", "error = values.std() / n**0.5 * math.sqrt(2) * torch.erfinv(torch.tensor(level))\n    low, high = values.mean() - error, values.mean() + error")],
            why="The formula assumes that the means follow a bell curve. The bootstrap also works for means of a few values, which may be skewed.",
            look="Does your interval change when the level changes? And when the seed changes?",
        ),
        slip(
            "the interval is equally wide on both sides of the mean",
            edit=("low, high = means.quantile(torch.tensor([(1 - level) / 2, (1 + level) / 2], dtype=means.dtype))", "error = means.std() * math.sqrt(2) * torch.erfinv(torch.tensor(level))\n    low, high = means.mean() - error, means.mean() + error", "error = (means - values.mean()).abs().quantile(level)\n    low, high = values.mean() - error, values.mean() + error"),
            why="Means of a few skewed values reach farther out on one side. So the shares left out on the two sides are equal, but the distances aren't.",
            look="What share of the means is below your lower end, and what share is above your upper end?",
        ),
        slip(
            "the interval is reflected about the mean",
            edit=("return low.item(), high.item()", "return (2 * values.mean() - high).item(), (2 * values.mean() - low).item()"),
            why="That is a different method, the basic bootstrap. The percentile bootstrap uses the quantiles as they are.",
            look="What share of the means you drew is between your two ends?",
        ),
        slip(
            "everything left out is on one side",
            edit=("[(1 - level) / 2, (1 + level) / 2]", "[1 - level, 1.0]", "[0.0, level]"),
            why="One end is then the most extreme mean you drew, so it moves with the number of resamples.",
            look="What share of the means is below your lower end, and what share is above your upper end?",
        ),
        slip(
            "the interval is for 95 %, whatever the level",
            edit=("[(1 - level) / 2, (1 + level) / 2]", "[0.025, 0.975]"),
            why="The level sets what share of the means the interval should hold.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "resamples are smaller than the data",
            edit=("(n_resamples, n)", "(n_resamples, n - 1)", "(n_resamples, n // 2)"),
            why="The mean of fewer values varies more, so the interval is too wide.",
            look="How many values are there, and how many does each of your resamples have?",
        ),
        slip(
            "fewer resamples are drawn than were asked for",
            edit=("(n_resamples, n)", "(100, n)", "(n, n)"),
            why="The ends depend on the few means that are farthest out, and with a hundred means those are two or three.",
            look="From how many means do you compute the ends?",
        ),
        slip(
            "the interval is around 0, not around the mean",
            edit=(".mean(dim=1)", ".mean(dim=1) - values.mean().cpu()"),
            why="It then shows how far off the mean may be, but not where the mean may be.",
            look="If you add 5 to all values, does your interval move?",
        ),
        slip(
            "the width is divided by √n once more",
            edit=("return low.item(), high.item()", "middle, root = values.mean().item(), n**0.5\n    return middle + (low.item() - middle) / root, middle + (high.item() - middle) / root"),
            why="Means of n values already vary less than one value, by a factor of √n.",
            look="What share of the means you drew is between your two ends?",
        ),
        slip(
            "the interval holds all means",
            edit=("low, high = means.quantile(torch.tensor([(1 - level) / 2, (1 + level) / 2], dtype=means.dtype))", "low, high = means.min(), means.max()"),
            why="It then gets wider with more resamples, but the level should set what share of the means it holds.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "the function makes a new generator",
            edit=("n = len(values)", "n = len(values)\n    generator = torch.Generator().manual_seed(0)"),
            also=[("n = len(values)", "n = len(values)\n    generator = torch.Generator().set_state(generator.get_state())")],
            why="Two calls in a row then give the same interval, so the caller believes that it never moves.",
            look="If you call the function twice with the same generator, should the two intervals agree to the last digit?",
        ),
        slip(
            "the last value is never drawn",
            edit=("torch.randint(n,", "torch.randint(n - 1,"),
            why="That value is missing from every resample, so the interval moves away from it.",
            look="What is the largest index that your call can draw, and what is the index of the last value?",
        ),
        slip(
            "the ends are swapped",
            edit=("return low.item(), high.item()", "return high.item(), low.item()"),
            why="The docstring promises the lower end first.",
            look="Which of the two numbers you return is smaller?",
        ),
        slip(
            "the generator is ignored",
            edit=(", generator=generator)", ")"),
            why="The interval is right, but a reader can't reproduce your numbers.",
            look="Which of your function's arguments does your code never use?",
        ),
    ]  # fmt: skip
    promises = {
        "the level decides": dict(level=0.8),
        "few values": dict(n=8, level=0.4),
        "a resample has n values": dict(n=6),
        "quantiles for skewed values": dict(level=0.96),
        "values are left as they are": "values unchanged",
        "equal shares on both sides": "ends",
        "one seed, one interval": "again",
        "two draws differ": "a second draw",
    }
