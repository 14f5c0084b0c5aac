"""Scaled dot-product attention with a boolean mask; zeros for queries that see no key.

Oracle: torch's own function in float64 (it also gives zeros there), with gradients by autograd.
In two cases the scores are near 300 and −20,000, to catch overflow and finite mask values. Every case is run twice: with
`mask`, which leaves every query a key, and with `blind`, in which one query has none. So an answer that is right except for
such a query loses one point of five.
"""

import math

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import BLOCKS, float64_attention

UNREPAIRED = ("        weights = weights.masked_fill(~mask, 0.0)", "        pass")


def also_where_empty(*edits):
    """Each mistake on its own, and again in an answer that gives nan for an empty row."""
    each = [list(edit) if isinstance(edit, list) else [edit] for edit in edits]
    return [*each, *([*edit, UNREPAIRED] for edit in each)]


ATTENTION = ["F.scaled_dot_product_attention", "nn.MultiheadAttention", "F.multi_head_attention_forward"]


@exercise("scaled_dot_product_attention", points=5, forbid=[*ATTENTION, *BLOCKS])
class _:
    cases = [
        dict(lead=(2,), T=3, S=4, d=3, dv=2, mask=None),
        dict(lead=(2,), T=3, S=4, d=5, dv=3, mask="random"),
        dict(lead=(1, 2), T=3, S=3, d=3, dv=3, mask="causal"),
        dict(lead=(2,), T=2, S=3, d=3, dv=3, mask="random"),
        dict(lead=(2,), T=1, S=4, d=5, dv=2, mask="random"),
        dict(lead=(1,), T=3, S=4, d=4, dv=2, mask="random", level=300),
        dict(lead=(1,), T=3, S=4, d=4, dv=2, mask="one key", level=-20_000),
        dict(lead=(2, 2), T=2, S=3, d=2, dv=2, mask="heads"),
        dict(lead=(2,), T=3, S=5, d=2, dv=2, mask="padding"),
    ]

    def inputs(rng, lead, T, S, d, dv, mask, level=None):
        q, k = rng.standard_normal((*lead, T, d)), rng.standard_normal((*lead, S, d))
        if level:  # every score lies near it: q · k / √d with all entries near √(|level| / √d)
            size, spread = math.sqrt(abs(level) / math.sqrt(d)), 0.05 if abs(level) < 1000 else 0.01
            q, k = size + spread * q, math.copysign(size, level) + spread * k
        allowed = {
            None: None,
            "random": rng.random((*lead, T, S)) < 0.6,
            "causal": np.tril(np.ones((T, S), dtype=bool)),
            "one key": np.eye(S, dtype=bool)[rng.permutation(S)[:T]],
            "heads": rng.random((lead[-1], T, S))
            < 0.5,  # the same for all sequences, a different one for each head
            "padding": np.arange(S) < rng.permutation([2, 4])[:, None, None],
        }[mask]
        if mask == "heads":
            allowed[..., 0] = True
            allowed[0, :, 1], allowed[1, :, 1] = True, False
        if mask == "random":
            allowed[..., 0] = True  # every query sees one key, and one is hidden from it
            allowed[..., 1] = False
        blind = np.broadcast_to(True if allowed is None else allowed, (*lead, T, S)).copy()
        if T == 1:  # not every query, or no gradient would have to reach q and k
            blind[0] = False
        else:
            blind[..., T // 2, :] = False
        return {
            "q": q,
            "k": k,
            "v": rng.standard_normal((*lead, S, dv)),
            "mask": allowed,
            "blind": blind,
            "gradient": rng.standard_normal((*lead, T, dv)),
        }

    def oracle(q, k, v, mask, blind, gradient):
        def run(mask):
            inputs = [torch.tensor(x, requires_grad=True) for x in (q, k, v)]
            output = float64_attention(*inputs, mask)
            output.backward(torch.as_tensor(gradient))
            return {"output": output.detach(), "gradients": {n: x.grad for n, x in zip("qkv", inputs)}}

        return {**run(mask), "a query that sees no key": run(blind)}

    weights = {"output": 3, "gradients": 1, "a query that sees no key": 1}
    # at scores near 300, float32 products are good to four digits
    tolerance = {"gradients": 2e-3, "a query that sees no key": 2e-3}

    alternatives = {
        "each query with only the keys that it sees": """
            scores = q @ k.mT / math.sqrt(q.shape[-1])
            *lead, T, S = scores.shape
            mask = torch.ones(S, dtype=torch.bool) if mask is None else mask
            seen = mask.expand(*lead, T, S).reshape(-1, T, S)
            rows = []
            for row, allowed, values in zip(scores.reshape(-1, T, S), seen, v.reshape(-1, S, v.shape[-1])):
                for t in range(T):
                    rows.append(row[t, allowed[t]].softmax(0) @ values[allowed[t]] if allowed[t].any() else torch.zeros(v.shape[-1]))
            return torch.stack(rows).reshape(*lead, T, v.shape[-1])
        """,
        "mask after softmax, rows divided by their sums": """
            weights = (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1)
            if mask is not None:
                weights = weights * mask
                weights = weights / weights.sum(-1, keepdim=True).clamp_min(1e-30)
            return weights @ v
        """,
        "exponentials by hand, masked, one division at the end": """
            scores = torch.einsum("...td,...sd->...ts", q, k) / math.sqrt(k.shape[-1])
            e = (scores - scores.amax(-1, keepdim=True).detach()).exp()
            if mask is not None:
                e = torch.where(mask, e, torch.zeros(()))
            total = e.sum(-1, keepdim=True)
            return (e @ v) / torch.where(total == 0, torch.ones(()), total)
        """,
        "empty rows opened, then closed": """
            scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
            if mask is None:
                return scores.softmax(-1) @ v
            empty = ~mask.any(dim=-1, keepdim=True)
            weights = torch.where(mask | empty, scores, -torch.inf).softmax(dim=-1)
            return torch.where(empty, 0.0, weights @ v)
        """,
        "a large finite number, then zeros": """
            mask = torch.ones((), dtype=torch.bool) if mask is None else mask
            scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
            return (scores.masked_fill(~mask, torch.finfo(scores.dtype).min).softmax(-1) * mask) @ v
        """,
    }
    slips = [
        slip(
            "two tensors have shapes that don't fit each other",
            edit=("k.transpose(-2, -1)", "k.T", "k.transpose(0, 1)"),
            why="Often an axis is in the wrong place: .T, for example, reverses all axes, so the batch ends up last. And an axis that is "
            "added to the mask moves those before it.",
            look="Print the shapes of the tensors on the line where your code stops. Which axis is not where you expected it?",
        ),
        slip(
            "the scores are not scaled",
            edit=(" / math.sqrt(q.shape[-1])", ""),
            also=also_where_empty((" / math.sqrt(q.shape[-1])", ""))[1:],
            why="Unscaled scores have standard deviation √d, so their softmax is nearly one-hot.",
            look="Compare your scores with those in section 3.",
        ),
        slip(
            "softmax runs over the queries",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=-2)"),
            also=also_where_empty(("scores.softmax(dim=-1)", "scores.softmax(dim=-2)"))[1:],
            why="Then the weights that each *key* receives sum to one instead of each query's, so some outputs are nearly 0 and some "
            "are far larger than an average.",
            look="Which axis of (T, S) has to sum to one?",
        ),
        slip(
            "the mask is inverted",
            edit=(
                "scores = scores.masked_fill(~mask, -torch.inf)\n",
                "mask = ~mask\n        scores = scores.masked_fill(~mask, -torch.inf)\n",
            ),
            also=[
                [("masked_fill(~mask, -torch.inf)", f"masked_fill(mask, {low})"), UNREPAIRED]
                for low in ("-torch.inf", "-1e9", "-1e4", "-100.0")
            ]
            + [("masked_fill(~mask, -torch.inf)", "masked_fill(mask, -torch.inf)")],
            why="True means that a query may look. Here every query sees exactly the keys that should be hidden from it.",
            look="masked_fill fills where its mask is True. Which keys do you fill?",
        ),
        slip(
            "hidden weights are set to zero after softmax, and the rest are not renormalized",
            edit=("        scores = scores.masked_fill(~mask, -torch.inf)\n", "        pass\n"),
            why="The weights of a row no longer sum to one, so a query that sees few keys gets an output that is too "
            "small. Hidden keys also still count in the denominator, so they leak.",
            look="Add up one row of your weights.",
        ),
        slip(
            "a query that may look nowhere gets nan",
            edit=("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
            also=[
                (
                    "        weights = weights.masked_fill(~mask, 0.0)",
                    "        weights = weights if mask.any() else torch.zeros_like(weights)",
                ),
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is not None:
                    scores = scores + torch.where(mask, 0.0, -torch.inf)
                return scores.softmax(-1) @ v
                """,
                """
                weights = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(-1)
                if mask is not None:
                    weights = weights * mask
                    weights = weights / weights.sum(-1, keepdim=True)
                return weights @ v
                """,
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is not None:
                    scores = scores.masked_fill(~mask, -torch.inf)
                weights = scores.softmax(-1)
                if mask is not None and not mask.any():
                    return torch.zeros_like(weights) @ v
                return weights @ v
                """,
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is not None:
                    scores = scores.masked_fill(~mask, -torch.inf)
                e = (scores - scores.amax(-1, keepdim=True)).exp()
                return e / e.sum(-1, keepdim=True) @ v
                """,
            ],
            why="Softmax of a row of −∞ is 0/0. One such row, from one empty sequence in a batch, can turn every "
            "gradient of the model into nan.",
            look="What are the weights of a row when all its scores are −∞, and what should they be here?",
        ),
        slip(
            "a query that may look nowhere gets the average of all values",
            edit=[
                ("-torch.inf", "-1e9"),
                ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
            ],
            also=[
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is not None:
                    scores = scores.masked_fill(~mask, -torch.inf)
                output = scores.softmax(-1) @ v
                return torch.where(output.isnan(), v.mean(-2, keepdim=True), output)
                """,
            ],
            why="Such a query has nothing to look at, so its weights should be zeros. A large negative number hides a key only if some "
            "other key is visible: in an empty row all scores are equally low, and softmax gives them equal weights.",
            look="What is softmax of four scores that are all −1e9?",
        ),
        slip(
            "0 times −∞ is added to the scores",
            edit=("scores.masked_fill(~mask, -torch.inf)", "scores + ~mask * -torch.inf"),
            why="0·(−∞) is not a number, so every visible key gets a score of nan.",
            look="What do you add to the score of a visible key?",
        ),
        slip(
            "the output is right and the gradient is not a number",
            edit=[
                (
                    "scores.masked_fill(~mask, -torch.inf)",
                    "scores + torch.zeros(mask.shape).masked_fill(~mask, -torch.inf)",
                ),
                ("weights = weights.masked_fill(~mask, 0.0)", "weights = weights.nan_to_num(0.0)"),
            ],
            why="Replacing a nan repairs only the forward pass. On the way back, the step that made the nan (softmax of a row of −∞, or 0 "
            "divided by 0) multiplies by it again, and nothing before that step keeps the result from reaching queries and keys.",
            look="Which step makes the nan of an empty row, and which operation before it could give these scores a gradient of 0?",
        ),
        slip(
            "keys and values are swapped",
            edit=[("q @ k.transpose(-2, -1)", "q @ v.transpose(-2, -1)"), ("weights @ v", "weights @ k")],
            also=also_where_empty(
                [("q @ k.transpose(-2, -1)", "q @ v.transpose(-2, -1)"), ("weights @ v", "weights @ k")]
            )[1:],
            why="Keys decide where to look, and values are what a query gets from there. If their widths are equal, no error is raised.",
            look="Which of the two is multiplied by the query?",
        ),
        slip(
            "hidden scores are set to 0 instead of −∞",
            also=[("-torch.inf", "0.0")],
            edit=[
                ("-torch.inf", "0.0"),
                ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
            ],
            why="A score of 0 is an ordinary score: e⁰ is 1, so a hidden key gets more weight than any key with a negative "
            "score.",
            look="For which score x is exp(x) = 0?",
        ),
        slip(
            "the scores are divided by something other than √d",
            edit=(
                "math.sqrt(q.shape[-1])",
                "q.shape[-1]",
                "math.sqrt(k.shape[-2])",
                "math.sqrt(q.shape[-2])",
                "math.sqrt(v.shape[-1])",
            ),
            why="The variance of a score is d, so √d brings it back to 1. Any other scale makes softmax too sharp or too flat.",
            look="Compare your scores with those in section 3.",
            also=[
                *also_where_empty(
                    ("/ math.sqrt(q.shape[-1])", "* math.sqrt(q.shape[-1])"),
                    ("math.sqrt(q.shape[-1])", "8"),
                    ("math.sqrt(q.shape[-1])", "q.shape[-1] ** 0.25"),
                ),
                *also_where_empty(
                    ("math.sqrt(q.shape[-1])", "q.shape[-1]"),
                    ("math.sqrt(q.shape[-1])", "math.sqrt(k.shape[-2])"),
                    ("math.sqrt(q.shape[-1])", "math.sqrt(q.shape[-2])"),
                    ("math.sqrt(q.shape[-1])", "math.sqrt(v.shape[-1])"),
                )[4:],
            ],
        ),
        slip(
            "the scale comes after softmax",
            edit=[
                (" / math.sqrt(q.shape[-1])", ""),
                ("return weights @ v", "return weights @ v / math.sqrt(q.shape[-1])"),
            ],
            also=also_where_empty(
                [
                    (" / math.sqrt(q.shape[-1])", ""),
                    ("return weights @ v", "return weights @ v / math.sqrt(q.shape[-1])"),
                ]
            )[1:],
            why="Softmax of unscaled scores is nearly one-hot, and dividing afterwards only makes the average smaller.",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "a finite number is used instead of −∞",
            edit=("-torch.inf", "-1e2", "-1e3", "-1e4", "-50.0"),
            why="It hides a key only while the visible scores are far above it. If they are lower still, the hidden keys take all the "
            "weight.",
            look="Suppose all scores are near −20000. Which keys win in your code?",
            also=[
                [
                    ("-torch.inf", "-1e2"),
                    ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
                ],
                [
                    ("-torch.inf", "-1e4"),
                    ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
                ],
            ],
        ),
        slip(
            "the empty row is fixed in the output, not in the weights",
            edit=[
                ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
                ("return weights @ v", "return torch.nan_to_num(weights @ v)"),
            ],
            why="The output is right, but in the backward pass the nan weights are multiplied by the output's gradient, and 0 · nan is "
            "nan. After one empty row, no value gets a usable gradient.",
            look="Which gradient is nan, and what is that tensor multiplied by in your last line?",
            also=[
                [
                    ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
                    (
                        "return weights @ v",
                        "empty = mask is not None and ~mask.any(dim=-1, keepdim=True)\n"
                        "    return weights @ v if mask is None else (weights @ v).masked_fill(empty, 0.0)",
                    ),
                ],
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is not None:
                    scores = scores + torch.where(mask, 0.0, -torch.inf)
                return torch.nan_to_num(scores.softmax(-1) @ v)
                """,
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is None:
                    return scores.softmax(-1) @ v
                weights = scores.softmax(-1) * mask
                return torch.nan_to_num(weights / weights.sum(-1, keepdim=True) @ v)
                """,
            ],
        ),
        slip(
            "part of the computation is cut off from the gradient",
            edit=("weights @ v", "weights.detach() @ v"),
            why="Where a tensor is cut out of the graph, or the output doesn't depend on the inputs at all, no gradient passes, so whatever "
            "produces q, k or v never learns.",
            look="Which of your operations cuts a tensor out of the graph that backward() follows?",
            also=[
                ("q @ k", "q.detach() @ k"),
                ("k.transpose(-2, -1)", "k.detach().transpose(-2, -1)"),
                ("weights @ v", "weights @ v.detach()"),
                *also_where_empty(("weights @ v", "weights.detach() @ v"))[1:],
                """
                with torch.no_grad():
                    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                    if mask is not None:
                        scores = scores.masked_fill(~mask, -torch.inf)
                    return scores.softmax(-1).nan_to_num(0.0) @ v
                """,
            ],
        ),
        slip(
            "the attention is causal without a mask",
            edit=(
                "    scores = q @",
                "    if mask is None:\n        mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool).tril()\n    scores = q @",
                "    if mask is None:\n        S = k.shape[-2]\n        mask = torch.ones(q.shape[-2], S).tril(S - q.shape[-2]).bool()\n"
                "    scores = q @",
            ),
            why="Without a mask every query sees every key. Encoders and cross-attention rely on it.",
            look="What should happen when mask is None?",
        ),
        slip(
            "the axes are counted from the front",
            edit=(
                "k.transpose(-2, -1)",
                "k.transpose(1, 2)",
                "k.permute(0, 2, 1)",
                "k.t()",
            ),
            why="With a batch and heads, the axes of tokens and features are no longer 1 and 2. Counted from the end, they are "
            "the last two for any number of axes.",
            look="What is the number of the key axis in (B, S, d), and in (B, H, S, d)?",
        ),
        slip(
            "an axis is added to a mask of three axes",
            edit=(
                "    if mask is not None:\n        scores",
                "    if mask is not None:\n        if mask.dim() == 3 and q.dim() == 4:\n            mask = mask.unsqueeze(1)\n        scores",
                "    if mask is not None:\n        if mask.dim() == 3:\n            mask = mask.unsqueeze(1)\n        scores",
            ),
            why="Broadcasting lines shapes up from the right, so a mask (H, T, S) next to scores (B, H, T, S) means one mask for each "
            "head. A caller who wants one for each sequence passes (B, 1, T, S).",
            look="Which shapes does the docstring allow for the mask, and who decides where its axes go?",
        ),
        slip(
            "the keys are averaged, not the values",
            edit=("weights @ v", "weights @ k"),
            also=also_where_empty(("weights @ v", "weights @ k"))[1:],
            why="Keys decide where to look, and values are what a query gets from there. If their widths are equal, no error is raised.",
            look="Where does your code use v?",
        ),
        slip(
            "every visible key gets the same weight",
            edit=("scores.softmax(dim=-1)", "scores.isfinite() / scores.isfinite().sum(-1, keepdim=True)"),
            why="Then queries and keys have no influence, and attention is the average of the past again.",
            look="How do the scores enter your weights?",
        ),
        slip(
            "attention is computed in half precision",
            edit=("q @ k.transpose(-2, -1)", "(q.half() @ k.half().transpose(-2, -1)).float()"),
            why="A 16-bit float keeps only two or three digits. Scores near 300 lose everything after the decimal point, and the weights are "
            "off by a tenth or more.",
            look="What is the dtype of each of your tensors?",
            also=[
                ("scores.softmax(dim=-1)", "scores.bfloat16().softmax(dim=-1).float()"),
                ("scores.softmax(dim=-1)", "scores.half().softmax(dim=-1).float()"),
                ("q @ k.transpose(-2, -1)", "(q.bfloat16() @ k.bfloat16().transpose(-2, -1)).float()"),
                ("weights @ v", "(weights.half() @ v.half()).float()"),
                ("weights @ v", "(weights.bfloat16() @ v.bfloat16()).float()"),
            ],
        ),
        slip(
            "large scores are cut off",
            edit=(
                "scores.softmax(dim=-1)",
                "scores.clamp(min=-1e4, max=50).softmax(dim=-1)",
                "scores.clamp(max=50).softmax(dim=-1)",
                "scores.clamp(max=80).softmax(dim=-1)",
                "scores.clamp(-50, 50).softmax(dim=-1)",
            ),
            why="All scores beyond the limit become equal, and so do their weights. softmax already handles large scores.",
            look="What are the weights of the scores 299 and 301 in your code, and what should they be?",
        ),
        slip(
            "the code fails if there is no mask",
            edit=("    if mask is not None:\n        scores", "    if True:\n        scores"),
            also=[
                """
def scaled_dot_product_attention(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    scores = torch.where(mask, scores, -torch.inf)
    return torch.nan_to_num(scores.softmax(dim=-1)) @ v
""",
                """
def scaled_dot_product_attention(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    scores = scores.masked_fill(mask == False, -torch.inf)
    return torch.nan_to_num(scores.softmax(dim=-1)) @ v
""",
                """
def scaled_dot_product_attention(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    scores = scores.masked_fill(mask.logical_not(), -torch.inf)
    return torch.nan_to_num(scores.softmax(dim=-1)) @ v
""",
            ],
            why="The default is None, which means that every query may look at every key. Operations such as ~ don't work on "
            "None.",
            look="Call your function without a mask. Which line fails first?",
        ),
        slip(
            "only a mask with the full shape of the scores is accepted",
            edit=("scores = scores.masked_fill(~mask, -torch.inf)", "scores[~mask] = -torch.inf"),
            also=[
                [
                    ("scores = scores.masked_fill(~mask, -torch.inf)", "scores[~mask] = -torch.inf"),
                    UNREPAIRED,
                ],
                (
                    "scores = scores.masked_fill(~mask, -torch.inf)",
                    "scores = scores.masked_fill(~mask.reshape(scores.shape), -torch.inf)",
                ),
                (
                    "scores = scores.masked_fill(~mask, -torch.inf)",
                    "scores = scores.masked_fill(~mask.view(scores.shape), -torch.inf)",
                ),
                (
                    "scores = scores.masked_fill(~mask, -torch.inf)",
                    "assert mask.shape == scores.shape\n        scores = scores.masked_fill(~mask, -torch.inf)",
                ),
            ],
            why="A causal mask is (T, S) for the whole batch, and a padding mask is (B, 1, S) for all queries. Both have to "
            "broadcast against the scores.",
            look="Which of your operations on the mask broadcast, and which need two equal shapes?",
        ),
        slip(
            "a tensor that the backward pass still needs is overwritten",
            edit=(
                "weights = scores.softmax(dim=-1)",
                "weights = (scores - scores.amax(dim=-1, keepdim=True)).exp()\n"
                "    weights /= weights.sum(dim=-1, keepdim=True)",
                "weights = (scores - scores.amax(dim=-1, keepdim=True)).exp_()\n"
                "    weights /= weights.sum(dim=-1, keepdim=True)",
                "weights = scores.softmax(dim=-1)\n    weights *= 1",
            ),
            also=[
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is None:
                    return scores.softmax(-1) @ v
                weights = scores.masked_fill(~mask, -torch.inf).softmax(-1)
                weights[~mask.any(-1)] = 0.0
                return weights @ v
                """,
            ],
            why="exp and softmax keep their result for the backward pass. An in-place operation changes the numbers that "
            "backward() will read, so torch refuses to go on.",
            look="Which of your operations write into an existing tensor? Look for operators such as += and for names that end in _.",
        ),
        slip(
            "some weights are dropped at random",
            edit=(
                "return weights @ v",
                "return F.dropout(weights, 0.1) @ v",
                "return F.dropout(weights, 0.5) @ v",
            ),
            why="Dropout belongs to training, and the caller has to be able to turn it off. The formula has no random part.",
            look="Call your function twice with the same arguments. Do you get the same output?",
        ),
        slip(
            "exp overflows",
            edit=("scores.softmax(dim=-1)", "scores.exp() / scores.exp().sum(-1, keepdim=True)"),
            also=[
                *also_where_empty(
                    ("scores.softmax(dim=-1)", "scores.exp() / scores.exp().sum(-1, keepdim=True)")
                )[1:],
                *(
                    f"""
                    e = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).exp()
                    if mask is not None:
                        e = e * mask
                    return e / {total} @ v
                    """
                    for total in (
                        "e.sum(-1, keepdim=True)",
                        "e.sum(-1, keepdim=True).clamp_min(1e-9)",
                        "(e.sum(-1, keepdim=True) + 1e-9)",
                    )
                ),
            ],
            why="exp(89) is infinite in float32. In section 2 you avoided that.",
            look="What is subtracted from a row of scores before exp?",
        ),
        slip(
            "the mask is changed in place, so the next call sees another one",
            edit=[
                ("scores.masked_fill(~mask, ", "scores.masked_fill(mask.logical_not_(), "),
                ("weights.masked_fill(~mask, 0.0)", "weights.masked_fill(mask, 0.0)"),
            ],
            also=[
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is None:
                    return scores.softmax(-1) @ v
                empty = ~mask.any(-1, keepdim=True)
                mask |= empty
                return (scores.masked_fill(~mask, -torch.inf).softmax(-1) @ v).masked_fill(empty, 0.0)
                """,
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is None:
                    return scores.softmax(-1) @ v
                empty = ~mask.any(-1, keepdim=True)
                mask[..., 0] |= empty[..., 0]
                return (scores.masked_fill(~mask, -torch.inf).softmax(-1) @ v).masked_fill(empty, 0.0)
                """,
            ],
            why="All layers of a model share one mask. The first call is right, and every later one attends to the wrong keys.",
            look="Which of your operations write into the mask? Look for names that end in _, for operators such as += and for assignments to a slice.",
        ),
        slip(
            "the mask is not used",
            edit=[("        scores = scores.masked_fill(~mask, -torch.inf)\n", "        pass\n"), UNREPAIRED],
            why="Every query sees every key: the future, the padding, and other documents.",
            look="What changes in your output if you pass another mask?",
        ),
        slip(
            "the mask is added to the scores as numbers",
            edit=[("scores.masked_fill(~mask, -torch.inf)", "scores + mask"), UNREPAIRED],
            also=[
                ("scores.masked_fill(~mask, -torch.inf)", "scores + mask"),
                *(
                    [("scores.masked_fill(~mask, -torch.inf)", f"scores - {size} * mask"), UNREPAIRED]
                    for size in ("1e9", "1e4", "1")
                ),
            ],
            why="In a sum True counts as 1 and False as 0, so the scores of visible keys change (by 1, or by much more) and hidden keys keep theirs.",
            look="What does your code add to the score of a hidden key, and what does it add to that of a visible one?",
        ),
        slip(
            "a query that may look nowhere gets weights other than 0",
            edit=[
                ("        scores = scores.masked_fill(~mask, -torch.inf)\n", "        pass\n"),
                (
                    "        weights = weights.masked_fill(~mask, 0.0)",
                    "        weights = scores.masked_fill(~(mask | ~mask.any(-1, keepdim=True)), -torch.inf).softmax(-1)",
                ),
            ],
            also=[
                *(
                    f"""
                    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                    if mask is not None:
                        mask = mask.expand(scores.shape).clone()
                        mask[..., {key}] |= ~mask.any(-1)
                        scores = scores.masked_fill(~mask, -torch.inf)
                    return scores.softmax(-1) @ v
                    """
                    for key in (0, -1)
                ),
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is not None:
                    own = torch.eye(*scores.shape[-2:], dtype=torch.bool)
                    mask = mask | own & ~mask.any(-1, keepdim=True)
                    scores = scores.masked_fill(~mask, -torch.inf)
                return scores.softmax(-1) @ v
                """,
                *(
                    f"""
                    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                    if mask is not None:
                        scores = scores.masked_fill(~mask, -torch.inf)
                    weights = scores.softmax(-1)
                    return torch.where(weights.isnan(), {instead}, weights) @ v
                    """
                    for instead in ("1.0", "torch.eye(*scores.shape[-2:])")
                ),
            ],
            why="Every key is hidden from such a query, so none may get any weight. Otherwise an empty sequence's output looks like a real one, and no "
            "error tells you.",
            look="What do the weights of a query with no visible keys sum to in your code, and what did we agree on?",
        ),
        slip(
            "one query that may look nowhere silences others as well",
            edit=[
                UNREPAIRED,
                (
                    "return weights @ v",
                    "return (torch.zeros_like(weights) if weights.isnan().any() else weights) @ v",
                ),
            ],
            also=[
                *(
                    f"""
                    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                    if mask is not None:
                        if not mask.any(-1).all():
                            {zeros}
                        scores = scores.masked_fill(~mask, -torch.inf)
                    return scores.softmax(-1) @ v
                    """
                    for zeros in (
                        "return 0 * (scores @ v)",
                        "return 0 * (q.sum() + k.sum() + v.sum()) + torch.zeros(*scores.shape[:-1], v.shape[-1])",
                    )
                ),
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is not None:
                    scores = scores.masked_fill(~mask, -torch.inf)
                weights = scores.softmax(-1)
                return weights.masked_fill(weights.isnan().flatten(-2).any(-1)[..., None, None], 0.0) @ v
                """,
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is not None:
                    scores = scores.masked_fill(~mask, -torch.inf)
                weights = scores.softmax(-1)
                return weights.masked_fill(weights.isnan().any(-2, keepdim=True), 0.0) @ v
                """,
            ],
            why="An empty row concerns its own query only. The other queries still have keys to look at.",
            look="Give one query of three an empty row. Which outputs are zero in your code, and which should be?",
        ),
        slip(
            "a query from which any key is hidden gets zeros",
            edit=("weights.masked_fill(~mask, 0.0)", "weights.masked_fill(~mask.all(-1, keepdim=True), 0.0)"),
            also=[
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                output = scores.softmax(-1) @ v
                return output if mask is None else torch.where(mask.all(-1, keepdim=True), output, 0.0)
                """,
            ],
            why="Zeros are only for a query that sees no key at all. Here a single hidden key is enough.",
            look="Which rows of the mask does your condition pick out: those without a True, or those with a False?",
        ),
        slip(
            "q or k is scaled in place",
            edit=(
                "scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])",
                "q /= math.sqrt(q.shape[-1])\n    scores = q @ k.transpose(-2, -1)",
                "scores = q @ k.div_(math.sqrt(q.shape[-1])).transpose(-2, -1)",
            ),
            why="The caller's tensor has changed, so a second call scales it again. And torch refuses to change a tensor in place if you ask "
            "for that tensor's gradient.",
            look="Which of your operations write into an existing tensor? Look for operators such as += and for names that end in _.",
        ),
        slip(
            "a query that may look nowhere stops the program",
            edit=(
                "    weights = scores.softmax(dim=-1)\n",
                '    if mask is not None and not mask.any(-1).all():\n        raise ValueError("no key")\n    weights = scores.softmax(dim=-1)\n',
                "    assert mask is None or mask.any(-1).all()\n    weights = scores.softmax(dim=-1)\n",
            ),
            why="Empty sequences do occur in a batch, and one of them shouldn't stop a whole training run.",
            look="What does the docstring promise for such a query?",
        ),
        slip(
            "softmax runs over an axis that is counted from the front",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=0)"),
            also=[
                *also_where_empty(("scores.softmax(dim=-1)", "scores.softmax(dim=0)"))[1:],
                *also_where_empty(
                    ("scores.softmax(dim=-1)", "scores.softmax(dim=1)"),
                    ("scores.softmax(dim=-1)", "scores.softmax(dim=2)"),
                ),
            ],
            why="With a batch, or with heads, the axis of the keys has a different number. Counted from the end, it is always the last.",
            look="Which number does the axis of keys have in (B, T, S), and which in (B, H, T, S)?",
        ),
        slip(
            "softmax runs over all queries and keys together",
            edit=("scores.softmax(dim=-1)", "scores.flatten(-2).softmax(-1).reshape(scores.shape)"),
            also=[
                ("scores.softmax(dim=-1)", "scores.flatten().softmax(-1).reshape(scores.shape)"),
                *also_where_empty(
                    ("scores.softmax(dim=-1)", "scores.flatten(-2).softmax(-1).reshape(scores.shape)")
                )[1:],
                """
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                if mask is not None:
                    scores = scores.masked_fill(~mask, -torch.inf)
                return scores.flatten(-2).softmax(-1).reshape(scores.shape).nan_to_num(0.0) @ v
                """,
            ],
            why="Each query has one unit of attention to give away. Here all queries share one.",
            look="Add up one row of your weights.",
        ),
        slip(
            "softmax is missing",
            edit=("scores.softmax(dim=-1)", "scores"),
            also=[
                ("scores.softmax(dim=-1)", "scores.sigmoid()"),
                ("scores.softmax(dim=-1)", "scores.exp()"),
                ("scores.softmax(dim=-1)", "scores.relu()"),
                ("scores.softmax(dim=-1)", "scores / scores.sum(-1, keepdim=True)"),
                [("-torch.inf", "0.0"), ("scores.softmax(dim=-1)", "scores / scores.sum(-1, keepdim=True)")],
                [("scores.softmax(dim=-1)", "scores.sigmoid()"), UNREPAIRED],
            ],
            why="The weights of a query have to be positive and to sum to one. Without that, the output isn't an average of values.",
            look="Add up one row of your weights.",
        ),
        slip(
            "softmax is applied twice",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=-1).softmax(dim=-1)"),
            also=[
                *also_where_empty(("scores.softmax(dim=-1)", "scores.softmax(dim=-1).softmax(dim=-1)"))[1:],
                [
                    ("scores.softmax(dim=-1)", "scores.softmax(dim=-1).softmax(dim=-1).nan_to_num(0.0)"),
                    UNREPAIRED,
                ],
                [
                    ("scores.softmax(dim=-1)", "scores.softmax(dim=-1).nan_to_num(0.0).softmax(dim=-1)"),
                    UNREPAIRED,
                ],
            ],
            why="The second one gets numbers between 0 and 1 and makes them nearly equal, and a hidden key, whose weight was 0, gets a share.",
            look="What are the weights of hidden keys in your code?",
        ),
        slip(
            "the average is divided once more",
            edit=(
                "return weights @ v",
                "return weights @ v / k.shape[-2]",
                "return weights @ v / math.sqrt(v.shape[-1])",
                "return weights @ v / math.sqrt(q.shape[-1])",
            ),
            why="The weights sum to one, so the sum is an average as it is.",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "a small number is added to the sum of the exponentials",
            edit=(
                "scores.softmax(dim=-1)",
                "(scores - scores.amax(-1, keepdim=True)).exp()\n    weights = weights / (weights.sum(-1, keepdim=True) + 1e-3)",
                "(scores - scores.amax(-1, keepdim=True)).exp()\n    weights = weights / (weights.sum(-1, keepdim=True) + 1e-2)",
            ),
            also=[
                f"""
                e = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                e = (e - e.amax(-1, keepdim=True)).exp()
                if mask is not None:
                    e = e * mask
                return e / (e.sum(-1, keepdim=True) + {extra}) @ v
                """
                for extra in ("1e-3", "1e-2")
            ],
            why="The weights then sum to a little less than one.",
            look="Add up one row of your weights, to four digits.",
        ),
        slip(
            "the number of axes is fixed",
            edit=(
                "q @ k.transpose(-2, -1)",
                "torch.bmm(q, k.mT)",
                'torch.einsum("btd,bsd->bts", q, k)',
                'torch.einsum("bhtd,bhsd->bhts", q, k)',
                'torch.einsum("td,sd->ts", q, k)',
                "k.permute(0, 1, 3, 2).mT @ q.mT",
            ),
            also=[
                ("    scores = q @", "    B, T, d = q.shape\n    scores = q @"),
                ("    scores = q @", "    B, H, T, d = q.shape\n    scores = q @"),
                ("    scores = q @", "    T, d = q.shape\n    scores = q @"),
                ("weights @ v", "torch.bmm(weights, v)"),
                ("weights @ v", 'torch.einsum("bts,bsd->btd", weights, v)'),
                ("weights @ v", 'torch.einsum("bhts,bhsd->bhtd", weights, v)'),
            ],
            why="The docstring writes (..., T, d): there may be one batch axis, or an axis of heads as well.",
            look="Which shapes does your code accept, and which does the docstring promise?",
        ),
        slip(
            "queries and keys are swapped",
            edit=("q @ k.transpose(-2, -1)", "k @ q.transpose(-2, -1)"),
            why="Row i has to hold the scores of query i, because softmax normalizes each row.",
            look="For 3 queries and 5 keys, what shape should the scores have?",
        ),
        slip(
            "the weights are transposed",
            edit=("weights @ v", "weights.transpose(-2, -1) @ v"),
            also=also_where_empty(("weights @ v", "weights.transpose(-2, -1) @ v"))[1:],
            why="Row t of the weights belongs to query t, and its columns meet the rows of the values.",
            look="What is the shape of the weights for 3 queries and 5 keys, and which axis of the values is as long?",
        ),
        slip(
            "all sequences, or all queries, get the same mask",
            edit=(
                "    if mask is not None:\n        scores",
                "    while mask is not None and mask.dim() > 2:\n        mask = mask[0]\n    if mask is not None:\n        scores",
                "    if mask is not None and mask.dim() > 2:\n        mask = mask[:1]\n    if mask is not None:\n        scores",
                "    if mask is not None:\n        mask = mask[..., :1, :]\n        scores",
                "    if mask is not None:\n        mask = mask.any(-2, keepdim=True)\n        scores",
                "    if mask is not None:\n        mask = mask.all(-2, keepdim=True)\n        scores",
            ),
            why="Each query of each sequence has its own row in the mask, unless the caller has left an axis at length 1.",
            look="Which parts of the mask does your code read?",
        ),
        slip(
            "the attention is always causal",
            edit=(
                "    if mask is not None:\n        scores",
                "    causal = torch.ones(scores.shape[-2:]).tril().bool()\n    mask = causal if mask is None else mask & causal\n"
                "    if mask is not None:\n        scores",
                "    causal = torch.ones(scores.shape[-2:]).tril(k.shape[-2] - q.shape[-2]).bool()\n"
                "    mask = causal if mask is None else mask & causal\n"
                "    if mask is not None:\n        scores",
            ),
            why="The caller decides who may look where. Encoders and cross-attention have no causal mask.",
            look="Which keys does your function hide that the mask doesn't?",
        ),
        slip(
            "the mask is tested with `if mask`",
            edit=("    if mask is not None:\n        scores", "    if mask:\n        scores"),
            why="A tensor with several entries is neither true nor false as a whole, so torch refuses to decide.",
            look="What do you want to know in that line: whether there is a mask, or what is in it?",
        ),
        slip(
            "the weights are returned instead of the output",
            edit=("return weights @ v", "return weights"),
            why="The weights only tell where each query looks. What it gets from there is the average of the values.",
            look="What does the docstring promise to return, and in which shape?",
        ),
        slip(
            "the output is not a single tensor",
            edit=("return weights @ v", "return weights @ v, weights", "return weights, weights @ v"),
            why="Without a return, Python gives None. And unlike nn.MultiheadAttention, this function promises the output alone, without the weights.",
            look="What does the docstring promise to return?",
        ),
        slip(
            "something is added to the average",
            edit=(
                "return weights @ v",
                "return weights @ v + v.mean(-2, keepdim=True)",
                "output = weights @ v\n    return output + q if q.shape == output.shape else output",
                "output = weights @ v\n    return output + v if v.shape == output.shape else output",
            ),
            why="Adding the input back is the job of the block around attention (lesson 03). Attention returns only the average.",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "values are set to zero instead of hiding scores",
            edit=[
                (
                    "        scores = scores.masked_fill(~mask, -torch.inf)\n",
                    "        v = v * mask.any(-2).unsqueeze(-1)\n",
                ),
                UNREPAIRED,
            ],
            also=[
                [
                    (
                        "        scores = scores.masked_fill(~mask, -torch.inf)\n",
                        "        k = k * mask.any(-2).unsqueeze(-1)\n        v = v * mask.any(-2).unsqueeze(-1)\n",
                    ),
                    UNREPAIRED,
                ],
            ],
            why="A value of zero still takes part in the average, with a weight that should have gone to the visible keys. And who may look where "
            "differs from query to query.",
            look="Add up the weights of one query over the keys that it may see.",
        ),
    ]
    promises = {
        "without a mask, every key": dict(mask=None),
        "a mask for each query and sequence": dict(mask="random"),
        "a mask without a batch": dict(mask="causal"),
        "a mask that broadcasts over the queries": dict(mask="padding"),
        "a mask for each head, lined up from the right": dict(mask="heads"),
        "any axes before the last two": dict(lead=(2, 2)),
        "zeros for a query that may look nowhere": "a query that sees no key",
        "no gradient is lost on the way": "gradients",
        "the mask stays as it is, for the next call": "gradients",  # of a second call with the same mask
        "large scores": dict(level=300),
        "−∞ elsewhere, whatever the scores": dict(level=-20_000),
        "values of another width": dict(d=5, dv=3),
    }
    equivalent = {
        "scores = q @ k.transpose(-2, -1) / math.sqrt((q.detach() if q.requires_grad else 1 / 0).shape[-1])": (
            "a shape has no gradient"
        ),
    }
