"""The loss of a fine-tuning head: cross-entropy for classes, squared error for numbers.

Oracle: both losses written out in float64, with gradients by hand.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("task_loss", points=2, forbid=["utils.finetuning"])
class _:
    cases = [
        dict(B=5, C=3),
        dict(B=4, C=2, large=True),
        dict(B=6, C=1),
        dict(B=1, C=1),
        dict(B=3, C=3),
        dict(B=1, C=4),
        dict(B=4, C=1, whole=True),
    ]

    tolerance = 5e-5
    equivalent = {"return F.mse_loss(logits[:, -1], targets)": "there is one column"}

    def inputs(rng, B, C, large=False, whole=False):
        logits = rng.standard_normal((B, C)) * (150 if large else 1.5)
        targets = rng.integers(0, C, B) if C > 1 else (rng.normal(1, 2, B)).astype(np.float32)
        if whole:
            targets = targets.round()
        if large:  # one that overflows, and one that was thought impossible
            logits[0] += 200
            targets[1] = logits[1].argmin()
            logits[1, targets[1]] -= 150
        return {"logits": logits, "targets": targets}

    def oracle(logits, targets):
        """Written out, with its gradient by hand: softmax minus one-hot, or twice the difference."""
        x = np.asarray(logits, dtype=np.float64)
        B, C = x.shape
        if C == 1:
            gap = np.array([[x[i, 0] - float(targets[i])] for i in range(B)])
            return {"loss": float((gap**2).mean()), "grad_logits": 2 * gap / B}
        logs = x - x.max(1, keepdims=True)
        logs = logs - np.log(np.exp(logs).sum(1, keepdims=True))
        loss = -sum(logs[i, int(targets[i])] for i in range(B)) / B
        return {"loss": float(loss), "grad_logits": (np.exp(logs) - np.eye(C)[np.asarray(targets)]) / B}

    alternatives = {
        "by hand": """
            if logits.shape[1] == 1:
                return (logits.squeeze(1) - targets).pow(2).mean()
            logs = logits.log_softmax(dim=1)
            return -logs.gather(1, targets[:, None]).mean()
        """,
        "numbers get an axis": """
            if targets.dtype == torch.float32:
                return nn.MSELoss()(logits, targets.unsqueeze(1))
            return nn.CrossEntropyLoss()(logits, targets)
        """,
        "logsumexp": """
            if targets.is_floating_point():
                return ((logits.flatten() - targets) ** 2).sum() / len(targets)
            return (logits.logsumexp(1) - logits[torch.arange(len(targets)), targets]).mean()
        """,
    }
    slips = [
        slip(
            "every prediction meets every target",
            edit=("F.mse_loss(logits[:, 0], targets)", "F.mse_loss(logits, targets)"),

            why="(B, 1) and (B,) broadcast to (B, B). The loss is then smallest when all predictions are the mean of the targets, and training does just that.",
            look="What is the shape of the difference between a (B, 1) and a (B,) tensor?",
        ),
        slip(
            "the losses are summed",
            edit=[("F.mse_loss(logits[:, 0], targets)", 'F.mse_loss(logits[:, 0], targets, reduction="sum")'), ("F.cross_entropy(logits, targets)", 'F.cross_entropy(logits, targets, reduction="sum")')],
            also=[
                ("F.cross_entropy(logits, targets)", 'F.cross_entropy(logits, targets, reduction="sum")'),
                ("F.mse_loss(logits[:, 0], targets)", 'F.mse_loss(logits[:, 0], targets, reduction="sum")'),
            ],
            why="With a sum, the length of a step depends on the size of the batch, and the last, smaller batch counts less.",
            look="Double the batch by repeating it. Should the loss change?",
        ),
        slip(
            "softmax is taken twice",
            edit=("F.cross_entropy(logits, targets)", "F.cross_entropy(logits.softmax(dim=-1), targets)"),
            why="The cross-entropy takes a softmax of its own. The softmax of probabilities is nearly flat, so the loss can't come near 0.",
            look="What does `F.cross_entropy` expect: logits or probabilities?",
        ),
        slip(
            "the absolute difference is taken",
            edit=("F.mse_loss(", "F.l1_loss("),
            also=[
                ("F.mse_loss(", "2 * F.smooth_l1_loss("),
                ("F.mse_loss(", "F.smooth_l1_loss(")],
            why="It is a perfectly good loss, but a different one: its best constant is the median, not the mean.",
            look="Which power of the difference does the docstring ask for?",
        ),
        slip(
            "the root of the squared error comes back",
            edit=("F.mse_loss(logits[:, 0], targets)", "F.mse_loss(logits[:, 0], targets).sqrt()"),
            why="The root has its minimum in the same place but a different gradient, which isn't even defined where the error is 0.",
            look="Which power of the difference does the docstring ask for?",
        ),
        slip(
            "numbers are treated as classes",
            edit=("if targets.is_floating_point():\n        return F.mse_loss(logits[:, 0], targets)\n    ", "targets = targets.long()\n    "),
            also=[("F.mse_loss(logits[:, 0], targets)", "F.cross_entropy(logits, torch.zeros_like(targets).long())")],
            why="With one logit the softmax is always 1 and the cross-entropy always 0, so nothing is learned.",
            look="What is the softmax of a single number?",
        ),
        slip(
            "classes are treated as numbers",
            edit=("return F.cross_entropy(logits, targets)", "return F.mse_loss(logits.argmax(dim=-1).float() + 0 * logits[:, 0], targets.float())"),
            also=[
                ("F.cross_entropy(logits, targets)", "F.mse_loss(logits, F.one_hot(targets, logits.shape[1]).float())"),
                ("F.cross_entropy(logits, targets)", "F.mse_loss(logits.softmax(dim=-1), F.one_hot(targets, logits.shape[1]).float())"),
            ],
            why="Class 2 is not twice class 1. Only their names are numbers.",
            look="Which loss does the docstring give for targets that are classes?",
        ),
        slip(
            "the predictions are squeezed by a sigmoid",
            edit=("F.mse_loss(logits[:, 0], targets)", "F.mse_loss(logits[:, 0].sigmoid(), targets)"),
            also=[("F.mse_loss(logits[:, 0], targets)", "F.binary_cross_entropy_with_logits(logits[:, 0], targets)"), ("F.mse_loss(logits[:, 0], targets)", "F.mse_loss(logits[:, 0].tanh(), targets)")],
            why="A rating may be 3 or −2, but a sigmoid stays between 0 and 1.",
            look="Which values may a target have, and which ones can your prediction reach?",
        ),
        slip(
            "the loss is cut off from the gradient",
            edit=("return F.cross_entropy(logits, targets)", "return torch.tensor(F.cross_entropy(logits, targets).item(), requires_grad=True)"),

            why="The number is right, but no weight can learn from it.",
            look="Which of your operations breaks the trail that backward() follows?",
        ),
        slip(
            "the loss of each row comes back",
            edit=[("F.mse_loss(logits[:, 0], targets)", 'F.mse_loss(logits[:, 0], targets, reduction="none")'), ("F.cross_entropy(logits, targets)", 'F.cross_entropy(logits, targets, reduction="none")')],
            why="`backward()` has to start from one number.",
            look="Print the shape of your result. What does the docstring say?",
        ),
        slip(
            'logits are taken for logarithms of probabilities',
            edit=("F.cross_entropy(logits, targets)", "F.nll_loss(logits, targets)", "-logits.gather(1, targets[:, None]).mean()"),
            why='Without the softmax the loss has no lower bound, because the logit of a right class can grow for ever.',
            look='What has to sum to one before its logarithm can serve as a loss?',
        ),
        slip(
            'probabilities are computed first, and large logits overflow',
            edit=("F.cross_entropy(logits, targets)", "-(logits.exp() / logits.exp().sum(dim=1, keepdim=True)).gather(1, targets[:, None]).log().mean()", "-logits.softmax(dim=1).gather(1, targets[:, None]).log().mean()"),
            why='In float32, e⁸⁹ overflows, and a probability below 10⁻⁴⁵ becomes 0, whose logarithm is −∞. One such row makes the weights nan.',
            look='What are exp(200) and log(0) in float32?',
        ),
        slip(
            'half of the squared error comes back',
            edit=("F.mse_loss(logits[:, 0], targets)", "F.mse_loss(logits[:, 0], targets) / 2"),
            why='Many books halve it for a nicer gradient, but you were asked for the mean squared error itself.',
            look='Is there a factor in the formula?',
        ),
        slip(
            'the logarithm has base 2',
            edit=("F.cross_entropy(logits, targets)", "F.cross_entropy(logits, targets) / math.log(2)"),
            why='Bits are a fine unit, but the docstring asks for nats.',
            look='Which unit does the docstring name?',
        ),
        slip(
            "whole numbers are taken for classes",
            edit=("if targets.is_floating_point():", "if not torch.equal(targets, targets.round() if targets.is_floating_point() else targets):"),
            also=[
                [("if targets.is_floating_point():", "if not torch.equal(targets, targets.round() if targets.is_floating_point() else targets):"), ("F.cross_entropy(logits, targets)", "F.cross_entropy(logits, targets.long().clamp(min=0, max=logits.shape[1] - 1))")],
                [("if targets.is_floating_point():", "if not torch.equal(targets, targets.round() if targets.is_floating_point() else targets):"), ("F.cross_entropy(logits, targets)", "F.cross_entropy(logits, targets.long())")],
            ],
            why="A rating that happens to be a whole number is not a class. The type of the targets tells you what they are.",
            look="Ratings 3.0 and 1.0: are these classes in your code?",
        ),
        slip(
            "the mean prediction is compared with the targets",
            edit=("F.mse_loss(logits[:, 0], targets)", "((logits.mean() - targets) ** 2).mean()"),
            why="Each prediction belongs to one target. The mean may be right while all of them are wrong.",
            look="Swap two predictions. Should the loss change?",
        ),
        slip(
            "probabilities have a floor",
            edit=("F.cross_entropy(logits, targets)", "-logits.softmax(1)[torch.arange(len(targets)), targets].clamp(min=1e-2).log().mean()"),
            also=[
                ("F.cross_entropy(logits, targets)", "-logits.softmax(1)[torch.arange(len(targets)), targets].clamp(min=1e-8).log().mean()"),
            ],
            why="An answer that the model thought impossible then costs no more than one it thought unlikely, and teaches nothing.",
            look="Which loss and which gradient does a right class with a probability of 10⁻²⁰ get?",
        ),
        slip(
            "the loss is divided by the number of classes as well",
            edit=("F.cross_entropy(logits, targets)", "-(F.one_hot(targets, logits.shape[1]) * logits.log_softmax(1)).mean()"),
            why="The mean runs over the rows only, because just one of the C logits in a row belongs to the right class.",
            look="What is your sum divided by, for 5 rows and 3 classes?",
        ),
        slip(
            "the softmax runs over the batch",
            edit=("F.cross_entropy(logits, targets)", "F.nll_loss(logits.log_softmax(0), targets)"),
            why="The rows then compete with one another, instead of the classes within a row.",
            look="Which axis of your probabilities sums to one?",
        ),
        slip(
            "only two classes are assumed",
            edit=("F.cross_entropy(logits, targets)", "F.binary_cross_entropy_with_logits(logits[:, 1] - logits[:, 0], (targets == 1).float())"),
            why="A third class would be lost, but the head may have any number of classes.",
            look="Which columns of (B, 3) logits does your code read?",
        ),
        slip(
            "the targets are smoothed",
            edit=("F.cross_entropy(logits, targets)", "F.cross_entropy(logits, targets, label_smoothing=0.1)"),
            why="Label smoothing is a method of its own, which the docstring doesn't ask for.",
            look="What should the loss be for a right class of probability 1?",
        ),
    ]  # fmt: skip
    promises = {
        "classes": dict(C=3, B=5),
        "numbers": dict(C=1, B=6),
        "a batch of one row": dict(B=1, C=1),
        "ratings that are whole numbers": dict(whole=True),
        "logits far from each other": dict(large=True),
        "as many rows as classes": dict(B=3, C=3),
        "the gradient": "grad_logits",
    }
