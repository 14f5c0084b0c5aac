"""One training step: gradient accumulation over micro-batches, clipping, optimizer step.

Oracle: a bigram table of logits and a bias, whose gradient is softmax minus one-hot targets, in NumPy.
"""

import numpy as np

from autograder.authoring import exercise, slip

# The lines of the solution that slips edit.
ZERO = "    optimizer.zero_grad()\n"
FORWARD = "        scores = model(inputs)  # (B, T, V)\n"
LOSS = "F.cross_entropy(scores.flatten(0, 1), targets.flatten())"
PARTS = " / len(micro_batches)"
BACKWARD = "        loss.backward()\n"
ADD = "        total += loss.item()\n"
CLIP = "    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n"
STEP = "    optimizer.step()\n"
RETURN = "return total, norm"
MEAN = "return total / len(micro_batches), norm"


@exercise("train_step", points=5, forbid=["utils.training"])
class _:
    cases = [
        dict(V=5, B=4, T=3, steps=3, n_micro=1, max_norm=100.0, lr=0.8),
        dict(V=4, B=4, T=4, steps=3, n_micro=2, max_norm=0.1, lr=2.0),
        dict(V=6, B=6, T=2, steps=2, n_micro=3, max_norm=0.12, lr=1.5),
        dict(V=4, B=6, T=2, steps=2, n_micro=3, max_norm=100.0, lr=0.7),  # not clipped: lengths show
        dict(V=3, B=2, T=3, steps=2, n_micro=2, max_norm=1.1, lr=0.5, surprised=True),  # longer than 1.2
    ]

    def inputs(rng, V, B, T, steps, n_micro, max_norm, lr, surprised=False):
        table, ids = rng.standard_normal((V, V)) * 1.5, rng.integers(0, V, (steps, B, T + 1))
        if surprised:  # each token follows itself, which the table makes nearly impossible
            table, ids = table - 9 * np.eye(V), np.broadcast_to(ids[:, :1, :1], ids.shape).copy()
        return {
            "table": table,
            "ids": ids,
            "n_micro": n_micro,
            "max_norm": max_norm,
            "lr": lr,
        }

    def oracle(table, ids, n_micro, max_norm, lr):
        """The gradient in closed form: probabilities minus one-hot targets, summed over rows for the bias."""
        losses, norms, bias = [], [], np.zeros(len(table))
        for batch in ids:
            gradient, loss = np.zeros_like(table), 0.0
            for a, b in zip(batch[:, :-1].ravel(), batch[:, 1:].ravel()):
                log_p = table[a] + bias - np.logaddexp.reduce(table[a] + bias)
                loss -= log_p[b]
                gradient[a] += np.exp(log_p)
                gradient[a, b] -= 1
            n = batch[:, 1:].size
            gradient = gradient / n
            of_bias = gradient.sum(0)
            norm = np.sqrt((gradient**2).sum() + (of_bias**2).sum())
            losses.append(loss / n)
            norms.append(float(norm))
            factor = lr * min(1.0, max_norm / norm)
            table, bias = table - factor * gradient, bias - factor * of_bias
        return {"table": table, "bias": bias, "losses": [float(loss) for loss in losses], "norms": norms}

    weights = {"table": 2, "bias": 1, "losses": 1, "norms": 1}

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
            edit=(ZERO, ""),
            also=[[(ZERO, ""), (PARTS, "")], [(ZERO, ""), (PARTS, ""), (RETURN, MEAN)]],
            why="backward adds to the gradients that are already there. From the second step on, you follow the sum of all gradients so far.",
            look="What is in p.grad at the beginning of the second step?",
        ),
        slip(
            "only the last micro-batch counts in the gradient",
            edit=[(ZERO, ""), (FORWARD, f"        optimizer.zero_grad()\n{FORWARD}")],
            also=[
                [(ZERO, ""), (FORWARD, f"        optimizer.zero_grad()\n{FORWARD}"), (PARTS, "")],
                [(ZERO, ""), (FORWARD, f"        optimizer.zero_grad()\n{FORWARD}"), (PARTS, ""), (RETURN, MEAN)],
                (BACKWARD, "        if inputs is micro_batches[-1][0]:\n            (loss * len(micro_batches)).backward()\n"),
            ],
            why="Either backward runs only once, after the loop, or zero_grad runs before each micro-batch and throws away what the earlier micro-batches left. Their work is wasted.",
            look="Which of zero_grad and backward are inside your loop, and which should be?",
        ),
        slip(
            "only the first micro-batch is used",
            edit=[("in micro_batches:", "in micro_batches[:1]:"), (PARTS, "")],
            also=[("in micro_batches:", "in micro_batches[:1]:")],
            why="The rest of the batch is never read, and the step is as noisy as one on a small batch.",
            look="How many times does your loop run, and where does your function return?",
        ),
        slip(
            "the losses of micro-batches are added, not averaged",
            edit=(PARTS, ""),
            also=[[(PARTS, ""), (RETURN, MEAN)]],
            why="With k micro-batches, the gradient is then k times too long.",
            look="Four parts with loss 2 each: what is the mean?",
        ),
        slip(
            "the loss is divided by the number of parts twice",
            edit=(PARTS, " / len(micro_batches) ** 2"),
            also=[
                (BACKWARD, "        (loss / len(micro_batches)).backward()\n"),
                (RETURN, MEAN),
                (CLIP, f"    for p in model.parameters():\n        p.grad /= len(micro_batches)\n{CLIP}"),
            ],
            why="With k micro-batches, the gradient or the loss you return is then k times too small.",
            look="Four parts with loss 2 each: which numbers do you add up, and what do you do with the sum?",
        ),
        slip(
            "each loss is divided by a fixed number",
            edit=(PARTS, " / 4"),
            also=[(PARTS, " / 2"), [(PARTS, ""), (BACKWARD, "        (loss / 4).backward()\n"), (RETURN, MEAN)], [(PARTS, " / 4"), (RETURN, "return total * 4 / len(micro_batches), norm")]],
            why="The caller decides how many micro-batches there are; the number in the text was an example.",
            look="Where does your code ask how many parts there are?",
        ),
        slip(
            "a step is taken after every micro-batch",
            edit=[(ADD, f"{ADD}    {CLIP}    {STEP}        optimizer.zero_grad()\n"), (f"{CLIP}{STEP}    return", "    return")],
            also=[
                [(ADD, f"{ADD}    {STEP}"), (CLIP + STEP, CLIP)],
                (ADD, f"{ADD}    {STEP}"),
                [(ADD, f"{ADD}    {CLIP}    {STEP}"), (f"{CLIP}{STEP}    return", "    return")],
                [(PARTS, ""), (RETURN, MEAN), (ADD, f"{ADD}    {CLIP}    {STEP}        optimizer.zero_grad()\n"), (f"{CLIP}{STEP}    return", "    return")],
                [(PARTS, ""), (RETURN, MEAN), (ADD, f"{ADD}    {STEP}"), (CLIP + STEP, CLIP)],
                [(PARTS, ""), (ADD, f"{ADD}    {STEP}"), (CLIP + STEP, CLIP)],
            ],
            why="That takes several small steps instead of one step on the whole batch.",
            look="How is the line with optimizer.step() indented?",
        ),
        slip(
            "the optimizer gets a gradient longer than `max_norm`",
            edit=(CLIP + STEP, STEP + CLIP),
            also=[(CLIP, "    norm = nn.utils.clip_grad_norm_(model.parameters(), 5.0)\n"), (CLIP, "    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm * len(micro_batches))\n"), [(CLIP + STEP, STEP + CLIP), (RETURN, "return loss.item() * len(micro_batches), norm")], [(CLIP + STEP, STEP + CLIP), (RETURN, "return loss.item(), norm")], [(CLIP + STEP, STEP + CLIP), (PARTS, "")]],
            why="Clipping comes after the step, not at all, or with a different threshold, so one bad batch can undo an hour of training.",
            look="When does the optimizer read p.grad, and how long may it be by then?",
        ),
        slip(
            "the threshold is a fixed number",
            edit=("max_norm)\n    optimizer", "1.0)\n    optimizer", "0.5)\n    optimizer", "0.1)\n    optimizer"),
            also=[[(PARTS, ""), ("max_norm)\n    optimizer", "1.0)\n    optimizer")]],
            why="The caller chooses how long a gradient may be.",
            look="Where does your code use `max_norm`?",
        ),
        slip(
            "each entry of the gradient is clipped, or the parameters themselves",
            edit=(CLIP, "    norm = torch.stack([p.grad.norm() for p in model.parameters()]).norm()\n    nn.utils.clip_grad_value_(model.parameters(), max_norm)\n"),
            also=[
                (STEP, f"    for p in model.parameters():\n        p.data.clamp_(-max_norm, max_norm)\n{STEP}"),
                (STEP, f"{STEP}    for p in model.parameters():\n        p.data.clamp_(-max_norm, max_norm)\n"),
            ],
            why="Clipping shortens the whole gradient by one factor, so its direction stays the same.",
            look="Which function clips in section 5, and what does it change?",
        ),
        slip(
            "the optimizer is asked for more than `zero_grad()` and `step()`",
            edit=("model.parameters(), max_norm", 'optimizer.param_groups[0]["params"], max_norm'),
            also=[("model.parameters(), max_norm", "optimizer.parameters, max_norm")],
            why="The text promises these two methods and nothing else. Your own AdamW has no `param_groups`, for example, and torch's optimizers have no `parameters`.",
            look="Which of the arguments knows all parameters, whatever the optimizer?",
        ),
        slip(
            "the optimizer never steps",
            edit=(STEP, ""),
            why="The gradients are right, but the model stays as it is.",
            look="Which line changes the parameters?",
        ),
        slip(
            "the optimizer steps twice",
            edit=(STEP, STEP + STEP),
            why="The second step follows the same gradient again, so the model moves twice as far.",
            look="How many times per call should the parameters move?",
        ),
        slip(
            "there is no gradient when the optimizer steps",
            edit=(BACKWARD, ""),
            why="Either backward is never called, or the new gradients are removed before they are used. The model stays as it is.",
            look="In which order do zero_grad, backward and step run in your code?",
        ),
        slip(
            "the loss of the last micro-batch is reported",
            edit=(RETURN, "return loss.item() * len(micro_batches), norm"),
            also=[(RETURN, "return loss.item(), norm")],
            why="The training is right, but your curve shows the loss of only part of the batch.",
            look="Is the returned loss a sum over all parts?",
        ),
        slip(
            "softmax is applied before the loss",
            edit=("scores = model(inputs)  # (B, T, V)", "scores = model(inputs).softmax(-1)"),
            why="F.cross_entropy takes logits and applies softmax itself. Applying it twice flattens the distribution, and the loss stays near ln V.",
            look="What does F.cross_entropy expect?",
        ),
        slip(
            "the softmax runs along the wrong axis",
            edit=("scores = model(inputs)  # (B, T, V)", "scores = model(inputs).log_softmax(1)"),
            also=[(LOSS, "-scores.log_softmax(1).gather(-1, targets.unsqueeze(-1)).mean()"), (LOSS, "-scores.log_softmax(0).gather(-1, targets.unsqueeze(-1)).mean()")],
            why="The probabilities of all V tokens at one position have to add up to 1, not those of one token at all positions.",
            look="Which axis of the logits counts the entries of the vocabulary?",
        ),
        slip(
            "logits and targets are not lined up",
            edit=("scores.flatten(0, 1)", "scores.transpose(1, 2).reshape(-1, scores.shape[-1])", "scores.transpose(0, 1).flatten(0, 1)", "scores.permute(2, 0, 1).reshape(-1, scores.shape[-1])"),
            also=[("targets.flatten())", "targets.T.flatten())"), (LOSS, "F.cross_entropy(scores.reshape(scores.shape[0], scores.shape[2], scores.shape[1]), targets)")],
            why="A reshape or a transpose in the wrong place mixes positions, or positions and vocabulary. The loss then scores each token with the logits of a different one.",
            look="Which logits does row 1 of your flattened tensor hold, and which target is next to them?",
        ),
        slip(
            "F.cross_entropy gets the vocabulary on the wrong axis",
            edit=(LOSS, "F.cross_entropy(scores, targets)"),
            why="It expects (N, V) with (N,), or the vocabulary on axis 1: (B, V, T) with (B, T).",
            look="Print the shapes of the two tensors that you pass to F.cross_entropy.",
        ),
        slip(
            "the targets are shifted once more",
            edit=(LOSS, "F.cross_entropy(scores[:, :-1].flatten(0, 1), targets[:, 1:].flatten())"),
            why="The targets that come in are already the next tokens, so your model learns to predict the token after the next one.",
            look="What do `inputs` and `targets` hold at the same position?",
        ),
        slip(
            "the inputs are used as targets",
            edit=("targets.flatten()", "inputs.flatten()"),
            why="The model learns to repeat the token it has just read.",
            look="What is the second argument of your cross-entropy?",
        ),
        slip(
            "only the last position is scored",
            edit=(LOSS, "F.cross_entropy(scores[:, -1], targets[:, -1])"),
            why="Every position has a target. With only one of them, most of the batch teaches nothing.",
            look="How many terms does the mean have for a micro-batch of shape (B, T)?",
        ),
        slip(
            "old gradients are removed after the step, not before",
            edit=[(f"{ZERO}    total = 0.0", "    total = 0.0"), (f"    {RETURN}", f"{ZERO}    {RETURN}")],
            why="If the caller has run backward before, perhaps to look at a gradient, that gradient gets added to the first step.",
            look="What makes sure that p.grad is empty before your first micro-batch?",
        ),
        slip(
            "every micro-batch is clipped",
            edit=[(ADD, f"{ADD}    {CLIP}"), (f"{CLIP}    optimizer", "    optimizer")],
            also=[(ADD, f"{ADD}    {CLIP}")],
            why="Clipping is meant for the gradient of the whole batch. Its parts can be longer, and clipping them one by one changes the direction.",
            look="How is the line with clip_grad_norm_ indented?",
        ),
        slip(
            "the returned loss is the sum over micro-batches",
            edit=(RETURN, "return total * len(micro_batches), norm"),
            why="The training is right, but the curve jumps when the number of parts changes.",
            look="Four parts with loss 2 each: what should be returned?",
        ),
        slip(
            "the returned loss is in the wrong unit",
            edit=(RETURN, "return math.exp(total), norm", "return total / math.log(2), norm"),
            also=[(ADD, "        total += loss.exp().item()\n"), (ADD, "        total += loss.exp().item() / len(micro_batches)\n")],
            why="The caller expects the mean loss in nats, and compares it with ln V.",
            look="What does the docstring promise as the first result?",
        ),
        slip(
            "the norm after clipping is returned",
            edit=("    optimizer.step()\n", "    norm = torch.stack([p.grad.norm() for p in model.parameters()]).norm()\n    optimizer.step()\n", "    norm = min(float(norm), max_norm)\n    optimizer.step()\n"),
            why="The useful number is how long the gradient was before clipping. Afterwards it is never above the threshold.",
            look="What does clip_grad_norm_ return?",
        ),
        slip(
            "something other than the gradient's norm is returned",
            edit=(RETURN, "return total, norm**2", "return total, norm * len(micro_batches)", "return total, norm / len(micro_batches)", "return total, max_norm", "return total, None"),
            why="Training loops plot the length of the gradient before clipping, because it shows when a run gets into trouble.",
            look="What does clip_grad_norm_ return?",
        ),
        slip(
            "the two results come in the wrong order",
            edit=(RETURN, "return norm, total"),
            why="The caller would plot the norm as the loss.",
            look="In which order does the docstring name what is returned?",
        ),
        slip(
            "only one value is returned",
            edit=(RETURN, "return total"),
            also=[(f"    {RETURN}\n", "")],
            why="The caller needs the mean loss and the norm of the gradient, in this order.",
            look="How many values does the docstring promise?",
        ),
        slip(
            "each loss is divided by the number of sequences or tokens, not of parts",
            edit=(PARTS, " / len(inputs)", " / inputs.numel()"),
            why="F.cross_entropy already averages over sequences and positions, so only the mean over micro-batches remains.",
            look="Four parts with loss 2 each, of eight sequences each: what should be returned?",
        ),
        slip(
            "the losses of tokens are summed, not averaged",
            edit=("targets.flatten())", 'targets.flatten(), reduction="sum")'),
            also=[[("targets.flatten())", 'targets.flatten(), reduction="sum")'), (PARTS, "")], [("targets.flatten())", 'targets.flatten(), reduction="sum")'), (PARTS, " / (len(micro_batches) * len(inputs))")]],
            why="The gradient then grows with the number of tokens, and so does the step.",
            look="According to the text, is the loss of a micro-batch a sum or a mean?",
        ),
        slip(
            "the gradient is clipped before it is divided",
            edit=[(PARTS, ""), (STEP, f"    for p in model.parameters():\n        p.grad /= len(micro_batches)\n{STEP}"), (RETURN, "return total / len(micro_batches), norm / len(micro_batches)")],
            also=[[(PARTS, ""), (STEP, f"    for p in model.parameters():\n        p.grad /= len(micro_batches)\n{STEP}"), (RETURN, MEAN)]],
            why="The sum over micro-batches is longer than their mean, so it gets clipped in cases where the mean would not.",
            look="Which gradient should be at most max_norm long?",
        ),
        slip(
            "the loss grows instead of falling",
            edit=(BACKWARD, "        (-loss).backward()\n"),
            also=[(LOSS, f"-{LOSS}")],
            why="The optimizer steps against the gradient, so it reduces whatever you call backward on.",
            look="What is the sign of the quantity that you call backward on?",
        ),
        slip(
            "the loss is cut off from the model before backward",
            edit=(FORWARD, "        with torch.no_grad():\n            scores = model(inputs)\n"),
            also=[(PARTS, ".item() / len(micro_batches)"), (PARTS, ".detach() / len(micro_batches)")],
            why="backward follows the graph from the loss to the parameters. A plain number, or a result computed under no_grad, has no graph.",
            look="At which line does your loss lose its connection to the model?",
        ),
        slip(
            "the returned loss is computed after the step",
            edit=(RETURN, "return sum(F.cross_entropy(model(x).flatten(0, 1), y.flatten()).item() for x, y in micro_batches) / len(micro_batches), norm"),
            why="It belongs to a model that has already learned from this batch, and it costs another forward pass.",
            look="Which loss led to the gradient of this step?",
        ),
        slip(
            "the last micro-batch is left out",
            edit=("in micro_batches:", "in micro_batches[: max(1, len(micro_batches) - 1)]:"),
            also=[[("in micro_batches:", "in micro_batches[: max(1, len(micro_batches) - 1)]:"), (PARTS, ""), (RETURN, MEAN)]],
            why="Its sequences are never read, but the mean still counts them.",
            look="How many times does your loop run for four micro-batches?",
        ),
        slip(
            "every parameter is clipped by itself",
            edit=(CLIP, "    norm = torch.stack([nn.utils.clip_grad_norm_([p], max_norm) for p in model.parameters()]).norm()\n"),
            why="The direction of the step changes, and the whole gradient can still be longer than `max_norm`.",
            look="Which gradients is the norm of section 5 taken over?",
        ),
    ]  # fmt: skip
    promises = {
        "one micro-batch": dict(n_micro=1),
        "contiguous inputs and targets, on which .view works": "table",
        "the threshold is the caller's, and above 1": dict(max_norm=1.1),
        "only the optimizer's zero_grad and step": "table",
        "micro-batches, clipped": dict(max_norm=0.1),
        "micro-batches, not clipped": dict(n_micro=3, max_norm=100.0),
        "old gradients are cleared first": "table",
        "all parameters are clipped together": "bias",
        "the mean loss": "losses",
        "the norm before clipping": "norms",
    }
