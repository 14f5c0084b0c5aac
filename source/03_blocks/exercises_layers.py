"""What decides the exercises of sitting a: norms, activations, feed-forward layers, dropout."""

from math import comb

import numpy as np
import torch
import torch.nn.functional as F
from scipy import special
from torch import nn

from autograder.authoring import Distribution, SameAs, exercise, slip


def tensor(array, grad=False):
    """A float64 tensor of an oracle's input, (…) → (…)."""
    return torch.as_tensor(array, dtype=torch.float64).requires_grad_(grad)


def rows(rng, shape, scale, offset, constant):
    """Token vectors of a chosen size: the regime in which a slip shows.  Returns (…, D)."""
    x = rng.standard_normal(shape) * scale + offset
    if constant:
        x[..., :] = x[..., :1]  # a token whose features are all equal has no deviation at all
    return x


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
        "any axes in front of the features": dict(shape=(6,)),
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
            centred = x - x.mean(dim=-1, keepdim=True)
            variance = (centred**2).mean(dim=-1, keepdim=True)
            return centred * torch.rsqrt(variance + self.eps) * self.weight + self.bias
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
            why="Dividing by D − 1 estimates the variance of a population from a sample. A norm describes the D numbers that it has, so it divides by D; for D = 5 the difference is 12 %.",
            look="What does torch's var do when you do not tell it otherwise?",
        ),
        slip(
            "eps stands outside the root",
            edit=("torch.sqrt(variance + self.eps)", "(torch.sqrt(variance) + self.eps)"),
            why="Outside, eps is compared with the deviation; inside, with the variance. On tokens of size 0.01 that is the difference between 0.1 % and 5 %, and the root of exactly 0 has an infinite slope.",
            look="Read the formula again: what exactly is under the root?",
            also=[
                [
                    ("x.var(-1, keepdim=True, unbiased=False)", "x.std(-1, keepdim=True, unbiased=False)"),
                    ("torch.sqrt(variance + self.eps)", f"(variance + {eps})"),
                ]
                for eps in ("self.eps", "math.sqrt(self.eps)")
            ],
        ),
        slip(
            "the variance is the mean of the squares less the squared mean",
            edit=(
                "x.var(-1, keepdim=True, unbiased=False)",
                "x.pow(2).mean(-1, keepdim=True) - mean.pow(2)",
            ),
            why="At mean 300 the two numbers are near 90,000, where float32 steps by 0.008. What is left of a variance of 1 "
            "is off in the third digit; at mean 3,000 it may come out negative, and its root is not a number.",
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
            why="Models differ in eps (BERT has 1e-12, GPT-2 1e-5, T5 1e-6). Weights trained with one value give other outputs with another.",
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
            why="Each token then depends on its neighbours, on later ones too, and on how long the sequence is. A norm of a language model looks at one token at a time.",
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
            why="One mean for each feature, over all tokens: batch norm. Every token then depends on all the others, and one token alone comes out as zeros.",
            look="Along which axis do the features of one token lie?",
        ),
        slip(
            "the deviation comes from torch's std, with eps beside it",
            edit=[
                ("x.var(-1, keepdim=True, unbiased=False)", "x.std(-1, keepdim=True)"),
                ("torch.sqrt(variance + self.eps)", "(variance + self.eps)"),
            ],
            why="Two slips at once, each small: std divides by D − 1, and eps is added to the deviation in place of the variance.",
            look="What is under the root in the formula, and what does std divide by when it is not told otherwise?",
        ),
        slip(
            "weight and bias have changed places",
            edit=[("self.weight * (x - mean)", "self.bias * (x - mean)"), ("+ self.bias", "+ self.weight")],
            why="With bias at its start value of 0 the layer would give the same output for every token.",
            look="Which of the two parameters multiplies, and with which value does it start?",
        ),
        slip(
            "gain or bias is left out",
            edit=[("self.weight * (x - mean)", "(x - mean)"), (" + self.bias", "")],
            why="At the start nothing shows, since the gain is 1 and the bias 0. Weights of a trained model have other values.",
            look="How many parameters does __init__ make, and how many does forward use?",
            also=[(" + self.bias", ""), ("self.weight * (x - mean)", "(x - mean)")],
        ),
        slip(
            "the gain acts on the bias as well",
            edit=(
                "self.weight * (x - mean) / torch.sqrt(variance + self.eps) + self.bias",
                "self.weight * ((x - mean) / torch.sqrt(variance + self.eps) + self.bias)",
            ),
            why="The bias is what is added last; weights of a trained model expect it unscaled.",
            look="In the formula, what does g multiply?",
        ),
        slip(
            "gain or bias cannot learn",
            edit=("+ self.bias", "+ self.bias.data"),
            why="The output is right, and the parameter stays as it started: no gradient reaches it.",
            look="What do .detach(), .data or torch.no_grad() do to the way back?",
            also=[("self.weight * (x", "self.weight.data * (x")],
        ),
        slip(
            "the statistics are cut out of the gradient",
            edit=[
                ("x.mean(-1, keepdim=True)", "x.mean(-1, keepdim=True).detach()"),
                ("unbiased=False)", "unbiased=False).detach()"),
            ],
            also=[
                ("x.mean(-1, keepdim=True)", "x.mean(-1, keepdim=True).detach()"),
                ("unbiased=False)", "unbiased=False).detach()"),
            ],
            why="Mean and variance depend on x. Without their share the gradient points to a growth of x that the norm takes away again.",
            look="What do .detach(), .data or torch.no_grad() do to the way back?",
        ),
    ]


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
        "any axes in front of the features": dict(shape=(6,)),
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
            why="The root mean square is taken of the features as they are. With the mean removed it is a standard deviation, and large offsets are no longer scaled down.",
            look="Which of the two statistics of LayerNorm does RMSNorm do without?",
        ),
        slip(
            "it is LayerNorm without a bias",
            edit=[
                ("mean_square = x.pow(2)", "x = x - x.mean(-1, keepdim=True)\n        mean_square = x.pow(2)")
            ],
            why="Centring is exactly what RMSNorm leaves out; weights trained with one norm do not work with the other.",
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
            why="The output then shrinks with the width: every token gets length 1 in place of √D, and features of size 1/√D.",
            look="What does the M in RMS stand for?",
        ),
        slip(
            "the token is divided by its length",
            edit=[
                ("x.pow(2).mean(-1, keepdim=True)", "x.norm(dim=-1, keepdim=True)"),
                ("torch.sqrt(mean_square + self.eps)", "(mean_square + self.eps)"),
            ],
            why="The length is √D times the root mean square, so every feature comes out √D times too small; and eps stands outside the root.",
            look="What should the root mean square of an output token be when weight is 1?",
        ),
        slip(
            "the root is missing",
            edit=("torch.sqrt(mean_square + self.eps)", "(mean_square + self.eps)"),
            why="A token ten times larger comes out ten times smaller, where it should come out the same.",
            look="Multiply x by 10 on paper: what happens to your output?",
        ),
        slip(
            "eps stands outside the root",
            edit=("torch.sqrt(mean_square + self.eps)", "(torch.sqrt(mean_square) + self.eps)"),
            why="Outside, eps is compared with the size of x; inside, with its square. Small tokens come out several per cent too large, and a token of zeros has no gradient (NaN).",
            look="Read the formula again: what exactly is under the root?",
        ),
        slip(
            "eps is missing",
            edit=("torch.sqrt(mean_square + self.eps)", "torch.sqrt(mean_square)"),
            why="A token of zeros gives 0/0: not a number, and everything that it touches after it.",
            look="What does your formula give for a token of zeros?",
        ),
        slip(
            "the statistics are taken over the sequence",
            edit=(".mean(-1,", ".mean(-2,", ".mean(0,"),
            why="Each token then depends on its neighbours, on later ones too.",
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
            why="Models differ in eps (Llama 2 has 1e-5, Gemma 1e-6). Weights trained with one value give other outputs with another.",
            look="Where does __init__ keep the eps that the caller chose?",
        ),
        slip(
            "eps is a lower bound, not a summand",
            edit=(
                "self.weight * x / torch.sqrt(mean_square + self.eps)",
                "self.weight * torch.nn.functional.normalize(x, dim=-1, eps=self.eps) * math.sqrt(x.shape[-1])",
            ),
            why="`F.normalize` takes the larger of length and eps. Small tokens then come out at full size; with a summand they stay small.",
            look="What does the formula do with eps: add it, or compare with it?",
            also=[
                ("torch.sqrt(mean_square + self.eps)", "torch.sqrt(mean_square.clamp(min=self.eps))"),
            ],
        ),
        slip(
            "the gain counts from 0, as in Gemma",
            edit=("self.weight * x", "(1 + self.weight) * x"),
            why="Gemma stores the gain less 1. Here it starts at 1, and adding 1 doubles every output at the start.",
            look="With which value does weight start, and what should come out then?",
        ),
        slip(
            "the size is the mean of the absolute values",
            edit=("torch.sqrt(mean_square + self.eps)", "(x.abs().mean(-1, keepdim=True) + self.eps)"),
            why="It is a size, but another one: for normal numbers it is 0.8 of the root mean square.",
            look="Read the name backwards: root of the mean of the squares.",
        ),
        slip(
            "the mean is squared, not the features",
            edit=("x.pow(2).mean(-1, keepdim=True)", "x.mean(-1, keepdim=True).pow(2)"),
            why="The mean of a token is near 0, so its root is no size at all: outputs come out huge.",
            look="Which comes first: squaring or the mean?",
        ),
        slip(
            "the gain is left out",
            edit=("self.weight * x", "x"),
            why="At the start nothing shows, since the gain is 1. Weights of a trained model have other values.",
            look="How many parameters does __init__ make, and how many does forward use?",
        ),
        slip(
            "the way back is cut",
            edit=("keepdim=True)  #", "keepdim=True).detach()  #"),
            why="The output is right. But the root mean square depends on x, and the gain has to learn: each needs its share of the gradient.",
            look="What do .detach(), .data or torch.no_grad() do to the way back?",
            also=[
                ("self.weight * x", "self.weight.data * x"),
                ("self.weight * x", "self.weight * x.detach()"),
            ],
        ),
    ]


