"""The best answer span, or no answer where it doesn't beat [CLS] by a threshold.

Oracle: all spans by two loops. Logits are multiples of 1/8, so a margin can equal a threshold.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import INF, all_spans, best_of, clear


@exercise("best_span_or_null", points=3, uses=["best_span"])
class _:
    cases = [
        dict(T=9, longest=4, lead=(0.5, 3)),
        dict(T=9, longest=4, lead=(-3, -0.5)),
        dict(T=8, longest=8, lead=(-1, 1), kind="crossed"),
        dict(T=8, longest=3, lead=(0.5, 3), kind="tempting"),
        dict(T=8, longest=3, lead=(0.5, 3), kind="tempting end"),
        dict(T=2, longest=3, lead=(-2, 2)),
        dict(T=10, longest=3, lead=(-1, 2), closed=4),
        dict(T=9, longest=3, lead=(1, 3), level=-20),
        dict(T=9, longest=3, lead=(-2, 2), kind="long"),
    ]
    weights = {"spans": 4, "margin": 2, "start and end unchanged": 1}

    def inputs(rng, T, longest, lead, kind="plain", closed=0, level=0.0):
        while True:  # eighths are exact in float32, so a margin may equal a threshold
            start, end = np.round(8 * 1.5 * rng.standard_normal((2, T))) / 8
            if kind == "crossed":
                start[T - 2] += 6
                end[2] += 6
            if kind == "long":  # a span that is one token too long would be best
                start[2] += 7
                end[5] += 7
            where = 1 + rng.permutation(T - 1)[:closed]
            start[where] = end[where] = -INF
            if not clear(start[1:], end[1:], longest):
                continue
            margin = np.round(8 * rng.uniform(*lead)) / 8
            i, k = best_of(start[1:], end[1:], longest)
            null = start[i + 1] + end[k + 1] - margin  # what both scores of [CLS] sum to
            share = {"tempting": null + 14, "tempting end": -14.0}.get(
                kind, np.round(8 * rng.uniform(0, 2)) / 8
            )
            start[0], end[0] = share, null - share  # tempting: one of the two is large, the other small
            break
        near = [margin - 0.25, margin, margin + 0.25]
        return {
            "start": level + start,
            "end": level + end,
            "longest": longest,
            "thresholds": [float(x) for x in rng.permutation([*near, 0.0, -margin, -INF])],
        }

    def oracle(start, end, longest, thresholds):
        spans = all_spans(start[1:], end[1:], longest)
        i, k = max(spans, key=lambda span: spans[span])
        margin = float(spans[i, k] - (start[0] + end[0]))
        found = [[i + 1, k + 1] if margin > t else [0, 0] for t in thresholds]
        margins = [margin] * len(thresholds)
        return {
            "spans": found,
            "margin": margins,
            "start and end unchanged": {"margin": margins, "same": True},
        }

    alternatives = {
        "[CLS] made impossible": """
            nothing = (start[0] + end[0]).item()
            start, end = start.clone(), end.clone()
            start[0] = end[0] = -math.inf
            span = best_span(start, end, longest)
            ahead = (start[span[0]] + end[span[1]]).item() - nothing
            return (span, ahead) if ahead > threshold else ((0, 0), ahead)
        """,
        "the threshold added to the score of [CLS]": """
            T = len(start)
            totals = {(i, k): (start[i] + end[k]).item() for i in range(1, T) for k in range(i, T) if k - i < longest}
            span = max(totals, key=totals.get)
            null = start[0].item() + end[0].item()
            answer = (0, 0) if totals[span] <= null + threshold else span
            return [list(answer), totals[span] - null]
        """,
    }
    slips = [
        slip(
            "the comparison is the wrong way round",
            edit=("margin > threshold else", "margin < threshold else"),
            also=[("if margin > threshold else (0, 0)), margin", "if margin <= threshold else (0, 0)), margin")],
            why="The reader answers when it should be silent, and is silent when it is sure.",
            look="A very high threshold should make the model careful. How much does yours answer then?",
        ),
        slip(
            "a margin equal to the threshold is answered",
            edit=("margin > threshold else", "margin >= threshold else"),
            why="A threshold that was fitted on validation data is one of the margins. Fitting and answering have to agree on whether that question is answered.",
            look="Does \"by more than\" include two equal numbers?",
        ),
        slip(
            "the threshold has the wrong sign",
            edit=("margin > threshold else", "margin > -threshold else"),
            why="Then a higher threshold makes the model bolder.",
            look="With a threshold of 2, by how much does the span have to beat [CLS]?",
        ),
        slip(
            "the threshold is ignored",
            edit=("margin > threshold else", "margin > 0 else"),
            why="How sure is sure enough has to be measured, and there is no reason why it should be 0.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "a span may begin or end at [CLS]",
            edit=[("best_span(start[1:], end[1:], longest)", "best_span(start, end, longest)"), ("i, k = i + 1, k + 1\n    margin", "margin")],
            also=["""
                T = len(start)
                sums = {(i, k): float(start[i] + end[k]) for i in range(T) for k in range(max(i, 1), min(T, i + longest))}
                i, k = max(sums, key=sums.get)
                margin = sums[i, k] - float(start[0] + end[0])
                return ((i, k) if margin > threshold else (0, 0)), margin
            """],
            why="[CLS] is not a word, so a span from there into the text is neither an answer nor \"no answer\".",
            look="Which positions can a span of the text have?",
        ),
        slip(
            "the positions are those of the text without [CLS]",
            edit=("return ((i, k) if", "return ((i - 1, k - 1) if"),
            why="Once [CLS] has been removed, everything is one position earlier.",
            look="What is the position of the first word in `start`, and in `start[1:]`?",
        ),
        slip(
            "the positions are shifted before the scores are read",
            edit=("i, k = i + 1, k + 1\n    margin = float(start[i] + end[k] - start[0] - end[0])", "margin = float(start[i] + end[k] - start[0] - end[0])\n    i, k = i + 1, k + 1"),
            why="The margin is then read one position too early.",
            look="What are the scores of the span that you found? Read them off by hand.",
        ),
        slip(
            "only the start of [CLS] counts",
            edit=("- start[0] - end[0])", "- start[0])", "- 2 * start[0])"),
            also=[("- start[0] - end[0])", "- end[0])"), ("- start[0] - end[0])", "- max(start[0], end[0]))"), ("- start[0] - end[0])", "- (start[0] + end[0]) / 2)")],
            why="\"No answer\" is a pair as well, with a start and an end, so a span's sum of two scores has to be compared with another sum of two.",
            look="How many numbers add up to the score of a span, and how many to the score of [CLS]?",
        ),
        slip(
            "the best start and the best end are compared, whether or not they make a span",
            edit=("margin = float(start[i] + end[k] - start[0] - end[0])", "margin = float(start[1:].max() + end[1:].max() - start[0] - end[0])"),
            why="The two may not form a span, and the span that you return scores less.",
            look="Which pair do you return, and which pair do you compare?",
        ),
        slip(
            "probabilities are compared",
            edit=("margin = float(start[i] + end[k] - start[0] - end[0])", "p, q = start.softmax(0), end.softmax(0)\n    margin = float(p[i] * q[k] - p[0] * q[0])"),
            also=[("margin = float(start[i] + end[k] - start[0] - end[0])", "p, q = start.softmax(0), end.softmax(0)\n    margin = float(p[i] + q[k] - p[0] - q[0])")],
            why="The docstring asks for scores. A difference of probabilities depends on all other positions as well.",
            look="By how much does a sum of 7 beat a sum of 4?",
        ),
        slip(
            "the margin is measured from the threshold",
            edit=("(0, 0)), margin", "(0, 0)), margin - threshold"),
            why="The threshold will be fitted on the margins. If they already include a threshold, it is counted twice.",
            look="Does your margin change with the threshold? Should it?",
        ),
        slip(
            "the margin is that of [CLS] over the span",
            edit=("(0, 0)), margin", "(0, 0)), -margin"),
            why="Later code reads it as \"how much better the span is\".",
            look="What is the sign of the margin if the span wins clearly?",
        ),
        slip(
            "there is no margin where nothing is answered",
            edit=("return ((i, k) if margin > threshold else (0, 0)), margin", "return ((i, k), margin) if margin > threshold else ((0, 0), 0.0)"),
            also=[("return ((i, k) if margin > threshold else (0, 0)), margin", "return ((i, k), margin) if margin > threshold else ((0, 0), -math.inf)")],
            why="The next exercise looks for the best threshold, and for that it needs to know how close each question was.",
            look="What does the docstring say about the margin when the answer is (0, 0)?",
        ),
        slip(
            "margin and threshold are those of [CLS] over the span",
            edit=("return ((i, k) if margin > threshold else (0, 0)), margin", "return ((0, 0) if -margin > threshold else (i, k)), -margin"),
            why="The sign is the other way round here. With yours, a higher threshold answers more.",
            look="A very high threshold should make the model careful. How much does yours answer then?",
        ),
        slip(
            "[CLS] is left out of the comparison",
            edit=("- start[0] - end[0])", ")"),
            why="A logit by itself is neither high nor low. It tells you how sure a span is only when you compare it with the alternative.",
            look="Which two scores does \"no answer\" have, and where does your code read them?",
        ),
        slip(
            "the caller's scores are overwritten",
            edit=("i, k = best_span(start[1:], end[1:], longest)", "nothing = float(start[0] + end[0])\n    start[0] = end[0] = -math.inf\n    i, k = best_span(start[1:], end[1:], longest)"),
            also=[[("i, k = best_span(start[1:], end[1:], longest)", "nothing = float(start[0] + end[0])\n    start[0] = end[0] = -math.inf\n    i, k = best_span(start[1:], end[1:], longest)"), ("- start[0] - end[0])", "- nothing)")]],
            why="A second call with the same text finds [CLS] gone. A slice of a tensor is not a copy.",
            look="Does your code write into a tensor that it was given?",
        ),
        slip(
            "the score of the span is compared with the threshold, not the margin",
            edit=("if margin > threshold else", "if start[i] + end[k] > threshold else"),
            why="A score by itself is neither high nor low.",
            look="What does your code compare with the threshold?",
        ),
        slip(
            "the threshold loses its sign",
            edit=("margin > threshold else", "margin > abs(threshold) else"),
            why="A threshold below 0 makes the reader bolder, and the best threshold may be negative.",
            look="According to the docstring, which values may the threshold have?",
        ),
        slip(
            "a span that scores less than [CLS] is never taken, and its margin is 0",
            edit=("return ((i, k) if margin > threshold else (0, 0)), margin", "return ((i, k) if margin > max(threshold, 0.0) else (0, 0)), max(margin, 0.0)"),
            why="With a threshold below 0, such a span should be underlined, and to find that threshold you need its margin.",
            look="Can your margin be negative?",
        ),
        slip(
            "spans may be one token too long",
            edit=("best_span(start[1:], end[1:], longest)", "best_span(start[1:], end[1:], longest + 1)"),
            why="From i to k there are k − i + 1 tokens, and removing [CLS] doesn't change that.",
            look="How many tokens are in the longest span that your search looks at?",
        ),
        slip(
            "the reader is silent wherever [CLS] is the best start",
            edit=("if margin > threshold else", "if margin > threshold and int(start.argmax()) > 0 else"),
            why="A poor start may have an excellent end, so the sums have to be compared.",
            look="Which two sums does the docstring compare?",
        ),
    ]  # fmt: skip
    promises = {
        "answered": dict(lead=(0.5, 3), T=9),
        "not answered": dict(lead=(-3, -0.5)),
        "[CLS] belongs to no span": dict(kind="tempting"),
        "no span ends at [CLS]": dict(kind="tempting end"),
        "the pair that is compared is a span": dict(kind="crossed"),
        "one word": dict(T=2),
        "no longer than the limit": dict(kind="long"),
        "positions with −∞": dict(closed=4),
        "scores that are all negative": dict(level=-20),
        "more than the threshold": "spans",
        "the margin comes back in any case": "margin",
        "start and end are not modified": "start and end unchanged",
    }
