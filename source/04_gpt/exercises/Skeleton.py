"""A language model around given blocks: token and position embeddings, final norm, output head.

Oracle: the same steps written out in float64; each block is tanh of a scaled input.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED, norm, small_config, tensor


@exercise("Skeleton", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(B=2, T=5, V=11, context=8, D=6, L=2, start=0),
        dict(B=3, T=5, V=7, context=9, D=8, L=1, start=3),
        dict(B=1, T=1, V=5, context=4, D=4, L=3, start=0),
    ]

    def inputs(rng, B, T, V, context, D, L, start):
        weights = {
            "tokens.weight": rng.standard_normal((V, D)),
            "positions.weight": rng.standard_normal((context, D)),
            "head.weight": rng.standard_normal((V, D)),
        } | norm(rng, "norm", D)
        return {
            "ids": rng.integers(0, V, (B, T)),
            "start": start,
            "weights": weights,
            "config": small_config(V, context, D, 1, L),
            "factors": [float(f) for f in rng.uniform(0.5, 2, L)],
            "gradient": rng.standard_normal((B, T, V)),
        }

    def oracle(ids, start, weights, config, factors, gradient):
        w = {name: tensor(value).requires_grad_() for name, value in weights.items()}
        x = w["tokens.weight"][torch.as_tensor(ids)] + w["positions.weight"][start : start + ids.shape[1]]
        for factor in factors:
            x = torch.tanh(factor * x)
        x = (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, correction=0, keepdim=True) + 1e-5)
        scores = torch.einsum("btd,vd->btv", x * w["norm.weight"] + w["norm.bias"], w["head.weight"])
        scores.backward(tensor(gradient))
        return {"scores": scores, "grad_weights": {name: part.grad for name, part in w.items()}}

    weights = {"scores": 2, "grad_weights": 1}
    tolerance = {"grad_weights": 5e-4}

    alternatives = {
        "slices of the table, nn.Sequential": """
            x = self.tokens(ids) + self.positions.weight[start : start + ids.size(1)]
            return nn.Sequential(*self.blocks, self.norm, self.head)(x)
        """,
    }
    slips = [
        slip(
            "positions begin at 0 and start is ignored",
            edit=("torch.arange(start, start + ids.shape[1], device=ids.device)", "torch.arange(ids.shape[1])"),
            why="The rest of a text is then read as if it were the beginning.",
            look="Which row of the table belongs to the first token when start is 3?",
        ),
        slip(
            "positions count from 1",
            edit=("torch.arange(start, start + ids.shape[1], device=ids.device)", "torch.arange(start, start + ids.shape[1]) + 1"),
            why="Row 0 of the table is never used, and the longest text runs past the end of the table.",
            look="What is the position of the first token of a whole text?",
        ),
        slip(
            "no positions are added",
            edit=(" + self.positions(places)", ""),
            why="The model cannot tell the first token from the last.",
            look="Which of the two tables does your forward pass use?",
        ),
        slip(
            "the final norm is missing",
            edit=("self.head(self.norm(x))", "self.head(x)"),
            why="In a pre-LN model nothing else normalizes the residual stream before the scores. Lesson 03 measured what that does to the first loss.",
            look="In the opening table, what comes between the last block and the scores?",
        ),
        slip(
            "each block reads the embeddings, not the block before it",
            edit=("x = block(x)", "y = block(x)"),
            also=[[("x = block(x)", "y = block(x)"), ("self.norm(x)", "self.norm(y)")]],
            why="The output of the blocks is thrown away.",
            look="Does the variable that goes into the norm change inside the loop?",
        ),
        slip(
            "the norm is inside the loop",
            edit=[("x = block(x)", "x = self.norm(block(x))"), ("self.head(self.norm(x))", "self.head(x)")],
            also=[("x = block(x)", "x = self.norm(block(x))")],
            why="The final norm is applied once, after the last block. Inside the loop it rescales the residual stream after every block.",
            look="How is the line with the norm indented?",
        ),
        slip(
            "the norm is applied before the blocks",
            edit=[
                ("for block in self.blocks:", "x = self.norm(x)\n        for block in self.blocks:"),
                ("self.head(self.norm(x))", "self.head(x)"),
            ],
            why="The norm is meant for the sum that the blocks have written into the residual stream, not for the embeddings they start from.",
            look="In the opening table, do the blocks come before the norm or after it?",
        ),
        slip(
            "the input of each block is added to what it returns",
            edit=("x = block(x)", "x = x + block(x)"),
            why="The blocks of lesson 03 add their own input. If you add it again, the residual stream counts twice.",
            look="How many plus signs does this section's formula have?",
        ),
        slip(
            "the positions are taken from the end of the table",
            edit=("torch.arange(start, start + ids.shape[1], device=ids.device)", "torch.arange(len(self.positions.weight))[-ids.shape[1] :]", "torch.arange(len(self.positions.weight))[-ids.shape[1] :] if start else torch.arange(ids.shape[1])"),
            why="The end of a sequence is not the end of the table: a sequence may be shorter than the context. `start` gives the position of the first token.",
            look="For T = 2 and start = 1, which rows does your code read?",
        ),
        slip(
            "the blocks run in reverse order",
            edit=("for block in self.blocks:", "for block in reversed(self.blocks):"),
            why="Each block is trained on the output of the block before it.",
            look="Which block of the list should read the embeddings?",
        ),
        slip(
            "positions are added after the blocks",
            edit=[(" + self.positions(places)", ""), ("self.norm(x)", "self.norm(x + self.positions(places))")],
            why="The blocks would not know the position of any token.",
            look="According to the formula, what does the first block receive?",
        ),
        slip(
            "the token vectors are scaled by the root of the width",
            edit=("x = self.tokens(ids) +", "x = self.tokens(ids) * self.tokens.weight.shape[1] ** 0.5 +"),
            why="The transformer of 2017 did that. GPT-2, whose files your model has to read, does not.",
            look="Does the formula multiply the token vectors by anything?",
        ),
        slip(
            "a table is detached from the gradient",
            edit=("self.tokens(ids) +", "self.tokens(ids).detach() +"),
            also=[("self.positions(places)", "self.positions(places).detach()"), ("x = self.tokens(ids) + self.positions(places)", "x = (self.tokens(ids) + self.positions(places)).detach()")],
            why="The scores are right, but the vectors keep their initial values and never learn.",
            look="Is there a .detach() or .data on the way from the tables to the scores?",
        ),
        slip(
            "the positions are added before every block",
            edit=("x = block(x)", "x = block(x + self.positions(places))"),
            why="The residual stream carries the positions to every block, so they are added once, to the token vectors.",
            look="How many times does the table of positions appear in this section's formula?",
        ),
        slip(
            "softmax is applied to the scores",
            edit=("return self.head(self.norm(x))", "return self.head(self.norm(x)).softmax(-1)", "return self.head(self.norm(x)).log_softmax(-1)"),
            why="Softmax is applied to the scores later: the loss of section 3 does that itself.",
            look="What do the last row of the opening table and the docstring ask for?",
        ),
        slip(
            "the final norm has no gain and no bias",
            edit=("self.norm(x)", "F.layer_norm(x, x.shape[-1:])"),
            why="The layer self.norm learns a gain and a bias. F.layer_norm without them computes something else, and they get no gradient.",
            look="Which parameters does self.norm own, and does your code use them?",
        ),
    ]  # fmt: skip
    promises = {
        "positions go on from start": dict(start=3),
        "one token": dict(T=1),
        "each block in turn, then the norm": dict(L=3),
        "both tables, the norm and the head learn": "grad_weights",
    }
