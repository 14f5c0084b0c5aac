"""An affine layer y = xWᵀ + b, written without nn.Linear.

Oracle: nn.Linear in float64 with the same weights, its gradients included.
"""

import torch
from torch import nn

from autograder.authoring import exercise, slip


@exercise("Affine", points=3, forbid=["nn.Linear", "F.linear", "nn.Bilinear", "nn.LazyLinear"])
class _:
    cases = [
        dict(lead=(5,), n_in=4, n_out=3),
        dict(lead=(3,), n_in=3, n_out=3),
        dict(lead=(2, 3), n_in=2, n_out=3),
        dict(lead=(1,), n_in=1, n_out=2),
        dict(lead=(), n_in=3, n_out=2),
    ]
    weights = {"output": 3, "grad_x": 1, "grad_weight": 1, "grad_bias": 1}

    def inputs(rng, lead, n_in, n_out):
        return {
            "x": rng.standard_normal((*lead, n_in)),
            "gradient": rng.standard_normal((*lead, n_out)),
            "weights": {"weight": rng.standard_normal((n_out, n_in)), "bias": rng.standard_normal(n_out)},
            "n_in": n_in,
            "n_out": n_out,
        }

    def oracle(x, gradient, weights, n_in, n_out):
        layer = nn.Linear(n_in, n_out, dtype=torch.float64)
        layer.load_state_dict({name: torch.as_tensor(value) for name, value in weights.items()})
        x = torch.as_tensor(x).requires_grad_()
        y = layer(x)
        y.backward(torch.as_tensor(gradient))
        return {"output": y, "grad_x": x.grad, "grad_weight": layer.weight.grad, "grad_bias": layer.bias.grad}

    alternatives = {
        "einsum": 'return torch.einsum("...i,oi->...o", x, self.weight) + self.bias',
        "einops": """
            from einops import einsum

            return einsum(x, self.weight, "... i, o i -> ... o") + self.bias
        """,
        "one output at a time": """
            outputs = [(x * row).sum(-1) + b for row, b in zip(self.weight, self.bias)]
            return torch.stack(outputs, dim=-1)
        """,
        "tensordot": "return torch.tensordot(x, self.weight, dims=([-1], [1])) + self.bias",
        "addmm over rows": """
            rows = x.reshape(-1, x.shape[-1])
            return torch.addmm(self.bias, rows, self.weight.t()).reshape(*x.shape[:-1], -1)
        """,
    }
    slips = [
        slip(
            "the weight is not transposed",
            edit=("self.weight.T", "self.weight"),
            also=[
                (
                    "self.weight.T",
                    "(self.weight if self.weight.shape[0] == self.weight.shape[1] else self.weight.T)",
                )
            ],
            why="PyTorch stores a weight with one row per output. Without the transpose each output reads a column, which "
            "holds one weight of every output, and where n_in differs from n_out the shapes don't fit at all.",
            look="Write the shapes of x and of the weight next to each other. Which two sizes must be equal?",
        ),
        slip(
            "the bias is forgotten",
            edit=(" + self.bias", ""),
            why="Without a bias the layer maps zero to zero whatever it learns, and the bias never gets a gradient.",
            look="What should the layer give for x = 0?",
        ),
        slip(
            "the bias is added along the wrong axis",
            edit=("+ self.bias", "+ self.bias[:, None]"),
            why="There is one bias per output, and outputs lie along the last axis. If you add it down the rows, each row of the "
            "batch gets a bias of its own.",
            look="Broadcasting lines shapes up from the right. What does (n_out, 1) line up with?",
        ),
        slip(
            "part of the computation is cut off from the gradient",
            edit=("+ self.bias", "+ self.bias.data"),
            why="The output is right, but no gradient reaches that part, so training leaves it, or whatever comes before "
            "it, as it was at the start. Nothing warns you about it.",
            look="Which operations in your line leave the trail that backward() follows?",
            also=[
                ("self.weight.T", "self.weight.data.T"),
                ("return x @", "return x.detach() @"),
                ("x @ self.weight.T + self.bias", "(x @ self.weight.T).detach() + self.bias"),
                (
                    "        return x @ self.weight.T + self.bias",
                    "        with torch.no_grad():\n            return x @ self.weight.T + self.bias",
                ),
                ("x @ self.weight.T", "x @ nn.Parameter(self.weight.T)"),
                ("+ self.bias", "+ nn.Parameter(self.bias)"),
            ],
        ),
        slip(
            "the weight is reshaped, not transposed",
            edit=("self.weight.T", "self.weight.reshape(self.weight.shape[::-1])"),
            why="The shapes fit, but reshaping keeps the numbers in the same order, so each output is made of pieces of several rows.",
            look="Make a small weight with the numbers 0 to 5 and print both.",
        ),
        slip(
            "only inputs with two axes work",
            edit=("x @ self.weight.T", "(self.weight @ x.T).T", "torch.mm(x, self.weight.T)"),
            why="In later lessons x has a batch axis and a sequence axis before its last one. A layer works along the last axis "
            "and leaves the other axes alone.",
            look="What does .T do to a tensor of three axes?",
        ),
        slip(
            "the axes before the last are flattened into one",
            edit=("return x @", "return x.reshape(-1, x.shape[-1]) @"),
            why="A layer that flattens its input has to restore the shape afterwards. Otherwise the layers after it can't tell "
            "where one sequence ends and the next begins.",
            look="What is the shape of your result for an x of shape (2, 3, n_in)?",
        ),
        slip(
            "the bias is not simply added once",
            edit=(
                "+ self.bias",
                "- self.bias",
                "+ 2 * self.bias",
                "* self.bias",
                "+ self.bias / self.bias.numel()",
            ),
            also=[("x @ self.weight.T + self.bias", "(x + self.bias.mean()) @ self.weight.T")],
            why="Training might adapt to a different formula, but weights that come from somewhere else wouldn't: the formula is a contract.",
            look="For x = 0 only one term of the formula remains. What does your layer give?",
        ),
        slip(
            "a nonlinearity follows",
            edit=(
                "return x @ self.weight.T + self.bias",
                "return (x @ self.weight.T + self.bias).relu()",
                "return (x @ self.weight.T + self.bias).tanh()",
                "return (x @ self.weight.T + self.bias).sigmoid()",
            ),
            why="An affine layer stops after the sum. Where a network needs a nonlinearity, it is a layer of its own.",
            look="What does the formula do after adding b?",
        ),
        slip(
            "the weight is scaled once more",
            edit=("x @ self.weight.T", "x @ self.weight.T / self.weight.shape[1] ** 0.5"),
            why="The division by √n_in belongs to the initial values, and __init__ has already done it. In forward it would also shrink weights "
            "that were trained elsewhere.",
            look="How many times does √n_in appear in your class?",
        ),
        slip(
            "x and the weight are multiplied element by element",
            edit=("x @ self.weight.T", "x * self.weight"),
            why="Each output is a sum over all inputs. Products of single numbers still have to be summed, and the shapes rarely fit.",
            look="What is the difference between * and @ for two tensors?",
        ),
    ]
    promises = {
        "y = x Wᵀ + b": "output",
        "along the last axis, whatever axes come before it": dict(lead=(2, 3)),
        "a single vector": dict(lead=()),
        "as many outputs as inputs, or not": dict(n_in=4, n_out=3),
        "x gets its gradient": "grad_x",
        "the weight gets its gradient": "grad_weight",
        "and so does the bias": "grad_bias",
    }
