# %% [markdown]
# # Lesson 05 · KV cache
# ## Second sitting: smaller caches, and attention in blocks
#
# A cache saves work and costs memory. For a long text it is larger than the model, and every new token has to read all of
# it. This sitting is about four ways to need less: share keys and values among heads, keep only the last W positions,
# never store a table of scores, and round each number to a few bits.
#
# When you reach the end of this sitting you will have
#
# - a chart of what real models keep for each token, from GPT-2 to Llama 3.1 405B,
# - grouped-query attention, equal to the attention layer of Llama in the library `transformers`,
# - a cache whose memory is allocated once, for rows of different length, and one that never grows: a ring,
# - attention computed block by block, exactly, without the table of scores: the idea of FlashAttention,
# - measurements on a real model: what a window loses, and how few bits are enough.

# %% [markdown]
# | | |
# |---|---|
# | Uses | the first sitting of this lesson; heads and masks of lesson 02 (finished versions are imported) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises; a good place to stop is after section 5 |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# B texts in a batch, T new tokens, S positions in the cache, D features in a token, H query heads of width d = D/H, H_kv
# key/value heads, n = H/H_kv query heads for each of them, W positions in a window. A mask is True where a query may look.
#
# <details><summary>1. Which of queries, keys and values does a cache keep?</summary>Keys and values. A query is used once (first sitting).</details>
# <details><summary>2. Why can an encoder without a mask not have such a cache?</summary>Every new token changes all keys from the second layer on (first sitting).</details>
# <details><summary>3. What limits decoding, and what limits prefill?</summary>Reading from memory; arithmetic (first sitting).</details>
# <details><summary>4. Two tokens come after four. What is the shape of their causal mask?</summary>(2, 6), and only its last row is full (first sitting).</details>
# <details><summary>5. Which sizes decide how many numbers a cache holds for each token?</summary>2 · layers · key/value heads · width of a head (first sitting).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, backward, check, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

import math
import time
import weakref

import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from utils import devices
from utils.blocks.attention import causal_mask, local_mask, merge_heads, split_heads
from utils.metrics import record
from utils.plots import interactive
from utils.topics.kv_cache import window_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# ## 1 · What a token costs to read
#
# To write one token, a model reads all of its weights once, and the keys and values of everything before. There is
# little to compute with them: a weight is used in two operations for each text, a number of the cache in two for each
# query head that reads it. So the time is set by the *bytes*, not by the arithmetic (the roofline of the first
# sitting).

# %% [markdown]
# The weights are read once for a whole batch. Each text has a cache of its own, and that is read for this text alone: a
# larger batch does not make it cheaper. Shazeer saw in 2019 that this is what decoding waits for, and proposed to keep a
# single key/value head for all query heads: **multi-query attention**, MQA (arXiv 1911.02150). It loses some quality.
# **Grouped-query attention**, GQA, is the compromise in nearly every model since Llama 2 70B: a few key/value heads, each
# shared by a group of query heads (Ainslie et al. 2023, arXiv 2305.13245). In their largest model 8 heads for 64 cut the
# time for an answer from 1.51 to 0.28 seconds, 5.4 times less, and the mean score over their tasks from 47.2 to 47.1; one head gave 0.24
# seconds and 46.6.

# %% [markdown]
# The next cell takes Llama 3.1 8B (32 layers, 32 query heads, d = 128, 16 bits) and asks what it would read with 32, 8 and
# 1 key/value heads, at 8192 tokens of context. The real model has 8. **Predict first**: for a batch of 16, which is
# larger, the weights or the cache?

# %% tags=["explore"]
weights = 2 * (
    8_030_261_248 - 128_256 * 4096
)  # bytes in 16 bits, without the table of tokens, which is looked up
bandwidth = 3.35e12  # bytes a second, from the data sheet of NVIDIA's H100 (SXM)
context = 8192
reads = {}
for batch in [1, 16]:
    for kv_heads in [32, 8, 1]:
        cache = 2 * 32 * kv_heads * 128 * 2 * context * batch  # keys and values of 32 layers, 2 bytes each
        reads[batch, kv_heads] = cache
        print(
            f"batch {batch:2d}, {kv_heads:2d} key/value heads: cache {cache / 2**30:6.2f} GiB, weights {weights / 2**30:.2f} GiB, "
            f"at least {(weights + cache) / bandwidth * 1e3:5.1f} ms for a step"
        )
plots.bytes_read(reads, weights, context)
record(
    "ms for a step, batch 16, 32 heads", (weights + reads[16, 32]) / bandwidth * 1e3, expected=(24.5, 25.5)
)
record("ms for a step, batch 16, 8 heads", (weights + reads[16, 8]) / bandwidth * 1e3, expected=(9, 10))

# %% [markdown]
# <details><summary>Answer</summary>The cache, unless there is a single head: 64 GiB with 32 heads and 16 GiB with 8, against
# 14 GiB of weights.</details>
#
# With a key/value head for every query head, the caches of 16 texts and the model together do not fit on a GPU of 80 GB
# (74.5 GiB). With 8 heads they do, and a step takes 10 ms where it took 25. And since n query heads read each number of
# the cache, sharing also raises the operations done for each byte that is read.
#
# Here are published sizes, and what follows from them. The lines end where the context of the model ends. Which line
# bends, and why?

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
        f"{name:15s} {per_token / 2**10:6.1f} KiB a token, {whole / 2**30:7.3f} GiB for its longest context"
    )
record("Llama 3.1 405B, GiB for 131,072 tokens", largest["Llama 3.1 405B"][1] / 2**30, expected=(63, 63))
record("Mistral 7B, GiB at most", largest["Mistral 7B"][1] / 2**30, expected=(0.5, 0.5))

