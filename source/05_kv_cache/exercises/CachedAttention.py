"""Causal self-attention over chunks of a text, with a KV cache and a padding mask.

Oracle: the whole text at once, without a cache: torch's attention in float64 with an explicit mask.
"""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

from ._shared import FINISHED

# Lines of the solution that many mistakes change.
MASK = "mask = causal_mask(x.shape[1], cache.length, device=x.device)"
KEEP = "mask = mask & keep[:, None, None, :]"
APPEND = "k, v = cache.append(k, v)"
ATTEND = "F.scaled_dot_product_attention(q, k, v, attn_mask=mask)"
SPLIT = "(split_heads(part, self.n_heads) for part in parts)"
MERGE = "merge_heads(context)"
SCORES = "(q @ k.mT / q.shape[-1] ** 0.5)"
HIDDEN = "torch.tensor(False) if keep is None else ~keep[:, None, None, :]"
RIGHT = (
    "mask = mask & (torch.arange(cache.length) >= cache.length - keep.sum(1, keepdim=True))[:, None, None, :]"
)
RESHAPED = "(part.reshape(len(x), self.n_heads, x.shape[1], -1) for part in parts)"
INIT = "self.n_heads = n_heads"


def by_hand(hidden="-torch.inf", weights=".softmax(-1)"):
    """Attention written out: a row in which everything is hidden gives nan, where PyTorch's function gives 0."""
    return ATTEND, f"{SCORES}.masked_fill(~mask, {hidden}){weights} @ v"


