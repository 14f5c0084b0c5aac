"""DeBERTa's disentangled attention: content and position terms, as published or as printed.

Oracle: transformers' DisentangledSelfAttention in float64 with copied weights; for the version
printed in the paper, its formulas pair by pair.
"""

import numpy as np
import torch
from transformers import DebertaV2Config
from transformers.models.deberta_v2.modeling_deberta_v2 import DisentangledSelfAttention

from autograder.authoring import exercise, slip

from ._shared import (
    ATTENTION_SLIPS,
    CUT,
    LIBRARY,
    finish,
    gradients,
    heads_of,
    lowered,
    matrices,
    random_mask,
    tensors,
)

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
        "row numbers are clipped to 0 … 2K − 1": dict(K=3, T=6),
        "a table longer than the text": dict(K=6),
        "as in the published weights": dict(as_printed=False),
        "as the paper prints it": dict(as_printed=True),
        "any mask (T, T)": dict(mask="random"),
        "hidden keys get a weight of 0, however low the scores": dict(low=True),
        "None: every query may look everywhere": dict(mask=None),
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
            why="Three independent terms of variance d add up to a variance of 3d.",
            look="What is the variance of a sum of three independent terms?",
        ),
        slip(
            "the scores are divided by something other than √(3d)",
            edit=(ROOT, "math.sqrt(3 * x.shape[-1])", "math.sqrt(2 * q.shape[-1])", "(3 * q.shape[-1])", "(3 * math.sqrt(q.shape[-1]))"),
            also=[("scores = scores / math.sqrt(3 * q.shape[-1])", "pass")],
            why="Each of the three terms is a sum over the d columns of one head.",
            look="How wide is the query of one head, and how many such sums are added?",
        ),
        slip(
            "only some of the three terms are divided by the root",
            edit=[(ROOTED, "pass"), ("scores = q @ k.mT  #", f"scores = q @ k.mT / {ROOT}  #")],
            also=[[(ROOTED, "pass"), (C2P, f"{C2P} / {ROOT}"), (P2C, f"{P2C} / {ROOT}")]],
            why="The three terms are added first, and then the whole sum is divided by the root.",
            look="What is inside the brackets of the softmax in the section's formula?",
        ),
        slip(
            "the positions go through the content projections",
            edit=("(self.pos_key_proj, self.pos_query_proj)", "(self.k_proj, self.q_proj)"),
            why="One lecture prints it like this. But in the paper the table has its own projections, and so it does in the published weights.",
            look="Five projections are made in __init__. Which of them does forward call?",
        ),
        slip(
            "the two position projections are swapped",
            edit=("(self.pos_key_proj, self.pos_query_proj)", "(self.pos_query_proj, self.pos_key_proj)"),
            why="When the content is the query, the position acts as the key; when the position is the query, the content does.",
            look="Which letters are in the second term of the formula, and which in the third?",
        ),
        slip(
            "the content-to-position term is missing",
            edit=(C2P, "pass"),
            why="Queries can then no longer ask for a position.",
            look="How many products do you add up?",
        ),
        slip(
            "the position-to-content term is missing",
            edit=(P2C, "pass"),
            why="Keys can then no longer influence from which distance they are seen, and the scheme becomes Shaw's.",
            look="How many products do you add up?",
        ),
        slip(
            "a position-to-position term is added as the fourth",
            edit=(P2C, P2C + '\n        scores = scores + torch.einsum("hijd,hijd->hij", pos_q[:, back], pos_k[:, there])'),
            also=[(P2C, P2C + '\n        scores = scores + torch.einsum("hijd,hijd->hij", pos_q[:, there], pos_k[:, there])')],
            why="Position times position tells you nothing about the words, so the paper leaves that term out, and its root counts three terms.",
            look="Which of the four terms does the formula of this section not have?",
        ),
        slip(
            "the published and the printed form are swapped",
            edit=(BACK, "back = there if self.as_printed else (-distance + self.K).clamp(0, 2 * self.K - 1)"),
            why="Weights that were trained with one form don't work with the other.",
            look="Which of δ(i, j) and δ(j, i) belongs in the third term when as_printed is True?",
        ),
        slip(
            "the third term has δ(i, j) even when the printed form is asked for",
            edit=(BACK, "back = there"),
            why="The two forms differ, and an argument tells you which one is wanted.",
            look="Where in your code does as_printed occur?",
        ),
        slip(
            "the third term has δ(j, i) even when the published form is asked for",
            edit=(BACK, "back = (-distance + self.K).clamp(0, 2 * self.K - 1)"),

            why="The paper prints it like this, but the published weights were trained with δ(i, j) and work with nothing else.",
            look="Where in your code does as_printed occur, and what is its default?",
        ),
        slip(
            "the printed form reverses the distances of the second term as well",
            edit=("pos_k[:, there]", "pos_k[:, back]"),
            why="The paper and the code agree on the second term; δ(j, i) appears only in the third.",
            look="In which of the terms does the section's formula have δ(j, i)?",
        ),
        slip(
            "the printed form counts the rows from the other end of the table",
            edit=(BACK, "back = 2 * self.K - 1 - there if self.as_printed else there"),
            why="δ(j, i) is j − i + K. Counting from the end gives one less, so even the token itself gets a different row.",
            look="Which row is δ(i, i), in either form?",
        ),
        slip(
            "the printed form transposes the whole third term",
            edit=(P2C, 'third = torch.einsum("bhjd,hijd->bhij", k, pos_q[:, there])\n        scores = scores + (third.mT if self.as_printed else third)'),
            why="The content of key j stays with key j in both forms; only the row of the table changes.",
            look="Which index does K have in the third term of the formula, and does the other form change it?",
        ),
        slip(
            "a row at one end of the table is never read",
            edit=[(THERE, THERE.replace("(0, 2", "(1, 2")), (BACK, BACK.replace("(0, 2", "(1, 2"))],
            also=[[(THERE, THERE.replace("K - 1)", "K - 2)")), (BACK, BACK.replace("K - 1)", "K - 2)"))]],
            why="δ runs from 0 to 2K − 1: the distance −K has a row of its own, and K − 1 has the last.",
            look="What are the smallest and the largest row number for a long text, and how many rows are there?",
        ),
        slip(
            "the rows depend on the length of the text",
            edit=[(THERE, SHORTENED[0]), (BACK, SHORTENED[1])],
            why="The same distance then gets one row in a short text and another in a long one.",
            look="With K = 6, which row does the distance 0 get in a text of 4 tokens, and which in one of 40?",
        ),
        slip(
            "the table is split into heads by a view alone",
            edit=("split_heads(f(self.table)[None], H)[0]", "f(self.table).view(H, 2 * self.K, -1)"),
            why="The shape is right, but each head gets all columns of some rows instead of some columns of all rows.",
            look="Which axis of the table should be split into heads, the rows or the columns?",
        ),
        slip(
            "positions are added to the values as well",
            edit=("scores.softmax(dim=-1) @ v", '(scores.softmax(dim=-1) @ v + torch.einsum("bhij,hijd->bhid", scores.softmax(dim=-1), pos_k[:, there]))'),
            why="That is Shaw's second table. DeBERTa's values know nothing about positions.",
            look="What does the section tell you about the values?",
        ),
        slip(
            "heads are merged by a reshape without a transpose",
            edit=("merge_heads(scores.softmax(dim=-1) @ v)", "(scores.softmax(dim=-1) @ v).reshape(x.shape)"),
            why="Numbers of different tokens then end up in the same row.",
            look="What is the order of the axes in the context, and what is it in the output?",
        ),
        slip(
            "the rows of past and future are swapped",
            edit=(THERE, "there = (self.K - distance).clamp(0, 2 * self.K - 1)"),
            also=[[(THERE, "there = (self.K - distance).clamp(0, 2 * self.K - 1)"), (BACK, BACK.replace("-distance + self.K", "distance + self.K"))]],
            why="Row 0 belongs to keys that come long after the query in the text, where i − j is very negative.",
            look="Which row does your code take for the token just before the query?",
        ),
        slip(
            "rows beyond the ends of the table are looked up",
            edit=(THERE, "there = (distance + self.K).clamp(0, 2 * self.K)"),

            why="The table has 2K rows, from 0 to 2K − 1, one fewer than Shaw's. Negative numbers even find a row, counted from the end.",
            look="What are the smallest and the largest row number for this text, and how many rows are there?",
        ),
        slip(
            "the third term takes the content of the query, not of the key",
            edit=(P2C, P2C.replace('"bhjd,hijd->bhij", k', '"bhid,hijd->bhij", k')),
            also=[(P2C, P2C.replace('"bhjd,hijd->bhij", k', '"bhid,hijd->bhij", q')), (P2C, P2C.replace("bhij\", k", "bhij\", q"))],
            why="A term that knows nothing about token j except its distance is the second term again. The third asks what is *at* that distance.",
            look="Which index does K have in the third term of the formula?",
        ),
        *ATTENTION_SLIPS,
        slip(
            "the table is cut off from the gradient",
            edit=("f(self.table)[None]", "f(self.table.detach())[None]"),
            **CUT,
        ),
    ]  # fmt: skip
