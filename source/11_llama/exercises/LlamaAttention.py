"""Llama's attention: grouped-query, rotary positions, causal, with a KV cache.

Oracle: each score from one rotation matrix that depends only on i − j, in float64, without a
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
        """Each score from one matrix that depends only on i − j; no cache, no chunks, no copies of heads."""
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
            "the KV heads are tiled instead of repeated",
            edit=(REPEAT, "k, v = (part.repeat(1, n, 1, 1) for part in (k, v))"),

            why="Neighbouring query heads share a KV head. If the heads are tiled, nearly all query heads meet keys that they weren't trained with.",
            look="With six query heads and two KV heads, which KV head does query head 1 read?",
        ),
        slip(
            "keys and values are repeated in different orders",
            edit=(REPEAT, "k, v = k.repeat_interleave(n, dim=1), v.repeat(1, n, 1, 1)"),
            also=[(REPEAT, "k, v = k.repeat(1, n, 1, 1), v.repeat_interleave(n, dim=1)")],
            why="A head would compare with the keys of one group and read the values of another.",
            look="Which head of values goes with the keys that query head 1 reads?",
        ),
        slip(
            "all query heads read the first KV head",
            edit=(REPEAT, "k, v = (part[:, :1].expand(-1, self.n_heads, -1, -1) for part in (k, v))"),
            also=[(REPEAT, "k, v = (part.mean(1, keepdim=True).expand(-1, self.n_heads, -1, -1) for part in (k, v))")],
            why="That is multi-query attention, and it leaves part of the weights unused.",
            look="How many different KV heads do your queries read?",
        ),
        slip(
            "tokens are repeated, not heads",
            edit=(REPEAT, "k, v = (part.repeat_interleave(n, dim=2).reshape(part.shape[0], self.n_heads, -1, part.shape[3]) for part in (k, v))"),
            why="Several tokens then share a slot that is meant for one, and the heads get mixed up.",
            look="Which axis of (B, G, S, d) counts heads?",
        ),
        slip(
            "the angles belong to another model",
            edit=(TURN, "theta = 10000.0 ** (-torch.arange(0, q.shape[-1], 2, device=x.device) / q.shape[-1])\n        q, k = rope(q, positions, theta), rope(k, positions, theta)"),
            also=[(TURN, "theta = 100000.0 ** (-torch.arange(0, q.shape[-1], 2, device=x.device) / q.shape[-1])\n        q, k = rope(q, positions, theta), rope(k, positions, theta)"), (TURN, "theta = self.theta[:1].expand_as(self.theta)\n        q, k = rope(q, positions, theta), rope(k, positions, theta)")],
            why="The base is 10,000 in Llama 2, 500,000 in Llama 3 and 100,000 in SmolLM2. With the wrong base, every distance looks slightly wrong.",
            look="Where does your layer get its angles?",
        ),
        slip(
            "neighbouring features are rotated as pairs",
            edit=(TURN, "q, k = rope(q, positions, self.theta, adjacent=True), rope(k, positions, self.theta, adjacent=True)"),
            why="These weights pair each feature with the one half a head away. The wrong pairs raise no error; the text just gets worse.",
            look="Which feature is rotated together with feature 0?",
        ),
        slip(
            "values are rotated as well",
            edit=(TURN, TURN + "\n        v = rope(v, positions, self.theta)"),
            why="The content that a token passes on would depend on its position.",
            look="Which of queries, keys and values decide *where* a head looks?",
        ),
        slip(
            "only queries or only keys are rotated",
            edit=(TURN, "q = rope(q, positions, self.theta)"),
            also=[(TURN, "k = rope(k, positions, self.theta)")],
            why="The score then depends on one position instead of on the distance.",
            look="What becomes of i − j if only one of the two is rotated?",
        ),
        slip(
            "nothing is rotated",
            edit=(TURN, "pass"),
            why="Apart from the mask, the model has no notion of order.",
            look="Which line of yours uses `positions`?",
        ),
        slip(
            "each chunk starts again at position 0",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.arange(T, device=x.device)"),

            why="The new tokens then get positions that the first tokens already have.",
            look="What is the position of a token that follows 40 others?",
        ),
        slip(
            "positions are off by one",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.arange(start, start + T, device=x.device) + 1"),
            also=[("torch.arange(start, start + T, device=x.device)", "torch.arange(start, start + T, device=x.device) + (start > 0)"), ("torch.arange(start, start + T, device=x.device)", "torch.arange(start, start + T, device=x.device) + (T if cache is not None else 0)")],
            why="All positions shift together, so the scores survive. But a cache that another program has filled no longer matches.",
            look="What are the positions of the tokens in the first chunk?",
        ),
        slip(
            "all tokens of a chunk have the same position",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.full((T,), start, device=x.device)"),
            also=[("torch.arange(start, start + T, device=x.device)", "torch.arange(T, device=x.device) if cache is None else torch.full((T,), start, device=x.device)")],
            why="A chunk can have many tokens, and their order would be lost.",
            look="What are the positions of three new tokens after 40 others?",
        ),
        slip(
            "heads are repeated before they go into the cache",
            edit=[("if cache is not None:\n            k, v = cache.append(k, v)", "k, v = (part.repeat_interleave(self.n_heads // self.n_kv_heads, dim=1) for part in (k, v))\n        if cache is not None:\n            k, v = cache.append(k, v)"), (REPEAT, "pass")],
            why="The output is right, but the cache is as large as without grouped-query attention, whose whole purpose is to make it smaller.",
            look="How many heads does your cache hold?",
        ),
        slip(
            "keys are stored before they are rotated",
            edit=[(TURN, "q = rope(q, positions, self.theta)"), (REPEAT, "k = rope(k, torch.arange(k.shape[2], device=x.device), self.theta)\n        " + REPEAT)],
            why="The output is right, but all keys have to be rotated again for each new token.",
            look="Are the keys rotated when they go into your cache? And when they come out?",
        ),
        slip(
            "keys from the cache are rotated once more",
            edit=(REPEAT, "if cache is not None:\n            k = rope(k, torch.arange(k.shape[2], device=x.device), self.theta)\n        " + REPEAT),
            why="They were rotated before they were stored. A second rotation doubles the angle.",
            look="Are the keys rotated when they go into your cache? And when they come out?",
        ),
        slip(
            "the mask treats the queries of a chunk as the first ones",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=True)"),
            also=[(ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=T > 1)")],
            why="Query 0 of a chunk that follows 40 tokens may see 41 keys, but here it sees only one.",
            look="Which keys may the only query of the last chunk see?",
        ),
        slip(
            "tokens look ahead",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v)"),
            also=[(ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=cache is None)"), (ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=start == 0)")],
            why="A model that has seen the next token learns nothing by predicting it.",
            look="What keeps a query from seeing later keys?",
        ),
        slip(
            "the mask is inverted",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=~mask)"),
            also=[(ATTEND, "(q @ k.mT / q.shape[-1] ** 0.5).masked_fill(mask, -1e9).softmax(-1) @ v")],
            why="Each token then sees only what comes later.",
            look="Does True in `causal_mask` mean that a query may look, or that it may not?",
        ),
        slip(
            "True and False are added to the scores as numbers",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=mask.float())"),
            why="A later key then becomes only a little less likely.",
            look="What does softmax need instead of a score to make the weight 0?",
        ),
        slip(
            "the cache is never filled",
            edit=("if cache is not None:\n            k, v = cache.append(k, v)", "pass"),
            also=[("k, v = cache.append(k, v)  #", "cache.append(k, v)  #")],
            why="Each chunk is read as if nothing came before it.",
            look="Where do the keys of earlier chunks come from, and do your scores include them?",
        ),
        slip(
            "scores are divided by something other than √d",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=1.0)"),
            also=[(ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=x.shape[-1] ** -0.5)"), (ATTEND, "F.scaled_dot_product_attention(q / q.shape[-1] ** 0.5, k, v, attn_mask=mask)")],
            why="d is the width of a head, and `F.scaled_dot_product_attention` already divides by √d once.",
            look="What are your scores divided by, and how many times?",
        ),
        slip(
            "the output projection is missing",
            edit=("return self.o_proj(merge_heads(context))", "return merge_heads(context)"),
            why="The heads stay side by side, and none of them can use what another found.",
            look="Which parameter of the layer does your code never use?",
        ),
        slip(
            "the heads are joined without moving their axis back",
            edit=("merge_heads(context)", "context.reshape(x.shape)"),
            why="Each row then holds one head's features of several tokens.",
            look="What is the order of the axes of the context, and which two have to be adjacent before you join them?",
        ),
        slip(
            "features are rotated before they are split into heads",
            edit=(TURN, "whole = torch.cat([self.theta] * self.n_heads), torch.cat([self.theta] * self.n_kv_heads)\n        q = split_heads(rope(merge_heads(q), positions, whole[0]), self.n_heads)\n        k = split_heads(rope(merge_heads(k), positions, whole[1]), self.n_kv_heads)"),
            why="A feature is then paired with one half the model's width away, which belongs to another head.",
            look="How wide is the tensor that you pass to `rope`?",
        ),
        slip(
            "the length of the cache is read after the chunk was appended",
            edit=[("q, k = rope(q, positions, self.theta), rope(k, positions, self.theta)", "pass"), ("k, v = cache.append(k, v)  #", "k, v = cache.append(k, v)\n            positions = positions - start + cache.length  #"), (REPEAT, "q, k = rope(q, positions, self.theta), rope(k, torch.arange(k.shape[2], device=x.device), self.theta)\n        " + REPEAT)],
            why="The positions are then too large by the length of the chunk.",
            look="What is `cache.length` before the first call, and after it?",
        ),
        slip(
            "heads are split with a view alone",
            edit=("k, v = (split_heads(f(x), self.n_kv_heads) for f in (self.k_proj, self.v_proj))", "k, v = (f(x).view(x.shape[0], self.n_kv_heads, T, -1) for f in (self.k_proj, self.v_proj))"),
            also=[("q = split_heads(self.q_proj(x), self.n_heads)", "q = self.q_proj(x).view(x.shape[0], self.n_heads, T, -1)"), ("for f in (self.k_proj, self.v_proj))", "for f in (self.k_proj, self.v_proj))\n        k = self.k_proj(x).view(x.shape[0], self.n_kv_heads, T, -1)"), ("for f in (self.k_proj, self.v_proj))", "for f in (self.k_proj, self.v_proj))\n        v = self.v_proj(x).view(x.shape[0], self.n_kv_heads, T, -1)"), [("q = split_heads(self.q_proj(x), self.n_heads)", "q = self.q_proj(x).view(x.shape[0], self.n_heads, T, -1)"), ("k, v = (split_heads(f(x), self.n_kv_heads) for f in (self.k_proj, self.v_proj))", "k, v = (f(x).view(x.shape[0], self.n_kv_heads, T, -1) for f in (self.k_proj, self.v_proj))")]],
            why="A view keeps the numbers in the same order in memory. To exchange tokens and heads you also need a transpose; without it, each head gets pieces of several tokens.",
            look="How are the numbers of (B, T, n · d) ordered, and which axis has to move?",
        ),
        slip(
            'softmax runs over the queries',
            edit=(ATTEND, "(q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~mask, -1e9).softmax(-2) @ v"),
            why="Each query should spread a weight of 1 over the keys. Here each key spreads it over the queries, so the result depends on how the sequence is cut into chunks.",
            look='Which axis of (T, S) should sum to 1?',
        ),
        slip(
            "masked scores get a number that softmax still counts",
            edit=(ATTEND, "(q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~mask, 0.0).softmax(-1) @ v"),
            also=[(ATTEND, "((q @ k.mT / q.shape[-1] ** 0.5).softmax(-1) * mask) @ v")],
            why="A score of 0 is an ordinary score, so later tokens still get some weight.",
            look="What does softmax need instead of a score to make the weight 0?",
        ),
        slip(
            'values come from the projection of keys',
            edit=("(self.k_proj, self.v_proj))", "(self.k_proj, self.k_proj))"),
            also=[("(self.k_proj, self.v_proj))", "(self.v_proj, self.v_proj))"), ("(self.k_proj, self.v_proj))", "(self.v_proj, self.k_proj))")],
            why="Keys determine how a token is found, values what it passes on.",
            look='Which parameter of the layer does your code never use?',
        ),
    ]  # fmt: skip
    promises = {
        "without a cache": "output",
        "with a cache, chunk by chunk": "in chunks",
        "a first chunk of one token": dict(chunks=[1, 3]),
        "a single KV head": dict(G=1),
        "a KV head for each query head": dict(H=2, G=2),
        "gradients": "grad_x",
        "all four projections learn": "size of each gradient",
        "the cache holds G heads, with rotated keys": "what the cache holds",
    }
