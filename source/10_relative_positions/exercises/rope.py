"""Apply rotary position embeddings, with pairs adjacent or half the width apart.

Oracle: pairs of features as complex numbers in float64; the gradient is the inverse rotation.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED, TRANSFORMERS, angles


@exercise("rope", points=4, forbid=[*TRANSFORMERS, *FINISHED, "torchtune"])
class _:
    # The third case has as many heads as tokens and as pairs, so every wrong axis fits.
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
            "the pairing of one layout is combined with the order of the other",
            edit=("if adjacent:\n        return", "if False:\n        return"),
            also=[
                ("(x[..., ::2], x[..., 1::2]) if adjacent else x.chunk(2, dim=-1)", "x.chunk(2, dim=-1)"),
                ("(x[..., ::2], x[..., 1::2]) if adjacent else x.chunk(2, dim=-1)", "(x[..., ::2], x[..., 1::2])"),
                ("if adjacent:\n        return", "if True:\n        return"),
                ("(x[..., ::2], x[..., 1::2]) if adjacent else", "(x[..., ::2], x[..., 1::2]) if not adjacent else"),
                [("(x[..., ::2], x[..., 1::2]) if adjacent else x.chunk(2, dim=-1)", "(x[..., ::2], x[..., 1::2])"), ("if adjacent:\n        return", "if False:\n        return")],
                ("if adjacent:\n        return", "if not adjacent:\n        return"),
            ],
            why="Pairs taken from neighbours must go back to neighbours. Otherwise every feature but the first and last lands elsewhere.",
            look="Rotate by an angle of 0. Do you get x back, in the same order?",
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
            "the two layouts are swapped",
            edit=[("if adjacent else", "if not adjacent else"), ("if adjacent:\n        return", "if not adjacent:\n        return")],
            why="Both rotate, but each one fits the weights of the other.",
            look="Which pairs does the docstring give for `adjacent`?",
        ),
        slip(
            "everything rotates the other way",
            edit=("a * cos - b * sin, a * sin + b * cos", "a * cos + b * sin, b * cos - a * sin"),
            why="Scores between your own queries and keys wouldn't show it, but weights that others trained would.",
            look="Rotate the pair (1, 0) by a quarter turn. Do you get (0, 1)?",
        ),
        slip(
            "sine and cosine are exchanged",
            edit=("angles.cos(), angles.sin()", "angles.sin(), angles.cos()"),
            why="At position 0 nothing should move, but here everything is rotated by a quarter turn.",
            look="What are the sine and the cosine of 0?",
        ),
        slip(
            "a sign is missing, so the pair is no longer rotated",
            edit=("a * cos - b * sin, a * sin + b * cos", "a * cos + b * sin, a * sin + b * cos"),
            also=[("a * cos - b * sin, a * sin + b * cos", "a * cos - b * sin, b * cos - a * sin")],
            why="A rotation keeps lengths. This changes them, so a score then depends on more than the distance.",
            look="How long is (1, 1) before your formula, and how long after it, at an angle of one radian?",
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
            why="With a cache, the new tokens come after everything that is in it. Starting again at 0 puts them on top of the first ones.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "positions are counted from 1",
            edit=("positions[:, None] * theta", "(positions[:, None] + 1) * theta"),
            why="Scores stay the same, because both move together. But keys cached by another program are one position off.",
            look="By how much should the token at position 0 be rotated?",
        ),
        slip(
            "all pairs rotate at the same speed",
            edit=("positions[:, None] * theta", "positions[:, None] * theta[:1]"),
            also=[("positions[:, None] * theta", "positions[:, None] * theta.mean()")],
            why="After one turn of that hand, all distances look the same again.",
            look="How many different angles are there for the token at position 1?",
        ),
        slip(
            "the positions run along the wrong axis",
            edit=("return torch.stack([first, second], dim=-1).flatten(-2)", "x = x.transpose(0, -2)\n        a, b = x[..., ::2], x[..., 1::2]\n        return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2).transpose(0, -2)"),
            also=[
                ("(T, d/2)\n    cos,", "(T, d/2)\n    if x.dim() == 4 and x.shape[1] == len(positions):\n        angles = angles[:, None]\n    cos,"),
                ("(T, d/2)\n    cos,", "(T, d/2)\n    if x.dim() > 2 and x.shape[-3] == len(positions):\n        angles = angles[:, None]\n    cos,"),
                ("(T, d/2)\n    cos,", "(T, d/2)\n    angles = angles[:, None]\n    cos,"),
            ],
            why="Each head is then rotated by its number, and all tokens of one head by the same angle.",
            look="Which axis of (..., T, d) counts tokens?",
        ),
        slip(
            "positions are added to the angles, not multiplied",
            edit=("positions[:, None] * theta", "positions[:, None] + theta"),
            why="All hands then move by one radian per token, and only their starting angles differ.",
            look="By which angle does the slowest hand move from one token to the next?",
        ),
        slip(
            "the angles are added to x as sinusoids",
            edit=("first, second = a * cos - b * sin, a * sin + b * cos", "first, second = a + sin, b + cos"),
            why="That is the scheme of lesson 02. A score then has four terms, and three of them depend on absolute positions.",
            look="How long is a vector before it is rotated, and how long after?",
        ),
        slip(
            "the two halves of the result are swapped",
            edit=("return torch.cat([first, second], dim=-1)", "return torch.cat([second, first], dim=-1)"),
            also=[("torch.stack([first, second], dim=-1)", "torch.stack([second, first], dim=-1)")],
            why="At position 0 the result should be x, but it is x with each pair swapped.",
            look="What should come out at position 0?",
        ),
        slip(
            "positions are rounded down to whole numbers",
            edit=("positions[:, None] * theta", "positions[:, None].long() * theta"),
            why="Stretched positions have fractions, such as 256 divided by 5.",
            look="Does your code rotate position 1.5 farther than position 1?",
        ),
        slip(
            "the rotated pair is cut off from the gradient",
            edit=("first, second = a * cos - b * sin, a * sin + b * cos", "a, b = a.detach(), b.detach()\n    first, second = a * cos - b * sin, a * sin + b * cos"),
            why="The query and key projections would never learn.",
            look="Which of your operations breaks the trail that backward() follows?",
        ),
        slip(
            "positions are assumed to be evenly spaced",
            edit=("positions[:, None] * theta", "(positions[0] + torch.arange(len(positions)))[:, None] * theta"),
            also=[("positions[:, None] * theta", "torch.linspace(positions[0].item(), positions[-1].item(), len(positions))[:, None] * theta")],
            why="The positions of a stretched or shortened text have gaps and fractions, and each token has its own.",
            look="Which entries of `positions` does your code read?",
        ),
        slip(
            "the frequencies given are replaced by others",
            edit=("positions[:, None] * theta", "positions[:, None] * 10000.0 ** (-torch.arange(0, x.shape[-1], 2) / x.shape[-1])"),
            why="Models differ in their base, and stretched frequencies (section 7) don't come from one.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "angles are computed in the type of x",
            edit=("positions[:, None] * theta", "positions[:, None].to(x.dtype) * theta.to(x.dtype)"),
            also=[("positions[:, None] * theta", "positions[:, None] * theta.to(x.dtype)"), ("positions[:, None] * theta", "(positions[:, None] * theta).to(x.dtype)")],
            why="In half precision, a position in the hundreds times an angle is off by a good part of a radian, so the fast hands point anywhere.",
            look="What dtype do your angles have when x is in float16, and how far apart are its numbers near 300?",
        ),
        slip(
            "x is assumed to have a fixed number of axes",
            edit=("angles = positions[:, None] * theta", "B, H, T, d = x.shape\n    angles = positions[:, None] * theta"),
            also=[("angles = positions[:, None] * theta", "B, T, d = x.shape\n    angles = positions[:, None] * theta")],
            why="Queries of one head, or of one sequence, have fewer axes, and the ones before (T, d) don't matter to a rotation.",
            look="Which axes does the docstring name, and which of them do you need to know?",
        ),
    ]  # fmt: skip
    promises = {
        "pairs of neighbours": dict(adjacent=True),
        "pairs of halves": dict(adjacent=False),
        "any leading axes": dict(lead=(2, 3)),
        "no leading axes": dict(lead=()),
        "any start": dict(start=(200, 400)),
        "fractions, gaps and any order": dict(fractions=True),
        "the gradient": "grad_x",
        "x is not modified": "turned",  # which needs a gradient, so writing to it stops with an error
        "angles in float32, whatever the type of x": "x in half precision",
    }
