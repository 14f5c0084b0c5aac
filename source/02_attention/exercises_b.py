"""Lesson 02, second sitting: cases, oracles and known slips. Instructors only; students get recorded cases.

Oracles: formulas in float64 numpy, and torch's own attention with masks passed explicitly.
"""

import math

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

BLOCKS = ["utils.blocks"]


def float64_attention(q, k, v, mask):
    """Softmax attention in float64; a row of the mask without a True gives zeros, which is torch's answer too."""
    mask = None if mask is None else torch.as_tensor(mask)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


@exercise(
    "SelfAttention",
    points=3,
    forbid=["nn.MultiheadAttention", *BLOCKS],
)
class _:
    cases = [
        dict(B=2, T=5, d_in=6, d_head=4, mask="causal"),
        dict(B=1, T=1, d_in=3, d_head=5, mask=None),
        dict(B=3, T=4, d_in=5, d_head=5, mask="random"),
        dict(B=2, T=3, d_in=4, d_head=3, mask=None),
        dict(B=2, T=3, d_in=3, d_head=2, mask="padding"),
    ]

    def inputs(rng, B, T, d_in, d_head, mask):
        allowed = {
            None: None,
            "causal": np.tril(np.ones((T, T), dtype=bool)),
            "random": rng.random((B, T, T)) < 0.5,
            "padding": np.arange(T)
            < rng.permutation([2, 0])[:, None, None],  # one of the two sequences is empty
        }[mask]
        if mask == "random":
            allowed[:, range(T), range(T)] = True
            allowed[:, 0, 1] = False
        weights = {}
        for name in ("q_proj", "k_proj", "v_proj"):
            weights[f"{name}.weight"] = rng.standard_normal((d_head, d_in)) / np.sqrt(d_in) * 1.5
            weights[f"{name}.bias"] = rng.standard_normal(d_head)
        return {
            "x": rng.standard_normal((B, T, d_in)),
            "mask": allowed,
            "d_in": d_in,
            "d_head": d_head,
            "weights": weights,
            "gradient": rng.standard_normal((B, T, d_head)),
        }

    def oracle(x, mask, d_in, d_head, weights, gradient):
        w = {name: torch.tensor(value, requires_grad=True) for name, value in weights.items()}
        x = torch.tensor(x, requires_grad=True)
        q, k, v = (F.linear(x, w[f"{name}_proj.weight"], w[f"{name}_proj.bias"]) for name in "qkv")
        output = float64_attention(q, k, v, mask)
        output.backward(torch.as_tensor(gradient))
        gradients = {name: value.grad for name, value in w.items()}
        return {"output": output.detach(), "grad_x": x.grad, "gradients": gradients}

    weights = {"output": 3, "grad_x": 1, "gradients": 1}

    alternatives = {
        "torch's attention": "return F.scaled_dot_product_attention(self.q_proj(x), self.k_proj(x), self.v_proj(x), attn_mask=mask)",
        "weights by hand": """
            q = x @ self.q_proj.weight.T + self.q_proj.bias
            k = x @ self.k_proj.weight.T + self.k_proj.bias
            scores = torch.einsum("btd,bsd->bts", q, k) / self.q_proj.out_features**0.5
            if mask is not None:
                scores = scores.masked_fill(mask.logical_not(), float("-inf"))
            weights = scores.softmax(dim=2).nan_to_num(0.0)
            # the average of projected tokens is the projection of the average; the bias counts as often as weights sum to one
            return weights @ x @ self.v_proj.weight.T + weights.sum(dim=2, keepdim=True) * self.v_proj.bias
        """,
    }
    slips = [
        slip(
            "keys and values have changed places",
            edit=(
                "q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                "q, v, k = self.q_proj(x), self.k_proj(x), self.v_proj(x)",
            ),
            why="They have the same shape, so nothing complains. A module trained from scratch would even learn, but no "
            "weights of another model fit into it.",
            look="Which projection decides where to look, and which one what is found there?",
        ),
        slip(
            "queries and keys share one projection",
            edit=("self.k_proj(x)", "self.q_proj(x)"),
            why="The scores become symmetric: if one token looks at another, that one has to look back as strongly. "
            "A pronoun looks for its noun; the noun does not look for the pronoun.",
            look="How many of your three projections does forward use?",
        ),
        slip(
            "the mask is not handed on",
            edit=("scaled_dot_product_attention(q, k, v, mask)", "scaled_dot_product_attention(q, k, v)"),
            why="Every token then sees the whole sequence, the tokens that it is to predict among them.",
            look="Follow mask through forward. Where does it end?",
        ),
        slip(
            "the scores are divided by the root of the input's width",
            edit=(
                "return scaled_dot_product_attention(q, k, v, mask)",
                "q = q * math.sqrt(q.shape[-1] / x.shape[-1])\n        return scaled_dot_product_attention(q, k, v, mask)",
            ),
            why="A score is a sum over the d entries of a query, and d is the width of the head. Slides that use a "
            "single head write √d_model, where both are the same.",
            look="How many products does one score add up?",
        ),
        slip(
            "the attention is always causal, whatever the mask",
            edit=(
                "scaled_dot_product_attention(q, k, v, mask)",
                "F.scaled_dot_product_attention(q, k, v, is_causal=True)",
            ),
            why="Who may look where is the caller's choice: the same module serves an encoder without a mask and a batch "
            "with padding.",
            look="Follow mask through forward. Where does it end?",
        ),
        slip(
            "queries and keys have changed places",
            edit=("(q, k, v, mask)", "(k, q, v, mask)"),
            why="A token then looks where others are looking for it. The shapes are the same, so nothing complains, and no weights of "
            "another model fit.",
            look="Which projection asks, which one answers, and in which order does attention take them?",
        ),
        slip(
            "the mask is read the other way round",
            edit=("(q, k, v, mask)", "(q, k, v, None if mask is None else ~mask)"),
            why="True means: may look, here as in exercise 9, which takes the mask as it is.",
            look="Do you do anything to the mask on its way?",
        ),
        slip(
            "without a mask the attention is causal",
            edit=(
                "        return scaled",
                "        if mask is None:\n            mask = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()\n"
                "        return scaled",
            ),
            why="Without a mask every token sees every token. An encoder needs just that.",
            look="What should happen when mask is None?",
            also=[
                (
                    "scaled_dot_product_attention(q, k, v, mask)",
                    "F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=mask is None)",
                )
            ],
        ),
        slip(
            "the tokens themselves are averaged",
            edit=("self.v_proj(x)", "x"),
            why="What a token hands over is learned, too. With a head as wide as the tokens nothing complains.",
            look="How many of your three projections does forward use?",
        ),
        slip(
            "one of the projections stands for another",
            edit=("self.v_proj(x)", "self.k_proj(x)", "self.q_proj(x)"),
            why="What a token looks for, what it offers and what it hands over are learned separately.",
            look="How many of your three projections does forward use?",
        ),
        slip(
            "the biases are left out",
            edit=(
                "self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                "(x @ p.weight.T for p in (self.q_proj, self.k_proj, self.v_proj))",
            ),
            why="nn.Linear has a bias, and the weights of a real head come with theirs. Left out, they never learn either.",
            look="What does a call of self.q_proj do besides the product?",
            also=[
                ("self.q_proj(x)", "x @ self.q_proj.weight.T"),
                ("self.v_proj(x)", "x @ self.v_proj.weight.T"),
            ],
        ),
        slip(
            "all sequences of the batch are read as one",
            edit=(
                "        q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                "        shape, x = x.shape, x.reshape(1, -1, x.shape[-1])\n"
                "        q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)\n"
                "        return scaled_dot_product_attention(q, k, v).reshape(*shape[:2], -1)",
            ),
            why="Sequences of a batch have nothing to do with each other: a token sees the tokens of its own.",
            look="How many scores should two sequences of five tokens have?",
        ),
        slip(
            "the scores are scaled twice",
            edit=("(q, k, v, mask)", "(q / math.sqrt(q.shape[-1]), k, v, mask)"),
            why="Attention divides by √d already. Twice makes d, and every token looks everywhere alike.",
            look="What does your function of exercise 9 do to the scores?",
        ),
        slip(
            "the scores are not scaled",
            edit=("(q, k, v, mask)", "(q * math.sqrt(q.shape[-1]), k, v, mask)"),
            why="Unscaled scores have standard deviation √d, and softmax of them is nearly one-hot.",
            look="Compare your scores with those of exercise 4.",
        ),
        slip(
            "a token that may look nowhere gets nan",
            edit=(
                "return scaled_dot_product_attention(q, k, v, mask)",
                "scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])\n"
                "        scores = scores if mask is None else scores.masked_fill(~mask, -torch.inf)\n"
                "        return scores.softmax(-1) @ v",
            ),
            why="Softmax of a row of −∞ is 0/0. One such row, from one empty sequence in a batch, turns every gradient of the model "
            "into nan.",
            look="What did exercise 9 agree on for such a row?",
        ),
        slip(
            "a part is cut off from the gradient",
            edit=("self.q_proj(x), self.k_proj(x)", "self.q_proj(x.detach()), self.k_proj(x.detach())"),
            why="The output is right, and what lies before the cut can learn nothing. Nothing warns about it.",
            look="Which operation of yours leaves the trail that backward() follows?",
            also=[
                ("self.q_proj(x)", "self.q_proj(x).detach()"),
                ("self.k_proj(x)", "self.k_proj(x).detach()"),
                ("self.v_proj(x)", "self.v_proj(x).detach()"),
                (
                    "self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                    "(p(x.detach()) for p in (self.q_proj, self.k_proj, self.v_proj))",
                ),
                ("self.v_proj(x)", "self.v_proj(x.detach())"),
            ],
        ),
        slip(
            "a curve is applied to the projections",
            edit=("self.q_proj(x)", "self.q_proj(x).relu()"),
            why="Queries, keys and values are linear views of the tokens. A curve is what the feed-forward part of a block is for.",
            look="Is there any function but the product and the bias in the three formulas?",
            also=[
                ("self.k_proj(x)", "self.k_proj(x).relu()"),
                ("self.v_proj(x)", "self.v_proj(x).relu()"),
                (
                    "self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                    "(p(x).relu() for p in (self.q_proj, self.k_proj, self.v_proj))",
                ),
            ],
        ),
        slip(
            "a token's own value is added to the average",
            edit=("        return scaled", "        return v + scaled"),
            why="Blocks add what came in to what attention gives, one lesson later. A head returns the average alone.",
            look="What does the last formula of exercise 9 add to its product?",
        ),
        slip(
            "every token counts alike",
            edit=(
                "return scaled_dot_product_attention(q, k, v, mask)",
                "return v.mean(dim=1, keepdim=True).expand_as(v)",
            ),
            why="Then queries, keys and mask have no say, and attention is a plain mean.",
            look="How do q and k enter your output?",
        ),
    ]
    promises = {
        "Q, K and V are three linear views of x, with their biases": "output",
        "a mask without a batch": dict(mask="causal"),
        "one for each sequence": dict(mask="random"),
        "one that broadcasts over the queries, zeros where a token may look nowhere": dict(mask="padding"),
        "without a mask, every token": dict(B=2, T=3, mask=None),
        "a head of another width than the tokens": dict(d_in=6, d_head=4),
        "what is learned separately is there to learn": "gradients",
        "the tokens learn through all three": "grad_x",
    }


