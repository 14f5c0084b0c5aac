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
            why="α sets how strong the change is. Without the factor, every rank needs a different learning rate.",
            look="Which of the arguments does your output not depend on?",
        ),
        slip(
            "α is ignored",
            edit=("self.scale = alpha / (", "self.scale = 1 / ("),
            why="α sets how strong the change is, at any rank.",
            look="If you double α, what should happen to the change?",
        ),
        slip(
            "the change is not divided by the rank",
            edit=("self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "self.scale = alpha"),
            why="The more columns and rows the sum has, the larger the change, so a learning rate that suits r = 4 is wrong for r = 64.",
            look="What is the factor for r = 2 and α = 4?",
        ),
        slip(
            "the variant divides by something other than the root",
            edit=("math.sqrt(r) if", "r**2 if", "math.sqrt(2 * r) if", "math.log(r + 1) if"),
            also=[("self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "self.scale = math.sqrt(alpha / r) if rank_stabilized else alpha / r"), ("self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "self.scale = math.sqrt(alpha) / r if rank_stabilized else alpha / r")],
            why="With one power of r too many, the change vanishes at high ranks.",
            look="What does the variant divide α by, for r = 4?",
        ),
        slip(
            "the factor multiplies the base",
            edit=("return y + self.scale * (x @", "return y * self.scale + (x @"),
            also=[("return y + self.scale * (x @ self.A.T) @ self.B.T", "return self.scale * (y + (x @ self.A.T) @ self.B.T)")],
            why="The base should give what it always gave. The factor belongs to the change alone.",
            look="What comes out while B is zero?",
        ),
        slip(
            "`rank_stabilized` is ignored",
            edit=("(math.sqrt(r) if rank_stabilized else r)", "r"),
            why="The variant divides by the root of the rank.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "the root of the rank is always taken",
            edit=("(math.sqrt(r) if rank_stabilized else r)", "math.sqrt(r)"),
            also=[("math.sqrt(r) if rank_stabilized else r", "r if rank_stabilized else math.sqrt(r)")],
            why="That is the variant, not LoRA as published.",
            look="What is the factor for r = 4 and α = 8, in both forms?",
        ),
        slip(
            "the factor is applied twice",
            edit=("(x @ self.A.T) @ self.B.T", "(x @ self.A.T) @ (self.scale * self.B.T)"),
            why="The factor should multiply the whole change just once.",
            look="How often does s appear in the formula?",
        ),
        slip(
            "both factors are zero at the start",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.zeros_(self.A)"),
            why="The gradient of each factor contains the other factor, so both gradients are zero and nothing ever moves.",
            look="What is the gradient of B when A is zero, and of A when B is?",
        ),
        slip(
            "both factors are random at the start",
            edit=("nn.init.zeros_(self.B)", "nn.init.uniform_(self.B, -0.1, 0.1)", "nn.init.normal_(self.B)", "nn.init.kaiming_uniform_(self.B, a=math.sqrt(5))"),
            also=[("nn.init.zeros_(self.B)", "nn.init.normal_(self.B, std=1e-6)")],
            why="The model is damaged before it has learned anything, because it starts with a random change in every layer.",
            look="What should the layer give before the first step, compared with its base?",
        ),
        slip(
            "A is zero and B is random",
            edit=[
                ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.zeros_(self.A)"),
                ("nn.init.zeros_(self.B)", "nn.init.normal_(self.B)"),
            ],
            why="It would learn just as well, but this course, the paper and the library start with B at zero.",
            look="Which of the two does the docstring want to be zero?",
        ),
        slip(
            "A is not random",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.constant_(self.A, 1 / math.sqrt(base.in_features))"),
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "self.A.data.copy_(torch.randn(1, base.in_features).expand(r, -1) * 0.75 / math.sqrt(base.in_features))"), ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.ones_(self.A)"), ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.eye_(self.A)")],
            why="Rows that are equal get equal gradients and stay equal, so the change has rank 1, whatever r is.",
            look="How do two rows of A ever become different?",
        ),
        slip(
            "A is the same in every layer",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "torch.manual_seed(0)\n        nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))"),
            why="A seed inside the layer gives every layer the same numbers, and it changes all random draws that come later.",
            look="Make two layers and compare their A.",
        ),
        slip(
            "the entries of A are too large",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A)", "nn.init.uniform_(self.A, -1, 1)", "nn.init.uniform_(self.A, 0, 1)", "nn.init.uniform_(self.A)"),
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.xavier_uniform_(self.A, gain=4)")],
            why="x A^T sums over n features. With entries of size 1 the result is √n times too large, and so is every step.",
            look="How large is a sum of n products when each has variance 1/n?",
        ),
        slip(
            "the entries of A are too small",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A, std=0.02)", "nn.init.normal_(self.A, std=0.01)", "nn.init.uniform_(self.A, -1 / base.in_features, 1 / base.in_features)"),
            why="The gradient of B contains A as a factor, so the change starts to learn very slowly.",
            look="What standard deviation does the docstring ask for, for n features?",
        ),
        slip(
            "the base is still trained",
            edit=("base.requires_grad_(False)", "pass"),
            also=[("base.requires_grad_(False)", "base.weight.requires_grad_(False)"), ("base.requires_grad_(False)", "base.eval()"), ("base.requires_grad_(False)", "base.requires_grad = False")],
            why="Then it is full fine-tuning plus an adapter, with gradients and moments for all weights, and the original model is lost.",
            look="Which parameters of the layer have requires_grad, the bias included?",
        ),
        slip(
            "the factors do not learn",
            edit=("base.requires_grad_(False)", "self.requires_grad_(False)"),
            why="The base should stay as it is, but the change has to learn.",
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
            why="The layer would differ from its base before it has learned anything.",
            look="What does the base compute besides the product?",
        ),
        slip(
            "the change is added although the weights already contain it",
            edit=("        if self.merged:\n            return y\n", ""),
            why="After merging, the change would count twice.",
            look="What does `merged` mean, and which line of your code checks it?",
        ),
        slip(
            "A is cut off from the gradient",
            edit=("self.A.T", "self.A.detach().T"),
            why="The output is right, but half of the change never learns.",
            look="Which operations break the trail that backward() follows?",
        ),
        slip(
            "the change is cut off from the input",
            edit=("self.scale * (x @", "self.scale * (x.detach() @"),
            why="The layers below get only a part of their gradient.",
            look="By which two paths does x reach the output?",
        ),
        slip(
            "a factor is not transposed",
            edit=("(x @ self.A.T) @ self.B.T", "(x @ self.A.T) @ self.B"),
            also=[("(x @ self.A.T) @ self.B.T", "(x @ self.A) @ self.B"), ("(x @ self.A.T) @ self.B.T", "x @ (self.B @ self.A)"), ("(x @ self.A.T) @ self.B.T", "(x @ self.A) @ self.B.T")],
            why="Weights act as y = x Wᵀ. If all sizes are equal, the shapes fit but the result is wrong.",
            look="Write the shapes of x, A and B next to each other. Which axes have to match?",
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
            why="Merging also needs the factor, and looks for it in the layer under the name in the docstring.",
            look="Which attributes does the docstring list?",
        ),
        slip(
            "α / r is rounded",
            edit=("alpha / (math.sqrt(r) if rank_stabilized else r)", "alpha // (math.sqrt(r) if rank_stabilized else r)"),
            also=[("alpha / (math.sqrt(r) if rank_stabilized else r)", "alpha / math.sqrt(r) if rank_stabilized else alpha // r"), ("alpha / (math.sqrt(r) if rank_stabilized else r)", "alpha / math.sqrt(r) if rank_stabilized else int(alpha / r)"), ("alpha / (math.sqrt(r) if rank_stabilized else r)", "int(alpha / (math.sqrt(r) if rank_stabilized else r))")],
            why="α need not be a multiple of r. If α is below r, the factor would even be 0, and there would be no change at all.",
            look="What is the factor for α = 3 and r = 2?",
        ),
        slip(
            "the factor is upside down",
            edit=("alpha / (math.sqrt(r) if rank_stabilized else r)", "(math.sqrt(r) if rank_stabilized else r) / alpha"),
            why="A larger α would make the change smaller.",
            look="If you double α, what should happen to the change?",
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
            look="By which two paths does x reach the output?",
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
            why="The layer stays as it was, whatever A and B learn.",
            look="Which of A and B does your output depend on?",
        ),
        slip(
            "the change is subtracted",
            edit=("return y + self.scale", "return y - self.scale"),
            why="It would learn just as well, but merging adds the change, so the merged layer would be a different one.",
            look="What is the sign of the update in the formula?",
        ),
        slip(
            "`merged` is read the wrong way round",
            edit=("if self.merged:", "if not self.merged:"),
            why="The change is added when the weights already contain it, and left out when they don't.",
            look="What should forward add before the first merge?",
        ),
        slip(
            "the bias is added twice",
            edit=("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * (x @ self.A.T) @ self.B.T + (0 if self.base.bias is None else self.base.bias)"),
            also=[("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * F.linear(x @ self.A.T, self.B, self.base.bias)"), ("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + F.linear(x @ self.A.T, self.scale * self.B, self.base.bias)")],
            why="The base's output already includes it.",
            look="What does calling the base compute besides the product?",
        ),
        slip(
            "all entries of A are positive",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.uniform_(self.A, 0, 2 / math.sqrt(base.in_features))"),
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.uniform_(self.A, 0, 1 / math.sqrt(base.in_features))"), ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A, mean=1 / math.sqrt(base.in_features), std=0.7 / math.sqrt(base.in_features))")],
            why="Then all rows of A compute nearly the same thing, the sum of the features.",
            look="What is the mean of your A, and what mean does the docstring ask for?",
        ),
        slip(
            "the size of A's entries does not depend on n",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A, std=0.04)", "nn.init.normal_(self.A, std=0.03)", "nn.init.uniform_(self.A, -1 / math.sqrt(r), 1 / math.sqrt(r))", "nn.init.normal_(self.A, std=1 / math.sqrt(r))"),
            why="What is right for 400 features is too small or too large for other sizes.",
            look="Where does n appear in the line that fills A?",
        ),
        slip(
            "A and B have a different type from the base",
            edit=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "self.A = nn.Parameter(torch.randn(r, base.in_features) * 0.75 / math.sqrt(base.in_features))"), ("nn.init.zeros_(self.B)", "self.B = nn.Parameter(torch.zeros(base.out_features, r))")],
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "self.A = nn.Parameter(torch.randn(r, base.in_features) * 0.75 / math.sqrt(base.in_features))"), ("nn.init.zeros_(self.B)", "self.B = nn.Parameter(torch.zeros(base.out_features, r))")],
            why="They wouldn't work with a base in half precision or on a GPU. The parameters that you were given have the right type.",
            look="What did the two lines above yours create, and is it still used?",
        ),
        slip(
            "the axes of A and B are swapped",
            edit=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "self.A = nn.Parameter(torch.randn(base.in_features, r) * 0.75 / math.sqrt(base.in_features))"), ("nn.init.zeros_(self.B)", "self.B = nn.Parameter(torch.zeros(r, base.out_features))"), ("(x @ self.A.T) @ self.B.T", "x @ self.A @ self.B")],
            why="Adapter files, merging and the library all rely on the shapes in the docstring.",
            look="What shapes do the docstring and the lines above yours give A and B?",
        ),
        slip(
            "the factor learns",
            edit=("        self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "        self.scale = nn.Parameter(torch.tensor(float(alpha / (math.sqrt(r) if rank_stabilized else r))))"),
            why="A and B already learn how large the change is. A trained factor would only be one more number to store.",
            look="Which parameters of the layer have requires_grad?",
        ),
        slip(
            "a layer without a bias is not handled",
            edit=("        y = self.base(x)  # (..., m)", "        y = x @ self.base.weight.T + self.base.bias"),
            also=[("        y = self.base(x)  # (..., m)", "        y = x @ self.base.weight.T + self.base.bias.reshape(1, -1)[0]")],
            why="Most layers in models like SmolLM2 have none.",
            look="What is `base.bias` of a layer that was made with bias=False?",
        ),
        slip(
            "only inputs with one particular number of axes come out right",
            edit=("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * torch.mm(torch.mm(x, self.A.T), self.B.T)"),
            also=[
                ("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * torch.einsum('btn,rn,mr->btm', x, self.A, self.B)"),
                ("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * torch.einsum('bn,rn,mr->bm', x, self.A, self.B)"),
                ("y = self.base(x)  # (..., m)", "x = x.reshape(-1, x.shape[-1])\n        y = self.base(x)"),
            ],
            why="A linear layer accepts any number of leading axes, even none, and models rely on that.",
            look="What do the three dots in (..., n) stand for?",
        ),
        slip(
            "nothing is added in eval mode",
            edit=("if self.merged:", "if self.merged or not self.training:"),
            why="What was learned would be gone as soon as the model is put to use.",
            look="What does your `forward` check besides `merged`?",
        ),
        slip(
            "x is changed",
            edit=("return y + self.scale * (x @ self.A.T) @ self.B.T", "with torch.no_grad():\n            x *= self.scale\n        return y + (x @ self.A.T) @ self.B.T"),
            also=[("return y + self.scale * (x @ self.A.T) @ self.B.T", "x.data *= self.scale\n        return y + (x @ self.A.T) @ self.B.T")],
            why="Other layers read the same x and would find different numbers.",
            look="Which line writes into x?",
        ),
        slip(
            "something comes between the factors",
            edit=("(x @ self.A.T) @", "torch.relu(x @ self.A.T) @"),
            also=[("(x @ self.A.T) @", "F.gelu(x @ self.A.T) @"), ("(x @ self.A.T) @", "torch.tanh(x @ self.A.T) @")],
            why="That is another kind of adapter, and it can't be merged into the weights.",
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
