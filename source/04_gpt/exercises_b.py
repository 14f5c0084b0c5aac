"""What decides the exercises of sitting b: optimisers, schedule, a training step, segments, dependence."""

import numpy as np
import torch
from torch import nn

from autograder.authoring import exercise, slip

OPTIMIZERS = ["torch.optim", "utils.training", "utils.checkpoints"]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


def trained(make, start, gradients):
    """The path of parameters under an optimiser of torch, in float64.  gradients: one (steps, …) for each."""
    parameters = [nn.Parameter(tensor(p)) for p in start]
    optimizer = make(parameters)
    paths = [[] for _ in parameters]
    for step in range(len(gradients[0])):
        for p, gradient in zip(parameters, gradients):
            p.grad = tensor(gradient[step])
        optimizer.step()
        for p, path in zip(parameters, paths):
            path.append(p.detach().clone())
    return [torch.stack(path) for path in paths]


@exercise("sgd_momentum", points=2, forbid=OPTIMIZERS)
class _:
    cases = [dict(shape=(3,), steps=6, lr=0.5, beta=0.9), dict(shape=(2, 2), steps=4, lr=2.0, beta=0.5)]

    def inputs(rng, shape, steps, lr, beta):
        return {
            "parameter": rng.standard_normal(shape),
            "gradients": rng.standard_normal((steps, *shape)) + 1.0,
            "lr": lr,
            "beta": beta,
        }

    def oracle(parameter, gradients, lr, beta):
        """The running mean written out as a weighted sum of all gradients so far."""
        path = []
        for t in range(1, len(gradients) + 1):
            weights = (1 - beta) * beta ** np.arange(t - 1, -1, -1)
            parameter = parameter - lr * np.tensordot(weights, gradients[:t], axes=1)
            path.append(parameter)
        return {"path": np.stack(path)}

    slips = [
        slip(
            "gradients are summed, not averaged",
            edit=("(1 - beta) * gradient", "gradient"),
            why="That is the buffer of torch.optim.SGD. With β = 0.9 its steps are ten times as long, and a learning rate from a paper that averages will be ten times too large.",
            look="By which factor does a new gradient enter the mean?",
        ),
        slip(
            "β and 1 − β are exchanged",
            edit=("beta * m + (1 - beta) * gradient", "(1 - beta) * m + beta * gradient"),
            why="The memory is then very short: with β = 0.9 nine tenths of every step are the newest gradient.",
            look="Which of the two should be near 1?",
        ),
        slip(
            "the gradient moves the parameter, not the mean",
            edit=("parameter - lr * m", "parameter - lr * gradient"),
            why="This is plain gradient descent; the mean is computed and not used.",
            look="What is multiplied by the learning rate?",
        ),
        slip(
            "the mean of the step before moves the parameter",
            edit=(
                "    m = beta * m + (1 - beta) * gradient\n    return parameter - lr * m, m",
                "    new = beta * m + (1 - beta) * gradient\n    return parameter - lr * m, new",
            ),
            why="The first step then does nothing, and every gradient comes one step late.",
            look="Which index does m have in the second formula?",
        ),
        slip(
            "the parameter climbs",
            edit=("parameter - lr", "parameter + lr"),
            why="The gradient points uphill.",
            look="Which sign does the step have?",
        ),
    ]  # fmt: skip


