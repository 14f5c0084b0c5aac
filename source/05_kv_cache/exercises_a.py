"""What decides the exercises of sitting a: a cache, a layer that uses it, and what it saves and costs."""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

FINISHED = ["utils.blocks.cache"]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


@exercise("KVCache", points=3, forbid=FINISHED)
class _:
    # The second case has chunks of one size, H and d as large as them: every wrong axis fits.
    cases = [
        dict(B=2, H=3, chunks=[(4, 15), (1, 1), (1, 1)], d=5),
        dict(B=2, H=2, chunks=[(2, 2), (2, 2), (2, 2)], d=2),
        dict(B=1, H=4, chunks=[(1, 1), (20, 31), (2, 11), (1, 1)], d=3),  # more than a few
    ]

    def inputs(rng, B, H, chunks, d):
        chunks = [int(rng.integers(*each, endpoint=True)) for each in chunks]
        return {
            "keys": [rng.standard_normal((B, H, t, d)) for t in chunks],
            "values": [rng.standard_normal((B, H, t, d)) for t in chunks],
        }

    def oracle(keys, values):
        """Written token by token into arrays that are large enough from the start."""
        B, H, _, d = keys[0].shape
        S = sum(chunk.shape[2] for chunk in keys)
        store = np.zeros((2, B, H, S, d))
        lengths, end = [], 0
        for k, v in zip(keys, values):
            for t in range(k.shape[2]):
                store[0, :, :, end], store[1, :, :, end] = k[:, :, t], v[:, :, t]
                end += 1
            lengths.append(end)
        return {"keys": store[0], "values": store[1], "length after each chunk": lengths}

    alternatives = {
        "a list of chunks, joined on demand": """
            class KVCache:
                def __init__(self):
                    self.chunks = []
                    self.length = 0

                def append(self, k, v):
                    self.chunks.append((k, v))
                    self.length += k.size(-2)
                    keys, values = zip(*self.chunks)
                    return torch.cat(keys, -2), torch.cat(values, -2)
        """,
        "one tensor for both, token by token": """
            class KVCache:
                def __init__(self):
                    self.tokens = []
                    self.length = 0

                def append(self, k, v):
                    for both in torch.stack([k, v]).unbind(3):
                        self.tokens.append(both)
                    self.length = len(self.tokens)
                    store = torch.stack(self.tokens, dim=3)
                    return store[0], store[1]
        """,
    }
    slips = [
        slip(
            "the new chunk takes the place of the old ones",
            edit=("if self.k is not None:", "if False:"),
            why="The next query then sees the newest tokens only, and the model has forgotten the text.",
            look="What do `self.k` and `self.v` hold after the second call?",
        ),
        slip(
            "keys are joined and values overwritten",
            edit=("v = torch.cat([self.v, v], dim=2)", "v = v.clone()"),
            why="Weights are computed for all tokens, and then there are values for the newest only.",
            look="Do keys and values take the same way through your code?",
        ),
        slip(
            "keys are stored where values belong",
            edit=("self.k, self.v, self.length = k, v,", "self.k, self.v, self.length = k, k,"),
            also=[[("if self.k is not None:", "new = k\n        if self.k is not None:"), ("torch.cat([self.v, v], dim=2)", "torch.cat([self.v, new], dim=2)")], ("            v = torch.cat([self.v, v], dim=2)", "            v = k")],
            why="The scores will be right, and the next context will be a mean of keys.",
            look="Which tensor do you keep under `self.v`?",
        ),
        slip(
            "the chunks are joined along the heads",
            edit=[("[self.k, k], dim=2", "[self.k, k], dim=1"), ("[self.v, v], dim=2", "[self.v, v], dim=1")],
            also=[[("[self.k, k], dim=2", "[self.k, k], dim=1"), ("[self.v, v], dim=2", "[self.v, v], dim=1"), ("if self.k is not None:", "self.length += k.shape[2]\n        if self.k is not None:"), ("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v")]],
            why="Every call then adds heads, and no text grows.",
            look="Which of the four axes (B, H, t, d) counts tokens?",
        ),
        slip(
            "the chunks are joined along the features",
            edit=[("[self.k, k], dim=2", "[self.k, k], dim=3"), ("[self.v, v], dim=2", "[self.v, v], dim=3")],
            also=[[("[self.k, k], dim=2", "[self.k, k], dim=3"), ("[self.v, v], dim=2", "[self.v, v], dim=3"), ("if self.k is not None:", "self.length += k.shape[2]\n        if self.k is not None:"), ("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v")]],
            why="A key then gets wider with every call, and no text grows.",
            look="Which of the four axes (B, H, t, d) counts tokens?",
        ),
        slip(
            "the chunks are joined along the batch",
            edit=[("[self.k, k], dim=2", "[self.k, k], dim=0"), ("[self.v, v], dim=2", "[self.v, v], dim=0")],
            also=[[("[self.k, k], dim=2", "[self.k, k], dim=0"), ("[self.v, v], dim=2", "[self.v, v], dim=0"), ("if self.k is not None:", "self.length += k.shape[2]\n        if self.k is not None:"), ("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v")]],
            why="A chunk continues the texts that are there; it is not a new text.",
            look="Which of the four axes (B, H, t, d) counts tokens?",
        ),
        slip(
            "the newest tokens stand in front",
            edit=[("[self.k, k]", "[k, self.k]"), ("[self.v, v]", "[v, self.v]")],
            why="A causal mask counts places from the front, so it would hide the wrong tokens.",
            look="In which order does `torch.cat` put what is in its list?",
        ),
        slip(
            "the length counts calls",
            edit=("k.shape[2]", "self.length + 1"),
            why="After a prompt of a hundred tokens the next one would be given position 1.",
            look="What should the length be after one call with four tokens?",
        ),
        slip(
            "the length is that of the newest chunk",
            edit=[
                ("if self.k is not None:", "new = k.shape[2]\n        if self.k is not None:"),
                ("v, k.shape[2]", "v, new"),
            ],
            why="The position of the next token is the number of all tokens so far.",
            look="What should the length be after chunks of 4, 1 and 1 tokens?",
        ),
        slip(
            "the length is read from another axis",
            edit=("k.shape[2]", "k.shape[1]"),
            why="That is the number of heads, which stays as it is.",
            look="Which of the four axes (B, H, S, d) counts tokens?",
        ),
        slip(
            "the length stays 0",
            edit=("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v"),
            why="The length is the position of the next token. Every token would claim to be the first.",
            look="Which attributes does `__init__` make, and which of them does your code change?",
        ),
        slip(
            "only the new chunk comes back",
            edit=[
                ("if self.k is not None:", "new = k, v\n        if self.k is not None:"),
                ("return k, v", "return new"),
            ],
            why="All was stored, and attention does not get to see it.",
            look="What does the docstring say that the method returns?",
        ),
        slip(
            "what was joined is handed back and not kept",
            edit=[
                ("if self.k is not None:", "self.length += k.shape[2]\n        if self.k is not None:"),
                ("self.k, self.v, self.length = k, v, k.shape[2]", "if self.k is None:\n            self.k, self.v = k, v"),
            ],
            why="The second chunk is seen once; with the third it is forgotten.",
            look="What do `self.k` and `self.v` hold after the second call?",
        ),
        slip(
            "values come back in front of keys",
            edit=("return k, v", "return v, k"),
            why="Whoever calls the method unpacks keys first, and would score queries against values.",
            look="In which order does the docstring promise them?",
        ),
        slip(
            "the length counts the tokens of all texts together",
            edit=("v, k.shape[2]", "v, k.shape[0] * k.shape[2]"),
            why="The texts of a batch grow side by side; the next token of each stands at the same position.",
            look="What should the length be after one call with four tokens in each of two texts?",
        ),
        slip(
            "the first chunk is not counted",
            edit=[("if self.k is not None:", "if self.k is not None:\n            self.length += k.shape[2]"), ("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v")],
            why="The prompt is most of a text. The first token that is written would claim to stand at its beginning.",
            look="What is the length after the very first call?",
        ),
        slip(
            "only the newest tokens are kept",
            edit=("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v, self.length = k[:, :, -8:], v[:, :, -8:], k.shape[2]", "k, v = k[:, :, -8:], v[:, :, -8:]\n        self.k, self.v, self.length = k, v, k.shape[2]",),
            why="Nothing may be lost: a query looks at every token before it. (A window is sitting b.)",
            look="How many tokens come back after 34 have come in?",
        ),
    ]  # fmt: skip
    promises = {
        "chunks of any size": dict(B=2, H=3, d=5),
        "along the tokens, where every axis would fit": dict(H=2, d=2),
        "nothing is lost, however long the text": dict(H=4, d=3),
        "length counts tokens": "length after each chunk",
        "keys first, then values": "values",
    }


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


