"""Grouped-query attention: several neighboring query heads share one key/value head.

Oracle: torch's scaled_dot_product_attention with enable_gqa=True in float64, gradients included.
In one case all scores are near −140, to catch masking with a finite number.
"""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

from ._shared import FUSED, tensor

# The pieces of the solution that edits replace.
Q, K, V = (
    f"split_heads(self.{name}_proj(x), self.n_{kind})"
    for name, kind in [("q", "heads"), ("k", "kv_heads"), ("v", "kv_heads")]
)
SHARED_K, SHARED_V = f"{K}.repeat_interleave(n, dim=1)", f"{V}.repeat_interleave(n, dim=1)"
ROOT, MASKED = "math.sqrt(q.shape[-1])", "scores = scores.masked_fill(~causal, -torch.inf)"
SCORES, WEIGHTS = f"scores = q @ k.mT / {ROOT}", "scores.softmax(dim=-1)"
MERGED = f"merge_heads({WEIGHTS} @ v)"
CAUSAL = "causal = causal_mask(x.shape[1], device=x.device)"
INIT = "self.n_heads, self.n_kv_heads = n_heads, n_kv_heads"


def viewed(*names):
    """These projections split by view alone, which cuts memory instead of moving an axis."""
    new = {"q": (Q, "self.q_proj(x).view(x.shape[0], self.n_heads, x.shape[1], -1)")}
    for name, old in [("k", K), ("v", V)]:
        new[name] = (old, f"self.{name}_proj(x).view(x.shape[0], self.n_kv_heads, x.shape[1], -1)")
    return [new[name] for name in names]


def features_first(name):
    """A projection split with features before heads."""
    old, n = {"q": (Q, "n_heads"), "k": (K, "n_kv_heads"), "v": (V, "n_kv_heads")}[name]
    return (old, f"self.{name}_proj(x).unflatten(-1, (-1, self.{n})).permute(0, 3, 1, 2)")


# Mistakes that are often made two at a time. Each has its own piece of the solution.
TILED = [(SHARED_K, f"{K}.repeat(1, n, 1, 1)"), (SHARED_V, f"{V}.repeat(1, n, 1, 1)")]
BY_D, UNSCALED = [(ROOT, "math.sqrt(x.shape[-1])")], [(f" / {ROOT}", "")]
UNMASKED, OF_0 = [(MASKED, "scores = scores + 0")], [(MASKED, "scores = scores.masked_fill(~causal, 0)")]
OVER_QUERIES, UNPROJECTED = [(WEIGHTS, "scores.softmax(dim=-2)")], [("return self.out_proj(", "return (")]
RESHAPED = [("merge_heads(", "torch.Tensor.reshape("), (" @ v)", " @ v, x.shape)")]
TWICE = [TILED, BY_D, UNSCALED, UNMASKED, OF_0, OVER_QUERIES, UNPROJECTED, RESHAPED]


def with_others(mistake):
    """The mistake together with each one that comes after it in the list, where both can be made."""
    places = {old for old, _ in mistake}
    for other in TWICE[TWICE.index(mistake) + 1 :]:
        if mistake + other not in (BY_D + UNSCALED, UNMASKED + OF_0) and not places & {
            old for old, _ in other
        }:
            yield mistake + other


THEIRS = ["transformers", "utils.blocks.attention.MultiHeadAttention"]


