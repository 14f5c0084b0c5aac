# %% [markdown]
# # Lesson 11 · Llama
# ## First sitting: the model, its real weights, a chat
#
# > **You:** What is the capital of France?
# >
# > **Your Llama:** The capital of France is Paris.
# >
# > **You:** Name one famous building there.
# >
# > **Your Llama:** The Eiffel Tower is a famous building in Paris.
#
# By the end of this sitting you will have had this conversation with a model whose every layer is yours. You start
# from a 98-megabyte file with the weights of SmolLM2, which has Llama's architecture and was trained on two trillion
# tokens. You read that file byte by byte, build its model out of three modules, and let it talk.
#
# | | |
# |---|---|
# | Uses | RMSNorm and SwiGLU from lesson 03, cache and grouped queries from 05, four-bit weights from 09, RoPE from 10 (all given) |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# B sequences, T new tokens, S tokens so far, H query heads, G heads of keys and values (**KV heads**), d the width of a
# head, D that of the model, V tokens in the vocabulary.
#
# <details><summary>1. What does RMSNorm leave out that LayerNorm has?</summary>It doesn't subtract the mean, and it has no bias (lesson 03).</details>
# <details><summary>2. Nine query heads share three KV heads. Which one does query head 4 read?</summary>Number 1: neighbouring query heads share one, and ⌊4/3⌋ = 1 (lesson 05).</details>
# <details><summary>3. With four bits per weight, how many different values can the weights of one block take?</summary>Sixteen (lesson 09).</details>
# <details><summary>4. Which two features does RoPE rotate as a pair, in transformers and in the paper?</summary>k and k + d/2 in transformers, 2k and 2k + 1 in the paper (lesson 10).</details>
# <details><summary>5. What comes between two turns of a chat?</summary>A mark for the end of the first, a newline, and a header that names the next speaker (lesson 09).</details>

# %% nbgrader={"grade_id": "imports_a", "locked": true}
try:
    from autograder.checks import answered, backward, check, gradient_sizes, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math  # noqa: F401  (for your answers)
import time

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices
from utils.blocks import llama as finished
from utils.blocks.attention import causal_mask, merge_heads, split_heads
from utils.blocks.cache import KVCache
from utils.blocks.positions import rope, rope_frequencies
from utils.counting import elements_written
from utils.metrics import largest, record
from utils.topics.llama import gguf_file, stand_ins
from utils.topics.llama import llama_figures as plots
from utils.topics.llama.streaming import stream, whole_text

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where_a", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · Dequantizing four-bit weights: `dequantize_q4`
#
# *Medium · 11 minutes · without `gguf`, `transformers`*
#
# GGUF is the file format of llama.cpp, the program that runs models like this one on laptops. A file begins with
# *fields*, which describe the model; then come the tensors, each with a name. Look around first.

# %% tags=["explore"]
file = gguf_file.smollm2()
for name, value in file.fields.items():
    if name.startswith("llama."):
        print(f"{name:<42} {value:g}")
for name, tensor in list(file.tensors.items())[:10]:
    print(f"{name:<28} {tensor.kind:<5} shape {tuple(tensor.shape)}, stored as {tuple(tensor.data.shape)}")

# %% [markdown]
# SmolLM2 has thirty layers, nine query heads and three KV heads. Nearly all of its matrices are stored as **Q4_1**, a
# **quantization** that cuts each row of a matrix into blocks of 32 consecutive weights. In ggml's
# letters, each block has a scale $d$ and a minimum $m$, and each weight is rounded to one of 16 levels:
#
# $$w = d\, q + m, \qquad q = 0, \dots, 15$$
#
# A block takes 20 bytes:
#
# ```
#   byte   0 1   2 3   4          5          …   19
#          d     m     q16 | q0   q17 | q1       q31 | q15
#                      upper and lower half of a byte
# ```
#
# So the lower halves hold the first 16 weights and the upper halves the last 16. $d$ and $m$ are float16, stored lower
# byte first (**little-endian**), as nearly every CPU stores them.
#
# **Predict**: how many bits does a weight take in all?
#
# <details><summary>Answer</summary>20 bytes are 160 bits for 32 weights, so five bits per weight. The scale and the minimum add a quarter to the four bits.</details>


# %% nbgrader={"grade_id": "dequantize_q4", "solution": true}
def dequantize_q4(blocks):
    """The weights of GGUF's Q4_1 blocks, w = d · q + m, computed in float32.

    blocks: (n, 20) uint8 on any device; not modified. In each row, bytes 0 and 1 are
    the scale d and bytes 2 and 3 the minimum m, both float16. Byte 4 + j holds the
    q of weight j in its lower half and the q of weight 16 + j in its upper half.
    Returns (n, 32) float32, on the same device.
    """
    ### BEGIN SOLUTION
    d, m = blocks[:, :4].contiguous().view(torch.float16).float().chunk(2, dim=1)  # (n, 1) each
    codes = torch.cat([blocks[:, 4:] & 15, blocks[:, 4:] >> 4], dim=1)  # (n, 32)
    return d * codes + m
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "dequantize_q4_hints", "locked": true}
# <details><summary>A question to start from</summary>Which two integer operations extract the lower and the upper half of a byte?</details>
# <details><summary>A pointer</summary><code>x.view(dtype)</code> reads the same bytes as another type and converts nothing; <code>x.to(dtype)</code> converts. The first needs bytes that are adjacent in memory: <code>contiguous()</code>.</details>
# <details><summary>In pseudocode</summary>Take the first four bytes of each row and read them as two numbers. Put all the lower halves side by side, then all the upper halves. Scale, then add.</details>


# %% nbgrader={"grade_id": "check_dequantize_q4", "grade": true, "locked": true, "points": 3}
@check("dequantize_q4")
def _(blocks):
    weights = dequantize_q4(blocks)
    return {
        "weights": weights,
        "float32": {"values": weights[:1], "type": str(weights.dtype)},
        "blocks unchanged": {"weights": weights[:1], "blocks": blocks.long()},
    }


