"""Masked-language-modeling loss, ignoring labels of −100; 0 where nothing is masked.

Oracle: row by row in float64, for the logits and their negatives, with the gradient by hand.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import normal


@exercise("mlm_loss", points=2, forbid=["F.cross_entropy", "nn.CrossEntropyLoss", "F.nll_loss", "nn.NLLLoss"])
class _:
    cases = [
        dict(shape=(3, 6), V=7),
        dict(shape=(9,), V=5),
        dict(shape=(2, 3), V=4, asked="none"),
        dict(shape=(2, 4), V=4, asked="all"),
        dict(shape=(2, 5), V=6, size=80.0),
        dict(shape=(3, 5), V=5, asked="one row"),
        dict(shape=(2, 4), V=6, asked="one place"),
    ]
    weights = {"losses": 2, "gradient": 1}

    def inputs(rng, shape, V, asked="some", size=2.0):
        labels = rng.integers(0, V, shape)
        keep = np.zeros(shape, dtype=bool)
        if asked == "some":  # most of them in the first row, so that a mean of means shows
            keep.ravel()[: max(2, keep.size // 3)] = True
            keep.ravel()[-1] = True
        keep |= asked == "all"
        if asked == "one row":
            keep[1] = True
        if asked == "one place":
            keep[1, 2] = True
        logits = normal(rng, *shape, V, size=size)
        return {"logits": logits, "labels": np.where(keep, labels, -100)}

    def oracle(logits, labels):
        """Row by row, for the logits and for their negatives."""
        flat, ids = np.asarray(logits, dtype=np.float64).reshape(-1, logits.shape[-1]), labels.ravel()
        totals, gradient, n = [0.0, 0.0], np.zeros_like(flat), max(1, int((ids >= 0).sum()))
        for row, label, out in zip(flat, ids, gradient):
            if label >= 0:
                for i, x in enumerate((row, -row)):
                    totals[i] += np.log(np.exp(x - x.max()).sum()) + x.max() - x[label]
                e = np.exp(row - row.max())
                out += e / e.sum() / n
                out[label] -= 1 / n
        return {"losses": np.array(totals) / n, "gradient": gradient.reshape(logits.shape)}

    equivalent = {
        "chosen = labels > -100": "no label is less than −100",
        "log_p = logits[chosen].log_softmax(dim=+1)": "the places that were picked have two axes",
        "log_p = logits[chosen].log_softmax(dim=1)": "the places that were picked have two axes",
        "return -found.sum() / max(len((found.detach() if found.requires_grad else 1 / 0)), 1)": "a length has no gradient",
    }

    alternatives = {
        "logsumexp, and a mask that is multiplied": """
            asked = (labels != -100).float()
            true = logits.gather(-1, labels.clamp(min=0).unsqueeze(-1)).squeeze(-1)
            return ((logits.logsumexp(-1) - true) * asked).sum() / asked.sum().clamp(min=1)
        """,
        "one-hot targets": """
            asked = labels >= 0
            if not asked.any():
                return logits.sum() * 0.0
            hot = F.one_hot(labels[asked], logits.shape[-1])
            return -(hot * torch.log_softmax(logits[asked], -1)).sum(-1).mean()
        """,
    }
    slips = [
        slip(
            "the mean runs over all positions",
            edit=("max(len(found), 1)", "labels.numel()"),
            why="The loss then depends on the amount of padding, and with 15 % of the tokens chosen it is about seven times too small.",
            look="Which number do you divide by?",
        ),
        slip(
            "the loss is summed, not averaged",
            edit=(" / max(len(found), 1)", ""),
            why="A batch with more questions would take a larger step.",
            look="What does the formula divide by?",
        ),
        slip(
            "a question is asked at every position",
            edit="return -logits.log_softmax(-1).gather(-1, labels.clamp(min=0).unsqueeze(-1)).mean()",
            also=["return -logits.log_softmax(-1).gather(-1, (labels % logits.shape[-1]).unsqueeze(-1)).mean()"],
            why="Positions that were not chosen then count as questions, with an answer that means nothing.",
            look="What happens to −100 in your code?",
        ),
        slip(
            "the loss is not a number where nothing is asked",
            edit=("-found.sum() / max(len(found), 1)", "-found.mean()", "-found.sum() / len(found)"),
            why="One such batch makes every weight nan.",
            look="What is the mean of no numbers?",
        ),
        slip(
            "the loss has the wrong sign",
            edit=("return -found.sum()", "return found.sum()"),
            why="Training would make the right answers less likely.",
            look="Is the logarithm of a probability positive or negative?",
        ),
        slip(
            "softmax and logarithm are taken one after the other",
            edit=("log_softmax(dim=-1)", "softmax(dim=-1).log()"),
            why="A probability that is too small for float32 becomes 0, and its logarithm becomes −∞.",
            look="What is the logarithm of a probability of 10⁻⁵⁰ in float32?",
        ),
        slip(
            "probabilities are taken for log-probabilities",
            edit=("log_softmax(dim=-1)", "softmax(dim=-1)"),
            why="The loss of a sure answer is then −1 and that of a hopeless one is 0, so it has no slope where the model is most wrong.",
            look="Where in your code is the formula's logarithm?",
        ),
        slip(
            "logits are taken for log-probabilities",
            edit=(".log_softmax(dim=-1)", ""),
            why="The loss can fall without end by making all logits of true tokens larger.",
            look="Do the probabilities that you use add up to 1?",
        ),
        slip(
            "softmax runs over positions, not over the vocabulary",
            edit=("log_softmax(dim=-1)", "log_softmax(dim=0)"),
            also=[("logits[chosen].log_softmax(dim=-1)", "logits.log_softmax(dim=1)[chosen]"), ("logits[chosen].log_softmax(dim=-1)", "logits.log_softmax(dim=0)[chosen]")],
            why="The probabilities at one position have to add up to 1.",
            look="Which axis runs over the V entries of the vocabulary?",
        ),
        slip(
            "the mean of each text is averaged again",
            edit="""
                logits, labels = logits.reshape(-1, *logits.shape[-2:]), labels.reshape(-1, labels.shape[-1])
                means = []
                for x, y in zip(logits, labels):
                    if (y != -100).any():
                        log_p = x[y != -100].log_softmax(-1)
                        means.append(-log_p.gather(1, y[y != -100].unsqueeze(1)).mean())
                return torch.stack(means).mean() if means else logits.sum() * 0
            """,
            also=["""
                asked = (labels != -100).to(logits.dtype)
                found = logits.log_softmax(-1).gather(-1, labels.clamp(min=0).unsqueeze(-1)).squeeze(-1)
                return -((found * asked).sum(-1) / asked.sum(-1).clamp(min=1)).mean()
            """],
            why="A question in a text with few questions counts more than one in a text with many.",
            look="Suppose one text has 1 question and another has 9. How much does each question weigh?",
        ),
        slip(
            "the result is not a scalar",
            also=[("found.sum()", "found.sum(dim=0)")],
            edit=("return -found.sum() / max(len(found), 1)", "return -found.squeeze(1)"),
            why="`backward()` needs one number.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the logarithm has base 2",
            edit=("return -found.sum() /", "return -found.sum() / math.log(2) /"),
            why="Bits are a fine unit, but the formula uses ln, and every other loss in the course is in nats.",
            look="By which constant factor are you off?",
        ),
        slip(
            "the loss is cut off from the model where nothing is asked",
            edit=("    log_p = logits[chosen]", "    if not chosen.any():\n        return torch.tensor(0.0)\n    log_p = logits[chosen]"),

            why="Calling `backward()` on a bare number is an error, which stops the training.",
            look="What was your 0 computed from?",
        ),
        slip(
            "token 0 is never asked about",
            edit=("labels != -100", "labels > 0"),
            why="Ids start at 0, and here 0 is a token like any other.",
            look="Which labels does your comparison leave out?",
        ),
        slip(
            "a small number is added before the logarithm",
            edit=("log_softmax(dim=-1)", "softmax(dim=-1).add(1e-9).log()"),
            also=[("log_softmax(dim=-1)", "softmax(dim=-1).clamp(min=1e-9).log()"), ("log_softmax(dim=-1)", "softmax(dim=-1).add(1e-12).log()")],
            why="It avoids −∞ but also caps the loss, so the slope is gone where the model is most wrong.",
            look="What is the largest loss that your code can give for one position?",
        ),
        slip(
            "the caller's labels are changed",
            edit="""
                chosen = labels != -100
                labels[~chosen] = 0
                found = logits.log_softmax(-1).gather(-1, labels.unsqueeze(-1)).squeeze(-1)
                return -(found * chosen).sum() / max(int(chosen.sum()), 1)
            """,
            why="A second call with the same labels then asks at every position.",
            look="Which of your lines writes into an argument?",
        ),
        slip(
            "the sum is divided by one too many",
            edit=("max(len(found), 1)", "(len(found) + 1)"),
            why="That avoids 0/0, but every loss is too small, most of all with few questions.",
            look="What is the mean of a single number in your code?",
        ),
        slip(
            "the labels are shifted by one position",
            edit=("    chosen = labels != -100", "    logits, labels = logits[..., :-1, :], labels[..., 1:]\n    chosen = labels != -100"),
            why="In GPT, a feature predicts the next token. In BERT, it predicts the token at its own position.",
            look="Which position do the scores at position t refer to?",
        ),
        slip(
            "one text without a question makes the loss 0",
            edit=("    log_p = logits[chosen]", "    if not chosen.any(dim=-1).all():\n        return logits.sum() * 0\n    log_p = logits[chosen]"),
            why="The questions of all other texts in the batch are lost.",
            look="Across which axes must there be no question at all before the loss is 0?",
        ),
        slip(
            "the loss is cut off from the logits",
            edit=("return -found.sum() / max(len(found), 1)", "return torch.tensor(-found.sum().item() / max(len(found), 1), requires_grad=True)"),
            why="The number is right, but nothing can be learned from it.",
            look="Which of your operations breaks the trail that backward() follows?",
        ),
        slip(
            "1 − p takes the place of −ln p",
            edit=[("log_softmax(dim=-1)", "softmax(dim=-1)"), ("return -found.sum()", "return (1 - found).sum()")],
            why="It is at most 1, and it hardly has a slope where the model is most wrong.",
            look="Where in your code is the formula's logarithm?",
        ),
    ]  # fmt: skip
    promises = {
        "any leading axes": dict(shape=(9,)),
        "nothing is asked": dict(asked="none"),
        "every position is asked": dict(asked="all"),
        "large logits": dict(size=80.0),
        "the mean is over positions, not texts": dict(asked="one row"),
        "a single position": dict(asked="one place"),
        "labels stay as they are: they are used twice": "losses",
        "it can be used for training, even where nothing is asked": "gradient",
    }
