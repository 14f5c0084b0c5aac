"""The mean improvement of a change over paired seeds, and its standard error.

Oracle: the formulas with math.fsum.
"""

import math

from autograder.authoring import exercise, slip


@exercise("worth", points=2)
class _:
    cases = [
        dict(S=3, lead=0.0),
        dict(S=5, lead=0.1),
        dict(S=2, lead=-0.2),  # a change that costs
        dict(S=4, lead=0.02, spread=0.5),  # seeds that differ far more than the change does
        dict(S=6, lead=25.0, noise=0.003),  # savings that are nearly equal, and so are their squares
    ]

    def inputs(rng, S, lead, spread=0.05, noise=0.02):
        seeds = 2.3 + spread * rng.standard_normal(S)
        return {"before": seeds, "after": seeds - lead + noise * rng.standard_normal(S)}

    def oracle(before, after):
        savings = [float(b) - float(a) for b, a in zip(before, after, strict=True)]
        mean = math.fsum(savings) / len(savings)
        variance = math.fsum((saving - mean) ** 2 for saving in savings) / (len(savings) - 1)
        found = {"saved": mean, "error": math.sqrt(variance / len(savings))}
        return found | {"both unchanged": {**found, "changed": 0}}

    tolerance = 1e-4
    weights = {"saved": 2, "error": 2, "both unchanged": 1}
    alternatives = {
        "by numpy": """
            savings = before.cpu().numpy().astype("float64") - after.cpu().numpy()
            return float(savings.mean()), float(savings.std(ddof=1) / len(savings) ** 0.5)
        """,
        "the formula": """
            savings = (before - after).tolist()
            mean = sum(savings) / len(savings)
            square = sum((each - mean) ** 2 for each in savings) / (len(savings) - 1)
            return mean, math.sqrt(square / len(savings))
        """,
    }
    slips = [
        slip(
            "the saving has the wrong sign",
            edit=("before - after", "after - before"),
            why="A change that helps would look like one that costs.",
            look="With 2.4 bits before and 2.3 bits after, how many were saved?",
        ),
        slip(
            "the spread of the savings is taken for the error of their mean",
            edit=(" / math.sqrt(len(savings))", ""),
            why="The mean of many seeds is more certain than one seed. Without the root, more seeds wouldn't help.",
            look="What should happen to the error when you run four times as many seeds?",
        ),
        slip(
            "the spread is divided by the number of seeds, not by its root",
            edit=("math.sqrt(len(savings))", "len(savings)"),
            why="Variances of independent numbers add, so the deviation of a mean falls with the root of their number.",
            look="What is the variance of the sum of n independent numbers, and of their mean?",
        ),
        slip(
            "the spread divides by S, not by S − 1",
            edit=("savings.std()", "savings.std(correction=0)"),
            why="With three seeds that makes the error a fifth too small, because the mean was fitted to the same three numbers.",
            look="Which denominator does the docstring name?",
        ),
        slip(
            "the seeds are not paired",
            edit=(
                "savings.std() / math.sqrt(len(savings))",
                "math.sqrt((before.var() + after.var()) / len(savings))",
            ),
            why="A lucky seed is lucky in both runs. Comparing pair by pair cancels that luck, which would otherwise hide what a change does.",
            look="Which numbers do you take the standard deviation of, and how many are there?",
        ),
        slip(
            "only the runs after the change have an error",
            edit=("savings.std()", "after.std()"),
            why="What counts is how much the saving differs from seed to seed.",
            look="Which numbers do you take the standard deviation of?",
            also=[("savings.std()", "before.std()")],
        ),
        slip(
            "the saving is a share",
            edit=("savings = before - after", "savings = (before - after) / before"),
            also=[("savings = before - after", "savings = 100 * (before - after) / before")],
            why="The docstring promises bits per byte, which can be added up from lesson to lesson.",
            look="What should the unit of the result be?",
        ),
        slip(
            "the middle seed is taken for the mean",
            edit=("savings.mean()", "savings.median()"),
            why="The error belongs to a mean, and a median of three throws two runs away.",
            look="Which average does the docstring name?",
        ),
        slip(
            "the best seed is taken",
            edit=("savings.mean()", "savings.max()"),
            also=[("savings.mean()", "(before.min() - after.min())")],
            why="The best of three looks good for any change, even for none at all.",
            look="Which average does the docstring name?",
        ),
        slip(
            "the second number is a variance",
            edit=("savings.std() / math.sqrt(len(savings))", "savings.var() / len(savings)"),
            why="A variance is in bits squared and can't be compared with a saving in bits.",
            look="What is the unit of your second number?",
        ),
        slip(
            "the error divides by √(S − 1), not by √S",
            edit=("math.sqrt(len(savings))", "math.sqrt(len(savings) - 1)"),
            why="The standard deviation already accounts for the fitted mean, so the error of a mean divides by √S.",
            look="Which of the two roots in the formula has S − 1 in it?",
        ),
        slip(
            "the errors before and after are added",
            edit=(
                "savings.std() / math.sqrt(len(savings))",
                "(before.std() + after.std()) / math.sqrt(len(savings))",
            ),
            why="A lucky seed is lucky in both runs. Comparing pair by pair cancels that luck, which would otherwise hide what a change does.",
            look="Which numbers do you take the standard deviation of, and how many are there?",
        ),
        slip(
            "the runs are sorted before they are paired",
            edit=("savings = before - after", "savings = before.sort().values - after.sort().values"),
            why="Then the luckiest runs are compared with each other, not the runs of the same seed.",
            look="What do before[0] and after[0] have in common?",
        ),
        slip(
            "the number of seeds is always three",
            edit=("math.sqrt(len(savings))", "math.sqrt(3)"),
            why="Given a spare night, you might run ten seeds.",
            look="What is S when there are five pairs?",
        ),
        slip(
            "the root is cut to a whole number",
            edit=("math.sqrt(len(savings))", "math.isqrt(len(savings))"),
            why="`math.isqrt` gives 1 for two and for three seeds, so the error comes out too large.",
            look="What is √3, and what is `math.isqrt(3)`?",
        ),
        slip(
            "savings are cut to whole hundredths",
            edit=("before - after", "(100 * (before - after)).trunc() / 100"),
            why="Many ideas save less than a hundredth, which would count as nothing.",
            look="What does your function give for savings of 0.008, 0.009 and 0.007?",
        ),
        slip(
            "savings lose their sign",
            edit=("before - after", "(before - after).abs()"),
            why="A change that costs would look like one that helps, and so would chance.",
            look="What should come out when half of the seeds gain and half lose as much?",
        ),
        slip(
            "the error is doubled",
            edit=("savings.std() / math.sqrt(len(savings))", "2 * savings.std() / math.sqrt(len(savings))"),
            why="Two standard errors are a rule of thumb for how far to trust a mean. The docstring asks for one.",
            look="Which number does the formula give, before any rule is applied?",
            also=[
                ("savings.std() / math.sqrt(len(savings))", "1.96 * savings.std() / math.sqrt(len(savings))")
            ],
        ),
        slip(
            "the second number is the saving divided by its error",
            edit=(
                "savings.std() / math.sqrt(len(savings))",
                "savings.mean() / (savings.std() / math.sqrt(len(savings)))",
            ),
            why="That is the next number to look at, but the docstring asks for the error itself, in bits per byte.",
            look="What is the unit of your second number?",
        ),
        slip(
            "the two numbers are swapped",
            edit=(
                "float(savings.mean()), float(savings.std() / math.sqrt(len(savings)))",
                "float(savings.std() / math.sqrt(len(savings))), float(savings.mean())",
            ),
            why="Anyone who unpacks them takes the error for the saving.",
            look="In which order does the docstring name them?",
        ),
        slip(
            "the savings are added up, not averaged",
            edit=("savings.mean()", "savings.sum()"),
            why="With more seeds the same change would look better.",
            look="Which average does the docstring name?",
        ),
        slip(
            "the baseline is changed",
            edit=("before - after", "before.sub_(after)"),
            why="The notebook compares many ideas with the same baseline, but from now on it would contain savings.",
            look="What is in `before` after your function has run?",
        ),
        slip(
            "a change that costs seems to cost nothing",
            edit=("before - after", "(before - after).clamp(min=0)"),
            why="Then chance alone makes every change look good.",
            look="What should come out when half of the seeds gain and half lose as much?",
            also=[("savings.mean()", "savings.mean().clamp(min=0)")],
        ),
    ]
    promises = {
        "positive when the change helps": dict(lead=0.1),
        "negative when it costs": dict(lead=-0.2),
        "two seeds are enough": dict(S=2),
        "pairs, not groups": dict(spread=0.5),
        "the mean": "saved",
        "its standard error": "error",
        "savings that are nearly equal": dict(noise=0.003),
        "left unchanged": "both unchanged",
    }
