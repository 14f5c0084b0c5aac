"""What decides the exercises of sitting c: spans and heads.

Oracles: numpy in float64, loops over all pairs, character by character where the solution works with words, and
derivatives worked out by hand.
"""

import itertools

import numpy as np

from autograder.authoring import exercise, slip

INF = float("inf")


def softmax(x, axis=-1):
    """Softmax in float64; −∞ gives 0."""
    x = np.asarray(x, dtype=np.float64)
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


# --- the head -------------------------------------------------------------------------------------------------------


@exercise("SpanHead", points=2)
class _:
    cases = [
        dict(B=2, T=7, D=5, closed=3),
        dict(B=3, T=2, D=2, closed=1),
        dict(B=2, T=2, D=3, closed=1),
        dict(B=1, T=1, D=4, closed=0),
        dict(B=2, T=5, D=4, closed=0),
    ]
    weights = {"start": 1, "end": 1, "scores": 2, "ruled out": 1, "grad_hidden": 1, "grad_weight": 1}

    def inputs(rng, B, T, D, closed):
        may = np.ones((B, T), dtype=bool)
        for row in may:
            row[1 + rng.permutation(T - 1)[:closed]] = False
        return {
            "hidden": rng.standard_normal((B, T, D)),
            "may": may,
            "weights": {
                "scores.weight": rng.standard_normal((2, D)),
                "scores.bias": 2 * rng.standard_normal(2),
            },
            "gradient": rng.standard_normal((2, B, T)),
        }

    def oracle(hidden, may, weights, gradient):
        rows, bias = weights["scores.weight"], weights["scores.bias"]
        scores = np.stack([np.einsum("btd,d->bt", hidden, w) + b for w, b in zip(rows, bias)])
        closed = np.where(may, scores, -INF)
        passed = np.where(may, gradient, 0.0)  # what is ruled out passes nothing back
        return {
            "start": softmax(closed[0]),
            "end": softmax(closed[1]),
            "scores": np.where(may, scores, 0.0),
            "ruled out": np.stack([~may, ~may]),
            "grad_hidden": np.einsum("sbt,sd->btd", passed, rows),
            "grad_weight": np.einsum("sbt,btd->sd", passed, hidden),
        }

    alternatives = {
        "one row of the weight after the other": """
            w, b = self.scores.weight, self.scores.bias
            start = torch.where(may, hidden @ w[0] + b[0], -math.inf)
            end = torch.where(may, torch.einsum("btd,d->bt", hidden, w[1]) + b[1], -math.inf)
            return start, end
        """,
        "an additive mask of −∞": """
            both = self.scores(hidden) + torch.zeros_like(may, dtype=hidden.dtype).masked_fill(~may, -math.inf)[..., None]
            return both[..., 0], both[..., 1]
        """,
        "split and squeezed": """
            scores = torch.nn.functional.linear(hidden, self.scores.weight, self.scores.bias)
            scores[~may] = float("-inf")
            return tuple(s.squeeze(-1) for s in scores.split(1, dim=-1))
        """,
    }
    slips = [
        slip(
            "nothing is ruled out",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start, end"),
            why="Then the answer may lie in the question or in the padding, and those places take a share of every softmax.",
            look="Which of the arguments of `forward` does your code never use?",
        ),
        slip(
            "the mask is the wrong way round",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start.masked_fill(may, -math.inf), end.masked_fill(may, -math.inf)"),
            why="True says where an answer *may* be; these are the only places that are left.",
            look="`masked_fill` writes where its mask is True. Is that where the −∞ belongs?",
        ),
        slip(
            "start and end are exchanged",
            edit=("start, end = self.scores", "end, start = self.scores"),
            why="The first row of `scores` learns beginnings. Weights that somebody else trained would point backwards.",
            look="Which row of the weight does the docstring give to beginnings?",
        ),
        slip(
            "places that are ruled out get the logit 0",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start * may, end * may"),
            also=[("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start.masked_fill(~may, 0.0), end.masked_fill(~may, 0.0)")],
            why="e⁰ = 1: such a place keeps a weight, often more than a place where the answer might be.",
            look="Which logit has the probability 0?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start.masked_fill(~may, -10000.0), end.masked_fill(~may, -10000.0)"),
            also=[
                ("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start.masked_fill(~may, -1e9), end.masked_fill(~may, -1e9)"),
                ("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start - 10000.0 * ~may, end - 10000.0 * ~may"),
            ],
            why="Softmax hardly sees the difference. But whoever adds two such scores, or looks for −∞, gets something else.",
            look="What does the docstring say of places where an answer may not be?",
        ),
        slip(
            "only one of the two is masked",
            edit=("end.masked_fill(~may, -math.inf)", "end"),
            also=[("return start.masked_fill(~may, -math.inf)", "return start")],
            why="An answer would begin in the passage and end in the question.",
            look="How many of your two results know `may`?",
        ),
        slip(
            "softmax is taken already",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start.masked_fill(~may, -math.inf).softmax(-1), end.masked_fill(~may, -math.inf).softmax(-1)"),
            also=[("self.scores(hidden)", "self.scores(hidden).softmax(dim=-1)"), ("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start.masked_fill(~may, -math.inf).log_softmax(-1), end.masked_fill(~may, -math.inf).log_softmax(-1)")],
            why="Logits were asked for. The loss takes a softmax of its own, and two of them flatten everything.",
            look="What does the docstring say that `forward` returns?",
        ),
        slip(
            "both come back in one tensor",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return torch.stack([start, end], dim=-1).masked_fill(~may[..., None], -math.inf)"),
            also=[("start, end = self.scores(hidden).unbind(dim=-1)", "return self.scores(hidden)\n        start, end = self.scores(hidden).unbind(dim=-1)")],
            why="Whoever writes `start, end = head(…)` would take the batch apart, not the two scores.",
            look="Print the type of what you return. What does the docstring promise?",
        ),
        slip(
            "the two scores keep an axis of length 1",
            edit=("start, end = self.scores(hidden).unbind(dim=-1)", "start, end = self.scores(hidden).split(1, dim=-1)\n        may = may[..., None]"),
            why="Softmax along an axis of length 1 gives 1 everywhere.",
            look="Print the shape of `start`. Which axis is one too many?",
        ),
        slip(
            "the bias is left out",
            edit=("self.scores(hidden)", "(hidden @ self.scores.weight.T)"),
            why="Softmax over the positions does not see it, since it is the same for all. But the margin between span and [CLS] is compared with a threshold, and these are the scores that were promised.",
            look="What does `nn.Linear` add to the product?",
        ),
        slip(
            "the two scores are cut apart along the wrong axis",
            edit=("self.scores(hidden).unbind(dim=-1)", "self.scores(hidden).reshape(2, *may.shape)"),
            why="`view` and `reshape` deal numbers out in the order in which they stand, and there the two scores of a token are neighbours.",
            look="Which two numbers stand next to each other in `self.scores(hidden)`?",
        ),
        slip(
            "the mask of the first text is used for all",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start.masked_fill(~may[0], -math.inf), end.masked_fill(~may[0], -math.inf)"),
            why="Each text has a question and padding of its own length.",
            look="How many rows has `may`, and how many of them do you use?",
        ),
        slip(
            "[CLS] is ruled out as well",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "may = may.clone()\n        may[:, 0] = False\n        return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)"),
            why="[CLS] stands for \"there is no answer\". Shut, it could never be said.",
            look="Who decides which places are open: your code, or `may`?",
        ),
        slip(
            "0 is multiplied by −∞",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "shut = (~may).float() * -math.inf\n        return start + shut, end + shut"),
            why="0 · −∞ is nan, and so every open place is lost.",
            look="What is `0 * -math.inf`?",
        ),
        slip(
            "the vectors of places that are ruled out are set to 0, not their scores",
            edit=[("self.scores(hidden)", "self.scores(hidden.masked_fill(~may[..., None], 0.0))"), ("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start, end")],
            why="The score is then the bias, which is a score like any other.",
            look="Which score has a vector of zeros?",
        ),
    ]  # fmt: skip
    promises = {
        "the first row scores beginnings": "scores",
        "−∞ where an answer may not be": "ruled out",
        "every place may be open": dict(closed=0, T=5),
        "as many tokens as scores": dict(T=2, D=2),
        "two texts of two tokens": dict(B=2, T=2),
        "a single token": dict(T=1),
        "the encoder below learns": "grad_hidden",
        "the head learns": "grad_weight",
    }


