"""One training step: gradient accumulation over micro-batches, clipping, optimizer step.

Oracle: a bigram table of logits, whose gradient is softmax minus one-hot targets, in NumPy.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("train_step", points=5, forbid=["utils.training"])
class _:
    cases = [
        dict(V=5, B=4, T=3, steps=3, n_micro=1, max_norm=100.0, lr=0.8),
        dict(V=4, B=4, T=4, steps=3, n_micro=2, max_norm=0.1, lr=2.0),
        dict(V=6, B=6, T=2, steps=2, n_micro=3, max_norm=0.12, lr=1.5),
        dict(V=4, B=6, T=2, steps=2, n_micro=3, max_norm=100.0, lr=0.7),  # not clipped: lengths show
    ]

    def inputs(rng, V, B, T, steps, n_micro, max_norm, lr):
        return {
            "table": rng.standard_normal((V, V)) * 1.5,
            "ids": rng.integers(0, V, (steps, B, T + 1)),
            "n_micro": n_micro,
            "max_norm": max_norm,
            "lr": lr,
        }

    def oracle(table, ids, n_micro, max_norm, lr):
        """The gradient of a table of scores in closed form: probabilities minus one-hot targets."""
        losses, norms = [], []
        for batch in ids:
            gradient, loss = np.zeros_like(table), 0.0
            for a, b in zip(batch[:, :-1].ravel(), batch[:, 1:].ravel()):
                log_p = table[a] - np.logaddexp.reduce(table[a])
                loss -= log_p[b]
                gradient[a] += np.exp(log_p)
                gradient[a, b] -= 1
            n = batch[:, 1:].size
            gradient, norm = gradient / n, np.sqrt((gradient**2).sum()) / n
            losses.append(loss / n)
            norms.append(float(norm))
            table = table - lr * gradient * min(1.0, max_norm / norm)
        return {"table": table, "losses": [float(loss) for loss in losses], "norms": norms}

    weights = {"table": 3, "losses": 1, "norms": 1}

    alternatives = {
        "gradients divided at the end": """
            optimizer.zero_grad()
            losses = []
            for inputs, targets in micro_batches:
                loss = F.cross_entropy(model(inputs).transpose(1, 2), targets)
                loss.backward()
                losses.append(loss.detach())
            for p in model.parameters():
                if p.grad is not None:
                    p.grad /= len(micro_batches)
            norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)
            optimizer.step()
            return torch.stack(losses).mean(), norm
        """,
        "views, as in nanoGPT": """
            optimizer.zero_grad(set_to_none=True)
            mean = 0.0
            for inputs, targets in micro_batches:
                logits = model(inputs)
                loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1)) / len(micro_batches)
                mean += loss.item()
                loss.backward()
            norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)
            optimizer.step()
            return mean, norm
        """,
        "one backward pass at the end": """
            losses = [F.cross_entropy(model(x).flatten(0, 1), y.flatten()) for x, y in micro_batches]
            loss = sum(losses) / len(losses)
            optimizer.zero_grad()
            loss.backward()
            norm = torch.nn.utils.clip_grad_norm_(list(model.parameters()), max_norm).item()
            optimizer.step()
            return loss.item(), norm
        """,
    }
    slips = [
        slip(
            "old gradients are never set to zero",
            edit=("    optimizer.zero_grad()\n", ""),
            why="backward adds to the gradients that are already there. From the second step on, you follow the sum of all gradients so far.",
            look="What is in p.grad at the beginning of the second step?",
        ),
        slip(
            "gradients are set to zero for every micro-batch",
            edit=[("    optimizer.zero_grad()\n", ""), ("        scores = model(inputs)", "        optimizer.zero_grad()\n        scores = model(inputs)")],
            why="Only the last micro-batch counts, and the work on the others is thrown away.",
            look="How many times per step should old gradients be removed?",
        ),
        slip(
            "the losses of micro-batches are added, not averaged",
            edit=(" / len(micro_batches)", ""),
            also=[[(" / len(micro_batches)", ""), ("return total, norm", "return total / len(micro_batches), norm")]],
            why="With k micro-batches, the gradient is then k times too long.",
            look="Four parts with loss 2 each: what is the mean?",
        ),
        slip(
            "a step is taken after every micro-batch",
            edit=[("        total += loss.item()\n", "        total += loss.item()\n        norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n        optimizer.step()\n        optimizer.zero_grad()\n"), ("    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n    optimizer.step()\n    return", "    return")],
            why="That takes several small steps instead of one step on the whole batch.",
            look="How is the line with optimizer.step() indented?",
        ),
        slip(
            "clipping comes after the step, or not at all",
            edit=("    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n    optimizer.step()\n", "    optimizer.step()\n    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n"),
            why="The optimizer has already used the long gradient. One bad batch can undo an hour of training.",
            look="When does the optimizer read p.grad?",
        ),
        slip(
            "the loss of the last micro-batch is reported",
            edit=("return total, norm", "return loss.item() * len(micro_batches), norm"),
            why="The training is right, but your curve shows the loss of only part of the batch.",
            look="Is the returned loss a sum over all parts?",
        ),
        slip(
            "softmax is applied before the loss",
            edit=("scores = model(inputs)  # (B, T, V)", "scores = model(inputs).softmax(-1)"),
            why="F.cross_entropy takes scores and applies softmax itself. Applying it twice flattens the distribution, and the loss stays near ln V.",
            look="What does F.cross_entropy expect?",
        ),
        slip(
            "old gradients are removed after the step, not before",
            edit=[("    optimizer.zero_grad()\n    total = 0.0", "    total = 0.0"), ("    return total, norm", "    optimizer.zero_grad()\n    return total, norm")],
            why="If the caller has run backward before, perhaps to look at a gradient, that gradient gets added to the first step.",
            look="What makes sure that p.grad is empty before your first micro-batch?",
        ),
        slip(
            "every micro-batch is clipped",
            edit=[("        total += loss.item()\n", "        total += loss.item()\n        norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n"), ("    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n    optimizer", "    optimizer")],
            why="Clipping is meant for the gradient of the whole batch. Its parts can be longer, and clipping them one by one changes the direction.",
            look="How is the line with clip_grad_norm_ indented?",
        ),
        slip(
            "the returned loss is the sum over micro-batches",
            edit=("return total, norm", "return total * len(micro_batches), norm"),
            why="The training is right, but the curve jumps when the number of parts changes.",
            look="Four parts with loss 2 each: what should be returned?",
        ),
        slip(
            "the norm after clipping is returned",
            edit=("    optimizer.step()\n", "    norm = torch.stack([p.grad.norm() for p in model.parameters()]).norm()\n    optimizer.step()\n", "    norm = min(float(norm), max_norm)\n    optimizer.step()\n",),
            why="The useful number is how long the gradient was before clipping. Afterwards it is never above the threshold.",
            look="What does clip_grad_norm_ return?",
        ),
        slip(
            "each loss is divided by the number of texts, not of parts",
            edit=(" / len(micro_batches)", " / len(inputs)", " / inputs.numel()"),
            why="F.cross_entropy already averages over texts and positions, so only the mean over micro-batches remains.",
            look="Four parts with loss 2 each, of eight texts each: what should be returned?",
        ),
        slip(
            "the terms are summed, not averaged",
            edit=("targets.flatten())", 'targets.flatten(), reduction="sum")'),
            why="The gradient then grows with the size of the batch, and so does the step.",
            look="According to the text, is the loss of a micro-batch a sum or a mean?",
        ),
        slip(
            "the gradient is clipped before it is divided",
            edit=[
                (" / len(micro_batches)", ""),
                ("    optimizer.step()\n", "    for p in model.parameters():\n        p.grad /= len(micro_batches)\n    optimizer.step()\n"),
                ("return total, norm", "return total / len(micro_batches), norm / len(micro_batches)"),
            ],
            why="The sum over micro-batches is longer than their mean, so it gets clipped in cases where the mean would not.",
            look="Which gradient should be at most max_norm long?",
        ),
        slip(
            "only one micro-batch contributes a gradient",
            edit=("        loss.backward()\n", "        if inputs is micro_batches[-1][0]:\n            (loss * len(micro_batches)).backward()\n"),
            why="The loss is computed on the whole batch, but the gradient on only part of it.",
            look="How many times does your code call backward?",
        ),
    ]  # fmt: skip
    promises = {
        "one micro-batch": dict(n_micro=1),
        "contiguous inputs and targets, on which .view works": "table",
        "micro-batches, clipped": dict(max_norm=0.1),
        "micro-batches, not clipped": dict(n_micro=3, max_norm=100.0),
        "old gradients go first": "table",
        "the mean loss": "losses",
        "the norm before clipping": "norms",
    }
