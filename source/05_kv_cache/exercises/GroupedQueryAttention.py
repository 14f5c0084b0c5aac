"""Grouped-query attention: several neighboring query heads share one key/value head.

Oracle: torch's scaled_dot_product_attention with enable_gqa=True in float64, gradients included.
In one case all scores are near −140, to catch masking with a finite number.
"""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

from ._shared import FUSED, tensor

THEIRS = ["transformers", "utils.blocks.attention.MultiHeadAttention"]


@exercise("GroupedQueryAttention", points=5, forbid=[*FUSED, *THEIRS])
class _:
    cases = [
        dict(B=2, T=5, D=12, H=6, H_kv=2),
        dict(B=1, T=4, D=8, H=4, H_kv=1),
        dict(B=2, T=3, D=12, H=6, H_kv=3, size=3.0),  # T = H_kv, and scores that are far apart
        dict(B=1, T=1, D=6, H=2, H_kv=2),
        dict(B=1, T=3, D=6, H=2, H_kv=1, low=9.0),  # the visible scores are about −140
    ]
    weights = {"output": 3, "grad_x": 1, "grad_weights": 1}
    # scores near −140 have few decimals in float32, and a gradient is a difference of them
    tolerance = {"output": 5e-4, "grad_x": 3e-3, "grad_weights": 3e-3}

    def inputs(rng, B, T, D, H, H_kv, size=1.5, low=0.0):
        kv = D // H * H_kv
        weights = {
            "q_proj.weight": size * rng.standard_normal((D, D)) / np.sqrt(D),
            "k_proj.weight": size * rng.standard_normal((kv, D)) / np.sqrt(D),
            "v_proj.weight": rng.standard_normal((kv, D)) / np.sqrt(D),
            "out_proj.weight": rng.standard_normal((D, D)) / np.sqrt(D),
        }
        x = rng.standard_normal((B, T, D))
        if low:  # a feature that is 1 in every token, and that queries and keys see with opposite signs
            x[..., 0] = 1
            weights["q_proj.weight"][:, 0], weights["k_proj.weight"][:, 0] = low, -low
        return {
            "x": x,
            "gradient": rng.standard_normal((B, T, D)),
            "weights": weights,
            "sizes": [D, H, H_kv],
        }

    def oracle(x, gradient, weights, sizes):
        D, H, H_kv = sizes
        x = tensor(x, grad=True)
        w = {name: tensor(value, grad=True) for name, value in weights.items()}

        def heads(name, n):
            return torch.stack((x @ w[f"{name}.weight"].T).chunk(n, dim=-1), dim=1)  # (B, n, T, d)

        context = F.scaled_dot_product_attention(
            heads("q_proj", H), heads("k_proj", H_kv), heads("v_proj", H_kv), is_causal=True, enable_gqa=True
        )
        y = torch.cat(context.unbind(1), dim=-1) @ w["out_proj.weight"].T
        y.backward(tensor(gradient))
        return {"output": y, "grad_x": x.grad, "grad_weights": {name: part.grad for name, part in w.items()}}

    alternatives = {
        "queries get an axis of groups, nothing is copied": """
            B, T, D = x.shape
            q = self.q_proj(x).view(
                B, T, self.n_kv_heads, self.n_heads // self.n_kv_heads, -1
            )  # (B, T, H_kv, n, d)
            k = self.k_proj(x).view(B, T, self.n_kv_heads, -1)
            v = self.v_proj(x).view(B, T, self.n_kv_heads, -1)
            scores = torch.einsum("btgnd,bsgd->bgnts", q, k) * q.shape[-1] ** -0.5
            future = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
            return self.out_proj(torch.einsum("bgnts,bsgd->btgnd", weights, v).reshape(B, T, D))
        """,
        "one query head after the other": """
            queries = self.q_proj(x).chunk(self.n_heads, dim=-1)
            keys, values = (
                self.k_proj(x).chunk(self.n_kv_heads, dim=-1),
                self.v_proj(x).chunk(self.n_kv_heads, dim=-1),
            )
            past = causal_mask(x.shape[1], device=x.device)
            found = []
            for h, q in enumerate(queries):
                g = h * self.n_kv_heads // self.n_heads
                scores = (q @ keys[g].mT / math.sqrt(q.shape[-1])).where(past, -torch.inf)
                found.append(scores.softmax(-1) @ values[g])
            return self.out_proj(torch.cat(found, dim=-1))
        """,
        "by repeat_kv": """
            q = split_heads(self.q_proj(x), self.n_heads)
            k, v = (split_heads(projected(x), self.n_kv_heads) for projected in (self.k_proj, self.v_proj))
            k, v = (repeat_kv(part, self.n_heads // self.n_kv_heads) for part in (k, v))
            scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
            scores = scores.masked_fill(causal_mask(x.shape[1], device=x.device).logical_not(), -1e30)
            return self.out_proj(merge_heads(scores.softmax(-1) @ v))
        """,
    }
    slips = [
        slip(
            "the key and value heads are tiled: 0 1 2 0 1 2",
            edit=[
                ("self.k_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "self.k_proj(x), self.n_kv_heads).repeat(1, n, 1, 1)"),
                ("self.v_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "self.v_proj(x), self.n_kv_heads).repeat(1, n, 1, 1)"),
            ],
            also=[
                ("self.k_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "self.k_proj(x), self.n_kv_heads).repeat(1, n, 1, 1)"),
                ("self.v_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "self.v_proj(x), self.n_kv_heads).repeat(1, n, 1, 1)"),
            ],
            why="A model trained this way would be just as good. With the weights of a published model, though, almost every query head reads the wrong key head.",
            look="Which key head should query heads 0 and 1 read?",
        ),
        slip(
            "the scores are divided by the square root of the model's width",
            edit=("math.sqrt(q.shape[-1])", "math.sqrt(x.shape[-1])"),
            why="A score is a sum over the d features of one head, not over all D features of the token, so the weights become too even.",
            look="How many products are summed in one score?",
        ),
        slip(
            "the scores are divided by the square root of the width of all keys",
            edit=("math.sqrt(q.shape[-1])", "math.sqrt(self.k_proj.out_features)"),
            why="What counts is the width of one head, and sharing heads does not change that.",
            look="How many products are summed in one score?",
        ),
        slip(
            "the scores are not divided",
            edit=(" / math.sqrt(q.shape[-1])", ""),
            why="You measured this in lesson 02: the variance of a score grows with d, and the softmax becomes one-hot.",
            look="What is the product of queries and keys divided by in the formula?",
        ),
        slip(
            "the future is not masked",
            edit=("scores = scores.masked_fill(~causal, -torch.inf)", "scores = scores + 0"),
            why="During training, every token could read the token it is supposed to predict.",
            look="Which keys may the first query attend to?",
        ),
        slip(
            "the mask is inverted",
            edit=("~causal", "causal", "causal.tril(-1)"),
            why="`masked_fill` overwrites where its mask is True, but in this course True means that a query may look.",
            look="For three tokens, where is your mask True, and where should −∞ go?",
        ),
        slip(
            "the mask is applied after the softmax",
            edit=[("scores = scores.masked_fill(~causal, -torch.inf)", "scores = scores + 0"), ("scores.softmax(dim=-1) @ v", "(scores.softmax(dim=-1) * causal) @ v")],
            why="The denominator already includes the future, so the remaining weights do not sum to 1.",
            look="What is the sum of the first row of your weights?",
        ),
        slip(
            "the future is given a score of 0",
            edit=("-torch.inf", "0"),
            why="exp(0) is 1, so a hidden key gets more weight than many visible ones.",
            look="Which score leads to a weight of exactly 0?",
        ),
        slip(
            "heads are split with view alone",
            edit=[
                ("split_heads(self.q_proj(x), self.n_heads)", "self.q_proj(x).view(x.shape[0], self.n_heads, x.shape[1], -1)"),
                ("split_heads(self.k_proj(x), self.n_kv_heads)", "self.k_proj(x).view(x.shape[0], self.n_kv_heads, x.shape[1], -1)"),
                ("split_heads(self.v_proj(x), self.n_kv_heads)", "self.v_proj(x).view(x.shape[0], self.n_kv_heads, x.shape[1], -1)"),
            ],
            why="`view` keeps the numbers in memory order, token after token, so a head ends up with pieces of several tokens.",
            look="Which axis comes just before the features before the split, and which one after it?",
        ),
        slip(
            "the softmax runs over the queries",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=-2)"),
            why="The weights of each query have to sum to 1. Here the weights of each key do.",
            look="The scores are (B, H, queries, keys). Along which axis should a sum be 1?",
        ),
        slip(
            "all queries of a group are averaged",
            edit=("self.q_proj(x), self.n_heads)", "self.q_proj(x), self.n_heads).unflatten(1, (-1, n)).mean(2).repeat_interleave(n, dim=1)"),
            why="Only keys and values are shared. If all heads of a group ask the same question, the group is just one head.",
            look="How many different attention matrices should a layer with H query heads have?",
        ),
        slip(
            "the values are the keys",
            edit=("self.v_proj(x)", "self.k_proj(x)"),
            why="A head chooses by its keys and passes on its values. Here v_proj is never used, so it never learns.",
            look="Which of the four projections does your code never call?",
        ),
        slip(
            "the heads are merged without moving their axis back",
            edit=("merge_heads(scores.softmax(dim=-1) @ v)", "(scores.softmax(dim=-1) @ v).reshape(x.shape)"),
            why="Numbers from different tokens end up in one row, and nothing raises an error because the total count is right.",
            look="What is the order of the axes before you merge the heads?",
        ),
        slip(
            "the output projection is missing",
            edit=("return self.out_proj(merge_heads(scores.softmax(dim=-1) @ v))", "return merge_heads(scores.softmax(dim=-1) @ v)"),
            why="Without it nothing combines what the heads found: they are only concatenated.",
            look="How many projections does the layer have, and how many does your code call?",
        ),
        slip(
            "hidden scores get a number that is not low enough",
            edit=("-torch.inf", "-50.0", "-100.0"),
            why="If the visible scores are around −250, a score of −100 is the highest in the row, and all the weight goes to the future.",
            look="Which score gives a weight of 0 no matter what the other scores are?",
        ),
        slip(
            "a query may not look at itself",
            edit=("~causal", "~causal.tril(-1)"),
            why="The first query then has nothing to look at, so its softmax is 0/0.",
            look="For three tokens, what is on the diagonal of your mask?",
        ),
        slip(
            "a query may look one step ahead",
            edit=("causal = causal_mask(x.shape[1], device=x.device)", "causal = torch.ones_like(scores[0, 0]).tril(1).bool()"),
            why="Each row then sees the next token, which is exactly what the model has to predict.",
            look="For three tokens, how many entries of your mask's first row are True?",
        ),
        slip(
            "the group size is included under the square root",
            edit=("math.sqrt(q.shape[-1])", "math.sqrt(q.shape[-1] * n)"),
            why="A score is a sum over the d features of one head, however many query heads share that key.",
            look="How many products are summed in one score?",
        ),
        slip(
            "the scores are divided by d itself",
            edit=("math.sqrt(q.shape[-1])", "q.shape[-1]"),
            why="The spread of a score grows with the square root of d. If you divide by d, the weights become too even.",
            look="How does your line for the scores differ from the formula?",
        ),
        slip(
            "keys and values are swapped",
            edit=[("self.k_proj(x)", "self.swapped(x)"), ("self.v_proj(x)", "self.k_proj(x)"), ("self.swapped(x)", "self.v_proj(x)")],
            why="With random weights you would not notice. With the weights of a published model nothing fits any more.",
            look="Which projection should the scores come from?",
        ),
        slip(
            "keys and values are detached from their projections",
            edit=[("split_heads(self.k_proj(x),", "split_heads(self.k_proj(x).detach(),"), ("split_heads(self.v_proj(x),", "split_heads(self.v_proj(x).detach(),")],
            also=[("split_heads(self.k_proj(x),", "split_heads(self.k_proj(x).detach(),"), ("split_heads(self.v_proj(x),", "split_heads(self.v_proj(x).detach(),")],
            why="The output is right, but two of the four projections never learn.",
            look="Which of your calls cuts a tensor off from the computation graph?",
        ),
        slip(
            "all query heads read the first key/value head",
            edit=[("split_heads(self.k_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "split_heads(self.k_proj(x), self.n_kv_heads)[:, :1]"), ("split_heads(self.v_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "split_heads(self.v_proj(x), self.n_kv_heads)[:, :1]")],
            why="That is multi-query attention. The other key/value heads are computed but never used.",
            look="How many of the key heads does your code read?",
        ),
        slip(
            "queries and keys are swapped in the scores",
            edit=("q @ k.mT", "k @ q.mT"),
            why="Row i of the scores belongs to query i. Swapped, the causal mask and the softmax work on the wrong axis.",
            look="In scores (B, H, T, T), which axis belongs to the queries, before the product and after it?",
        ),
        slip(
            "the softmax runs over the heads",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=1).nan_to_num()"),
            why="The heads then compete with one another, and the weights of a query no longer sum to 1.",
            look="The scores are (B, H, queries, keys). Along which axis should a sum be 1?",
        ),
        slip(
            "each head is repeated H_kv times",
            edit=("n = self.n_heads // self.n_kv_heads", "n = self.n_kv_heads"),
            why="The number of copies is the number of query heads per key/value head, H/H_kv.",
            look="For 6 query heads and 3 key/value heads, how many query heads share one?",
        ),
    ]  # fmt: skip
    promises = {
        "neighbors share a head, and n is not a power of two": dict(H=6, H_kv=2),
        "one key head for all": dict(H_kv=1),
        "no sharing, one token": dict(H=2, H_kv=2, T=1),
        "scores far apart": dict(size=3.0),
        "hidden keys get no weight, however low the visible scores are": dict(low=9.0),
        "every projection learns": "grad_weights",
        "x gets its gradient": "grad_x",
    }