# %% [markdown]
# Below are three blocks of the real file, each with its own 16 levels. Then all 210 Q4_1 matrices are compared with
# what `gguf`'s own decoder returns. **Predict** how large the largest difference is.

# %% tags=["explore"]
if answered("dequantize_q4"):
    from gguf import GGMLQuantizationType
    from gguf.quants import dequantize

    gate = file.tensors["blk.0.ffn_gate.weight"]
    plots.levels(dequantize_q4(gate.data[:3]))
    differences = []
    for tensor in file.tensors.values():
        if tensor.kind == "Q4_1":
            theirs = torch.from_numpy(dequantize(tensor.data.numpy(), GGMLQuantizationType.Q4_1))
            differences.append((dequantize_q4(tensor.data) - theirs).abs().max().item())
    record("matrices of four bits", len(differences), expected=(210, 210))
    record("largest difference from gguf", largest(differences), expected=(0, 0))

# %% [markdown]
# <details><summary>The answer</summary>
#
# None at all: both do the same arithmetic in the same order.
#
# </details>
#
# Now for the size of the file. The token table is stored as Q8_0: eight bits for each weight and a 16-bit scale for
# every 32 weights, which makes 8.5 bits per weight. The gains of the norms are float32. *Compute the total* from the
# counts below, then look.

# %% tags=["explore"]
bits = {"Q4_1": 20 * 8 / 32, "Q8_0": 34 * 8 / 32, "F32": 32}
total = 0
for kind, each in bits.items():
    count = sum(t.n_weights for t in file.tensors.values() if t.kind == kind)
    total += count * each / 8
    print(f"{kind:<5} {count:>12,} weights of {each:4.1f} bits: {count * each / 8:>12,.0f} bytes")
record("megabytes of weights, computed", total / 1e6, expected=(96.57, 96.58))
record(
    "megabytes of weights in the file", sum(t.n_bytes for t in file.tensors.values()) / 1e6, (96.57, 96.58)
)

# %% [markdown]
# The weights take 96.58 megabytes, but the file has 98.36. Most of the rest is the tokenizer, with its vocabulary of
# 49,152 tokens. And *4-bit model* is only a label: averaged over all its weights, this one takes 5.74 bits.
#
# **Find the error.** A lecture slide lists what makes such a file larger than its weights: the tokenizer, layers stored
# with more bits, and padding of each tensor to "64k page boundaries". Two of these are in your file. Which one isn't?
#
# <details><summary>Answer</summary>The padding. GGUF aligns each tensor to 32 bytes unless the field <code>general.alignment</code> names another number, and this file has no such field. The size of each of its 272 tensors happens to be a multiple of 32, so padding takes no space at all. With 64 KiB pages it would take 14 MB.</details>

# %% [markdown]
# ## 2 · Reordering rows for RoPE: `unpermute_qk`
#
# *Easy · 8 minutes · without `transformers`*
#
# Meta's Llama rotates neighbouring features as a pair, 2k with 2k + 1. `transformers` rotates k with k + d/2 (lesson
# 10). The order of the features within a head is arbitrary, so one convention can be converted into the other by
# reordering the rows that produce queries and keys. `transformers` stores them reordered; llama.cpp kept Meta's
# convention, so its converter undoes the reordering when it writes the file. Your model rotates k with k + d/2, so you
# have to reorder the rows again. Within each head of d = 6:
#
# ```
#   row of the file           0  1  2  3  4  5
#   feature that it produces  0  3  1  4  2  5
# ```
#
# Row 1 of the file, for example, becomes row 3.
#
# The file doesn't tell you its row order. If you forget to change it, the names still fit, the shapes still fit, and
# every number is there. The model only gets worse; section 6 measures by how much.


