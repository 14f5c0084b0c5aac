"""SiLU (x times its sigmoid), with finite values and gradients for large |x|.

Oracle: F.silu in float64, with gradients by autograd.
"""

import torch.nn.functional as F

from autograder.authoring import exercise, slip

from ._shared import tensor


@exercise(
    "silu",
    points=2,
    forbid=[
        "torch.nn.functional.silu",
        "torch.nn.SiLU",
        "torch.ops.mkldnn._linear_pointwise",
        "utils.blocks",
    ],
)
class _:
    cases = [dict(shape=(3, 6), scale=1.5), dict(shape=(2, 2, 5), scale=5.0)]

    def inputs(rng, shape, scale):
        x = rng.standard_normal(shape) * scale
        x.reshape(-1)[:6] = [0.0, -100.0, 100.0, -1.278, -1e6, 1e6]  # e^100 is too large for float32
        return {"x": x, "gradient": rng.standard_normal(shape)}

    def oracle(x, gradient):
        x = tensor(x, grad=True)
        y = F.silu(x)
        y.backward(tensor(gradient))
        return {"output": y, "grad_x": x.grad}

    weights = {"output": 1, "grad_x": 1}
    promises = {
        "any shape": dict(shape=(2, 2, 5)),
        "gradients, even at −100 and at minus a million": "grad_x",
    }

    alternatives = {
        "method, factor last": "return x.sigmoid() * x",
        "tanh of half the argument": "return 0.5 * x * (1 + torch.tanh(x / 2))",
    }
    slips = [
        slip(
            "it is the sigmoid alone",
            edit=("x * torch.sigmoid(x)", "torch.sigmoid(x)"),
            why="The sigmoid is the gate, a number between 0 and 1. SiLU is what passes through the gate.",
            look="What should silu(100) be?",
        ),
        slip(
            "the sign inside the sigmoid is wrong",
            edit=("torch.sigmoid(x)", "torch.sigmoid(-x)"),
            why="The gate then opens for negative inputs, which gives the mirror image of the curve.",
            look="Should a large positive x pass or be held back?",
        ),
        slip(
            "the exponential overflows",
            edit=(
                "x * torch.sigmoid(x)",
                "x / (1 + torch.exp(-x))",
                "x * torch.exp(x) / (1 + torch.exp(x))",
                "x * (torch.exp(x) / (1 + torch.exp(x)))",
                "torch.where(x >= 0, x / (1 + torch.exp(-x)), x * torch.exp(x) / (1 + torch.exp(x)))",
            ),
            why="e^100 is infinite in float32. Somewhere ∞ is then divided by ∞ or multiplied by 0, in the value or in the gradient, and one NaN in the gradient ends the training.",
            look="Which function of torch computes 1/(1 + e^−x) without the large number in between?",
        ),
        slip(
            "the gate is a tanh",
            edit=("torch.sigmoid(x)", "torch.tanh(x)"),
            why="tanh runs from −1 to 1, so large negative inputs come out large and positive.",
            look="Between which two values should the gate lie?",
        ),
        slip(
            "the exponent is cut off early",
            edit=("x * torch.sigmoid(x)", "x / (1 + torch.exp(-x.clamp(-20, 20)))"),
            why="Below the limit the gate stays a little open: at −20 by two billionths, which a large enough x makes visible.",
            look="What should silu(−1,000,000) be, and what does your function give?",
            also=[
                ("x * torch.sigmoid(x)", f"x / (1 + torch.exp(-x.clamp({cut})))")
                for cut in ("-10, 10", "min=-10", "min=-20")
            ],
        ),
        slip(
            "the sigmoid has a factor inside",
            edit=("torch.sigmoid(x)", "torch.sigmoid(1.702 * x)"),
            why="x·σ(1.702 x) comes close to GELU, but SiLU has no such factor.",
            look="What is in the exponent of the formula besides x?",
        ),
        slip(
            "part of the computation is cut off from the gradient",
            edit=("torch.sigmoid(x)", "torch.sigmoid(x.detach())"),
            why="The value is right, but the gradient is not: x appears outside and inside the gate, and the gradient has to flow through both.",
            look="What do .detach(), .data or torch.no_grad() do to the backward pass?",
            also=[
                ("x * torch", "x.detach() * torch"),
                ("x * torch.sigmoid(x)", "(x * torch.sigmoid(x)).detach()"),
            ],
        ),
        slip(
            "a piecewise linear gate is used",
            edit=("torch.sigmoid(x)", "(x / 6 + 0.5).clamp(0, 1)"),
            also=[("torch.sigmoid(x)", "(0.2 * x + 0.5).clamp(0, 1)")],
            why="This is hard swish, a cheap approximation for small devices. It is off by up to 0.14, and its gradient is exactly 0 on the left.",
            look="Is the sigmoid a straight line anywhere?",
        ),
        slip(
            "x is returned as it is",
            edit=("x * torch.sigmoid(x)", "x"),
            why="A layer without an activation is linear, and two linear maps in a row are one.",
            look="What should silu(−3) be?",
        ),
        slip(
            "the gate is the tanh of a softplus",
            edit=("torch.sigmoid(x)", "torch.tanh(torch.nn.functional.softplus(x))"),
            why="That is Mish, a later activation with a similar curve. Weights trained with one don't work with the other.",
            look="Which function of x does the formula multiply x by?",
        ),
        slip(
            "it is the softplus",
            edit=("x * torch.sigmoid(x)", "torch.nn.functional.softplus(x)"),
            why="Softplus is a smooth ReLU that is never negative. SiLU is x times a gate, and dips below 0 on the left.",
            look="What should silu(0) be?",
        ),
        slip(
            "a small number is added to the denominator",
            edit=(
                "x * torch.sigmoid(x)",
                "x / (1 + torch.exp(-x.clamp(min=-80)) + 1e-3)",
            ),
            why="1 + e^−x is never below 1, so nothing has to be kept away from 0. The extra number only makes every output smaller.",
            look="What is the smallest value that 1 + e^−x can have?",
        ),
    ]
