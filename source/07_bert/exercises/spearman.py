"""Spearman's rank correlation, with average ranks for ties.

Oracle: SciPy's spearmanr.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import CORRELATION, proper


@exercise("spearman", points=3, forbid=CORRELATION)
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
            why="That is Pearson's correlation, which a single outlier can dominate.",
            look="Does your result change when the largest value gets ten times as large?",
        ),
        slip(
            "only one column is ranked",
            edit=("return pearson(*ranks)", "return pearson(ranks[0], y)"),
            also=[("return pearson(*ranks)", "return pearson(x, ranks[1])")],
            why="The result then still depends on the numbers of the other column.",
            look="Double the largest value of each column in turn. When does your result change?",
        ),
        slip(
            "equal values get different ranks",
            edit=("ranks.append((below + reached).float())", "ranks.append(values.argsort(stable=True).argsort().float())"),
            why="Then the order of the rows decides which of two equal ratings is the higher one.",
            look="For the values .1, .7, .7, .9, which ranks do the two in the middle get?",
        ),
        slip(
            "equal values all get the lowest of their ranks",
            edit=("(below + reached).float()", "below.float()"),
            why="A large group of equal values is pulled down as a whole, and the ranks no longer have the right mean.",
            look="For the values .1, .7, .7, .9, what do the two in the middle get, and what is the mean of the ranks they take up?",
        ),
        slip(
            "equal values all get the highest of their ranks",
            edit=("(below + reached).float()", "reached.float()", "reached - 1.0"),
            why="A large group of equal values is pushed up as a whole.",
            look="For the values .1, .7, .7, .9, what do the two in the middle get, and what is the mean of the ranks they take up?",
        ),
        slip(
            "ranks count different values, not rows",
            edit=("ranks.append((below + reached).float())", "ranks.append(values.unique(return_inverse=True)[1].float())"),
            why="A group of a hundred equal values would take up only one rank.",
            look="For the values .1, .7, .7, .9, what is the rank of the last one?",
        ),
        slip(
            "the order is taken for the ranks",
            edit=("ranks.append((below + reached).float())", "ranks.append(values.argsort(stable=True).float())"),
            also=[
                """
                    def rank(v):
                        s = v.sort().values
                        return (torch.searchsorted(s, v) + torch.searchsorted(s, v, right=True)).float()

                    return pearson(rank(x), rank(y.sort().values)[y.argsort(stable=True)])
                """,
            ],
            why="`argsort` gives the row at each position. A rank gives the position of each row.",
            look="For the values 30, 10, 20, what are their ranks, and what does argsort give?",
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
            why="Both have to be ranked in the same direction, or the sign is reversed.",
            look="What should come out for a column compared with itself?",
        ),
        slip(
            "the sorted columns are correlated",
            edit=("ranks.append((below + reached).float())", "ranks.append(values.sort().values)"),
            why="Once each column is sorted by itself, the values in a row no longer belong together, and everything correlates.",
            look="Which value of y belongs to the smallest value of x after your sort?",
        ),
        slip(
            "pairs of rows in the same order are counted",
            edit=("return pearson(*ranks)", "a, b = (x[:, None] - x).sign(), (y[:, None] - y).sign()\n    return ((a * b).sum() / (a.abs().sum() * b.abs().sum()).sqrt()).item()"),
            why="That is Kendall's τ, another rank correlation, and usually a smaller number.",
            look="Which correlation of which numbers does the docstring name?",
        ),
        slip(
            "an argument is sorted in place",
            edit=("return pearson(*ranks)", "x.copy_(x.sort().values)\n    return pearson(*ranks)"),
            also=[("return pearson(*ranks)", "y.copy_(ranks[1])\n    return pearson(*ranks)")],
            why="The caller still has the columns, but now finds other numbers in them.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "equal values share a rank in one column only",
            edit=("return pearson(*ranks)", "return pearson(ranks[0], y.argsort(stable=True).argsort(stable=True).float())"),
            also=[
                ("return pearson(*ranks)", "return pearson(x.argsort(stable=True).argsort(stable=True).float(), ranks[1])"),
            ],
            why="Both columns may contain equal values.",
            look="For the values .1, .7, .7, .9 in the other column, which ranks do the two in the middle get?",
        ),
        slip(
            "mean ranks are cut to whole numbers",
            edit=("(below + reached).float()", "((below + reached - 1) // 2).float()"),
            why="The mean of 1 and 2 is 1.5. If you cut it to 1, the whole group is pulled down.",
            look="For the values .1, .7, .7, .9, what is the mean of the ranks that the two in the middle take up?",
        ),
        slip(
            "numbers are rounded before they are ranked",
            edit=("ordered = values.sort().values", 'values = values.long()\n        ordered = values.sort().values'),
            also=[
                ("ordered = values.sort().values", 'values = (values * 100).round()\n        ordered = values.sort().values'),
            ],
            why="Different values become equal, so their order is lost.",
            look="For the values .201, .202, .203, which ranks do they get?",
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
            look="For the values .1, .7, .7, .7, which ranks do the last three get?",
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
