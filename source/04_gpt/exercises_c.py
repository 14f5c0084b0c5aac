"""What decides the exercises of sitting c: optimisers, schedule, a training step, segments, documents, dependence."""

import numpy as np
import torch
from torch import nn

from autograder.authoring import exercise, slip

OPTIMIZERS = ["torch.optim", "utils.training", "utils.checkpoints"]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


def trained(make, start, gradients, rates):
    """The path of parameters under an optimiser of torch, in float64.

    gradients: for each parameter those of its first steps, (n, …); after them it has none. rates: (steps,).
    """
    parameters = [nn.Parameter(tensor(p)) for p in start]
    optimizer = make(parameters)
    paths = [[] for _ in parameters]
    for step, lr in enumerate(rates):
        optimizer.param_groups[0]["lr"] = float(lr)
        for p, given in zip(parameters, gradients):
            p.grad = tensor(given[step]) if step < len(given) else None
        optimizer.step()
        for p, path in zip(parameters, paths):
            path.append(p.detach().clone())
    return [torch.stack(path) for path in paths]


def drawn_rates(rng, lr, steps):
    """A learning rate that changes from step to step, as it does in training."""
    return lr * rng.uniform(0.5, 1.5, steps)


@exercise("sgd_momentum", points=2, forbid=OPTIMIZERS)
class _:
    cases = [dict(shape=(3,), steps=6, lr=0.5, beta=0.9), dict(shape=(2, 2), steps=4, lr=2.0, beta=0.5)]

    def inputs(rng, shape, steps, lr, beta):
        return {
            "parameter": rng.standard_normal(shape),
            "gradients": rng.standard_normal((steps, *shape)) + 1.0,
            "rates": drawn_rates(rng, lr, steps),
            "beta": beta,
        }

    def oracle(parameter, gradients, rates, beta):
        """The running mean written out as a weighted sum of all gradients so far."""
        path, means = [], [np.zeros_like(parameter)]
        for t in range(1, len(gradients) + 1):
            weights = (1 - beta) * beta ** np.arange(t - 1, -1, -1)
            means.append(np.tensordot(weights, gradients[:t], axes=1))
            parameter = parameter - rates[t - 1] * means[-1]
            path.append(parameter)
        return {"path": np.stack(path), "m unchanged": {"path": np.stack(path), "m": np.stack(means[:-1])}}

    weights = {"path": 3, "m unchanged": 1}

    alternatives = {
        "a correction towards the gradient": """
            moved = m + (1 - beta) * (gradient - m)
            return torch.sub(parameter, moved, alpha=lr), moved
        """,
        "torch.lerp": """
            m = torch.lerp(gradient, m, beta)
            return parameter - m * lr, m
        """,
    }
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
        slip(
            "the learning rate stands inside the mean",
            edit=[("(1 - beta) * gradient", "(1 - beta) * lr * gradient"), ("parameter - lr * m", "parameter - m")],
            why="It comes to the same while the rate stays as it is. With a schedule, old gradients keep the rate of their day, and the warmup is dragged along.",
            look="What is averaged in the first formula?",
        ),
        slip(
            "the step looks ahead",
            edit=("parameter - lr * m", "parameter - lr * (beta * m + (1 - beta) * gradient)"),
            why="That is Nesterov's form, a method of its own. The formula here walks along the mean.",
            look="What is multiplied by the learning rate?",
        ),
        slip(
            "the caller's m is changed",
            edit=("m = beta * m + (1 - beta) * gradient", "m = m.mul_(beta).add_((1 - beta) * gradient)"),
            why="Whoever called still has the tensor that went in, and finds another mean in it than the one that was put there.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "the caller's parameter is changed",
            edit=("return parameter - lr * m, m", "return parameter.sub_(lr * m), m"),
            also=[[("m = beta * m + (1 - beta) * gradient", "m = m.mul_(beta).add_((1 - beta) * gradient)"), ("return parameter - lr * m, m", "return parameter.sub_(lr * m), m")]],
            why="The function promises a new parameter. All steps of a path that is kept would then be the last one.",
            look="Which of your operations write into an argument?",
        ),
    ]  # fmt: skip
    promises = {
        "a mean, not a sum": dict(beta=0.9),
        "any shape": dict(shape=(2, 2)),
        "the rate may change from step to step": "path",
        "new tensors come back": "m unchanged",
    }


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
            "rates": drawn_rates(rng, lr, steps),
            "beta": beta,
            "eps": eps,
        }

    def oracle(parameter, gradients, rates, beta, eps):
        (path,) = trained(
            lambda p: torch.optim.RMSprop(p, alpha=beta, eps=eps), [parameter], [gradients], rates
        )
        weights = [(1 - beta) * beta ** np.arange(t - 1, -1, -1) for t in range(len(gradients))]
        means = [np.tensordot(w, gradients[: len(w)] ** 2, axes=1) for w in weights]
        return {"path": path, "v unchanged": {"path": path, "v": np.stack(means)}}

    weights = {"path": 3, "v unchanged": 1}
    tolerance = 1e-5

    alternatives = {
        "addcmul and addcdiv": """
            v = torch.addcmul(v * beta, gradient, gradient, value=1 - beta)
            return torch.addcdiv(parameter, gradient, v**0.5 + eps, value=-lr), v
        """,
    }
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
            also=[[("gradient**2", "gradient.abs()"), ("(v.sqrt() + eps)", "(v + eps)")]],
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
            "squares are summed, not averaged",
            edit=("beta * v + (1 - beta) * gradient**2", "v + gradient**2"),
            also=[("(1 - beta) * gradient**2", "gradient**2")],
            why="A sum is larger than a mean, up to 1/(1 − β) times; and one in which nothing fades (Adagrad) only grows, so that the steps shrink to nothing.",
            look="If all gradients were 5, what would your v become after many steps?",
        ),
        slip(
            "the mean of the step before divides",
            edit=("    v = beta * v + (1 - beta) * gradient**2\n    return parameter - lr * gradient / (v.sqrt() + eps), v", "    new = beta * v + (1 - beta) * gradient**2\n    return parameter - lr * gradient / (v.sqrt() + eps), new"),
            why="In the first step v is 0, and the gradient is divided by ε: the parameter flies away.",
            look="Which index does v have in the second formula?",
        ),
        slip(
            "one mean serves all numbers of the parameter",
            edit=("gradient**2", "(gradient**2).mean()", "(gradient**2).sum()"),
            why="Every number should get a rate of its own. The vector of a rare token would be ruled by those of frequent ones.",
            look="Which shape should v have?",
        ),
        slip(
            "the mean is corrected as in Adam",
            edit=("v.sqrt()", "(v / (1 - beta)).sqrt()"),
            why="RMSprop has no correction: its first steps are long, and that is one of the things that Adam mends.",
            look="What is under the root in the formula?",
        ),
        slip(
            "eps is always the same",
            edit=("(v.sqrt() + eps)", "(v.sqrt() + 1e-8)", "v.sqrt()"),
            why="The caller chooses ε; a large one makes a small gradient count for less.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the sign of the gradient is all that is left",
            edit=("lr * gradient / (v.sqrt() + eps)", "lr * gradient.sign()"),
            why="The typical size is a running mean; a gradient above it should still make a longer step.",
            look="Where does your step use v?",
        ),
        slip(
            "the caller's v is changed",
            edit=("v = beta * v + (1 - beta) * gradient**2", "v = v.mul_(beta).add_((1 - beta) * gradient**2)"),
            also=[[("v = beta * v + (1 - beta) * gradient**2", "v = v.mul_(beta).add_((1 - beta) * gradient**2)"), ("return parameter - ", "return parameter.sub_("), ("(v.sqrt() + eps), v", "(v.sqrt() + eps)), v")]],
            why="Whoever called still has the tensor that went in, and finds another mean in it than the one that was put there.",
            look="Which of your operations write into an argument?",
        ),
    ]  # fmt: skip
    promises = {
        "eps outside the root": dict(size=1e-5),
        "eps is the caller's": dict(eps=0.5),
        "a rate for each number": dict(shape=(2, 3)),
        "new tensors come back": "v unchanged",
    }


