"""How much more compute the original block needs to reach the modern block's loss.

Oracle: np.polyfit for both lines, then bisection along the original's.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

READ = "return (10 ** ((reached - start) / slope)).item()"


@exercise("times_compute", points=2)
class _:
    # The first is far from the middle of the runs, the third lies on one line each.
    cases = [
        dict(sizes=3, seeds=3, at=(13.2, 14)),
        dict(sizes=4, seeds=1, at=(10.5, 11.5), uneven=True),
        dict(sizes=2, seeds=1, at=(12, 13)),
        dict(sizes=3, seeds=2, at=(11.5, 12.5), worse=True),
    ]
    tolerance = 2e-3

    def inputs(rng, sizes, seeds, at, uneven=False, worse=False):
        powers = 11 + np.cumsum(rng.uniform(0.4, 0.9, sizes))
        powers = np.repeat(powers, seeds)
        if uneven:
            powers = np.append(powers, powers[-1] + 0.9)
        gain = rng.uniform(0.1, 0.25) * (-1 if worse else 1)
        slopes = rng.uniform(-0.7, -0.4, 2)
        noise = 0.03 * rng.standard_normal((2, len(powers)))
        middle = powers - powers.mean()
        return {
            "compute": 10**powers,
            "original": 3 + slopes[0] * middle + noise[0],
            "modern": 3 - gain + slopes[1] * middle + noise[1],
            "at": float(10 ** rng.uniform(*at)),
        }

    def oracle(compute, original, modern, at):
        """numpy's fit, and bisection along the original's line."""
        x = np.log10(np.asarray(compute, dtype=np.float64))
        old, new = (np.polyfit(x, np.asarray(y, dtype=np.float64), 1) for y in (original, modern))
        reached = np.polyval(new, math.log10(at))
        low, high = -60.0, 90.0
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if np.polyval(old, middle) > reached else (low, middle)
        return {"factor": float(10 ** (low - math.log10(at)))}

    alternatives = {
        "least squares of torch": """
            x = torch.log10(compute.double())
            table = torch.stack([torch.ones_like(x), x], dim=1)
            both = torch.linalg.lstsq(table, torch.stack([original, modern], dim=1).double()).solution
            (a, a2), (b, b2) = both.tolist()
            here = math.log10(at)
            return 10 ** ((a2 + b2 * here - a) / b - here)
        """,
        "numpy's fit": """
            import numpy as np
            x = np.log10(compute.cpu().numpy().astype(float))
            b, a = np.polyfit(x, original.cpu().numpy().astype(float), 1)
            d, c = np.polyfit(x, modern.cpu().numpy().astype(float), 1)
            level = c + d * np.log10(at)
            return float(10 ** ((level - a) / b) / at)
        """,
    }
    slips = [
        slip(
            "the lines are compared at one compute, as a ratio of losses",
            edit=(READ, "return (start / reached).item()"),
            also=[(READ, "return (original.mean() / modern.mean()).item()"), (READ, "return (start - reached).item()"), (READ, "return (10 ** (start - reached)).item()")],
            why="How much lower the loss is says nothing about compute. The question is how far along its line the original has to go.",
            look="Which axis is the factor measured along?",
        ),
        slip(
            "the modern block's slope is used",
            edit=("(reached, _) = line(original.double()), line(modern.double())", "(reached, slope) = line(original.double()), line(modern.double())"),
            why="It is the original that has to catch up, along its own line.",
            look="Along whose line do you go to the same loss?",
        ),
        slip(
            "the factor is turned over",
            edit=(READ, "return (10 ** ((start - reached) / slope)).item()"),
            also=[("line(original.double()), line(modern.double())", "line(modern.double()), line(original.double())")],
            why="A better block should make the original need more, a factor above 1.",
            look="Is your factor above 1 where the modern losses are lower?",
        ),
        slip(
            "the power of ten comes back, not the factor",
            edit=(READ, "return ((reached - start) / slope).item()"),
            also=[(READ, "return ((reached - start) / slope).exp().item()")],
            why="A distance along log₁₀ of compute is not yet a factor.",
            look="By what is C multiplied when log₁₀ C grows by 1?",
        ),
        slip(
            "compute is not taken as a logarithm",
            edit=("x = compute.double().log10()  # (n,)\n    x = x - math.log10(at)", "x = compute.double()\n    x = x / at - 1"),
            why="Loss falls by about the same amount with each doubling, not with each further operation.",
            look="What stands on the axis of the straight line?",
        ),
        slip(
            "the natural logarithm meets powers of ten",
            edit=("compute.double().log10()", "compute.double().log()"),
            also=[("x = x - math.log10(at)", "x = x - math.log(at)"), [("compute.double().log10()", "compute.double().log()"), ("x = x - math.log10(at)", "x = x - math.log(at)")]],
            why="What was taken as one logarithm has to come back by the power of the same base.",
            look="Which bases do your logarithms and powers have?",
        ),
        slip(
            "the line goes through the first and the last run",
            edit=("slope = (deviation * losses).sum() / deviation.square().sum()\n        return losses.mean() - slope * x.mean(), slope", "slope = (losses[-1] - losses[0]) / (x[-1] - x[0])\n        return losses[0] - slope * x[0], slope"),
            also=[("slope = (deviation * losses).sum() / deviation.square().sum()", "slope = (losses[-1] - losses[0]) / (x[-1] - x[0])")],
            why="The runs between them count as well. With two only, the noise of both is in the line.",
            look="Which of the runs decide your slope?",
        ),
        slip(
            "the line is forced through zero",
            edit="""
                x = compute.double().log10()
                old, new = ((x * losses).sum() / x.square().sum() for losses in (original, modern))
                here = math.log10(at)
                return 10 ** (new * here / old - here).item()
            """,
            also=[("slope = (deviation * losses).sum() / deviation.square().sum()\n        return losses.mean() - slope * x.mean(), slope", "slope = (x * losses).sum() / x.square().sum()\n        return losses.mean() - slope * x.mean(), slope")],
            why="A line has a height and a slope, and both are fitted.",
            look="Does your line go through the point of both means?",
        ),
        slip(
            "the answer is read at the middle of the runs",
            edit=("x = x - math.log10(at)", "x = x - x.mean()"),
            why="The lines are not parallel, so the factor is another one at each compute.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the answer is read at the largest run",
            edit=("x = x - math.log10(at)", "x = x - x.max()"),
            why="The lines are not parallel, so the factor is another one at each compute.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the original's own compute comes back",
            edit=(READ, "return (at * 10 ** ((reached - start) / slope)).item()"),
            why="How many times as much was asked, not how much.",
            look="What unit has your number?",
        ),
        slip(
            "the slope is divided by deviations that are not squared",
            edit=("deviation.square().sum()", "deviation.abs().sum()"),
            why="A slope of least squares is a mean product, divided by a mean square.",
            look="What is the slope of losses that are exactly 2x?",
        ),
        slip(
            "the losses are taken as logarithms as well",
            edit=("line(original.double()), line(modern.double())", "line(original.double().log()), line(modern.double().log())"),
            why="A law of powers is straight that way. The text fits loss itself, over a short range.",
            look="What stands on the other axis of the straight line?",
        ),
        slip(
            "the factor never falls below 1",
            edit=(READ, "return max(1.0, (10 ** ((reached - start) / slope)).item())"),
            also=[(READ, "return (10 ** ((reached - start) / slope).abs()).item()")],
            why="The modern block may be worse at some compute. Then the original needs less, and the number should say so.",
            look="What should come out where the original's losses are lower?",
        ),
        slip(
            "the loss of a single run is taken, not the line's",
            edit=(", (reached, _) = line(original.double()), line(modern.double())", " = line(original.double())\n    reached = modern.double()[x.abs().argmin()]"),
            also=[(", (reached, _) = line(original.double()), line(modern.double())", " = line(original.double())\n    reached = modern.double()[-1]")],
            why="One run is lucky or unlucky. The line has the mean of all of them.",
            look="Where is your loss read off: from a run or from the line?",
        ),
        slip(
            "both lines get one slope",
            edit=(READ, "z = x - x.mean()\n    slope = ((z * original).sum() + (z * modern).sum()) / (2 * z.square().sum())\n    reached, start = modern.double().mean(), original.double().mean()\n    return (10 ** ((reached - start) / slope)).item()"),
            why="The blocks may gain by compute at different rates, and then the factor hangs on where one asks.",
            look="How many slopes do you fit?",
        ),
        slip(
            "neighbouring runs are joined, and no line is fitted",
            edit="""
                import numpy as np

                x, here = compute.double().log10().numpy(), math.log10(at)
                reached = np.interp(here, x, modern.double().numpy())
                return float(10 ** (np.interp(-reached, -original.double().numpy(), x) - here))
            """,
            why="Between two runs lies their noise. A line takes the mean of all.",
            look="How many runs decide your answer?",
        ),
        slip(
            "the line is fitted the other way round",
            edit="""
                x, o = compute.double().log10() - math.log10(at), original.double()
                z, deviation = x - x.mean(), o - o.mean()
                reached = modern.double().mean() - (z * modern.double()).sum() / z.square().sum() * x.mean()
                along = (deviation * z).sum() / deviation.square().sum()
                return (10 ** (x.mean() + along * (reached - o.mean()))).item()
            """,
            why="Least squares of compute on loss is another line than that of loss on compute. The noise is in the losses.",
            look="Whose distances from the line are squared in your fit?",
        ),
    ]  # fmt: skip
    promises = {
        "several runs of one size": dict(seeds=3),
        "steps that are not even": dict(uneven=True),
        "two runs": dict(sizes=2),
        "a block that is worse": dict(worse=True),
        "beyond the runs": dict(at=(10.5, 11.5)),
        "the factor": "factor",
    }
