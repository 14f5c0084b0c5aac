"""Reference attention in float64 (torch's own, with our meaning of a mask), random projections, and
the mistakes that self-attention and cross-attention have in common.
"""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from autograder.authoring import slip

BLOCKS = ["utils.blocks"]


def float64_attention(q, k, v, mask):
    """Softmax attention in float64; a row of the mask without a True gives zeros, as it does in torch."""
    mask = None if mask is None else torch.as_tensor(mask)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


MULTI_HEAD = ["nn.MultiheadAttention", "F.multi_head_attention_forward", "utils.blocks"]


def projections(rng, **shapes):
    """Random weights and biases for linear layers.  shapes: name=(rows, columns)."""
    found = {}
    for name, (rows, columns) in shapes.items():
        found[f"{name}.weight"] = rng.standard_normal((rows, columns)) / np.sqrt(columns) * 1.4
        found[f"{name}.bias"] = 0.5 * rng.standard_normal(rows)
    return found


def torch_attention(x, memory, mask, n_heads, weights, gradient):
    """Output and gradients of nn.MultiheadAttention in float64, with our weights and our meaning of a mask."""
    x, memory = (torch.tensor(t, requires_grad=True) for t in (x, memory))
    w = {name: torch.as_tensor(value) for name, value in weights.items()}
    width, memory_width = x.shape[-1], memory.shape[-1]
    layer = nn.MultiheadAttention(
        width, n_heads, kdim=memory_width, vdim=memory_width, batch_first=True, dtype=torch.float64
    )
    state = {"in_proj_bias": torch.cat([w[f"{n}_proj.bias"] for n in "qkv"])}
    if width == memory_width:
        state["in_proj_weight"] = torch.cat([w[f"{n}_proj.weight"] for n in "qkv"])
    else:
        state |= {f"{n}_proj_weight": w[f"{n}_proj.weight"] for n in "qkv"}
    layer.load_state_dict(state | {f"out_proj.{p}": w[f"out_proj.{p}"] for p in ("weight", "bias")})
    hidden = None
    if mask is not None:
        hidden = ~torch.as_tensor(mask).expand(x.shape[0], x.shape[1], memory.shape[1])
        hidden = hidden.repeat_interleave(n_heads, dim=0)  # (B·H, T, S)
    output, _ = layer(x, memory, memory, attn_mask=hidden)
    output.backward(torch.as_tensor(gradient))
    return output.detach(), x.grad, memory.grad, sizes_of_gradients(layer, width == memory_width)


def sizes_of_gradients(layer, is_fused):
    """The norms of the gradients of nn.MultiheadAttention's parameters, under our names."""
    if is_fused:
        matrices = layer.in_proj_weight.grad.chunk(3)
    else:
        matrices = [getattr(layer, f"{n}_proj_weight").grad for n in "qkv"]
    found = {}
    for n, matrix, bias in zip("qkv", matrices, layer.in_proj_bias.grad.chunk(3), strict=True):
        found |= {f"{n}_proj.weight": float(matrix.norm()), f"{n}_proj.bias": float(bias.norm())}
    out = layer.out_proj
    return found | {
        "out_proj.weight": float(out.weight.grad.norm()),
        "out_proj.bias": float(out.bias.grad.norm()),
    }


