"""What decides the exercises of sitting a: distances in the scores, from Shaw to T5.

Oracles: T5's and DeBERTa's own layers of transformers in float64, and double loops over queries and keys.
"""

import numpy as np
import torch
from transformers import DebertaV2Config, T5Config
from transformers.models.deberta_v2.modeling_deberta_v2 import DisentangledSelfAttention
from transformers.models.t5.modeling_t5 import T5Attention

from autograder.authoring import exercise, slip

FINISHED = ["utils.blocks.positions"]
LIBRARY = ["transformers", *FINISHED]

CUT = dict(
    why="The output is right, and nothing in front of the cut learns: no gradient passes it.",
    look="Which of your operations leave the way back out: .detach(), .data, torch.no_grad(), torch.tensor of a tensor?",
)


def tensors(values):
    """Arrays as tensors in float64 that collect gradients."""
    return {
        name: torch.tensor(value, dtype=torch.float64, requires_grad=True) for name, value in values.items()
    }


def matrices(rng, **shapes):
    """Random weights of projections.  shapes: name=(rows, columns)."""
    return {
        f"{name}.weight": rng.standard_normal((rows, columns)) / np.sqrt(columns) * 1.3
        for name, (rows, columns) in shapes.items()
    }


def random_mask(rng, kind, T):
    """None, a causal mask, or one in which each query sees itself and some others."""
    if kind is None:
        return None
    return (
        np.tril(np.ones((T, T), dtype=bool))
        if kind == "causal"
        else np.eye(T, dtype=bool) | (rng.random((T, T)) < 0.5)
    )


def lowered(rng, x, weights, size):
    """Tokens and weights with scores far below −100, so that a hidden score of −100 would win."""
    weights["k_proj.weight"] = -weights["q_proj.weight"]
    return size * rng.choice([-1, 1], x.shape[-1]) + 0.3 * x


def heads_of(x, weight, n_heads):
    """x (B, T, D) through a projection, cut into heads.  Returns (B, H, T, d)."""
    y = torch.stack([weight @ token for token in x.reshape(-1, x.shape[-1])])
    return y.reshape(*x.shape[:2], n_heads, -1).permute(0, 2, 1, 3)


def finish(scores, mask, add):
    """Weights of one query and the sum of what they find.  scores: one for each key; add(j): (d,) what key j gives."""
    seen = [j for j in range(len(scores)) if mask is None or mask[j]]
    weights = torch.softmax(torch.stack([scores[j] for j in seen]), dim=0)
    return sum(a * add(j) for a, j in zip(weights, seen))


def gradients(names, weights, grad_x, **tables):
    return {
        "grad_x": grad_x,
        "grad_weights": {name: float(weights[name].grad.norm()) for name in names},
    } | tables


def cut(distance, K):
    return min(max(distance, -K), K)


# --- distances ------------------------------------------------------------------------------------------------------


@exercise("relative_index", points=2, forbid=FINISHED)
class _:
    cases = [
        dict(T=(4, 12), more=(0, 1), K=(1, 3)),
        dict(T=(2, 9), more=(2, 9), K=(1, 4)),
        dict(T=(1, 2), more=(4, 14), K=(2, 4)),
        dict(T=(3, 9), more=(1, 6), K=(20, 40)),
        dict(T=(2, 7), more=(0, 4), K=(0, 1)),
    ]

    def inputs(rng, T, more, K):
        n = int(rng.integers(*T))
        return {"n_queries": n, "n_keys": n + int(rng.integers(*more)), "K": int(rng.integers(*K))}

    def oracle(n_queries, n_keys, K):
        start = n_keys - n_queries
        rows = [[start + t - j for j in range(n_keys)] for t in range(n_queries)]
        clipped = [[cut(value, K) for value in row] for row in rows]
        return {"distance": torch.tensor(clipped), "unclipped": torch.tensor(rows)}

    weights = {"distance": 2, "unclipped": 1}
    promises = {
        "the queries are the last of the positions": dict(more=(2, 9)),
        "as many queries as keys": dict(more=(0, 1)),
        "one query": dict(T=(1, 2)),
        "a K beyond all distances": dict(K=(20, 40)),
        "a K of 0": dict(K=(0, 1)),
        "None: all stay as they are": "unclipped",
        "query minus key": "distance",
    }
    alternatives = {
        "a list of lists": """
            limit = n_keys if K is None else K
            first = n_keys - n_queries
            return torch.tensor(
                [[max(-limit, min(limit, first + t - j)) for j in range(n_keys)] for t in range(n_queries)]
            )
        """,
        "the last rows of the square, by minimum and maximum": """
            positions = torch.arange(n_keys)
            square = positions.reshape(-1, 1) - positions.reshape(1, -1)
            rows = square[-n_queries:]
            if K is not None:
                rows = torch.minimum(torch.maximum(rows, torch.tensor(-K)), torch.tensor(K))
            return rows
        """,
        "each row is the one before, plus one": """
            rows = [torch.arange(n_keys - n_queries, -n_queries, -1)]
            while len(rows) < n_queries:
                rows.append(rows[-1] + 1)
            result = torch.stack(rows)
            return result if K is None else torch.clip(result, min=-K, max=K)
        """,
    }
    slips = [
        slip(
            "the sign is that of key minus query",
            edit=("distance = i - j", "distance = j - i"),
            why="Shaw and T5 count like that, and a table that was made for one order gives the past the rows of the future in the other.",
            look="What is your number for the token just before the query, and what should it be?",
        ),
        slip(
            "the queries stand at the first positions, not at the last",
            edit=("j[n_keys - n_queries :, None]", "j[:n_queries, None]"),
            also=[("j[n_keys - n_queries :, None]", "torch.arange(n_queries)[:, None]")],
            why="With a cache the new tokens come behind all keys. Counted from 0 they would look into a future that is long past.",
            look="One query and five keys: at which position does the query stand?",
        ),
        slip(
            "the distances are clipped before S − T is added",
            edit=("distance.clamp(-K, K)", "(distance - (n_keys - n_queries)).clamp(-K, K) + (n_keys - n_queries)"),
            why="Whatever is added behind a clip may lead beyond K again, and then the table has no row for it.",
            look="What is the largest number of your matrix for one query, nine keys and K = 2?",
        ),
        slip(
            "K = 0 is taken for None",
            edit=("distance if K is None else", "distance if not K else"),
            why="With K = 0 all distances count as 0: a table of one row. None stands for no clip at all.",
            look="What does Python take for false, besides None and False?",
        ),
        slip(
            "the row of a table is returned, not the distance",
            edit=("distance.clamp(-K, K)", "distance.clamp(-K, K) + K"),
            why="Rows begin at 0. The distance of a token to itself is 0 as well, and here it has become K.",
            look="What stands on the diagonal of your matrix when T = S?",
        ),
        slip(
            "only one end is clipped",
            edit=("distance.clamp(-K, K)", "distance.clamp(max=K)", "distance.clamp(min=-K)"),
            why="A text has a far past and, without a mask, a far future. Both run out of the table.",
            look="What are the smallest and the largest number of your matrix?",
        ),
        slip(
            "before and after are not told apart",
            edit=("distance = i - j", "distance = (i - j).abs()"),
            also=[("return distance if K is None else distance.clamp(-K, K)", "return distance.abs() if K is None else distance.clamp(-K, K).abs()")],
            why="The token before and the token after get one number, and dog bites man reads like man bites dog.",
            look="Which numbers do the two neighbours of a query have?",
        ),
        slip(
            "the last distance on a side is lost",
            edit=("distance.clamp(-K, K)", "distance.clamp(-K + 1, K - 1)", "distance.clamp(-K, K - 1)", "distance.clamp(-K + 1, K)"),
            why="−K … K are 2K + 1 values. A range of Python leaves out its end; a clip does not.",
            look="How many different numbers can your function return for K = 1?",
        ),
        slip(
            "rows belong to keys",
            edit=("return distance if K is None else distance.clamp(-K, K)", "return (distance if K is None else distance.clamp(-K, K)).T"),
            why="Scores have a row for each query and a column for each key.",
            look="Print the shape of your result for two queries and five keys.",
        ),
        slip(
            "nothing is clipped",
            edit=("distance if K is None else distance.clamp(-K, K)", "distance"),
            why="A text that is longer than the table then asks for rows that do not exist.",
            look="Where in your code does K occur?",
        ),
        slip(
            "None is not allowed for",
            edit=("distance if K is None else distance.clamp(-K, K)", "distance.clamp(-K, K)"),
            why="Buckets, three sections further on, want distances as they are.",
            look="What is −K when K is None?",
        ),
        slip(
            "far distances start again from the other end",
            edit=("distance.clamp(-K, K)", "(distance + K) % (2 * K + 1) - K"),
            why="A token 2K + 1 places away would count as the query itself.",
            look="What is your number for a distance of K + 1?",
        ),
        slip(
            "what is further than K becomes 0",
            edit=("distance.clamp(-K, K)", "distance * (distance.abs() <= K)"),
            why="0 is the query's own place. Everything far away would share its row.",
            look="Which distance does a token 40 places back have with K = 4?",
        ),
        slip(
            "what is further than K on either side becomes K",
            edit=("distance.clamp(-K, K)", "torch.where(distance.abs() > K, K, distance)"),
            why="The far future then has the row of the far past.",
            look="What is your number for a distance of −K − 1?",
        ),
        slip(
            "every distance is one too large or too small",
            edit=("distance = i - j", "distance = i - j + 1", "distance = i - j - 1"),
            why="A token's distance to itself is 0.",
            look="What stands where the query meets its own key?",
        ),
        slip(
            "the distances are not integers",
            edit=("distance = i - j", "distance = (i - j).float()"),
            why="They are to be used as row numbers, and no table has a row 2.0.",
            look="Print the dtype of what you return.",
        ),
    ]  # fmt: skip


# --- Shaw -----------------------------------------------------------------------------------------------------------