@exercise("rmsprop", points=3, forbid=OPTIMIZERS)
class _:
    cases = [
        dict(shape=(4,), steps=8, size=1.0, lr=0.1, beta=0.9, eps=1e-8),
        dict(shape=(3,), steps=5, size=1e-5, lr=0.5, beta=0.99, eps=1e-8),  # below √eps
        dict(shape=(2, 3), steps=4, size=3.0, lr=0.3, beta=0.5, eps=0.5),
    ]

    def inputs(rng, shape, steps, size, lr, beta, eps):
        # Away from 0, so that no step is decided by rounding.
        gradients = size * rng.uniform(0.5, 2, (steps, *shape)) * rng.choice([-1, 1], (steps, *shape))
        return {
            "parameter": rng.standard_normal(shape),
            "gradients": gradients,
            "lr": lr,
            "beta": beta,
            "eps": eps,
        }

    def oracle(parameter, gradients, lr, beta, eps):
        (path,) = trained(
            lambda p: torch.optim.RMSprop(p, lr=lr, alpha=beta, eps=eps), [parameter], [gradients]
        )
        return {"path": path}

    slips = [
        slip(
            "eps stands inside the root",
            edit=("(v.sqrt() + eps)", "(v + eps).sqrt()"),
            why="Then parameters with gradients below √ε = 10⁻⁴ stop being adapted, and hardly move. One of the lectures prints it so.",
            look="Is eps added before the root or after?",
        ),
        slip(
            "the root is missing",
            edit=("(v.sqrt() + eps)", "(v + eps)"),
            why="Dividing by the mean square makes steps of size 1/g: the larger the gradient, the smaller the step.",
            look="If all gradients are 5, how far should a step go?",
        ),
        slip(
            "the mean is squared, not the gradient",
            edit=("v = beta * v + (1 - beta) * gradient**2", "v = (beta * v.sqrt() + (1 - beta) * gradient) ** 2"),
            why="The mean of squares measures the size of the gradients; the square of a mean also cancels their signs.",
            look="What is averaged in the first formula?",
        ),
        slip(
            "the gradient enters unsquared",
            edit=("gradient**2", "gradient.abs()"),
            why="The units do not fit: the root of a size is not a size.",
            look="What is averaged in the first formula?",
        ),
        slip(
            "β and 1 − β are exchanged",
            edit=("beta * v + (1 - beta) * gradient**2", "(1 - beta) * v + beta * gradient**2"),
            why="The memory is then very short, and every step has size lr whatever the gradient was.",
            look="Which of the two should be near 1?",
        ),
        slip(
            "squares are summed for ever",
            edit=("beta * v + (1 - beta) * gradient**2", "v + gradient**2"),
            why="This is Adagrad: the sum only grows, and the steps shrink to nothing.",
            look="Does an old gradient ever stop counting?",
        ),
    ]  # fmt: skip


