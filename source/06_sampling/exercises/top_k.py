"""Top-k filter: rule out all but the k most probable tokens.

Oracle: transformers' TopKLogitsWarper in float64; rows with ties are cut by hand, because it keeps
all tokens that are equal.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import INF, KNOB, apart, processed, rule_out, softmax, unchanged


@exercise("top_k", points=3, forbid=KNOB)
class _:
    cases = [
        dict(shape=(9,), k=3),
        dict(shape=(4, 8), k=2, levels=True),
        dict(shape=(2, 3, 6), k=1),
        dict(shape=(3, 7), k=4, ties=True),
        dict(shape=(2, 5), k=9),
        dict(shape=(5, 5), k=3),
        dict(shape=(3, 8), k=4, out=5),  # three are possible, and four are asked for
        dict(shape=(3, 9), k=4, out=(6, 0, 3)),
    ]
    weights = {"probabilities": 4, "possible tokens": 1, "logits unchanged": 1}

    def inputs(rng, shape, k, levels=False, ties=False, out=0):
        x = rule_out(rng, apart(rng, shape), out)
        if levels:  # rows far apart, so that one bar for all of them is none for most
            x = x + 20 * np.arange(shape[0])[:, None]
        if ties:  # the k-th and the two after it are equal
            order = np.argsort(-x, axis=-1)
            np.put_along_axis(x, order[:, k : k + 2], np.take_along_axis(x, order[:, k - 1 : k], -1), -1)
        return {"logits": x, "k": k, "ties": ties}

    def oracle(logits, k, ties):
        if ties:  # by hand: transformers keeps all that are equal
            best = -np.sort(-logits, axis=-1)
            best[:, k:] = -INF
            p = softmax(best)
        else:
            from transformers import TopKLogitsWarper

            p = softmax(processed(TopKLogitsWarper(int(k)), logits))
        return {"probabilities": p, "possible tokens": p > 0, "logits unchanged": unchanged(p)}

    alternatives = {
        "the ranks of all tokens": """
            rank = logits.argsort(dim=-1, descending=True, stable=True).argsort(dim=-1)
            return torch.where(rank < k, logits, -math.inf)
        """,
        "one row after the other": """
            rows = logits.clone().reshape(-1, logits.shape[-1])
            for row in rows:
                order = row.sort(descending=True).indices
                row[order[k:]] = float("-inf")
            return rows.reshape(logits.shape)
        """,
        "the best taken out k times": """
            left, result = logits.clone(), torch.full_like(logits, -math.inf)
            for _ in range(min(k, logits.shape[-1])):
                best = left.argmax(-1, keepdim=True)
                result.scatter_(-1, best, logits.gather(-1, best))
                left.scatter_(-1, best, -math.inf)
            return result
        """,
    }
    slips = [
        slip(
            "k + 1 tokens stay",
            edit=("k = min(k, logits.shape[-1])", "k = min(k + 1, logits.shape[-1])"),
            why="From 0 to k there are k + 1 of them: the slip of the lecture's formula.",
            look="How many tokens have a probability above 0 for k = 1?",
        ),
        slip(
            "k − 1 tokens stay",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return logits.masked_fill(logits <= values[..., -1:], -math.inf)"),
            also=[("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return torch.full_like(logits, -math.inf).scatter(-1, ids[..., : k - 1], values[..., : k - 1])")],
            why="The k-th token belongs to the best k. With k = 1 nothing would be left, and softmax of nothing is nan.",
            look="Is the k-th token below the bar, or on it?",
        ),
        slip(
            "tokens that tie with the first one left out are ruled out too",
            edit="""
                if k >= logits.shape[-1]:
                    return logits.clone()
                below = logits.topk(k + 1, dim=-1).values[..., -1:]
                return logits.masked_fill(logits <= below, -math.inf)
            """,
            why="Fewer than k are left then. Some of the equal tokens have to stay, so that there are k.",
            look="Logits 2, 1, 1, 1 and k = 2: how many are above the third best?",
        ),
        slip(
            "all that are equal to the k-th token stay",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return logits.masked_fill(logits < values[..., -1:], -math.inf)"),
            why="With ties more than k stay. The library does the same; here exactly k were asked for.",
            look="Logits 2, 1, 1, 1 and k = 2: how many are not below the second best?",
        ),
        slip(
            "what is ruled out gets the logit 0",
            edit=("torch.full_like(logits, -math.inf)", "torch.zeros_like(logits)"),
            also=[("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return logits * torch.zeros_like(logits).scatter(-1, ids, 1.0)")],
            why="e⁰ = 1: such a token keeps a weight of 1, and often more than it had.",
            look="Which logit has the probability 0?",
        ),
        slip(
            "one bar is taken for the whole batch",
            edit=("values, ids = logits.topk(k, dim=-1)", "values = logits.flatten().topk(k).values\n    return logits.masked_fill(logits < values[-1], -math.inf)\n    values, ids = logits.topk(k, dim=-1)"),
            also=[
                """
                flat = logits.flatten()
                values, ids = flat.topk(min(k, len(flat)))
                return torch.full_like(flat, -math.inf).scatter(0, ids, values).reshape(logits.shape)
                """
            ],
            why="Each text has its own best k. A row with small logits would lose all of its tokens.",
            look="How many tokens should stay in a batch of 4 texts, for k = 2?",
        ),
        slip(
            "a token that stays in one row stays in all",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "drop = torch.ones_like(logits, dtype=torch.bool)\n    drop[..., ids] = False\n    return logits.masked_fill(drop, -math.inf)"),
            why="`[..., ids]` takes these places in every row. Each row has a set of its own.",
            look="What is the shape of `logits[..., ids]` for logits (4, 8) and ids (4, 2)?",
        ),
        slip(
            "axis 1 is taken for the last one",
            edit=[("logits.topk(k, dim=-1)", "logits.topk(k, dim=1)"), ("scatter(-1,", "scatter(1,")],
            also=[
                [("logits.topk(k, dim=-1)", "logits.topk(min(k, logits.shape[min(1, logits.ndim - 1)]), dim=min(1, logits.ndim - 1))"), ("scatter(-1,", "scatter(min(1, logits.ndim - 1),")],
                """
                if logits.ndim == 1:
                    return top_k(logits[None], k)[0]
                out = torch.full_like(logits, -math.inf)
                for b in range(logits.shape[0]):
                    values, ids = logits[b].topk(min(k, logits.shape[1]))
                    out[b, ids] = values
                return out
                """,
            ],
            why="That is right for a batch (B, V) and for nothing else. Any axes may stand in front of the vocabulary.",
            look="Which number does the last axis have, however many there are?",
        ),
        slip(
            "k is limited by the number of texts, not by the size of the vocabulary",
            edit=("logits.shape[-1]", "len(logits)"),
            why="`len` of a tensor counts along its first axis. A batch of two texts would keep two tokens at most.",
            look="What is `len(logits)` for logits of shape (2, 5)?",
        ),
        slip(
            "the row with the fewest possible tokens decides for all",
            edit=("logits.shape[-1])", "int((logits > -math.inf).sum(dim=-1).min()))"),
            why="Each text has a set of its own. What has been ruled out in one should cost the others nothing.",
            look="Three tokens are possible in one row and nine in the next. How many of each stay for k = 4?",
        ),
        slip(
            "arithmetic with −∞ gives nan",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "there = torch.zeros_like(logits).scatter(-1, ids, 1.0)\n    return logits * there + there.log()", "there = torch.zeros_like(logits).scatter(-1, ids, 1.0)\n    return logits * there + (1 - there) * -math.inf"),
            why="0 times −∞ is not a number, and one nan spoils the whole row. A mask can be used without multiplying by it.",
            look="Which function of torch picks from two tensors without computing with what is not picked?",
        ),
        slip(
            "the smallest k stay",
            edit=("logits.topk(k, dim=-1)", "logits.topk(k, dim=-1, largest=False)"),
            why="These are the tokens that the model would never write.",
            look="In which direction do you sort?",
        ),
        slip(
            "the logits come back in sorted order",
            edit=("scatter(-1, ids, values)", "scatter(-1, torch.arange(k).expand(ids.shape), values)"),
            why="A logit belongs to a token by its place. Sorted, token 0 would always be the likeliest.",
            look="Which token does the first number of your result belong to?",
        ),
        slip(
            "only the k that stay come back",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return values"),
            why="Their places say which tokens they are, and the places are lost.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the first k tokens stay",
            edit=[("values, ids = logits.topk(k, dim=-1)", "values = logits[..., :k]\n    ids = torch.arange(k).expand(values.shape)")],
            why="The ids of tokens say nothing about how likely they are.",
            look="Do you look at the size of the logits at all?",
        ),
        slip(
            "a k above the size of the vocabulary is an error",
            edit=("k = min(k, logits.shape[-1])", "k = int(k)"),
            why="Somebody who asks for the best 50 of 9 means all of them.",
            look="What does the docstring say about rows with fewer than k tokens?",
        ),
        slip(
            "probabilities come back in place of logits",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "p = torch.zeros_like(logits).scatter(-1, ids, logits.softmax(dim=-1).gather(-1, ids))\n    return p / p.sum(dim=-1, keepdim=True)", "return torch.zeros_like(logits).scatter(-1, ids, logits.softmax(dim=-1).gather(-1, ids))"),
            why="The next knob takes them for logits: softmax of numbers between 0 and 1 is nearly uniform, and a 0 is not −∞.",
            look="What does the docstring say that the function returns?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=("torch.full_like(logits, -math.inf)", "torch.full_like(logits, -1e9)", "torch.full_like(logits, -1e4)", "torch.full_like(logits, torch.finfo(logits.dtype).min)"),
            also=[("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return logits + (1 - torch.zeros_like(logits).scatter(-1, ids, 1.0)) * -1e9"), ("logits.topk(k, dim=-1)", "logits.clamp(min=-1e4).topk(k, dim=-1)")],
            why="Softmax hardly sees the difference, but a number can come back: divided by an infinite temperature it is 0, like all others.",
            look="What does the docstring say that those get which are ruled out?",
        ),
        slip(
            "the caller's logits are changed",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "kept = torch.full_like(logits, -math.inf).scatter(-1, ids, values)\n    return logits.copy_(kept)"),
            also=[
                """
                logits[logits < logits.topk(k, dim=-1).values[..., -1:]] = -math.inf
                return logits
                """
            ],
            why="The next knob, or a comparison with what was there before, then starts from logits that are cut already.",
            look="Print logits after your function has run.",
        ),
    ]  # fmt: skip
    promises = {
        "exactly k, with ties too": dict(ties=True),
        "each row by itself": dict(levels=True),
        "any axes in front": dict(shape=(2, 3, 6)),
        "k = 1": dict(k=1),
        "fewer than k tokens": dict(k=9),
        "fewer than k that are possible, after another cut": dict(out=5),
        "fewer than k in one row, and enough in the others": dict(out=(6, 0, 3)),
        "−∞ for those that are ruled out": "possible tokens",
        "logits stay as they are": "logits unchanged",
    }
