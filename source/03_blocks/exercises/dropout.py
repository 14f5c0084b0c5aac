"""Dropout: zero each element with probability p and scale up the rest, in training only.

The expected values are distributions (survivors in groups of four) and the scale 1 / (1 − p); one
seed must give the same draws again.
"""

from math import comb

import numpy as np

from autograder.authoring import Distribution, SameAs, exercise, slip


@exercise(
    "dropout",
    points=4,
    forbid=[
        "torch.nn.Dropout",
        "torch.nn.functional.dropout",
        "torch.dropout",
        "torch.native_dropout",
        "utils.blocks",
    ],
)
class _:
    # p is drawn near the one given, half-way between two shares of the 480 numbers, so that the share that happened to
    # survive can be told from 1 − p.
    cases = [dict(p=0.1), dict(p=0.3), dict(p=0.75), dict(p=0.0)]

    def inputs(rng, p):
        shape = (120, 2, 2)
        x = rng.uniform(0.5, 2.0, shape) * rng.choice([-1.0, 1.0], shape)
        p = (int(480 * p) + int(rng.integers(-9, 10)) + 0.5) / 480 if p else p
        return {"x": x, "p": p, "seed": int(rng.integers(2**31))}

    def oracle(x, p, seed):
        q = 1 - p
        shares = np.array([comb(4, n) * q**n * p ** (4 - n) for n in range(5)])
        survivors = Distribution(shares, len(x), "left {} of 4")
        return {
            "survivors of 4": survivors,
            "scale": np.array([1 / q, 1 / q, 1.0, 1.0, 1.0, p > 0]),
            "gradient": np.array([1 / q, 0.0]),
            "again": SameAs("survivors of 4"),
            "without a generator": Distribution(
                np.outer(shares, shares).ravel(), len(x), "left {} of 4, then {} of 4"
            ),
        }

    weights = {
        "survivors of 4": 2,
        "scale": 3,
        "gradient": 1,
        "again": 1,
        "without a generator": 1,
    }
    promises = {
        "each number is set to 0 with probability p, by itself": "survivors of 4",
        "every call draws anew": "scale",
        "the rest is scaled up; at evaluation x comes back as it is": "scale",
        "p may be 0": dict(p=0.0),
        "a run can be repeated": "again",
        "the generator may be None": "without a generator",
        "gradients pass where the values passed": "gradient",
        "x stays as it is": "scale",
    }
    equivalent = {
        "keep = torch.rand(x.shape, generator=generator, device=x.device) > p": "a draw equals p exactly about once in 17 million draws",
    }

    alternatives = {
        "bernoulli": """
            if training:
                keep = torch.bernoulli(torch.full_like(x, 1 - p), generator=generator)
                return x * (keep / (1 - p))
            return x
        """,
        "masked_fill on a copy": """
            if not training or p == 0:
                return x.clone()
            dropped = torch.rand(x.shape, generator=generator) < p
            return (x / (1 - p)).masked_fill(dropped, 0)
        """,
    }
    slips = [
        slip(
            "the survivors are not scaled up",
            edit=(" / (1 - p)", ""),
            why="In training, the sum that the next layer sees is then smaller by the factor 1 − p, so at evaluation the network meets numbers that it was never trained on.",
            look="What is the expectation of one output, over many draws?",
        ),
        slip(
            "the survivors are divided by p",
            edit=("/ (1 - p)", "/ p", "* ((1 - p) / p)"),
            why="p is the share that is dropped. The share 1 − p survives, and the survivors have to make up for the rest.",
            look="With p = 0.1, should the survivors grow by a little or tenfold?",
        ),
        slip(
            "it is active at evaluation too",
            edit=("if not training:", "if p == 0:"),
            why="The same text then gets a different answer each time, and a worse one.",
            look="Which argument tells you whether the model is being trained?",
        ),
        slip(
            "p is taken for the share that survives",
            edit=(">= p", "< p"),
            why="With p = 0.1, nine numbers out of ten are lost. In some libraries p is the share that survives, but in torch it is the share that is dropped.",
            look="Of 1000 draws between 0 and 1, how many lie below p?",
        ),
        slip(
            "the generator is ignored",
            edit=("generator=generator, ", ""),
            why="You can't repeat such a run, and repeating a run is how you find a bug.",
            look="Does each call that draws numbers get the generator?",
        ),
        slip(
            "whole tokens are dropped",
            edit=("torch.rand(x.shape,", "torch.rand((*x.shape[:-1], 1),"),
            why="Each number has its own draw. One draw per token is much coarser noise, and it has a different name.",
            look="What is the shape of your random numbers?",
        ),
        slip(
            "the scale is the share that happened to survive",
            edit=("/ (1 - p)", "/ keep.float().mean()"),
            why="Then the outputs depend on one another and on the size of the batch. With the fixed factor, the expectation is already right.",
            look="Should the factor depend on the draw?",
        ),
        slip(
            "the factor is applied at evaluation instead of in training",
            edit=[("return x\n", "return x * (1 - p)\n"), (" / (1 - p)", "")],
            why="That is dropout as first published. It is the same on average, but whenever the model is used, p has to be known. The inverted form leaves evaluation alone.",
            look="What should come out at evaluation, and what is the form in this exercise called?",
        ),
        slip(
            "every call draws the same numbers",
            edit=("    keep = ", "    generator = torch.Generator().manual_seed(0)\n    keep = "),
            why="A generator that starts anew in each call drops the same features in every step and every layer, so the network learns to do without them, and nothing is random.",
            look="In which state does your code leave the generator for the next call?",
            also=[
                ("    keep = ", f"    {start}\n    keep = ")
                for start in (
                    "generator = torch.Generator().manual_seed(42)",
                    "generator = torch.Generator().manual_seed(generator.initial_seed() if generator else 0)",
                    "generator = generator.clone_state() if generator else None",
                )
            ],
        ),
        slip(
            "the number of survivors is fixed",
            edit=(
                "torch.rand(x.shape, generator=generator, device=x.device) >= p",
                "(torch.randperm(x.numel(), generator=generator) >= round(p * x.numel())).view(x.shape)",
                "(torch.randperm(x.numel(), generator=generator) >= int(p * x.numel())).view(x.shape)",
            ),
            why="Each number has a draw of its own, so by chance more or fewer than the share p are dropped. A fixed count ties the numbers to one another, and if there are only a few, it may never drop any.",
            look="How many of four numbers are dropped at p = 0.1, and is it always the same number?",
        ),
        slip(
            "all tokens share one draw",
            edit=("torch.rand(x.shape,", "torch.rand(x.shape[1:],", "torch.rand(x.shape[-1:],"),
            why="Each number has its own draw. With one draw for all tokens, a feature survives in all of them or in none.",
            look="What is the shape of your random numbers?",
        ),
        slip(
            "one draw decides for the whole tensor",
            edit=("torch.rand(x.shape,", "torch.rand(1,"),
            why="Then everything is kept or everything is lost.",
            look="What is the shape of your random numbers?",
        ),
        slip(
            "the survivors are scaled down",
            edit=("/ (1 - p)", "* (1 - p)", "* p", "/ (1 + p)"),
            why="Dropping numbers already makes the sums smaller, so the survivors have to grow to make up for it.",
            look="What is the expectation of one output, over many draws?",
        ),
        slip(
            "the draws are normal, not uniform",
            edit=("torch.rand(", "torch.randn("),
            why="Half of all normal draws lie below 0, so the share below p is no longer p.",
            look="Between which two numbers do your draws have to lie so that the share p of them is below p?",
        ),
        slip(
            "the gradient does not take the same path as the values",
            edit=(
                "return x * keep / (1 - p)",
                "return (x * keep / (1 - p)).detach() + x - x.detach()",
                "y = x.clone()\n    y.data[~keep] = 0\n    return y / (1 - p)",
                "return x.detach() * keep / (1 - p) + 0 * x",
            ),
            why="A feature that was dropped had no part in the output, so it must get no gradient. One that survived was scaled up, so its gradient is scaled up as well.",
            look="Do any of your operations stop the gradient, such as .detach(), .data or torch.no_grad()?",
        ),
        slip(
            "x is changed in place",
            edit=(
                "return x * keep / (1 - p)",
                "x *= keep\n    return x / (1 - p)",
                "x *= keep / (1 - p)\n    return x",
                "x[~keep] = 0\n    return x / (1 - p)",
            ),
            why="The caller's tokens are overwritten, so the residual connection around the layer adds tokens that have lost features.",
            look="What is the difference between x *= y and x = x * y for a tensor?",
        ),
        slip(
            "the generator is reset before each draw",
            edit=(
                "    keep = ",
                *(
                    f"    if generator is not None:\n        generator.manual_seed({seed})\n    keep = "
                    for seed in (0, 1, 42, 1234)
                ),
            ),
            why="The caller's generator starts again on every call, so every call drops the same numbers. Dropout has to hide different features each time.",
            look="What do two calls in a row drop, if each begins by setting the seed?",
        ),
        slip(
            "every call without a generator draws the same numbers",
            edit=(
                "    keep = ",
                "    generator = generator or torch.Generator()\n    keep = ",
                "    generator = generator or torch.Generator().manual_seed(0)\n    keep = ",
                "    generator = generator or torch.Generator().manual_seed(42)\n    keep = ",
            ),
            also=[("    keep = ", "    torch.manual_seed(0)\n    keep = ")],
            why="None means torch's own generator, which moves on from call to call. If you seed it each time, or make a new one, every call drops the same features.",
            look="In which state does each call find the generator that it draws from?",
        ),
        slip(
            "the survivors are scaled twice",
            edit=("/ (1 - p)", "/ (1 - p) ** 2"),
            why="The outputs are then larger on average than x, by the factor 1/(1 − p).",
            look="What is the expectation of one output, over many draws?",
        ),
        slip(
            "p is taken for the share that survives, in the scale as well",
            edit=[(">= p", "< p"), ("/ (1 - p)", "/ max(p, 1e-6)")],
            also=[[(">= p", "< p"), ("/ (1 - p)", "/ p")]],
            why="The mean comes out right, but with p = 0.1 nine numbers out of ten are lost.",
            look="Of 1000 draws between 0 and 1, how many lie below p, and what happens to those in your code?",
        ),
    ]