@exercise("AdamW", points=6, forbid=OPTIMIZERS)
class _:
    cases = [
        dict(steps=20, size=1.0, lr=0.05, betas=[0.9, 0.99], eps=1e-8, weight_decay=0.3),
        dict(steps=5, size=1e-5, lr=0.1, betas=[0.8, 0.9], eps=1e-8, weight_decay=0.0),  # below √eps
        dict(steps=4, size=10.0, lr=0.2, betas=[0.5, 0.4], eps=0.3, weight_decay=0.5),
    ]

    def inputs(rng, steps, size, lr, betas, eps, weight_decay):
        def gradients(shape):
            return size * rng.uniform(0.3, 2, (steps, *shape)) * rng.choice([-1, 1, 1], (steps, *shape))

        return {
            "start": [rng.uniform(1, 2, (2, 2)), rng.uniform(-3, -1, (3,))],
            "gradients": [gradients((2, 2)), gradients((3,))],
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
        }

    def oracle(start, gradients, lr, betas, eps, weight_decay):
        first, second = trained(
            lambda p: torch.optim.AdamW(p, lr=lr, betas=tuple(betas), eps=eps, weight_decay=weight_decay),
            start,
            gradients,
        )
        return {"first parameter": first, "second parameter": second}

    slips = [
        slip(
            "the decay goes through the moments",
            edit=[
                ("m.mul_(beta1).add_((1 - beta1) * p.grad)", "g = p.grad + self.weight_decay * p\n            m.mul_(beta1).add_((1 - beta1) * g)"),
                ("(1 - beta2) * p.grad**2", "(1 - beta2) * g**2"),
                ("            p.mul_(1 - self.lr * self.weight_decay)\n", ""),
            ],
            why="That is Adam with L2, not AdamW: the pull towards 0 is divided by the size of the gradient, so parameters with large gradients hardly decay.",
            look="Does the decay touch p.grad, or the parameter itself?",
        ),
        slip(
            "the decay comes after the step",
            edit=(
                "            p.mul_(1 - self.lr * self.weight_decay)\n            p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))",
                "            p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))\n            p.mul_(1 - self.lr * self.weight_decay)",
            ),
            why="It then shrinks the step too. The difference is small, but two programs that do not agree on it do not give the same model.",
            look="Which of the two lines does the text put first?",
        ),
        slip(
            "new tensors are made, and the model keeps the old ones",
            edit=[
                ("            p.mul_(1 - self.lr * self.weight_decay)\n", ""),
                ("p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))", "p = p - self.lr * m_hat / (v_hat.sqrt() + self.eps)"),
            ],
            why="An assignment gives the name p to another tensor. The parameter itself never moves, and the loss stays where it was.",
            look="Print a parameter before and after a step.",
        ),
        slip(
            "there is no weight decay",
            edit=("            p.mul_(1 - self.lr * self.weight_decay)\n", ""),
            why="This is Adam without the W.",
            look="Where is weight_decay used?",
        ),
        slip(
            "the decay is not multiplied by the learning rate",
            edit=("1 - self.lr * self.weight_decay", "1 - self.weight_decay"),
            why="With λ = 0.1 a tenth of every weight would go in each step.",
            look="Which two factors stand before θ in the formula of the decay?",
        ),
        slip(
            "eps stands inside the root",
            edit=("(v_hat.sqrt() + self.eps)", "(v_hat + self.eps).sqrt()"),
            why="Parameters with gradients below √ε then hardly move.",
            look="Is eps added before the root or after?",
        ),
        slip(
            "the bias is not corrected",
            edit=[("m_hat = m / (1 - beta1**self.t)", "m_hat = m"), ("v_hat = v / (1 - beta2**self.t)", "v_hat = v")],
            why="Both means start at 0. Without the correction the first steps have the wrong length, here up to ten times.",
            look="What should the very first step be, in units of lr?",
        ),
        slip(
            "only the mean of squares is corrected",
            edit=("m_hat = m / (1 - beta1**self.t)", "m_hat = m"),
            why="The first steps are then about 1 − β₁ of what they should be.",
            look="What should the very first step be, in units of lr?",
        ),
        slip(
            "only the mean of gradients is corrected",
            edit=("v_hat = v / (1 - beta2**self.t)", "v_hat = v"),
            why="The mean of squares is far too small at first, so the first steps are far too long.",
            look="What should the very first step be, in units of lr?",
        ),
        slip(
            "the steps are never counted on",
            edit=("self.t += 1", "self.t = 1"),
            why="The correction of the first step is then applied for ever.",
            look="Which value has t in the fifth step?",
        ),
        slip(
            "the steps are counted once for every parameter",
            edit=[("        self.t += 1\n", ""), ("            m_hat = m", "            self.t += 1\n            m_hat = m")],
            why="The second parameter is then corrected as if it were in a later step.",
            look="Is the counter inside the loop?",
        ),
        slip(
            "the squares are of the mean, not of the gradient",
            edit=("(1 - beta2) * p.grad**2", "(1 - beta2) * m**2"),
            why="v measures the size of the gradients. The mean has lost what cancels.",
            look="What is squared in the formula of v?",
        ),
        slip(
            "the two betas are exchanged",
            edit=("beta1, beta2 = self.betas", "beta2, beta1 = self.betas"),
            why="The first belongs to the mean of gradients, the second, usually longer, to the mean of squares.",
            look="In which order do the betas come?",
        ),
    ]  # fmt: skip


