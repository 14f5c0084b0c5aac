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
            "the root below is missing",
            edit=("math.sqrt(below)", "below"),
            why="Then the number shrinks with the number of rows, and is nearly 0 for every large set.",
            look="What should come out when every row is right?",
        ),
        slip(
            "a column with one class gives nan or an error",
            edit=(" if below else 0.0", ""),
            also=[
                (" if below else 0.0", " if tp + fp and tn + fn else 0.0"),
                (" if below else 0.0", " if tp + fp and tp + fn else 0.0"),
                ("/ math.sqrt(below) if below else 0.0", "/ torch.tensor(float(below)).sqrt().item() if below else math.nan")],
            why="A model that gives every row the same class is the baseline. Its number is 0, which means: no better than a guess.",
            look="What does the docstring promise if all entries of a column are the same?",
        ),
        slip(
            "a column with one class gives 1",
            edit=("else 0.0", "else 1.0"),
            why="Giving every row the same class needs no knowledge.",
            look="What should a model get that calls every sentence acceptable?",
        ),
        slip(
            "both kinds of errors are added",
            edit=("tp * tn - fp * fn", "tp * tn + fp * fn"),
            why="The number can then never be negative, and errors help.",
            look="What should come out when every row is wrong?",
        ),
        slip(
            "the products above are mixed up",
            edit=("tp * tn - fp * fn", "tp * fp - tn * fn"),
            also=[("tp * tn - fp * fn", "tp * fn - tn * fp")],
            why="Right rows of both classes are multiplied with each other, and so are both kinds of errors.",
            look="What should come out when there are no errors?",
        ),
        slip(
            "the sign is turned round",
            edit=("tp * tn - fp * fn", "fp * fn - tp * tn"),
            why="A better model would get a smaller number.",
            look="What should come out when every row is right?",
        ),
        slip(
            "the absolute value comes back",
            edit=("return (tp * tn - fp * fn)", "return abs(tp * tn - fp * fn)"),
            also=[("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return abs(tp * tn - fp * fn) / math.sqrt((tp + fp + 1) * (tp + fn + 1) * (tn + fp + 1) * (tn + fn + 1))")],
            why="A model that is always wrong knows the answers, and turns them round. The sign says so.",
            look="Which values can the docstring's number have?",
        ),
        slip(
            "accuracy comes back",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp + tn) / (tp + tn + fp + fn)"),
            why="Where seven rows in ten are 1, answering 1 every time is right in seven of ten.",
            look="What should a model get that calls every sentence acceptable?",
        ),
        slip(
            "F1 comes back",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return 2 * tp / max(1, 2 * tp + fp + fn)"),
            why="F1 does not look at the rows of class 0 that were called 0.",
            look="Which of the four counts does your result not depend on?",
        ),
        slip(
            "informedness comes back, without the other direction",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return tp / (tp + fn) + tn / (tn + fp) - 1 if below else 0.0"),
            why="It asks how often each class is recognised, and not how often a verdict can be trusted. Matthews is the geometric mean of both.",
            look="Which four sums are under the root?",
        ),
        slip(
            "one of the four sums below is another one",
            edit=("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + fp) * (tp + fn) * (tn + fp) * (tp + tn)"),
            also=[
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + tn) * (fp + fn) * (tp + fp) * (tn + fn)"),
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + fp) * (tp + fn) * (tn + fp) * (tn + fp)"),
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + tn) * (tp + fn) * (tn + fp) * (tn + fn)"),
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + fp) * (tp + fn) * (tn + fp) * (tp + fp)"),
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + fp) * (tp + fn) * (tp + fn) * (tn + fn)"),
            ],
            why="Each sum is how many rows one column holds of one class: two columns, two classes.",
            look="How many rows were called 0, in your four counts?",
        ),
        slip(
            'accuracy is stretched to reach from −1 to 1',
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return 2 * (tp + tn) / (tp + tn + fp + fn) - 1"),
            also=[
                ("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return 2 * (tp + tn) / (tp + tn + fp + fn) - 1 if below else 0.0"),
            ],
            why="Half of all rows right is then 0, whatever the classes' shares. Giving every row the same class gets more than 0 where one class is common.",
            look='What should a model get that calls every sentence acceptable?',
        ),
        slip(
            'balanced accuracy comes back',
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp / max(1, tp + fn) + tn / max(1, tn + fp)) / 2"),
            why='The mean of both recalls is a good metric, and another one: chance is a half there, and verdicts that cannot be trusted cost nothing.',
            look='What should a model get that calls every sentence acceptable?',
        ),
        slip(
            'Cohen’s κ comes back',
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "low = (tp + fp) * (tn + fp) + (tp + fn) * (tn + fn)\n    return 2 * (tp * tn - fp * fn) / low if low else 0.0"),
            why='It has the same top and another bottom: the two agree only where both columns hold as many rows of each class.',
            look='Is there a root in your formula?',
        ),
        slip(
            "two equal columns get 1, also where they hold one class",
            edit=("below = ", 'if torch.equal(predicted, actual):\n        return 1.0\n    below = '),
            why="All rows are 1, and all were called 1: that tells nothing about telling 0 from 1.",
            look="What does the docstring promise if all entries of a column are the same?",
        ),
        slip(
            "accuracy comes back where a column holds one class",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp * tn - fp * fn) / math.sqrt(below) if below else (tp + tn) / len(actual)"),
            why="A model that gives every row the same class would get a number of another kind, and a good one.",
            look="What does the docstring promise if all entries of a column are the same?",
        ),
        slip(
            "negative numbers become 0",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return max(0.0, (tp * tn - fp * fn) / math.sqrt(below)) if below else 0.0"),
            why="A model that is always wrong knows the answers, and turns them round. The sign says so.",
            look="Which values can the docstring's number have?",
        ),
        slip(
            "something is added below against a division by zero",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp * tn - fp * fn) / math.sqrt(below + 1)"),
            also=[
                ("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp * tn - fp * fn) / (math.sqrt(below) + 1)"),
                ("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp * tn - fp * fn) / math.sqrt((tp + fp + 1) * (tp + fn + 1) * (tn + fp + 1) * (tn + fn + 1))"),
            ],
            why="Where there are few rows, even a perfect model then stays under 1.",
            look="What comes out for two rows, 0 and 1, that are both right?",
        ),
        slip(
            "0 comes back as soon as one of the four counts is 0",
            edit=("below = ", 'if 0 in (tp, tn, fp, fn):\n        return 0.0\n    below = '),
            why="A perfect model has two counts of 0: it makes no errors. So has one that is always wrong.",
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
            "numbers are turned round with `~`",
            edit="""
                tp, tn = (predicted & actual).sum().item(), (~predicted & ~actual).sum().item()
                fp, fn = (predicted & ~actual).sum().item(), (~predicted & actual).sum().item()
                below = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
                return (tp * tn - fp * fn) / math.sqrt(below) if below > 0 else 0.0
            """,
            why="~ turns every bit of a number: of 0 and 1 it makes −1 and −2.",
            look="Print ~ of your column. Are these True and False?",
        ),
        slip(
            "the product below overflows",
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
            why="The product of the four sums grows with the fourth power of the number of rows. For a thousand rows it is too large for int32 and for half precision; for 200,000 rows in equal parts it is too large for int64. A tensor of whole numbers then wraps round without a warning.",
            look="How large is the product of the four sums for 200,000 rows, and how large may it be in your type?",
        ),
    ]  # fmt: skip
    promises = {
        "one class is said to every row": dict(say=1),
        "the other one is": dict(say=0),
        "one class only is true": dict(share=1.0),
        "worse than chance is negative": dict(right=(0.3, 0.4)),
        "few of one class": dict(share=0.15),
        "both columns hold one class, the same": dict(n=12),
        "a few rows, all right": dict(n=8),
        "a thousand rows": dict(n=1000),
        "a few hundred thousand rows": dict(copies=301),
        "always wrong is −1": dict(right=(0.0, 0.0)),
    }