# %% nbgrader={"grade_id": "unpermute_qk", "solution": true}
def unpermute_qk(weight, n_heads):
    """Put the rows that produce queries or keys into the order that RoPE on halves
    expects.

    weight: (n_heads · d, D), d even; not modified. Within each head of d rows, row 2k
    produces feature k, and row 2k + 1 produces feature k + d/2.
    Returns (n_heads · d, D), the features of each head in ascending order.
    """
    ### BEGIN SOLUTION
    d = weight.shape[0] // n_heads
    return weight.view(n_heads, d // 2, 2, -1).transpose(1, 2).reshape(weight.shape)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "unpermute_qk_hints", "locked": true}
# <details><summary>A question to start from</summary>Which rows of a head go into its first half?</details>
# <details><summary>A pointer</summary>Either take every second row of each head, or give the rows three axes (head, pair, which of the two) and swap two of them.</details>
# <details><summary>In pseudocode</summary>For each head: its even rows in their order, then its odd rows. The heads themselves stay where they are.</details>


# %% nbgrader={"grade_id": "check_unpermute_qk", "grade": true, "locked": true, "points": 2}
@check("unpermute_qk")
def _(weight, n_heads):
    rows = unpermute_qk(weight, n_heads)
    return {"rows": rows, "weight unchanged": {"rows": rows, "weight": weight}}


# %% [markdown]
# Two routes lead to the same scores: keep the rows as the file has them and rotate neighbours, or reorder the rows and
# rotate halves. The third route rotates halves and forgets to reorder.

# %% tags=["explore"]
if answered("dequantize_q4", "unpermute_qk"):
    wq, wk = (file.tensors[f"blk.0.attn_{n}.weight"] for n in "qk")
    wq, wk = (dequantize_q4(w.data).reshape(w.shape) for w in (wq, wk))  # (9 · 64, D), (3 · 64, D)
    x = torch.randn(20, 576, generator=torch.Generator().manual_seed(0)) / 10
    theta = rope_frequencies(64, 100_000.0)

    def scores(wq, wk, adjacent):
        q, k = (rope(x @ w[:64].T, torch.arange(20), theta, adjacent) for w in (wq, wk))  # the first heads
        return q @ k.T

    in_order = scores(unpermute_qk(wq, 9), unpermute_qk(wk, 3), False)
    record("neighbours, unsorted", (scores(wq, wk, True) - in_order).abs().max().item(), expected=(0, 1e-3))
    record("halves, unsorted", (scores(wq, wk, False) - in_order).abs().max().item(), expected=(1, 100))

# %% [markdown]
# ## 3 · Grouped-query attention with RoPE: `LlamaAttention`
#
# *Hard · 18 minutes · without `nn.MultiheadAttention`, `transformers`*
#
# Now the model. You know every part of its attention: four projections without biases, *grouped queries* (fewer KV
# heads than query heads), RoPE, a causal mask, a cache. What is new is that all of them have to be right at once,
# because the weights were trained elsewhere and a mistake may raise no error.
#
# Before you write, put these steps in order: attend, append to the cache, merge, project (twice), repeat heads, rotate,
# split into heads.
#
# <details><summary>Answer</summary>Project, split into heads, rotate, append to the cache, repeat heads, attend, merge, project. Keys are rotated before they are stored, so each is rotated only once. Heads are repeated after they come out of the cache, so the cache holds G of them instead of H.</details>

# %% [markdown]
# | given | |
# |---|---|
# | `split_heads(x, n)`, `merge_heads(x)` | (B, T, n·d) ↔ (B, n, T, d) |
# | `rope(x, positions, theta)` | x (B, H, T, d), positions (T,); rotates k with k + d/2 |
# | `causal_mask(T, S, device)` | (T, S), True where a query may look; the queries are the last T of S positions |
# | `cache.length`, `cache.append(k, v)` | tokens so far; adds new keys and values and returns all so far, (B, G, S, d) each |


# %% nbgrader={"grade_id": "LlamaAttention", "solution": true}
class LlamaAttention(nn.Module):
    """Causal grouped-query attention with RoPE: neighbouring query heads share a KV
    head.

    d_model: D; n_heads: H; n_kv_heads: G, which divides H; theta: (d/2,) radians per
    position, for `rope`.
    forward: x (B, T, D), T new tokens that follow those in the cache → (B, T, D).
    cache: None, or a KVCache, which holds rotated keys and values afterwards,
    (B, G, S, d) each.
    """

    def __init__(self, d_model, n_heads, n_kv_heads, theta):
        super().__init__()
        self.n_heads, self.n_kv_heads = n_heads, n_kv_heads
        d = d_model // n_heads
        self.q_proj = nn.Linear(d_model, n_heads * d, bias=False)
        self.k_proj = nn.Linear(d_model, n_kv_heads * d, bias=False)
        self.v_proj = nn.Linear(d_model, n_kv_heads * d, bias=False)
        self.o_proj = nn.Linear(n_heads * d, d_model, bias=False)
        self.register_buffer("theta", theta, persistent=False)  # moves with the module; not saved

    def forward(self, x, cache=None):
        ### BEGIN SOLUTION
        start, T = (0 if cache is None else cache.length), x.shape[1]
        q = split_heads(self.q_proj(x), self.n_heads)  # (B, H, T, d)
        k, v = (split_heads(f(x), self.n_kv_heads) for f in (self.k_proj, self.v_proj))  # (B, G, T, d)
        positions = torch.arange(start, start + T, device=x.device)
        q, k = rope(q, positions, self.theta), rope(k, positions, self.theta)
        if cache is not None:
            k, v = cache.append(k, v)  # (B, G, S, d)
        n = self.n_heads // self.n_kv_heads
        k, v = (part.repeat_interleave(n, dim=1) for part in (k, v))  # (B, H, S, d)
        mask = causal_mask(T, k.shape[2], x.device)  # (T, S)
        context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)  # (B, H, T, d)
        return self.o_proj(merge_heads(context))
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "LlamaAttention_hints", "locked": true}
# <details><summary>A question to start from</summary>Write down the shape of the keys after each of the eight steps. Where does G become H?</details>
# <details><summary>A pointer</summary>The position of the first new token is the number of tokens so far. Ask the cache before you append.</details>
# <details><summary>In pseudocode</summary>Queries: project, split into H heads, rotate. Keys: project, split into G heads, rotate, store. Values: project, split into G heads, store. Repeat each head of keys and of values for the neighbouring query heads that share it. Attend under the mask, merge, project.</details>
# <details><summary>The first chunk is right, later chunks are not</summary>Print the positions and the mask of the second chunk. How many keys should its first query see?</details>


# %% nbgrader={"grade_id": "check_LlamaAttention", "grade": true, "locked": true, "points": 4}
@check("LlamaAttention")
def _(x, gradient, chunks, weights, theta, n_heads, n_kv_heads):
    layer = load_weights(LlamaAttention(x.shape[-1], n_heads, n_kv_heads, theta), weights)
    x.requires_grad_()
    y = layer(x)
    backward(y, gradient)
    cache = stand_ins.OpenCache()
    with torch.no_grad():
        parts = torch.cat([layer(part, cache) for part in x.split(chunks, dim=1)], dim=1)
    return {
        "output": y,
        "grad_x": x.grad,
        "size of each gradient": gradient_sizes(layer),
        "in chunks": parts,
        "what the cache holds": {"keys": cache.keys, "values": cache.values},
    }


# %% [markdown]
# ## 4 · The block: `LlamaBlock`
#
# *Medium · 7 minutes · without `transformers`*
#
# A block has two branches on a **residual stream** that runs straight through it. Each branch reads a normalized copy
# of the stream and adds its result back:
#
# $$x \leftarrow x + \mathrm{attention}(\mathrm{norm}_1(x)), \qquad x \leftarrow x + W_{down}\big(\mathrm{silu}(W_{gate}\, y) \odot W_{up}\, y\big), \quad y = \mathrm{norm}_2(x)$$
#
# `F.rms_norm(x, (D,), gain, eps)` computes $x / \sqrt{\mathrm{mean}(x^2) + \epsilon} \odot g$, and `F.silu` is silu.
# The value of $\epsilon$ comes with the file: $10^{-5}$ here, $10^{-6}$ in other models. It matters where vectors are
# small.


