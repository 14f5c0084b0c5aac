"""RMS normalization with a learned gain.

Oracle: nn.RMSNorm in float64; one input is all zeros.
"""

import torch
from torch import nn

from autograder.authoring import exercise, slip

from ._shared import rows, tensor


@exercise(
    "RMSNorm",
    points=3,
    forbid=["torch.nn.RMSNorm", "torch.nn.functional.rms_norm", "torch.rms_norm", "utils.blocks"],
)
class _:
    cases = [
        dict(shape=(2, 3, 8), scale=1.0, offset=1.0, eps=1e-6),
        dict(shape=(4, 5), scale=1e-2, offset=0.0, eps=1e-5),
        dict(shape=(6,), scale=0.1, offset=0.1, eps=1e-3),
        dict(shape=(1, 3, 4), scale=0.0, offset=0.0, eps=1e-5),  # zeros
    ]
    promises = {
        "any axes before the features": dict(shape=(6,)),
        "eps is the caller's, and under the root": dict(eps=1e-3),
        "a token of zeros gives zeros": dict(scale=0.0, offset=0.0),
        "the gain learns": "grad_weight",
    }

    def inputs(rng, shape, scale, offset, eps):
        return {
            "x": rows(rng, shape, scale, offset, constant=False),
            "gradient": rng.standard_normal(shape),
            "weights": {"weight": rng.uniform(0.5, 2.0, shape[-1])},
            "eps": eps,
        }

    def oracle(x, gradient, weights, eps):
        norm = nn.RMSNorm(x.shape[-1], eps=eps, dtype=torch.float64)
        norm.load_state_dict({"weight": tensor(weights["weight"])})
        x = tensor(x, grad=True)
        y = norm(x)
        y.backward(tensor(gradient))
        return {"output": y, "grad_x": x.grad, "grad_weight": norm.weight.grad}

    weights = {"output": 2, "grad_x": 0.5, "grad_weight": 0.5}
    tolerance = {"output": 2e-4, "grad_x": 1e-3}

    alternatives = {
        "rsqrt, gain last": "return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + self.eps) * self.weight",
        "from the length of the vector, in float64": """
            wide = x.double()
            mean_square = torch.einsum("...d,...d->...", wide, wide) / x.shape[-1]
            return (wide / (mean_square + self.eps).sqrt()[..., None]).to(x.dtype) * self.weight
        """,
    }
    slips = [
        slip(
            "the mean is subtracted",
            edit=("x.pow(2)", "(x - x.mean(-1, keepdim=True)).pow(2)"),
            why="The root mean square is that of the features as they are. If you remove the mean, it becomes a standard deviation, and large offsets are no longer scaled down.",
            look="Which of the two statistics of LayerNorm does RMSNorm do without?",
        ),
        slip(
            "it is LayerNorm without a bias",
            edit=[
                ("mean_square = x.pow(2)", "x = x - x.mean(-1, keepdim=True)\n        mean_square = x.pow(2)")
            ],
            why="Centring is exactly what RMSNorm leaves out, and weights trained with one norm don't work with the other.",
            look="Which of the two statistics of LayerNorm does RMSNorm do without?",
        ),
        slip(
            "the squares are summed, not averaged",
            edit=(".mean(-1, keepdim=True)", ".sum(-1, keepdim=True)"),
            also=[
                (
                    "self.weight * x / torch.sqrt(mean_square + self.eps)",
                    f"self.weight * torch.nn.functional.normalize(x, dim=-1{eps})",
                )
                for eps in ("", ", eps=self.eps")
            ],
            why="The output then shrinks with the width: every token gets length 1 instead of √D, so its features have size 1/√D.",
            look="What does the M in RMS stand for?",
        ),
        slip(
            "the token is divided by its length",
            edit=[
                ("x.pow(2).mean(-1, keepdim=True)", "x.norm(dim=-1, keepdim=True)"),
                ("torch.sqrt(mean_square + self.eps)", "(mean_square + self.eps)"),
            ],
            also=[
                (
                    "self.weight * x / torch.sqrt(mean_square + self.eps)",
                    "self.weight * x / (x.pow(2).sum(-1, keepdim=True).sqrt() + self.eps)",
                )
            ],
            why="The length is √D times the root mean square, so every feature comes out √D times too small. Also, eps is added outside the root.",
            look="What should the root mean square of an output token be when weight is 1?",
        ),
        slip(
            "the root is missing",
            edit=("torch.sqrt(mean_square + self.eps)", "(mean_square + self.eps)"),
            why="A token ten times larger comes out ten times smaller, but it should come out the same.",
            look="Multiply x by 10 on paper: what happens to your output?",
        ),
        slip(
            "eps is added outside the root",
            edit=("torch.sqrt(mean_square + self.eps)", "(torch.sqrt(mean_square) + self.eps)"),
            also=[
                [
                    ("x.pow(2).mean(-1, keepdim=True)", "x.norm(dim=-1, keepdim=True) / x.shape[-1] ** 0.5"),
                    ("torch.sqrt(mean_square + self.eps)", "(mean_square + self.eps)"),
                ]
            ],
            why="Outside, eps is compared with the size of x; inside, with its square. Small tokens come out several per cent too large.",
            look="Read the formula again: what exactly is under the root?",
        ),
        slip(
            "the root of eps is added outside the root",
            edit=("torch.sqrt(mean_square + self.eps)", "(torch.sqrt(mean_square) + self.eps**0.5)"),
            also=[
                [
                    ("x.pow(2).mean(-1, keepdim=True)", "x.norm(dim=-1, keepdim=True) / x.shape[-1] ** 0.5"),
                    ("torch.sqrt(mean_square + self.eps)", "(mean_square + self.eps**0.5)"),
                ]
            ],
            why="The root of a sum is smaller than the sum of the roots, so the denominator is too large, and small tokens come out much too small.",
            look="Try 9 and 16: what is the root of their sum, and what is the sum of their roots?",
        ),
        slip(
            "eps is missing from the denominator",
            edit=("torch.sqrt(mean_square + self.eps)", "torch.sqrt(mean_square)"),
            why="A token of zeros gives 0/0, which is not a number, and neither is anything computed from it.",
            look="What does your formula give for a token of zeros?",
        ),
        slip(
            "the statistics are taken over the sequence",
            edit=(".mean(-1,", ".mean(-2,", ".mean(0,"),
            why="Each token then depends on its neighbours, including later ones.",
            look="Along which axis do the features of one token lie?",
        ),
        slip(
            "all tokens share one root mean square",
            edit=("x.pow(2).mean(-1, keepdim=True)", "x.pow(2).mean()"),
            why="Large tokens stay large and small ones small, and every token depends on all the others.",
            look="How many root mean squares does a batch of B texts with T tokens have?",
            also=[(".mean(-1, keepdim=True)", ".mean((-2, -1) if x.ndim > 1 else -1, keepdim=True)")],
        ),
        slip(
            "eps is always 0.000001",
            edit=("mean_square + self.eps", "mean_square + 1e-6", "mean_square + 1e-5"),
            why="Models differ in eps (Llama 2 has 1e-5, Gemma 1e-6). Weights trained with one value give different outputs with another.",
            look="Where does __init__ keep the eps that the caller chose?",
        ),
        slip(
            "eps is a lower bound, not a summand",
            edit=(
                "self.weight * x / torch.sqrt(mean_square + self.eps)",
                "self.weight * torch.nn.functional.normalize(x, dim=-1, eps=self.eps) * math.sqrt(x.shape[-1])",
            ),
            why="`F.normalize` takes the larger of the length and eps, so small tokens come out at full size. When eps is added, they stay small.",
            look="What does the formula do with eps: add it, or compare with it?",
            also=[
                ("torch.sqrt(mean_square + self.eps)", "torch.sqrt(mean_square.clamp(min=self.eps))"),
            ],
        ),
        slip(
            "1 is added to the gain, as in Gemma",
            edit=("self.weight * x", "(1 + self.weight) * x"),
            why="Gemma stores the gain minus 1. Here the gain itself starts at 1, so adding 1 doubles every output at the start.",
            look="Which value does weight start with, and what should come out then?",
        ),
        slip(
            "the size is the mean of the absolute values",
            edit=("torch.sqrt(mean_square + self.eps)", "(x.abs().mean(-1, keepdim=True) + self.eps)"),
            why="This measures size in a different way: for normally distributed features it is about 0.8 of the root mean square.",
            look="Read the name backwards: root of the mean of the squares.",
        ),
        slip(
            "the mean is squared, not the features",
            edit=("x.pow(2).mean(-1, keepdim=True)", "x.mean(-1, keepdim=True).pow(2)"),
            why="The mean of a token is often near 0, so it doesn't measure the token's size, and dividing by it makes the outputs huge.",
            look="Which comes first: squaring or the mean?",
        ),
        slip(
            "the gain is left out",
            edit=("self.weight * x", "x"),
            why="Nothing shows at the start, because the gain is 1, but a trained model has other values.",
            look="How many parameters does __init__ make, and how many does forward use?",
        ),
        slip(
            "part of the computation is cut off from the gradient",
            edit=("keepdim=True)  #", "keepdim=True).detach()  #"),
            why="The output is right. But the root mean square depends on x, and the gain has to learn, so both need their share of the gradient.",
            look="What do .detach(), .data or torch.no_grad() do to the backward pass?",
            also=[
                ("self.weight * x", "self.weight.data * x"),
                ("self.weight * x", "self.weight * x.detach()"),
            ],
        ),
        slip(
            "the gain is applied before the norm",
            edit=[
                ("mean_square = x.pow(2)", "x = self.weight * x\n        mean_square = x.pow(2)"),
                ("return self.weight * x /", "return x /"),
            ],
            why="The root mean square is then that of the rescaled features, so the norm removes part of what the gain did.",
            look="In the formula, is the sum over x or over g·x?",
        ),
        slip(
            "the gain is applied twice",
            edit=("return self.weight * x /", "return self.weight * self.weight * x /"),
            why="Nothing shows at the start, because the gain is 1, but after training every feature is scaled by the square of its gain.",
            look="How often does g appear in the formula?",
        ),
        slip(
            "x is changed in place",
            edit=(
                "return self.weight * x / torch.sqrt(mean_square + self.eps)",
                "x /= torch.sqrt(mean_square + self.eps)\n        return self.weight * x",
            ),
            why="The caller still holds this tensor. Here it is also a leaf whose gradient is needed, so torch refuses to overwrite it.",
            look="Which of your lines has an operation ending in `_`, or an assignment such as `-=`? What would the same line look like if it made a new tensor?",
        ),
        slip(
            "only inputs with exactly three axes are accepted",
            edit=("mean_square = x.pow(2)", "B, T, D = x.shape\n        mean_square = x.pow(2)"),
            why="The docstring promises any axes before the last one: a single token, a text without a batch, or heads as a fourth axis.",
            look="What does your first line do if x has only two axes?",
        ),
        slip(
            "the root is taken and squared again",
            edit=("mean_square + self.eps", "mean_square.sqrt() ** 2 + self.eps"),
            also=[
                (
                    "x.pow(2).mean(-1, keepdim=True)",
                    "(x.norm(dim=-1, keepdim=True) / x.shape[-1] ** 0.5).sqrt() ** 4",
                )
            ],
            why="On paper the square undoes the root. But the slope of a root at 0 is infinite, so the gradient of a token of zeros is not a number.",
            look="What is the derivative of a square root at 0?",
        ),
        slip(
            "the token is divided by its largest feature",
            edit=("torch.sqrt(mean_square + self.eps)", "(x.abs().amax(-1, keepdim=True) + self.eps)"),
            why="A single large feature then decides how large all the others come out. The root mean square takes all of them into account.",
            look="Read the name backwards: root of the mean of the squares.",
        ),
        slip(
            "eps is added to the sum of the squares, before it is divided by D",
            edit=[
                (".mean(-1, keepdim=True)", ".sum(-1, keepdim=True)"),
                ("mean_square + self.eps", "(mean_square + self.eps) / x.shape[-1]"),
            ],
            why="Divided by D along with the sum, eps is D times too small.",
            look="In the formula, is ε inside the mean or outside it?",
        ),
        slip(
            "the squares are averaged over D − 1",
            edit=(
                ".mean(-1, keepdim=True)",
                ".sum(-1, keepdim=True) / (x.shape[-1] - 1)",
            ),
            why="D − 1 belongs to the estimate of a variance from a sample. Here D squares are averaged, so every feature comes out too small.",
            look="How many squares are in the sum, and what is it divided by?",
        ),
        slip(
            "eps is added to the features, not to the mean square",
            edit=[
                ("x.pow(2).mean", "(x + self.eps).pow(2).mean"),
                ("mean_square + self.eps", "mean_square"),
            ],
            why="A feature can be negative, so the sum can still be 0. Next to the mean square, which is never negative, eps keeps the denominator away from 0.",
            look="Which quantity in the formula is ε added to?",
        ),
    ]