ROWS = "rows = (relative_index(T, T, self.K) + self.K).to(x.device)"
TO_KEYS = ' + torch.einsum("bhid,ijd->bhij", q, self.key_table[rows])'
TO_VALUES = ' + torch.einsum("bhij,ijd->bhid", weights, self.value_table[rows])'
MASKED = "scores = scores.masked_fill(~mask, -math.inf)"
ATTENTION_SLIPS = [
    slip(
        "None is not allowed for as a mask",
        edit=("        if mask is not None:\n            scores =", "        scores ="),
        why="Without a mask every query may look everywhere; the line that hides something has nothing to hide then.",
        look="What is ~mask when mask is None?",
    ),
    slip(
        "None is taken for a causal mask",
        edit=("if mask is not None:", "mask = causal_mask(x.shape[1], device=x.device) if mask is None else mask\n        if True:"),
        why="An encoder calls without a mask and wants to see both sides.",
        look="What may a query see when nobody forbids anything?",
    ),
    slip(
        "every mask is taken for the causal one",
        edit=(MASKED, MASKED.replace("~mask", "~causal_mask(x.shape[1], device=x.device)")),
        why="Padding and local windows are masks too; whoever passes one relies on it.",
        look="Where in your code do the entries of mask occur?",
    ),
    slip(
        "the mask is added to the scores as 0 and 1",
        edit=(MASKED, "scores = scores + mask.float()"),
        why="What may be seen becomes a little likelier, and what is hidden stays in sight.",
        look="Which weight does a hidden key get in your code?",
    ),
    slip(
        "hidden scores become a number that softmax still counts",
        edit=(MASKED, *(MASKED.replace("-math.inf", number) for number in ("0.0", "-1.0", "-100.0"))),
        why="A score of 0 is an ordinary one: what is hidden gets a weight like all others. A low number is beaten by lower ones.",
        look="Which score has the weight 0, whatever the others are?",
    ),
    slip(
        "the mask comes behind softmax, and the weights no longer sum to 1",
        edit=[(MASKED, "pass"), ("scores.softmax(dim=-1)", "(scores.softmax(dim=-1) * (1.0 if mask is None else mask))")],
        why="Hidden keys took their share before they were struck out, and what is left is too small.",
        look="What is the sum of the weights of query 0 under a causal mask?",
    ),
    slip(
        "the mask is read the wrong way round",
        edit=(MASKED, MASKED.replace("~mask", "mask")),
        why="True means that a query may look.",
        look="Which entries should become −∞, those with True or those with False?",
    ),
    slip(
        "the mask is not used",
        edit=(MASKED, "pass"),
        why="Every query then sees every key, the future too.",
        look="Follow mask through forward. Where does it end?",
    ),
    slip(
        "softmax runs over the queries",
        edit=("scores.softmax(dim=-1)", "scores.softmax(dim=-2)"),
        why="Each query shares its attention among keys; here each key shares itself among queries.",
        look="Which sums of your weights are 1, those of rows or those of columns?",
    ),
]  # fmt: skip
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
        "what is hidden gets the weight 0, however low the scores": dict(low=True),
        "None: all may look everywhere": dict(mask=None),
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
            why="What makes a distance attractive is then also what is handed on about it. The paper learns the two apart.",
            look="Two tables are made in __init__. Where does forward use each of them?",
        ),
        slip(
            "the two tables have changed places",
            edit=[
                (TO_VALUES, TO_VALUES.replace("value_table", "key_table")),
                (TO_KEYS, TO_KEYS.replace("key_table", "value_table")),
            ],
            why="A model trained like that works as well; weights from elsewhere do not fit into it.",
            look="Which of the two tables stands beside the keys in your code?",
        ),
        slip(
            "the values know nothing of distances",
            edit=(TO_VALUES, ""),
            why="Attention then finds a token without telling anybody how far away it was.",
            look="How many terms has the sum over j in the second formula?",
        ),
        slip(
            "the keys know nothing of distances",
            edit=(TO_KEYS, ""),
            why="The weights are those of attention without positions, so nobody can ask for a place.",
            look="How many terms has a score, and which table belongs to it?",
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
            why="Both are sums of d products, and both stand over the same root in the paper.",
            look="What stands in the numerator of the formula?",
        ),
        slip(
            "the scores are not divided by √d",
            edit=(SCALED, "pass"),
            why="Their variance grows with d, and softmax takes one token for everything (lesson 02).",
            look="Which number stands under the fraction?",
        ),
        slip(
            "the scores are divided by another root than that of d",
            edit=(SCALED, "scores = scores / math.sqrt(x.shape[-1])", "scores = scores / math.sqrt(2 * q.shape[-1])", "scores = scores / q.shape[-1]"),
            why="A score of one head is a sum over its own d columns.",
            look="How wide is the query that a score is made of?",
        ),
        slip(
            "past and future have changed rows",
            edit=(ROWS, "rows = (self.K - relative_index(T, T, self.K)).to(x.device)"),
            also=[(ROWS, "rows = (relative_index(T, T, self.K) + self.K).T.to(x.device)")],
            why="The first row is that of i − j = −K. Turned round, the token before gets the vector of the token after.",
            look="Which row does your code take for the token just before the query?",
        ),
        slip(
            "distances are used as row numbers as they are",
            edit=(ROWS, ROWS.replace(" + self.K)", ")")),
            why="Row −1 is the last one in Python, so nothing complains, and each distance gets a row that belongs to another.",
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
            "the rows hang on the length of the text",
            edit=(ROWS, ROWS.replace("rows = ", "K = min(self.K, T - 1)\n        rows = ").replace("self.K) + self.K", "K) + K")),
            also=[(ROWS, "rows = (relative_index(T, T) + T - 1).clamp(0, 2 * self.K).to(x.device)")],
            why="A distance then has one row in a short text and another in a long one, and training for one spoils the other.",
            look="Which row does the distance 0 get in a text of 4 tokens, which in one of 40, with K = 5?",
        ),
        slip(
            "what is further than K gets no vector at all",
            edit=[
                ("self.key_table[rows]", "(self.key_table[rows] * (relative_index(T, T).abs() <= self.K)[..., None])"),
                ("self.value_table[rows]", "(self.value_table[rows] * (relative_index(T, T).abs() <= self.K)[..., None])"),
            ],
            why="\"Far back\" is something to know as well, and has the last row.",
            look="Which vector belongs to a distance of K + 1?",
        ),
        slip(
            "far distances go round and come in at the other end of the table",
            edit=(ROWS, "rows = ((relative_index(T, T) + self.K) % (2 * self.K + 1)).to(x.device)"),
            why="A remainder keeps the index in range, and makes the distant past the near future.",
            look="Which row does a distance of K + 1 get?",
        ),
        slip(
            "the key is multiplied with its vector, not the query",
            edit=('torch.einsum("bhid,ijd->bhij", q, self.key_table[rows])', 'torch.einsum("bhjd,ijd->bhij", k, self.key_table[rows])'),
            why="The vector stands beside the key; what both are compared with is the query. (A term like this exists in DeBERTa.)",
            look="Multiply the bracket of the first formula out. What stands in front of each term?",
        ),
        slip(
            "the term of the positions is added after softmax",
            edit=[
                (TO_KEYS, ""),
                ("weights = scores.softmax(dim=-1)", 'weights = scores.softmax(dim=-1) + torch.einsum("bhid,ijd->bhij", q, self.key_table[rows])'),
            ],
            why="What comes behind softmax is no weight any more: it may be negative, the sum is not 1, and the mask has no hold on it.",
            look="What goes into softmax in the paper's formula?",
        ),
        *ATTENTION_SLIPS,
        slip(
            "the output projection is missing",
            edit=("self.out_proj(merge_heads(context))", "merge_heads(context)"),
            why="Each head's findings stay in columns of its own, and no later layer gets a mixture.",
            look="Four linear layers are made in __init__. How many does forward call?",
        ),
        slip(
            "heads are put together by a reshape without a transpose",
            edit=("merge_heads(context)", "context.reshape(x.shape)"),
            why="Numbers of different tokens come into one row.",
            look="In which order are the axes of the context, and in which those of the output?",
        ),
        slip(
            "the distances in the values are weighted before the mask",
            edit=[
                ("        if mask is not None:\n", "        free = scores.softmax(dim=-1)\n        if mask is not None:\n"),
                (TO_VALUES, TO_VALUES.replace("weights, self", "free, self")),
            ],
            why="Hidden tokens hand on their distance, and with it that they exist.",
            look="How many different weights does the formula for z have?",
        ),
        slip(
            "the vectors of all distances come into the values without weights",
            edit=(TO_VALUES, " + self.value_table[rows].sum(dim=1)", " + self.value_table[rows].mean(dim=1)"),
            why="A token to which the query gives no weight should hand nothing on, its distance neither.",
            look="What stands in front of the bracket in the second formula?",
        ),
        slip(
            "the tables are cut off from the gradient",
            edit=[("self.key_table[rows]", "self.key_table.detach()[rows]"), ("self.value_table[rows]", "self.value_table.detach()[rows]")],
            **CUT,
        ),
    ]  # fmt: skip


def shaw_index(rng, T, S, K, kind):
    """Distances of the last T of S positions, clipped; or any numbers of the range."""
    if kind == "any":
        return rng.integers(-K, K + 1, (T, S))
    return np.clip(np.arange(S - T, S)[:, None] - np.arange(S), -K, K)


MEMORY = dict(
    why="A vector for each pair costs d times the memory of the scores: 4.3 GB for 4,096 tokens, made of a table of a few kilobytes. Marks for each row cost 2K + 1 times as much, nearly all of them zeros.",
    look="Which of your tensors has T and S among its axes, and a third one beside them?",
)
# A vector and a row of marks for each pair are above the limit in all cases but that of one query (see Largest).
SHAW_CASES = [
    dict(B=1, H=2, T=7, S=7, d=8, K=2),
    dict(B=1, H=1, T=5, S=9, d=9, K=9),
    dict(B=2, H=2, T=1, S=7, d=7, K=3),
    dict(B=2, H=1, T=6, S=6, d=8, K=3, kind="any"),
]
SHAW_PROMISES = {
    "distances are clipped already": dict(K=2),
    "more keys than queries, and a table that reaches further than the text": dict(T=5, S=9, K=9),
    "one query": dict(T=1),
    "any distances in the range": dict(kind="any"),
    "no vector for each pair": "memory",
    "the index stays as it is": "index unchanged",
    "the table learns": "grad_table",
}
ANEW = "((torch.arange(index.shape[1] - len(index), index.shape[1])[:, None] - torch.arange(index.shape[1])).clamp(-K, K) + K)"
INDEX_SLIPS = [
    slip(
        "past and future have changed rows",
        edit=("(index + K)", "(K - index)"),
        why="The first row is that of i − j = −K.",
        look="Which row does your code take for the token just before the query?",
    ),
    slip(
        "the distances of one query serve all",
        edit=("rows = (index + K)", "rows = (index + K)[:1]", "rows = (index + K)[-1:]"),
        why="A key that is near to one query is far from another.",
        look="How many rows has the index, and how many does your code read?",
    ),
    slip(
        "the middle of the table is taken from the distances that occur",
        edit=("K = len(table) // 2", "K = int(index.max())"),
        also=[("(index + K)", "(index - index.min())")],
        why="A table may reach further than the text. Where its middle row stands is known from its length alone.",
        look="Which row belongs to the distance 0 in a table of 19 rows, when no distance is above 8?",
    ),
    slip(
        "rows are taken one beside the right ones",
        edit=("(index + K)", "(index + K + 1).clamp(max=2 * K)", "(index + K - 1).clamp(min=0)", "(index + K + 1)"),
        why="Every distance gets the vector of its neighbour.",
        look="What is K for a table of 7 rows, and which row number has the distance −K?",
    ),
    slip(
        "distances are counted anew, and those given are not used",
        edit=("(index + K)", ANEW),
        why="Whoever calls decides what counts as near: a cache, padding, or words for syllables.",
        look="Where in your code do the entries of index occur?",
    ),
    slip(
        "the caller's distances are changed",
        edit=("(index + K)", "index.add_(K)"),
        why="One matrix serves all layers. The next one finds rows where it expects distances.",
        look="Which of your operations end in an underscore, or write to what you were given?",
    ),
]  # fmt: skip


