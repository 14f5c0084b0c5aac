# %% [markdown]
# # Lesson 05 · KV cache
# ## Second sitting: fewer heads, fewer bits
#
# How much memory does one page of text (500 tokens) take in the cache of SmolLM2, which has 30 layers and heads of
# width 64?
#
# | | cache |
# |---|---|
# | a key/value head for each of its 9 query heads, 16 bits per number | 33 MiB |
# | its 3 key/value heads, each shared by 3 query heads | 11 MiB |
# | the same 3 heads, with numbers rounded to 4 bits | 3 MiB |
#
# The last cache is more than ten times smaller than the first, so about ten times as many users fit into the memory
# that the weights leave free. At the end you will measure how much worse the rounding makes the model. It turns out
# that this depends on how the numbers are grouped.
#
# You will build both ways of saving memory: grouped-query attention, which Mistral, Llama 3.1 and SmolLM2 use, and the
# quantization of keys and values. But first you count the bytes, and find an error in a published table.

# %% [markdown]
# | | |
# |---|---|
# | Uses | the first sitting of this lesson; heads and masks from lesson 02 (finished versions are imported) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}} |
#
# Notation: B sequences in a batch, T new tokens, S positions in the cache, D features per token, H query heads of width
# d = D/H, H_kv key/value heads, n = H/H_kv query heads for each key/value head. A mask is True where a query may look.
#
# <details><summary>1. Which of queries, keys and values does a cache keep?</summary>Keys and values. A query is used only once (first sitting).</details>
# <details><summary>2. What limits decode, and what limits prefill?</summary>Decode is limited by memory bandwidth, prefill by arithmetic (first sitting).</details>
# <details><summary>3. Four tokens are cached, and two more arrive. What is the shape of their causal mask?</summary>(2, 6), and only its last row is all True (first sitting).</details>
# <details><summary>4. By how much do GB and GiB differ?</summary>By 7%: 10⁹ bytes versus 2³⁰ bytes (lesson 04).</details>
# <details><summary>5. What scores does one head compute for T tokens?</summary>One for each pair of a query and a key: a matrix (T, T), with the future masked out (lesson 02).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, backward, check, gradient_sizes, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math
from dataclasses import dataclass
from functools import partial

import torch
from torch import nn

from utils import devices, own_model
from utils.blocks.attention import causal_mask, merge_heads, split_heads
from utils.metrics import record
from utils.topics.kv_cache import cache_figures, grouped, rounding
from utils.topics.kv_cache import window_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · The size of a cache: `cache_bytes`
#
# *Easy · 10 minutes*
#
# For each token, each layer keeps one key and one value per key/value head. Compute the number of bytes from the sizes alone.
#
# Two fields need care. In many models several query heads share one key/value head, so a layer has `n_kv_heads` key
# heads, not `n_heads` (you will build this in section 4). And a head has `head_dim` features, which is often D/H, but
# not always. Each number takes `bits` bits: 16 is usual, but there are also caches with 8 or 4 bits.


# %% nbgrader={"grade_id": "Sizes", "locked": true}
@dataclass(frozen=True)
class Sizes:
    """Sizes of a model. The size of its cache depends on some of them."""

    d_model: int  # D
    n_layers: int  # L
    n_heads: int  # H, number of query heads
    n_kv_heads: int  # key heads; there are as many value heads
    head_dim: int  # d, the same for all heads


# %% nbgrader={"grade_id": "cache_bytes", "solution": true}
def cache_bytes(sizes, n_tokens, batch=1, bits=16):
    """The number of bytes that all keys and values in a model's cache take up.

    sizes: a Sizes; n_tokens: tokens per sequence; batch: number of sequences; bits:
    bits per number.
    Returns a whole number, as an int or a float; the total number of bits is a multiple
    of 8.
    """
    ### BEGIN SOLUTION
    values = 2 * sizes.n_layers * sizes.n_kv_heads * sizes.head_dim * n_tokens * batch
    return values * bits // 8
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "cache_bytes_hints", "locked": true}
# <details><summary>A question to start from</summary>What is the shape of one layer's keys, and how many such tensors does the model keep?</details>
# <details><summary>A pointer</summary>Keys are (B, heads, tokens, d) in every layer, and so are values. Multiply, and convert bits to bytes.</details>
# <details><summary>A number to test with</summary>GPT-2 small (12 layers, 12 heads of width 64) needs 36,864 bytes per token at 16 bits per number.</details>


