"""Recall at k, averaged over the questions that have a relevant page.

Oracle: scikit-learn's recall_score, averaged over samples.
"""

import numpy as np

from autograder.authoring import exercise, slip

SHARE = "len(right.intersection(row[:k])) / len(right)"


def _counted_twice(places, relevant, K):
    """Whether a page that occurs twice would be counted twice."""
    return any(
        sum(n in right for n in row) > len(set(row) & set(right))
        for row, right in zip(places.tolist(), relevant)
    )


@exercise("recall_at_k", points=3, forbid=["sklearn", "utils.topics.assistants.retrieval"])
class _:
    # sizes: how many relevant pages the questions have, in this order until the questions run out.
    cases = [
        dict(Q=4, K=6, N=12, ks=[1, 3, 6], sizes=[2, 1, 3, 4]),
        dict(Q=5, K=4, N=9, ks=[4, 1, 2], sizes=[1, 0, 2, 0, 5]),
        dict(Q=1, K=5, N=8, ks=[2], sizes=[3]),
        dict(Q=6, K=10, N=30, ks=[1, 5, 10], sizes=[1]),
        dict(Q=3, K=3, N=6, ks=[2, 20], sizes=[2, 5, 1]),
        dict(Q=3, K=8, N=7, ks=[3, 8], sizes=[2, 3, 2], repeated=True),
        dict(Q=4, K=5, N=9, ks=[1, 5], sizes=[2, 1, 1, 3], missing=True),
        dict(Q=2, K=4, N=8, ks=[1, 2, 3, 4], sizes=[4, 2], first=True),
    ]
    weights = {"recall": 5, "no relevant page at all": 1}

    def inputs(rng, Q, K, N, ks, sizes, repeated=False, missing=False, first=False):
        while True:
            if repeated:
                places = rng.integers(0, N, (Q, K))
            else:
                places = np.stack([rng.permutation(N)[:K] for _ in range(Q)])
            relevant = []
            for q in range(Q):
                size = sizes[q % len(sizes)]
                chances = np.ones(N)
                chances[places[q]] = 3  # a retrieval that finds something
                right = rng.choice(N, size=size, replace=False, p=chances / chances.sum())
                relevant.append(sorted(int(n) for n in right))
            if missing:
                places[places == N - 1] = N  # no question finds the last page, which is relevant to all
                places[0, -1] = places[1, 0] = places[-1, 2:] = -1
                relevant = [sorted({*right[1:], N - 1}) for right in relevant]
                if not places.max() < N:
                    places[places == N] = -1
                if places[1, 1] < 0:
                    continue
                relevant[1] = sorted({int(places[1, 1]), N - 1})  # second, after an empty entry
            if repeated:
                places[0, :4] = *3 * relevant[0][:1], relevant[0][1]  # one of two three times, then another
            if first:
                places[:, 0] = [right[0] for right in relevant]
                for row in places:  # still a permutation
                    row[1:] = rng.permutation([n for n in range(N) if n != row[0]])[: K - 1]
            found = [len(set(row) & set(right)) for row, right in zip(places.tolist(), relevant)]
            at_least = [
                len(set(row[: max(1, min(ks))]) & set(r)) for row, r in zip(places.tolist(), relevant)
            ]
            partly = Q == 1 or sum(found) < sum(map(len, relevant))
            if sum(at_least) > 0 and partly and (not repeated or _counted_twice(places, relevant, K)):
                return {"places": places.astype(np.int64), "relevant": relevant, "ks": ks}

    def oracle(places, relevant, ks):
        from sklearn.metrics import recall_score

        places, asked = np.asarray(places), [q for q, right in enumerate(relevant) if right]
        n = 1 + max(int(places.max()), *(max(relevant[q]) for q in asked))
        truth, recall = np.zeros((len(asked), n), dtype=int), {}
        for row, q in enumerate(asked):
            truth[row, [int(page) for page in relevant[q]]] = 1
        for k in ks:
            found = np.zeros_like(truth)
            for row, q in enumerate(asked):
                found[row, [int(page) for page in places[q, : int(k)] if page >= 0]] = 1
            recall[int(k)] = float(recall_score(truth, found, average="samples", zero_division=0.0))
        return {"recall": recall, "no relevant page at all": {"recall": recall, "said": "ValueError"}}

    alternatives = {
        "a table of hits": """
            n = int(places.max()) + 1
            for right in relevant:
                n = max([n, *[page + 1 for page in right]])
            asked = [q for q, right in enumerate(relevant) if right]
            if not asked:
                raise ValueError("nothing is relevant")
            truth = torch.zeros(len(asked), n)
            for i, q in enumerate(asked):
                truth[i, list(relevant[q])] = 1
            out = {}
            for k in ks:
                found = torch.zeros(len(asked), n + 1)
                rows = places[asked, :k].clone()
                rows[rows < 0] = n
                found.scatter_(1, rows.cpu(), 1.0)
                out[k] = ((truth * found[:, :n]).sum(1) / truth.sum(1)).mean().item()
            return out
        """,
        "counted by hand": """
            out = {}
            for k in ks:
                shares = []
                for q in range(len(places)):
                    if len(relevant[q]) == 0:
                        continue
                    hits = 0
                    for page in relevant[q]:
                        hits += page in places[q, :k].tolist()
                    shares.append(hits / len(relevant[q]))
                if not shares:
                    raise ValueError("No question has a relevant page.")
                out[k] = torch.tensor(shares).mean().item()
            return out
        """,
    }
    slips = [
        slip(
            "a question counts as found when one of its pages is",
            edit=(SHARE, "float(len(right.intersection(row[:k])) > 0)"),
            why="That is the hit rate, which doesn't notice that half of the relevant pages are missing.",
            look="What should come out when two of four relevant pages were found?",
        ),
        slip(
            "the hits are divided by k",
            edit=(SHARE, "len(right.intersection(row[:k])) / k", "len(right.intersection(row[:k])) / len(row[:k])"),
            also=[(SHARE, "len(right.intersection(row[:k])) / len(set(row[:k]))")],
            why="That is precision, the share of the pages found that are relevant. Recall is the share of the relevant pages that were found.",
            look="What should recall be when the one relevant page is first, and k is 10?",
        ),
        slip(
            "the hits are divided by k where k is smaller than the number of relevant pages",
            edit=(SHARE, "len(right.intersection(row[:k])) / min(k, len(right))"),
            why="Some libraries do that so 1 can be reached. But recall at 1 for a question with four relevant pages is at most a quarter.",
            look="What is the largest recall at 1 for a question with four relevant pages?",
        ),
        slip(
            "all questions are counted as one pool",
            edit=("return {k: sum(shares) / len(shares) for k, shares in found.items()}", "return {k: sum(len(r.intersection(row[:k])) for row, r in zip(places.tolist(), relevant)) / sum(map(len, relevant)) for k in ks}"),
            why="A question with many relevant pages then weighs more than one with a single relevant page.",
            look="How much does each question weigh in the mean that the docstring asks for?",
        ),
        slip(
            "questions without a relevant page count as not found",
            edit=("return {k: sum(shares) / len(shares) for k, shares in found.items()}", "return {k: sum(shares) / len(places) for k, shares in found.items()}"),
            why="Nothing could have been found for them, so they tell you nothing about the retrieval.",
            look="How many questions is the mean taken over?",
        ),
        slip(
            "questions without a relevant page count as found",
            edit=("return {k: sum(shares) / len(shares) for k, shares in found.items()}", "return {k: (sum(shares) + sum(not right for right in relevant)) / len(places) for k, shares in found.items()}"),
            why="They would make every retrieval look better, although nothing was found.",
            look="How many questions is the mean taken over?",
        ),
        slip(
            "only the page at position k is looked at",
            edit=("row[:k]", "row[k - 1 : k]"),
            why="Recall at k looks at all of the first k pages.",
            look="How many pages does recall at 5 look at?",
        ),
        slip(
            "one page too many or too few is looked at",
            edit=("row[:k]", "row[: k + 1]", "row[: k - 1]"),
            also=[("row[:k]", "row[1 : k + 1]"), ("row[:k]", "row[1:k]")],
            why="Positions begin at 0, so the first k are those below k.",
            look="How many pages does recall at 1 look at?",
        ),
        slip(
            "the last k pages are looked at",
            edit=("row[:k]", "row[-k:]"),
            why="A row begins with the best page.",
            look="Which page of a row is the best one?",
        ),
        slip(
            "all pages found are looked at, whatever k is",
            edit=("row[:k]", "row"),
            also=[("row[:k]", "row[: max(ks)]"), ("row[:k]", "row[: ks[0]]"), ("row[:k]", "row[: min(ks)]")],
            why="Recall at 1 would equal recall at 10.",
            look="Which of the numbers in `ks` should be the largest in your result?",
        ),
        slip(
            "a page that occurs twice counts twice",
            edit=(SHARE, "sum(page in right for page in row[:k]) / len(right)"),
            why="Long articles are split into pieces, and several pieces may be found, so recall could rise above 1.",
            look="What is the largest possible recall?",
        ),
        slip(
            "only one of the relevant pages is looked for",
            edit=(SHARE, "float(min(right) in row[:k])", "float(max(right) in row[:k])"),
            why="A question may have several relevant pages, and recall has to notice each one that is missing.",
            look="How many relevant pages does a question of the last case have, and how many do you look for?",
        ),
        slip(
            "a tensor is looked up in a set of numbers",
            edit=("places.tolist()", "[list(row) for row in places]"),
            also=["found = {k: [sum(page in right for page in row[:k]) / len(right) for row, right in zip(places, relevant) if right] for k in ks}\nif not any(relevant):\n    raise ValueError('nothing is relevant')\nreturn {k: sum(shares) / len(shares) for k, shares in found.items()}"],
            why="A set compares hashes first, and a tensor's hash is its address in memory, so it is never found.",
            look="What does `torch.tensor(3) in {3}` return?",
        ),
        slip(
            "each question is compared with the next one's pages",
            edit=("zip(places.tolist(), relevant)", "zip(places.tolist(), relevant[1:] + relevant[:1])", "zip(places.tolist(), relevant[:1] * len(relevant))"),
            why="Row q of the pages found belongs to set q.",
            look="Which relevant pages belong to the first question?",
        ),
        slip(
            "percentages come back",
            edit=("sum(shares) / len(shares)", "100 * sum(shares) / len(shares)"),
            also=[("sum(shares) / len(shares)", "round(sum(shares) / len(shares), 2)"), ("sum(shares) / len(shares)", "round(sum(shares) / len(shares), 1)")],
            why="Recall is a share from 0 to 1, and it isn't rounded, because later code computes with it.",
            look="What is the largest possible recall?",
        ),
        slip(
            "counts come back instead of shares",
            edit=(SHARE, "float(len(right.intersection(row[:k])))"),
            why="Two pages can be all of two or half of four.",
            look="What is the largest possible recall?",
        ),
        slip(
            "the missing pages are counted, not those found",
            edit=(SHARE, "1 - " + SHARE, "len(right.difference(row[:k])) / len(right)"),
            why="Recall is 1 when everything relevant was found.",
            look="What should come out when all relevant pages are among the first k?",
        ),
        slip(
            "no relevant page at all raises no ValueError",
            edit=("    if not any(relevant):\n        raise ValueError(\"None of the questions has a relevant page, so there is nothing to find.\")\n", ""),
            also=[("raise ValueError(\"None of the questions has a relevant page, so there is nothing to find.\")", "assert False"), ("raise ValueError(\"None of the questions has a relevant page, so there is nothing to find.\")", "return {k: 0.0 for k in ks}"), ("raise ValueError(\"None of the questions has a relevant page, so there is nothing to find.\")", "return {k: 1.0 for k in ks}"), ("raise ValueError(\"None of the questions has a relevant page, so there is nothing to find.\")", "return {k: math.nan for k in ks}"), ("raise ValueError(\"None of the questions has a relevant page, so there is nothing to find.\")", "return {}")],
            why="If there is nothing to find, recall is undefined. It is better to report that than to divide by zero or return 0.",
            look="According to the docstring, what happens when there is nothing to find?",
        ),
        slip(
            "a single question without pages is an error",
            edit=("if not any(relevant):", "if not all(relevant):"),
            why="Such questions are left out. Only when no question remains is there nothing to measure.",
            look="What does the docstring say about one question without any relevant page, and what about all of them?",
        ),
        slip(
            "the numbers come without their k",
            edit=("return {k: sum(shares) / len(shares) for k, shares in found.items()}", "return [sum(shares) / len(shares) for shares in found.values()]", "return torch.tensor([sum(shares) / len(shares) for shares in found.values()])"),
            also=['def recall_at_k(places, relevant, ks):\n    if not any(relevant):\n        raise ValueError("none")\n    r = {f"recall@{k}": [len(s & set(p[:k])) / len(s) for p, s in zip(places.tolist(), relevant) if s] for k in ks}\n    return {k: sum(v) / len(v) for k, v in r.items()}\n'],
            why="When you print the result, you can't tell which number is which.",
            look="What type does the docstring promise?",
        ),
        slip(
            'the rank of the first hit counts',
            edit='def recall_at_k(places, relevant, ks):\n    if not any(relevant):\n        raise ValueError("none")\n    out = {}\n    for k in ks:\n        r = []\n        for p, s in zip(places.tolist(), relevant):\n            if s:\n                r.append(max([1 / (i + 1) for i, x in enumerate(p[:k]) if x in s], default=0.0))\n        out[k] = sum(r) / len(r)\n    return out\n',
            why="That is the reciprocal rank, a different measure. For recall, it doesn't matter which of the k positions a page is in.",
            look='What should come out when the one relevant page is the third of three?',
        ),
        slip(
            '−1 is taken for the last page',
            edit='def recall_at_k(places, relevant, ks):\n    if not any(relevant):\n        raise ValueError("none")\n    n = max([int(places.max())] + [max(s) for s in relevant if s]) + 1\n    r = {k: [len(s & set(x % n for x in p[:k])) / len(s) for p, s in zip(places.tolist(), relevant) if s] for k in ks}\n    return {k: sum(v) / len(v) for k, v in r.items()}\n',
            why="−1 means that nothing was found. But Python and PyTorch count it from the end, so a page that isn't listed counts as found.",
            look='Where do you use an entry as an index?',
        ),
        slip(
            "a k larger than K has no entry of its own",
            edit='def recall_at_k(places, relevant, ks):\n    rows = [(found, wanted) for found, wanted in zip(places.tolist(), relevant) if wanted]\n    if not rows:\n        raise ValueError("no question has a relevant page")\n    return {k: sum(len(wanted.intersection(found[:k])) / len(wanted) for found, wanted in rows) / len(rows) for k in ks if k <= places.shape[1]}\n',
            also=['def recall_at_k(places, relevant, ks):\n    rows = [(found, wanted) for found, wanted in zip(places.tolist(), relevant) if wanted]\n    if not rows:\n        raise ValueError("no question has a relevant page")\n    return {k: sum(len(wanted.intersection(found[:k])) / len(wanted) for found, wanted in rows) / len(rows) for k in (min(k, places.shape[1]) for k in ks)}\n'],
            why="For such a k, all K pages count, but the result lists it under its own number.",
            look="Which keys does your result have?",
        ),
        slip(
            "empty entries are removed before the first k are counted",
            edit='def recall_at_k(places, relevant, ks):\n    rows = [(found, wanted) for found, wanted in zip(places.tolist(), relevant) if wanted]\n    if not rows:\n        raise ValueError("no question has a relevant page")\n    return {k: sum(len(wanted.intersection([n for n in found if n >= 0][:k])) / len(wanted) for found, wanted in rows) / len(rows) for k in ks}\n',
            why="Later pages then move up into the first k.",
            look="How many pages does your code look at for k = 1 when the first entry is −1?",
        ),
        slip(
            "page 0 is never found",
            edit='def recall_at_k(places, relevant, ks):\n    rows = [(found, wanted) for found, wanted in zip(places.tolist(), relevant) if wanted]\n    if not rows:\n        raise ValueError("no question has a relevant page")\n    return {k: sum(len(wanted.intersection(filter(None, found[:k]))) / len(wanted) for found, wanted in rows) / len(rows) for k in ks}\n',
            why="Page 0 is a page like any other, but Python treats 0 as false.",
            look="What does your condition give for page 0?",
        ),
        slip(
            "recall is rounded",
            edit='def recall_at_k(places, relevant, ks):\n    rows = [(found, wanted) for found, wanted in zip(places.tolist(), relevant) if wanted]\n    if not rows:\n        raise ValueError("no question has a relevant page")\n    return {k: round(sum(len(wanted.intersection(found[:k])) / len(wanted) for found, wanted in rows) / len(rows), 3) for k in ks}\n',
            why="You can round it when you print it.",
            look="What is a third of your result times three?",
        ),
        slip(
            "a page that occurs twice is found twice",
            edit='def recall_at_k(places, relevant, ks):\n    rows = [(found, wanted) for found, wanted in zip(places.tolist(), relevant) if wanted]\n    if not rows:\n        raise ValueError("no question has a relevant page")\n    return {k: sum(min(1.0, sum(n in wanted for n in found[:k]) / len(wanted)) for found, wanted in rows) / len(rows) for k in ks}\n',
            why="One page found twice is still one of two relevant ones.",
            look="What comes out when one of two relevant pages occurs twice?",
        ),
        slip(
            "one relevant page is looked for",
            edit='def recall_at_k(places, relevant, ks):\n    rows = [(found, wanted) for found, wanted in zip(places.tolist(), relevant) if wanted]\n    if not rows:\n        raise ValueError("no question has a relevant page")\n    return {k: sum(float(next(iter(wanted)) in found[:k]) for found, wanted in rows) / len(rows) for k in ks}\n',
            why="A question may have several, and recall is the share of them that was found.",
            look="What comes out when one of two relevant pages is found?",
        ),
        slip(
            "the hits are divided by something other than the number of relevant pages",
            edit='def recall_at_k(places, relevant, ks):\n    rows = [(found, wanted) for found, wanted in zip(places.tolist(), relevant) if wanted]\n    if not rows:\n        raise ValueError("no question has a relevant page")\n    return {k: sum(len(wanted.intersection(found[:k])) / min(len(wanted), len(found)) for found, wanted in rows) / len(rows) for k in ks}\n',
            also=['def recall_at_k(places, relevant, ks):\n    rows = [(found, wanted) for found, wanted in zip(places.tolist(), relevant) if wanted]\n    if not rows:\n        raise ValueError("none")\n    out, seen, start = {}, [set() for _ in rows], 0\n    for k in ks:\n        for s, (found, wanted) in zip(seen, rows):\n            s |= wanted.intersection(found[start:k])\n        start = k\n        out[k] = sum(len(s) / len(w) for s, (_, w) in zip(seen, rows)) / len(rows)\n    return out\n'],
            why="With four relevant pages, recall at 1 can be a quarter at most.",
            look="What do you divide by for each question?",
        ),
    ]  # fmt: skip
    promises = {
        "several relevant pages": dict(sizes=[2, 1, 3, 4]),
        "questions without any are left out": dict(sizes=[1, 0, 2, 0, 5]),
        "the ks in any order": dict(ks=[4, 1, 2]),
        "a k larger than K": dict(ks=[2, 20]),
        "a page that occurs several times": dict(repeated=True),
        "empty entries": dict(missing=True),
        "one question": dict(Q=1),
        "a ValueError": "no relevant page at all",
    }
