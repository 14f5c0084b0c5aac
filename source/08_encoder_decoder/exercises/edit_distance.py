"""Levenshtein distance between two sequences, in quadratic time.

Oracle: the recursion over insertions, deletions and substitutions, with memoization.
"""

from autograder.authoring import exercise, slip

from ._shared import SYMBOLS, all_edits

FIRST_ROW = "row = list(range(len(b) + 1))"
COST = "row[j - 1] + (x != y)"
CHOICE = "min(row[j] + 1, new[-1] + 1, row[j - 1] + (x != y))"


@exercise("edit_distance", points=2, forbid=["rapidfuzz"])
class _:
    cases = [
        dict(pairs=[(5, 5), (7, 4), (3, 8)]),
        dict(pairs=[(0, 4), (4, 0), (0, 0), (1, 1)]),
        dict(pairs=[(6, 6), (6, 7)], near=True),
        dict(pairs=[(30, 33)]),  # a recursion without memoization never ends
        dict(pairs=[(5, 5), (4, 6)], text=True),
    ]
    weights = {"distances": 5, "int": 1, "arguments unchanged": 1}

    def inputs(rng, pairs, near=False, text=False):
        symbols = list("abcd") if text else SYMBOLS
        draw = lambda n: [str(s) for s in rng.choice(symbols[: int(rng.integers(2, len(symbols) + 1))], n)]
        found = []
        for n, m in pairs:
            a, b = draw(n), draw(m)
            found.append(["".join(a), "".join(b)] if text else [a, b])
        if near:  # one symbol deleted, one inserted, one substituted, two neighbours swapped
            a = [str(s) for s in rng.permutation(SYMBOLS)]
            k = int(rng.integers(1, 5))
            found += [[a, a[:k] + a[k + 1 :]], [a[:k] + a[k + 1 :], a], [a[:k], [*a[: k - 1], a[5]]]]
            found.append([a, [*a[: k - 1], a[k], a[k - 1], *a[k + 1 :]]])
            four = ["G", "HH", "IH", "JH"]
            found.append([four + a, a + four])  # shifted by four
        return {"pairs": found}

    def oracle(pairs):
        distances = [all_edits(a, b) for a, b in pairs]
        return {
            "distances": distances,
            "int": {"distances": distances, "types": ["int"]},
            "arguments unchanged": {"distances": distances, "pairs": pairs},
        }

    alternatives = {
        "the whole table": """
            table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
            for i in range(len(a) + 1):
                for j in range(len(b) + 1):
                    if i == 0 or j == 0:
                        table[i][j] = i + j
                    else:
                        table[i][j] = min(
                            table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1])
                        )
            return table[len(a)][len(b)]
        """,
        "a recursion with a memory": """
            known = {}

            def distance(i, j):
                if (i, j) not in known:
                    if min(i, j) == 0:
                        known[i, j] = max(i, j)
                    elif a[i - 1] == b[j - 1]:
                        known[i, j] = distance(i - 1, j - 1)
                    else:
                        known[i, j] = 1 + min(distance(i - 1, j), distance(i, j - 1), distance(i - 1, j - 1))
                return known[i, j]

            return distance(len(a), len(b))
        """,
        "in numpy": """
            import numpy as np

            table = np.add.outer(np.arange(len(a) + 1), np.arange(len(b) + 1))
            for i in range(1, len(a) + 1):
                for j in range(1, len(b) + 1):
                    table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + int(a[i - 1] != b[j - 1]))
            return int(table[-1, -1])
        """,
    }
    slips = [
        slip(
            "substitutions are not allowed",
            edit=(CHOICE, "row[j - 1] if x == y else min(row[j], new[-1]) + 1"),
            why="A substitution would count twice, as one deletion and one insertion.",
            look="How far is 'cat' from 'cut'?",
        ),
        slip(
            "positions are compared one by one",
            edit="return sum(x != y for x, y in zip(a, b)) + abs(len(a) - len(b))",
            also=["return sum(x != y for x, y in zip(a, b))"],
            why="A single deletion at the beginning would make every later symbol wrong.",
            look="How far is 'cats' from 'ats'?",
        ),
        slip(
            "symbols are counted, whatever their order",
            edit="from collections import Counter\nreturn max(sum((Counter(a) - Counter(b)).values()), sum((Counter(b) - Counter(a)).values()))",
            also=["return len(set(a) ^ set(b))"],
            why="'tac' would be as good as 'cat'.",
            look="How far is 'tac' from 'cat'?",
        ),
        slip(
            "a substitution is free",
            edit=(COST, "row[j - 1]"),
            also=[(COST, "row[j - 1] + (x == y)")],
            why="Any sequence of the right length would have distance 0.",
            look="How far is 'cat' from 'cut'?",
        ),
        slip(
            "a substitution always costs one",
            edit=(COST, "row[j - 1] + 1"),
            why="If the two symbols are equal, nothing has to be substituted, so it costs nothing.",
            look="How far is 'cat' from itself?",
        ),
        slip(
            "the first row is all zeros",
            edit=(FIRST_ROW, "row = [0] * (len(b) + 1)"),
            also=[("new = [i]", "new = [0]")],
            why="Building a sequence from nothing takes as many steps as it has symbols.",
            look="How far is '' from 'cat', and how far is 'cat' from ''?",
        ),
        slip(
            "insertions cost nothing",
            edit=(CHOICE, "min(row[j] + 1, new[-1], row[j - 1] + (x != y))"),
            also=[(CHOICE, "min(row[j], new[-1] + 1, row[j - 1] + (x != y))")],
            why="A text that goes on and on would be as good as the right one.",
            look="How far is 'cat' from 'cats', and how far is 'cats' from 'cat'?",
        ),
        slip(
            "one of the three edits is missing",
            edit=(CHOICE, "min(row[j] + 1, row[j - 1] + (x != y))"),
            also=[(CHOICE, "min(new[-1] + 1, row[j - 1] + (x != y))")],
            why="A symbol may be deleted, inserted or substituted.",
            look="Which three neighbours in the table does each entry depend on?",
        ),
        slip(
            "swapping two neighbours counts as one edit",
            edit="""
            table = [[i + j if i * j == 0 else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
            for i in range(1, len(a) + 1):
                for j in range(1, len(b) + 1):
                    table[i][j] = min(table[i-1][j] + 1, table[i][j-1] + 1, table[i-1][j-1] + (a[i-1] != b[j-1]))
                    if i > 1 and j > 1 and a[i-1] == b[j-2] and a[i-2] == b[j-1]:
                        table[i][j] = min(table[i][j], table[i-2][j-2] + 1)
            return table[-1][-1]
            """,
            why="That is Damerau's distance. Here two symbols in the wrong order are two edits.",
            look="How far is 'ab' from 'ba'?",
        ),
        slip(
            "the distance is divided by the length",
            edit=("return row[-1]", "return row[-1] / max(1, len(b))"),
            also=[("return row[-1]", "return row[-1] / max(len(a), len(b), 1)")],
            why="The rate comes later: it divides the edits of all words by the symbols of all words.",
            look="What is the type of your result?",
        ),
        slip(
            "the result is a similarity",
            edit="import difflib\nreturn difflib.SequenceMatcher(None, a, b).ratio()",
            also=[("return row[-1]", "return max(len(a), len(b)) - row[-1]")],
            why="Equal texts have distance 0.",
            look="What comes out for two equal texts?",
        ),
        slip(
            "the last symbol is left out",
            edit=("return row[-1]", "return row[-2] if len(row) > 1 else row[-1]"),
            also=[("enumerate(a, 1)", "enumerate(a[:-1], 1)")],
            why="The last entry of the table is the distance between the whole sequences.",
            look="How far is 'cat' from 'car'?",
        ),
        slip(
            "the longest common subsequence is subtracted from the longer length",
            edit="""
            def edit_distance(a, b):
                row = [0] * (len(b) + 1)
                for s in a:
                    new = [0]
                    for j, t in enumerate(b, 1):
                        new.append(row[j - 1] + 1 if s == t else max(row[j], new[-1]))
                    row = new
                return max(len(a), len(b)) - row[-1]
            """,
            why="Symbols that both sequences share may be at positions where a substitution can't use them.",
            look="Write out both sequences without their common symbols. How many edits turn one into the other?",
        ),
        slip(
            "each edit is chosen greedily",
            edit="""
            def edit_distance(a, b):
                i = j = edits = 0
                while i < len(a) and j < len(b):
                    if a[i] == b[j]:
                        i, j = i + 1, j + 1
                    elif i + 1 < len(a) and a[i + 1] == b[j]:
                        i, edits = i + 1, edits + 1
                    elif j + 1 < len(b) and a[i] == b[j + 1]:
                        j, edits = j + 1, edits + 1
                    else:
                        i, j, edits = i + 1, j + 1, edits + 1
                return edits + len(a) - i + len(b) - j
            """,
            why="What looks best for the next symbol may cost two edits later.",
            look="According to your code, how far is 'ab' from 'bab'?",
        ),
        slip(
            "only the middle of the table is filled in",
            edit="""
            def edit_distance(a, b):
                big = len(a) + len(b)
                d = {(0, j): j for j in range(len(b) + 1)} | {(i, 0): i for i in range(len(a) + 1)}
                for i in range(1, len(a) + 1):
                    for j in range(max(1, i - 3), min(len(b), i + 3) + 1):
                        d[i, j] = min(
                            d.get((i - 1, j), big) + 1, d.get((i, j - 1), big) + 1,
                            d.get((i - 1, j - 1), big) + (a[i - 1] != b[j - 1]),
                        )
                return d.get((len(a), len(b)), abs(len(a) - len(b)))
            """,
            why="Sequences may be shifted against each other by more than that.",
            look="What does your code do with texts whose lengths differ by four?",
        ),
        slip(
            "the steps of difflib are counted",
            edit="""
            def edit_distance(a, b):
                import difflib
                ops = difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
                return sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in ops if tag != "equal")
            """,
            why="difflib looks for long equal parts, not for the fewest edits.",
            look="Which of its steps changes more than one symbol?",
        ),
        slip(
            "phonemes are joined into strings of letters",
            edit="""
            def edit_distance(a, b):
                a, b = "".join(map(str, a)), "".join(map(str, b))
                row = list(range(len(b) + 1))
                for i, s in enumerate(a, 1):
                    new = [i]
                    for j, t in enumerate(b, 1):
                        new.append(min(row[j] + 1, new[-1] + 1, row[j - 1] + (s != t)))
                    row = new
                return row[-1]
            """,
            why="AE and EH are one symbol each, but as strings they share a letter.",
            look="What does your code compare: symbols or letters?",
        ),
        slip(
            "the distance is a tensor",
            edit="""
            def edit_distance(a, b):
                d = torch.zeros(len(a) + 1, len(b) + 1)
                d[:, 0], d[0] = torch.arange(len(a) + 1), torch.arange(len(b) + 1)
                for i in range(1, len(a) + 1):
                    for j in range(1, len(b) + 1):
                        d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
                return d[-1, -1]
            """,
            why="A distance is a count.",
            look="What is the type of your result?",
        ),
    ]
    promises = {
        "texts of different lengths": dict(pairs=[(5, 5), (7, 4), (3, 8)]),
        "empty texts": dict(pairs=[(0, 4), (4, 0), (0, 0), (1, 1)]),
        "symbols deleted, inserted, substituted": dict(near=True),
        "the work grows with the product of the two lengths": dict(pairs=[(30, 33)]),
        "lists of symbols or strings": dict(text=True),
        "the arguments are not modified": "arguments unchanged",
    }