# %% nbgrader={"grade_id": "check_cache_bytes", "grade": true, "locked": true, "points": 3}
@check("cache_bytes")
def _(sizes, n_tokens, batch, bits):
    rest = (batch, bits) if (batch, bits) != (1, 16) else ()  # these two are the defaults
    return {"bytes": cache_bytes(Sizes(**sizes), n_tokens, *rest)}


# %% [markdown]
# Compare your function with published numbers. According to the PagedAttention paper, one token of OPT-13B takes 800 KB
# (1 KB meaning 1,024 bytes), and a request of 2,048 tokens takes up to 1.6 GB (Kwon et al. 2023, section 3). A widely
# read Hugging Face post on Llama 3.1 has a table of cache sizes at 16 bits per number. It writes GB for GiB; 1k means
# 1,024 tokens, but 16k and 128k mean 16,000 and 128,000:
#
# | | 1k | 16k | 128k |
# |---|---|---|---|
# | 8B | 0.125 | 1.95 | 15.62 |
# | 70B | 0.313 | 4.88 | 39.06 |
# | 405B | 0.984 | 15.38 | 123.05 |
#
# **Find the error.** One row contradicts the sizes in the Llama 3 paper (table 3: 126 layers and 128 heads of width 128
# for 405B, and 8 key/value heads for all three models). Which row is it, by what factor is it off, and which size would
# explain the factor?

# %% tags=["explore"]
if answered("cache_bytes"):
    published = {
        "OPT-13B": Sizes(5120, 40, 40, 40, 128),
        "Llama 3.1 8B": Sizes(4096, 32, 32, 8, 128),
        "Llama 3.1 70B": Sizes(8192, 80, 64, 8, 128),
        "Llama 3.1 405B": Sizes(16_384, 126, 128, 8, 128),
    }
    for name, sizes in published.items():
        row = "  ".join(f"{cache_bytes(sizes, n) / 2**30:8.3f}" for n in (1024, 16_000, 128_000))
        print(f"{name:16s}{cache_bytes(sizes, 1) / 1024:5.0f} KiB per token;  1k, 16k, 128k in GiB: {row}")
    record("OPT-13B, KiB per token", cache_bytes(published["OPT-13B"], 1) / 1024, expected=(800, 800))

# %% [markdown]
# <details><summary>The error</summary>The last row is twice what it should be: the cache for 128,000 tokens takes 61.5 GiB. With 16 key/value heads instead of 8 it would take 123.05 GiB, so the table was probably computed with 16.</details>
#
# How do these caches compare with the weights? The dots mark where the cache is as large as the model. For a provider,
# the horizontal axis counts the tokens of *all* its requests: 64 users with 2,000 tokens each add up to 128,000.

# %% tags=["explore"]
if answered("cache_bytes"):
    weights = {
        "GPT-2 small": (124_439_808, Sizes(768, 12, 12, 12, 64)),
        "OPT-13B": (12_853_473_280, published["OPT-13B"]),
        "Llama 3.1 8B": (8_030_261_248, published["Llama 3.1 8B"]),
        "Llama 3.1 405B": (405_853_388_800, published["Llama 3.1 405B"]),
    }
    rows = {name: (2 * n, cache_bytes(sizes, 1)) for name, (n, sizes) in weights.items()}
    cache_figures.cache_against_weights(rows)
    for name, (of_weights, token) in rows.items():
        print(f"{name:16s} cache as large as the weights at {of_weights / token:9,.0f} tokens")

# %% [markdown]
# One line is not where you would expect it. A token in the cache of OPT-13B takes 800 KiB. A token in the cache of
# Llama 3.1 405B, a model more than thirty times as large, takes 504 KiB. Which fields of `Sizes` make the difference?
#
# <details><summary>Answer</summary><code>n_kv_heads</code>, above all. Llama has 128 query heads, and 16 of them share each key/value head, which makes 8 key/value heads. OPT shares nothing and has 40. Llama's larger number of layers, 126 compared with 40, cancels part of the saving.</details>

