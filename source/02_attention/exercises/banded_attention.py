"""Sliding-window attention whose cost grows with T · radius instead of T².

Oracle: torch's scaled_dot_product_attention in float64 under a full band mask. The cost is
checked too: a sequence twice as long may need only twice the work.
"""

import math

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import BLOCKS, float64_attention


@exercise("banded_attention", points=5, forbid=["F.scaled_dot_product_attention", *BLOCKS])
class _:
    cases = [
        dict(B=2, T=7, d=4, dv=3, radius=2),
        dict(B=1, T=1, d=3, dv=3, radius=1),
        dict(B=3, T=4, d=5, dv=2, radius=6),  # the window is wider than the text
        dict(B=1, T=9, d=2, dv=4, radius=1),
        dict(B=2, T=3, d=2, dv=2, radius=0),
        dict(B=1, T=5, d=4, dv=2, radius=1, level=-300),  # every score lies near it
        dict(B=2, T=6, d=3, dv=2, radius=2, blank=True),  # a query of zeros, whose scores are all exactly 0
    ]

    def inputs(rng, B, T, d, dv, radius, level=None, blank=False):
        q, k = rng.standard_normal((B, T, d)) * 1.5, rng.standard_normal((B, T, d)) * 1.5
        if level:
            size = math.sqrt(abs(level) / math.sqrt(d))
            q, k = size + 0.05 * q, math.copysign(size, level) + 0.05 * k
        if blank:
            q[:, T // 2] = 0
        return {"q": q, "k": k, "v": rng.standard_normal((B, T, dv)), "radius": radius}

    def oracle(q, k, v, radius):
        position = np.arange(q.shape[1])
        near = np.abs(position[:, None] - position) <= radius
        output = float64_attention(*(torch.as_tensor(x) for x in (q, k, v)), near)
        return {"output": output, "saves_work": {"output": output, "work_of_twice_the_length": 2.0}}

    # work alone is worth nothing: it counts together with the right output
    weights = {"output": 2, "saves_work": 3}
    tolerance = {"saves_work": 0.05}  # edges count a little; a full table gives 4

    equivalent = {
        "W = 2 * radius | 1": "an even number has no last bit: to add 1 and to set the bit is the same",
        "W = 2 * radius ^ 1": "an even number has no last bit: to add 1 and to flip the bit is the same",
        "outside = (position < 0) + (position >= T)": "no position is both, and a sum of truth values is an or",
        "outside = (position < 0) ^ (position >= T)": "no position is both, so either and exactly one are the same",
    }

    alternatives = {
        "a loop over the columns of the band": """
            T = q.shape[1]
            pad = (0, 0, radius, radius)
            keys, values = F.pad(k, pad), F.pad(v, pad)
            real = F.pad(torch.ones(T, dtype=torch.bool), (radius, radius))
            columns = [
                (q * keys[:, w : w + T]).sum(-1).masked_fill(~real[w : w + T], -torch.inf)
                for w in range(2 * radius + 1)
            ]
            weights = (torch.stack(columns, dim=-1) / q.shape[-1] ** 0.5).softmax(-1)
            return sum(weights[..., w, None] * values[:, w : w + T] for w in range(2 * radius + 1))
        """,
        "one token at a time": """
            rows = []
            for t in range(q.shape[1]):
                near = slice(max(0, t - radius), t + radius + 1)
                weights = (q[:, t, None] @ k[:, near].transpose(1, 2) / math.sqrt(q.shape[2])).softmax(-1)
                rows.append(weights @ v[:, near])
            return torch.cat(rows, dim=1)
        """,
        "a table of positions": """
            T = q.shape[1]
            position = torch.arange(T)[:, None] + torch.arange(-radius, radius + 1)
            exists = (position >= 0) & (position < T)
            near = position.clamp(0, T - 1)
            scores = torch.einsum("btd,btwd->btw", q, k[:, near]) / q.shape[-1] ** 0.5
            return torch.einsum("btw,btwd->btd", torch.where(exists, scores, -torch.inf).softmax(-1), v[:, near])
        """,
    }
    slips = [
        slip(
            "the work grows with the square of the length",
            edit=(
                "    offset = torch.arange(-radius, radius + 1, device=q.device)\n",
                "    position = torch.arange(T)\n"
                "    far = (position.unsqueeze(1) - position).abs() > radius\n"
                "    return (q @ k.transpose(-2, -1) / math.sqrt(d)).masked_fill(far, -torch.inf).softmax(dim=-1) @ v\n",
                "    near = torch.arange(T).unsqueeze(1) + torch.arange(-radius, radius + 1)\n"
                "    table = (q @ k.transpose(-2, -1) / math.sqrt(d)).gather(2, near.clamp(0, T - 1).expand(B, -1, -1))\n"
                "    weights = table.masked_fill((near < 0) | (near >= T), -torch.inf).softmax(dim=-1)\n"
                "    return (weights.unsqueeze(-1) * v[:, near.clamp(0, T - 1)]).sum(2)\n",
                "    square, rows = local_mask(T, radius), []\n"
                "    for t in range(T):\n"
                "        near = slice(max(0, t - radius), t + radius + 1)\n"
                "        row = (q[:, t : t + 1] @ k[:, near].mT / math.sqrt(d)).masked_fill(~square[t, near], -torch.inf)\n"
                "        rows.append(row.softmax(-1) @ v[:, near])\n"
                "    return torch.cat(rows, dim=1)\n",
                "    output = v[:, :0]\n"
                "    for t in range(T):\n"
                "        near = slice(max(0, t - radius), t + radius + 1)\n"
                "        row = (q[:, t : t + 1] @ k[:, near].mT / math.sqrt(d)).softmax(-1) @ v[:, near]\n"
                "        output = torch.cat([output, row], dim=1)\n"
                "    return output\n",
            ),
            why="The numbers are right, but nothing is saved: twice the text still costs four times the work. Usually the cause is a "
            "T × T table of scores; a square mask, or an output that is copied for every token, costs just as much.",
            look="What is the largest tensor that you create, what does each step of a loop copy again, and how do both grow with T?",
        ),
        slip(
            "positions beyond both ends of the text get weight",
            edit=(".masked_fill(outside, -torch.inf)", ""),
            why="A padded key is all zeros, so its score is 0, and exp(0) is 1. Tokens near the ends lose "
            "part of their attention to keys that don't exist.",
            look="Print the weights of the first token. Do those of the real keys sum to one?",
        ),
        slip(
            "the scores are not scaled",
            edit=(" / math.sqrt(d)", ""),
            why="Restricted attention computes fewer scores, but each of them is still divided by √d.",
            look="How is a score defined in the first sitting?",
        ),
        slip(
            "every token looks back only",
            edit=(
                "(position < 0) | (position >= T)",
                "(position < 0) | (position > torch.arange(T).unsqueeze(1))",
            ),
            why="The window extends to both sides of a token. A model that generates text would need this version, but the docstring "
            "asks for both sides.",
            look="How many keys does a token in the middle see?",
        ),
        slip(
            "the window of the values is shifted by one position against that of the keys",
            edit=(
                "values = F.pad(v, (0, 0, radius, radius))",
                "values = F.pad(v, (0, 0, radius - 1, radius + 1))",
            ),
            why="The weight computed for one key is then applied to the value of its neighbor.",
            look="For token t and column w, which position do the key and the value come from?",
        ),
        slip(
            "positions beyond one end of the text get weight",
            edit=(" | (position >= T)", ""),
            why="A padded key is all zeros, so its score is 0, and exp(0) is 1. The windows at both ends contain positions that don't "
            "exist.",
            look="Which positions are in the window of the last token?",
            also=[("(position < 0) | (position >= T)", "position >= T")],
        ),
        slip(
            "the first and the last token are repeated where no position exists",
            edit="""
def banded_attention(q, k, v, radius):
    T = q.shape[1]
    near = (torch.arange(T).unsqueeze(1) + torch.arange(-radius, radius + 1)).clamp(0, T - 1)
    weights = (torch.einsum("btd,btwd->btw", q, k[:, near]) / math.sqrt(q.shape[-1])).softmax(-1)
    return torch.einsum("btw,btwd->btd", weights, v[:, near])
""",
            why="A position that is clamped to the edge, or wrapped around, appears more than once and gets weight more than once.",
            look="For radius 2, which five positions are in the window of token 0 in your code?",
            also=[
                """
def banded_attention(q, k, v, radius):
    T = q.shape[1]
    near = (torch.arange(T).unsqueeze(1) + torch.arange(-radius, radius + 1)) % T
    weights = (torch.einsum("btd,btwd->btw", q, k[:, near]) / math.sqrt(q.shape[-1])).softmax(-1)
    return torch.einsum("btw,btwd->btd", weights, v[:, near])
"""
            ],
        ),
        slip(
            "the window is narrower than it should be",
            edit=(
                "    W = 2 * radius + 1\n",
                "    radius = radius // 2\n    W = 2 * radius + 1\n",
                "    radius = max(1, radius // 2)\n    W = 2 * radius + 1\n",
                "    W = 2 * radius\n",
            ),
            why="A radius counts to one side. The window has 2·radius + 1 keys.",
            look="How many keys does a token in the middle see, for radius 2?",
        ),
        slip(
            "a finite number is used instead of −∞",
            edit=("-torch.inf", "-1e2", "-1.0"),
            why="It hides a position only while the real scores are far above it. If they are lower still, the positions that don't "
            "exist get all the weight.",
            look="Suppose all scores are near −300. Which positions get the weight in your code?",
        ),
        slip(
            "every score of exactly 0 is taken for padding",
            edit=("scores.masked_fill(outside, -torch.inf)", "scores.masked_fill(scores == 0, -torch.inf)"),
            also=[
                (
                    "weights = scores.masked_fill(outside, -torch.inf).softmax(dim=-1)",
                    "weights = scores.masked_fill(scores == 0, -torch.inf).softmax(dim=-1).nan_to_num()",
                )
            ],
            why="A padded key does score 0, but so does a real key at right angles to the query.",
            look="How can you tell from t, w and T alone whether a position exists?",
        ),
        slip(
            "the values are cut to the width of the keys",
            edit=("unfold(1, W, 1)  # (B, T, dv, W)", "unfold(1, W, 1)[:, :, :d]  # (B, T, dv, W)"),
            why="Values may be wider than keys.",
            look="What are the widths of q, k and v in the docstring?",
        ),
    ]
    promises = {
        "the tokens at most radius away, to both sides": dict(T=7, radius=2),
        "positions that do not exist get a weight of 0": dict(T=4, radius=6),
        "whatever the scores": dict(level=-300),
        "one token": dict(T=1),
        "values narrower than keys": dict(d=4, dv=3),
        "or wider": dict(d=2, dv=4),
        "radius 0": dict(radius=0),
        "work proportional to T · radius": "saves_work",
    }
