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
            why="The model is asked to repeat the token it has just read. That is trivial, so it never learns to predict.",
            look="Which token should the score at position 0 be compared with?",
        ),
        slip(
            "the last score is compared with the first token",
            edit=("scores[:, :-1], ids[:, 1:]", "scores, ids.roll(-1, dims=1)"),
            why="roll moves the first token to the end, so the model is taught that a text is followed by its own beginning.",
            look="What is the target of the last position in your code?",
        ),
        slip(
            "the targets are shifted the wrong way",
            edit=("scores[:, :-1], ids[:, 1:]", "scores[:, 1:], ids[:, :-1]"),
            why="The model is asked for the token before the current one, and it has already seen that token.",
            look="For T = 3, write down which score is paired with which id.",
        ),
        slip(
            "the sum of T − 1 terms is divided by T",
            edit=(".mean()", ".sum() / ids.numel()"),
            why="This is the lecture's formula. It makes short texts look better than long ones.",
            look="How many terms does the sum have?",
        ),
        slip(
            "the terms of a text are summed, not averaged",
            edit=(".mean()", ".sum() / ids.shape[0]"),
            why="The loss then grows with the length of the text, and so do the gradients.",
            look="What must the double sum be divided by?",
        ),
        slip(
            "softmax is applied before the loss",
            edit=("scores, targets = scores[:, :-1], ids[:, 1:]", "scores, targets = scores[:, :-1].softmax(-1), ids[:, 1:]"),
            why="Softmax is applied twice. The result looks reasonable, close to ln V, but hardly moves, however good the model is.",
            look="Do you pass scores to logsumexp, or probabilities?",
        ),
        slip(
            "softmax runs over the positions, not over the vocabulary",
            edit=("torch.logsumexp(scores, dim=-1, keepdim=True)", "torch.logsumexp(scores, dim=1, keepdim=True)"),
            why="At each position the tokens of the vocabulary compete with each other. Positions don't compete.",
            look="Along which axis must the probabilities sum to 1?",
        ),
        slip(
            "the exponential overflows",
            edit=("torch.logsumexp(scores, dim=-1, keepdim=True)", "scores.exp().sum(-1, keepdim=True).log()"),
            also=[
                ("scores - torch.logsumexp(scores, dim=-1, keepdim=True)", "(scores.exp() / scores.exp().sum(-1, keepdim=True)).log()"),
                [("scores - torch.logsumexp(scores, dim=-1, keepdim=True)", "scores.exp() / scores.exp().sum(-1, keepdim=True)"), ("targets.unsqueeze(-1)).mean()", "targets.unsqueeze(-1)).log().mean()")],
            ],
            why="e²⁰⁰ overflows in float32. Scores of that size are rare, but a single one ends a training run.",
            look="Which torch function computes the logarithm of a sum of exponentials without overflow?",
        ),
        slip(
            "the sign is missing",
            edit=("return -log_p", "return log_p"),
            why="Log-probabilities are negative. Minimizing this would make the text less probable.",
            look="Should the loss of a good model be large or small?",
        ),
        slip(
            "the loss is in bits",
            edit=(".mean()", ".mean() / math.log(2)"),
            why="By convention the loss uses the natural logarithm and is in nats. Bits come later, with bits per byte.",
            look="Which logarithm is in the formula?",
        ),
        slip(
            "the logarithm is taken after softmax",
            edit=("scores - torch.logsumexp(scores, dim=-1, keepdim=True)", "scores.softmax(-1).log()"),
            also=[
                ("scores - torch.logsumexp(scores, dim=-1, keepdim=True)", f"({form}).log()")
                for form in ("scores.softmax(-1) + 1e-9", "scores.softmax(-1) + 1e-8", "scores.softmax(-1) + 1e-10", "scores.softmax(-1).clamp(min=1e-9)")
            ]
            + [[("scores - torch.logsumexp(scores, dim=-1, keepdim=True)", "scores.softmax(-1)"), ("targets.unsqueeze(-1)).mean()", "targets.unsqueeze(-1)).log().mean()")]],
            why="In float32 a small probability becomes 0, and its logarithm −∞. A small number added to it hides that and gives a wrong loss and no gradient.",
            look="Which function gives logarithms of probabilities without computing the probabilities first?",
        ),
        slip(
            "the sum over the vocabulary gets no gradient",
            edit=("torch.logsumexp(scores, dim=-1, keepdim=True)", "torch.logsumexp(scores, dim=-1, keepdim=True).detach()"),
            why="The loss is right, but its gradient only raises the right score and never lowers the others.",
            look="Where does your code use .detach(), .data or torch.no_grad(), and what passes through there?",
        ),
        slip(
            "the last token of a text predicts the first of the next one",
            edit=[("scores[:, :-1], ids[:, 1:]", "scores.flatten(0, 1)[:-1], ids.flatten()[1:]")],
            why="The texts of a batch are independent of each other, so there are B·(T − 1) terms, not B·T − 1.",
            look="How many terms does your sum have for B = 2 and T = 5?",
        ),
        slip(
            "the loss is detached from the scores",
            edit=("return -log_p.gather(-1, targets.unsqueeze(-1)).mean()", "return -log_p.gather(-1, targets.unsqueeze(-1)).mean().detach()"),
            why="The number is right, but no gradient can flow back, so the model doesn't learn.",
            look="Which of your calls returns a value without its graph?",
        ),
        slip(
            "small log-probabilities are cut off",
            edit=("scores - torch.logsumexp(scores, dim=-1, keepdim=True)", "(scores - torch.logsumexp(scores, dim=-1, keepdim=True)).clamp(min=-100)", "(scores - torch.logsumexp(scores, dim=-1, keepdim=True)).clamp(min=-50)", "(scores - torch.logsumexp(scores, dim=-1, keepdim=True)).clamp(min=-20)"),
            why="A token with ln p = −300 costs 300 nats, and a logarithm can hold that. Where the value is cut off, no gradient flows either.",
            look="Would anything overflow if you left the number as it is?",
        ),
        slip(
            "the largest of all scores is subtracted, not that of each position",
            edit=("log_p = scores - torch.logsumexp(scores, dim=-1, keepdim=True)", "scores = scores - scores.max()\n    log_p = scores - scores.exp().sum(-1, keepdim=True).log()"),
            why="At a position whose scores are all far below the largest score of the batch, every exponential is 0, and the logarithm of their sum is −∞.",
            look="Over which axis do you take the maximum?",
        ),
        slip(
            "the loss is summed over the texts",
            edit=(".mean()", ".squeeze(-1).mean(dim=1).sum()"),
            why="The loss then grows with the size of the batch, and so do the gradients.",
            look="What must the double sum be divided by?",
        ),
        slip(
            "the loss is a plain number, not a tensor",
            edit=(".mean()", ".mean().item()"),
            why="A Python number has no graph, so no gradient can flow back to the scores.",
            look="What does .item() return, and can you call .backward() on that?",
        ),
        slip(
            "id 0 is left out as if it were padding",
            edit=("return -log_p.gather(-1, targets.unsqueeze(-1)).mean()", "keep = (targets != 0).float()\n    return -(log_p.gather(-1, targets.unsqueeze(-1)).squeeze(-1) * keep).sum() / keep.sum().clamp(min=1)"),
            why="There is no padding here. Id 0 is a token like any other, and it has to be predicted.",
            look="Which targets does the formula leave out?",
        ),
        slip(
            "only the first text of the batch counts",
            edit=("scores[:, :-1], ids[:, 1:]", "scores[:1, :-1], ids[:1, 1:]"),
            why="The loss is a mean over all texts of the batch.",
            look="Which index runs over the texts, and does it appear in your code?",
        ),
    ]  # fmt: skip
    promises = {
        "B · (T − 1) terms, texts kept apart": dict(B=3, T=2),
        "scores of ±200": dict(size=200.0),
        "the gradient of the scores": "grad_scores",
    }