# %% [markdown]
# ## 2 · What decoding has to read
#
# To write one token, a model reads all of its weights once, along with the keys and values of every earlier token. It
# does little arithmetic with them: each weight is used in two operations per sequence, and each number in the cache in
# two operations for every query head that reads it. So for all but very large batches, the time depends on the *bytes*,
# not on the arithmetic (the roofline in the first sitting).

# %% [markdown]
# A batch reads the weights once, but each sequence has its own cache, and batching doesn't make reading the caches any
# cheaper. In 2019 Shazeer pointed out that reading the cache is the bottleneck of decoding, and proposed a single
# key/value head for all query heads: **multi-query attention**, MQA (arXiv 1911.02150). It costs some quality.
# **Grouped-query attention**, GQA, is the compromise that six of the eight models plotted below use: a few key/value
# heads, each shared by a group of query heads (Ainslie et al. 2023, arXiv 2305.13245). In their largest model, T5 XXL,
# using 8 key/value heads instead of 64 cut the time per answer from 1.51 to 0.28 seconds, a factor of 5.4, and lowered
# the mean score over their tasks only from 47.2 to 47.1. A single head took 0.24 seconds and scored 46.6.

# %% [markdown]
# The next cell computes what Llama 3.1 8B (32 layers, 32 query heads, d = 128, 16 bits) would read per decode step with
# 32, 8 or 1 key/value heads, at a context of 8,192 tokens. The real model has 8. **Predict first**: for a batch of 16
# and each number of heads, which is larger, the weights or the cache?

# %% tags=["explore"]
weights = 2 * (
    8_030_261_248 - 128_256 * 4096
)  # bytes at 16 bits, without the token embeddings, which are looked up
bandwidth = 3.35e12  # bytes per second, from the data sheet of NVIDIA's H100 (SXM)
context = 8192
reads = {}
for batch in [1, 16]:
    for kv_heads in [32, 8, 1]:
        cache = 2 * 32 * kv_heads * 128 * 2 * context * batch  # keys and values of 32 layers, 2 bytes each
        reads[batch, kv_heads] = cache
        print(
            f"batch {batch:2d}, {kv_heads:2d} key/value heads: cache {cache / 2**30:6.2f} GiB, weights {weights / 2**30:.2f} GiB, "
            f"at least {(weights + cache) / bandwidth * 1e3:5.1f} ms per step"
        )
plots.bytes_read(reads, weights, context)
record("ms per step, batch 16, 32 heads", (weights + reads[16, 32]) / bandwidth * 1e3, expected=(24.5, 25.5))
record("ms per step, batch 16, 8 heads", (weights + reads[16, 8]) / bandwidth * 1e3, expected=(9, 10))

# %% [markdown]
# <details><summary>Answer</summary>The cache is larger, unless there is only one head: it takes 64 GiB with 32 heads and 16 GiB with 8, compared with 14 GiB for the
# weights.</details>
#
# With one key/value head per query head, the caches of 16 sequences and the model together don't fit on an 80 GB GPU
# (74.5 GiB). With 8 heads they do, and reading takes at least 10 ms per step instead of 25. Sharing also raises the
# arithmetic intensity, because each number read from the cache now serves n query heads.
#
# Here are the published sizes of some models and the caches that follow from them. Each line ends at the longest
# context of its model. One line bends: Mistral attends only to the last 4,096 positions, its **sliding window**.

# %% tags=["explore"]
models = {  # layers, key/value heads, width of a head, longest context, window
    "GPT-2 small": (12, 12, 64, 1024, None),
    "SmolLM2 135M": (30, 3, 64, 8192, None),
    "Mistral 7B": (32, 8, 128, 32_768, 4096),
    "Llama 2 7B": (32, 32, 128, 4096, None),
    "Llama 2 70B": (80, 8, 128, 4096, None),
    "Llama 3.1 8B": (32, 8, 128, 131_072, None),
    "Llama 3.1 70B": (80, 8, 128, 131_072, None),
    "Llama 3.1 405B": (126, 8, 128, 131_072, None),
}
largest = plots.cache_by_context(models, gpu_bytes=80e9)
for name, (per_token, whole) in largest.items():
    print(
        f"{name:15s} {per_token / 2**10:6.1f} KiB per token, {whole / 2**30:7.3f} GiB for its longest context"
    )
