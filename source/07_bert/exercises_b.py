"""What decides the exercises of sitting b: heads, losses and rates for fine-tuning, and the metrics of the tasks.

Oracles: scikit-learn and scipy for the metrics, float64 loops and torch's own layers in float64 for the rest.
"""

import numpy as np
import torch

from autograder.authoring import Distribution, exercise, slip

LEARN = ["sklearn"]
CORRELATION = ["scipy", "sklearn", "pandas", "torch.corrcoef", "numpy.corrcoef"]
LIBRARY = ["transformers", "utils.finetuning"]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(np.asarray(array), dtype=torch.float64)


def leaf(array):
    return tensor(array).requires_grad_()


def sizes(gradients):
    """What gradient_sizes gives for parameters with these gradients: name → length."""
    return {name: float(torch.as_tensor(g).norm()) for name, g in gradients.items()}


def classes(rng, n, share, right):
    """Two columns of classes 0 … C − 1: what is true, with these shares, and what is said, right so often."""
    C = len(share)
    actual = rng.permutation(np.repeat(np.arange(C), np.round(np.asarray(share) * n).astype(int)))
    wrong = (actual + rng.integers(1, C, len(actual))) % C
    return np.where(rng.uniform(size=len(actual)) < right, actual, wrong), actual


# --- classes ----------------------------------------------------------------------------------------------------------


@exercise("accuracy", points=1, forbid=LEARN)
class _:
    cases = [
        dict(n=40, share=(0.25, 0.75), right=0.7),
        dict(n=30, share=(0.5, 0.3, 0.2), right=0.4),
        dict(n=60, share=(0.9, 0.1), right=0.35),
        dict(n=1, share=(0.0, 1.0), right=1.0),
        dict(n=11, share=(0.4, 0.6), right=0.5),
        dict(n=50, share=(0.2, 0.2, 0.2, 0.2, 0.2), right=0.55),
    ]

    def inputs(rng, n, share, right):
        predicted, actual = classes(rng, n, share, right)
        return {"predicted": predicted, "actual": actual}

    def oracle(predicted, actual):
        hits = [int(said) == int(true) for said, true in zip(predicted, actual)]
        return {"accuracy": hits.count(True) / len(hits)}

    alternatives = {
        "a sum divided by the number of rows": "return int((predicted == actual).sum()) / len(actual)",
        "one minus the share of errors": "return 1 - (predicted != actual).float().mean().item()",
        "a loop": "return sum(int(a == b) for a, b in zip(predicted.tolist(), actual.tolist())) / predicted.numel()",
        "a tensor without axes": "return (predicted - actual).eq(0).float().mean()",
    }
    slips = [
        slip(
            "the right rows are counted and not divided by all",
            edit=("return (predicted == actual).double().mean().item()", "return (predicted == actual).sum().item()"),
            why="A count cannot be compared between a small and a large set of rows.",
            look="How large can your result become, and what does the docstring say?",
        ),
        slip(
            "the wrong rows are counted",
            edit=("==", "!="),
            why="That is the error rate: it falls as a model gets better.",
            look="What should come out when every row is right?",
        ),
        slip(
            "the share is given in percent",
            edit=("return (predicted == actual).double().mean().item()", "return 100 * (predicted == actual).double().mean().item()"),
            why="Shares from 0 to 1 can be compared with chance and with the numbers of this lesson.",
            look="What should come out when every row is right?",
        ),
        slip(
            "only rows that are 1 in both columns count as right",
            edit=("(predicted == actual)", "((predicted == 1) & (actual == 1))", "(predicted * actual == 1)", "(predicted.bool() & actual.bool())"),
            also=[("(predicted == actual)", "(predicted & actual)"), ("(predicted == actual)", "(predicted * actual)")],
            why="A 0 that is called 0 is right as well, and there may be classes 2, 3 and 4.",
            look="Both columns hold 0 in a row. Does your code count it?",
        ),
        slip(
            "how often each column holds each class is compared, not row by row",
            edit=("return (predicted == actual).double().mean().item()", "return 1 - (predicted.double().mean() - actual.double().mean()).abs().item()"),
            also=[("(predicted == actual)", "(predicted.sort().values == actual.sort().values)")],
            why="A model that confuses as many rows in one direction as in the other would look perfect.",
            look="Swap two predictions. Should the result stay as it is?",
        ),
        slip(
            "accuracy is rounded",
            edit=(".mean().item()", ".mean().round().item()", ".mean().round(decimals=1).item()"),
            also=[
                ("return (predicted == actual).double().mean().item()", "return round((predicted == actual).double().mean().item(), 2)"),
                ("return (predicted == actual).double().mean().item()", "return (predicted == actual).sum().item() // len(actual)")],
            why="Differences of a few hundredths are what one model has over another.",
            look="Does your division keep what stands behind the point?",
        ),
        slip(
            "the share of right rows is taken among those of class 1",
            edit=("(predicted == actual).double()", "(predicted == actual)[actual == 1].double()"),
            why="That is the recall of one class. Whoever calls everything 1 gets full marks.",
            look="By how many rows do you divide?",
        ),
        slip(
            "a column of True and False comes back",
            edit=(".double().mean().item()", ""),
            why="One number was asked for; here every row has one of its own.",
            look="Print what your function returns for three rows.",
        ),
        slip(
            'only classes 0 and 1 are counted',
            edit=("(predicted == actual)", "((predicted == actual) & (actual < 2))"),
            why='There may be more than two classes, and a row of class 3 that is called 3 is right.',
            look='Does a row of class 2 ever count as right in your code?',
        ),
        slip(
            'the distance of two classes is measured',
            edit=("return (predicted == actual).double().mean().item()", "return 1 - (predicted - actual).double().abs().mean().item()"),
            why='Classes are names. Calling a 0 a 3 is no worse than calling it a 1.',
            look='How wrong is class 3 in place of class 0, and how wrong is class 1?',
        ),
        slip(
            "classes are cut down to yes and no",
            edit=("(predicted == actual)", "(predicted.bool() == actual.bool())"),
            why="All classes but 0 become the same; calling a 2 a 1 would be right.",
            look="Is a row of class 2 that is called 1 right in your code?",
        ),
        slip(
            "the recalls of the classes are averaged",
            edit="""
                return sum((predicted[actual == c] == c).double().mean().item() for c in actual.unique()) / len(actual.unique())
            """,
            why="That is balanced accuracy, in which a row of a rare class counts more than others. Here every row counts the same.",
            look="How much does one row of a rare class weigh in your result?",
        ),
        slip(
            "the count is divided by N − 1",
            edit=("return (predicted == actual).double().mean().item()", "return (predicted == actual).sum().item() / max(1, len(actual) - 1)"),
            also=[
                ("return (predicted == actual).double().mean().item()", "return (predicted == actual).sum().item() / (len(actual) - 1)"),
            ],
            why="N − 1 belongs to the estimate of a variance. A share is a share of all rows.",
            look="What should come out when every row is right?",
        ),
    ]  # fmt: skip
    promises = {
        "more than two classes": dict(share=(0.5, 0.3, 0.2)),
        "a single row": dict(n=1),
        "classes of very different sizes": dict(share=(0.9, 0.1)),
    }