@exercise("warmup_cosine", points=3, forbid=["utils.training", "torch.optim"])
class _:
    cases = [
        dict(warmup=(3, 6), falling=(7, 12), lr=1e-3, final=0.1),
        dict(warmup=(0, 0), falling=(8, 14), lr=0.5, final=0.0),
        dict(warmup=(1, 1), falling=(5, 10), lr=2.0, final=0.5),
        dict(warmup=(3, 6), falling=(2, 2), lr=1.0, final=0.5),
    ]

    def inputs(rng, warmup, falling, lr, final):
        """Whole ranges of steps, and a final rate as a share of lr: no table holds the rates."""
        warmup, falling = (int(rng.integers(*each, endpoint=True)) for each in (warmup, falling))
        lr *= float(rng.uniform(0.5, 2))
        final *= lr * float(rng.uniform(0.5, 1.5))
        return {"steps": warmup + falling, "warmup": warmup, "lr": lr, "final": final}

    def oracle(steps, warmup, lr, final):
        """Half a cosine is the square of the cosine of half the angle."""
        up = np.linspace(0, 1, warmup + 1)[1:]
        progress = np.linspace(0, 1, steps - warmup + 1)[:-1]
        down = final / lr + (1 - final / lr) * np.cos(np.pi / 2 * progress) ** 2
        return {"rates": np.concatenate([up, down])}

    tolerance = 1e-5

    slips = [
        slip(
            "the warmup begins at 0",
            edit=("lr * (step + 1) / warmup", "lr * step / warmup"),
            why="The first step has rate 0 and is wasted, and the full rate comes one step late.",
            look="Which rate should step 0 have when w = 4?",
        ),
        slip(
            "the cosine begins at step 0, behind the warmup",
            edit=("(step - warmup) / (steps - warmup)", "step / steps"),
            why="The rate jumps down at the end of the warmup; the full rate is never kept.",
            look="What is progress in the first step after the warmup?",
        ),
        slip(
            "the cosine has the length of all steps",
            edit=("(step - warmup) / (steps - warmup)", "(step - warmup) / steps"),
            why="It starts in the right place and never gets down to the final rate.",
            look="How many steps are left after the warmup?",
        ),
        slip(
            "the rate falls to 0, not to its final value",
            edit=("final + (lr - final) *", "lr *"),
            why="The last steps hardly learn. Many people want that, but here final says otherwise.",
            look="Where does the formula use η_min?",
        ),
        slip(
            "the rate falls in a straight line",
            edit=("(1 + math.cos(math.pi * progress)) / 2", "(1 - progress)"),
            why="Linear decay is in use too (BERT), but it is not the cosine: it leaves the full rate at once.",
            look="Which curve does the formula describe after the warmup?",
        ),
        slip(
            "a whole wave of the cosine is used",
            edit=("math.pi * progress", "2 * math.pi * progress"),
            why="The rate goes down and comes up again.",
            look="Which part of the cosine falls from 1 to −1?",
        ),
        slip(
            "final is added to the whole rate",
            edit=("(lr - final) *", "lr *"),
            why="After the warmup the rate is then higher than its peak.",
            look="What is the rate at progress 0?",
        ),
    ]  # fmt: skip


