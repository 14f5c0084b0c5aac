"""How much more compute the original block needs to reach the modern block's loss.

Oracle: np.polyfit for both lines, then bisection along the original's.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

READ = "return (10 ** ((reached - start) / slope)).item()"


@exercise("times_compute", points=2)
class _:
    # The first is read far from the middle of the runs; in the third, two runs determine each line.
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
            why="How much lower the loss is tells you nothing about compute. The question is how far along its own line the original has to go.",
            look="Which axis is the factor measured along?",
        ),
        slip(
            "the modern block's slope is used",
            edit=("(reached, _) = line(original.double()), line(modern.double())", "(reached, slope) = line(original.double()), line(modern.double())"),
            why="The original has to catch up, and it moves along its own line.",
            look="Along which block's line do you go to reach the same loss?",
        ),
        slip(
            "the factor is inverted",
            edit=(READ, "return (10 ** ((start - reached) / slope)).item()"),
            also=[("line(original.double()), line(modern.double())", "line(modern.double()), line(original.double())")],
            why="If the modern block is better, the original needs more compute, so the factor is above 1.",
            look="Is your factor above 1 where the modern losses are lower?",
        ),
        slip(
            "the exponent is returned instead of the factor",
            edit=(READ, "return ((reached - start) / slope).item()"),
            also=[(READ, "return ((reached - start) / slope).exp().item()")],
            why="A distance along log₁₀ of compute is not yet a factor.",
            look="What is C multiplied by when log₁₀ C grows by 1?",
        ),
        slip(
            "the logarithm of compute is never taken",
            edit=("x = compute.double().log10()  # (n,)\n    x = x - math.log10(at)", "x = compute.double()\n    x = x / at - 1"),
            why="Loss falls by about the same amount with each doubling of compute, not with each additional operation.",
            look="What is on the x axis of the straight line?",
        ),
        slip(
            "the natural logarithm is mixed with powers of ten",
            edit=("compute.double().log10()", "compute.double().log()"),
            also=[("x = x - math.log10(at)", "x = x - math.log(at)"), [("compute.double().log10()", "compute.double().log()"), ("x = x - math.log10(at)", "x = x - math.log(at)")]],
            why="A logarithm has to be undone with a power of the same base.",
            look="What are the bases of your logarithm and of your power?",
        ),
        slip(
            "the line goes through the first and the last run",
            edit=("slope = (deviation * losses).sum() / deviation.square().sum()\n        return losses.mean() - slope * x.mean(), slope", "slope = (losses[-1] - losses[0]) / (x[-1] - x[0])\n        return losses[0] - slope * x[0], slope"),
            also=[("slope = (deviation * losses).sum() / deviation.square().sum()", "slope = (losses[-1] - losses[0]) / (x[-1] - x[0])")],
            why="The runs between them count as well. If you use only two, the line inherits all of their noise.",
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
            why="A line has an intercept and a slope, and both are fitted.",
            look="Does your line go through the mean of x and the mean of the losses?",
        ),
        slip(
            "the answer is read at the middle of the runs",
            edit=("x = x - math.log10(at)", "x = x - x.mean()"),
            why="The lines aren't parallel, so the factor depends on the compute at which you read it.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the answer is read at the largest run",
            edit=("x = x - math.log10(at)", "x = x - x.max()"),
            why="The lines aren't parallel, so the factor depends on the compute at which you read it.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the original's own compute is returned",
            edit=(READ, "return (at * 10 ** ((reached - start) / slope)).item()"),
            why="The question is how many times as much, not how much.",
            look="What is the unit of your result?",
        ),
        slip(
            "the slope is divided by deviations that are not squared",
            edit=("deviation.square().sum()", "deviation.abs().sum()"),
            why="A least-squares slope is a mean product divided by a mean square.",
            look="What is the slope of losses that are exactly 2x?",
        ),
        slip(
            "the losses are replaced by their logarithms",
            edit=("line(original.double()), line(modern.double())", "line(original.double().log()), line(modern.double().log())"),
            why="That would make a power law straight, but the notebook fits the loss itself, over a short range.",
            look="What is on the y axis of the straight line?",
        ),
        slip(
            "the factor never falls below 1",
            edit=(READ, "return max(1.0, (10 ** ((reached - start) / slope)).item())"),
            also=[(READ, "return (10 ** ((reached - start) / slope).abs()).item()")],
            why="The modern block may be worse at some amounts of compute. Then the original needs less, and the factor should show it.",
            look="What should come out if the original's losses are lower?",
        ),
        slip(
            "the loss is read from a single run instead of the line",
            edit=(", (reached, _) = line(original.double()), line(modern.double())", " = line(original.double())\n    reached = modern.double()[x.abs().argmin()]"),
            also=[(", (reached, _) = line(original.double()), line(modern.double())", " = line(original.double())\n    reached = modern.double()[-1]")],
            why="A single run may be lucky or unlucky, but the line averages over all of them.",
            look="Do you read the loss from a run or from the line?",
        ),
        slip(
            "both lines share one slope",
            edit=(READ, "z = x - x.mean()\n    slope = ((z * original).sum() + (z * modern).sum()) / (2 * z.square().sum())\n    reached, start = modern.double().mean(), original.double().mean()\n    return (10 ** ((reached - start) / slope)).item()"),
            why="The blocks may improve at different rates, and then the factor depends on where you read it.",
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
            why="Two single runs are noisy, but a line averages over all of them.",
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
            why="Regressing compute on loss gives a different line from regressing loss on compute, and the noise is in the losses.",
            look="In which direction are your squared distances measured?",
        ),
    ]  # fmt: skip
    promises = {
        "several runs of one size": dict(seeds=3),
        "uneven steps": dict(uneven=True),
        "two runs": dict(sizes=2),
        "a modern block that is worse": dict(worse=True),
        "beyond the runs": dict(at=(10.5, 11.5)),
        "the factor": "factor",
    }