@exercise("span_loss", points=2)
class _:
    cases = [
        dict(B=3, T=7, closed=2),
        dict(B=4, T=4, closed=0),
        dict(B=3, T=6, closed=1, silent=2),
        dict(B=1, T=5, closed=1, silent=1),
        dict(B=2, T=9, closed=3, spread=12),
        dict(B=2, T=8, closed=1, spread=300),
    ]

    def inputs(rng, B, T, closed, silent=0, spread=1.5):
        start, end = spread * rng.standard_normal((2, B, T))
        first, last = np.sort(1 + rng.integers(T - 1, size=(2, B)), axis=0)
        first[0], last[0] = 1, T - 1  # so that the two differ somewhere
        first[:silent] = last[:silent] = 0
        for b in range(B):
            right = {0, int(first[b]), int(last[b])}
            others = [t for t in rng.permutation(T) if int(t) not in right]
            start[b, others[:closed]] = end[b, others[:closed]] = -INF
        return {"start": start, "end": end, "first": first, "last": last}

    def oracle(start, end, first, last):
        B = len(start)
        loss, slopes = 0.0, []
        for logits, right in ((start, first), (end, last)):
            p = softmax(logits)
            # by logarithms: a probability may be too small even for float64
            ahead = logits - logits.max(axis=-1, keepdims=True)
            loss += sum(np.log(np.exp(row).sum()) - row[k] for row, k in zip(ahead, right)) / (2 * B)
            p[np.arange(B), right] -= 1
            slopes.append(p / (2 * B))
        return {side: {"loss": loss, "gradient": slope} for side, slope in zip(("start", "end"), slopes)}

    alternatives = {
        "log-probabilities by hand": """
            rows = torch.arange(len(first))
            surprise = torch.stack([-start.log_softmax(-1)[rows, first], -end.log_softmax(-1)[rows, last]])
            return surprise.mean()
        """,
        "one softmax for all": """
            logits, right = torch.cat([start, end]), torch.cat([first, last])
            return F.cross_entropy(logits, right)
        """,
        "text by text": """
            losses = []
            for b in range(len(start)):
                for logits, right in ((start[b], first[b]), (end[b], last[b])):
                    losses.append(logits.logsumexp(0) - logits[right])
            return torch.stack(losses).mean()
        """,
    }
    CE = "(F.cross_entropy(start, first) + F.cross_entropy(end, last)) / 2"
    slips = [
        slip(
            "every position is asked yes or no by itself",
            edit=(CE, "sum(F.binary_cross_entropy_with_logits(x.clamp(min=-100), F.one_hot(y, x.shape[-1]).float()) for x, y in ((start, first), (end, last))) / 2"),
            also=[
                (CE, "sum(F.binary_cross_entropy_with_logits(x, F.one_hot(y, x.shape[-1]).float()) for x, y in ((start, first), (end, last))) / 2"),
                (CE, "sum(F.binary_cross_entropy(x.softmax(-1), F.one_hot(y, x.shape[-1]).float()) for x, y in ((start, first), (end, last))) / 2"), (CE, "sum(F.binary_cross_entropy_with_logits(x.clamp(min=-30), F.one_hot(y, x.shape[-1]).float()) for x, y in ((start, first), (end, last))) / 2")],
            why="That is the lecture's \"binary\" problem. One of T positions is right: T classes that share one softmax, not T "
            "questions of two classes each.",
            look="How many classes does a softmax over i have?",
        ),
        slip(
            "the two losses are added and not averaged",
            edit=(") / 2", ")"),
            why="The learning rate would act as if it were twice as large.",
            look="What is the mean of two numbers?",
        ),
        slip(
            "it is summed over the batch",
            edit=(CE, '(F.cross_entropy(start, first, reduction="sum") + F.cross_entropy(end, last, reduction="sum")) / 2'),
            why="Then a batch twice as large takes steps twice as long.",
            look="What is the loss of the same text, given twice?",
        ),
        slip(
            "questions without an answer are left out",
            edit=(CE, "(F.cross_entropy(start, first, ignore_index=0) + F.cross_entropy(end, last, ignore_index=0)) / 2"),
            also=[
                ("return (F.", "kept = first > 0\n    start, end, first, last = start[kept], end[kept], first[kept], last[kept]\n    return (F."),
                ("return (F.", "kept = first > 0\n    if not kept.any():\n        return 0 * start[:, 0].sum()\n    start, end, first, last = start[kept], end[kept], first[kept], last[kept]\n    return (F."),
                (CE, "(F.cross_entropy(start[:, 1:], first - 1, ignore_index=-1, reduction='sum') + F.cross_entropy(end[:, 1:], last - 1, ignore_index=-1, reduction='sum')) / (2 * len(first))"),
            ],
            why="\"No answer\" has a place like any other, that of [CLS]. Without these questions the head never learns to say it.",
            look="Which position is right where the text does not answer?",
        ),
        slip(
            "softmax is taken twice",
            edit=(CE, "(F.cross_entropy(start.softmax(-1), first) + F.cross_entropy(end.softmax(-1), last)) / 2"),
            why="`F.cross_entropy` takes logits. Of probabilities its softmax is nearly uniform, and the loss can never get small.",
            look="What does `F.cross_entropy` do with its first argument?",
        ),
        slip(
            "beginning and end are exchanged",
            edit=(CE, "(F.cross_entropy(start, last) + F.cross_entropy(end, first)) / 2"),
            why="The head would learn to begin where the answer ends.",
            look="Which scores belong to `first`?",
        ),
        slip(
            "only the beginning is looked at",
            edit=(CE, "F.cross_entropy(start, first)"),
            also=[(CE, "(F.cross_entropy(start, first) + F.cross_entropy(start, last)) / 2")],
            why="The scores of the end would stay as they were drawn.",
            look="Which of the four arguments does your code never use?",
        ),
        slip(
            "softmax runs over the batch",
            edit=(CE, "-(start.softmax(0)[torch.arange(len(first)), first].log() + end.softmax(0)[torch.arange(len(last)), last].log()).mean() / 2"),
            also=[(CE, "-(start.masked_fill(start == -math.inf, -1e4).log_softmax(0)[torch.arange(len(first)), first] + end.masked_fill(end == -math.inf, -1e4).log_softmax(0)[torch.arange(len(last)), last]).mean() / 2"), (CE, "-(start.log_softmax(0)[torch.arange(len(first)), first] + end.log_softmax(0)[torch.arange(len(last)), last]).mean() / 2")],
            why="Texts do not compete with each other for the answer; the positions of a text do.",
            look="Along which axis do your probabilities sum to 1?",
        ),
        slip(
            "probabilities are averaged, without the logarithm",
            edit=(CE, "-(start.softmax(-1)[torch.arange(len(first)), first] + end.softmax(-1)[torch.arange(len(last)), last]).mean() / 2"),
            also=[(CE, "1 - (start.softmax(-1)[torch.arange(len(first)), first] + end.softmax(-1)[torch.arange(len(last)), last]).mean() / 2")],
            why="Where the head is sure and wrong, this has hardly any gradient.",
            look="How surprised is somebody who gave the right place a chance of 1 in a million?",
        ),
        slip(
            "one number for each text comes back",
            edit=(CE, '(F.cross_entropy(start, first, reduction="none") + F.cross_entropy(end, last, reduction="none")) / 2'),
            why="Training needs one number to go downhill on.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the logits are taken for log-probabilities",
            edit=(CE, "(F.nll_loss(start, first) + F.nll_loss(end, last)) / 2"),
            also=[(CE, "-(start[torch.arange(len(first)), first] + end[torch.arange(len(last)), last]).mean() / 2")],
            why="Nothing competes then: the loss falls as long as the right logit grows, and the others may grow with it.",
            look="Where in your line do the scores of the other positions come in?",
        ),
        slip(
            "0 is multiplied by −∞",
            edit=(CE, "-sum((F.one_hot(y, x.shape[-1]) * x.log_softmax(-1)).sum(-1).mean() for x, y in ((start, first), (end, last))) / 2"),
            why="Places that are ruled out have the logarithm −∞, and 0 · −∞ is nan.",
            look="Which logarithms do you need, and which do you compute and throw away?",
        ),
        slip(
            "the end is looked for at the place of the beginning",
            edit=("F.cross_entropy(end, last)", "F.cross_entropy(end, first)"),
            why="The head would learn that every answer has one word.",
            look="Which of the four arguments does your code never use?",
        ),
        slip(
            "probabilities are averaged before the logarithm",
            edit=(CE, "-((start.softmax(-1)[torch.arange(len(first)), first] + end.softmax(-1)[torch.arange(len(last)), last]) / 2).log().mean()"),
            why="A start that is right would make up for an end that is quite wrong.",
            look="Is the logarithm of a mean the mean of the logarithms?",
        ),
        slip(
            "places that are ruled out get the logit 0",
            edit=(CE, "(F.cross_entropy(start.masked_fill(start == -math.inf, 0.0), first) + F.cross_entropy(end.masked_fill(end == -math.inf, 0.0), last)) / 2"),
            why="e⁰ = 1: such places take a share of the chances.",
            look="Which logit has the probability 0?",
        ),
        slip(
            "only the first text counts",
            edit=(CE, "(F.cross_entropy(start[:1], first[:1]) + F.cross_entropy(end[:1], last[:1])) / 2"),
            why="The other texts of the batch would teach nothing.",
            look="How many texts enter your mean?",
        ),
        slip(
            "a small number is added under the logarithm",
            edit=(CE, "-((start.softmax(-1)[torch.arange(len(first)), first] + 1e-9).log() + (end.softmax(-1)[torch.arange(len(last)), last] + 1e-9).log()).mean() / 2"),
            why="It caps the loss where the head is most wrong, and there the gradient goes.",
            look="What is your loss for a right place whose probability is far below the number you add?",
        ),
        slip(
            "the exponentials are taken as they are, and large scores overflow",
            edit=(CE, "-((start.exp() / start.exp().sum(-1, keepdim=True))[torch.arange(len(first)), first].log() + (end.exp() / end.exp().sum(-1, keepdim=True))[torch.arange(len(last)), last].log()).mean() / 2"),
            why="Above 88 the exponential is infinite in float32, and ∞/∞ is nan.",
            look="What is `torch.tensor(100.0).exp()`?",
        ),
    ]  # fmt: skip
    promises = {
        "places with −∞ do no harm": dict(closed=3),
        "no answer is a place, too": dict(silent=2),
        "a batch that has no answers at all": dict(silent=1),
        "as many texts as tokens": dict(B=4, T=4),
        "large scores": dict(spread=12),
        "scores whose exponential is too large for float32": dict(spread=300),
        "both halves learn": "end",
    }


# --- choosing a span ------------------------------------------------------------------------------------------------


def all_spans(start, end, longest):
    """Every span (i, k) with its score, by two loops."""
    T = len(start)
    return {(i, k): start[i] + end[k] for i in range(T) for k in range(i, min(T, i + longest))}


def best_of(start, end, longest):
    spans = all_spans(start, end, longest)
    return max(spans, key=lambda span: spans[span])