@exercise("clip_grad_norm", points=4, forbid=["torch.nn.utils", "utils.training"])
class _:
    cases = [
        dict(size=5.0, max_norm=1.0),
        dict(size=0.05, max_norm=1.0),  # shorter than the threshold: nothing may happen
        dict(size=2.0, max_norm=7.0, spread=True),  # one parameter alone is below, together they are above
        dict(size=1.0, max_norm=4.0, length=3.0),  # below, and its square is above
    ]

    def inputs(rng, size, max_norm, spread=False, length=None):
        shapes = [(2, 3), (4,), (1,)]
        gradients = [size * rng.uniform(0.5, 1.5, shape) * rng.choice([-1, 1], shape) for shape in shapes]
        if spread:
            norms = [np.sqrt((g**2).sum()) for g in gradients]
            gradients = [g / n * 5.0 * rng.uniform(0.95, 1.05) for g, n in zip(gradients, norms)]
        if length is not None:
            factor = length * rng.uniform(0.95, 1.05) / np.sqrt(sum((g**2).sum() for g in gradients))
            gradients = [g * factor for g in gradients]
        return {"gradients": gradients, "max_norm": max_norm}

    def oracle(gradients, max_norm):
        parameters = [nn.Parameter(torch.zeros(g.shape, dtype=torch.float64)) for g in gradients]
        for p, g in zip(parameters, gradients):
            p.grad = tensor(g).clone()
        norm = torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        return {"gradients": [p.grad for p in parameters], "norm": norm.item()}

    weights = {"gradients": 3, "norm": 1}
    equivalent = {
        "if norm >= max_norm:": "at equality the factor is 1",
    }

    slips = [
        slip(
            "short gradients are made longer",
            edit=("if norm > max_norm:", "if True:"),
            why="Every step then has the same length, however close to the minimum. Clipping only shortens.",
            look="What should happen to a gradient of length 0.1 when the threshold is 1?",
        ),
        slip(
            "every parameter is clipped by itself",
            edit=("g.mul_(max_norm / norm)", "g.mul_(min(1.0, max_norm / g.norm().item()))"),
            why="That changes the direction of the step: large tensors are shortened and small ones are not.",
            look="Over what is the norm taken?",
        ),
        slip(
            "each number is cut to the threshold",
            edit=("g.mul_(max_norm / norm)", "g.clamp_(-max_norm, max_norm)"),
            why="Clipping by value changes the direction of the step.",
            look="By how many different factors are the gradients multiplied in the formula?",
        ),
        slip(
            "the norms of the parameters are added",
            edit=("torch.sqrt(sum(g.pow(2).sum() for g in gradients))", "sum(g.pow(2).sum().sqrt() for g in gradients)"),
            why="The sum of lengths is longer than the length of everything together.",
            look="Gradients (3, 0) and (0, 4): is the norm 7 or 5?",
        ),
        slip(
            "the root is missing",
            edit=("torch.sqrt(sum(g.pow(2).sum() for g in gradients))", "sum(g.pow(2).sum() for g in gradients)"),
            why="A squared length is not a length.",
            look="Gradients (3, 0) and (0, 4): is the norm 25 or 5?",
        ),
        slip(
            "the squared norm is compared with the threshold",
            edit=("if norm > max_norm:", "if norm**2 > max_norm:"),
            why="Between the root of the threshold and the threshold nothing should happen; here such a gradient is made longer.",
            look="A gradient of length 3 and a threshold of 4: is there anything to shorten?",
        ),
        slip(
            "the norm after clipping is returned",
            edit=("return norm", "return torch.sqrt(sum(g.pow(2).sum() for g in gradients))"),
            why="What one wants to watch is how long the gradient was; afterwards it is never above the threshold.",
            look="When is the returned norm computed?",
        ),
        slip(
            "the gradients are divided by the norm only",
            edit=("max_norm / norm", "1 / norm"),
            why="They then have length 1, whatever the threshold.",
            look="What is the factor in the text?",
        ),
        slip(
            "the gradients are not changed in place",
            edit=("g.mul_(max_norm / norm)", "g = g * max_norm / norm"),
            why="A new tensor is made and dropped; the optimiser sees the old gradients.",
            look="Which tensor does the optimiser read?",
        ),
    ]  # fmt: skip


