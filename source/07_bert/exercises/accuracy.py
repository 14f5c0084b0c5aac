"""Accuracy of predicted classes.

Oracle: hits counted row by row in plain Python.
"""

from autograder.authoring import exercise, slip

from ._shared import LEARN, classes


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
            edit=("(predicted == actual)", "((predicted == 1) & (actual == 1))", "(predicted.bool() & actual.bool())"),
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