@exercise("AdamW", points=6, forbid=OPTIMIZERS)
class _:
    cases = [
        # active: for how many steps the idle parameter has a gradient; size 1e-5 is below the root of eps
        dict(steps=20, size=1.0, lr=0.05, betas=[0.9, 0.99], eps=1e-8, weight_decay=0.3, active=3),
        dict(steps=5, size=1e-5, lr=0.1, betas=[0.8, 0.9], eps=1e-8, weight_decay=0.0, active=2),
        dict(steps=4, size=10.0, lr=0.2, betas=[0.5, 0.4], eps=0.3, weight_decay=0.5, active=0),
    ]

    def inputs(rng, steps, size, lr, betas, eps, weight_decay, active):
        def gradients(shape, n=steps):
            return size * rng.uniform(0.3, 2, (n, *shape)) * rng.choice([-1, 1, 1], (n, *shape))

        return {
            "start": [rng.uniform(1, 2, (2, 2)), rng.uniform(1, 2, 2), rng.uniform(-3, -1, 3)],
            "gradients": [gradients((2, 2)), gradients((2,), active), gradients((3,))],
            "rates": drawn_rates(rng, lr, steps),
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
        }

    def oracle(start, gradients, rates, betas, eps, weight_decay):
        first, idle, second = trained(
            lambda p: torch.optim.AdamW(p, betas=tuple(betas), eps=eps, weight_decay=weight_decay),
            start,
            gradients,
            rates,
        )
        return {"first parameter": first, "idle parameter": idle, "second parameter": second}

    weights = {"first parameter": 2, "idle parameter": 1, "second parameter": 2}

    alternatives = {
        "factors collected, new tensors stored": """
            self.t = self.t + 1
            b1, b2 = self.betas
            for i, p in enumerate(self.parameters):
                g = p.grad
                if g is not None:
                    self.m[i] = self.m[i].lerp(g, 1 - b1)
                    self.v[i] = self.v[i].lerp(g * g, 1 - b2)
                    root = (self.v[i] / (1 - b2**self.t)).sqrt() + self.eps
                    step = self.lr / (1 - b1**self.t) * self.m[i] / root
                    p.copy_(p - self.lr * self.weight_decay * p - step)
        """,
        "the parameter's data": """
            class AdamW:
                def __init__(self, parameters, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
                    self.parameters = list(parameters)
                    self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay
                    self.t = 0
                    self.m = [torch.zeros_like(p) for p in self.parameters]
                    self.v = [torch.zeros_like(p) for p in self.parameters]

                def zero_grad(self):
                    for p in self.parameters:
                        p.grad = None

                def step(self):
                    self.t += 1
                    lr, (b1, b2) = self.lr, self.betas
                    for p, m, v in zip(self.parameters, self.m, self.v):
                        if p.grad is None:
                            continue
                        m.copy_(b1 * m + (1 - b1) * p.grad)
                        v.copy_(b2 * v + (1 - b2) * p.grad.square())
                        correction = (1 - b2**self.t) ** 0.5
                        p.data -= lr * self.weight_decay * p.data
                        p.data -= lr * (m / (1 - b1**self.t)) / (v.sqrt() / correction + self.eps)
        """,
    }
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
            also=[("p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))", "p = p - self.lr * m_hat / (v_hat.sqrt() + self.eps)")],
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
        slip(
            "the parameter without a gradient decays",
            edit=[("            p.mul_(1 - self.lr * self.weight_decay)\n", ""), ("            if p.grad is None:", "            p.mul_(1 - self.lr * self.weight_decay)\n            if p.grad is None:")],
            why="What takes no part in this step (a frozen layer, say) would shrink to nothing while nobody looks at it.",
            look="In which order do your loop's lines about None and about the decay stand?",
        ),
        slip(
            "no gradient is taken for a gradient of 0",
            edit=[
                ("            if p.grad is None:\n                continue\n", "            g = torch.zeros_like(p) if p.grad is None else p.grad\n"),
                ("(1 - beta1) * p.grad)", "(1 - beta1) * g)"),
                ("(1 - beta2) * p.grad**2", "(1 - beta2) * g**2"),
            ],
            why="The old momentum goes on moving a parameter that takes no part in this step, and the decay shrinks it.",
            look="What should happen to a parameter whose gradient is None?",
        ),
        slip(
            "the loop ends at a parameter without a gradient",
            edit=("                continue\n", "                break\n"),
            why="Whatever stands behind it in the list is never trained.",
            look="What is the difference between leaving a turn of a loop and leaving the loop?",
        ),
        slip(
            "the moments are not remembered",
            edit=[("m.mul_(beta1).add_((1 - beta1) * p.grad)", "m = beta1 * m + (1 - beta1) * p.grad"), ("v.mul_(beta2).add_((1 - beta2) * p.grad**2)", "v = beta2 * v + (1 - beta2) * p.grad**2")],
            also=[("m.mul_(beta1).add_((1 - beta1) * p.grad)", "m = beta1 * m + (1 - beta1) * p.grad"), ("v.mul_(beta2).add_((1 - beta2) * p.grad**2)", "v = beta2 * v + (1 - beta2) * p.grad**2")],
            why="A new tensor gets the name, and the lists keep the zeros: every step takes itself for one without a past.",
            look="What do self.m and self.v hold after two steps?",
        ),
        slip(
            "the corrected moments are stored",
            edit=[("m_hat = m / (1 - beta1**self.t)", "m_hat = m.div_(1 - beta1**self.t)"), ("v_hat = v / (1 - beta2**self.t)", "v_hat = v.div_(1 - beta2**self.t)")],
            also=[("m_hat = m / (1 - beta1**self.t)", "m_hat = m.div_(1 - beta1**self.t)"), ("v_hat = v / (1 - beta2**self.t)", "v_hat = v.div_(1 - beta2**self.t)")],
            why="The correction is for this step only. Stored, it is applied again and again.",
            look="Do the formulas of the hats change m and v themselves?",
        ),
        slip(
            "the steps are counted too late",
            edit=[("        self.t += 1\n", ""), ("            p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))", "            p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))\n        self.t += 1")],
            also=[("v_hat = v / (1 - beta2**self.t)", "v_hat = v / (1 - beta2 ** max(1, self.t - 1))"), [("(1 - beta1**self.t)", "(1 - beta1 ** max(1, self.t - 1))"), ("(1 - beta2**self.t)", "(1 - beta2 ** max(1, self.t - 1))")]],
            why="1 − β⁰ is 0, and the first step divides by it.",
            look="Which value has t in the first step, by the text?",
        ),
        slip(
            "one beta serves both means",
            edit=("beta1, beta2 = self.betas", "beta1 = beta2 = self.betas[0]", "beta1 = beta2 = self.betas[1]"),
            why="The mean of squares has a longer memory than the mean of gradients; they are two numbers for that reason.",
            look="Which of the two betas does your code use, and where?",
        ),
        slip(
            "the decay divides",
            edit=("p.mul_(1 - self.lr * self.weight_decay)", "p.div_(1 + self.lr * self.weight_decay)"),
            why="For a small rate it is nearly the same, but two programs that do not agree on it do not give the same model.",
            look="What is subtracted from θ in the formula of the decay?",
        ),
        slip(
            "the learning rate of the first step is kept",
            edit=[("        self.t += 1\n", "        self.t += 1\n        self.first = getattr(self, 'first', self.lr)\n"), ("p.sub_(self.lr *", "p.sub_(self.first *")],
            also=[[("        self.t += 1\n", "        self.t += 1\n        self.first = getattr(self, 'first', self.lr)\n"), ("p.sub_(self.lr *", "p.sub_(self.first *"), ("1 - self.lr *", "1 - self.first *")]],
            why="A schedule writes another rate into lr before each step.",
            look="When does your code read self.lr?",
        ),
    ]  # fmt: skip
    promises = {
        "twenty steps": dict(steps=20),
        "eps outside the root": dict(size=1e-5),
        "a parameter that loses its gradient stays as it is": dict(active=3),
        "a parameter that never had one stays as it is": dict(active=0),
        "no decay": dict(weight_decay=0.0),
        "the rate may change from step to step": "first parameter",
        "in place, every parameter of the list": "second parameter",
    }


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

    alternatives = {
        "one factor for both parts": """
            if warmup and step + 1 <= warmup:
                return (step + 1) / warmup * lr
            share = math.cos((step - warmup) / (steps - warmup) * math.pi / 2) ** 2
            return share * lr + (1 - share) * final
        """,
    }
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
        slip(
            "the final rate is reached in the last step",
            edit=("(steps - warmup)", "max(1, steps - 1 - warmup)"),
            why="It is a schedule that is in use, too; by the formula here the rate comes to its final value one step after the last.",
            look="S = 9 and w = 0: what is progress in the last step, by the formula?",
        ),
        slip(
            "the warmup is one step too long",
            edit=("if step < warmup:", "if warmup and step <= warmup:", "if step <= warmup:"),
            why="One step then has a rate above the peak, and that is where a run breaks.",
            look="Which rate should step w have?",
        ),
        slip(
            "the warmup ends below the full rate",
            edit=("lr * (step + 1) / warmup", "lr * (step + 1) / (warmup + 1)"),
            why="Step w − 1 should have the full rate.",
            look="w = 4: which rate has step 3?",
        ),
        slip(
            "the warmup begins at the final rate",
            edit=("lr * (step + 1) / warmup", "final + (lr - final) * (step + 1) / warmup"),
            why="η_min is where the rate ends. The warmup starts from almost nothing, whatever the end.",
            look="Does the first line of the formula have an η_min?",
        ),
        slip(
            "the rate falls to 0 and is held at its final value from below",
            edit=("final + (lr - final) * (1 + math.cos(math.pi * progress)) / 2", "max(final, lr * (1 + math.cos(math.pi * progress)) / 2)"),
            why="The curve then ends in a flat piece; by the formula it comes down to η_min and touches it at the end only.",
            look="By what is the cosine multiplied in the formula?",
        ),
        slip(
            "a quarter of a wave is used",
            edit=("(1 + math.cos(math.pi * progress)) / 2", "math.cos(math.pi / 2 * progress)"),
            why="It falls fastest at the end; half a cosine falls fastest in the middle and settles at the end.",
            look="Which angle does the cosine have when progress is 1?",
        ),
        slip(
            "without a warmup the first rate is 0",
            edit=("    progress =", "    if step == 0:\n        return 0.0\n    progress ="),
            why="w = 0 means that the full rate is there from the first step on.",
            look="Which line of the formula holds for s = 0 and w = 0?",
        ),
    ]  # fmt: skip
    promises = {
        "no warmup": dict(warmup=(0, 0)),
        "a warmup of one step": dict(warmup=(1, 1)),
        "step w - 1 has the full rate, and the final one is not reached": "rates",
    }