record("Llama 3.1 405B, GiB for 131,072 tokens", largest["Llama 3.1 405B"][1] / 2**30, expected=(63, 63))
record("Mistral 7B, GiB at most", largest["Mistral 7B"][1] / 2**30, expected=(0.5, 0.5))

# %% [markdown]
# Two things stand out. Llama 2 7B, with 7 billion parameters and no groups, stores more per token (512 KiB) than a
# 405-billion-parameter model with grouped heads (504 KiB). And the cache of Mistral stops growing after 4,096 tokens.
# You will build its window in the third sitting.
#
# *Sources.* GPT-2: Radford et al. 2019. Llama 2: arXiv 2307.09288, and the files of its models. Llama 3.1: arXiv
# 2407.21783, table 3. Mistral 7B: arXiv 2310.06825, table 1 (trained with a context of 8,192 tokens, released with
# 32,768). SmolLM2: the header of its GGUF file.

# %% [markdown]
# ## 3 · Sharing key/value heads: `repeat_kv`
#
# *Easy · 8 minutes · without `transformers`*
#
# The picture shows eight query heads. Each line leads from a query head to the key/value head that it reads. Neighboring query
# heads share one: head $h$ reads key/value head $\lfloor h/n \rfloor$, with $n = H/H_{kv}$.

# %% tags=["explore"]
plots.heads(n_heads=8, kv_heads=[8, 2, 1])

# %% [markdown]
# The attention you know expects as many key heads as query heads. So repeat each key/value head n times, with its copies next to
# each other. Published code calls this `repeat_kv`. It is only a convenience: what is *stored* stays small, and fast
# implementations do without the copies.


# %% nbgrader={"grade_id": "repeat_kv", "solution": true}
def repeat_kv(x, n):
    """Give every query head a key/value head; n neighbors get the same one.

    x: (B, H_kv, T, d) keys or values; n: query heads per key/value head.
    Returns (B, H_kv·n, T, d).
    """
    ### BEGIN SOLUTION
    return x.repeat_interleave(n, dim=1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "repeat_kv_hints", "locked": true}
# <details><summary>A question to start from</summary>x has heads 0 and 1, and n = 3. For each of the six heads in the result, write down which head of x it is a copy of.</details>
# <details><summary>A pointer</summary>torch has two functions that copy along an axis. For (0, 1), one gives 0 1 0 1 0 1, the other 0 0 0 1 1 1.</details>
# <details><summary>In pseudocode</summary>If you don't want to use such a function: add an axis of length 1 after the heads, expand it to n, and merge the two axes.</details>


# %% nbgrader={"grade_id": "check_repeat_kv", "grade": true, "locked": true, "points": 2}
@check("repeat_kv")
def _(x, n, gradient):
    x.requires_grad_()
    y = repeat_kv(x, n)
    if y.shape != gradient.shape:
        return {"shared": y}
    backward(y, gradient)
    return {"shared": y, "grad_x": x.grad}