def lowered(weights, D, n_heads, level):
    """The same weights with all scores near −level, hidden ones included: a hidden score of −level / 2 would win there."""
    push = np.sqrt(level * np.sqrt(D // n_heads) / (D // n_heads))
    for name, sign in (("q_proj.bias", 1), ("k_proj.bias", -1)):
        weights[name] = weights[name] + sign * push
    return weights


CUT = dict(
    why="The output is right, but no gradient passes the cut, so nothing before it learns.",
    look="Which of your operations stop the gradient: .detach(), .data, torch.no_grad(), torch.tensor of a tensor?",
)
ATTEND = "context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)"
OPENED = "if mask is not None:\n            mask = mask.unsqueeze(-3)"


def by_hand(hide="masked_fill(~mask, -torch.inf)", weights="scores.softmax(-1)", context="weights @ v"):
    """An edit: the attention of all heads written out, with room for a mistake inside it."""
    return (
        ATTEND,
        "scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])\n"
        f"        scores = scores if mask is None else scores.{hide}\n"
        f"        weights = {weights}\n"
        f"        context = {context}",
    )


MASK_AND_TRIANGLE = "mask = mask.unsqueeze(-3) & torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool, device=q.device).tril()"
CAUSAL_IF_MASKED = slip(
    "any mask makes the attention causal",
    edit=(ATTEND, ATTEND.replace("attn_mask=mask", "is_causal=mask is not None")),
    also=[("mask = mask.unsqueeze(-3)", MASK_AND_TRIANGLE)],
    why="The mask alone decides who may look where. A mask that hides padding must not hide later tokens as well.",
    look="Suppose every entry of the mask is True. Which keys does the first query see in your code?",
)


ATTENTION_SLIPS = [  # mistakes that are the same within one sequence and between two
    slip(
        "the scores are divided by √D instead of √d",
        edit=(ATTEND, ATTEND.replace("attn_mask=mask", "attn_mask=mask, scale=x.shape[-1] ** -0.5")),
        why="A score of one head is a sum of d products. With √D the scores of 12 heads come out 3.5 times too small, "
        "and every head spreads its attention too evenly.",
        look="How wide is the query in one head's score?",
    ),
    slip(
        "the scores are not divided by √d, or are divided twice",
        edit=(
            ATTEND,
            ATTEND.replace("attn_mask=mask", "attn_mask=mask, scale=1.0"),
            ATTEND.replace("attn_mask=mask", "attn_mask=mask, scale=1 / q.shape[-1]"),
        ),
        why="The weights depend on the size of the scores: without the scale they are nearly one-hot, and with it applied twice they are nearly equal.",
        look="Does F.scaled_dot_product_attention divide, or do you? Count how often your scores are divided by √d.",
    ),
    slip(
        "the weights are divided, not the scores",
        edit=by_hand(
            weights="(scores * math.sqrt(q.shape[-1])).softmax(-1)",
            context="weights @ v / math.sqrt(q.shape[-1])",
        ),
        why="√d keeps the scores in a range where softmax isn't one-hot. After softmax, dividing only makes everything "
        "smaller, and the weights no longer sum to 1.",
        look="What does the formula divide: the input of softmax, or its output?",
    ),
    slip(
        "the output projection is missing",
        edit=("self.out_proj(merge_heads(context))", "merge_heads(context)"),
        why="Without it each head only fills its own columns, and nothing combines what the heads have found.",
        look="Four linear layers are made in __init__. How many does forward call?",
    ),
    slip(
        "keys and values are swapped",
        edit=(ATTEND, ATTEND.replace("q, k, v", "q, v, k")),
        why="Keys decide where to look, and values are what a query gets from there. They have the same shape, so no error is raised.",
        look="In which order does the attention function take its arguments?",
    ),
    slip(
        "the mask is read as nn.MultiheadAttention reads it",
        edit=("mask.unsqueeze(-3)", "~mask.unsqueeze(-3)"),
        why="There, True means hidden. In this course, as in F.scaled_dot_product_attention, True means that a query may look.",
        look="Which function reads your mask, and what does True mean to it?",
        also=[by_hand("masked_fill(mask, -torch.inf)"), by_hand("masked_fill(mask, -1e9)")],
    ),
    slip(
        "the mask is not passed on",
        edit=(ATTEND, ATTEND.replace("attn_mask=mask", "attn_mask=None")),
        why="Every query then sees every key, including the ones that should be hidden.",
        look="Follow mask through forward. Where does it end, for each of the shapes that it may have? And is it the mask of this call?",
        also=[
            (OPENED, OPENED + " if mask.ndim == 3 else None"),
            (OPENED, OPENED + " if mask.ndim == 2 else None"),
        ],
    ),
    slip(
        "every sequence uses the mask of the first one",
        edit=(OPENED, OPENED.replace("mask.unsqueeze", "(mask if mask.ndim == 2 else mask[0]).unsqueeze")),
        why="Sequences differ in length: a position that is padding in one is text in another.",
        look="Is anything in your forward taken from one element of the batch only?",
        also=[
            (
                OPENED,
                OPENED.replace("mask.unsqueeze", f"(mask if mask.ndim == 2 else mask.{all_}(0)).unsqueeze"),
            )
            for all_ in ("any", "all")
        ],
    ),
    slip(
        "the axis of heads is inserted for some shapes of the mask only",
        edit=("mask.unsqueeze(-3)", "mask.unsqueeze(1)", "mask.reshape(-1, 1, q.shape[-2], k.shape[-2])"),
        why="A mask (T, S) has no batch axis, so counting from the front puts its rows where the batch should be.",
        look="From which end should you count so that one line of code is right for masks with two axes and with three?",
    ),
    slip(
        "the mask is added to the scores as numbers",
        edit=(
            "mask.unsqueeze(-3)",
            "mask.unsqueeze(-3).to(q.dtype)",
            "~mask.unsqueeze(-3)\n            mask = -mask.to(q.dtype)",
            "(~mask.unsqueeze(-3)).to(q.dtype)",
        ),
        why="A mask of floats is added to the scores: visible keys get 1 more, and no key is hidden.",
        look="What does attn_mask do with a tensor of numbers, and what does it do with a boolean one?",
    ),
    slip(
        "hidden scores are set to 0 instead of −∞",
        edit=by_hand("masked_fill(~mask, 0.0)"),
        why="A score of 0 is a score like any other: e⁰ = 1, so a hidden key still gets some weight.",
        look="Which score does softmax turn into a weight of 0?",
    ),
    slip(
        "hidden scores are low, but not −∞",
        edit=by_hand("masked_fill(~mask, -100.0)"),
        why="Softmax depends only on differences. If all visible scores are lower still, a hidden key gets all the weight.",
        look="Is there a number that is lower than every score?",
        also=[by_hand(f"masked_fill(~mask, -{low})") for low in (10.0, 50.0, 150.0, 300.0, 1000.0, 10000.0)],
    ),
    slip(
        "the mask is applied to the weights, after softmax",
        edit=by_hand("clone()", "scores.softmax(-1) * (1 if mask is None else mask)"),
        why="The hidden keys are still part of softmax's denominator, so the remaining weights no longer sum to 1.",
        look="What do the weights of one query sum to?",
    ),
    slip(
        "softmax runs along an axis other than the keys",
        edit=by_hand(weights="scores.softmax(1)"),
        why="In every head, the weights of one query over its keys have to sum to 1.",
        look="The scores are (batch, heads, queries, keys). Over which of these axes do your weights sum to 1?",
        also=[
            by_hand(f"masked_fill(~mask, {hidden})", f"scores.softmax({axis})")
            for hidden in ("-torch.inf", "-1e9")
            for axis in (0, 1, -2)
            if (hidden, axis) != ("-torch.inf", 1)
        ],
    ),
    slip(
        "softmax is written with exp, without subtracting the largest score",
        edit=by_hand(weights="scores.exp() / (scores.exp().sum(-1, keepdim=True) + 1e-9)"),
        also=[by_hand(weights="scores.exp() / scores.exp().sum(-1, keepdim=True)")],
        why="e⁻²⁰⁰ is 0 in float32. If all scores of a query are that low, their sum is 0 as well, so no key gets the weight it should have.",
        look="What does torch.tensor([-200.0, -201.0]).exp() give, and what does softmax give for the same two scores?",
    ),
    slip(
        "the scores are clipped to a range",
        edit=by_hand("clamp(-30, 30).masked_fill(~mask, -torch.inf)"),
        also=[
            by_hand(f"clamp({range_}).masked_fill(~mask, -torch.inf)")
            for range_ in ("-50, 50", "-100, 100", "min=-30", "min=-50", "min=-100")
        ],
        why="Softmax depends only on differences between scores. Where all scores lie beyond the limit, clipping makes them equal.",
        look="What is left of the scores −200 and −210 after your clipping?",
    ),
    slip(
        "the mask reaches only one of the heads",
        edit=by_hand(
            "masked_fill(torch.cat([~mask.expand(*scores[:, :1].shape), torch.zeros_like(scores[:, 1:]).bool()], 1), -torch.inf)"
        ),
        why="A hidden key has to be hidden in every head, because the output projection passes on whatever one of them sees.",
        look="For which heads does your code change the scores?",
    ),
    slip(
        "the queries are added to the output of attention",
        edit=(ATTEND, ATTEND.replace("F.scaled", "q + F.scaled")),
        why="A query only decides how much of each value goes into the average. It isn't part of the average itself.",
        look="Is there a sum in this layer's formula?",
    ),
    slip(
        "the output projection is missing, and the scores are not divided by √d",
        edit=[
            ("self.out_proj(merge_heads(context))", "merge_heads(context)"),
            (ATTEND, ATTEND.replace("attn_mask=mask", "attn_mask=mask, scale=1.0")),
        ],
        why="These are two mistakes. Nothing combines what the heads have found, and unscaled scores make softmax nearly one-hot.",
        look="How many of the four linear layers does forward call, and where does it divide by √d?",
    ),
    slip(
        "softmax is computed in half precision",
        edit=by_hand(weights="scores.half().softmax(-1).float()"),
        why="float16 keeps three digits, and errors that are small in one layer add up over many.",
        look="What is the dtype of each of your tensors, from the scores to the output?",
    ),
    slip(
        "every visible key gets the same weight",
        edit=(
            ATTEND,
            "free = torch.ones(1, 1, 1, k.shape[-2]) if mask is None else mask.float()\n"
            "        context = (free / free.sum(-1, keepdim=True)).expand(*q.shape[:-1], -1) @ v",
        ),
        why="That is a plain average of the text. The scores are there so each query can choose.",
        look="Do your weights depend on the queries and keys at all?",
    ),
    slip(
        "there is only one head",
        edit=(
            ATTEND,
            "q, k, v = merge_heads(q), merge_heads(k), merge_heads(v)\n"
            "        mask = mask if mask is None else mask.squeeze(-3)\n"
            "        context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)\n"
            "        context = split_heads(context, self.n_heads)",
        ),
        why="One softmax over the whole width gives each token a single average. With several heads it can look at several things "
        "at once.",
        look="How many tables of attention weights should one sequence have?",
    ),
    slip(
        "the heads are joined by a reshape without a transpose",
        edit=("merge_heads(context)", "context.reshape(x.shape)"),
        why="In memory the heads come one after another, so a row of the result mixes several tokens.",
        look="Which axis must come right before d when you join the heads?",
    ),
    slip(
        "the heads are joined after the wrong transpose",
        edit=(
            "merge_heads(context)",
            "context.transpose(2, 3).reshape(x.shape)",
            "context.transpose(1, 3).reshape(x.shape)",
            "context.permute(0, 3, 1, 2).reshape(x.shape)",
        ),
        why="The shape is right, because a reshape accepts any order of the axes. But each row of the result now mixes numbers "
        "of several tokens.",
        look="How must the four axes be ordered for the last two of them to make up one token's row?",
    ),
    slip(
        "the columns of the heads are interleaved",
        edit=("merge_heads(context)", "context.permute(0, 2, 3, 1).reshape(x.shape)"),
        why="The output projection then reads every number from the wrong column: it expects all columns of head 0 first, then "
        "those of head 1.",
        look="Does your way of joining the heads undo your way of splitting them?",
    ),
    slip(
        "view is called on a tensor that is not contiguous",
        edit=[by_hand(), ("merge_heads(context)", "context.transpose(1, 2).view(x.shape)")],
        why="transpose moves no numbers in memory but only changes the strides, and x itself may come from a transpose. "
        "view can't handle that; reshape copies the numbers when it has to.",
        look="Read the end of the error message: what does torch suggest?",
    ),
    slip(
        "the input is added to the output",
        edit=("return self.out_proj(merge_heads(context))", "return x + self.out_proj(merge_heads(context))"),
        why="The residual connection belongs to the block around this layer (lesson 03). With one here as well, the input "
        "is counted twice.",
        look="Is there a sum in this layer's formula?",
    ),
    slip(
        "some weights are dropped at random",
        edit=(ATTEND, ATTEND.replace("attn_mask=mask", "attn_mask=mask, dropout_p=0.1")),
        also=[by_hand(weights="F.dropout(scores.softmax(-1), 0.1)")],
        why="The constructor has no dropout rate, and the formula has no random part.",
        look="Call your layer twice with the same tokens. Do you get the same output?",
    ),
    slip(
        "part of the computation is cut off from the gradient",
        edit=("merge_heads(context)", "merge_heads(context).detach()"),
        also=[
            ("merge_heads(context))", "merge_heads(context)).detach()"),
            (ATTEND, ATTEND.replace("q, k, v", "q.detach(), k.detach(), v")),
            (ATTEND, ATTEND.replace("q, k, v", "q, k.detach(), v.detach()")),
            *(
                (ATTEND, ATTEND.replace("q, k, v", cut))
                for cut in ("q.detach(), k, v", "q, k.detach(), v", "q, k, v.detach()")
            ),
        ],
        **CUT,
    ),
    slip(
        "the batch axis of the mask is taken for the heads",
        edit=("mask.unsqueeze(-3)", "mask"),
        why="Next to scores (B, H, T, S), a mask (B, T, S) lines up its B with H. Usually torch raises an error, but with as many "
        "sequences as heads it silently gives sequence 1's mask to head 1.",
        look="Where does the mask need an axis of length 1 if all heads share it?",
    ),
]
