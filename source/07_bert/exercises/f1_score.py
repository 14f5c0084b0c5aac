"""F1 score of one class.

Oracle: scikit-learn's f1_score with zero_division=0.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import LEARN, classes


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