# %% [markdown]
# ## 4 · Grouped-query attention: `GroupedQueryAttention`
#
# *Medium · 18 minutes · without `F.scaled_dot_product_attention`, `nn.MultiheadAttention`, `torch.nn.attention`, `transformers`*
#
# This is the layer from lesson 02 with one change: the key and value projections are narrower. They map D features to
# $H_{kv} \cdot d$ instead of $H \cdot d$.
#
# $$\mathrm{head}_h = \mathrm{softmax}\Big(\frac{Q_h K_{\lfloor h/n \rfloor}^\top}{\sqrt d} + \text{causal}\Big)\, V_{\lfloor h/n \rfloor}, \qquad n = \frac{H}{H_{kv}}$$
#
# Fill in the shapes first, for D = 12, H = 6, H_kv = 2, and a batch of B sequences of T tokens.
#
# | | shape |
# |---|---|
# | `k_proj.weight` | |
# | keys, split into heads | |
# | scores | |
# | the input of out_proj | |
#
# <details><summary>Answer</summary>(4, 12): two heads of width 2. (B, 2, T, 2). (B, 6, T, T): every query head has its own scores. (B, T, 12).</details>
#
# Three functions from lesson 02 are imported:
#
# - `split_heads(x, n_heads)` turns (B, T, n_heads·d) into (B, n_heads, T, d),
# - `merge_heads(x)` is its inverse,
# - `causal_mask(T, device=…)` is (T, T) and True where a query may look.


# %% nbgrader={"grade_id": "GroupedQueryAttention", "solution": true}
class GroupedQueryAttention(nn.Module):
    """Causal self-attention with n_heads query heads and n_kv_heads key/value heads,
    shared by groups of neighbors.

    d_model is a multiple of n_heads, and n_heads is a multiple of n_kv_heads.
    forward: (B, T, D) → (B, T, D); T may differ between calls.
    """

    def __init__(self, d_model, n_heads, n_kv_heads):
        super().__init__()
        self.n_heads, self.n_kv_heads = n_heads, n_kv_heads
        d = d_model // n_heads
        self.q_proj = nn.Linear(d_model, n_heads * d, bias=False)  # weight (D, D)
        self.k_proj = nn.Linear(d_model, n_kv_heads * d, bias=False)  # weight (H_kv·d, D)
        self.v_proj = nn.Linear(d_model, n_kv_heads * d, bias=False)  # weight (H_kv·d, D)
        self.out_proj = nn.Linear(n_heads * d, d_model, bias=False)  # weight (D, D)

    def forward(self, x):
        ### BEGIN SOLUTION
        n = self.n_heads // self.n_kv_heads  # or by repeat_kv
        q = split_heads(self.q_proj(x), self.n_heads)  # (B, H, T, d)
        k = split_heads(self.k_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)  # (B, H, T, d)
        v = split_heads(self.v_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)  # (B, H, T, d)
        scores = q @ k.mT / math.sqrt(q.shape[-1])  # (B, H, T, T)
        causal = causal_mask(x.shape[1], device=x.device)  # (T, T)
        scores = scores.masked_fill(~causal, -torch.inf)
        return self.out_proj(merge_heads(scores.softmax(dim=-1) @ v))  # (B, T, D)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "GroupedQueryAttention_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the lines you wrote in lesson 02 have to change when there are fewer key heads?</details>
# <details><summary>A pointer</summary>Split queries into H heads, keys and values into H_kv heads. Once you call <code>repeat_kv</code>, all three have the same shape, and the rest is as in lesson 02.</details>
# <details><summary>In pseudocode</summary>project → split (with two different numbers of heads) → share keys and values → scores over the square root of a head's width → −∞ in the future → softmax over the keys → times values → merge → out_proj.</details>
# <details><summary>I get "Provided sizes don't multiply up to the size of dim 2", or "The size of tensor a must match the size of tensor b"</summary>Print the shapes of q and k. Either the keys were split into H heads, which makes each head too narrow, or their heads are not shared yet.</details>


# %% nbgrader={"grade_id": "check_GroupedQueryAttention", "grade": true, "locked": true, "points": 5}
@check("GroupedQueryAttention")
def _(x, gradient, weights, sizes):
    layer = load_weights(GroupedQueryAttention(*sizes), weights)
    with torch.no_grad():
        layer(
            x[:, : max(1, x.shape[1] - 1)]
        )  # fewer tokens first: nothing may be left over from an earlier call
    x.requires_grad_()
    y = layer(x)
    backward(y, gradient)
    return {"output": y, "grad_x": x.grad, "grad_weights": gradient_sizes(layer)}