@exercise("generate_cached", points=5, forbid=FINISHED)
class _:
    cases = [
        dict(B=2, T=(4, 7), V=11, D=6, n_new=(5, 8)),
        dict(B=1, T=(1, 1), V=9, D=5, n_new=(7, 10)),
        dict(B=3, T=(3, 8), V=9, D=5, n_new=(1, 1)),
        dict(B=2, T=(3, 6), V=13, D=6, n_new=(8, 11)),
        dict(B=1, T=(4, 4), V=7, D=5, n_new=(4, 4), zero=True),  # the first new token has id 0
    ]
    weights = {"ids": 3, "tokens in each call": 2}

    def inputs(rng, B, T, V, D, n_new, zero=False):
        T, n_new = (int(rng.integers(*each, endpoint=True)) for each in (T, n_new))
        # Rows to spare, so that a call at a wrong position gives a wrong token and not an error.
        places = (2 * (T + n_new) + 2, D)
        found = {
            "table": rng.standard_normal((V, D)),
            "places": rng.uniform(0.3, 2.0, places) * rng.choice([-1, 1], places),
            "head": rng.standard_normal((D, V)),
            "ids": rng.integers(0, V, (B, T)),
            "n_new": n_new,
        }
        if zero:
            state = (found["table"][found["ids"][0]] * found["places"][:T]).sum(0)
            best = int(np.argmax(np.tanh(state) @ found["head"]))
            found["head"][:, [0, best]] = found["head"][:, [best, 0]]
        return found

    def oracle(table, places, head, ids, n_new):
        """Everything computed again for each token, in float64."""
        found = []
        for text in ids.tolist():
            for _ in range(n_new):
                state = sum(table[token] * places[t] for t, token in enumerate(text))
                text = [*text, int(np.argmax(np.tanh(state) @ head))]
            found.append(text)
        return {"ids": np.array(found), "tokens in each call": [ids.shape[1]] + [1] * (n_new - 1)}

    alternatives = {
        "prefill apart, then a loop": """
            cache = new_cache()
            last = model(ids, 0, cache)[:, -1]
            columns = list(ids.T)
            for _ in range(1, n_new):
                columns.append(last.max(-1).indices)
                last = model(columns[-1].unsqueeze(1), len(columns) - 1, cache).squeeze(1)
            columns.append(last.max(-1).indices)
            return torch.stack(columns, dim=1)
        """,
        "as many positions as were passed": """
            cache, passed = new_cache(), 0
            end = ids.shape[1] + n_new
            while ids.shape[1] < end:
                scores = model(ids[:, passed:], passed, cache)
                passed = ids.shape[1]
                ids = torch.hstack([ids, scores[:, -1:].argmax(2)])
            return ids
        """,
    }
    slips = [
        slip(
            "the whole text is computed again for every token",
            edit=("scores = model(chunk, start, cache)", "scores = model(ids, 0, new_cache())"),
            why="The text is right and the cache saves nothing: 100 tokens after a prompt of 100 are 14,950 positions in place of 199.",
            look="How many tokens go into the model at the second step, and how many of them are new to it?",
        ),
        slip(
            "the whole text goes in again, on top of what is in the cache",
            edit=("scores = model(chunk, start, cache)", "scores = model(ids, 0, cache)"),
            why="The cache then holds the text twice, three times, and so on, and attention sees all of them.",
            look="Which tokens are in the cache already when the second step begins?",
        ),
        slip(
            "positions begin at 0 again with every call",
            edit=("scores = model(chunk, start, cache)", "scores = model(chunk, 0, cache)"),
            why="Every new token claims to be the first of the text.",
            look="At which position stands the first new token after a prompt of 5?",
        ),
        slip(
            "positions run one ahead",
            edit=("start += chunk.shape[1]", "start = ids.shape[1] + 1"),
            why="Position T is left out, and every new token is one further than it was in training.",
            look="Positions count from 0. At which position stands the first new token after a prompt of 5?",
        ),
        slip(
            "positions run one behind",
            edit=("start += chunk.shape[1]", "start = ids.shape[1] - 1"),
            why="The first new token gets the position of the prompt's last one.",
            look="Positions count from 0. At which position stands the first new token after a prompt of 5?",
        ),
        slip(
            "the position counts calls",
            edit=("start += chunk.shape[1]", "start += 1"),
            why="The prompt is one call and many tokens. What comes after it would be read as if it stood inside it.",
            look="At which position stands the first new token after a prompt of 5?",
        ),
        slip(
            "the prompt goes in token by token",
            edit=(
                "cache, chunk, start = new_cache(), ids, 0",
                "cache = new_cache()\n    for start in range(ids.shape[1] - 1):\n        model(ids[:, start : start + 1], start, cache)\n    chunk, start = ids[:, -1:], ids.shape[1] - 1",
            ),
            why="The text is right. But the prompt is known from the start, and one call for all of it reads the weights once; this reads them once for every token of it (section 5).",
            look="How many calls does the prefill need, according to the docstring?",
        ),
        slip(
            "the token that the prompt predicts is not written",
            edit=(
                "for _ in range(n_new):",
                "chunk, start = model(chunk, start, cache)[:, -1].argmax(dim=1, keepdim=True), ids.shape[1]\n    for _ in range(n_new):",
            ),
            why="It goes into the model and not into the text, which has a gap then.",
            look="Which call gives the first new token, and where does it join the text?",
        ),
        slip(
            "the last token of the prompt goes in twice",
            edit=(
                "cache, chunk, start = new_cache(), ids, 0",
                "cache, chunk, start = new_cache(), ids[:, -1:], ids.shape[1] - 1\n    model(ids, 0, cache)",
            ),
            why="Prefill has read it and its scores are there. Passed once more, it stands in the cache twice.",
            look="What do the scores of the prefill predict, and do you use them?",
        ),
        slip(
            "every call gets a new, empty cache",
            edit=("scores = model(chunk, start, cache)", "scores = model(chunk, start, new_cache())"),
            why="Each new token is then the only one that the model knows.",
            look="How often is `new_cache` called for one text?",
        ),
        slip(
            "the scores after the first token are read",
            edit=("scores[:, -1]", "scores[:, 0]"),
            why="After the prompt they predict its second token, which is there already.",
            look="Which row of the scores is about the token that is not there yet?",
        ),
        slip(
            "one token too many is written",
            edit=("range(n_new)", "range(n_new + 1)"),
            why="The prefill gives the first new token; each call after it gives one more.",
            look="How many calls give how many tokens? Write it down for n_new = 1.",
        ),
        slip(
            "the last token is passed through the model for nothing",
            edit=("return ids", "model(chunk, start, cache)\n    return ids"),
            why="Nobody reads what the model says after it. In a service this is one wasted pass for each request.",
            look="How many calls does n_new = 1 need?",
        ),
        slip(
            "only the new tokens come back",
            edit=("return ids", "return ids[:, -n_new:]"),
            why="The docstring asks for the whole text.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the first text decides for all",
            edit=("scores[:, -1].argmax(dim=1, keepdim=True)", "scores[:1, -1].argmax(dim=1, keepdim=True).expand(len(ids), 1)"),
            why="Each row of the batch is a text of its own.",
            look="What shape does your choice of tokens have for B = 2?",
        ),
        slip(
            "a token is treated as the end of the text",
            edit=("        ids = torch.cat([ids, chunk], dim=1)\n", "        ids = torch.cat([ids, chunk], dim=1)\n        if (chunk == 0).all():\n            break\n", "        if (chunk == 0).all():\n            chunk = chunk + 1\n        ids = torch.cat([ids, chunk], dim=1)\n",),
            why="Here every id is a token like any other, 0 as well, and n_new of them are asked for.",
            look="Does your loop do anything with one id that it does not do with others?",
        ),
    ]  # fmt: skip
    promises = {
        "texts of a batch, each its own": dict(B=3),
        "a prompt of one token": dict(T=(1, 1)),
        "one new token: one call": dict(n_new=(1, 1)),
        "id 0 is a token like any other": dict(zero=True),
        "no token goes through the model twice": "tokens in each call",
    }