ERF = "0.5 * x * (1 + torch.erf(x / math.sqrt(2)))"
TANH = "0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))"


@exercise(
    "gelu",
    points=3,
    forbid=["torch.nn.functional.gelu", "torch.nn.GELU", "utils.blocks"],
)
class _:
    cases = [dict(shape=(3, 8), scale=1.5), dict(shape=(2, 3, 4), scale=4.0)]

    def inputs(rng, shape, scale):
        x = rng.standard_normal(shape) * scale
        # The places where something can go wrong: 0, far out on both sides, and where the two forms differ most.
        x.reshape(-1)[:6] = [0.0, -20.0, 20.0, 2.3, -2.3, -0.75]
        return {"x": x, "gradient": rng.standard_normal(shape)}

    def oracle(x, gradient):
        found = {}
        for name, approximate in [("exact", "none"), ("tanh", "tanh")]:
            leaf = tensor(x, grad=True)
            y = F.gelu(leaf, approximate=approximate)
            y.backward(tensor(gradient))
            found |= {name: y, f"grad_{name}": leaf.grad}
        return found

    weights = {"exact": 2, "tanh": 2, "grad_exact": 1, "grad_tanh": 1}
    tolerance = 2e-5  # the two forms differ by at most 5e-4
    promises = {
        "the exact form": "exact",
        "GPT-2's form": "tanh",
        "any shape": dict(shape=(2, 3, 4)),
        "gradients find the way back, far from 0 too": "grad_exact",
    }
    equivalent = {
        'if approximate >= "tanh":': "the only other value, none, comes before tanh in the alphabet",
        'if approximate is "tanh":': "Python keeps one object for equal literals",
    }

    alternatives = {
        "Φ by torch.special, tanh written with sigmoid": """
            if approximate == "none":
                return x * torch.special.ndtr(x)
            # ½(1 + tanh u) = σ(2u)
            return x * torch.sigmoid(2 * (2 / math.pi) ** 0.5 * (x + 0.044715 * x.pow(3)))
        """,
        "Φ by the normal distribution": """
            if approximate == "tanh":
                inner = x * (1 + 0.044715 * x * x) * math.sqrt(2 / math.pi)
                return x * (torch.tanh(inner) + 1) / 2
            return x * torch.distributions.Normal(0.0, 1.0).cdf(x)
        """,
    }
    slips = [
        slip(
            "√2 is missing inside erf",
            edit=("torch.erf(x / math.sqrt(2))", "torch.erf(x)"),
            why="Φ is the distribution of a normal variable of variance 1; erf(x) belongs to variance ½. The curve comes out too steep.",
            look="How are Φ and erf related?",
        ),
        slip(
            "the exact form is used for both",
            edit=('approximate == "tanh"', 'approximate == "never"'),
            why="GPT-2 was trained with the tanh form, BERT with the exact one. The difference is at most 0.0005 a value and grows through the layers.",
            look="Which argument tells the two forms apart?",
        ),
        slip(
            "the tanh form is used for both",
            edit=('approximate == "tanh"', "True"),
            why="BERT was trained with the exact form, GPT-2 with the tanh one. The difference is at most 0.0005 a value and grows through the layers.",
            look="Which argument tells the two forms apart?",
        ),
        slip(
            "the root around 2/π is missing",
            edit=("math.sqrt(2 / math.pi)", "(2 / math.pi)"),
            why="The slope of the tanh at 0 must match that of Φ, which is 1/√(2π) = 0.399; without the root it is 0.318.",
            look="Compare the slopes of ½(1 + tanh(c·x)) and Φ(x) at 0: which c makes them equal?",
        ),
        slip(
            "the cubic term is missing",
            edit=(" + 0.044715 * x**3", ""),
            why="A plain tanh is off by up to 0.03; the cubic term brings that down to 0.0005.",
            look="What stands beside x inside the tanh?",
        ),
        slip(
            "a bracket of the tanh form stands in the wrong place",
            edit=(
                "math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)",
                "math.sqrt(2 / math.pi) * x + 0.044715 * x**3",
                "math.sqrt(2 / math.pi) * (x + 0.044715 * x) ** 3",
                "math.sqrt(2 / math.pi) * (x + (0.044715 * x) ** 3)",
            ),
            why="√(2/π) belongs to the whole bracket, and the third power to x alone. A bracket elsewhere bends the curve.",
            look="Where do the square brackets of the formula open, and what stands in the round ones?",
        ),
        slip(
            "the factor x is missing",
            edit=[
                ("0.5 * x * (1 + torch.tanh", "0.5 * (1 + torch.tanh"),
                ("0.5 * x * (1 + torch.erf", "0.5 * (1 + torch.erf"),
            ],
            why="Φ alone is the gate, a number between 0 and 1. GELU is what passes through the gate.",
            look="What should gelu(20) be?",
        ),
        slip(
            "it is the sigmoid approximation",
            edit=("0.5 * x * (1 + torch.erf(x / math.sqrt(2)))", "x * torch.sigmoid(1.702 * x)"),
            why="x·σ(1.702 x) is a third, cheaper form (CLIP uses it). It is off by up to 0.02.",
            look="Which of the two formulas has a sigmoid in it?",
            also=[
                (TANH, "x * torch.sigmoid(1.702 * x)"),
                [(ERF, "x * torch.sigmoid(1.702 * x)"), (TANH, "x * torch.sigmoid(1.702 * x)")],
            ],
        ),
        slip(
            "the two forms have changed places",
            edit=('approximate == "tanh"', 'approximate != "tanh"'),
            why="Weights trained with one form are run with the other. The difference is at most 0.0005 a value and grows through the layers.",
            look="Which form should gelu(x) without a second argument give?",
        ),
        slip(
            "the factor ½ is missing",
            edit=[
                ("0.5 * x * (1 + torch.tanh", "x * (1 + torch.tanh"),
                ("0.5 * x * (1 + torch.erf", "x * (1 + torch.erf"),
            ],
            why="1 + erf runs from 0 to 2. Half of it is a probability.",
            look="What should gelu(20) be?",
            also=[
                ("0.5 * x * (1 + torch.tanh", "x * (1 + torch.tanh"),
                ("0.5 * x * (1 + torch.erf", "x * (1 + torch.erf"),
            ],
        ),
        slip(
            "a constant is rounded or mistyped",
            edit=[("0.044715", "0.0447"), ("2 / math.pi", "2 / 3.14"), ("math.sqrt(2)))", "1.414))")],
            why="The check's tolerance is tight enough to tell two forms apart that differ by 0.0005; it sees such a constant too.",
            look="Compare each number in your code with the formula, digit by digit. Where does math have the exact one?",
            also=[
                *(("0.044715", number) for number in ("0.44715", "0.0044715", "0.044175", "0.047715")),
                ("math.sqrt(2)))", "1.414))"),
                ("math.sqrt(2)))", "1.41))"),
                ("2 / math.pi", "2 / 3.14"),
                ("math.sqrt(2 / math.pi)", "0.798"),
                ("math.sqrt(2 / math.pi)", "0.8"),
            ],
        ),
        slip(
            "the minus in front of x, or behind the 1, is wrong",
            edit=[("(1 + torch.tanh", "(1 - torch.tanh"), ("(1 + torch.erf", "(1 - torch.erf")],
            why="The gate then opens for negative inputs: the mirror image of the curve.",
            look="Should a large positive x pass or be held back?",
            also=[("(1 + torch.tanh", "(1 - torch.tanh"), ("(1 + torch.erf", "(1 - torch.erf")],
        ),
        slip(
            "the way back is cut",
            edit=[
                (ERF, ERF.replace("erf(x", "erf(x.detach()")),
                (TANH, TANH.replace("x**3)", "x**3).detach()")),
            ],
            why="The value is right, and the slope is that of a straight line: the gate depends on x too.",
            look="What do .detach(), .data or torch.no_grad() do to the way back?",
            also=[
                [
                    ("0.5 * x * (1 + torch.erf", "0.5 * x.detach() * (1 + torch.erf"),
                    ("0.5 * x * (1 + torch.tanh", "0.5 * x.detach() * (1 + torch.tanh"),
                ],
                [(ERF, f"({ERF}).detach()"), (TANH, f"({TANH}).detach()")],
            ],
        ),
    ]