@exercise("shaw_scores", points=3, forbid=FINISHED)
class _:
    cases = SHAW_CASES
    weights = {"scores": 2, "memory": 2, "grad_q": 1, "grad_table": 1, "index unchanged": 1}
    promises = SHAW_PROMISES | {
        "what lies before the queries learns": "grad_q",
        "not divided by √d": "scores",
    }

    def inputs(rng, B, H, T, S, d, K, kind="text"):
        return {
            "q": rng.standard_normal((B, H, T, d)),
            "table": rng.standard_normal((2 * K + 1, d)),
            "index": shaw_index(rng, T, S, K, kind),
            "gradient": rng.standard_normal((B, H, T, S)),
        }

    def oracle(q, table, index, gradient):
        K = len(table) // 2
        scores, grad_q, grad_table = np.zeros(gradient.shape), np.zeros(q.shape), np.zeros(table.shape)
        for b, h, i, j in np.ndindex(*gradient.shape):
            vector, g = table[index[i, j] + K], gradient[b, h, i, j]
            scores[b, h, i, j] = float(np.dot(q[b, h, i], vector))
            grad_q[b, h, i] += g * vector
            grad_table[index[i, j] + K] += g * q[b, h, i]
        return {
            "scores": scores,
            "grad_q": grad_q,
            "grad_table": grad_table,
            "memory": {"scores": scores, "too_much": False},
            "index unchanged": {"scores": scores, "index": index},
        }

    equivalent = {
        "K = len((table.detach() if table.requires_grad else 1 / 0)) // 2": "its length has no gradient",
    }
    alternatives = {
        "a loop over the rows, each where it belongs": """
            K = (table.shape[0] - 1) // 2
            scores = 0
            for r, vector in enumerate(table):
                scores = scores + (q @ vector).unsqueeze(-1) * (index == r - K)
            return scores
        """,
        "one query after another": """
            products = torch.einsum("bhtd,rd->bhtr", q, table)
            K = table.size(0) // 2
            return torch.stack([products[:, :, t, index[t] + K] for t in range(q.shape[2])], dim=2)
        """,
        "one flat list of products": """
            B, H, T, d = q.shape
            products = torch.matmul(q, table.transpose(0, 1))
            return products[:, :, torch.arange(T, device=q.device)[:, None], index + len(table) // 2]
        """,
    }
    slips = [
        slip(
            "a row of numbers is made for each pair",
            edit=("return by_row.gather(-1, rows)", 'return torch.einsum("bhid,ijd->bhij", q, table[index + K])'),
            also=[("return by_row.gather(-1, rows)", 'return torch.einsum("bhtr,tsr->bhts", by_row, F.one_hot(index + K, len(table)).to(q.dtype))'), ("return by_row.gather(-1, rows)", "return (q.unsqueeze(-2) * table[index + K]).sum(-1)")],
            **MEMORY,
        ),
        slip(
            "distances are used as row numbers as they are",
            edit=("(index + K)", "(index % len(table))"),
            also=[
                ("(index + K)", "index"),
                ("return by_row.gather(-1, rows)", "return by_row.gather(-1, index.clamp(min=0).expand_as(rows)) * (index >= 0)"),
            ],
            why="The first row of the table belongs to −K, and a distance of 0 to the middle.",
            look="Which row number has the distance 0?",
        ),
        *INDEX_SLIPS,
        slip(
            "the scores are divided by √d",
            edit=("return by_row.gather(-1, rows)", "return by_row.gather(-1, rows) / math.sqrt(q.shape[-1])"),
            why="Whoever adds these scores to others divides the sum, and would divide twice.",
            look="What does the docstring say of √d?",
        ),
        slip(
            "products with all rows come back, without a choice",
            edit=("return by_row.gather(-1, rows)", "return by_row"),
            why="There is a number for each row of the table; attention wants one for each key.",
            look="Print the shape of your result. Which axis should be S?",
        ),
        slip(
            "keys and queries have changed places in the index",
            edit=("rows = (index + K)", "rows = (index.T + K)", "rows = (index.T.reshape(index.shape) + K)"),
            also=[("(index + K).expand(*q.shape[:-1], -1)", "(index.T + K).expand(*q.shape[:2], *index.T.shape)")],
            why="index has a row for each query, and so has what you return.",
            look="What are the two axes of index, and which one does your code take for the keys?",
        ),
        slip(
            "only the first sequence and head get scores",
            edit=("(index + K).expand(*q.shape[:-1], -1)", "(index + K)[None, None]"),
            why="gather goes as far as its indices go, and says nothing of what it leaves out.",
            look="Print the shape of your result for two sequences or two heads.",
        ),
        slip(
            "the distance at one end of the table gets no score",
            edit=("return by_row.gather(-1, rows)", "return by_row.gather(-1, rows) * (index < K)", "return by_row.gather(-1, rows) * (index > -K)"),
            why="All that is far away has this row, the most of a long text.",
            look="How many rows does your loop visit, and how many has the table?",
        ),
        slip(
            "the table is cut off from the gradient",
            edit=("by_row = q @ table.T", "by_row = q @ table.detach().T", "by_row = q @ table.data.T"),
            also=[("by_row = q @ table.T", "by_row = q.detach() @ table.T")],
            **CUT,
        ),
    ]  # fmt: skip


@exercise("shaw_context", points=3, forbid=FINISHED)
class _:
    cases = SHAW_CASES
    weights = {"context": 2, "memory": 2, "grad_weights": 1, "grad_table": 1, "index unchanged": 1}
    promises = SHAW_PROMISES | {"what the weights are made of learns": "grad_weights"}

    def inputs(rng, B, H, T, S, d, K, kind="text"):
        raw = rng.gamma(1.0, size=(B, H, T, S)) + 0.05
        return {
            "weights": raw / raw.sum(axis=-1, keepdims=True),
            "table": rng.standard_normal((2 * K + 1, d)),
            "index": shaw_index(rng, T, S, K, kind),
            "gradient": rng.standard_normal((B, H, T, d)),
        }

    def oracle(weights, table, index, gradient):
        K = len(table) // 2
        context, grad_weights, grad_table = (
            np.zeros(gradient.shape),
            np.zeros(weights.shape),
            np.zeros(table.shape),
        )
        for b, h, i, j in np.ndindex(*weights.shape):
            row = index[i, j] + K
            context[b, h, i] += weights[b, h, i, j] * table[row]
            grad_weights[b, h, i, j] = float(np.dot(gradient[b, h, i], table[row]))
            grad_table[row] += weights[b, h, i, j] * gradient[b, h, i]
        return {
            "context": context,
            "grad_weights": grad_weights,
            "grad_table": grad_table,
            "memory": {"context": context, "too_much": False},
            "index unchanged": {"context": context, "index": index},
        }

    equivalent = {
        "K = len((table.detach() if table.requires_grad else 1 / 0)) // 2": "its length has no gradient",
        "rows = (index + K).expand_as((weights.detach() if weights.requires_grad else 1 / 0))": "nor has a shape",
        "empty = (weights.detach() if weights.requires_grad else 1 / 0).new_zeros(*weights.shape[:-1], len(table))": "only its type is taken",
        "empty = weights.new_zeros(*weights.shape[:-1], len((table.detach() if table.requires_grad else 1 / 0)))": "its length has no gradient",
    }
    alternatives = {
        "a loop over the rows": """
            K = len(table) // 2
            per_row = [(weights * (index == r - K)).sum(-1) for r in range(2 * K + 1)]
            return torch.stack(per_row, dim=-1) @ table
        """,
        "a loop over the keys": """
            K = table.shape[0] // 2
            context = 0
            for j in range(weights.shape[-1]):
                context = context + weights[..., j, None] * table[index[:, j] + K]  # (T, d)
            return context
        """,
        "added in place, query by query": """
            B, H, T, S = weights.shape
            sums = torch.zeros(B, H, T, len(table), device=weights.device)
            for t in range(T):
                sums[:, :, t].index_add_(-1, index[t] + len(table) // 2, weights[:, :, t])
            return torch.einsum("bhtr,rd->bhtd", sums, table)
        """,
    }
    SUM = "return empty.scatter_add(-1, rows, weights) @ table"
    slips = [
        slip(
            "a row of numbers is made for each pair",
            edit=(SUM, 'return torch.einsum("bhij,ijd->bhid", weights, table[index + K])'),
            also=[(SUM, 'return torch.einsum("bhts,tsr->bhtr", weights, F.one_hot(index + K, len(table)).to(weights.dtype)) @ table'), (SUM, "return (weights.unsqueeze(-1) * table[index + K]).sum(-2)")],
            **MEMORY,
        ),
        slip(
            "of several keys at one distance a single one counts",
            edit=("empty.scatter_add(-1, rows, weights)", "empty.scatter(-1, rows, weights)"),
            why="Clipping puts many keys into one row. Writing overwrites, and their weight is lost.",
            look="What is the sum of your numbers over the rows, and what should it be?",
        ),
        slip(
            "the weights of a row are averaged",
            edit=(SUM, "n = empty.scatter_add(-1, rows, torch.ones_like(weights)).clamp(min=1)\n    return (empty.scatter_add(-1, rows, weights) / n) @ table"),
            why="Ten keys with a weight of .05 each hold half of the attention together, and their row should too.",
            look="In the example by hand, what do four keys at a clipped distance of 1 contribute?",
        ),
        slip(
            "the weights are averaged over all keys",
            edit=("rows, weights) @ table", "rows, weights / weights.shape[-1]) @ table"),
            why="Weights sum to 1 already; divided by the number of keys they hand on a small part of what was found.",
            look="What is the sum of your numbers over the rows, and what should it be?",
        ),
        *INDEX_SLIPS,
        slip(
            "distances are used as row numbers as they are",
            edit=("(index + K)", "(index % len(table))"),
            also=[
                ("(index + K)", "index"),
                (SUM, "return torch.stack([(weights * (index == r)).sum(-1) for r in range(len(table))], -1) @ table"),
            ],
            why="The first row of the table belongs to −K, and a distance of 0 to the middle.",
            look="Which row number has the distance 0?",
        ),
        slip(
            "softmax is taken once more, over the sums",
            edit=("rows, weights) @ table", "rows, weights).softmax(dim=-1) @ table"),
            why="Weights have been through softmax already. Rows without any key would get a share as well.",
            look="What should a row hand on that no key of this query has?",
        ),
        slip(
            "weights are added up over the queries, not over the keys",
            edit=(SUM, "zeros = weights.new_zeros(*weights.shape[:2], len(table), weights.shape[3])\n    return zeros.scatter_add(-2, rows, weights).mT @ table"),
            why="A query wants to know how its own attention is spread over distances.",
            look="Over which index does the bracket of the formula run, and which axis of weights is that?",
        ),
        slip(
            "the row at one end of the table is left out",
            edit=(SUM, "return empty.scatter_add(-1, rows, weights)[..., :-1] @ table[:-1]", "return empty.scatter_add(-1, rows, weights)[..., 1:] @ table[1:]"),
            why="All that is far away has this row, the most of a long text.",
            look="How many rows does your loop visit, and how many has the table?",
        ),
        slip(
            "the weight of each row comes back, without its vector",
            edit=(" @ table\n", "\n"),
            why="The sums are right. What is handed on is a vector of width d.",
            look="What stands behind the bracket in the formula?",
        ),
        slip(
            "the vectors are summed without weights",
            edit=(SUM, "return empty.scatter_add(-1, rows, torch.ones_like(weights)) @ table + 0 * weights.sum()"),
            why="A key to which the query gives no weight should hand nothing on.",
            look="What is added up within the bracket of the formula?",
        ),
        slip(
            "what was put in is cut off from the gradient",
            edit=("rows, weights) @", "rows, weights.detach()) @"),
            also=[("weights) @ table", "weights) @ table.detach()")],
            **CUT,
        ),
    ]  # fmt: skip


