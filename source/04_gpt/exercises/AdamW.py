"""The optimizer AdamW: Adam with decoupled weight decay, for a list of parameters.

Oracle: torch.optim.AdamW in float64, over several steps with a changing learning rate.
One parameter loses its gradient (None) on the way and must then stay as it is.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import OPTIMIZERS, drawn_rates, trained


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
            why="The decay then shrinks the new step as well. The difference is small, but two programs that disagree here end up with different models.",
            look="Which of the two lines does the text put first?",
        ),
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
            "there is no weight decay",
            edit=("            p.mul_(1 - self.lr * self.weight_decay)\n", ""),
            why="This is Adam without the W.",
            look="Where is weight_decay used?",
        ),
        slip(
            "the decay is not multiplied by the learning rate",
            edit=("1 - self.lr * self.weight_decay", "1 - self.weight_decay"),
            why="With λ = 0.1, every step would remove a tenth of every weight.",
            look="Which two factors multiply θ in the decay formula?",
        ),
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
            look="In the formula of the text, is ε added before v is corrected or after?",
        ),
        slip(
            "eps is added to √v, not to √v̂, and the decay comes after the step",
            edit=[
                ("            p.mul_(1 - self.lr * self.weight_decay)\n", ""),
                ("            p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))", "            p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps / (1 - beta2**self.t) ** 0.5))\n            p.mul_(1 - self.lr * self.weight_decay)"),
            ],
            why="Two small differences at once. The short form of Kingma and Ba makes ε larger by 1/√(1 − β₂ᵗ), which is 32 in the first step at β₂ = 0.999 and 1.03 after 3,000 steps. And a decay after the step also shrinks the new step. Each is harmless in most runs, but two programs that disagree here end up with different models.",
            look="In the text, is ε added before v is corrected or after? And which comes first, the decay or the step?",
        ),
        slip(
            "the bias is not corrected",
            edit=[("m_hat = m / (1 - beta1**self.t)", "m_hat = m"), ("v_hat = v / (1 - beta2**self.t)", "v_hat = v")],
            why="Both means start at 0. Without bias correction the first steps have the wrong length, here by a factor of up to ten.",
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
        slip(
            "the step counter is never increased",
            edit=("self.t += 1", "self.t = 1"),
            why="The correction for the first step is then applied in every step.",
            look="What is t in the fifth step?",
        ),
        slip(
            "the step counter goes up once per parameter",
            edit=[("        self.t += 1\n", ""), ("            m_hat = m", "            self.t += 1\n            m_hat = m")],
            why="The second parameter is then corrected as if it were in a later step.",
            look="Is the counter inside the loop?",
        ),
        slip(
            "the squares are of the mean, not of the gradient",
            edit=("(1 - beta2) * p.grad**2", "(1 - beta2) * m**2"),
            why="v measures how large the gradients are. In the mean, gradients of opposite sign have already cancelled.",
            look="What is squared in the formula of v?",
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
            why="For a small learning rate the two are nearly the same, but two programs that disagree here end up with different models.",
            look="What is subtracted from θ in the formula of the decay?",
        ),
        slip(
            "the learning rate of the first step is kept",
            edit=[("        self.t += 1\n", "        self.t += 1\n        self.first = getattr(self, 'first', self.lr)\n"), ("p.sub_(self.lr *", "p.sub_(self.first *")],
            also=[[("        self.t += 1\n", "        self.t += 1\n        self.first = getattr(self, 'first', self.lr)\n"), ("p.sub_(self.lr *", "p.sub_(self.first *"), ("1 - self.lr *", "1 - self.first *")]],
            why="A schedule changes lr before each step.",
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