# %% nbgrader={"grade_id": "LlamaBlock", "solution": true}
class LlamaBlock(nn.Module):
    """A pre-norm block: attention, then SwiGLU, each on its own branch after an RMSNorm
    (Touvron et al. 2023, section 2.2).

    attention: a module, called as attention(x, cache) with x (B, T, D); d_hidden: width
    of the gate; eps: of both norms. attention_norm, feed_forward_norm: gains (D,).
    forward: (B, T, D) → (B, T, D). cache: passed on to attention; may be None.
    """

    def __init__(self, attention, d_model, d_hidden, eps=1e-5):
        super().__init__()
        self.attention, self.eps = attention, eps
        self.attention_norm = nn.Parameter(torch.ones(d_model))
        self.feed_forward_norm = nn.Parameter(torch.ones(d_model))
        self.gate = nn.Linear(d_model, d_hidden, bias=False)
        self.up = nn.Linear(d_model, d_hidden, bias=False)
        self.down = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x, cache=None):
        ### BEGIN SOLUTION
        D = x.shape[-1:]
        x = x + self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)
        y = F.rms_norm(x, D, self.feed_forward_norm, self.eps)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "LlamaBlock_hints", "locked": true}
# <details><summary>A question to start from</summary>Which operations take the stream itself, without a norm?</details>
# <details><summary>A pointer</summary>Only the two additions. The second norm gets the stream after the first addition.</details>
# <details><summary>In pseudocode</summary>Normalize, attend, add. Normalize, multiply silu of the gate by up, project back to width D, add.</details>


# %% nbgrader={"grade_id": "check_LlamaBlock", "grade": true, "locked": true, "points": 3}
@check("LlamaBlock")
def _(x, gradient, chunks, weights, eps):
    (F_, D), options = weights["gate.weight"].shape, {} if eps is None else {"eps": eps}
    # a running mean stands in for attention, so that an error there costs nothing here
    block = load_weights(LlamaBlock(stand_ins.RunningMean(D), D, F_, **options), weights)
    x.requires_grad_()
    y = block(x)
    backward(y, gradient)
    cache = KVCache()
    with torch.no_grad():
        parts = torch.cat([block(part, cache) for part in x.split(chunks, dim=1)], dim=1)
    return {
        "output": y,
        "grad_x": x.grad,
        "size of each gradient": gradient_sizes(block),
        "in chunks": parts,
    }


# %% [markdown]
# ## 5 · The model: `Llama`
#
# *Easy · 6 minutes · without `transformers`*
#
# The model is token embeddings, blocks, a final norm, and scores (*logits*). Small models use the token table twice:
# a token's row is what goes in when the token is read, and the product with that same row scores the token as the next
# one. This is **weight tying**, and the head is called *tied*. If a model has a separate table at the end, `head` is
# a `Linear`; otherwise it is None.
#
# To generate text you need only the last token's scores. The head is the largest matrix of SmolLM2, so `last=True`
# saves real work.


# %% nbgrader={"grade_id": "Llama", "solution": true}
class Llama(nn.Module):
    """A decoder-only transformer: token table, blocks, final norm, scores.

    blocks: modules, called as block(x, cache) with x (B, T, D); norm: gain (D,) of the
    final RMSNorm, which uses eps.
    forward: ids (B, T) int64; caches: one per block, or None; last: compute the scores
    of the last token only (the caches still get all tokens).
    Returns scores (B, T, V), or (B, 1, V) if last.
    """

    def __init__(self, blocks, vocab_size, d_model, eps=1e-5, tied=True):
        super().__init__()
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm, self.eps = nn.Parameter(torch.ones(d_model)), eps
        self.head = None if tied else nn.Linear(d_model, vocab_size, bias=False)

    def new_caches(self):
        """Empty caches, one per block, for a batch of sequences of equal length."""
        return [KVCache() for _ in self.blocks]

    def forward(self, ids, caches=None, last=False):
        ### BEGIN SOLUTION
        caches = caches or [None] * len(self.blocks)
        x = self.tokens(ids)  # (B, T, D)
        for block, cache in zip(self.blocks, caches):
            x = block(x, cache)
        if last:
            x = x[:, -1:]
        x = F.rms_norm(x, x.shape[-1:], self.norm, self.eps)
        return F.linear(x, self.tokens.weight if self.head is None else self.head.weight)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "Llama_hints", "locked": true}
# <details><summary>A question to start from</summary>Which cache belongs to which block, and what do the blocks get when there are no caches?</details>
# <details><summary>A pointer</summary><code>zip</code> walks through two lists at once. <code>F.linear(x, W)</code> is x Wᵀ.</details>
# <details><summary>In pseudocode</summary>Look up the ids. Go through the blocks, each with its cache. If only the last token is wanted, drop all the others now. Normalize, then multiply by the head, or by the token table.</details>


# %% nbgrader={"grade_id": "check_Llama", "grade": true, "locked": true, "points": 2}
@check("Llama")
def _(ids, gradient, chunks, weights, n_layers, eps):
    (V, D), options = weights["tokens.weight"].shape, {} if eps is None else {"eps": eps}
    blocks = [stand_ins.RunningMean(D) for _ in range(n_layers)]  # in the place of Llama's
    model = load_weights(Llama(blocks, V, D, tied="head.weight" not in weights, **options), weights)
    scores = model(ids)
    backward(scores, gradient)
    caches = model.new_caches()
    with torch.no_grad():
        parts = torch.cat([model(part, caches) for part in ids.split(chunks, dim=1)], dim=1)
        last = model(ids, last=True)
        spared = elements_written(model, ids) - elements_written(lambda: model(ids, last=True))
    return {
        "scores": scores,
        "size of each gradient": gradient_sizes(model),
        "in chunks": parts,
        "the last token alone": {
            "scores": last,
            "scores of other tokens computed": spared < (ids.numel() - len(ids)) * V / 2,
        },
    }