@exercise(
    "clip_grad_norm",
    points=4,
    forbid=["torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grads_with_norm_", "utils.training"],
)
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

    alternatives = {
        "norm of norms, a factor of at most 1": """
            with_gradient = [p for p in parameters if p.grad is not None]
            norm = torch.stack([p.grad.norm() for p in with_gradient]).norm()
            factor = (max_norm / norm).clamp(max=1.0)
            for p in with_gradient:
                p.grad = p.grad * factor
            return norm.item()
        """,
        "one long vector": """
            def clip_grad_norm(parameters, max_norm):
                flat = torch.cat([p.grad.flatten() for p in parameters if p.grad is not None])
                norm = torch.linalg.vector_norm(flat)
                for p in parameters:
                    if p.grad is not None:
                        p.grad.data *= min(1.0, max_norm / float(norm))
                return norm
        """,
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
        slip(
            "the largest norm of a parameter is taken",
            edit=("torch.sqrt(sum(g.pow(2).sum() for g in gradients))", "max(g.norm() for g in gradients)"),
            why="The length of everything together is longer than that of its longest part.",
            look="Gradients (3, 0) and (0, 4): is the norm 4 or 5?",
        ),
        slip(
            "squares are averaged, not summed",
            edit=("g.pow(2).sum() for g", "g.pow(2).mean() for g"),
            also=[("torch.sqrt(sum(g.pow(2).sum() for g in gradients))", "torch.cat([g.flatten() for g in gradients]).pow(2).mean().sqrt()")],
            why="That is the typical size of one number, and does not grow with how many there are; a norm is a length.",
            look="Gradients (3, 0) and (0, 4): is the norm 3.5 or 5?",
        ),
        slip(
            "absolute values are summed",
            edit=("torch.sqrt(sum(g.pow(2).sum() for g in gradients))", "sum(g.abs().sum() for g in gradients)"),
            why="The sum of absolute values is another norm, and larger.",
            look="Gradients (3, 0) and (0, 4): is the norm 7 or 5?",
        ),
    ]  # fmt: skip
    promises = {
        "longer than the threshold": dict(size=5.0),
        "shorter: nothing happens": dict(size=0.05),
        "all parameters together": dict(spread=True),
        "some have no gradient; the rest is changed in place": "gradients",
        "the norm before": "norm",
    }


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
        slip(
            "old gradients are removed after the step, not before",
            edit=[("    optimizer.zero_grad()\n    total = 0.0", "    total = 0.0"), ("    return total, norm", "    optimizer.zero_grad()\n    return total, norm")],
            why="Whoever has called backward before, for a look at a gradient, say, gets it added to the first step.",
            look="Who makes sure that p.grad is empty before your first micro-batch?",
        ),
        slip(
            "every micro-batch is clipped",
            edit=[("        total += loss.item()\n", "        total += loss.item()\n        norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n"), ("    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n    optimizer", "    optimizer")],
            why="What is clipped is the gradient of the whole batch; parts of it are longer, and cutting them changes the direction.",
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
            why="What one wants to watch is how long the gradient was; afterwards it is never above the threshold.",
            look="What does clip_grad_norm_ return?",
        ),
        slip(
            "each loss is divided by the number of texts, not of parts",
            edit=(" / len(micro_batches)", " / len(inputs)", " / inputs.numel()"),
            why="F.cross_entropy has taken the mean over texts and places already; what is left is the mean over the parts.",
            look="Four parts with loss 2 each, of eight texts each: what should be returned?",
        ),
        slip(
            "the terms are summed, not averaged",
            edit=("targets.flatten())", 'targets.flatten(), reduction="sum")'),
            why="The gradient then grows with the size of the batch, and so does the step.",
            look="What does the text say about the loss of a part?",
        ),
        slip(
            "the gradient is clipped before it is divided",
            edit=[
                (" / len(micro_batches)", ""),
                ("    optimizer.step()\n", "    for p in model.parameters():\n        p.grad /= len(micro_batches)\n    optimizer.step()\n"),
                ("return total, norm", "return total / len(micro_batches), norm / len(micro_batches)"),
            ],
            why="The sum of the parts is longer than their mean, so that it is cut where the mean would not have been.",
            look="The gradient of what should be at most max_norm long?",
        ),
        slip(
            "only one micro-batch is learned from",
            edit=("        loss.backward()\n", "        if inputs is micro_batches[-1][0]:\n            (loss * len(micro_batches)).backward()\n"),
            why="The loss is that of the whole batch, and the gradient that of a part.",
            look="How often does your code call backward?",
        ),
    ]  # fmt: skip
    promises = {
        "one micro-batch": dict(n_micro=1),
        "micro-batches, clipped": dict(max_norm=0.1),
        "micro-batches, not clipped": dict(n_micro=3, max_norm=100.0),
        "old gradients go first": "table",
        "the mean loss": "losses",
        "the norm before clipping": "norms",
    }


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
        found = {"inputs": np.array(inputs), "targets": np.array(targets)}
        return found | {"ids unchanged": {"targets": found["targets"], "ids": ids}}

    weights = {"inputs": 2, "targets": 2, "ids unchanged": 1}

    equivalent = {
        "while done != n_targets:": "done never passes the end",
        "while done is not n_targets:": "small integers are one object in CPython, so `is not` is `!=` here",
    }

    alternatives = {
        "where segments begin, then masks": """
            last = len(ids) - 1 - context
            begins = list(range(0, last, context - overlap)) + [last]
            begins = torch.tensor(begins)
            places = begins.unsqueeze(1) + torch.arange(context)
            old = torch.cat([torch.zeros(1, dtype=torch.long), begins[:-1] + context])
            targets = ids[places + 1].masked_fill(places < old.unsqueeze(1), -100)
            return ids[places], targets
        """,
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
        slip(
            "the last segment judges some targets twice",
            edit=("target[: done - begin] = -100", "target[: min(done - begin, overlap)] = -100", "target[: overlap if done else 0] = -100",),
            why="It was moved back, so that more than the overlap has been judged before.",
            look="In the last segment: how many of its targets did the one before judge?",
        ),
        slip(
            "the first segment loses the targets of an overlap that it does not have",
            edit=("target[: done - begin] = -100", "target[: max(done - begin, overlap)] = -100", "target[:overlap] = -100",),
            why="Nobody has judged the first tokens before; they are never judged at all.",
            look="Count the targets that are not −100. Are there N − 1?",
        ),
        slip(
            "the last token is never judged",
            edit=("n_targets, done = len(ids) - 1, 0", "n_targets, done = len(ids) - 2, 0"),
            why="A text of N tokens has N − 1 that can be predicted, the last one among them.",
            look="What is the last target of your last segment?",
        ),
        slip(
            "the last segment is filled up, not moved back",
            edit=[
                ("end = min(max(done - overlap, 0) + context, n_targets)", "begin = max(done - overlap, 0)\n        end = min(begin + context, n_targets)"),
                ("        begin = end - context\n", ""),
                ("        inputs.append(ids[begin:end])", "        target = F.pad(target, (0, context - len(target)), value=-100)\n        inputs.append(F.pad(ids[begin:end], (0, begin + context - end)))"),
            ],
            why="The tokens that are filled in are no text, and the last tokens have less to look back at than they could.",
            look="Where does the text say that the last segment ends, and where does it begin?",
        ),
        slip(
            "−100 is written into the text",
            edit=("ids[begin + 1 : end + 1].clone()", "ids[begin + 1 : end + 1]"),
            why="A slice is a view. The text that was handed in, and the next segment, hold −100 from then on.",
            look="Print ids after your function has run.",
        ),
    ]  # fmt: skip
    promises = {
        "a last segment that is moved back": dict(n=18, overlap=1),
        "no overlap": dict(overlap=0),
        "one segment": dict(n=9, context=8),
        "the largest overlap": dict(context=5, overlap=4),
        "ids stay as they are": "ids unchanged",
    }


