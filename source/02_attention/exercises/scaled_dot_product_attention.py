"""Scaled dot-product attention with a boolean mask; zeros for queries that see no key.

Oracle: torch's own function in float64 (it also gives zeros there), with gradients by autograd.
In two cases the scores lie near 300 and −20,000, to catch overflow and finite mask values.
"""

import math

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import BLOCKS, float64_attention

ATTENTION = ["F.scaled_dot_product_attention", "nn.MultiheadAttention", "F.multi_head_attention_forward"]


@exercise("scaled_dot_product_attention", points=5, forbid=[*ATTENTION, *BLOCKS])
class _:
    cases = [
        dict(lead=(2,), T=3, S=5, d=4, dv=6, mask=None),
        dict(lead=(2,), T=4, S=6, d=5, dv=3, mask="random"),
        dict(lead=(1, 2), T=4, S=4, d=3, dv=3, mask="causal"),
        dict(lead=(2,), T=3, S=4, d=4, dv=4, mask="empty row"),
        dict(lead=(1,), T=1, S=7, d=7, dv=2, mask="random"),
        dict(lead=(1,), T=3, S=5, d=4, dv=3, mask="random", level=300),
        dict(lead=(1,), T=3, S=5, d=4, dv=3, mask="one key", level=-20_000),
        dict(lead=(2, 2), T=3, S=4, d=3, dv=2, mask="heads"),
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
            "empty row": rng.random((*lead, T, S)) < 0.6,
            "one key": np.eye(S, dtype=bool)[rng.permutation(S)[:T]],
            "heads": rng.random((lead[-1], T, S))
            < 0.5,  # the same for all sequences, another one for each head
            "padding": np.arange(S) < rng.permutation([2, 4])[:, None, None],
        }[mask]
        if mask == "heads":
            allowed[..., 0] = True
            allowed[0, :, 1], allowed[1, :, 1] = True, False
        if mask in ("random", "empty row"):
            allowed[..., 0] = True  # every query sees one key, and one is hidden from it
            allowed[..., 1] = False
        if mask == "empty row":
            allowed[..., 1, :] = False
        return {
            "q": q,
            "k": k,
            "v": rng.standard_normal((*lead, S, dv)),
            "mask": allowed,
            "gradient": rng.standard_normal((*lead, T, dv)),
        }

    def oracle(q, k, v, mask, gradient):
        q, k, v = (torch.tensor(x, requires_grad=True) for x in (q, k, v))
        output = float64_attention(q, k, v, mask)
        output.backward(torch.as_tensor(gradient))
        return {"output": output.detach(), "gradients": {"q": q.grad, "k": k.grad, "v": v.grad}}

    weights = {"output": 3, "gradients": 2}
    tolerance = {"gradients": 2e-3}  # at scores near 300, float32 products are good to four digits

    alternatives = {
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
            "the scores are not scaled",
            edit=(" / math.sqrt(q.shape[-1])", ""),
            why="Unscaled scores have standard deviation √d, and softmax of them is nearly one-hot.",
            look="Compare your scores with those of exercise 4.",
        ),
        slip(
            "softmax runs over the queries",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=-2)"),
            why="Then the weights that a key receives sum to one, and a query's do not: some queries get nearly "
            "nothing and some more than one average.",
            look="Which axis of (T, S) has to sum to one?",
        ),
        slip(
            "the mask is read the other way round",
            edit=(
                "scores = scores.masked_fill(~mask, -torch.inf)\n",
                "mask = ~mask\n        scores = scores.masked_fill(~mask, -torch.inf)\n",
            ),
            why="True means: may look. Here every query sees exactly what should be hidden from it.",
            look="masked_fill fills where its mask is True. Which keys do you fill?",
        ),
        slip(
            "hidden weights are set to zero after softmax and nothing makes up for it",
            edit=("        scores = scores.masked_fill(~mask, -torch.inf)\n", "        pass\n"),
            why="The weights of a row no longer sum to one, so a query that sees little gets an output that is too "
            "small. Hidden keys also still take part in the denominator, so they leak.",
            look="Add up one row of your weights.",
        ),
        slip(
            "a query that may look nowhere gets nan",
            edit=("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
            why="Softmax of a row of −∞ is 0/0. One such row, from one empty sequence in a batch, turns every "
            "gradient of the model into nan.",
            look="What do the weights of a row hold when all its scores are −∞, and what should they hold here?",
        ),
        slip(
            "a query that may look nowhere looks everywhere alike",
            edit=[
                ("-torch.inf", "-1e9"),
                ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
            ],
            why="A large negative number in place of −∞ hides a key only as long as another one is left. In an empty "
            "row all are equally low, and softmax calls that equally good.",
            look="What is softmax of four scores that are all −1e9?",
        ),
        slip(
            "0 times −∞ is added to the scores",
            edit=("scores.masked_fill(~mask, -torch.inf)", "scores + ~mask * -torch.inf"),
            why="0·(−∞) is not a number, so every key that may be seen gets a score of nan.",
            look="What do you add to the score of a key that may be seen?",
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
            why="nan_to_num repairs the output only. On the way back, softmax multiplies by the nan that it kept, and "
            "addition hands that on to the scores. masked_fill stops it on the way in: it gives filled places a "
            "gradient of zero.",
            look="Which step between the scores and softmax can cut an empty row off on the way back?",
        ),
        slip(
            "keys and values have changed places",
            edit=[("q @ k.transpose(-2, -1)", "q @ v.transpose(-2, -1)"), ("weights @ v", "weights @ k")],
            why="Keys decide where to look, values are what is found there. With equal widths nothing complains.",
            look="Which of the two does the query meet in the product?",
        ),
        slip(
            "hidden scores are set to 0 instead of −∞",
            also=[("-torch.inf", "0.0")],
            edit=[
                ("-torch.inf", "0.0"),
                ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
            ],
            why="A score of 0 is an ordinary score: e⁰ is 1, so a hidden key weighs more than every key with a negative "
            "score.",
            look="Which score has the exponential 0?",
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
            look="Compare your scores with those of exercise 4.",
            also=[("/ math.sqrt(q.shape[-1])", "* math.sqrt(q.shape[-1])"), ("math.sqrt(q.shape[-1])", "8")],
        ),
        slip(
            "the scale comes after softmax",
            edit=[
                (" / math.sqrt(q.shape[-1])", ""),
                ("return weights @ v", "return weights @ v / math.sqrt(q.shape[-1])"),
            ],
            why="Softmax of unscaled scores is nearly one-hot, and dividing afterwards only makes the average smaller.",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "a finite number stands in for −∞",
            edit=("-torch.inf", "-1e2", "-1e3", "-1e4", "-50.0"),
            why="It hides a key as long as every score that counts lies far above it. Where scores are lower still, the hidden keys "
            "take all the weight, and the output becomes zero.",
            look="Let all scores be near −20000. Which keys win in your code?",
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
            "the empty row is mended in the output, not in the weights",
            edit=[
                ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
                ("return weights @ v", "return torch.nan_to_num(weights @ v)"),
            ],
            why="The output is right, and on the way back the weights that are nan meet the gradient of the values: 0 · nan is nan. One "
            "empty row, and no value learns anything.",
            look="Which gradient is nan, and which tensor did its values meet in the last product?",
            also=[
                [
                    ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
                    (
                        "return weights @ v",
                        "empty = mask is not None and ~mask.any(dim=-1, keepdim=True)\n"
                        "    return weights @ v if mask is None else (weights @ v).masked_fill(empty, 0.0)",
                    ),
                ]
            ],
        ),
        slip(
            "a part is cut off from the gradient",
            edit=("weights @ v", "weights.detach() @ v"),
            why="The output is right, and nothing that led to the scores can learn: where to look stays as it was at the start.",
            look="Which line of yours leaves the trail that backward() follows?",
            also=[
                ("q @ k", "q.detach() @ k"),
                ("k.transpose(-2, -1)", "k.detach().transpose(-2, -1)"),
                ("weights @ v", "weights @ v.detach()"),
            ],
        ),
        slip(
            "without a mask the attention is causal",
            edit=(
                "    scores = q @",
                "    if mask is None:\n        mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool).tril()\n    scores = q @",
            ),
            why="Without a mask every query sees every key. An encoder, and attention to another text, need just that.",
            look="What should happen when mask is None?",
        ),
        slip(
            "the axes are counted from the front",
            edit=("k.transpose(-2, -1)", "k.transpose(1, 2)"),
            why="With a batch and heads in front, the axes of tokens and widths are no longer 1 and 2. Counted from the end, they are "
            "the last two for any number of axes.",
            look="Which number has the axis of the keys in (B, S, d) and in (B, H, S, d)?",
        ),
        slip(
            "a mask of three axes is turned into one of four",
            edit=(
                "    if mask is not None:\n        scores",
                "    if mask is not None:\n        if mask.dim() == 3 and q.dim() == 4:\n            mask = mask.unsqueeze(1)\n        scores",
            ),
            why="Broadcasting lines shapes up from the right: three axes (H, T, S) beside scores (B, H, T, S) are one mask for each head. "
            "Whoever wants one for each sequence hands over (B, 1, T, S).",
            look="What does the docstring say that the mask does, and who decides where its axes go?",
        ),
        slip(
            "the keys are averaged, not the values",
            edit=("weights @ v", "weights @ k"),
            why="Keys decide where to look, values are what is found there. With equal widths nothing complains.",
            look="What is v used for in your code?",
        ),
        slip(
            "every key that may be seen counts alike",
            edit=("scores.softmax(dim=-1)", "scores.isfinite() / scores.isfinite().sum(-1, keepdim=True)"),
            why="Then queries and keys have no say, and attention is a plain mean.",
            look="How do the scores enter your weights?",
        ),
        slip(
            "it is computed in half precision",
            edit=("q @ k.transpose(-2, -1)", "(q.half() @ k.half().transpose(-2, -1)).float()"),
            why="Sixteen bits keep two or three digits. Of scores near 300 nothing is left behind the point, and weights are off by a "
            "tenth and more.",
            look="Which dtype has each of your tensors?",
            also=[
                ("scores.softmax(dim=-1)", "scores.bfloat16().softmax(dim=-1).float()"),
                ("scores.softmax(dim=-1)", "scores.half().softmax(dim=-1).float()"),
                ("q @ k.transpose(-2, -1)", "(q.bfloat16() @ k.bfloat16().transpose(-2, -1)).float()"),
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
            why="All scores beyond the limit become equal, and so do their weights. softmax takes care of large scores by itself.",
            look="What are the weights of the scores 299 and 301 in your code, and what should they be?",
        ),
        slip(
            "exp overflows",
            edit=("scores.softmax(dim=-1)", "scores.exp() / scores.exp().sum(-1, keepdim=True)"),
            why="exp(89) is infinite in float32. Exercise 1 is about nothing else.",
            look="What is subtracted from a row of scores before exp?",
        ),
    ]
    promises = {
        "without a mask, every key": dict(mask=None),
        "a mask for each query and sequence": dict(mask="random"),
        "a mask without a batch": dict(mask="causal"),
        "a mask that broadcasts over the queries": dict(mask="padding"),
        "a mask for each head, lined up from the right": dict(mask="heads"),
        "any axes in front": dict(lead=(2, 2)),
        "zeros for a query that may look nowhere": dict(mask="empty row"),
        "no gradient is lost on the way": "gradients",
        "large scores": dict(level=300),
        "−∞ elsewhere, whatever the scores": dict(level=-20_000),
        "values of another width": dict(d=5, dv=3),
    }
    equivalent = {
        "scores = q @ k.transpose(-2, -1) / math.sqrt((q.detach() if q.requires_grad else 1 / 0).shape[-1])": (
            "a shape has no gradient"
        ),
    }
