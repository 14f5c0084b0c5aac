"""Repeat each key/value head for the query heads that share it.

Oracle: query head h gets head h // n; its gradient is the sum over all heads that share it.
"""

import numpy as np

from autograder.authoring import exercise, slip

REPEATED = "x.repeat_interleave(n, dim=1)"  # the solution


@exercise("repeat_kv", points=2, forbid=["transformers"])
class _:
    cases = [
        dict(B=2, H_kv=2, T=5, d=3, n=3),
        dict(B=3, H_kv=3, T=3, d=3, n=2),  # equal sizes: a wrong axis still fits
        dict(B=1, H_kv=4, T=1, d=2, n=1),  # no sharing
        dict(B=2, H_kv=1, T=3, d=2, n=4),  # one head for all
    ]
    weights = {"shared": 3, "grad_x": 1}

    def inputs(rng, B, H_kv, T, d, n):
        return {
            "x": rng.standard_normal((B, H_kv, T, d)),
            "n": n,
            "gradient": rng.standard_normal((B, H_kv * n, T, d)),
        }

    def oracle(x, n, gradient):
        grad = np.zeros_like(x)
        for h in range(x.shape[1] * n):
            grad[:, h // n] += gradient[:, h]  # a shared head gets a gradient from every head that reads it
        return {"shared": np.stack([x[:, h // n] for h in range(x.shape[1] * n)], axis=1), "grad_x": grad}

    alternatives = {
        "a new axis, expanded and joined": """
            B, H_kv, T, d = x.shape
            return x[:, :, None].expand(B, H_kv, n, T, d).reshape(B, H_kv * n, T, d)
        """,
        "looked up by index": "return x[:, torch.arange(x.shape[1] * n) // n]",
        "a list of heads": "return torch.stack([head for head in x.unbind(1) for _ in range(n)], dim=1)",
    }
    slips = [
        slip(
            "the heads are tiled: 0 1 2 0 1 2",
            edit=(REPEATED, "x.repeat(1, n, 1, 1)"),
            why="The shape is right and nothing raises an error, but most query heads read a key head they were not trained with.",
            look="In the drawing, which key head do query heads 0 and 1 read?",
        ),
        slip(
            "tokens are repeated instead of heads",
            edit=("dim=1", "dim=2"),
            also=[(REPEATED, "x.repeat(1, 1, n, 1)")],
            why="Every query would then see each position several times over.",
            look="Which of the four axes counts heads?",
        ),
        slip(
            "another axis is repeated, and the result is reshaped into heads",
            edit=(REPEATED, "x.repeat_interleave(n, dim=2).reshape(x.shape[0], -1, *x.shape[2:])", "x.repeat(1, 1, 1, n).reshape(x.shape[0], -1, *x.shape[2:])", "x.repeat_interleave(n, dim=3).reshape(x.shape[0], -1, *x.shape[2:])", "x.repeat(n, 1, 1, 1).reshape(x.shape[0], -1, *x.shape[2:])", "x.repeat_interleave(n).reshape(x.shape[0], -1, *x.shape[2:])"),
            why="The shape is right, but `reshape` only cuts up the numbers in the order they have in memory, so a head ends up with numbers from several heads, or from other tokens.",
            look="Take three tokens, with all zeros in head 0 and all ones in head 1. What should your result be, and what is it?",
        ),
        slip(
            "sequences are repeated instead of heads",
            edit=("dim=1", "dim=0"),
            also=[(REPEATED, "x.repeat(n, 1, 1, 1)")],
            why="The batch grows, but there are no more heads than before.",
            look="Which of the four axes counts heads?",
        ),
        slip(
            "features are repeated instead of heads",
            edit=("dim=1", "dim=-1"),
            also=[(REPEATED, "x.repeat(1, 1, 1, n)")],
            why="Keys then no longer have the same width as the queries they are multiplied by.",
            look="Which of the four axes counts heads?",
        ),
        slip(
            "there is one copy too many of each head",
            edit=("x.repeat_interleave(n,", "x.repeat_interleave(n + 1,"),
            why="n is the number of query heads per key head, so it includes the original.",
            look="What should the result be for n = 1?",
        ),
        slip(
            "there is one copy too few of each head",
            edit=("x.repeat_interleave(n,", "x.repeat_interleave(n - 1,"),
            why="n is the number of query heads per key head, so with n = 1 every head must still be there.",
            look="What should the result be for n = 1?",
        ),
        slip(
            "the copies are scaled down",
            edit=("x.repeat_interleave(n, dim=1)", "x.repeat_interleave(n, dim=1) / n", "x.repeat_interleave(n, dim=1) / math.sqrt(n)",),
            why="Each query head reads the shared keys unchanged. Smaller keys would give smaller scores.",
            look="How does one head of your result compare with the head it was copied from?",
        ),
        slip(
            "the copies are detached from x",
            edit=("return x.", "return x.detach()."),
            also=[(REPEATED, "torch.cat([x[:, :, None], x.detach()[:, :, None].expand(-1, -1, n - 1, -1, -1)], dim=2).flatten(1, 2)")],
            why="The key and value projections are trained through these copies. If no gradient flows back, they never learn.",
            look="Which of your calls cuts a tensor off from the computation graph?",
        ),
        slip(
            "every query head gets the same head",
            edit=(REPEATED, "x[:, :1].expand(-1, x.shape[1] * n, -1, -1)", "x[:, -1:].expand(-1, x.shape[1] * n, -1, -1)", "x.mean(dim=1, keepdim=True).expand(-1, x.shape[1] * n, -1, -1)"),
            why="That is right only with a single key/value head. If there are more, each group of query heads has its own.",
            look="For x with two heads, which head should the last query head read?",
        ),
        slip(
            "n is taken for the total number of query heads",
            edit=(REPEATED, "x.repeat_interleave(n // x.shape[1], dim=1)"),
            also=[(REPEATED, "x.repeat_interleave(max(n // x.shape[1], 1), dim=1)")],
            why="n is already the number of query heads in one group. With H_kv groups there are H_kv·n query heads.",
            look="For two key/value heads and n = 3, how many heads should come out?",
        ),
        slip(
            "the result has the wrong number of heads",
            edit=(REPEATED, "x.repeat_interleave(x.shape[1], dim=1)", "x[:, :1].repeat(1, n, 1, 1)", "x[:, :1].repeat(1, n + 1, 1, 1)", "x[:, :n]", "x.repeat_interleave(n, dim=1)[:, :n]", "x"),
            why="There are H_kv·n query heads, and each needs a key/value head.",
            look="For x with two heads and n = 3, how many heads should the result have?",
        ),
        slip(
            "all numbers are repeated in one long row",
            edit=("(n, dim=1)", "(n)"),
            why="Without an axis, the function flattens x first.",
            look="Which argument names the axis along which to repeat?",
        ),
        slip(
            "heads and tokens are swapped",
            edit=(REPEATED, REPEATED + ".transpose(1, 2)"),
            also=[(REPEATED, "x.transpose(1, 2).repeat_interleave(n, dim=1)"), (REPEATED, REPEATED + ".transpose(1, 2).reshape(x.shape[0], -1, *x.shape[2:])"), (REPEATED, "x.transpose(1, 2).repeat_interleave(n, dim=2)")],
            why="Attention expects (B, H, T, d), heads before tokens.",
            look="Compare the shape of your result with the docstring, axis by axis.",
        ),
        slip(
            "the heads are in reverse order",
            edit=("return x.", "return x.flip(1)."),
            also=[(REPEATED, REPEATED + ".flip(1)")],
            why="Most query heads then read a key head they were not trained with.",
            look="Which head of x should the first head of your result be a copy of?",
        ),
        slip(
            "only one head of each group is filled",
            edit="y = x.new_zeros(x.shape[0], x.shape[1] * n, *x.shape[2:])\ny[:, ::n] = x\nreturn y",
            also=["y = x.new_zeros(x.shape[0], x.shape[1] * n, *x.shape[2:])\ny[:, n - 1 :: n] = x\nreturn y", "y = x.new_zeros(x.shape[0], x.shape[1] * n, *x.shape[2:])\ny[:, : x.shape[1]] = x\nreturn y"],
            why="The other query heads would read keys of zeros.",
            look="For n = 3, how many heads of your result are equal to head 0 of x?",
        ),
        slip(
            "the copies keep an axis of their own",
            edit=(REPEATED, "x[:, :, None].expand(-1, -1, n, -1, -1)", "x[:, None].expand(-1, n, -1, -1, -1)", "torch.stack([x] * n)", "x[:, :, :, None].expand(-1, -1, -1, n, -1)"),
            why="Attention expects the heads on one axis, (B, H, T, d).",
            look="How many axes does your result have?",
        ),
        slip(
            "the first head gets all the extra copies",
            edit=("x.repeat_interleave(n, dim=1)", "torch.cat([x[:, :1].expand(-1, x.shape[1] * (n - 1), -1, -1), x], dim=1)"),
            why="Every key/value head has to be shared by the same number of query heads.",
            look="How often does each head of x occur in your result?",
        ),
    ]  # fmt: skip
    promises = {
        "neighbors share a head": dict(H_kv=3, n=2),
        "one head for all": dict(H_kv=1),
        "n = 1 changes nothing": dict(n=1),
        "a shared head gets the gradients of all query heads that read it": "grad_x",
    }
