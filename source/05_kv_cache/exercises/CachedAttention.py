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
    weights = {"first chunk": 1, "later chunks": 2}

    def inputs(rng, B, chunks, D, H, lengths=None, side=""):
        """lengths: real tokens of the first chunk; `side` is where it was filled up."""
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
        return {"first chunk": output[:, : chunks[0]], "later chunks": output[:, chunks[0] :]}

    equivalent = {
        "mask = mask * keep[:, None, None, :]": "the product of two truth values is their and",
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
            "every chunk is masked as if it were the beginning of the text",
            edit=(
                "causal_mask(x.shape[1], cache.length, device=x.device)",
                "torch.ones(x.shape[1], cache.length).tril().bool()",
            ),
            why="A square of ones below the diagonal lets the query in row 0 see one key. A new token then sees the first token of the text, and nothing else.",
            look="How many keys may a single new token see when ten are in the cache? Count the True values in its row of your mask.",
        ),
        slip(
            "`is_causal=True` does all the masking",
            edit=("attn_mask=mask)", "is_causal=True)"),
            why="Its triangle stands in the top left corner, so a new token sees the first token of the text and nothing else. And padding is not hidden at all.",
            look="The text above says where that triangle stands. For which chunk is it the right place?",
        ),
        slip(
            "there is no causal mask inside a chunk",
            edit=(
                "causal_mask(x.shape[1], cache.length, device=x.device)",
                "torch.ones(x.shape[1], cache.length).bool()",
            ),
            why="One token at a time hides this; a prompt of two tokens shows it: the first sees the second.",
            look="How many True values should each row of the mask have, for 3 new tokens after 2 old ones? If you subtract a length, is it the one before or after the chunk was added?",
        ),
        slip(
            "every query sees one token ahead",
            edit=(
                "causal_mask(x.shape[1], cache.length, device=x.device)",
                "torch.ones(x.shape[1], cache.length).tril(cache.length - x.shape[1] + 1).bool()",
            ),
            why="One token ahead is the one to be predicted.",
            look="At which position stands query 0 of a chunk, and which is the last key that it may see?",
        ),
        slip(
            "a query does not see its own token",
            edit=(
                "causal_mask(x.shape[1], cache.length, device=x.device)",
                "torch.ones(x.shape[1], cache.length).tril(cache.length - x.shape[1] - 1).bool()",
            ),
            why="The newest token is the one that says most about what comes next.",
            look="At which position stands query 0 of a chunk, and which is the last key that it may see?",
        ),
        slip(
            "queries look only at keys of their own chunk",
            edit=[
                ("k, v = cache.append(k, v)", "cache.append(k, v)"),
                ("cache.length, device", "x.shape[1], device"),
                ("keep[:, None, None, :]", "keep[:, None, None, -x.shape[1] :]"),
            ],
            why="The cache is filled and never read. While one token is written at a time, each sees itself and nothing else.",
            look="What does `cache.append` return, and what goes into attention?",
        ),
        slip(
            "padding is not hidden",
            edit=("if keep is not None:", "if False:"),
            also=[[("mask = mask & keep[:, None, None, :]  # (B, 1, t, S)", "weights = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~(mask & keep[:, None, -x.shape[1] :, None]), -1e9).softmax(-1)\n            return self.out_proj(merge_heads(weights @ v))")]],
            why="Padding has keys and values like any token; unmasked, it takes part of the weight.",
            look="Do you use `keep` at all, and does it stand along the axis of the keys in your mask, or along that of the queries?",
        ),
        slip(
            "the padding of the first text is used for all texts",
            edit=("keep[:, None, None, :]", "keep[:1, None, None, :]"),
            why="Texts of a batch have different lengths, so each has a mask of its own.",
            look="Which shape must `keep` have, so that each text of (B, H, t, S) meets its own row?",
        ),
        slip(
            "the padding mask takes the place of the causal one",
            edit=("mask & keep[:, None, None, :]", "keep[:, None, None, :].expand(-1, -1, x.shape[1], -1)"),
            why="A real token may still lie in the future. A key must be allowed by both masks.",
            look="What happens to your causal mask once `keep` is there?",
        ),
        slip(
            "a key is allowed when one of the two masks allows it",
            edit=("mask & keep", "mask | keep"),
            why="A real token of the future is still the future, and padding of the past is still padding.",
            look="Which operation lets a key through only when both masks do?",
        ),
        slip(
            "padding is seen and real tokens are hidden",
            edit=("mask & keep", "mask & ~keep"),
            why="True means that a query may look, in this mask as in the causal one.",
            look="Is `keep` True at real tokens or at padding?",
        ),
        slip(
            "the scores are scaled twice",
            edit=("F.scaled_dot_product_attention(q, k", "F.scaled_dot_product_attention(q / q.shape[-1] ** 0.5, k"),
            why="The weights come out too even: everything is looked at a little.",
            look="What does `F.scaled_dot_product_attention` do with the scores by itself?",
        ),
        slip(
            "the heads are put together without moving their axis",
            edit=("merge_heads(context)", "context.reshape(x.shape)"),
            why="Numbers of different tokens are then mixed; for a single token it happens to be right.",
            look="In which order do the axes of `context` stand, and in which order does the output need them?",
        ),
        slip(
            "padding is hidden in the newest chunk only",
            edit=("keep[:, None, None, :]", "F.pad(keep[:, -x.shape[1] :], (cache.length - x.shape[1], 0), value=True)[:, None, None, :]"),
            why="The keys of padding stay in the cache, and every later query would look at them again.",
            look="Which columns of the mask belong to tokens of earlier chunks?",
        ),
        slip(
            "padding is hidden in earlier chunks only",
            edit=("keep[:, None, None, :]", "F.pad(keep[:, : -x.shape[1]], (0, x.shape[1]), value=True)[:, None, None, :]"),
            why="The prompt itself is where padding stands: there it would take part of the weight.",
            look="Which columns of the mask belong to the chunk itself?",
        ),
        slip(
            "a chunk behind others has no causal mask",
            edit=("cache.length, device=x.device)", "cache.length, device=x.device) | (cache.length > x.shape[1])"),
            why="One token at a time hides this; a chunk of two tokens after others shows it: the first sees the second.",
            look="How many True values should each row of the mask have, for 3 new tokens after 2 old ones?",
        ),
        slip(
            "the mask is the wrong way round",
            edit=("attn_mask=mask)", "attn_mask=~mask)"),
            why="True means that a query may look. Here it looks at the future and at padding only.",
            look="Print your mask for a chunk of two tokens after four, and compare it with the drawing.",
        ),
        slip(
            "the scores are scaled by another width than that of a head",
            edit=("attn_mask=mask)", "attn_mask=mask, scale=x.shape[-1] ** -0.5)", "attn_mask=mask, scale=1.0)"),
            why="A score is a sum over the d features of one head, and its spread is the root of d.",
            look="What does `F.scaled_dot_product_attention` divide by, when you say nothing?",
        ),
        slip(
            "the three parts are taken in another order",
            edit=("q, k, v = (split", "k, q, v = (split", "q, v, k = (split", "v, k, q = (split", "k, v, q = (split",),
            why="The rows of `qkv_proj.weight` are queries, keys, values. Trained weights fit no other order.",
            look="Which third of the projection do your queries come from?",
        ),
        slip(
            "the projection is cut into heads before it is cut into queries, keys and values",
            edit=("parts = self.qkv_proj(x).chunk(3, dim=2)", "parts = self.qkv_proj(x).unflatten(2, (self.n_heads, 3, -1)).permute(3, 0, 1, 2, 4).flatten(3)", "parts = self.qkv_proj(x).unflatten(2, (-1, 3)).unbind(-1)",),
            why="Then queries, keys and values alternate along the features, and trained weights do not lie like that.",
            look="The first D of the 3D features: what do they hold, by the comment behind `qkv_proj`?",
        ),
        slip(
            "the chunk is put into the cache twice",
            edit=("k, v = cache.append(k, v)", "cache.append(k, v)\n        k, v = cache.append(k, v)"),
            also=[[("k, v = cache.append(k, v)", "k, v = cache.append(k, v)\n        cache.append(k[:, :, -x.shape[1] :], v[:, :, -x.shape[1] :])"), ("cache.length, device", "k.shape[2], device")]],
            why="Every token would be looked at twice, and all positions behind it are too large.",
            look="By how much does `cache.length` grow in one call of your layer?",
        ),
        slip(
            "the output projection is missing",
            edit=("self.out_proj(merge_heads(context))", "merge_heads(context)"),
            why="Without it the heads stand side by side, and nothing mixes what they found.",
            look="Which of the two projections does your code never call?",
        ),
    ]  # fmt: skip
    promises = {
        "one token after another": dict(chunks=[4, 1, 1]),
        "chunks after chunks": dict(chunks=[3, 2, 4]),
        "texts filled up at the end": dict(side="right"),
        "texts filled up in front": dict(side="left"),
        "None without padding": dict(B=1, chunks=[3, 2, 4]),
    }