# %% [markdown]
# ### Then use the library
#
# Now compare your layer with two independent implementations that use your weights. The first is `F.scaled_dot_product_attention`
# with `enable_gqa=True`, which shares the heads without copying them. The second is the attention of Llama in `transformers`,
# with the sizes of SmolLM2 (9 query heads, 3 key/value heads, d = 64). Llama also rotates queries and keys by their position
# (lesson 10); here all angles are 0. The last number shows what happens if the key heads are tiled, 0 1 2 0 1 2 0 1 2.

# %% tags=["explore"]
if answered("GroupedQueryAttention"):
    torch.manual_seed(0)
    x, mine = torch.randn(2, 40, 576).to(where), GroupedQueryAttention(576, 9, 3).to(where)
    with torch.no_grad():
        fused = grouped.by_torch(mine, x)
        llama = grouped.by_llama(mine, x)
        tiled = grouped.by_llama(mine, x, tiled=True)
        output = mine(x)
    differences = [(output - theirs).abs().max().item() for theirs in (fused, llama, tiled)]
    print(f"largest entry {output.abs().max():.2f}; largest difference from torch {differences[0]:.0e}")
    print(f"largest difference from Llama {differences[1]:.0e}, and with heads tiled {differences[2]:.2f}")
    record("difference from torch", differences[0], expected=(0, 1e-5))
    record("difference from Llama's attention", differences[1], expected=(0, 1e-5))
    record("difference with heads tiled", differences[2], expected=(0.01, 10))

# %% [markdown]
# ## 5 · What sharing saves, and what it doesn't
#
# **Find the error.** Here is a sentence from a model card (invented, but you will meet similar ones): *"With 8
# key/value heads for 32 query heads, attention needs a quarter of the multiplications and a quarter of the cache."*
#
# Half of the sentence is right. Before you run the cell, write down the matrix products a layer computes for T tokens,
# and mark those in which $H_{kv}$ occurs. The cell counts the multiplications in your own layer.

# %% tags=["explore"]
if answered("GroupedQueryAttention"):
    T, D, H = 512, 512, 8
    counted = {}
    for kv_heads in [8, 2, 1]:
        layer, x = GroupedQueryAttention(D, H, kv_heads).to(where), torch.randn(1, T, D).to(where)
        projections = (layer.q_proj, layer.k_proj, layer.v_proj, layer.out_proj)
        in_projections = sum(grouped.multiplications(projection, x) for projection in projections)
        counted[kv_heads] = {
            "projections": in_projections,
            "scores and averages": grouped.multiplications(layer, x) - in_projections,
            "numbers in the cache": 2 * kv_heads * D // H * T,
        }
        rows = ", ".join(f"{name} {n / 1e6:.1f} million" for name, n in counted[kv_heads].items())
        print(f"{kv_heads} key/value heads: {rows}")
    plots.what_sharing_saves(counted)
    part = lambda name: counted[2][name] / counted[8][name]
    record("scores and averages, 2 heads over 8", part("scores and averages"), expected=(1, 1))
    record("projections, 2 heads over 8", part("projections"), expected=(0.625, 0.625))
    record("cache, 2 heads over 8", part("numbers in the cache"), expected=(0.25, 0.25))

# %% [markdown]
# <details><summary>What is wrong</summary>The cache does shrink to a quarter, but the multiplications don't. Every query head still computes a score with every key and a weighted average of all values, which takes 2T²D multiplications whatever H_kv is. Only the key and value projections shrink: together with the query and output projections, they cost as much as 2 + 2·¼ = 2.5 projections of size D × D instead of 4, which is 62.5%. What does get faster is reading, because a decode step reads a quarter as many keys and values.</details>

# %% [markdown]
# ## 6 · Fewer bits per number: `quantize_kv`
#
# *Medium · 10 minutes · without `torch.quantize_per_channel`, `torch.fake_quantize_per_channel_affine`*
#
# Sharing reduces how many numbers the cache holds. Each number still takes 16 bits, and rounding to 4 bits makes the
# cache almost four times smaller (if two codes are packed into each byte, which we leave out here). That is
# **quantization**. We split the numbers into **groups**, find the minimum and maximum of each group, and place evenly
# spaced levels from one to the other, $s$ apart:
#
# $$x \approx s\, c + z, \qquad z = \min x, \quad s = \frac{\max x - z}{2^b - 1}, \quad c = 0, \dots, 2^b - 1$$
#
# Here $b$ is the number of bits, $c$ the **code** that is stored, $s$ the **scale**, and $z$ the minimum (the **zero
# point** of this scheme). A single large number stretches the levels of its whole group, so first look where the large
# numbers are. The first run downloads SmolLM2 (about 93 MB) and converts it, unless you did that in the first sitting.

