"""Causal self-attention with rotary position embeddings (RoPE) and a KV cache.

Oracle: each score from one rotation matrix that depends on i − j only, in float64, without a
cache. The check counts rotated numbers, to catch cached keys being rotated again.
"""

import math

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import angles


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


@exercise(
    "RotaryAttention", points=4, forbid=["nn.MultiheadAttention", "utils.blocks.attention.MultiHeadAttention"]
)
class _:
    # The second and the last case have as many heads as tokens, the third a single head.
    cases = [
        dict(B=2, chunks=[4, 2, 1], D=12, H=3),
        dict(B=1, chunks=[1, 3], D=16, H=4),
        dict(B=3, chunks=[2, 3], D=4, H=1),
        dict(B=1, chunks=[2], D=8, H=2),
    ]
    weights = {
        "output": 3,
        "grad_x": 1,
        "size of each gradient": 1,
        "in chunks": 3,
        "two caches in turn": 1,
        "each key turned once": 1,
    }
    tolerance = 5e-4

    def inputs(rng, B, chunks, D, H):
        T, d = sum(chunks), D // H
        return {
            "x": rng.standard_normal((B, T, D)),
            "gradient": rng.standard_normal((B, T, D)),
            "chunks": chunks,
            "weights": {
                "qkv_proj.weight": 1.5 * rng.standard_normal((3 * D, D)) / D**0.5,
                "out_proj.weight": rng.standard_normal((D, D)) / D**0.5,
            },
            "theta": angles(rng, d // 2),
            "d_model": D,
            "n_heads": H,
        }

    def oracle(x, gradient, chunks, weights, theta, d_model, n_heads):
        """Each score from one matrix that knows i − j and nothing else; no cache and no chunks."""
        x = tensor(x).requires_grad_()
        qkv, out = (tensor(weights[f"{name}.weight"]).requires_grad_() for name in ("qkv_proj", "out_proj"))
        B, T, D = x.shape
        d = D // n_heads
        heads = []
        for h in range(n_heads):
            q, k, v = (x @ qkv[start + h * d : start + (h + 1) * d].T for start in (0, D, 2 * D))  # (B, T, d)
            rows = []
            for i in range(T):
                scores = []
                for j in range(i + 1):
                    c, s = np.cos((j - i) * np.asarray(theta)), np.sin((j - i) * np.asarray(theta))
                    turn = tensor(np.block([[np.diag(c), -np.diag(s)], [np.diag(s), np.diag(c)]]))  # (d, d)
                    scores.append((q[:, i] * (k[:, j] @ turn.T)).sum(-1))
                p = (torch.stack(scores, dim=-1) / math.sqrt(d)).softmax(-1)  # (B, i + 1)
                rows.append((p.unsqueeze(-1) * v[:, : i + 1]).sum(1))
            heads.append(torch.stack(rows, dim=1))
        y = torch.cat(heads, dim=-1) @ out.T
        y.backward(tensor(gradient))
        sizes = {"qkv_proj.weight": qkv.grad.norm(), "out_proj.weight": out.grad.norm()}
        y = y.detach()
        return {
            "output": y,
            "grad_x": x.grad,
            "size of each gradient": {name: float(size) for name, size in sizes.items()},
            "in chunks": y,
            "two caches in turn": torch.stack([y, y]),
            "each key turned once": {"output": y, "numbers turned": 2 * y.numel()},  # queries and keys
        }

    equivalent = {
        "start, T = ( 1 if cache is None else cache.length), x.shape[1]": "only differences of positions count",
        "start, T = ( -1 if cache is None else cache.length), x.shape[1]": "the same",
    }
    alternatives = {
        "all positions moved by a hundred": """
            start, T = (0 if cache is None else cache.length), x.shape[1]
            q, k, v = (split_heads(part, self.n_heads) for part in self.qkv_proj(x).chunk(3, dim=-1))
            positions = 100 + start + torch.arange(T)
            q, k = self.rotate(q, positions), self.rotate(k, positions)
            if cache is not None:
                k, v = cache.append(k, v)
            context = F.scaled_dot_product_attention(q, k, v, attn_mask=causal_mask(T, k.shape[2]))
            return self.out_proj(merge_heads(context))
        """,
        "by hand": """
            B, T, D = x.shape
            seen = 0 if cache is None else cache.length
            q, k, v = self.qkv_proj(x).view(B, T, 3, self.n_heads, -1).permute(2, 0, 3, 1, 4)
            places = torch.arange(T) + seen
            q, k = self.rotate(q, places), self.rotate(k, places)
            if cache is not None:
                k, v = cache.append(k, v)
            scores = torch.einsum("bhtd,bhsd->bhts", q, k) / q.shape[-1] ** 0.5
            scores = scores.masked_fill(torch.arange(k.shape[2]) > places[:, None], float("-inf"))
            context = torch.einsum("bhts,bhsd->bthd", scores.softmax(-1), v)
            return self.out_proj(context.reshape(B, T, D))
        """,
    }
    slips = [
        slip(
            "values are rotated as well",
            edit=("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q, k, v = self.rotate(q, positions), self.rotate(k, positions), self.rotate(v, positions)"),
            why="What a token passes on would then depend on its position: an average of rotated values is no longer an average of the tokens' content.",
            look="Which of the three tensors decide *where* a head looks?",
        ),
        slip(
            "only queries are rotated",
            edit=("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q = self.rotate(q, positions)"),
            why="The score then depends on the query's own position, and not at all on the key's.",
            look="What is left of i − j when only one of the two is rotated?",
        ),
        slip(
            "only keys are rotated",
            edit=("q, k = self.rotate(q, positions), self.rotate(k, positions)", "k = self.rotate(k, positions)"),
            why="The score then depends on the key's own position, and not at all on the query's.",
            look="What is left of i − j when only one of the two is rotated?",
        ),
        slip(
            "tokens are not rotated relative to each other",
            edit=("q, k = self.rotate(q, positions), self.rotate(k, positions)", "positions = None"),
            also=[("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q, k = (self.rotate(part.transpose(1, 2), torch.arange(self.n_heads)).transpose(1, 2) for part in (q, k))")],
            why="Without a rotation, or with the same rotation for all tokens of a head, the layer knows nothing about order apart from the mask.",
            look="Which of your lines uses `self.rotate`, and which axis of the tensor it gets counts tokens?",
        ),
        slip(
            "each chunk starts again at position 0",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.arange(T, device=x.device)"),

            why="New tokens then get the positions of the first ones, so a distance of 40 becomes 0.",
            look="What is the position of the first token after 40 others?",
        ),
        slip(
            "the length of the cache is read after the chunk was appended",
            edit=[
                ("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q = self.rotate(q, positions + (0 if cache is None else T))\n        k = self.rotate(k, positions)"),
            ],
            also=[("torch.arange(start, start + T, device=x.device)", "torch.arange(start, start + T, device=x.device) + (0 if cache is None else T * (start > 0))")],
            why="The chunk is then counted as if it came before itself.",
            look="What is `cache.length` before the first call, and what after it?",
        ),
        slip(
            "the queries of a chunk start at 0 and its keys do not",
            edit=("self.rotate(q, positions), ", "self.rotate(q, positions - start), "),
            why="Every distance is then off by the length of the cache.",
            look="Do queries and keys of the same token get the same position?",
        ),
        slip(
            "keys from the cache are rotated again",
            edit=("k, v = cache.append(k, v)", "k, v = cache.append(k, v)\n            k = self.rotate(k, torch.arange(k.shape[2], device=x.device))"),
            why="They were rotated before they were cached, so this doubles the angle.",
            look="In what state do keys go into your cache, and in what state do they come out?",
        ),
        slip(
            "the mask treats the queries of a chunk as the first positions",
            edit=("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v, is_causal=True)"),

            why="Query 0 of a chunk that follows 40 tokens may look at 41 keys, but here it sees one.",
            look="Which keys may the only query of the last chunk see?",
        ),
        slip(
            "tokens look ahead",
            edit=("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v)"),
            also=[
                ("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v, is_causal=cache is None)"),
                ("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v, is_causal=start == 0)"),
            ],
            why="A model that has seen the next token learns nothing by predicting it.",
            look="What keeps a query from the keys that come later?",
        ),
        slip(
            "the cache is never filled",
            edit=("k, v = cache.append(k, v)  #", "cache.append(k, v)  #"),
            also=[("if cache is not None:\n            k, v = cache.append(k, v)", "if cache is not None and start:\n            k, v = cache.append(k, v)")],
            why="Every chunk is read as if nothing came before it.",
            look="Where do the keys of earlier chunks come from, and do your scores see them?",
        ),
        slip(
            "features are rotated before they are split into heads",
            edit=("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q, k = (split_heads(self.rotate(merge_heads(part), positions), self.n_heads) for part in (q, k))"),
            why="Each head needs all d/2 hands. If you rotate before the split, one head gets a few of them and another head the rest.",
            look="How many angles does `rotate` have, and how wide is the tensor you give it?",
        ),
        slip(
            "the heads are not joined",
            edit=("self.out_proj(merge_heads(context))", "self.out_proj(context)"),
            why="The projection expects all heads of a token side by side.",
            look="What is the shape of the context, and what shape should the layer return?",
        ),
        slip(
            "x is rotated before it is projected",
            edit=[("q, k = self.rotate(q, positions), self.rotate(k, positions)", "pass"), ("for part in self.qkv_proj(x)", "for part in self.qkv_proj(merge_heads(self.rotate(split_heads(x, self.n_heads), torch.arange(start, start + T))))")],
            why="The projection then mixes the features of a pair with all the others, and the values are rotated as well.",
            look="Between which two steps of the first hint does the rotation come?",
        ),
        slip(
            "the output projection is missing",
            edit=("return self.out_proj(merge_heads(context))", "return merge_heads(context)"),
            why="The heads stay side by side, and none learns what another found.",
            look="Which parameter of the layer does your code never use?",
        ),
        slip(
            "scores are not scaled",
            edit=("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=1.0)"),
            why="A rotation keeps lengths, so the scores are as large as without it and need the same √d (lesson 02).",
            look="Where is √d in your code?",
        ),
        slip(
            "the parts of the projection are taken in the wrong order",
            edit=("q, k, v = (\n", "q, v, k = (\n", "k, q, v = (\n", "v, k, q = (\n", "k, v, q = (\n", "v, q, k = (\n"),
            why="The rows of the fused projection are queries, keys and values, in that order.",
            look="In which order does `chunk` give the three parts?",
        ),
        slip(
            "all keys are rotated again on every call",
            edit=[("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q = self.rotate(q, positions)"), ("mask = causal_mask(", "k = self.rotate(k, torch.arange(k.shape[2], device=x.device))\n        mask = causal_mask(")],
            why="The outputs are right, but each new token costs as much rotating as the whole text before it.",
            look="How many keys does your layer give to `rotate` for one new token after 40 others?",
        ),
        slip(
            "the layer counts its tokens itself",
            edit=[("start, T = (0 if cache is None else cache.length), x.shape[1]", "start, T = (0 if cache is None else getattr(self, 'seen', 0)), x.shape[1]\n        self.seen = start + T if cache is not None else getattr(self, 'seen', 0)")],
            why="A second text has its own cache, but for its first token the layer would continue where the other text ended.",
            look="Two texts are read in turn, one chunk of each. At which position does your layer continue?",
        ),
        slip(
            "all tokens of a chunk get the same position",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.arange(T, device=x.device) if start == 0 else torch.full((T,), start, device=x.device)"),
            also=[("torch.arange(start, start + T, device=x.device)", "torch.arange(T, device=x.device) if cache is None else torch.full((T,), start, device=x.device)")],
            why="A chunk may have many tokens, and their order would be lost.",
            look="What are the positions of three new tokens after 40 others?",
        ),
        slip(
            "scores are scaled twice",
            edit=("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q / q.shape[-1] ** 0.5, k, v, attn_mask=mask)"),
            why="`F.scaled_dot_product_attention` divides by √d itself. If you divide again, softmax hardly prefers any key.",
            look="How often is a score divided by √d on its way through your code?",
        ),
        slip(
            "the heads are joined without their axis being moved back",
            edit=("merge_heads(context)", "context.reshape(x.shape)"),
            why="Each row then holds one head's features of several tokens, so words get mixed that have nothing to do with each other.",
            look="What is the order of the axes of the context, and which two of them have to be neighbours?",
        ),
        slip(
            "True and False are added to the scores as numbers",
            edit=("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "(q @ k.mT / q.shape[-1] ** 0.5 + mask).softmax(dim=-1) @ v"),
            also=[("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v, attn_mask=mask.float())")],
            why="A key that comes later is then only a little less likely, so tokens can look ahead.",
            look="Which score does softmax need for the weight to become 0?",
        ),
        slip(
            "the mask is inverted",
            edit=("F.scaled_dot_product_attention(q, k, v, attn_mask=mask)", "F.scaled_dot_product_attention(q, k, v, attn_mask=~mask)"),
            why="Each token then reads only what comes later and nothing that came before.",
            look="Does True in `causal_mask` mean that a query may look, or that it may not?",
        ),
        slip(
            "keys from the cache get the positions of the new tokens",
            edit=[("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q = self.rotate(q, positions)"), ("mask = causal_mask(", "k = self.rotate(k, torch.arange(start, start + k.shape[2], device=x.device))\n        mask = causal_mask(")],
            why="The oldest key is at position 0, wherever the new chunk begins.",
            look="What is the position of the first of all keys that `append` returns?",
        ),
        slip(
            "`rotate` gets heads where it expects tokens",
            edit=("q, k = self.rotate(q, positions), self.rotate(k, positions)", "q, k = (self.rotate(part.transpose(1, 2), positions).transpose(1, 2) for part in (q, k))"),
            why="Each position belongs to a token. If there are as many heads as tokens, you don't even get an error.",
            look="In which order does `rotate` expect the axes, and in which does it get them?",
        ),
    ]  # fmt: skip
    promises = {
        "without a cache": "output",
        "with a cache, chunk after chunk": "in chunks",
        "a first chunk of one token": dict(chunks=[1, 3]),
        "one head": dict(H=1),
        "as many heads as tokens": dict(H=2),
        "the gradient of x": "grad_x",
        "both projections learn": "size of each gradient",
        "positions follow the given cache, not the calls": "two caches in turn",
        "a key is rotated once, before it is cached": "each key turned once",
    }