@exercise(
    "silu",
    points=2,
    forbid=["torch.nn.functional.silu", "torch.nn.SiLU", "utils.blocks"],
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
        "gradients, at −100 and at minus a million too": "grad_x",
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
            why="The gate then opens for negative inputs: the mirror image of the curve.",
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
            why="The value is right, but e^100 is infinite in float32, and the way back multiplies 0 by ∞: one NaN in the gradient ends the training.",
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
            why="Left of the cut the gate stays a little open: at −20 by two billionths, which a large enough x makes visible.",
            look="What should silu(−1,000,000) be, and what does your function give?",
            also=[
                ("x * torch.sigmoid(x)", f"x / (1 + torch.exp(-x.clamp({cut})))")
                for cut in ("-10, 10", "min=-10", "min=-20")
            ],
        ),
        slip(
            "the sigmoid has a factor inside",
            edit=("torch.sigmoid(x)", "torch.sigmoid(1.702 * x)"),
            why="x·σ(1.702 x) comes close to GELU. SiLU has no factor.",
            look="What stands in the exponent of the formula, beside x?",
        ),
        slip(
            "the way back is cut",
            edit=("torch.sigmoid(x)", "torch.sigmoid(x.detach())"),
            why="The value is right, and the slope is that of a straight line: the gate depends on x too.",
            look="What do .detach(), .data or torch.no_grad() do to the way back?",
            also=[
                ("x * torch", "x.detach() * torch"),
                ("x * torch.sigmoid(x)", "(x * torch.sigmoid(x)).detach()"),
            ],
        ),
    ]


