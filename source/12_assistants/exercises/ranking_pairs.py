"""From a ranking to pairs of a better and a worse candidate, for both ways of writing down a ranking.

Oracle: any two candidates are compared by their position in a list sorted best first.
"""

import itertools

import numpy as np

from autograder.authoring import exercise, slip

ORDER = "ranks = [numbers.index(k + 1) for k in range(K)]"
RANKS = "ranks = numbers"
BETTER = "if ranks[i] < ranks[j]"


@exercise("ranking_pairs", points=2)
class _:
    cases = [
        dict(K=4, kind="order"),
        dict(K=3, kind="order"),
        dict(K=2, kind="order"),
        dict(K=4, kind="ranks"),
        dict(K=5, kind="ranks", tied=2),
        dict(K=3, kind="ranks", tied=3),
    ]

    def inputs(rng, K, kind, tied=0):
        numbers = rng.permutation(K) + 1
        while K > 2 and (numbers[numbers - 1] == np.arange(1, K + 1)).all():  # both readings would agree
            numbers = rng.permutation(K) + 1
        if tied:  # the first ones share a rank, so a rank is missing
            numbers[:tied] = numbers[:tied].min()
        return {"numbers": [int(number) for number in numbers], "kind": kind}

    def oracle(numbers, kind):
        if kind == "order":
            best_first = [[number - 1] for number in numbers]
        else:
            best_first = [
                [place for place, own in enumerate(numbers) if own == rank] for rank in sorted(set(numbers))
            ]
        rows = [
            [better, worse]
            for high, low in itertools.combinations(best_first, 2)
            for better in high
            for worse in low
        ]
        pairs = np.array(sorted(rows), dtype=np.int64).reshape(-1, 2)
        return {"pairs": pairs, "numbers unchanged": {"pairs": pairs, "numbers": list(numbers)}}

    alternatives = {
        "all comparisons at once": """
            ranks = torch.tensor(numbers)
            if kind == "order":
                ranks = ranks.argsort()
            return (ranks[:, None] < ranks).nonzero()
        """,
        "two loops": """
            rows = []
            for a in range(len(numbers)):
                for b in range(len(numbers)):
                    if kind == "order" and a < b:
                        rows.append([numbers[a] - 1, numbers[b] - 1])
                    if kind == "ranks" and numbers[a] < numbers[b]:
                        rows.append([a, b])
            return torch.tensor(rows, dtype=torch.int64).view(len(rows), 2)
        """,
    }
    slips = [
        slip(
            "an order is read as ranks",
            edit=(ORDER, RANKS),
            why="In an order the first number names the best candidate. Read as ranks, [3, 1, 2] makes the second candidate the best instead of the third.",
            look="Write down by hand which of three candidates wins in the order [3, 1, 2].",
        ),
        slip(
            "ranks are read as an order",
            edit=(RANKS, "ranks = [(numbers.index(k + 1) if k + 1 in numbers else K) for k in range(K)]"),
            why="In a list of ranks the first number is the first candidate's rank. Read as an order, [3, 1, 2] makes the third candidate the best instead of the second.",
            look="Write down by hand which of three candidates wins with the ranks [3, 1, 2].",
        ),
        slip(
            "the worse candidate comes first",
            edit=(BETTER, "if ranks[i] > ranks[j]"),
            why="The reward model would learn to prefer what people liked least.",
            look="Is a small rank good or bad?",
        ),
        slip(
            "candidates are counted from 1",
            edit=("[(i, j) for i", "[(i + 1, j + 1) for i"),
            also=[("[(i, j) for i", "[(i, j + 1) for i"), ("[(i, j) for i", "[(i + 1, j) for i")],
            why="Indices into a tensor begin at 0, so every pair would point at the next candidate.",
            look="What is the index of the first candidate?",
        ),
        slip(
            "a tie gives a pair",
            edit=(BETTER, "if i != j and ranks[i] <= ranks[j]"),
            also=[(BETTER, "if ranks[i] < ranks[j] or (ranks[i] == ranks[j] and i < j)"), (BETTER, "if ranks[i] <= ranks[j]")],
            why="No one said that one of two tied candidates is better, so the model would learn a preference that does not exist.",
            look="How many pairs come from three candidates with the ranks [1, 1, 1]?",
        ),
        slip(
            "each pair comes in both directions",
            edit=(BETTER, "if ranks[i] != ranks[j]"),
            why="Two opposite pairs cancel, and the reward model learns nothing from either.",
            look="How many rows does a ranking of two candidates give?",
        ),
        slip(
            "only neighbors are compared",
            edit=(BETTER, "if sorted(ranks).index(ranks[j]) == sorted(ranks).index(ranks[i]) + sorted(ranks).count(ranks[i])"),
            why="A ranking also tells you that the first candidate beats the third.",
            look="How many pairs can four candidates form?",
        ),
        slip(
            "only the best is compared with the rest",
            edit=(BETTER, "if ranks[i] == min(ranks) < ranks[j]"),
            also=[(BETTER, "if ranks[i] < ranks[j] == max(ranks)")],
            why="A ranking also tells you which of the two lower candidates is better.",
            look="How many pairs can four candidates form?",
        ),
        slip(
            "a pair is found only where the better candidate comes first in the list",
            edit=("for j in range(K) if", "for j in range(i + 1, K) if"),
            why="The candidates are shown in any order, and the better one of two is often the later one.",
            look="What does your code return for the ranks [2, 1]?",
        ),
        slip(
            'a ranking without any pair gives a tensor of a different shape',
            edit=("torch.int64).reshape(-1, 2)", "torch.int64)"),
            also=[("torch.int64).reshape(-1, 2)", "torch.int64) if pairs else torch.zeros(0, dtype=torch.int64)")],
            why='An empty list has no second axis for PyTorch to see, and code that reads column 0 stops with an error.',
            look='What is the shape of `torch.tensor([])`, and what shape does the docstring promise?',
        ),
        slip(
            "the indices aren't int64",
            edit=("dtype=torch.int64", "dtype=torch.float32"),
            also=[("dtype=torch.int64", "dtype=torch.int32")],
            why="The docstring promises int64, the type that PyTorch uses for indices. Floats can't index anything.",
            look='What is the dtype of the tensor that you return?',
        ),
        slip(
            "the caller's list is changed",
            edit=("    pairs = [(i, j)", "    ranks = list(ranks)\n    numbers.sort()\n    pairs = [(i, j)"),
            also=[("    pairs = [(i, j)", "    ranks = list(ranks)\n    for i in range(K):\n        numbers[i] -= 1\n    pairs = [(i, j)")],
            why='The record that the list came from changes with it, and no longer holds the ranking that people gave.',
            look='Which of your operations modify `numbers`?',
        ),
    ]  # fmt: skip
    equivalent = {
        'if kind <= "order":': "the only other kind is ranks, which comes after order in the alphabet",
    }
    promises = {
        "an order of two": dict(K=2),
        "ranks with ties": dict(tied=2),
        "no pair at all": dict(tied=3),
        "ranks": dict(kind="ranks"),
        "unchanged": "numbers unchanged",
    }