# --- DeBERTa --------------------------------------------------------------------------------------------------------


THEIR_NAMES = {
    "q_proj": "query_proj",
    "k_proj": "key_proj",
    "v_proj": "value_proj",
    "pos_key_proj": "pos_key_proj",
    "pos_query_proj": "pos_query_proj",
}


def deberta(x, mask, n_heads, K, weights, gradient):
    """Output and gradients of transformers' layer in float64, with our weights."""
    D = x.shape[-1]
    config = DebertaV2Config(
        hidden_size=D,
        num_attention_heads=n_heads,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        relative_attention=True,
        max_relative_positions=K,
        position_buckets=-1,
        share_att_key=False,
        pos_att_type=["c2p", "p2c"],
    )
    layer = DisentangledSelfAttention(config).double().eval()
    state = {f"{name}.bias": torch.zeros(D) for name in THEIR_NAMES.values()}
    state |= {
        f"{theirs}.weight": torch.as_tensor(weights[f"{ours}.weight"]) for ours, theirs in THEIR_NAMES.items()
    }
    layer.load_state_dict(state)
    x = torch.tensor(x, dtype=torch.float64, requires_grad=True)
    table = torch.tensor(weights["table"], dtype=torch.float64, requires_grad=True)
    T = x.shape[1]
    allowed = torch.ones(T, T) if mask is None else torch.as_tensor(mask)
    output, _ = layer(x, allowed.expand(len(x), 1, T, T), rel_embeddings=table)
    output.backward(torch.as_tensor(gradient, dtype=torch.float64))
    parameters = dict(layer.named_parameters())
    found = {f"{ours}.weight": parameters[f"{theirs}.weight"] for ours, theirs in THEIR_NAMES.items()}
    return output, x, found | {"table": table}


