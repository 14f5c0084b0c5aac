"""The best answer span from start and end logits, up to a maximum length.

Oracle: all spans by two loops. Many inputs make the independently best start and end an invalid
span; inputs with near-ties are drawn again.
"""

from autograder.authoring import exercise, slip

from ._shared import INF, best_of, clear


@exercise("best_span", points=4)
class _:
    cases = [
        dict(kind="plain", T=12, longest=4),
        dict(kind="late start", T=11, longest=11),
        dict(kind="early end", T=11, longest=11),
        dict(kind="long", T=14, longest=4),
        dict(kind="one", T=9, longest=5),
        dict(kind="plain", T=8, longest=1),
        dict(kind="plain", T=6, longest=40),
        dict(kind="plain", T=1, longest=3),
        dict(kind="sure start", T=12, longest=6),
        dict(kind="plain", T=10, longest=3, level=-300),
        dict(kind="plain", T=12, longest=5, closed=5),
        dict(kind="whole", T=7, longest=7),
        dict(kind="crowd", T=54, longest=9),
        dict(kind="apart", T=14, longest=3),
        dict(kind="early end", T=10, longest=10, size=40),
    ]

    def inputs(rng, kind, T, longest, level=0.0, closed=0, size=1):
        while True:
            start, end = 0.4 * rng.standard_normal((2, T)) * (4 if kind == "plain" else 1)
            if kind in ("late start", "early end"):  # the best start comes after the best end
                a = int(rng.integers(1, T // 2))
                b = int(rng.integers(a + 1, T - 1))
                start[b] += 9 if kind == "early end" else 6
                end[a] += 6 if kind == "early end" else 9
            elif kind == "long":  # one token too long is best, exactly the longest is second
                i = int(rng.integers(0, T - longest - 1))
                start[i] += 8
                end[i + longest + 1] += 12
                end[i + longest] += 9
                end[i + longest - 1] += 6
            elif kind == "one":
                i = int(rng.integers(1, T - 1))
                start[i] += 5
                end[i] += 5
            elif kind == "whole":
                start[0] += 5
                end[-1] += 5
            elif kind == "sure start":  # a start that takes nearly all probability, and no good end after it
                i, b = int(rng.integers(0, 2)), T - 3
                start[[i, b]] = 8, 10
                end[b:] -= 4
                end[i + 2] += 1
            elif kind == "apart":  # the best pair is far too long, and the best span lies between its ends
                i = int(rng.integers(0, 4))
                start[i] += 7
                end[i + 9] += 7
                start[i + 4] += 5
                end[i + 5] += 5
            elif kind == "crowd":  # many better ends before the best span, many better starts after it
                i = T // 2 + int(rng.integers(-2, 2))
                end[: i - 1] += 8
                start[: i - 1] -= 4
                start[i + 3 :] += 8
                end[i + 3 :] -= 4
                start[i] += 5
                end[i + 1] += 5
            start, end = size * start, size * end
            where = rng.permutation(T)[:closed]
            start[where] = end[where] = -INF
            if clear(start, end, longest) and (T == 1 or best_of(start, end, longest) != (0, 0)):
                return {"start": level + start, "end": level + end, "longest": longest}

    def oracle(start, end, longest):
        return {"span": list(best_of(start, end, longest))}

    alternatives = {
        "two loops": """
            T, best, place = len(start), -math.inf, (0, 0)
            for i in range(T):
                for k in range(i, min(i + longest, T)):
                    score = (start[i] + end[k]).item()
                    if score > best:
                        best, place = score, (i, k)
            return place
        """,
        "the best end for each start": """
            ends = [end[i : i + longest] for i in range(len(start))]
            totals = [(s + e.max()).item() for s, e in zip(start, ends)]
            i = max(range(len(totals)), key=totals.__getitem__)
            return i, i + ends[i].argmax().item()
        """,
        "a product of probabilities": """
            table = start.double().softmax(0).outer(end.double().softmax(0))
            i, k = torch.meshgrid(torch.arange(len(start)), torch.arange(len(start)), indexing="ij")
            table = torch.where((k >= i) & (k - i < longest), table, -1.0)
            place = table.flatten().argmax()
            return int(i.flatten()[place]), int(k.flatten()[place])
        """,
        "sorted pairs": """
            T = len(start)
            pairs = [(float(start[i] + end[k]), i, k) for i in range(T) for k in range(T) if 0 <= k - i <= longest - 1]
            return sorted(pairs)[-1][1:]
        """,
    }
    slips = [
        slip(
            "a span may end before it starts",
            edit=(".triu().tril(longest - 1)", ".tril(longest - 1)"),
            also=[(".triu().tril(longest - 1)", ".tril(longest - 1).triu(1 - longest)")],
            why="Such a pair marks nothing in the text.",
            look="Which pairs (i, k) are spans? Where in your table are the pairs that aren't?",
        ),
        slip(
            "start and end are chosen independently",
            edit=("return divmod(best, len(start))", "return int(start.argmax()), int(end.argmax())"),
            why="The best start may come after the best end, or a whole page before it.",
            look="Once the start has been chosen, where may the end be? Does your code take that into account?",
        ),
        slip(
            "the start is chosen first, the end after it",
            edit=("return divmod(best, len(start))", "i = int(start.argmax())\n    return i, i + int(end[i : i + longest].argmax())"),
            why="A start that is a little worse may have a far better end, and it is the *sum* that should be largest.",
            look="Try start = [4, 5], end = [3, 0] and a longest of 2. For which span is the sum largest?",
        ),
        slip(
            "the end is chosen first, the start before it",
            edit=("return divmod(best, len(start))", "k = int(end.argmax())\n    first = max(0, k - longest + 1)\n    return first + int(start[first : k + 1].argmax()), k"),
            why="An end that is a little worse may have a far better start, and it is the *sum* that should be largest.",
            look="Try start = [0, 3], end = [5, 4] and a longest of 2. For which span is the sum largest?",
        ),
        slip(
            "spans may be one token too long",
            edit=("tril(longest - 1)", "tril(longest)"),
            why="From i to k there are k − i + 1 tokens, not k − i.",
            look="How many tokens are in the span from 3 to 5?",
        ),
        slip(
            "spans of the maximum length are left out",
            edit=("tril(longest - 1)", "tril(longest - 2)"),
            why="A longest of 1 should still allow single tokens.",
            look="How many tokens are in the span from 3 to 3?",
        ),
        slip(
            "the length limit is ignored",
            edit=(".tril(longest - 1)", ""),
            why="Without the limit, an unsure head underlines half the page: a good start here, a good end far below.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "a span of one token is not allowed",
            edit=("triu()", "triu(1)"),
            why="Names and years are often a single token, and one token is a span.",
            look="Which pair (i, k) means the third token alone?",
        ),
        slip(
            "pairs that are not spans score 0",
            edit=("pairs.masked_fill(~possible, -math.inf)", "pairs.masked_fill(~possible, 0.0)"),
            also=[("pairs.masked_fill(~possible, -math.inf)", "(pairs * possible)")],
            why="If all sums are negative, 0 is the largest number.",
            look="What is the largest of −3, −5 and 0, and which of them did you put there yourself?",
        ),
        slip(
            "the scores are multiplied",
            edit=("start[:, None] + end[None, :]", "start[:, None] * end[None, :]"),
            why="Two terrible scores have a large product. You may multiply probabilities, but logits behave like their logarithms.",
            look="What is the product of −30 and −31?",
        ),
        slip(
            "products of probabilities underflow",
            edit=("start[:, None] + end[None, :]", "start.softmax(0)[:, None] * end.softmax(0)[None, :]"),
            also=[
                [("start[:, None] + end[None, :]", "start.softmax(0)[:, None] * end.softmax(0)[None, :]"), ("pairs.masked_fill(~possible, -math.inf)", "pairs.masked_fill(~possible, 0.0)")],
                [("start[:, None] + end[None, :]", "(start.exp() / start.exp().sum())[:, None] * (end.exp() / end.exp().sum())[None, :]"), ("pairs.masked_fill(~possible, -math.inf)", "pairs.masked_fill(~possible, 0.0)")],
            ],
            why="Products of probabilities rank spans in the same order as sums of logits, until they are too small for float32. Then many different spans all score 0.",
            look="How large is the product of two probabilities of 10⁻³⁰ in float32?",
        ),
        slip(
            "probabilities are added",
            edit=("start[:, None] + end[None, :]", "start.softmax(0)[:, None] + end.softmax(0)[None, :]"),
            why="A start that is nearly certain then wins whatever its end is. To get the probability of both at once, you would multiply.",
            look="Which two numbers does the docstring want you to add?",
        ),
        slip(
            "first and last position are swapped",
            edit=("return divmod(best, len(start))", "return divmod(best, len(start))[::-1]"),
            also=[("start[:, None] + end[None, :]", "end[:, None] + start[None, :]")],
            why="The row and the column of the table have been mixed up.",
            look="Which of your two numbers is the position of the first token?",
        ),
        slip(
            "the end is one position after the last token",
            edit=("return divmod(best, len(start))", "i, k = divmod(best, len(start))\n    return i, k + 1"),
            why="That is how Python's slices count. Here, both numbers are positions of tokens in the answer.",
            look="Which span should come back for a text of one token?",
        ),
        slip(
            "the length comes back instead of the last position",
            edit=("return divmod(best, len(start))", "i, k = divmod(best, len(start))\n    return i, k - i + 1"),
            also=[("return divmod(best, len(start))", "i, k = divmod(best, len(start))\n    return i, k - i")],
            why="You were asked for two positions.",
            look="Where does the second number of your result start counting?",
        ),
        slip(
            "start and end are chosen independently, and swapped if they run backwards",
            edit=("return divmod(best, len(start))", "return tuple(sorted((int(start.argmax()), int(end.argmax()))))"),
            why="Your start is then a position that scored well as an end, and your end one that scored well as a start.",
            look="What are the scores of the pair that you return? Are they the ones that were large?",
        ),
        slip(
            "a sum below 0 is never taken",
            edit=("return divmod(best, len(start))", "return divmod(best, len(start)) if pairs.flatten()[best] > 0 else (0, 0)"),
            why="Logits have no natural zero. If all sums are negative, one of them is still the largest.",
            look="What does your search begin with, before it has seen a span?",
        ),
        slip(
            "the end is counted from the start of the span",
            edit=("return divmod(best, len(start))", "i = int(start.argmax())\n    return i, int(end[i : i + longest].argmax())"),
            why="A slice of `end` has indices of its own, which begin at 0 again.",
            look="Which position of the text is index 0 of `end[i:]`?",
        ),
        slip(
            "the sum is divided by the length of the span",
            edit=("pairs = start[:, None] + end[None, :]", "place = torch.arange(len(start))\n    pairs = (start[:, None] + end[None, :]) / ((place[None, :] - place[:, None]).abs() + 1)"),
            why="The two ends are scored, not the words between them, so a long answer isn't worth less.",
            look="What does the docstring say about the length, other than how long a span may be?",
        ),
        slip(
            "the search runs past the end of the text",
            edit=("pairs = start[:, None]", "T, best, place = len(start), -math.inf, (0, 0)\n    for i in range(T):\n        for k in range(i, i + longest):\n            if start[i] + end[k] > best:\n                best, place = float(start[i] + end[k]), (i, k)\n    return place\n    pairs = start[:, None]"),
            why="Near the end of the text, fewer than `longest` ends remain.",
            look="Where can a span that starts at the last token end?",
        ),
        slip(
            "only starts that leave room for the longest span are tried",
            edit=("pairs = start[:, None]", "T, best, place = len(start), -math.inf, (0, 0)\n    for i in range(max(1, T - longest + 1)):\n        for k in range(i, min(T, i + longest)):\n            if start[i] + end[k] > best:\n                best, place = float(start[i] + end[k]), (i, k)\n    return place\n    pairs = start[:, None]"),
            why="Short answers near the end of the text could not be found.",
            look="Which span consists of the last token alone?",
        ),
        slip(
            "position 0 is left out",
            edit=("tril(longest - 1)", "tril(longest - 1)\n    possible[0] = False"),
            also=[(".tril(longest - 1)", "\n    possible[0] = False")],
            why="Position 0 gets no special treatment here. What is special about [CLS] comes in the next exercise.",
            look="Which positions does the docstring leave out?",
        ),
        slip(
            "a span that is too long is found and then cut",
            edit=[(".tril(longest - 1)", ""), ("return divmod(best, len(start))", "i, k = divmod(best, len(start))\n    return i, min(k, i + longest - 1)")],
            why="The shortened span was never compared with the spans that are allowed.",
            look="What is the sum of the pair that you return?",
        ),
        slip(
            "only the best few starts and ends are tried",
            edit=("pairs = start[:, None]", "T, best, place = len(start), -math.inf, (0, 0)\n    for i in start.topk(min(10, len(start))).indices.tolist():\n        for k in end.topk(min(10, len(end))).indices.tolist():\n            if i <= k < i + longest and start[i] + end[k] > best:\n                best, place = float(start[i] + end[k]), (i, k)\n    return place\n    pairs = start[:, None]"),
            also=[
                """
                a, b = (x.topk(min(20, len(x))).indices.tolist() for x in (start, end))
                found = [(float(start[i] + end[k]), i, k) for i in a for k in b if i <= k < i + longest]
                return max(found)[1:] if found else None
                """,
                """
                a, b = (x.topk(min(20, len(x))).indices.tolist() for x in (start, end))
                return max((float(start[i] + end[k]), i, k) for i in a for k in b if i <= k < i + longest)[1:]
                """,
            ],
            why="The best pair may consist of a middling start and a middling end, if the better ones don't fit together.",
            look="Can a pair win if its start is not among the best ten?",
        ),
    ]  # fmt: skip
    promises = {
        "no span ends before it starts": dict(kind="early end"),
        "the largest sum, not the best start": dict(kind="late start"),
        "exactly the longest is allowed": dict(kind="long"),
        "one token": dict(kind="one"),
        "a limit of one token": dict(longest=1),
        "a limit above T": dict(longest=40),
        "a text of one token": dict(T=1),
        "negative scores": dict(level=-300),
        "positions with −∞": dict(closed=5),
        "the whole text": dict(kind="whole"),
        "logits far from each other": dict(size=40),
        "the limit applies during the search": dict(kind="apart"),
        "even where many single starts and ends are better": dict(kind="crowd"),
    }
