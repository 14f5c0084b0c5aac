"""Next-token cross-entropy from logits and token ids, written without torch's loss functions.

Oracle: torch's cross_entropy in float64 on shifted targets, with gradients by autograd.
"""

import torch
from torch import nn

from autograder.authoring import exercise, slip

from ._shared import FINISHED, tensor

LOSSES = [
    "torch.nn.functional.cross_entropy",
    "torch.nn.functional.nll_loss",
    "torch.nn.CrossEntropyLoss",
    "torch.nn.NLLLoss",
]


@exercise("next_token_loss", points=5, forbid=[*FINISHED, *LOSSES])
class _:
    cases = [
        dict(B=2, T=5, V=7, size=2.0),
        dict(B=3, T=2, V=4, size=1.0),
        dict(B=1, T=6, V=5, size=200.0),  # too large for exp in float32
        dict(B=1, T=6, V=5, size=200.0, likely=True),  # and the likeliest token comes every time
    ]

    def inputs(rng, B, T, V, size, likely=False):
        scores, ids = rng.standard_normal((B, T, V)) * size, rng.integers(0, V, (B, T))
        if likely:
            ids[:, 1:] = scores[:, :-1].argmax(-1)
        return {"scores": scores, "ids": ids}

    def oracle(scores, ids):
        scores = tensor(scores).requires_grad_()
        loss = nn.functional.cross_entropy(
            scores[:, :-1].flatten(0, 1), torch.as_tensor(ids[:, 1:]).flatten()
        )
        loss.backward()
        return {"loss": loss.item(), "grad_scores": scores.grad}

    alternatives = {
        "log_softmax and fancy indexing": """
            B, T, V = scores.shape
            log_p = scores.log_softmax(-1)[:, : T - 1].reshape(-1, V)
            targets = ids[:, 1:].reshape(-1)
            return -log_p[torch.arange(len(targets)), targets].sum() / (B * (T - 1))
        """,
        "maximum subtracted by hand, one-hot": """
            scores = scores[:, :-1]
            shifted = scores - scores.max(-1, keepdim=True).values.detach()
            log_p = shifted - shifted.exp().sum(-1, keepdim=True).log()
            return -(log_p * F.one_hot(ids[:, 1:], scores.shape[-1])).sum(-1).mean()
        """,
    }
    slips = [
        slip(
            "the targets are not shifted",
            edit=("scores[:, :-1], ids[:, 1:]", "scores, ids"),
            why="The model is asked to repeat the token that it has just read, which is trivial, and it will never learn to predict.",
            look="Which token should the score at place 0 be compared with?",
        ),
        slip(
            "the last place is held against the first token",
            edit=("scores[:, :-1], ids[:, 1:]", "scores, ids.roll(-1, dims=1)"),
            why="roll moves the first token to the end. It is no continuation of the text, and the model is taught that it is.",
            look="Which target does the last place of your text get?",
        ),
        slip(
            "the targets are shifted the wrong way",
            edit=("scores[:, :-1], ids[:, 1:]", "scores[:, 1:], ids[:, :-1]"),
            why="The model is asked for the token before the one that it reads. It has seen that one.",
            look="Write down, for T = 3, which score meets which id.",
        ),
        slip(
            "the sum of T − 1 terms is divided by T",
            edit=(".mean()", ".sum() / ids.numel()"),
            why="This is the formula of the lecture. Short texts then look better than long ones.",
            look="How many terms does the sum have?",
        ),
        slip(
            "the terms of a text are summed, not averaged",
            edit=(".mean()", ".sum() / ids.shape[0]"),
            why="The loss then grows with the length of the text, and so do its gradients.",
            look="By what must the double sum be divided?",
        ),
        slip(
            "probabilities go in where scores belong",
            edit=("scores, targets = scores[:, :-1], ids[:, 1:]", "scores, targets = scores[:, :-1].softmax(-1), ids[:, 1:]"),
            why="Softmax is applied twice. The result looks reasonable, close to ln V, and hardly moves however good the model is.",
            look="Are the numbers that go into logsumexp scores or probabilities already?",
        ),
        slip(
            "softmax runs over the places, not over the vocabulary",
            edit=("torch.logsumexp(scores, dim=-1, keepdim=True)", "torch.logsumexp(scores, dim=1, keepdim=True)"),
            why="The tokens of the vocabulary compete with one another for each place; places do not compete.",
            look="Along which axis must the probabilities sum to 1?",
        ),
        slip(
            "the exponential overflows",
            edit=("torch.logsumexp(scores, dim=-1, keepdim=True)", "scores.exp().sum(-1, keepdim=True).log()"),
            also=[("scores - torch.logsumexp(scores, dim=-1, keepdim=True)", "(scores.exp() / scores.exp().sum(-1, keepdim=True)).log()")],
            why="e²⁰⁰ is infinite in float32. Scores of that size are rare and end a training run when they come.",
            look="Which function of torch computes the logarithm of a sum of exponentials without making the exponentials?",
        ),
        slip(
            "the sign is missing",
            edit=("return -log_p", "return log_p"),
            why="Log-probabilities are negative. To make this smaller is to make the text less probable.",
            look="Should a loss of a good model be a large or a small number?",
        ),
        slip(
            "the loss is in bits",
            edit=(".mean()", ".mean() / math.log(2)"),
            why="The loss is in nats by convention, with the natural logarithm; bits come with bits per byte.",
            look="Which logarithm does the formula have?",
        ),
        slip(
            "the logarithm is taken after softmax",
            edit=("scores - torch.logsumexp(scores, dim=-1, keepdim=True)", "scores.softmax(-1).log()"),
            also=[
                ("scores - torch.logsumexp(scores, dim=-1, keepdim=True)", f"({form}).log()")
                for form in ("scores.softmax(-1) + 1e-9", "scores.softmax(-1) + 1e-8", "scores.softmax(-1) + 1e-10", "scores.softmax(-1).clamp(min=1e-9)")
            ],
            why="In float32 a small probability becomes 0, and its logarithm −∞. A small number added to it hides that and gives a wrong loss and no gradient.",
            look="Which function gives logarithms of probabilities without making the probabilities?",
        ),
        slip(
            "the sum over the vocabulary gets no gradient",
            edit=("torch.logsumexp(scores, dim=-1, keepdim=True)", "torch.logsumexp(scores, dim=-1, keepdim=True).detach()"),
            why="The loss is right; but its gradient then only raises the right score and never lowers the others.",
            look="Where in your code does .detach(), .data or torch.no_grad() stand, and what passes through it?",
        ),
        slip(
            "the last token of a text predicts the first of the next one",
            edit=[("scores[:, :-1], ids[:, 1:]", "scores.flatten(0, 1)[:-1], ids.flatten()[1:]")],
            why="Texts of a batch have nothing to do with one another; there are B·(T − 1) terms, not B·T − 1.",
            look="How many terms does your sum have for B = 2 and T = 5?",
        ),
        slip(
            "the loss is cut off from the scores",
            edit=("return -log_p.gather(-1, targets.unsqueeze(-1)).mean()", "return -log_p.gather(-1, targets.unsqueeze(-1)).mean().detach()"),
            why="The number is right, and no gradient can flow: the model does not learn.",
            look="Which of your calls makes numbers without a history?",
        ),
    ]  # fmt: skip
    promises = {
        "B · (T − 1) terms, texts apart": dict(B=3, T=2),
        "scores of ±200": dict(size=200.0),
        "the gradient of the scores": "grad_scores",
    }