@exercise("GroupedQueryAttention", points=5, forbid=[*FUSED, *THEIRS])
class _:
    cases = [
        dict(B=2, T=4, D=12, H=6, H_kv=2),
        dict(B=1, T=4, D=8, H=4, H_kv=1),
        dict(B=1, T=3, D=12, H=6, H_kv=3, size=3.0),  # T = H_kv, and scores that are far apart
        dict(B=1, T=1, D=6, H=2, H_kv=2),
        dict(B=1, T=3, D=6, H=2, H_kv=1, low=9.0),  # the visible scores are about −140
        dict(B=1, T=2, D=4, H=2, H_kv=2),
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
        return {
            "output": y,
            "grad_x": x.grad,
            "grad_weights": {name: part.grad.norm() for name, part in w.items()},
        }

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
            "the key or the value heads are tiled: 0 1 2 0 1 2",
            edit=TILED,
            also=[*[[TILED[i], *other] for i in (0, 1) for other in (BY_D, UNSCALED, UNMASKED)], TILED[0], TILED[1], *with_others(TILED)],
            why="With the weights of a published model, almost every query head then reads a head that was meant for other queries.",
            look="Which key head should query heads 0 and 1 read, and which value head? Check both.",
        ),
        slip(
            "the scores are divided by the square root of the model's width",
            edit=("math.sqrt(q.shape[-1])", "math.sqrt(x.shape[-1])"),
            also=[*with_others(BY_D)],
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
            also=[*with_others(UNSCALED)],
            why="You measured this in lesson 02: the variance of a score grows with d, and the softmax becomes one-hot.",
            look="What is the product of queries and keys divided by in the formula?",
        ),
        slip(
            "the future is not masked",
            edit=("scores = scores.masked_fill(~causal, -torch.inf)", "scores = scores + 0"),
            also=[*with_others(UNMASKED)],
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
            why="The denominator already includes the future, so the remaining weights don't sum to 1.",
            look="What is the sum of the first row of your weights?",
        ),
        slip(
            "the future is given a score of 0",
            edit=("-torch.inf", "0"),
            also=[*with_others(OF_0)],
            why="exp(0) is 1, so a hidden key gets more weight than many visible ones.",
            look="Which score leads to a weight of exactly 0?",
        ),
        slip(
            "the mask is added as numbers",
            edit=(MASKED, "scores = scores + causal"),
            also=[(MASKED, "scores = scores + ~causal"), (MASKED, "scores = scores - causal.float()"), (MASKED, "scores = scores - (~causal).float()")],
            why="True is added as 1, which changes a weight by a factor of e and hides nothing.",
            look="Which number, added to a score, makes its weight 0?",
        ),
        slip(
            "the weights are not a softmax",
            edit=(WEIGHTS, "scores.sigmoid()"),
            also=[(WEIGHTS, "scores.masked_fill(~causal, 0)"), (WEIGHTS, "scores.exp()"), (WEIGHTS, "(scores.masked_fill(~causal, 0) / scores.masked_fill(~causal, 0).sum(-1, keepdim=True))"), (WEIGHTS, "scores.log_softmax(dim=-1).masked_fill(~causal, 0)")],
            why="The weights of each query have to be positive and sum to 1. Only then is the output an average of values.",
            look="What is the sum of the first row of your weights, and what does the formula do with the scores?",
        ),
        slip(
            "heads and their features are swapped when heads are split or merged",
            edit=[features_first("q"), features_first("k"), features_first("v")],
            also=[[features_first("q")], [features_first("k"), features_first("v")], [features_first("k")], [features_first("v")], (MERGED, f"({WEIGHTS} @ v).permute(0, 2, 3, 1).reshape(x.shape)"), [features_first("q"), features_first("k"), features_first("v"), (MERGED, f"({WEIGHTS} @ v).permute(0, 2, 3, 1).reshape(x.shape)")]],
            why="The features of a head are next to each other: first those of head 0, then those of head 1. If they are split in another order, every head gets features of all the others.",
            look="Which features of a token belong to head 0 if d = 2?",
        ),
        slip(
            "heads are split with view alone",
            edit=[
                ("split_heads(self.q_proj(x), self.n_heads)", "self.q_proj(x).view(x.shape[0], self.n_heads, x.shape[1], -1)"),
                ("split_heads(self.k_proj(x), self.n_kv_heads)", "self.k_proj(x).view(x.shape[0], self.n_kv_heads, x.shape[1], -1)"),
                ("split_heads(self.v_proj(x), self.n_kv_heads)", "self.v_proj(x).view(x.shape[0], self.n_kv_heads, x.shape[1], -1)"),
            ],
            also=[viewed("q"), viewed("k"), viewed("v"), viewed("k", "v"), [*viewed("q", "k", "v"), (MERGED, f"({WEIGHTS} @ v).reshape(x.shape)")], [*viewed("k", "v"), (MERGED, f"({WEIGHTS} @ v).reshape(x.shape)")]],
            why="`view` keeps the numbers in memory order, token after token, so a head ends up with pieces of several tokens.",
            look="Which axis comes just before the features, first before the split and then after it?",
        ),
        slip(
            "the softmax runs over the queries",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=-2)"),
            also=[*with_others(OVER_QUERIES)],
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
            "the same numbers serve as keys and as values",
            edit=("self.v_proj(x)", "self.k_proj(x)"),
            also=[("self.k_proj(x)", "self.v_proj(x)")],
            why="A head chooses by its keys and passes on its values. A projection that is never used never learns.",
            look="Which of the four projections does your code never call?",
        ),
        slip(
            "the queries are averaged instead of the values",
            edit=("scores.softmax(dim=-1) @ v)", "scores.softmax(dim=-1) @ q)"),
            why="A head uses its queries and keys to choose, but what it passes on is its values.",
            look="Which tensor is multiplied by the weights in the formula?",
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
            also=[*with_others(UNPROJECTED)],
            why="Without it, nothing combines what the heads found; their outputs are only concatenated.",
            look="How many projections does the layer have, and how many does your code call?",
        ),
        slip(
            "hidden scores get a number that is not low enough",
            edit=("-torch.inf", "-1.0", "-5.0", "-10.0", "-20.0", "-50.0", "-100.0"),
            why="Visible scores can be lower than that number. A hidden key then has the highest score of its row and gets most of the weight.",
            look="Which score gives a weight of 0 no matter what the other scores are?",
        ),
        slip(
            "a query may not look at itself",
            edit=("~causal", "~causal.tril(-1)"),
            also=[(MASKED, MASKED.replace("~causal, -torch.inf", "~causal.tril(-1), -1e9"))],
            why="Each token's own value belongs in its sum as well. Without it, the first query has nothing at all to look at.",
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
            "the scores are not divided by the square root of d, but by another number",
            edit=("math.sqrt(q.shape[-1])", "q.shape[-1]", "x.shape[-1]", "math.sqrt(self.n_heads)", "math.sqrt(self.n_kv_heads)", "math.sqrt(x.shape[1])", "q.shape[-1] ** -0.5", "q.shape[-1] ** 0.25"),
            why="A score is a sum of d products, so its spread grows with the square root of d, whatever the number of heads or tokens.",
            look="How does your line for the scores differ from the formula?",
        ),
        slip(
            "keys and values are swapped",
            edit=[("self.k_proj(x)", "self.swapped(x)"), ("self.v_proj(x)", "self.k_proj(x)"), ("self.swapped(x)", "self.v_proj(x)")],
            why="With random weights you wouldn't notice, but with the weights of a published model the output is wrong.",
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
            "the gradient is cut off before it reaches the projections",
            edit=(WEIGHTS, "scores.softmax(dim=-1).detach()"),
            also=[
                (SCORES, SCORES.replace("q @", "q.detach() @")),
                (MERGED, f"{MERGED}.detach()"),
                [(WEIGHTS + " @ v", WEIGHTS + ".detach() @ v.detach()")],
                (SCORES, SCORES.replace("q @", "q.detach() @").replace("k.mT", "k.detach().mT")),
            ],
            why="The output is right, but the projections before the cut get no gradient, or not all of it, and nothing warns about it.",
            look="Where does your code call `detach`, `no_grad`, `.data` or `torch.tensor`, and which projections come before that line?",
        ),
        slip(
            "the mask of the first call is kept",
            edit=[(INIT, INIT + "\n        self.mask = None"), (CAUSAL, "self.mask = causal_mask(x.shape[1], device=x.device) if self.mask is None else self.mask\n        causal = self.mask")],
            why="A layer reads texts of different lengths, so a mask that fits one call may not fit the next.",
            look="The first call had fewer tokens than the second. What is the shape of your mask in each?",
        ),
        slip(
            "the numbers of heads don't match",
            edit=[(SHARED_K, K), (SHARED_V, V)],
            also=[
                [(K, Q.replace("q_proj", "k_proj")), (V, Q.replace("q_proj", "v_proj"))],
                [(SHARED_K, K), (SHARED_V, V), (Q, Q + "[:, ::n]")],
                (SHARED_V, V),
                (SHARED_K, K),
            ],
            why="There are H query heads and H_kv key/value heads, all of width d. Each query head needs a key head and a value head.",
            look="Print the shapes just before the line that fails. How many heads does each tensor have there, and how many should it have?",
        ),
        slip(
            "the key/value heads are taken in reverse order",
            edit=[(SHARED_K, K + ".flip(1).repeat_interleave(n, dim=1)"), (SHARED_V, V + ".flip(1).repeat_interleave(n, dim=1)")],
            why="Neighboring query heads share a key/value head, in ascending order: query head h reads head h // n.",
            look="Which key head should query head 0 read?",
        ),
        slip(
            "the input is added to the output",
            edit=("return self.out_proj(", "return x + self.out_proj("),
            why="That is the residual connection, and the block adds it outside this layer.",
            look="What is added at the end of the formula?",
        ),
        slip(
            "the output projection is applied twice",
            edit=[("return self.out_proj(", "return self.out_proj(self.out_proj("), (" @ v))", " @ v)))")],
            why="The heads need to be combined only once.",
            look="How often does your code call `out_proj`?",
        ),
        slip(
            "the weights are returned as well",
            edit=("return self.out_proj(merge_heads(scores.softmax(dim=-1) @ v))", "return self.out_proj(merge_heads(scores.softmax(dim=-1) @ v)), scores.softmax(dim=-1)"),
            why="The next layer expects one tensor.",
            look="According to the docstring, what does forward return?",
        ),
        slip(
            "all query heads read the same key/value head",
            edit=[(SHARED_K, K + "[:, :1]"), (SHARED_V, V + "[:, :1]")],
            also=[[(SHARED_K, K + "[:, -1:]"), (SHARED_V, V + "[:, -1:]")], [(SHARED_K, K + ".mean(1, keepdim=True)"), (SHARED_V, V + ".mean(1, keepdim=True)")], (SHARED_K, K + "[:, :1]"), (SHARED_V, V + "[:, :1]")],
            why="That is multi-query attention. Here each group of query heads has a key/value head of its own.",
            look="How many different key heads, and value heads, do the query heads of your code read?",
        ),
        slip(
            "queries and keys are swapped in the scores",
            edit=("q @ k.mT", "k @ q.mT"),
            why="Row i of the scores belongs to query i. If the two are swapped, the causal mask and the softmax work on the wrong axis.",
            look="In scores (B, H, T, T), which axis belongs to the queries, before the product and after it?",
        ),
        slip(
            "the softmax runs over the heads",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=1).nan_to_num()", "scores.softmax(dim=1)"),
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
        "T may differ between calls": dict(B=1, T=2, D=4),
    }
