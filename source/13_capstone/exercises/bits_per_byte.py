"""Bits per byte of a token sequence, from log-probabilities and the bytes of each token.

Oracle: the log-probabilities of the targets, summed with math.fsum.
"""

import math

import torch

from autograder.authoring import exercise, slip


@exercise("bits_per_byte", points=2)
class _:
    cases = [
        dict(N=7, V=11, certain=1.0),
        dict(N=5, V=5, certain=1.0),  # as many rows as entries
        dict(N=1, V=6, certain=1.0),
        dict(N=40, V=9, certain=12.0),  # some are nearly sure, and wrong
        dict(N=12, V=8, certain=1.0, nothing=True),  # the mark for the end of a text stands for no bytes
    ]

    def inputs(rng, N, V, certain, nothing=False):
        scores = torch.tensor(certain * rng.standard_normal((N, V)))
        token_bytes = rng.integers(1, 9, V)
        targets = rng.integers(V, size=N)
        if nothing:
            token_bytes[V - 1], targets[N // 2], targets[0] = 0, V - 1, 0
        return {
            "log_probs": scores.log_softmax(-1).numpy(),
            "targets": targets,
            "token_bytes": token_bytes,
        }

    def oracle(log_probs, targets, token_bytes):
        nats = [-log_probs[i, target] for i, target in enumerate(targets)]
        n_bytes = sum(int(token_bytes[target]) for target in targets)
        kept = {"log_probs": log_probs[:2], "targets": targets, "token_bytes": token_bytes}
        found = math.fsum(nats) / math.log(2) / n_bytes
        return {"bits per byte": found, "arguments unchanged": {"bits": found, **kept}}

    weights = {"bits per byte": 3, "arguments unchanged": 1}
    alternatives = {
        "by cross-entropy": """
            bits = F.cross_entropy(log_probs, targets, reduction="sum") / math.log(2)
            return float(bits / token_bytes[targets].sum())
        """,
        "row by row": """
            bits = sum(-float(row[t]) / math.log(2) for row, t in zip(log_probs, targets.tolist()))
            return bits / sum(int(token_bytes[t]) for t in targets.tolist())
        """,
        "by fancy indices, as a tensor": """
            rows = torch.arange(len(targets), device=targets.device)
            return -(log_probs[rows, targets] / math.log(2)).sum() / token_bytes[targets].sum()
        """,
    }
    slips = [
        slip(
            "bits are counted for each token, not for each byte",
            edit=("token_bytes[targets].sum()", "len(targets)"),
            why="A tokenizer with longer tokens needs more bits for each, and fewer of them. Only bytes are the same for all.",
            look="Two models read the same page with different tokenizers. By which number must both be divided?",
        ),
        slip(
            "the result is in nats",
            edit=("nats / math.log(2) / ", "nats / "),
            why="A bit is the logarithm to base 2. In nats every model looks a third better.",
            look="What should come out for a model that gives probability one half to each byte that came?",
        ),
        slip(
            "nats are multiplied by ln 2, not divided",
            edit=("/ math.log(2)", "* math.log(2)"),
            why="A nat is 1.44 bits, so the number of bits is the larger one.",
            look="What should come out for a probability of one half, and what is −ln(1/2)?",
        ),
        slip(
            "each token's bits are divided by its own bytes, and then averaged",
            edit=(
                "nats = -log_probs.gather(1, targets[:, None]).sum()",
                "nats = -log_probs.gather(1, targets[:, None])[:, 0]",
            ),
            also=[
                "return float((-log_probs.gather(1, targets[:, None])[:, 0] / math.log(2) / token_bytes[targets]).mean())"
            ],
            why="A short token then counts as much as a long one, though it says less; and a token of no bytes makes it infinite.",
            look="A file has a length in bytes and a length when compressed. Which two numbers make its bits per byte?",
        ),
        slip(
            "bytes are those of the whole vocabulary",
            edit=("token_bytes[targets].sum()", "token_bytes.sum()"),
            why="The text decides how many bytes there were; the vocabulary also holds what never came.",
            look="How many bytes has the text that was read? Which argument says so?",
            also=[
                (
                    "token_bytes[targets].sum()",
                    "(len(targets) * token_bytes.float().mean())",
                )
            ],
        ),
        slip(
            "the sign is lost",
            edit=("-log_probs", "log_probs"),
            why="Logarithms of probabilities are below 0, and what a text costs is above.",
            look="Can a text cost less than nothing?",
        ),
        slip(
            "the likeliest token is scored, not the one that came",
            edit=("log_probs.gather(1, targets[:, None])", "log_probs.amax(1)"),
            why="That measures how sure the model is, not how right.",
            look="What should happen to the result when the model is sure of something else than what came?",
        ),
        slip(
            "every row is scored at every target",
            edit=("log_probs.gather(1, targets[:, None])", "log_probs[:, targets]"),
            why="Each row predicts one token: the one behind its own window.",
            look="Print the shape of what you sum. How many numbers should there be?",
        ),
        slip(
            "probabilities are averaged before the logarithm",
            edit=(
                "-log_probs.gather(1, targets[:, None]).sum()",
                "-len(targets) * log_probs.gather(1, targets[:, None]).exp().mean().log()",
            ),
            why="One great surprise then hardly counts. What a text costs is the sum of what its tokens cost.",
            look="A model gives 0.5 to one token and 0.0001 to the next. What do both cost together?",
        ),
        slip(
            "nothing is divided by the bytes",
            edit=(" / token_bytes[targets].sum()", ""),
            why="A long text always costs more than a short one.",
            look="What should happen to the result when the same text comes twice?",
        ),
        slip(
            "the result is a perplexity",
            edit=("nats / math.log(2) / token_bytes[targets].sum()", "(nats / len(targets)).exp()"),
            why="A perplexity is for each token, and grows where a logarithm adds.",
            look="Which unit does the name of the function promise?",
        ),
        slip(
            "the mean of the bits is divided by the sum of the bytes",
            edit=("targets[:, None]).sum()", "targets[:, None]).mean()"),
            why="Above stands one token then, and below all of them, so a longer text looks cheaper.",
            look="What should happen to the result when the same text comes twice?",
        ),
        slip(
            "tokens of no bytes are left out",
            edit=(
                "nats = -log_probs.gather(1, targets[:, None]).sum()",
                "nats = -log_probs.gather(1, targets[:, None])[:, 0][token_bytes[targets] > 0].sum()",
            ),
            why="The mark for the end of a text must be predicted too, and costs bits like any token.",
            look="Which of the two sums does such a token change, and which not?",
        ),
        slip(
            "a token of no bytes counts as one byte",
            edit=("token_bytes[targets].sum()", "token_bytes[targets].clamp(min=1).sum()"),
            why="The text has no byte there, so the file would look longer than it is.",
            look="Which of the two sums does such a token change, and which not?",
        ),
        slip(
            "great surprises are cut off",
            edit=(
                "log_probs.gather(1, targets[:, None])",
                "log_probs.gather(1, targets[:, None]).clamp(min=-10 * math.log(2))",
            ),
            why="A model that is sure and wrong would get away with it.",
            look="What does a token cost that got a probability of one in a million?",
            also=[
                (
                    "log_probs.gather(1, targets[:, None])",
                    "log_probs.gather(1, targets[:, None]).clamp(min=-10)",
                ),
                (
                    "log_probs.gather(1, targets[:, None])",
                    "log_probs.gather(1, targets[:, None]).clamp(min=-20)",
                ),
                (
                    "log_probs.gather(1, targets[:, None])",
                    "log_probs.gather(1, targets[:, None]).clamp(min=math.log(1e-6))",
                ),
                (
                    "log_probs.gather(1, targets[:, None])",
                    "log_probs.gather(1, targets[:, None]).clamp(min=math.log(1e-9))",
                ),
            ],
        ),
        slip(
            "the model's own doubt is scored, not what came",
            edit=("-log_probs.gather(1, targets[:, None]).sum()", "-(log_probs.exp() * log_probs).sum()"),
            why="That is the entropy: what the model expects to pay. What it pays is decided by the text.",
            look="Which argument says what came, and where do you use it?",
        ),
        slip(
            "softmax is taken once more",
            edit=("-log_probs.gather", "-log_probs.exp().log_softmax(-1).gather"),
            why="These are logarithms of probabilities already. Of probabilities softmax makes numbers that are nearly equal.",
            look="What does the docstring say that a row holds?",
        ),
        slip(
            "the bytes are counted in bits",
            edit=("token_bytes[targets].sum()", "(8 * token_bytes[targets].sum())"),
            why="Bits a byte is what the name says. Divided by bits it would be a share of the file.",
            look="What should come out when each byte costs eight bits?",
        ),
        slip(
            "bytes are those of the likeliest token",
            edit=("token_bytes[targets]", "token_bytes[log_probs.argmax(1)]"),
            why="The text is as long as what came, whatever was expected.",
            look="How many bytes has the text that was read? Which argument says so?",
        ),
        slip(
            "a row is left out",
            edit=("-log_probs.gather(1, targets[:, None])", "-log_probs[1:].gather(1, targets[1:, None])"),
            why="Each row belongs to one token, the first and the last like all others.",
            look="How many numbers do you add when there is one row?",
            also=[
                ("-log_probs.gather(1, targets[:, None])", "-log_probs[:-1].gather(1, targets[1:, None])"),
                ("-log_probs.gather(1, targets[:, None])", "-log_probs[:-1].gather(1, targets[:-1, None])"),
            ],
        ),
        slip(
            "the logarithm is taken twice",
            edit=(
                "-log_probs.gather(1, targets[:, None]).sum()",
                "-(-log_probs.gather(1, targets[:, None])).log().sum()",
            ),
            why="What comes in are logarithms. All that is left to do is to change their base.",
            look="What does the docstring say that a row holds?",
        ),
        slip(
            "the result is rounded",
            edit=(
                "return float(nats / math.log(2) / token_bytes[targets].sum())",
                "return round(float(nats / math.log(2) / token_bytes[targets].sum()), 2)",
            ),
            why="Two models that differ by a thousandth of a bit would look the same.",
            look="How many digits should a number keep that others compute with?",
        ),
    ]
    promises = {
        "bytes are those of the tokens that came": "bits per byte",
        "one token is enough": dict(N=1),
        "as many rows as entries": dict(N=5, V=5),
        "surprises count in full": dict(certain=12.0),
        "a token of no bytes costs bits all the same": dict(nothing=True),
        "the arguments stay as they are": "arguments unchanged",
    }