def clear(start, end, longest, gap=0.05):
    """Is the best span better than the second best by a gap?"""
    scores = sorted(all_spans(start, end, longest).values())
    return len(scores) == 1 or scores[-1] - scores[-2] > gap


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
    ]

    def inputs(rng, kind, T, longest, level=0.0, closed=0):
        while True:
            start, end = 0.4 * rng.standard_normal((2, T)) * (4 if kind == "plain" else 1)
            if kind in ("late start", "early end"):  # the best start lies behind the best end
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
            elif kind == "sure start":  # a start that takes nearly all probability, and no good end behind it
                i, b = int(rng.integers(0, 2)), T - 3
                start[[i, b]] = 8, 10
                end[b:] -= 4
                end[i + 2] += 1
            elif kind == "apart":  # the best pair is far too long, and the best span stands between its ends
                i = int(rng.integers(0, 4))
                start[i] += 7
                end[i + 9] += 7
                start[i + 4] += 5
                end[i + 5] += 5
            elif kind == "crowd":  # many better ends before the best span, many better starts behind it
                i = T // 2 + int(rng.integers(-2, 2))
                end[: i - 1] += 8
                start[: i - 1] -= 4
                start[i + 3 :] += 8
                end[i + 3 :] -= 4
                start[i] += 5
                end[i + 1] += 5
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
            look="Which pairs (i, k) are spans? Where do the others lie in your table?",
        ),
        slip(
            "start and end are chosen independently",
            edit=("return divmod(best, len(start))", "return int(start.argmax()), int(end.argmax())"),
            why="The best start may lie behind the best end, or a whole page in front of it.",
            look="Where may the end lie once the start has been chosen? Does your line know that?",
        ),
        slip(
            "the start is chosen first, the end after it",
            edit=("return divmod(best, len(start))", "i = int(start.argmax())\n    return i, i + int(end[i : i + longest].argmax())"),
            why="A start that is a little worse may have a far better end. The *sum* is to be the largest.",
            look="Try start = [4, 5], end = [3, 0] and a longest of 2. Which span has the largest sum?",
        ),
        slip(
            "the end is chosen first, the start before it",
            edit=("return divmod(best, len(start))", "k = int(end.argmax())\n    first = max(0, k - longest + 1)\n    return first + int(start[first : k + 1].argmax()), k"),
            why="An end that is a little worse may have a far better start. The *sum* is to be the largest.",
            look="Try start = [0, 3], end = [5, 4] and a longest of 2. Which span has the largest sum?",
        ),
        slip(
            "spans may be one token too long",
            edit=("tril(longest - 1)", "tril(longest)"),
            why="From i to k there are k − i + 1 tokens, not k − i.",
            look="How many tokens has the span from 3 to 5?",
        ),
        slip(
            "spans may not be as long as they are allowed to be",
            edit=("tril(longest - 1)", "tril(longest - 2)"),
            why="A longest of 1 should still allow single tokens.",
            look="How many tokens has the span from 3 to 3?",
        ),
        slip(
            "the limit of the length is ignored",
            edit=(".tril(longest - 1)", ""),
            why="Without it an unsure head underlines half the page: a good start here, a good end far below.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "a span of one token is not allowed",
            edit=("triu()", "triu(1)"),
            why="Most answers that are names or years are short. One token is a span.",
            look="Which pair stands for the third token alone?",
        ),
        slip(
            "pairs that are no spans score 0",
            edit=("pairs.masked_fill(~possible, -math.inf)", "pairs.masked_fill(~possible, 0.0)"),
            also=[("pairs.masked_fill(~possible, -math.inf)", "(pairs * possible).nan_to_num(neginf=-1e9)"), ("pairs.masked_fill(~possible, -math.inf)", "(pairs * possible)")],
            why="Where all sums are negative, 0 is the largest.",
            look="What is the largest of −3, −5 and 0, and which of them did you put there yourself?",
        ),
        slip(
            "the scores are multiplied",
            edit=("start[:, None] + end[None, :]", "start[:, None] * end[None, :]"),
            why="Two terrible scores have a large product. Probabilities may be multiplied, and logits are their logarithms.",
            look="What is the product of −30 and −31?",
        ),
        slip(
            "probabilities are added",
            edit=("start[:, None] + end[None, :]", "start.softmax(0)[:, None] + end.softmax(0)[None, :]"),
            why="A start that is nearly certain then wins whatever its end. Chances of two things at once are multiplied.",
            look="Of which two numbers does the docstring want the sum?",
        ),
        slip(
            "first and last are exchanged",
            edit=("return divmod(best, len(start))", "return divmod(best, len(start))[::-1]"),
            also=[("start[:, None] + end[None, :]", "end[:, None] + start[None, :]"), ("start[:, None] + end[None, :]", "start[None, :] + end[:, None]")],
            why="Row and column of the table have changed places.",
            look="Which of your two numbers is the position of the first token?",
        ),
        slip(
            "the end stands one place behind the last token",
            edit=("return divmod(best, len(start))", "i, k = divmod(best, len(start))\n    return i, k + 1"),
            why="That is how Python's slices count. Here both are positions of tokens of the answer.",
            look="Which span should come back for a text of one token?",
        ),
        slip(
            "the length comes back in place of the last position",
            edit=("return divmod(best, len(start))", "i, k = divmod(best, len(start))\n    return i, k - i + 1"),
            also=[("return divmod(best, len(start))", "i, k = divmod(best, len(start))\n    return i, k - i")],
            why="Two positions were asked for.",
            look="What does the second number of your result count from?",
        ),
        slip(
            "start and end are chosen independently, and exchanged where they run backwards",
            edit=("return divmod(best, len(start))", "return tuple(sorted((int(start.argmax()), int(end.argmax()))))"),
            why="The two marks are then a start where the answer would end and an end where it would start.",
            look="Which scores has the pair that you return? Are they the ones that were large?",
        ),
        slip(
            "a sum below 0 is never taken",
            edit=("return divmod(best, len(start))", "return divmod(best, len(start)) if pairs.flatten()[best] > 0 else (0, 0)"),
            why="Logits have no zero point. Where all sums are negative, one of them is still the largest.",
            look="What does your search begin with, before it has seen a span?",
        ),
        slip(
            "the end is counted from the start on",
            edit=("return divmod(best, len(start))", "i = int(start.argmax())\n    return i, int(end[i : i + longest].argmax())"),
            why="A slice of `end` has places of its own, which begin at 0 again.",
            look="Which position of the text is place 0 of `end[i:]`?",
        ),
        slip(
            "the sum is divided by the length of the span",
            edit=("pairs = start[:, None] + end[None, :]", "place = torch.arange(len(start))\n    pairs = (start[:, None] + end[None, :]) / ((place[None, :] - place[:, None]).abs() + 1)"),
            why="Two marks are scored, not the words between them. A long answer is not worth less.",
            look="What does the docstring say about the length, other than how long a span may be?",
        ),
        slip(
            "the search runs over the end of the text",
            edit=("pairs = start[:, None]", "T, best, place = len(start), -math.inf, (0, 0)\n    for i in range(T):\n        for k in range(i, i + longest):\n            if start[i] + end[k] > best:\n                best, place = float(start[i] + end[k]), (i, k)\n    return place\n    pairs = start[:, None]"),
            why="Near the end fewer than `longest` ends are left.",
            look="Which ends has a span that starts at the last token?",
        ),
        slip(
            "only starts are tried that leave room for the longest span",
            edit=("pairs = start[:, None]", "T, best, place = len(start), -math.inf, (0, 0)\n    for i in range(max(1, T - longest + 1)):\n        for k in range(i, min(T, i + longest)):\n            if start[i] + end[k] > best:\n                best, place = float(start[i] + end[k]), (i, k)\n    return place\n    pairs = start[:, None]"),
            why="Short answers near the end of the text could not be found.",
            look="Which span stands on the last token alone?",
        ),
        slip(
            "position 0 is left out",
            edit=("tril(longest - 1)", "tril(longest - 1)\n    possible[0] = False"),
            why="Here it is a place like any other. What is special about [CLS] comes in the next exercise.",
            look="Which positions does the docstring leave out?",
        ),
        slip(
            "a span that is too long is found and then cut",
            edit=[(".tril(longest - 1)", ""), ("return divmod(best, len(start))", "i, k = divmod(best, len(start))\n    return i, min(k, i + longest - 1)")],
            why="What is left of it was never compared with the spans that are allowed.",
            look="What is the sum of the pair that you return?",
        ),
        slip(
            "only the best few starts and ends are tried",
            edit=("pairs = start[:, None]", "T, best, place = len(start), -math.inf, (0, 0)\n    for i in start.topk(min(10, len(start))).indices.tolist():\n        for k in end.topk(min(10, len(end))).indices.tolist():\n            if i <= k < i + longest and start[i] + end[k] > best:\n                best, place = float(start[i] + end[k]), (i, k)\n    return place\n    pairs = start[:, None]"),
            why="The best pair may consist of a middling start and a middling end, when the others do not fit together.",
            look="Can a pair win whose start is not among the best ten?",
        ),
    ]  # fmt: skip
    promises = {
        "not before it starts": dict(kind="early end"),
        "the largest sum, not the best start": dict(kind="late start"),
        "exactly the longest is allowed": dict(kind="long"),
        "one token": dict(kind="one"),
        "a limit of one token": dict(longest=1),
        "a limit above T": dict(longest=40),
        "a text of one token": dict(T=1),
        "negative scores": dict(level=-300),
        "places with −∞": dict(closed=5),
        "the whole text": dict(kind="whole"),
        "the limit holds while it is searched": dict(kind="apart"),
        "also where many single starts and ends are better": dict(kind="crowd"),
    }


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
    weights = {"spans": 2, "margin": 1}

    def inputs(rng, T, longest, lead, kind="plain", closed=0, level=0.0):
        while True:  # eighths are exact in float32, so that a margin may equal a threshold
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
            "thresholds": [float(x) for x in rng.permutation([*near, 0.0, -margin])],
        }

    def oracle(start, end, longest, thresholds):
        spans = all_spans(start[1:], end[1:], longest)
        i, k = max(spans, key=lambda span: spans[span])
        margin = float(spans[i, k] - (start[0] + end[0]))
        found = [[i + 1, k + 1] if margin > t else [0, 0] for t in thresholds]
        return {"spans": found, "margin": [margin] * len(thresholds)}

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
            why="It answers when it should be silent, and is silent when it is sure.",
            look="A very high threshold should make the model careful. How much does yours answer then?",
        ),
        slip(
            "a margin equal to the threshold is answered",
            edit=("margin > threshold else", "margin >= threshold else"),
            why="A threshold that was fitted on validation data is one of the margins. Whether that question is answered has to be the same in both places.",
            look="What does \"by more than\" say of two equal numbers?",
        ),
        slip(
            "the threshold has the wrong sign",
            edit=("margin > threshold else", "margin > -threshold else"),
            why="Then a higher threshold makes the model bolder.",
            look="With a threshold of 2: by how much must the span beat [CLS]?",
        ),
        slip(
            "the threshold is ignored",
            edit=("margin > threshold else", "margin > 0 else"),
            why="How sure is sure enough has to be measured; nothing says that it is 0.",
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
            why="[CLS] is no word. A span from there into the text is neither an answer nor \"no answer\".",
            look="Which positions may a span have that stands in the text?",
        ),
        slip(
            "the positions are those of the text without [CLS]",
            edit=("return ((i, k) if", "return ((i - 1, k - 1) if"),
            why="Once [CLS] has been taken away, everything stands one place earlier.",
            look="Where does the first word stand in `start`, and where in `start[1:]`?",
        ),
        slip(
            "the positions are shifted before the scores are read",
            edit=("i, k = i + 1, k + 1\n    margin = float(start[i] + end[k] - start[0] - end[0])", "margin = float(start[i] + end[k] - start[0] - end[0])\n    i, k = i + 1, k + 1"),
            why="The margin is read one place too early.",
            look="Which scores has the span that you found? Read them off by hand.",
        ),
        slip(
            "only the start of [CLS] counts",
            edit=("- start[0] - end[0])", "- start[0])", "- 2 * start[0])"),
            also=[("- start[0] - end[0])", "- end[0])"), ("- start[0] - end[0])", "- max(start[0], end[0]))"), ("- start[0] - end[0])", "- (start[0] + end[0]) / 2)")],
            why="\"No answer\" is a pair as well, of a start and an end. A span's sum of two has to be compared with a sum of two.",
            look="Of how many numbers is the score of a span the sum, and of how many that of [CLS]?",
        ),
        slip(
            "the best start and the best end are compared, whether or not they make a span",
            edit=("margin = float(start[i] + end[k] - start[0] - end[0])", "margin = float(start[1:].max() + end[1:].max() - start[0] - end[0])"),
            why="The two may not belong together; what is underlined is weaker than that.",
            look="Which pair do you return, and which pair do you compare?",
        ),
        slip(
            "probabilities are compared",
            edit=("margin = float(start[i] + end[k] - start[0] - end[0])", "p, q = start.softmax(0), end.softmax(0)\n    margin = float(p[i] * q[k] - p[0] * q[0])"),
            also=[("margin = float(start[i] + end[k] - start[0] - end[0])", "p, q = start.softmax(0), end.softmax(0)\n    margin = float(p[i] + q[k] - p[0] - q[0])")],
            why="The docstring speaks of scores. A difference of probabilities depends on all other positions as well.",
            look="By how much does a sum of 7 beat a sum of 4?",
        ),
        slip(
            "the margin is counted from the threshold on",
            edit=("(0, 0)), margin", "(0, 0)), margin - threshold"),
            why="The threshold will be fitted on margins. If they contain one already, it is counted twice.",
            look="Does your margin change with the threshold? Should it?",
        ),
        slip(
            "the margin is that of [CLS] over the span",
            edit=("(0, 0)), margin", "(0, 0)), -margin"),
            why="Everybody after you reads it as \"how much better the span is\".",
            look="What sign has the margin where the span wins clearly?",
        ),
        slip(
            "there is no margin where nothing is answered",
            edit=("return ((i, k) if margin > threshold else (0, 0)), margin", "return ((i, k), margin) if margin > threshold else ((0, 0), 0.0)"),
            also=[("return ((i, k) if margin > threshold else (0, 0)), margin", "return ((i, k), margin) if margin > threshold else ((0, 0), -math.inf)")],
            why="The next exercise looks for the best threshold, and for that it needs to know how close each question was.",
            look="What does the docstring say of the margin when the answer is (0, 0)?",
        ),
        slip(
            "margin and threshold are those of [CLS] over the span",
            edit=("return ((i, k) if margin > threshold else (0, 0)), margin", "return ((0, 0) if -margin > threshold else (i, k)), -margin"),
            why="The paper's null score turned round: a higher threshold then answers more.",
            look="A very high threshold should make the model careful. How much does yours answer then?",
        ),
        slip(
            "[CLS] is left out of the comparison",
            edit=("- start[0] - end[0])", ")"),
            why="A logit by itself is neither high nor low. How sure a span is shows beside what else there was to choose.",
            look="Which two scores does \"no answer\" have, and where does your code read them?",
        ),
        slip(
            "the caller's scores are overwritten",
            edit=("i, k = best_span(start[1:], end[1:], longest)", "nothing = float(start[0] + end[0])\n    start[0] = end[0] = -math.inf\n    i, k = best_span(start[1:], end[1:], longest)"),
            also=[[("i, k = best_span(start[1:], end[1:], longest)", "nothing = float(start[0] + end[0])\n    start[0] = end[0] = -math.inf\n    i, k = best_span(start[1:], end[1:], longest)"), ("- start[0] - end[0])", "- nothing)")]],
            why="Whoever asks again about the same text finds [CLS] gone. A slice of a tensor is not a copy.",
            look="Does your code write into a tensor that it was given?",
        ),
        slip(
            "the score of the span is held against the threshold, not the margin",
            edit=("if margin > threshold else", "if start[i] + end[k] > threshold else"),
            why="A score by itself is neither high nor low.",
            look="What does your code compare with the threshold?",
        ),
        slip(
            "the threshold loses its sign",
            edit=("margin > threshold else", "margin > abs(threshold) else"),
            why="A threshold below 0 makes the reader bolder, and the best one may lie there.",
            look="Which numbers may the threshold be, according to the docstring?",
        ),
        slip(
            "a span with less than the score of [CLS] is never taken, and its margin is 0",
            edit=("return ((i, k) if margin > threshold else (0, 0)), margin", "return ((i, k) if margin > max(threshold, 0.0) else (0, 0)), max(margin, 0.0)"),
            why="With a threshold below 0 such a span is to be underlined, and to find that threshold one needs its margin.",
            look="Can your margin be negative?",
        ),
        slip(
            "spans may be one token too long",
            edit=("best_span(start[1:], end[1:], longest)", "best_span(start[1:], end[1:], longest + 1)"),
            why="From i to k there are k − i + 1 tokens. Without [CLS] that does not change.",
            look="How many tokens has the longest span that your search looks at?",
        ),
        slip(
            "it is silent wherever [CLS] is the best start",
            edit=("if margin > threshold else", "if margin > threshold and int(start.argmax()) > 0 else"),
            why="A poor start may have an excellent end. Sums are compared.",
            look="Which two sums does the docstring compare?",
        ),
    ]  # fmt: skip
    promises = {
        "answered": dict(lead=(0.5, 3), T=9),
        "not answered": dict(lead=(-3, -0.5)),
        "[CLS] belongs to no span": dict(kind="tempting"),
        "nor does it end one": dict(kind="tempting end"),
        "the pair that is compared is a span": dict(kind="crossed"),
        "one word": dict(T=2),
        "no longer than the limit": dict(kind="long"),
        "places with −∞": dict(closed=4),
        "scores that are all negative": dict(level=-20),
        "more than the threshold": "spans",
        "the margin comes back in any case": "margin",
    }


# --- measuring ------------------------------------------------------------------------------------------------------

ARTICLES = ("a", "an", "the", "The", "A", "An", "THE")
WORDS = ["theatre", "another", "Andes", "Rome", "U.S.", "well-known", "Bach's", "1,000", "(1685", "1750)", "e-mail", "Anna",
         "ROME", "río", "–", "Thebes", "&", "C++", "the-end", "o'clock", "A.", "The,", "it's", "beta/alpha", "#7"]  # fmt: skip
SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
SPACES = [" ", "  ", "\t", " \n "]


def plainly(text):
    """Normalized character by character, with a machine of two states: in a word or between words."""
    words, word = [], ""
    for sign in [*text, " "]:
        if sign.isspace():
            words, word = [*words, word], ""
        elif sign not in SIGNS:
            word += sign.lower()
    return " ".join(w for w in words if w and w != "a" and w != "an" and w != "the")


def written(rng, words):
    """The words as somebody might type them: with articles, signs, capitals and spaces that do not count."""
    parts = []
    for word in words:
        if rng.random() < 0.35:
            parts.append(str(rng.choice(ARTICLES)))
        word = [word, word.upper(), word.capitalize()][int(rng.integers(3))]
        parts.append(word + str(rng.choice(["", "", ",", ".", '"', "!"])))
    spaces = [str(rng.choice(SPACES)) for _ in parts]
    lead = str(rng.choice(["", " "]))
    return lead + "".join(part + space for part, space in zip(parts, spaces))


def some(rng, pool, n):
    return [str(word) for word in rng.choice(pool, size=n)]


