"""Log-probability of each sequence in a batch under a language model.

Oracle: a loop over tokens in NumPy with logaddexp; some probabilities underflow in float32.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED


@exercise("sequence_log_prob", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(B=2, n=5, V=6),
        dict(B=1, n=90, V=5, size=6.0),
        dict(B=3, n=1, V=4),
        dict(B=2, n=6, V=5, size=150.0),  # probabilities that are 0 in float32
        dict(B=2, n=5, V=4, bos_again=True),  # only the first BOS has no probability
    ]
    tolerance = 5e-4  # sums of numbers up to 400

    def inputs(rng, B, n, V, size=1.5, bos_again=False):
        ids = rng.integers(1, V, (B, n + 1))
        ids[:, 0] = 0  # BOS
        if bos_again:
            ids[:, 3] = 0
        return {
            "table": rng.standard_normal((V, V)) * size,
            "places": rng.standard_normal((n + 1, V)),
            "ids": ids,
        }

    def oracle(table, places, ids):
        found = []
        for text in ids:
            total = 0.0
            for t in range(len(text) - 1):
                scores = table[text[t]] + places[t]
                total += scores[text[t + 1]] - np.logaddexp.reduce(scores)
            found.append(total)
        return {"log_prob": np.array(found)}

    alternatives = {
        "a loop over places": """
            scores = model(ids)
            total = torch.zeros(len(ids))
            for t in range(1, ids.shape[1]):
                before = scores[:, t - 1]
                total += before[torch.arange(len(ids)), ids[:, t]] - before.logsumexp(-1)
            return total
        """,
        "cross_entropy without its mean": """
            scores = model(ids)[:, :-1]
            return -F.cross_entropy(scores.transpose(1, 2), ids[:, 1:], reduction="none").sum(1)
        """,
    }
    slips = [
        slip(
            "the mean is taken instead of the sum",
            edit=(".sum(dim=1)", ".mean(dim=1)"),
            why="ln P of a text is the sum over its tokens. The mean is the (negative) loss, which doesn't depend on the length of the text.",
            look="What does a product of probabilities become when you take logarithms?",
        ),
        slip(
            "every token is compared with the scores at its own position",
            edit=[("model(ids)[:, :-1]", "model(ids)"), ("ids[:, 1:]", "ids")],
            why="The model computes the scores at a position after reading that token. This also counts BOS, which should not be counted.",
            look="Which scores depend on x₀ alone?",
        ),
        slip(
            "probabilities are multiplied",
            edit=(
                "return log_p.gather(-1, ids[:, 1:].unsqueeze(-1)).squeeze(-1).sum(dim=1)",
                "return log_p.exp().gather(-1, ids[:, 1:].unsqueeze(-1)).squeeze(-1).prod(-1).log()",
            ),
            why="The product of 90 small numbers underflows to 0 in float32, and the logarithm of 0 is −∞.",
            look="Where does your code stop working with logarithms?",
        ),
        slip(
            "scores are summed without softmax",
            edit=("torch.log_softmax(model(ids)[:, :-1], dim=-1)", "model(ids)[:, :-1]"),
            why="Scores are log-probabilities only up to a constant, and the constant differs from position to position.",
            look="Over the vocabulary, do the exponentials of your terms add up to 1?",
        ),
        slip(
            "the probability of the first token is left out",
            edit=[("model(ids)[:, :-1]", "model(ids)[:, 1:-1]"), ("ids[:, 1:]", "ids[:, 2:]")],
            why="BOS is there so that the first real token can be predicted, and that token's probability counts.",
            look="How many terms does a text of one token have?",
        ),
        slip(
            "the log-probabilities of all texts are added up",
            edit=(".sum(dim=1)", ".sum()"),
            also=[(".sum(dim=1)", ".sum().expand(len(ids))")],
            why="Each text has its own probability.",
            look="What shape should the result have?",
        ),
        slip(
            "every text gets the average of the batch",
            edit=("return log_p.gather(-1, ids[:, 1:].unsqueeze(-1)).squeeze(-1).sum(dim=1)", "return (log_p.gather(-1, ids[:, 1:].unsqueeze(-1)).mean() * (ids.shape[1] - 1)).expand(len(ids))"),
            why="The loss is one mean over the whole batch, so it can't tell you which text is more probable.",
            look="Are the numbers in your result different for two different texts?",
        ),
        slip(
            "squeeze() removes axes that you still need",
            edit=(".squeeze(-1).sum(dim=1)", ".squeeze().sum(dim=-1)"),
            also=[(".squeeze(-1).sum(dim=1)", ".squeeze().sum(dim=1)")],
            why="Without an argument, squeeze() removes every axis of length 1, including that of a batch of one text or of a text of one token.",
            look="What is the shape after squeeze() for B = 1, and for n = 1?",
        ),
        slip(
            "the sign is flipped",
            edit=("return log_p", "return -log_p"),
            why="A log-probability is never above 0. With a minus sign it becomes a loss.",
            look="What is the logarithm of a number below 1?",
        ),
        slip(
            "BOS is not read by the model",
            edit=[("model(ids)[:, :-1]", "model(ids[:, 1:])[:, :-1]"), ("ids[:, 1:].unsq", "ids[:, 2:].unsq")],
            why="The first real token is predicted from BOS, and BOS also shifts every later token by one position.",
            look="How many terms does a text of one token have, and what is the first one conditioned on?",
        ),
        slip(
            "softmax runs over the positions, not over the vocabulary",
            edit=("dim=-1)  # (B, n, V)", "dim=1)"),
            also=[("torch.log_softmax(model(ids)[:, :-1], dim=-1)", "torch.log_softmax(model(ids), dim=1)[:, :-1]")],
            why="At each position the tokens of the vocabulary compete with each other. Positions don't compete.",
            look="Along which axis must the probabilities sum to 1?",
        ),
        slip(
            "the logarithm is taken after softmax",
            edit=("torch.log_softmax(model(ids)[:, :-1], dim=-1)", "model(ids)[:, :-1].softmax(-1).log()"),
            also=[
                ("torch.log_softmax(model(ids)[:, :-1], dim=-1)", f"(model(ids)[:, :-1].softmax(-1){floor}).log()")
                for floor in (" + 1e-9", " + 1e-8", " + 1e-10", " + 1e-12", ".clamp(min=1e-9)")
            ],
            why="In float32 a small probability becomes 0, and its logarithm −∞. A small number added to it hides that and gives a wrong sum.",
            look="Which function gives logarithms of probabilities without computing the probabilities first?",
        ),
        slip(
            "small log-probabilities are cut off",
            edit=("dim=-1)  # (B, n, V)", "dim=-1).clamp(min=-20)"),
            also=[("dim=-1)  # (B, n, V)", "dim=-1).clamp(min=-100)")],
            why="A token with ln p = −300 costs 300 nats. That is what the model predicts, and a sum of logarithms can hold it.",
            look="Would anything overflow if you left the number as it is?",
        ),
        slip(
            "the result is in bits",
            edit=(".sum(dim=1)", ".sum(dim=1) / math.log(2)"),
            why="ln P is a natural logarithm. Bits come in only when you ask for the size of a compressed text.",
            look="Which logarithm does the docstring name?",
        ),
        slip(
            "a BOS inside the text is left out",
            edit=("return log_p.gather(-1, ids[:, 1:].unsqueeze(-1)).squeeze(-1).sum(dim=1)", "terms = log_p.gather(-1, ids[:, 1:].unsqueeze(-1)).squeeze(-1)\n    return (terms * (ids[:, 1:] != ids[:, :1])).sum(dim=1)"),
            why="Only the BOS at the start is given. If the same token comes again later, the model has to predict it like any other.",
            look="Which position has no probability, and why?",
        ),
        slip(
            "the model reads one token at a time",
            edit="""
            total = 0
            for t in range(ids.shape[1] - 1):
                log_p = model(ids[:, t : t + 1])[:, -1].log_softmax(-1)
                total = total + log_p.gather(-1, ids[:, t + 1].unsqueeze(-1)).squeeze(-1)
            return total
            """,
            why="Each probability is conditioned on everything before it, x₀ included. If the model reads one token, it has neither the earlier ones nor their positions.",
            look="In the formula, what comes after the bar in the third term?",
        ),
        slip(
            "the likeliest token is scored, not the token of the text",
            edit=("return log_p.gather(-1, ids[:, 1:].unsqueeze(-1)).squeeze(-1).sum(dim=1)", "return log_p.max(-1).values.sum(dim=1)"),
            why="That is the probability of what the model would have preferred, and it doesn't depend on the text at the last position.",
            look="Where does your code use ids, apart from the call of the model?",
        ),
    ]  # fmt: skip
    promises = {
        "one sum for each text": dict(B=2, n=5),
        "sums of logarithms do not underflow": dict(n=90),
        "a text of one token has one factor": dict(n=1),
        "probabilities that float32 cannot hold": dict(size=150.0),
    }
