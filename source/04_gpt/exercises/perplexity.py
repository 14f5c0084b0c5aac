"""Perplexity over the tokens of several texts.

Oracle: exp of the mean over all tokens, summed with math.fsum. The texts differ in length and
difficulty, to catch averaging per text.
"""

import math

from autograder.authoring import exercise, slip

from ._shared import FINISHED


@exercise("perplexity", points=2, forbid=FINISHED)
class _:
    cases = [dict(lengths=[3, 9, 1]), dict(lengths=[5]), dict(lengths=[2, 12])]

    def inputs(rng, lengths):
        # Texts differ in how hard they are, so that every kind of mean is another number.
        return {"log_probs": [-rng.exponential(1.0 + 2 * i, n) - 0.2 for i, n in enumerate(lengths)]}

    def oracle(log_probs):
        every = [float(p) for text in log_probs for p in text]
        return {"perplexity": math.exp(-math.fsum(every) / len(every))}

    alternatives = {
        "sums and counts": """
            total = sum(text.sum().item() for text in log_probs)
            return math.exp(-total / sum(map(len, log_probs)))
        """,
        "geometric mean of 1/p in bits": """
            bits = torch.cat(log_probs) / math.log(2)
            return 2.0 ** (-bits.mean())
        """,
    }
    slips = [
        slip(
            "each text counts alike, however short",
            edit=("torch.cat(log_probs).mean()", "torch.stack([p.mean() for p in log_probs]).mean()"),
            why="A text of one token then weighs as much as one of a thousand.",
            look="Is your mean over tokens, or over texts?",
        ),
        slip(
            "the perplexities of the texts are averaged",
            edit=("torch.exp(-torch.cat(log_probs).mean())", "torch.stack([torch.exp(-p.mean()) for p in log_probs]).mean()"),
            why="A mean of exponentials is ruled by the worst text. The exponential comes last.",
            look="In which order do mean and exponential stand in the formula?",
        ),
        slip(
            "1/p is averaged over tokens",
            edit=("torch.exp(-torch.cat(log_probs).mean())", "torch.exp(-torch.cat(log_probs)).mean()"),
            why="One token with probability 0.001 adds a thousand. Perplexity is the exponential of the mean surprise, a geometric mean.",
            look="In which order do mean and exponential stand in the formula?",
        ),
        slip(
            "the exponential has base 2 and the logarithm base e",
            edit=("torch.exp(-torch.cat(log_probs).mean())", "2 ** (-torch.cat(log_probs).mean())"),
            why="2 to the power of bits, or e to the power of nats: the two must fit.",
            look="Which base do the log-probabilities have?",
        ),
        slip(
            "the sign is missing",
            edit=("torch.exp(-torch", "torch.exp(torch"),
            why="The result is the mean probability of a token (geometric), the inverse of the perplexity.",
            look="Can a perplexity be below 1?",
        ),
        slip(
            "the log-probabilities are summed",
            edit=(".mean()", ".sum()"),
            why="That is one over the probability of everything, and grows with the amount of text.",
            look="Would your number change if the same text came twice?",
        ),
        slip(
            "only one text counts",
            edit=("torch.cat(log_probs).mean()", "log_probs[0].mean()", "log_probs[-1].mean()"),
            why="The list holds several texts, and every token of each is a guess.",
            look="How many numbers does your mean run over?",
        ),
        slip(
            "the median is taken for the mean",
            edit=(".mean()", ".median()"),
            why="A few very surprising tokens are what separates models, and a median does not see them.",
            look="Which kind of mean stands in the loss?",
        ),
    ]  # fmt: skip
    promises = {
        "over all tokens alike": dict(lengths=[3, 9, 1]),
        "one text": dict(lengths=[5]),
    }