SAME = "document[:, :, None] == document[:, None, :]"
FIRST = "torch.where(begins, places, 0).cummax(dim=1).values"


@exercise("document_mask", points=3)
class _:
    cases = [
        dict(T=12, windows=["pair", "start", "end"]),
        dict(T=5, windows=["some", "none", "all", "some", "pair"]),  # as many windows as tokens
        dict(T=1, windows=["none", "all"]),
        dict(T=9, windows=["some", "start"], zero=True),  # BOS is token 0
    ]
    weights = {"mask": 4, "positions": 3, "attention": 1, "ids unchanged": 1}

    def inputs(rng, T, windows, zero=False):
        bos = 0 if zero else int(rng.integers(50, 100))
        ids = rng.integers(1, 50, (len(windows), T))
        for row, kind in zip(ids, windows):
            inner = int(rng.integers(1, T - 2)) if T > 3 else 0
            places = {"none": [], "all": range(T), "pair": [inner, inner + 1], "some": [inner]}
            places |= {"start": [0, inner], "end": [inner, T - 1]}
            row[list(places[kind])] = bos
        q, k, v = (rng.standard_normal((len(windows), T, 3)) for _ in range(3))
        return {"ids": ids, "bos_id": bos, "q": q, "k": k, "v": v}

    def oracle(ids, bos_id, q, k, v):
        """Attention of each document by itself, with nothing else in the text."""
        B, T = ids.shape
        mask, positions = np.zeros((B, T, T), dtype=bool), np.zeros((B, T), dtype=np.int64)
        context = np.zeros(v.shape)
        for b in range(B):
            edges = sorted({0, T, *np.flatnonzero(ids[b] == bos_id).tolist()})
            for begin, end in zip(edges, edges[1:]):
                own = slice(begin, end)
                alone = (tensor(part[b, own])[None] for part in (q, k, v))
                context[b, own] = torch.nn.functional.scaled_dot_product_attention(*alone, is_causal=True)[0]
                positions[b, own] = range(end - begin)
                for i in range(begin, end):
                    mask[b, i, begin : i + 1] = True
        return {
            "mask": mask,
            "positions": positions,
            "attention": {"mask": mask, "context": context},
            "ids unchanged": {"positions": positions, "ids": ids},
        }

    equivalent = {
        "same = document[:, :, None] <= document[:, None, :]": "numbers never fall, and later keys are cut off",
    }
    alternatives = {
        "token by token": """
            B, T = ids.shape
            mask = torch.zeros(B, T, T, dtype=torch.bool)
            positions = torch.zeros(B, T, dtype=torch.int64)
            for b in range(B):
                begin = 0
                for t in range(T):
                    if ids[b, t] == bos_id:
                        begin = t
                    mask[b, t, begin : t + 1] = True
                    positions[b, t] = t - begin
            return mask.to(ids.device), positions.to(ids.device)
        """,
        "positions counted in the mask": """
            number = (ids == bos_id).long().cumsum(-1)
            order = torch.arange(ids.shape[1], device=ids.device)
            mask = (number.unsqueeze(2) == number.unsqueeze(1)) & (order[:, None] >= order)
            return mask, mask.sum(-1) - 1
        """,
    }
    slips = [
        slip(
            "a query sees what comes later in its document",
            edit=("same.tril(),", "same,"),
            why="The model would read the token that it should predict.",
            look="May query 2 look at key 3 of its document?",
        ),
        slip(
            "a query sees later keys and not earlier ones",
            edit=("same.tril(),", "same.triu(),"),
            why="Row i belongs to query i, column j to key j, and j ≤ i.",
            look="Which entries of row 0 are True?",
        ),
        slip(
            "a query does not see itself",
            edit=("same.tril(),", "same.tril(-1),"),
            why="The first token of a document would have nothing to look at, and softmax of nothing is nan.",
            look="What stands on the diagonal?",
        ),
        slip(
            "documents are not kept apart",
            edit=(SAME, "torch.ones_like(document[:, :, None] == document[:, None, :])"),
            also=[(SAME, "document[:, :, None] >= document[:, None, :]")],
            why="That is the mask of lesson 02: everything before is in view, whoever wrote it.",
            look="May a token behind the second BOS look at one before the first?",
        ),
        slip(
            "only the document before is in view, or hidden",
            edit=(SAME, "document[:, :, None] - document[:, None, :] == 1"),
            also=[(SAME, "document[:, :, None] - document[:, None, :] <= 1"), (SAME, "document[:, :, None] != document[:, None, :]")],
            why="A query looks at the keys whose document has its own number.",
            look="Which keys may a token of document 2 see?",
        ),
        slip(
            "BOS counts to the document before it",
            edit=("begins.cumsum(dim=1)", "begins.cumsum(dim=1) - begins.long()"),
            why="A document begins with its BOS, and everything in it may look there.",
            look="Which number has the BOS itself in the drawing?",
        ),
        slip(
            "documents are numbered down the batch",
            edit=("begins.cumsum(dim=1)", "begins.cumsum(dim=0)"),
            why="Windows have nothing to do with each other; the count goes along a window.",
            look="Which axis counts tokens?",
        ),
        slip(
            "one window's mask serves all",
            edit=("return same.tril(),", "return same[:1].tril().expand_as(same),"),
            also=[("return same.tril(),", "return same[0].tril(),"), ("return same.tril(),", "return same.all(dim=0).tril(),")],
            why="Each window has its documents at other places.",
            look="Which shape has the mask of two windows?",
        ),
        slip(
            "True hides",
            edit=("return same.tril(),", "return ~same.tril(),"),
            why="True means that a query may look, here and in PyTorch's attention.",
            look="What stands on the diagonal?",
        ),
        slip(
            "the mask holds numbers",
            edit=("return same.tril(),", "return same.tril().float(),"),
            also=[("return same.tril(),", "return torch.zeros(same.shape).masked_fill(~same.tril(), -torch.inf),"), ("return same.tril(),", "return same.tril().long(),")],
            why="The docstring asks for True and False.",
            look="Which dtype has your mask?",
        ),
        slip(
            "positions are those in the window",
            edit=("places - first", "places.clone()"),
            also=[("places - first", "places % 4")],
            why="A document that begins in the middle of a window would begin in the middle of its own counting.",
            look="Which position has the second BOS?",
        ),
        slip(
            "positions count from 1",
            edit=("places - first", "places - first + 1"),
            why="The docstring counts from 0: BOS is position 0.",
            look="Which position has a BOS?",
        ),
        slip(
            "positions count from the token after BOS",
            edit=("places - first", "(places - first - 1)"),
            also=[("places - first", "(places - first - 1).clamp(min=0)")],
            why="BOS is the first token of its document.",
            look="Which positions have a BOS and the token behind it?",
        ),
        slip(
            "all positions start at the last BOS, or at the first",
            edit=(FIRST, "torch.where(begins, places, 0).amax(dim=1, keepdim=True)"),
            also=[(FIRST, "begins.long().argmax(dim=1, keepdim=True)")],
            why="Each document has a beginning of its own.",
            look="Which positions have the tokens before the last BOS?",
        ),
        slip(
            "the latest BOS is not carried along",
            edit=(".cummax(dim=1).values", ""),
            also=[(".cummax(dim=1).values", ".cumsum(dim=1)")],
            why="Only the BOS itself then knows where its document begins.",
            look="What is subtracted from the place of a token behind BOS?",
        ),
        slip(
            "a position says how many documents there were",
            edit=("places - first", "document.clone()"),
            why="That is the document's number. A position says how far into it a token stands.",
            look="Which positions have the tokens c and d in the drawing?",
        ),
        slip(
            "positions come before the mask",
            edit=("return same.tril(), places - first", "return places - first, same.tril()"),
            why="The docstring names the mask first.",
            look="In which order does the docstring name what comes back?",
        ),
        slip(
            "the first token of the window is taken for BOS",
            edit=("ids == bos_id", "ids == ids[:, :1]"),
            also=[("ids == bos_id", "ids == ids[0, 0]"), ("ids == bos_id", "ids == 0"), ("ids == bos_id", "ids == ids.max()"), ("ids == bos_id", "ids != bos_id")],
            why="A window may begin in the middle of a document. Which token begins one is told by `bos_id`.",
            look="Which argument does your code never use?",
        ),
        slip(
            "tokens of a document see what comes after them",
            edit="""
            def document_mask(ids, bos_id):
                B, T = ids.shape
                start = (ids == bos_id).long()
                doc = torch.cumsum(start, 1)
                causal = torch.tril(torch.ones(T, T, dtype=torch.bool, device=ids.device))
                mask = doc.unsqueeze(-1).eq(doc.unsqueeze(-2))
                positions = mask.long().sum(2) - 1
                return mask, positions
            """,
            why="Within its document a token still looks back only.",
            look="What does the first token of a document see?",
        ),
        slip(
            "a document begins at position 1",
            edit="""
            def document_mask(ids, bos_id):
                T = ids.shape[1]
                begins = ids == bos_id
                document = begins.cumsum(1)
                mask = (document[:, :, None] == document[:, None, :]).tril()
                place = torch.arange(T, device=ids.device)
                latest = (begins * place).cummax(1).values
                return mask, place - latest + begins.any(1, keepdim=True)
            """,
            why="It begins at 0, with its BOS.",
            look="Which position has a BOS?",
        ),
        slip(
            "a token sees the document before its own",
            edit="""
            def document_mask(ids, bos_id):
                B, T = ids.shape
                start = (ids == bos_id).long()
                doc = torch.cumsum(start, 1)
                causal = torch.tril(torch.ones(T, T, dtype=torch.bool, device=ids.device))
                mask = (doc.unsqueeze(-1) - doc.unsqueeze(-2)).abs().le(1) & causal
                positions = mask.long().sum(2) - 1
                return mask, positions
            """,
            why="Two documents in a row have nothing to do with each other.",
            look="How many different documents does the last token see?",
        ),
        slip(
            "every BOS is seen by all later tokens",
            edit="""
            def document_mask(ids, bos_id):
                T = ids.shape[1]
                begins = ids == bos_id
                place_ = torch.arange(T, device=ids.device)
                document = begins.cumsum(1)
                mask = (document[:, :, None] == document[:, None, :]).tril() | (begins[:, None, :] & (place_ <= place_[:, None]))
                place = torch.arange(T, device=ids.device)
                latest = (begins * place).cummax(1).values
                return mask, place - latest
            """,
            why="A BOS belongs to the document that it begins.",
            look="Which BOS does the last token see?",
        ),
        slip(
            "positions of the cut document do not begin at 0",
            edit="""
            def document_mask(ids, bos_id):
                B, T = ids.shape
                start = (ids == bos_id).long()
                doc = torch.cumsum(start, 1)
                causal = torch.tril(torch.ones(T, T, dtype=torch.bool, device=ids.device))
                mask = doc.unsqueeze(-1).eq(doc.unsqueeze(-2)) & causal
                positions = mask.long().sum(2) - 1
                return mask, torch.where(doc == 0, positions + T, positions)
            """,
            why="Its first token in the window is counted as the first.",
            look="Which position has the first token of the window?",
        ),
        slip(
            "tokens before the first BOS see nothing",
            edit="""
            def document_mask(ids, bos_id):
                B, T = ids.shape
                start = (ids == bos_id).long()
                doc = torch.cumsum(start, 1)
                causal = torch.tril(torch.ones(T, T, dtype=torch.bool, device=ids.device))
                mask = doc.unsqueeze(-1).eq(doc.unsqueeze(-2)) & causal
                mask = mask & (doc > 0).unsqueeze(-1)
                positions = mask.long().sum(2) - 1
                return mask, positions
            """,
            why="They are a document, too, whose beginning was cut off.",
            look="What does the first token of the window see?",
        ),
    ]  # fmt: skip
    promises = {
        "a document that began before the window": dict(windows=["pair", "start", "end"]),
        "its own window": dict(T=5),
        "the same document": "attention",
        "bool": "mask",
        "positions from 0": "positions",
        "ids left as they are": "ids unchanged",
        "one token": dict(T=1),
    }


