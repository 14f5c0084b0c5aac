"""The loss of extractive question answering: mean cross-entropy of start and end.

Oracle: log-softmax row by row in float64, with the gradient derived by hand.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import INF, softmax


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
            "each position is a yes-or-no question of its own",
            edit=(CE, "sum(F.binary_cross_entropy_with_logits(x.clamp(min=-100), F.one_hot(y, x.shape[-1]).float()) for x, y in ((start, first), (end, last))) / 2"),
            also=[
                (CE, "sum(F.binary_cross_entropy_with_logits(x, F.one_hot(y, x.shape[-1]).float()) for x, y in ((start, first), (end, last))) / 2"),
                (CE, "sum(F.binary_cross_entropy(x.softmax(-1), F.one_hot(y, x.shape[-1]).float()) for x, y in ((start, first), (end, last))) / 2"), (CE, "sum(F.binary_cross_entropy_with_logits(x.clamp(min=-30), F.one_hot(y, x.shape[-1]).float()) for x, y in ((start, first), (end, last))) / 2")],
            why="That is the lecture's \"binary\" problem. One of T positions is right, so there are T classes that share one softmax, not T "
            "questions with two classes each.",
            look="How many classes does a softmax over i have?",
        ),
        slip(
            "the two losses are added and not averaged",
            edit=(") / 2", ")"),
            why="The learning rate would act as if it were twice as large.",
            look="What is the mean of two numbers?",
        ),
        slip(
            "the loss is summed over the batch",
            edit=(CE, '(F.cross_entropy(start, first, reduction="sum") + F.cross_entropy(end, last, reduction="sum")) / 2'),
            also=[(CE, 'F.cross_entropy(start, first, reduction="sum") + F.cross_entropy(end, last, reduction="sum")')],
            why="A batch twice as large then takes steps twice as long.",
            look="What is the loss of a batch that contains the same text twice?",
        ),
        slip(
            "questions without an answer are left out",
            edit=(CE, "(F.cross_entropy(start, first, ignore_index=0) + F.cross_entropy(end, last, ignore_index=0)) / 2"),
            also=[
                ("return (F.", "kept = first > 0\n    start, end, first, last = start[kept], end[kept], first[kept], last[kept]\n    return (F."),
                ("return (F.", "kept = first > 0\n    if not kept.any():\n        return 0 * start[:, 0].sum()\n    start, end, first, last = start[kept], end[kept], first[kept], last[kept]\n    return (F."),
                (CE, "(F.cross_entropy(start[:, 1:], first - 1, ignore_index=-1, reduction='sum') + F.cross_entropy(end[:, 1:], last - 1, ignore_index=-1, reduction='sum')) / (2 * len(first))"),
            ],
            why="\"No answer\" has a position like any other, that of [CLS]. Without these questions, the head never learns to choose it.",
            look="Which position is right where the text doesn't answer the question?",
        ),
        slip(
            "softmax is taken twice",
            edit=(CE, "(F.cross_entropy(start.softmax(-1), first) + F.cross_entropy(end.softmax(-1), last)) / 2"),
            why="`F.cross_entropy` takes logits. The softmax of probabilities is nearly uniform, so the loss can never get small.",
            look="What does `F.cross_entropy` do with its first argument?",
        ),
        slip(
            "start and end are swapped",
            edit=(CE, "(F.cross_entropy(start, last) + F.cross_entropy(end, first)) / 2"),
            why="The head would learn to begin where the answer ends.",
            look="Which scores belong to `first`?",
        ),
        slip(
            "only the start is looked at",
            edit=(CE, "F.cross_entropy(start, first)"),
            also=[(CE, "(F.cross_entropy(start, first) + F.cross_entropy(start, last)) / 2")],
            why="The scores for the end would stay as random as they began.",
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
            look="How surprised is a model that gave the right position a probability of 1 in a million?",
        ),
        slip(
            "one number for each text comes back",
            edit=(CE, '(F.cross_entropy(start, first, reduction="none") + F.cross_entropy(end, last, reduction="none")) / 2'),
            why="Training needs a single number to minimize.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the logits are taken for log-probabilities",
            edit=(CE, "(F.nll_loss(start, first) + F.nll_loss(end, last)) / 2"),
            also=[(CE, "-(start[torch.arange(len(first)), first] + end[torch.arange(len(last)), last]).mean() / 2")],
            why="Without a softmax nothing competes: the loss falls as long as the right logit grows, and the others may grow with it.",
            look="Where in your line do the scores of the other positions come in?",
        ),
        slip(
            "0 is multiplied by −∞",
            edit=(CE, "-sum((F.one_hot(y, x.shape[-1]) * x.log_softmax(-1)).sum(-1).mean() for x, y in ((start, first), (end, last))) / 2"),
            why="Positions that are ruled out have a log-probability of −∞, and 0 · −∞ is nan.",
            look="Which logarithms do you need, and which do you compute and throw away?",
        ),
        slip(
            "the end is looked for at the position of the start",
            edit=("F.cross_entropy(end, last)", "F.cross_entropy(end, first)"),
            why="The head would learn that every answer is one token long.",
            look="Which of the four arguments does your code never use?",
        ),
        slip(
            "probabilities are averaged before the logarithm",
            edit=(CE, "-((start.softmax(-1)[torch.arange(len(first)), first] + end.softmax(-1)[torch.arange(len(last)), last]) / 2).log().mean()"),
            why="A start that is right would make up for an end that is quite wrong.",
            look="Is the logarithm of a mean the mean of the logarithms?",
        ),
        slip(
            "positions that are ruled out get the logit 0",
            edit=(CE, "(F.cross_entropy(start.masked_fill(start == -math.inf, 0.0), first) + F.cross_entropy(end.masked_fill(end == -math.inf, 0.0), last)) / 2"),
            why="Because e⁰ = 1, such positions take a share of the probability mass.",
            look="Which logit gives the probability 0?",
        ),
        slip(
            "only the first text counts",
            edit=(CE, "(F.cross_entropy(start[:1], first[:1]) + F.cross_entropy(end[:1], last[:1])) / 2"),
            why="The other texts of the batch would teach nothing.",
            look="How many texts enter your mean?",
        ),
        slip(
            "a small number is added inside the logarithm",
            edit=(CE, "-((start.softmax(-1)[torch.arange(len(first)), first] + 1e-9).log() + (end.softmax(-1)[torch.arange(len(last)), last] + 1e-9).log()).mean() / 2"),
            why="It caps the loss where the head is most wrong, so the gradient disappears there.",
            look="What is your loss for a right position whose probability is far below the number you add?",
        ),
        slip(
            "the exponentials are taken as they are, and large scores overflow",
            edit=(CE, "-((start.exp() / start.exp().sum(-1, keepdim=True))[torch.arange(len(first)), first].log() + (end.exp() / end.exp().sum(-1, keepdim=True))[torch.arange(len(last)), last].log()).mean() / 2"),
            why="Above 88 the exponential is infinite in float32, and ∞/∞ is nan.",
            look="What is `torch.tensor(100.0).exp()`?",
        ),
    ]  # fmt: skip
    promises = {
        "positions with −∞ do no harm": dict(closed=3),
        "no answer means position 0": dict(silent=2),
        "a batch without any answers": dict(silent=1),
        "as many texts as tokens": dict(B=4, T=4),
        "large scores": dict(spread=12),
        "scores whose exponential is too large for float32": dict(spread=300),
        "both halves learn": "end",
    }