# %% [markdown]
# Two things stand out. A model of 7 billion parameters without groups (Llama 2 7B, 512 KiB a token) keeps more for each token than one of 405
# billion with groups (504 KiB). And the window of Mistral makes its line flat: after 4096 tokens nothing is added.
#
# *Sources.* GPT-2: Radford et al. 2019. Llama 2: arXiv 2307.09288, and the files of its models. Llama 3.1: arXiv 2407.21783, table 3.
# Mistral 7B: arXiv 2310.06825, table 1 (trained on 8192 tokens, released with 32,768). SmolLM2: the header of its file (GGUF), which section 8 fetches.

# %% [markdown]
# ## 2 · One key head for several query heads
#
# *Easy · 8 minutes · without `transformers`*
#
# The picture shows eight query heads. Each line leads from a query head to the key/value head that it reads. Query
# heads that stand side by side share one: head $h$ reads key/value head $\lfloor h/n \rfloor$, with $n = H/H_{kv}$.

# %% tags=["explore"]
plots.heads(n_heads=8, kv_heads=[8, 2, 1])

# %% [markdown]
# Attention as you know it wants as many key heads as query heads. Give it that: repeat each key/value head n times,
# side by side. Published code calls this `repeat_kv`. It is there for convenience; what is *stored* stays small, and
# fast implementations do without the copies.


# %% nbgrader={"grade_id": "repeat_kv", "solution": true}
def repeat_kv(x, n):
    """Give every query head a key/value head, n neighbours the same one.

    x: (B, H_kv, T, d) keys or values; n: query heads for each of its heads.  Returns (B, H_kv·n, T, d).
    """
    ### BEGIN SOLUTION
    return x.repeat_interleave(n, dim=1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "repeat_kv_hints", "locked": true}
# <details><summary>A question to start from</summary>Heads 0 and 1 of x, and n = 3. Write down which head stands at each of the six places of the result.</details>
# <details><summary>A pointer</summary>torch has two functions that copy along an axis. For (0, 1) one gives 0 1 0 1 0 1, the other 0 0 0 1 1 1.</details>
# <details><summary>In pseudocode</summary>Without such a function: add an axis of length 1 after the heads, expand it to n, and join the two axes.</details>


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
# ## 3 · Grouped-query attention
#
# *Medium · 18 minutes · without `F.scaled_dot_product_attention`, `nn.MultiheadAttention`, `torch.nn.attention`, `transformers`*
#
# The layer of lesson 02, with one change: the projections to keys and values are narrower. They map D features to
# $H_{kv} \cdot d$ instead of $H \cdot d$.
#
# $$\mathrm{head}_h = \mathrm{softmax}\Big(\frac{Q_h K_{\lfloor h/n \rfloor}^\top}{\sqrt d} + \text{causal}\Big)\, V_{\lfloor h/n \rfloor}, \qquad n = \frac{H}{H_{kv}}$$
#
# Fill in the shapes first, for D = 12, H = 6, H_kv = 2, a batch of B texts with T tokens.
#
# | | shape |
# |---|---|
# | `k_proj.weight` | |
# | keys, split into heads | |
# | scores | |
# | what out_proj reads | |
#
# <details><summary>Answer</summary>(4, 12): two heads of width 2. (B, 2, T, 2). (B, 6, T, T): every query head has its own table. (B, T, 12).</details>
#
# From lesson 02 you have `split_heads(x, n_heads)`, from (B, T, n_heads·d) to (B, n_heads, T, d), `merge_heads`, its inverse, and
# `causal_mask(T, device=…)`, (T, T), True where a query may look.


