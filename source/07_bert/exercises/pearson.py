"""Pearson's correlation coefficient.

Oracle: SciPy's pearsonr in float64. Some columns have a mean thousands of times their spread.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import CORRELATION, proper


@exercise("pearson", points=2, forbid=CORRELATION)
class _:
    cases = [
        dict(n=12, kind="plain"),
        dict(n=20, kind="against"),
        dict(n=9, kind="large"),
        dict(n=14, kind="large"),
        dict(n=15, kind="bent"),
        dict(n=10, kind="spread"),
        dict(n=3, kind="plain"),
    ]
    tolerance = 5e-4

    def inputs(rng, n, kind):
        return proper(rng, n, kind)

    def oracle(x, y):
        from scipy.stats import pearsonr

        return {"r": float(pearsonr(np.asarray(x, np.float64), np.asarray(y, np.float64)).statistic)}

    alternatives = {
        "the mean product of standard scores": """
            a, b = (x - x.mean()) / x.std(), (y - y.mean()) / y.std()
            return (a * b).sum().item() / (len(x) - 1)
        """,
        "the cosine of centred columns": "return F.cosine_similarity(x - x.mean(), y - y.mean(), dim=0, eps=1e-12)",
        "a loop in Python's numbers": """
            xs, ys = x.tolist(), y.tolist()
            mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
            top = sum((a - mx) * (b - my) for a, b in zip(xs, ys))
            return top / math.sqrt(sum((a - mx) ** 2 for a in xs) * sum((b - my) ** 2 for b in ys))
        """,
        "sums of squares, counted in float64": """
            x, y, n = x.double(), y.double(), len(x)
            top = n * (x @ y) - x.sum() * y.sum()
            return (top / ((n * (x @ x) - x.sum() ** 2) * (n * (y @ y) - y.sum() ** 2)).sqrt()).item()
        """,
    }
    slips = [
        slip(
            "the columns are not centred",
            edit=("x, y = x.double() - x.double().mean(), y.double() - y.double().mean()", "x, y = x.double(), y.double()"),
            why="That is the cosine of the columns. Two columns of large positive numbers have a cosine near 1, whatever they do.",
            look="Add 1000 to every entry of one column. Should the correlation change?",
        ),
        slip(
            "one column only is centred, or the wrong way round",
            edit=("- y.double().mean()", "- x.double().mean()"),
            also=[("y.double() - y.double().mean()", "y.double()"), ("x.double() - x.double().mean()", "x.double()")],
            why="Below the fraction the spread of both columns is meant, and spread is measured from a column's own mean.",
            look="Which mean is subtracted from which column?",
        ),
        slip(
            "the covariance comes back",
            edit=("return ((x * y).sum() / (x.square().sum() * y.square().sum()).sqrt()).item()", "return (x * y).mean().item()"),
            also=[
                ("return ((x * y).sum() / (x.square().sum() * y.square().sum()).sqrt()).item()", "return (x * y).mean().clamp(-1, 1).item()"),
                ("return ((x * y).sum() / (x.square().sum() * y.square().sum()).sqrt()).item()", "return ((x * y).sum() / (len(x) - 1)).item()")],
            why="A covariance grows with the units: in centimetres it is a hundred times that in metres.",
            look="Multiply one column by 100. Should the correlation change?",
        ),
        slip(
            "the root below is missing",
            edit=("(x.square().sum() * y.square().sum()).sqrt()", "(x.square().sum() * y.square().sum())"),
            also=[("return ((x * y).sum() / (x.square().sum() * y.square().sum()).sqrt()).item()", "return ((x * y).mean() / (x.square().mean() * y.square().mean())).item()")],
            why="Above stands a product of two spreads; below, without the root, stand four.",
            look="What should come out for a column with itself?",
        ),
        slip(
            "the slope of a line comes back",
            edit=("(x.square().sum() * y.square().sum()).sqrt()", "x.square().sum()"),
            also=[("(x.square().sum() * y.square().sum()).sqrt()", "y.square().sum()")],
            why="The slope says how much y rises with x, and depends on units. The correlation says how closely.",
            look="Multiply one column by 100. Should the correlation change?",
        ),
        slip(
            "the correlation is squared",
            edit=("return ((x * y).sum() / (x.square().sum() * y.square().sum()).sqrt()).item()", "return ((x * y).sum().square() / (x.square().sum() * y.square().sum())).item()"),
            why="r² is the share of the variance that a line accounts for. It has lost its sign.",
            look="Which values can the docstring's number have?",
        ),
        slip(
            "the sign is lost",
            edit=("((x * y).sum() /", "((x * y).sum().abs() /"),
            why="Falling together and rising against each other are opposites.",
            look="Which values can the docstring's number have?",
        ),
        slip(
            "two ways of dividing the variance are mixed",
            edit=("return ((x * y).sum() / (x.square().sum() * y.square().sum()).sqrt()).item()", "return ((x * y).mean() / (x.std() * y.std())).item()"),
            also=[("return ((x * y).sum() / (x.square().sum() * y.square().sum()).sqrt()).item()", "return ((x * y).sum() / (len(x) - 1) / (x.std(correction=0) * y.std(correction=0))).item()")],
            why="`std` divides by N − 1, `mean` by N. With few rows a column's correlation with itself is then not 1.",
            look="What comes out for a column of three numbers with itself?",
        ),
        slip(
            "squares of large numbers are subtracted in float32",
            edit=(
                "x, y = x.double() - x.double().mean(), y.double() - y.double().mean()  # (N,) each\n    return ((x * y).sum() / (x.square().sum() * y.square().sum()).sqrt()).item()",
                "vx, vy = (x * x).mean() - x.mean() ** 2, (y * y).mean() - y.mean() ** 2\n    return (((x * y).mean() - x.mean() * y.mean()) / (vx * vy).sqrt()).item()",
            ),
            also=[
                """
                    c = (x * y).double().mean() - x.double().mean() * y.double().mean()
                    vx = (x * x).double().mean() - x.double().mean() ** 2
                    vy = (y * y).double().mean() - y.double().mean() ** 2
                    return (c / (vx.clamp(min=1e-12) * vy.clamp(min=1e-12)).sqrt()).item()
                """,
                "c = (x * y).mean() - x.mean() * y.mean()\nreturn (c / (x.var(correction=0) * y.var(correction=0)).sqrt()).item()",
                (
                    "x, y = x.double() - x.double().mean(), y.double() - y.double().mean()  # (N,) each\n    return ((x * y).sum() / (x.square().sum() * y.square().sum()).sqrt()).item()",
                    "n = len(x)\n    top = n * (x @ y) - x.sum() * y.sum()\n    return (top / ((n * (x @ x) - x.sum() ** 2) * (n * (y @ y) - y.sum() ** 2)).sqrt()).item()",
                )
            ],
            why="The formula is right on paper. Of the seven digits of a float32 the subtraction leaves none when the mean is large.",
            look="What are 1000.5² and 1000.4² in float32, and how many digits of their difference are right?",
        ),
        slip(
            "the order is compared, not the numbers",
            edit=("x, y = x.double() - x.double().mean(), y.double() - y.double().mean()", "x, y = x.argsort().argsort().double(), y.argsort().argsort().double()\n    x, y = x - x.mean(), y - y.mean()"),
            why="That is Spearman's correlation, which comes next.",
            look="Does your result change when the largest value gets ten times as large?",
        ),
        slip(
            "both columns are centred with one mean",
            edit=("x, y = x.double() - x.double().mean(), y.double() - y.double().mean()", 'mean = torch.cat([x, y]).double().mean()\n    x, y = x.double() - mean, y.double() - mean'),
            why="Each column has a zero of its own.",
            look="Add 1000 to every entry of one column. Should the correlation change?",
        ),
        slip(
            "the median is subtracted, not the mean",
            edit=("x, y = x.double() - x.double().mean(), y.double() - y.double().mean()", "x, y = x.double() - x.double().median(), y.double() - y.double().median()"),
            why="Around the median the deviations do not sum to 0, and the formula is another one.",
            look="What should the sum of a centred column be?",
        ),
        slip(
            "something is added below against a division by zero",
            edit=("return ((x * y).sum() / (x.square().sum() * y.square().sum()).sqrt()).item()", "return ((x * y).mean() / ((x.square().mean().sqrt() + 1e-2) * (y.square().mean().sqrt() + 1e-2))).item()"),
            why="No column is constant, so nothing has to be feared. A column of small numbers would correlate less than the same in another unit.",
            look="Divide one column by 1000. Should the correlation change?",
        ),
        slip(
            "columns are squeezed into 0 to 1 and not centred",
            edit=("x, y = x.double() - x.double().mean(), y.double() - y.double().mean()", "x, y = (x - x.min()) / (x.max() - x.min()), (y - y.min()) / (y.max() - y.min())"),
            why="The smallest value is then the zero, and the mean is not.",
            look="What has to be taken away from a column before its cosine is a correlation?",
        ),
        slip(
            "numbers are read in half precision",
            edit=("x, y = x.double() - x.double().mean(), y.double() - y.double().mean()", 'x, y = x.half().float(), y.half().float()\n    x, y = x - x.mean(), y - y.mean()'),
            why="Half precision has three digits: 1000.2 and 999.9 are the same number.",
            look="How many digits do your numbers keep?",
        ),
    ]  # fmt: skip
    promises = {
        "columns that go against each other": dict(kind="against"),
        "values that are large beside their spread": dict(kind="large"),
        "numbers, not only their order": dict(kind="bent"),
        "columns with different units": dict(kind="spread"),
        "three rows": dict(n=3),
    }
