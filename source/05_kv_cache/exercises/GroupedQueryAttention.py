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
        dict(B=1, T=3, D=6, H=2, H_kv=1, low=9.0),  # what may be seen scores about −140
    ]
    weights = {"output": 3, "grad_x": 1, "grad_weights": 1}
    # scores about −140 have few digits behind them in float32, and a gradient is a difference of such
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
            "the key and value heads are laid down in turn: 0 1 2 0 1 2",
            edit=[
                ("self.k_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "self.k_proj(x), self.n_kv_heads).repeat(1, n, 1, 1)"),
                ("self.v_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "self.v_proj(x), self.n_kv_heads).repeat(1, n, 1, 1)"),
            ],
            also=[
                ("self.k_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "self.k_proj(x), self.n_kv_heads).repeat(1, n, 1, 1)"),
                ("self.v_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "self.v_proj(x), self.n_kv_heads).repeat(1, n, 1, 1)"),
            ],
            why="Trained from the start this would be as good; with the weights of a published model nearly every query head reads a stranger.",
            look="Which key head should query heads 0 and 1 read?",
        ),
        slip(
            "the scores are divided by the root of the model's width",
            edit=("math.sqrt(q.shape[-1])", "math.sqrt(x.shape[-1])"),
            why="A score is a sum over the d features of one head, not over the D of the whole token; the weights come out too even.",
            look="How many products are added up in one score?",
        ),
        slip(
            "the scores are divided by the root of the width of all keys",
            edit=("math.sqrt(q.shape[-1])", "math.sqrt(self.k_proj.out_features)"),
            why="The width of one head decides, and sharing heads does not change it.",
            look="How many products are added up in one score?",
        ),
        slip(
            "the scores are not divided",
            edit=(" / math.sqrt(q.shape[-1])", ""),
            why="Lesson 02 measured it: the variance of a score grows with d, and softmax becomes one-hot.",
            look="Which factor stands under the product in the formula?",
        ),
        slip(
            "nothing hides the future",
            edit=("scores = scores.masked_fill(~causal, -torch.inf)", "scores = scores + 0"),
            why="While it is trained, every token could read the one that it should predict.",
            look="Which keys may the first query look at?",
        ),
        slip(
            "the mask is the wrong way round",
            edit=("~causal", "causal", "causal.tril(-1)"),
            why="masked_fill writes where its mask is True, and in this course True means that a query may look.",
            look="Print the mask for three tokens. Where do you write −∞?",
        ),
        slip(
            "the mask comes after softmax",
            edit=[("scores = scores.masked_fill(~causal, -torch.inf)", "scores = scores + 0"), ("scores.softmax(dim=-1) @ v", "(scores.softmax(dim=-1) * causal) @ v")],
            why="The denominator has already run over the future, and the weights that are left do not sum to 1.",
            look="What is the sum of the first row of your weights?",
        ),
        slip(
            "the future is given a score of 0",
            edit=("-torch.inf", "0"),
            why="exp(0) is 1, so that a hidden key gets more weight than many that may be seen.",
            look="Which score makes a weight of exactly 0?",
        ),
        slip(
            "heads are cut out by view alone",
            edit=[
                ("split_heads(self.q_proj(x), self.n_heads)", "self.q_proj(x).view(x.shape[0], self.n_heads, x.shape[1], -1)"),
                ("split_heads(self.k_proj(x), self.n_kv_heads)", "self.k_proj(x).view(x.shape[0], self.n_kv_heads, x.shape[1], -1)"),
                ("split_heads(self.v_proj(x), self.n_kv_heads)", "self.v_proj(x).view(x.shape[0], self.n_kv_heads, x.shape[1], -1)"),
            ],
            why="view reads the numbers in the order in which they lie, token after token. A head then holds pieces of several tokens.",
            look="Which axis stands next to the features before the split, and which one after it?",
        ),
        slip(
            "softmax runs over the queries",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=-2)"),
            why="The weights of one query have to sum to 1; here those of one key do.",
            look="The scores are (B, H, queries, keys). Along which axis should a sum be 1?",
        ),
        slip(
            "all queries of a group are replaced by their mean",
            edit=("self.q_proj(x), self.n_heads)", "self.q_proj(x), self.n_heads).unflatten(1, (-1, n)).mean(2).repeat_interleave(n, dim=1)"),
            why="Only keys and values are shared. A group whose heads all ask the same question is one head.",
            look="How many different tables of weights should a layer with H query heads have?",
        ),
        slip(
            "the values are the keys",
            edit=("self.v_proj(x)", "self.k_proj(x)"),
            why="A head looks by its keys and hands on its values; v_proj never learns.",
            look="Which of the four projections does your code never call?",
        ),
        slip(
            "the heads are joined without exchanging axes back",
            edit=("merge_heads(scores.softmax(dim=-1) @ v)", "(scores.softmax(dim=-1) @ v).reshape(x.shape)"),
            why="The numbers of different tokens end up in one row, and nothing complains because the count is right.",
            look="In which order do the axes stand before you join the heads?",
        ),
        slip(
            "the output projection is missing",
            edit=("return self.out_proj(merge_heads(scores.softmax(dim=-1) @ v))", "return merge_heads(scores.softmax(dim=-1) @ v)"),
            why="Without it the heads stand side by side, and nothing mixes what they found.",
            look="How many projections does the layer own, and how many does your code call?",
        ),
        slip(
            "hidden scores get a number that is not low enough",
            edit=("-torch.inf", "-50.0", "-100.0"),
            why="Where the scores that may be seen lie at −250, a score of −100 is the highest of the row, and all weight goes to the future.",
            look="Which score gives a weight of 0, whatever the other scores are?",
        ),
        slip(
            "a query may not look at itself",
            edit=("~causal", "~causal.tril(-1)"),
            why="The first query then has nothing to look at, and its softmax is 0/0.",
            look="Print your mask for three tokens. What stands on its diagonal?",
        ),
        slip(
            "a query may look one step ahead",
            edit=("causal = causal_mask(x.shape[1], device=x.device)", "causal = torch.ones_like(scores[0, 0]).tril(1).bool()"),
            why="The next token is what the model has to predict; each row sees exactly that.",
            look="Print your mask for three tokens. How many entries of its first row are True?",
        ),
        slip(
            "the number of shared heads stands under the root",
            edit=("math.sqrt(q.shape[-1])", "math.sqrt(q.shape[-1] * n)"),
            why="A score is a sum over the d features of one head; how many heads share a key changes nothing in it.",
            look="How many products are added up in one score?",
        ),
        slip(
            "the scores are divided by d itself",
            edit=("math.sqrt(q.shape[-1])", "q.shape[-1]"),
            why="The spread of a score grows with the root of d; divided by d, the weights become too even.",
            look="Compare your line for the scores with the formula.",
        ),
        slip(
            "keys and values are exchanged",
            edit=[("self.k_proj(x)", "self.swapped(x)"), ("self.v_proj(x)", "self.k_proj(x)"), ("self.swapped(x)", "self.v_proj(x)")],
            why="With fresh weights nobody would notice; with the weights of a published model nothing fits any more.",
            look="Which projection should the scores be made with?",
        ),
        slip(
            "keys and values are cut off from their projections",
            edit=[("split_heads(self.k_proj(x),", "split_heads(self.k_proj(x).detach(),"), ("split_heads(self.v_proj(x),", "split_heads(self.v_proj(x).detach(),")],
            also=[("split_heads(self.k_proj(x),", "split_heads(self.k_proj(x).detach(),"), ("split_heads(self.v_proj(x),", "split_heads(self.v_proj(x).detach(),")],
            why="The output is right and two of the four projections never learn.",
            look="Which of your calls makes numbers without a history?",
        ),
    ]  # fmt: skip
    promises = {
        "neighbours share a head, n is no power of two": dict(H=6, H_kv=2),
        "one key head for all": dict(H_kv=1),
        "no sharing, one token": dict(H=2, H_kv=2, T=1),
        "scores that are far apart": dict(size=3.0),
        "what is hidden gets no weight, however low the rest is": dict(low=9.0),
        "every projection learns": "grad_weights",
        "x hears back": "grad_x",
    }