def mlp_weights(rng, names, d_model, d_hidden, bias, scale=1.0):
    """Weights of a feed-forward layer by parameter name; those named down lead back from d_hidden to d_model."""
    found = {}
    for name in names:
        rows_, columns = (d_model, d_hidden) if name == "down" else (d_hidden, d_model)
        found[f"{name}.weight"] = rng.standard_normal((rows_, columns)) * scale / np.sqrt(columns)
        if bias:
            found[f"{name}.bias"] = rng.standard_normal(rows_)
    return found


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
        "weights that are square are not exchanged": dict(d_hidden=4),
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
            why="Two linear maps in a row are one linear map: the hidden layer costs parameters and gives nothing.",
            look="What is W₂(W₁x) when nothing stands between the two?",
        ),
        slip(
            "ReLU stands in place of GELU",
            edit=("F.gelu(", "F.relu("),
            why="The first transformer used ReLU; BERT and GPT use GELU, and weights trained with one do not work with the other.",
            look="Which activation does the formula of this exercise name?",
        ),
        slip(
            "the tanh form of GELU is used",
            edit=("F.gelu(self.up(x))", 'F.gelu(self.up(x), approximate="tanh")'),
            why="This layer is defined with the exact form. GPT-2 has the other one, and lesson 04 will need it for GPT-2's weights.",
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
            why="The point of the wide layer is that it has many neurons to switch on and off; here only D features are switched.",
            look="Which of the three vectors has the width d_hidden, and where does the activation act?",
        ),
        slip(
            "tokens are mixed",
            edit=("self.up(x)", "self.up(x.mean(-2, keepdim=True).expand_as(x))"),
            why="Every token gets the same output. This layer works on each token separately; mixing is the attention's task.",
            look="If you change the last token, which outputs may change?",
        ),
        slip(
            "the input is added to the output",
            edit=("return self.down(F.gelu(self.up(x)))", "return x + self.down(F.gelu(self.up(x)))"),
            why="The residual connection belongs to the block. With one here as well, the input is counted twice.",
            look="Is the addition part of this layer's formula?",
        ),
        slip(
            "SiLU stands in place of GELU",
            edit=("F.gelu(", "F.silu("),
            why="The two curves look alike and are not: weights trained with one do not work with the other.",
            look="Which activation does the formula of this exercise name?",
        ),
        slip(
            "a bias is left out",
            edit=("self.down(F.gelu(self.up(x)))", "F.gelu(self.up(x)) @ self.down.weight.T"),
            why="At the start a bias is small and hardly shows. Weights of a trained model have large ones.",
            look="How many parameters does __init__ make, and how many does forward use?",
            also=[
                ("self.up(x)", "x @ self.up.weight.T"),
                ("self.down(F.gelu(self.up(x)))", "F.gelu(x @ self.up.weight.T) @ self.down.weight.T"),
            ],
        ),
        slip(
            "the way back is cut",
            edit=("self.up(x)", "self.up(x.detach())"),
            why="The output is right, and nothing in front of the cut learns.",
            look="What do .detach(), .data or torch.no_grad() do to the way back?",
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
    ]


