"""Top-k filter: rule out all but the k most probable tokens.

Oracle: transformers' TopKLogitsWarper in float64; rows with ties are cut by hand, because it keeps
all tied tokens.
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
        if levels:  # rows far apart, so no single threshold fits more than one of them
            x = x + 20 * np.arange(shape[0])[:, None]
        if ties:  # the k-th and the two after it are equal
            order = np.argsort(-x, axis=-1)
            np.put_along_axis(x, order[:, k : k + 2], np.take_along_axis(x, order[:, k - 1 : k], -1), -1)
        return {"logits": x, "k": k, "ties": ties}

    def oracle(logits, k, ties):
        if ties:  # by hand: transformers keeps all tied tokens
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
            why="Counting from 0 to k gives k + 1 tokens, which is the slip in the lecture's formula.",
            look="For k = 1, how many tokens end up with a probability above 0?",
        ),
        slip(
            "k − 1 tokens stay",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return logits.masked_fill(logits <= values[..., -1:], -math.inf)"),
            also=[("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return torch.full_like(logits, -math.inf).scatter(-1, ids[..., : k - 1], values[..., : k - 1])")],
            why="The k-th token is one of the best k. Without it, k = 1 would leave no token at all, and softmax of nothing but −∞ is nan.",
            look="Is the k-th token below the threshold, or right at it?",
        ),
        slip(
            "tokens tied with the first one left out are ruled out as well",
            edit="""
                if k >= logits.shape[-1]:
                    return logits.clone()
                below = logits.topk(k + 1, dim=-1).values[..., -1:]
                return logits.masked_fill(logits <= below, -math.inf)
            """,
            why="That leaves fewer than k tokens. Some of the tied ones have to stay to bring the number up to k.",
            look="With logits 2, 1, 1, 1 and k = 2, how many are larger than the third best?",
        ),
        slip(
            "all tokens tied with the k-th one stay",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return logits.masked_fill(logits < values[..., -1:], -math.inf)"),
            why="With ties, more than k tokens stay. The library does the same, but here you were asked for exactly k.",
            look="With logits 2, 1, 1, 1 and k = 2, how many are at least as large as the second best?",
        ),
        slip(
            "ruled-out tokens get a logit of 0",
            edit=("torch.full_like(logits, -math.inf)", "torch.zeros_like(logits)"),
            also=[("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return logits * torch.zeros_like(logits).scatter(-1, ids, 1.0)")],
            why="Because e⁰ = 1, such a token has a weight of 1, which is often more than it had before.",
            look="For which logit is the probability 0?",
        ),
        slip(
            "one threshold is used for the whole batch",
            edit=("values, ids = logits.topk(k, dim=-1)", "values = logits.flatten().topk(k).values\n    return logits.masked_fill(logits < values[-1], -math.inf)\n    values, ids = logits.topk(k, dim=-1)"),
            also=[
                """
                flat = logits.flatten()
                values, ids = flat.topk(min(k, len(flat)))
                return torch.full_like(flat, -math.inf).scatter(0, ids, values).reshape(logits.shape)
                """
            ],
            why="Each row has its own best k. With a common threshold, a row of small logits would lose all of its tokens.",
            look="For k = 2, how many tokens should stay in a batch of 4 rows altogether?",
        ),
        slip(
            "a token that stays in one row stays in all of them",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "drop = torch.ones_like(logits, dtype=torch.bool)\n    drop[..., ids] = False\n    return logits.masked_fill(drop, -math.inf)"),
            why="`[..., ids]` picks these indices in every row, but each row has its own set of tokens to keep.",
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
            why="That is right for a batch (B, V) and for nothing else, because any number of axes may come before the vocabulary.",
            look="Which index always means the last axis, however many axes there are?",
        ),
        slip(
            "k is limited by the number of rows, not by the size of the vocabulary",
            edit=("logits.shape[-1]", "len(logits)"),
            why="`len` of a tensor is the size of its first axis, so in a batch of two rows at most two tokens would stay in each.",
            look="What is `len(logits)` for logits of shape (2, 5)?",
        ),
        slip(
            "the row with the fewest possible tokens limits k for all rows",
            edit=("logits.shape[-1])", "int((logits > -math.inf).sum(dim=-1).min()))"),
            why="Each row keeps its own tokens, so what was ruled out in one row should cost the other rows nothing.",
            look="Three tokens are possible in one row and nine in the next. For k = 4, how many should stay in each?",
        ),
        slip(
            "arithmetic with −∞ gives nan",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "there = torch.zeros_like(logits).scatter(-1, ids, 1.0)\n    return logits * there + there.log()", "there = torch.zeros_like(logits).scatter(-1, ids, 1.0)\n    return logits * there + (1 - there) * -math.inf"),
            why="0 times −∞ is not a number, and one nan spoils the whole row. You can use a mask without multiplying by it.",
            look="Which torch function picks entries from two tensors, without doing arithmetic on the entries it doesn't pick?",
        ),
        slip(
            "the k smallest logits stay",
            edit=("logits.topk(k, dim=-1)", "logits.topk(k, dim=-1, largest=False)"),
            why="These are the tokens that the model is least likely to write.",
            look="In which direction do you sort?",
        ),
        slip(
            "the logits come back in sorted order",
            edit=("scatter(-1, ids, values)", "scatter(-1, torch.arange(k).expand(ids.shape), values)"),
            why="The index of a logit tells you which token it belongs to. After sorting, token 0 would always be the likeliest.",
            look="Which token does the first number of your result belong to?",
        ),
        slip(
            "only the k logits that stay are returned",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return values"),
            why="Only its index tells you which token a logit belongs to, and the indices are lost.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the first k tokens stay",
            edit=[("values, ids = logits.topk(k, dim=-1)", "values = logits[..., :k]\n    ids = torch.arange(k).expand(values.shape)")],
            why="A token's id tells you nothing about how likely the token is.",
            look="Does your code compare the logits with each other at all?",
        ),
        slip(
            "a k larger than the vocabulary raises an error",
            edit=("k = min(k, logits.shape[-1])", "k = int(k)"),
            why="Asking for the best 50 of 9 tokens simply means all of them.",
            look="What does the docstring say about rows with fewer than k tokens?",
        ),
        slip(
            "probabilities are returned instead of logits",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "p = torch.zeros_like(logits).scatter(-1, ids, logits.softmax(dim=-1).gather(-1, ids))\n    return p / p.sum(dim=-1, keepdim=True)", "return torch.zeros_like(logits).scatter(-1, ids, logits.softmax(dim=-1).gather(-1, ids))"),
            why="The next knob treats them as logits, but softmax of numbers between 0 and 1 is nearly uniform, and a logit of 0 is not −∞.",
            look="According to the docstring, what does the function return?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=("torch.full_like(logits, -math.inf)", "torch.full_like(logits, -1e9)", "torch.full_like(logits, -1e4)", "torch.full_like(logits, torch.finfo(logits.dtype).min)"),
            also=[("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return logits + (1 - torch.zeros_like(logits).scatter(-1, ids, 1.0)) * -1e9"), ("logits.topk(k, dim=-1)", "logits.clamp(min=-1e4).topk(k, dim=-1)")],
            why="Softmax hardly notices, but a finite number can come back: divided by an infinite temperature, it becomes 0 like every other logit.",
            look="According to the docstring, which logit do ruled-out tokens get?",
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
            why="The caller may need the original logits again, for another knob or for a comparison, but they have already been cut.",
            look="Print `logits` before and after your function runs.",
        ),
    ]  # fmt: skip
    promises = {
        "exactly k, even with ties": dict(ties=True),
        "each row by itself": dict(levels=True),
        "any leading axes": dict(shape=(2, 3, 6)),
        "k = 1": dict(k=1),
        "fewer than k tokens": dict(k=9),
        "fewer than k possible tokens, after another cut": dict(out=5),
        "fewer than k in one row, and enough in the others": dict(out=(6, 0, 3)),
        "−∞ for ruled-out tokens": "possible tokens",
        "logits stay as they are": "logits unchanged",
    }