# %% nbgrader={"grade_id": "make_llama", "locked": true}
def config_of(file):
    """The sizes of a model, read from the fields of its file."""
    fields = {name.removeprefix("llama."): value for name, value in file.fields.items()}
    return {
        "vocab_size": fields["vocab_size"],
        "d_model": fields["embedding_length"],
        "n_layers": fields["block_count"],
        "n_heads": fields["attention.head_count"],
        "n_kv_heads": fields["attention.head_count_kv"],
        "d_hidden": fields["feed_forward_length"],
        "theta": fields["rope.freq_base"],
        "eps": fields["attention.layer_norm_rms_epsilon"],
        "tied": "output.weight" not in file.tensors,
    }


def make_llama(config):
    """Your Llama with these sizes and random weights."""
    D, H, G, eps = (config[name] for name in ("d_model", "n_heads", "n_kv_heads", "eps"))
    theta = rope_frequencies(D // H, config["theta"])
    blocks = [
        LlamaBlock(LlamaAttention(D, H, G, theta), D, config["d_hidden"], eps)
        for _ in range(config["n_layers"])
    ]
    return Llama(blocks, config["vocab_size"], D, eps, config["tied"])


# %% [markdown]
# Here is the model whose parts you have written, with the sizes of the file. The stream runs straight through it; the
# norms are on the branches, and only the last one is on the stream itself.

# %% tags=["explore"]
plots.whole_model(config_of(file))

# %% [markdown]
# ## 6 · Loading the real weights: `load_gguf`
#
# *Medium · 12 minutes · without `transformers`*
#
# Every program has its own names for the parts of a model. `PARTS` translates the file's names into those of your
# modules; a layer's tensors begin with `blk.` and its number, yours with `blocks.` and the same number. If you copy
# tensors one by one, three mistakes raise no error: a tensor is missing, a tensor has nowhere to go, or rows are in the
# wrong order. Comparing all names and shapes with the model's catches the first two.

# %% nbgrader={"grade_id": "names", "locked": true}
PARTS = {
    "token_embd.weight": "tokens.weight",
    "output_norm.weight": "norm",
    "output.weight": "head.weight",  # absent if the head is tied
    "attn_norm.weight": "attention_norm",
    "attn_q.weight": "attention.q_proj.weight",
    "attn_k.weight": "attention.k_proj.weight",
    "attn_v.weight": "attention.v_proj.weight",
    "attn_output.weight": "attention.o_proj.weight",
    "ffn_norm.weight": "feed_forward_norm",
    "ffn_gate.weight": "gate.weight",
    "ffn_up.weight": "up.weight",
    "ffn_down.weight": "down.weight",
}


def decode(tensor):
    """A tensor of the file as float32 numbers in its shape. Q4_1 is decoded by your code, the rest by the package gguf."""
    if tensor.kind == "Q4_1":
        return dequantize_q4(tensor.data).reshape(tensor.shape)
    if tensor.kind == "F32":
        return tensor.data
    from gguf import GGMLQuantizationType
    from gguf.quants import dequantize

    values = dequantize(tensor.data.numpy(), GGMLQuantizationType[tensor.kind])
    return torch.from_numpy(values).view(tensor.shape)


# %% nbgrader={"grade_id": "load_gguf", "solution": true}
def load_gguf(model, file, decode, unpermute):
    """Copy every tensor of a file into a Llama, and return the model.

    file.tensors: a dictionary name → tensor, in any order. decode(tensor): its numbers,
    (out, in) or (D,), the shapes that the model has. unpermute(weight, n_heads): the
    rows of queries or keys in order. file.fields["llama.attention.head_count"] is H,
    file.fields["llama.attention.head_count_kv"] is G.
    PARTS, the table above, translates names.
    Raises an error that names the tensor or the parameter if one is missing, has the
    wrong shape, or has nowhere to go. (If queries or keys have the wrong shape,
    `unpermute` may raise its own error first.)
    """
    ### BEGIN SOLUTION
    H, G = (file.fields[f"llama.attention.head_count{end}"] for end in ("", "_kv"))
    heads = {True: H, False: G}
    weights = {}
    for name, tensor in file.tensors.items():
        values = decode(tensor)
        if name.endswith(("attn_q.weight", "attn_k.weight")):
            values = unpermute(values, heads["attn_q" in name])
        if name.startswith("blk."):
            _, layer, part = name.split(".", 2)
            weights[f"blocks.{layer}.{PARTS[part]}"] = values
        else:
            weights[PARTS[name]] = values
    model.load_state_dict(weights)
    return model
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "load_gguf_hints", "locked": true}
# <details><summary>A question to start from</summary>What is <code>blk.7.ffn_up.weight</code> called in your model?</details>
# <details><summary>A pointer</summary><code>name.split(".", 2)</code> cuts at the first two dots. <code>load_state_dict</code> takes a dictionary with the model's names and complains, by name, about whatever doesn't fit.</details>
# <details><summary>In pseudocode</summary>For each tensor: decode it; if it produces queries or keys, put its rows in order, using the number of heads that it has; translate its name; keep it. At the end, load everything at once.</details>


