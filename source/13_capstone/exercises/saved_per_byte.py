"""Bits per byte that one model saves compared with another, with the standard error of a ratio over N windows.

Oracle: the formulas with math.fsum. Source: Cochran 1977, Sampling techniques, chapter 6 (the ratio of two sums).
"""

import math

from autograder.authoring import exercise, slip


@exercise("saved_per_byte", points=3)
class _:
    cases = [
        dict(N=60, lead=0.6),
        dict(N=400, lead=0.05),
        dict(N=25, lead=-0.8),  # the second model is worse
        dict(N=80, lead=0.5, empty=True),  # some tokens have no bytes
        dict(N=2, lead=0.5),
        dict(N=50, lead=0.9, steep=3.0),  # the saving grows with a token's length
    ]

    def inputs(rng, N, lead, empty=False, steep=0.0):
        n_bytes = rng.integers(0 if empty else 1, 7, N)
        n_bytes[0] = 3
        if empty:
            n_bytes[1:4] = 0
        before = 1.5 * n_bytes + 1 + rng.gamma(2.0, 2.0, N)
        after = before - lead - 0.3 * steep * n_bytes + 0.4 * rng.standard_normal(N)
        return {"before": before, "after": after, "n_bytes": n_bytes}

    def oracle(before, after, n_bytes):
        savings = [float(b) - float(a) for b, a in zip(before, after, strict=True)]
        sizes = [int(size) for size in n_bytes]
        saved = math.fsum(savings) / sum(sizes)
        squares = [(each - saved * size) ** 2 for each, size in zip(savings, sizes, strict=True)]
        n = len(savings)
        found = {"saved": saved, "error": math.sqrt(n / (n - 1) * math.fsum(squares)) / sum(sizes)}
        return found | {"all unchanged": {**found, "changed": 0}}

    tolerance = 1e-4
    weights = {"saved": 2, "error": 3, "all unchanged": 1}
    alternatives = {
        "the formula": """
            N, total = len(before), float(n_bytes.sum())
            saved = float((before - after).sum()) / total
            squares = sum((float(d) - saved * int(y)) ** 2 for d, y in zip(before - after, n_bytes))
            return saved, math.sqrt(N / (N - 1) * squares) / total
        """,
        "by mean bytes": """
            d = before - after
            y = n_bytes.double()
            saved = d.mean() / y.mean()
            return saved.item(), ((d - saved * y).std() / (y.mean() * len(d) ** 0.5)).item()
        """,
        "by numpy": """
            d, y = before.cpu().numpy() - after.cpu().numpy(), n_bytes.cpu().numpy()
            saved = d.sum() / y.sum()
            return float(saved), float((d - saved * y).std(ddof=1) * len(d) ** 0.5 / y.sum())
        """,
    }
    slips = [
        slip(
            "the baseline is changed",
            edit=("before - after", "before.sub_(after)"),
            why="The notebook compares other models with the same baseline, but from now on it would contain savings.",
            look="What is in `before` after your function has run?",
        ),
        slip(
            "tokens without bytes count as one byte",
            edit=("savings = before - after", "savings, n_bytes = before - after, n_bytes.clamp(min=1)"),
            why="The formula only divides by the sum of the bytes, so a single token may well have none.",
            look="What does the formula divide by, and can that be zero?",
        ),
        slip(
            "the residuals are cut to whole numbers",
            edit=("savings - saved * n_bytes", "(savings - saved * n_bytes).long().double()"),
            why="A tensor created like `n_bytes` holds integers, so everything after the decimal point is cut off.",
            look="What is the dtype of your residuals?",
        ),
        slip(
            "the saving has the wrong sign",
            edit=("before - after", "after - before"),
            why="A better model would look like a worse one.",
            look="A token costs 9 bits with the first model and 7 with the second. How many bits were saved?",
        ),
        slip(
            "bits are averaged per token, not per byte",
            edit=("savings.sum() / n_bytes.sum()", "savings.mean()"),
            why="Bits per token can't be compared between tokenizers. Bits per byte can.",
            look="Which sum is the denominator of the first formula?",
        ),
        slip(
            "a ratio is taken for each token before the average",
            edit=("savings.sum() / n_bytes.sum()", "(savings / n_bytes).mean()"),
            also=[
                ("savings.sum() / n_bytes.sum()", "(savings / n_bytes.clamp(min=1)).mean()"),
                [
                    ("savings.sum() / n_bytes.sum()", "(savings / n_bytes).mean()"),
                    ("rest = savings - saved * n_bytes", "rest = savings / n_bytes"),
                    (" * math.sqrt(len(rest)) / n_bytes.sum()", " / math.sqrt(len(rest))"),
                ],
            ],
            why="Short tokens would weigh as much as long ones, and a token without bytes has no ratio.",
            look="Does the formula divide once, or once for each token?",
        ),
        slip(
            "the number of bytes is taken as fixed",
            edit=("savings - saved * n_bytes", "savings"),
            why="A different draw of windows would have different tokens, and so a different number of bytes to divide by.",
            look="What is subtracted from a window's saving before it is squared?",
        ),
        slip(
            "the windows are not paired",
            edit=(
                "rest.std() * math.sqrt(len(rest)) / n_bytes.sum()",
                "math.sqrt((before.var() + after.var()) * len(rest)) / n_bytes.sum()",
            ),
            why="A hard window is hard for both models, and comparing window by window cancels that.",
            look="Which numbers does the second formula square, and how many of them are there?",
        ),
        slip(
            "only the second model has an error",
            edit=("rest = savings - saved * n_bytes", "rest = after - after.sum() / n_bytes.sum() * n_bytes"),
            also=[
                ("rest = savings - saved * n_bytes", "rest = before - before.sum() / n_bytes.sum() * n_bytes")
            ],
            why="What matters is how much the saving differs from window to window, which is far less.",
            look="Which numbers does the second formula square?",
        ),
        slip(
            "the spread of single windows is taken for the error of their ratio",
            edit=(" * math.sqrt(len(rest)) / n_bytes.sum()", " * len(rest) / n_bytes.sum()"),
            also=[(" * math.sqrt(len(rest)) / n_bytes.sum()", "")],
            why="With four times as many windows the error should be half as large.",
            look="How does your error change when every window occurs four times?",
        ),
        slip(
            "the error is divided by the root of N once too often",
            edit=(" * math.sqrt(len(rest)) / n_bytes.sum()", " / n_bytes.sum()"),
            why="A sum of N independent numbers has √N times the standard deviation of one.",
            look="Is your denominator the bytes of one window or of all of them?",
        ),
        slip(
            "the spread divides by N, not by N − 1",
            edit=("rest.std()", "rest.std(correction=0)"),
            why="The ratio was fitted to the same windows, which costs one degree of freedom.",
            look="What does the factor N / (N − 1) in the formula do?",
        ),
        slip(
            "the second number is a variance",
            edit=(
                "rest.std() * math.sqrt(len(rest)) / n_bytes.sum()",
                "rest.var() * len(rest) / n_bytes.sum() ** 2",
            ),
            why="A variance is in bits squared and can't be compared with a saving in bits.",
            look="What is the unit of your second number?",
        ),
        slip(
            "the saving is a share of the first model's bits",
            edit=("savings.sum() / n_bytes.sum()", "savings.sum() / before.sum()"),
            why="The docstring promises bits per byte.",
            look="What is the unit of your first number?",
        ),
        slip(
            "the two numbers are swapped",
            edit=("float(saved), float(error)", "float(error), float(saved)"),
            why="Anyone who unpacks them takes the error for the saving.",
            look="In which order does the docstring name them?",
        ),
        slip(
            "the error is doubled",
            edit=("float(saved), float(error)", "float(saved), 2 * float(error)"),
            also=[("float(saved), float(error)", "float(saved), 1.96 * float(error)")],
            why="Two standard errors are a rule of thumb for how far to trust a number. The docstring asks for one.",
            look="What does the formula give before any rule is applied?",
        ),
        slip(
            "savings lose their sign",
            edit=("before - after", "(before - after).abs()"),
            why="Then two equal models would seem to differ, by chance alone.",
            look="What should come out when half of the windows gain and half lose as much?",
            also=[("before - after", "(before - after).clamp(min=0)")],
        ),
        slip(
            "tokens without bytes are left out",
            edit=("savings = before - after", "savings = (before - after) * (n_bytes > 0)"),
            why="They cost bits like all others. Leaving them out favours a model that is bad at them.",
            look="Does the formula make an exception for tokens without bytes?",
            also=[
                (
                    "savings = before - after",
                    "before, after, n_bytes = (each[n_bytes > 0] for each in (before, after, n_bytes))\n"
                    "    savings = before - after",
                )
            ],
        ),
    ]
    promises = {
        "above 0 where the second model is better": dict(lead=0.6),
        "below 0 where it is worse": dict(lead=-0.8),
        "tokens without bytes": dict(empty=True),
        "at least two windows": dict(N=2),
        "a ratio of sums": "saved",
        "its standard error": "error",
        "left unchanged": "all unchanged",
    }
