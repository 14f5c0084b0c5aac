"""Layer normalization with a learned gain and bias.

Oracle: nn.LayerNorm in float64. The scales are chosen to catch eps in the wrong place, and one
input has a mean of 300, where E[x²] − E[x]² loses all its digits.
"""

import torch
from torch import nn

from autograder.authoring import exercise, slip

from ._shared import rows, tensor


@exercise(
    "LayerNorm",
    points=4,
    forbid=[
        "torch.nn.LayerNorm",
        "torch.nn.functional.layer_norm",
        "torch.native_layer_norm",
        "torch.nn.functional.group_norm",
        "torch.nn.GroupNorm",
        "torch.nn.functional.instance_norm",
        "torch.nn.functional.batch_norm",
        "utils.blocks",
    ],
)
class _:
    cases = [
        dict(shape=(2, 3, 8), scale=1.0, offset=2.0, eps=1e-5),
        dict(shape=(4, 5), scale=1e-2, offset=0.0, eps=1e-5),  # eps is a tenth of the variance
        dict(shape=(6,), scale=0.1, offset=-0.3, eps=1e-3),  # no other axis; another eps than the default
        dict(shape=(2, 2, 4), scale=1.0, offset=0.0, eps=1e-5, constant=True),
        dict(
            shape=(3, 7), scale=1.0, offset=300.0, eps=1e-5
        ),  # the mean of the squares has no digits left for 1
    ]
    promises = {
        "any axes before the features": dict(shape=(6,)),
        "eps is the caller's": dict(eps=1e-3),
        "eps is added to the variance, under the root": dict(scale=1e-2),
        "features that are all equal give no NaN": dict(constant=True),
        "a mean of 300 costs no digits": dict(offset=300.0),
        "gain and bias learn": "grad_bias",
    }

    def inputs(rng, shape, scale, offset, eps, constant=False):
        return {
            "x": rows(rng, shape, scale, offset, constant),
            "gradient": rng.standard_normal(shape),
            "weights": {"weight": rng.uniform(0.5, 2.0, shape[-1]), "bias": rng.standard_normal(shape[-1])},
            "eps": eps,
        }

    def oracle(x, gradient, weights, eps):
        norm = nn.LayerNorm(x.shape[-1], eps=eps, dtype=torch.float64)
        norm.load_state_dict({name: tensor(value) for name, value in weights.items()})
        x = tensor(x, grad=True)
        y = norm(x)
        y.backward(tensor(gradient))
        return {
            "output": y,
            "grad_x": x.grad,
            "grad_weight": norm.weight.grad,
            "grad_bias": norm.bias.grad,
        }

    weights = {"output": 2, "grad_x": 1, "grad_weight": 0.5, "grad_bias": 0.5}
    # A constant token divides by √eps: its gradients are hundreds of times larger than the others'.
    tolerance = {"output": 2e-4, "grad_x": 1e-3, "grad_weight": 2e-4}

    alternatives = {
        "variance as the mean of squared deviations, rsqrt": """
            centered = x - x.mean(dim=-1, keepdim=True)
            variance = (centered**2).mean(dim=-1, keepdim=True)
            return centered * torch.rsqrt(variance + self.eps) * self.weight + self.bias
        """,
        "var_mean with correction 0": """
            variance, mean = torch.var_mean(x, dim=-1, correction=0)
            normed = (x - mean[..., None]) / (variance[..., None] + self.eps) ** 0.5
            return torch.addcmul(self.bias, self.weight, normed)
        """,
    }
    slips = [
        slip(
            "the variance is divided by D − 1",
            edit=(", unbiased=False", ""),
            why="Dividing by D − 1 estimates the variance of a population from a sample. A norm describes the D numbers that it has, so it divides by D. For D = 5 that makes a difference of 12 %.",
            look="What does torch's var divide by if you don't tell it otherwise?",
        ),
        slip(
            "eps is added outside the root",
            edit=("torch.sqrt(variance + self.eps)", "(torch.sqrt(variance) + self.eps)"),
            why="Outside the root, eps is compared with the deviation; inside, with the variance. For tokens of size 0.01 it changes the result by 0.1 % instead of 5 %, and the root itself has an infinite slope at exactly 0.",
            look="Read the formula again: what exactly is under the root?",
            also=[
                [
                    ("x.var(-1, keepdim=True, unbiased=False)", "x.std(-1, keepdim=True, unbiased=False)"),
                    ("torch.sqrt(variance + self.eps)", "(variance + self.eps)"),
                ]
            ],
        ),
        slip(
            "the root of eps is added outside the root",
            edit=("torch.sqrt(variance + self.eps)", "(torch.sqrt(variance) + math.sqrt(self.eps))"),
            why="The root of a sum is smaller than the sum of the roots, so the denominator is too large, and small tokens come out much too small.",
            look="Try 9 and 16: what is the root of their sum, and what is the sum of their roots?",
            also=[
                [
                    ("x.var(-1, keepdim=True, unbiased=False)", "x.std(-1, keepdim=True, unbiased=False)"),
                    ("torch.sqrt(variance + self.eps)", "(variance + math.sqrt(self.eps))"),
                ]
            ],
        ),
        slip(
            "the variance is the mean of the squares minus the squared mean",
            edit=(
                "x.var(-1, keepdim=True, unbiased=False)",
                "x.pow(2).mean(-1, keepdim=True) - mean.pow(2)",
            ),
            why="At mean 300 the two numbers are near 90,000, where float32 has steps of 0.008. A variance of 1 then "
            "is off in the third digit. At mean 3,000 it may even come out negative, and its root is not a number.",
            look="How many digits of x² are left for the deviations when the mean is 300?",
        ),
        slip(
            "eps is missing",
            edit=(" + self.eps)", ")"),
            why="A token whose features are all equal has variance 0, and 0/0 is not a number. One such token makes the whole loss NaN.",
            look="Which term keeps the denominator away from 0 for the third token of the table?",
        ),
        slip(
            "eps is always 0.00001",
            edit=("variance + self.eps", "variance + 1e-5"),
            why="Models differ in eps (BERT has 1e-12, GPT-2 1e-5, T5 1e-6). Weights trained with one value give different outputs with another.",
            look="Where does __init__ keep the eps that the caller chose?",
        ),
        slip(
            "the mean is not subtracted",
            edit=("(x - mean)", "x"),
            also=[
                [
                    ("(x - mean)", "x"),
                    ("x.var(-1, keepdim=True, unbiased=False)", "x.pow(2).mean(-1, keepdim=True)"),
                ]
            ],
            why="The tokens keep their offset, so the output is not centred and the norm removes only one of the two statistics.",
            look="What should the mean of an output token be when weight is 1 and bias is 0?",
        ),
        slip(
            "the statistics are taken over the sequence",
            edit=[("x.mean(-1,", "x.mean(-2,"), ("x.var(-1,", "x.var(-2,")],
            why="Each token then depends on its neighbours, including later ones, and on the length of the sequence. A norm in a language model looks at one token at a time.",
            look="Along which axis do the features of one token lie?",
        ),
        slip(
            "the statistics are taken over the batch",
            edit=[("x.mean(-1,", "x.mean(0,"), ("x.var(-1,", "x.var(0,")],
            why="That is batch norm: the result for one text depends on which other texts happen to be in the batch.",
            look="Along which axis do the features of one token lie?",
        ),
        slip(
            "all tokens share one mean and one variance",
            edit=[
                ("x.mean(-1, keepdim=True)", "x.mean()"),
                ("x.var(-1, keepdim=True, unbiased=False)", "x.var(unbiased=False)"),
            ],
            why="Large tokens stay large and small ones small, and every token depends on all the others.",
            look="How many means does a batch of B texts with T tokens have?",
            also=[
                [
                    ("x.mean(-1, keepdim=True)", "x.mean((-2, -1) if x.ndim > 1 else -1, keepdim=True)"),
                    (
                        "x.var(-1, keepdim=True, unbiased=False)",
                        "x.var((-2, -1) if x.ndim > 1 else -1, keepdim=True, unbiased=False)",
                    ),
                ]
            ],
        ),
        slip(
            "the statistics are taken over batch and sequence together",
            edit=[
                ("x.mean(-1, keepdim=True)", "x.mean((0, 1))"),
                (
                    "x.var(-1, keepdim=True, unbiased=False)",
                    "x.var((0, 1), unbiased=False)",
                ),
            ],
            why="One mean for each feature, taken over all tokens, is batch norm. Every token then depends on all the others, and a token on its own comes out as zeros.",
            look="Along which axis do the features of one token lie?",
        ),
        slip(
            "mean and variance are not taken over the same numbers",
            edit=("x.var(-1, keepdim=True, unbiased=False)", "x.var(unbiased=False)", "x.var()"),
            also=[
                *(
                    ("x.var(-1, keepdim=True, unbiased=False)", variance)
                    for variance in (
                        "(x - mean).pow(2).mean()",
                        "x.var((-2, -1) if x.ndim > 1 else -1, keepdim=True, unbiased=False)",
                        "(x - mean).pow(2).mean((-2, -1) if x.ndim > 1 else -1, keepdim=True)",
                        "x.var(0, keepdim=True, unbiased=False)",
                        "x.var(-2 if x.ndim > 1 else -1, keepdim=True, unbiased=False)",
                    )
                ),
                ("x.mean(-1, keepdim=True)", "x.mean()"),
                ("x.mean(-1, keepdim=True)", "x.mean(0, keepdim=True)"),
            ],
            why="A token's variance measures how far its own features are from its own mean. If one of the two statistics is taken over other numbers, the token depends on its neighbours, and its mean or its variance comes out wrong.",
            look="Over which axes does each of your two statistics run?",
        ),
        slip(
            "the variance is taken over all tokens, and eps is added outside the root",
            edit=[
                ("x.var(-1, keepdim=True, unbiased=False)", "x.var(unbiased=False)"),
                ("torch.sqrt(variance + self.eps)", "(torch.sqrt(variance) + self.eps)"),
            ],
            also=[
                [
                    ("x.var(-1, keepdim=True, unbiased=False)", "x.std()"),
                    ("torch.sqrt(variance + self.eps)", "(variance + self.eps)"),
                ]
            ],
            why="These are two mistakes. A token's variance is about its own features only, and eps is added to the variance, before the root.",
            look="How many variances does a batch of B texts with T tokens have? And what exactly is under the root?",
        ),
        slip(
            "the deviation comes from torch's std, and eps is added to it",
            edit=[
                ("x.var(-1, keepdim=True, unbiased=False)", "x.std(-1, keepdim=True)"),
                ("torch.sqrt(variance + self.eps)", "(variance + self.eps)"),
            ],
            why="Two small mistakes at once: std divides by D − 1, and eps is added to the standard deviation instead of the variance.",
            look="What is under the root in the formula, and what does std divide by if you don't tell it otherwise?",
        ),
        slip(
            "weight and bias are swapped",
            edit=[("self.weight * (x - mean)", "self.bias * (x - mean)"), ("+ self.bias", "+ self.weight")],
            why="The bias starts at 0, so before training the layer would give the same output for every token.",
            look="Which of the two parameters multiplies, and which value does it start with?",
        ),
        slip(
            "gain or bias is left out",
            edit=[("self.weight * (x - mean)", "(x - mean)"), (" + self.bias", "")],
            why="Nothing shows at the start, because the gain is 1 and the bias is 0, but a trained model has other values.",
            look="How many parameters does __init__ make, and how many does forward use?",
            also=[(" + self.bias", ""), ("self.weight * (x - mean)", "(x - mean)")],
        ),
        slip(
            "the gain acts on the bias as well",
            edit=(
                "self.weight * (x - mean) / torch.sqrt(variance + self.eps) + self.bias",
                "self.weight * ((x - mean) / torch.sqrt(variance + self.eps) + self.bias)",
            ),
            why="The bias is added last, and the weights of a trained model expect it to be unscaled.",
            look="In the formula, what does g multiply?",
        ),
        slip(
            "gain or bias cannot learn",
            edit=("+ self.bias", "+ self.bias.data"),
            why="The output is right, but no gradient reaches the parameter, so it stays as it started.",
            look="What do .detach(), .data or torch.no_grad() do to the backward pass?",
            also=[("self.weight * (x", "self.weight.data * (x")],
        ),
        slip(
            "the statistics are cut off from the gradient",
            edit=[
                ("x.mean(-1, keepdim=True)", "x.mean(-1, keepdim=True).detach()"),
                ("unbiased=False)", "unbiased=False).detach()"),
            ],
            also=[
                ("x.mean(-1, keepdim=True)", "x.mean(-1, keepdim=True).detach()"),
                ("unbiased=False)", "unbiased=False).detach()"),
            ],
            why="Mean and variance depend on x. Without their share, the gradient asks for a growth of x that the norm takes away again.",
            look="What do .detach(), .data or torch.no_grad() do to the backward pass?",
        ),
        slip(
            "x is changed in place",
            edit=("return self.weight * (x - mean)", "x -= mean\n        return self.weight * x"),
            also=[("return self.weight * (x - mean)", "x.sub_(mean)\n        return self.weight * x")],
            why="The caller still holds this tensor. Here it is also a leaf whose gradient is needed, so torch refuses to overwrite it.",
            look="Which of your lines has an operation ending in `_`, or an assignment such as `-=`? What would the same line look like if it made a new tensor?",
        ),
        slip(
            "only inputs with exactly three axes are accepted",
            edit=("mean = x.mean", "B, T, D = x.shape\n        mean = x.mean"),
            why="The docstring promises any axes before the last one: a single token, a text without a batch, or heads as a fourth axis.",
            look="What does your first line do if x has only two axes?",
        ),
        slip(
            "the gain and the bias are applied before the norm",
            edit=[
                ("mean = x.mean", "x = self.weight * x + self.bias\n        mean = x.mean"),
                ("self.weight * (x - mean)", "(x - mean)"),
                (" + self.bias  #", "  #"),
            ],
            also=[
                [
                    ("mean = x.mean", "x = self.weight * x\n        mean = x.mean"),
                    ("self.weight * (x - mean)", "(x - mean)"),
                ]
            ],
            why="The norm then measures features that the gain has already rescaled, and removes most of what the gain and the bias did.",
            look="In the formula, does the division happen before or after the gain?",
        ),
        slip(
            "small tokens are brought to full size",
            edit=("torch.sqrt(variance + self.eps)", "torch.sqrt(variance.clamp(min=self.eps))"),
            also=[("torch.sqrt(variance + self.eps)", "torch.sqrt(variance).clamp(min=self.eps)")],
            why="Your code uses eps as a lower bound. In the formula it is added, so tokens smaller than √ε stay small.",
            look="What does the formula do with eps: add it, or compare with it?",
        ),
        slip(
            "tokens with almost equal features are returned as they came",
            edit=(
                "return self.weight * (x - mean) / torch.sqrt(variance + self.eps) + self.bias",
                "y = self.weight * (x - mean) / torch.sqrt(variance + self.eps) + self.bias\n"
                "        return torch.where(variance < self.eps, x, y)",
                "y = self.weight * (x - mean) / torch.sqrt(variance + self.eps) + self.bias\n"
                "        return torch.where(variance == 0, x, y)",
            ),
            why="eps has already taken care of the division. A token without deviations comes out as the bias, whatever its size.",
            look="What does the formula give for x = (2, 2, 2, 2)?",
        ),
        slip(
            "the size is the mean of the absolute deviations",
            edit=[
                ("x.var(-1, keepdim=True, unbiased=False)", "(x - mean).abs().mean(-1, keepdim=True)"),
                ("torch.sqrt(variance + self.eps)", "(variance + self.eps)"),
            ],
            why="This measures size in a different way: for normally distributed features it is about 0.8 of the standard deviation.",
            look="What happens to the deviations in the formula before their mean is taken?",
        ),
        slip(
            "the median is subtracted, not the mean",
            edit=("x.mean(-1, keepdim=True)", "x.median(-1, keepdim=True).values"),
            also=[
                [
                    ("x.mean(-1, keepdim=True)", "x.median(-1, keepdim=True).values"),
                    (
                        "x.var(-1, keepdim=True, unbiased=False)",
                        "(x - mean).square().mean(-1, keepdim=True)",
                    ),
                ]
            ],
            why="The features of a token then don't sum to 0, so its output is not centred.",
            look="What should the mean of an output token be when weight is 1 and bias is 0?",
        ),
        slip(
            "eps is added twice, under the root and outside it",
            edit=("torch.sqrt(variance + self.eps)", "(torch.sqrt(variance + self.eps) + self.eps)"),
            why="eps is there to prevent a division by 0, and once is enough for that. Here small tokens come out a little too small.",
            look="How often does ε appear in the formula?",
        ),
        slip(
            "the variance is divided by D − 1, and the gain acts on the bias as well",
            edit=[
                (", unbiased=False", ""),
                (
                    "self.weight * (x - mean) / torch.sqrt(variance + self.eps) + self.bias",
                    "self.weight * ((x - mean) / torch.sqrt(variance + self.eps) + self.bias)",
                ),
            ],
            why="These are two mistakes. A norm divides by the number of features, and the bias is added last, after the gain.",
            look="What does torch's var divide by if you don't tell it otherwise? And what does g multiply in the formula?",
        ),
    ]
