"""Top-p (nucleus) filter, with a minimum number of tokens to keep.

Oracle: transformers' TopPLogitsWarper in float64; rows with ties are cut by hand. No cumulative
probability of an input comes close to p.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import INF, KNOB, apart, processed, softmax, unchanged


def equals(rng, shape):
    """Logits (B, V): one with .4 to .45 of the mass, then four equal ones with .12 to .15 each, then the rest."""
    first, rest = rng.uniform(0.4, 0.45, shape[0]), rng.uniform(0.02, 0.03, (shape[0], shape[1] - 5))
    equal = (1 - first - rest.sum(axis=-1)) / 4
    p = np.concatenate([first[:, None], np.repeat(equal[:, None], 4, axis=1), rest], axis=-1)
    return rng.permuted(np.log(p) + rng.uniform(-3, 3, (shape[0], 1)), axis=-1)


def crossing(rng, shape, p, heat=None, k=1):
    """Logits for which no running mass is close to p, so rounding decides nothing; heat: makes the rows go from flat (the
    first needs more than k tokens) to sharp (the last needs fewer)."""
    for _ in range(1000):
        x = apart(rng, shape)
        if heat:
            x = x * np.geomspace(*heat, shape[0])[:, None]
        mass = np.cumsum(-np.sort(-softmax(x), axis=-1), axis=-1)
        if heat and not (mass[0, k - 1] < p < mass[-1, k - 2]):
            continue
        if np.abs(mass - p).min() > 5e-3:
            return x
    raise AssertionError("no such logits")


@exercise("top_p", points=4, forbid=KNOB)
class _:
    cases = [
        dict(shape=(9,), p=(0.55, 0.8)),
        dict(shape=(4, 10), p=(0.8, 0.92), k=1),
        dict(shape=(2, 3, 7), p=(0.02, 0.04), k=1),  # the first token alone reaches p
        dict(shape=(3, 8), p=(0.1, 0.3), k=4),
        dict(shape=(3, 9), p=(0.7, 0.9), k=2, out=3),
        dict(shape=(6, 6), p=(0.5, 0.8), k=1),
        dict(shape=(2, 5), p=(0.3, 0.6), k=5),
        dict(shape=(3, 9), p=(0.3, 0.6), k=4, out=6),  # three are possible, and four are asked for
        dict(
            shape=(4, 8), p=(0.5, 0.6), k=3, heat=(0.2, 8)
        ),  # the first row needs more than k, the last one fewer
        dict(shape=(3, 7), p=(0.47, 0.52), ties=True),
    ]
    weights = {"probabilities": 4, "possible tokens": 1, "logits unchanged": 1}

    def inputs(rng, shape, p, k=None, out=0, heat=None, ties=False):
        p = float(rng.uniform(*p))
        x = equals(rng, shape) if ties else crossing(rng, (*shape[:-1], shape[-1] - out), p, heat, k)
        if out:
            x = np.concatenate([x[..., :2], np.full((*shape[:-1], out), -INF), x[..., 2:]], axis=-1)
        return {"logits": x, "p": p, "k": k, "ties": ties}

    def oracle(logits, p, k, ties):
        if ties:  # by hand: the best, and one of the four equal ones
            best = -np.sort(-logits, axis=-1)
            best[:, 2:] = -INF
            kept = softmax(best)
        else:
            from transformers import TopPLogitsWarper

            warper = TopPLogitsWarper(float(p), min_tokens_to_keep=1 if k is None else int(k))
            kept = softmax(processed(warper, logits))
        return {"probabilities": kept, "possible tokens": kept > 0, "logits unchanged": unchanged(kept)}

    equivalent = {"out = before > p": "no sum meets p exactly"}

    alternatives = {
        "row by row, token by token": """
            rows = logits.reshape(-1, logits.shape[-1])
            result = torch.full_like(rows, -math.inf)
            for row, new in zip(rows, result):
                probs, mass = row.softmax(0), 0.0
                for rank, token in enumerate(row.argsort(descending=True).tolist()):
                    if mass >= p and rank >= k:
                        break
                    mass += probs[token].item()
                    new[token] = row[token]
            return result.reshape(logits.shape)
        """,
        "the mass of all likelier tokens, by comparison": """
            probs = logits.softmax(-1)
            one, other, place = probs.unsqueeze(-1), probs.unsqueeze(-2), torch.arange(probs.shape[-1])
            likelier = (other > one) | ((other == one) & (place < place[:, None]))  # (..., V, V), of equals the first
            before = (likelier * probs.unsqueeze(-2)).sum(-1)
            rank = likelier.sum(-1)
            return torch.where((before < p) | (rank < k), logits, torch.full_like(logits, -math.inf))
        """,
        "renormalised, as log-probabilities": """
            probs, ids = logits.softmax(-1).sort(-1, descending=True)
            m = ((probs.cumsum(-1) < p).sum(-1, keepdim=True) + 1).clamp(min=k)
            probs = probs * (torch.arange(probs.shape[-1]) < m)
            probs = torch.zeros_like(probs).scatter(-1, ids, probs)
            return (probs / probs.sum(-1, keepdim=True)).log()
        """,
    }
    slips = [
        slip(
            "the token that crosses p is dropped",
            edit=("before >= p", "probs.cumsum(dim=-1) > p"),
            also=[("probs.cumsum(dim=-1) - probs", "probs.cumsum(dim=-1)")],
            why="The tokens that stay then cover *less* than p. Where a single token exceeds p, only the floor of k can save it, and without a floor the row is empty.",
            look="With probabilities .6, .25, .1, .05 and p = .8, which tokens does it take to reach p?",
        ),
        slip(
            "one more token stays than is needed",
            edit=("before >= p", "before - torch.cat([torch.zeros_like(probs[..., :1]), probs[..., :-1]], dim=-1) >= p"),
            why="You were asked for the smallest set that reaches p.",
            look="Would you reach p without the last token that you keep?",
        ),
        slip(
            "the minimum k is ignored",
            edit=("out[..., :k] = False", "out[..., :1] = False"),
            also=[("    out[..., :k] = False\n", "")],
            why="Where the model is certain, only one token stays, although the floor was meant to keep some choice.",
            look="Which argument of the function does your code never use?",
        ),
        slip(
            "the first k rows keep everything, not the first k tokens",
            edit=("out[..., :k] = False", "out[:k] = False"),
            why="Without the dots the index applies to the first axis, which counts rows, not tokens.",
            look="What does `out[:1]` take from a table of 4 rows and 10 columns?",
        ),
        slip(
            "the sum runs in the order of the vocabulary",
            edit=("logits.sort(dim=-1, descending=True)", "(logits, torch.arange(logits.shape[-1]).expand(logits.shape))"),
            why="Which tokens stay then depends on the ids they happen to have, not on how likely they are.",
            look="In which order do the tokens enter your sum?",
        ),
        slip(
            "the same number of tokens stays in every row",
            edit=("return logits.masked_fill(torch", "out = (out.flatten(0, -2).all(dim=0) if out.ndim > 1 else out).expand(logits.shape)\n    return logits.masked_fill(torch"),
            why="Where the model is undecided in one row, all other rows would keep their tails as well.",
            look="Of two rows, one sharp and one flat, which takes more tokens to reach p?",
        ),
        slip(
            "k is a ceiling, not a floor",
            edit=("out[..., :k] = False", "out[..., k:] = True"),
            also=[[("k=1):", "k=None):"), ("    out[..., :k] = False", "    if k is not None:\n        out[..., k:] = True")]],
            why="At least k tokens should stay, but here at most k do.",
            look="For k = 2, how many tokens should stay if it takes 5 to reach p?",
        ),
        slip(
            "k more tokens stay than are needed",
            edit=("out[..., :k] = False", "out = torch.cat([torch.zeros_like(out[..., :k]), out], dim=-1)[..., : out.shape[-1]]", "out = torch.cat([torch.zeros_like(out[..., 1:k]), out], dim=-1)[..., : out.shape[-1]]"),
            why="The floor is a minimum, not an extra: where m ≥ k stay anyway, it changes nothing.",
            look="What is the larger of m and k, and what is their sum?",
        ),
        slip(
            "exactly k tokens stay for a k above 1, whatever their share",
            edit=("out[..., :k] = False", "if k > 1:\n        out = (torch.arange(out.shape[-1]) >= k).expand(out.shape)"),
            why="It is top-k only where fewer than k tokens are enough to reach p. A row that needs more should keep more.",
            look="For k = 2, how many tokens should stay if it takes 5 to reach p?",
        ),
        slip(
            "the floor keeps the first tokens of the vocabulary, not the likeliest",
            edit=[("    out[..., :k] = False\n", ""), ("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "out = torch.zeros_like(out).scatter(-1, ids, out)\n    out[..., :k] = False\n    return logits.masked_fill(out, -math.inf)")],
            also=[
                [("    out[..., :k] = False\n", ""), ("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "out = torch.zeros_like(out).scatter(-1, ids, out)\n    if k > 1:\n        out[..., :k] = False\n    return logits.masked_fill(out, -math.inf)")],
            ],
            why="The first k positions belong to the likeliest tokens only as long as the row is sorted.",
            look="When you clear the first entry of your mask, does it belong to the likeliest token or to token 0?",
        ),
        slip(
            "all tokens tied with the last one needed are kept",
            edit=("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "last = ordered.masked_fill(out, math.inf).amin(dim=-1, keepdim=True)\n    return logits.masked_fill(logits < last, -math.inf)"),
            why="You were asked for the fewest tokens, and a comparison with a threshold can't tell tied tokens apart.",
            look="With probabilities .4, .2, .2, .2 and p = .5, how many tokens are needed, and how many have at least .2?",
        ),
        slip(
            "axis 1 is taken for the last one",
            edit=[("logits.sort(dim=-1", "logits.sort(dim=1"), ("ordered.softmax(dim=-1)", "ordered.softmax(dim=1)"), ("probs.cumsum(dim=-1)", "probs.cumsum(dim=1)"), ("out[..., :k]", "out[:, :k]"), ("scatter(-1,", "scatter(1,")],
            also=[
                [("    ordered, ids", "    if logits.ndim == 1:\n        return top_p(logits[None], p, k)[0]\n    ordered, ids"), ("logits.sort(dim=-1", "logits.sort(dim=1"), ("ordered.softmax(dim=-1)", "ordered.softmax(dim=1)"), ("probs.cumsum(dim=-1)", "probs.cumsum(dim=1)"), ("out[..., :k]", "out[:, :k]"), ("scatter(-1,", "scatter(1,")],
            ],
            why="That is right for a batch (B, V) and for nothing else, because any number of axes may come before the vocabulary.",
            look="Which index always means the last axis, however many axes there are?",
        ),
        slip(
            "arithmetic with −∞ gives nan",
            edit=("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "there = torch.zeros_like(logits).scatter(-1, ids, (~out).float())\n    return logits * there + there.log()", "there = torch.zeros_like(logits).scatter(-1, ids, (~out).float())\n    return logits * there + (1 - there) * -math.inf"),
            why="0 times −∞ is not a number, and one nan spoils the whole row. You can use a mask without multiplying by it.",
            look="Which torch function picks entries from two tensors, without doing arithmetic on the entries it doesn't pick?",
        ),
        slip(
            "the mask is not put back into the order of the vocabulary",
            edit=("torch.zeros_like(out).scatter(-1, ids, out)", "out"),
            also=[("torch.zeros_like(out).scatter(-1, ids, out)", "out.gather(-1, ids)")],
            why="The mask is sorted by probability but the logits are not, so the wrong tokens are cut: those that happen to be at the masked positions.",
            look="Which token does the first entry of your mask belong to?",
        ),
        slip(
            "a token that is ruled out in one row is ruled out in all of them",
            edit=("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "result = logits.clone()\n    result[..., ids[out]] = -math.inf\n    return result"),
            why="`[..., ids]` picks these indices in every row, but the tail of one row may hold the best token of the next.",
            look="Try two rows whose likeliest tokens differ. Which tokens stay in each?",
        ),
        slip(
            "the logits come back in sorted order",
            edit=("logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "ordered.masked_fill(out, -math.inf)"),
            why="The index of a logit tells you which token it belongs to. After sorting, token 0 would always be the likeliest.",
            look="Which token does the first number of your result belong to?",
        ),
        slip(
            "the least likely tokens are taken first",
            edit=("descending=True", "descending=False"),
            why="If you sum from the bottom, it takes nearly the whole tail to reach p, and the best tokens are left out.",
            look="In which order do the tokens enter your sum?",
        ),
        slip(
            "p is a threshold for each token by itself",
            edit=("before >= p", "probs < p"),
            also=[("before >= p", "probs < 1 - p")],
            why="p is the mass that the tokens cover *together*. Hardly any token has .9 on its own.",
            look="Where does your code add up probabilities?",
        ),
        slip(
            "p is taken for the share that is cut off",
            edit=("before >= p", "before >= 1 - p"),
            why="p is the share that you keep, and 1 − p is the share that you cut off.",
            look="Should more tokens stay at p = .9 or at p = .5?",
        ),
        slip(
            "ruled-out tokens get a logit of 0",
            edit=("scatter(-1, ids, out), -math.inf)", "scatter(-1, ids, out), 0.0)"),
            also=[("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "return logits * torch.zeros_like(logits).scatter(-1, ids, (~out).float())")],
            why="Because e⁰ = 1, such a token has a weight of 1, which is often more than it had before.",
            look="For which logit is the probability exactly 0?",
        ),
        slip(
            "probabilities are returned instead of logits",
            edit=("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "return logits.softmax(dim=-1).masked_fill(torch.zeros_like(out).scatter(-1, ids, out), 0.0)"),
            also=[("return logits.masked_fill(", "return logits.softmax(dim=-1).masked_fill(")],
            why="The next knob treats them as logits, but softmax of numbers between 0 and 1 is nearly uniform, and a logit of 0 is not −∞. Even as "
            "probabilities, they wouldn't sum to 1.",
            look="According to the docstring, what does the function return?",
        ),
        slip(
            "logits are summed, not probabilities",
            edit=("ordered.softmax(dim=-1)", "ordered"),
            why="p is a share of the total probability. Logits can be negative, so their sum doesn't mean anything.",
            look="What is the last of your running sums, and what should it be?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=("scatter(-1, ids, out), -math.inf)", "scatter(-1, ids, out), -1e9)", "scatter(-1, ids, out), -1e4)", "scatter(-1, ids, out), torch.finfo(logits.dtype).min)"),
            also=[("    ordered, ids", "    logits = logits.clamp(min=-1e4)\n    ordered, ids")],
            why="Softmax hardly notices, but a finite number can come back: divided by an infinite temperature, it becomes 0 like every other logit.",
            look="According to the docstring, which logit do ruled-out tokens get?",
        ),
        slip(
            "the caller's logits are changed",
            edit=("logits.masked_fill(torch", "logits.masked_fill_(torch"),
            why="The caller may need the original logits again, for another knob or for a comparison, but they have already been cut.",
            look="What does an underscore at the end of a torch method mean?",
        ),
    ]  # fmt: skip
    apart = ["every possible token, if there are fewer than k", "the fewest, even with ties"]
    promises = {
        "the fewest tokens that reach p together": dict(shape=(4, 10)),
        "the first token alone reaches p": dict(p=(0.02, 0.04)),
        "at least k": dict(k=4),
        "k may be all of them": dict(k=5),
        "k is 1 by default": dict(shape=(9,)),
        "after another cut": dict(out=3),
        "every possible token, if there are fewer than k": dict(out=6),
        "at least k where a row needs it": dict(heat=(0.2, 8)),
        "the fewest, even with ties": dict(ties=True),
        "any leading axes": dict(shape=(2, 3, 7)),
        "−∞ for ruled-out tokens": "possible tokens",
        "logits stay as they are": "logits unchanged",
    }
