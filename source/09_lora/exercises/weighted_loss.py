"""Next-token cross-entropy averaged with a weight per token.

Oracle: token by token in float64, with the gradient derived by hand.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, tensor


@exercise("weighted_loss", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(B=3, T=5, V=7),
        dict(B=2, T=6, V=6, kind="answers"),
        dict(B=1, T=2, V=4),
        dict(B=2, T=4, V=5, kind="none"),
        dict(B=2, T=3, V=3, spread=60.0),
        dict(B=2, T=4, V=4, kind="small"),
        dict(B=2, T=5, V=5, spread=400.0),
        dict(B=3, T=4, V=3, kind="large"),
        dict(B=2, T=1, V=3),
    ]
    weights = {"loss": 4, "grad_logits": 4, "weights unchanged": 1}

    def inputs(rng, B, T, V, kind="all", spread=2.0):
        weights = rng.uniform(0.1, 1, (B, T))
        if kind == "answers":  # a different number of them in each row
            weights = (np.arange(T) >= np.arange(1, B + 1)[:, None] * 2).astype(float)
        if kind == "none":
            weights[:, 1:] = 0
        if kind == "small":
            weights = weights * 0.02
        if kind == "large":  # some of 1, some of 400
            weights = 400 ** rng.uniform(0, 1, (B, T))
        ids = rng.integers(0, V, (B, T))
        return {"logits": spread * rng.standard_normal((B, T, V)), "ids": ids, "weights": weights}

    def oracle(logits, ids, weights):
        B, T, V = logits.shape
        total, loss, gradient = weights[:, 1:].sum(), 0.0, np.zeros(logits.shape)
        for b in range(B):
            for t in range(1, T):
                row = logits[b, t - 1] - logits[b, t - 1].max()
                p = np.exp(row) / np.exp(row).sum()
                share = weights[b, t] / total if total else 0.0
                loss += share * (np.log(np.exp(row).sum()) - row[ids[b, t]])
                gradient[b, t - 1] = share * (p - np.eye(V)[ids[b, t]])
        return {
            "loss": float(loss),
            "grad_logits": tensor(gradient),
            "weights unchanged": {"loss": float(loss), "changed": 0},
        }

    alternatives = {
        "log-probabilities looked up": """
            p = logits.log_softmax(dim=-1)[:, :-1]
            nats = -p.gather(2, ids[:, 1:, None]).squeeze(2)
            w = weights[:, 1:]
            return (nats * w).sum() / w.sum() if w.sum() > 0 else 0 * nats.sum()
        """,
        "only those that count": """
            flat, targets, w = logits[:, :-1].reshape(-1, logits.shape[-1]), ids[:, 1:].reshape(-1), weights[:, 1:].reshape(-1)
            if not w.any():
                return (flat * 0).sum()
            share = w / w.sum()
            return torch.einsum("n,n->", share, F.cross_entropy(flat, targets, reduction="none"))
        """,
        "one-hot targets, shares first": """
            target = F.one_hot(ids, logits.shape[-1]).to(logits.dtype)[:, 1:]
            scores = logits[:, :-1]
            nats = torch.logsumexp(scores, -1) - (scores * target).sum(-1)
            w = weights[:, 1:]
            share = torch.nan_to_num(w / w.sum(), nan=0.0)
            return (share * nats).sum()
        """,
        "row by row": """
            total, norm = logits.sum() * 0, 0.0
            for x, y, w in zip(logits, ids, weights):
                each = torch.logsumexp(x[:-1], -1) - x[:-1][torch.arange(len(y) - 1), y[1:]]
                total, norm = total + (each * w[1:]).sum(), norm + w[1:].sum()
            return total / norm if norm > 0 else total
        """,
    }
    slips = [
        slip(
            "logits and targets are not shifted",
            edit=[("logits[:, :-1]", "logits"), ("ids[:, 1:]", "ids"), ("weights[:, 1:]", "weights")],
            why="The model sees the token that it should predict, so the loss falls to zero and nothing is learned.",
            look="Which token do the logits at position 0 predict?",
        ),
        slip(
            "the shift goes the wrong way",
            edit=[("logits[:, :-1]", "logits[:, 1:]"), ("ids[:, 1:]", "ids[:, :-1]")],
            also=[[("logits[:, :-1]", "logits[:, 1:]"), ("ids[:, 1:]", "ids[:, :-1]"), ("weights[:, 1:]", "weights[:, :-1]")]],
            why="That asks each position for the token before it, which it has already seen.",
            look="Which token do the logits at position 0 predict?",
        ),
        slip(
            "the weights are not shifted with their targets",
            edit=("weights[:, 1:]", "weights[:, :-1]"),
            why="Each token gets the weight of the one before, so the header's last token decides whether the answer's first one counts.",
            look="Which entry of weights[b] belongs to the target ids[b, 5]?",
        ),
        slip(
            "the loss is divided by the number of tokens",
            edit=("counted.sum().clamp(min=1e-9)", "counted.numel()"),
            also=[("counted.sum().clamp(min=1e-9)", "ids.numel()")],
            why="The longer the questions in a batch, the smaller its loss and the shorter its step, although questions shouldn't count.",
            look="What is the sum of the weights when one token in ten counts?",
        ),
        slip(
            "the loss is divided by the number of tokens that have a weight",
            edit=("counted.sum().clamp(min=1e-9)", "(counted > 0).sum().clamp(min=1)"),
            also=[("counted.sum().clamp(min=1e-9)", "(counted == 1).sum().clamp(min=1)")],
            why="A token with the weight .1 should count as a tenth in both sums.",
            look="If you halve all weights, should the loss change?",
        ),
        slip(
            "the loss is a sum",
            edit=(" / counted.sum().clamp(min=1e-9)", ""),
            why="A batch with more answers would take a longer step.",
            look="If the same chat is in a batch twice, should the loss double?",
        ),
        slip(
            "every row is averaged on its own first",
            edit=("(counted * losses).sum() / counted.sum().clamp(min=1e-9)", "((counted * losses).sum(dim=1) / counted.sum(dim=1).clamp(min=1e-9)).mean()"),
            also=[("(counted * losses).sum() / counted.sum().clamp(min=1e-9)", "((counted * losses).sum(dim=1) / counted.sum(dim=1)).nan_to_num().mean()")],
            why="A token of a short answer would count more than a token of a long one.",
            look="Over which tokens do the two sums of the formula run?",
        ),
        slip(
            "the loss of a batch without answers is nan",
            edit=(".clamp(min=1e-9)", ""),
            why="0/0 is nan, and a single step with it turns every weight of the model into nan.",
            look="What is the sum of the weights when all answers of a batch were cut off?",
        ),
        slip(
            "small weights are rounded up",
            edit=("clamp(min=1e-9)", "clamp(min=1)"),
            also=[("counted.sum().clamp(min=1e-9)", "(counted.sum() + 1e-3)"), ("counted.sum().clamp(min=1e-9)", "(counted.sum() + 1e-2)"), ("counted.sum().clamp(min=1e-9)", "(counted.sum() + 0.1)"), ("counted.sum().clamp(min=1e-9)", "(counted.sum() + 1)")],
            why="When all weights are small, their sum may be below 1, but the loss is still a weighted mean.",
            look="If you divide all weights by a hundred, should the loss change?",
        ),
        slip(
            "the weights are ignored",
            edit=("(counted * losses).sum() / counted.sum().clamp(min=1e-9)", "losses.mean()"),
            why="The prompt counts as much as the answer, and so does padding.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "weights only decide yes or no",
            edit=("counted = weights[:, 1:]", "counted = (weights[:, 1:] > 0).float()"),
            also=["return F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:].masked_fill(weights[:, 1:] == 0, -100))"],
            why="A prompt's weight of .1 would count in full.",
            look="Which weights are possible besides 0 and 1?",
        ),
        slip(
            "the weights are squared",
            edit=("(counted * losses)", "(counted * counted * losses)"),
            why="A weight of .1 would count as a hundredth.",
            look="How often does w occur in the numerator of the formula?",
        ),
        slip(
            "the weights of the first tokens enter the sum",
            edit=("counted.sum().clamp(min=1e-9)", "weights.sum().clamp(min=1e-9)"),

            why="Nothing predicts the first token of a row, so it has no loss, and its weight must not count in the mean.",
            look="Over which tokens do both sums of the formula run?",
        ),
        slip(
            "the logits are multiplied by the weights",
            edit=[("F.cross_entropy(logits[:, :-1].transpose(1, 2)", "F.cross_entropy((logits[:, :-1] * weights[:, 1:, None]).transpose(1, 2)"), ("(counted * losses).sum() / counted.sum().clamp(min=1e-9)", "losses.mean()")],
            why="Logits of 0 are still a guess, so tokens that shouldn't count contribute a loss of ln V.",
            look="What should a token contribute if its weight is 0?",
        ),
        slip(
            "the rows are concatenated before they are shifted",
            edit="""
                V = logits.shape[-1]
                losses = F.cross_entropy(logits.reshape(-1, V)[:-1], ids.reshape(-1)[1:], reduction="none")
                counted = weights.reshape(-1)[1:]
                return (counted * losses).sum() / counted.sum().clamp(min=1e-9)
            """,
            why="The last logits of one row would be compared with the first token of the next, which they can't predict.",
            look="How many targets are in a batch of two rows with three tokens each?",
        ),
        slip(
            "the last logits of a row are compared with its first token",
            edit=[("logits[:, :-1]", "logits"), ("ids[:, 1:]", "ids.roll(-1, dims=1)"), ("weights[:, 1:]", "weights.roll(-1, dims=1)")],
            why="`roll` brings the first token round to the end, where the model would have to guess how the text began.",
            look="How many targets are in a row of three tokens?",
        ),
        slip(
            "axes are swapped with a reshape",
            edit=("logits[:, :-1].transpose(1, 2)", "logits[:, :-1].reshape(logits.shape[0], logits.shape[2], -1)"),
            why="`reshape` keeps the order in memory, so numbers of different tokens end up in one row of classes.",
            look="Which operation moves an axis, and which only regroups the numbers?",
        ),
        slip(
            "the loss is divided by the number of rows",
            edit=("counted.sum().clamp(min=1e-9)", "len(ids)"),
            why="A batch of long answers would take a longer step than a batch of short ones.",
            look="What does the formula divide by?",
        ),
        slip(
            "the loss is divided twice",
            edit=("(counted * losses).sum() / counted.sum().clamp(min=1e-9)", "(counted * losses).mean() / counted.sum().clamp(min=1e-9)"),
            also=[("counted.sum().clamp(min=1e-9)", "counted.sum().clamp(min=1e-9) ** 2")],
            why="A mean has already divided by the number of tokens.",
            look="Which of your operations divide?",
        ),
        slip(
            "the sign is the wrong way round",
            edit=("return (counted", "return -(counted"),
            why="Training would make the right answers ever less likely.",
            look="Is ln p of a probability positive or negative, and which should a loss be?",
        ),
        slip(
            "the loss is in bits",
            edit=("return (counted * losses).sum()", "return (counted * losses / math.log(2)).sum()"),
            why="All other losses of the course are in nats, and the gradient would be 1.44 times as large.",
            look="Which logarithm is in the formula?",
        ),
        slip(
            "weights above 1 are clipped",
            edit=("counted = weights[:, 1:]", "counted = weights[:, 1:].clamp(max=1)"),
            why="A weight may be any number that isn't negative. Only the ratios between weights matter.",
            look="If you multiply all weights by a hundred, should the loss change?",
        ),
        slip(
            "the loss of a batch without answers has no gradient",
            edit=("return (counted * losses).sum() / counted.sum().clamp(min=1e-9)", "return (counted * losses).sum() / counted.sum() if counted.sum() > 0 else torch.tensor(0.0)"),
            also=[
                ("return (counted * losses).sum() / counted.sum().clamp(min=1e-9)", "return (counted * losses).sum() / counted.sum() if counted.sum() > 0 else 0.0"),
                ("return (counted * losses).sum() / counted.sum().clamp(min=1e-9)", "return (counted * losses).sum() / counted.sum() if counted.sum() > 0 else torch.tensor(0.0, requires_grad=True)"),
            ],
            why="The training loop calls backward() on every loss, and that fails on a number without a history.",
            look="What does the docstring say about gradients, and how can a 0 come from the logits?",
        ),
        slip(
            "probabilities are too small for a logarithm",
            edit=('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2).log()"),
            also=[('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-(logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2) + 1e-6).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-(logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2) + 1e-10).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-(logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2) + 1e-12).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-(logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2) + 1e-9).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-(logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2) + 1e-8).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2).clamp(min=1e-9).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2).clamp(min=1e-12).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "(logits[:, :-1].exp().sum(-1).log() - logits[:, :-1].gather(2, ids[:, 1:, None]).squeeze(2))"),
            ],
            why="float32 covers about 1e-45 to 1e38, and with logits of a few hundred your numbers leave that range on the way.",
            look="What is exp(−200) in float32, and the logarithm of it? Which function takes both steps at once?",
        ),
        slip(
            "nan is papered over",
            edit=("return (counted * losses).sum() / counted.sum().clamp(min=1e-9)", "return torch.nan_to_num((counted * losses).sum() / counted.sum())"),

            why="The loss is 0 then, but the gradient still runs through 0/0 and is nan, and a single step with it ruins the model.",
            look="What gradients does a batch without answers give?",
        ),
        slip(
            "softmax runs over the positions",
            edit=('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-logits[:, :-1].log_softmax(dim=1).gather(2, ids[:, 1:, None]).squeeze(2)"),
            also=[('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-logits.log_softmax(dim=1)[:, :-1].gather(2, ids[:, 1:, None]).squeeze(2)")],
            why="At every position, the probabilities of all tokens in the vocabulary have to add up to 1.",
            look="Along which axis do your probabilities add up to 1?",
        ),
        slip(
            "a token is left out because of its id",
            edit=('reduction="none")', 'reduction="none", ignore_index=0)'),
            why="The weights decide which tokens count. Here 0 is a token like any other.",
            look="What happens to the loss of a token with the id 0?",
        ),
        slip(
            "the sum of one row's weights is used for all rows",
            edit=("counted.sum().clamp(min=1e-9)", "(len(ids) * counted[0].sum()).clamp(min=1e-9)"),
            also=[("counted.sum().clamp(min=1e-9)", "counted[0].sum().clamp(min=1e-9)")],
            why="Rows have answers of different lengths.",
            look="Which rows does the sum in the denominator run over?",
        ),
        slip(
            "the loss is cut off from the logits",
            edit=("logits[:, :-1].transpose", "logits.detach()[:, :-1].transpose"),
            why="The number is right, but nothing learns from it.",
            look="Which operations break the trail that backward() follows?",
        ),
        slip(
            "softmax is taken before the cross-entropy",
            edit=("logits[:, :-1].transpose(1, 2)", "logits.softmax(dim=-1)[:, :-1].transpose(1, 2)"),
            why="`F.cross_entropy` expects logits and takes the softmax itself. If it gets probabilities, everything is flattened.",
            look="What does the documentation of `F.cross_entropy` call its first argument?",
        ),
    ]  # fmt: skip
    promises = {
        "any weights": dict(B=3, V=7),
        "rows with more or fewer answer tokens": dict(kind="answers"),
        "nothing to learn": dict(kind="none"),
        "weights whose sum is below 1": dict(kind="small"),
        "a single target": dict(T=2),
        "large logits": dict(spread=60.0),
        "very large logits": dict(spread=400.0),
        "large weights next to small ones": dict(kind="large"),
        "sequences of one token": dict(T=1),
        "the loss has a gradient": "grad_logits",
        "weights are left alone": "weights unchanged",
    }
