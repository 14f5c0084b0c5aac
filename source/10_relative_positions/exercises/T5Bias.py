"""T5's relative position bias: one learned number per bucket and head.

Oracle: compute_bias of transformers' T5Attention in float64.
"""

import torch
from transformers import T5Config
from transformers.models.t5.modeling_t5 import T5Attention

from autograder.authoring import exercise, slip

from ._shared import CUT, IN_FRONT, LIBRARY, ONE_FOR_ALL


@exercise("T5Bias", points=2, uses=["relative_index", "t5_bucket"], forbid=LIBRARY)
class _:
    cases = [
        dict(T=7, S=7, H=3, n=8, m=9, sided=True),
        dict(T=2, S=9, H=2, n=8, m=11, sided=False),
        dict(T=5, S=5, H=5, n=12, m=20, sided=True),
        dict(T=6, S=6, H=2, n=6, m=7, sided=False),
        dict(T=1, S=8, H=3, n=6, m=9, sided=True),
    ]
    weights = {"bias": 2, "grad_table": 1}

    def inputs(rng, T, S, H, n, m, sided):
        return {
            "n_queries": T,
            "n_keys": S,
            "n_heads": H,
            "options": {"n_buckets": n, "max_distance": m, "two_sided": sided},
            "weights": {"table": rng.standard_normal((n, H))},
            "gradient": rng.standard_normal((H, T, S)),
        }

    def oracle(n_queries, n_keys, n_heads, options, weights, gradient):
        config = T5Config(
            d_model=4,
            d_kv=4,
            num_heads=n_heads,
            relative_attention_num_buckets=options["n_buckets"],
            relative_attention_max_distance=options["max_distance"],
        )
        config.is_decoder = not options["two_sided"]
        layer = T5Attention(config, has_relative_attention_bias=True, layer_idx=0).double()
        with torch.no_grad():
            layer.relative_attention_bias.weight.copy_(torch.as_tensor(weights["table"]))
        bias = layer.compute_bias(n_queries, n_keys, past_seen_tokens=n_keys - n_queries)[0]
        bias.backward(torch.as_tensor(gradient, dtype=torch.float64))
        return {"bias": bias.detach(), "grad_table": layer.relative_attention_bias.weight.grad}

    promises = {
        "two-sided": dict(sided=True),
        "one-sided, after a cache": dict(sided=False, T=2, S=9),
        "as many heads as queries": dict(T=5, H=5),
        "the number of buckets and the largest distance are the module's": dict(n=6, m=7),
        "a later call with other lengths": dict(T=7, S=7),
        "a later call with other numbers in the table": dict(T=1),
        "the table learns": "grad_table",
    }
    LOOKUP = "return self.table[buckets].permute(2, 0, 1)"
    CALL = "t5_bucket(distance, self.n_buckets, self.max_distance, self.two_sided)"
    alternatives = {
        "head by head": """
            i = torch.arange(n_keys)
            apart = i[-n_queries:, None] - i[None, :]
            rows = t5_bucket(apart, n_buckets=len(self.table), max_distance=self.max_distance, two_sided=self.two_sided)
            return torch.stack([column[rows] for column in self.table.unbind(dim=1)])
        """,
        "one-hot rows times the table": """
            rows = t5_bucket(relative_index(n_queries, n_keys), self.n_buckets, self.max_distance, self.two_sided)
            marks = F.one_hot(rows, self.n_buckets).to(self.table)
            return torch.einsum("tsr,rh->hts", marks, self.table)
        """,
    }
    slips = [
        slip(
            "the buckets are two-sided even in a decoder",
            edit=(CALL, CALL.replace(", self.two_sided", "")),
            also=[(CALL, CALL.replace("self.two_sided", "True"))],
            why="A decoder never looks ahead, so half of its table would go unused, and the other half would be twice as coarse.",
            look="Which of the module's attributes does forward not use?",
        ),
        slip(
            "number of buckets and largest distance are T5's, not the module's",
            edit=(CALL, "t5_bucket(distance, two_sided=self.two_sided)"),
            also=[(CALL, "t5_bucket(distance)"), (CALL, CALL.replace("self.max_distance", "128")), (CALL, CALL.replace("self.n_buckets", "32")), (CALL, CALL.replace("(distance,", "(distance.clamp(1 - self.max_distance, self.max_distance - 1),").replace("self.max_distance, self.two", "128, self.two"))],
            why="The function's defaults then replace the settings of this model, and its table has a different number of rows.",
            look="Which of the module's attributes does forward not use?",
        ),
        slip(
            "one number serves all heads",
            edit=(LOOKUP, "return self.table[buckets][..., :1].expand(-1, -1, self.table.shape[1]).permute(2, 0, 1)", "return self.table[buckets].mean(-1, keepdim=True).expand(-1, -1, self.table.shape[1]).permute(2, 0, 1)"),
            **ONE_FOR_ALL,
        ),
        slip(
            "the heads are the last axis",
            edit=(".permute(2, 0, 1)", ""),
            also=[(".permute(2, 0, 1)", ".permute(1, 0, 2)"), (".permute(2, 0, 1)", ".permute(0, 2, 1)")],
            why="Scores are (B, H, T, S). With other axes the sum fails or, if the sizes happen to agree, silently pairs the wrong numbers.",
            look="Print the shape of your result for 3 heads, 2 queries and 9 keys.",
        ),
        slip(
            "rows belong to keys",
            edit=(".permute(2, 0, 1)", ".permute(2, 1, 0)"),
            why="Scores have a row for each query and a column for each key.",
            look="Print the shape of your result for 3 heads, 2 queries and 9 keys.",
        ),
        slip(
            "the sign is that of key minus query",
            edit=("distance = relative_index(n_queries, n_keys)", "distance = -relative_index(n_queries, n_keys)"),
            why="Your buckets expect query minus key, so past and future are swapped.",
            look="Which bucket does the token just before the query get?",
        ),
        slip(
            "the queries get the first positions instead of the last",
            edit=("relative_index(n_queries, n_keys)", "relative_index(n_keys, n_keys)[:n_queries]"),
            why="With a cache, the new tokens are the last of all positions.",
            look="One query and five keys: what is the position of the query?",
        ),
        IN_FRONT,
        slip(
            "before and after are not told apart",
            edit=("distance = relative_index(n_queries, n_keys)", "distance = relative_index(n_queries, n_keys).abs()"),
            why="Half of an encoder's table is never read, and in a decoder the hidden keys look like the past.",
            look="Which buckets do the two neighbours of a query get, in an encoder?",
        ),
        slip(
            "keys after the query get −∞ when the buckets are one-sided",
            edit=(LOOKUP, f"{LOOKUP}.masked_fill((distance < 0) & (not self.two_sided), -math.inf)"),
            why="Hiding keys is the mask's job. Bucket 0 has a number, and T5 returns it.",
            look="Which bucket does the docstring of t5_bucket give to such keys?",
        ),
        slip(
            "the first matrix is kept and returned by later calls",
            edit=(LOOKUP, 'if not hasattr(self, "kept"):\n            self.kept = self.table[buckets].permute(2, 0, 1)\n        return self.kept'),
            also=[(f"buckets = {CALL}", f'self.rows = self.rows if hasattr(self, "rows") else {CALL}\n        buckets = self.rows')],
            why="The next text may have a different length, and after a training step the table has other numbers.",
            look="What does your module return when it is called with 2 and 2, and then with 3 and 9?",
        ),
        slip(
            "every position is a query",
            edit=("relative_index(n_queries, n_keys)", "relative_index(n_keys, n_keys)"),
            why="With a cache, only the new tokens are queries, so the rows of the earlier ones aren't needed.",
            look="Print the shape of your result for 2 queries and 9 keys.",
        ),
        slip(
            "distances are clipped instead of sorted into buckets",
            edit=(CALL, "distance.clamp(0, self.n_buckets - 1)", "distance.clamp(-(self.n_buckets // 2), self.n_buckets // 2 - 1) + self.n_buckets // 2"),
            why="That is the scheme of the previous exercise. T5 puts distances into buckets that get wider and wider.",
            look="Which function gives the row of a distance?",
        ),
        slip("the table is cut off from the gradient", edit=("self.table[", "self.table.detach()["), **CUT),
    ]  # fmt: skip
