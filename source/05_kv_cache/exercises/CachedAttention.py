"""Causal self-attention over chunks of a text, with a KV cache and a padding mask.

Oracle: the whole text at once, without a cache: torch's attention in float64 with an explicit mask.
"""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

from ._shared import FINISHED


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


@exercise("CachedAttention", points=6, forbid=[*FINISHED, "utils.blocks.attention.MultiHeadAttention"])
class _:
    cases = [
        dict(B=2, chunks=[4, 1, 1], D=8, H=2),
        dict(B=1, chunks=[3, 2, 4], D=6, H=3),
        dict(B=3, chunks=[4, 1, 2], D=6, H=2, lengths=[4, 2, 3], side="right"),
        dict(B=2, chunks=[5, 2, 1], D=4, H=1, lengths=[3, 5], side="left"),
    ]
    weights = {"first chunk": 1, "later chunks": 4, "another cache": 1}

    def inputs(rng, B, chunks, D, H, lengths=None, side=""):
        """lengths: real tokens of the first chunk; `side` is where the padding is."""
        keep = np.ones((B, sum(chunks)), bool)
        if lengths:
            slots = np.arange(chunks[0])
            for row, length in enumerate(lengths):
                keep[row, : chunks[0]] = slots < length if side == "right" else slots >= chunks[0] - length
        return {
            "x": rng.standard_normal((B, sum(chunks), D)),
            "chunks": chunks,
            "keep": keep if lengths else None,
            "weights": {
                "qkv_proj.weight": rng.standard_normal((3 * D, D)) * 1.5 / np.sqrt(D),
                "qkv_proj.bias": rng.standard_normal(3 * D) * 0.5,
                "out_proj.weight": rng.standard_normal((D, D)) / np.sqrt(D),
                "out_proj.bias": rng.standard_normal(D) * 0.5,
            },
            "d_model": D,
            "n_heads": H,
        }

    def oracle(x, chunks, keep, weights, d_model, n_heads):
        """The whole text at once, without a cache, in float64: torch's attention with a written-out mask."""
        B, T, D = x.shape
        w = {name: tensor(value) for name, value in weights.items()}
        qkv = tensor(x) @ w["qkv_proj.weight"].T + w["qkv_proj.bias"]
        q, k, v = qkv.reshape(B, T, 3, n_heads, D // n_heads).permute(2, 0, 3, 1, 4)  # (B, H, T, d)
        mask = torch.zeros(B, 1, T, T, dtype=torch.bool)
        for b in range(B):
            for i in range(T):
                for j in range(i + 1):
                    mask[b, 0, i, j] = keep is None or bool(keep[b][j])
        context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        output = context.transpose(1, 2).reshape(B, T, D) @ w["out_proj.weight"].T + w["out_proj.bias"]
        if keep is not None:
            output = output * tensor(keep)[..., None]
        first = output[:, : chunks[0]]
        return {"first chunk": first, "later chunks": output[:, chunks[0] :], "another cache": first}

    equivalent = {
        "mask = mask * keep[:, None, None, :]": "the product of two booleans is the same as their logical and",
    }

    alternatives = {
        "positions compared, softmax by hand, einsum": """
            B, t, D = x.shape
            past = cache.length
            q, k, v = self.qkv_proj(x).view(B, t, 3, self.n_heads, D // self.n_heads).unbind(2)  # (B, t, H, d)
            k, v = cache.append(k.transpose(1, 2), v.transpose(1, 2))
            scores = torch.einsum("bihd,bhjd->bhij", q, k) / (D // self.n_heads) ** 0.5
            hidden = torch.arange(past + t) > torch.arange(past, past + t).unsqueeze(1)
            scores = scores.masked_fill(hidden, float("-inf"))
            if keep is not None:
                scores = scores.masked_fill(~keep.view(B, 1, 1, -1), float("-inf"))
            return self.out_proj(torch.einsum("bhij,bhjd->bihd", scores.softmax(-1), v).reshape(B, t, D))
        """,
        "one query at a time, one text at a time": """
            q, k, v = (split_heads(part, self.n_heads) for part in self.qkv_proj(x).chunk(3, -1))
            past = cache.length
            k, v = cache.append(k, v)
            context = torch.zeros_like(q)
            for b in range(x.shape[0]):
                for i in range(x.shape[1]):
                    seen = torch.arange(past + i + 1)
                    if keep is not None:
                        seen = seen[keep[b, : past + i + 1]]
                    if len(seen):
                        scores = k[b][:, seen] @ q[b, :, i, :, None] / q.shape[-1] ** 0.5  # (H, n, 1)
                        context[b, :, i] = (scores.softmax(1) * v[b][:, seen]).sum(1)
            return self.out_proj(merge_heads(context))
        """,
    }
    slips = [
        slip(
            "every chunk is masked as if it started the sequence",
            edit=(
                "causal_mask(x.shape[1], cache.length, device=x.device)",
                "torch.ones(x.shape[1], cache.length).tril().bool()",
            ),
            also=[("causal_mask(x.shape[1], cache.length, device=x.device)", "torch.ones(x.shape[1], cache.length).tril(0 if x.shape[1] > 1 else cache.length).bool()")],
            why="In a lower triangle that starts in the top left corner, row 0 sees a single key. A new token then sees the first token of the sequence and nothing else.",
            look="There are ten tokens in the cache and one new one. How many keys may it see, and how many True values does its row of your mask have?",
        ),
        slip(
            "`is_causal=True` does all the masking",
            edit=("attn_mask=mask)", "is_causal=True)"),
            why="PyTorch aligns this triangle with the top left corner, so a new token sees the first token of the sequence and nothing else. Padding is not hidden at all.",
            look="The text above explains where that triangle starts. For which chunk is that the right corner?",
        ),
        slip(
            "there is no causal mask inside a chunk",
            edit=(
                "causal_mask(x.shape[1], cache.length, device=x.device)",
                "torch.ones(x.shape[1], cache.length).bool()",
            ),
            why="With one token at a time nothing goes wrong, but in a prompt of two tokens the first sees the second.",
            look="For 3 new tokens after 2 cached ones, how many True values should each row of the mask have? If you subtract a length, is it the length before or after the chunk was appended?",
        ),
        slip(
            "every query sees one token ahead",
            edit=(
                "causal_mask(x.shape[1], cache.length, device=x.device)",
                "torch.ones(x.shape[1], cache.length).tril(cache.length - x.shape[1] + 1).bool()",
            ),
            why="The token one step ahead is the one the model has to predict.",
            look="What is the position of query 0 of a chunk, and what is the last key it may see?",
        ),
        slip(
            "a query does not see its own token",
            edit=(
                "causal_mask(x.shape[1], cache.length, device=x.device)",
                "torch.ones(x.shape[1], cache.length).tril(cache.length - x.shape[1] - 1).bool()",
            ),
            why="Its own token usually tells a query the most about what comes next.",
            look="What is the position of query 0 of a chunk, and what is the last key it may see?",
        ),
        slip(
            "queries look only at the keys of their own chunk",
            edit=[
                ("k, v = cache.append(k, v)", "cache.append(k, v)"),
                ("cache.length, device", "x.shape[1], device"),
                ("keep[:, None, None, :]", "keep[:, None, None, -x.shape[1] :]"),
            ],
            why="The cache is filled but never read. When tokens come one at a time, each sees itself and nothing else.",
            look="What does `cache.append` return, and what do you pass to attention?",
        ),
        slip(
            "padding is not hidden",
            edit=("if keep is not None:", "if False:"),
            also=[[("mask = mask & keep[:, None, None, :]  # (B, 1, t, S)", "weights = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~(mask & keep[:, None, -x.shape[1] :, None]), -1e9).softmax(-1)\n            return self.out_proj(merge_heads(weights @ v))")]],
            why="Padding has keys and values like any token, and unless it is masked, it takes some of the weight.",
            look="Do you use `keep` at all? And does it run along the keys in your mask, or along the queries?",
        ),
        slip(
            "the padding of the first sequence is used for all of them",
            edit=("keep[:, None, None, :]", "keep[:1, None, None, :]"),
            why="The sequences of a batch have different lengths, so each needs its own mask.",
            look="What shape must `keep` have to broadcast against (B, H, t, S) with one row per sequence?",
        ),
        slip(
            "the padding mask replaces the causal one",
            edit=("mask & keep[:, None, None, :]", "keep[:, None, None, :].expand(-1, -1, x.shape[1], -1)"),
            why="A real token may still be in the future. A key must be allowed by both masks.",
            look="What happens to your causal mask when `keep` is given?",
        ),
        slip(
            "a key is allowed when one of the two masks allows it",
            edit=("mask & keep", "mask | keep"),
            why="A real token in the future is still in the future, and padding in the past is still padding.",
            look="Which operation lets a key through only when both masks allow it?",
        ),
        slip(
            "padding is visible and real tokens are hidden",
            edit=("mask & keep", "mask & ~keep"),
            why="True means that a query may look, in this mask as in the causal one.",
            look="Is `keep` True at real tokens or at padding?",
        ),
        slip(
            "the scores are scaled twice",
            edit=("F.scaled_dot_product_attention(q, k", "F.scaled_dot_product_attention(q / q.shape[-1] ** 0.5, k"),
            why="The weights become too even, so every token gets a little attention and none gets much.",
            look="Which scaling does `F.scaled_dot_product_attention` already apply?",
        ),
        slip(
            "the heads are merged without moving their axis",
            edit=("merge_heads(context)", "context.reshape(x.shape)"),
            why="That mixes numbers from different tokens. For a single token it happens to be right.",
            look="What is the order of the axes of `context`, and what order does the output need?",
        ),
        slip(
            "padding is hidden in the newest chunk only",
            edit=("keep[:, None, None, :]", "F.pad(keep[:, -x.shape[1] :], (cache.length - x.shape[1], 0), value=True)[:, None, None, :]"),
            why="The keys of padding stay in the cache, so every later query would look at them again.",
            look="Which columns of the mask belong to tokens of earlier chunks?",
        ),
        slip(
            "padding is hidden in earlier chunks only",
            edit=("keep[:, None, None, :]", "F.pad(keep[:, : -x.shape[1]], (0, x.shape[1]), value=True)[:, None, None, :]"),
            why="The padding is in the prompt itself, and there it would take some of the weight.",
            look="Which columns of the mask belong to the chunk itself?",
        ),
        slip(
            "a later chunk has no causal mask",
            edit=("cache.length, device=x.device)", "cache.length, device=x.device) | (cache.length > x.shape[1])"),
            why="With one token at a time nothing goes wrong, but in a later chunk of two tokens the first sees the second.",
            look="For 3 new tokens after 2 cached ones, how many True values should each row of the mask have?",
        ),
        slip(
            "the mask is inverted",
            edit=("attn_mask=mask)", "attn_mask=~mask)"),
            why="True means that a query may look. Inverted, the mask shows only the future and the padding.",
            look="Print your mask for a chunk of two tokens after four, and compare it with the drawing.",
        ),
        slip(
            "the scores are not scaled by the width of a head",
            edit=("attn_mask=mask)", "attn_mask=mask, scale=x.shape[-1] ** -0.5)", "attn_mask=mask, scale=1.0)"),
            why="A score is a sum over the d features of one head, so its standard deviation grows like the square root of d.",
            look="What does `F.scaled_dot_product_attention` divide by if you leave `scale` out?",
        ),
        slip(
            "the three parts are unpacked in the wrong order",
            edit=("q, k, v = (split", "k, q, v = (split", "q, v, k = (split", "v, k, q = (split", "k, v, q = (split",),
            why="The rows of `qkv_proj.weight` are queries, keys, values, and trained weights fit no other order.",
            look="Which third of the projection do your queries come from?",
        ),
        slip(
            "the projection is split into heads before it is split into queries, keys and values",
            edit=("parts = self.qkv_proj(x).chunk(3, dim=2)", "parts = self.qkv_proj(x).unflatten(2, (self.n_heads, 3, -1)).permute(3, 0, 1, 2, 4).flatten(3)", "parts = self.qkv_proj(x).unflatten(2, (-1, 3)).unbind(-1)",),
            why="Then queries, keys and values would alternate along the features, but trained weights are not laid out that way.",
            look="What do the first D of the 3D features hold? The comment after `qkv_proj` tells you.",
        ),
        slip(
            "the chunk is appended to the cache twice",
            edit=("k, v = cache.append(k, v)", "cache.append(k, v)\n        k, v = cache.append(k, v)"),
            also=[[("k, v = cache.append(k, v)", "k, v = cache.append(k, v)\n        cache.append(k[:, :, -x.shape[1] :], v[:, :, -x.shape[1] :])"), ("cache.length, device", "k.shape[2], device")]],
            why="Every token would be seen twice, and all later positions would be too large.",
            look="By how much does `cache.length` grow when your layer is called once?",
        ),
        slip(
            "the output projection is missing",
            edit=("self.out_proj(merge_heads(context))", "merge_heads(context)"),
            why="Without it nothing combines what the heads found: they are only concatenated.",
            look="Which of the two projections does your code never call?",
        ),
        slip(
            "padding is hidden in the prompt, but not from single tokens",
            edit=("if keep is not None:", "if keep is not None and x.shape[1] > 1:"),
            why="Most queries are single new tokens, and each of them would give the padding some weight.",
            look="For a chunk of one token, does your code use `keep`?",
        ),
        slip(
            "the bias of a projection is left out",
            edit=("self.qkv_proj(x)", "(x @ self.qkv_proj.weight.T)"),
            also=[("self.out_proj(merge_heads(context))", "merge_heads(context) @ self.out_proj.weight.T")],
            why="Trained weights come with their biases, and without them every query, key and value is shifted.",
            look="Do you call the projections, or only multiply with their weights?",
        ),
        slip(
            "the values of the chunk replace those of the cache",
            edit=("k, v = cache.append(k, v)", "k, v = cache.append(k, v)[0], torch.cat([torch.zeros_like(cache.append(k[:, :, :0], v[:, :, :0])[1][:, :, : -x.shape[1]]), v], dim=2)"),
            also=[("k, v = cache.append(k, v)", "k = cache.append(k, v)[0]")],
            why="The weights cover all tokens, so all of them need their values.",
            look="Which of the two results of `append` do you use?",
        ),
    ]  # fmt: skip
    promises = {
        "one token after another": dict(chunks=[4, 1, 1]),
        "chunks after chunks": dict(chunks=[3, 2, 4]),
        "padding at the end": dict(side="right"),
        "padding at the start": dict(side="left"),
        "None without padding": dict(B=1, chunks=[3, 2, 4]),
        "one layer serves many caches": "another cache",
    }
