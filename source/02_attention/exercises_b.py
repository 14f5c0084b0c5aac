"""Lesson 02, second sitting: cases, oracles and known slips. Instructors only; students get recorded cases.

Oracles: nn.MultiheadAttention with copied weights (its masks mean the opposite of ours), and float64 formulas.
"""

import numpy as np
import torch
from torch import nn

from autograder.authoring import exercise, slip

MULTI_HEAD = [
    "nn.MultiheadAttention",
    "F.multi_head_attention_forward",
    "nn.Transformer",
    "nn.TransformerEncoderLayer",
]
MULTI_HEAD += ["nn.TransformerDecoderLayer", "utils.blocks"]
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
    in_proj = layer.q_proj_weight if width != memory_width else layer.in_proj_weight
    return output.detach(), x.grad, memory.grad, in_proj.grad[:width]


# --- heads ----------------------------------------------------------------------------------------------------------


@exercise("split_heads", points=3, forbid=BLOCKS)
class _:
    cases = [
        dict(B=2, T=3, H=4, d=2),
        dict(B=1, T=4, H=4, d=1),
        dict(B=2, T=5, H=1, d=3),
        dict(B=3, T=1, H=2, d=3),
    ]

    def inputs(rng, B, T, H, d):
        return {"x": rng.standard_normal((B, T, H * d)), "n_heads": H}

    def oracle(x, n_heads):
        d = x.shape[-1] // n_heads
        return {"heads": np.stack([x[..., h * d : (h + 1) * d] for h in range(n_heads)], axis=1)}

    slips = [
        slip(
            "the tensor is reshaped to (B, H, T, d) without a transpose",
            edit=(
                "x.reshape(B, T, n_heads, D // n_heads).transpose(1, 2)",
                "x.reshape(B, n_heads, T, D // n_heads)",
            ),
            why="A reshape never moves a number: it keeps the order in memory. A head then gets whole tokens of one part "
            "of the text instead of a part of every token, and nothing complains, because the shape is right.",
            look="Use x = torch.arange(24).reshape(1, 4, 6) and print head 0 for 2 heads. Which tokens is it made of?",
        ),
        slip(
            "the axes of tokens and heads are not exchanged",
            edit=(".transpose(1, 2)", ""),
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
        return {"heads": rng.standard_normal((B, H, T, d))}

    def oracle(heads):
        return {"x": np.concatenate([heads[:, h] for h in range(heads.shape[1])], axis=-1)}

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
            "the heads are averaged",
            edit=("heads.transpose(1, 2).reshape(B, T, H * d)", "heads.mean(dim=1).repeat(1, 1, H)"),
            why="Heads look at different things, and an average cannot be taken apart again. They are laid side by side; "
            "the output projection then mixes them.",
            look="How wide is the result, compared with one head?",
        ),
    ]


@exercise("MultiHeadAttention", points=5, uses=["split_heads", "merge_heads"], forbid=MULTI_HEAD)
class _:
    cases = [
        dict(B=2, T=5, H=3, d=4, mask="causal"),
        dict(
            B=2, T=3, H=2, d=3, mask="random"
        ),  # as many sequences as heads: a mask on the wrong axis goes unnoticed
        dict(B=1, T=1, H=1, d=5, mask=None),
        dict(B=3, T=4, H=2, d=1, mask="padding"),
    ]

    def inputs(rng, B, T, H, d, mask):
        D = H * d
        allowed = {
            None: None,
            "causal": np.tril(np.ones((T, T), dtype=bool)),
            "random": rng.random((B, T, T)) < 0.5,
            "padding": np.arange(T) < np.array([[[T]], [[2]], [[1]]])[:B],
        }[mask]
        if mask == "random":
            allowed[:, range(T), range(T)] = True  # nobody looks nowhere
            allowed[0, 0, 1], allowed[1, 0, 1] = True, False  # and the sequences differ
        return {
            "x": rng.standard_normal((B, T, D)),
            "mask": allowed,
            "d_model": D,
            "n_heads": H,
            "weights": projections(rng, q_proj=(D, D), k_proj=(D, D), v_proj=(D, D), out_proj=(D, D)),
            "gradient": rng.standard_normal((B, T, D)),
        }

    def oracle(x, mask, d_model, n_heads, weights, gradient):
        output, grad_x, grad_memory, grad_q = torch_attention(x, x, mask, n_heads, weights, gradient)
        return {"output": output, "grad_x": grad_x + grad_memory, "grad_q_proj": grad_q}

    weights = {"output": 3, "grad_x": 1, "grad_q_proj": 1}

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
            "the heads are joined by a reshape without a transpose",
            edit=("merge_heads(context)", "context.reshape(x.shape)"),
            why="In memory one whole head comes after another, so a row of the result mixes tokens.",
            look="Which axis must stand in front of d before heads are glued together?",
        ),
        slip(
            "the scores are divided by √D instead of √d",
            edit=("attn_mask=mask", "attn_mask=mask, scale=x.shape[-1] ** -0.5"),
            why="A score of one head is a sum of d products. With √D the scores of 12 heads come out 3.5 times too small, "
            "and all heads look everywhere alike.",
            look="How wide is the query that a score is made of?",
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
            edit=("F.scaled_dot_product_attention(q, k, v,", "F.scaled_dot_product_attention(q, v, k,"),
            why="Keys decide where to look, values are what is found there. The shapes are equal, so nothing complains.",
            look="In which order does the attention function take its arguments?",
        ),
        slip(
            "the mask is read as nn.MultiheadAttention reads it",
            edit=("mask.unsqueeze(-3)", "~mask.unsqueeze(-3)"),
            why="There, True means hidden. In this course, as in F.scaled_dot_product_attention, True means: may look.",
            look="Who reads your mask, and what does True mean there?",
        ),
        slip(
            "the batch axis of the mask is taken for the heads",
            edit=("mask.unsqueeze(-3)", "mask"),
            why="A (B, T, T) mask against (B, H, T, T) scores lines up B with H. With other sizes torch complains; with as "
            "many sequences as heads it silently gives sequence 1's mask to head 1.",
            look="Where does the mask need an axis of length 1, to serve all heads?",
        ),
        slip(
            "the mask is not handed on",
            edit=("attn_mask=mask", "attn_mask=None"),
            why="Every token then sees the whole sequence, padding and future among it.",
            look="Follow mask through forward. Where does it end?",
        ),
        slip(
            "the attention is always causal, whatever the mask",
            edit=("attn_mask=mask", "is_causal=True"),
            why="Who may look where is the caller's choice: the same module serves an encoder without a mask and a batch "
            "with padding.",
            look="Follow mask through forward. Where does it end?",
        ),
    ]