# %% nbgrader={"grade_id": "check_load_gguf", "grade": true, "locked": true, "points": 3}
@check("load_gguf")
def _(weights, config):
    fields = {
        "llama.attention.head_count": config["n_heads"],
        "llama.attention.head_count_kv": config["n_kv_heads"],
        "llama.block_count": config["n_layers"],
    }

    def unpermute(weight, n_heads):
        return finished.in_halves(weight, n_heads)

    def load(tensors):
        file = stand_ins.stored_file(tensors, fields)
        return load_gguf(make_llama(config), file, stand_ins.Stand.decode, unpermute)

    model = load(weights)
    parameters = model.named_parameters() if isinstance(model, nn.Module) else []
    found = {name: stand_ins.fingerprint(p) for name, p in parameters}
    pair = {name for name in found if "q_proj" in name or "k_proj" in name}
    up, down, norm = (f"blk.0.{part}.weight" for part in ("ffn_up", "ffn_down", "attn_q_norm"))
    wrong = {
        "missing": ({name: w for name, w in weights.items() if name != up}, "up.weight"),
        "another shape": (weights | {down: torch.cat([weights[down], weights[down][:1]])}, "down.weight"),
        "no place in a layer": (weights | {norm: weights["output_norm.weight"]}, "attn_q_norm"),
        "no place outside": (weights | {"rope_freqs.weight": torch.ones(2)}, "rope_freqs"),
    }
    said = {"norm": found.get("norm")}
    for fault, (tensors, name) in wrong.items():
        try:
            load(tensors)
            said[fault] = "no error"
        except Exception as error:
            named = name in str(error)
            said[fault] = "an error that names it" if named else "an error that does not name it"
    return {
        "queries and keys": {name: n for name, n in found.items() if name in pair},
        "all other weights": {name: n for name, n in found.items() if name not in pair},
        "files that do not fit": said,
    }


# %% [markdown]
# Now compare your model with the real weights and `transformers` with the same file, on eight passages from Wikipedia.
# Scores go up to 40. **Predict** how far apart the two models' are. (For the line "angles equal to the last bit", your
# model gets the angles of `transformers`.)

# %% tags=["explore"]
if answered("dequantize_q4", "unpermute_qk", "LlamaAttention", "LlamaBlock", "Llama", "load_gguf"):
    from utils import corpora, smollm2

    theirs, tokenizer = smollm2.load(where)
    llama = load_gguf(make_llama(config_of(file)), file, decode, unpermute_qk).to(where).eval()
    pages = corpora.wikipedia()["test"]["extract"][:8]
    pages = [tokenizer("\n" + page, return_tensors="pt")["input_ids"][:, :160].to(where) for page in pages]
    share = sum(p.numel() for p in llama.parameters()) / 134_515_008
    record("parameters, of 134,515,008", share, expected=(1, 1))
    mine, bit_equal = llama.blocks[0].attention.theta, theirs.model.rotary_emb.inv_freq
    for angles, theta in {"your angles": mine, "angles equal to the last bit": bit_equal}.items():
        for block in llama.blocks:
            block.attention.theta = theta
        with torch.no_grad():
            apart = largest((llama(ids) - theirs(ids).logits).abs().max().item() for ids in pages)
        record(f"largest difference of a score, {angles}", apart, expected=(0, 2e-4))
    for block in llama.blocks:
        block.attention.theta = mine

# %% [markdown]
# <details><summary>The answer</summary>
#
# Less than a ten-thousandth. And even that has a cause: `rope_frequencies` computes powers of
# the base in float64 and rounds once, while `transformers` computes them in float32. With its angles, which differ only
# in the last bit, the difference was exactly 0 where this was written. Everything is right.
#
# </details>
#
# And what if something were wrong? Here are three mistakes that raise no error: angles from a model with base 10,000,
# rows that were never reordered, and KV heads tiled as 0 1 2 0 1 2 0 1 2 instead of repeated as 0 0 0 1 1 1 2 2 2.
# **Predict** which one destroys the model and which one you wouldn't notice in a chat.


# %% nbgrader={"grade_id": "damage", "locked": true}
def other_base(model):
    """The angles of another model."""
    for block in model.blocks:
        block.attention.theta = rope_frequencies(64, 10_000.0).to(where)


def unsorted(model):
    """Queries and keys with their rows in the order of the file."""
    for i, block in enumerate(model.blocks):
        for part in "qk":
            values = decode(file.tensors[f"blk.{i}.attn_{part}.weight"])
            getattr(block.attention, f"{part}_proj").weight.data.copy_(values)


def tiled(model):
    """Query head h reads KV head h mod 3 instead of h // 3. Reordering query heads, and W_o with them, has that effect."""
    for block in model.blocks:
        q, o = block.attention.q_proj.weight.data, block.attention.o_proj.weight.data
        q.copy_(q.view(3, 3, 64, -1).transpose(0, 1).reshape(q.shape))
        o.copy_(o.view(-1, 3, 3, 64).transpose(1, 2).reshape(o.shape))


def damaged_by(do):
    """Mean loss per token over the pages, for a copy of your model with one mistake."""
    from copy import deepcopy

    do(model := deepcopy(llama))
    with torch.no_grad():
        losses = [F.cross_entropy(model(ids)[0, :-1], ids[0, 1:], reduction="none") for ids in pages]
    return torch.cat(losses).mean().item()


# %% tags=["explore"]
if answered("dequantize_q4", "unpermute_qk", "LlamaAttention", "LlamaBlock", "Llama", "load_gguf"):
    mistakes = {"as it should be": lambda model: None, "base 10,000": other_base}
    mistakes |= {"rows unsorted": unsorted, "heads tiled": tiled}
    damaged = {name: damaged_by(do) for name, do in mistakes.items()}
    plots.damage(damaged)

# %% tags=["explore"]
if answered("dequantize_q4", "unpermute_qk", "LlamaAttention", "LlamaBlock", "Llama", "load_gguf"):
    whole = damaged["as it should be"]
    record("as it should be, nats per token", whole, expected=(2.4, 3.2))
    for name, low, high in [("base 10,000", 0.02, 0.6), ("rows unsorted", 0.6, 2.5), ("heads tiled", 6, 14)]:
        record(f"{name}, nats more", damaged[name] - whole, expected=(low, high))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Tiled heads destroy it: the loss is worse than guessing at random (ln 49,152 = 10.8 nats). Unsorted rows cost 1.8