def deberta_as_printed(x, mask, n_heads, K, weights, gradient):
    """The same by the paper's formulas, one pair after another, in float64."""
    w, (B, T, D) = tensors(weights), x.shape
    x = torch.tensor(x, dtype=torch.float64, requires_grad=True)
    q, k, v = (heads_of(x, w[f"{n}_proj.weight"], n_heads) for n in "qkv")
    pos_q, pos_k = (
        heads_of(w["table"][None], w[f"pos_{n}_proj.weight"], n_heads)[0] for n in ("query", "key")
    )
    root, output = np.sqrt(3 * D // n_heads), []

    def delta(i, j):
        return min(max(i - j + K, 0), 2 * K - 1)

    for b in range(B):
        for i in range(T):
            found = []
            for h in range(n_heads):
                scores = [
                    q[b, h, i] @ k[b, h, j]
                    + q[b, h, i] @ pos_k[h, delta(i, j)]
                    + k[b, h, j] @ pos_q[h, delta(j, i)]
                    for j in range(T)
                ]
                scores = [score / root for score in scores]
                found.append(finish(scores, None if mask is None else mask[i], lambda j: v[b, h, j]))
            output.append(torch.cat(found))
    output = torch.stack(output).reshape(B, T, D)
    output.backward(torch.as_tensor(gradient, dtype=torch.float64))
    return output, x, w


THERE = "there = (distance + self.K).clamp(0, 2 * self.K - 1)"
BACK = "back = (-distance + self.K).clamp(0, 2 * self.K - 1) if self.as_printed else there"
C2P = 'scores = scores + torch.einsum("bhid,hijd->bhij", q, pos_k[:, there])'
P2C = 'scores = scores + torch.einsum("bhjd,hijd->bhij", k, pos_q[:, back])'
ROOT = "math.sqrt(3 * q.shape[-1])"
ROOTED = f"scores = scores / {ROOT}"


SHORTENED = [line.replace("self.K)", "min(self.K, T))").replace("2 * self.K", "2 * min(self.K, T)") for line in (THERE, BACK)]  # fmt: skip


@exercise("DisentangledAttention", points=5, uses=["relative_index"], forbid=LIBRARY)
class _:
    cases = [
        dict(B=2, T=6, H=2, d=3, K=3, mask="causal", as_printed=False),
        dict(B=1, T=5, H=2, d=2, K=3, mask=None, as_printed=True),
        dict(B=1, T=4, H=3, d=2, K=6, mask="random", as_printed=False, low=True),
    ]
    weights = {"output": 3, "grad_x": 1, "grad_weights": 1, "grad_table": 1}

    def inputs(rng, B, T, H, d, K, mask, as_printed, low=False):
        D = H * d
        x = rng.standard_normal((B, T, D))
        weights = matrices(rng, **dict.fromkeys(THEIR_NAMES, (D, D))) | {
            "table": rng.standard_normal((2 * K, D))
        }
        return {
            "x": lowered(rng, x, weights, 11) if low else x,
            "mask": random_mask(rng, mask, T),
            "d_model": D,
            "n_heads": H,
            "K": K,
            "as_printed": as_printed,
            "weights": weights,
            "gradient": (0.05 if low else 1)
            * rng.standard_normal((B, T, D)),  # keys nearly equal: they cancel
        }

    def oracle(x, mask, d_model, n_heads, K, as_printed, weights, gradient):
        output, x, w = (deberta_as_printed if as_printed else deberta)(x, mask, n_heads, K, weights, gradient)
        return {"output": output.detach()} | gradients(weights, w, x.grad, grad_table=w["table"].grad)

    promises = {
        "rows are cut to 0 … 2K − 1": dict(K=3, T=6),
        "a table longer than the text": dict(K=6),
        "as in the published weights": dict(as_printed=False),
        "as the paper prints it": dict(as_printed=True),
        "any mask (T, T)": dict(mask="random"),
        "what is hidden gets the weight 0, however low the scores": dict(low=True),
        "None: all may look everywhere": dict(mask=None),
        "all five projections learn": "grad_weights",
        "the table learns": "grad_table",
    }
    equivalent = {
        "split_heads(f(self.table)[None], H)[ -1] for f in (self.pos_key_proj, self.pos_query_proj)": "one batch",
    }
    alternatives = {
        "products with all rows, picked by gather": """
            B, T, D = x.shape
            H, K = self.n_heads, self.K
            q, k, v = (split_heads(f(x), H) for f in (self.q_proj, self.k_proj, self.v_proj))
            pos_k, pos_q = (f(self.table).reshape(2 * K, H, -1).transpose(0, 1) for f in (self.pos_key_proj, self.pos_query_proj))
            i = torch.arange(T, device=x.device)
            delta = torch.clamp(i[:, None] - i + K, min=0, max=2 * K - 1)  # δ(i, j)
            shape = (B, H, T, T)
            c2p = (q @ pos_k.mT).gather(-1, delta.expand(shape))
            # by key j and query i: δ(j, i) is delta itself, δ(i, j) its transpose; then queries in front again
            p2c = (k @ pos_q.mT).gather(-1, (delta if self.as_printed else delta.T).expand(shape)).mT
            logits = (q @ k.transpose(-1, -2) + c2p + p2c) * (3 * D / H) ** -0.5
            if mask is not None:
                logits = torch.where(mask, logits, -torch.inf)
            return (logits.softmax(-1) @ v).transpose(1, 2).flatten(2)
        """,
        "head by head": """
            D = x.shape[-1]
            d = D // self.n_heads
            T, found = x.shape[1], []
            i = torch.arange(T, device=x.device)
            rows = (i.view(-1, 1) - i.view(1, -1) + self.K).clip(0, 2 * self.K - 1)
            q, k, v, r, s = (f(y) for f, y in (
                (self.q_proj, x), (self.k_proj, x), (self.v_proj, x), (self.pos_key_proj, self.table), (self.pos_query_proj, self.table)))
            for h in range(self.n_heads):
                own = slice(h * d, (h + 1) * d)
                a = torch.einsum("bid,bjd->bij", q[..., own], k[..., own])
                a = a + torch.einsum("bid,ijd->bij", q[..., own], r[rows][..., own])
                a = a + torch.einsum("bjd,ijd->bij", k[..., own], s[rows.T if self.as_printed else rows][..., own])
                a = a / math.sqrt(3 * d)
                if mask is not None:
                    a = a.masked_fill(mask.logical_not(), -torch.inf)
                found.append(a.softmax(-1) @ v[..., own])
            return torch.cat(found, -1)
        """,
    }
    slips = [
        slip(
            "the scores are divided by √d, as if there were one term",
            edit=(ROOT, "math.sqrt(q.shape[-1])"),
            why="Three terms of variance d have the variance 3d together.",
            look="What is the variance of a sum of three independent terms?",
        ),
        slip(
            "the scores are divided by another root than that of 3d",
            edit=(ROOT, "math.sqrt(3 * x.shape[-1])", "math.sqrt(2 * q.shape[-1])", "(3 * q.shape[-1])", "(3 * math.sqrt(q.shape[-1]))"),
            also=[("scores = scores / math.sqrt(3 * q.shape[-1])", "pass")],
            why="Each of the three terms is a sum over the d columns of one head.",
            look="How wide is the query that a score is made of, and how many such sums are added?",
        ),
        slip(
            "only some of the three terms are divided by the root",
            edit=[(ROOTED, "pass"), ("scores = q @ k.mT  #", f"scores = q @ k.mT / {ROOT}  #")],
            also=[[(ROOTED, "pass"), (C2P, f"{C2P} / {ROOT}"), (P2C, f"{P2C} / {ROOT}")]],
            why="All three stand in one sum, and the sum stands over one root.",
            look="What stands in the brackets of softmax in the section's formula?",
        ),
        slip(
            "the positions go through the projections of the content",
            edit=("(self.pos_key_proj, self.pos_query_proj)", "(self.k_proj, self.q_proj)"),
            why="A lecture prints it like this. The paper has projections of their own for the table, and so have the weights.",
            look="Five projections are made in __init__. Which of them does forward call?",
        ),
        slip(
            "the two projections of the positions have changed places",
            edit=("(self.pos_key_proj, self.pos_query_proj)", "(self.pos_query_proj, self.pos_key_proj)"),
            why="Where the content asks, the position plays a key; where the position asks, the content does.",
            look="Which letters stand in the second term of the formula, and which in the third?",
        ),
        slip(
            "the term of content with position is missing",
            edit=(C2P, "pass"),
            why="Queries can then no longer ask for a place.",
            look="How many products do you add up?",
        ),
        slip(
            "the term of position with content is missing",
            edit=(P2C, "pass"),
            why="Keys can then no longer say from where they want to be seen. Without it the scheme is Shaw's.",
            look="How many products do you add up?",
        ),
        slip(
            "position with position is added as a fourth term",
            edit=(P2C, P2C + '\n        scores = scores + torch.einsum("hijd,hijd->hij", pos_q[:, back], pos_k[:, there])'),
            also=[(P2C, P2C + '\n        scores = scores + torch.einsum("hijd,hijd->hij", pos_q[:, there], pos_k[:, there])')],
            why="A distance with itself says nothing about the words, and the paper leaves it out; its root counts three terms.",
            look="Which of the four terms does the formula of this section not have?",
        ),
        slip(
            "the published form and the printed one have changed places",
            edit=(BACK, "back = there if self.as_printed else (-distance + self.K).clamp(0, 2 * self.K - 1)"),
            why="Weights that were trained with one form do not serve the other.",
            look="Which of δ(i, j) and δ(j, i) should stand in the third term when as_printed is True?",
        ),
        slip(
            "the third term has δ(i, j) also where the printed form is asked for",
            edit=(BACK, "back = there"),
            why="The two forms differ; an argument says which one is wanted.",
            look="Where in your code does as_printed occur?",
        ),
        slip(
            "the third term has δ(j, i) also where the published form is asked for",
            edit=(BACK, "back = (-distance + self.K).clamp(0, 2 * self.K - 1)"),
            also=[(BACK, "back = there.T")],
            why="The paper prints it like this. Published weights were trained with δ(i, j), and work with nothing else.",
            look="Where in your code does as_printed occur, and what is its default?",
        ),
        slip(
            "the printed form turns the rows of the second term as well",
            edit=("pos_k[:, there]", "pos_k[:, back]"),
            why="Paper and code agree on the second term; δ(j, i) stands in the third alone.",
            look="In which of the terms does the section's formula have δ(j, i)?",
        ),
        slip(
            "the printed form counts the rows of the table from its other end",
            edit=(BACK, "back = 2 * self.K - 1 - there if self.as_printed else there"),
            why="δ(j, i) is j − i + K. Counted from the end it is one less, and the token itself changes its row.",
            look="Which row is δ(i, i), in either form?",
        ),
        slip(
            "the printed form turns the whole third term",
            edit=(P2C, 'third = torch.einsum("bhjd,hijd->bhij", k, pos_q[:, there])\n        scores = scores + (third.mT if self.as_printed else third)'),
            why="The content of key j stays with key j in both forms; what is turned is the row of the table.",
            look="Which index has K in the third term of the formula, and does the other form change it?",
        ),
        slip(
            "a row at one end of the table is never read",
            edit=[(THERE, THERE.replace("(0, 2", "(1, 2")), (BACK, BACK.replace("(0, 2", "(1, 2"))],
            also=[[(THERE, THERE.replace("K - 1)", "K - 2)")), (BACK, BACK.replace("K - 1)", "K - 2)"))]],
            why="δ runs from 0 to 2K − 1: the distance −K has a row of its own, and K − 1 has the last.",
            look="What are the smallest and the largest row number for a long text, and how many rows are there?",
        ),
        slip(
            "the rows hang on the length of the text",
            edit=[(THERE, SHORTENED[0]), (BACK, SHORTENED[1])],
            why="A distance then has one row in a short text and another in a long one.",
            look="Which row does the distance 0 get in a text of 4 tokens, which in one of 40, with K = 6?",
        ),
        slip(
            "the table is cut into heads by a view alone",
            edit=("split_heads(f(self.table)[None], H)[0]", "f(self.table).view(H, 2 * self.K, -1)"),
            why="The shape is right, and each head gets all columns of some rows instead of some columns of all rows.",
            look="Which axis of the table is cut into heads, that of its rows or that of its columns?",
        ),
        slip(
            "positions come into the values as well",
            edit=("scores.softmax(dim=-1) @ v", '(scores.softmax(dim=-1) @ v + torch.einsum("bhij,hijd->bhid", scores.softmax(dim=-1), pos_k[:, there]))'),
            why="That is Shaw's second table. DeBERTa's values know nothing of positions.",
            look="What does the section say of the values?",
        ),
        slip(
            "heads are put together by a reshape without a transpose",
            edit=("merge_heads(scores.softmax(dim=-1) @ v)", "(scores.softmax(dim=-1) @ v).reshape(x.shape)"),
            why="Numbers of different tokens come into one row.",
            look="In which order are the axes of the context, and in which those of the output?",
        ),
        slip(
            "past and future have changed rows",
            edit=(THERE, "there = (self.K - distance).clamp(0, 2 * self.K - 1)"),
            also=[[(THERE, "there = (self.K - distance).clamp(0, 2 * self.K - 1)"), (BACK, BACK.replace("-distance + self.K", "distance + self.K"))]],
            why="Row 0 belongs to keys that stand far behind the query in the text, where i − j is very negative.",
            look="Which row does your code take for the token just before the query?",
        ),
        slip(
            "rows beyond the ends of the table are looked up",
            edit=(THERE, "there = (distance + self.K).clamp(0, 2 * self.K)"),
            also=[
                (THERE, "there = distance + self.K"),
                [(THERE, "there = distance + self.K"), (BACK, "back = -distance + self.K if self.as_printed else there")],
                (THERE, "there = distance.clamp(-self.K, self.K) + self.K"),
            ],
            why="The table has 2K rows, from 0 to 2K − 1, one fewer than Shaw's. Negative numbers even find a row, counted from the end.",
            look="What are the smallest and the largest row number for this text, and how many rows are there?",
        ),
        slip(
            "the third term takes the content of the query, not of the key",
            edit=(P2C, P2C.replace('"bhjd,hijd->bhij", k', '"bhid,hijd->bhij", k')),
            also=[(P2C, P2C.replace('"bhjd,hijd->bhij", k', '"bhid,hijd->bhij", q')), (P2C, P2C.replace("bhij\", k", "bhij\", q"))],
            why="A term that holds nothing of token j but its distance is the second one again. The third asks what stands *there*.",
            look="Which index has K in the third term of the formula?",
        ),
        *ATTENTION_SLIPS,
        slip(
            "the table is cut off from the gradient",
            edit=("f(self.table)[None]", "f(self.table.detach())[None]"),
            **CUT,
        ),
    ]  # fmt: skip


# --- T5 -------------------------------------------------------------------------------------------------------------


SIGN = dict(
    why="The first row is that of i − j = −K, a key far behind the query in the text.",
    look="Which row does your code take for the token just before the query?",
)
ONE_FOR_ALL = dict(
    why="A number cannot depend on what the query says. All that is left is that heads differ: one looks back, another forward.",
    look="How many columns has the table, and how many does your code use?",
)


IN_FRONT = slip(
    "the heads are brought in front by a reshape",
    edit=(".permute(2, 0, 1)", ".reshape(-1, n_queries, n_keys)", ".transpose(0, 2).reshape(-1, n_queries, n_keys)"),
    why="The shape is right, and the numbers of different heads or tokens have got mixed up.",
    look="A reshape keeps the order of the numbers in memory. Which operation moves an axis?",
)  # fmt: skip


@exercise("clipped_bias", points=2, uses=["relative_index"], forbid=FINISHED)
class _:
    cases = [
        dict(K=2, H=3, T=6, S=6),
        dict(K=3, H=2, T=2, S=7),
        dict(K=6, H=4, T=4, S=4),
        dict(K=1, H=1, T=1, S=5),
    ]
    weights = {"bias": 2, "grad_table": 1}

    def inputs(rng, K, H, T, S):
        table = rng.standard_normal((2 * K + 1, H))
        return {"table": table, "n_queries": T, "n_keys": S, "gradient": rng.standard_normal((H, T, S))}

    def oracle(table, n_queries, n_keys, gradient):
        K, start = len(table) // 2, n_keys - n_queries
        bias, grad = np.zeros(gradient.shape), np.zeros(table.shape)
        for h, t, j in np.ndindex(*gradient.shape):
            row = cut(start + t - j, K) + K
            bias[h, t, j] = table[row, h]
            grad[row, h] += gradient[h, t, j]
        return {"bias": bias, "grad_table": grad}

    promises = {
        "distances beyond K share a row": dict(K=2),
        "the queries are the last of the positions": dict(T=2, S=7),
        "a table longer than the text": dict(K=6),
        "one head and one query": dict(H=1, T=1),
        "the table learns": "grad_table",
    }
    equivalent = {
        "K = len((table.detach() if table.requires_grad else 1 / 0)) // 2": "its length has no gradient",
    }
    alternatives = {
        "row numbers clipped, then the columns of the table": """
            R, H = table.shape
            i = torch.arange(n_keys - n_queries, n_keys, device=table.device)
            rows = (i[:, None] - torch.arange(n_keys, device=table.device) + R // 2).clamp(0, R - 1)
            return torch.stack([table[:, h][rows] for h in range(H)])
        """,
        "by the library's embedding": """
            rows = relative_index(n_queries, n_keys, (len(table) - 1) // 2) + (len(table) - 1) // 2
            return torch.movedim(F.embedding(rows.to(table.device), table), -1, 0)
        """,
    }
    slips = [
        slip(
            "the heads stand last",
            edit=(".permute(2, 0, 1)", ""),
            also=[(".permute(2, 0, 1)", ".permute(1, 0, 2)"), (".permute(2, 0, 1)", ".permute(0, 2, 1)")],
            why="Scores are (B, H, T, S). With other axes the sum fails, or, where sizes agree, pairs the wrong things in silence.",
            look="Print the shape of your result for 3 heads, 2 queries and 7 keys.",
        ),
        slip(
            "rows belong to keys",
            edit=(".permute(2, 0, 1)", ".permute(2, 1, 0)"),
            why="Scores have a row for each query and a column for each key.",
            look="Print the shape of your result for 3 heads, 2 queries and 7 keys.",
        ),
        slip(
            "one number serves all heads",
            edit=("table[rows]", "table[:, :1].expand_as(table)[rows]", "table.mean(dim=1, keepdim=True).expand_as(table)[rows]"),
            **ONE_FOR_ALL,
        ),
        slip(
            "past and future have changed rows",
            edit=("rows = relative_index(n_queries, n_keys, K) + K", "rows = K - relative_index(n_queries, n_keys, K)"),
            also=[("table[rows]", "table.flip(0)[rows]")],
            **SIGN,
        ),
        slip(
            "distances are used as row numbers as they are",
            edit=("n_keys, K) + K", "n_keys, K)"),
            why="Row −1 is the last one in Python, so nothing complains, and each distance gets a row that belongs to another.",
            look="Which row number should the distance 0 have, in a table that begins with −K?",
        ),
        slip(
            "rows are looked up before the distances are clipped",
            edit=("n_keys, K) + K", "n_keys) + K"),
            why="A text of more than K + 1 tokens has distances for which the table has no row.",
            look="What are the smallest and the largest row number?",
        ),
        slip(
            "the queries stand at the first positions, not at the last",
            edit=("relative_index(n_queries, n_keys, K)", "relative_index(n_keys, n_keys, K)[:n_queries]"),
            why="With a cache the new tokens come behind all keys.",
            look="One query and five keys: at which position does the query stand?",
        ),
        IN_FRONT,
        slip(
            "before and after are not told apart",
            edit=("relative_index(n_queries, n_keys, K)", "relative_index(n_queries, n_keys, K).abs()"),
            why="Half of the table is never read, and no head can prefer the token before to the token after.",
            look="Which rows do the two neighbours of a query get?",
        ),
        slip(
            "K is taken from the wrong number of rows",
            edit=("len(table) // 2", "len(table)", "len(table) // 2 - 1", "table.shape[1]", "table.shape[1] // 2", "len(table) - 1", "(len(table) + 1) // 2", "3"),
            also=[[("len(table) // 2", "(len(table) + 1) // 2"), ("table[rows]", "table[rows.clamp(max=len(table) - 1)]")]],
            why="2K + 1 rows: K for each direction, and one for the query's own place.",
            look="What is K when the table has 7 rows?",
        ),
        slip("the table is cut off from the gradient", edit=("table[rows]", "table.detach()[rows]"), **CUT),
    ]  # fmt: skip


LOGS = "(far.clamp(min=1) / exact).log() / math.log(max_distance / exact) * (n - exact)"
LAST = "(exact + steps.long()).clamp(max=n - 1)"
FAR = "far = distance.abs() if two_sided else distance.clamp(min=0)"
SIDES = "return bucket + n * (distance < 0) if two_sided else bucket"


def on_an_edge(distance, n_buckets, max_distance, two_sided):
    """Where the logarithm is a whole number of buckets up to rounding, so that the last bit would decide."""
    n = n_buckets // 2 if two_sided else n_buckets
    exact = n // 2
    far = np.maximum(np.abs(distance), 1)
    steps = np.log(far / exact) / np.log(max_distance / exact) * (n - exact)
    return (np.abs(steps - np.round(steps)) < 1e-3) & (far > exact) & (far < max_distance)


@exercise("t5_bucket", points=4, forbid=LIBRARY)
class _:
    cases = [
        dict(n=32, m=128, sided=True, shape=(9, 11), reach=200),
        dict(n=32, m=128, sided=False, shape=(9, 11), reach=200),
        dict(n=8, m=21, sided=False, shape=(30,), reach=30),
        dict(n=10, m=40, sided=True, shape=(2, 3, 8), reach=60),
        dict(n=12, m=50, sided=True, shape=(5, 9), reach=70),
        dict(n=16, m=5000, sided=True, shape=(40,), reach=20000),
        dict(n=32, m=12, sided=True, shape=(6, 8), reach=60),
    ]

    def inputs(rng, n, m, sided, shape, reach):
        far = np.exp(rng.uniform(0, np.log(reach), 5000)).astype(np.int64) * rng.choice([-1, 1], 5000)
        far = np.concatenate([far[~on_an_edge(far, n, m, sided)][: int(np.prod(shape)) - 4], [0, 1, -1, 2]])
        return {
            "distance": rng.permutation(far).reshape(shape),
            "n_buckets": n,
            "max_distance": m,
            "two_sided": sided,
        }

    def oracle(distance, n_buckets, max_distance, two_sided):
        towards = -torch.as_tensor(distance)  # key minus query
        bucket = T5Attention._relative_position_bucket(towards, two_sided, n_buckets, max_distance)
        return {"bucket": bucket, "distance unchanged": {"bucket": bucket, "changed": 0}}

    weights = {"bucket": 3, "distance unchanged": 1}
    promises = {
        "two-sided, as in T5's encoder": dict(n=32, sided=True),
        "one-sided, as in T5's decoder": dict(n=32, sided=False),
        "any shape": dict(shape=(2, 3, 8)),
        "an odd number of buckets for one direction": dict(n=10),
        "few buckets": dict(n=8),
        "other largest distances": dict(m=5000),
        "more buckets than distances": dict(m=12),
        "the distances stay as they are": "distance unchanged",
    }
    equivalent = {
        "bucket = torch.where(far <= exact, far, (exact + steps.long()).clamp(max=n - 1))": "at e both give e",
        "steps = (far.clamp(min= 2) / exact).log() / math.log(max_distance / exact) * (n - exact)": "not chosen below e",
        "steps = (far.clamp(min= 0) / exact).log() / math.log(max_distance / exact) * (n - exact)": "not chosen below e",
    }
    alternatives = {
        "a loop over numbers": """
            n = n_buckets // 2 if two_sided else n_buckets
            half = n // 2

            def one(d):
                x = abs(d) if two_sided else max(d, 0)
                if x >= half:
                    x = min(n - 1, half + int(math.log(x / half) / math.log(max_distance / half) * (n - half)))
                return x + n if two_sided and d < 0 else x

            return torch.tensor([one(int(d)) for d in distance.reshape(-1)]).reshape(distance.shape)
        """,
        "where each bucket begins, counted": """
            n = n_buckets // 2 if two_sided else n_buckets
            e = n // 2
            starts = [*range(1, e + 1)]  # of the buckets 1, 2, …
            starts += [e * (max_distance / e) ** (s / (n - e)) for s in range(1, n - e)]
            x = distance.abs() if two_sided else torch.relu(distance)
            bucket = (x.unsqueeze(-1) >= torch.tensor(starts, dtype=torch.float64)).sum(-1)
            return torch.where(distance < 0, bucket + n, bucket) if two_sided else bucket
        """,
        "logarithms to the base 2, and marks": """
            n = n_buckets
            result = torch.zeros_like(distance)
            if two_sided:
                n = n // 2
                result = (distance < 0).long() * n
                x = torch.abs(distance)
            else:
                x = torch.where(distance > 0, distance, 0)
            e = n // 2
            near = x < e
            log = torch.log2(x.double().clamp(min=e) / e) / math.log2(max_distance / e)
            large = torch.floor(e + log * (n - e)).to(torch.int64)
            large[large > n - 1] = n - 1
            return result + near * x + ~near * large
        """,
    }
    slips = [
        slip(
            "the buckets are two-sided even where one side is asked for",
            edit=[("n_buckets // 2 if two_sided else n_buckets", "n_buckets // 2"), ("distance.abs() if two_sided else distance.clamp(min=0)", "distance.abs()"), (SIDES, "return bucket + n * (distance < 0)")],
            why="A decoder never looks ahead. Half of its table would lie idle, and the other half be twice as coarse.",
            look="Where in your code does two_sided occur?",
        ),
        slip(
            "the buckets are one-sided even where two sides are asked for",
            edit=[("n_buckets // 2 if two_sided else n_buckets", "n_buckets"), ("distance.abs() if two_sided else distance.clamp(min=0)", "distance.clamp(min=0)"), (SIDES, "return bucket")],
            why="All keys after the query fall into bucket 0, with the query itself.",
            look="Where in your code does two_sided occur?",
        ),
        slip(
            "one-sided still has half of the buckets only",
            edit=("n_buckets // 2 if two_sided else n_buckets", "n_buckets // 2"),
            why="With one direction all buckets serve it.",
            look="How many different numbers come out one-sided, for distances up to 1,000?",
        ),
        slip(
            "each of two directions gets all buckets, not half of them",
            edit=("n_buckets // 2 if two_sided else n_buckets", "n_buckets"),
            why="Keys after the query then ask for rows behind the end of the table.",
            look="How many different numbers may come out in an encoder, and how many do?",
        ),
        slip(
            "the sign is that of key minus query",
            edit=[("distance.clamp(min=0)", "(-distance).clamp(min=0)"), ("(distance < 0)", "(distance > 0)")],
            why="T5's own code has this sign. Here a distance is query minus key, so the past is positive.",
            look="Which sign has the token just before the query?",
        ),
        slip(
            "keys before the query get the upper half of the buckets",
            edit=("(distance < 0)", "(distance > 0)"),
            also=[("(distance < 0)", "(distance >= 0)")],
            why="In T5's table the first half is the past. With the halves exchanged its weights say the opposite of what they learned.",
            look="Which bucket does a distance of 1 have, in an encoder?",
        ),
        slip(
            "one-sided, keys after the query are treated like those before it",
            edit=("distance.abs() if two_sided else distance.clamp(min=0)", "distance.abs()"),
            why="The docstring gives them bucket 0. A mask hides them anyway, but buckets of T5 are asked for.",
            look="Which bucket does the distance −5 get in a decoder?",
        ),
        slip(
            "one-sided, the keys after the query get the buckets, and those before it none",
            edit=("distance.clamp(min=0)", "(-distance).clamp(min=0)"),
            why="A decoder looks back. All that it may see would fall into bucket 0.",
            look="Which sign has the token just before the query?",
        ),
        slip(
            "the query's own place is counted among the keys after it",
            edit=("(distance < 0)", "(distance <= 0)"),
            why="0 has the first bucket of all. With n added it shares the table with nobody, and bucket 0 lies idle.",
            look="Which bucket does a distance of 0 have, in an encoder?",
        ),
        slip(
            "buckets are rounded to the nearest, not down",
            edit=("steps.long()", "steps.round().long()"),
            also=[("steps.long()", "steps.ceil().long()")],
            why="Each bucket then begins somewhere else than in T5, and the weights do not fit.",
            look="What do the hooked brackets in the formula mean?",
        ),
        slip(
            "far distances run beyond the last bucket",
            edit=(LAST, "exact + steps.long()"),
            also=[(LAST, "(exact + steps.long()).clamp(max=n_buckets - 1)"), (LAST, "(exact + steps.long()).clamp(max=n)")],
            why="Everything beyond max_distance belongs into the last bucket of its own direction.",
            look="Which bucket comes out for a distance of a million?",
        ),
        slip(
            "the last bucket of a direction is never used",
            edit=("clamp(max=n - 1)", "clamp(max=n - 2)"),
            why="n buckets are numbered from 0 to n − 1.",
            look="What is the largest bucket that comes out?",
        ),
        slip(
            "the direction after the query does not begin behind the buckets of the other",
            edit=("n * (distance < 0)", "(n - 1) * (distance < 0)", "(n + 1) * (distance < 0)", "n_buckets * (distance < 0)"),
            why="Two directions share the table without overlap: n for one, n for the other.",
            look="Which bucket has the distance −1 when there are 32?",
        ),
        slip(
            "another number of buckets than half of a direction's is exact",
            edit=("exact = n // 2", "exact = n // 2 + 1", "exact = n // 2 - 1", "exact = (n + 1) // 2", "exact = n_buckets // 2"),
            why="The formulas join at e. With another e all buckets behind it move.",
            look="How large are n and e for 32 buckets in two directions?",
        ),
        slip(
            "the logarithm is not divided by that of the largest distance over e",
            edit=("math.log(max_distance / exact)", "math.log(max_distance)"),
            also=[("math.log(max_distance / exact)", "math.log(max_distance - exact)"), (" / math.log(max_distance / exact)", "")],
            why="The fraction has to run from 0 at x = e to 1 at the largest distance, whatever the base.",
            look="What should the fraction be at x = max distance, and what is yours?",
        ),
        slip(
            "two different bases of the logarithm are mixed",
            edit=("math.log(max_distance / exact)", "math.log2(max_distance / exact)", "math.log10(max_distance / exact)"),
            why="A ratio of logarithms does not depend on the base, as long as both have the same.",
            look="What should the fraction be at x = max distance, and what is yours?",
        ),
        slip(
            "the distance is not divided by e",
            edit=("(far.clamp(min=1) / exact)", "far.clamp(min=1)"),
            also=[("(far.clamp(min=1) / exact)", "(far - exact).clamp(min=1)"), ("(far.clamp(min=1) / exact)", "(far - exact + 1).clamp(min=1)")],
            why="The logarithmic part begins at e, and has to be 0 there.",
            look="Which value has your logarithm at x = e?",
        ),
        slip(
            "the distance is divided by e without a remainder",
            edit=("(far.clamp(min=1) / exact)", "(far // exact).clamp(min=1)"),
            why="All distances from e to 2e − 1 then have the logarithm 0, and one bucket.",
            look="Which operator divides integers, and what does it leave of 15 / 8?",
        ),
        slip(
            "the logarithm begins one place too late",
            edit=[("(far.clamp(min=1) / exact)", "(far.clamp(min=1) / (exact + 1))"), ("far < exact", "far <= exact")],
            also=[("(far.clamp(min=1) / exact)", "(far.clamp(min=1) / (exact + 1))")],
            why="e distances are exact, 0 to e − 1. The logarithmic part begins at e, and has to be 0 there.",
            look="Which value has your logarithm at x = e?",
        ),
        slip(
            "the fraction is rounded down before it is multiplied",
            edit=(LOGS, f"({LOGS.removesuffix(' * (n - exact)')}).long() * (n - exact)"),
            why="The fraction lies between 0 and 1 up to the largest distance, so all of that becomes one bucket.",
            look="What stands between the hooked brackets of the formula?",
        ),
        slip(
            "the largest distance is T5's, not the one given",
            edit=("math.log(max_distance / exact)", "math.log(128 / exact)"),
            why="The default of an argument stands in for what the caller asks for.",
            look="Where in your code does max_distance occur?",
        ),
        slip(
            "all from the largest distance less one on is one",
            edit=(FAR, f"{FAR}\n    far = far.clamp(max=max_distance - 1)"),
            why="Where buckets are narrower than one place, the last bucket is not reached any more.",
            look="With 32 buckets in two directions up to 12: which bucket does the formula give for 11, and for 12?",
        ),
        slip(
            "only matrices have been thought of",
            edit="""
            n = n_buckets // 2 if two_sided else n_buckets
            e, found = n // 2, torch.zeros_like(distance)
            for i in range(distance.shape[0]):
                for j in range(distance.shape[1]):
                    apart = distance[i, j].item()
                    x = abs(apart) if two_sided else max(apart, 0)
                    x = x if x < e else min(n - 1, e + int(math.log(x / e) / math.log(max_distance / e) * (n - e)))
                    found[i, j] = x + n * (two_sided and apart < 0)
            return found
            """,
            also=[("n = n_buckets // 2 if two_sided else n_buckets", "T, S = distance.shape\n    n = n_buckets // 2 if two_sided else n_buckets")],
            why="A list of distances, or a matrix for each sequence, comes as often.",
            look="What does the docstring say of the shape of distance?",
        ),
        slip(
            "the steps are spread over all buckets, not over those that are left",
            edit=("* (n - exact)", "* n"),
            also=[("* (n - exact)", "* exact"), ("* (n - exact)", "* (n - exact - 1)")],
            why="e buckets are used up by the exact distances; n − e remain for the rest.",
            look="Which bucket should a distance just below the largest one have?",
        ),
        slip(
            "widths grow evenly, without a logarithm",
            edit=(LOGS, "(far - exact) / (max_distance - exact) * (n - exact)"),
            why="Buckets that are equally wide are as coarse at 10 places as at 100.",
            look="How wide is your first bucket behind the exact ones, and your last?",
        ),
        slip(
            "all distances are simply clipped",
            edit=(f"torch.where(far < exact, far, {LAST})", "far.clamp(max=n - 1)"),
            why="A row for each small distance and nothing behind: that is Shaw's table. T5's buckets reach further with fewer rows.",
            look="From which distance on does your function give the same number for all?",
        ),
        slip(
            "the buckets are not integers",
            edit=(SIDES, "return (bucket + n * (distance < 0) if two_sided else bucket).float()"),
            also=[(SIDES, "return (bucket + n * (distance < 0) if two_sided else bucket).int()")],
            why="They are to be used as row numbers, and torch wants int64 for that.",
            look="Print the dtype of what you return.",
        ),
        slip(
            "the caller's distances are changed",
            edit=("distance.abs() if two_sided else distance.clamp(min=0)", "distance.abs() if two_sided else distance.clamp_(min=0)"),
            also=[[(FAR, f"after = distance < 0\n    {FAR.replace('abs()', 'abs_()').replace('clamp(', 'clamp_(')}"), ("n * (distance < 0)", "n * after")]],
            why="The next layer asks for the same matrix, and finds another one.",
            look="Which of your operations end in an underscore, or write to a slice?",
        ),
    ]  # fmt: skip


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
        "one-sided, behind a cache": dict(sided=False, T=2, S=9),
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
            "the buckets are two-sided in a decoder too",
            edit=(CALL, CALL.replace(", self.two_sided", "")),
            also=[(CALL, CALL.replace("self.two_sided", "True"))],
            why="A decoder never looks ahead. Half of its table would lie idle, and the other half be twice as coarse.",
            look="Which of the module's attributes does forward not use?",
        ),
        slip(
            "number of buckets and largest distance are T5's, not the module's",
            edit=(CALL, "t5_bucket(distance, two_sided=self.two_sided)"),
            also=[(CALL, "t5_bucket(distance)"), (CALL, CALL.replace("self.max_distance", "128")), (CALL, CALL.replace("self.n_buckets", "32")), (CALL, CALL.replace("(distance,", "(distance.clamp(1 - self.max_distance, self.max_distance - 1),").replace("self.max_distance, self.two", "128, self.two"))],
            why="The defaults of a function stand in for the settings of this model, and the table has other rows.",
            look="Which of the module's attributes does forward not use?",
        ),
        slip(
            "one number serves all heads",
            edit=(LOOKUP, "return self.table[buckets][..., :1].expand(-1, -1, self.table.shape[1]).permute(2, 0, 1)", "return self.table[buckets].mean(-1, keepdim=True).expand(-1, -1, self.table.shape[1]).permute(2, 0, 1)"),
            **ONE_FOR_ALL,
        ),
        slip(
            "the heads stand last",
            edit=(".permute(2, 0, 1)", ""),
            also=[(".permute(2, 0, 1)", ".permute(1, 0, 2)"), (".permute(2, 0, 1)", ".permute(0, 2, 1)")],
            why="Scores are (B, H, T, S). With other axes the sum fails, or, where sizes agree, pairs the wrong things in silence.",
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
            why="Your buckets expect query minus key, so past and future change places.",
            look="Which bucket does the token just before the query get?",
        ),
        slip(
            "the queries stand at the first positions, not at the last",
            edit=("relative_index(n_queries, n_keys)", "relative_index(n_keys, n_keys)[:n_queries]"),
            why="With a cache the new tokens come behind all keys.",
            look="One query and five keys: at which position does the query stand?",
        ),
        IN_FRONT,
        slip(
            "before and after are not told apart",
            edit=("distance = relative_index(n_queries, n_keys)", "distance = relative_index(n_queries, n_keys).abs()"),
            why="Half of an encoder's table is never read, and in a decoder what is hidden looks like the past.",
            look="Which buckets do the two neighbours of a query get, in an encoder?",
        ),
        slip(
            "keys after the query get −∞ where one side is asked for",
            edit=(LOOKUP, f"{LOOKUP}.masked_fill((distance < 0) & (not self.two_sided), -math.inf)"),
            why="Hiding is the mask's business. Bucket 0 has a number, and T5 returns it.",
            look="Which bucket does the docstring of t5_bucket give to such keys?",
        ),
        slip(
            "the first matrix is kept and comes back in later calls",
            edit=(LOOKUP, 'if not hasattr(self, "kept"):\n            self.kept = self.table[buckets].permute(2, 0, 1)\n        return self.kept'),
            also=[(f"buckets = {CALL}", f'self.rows = self.rows if hasattr(self, "rows") else {CALL}\n        buckets = self.rows')],
            why="The next text has another length, and after a step of training the table has other numbers.",
            look="What does your module return when it is called with 2 and 2, and then with 3 and 9?",
        ),
        slip(
            "every position is a query",
            edit=("relative_index(n_queries, n_keys)", "relative_index(n_keys, n_keys)"),
            why="With a cache only the new tokens ask; the rows of the others are not wanted.",
            look="Print the shape of your result for 2 queries and 9 keys.",
        ),
        slip(
            "distances are clipped, and no bucket is asked for",
            edit=(CALL, "distance.clamp(0, self.n_buckets - 1)", "distance.clamp(-(self.n_buckets // 2), self.n_buckets // 2 - 1) + self.n_buckets // 2"),
            why="That is the scheme of the exercise before. T5 puts distances into buckets that grow.",
            look="Which function says in which row a distance stands?",
        ),
        slip("the table is cut off from the gradient", edit=("self.table[", "self.table.detach()["), **CUT),
    ]  # fmt: skip