@exercise("train_step", points=5, forbid=["utils.training"])
class _:
    cases = [
        dict(V=5, B=4, T=3, steps=3, n_micro=1, max_norm=100.0, lr=0.8),
        dict(V=4, B=4, T=4, steps=3, n_micro=2, max_norm=0.1, lr=2.0),
        dict(V=6, B=6, T=2, steps=2, n_micro=3, max_norm=0.12, lr=1.5),
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

    slips = [
        slip(
            "old gradients are never set to zero",
            edit=("    optimizer.zero_grad()\n", ""),
            why="backward adds to what is there. From the second step on, the step follows the sum of all gradients so far.",
            look="What is in p.grad at the beginning of the second step?",
        ),
        slip(
            "gradients are set to zero for every micro-batch",
            edit=[("    optimizer.zero_grad()\n", ""), ("        scores = model(inputs)", "        optimizer.zero_grad()\n        scores = model(inputs)")],
            why="Only the last micro-batch counts; the work on the others is thrown away.",
            look="How often should old gradients be removed in one step?",
        ),
        slip(
            "the losses of micro-batches are added, not averaged",
            edit=(" / len(micro_batches)", ""),
            why="The gradient is then as many times too long as there are parts.",
            look="Four parts with loss 2 each: what is the mean?",
        ),
        slip(
            "a step is taken after every micro-batch",
            edit=[("        total += loss.item()\n", "        total += loss.item()\n        norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n        optimizer.step()\n        optimizer.zero_grad()\n"), ("    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n    optimizer.step()\n    return", "    return")],
            why="That is several small steps, not one on the whole batch.",
            look="How is the line with optimizer.step() indented?",
        ),
        slip(
            "clipping comes after the step, or not at all",
            edit=("    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n    optimizer.step()\n", "    optimizer.step()\n    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n"),
            why="The optimiser has used the long gradient already. One bad batch can undo an hour of training.",
            look="When does the optimiser read p.grad?",
        ),
        slip(
            "the loss of the last micro-batch is reported",
            edit=("return total, norm", "return loss.item() * len(micro_batches), norm"),
            why="The training is right, but the number in your curve is that of a part of the batch.",
            look="Is the returned loss a sum over all parts?",
        ),
        slip(
            "probabilities go in where scores belong",
            edit=("scores = model(inputs)  # (B, T, V)", "scores = model(inputs).softmax(-1)"),
            why="F.cross_entropy takes scores and applies softmax itself. Applied twice, it flattens everything: the loss stays near ln V.",
            look="What does F.cross_entropy expect?",
        ),
    ]  # fmt: skip


@exercise("cut_segments", points=5, forbid=["utils.training"])
class _:
    cases = [
        dict(n=18, context=4, overlap=1),
        dict(n=13, context=4, overlap=0),
        dict(n=20, context=6, overlap=3),
        dict(n=9, context=8, overlap=5),  # one segment is enough
        dict(n=11, context=5, overlap=4),
    ]

    def inputs(rng, n, context, overlap):
        return {"ids": rng.permutation(100)[:n], "context": context, "overlap": overlap}

    def oracle(ids, context, overlap):
        """First where each segment begins, then which targets nobody has judged."""
        last = len(ids) - 1 - context
        begins = [0]
        while begins[-1] < last:
            begins.append(min(begins[-1] + context - overlap, last))
        inputs, targets, judged = [], [], set()
        for begin in begins:
            places = range(begin + 1, begin + context + 1)
            inputs.append([ids[place - 1] for place in places])
            targets.append([-100 if place in judged else ids[place] for place in places])
            judged |= set(places)
        return {"inputs": np.array(inputs), "targets": np.array(targets)}

    equivalent = {
        "while done != n_targets:": "done never passes the end",
        "while done is not n_targets:": "small integers are one object in CPython, so `is not` is `!=` here",
    }

    slips = [
        slip(
            "targets in the overlap are judged twice",
            edit=("        target[: done - begin] = -100\n", ""),
            why="Tokens in the overlap count twice, once of them with little context, so the loss is neither the one nor the other.",
            look="What has to happen to targets that the segment before has judged?",
        ),
        slip(
            "the end of the text is dropped",
            edit=("    return torch.stack(inputs)", "    if len(inputs) > 1 and done - begin and (len(ids) - 1 - context) % (context - overlap):\n        inputs, targets = inputs[:-1], targets[:-1]\n    return torch.stack(inputs)"),
            why="The last tokens are never judged. It looks harmless, and is wrong for short texts.",
            look="What is the last target of your last segment?",
        ),
        slip(
            "the targets are not shifted",
            edit=("ids[begin + 1 : end + 1]", "ids[begin:end]"),
            why="Every token would be judged by how well it repeats itself.",
            look="Which target belongs to the first input?",
        ),
        slip(
            "segments do not overlap",
            edit=("max(done - overlap, 0)", "done"),
            why="The first tokens of each segment have nothing before them.",
            look="Where does the second segment begin when overlap is 1?",
        ),
        slip(
            "one token too few overlaps",
            edit=("max(done - overlap, 0)", "max(done - overlap + 1, 0)"),
            why="With overlap 1 the second segment should begin with the last input of the first, see the table.",
            look="In the example, is 13 in both segments?",
        ),
        slip(
            "one judged target too many is removed",
            edit=("target[: done - begin] = -100", "target[: done - begin + 1] = -100"),
            why="In each segment a token is left out that nobody has judged, the very first one included.",
            look="Count the targets that are not −100. Are there N − 1?",
        ),
        slip(
            "the inputs of the overlap are hidden too",
            edit=("        inputs.append(ids[begin:end])\n", "        source = ids[begin:end].clone()\n        source[: done - begin] = -100\n        inputs.append(source)\n"),
            why="The overlap is there to be read as context. Only its targets are not judged again.",
            look="What do the × in the table belong to?",
        ),
    ]  # fmt: skip


@exercise("dependence", points=3, forbid=["utils.training"])
class _:
    cases = [dict(T=5, V=6, D=3), dict(T=7, V=4, D=2), dict(T=1, V=3, D=4)]

    def inputs(rng, T, V, D):
        return {
            "table": rng.standard_normal((V, D)) + np.arange(V)[:, None],
            "links": rng.standard_normal((T, T)) * (rng.random((T, T)) < 0.7) + 0.3 * np.eye(T),
            "ids": rng.integers(0, V, T),
        }

    def oracle(table, links, ids):
        """The model is linear, so the change can be written down."""
        change = np.abs(table[(ids + 1) % len(table)] - table[ids]).max(-1)  # (T,)
        return {"table": np.abs(links) * change}

    equivalent = {
        "before = model(ids.unsqueeze(0))[ -1]": "the batch holds one text, which is its first and its last",
        "after = model(other.unsqueeze(0))[ -1]": "the batch holds one text, which is its first and its last",
    }

    slips = [
        slip(
            "rows and columns are exchanged",
            edit=("torch.stack(columns, dim=1)", "torch.stack(columns)"),
            why="A causal model then seems to look ahead.",
            look="Replacing one token changes the scores at many places: is that a row or a column?",
        ),
        slip(
            "replaced tokens stay replaced",
            edit=("        other = ids.clone()\n", "        other = ids.clone() if s == 0 else other\n"),
            why="From the second column on, several tokens differ at once.",
            look="How many tokens of `other` differ from `ids`?",
        ),
        slip(
            "the changes are summed, not the largest taken",
            edit=("amax(dim=1)", "sum(dim=1)"),
            why="The docstring asks for the largest change of any score.",
            look="How do V changes become one number?",
        ),
        slip(
            "changes may be negative",
            edit=(".abs().amax(dim=1)", ".amax(dim=1)"),
            why="A score that falls is a change too.",
            look="What if all scores at a place go down?",
        ),
        slip(
            "the last token is not replaced in a circle",
            edit=("(other[s] + 1) % vocab_size", "(other[s] + 1).clamp(max=vocab_size - 1)"),
            why="The token with the largest id is replaced by itself, and its column is 0.",
            look="What is (id + 1) mod V for the largest id?",
        ),
    ]  # fmt: skip