def sizes(rng, kind):
    """A model's sizes: no two of them are equal, so that none can stand in for another."""
    if kind == "llama 8B":
        return dict(d_model=4096, n_layers=32, n_heads=32, n_kv_heads=8, head_dim=128)
    kv = int(rng.choice([3, 5, 7]))
    H, d, L = 2 * kv, int(rng.choice([16, 40, 56])), int(rng.choice([9, 11, 13]))
    if kind == "own keys":  # every query head has keys of its own, and together they are as wide as the model
        return dict(d_model=H * d, n_layers=L, n_heads=H, n_kv_heads=H, head_dim=d)
    wide = 3 * d if kind == "wide heads" else d
    return dict(d_model=H * d, n_layers=L, n_heads=H, n_kv_heads=kv, head_dim=wide)


DTYPES = {32: torch.float32, 16: torch.bfloat16, 8: torch.int8}


@exercise("cache_bytes", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(kind="own keys", batch=1, bits=16),
        dict(kind="grouped", batch=3, bits=32),
        dict(kind="wide heads", batch=4, bits=8),
        dict(kind="llama 8B", batch=1, bits=16),
        dict(kind="grouped", batch=2, bits=4),
    ]

    def inputs(rng, kind, batch, bits):
        return {
            "sizes": sizes(rng, kind),
            "n_tokens": int(rng.integers(100, 3000)),
            "batch": batch,
            "bits": bits,
        }

    def oracle(sizes, n_tokens, batch, bits):
        """The bytes of real tensors, made without memory."""
        shape = (batch, sizes["n_kv_heads"], n_tokens, sizes["head_dim"])
        dtype = DTYPES[max(bits, 8)]
        total = 0
        for _ in range(sizes["n_layers"]):
            for _ in ("keys", "values"):
                total += torch.empty(shape, dtype=dtype, device="meta").nbytes
        return {"bytes": total if bits >= 8 else total // 2}  # two values of 4 bits share a byte

    equivalent = {
        "return values * bits / 8": "the quotient is whole, and 3.0 equals 3",
    }

    alternatives = {
        "layer by layer, bytes as a fraction": """
            token = sizes.n_kv_heads * sizes.head_dim * (bits / 8)
            total = 0
            for _ in range(sizes.n_layers):
                total += token + token
            return batch * n_tokens * total
        """,
    }
    slips = [
        slip(
            "keys or values are counted, not both",
            edit=("2 * sizes.n_layers", "sizes.n_layers"),
            why="A query needs a key to be scored and a value to be read, for every token.",
            look="What does one call of your `KVCache.append` keep?",
        ),
        slip(
            "the heads of the queries are counted",
            edit=("sizes.n_kv_heads", "sizes.n_heads"),
            why="Only keys and values are kept. Where several query heads share one head of keys, the cache is smaller by as much.",
            look="Which heads have something in the cache?",
        ),
        slip(
            "the result is in bits",
            edit=("values * bits // 8", "values * bits"),
            why="A value of 16 bits takes two bytes.",
            look="How many bits has a byte?",
        ),
        slip(
            "one layer is counted",
            edit=("2 * sizes.n_layers", "2"),
            why="Every layer has keys and values of its own.",
            look="How many caches does a model need?",
        ),
        slip(
            "one text is counted",
            edit=(" * n_tokens * batch", " * n_tokens"),
            why="Every text of a batch has a cache of its own. The weights are shared, the cache is not.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the width of a head is taken to be D/H",
            edit=("sizes.head_dim", "(sizes.d_model // sizes.n_heads)"),
            why="It often is, and not always: Qwen3 0.6B has D = 1,024 and 16 heads of width 128.",
            look="Which field of `sizes` says how wide a head is?",
        ),
        slip(
            "a key is taken to be as wide as the model",
            edit=("sizes.n_kv_heads * sizes.head_dim", "sizes.d_model"),
            why="That was so in GPT-2. With grouped keys it is several times too much.",
            look="How many numbers are in the keys of one token, in one layer?",
        ),
        slip(
            "values of 4 bits take no bytes",
            edit=("values * bits // 8", "values * (bits // 8)"),
            why="4 // 8 is 0. Two values of 4 bits share a byte.",
            look="When do you round: for one value, or for all of them?",
        ),
        slip(
            "the number of tokens is not counted",
            edit=(" * n_tokens * batch", " * batch"),
            why="That is the cache of one token in each text. It grows with every one.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "every head of keys is taken to be as wide as the model",
            edit=("sizes.head_dim", "sizes.d_model"),
            why="The heads share the width; each of them is d wide.",
            look="Which field of `sizes` says how wide a head is?",
        ),
        slip(
            "every value is taken to have two bytes",
            edit=("values * bits // 8", "values * 2"),
            why="A cache can be kept in 32, 16, 8 or 4 bits, and people do all of it.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the result is in GB or GiB",
            edit=(
                "values * bits // 8",
                "values * bits / 8 / 2**30",
                "values * bits / 8 / 10**9",
                "values * bits / 8 / 2**20",
                "values * bits / 8 / 2**10",
            ),
            why="The docstring asks for bytes; whoever prints the number chooses the unit.",
            look="What should come out for one token of GPT-2 small?",
        ),
        slip(
            "queries are counted too",
            edit=(
                "2 * sizes.n_layers * sizes.n_kv_heads",
                "sizes.n_layers * (2 * sizes.n_kv_heads + sizes.n_heads)",
            ),
            also=[("2 * sizes.n_layers", "3 * sizes.n_layers")],
            why="A query is used once, in its own row, and nobody asks for it again.",
            look="What does one call of your `KVCache.append` keep?",
        ),
        slip(
            "the number of query heads for each key head is taken for that of key heads",
            edit=("sizes.n_kv_heads", "(sizes.n_heads // sizes.n_kv_heads)"),
            why="H/H_kv says how many share one head; how many heads there are to keep is H_kv.",
            look="Which field of `sizes` says how many heads have keys?",
        ),
    ]
    promises = {
        "every query head has keys of its own": dict(kind="own keys"),
        "heads share keys": dict(kind="grouped"),
        "a head may be wider than D/H": dict(kind="wide heads"),
        "half a byte": dict(bits=4),
        "texts of a batch": dict(batch=4),
        "a published size": dict(kind="llama 8B"),
    }


@exercise("context_budget", points=4, forbid=FINISHED)
class _:
    cases = [
        # room: places behind the prefix. over: tokens that are too many, or places to spare.
        dict(
            room=(10, 16), over=(-6, -2), reserve=(3, 7), n_prefix=3
        ),  # all of it fits, with places to spare
        dict(room=(9, 14), over=(13, 19), reserve=(4, 8), n_prefix=3),
        dict(room=(0, 0), over=(6, 10), reserve=(3, 8), n_prefix=4),  # no room for anything but the prefix
        dict(room=(11, 15), over=(0, 0), reserve=(3, 7), n_prefix=2),  # fits to the last place
        dict(room=(10, 14), over=(10, 16), reserve=(3, 7), n_prefix=0),
    ]
    weights = {"kept": 4, "dropped": 2, "left": 1, "ids unchanged": 1}

    def inputs(rng, room, over, reserve, n_prefix):
        room, over, reserve = (int(rng.integers(*each, endpoint=True)) for each in (room, over, reserve))
        return {
            "ids": [int(i) for i in rng.permutation(900)[: n_prefix + room + over] + 100],
            "window": n_prefix + room + reserve,
            "reserve": reserve,
            "n_prefix": n_prefix,
        }

    def oracle(ids, window, reserve, n_prefix):
        """Tokens fall out one by one, the oldest behind the prefix first, until the answer has its places."""
        kept, dropped = [int(i) for i in ids], []
        while len(kept) + reserve > window:
            dropped.append(kept.pop(int(n_prefix)))
        found = {"kept": kept, "dropped": dropped, "left": window - len(kept)}
        return found | {"ids unchanged": {"kept": kept, "ids": ids}}

    alternatives = {
        "a mask of what falls out": """
            too_many = len(ids) + reserve - window
            falls = [n_prefix <= place < n_prefix + too_many for place in range(len(ids))]
            kept = [i for i, gone in zip(ids, falls) if not gone]
            return {"kept": kept, "dropped": [i for i, gone in zip(ids, falls) if gone], "left": window - len(kept)}
        """,
        "two branches": """
            if len(ids) + reserve <= window:
                return {"kept": ids, "dropped": [], "left": window - len(ids)}
            cut = len(ids) - (window - reserve - n_prefix)
            return {"kept": ids[:n_prefix] + ids[cut:], "dropped": ids[n_prefix:cut], "left": reserve}
        """,
    }
    slips = [
        slip(
            "the input may fill the whole window",
            edit=("window - reserve - n_prefix", "window - n_prefix"),
            why="Input and output share the window. With a full one the model cannot write a single token.",
            look="How many places must be free behind what you keep?",
        ),
        slip(
            "the places of the prefix are not counted",
            edit=("window - reserve - n_prefix", "window - reserve"),
            why="The prefix takes places like any other tokens.",
            look="How many tokens do you keep in all when the text is far too long?",
        ),
        slip(
            "the prefix falls out as well",
            edit=[("ids[:n_prefix], ids[n_prefix:]", "[], ids"), ("reserve - n_prefix", "reserve")],
            why="The prefix says what the model is to do. When it falls out, the model forgets its task in the middle of the work.",
            look="Which tokens have to stay, however long the text is?",
        ),
        slip(
            "the newest tokens fall out, not the oldest",
            edit=[("rest[n_dropped:]", "rest[: len(rest) - n_dropped]"), ("rest[:n_dropped]", "rest[len(rest) - n_dropped :]")],
            why="The newest tokens hold the question that is to be answered.",
            look="Which part of a conversation can the model do without?",
        ),
        slip(
            "with room for nothing, everything stays",
            edit=("rest[n_dropped:]", "rest[-room:]"),
            also=[[("rest[n_dropped:]", "rest[-room:]"), ("rest[:n_dropped]", "(rest[:-room] if len(rest) > room else [])")], [("rest[n_dropped:]", "rest[-room:]"), ("rest[:n_dropped]", "rest[:-room]")]],
            why="In Python −0 is 0, and a slice from 0 is the whole list.",
            look="What is `[1, 2, 3][-n:]` for n = 2, 1 and 0?",
        ),
        slip(
            "the places kept free are all that is left",
            edit=("window - len(kept)", "reserve"),
            why="A short input leaves more than the least that was asked for.",
            look="How many tokens may be written after an input of 10 in a window of 20?",
        ),
        slip(
            "the text is cut from behind whether it fits or not",
            edit=[("prefix + rest[n_dropped:]", "prefix + ids[-room:]"), ("rest[:n_dropped]", "ids[n_prefix:-room]")],
            why="In a short text the last tokens reach back into the prefix, which then goes in twice. And with room for nothing, a slice from −0 is everything.",
            look="What do you keep of 10 tokens with a prefix of 3 when all of them fit?",
        ),
        slip(
            "the reserve is taken off what is left",
            edit=("window - len(kept)", "window - reserve - len(kept)"),
            why="The reserve is there for the answer: the model may write into it, and into whatever else is free.",
            look="For whom are the reserved places kept free?",
        ),
        slip(
            "what is left is counted before anything fell out",
            edit=("window - len(kept)", "window - len(ids)", "max(0, window - len(ids))"),
            why="For a long text that is a negative number of tokens.",
            look="What does the model read: `ids`, or what you keep of them?",
        ),
        slip(
            "all but the prefix falls out as soon as the text is too long",
            edit=("max(len(rest) - room, 0)", "len(rest) if len(rest) > room else 0"),
            why="More is forgotten than has to be.",
            look="How many tokens have to go, so that the rest just fits?",
        ),
        slip(
            "the caller's list is changed",
            edit=[("    kept = prefix + rest[n_dropped:]", "    del ids[n_prefix : n_prefix + n_dropped]\n    kept = ids")],
            also=[("    kept = prefix + rest[n_dropped:]", "    kept = prefix + rest[n_dropped:]\n    ids[:] = kept")],
            why="The whole text is still needed: for display, and for the next turn. What fell out of the window would be lost for good.",
            look="Print ids after your function has run.",
        ),
    ]  # fmt: skip
    promises = {
        "nothing falls out as long as all fits": dict(over=(-6, -2)),
        "the prefix stays": dict(over=(13, 19), n_prefix=3),
        "room for nothing but the prefix": dict(room=(0, 0), n_prefix=4),
        "it fits to the last place": dict(over=(0, 0)),
        "no prefix": dict(n_prefix=0),
        "ids stay as they are": "ids unchanged",
    }