# %% tags=["explore"]
from utils import smollm2

smollm, tokenizer = smollm2.load(where)
texts = rounding.articles(tokenizer, 4, where)
keys, values = rounding.cached_head(smollm, texts[0], layer=10, head=0)
plots.cached_numbers(keys, values)

# %% [markdown]
# Compare the two pictures: where are the large numbers? **Predict**: in the keys, which numbers should form a group,
# those of one token or those of one feature? And in the values?
#
# <details><summary>Answer</summary>The keys have a stripe: one feature of this head is large for every token. So the numbers of one feature, over all
# tokens, should form a group, because then an unusually large feature only hurts its own precision. The values only have isolated spots, so grouping by token does no harm, and it lets you store a new token without touching the old ones (Liu et al. 2024, KIVI, arXiv
# 2402.02750).</details>
#
# The largest and smallest numbers in a group are levels themselves. Every number in between is rounded to the nearest
# level. (If a number is exactly halfway, either level is accepted.)


# %% nbgrader={"grade_id": "quantize_kv", "solution": true}
def quantize_kv(x, bits, dim):
    """Round keys or values to codes of a few bits, with one scale and one minimum per
    group.

    x: (B, H, S, d) float32, not modified; bits: 1 to 8; dim: the axis along which
    numbers form a group. With dim=-2, for example, a group is the S numbers of one
    feature, in one head of one sequence.
    Returns codes, scale, minimum. codes: uint8, x's shape, 0 for the smallest number in
    a group, 2**bits − 1 for the largest, and the code of the nearest level for all the
    others. scale and minimum: float32, x's shape, but size 1 along dim. If all numbers
    in a group are equal, its scale and codes are 0. The numbers may be tiny: a group of
    numbers around 1e-10 must still use all levels.
    """
    ### BEGIN SOLUTION
    low, high = x.amin(dim=dim, keepdim=True), x.amax(dim=dim, keepdim=True)
    scale = (high - low) / (2**bits - 1)
    steps = ((x - low) / scale).nan_to_num(0.0)  # 0/0 where a group has no spread
    return steps.round().to(torch.uint8), scale, low
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "quantize_kv_hints", "locked": true}
# <details><summary>A question to start from</summary>With two bits there are four levels. How many steps are there between the lowest and the highest?</details>
# <details><summary>A pointer</summary><code>amin</code> and <code>amax</code> can keep the axis they reduce, and then everything broadcasts. <code>x.to(torch.uint8)</code> drops the decimals. What does 0/0 give, and what should it be here?</details>
# <details><summary>In pseudocode</summary>lowest and highest of each group → size of one step → how many steps above the lowest, as the nearest whole number → convert to bytes.</details>


# %% nbgrader={"grade_id": "check_quantize_kv", "grade": true, "locked": true, "points": 3}
@check("quantize_kv")
def _(x, bits, dim):
    codes, scale, minimum = quantize_kv(x, bits, dim)
    return {
        "codes": codes.long(),
        "scale": scale,
        "minimum": minimum,
        "read back": codes * scale + minimum,
        "bytes": {"codes": codes.long(), "type": str(codes.dtype)},
        "scales of 0": {"codes": codes.long(), "zero": scale == 0},
        "x unchanged": {"codes": codes.long(), "x": x},
    }


# %% [markdown]
# ### Your own model, then SmolLM2
#
# First, your GPT from lesson 04 reads Shakespeare that it was not trained on. On their way into its cache, keys and
# values are rounded with your function: the keys in groups by feature, and the values in groups by token. (If you have
# no saved model, the course's own is loaded.)