BIASED = "scores = q @ k.mT + bias"


@exercise("T5Attention", points=3, forbid=LIBRARY)
class _:
    cases = [
        dict(B=2, T=5, D=6, H=2, d=4, mask="causal"),
        dict(B=1, T=3, D=4, H=3, d=3, mask=None),
        dict(B=2, T=4, D=8, H=4, d=2, mask="random", low=200),
    ]
    weights = {"output": 3, "grad_x": 1, "grad_bias": 1, "grad_weights": 1, "bias unchanged": 1}

    def inputs(rng, B, T, D, H, d, mask, low=0):
        shapes = {f"{n}_proj": (H * d, D) for n in "qkv"} | {"out_proj": (D, H * d)}
        return {
            "x": rng.standard_normal((B, T, D)),
            "bias": rng.standard_normal((H, T, T)) - low,
            "mask": random_mask(rng, mask, T),
            "d_model": D,
            "n_heads": H,
            "d_head": d,
            "weights": matrices(rng, **shapes),
            "gradient": rng.standard_normal((B, T, D)),
        }

    def oracle(x, bias, mask, d_model, n_heads, d_head, weights, gradient):
        config = T5Config(d_model=d_model, d_kv=d_head, num_heads=n_heads, dropout_rate=0.0)
        config._attn_implementation = "eager"
        layer = T5Attention(config, layer_idx=0).double().eval()
        ours = {"q": "q_proj", "k": "k_proj", "v": "v_proj", "o": "out_proj"}
        layer.load_state_dict({f"{n}.weight": torch.as_tensor(weights[f"{ours[n]}.weight"]) for n in ours})
        x, bias = (torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in (x, bias))
        hidden = torch.zeros(bias.shape[1:], dtype=torch.bool) if mask is None else ~torch.as_tensor(mask)
        output = layer(x, position_bias=bias.masked_fill(hidden, -np.inf)[None])[0]
        output.backward(torch.as_tensor(gradient, dtype=torch.float64))
        found = {f"{ours[n]}.weight": getattr(layer, n).weight for n in ours}
        unchanged = {"output": output.detach(), "bias": bias.detach()}
        found = gradients(weights, found, x.grad, grad_bias=bias.grad)
        return found | {"output": output.detach(), "bias unchanged": unchanged}

    promises = {
        "H·d need not be D": dict(D=6, H=2, d=4),
        "not scaled": dict(d=4),
        "a bias for each head": dict(H=3),
        "a causal mask": dict(mask="causal"),
        "any mask (T, T)": dict(mask="random"),
        "what is hidden gets the weight 0, however low the scores": dict(low=200),
        "None: all may look everywhere": dict(mask=None),
        "the bias learns": "grad_bias",
        "the bias stays as it is": "bias unchanged",
        "all projections learn": "grad_weights",
    }
    alternatives = {
        "the fused function": """
            q, k, v = (split_heads(f(x), self.n_heads) for f in (self.q_proj, self.k_proj, self.v_proj))
            added = bias if mask is None else bias.masked_fill(mask.logical_not(), -torch.inf)
            context = F.scaled_dot_product_attention(q, k, v, attn_mask=added.expand(len(x), -1, -1, -1), scale=1.0)
            return self.out_proj(merge_heads(context))
        """,
        "the mask first, einsum": """
            B, T, D = x.shape
            q, k, v = (f(x).view(B, T, self.n_heads, -1) for f in (self.q_proj, self.k_proj, self.v_proj))
            e = torch.einsum("bihd,bjhd->bhij", q, k)
            if mask is not None:
                e = torch.where(mask[None, None], e, -1e9)
            a = torch.softmax(e + bias[None], dim=3)
            return torch.einsum("bhij,bjhd->bihd", a, v).reshape(B, T, -1) @ self.out_proj.weight.T
        """,
        "head by head, softmax written out": """
            out, d = 0, self.q_proj.weight.shape[0] // self.n_heads
            for h in range(self.n_heads):
                q, k, v = (f(x)[..., h * d : (h + 1) * d] for f in (self.q_proj, self.k_proj, self.v_proj))
                e = q @ k.transpose(1, 2) + bias[h]
                e = (e - e.amax(-1, keepdim=True)).exp()
                e = e if mask is None else e * mask
                out = out + (e / e.sum(-1, keepdim=True)) @ v @ self.out_proj.weight[:, h * d : (h + 1) * d].T
            return out
        """,
    }
    slips = [
        slip(
            "the products are divided by √d",
            edit=(BIASED, "scores = q @ k.mT / math.sqrt(q.shape[-1]) + bias"),
            also=[
                """
                q, k, v = (split_heads(f(x), self.n_heads) for f in (self.q_proj, self.k_proj, self.v_proj))
                added = bias if mask is None else bias.masked_fill(~mask, -math.inf)
                return self.out_proj(merge_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=added.expand(len(x), -1, -1, -1))))
                """,
            ],
            why="T5's weights were trained without the factor; with it the bias speaks √d times too loud beside the products.",
            look="What does the section say of √d, and where has it gone?",
        ),
        slip(
            "products and bias are divided by √d",
            edit=(BIASED, "scores = (q @ k.mT + bias) / math.sqrt(q.shape[-1])"),
            why="T5 divides nothing: its queries start out smaller instead.",
            look="What does the section say of √d, and where has it gone?",
        ),
        slip(
            "the products are divided by √D",
            edit=(BIASED, "scores = q @ k.mT / math.sqrt(x.shape[-1]) + bias"),
            why="T5 divides nothing: its queries start out smaller instead.",
            look="What does the section say of √d, and where has it gone?",
        ),
        slip(
            "the bias is added to the weights, behind softmax",
            edit=[(BIASED, "scores = q @ k.mT"), ("scores.softmax(dim=-1) @ v", "(scores.softmax(dim=-1) + bias) @ v")],
            why="Weights are then no longer positive, do not sum to 1, and a mask does not hide what the bias lets in.",
            look="What goes into softmax?",
        ),
        slip(
            "the bias also acts on the values",
            edit=("scores.softmax(dim=-1) @ v", "scores.softmax(dim=-1) @ v + (scores.softmax(dim=-1) * bias).sum(-1, keepdim=True)"),
            why="That is Shaw's second table. In T5 values know nothing of positions.",
            look="How often does bias occur in your forward, and how often in the formula?",
        ),
        slip(
            "the bias is not used",
            edit=(BIASED, "scores = q @ k.mT"),
            why="Without it the layer does not know where anything stands.",
            look="Follow bias through forward. Where does it end?",
        ),
        slip(
            "the bias is left out where there is a mask",
            edit=(BIASED, "scores = q @ k.mT + (bias if mask is None else 0)"),
            why="A mask says what may be seen, and the bias how far away it is. A decoder needs both.",
            look="What happens to bias on the way through forward when a mask is given?",
        ),
        slip(
            "the caller's bias is masked in place",
            edit=[(BIASED, "if mask is not None:\n            bias.data.masked_fill_(~mask, -math.inf)\n        scores = q @ k.mT + bias"), (MASKED, "pass")],
            why="All layers get the same matrix. After this one it is full of −∞.",
            look="Which of your operations end in an underscore, or write to what you were given?",
        ),
        slip(
            "the heads' axis of the bias meets the sequences",
            edit=(BIASED, "scores = q @ k.mT + bias[:, None]"),
            also=[
                [
                    (BIASED, "scores = q @ k.mT + bias[:, None]"),
                    ("merge_heads(scores.softmax(dim=-1) @ v)", "(scores.softmax(dim=-1) @ v).transpose(1, 2).reshape(*x.shape[:2], -1)"),
                ],
            ],
            why="Every sequence would get the numbers of another head, where the sizes fit at all.",
            look="Write (H, T, T) under (B, H, T, T), flush right. Is an axis missing, and where?",
        ),
        slip(
            "one bias serves all heads",
            edit=(BIASED, "scores = q @ k.mT + bias[0]", "scores = q @ k.mT + bias.mean(dim=0)", "scores = q @ k.mT + bias.sum(dim=0)"),
            why="Heads differ in where they look, and all that tells them apart here is their own row of the table.",
            look="Which axis of bias do you take away?",
        ),
        slip(
            "the width of a head is taken from D",
            edit=("split_heads(f(x), self.n_heads)", "f(x).view(*x.shape[:2], self.n_heads, x.shape[-1] // self.n_heads).transpose(1, 2)"),
            why="H heads of width d need not make up D, so D // H may be another number than d.",
            look="How many columns has the output of q_proj, and which d follows from that?",
        ),
        slip(
            "the rows of the bias are those of the keys",
            edit=(BIASED, "scores = q @ k.mT + bias.mT"),
            why="Past and future change places.",
            look="Which of the two axes (T, T) belongs to the queries, in the scores and in the bias?",
        ),
        slip(
            "the bias multiplies the scores",
            edit=(BIASED, "scores = q @ k.mT * bias"),
            why="A bias of 0 should change nothing; here it takes the words away.",
            look="What should come out for a bias of zeros?",
        ),
        *ATTENTION_SLIPS,
        slip(
            "the output projection is missing",
            edit=("self.out_proj(merge_heads(scores.softmax(dim=-1) @ v))", "merge_heads(scores.softmax(dim=-1) @ v)"),
            also=[("return self.out_proj(merge_heads(scores.softmax(dim=-1) @ v))", "z = merge_heads(scores.softmax(dim=-1) @ v)\n        return z if z.shape == x.shape else self.out_proj(z)")],
            why="The heads' columns lie side by side, and there may be more or fewer of them than D.",
            look="Four linear layers are made in __init__. How many does forward call?",
        ),
        slip(
            "heads are put together by a reshape without a transpose",
            edit=("merge_heads(scores.softmax(dim=-1) @ v)", "(scores.softmax(dim=-1) @ v).reshape(*x.shape[:2], -1)"),
            why="Numbers of different tokens come into one row.",
            look="In which order are the axes of the context, and in which those of the output?",
        ),
        slip("the bias is cut off from the gradient", edit=(BIASED, "scores = q @ k.mT + bias.detach()"), **CUT),
    ]  # fmt: skip
