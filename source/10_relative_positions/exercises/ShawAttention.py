"""Self-attention with Shaw et al.'s relative position vectors in keys and values.

Oracle: loops over sequences, heads, queries and keys in float64, with gradients by autograd.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import (
    ATTENTION_SLIPS,
    CUT,
    FINISHED,
    cut,
    finish,
    gradients,
    heads_of,
    lowered,
    matrices,
    random_mask,
    tensors,
)

ROWS = "rows = (relative_index(T, T, self.K) + self.K).to(x.device)"
TO_KEYS = ' + torch.einsum("bhid,ijd->bhij", q, self.key_table[rows])'
TO_VALUES = ' + torch.einsum("bhij,ijd->bhid", weights, self.value_table[rows])'
SCALED = "scores = scores / math.sqrt(q.shape[-1])"


@exercise("ShawAttention", points=5, uses=["relative_index"], forbid=FINISHED)
class _:
    cases = [
        dict(B=2, T=6, H=2, d=3, K=2, mask="causal"),
        dict(B=1, T=4, H=3, d=2, K=5, mask=None),
        dict(B=2, T=5, H=2, d=4, K=1, mask="random", low=True),
    ]
    weights = {"output": 3, "grad_x": 1, "grad_weights": 1, "grad_key_table": 1, "grad_value_table": 1}

    def inputs(rng, B, T, H, d, K, mask, low=False):
        D = H * d
        projections = matrices(rng, **{f"{n}_proj": (D, D) for n in ("q", "k", "v", "out")})
        tables = {f"{n}_table": rng.standard_normal((2 * K + 1, d)) for n in ("key", "value")}
        x = rng.standard_normal((B, T, D))
        return {
            "x": lowered(rng, x, projections, 10) if low else x,
            "mask": random_mask(rng, mask, T),
            "d_model": D,
            "n_heads": H,
            "K": K,
            "weights": projections | tables,
            "gradient": (0.05 if low else 1)
            * rng.standard_normal((B, T, D)),  # keys nearly equal: they cancel
        }

    def oracle(x, mask, d_model, n_heads, K, weights, gradient):
        w, (B, T, D) = tensors(weights), x.shape
        x = torch.tensor(x, dtype=torch.float64, requires_grad=True)
        q, k, v = (heads_of(x, w[f"{n}_proj.weight"], n_heads) for n in "qkv")
        to_key, to_value = w["key_table"], w["value_table"]
        root, output = np.sqrt(D // n_heads), []
        for b in range(B):
            for i in range(T):
                row = [cut(i - j, K) + K for j in range(T)]
                found = []
                for h in range(n_heads):
                    scores = [q[b, h, i] @ (k[b, h, j] + to_key[row[j]]) / root for j in range(T)]
                    give = lambda j: v[b, h, j] + to_value[row[j]]
                    found.append(finish(scores, None if mask is None else mask[i], give))
                output.append(w["out_proj.weight"] @ torch.cat(found))
        output = torch.stack(output).reshape(B, T, D)
        output.backward(torch.as_tensor(gradient, dtype=torch.float64))
        tables = {"grad_key_table": to_key.grad, "grad_value_table": to_value.grad}
        return {"output": output.detach()} | gradients(w, w, x.grad, **tables)

    promises = {
        "distances beyond K count as K": dict(K=2),
        "tables longer than the text": dict(K=5),
        "a causal mask": dict(mask="causal"),
        "any mask (T, T)": dict(mask="random"),
        "hidden keys get a weight of 0, however low the scores": dict(low=True),
        "None: every query may look everywhere": dict(mask=None),
        "all heads share the tables": dict(H=3),
        "the vectors for keys learn": "grad_key_table",
        "and those for values": "grad_value_table",
        "all projections learn": "grad_weights",
    }
    alternatives = {
        "a key of its own for each pair": """
            B, T, D = x.shape
            H, d = self.n_heads, D // self.n_heads
            q, k, v = (f(x).reshape(B, T, H, d).permute(0, 2, 1, 3) for f in (self.q_proj, self.k_proj, self.v_proj))
            i = torch.arange(T, device=x.device)
            r = torch.clip(i.reshape(T, 1) - i, -self.K, self.K) + self.K
            keys = k[:, :, None] + self.key_table[r]  # (B, H, T, T, d)
            e = (q[:, :, :, None] * keys).sum(-1) * d**-0.5
            if mask is not None:
                e = torch.where(mask, e, float("-inf"))
            values = v[:, :, None] + self.value_table[r]
            z = (torch.softmax(e, -1)[..., None] * values).sum(3)  # (B, H, T, d)
            return z.permute(0, 2, 1, 3).reshape(B, T, D) @ self.out_proj.weight.T
        """,
        "row numbers clipped from 0 to 2K, query by query": """
            B, T, D = x.shape
            q, k, v = (split_heads(f(x), self.n_heads) for f in (self.q_proj, self.k_proj, self.v_proj))
            found = []
            for i in range(T):
                row = (i - torch.arange(T, device=x.device) + self.K).clamp(0, 2 * self.K)
                s = ((k + self.key_table[row]) @ q[:, :, i, :, None]).squeeze(-1) / math.sqrt(q.shape[-1])  # (B, H, T)
                if mask is not None:
                    s = s.masked_fill(mask[i].logical_not(), -1e30)
                a = s.softmax(-1)
                found.append((a.unsqueeze(-1) * (v + self.value_table[row])).sum(2))
            return self.out_proj(torch.stack(found, 1).flatten(2))
        """,
    }
    slips = [
        slip(
            "one table serves keys and values",
            edit=("self.value_table[rows]", "self.key_table[rows]"),
            also=[("self.key_table[rows]", "self.value_table[rows]")],
            why="What makes a distance attractive is then also what gets passed on about it. The paper learns the two separately.",
            look="Two tables are made in __init__. Where does forward use each of them?",
        ),
        slip(
            "the two tables are swapped",
            edit=[
                (TO_VALUES, TO_VALUES.replace("value_table", "key_table")),
                (TO_KEYS, TO_KEYS.replace("key_table", "value_table")),
            ],
            why="A model trained like that works just as well, but weights from elsewhere don't fit it.",
            look="Which of the two tables does your code add to the keys?",
        ),
        slip(
            "the values know nothing of distances",
            edit=(TO_VALUES, ""),
            why="Attention then finds a token, but no later layer learns how far away it was.",
            look="How many terms does the sum over j in the second formula have?",
        ),
        slip(
            "the keys know nothing of distances",
            edit=(TO_KEYS, ""),
            why="The weights are those of attention without positions, so no query can ask for a distance.",
            look="How many terms does a score have, and which table belongs to it?",
        ),
        slip(
            "only one of the two terms is divided by √d",
            edit=[(SCALED, "pass"), ("scores = q @ k.mT +", "scores = q @ k.mT / math.sqrt(q.shape[-1]) +")],
            also=[
                [
                    (SCALED, "pass"),
                    ("self.key_table[rows])", "self.key_table[rows]) / math.sqrt(q.shape[-1])"),
                ]
            ],
            why="Both are sums of d products, and the paper divides both by the same root.",
            look="What is in the numerator of the formula?",
        ),
        slip(
            "the scores are not divided by √d",
            edit=(SCALED, "pass"),
            why="Their variance grows with d, so softmax puts nearly all of its weight on one token (lesson 02).",
            look="What is the denominator in the formula?",
        ),
        slip(
            "the scores are divided by something other than √d",
            edit=(SCALED, "scores = scores / math.sqrt(x.shape[-1])", "scores = scores / math.sqrt(2 * q.shape[-1])", "scores = scores / q.shape[-1]"),
            why="A score of one head is a sum over its own d columns.",
            look="How wide is the query that a score is made of?",
        ),
        slip(
            "the rows of past and future are swapped",
            edit=(ROWS, "rows = (self.K - relative_index(T, T, self.K)).to(x.device)"),

            why="The first row belongs to i − j = −K. The other way round, the token before the query gets the vector of the token after it.",
            look="Which row does your code take for the token just before the query?",
        ),
        slip(
            "distances are used as row numbers as they are",
            edit=(ROWS, ROWS.replace(" + self.K)", ")")),
            why="In Python, row −1 is the last one, so you get no error, but each distance gets the row of another.",
            look="Which row number should the distance 0 have, in a table that begins with −K?",
        ),
        slip(
            "rows are looked up before the distances are clipped",
            edit=(ROWS, ROWS.replace("T, T, self.K", "T, T")),
            also=[(ROWS, ROWS.replace("T, T, self.K) + self.K", "T, T) + T - 1"))],
            why="A text of more than K + 1 tokens has distances for which the table has no row.",
            look="What are the smallest and the largest row number for this text?",
        ),
        slip(
            "the rows depend on the length of the text",
            edit=(ROWS, ROWS.replace("rows = ", "K = min(self.K, T - 1)\n        rows = ").replace("self.K) + self.K", "K) + K")),
            also=[(ROWS, "rows = (relative_index(T, T) + T - 1).clamp(0, 2 * self.K).to(x.device)")],
            why="The same distance then gets one row in a short text and another in a long one, so training on one spoils the other.",
            look="With K = 5, which row does the distance 0 get in a text of 4 tokens, and which in one of 40?",
        ),
        slip(
            "distances beyond K get no vector at all",
            edit=[
                ("self.key_table[rows]", "(self.key_table[rows] * (relative_index(T, T).abs() <= self.K)[..., None])"),
                ("self.value_table[rows]", "(self.value_table[rows] * (relative_index(T, T).abs() <= self.K)[..., None])"),
            ],
            why="\"Far back\" is worth knowing as well, and it has the last row.",
            look="Which vector belongs to a distance of K + 1?",
        ),
        slip(
            "far distances wrap around to the other end of the table",
            edit=(ROWS, "rows = ((relative_index(T, T) + self.K) % (2 * self.K + 1)).to(x.device)"),
            why="A remainder keeps the index in range, but it turns the distant past into the near future.",
            look="Which row does a distance of K + 1 get?",
        ),
        slip(
            "the key, not the query, is multiplied by the position vector",
            edit=('torch.einsum("bhid,ijd->bhij", q, self.key_table[rows])', 'torch.einsum("bhjd,ijd->bhij", k, self.key_table[rows])'),
            why="The vector is added to the key, and the query is compared with their sum. (DeBERTa does have a term like yours.)",
            look="Multiply out the bracket of the first formula. Which factor does each term have?",
        ),
        slip(
            "the position term is added after softmax",
            edit=[
                (TO_KEYS, ""),
                ("weights = scores.softmax(dim=-1)", 'weights = scores.softmax(dim=-1) + torch.einsum("bhid,ijd->bhij", q, self.key_table[rows])'),
            ],
            why="After softmax it is too late: the weights may become negative, they no longer sum to 1, and the mask doesn't hide what you add.",
            look="In the paper's formula, what goes into the softmax?",
        ),
        *ATTENTION_SLIPS,
        slip(
            "the output projection is missing",
            edit=("self.out_proj(merge_heads(context))", "merge_heads(context)"),
            why="Each head's findings stay in columns of their own and are never mixed with another head's.",
            look="Four linear layers are made in __init__. How many does forward call?",
        ),
        slip(
            "heads are merged by a reshape without a transpose",
            edit=("merge_heads(context)", "context.reshape(x.shape)"),
            why="Numbers of different tokens then end up in the same row.",
            look="What is the order of the axes in the context, and what is it in the output?",
        ),
        slip(
            "the distances in the values are weighted before the mask",
            edit=[
                ("        if mask is not None:\n", "        free = scores.softmax(dim=-1)\n        if mask is not None:\n"),
                (TO_VALUES, TO_VALUES.replace("weights, self", "free, self")),
            ],
            why="Hidden tokens then pass on their distance, and with it the fact that they exist.",
            look="How many different weights does the formula for z have?",
        ),
        slip(
            "the distance vectors are added to the values without weights",
            edit=(TO_VALUES, " + self.value_table[rows].sum(dim=1)", " + self.value_table[rows].mean(dim=1)"),
            why="A token to which the query gives no weight should pass nothing on, not even its distance.",
            look="By which factor is the bracket in the second formula multiplied?",
        ),
        slip(
            "the tables are cut off from the gradient",
            edit=[("self.key_table[rows]", "self.key_table.detach()[rows]"), ("self.value_table[rows]", "self.value_table.detach()[rows]")],
            **CUT,
        ),
    ]  # fmt: skip
