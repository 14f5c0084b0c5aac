"""The feed-forward layer of a transformer: up-projection, exact GELU, down-projection.

Oracle: NumPy with SciPy's normal distribution, gradients derived by hand. The tolerance is small
enough to tell exact GELU from the tanh approximation.
"""

import numpy as np
from scipy import special

from autograder.authoring import exercise, slip

from ._shared import mlp_weights


def gelu64(x):
    """GELU by scipy's normal distribution, float64."""
    return x * special.ndtr(x)


def flat(tokens):
    """All tokens below one another.  (..., D) → (N, D)"""
    return tokens.reshape(-1, tokens.shape[-1])


@exercise(
    "FeedForward",
    points=3,
    forbid=["utils.blocks"],
)
class _:
    cases = [
        dict(shape=(2, 4, 6), d_hidden=16),
        dict(shape=(1, 1, 5), d_hidden=7),
        dict(shape=(2, 3, 4), d_hidden=4),  # square weights: a transposed one would fit
        dict(shape=(3, 5), d_hidden=6),  # tokens without a batch
    ]

    def inputs(rng, shape, d_hidden):
        return {
            "x": rng.standard_normal(shape) * 2,
            "gradient": rng.standard_normal(shape),
            "weights": mlp_weights(rng, ["up", "down"], shape[-1], d_hidden, bias=True),
            "d_model": shape[-1],
            "d_hidden": d_hidden,
        }

    def oracle(x, gradient, weights, d_model, d_hidden):
        w = weights
        before = x @ w["up.weight"].T + w["up.bias"]  # (..., T, F)
        slope = special.ndtr(before) + before * np.exp(-(before**2) / 2) / np.sqrt(2 * np.pi)
        grad_before = (gradient @ w["down.weight"]) * slope
        gradients = {
            "up.weight": flat(grad_before).T @ flat(x),
            "up.bias": flat(grad_before).sum(0),
            "down.weight": flat(gradient).T @ flat(gelu64(before)),
            "down.bias": flat(gradient).sum(0),
        }
        return {
            "output": gelu64(before) @ w["down.weight"].T + w["down.bias"],
            "grad_x": grad_before @ w["up.weight"],
            "grad_weights": {name: float(np.linalg.norm(value)) for name, value in gradients.items()},
        }

    weights = {"output": 2, "grad_x": 1, "grad_weights": 1}
    promises = {
        "the exact form of GELU": "output",  # within 3e-5: the tanh form is off by more
        "one token is enough": dict(shape=(1, 1, 5)),
        "square weights are not swapped": dict(d_hidden=4),
        "every weight and bias learns": "grad_weights",
    }
    tolerance = 3e-5  # exact and tanh GELU are to be told apart

    alternatives = {
        "step by step, own gelu": """
            hidden = x @ self.up.weight.T + self.up.bias
            hidden = hidden * 0.5 * (1 + torch.erf(hidden / math.sqrt(2)))
            return hidden @ self.down.weight.T + self.down.bias
        """,
        "one token at a time": """
            outputs = [self.down(nn.GELU()(self.up(token))) for token in x.unbind(-2)]
            return torch.stack(outputs, dim=-2)
        """,
    }
    slips = [
        slip(
            "the activation is missing",
            edit=("F.gelu(self.up(x))", "self.up(x)"),
            why="Two linear maps in a row are one linear map, so the hidden layer costs parameters and adds nothing.",
            look="Without an activation, can W₂(W₁x) be written as a single matrix times x?",
        ),
        slip(
            "ReLU is used instead of GELU",
            edit=("F.gelu(", "F.relu("),
            why="The first transformer used ReLU; BERT and GPT use GELU, and weights trained with one do not work with the other.",
            look="Which activation does the formula of this exercise name?",
        ),
        slip(
            "the tanh form of GELU is used",
            edit=("F.gelu(self.up(x))", 'F.gelu(self.up(x), approximate="tanh")'),
            why="This layer is defined with the exact form. GPT-2 uses the tanh form, and lesson 04 will need that one for GPT-2's weights.",
            look="Which of the two forms does F.gelu compute by default?",
        ),
        slip(
            "the output is activated",
            edit=(
                "return self.down(F.gelu(self.up(x)))",
                "return F.gelu(self.down(F.gelu(self.up(x))))",
                "return F.gelu(self.down(self.up(x)))",
            ),
            why="An activated output is almost never negative, so the layer could only ever add to the residual stream.",
            look="How many activations are in the formula, and where?",
        ),
        slip(
            "the input is activated, not the hidden layer",
            edit=("self.down(F.gelu(self.up(x)))", "self.down(self.up(F.gelu(x)))"),
            why="The wide layer is useful because it has many neurons to switch on and off. Here only the D input features are switched.",
            look="Which of the three vectors has the width d_hidden, and where does the activation act?",
        ),
        slip(
            "tokens are mixed",
            edit=("self.up(x)", "self.up(x.mean(-2, keepdim=True).expand_as(x))"),
            why="Every token gets the same output. This layer works on each token separately; mixing is attention's job.",
            look="If you change the last token, which outputs may change?",
        ),
        slip(
            "the input is added to the output",
            edit=("return self.down(F.gelu(self.up(x)))", "return x + self.down(F.gelu(self.up(x)))"),
            why="The residual connection belongs to the block. With one here as well, the input is counted twice.",
            look="Is the addition part of this layer's formula?",
        ),
        slip(
            "SiLU is used instead of GELU",
            edit=("F.gelu(", "F.silu("),
            why="The two curves look similar, but weights trained with one don't work with the other.",
            look="Which activation does the formula of this exercise name?",
        ),
        slip(
            "a bias is left out",
            edit=("self.down(F.gelu(self.up(x)))", "F.gelu(self.up(x)) @ self.down.weight.T"),
            why="A bias is small at the start, so you hardly notice it, but trained models have large ones.",
            look="How many parameters does __init__ make, and how many does forward use?",
            also=[
                ("self.up(x)", "x @ self.up.weight.T"),
                ("self.down(F.gelu(self.up(x)))", "F.gelu(x @ self.up.weight.T) @ self.down.weight.T"),
            ],
        ),
        slip(
            "part of the computation is cut off from the gradient",
            edit=("self.up(x)", "self.up(x.detach())"),
            why="The output is right, but no gradient gets past the cut, so nothing before it learns.",
            look="What do .detach(), .data or torch.no_grad() do to the backward pass?",
            also=[
                ("F.gelu(self.up(x))", "F.gelu(self.up(x)).detach()"),
                ("self.down(F.gelu(self.up(x)))", "self.down(F.gelu(self.up(x))).detach()"),
                ("self.up(x)", "F.linear(x, self.up.weight.data, self.up.bias)"),
                (
                    "self.down(F.gelu(self.up(x)))",
                    "F.linear(F.gelu(self.up(x)), self.down.weight.data, self.down.bias)",
                ),
            ],
        ),
        slip(
            "only inputs with exactly three axes are accepted",
            edit=(
                "return self.down(F.gelu(self.up(x)))",
                "B, T, D = x.shape\n        return self.down(F.gelu(self.up(x)))",
            ),
            why="The docstring promises any axes before the last one: a single token, a text without a batch, or heads as a fourth axis.",
            look="What does your first line do if x has only two axes?",
        ),
        slip(
            "both maps share one weight",
            edit=("self.down(F.gelu(self.up(x)))", "F.gelu(self.up(x)) @ self.up.weight + self.down.bias"),
            why="down.weight then never learns, and a hidden feature can only write along the direction that it reads.",
            look="How many matrices does __init__ make, and how many does forward use?",
        ),
        slip(
            "the bias of the up projection is added after the activation",
            edit=("F.gelu(self.up(x))", "F.gelu(x @ self.up.weight.T) + self.up.bias"),
            why="A bias before the activation shifts the point where a feature switches on. After it, the bias is just another constant.",
            look="In the formula, is b₁ inside the brackets of gelu?",
        ),
        slip(
            "GELU is applied twice",
            edit=("F.gelu(self.up(x))", "F.gelu(F.gelu(self.up(x)))"),
            why="The first GELU has already squeezed the negative side, and the second one does it again.",
            look="How many activations are in the formula?",
        ),
        slip(
            "the hidden features are normalized",
            edit=(
                "return self.down(F.gelu(self.up(x)))",
                "h = F.gelu(self.up(x))\n        return self.down(F.layer_norm(h, h.shape[-1:]))",
                "h = self.up(x)\n        return self.down(F.gelu(F.layer_norm(h, h.shape[-1:])))",
            ),
            why="A block's norms are outside this layer. Inside it, the hidden features keep the size that the weights give them.",
            look="Is there a norm in this layer's formula?",
        ),
        slip(
            "the tanh form of GELU is used, and the input is added",
            edit=(
                "self.down(F.gelu(self.up(x)))",
                'x + self.down(F.gelu(self.up(x), approximate="tanh"))',
            ),
            why="These are two mistakes. This layer is defined with the exact form, and the residual connection belongs to the block.",
            look="Which form does F.gelu compute by default? And is the addition part of this layer's formula?",
        ),
    ]
