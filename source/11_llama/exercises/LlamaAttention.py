"""Llama's attention: grouped-query, rotary positions, causal, with a KV cache.

Oracle: each score from one rotation matrix that depends on i − j only, in float64, without a
cache or copies of heads.
"""

import math

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY, leaf, sizes, tensor

TURN = "q, k = rope(q, positions, self.theta), rope(k, positions, self.theta)"
REPEAT = "k, v = (part.repeat_interleave(n, dim=1) for part in (k, v))"
ATTEND = "F.scaled_dot_product_attention(q, k, v, attn_mask=mask)"


@exercise("LlamaAttention", points=4, forbid=[*LIBRARY, *FINISHED, "nn.MultiheadAttention"])
class _:
    # The second case has as many heads as tokens, the third a single head of keys, the fourth one for each query head.
    cases = [
        dict(B=2, chunks=[3, 2, 1], d=2, H=6, G=2),
        dict(B=1, chunks=[1, 3], d=2, H=4, G=2),
        dict(B=1, chunks=[2, 3], d=6, H=3, G=1),
        dict(B=3, chunks=[2], d=4, H=2, G=2),
    ]
    weights = {
        "output": 3,
        "grad_x": 1,
        "size of each gradient": 1,
        "in chunks": 3,
        "what the cache holds": 1,
    }
    tolerance = 5e-4

    def inputs(rng, B, chunks, d, H, G):
        T, D = sum(chunks), H * d
        return {
            "x": rng.standard_normal((B, T, D)),
            "gradient": rng.standard_normal((B, T, D)),
            "chunks": chunks,
            "weights": {
                "q_proj.weight": 1.5 * rng.standard_normal((D, D)) / D**0.5,
                "k_proj.weight": 1.5 * rng.standard_normal((G * d, D)) / D**0.5,
                "v_proj.weight": rng.standard_normal((G * d, D)) / D**0.5,
                "o_proj.weight": rng.standard_normal((D, D)) / D**0.5,
            },
            "theta": rng.uniform(0.2, 1.5, d // 2),
            "n_heads": H,
            "n_kv_heads": G,
        }

    def oracle(x, gradient, chunks, weights, theta, n_heads, n_kv_heads):
        """Each score from one matrix that knows i − j and nothing else; no cache, no chunks, no copies of heads."""
        x, theta = leaf(x), np.asarray(theta)
        parts = {name: leaf(w) for name, w in weights.items()}
        wq, wk, wv, wo = (parts[f"{name}_proj.weight"] for name in "qkvo")
        B, T, D = x.shape
        d, group = D // n_heads, n_heads // n_kv_heads

        def turn(distance):
            c, s = np.diag(np.cos(distance * theta)), np.diag(np.sin(distance * theta))
            return tensor(np.block([[c, -s], [s, c]]))  # (d, d)

        heads = []
        for h in range(n_heads):
            g = h // group
            q = x @ wq[h * d : (h + 1) * d].T
            k, v = (x @ w[g * d : (g + 1) * d].T for w in (wk, wv))
            rows = []
            for i in range(T):
                scores = [(q[:, i] * (k[:, j] @ turn(j - i).T)).sum(-1) for j in range(i + 1)]
                p = (torch.stack(scores, dim=-1) / math.sqrt(d)).softmax(-1)
                rows.append((p.unsqueeze(-1) * v[:, : i + 1]).sum(1))
            heads.append(torch.stack(rows, dim=1))
        y = torch.cat(heads, dim=-1) @ wo.T
        y.backward(tensor(gradient))
        y = y.detach()
        with torch.no_grad():
            keys = [
                torch.stack([(x[:, t] @ wk[g * d : (g + 1) * d].T) @ turn(t).T for t in range(T)], dim=1)
                for g in range(n_kv_heads)
            ]
            values = [x @ wv[g * d : (g + 1) * d].T for g in range(n_kv_heads)]
        kept = {"keys": torch.stack(keys, dim=1), "values": torch.stack(values, dim=1)}
        return {
            "output": y,
            "grad_x": x.grad,
            "size of each gradient": sizes(parts),
            "in chunks": y,
            "what the cache holds": kept,
        }

    equivalent = {
        "start, T = ( 1 if cache is None else cache.length), x.shape[1]": "without a cache only differences of positions count",
        "start, T = ( -1 if cache is None else cache.length), x.shape[1]": "the same",
    }
    alternatives = {
        "heads in groups, by einsum": """
            B, T, D = x.shape
            G, n = self.n_kv_heads, self.n_heads // self.n_kv_heads
            seen = 0 if cache is None else cache.length
            places = torch.arange(T, device=x.device) + seen
            q = self.q_proj(x).view(B, T, self.n_heads, -1).permute(0, 2, 1, 3)
            k = self.k_proj(x).view(B, T, G, -1).permute(0, 2, 1, 3)
            v = self.v_proj(x).view(B, T, G, -1).permute(0, 2, 1, 3)
            q, k = rope(q, places, self.theta), rope(k, places, self.theta)
            if cache is not None:
                k, v = cache.append(k, v)
            scores = torch.einsum("bgntd,bgsd->bgnts", q.reshape(B, G, n, T, -1), k) / q.shape[-1] ** 0.5
            later = torch.arange(k.shape[2], device=x.device) > places[:, None]
            context = torch.einsum("bgnts,bgsd->btgnd", scores.masked_fill(later, float("-inf")).softmax(-1), v)
            return self.o_proj(context.reshape(B, T, D))
        """,
        "the kernel repeats": [(REPEAT, "pass"), (ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=True)")],
        "by expand": (REPEAT, "k, v = (part[:, :, None].expand(-1, -1, n, -1, -1).flatten(1, 2) for part in (k, v))"),
        "an index of heads": (REPEAT, "k, v = (part[:, torch.arange(self.n_heads) // n] for part in (k, v))"),
    }  # fmt: skip
    slips = [
        slip(
            "heads of keys are laid down one after the other, again and again",
            edit=(REPEAT, "k, v = (part.repeat(1, n, 1, 1) for part in (k, v))"),

            why="Neighbours share a head of keys. Laid down as a whole, nearly all query heads meet keys that they were not trained with.",
            look="Six query heads, two heads of keys: which one does query head 1 read?",
        ),
        slip(
            "keys and values are repeated in different orders",
            edit=(REPEAT, "k, v = k.repeat_interleave(n, dim=1), v.repeat(1, n, 1, 1)"),
            also=[(REPEAT, "k, v = k.repeat(1, n, 1, 1), v.repeat_interleave(n, dim=1)")],
            why="A head would look with one group's keys and read another group's values.",
            look="Which head of values belongs to the keys that query head 1 meets?",
        ),
        slip(
            "all query heads read the first head of keys",
            edit=(REPEAT, "k, v = (part[:, :1].expand(-1, self.n_heads, -1, -1) for part in (k, v))"),
            also=[(REPEAT, "k, v = (part.mean(1, keepdim=True).expand(-1, self.n_heads, -1, -1) for part in (k, v))")],
            why="That is multi-query attention, with a part of the weights left unused.",
            look="How many different heads of keys do your queries meet?",
        ),
        slip(
            "tokens are repeated, not heads",
            edit=(REPEAT, "k, v = (part.repeat_interleave(n, dim=2).reshape(part.shape[0], self.n_heads, -1, part.shape[3]) for part in (k, v))"),
            why="Keys of several tokens then stand where one should, and heads are mixed.",
            look="Which axis of (B, G, S, d) counts heads?",
        ),
        slip(
            "the angles of another model are used",
            edit=(TURN, "theta = 10000.0 ** (-torch.arange(0, q.shape[-1], 2, device=x.device) / q.shape[-1])\n        q, k = rope(q, positions, theta), rope(k, positions, theta)"),
            also=[(TURN, "theta = 100000.0 ** (-torch.arange(0, q.shape[-1], 2, device=x.device) / q.shape[-1])\n        q, k = rope(q, positions, theta), rope(k, positions, theta)"), (TURN, "theta = self.theta[:1].expand_as(self.theta)\n        q, k = rope(q, positions, theta), rope(k, positions, theta)")],
            why="The base is 10,000 in Llama 2, 500,000 in Llama 3 and 100,000 in SmolLM2. With another one every distance looks a little different.",
            look="Where do the angles of your layer come from?",
        ),
        slip(
            "neighbours are turned as pairs",
            edit=(TURN, "q, k = rope(q, positions, self.theta, adjacent=True), rope(k, positions, self.theta, adjacent=True)"),
            why="The weights come with halves as pairs. There is no error message, only worse text.",
            look="Which feature is turned together with feature 0?",
        ),
        slip(
            "values are turned as well",
            edit=(TURN, TURN + "\n        v = rope(v, positions, self.theta)"),
            why="What a token says would depend on where it stands.",
            look="Which of the three decide *where* a head looks?",
        ),
        slip(
            "only one of queries and keys is turned",
            edit=(TURN, "q = rope(q, positions, self.theta)"),
            also=[(TURN, "k = rope(k, positions, self.theta)")],
            why="A score then depends on one position and not on the distance.",
            look="What is left of i − j when only one of the two turns?",
        ),
        slip(
            "nothing is turned",
            edit=(TURN, "pass"),
            why="The model knows no order, apart from the mask.",
            look="Which line of yours uses `positions`?",
        ),
        slip(
            "each chunk starts again at position 0",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.arange(T, device=x.device)"),

            why="New tokens are laid on top of the first ones.",
            look="At which position stands the first token behind 40 others?",
        ),
        slip(
            "positions are counted one too far",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.arange(start, start + T, device=x.device) + 1"),
            also=[("torch.arange(start, start + T, device=x.device)", "torch.arange(start, start + T, device=x.device) + (start > 0)"), ("torch.arange(start, start + T, device=x.device)", "torch.arange(start, start + T, device=x.device) + (T if cache is not None else 0)")],
            why="Scores survive it as long as all move alike; a cache that another program filled does not.",
            look="Which positions have the tokens of the first chunk?",
        ),
        slip(
            "all tokens of a chunk stand at one position",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.full((T,), start, device=x.device)"),
            also=[("torch.arange(start, start + T, device=x.device)", "torch.arange(T, device=x.device) if cache is None else torch.full((T,), start, device=x.device)")],
            why="A chunk may have many tokens, and their order would be lost.",
            look="At which positions stand three new tokens behind 40 others?",
        ),
        slip(
            "heads are repeated before they go into the cache",
            edit=[("if cache is not None:\n            k, v = cache.append(k, v)", "k, v = (part.repeat_interleave(self.n_heads // self.n_kv_heads, dim=1) for part in (k, v))\n        if cache is not None:\n            k, v = cache.append(k, v)"), (REPEAT, "pass")],
            why="The outputs are right, and the cache is as large as with a head of keys for each query head. Grouped queries were made against that.",
            look="How many heads does your cache hold?",
        ),
        slip(
            "keys go into the cache before they are turned",
            edit=[(TURN, "q = rope(q, positions, self.theta)"), (REPEAT, "k = rope(k, torch.arange(k.shape[2], device=x.device), self.theta)\n        " + REPEAT)],
            why="The outputs are right, but all keys are turned again for each new token.",
            look="In which state do keys go into your cache, and in which do they come out?",
        ),
        slip(
            "keys from the cache are turned once more",
            edit=(REPEAT, "if cache is not None:\n            k = rope(k, torch.arange(k.shape[2], device=x.device), self.theta)\n        " + REPEAT),
            why="They were turned when they came. Twice gives twice the angle.",
            look="In which state do keys go into your cache, and in which do they come out?",
        ),
        slip(
            "the mask takes the queries of a chunk for the first ones",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=True)"),
            also=[(ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=T > 1)")],
            why="Query 0 of a chunk behind 40 tokens may look at 41 of them, and here it sees one.",
            look="Which keys may the only query of the last chunk see?",
        ),
        slip(
            "tokens look ahead",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v)"),
            also=[(ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=cache is None)"), (ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=start == 0)")],
            why="A model that has seen the next token learns nothing by predicting it.",
            look="What keeps a query from the keys that come later?",
        ),
        slip(
            "the mask is turned over",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=~mask)"),
            also=[(ATTEND, "(q @ k.mT / q.shape[-1] ** 0.5).masked_fill(mask, -1e9).softmax(-1) @ v")],
            why="Each token then reads what comes later and nothing of what was said.",
            look="Does True in `causal_mask` mean that a query may look, or that it may not?",
        ),
        slip(
            "True and False are added to the scores as numbers",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=mask.float())"),
            why="A key that comes later is then only a little less likely.",
            look="What does softmax need in place of a score so that the weight becomes 0?",
        ),
        slip(
            "the cache is never filled",
            edit=("if cache is not None:\n            k, v = cache.append(k, v)", "pass"),
            also=[("k, v = cache.append(k, v)  #", "cache.append(k, v)  #")],
            why="Every chunk is read as if nothing stood before it.",
            look="Where do the keys of earlier chunks come from, and do your scores see them?",
        ),
        slip(
            "scores have another scale than 1/√d",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=1.0)"),
            also=[(ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=x.shape[-1] ** -0.5)"), (ATTEND, "F.scaled_dot_product_attention(q / q.shape[-1] ** 0.5, k, v, attn_mask=mask)")],
            why="d is the width of a head. `F.scaled_dot_product_attention` divides by √d itself, once.",
            look="By what are your scores divided, and how often?",
        ),
        slip(
            "the output projection is missing",
            edit=("return self.o_proj(merge_heads(context))", "return merge_heads(context)"),
            why="The heads stay side by side, and none learns what another found.",
            look="Which parameter of the layer does your code never use?",
        ),
        slip(
            "the heads are joined without their axis being moved back",
            edit=("merge_heads(context)", "context.reshape(x.shape)"),
            why="Rows are then filled with one head's features of several tokens.",
            look="In which order do the axes of the context stand, and which two of them have to be neighbours?",
        ),
        slip(
            "features are turned before they are cut into heads",
            edit=(TURN, "whole = torch.cat([self.theta] * self.n_heads), torch.cat([self.theta] * self.n_kv_heads)\n        q = split_heads(rope(merge_heads(q), positions, whole[0]), self.n_heads)\n        k = split_heads(rope(merge_heads(k), positions, whole[1]), self.n_kv_heads)"),
            why="Halves of the whole width are then turned as pairs, and the two of a pair belong to different heads.",
            look="How wide is what you give to `rope`?",
        ),
        slip(
            'the length of the cache is read after the chunk was appended',
            edit=[("q, k = rope(q, positions, self.theta), rope(k, positions, self.theta)", "pass"), ("k, v = cache.append(k, v)  #", "k, v = cache.append(k, v)\n            positions = positions - start + cache.length  #"), (REPEAT, "q, k = rope(q, positions, self.theta), rope(k, torch.arange(k.shape[2], device=x.device), self.theta)\n        " + REPEAT)],
            why='Queries of a chunk then stand behind themselves.',
            look='What is `cache.length` before the first call, and what after it?',
        ),
        slip(
            'heads are cut by a view alone',
            edit=("k, v = (split_heads(f(x), self.n_kv_heads) for f in (self.k_proj, self.v_proj))", "k, v = (f(x).view(x.shape[0], self.n_kv_heads, T, -1) for f in (self.k_proj, self.v_proj))"),
            also=[("q = split_heads(self.q_proj(x), self.n_heads)", "q = self.q_proj(x).view(x.shape[0], self.n_heads, T, -1)"), ("for f in (self.k_proj, self.v_proj))", "for f in (self.k_proj, self.v_proj))\n        k = self.k_proj(x).view(x.shape[0], self.n_kv_heads, T, -1)"), ("for f in (self.k_proj, self.v_proj))", "for f in (self.k_proj, self.v_proj))\n        v = self.v_proj(x).view(x.shape[0], self.n_kv_heads, T, -1)"), [("q = split_heads(self.q_proj(x), self.n_heads)", "q = self.q_proj(x).view(x.shape[0], self.n_heads, T, -1)"), ("k, v = (split_heads(f(x), self.n_kv_heads) for f in (self.k_proj, self.v_proj))", "k, v = (f(x).view(x.shape[0], self.n_kv_heads, T, -1) for f in (self.k_proj, self.v_proj))")]],
            why='A view keeps the order of numbers. Where tokens and heads should change places, rows of several tokens are cut into pieces.',
            look='In which order do the numbers of (B, T, n · d) lie, and which axis has to move?',
        ),
        slip(
            'softmax runs over the queries',
            edit=(ATTEND, "(q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~mask, -1e9).softmax(-2) @ v"),
            why='Each query spreads a weight of 1 over the keys. Here each key spreads it over the queries, and chunks change the result.',
            look='Which axis of (T, S) should sum to 1?',
        ),
        slip(
            'hidden scores become a number that softmax still counts',
            edit=(ATTEND, "(q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~mask, 0.0).softmax(-1) @ v"),
            also=[(ATTEND, "((q @ k.mT / q.shape[-1] ** 0.5).softmax(-1) * mask) @ v")],
            why='A score of 0 is an ordinary score, and what comes later is heard.',
            look='What does softmax need in place of a score so that the weight becomes 0?',
        ),
        slip(
            'values come from the projection of keys',
            edit=("(self.k_proj, self.v_proj))", "(self.k_proj, self.k_proj))"),
            also=[("(self.k_proj, self.v_proj))", "(self.v_proj, self.v_proj))"), ("(self.k_proj, self.v_proj))", "(self.v_proj, self.k_proj))")],
            why='Keys say what a token can be found by, values what it says.',
            look='Which parameter of the layer does your code never use?',
        ),
    ]  # fmt: skip
    promises = {
        "without a cache": "output",
        "with a cache, chunk after chunk": "in chunks",
        "a first chunk of one token": dict(chunks=[1, 3]),
        "one head of keys": dict(G=1),
        "a head of keys for each query head": dict(H=2, G=2),
        "gradients": "grad_x",
        "all four projections learn": "size of each gradient",
        "the cache holds G heads, and keys turned": "what the cache holds",
    }