@exercise("f1_score", points=2, forbid=LEARN)
class _:
    cases = [
        dict(n=60, share=(0.8, 0.2), right=0.8),
        dict(n=60, share=(0.3, 0.7), right=0.7),
        dict(n=60, share=(0.5, 0.3, 0.2), right=0.7, positive=2),
        dict(n=40, share=(0.3, 0.7), right=0.75, positive=0),
        dict(n=20, share=(0.7, 0.3), right=0.0),
        dict(n=20, share=(0.7, 0.3), say=0),
        dict(n=20, share=(1.0, 0.0), say=0),
        dict(n=30, share=(0.4, 0.6), say=1),
    ]

    def inputs(rng, n, share, right=0.5, positive=None, say=None):
        """say: the class that is said of every row; positive=None: the default is asked for."""
        share = np.asarray(share, dtype=float)
        if 0 < share[0] < 1:  # not always the same amounts
            moved = rng.uniform(-0.08, 0.08)
            share = share + np.where(np.arange(len(share)) == 0, moved, -moved / (len(share) - 1))
        predicted, actual = classes(rng, n, share, right)
        if right and say is None and positive != 2:  # both kinds of errors, in different numbers
            spare = np.flatnonzero((actual == 1) & (predicted == 1))[:3]
            predicted[spare] = 0
        return {
            "predicted": predicted if say is None else np.full_like(actual, say),
            "actual": actual,
            "positive": positive,
        }

    def oracle(predicted, actual, positive):
        from sklearn.metrics import f1_score

        k = 1 if positive is None else positive
        return {"f1": float(f1_score(actual == k, predicted == k, zero_division=0.0))}

    equivalent = {
        "found = (said * true).sum().item()": "of True and False the product is the conjunction",
        "return 2 * found / max( 2, said.sum().item() + true.sum().item())": "where the sum is 1, nothing was found",
    }
    alternatives = {
        "precision and recall, with care": """
            tp = ((predicted == positive) & (actual == positive)).sum().item()
            fp = ((predicted == positive) & (actual != positive)).sum().item()
            fn = ((predicted != positive) & (actual == positive)).sum().item()
            if tp == 0:
                return 0.0
            precision, recall = tp / (tp + fp), tp / (tp + fn)
            return 2 * precision * recall / (precision + recall)
        """,
        "twice the hits over hits and errors": """
            tp = sum(1 for p, a in zip(predicted.tolist(), actual.tolist()) if p == a == positive)
            errors = sum(1 for p, a in zip(predicted.tolist(), actual.tolist()) if p != a and positive in (p, a))
            return 2 * tp / (2 * tp + errors) if tp else 0
        """,
        "the harmonic mean from the standard library": """
            from statistics import harmonic_mean

            hit = (predicted == positive).float() * (actual == positive).float()
            if hit.sum() == 0:
                return 0.0
            p, r = hit.sum() / (predicted == positive).sum(), hit.sum() / (actual == positive).sum()
            return harmonic_mean([p.item(), r.item()])
        """,
    }
    slips = [
        slip(
            "accuracy comes back",
            edit=("return 2 * found / max(1, said.sum().item() + true.sum().item())", "return (said == true).double().mean().item()", "return (predicted == actual).double().mean().item()"),
            why="Rows of the other class count here as much. Where they are many, a model that finds nothing looks good.",
            look="Does a row enter your numbers that neither is positive nor was said to be?",
        ),
        slip(
            "precision comes back",
            edit=("return 2 * found / max(1, said.sum().item() + true.sum().item())", "return found / max(1, said.sum().item())"),
            why="A model that names one row and is right has full precision, and has missed all the others.",
            look="Where do rows enter that are positive and were not found?",
        ),
        slip(
            "recall comes back",
            edit=("return 2 * found / max(1, said.sum().item() + true.sum().item())", "return found / max(1, true.sum().item())"),
            why="A model that calls every row positive misses none.",
            look="Where do rows enter that were called positive and are not?",
        ),
        slip(
            "the ordinary mean of precision and recall is taken",
            edit=("return 2 * found / max(1, said.sum().item() + true.sum().item())", "return (found / max(1, said.sum().item()) + found / max(1, true.sum().item())) / 2"),
            why="With a precision of 1 and a recall near 0 it would still give a half. The harmonic mean stays near the worse of the two.",
            look="What should come out for a precision of 1 and a recall of 0?",
        ),
        slip(
            "the factor 2 is missing",
            edit=("2 * found", "found"),
            why="Then even a model without errors gets a half.",
            look="What should come out when every row is right?",
        ),
        slip(
            "the argument `positive` is ignored",
            edit=("predicted == positive, actual == positive", "predicted == 1, actual == 1"),
            also=["found = (predicted & actual).sum().item()\nreturn 2 * found / max(1, predicted.sum().item() + actual.sum().item())"],
            why="Which class is the interesting one depends on the task; here the caller says it.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "nothing found becomes nan or an error",
            edit=("max(1, said.sum().item() + true.sum().item())", "(said.sum().item() + true.sum().item())"),
            also=[
                """
                    said, true = predicted == positive, actual == positive
                    if said.sum() == 0 or true.sum() == 0:
                        return 0.0
                    found = (said & true).sum()
                    p, r = found / said.sum(), found / true.sum()
                    return (2 * p * r / (p + r)).item()
                """,
                """
                    said, true = predicted == positive, actual == positive
                    found = (said & true).sum().item()
                    p, r = found / said.sum().item(), found / true.sum().item()
                    return 2 * p * r / (p + r)
                """,
                """
                    said, true = predicted == positive, actual == positive
                    found = (said & true).sum()
                    p, r = found / said.sum(), found / true.sum()
                    return (2 * p * r / (p + r)).item()
                """,
            ],
            why="At the start of training a model often says one class only. A metric that fails there stops the run.",
            look="What does the docstring give when no row of the class was found?",
        ),
        slip(
            "the errors are weighed twice",
            edit=("return 2 * found / max(1, said.sum().item() + true.sum().item())", "return found / max(1, (said | true).sum().item())"),
            why="Hits over all rows in which the class occurs at all is Jaccard's index. It is smaller than F1 wherever there are errors.",
            look="Three counts: hits 2, false alarms 1, misses 1. What are precision, recall, and their harmonic mean?",
        ),
        slip(
            "the product of precision and recall is returned, or its root",
            edit=("return 2 * found / max(1, said.sum().item() + true.sum().item())", "return found * found / max(1, said.sum().item() * true.sum().item())"),
            also=[("return 2 * found / max(1, said.sum().item() + true.sum().item())", "return (found * found / max(1, said.sum().item() * true.sum().item())) ** 0.5")],
            why="The root is the geometric mean, which is kinder to a poor recall than the harmonic one.",
            look="Which mean is 2ab / (a + b)?",
        ),
        slip(
            "F1 of all classes is averaged",
            edit=("return 2 * found / max(1, said.sum().item() + true.sum().item())", """scores = []
    for k in range(int(actual.max()) + 1):
        a, b = predicted == k, actual == k
        scores.append(2 * (a & b).sum().item() / max(1, a.sum().item() + b.sum().item()))
    return sum(scores) / len(scores)"""),
            why="That is macro F1, a metric of its own. Here one class was asked for.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            'a class that is nowhere gets 1',
            edit=("return 2 * found", "if not said.sum() + true.sum():\n        return 1.0\n    return 2 * found"),
            why='One can argue for it: there was nothing to find, and nothing was announced. But then the worst model is perfect wherever a class happens to be missing.',
            look='What does the docstring give when no row of the class was found?',
        ),
        slip(
            "class 0 is taken for no class",
            edit=("said, true =", 'positive = positive or 1\n    said, true ='),
            why="`positive or 1` is 1 where positive is 0, since 0 counts as False.",
            look="What is `0 or 1` in Python?",
        ),
        slip(
            "there are taken to be two classes only",
            edit=("predicted == positive, actual == positive", "predicted >= positive, actual >= positive"),
            also=[
                """
                    total = (predicted + actual).sum().item()
                    return 2 * (predicted * actual).sum().item() / total if total else 0.0
                """,
                """
                    if positive == 0:
                        predicted, actual = 1 - predicted, 1 - actual
                    found = ((predicted == positive) & (actual == positive)).sum().item()
                    errors = (predicted > actual).sum().item() + (predicted < actual).sum().item()
                    return 2 * found / (2 * found + errors) if found else 0.0
                """,
            ],
            why="There may be more: then an error can be one of other classes, and a class of a higher number is another class.",
            look="Which of your lines still hold when there is a class 2?",
        ),
        slip(
            "errors among other classes count as well",
            edit=("return 2 * found / max(1, said.sum().item() + true.sum().item())", "return 2 * found / max(1, 2 * found + (predicted != actual).sum().item())"),
            why="A 0 that is called 1 says nothing about how well class 2 is found.",
            look="Does a row enter your numbers that neither is positive nor was said to be?",
        ),
        slip(
            "right rows of all classes are counted as found",
            edit=("found = (said & true).sum().item()", "found = (predicted == actual).sum().item()"),
            also=[
                [("found = (said & true).sum().item()", "found = (predicted == actual).sum().item()"), ("return 2 * found / max(1, said.sum().item() + true.sum().item())", 'total = said.sum().item() + true.sum().item()\n    return min(1.0, 2 * found / total) if found and total else 0.0')],
            ],
            why="Where the other class is large, nearly everything seems to be found.",
            look="Does a row enter your numbers that neither is positive nor was said to be?",
        ),
        slip(
            "accuracy comes back where the class was never said",
            edit=("found = (said & true).sum().item()", 'found = (said & true).sum().item()\n    if said.sum() == 0:\n        return (predicted == actual).double().mean().item()'),
            why="Who never says the class has found none of it, and could not do worse.",
            look="What does the docstring give when no row of the class was found?",
        ),
        slip(
            "F1 is rounded",
            edit=("return 2 * found / max(1, said.sum().item() + true.sum().item())", "return 200 * found // max(1, said.sum().item() + true.sum().item()) / 100"),
            also=[
                ("return 2 * found / max(1, said.sum().item() + true.sum().item())", "return round(2 * found / max(1, said.sum().item() + true.sum().item()), 2)"),
            ],
            why="Differences of a few thousandths are what one model has over another.",
            look="Does your division keep what stands behind the point?",
        ),
    ]  # fmt: skip
    promises = {
        "a rare class": dict(share=(0.8, 0.2)),
        "another class than 1": dict(positive=0),
        "more than two classes": dict(positive=2),
        "nothing is right": dict(right=0.0),
        "nothing was said": dict(say=0, share=(0.7, 0.3)),
        "nothing was there": dict(say=0, share=(1.0, 0.0)),
        "the class is 1 unless said otherwise": dict(say=1),
    }