# %% tags=["explore"]
if answered("quantize_kv"):

    def rounded(x, bits, dim):
        codes, scale, minimum = quantize_kv(x, bits, dim)
        return codes * scale + minimum

    model, own_tokenizer, _ = own_model.load_own_model(where)
    ids = rounding.held_out(own_tokenizer, 32, model.config.context, where)  # (32, context)
    own = {"not rounded": rounding.gpt_loss(model, ids)}
    for bits in (8, 4, 3, 2):
        own[f"{bits} bits"] = rounding.gpt_loss(model, ids, partial(rounded, bits=bits))
    print("your GPT, nats per token: " + ", ".join(f"{name} {nats:.3f}" for name, nats in own.items()))
    record("your GPT, 8 bits, increase in loss", own["8 bits"] - own["not rounded"], expected=(-0.01, 0.01))
    record("your GPT, 2 bits, increase in loss", own["2 bits"] - own["not rounded"], expected=(0.05, 0.25))

# %% [markdown]
# With 8 bits the loss stays the same to within a hundredth of a nat. But your GPT has only a few layers and SmolLM2 has
# thirty, so this result doesn't tell you how SmolLM2 will fare.
#
# Now SmolLM2 reads four articles with rounded caches. **Predict**: going down from 8 bits to 4, 3 and 2, at how many
# bits does the loss first rise by more than 0.2 nats per token? And what if the keys of one token form a group instead?

# %% tags=["explore"]
if answered("quantize_kv"):
    exact, widths = rounding.loss(smollm, texts), (8, 4, 3, 2)
    measured = {
        name: [rounding.loss(smollm, texts, partial(rounded, bits=bits), key_dim=dim) for bits in widths]
        for name, dim in {"keys by feature": -2, "keys by token": -1}.items()
    }  # nats per token
    plots.rounded_cache(widths, measured, exact)
    record("nats per token, not rounded", exact, expected=(2.4, 2.53))
    record(
        "4 bits, keys by feature, increase in loss",
        measured["keys by feature"][1] - exact,
        expected=(0, 0.09),
    )
    record(
        "2 bits, keys by feature, increase in loss",
        measured["keys by feature"][3] - exact,
        expected=(0.8, 1.5),
    )
    record("2 bits, keys by token, increase in loss", measured["keys by token"][3] - exact, expected=(3, 5))

# %% [markdown]
# <details><summary>Answer</summary>At 2 bits if keys are grouped by feature, and already at 3 bits if they are grouped by token.</details>
#
# Without rounding the loss is 2.46 nats per token. This is what rounding adds to it:
#
# | bits | keys by feature | keys by token |
# |---|---|---|
# | 8 | 0.00 | 0.00 |
# | 4 | 0.02 | 0.10 |
# | 3 | 0.08 | 0.71 |
# | 2 | 1.16 | 3.97 |
#
# At 4 bits the loss rises only a little if you group keys by feature. With fewer bits, the choice of axis matters more
# and more.

# %% [markdown]
# Every group also stores a scale and a minimum, usually with 16 bits each (yours are float32). For values a group is
# the d = 64 numbers of one token and head, so its scale and minimum add half a bit per number, and "4 bits" is really
# 4.5. For keys a group runs over all S tokens, so the overhead shrinks as the text grows, but you have to wait for the
# whole sequence, as the measurement above did. Real systems therefore keep the last few dozen tokens in full precision
# and quantize them as a block. In `transformers` that is the `QuantizedCache`, which needs one of the packages quanto
# or HQQ (not installed here).

# %% [markdown]
# **Something to show a friend.** A model card lists the number of layers, the number of key/value heads, and the head
# width. With those three numbers, plus the number of tokens and the bits per number, you can now work out how much
# memory a conversation takes, and you know two ways that together cut it by a factor of ten. Still, even a smaller
# cache grows with every token. The third sitting puts an end to that.
#
# **Sources.** Shazeer 2019, *Fast transformer decoding: one write-head is all you need*. Ainslie et al. 2023, *GQA: training
# generalized multi-query transformer models from multi-head checkpoints*. Liu et al. 2024, *KIVI: a tuning-free asymmetric 2bit
# quantization for KV cache*.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