# %% nbgrader={"grade_id": "GroupedQueryAttention", "solution": true}
class GroupedQueryAttention(nn.Module):
    """Causal self-attention with n_heads query heads and n_kv_heads key/value heads, shared by groups of neighbours.

    d_model is a multiple of n_heads, n_heads of n_kv_heads.  forward: (B, T, D) → (B, T, D).
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
# <details><summary>A question to start from</summary>Which of the lines that you wrote in lesson 02 have to know that there are fewer key heads?</details>
# <details><summary>A pointer</summary>Split queries into H heads, keys and values into H_kv heads. After your function of section 2 all three have the same shape, and the rest is lesson 02.</details>
# <details><summary>In pseudocode</summary>project → split (two numbers of heads) → share keys and values → scores over the root of a head's width → −∞ in the future → softmax over the keys → times values → merge → out_proj.</details>
# <details><summary>I get "Provided sizes don't multiply up to the size of dim 2", or "The size of tensor a must match the size of tensor b"</summary>Print the shapes of q and k. Either the keys were split into H heads, so that each is too narrow, or their heads were not shared yet.</details>


# %% nbgrader={"grade_id": "check_GroupedQueryAttention", "grade": true, "locked": true, "points": 5}
@check("GroupedQueryAttention")
def _(x, gradient, weights, sizes):
    layer = load_weights(GroupedQueryAttention(*sizes), weights)
    x.requires_grad_()
    y = layer(x)
    backward(y, gradient)
    return {"output": y, "grad_x": x.grad, "grad_weights": {n: w.grad for n, w in layer.named_parameters()}}


# %% [markdown]
# Somebody else's layer, the same weights: attention as Llama has it in `transformers`, with the sizes of SmolLM2 (9 query
# heads, 3 key/value heads, d = 64). Llama also turns queries and keys by their position (lesson 10); here all angles are 0.
# The last number is what comes out when the key heads are repeated in turn, 0 1 2 0 1 2 0 1 2.

# %% tags=["explore"]
if answered("GroupedQueryAttention"):
    from transformers import LlamaConfig
    from transformers.models.llama.modeling_llama import LlamaAttention

    torch.manual_seed(0)
    config = LlamaConfig(
        hidden_size=576, num_attention_heads=9, num_key_value_heads=3, attn_implementation="eager"
    )
    theirs, mine = LlamaAttention(config, layer_idx=0).eval(), GroupedQueryAttention(576, 9, 3)
    theirs, mine = theirs.to(where), mine.to(where)
    renamed = {name.replace("o_proj", "out_proj"): w for name, w in theirs.named_parameters()}
    load_weights(mine, renamed)
    x = torch.randn(2, 40, 576).to(where)
    hidden = torch.zeros(40, 40, device=where).masked_fill(~causal_mask(40, device=where), -torch.inf)
    hidden = hidden[None, None]  # added to the scores
    no_turn = (torch.ones(1, 40, 64, device=where), torch.zeros(1, 40, 64, device=where))  # cosine 1, sine 0
    with torch.no_grad():
        expected = theirs(x, position_embeddings=no_turn, attention_mask=hidden)[0]
        difference = (mine(x) - expected).abs().max().item()
        order = torch.arange(9).view(3, 3).T.flatten()  # 0 3 6 1 4 7 2 5 8
        tiled = dict(renamed)
        tiled["q_proj.weight"] = renamed["q_proj.weight"].view(9, 64, 576)[order].reshape(576, 576)
        tiled["out_proj.weight"] = renamed["out_proj.weight"].view(576, 9, 64)[:, order].reshape(576, 576)
        wrong = (load_weights(mine, tiled)(x) - expected).abs().max().item()
    print(
        f"largest entry {expected.abs().max():.2f}, difference {difference:.1e}, with heads tiled {wrong:.2f}"
    )
    record("difference to Llama's attention", difference, expected=(0, 1e-5))
    record("difference with heads tiled", wrong, expected=(0.01, 10))

# %% [markdown]
# ## 4 · Find the error
#
# A model card (invented, but you will meet its like): *"With 8 key/value heads for 32 query heads, attention needs a
# quarter of the multiplications and a quarter of the cache."*
#
# One half of the sentence is right. Before you run: write down the products that a layer does for T tokens, and mark
# those in which $H_{kv}$ occurs. The cell counts multiplications in your own layer.

# %% tags=["explore"]
if answered("GroupedQueryAttention"):
    from torch.utils.flop_counter import FlopCounterMode

    T, D, H = 512, 512, 8
    counted = {}
    for kv_heads in [8, 2, 1]:
        layer, x = GroupedQueryAttention(D, H, kv_heads).to(where), torch.randn(1, T, D).to(where)
        with torch.no_grad(), FlopCounterMode(display=False) as counter:
            layer(x)
        with torch.no_grad(), FlopCounterMode(display=False) as projections:
            for projection in (layer.q_proj, layer.k_proj, layer.v_proj, layer.out_proj):
                projection(x)
        counted[kv_heads] = {  # one multiplication is two operations
            "projections": projections.get_total_flops() / 2,
            "scores and averages": (counter.get_total_flops() - projections.get_total_flops()) / 2,
            "numbers in the cache": 2 * kv_heads * D // H * T,
        }
        print(
            f"{kv_heads} key/value heads: "
            + ", ".join(f"{name} {n / 1e6:.1f} million" for name, n in counted[kv_heads].items())
        )
    plots.what_sharing_saves(counted)
    part = lambda name: counted[2][name] / counted[8][name]
    record("scores and averages, 2 heads over 8", part("scores and averages"), expected=(1, 1))
    record("projections, 2 heads over 8", part("projections"), expected=(0.625, 0.625))
    record("cache, 2 heads over 8", part("numbers in the cache"), expected=(0.25, 0.25))

# %% [markdown]
# <details><summary>What is wrong</summary>The cache is a quarter. The multiplications are not: every query head still meets every key and averages every value, 2T²D of them for the T² pairs, whatever H_kv is. Only the projections to keys and values shrink, so that all four together need 2 + 2·¼ = 2.5 products D × D in place of 4, which is 62.5 %. What gets faster is reading: a step of decoding fetches a quarter of the keys and values.</details>

# %% [markdown]
# ## 5 · Memory that is allocated once
#
# *Medium · 18 minutes*
#
# A cache that grows by `torch.cat` makes a new tensor for every token and copies everything into it: T tokens copy $1 +
# 2 + \dots + T \approx T^2/2$ rows. And its shape is different at every step, while compiled code (`torch.compile`,
# CUDA graphs) is fastest when it is made for one shape. Production code therefore allocates memory for `max_length`
# positions at the start and *writes into it*.

# %% [markdown]
# The texts of a batch have prompts of different length. Each row of the memory is filled from the left and has its own
# number of tokens, `lengths[b]`. `append` gets T columns of keys and values, of which row b uses the first `counts[b]`;
# the rest is padding and is not stored. It hands back the memory up to the longest row, as a **view**, and says in `keep`
# which places hold a token.
#
# | after | row 0 | row 1 | `lengths` | `keep` |
# |---|---|---|---|---|
# | a prompt, `counts` (3, 1) | a b c | p · · | (3, 1) | True True True / True False False |
# | one token each, `counts` (1, 1) | a b c d | p q · · | (4, 2) | |
#
# (Code for `torch.compile` returns *all* of the memory, so that the shape never changes, and leaves the empty places to
# the mask. The price is attention to places with nothing in them.)


# %% nbgrader={"grade_id": "StaticKVCache", "solution": true}
class StaticKVCache:
    """Keys and values of one layer, in memory for max_length positions that is allocated once."""

    def __init__(self, batch, n_kv_heads, max_length, d_head, device=None):
        self.keys = torch.zeros(
            batch, n_kv_heads, max_length, d_head, device=device
        )  # (B, H_kv, max_length, d)
        self.values = torch.zeros_like(self.keys)
        self.lengths = torch.zeros(batch, dtype=torch.long, device=device)  # (B,) tokens in each row

    def append(self, k, v, counts):
        """Write the new tokens of each row behind those that it has.

        k, v: (B, H_kv, T, d); counts: (B,) integers, row b uses the first counts[b] of the T columns.
        Returns keys, values (B, H_kv, S, d), views of the memory, and keep (B, S), True where a row has a token.
        S is the length of the longest row.  Places without a token hold zeros.
        """
        ### BEGIN SOLUTION
        for b, n in enumerate(counts.tolist()):
            start = int(self.lengths[b])
            self.keys[b, :, start : start + n] = k[b, :, :n]
            self.values[b, :, start : start + n] = v[b, :, :n]
        self.lengths += counts
        S = int(self.lengths.max())
        keep = torch.arange(S, device=k.device) < self.lengths[:, None]  # (B, S)
        return self.keys[:, :, :S], self.values[:, :, :S], keep
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "StaticKVCache_hints", "locked": true}
# <details><summary>A question to start from</summary>Fill in the last field of the table. Where in the memory does q go, and which number tells you?</details>
# <details><summary>A pointer</summary>Write a loop over the rows first. Assigning to a slice, <code>memory[b, :, start:end] = …</code>, writes into the memory; assigning to a name does not.</details>
# <details><summary>In pseudocode</summary>for each row: write counts[b] columns from lengths[b] on, keys and values → add counts to lengths → S is the largest length → keep compares 0 … S − 1 with each length → slices up to S.</details>
# <details><summary>I get "The expanded size of the tensor must match the existing size"</summary>Two slices of different length. Does the one on the right still contain the padding, or does the one on the left end behind the memory?</details>


# %% nbgrader={"grade_id": "check_StaticKVCache", "grade": true, "locked": true, "points": 5}
@check("StaticKVCache")
def _(sizes, steps):
    cache = StaticKVCache(*sizes)
    memory = cache.keys, cache.values
    found, moved = {"keys": {}, "values": {}, "keep": {}}, False  # moved: answers that are not views
    for number, step in enumerate(steps, start=1):
        keys, values, keep = cache.append(step["k"], step["v"], step["counts"])
        moved |= any(a.data_ptr() != b.data_ptr() for a, b in zip((keys, values), memory))
        for name, part in [("keys", keys), ("values", values), ("keep", keep)]:
            found[name][f"call {number}"] = part.clone()
    counts = {"keep": found["keep"], "counts": [step["counts"] for step in steps]}
    return found | {"memory": {"keys": found["keys"], "moved": moved}, "counts unchanged": counts}


# %% [markdown]
# The memory of your cache after a prompt of 5, 2 and 4 tokens and four steps of decoding. The colour is the call that
# wrote a place. Every row has its own edge, and nothing between its prompt and what was written next.

# %% tags=["explore"]
if answered("StaticKVCache"):
    cache, ones = StaticKVCache(3, 1, 12, 1, device=where), torch.ones(3, 1, 5, 1, device=where)
    cache.append(ones, ones, torch.tensor([5, 2, 4], device=where))
    for call in range(2, 6):
        new = torch.full((3, 1, 1, 1), float(call), device=where)
        keys, _, keep = cache.append(new, new, torch.ones(3, dtype=torch.long, device=where))
    plots.memory(cache.keys[:, 0, :, 0].cpu(), filled=keys.shape[2])

# %% [markdown]
# And the time for one more token, with 8 key/value heads of width 64: your cache against one that is joined anew each
# time. **Predict** the shape of both curves.

# %% tags=["explore"]
if answered("StaticKVCache"):
    n_tokens, per_point = (2048, 128) if scale == "small" else (16_384, 1024)
    token = torch.randn(1, 8, 1, 64, device=where)

    def milliseconds(append):
        """The mean time of a call, over per_point calls at a time."""
        found = []
        for _ in range(n_tokens // per_point):
            start = time.perf_counter()
            for _ in range(per_point):
                append()
            if where == "cuda":
                torch.cuda.synchronize()
            found.append((time.perf_counter() - start) / per_point * 1e3)
        return found

    static = StaticKVCache(1, 8, n_tokens, 64, device=where)
    grown = [torch.zeros(1, 8, 0, 64, device=where)] * 2

    def join():
        grown[:] = [torch.cat([part, token], dim=2) for part in grown]

    def write():
        static.append(token, token, torch.ones(1, dtype=torch.long, device=where))

    times = {
        "joined by torch.cat": milliseconds(join),
        "written into memory": milliseconds(write),
    }
    plots.append_time(times, per_point)
    record(
        "time of the last tokens, joined over written",
        times["joined by torch.cat"][-1] / times["written into memory"][-1],
    )

# %% [markdown]
# <details><summary>Answer</summary>Joining copies all that is there, so its time grows with the cache. Writing takes the
# same time at every length.</details>
#
# The curve of joining jumps where the copies no longer fit into one of the processor's own caches.

# %% [markdown]
# ## 6 · A window, kept as a ring
#
# *Medium · 15 minutes*
#
# In **sliding-window attention** a query looks at the last W positions, itself included, and no further (Mistral 7B: W =
# 4096). Position $p$ then needs $p - W + 1, \dots, p$, and everything older can be forgotten. The memory has W places, and
# position $p$ goes to place
#
# $$\mathrm{slot}(p) = p \bmod W,$$
#
# where it overwrites position $p - W$, the one that has just fallen out. Nothing is moved.
#
# The order in the memory is no longer the order of the text. Attention itself does not mind: a sum over keys has no
# order. But whatever depends on positions has to know them, so hand them back, along with keys and values in the order
# of the text, oldest first.


# %% nbgrader={"grade_id": "SlidingWindowCache", "solution": true}
class SlidingWindowCache:
    """The keys and values of the last `window` positions of one layer; all rows have the same length."""

    def __init__(self, batch, n_kv_heads, window, d_head, device=None):
        self.window = window
        self.keys = torch.zeros(
            batch, n_kv_heads, window, d_head, device=device
        )  # (B, H_kv, W, d), position p at p mod W
        self.values = torch.zeros_like(self.keys)
        self.length = 0  # tokens seen so far

    def append(self, k, v):
        """Take the next tokens in, and hand back the last `window` of all that came.

        k, v: (B, H_kv, T, d); T may be larger than the window.
        Returns keys, values (B, H_kv, S, d), oldest first, and their positions (S,); S = min(tokens seen, window).
        """
        ### BEGIN SOLUTION
        for t in range(k.shape[2]):
            slot = self.length % self.window
            self.keys[:, :, slot] = k[:, :, t]
            self.values[:, :, slot] = v[:, :, t]
            self.length += 1
        positions = torch.arange(max(0, self.length - self.window), self.length)  # (S,)
        slots = positions % self.window
        return self.keys[:, :, slots], self.values[:, :, slots], positions
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "SlidingWindowCache_hints", "locked": true}
# <details><summary>A question to start from</summary>W = 4, and ten tokens have come. Write the position that stands in each of the four places.</details>
# <details><summary>A pointer</summary>Let the length count all tokens that ever came; then the place follows from it, and so do the positions. A tensor of places can be used as an index.</details>
# <details><summary>In pseudocode</summary>for each new token: write to length mod W, then length + 1 → the positions from the oldest that is left up to the newest → the places where they lie → index keys and values with them.</details>
# <details><summary>The positions are right, the keys are not</summary>Which place holds the first of your positions? Writing and reading must use the same rule.</details>


# %% nbgrader={"grade_id": "check_SlidingWindowCache", "grade": true, "locked": true, "points": 4}
@check("SlidingWindowCache")
def _(sizes, steps):
    cache = SlidingWindowCache(*sizes)
    memory = cache.keys, cache.values
    found = {"keys": {}, "values": {}, "positions": {}}
    for number, step in enumerate(steps, start=1):
        keys, values, positions = cache.append(step["k"], step["v"])
        for name, part in [("keys", keys), ("values", values), ("positions", torch.as_tensor(positions))]:
            found[name][f"call {number}"] = part.clone()
    moved = any(a.data_ptr() != b.data_ptr() for a, b in zip((cache.keys, cache.values), memory))
    ring = {"keys": cache.keys, "values": cache.values, "moved": moved}
    return found | {"memory": ring}


# %% [markdown]
# Your ring, one token at a time. A row is the memory after a token, a number the position that lies in a place, and the
# newest one is dark. (The keys that go in are their own positions.)

# %% tags=["explore"]
if answered("SlidingWindowCache"):
    cache, rows = SlidingWindowCache(1, 1, 4, 1, device=where), []
    for position in range(10):
        new = torch.full((1, 1, 1, 1), float(position), device=where)
        keys, _, positions = cache.append(new, new)
        rows.append((cache.keys[0, 0, :, 0].tolist(), positions.tolist()))
    plots.ring(rows)

# %% [markdown]
# ### How far a stack can see
#
# A window does not make the model blind beyond W. The token at the window's far end has itself looked back, one layer
# below, and what it found is in its vector. So the reach grows with the layers, like the field of view of stacked
# convolutions. The pictures show which inputs can influence which outputs after L layers with W = 4.
#
# **Find the error.** The paper of Mistral 7B says in one place that a token at position $i$ attends to the positions between $i - W$ and
# $i$, and in another that the cache has W entries, position $i$ at $i \bmod W$. Can both be true? And from 32 layers with W
# = 4096 it computes a reach of about 131 thousand tokens. Which exact number follows from each of the two readings?


# %% tags=["explore"]
def reach(n_layers, window, length):
    """(length, length), True where an input can influence an output through n_layers windowed layers."""
    layer = causal_mask(length) & local_mask(length, window - 1)  # at most window - 1 steps back
    layer, seen = layer.to(where), torch.eye(length, device=where)
    for _ in range(n_layers):
        seen = (layer.float() @ seen).clamp(max=1)
    return seen.bool().cpu()


interactive.slider(
    lambda n: plots.reach({f"W = 4, L = {n}": reach(n, 4, 20)}), range(1, 8), "layers", start=0
)
counts = [int(reach(n, 4, 64)[-1].sum()) for n in range(1, 9)]
print("inputs that the last token can hear from, for 1 to 8 layers:", counts)
record("inputs heard through 8 layers with W = 4", counts[-1], expected=(25, 25))

# %% [markdown]
# <details><summary>Answer</summary>From i − W to i there are W + 1 positions, one more than the cache holds: when position i is written, it takes the place of i − W. The code of the model looks at W positions, itself included, as the exercise does. Each layer then reaches back W − 1, and L layers reach L·(W − 1) + 1 inputs: 131,041 for Mistral. L·W = 131,072 is the rounded-up form that everybody quotes; by the other reading it would be 131,073 inputs. In both cases it is what <em>can</em> arrive, through 32 stations, not what does.</details>
#
# What arrives in a real model is measured in section 8.

# %% [markdown]
# ## 7 · Attention in blocks
#
# The cache is small now. One thing still grows with the square: a prompt of T tokens makes a table of T × T scores in each
# head. At 131,072 tokens that is 32 GiB for one head, in 16 bits. The numbers are needed only to be summed up. Could one
# look at a few keys at a time, and never have the whole table?
#
# The obstacle is softmax: its denominator runs over all keys, and so does the maximum that keeps it from overflowing.
# Milakov and Gimelshein (2018, arXiv 1805.02867) noticed that both can be *corrected* when new keys come; FlashAttention
# (Dao et al. 2022, arXiv 2205.14135) does so for the output too, in blocks that fit into the fast memory of a GPU, and gains its
# speed from what is never written to the slow one.

# %% tags=["explore"]
plots.score_memory(lengths=[2**k for k in range(10, 18)], block=128)
record("GiB of scores of one head at 131,072 tokens", 2 * 131_072**2 / 2**30, expected=(32, 32))

# %% [markdown]
# *Challenge · 25 minutes · without `F.scaled_dot_product_attention`, `nn.MultiheadAttention`, `torch.nn.attention`*
#
# By hand first. One query; its scores come in three blocks: (1, 3), (2, 5), (4, 0). Three running numbers are kept: the
# highest score so far $m$, the sum $\ell$ of $e^{s - m}$, and the output $o$, a sum of values with the same weights, not yet divided.
#
# | block | $m$ | factor for what was there | $\ell$ |
# |---|---|---|---|
# | (1, 3) | 3 | nothing was there | $e^{-2} + e^{0} = 1.135$ |
# | (2, 5) | 5 | $e^{3-5} = 0.135$ | $0.135 \cdot 1.135 + e^{-3} + e^{0} = 1.203$ |
# | (4, 0) | | | |
#
# Fill in the last row, and check it against the sum of all six $e^{s-5}$ at once.
#
# <details><summary>Answer</summary>m stays 5, so the factor is e⁰ = 1, and ℓ = 1.203 + e⁻¹ + e⁻⁵ = 1.578.</details>

# %% [markdown]
# In general, when a block with scores $s_j$ and values $v_j$ arrives:
#
# $$m' = \max(m, \max_j s_j), \qquad \ell' = e^{m - m'} \ell + \sum_j e^{s_j - m'}, \qquad o' = e^{m - m'} o + \sum_j e^{s_j - m'} v_j$$
#
# and after the last block the answer is $o/\ell$. It is exact: no approximation anywhere. Each query has its own $m$ and $\ell$.
#
# `blocks` is an iterator that makes each block when you ask for it. The check counts what all tensors hold at that moment,
# copies included: it may not grow with the keys that came. (The count happens in your own notebook; it is there to tell you
# something.) There is no mask: these keys are all in the past.


# %% nbgrader={"grade_id": "one_by_one", "locked": true}
class Alive(TorchDispatchMode):
    """While it is on: how many bytes are held by tensors that were made meanwhile and that somebody still has."""

    def __init__(self):
        super().__init__()
        self.made = []

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        result = operation(*args, **(kwargs or {}))
        self.made += [weakref.ref(part) for part in tree_leaves(result) if isinstance(part, torch.Tensor)]
        return result

    def bytes(self):
        memory = [one().untyped_storage() for one in self.made if one() is not None]
        return sum({part.data_ptr(): part.nbytes() for part in memory}.values())  # views share their memory


def one_by_one(k, v, sizes, asked=lambda: None):
    """Pairs of keys and values, a block at a time, each made when it is asked for.

    k, v: (B, H, S, d); sizes: lengths of the blocks; asked: is called at each request, and at the one that gets nothing.
    """
    for pair in zip(k.split(sizes, dim=2), v.split(sizes, dim=2)):
        asked()
        yield tuple(part.clone() for part in pair)
    asked()


# %% nbgrader={"grade_id": "online_softmax", "solution": true}
def online_softmax(q, blocks):
    """Attention to keys and values that come in blocks, with the scores of one block at a time.

    q: (B, H, T, d); blocks: an iterator over pairs of k (B, H, s, d) and v (B, H, s, dv), s may differ. It can be read once.
    Returns (B, H, T, dv), the same as attention to all blocks together.
    """
    ### BEGIN SOLUTION
    highest = torch.full_like(q[..., :1], -torch.inf)  # (B, H, T, 1)
    total = output = torch.zeros_like(highest)
    for k, v in blocks:
        scores = q @ k.mT / math.sqrt(q.shape[-1])  # (B, H, T, s)
        new = torch.maximum(highest, scores.amax(dim=-1, keepdim=True))
        old = (highest - new).exp()  # what the new maximum makes of the sums so far
        weights = (scores - new).exp()
        total = old * total + weights.sum(dim=-1, keepdim=True)
        output = old * output + weights @ v
        highest = new
    return output / total
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "online_softmax_hints", "locked": true}
# <details><summary>A question to start from</summary>The first two blocks gave ℓ = 1.203 relative to 5. The next block contains a 7. What has to happen to 1.203 before anything is added?</details>
# <details><summary>A pointer</summary>Keep the last axis everywhere (<code>keepdim=True</code>), so that m and ℓ have the shape (B, H, T, 1) and broadcast. Which value of m is right before the first block, so that its factor becomes 0?</details>
# <details><summary>In pseudocode</summary>start with m = −∞, ℓ = 0, o = 0 → for each block: scores, the new m, the factor from the old m to the new one, weights relative to the new m, ℓ and o → after the loop divide once.</details>
# <details><summary>I get nan</summary>−∞ − (−∞) is nan, and so is 0/0 and ∞/∞. Print m, the factor and ℓ after each block for scores around 200.</details>


# %% nbgrader={"grade_id": "check_online_softmax", "grade": true, "locked": true, "points": 6}
@check("online_softmax")
def _(q, k, v, sizes):
    alive, held = Alive(), []
    with alive:
        output = online_softmax(q, one_by_one(k, v, sizes, lambda: held.append(alive.bytes())))
    result = 8 * (output.numel() + 2 * q[..., 0].numel())  # an output and two sums may be kept of each block
    kept = len(held) > 3 and held[-1] - held[2] > result * (len(held) - 3)
    return {"output": output, "one_by_one": {"output": output, "kept": kept}}


# %% [markdown]
# Forty keys in blocks of five. On the left the highest score so far, in the middle the sum relative to it, which *falls* where a new
# maximum comes that is far above the old one, on the right your output if the text ended there, against that of all keys (dashed).

# %% tags=["explore"]
if answered("online_softmax"):
    torch.manual_seed(194)
    q, k, v = (torch.randn(1, 1, *shape).to(where) for shape in [(1, 16), (40, 16), (40, 1)])
    q = q * 2.5
    so_far = [
        online_softmax(q, one_by_one(k[:, :, :end], v[:, :, :end], [5] * (end // 5))).item()
        for end in range(5, 41, 5)
    ]
    exact = nn.functional.scaled_dot_product_attention(q.double(), k.double(), v.double()).item()
    plots.running((q @ k.mT / 4).flatten().cpu(), so_far, exact, block=5)
    record("difference to attention at once", abs(so_far[-1] - exact), expected=(0, 1e-5))

# %% [markdown]
# Blocks belong to queries as well: FlashAttention takes a block of queries, runs through the blocks of keys up to the
# causal edge, and never visits those beyond it. For decoding with a long cache the blocks of keys are given to
# different parts of the GPU and the results joined at the end, with the same correction.

# %% [markdown]
# ## 8 · What a window loses
#
# SmolLM2 was trained to look at everything. Here it is made to look through windows of several sizes, by a mask, with no
# further training. It reads an article *twice in a row*. With all of the text in view the second reading should be easy:
# it is a copy. **Predict** the loss of both readings for windows shorter and longer than the article.
#
# A second curve keeps the first four tokens in view besides the window. In lesson 03 you saw that the first token is
# far larger than the rest, and that heads with nothing to say look at it. What happens to them when it falls out of the
# window? (Xiao et al. 2023, arXiv 2309.17453, call such tokens attention sinks.) The first run fetches about 93 MB
# and converts them, which takes half a minute.

# %% tags=["explore"]
if answered("SlidingWindowCache"):
    from utils import corpora, smollm2

    smollm, tokenizer = smollm2.load(where)
    article = next(
        text
        for text in corpora.wikipedia()["train"]["extract"]
        if 700 < len(text) < 900 and 160 <= len(tokenizer(text)["input_ids"]) <= 170
    )
    once = tokenizer("\n" + article)["input_ids"]
    ids = torch.tensor([once + once], device=where)  # (1, 2n)
    length = ids.shape[1]

    def losses(window, sinks):
        """Nats a token in both readings, when a query sees `window` positions and the first `sinks`."""
        seen = causal_mask(length) & (local_mask(length, window - 1) | (torch.arange(length) < sinks))
        seen = seen.to(where)
        added = torch.zeros(seen.shape, device=where).masked_fill(~seen, torch.finfo(torch.float32).min)[
            None, None
        ]
        with torch.no_grad():
            scores = smollm(ids, attention_mask=added).logits[0, :-1]
        nats = nn.functional.cross_entropy(scores, ids[0, 1:], reduction="none")
        return nats[4 : len(once) - 1].mean().item(), nats[len(once) :].mean().item()

    print(f"the article has {len(once)} tokens")
    windows = [16, 64, 128, 256]
    measured = {sinks: [losses(window, sinks) for window in windows] for sinks in [0, 4]}
    for sinks, rows in measured.items():
        for window, (first, second) in zip(windows, rows):
            print(
                f"window {window:3d} and the first {sinks}: first reading {first:5.2f}, second {second:5.2f} nats a token"
            )
    plots.window_loss(windows, measured, len(once))
    record(
        "first reading, 16 positions, nats without the first tokens over with",
        measured[0][0][0] - measured[4][0][0],
        expected=(0.7, 3),
    )
    record(
        "second reading, 128 positions and the first 4, nats a token", measured[4][2][1], expected=(1.5, 3)
    )
    record("second reading, 256 positions, nats a token", measured[0][3][1], expected=(0, 0.5))

# %% [markdown]
# <details><summary>Answer</summary>A window of 256 reaches the first copy, and the second reading costs 0.15 nats a token.
# One of 128 does not, and the second reading is harder than the first, 2.77 against 2.32.</details>
#
# You can read off two things.
#
# - **The first tokens matter more than the window.** With 16 positions the loss of the first reading rises from 2.2 to 3.9
#   nats a token; with the first four tokens kept in view, to 2.4. The heads that rest on the first token have lost their
#   resting place, and their weight goes to whatever is left.
# - **What is out of the window is gone.** With 128 positions the first copy (165 tokens back) cannot be seen. Through 30
#   layers it could reach the model all the same, 30 · 127 = 3,810 positions back; it does not. Only a model that was
#   *trained* with windows has a reason to hand things on from layer to layer.
#
# This is one text and one small model, and a model that was trained with windows behaves differently. Try another text.


# %% [markdown]
# ## 9 · Fewer bits for each number
#
# *Medium · 10 minutes · without `torch.quantize_per_channel`, `torch.fake_quantize_per_channel_affine`*
#
# Heads, windows, blocks: one thing is left, the 16 bits of each number. Rounding to 4 would make the cache four times
# smaller. Numbers that share a smallest and a largest value form a **group**, and between the two lie evenly spaced levels:
#
# $$x \approx s\, c + z, \qquad z = \min x, \quad s = \frac{\max x - z}{2^b - 1}, \quad c = 0, \dots, 2^b - 1$$
#
# A single large number stretches the levels of its whole group. So look first where the large numbers are.

# %% tags=["explore"]
from transformers import DynamicCache

from utils import corpora, smollm2

smollm, tokenizer = smollm2.load(where)
pages = corpora.wikipedia()["validation"]["extract"][:4]
texts = [tokenizer("\n" + page, return_tensors="pt")["input_ids"].to(where) for page in pages]
with torch.no_grad():
    cached = smollm(texts[0], past_key_values=DynamicCache()).past_key_values
plots.cached_numbers(cached.layers[10].keys[0, 0], cached.layers[10].values[0, 0])

# %% [markdown]
# Keys have a stripe: one feature of this head is large for every token. Values have spots. **Predict**: which numbers should
# share a group in keys, those of one token or those of one feature? And in values?
#
# <details><summary>Answer</summary>In keys those of one feature, over all tokens: a large feature then spoils only itself. In
# values those of one token, which also lets a new token be stored without touching the old ones (Liu et al. 2024, KIVI,
# arXiv 2402.02750).</details>


# %% nbgrader={"grade_id": "quantize_kv", "solution": true}
def quantize_kv(x, bits, dim):
    """Codes of a few bits for keys or values, with a scale and a minimum for each group.

    x: (B, H, S, d), left as it is; bits: 1 to 8; dim: the axis along which numbers form a group, for example -2: the S
    numbers of one feature of one head of one text.
    Returns codes of x's shape, uint8, from 0 for a group's smallest number to 2**bits − 1 for its largest, each the nearest;
    scale and minimum, of x's shape but with size 1 along dim. Where all numbers of a group are equal, scale and codes are 0.
    """
    ### BEGIN SOLUTION
    low, high = x.amin(dim=dim, keepdim=True), x.amax(dim=dim, keepdim=True)
    scale = (high - low) / (2**bits - 1)
    steps = ((x - low) / scale).nan_to_num(0.0)  # 0/0 where a group has no spread
    return steps.round().to(torch.uint8), scale, low
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "quantize_kv_hints", "locked": true}
# <details><summary>A question to start from</summary>With two bits there are four levels. How many steps lie between the lowest and the highest?</details>
# <details><summary>A pointer</summary><code>amin</code> and <code>amax</code> keep the axis that they go along when you ask for it, and everything broadcasts. <code>x.to(torch.uint8)</code> cuts off what is behind the point.</details>
# <details><summary>In pseudocode</summary>lowest and highest of each group → one step → how many steps above the lowest, the nearest whole number → as bytes.</details>


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
        "x unchanged": {"codes": codes.long(), "x": x},
    }


# %% [markdown]
# Now SmolLM2 reads four articles with rounded caches. **Predict** how many bits it can do without, and what happens when
# the keys of one token share a group instead.

# %% tags=["explore"]
if answered("quantize_kv"):

    def rounded(x, bits, dim):
        codes, scale, minimum = quantize_kv(x, bits, dim)
        return codes * scale + minimum

    class Rounded(DynamicCache):
        bits, key_dim = 16, -2

        def update(self, keys, values, *rest, **named):
            if self.bits < 16:
                keys = rounded(keys, self.bits, self.key_dim)
                values = rounded(values, self.bits, -1)
            return super().update(keys, values, *rest, **named)

    def loss(**settings):
        """Nats a token over the four articles."""
        cache = type("Cache", (Rounded,), settings)
        with torch.no_grad():
            told = [smollm(ids, past_key_values=cache()).logits[0, :-1] for ids in texts]
        return nn.functional.cross_entropy(torch.cat(told), torch.cat([ids[0, 1:] for ids in texts])).item()


# %% tags=["explore"]
if answered("quantize_kv"):
    exact, widths = loss(), (8, 4, 3, 2)
    measured = {
        name: [loss(bits=bits, key_dim=dim) for bits in widths]
        for name, dim in {"keys by feature": -2, "keys by token": -1}.items()
    }
    plots.rounded_cache(widths, measured, exact)
    record("nats a token, 16 bits and more", exact, expected=(2.4, 2.53))
    record("4 bits, keys by feature, over exact", measured["keys by feature"][1] - exact, expected=(0, 0.09))
    record("2 bits, keys by feature, over exact", measured["keys by feature"][3] - exact, expected=(0.8, 1.5))
    record("2 bits, keys by token, over exact", measured["keys by token"][3] - exact, expected=(3, 5))

# %% [markdown]
# <details><summary>Answer</summary>Eight bits cost nothing: 2.46 nats a
# token, as without rounding. Four cost .04 with keys by feature and .10 by token, three .09 and .73, two 1.13 and 3.97. So
# a quarter of the memory is nearly free, and below that the axis decides.</details>
#
# A scale and a minimum of 16 bits each belong to every group. With d = 64 numbers in a group they cost half a bit a number,
# so "4 bits" are 4.5. Keys by feature need the whole text at once. Real systems keep the last few dozen tokens as they
# are, and round a block of them when it is full.

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A company serves a model of 32 layers with 32 query heads of
# width 128 and no groups, in 16 bits, to many users at once, with contexts up to 32,768 tokens. An engineer proposes: (a) 8
# key/value heads, (b) a window of 4096 in every layer, (c) FlashAttention. For each: what happens to the memory of the
# cache of one user at full context, what to the time of a decoding step, and what can go wrong with the quality? Which of
# the three can be put into a trained model without training it again?
#
# ### BEGIN SOLUTION
# **Model answer.** Now a token takes 2·32·32·128·2 bytes = 512 KiB, a user at full context 16 GiB. (a) Four times less, 4 GiB;
# each step reads a quarter of the cache, so the part of the time that goes into reading it falls to a quarter, while
# the weights are read as before and the products of scores stay the same. Quality falls slightly; the weights of the
# key and value projections change shape, so the model has to be trained again (the paper averages the heads of a group
# and trains on for 5 % of the steps). (b) At most 4096 · 512 KiB = 2 GiB, eight times less, and constant; time per step stops growing at
# 4096. What lies further back is reachable only through the layers; a model trained without windows loses copying from
# afar and breaks when the first tokens fall out, as measured in section 8, so it needs training with the window (or
# at least sinks). (c) The cache is the same; it saves the table of scores, which matters for the prompt, and little in a decoding
# step with one query. It is exact, so it changes no quality and needs no training: the only one that can be put in as it
# is.
#
# **Rubric.** 1 point: 16 GiB, 4 GiB, 2 GiB (or the factors 4 and 8, and 1 for c), with reading bytes as what sets the time.
# 1 point: only (c) is exact and free of training, with a reason for (a) or (b) that refers to a measurement.
# ### END SOLUTION

# %% [markdown]
# **What you have now.** The attention layer of Llama and Mistral except for its positions, which are lesson 10, and the
# memory that serves them. Lesson 06 asks which token to write once the scores are there.
#
# **Sources.** Shazeer 2019, *Fast transformer decoding: one write-head is all you need*. Ainslie et al. 2023, *GQA: training
# generalized multi-query transformer models from multi-head checkpoints*. Milakov, Gimelshein 2018, *Online normalizer
# calculation for softmax*. Dao et al. 2022, *FlashAttention*. Jiang et al. 2023, *Mistral 7B*. Xiao et al. 2023,
# *Efficient streaming language models with attention sinks*. Liu et al. 2024, *KIVI: a tuning-free asymmetric 2bit
# quantization for KV cache*, arXiv 2402.02750.