@exercise("matthews", points=2, forbid=CORRELATION)
class _:
    cases = [
        dict(n=60, share=0.7, right=(0.8, 0.9)),
        dict(n=80, share=0.15, right=(0.9, 0.5)),
        dict(n=40, share=0.5, right=(0.2, 0.3)),
        dict(n=30, share=0.7, say=1),
        dict(n=30, share=0.6, say=0),
        dict(n=20, share=1.0, right=(0.5, 0.5)),
        dict(n=12, share=1.0, say=1),
        dict(n=8, share=0.5),
        dict(n=1000, share=0.6, right=(0.8, 0.7)),
    ]

    def inputs(rng, n, share, right=(1.0, 1.0), say=None):
        """share: of rows that are 1; right: how often a 0 is called 0, and a 1 is called 1."""
        ones = round(n * share + (rng.integers(-3, 4) if share < 1 else 0))
        actual = rng.permutation(np.repeat([0, 1], [n - ones, ones]))
        hit = rng.uniform(size=n) < np.asarray(right)[actual]
        predicted = np.where(hit, actual, 1 - actual)
        return {"predicted": predicted if say is None else np.full_like(actual, say), "actual": actual}

    def oracle(predicted, actual):
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
        "shares in place of counts": """
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
            why="A model that says the same to everybody is what one starts with. Its number is 0, which means: no better than a guess.",
            look="What does the docstring give when a column holds one class only?",
        ),
        slip(
            "a column with one class gives 1",
            edit=("else 0.0", "else 1.0"),
            why="Saying the same to everybody needs no knowledge.",
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
            why="A model that is always wrong knows the answers, and turns them round. The sign says so.",
            look="Which values can the docstring's number have?",
        ),
        slip(
            "accuracy comes back",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp + tn) / (tp + tn + fp + fn)"),
            why="Where seven rows in ten are 1, saying 1 to everybody is right in seven of ten.",
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
            look="Which four sums stand below the fraction?",
        ),
        slip(
            "one of the four sums below is another one",
            edit=("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + fp) * (tp + fn) * (tn + fp) * (tp + tn)"),
            also=[
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + tn) * (fp + fn) * (tp + fp) * (tn + fn)"),
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + fp) * (tp + fn) * (tn + fp) * (tn + fp)"),
                ("(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)", "(tp + tn) * (tp + fn) * (tn + fp) * (tn + fn)"),
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
            why="Half of all rows right is then 0, whatever the classes' shares. Saying the same to everybody gets more than 0 where one class is common.",
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
            look="What does the docstring give when a column holds one class only?",
        ),
        slip(
            "accuracy comes back where a column holds one class",
            edit=("return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0", "return (tp * tn - fp * fn) / math.sqrt(below) if below else (tp + tn) / len(actual)"),
            why="A model that says the same to everybody would get a number of another kind, and a good one.",
            look="What does the docstring give when a column holds one class only?",
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
            ],
            why="Where there are few rows, even a perfect model then stays under 1.",
            look="What comes out for two rows, 0 and 1, that are both right?",
        ),
        slip(
            "0 comes back as soon as one of the four counts is 0",
            edit=("below = ", 'if 0 in (tp, tn, fp, fn):\n        return 0.0\n    below = '),
            why="A perfect model has two counts of 0: it makes no errors.",
            look="What should come out when every row is right?",
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
            ],
            why="Four sums of hundreds make a number of eleven digits: too long for int32, and far too large for half precision.",
            look="How large is the product of the four sums for a thousand rows, and how large may it be in your type?",
        ),
    ]  # fmt: skip
    promises = {
        "one class is said to every row": dict(say=1),
        "the other one is": dict(say=0),
        "one class only is true": dict(share=1.0),
        "worse than chance is negative": dict(right=(0.2, 0.3)),
        "few of one class": dict(share=0.15),
        "both columns hold one class, the same": dict(n=12),
        "a few rows, all right": dict(n=8),
        "a thousand rows": dict(n=1000),
    }


# --- heads and losses -------------------------------------------------------------------------------------------------


@exercise("ClassificationHead", points=3, forbid=LIBRARY)
class _:
    cases = [
        dict(B=3, T=5, D=6, C=2, p=0.1),
        dict(B=4, T=4, D=4, C=4, p=0.5),
        dict(B=1, T=3, D=8, C=3, p=0.3),
        dict(B=2, T=1, D=5, C=5, p=0.2),
    ]
    weights = {"logits": 3, "grad_hidden": 1, "grad_weights": 1, "kept while training": 1}

    def inputs(rng, B, T, D, C, p):
        return {
            "hidden": 2 * rng.standard_normal((B, T, D)),
            "weights": {
                "dense.weight": rng.standard_normal((D, D)),
                "dense.bias": rng.standard_normal(D),
                "classifier.weight": rng.standard_normal((C, D)),
                "classifier.bias": rng.standard_normal(C),
            },
            "gradient": rng.standard_normal((B, C)),
            "width": D,
            "n_classes": C,
            "p": p,
            "seed": int(rng.integers(2**31)),
        }

    def oracle(hidden, weights, gradient, width, n_classes, p, seed):
        from scipy.stats import binom

        x, w = leaf(hidden), {name: leaf(value) for name, value in weights.items()}
        rows = []
        for text in x:  # text by text
            pooled = 2 / (1 + torch.exp(-2 * (w["dense.weight"] @ text[0] + w["dense.bias"]))) - 1  # tanh
            rows.append(w["classifier.weight"] @ pooled + w["classifier.bias"])
        logits = torch.stack(rows)
        logits.backward(tensor(gradient))
        return {
            "logits": logits,
            "grad_hidden": x.grad,
            "grad_weights": sizes({name: value.grad for name, value in w.items()}),
            "kept while training": Distribution(
                binom.pmf(np.arange(width + 1), width, 1 - p), 400, words="kept {} features"
            ),
        }

    alternatives = {
        "functions in place of layers": """
            first = hidden.select(1, 0)
            pooled = F.linear(first, self.dense.weight, self.dense.bias).tanh()
            pooled = F.dropout(pooled, self.dropout.p, self.training)
            return pooled @ self.classifier.weight.T + self.classifier.bias
        """,
        "all tokens first, the first one last": """
            every = self.dropout(torch.tanh(self.dense(hidden)))
            return self.classifier(every)[:, 0, :]
        """,
        "text by text": "return torch.stack([self.classifier(self.dropout(self.dense(text[0]).tanh())) for text in hidden])",
    }
    slips = [
        slip(
            "the last token is read in place of the first",
            edit=("hidden[:, 0]", "hidden[:, -1]"),
            why="[CLS] stands first. At the end stands [SEP], or padding in all texts but the longest.",
            look="At which place of every text does [CLS] stand?",
        ),
        slip(
            "the mean of all tokens is read",
            edit=("hidden[:, 0]", "hidden.mean(dim=1)"),
            why="That is another way to make one vector of many, and padding enters it here.",
            look="Which token was trained to stand for the whole text?",
        ),
        slip(
            "the first text is read in place of the first token",
            edit=("hidden[:, 0]", "hidden[0]"),
            why="Then the tokens of one text would be classified, and all other texts would be dropped.",
            look="Which axis of (B, T, D) numbers the texts?",
        ),
        slip(
            "the logits keep an axis of tokens",
            edit=("hidden[:, 0]", "hidden", "hidden[:, :1]"),
            why="One decision for each text was asked for. The loss expects (B, C).",
            look="Print the shape of your result. What does the docstring say?",
        ),
        slip(
            "the tanh is missing",
            edit=("torch.tanh(self.dense(hidden[:, 0]))", "self.dense(hidden[:, 0])"),
            why="Two linear layers without anything between them are one linear layer.",
            look="What stands between the two layers in the formula?",
        ),
        slip(
            "another function stands in place of the tanh",
            edit=("torch.tanh(", "torch.relu(", "F.gelu(", "torch.sigmoid("),
            why="The pooler was trained with a tanh; its weights mean something only under that.",
            look="Which function does the docstring name?",
        ),
        slip(
            "the dense layer is left out",
            edit=("torch.tanh(self.dense(hidden[:, 0]))", "torch.tanh(hidden[:, 0])"),
            also=[("torch.tanh(self.dense(hidden[:, 0]))", "hidden[:, 0]")],
            why="The head then has no layer of its own, and two parameters never learn.",
            look="Which of the layers that __init__ makes does your code never call?",
        ),
        slip(
            "there is no dropout",
            edit=("self.dropout(pooled)", "pooled"),
            why="With a few thousand rows a head learns them by heart; dropout makes that harder. Nothing warns when it is missing.",
            look="Which of the layers that __init__ makes does your code never call?",
        ),
        slip(
            "dropout comes before the dense layer or its tanh",
            edit=[("self.dense(hidden[:, 0])", "self.dense(self.dropout(hidden[:, 0]))"), ("self.classifier(self.dropout(pooled))", "self.classifier(pooled)")],
            also=[[("torch.tanh(self.dense(hidden[:, 0]))", "torch.tanh(self.dropout(self.dense(hidden[:, 0])))"), ("self.classifier(self.dropout(pooled))", "self.classifier(pooled)")]],
            why="It is to hide features that the classifier reads, not those of the encoder.",
            look="Which layer does the dropped vector go to in the picture?",
        ),
        slip(
            "dropout is applied to the logits",
            edit=("self.classifier(self.dropout(pooled))", "self.dropout(self.classifier(pooled))"),
            why="A class whose logit is set to 0 gets a probability that nothing in the text accounts for.",
            look="Which layer does the dropped vector go to in the picture?",
        ),
        slip(
            "dropout comes twice",
            edit=("torch.tanh(self.dense(hidden[:, 0]))", "self.dropout(torch.tanh(self.dense(hidden[:, 0])))"),
            also=[
                ("self.dense(hidden[:, 0])", "self.dense(self.dropout(hidden[:, 0]))"),
            ],
            why="More features are hidden than the argument says.",
            look="How many features are left on average of 10, when a half is dropped twice?",
        ),
        slip(
            "probabilities come back in place of logits",
            edit=("return self.classifier(self.dropout(pooled))", "return self.classifier(self.dropout(pooled)).softmax(dim=-1)"),
            why="The cross-entropy takes a softmax of its own. Of probabilities it makes something flat, and learning is slow.",
            look="What does the last line of the docstring promise?",
        ),
        slip(
            "the logits are squashed by a tanh",
            edit=("return self.classifier(self.dropout(pooled))", "return torch.tanh(self.classifier(self.dropout(pooled)))"),
            also=[[("torch.tanh(self.dense(hidden[:, 0]))", "self.dense(hidden[:, 0])"), ("return self.classifier(self.dropout(pooled))", "return torch.tanh(self.classifier(self.dropout(pooled)))")]],
            why="Logits between −1 and 1 cannot say more than 88 % of two classes.",
            look="Which values may a logit have?",
        ),
        slip(
            "the encoder is cut off from the gradient",
            edit=("hidden[:, 0]", "hidden[:, 0].detach()"),
            why="The head learns and the encoder does not: that is no fine-tuning, and nothing warns about it.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            'what dropout keeps is not scaled up',
            edit=("self.dropout(pooled)", "pooled * (torch.rand_like(pooled) >= self.dropout.p) if self.training else pooled"),
            why='While training the classifier then sees smaller sums than in evaluation.',
            look='By which factor does `nn.Dropout` multiply what it keeps?',
        ),
        slip(
            'the vector of [CLS] is added to the pooled one',
            edit=("torch.tanh(self.dense(hidden[:, 0]))", "hidden[:, 0] + torch.tanh(self.dense(hidden[:, 0]))"),
            why='A residual is a habit of the blocks. The pooler was trained without one.',
            look='What does the formula add?',
        ),
        slip(
            "the argument `dropout` is ignored",
            edit=("self.dropout(pooled)", "F.dropout(pooled, 0.1, self.training)"),
            why="How much to hide depends on how many rows there are; here the caller says it.",
            look="Which number does your dropout use when the caller asks for a half?",
        ),
        slip(
            "all texts of a batch lose the same features",
            edit=("self.dropout(pooled)", "pooled * self.dropout(torch.ones_like(pooled[:1]))"),
            why="Each text is to be read with gaps of its own; otherwise one unlucky draw spoils a whole step.",
            look="How many random numbers does your dropout draw for a batch of 4?",
        ),
        slip(
            "a batch of one loses its axis",
            edit=("return self.classifier(self.dropout(pooled))", "return self.classifier(self.dropout(pooled)).squeeze()"),
            why="`squeeze` without an axis removes every axis of length 1, also one that was meant.",
            look="Print the shape of your result for one text.",
        ),
    ]  # fmt: skip
    promises = {
        "as many texts as tokens, features and classes": dict(B=4, T=4),
        "a batch of one text": dict(B=1),
        "texts of one token": dict(T=1),
        "dropout while training": "kept while training",
        "none in evaluation": "logits",
        "all parameters learn": "grad_weights",
        "so does the encoder": "grad_hidden",
    }


@exercise("task_loss", points=2, forbid=["utils.finetuning"])
class _:
    cases = [
        dict(B=5, C=3),
        dict(B=4, C=2, large=True),
        dict(B=6, C=1),
        dict(B=1, C=1),
        dict(B=3, C=3),
        dict(B=1, C=4),
        dict(B=4, C=1, whole=True),
    ]

    tolerance = 5e-5
    equivalent = {"return F.mse_loss(logits[:, -1], targets)": "there is one column"}

    def inputs(rng, B, C, large=False, whole=False):
        logits = rng.standard_normal((B, C)) * (150 if large else 1.5)
        targets = rng.integers(0, C, B) if C > 1 else (rng.normal(1, 2, B)).astype(np.float32)
        if whole:
            targets = targets.round()
        if large:  # one that overflows, and one that was thought impossible
            logits[0] += 200
            targets[1] = logits[1].argmin()
            logits[1, targets[1]] -= 150
        return {"logits": logits, "targets": targets}

    def oracle(logits, targets):
        """Written out, with its gradient by hand: softmax less one-hot, or twice the difference."""
        x = np.asarray(logits, dtype=np.float64)
        B, C = x.shape
        if C == 1:
            gap = np.array([[x[i, 0] - float(targets[i])] for i in range(B)])
            return {"loss": float((gap**2).mean()), "grad_logits": 2 * gap / B}
        logs = x - x.max(1, keepdims=True)
        logs = logs - np.log(np.exp(logs).sum(1, keepdims=True))
        loss = -sum(logs[i, int(targets[i])] for i in range(B)) / B
        return {"loss": float(loss), "grad_logits": (np.exp(logs) - np.eye(C)[np.asarray(targets)]) / B}

    alternatives = {
        "by hand": """
            if logits.shape[1] == 1:
                return (logits.squeeze(1) - targets).pow(2).mean()
            logs = logits.log_softmax(dim=1)
            return -logs.gather(1, targets[:, None]).mean()
        """,
        "numbers get an axis": """
            if targets.dtype == torch.float32:
                return nn.MSELoss()(logits, targets.unsqueeze(1))
            return nn.CrossEntropyLoss()(logits, targets)
        """,
        "logsumexp": """
            if targets.is_floating_point():
                return ((logits.flatten() - targets) ** 2).sum() / len(targets)
            return (logits.logsumexp(1) - logits[torch.arange(len(targets)), targets]).mean()
        """,
    }
    slips = [
        slip(
            "every prediction meets every target",
            edit=("F.mse_loss(logits[:, 0], targets)", "F.mse_loss(logits, targets)", "((logits - targets) ** 2).mean()"),
            also=[("F.mse_loss(logits[:, 0], targets)", "F.mse_loss(logits.expand(-1, len(targets)), targets.expand(len(targets), -1))")],
            why="(B, 1) and (B,) broadcast to (B, B). The loss is then smallest when all predictions are the mean of the targets, and training does just that.",
            look="What shape has the difference of a (B, 1) and a (B,)?",
        ),
        slip(
            "the losses are summed",
            edit=[("F.mse_loss(logits[:, 0], targets)", 'F.mse_loss(logits[:, 0], targets, reduction="sum")'), ("F.cross_entropy(logits, targets)", 'F.cross_entropy(logits, targets, reduction="sum")')],
            also=[
                ("F.cross_entropy(logits, targets)", 'F.cross_entropy(logits, targets, reduction="sum")'),
                ("F.mse_loss(logits[:, 0], targets)", 'F.mse_loss(logits[:, 0], targets, reduction="sum")'),
            ],
            why="With a sum the length of a step depends on the size of the batch, and the last, smaller batch counts less.",
            look="Double the batch by repeating it. Should the loss change?",
        ),
        slip(
            "softmax is taken twice",
            edit=("F.cross_entropy(logits, targets)", "F.cross_entropy(logits.softmax(dim=-1), targets)"),
            why="The cross-entropy takes a softmax of its own. Of probabilities it makes something flat, and the loss cannot come near 0.",
            look="What does `F.cross_entropy` expect: logits or probabilities?",
        ),
        slip(
            "the absolute difference is taken",
            edit=("F.mse_loss(", "F.l1_loss("),
            also=[
                ("F.mse_loss(", "2 * F.smooth_l1_loss("),
                ("F.mse_loss(", "F.smooth_l1_loss("), ("F.mse_loss(", "F.huber_loss(")],
            why="It is a fair loss, and another one: its best constant is the median, not the mean.",
            look="Which power of the difference does the docstring ask for?",
        ),
        slip(
            "the root of the squared error comes back",
            edit=("F.mse_loss(logits[:, 0], targets)", "F.mse_loss(logits[:, 0], targets).sqrt()"),
            why="The root has its minimum in the same place and another gradient, which is not even defined where the error is 0.",
            look="Which power of the difference does the docstring ask for?",
        ),
        slip(
            "numbers are treated as classes",
            edit=("if targets.is_floating_point():\n        return F.mse_loss(logits[:, 0], targets)\n    ", "targets = targets.long()\n    "),
            also=[("F.mse_loss(logits[:, 0], targets)", "F.cross_entropy(logits, torch.zeros_like(targets).long())"), ("F.mse_loss(logits[:, 0], targets)", "F.cross_entropy(logits, targets.long())")],
            why="With one logit the softmax is always 1 and the cross-entropy always 0: nothing is learned.",
            look="What is the softmax of a single number?",
        ),
        slip(
            "classes are treated as numbers",
            edit=("return F.cross_entropy(logits, targets)", "return F.mse_loss(logits.argmax(dim=-1).float() + 0 * logits[:, 0], targets.float())"),
            also=[
                ("F.cross_entropy(logits, targets)", "F.mse_loss(logits, F.one_hot(targets, logits.shape[1]).float())"),
                ("F.cross_entropy(logits, targets)", "F.mse_loss(logits.softmax(dim=-1), F.one_hot(targets, logits.shape[1]).float())"),
            ],
            why="Class 2 is not twice class 1. Only their names are numbers.",
            look="What does the docstring give for targets that are classes?",
        ),
        slip(
            "the targets are squeezed by a sigmoid",
            edit=("F.mse_loss(logits[:, 0], targets)", "F.mse_loss(logits[:, 0].sigmoid(), targets)"),
            also=[("F.mse_loss(logits[:, 0], targets)", "F.binary_cross_entropy_with_logits(logits[:, 0], targets)"), ("F.mse_loss(logits[:, 0], targets)", "F.mse_loss(logits[:, 0].tanh(), targets)")],
            why="A rating may be 3 or −2; a sigmoid never leaves 0 to 1.",
            look="Which values may a target have, and which ones can your prediction reach?",
        ),
        slip(
            "the loss is cut off from the gradient",
            edit=("return F.cross_entropy(logits, targets)", "return torch.tensor(F.cross_entropy(logits, targets).item(), requires_grad=True)"),
            also=[("return F.cross_entropy(logits, targets)", "return F.cross_entropy(logits.detach().requires_grad_(), targets)")],
            why="The number is right and no weight learns from it.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "the loss of each row comes back",
            edit=[("F.mse_loss(logits[:, 0], targets)", 'F.mse_loss(logits[:, 0], targets, reduction="none")'), ("F.cross_entropy(logits, targets)", 'F.cross_entropy(logits, targets, reduction="none")')],
            why="Backward starts from one number.",
            look="Print the shape of your result. What does the docstring say?",
        ),
        slip(
            'logits are taken for logarithms of probabilities',
            edit=("F.cross_entropy(logits, targets)", "F.nll_loss(logits, targets)", "-logits.gather(1, targets[:, None]).mean()"),
            why='Without the softmax the loss has no lower end: every logit of a right class may grow for ever.',
            look='What has to sum to one before a logarithm of it is a loss?',
        ),
        slip(
            'probabilities are computed first, and large logits overflow',
            edit=("F.cross_entropy(logits, targets)", "-(logits.exp() / logits.exp().sum(dim=1, keepdim=True)).gather(1, targets[:, None]).log().mean()", "-logits.softmax(dim=1).gather(1, targets[:, None]).log().mean()"),
            why='e to the 89th is beyond float32, and a probability below 10 to the −45th is 0, whose logarithm is −∞. One such row makes the weights nan.',
            look='What are exp(200) and log(0) in float32?',
        ),
        slip(
            'half of the squared error comes back',
            edit=("F.mse_loss(logits[:, 0], targets)", "F.mse_loss(logits[:, 0], targets) / 2"),
            why='Many books halve it for a nicer gradient. Here the mean squared error was asked for.',
            look='Is there a factor in the formula?',
        ),
        slip(
            'the logarithm has base 2',
            edit=("F.cross_entropy(logits, targets)", "F.cross_entropy(logits, targets) / math.log(2)"),
            why='Bits are a fair unit; the docstring asks for nats.',
            look='Which unit does the docstring name?',
        ),
        slip(
            "whole numbers are taken for classes",
            edit=("if targets.is_floating_point():", "if not torch.equal(targets, targets.round() if targets.is_floating_point() else targets):"),
            also=[
                [("if targets.is_floating_point():", "if not torch.equal(targets, targets.round() if targets.is_floating_point() else targets):"), ("F.cross_entropy(logits, targets)", "F.cross_entropy(logits, targets.long().clamp(min=0, max=logits.shape[1] - 1))")],
            ],
            why="A rating may be a whole number, and is a number all the same. The type of the targets says what they are.",
            look="Ratings 3.0 and 1.0: are these classes in your code?",
        ),
        slip(
            "the mean prediction is compared with the targets",
            edit=("F.mse_loss(logits[:, 0], targets)", "((logits.mean() - targets) ** 2).mean()"),
            why="Each prediction belongs to one target. The mean may be right while all of them are wrong.",
            look="Exchange two predictions. Should the loss change?",
        ),
        slip(
            "probabilities have a floor",
            edit=("F.cross_entropy(logits, targets)", "-logits.softmax(1)[torch.arange(len(targets)), targets].clamp(min=1e-2).log().mean()"),
            also=[
                ("F.cross_entropy(logits, targets)", "-logits.softmax(1)[torch.arange(len(targets)), targets].clamp(min=1e-8).log().mean()"),
            ],
            why="A row that was thought impossible then costs no more than one that was thought unlikely, and teaches nothing.",
            look="Which loss and which gradient does a right class get whose probability is 10 to the −20th?",
        ),
        slip(
            "the loss is divided by the number of classes as well",
            edit=("F.cross_entropy(logits, targets)", "-(F.one_hot(targets, logits.shape[1]) * logits.log_softmax(1)).mean()"),
            why="The mean runs over the rows. Of C logits in a row only one belongs to the right class.",
            look="By how many is your sum divided, for 5 rows and 3 classes?",
        ),
        slip(
            "the softmax runs over the batch",
            edit=("F.cross_entropy(logits, targets)", "F.nll_loss(logits.log_softmax(0), targets)"),
            why="Then rows compete with one another, not the classes of one row.",
            look="Which axis of your probabilities sums to one?",
        ),
        slip(
            "there are taken to be two classes only",
            edit=("F.cross_entropy(logits, targets)", "F.binary_cross_entropy_with_logits(logits[:, 1] - logits[:, 0], (targets == 1).float())"),
            why="A third class would be lost; the head may have any number of them.",
            look="Which of the columns of (B, 3) does your code read?",
        ),
        slip(
            "the targets are smoothed",
            edit=("F.cross_entropy(logits, targets)", "F.cross_entropy(logits, targets, label_smoothing=0.1)"),
            why="Label smoothing is a way of training of its own; nobody asked for it here.",
            look="What should the loss be for a right class of probability 1?",
        ),
    ]  # fmt: skip
    promises = {
        "classes": dict(C=3, B=5),
        "numbers": dict(C=1, B=6),
        "a batch of one row": dict(B=1, C=1),
        "ratings that are whole numbers": dict(whole=True),
        "logits far from each other": dict(large=True),
        "as many rows as classes": dict(B=3, C=3),
        "the gradient": "grad_logits",
    }


@exercise("MultipleChoiceHead", points=3, forbid=LIBRARY)
class _:
    cases = [
        dict(B=2, C=3, T=5),
        dict(B=3, C=3, T=4),
        dict(B=1, C=4, T=3),
        dict(B=4, C=1, T=2),
        dict(B=2, C=2, T=2),
    ]
    weights = {"scores": 3, "grad_table": 1, "grad_weights": 1}

    def inputs(rng, B, C, T):
        D = 4
        lengths = rng.integers(1, T + 1, (B, C))
        if B > 1:  # the longest text is not one of the first question
            lengths[0] = np.minimum(lengths[0], T - 1)
        lengths.flat[-1] = T
        return {
            "table": rng.standard_normal((12, D)),
            "ids": rng.integers(0, 12, (B, C, T)),
            "mask": (np.arange(T) < lengths[..., None]).astype(np.int64),
            "weights": {"scorer.weight": rng.standard_normal((1, D)), "scorer.bias": rng.standard_normal(1)},
            "gradient": rng.standard_normal((B, C)),
        }

    def oracle(table, ids, mask, weights, gradient):
        table, w = leaf(table), {name: leaf(value) for name, value in weights.items()}
        B, C, _ = ids.shape
        rows = []
        for b in range(B):  # one text at a time
            for c in range(C):
                tokens = table[torch.as_tensor(np.asarray(ids[b, c]))]  # (T, D)
                real = torch.as_tensor(np.asarray(mask[b, c])).bool()
                first = tokens[0].tanh() + tokens[real].mean(dim=0)
                rows.append(w["scorer.weight"][0] @ first + w["scorer.bias"][0])
        scores = torch.stack(rows).reshape(B, C)
        scores.backward(tensor(gradient))
        return {
            "scores": scores,
            "grad_table": table.grad,
            "grad_weights": sizes({name: value.grad for name, value in w.items()}),
        }

    alternatives = {
        "one call for each choice": """
            columns = []
            for c in range(ids.shape[1]):
                hidden = encoder(ids[:, c], mask[:, c])
                columns.append(self.scorer(hidden[:, 0]).squeeze(-1))
            return torch.stack(columns, dim=1)
        """,
        "one call for each question": "return torch.stack([self.scorer(encoder(i, m)[:, 0, :])[:, 0] for i, m in zip(ids, mask)])",
        "flatten and unflatten": """
            hidden = encoder(ids.flatten(0, 1), mask.flatten(0, 1))
            scores = hidden[:, 0] @ self.scorer.weight[0] + self.scorer.bias
            return scores.unflatten(0, ids.shape[:2])
        """,
        "all tokens are scored, the first is kept": """
            scores = self.scorer(encoder(ids.view(-1, ids.size(-1)), mask.view(-1, mask.size(-1))))  # (B·C, T, 1)
            return scores[:, 0, 0].view(-1, ids.size(1))
        """,
    }
    slips = [
        slip(
            "questions and choices are exchanged when the rows are parted",
            edit=(".reshape(B, C)", ".reshape(C, B).T"),
            also=[(".reshape(B, C)", ".reshape(C, B)")],
            why="The rows of one question stand next to one another. Parted the other way, a question gets choices of its neighbours.",
            look="Six rows of two questions with three choices: which rows belong to the first question?",
        ),
        slip(
            "questions and choices are exchanged when the rows are joined",
            edit=[("ids.reshape(B * C, T)", "ids.transpose(0, 1).reshape(B * C, T)"), ("mask.reshape(B * C, T)", "mask.transpose(0, 1).reshape(B * C, T)")],
            why="The rows of one question no longer stand together, and come apart in another order.",
            look="Six rows of two questions with three choices: in which order does your encoder read them?",
        ),
        slip(
            "ids and mask are joined in different orders",
            edit=("mask.reshape(B * C, T)", "mask.transpose(0, 1).reshape(B * C, T)"),
            also=[("ids.reshape(B * C, T)", "ids.transpose(0, 1).reshape(B * C, T)")],
            why="Every text is then read with another text's padding.",
            look="Do the same row of `ids` and of `mask` belong to the same choice?",
        ),
        slip(
            "the mask does not reach the encoder",
            edit=("mask.reshape(B * C, T)", "torch.ones_like(mask).reshape(B * C, T)"),
            why="Then [PAD] is read as if it were a word, and the score depends on how long the other choices are.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the mask is turned round",
            edit=("mask.reshape(B * C, T)", "(1 - mask).reshape(B * C, T)"),
            why="The encoder would read the padding and skip the words.",
            look="Which number does the mask hold at a token of the text?",
        ),
        slip(
            "the last token is read in place of the first",
            edit=("hidden[:, 0]", "hidden[:, -1]"),
            why="[CLS] stands first. At the end of most rows stands padding.",
            look="At which place of every text does [CLS] stand?",
        ),
        slip(
            "the mean of all tokens is read",
            edit=("hidden[:, 0]", "hidden.mean(dim=1)"),
            also=[
                ("return self.scorer(hidden[:, 0]).reshape(B, C)", 'real = mask.reshape(B * C, T)\n        return self.scorer((hidden * real[:, :, None]).sum(1) / real.sum(1, keepdim=True)).reshape(B, C)'),
            ],
            why="That is another way to make one vector of many, and padding enters it here.",
            look="Which token was trained to stand for the whole text?",
        ),
        slip(
            "probabilities come back in place of scores",
            edit=(".reshape(B, C)", ".reshape(B, C).softmax(dim=1)", ".reshape(B, C).log_softmax(dim=1)"),
            why="The cross-entropy takes a softmax of its own.",
            look="What does the docstring say about the scores?",
        ),
        slip(
            "the softmax runs over all texts of the batch",
            edit=(".reshape(B, C)", ".softmax(dim=0).reshape(B, C)"),
            why="A choice competes with those of its own question only.",
            look="What does the docstring say about the scores?",
        ),
        slip(
            "the scores do not come back in rows of C",
            edit=(".reshape(B, C)", ".reshape(B, C, 1)", "", ".flatten()"),
            why="The cross-entropy compares what stands in one row. In one column, choices of different questions would compete, or nothing would.",
            look="Print the shape of your result. What does the docstring say?",
        ),
        slip(
            "a batch or a choice of one loses its axis",
            edit=(".reshape(B, C)", ".reshape(B, C).squeeze()"),
            why="`squeeze` without an axis removes every axis of length 1, also one that was meant.",
            look="Print the shape of your result for one question with four choices.",
        ),
        slip(
            "each question is scored, not each choice",
            edit=("return self.scorer(hidden[:, 0]).reshape(B, C)", "return self.scorer(hidden[:, 0].reshape(B, C, -1).mean(dim=1)).expand(B, C)"),
            why="All choices of a question get the same score, and softmax makes 1/C of it.",
            look="How many different scores does a question with three choices get?",
        ),
        slip(
            "the scores are those of the choice before",
            edit=(".reshape(B, C)", ".reshape(B, C).roll(1, dims=1)", ".roll(1, dims=0).reshape(B, C)"),
            why="The first score belongs to the first choice.",
            look="Which row of the encoder's output is choice 0 of question 0?",
        ),
        slip(
            "the encoder is cut off from the gradient",
            edit=("hidden[:, 0]", "hidden[:, 0].detach()"),
            why="The scorer learns and the encoder does not, and nothing warns about it.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            'all choices of a question are read as one text',
            edit=("return self.scorer(hidden[:, 0]).reshape(B, C)", "hidden = encoder(ids.reshape(B, C * T), mask.reshape(B, C * T))\n        return self.scorer(hidden).reshape(B, C, T)[..., 0]"),
            why='Then the choices see one another, and the score of one depends on what stands beside it.',
            look='How many texts should the encoder read?',
        ),
        slip(
            "the first choice lends its mask to the others",
            edit=("mask.reshape(B * C, T)", "mask[:, :1].expand(B, C, T).reshape(B * C, T)"),
            why="Choices differ in length: the longer ones would lose their end.",
            look="Do the same row of `ids` and of `mask` belong to the same choice?",
        ),
        slip(
            "four choices are taken for granted",
            edit=(".reshape(B, C)", ".reshape(-1, 4)"),
            also=[
                ("return self.scorer(hidden[:, 0]).reshape(B, C)", 'scores = self.scorer(hidden[:, 0]).flatten()\n        return scores[: len(scores) // 4 * 4].reshape(-1, 4)'),
            ],
            why="How many there are is said by the shape of `ids`.",
            look="Which of your numbers would be another one for three choices?",
        ),
        slip(
            "the bias is left out",
            edit=("self.scorer(hidden[:, 0])", "(hidden[:, 0] @ self.scorer.weight[0])"),
            why="The softmax of one question does not notice, but a score is asked for, and the formula has a bias.",
            look="What does the formula add to the product?",
        ),
        slip(
            "the scores of a question are centred",
            edit=("return self.scorer(hidden[:, 0]).reshape(B, C)", 'scores = self.scorer(hidden[:, 0]).reshape(B, C)\n        return scores - scores.mean(dim=1, keepdim=True)'),
            why="The softmax does not notice. Still, whoever compares choices of two questions has lost what one of them got.",
            look="What does the formula do after the product and the bias?",
        ),
        slip(
            "a tanh comes before the scorer",
            edit=("hidden[:, 0]", "torch.tanh(hidden[:, 0])"),
            why="That belongs to the other head. Here the vector of [CLS] is scored as it is.",
            look="Which function stands in the formula?",
        ),
        slip(
            "all texts are cut to the length of the first question's",
            edit=("hidden = encoder(ids.reshape(B * C, T), mask.reshape(B * C, T))", 'T = int(mask[0].sum(-1).max())\n        hidden = encoder(ids[..., :T].reshape(B * C, T), mask[..., :T].reshape(B * C, T))'),
            why="Other questions may be longer, and lose their end.",
            look="How long are the texts that your encoder reads, and how long is the longest of the batch?",
        ),
    ]  # fmt: skip
    promises = {
        "as many questions as choices": dict(B=3, C=3),
        "one question": dict(B=1),
        "one choice": dict(C=1),
        "padding is left to the encoder's mask": dict(T=5),
        "the vector learns": "grad_weights",
        "the encoder learns": "grad_table",
    }


# --- rates, vectors, correlations -------------------------------------------------------------------------------------


def parameter_names(rng, n_layers, lacking):
    """Names of parameters as an encoder with a head has them, in an order that nobody should rely on.

    lacking: so many layers at the top have no name among them.
    """
    parts = ["attention.self.query.weight", "output.dense.bias", "output.LayerNorm.weight"]
    inside = [f"encoder.layer.{k}.{parts[rng.integers(len(parts))]}" for k in range(n_layers - lacking)]
    outside = ["embeddings.word_embeddings.weight", "embeddings.LayerNorm.bias"]
    heads = [
        "pooler.dense.weight",
        "head.dense.weight",
        "head.classifier.bias",
        "scorer.layer.0.weight",
        "head.embeddings.weight",
    ]
    names = inside + outside + [heads[i] for i in sorted(rng.permutation(len(heads) - 2)[:2])] + heads[-2:]
    return [names[i] for i in rng.permutation(len(names))]


@exercise("learning_rates", points=3, forbid=["utils.finetuning"])
class _:
    cases = [
        dict(n_layers=6, decay=0.9, frozen=None),
        dict(n_layers=12, decay=0.85, frozen=0),
        dict(n_layers=6, decay=0.8, frozen=4),
        dict(n_layers=12, decay=0.95, frozen=11),
        dict(n_layers=3, decay=0.7, frozen=3),
        dict(n_layers=4, decay=1.0, frozen=1),
        dict(n_layers=7, decay=0.85, frozen=1, lacking=2),
    ]
    tolerance = 1e-4

    def inputs(rng, n_layers, decay, frozen, lacking=0):
        return {
            "names": parameter_names(rng, n_layers, lacking),
            "n_layers": n_layers,
            "lr": float(10 ** rng.uniform(-4, -2)),
            "decay": decay if decay == 1 else float(decay + rng.uniform(-0.03, 0.03)),
            "frozen": frozen,
        }

    def oracle(names, n_layers, lr, decay, frozen):
        """By a table of levels from the top down, filled by repeated multiplication."""
        ladder, rate = {"head": 1.0}, 1.0
        for k in reversed(range(n_layers)):
            rate *= decay
            ladder[str(k)] = 0.0 if k < (frozen or 0) else rate
        ladder["embeddings"] = 0.0 if frozen else rate * decay
        shares = []
        for name in names:
            level = "head"
            if name.startswith("embeddings."):
                level = "embeddings"
            elif name.startswith("encoder.layer."):
                level = name[len("encoder.layer.") :].partition(".")[0]
            shares.append(ladder[level])
        return {"shares of lr": shares, "names unchanged": {"rates": shares, "names": True}}

    weights = {"shares of lr": 3, "names unchanged": 1}
    equivalent = {
        'if parts[0] <= "embeddings":': "no name of the promised ones comes before it in the alphabet",
        "still = level < frozen and frozen != 0": "frozen is never negative",
    }

    alternatives = {
        "a regular expression": """
            import re

            def rate(name):
                found = re.match(r"encoder\\.layer\\.(\\d+)\\.", name)
                if found:
                    k = int(found[1])
                    return 0.0 if k < frozen else lr * decay ** (n_layers - k)
                if name.startswith("embeddings"):
                    return 0.0 if frozen else lr * decay ** (n_layers + 1)
                return lr

            return [rate(name) for name in names]
        """,
        "a table of all beginnings": """
            table = {"embeddings.": 0.0 if frozen else lr * decay ** (n_layers + 1)}
            for k in range(n_layers):
                table[f"encoder.layer.{k}."] = lr * decay ** (n_layers - k) if k >= frozen else 0.0
            rates = [lr] * len(names)
            for i, name in enumerate(names):
                for beginning, rate in table.items():
                    if name.startswith(beginning):
                        rates[i] = rate
            return rates
        """,
    }
    slips = [
        slip(
            "the top layer gets the rate of the head",
            edit=("decay ** (n_layers - level)", "decay ** max(0, n_layers - level - 1)", "decay ** max(n_layers - 1 - level, 0)"),
            why="Each level is to be slower than the one above it, and the head lies above the top layer.",
            look="How many times does the decay apply at the top layer?",
        ),
        slip(
            "layers are counted from the top",
            edit=("decay ** (n_layers - level)", "decay ** ((level + 1) if level < n_layers else 0)"),
            also=[
                ("decay ** (n_layers - level)", "decay ** (level + 1 if 0 <= level < n_layers else n_layers - level)"),
                ("decay ** (n_layers - level)", "decay ** (level + 1 if level < n_layers else 0)")],
            why="Then the layers next to the words move fastest, and those that know about sentences stay behind.",
            look="Is layer 0 next to the words or next to the head?",
        ),
        slip(
            "the head decays as well",
            edit=("decay ** (n_layers - level)", "decay ** (n_layers - level + 1)"),
            why="The head starts from random numbers. It is the part that has the longest way to go.",
            look="Which rate does the docstring give the head?",
        ),
        slip(
            "layers 10 and 11 are taken for layer 1",
            edit=("int(parts[2])", "int(parts[2][0])", "int(name[14])"),
            also=[("int(parts[2])", "min(k for k in range(n_layers) if f\"layer.{k}\" in name)")],
            why="BERT has twelve layers. The two at the top would get a rate of the bottom.",
            look="How many digits can the number of a layer have?",
        ),
        slip(
            "the embeddings get the rate of layer 0",
            edit=("level = -1", "level = 0"),
            why="They lie one level below it.",
            look="How many levels are there in all, with the head and the embeddings?",
        ),
        slip(
            "the embeddings get the rate of the head",
            edit=("        level = -1\n", "        level = n_layers\n"),
            why="The word vectors would move furthest of all, and only those of words that occur in the training rows.",
            look="Where do the embeddings lie, above the layers or under them?",
        ),
        slip(
            "the embeddings go on learning under frozen layers",
            edit=("still = level < frozen and frozen > 0", "still = -1 < level < frozen"),
            also=[
                ("level < frozen and frozen > 0", "0 <= level < frozen or level < 0 < n_layers <= frozen"),
            ],
            why="Then nothing below can be computed once and kept: what the frozen layers read changes with every step.",
            look="What does the docstring say of the embeddings when a layer is frozen?",
        ),
        slip(
            "the embeddings are always frozen",
            edit=("level < frozen and frozen > 0", "level < frozen"),
            why="With frozen = 0 everything is to learn.",
            look="Which rate do the embeddings get for frozen = 0?",
        ),
        slip(
            "one layer too many is frozen",
            edit=("level < frozen and", "level <= frozen and"),
            also=[
                ("level < frozen and frozen > 0", "level < min(frozen + 1, n_layers) and frozen > 0"),
                ("level < frozen and frozen > 0", "level <= frozen and level < n_layers and (level >= 0 or frozen > 0)"),
            ],
            why="frozen = 4 means the layers 0, 1, 2 and 3.",
            look="How many layers stay as they are for frozen = 1?",
        ),
        slip(
            "one layer too few is frozen",
            edit=("level < frozen and", "level < frozen - 1 and"),
            why="frozen = 4 means the layers 0, 1, 2 and 3.",
            look="How many layers stay as they are for frozen = 1?",
        ),
        slip(
            "the layers at the top are frozen",
            edit=("level < frozen and frozen > 0", "n_layers - frozen <= level < n_layers"),
            also=[("level < frozen and frozen > 0", "(n_layers - frozen <= level < n_layers) or (level < 0 < frozen)")],
            why="What lies on top is nearest to the task and has the most to learn.",
            look="Which of the layers lie at the bottom?",
        ),
        slip(
            "frozen is ignored",
            edit=("0.0 if still else lr", "lr"),
            why="Every layer would be trained, and the features of the lower ones could not be kept.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the rate falls by equal steps",
            edit=("lr * decay ** (n_layers - level)", "lr * (1 - (1 - decay) * (n_layers - level))"),
            also=[
                ("lr * decay ** (n_layers - level)", "max(0.0, lr * (1 - (1 - decay) * (n_layers - level)))"),
                ("lr * decay ** (n_layers - level)", "lr * (decay * (n_layers - level) if level < n_layers else 1)")],
            why="Each level is to have a fixed share of the one above; by subtraction a rate can even become negative.",
            look="What is the rate two levels below the head?",
        ),
        slip(
            "whatever is called a layer is taken for one of the encoder",
            edit=("name.startswith(\"encoder.layer.\")", "parts[1] == \"layer\""),
            also=[("name.startswith(\"encoder.layer.\")", "\"layer.\" in name")],
            why="A head may have layers, too.",
            look="What does the docstring say about how the name of an encoder's layer begins?",
        ),
        slip(
            'rates come back in another order than the names',
            edit=("return rates", "return [rate for _, rate in sorted(zip(names, rates))]", "return sorted(rates)", "return sorted(rates, reverse=True)"),
            also=[
                ("rates = []", 'names.sort()\n    rates = []'),
            ],
            why='Whoever called pairs the first rate with the first name.',
            look='Which name does your third rate belong to?',
        ),
        slip(
            "the embeddings lie two levels under layer 0",
            edit=("level = -1", "level = -2"),
            why="Each level is one decay slower than the one above it, the lowest one as well.",
            look="How many levels are there between layer 0 and the embeddings?",
        ),
        slip(
            "layers are counted from 1",
            edit=("int(parts[2])", "int(parts[2]) - 1"),
            also=[
                """
                    rates = []
                    for name in names:
                        if name.startswith("embeddings."):
                            rates.append(0.0 if frozen else lr * decay ** (n_layers + 1))
                        elif name.startswith("encoder.layer."):
                            k = int(name.split(".")[2])
                            rates.append(0.0 if k - 1 < frozen else lr * decay ** (n_layers - k + 1))
                        else:
                            rates.append(lr)
                    return rates
                """,
            ],
            why="Names begin with layer 0, and every layer gets the rate of the one below it.",
            look="Which number does the lowest layer have in its name?",
        ),
        slip(
            "the number of layers is taken for granted",
            edit=("decay ** (n_layers - level)", "decay ** (12 - level if level < n_layers else 0)"),
            also=[
                ("decay ** (n_layers - level)", "decay ** (6 - level if level < n_layers else 0)"),
            ],
            why="BERT has twelve, MiniLM six: the caller says how many.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the number of layers is read from the names",
            edit=("rates = []", 'rates, n_layers = [], 1 + max(int(name.split(".")[2]) for name in names if name.startswith("encoder.layer."))'),
            why="Names may be those of a part of the model only; the caller says how many layers there are.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "frozen layers keep a small rate",
            edit=("0.0 if still", "1e-3 * lr if still"),
            why="However slowly they change: what was computed from them once is then no longer true.",
            look="What does the docstring give the layers that stay as they are?",
        ),
        slip(
            "whatever has to do with embeddings is taken for those of the encoder",
            edit=('parts[0] == "embeddings"', '"embeddings" in name'),
            why="A head may have embeddings of its own.",
            look="What does the docstring say about how the name of the embeddings begins?",
        ),
        slip(
            "only what is called head is taken for the head",
            edit=('parts[0] == "embeddings"', 'parts[0] not in ("encoder", "head", "classifier")'),
            why="A pooler or a scorer belongs to the head, too, whatever it is called.",
            look="Which names belong to the head, according to the docstring?",
        ),
        slip(
            "frozen parameters are left out",
            edit=("rates.append(0.0 if still else lr * decay ** (n_layers - level))", 'if not still:\n            rates.append(lr * decay ** (n_layers - level))'),
            why="Whoever called pairs the first rate with the first name, so every name needs one.",
            look="How many rates should there be for twenty names?",
        ),
        slip(
            "there is one rate for each level, not for each name",
            edit="""
                layers = [0.0 if k < frozen else lr * decay ** (n_layers - k) for k in range(n_layers)]
                return [0.0 if frozen else lr * decay ** (n_layers + 1), *layers, lr]
            """,
            why="A level has many parameters, and whoever called pairs rates with names.",
            look="How many rates should there be for twenty names?",
        ),
        slip(
            "the rate falls from name to name",
            edit="""
                rates, rate = [], lr
                for name in reversed(names):
                    parts = name.split(".")
                    inside = parts[:2] == ["encoder", "layer"]
                    if inside or parts[0] == "embeddings":
                        rate = rate * decay
                    still = (inside and int(parts[2]) < frozen) or (frozen and parts[0] == "embeddings")
                    rates.append(0.0 if still else rate)
                return rates[::-1]
            """,
            why="A level has many parameters, which share a rate, and names come in any order.",
            look="Which rates do the weight and the bias of one layer get?",
        ),
    ]  # fmt: skip
    promises = {
        "no layer is frozen unless said": dict(frozen=None),
        "twelve layers": dict(n_layers=12, frozen=0),
        "some layers frozen": dict(frozen=4),
        "all but one frozen": dict(frozen=11),
        "all layers frozen": dict(n_layers=3, frozen=3),
        "no decay": dict(decay=1.0),
        "names of some layers only": dict(lacking=2),
        "the list of names stays as it is": "names unchanged",
    }


@exercise("mean_pool", points=2)
class _:
    cases = [
        dict(B=3, T=6, D=4, side="right"),
        dict(B=2, T=5, D=3, side="left"),
        dict(B=1, T=4, D=5, side="right"),
        dict(B=4, T=4, D=4, side="right"),
        dict(B=2, T=5, D=2, side="none"),
        dict(B=2, T=6, D=3, side="right", junk=100.0),
        dict(B=3, T=5, D=3, side="both"),
    ]
    weights = {"means": 3, "grad_hidden": 1, "hidden unchanged": 1}

    def inputs(rng, B, T, D, side, junk=1.0):
        lengths = rng.integers(1, T, B) if side != "none" else np.full(B, T)
        if B > 1 and side != "none":
            lengths[0], lengths[1] = T - 1, 1
        start = {"left": T - lengths, "both": (T - lengths + 1) // 2}.get(side, np.zeros(B, dtype=int))
        place = np.arange(T)
        mask = (place >= start[:, None]) & (place < (start + lengths)[:, None])
        hidden = rng.standard_normal((B, T, D)) + 0.5
        hidden[~mask] *= junk
        return {"hidden": hidden, "mask": mask.astype(np.int64), "gradient": rng.standard_normal((B, D))}

    def oracle(hidden, mask, gradient):
        means, grads = [], np.zeros(hidden.shape)
        for b, (vectors, row) in enumerate(zip(np.asarray(hidden, dtype=np.float64), mask)):
            own = [t for t in range(len(row)) if row[t] == 1]
            means.append(sum(vectors[t] for t in own) / len(own))
            for t in own:
                grads[b, t] = gradient[b] / len(own)
        means = np.stack(means)
        return {"means": means, "grad_hidden": grads, "hidden unchanged": {"means": means, "changed": 0}}

    alternatives = {
        "a loop over texts": "return torch.stack([h[m.bool()].mean(0) for h, m in zip(hidden, mask)])",
        "einsum with weights that sum to one": """
            shares = mask / mask.sum(dim=1, keepdim=True)
            return torch.einsum("bt,btd->bd", shares.to(hidden.dtype), hidden)
        """,
        "nan at padding, and a mean that skips nan": """
            return hidden.masked_fill(mask[:, :, None] == 0, float("nan")).nanmean(dim=1)
        """,
    }
    slips = [
        slip(
            "padding is averaged in",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return hidden.mean(dim=1)"),
            why="A text's vector would depend on how long the other texts of its batch are.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the sum is divided by the width of the batch",
            edit=("/ real.sum(dim=1)", "/ hidden.shape[1]"),
            also=[("(hidden * real).sum(dim=1) / real.sum(dim=1)", "(hidden * real).mean(dim=1)")],
            why="The direction is right and the length is not. For a cosine that makes no difference, for a head that reads the vector it does.",
            look="A text of one token in a batch five wide: what is its mean?",
        ),
        slip(
            "the vectors at padding are summed and the tokens are counted",
            edit=("(hidden * real).sum(dim=1)", "hidden.sum(dim=1)"),
            why="What stands at padding does not belong to the text.",
            look="Where does the mask enter the sum?",
        ),
        slip(
            "the sum comes back",
            edit=("(hidden * real).sum(dim=1) / real.sum(dim=1)", "(hidden * real).sum(dim=1)"),
            why="Long texts would have long vectors.",
            look="By what does a mean divide?",
        ),
        slip(
            "only the first place is read",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return hidden[:, 0]"),
            why="That is the vector at [CLS]. This encoder was tuned so that the mean carries the meaning.",
            look="How many vectors of a text enter your result?",
        ),
        slip(
            "the mask is turned round",
            edit=("mask[..., None]", "(1 - mask)[..., None]"),
            also=[
                ("return (hidden * real).sum(dim=1) / real.sum(dim=1)", 'real = 1 - real\n    return (hidden * real).sum(dim=1) / real.sum(dim=1).clamp(min=1)'),
            ],
            why="Then padding is averaged and the text is left out.",
            look="Which number does the mask hold at a token of the text?",
        ),
        slip(
            "the sum is divided by the tokens of the whole batch",
            edit=("real.sum(dim=1)", "real.sum()"),
            also=[("/ real.sum(dim=1)", "/ real.sum(dim=1).max()"), ("/ real.sum(dim=1)", "/ real.sum(dim=1).mean()")],
            why="Each text has a length of its own.",
            look="How many numbers should you divide by, for a batch of three texts?",
        ),
        slip(
            "the vectors are made one long",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return F.normalize((hidden * real).sum(dim=1), dim=-1)"),
            why="For a cosine that is right; the docstring asks for the mean itself.",
            look="What is the mean of two vectors of length 3 that point the same way?",
        ),
        slip(
            "texts are averaged with one another",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return (hidden * real).sum(dim=0) / real.sum(dim=0).clamp(min=1)"),
            why="The mean runs over the places of one text, not over the texts of one place.",
            look="Which axis of (B, T, D) numbers the places?",
        ),
        slip(
            "the largest entry of each feature is taken",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return hidden.masked_fill(mask[..., None] == 0, -math.inf).amax(dim=1)"),
            also=[("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return (hidden * real).amax(dim=1)")],
            why="Max pooling is another way to make one vector of many.",
            look="What does the name of the function say?",
        ),
        slip(
            "the first tokens are taken, as many as the text has",
            edit=("real = mask[..., None].to(hidden.dtype)", "real = (torch.arange(mask.shape[1]) < mask.sum(dim=1, keepdim=True))[..., None].to(hidden.dtype)"),
            why="Padding may stand on the left; then the first places are not the text's.",
            look="On which side may padding stand?",
        ),
        slip(
            "the hidden states are changed in place",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "hidden.data.mul_(real)\n    return hidden.mul(real).sum(dim=1) / real.sum(dim=1)"),
            also=[
                """
                    hidden.data[mask == 0] = 0
                    return hidden.sum(dim=1) / mask.sum(dim=1, keepdim=True)
                """,
                ("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "hidden.data[mask == 0] = 0\n    return hidden.mul(real).sum(dim=1) / real.sum(dim=1)")],
            why="Whoever called still has the tensor, and finds zeros in it.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "the encoder is cut off from the gradient",
            edit=("(hidden * real)", "(hidden.detach() * real + 0 * hidden)"),
            also=[("(hidden * real)", "(hidden.data * real)")],
            why="The vector is right, and nothing that made it can learn from it.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "everything up to the last token counts",
            edit="""
                last = mask.shape[1] - mask.flip(1).argmax(dim=1)
                return torch.stack([h[:n].mean(dim=0) for h, n in zip(hidden, last.tolist())])
            """,
            why="Padding may stand on the left as well, and would be averaged in.",
            look="On which side may padding stand?",
        ),
        slip(
            "the first and the last token are left out",
            edit="""
                own = [h[m == 1] for h, m in zip(hidden, mask)]
                return torch.stack([(h[1:-1] if len(h) > 2 else h).mean(dim=0) for h in own])
            """,
            why="[CLS] and [SEP] are tokens of the text here: the encoder was tuned with them in the mean.",
            look="How many vectors enter the mean of a text of five tokens?",
        ),
        slip(
            "something is added below against a division by zero",
            edit=("/ real.sum(dim=1)", "/ (real.sum(dim=1) + 1)"),
            why="Every text has a token, so nothing has to be feared, and short texts become too short.",
            look="What is the mean of a text of one token?",
        ),
        slip(
            "entries are counted, not tokens",
            edit="""
                kept = hidden * mask[:, :, None]
                return kept.sum(dim=1) / (kept > 0).sum(dim=1).clamp(min=1)
            """,
            why="A token counts whatever its features are; a negative one is no padding.",
            look="What says which places are padding: the mask, or the numbers there?",
        ),
        slip(
            "a softmax of the mask gives the weights",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return (mask.to(hidden.dtype).softmax(dim=1)[:, :, None] * hidden).sum(dim=1)"),
            why="The softmax of a 0 is not 0, so padding keeps a share.",
            look="How much does a place of padding weigh in your mean?",
        ),
        slip(
            "the first text lends its mask to the others",
            edit=("mask[..., None]", "mask[:1, :, None]"),
            why="Each text has a length of its own.",
            look="Which row of the mask belongs to the second text?",
        ),
        slip(
            "a batch of one loses its axis",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return ((hidden * real).sum(dim=1) / real.sum(dim=1)).squeeze()"),
            why="`squeeze` without an axis removes every axis of length 1, also one that was meant.",
            look="Print the shape of your result for one text.",
        ),
    ]  # fmt: skip
    promises = {
        "padding on the right": dict(side="right", B=3),
        "padding on the left": dict(side="left"),
        "padding on both sides": dict(side="both"),
        "no padding": dict(side="none"),
        "large numbers at padding": dict(junk=100.0),
        "a batch of one": dict(B=1),
        "all axes equally long": dict(B=4, T=4, D=4),
        "the gradient": "grad_hidden",
        "hidden states stay as they are": "hidden unchanged",
    }


def numbers(rng, n, kind):
    """Two columns that go together somewhat, of a kind that tells mistakes apart."""
    x = rng.standard_normal(n)
    y = 0.6 * x + 0.8 * rng.standard_normal(n)
    if kind == "against":
        return 3 * x + 1, -2 * y
    if kind == "large":
        return 2000 + x, 1000 - 0.5 * y
    if kind == "bent":
        return x, np.exp(2.5 * x)
    if kind == "ties":  # ratings with a step, as people give them, against predictions
        return np.round(2 * x) / 2, np.round(y)
    if kind == "close":
        return 0.003 * x + 0.2, 0.002 * y
    if kind == "tied one":
        return x, np.round(1.5 * y)
    if kind == "spread":
        return 50 * x + 20, 0.01 * y + 0.02
    return x + 0.5, 2 * y + 1


def rounding_shows(x, y):
    """Would a correlation be wrong for which float32 columns are multiplied first and centred afterwards?"""
    xy, xx, yy, mx, my = (column.mean(dtype=np.float64) for column in (x * y, x * x, y * y, x, y))
    found = (xy - mx * my) / np.sqrt(max((xx - mx**2) * (yy - my**2), 1e-12))
    return abs(found - np.corrcoef(x, y)[0, 1]) > 0.002


def proper(rng, n, kind):
    """Such columns, neither of them constant, with a correlation that is not next to nothing."""
    while True:
        x, y = (np.asarray(column, dtype=np.float32) for column in numbers(rng, n, kind))
        related = np.ptp(x) and np.ptp(y) and abs(np.corrcoef(x, y)[0, 1]) > 0.2
        if related and (kind != "large" or rounding_shows(x, y)):
            return {"x": x, "y": y}


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


@exercise("spearman", points=3, uses=["pearson"], forbid=CORRELATION)
class _:
    cases = [
        dict(n=9, kind="plain"),
        dict(n=16, kind="ties"),
        dict(n=14, kind="tied one"),
        dict(n=10, kind="bent"),
        dict(n=12, kind="against"),
        dict(n=8, kind="ties"),
        dict(n=11, kind="close"),
    ]
    weights = {"rho": 3, "x and y unchanged": 1}

    def inputs(rng, n, kind):
        return proper(rng, n, kind)

    def oracle(x, y):
        from scipy.stats import spearmanr

        rho = float(spearmanr(np.asarray(x), np.asarray(y)).statistic)
        return {"rho": rho, "x and y unchanged": {"rho": rho, "same": True}}

    alternatives = {
        "sorted, group by group": """
            def ranks(values):
                order = sorted(range(len(values)), key=lambda i: values[i].item())
                found = torch.zeros(len(values))
                i = 0
                while i < len(order):
                    j = i
                    while j + 1 < len(order) and values[order[j + 1]] == values[order[i]]:
                        j += 1
                    for k in range(i, j + 1):
                        found[order[k]] = (i + j) / 2 + 1
                    i = j + 1
                return found

            return pearson(ranks(x), ranks(y))
        """,
        "counting how many are smaller, and how many equal": """
            def ranks(values):
                smaller = (values[None, :] < values[:, None]).sum(1)
                equal = (values[None, :] == values[:, None]).sum(1)
                return smaller + (equal - 1) / 2

            return pearson(ranks(x), ranks(y))
        """,
        "signs of all differences": """
            a = (x[:, None] - x).sign().sum(1)
            b = (y[:, None] - y).sign().sum(1)
            return (a @ b / (a.norm() * b.norm())).item()
        """,
        "unique values and their counts": """
            def ranks(v):
                _, which, counts = v.unique(return_inverse=True, return_counts=True)
                last = counts.cumsum(0).double()
                return (last - (counts - 1) / 2)[which].float()

            return pearson(ranks(x), ranks(y))
        """,
    }
    slips = [
        slip(
            "the numbers are correlated, not their ranks",
            edit=("return pearson(*ranks)", "return pearson(x, y)"),
            why="That is Pearson's correlation, which a single far-off value can rule.",
            look="Does your result change when the largest value gets ten times as large?",
        ),
        slip(
            "one column only is ranked",
            edit=("return pearson(*ranks)", "return pearson(ranks[0], y)"),
            also=[("return pearson(*ranks)", "return pearson(x, ranks[1])")],
            why="The result then still depends on the numbers of the other column.",
            look="Double the largest value of each column in turn. When does your result change?",
        ),
        slip(
            "equal values get different ranks",
            edit=("ranks.append((below + reached).float())", "ranks.append(values.argsort(stable=True).argsort().float())", "ranks.append(values.argsort().argsort().float())"),
            why="Then the order of the rows decides which of two equal ratings is the higher one.",
            look="Values .1, .7, .7, .9: which ranks do the two in the middle get?",
        ),
        slip(
            "equal values all get the lowest of their ranks",
            edit=("(below + reached).float()", "below.float()", "below + 1.0"),
            why="A large group of equal values is pulled down as a whole, and the ranks no longer have the mean they should.",
            look="Values .1, .7, .7, .9: what do the two in the middle get, and what is the mean of the ranks they take up?",
        ),
        slip(
            "equal values all get the highest of their ranks",
            edit=("(below + reached).float()", "reached.float()", "reached - 1.0"),
            why="A large group of equal values is pushed up as a whole.",
            look="Values .1, .7, .7, .9: what do the two in the middle get, and what is the mean of the ranks they take up?",
        ),
        slip(
            "ranks count different values, not rows",
            edit=("ranks.append((below + reached).float())", "ranks.append(values.unique(return_inverse=True)[1].float())"),
            why="A group of a hundred equal values would take up one rank.",
            look="Values .1, .7, .7, .9: what is the rank of the last one?",
        ),
        slip(
            "the order is taken for the ranks",
            edit=("ranks.append((below + reached).float())", "ranks.append(values.argsort(stable=True).float())", "ranks.append(values.argsort().float())"),
            also=[
                """
                    def rank(v):
                        s = v.sort().values
                        return (torch.searchsorted(s, v) + torch.searchsorted(s, v, right=True)).float()

                    return pearson(rank(x), rank(y.sort().values)[y.argsort(stable=True)])
                """,
            ],
            why="`argsort` says which row stands at each place. A rank says at which place each row stands.",
            look="Values 30, 10, 20: what are their ranks, and what does argsort give?",
        ),
        slip(
            "the formula for ranks without ties is used",
            edit=("return pearson(*ranks)", "n, ranks = len(x), [r / 2 for r in ranks]\n    return (1 - 6 * (ranks[0] - ranks[1]).square().sum() / (n * (n * n - 1))).item()"),
            why="1 − 6 Σd² / (n(n² − 1)) is Pearson's correlation of ranks when no two values are equal, and only then.",
            look="For which columns does that formula hold?",
        ),
        slip(
            "one column is ranked from the top",
            edit=("return pearson(*ranks)", "return pearson(ranks[0], -ranks[1])"),
            why="Both have to be ranked in the same direction, or the sign turns round.",
            look="What should come out for a column with itself?",
        ),
        slip(
            "the sorted columns are correlated",
            edit=("ranks.append((below + reached).float())", "ranks.append(values.sort().values)"),
            why="After sorting each column by itself, rows no longer belong together, and everything correlates.",
            look="Which value of y belongs to the smallest value of x after your sort?",
        ),
        slip(
            "pairs of rows in the same order are counted",
            edit=("return pearson(*ranks)", "a, b = (x[:, None] - x).sign(), (y[:, None] - y).sign()\n    return ((a * b).sum() / (a.abs().sum() * b.abs().sum()).sqrt()).item()"),
            why="That is Kendall's τ, another correlation of orders, and a smaller number.",
            look="Which correlation of which numbers does the docstring name?",
        ),
        slip(
            "an argument is sorted in place",
            edit=("return pearson(*ranks)", "x.copy_(x.sort().values)\n    return pearson(*ranks)"),
            also=[("return pearson(*ranks)", "y.copy_(ranks[1])\n    return pearson(*ranks)")],
            why="Whoever called still has the columns, and finds other numbers in them.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "equal values share a rank in one column only",
            edit=("return pearson(*ranks)", "return pearson(ranks[0], y.argsort(stable=True).argsort(stable=True).float())"),
            also=[
                ("return pearson(*ranks)", "return pearson(x.argsort(stable=True).argsort(stable=True).float(), ranks[1])"),
            ],
            why="Both columns may hold equal values.",
            look="Values .1, .7, .7, .9 in the other column: which ranks do the two in the middle get?",
        ),
        slip(
            "mean ranks are cut to whole numbers",
            edit=("(below + reached).float()", "((below + reached - 1) // 2).float()"),
            why="The mean of 1 and 2 is 1.5. Cut to 1, the whole group is pulled down.",
            look="Values .1, .7, .7, .9: what is the mean of the ranks that the two in the middle take up?",
        ),
        slip(
            "numbers are rounded before they are ranked",
            edit=("ordered = values.sort().values", 'values = values.long()\n        ordered = values.sort().values'),
            also=[
                ("ordered = values.sort().values", 'values = (values * 100).round()\n        ordered = values.sort().values'),
            ],
            why="Values that differ become equal, and their order is lost.",
            look="Values .201, .202, .203: which ranks do they get?",
        ),
        slip(
            "groups of equal values are averaged two by two",
            edit="""
                def rank(v):
                    s, order = v.sort(stable=True)
                    place = torch.arange(len(v), dtype=torch.float32)
                    i = 0
                    while i < len(v) - 1:
                        if s[i] == s[i + 1]:
                            place[i] = place[i + 1] = i + 0.5
                            i += 1
                        i += 1
                    return torch.empty(len(v)).scatter(0, order, place)

                return pearson(rank(x), rank(y))
            """,
            also=[
                """
                    def rank(v):
                        s, order = v.sort(stable=True)
                        place = torch.arange(len(v), dtype=torch.float32)
                        for i in range(len(v) - 1):
                            if s[i] == s[i + 1]:
                                place[i] = place[i + 1] = (place[i] + place[i + 1]) / 2
                        return torch.empty(len(v)).scatter(0, order, place)

                    return pearson(rank(x), rank(y))
                """,
            ],
            why="Three equal values share one rank, the mean of all three.",
            look="Values .1, .7, .7, .7: which ranks do the last three get?",
        ),
    ]  # fmt: skip
    promises = {
        "equal values": dict(kind="ties", n=16),
        "equal values in one column": dict(kind="tied one"),
        "only the order counts": dict(kind="bent"),
        "columns that go against each other": dict(kind="against"),
        "no ties": dict(kind="plain"),
        "values close to each other": dict(kind="close"),
        "the columns stay as they are": "x and y unchanged",
    }