@exercise("dependence", points=3, forbid=["utils.training"])
class _:
    cases = [dict(T=5, V=6, D=3), dict(T=7, V=4, D=2), dict(T=1, V=3, D=4)]

    def inputs(rng, T, V, D):
        ids = rng.integers(0, V, T)
        if T > 1:
            ids[rng.integers(T)] = V - 1  # behind the largest id comes 0
        return {
            "table": rng.standard_normal((V, D)) + np.arange(V)[:, None],
            "links": rng.standard_normal((T, T)) * (rng.random((T, T)) < 0.7) + 0.3 * np.eye(T),
            "ids": ids,
        }

    def oracle(table, links, ids):
        """The model is linear, so the change can be written down."""
        change = np.abs(table[(ids + 1) % len(table)] - table[ids]).max(-1)  # (T,)
        found = np.abs(links) * change
        return {"table": found, "ids unchanged": {"table": found, "ids": ids}}

    weights = {"table": 2, "ids unchanged": 1}

    equivalent = {
        "before = model(ids.unsqueeze(0))[ -1]": "the batch holds one text, which is its first and its last",
        "after = model(other.unsqueeze(0))[ -1]": "the batch holds one text, which is its first and its last",
    }

    alternatives = {
        "all replacements in one batch": """
            T = len(ids)
            others = (ids + torch.eye(T, dtype=torch.long)) % vocab_size
            before = model(ids[None])
            after = torch.cat([model(other[None]) for other in others])
            return (after - before).abs().max(-1).values.T
        """,
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
            edit=("        other = ids.clone()\n", "        other = ids.clone() if s == 0 else other\n", "        other = ids\n",),
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
            edit=("(other[s] + 1) % vocab_size", "(other[s] + 1).clamp(max=vocab_size - 1)", "other[s] + 1"),
            also=[("% vocab_size", "% len(ids)")],
            why="Behind the largest id of the vocabulary comes id 0. Anything else leaves a token as it was, or asks for one that does not exist.",
            look="What is (id + 1) mod V for the largest id?",
        ),
        slip(
            "every token is replaced by one and the same",
            edit=("(other[s] + 1) % vocab_size", "0", "vocab_size - 1"),
            why="A token that is this one already is not replaced, and its column is 0.",
            look="By what does the docstring replace token s?",
        ),
        slip(
            "changes of probabilities are measured, not of scores",
            edit=[("before = model(ids.unsqueeze(0))[0]", "before = model(ids.unsqueeze(0))[0].softmax(-1)"), ("after = model(other.unsqueeze(0))[0]", "after = model(other.unsqueeze(0))[0].softmax(-1)")],
            also=[[("before = model(ids.unsqueeze(0))[0]", "before = model(ids.unsqueeze(0))[0].log_softmax(-1)"), ("after = model(other.unsqueeze(0))[0]", "after = model(other.unsqueeze(0))[0].log_softmax(-1)")]],
            why="Where a model is sure, probabilities hardly change although the scores do.",
            look="What does the docstring say is compared?",
        ),
        slip(
            "which score changes most is told, not by how much",
            edit=(".amax(dim=1)", ".argmax(dim=1).float()", ".argmax(dim=1)"),
            why="The number of an entry says nothing about the size of its change.",
            look="What is the difference between amax and argmax?",
        ),
        slip(
            "the mean change is taken, not the largest",
            edit=("amax(dim=1)", "mean(dim=1)"),
            why="The docstring asks for the largest change of any score.",
            look="How do V changes become one number?",
        ),
    ]  # fmt: skip
    promises = {
        "behind the last id comes the first": dict(V=4),
        "one token": dict(T=1),
        "ids stay as they are": "ids unchanged",
        "entry (t, s) is about the scores at place t": "table",
    }
