"""GELU in its exact form and in GPT-2's tanh approximation.

Oracle: F.gelu in float64, with gradients by autograd. The tolerance tells the two forms apart.
"""

import torch.nn.functional as F

from autograder.authoring import exercise, slip

from ._shared import tensor

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
        "gradients find their way back, far from 0 too": "grad_exact",
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
            why="Φ is the distribution of a normal variable of variance 1; erf(x) belongs to variance ½. So the curve comes out too steep.",
            look="How are Φ and erf related?",
        ),
        slip(
            "the exact form is used for both",
            edit=('approximate == "tanh"', 'approximate == "never"'),
            why="GPT-2 was trained with the tanh form, BERT with the exact one. The difference is at most 0.0005 per value, but it grows through the layers.",
            look="Which argument tells the two forms apart?",
        ),
        slip(
            "the tanh form is used for both",
            edit=('approximate == "tanh"', "True"),
            why="BERT was trained with the exact form, GPT-2 with the tanh one. The difference is at most 0.0005 per value, but it grows through the layers.",
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
            look="What is added to x inside the tanh?",
        ),
        slip(
            "a bracket of the tanh form is in the wrong place",
            edit=(
                "math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)",
                "math.sqrt(2 / math.pi) * x + 0.044715 * x**3",
                "math.sqrt(2 / math.pi) * (x + 0.044715 * x) ** 3",
                "math.sqrt(2 / math.pi) * (x + (0.044715 * x) ** 3)",
            ),
            why="√(2/π) belongs to the whole bracket, and the third power to x alone. A bracket in the wrong place bends the curve.",
            look="Where do the square brackets of the formula open, and what is inside the round ones?",
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
            look="Does either of the two formulas contain a sigmoid?",
            also=[
                (TANH, "x * torch.sigmoid(1.702 * x)"),
                [(ERF, "x * torch.sigmoid(1.702 * x)"), (TANH, "x * torch.sigmoid(1.702 * x)")],
            ],
        ),
        slip(
            "the two forms are swapped",
            edit=('approximate == "tanh"', 'approximate != "tanh"'),
            why="Weights trained with one form are run with the other. The difference is at most 0.0005 per value, but it grows through the layers.",
            look="Which form should gelu(x) without a second argument give?",
        ),
        slip(
            "the factor ½ is missing",
            edit=[
                ("0.5 * x * (1 + torch.tanh", "x * (1 + torch.tanh"),
                ("0.5 * x * (1 + torch.erf", "x * (1 + torch.erf"),
            ],
            why="1 + erf runs from 0 to 2, so only half of it is a probability.",
            look="What should gelu(20) be?",
            also=[
                ("0.5 * x * (1 + torch.tanh", "x * (1 + torch.tanh"),
                ("0.5 * x * (1 + torch.erf", "x * (1 + torch.erf"),
            ],
        ),
        slip(
            "a constant is rounded or mistyped",
            edit=[("0.044715", "0.0447"), ("2 / math.pi", "2 / 3.14"), ("math.sqrt(2)))", "1.414))")],
            why="The check's tolerance is tight enough to tell apart two forms that differ by 0.0005, so it also notices such a constant.",
            look="Compare each number in your code with the formula, digit by digit. Which of them can you get exactly from math?",
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
            "a sign before x, or after the 1, is wrong",
            edit=[("(1 + torch.tanh", "(1 - torch.tanh"), ("(1 + torch.erf", "(1 - torch.erf")],
            why="The gate then opens for negative inputs, which gives the mirror image of the curve.",
            look="Should a large positive x pass or be held back?",
            also=[("(1 + torch.tanh", "(1 - torch.tanh"), ("(1 + torch.erf", "(1 - torch.erf")],
        ),
        slip(
            "part of the computation is cut off from the gradient",
            edit=[
                (ERF, ERF.replace("erf(x", "erf(x.detach()")),
                (TANH, TANH.replace("x**3)", "x**3).detach()")),
            ],
            why="The value is right, but the gradient is not: x appears outside and inside the gate, and the gradient has to flow through both.",
            look="What do .detach(), .data or torch.no_grad() do to the backward pass?",
            also=[
                [
                    ("0.5 * x * (1 + torch.erf", "0.5 * x.detach() * (1 + torch.erf"),
                    ("0.5 * x * (1 + torch.tanh", "0.5 * x.detach() * (1 + torch.tanh"),
                ],
                [(ERF, f"({ERF}).detach()"), (TANH, f"({TANH}).detach()")],
            ],
        ),
        slip(
            "x is returned as it is",
            edit="return x",
            also=["return 1 * x"],
            why="A layer without an activation is linear, and two linear maps in a row are one.",
            look="What should gelu(−3) be?",
        ),
        slip(
            "the argument of the gate is clipped",
            edit=[
                ("torch.erf(x / math.sqrt(2))", "torch.erf(x.clamp(-3, 3) / math.sqrt(2))"),
                ("(x + 0.044715 * x**3)", "(x.clamp(-3, 3) + 0.044715 * x.clamp(-3, 3) ** 3)"),
            ],
            also=[
                ("torch.erf(x / math.sqrt(2))", "torch.erf(x.clamp(-3, 3) / math.sqrt(2))"),
                ("(x + 0.044715 * x**3)", "(x.clamp(-3, 3) + 0.044715 * x.clamp(-3, 3) ** 3)"),
            ],
            why="The gate then stops closing: at x = −20 it is as open as at −3, and a thousandth of −20 passes through.",
            look="What should gelu(−20) be, and what does your function give?",
        ),
        slip(
            "the density is used instead of the probability",
            edit=(
                "0.5 * x * (1 + torch.erf(x / math.sqrt(2)))",
                "x * torch.exp(-x * x / 2) / math.sqrt(2 * math.pi)",
            ),
            why="The density is largest at 0 and falls on both sides, so large positive numbers are held back as well.",
            look="What should gelu(20) be?",
        ),
        slip(
            "the power inside the tanh is not 3",
            edit=("x**3", "x**2", "x**4", "x"),
            why="Only an odd power keeps the tanh symmetric, and the factor 0.044715 was fitted to the cube.",
            look="Compare the formula with your code, exponent by exponent.",
        ),
        slip(
            "the factor ½ is missing, and so is √2",
            edit=[
                ("0.5 * x * (1 + torch.tanh", "x * (1 + torch.tanh"),
                ("0.5 * x * (1 + torch.erf(x / math.sqrt(2)))", "x * (1 + torch.erf(x))"),
            ],
            why="These are two mistakes. 1 + erf runs from 0 to 2, and erf(x) belongs to a variable of variance ½.",
            look="What should gelu(20) be? And how are Φ and erf related?",
        ),
        slip(
            "the tails are cut off",
            edit="""
            y = 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))
            if approximate == "tanh":
                y = 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
            return torch.where(x < -3, torch.zeros_like(x), torch.where(x > 3, x, y))
            """,
            also=[
                """
                y = 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))
                if approximate == "tanh":
                    y = 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
                return torch.where(x.abs() > 2, x.relu(), y)
                """
            ],
            why="Far from 0 the function is close to 0 or x, but not equal to it: gelu(−3) is −0.004, more than the check's tolerance, and the gradient is not exactly 0 either.",
            look="How large is the error of your function at −3?",
        ),
        slip(
            "the tanh is written with exponentials that overflow",
            edit=(
                TANH,
                "0.5 * x * (1 + (torch.exp(2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)) - 1)"
                " / (torch.exp(2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)) + 1))",
            ),
            why="For x = 20 both exponentials are infinite in float32, and ∞/∞ is not a number.",
            look="What is exp(600) in float32?",
        ),
    ]