@exercise("CrossAttention", points=4, uses=["split_heads", "merge_heads"], forbid=MULTI_HEAD)
class _:
    cases = [
        dict(B=2, T=3, S=5, H=2, d=3, d_memory=4, mask="padding"),
        dict(B=1, T=1, S=4, H=1, d=4, d_memory=7, mask=None),
        dict(B=2, T=4, S=4, H=3, d=2, d_memory=6, mask="random"),  # both sequences alike in every size
    ]

    def inputs(rng, B, T, S, H, d, d_memory, mask):
        D = H * d
        lengths = np.array([[[S - 1]], [[2]]])[:B]
        mask = {
            None: None,
            "padding": np.arange(S) < lengths,  # (B, 1, S): the padding of the memory
            "random": (rng.random((B, T, S)) < 0.6) | (np.arange(S) < 1),
        }[mask]
        return {
            "x": rng.standard_normal((B, T, D)),
            "memory": rng.standard_normal((B, S, d_memory)),
            "mask": mask,
            "d_model": D,
            "d_memory": d_memory,
            "n_heads": H,
            "weights": projections(
                rng, q_proj=(D, D), k_proj=(D, d_memory), v_proj=(D, d_memory), out_proj=(D, D)
            ),
            "gradient": rng.standard_normal((B, T, D)),
        }

    def oracle(x, memory, mask, d_model, d_memory, n_heads, weights, gradient):
        output, grad_x, grad_memory, _ = torch_attention(x, memory, mask, n_heads, weights, gradient)
        return {"output": output, "grad_x": grad_x, "grad_memory": grad_memory}

    weights = {"output": 2, "grad_x": 1, "grad_memory": 1}

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
            "keys and values have changed places",
            edit=("F.scaled_dot_product_attention(q, k, v,", "F.scaled_dot_product_attention(q, v, k,"),
            why="Keys decide where to look, values are what is found there. The shapes are equal, so nothing complains.",
            look="In which order does the attention function take its arguments?",
        ),
        slip(
            "the output projection is missing",
            edit=("self.out_proj(merge_heads(context))", "merge_heads(context)"),
            why="Without it each head writes into columns of its own, and no later layer gets a mixture of what the heads "
            "have found.",
            look="Four linear layers are made in __init__. How many does forward call?",
        ),
        slip(
            "the batch axis of the mask is taken for the heads",
            edit=("mask.unsqueeze(-3)", "mask"),
            why="A (B, 1, S) mask against (B, H, T, S) scores lines up B with H. With other sizes torch complains; with as "
            "many sequences as heads it silently gives sequence 1's mask to head 1.",
            look="Where does the mask need an axis of length 1, to serve all heads?",
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
        output = x.copy()
        for t in range(x.shape[1]):
            output[:, t] += weights["table"][start + t]
        return {"output": output}

    slips = [
        slip(
            "start is ignored",
            edit=("self.table[start : start + x.shape[1]]", "self.table[: x.shape[1]]"),
            why="A model that reads its text piece by piece would give every piece the positions of the first one.",
            look="Which rows of the table belong to 3 tokens that begin at position 5?",
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
            look="What does the check say about the gradient?",
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

    slips = [
        slip(
            "every column has a frequency of its own",
            edit=("pair = column - column % 2", "pair = column"),
            why="Sine and cosine of one pair no longer turn together, so no matrix can move a position on. "
            "The formula writes 2k in both exponents: k counts pairs.",
            look="Square column 2 and column 3 and add them. What should it give in every row?",
        ),
        slip(
            "the exponent is k/D instead of 2k/D",
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
            why="The exponent 2k/D then runs up to 2 instead of 1, and a sine and its cosine have different frequencies. "
            "k counts pairs: columns 2k and 2k + 1.",
            look="For D = 512, which values does k take?",
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
    ]
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

    slips = [
        slip(
            "the matrix moves back by k instead of on by k",
            edit=[("= turn.sin()", "= -turn.sin()"), ("M[cosine, sine] = -turn", "M[cosine, sine] = turn")],
            why="A rotation with the sign of the wrong half. It is the matrix of −k, and its product with the right one "
            "moves nothing.",
            look="Write sin(a + b) out. Which sign has the term with cos a?",
        ),
        slip(
            "all pairs turn by the same angle",
            edit=("-sine / d_model", "-sine * 0.0"),
            why="Each pair has its own frequency, as each hand of a clock has: k steps turn them by different angles.",
            look="By which angle does pair 1 turn, in the table of exercise 6, from one row to the next?",
        ),
        slip(
            "the exponent is k/D instead of 2k/D",
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
