"""Expected calibration error (ECE) with bins of equal width.

Oracle: one bin at a time in float64. Some confidences lie exactly on the edge of a bin or are 1.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import TRIES


def calibration_error(confidence, correct, bins):
    """The error when each prediction is in the bin given for it; the sizes of the bins cancel."""
    gaps = {m: math.fsum((correct - confidence)[bins == m]) for m in set(bins)}
    return sum(map(abs, gaps.values())) / len(confidence)


@exercise("expected_calibration_error", points=4)
class _:
    weights = {"error": 3, "confidence unchanged": 1}
    cases = [
        dict(N=(50, 70), n_bins=10),
        dict(N=(20, 30), n_bins=15, empty=True),
        dict(N=(24, 40), n_bins=4, edges=True),
        dict(N=(9, 14), n_bins=1),
    ]

    def inputs(rng, N, n_bins, empty=False, edges=False):
        N = int(rng.integers(*N, endpoint=True))
        for _ in range(
            TRIES * edges
        ):  # quarters, which are exact in float32, and 1; bins alternate between over- and underconfident
            confidence = (rng.integers(0, 4, N) + rng.uniform(0.05, 0.95, N)) / 4
            confidence[: N // 2] = rng.choice([0.25, 0.5, 0.75, 1.0], N // 2)
            confidence[:6] = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]
            above = np.minimum(confidence * 4, 3).astype(int)
            below = np.maximum(np.ceil(confidence * 4).astype(int) - 1, 0)
            correct = (above % 2 == 0) ^ (rng.uniform(size=N) < 0.15)
            correct[: N // 2] = rng.uniform(size=N // 2) < 0.15
            correct[3:6] = True
            errors = [calibration_error(confidence, correct, bins) for bins in (above, below)]
            errors += [calibration_error(confidence, correct, np.where(confidence == 1, 0, above))]
            errors += [calibration_error(confidence, correct, np.minimum(confidence * 10, 9).astype(int))]
            for some, bins in [(confidence > 0, above), (confidence > 0, below), (confidence < 1, above)]:
                errors.append(calibration_error(confidence[some], correct[some], bins[some]) * some.mean())
            twice = [
                (m <= confidence * 4) & (confidence * 4 <= m + 1) for m in range(4)
            ]  # an edge in two bins
            errors.append(sum(abs((correct - confidence)[inside].sum()) for inside in twice) / N)
            if np.diff(np.sort(errors)).min() > 0.01:  # each of these mistakes gives a different error
                return {"confidence": confidence, "correct": correct, "n_bins": n_bins}
        if edges:
            raise AssertionError("no such inputs")
        while True:
            bins = rng.integers(0, n_bins, N)
            if empty:
                bins = bins // 3 * 3
                bins[bins == 6], bins[0] = 3, 6  # a bin that holds one prediction
            confidence = (bins + rng.uniform(0.05, 0.95, N) ** 2) / n_bins  # not in the middle of their bins
            correct = rng.uniform(size=N) < rng.uniform(0.1, 0.9, n_bins)[bins]
            stretched = n_bins * (confidence - confidence.min()) // np.ptp(confidence)
            errors = [calibration_error(confidence, correct, each) for each in (bins, stretched)]
            if n_bins == 1 or abs(errors[0] - errors[1]) > 0.005:
                return {"confidence": confidence, "correct": correct, "n_bins": n_bins}

    def oracle(confidence, correct, n_bins):
        total = 0.0
        for m in range(n_bins):
            is_last = m == n_bins - 1
            inside = [
                i for i, c in enumerate(confidence) if m <= c * n_bins and (is_last or c * n_bins < m + 1)
            ]
            total += abs(
                sum(float(correct[i]) - confidence[i] for i in inside)
            )  # the sizes of the bins cancel
        error = float(total / len(confidence))
        return {"error": error, "confidence unchanged": {"error": error, "changed": 0}}

    alternatives = {
        "sums in each bin, by bincount": """
            place = torch.clamp((confidence * n_bins).floor().long(), max=n_bins - 1)
            right = torch.bincount(place, weights=correct.double(), minlength=n_bins)
            sure = torch.bincount(place, weights=confidence.double(), minlength=n_bins)
            return ((right - sure).abs().sum() / len(confidence)).item()
        """,
        "edges": """
            edges = torch.linspace(0, 1, n_bins + 1, dtype=torch.float64, device=confidence.device)
            c, total = confidence.double(), 0.0
            for low, high in zip(edges[:-1], edges[1:]):
                chosen = (c >= low) & ((c < high) | (high == 1.0))
                if chosen.sum() > 0:
                    gap = correct[chosen].double().mean() - c[chosen].mean()
                    total += float(gap.abs() * chosen.sum() / len(c))
            return total
        """,
    }
    slips = [
        slip(
            "all bins count the same, however many predictions they hold",
            edit=("error += inside.double().mean().item() * abs(gap.item())", "error += abs(gap.item()) / n_bins", "error += abs(gap.item()) / len(bins.unique())", "error += abs(gap.item())"),
            why="A bin with one prediction is off by chance alone, but here it weighs as much as a bin with a thousand.",
            look="What is the difference multiplied by in the formula?",
        ),
        slip(
            "differences cancel, because their sign is kept",
            edit=("abs(gap.item())", "gap.item()", "-gap.item()"),
            also=[[("abs(gap.item())", "gap.item()"), ("return error", "return abs(error)")]],
            why="Being overconfident in one bin and underconfident in another would look perfect.",
            look="Can two bins that are both wrong give an error of 0?",
        ),
        slip(
            "the largest difference comes back",
            edit=("error += inside.double().mean().item() * abs(gap.item())", "error = max(error, abs(gap.item()))"),
            why="That is a different measure, the maximum calibration error, and a single small bin can decide it.",
            look="How does the formula combine the bins?",
        ),
        slip(
            "the middle of a bin is used as its confidence",
            edit=("confidence[inside].double().mean()", "(m + 0.5) / n_bins"),
            why="The predictions in a bin don't average out to its middle: in the last bin, most of them are close to 1.",
            look="Which mean does the formula ask for?",
        ),
        slip(
            "differences are squared",
            edit=("abs(gap.item())", "gap.item() ** 2"),
            also=[[("abs(gap.item())", "gap.item() ** 2"), ("return error", "return error**0.5")]],
            why="Squaring a number below 1 makes it smaller, so the error looks better than it is.",
            look="A model's confidence is always 0.9, and it is right in 0.7 of all cases. What is its error?",
        ),
        slip(
            "a confidence of exactly 1 is not in the last bin",
            edit=(".clamp(max=n_bins - 1)", "", " % n_bins"),
            why="Its bin would come after the last one, but the most confident predictions are the ones that matter most.",
            look="Which bin does your code put 1.0 into?",
        ),
        slip(
            "bins reach from the smallest confidence to the largest",
            edit=("(confidence * n_bins).long()", "((confidence - confidence.min()) / (confidence.max() - confidence.min()).clamp(min=1e-9) * n_bins).long()"),
            why="The bins would then move with the data, so two models would be measured with different bins.",
            look="Which of 10 bins does 0.37 go into, whatever the other confidences are?",
        ),
        slip(
            "an edge belongs to the bin below it",
            edit=("(confidence * n_bins).long().clamp(max=n_bins - 1)", "((confidence * n_bins).ceil().long() - 1).clamp(min=0)", "((confidence * n_bins).ceil().long() - 1)"),
            why="In the text, a bin includes its lower edge. Some programs include the upper edge instead, but you can compare numbers only if they follow the same rule.",
            look="Which of four bins does 0.5 go into?",
        ),
        slip(
            "empty bins give nan",
            edit=("if inside.any():", "if True:"),
            why="The mean of nothing is nan, and one nan makes the whole sum nan.",
            look="What is the mean of an empty tensor?",
        ),
        slip(
            "a confidence of exactly 0 is in no bin",
            edit=("inside = bins == m", "inside = (bins == m) & (confidence > 0)"),
            why="Bins that include their upper edges leave out 0, but here each bin includes its lower edge.",
            look="Which bin does your code put 0.0 into?",
        ),
        slip(
            "an edge is in two bins",
            edit=("inside = bins == m", "inside = (confidence * n_bins >= m) & (confidence * n_bins <= m + 1)"),
            why="If a prediction counts twice, the weights add up to more than 1.",
            look="Which of four bins does 0.5 go into, and how many bins does your code put it into?",
        ),
        slip(
            "bins with one prediction are left out",
            edit=("if inside.any():", "if inside.sum() > 1:"),
            why="Such a bin already has a small weight, 1/N.",
            look="How many predictions does your sum run over, and how many are there?",
        ),
        slip(
            "the sum ends at the first empty bin",
            edit=("if inside.any():", "if not inside.any():\n            break\n        else:"),
            why="The bins after it may hold most of the predictions.",
            look="What does `break` end, and what does `continue` end?",
        ),
        slip(
            "there are always ten bins, whatever n_bins is",
            edit=("    bins = (confidence", "    n_bins = 10\n    bins = (confidence"),
            why="The error depends on the number of bins, so the caller chooses that number.",
            look="Which of the function's arguments does your code never use?",
        ),
        slip(
            "only one direction counts",
            edit=("abs(gap.item())", "max(0.0, -gap.item())", "max(0.0, gap.item())"),
            why="Overconfident and underconfident models are both miscalibrated.",
            look="The confidence is always 0.5 and every answer is right. What is the error?",
        ),
        slip(
            "the right answers in a bin are divided by the number of all predictions",
            edit=("correct[inside].double().mean()", "correct[inside].double().sum() / len(correct)"),
            why="The formula compares two means over the same bin, and the bin's weight is a separate factor.",
            look="A bin holds 5 of 100 predictions, and all 5 are right. What share of the bin is right?",
        ),
        slip(
            "the sum is not divided by the number of predictions",
            edit=("inside.double().mean().item()", "inside.sum().item()"),
            why="The error then grows with the number of predictions, so you can't compare two models measured on different texts.",
            look="How large can the error get?",
        ),
        slip(
            "wrong answers are counted instead of right ones",
            edit=("correct[inside]", "(~correct)[inside]"),
            why="A confidence is the probability of being right.",
            look="What should the error be if the confidence is always 1 and every answer is right?",
        ),
        slip(
            "each prediction gets a bin of its own",
            edit=("    bins = (confidence * n_bins).long().clamp(max=n_bins - 1)  # (N,)\n", "    return (confidence - correct.float()).abs().mean().item()\n    bins = None\n"),
            why="A single answer is either right or wrong, never 0.8 right, so a share needs several predictions.",
            look="A model's confidence is always 0.5, and it is right in half of all cases. What should its error be, and what do you get?",
        ),
        slip(
            "bins have the same number of predictions instead of the same width",
            edit=("(confidence * n_bins).long().clamp(max=n_bins - 1)", "confidence.argsort().argsort() * n_bins // len(confidence)"),
            why="Such errors are also in use, but they give different numbers. The text asks for bins of equal width.",
            look="Which of 10 bins does 0.37 go into, whatever the other confidences are?",
        ),
        slip(
            "the error is given in percent",
            edit=("return error", "return 100 * error"),
            why="The formula averages differences of probabilities, so the error is at most 1.",
            look="How large can the error get?",
        ),
        slip(
            "bins have the wrong width or start in the wrong place",
            edit=("(confidence * n_bins).long()", "(confidence * (n_bins + 1)).long()", "(confidence * (n_bins - 1)).long()", "(confidence * n_bins).round().long()", "((confidence - 0.5) * 2 * n_bins).long().clamp(min=0)"),
            why="Together, the M bins of equal width cover the range from 0 to 1.",
            look="Which of 10 bins does 0.37 go into?",
        ),
    ]  # fmt: skip
    promises = {
        "a bin's weight is its share of the predictions": dict(n_bins=10),
        "empty bins don't count": dict(empty=True),
        "edges belong to the bin above, 0 to the first and 1 to the last": dict(edges=True),
        "a bin with one prediction counts": dict(empty=True),
        "confidence is left as it is": "confidence unchanged",
        "one bin": dict(n_bins=1),
        "one number": "error",
    }
