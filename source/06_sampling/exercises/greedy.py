"""Greedy choice: the token with the largest logit, for any number of batch dimensions.

Oracle: sorting the token ids of each row by logit.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED, apart, rule_out


@exercise("greedy", points=1, forbid=FINISHED)
class _:
    cases = [
        dict(shape=(9,)),
        dict(shape=(6, 11)),
        dict(shape=(2, 3, 8)),
        dict(shape=(5, 5), low=True),
        dict(shape=(3, 7), out=4),
        dict(shape=(4, 6), low=True, out=3),
        dict(shape=(1, 6)),
        dict(shape=(3, 300), flat=True),
    ]

    def inputs(rng, shape, low=False, out=0, flat=False):
        x = apart(rng, shape, spread=0.1, gap=0.0005) if flat else 3 * apart(rng, shape)
        return {"logits": rule_out(rng, -30 - np.abs(x) if low else x, out)}

    def oracle(logits):
        rows = logits.reshape(-1, logits.shape[-1])
        best = [sorted(range(len(row)), key=lambda i: row[i])[-1] for row in rows]
        return {"ids": torch.as_tensor(best).reshape(logits.shape[:-1])}

    alternatives = {
        "max of the probabilities": "return logits.softmax(dim=-1).max(dim=-1).indices",
        "the last of the sorted ones": "return logits.sort(dim=-1).indices[..., -1]",
        "the best of one": "return torch.topk(logits, 1, dim=-1)[1].squeeze(-1)",
    }
    slips = [
        slip(
            "the maximum is taken over all rows together",
            edit=("logits.argmax(dim=-1)", "logits.argmax()"),
            also=[("logits.argmax(dim=-1)", "(logits.argmax() % logits.shape[-1]).expand(logits.shape[:-1])")],
            why="A whole batch of texts would get a single token, whose number is an index into the flattened tensor.",
            look="How many ids should come back for logits of shape (6, 11)?",
        ),
        slip(
            "the maximum is taken along an axis other than the last",
            edit=("dim=-1", "dim=0", "dim=1", "dim=1 if logits.ndim > 1 else 0"),
            why="That compares texts with each other, but you want to compare tokens.",
            look="Along which axis of (B, V) is there one entry per token?",
        ),
        slip(
            "the least likely token is chosen",
            edit=("logits.argmax(", "logits.argmin("),

            why="That is the one token the model is least likely to write.",
            look="Do you look for the largest logit or the smallest?",
        ),
        slip(
            "the largest logit comes back, not its token",
            edit=("logits.argmax(dim=-1)", "logits.amax(dim=-1)"),
            also=[("logits.argmax(dim=-1)", "logits.softmax(dim=-1).amax(dim=-1)")],
            why="The next step looks up the id in a table of tokens, and you can't look up a logit there.",
            look="Which of the two results of `max` tells you where the maximum is?",
        ),
        slip(
            "the vocabulary axis is kept",
            edit=("dim=-1", "dim=-1, keepdim=True"),
            why="You need one id for each text, but here each id sits in a row of its own.",
            look="Print the shape of your result for logits of shape (9,).",
        ),
        slip(
            "the sign of the logits is ignored",
            edit=("logits.argmax", "logits.abs().argmax"),
            why="A logit of −30 means that a token is out of the question.",
            look="Which logit gives the larger probability, −30 or 2?",
        ),
        slip(
            "every row gets all tokens, sorted by their logits",
            edit=("logits.argmax(dim=-1)", "logits.argsort(dim=-1, descending=True)"),
            why="The order is right, but you need only the first entry of each row.",
            look="How many ids should there be for each text?",
        ),
        slip(
            "both results of `max` come back",
            edit=("logits.argmax(dim=-1)", "tuple(logits.max(dim=-1))"),
            why="`max` along an axis returns the largest values and their indices, but the next step needs only one thing, the id.",
            look="Print what your function returns. Which part of it is the id?",
        ),
        slip(
            "every token is marked True or False",
            edit=("logits.argmax(dim=-1)", "logits == logits.amax(dim=-1, keepdim=True)"),
            why="The True is in the right position, but what you need is the index of that position.",
            look="How many ids should there be for each text?",
        ),
        slip(
            "a batch of one text loses its axis",
            edit=("logits.argmax(dim=-1)", "logits.argmax(dim=-1, keepdim=True).squeeze()"),
            why="If you pass in a batch, you should get a batch back. Otherwise, a loop over its texts fails as soon as only one text is left.",
            look="Print the shape of your result for logits of shape (1, 6).",
        ),
        slip(
            "a token that is ruled out is treated as if its logit were 0",
            edit=("logits.argmax(", "logits.masked_fill(logits == -math.inf, 0.0).argmax("),
            why="If all other logits are negative, the impossible token wins.",
            look="Which is the largest of −3, −5 and 0, and which of them did you put there yourself?",
        ),
        slip(
            "ids are indices among the possible tokens only",
            edit="""
                rows = logits.reshape(-1, logits.shape[-1])
                best = [row[row > -math.inf].argmax() for row in rows]
                return torch.stack(best).reshape(logits.shape[:-1])
            """,
            why="Once you remove some tokens, the ones after them move up, so an index no longer tells you which token is there.",
            look="Take the logits −∞, 1, 2. What is the index of the 2 in your list, and which token is it?",
        ),
    ]  # fmt: skip
    promises = {
        "any axes before the last": dict(shape=(2, 3, 8)),
        "a single row": dict(shape=(9,)),
        "as many rows as tokens": dict(shape=(5, 5)),
        "a batch of one text": dict(shape=(1, 6)),
        "all logits negative": dict(low=True),
        "some tokens ruled out": dict(out=4),
        "all logits negative, some tokens ruled out": dict(low=True, out=3),
        "many tokens that are almost equally likely": dict(flat=True),
    }
