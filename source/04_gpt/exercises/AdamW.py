"""The optimizer AdamW: Adam with decoupled weight decay, for a list of parameters.

Oracle: torch.optim.AdamW in float64, over several steps with a changing learning rate.
One parameter loses its gradient (None) partway through: it must then stay as it is, and may get one again.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import OPTIMIZERS, both, drawn_rates, trained

DECAY = "            p.mul_(1 - self.lr * self.weight_decay)\n"
END = "        ### END SOLUTION"

# Mistakes in the decay and in the step, which are often made together.
OF_THE_DECAY = [
    slip(
        "the decay goes through the moments",
        edit=[
            ("m.mul_(beta1).add_((1 - beta1) * p.grad)", "g = p.grad + self.weight_decay * p\n            m.mul_(beta1).add_((1 - beta1) * g)"),
            ("(1 - beta2) * p.grad**2", "(1 - beta2) * g**2"),
            (DECAY, ""),
        ],
        why="That is Adam with L2, not AdamW: the pull towards 0 is divided by the size of the gradient, so parameters with large gradients hardly decay.",
        also=[
            [
                ("m.mul_(beta1).add_((1 - beta1) * p.grad)", "g = p.grad + self.weight_decay * p\n            m.mul_(beta1).add_((1 - beta1) * g)"),
                ("(1 - beta2) * p.grad**2", "(1 - beta2) * g**2"),
            ],
            [("(1 - beta1) * p.grad)", "(1 - beta1) * (p.grad + self.weight_decay * p))"), (DECAY, "")],
        ],
        look="Does the decay touch p.grad, or the parameter itself?",
    ),
    slip(
        "the decay comes after the step",
        edit=[(DECAY, ""), (END, f"{DECAY}{END}")],
        why="The decay then shrinks the new step as well. The difference is small, but two programs that disagree here end up with different models.",
        look="Which of the two lines does the text put first?",
    ),
    slip(
        "there is no weight decay",
        edit=(DECAY, ""),
        why="This is Adam without the W.",
        look="Where does your code use weight_decay?",
    ),
    slip(
        "the decay is not multiplied by the learning rate",
        edit=("1 - self.lr * self.weight_decay", "1 - self.weight_decay"),
        why="With λ = 0.1, every step would remove a tenth of every weight.",
        look="Which two factors multiply θ in the decay formula?",
    ),
]  # fmt: skip
OF_THE_STEP = [
    slip(
        "eps is inside the root",
        edit=("(v_hat.sqrt() + self.eps)", "(v_hat + self.eps).sqrt()"),
        why="Parameters whose gradients are below √ε then hardly move.",
        look="Is eps added before the root or after?",
    ),
    slip(
        "eps is added to √v, not to √v̂",
        edit=("(v_hat.sqrt() + self.eps)", "(v_hat.sqrt() + self.eps / (1 - beta2**self.t) ** 0.5)"),
        why="This is the short form that Kingma and Ba print at the end of their section 2, and much public code uses it. It makes ε larger by a factor of 1/√(1 − β₂ᵗ): with β₂ = 0.999 that is 32 in the first step, 1.26 after 1,000 steps and 1.03 after 3,000. With ε = 10⁻⁸ you notice it only where gradients are tiny. The check also uses a large ε, where the two forms differ clearly.",
        look="In the formula in the text, is ε added before v is corrected or after?",
    ),
    slip(
        "the bias is not corrected",
        edit=[("m_hat = m / (1 - beta1**self.t)", "m_hat = m"), ("v_hat = v / (1 - beta2**self.t)", "v_hat = v")],
        why="Both means start at 0, so without bias correction the first steps have the wrong length, here by a factor of up to ten.",
        look="What should the very first step be, in units of lr?",
    ),
    slip(
        "only the mean of squares is corrected",
        edit=("m_hat = m / (1 - beta1**self.t)", "m_hat = m"),
        why="The first steps are then only about 1 − β₁ times as long as they should be.",
        look="What should the very first step be, in units of lr?",
    ),
    slip(
        "only the mean of gradients is corrected",
        edit=("v_hat = v / (1 - beta2**self.t)", "v_hat = v"),
        why="The mean of squares is far too small at first, so the first steps are far too long.",
        look="What should the very first step be, in units of lr?",
    ),
]  # fmt: skip


@exercise("AdamW", points=6, forbid=OPTIMIZERS)
class _:
    cases = [
        # missing: the steps in which the idle parameter has no gradient; size 1e-5 is below the root of eps
        dict(
            steps=20, size=1.0, lr=0.05, betas=[0.9, 0.99], eps=1e-8, weight_decay=0.3, missing=range(3, 14)
        ),
        dict(steps=5, size=1e-5, lr=0.1, betas=[0.8, 0.9], eps=1e-8, weight_decay=0.0, missing=range(2, 5)),
        dict(steps=4, size=10.0, lr=0.2, betas=[0.5, 0.4], eps=0.3, weight_decay=0.5, missing=range(4)),
        # one step without any gradient, and another with a gradient of 0
        dict(
            steps=6,
            size=1.0,
            lr=0.1,
            betas=[0.7, 0.8],
            eps=1e-8,
            weight_decay=0.2,
            missing=[2],
            paused=[2],
            zero=4,
        ),
    ]

    def inputs(rng, steps, size, lr, betas, eps, weight_decay, missing, paused=(), zero=None):
        def gradients(*shape):
            return size * rng.uniform(0.3, 2, (steps, *shape)) * rng.choice([-1, 1, 1], (steps, *shape))

        start = [rng.uniform(1, 2, (2, 2)), rng.uniform(1, 2, 2), rng.uniform(-3, -1, 3)]
        drawn = [gradients(2, 2), gradients(2), gradients(3)]
        if zero is not None:
            drawn[2][zero] = 0.0
        return {
            "start": start,
            "gradients": drawn,
            "missing": list(missing),
            "paused": list(paused),
            "rates": drawn_rates(rng, lr, steps),
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
        }

    def oracle(start, gradients, missing, paused, rates, betas, eps, weight_decay):
        first, second = (
            [None if step in paused else g for step, g in enumerate(gradients[i])] for i in (0, 2)
        )
        idle = [None if step in (*missing, *paused) else g for step, g in enumerate(gradients[1])]
        first, idle, second = trained(
            lambda p: torch.optim.AdamW(p, betas=tuple(betas), eps=eps, weight_decay=weight_decay),
            start,
            [first, idle, second],
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
        *OF_THE_DECAY,
        *OF_THE_STEP,
        slip(
            "new tensors are made, and the model keeps the old ones",
            edit=[
                ("            p.mul_(1 - self.lr * self.weight_decay)\n", ""),
                ("p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))", "p = p - self.lr * m_hat / (v_hat.sqrt() + self.eps)"),
            ],
            also=[("p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))", "p = p - self.lr * m_hat / (v_hat.sqrt() + self.eps)")],
            why="The assignment only points the name p at a new tensor. The model's parameter never moves, so the loss stays where it was.",
            look="Print a parameter before and after a step.",
        ),
        slip(
            "every step is corrected as if it were the first",
            edit=("self.t += 1", "self.t = 1"),
            why="The means are far too small at first, but hardly at all later on. With the first correction in every step, later steps have the wrong length.",
            look="What is t in the fifth step, and where does your correction use it?",
        ),
        slip(
            "the step counter goes up once per parameter",
            edit=[("        self.t += 1\n", ""), ("            m_hat = m", "            self.t += 1\n            m_hat = m")],
            also=[[("        self.t += 1\n", ""), ("            if p.grad is None:", "            self.t += 1\n            if p.grad is None:")]],
            why="The second parameter is then corrected as if it were in a later step.",
            look="Is the counter inside the loop?",
        ),
        slip(
            "the mean is squared, not the gradient",
            edit=("(1 - beta2) * p.grad**2", "(1 - beta2) * m**2"),
            why="v measures how large the gradients are. In the mean, gradients of opposite sign have already cancelled.",
            look="What is squared in the formula for v?",
        ),
        slip(
            "the two betas are swapped",
            edit=("beta1, beta2 = self.betas", "beta2, beta1 = self.betas"),
            why="The first beta is for the mean of gradients; the second, usually closer to 1, is for the mean of squares.",
            look="In which order do the betas come?",
        ),
        slip(
            "a parameter without a gradient decays",
            edit=[("            p.mul_(1 - self.lr * self.weight_decay)\n", ""), ("            if p.grad is None:", "            p.mul_(1 - self.lr * self.weight_decay)\n            if p.grad is None:")],
            why="A parameter that takes no part in this step (in a frozen layer, say) would silently shrink to nothing.",
            look="In your loop, which comes first: the test for None or the decay?",
        ),
        slip(
            "a missing gradient is treated as a gradient of 0",
            edit=[
                ("            if p.grad is None:\n                continue\n", "            g = torch.zeros_like(p) if p.grad is None else p.grad\n"),
                ("(1 - beta1) * p.grad)", "(1 - beta1) * g)"),
                ("(1 - beta2) * p.grad**2", "(1 - beta2) * g**2"),
            ],
            why="The old momentum keeps moving a parameter that takes no part in this step, and the decay shrinks it.",
            look="What should happen to a parameter whose gradient is None?",
        ),
        slip(
            "the loop ends at a parameter without a gradient",
            edit=("                continue\n", "                break\n"),
            why="The parameters after it in the list are never trained.",
            look="What is the difference between skipping one iteration of a loop and leaving the loop?",
        ),
        slip(
            "the moments are not remembered",
            edit=[("m.mul_(beta1).add_((1 - beta1) * p.grad)", "m = beta1 * m + (1 - beta1) * p.grad"), ("v.mul_(beta2).add_((1 - beta2) * p.grad**2)", "v = beta2 * v + (1 - beta2) * p.grad**2")],
            also=[("m.mul_(beta1).add_((1 - beta1) * p.grad)", "m = beta1 * m + (1 - beta1) * p.grad"), ("v.mul_(beta2).add_((1 - beta2) * p.grad**2)", "v = beta2 * v + (1 - beta2) * p.grad**2")],
            why="The names now point at new tensors while the lists keep their zeros, so every step behaves as if it were the first.",
            look="What do self.m and self.v hold after two steps?",
        ),
        slip(
            "the corrected moments are stored",
            edit=[("m_hat = m / (1 - beta1**self.t)", "m_hat = m.div_(1 - beta1**self.t)"), ("v_hat = v / (1 - beta2**self.t)", "v_hat = v.div_(1 - beta2**self.t)")],
            also=[("m_hat = m / (1 - beta1**self.t)", "m_hat = m.div_(1 - beta1**self.t)"), ("v_hat = v / (1 - beta2**self.t)", "v_hat = v.div_(1 - beta2**self.t)")],
            why="The correction is meant for this step only. Once it is stored, it gets applied again in every later step.",
            look="Do the formulas for m̂ and v̂ change m and v themselves?",
        ),
        slip(
            "the step counter goes up too late",
            edit=[("        self.t += 1\n", ""), ("            p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))", "            p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))\n        self.t += 1")],
            also=[("v_hat = v / (1 - beta2**self.t)", "v_hat = v / (1 - beta2 ** max(1, self.t - 1))"), [("(1 - beta1**self.t)", "(1 - beta1 ** max(1, self.t - 1))"), ("(1 - beta2**self.t)", "(1 - beta2 ** max(1, self.t - 1))")]],
            why="The first step then divides by 1 − β⁰, which is 0.",
            look="According to the text, what is t in the first step?",
        ),
        slip(
            "one beta is used for both means",
            edit=("beta1, beta2 = self.betas", "beta1 = beta2 = self.betas[0]", "beta1 = beta2 = self.betas[1]"),
            why="The mean of squares needs a longer memory than the mean of gradients, which is why there are two betas.",
            look="Which of the two betas does your code use, and where?",
        ),
        slip(
            "the decay divides",
            edit=("p.mul_(1 - self.lr * self.weight_decay)", "p.div_(1 + self.lr * self.weight_decay)"),
            why="For a small learning rate, dividing gives nearly the same result, but two programs that disagree here end up with different models.",
            look="What is subtracted from θ in the formula for the decay?",
        ),
        slip(
            "the decay is multiplied by the rate that includes the bias corrections",
            edit=("1 - self.lr * self.weight_decay", "1 - self.lr * (1 - beta2**self.t) ** 0.5 / (1 - beta1**self.t) * self.weight_decay"),
            also=[[("1 - self.lr * self.weight_decay", "1 - self.lr * (1 - beta2**self.t) ** 0.5 / (1 - beta1**self.t) * self.weight_decay"), ("(v_hat.sqrt() + self.eps)", "(v_hat.sqrt() + self.eps / (1 - beta2**self.t) ** 0.5)")]],
            why="The two corrections are for the means m and v. The decay uses neither mean, so nothing about it needs correcting.",
            look="Which learning rate is in the formula for the decay, and which one does your decay use?",
        ),
        slip(
            "the learning rate of the first step is kept",
            edit=[("        self.t += 1\n", "        self.t += 1\n        self.first = getattr(self, 'first', self.lr)\n"), ("p.sub_(self.lr *", "p.sub_(self.first *")],
            also=[[("        self.t += 1\n", "        self.t += 1\n        self.first = getattr(self, 'first', self.lr)\n"), ("p.sub_(self.lr *", "p.sub_(self.first *"), ("1 - self.lr *", "1 - self.first *")], [("        self.t += 1\n", "        self.t += 1\n        self.first = getattr(self, 'first', self.lr)\n"), ("1 - self.lr *", "1 - self.first *")]],
            why="A schedule changes lr before each step.",
            look="When does your code read self.lr?",
        ),
        slip(
            "the decay is divided by √v̂",
            edit=[(DECAY, ""), ("self.lr * m_hat /", "self.lr * (m_hat + self.weight_decay * p) /")],
            also=[[(DECAY, ""), ("self.lr * m_hat /", "(self.lr * m_hat + self.weight_decay * p) /")]],
            why="Parameters with large gradients then hardly decay. Decoupled means that the pull toward 0 doesn't depend on the gradients.",
            look="Does the formula for the decay contain v̂?",
        ),
        slip(
            "the parameter doesn't shrink by the fraction ηλ",
            edit=("p.mul_(1 - self.lr * self.weight_decay)", "p.mul_(1 + self.lr * self.weight_decay)", "p.sub_(self.lr * self.weight_decay)", "p.mul_(self.lr * self.weight_decay)", "p.mul_((1 - self.lr * self.weight_decay) ** 2)", "p.sub_(self.lr * self.weight_decay * p.sign())", "m.mul_(1 - self.lr * self.weight_decay)", "p.mul_(1 - self.lr * 0.01)", "p.mul_(1 - self.lr)", "p.mul_(1 - self.lr**2 * self.weight_decay)"),
            why="The decay multiplies every parameter by the same number slightly below 1, once per step.",
            look="For θ = 2, η = 0.1 and λ = 0.5, what is θ after the decay, in the formula and in your code?",
        ),
        slip(
            "eps is not added to the root",
            edit=("(v_hat.sqrt() + self.eps)", "v_hat.sqrt()", "(v_hat.sqrt() + 1e-8)", "v_hat.sqrt().clamp(min=self.eps)", "v_hat.clamp(min=self.eps).sqrt()", "(v_hat + self.eps**2).sqrt()"),
            why="The caller chooses ε, and the formula adds it to every root. With a large ε, small gradients count for less.",
            look="What is the denominator for √v̂ = 2 and ε = 0.5, in the formula and in your code?",
        ),
        slip(
            "the bias correction uses the wrong beta or the wrong operation",
            edit=[("m_hat = m / (1 - beta1**self.t)", "m_hat = m / (1 - beta2**self.t)"), ("v_hat = v / (1 - beta2**self.t)", "v_hat = v / (1 - beta1**self.t)")],
            also=[
                ("v_hat = v / (1 - beta2**self.t)", "v_hat = v / (1 - beta1**self.t)"),
                ("m_hat = m / (1 - beta1**self.t)", "m_hat = m / (1 - beta2**self.t)"),
                [("m / (1 - beta1**self.t)", "m * (1 - beta1**self.t)"), ("v / (1 - beta2**self.t)", "v * (1 - beta2**self.t)")],
                ("v / (1 - beta2**self.t)", "v / (1 - beta2**self.t) ** 0.5"),
                [("(1 - beta1**self.t)", "(1 - beta1) ** self.t"), ("(1 - beta2**self.t)", "(1 - beta2) ** self.t")],
                [("m / (1 - beta1**self.t)", "m / beta1**self.t"), ("v / (1 - beta2**self.t)", "v / beta2**self.t")],
            ],
            why="After t steps the factors of all gradients in m add up to 1 − β₁ᵗ, and those of all squares in v to 1 − β₂ᵗ. Dividing by these sums turns m and v back into means.",
            look="In the two formulas with a hat, what is divided by what, and which beta goes with which mean?",
        ),
        slip(
            "the step counter is one too large",
            edit=[("(1 - beta1**self.t)", "(1 - beta1 ** (self.t + 1))"), ("(1 - beta2**self.t)", "(1 - beta2 ** (self.t + 1))")],
            also=[("self.t += 1", "self.t += 2")],
            why="The first steps are then too short or too long, because the correction belongs to a later step.",
            look="According to the text, what is t in the first step?",
        ),
        slip(
            "each parameter has a step counter of its own",
            edit=[("        self.t += 1\n", "        self.counts = getattr(self, 'counts', [0] * len(self.m))\n"), ("        for p, m, v in zip(self.parameters, self.m, self.v):", "        for i, (p, m, v) in enumerate(zip(self.parameters, self.m, self.v)):"), ("            m_hat = m / (1 - beta1**self.t)\n            v_hat = v / (1 - beta2**self.t)", "            self.counts[i] += 1\n            m_hat = m / (1 - beta1 ** self.counts[i])\n            v_hat = v / (1 - beta2 ** self.counts[i])")],
            why="torch.optim.AdamW counts that way. Here a single counter serves all parameters, which makes a difference for a parameter whose gradient was missing for a while.",
            look="According to the text, what does t count?",
        ),
        slip(
            "each parameter has a step counter of its own, the decay comes after the step, and eps is added to √v, not to √v̂",
            edit=[("        self.t += 1\n", "        self.counts = getattr(self, 'counts', [0] * len(self.m))\n"), ("        for p, m, v in zip(self.parameters, self.m, self.v):", "        for i, (p, m, v) in enumerate(zip(self.parameters, self.m, self.v)):"), ("            m_hat = m / (1 - beta1**self.t)\n            v_hat = v / (1 - beta2**self.t)", "            self.counts[i] += 1\n            m_hat = m / (1 - beta1 ** self.counts[i])\n            v_hat = v / (1 - beta2 ** self.counts[i])"), ("(v_hat.sqrt() + self.eps)", "(v_hat.sqrt() + self.eps / (1 - beta2 ** self.counts[i]) ** 0.5)"), (DECAY, ""), (END, f"{DECAY}{END}")],
            why="These are three separate mistakes, and much public code has all of them. A single counter serves all parameters, the decay shrinks the parameter before the step, and ε is added to the root of the corrected v.",
            look="Compare your code with the text, line by line: what does t count, which comes first, the decay or the step, and is ε added before v is corrected or after?",
        ),
        slip(
            "the step counter waits until every parameter has a gradient",
            edit=("        self.t += 1\n", "        if all(p.grad is not None for p in self.parameters):\n            self.t += 1\n        self.t = max(self.t, 1)\n"),
            also=[
                ("        self.t += 1\n", "        if any(p.grad is None for p in self.parameters):\n            return\n        self.t += 1\n"),
                ("        self.t += 1\n", "        if all(p.grad is not None for p in self.parameters):\n            self.t += 1\n"),
            ],
            why="One idle parameter then delays all the others.",
            look="What does t count, according to the text?",
        ),
        slip(
            "the old means change while a gradient is missing",
            edit=("                continue\n", "                m.mul_(beta1)\n                v.mul_(beta2)\n                continue\n", "                m.zero_()\n                v.zero_()\n                continue\n", "                m.mul_(beta1)\n                continue\n"),
            why="A parameter without a gradient takes no part in the step, so its two means stay unchanged as well.",
            look="What does your code do with m and v when p.grad is None?",
        ),
        slip(
            "a parameter without a gradient is not skipped",
            edit=("            if p.grad is None:\n                continue\n", ""),
            also=["self.t += 1\nfor p, m, v in zip(self.parameters, self.m, self.v):\n    m.lerp_(p.grad, 1 - self.betas[0])", "self.t += 1\nfor p, m, v in zip(self.parameters, self.m, self.v):\n    v.mul_(0.9).add_(p.grad**2)", "self.t += 1\nfor p, m, v in zip(self.parameters, self.m, self.v):\n    g = p.grad + self.weight_decay * p", "self.t += 1\nfor p, m, v in zip(self.parameters, self.m, self.v):\n    g = p.grad.clone()"],
            why="A frozen layer, or one that takes no part in this batch, has no gradient: its p.grad is None.",
            look="What does the docstring say about a parameter without a gradient?",
        ),
        slip(
            "the betas are fixed numbers",
            edit=("beta1, beta2 = self.betas", "beta1, beta2 = 0.9, 0.999", "beta1, beta2 = 0.9, 0.95", "beta1, beta2 = 0.9, 0.99"),
            why="The caller chooses both betas.",
            look="Where does your code read self.betas?",
        ),
        slip(
            "the gradient moves the parameter, not its mean",
            edit=("self.lr * m_hat /", "self.lr * p.grad /"),
            why="Without the running mean of the gradient this is RMSprop with bias correction, and the noise of single batches isn't averaged out.",
            look="What is in the numerator of the last formula?",
        ),
        slip(
            "gradients or squares are summed, not averaged",
            edit=("(1 - beta1) * p.grad)", "p.grad)"),
            also=[("(1 - beta2) * p.grad**2", "p.grad**2"), [("(1 - beta1) * p.grad)", "p.grad)"), ("(1 - beta2) * p.grad**2", "p.grad**2")], [("m.mul_(beta1).add_", "m.add_"), ("v.mul_(beta2).add_", "v.add_")], ("v.mul_(beta2).add_((1 - beta2) * p.grad**2)", "v.add_(p.grad**2)")],
            why="The bias correction assumes means, in which the factors β and 1 − β add up to 1.",
            look="What factor multiplies a new gradient before it is added, and what factor multiplies the old mean?",
        ),
        slip(
            "β and 1 − β are swapped",
            edit=("m.mul_(beta1).add_((1 - beta1) * p.grad)", "m.mul_(1 - beta1).add_(beta1 * p.grad)"),
            also=[[("m.mul_(beta1).add_((1 - beta1) * p.grad)", "m.mul_(1 - beta1).add_(beta1 * p.grad)"), ("v.mul_(beta2).add_((1 - beta2) * p.grad**2)", "v.mul_(1 - beta2).add_(beta2 * p.grad**2)")], ("v.mul_(beta2).add_((1 - beta2) * p.grad**2)", "v.mul_(1 - beta2).add_(beta2 * p.grad**2)")],
            why="The memory is then very short, and the bias correction no longer fits.",
            look="Which factor should be near 1: the one that multiplies the old mean, or the one that multiplies the new gradient?",
        ),
        slip(
            "v is not a mean of the squared gradients",
            edit=("(1 - beta2) * p.grad**2", "(1 - beta2) * p.grad.abs()", "(1 - beta2) * (p.grad**2).mean()", "(1 - beta2) * (p.grad**2).sum()", "(1 - beta2) * p.grad", "(1 - beta2) * p.grad.norm()"),
            why="Every entry needs the mean of its own squared gradients. The root of that mean is the entry's typical size.",
            look="What does the formula for v average, and does each entry get its own mean?",
        ),
        slip(
            "the step is divided by the old mean of squares",
            edit=[("            v.mul_(beta2).add_((1 - beta2) * p.grad**2)\n", ""), (END, f"            v.mul_(beta2).add_((1 - beta2) * p.grad**2)\n{END}")],
            why="In the first step the old v is 0, so the mean is divided by ε alone and the parameter jumps far away.",
            look="In your loop, which comes first: updating v or using it?",
        ),
        slip(
            "the root is missing",
            edit=("(v_hat.sqrt() + self.eps)", "(v_hat + self.eps)"),
            why="If you divide by the mean square, steps have size 1/g: the larger the gradient, the smaller the step.",
            look="With λ = 0, how far does the very first step go for a gradient of −4000?",
        ),
        slip(
            "the parameter climbs",
            edit=("p.sub_(self.lr", "p.add_(self.lr"),
            also=[[("p.sub_(self.lr", "p.add_(self.lr"), (DECAY, "")]],
            why="The gradient points uphill.",
            look="What is the sign of the step?",
        ),
        slip(
            "the step doesn't use self.lr exactly once",
            edit=("p.sub_(self.lr * m_hat", "p.sub_(m_hat", "p.sub_(1e-3 * m_hat", "p.sub_(self.lr**2 * m_hat"),
            also=[[("p.sub_(self.lr * m_hat", "p.sub_(1e-3 * m_hat"), ("1 - self.lr *", "1 - 1e-3 *")]],
            why="The rate sets how far a step goes, about η for a typical gradient. A schedule changes it before each step.",
            look="In how many places do the formulas have an η, and where does your code read self.lr?",
        ),
        slip(
            "the step is divided by the largest v so far",
            edit=("            v_hat = v / (1 - beta2**self.t)", "            self.top = getattr(self, 'top', {})\n            self.top[id(v)] = torch.maximum(self.top.get(id(v), v), v).clone()\n            v_hat = self.top[id(v)] / (1 - beta2**self.t)"),
            why="That is AMSGrad, a variant of Adam. In the formula here, v can also fall again.",
            look="What is under the root in the formula?",
        ),
        slip(
            "the step looks ahead",
            edit=("m_hat = m / (1 - beta1**self.t)", "m_hat = (beta1 * m + (1 - beta1) * p.grad) / (1 - beta1**self.t)"),
            why="That is Nesterov momentum, as in NAdam. The formula here uses the mean itself.",
            look="What is in the numerator of the last formula?",
        ),
        slip(
            "a call to `step` isn't counted if no parameter has a gradient",
            edit=("        self.t += 1\n", "        self.t += any(p.grad is not None for p in self.parameters)\n"),
            why="According to the text, t counts the calls to `step`, whatever the gradients are.",
            look="In which calls to `step` does your t stay the same?",
        ),
        slip(
            "a gradient of 0 is treated like a missing one",
            edit=("            if p.grad is None:", "            if p.grad is None or not p.grad.any():"),
            why="A parameter with a gradient of 0 takes part in the step: its old mean still moves it, and the weight decay shrinks it.",
            look="Which parameters stay as they are, according to the docstring?",
        ),
        *(both(one, other) for one in OF_THE_DECAY for other in OF_THE_STEP),
    ]  # fmt: skip
    promises = {
        "one counter for all parameters": "idle parameter",
        "eps outside the root": dict(size=1e-5),
        "a parameter that loses its gradient stays as it is, until it gets one again": dict(steps=20),
        "a parameter that never had one stays as it is": dict(steps=4),
        "no decay": dict(weight_decay=0.0),
        "t counts every call, and a gradient of 0 is a gradient": dict(steps=6),
        "the rate may change from step to step": "first parameter",
        "in place, every parameter of the list": "second parameter",
    }