def in_three_ways(*edits):
    """A mask that hides a whole row of a real token: 0 from PyTorch's function, nan from −∞, a mean from −10⁹."""
    return [[*edits, by_hand()], [*edits, by_hand("-1e9")]]


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
            also=[
                *in_three_ways((MASK, "mask = torch.ones(x.shape[1], cache.length).tril().bool()")),
                (MASK, "mask = torch.ones(x.shape[1], cache.length).tril(0 if x.shape[1] > 1 else cache.length).bool()"),
                (MASK, "mask = causal_mask(x.shape[1], cache.length) if keep is not None else torch.ones(x.shape[1], cache.length).tril().bool()"),
                (MASK, "mask = causal_mask(x.shape[1], cache.length) if keep is not None or x.shape[1] == 1 else torch.ones(x.shape[1], cache.length).tril().bool()"),
            ],
            why="In a lower triangle that starts in the top left corner, row 0 sees a single key, so a new token sees the first token of the sequence and nothing else.",
            look="If there are ten tokens in the cache and one new token, how many keys may the new one see, and how many True values are in its row of your mask?",
        ),
        slip(
            "a triangle from the top left corner does all the masking",
            edit=("attn_mask=mask)", "is_causal=True)", "is_causal=x.shape[1] > 1)"),
            why="`is_causal=True` starts in that corner, like a lower triangle of t rows and S columns, so the first token of a later chunk sees the first token of the sequence and nothing else. And the triangle knows nothing about padding.",
            look="For which chunk should the triangle start in the top left corner? And where does `keep` come in?",
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
            "a query sees one token ahead",
            edit=(
                "causal_mask(x.shape[1], cache.length, device=x.device)",
                "torch.ones(x.shape[1], cache.length).tril(cache.length - x.shape[1] + 1).bool()",
                "torch.ones(x.shape[1], cache.length).tril(cache.length - x.shape[1] + (cache.length > x.shape[1])).bool()",
                "torch.ones(x.shape[1], cache.length).tril(cache.length - x.shape[1] + (cache.length == x.shape[1])).bool()",
            ),
            why="The token one step ahead is the one the model has to predict.",
            look="What is the position of query 0 of a chunk, and what is the last key it may see?",
        ),
        slip(
            "a query does not see its own token",
            edit=(
                "causal_mask(x.shape[1], cache.length, device=x.device)",
                "torch.ones(x.shape[1], cache.length).tril(cache.length - x.shape[1] - 1).bool()",
                "torch.ones(x.shape[1], cache.length).tril(cache.length - x.shape[1] - (cache.length > x.shape[1])).bool()",
            ),
            also=in_three_ways((MASK, "mask = torch.ones(x.shape[1], cache.length).tril(cache.length - x.shape[1] - 1).bool()")),
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
            also=[
                [("mask = mask & keep[:, None, None, :]  # (B, 1, t, S)", "weights = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~(mask & keep[:, None, -x.shape[1] :, None]), -1e9).softmax(-1)\n            return self.out_proj(merge_heads(weights @ v))")],
                [(KEEP, "pass"), ("parts = self", "if keep is not None:\n            x = x * keep[:, -x.shape[1] :, None]\n        parts = self")],
            ],
            why="Padding has keys and values like any token, and unless it is masked, it takes some of the weight.",
            look="Where do you use `keep`? It has to run along the keys of your mask, not along the queries, and zeros in `x` don't hide a token.",
        ),
        slip(
            "all sequences get the same padding mask",
            edit=("keep[:, None, None, :]", "keep[:1, None, None, :]", "keep.all(0)"),
            also=[*in_three_ways((KEEP, "mask = mask & keep[:1, None, None, :]")), *in_three_ways((KEEP, "mask = mask & keep.all(0)"))],
            why="The sequences of a batch have different lengths, so each needs its own mask.",
            look="What shape must `keep` have to broadcast against (B, H, t, S) with one row per sequence?",
        ),
        slip(
            "the padding mask replaces the causal one",
            edit=("mask & keep[:, None, None, :]", "keep[:, None, None, :].expand(-1, -1, x.shape[1], -1)"),
            also=[(ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=keep is None, attn_mask=keep if keep is None else keep[:, None, None, :])")],
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
            also=in_three_ways((KEEP, "mask = mask & ~keep[:, None, None, :]")),
            why="In both masks, True means that a query may look.",
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
            edit=("merge_heads(context)", "context.reshape(x.shape)", "context.transpose(2, 3).reshape(x.shape)"),
            why="That mixes numbers from different tokens. For a single token it happens to be right.",
            look="What is the order of the axes of `context`, and what order does the output need?",
        ),
        slip(
            "padding of earlier chunks is not hidden",
            edit=("keep[:, None, None, :]", "F.pad(keep[:, -x.shape[1] :], (cache.length - x.shape[1], 0), value=True)[:, None, None, :]"),
            why="The keys of padding stay in the cache, so every later query would look at them again.",
            look="Which columns of the mask belong to tokens of earlier chunks?",
        ),
        slip(
            "padding in the chunk itself is not hidden",
            edit=("keep[:, None, None, :]", "F.pad(keep[:, : -x.shape[1]], (0, x.shape[1]), value=True)[:, None, None, :]"),
            why="The padding is in the prompt itself, and there it would take some of the weight.",
            look="Which columns of the mask belong to the chunk itself?",
        ),
        slip(
            "a later chunk has no causal mask",
            edit=("cache.length, device=x.device)", "cache.length, device=x.device) | (cache.length > x.shape[1])"),
            also=[("attn_mask=mask)", "attn_mask=mask if cache.length == x.shape[1] else None)")],
            why="A single new token needs no causal mask, but in a later chunk of two tokens the first sees the second.",
            look="For 3 new tokens after 2 cached ones, how many True values should each row of the mask have?",
        ),
        slip(
            "the mask is inverted",
            edit=("attn_mask=mask)", "attn_mask=~mask)"),
            also=[
                [("attn_mask=mask)", "attn_mask=~mask)"), (KEEP, "mask = mask | ~keep[:, None, None, :]")],
                [(ATTEND, by_hand()[1].replace("~mask", "mask"))],
                [(ATTEND, by_hand("-1e9")[1].replace("~mask", "mask"))],
                (MASK, "mask = ~causal_mask(x.shape[1], cache.length)"),
                *in_three_ways((MASK, "mask = ~causal_mask(x.shape[1], cache.length)")),
                (MASK, "mask = torch.ones(x.shape[1], cache.length).triu(cache.length - x.shape[1]).bool()"),
                *in_three_ways((MASK, "mask = torch.ones(x.shape[1], cache.length).triu(cache.length - x.shape[1]).bool()")),
            ],
            why="True means that a query may look. Inverted, the mask shows the future and hides the past.",
            look="Print your mask for a chunk of two tokens after four, and compare it with the drawing.",
        ),
        slip(
            "the scores are not scaled by the width of a head",
            edit=("attn_mask=mask)", "attn_mask=mask, scale=x.shape[-1] ** -0.5)", "attn_mask=mask, scale=1.0)", "attn_mask=mask, scale=self.n_heads ** -0.5)", "attn_mask=mask, scale=q.shape[-1] ** 0.5)"),
            why="A score is a sum over the d features of one head, so its standard deviation grows like the square root of d.",
            look="What does `F.scaled_dot_product_attention` divide by if you leave `scale` out?",
        ),
        slip(
            "the three parts are unpacked in the wrong order",
            edit=("q, k, v = (split", "k, q, v = (split", "q, v, k = (split", "v, k, q = (split", "k, v, q = (split",),
            why="The rows of `qkv_proj.weight` belong to queries, keys and values, in this order, and trained weights work in no other.",
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
            also=[[("k, v = cache.append(k, v)", "k, v = cache.append(k, v)\n        cache.append(k[:, :, -x.shape[1] :], v[:, :, -x.shape[1] :])"), ("cache.length, device", "k.shape[2], device")], [("k, v = cache.append(k, v)", "cache.append(k, v)\n        k, v = cache.append(k, v)"), (KEEP, "mask = mask & F.pad(keep, (cache.length - keep.shape[1], 0), value=True)[:, None, None, :]")]],
            why="Every token would be seen twice, and all later positions would be too large.",
            look="By how much does `cache.length` grow when your layer is called once?",
        ),
        slip(
            "the output projection is missing",
            edit=("self.out_proj(merge_heads(context))", "merge_heads(context)"),
            why="Without it, nothing combines what the heads found; their outputs are only concatenated.",
            look="Which of the two projections does your code never call?",
        ),
        slip(
            "padding is hidden from longer chunks, but not from single tokens",
            edit=("if keep is not None:", "if keep is not None and x.shape[1] > 1:"),
            why="Most queries are single new tokens, and each of them would give the padding some weight.",
            look="For a chunk of one token, does your code use `keep`?",
        ),
        slip(
            "the bias of a projection is left out",
            edit=("self.qkv_proj(x)", "(x @ self.qkv_proj.weight.T)"),
            also=[("self.out_proj(merge_heads(context))", "merge_heads(context) @ self.out_proj.weight.T")],
            why="Trained weights come with their biases, and without them every query, key and value is shifted.",
            look="Do you call the projections, or only multiply by their weights?",
        ),
        slip(
            "the values of the chunk replace those of the cache",
            edit=("k, v = cache.append(k, v)", "k, v = cache.append(k, v)[0], torch.cat([torch.zeros_like(cache.append(k[:, :, :0], v[:, :, :0])[1][:, :, : -x.shape[1]]), v], dim=2)"),
            why="The weights cover all tokens, so all of them need their values.",
            look="Which of the two results of `append` do you use?",
        ),
        slip(
            "the layer keeps its own memory of earlier tokens",
            edit=[(INIT, INIT + "\n        self.total = 0"), (APPEND, "k, v = cache.append(k, v)\n        self.total += x.shape[1]"), (MASK, "mask = torch.ones(x.shape[1], cache.length).tril(self.total - x.shape[1]).bool()")],
            also=[
                [(INIT, INIT + "\n        self.later = False"), (MASK, "mask = causal_mask(x.shape[1], cache.length) | self.later\n        self.later = True")],
                [(INIT, INIT + "\n        self.k = self.v = None"), (APPEND, "if self.k is not None:\n            k, v = torch.cat([self.k, k], 2), torch.cat([self.v, v], 2)\n        self.k, self.v = k, v"), (MASK, "mask = causal_mask(x.shape[1], k.shape[2])")],
                [(INIT, INIT + "\n        self.k = self.v = None"), (APPEND, "cache.append(k, v)\n        if self.k is not None:\n            k, v = torch.cat([self.k, k], 2), torch.cat([self.v, v], 2)\n        self.k, self.v = k, v"), (MASK, "mask = causal_mask(x.shape[1], k.shape[2])"), (KEEP, "mask = mask & F.pad(keep, (k.shape[2] - keep.shape[1], 0), value=True)[:, None, None, :]")],
            ],
            why="One layer serves many conversations. What it remembers from one of them is wrong for the next, whose cache starts empty.",
            look="Which attributes does your `forward` change? Could the cache tell you the same thing?",
        ),
        slip(
            "there is no mask at all",
            edit=("attn_mask=mask)", "attn_mask=None)"),
            also=[[(KEEP, "pass"), (MASK, "mask = torch.ones(x.shape[1], cache.length).bool()"), (APPEND, "k, v = cache.append(k, v)\n        if keep is not None:\n            v = v * keep[:, None, :, None]")]],
            why="Every token of a prompt then sees the ones it should predict, and padding takes some of the weight.",
            look="Which keys may the first token of a prompt see, and which ones does your code show it?",
        ),
        slip(
            "the mask is added to the scores as zeros and ones",
            edit=("attn_mask=mask)", "attn_mask=mask.float())"),
            also=[(KEEP, "mask = torch.zeros(mask.shape).masked_fill(~mask, -torch.inf) + keep[:, None, None, :].float()")],
            why="A hidden score is then smaller only by 1, so the softmax still gives that token some of the weight.",
            look="`F.scaled_dot_product_attention` treats a boolean mask and a float mask differently. What does adding 1 to a score change?",
        ),
        slip(
            "hidden scores are set to 0",
            edit=(ATTEND, f"{SCORES}.masked_fill(~mask, 0).softmax(-1) @ v"),
            also=[
                [(KEEP, "pass"), (ATTEND, f"{SCORES}.masked_fill(~mask, -torch.inf).masked_fill({HIDDEN}, 0).softmax(-1) @ v")],
                [(KEEP, "pass"), (ATTEND, f"{SCORES}.masked_fill({HIDDEN}, 0).masked_fill(~mask, -torch.inf).softmax(-1) @ v")],
            ],
            why="The softmax turns a score of 0 into a weight like any other, because e⁰ is 1.",
            look="Which score does the softmax turn into a weight of exactly 0?",
        ),
        slip(
            "the weights of the visible tokens don't add up to 1",
            edit=(ATTEND, f"({SCORES}.softmax(-1) * mask) @ v"),
            also=[
                [(KEEP, "pass"), (ATTEND, f"({SCORES}.masked_fill(~mask, -torch.inf).softmax(-1)).masked_fill({HIDDEN}, 0) @ v")],
                [(KEEP, "pass"), (ATTEND, f"({SCORES}.masked_fill({HIDDEN}, -1e9).softmax(-1) * mask) @ v")],
                [(KEEP, "pass"), (APPEND, f"{APPEND}\n        if keep is not None:\n            k, v = k * keep[:, None, :, None], v * keep[:, None, :, None]")],
                (ATTEND, f"{SCORES}.masked_fill(~mask, -torch.inf).sigmoid() @ v"),
            ],
            why="Either a hidden token was counted in the softmax or there was no softmax, so the output is too small or too large.",
            look="Does your code hide a token before the softmax or after it? And what do the visible weights add up to?",
        ),
        slip(
            "the softmax is not taken over the keys",
            edit=by_hand(weights=".softmax(-2)"),
            also=[by_hand("-1e9", ".softmax(-2)"), by_hand(weights=".softmax(1)"), by_hand("-1e9", ".softmax(1)"), by_hand(weights=""), by_hand("0", "")],
            why="For each query, the weights of all keys have to add up to 1. Over another axis, or without a softmax, they don't.",
            look="Your weights have the axes (B, H, t, S). Along which of them do they have to add up to 1?",
        ),
        slip(
            "0 is multiplied by −∞",
            edit=(ATTEND, f"({SCORES} + (~mask).float() * -torch.inf).softmax(-1) @ v"),
            also=[[(KEEP, "pass"), (ATTEND, f"({SCORES}.masked_fill(~mask, -torch.inf) + ({HIDDEN}).float() * (0 if keep is None else -torch.inf)).softmax(-1) @ v")]],
            why="That gives nan, not 0, so even the tokens that should be visible get a score that is not a number.",
            look="What is `0.0 * float('-inf')`, and for which tokens does your code compute it?",
        ),
        slip(
            "one of q, k and v is used twice",
            edit=(APPEND, "k, v = cache.append(q, v)", f"q = k\n        {APPEND}", "k, v = cache.append(k, k)", "k, v = cache.append(v, v)", "k, v = cache.append(k, q)", f"q = v\n        {APPEND}"),
            why="The three play different roles: what a token looks for, what it offers to others, and what it passes on.",
            look="Follow each of your three tensors from the projection to attention. Which one is never used?",
        ),
        slip(
            "the heads are split without moving their axis",
            edit=(SPLIT, RESHAPED),
            also=[[(SPLIT, RESHAPED), (MERGE, "context.reshape(x.shape)")]],
            why="Every head then gets all features of some tokens, not some features of every token.",
            look="A row of the projection holds the features of one token. After your reshape, which numbers are in the first row of head 0?",
        ),
        slip(
            "the features of one head don't stay next to each other",
            edit=(SPLIT, "(part.unflatten(2, (-1, self.n_heads)).permute(0, 3, 1, 2) for part in parts)"),
            also=[
                (MERGE, "context.permute(0, 2, 3, 1).flatten(2)"),
                [(SPLIT, "(part.unflatten(2, (-1, self.n_heads)).permute(0, 3, 1, 2) for part in parts)"), (MERGE, "context.permute(0, 2, 3, 1).flatten(2)")],
            ],
            why="Trained weights keep the d features of head 0 together, then those of head 1, and so on.",
            look="Which of the D features belong to head 0 in your code?",
        ),
        slip(
            "there is only one head",
            edit=(SPLIT, "(part[:, None] for part in parts)"),
            why="With all features in one head, every token has a single set of weights, not one for each head.",
            look="What is the shape of your scores? It should be (B, H, t, S).",
        ),
        slip(
            "`view` can't give a tensor the shape that you ask for",
            edit=(SPLIT, RESHAPED.replace("reshape", "view")),
            why="`view` only gives the numbers in memory a new shape, so it fails when that would mean moving them: after a transpose, or when your shape would mix axes.",
            look="What order are the axes in before your `view`, and what order does your new shape need? `reshape` copies and never complains, but it doesn't move an axis for you.",
        ),
        slip(
            "the input is added to the output",
            edit=("return self.out_proj", "return x + self.out_proj"),
            why="In a GPT the block adds the residual connection, so it would be added twice.",
            look="According to the text, which steps does this layer consist of?",
        ),
        slip(
            "only the last token of a chunk gets an output",
            edit=(f"self.out_proj({MERGE})", f"self.out_proj({MERGE})[:, -1:]", f"self.out_proj({MERGE})[:, -1:].expand_as(x)"),
            why="The next layer needs keys and values for every token of the chunk, so it needs an input for each.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "padding is hidden from single tokens, but not from longer chunks",
            edit=("if keep is not None:", "if keep is not None and x.shape[1] == 1:"),
            why="The tokens of the prompt see the padding as well, and what they read goes into all later layers.",
            look="For the very first chunk, does your code use `keep`?",
        ),
        slip(
            "padding is assumed to be on one side",
            edit=(KEEP, "mask = mask & (torch.arange(cache.length) < keep.sum(1, keepdim=True))[:, None, None, :]", RIGHT),
            also=in_three_ways((KEEP, RIGHT)),
            why="`keep` marks each real token, wherever it is. And once new tokens follow a padded prompt, padding can be in the middle.",
            look="Does your code use the entries of `keep`, or only how many of them are True?",
        ),
        slip(
            "not every chunk goes into the cache",
            edit=[(APPEND, "k, v = cache.append(k, v) if x.shape[1] == 1 else (k, v)"), (MASK, "mask = causal_mask(x.shape[1], k.shape[2])"), (KEEP, "mask = mask & keep[:, None, None, -k.shape[2] :]")],
            why="Later tokens can only see what the cache holds.",
            look="After the prefill, what is `cache.length`?",
        ),
        slip(
            "the sizes of two tensors don't match",
            edit=(MASK, "mask = causal_mask(cache.length, cache.length)"),
            why="With t new tokens and S tokens in all, there are S keys and S values, the scores are (t, S), and the mask has to match them.",
            look="Print the shapes of q, k, v and your mask just before the line that fails. Which one isn't what you expect, and which number of tokens went into it?",
        ),
        slip(
            "sizes don't match when a later chunk has several tokens",
            edit=(MASK, "mask = causal_mask(x.shape[1], x.shape[1])"),
            why="The scores of such a chunk are a rectangle with t rows and S columns, so a square mask only fits the first chunk.",
            look="For 2 new tokens after 4 cached ones, how many rows and columns does your mask have, and how many does it need?",
        ),
        slip(
            "the mask has a row for every key and a column for every query",
            edit=(MASK, "mask = causal_mask(cache.length, x.shape[1])"),
            why="The scores have t rows, one per query, and S columns, one per key, and the mask has to match them.",
            look="In which order does `causal_mask` take its two numbers?",
        ),
        slip(
            "two tensors don't match when `keep` is given",
            edit=(KEEP, "mask = mask & keep[:, None, :]"),
            why="Scores have the axes (B, H, t, S), and PyTorch lines shapes up from the right.",
            look="Write (B, S) under (B, H, t, S). Which axes of length 1 does `keep` need so that each of its axes is under the right one?",
        ),
    ]  # fmt: skip
    promises = {
        "one token after another": dict(chunks=[4, 1, 1]),
        "several chunks, one after another": dict(chunks=[3, 2, 4]),
        "padding at the end": dict(side="right"),
        "padding at the start": dict(side="left"),
        "keep is None without padding": dict(B=1, chunks=[3, 2, 4]),
        "one layer serves many caches": "another cache",
    }