# --- attention that looks nearby ------------------------------------------------------------------------------------


@exercise("local_mask", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(length=(7, 22), radius=(2, 5)),
        dict(length=(5, 12), radius=(0, 0)),
        dict(length=(1, 1), radius=(1, 1)),
        dict(length=(6, 6), radius=(3, 3)),
        dict(length=(4, 4), radius=(1, 1)),
    ]

    def inputs(rng, length, radius):
        length, radius = (int(rng.integers(*each, endpoint=True)) for each in (length, radius))
        return {"length": length, "radius": radius}

    def oracle(length, radius):
        mask = np.array([[abs(i - j) <= radius for j in range(length)] for i in range(length)])
        return {"mask": mask, "hidden": ~mask}

    alternatives = {
        "a band of triangles": """
            ones = torch.ones(length, length, dtype=torch.bool)
            return ones.tril(radius) & ones.triu(-radius)
        """,
        "lists": "return torch.tensor([[-radius <= i - j <= radius for j in range(length)] for i in range(length)])",
    }
    slips = [
        slip(
            "the key at distance radius is left out",
            edit=("<= radius", "< radius"),
            why="With radius 0 a token should still see itself; here it sees nothing, and its output is empty.",
            look="How many keys does a token in the middle see, for radius 2?",
        ),
        slip(
            "the distance has a sign",
            edit=(".abs()", ""),
            why="The difference i − j is negative for every key that comes later, so all of the future is near.",
            look="Print the mask for length 5 and radius 1. Is it symmetric?",
        ),
        slip(
            "radius is taken to be the width of the whole window",
            edit=("<= radius", "<= radius // 2"),
            why="A radius counts to one side. The window has 2·radius + 1 keys.",
            look="How many keys does a token in the middle see, for radius 2?",
        ),
        slip(
            "True and False are exchanged",
            edit=("<= radius", "> radius"),
            why="True means: may look. Here a token sees everything but its neighbourhood.",
            look="Is the diagonal of your mask True?",
        ),
        slip(
            "the mask holds numbers",
            edit=(
                ".abs() <= radius",
                ".abs().le(radius).int()",
                ".abs().le(radius).float()",
                ".abs().le(radius).tolist()",
            ),
            why="F.scaled_dot_product_attention adds a mask of numbers to the scores, and nothing is hidden. ~mask, masked_fill and & "
            "need True and False.",
            look="Print the dtype of your mask.",
        ),
        slip(
            "the square of the distance is compared",
            edit=(".abs()", ".square()"),
            why="Squares grow faster: with radius 2 a key at distance 2 is left out, because 4 is more than 2.",
            look="For radius 2, how many keys does a token in the middle see?",
        ),
        slip(
            "the window is more than twice as wide",
            edit=("<= radius", "<= 2 * radius + 1", "<= 2 * radius", "<= radius + 1"),
            why="2·radius + 1 is the number of keys, both sides and the token itself together. One side has radius of them.",
            look="How far away is the last key that a token may see?",
        ),
        slip(
            "a window at the start of the text wraps round to its end",
            edit="""
def local_mask(length, radius):
    mask = torch.zeros(length, length, dtype=torch.bool)
    for i in range(length):
        mask[i, i - radius : i + radius + 1] = True
    return mask
""",
            why="A negative start of a slice counts from the end. The first tokens then see nothing, or the last ones.",
            look="For position 0 and radius 2, which slice do you take?",
            also=[
                """
def local_mask(length, radius):
    mask = torch.zeros(length, length, dtype=torch.bool)
    for i in range(length):
        for step in range(-radius, radius + 1):
            mask[i, (i + step) % length] = True
    return mask
"""
            ],
        ),
        slip(
            "a token may not look at itself",
            edit=(".abs() <= radius", ".abs().sub(1).abs() <= radius - 1"),
            why="Itself among them, says the docstring: with radius 0 nothing else is left.",
            look="Is the diagonal of your mask True?",
            also=[
                (
                    "return (position.unsqueeze(1) - position).abs() <= radius",
                    "distance = (position.unsqueeze(1) - position).abs()\n    return (distance <= radius) & (distance > 0)",
                )
            ],
        ),
        slip(
            "both sides are joined by or",
            edit=(
                "(position.unsqueeze(1) - position).abs() <= radius",
                "(position.unsqueeze(1) - position <= radius) | (position.unsqueeze(1) - position >= -radius)",
            ),
            why="Not too far to the left or not too far to the right is true of every key. Both have to hold.",
            look="Which key does your mask hide?",
        ),
        slip(
            "the narrow table of windows is returned",
            edit=(
                "return (position.unsqueeze(1) - position).abs() <= radius",
                "return torch.ones(length, 2 * radius + 1, dtype=torch.bool)",
            ),
            why="The narrow table is for exercise 12. A mask has one column for each key.",
            look="Which shape has the mask of five tokens?",
        ),
        slip(
            "the last key of the window is left out",
            edit=(
                "(position.unsqueeze(1) - position).abs() <= radius",
                "(position.unsqueeze(1) - position <= radius) & (position.unsqueeze(1) - position > -radius)",
                "(position.unsqueeze(1) - position < radius) & (position.unsqueeze(1) - position >= -radius)",
            ),
            why="A slice that ends at i + radius does not hold position i + radius: Python leaves the end out.",
            look="For radius 0, does a token see itself?",
        ),
    ]
    promises = {
        "at most radius away, to both sides": dict(length=(7, 22)),
        "itself among them": dict(radius=(0, 0)),
        "one token": dict(length=(1, 1)),
        "a window that is wider than the text": dict(length=(6, 6), radius=(3, 3)),
        "bool, so that ~ turns it round": "hidden",
    }


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
            why="The numbers are right, and nothing is saved: twice the text costs four times the work. Mostly it is a table of T² "
            "scores, of which all but (2·radius + 1)·T are thrown away; a square mask, or an output that is copied for every token, "
            "costs as much.",
            look="Which is the largest tensor that you make, what does each step of a loop write again, and how does that grow with T?",
        ),
        slip(
            "the places beyond both ends of the text take part",
            edit=(".masked_fill(outside, -torch.inf)", ""),
            why="Padding has a key of zeros, hence a score of 0, and exp(0) is 1, not 0. Tokens near the ends lose "
            "part of their attention to nothing.",
            look="What are the weights of the first token, and do those of real keys sum to one?",
        ),
        slip(
            "the scores are not scaled",
            edit=(" / math.sqrt(d)", ""),
            why="Restricting attention changes which scores are computed, not what a score is.",
            look="Compare with exercise 4.",
        ),
        slip(
            "every token looks back only",
            edit=(
                "(position < 0) | (position >= T)",
                "(position < 0) | (position > torch.arange(T).unsqueeze(1))",
            ),
            why="The window lies to both sides of a token. For a model that generates you would want this; here the "
            "docstring does not.",
            look="How many keys does a token in the middle see?",
        ),
        slip(
            "the window of the values lies one place further than that of the keys",
            edit=(
                "values = F.pad(v, (0, 0, radius, radius))",
                "values = F.pad(v, (0, 0, radius - 1, radius + 1))",
            ),
            why="The weight that was computed for one key is then spent on the value of its neighbour.",
            look="For token t and column w, which position do the key and the value come from?",
        ),
        slip(
            "the places beyond one end of the text take part",
            edit=(" | (position >= T)", ""),
            why="Padding has a key of zeros, hence a score of 0, and exp(0) is 1, not 0. Both ends of the text have places that do not "
            "exist.",
            look="Which places does the window of the last token hold?",
            also=[("(position < 0) | (position >= T)", "position >= T")],
        ),
        slip(
            "the first and the last token stand in for places that do not exist",
            edit="""
def banded_attention(q, k, v, radius):
    T = q.shape[1]
    near = (torch.arange(T).unsqueeze(1) + torch.arange(-radius, radius + 1)).clamp(0, T - 1)
    weights = (torch.einsum("btd,btwd->btw", q, k[:, near]) / math.sqrt(q.shape[-1])).softmax(-1)
    return torch.einsum("btw,btwd->btd", weights, v[:, near])
""",
            why="A position that is moved to the edge is there several times, and counts several times.",
            look="For radius 2, which five positions does the window of token 0 hold in your code?",
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
            "a finite number stands in for −∞",
            edit=("-torch.inf", "-1e2", "-50.0", "-1.0"),
            why="It hides a place as long as every score that counts lies far above it. Where scores are lower still, the places that do "
            "not exist take all the weight.",
            look="Let all scores be near −300. Which places win in your code?",
        ),
        slip(
            "the values are cut to the width of the keys",
            edit=("unfold(1, W, 1)  # (B, T, dv, W)", "unfold(1, W, 1)[:, :, :d]  # (B, T, dv, W)"),
            why="What a token hands over may be wider than what it is found by.",
            look="Which widths have q, k and v in the docstring?",
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
