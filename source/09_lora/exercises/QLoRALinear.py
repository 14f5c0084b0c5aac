"""A QLoRA layer: a frozen linear layer in packed 4-bit codes plus a trainable low-rank update.

Oracle: weights dequantized one at a time, gradients derived by hand. The check changes the codes
after a pass, to catch a cached weight.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY, by_rows, some_levels


@exercise("QLoRALinear", points=3, uses=["dequantize_nf4"], forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(lead=(2, 3), out=6, width=4, r=2, alpha=(3.0, 5.0), block=8),
        dict(lead=(5,), out=4, width=4, r=4, alpha=(1.0, 2.0), block=4),
        dict(lead=(1,), out=2, width=32, r=1, alpha=(6.0, 8.0), block=None, bias=False),
        dict(lead=(3,), out=5, width=2, r=3, alpha=(10.0, 12.0), block=5),
    ]
    weights = {"output": 3, "grad_x": 2, "grad_A": 2, "grad_B": 2, "learns": 1, "restored again": 1}

    def inputs(rng, lead, out, width, r, alpha, block, bias=True):
        return {
            "x": rng.standard_normal((*lead, width)),
            "gradient": rng.standard_normal((*lead, out)),
            "codes": rng.integers(0, 16, (out, width)),
            "absmax": rng.uniform(0.5, 2.0, out * width // (block or 64)),
            "levels": some_levels(rng, 16),
            "bias": rng.standard_normal(out) if bias else None,
            "weights": {"A": rng.standard_normal((r, width)), "B": rng.standard_normal((out, r))},
            "alpha": float(rng.uniform(*alpha)),
            "block": block,
        }

    def oracle(x, gradient, codes, absmax, levels, bias, weights, alpha, block):
        codes, A, B = np.asarray(codes), weights["A"], weights["B"]
        size, s = block or 64, alpha / len(A)
        flat = [levels[int(c)] * absmax[i // size] for i, c in enumerate(codes.ravel())]
        W = np.array(flat).reshape(codes.shape) + s * np.einsum("or,ri->oi", B, A)
        G, X = by_rows(gradient), by_rows(x)
        by_weight = np.einsum("no,ni->oi", G, X)
        other = codes.reshape(-1, 2)[::-1].ravel()  # the bytes in reverse order
        flat = [levels[int(c)] * absmax[i // size] for i, c in enumerate(other)]
        W_other = np.array(flat).reshape(codes.shape) + s * np.einsum("or,ri->oi", B, A)
        return {
            "restored again": np.einsum("...i,oi->...o", x, W_other) + (0 if bias is None else bias),
            "output": np.einsum("...i,oi->...o", x, W) + (0 if bias is None else bias),
            "grad_x": np.einsum("...o,oi->...i", gradient, W),
            "grad_A": s * np.einsum("or,oi->ri", B, by_weight),
            "grad_B": s * np.einsum("oi,ri->or", by_weight, A),
            "learns": {"grad_B": s * np.einsum("oi,ri->or", by_weight, A), "names": ["A", "B"]},
        }

    alternatives = {
        "one matrix of both": """
            frozen = dequantize_nf4(unpack_codes(self.packed).view(*self.shape), self.absmax, self.levels, self.block)
            weight = frozen + (self.alpha / self.r) * (self.B @ self.A)
            y = torch.einsum("...i,oi->...o", x, weight)
            return y if self.bias is None else y + self.bias
        """,
        "unpacked by hand": """
            high, low = self.packed.long() // 16, self.packed.long() % 16
            values = self.levels[torch.stack([high, low], dim=1).flatten()].reshape(-1, self.block)
            W = (values * self.absmax[:, None]).reshape(self.shape).detach()
            extra = F.linear(F.linear(x, self.A), self.B * self.alpha / self.r)
            return F.linear(x, W, self.bias) + extra
        """,
    }
    slips = [
        slip(
            "α/r is missing",
            edit=("self.alpha / self.r * (x @ self.A.T @ self.B.T)", "x @ self.A.T @ self.B.T"),
            why="An adapter that was trained with the factor behaves differently without it.",
            look="Which of the numbers that `__init__` keeps does your code never use?",
        ),
        slip(
            "the update is multiplied by α and not divided by r",
            edit=("self.alpha / self.r * (x", "self.alpha * (x"),
            why="Every time you changed the rank, you would have to find a new learning rate.",
            look="What is the factor for α = 16 and r = 8?",
        ),
        slip(
            "the bias is forgotten",
            edit=("F.linear(x, weight, self.bias)", "F.linear(x, weight)"),
            why="The bias is neither rounded nor trained, but it is still added.",
            look="What comes out for x = 0?",
        ),
        slip(
            "the bias is added twice",
            edit=("self.alpha / self.r * (x @ self.A.T @ self.B.T)", "self.alpha / self.r * (x @ self.A.T @ self.B.T) + (0 if self.bias is None else self.bias)"),
            also=[("(x @ self.A.T @ self.B.T)", "F.linear(x @ self.A.T, self.B, self.bias)")],
            why="The frozen layer already adds it.",
            look="What comes out for x = 0?",
        ),
        slip(
            "the frozen layer is forgotten",
            edit=("F.linear(x, weight, self.bias) +", "(0 if self.bias is None else self.bias) +"),
            also=["return self.alpha / self.r * (x @ self.A.T @ self.B.T)"],
            why="The adapter is only a correction. At the start, with B = 0, nothing would be left.",
            look="What should come out when B is 0?",
        ),
        slip(
            "no gradient passes through the frozen layer",
            edit=("F.linear(x, weight, self.bias)", "F.linear(x, weight, self.bias).detach()"),
            why="The weights are frozen, but the layers below are trained through them. Here they only get the adapter's part of the gradient.",
            look="Which of the two paths from x to the output does `backward` still see?",
        ),
        slip(
            "no gradient passes through the adapter to the layers below",
            edit=("(x @ self.A.T", "(x.detach() @ self.A.T"),
            why="A and B learn, but the layers below silently get the wrong gradient.",
            look="Which of the two paths from x to the output does `backward` still see?",
        ),
        slip(
            "the adapter is rounded to the levels as well",
            edit=("(x @ self.A.T @ self.B.T)", "(x @ (self.levels[(self.A.detach()[..., None] - self.levels).abs().argmin(-1)] + self.A - self.A.detach()).T @ self.B.T)"),
            also=["""
                codes = unpack_codes(self.packed).reshape(self.shape)
                weight = dequantize_nf4(codes, self.absmax, self.levels, self.block)
                runs = (weight + self.alpha / self.r * self.B @ self.A).reshape(-1, self.block)
                top = runs.detach().abs().amax(1, keepdim=True)
                near = self.levels[((runs / top)[..., None] - self.levels).abs().argmin(-1)] * top
                return F.linear(x, near.reshape(self.shape), self.bias) + 0 * (self.A.sum() + self.B.sum())
            """],
            why="The optimizer's steps are far smaller than the distance between two levels.",
            look="Which parts of this layer have four bits, and which have 32?",
        ),
        slip(
            "codes are taken for weights",
            edit=("weight = dequantize_nf4(codes, self.absmax, self.levels, self.block)", "weight = codes.float()"),
            also=[("weight = dequantize_nf4(codes, self.absmax, self.levels, self.block)", "weight = self.levels[codes]")],
            why="A code is only the index of a level, and a level doesn't contain the scale of its block.",
            look="Which of the steps that made the codes have you not undone?",
        ),
        slip(
            "blocks always have 64 weights",
            edit=("self.levels, self.block)", "self.levels)"),
            why="In a layer with another block size, weights get the scales of other blocks.",
            look="What did `__init__` keep that your code never uses?",
        ),
        slip(
            "bytes are taken for codes",
            edit="""
                W = dequantize_nf4(self.packed.long(), self.absmax, self.levels, self.block)
                return F.linear(x, W.reshape(self.shape), self.bias)
            """,
            why="A byte holds two codes.",
            look="How many bytes are in `self.packed`, and how many weights does the layer have?",
        ),
        slip(
            "the weight is not transposed",
            edit=("F.linear(x, weight, self.bias)", "(x @ weight + (0 if self.bias is None else self.bias))"),
            why="The weight is (out, in), and the last axis of x is `in`.",
            look="Which two axes meet in your product?",
        ),
        slip(
            "the factor of rsLoRA is used",
            edit=("self.alpha / self.r *", "self.alpha / math.sqrt(self.r) *"),
            why="α/√r is right for rsLoRA. Here the factor is α/r.",
            look="What is the factor for α = 16 and r = 4?",
        ),
        slip(
            "the factor is upside down",
            edit=("self.alpha / self.r *", "self.r / self.alpha *"),
            why="A larger α should make the update larger.",
            look="What is the factor for α = 16 and r = 8?",
        ),
        slip(
            "α/r multiplies the frozen weight as well",
            edit="""
                c = unpack_codes(self.packed).reshape(self.shape)
                W = dequantize_nf4(c, self.absmax, self.levels, self.block)
                return F.linear(x, self.alpha / self.r * (W + self.B @ self.A), self.bias)
            """,
            why="At the start, with B = 0, the layer should be the frozen one.",
            look="What should come out when B is 0?",
        ),
        slip(
            "a bias of None is added",
            edit=("F.linear(x, weight, self.bias)", "x @ weight.T + self.bias"),
            why="Most layers of a language model such as SmolLM2 have no bias.",
            look="According to the docstring, what may the bias be?",
        ),
        slip(
            "the codes are laid out as (in, out)",
            edit=[("reshape(self.shape)", "reshape(self.shape[::-1])"), ("self.levels, self.block)", "self.levels, self.block).T")],
            why="The bytes hold the rows of an (out, in) matrix one after the other. Read in another shape, weights end up in the wrong rows.",
            look="Where does the second row of the weight begin in the run of codes?",
        ),
        slip(
            "the two halves of a byte are swapped",
            edit=("unpack_codes(self.packed)", "torch.stack([self.packed & 15, self.packed >> 4], dim=1).flatten().long()"),
            why="The first code of a pair is in the upper half of the byte. Here each weight is swapped with its neighbour.",
            look="Codes 4 and 7 make the byte 71. What does your code unpack it to?",
        ),
        slip(
            "only an x with two axes is accepted",
            edit=("return F.linear(x, weight, self.bias) + self.alpha / self.r * (x @ self.A.T @ self.B.T)", "return torch.addmm(F.linear(x, weight, self.bias), x @ self.A.T, self.B.T, alpha=self.alpha / self.r)"),
            also=[("(x @ self.A.T @ self.B.T)", "torch.mm(torch.mm(x, self.A.T), self.B.T)")],
            why="Inside a model, x has the shape (batch, tokens, in).",
            look="Which of your operations accepts only matrices?",
        ),
        slip(
            "the restored weight learns",
            edit=("weight = dequantize_nf4(codes, self.absmax, self.levels, self.block)", "self.weight = weight = self.weight if hasattr(self, 'weight') else nn.Parameter(dequantize_nf4(codes, self.absmax, self.levels, self.block))"),
            why="An (out, in) parameter in 32 bits, with a gradient and two averages, is exactly what the four bits are meant to avoid.",
            look="Which names does `named_parameters()` of your layer list?",
        ),
        slip(
            "one of the two factors never learns",
            edit=("x @ self.A.T", "x @ self.A.detach().T"),
            also=[("self.B.T", "self.B.detach().T")],
            why="A and B both belong to the adapter, and the optimizer gets both.",
            look="Which parameters get no gradient?",
        ),
        slip(
            "the restored weight is kept",
            edit=("weight = dequantize_nf4(codes, self.absmax, self.levels, self.block)", "weight = self.__dict__.setdefault('kept', dequantize_nf4(codes, self.absmax, self.levels, self.block))"),
            why="After one pass, every layer would also be in memory in 32 bits, so nothing would be saved.",
            look="What does your layer keep after a pass that it didn't have before?",
        ),
    ]  # fmt: skip
    promises = {
        "any leading axes": dict(lead=(5,)),
        "without a bias": dict(bias=False),
        "blocks of another size": dict(block=5),
        "blocks of 64 by default": dict(block=None),
        "the gradient reaches the layers below": "grad_x",
        "A and B learn, and nothing else": "learns",
        "restored in every pass": "restored again",
    }
