"""What decides the exercises of sitting b: rotations, slopes, stretched frequencies, copying heads, the lens.

Oracles: the rotary embeddings, frequencies and slopes of transformers in float64, rotations as complex numbers or
written out as matrices of i − j only, and loops over single entries.
"""

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch

from autograder.authoring import exercise, slip

LIBRARY = ["transformers"]
FINISHED = ["utils.blocks.positions"]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


def turns(theta):
    """Frequencies, and the tokens for a whole turn, in which small ones count as much as large ones."""
    theta = np.asarray(theta, dtype=np.float64)
    return {"theta": theta, "tokens for a whole turn": 2 * math.pi / theta}


def angles(rng, n):
    """n frequencies in no order, none near 0."""
    return rng.uniform(0.1, 1.5, n)


def single(values):
    """What a criterion "float32" compares: right values, and the type that the docstring promises."""
    return {"values": values, "type": "torch.float32"}


# --- rotations ----------------------------------------------------------------------------------------------------


@exercise("rope_frequencies", points=1, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(d=(8, 12), base=(9000, 12_000)),
        dict(d=(2, 2), base=(300, 900)),
        dict(d=(14, 20), base=(60_000, 600_000)),
        dict(d=(64, 64), base=(9000, 11_000)),
    ]

    weights = {"theta": 2, "tokens for a whole turn": 2, "float32": 1}

    def inputs(rng, d, base):
        width = 2 * int(rng.integers(d[0] // 2, d[1] // 2, endpoint=True))
        return {"d": width, "base": float(rng.uniform(*base))}

    def oracle(d, base):
        step = math.exp(-2 * math.log(base) / d)  # each hand against the one before it
        theta = [1.0]
        while len(theta) < d // 2:
            theta.append(theta[-1] * step)
        return turns(theta) | {"float32": single(np.array(theta))}

    equivalent = {"i = torch.arange(d / 2)": "d is even"}
    alternatives = {
        "every second feature": "return 1.0 / (base ** (torch.arange(0, d, 2).float() / d))",
        "by the exponential": "return torch.exp(torch.arange(d // 2) * (-math.log(base) / (d / 2)))",
        "a list": "return torch.tensor([math.pow(base, -2 * k / d) for k in range(d // 2)])",
        "a straight line of logarithms": "return torch.logspace(0, -1 + 2 / d, d // 2, base=base)",
    }
    slips = [
        slip(
            "the hands are counted from 1",
            edit=("torch.arange(d // 2)", "torch.arange(1, d // 2 + 1)"),
            why="The fastest hand should turn by one radian a token. All would be slower, and those of no published model.",
            look="What is b to the power of 0, and which hand gets it?",
        ),
        slip(
            "i runs from 0 in the formula that counts from 1",
            edit=("(-2 * i / d)", "(-2 * (i - 1) / d)"),
            why="The paper has −2(i − 1)/d for i = 1, 2, …; here i begins at 0. Every hand is too fast.",
            look="Which frequency does your first hand get?",
        ),
        slip(
            "the exponent is i/d in place of 2i/d",
            edit=("(-2 * i / d)", "(-i / d)"),
            why="The slowest hands are then faster than they should be, and the range of the base is used only half.",
            look="Which frequency should the last hand have at d = 64: near 1/100 or near 1/7500?",
        ),
        slip(
            "the exponent is positive",
            edit=("(-2 * i / d)", "(2 * i / d)"),
            why="A hand that turns by thousands of radians a token points anywhere.",
            look="Is the second hand faster or slower than the first?",
        ),
        slip(
            "every feature gets a frequency",
            edit=("torch.arange(d // 2)", "torch.arange(d)"),
            also=[("return base ** (-2 * i / d)", "return (base ** (-2 * i / d)).repeat(2)"), ("return base ** (-2 * i / d)", "return (base ** (-2 * i / d)).repeat_interleave(2)")],
            why="Two features share one angle: a point in a plane turns as a whole.",
            look="How many pairs are in d features?",
        ),
        slip(
            "the base is always 10,000",
            edit=("return base **", "return 10000.0 **"),
            why="Llama 3 has 500,000 and SmolLM2 100,000; with another base their weights mean nothing.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the exponent is divided by the number of pairs twice",
            edit=("(-2 * i / d)", "(-4 * i / d)"),
            why="The hands become slow too soon.",
            look="Write down the exponent of the last hand for d = 4.",
        ),
        slip(
            "the slowest hand comes first",
            edit=("return base ** (-2 * i / d)", "return (base ** (-2 * i / d)).flip(0)"),
            why="Any order could be trained, but weights of published models expect the fastest in front.",
            look="Which entry should be 1?",
        ),
        slip(
            "the last hand is made to turn by 1/b",
            edit=("(-2 * i / d)", "(-i / max(d // 2 - 1, 1))"),
            also=[("return base ** (-2 * i / d)", "return torch.logspace(0, -1, d // 2, base=base)")],
            why="The exponents run from 0 up to, and not including, 1: in steps of 2/d.",
            look="What is 2i/d for the last i?",
        ),
        slip(
            "wavelengths come back, not angles",
            edit=("return base ** (-2 * i / d)", "return 2 * math.pi / base ** (-2 * i / d)"),
            why="A position is multiplied by an angle. The number of tokens in a turn is what one divides by.",
            look="What unit has what you return?",
        ),
        slip(
            "the exponents have lost their fractions",
            edit=("(-2 * i / d)", "(-(2 * i // d)).float()"),
            also=[("(-2 * i / d)", "(-2 * i // d)")],
            why="2i/d lies between 0 and 1. Divided as whole numbers it is 0 or −1 everywhere, and all hands, or all but the first, turn alike.",
            look="What is 2 * 3 // 8 in Python, and what is 2 * 3 / 8?",
        ),
        slip(
            "the width of the head is a fixed number",
            edit=("(-2 * i / d)", "(-2 * i / 64)"),
            also=[("(-2 * i / d)", "(-2 * i / 128)")],
            why="Heads of 64 features are common, and those of Llama 3 have 128. In any other head the hands would be too fast or too slow.",
            look="Which width do your exponents belong to when d is 8?",
        ),
        slip(
            "turns are counted, not radians",
            edit=("return base ** (-2 * i / d)", "return base ** (-2 * i / d) / (2 * math.pi)"),
            also=[("return base ** (-2 * i / d)", "return base ** (-2 * i / d) * 2 * math.pi")],
            why="Sine and cosine take radians, and the first hand should turn by one of them a token.",
            look="Which number should the first hand have?",
        ),
        slip(
            "the frequencies come back in float64",
            edit=("return base ** (-2 * i / d)", "return (base ** (-2 * i / d)).double()"),
            why="Queries that were turned by them become float64 as well, and a product with values in float32 is an error.",
            look="Print the dtype of what you return. What does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "any even width": dict(d=(8, 12)),
        "a single pair": dict(d=(2, 2)),
        "another base": dict(base=(60_000, 600_000)),
        "slow hands are right as well": "tokens for a whole turn",
        "float32": "float32",
    }


@exercise("rope", points=4, forbid=[*LIBRARY, *FINISHED, "torchtune"])
class _:
    # In the third case heads, tokens and pairs are as many, so that every wrong axis fits.
    cases = [
        dict(lead=(2, 3), T=5, d=8, adjacent=False),
        dict(lead=(2, 3), T=5, d=8, adjacent=True),
        dict(lead=(3, 3), T=3, d=6, adjacent=True),
        dict(lead=(4,), T=4, d=8, adjacent=False, start=(200, 400)),
        dict(lead=(), T=1, d=2, adjacent=True, start=(3, 90)),
        dict(lead=(2,), T=6, d=4, adjacent=False, fractions=True),
    ]
    weights = {"turned": 5, "grad_x": 2, "x in half precision": 1}
    tolerance = {"x in half precision": 5e-3}

    def inputs(rng, lead, T, d, adjacent, start=(0, 0), fractions=False):
        first = int(rng.integers(*start, endpoint=True))
        positions = first + np.arange(T)
        if fractions:  # in no order, with gaps
            positions = rng.uniform(0, 300, T)
        return {
            "x": rng.standard_normal((*lead, T, d)),
            "gradient": rng.standard_normal((*lead, T, d)),
            "positions": positions,
            "theta": angles(rng, d // 2),
            "adjacent": adjacent,
        }

    def oracle(x, gradient, positions, theta, adjacent):
        """Pairs as complex numbers; the gradient goes back through the inverse turn."""
        d = x.shape[-1]
        pairs = [(2 * k, 2 * k + 1) if adjacent else (k, k + d // 2) for k in range(d // 2)]

        def turn(values, sign):
            values = np.asarray(values, dtype=np.float64)
            out = np.empty_like(values)
            for t, position in enumerate(np.asarray(positions, dtype=np.float64)):
                for (first, second), angle in zip(pairs, np.asarray(theta)):
                    z = (values[..., t, first] + 1j * values[..., t, second]) * np.exp(
                        sign * 1j * position * angle
                    )
                    out[..., t, first], out[..., t, second] = z.real, z.imag
            return out

        half = torch.as_tensor(x).half().double().numpy()
        return {"turned": turn(x, 1), "grad_x": turn(gradient, -1), "x in half precision": turn(half, 1)}

    alternatives = {
        "complex numbers": """
            turn = torch.polar(torch.ones(len(positions), len(theta)), torch.outer(positions.float(), theta))
            if adjacent:
                z = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2).contiguous())
                return torch.view_as_real(z * turn).flatten(-2)
            z = torch.complex(*x.split(x.shape[-1] // 2, dim=-1)) * turn
            return torch.cat([z.real, z.imag], dim=-1)
        """,
        "the library's rotate_half": """
            angles = torch.einsum("t,k->tk", positions.float(), theta)
            if adjacent:
                angles = angles.repeat_interleave(2, dim=-1)
                other = torch.stack([-x[..., 1::2], x[..., ::2]], dim=-1).reshape(x.shape)
            else:
                angles = angles.repeat(1, 2)
                half = x.shape[-1] // 2
                other = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
            return x * angles.cos() + other * angles.sin()
        """,
        "matrices": """
            d = x.shape[-1]
            rows = []
            for t, p in enumerate(positions):
                R = torch.zeros(d, d)
                for k, w in enumerate(theta):
                    i, j = (2 * k, 2 * k + 1) if adjacent else (k, k + d // 2)
                    R[i, i] = R[j, j] = torch.cos(p * w)
                    R[i, j], R[j, i] = -torch.sin(p * w), torch.sin(p * w)
                rows.append(x[..., t, :].to(R) @ R.T)
            return torch.stack(rows, dim=-2)
        """,
        "written into a new tensor": """
            out = torch.empty_like(x)
            a = positions.reshape(-1, 1) * theta.reshape(1, -1)
            n = theta.numel()
            one, two = (slice(0, None, 2), slice(1, None, 2)) if adjacent else (slice(0, n), slice(n, 2 * n))
            out[..., one] = x[..., one] * a.cos() - x[..., two] * a.sin()
            out[..., two] = x[..., two] * a.cos() + x[..., one] * a.sin()
            return out
        """,
    }
    slips = [
        slip(
            "halves are paired, whatever was asked for",
            edit=[("(x[..., ::2], x[..., 1::2]) if adjacent else x.chunk(2, dim=-1)", "x.chunk(2, dim=-1)"), ("if adjacent:\n        return", "if False:\n        return")],
            why="Weights that were trained with neighbours as pairs give other scores, without any error message.",
            look="Which features are the first pair when `adjacent` is True?",
        ),
        slip(
            "neighbours are paired, whatever was asked for",
            edit=[("(x[..., ::2], x[..., 1::2]) if adjacent else x.chunk(2, dim=-1)", "(x[..., ::2], x[..., 1::2])"), ("if adjacent:\n        return", "if True:\n        return")],
            why="Weights that were trained with halves as pairs give other scores, without any error message.",
            look="Which feature goes with feature 0 when `adjacent` is False and d = 6?",
        ),
        slip(
            "the pairing of the one layout meets the order of the other",
            edit=("if adjacent:\n        return", "if False:\n        return"),
            also=[
                ("(x[..., ::2], x[..., 1::2]) if adjacent else x.chunk(2, dim=-1)", "x.chunk(2, dim=-1)"),
                ("(x[..., ::2], x[..., 1::2]) if adjacent else x.chunk(2, dim=-1)", "(x[..., ::2], x[..., 1::2])"),
                ("if adjacent:\n        return", "if True:\n        return"),
                ("(x[..., ::2], x[..., 1::2]) if adjacent else", "(x[..., ::2], x[..., 1::2]) if not adjacent else"),
                [("(x[..., ::2], x[..., 1::2]) if adjacent else x.chunk(2, dim=-1)", "(x[..., ::2], x[..., 1::2])"), ("if adjacent:\n        return", "if False:\n        return")],
                ("if adjacent:\n        return", "if not adjacent:\n        return"),
            ],
            why="What was taken from neighbours must go back to neighbours. Otherwise every feature but the first and last lands elsewhere.",
            look="Turn by an angle of 0. Do you get x back, in its order?",
        ),
        slip(
            "the angles are laid out for the other pairing",
            edit="""
                angles = positions[:, None] * theta
                if adjacent:
                    angles = torch.cat([angles, angles], dim=-1)
                    other = torch.stack([-x[..., 1::2], x[..., ::2]], dim=-1).flatten(-2)
                else:
                    angles = torch.cat([angles, angles], dim=-1)
                    n = x.shape[-1] // 2
                    other = torch.cat([-x[..., n:], x[..., :n]], dim=-1)
                return x * angles.cos() + other * angles.sin()
            """,
            also=[
                """
                angles = positions[:, None] * theta
                if adjacent:
                    angles = angles.repeat_interleave(2, dim=-1)
                    other = torch.stack([-x[..., 1::2], x[..., ::2]], dim=-1).flatten(-2)
                else:
                    angles = angles.repeat_interleave(2, dim=-1)
                    n = x.shape[-1] // 2
                    other = torch.cat([-x[..., n:], x[..., :n]], dim=-1)
                return x * angles.cos() + other * angles.sin()
            """,
                """
                angles = positions[:, None] * theta
                if adjacent:
                    angles = torch.cat([angles, angles], dim=-1)
                    other = torch.stack([-x[..., 1::2], x[..., ::2]], dim=-1).flatten(-2)
                else:
                    angles = angles.repeat_interleave(2, dim=-1)
                    n = x.shape[-1] // 2
                    other = torch.cat([-x[..., n:], x[..., :n]], dim=-1)
                return x * angles.cos() + other * angles.sin()
            """,
            ],
            why="Both features of a pair need the same angle. Neighbours need each angle twice in a row, halves the whole list twice.",
            look="Which angle does feature 1 get when `adjacent` is True?",
        ),
        slip(
            "the two layouts are exchanged",
            edit=[("if adjacent else", "if not adjacent else"), ("if adjacent:\n        return", "if not adjacent:\n        return")],
            why="Both turn; each is right for the other's weights.",
            look="Which pairs do the words of the docstring give for `adjacent`?",
        ),
        slip(
            "everything turns the other way",
            edit=("a * cos - b * sin, a * sin + b * cos", "a * cos + b * sin, b * cos - a * sin"),
            why="Scores among your own queries and keys would not show it; weights that others trained would.",
            look="Turn the pair (1, 0) by a quarter turn. Is it (0, 1)?",
        ),
        slip(
            "sine and cosine are exchanged",
            edit=("angles.cos(), angles.sin()", "angles.sin(), angles.cos()"),
            why="At position 0 nothing should move, and here everything is turned by a quarter.",
            look="What are the sine and the cosine of 0?",
        ),
        slip(
            "a sign is missing: the pair is no longer turned",
            edit=("a * cos - b * sin, a * sin + b * cos", "a * cos + b * sin, a * sin + b * cos"),
            also=[("a * cos - b * sin, a * sin + b * cos", "a * cos - b * sin, b * cos - a * sin")],
            why="A turn keeps lengths. This changes them, and a score then depends on more than the distance.",
            look="How long is (1, 1) before, and after your formula at an angle of one radian?",
        ),
        slip(
            "the second feature is made from the first one's new value",
            edit=("first, second = a * cos - b * sin, a * sin + b * cos", "first = a * cos - b * sin\n    second = first * sin + b * cos"),
            why="Both formulas need the old pair. Overwriting the first before the second is computed mixes old and new.",
            look="Which `a` does your second line read?",
        ),
        slip(
            "positions are counted from 0, whatever was given",
            edit=("angles = positions[:, None] * theta", "angles = torch.arange(x.shape[-2])[:, None] * theta"),
            also=[("positions[:, None] * theta", "(positions - positions[0])[:, None] * theta"), ("positions[:, None] * theta", "(positions - positions.min())[:, None] * theta")],
            why="With a cache the new tokens stand behind all that came before. Starting again at 0 puts them on top of the first ones.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "positions are counted from 1",
            edit=("positions[:, None] * theta", "(positions[:, None] + 1) * theta"),
            why="Scores stay, since both move alike. But keys in a cache of another program stand one place off.",
            look="By how much should the token at position 0 be turned?",
        ),
        slip(
            "all pairs turn at one speed",
            edit=("positions[:, None] * theta", "positions[:, None] * theta[:1]"),
            also=[("positions[:, None] * theta", "positions[:, None] * theta[0].expand(len(theta))"), ("positions[:, None] * theta", "positions[:, None] * theta.mean()")],
            why="After one turn of that hand, all distances look alike again.",
            look="How many different angles are there for the token at position 1?",
        ),
        slip(
            "positions run along another axis than that of the tokens",
            edit=("return torch.stack([first, second], dim=-1).flatten(-2)", "x = x.transpose(0, -2)\n        a, b = x[..., ::2], x[..., 1::2]\n        return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2).transpose(0, -2)"),
            also=[
                ("(T, d/2)\n    cos,", "(T, d/2)\n    if x.dim() == 4 and x.shape[1] == len(positions):\n        angles = angles[:, None]\n    cos,"),
                ("(T, d/2)\n    cos,", "(T, d/2)\n    if x.dim() > 2 and x.shape[-3] == len(positions):\n        angles = angles[:, None]\n    cos,"),
                ("(T, d/2)\n    cos,", "(T, d/2)\n    angles = angles[:, None]\n    cos,"),
            ],
            why="Heads are then turned by their number, and tokens of one head are all turned alike.",
            look="Which axis of (..., T, d) counts tokens?",
        ),
        slip(
            "positions are added to the angles, not multiplied",
            edit=("positions[:, None] * theta", "positions[:, None] + theta"),
            why="All hands then move by one radian a token, and only their start differs.",
            look="By which angle does the slowest hand move from one token to the next?",
        ),
        slip(
            "the angles are added to x as sinusoids",
            edit=("first, second = a * cos - b * sin, a * sin + b * cos", "first, second = a + sin, b + cos"),
            why="That is the scheme of lesson 02, and a score then has four terms, three of which know absolute positions.",
            look="How long is a vector before it is turned, and how long after?",
        ),
        slip(
            "the two halves of the result are in each other's place",
            edit=("return torch.cat([first, second], dim=-1)", "return torch.cat([second, first], dim=-1)"),
            also=[("torch.stack([first, second], dim=-1)", "torch.stack([second, first], dim=-1)")],
            why="At position 0 the result should be x, and it is x with its pairs turned over.",
            look="What should come out at position 0?",
        ),
        slip(
            "whole angles are made of positions",
            edit=("positions[:, None] * theta", "positions[:, None].long() * theta"),
            why="Stretched positions have fractions, 256 divided by 5 for one.",
            look="Does your code turn position 1.5 further than position 1?",
        ),
        slip(
            "the turned pair is cut off from the gradient",
            edit=("first, second = a * cos - b * sin, a * sin + b * cos", "a, b = a.detach(), b.detach()\n    first, second = a * cos - b * sin, a * sin + b * cos"),
            why="The projection of queries and keys would never learn.",
            look="Which of your operations leaves the trail that backward() follows?",
        ),
        slip(
            "positions are taken for a run of whole steps",
            edit=("positions[:, None] * theta", "(positions[0] + torch.arange(len(positions)))[:, None] * theta"),
            also=[("positions[:, None] * theta", "torch.linspace(positions[0].item(), positions[-1].item(), len(positions))[:, None] * theta")],
            why="The positions of a stretched or a shortened text have gaps and fractions, and each token has its own.",
            look="Which entries of `positions` does your code read?",
        ),
        slip(
            "the frequencies given are replaced by others",
            edit=("positions[:, None] * theta", "positions[:, None] * 10000.0 ** (-torch.arange(0, x.shape[-1], 2) / x.shape[-1])"),
            why="Models differ in their base, and stretched frequencies (section 7) have none.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "angles are computed in the type of x",
            edit=("positions[:, None] * theta", "positions[:, None].to(x.dtype) * theta.to(x.dtype)"),
            also=[("positions[:, None] * theta", "positions[:, None] * theta.to(x.dtype)"), ("positions[:, None] * theta", "(positions[:, None] * theta).to(x.dtype)")],
            why="With half the bits a position in the hundreds times an angle is off by a good part of a radian, and the fast hands point anywhere.",
            look="Which dtype have your angles when x is in float16, and how far apart are its numbers near 300?",
        ),
        slip(
            "x is taken to have a fixed number of axes",
            edit=("angles = positions[:, None] * theta", "B, H, T, d = x.shape\n    angles = positions[:, None] * theta"),
            also=[("angles = positions[:, None] * theta", "B, T, d = x.shape\n    angles = positions[:, None] * theta")],
            why="Queries of one head, or of one text, have fewer. What stands before (T, d) does not matter to a turn.",
            look="Which axes does the docstring name, and which of them do you need to know?",
        ),
    ]  # fmt: skip
    promises = {
        "pairs of neighbours": dict(adjacent=True),
        "pairs of halves": dict(adjacent=False),
        "any axes in front": dict(lead=(2, 3)),
        "none in front": dict(lead=()),
        "any start": dict(start=(200, 400)),
        "fractions, gaps and any order": dict(fractions=True),
        "the gradient": "grad_x",
        "angles in float32, whatever x has": "x in half precision",
    }


@exercise(
    "RotaryAttention", points=4, forbid=["nn.MultiheadAttention", "utils.blocks.attention.MultiHeadAttention"]
)
class _:
    # The second and the last case have as many heads as tokens, the third a single head.
    cases = [
        dict(B=2, chunks=[4, 2, 1], D=12, H=3),
        dict(B=1, chunks=[1, 3], D=16, H=4),
        dict(B=3, chunks=[2, 3], D=4, H=1),
        dict(B=1, chunks=[2], D=8, H=2),
    ]
    weights = {
        "output": 3,
        "grad_x": 1,
        "size of each gradient": 1,
        "in chunks": 3,
        "two caches in turn": 1,
        "each key turned once": 1,
    }
    tolerance = 5e-4

    def inputs(rng, B, chunks, D, H):
        T, d = sum(chunks), D // H
        return {
            "x": rng.standard_normal((B, T, D)),
            "gradient": rng.standard_normal((B, T, D)),
            "chunks": chunks,
            "weights": {
                "qkv_proj.weight": 1.5 * rng.standard_normal((3 * D, D)) / D**0.5,
                "out_proj.weight": rng.standard_normal((D, D)) / D**0.5,
            },
            "theta": angles(rng, d // 2),
            "d_model": D,
            "n_heads": H,
        }

    def oracle(x, gradient, chunks, weights, theta, d_model, n_heads):
        """Each score from one matrix that knows i − j and nothing else; no cache and no chunks."""
        x = tensor(x).requires_grad_()
        qkv, out = (tensor(weights[f"{name}.weight"]).requires_grad_() for name in ("qkv_proj", "out_proj"))
        B, T, D = x.shape
        d = D // n_heads
        heads = []
        for h in range(n_heads):
            q, k, v = (x @ qkv[start + h * d : start + (h + 1) * d].T for start in (0, D, 2 * D))  # (B, T, d)
            rows = []
            for i in range(T):
                scores = []
                for j in range(i + 1):
                    c, s = np.cos((j - i) * np.asarray(theta)), np.sin((j - i) * np.asarray(theta))
                    turn = tensor(np.block([[np.diag(c), -np.diag(s)], [np.diag(s), np.diag(c)]]))  # (d, d)
                    scores.append((q[:, i] * (k[:, j] @ turn.T)).sum(-1))
                p = (torch.stack(scores, dim=-1) / math.sqrt(d)).softmax(-1)  # (B, i + 1)
                rows.append((p.unsqueeze(-1) * v[:, : i + 1]).sum(1))
            heads.append(torch.stack(rows, dim=1))
        y = torch.cat(heads, dim=-1) @ out.T
        y.backward(tensor(gradient))
        sizes = {"qkv_proj.weight": qkv.grad.norm(), "out_proj.weight": out.grad.norm()}
        y = y.detach()
        return {
            "output": y,
            "grad_x": x.grad,
            "size of each gradient": {name: float(size) for name, size in sizes.items()},
            "in chunks": y,
            "two caches in turn": torch.stack([y, y]),
            "each key turned once": {"output": y, "numbers turned": 2 * y.numel()},  # queries and keys
        }

    equivalent = {
        "start, T = ( 1 if cache is None else cache.length), x.shape[1]": "only differences of positions count",
        "start, T = ( -1 if cache is None else cache.length), x.shape[1]": "the same",
    }
    alternatives = {
        "all positions moved by a hundred": """
            start, T = (0 if cache is None else cache.length), x.shape[1]
            q, k, v = (split_heads(part, self.n_heads) for part in self.qkv_proj(x).chunk(3, dim=-1))
            positions = 100 + start + torch.arange(T)
            q, k = self.rotate(q, positions), self.rotate(k, positions)
            if cache is not None:
                k, v = cache.append(k, v)
            context = F.scaled_dot_product_attention(q, k, v, attn_mask=causal_mask(T, k.shape[2]))
            return self.out_proj(merge_heads(context))
        """,
        "by hand": """
            B, T, D = x.shape
            seen = 0 if cache is None else cache.length
            q, k, v = self.qkv_proj(x).view(B, T, 3, self.n_heads, -1).permute(2, 0, 3, 1, 4)
            places = torch.arange(T) + seen
            q, k = self.rotate(q, places), self.rotate(k, places)
            if cache is not None:
                k, v = cache.append(k, v)
            scores = torch.einsum("bhtd,bhsd->bhts", q, k) / q.shape[-1] ** 0.5
            scores = scores.masked_fill(torch.arange(k.shape[2]) > places[:, None], float("-inf"))
            context = torch.einsum("bhts,bhsd->bthd", scores.softmax(-1), v)
            return self.out_proj(context.reshape(B, T, D))
        """,
    }
    slips = [
        slip(
            "values are turned as well",
            edit=("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q, k, v = self.rotate(q, positions), self.rotate(k, positions), self.rotate(v, positions)"),
            why="What a token says would then depend on where it stands: a mean of turned values is no longer a mean of what was said.",
            look="Which of the three tensors decide *where* a head looks?",
        ),
        slip(
            "only queries are turned",
            edit=("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q = self.rotate(q, positions)"),
            why="The score then depends on the query's own position, and not at all on the key's.",
            look="What is left of i − j when only one of the two turns?",
        ),
        slip(
            "only keys are turned",
            edit=("q, k = self.rotate(q, positions), self.rotate(k, positions)", "k = self.rotate(k, positions)"),
            why="The score then depends on the key's own position, and not at all on the query's.",
            look="What is left of i − j when only one of the two turns?",
        ),
        slip(
            "tokens are not turned against each other",
            edit=("q, k = self.rotate(q, positions), self.rotate(k, positions)", "positions = None"),
            also=[("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q, k = (self.rotate(part.transpose(1, 2), torch.arange(self.n_heads)).transpose(1, 2) for part in (q, k))")],
            why="Without a turn, or with one turn for all tokens of a head, the layer knows no order apart from the mask.",
            look="Which line of yours uses `self.rotate`, and which axis of what you give it counts tokens?",
        ),
        slip(
            "each chunk starts again at position 0",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.arange(T, device=x.device)"),
            also=[("(0 if cache is None else cache.length)", "0")],
            why="New tokens are laid on top of the first ones, and a distance of 40 becomes one of 0.",
            look="At which position stands the first token behind 40 others?",
        ),
        slip(
            "the length of the cache is read after the chunk was appended",
            edit=[
                ("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q = self.rotate(q, positions + (0 if cache is None else T))\n        k = self.rotate(k, positions)"),
            ],
            also=[("torch.arange(start, start + T, device=x.device)", "torch.arange(start, start + T, device=x.device) + (0 if cache is None else T * (start > 0))")],
            why="Then the chunk itself is counted as if it stood before itself.",
            look="What is `cache.length` before the first call, and what after it?",
        ),
        slip(
            "the queries of a chunk start at 0 and its keys do not",
            edit=("self.rotate(q, positions), ", "self.rotate(q, positions - start), "),
            why="Every distance is then wrong by the length of the cache.",
            look="Do queries and keys of the same token get the same position?",
        ),
        slip(
            "keys from the cache are turned once more",
            edit=("k, v = cache.append(k, v)", "k, v = cache.append(k, v)\n            k = self.rotate(k, torch.arange(k.shape[2], device=x.device))"),
            why="They were turned when they came. Twice gives twice the angle.",
            look="In which state do keys go into your cache, and in which do they come out?",
        ),
        slip(
            "the mask takes the queries of a chunk for the first ones",
            edit=("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v, is_causal=True)"),
            also=[("causal_mask(T, k.shape[2], x.device)", "torch.ones(T, k.shape[2], dtype=torch.bool).tril()")],
            why="Query 0 of a chunk behind 40 tokens may look at 41 of them, and here it sees one.",
            look="Which keys may the only query of the last chunk see?",
        ),
        slip(
            "tokens look ahead",
            edit=("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v)"),
            also=[
                ("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v, is_causal=cache is None)"),
                ("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v, is_causal=start == 0)"),
            ],
            why="A model that has seen the next token learns nothing by predicting it.",
            look="What keeps a query from the keys that come later?",
        ),
        slip(
            "the cache is never filled",
            edit=("k, v = cache.append(k, v)  #", "cache.append(k, v)  #"),
            also=[("if cache is not None:\n            k, v = cache.append(k, v)", "if cache is not None and start:\n            k, v = cache.append(k, v)")],
            why="Every chunk is read as if nothing stood before it.",
            look="Where do the keys of earlier chunks come from, and do your scores see them?",
        ),
        slip(
            "features are turned before they are cut into heads",
            edit=("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q, k = (split_heads(self.rotate(merge_heads(part), positions), self.n_heads) for part in (q, k))"),
            why="Each head has all d/2 hands. Turned before the cut, a head would get a few of them and another head the others.",
            look="How many angles does `rotate` have, and how wide is what you give it?",
        ),
        slip(
            "the heads are not joined",
            edit=("self.out_proj(merge_heads(context))", "self.out_proj(context)"),
            why="The projection expects all heads of a token side by side.",
            look="What shape has the context, and what shape should the layer return?",
        ),
        slip(
            "x is turned before it is projected",
            edit=[("q, k = self.rotate(q, positions), self.rotate(k, positions)", "pass"), ("for part in self.qkv_proj(x)", "for part in self.qkv_proj(merge_heads(self.rotate(split_heads(x, self.n_heads), torch.arange(start, start + T))))")],
            why="A projection mixes the features of a pair with all others, and values are turned as well.",
            look="Between which two steps of the first hint does the turning stand?",
        ),
        slip(
            "the output projection is missing",
            edit=("return self.out_proj(merge_heads(context))", "return merge_heads(context)"),
            why="The heads stay side by side, and none learns what another found.",
            look="Which parameter of the layer does your code never use?",
        ),
        slip(
            "scores are not scaled",
            edit=("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=1.0)"),
            why="Turning keeps lengths, so the scores are as large as without it and need the same √d (lesson 02).",
            look="Where does √d stand in your code?",
        ),
        slip(
            "the parts of the projection are taken in another order",
            edit=("q, k, v = (\n", "q, v, k = (\n", "k, q, v = (\n", "v, k, q = (\n", "k, v, q = (\n", "v, q, k = (\n"),
            why="The rows of the fused projection are queries, keys, values, in this order.",
            look="In which order does `chunk` give the three parts?",
        ),
        slip(
            "all keys are turned again on every call",
            edit=[("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q = self.rotate(q, positions)"), ("mask = causal_mask(", "k = self.rotate(k, torch.arange(k.shape[2], device=x.device))\n        mask = causal_mask(")],
            why="The outputs are right, and each new token costs as much turning as the whole text before it.",
            look="How many keys does your layer give to `rotate` for one new token behind 40 others?",
        ),
        slip(
            "the layer counts its tokens itself",
            edit=[("start, T = (0 if cache is None else cache.length), x.shape[1]", "start, T = (0 if cache is None else getattr(self, 'seen', 0)), x.shape[1]\n        self.seen = start + T if cache is not None else getattr(self, 'seen', 0)")],
            why="A second text has a cache of its own, and for its first token the layer would go on where the other text ended.",
            look="Where does your layer stand when two texts are read in turn, a chunk of each?",
        ),
        slip(
            "all tokens of a chunk stand at one position",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.arange(T, device=x.device) if start == 0 else torch.full((T,), start, device=x.device)"),
            also=[("torch.arange(start, start + T, device=x.device)", "torch.arange(T, device=x.device) if cache is None else torch.full((T,), start, device=x.device)")],
            why="A chunk may have many tokens, and their order would be lost.",
            look="At which positions stand three new tokens behind 40 others?",
        ),
        slip(
            "scores are scaled twice",
            edit=("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q / q.shape[-1] ** 0.5, k, v, attn_mask=mask)"),
            why="`F.scaled_dot_product_attention` divides by √d itself. Once more, and softmax hardly prefers any key.",
            look="How often is a score divided by √d on its way through your code?",
        ),
        slip(
            "the heads are joined without their axis being moved back",
            edit=("merge_heads(context)", "context.reshape(x.shape)"),
            why="Rows are then filled with one head's features of several tokens, and words mix that have nothing to do with each other.",
            look="In which order do the axes of the context stand, and which two of them have to be neighbours?",
        ),
        slip(
            "True and False are added to the scores as numbers",
            edit=("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "(q @ k.mT / q.shape[-1] ** 0.5 + mask).softmax(dim=-1) @ v"),
            also=[("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v, attn_mask=mask.float())")],
            why="A key that comes later is then only a little less likely, and tokens look ahead.",
            look="What does softmax need in place of a score so that the weight becomes 0?",
        ),
        slip(
            "the mask is turned over",
            edit=("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v, attn_mask=~mask)"),
            why="Each token then reads what comes later and nothing of what was said.",
            look="Does True in `causal_mask` mean that a query may look, or that it may not?",
        ),
        slip(
            "keys from the cache get the positions of the new tokens",
            edit=[("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q = self.rotate(q, positions)"), ("mask = causal_mask(", "k = self.rotate(k, torch.arange(start, start + k.shape[2], device=x.device))\n        mask = causal_mask(")],
            why="The oldest key stands at position 0, wherever the new chunk begins.",
            look="At which position stands the first of all keys that `append` returns?",
        ),
        slip(
            "`rotate` gets heads where it expects tokens",
            edit=("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q, k = (self.rotate(part.transpose(1, 2), positions).transpose(1, 2) for part in (q, k))"),
            why="Each position belongs to a token. Where there are as many heads as tokens, nothing even warns.",
            look="In which order does `rotate` expect the axes, and in which does it get them?",
        ),
    ]  # fmt: skip
    promises = {
        "without a cache": "output",
        "with a cache, chunk after chunk": "in chunks",
        "a first chunk of one token": dict(chunks=[1, 3]),
        "one head": dict(H=1),
        "as many heads as tokens": dict(H=2),
        "the gradient of x": "grad_x",
        "both projections learn": "size of each gradient",
        "the cache that is given counts, not the calls": "two caches in turn",
        "a key is turned once and stored turned": "each key turned once",
    }


# --- slopes -------------------------------------------------------------------------------------------------------


@exercise("alibi_slopes", points=2, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(heads=[4, 8, 16]),
        dict(heads=[1]),
        dict(heads=[3, 6, 12]),
        dict(heads=[5, 9, 11]),
        dict(heads=[7, 14, 15]),
    ]

    def inputs(rng, heads):
        return {"n_heads": int(rng.choice(heads)), "span": float(rng.uniform(4, 9))}

    def oracle(n_heads, span):
        """As MPT has it: the slopes of the next power of two, every second one first, then those between."""
        n = 1
        while n < n_heads:
            n *= 2
        steps = np.arange(1, n + 1) * span / n
        slopes = 1 / np.exp2(steps)
        if n > n_heads:
            slopes = np.concatenate([slopes[1::2], slopes[::2]])[:n_heads]
        return {"slopes": slopes, "float32": single(slopes)}

    weights = {"slopes": 4, "float32": 1}

    equivalent = {
        "return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads % n])": "n ≤ H < 2n",
        "return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads ^ n])": "n is the highest bit of H",
    }
    alternatives = {
        "powers of a ratio": """
            def of(n):
                ratio = 2 ** (-span / n)
                return ratio ** torch.arange(1, n + 1)
            n = 1 << (n_heads.bit_length() - 1)
            return torch.cat([of(n), of(2 * n)[0::2][: n_heads - n]])
        """,
        "the next power of two, sorted": """
            n = 2 ** math.ceil(math.log2(n_heads))
            all_of_them = 2.0 ** (-span * torch.arange(1, n + 1) / n)
            if n == n_heads:
                return all_of_them
            return torch.cat((all_of_them[1::2], all_of_them[::2]))[:n_heads]
        """,
        "one head after the other": """
            n = 2 ** math.floor(math.log2(n_heads))
            result = []
            for h in range(n_heads):
                e = (h + 1) / n if h < n else (2 * (h - n) + 1) / (2 * n)
                result.append(0.5 ** (span * e))
            return torch.tensor(result)
        """,
    }
    slips = [
        slip(
            "heads are counted from 0",
            edit=("range(1, n + 1)", "range(n)"),
            why="The first slope is then 1, and the last, gentlest one is missing.",
            look="Which slopes do eight heads have in the text?",
        ),
        slip(
            "a number that is no power of two is put into the formula as it is",
            edit=("n = 2 ** int(math.log2(n_heads))  # the largest power of two that is not above H", "n = n_heads"),
            why="A sound choice, and not the one that models with 12 or 112 heads were trained with.",
            look="Which three slopes does the text give for three heads?",
        ),
        slip(
            "the first slopes of the next power of two are taken",
            edit=("return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])", "return torch.tensor(slopes(n if n == n_heads else 2 * n)[:n_heads])"),
            why="The gentlest heads, those that hear far, are then missing.",
            look="Which three slopes does the text give for three heads?",
        ),
        slip(
            "the missing slopes are taken from the second on",
            edit=("[::2]", "[1::2]"),
            why="Those are the slopes that the first heads have already.",
            look="Write down the four slopes of 2n = 4 heads. Which of them are new?",
        ),
        slip(
            "the missing slopes are taken one after the other",
            edit=("[::2]", ""),
            why="The new heads should fill the gaps between the old ones, and here they crowd at the steep end, some of them twice.",
            look="Write down the slopes of 4 and of 8 heads side by side. Which are new?",
        ),
        slip(
            "the remaining heads are made of the last slopes",
            edit=("[::2][: n_heads - n]", "[::2][len(slopes(n)) - (n_heads - n) :]"),
            why="Which heads there are is a convention, and weights follow it.",
            look="For three heads: is the third slope 1/4 or 1/64?",
        ),
        slip(
            "all slopes are put into order",
            edit=("return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])", "return torch.tensor(sorted(slopes(n) + slopes(2 * n)[::2][: n_heads - n], reverse=True))"),
            why="The numbers are right, but each belongs to a head, and the heads of a model keep their places.",
            look="In which order does the text give the slopes of three heads?",
        ),
        slip(
            "slopes fall in equal steps",
            edit=("2 ** (-span * h / n)", "(1 - h / n) + 2 ** -span"),
            also=[("2 ** (-span * h / n)", "h / n"), ("2 ** (-span * h / n)", "1 / h"), ("2 ** (-span * h / n)", "span * h / n")],
            why="Powers of two cover near and far alike; equal steps make nearly all heads short-sighted.",
            look="What is the ratio of two neighbouring slopes in the text?",
        ),
        slip(
            "the slopes grow with the head",
            edit=("2 ** (-span * h / n)", "2 ** (span * h / n)"),
            also=[("2 ** (-span * h / n)", "2 ** (-span * (n + 1 - h) / n)")],
            why="The first head is the steepest one, and none is steeper than 1.",
            look="Is the first slope of eight heads 1/2 or 1/256?",
        ),
        slip(
            "the span is always 8",
            edit=("2 ** (-span * h / n)", "2 ** (-8 * h / n)"),
            why="Models have it as a setting.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the slopes are negative",
            edit=("return torch.tensor(slopes(n)", "return -torch.tensor(slopes(n)"),
            why="A slope says how much is taken off. Whoever subtracts these adds.",
            look="What will `alibi` do with the sign?",
        ),
        slip(
            "the exponent is not divided by the number of heads",
            edit=("-span * h / n", "-h"),
            also=[("-span * h / n", "-span * h"), "return torch.tensor([2.0**-h for h in range(1, n_heads + 1)])", "return torch.tensor([2.0 ** (-span * h / 8) for h in range(1, n_heads + 1)])", ("-span * h / n", "-span * h / 8")],
            why="It fits for eight heads; with sixteen the last would hear everything, and with two nothing beyond a word.",
            look="For how many heads did you try it?",
        ),
        slip(
            "a power of two is treated as if it were none",
            edit=("n = 2 ** int(math.log2(n_heads))  # the largest power of two that is not above H", "n = 2 ** max(math.ceil(math.log2(n_heads)) - 1, 0)"),
            why="Eight heads get the slopes of four and then those missing: the right numbers, each in the place of another head.",
            look="Which n does your code find for 8 heads, and which for 7?",
        ),
        slip(
            "the missing slopes have another span",
            edit=("slopes(2 * n)[::2]", "[2 ** (-8 * h / (2 * n)) for h in range(1, 2 * n + 1)][::2]"),
            why="All heads share one ruler. With a second one for the missing heads their slopes no longer fill the gaps.",
            look="Is the span passed on wherever your code makes slopes?",
        ),
        slip(
            "the missing slopes stand in front",
            edit=("return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])", "return torch.tensor(slopes(2 * n)[::2][: n_heads - n] + slopes(n))"),
            why="The numbers are right, but each belongs to a head, and the heads of a model keep their places.",
            look="In which order does the text give the slopes of three heads?",
        ),
        slip(
            "powers of e are taken",
            edit=("2 ** (-span * h / n)", "math.exp(-span * h / n)"),
            why="A slope halves from head to head where there are eight. Here it falls to little more than a third.",
            look="Which number is raised to a power in the formula?",
        ),
        slip(
            "one head alone gets a slope of its own",
            edit=("return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])", "return torch.tensor([0.5] if n_heads == 1 else slopes(n) + slopes(2 * n)[::2][: n_heads - n])"),
            also=[("return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])", "return torch.tensor([1.0] if n_heads == 1 else slopes(n) + slopes(2 * n)[::2][: n_heads - n])")],
            why="One is a power of two, and the formula holds for it.",
            look="Put H = 1 and h = 1 into the formula. What comes out?",
        ),
        slip(
            "the slopes come back in float64",
            edit=("return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])", "return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n], dtype=torch.float64)"),
            why="Scores to which they are added become float64 as well, and a product with values in float32 is an error.",
            look="Print the dtype of what you return. What does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "powers of two": dict(heads=[4, 8, 16]),
        "one head": dict(heads=[1]),
        "any other number": dict(heads=[5, 9, 11]),
        "nearly twice a power of two": dict(heads=[7, 14, 15]),
        "the span": dict(heads=[3, 6, 12]),
        "float32": "float32",
    }


@exercise("alibi", points=2, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(H=3, T=6, S=6),
        dict(H=2, T=2, S=7),
        dict(H=4, T=4, S=4),
        dict(H=1, T=1, S=5),
        dict(H=1, T=2, S=300, gentle=True),
    ]
    weights = {"attention weights": 3, "later keys": 1, "slopes unchanged": 1}
    tolerance = 2e-5

    def inputs(rng, H, T, S, gentle=False):
        slopes = rng.uniform(0.02, 0.1, H) if gentle else rng.uniform(0.2, 1.2, H)
        return {"slopes": slopes, "scores": rng.standard_normal((H, T, S))}

    def oracle(slopes, scores):
        """Score by score, with keys that come later left out of the sum."""
        weights = np.zeros(scores.shape)
        H, T, S = scores.shape
        for h in range(H):
            for t in range(T):
                i = S - T + t
                e = [math.exp(scores[h, t, j] - slopes[h] * (i - j)) for j in range(i + 1)]
                weights[h, t, : i + 1] = np.array(e) / sum(e)
        later = [[j > S - T + t for j in range(S)] for t in range(T)]
        hidden = {"weights": weights, "hidden": torch.as_tensor([later] * H)}
        left_alone = {"weights": weights, "slopes": slopes}
        return {"attention weights": weights, "later keys": hidden, "slopes unchanged": left_alone}

    alternatives = {
        "BLOOM's, which never looks at the query": """
            bias = slopes.view(-1, 1, 1) * torch.arange(n_keys).view(1, 1, -1)
            mask = torch.ones(n_queries, n_keys, dtype=torch.bool).triu(n_keys - n_queries + 1)
            return bias.expand(-1, n_queries, -1).masked_fill(mask, float("-inf"))
        """,
        "einsum over the table of distances": """
            j = torch.arange(n_keys)
            d = (j[None, :] - j[n_keys - n_queries :, None]).float()
            d[d > 0] = -float("inf")
            return torch.einsum("h,ts->hts", slopes, d)
        """,
        "loops": """
            out = torch.full((len(slopes), n_queries, n_keys), -math.inf)
            for t in range(n_queries):
                i = n_keys - n_queries + t
                for j in range(i + 1):
                    out[:, t, j] = slopes * (j - i)
            return out
        """,
    }
    slips = [
        slip(
            "what is far gets more, not less",
            edit=("-slopes[:, None, None] * distance", "slopes[:, None, None] * distance"),
            why="The farthest token wins, and the word before is not heard.",
            look="Is the bias of the key one step back larger or smaller than that of the key itself?",
        ),
        slip(
            "keys that come later are only less likely",
            edit=("bias.masked_fill(distance < 0, -math.inf)", "-slopes[:, None, None] * distance.abs()"),
            also=[("return bias.masked_fill(distance < 0, -math.inf)", "return bias")],
            why="The bias has to be the causal mask as well; a token that sees the next one has nothing to predict.",
            look="What does the docstring give a key that comes later?",
        ),
        slip(
            "keys that come later have a bias of 0",
            edit=("bias.masked_fill(distance < 0, -math.inf)", "bias.masked_fill(distance < 0, 0.0)"),
            why="A bias of 0 is the best of all: the tokens that should not be seen are those that are heard most.",
            look="What is softmax of a score to which nothing was added, and of one to which −∞ was added?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=("-math.inf)", "-1e9)", "-1e4)", "-100.0)"),
            why="It looks the same until a scheme adds to it or a steep slope comes near it.",
            look="What does the docstring give a key that comes later?",
        ),
        slip(
            "the slopes are laid along the keys",
            edit=("-slopes[:, None, None] * distance", "-slopes[None, None, :] * distance"),
            why="A slope belongs to a head. Where there are as many heads as keys, nothing even warns.",
            look="Which of the axes (H, T, S) has an entry for each slope?",
        ),
        slip(
            "the queries are taken for the first positions",
            edit=("torch.arange(n_keys - n_queries, n_keys, device=slopes.device)", "torch.arange(n_queries, device=slopes.device)"),
            why="In a chunk behind a cache, the only query would stand at position 0 and see one key.",
            look="At which position stands the only query among 5 keys?",
        ),
        slip(
            "all heads have the slope of the first",
            edit=("-slopes[:, None, None]", "-slopes[:1, None, None].expand(len(slopes), 1, 1)"),
            also=[("-slopes[:, None, None]", "-slopes.mean().expand(len(slopes), 1, 1)")],
            why="Then all heads are equally short-sighted.",
            look="How many different biases has a key one step back?",
        ),
        slip(
            "a query may not look at itself",
            edit=("distance < 0", "distance <= 0"),
            also=[("distance < 0", "(distance < 0) | (distance == 0) & (i > 0)")],
            why="A token may look at itself; the first one has nobody else.",
            look="Which keys may the query at position 0 see?",
        ),
        slip(
            "a query sees one token of the future",
            edit=("distance < 0", "distance < -1"),
            why="That one is the answer.",
            look="Which key stands at distance −1?",
        ),
        slip(
            "the distance is squared or its logarithm is taken",
            edit=("-slopes[:, None, None] * distance", "-slopes[:, None, None] * distance**2", "-slopes[:, None, None] * torch.log1p(distance.clamp(min=0).float())"),
            why="A straight line is the L in the name.",
            look="How much does the bias change from distance 1 to 2, and how much from 2 to 3?",
        ),
        slip(
            "the bias is a factor, not an exponent",
            edit=("bias = -slopes[:, None, None] * distance", "bias = torch.exp(-slopes[:, None, None] * distance)"),
            why="It is added to scores before softmax, and softmax takes the exponential.",
            look="What is the bias at distance 0?",
        ),
        slip(
            "queries and keys are exchanged",
            edit=("distance = i - torch.arange(n_keys, device=slopes.device)", "distance = (i - torch.arange(n_keys, device=slopes.device)).flip(0, 1)"),
            also=[("return bias.masked_fill(distance < 0, -math.inf)", "return bias.masked_fill(distance < 0, -math.inf).transpose(1, 2).reshape(bias.shape)")],
            why="A row belongs to a query. Along the row stand its keys, those from the beginning first.",
            look="Which entries of row 0 are not −∞?",
        ),
        slip(
            "the slopes are divided by √ of something",
            edit=("-slopes[:, None, None] * distance", "-slopes[:, None, None] * distance / math.sqrt(len(slopes))"),
            also=[("-slopes[:, None, None] * distance", "-slopes[:, None, None] * distance / math.sqrt(n_keys)"), ("-slopes[:, None, None] * distance", "-slopes[:, None, None] * distance / n_keys")],
            why="The slope enters as it is, next to a score that was scaled already.",
            look="By how much do the biases of two neighbouring keys differ?",
        ),
        slip(
            "the slopes are laid along the queries",
            edit=("-slopes[:, None, None] * distance", "(-slopes[:, None] if len(slopes) == n_queries else -slopes[:, None, None]) * distance.expand(len(slopes), -1, -1)"),
            also=[("-slopes[:, None, None] * distance", "-slopes[:, None] * distance")],
            why="A slope belongs to a head. Where there are as many heads as queries, nothing even warns.",
            look="Which of the axes (H, T, S) has an entry for each slope?",
        ),
        slip(
            "0 is multiplied by infinity",
            edit=("return bias.masked_fill(distance < 0, -math.inf)", "return bias + (distance < 0) * -math.inf"),
            why="0 · ∞ is not a number. It stands wherever a key is *not* hidden, and softmax spreads it over the row.",
            look="What does your code add to the score of a key that may be seen? Print it.",
        ),
        slip(
            "the slopes given are replaced by others",
            edit=("-slopes[:, None, None]", "-(2.0 ** (-8 * torch.arange(1, len(slopes) + 1) / len(slopes)))[:, None, None]"),
            why="A model has its own, and other spans than 8 exist.",
            look="Which of the arguments of your function does your code never use, but for its length?",
        ),
        slip(
            "the mask is left out behind a cache",
            edit=("return bias.masked_fill(distance < 0, -math.inf)", "return bias.masked_fill(distance < 0, -math.inf) if n_queries == n_keys else bias"),
            why="A chunk may have several queries, and all but the last of them have keys that come later.",
            look="Which keys come later than the first of 2 queries among 7 keys?",
        ),
        slip(
            "the queries stand one position off",
            edit=("torch.arange(n_keys - n_queries, n_keys, device=slopes.device)", "(torch.arange(n_queries, device=slopes.device) + max(n_keys - n_queries - 1, 0))"),
            why="The last query is the last of all positions. One too early, and it may not look at itself.",
            look="At which position stands the only query among 5 keys, counted from 0?",
        ),
        slip(
            "far distances do not fit their type",
            edit=("-slopes[:, None, None] * distance", "-slopes[:, None, None] * distance.to(torch.int8)"),
            also=[("-slopes[:, None, None] * distance", "-slopes[:, None, None] * distance.to(torch.uint8)")],
            why="In eight bits, 128 is −128. The farthest keys become the loudest.",
            look="What is the largest distance in a text of 300 tokens, and the largest number of your type?",
        ),
        slip(
            "the caller's slopes are changed",
            edit=("bias = -slopes[:, None, None] * distance", "bias = slopes.neg_()[:, None, None] * distance"),
            why="The first call is right. The next one gets slopes that have turned around, and rewards what is far.",
            look="Print the slopes before and after a call. Which line writes into them?",
        ),
    ]  # fmt: skip
    promises = {
        "the queries are the last of the keys": dict(T=2, S=7),
        "a single query": dict(T=1, S=5),
        "as many heads as tokens": dict(H=4, T=4, S=4),
        "each head has its slope": dict(H=3),
        "a long text": dict(gentle=True),
        "what is added to all scores of a query does not count": "attention weights",
        "−∞ where the key comes later": "later keys",
        "the slopes are left as they are": "slopes unchanged",
    }


# --- stretched ----------------------------------------------------------------------------------------------------


@exercise("scaled_frequencies", points=2, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(n=(4, 8), kind="linear"),
        dict(n=(4, 8), kind="ntk"),
        dict(n=(2, 2), kind="ntk"),
        dict(n=(16, 16), kind="ntk", factor=(6, 12)),
        dict(n=(3, 6), kind="ntk", factor=(1, 1)),
    ]

    weights = {"theta": 4, "tokens for a whole turn": 4, "theta unchanged": 1, "float32": 1}

    def inputs(rng, n, kind, factor=(1.5, 5)):
        n = int(rng.integers(*n, endpoint=True))
        base = float(rng.uniform(500, 20_000))
        return {"theta": base ** (-np.arange(n) / n), "factor": float(rng.uniform(*factor)), "kind": kind}

    def oracle(theta, factor, kind):
        """From the base: linear stretches positions, NTK-aware takes a larger base."""
        d = 2 * len(theta)
        larger = theta[1] ** -(d / 2) * factor ** (d / (d - 2))
        scaled = [larger ** (-2 * i / d) for i in range(d // 2)]
        if kind == "linear":
            scaled = [1 / (1 / t * factor) for t in theta]
        scaled = np.array(scaled)
        return turns(scaled) | {
            "theta unchanged": {"scaled": scaled, "theta": theta},
            "float32": single(scaled),
        }

    equivalent = {'if kind <= "linear":': "there are two kinds"}
    alternatives = {
        "from the first hand to the last, in equal ratios": """
            n = len(theta)
            if kind == "ntk":
                return theta / torch.logspace(0, 1, n, base=factor) if factor > 1 else theta.clone()
            return theta * (1 / factor)
        """,
        "by a larger base": """
            if kind == "linear":
                return theta / factor
            d = 2 * theta.shape[0]
            base = (1 / theta[1].double()) ** (d / 2)
            larger = base * factor ** (d / (d - 2))
            return (larger ** (-torch.arange(0, d, 2) / d)).float()
        """,
        "a list": """
            n = len(theta)
            powers = [1.0 if kind == "linear" else i / (n - 1) for i in range(n)]
            return torch.stack([t / factor**p for t, p in zip(theta, powers)])
        """,
    }
    slips = [
        slip(
            "all hands are slowed alike, whatever the kind",
            edit=('if kind == "linear":', "if True:"),
            why="NTK-aware scaling was made to leave the fast hands alone: they tell neighbours apart.",
            look="Which factor should the first hand get with \"ntk\"?",
        ),
        slip(
            "the linear kind gets the factors of the other",
            edit=('if kind == "linear":', "if False:"),
            why="Linear interpolation slows every hand by the same factor.",
            look="Which factor should the first hand get with \"linear\"?",
        ),
        slip(
            "the two kinds are exchanged",
            edit=('kind == "linear"', 'kind != "linear"'),
            why="Both are sound, and each has its name.",
            look="Which of the two leaves the fastest hand as it is?",
        ),
        slip(
            "the hands become faster",
            edit=[("theta / factor", "theta * factor"), ("(-2 * i / (d - 2))", "(2 * i / (d - 2))")],
            also=[("theta / factor", "theta * factor"), ("(-2 * i / (d - 2))", "(2 * i / (d - 2))")],
            why="A longer text should end at angles that the model knows, so its hands have to be slower.",
            look="At which angle should position 4L stand with s = 4?",
        ),
        slip(
            "the exponent is divided by d in place of d − 2",
            edit=("(-2 * i / (d - 2))", "(-2 * i / d)"),
            why="The slowest hand then falls short of 1/s, and the end of the text leaves the known range.",
            look="What factor does the last hand get, i = d/2 − 1?",
        ),
        slip(
            "the slowest hand stays, and the fastest is slowed",
            edit=("i, d = torch.arange(len(theta), device=theta.device), 2 * len(theta)", "i, d = torch.arange(len(theta)).flip(0), 2 * len(theta)"),
            why="It is the slow hands that meet angles they have never seen.",
            look="Which hand has gone round many times in training?",
        ),
        slip(
            "the number of hands is taken for d",
            edit=("2 * len(theta)  # (d/2,)", "len(theta) + (len(theta) == 2)  # (d/2,)"),
            why="There are two features to a hand.",
            look="How wide is a head that has 32 hands?",
        ),
        slip(
            "hands are counted from 1",
            edit=("torch.arange(len(theta), device=theta.device)", "torch.arange(1, len(theta) + 1)"),
            why="The fastest hand is then slowed as well, and the slowest by more than s.",
            look="What factor does the first hand get?",
        ),
        slip(
            "the factors lie on a straight line between 1 and s",
            edit=("theta * factor ** (-2 * i / (d - 2))", "theta / (1 + (factor - 1) * 2 * i / (d - 2))"),
            also=[("theta * factor ** (-2 * i / (d - 2))", "theta * (1 + (1 / factor - 1) * 2 * i / (d - 2))")],
            why="Both ends are right. A larger base gives equal ratios between neighbours, which is what the formula says.",
            look="What is the ratio of two neighbouring factors in your result?",
        ),
        slip(
            "the base is taken for 10,000",
            edit=("return theta * factor ** (-2 * i / (d - 2))", "return (10000.0 * factor ** (d / (d - 2))) ** (-2 * i / d)"),
            why="SmolLM2 has 100,000, and the frequencies that you are given say it.",
            look="Does your result for `ntk` depend on theta at all?",
        ),
        slip(
            "the factor is rounded to a whole number",
            edit=("if kind ==", "factor = int(factor)\n    if kind =="),
            also=[("if kind ==", "factor = math.ceil(factor)\n    if kind =="), ("if kind ==", "factor = round(factor)\n    if kind ==")],
            why="A text of 6,000 tokens for a model that knows 4,096 needs no more than a factor of 1.5.",
            look="What does your code make of a factor of 2.5?",
        ),
        slip(
            "the width of the head is a fixed number",
            edit=("(-2 * i / (d - 2))", "(-2 * i / 62)"),
            also=[("(-2 * i / (d - 2))", "(-2 * i / 126)")],
            why="Only in a head of 64 features does the slowest hand then get all of its factor.",
            look="What factor does your last hand get when d is 8?",
        ),
        slip(
            "the slowing comes back alone",
            edit=[("theta / factor", "torch.full_like(theta, 1 / factor)"), ("return theta * factor **", "return factor **")],
            also=[("return theta * factor **", "return factor **"), ("theta / factor", "torch.full_like(theta, 1 / factor)")],
            why="By how much a hand is slowed is one thing. How fast it turns afterwards is what `rope` needs.",
            look="Which frequency should the first hand have with s = 1?",
        ),
        slip(
            "the caller's frequencies are changed",
            edit=("return theta / factor", "theta /= factor\n        return theta"),
            also=[[("return theta / factor", "theta /= factor\n        return theta"), ("return theta * factor ** (-2 * i / (d - 2))", "theta *= factor ** (-2 * i / (d - 2))\n    return theta")], ("return theta * factor ** (-2 * i / (d - 2))", "theta *= factor ** (-2 * i / (d - 2))\n    return theta")],
            why="The next call finds hands that were slowed already, and so does the model that they belong to.",
            look="Print theta before and after a call. Which line writes into it?",
        ),
        slip(
            "the frequencies come back in float64",
            edit=("if kind ==", "theta = theta.double()\n    if kind =="),
            why="Queries that were turned by them become float64 as well, and a product with values in float32 is an error.",
            look="Print the dtype of what you return. What does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "linear": dict(kind="linear"),
        "NTK-aware": dict(kind="ntk"),
        "d = 4": dict(n=(2, 2)),
        "a factor of 1 changes nothing": dict(factor=(1, 1)),
        "a large factor": dict(factor=(6, 12)),
        "slow hands are right as well": "tokens for a whole turn",
        "theta is left as it is": "theta unchanged",
        "float32": "float32",
    }


@exercise("yarn", points=4, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(d=(32, 48), base=(9000, 12_000), trained=(2000, 5000)),
        dict(d=(64, 64), base=(80_000, 500_000), trained=(8000, 9000), factor=(6, 16)),
        dict(d=(16, 24), base=(5000, 10_000), trained=(60, 120)),  # i(32) is negative
        dict(d=(32, 40), base=(9000, 12_000), trained=(2000, 5000), turns=(12, 24, 2, 4)),
        dict(d=(24, 32), base=(9000, 12_000), trained=(2000, 5000), factor=(1, 1)),
        dict(d=(24, 32), base=(300, 500), trained=(6000, 9000)),  # i(1) lies behind the last hand
    ]
    weights = {"theta": 4, "tokens for a whole turn": 4, "attention factor": 2, "float32": 1}

    def inputs(rng, d, base, trained, factor=(2, 5), turns=(32, 32, 1, 1)):
        return {
            "d": 2 * int(rng.integers(d[0] // 2, d[1] // 2, endpoint=True)),
            "base": float(rng.uniform(*base)),
            "factor": float(rng.uniform(*factor)),
            "trained": int(rng.integers(*trained)),
            "fast": float(rng.uniform(*turns[:2])),
            "slow": float(rng.uniform(*turns[2:])),
        }

    def oracle(d, base, factor, trained, fast, slow):
        """The frequencies of transformers, its ramp not rounded to whole hands."""
        from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

        settings = {
            "rope_type": "yarn",
            "rope_theta": base,
            "factor": factor,
            "original_max_position_embeddings": trained,
            "beta_fast": fast,
            "beta_slow": slow,
            "truncate": False,
        }
        config: Any = SimpleNamespace(
            head_dim=d, rope_parameters=settings, standardize_rope_params=lambda: None
        )
        config.hidden_size, config.num_attention_heads, config.max_position_embeddings = d, 1, trained
        theta, attention = ROPE_INIT_FUNCTIONS["yarn"](config, torch.device("cpu"))
        return turns(theta.double()) | {"attention factor": float(attention), "float32": single(theta)}

    equivalent = {"i = torch.arange(d / 2)": "d is even"}
    alternatives = {
        "hand by hand": """
            theta = []
            first = max(0.0, d / 2 * math.log(trained / (2 * math.pi * fast), base))
            last = d / 2 * math.log(trained / (2 * math.pi * slow), base)
            for i in range(d // 2):
                t = base ** (-2 * i / d)
                mix = min(1, max(0, (i - first) / (last - first)))
                theta.append(t * (1 - mix + mix / factor))
            return torch.tensor(theta), 1 + math.log(factor) / 10
        """,
        "interpolated between two lists": """
            steps = torch.arange(0, d, 2)
            own = 1 / base ** (steps / d)
            ends = [d * math.log(trained / (r * 2 * math.pi)) / math.log(base) for r in (fast, slow)]  # counted in features
            ends[0] = max(ends[0], 0)
            keep = 1 - torch.clamp((steps - ends[0]) / (ends[1] - ends[0]), min=0, max=1)
            return torch.lerp(own / factor, own, keep), 0.1 * math.log(factor) + 1.0
        """,
    }
    slips = [
        slip(
            "the attention factor is forgotten",
            edit=("0.1 * math.log(factor) + 1", "1.0"),
            why="With more keys softmax spreads its weight, and the factor sharpens it again.",
            look="Which factor does the text give for s = 4?",
        ),
        slip(
            "the attention factor is that of the scores, already squared",
            edit=("0.1 * math.log(factor) + 1", "(0.1 * math.log(factor) + 1) ** 2"),
            why="Queries and keys are both multiplied, so the score would get the fourth power.",
            look="How often does the factor enter one score?",
        ),
        slip(
            "the attention factor has another logarithm",
            edit=("0.1 * math.log(factor) + 1", "0.1 * math.log2(factor) + 1", "0.1 * math.log10(factor) + 1"),
            why="ln is the natural logarithm, and the .1 was fitted for it.",
            look="What is ln 4?",
        ),
        slip(
            "the attention factor is turned over or its 1 is missing",
            edit=("0.1 * math.log(factor) + 1", "1 / (0.1 * math.log(factor) + 1)", "0.1 * math.log(factor)", "1 / math.sqrt(0.1 * math.log(factor) + 1)"),
            why="The scores should become a little larger, and stay as they are for s = 1.",
            look="What should the factor be for s = 1, and is it above or below that for s = 4?",
        ),
        slip(
            "all hands are slowed alike",
            edit=("share = ((i - low) / (high - low)).clamp(0, 1)", "share = torch.ones(d // 2)"),
            why="The fast hands have seen their whole circle and tell neighbours apart.",
            look="How often does the first hand go round within the trained length?",
        ),
        slip(
            "no hand is slowed",
            edit=("share = ((i - low) / (high - low)).clamp(0, 1)", "share = torch.zeros(d // 2)"),
            why="Slow hands then meet angles that they have never seen.",
            look="What does your result have to do with s?",
        ),
        slip(
            "the fast hands are slowed and the slow ones are not",
            edit=("theta * (1 - share) + theta / factor * share", "theta * share + theta / factor * (1 - share)"),
            why="The hands that have seen their whole circle need no help.",
            look="Which hands turn often, those with small or with large i?",
        ),
        slip(
            "the share is not cut off",
            edit=(".clamp(0, 1)", ""),
            also=[(".clamp(0, 1)", ".clamp(max=1)"), (".clamp(0, 1)", ".clamp(min=0)")],
            why="Beyond both ends the line goes on, and hands become faster than before or slower than 1/s.",
            look="What is your share at the first hand, and what at the last?",
        ),
        slip(
            "2π is forgotten",
            edit=("(2 * math.pi * turns)", "turns"),
            also=[("(2 * math.pi * turns)", "(math.pi * turns)")],
            why="θ is in radians, and a turn has 2π of them.",
            look="How many turns does a hand make that moves one radian a token, in 100 tokens?",
        ),
        slip(
            "the share grows with the turns and not with the number of the hand",
            edit=("share = ((i - low) / (high - low)).clamp(0, 1)", "share = ((trained * theta / (2 * math.pi) - fast) / (slow - fast)).clamp(0, 1)"),
            why="That is what the paper writes. The authors' code and the models use the number of the hand, which is the logarithm of the turns.",
            look="Along which axis is the line straight, in the last paragraph but one above?",
        ),
        slip(
            "the share jumps from 0 to 1",
            edit=("share = ((i - low) / (high - low)).clamp(0, 1)", "share = (i > (low + high) / 2).float()"),
            also=[("share = ((i - low) / (high - low)).clamp(0, 1)", "share = (i > low).float()"), ("share = ((i - low) / (high - low)).clamp(0, 1)", "share = (i >= high).float()")],
            why="Hands between 1 and 32 turns are mixed, so that neighbours in speed are treated nearly alike.",
            look="What is the share half way between i(32) and i(1)?",
        ),
        slip(
            "the number of a hand is counted in features",
            edit=("/ (2 * math.log(base))", "/ math.log(base)"),
            why="i counts pairs. Counted in features, every bound lies twice as far.",
            look="Put r = 1 into your formula. Does the hand of that number make one turn in L tokens?",
        ),
        slip(
            "the bounds are rounded to whole hands",
            edit=("low, high = max(number(fast), 0), number(slow)", "low, high = max(math.floor(number(fast)), 0), math.ceil(number(slow))"),
            also=[
                ("low, high = max(number(fast), 0), number(slow)", "low, high = max(int(number(fast)), 0), int(number(slow))"),
                ("low, high = max(number(fast), 0), number(slow)", "low, high = max(round(number(fast)), 0), round(number(slow))"),
            ],
            why="Models differ in this: `transformers` rounds outwards unless `truncate` is off. Here the numbers are used as they are.",
            look="Is the number of a hand that makes exactly one turn a whole one?",
        ),
        slip(
            "the frequencies come back alone",
            edit=("share, 0.1 * math.log(factor) + 1", "share"),
            why="The attention factor belongs to them: whoever uses the one without the other gets scores of another size.",
            look="How many things does the docstring say are returned?",
        ),
        slip(
            "wavelengths are mixed, not frequencies",
            edit=("theta * (1 - share) + theta / factor * share", "1 / ((1 - share) / theta + factor / theta * share)"),
            why="Both ends are right, and between them the hands are too slow.",
            look="What exactly does your line mix by the share?",
        ),
        slip(
            "the factor is mixed in the exponent",
            edit=("theta * (1 - share) + theta / factor * share", "theta * factor ** (-share)"),
            why="Both ends are right, and between them the hands are too slow.",
            look="What exactly does your line mix by the share?",
        ),
        slip(
            "the settings for the turns are ignored",
            edit=("max(number(fast), 0), number(slow)", "max(number(32), 0), number(1)"),
            why="Models come with values of their own.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "a negative number of the first bound is not set to 0",
            edit=("max(number(fast), 0)", "number(fast)"),
            why="The line then begins before the first hand, and even that one is slowed.",
            look="How many turns does the first hand make in 64 tokens? Is that 32?",
        ),
        slip(
            "the longer text is taken for the trained one",
            edit=("math.log(trained / ", "math.log(factor * trained / "),
            why="The question is what a hand has seen in training.",
            look="Within which length does the text count turns?",
        ),
        slip(
            "hands are slowed by a share of the factor squared, or multiplied",
            edit=("theta / factor * share", "theta * factor * share"),
            also=[("theta / factor * share", "theta / factor**2 * share")],
            why="A longer text should end at angles that the model knows.",
            look="Which frequency does the slowest hand have before and after?",
        ),
        slip(
            "the attention factor is multiplied into the frequencies",
            edit=("return theta * (1 - share) + theta / factor * share, 0.1 * math.log(factor) + 1", "a = 0.1 * math.log(factor) + 1\n    return a * (theta * (1 - share) + theta / factor * share), a"),
            why="It makes queries and keys longer. Here it makes all hands faster, and even those that should be left alone turn otherwise.",
            look="Which frequency should the first hand have after YaRN?",
        ),
        slip(
            "the second bound is cut off at the last hand",
            edit=("number(slow)\n", "min(number(slow), d // 2 - 1)\n"),
            why="In a long training text even the slowest hand makes more than one turn. It should then keep a part of its speed.",
            look="How many turns does the last hand make, and which share does your code give it?",
        ),
        slip(
            "the argument of the logarithm is rounded",
            edit=("math.log(trained / (2 * math.pi * turns))", "math.log(max(trained // (2 * math.pi * turns), 1))"),
            why="The number of the hand moves by a part of a hand, and every share with it.",
            look="Is L / 2πr a whole number?",
        ),
        slip(
            "the frequencies come back in float64",
            edit=("theta = base ** (-2 * i / d)", "theta = (base ** (-2 * i / d)).double()"),
            why="Queries that were turned by them become float64 as well, and a product with values in float32 is an error.",
            look="Print the dtype of what you return. What does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "hands between the bounds are mixed": "theta",
        "slow hands are right as well": "tokens for a whole turn",
        "the attention factor": "attention factor",
        "a negative first bound": dict(trained=(60, 120)),
        "a second bound behind the last hand": dict(base=(300, 500)),
        "float32": "float32",
        "other turns": dict(turns=(12, 24, 2, 4)),
        "a factor of 1 changes nothing": dict(factor=(1, 1)),
        "a large factor and base": dict(factor=(6, 16)),
    }


# --- looking inside -----------------------------------------------------------------------------------------------


def attention(rng, shape):
    """Causal attention weights, (..., T, T)."""
    scores = 2 * rng.standard_normal(shape)
    e = np.exp(scores) * np.tri(shape[-1])
    return e / e.sum(axis=-1, keepdims=True)


@exercise("induction_score", points=2)
class _:
    cases = [
        dict(lead=(3,), n=4, T=8),
        dict(lead=(2, 3), n=3, T=6),
        dict(lead=(), n=5, T=10),
        dict(lead=(2,), n=4, T=7),  # the repetition breaks off
        dict(lead=(4,), n=2, T=4),
        dict(lead=(2,), n=3, T=12),  # three repetitions
    ]

    def inputs(rng, lead, n, T):
        return {"weights": attention(rng, (*lead, T, T)), "n": n}

    def oracle(weights, n):
        """Entry by entry, in a text of letters: the key whose predecessor is the query's own earlier self."""
        T = weights.shape[-1]
        found = [weights[..., i, j] for i in range(T) for j in range(1, T) if i - n == j - 1]
        return {"score": torch.as_tensor(sum(found) / (T - n))}

    equivalent = {
        "queries = torch.arange(n, weights.shape[~1], device=weights.device)": "there are as many queries as keys",
        "queries = torch.arange(n, weights.shape[- 2], device=weights.device)": "the same",
    }

    alternatives = {
        "the diagonal, its first entry left out": "return weights.diagonal(1 - n, dim1=-2, dim2=-1)[..., 1:].mean(-1)",
        "one query after the other": """
            total = 0.0
            for i in range(n, weights.size(-1)):
                total = total + weights[..., i, i - n + 1]
            return total / (weights.size(-1) - n)
        """,
        "a table of the places that count": """
            T = weights.shape[-1]
            i, j = torch.arange(T)[:, None], torch.arange(T)
            wanted = (i - j == n - 1) & (i >= n)
            return (weights * wanted).sum((-2, -1)) / wanted.sum()
        """,
    }
    slips = [
        slip(
            "the weight on the earlier occurrence itself is measured",
            edit=("queries - n + 1]", "queries - n]"),
            why="Looking at the same token again gives the token. What helps to predict is the one behind it.",
            look="A B C A B C: the second A is to predict B. Where should it look?",
        ),
        slip(
            "the weight on the token two behind is measured",
            edit=("queries - n + 1]", "queries - n + 2]"),
            why="That is the token after the next.",
            look="A B C A B C: the second A is to predict B. Where should it look?",
        ),
        slip(
            "the weight on the token before the earlier occurrence is measured",
            edit=("queries - n + 1]", "queries - n - 1]"),
            why="What stood before is known; what came next is wanted.",
            look="A B C A B C: the second B is to predict C. At which position did C stand?",
        ),
        slip(
            "the last token of the first block counts as well",
            edit=("torch.arange(n, weights.shape[-1], device=weights.device)", "torch.arange(n - 1, weights.shape[-1])"),
            why="It has no earlier occurrence, and what it does says nothing about copying.",
            look="How many entries do you average for n = 3 and T = 6, and which is the first?",
        ),
        slip(
            "the sum is divided by all tokens",
            edit=(".mean(dim=-1)", ".sum(dim=-1) / weights.shape[-1]"),
            also=[(".mean(dim=-1)", ".sum(dim=-1) / n"), (".mean(dim=-1)", ".sum(dim=-1)")],
            why="A head that puts everything on the right place should get 1.",
            look="How many queries are there from n to T − 1?",
        ),
        slip(
            "queries and keys are exchanged",
            edit=("weights[..., queries, queries - n + 1]", "weights[..., queries - n + 1, queries]"),
            why="A causal model has nothing on that side of the diagonal.",
            look="Which of the last two axes counts queries?",
        ),
        slip(
            "heads are averaged too",
            edit=(".mean(dim=-1)", ".mean()"),
            why="One head that copies among nine that do not disappears in their mean.",
            look="How many scores should there be for weights of shape (2, 3, 6, 6)?",
        ),
        slip(
            "the largest weight is taken, wherever it lies",
            edit=("weights[..., queries, queries - n + 1]", "weights[..., queries, :].amax(dim=-1)"),
            also=[("].mean(dim=-1)", "].amax(dim=-1)")],
            why="A head that always looks at the first token has large weights as well.",
            look="Which key does the score ask about?",
        ),
        slip(
            "the weight on the token before is measured",
            edit=("queries - n + 1]", "queries - 1]"),
            why="That is the other head of the pair, the one that looks back by one.",
            look="By how much do query and key differ in the example of the text?",
        ),
        slip(
            "only the first repetition counts",
            edit=("torch.arange(n, weights.shape[-1], device=weights.device)", "torch.arange(n, min(2 * n, weights.shape[-1]))"),
            why="All queries from n on were asked for.",
            look="Which queries count for n = 3 and T = 12?",
        ),
        slip(
            "one query only is looked at",
            edit=("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return weights[..., n, 1]"),
            also=[("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return weights[..., -1, -n]")],
            why="A single query may be lucky; a mean over all of them is a score.",
            look="How many queries are there from n to T − 1?",
        ),
        slip(
            "n is taken for half of T",
            edit=("queries = torch.arange(n,", "n = weights.shape[-1] // 2\n    queries = torch.arange(n,"),
            why="A block may be repeated three times, or the repetition may break off.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the last query is left out",
            edit=("torch.arange(n, weights.shape[-1], device=weights.device)", "torch.arange(n, weights.shape[-1] - 1, device=weights.device)"),
            also=[[("torch.arange(n, weights.shape[-1], device=weights.device)", "torch.arange(n, weights.shape[-1] - 1, device=weights.device)"), (".mean(dim=-1)", ".sum(dim=-1) / (weights.shape[-1] - n)")]],
            why="It has an earlier occurrence, and a token behind that, like all others of the repetition.",
            look="How many queries are there from n to T − 1, and how many do you average?",
        ),
        slip(
            "all earlier occurrences are counted",
            edit=("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return sum(weights[..., i, j] for i in range(n, weights.shape[-1]) for j in range(i - n + 1, -1, -n)) / (weights.shape[-1] - n)"),
            also=[("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return sum(weights[..., i, j] for i in range(n, weights.shape[-1]) for j in range(i - n + 1, 0, -n)) / (weights.shape[-1] - n)"), ("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return sum(weights[..., i, i % n + 1] for i in range(n, weights.shape[-1])) / (weights.shape[-1] - n)")],
            why="The score asks for one place: n − 1 tokens before the query.",
            look="How many keys do you count for one query when the block comes a third time?",
        ),
        slip(
            "hits are counted, not weights",
            edit=("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return (weights[..., queries, :].argmax(dim=-1) == queries - n + 1).float().mean(dim=-1)"),
            also=[("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return (weights[..., queries, queries - n + 1] > 0.5).float().mean(dim=-1)")],
            why="A head may look there with .3 of its weight and never most of all. The score is the mean weight.",
            look="What does your code give for a head that spreads its weight evenly?",
        ),
        slip(
            "a whole block of weights is averaged",
            edit=("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return weights[..., n:, 1 : weights.shape[-1] - n + 1].mean(dim=(-2, -1))"),
            why="Each query has one place that counts. Its other weights say nothing about copying.",
            look="How many entries do you average for n = 3 and T = 6? How many pairs are there in A B C A B C?",
        ),
        slip(
            "a text that is not exactly two blocks scores 0",
            edit=("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return weights[..., queries, queries - n + 1].mean(dim=-1) * (weights.shape[-1] == 2 * n)"),
            why="The queries from n on are there all the same.",
            look="Where does the docstring say how long T is?",
        ),
        slip(
            "the axes are counted from the front",
            edit=("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return torch.diagonal(weights, offset=1 - n, dim1=2, dim2=3)[..., 1:].mean(dim=-1)"),
            also=[("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return torch.diagonal(weights, offset=1 - n, dim1=1, dim2=2)[..., 1:].mean(dim=-1)")],
            why="Weights of one layer have one axis fewer than those of a whole model.",
            look="Which indices have the last two axes, however many stand before them?",
        ),
    ]  # fmt: skip
    promises = {
        "any axes in front": dict(lead=(2, 3)),
        "a single head": dict(lead=()),
        "a repetition that breaks off": dict(n=4, T=7),
        "several repetitions": dict(n=3, T=12),
        "a block of two": dict(n=2, T=4),
    }


@exercise("logit_lens", points=2)
class _:
    cases = [
        dict(L=3, B=2, T=3, D=4, V=7),
        dict(L=2, B=1, T=2, D=5, V=5, in_a_tuple=True),  # the head is square
        dict(L=1, B=1, T=1, D=3, V=4),
    ]

    weights = {"logits": 5, "states unchanged": 1}

    def inputs(rng, L, B, T, D, V, in_a_tuple=False):
        return {
            "states": [(layer + 1) * rng.standard_normal((B, T, D)) for layer in range(L + 1)],
            "gain": rng.uniform(0.4, 2.5, D),
            "head": rng.standard_normal((V, D)),
            "in_a_tuple": in_a_tuple,
        }

    def oracle(states, gain, head, in_a_tuple):
        """Written out vector by vector; the last state is read as it is."""
        logits = []
        for layer, state in enumerate(states):
            if layer < len(states) - 1:
                size = np.sqrt((state**2).mean(axis=-1, keepdims=True) + 1e-6)
                state = state / size * gain
            logits.append(np.einsum("btd,vd->btv", state, head))
        logits = np.stack(logits)
        return {"logits": logits, "states unchanged": {"logits": logits, "states": states}}

    alternatives = {
        "one tensor, its last part put back": """
            all_states = torch.stack(list(states))
            normed = norm(all_states)
            normed = torch.cat([normed[:-1], all_states[-1:]])
            return normed.matmul(head.transpose(0, 1))
        """,
        "layer by layer": """
            rows = []
            for n, state in enumerate(states, start=1):
                if n < len(states):
                    state = norm(state)
                rows.append(torch.nn.functional.linear(state, head))
            return torch.stack(rows)
        """,
    }
    slips = [
        slip(
            "no state goes through the norm",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "list(states)"),
            why="The head was trained on what the norm gives. Without it the scores have another size, and features another weight.",
            look="Through what does the last stream go on its way to the logits?",
        ),
        slip(
            "the last state goes through the norm twice",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[norm(state) for state in states]"),
            why="Its gain is applied twice, so the last row is not what the model says.",
            look="Does the last row of your result equal the model's own logits?",
        ),
        slip(
            "only the last state goes through the norm",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[*states[:-1], norm(states[-1])]"),
            why="It is the only one that has been through it already.",
            look="Which of the states does the docstring say is behind the norm?",
        ),
        slip(
            "probabilities come back",
            edit=("torch.stack(normed) @ head.T", "(torch.stack(normed) @ head.T).softmax(dim=-1)"),
            also=[("torch.stack(normed) @ head.T", "(torch.stack(normed) @ head.T).log_softmax(dim=-1)")],
            why="Whoever asks for logits takes the softmax of them.",
            look="What does the docstring say that the function returns?",
        ),
        slip(
            "the embeddings are left out",
            edit=("in states[:-1]]", "in states[1:-1]]"),
            why="They are the lens at layer 0: what the model would say before it has thought at all.",
            look="How many rows should there be for L + 1 states?",
        ),
        slip(
            "the last layer is left out",
            edit=(" + [states[-1]]", ""),
            why="The last row is what the model says, and the only one that can be checked.",
            look="How many rows should there be for L + 1 states?",
        ),
        slip(
            "the head acts without being transposed",
            edit=("head.T", "head"),
            also=[("head.T", "(head if head.shape[0] == head.shape[1] else head.T)")],
            why="Where V and D differ it does not fit; where they are equal it gives wrong numbers.",
            look="Which axis of the head has the length of a state?",
        ),
        slip(
            "the last layer alone comes back",
            edit=("return torch.stack(normed) @ head.T", "return normed[-1] @ head.T"),
            why="The lens is about the layers on the way.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "what each layer adds is read, not the stream",
            edit=("normed = [norm(state) for state in states[:-1]] + [states[-1]]", "normed = [norm(states[0])] + [norm(b - a) for a, b in zip(states[:-2], states[1:-1])] + [states[-1]]"),
            why="That shows what a layer writes. The lens shows what stands there so far.",
            look="Which vector does the head read at the end: the last addition, or the sum of all?",
        ),
        slip(
            "all layers are averaged",
            edit=("torch.stack(normed) @ head.T", "(torch.stack(normed) @ head.T).mean(dim=0)"),
            why="Each layer should have its say.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the norm is applied to the logits",
            edit=("return torch.stack(normed) @ head.T", "return torch.stack([F.normalize(state @ head.T, dim=-1) for state in states])"),
            why="The norm belongs between the stream and the head.",
            look="What width does the norm expect?",
        ),
        slip(
            "the embeddings do not go through the norm",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[*states[:1], *(norm(state) for state in states[1:-1]), *states[-1:]]"),
            why="They are the stream at layer 0, before the final norm like all others but the last.",
            look="Which of the states does the docstring say is behind the norm?",
        ),
        slip(
            "the norm is made anew, without its gain",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[F.rms_norm(state, state.shape[-1:], eps=1e-6) for state in states[:-1]] + [states[-1]]"),
            also=[("[norm(state) for state in states[:-1]] + [states[-1]]", "[F.layer_norm(state, state.shape[-1:]) for state in states[:-1]] + [states[-1]]"), ("[norm(state) for state in states[:-1]] + [states[-1]]", "[F.normalize(state, dim=-1) for state in states[:-1]] + [states[-1]]")],
            why="The gain weighs the features, and the head was trained on what comes out of it.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "layers and texts are exchanged",
            edit=("torch.stack(normed) @ head.T", "torch.stack(normed, dim=1) @ head.T"),
            also=[("torch.stack(normed) @ head.T", "torch.stack(normed, dim=2) @ head.T"), ("torch.stack(normed) @ head.T", "torch.stack(normed, dim=-2) @ head.T")],
            why="Whoever takes row 3 expects a layer and gets a text.",
            look="Along which axis does your code stack, and which axis of (L + 1, B, T, V) counts layers?",
        ),
        slip(
            "only the last token is read",
            edit=("torch.stack(normed) @ head.T", "(torch.stack(normed)[:, :, -1:] @ head.T).expand(-1, -1, states[0].shape[1], -1)"),
            also=[("torch.stack(normed) @ head.T", "torch.stack(normed)[:, :, -1:] @ head.T"), ("torch.stack(normed) @ head.T", "torch.stack(normed)[:, :, -1] @ head.T")],
            why="Each token has a stream of its own, and each predicts what comes next.",
            look="Is the result at token 0 another one than at the last token?",
        ),
        slip(
            "the caller's states are changed",
            edit=("return torch.stack(normed)", "if isinstance(states, list):\n        states[:-1] = normed[:-1]\n    return torch.stack(normed)"),
            also=[("return torch.stack(normed)", "for state, new in zip(states[:-1], normed):\n        state.copy_(new)\n    return torch.stack(normed)")],
            why="A second look at the same states, or the next line of the caller, finds them normed.",
            look="Print the first state before and after a call. Which line writes into it?",
        ),
        slip(
            "states is taken for a list",
            edit=("[norm(state) for state in states[:-1]] + [states[-1]]", "[norm(state) for state in list(states)[:-1]] + states[-1:]"),
            why="`transformers` gives its hidden states in a tuple, and a list and a tuple cannot be added.",
            look="Which types does the docstring name for states?",
        ),
    ]  # fmt: skip
    promises = {
        "the last state is behind the norm already": "logits",
        "as many tokens as features": dict(D=5, V=5),
        "one layer, one token": dict(L=1, T=1),
        "a tuple as well as a list": dict(in_a_tuple=True),
        "the states are left as they are": "states unchanged",
    }
