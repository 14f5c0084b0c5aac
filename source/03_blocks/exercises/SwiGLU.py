"""The gated feed-forward layer SwiGLU, without biases.

Oracle: NumPy with SciPy's sigmoid, gradients derived by hand.
"""

import numpy as np
from scipy import special

from autograder.authoring import exercise, slip

from ._shared import mlp_weights


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
        dict(shape=(3, 4), d_hidden=6),  # one text without a batch
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
        def rows(tokens):  # (..., n) → (tokens, n)
            return tokens.reshape(-1, tokens.shape[-1])

        w = weights
        gate, value = x @ w["gate.weight"].T, x @ w["up.weight"].T  # (B, T, F) each
        sigma = special.expit(gate)
        hidden = gate * sigma * value
        grad_hidden = gradient @ w["down.weight"]
        grad_gate = grad_hidden * value * (sigma + gate * sigma * (1 - sigma))
        grad_value = grad_hidden * gate * sigma
        gradients = {
            "gate.weight": rows(grad_gate).T @ rows(x),
            "up.weight": rows(grad_value).T @ rows(x),
            "down.weight": rows(gradient).T @ rows(hidden),
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
        "a text needs no batch": dict(shape=(3, 4)),
        "square weights are not swapped": dict(d_hidden=4),
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
            why="A freshly initialised layer trains just as well this way, but with released weights (Llama, SmolLM2) it gives nonsense.",
            look="Which of the two branches goes through the activation?",
        ),
        slip(
            "the branches are added, not multiplied",
            edit=("F.silu(self.gate(x)) * self.up(x)", "F.silu(self.gate(x)) + self.up(x)"),
            why="A gate has to be able to close: a product with 0 holds the value back, but a sum doesn't.",
            look="What should come out where the gate is 0?",
        ),
        slip(
            "the activation acts on the product",
            edit=("F.silu(self.gate(x)) * self.up(x)", "F.silu(self.gate(x) * self.up(x))"),
            why="The value then passes through the activation as well and loses its sign wherever the product is negative.",
            look="In the formula, which matrix is inside the parentheses of silu?",
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
            look="What does Swi stand for in the name?",
        ),
        slip(
            "the gate uses GELU",
            edit=("F.silu(", "F.gelu("),
            why="That is GEGLU, from the same paper, but Llama and SmolLM2 use SiLU.",
            look="What does Swi stand for in the name?",
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
            why="The gate acts on single hidden features, but `down` has already mixed them.",
            look="In the formula, which matrix is inside the parentheses of silu?",
        ),
        slip(
            "both branches are activated",
            edit=("* self.up(x)", "* F.silu(self.up(x))"),
            why="The value can then hardly be negative, and the gate has nothing left to decide.",
            look="How many SiLUs are in the formula?",
        ),
        slip(
            "the gate is ReLU",
            edit=("F.silu(", "F.relu("),
            why="That is ReGLU, from the same paper, but Llama and SmolLM2 use SiLU.",
            look="What does Swi stand for in the name?",
        ),
        slip(
            "the input is added to the output",
            edit=("return self.down", "return x + self.down"),
            why="The residual connection belongs to the block. With one here as well, the input is counted twice.",
            look="Is the addition part of this layer's formula?",
        ),
        slip(
            "part of the computation is cut off from the gradient",
            edit=("F.silu(self.gate(x))", "F.silu(self.gate(x)).detach()"),
            why="The output is right, but no gradient gets past the cut, so nothing before it learns.",
            look="What do .detach(), .data or torch.no_grad() do to the backward pass?",
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
        slip(
            "only inputs with exactly three axes are accepted",
            edit=(
                "return self.down(F.silu(self.gate(x)) * self.up(x))",
                "B, T, D = x.shape\n        return self.down(F.silu(self.gate(x)) * self.up(x))",
            ),
            why="The docstring promises any axes before the last one: a single token, a text without a batch, or heads as a fourth axis.",
            look="What does your first line do if x has only two axes?",
        ),
        slip(
            "the gate is also the value",
            edit=("self.up(x)", "self.gate(x)"),
            why="The weight of `up` is never used and never learns, and the gate decides only about itself.",
            look="Three linear layers are made in __init__. How many does forward call?",
        ),
        slip(
            "the sigmoid of the gate has a factor inside",
            edit=("F.silu(self.gate(x))", "self.gate(x) * torch.sigmoid(1.702 * self.gate(x))"),
            why="x·σ(1.702 x) comes close to GELU, but SiLU has no such factor.",
            look="What is in the exponent of SiLU's formula besides x?",
        ),
        slip(
            "the gate is a softmax over the hidden features",
            edit=("F.silu(self.gate(x))", "self.gate(x).softmax(-1)"),
            why="The features then compete: their gates sum to 1, so hardly any of them is open. In SwiGLU each gate decides on its own.",
            look="Does one feature's gate in the formula depend on the other features?",
        ),
        slip(
            "the value is added once more",
            edit=("F.silu(self.gate(x)) * self.up(x)", "F.silu(self.gate(x)) * self.up(x) + self.up(x)"),
            why="Then a closed gate holds nothing back.",
            look="What should come out where the gate is 0?",
        ),
        slip(
            "the gate is cut off below 0",
            edit=("F.silu(self.gate(x))", "F.silu(self.gate(x)).clamp(min=0)"),
            why="SiLU is slightly negative on the left, and published weights were trained with that part.",
            look="What is silu(−1)?",
        ),
        slip(
            "gate and value are swapped, and the input is added",
            edit=(
                "self.down(F.silu(self.gate(x)) * self.up(x))",
                "x + self.down(F.silu(self.up(x)) * self.gate(x))",
            ),
            why="These are two mistakes. `gate` is the branch that is activated, and the residual connection belongs to the block.",
            look="Which of the two branches goes through the activation? And is the addition part of this layer's formula?",
        ),
    ]
