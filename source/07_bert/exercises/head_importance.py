"""Importance of attention heads: the mean absolute gradient of the loss with respect to gates.

Oracle: the loss in the check has a closed form, whose derivative is worked out by hand.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("head_importance", points=4)
class _:
    cases = [
        dict(N=5, L=2, H=4),
        dict(N=4, L=3, H=3),
        dict(N=1, L=1, H=5),
        dict(N=6, L=4, H=2),
        dict(N=3, L=2, H=3, size=1e-4),
    ]
    weights = {"importance": 4, "no gradient": 1}

    def inputs(rng, N, L, H, size=1.0):
        x = 1.2 * rng.standard_normal((N, L, H))
        y = np.where(np.arange(N) % 2, -1.0, 1.0)
        return {"x": x, "y": y, "weight": size * rng.uniform(0.3, 1.5, (L, H)) * rng.choice([-1, 1], (L, H))}

    def oracle(x, y, weight):
        """The derivative of softplus(−y Σ w tanh(g x)) by each g, at g = 1, worked out by hand."""
        sizes = np.zeros(weight.shape)
        for one, sign in zip(x, y):
            score = (weight * np.tanh(one)).sum()
            outer = -sign / (1 + np.exp(sign * score))
            sizes += np.abs(outer * weight * (1 - np.tanh(one) ** 2) * one)
        importance = np.stack([row / np.sqrt((row**2).sum()) for row in sizes])
        return {"importance": importance, "no gradient": {"importance": importance, "still": True}}

    equivalent = {
        "slopes = [torch.autograd.grad(loss_of(example, gates), gates)[ -1].abs() for example in examples]": "there is one gradient, the first and the last",
        "importance = (torch.stack(slopes)).sum(dim=0)": "the layers are scaled afterwards",
    }

    alternatives = {
        "backward, gate by gate set to zero again": """
            total = torch.zeros(shape)
            before = [p.grad for p in ()]
            for example in examples:
                gates = torch.ones(shape).requires_grad_()
                (slope,) = torch.autograd.grad(loss_of(example, gates), [gates])
                total += slope.abs()
            return torch.nn.functional.normalize(total, dim=-1)
        """,
        "by vectors of the heads": """
            rows = []
            for example in examples:
                gates = torch.autograd.Variable(torch.ones(*shape), requires_grad=True)
                rows.append(torch.autograd.functional.jacobian(lambda g: loss_of(example, g), gates.detach()).abs())
            mean = sum(rows) / len(rows)
            return torch.stack([row / (row * row).sum().sqrt() for row in mean])
        """,
    }
    SLOPES = "[torch.autograd.grad(loss_of(example, gates), gates)[0].abs() for example in examples]"
    slips = [
        slip(
            "the sign is dropped after the mean",
            edit=[("gates)[0].abs()", "gates)[0]"), ("mean(dim=0)", "mean(dim=0).abs()")],
            also=[(SLOPES, "[torch.autograd.grad(sum(loss_of(example, gates) for example in examples), gates)[0].abs()]"),
                (SLOPES, "[]\n    sum(loss_of(example, gates) for example in examples).backward()\n    slopes.append(gates.grad.abs())"),
            ],
            why="A head that lowers the loss of one text and raises the loss of another would look idle. That is the gradient of the "
            "batch, and Michel et al. warn against it: the absolute value belongs inside the mean.",
            look="One slope is 3, another is −3. What is the mean of their absolute values, and what is the absolute value of their mean?",
        ),
        slip(
            "the sign stays",
            edit=("gates)[0].abs()", "gates)[0]"),
            why="A head whose removal would raise the loss matters just as much as one whose removal would lower it.",
            look="Can your result be negative?",
        ),
        slip(
            "the slopes are squared",
            edit=("gates)[0].abs()", "gates)[0] ** 2"),
            also=[[("gates)[0].abs()", "gates)[0] ** 2"), ("mean(dim=0)", "mean(dim=0).sqrt()")]],
            why="A few examples with steep slopes would dominate the mean. The paper takes the absolute value.",
            look="What is the mean of 1, 1 and 10, and what is the mean of their squares?",
        ),
        slip(
            "the layers are not scaled",
            edit=("return importance / importance.norm(dim=1, keepdim=True)", "return importance"),
            why="Slopes are larger in some layers than in others, so pruning would remove whole layers first.",
            look="What is the sum of squares of each row of your result?",
        ),
        slip(
            "all layers are scaled together",
            edit=("importance.norm(dim=1, keepdim=True)", "importance.norm()"),
            also=[("importance.norm(dim=1, keepdim=True)", "importance.max()"), ("importance.norm(dim=1, keepdim=True)", "importance.sum()")],
            why="One number for all layers doesn't change the order of the heads, so each layer needs its own.",
            look="How many norms are there for L layers?",
        ),
        slip(
            "heads with the same number are scaled together, across layers",
            edit=("norm(dim=1, keepdim=True)", "norm(dim=0, keepdim=True)"),
            why="Head 3 of one layer has nothing to do with head 3 of another.",
            look="Which axis of (L, H) runs along the heads of one layer?",
        ),
        slip(
            "each layer is divided by something other than the root of its sum of squares",
            edit=("importance.norm(dim=1, keepdim=True)", "importance.sum(dim=1, keepdim=True)", "importance.amax(dim=1, keepdim=True)", "importance.mean(dim=1, keepdim=True)"),
            also=[("importance.norm(dim=1, keepdim=True)", "importance.pow(2).sum(dim=1, keepdim=True)"), ("return importance / importance.norm(dim=1, keepdim=True)", "return importance.softmax(dim=1)"), ("importance.norm(dim=1, keepdim=True)", "importance.pow(2).mean(dim=1, keepdim=True).sqrt()")],
            why="Any other scale changes how the heads of one layer rank against those of another.",
            look="What is the sum of squares of each row of your result?",
        ),
        slip(
            "the gates are 0",
            edit=("torch.ones(shape, requires_grad=True)", "torch.zeros(shape, requires_grad=True)"),
            why="That is the model without any heads, and its slopes tell you nothing about the model as it is.",
            look="Which value of a gate leaves the model unchanged?",
        ),
        slip(
            "the gates are drawn at random",
            edit=("torch.ones(shape, requires_grad=True)", "torch.rand(shape, generator=torch.Generator().manual_seed(0)).requires_grad_()"),
            also=[("torch.ones(shape, requires_grad=True)", "torch.full(shape, 0.5, requires_grad=True)")],
            why="The slopes should be taken at the model itself, where every gate is 1.",
            look="Which value of a gate leaves the model unchanged?",
        ),
        slip(
            "the parameters of the model get gradients",
            edit=(SLOPES, "[]\n    for example in examples:\n        gates.grad = None\n        loss_of(example, gates).backward()\n        slopes.append(gates.grad.abs())"),
            why="`backward` writes a gradient into every parameter it reaches, so the next training step would add these gradients to its own.",
            look="What does `backward` leave in the model?",
        ),
        slip(
            "gradients pile up from example to example",
            edit=(SLOPES, "[]\n    for example in examples:\n        loss_of(example, gates).backward()\n        slopes.append(gates.grad.abs().clone())"),
            also=[(SLOPES, "[]\n    for example in examples:\n        loss_of(example, gates).backward(inputs=[gates])\n        slopes.append(gates.grad.abs().clone())")],
            why="`backward` adds to `.grad`, so from the second example on it contains more than that example's slope.",
            look="What is in `gates.grad` before the second `backward`?",
        ),
        slip(
            "the last example alone counts",
            edit=("torch.stack(slopes).mean(dim=0)", "slopes[-1]"),
            also=[("torch.stack(slopes).mean(dim=0)", "slopes[0]")],
            why="Different texts need different heads, so one example is not enough.",
            look="How many examples enter your mean?",
        ),
        slip(
            "the loss is measured with each head switched off",
            edit=(
                "gates = torch.ones(shape, requires_grad=True)  # (L, H)",
                "with torch.no_grad():\n        whole = torch.stack([loss_of(e, torch.ones(shape)) for e in examples])\n        drop = torch.zeros(shape)\n"
                "        for place in torch.ones(shape).nonzero().tolist():\n            gates = torch.ones(shape)\n            gates[tuple(place)] = 0\n"
                "            drop[tuple(place)] = (torch.stack([loss_of(e, gates) for e in examples]) - whole).abs().mean()\n"
                "    return drop / drop.norm(dim=1, keepdim=True)\n    gates = torch.ones(shape, requires_grad=True)",
            ),
            why="That is a good question as well, but it takes one run per head. You were asked for the slope, and one run gives the slopes of all heads.",
            look="How often does your code call `loss_of` for each example?",
        ),
        slip(
            "each example is scaled before the mean",
            edit=("return importance / importance.norm(dim=1, keepdim=True)", "return torch.stack([slope / slope.norm(dim=1, keepdim=True) for slope in slopes]).mean(dim=0)"),
            also=[("torch.stack(slopes).mean(dim=0)", "torch.stack([slope / slope.norm(dim=1, keepdim=True) for slope in slopes]).mean(dim=0)")],
            why="An example whose loss hardly depends on the heads would count as much as one whose loss depends on them a lot.",
            look="What comes first in the docstring, the mean or the scaling?",
        ),
        slip(
            "the number of layers and heads is fixed",
            edit=("torch.ones(shape, requires_grad=True)", "torch.ones(6, 12, requires_grad=True)"),
            why="Another model has a different number of each.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "a small number is added before the division",
            edit=("importance.norm(dim=1, keepdim=True)", "(importance.pow(2).sum(dim=1, keepdim=True) + 1e-3).sqrt()", "(importance.norm(dim=1, keepdim=True) + 1e-6)", "(importance.norm(dim=1, keepdim=True) + 1e-5)"),
            also=[("importance.norm(dim=1, keepdim=True)", below) for below in (
                "(importance.pow(2).sum(dim=1, keepdim=True) + 1e-6).sqrt()",
                "(importance.pow(2).sum(dim=1, keepdim=True) + 1e-8).sqrt()",
                "(importance.norm(dim=1, keepdim=True) + 1e-4)",
                "importance.norm(dim=1, keepdim=True).clamp(min=1e-3)",
            )],
            why="Where a model is sure of every example, all slopes are tiny, and compared with them your number is no longer small.",
            look="The slopes of a layer are all about 0.0001. What is the sum of squares of that row of your result?",
        ),
        slip(
            "the largest slope counts, not the mean",
            edit=("torch.stack(slopes).mean(dim=0)", "torch.stack(slopes).amax(dim=0)"),
            why="A single odd example would decide the result.",
            look="How many examples contribute to each number?",
        ),
    ]  # fmt: skip
    promises = {
        "the size of each slope, then the mean": dict(N=5),
        "one example": dict(N=1),
        "tiny slopes": dict(size=1e-4),
        "as many layers as heads": dict(L=3, H=3),
        "parameters get no gradient": "no gradient",
        "each layer has length 1": "importance",
    }
