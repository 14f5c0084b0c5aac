"""What decides the exercises of sitting a: a cache, a layer that uses it, and what it saves and costs."""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

FINISHED = ["utils.blocks.cache", "transformers"]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


@exercise("KVCache", points=3, forbid=FINISHED)
class _:
    # The second case has chunks of one size, H and d as large as them: every wrong axis fits.
    cases = [
        dict(B=2, H=3, chunks=[(4, 15), (1, 1), (1, 1)], d=5),
        dict(B=2, H=2, chunks=[(2, 2), (2, 2), (2, 2)], d=2),
        dict(B=1, H=4, chunks=[(1, 1), (2, 11), (2, 11), (1, 1)], d=3),
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
            why="The scores will be right, and the next context will be a mean of keys.",
            look="Which tensor do you keep under `self.v`?",
        ),
        slip(
            "the chunks are joined along the heads",
            edit=[("[self.k, k], dim=2", "[self.k, k], dim=1"), ("[self.v, v], dim=2", "[self.v, v], dim=1")],
            why="Every call then adds heads, and no text grows.",
            look="Which of the four axes (B, H, t, d) counts tokens?",
        ),
        slip(
            "the chunks are joined along the features",
            edit=[("[self.k, k], dim=2", "[self.k, k], dim=3"), ("[self.v, v], dim=2", "[self.v, v], dim=3")],
            why="A key then gets wider with every call, and no text grows.",
            look="Which of the four axes (B, H, t, d) counts tokens?",
        ),
        slip(
            "the chunks are joined along the batch",
            edit=[("[self.k, k], dim=2", "[self.k, k], dim=0"), ("[self.v, v], dim=2", "[self.v, v], dim=0")],
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
    ]  # fmt: skip


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
            why="Padding has keys and values like any token; unmasked, it takes part of the weight.",
            look="Which of the arguments of `forward` does your code never use?",
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
    ]  # fmt: skip


@exercise("generate_cached", points=5, forbid=FINISHED)
class _:
    cases = [
        dict(B=2, T=(4, 7), V=11, D=6, n_new=(5, 8)),
        dict(B=1, T=(1, 1), V=9, D=5, n_new=(7, 10)),
        dict(B=3, T=(3, 8), V=9, D=5, n_new=(1, 1)),
        dict(B=2, T=(3, 6), V=13, D=6, n_new=(8, 11)),
    ]
    weights = {"ids": 3, "tokens in each call": 2}

    def inputs(rng, B, T, V, D, n_new):
        T, n_new = (int(rng.integers(*each, endpoint=True)) for each in (T, n_new))
        # Rows to spare, so that a call at a wrong position gives a wrong token and not an error.
        places = (2 * (T + n_new) + 2, D)
        return {
            "table": rng.standard_normal((V, D)),
            "places": rng.uniform(0.3, 2.0, places) * rng.choice([-1, 1], places),
            "head": rng.standard_normal((D, V)),
            "ids": rng.integers(0, V, (B, T)),
            "n_new": n_new,
        }

    def oracle(table, places, head, ids, n_new):
        """Everything computed again for each token, in float64."""
        found = []
        for text in ids.tolist():
            for _ in range(n_new):
                state = sum(table[token] * places[t] for t, token in enumerate(text))
                text = [*text, int(np.argmax(np.tanh(state) @ head))]
            found.append(text)
        return {"ids": np.array(found), "tokens in each call": [ids.shape[1]] + [1] * (n_new - 1)}

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
    ]  # fmt: skip


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
    ]


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
    weights = {"kept": 2, "dropped": 1, "left": 1}

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
        return {"kept": kept, "dropped": dropped, "left": window - len(kept)}

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
            edit=("window - len(kept)", "window - len(ids)"),
            why="For a long text that is a negative number of tokens.",
            look="What does the model read: `ids`, or what you keep of them?",
        ),
        slip(
            "all but the prefix falls out as soon as the text is too long",
            edit=("max(len(rest) - room, 0)", "len(rest) if len(rest) > room else 0"),
            why="More is forgotten than has to be.",
            look="How many tokens have to go, so that the rest just fits?",
        ),
    ]  # fmt: skip
