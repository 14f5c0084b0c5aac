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
        dict(B=1, T=5, d=3, dv=2, radius=3),  # and here it is, although the ends don't see each other
        dict(B=1, T=9, d=2, dv=4, radius=1),
        dict(B=2, T=3, d=2, dv=2, radius=0),
        dict(B=1, T=5, d=4, dv=2, radius=1, level=-300),  # every score lies near it
        dict(B=2, T=6, d=3, dv=2, radius=2, blank="query"),  # its scores are all exactly 0
        dict(B=1, T=5, d=3, dv=2, radius=1, blank="key"),  # a real key and value of zeros, like padding
    ]

    def inputs(rng, B, T, d, dv, radius, level=None, blank=None):
        q, k = rng.standard_normal((B, T, d)) * 1.5, rng.standard_normal((B, T, d)) * 1.5
        if level:
            size = math.sqrt(abs(level) / math.sqrt(d))
            q, k = size + 0.05 * q, math.copysign(size, level) + 0.05 * k
        v = rng.standard_normal((B, T, dv))
        if blank == "query":
            q[:, T // 2] = 0
        if blank == "key":
            k[:, T // 2] = v[:, T // 2] = 0
        return {"q": q, "k": k, "v": v, "radius": radius}

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
            also=[
                """
                T, W = q.shape[1], 2 * radius + 1
                square = F.pad(q @ k.mT / math.sqrt(q.shape[-1]), (radius, radius), value=-torch.inf)
                near = torch.arange(T)[:, None] + torch.arange(W)
                weights = square.gather(2, near.expand(len(q), T, W)).softmax(-1)
                return torch.einsum("btw,btdw->btd", weights, F.pad(v, (0, 0, radius, radius)).unfold(1, W, 1))
                """,
            ],
            why="The numbers are right, but nothing is saved: twice the text still costs four times the work. Usually the cause is a "
            "T × T table of scores; a square mask, or an output that is copied for every token, costs just as much.",
            look="What is the largest tensor that you create, what does each step of a loop copy again, and how do both grow with T?",
        ),
        slip(
            "positions beyond both ends of the text take part in softmax",
            edit=(".masked_fill(outside, -torch.inf)", ""),
            why="A padded key is all zeros, so its score is 0, and exp(0) is 1. It adds to the denominator, even if its weight is set to 0 "
            "afterwards, and tokens near the ends lose part of their attention.",
            look="Print the weights of the first token. Do those of the real keys sum to one?",
        ),
        slip(
            "the scores are not scaled",
            edit=(" / math.sqrt(d)", ""),
            also=[[(" / math.sqrt(d)", ""), (".masked_fill(outside, -torch.inf)", "")]],
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
            "the windows of keys and values do not show the same positions",
            edit=(
                "values = F.pad(v, (0, 0, radius, radius))",
                "values = F.pad(v, (0, 0, radius - 1, radius + 1))",
                "values = F.pad(v, (0, 0, radius + 1, radius - 1))",
                "values = F.pad(v, (0, 0, 0, 2 * radius))",
                "values = F.pad(v, (0, 0, 2 * radius, 0))",
            ),
            also=[
                ("F.pad(k, (0, 0, radius, radius))", "F.pad(k, (0, 0, 0, 2 * radius))"),
                ("F.pad(k, (0, 0, radius, radius))", "F.pad(k, (0, 0, 2 * radius, 0))"),
                ("weights, values)", "weights, values.flip(-1))"),
                ("weights, values)", "weights.flip(-1), values)"),
            ],
            why="The weight computed for one key is then applied to the value of another position.",
            look="For token t and column w, which position do the key and the value come from?",
        ),
        slip(
            "positions beyond one end of the text take part in softmax",
            edit=(" | (position >= T)", ""),
            why="A padded key is all zeros, so its score is 0, and exp(0) is 1. The windows at both ends contain positions that don't "
            "exist.",
            look="Which positions are in the window of the last token?",
            also=[
                ("(position < 0) | (position >= T)", new)
                for new in (
                    "position >= T",
                    "(position < -1) | (position >= T)",
                    "(position < 0) | (position > T)",
                )
            ],
        ),
        slip(
            "a token from elsewhere in the text is used where no position exists",
            edit="""
def banded_attention(q, k, v, radius):
    T = q.shape[1]
    near = (torch.arange(T).unsqueeze(1) + torch.arange(-radius, radius + 1)).clamp(0, T - 1)
    weights = (torch.einsum("btd,btwd->btw", q, k[:, near]) / math.sqrt(q.shape[-1])).softmax(-1)
    return torch.einsum("btw,btwd->btd", weights, v[:, near])
""",
            why="If you clamp a position to the edge, the first or the last token is counted several times. If you wrap it around, a token "
            "at one end sees those at the other.",
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
            "two tensors have shapes that don't fit each other, whatever the input",
            edit=("    W = 2 * radius + 1\n", "    W = 2 * radius\n"),
            why="The keys, the values and the mask all need one row for each token and one column for each position of the window.",
            look="Print the shapes of the tensors on the line where your code stops, for T = 32 and for T = 64. What should T and W be there?",
        ),
        slip(
            "a window that is wider than the text lets every token see everything",
            edit=(
                "    W = 2 * radius + 1\n",
                "    W = 2 * radius + 1\n    if W > T:\n        return (q @ k.mT / math.sqrt(d)).softmax(-1) @ v\n",
                "    W = 2 * radius + 1\n    if W >= T:\n        return (q @ k.mT / math.sqrt(d)).softmax(-1) @ v\n",
            ),
            why="The window of a token in the middle may cover the whole text, but the tokens at the ends still see no farther than `radius` positions.",
            look="For T = 5 and radius 3, does token 0 see token 4?",
        ),
        slip(
            "radius 0, or a radius as large as the text, gives a wrong slice",
            edit=(
                'return torch.einsum("btw,btdw->btd", weights, values)',
                'return F.pad(torch.einsum("btw,btdw->btd", weights, values), (0, 0, radius, radius))[:, radius:-radius]',
            ),
            why="In Python −0 is 0, so a slice that ends at −radius is empty for radius 0.",
            look="What does [1, 2, 3][0:-0] give?",
        ),
        slip(
            "keys and values are expected to have the same width",
            edit="""
                T, W = q.shape[1], 2 * radius + 1
                windows = F.pad(torch.stack((k, v)), (0, 0, radius, radius)).unfold(2, W, 1)
                position = torch.arange(T)[:, None] + torch.arange(-radius, radius + 1)
                scores = torch.einsum("btd,btdw->btw", q, windows[0]) / math.sqrt(q.shape[-1])
                weights = scores.masked_fill((position < 0) | (position >= T), -torch.inf).softmax(-1)
                return torch.einsum("btw,btdw->btd", weights, windows[1])
                """,
            also=[
                """
                rows = torch.zeros_like(q)
                for t in range(q.shape[1]):
                    near = slice(max(0, t - radius), t + radius + 1)
                    weights = (k[:, near] @ q[:, t, :, None] / math.sqrt(q.shape[-1])).softmax(1)
                    rows[:, t] = (weights * v[:, near]).sum(1)
                return rows
                """,
            ],
            why="The docstring gives the values a width of their own, dv, and the output has that width.",
            look="Which of your operations need k, v and the output to be equally wide?",
        ),
        slip(
            "a column that lies partly outside the text is cut to a wrong length",
            edit="""
                T, W = q.shape[1], 2 * radius + 1
                table = q.new_full((len(q), T, W), -torch.inf)
                for w in range(W):
                    s = w - radius
                    a, b = max(0, -s), T - max(0, s)
                    table[:, a:b, w] = (q[:, a:b] * k[:, a + s : b + s]).sum(-1) / math.sqrt(q.shape[-1])
                weights, output = table.softmax(-1), torch.zeros_like(v)
                for w in range(W):
                    s = w - radius
                    a, b = max(0, -s), T - max(0, s)
                    output[:, a:b] += weights[:, a:b, w, None] * v[:, a + s : b + s]
                return output
                """,
            why="A shift can be larger than the text. Then the start or the end of your slice is negative, and a negative index counts from "
            "the end.",
            look="For T = 4 and a shift of 6, which slices does your code take, and how many rows should there be?",
        ),
        slip(
            "the axis of the window and that of the features are mixed up by a reshape",
            edit=(
                'torch.einsum("btd,btdw->btw", q, keys)',
                'torch.einsum("btd,btwd->btw", q, keys.reshape(B, T, W, d))',
            ),
            why="A reshape keeps the numbers in their order, so features of several keys end up in one row. `unfold` puts the window last.",
            look="What is the order of the axes after `unfold`, and which operation exchanges two axes?",
        ),
        slip(
            "the mask is shifted relative to the windows",
            edit=(
                "offset = torch.arange(-radius, radius + 1, device=q.device)",
                "offset = torch.arange(-radius, radius + 1, device=q.device) + 1",
                "offset = torch.arange(-radius, radius + 1, device=q.device) - 1",
            ),
            why="Column w of row t belongs to position t − radius + w. With any other position in the mask, a padded key takes part in "
            "softmax and a real one is hidden.",
            look="For radius 1 and token 0, which positions are in the three columns, and which does your mask assume?",
        ),
        slip(
            "the window is narrower than it should be",
            edit=(
                "    W = 2 * radius + 1\n",
                "    radius = radius // 2\n    W = 2 * radius + 1\n",
                "    radius = max(1, radius // 2)\n    W = 2 * radius + 1\n",
                "    radius = min(radius, T // 2)\n    W = 2 * radius + 1\n",
                "    radius = min(radius, max(T - 2, 0))\n    W = 2 * radius + 1\n",
                "    radius = max(0, radius - 1)\n    W = 2 * radius + 1\n",
            ),
            why="The radius counts the keys on one side. The whole window has 2·radius + 1 keys.",
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
            "a score, key or value of zeros is taken for padding",
            edit=("scores.masked_fill(outside, -torch.inf)", "scores.masked_fill(scores == 0, -torch.inf)"),
            also=[
                (
                    "weights = scores.masked_fill(outside, -torch.inf).softmax(dim=-1)",
                    "weights = scores.masked_fill(scores == 0, -torch.inf).softmax(dim=-1).nan_to_num()",
                ),
                ("masked_fill(outside,", "masked_fill((keys == 0).all(2),"),
                ("masked_fill(outside,", "masked_fill((values == 0).all(2),"),
                ("masked_fill(outside,", "masked_fill((keys == 0).all(2) & (values == 0).all(2),"),
                ("masked_fill(outside,", "masked_fill(keys.abs().sum(2) * values.abs().sum(2) == 0,"),
            ],
            why="Padding is zeros, but real keys and values may be zeros as well, and a key at right angles to the query has a score of 0.",
            look="How can you tell from t, w and T alone whether a position exists?",
        ),
        slip(
            "the values are cut to the width of the keys",
            edit=("unfold(1, W, 1)  # (B, T, dv, W)", "unfold(1, W, 1)[:, :, :d]  # (B, T, dv, W)"),
            why="Values may be wider than keys.",
            look="What are the widths of q, k and v in the docstring?",
        ),
        slip(
            "the first or the last tokens are not seen",
            edit=(
                "(position < 0) | (position >= T)",
                "(position <= 0) | (position >= T)",
                "(position < 0) | (position >= T - 1)",
                "(position <= 0) | (position >= T - 1)",
            ),
            why="Positions are counted from 0 to T − 1, and both of these exist. With radius 0, the token at the end would have no key at all.",
            look="For T = 4, which positions does your code treat as outside?",
        ),
        slip(
            "the window is wider than it should be",
            edit=(
                "    W = 2 * radius + 1\n",
                "    radius = max(1, radius)\n    W = 2 * radius + 1\n",
                "    radius = radius + 1\n    W = 2 * radius + 1\n",
                "    radius = 2 * radius\n    W = 2 * radius + 1\n",
            ),
            why="The radius counts the keys on one side. The whole window has 2·radius + 1 keys, and with radius 0 only the token itself.",
            look="How many keys does a token in the middle see, for radius 0 and for radius 2?",
        ),
        slip(
            "every token looks ahead only",
            edit=(
                "(position < 0) | (position >= T)",
                "(position >= T) | (position < torch.arange(T).unsqueeze(1))",
            ),
            why="The window extends to both sides of a token.",
            look="How many keys does a token in the middle see?",
        ),
        slip(
            "a token does not see itself",
            edit=("(position < 0) | (position >= T)", "(position < 0) | (position >= T) | (offset == 0)"),
            why="The distance from a token to itself is 0, which is at most `radius`.",
            look="For radius 0, which key does a token see?",
        ),
        slip(
            "no maximum is subtracted before exp",
            edit=(
                "weights = scores.masked_fill(outside, -torch.inf).softmax(dim=-1)",
                "weights = scores.exp() * ~outside\n    weights = weights / weights.sum(-1, keepdim=True)",
                "weights = scores.exp() * ~outside\n    weights = weights / weights.sum(-1, keepdim=True).clamp_min(1e-9)",
                "weights = scores.exp() * ~outside\n    weights = weights / (weights.sum(-1, keepdim=True) + 1e-9)",
            ),
            why="When all scores of a window are very low, every exponential is 0, and 0/0 is not a number; when one is very high, its "
            "exponential is infinite.",
            look="What are the exponentials of scores near −300?",
        ),
        slip(
            "the scores are divided by something other than √d",
            edit=(
                "math.sqrt(d)",
                "d",
                "math.sqrt(W)",
                "math.sqrt(v.shape[-1])",
                "math.sqrt(T)",
                "d**0.25",
                "W",
            ),
            why="A score is a sum of d products, however many keys there are. Only √d brings its variance back to 1.",
            look="How is a score defined in the first sitting?",
        ),
        slip(
            "the real keys are hidden, and those that don't exist are not",
            edit=("masked_fill(outside,", "masked_fill(~outside,"),
            why="masked_fill fills where its mask is True. Tokens in the middle, whose windows lie within the text, then have no key at all.",
            look="Which entries of your mask are True: those that exist, or those that don't?",
        ),
        slip(
            "softmax runs along the tokens instead of the window",
            edit=(
                "softmax(dim=-1)",
                "softmax(dim=1)",
                "softmax(dim=1).nan_to_num(0.0)",
                "softmax(dim=0)",
                "softmax(dim=0).nan_to_num(0.0)",
            ),
            why="The weights of one token over the keys of its window have to sum to one.",
            look="Along which axis of (B, T, W) do the keys lie?",
        ),
        slip(
            "softmax is missing",
            edit=(
                "scores.masked_fill(outside, -torch.inf).softmax(dim=-1)",
                "scores.masked_fill(outside, 0.0)",
                "scores.masked_fill(outside, -torch.inf).exp()",
                "scores.sigmoid() * ~outside",
            ),
            why="The weights of a token have to be positive and to sum to one.",
            look="Add up the weights of one token.",
        ),
        slip(
            "every key of the window gets the same weight",
            edit=(
                "weights = scores.masked_fill(outside, -torch.inf).softmax(dim=-1)",
                "weights = (~outside).float().expand(B, T, W)\n    weights = weights / weights.sum(-1, keepdim=True)",
                "weights = torch.full((B, T, W), 1 / W)",
            ),
            why="That is a moving average. The scores are there to let each token choose.",
            look="How do the scores enter your weights?",
        ),
        slip(
            "the windows are not centred on their tokens",
            edit=[
                ("F.pad(k, (0, 0, radius, radius))", "F.pad(k, (0, 0, 0, 2 * radius))"),
                ("F.pad(v, (0, 0, radius, radius))", "F.pad(v, (0, 0, 0, 2 * radius))"),
            ],
            also=[
                [
                    ("F.pad(k, (0, 0, radius, radius))", "F.pad(k, (0, 0, 2 * radius, 0))"),
                    ("F.pad(v, (0, 0, radius, radius))", "F.pad(v, (0, 0, 2 * radius, 0))"),
                ],
            ],
            why="Column w of row t belongs to position t − radius + w, so the token itself is in the middle column.",
            look="With how many rows do you pad at each end, and which position is then in column 0 of row 0?",
        ),
        slip(
            "the columns count the positions in the wrong order",
            edit=("unsqueeze(1) + offset", "unsqueeze(1) - offset"),
            why="Column 0 belongs to the earliest position of the window, so the columns that don't exist are on the left at the start of "
            "the text and on the right at its end.",
            look="For radius 1 and token 0, which of the three columns doesn't exist?",
        ),
        slip(
            "every sequence uses the queries, keys or values of the first one",
            edit=(
                "F.pad(k, (0, 0, radius, radius))",
                "F.pad(k[:1].expand(B, -1, -1), (0, 0, radius, radius))",
            ),
            also=[
                (
                    "F.pad(v, (0, 0, radius, radius))",
                    "F.pad(v[:1].expand(B, -1, -1), (0, 0, radius, radius))",
                ),
                (
                    "B, T, d = q.shape\n",
                    "B, T, d = q.shape\n    q, k, v = (x[:1].expand(B, -1, -1) for x in (q, k, v))\n",
                ),
            ],
            why="The sequences of a batch are independent of each other.",
            look="Which queries, keys and values does the second sequence use?",
        ),
        slip(
            "the weighted values are not summed",
            edit=(
                'torch.einsum("btw,btdw->btd", weights, values)',
                "(weights.unsqueeze(2) * values).mean(-1)",
                "(weights.unsqueeze(2) * values).amax(-1)",
                'torch.einsum("btw,btdw->btd", weights, values) / W',
            ),
            why="The weights sum to one, so the sum over the window is an average as it is.",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "something is added to the average",
            edit=(
                'torch.einsum("btw,btdw->btd", weights, values)',
                'torch.einsum("btw,btdw->btd", weights, values) + v',
            ),
            why="Adding the input back is the job of the block around attention (lesson 03).",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "attention is computed in half precision",
            edit=("softmax(dim=-1)", "half().softmax(dim=-1).float()", "bfloat16().softmax(dim=-1).float()"),
            also=[("F.pad(v, (0, 0, radius, radius))", "F.pad(v.half().float(), (0, 0, radius, radius))")],
            why="A 16-bit float keeps only two or three digits.",
            look="What is the dtype of each of your tensors?",
        ),
        slip(
            "the full table is computed, with another mistake in it",
            edit="return (q @ k.mT / math.sqrt(q.shape[-1])).softmax(-1) @ v",
            also=[
                f"""
                position = torch.arange(q.shape[1])
                away = position.unsqueeze(1) - position
                return (q @ k.mT{scale}).masked_fill({far}, -torch.inf).softmax(-1){repair} @ v
                """
                for scale, far, repair in (
                    ("", "away.abs() > radius", ""),
                    (" / q.shape[-1]", "away.abs() > radius", ""),
                    (" / math.sqrt(q.shape[-1])", "(away < 0) | (away > radius)", ""),
                    (" / math.sqrt(q.shape[-1])", "away > radius", ""),
                    (" / math.sqrt(q.shape[-1])", "away.abs() >= radius", ""),
                    (" / math.sqrt(q.shape[-1])", "away.abs() >= radius", ".nan_to_num(0.0)"),
                    (" / math.sqrt(q.shape[-1])", "away.abs() > radius // 2", ""),
                    (" / math.sqrt(q.shape[-1])", "away.abs() > 2 * radius", ""),
                    (" / math.sqrt(q.shape[-1])", "away.abs() <= radius", ".nan_to_num(0.0)"),
                )
            ],
            why="A table of T × T scores makes the work grow with the square of the length. Besides, the output isn't that of full attention "
            "under `local_mask`, because the scale is wrong or the wrong keys are hidden.",
            look="Compare your output with scaled_dot_product_attention(q, k, v, local_mask(T, radius)). Which rows differ?",
        ),
        slip(
            "a window is cut out with a wrong slice",
            edit="""
                rows = []
                for t in range(q.shape[1]):
                    near = slice(t - radius, t + radius + 1)
                    weights = (q[:, t : t + 1] @ k[:, near].mT / math.sqrt(q.shape[-1])).softmax(-1)
                    rows.append(weights @ v[:, near])
                return torch.cat(rows, dim=1)
                """,
            also=[
                f"""
                rows = []
                for t in range(q.shape[1]):
                    near = slice(max(0, {start}), {stop})
                    weights = (q[:, t : t + 1] @ k[:, near].mT / math.sqrt(q.shape[-1])).softmax(-1)
                    rows.append(weights @ v[:, near])
                return torch.cat(rows, dim=1)
                """
                for start, stop in (
                    ("t - radius", "t + radius"),
                    ("t - radius + 1", "t + radius + 1"),
                    ("t - radius", "t + radius + 2"),
                    ("t - radius - 1", "t + radius + 1"),
                )
            ],
            why="A slice leaves out its end, and a negative start counts from the end of the text, so windows lose keys or include wrong ones.",
            look="For radius 1 and T = 4, which positions are in the windows of tokens 0 and 1 in your code?",
        ),
        slip(
            "axes of length 1 have been dropped",
            edit=(
                'return torch.einsum("btw,btdw->btd", weights, values)',
                'return torch.einsum("btw,btdw->btd", weights, values).squeeze()',
            ),
            also=[
                """
                rows = []
                for t in range(q.shape[1]):
                    near = slice(max(0, t - radius), t + radius + 1)
                    weights = (q[:, t : t + 1] @ k[:, near].mT / math.sqrt(q.shape[-1])).softmax(-1)
                    rows.append((weights @ v[:, near]).squeeze())
                return torch.stack(rows, dim=1)
                """
            ],
            why="A batch of one is still a batch, and so is a single token.",
            look="What is the shape of your result for B = 1 and T = 1?",
        ),
        slip(
            "the text is cut into blocks",
            edit="""
                W, blocks = 2 * radius + 1, []
                for start in range(0, q.shape[1], W):
                    block = slice(start, start + W)
                    weights = (q[:, block] @ k[:, block].mT / math.sqrt(q.shape[-1])).softmax(-1)
                    blocks.append(weights @ v[:, block])
                return torch.cat(blocks, dim=1)
                """,
            why="Every token has a window of its own, with itself in the middle. In blocks, two neighbours on either side of a border can't "
            "see each other.",
            look="For radius 1, does token 3 see token 2 in your code?",
        ),
    ]
    promises = {
        "the tokens at most radius away, to both sides": dict(T=7, radius=2),
        "positions that do not exist get a weight of 0": dict(T=4, radius=6),
        "whatever the scores": dict(level=-300),
        "whatever is in the real keys": dict(blank="key"),
        "one token": dict(T=1),
        "values narrower than keys": dict(d=4, dv=3),
        "or wider": dict(d=2, dv=4),
        "radius 0": dict(radius=0),
        "work proportional to T · radius": "saves_work",
    }
