"""Matthews correlation coefficient of two binary columns.

Oracle: scikit-learn's matthews_corrcoef.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import CORRELATION


@exercise("matthews", points=2, forbid=[*CORRELATION, "torch.cov"])
class _:
    cases = [
        dict(n=60, share=0.7, right=(0.8, 0.9)),
        dict(n=80, share=0.15, right=(0.9, 0.5)),
        dict(n=60, share=0.5, right=(0.3, 0.4)),
        dict(n=30, share=0.7, say=1),
        dict(n=30, share=0.6, say=0),
        dict(n=20, share=1.0, right=(0.5, 0.5)),
        dict(n=12, share=1.0, say=1),
        dict(n=8, share=0.5),
        dict(n=1000, share=0.6, right=(0.8, 0.7)),
        dict(n=30, share=0.4, right=(0.0, 0.0)),
        dict(n=1000, share=0.5, right=(0.8, 0.7), copies=301),
    ]

    def inputs(rng, n, share, right=(1.0, 1.0), say=None, copies=1):
        """share: of rows that are 1; right: how often a 0 is called 0, and a 1 is called 1."""
        ones = round(n * share + (rng.integers(-3, 4) if share < 1 else 0))
        actual = rng.permutation(np.repeat([0, 1], [n - ones, ones]))
        hit = rng.uniform(size=n) < np.asarray(right)[actual]
        predicted = np.where(hit, actual, 1 - actual)
        predicted = predicted if say is None else np.full_like(actual, say)
        return {"predicted": predicted, "actual": actual, "copies": copies}

    def oracle(predicted, actual, copies):  # with each row as often as any other, M stays the same
        from sklearn.metrics import matthews_corrcoef

        return {"matthews": float(matthews_corrcoef(actual, predicted))}

    equivalent = {
        "tp, tn = (said * true).sum().item(), (~said & ~true).sum().item()": "of True and False the product is the conjunction",
        "tp, tn = (said & true).sum().item(), (~said * ~true).sum().item()": "of True and False the product is the conjunction",
        "fp, fn = (said * ~true).sum().item(), (~said & true).sum().item()": "of True and False the product is the conjunction",
        "fp, fn = (said & ~true).sum().item(), (~said * true).sum().item()": "of True and False the product is the conjunction",
        "said, true = predicted >= 1, actual == 1": "no class is above 1",
        "said, true = predicted == 1, actual >= 1": "no class is above 1",
    }
    alternatives = {
        "Pearson's correlation of the columns": """
            x, y = predicted.double(), actual.double()
            x, y = x - x.mean(), y - y.mean()
            below = (x @ x).item() * (y @ y).item()
            return (x @ y).item() / below**0.5 if below > 1e-12 else 0.0
        """,
        "shares instead of counts": """
            s, p = actual.float().mean(), predicted.float().mean()
            both = (actual * predicted).float().mean()
            below = (p * s * (1 - s) * (1 - p)).sqrt()
            return ((both - s * p) / below).item() if below > 0 else 0.0
        """,
        "a table of counts": """
            table = torch.bincount(2 * actual + predicted, minlength=4).reshape(2, 2).double()
            rows, columns = table.sum(1), table.sum(0)
            below = rows.prod() * columns.prod()
            return 0.0 if below == 0 else (torch.linalg.det(table) / below.sqrt()).item()
        """,
    }
    slips = [
        slip(
            "the root in the denominator is missing",
            edit=("math.sqrt(below)", "below"),
            why="The result then shrinks as the number of rows grows, and is nearly 0 for every large set.",
            look="What should come out when every row is right?",
        ),
        slip(
            "a column with one class gives nan or an error",
            edit=(" if below else 0.0", ""),
            also=[
                (" if below else 0.0", " if tp + fp and tn + fn else 0.0"),
                (" if below else 0.0", " if tp + fp and tp + fn else 0.0"),
                ("/ math.sqrt(below) if below else 0.0", "/ torch.tensor(float(below)).sqrt().item() if below else math.nan")],
            why="A model that gives every row the same class is the baseline. It should get 0, which means that it is no better than a guess.",
            look="What does the docstring promise if all entries of a column are the same?",
        ),
        slip(
            "a column with one class gives 1",
            edit=("else 0.0", "else 1.0"),
            why="It takes no knowledge to give every row the same class.",
            look="What should a model that calls every sentence acceptable get?",
        ),
        slip(
            "both kinds of errors are added",
            edit=("tp * tn - fp * fn", "tp * tn + fp * fn"),
            why="The result can then never be negative, and errors even help.",
            look="What should come out when every row is wrong?",
        ),
        slip(
            "the products in the numerator are mixed up",
            edit=("tp * tn - fp * fn", "tp * fp - tn * fn"),
            also=[("tp * tn - fp * fn", "tp * fn - tn * fp")],
            why="The correct rows of the two classes are multiplied by each other, and so are the two kinds of errors.",
            look="What should come out when there are no errors?",
        ),
        slip(
            "the sign is reversed",
            edit=("tp * tn - fp * fn", "fp * fn - tp * tn"),
            why="A better model would get a smaller number.",
            look="What should come out when every row is right?",
        ),
        slip(
            "the absolute value comes back",
            edit=("return (tp * tn - fp * fn)", "return abs(tp * tn - fp * fn)"),
            also=[("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return abs(tp * tn - fp * fn) / math.sqrt((tp + fp + 1) * (tp + fn + 1) * (tn + fp + 1) * (tn + fn + 1))")],
            why="A model that is always wrong knows the answers but reverses them, and the sign shows that.",
            look="Which values does the docstring allow for the result?",
        ),
        slip(
            "accuracy comes back",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp + tn) / (tp + tn + fp + fn)"),
            why="Where seven rows in ten are 1, answering 1 every time is right for seven of ten.",
            look="What should a model that calls every sentence acceptable get?",
        ),
        slip(
            "F1 comes back",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return 2 * tp / max(1, 2 * tp + fp + fn)"),
            why="F1 ignores the rows of class 0 that were called 0.",
            look="Which of the four counts does your result not depend on?",
        ),
        slip(
            "informedness comes back, without the other direction",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return tp / (tp + fn) + tn / (tn + fp) - 1 if below else 0.0"),
            why="It asks how often each class is recognised, but not how often a prediction can be trusted. Matthews' correlation is the geometric mean of the two.",
            look="Which four sums are under the root?",
        ),
        slip(
            "one of the four sums in the denominator is wrong",
            edit=("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + fp) * (tp + fn) * (tn + fp) * (tp + tn)"),
            also=[
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + tn) * (fp + fn) * (tp + fp) * (tn + fn)"),
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + fp) * (tp + fn) * (tn + fp) * (tn + fp)"),
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + tn) * (tp + fn) * (tn + fp) * (tn + fn)"),
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + fp) * (tp + fn) * (tn + fp) * (tp + fp)"),
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + fp) * (tp + fn) * (tp + fn) * (tn + fn)"),
            ],
            why="Each sum counts the rows of one class in one column, and there are two columns and two classes.",
            look="Which of your four counts add up to the rows that were called 0?",
        ),
        slip(
            'accuracy is stretched to reach from −1 to 1',
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return 2 * (tp + tn) / (tp + tn + fp + fn) - 1"),
            also=[
                ("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return 2 * (tp + tn) / (tp + tn + fp + fn) - 1 if below else 0.0"),
            ],
            why="A model that gets half of the rows right then scores 0, whatever the shares of the classes. Where one class is common, giving every row that class scores more than 0.",
            look='What should a model that calls every sentence acceptable get?',
        ),
        slip(
            'balanced accuracy comes back',
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp / max(1, tp + fn) + tn / max(1, tn + fp)) / 2"),
            why='The mean of the two recalls is a good metric, but a different one: chance scores a half, and predictions that cannot be trusted cost nothing.',
            look='What should a model that calls every sentence acceptable get?',
        ),
        slip(
            'Cohen’s κ comes back',
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "low = (tp + fp) * (tn + fp) + (tp + fn) * (tn + fn)\n    return 2 * (tp * tn - fp * fn) / low if low else 0.0"),
            why='It has the same numerator up to a factor of 2, but a different denominator, so the two agree only where both columns have equal class counts.',
            look='Is there a root in your formula?',
        ),
        slip(
            "two equal columns get 1, even where they contain only one class",
            edit=("below = ", 'if torch.equal(predicted, actual):\n        return 1.0\n    below = '),
            why="If all rows are 1 and all were called 1, you don't know whether the model can tell 0 from 1.",
            look="What does the docstring promise if all entries of a column are the same?",
        ),
        slip(
            "accuracy comes back where a column contains only one class",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp * tn - fp * fn) / math.sqrt(below) if below else (tp + tn) / len(actual)"),
            why="A model that gives every row the same class would get a different kind of number, and a good one.",
            look="What does the docstring promise if all entries of a column are the same?",
        ),
        slip(
            "negative numbers become 0",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return max(0.0, (tp * tn - fp * fn) / math.sqrt(below)) if below else 0.0"),
            why="A model that is always wrong knows the answers but reverses them, and the sign shows that.",
            look="Which values does the docstring allow for the result?",
        ),
        slip(
            "something is added to the denominator to avoid a division by zero",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp * tn - fp * fn) / math.sqrt(below + 1)"),
            also=[
                ("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp * tn - fp * fn) / (math.sqrt(below) + 1)"),
                ("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp * tn - fp * fn) / math.sqrt((tp + fp + 1) * (tp + fn + 1) * (tn + fp + 1) * (tn + fn + 1))"),
            ],
            why="With few rows, even a perfect model then stays below 1.",
            look="What comes out for two rows, 0 and 1, that are both right?",
        ),
        slip(
            "0 comes back as soon as one of the four counts is 0",
            edit=("below = ", 'if 0 in (tp, tn, fp, fn):\n        return 0.0\n    below = '),
            why="A perfect model makes no errors, so two of its counts are 0. The same is true of a model that is always wrong.",
            look="What should come out when every row is right, and what when every row is wrong?",
        ),
        slip(
            "0 comes back where no row of a class was found",
            edit=(" if below else 0.0", " if tp and tn else 0.0"),
            also=[(" if below else 0.0", " if below and tp else 0.0"), (" if below else 0.0", " if below and (tp or tn) else 0.0")],
            why="A model that finds nothing may still make many errors, and then M is negative.",
            look="Three rows are 1, 0, 0, and all of them are judged wrong. Which of the four counts are 0, and what is M?",
        ),
        slip(
            "numbers are negated with `~`",
            edit="""
                tp, tn = (predicted & actual).sum().item(), (~predicted & ~actual).sum().item()
                fp, fn = (predicted & ~actual).sum().item(), (~predicted & actual).sum().item()
                below = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
                return (tp * tn - fp * fn) / math.sqrt(below) if below > 0 else 0.0
            """,
            why="~ flips every bit of a number, so it turns 0 and 1 into −1 and −2.",
            look="Print ~ of your column. Are these True and False?",
        ),
        slip(
            "the product in the denominator overflows",
            edit="""
                said, true = predicted == 1, actual == 1
                count = lambda rows: rows.sum(dtype=torch.int32)
                tp, tn, fp, fn = count(said & true), count(~said & ~true), count(said & ~true), count(~said & true)
                below = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
                return ((tp * tn - fp * fn) / below.sqrt()).item() if below != 0 else 0.0
            """,
            also=[
                """
                    said, true = (predicted == 1).half(), (actual == 1).half()
                    tp, tn = (said * true).sum(), ((1 - said) * (1 - true)).sum()
                    fp, fn = (said * (1 - true)).sum(), ((1 - said) * true).sum()
                    below = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
                    return ((tp * tn - fp * fn) / below.sqrt()).item() if below > 0 else 0.0
                """,
                """
                    said, true = predicted == 1, actual == 1
                    tp, tn, fp, fn = (said & true).sum(), (~said & ~true).sum(), (said & ~true).sum(), (~said & true).sum()
                    below = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
                    return ((tp * tn - fp * fn) / below.sqrt()).item() if below != 0 else 0.0
                """,
                """
                    said, true = predicted == 1, actual == 1
                    tp, tn, fp, fn = (said & true).sum(), (~said & ~true).sum(), (said & ~true).sum(), (~said & true).sum()
                    below = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
                    return ((tp * tn - fp * fn) / below.sqrt()).item() if below > 0 else 0.0
                """,
            ],
            why="The product of the four sums grows with the fourth power of the number of rows. For a thousand rows it is too large for int32 and for half precision; for 200,000 rows, half of each class, it is too large for int64. A tensor of integers then wraps around without a warning.",
            look="How large is the product of the four sums for 200,000 rows, and how large can it be in your type?",
        ),
    ]  # fmt: skip
    promises = {
        "every row is called 1": dict(say=1),
        "every row is called 0": dict(say=0),
        "only one class is true": dict(share=1.0),
        "worse than chance is negative": dict(right=(0.3, 0.4)),
        "one class is rare": dict(share=0.15),
        "both columns contain one class, and the same one": dict(n=12),
        "a few rows, all right": dict(n=8),
        "a thousand rows": dict(n=1000),
        "a few hundred thousand rows": dict(copies=301),
        "always wrong is −1": dict(right=(0.0, 0.0)),
    }