# nats, so each token is six times less likely than it should be. The wrong base costs a tenth of a nat. You wouldn't
# notice that in a chat, but comparing the scores with a reference shows it at once.
#
# </details>

# %% [markdown]
# ## 7 · A chat that remembers: `Chat`
#
# *Medium · 12 minutes · without `jinja2`, `transformers`*
#
# To the model, a chat is one long sequence. SmolLM2 was trained on this **chat template**, whose first turn is the
# **system prompt**:
#
# ```
# <|im_start|>system
# You are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>
# <|im_start|>user
# What is the capital of France?<|im_end|>
# <|im_start|>assistant
# ```
#
# The model continues from there and ends its answer with `<|im_end|>`. Then come a newline and the next question.
#
# The caches hold everything that was read, so nothing is read twice. There is a catch, though: a token is chosen first
# and read one step later. **Predict**: when an answer is over, which of its tokens hasn't the model read yet? And which
# one, if the answer was cut off after `longest` tokens?
#
# <details><summary>Answer</summary>The stop token: it was chosen last and never read. (The newline after it isn't chosen at all, so you have to supply it.) If the answer was cut off, its last token is unread, and there is no stop token yet. Everything unread goes before the next question.</details>


# %% nbgrader={"grade_id": "Chat", "solution": true}
class Chat:
    """A conversation that a model remembers in its caches.

    model: called as model(ids, caches) with ids (1, T) int64; it fills the caches and
    returns scores (1, T, V) or (1, 1, V), whose last row is for the next token.
    caches: one per block. encode: string → list of ids; a mark such as <|im_end|> is
    one id, so text cut before a mark gives the same ids. stop: the id of <|im_end|>.
    choose: scores (V,) → the id of the next token.
    """

    def __init__(self, model, caches, encode, stop, choose, system):
        self.model, self.caches, self.encode, self.stop, self.choose = model, caches, encode, stop, choose
        # ids that the model hasn't read yet
        self.unread = encode(f"<|im_start|>system\n{system}<|im_end|>\n")

    @torch.no_grad()
    def reply(self, text, longest=200):
        """Yield the ids of the answer to the user's text, each as soon as it is chosen.

        The answer ends before the stop token, or after `longest` ≥ 1 ids; for the next
        turn it counts as complete either way. (The caller always takes all ids.)
        Nothing is read twice: one call reads everything that is new, and after that
        each call reads the one id that was chosen last.
        """
        ### BEGIN SOLUTION
        ids = self.unread + self.encode(f"<|im_start|>user\n{text}<|im_end|>\n<|im_start|>assistant\n")
        for _ in range(longest):
            scores = self.model(torch.tensor([ids]), self.caches)[0, -1]  # (V,)
            token = self.choose(scores)
            ids = [token]
            if token == self.stop:
                break
            yield token
        ending = self.encode("<|im_end|>\n")
        self.unread = ending if ids == [self.stop] else ids + ending
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "Chat_hints", "locked": true}
# <details><summary>A question to start from</summary>What does the model get in the first call of a turn, and what in the second?</details>
# <details><summary>A pointer</summary>Keep a list of the ids that the next call has to read. <code>yield</code> hands over one id and continues from there when the caller asks for the next.</details>
# <details><summary>In pseudocode</summary>To read: whatever is unread, the question with its marks, the header of the answer. Up to <i>longest</i> times: call, choose; what was chosen is what the next call reads; at the stop token leave the loop, otherwise hand the id over. At the end, set aside whatever is still unread, so the sequence gets its mark and its newline exactly once.</details>


# %% nbgrader={"grade_id": "check_Chat", "grade": true, "locked": true, "points": 3}
@check("Chat")
def _(system, questions, answers, longest):
    encode, choose = stand_ins.encode, stand_ins.Scripted.second_best
    model = stand_ins.Scripted([encode(answer) for answer in answers])
    chat = Chat(model, [KVCache(), KVCache()], encode, encode("<|im_end|>")[0], choose, system)
    said, before_first = [], 0
    for turn, (question, most) in enumerate(zip(questions, longest)):
        said.append([])
        for token in chat.reply(question, most):
            before_first = before_first or len(model.calls)
            said[-1].append(token)
            if len(said[-1]) > 100:
                break  # it does not end
        if turn == 0 and not said[0]:
            before_first = len(model.calls)
    read = stand_ins.decode(model.seen)
    header = "<|im_start|>assistant\n"
    end = read.rfind(header) + len(header) if header in read else len(read)
    return {
        "answers": said,
        "what the model reads": {"answers": said, "text": read[:end]},
        "calls for a question": {
            "answers": said,
            "calls with several tokens": sum(len(ids) > 1 for ids in model.calls),
        },
        "first token": {"answers": said, "calls before it": before_first},
    }


# %% [markdown]
# Now ask it something. `greedy` always takes the most likely token. Change the questions as you like.

# %% nbgrader={"grade_id": "new_chat", "locked": true}
SYSTEM = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"


def greedy(scores):
    return int(scores.argmax())


def new_chat(choose, system=SYSTEM):
    def run(ids, caches):
        return llama(ids.to(where), caches, last=True)

    return Chat(run, llama.new_caches(), tokenizer.encode, tokenizer.eos_token_id, choose, system)


# %% tags=["explore"]
if answered("dequantize_q4", "unpermute_qk", "LlamaAttention", "LlamaBlock", "Llama", "load_gguf", "Chat"):
    chat = new_chat(greedy)
    asked = ["What is the capital of France?", "Name one famous building there."]
    first, second = (
        stream(whole_text(chat.reply(question, 60), tokenizer.decode), question, "Your Llama")
        for question in asked
    )

# %% [markdown]
# *There*? The second question never names the place, but the first turn is still in the caches.
#
# ### Then use the library
#
# At work you would load such a model with `AutoModelForCausalLM.from_pretrained(…)`. `apply_chat_template` writes the
# marks (each model brings its own template), and `generate` runs the loop. `theirs` is such a model, made from the same
# file. It gets the whole conversation as one sequence and starts without a cache. Does it give the same answers?