@exercise(
    "SwiGLU",
    points=3,
    forbid=["utils.blocks"],
)
class _:
    cases = [
        dict(shape=(2, 4, 6), d_hidden=10),
        dict(shape=(1, 1, 5), d_hidden=3),
        dict(shape=(2, 3, 4), d_hidden=4),
    ]

    def inputs(rng, shape, d_hidden):
        return {
            "x": rng.standard_normal(shape),
            "gradient": rng.standard_normal(shape),
            "weights": mlp_weights(rng, ["gate", "up", "down"], shape[-1], d_hidden, bias=False, scale=1.5),
            "d_model": shape[-1],
            "d_hidden": d_hidden,
        }

    def oracle(x, gradient, weights, d_model, d_hidden):
        w = weights
        gate, value = x @ w["gate.weight"].T, x @ w["up.weight"].T  # (B, T, F) each
        sigma = special.expit(gate)
        hidden = gate * sigma * value
        grad_hidden = gradient @ w["down.weight"]
        grad_gate = grad_hidden * value * (sigma + gate * sigma * (1 - sigma))
        grad_value = grad_hidden * gate * sigma
        gradients = {
            "gate.weight": np.einsum("btf,btd->fd", grad_gate, x),
            "up.weight": np.einsum("btf,btd->fd", grad_value, x),
            "down.weight": np.einsum("btd,btf->df", gradient, hidden),
        }
        return {
            "output": hidden @ w["down.weight"].T,
            "grad_x": grad_gate @ w["gate.weight"] + grad_value @ w["up.weight"],
            "grad_weights": {name: float(np.linalg.norm(value)) for name, value in gradients.items()},
        }

    weights = {"output": 2, "grad_x": 1, "grad_weights": 1}
    promises = {
        "gate is the branch that goes through SiLU, up carries the value": "output",
        "one token is enough": dict(shape=(1, 1, 5)),
        "weights that are square are not exchanged": dict(d_hidden=4),
        "all three weights learn": "grad_weights",
    }

    alternatives = {
        "SiLU by hand": """
            gate, value = self.gate(x), self.up(x)
            return self.down(value * gate * torch.sigmoid(gate))
        """,
        "both branches in one product": """
            both = F.linear(x, torch.cat([self.gate.weight, self.up.weight]))
            gate, value = both.chunk(2, dim=-1)
            return F.linear(torch.mul(F.silu(gate), value), self.down.weight)
        """,
    }
    slips = [
        slip(
            "gate and value are swapped",
            edit=("F.silu(self.gate(x)) * self.up(x)", "F.silu(self.up(x)) * self.gate(x)"),
            why="A freshly initialised layer trains just as well this way, but released weights (Llama, SmolLM2) give nonsense.",
            look="Which of the two branches goes through the activation?",
        ),
        slip(
            "the branches are added, not multiplied",
            edit=("F.silu(self.gate(x)) * self.up(x)", "F.silu(self.gate(x)) + self.up(x)"),
            why="A gate has to be able to close: a product with 0 holds the value back, a sum does not.",
            look="What should come out where the gate is 0?",
        ),
        slip(
            "the activation acts on the product",
            edit=("F.silu(self.gate(x)) * self.up(x)", "F.silu(self.gate(x) * self.up(x))"),
            why="The value then passes through the activation as well and loses its sign wherever the product is negative.",
            look="In the formula, which letters stand inside the bracket of SiLU?",
        ),
        slip(
            "the gate has no activation",
            edit=("F.silu(self.gate(x))", "self.gate(x)"),
            why="That is the bilinear variant: a product of two linear maps, without anything that switches.",
            look="Which function turns the first branch into a gate?",
        ),
        slip(
            "the gate is a plain sigmoid",
            edit=("F.silu(self.gate(x))", "torch.sigmoid(self.gate(x))"),
            why="That is GLU, the older gate. SwiGLU's gate is SiLU, which is not bounded above.",
            look="What does the letter sequence Swi in the name stand for?",
        ),
        slip(
            "the gate uses GELU",
            edit=("F.silu(", "F.gelu("),
            why="That is GEGLU, a sister of the same paper; Llama and SmolLM2 have SiLU.",
            look="What does the letter sequence Swi in the name stand for?",
        ),
        slip(
            "the value branch is left out",
            edit=("F.silu(self.gate(x)) * self.up(x)", "F.silu(self.gate(x))", "F.silu(self.up(x))"),
            why="That is a plain feed-forward layer: there is nothing for the gate to let through.",
            look="Three linear layers are made in __init__. How many does forward call?",
        ),
        slip(
            "the activation acts on the output",
            edit=(
                "self.down(F.silu(self.gate(x)) * self.up(x))",
                "F.silu(self.down(self.gate(x) * self.up(x)))",
                "F.silu(self.down(F.silu(self.gate(x)) * self.up(x)))",
            ),
            why="The gate is a matter of single hidden features; behind `down` they are mixed already.",
            look="In the formula, which letters stand inside the bracket of SiLU?",
        ),
        slip(
            "both branches are activated",
            edit=("* self.up(x)", "* F.silu(self.up(x))"),
            why="The value then can hardly be negative, and the gate has nothing left to decide.",
            look="How many SiLUs are in the formula?",
        ),
        slip(
            "the gate is ReLU",
            edit=("F.silu(", "F.relu("),
            why="That is ReGLU, a sister of the same paper; Llama and SmolLM2 have SiLU.",
            look="What does the letter sequence Swi in the name stand for?",
        ),
        slip(
            "the input is added to the output",
            edit=("return self.down", "return x + self.down"),
            why="The residual connection belongs to the block. With one here as well, the input is counted twice.",
            look="Is the addition part of this layer's formula?",
        ),
        slip(
            "the way back is cut",
            edit=("F.silu(self.gate(x))", "F.silu(self.gate(x)).detach()"),
            why="The output is right, and nothing in front of the cut learns.",
            look="What do .detach(), .data or torch.no_grad() do to the way back?",
            also=[
                ("self.up(x)", "self.up(x).detach()"),
                ("F.silu(self.gate(x)) * self.up(x)", "(F.silu(self.gate(x)) * self.up(x)).detach()"),
                (
                    "self.down(F.silu(self.gate(x)) * self.up(x))",
                    "self.down(F.silu(self.gate(x)) * self.up(x)).detach()",
                ),
                ("        return self.down", "        x = x.detach()\n        return self.down"),
                ("self.up(x)", "F.linear(x, self.up.weight.data)"),
                ("self.gate(x)", "F.linear(x, self.gate.weight.data)"),
                (
                    "self.down(F.silu(self.gate(x)) * self.up(x))",
                    "F.linear(F.silu(self.gate(x)) * self.up(x), self.down.weight.data)",
                ),
                (
                    "self.down(F.silu(self.gate(x)) * self.up(x))",
                    "F.linear(F.silu(self.gate(x)) * F.linear(x, self.up.weight.data), self.down.weight.data)",
                ),
            ],
        ),
    ]


