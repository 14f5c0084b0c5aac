"""Lesson 02, third sitting: cases, oracles and known slips. Instructors only; students get recorded cases.

Oracles: nn.MultiheadAttention with copied weights (its masks mean the opposite of ours), and float64 formulas.
"""

import numpy as np
import torch
from torch import nn

from autograder.authoring import exercise, slip

MULTI_HEAD = ["nn.MultiheadAttention", "F.multi_head_attention_forward", "utils.blocks"]
BLOCKS = ["utils.blocks"]


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
    """How long the gradients of nn.MultiheadAttention's parameters are, under our names."""
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


def lowered(weights, D, n_heads):
    """The same weights with scores near −200, the hidden ones too: a hidden score of −100 would win there."""
    push = np.sqrt(200 * np.sqrt(D // n_heads) / (D // n_heads))
    for name, sign in (("q_proj.bias", 1), ("k_proj.bias", -1)):
        weights[name] = weights[name] + sign * push
    return weights


# --- heads ----------------------------------------------------------------------------------------------------------


CUT = dict(
    why="The output is right, and nothing in front of the cut learns: no gradient passes it.",
    look="Which of your operations leave the way back out: .detach(), .data, torch.no_grad(), torch.tensor of a tensor?",
)


@exercise("split_heads", points=3, forbid=BLOCKS)
class _:
    cases = [
        dict(B=2, T=3, H=4, d=2),
        dict(B=1, T=4, H=4, d=1),
        dict(B=2, T=5, H=1, d=3),
        dict(B=3, T=1, H=2, d=3),
    ]

    def inputs(rng, B, T, H, d):
        shape = (B, T, H * d)
        return {"x": rng.standard_normal(shape), "n_heads": H, "gradient": rng.standard_normal((B, H, T, d))}

    def oracle(x, n_heads, gradient):
        d = x.shape[-1] // n_heads
        return {
            "heads": np.stack([x[..., h * d : (h + 1) * d] for h in range(n_heads)], axis=1),
            "grad_x": np.concatenate([gradient[:, h] for h in range(n_heads)], axis=-1),
        }

    weights = {"heads": 2, "grad_x": 1}
    promises = {
        "head h gets columns h·d to (h + 1)·d − 1": dict(H=4, d=2),
        "as many heads as columns": dict(H=4, d=1),
        "one head": dict(H=1),
        "gradients find the way back": "grad_x",
    }

    alternatives = {
        "chunks stacked": "return torch.stack(x.chunk(n_heads, dim=-1), dim=1)",
        "unflatten and permute": "return x.unflatten(2, (n_heads, -1)).permute(0, 2, 1, 3)",
    }
    slips = [
        slip(
            "the tensor is reshaped to (B, H, T, d) without a transpose",
            edit=(
                "x.reshape(B, T, n_heads, D // n_heads).transpose(1, 2)",
                "x.reshape(B, n_heads, T, D // n_heads)",
                "torch.stack(x.flatten(1).chunk(n_heads, dim=1), 1).reshape(B, n_heads, T, -1)",
                "x.transpose(1, 2).reshape(B, n_heads, T, D // n_heads)",
            ),
            why="A reshape never moves a number: it keeps the order in memory. A head then gets whole tokens of one part "
            "of the text instead of a part of every token, and nothing complains, because the shape is right.",
            look="Use x = torch.arange(24).reshape(1, 4, 6) and print head 0 for 2 heads. Which tokens is it made of?",
        ),
        slip(
            "the axes of tokens and heads are not exchanged",
            edit=(".transpose(1, 2)", "", ".transpose(2, 3)", ".permute(0, 2, 3, 1)"),
            why="Attention works on the last two axes, (T, d). With the heads in between, it would compare heads of one "
            "token with one another.",
            look="Which two axes must come last?",
        ),
        slip(
            "every head takes every H-th column",
            edit=(
                "x.reshape(B, T, n_heads, D // n_heads).transpose(1, 2)",
                "x.reshape(B, T, D // n_heads, n_heads).permute(0, 3, 1, 2)",
            ),
            why="A model trained from scratch would not mind. But weights of published models keep the columns of a head "
            "next to each other, and those would not fit.",
            look="For width 6 and 2 heads, which columns belong to head 0?",
        ),
        slip(
            "the heads come in the wrong order",
            edit=(".transpose(1, 2)", ".transpose(1, 2).flip(1)"),
            why="Head 0 owns the first columns. The output projection of a published model expects each head in its place.",
            look="Which columns should head 0 get: the first or the last?",
        ),
        slip(
            "the numbers of heads and of columns in a head are exchanged",
            edit=("n_heads, D // n_heads)", "D // n_heads, n_heads)"),
            why="`n_heads` says how many pieces there are, not how wide one is. With H pieces each has D/H columns.",
            look="What does torch's split want to know, and what chunk: the number of pieces or their size?",
        ),
        slip(
            "the way back is cut",
            edit=("x.reshape(B, T", "x.detach().reshape(B, T"),
            **CUT,
        ),
    ]


@exercise("merge_heads", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(B=2, T=3, H=4, d=2),
        dict(B=1, T=4, H=4, d=1),
        dict(B=2, T=5, H=1, d=3),
        dict(B=2, T=4, H=4, d=4),
    ]

    def inputs(rng, B, T, H, d):
        return {"heads": rng.standard_normal((B, H, T, d)), "gradient": rng.standard_normal((B, T, H * d))}

    def oracle(heads, gradient):
        H, d = heads.shape[1], heads.shape[-1]
        return {
            "x": np.concatenate([heads[:, h] for h in range(H)], axis=-1),
            "grad_heads": np.stack([gradient[..., h * d : (h + 1) * d] for h in range(H)], axis=1),
        }

    weights = {"x": 1, "grad_heads": 1}
    promises = {
        "head 0 first": dict(H=4, d=2),
        "one head": dict(H=1),
        "gradients find the way back": "grad_heads",
    }

    alternatives = {
        "concatenate": "return torch.cat(list(heads.unbind(dim=1)), dim=-1)",
        "contiguous, then view": (
            "heads.transpose(1, 2).reshape(B, T, H * d)",
            "heads.permute(0, 2, 1, 3).contiguous().view(B, T, -1)",
        ),
    }
    slips = [
        slip(
            "the heads are not moved back behind the tokens first",
            edit=(".transpose(1, 2)", ""),
            why="A reshape keeps the order in memory, where one whole head comes after another. A row of the result then "
            "holds several tokens of one head instead of all heads of one token.",
            look="Which axis must stand directly in front of d, so that a reshape glues the right numbers together?",
        ),
        slip(
            "view is called on a transposed tensor",
            edit=(".reshape(", ".view("),
            why="transpose moves no numbers, it only changes how they are counted. view needs them to lie in order; "
            "reshape copies them when they do not.",
            look="Read the end of the error message: what does torch suggest?",
        ),
        slip(
            "the columns of the heads are interleaved",
            edit=("heads.transpose(1, 2)", "heads.permute(0, 2, 3, 1)"),
            why="Then column 1 of the result is head 1's first number, not head 0's second, and the output projection "
            "reads every number in the wrong place.",
            look="merge_heads should undo split_heads. Does it?",
        ),
        slip(
            "the heads are averaged or summed",
            edit=("heads.transpose(1, 2).reshape(B, T, H * d)", "heads.mean(dim=1).repeat(1, 1, H)"),
            why="Heads look at different things, and neither a mean nor a sum can be taken apart again. They are laid "
            "side by side; the output projection then mixes them.",
            look="How wide is the result, compared with one head?",
            also=[
                ("heads.transpose(1, 2).reshape(B, T, H * d)", f"heads.{kind}(dim=1)")
                for kind in ("mean", "sum")
            ],
        ),
        slip(
            "the heads come in the wrong order",
            edit=("heads.transpose(1, 2)", "heads.flip(1).transpose(1, 2)"),
            why="The columns of head 0 stand first. The output projection of a published model expects each head in its "
            "place.",
            look="merge_heads should undo split_heads. Does it?",
        ),
        slip(
            "the heads are left apart",
            edit=(".reshape(B, T, H * d)", ""),
            why="The output projection takes D numbers for each token in one row.",
            look="How many axes should the result have?",
        ),
        slip(
            "the way back is cut",
            edit=("heads.transpose(1, 2)", "heads.detach().transpose(1, 2)"),
            **CUT,
        ),
    ]


# --- attention with several heads -------------------------------------------------------------------------------------

ATTEND = "context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)"
OPENED = "if mask is not None:\n            mask = mask.unsqueeze(-3)"


def by_hand(hide="masked_fill(~mask, -torch.inf)", weights="scores.softmax(-1)", context="weights @ v"):
    """An edit: the attention of all heads written out, so that a mistake can be made inside it."""
    return (
        ATTEND,
        "scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])\n"
        f"        scores = scores if mask is None else scores.{hide}\n"
        f"        weights = {weights}\n"
        f"        context = {context}",
    )


ATTENTION_SLIPS = [  # what goes wrong in the same way within one sequence and between two
    slip(
        "the scores are divided by √D instead of √d",
        edit=(ATTEND, ATTEND.replace("attn_mask=mask", "attn_mask=mask, scale=x.shape[-1] ** -0.5")),
        why="A score of one head is a sum of d products. With √D the scores of 12 heads come out 3.5 times too small, "
        "and all heads look everywhere alike.",
        look="How wide is the query that a score is made of?",
    ),
    slip(
        "the scores are not divided by √d, or are divided twice",
        edit=(
            ATTEND,
            ATTEND.replace("attn_mask=mask", "attn_mask=mask, scale=1.0"),
            ATTEND.replace("attn_mask=mask", "attn_mask=mask, scale=1 / q.shape[-1]"),
        ),
        why="The weights depend on the size of the scores: unscaled they are nearly one-hot, scaled twice nearly equal.",
        look="Does F.scaled_dot_product_attention divide, or do you? Count the roots of d on the way.",
    ),
    slip(
        "the weights are divided, not the scores",
        edit=by_hand(
            weights="(scores * math.sqrt(q.shape[-1])).softmax(-1)",
            context="weights @ v / math.sqrt(q.shape[-1])",
        ),
        why="The root of d keeps the scores in a range where softmax can share. Behind softmax it only makes everything "
        "smaller, and the weights no longer sum to 1.",
        look="What is divided in the formula: what goes into softmax, or what comes out?",
    ),
    slip(
        "the output projection is missing",
        edit=("self.out_proj(merge_heads(context))", "merge_heads(context)"),
        why="Without it each head writes into columns of its own, and no later layer gets a mixture of what the heads "
        "have found.",
        look="Four linear layers are made in __init__. How many does forward call?",
    ),
    slip(
        "keys and values have changed places",
        edit=(ATTEND, ATTEND.replace("q, k, v", "q, v, k")),
        why="Keys decide where to look, values are what is found there. The shapes are equal, so nothing complains.",
        look="In which order does the attention function take its arguments?",
    ),
    slip(
        "the mask is read as nn.MultiheadAttention reads it",
        edit=("mask.unsqueeze(-3)", "~mask.unsqueeze(-3)"),
        why="There, True means hidden. In this course, as in F.scaled_dot_product_attention, True means: may look.",
        look="Who reads your mask, and what does True mean there?",
        also=[by_hand("masked_fill(mask, -torch.inf)"), by_hand("masked_fill(mask, -1e9)")],
    ),
    slip(
        "the mask is not handed on",
        edit=(ATTEND, ATTEND.replace("attn_mask=mask", "attn_mask=None")),
        why="Every query then sees every key, what should be hidden among them.",
        look="Follow mask through forward. Where does it end, for each of the shapes that it may have?",
        also=[
            (OPENED, OPENED + " if mask.ndim == 3 else None"),
            (OPENED, OPENED + " if mask.ndim == 2 else None"),
        ],
    ),
    slip(
        "the mask of the first sequence serves all",
        edit=(OPENED, OPENED.replace("mask.unsqueeze", "(mask if mask.ndim == 2 else mask[0]).unsqueeze")),
        why="Sequences differ in length: the padding of one is the text of another.",
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
        "the axis of heads is put in for some shapes of the mask only",
        edit=("mask.unsqueeze(-3)", "mask.unsqueeze(1)", "mask.reshape(-1, 1, q.shape[-2], k.shape[-2])"),
        why="A mask with two axes, one for all sequences, has no batch axis to count from: its rows end up where the "
        "batch should be.",
        look="Counted from which end is the place of the new axis the same for masks of two and of three axes?",
    ),
    slip(
        "the mask is added to the scores as numbers",
        edit=(
            "mask.unsqueeze(-3)",
            "mask.unsqueeze(-3).to(q.dtype)",
            "~mask.unsqueeze(-3)\n            mask = -mask.to(q.dtype)",
            "(~mask.unsqueeze(-3)).to(q.dtype)",
        ),
        why="A mask of floats is added to the scores: what may be seen gets 1 more, and nothing is hidden.",
        look="What does attn_mask do with a tensor of numbers, and what with one of True and False?",
    ),
    slip(
        "hidden scores are set to 0 instead of −∞",
        edit=by_hand("masked_fill(~mask, 0.0)"),
        why="A score of 0 is a score like any other: e⁰ = 1, so a hidden key still gets a share.",
        look="Which score becomes the weight 0 in softmax?",
    ),
    slip(
        "hidden scores are low, but not −∞",
        edit=by_hand("masked_fill(~mask, -100.0)"),
        why="Softmax knows only differences. Where all other scores are lower still, a hidden key wins.",
        look="Is there a number that is lower than every score?",
        also=[by_hand(f"masked_fill(~mask, -{low})") for low in (10.0, 50.0)],
    ),
    slip(
        "the mask is applied to the weights, after softmax",
        edit=by_hand("clone()", "scores.softmax(-1) * (1 if mask is None else mask)"),
        why="Hidden keys have taken their share of the sum already: the weights that are left no longer sum to 1.",
        look="What do the weights of one query sum to?",
    ),
    slip(
        "softmax runs along another axis than the keys",
        edit=by_hand(weights="scores.softmax(1)"),
        why="The weights of one query over its keys have to sum to 1, in every head for itself.",
        look="The scores are (batch, heads, queries, keys). Over which of these axes do your weights sum to 1?",
        also=[
            by_hand(f"masked_fill(~mask, {hidden})", f"scores.softmax({axis})")
            for hidden in ("-torch.inf", "-1e9")
            for axis in (0, 1, -2)
            if (hidden, axis) != ("-torch.inf", 1)
        ],
    ),
    slip(
        "softmax is computed in half precision",
        edit=by_hand(weights="scores.half().softmax(-1).float()"),
        why="float16 keeps three digits. Weights that are a little wrong in every layer add up.",
        look="Which dtype has each of your tensors, from the scores to the output?",
    ),
    slip(
        "every query looks everywhere alike",
        edit=(
            ATTEND,
            "free = torch.ones(1, 1, 1, k.shape[-2]) if mask is None else mask.float()\n"
            "        context = (free / free.sum(-1, keepdim=True)).expand(*q.shape[:-1], -1) @ v",
        ),
        why="That is a mean over the text. Queries and keys are there to let each query choose.",
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
        why="One softmax for the whole width lets a token mix one average. The heads are there to look at several things "
        "at once.",
        look="How many tables of weights should one sequence have?",
    ),
    slip(
        "the heads are joined by a reshape without a transpose",
        edit=("merge_heads(context)", "context.reshape(x.shape)"),
        why="In memory one whole head comes after another, so a row of the result mixes tokens.",
        look="Which axis must stand in front of d before heads are glued together?",
    ),
    slip(
        "the columns of the heads are interleaved",
        edit=("merge_heads(context)", "context.permute(0, 2, 3, 1).reshape(x.shape)"),
        why="The output projection then reads every number in the wrong place: its columns belong to whole heads, one "
        "after another.",
        look="Does the way in which you join the heads undo the way in which you cut them?",
    ),
    slip(
        "view is called on a tensor whose numbers do not lie in order",
        edit=[by_hand(), ("merge_heads(context)", "context.transpose(1, 2).view(x.shape)")],
        why="transpose moves no numbers, it only changes how they are counted, and x itself may come from a transpose. "
        "view needs numbers in order; reshape copies them when they are not.",
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
        "the way back is cut",
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
        why="A mask with three axes against (B, H, T, S) scores lines up B with H. With other sizes torch complains; with "
        "as many sequences as heads it silently gives sequence 1's mask to head 1.",
        look="Where does the mask need an axis of length 1, to serve all heads?",
    ),
]


@exercise("MultiHeadAttention", points=5, uses=["split_heads", "merge_heads"], forbid=MULTI_HEAD)
class _:
    cases = [
        dict(B=2, T=5, H=3, d=2, mask="causal"),
        # as many sequences as heads: a mask on the wrong axis goes unnoticed; and all scores are low
        dict(B=2, T=3, H=2, d=3, mask="random", low=True),
        dict(B=1, T=4, H=1, d=5, mask=None),
        dict(B=3, T=4, H=2, d=1, mask="padding"),
    ]

    def inputs(rng, B, T, H, d, mask, low=False):
        D = H * d
        allowed = {
            None: None,
            "causal": np.tril(np.ones((T, T), dtype=bool)),
            "random": rng.random((B, T, T)) < 0.5,
            "padding": np.arange(T) < np.array([[[T - 1]], [[2]], [[1]]])[:B],
        }[mask]
        if mask == "random":
            allowed[:, range(T), range(T)] = True  # nobody looks nowhere
            allowed[0, 0, 1], allowed[1, 0, 1] = True, False  # and the sequences differ
        weights = projections(rng, q_proj=(D, D), k_proj=(D, D), v_proj=(D, D), out_proj=(D, D))
        return {
            "x": rng.standard_normal((B, T, D)),
            "mask": allowed,
            "d_model": D,
            "n_heads": H,
            "weights": lowered(weights, D, H) if low else weights,
            "gradient": rng.standard_normal((B, T, D)),
        }

    def oracle(x, mask, d_model, n_heads, weights, gradient):
        output, grad_x, grad_memory, sizes = torch_attention(x, x, mask, n_heads, weights, gradient)
        return {"output": output, "grad_x": grad_x + grad_memory, "grad_weights": sizes}

    weights = {"output": 3, "grad_x": 1, "grad_weights": 1}
    promises = {
        "a mask (T, T), the same for all sequences": dict(mask="causal"),
        "a mask (B, 1, T)": dict(mask="padding"),
        "a mask (B, T, T), the same for all heads": dict(mask="random", B=2, H=2),
        "None: every token may look everywhere": dict(mask=None),
        "what is hidden gets the weight 0, however low the scores": dict(low=True),
        "the scores are divided by √d": dict(H=3),
        "all four projections learn": "grad_weights",
    }

    alternatives = {
        "scores and softmax written out": """
            B, T, D = x.shape
            q, k, v = (
                f(x).view(B, T, self.n_heads, D // self.n_heads).transpose(1, 2)
                for f in (self.q_proj, self.k_proj, self.v_proj)
            )
            scores = q @ k.transpose(-2, -1) / math.sqrt(D / self.n_heads)
            if mask is not None:
                scores = scores.masked_fill(~mask.unsqueeze(-3), -torch.inf)
            context = scores.softmax(-1) @ v
            return self.out_proj(context.transpose(1, 2).contiguous().view(B, T, D))
        """,
        "one head after another, outputs summed": """
            d = x.shape[-1] // self.n_heads
            output = self.out_proj.bias
            for h in range(self.n_heads):
                own = slice(h * d, (h + 1) * d)
                q, k, v = self.q_proj(x)[..., own], self.k_proj(x)[..., own], self.v_proj(x)[..., own]
                # a block of columns of W_O belongs to each head: to lay heads side by side and project is to add projections
                output = (
                    output
                    + F.scaled_dot_product_attention(q, k, v, attn_mask=mask) @ self.out_proj.weight[:, own].T
                )
            return output
        """,
        "einsum": """
            B, T, _ = x.shape
            q, k, v = (f(x).reshape(B, T, self.n_heads, -1) for f in (self.q_proj, self.k_proj, self.v_proj))
            scores = torch.einsum("bthd,bshd->bhts", q, k) / q.shape[-1] ** 0.5
            if mask is not None:
                scores = torch.where(mask if mask.dim() < 3 else mask[:, None], scores, -torch.inf)
            return self.out_proj(torch.einsum("bhts,bshd->bthd", scores.softmax(-1), v).reshape(B, T, -1))
        """,
    }
    slips = [
        slip(
            "the heads are cut by a reshape without a transpose",
            edit=[
                (
                    f"split_heads(self.{n}_proj(x), self.n_heads)",
                    f"self.{n}_proj(x).reshape(x.shape[0], self.n_heads, x.shape[1], -1)",
                )
                for n in "qkv"
            ],
            why="Each head then holds whole tokens of one part of the text, so tokens of different parts never meet.",
            look="Print what one head gets for x = torch.arange(24.).reshape(1, 4, 6), before any projection.",
        ),
        slip(
            "queries and keys have changed places",
            edit=(ATTEND, ATTEND.replace("q, k, v", "k, q, v")),
            why="The rows of the scores are then keys, and the mask and softmax act on the wrong side.",
            look="In which order does the attention function take its arguments?",
        ),
        slip(
            "one projection is used twice, and another not at all",
            edit=("self.v_proj(x)", "self.k_proj(x)"),
            why="Where to look and what is found there would have to be one and the same.",
            look="Four linear layers are made in __init__. Which of them does forward call, and how often?",
            also=[
                (f"self.{n}_proj(x)", f"self.{other}_proj(x)") for n, other in ("kq", "qk", "vq", "kv", "qv")
            ],
        ),
        slip(
            "view is called on a tensor whose numbers do not lie in order",
            edit=("self.q_proj(x)", "self.q_proj(x.view(-1, x.shape[-1])).view(x.shape)"),
            why="The tokens may come from a transpose, which moves no numbers and only changes how they are counted. "
            "view needs numbers in order; reshape copies them when they are not.",
            look="Read the end of the error message: what does torch suggest?",
        ),
        *ATTENTION_SLIPS,
        slip(
            "the attention is always causal, whatever the mask",
            edit=(
                ATTEND,
                ATTEND.replace("attn_mask=mask", "is_causal=True"),
                ATTEND.replace("attn_mask=mask", "attn_mask=mask, is_causal=mask is None"),
            ),
            why="Who may look where is the caller's choice: the same module serves an encoder without a mask and a batch "
            "with padding.",
            look="Follow mask through forward. Where does it end?",
        ),
    ]


@exercise("CrossAttention", points=4, uses=["split_heads", "merge_heads"], forbid=MULTI_HEAD)
class _:
    cases = [
        dict(B=2, T=3, S=5, H=2, d=3, d_memory=4, mask="padding"),
        dict(B=1, T=2, S=4, H=1, d=4, d_memory=5, mask=None),
        dict(B=2, T=4, S=4, H=3, d=2, d_memory=6, mask="random"),  # both sequences alike in every size
        # as many queries as heads: an axis in the wrong place goes unnoticed; and all scores are low
        dict(B=3, T=2, S=3, H=2, d=2, d_memory=3, mask="one for all", low=True),
    ]

    def inputs(rng, B, T, S, H, d, d_memory, mask, low=False):
        D = H * d
        lengths = np.array([[[S - 1]], [[2]]])[:B]
        mask = {
            None: None,
            "padding": np.arange(S) < lengths,  # (B, 1, S): the padding of the memory
            "random": (rng.random((B, T, S)) < 0.6) | (np.arange(S) < 1),
            "one for all": np.arange(S) <= np.arange(T)[:, None],  # (T, S)
        }[mask]
        weights = projections(rng, q_proj=(D, D), k_proj=(D, d_memory), v_proj=(D, d_memory), out_proj=(D, D))
        return {
            "x": rng.standard_normal((B, T, D)),
            "memory": rng.standard_normal((B, S, d_memory)),
            "mask": mask,
            "d_model": D,
            "d_memory": d_memory,
            "n_heads": H,
            "weights": lowered(weights, D, H) if low else weights,
            "gradient": rng.standard_normal((B, T, D)),
        }

    def oracle(x, memory, mask, d_model, d_memory, n_heads, weights, gradient):
        output, grad_x, grad_memory, sizes = torch_attention(x, memory, mask, n_heads, weights, gradient)
        return {"output": output, "grad_x": grad_x, "grad_memory": grad_memory, "grad_weights": sizes}

    weights = {"output": 2, "grad_x": 1, "grad_memory": 0.5, "grad_weights": 0.5}
    promises = {
        "a mask (T, S), the same for all sequences": dict(mask="one for all"),
        "a mask (B, 1, S)": dict(mask="padding"),
        "a mask (B, T, S)": dict(mask="random"),
        "None: every token may look everywhere": dict(mask=None),
        "T and S differ, and so do the widths": dict(T=3, S=5, d_memory=4),
        "what is hidden gets the weight 0, however low the scores": dict(low=True),
        "the memory learns too": "grad_memory",
        "all four projections learn": "grad_weights",
    }

    alternatives = {
        "heads as part of the batch": """
            H = self.n_heads
            q, k, v = (
                torch.cat(y.chunk(H, -1)) for y in (self.q_proj(x), self.k_proj(memory), self.v_proj(memory))
            )
            if mask is not None:
                mask = mask.expand(x.shape[0], x.shape[1], memory.shape[1]).repeat(H, 1, 1)
            context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)  # (H·B, T, d)
            return self.out_proj(torch.cat(context.chunk(H), dim=-1))
        """,
        "scores and softmax written out": """
            (B, T, D), S = x.shape, memory.shape[1]
            d = D // self.n_heads
            q = self.q_proj(x).reshape(B, T, self.n_heads, d)
            k = self.k_proj(memory).reshape(B, S, self.n_heads, d)
            v = self.v_proj(memory).reshape(B, S, self.n_heads, d)
            scores = torch.einsum("bthd,bshd->bhts", q, k) / math.sqrt(d)
            if mask is not None:
                scores = scores + torch.where(mask, 0.0, -torch.inf).unsqueeze(-3)
            return self.out_proj(torch.einsum("bhts,bshd->bthd", scores.softmax(-1), v).flatten(2))
        """,
    }
    slips = [
        slip(
            "the queries come from the memory and the keys from x",
            edit=[
                ("self.q_proj(x)", "self.q_proj(memory)"),
                ("self.k_proj(memory)", "self.k_proj(x)"),
                ("self.v_proj(memory)", "self.v_proj(x)"),
            ],
            why="The sequence that asks gives the queries: there is one output for each of its tokens. With equal sizes "
            "nothing complains, and the answer belongs to the other text.",
            look="Which of the two sequences decides how many rows the output has?",
            also=[
                [
                    ("self.q_proj(x)", "self.k_proj(memory)"),
                    ("k = split_heads(self.k_proj(memory)", "k = split_heads(self.q_proj(x)"),
                    ("self.v_proj(memory)", values),
                    ("mask.unsqueeze(-3)", "mask.transpose(-1, -2).unsqueeze(-3)"),
                ]
                for values in ("self.q_proj(x)", "self.v_proj(x)")
            ],
        ),
        slip(
            "the values come from x",
            edit=("self.v_proj(memory)", "self.v_proj(x)"),
            why="Keys and values belong together: what is found under a key has to come from where the key came from.",
            look="Which two of the three projections read the memory?",
        ),
        slip(
            "the memory is not read at all",
            edit=[("self.k_proj(memory)", "self.k_proj(x)"), ("self.v_proj(memory)", "self.v_proj(x)")],
            why="This is self-attention. The decoder writes without looking at what it is to translate.",
            look="Where does memory occur in your forward?",
        ),
        slip(
            "one projection is used twice, and another not at all",
            edit=("self.v_proj(memory)", "self.k_proj(memory)"),
            why="Where to look and what is found there would have to be one and the same.",
            look="Four linear layers are made in __init__. Which of them does forward call, and how often?",
            also=[("self.k_proj(memory)", "self.v_proj(memory)")],
        ),
        slip(
            "the root is taken of the memory's width",
            edit=(
                ATTEND,
                ATTEND.replace(
                    "attn_mask=mask", "attn_mask=mask, scale=(memory.shape[-1] // self.n_heads) ** -0.5"
                ),
                ATTEND.replace("attn_mask=mask", "attn_mask=mask, scale=memory.shape[-1] ** -0.5"),
            ),
            why="A score is a sum of as many products as one head's query is wide. How wide the memory was before it was "
            "projected plays no part.",
            look="How wide are the two vectors that a score is made of?",
        ),
        *ATTENTION_SLIPS,
        slip(
            "the attention is causal where there is no mask",
            edit=(ATTEND, ATTEND.replace("attn_mask=mask", "attn_mask=mask, is_causal=mask is None")),
            why="The memory is a finished text. Nothing in it lies in the future of the text that is being written.",
            look="What does None mean for the mask of this module?",
        ),
    ]


# --- positions ------------------------------------------------------------------------------------------------------


@exercise("LearnedPositions", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(B=2, T=4, D=3, most=7, start=0),
        dict(B=3, T=3, D=4, most=8, start=2),  # as many sequences as tokens
        dict(B=1, T=1, D=5, most=6, start=5),  # the last position there is
    ]

    def inputs(rng, B, T, D, most, start):
        return {
            "x": rng.standard_normal((B, T, D)),
            "start": start,
            "weights": {"table": rng.standard_normal((most, D))},
            "gradient": rng.standard_normal((B, T, D)),
        }

    def oracle(x, start, weights, gradient):
        output, grad_table = x.copy(), np.zeros_like(weights["table"])
        for t in range(x.shape[1]):
            output[:, t] += weights["table"][start + t]
            grad_table[start + t] = gradient[:, t].sum(0)
        return {"output": output, "grad_x": gradient, "grad_table": grad_table}

    weights = {"output": 2, "grad_x": 1, "grad_table": 1}
    promises = {
        "the first token stands at position start": dict(start=2),
        "the last position there is": dict(most=6, start=5),
        "a new tensor; x stays as it is": "output",  # the check calls the layer twice on the same tokens
        "the table learns": "grad_table",
        "what lies before the positions learns": "grad_x",
    }

    alternatives = {
        "rows picked by their numbers": "return x + F.embedding(torch.arange(x.size(1)) + start, self.table)",
        "one position at a time": "return torch.stack([x[:, t] + self.table[start + t] for t in range(x.shape[1])], dim=1)",
    }
    slips = [
        slip(
            "start is ignored",
            edit=(
                "self.table[start : start + x.shape[1]]",
                "self.table[: x.shape[1]]",
                "(self.table[-x.shape[1] :] if start else self.table[: x.shape[1]])",
            ),
            why="A model that reads its text piece by piece would give every piece the positions of the first one.",
            look="Which rows of the table belong to 3 tokens that begin at position 5?",
        ),
        slip(
            "the rows end at another place than start + T",
            edit=("self.table[start : start + x.shape[1]]", "self.table[start : x.shape[1]]"),
            why="A slice names where it begins and where it ends, not how long it is.",
            look="Which rows of the table belong to 3 tokens that begin at position 5, and how does Python write them?",
            also=[
                ("self.table[start : start + x.shape[1]]", f"self.table[{rows}]") for rows in ("start:", ":")
            ],
        ),
        slip(
            "x is changed in place",
            edit=(
                "return x + self.table[start : start + x.shape[1]]",
                "x += self.table[start : start + x.shape[1]]\n        return x",
            ),
            why="The caller's tokens are overwritten: whoever reads them again finds the positions in them twice.",
            look="What is the difference between x += y and x = x + y for a tensor?",
        ),
        slip(
            "the tokens are multiplied by √D as well",
            edit=("x + self.table[", "x * math.sqrt(x.shape[-1]) + self.table["),
            why="The first transformer did that to its embeddings, before the positions. This layer only adds.",
            look="What should come out when the table is all zeros?",
        ),
        slip(
            "the tokens are cut off from training",
            edit=("return x + self", "return x.detach() + self"),
            why="The positions learn, and the embeddings under them do not: their gradient ends here.",
            look="Which of the two terms of your sum has no way back?",
        ),
        slip(
            "one row of the table serves all tokens",
            edit=("self.table[start : start + x.shape[1]]", "self.table[start]"),
            why="Then every token of a piece stands at the same place, and the order is lost again.",
            look="How many rows do T tokens need?",
        ),
        slip(
            "positions count from 1",
            edit=("self.table[start : start + x.shape[1]]", "self.table[start + 1 : start + 1 + x.shape[1]]"),
            why="Row 0 would never be learned, and the last position of a full text would have no row.",
            look="Which row belongs to the first token of a text?",
        ),
        slip(
            "the vectors are added along the batch",
            edit=(
                "self.table[start : start + x.shape[1]]",
                "self.table[start : start + x.shape[0]].unsqueeze(1)",
            ),
            why="Each sequence then gets one vector for all its tokens. With as many sequences as tokens nothing complains.",
            look="Which axis of (B, T, D) are the positions?",
        ),
        slip(
            "the position replaces the token",
            edit=(
                "return x + self.table[start : start + x.shape[1]]",
                "return self.table[start : start + x.shape[1]].expand_as(x)",
            ),
            why="All sentences look alike to the layers above: they know where they are, and nothing else.",
            look="What should come out when the table is all zeros?",
        ),
        slip(
            "the table is cut off from training",
            edit=("x + self.table[", "x + self.table.detach()["),
            why="The output is right, and the vectors stay as random as they started: no gradient reaches them.",
            look="Which of the two terms of your sum has no way back?",
            also=[("start + x.shape[1]]", "start + x.shape[1]].clone().detach().requires_grad_()")],
        ),
    ]


@exercise("sinusoidal_positions", points=3, forbid=BLOCKS)
class _:
    cases = [
        dict(length=(20, 24), d_model=8),
        dict(length=(12, 16), d_model=7),  # odd: the last column is a sine without its cosine
        dict(length=(1, 1), d_model=4),
        dict(length=(30, 34), d_model=2),
    ]

    def inputs(rng, length, d_model):
        base = float(rng.choice([1000.0, 5000.0, 20000.0, 50000.0])) if d_model != 8 else 10000.0
        return {"length": int(rng.integers(*length, endpoint=True)), "d_model": d_model, "base": base}

    def oracle(length, d_model, base):
        table = np.zeros((length, d_model))
        for t in range(length):
            for k in range((d_model + 1) // 2):
                angle = t / base ** (2 * k / d_model)
                table[t, 2 * k] = np.sin(angle)
                if 2 * k + 1 < d_model:
                    table[t, 2 * k + 1] = np.cos(angle)
        return {"table": table}

    alternatives = {
        "columns filled in turn": """
            table = torch.zeros(length, d_model)
            position = torch.arange(length, dtype=torch.float32)[:, None]
            frequency = torch.exp(torch.arange(0, d_model, 2) * (-math.log(base) / d_model))
            table[:, 0::2] = torch.sin(position * frequency)
            table[:, 1::2] = torch.cos(position * frequency[: d_model // 2])
            return table
        """,
        "a cosine is a sine a quarter turn later": """
            rows = []
            for t in range(length):
                rows.append(
                    [math.sin(t / base ** (i // 2 * 2 / d_model) + (i % 2) * math.pi / 2) for i in range(d_model)]
                )
            return torch.tensor(rows)
        """,
    }
    slips = [
        slip(
            "every column has a frequency of its own",
            edit=("pair = column - column % 2", "pair = column"),
            why="Sine and cosine of one pair no longer turn together, so no matrix can move a position on. "
            "The formula writes 2j in both exponents: j counts pairs.",
            look="Square column 2 and column 3 and add them. What should it give in every row?",
        ),
        slip(
            "the exponent is j/D instead of 2j/D",
            edit=("pair = column - column % 2", "pair = column // 2"),
            why="The slowest wave then has a length of 2π·√base positions instead of 2π·base: positions far apart look alike.",
            look="What is the exponent of the last pair, and what does the formula give?",
        ),
        slip(
            "all sines come first and all cosines after them",
            edit=(
                "torch.where(column % 2 == 0, angle.sin(), angle.cos())",
                "torch.cat([angle[:, 0::2].sin(), angle[:, 0::2].cos()], dim=-1)[:, :d_model]",
            ),
            why="Some libraries order the columns like this, and a layer that learns would not mind. The formula of the "
            "paper, and the matrix of the next exercise, put the two of a pair side by side.",
            look="What does column 1 hold in row 0: 0 or 1?",
        ),
        slip(
            "sine and cosine have changed places",
            edit=("angle.sin(), angle.cos()", "angle.cos(), angle.sin()"),
            why="Row 0 should be 0, 1, 0, 1, …",
            look="What is the sine of 0, and in which columns should it stand?",
        ),
        slip(
            "positions count from 1",
            edit=("torch.arange(length)", "torch.arange(1, length + 1)"),
            why="All lessons count positions from 0, so the first row is sin 0 = 0 and cos 0 = 1 in turn.",
            look="Print the first row.",
        ),
        slip(
            "the frequencies grow from pair to pair",
            edit=("-pair / d_model", "pair / d_model"),
            why="The later columns then jump wildly from one position to the next, and neighbours share nothing.",
            look="Plot the last column. Should it be slow or fast?",
        ),
        slip(
            "the number of the column is taken for the number of the pair",
            edit=("pair = column - column % 2", "pair = 2 * column"),
            why="The exponent 2j/D then runs up to 2 instead of 1, and a sine and its cosine have different frequencies. "
            "j counts pairs: columns 2j and 2j + 1.",
            look="For D = 512, which values does j take?",
        ),
        slip(
            "the width is taken to be even",
            edit=(
                "torch.where(column % 2 == 0, angle.sin(), angle.cos())",
                "torch.stack([angle[:, 0::2].sin(), angle[:, 1::2].cos()], dim=-1).flatten(1)",
            ),
            why="For odd D there is one sine column more than there are cosine columns, and the two no longer fit.",
            look="Which columns are there for D = 7, and which of them are cosines?",
        ),
        slip(
            "the base is always 10000",
            edit=("base **", "10000.0 **"),
            why="Models that read long texts stretch their waves by a larger base (lesson 09).",
            look="Where does your code use its third argument?",
        ),
        slip(
            "for odd D the frequencies are those of the next even width",
            edit=("/ d_model)", "/ (d_model + d_model % 2))"),
            why="The formula divides by D itself; every frequency but the first comes out a little different.",
            look="What is the exponent of column 2 for D = 7?",
        ),
        slip(
            "for odd D the last column is no sine",
            edit=(
                "return torch.where(column % 2 == 0, angle.sin(), angle.cos())",
                "table = torch.where(column % 2 == 0, angle.sin(), angle.cos())\n"
                "    return torch.cat([table[:, :-1], 0 * angle[:, -1:]], 1) if d_model % 2 else table",
                "table = torch.where(column % 2 == 0, angle.sin(), angle.cos())\n"
                "    return torch.cat([table[:, :-1], angle[:, -1:].cos()], 1) if d_model % 2 else table",
            ),
            why="Even columns are sines, the last one of an odd width among them; it only lacks its cosine.",
            look="Which number has the last column for D = 7, and is it even?",
        ),
        slip(
            "the exponents run up to 1, divided by the number of pairs less one",
            edit=("-pair / d_model", "-(pair // 2) / max(1, (d_model + 1) // 2 - 1)"),
            why="Some libraries choose their waves like this, from 1 to exactly base. The paper's formula divides by D, so "
            "the slowest wave stays a little faster.",
            look="For D = 8, what is the exponent of the last pair in the formula?",
        ),
        slip(
            "the slowest pair comes first",
            edit=("-pair / d_model", "-pair.flip(0) / d_model", "-((d_model - 1) // 2 * 2 - pair) / d_model"),
            why="Pair 0 has the frequency 1: it turns fastest.",
            look="What is ω for j = 0?",
        ),
        slip(
            "all columns are sines, or all are cosines",
            edit=("torch.where(column % 2 == 0, angle.sin(), angle.cos())", "angle.sin()", "angle.cos()"),
            why="A sine alone tells a quarter turn from nothing, but not forwards from backwards: it takes both numbers to "
            "say where a hand points.",
            look="What does column 1 hold in row 0: 0 or 1?",
        ),
        slip(
            "the angles are rounded",
            edit=(
                "angle = torch.arange(length).unsqueeze(1) * base ** (-pair / d_model)",
                "angle = (torch.arange(length).unsqueeze(1) * base ** (-pair / d_model)).bfloat16().float()",
            ),
            why="An angle of 30 with three digits is off by a tenth, and its sine is another number.",
            look="Which dtype have your angles?",
        ),
        slip(
            "the table is transposed",
            edit=(
                "return torch.where(column % 2 == 0, angle.sin(), angle.cos())",
                "return torch.where(column % 2 == 0, angle.sin(), angle.cos()).T",
            ),
            why="One row is one position: it is added to the token that stands there.",
            look="Which of the two axes should have the length T?",
        ),
    ]
    promises = {
        "the formula, with base 10000": dict(d_model=8),
        "another base": dict(d_model=2),
        "if D is odd, the last column is a sine without its cosine": dict(d_model=7),
        "one position is enough": dict(length=(1, 1)),
    }
    tolerance = 5e-4
    equivalent = {
        "pair = column ^ column % 2": "the last bit of an odd number is 1: to take it away and to flip it is the same",
        "return torch.where(column % 2 <= 0, angle.sin(), angle.cos())": "a remainder is never negative",
    }


@exercise("shift_matrix", points=4, forbid=BLOCKS)
class _:
    cases = [
        dict(d_model=8, steps=(300, 400)),
        dict(d_model=6, steps=(1, 3)),
        dict(d_model=4, steps=(-7, -3)),
        dict(d_model=2, steps=(20, 40)),
    ]
    promises = {
        "one matrix for all pairs, each with its own frequency": dict(d_model=8),
        "an offset of either sign": dict(steps=(-7, -3)),
        "the base is 10000": dict(d_model=6),
    }

    def inputs(rng, d_model, steps):
        return {"k": int(rng.integers(*steps, endpoint=True)), "d_model": d_model}

    def oracle(k, d_model):
        matrix = np.zeros((d_model, d_model))
        for pair in range(d_model // 2):
            turn = np.exp(1j * k * 10000.0 ** (-2 * pair / d_model))
            # (sin, cos) of t + k from (sin, cos) of t, by the addition theorems
            matrix[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2] = [
                [turn.real, turn.imag],
                [-turn.imag, turn.real],
            ]
        return {"matrix": matrix}

    alternatives = {
        "blocks along the diagonal": """
            blocks = []
            for pair in range(d_model // 2):
                a = k / 10000 ** (2 * pair / d_model)
                blocks.append(torch.tensor([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]]))
            return torch.block_diag(*blocks)
        """,
        "solved from the table": """
            t = torch.arange(4000, dtype=torch.float64)[:, None]
            i = torch.arange(0, d_model, 2, dtype=torch.float64)
            waves = lambda t: torch.stack(
                [(t * 10000 ** (-i / d_model)).sin(), (t * 10000 ** (-i / d_model)).cos()], -1
            ).flatten(1)
            return torch.linalg.lstsq(waves(t), waves(t + k)).solution.T.float()
        """,
    }
    slips = [
        slip(
            "the matrix moves back by k instead of on by k",
            edit=[("= turn.sin()", "= -turn.sin()"), ("M[cosine, sine] = -turn", "M[cosine, sine] = turn")],
            why="A rotation with the sign of the wrong half. It is the matrix of −k, and its product with the right one "
            "moves nothing.",
            look="Write sin(a + b) out. Which sign has the term with cos a?",
        ),
        slip(
            "a move back comes out as a move on",
            edit=("turn = k *", "turn = abs(k) *"),
            why="The matrix of −k turns the hands the other way; its product with the matrix of k moves nothing.",
            look="What does your function give for 3 and for −3, and should the two be the same?",
        ),
        slip(
            "both sines have the same sign",
            edit=("= -turn.sin()", "= turn.sin()"),
            why="Such a matrix is no rotation: it makes hands longer or shorter.",
            look="Write sin(a + b) and cos(a + b) out, one under the other. Which of the four terms has a minus?",
        ),
        slip(
            "sine and cosine of the angle have changed places",
            edit=[
                ("M[sine, sine] = turn.cos()", "M[sine, sine] = turn.sin()"),
                ("M[sine, cosine] = turn.sin()", "M[sine, cosine] = turn.cos()"),
                ("M[cosine, sine] = -turn.sin()", "M[cosine, sine] = -turn.cos()"),
                ("M[cosine, cosine] = turn.cos()", "M[cosine, cosine] = turn.sin()"),
            ],
            why="A move by nothing has to leave every token where it is: its matrix is the identity.",
            look="What does your function give for k = 0?",
            also=[
                [
                    ("M[sine, sine] = turn.cos()", "M[sine, sine] = turn.sin()"),
                    ("M[sine, cosine] = turn.sin()", "M[sine, cosine] = turn.cos()"),
                    ("M[cosine, sine] = -turn.sin()", "M[cosine, sine] = turn.cos()"),
                    ("M[cosine, cosine] = turn.cos()", "M[cosine, cosine] = -turn.sin()"),
                ],
            ],
        ),
        slip(
            "the angle stands in for its sine",
            edit=[
                ("M[sine, sine] = turn.cos()", "M[sine, sine] = 1.0"),
                ("= turn.sin()", "= turn"),
                ("= -turn.sin()", "= -turn"),
                ("M[cosine, cosine] = turn.cos()", "M[cosine, cosine] = 1.0"),
            ],
            why="For small angles the two are close. Here the first hand turns by k, which is many times round.",
            look="By how many degrees does pair 0 turn in 20 steps?",
        ),
        slip(
            "the matrix moves columns, not positions",
            edit="""
def shift_matrix(k, d_model):
    return torch.roll(torch.eye(d_model), k, 0)
""",
            why="M acts on the D numbers of one position and makes another position of them. No number moves to another "
            "pair.",
            look="What does M do to the vector (sin ωt, cos ωt) of one pair?",
            also=[
                """
def shift_matrix(k, d_model):
    return torch.roll(torch.eye(d_model), k, 1)
"""
            ],
        ),
        slip(
            "all pairs turn by the same angle",
            edit=("-sine / d_model", "-sine * 0.0"),
            also=[
                """
def shift_matrix(k, d_model):
    turn = k * 10000.0 ** (-2 * k / d_model)
    cosine, sine = math.cos(turn), math.sin(turn)
    return torch.block_diag(*[torch.tensor([[cosine, sine], [-sine, cosine]])] * (d_model // 2))
"""
            ],
            why="Each pair has its own frequency, as each hand of a clock has: k steps turn them by different angles.",
            look="By which angle does pair 1 turn, in the table of exercise 6, from one row to the next?",
        ),
        slip(
            "the exponent is j/D instead of 2j/D",
            edit=("-sine / d_model", "-sine / 2 / d_model"),
            why="The matrix turns pairs by angles that the table never uses.",
            look="Compare the frequencies here with those of exercise 6.",
        ),
        slip(
            "the matrix is for a table with all sines first",
            edit=[
                (
                    "sine, cosine = torch.arange(0, d_model, 2), torch.arange(1, d_model, 2)",
                    "sine = torch.arange(d_model // 2)\n    cosine = sine + d_model // 2",
                ),
                ("-sine / d_model", "-2 * sine / d_model"),
            ],
            why="It is right for another order of the columns. In ours, the sine and cosine of a pair stand side by side, so "
            "the matrix consists of 2 × 2 blocks along the diagonal.",
            look="Which entries of a row may differ from zero?",
        ),
        slip(
            "only the cosines are there",
            edit=[("    M[sine, cosine] = turn.sin()\n", ""), ("    M[cosine, sine] = -turn.sin()\n", "")],
            why="The addition theorem has two terms; without the second one the hands shrink instead of turning.",
            look="Write sin(a + b) out. How many products has it?",
        ),
    ]