# %% tags=["explore"]
if answered("dequantize_q4", "unpermute_qk", "LlamaAttention", "LlamaBlock", "Llama", "load_gguf", "Chat"):
    turns = [{"role": "user", "content": "What is the capital of France?"}]
    for answer, question in [(first, "Name one famous building there."), (second, None)]:
        ids = tokenizer.apply_chat_template(turns, add_generation_prompt=True, return_tensors="pt")[
            "input_ids"
        ]
        with torch.no_grad():
            out = theirs.generate(ids.to(where), max_new_tokens=60, do_sample=False)
        wanted = tokenizer.decode(out[0, ids.shape[1] :], skip_special_tokens=True)
        record(f"the same answer, turn {(len(turns) + 1) // 2}", answer == wanted, expected=(1, 1))
        turns += [{"role": "assistant", "content": answer}, {"role": "user", "content": question}]

# %% [markdown] nbgrader={"grade_id": "written_a", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 10 minutes, 5 to 8 sentences). A colleague has loaded a model with Llama's
# architecture into her own program. It writes fluent English and raises no error, but its answers are a little worse
# than expected. Name three mistakes in the loading or in the model that would have these symptoms, and three that would
# not. How would you find out which one it is, with what you have from this sitting?
#
# ### BEGIN SOLUTION
# **Model answer.** Fluent and a little worse: angles with another base (measured here: a tenth of a nat or so), another
# eps in the norms, a template without its newline or without the system prompt. Query and key rows that were not
# reordered still give English, but cost more than a nat. Not like this: heads tiled instead of repeated (ten nats,
# worse than guessing), a head with random weights where it should be tied, transposed or missing matrices, which either
# raise an error or destroy the text. To find it: compare scores with a reference that has the same file, on one text,
# first at the end and then layer by layer, because the first layer that differs contains the mistake; within that layer
# compare queries, keys and values. A difference that grows with the position points to the angles; one that is already
# there at the first token does not. If all scores agree, the mistake is in the prompt: print its tokens and compare
# them with the template.
#
# **Rubric.**
#
# - a, 0.5 points: two mistakes of each kind sorted correctly
# - b, 0.5 points: three of each kind, with a reason or a measurement
# - c, 0.5 points: compares with a reference that has the same file
# - d, 0.5 points: narrows it down, layer by layer or position by position
# ### END SOLUTION

# %% [markdown]
# ## 8 · For a friend: talk to your model
#
# Give the model a system prompt and a question, and let a friend talk to it before you tell them what it is: a block
# that you wrote, thirty times over, and 98 megabytes of weights. For a second question, call `pirate.reply` again.
# `choose` may also sample: a temperature below 1 makes the model more careful, and one above 1 makes it talk nonsense
# after a line or two (lesson 06). See how well a model of this size sticks to its system prompt.

# %% tags=["explore"]
if answered("dequantize_q4", "unpermute_qk", "LlamaAttention", "LlamaBlock", "Llama", "load_gguf", "Chat"):
    generator, temperature = torch.Generator().manual_seed(3), 0.7

    def sample(scores):
        p = (scores.cpu() / temperature).softmax(-1)
        return int(torch.multinomial(p, 1, generator=generator))

    pirate = new_chat(sample, "You are a pirate and answer in one sentence.")
    question = "What do you see from your ship?"
    stream(whole_text(pirate.reply(question, 60), tokenizer.decode), question, "Your Llama, a pirate")

# %% [markdown]
# How fast does it talk? Your Llama computes in float32, so for each token it reads 134.5 million weights of four bytes.
# llama.cpp (through `xllamacpp`) multiplies with the four-bit blocks as they are in the file. **Predict** how many
# times fewer bytes it reads per token, and whether it is that many times faster.

# %% tags=["explore"]
if answered("dequantize_q4", "unpermute_qk", "LlamaAttention", "LlamaBlock", "Llama", "load_gguf", "Chat"):
    started, said = time.perf_counter(), list(new_chat(greedy).reply("Tell me a story.", longest=40))
    mine = len(said) / (time.perf_counter() - started)
    ids = tokenizer.apply_chat_template(
        [{"role": "user", "content": "Tell me a story."}], add_generation_prompt=True, return_tensors="pt"
    )["input_ids"].to(where)
    started = time.perf_counter()
    out = theirs.generate(ids, max_new_tokens=len(said), do_sample=False)
    library = (out.shape[1] - ids.shape[1]) / (time.perf_counter() - started)
    print(f"tokens per second on {where}: yours {mine:.0f}, transformers {library:.0f}")
    record("bytes per token, float32 against the file", 4 * 134_515_008 / 96_576_768, expected=(5.5, 5.7))

# %% [markdown]
# <details><summary>The answer</summary>
#
# 5.6 times fewer bytes. A model that writes one token at a time mostly waits for its weights, so bytes set the pace. On
# one thread of an AMD EPYC that other programs were using too, llama.cpp wrote 25 to 36 tokens per second from this
# file (five runs of 40 tokens, November 26, 2026). Divide that by your own figure above; don't expect 5.6, because
# decoding the blocks takes time as well, each step of yours goes through Python, and your machine is another one.
#
# </details>
#
# **What you have now.** A modern language model, from the bytes of its file to a conversation, and you wrote every
# layer of it. The second sitting builds what many large models have added since: experts, and a cache of latents. The
# third measures what the changes since 2017 are worth.
#
# **Sources.** Touvron et al. 2023, *LLaMA*, arXiv 2302.13971. Allal et al. 2025, *SmolLM2*, arXiv 2502.02737. GGUF and
# Q4_1: ggml-org, llama.cpp, `ggml-common.h`, `convert_hf_to_gguf.py`, and ggml, `docs/gguf.md` (alignment).

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