@exercise(
    "dropout",
    points=4,
    forbid=[
        "torch.nn.Dropout",
        "torch.nn.functional.dropout",
        "torch.dropout",
        "torch.native_dropout",
        "utils.blocks",
    ],
)
class _:
    # p is drawn near the one given, half-way between two shares of the 480 numbers, so that the share that happened to
    # survive can be told from 1 − p.
    cases = [dict(p=0.1), dict(p=0.3), dict(p=0.75), dict(p=0.0)]

    def inputs(rng, p):
        shape = (120, 2, 2)
        x = rng.uniform(0.5, 2.0, shape) * rng.choice([-1.0, 1.0], shape)
        p = (int(480 * p) + int(rng.integers(-9, 10)) + 0.5) / 480 if p else p
        return {"x": x, "p": p, "seed": int(rng.integers(2**31))}

    def oracle(x, p, seed):
        q = 1 - p
        shares = np.array([comb(4, n) * q**n * p ** (4 - n) for n in range(5)])
        survivors = Distribution(shares, len(x), "left {} of 4")
        return {
            "survivors of 4": survivors,
            "scale": np.array([1 / q, 1 / q, 1.0, 1.0, 1.0, p > 0]),
            "gradient": np.array([1 / q, 0.0]),
            "again": SameAs("survivors of 4"),
            "without a generator": Distribution(
                np.outer(shares, shares).ravel(), len(x), "left {} of 4, then {} of 4"
            ),
        }

    weights = {
        "survivors of 4": 2,
        "scale": 3,
        "gradient": 1,
        "again": 1,
        "without a generator": 1,
    }
    promises = {
        "each number is set to 0 with probability p, by itself": "survivors of 4",
        "every call draws anew": "scale",
        "the rest is scaled up; at evaluation x comes back as it is": "scale",
        "p may be 0": dict(p=0.0),
        "a run can be repeated": "again",
        "the generator may be None": "without a generator",
        "gradients pass where the values passed": "gradient",
        "x stays as it is": "scale",
    }
    equivalent = {
        "keep = torch.rand(x.shape, generator=generator, device=x.device) > p": "a draw equals p exactly about once in 17 million draws",
    }

    alternatives = {
        "bernoulli": """
            if training:
                keep = torch.bernoulli(torch.full_like(x, 1 - p), generator=generator)
                return x * (keep / (1 - p))
            return x
        """,
        "masked_fill on a copy": """
            if not training or p == 0:
                return x.clone()
            dropped = torch.rand(x.shape, generator=generator) < p
            return (x / (1 - p)).masked_fill(dropped, 0)
        """,
    }
    slips = [
        slip(
            "the survivors are not scaled up",
            edit=(" / (1 - p)", ""),
            why="The sum that the next layer sees is smaller in training than at evaluation, by the factor 1 − p; the network meets numbers that it was never trained on.",
            look="What is the expectation of one output, over many draws?",
        ),
        slip(
            "the survivors are divided by p",
            edit=("/ (1 - p)", "/ p", "* ((1 - p) / p)"),
            why="p is the share that is dropped. The share 1 − p survives, and that is what has to be made up for.",
            look="With p = 0.1, should the survivors grow by a little or tenfold?",
        ),
        slip(
            "it is active at evaluation too",
            edit=("if not training:", "if p == 0:"),
            why="The same text gets another answer each time, and a worse one.",
            look="Which argument says whether the model is being trained?",
        ),
        slip(
            "p is taken for the share that survives",
            edit=(">= p", "< p"),
            why="With p = 0.1 nine numbers out of ten are lost. Some libraries count the survivors; torch counts the dropped.",
            look="Of 1000 draws between 0 and 1, how many lie below p?",
        ),
        slip(
            "the generator is ignored",
            edit=("generator=generator, ", ""),
            why="A run can then not be repeated, and repeating a run is how one finds a bug.",
            look="Does each call that draws numbers get the generator?",
        ),
        slip(
            "whole tokens are dropped",
            edit=("torch.rand(x.shape,", "torch.rand((*x.shape[:-1], 1),"),
            why="Each number has its own draw. One draw a token is a much coarser noise, under another name.",
            look="Which shape do your random numbers have?",
        ),
        slip(
            "the scale is the share that happened to survive",
            edit=("/ (1 - p)", "/ keep.float().mean()"),
            why="Then the outputs depend on one another and on the size of the batch. The expectation is right with the fixed factor already.",
            look="Should the factor depend on the draw?",
        ),
        slip(
            "the factor is applied at evaluation in place of training",
            edit=[("return x\n", "return x * (1 - p)\n"), (" / (1 - p)", "")],
            why="That is dropout as first published: the same on average, but every use of the model has to know p. The inverted form leaves evaluation alone.",
            look="What should come out at evaluation, and which name does the form in this exercise have?",
        ),
        slip(
            "every call draws the same numbers",
            edit=("    keep = ", "    generator = torch.Generator().manual_seed(0)\n    keep = "),
            why="A generator that starts anew in each call drops the same features in every step and every layer: the network learns to do without them, and nothing is random.",
            look="In which state does your code leave the generator for the next call?",
            also=[
                ("    keep = ", f"    {start}\n    keep = ")
                for start in (
                    "generator = torch.Generator().manual_seed(42)",
                    "generator = torch.Generator().manual_seed(generator.initial_seed() if generator else 0)",
                    "generator = generator.clone_state() if generator else None",
                )
            ],
        ),
        slip(
            "the number of survivors is fixed",
            edit=(
                "torch.rand(x.shape, generator=generator, device=x.device) >= p",
                "(torch.randperm(x.numel(), generator=generator) >= round(p * x.numel())).view(x.shape)",
                "(torch.randperm(x.numel(), generator=generator) >= int(p * x.numel())).view(x.shape)",
            ),
            why="Each number has a draw of its own: by chance more or fewer than the share p are dropped. A fixed count ties the numbers to one another, and of a few numbers none may ever be dropped.",
            look="How many of four numbers are dropped at p = 0.1: always the same number?",
        ),
        slip(
            "all tokens share one draw",
            edit=("torch.rand(x.shape,", "torch.rand(x.shape[1:],", "torch.rand(x.shape[-1:],"),
            why="Each number has its own draw. With one draw for all tokens a feature is there for all of them or for none.",
            look="Which shape do your random numbers have?",
        ),
        slip(
            "one draw decides for the whole tensor",
            edit=("torch.rand(x.shape,", "torch.rand(1,"),
            why="Then everything is kept or everything is lost.",
            look="Which shape do your random numbers have?",
        ),
        slip(
            "the survivors are scaled down",
            edit=("/ (1 - p)", "* (1 - p)", "* p", "/ (1 + p)"),
            why="What is dropped already makes the sums smaller; the survivors have to grow to make up for it.",
            look="What is the expectation of one output, over many draws?",
        ),
        slip(
            "the draws are normal, not uniform",
            edit=("torch.rand(", "torch.randn("),
            why="Of normal numbers half lie below 0, and the share below p is no longer p.",
            look="Between which two numbers do your draws have to lie so that the share p of them is below p?",
        ),
        slip(
            "the gradient passes elsewhere than the values",
            edit=(
                "return x * keep / (1 - p)",
                "return (x * keep / (1 - p)).detach() + x - x.detach()",
                "y = x.clone()\n    y.data[~keep] = 0\n    return y / (1 - p)",
                "return x.detach() * keep / (1 - p) + 0 * x",
            ),
            why="A feature that was dropped had no part in the output, so it must get no gradient; one that survived grew, and its gradient grows with it.",
            look="Which of your operations leave the way back out: .detach(), .data, torch.no_grad()?",
        ),
        slip(
            "x is changed in place",
            edit=(
                "return x * keep / (1 - p)",
                "x *= keep\n    return x / (1 - p)",
                "x *= keep / (1 - p)\n    return x",
                "x[~keep] = 0\n    return x / (1 - p)",
            ),
            why="The caller's tokens are overwritten: the residual connection around the layer then adds what was dropped.",
            look="What is the difference between x *= y and x = x * y for a tensor?",
        ),
    ]
