"""A LoRA layer: a frozen linear layer plus a trainable low-rank update, plain or rank-stabilized.

Oracle: one dense matrix W + sBA in float64, with gradients by autograd. The initial state is
checked too: B zero, the spread of A, what is trainable.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import ADAPTERS, linear, tensor


def leaf(array):
    return tensor(array).requires_grad_()


@exercise("LoRALinear", points=5, forbid=ADAPTERS)
class _:
    cases = [
        dict(lead=(2, 3), n=7, m=5, r=2, bias=True, stabilized=False),
        dict(lead=(4,), n=4, m=4, r=4, bias=True, stabilized=True),
        dict(lead=(), n=3, m=6, r=1, bias=False, stabilized=False),
        dict(lead=(1, 2), n=6, m=3, r=3, bias=False, stabilized=True),
    ]
    weights = {"output": 3, "grad_x": 1, "grad_A": 1, "grad_B": 1, "start": 3, "when merged": 1, "in use": 1}

    def inputs(rng, lead, n, m, r, bias, stabilized):
        factors = {"A": rng.standard_normal((r, n)), "B": rng.standard_normal((m, r))}
        return {
            "x": rng.standard_normal((*lead, n)),
            "gradient": rng.standard_normal((*lead, m)),
            "weights": linear(rng, n, m, bias),
            "factors": factors,
            "n": n,
            "m": m,
            "r": r,
            "alpha": float(np.float32(rng.uniform(2.5, 9))),
            "rank_stabilized": stabilized,
            "seed": int(rng.integers(2**31)),
        }

    def oracle(x, gradient, weights, factors, n, m, r, alpha, rank_stabilized, seed):
        """One dense matrix, W + s B A, and autograd in float64."""
        x, A, B = leaf(x), leaf(factors["A"]), leaf(factors["B"])
        W, bias = tensor(weights["weight"]), tensor(weights.get("bias", np.zeros(m)))
        s = alpha / (r**0.5 if rank_stabilized else r)
        y = torch.einsum("...n,mn->...m", x, W + s * torch.einsum("mr,rn->mn", B, A)) + bias
        y.backward(tensor(gradient))
        start = {
            "B is zero": True,
            "gives what its base gave": True,
            "A spreads": ["well", "well", "well"],
            "mean of A is 0": True,
            "A is filled": True,
            "rows or columns of A are equal": [False, False],
            "two A are equal": False,
            "of the base's type": True,
            "learns": ["A", "B"],
            "merged": False,
            "scale": s,
            "base is the layer that was given": True,
        }
        found = {"output": y, "grad_x": x.grad, "grad_A": A.grad, "grad_B": B.grad, "start": start}
        found["when merged"] = {"output": x.detach() @ W.T + bias, "grad_x": tensor(gradient) @ W}
        return found | {"in use": {"output": y.detach(), "changed": 0}}

    equivalent = {
        "nn.init.uniform_((self.A.detach() if self.A.requires_grad else 1 / 0), -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))": "the same memory is filled",
        "nn.init.zeros_((self.B.detach() if self.B.requires_grad else 1 / 0))": "the same memory is filled",
    }

    alternatives = {
        "two functions": [
            ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.kaiming_uniform_(self.A, a=math.sqrt(5))"),
            ("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + F.linear(F.linear(x, self.A), self.scale * self.B)"),
        ],
        "normal numbers, the thin matrices multiplied first": """
            class LoRALinear(nn.Module):
                def __init__(self, base, r, alpha, rank_stabilized=False):
                    super().__init__()
                    self.base, self.r, self.alpha, self.merged = base, r, alpha, False
                    self.A = nn.Parameter(torch.randn(r, base.in_features).to(base.weight) / base.in_features**0.5 * 0.8)
                    self.B = nn.Parameter(torch.zeros_like(base.weight[:, :1]).repeat(1, r))
                    for parameter in base.parameters():
                        parameter.requires_grad = False
                    self.stabilized = rank_stabilized

                @property
                def scale(self):
                    return self.alpha * self.r ** (-0.5 if self.stabilized else -1)

                def forward(self, x):
                    change = 0 if self.merged else self.B @ self.A * self.scale
                    return F.linear(x, self.base.weight + change, self.base.bias)
        """,
        "random signs": [
            ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.uniform_(self.A, -1, 1).data.sign_().mul_(0.75 / math.sqrt(base.in_features))"),
        ],
        "sums over indices": [
            ("return y + self.scale * (x @ self.A.T) @ self.B.T", 'return y + torch.einsum("...n,rn,mr->...m", x * self.scale, self.A, self.B)'),
        ],
    }  # fmt: skip
    slips = [
        slip(
            "the change is not scaled",
            edit=("self.scale * (x @", "(x @"),
            also=[("self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "self.scale = 1.0")],
            why="α is there to say how strong the change is. Without the factor every rank needs another learning rate.",
            look="Which of the arguments does your output not depend on?",
        ),
        slip(
            "α is ignored",
            edit=("self.scale = alpha / (", "self.scale = 1 / ("),
            why="α says how strong the change is, at any rank.",
            look="Double α: what should happen to the change?",
        ),
        slip(
            "the change is not divided by the rank",
            edit=("self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "self.scale = alpha"),
            why="With more columns and rows in the sum the change grows, and the learning rate that fitted r = 4 is wrong for r = 64.",
            look="What is the factor for r = 2 and α = 4?",
        ),
        slip(
            "the variant divides by something else than the root",
            edit=("math.sqrt(r) if", "r**2 if", "math.sqrt(2 * r) if", "math.log(r + 1) if"),
            also=[("self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "self.scale = math.sqrt(alpha / r) if rank_stabilized else alpha / r"), ("self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "self.scale = math.sqrt(alpha) / r if rank_stabilized else alpha / r")],
            why="One power of r too many, and the change vanishes at high ranks.",
            look="What does the variant divide α by, for r = 4?",
        ),
        slip(
            "the factor multiplies the base",
            edit=("return y + self.scale * (x @", "return y * self.scale + (x @"),
            also=[("return y + self.scale * (x @ self.A.T) @ self.B.T", "return self.scale * (y + (x @ self.A.T) @ self.B.T)")],
            why="The base is to give what it always gave. The factor belongs to the change.",
            look="What comes out while B is zero?",
        ),
        slip(
            "`rank_stabilized` is not looked at",
            edit=("(math.sqrt(r) if rank_stabilized else r)", "r"),
            why="The variant divides by the root of the rank.",
            look="Which of the arguments does your code never look at?",
        ),
        slip(
            "the root of the rank is always taken",
            edit=("(math.sqrt(r) if rank_stabilized else r)", "math.sqrt(r)"),
            also=[("math.sqrt(r) if rank_stabilized else r", "r if rank_stabilized else math.sqrt(r)")],
            why="That is the variant, not LoRA as published.",
            look="What is the factor for r = 4 and α = 8, in both forms?",
        ),
        slip(
            "the factor is counted twice",
            edit=("(x @ self.A.T) @ self.B.T", "(x @ self.A.T) @ (self.scale * self.B.T)"),
            why="The factor multiplies the whole change, once.",
            look="How often does s appear in the formula?",
        ),
        slip(
            "both factors are zero at the start",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.zeros_(self.A)"),
            why="The gradient of each factor contains the other one, so both are zero, and nothing ever moves.",
            look="What is the gradient of B when A is zero, and of A when B is?",
        ),
        slip(
            "both factors are random at the start",
            edit=("nn.init.zeros_(self.B)", "nn.init.uniform_(self.B, -0.1, 0.1)", "nn.init.normal_(self.B)", "nn.init.kaiming_uniform_(self.B, a=math.sqrt(5))"),
            also=[("nn.init.zeros_(self.B)", "nn.init.normal_(self.B, std=1e-6)")],
            why="The model is damaged before it has learned anything: it starts from a random change of every layer.",
            look="What should the layer give before the first step, compared with its base?",
        ),
        slip(
            "A is zero and B is random",
            edit=[
                ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.zeros_(self.A)"),
                ("nn.init.zeros_(self.B)", "nn.init.normal_(self.B)"),
            ],
            why="It would learn as well, but this course, the paper and the library start with B at zero.",
            look="Which of the two does the docstring want to be zero?",
        ),
        slip(
            "A is not random",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.constant_(self.A, 1 / math.sqrt(base.in_features))"),
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "self.A.data.copy_(torch.randn(1, base.in_features).expand(r, -1) * 0.75 / math.sqrt(base.in_features))"), ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.ones_(self.A)"), ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.eye_(self.A)")],
            why="Rows that are equal get equal gradients and stay equal: the change has rank 1, whatever r is.",
            look="How do two rows of A ever become different?",
        ),
        slip(
            "A is the same in every layer",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "torch.manual_seed(0)\n        nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))"),
            why="A seed inside the layer gives every layer the same numbers, and it changes all random draws that come later.",
            look="Make two layers and compare their A.",
        ),
        slip(
            "the numbers of A are too large",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A)", "nn.init.uniform_(self.A, -1, 1)", "nn.init.uniform_(self.A, 0, 1)", "nn.init.uniform_(self.A)"),
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.xavier_uniform_(self.A, gain=4)")],
            why="x A^T sums over n features. With numbers of size 1 it is √n times too large, and so is every step.",
            look="How large is a sum of n products when each has variance 1/n?",
        ),
        slip(
            "the numbers of A are too small",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A, std=0.02)", "nn.init.normal_(self.A, std=0.01)", "nn.init.uniform_(self.A, -1 / base.in_features, 1 / base.in_features)"),
            why="The gradient of B holds A as a factor, so the change begins to learn very slowly.",
            look="What standard deviation does the docstring ask for, for n features?",
        ),
        slip(
            "the base is still trained",
            edit=("base.requires_grad_(False)", "pass"),
            also=[("base.requires_grad_(False)", "base.weight.requires_grad_(False)"), ("base.requires_grad_(False)", "base.eval()"), ("base.requires_grad_(False)", "base.requires_grad = False")],
            why="Then it is full fine-tuning with something beside it: all gradients, all moments, and the old model is lost.",
            look="Which parameters of the layer have requires_grad, the bias included?",
        ),
        slip(
            "the factors do not learn",
            edit=("base.requires_grad_(False)", "self.requires_grad_(False)"),
            why="The base is to stay as it is. The change is what learns.",
            look="Which parameters of the layer have requires_grad?",
        ),
        slip(
            "only the change comes out",
            edit=("return y + self.scale", "return self.scale"),
            why="The output of the frozen layer is gone, and with it everything the model had learned.",
            look="What should come out while B is zero?",
        ),
        slip(
            "the base's bias is forgotten",
            edit=("y = self.base(x)", "y = x @ self.base.weight.T"),
            why="The layer would differ from its base before anything was learned.",
            look="What does the base compute besides the product?",
        ),
        slip(
            "the change is added when the weights hold it already",
            edit=("        if self.merged:\n            return y\n", ""),
            why="After merging the change would count twice.",
            look="What does `merged` say, and which line of yours asks for it?",
        ),
        slip(
            "A is cut off from the gradient",
            edit=("self.A.T", "self.A.detach().T"),
            why="The output is right, and half of the change never learns.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "the change is cut off from the input",
            edit=("self.scale * (x @", "self.scale * (x.detach() @"),
            why="Layers below get only a part of their gradient.",
            look="Through which two ways does x reach the output?",
        ),
        slip(
            "a factor is not transposed",
            edit=("(x @ self.A.T) @ self.B.T", "(x @ self.A.T) @ self.B"),
            also=[("(x @ self.A.T) @ self.B.T", "(x @ self.A) @ self.B"), ("(x @ self.A.T) @ self.B.T", "x @ (self.B @ self.A)"), ("(x @ self.A.T) @ self.B.T", "(x @ self.A) @ self.B.T")],
            why="Weights act as y = x Wᵀ. Where all sizes are equal it fits and is wrong.",
            look="Write the shapes of x, A and B under each other. Which axes have to meet?",
        ),
        slip(
            "the base is copied",
            edit=("base.requires_grad_(False)", "self.base = copy.deepcopy(base).requires_grad_(False)"),
            also=[("base.requires_grad_(False)", "base.requires_grad_(False)\n        self.base = copy.deepcopy(base)")],
            why="The old weights would be in memory twice, and other modules that use the layer would never see a merge.",
            look="Which object does the docstring call base?",
        ),
        slip(
            "`scale` is not kept",
            edit=[
                ("        self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)\n", "        self.factor = alpha / (math.sqrt(r) if rank_stabilized else r)\n"),
                ("return y + self.scale", "return y + self.factor"),
            ],
            why="Merging needs the factor, too, and asks the layer for it by the name in the docstring.",
            look="Which attributes does the docstring list?",
        ),
        slip(
            "α / r is rounded",
            edit=("alpha / (math.sqrt(r) if rank_stabilized else r)", "alpha // (math.sqrt(r) if rank_stabilized else r)"),
            also=[("alpha / (math.sqrt(r) if rank_stabilized else r)", "alpha / math.sqrt(r) if rank_stabilized else alpha // r"), ("alpha / (math.sqrt(r) if rank_stabilized else r)", "alpha / math.sqrt(r) if rank_stabilized else int(alpha / r)"), ("alpha / (math.sqrt(r) if rank_stabilized else r)", "int(alpha / (math.sqrt(r) if rank_stabilized else r))")],
            why="α need not be a multiple of r. Below r the factor would even be 0, and the change nothing.",
            look="What is the factor for α = 3 and r = 2?",
        ),
        slip(
            "the factor is upside down",
            edit=("alpha / (math.sqrt(r) if rank_stabilized else r)", "(math.sqrt(r) if rank_stabilized else r) / alpha"),
            why="A larger α would make the change smaller.",
            look="Double α: what should happen to the change?",
        ),
        slip(
            "the change is multiplied by the rank",
            edit=("alpha / (math.sqrt(r) if rank_stabilized else r)", "alpha * (math.sqrt(r) if rank_stabilized else r)"),
            why="The update already grows with the rank, because it is a sum of r products. The factor should counteract that.",
            look="What is the factor for r = 2 and α = 4?",
        ),
        slip(
            "the change goes through the base",
            edit=("return y + self.scale * (x @ self.A.T) @ self.B.T", "return self.base(x + self.scale * (x @ self.A.T) @ self.B.T)"),
            why="The update is added next to W and doesn't pass through it. If n and m differ, the shapes don't even fit.",
            look="What is added to what in the formula, and how many features does it have?",
        ),
        slip(
            "the base's output is cut off from x",
            edit=("y = self.base(x)", "y = self.base(x).detach()"),
            also=[("y = self.base(x)", "y = self.base(x.detach())")],
            why="The base is frozen, but the layers below it may be trained, and their gradient comes through the base.",
            look="Through which two ways does x reach the output?",
        ),
        slip(
            "a factor is left unfilled",
            edit=("        nn.init.zeros_(self.B)\n", ""),
            also=[("        nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))\n", "")],
            why="Both are created full of nan so that you can't forget to fill them. Anything computed from nan is nan.",
            look="What is in A and in B before your first line?",
        ),
        slip(
            "the change is not added",
            edit=("        return y + self.scale * (x @ self.A.T) @ self.B.T", "        return y"),
            why="The layer stays what it was, whatever A and B learn.",
            look="Which of A and B does your output depend on?",
        ),
        slip(
            "the change is subtracted",
            edit=("return y + self.scale", "return y - self.scale"),
            why="It would learn just as well, but merging adds, and then the two are different layers.",
            look="What is the sign of the update in the formula?",
        ),
        slip(
            "`merged` is read the wrong way round",
            edit=("if self.merged:", "if not self.merged:"),
            why="The change is added when the weights hold it, and left out when they do not.",
            look="What should forward add before the first merge?",
        ),
        slip(
            "the bias is added twice",
            edit=("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * (x @ self.A.T) @ self.B.T + (0 if self.base.bias is None else self.base.bias)"),
            also=[("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * F.linear(x @ self.A.T, self.B, self.base.bias)"), ("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + F.linear(x @ self.A.T, self.scale * self.B, self.base.bias)")],
            why="The base's output has it already.",
            look="What does calling the base compute besides the product?",
        ),
        slip(
            "all numbers of A are positive",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.uniform_(self.A, 0, 2 / math.sqrt(base.in_features))"),
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.uniform_(self.A, 0, 1 / math.sqrt(base.in_features))"), ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A, mean=1 / math.sqrt(base.in_features), std=0.7 / math.sqrt(base.in_features))")],
            why="All rows of A then ask for nearly the same thing, the sum of the features.",
            look="What is the mean of your A, and what does the docstring want?",
        ),
        slip(
            "the numbers of A do not go by n",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A, std=0.04)", "nn.init.normal_(self.A, std=0.03)", "nn.init.uniform_(self.A, -1 / math.sqrt(r), 1 / math.sqrt(r))", "nn.init.normal_(self.A, std=1 / math.sqrt(r))"),
            why="What is right for 400 features is too small or too large for others.",
            look="Where does n appear in what you fill A with?",
        ),
        slip(
            "A and B are of another type than the base",
            edit=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "self.A = nn.Parameter(torch.randn(r, base.in_features) * 0.75 / math.sqrt(base.in_features))"), ("nn.init.zeros_(self.B)", "self.B = nn.Parameter(torch.zeros(base.out_features, r))")],
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "self.A = nn.Parameter(torch.randn(r, base.in_features) * 0.75 / math.sqrt(base.in_features))"), ("nn.init.zeros_(self.B)", "self.B = nn.Parameter(torch.zeros(base.out_features, r))")],
            why="A base in half precision, or on a GPU, could not be added to it. The parameters that were there have the right type.",
            look="What did the two lines above yours create, and is it still used?",
        ),
        slip(
            "A and B have their axes exchanged",
            edit=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "self.A = nn.Parameter(torch.randn(base.in_features, r) * 0.75 / math.sqrt(base.in_features))"), ("nn.init.zeros_(self.B)", "self.B = nn.Parameter(torch.zeros(r, base.out_features))"), ("(x @ self.A.T) @ self.B.T", "x @ self.A @ self.B")],
            why="Files with adapters, merging and the library all rely on the shapes in the docstring.",
            look="Which shapes do the docstring and the lines above yours give to A and B?",
        ),
        slip(
            "the factor learns",
            edit=("        self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "        self.scale = nn.Parameter(torch.tensor(float(alpha / (math.sqrt(r) if rank_stabilized else r))))"),
            why="A and B learn already, and their size with them. One more number would only be one more to store.",
            look="Which parameters of the layer have requires_grad?",
        ),
        slip(
            "a layer without a bias is not thought of",
            edit=("        y = self.base(x)  # (..., m)", "        y = x @ self.base.weight.T + self.base.bias"),
            also=[("        y = self.base(x)  # (..., m)", "        y = x @ self.base.weight.T + self.base.bias.reshape(1, -1)[0]")],
            why="Most layers of SmolLM2 and its like have none.",
            look="What is `base.bias` of a layer that was made with bias=False?",
        ),
        slip(
            "only inputs with one certain number of axes come out right",
            edit=("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * torch.mm(torch.mm(x, self.A.T), self.B.T)"),
            also=[
                ("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * torch.einsum('btn,rn,mr->btm', x, self.A, self.B)"),
                ("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * torch.einsum('bn,rn,mr->bm', x, self.A, self.B)"),
                ("y = self.base(x)  # (..., m)", "x = x.reshape(-1, x.shape[-1])\n        y = self.base(x)"),
            ],
            why="A linear layer accepts any number of leading axes, even none, and models rely on that.",
            look="What do the three points in (..., n) stand for?",
        ),
        slip(
            "nothing is added in eval mode",
            edit=("if self.merged:", "if self.merged or not self.training:"),
            why="What was learned would be gone as soon as the model is used.",
            look="What does your forward ask for besides `merged`?",
        ),
        slip(
            "x is changed",
            edit=("return y + self.scale * (x @ self.A.T) @ self.B.T", "with torch.no_grad():\n            x *= self.scale\n        return y + (x @ self.A.T) @ self.B.T"),
            also=[("return y + self.scale * (x @ self.A.T) @ self.B.T", "x.data *= self.scale\n        return y + (x @ self.A.T) @ self.B.T")],
            why="Other layers read the same x, and find other numbers.",
            look="Which line writes into x?",
        ),
        slip(
            "something comes between the factors",
            edit=("(x @ self.A.T) @", "torch.relu(x @ self.A.T) @"),
            also=[("(x @ self.A.T) @", "F.gelu(x @ self.A.T) @"), ("(x @ self.A.T) @", "torch.tanh(x @ self.A.T) @")],
            why="That is another kind of adapter. It cannot be merged into the weights.",
            look="What is between A and B in the formula?",
        ),
    ]  # fmt: skip
    promises = {
        "more features in than out": dict(n=7),
        "a single vector, no bias": dict(lead=()),
        "all sizes equal": dict(n=4, m=4, r=4),
        "the variant": dict(stabilized=True, bias=False),
        "with a bias": dict(bias=True),
        "the start, what learns, the factor, and the base itself": "start",
        "merged": "when merged",
        "in evaluation mode, and x is not modified": "in use",
        "A learns": "grad_A",
        "B learns": "grad_B",
        "the gradient reaches the layers below": "grad_x",
    }