@exercise("exact_match", points=3)
class _:
    cases = [dict(n=6, words=4), dict(n=5, words=1), dict(n=4, words=7), dict(n=2, words=0)]
    weights = {"normalized": 2, "matches": 1}

    def inputs(rng, n, words):
        texts = [
            written(
                rng,
                some(rng, WORDS, words) + ["snake_case", "–", "Straße", "panda", "sofa x"][: 3 * words // 4],
            )
            for _ in range(n)
        ]
        if words == 0:
            texts = ["", str(rng.choice(ARTICLES)), " the  A.\t", str(rng.choice(["...", "?!", "an,"]))]
        pairs = []
        for place, text in enumerate(texts):
            same = written(rng, plainly(text).split()) if words else str(rng.choice(["", "the", "."]))
            other = " ".join(some(rng, WORDS, words + 1)) + " x"
            longer = f"{same} {rng.choice(['too', 'also'])}"
            turned = " ".join(["zebra", *reversed(plainly(text).split())])
            pairs.append(
                [text, [[same], [other, same], [same, other], [longer], [turned, other], [other]][place % 6]]
            )
        pairs.append([pairs[0][0] + " more", pairs[0][1]])
        pairs.append(["", [""]])
        pairs.append(["Rome", [""]])
        pairs.append([str(rng.choice(["The.", "an", "A!"])), [""]])  # nothing is left of it
        one, two = some(rng, ["panda", "zebra", "otter"], 1)[0], some(rng, ["bites", "sees"], 1)[0]
        pairs.append([f"{one} {two} man", [f"man {two} {one}"]])  # the same words
        pairs.append([f"{one} {one}", [one]])
        pairs = [pairs[i] for i in rng.permutation(len(pairs))]
        return {"texts": texts, "pairs": pairs}

    def oracle(texts, pairs):
        found = [sum(plainly(a) == plainly(prediction) for a in answers) > 0 for prediction, answers in pairs]
        return {
            "normalized": [plainly(text) for text in texts],
            "matches": [1.0 if x else 0.0 for x in found],
        }

    alternatives = {
        "the published order, with regular expressions": r"""
            def normalize_answer(text):
                text = "".join(sign for sign in text.lower() if sign not in set(string.punctuation))
                text = re.sub(r"\b(a|an|the)\b", " ", text)
                return " ".join(text.split())

            def exact_match(prediction, answers):
                return max(1.0 if normalize_answer(a) == normalize_answer(prediction) else 0.0 for a in answers)
        """,
        "a set of right answers": r"""
            def normalize_answer(s):
                for sign in string.punctuation:
                    s = s.replace(sign, "")
                words = [w for w in re.split(r"\s+", s.lower()) if w not in ("", "a", "an", "the")]
                return " ".join(words)

            def exact_match(prediction, answers):
                return 1.0 * (normalize_answer(prediction) in set(map(normalize_answer, answers)))
        """,
    }
    NORMAL = 'text = text.lower().translate(str.maketrans("", "", string.punctuation))'
    slips = [
        slip(
            "capitals count",
            edit=("text.lower().translate", "text.translate"),
            why="\"the Romans\" and \"The romans\" are one answer.",
            look="Is `Rome` what it should become?",
        ),
        slip(
            "punctuation stays",
            edit=(NORMAL, "text = text.lower()"),
            why="A full stop that stood behind the answer in the passage would make it wrong.",
            look="What becomes of \"Rome,\"?",
        ),
        slip(
            "punctuation becomes a space",
            edit=('str.maketrans("", "", string.punctuation)', "{ord(sign): ' ' for sign in string.punctuation}"),
            also=[(NORMAL, 'text = re.sub(r"[^\\w\\s]", " ", text.lower())')],
            why="\"U.S.\" would become two words, and \"Bach's\" too. The published scores delete signs.",
            look="What should become of \"U.S.\"?",
        ),
        slip(
            "articles stay",
            edit=('if word not in {"a", "an", "the"})', ")"),
            also=[('{"a", "an", "the"}', '{"a", "the"}'), ('{"a", "an", "the"}', '{"the"}')],
            why="\"the Eiffel Tower\" and \"Eiffel Tower\" are one answer.",
            look="Which three words are to go?",
        ),
        slip(
            "articles are cut out of words",
            edit=('" ".join(word for word in text.split() if word not in {"a", "an", "the"})', '" ".join(re.sub("the|an|a", "", text).split())'),
            also=[
                ('" ".join(word for word in text.split() if word not in {"a", "an", "the"})', '" ".join(text.replace("the", "").replace("an", "").replace("a", "").split())'),
                ('" ".join(word for word in text.split() if word not in {"a", "an", "the"})', '" ".join(text.replace("the ", "").replace("an ", "").replace("a ", "").split())'),
            ],
            why="\"theatre\" becomes \"tre\", and many different words become the same.",
            look="What becomes of \"Anna\"?",
        ),
        slip(
            "articles go before capitals and punctuation",
            edit=(NORMAL, 'text = " ".join(word for word in text.split() if word not in {"a", "an", "the"})\n    text = text.lower().translate(str.maketrans("", "", string.punctuation))\n    return " ".join(text.split())'),
            also=[(NORMAL, 'text = " ".join(word for word in text.lower().split() if word not in {"a", "an", "the"})\n    text = text.translate(str.maketrans("", "", string.punctuation))\n    return " ".join(text.split())')],
            why="\"The\" is not yet \"the\" then, or \"the,\" has its comma, and both stay.",
            look="In which order do the steps have to come, so that \"The,\" goes?",
        ),
        slip(
            "spaces stay as they were",
            edit=('" ".join(word for word in text.split() if word not in {"a", "an", "the"})', 're.sub(r"\\b(a|an|the)\\b", "", text)'),
            also=[('" ".join(word for word in text.split() if word not in {"a", "an", "the"})', 're.sub(r"\\b(a|an|the)\\b", " ", text)'), ('" ".join(word for word in text.split() if word not in {"a", "an", "the"})', 're.sub(r"\\b(a|an|the)\\b", "", text).strip()'), ("text.split() if", 'text.split(" ") if'), ('" ".join(word for word in text.split() if word not in {"a", "an", "the"})', 're.sub(r"\\b(a|an|the)\\b", "", " ".join(text.split())).strip()'), ('return " ".join(word for word in text.split() if word not in {"a", "an", "the"})', 'return " ".join(word for word in text.split(" ") if word not in {"a", "an", "the"}).strip()')],
            why="Where an article went, two spaces are left, and two answers that look the same differ.",
            look="Print `repr` of your result for \"in the  end\".",
        ),
        slip(
            "the words come back as a list",
            edit=('" ".join(word for word in text.split() if word not in {"a", "an", "the"})', '[word for word in text.split() if word not in {"a", "an", "the"}]'),
            why="The docstring promises a string.",
            look="Print the type of what `normalize_answer` returns.",
        ),
        slip(
            "all spaces go",
            edit=('" ".join(word for', '"".join(word for'),
            why="\"now here\" and \"nowhere\" would be the same.",
            look="What stands between two words of your result?",
        ),
        slip(
            "only the first answer counts",
            edit=("return float(any(normalize_answer(prediction) == normalize_answer(answer) for answer in answers))", "return float(normalize_answer(prediction) == normalize_answer(answers[0]))"),
            why="Several people wrote down an answer each, and any of them is right.",
            look="What is the length of `answers`?",
        ),
        slip(
            "all answers have to match",
            edit=("float(any(", "float(all("),
            also=[("float(any(normalize_answer(prediction) == normalize_answer(answer) for answer in answers))", "sum(normalize_answer(prediction) == normalize_answer(answer) for answer in answers) / len(answers)")],
            why="People answer in different words. One match is enough.",
            look="Which of `any` and `all` says \"one of the answers\"?",
        ),
        slip(
            "the texts are compared as they are",
            edit=("normalize_answer(prediction) == normalize_answer(answer)", "prediction == answer"),
            also=[("normalize_answer(prediction) == normalize_answer(answer)", "prediction == normalize_answer(answer)"), ("normalize_answer(prediction) == normalize_answer(answer)", "normalize_answer(prediction) == answer")],
            why="You wrote a function for what does not count; the comparison has to use it on both sides.",
            look="On how many of the two texts does your comparison call `normalize_answer`?",
        ),
        slip(
            "it is enough that one contains the other",
            edit=("normalize_answer(prediction) == normalize_answer(answer)", "normalize_answer(answer) in normalize_answer(prediction)"),
            also=[("normalize_answer(prediction) == normalize_answer(answer)", "normalize_answer(prediction) in normalize_answer(answer)")],
            why="Whoever underlines the whole page would always be right.",
            look="Does \"Rome is old\" equal \"Rome\"?",
        ),
        slip(
            "other signs go than those of string.punctuation",
            edit=(NORMAL, 'text = re.sub(r"[^\\w\\s]", "", text.lower())'),
            also=[(NORMAL, 'text = "".join(sign for sign in text.lower() if sign.isalnum() or sign.isspace())'), (NORMAL, 'text = re.sub(r"[^a-z0-9\\s]", "", text.lower())')],
            why="A dash of print (–) is not in the list, and the underscore is. Scores can be compared only where all delete the same.",
            look="Print `string.punctuation`. Does it hold – and _ ?",
        ),
        slip(
            "punctuation goes only at the ends of words",
            edit=(NORMAL, 'text = " ".join(word.strip(string.punctuation) for word in text.lower().split())'),
            why="\"U.S.\" and \"US\" would stay two answers.",
            look="What becomes of \"well-known\"?",
        ),
        slip(
            "the order of the words is lost",
            edit=('" ".join(word for word in text.split() if word not in {"a", "an", "the"})', '" ".join(sorted(word for word in text.split() if word not in {"a", "an", "the"}))'),
            why="\"dog bites man\" and \"man bites dog\" would be one answer.",
            look="In which order do the words of your result stand?",
        ),
        slip(
            "articles go only where a space stands on both sides",
            edit=('" ".join(word for word in text.split() if word not in {"a", "an", "the"})', '" ".join(text.split()).replace(" a ", " ").replace(" an ", " ").replace(" the ", " ").strip()'),
            why="At the beginning, at the end and behind another article they stay.",
            look="What becomes of \"The Rome\"?",
        ),
        slip(
            "only an article at the beginning goes",
            edit=('" ".join(word for word in text.split() if word not in {"a", "an", "the"})', '" ".join(w for i, w in enumerate(text.split()) if i or w not in ("a", "an", "the"))'),
            why="\"Lord of the Rings\" and \"Lord of Rings\" are one answer.",
            look="What becomes of an article in the middle?",
        ),
        slip(
            "an empty prediction is never right",
            edit=("normalize_answer(prediction) == normalize_answer(answer)", "normalize_answer(prediction) and normalize_answer(prediction) == normalize_answer(answer)"),
            also=[("return float(any(", "return float(bool(prediction) and any(")],
            why="A third of the questions have no answer, and silence is right there.",
            look="Prediction \"\", answers [\"\"]: what should come out?",
        ),
        slip(
            "`casefold` takes the place of lower case",
            edit=("text.lower()", "text.casefold()"),
            why="It turns ß into ss. Scores can be compared only where all do the same.",
            look="What does `casefold` do to \"Straße\"?",
        ),
        slip(
            "words are compared as a set",
            edit=("normalize_answer(prediction) == normalize_answer(answer)", "set(normalize_answer(prediction).split()) == set(normalize_answer(answer).split())"),
            also=[("normalize_answer(prediction) == normalize_answer(answer)", "sorted(normalize_answer(prediction).split()) == sorted(normalize_answer(answer).split())")],
            why="\"dog bites man\" and \"man bites dog\" would be one answer.",
            look="Which two texts have the same words and another meaning?",
        ),
        slip(
            "empty texts are looked for before normalizing",
            edit=("return float(any(", 'return float(prediction == "") if "" in answers else float(any('),
            also=[("return float(any(", 'return float(prediction == answers[0]) if "" in (prediction, answers[0]) else float(any(')],
            why="Of \"the\" nothing is left either.",
            look="What does `normalize_answer(\"The.\")` return?",
        ),
    ]  # fmt: skip
    promises = {
        "signs, capitals, articles, spaces": dict(words=4),
        "single words": dict(words=1),
        "several answers": "matches",
        "nothing is left": dict(words=0),
        "the order of words counts": "matches",
        "ß is lower case already": dict(words=7),
    }


def shared_words(one, other):
    """How many words two lists share, by crossing them off one at a time."""
    left, shared = list(other), 0
    for word in one:
        if word in left:
            left.remove(word)
            shared += 1
    return shared


def f1_of(prediction, answer):
    ours, theirs = plainly(prediction).split(), plainly(answer).split()
    if not ours or not theirs:
        return 1.0 if len(ours) == len(theirs) else 0.0
    shared = shared_words(ours, theirs)
    if shared == 0:
        return 0.0
    precision, recall = shared / len(ours), shared / len(theirs)
    return 2 / (1 / precision + 1 / recall)


@exercise("token_f1", points=3, uses=["exact_match"])
class _:
    FEW = ["rome", "river", "tiber", "of", "old", "in", "Bach's", "U.S."]
    cases = [
        dict(n=6, most=6, answers=1),
        dict(n=4, most=4, answers=3),
        dict(n=3, most=9, answers=2, few=3),
        dict(n=0, most=2, answers=2),
    ]

    def inputs(rng, n, most, answers, few=None):
        pool = ["rome", "river", "tiber", "of", "old", "in", "Bach's", "U.S."][:few]

        def line():
            return written(rng, some(rng, pool, int(rng.integers(1, most + 1))))

        pairs = [[line(), [line() for _ in range(answers)]] for _ in range(n)]
        if n == 0:
            same = line()
            pairs = [
                ["", [""]],
                [line(), [""]],
                ["", [line(), line()]],
                ["the", ["an."]],
                ["zebra", [line()]],
                [same, ["", same]],
            ]
        else:  # "of of": a word that one of the two has twice
            word, other = (str(w) for w in rng.choice(pool[:3], size=2, replace=False))
            pairs += [
                [f"{word} {word} {other}", [f"the {word} {other} {other}"]],
                [f"{word} {word} {word}", [word]],
            ]
        return {"pairs": pairs}

    def oracle(pairs):
        return {"f1": [max(f1_of(prediction, answer) for answer in answers) for prediction, answers in pairs]}

    equivalent = {
        "if not ours and not theirs:": "where one text has no words nothing is shared, and 0 comes out as well",
    }
    alternatives = {
        "precision and recall, word by word": """
            scores = []
            for answer in answers:
                a, b = normalize_answer(prediction).split(), normalize_answer(answer).split()
                if len(a) == 0 or len(b) == 0:
                    scores.append(1.0 if a == b else 0.0)
                    continue
                both = sum(min(a.count(w), b.count(w)) for w in set(a))
                precision, recall = both / len(a), both / len(b)
                scores.append(2 * precision * recall / (precision + recall) if both else 0.0)
            return max(scores)
        """,
        "sorted lists": """
            def shared(a, b):
                if not a or not b:
                    return 0
                if a[0] == b[0]:
                    return 1 + shared(a[1:], b[1:])
                return shared(a[1:], b) if a[0] < b[0] else shared(a, b[1:])

            best = 0.0
            for answer in answers:
                a, b = (sorted(normalize_answer(t).split()) for t in (prediction, answer))
                f1 = 1.0 if a == b else 2 * shared(a, b) / (len(a) + len(b))
                best = max(best, f1)
            return best
        """,
    }
    slips = [
        slip(
            "nothing is normalized",
            edit=("ours, theirs = normalize_answer(prediction).split(), normalize_answer(answer).split()", "ours, theirs = prediction.split(), answer.split()"),
            also=[("ours, theirs = normalize_answer(prediction).split(), normalize_answer(answer).split()", "ours, theirs = prediction.lower().split(), answer.lower().split()")],
            why="\"the Tiber.\" and \"Tiber\" would share nothing, though only writing differs.",
            look="Which words of \"The Tiber.\" count?",
        ),
        slip(
            "only one of the two texts is normalized",
            edit=("normalize_answer(prediction).split()", "prediction.split()"),
            also=[("normalize_answer(answer).split()", "answer.split()")],
            why="What is written differently on both sides can only be equal when both have been normalized.",
            look="On how many texts do you call `normalize_answer`?",
        ),
        slip(
            "a word counts once, however often it occurs",
            edit=("(Counter(ours) & Counter(theirs)).total()", "len(set(ours) & set(theirs))"),
            why="\"of of of\" would have a precision of a third against \"of of of\".",
            look="What is the F1 of a text with itself, when a word comes twice?",
        ),
        slip(
            "both texts become sets",
            edit=("shared = (Counter(ours) & Counter(theirs)).total()", "ours, theirs = set(ours), set(theirs)\n        shared = len(ours & theirs)"),
            why="Saying a word three times would cost nothing.",
            look="Prediction \"Rome Rome Rome\", answer \"Rome\": what is the precision?",
        ),
        slip(
            "a repeated word is counted against the same word again and again",
            edit=("(Counter(ours) & Counter(theirs)).total()", "sum(word in theirs for word in ours)"),
            also=[("(Counter(ours) & Counter(theirs)).total()", "sum(word in ours for word in theirs)"), ("2 * shared / (len(ours) + len(theirs))", "min(1.0, 2 * sum(word in theirs for word in ours) / (len(ours) + len(theirs)))")],
            why="Prediction \"Rome Rome Rome\" against \"Rome\" has one right word, not three.",
            look="Can your number of shared words be larger than the shorter text?",
        ),
        slip(
            "it is the precision",
            edit=("2 * shared / (len(ours) + len(theirs))", "shared / len(ours)"),
            why="One right word would be a perfect answer, whatever is missing.",
            look="What does F1 say of a prediction with one word of ten?",
        ),
        slip(
            "it is the recall",
            edit=("2 * shared / (len(ours) + len(theirs))", "shared / len(theirs)"),
            why="Whoever underlines the whole page would be perfect.",
            look="What does F1 say of a prediction that holds the answer and a hundred words more?",
        ),
        slip(
            "precision and recall are simply averaged",
            edit=("2 * shared / (len(ours) + len(theirs))", "(shared / len(ours) + shared / len(theirs)) / 2"),
            also=[("2 * shared / (len(ours) + len(theirs))", "shared / (len(ours) * len(theirs)) ** 0.5")],
            why="Underlining everything would still earn a half. The harmonic mean is small as soon as one of the two is.",
            look="Which mean does the F in F1 stand for?",
        ),
        slip(
            "shared words are counted once, and both texts below",
            edit=("2 * shared / (len(ours) + len(theirs))", "shared / (len(ours) + len(theirs) - shared)"),
            also=[("2 * shared / (len(ours) + len(theirs))", "shared / (len(ours) + len(theirs))")],
            why="That is the Jaccard index, or half of F1. A text against itself should get 1, and half a match more than a third.",
            look="Work out precision, recall and F1 for s = 1, n = 2, m = 2.",
        ),
        slip(
            "the answers are averaged",
            edit=("return max(f1(answer) for answer in answers)", "return sum(f1(answer) for answer in answers) / len(answers)"),
            why="People answer in different words. The prediction is held against the one it is closest to.",
            look="What should a prediction get that equals one of three answers?",
        ),
        slip(
            "only the first answer counts",
            edit=("return max(f1(answer) for answer in answers)", "return f1(answers[0])"),
            also=[("return max(f1(answer) for answer in answers)", "return f1(answers[-1])")],
            why="Any of the answers is right.",
            look="How many answers does your function look at?",
        ),
        slip(
            "the words of all answers are thrown together",
            edit=("return max(f1(answer) for answer in answers)", 'return f1(" ".join(answers))'),
            why="A prediction that equals one answer would seem to miss the words of the others.",
            look="What should a prediction get that equals one of three answers?",
        ),
        slip(
            "silence where silence is right earns nothing",
            edit=("return float(ours == theirs)", "return 0.0"),
            why="A third of the questions have no answer, and to say nothing is the right answer to them.",
            look="Prediction \"\", answers [\"\"]: what does the docstring say?",
        ),
        slip(
            "an empty text earns everything",
            edit=("return float(ours == theirs)", "return 1.0"),
            why="To say nothing would be right for every question.",
            look="Prediction \"\", answer \"Rome\": what should come out?",
        ),
        slip(
            "letters are compared, not words",
            edit=("ours, theirs = normalize_answer(prediction).split(), normalize_answer(answer).split()", "ours, theirs = normalize_answer(prediction), normalize_answer(answer)"),
            why="Two words of the same letters would be the same.",
            look="What are the elements of what you count?",
        ),
        slip(
            "a text without words divides by zero",
            edit=("if not ours or not theirs:\n            return float(ours == theirs)\n        shared", "shared"),
            also=[("if not ours or not theirs:\n            return float(ours == theirs)\n        shared = (Counter(ours) & Counter(theirs)).total()\n        return 2 * shared / (len(ours) + len(theirs))", "shared = (Counter(ours) & Counter(theirs)).total()\n        precision, recall = shared / len(ours), shared / len(theirs)\n        return 2 * precision * recall / (precision + recall)")],
            why="\"\" has no words, and neither has \"the\". The docstring says what their F1 is.",
            look="What is the length of `normalize_answer(\"the\").split()`?",
        ),
        slip(
            "empty texts are looked for before normalizing",
            edit=[("if not ours or not theirs:\n            return float(ours == theirs)", "if not prediction or not answer:\n            return float(prediction == answer)"), ("(len(ours) + len(theirs))", "max(1, len(ours) + len(theirs))")],
            why="Of \"the\" no words are left either.",
            look="What is the length of `normalize_answer(\"the\").split()`?",
        ),
        slip(
            "the first answer without words ends the search",
            edit="""
                best = 0.0
                for answer in answers:
                    ours, theirs = normalize_answer(prediction).split(), normalize_answer(answer).split()
                    if not ours or not theirs:
                        return float(ours == theirs)
                    best = max(best, 2 * (Counter(ours) & Counter(theirs)).total() / (len(ours) + len(theirs)))
                return best
            """,
            why="A later answer may fit better.",
            look="What does `return` do inside a loop?",
        ),
        slip(
            "words are compared place by place",
            edit=("(Counter(ours) & Counter(theirs)).total()", "sum(one == other for one, other in zip(ours, theirs))"),
            why="One word more at the beginning, and nothing would be shared.",
            look="What does \"old Rome\" share with \"Rome\"?",
        ),
    ]  # fmt: skip
    promises = {
        "a word counts as often as both have it": dict(few=3),
        "the best of several answers": dict(answers=3),
        "no words left": dict(n=0),
        "normalized": dict(most=6),
    }


def cut_apart(margins, answered, silent):
    """Would an answer be wrong that takes questions one at a time, also where their margins are equal?"""
    order = np.argsort(-margins, kind="stable")
    n = int(np.argmax([0, *np.cumsum((answered - silent)[order])]))
    if n in (0, len(margins)):
        return False
    apart = (margins[order[n - 1]] + margins[order[n]]) / 2
    best = max(np.where(margins > t, answered, silent).mean() for t in [-INF, *margins])
    return np.where(margins > apart, answered, silent).mean() < best - 1e-3


def by_decisions(margins, answered, silent):
    """What counting right decisions, and not points, may earn: the least, the most, and what could be had."""
    answer = margins > np.array([-INF, *margins])[:, None]  # (N + 1, N)
    decisions = (answer == (answered > silent)).sum(axis=1)
    points = np.where(answer, answered, silent).mean(axis=1)
    chosen = points[decisions == decisions.max()]
    return chosen.min(), chosen.max(), points.max()


def miscounted(margins, answered, silent):
    """Would an answer be wrong that counts right decisions, and not points?"""
    _, most, best = by_decisions(margins, answered, silent)
    return most < best - 1e-3


def counted(margins, answered, silent):
    """Would it be right, whichever it takes where several have as many?"""
    least, _, best = by_decisions(margins, answered, silent)
    return least > best - 1e-9


def found_on_a_grid(margins, answered, silent, step):
    """Does one of ten thresholds at equal steps above 0 earn more than 0 does?"""
    points = [np.where(margins > t * step, answered, silent).mean() for t in range(11)]
    return max(points) > points[0] + 1e-3


@exercise("fit_threshold", points=3)
class _:
    cases = [
        dict(N=12),
        dict(N=12, level=-300),
        dict(N=10, kind="ties"),
        dict(N=8, kind="all"),
        dict(N=8, kind="none"),
        dict(N=5, kind="all", level=-300),
        dict(N=1, kind="all"),
        dict(N=1, kind="none"),
        dict(N=14, level=40, scale=8),
        dict(N=12, kind="far", scale=0.05),
        dict(N=12, kind="partial"),
        dict(N=12, kind="grid", level=6, step=1),
        dict(N=14, kind="grid", level=0.5, scale=0.3, step=0.1),
        dict(N=11, kind="dip", level=8),  # with margins between the place of the best and its points
    ]

    def inputs(rng, N, kind="plain", level=0.0, scale=2.0, step=1.0):
        while True:
            silent = (rng.random(N) < 0.4).astype(float)  # the question has no answer
            margins = level + scale * rng.standard_normal(N) + scale * (0.7 - 1.4 * silent)
            answered = np.where(silent == 1, 0.0, np.round(rng.uniform(0.05, 1, N), 3))
            if kind == "ties":
                margins = np.round(margins / scale) * scale
            if kind == "far":  # one margin is far from the others, which are close together
                margins[rng.integers(N)] = rng.uniform(1000, 2000)
            if kind == "partial":  # most answers are nearly wrong
                answered = np.where(rng.random(N) < 0.7, answered / 5, answered)
            if kind == "all":
                silent, answered = np.zeros(N), np.round(rng.uniform(0.2, 1, N), 3)
            if kind == "none":
                silent, answered = np.ones(N), np.zeros(N)
            if kind == "dip":  # the question with the smallest margin is one to answer
                silent[margins.argmin()] = 0.0
                answered = np.where(silent == 1, 0.0, np.round(rng.uniform(0.7, 1, N), 3))
            by_answered = {
                tuple(margins > t): np.where(margins > t, answered, silent).mean() for t in [-INF, *margins]
            }
            points = sorted(by_answered.values())
            inside = (
                kind in ("all", "none")
                or min(points[-1] - by_answered[(b,) * N] for b in (True, False) if (b,) * N in by_answered)
                > 0.01
            )
            if (
                (len(points) == 1 or points[-1] - points[-2] > 1e-3)
                and inside
                and (kind != "ties" or cut_apart(margins, answered, silent))
                and (kind != "far" or sum(max(by_answered, key=by_answered.get)) > 1)
                and (scale > 1 or np.diff(np.sort(margins)).min() > 1e-3)
                and (kind != "partial" or miscounted(margins, answered, silent))
                and (kind != "dip" or counted(margins, answered, silent))
                and (kind != "grid" or found_on_a_grid(margins, answered, silent, step))
            ):
                return {"margins": margins, "if_answered": answered, "if_silent": silent}

    def oracle(margins, if_answered, if_silent):
        """Between any two neighbours, below all and above all."""
        m = np.unique(np.float32(margins)).astype(np.float64)
        tries = [m[0] - 1, *((m[1:] + m[:-1]) / 2), m[-1] + 1]
        points = [
            sum(a if x > t else s for x, a, s in zip(np.float32(margins), if_answered, if_silent))
            for t in tries
        ]
        best = tries[int(np.argmax(points))]
        return {"choice": {"answered": np.float32(margins) > best, "points": max(points) / len(margins)}}

    alternatives = {
        "sorted, with running sums": """
            order = margins.argsort(descending=True)
            gain = (if_answered - if_silent)[order].cumsum(0)
            best, threshold = 0.0, float("inf")
            for place, m in enumerate(margins[order].tolist()):
                last_of_its_kind = place + 1 == len(order) or margins[order][place + 1].item() < m
                if last_of_its_kind and gain[place].item() > best:
                    best = gain[place].item()
                    threshold = m - 1e-4
            return threshold
        """,
        "between neighbours": """
            edges = margins.unique()
            tries = [edges[0] - 1, *((edges[1:] + edges[:-1]) / 2), edges[-1] + 1]

            def points(t):
                return float(torch.where(margins > t, if_answered, if_silent).mean())

            return float(max(tries, key=points))
        """,
    }
    slips = [
        slip(
            "the threshold with the fewest points is taken",
            edit=("points.argmax()", "points.argmin()"),
            also=[("torch.where(answer, if_answered, if_silent)", "torch.where(answer, if_silent, if_answered)")],
            why="That is the worst one. It also comes out when the two tables of points are exchanged.",
            look="Which points does a question get that is answered, and do you look for many points or for few?",
        ),
        slip(
            "questions with a small margin are answered",
            edit=("margins > candidates[:, None]", "margins < candidates[:, None]"),
            why="A large margin says that the span is much better than silence.",
            look="Which questions are answered at a threshold of ∞?",
        ),
        slip(
            "a margin equal to the threshold counts as answered",
            edit=("margins > candidates[:, None]", "margins >= candidates[:, None]"),
            also=[[("margins > candidates[:, None]", "margins >= candidates[:, None]"), ("[-math.inf]", "[math.inf]")]],
            why="Then the question at the border is answered while you fit, and not afterwards.",
            look="What does the docstring say of margin and threshold that are equal?",
        ),
        slip(
            "it is never tried to answer everything",
            edit=("candidates = torch.cat([margins.new_tensor([-math.inf]), margins])", "candidates = margins"),
            also=[("margins.new_tensor([-math.inf])", "margins.new_tensor([math.inf])"), ("margins.new_tensor([-math.inf])", "margins.new_tensor([-1.0])"), ("margins.new_tensor([-math.inf])", "margins.new_tensor([0.0])")],
            why="The smallest margin is not above itself, so this question is never answered.",
            look="Which of your candidates lies below all margins?",
        ),
        slip(
            "it is never tried to answer nothing",
            edit=("candidates = torch.cat([margins.new_tensor([-math.inf]), margins])", "candidates = torch.cat([margins.new_tensor([-math.inf]), margins[margins < margins.max()]])"),
            also=[("return candidates[points.argmax()].item()", "best = points.masked_fill(~answer.any(dim=1), -1.0).argmax()\n    return candidates[best].item()")],
            why="Where every span is wrong, silence is best.",
            look="Which of your candidates is not below any margin?",
        ),
        slip(
            "a fixed grid of thresholds is tried",
            edit=("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.linspace(-1, 1, 21)"),
            also=[("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.linspace(-5, 5, 101)"), ("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.linspace(0, 1, 11)"), ("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.linspace(-10, 10, 201)"), ("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.linspace(margins.min().item() - 1, margins.max().item(), 100)"), ("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.linspace(-10, 10, 21)")],
            why="Margins are differences of logits and may be 3 or 300. The margins themselves say where something changes.",
            look="What are the smallest and the largest margin?",
        ),
        slip(
            "the threshold is 0",
            edit=("return candidates[points.argmax()].item()", "return 0.0"),
            why="Nothing says that \"the span is better\" and \"the span is probably right\" begin at the same number.",
            look="What do the points tell you that the sign of the margin does not?",
        ),
        slip(
            "only the answered questions are counted",
            edit=("torch.where(answer, if_answered, if_silent)", "torch.where(answer, if_answered, 0.0)"),
            also=[[("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.cat([margins, margins.new_tensor([-math.inf])])"), ("torch.where(answer, if_answered, if_silent)", "torch.where(answer, if_answered, 0.0)")]],
            why="To be silent where there is no answer is worth a point as well; without it everything is answered.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "only the silent ones are counted",
            edit=("torch.where(answer, if_answered, if_silent)", "torch.where(answer, 0.0, if_silent)"),
            why="Then silence is always the best.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "the mean is taken over the answered questions alone",
            edit=("torch.where(answer, if_answered, if_silent).sum(dim=1)", "(torch.where(answer, if_answered, 0.0).sum(dim=1) / answer.sum(dim=1).clamp(min=1))"),
            why="One sure question would be enough for full points.",
            look="By how many questions do you divide?",
        ),
        slip(
            "the points come back in place of the threshold",
            edit=("return candidates[points.argmax()].item()", "return points.max().item() / len(margins)"),
            also=[("return candidates[points.argmax()].item()", "return points.max().item()")],
            why="The next step compares margins with what you return.",
            look="What is the unit of your result: points, or margins?",
        ),
        slip(
            "the place of the threshold comes back",
            edit=("candidates[points.argmax()].item()", "int(points.argmax())"),
            also=[("candidates[points.argmax()].item()", "int(points.argmax()) - 1"), [("[-math.inf]), margins]", "[-math.inf]), margins.sort().values]"), ("candidates[points.argmax()].item()", "int(points.argmax())")]],
            why="argmax says where the best candidate stands, not how large it is.",
            look="Print your result and your margins. Is it one of them?",
        ),
        slip(
            "equal margins are cut apart",
            edit="""
                order = margins.argsort(descending=True, stable=True)
                total = torch.cat([torch.zeros(1), (if_answered - if_silent)[order].cumsum(0)])
                n = int(total.argmax())
                if n == 0:
                    return math.inf
                if n == len(order):
                    return -math.inf
                return (margins[order[n - 1]] + margins[order[n]]).item() / 2
            """,
            why="A threshold cannot answer one of two questions with the same margin. What your sum promises there is not to be had.",
            look="Two margins are equal. Which threshold lies between them?",
        ),
        slip(
            "it lies half way between the means of the two kinds",
            edit=("return candidates[points.argmax()].item()", "kinds = [margins[if_silent == kind] for kind in (0, 1)]\n    return float(sum(k.mean() if len(k) else margins.mean() for k in kinds) / 2)"),
            why="That would do if the two kinds were equally many and equally wide, and if every answer earned a full point.",
            look="Does your threshold change when all answers become wrong?",
        ),
        slip(
            "right decisions are counted, not points",
            edit=("torch.where(answer, if_answered, if_silent)", "(answer == (if_answered > if_silent)).double()"),
            also=[[("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.cat([margins, margins.new_tensor([-math.inf])])"), ("torch.where(answer, if_answered, if_silent)", "(answer == (if_answered > if_silent)).double()")]],
            why="A span that earns a twentieth of a point would weigh as much as a silence that earns a whole one.",
            look="How much is a decision worth that is right, and does your sum know it?",
        ),
        slip(
            "only thresholds between two margins are tried",
            edit=("torch.cat([margins.new_tensor([-math.inf]), margins])", "(margins.unique()[1:] + margins.unique()[:-1]) / 2 if len(margins) > 1 else margins"),
            why="To answer everything and to answer nothing are choices, too.",
            look="Which of your candidates lies below all margins, and which above all?",
        ),
        slip(
            "the margins are sorted, and their points are not",
            edit=("candidates = torch.cat", "margins = margins.sort().values\n    candidates = torch.cat"),
            why="Each margin then stands beside the points of another question.",
            look="To which question do the points at place 0 belong, after you sorted?",
        ),
        slip(
            "it stops where the points fall for the first time",
            edit=("return candidates[points.argmax()].item()", "order = candidates.argsort()\n    falls = (points[order].diff() < 0).nonzero()\n    return candidates[order[int(falls[0]) if len(falls) else -1]].item()"),
            why="Points go up and down; behind a fall they may rise higher than before.",
            look="Does your search look at all candidates?",
        ),
    ]  # fmt: skip
    promises = {
        "margins of any size": dict(level=40),
        "all of them negative": dict(level=-300),
        "equal margins": dict(kind="ties"),
        "to answer everything": dict(kind="all", N=8),
        "to answer everything, with margins of any size": dict(kind="all", N=5),
        "to answer nothing": dict(kind="none", N=8),
        "margins that are close together, and one far away": dict(kind="far"),
        "points count, also parts of them": dict(kind="partial"),
        "points that fall may rise again": dict(kind="dip"),
        "one question": dict(N=1, kind="all"),
        "one question, no answer": dict(N=1, kind="none"),
    }


# --- heads ----------------------------------------------------------------------------------------------------------


@exercise("attention_to_offset", points=2)
class _:
    cases = [
        dict(B=2, H=3, T=7, pad=(0, 3)),
        dict(B=3, H=3, T=3, pad=(0, 0, 1)),
        dict(B=2, H=2, T=6, pad=(2, 0), left=True),
        dict(B=1, H=4, T=5, pad=(0,)),
        dict(B=2, H=1, T=6, pad=(1, 1), hole=True),
    ]

    def inputs(rng, B, H, T, pad, left=False, hole=False):
        valid = np.ones((B, T), dtype=bool)
        for row, n in zip(valid, pad):
            row[: n if left else 0] = False
            row[T if left else T - n :] = False
        if hole:
            valid[:, 2] = False
        attention = softmax(2 * rng.standard_normal((B, H, T, T)))  # also where a key is padding: a trap
        return {"attention": attention, "valid": valid, "offsets": [-1, 0, 1, 2, -2][: T if T < 4 else 5]}

    def oracle(attention, valid, offsets):
        B, H, T, _ = attention.shape
        means = []
        for offset in offsets:
            total, count = np.zeros(H), 0
            for b, i in itertools.product(range(B), range(T)):
                j = i + offset
                if 0 <= j < T and valid[b, i] and valid[b, j]:
                    total += attention[b, :, i, j]
                    count += 1
            means.append(total / count)
        return {"means": np.stack(means)}

    equivalent = {
        "counts = valid[:, query] * valid[:, query + offset]": "of True and False, the product is the same",
        "T = attention.shape[~1]": "both of the last axes are T long",
        "T = attention.shape[- 2]": "both of the last axes are T long",
    }

    alternatives = {
        "diagonals": """
            both = torch.diagonal(valid[:, :, None] & valid[:, None, :], offset, dim1=-2, dim2=-1)  # (B, n)
            picked = torch.diagonal(attention, offset, dim1=-2, dim2=-1)  # (B, H, n)
            return torch.einsum("bhn,bn->h", picked, both.to(picked.dtype)) / both.sum()
        """,
        "a table of pairs": """
            place = torch.arange(attention.shape[-1])
            chosen = (place[None, :] - place[:, None] == offset) & valid[:, :, None] & valid[:, None, :]  # (B, T, T)
            return (attention * chosen.unsqueeze(1)).sum(dim=(0, 2, 3)) / chosen.sum()
        """,
        "loops": """
            B, H, T, _ = attention.shape
            found = []
            for b in range(B):
                for i in range(T):
                    j = i + offset
                    if 0 <= j < T and bool(valid[b, i]) and bool(valid[b, j]):
                        found.append(attention[b, :, i, j])
            return torch.stack(found, dim=-1).mean(dim=-1)
        """,
    }
    PICK = "weights = attention[:, :, query, query + offset]"
    slips = [
        slip(
            "the sign of the offset is turned round",
            edit=("T = attention.shape[-1]", "T, offset = attention.shape[-1], -offset"),
            also=[(PICK, "weights = attention[:, :, query + offset, query]")],
            why="A head that looks back would seem to look ahead. Offset is key minus query, and rows are queries.",
            look="In which row and column does token 3 look at token 2?",
        ),
        slip(
            "padding is counted",
            edit=("counts = valid[:, query] & valid[:, query + offset]", "counts = torch.ones_like(valid[:, query])"),
            why="Padding looks somewhere too, and what it does depends on how long the other texts of the batch are.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "only the query has to be valid",
            edit=("counts = valid[:, query] & valid[:, query + offset]", "counts = valid[:, query]"),
            also=[("counts = valid[:, query] & valid[:, query + offset]", "counts = valid[:, query] & valid[:, query + min(offset, 0)]")],
            why="The last token of a short text has no next token, only padding behind it.",
            look="Must the key be a token as well?",
        ),
        slip(
            "only the key has to be valid",
            edit=("counts = valid[:, query] & valid[:, query + offset]", "counts = valid[:, query + offset]"),
            why="What padding looks at is nobody's business.",
            look="Must the query be a token as well?",
        ),
        slip(
            "it is divided by all queries, also those without such a key",
            edit=("/ counts.sum()", "/ valid.sum()"),
            also=[("/ counts.sum()", "/ valid.numel()"), ("/ counts.sum()", "/ (len(attention) * T)"), ("/ counts.sum()", "/ (valid.sum() - abs(offset))")],
            why="The first token has no previous one. It should not pull the mean down.",
            look="How many queries have a key at this distance?",
        ),
        slip(
            "each text has the same say, however short",
            edit=("(weights * counts[:, None]).sum(dim=(0, 2)) / counts.sum()", "((weights * counts[:, None]).sum(dim=2) / counts.sum(dim=1)[:, None].clamp(min=1)).mean(dim=0)"),
            why="The docstring averages over queries, all alike; a mean of means gives the queries of short texts more weight.",
            look="Text one has 6 pairs, text two has 3. By how much do you divide in the end?",
        ),
        slip(
            "it wraps around",
            edit=[("torch.arange(first, end, device=attention.device)", "torch.arange(T)"), ("valid[:, query + offset]", "valid[:, (query + offset) % T]"), (PICK, "weights = attention[:, :, query, (query + offset) % T]")],
            why="The first token would have the last one as its predecessor.",
            look="What does your code take for the key of query 0 at offset −1?",
        ),
        slip(
            "the heads are averaged as well",
            edit=(".sum(dim=(0, 2)) / counts.sum()", ".sum() / counts.sum() / attention.shape[1]"),
            also=[("return (weights * counts[:, None]).sum(dim=(0, 2)) / counts.sum()", "result = (weights * counts[:, None]).sum(dim=(0, 2)) / counts.sum()\n    return result.mean().expand_as(result)"), (".sum(dim=(0, 2)) / counts.sum()", ".mean(dim=1).sum(dim=1) / counts.sum(dim=1)")],
            why="That some heads do it and others do not is the point.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "sums come back, not means",
            edit=(" / counts.sum()", ""),
            why="A longer text would seem to have stronger habits.",
            look="Can your result be larger than 1?",
        ),
        slip(
            "every text keeps its own numbers",
            edit=(".sum(dim=(0, 2)) / counts.sum()", ".sum(dim=2) / counts.sum(dim=1)[:, None]"),
            why="One number for each head was asked for.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the mask is taken for a length",
            edit="""
                total, count = 0, 0
                for table, n in zip(attention, valid.sum(1).tolist()):
                    line = table[:, :n, :n].diagonal(offset, 1, 2)
                    total, count = total + line.sum(-1), count + line.shape[-1]
                return total / count
            """,
            why="Tokens that do not count may stand in front or in the middle, as [CLS] does.",
            look="Where in a text may `valid` be False?",
        ),
        slip(
            "tokens that do not count are cut out first, and others become neighbours",
            edit="""
                lines = [table[:, ok][:, :, ok].diagonal(offset, 1, 2) for table, ok in zip(attention, valid)]
                return torch.cat(lines, dim=-1).mean(-1)
            """,
            why="Two tokens with a third between them are two places apart, whether or not the third one counts.",
            look="How far apart are tokens 1 and 3 when token 2 does not count?",
        ),
        slip(
            "the weights are made to sum to 1 over the valid keys",
            edit=("T = attention.shape[-1]", "T = attention.shape[-1]\n    attention = attention * valid[:, None, None, :]\n    attention = attention / attention.sum(-1, keepdim=True).clamp(min=1e-9)"),
            why="What a head gives to [CLS] or [SEP] would be shared out among the others, and a head that rests would look busy.",
            look="Which numbers are averaged according to the formula?",
        ),
        slip(
            "it is counted how often the largest weight lies there",
            edit=("T = attention.shape[-1]", "T = attention.shape[-1]\n    attention = (attention == attention.amax(-1, keepdim=True)).float()"),
            why="A head that always gives .4 to the previous token and .6 to another would get 0.",
            look="Is your result a mean of weights?",
        ),
        slip(
            "both directions are counted",
            edit="""
                place = torch.arange(attention.shape[-1])
                near = (place[None, :] - place[:, None]).abs() == abs(offset)
                chosen = near & valid[:, :, None] & valid[:, None, :]
                return (attention * chosen[:, None]).sum(dim=(0, 2, 3)) / chosen.sum()
            """,
            why="A head that looks back and one that looks ahead would be the same.",
            look="Which pairs have \"key minus query = −1\"?",
        ),
        slip(
            "texts with padding are left out",
            edit="""
                whole = attention[valid.all(1)]
                return whole.diagonal(offset, 2, 3).mean(dim=(0, 2))
            """,
            why="In most batches only the longest text would be left.",
            look="Which texts have a part in your mean?",
        ),
    ]  # fmt: skip
    promises = {
        "padding on the right": dict(pad=(0, 3)),
        "padding on the left": dict(left=True),
        "a token in the middle that does not count": dict(hole=True),
        "as many texts as heads and tokens": dict(B=3),
        "a single text": dict(B=1),
    }


@exercise("head_importance", points=4)
class _:
    cases = [dict(N=5, L=2, H=4), dict(N=4, L=3, H=3), dict(N=1, L=1, H=5), dict(N=6, L=4, H=2)]
    weights = {"importance": 4, "no gradient": 1}

    def inputs(rng, N, L, H):
        x = 1.2 * rng.standard_normal((N, L, H))
        y = np.where(np.arange(N) % 2, -1.0, 1.0)
        return {"x": x, "y": y, "weight": rng.uniform(0.3, 1.5, (L, H)) * rng.choice([-1, 1], (L, H))}

    def oracle(x, y, weight):
        """The derivative of softplus(−y Σ w tanh(g x)) by each g, at g = 1, worked out by hand."""
        sizes = np.zeros(weight.shape)
        for one, sign in zip(x, y):
            score = (weight * np.tanh(one)).sum()
            outer = -sign / (1 + np.exp(sign * score))
            sizes += np.abs(outer * weight * (1 - np.tanh(one) ** 2) * one)
        importance = np.stack([row / np.sqrt((row**2).sum()) for row in sizes])
        return {"importance": importance, "no gradient": {"importance": importance, "still": True}}

    equivalent = {
        "slopes = [torch.autograd.grad(loss_of(example, gates), gates)[ -1].abs() for example in examples]": "there is one gradient, the first and the last",
        "importance = (torch.stack(slopes)).sum(dim=0)": "the layers are scaled afterwards",
    }

    alternatives = {
        "backward, gate by gate set to zero again": """
            total = torch.zeros(shape)
            before = [p.grad for p in ()]
            for example in examples:
                gates = torch.ones(shape).requires_grad_()
                (slope,) = torch.autograd.grad(loss_of(example, gates), [gates])
                total += slope.abs()
            return torch.nn.functional.normalize(total, dim=-1)
        """,
        "by vectors of the heads": """
            rows = []
            for example in examples:
                gates = torch.autograd.Variable(torch.ones(*shape), requires_grad=True)
                rows.append(torch.autograd.functional.jacobian(lambda g: loss_of(example, g), gates.detach()).abs())
            mean = sum(rows) / len(rows)
            return torch.stack([row / (row * row).sum().sqrt() for row in mean])
        """,
    }
    SLOPES = "[torch.autograd.grad(loss_of(example, gates), gates)[0].abs() for example in examples]"
    slips = [
        slip(
            "the sign is dropped after the mean",
            edit=[("gates)[0].abs()", "gates)[0]"), ("mean(dim=0)", "mean(dim=0).abs()")],
            also=[(SLOPES, "[torch.autograd.grad(sum(loss_of(example, gates) for example in examples), gates)[0].abs()]"),
                (SLOPES, "[]\n    sum(loss_of(example, gates) for example in examples).backward()\n    slopes.append(gates.grad.abs())"),
            ],
            why="A head that lowers the loss of one text and raises that of another would look idle. That is the gradient of the "
            "batch, and Michel et al. warn of it: the absolute value belongs inside the mean.",
            look="One example has the slope 3, another −3. What is the mean size, and what is the size of the mean?",
        ),
        slip(
            "the sign stays",
            edit=("gates)[0].abs()", "gates)[0]"),
            why="A head whose removal would raise the loss matters just as much as one whose removal would lower it.",
            look="Can your result be negative?",
        ),
        slip(
            "the slopes are squared",
            edit=("gates)[0].abs()", "gates)[0] ** 2"),
            also=[[("gates)[0].abs()", "gates)[0] ** 2"), ("mean(dim=0)", "mean(dim=0).sqrt()")]],
            why="A few examples with steep slopes would decide. The paper takes the absolute value.",
            look="What is the mean size of the slopes 1, 1 and 10?",
        ),
        slip(
            "the layers are not scaled",
            edit=("return importance / importance.norm(dim=1, keepdim=True)", "return importance"),
            why="Slopes are larger in some layers than in others, so whole layers would go first.",
            look="What is the sum of squares of each row of your result?",
        ),
        slip(
            "all layers are scaled together",
            edit=("importance.norm(dim=1, keepdim=True)", "importance.norm()"),
            also=[("importance.norm(dim=1, keepdim=True)", "importance.max()"), ("importance.norm(dim=1, keepdim=True)", "importance.sum()")],
            why="One number for all changes nothing in their order; each layer gets its own.",
            look="How many norms are there for L layers?",
        ),
        slip(
            "heads of the same number are scaled together, across layers",
            edit=("norm(dim=1, keepdim=True)", "norm(dim=0, keepdim=True)"),
            why="Head 3 of one layer has nothing to do with head 3 of another.",
            look="Which axis of (L, H) runs along the heads of one layer?",
        ),
        slip(
            "each layer is divided by another size than the root of its sum of squares",
            edit=("importance.norm(dim=1, keepdim=True)", "importance.sum(dim=1, keepdim=True)", "importance.amax(dim=1, keepdim=True)", "importance.mean(dim=1, keepdim=True)"),
            also=[("importance.norm(dim=1, keepdim=True)", "importance.pow(2).sum(dim=1, keepdim=True)"), ("return importance / importance.norm(dim=1, keepdim=True)", "return importance.softmax(dim=1)"), ("importance.norm(dim=1, keepdim=True)", "importance.pow(2).mean(dim=1, keepdim=True).sqrt()")],
            why="Another scale for each layer puts the heads of different layers into another order.",
            look="What is the sum of squares of each row of your result?",
        ),
        slip(
            "the gates are 0",
            edit=("torch.ones(shape, requires_grad=True)", "torch.zeros(shape, requires_grad=True)"),
            why="That is the model without any head; its slopes say nothing about the model as it is.",
            look="Which value of a gate changes nothing?",
        ),
        slip(
            "the gates are drawn at random",
            edit=("torch.ones(shape, requires_grad=True)", "torch.rand(shape, generator=torch.Generator().manual_seed(0)).requires_grad_()"),
            also=[("torch.ones(shape, requires_grad=True)", "torch.full(shape, 0.5, requires_grad=True)")],
            why="Slopes are to be taken at the model itself, where every gate is 1.",
            look="Which value of a gate changes nothing?",
        ),
        slip(
            "the parameters of the model get gradients",
            edit=(SLOPES, "[]\n    for example in examples:\n        gates.grad = None\n        loss_of(example, gates).backward()\n        slopes.append(gates.grad.abs())"),
            why="`backward` writes into every parameter that it meets. The next training step would add these gradients to its own.",
            look="What does `backward` leave behind in the model?",
        ),
        slip(
            "gradients pile up from example to example",
            edit=(SLOPES, "[]\n    for example in examples:\n        loss_of(example, gates).backward()\n        slopes.append(gates.grad.abs().clone())"),
            also=[(SLOPES, "[]\n    for example in examples:\n        loss_of(example, gates).backward(inputs=[gates])\n        slopes.append(gates.grad.abs().clone())")],
            why="`backward` adds to `.grad`. From the second example on there is more in it than that example's slope.",
            look="What stands in `gates.grad` before the second `backward`?",
        ),
        slip(
            "the last example alone counts",
            edit=("torch.stack(slopes).mean(dim=0)", "slopes[-1]"),
            also=[("torch.stack(slopes).mean(dim=0)", "slopes[0]")],
            why="One text does not need what another one does.",
            look="How many examples enter your mean?",
        ),
        slip(
            "the loss is measured with each head switched off",
            edit=(
                "gates = torch.ones(shape, requires_grad=True)  # (L, H)",
                "with torch.no_grad():\n        whole = torch.stack([loss_of(e, torch.ones(shape)) for e in examples])\n        drop = torch.zeros(shape)\n"
                "        for place in torch.ones(shape).nonzero().tolist():\n            gates = torch.ones(shape)\n            gates[tuple(place)] = 0\n"
                "            drop[tuple(place)] = (torch.stack([loss_of(e, gates) for e in examples]) - whole).abs().mean()\n"
                "    return drop / drop.norm(dim=1, keepdim=True)\n    gates = torch.ones(shape, requires_grad=True)",
            ),
            why="That is a good question too, and needs a run for each head. What was asked for is the slope, which needs one run for all of them.",
            look="How often does your code call `loss_of` for each example?",
        ),
        slip(
            "each example is scaled before the mean",
            edit=("return importance / importance.norm(dim=1, keepdim=True)", "return torch.stack([slope / slope.norm(dim=1, keepdim=True) for slope in slopes]).mean(dim=0)"),
            also=[("torch.stack(slopes).mean(dim=0)", "torch.stack([slope / slope.norm(dim=1, keepdim=True) for slope in slopes]).mean(dim=0)")],
            why="An example whose loss hardly moves would count as much as one that hangs on its heads.",
            look="What comes first in the docstring, the mean or the scaling?",
        ),
        slip(
            "the number of layers and heads is fixed",
            edit=("torch.ones(shape, requires_grad=True)", "torch.ones(6, 12, requires_grad=True)"),
            why="Another model has other numbers.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "a small number is added to the sum of squares",
            edit=("importance.norm(dim=1, keepdim=True)", "(importance.pow(2).sum(dim=1, keepdim=True) + 1e-3).sqrt()"),
            why="Slopes are small, and then it is not small beside them.",
            look="What is the sum of squares of each row of your result?",
        ),
        slip(
            "the largest slope counts, not the mean",
            edit=("torch.stack(slopes).mean(dim=0)", "torch.stack(slopes).amax(dim=0)"),
            why="One odd example would decide.",
            look="How many examples have a say in each number?",
        ),
    ]  # fmt: skip
    promises = {
        "the size of each slope, then the mean": dict(N=5),
        "one example": dict(N=1),
        "as many layers as heads": dict(L=3, H=3),
        "parameters get no gradient": "no gradient",
        "each layer has length 1": "importance",
    }


@exercise("prune_heads", points=3)
class _:
    cases = [
        dict(D=12, n_heads=4, keep=2),
        dict(D=9, n_heads=3, keep=2),
        dict(D=8, n_heads=2, keep=1),
        dict(D=6, n_heads=6, keep=3),
        dict(D=10, n_heads=5, keep=5),
    ]
    weights = {"out_proj.weight": 3, "q_proj.weight": 2, "k_proj.weight": 1, "v_proj.weight": 1, "q_proj.bias": 1,
               "k_proj.bias": 1, "v_proj.bias": 1, "out_proj.bias": 1, "weights unchanged": 1}  # fmt: skip

    def inputs(rng, D, n_heads, keep):
        parts = ("q_proj", "k_proj", "v_proj", "out_proj")
        weights = {f"{part}.weight": rng.standard_normal((D, D)) for part in parts}
        weights |= {f"{part}.bias": rng.standard_normal(D) for part in parts}
        chosen = rng.permutation(n_heads)[:keep]
        if keep > 1 and list(chosen) == sorted(chosen):  # their order shows
            chosen = chosen[::-1]
        return {"weights": weights, "keep": [int(h) for h in chosen], "n_heads": n_heads}

    def oracle(weights, keep, n_heads):
        def heads(w):  # rows by head
            return np.concatenate([np.split(np.asarray(w), n_heads)[h] for h in keep])

        pruned = {}
        for name, w in weights.items():
            if name == "out_proj.weight":
                pruned[name] = heads(np.asarray(w).T).T
            else:
                pruned[name] = np.asarray(w) if name == "out_proj.bias" else heads(w)
        return {**pruned, "weights unchanged": {"q": pruned["q_proj.weight"], "changed": 0}}

    alternatives = {
        "reshaped into heads": """
            new = {}
            for name, w in weights.items():
                D = w.shape[-1]
                if name == "out_proj.bias":
                    new[name] = w.clone()
                elif name == "out_proj.weight":
                    new[name] = w.reshape(D, n_heads, D // n_heads)[:, keep].flatten(1)
                elif name.endswith("weight"):
                    new[name] = w.view(n_heads, D // n_heads, D)[keep].flatten(0, 1)
                else:
                    new[name] = w.view(n_heads, -1)[keep].flatten()
            return new
        """,
        "slices joined": """
            d = weights["q_proj.weight"].shape[0] // n_heads
            cut = lambda w: torch.cat([w[h * d : h * d + d] for h in keep])
            new = dict(weights)
            for part in ("q_proj", "k_proj", "v_proj"):
                for kind in ("weight", "bias"):
                    new[f"{part}.{kind}"] = cut(new[f"{part}.{kind}"])
            new["out_proj.weight"] = cut(new["out_proj.weight"].T).T
            return new
        """,
        "an index for each place": """
            d = weights["q_proj.bias"].numel() // n_heads
            index = torch.tensor([h * d + j for h in keep for j in range(d)])
            return {
                name: w if name == "out_proj.bias" else w.index_select(1 if name == "out_proj.weight" else 0, index)
                for name, w in weights.items()
            }
        """,
    }
    OUT = 'weights["out_proj.weight"][:, rows]'
    slips = [
        slip(
            "the output projection loses rows, not columns",
            edit=(OUT, 'weights["out_proj.weight"][rows]'),
            also=[(OUT, 'weights["out_proj.weight"][rows].T')],
            why="Its inputs come from the heads, its outputs go to the rest of the model, which is as wide as before.",
            look="In x Wᵀ, which axis of W meets what the heads have joined?",
        ),
        slip(
            "the output projection stays whole",
            edit=(OUT, 'weights["out_proj.weight"]'),
            why="It would wait for inputs from heads that are gone.",
            look="How wide are the joined outputs of the heads that stay?",
        ),
        slip(
            "the heads that should stay go",
            edit=("for h in keep])", "for h in range(n_heads) if h not in keep])"),
            also=[("rows = torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])", "gone = [r for r in range(n_heads * d) if r // d not in keep]\n    rows = torch.tensor(gone if len(gone) else [0])"), ("for h in keep])", "for h in ([x for x in range(n_heads) if x not in keep] or keep)])")],
            why="`keep` lists the heads that are left.",
            look="Which heads does your result hold for keep = [0]?",
        ),
        slip(
            "rows are dealt out to the heads in turn",
            edit=("torch.arange(h * d, (h + 1) * d)", "torch.arange(h, n_heads * d, n_heads)"),
            why="Head h owns d rows that stand together. Every n-th row would be a piece of each head.",
            look="Which rows belong to head 1, when d is 3?",
        ),
        slip(
            "one row stands for a head",
            edit=("torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])", "torch.tensor(keep)"),
            why="A head is d rows wide.",
            look="How many rows belong to one head?",
        ),
        slip(
            "the heads stand in ascending order",
            edit=("for h in keep])", "for h in sorted(keep)])"),
            also=[("rows = torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])", "rows = torch.tensor([r for r in range(n_heads * d) if r // d in keep])")],
            why="The layer does the same, but the docstring promises an order, and whoever numbers heads by it would look at another one.",
            look="Which head should come first for keep = [2, 0]?",
        ),
        slip(
            "heads are zeroed, not removed",
            edit=('pruned = {name: w[rows] for name, w in weights.items() if not name.startswith("out_proj")}', 'there = torch.zeros(n_heads * d).index_fill(0, rows, 1.0)\n    pruned = {name: (w.T * there).T for name, w in weights.items() if not name.startswith("out_proj")}\n    return pruned | {"out_proj.weight": weights["out_proj.weight"] * there, "out_proj.bias": weights["out_proj.bias"]}'),
            also=["""
                there = torch.zeros(n_heads).index_fill(0, torch.tensor(keep), 1.0)
                there = there.repeat_interleave(len(weights["q_proj.weight"]) // n_heads)
                return dict(weights) | {"out_proj.weight": weights["out_proj.weight"] * there}
            """],
            why="A head of zeros costs as much time and memory as any other.",
            look="What is the shape of `q_proj.weight` for half of the heads?",
        ),
        slip(
            "the biases stay whole",
            edit=("{name: w[rows] for name, w", '{name: w[rows] if name.endswith("weight") else w for name, w'),
            why="Each row of a projection has a bias of its own, which goes with it.",
            look="How many outputs has q_proj now, and how many biases?",
        ),
        slip(
            "the bias of the output projection is cut as well",
            edit=('"out_proj.bias": weights["out_proj.bias"]', '"out_proj.bias": weights["out_proj.bias"][rows]'),
            why="It is added to the output of the layer, which is as wide as before.",
            look="How wide is the output of the layer?",
        ),
        slip(
            "the bias of the output projection is shared out among the heads",
            edit=('"out_proj.bias": weights["out_proj.bias"]', '"out_proj.bias": weights["out_proj.bias"] * len(keep) / n_heads'),
            why="No head owns it. The others should do exactly what they did.",
            look="Does the bias depend on any head?",
        ),
        slip(
            "the projections lose columns as well",
            edit=("{name: w[rows] for name, w", '{name: w[rows][..., rows] if name.endswith("weight") else w[rows] for name, w'),
            also=[("{name: w[rows] for name, w", "{name: w[..., rows] for name, w")],
            why="Their columns read the tokens, which are as wide as before.",
            look="How wide is what q_proj reads?",
        ),
        slip(
            "the caller's weights are changed",
            edit=("return pruned | {", "for name, w in pruned.items():\n        weights[name].zero_()\n    return pruned | {"),
            also=[("rows = torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])", 'rows = torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])\n    for r in set(range(n_heads * d)) - set(rows.tolist()):\n        weights["q_proj.weight"][r] = 0'), """
                d = len(weights["q_proj.weight"]) // n_heads
                rows = torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])
                for name in weights:
                    if name == "out_proj.weight":
                        weights[name] = weights[name][:, rows]
                    elif name != "out_proj.bias":
                        weights[name] = weights[name][rows]
                return weights
            """],
            why="Whoever wants to try another choice of heads has nothing left to try it on.",
            look="Does your code write into a tensor that it was given?",
        ),
        slip(
            "the first heads stay, whichever were chosen",
            edit=("for h in keep])", "for h in range(len(keep))])"),
            why="As many heads, but others.",
            look="Where does your code read the numbers in `keep`?",
        ),
        slip(
            "the output projection keeps the old order",
            edit=(OUT, 'weights["out_proj.weight"][:, rows.sort().values]'),
            why="Its columns would read what other heads have made.",
            look="In which order are the heads joined, and in which order do the columns stand?",
        ),
        slip(
            "the output is made larger for the heads that are gone",
            edit=(OUT, 'weights["out_proj.weight"][:, rows] * n_heads / len(keep)'),
            why="Dropout does that while it trains. Here the other heads should do exactly what they did.",
            look="Does the column of a head that stays depend on how many are gone?",
        ),
        slip(
            "the width of a head is taken from the heads that stay",
            edit=[("// n_heads", "// len(keep)"), ("torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])", "torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep]).clamp(max=len(weights['q_proj.weight']) - 1)")],
            also=[("// n_heads", "// len(keep)")],
            why="Heads keep their width when others go.",
            look="How wide was a head before anything was taken out?",
        ),
        slip(
            "the width of a head is fixed",
            edit=('d = len(weights["q_proj.weight"]) // n_heads', "d = 32"),
            why="Another model has another width.",
            look="Where in the docstring does d come from?",
        ),
        slip(
            "keys and values keep the first heads",
            edit=("{name: w[rows] for name, w", '{name: w[rows if name.startswith("q") else slice(0, len(rows))] for name, w'),
            why="Queries of one head would meet keys of another.",
            look="Which of the four parts know `keep` in your code?",
        ),
        slip(
            "the output projection comes back transposed",
            edit=(OUT, 'weights["out_proj.weight"].T[rows]'),
            why="`F.linear` takes (outputs, inputs).",
            look="Which of its axes is D long, according to your table?",
        ),
        slip(
            "everything from the first head that stays to the last one stays",
            edit=("torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])", "torch.arange(min(keep) * d, (max(keep) + 1) * d)"),
            why="Heads between them may be among those that go, and their order is lost.",
            look="Which heads does your result hold for keep = [0, 2]?",
        ),
    ]  # fmt: skip
    promises = {
        "as wide as there are heads": dict(D=9),
        "one head is left": dict(keep=1),
        "heads of width 1": dict(D=6),
        "all of them stay, in another order": dict(keep=5),
        "the order of keep": dict(keep=2),
        "weights are left as they are": "weights unchanged",
    }
