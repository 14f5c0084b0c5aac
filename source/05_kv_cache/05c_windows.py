# %% [markdown]
# # Lesson 05 · KV cache
# ## Third sitting: a cache that stops growing
#
# SmolLM2 reads three articles in three ways. Here is how well it predicts the next token each time, in nats per token
# (smaller is better), as you will measure in this sitting:
#
# | what a token can see | loss |
# |---|---|
# | everything | 2.30 |
# | the last 16 positions | 4.61 |
# | the last 16 positions, and the first 4 tokens of the article | 2.65 |
#
# Four tokens at the very start of the text, up to a hundred words back, undo most of the damage. Why they matter so
# much is this sitting's riddle (section 3 comes back to it). Thanks to them, a model can keep writing in constant
# memory, although it forgets what has left the window.
#
# You will build three pieces of a real inference engine: a cache whose memory is allocated once, a window that is kept
# as a ring, and attention in blocks, which is exact and never stores the score matrix (the idea behind
# **FlashAttention**).

# %% [markdown]
# | | |
# |---|---|
# | Uses | the first two sittings of this lesson; masks from lesson 02 (finished versions are imported) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# We write B for the number of sequences in a batch, T for new tokens, S for positions in the cache, H for query heads of width d,
# H_kv for key/value heads and W for the positions in a window. A mask is True where a query may look. A **slot** is the space for
# one token in the cache's memory; a position is where a token is in its sequence.
#
# <details><summary>1. Why can't an encoder without a causal mask have a KV cache?</summary>Every new token changes all keys from the second layer on (first sitting).</details>
# <details><summary>2. A token enters the cache. What is its position?</summary>The number of tokens before it, which is the length of the cache (first sitting).</details>
# <details><summary>3. If you cut off the front of a cache, is the rest the cache of the shorter text?</summary>No. From the second layer on, the key of a token depends on every token that this token attended to (first sitting).</details>
# <details><summary>4. What is softmax(s + c) for a constant c?</summary>The same as softmax(s), which is why the maximum can be subtracted (lesson 02).</details>
# <details><summary>5. What does grouped-query attention save?</summary>Memory for the cache, and the time to read it. Computing the scores takes as many multiplications as before (second sitting).</details>

# %% nbgrader={"grade_id": "imports_c", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math

import torch
from torch import nn

from utils import devices, own_model
from utils.metrics import largest, record
from utils.plots import interactive
from utils.timing import seconds
from utils.topics.kv_cache import rounding, windows
from utils.topics.kv_cache import window_figures as plots
from utils.topics.kv_cache.counted_blocks import Alive, one_by_one

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · Memory that is allocated once: `StaticKVCache`
#
# *Medium · 18 minutes*
#
# A cache that grows by `torch.cat` creates a new tensor for every token and copies everything into it, so adding T
# tokens one by one copies the keys and values of $1 + 2 + \dots + T \approx T^2/2$ tokens. The shape of the cache also
# changes at every step, while code is fastest when it is compiled for one fixed shape (`torch.compile`, CUDA graphs).
# Production code therefore allocates memory for `max_length` positions at the start and *writes into it*. This is
# called a **static cache**.

# %% [markdown]
# The sequences of a batch have prompts of different lengths. Each sequence gets a row of the memory. Rows are filled
# from the left, and each has its own number of tokens, `lengths[b]`. `append` gets T columns of keys and values, and
# row b uses the first `counts[b]` of them; the rest is padding and is not stored. It returns the memory up to the end
# of the longest row, as a **view**, and `keep`, which marks the slots that hold a token.
#
# | after | row 0 | row 1 | `lengths` | `keep` |
# |---|---|---|---|---|
# | a prompt, `counts` (3, 1) | a b c | p · · | (3, 1) | True True True / True False False |
# | one token each, `counts` (1, 1) | a b c d | p q · · | (4, 2) | |
#
# <details><summary>The missing cell</summary>Row 0: True True True True. Row 1: True True False False.</details>
#
# (Code meant for `torch.compile` returns *all* of the memory, so the shape never changes, and lets the mask exclude the
# empty slots. The price is that scores are also computed for empty slots.)


# %% nbgrader={"grade_id": "StaticKVCache", "solution": true}
class StaticKVCache:
    """Keys and values of one layer. The memory, for max_length positions, is allocated
    once.
    """

    def __init__(self, batch, n_kv_heads, max_length, d_head, device=None):
        self.keys = torch.zeros(
            batch, n_kv_heads, max_length, d_head, device=device
        )  # (B, H_kv, max_length, d)
        self.values = torch.zeros_like(self.keys)
        self.lengths = torch.zeros(batch, dtype=torch.long, device=device)  # (B,) tokens in each row

    def append(self, k, v, counts):
        """Write the new tokens of each row after the ones it already has.

        k, v: (B, H_kv, T, d); counts: (B,) integers, not modified: row b uses the first
        counts[b] of the T columns (counts[b] may be 0), and lengths[b] + counts[b] is
        at most max_length. (Writing all T columns could run past the end.)
        Returns keys, values (B, H_kv, S, d), views of the memory, and keep (B, S) bool,
        True where a row has a token. S is the length of the longest row. Slots without
        a token hold zeros.
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
# <details><summary>A question to start from</summary>Fill in the last cell of the table. Into which slot does q go, and which number tells you?</details>
# <details><summary>A pointer</summary>Write a loop over the rows first. Assigning to a slice, <code>memory[b, :, start:end] = …</code>, writes into the memory; assigning to a name does not.</details>
# <details><summary>In pseudocode</summary>for each row: write counts[b] columns starting at lengths[b], keys and values → add counts to lengths → S is the largest length → keep compares 0 … S − 1 with each length → slices up to S.</details>
# <details><summary>I get "The expanded size of the tensor must match the existing size"</summary>Two slices have different lengths. Does the one on the right still contain the padding, or does the one on the left run past the end of the memory?</details>


# %% nbgrader={"grade_id": "check_StaticKVCache", "grade": true, "locked": true, "points": 5}
@check("StaticKVCache")
def _(sizes, steps):
    cache = StaticKVCache(*sizes)
    memory = cache.keys, cache.values
    found, moved = {"keys": {}, "values": {}, "keep": {}}, False  # moved: answers that are not views
    for number, step in enumerate(steps, start=1):
        keys, values, keep = cache.append(step["k"], step["v"], step["counts"])
        moved |= any(a.numel() and a.data_ptr() != b.data_ptr() for a, b in zip((keys, values), memory))
        for name, part in [("keys", keys), ("values", values), ("keep", keep)]:
            found[name][f"call {number}"] = part.clone()
    counts = {"keep": found["keep"], "counts": [step["counts"] for step in steps]}
    return found | {"memory": {"keys": found["keys"], "moved": moved}, "counts unchanged": counts}


# %% [markdown]
# Here is the memory of your cache after prompts of 5, 2 and 4 tokens and four decode steps. The color shows which call wrote a slot. Each
# row ends at its own slot, with no gap between the prompt and the new tokens.

# %% tags=["explore"]
if answered("StaticKVCache"):
    cache, ones = StaticKVCache(3, 1, 12, 1, device=where), torch.ones(3, 1, 5, 1, device=where)
    cache.append(ones, ones, torch.tensor([5, 2, 4], device=where))
    for call in range(2, 6):
        new = torch.full((3, 1, 1, 1), float(call), device=where)
        keys, _, keep = cache.append(new, new, torch.ones(3, dtype=torch.long, device=where))
    plots.memory(cache.keys[:, 0, :, 0].cpu(), filled=keys.shape[2])

# %% [markdown]
# Next we measure the time to add one token (8 key/value heads of width 64), with your cache and with one that is
# rebuilt with `torch.cat` each time. Rebuilding copies everything in the cache. Does the curve of the rebuilt cache
# rise from the start, and what does the curve of your cache do?

# %% tags=["explore"]
if answered("StaticKVCache"):
    lengths = [64, 256, 512, 1024, 2048] if scale == "small" else [256, 1024, 4096, 16_384]
    token, one = torch.randn(1, 8, 1, 64, device=where), torch.ones(1, dtype=torch.long, device=where)
    times = {"rebuilt by torch.cat": [], "written into memory": []}
    for n in lengths:
        static = StaticKVCache(1, 8, n + 200, 64, device=where)
        old = torch.zeros(1, 8, n, 64, device=where)
        static.append(old, old, n * one)

        def rebuild():
            return [torch.cat([part, token], dim=2) for part in (old, old)]

        def write():
            return static.append(token, token, one)

        times["rebuilt by torch.cat"].append(1000 * seconds(rebuild, calls=20))
        times["written into memory"].append(1000 * seconds(write, calls=20))
    plots.append_time(lengths, times)
    record(
        "last length, rebuilt over written",
        times["rebuilt by torch.cat"][-1] / times["written into memory"][-1],
    )

# %% [markdown]
# <details><summary>What you should see</summary>The time to rebuild grows with the cache once copying takes longer than the fixed overhead of the call. Writing
# takes about the same time at every length.</details>
#
# ### Then use the library
#
# `transformers` has a similar class, `StaticCache`, with one length for all rows. It returns all of its memory, so the
# shape stays fixed for compiled code. We therefore compare only the filled slots.

# %% tags=["explore"]
if answered("StaticKVCache"):
    from transformers import LlamaConfig, StaticCache

    config = LlamaConfig(hidden_size=16, num_attention_heads=4, num_key_value_heads=2, num_hidden_layers=1)
    theirs, mine = StaticCache(config, max_cache_len=12), StaticKVCache(2, 2, 12, 4, device=where)
    differences = []
    for T in [5, 1, 1]:
        k, v = torch.randn(2, 2, 2, T, 4).to(where)
        keys, values, _ = mine.append(k, v, torch.full((2,), T, device=where))
        all_keys, all_values = theirs.update(k, v, 0)  # (B, H_kv, max_length, d)
        S = keys.shape[2]
        for ours, other in [(keys, all_keys), (values, all_values)]:
            differences.append((ours - other[:, :, :S]).abs().max().item())
    worst = largest(differences)
    print(
        f"your cache returns {tuple(keys.shape)}, theirs {tuple(all_keys.shape)}; largest difference {worst}"
    )
    record("largest difference from StaticCache", worst, expected=(0, 0))

# %% [markdown]
# ## 2 · A sliding window, kept as a ring: `SlidingWindowCache`
#
# *Medium · 15 minutes*
#
# In **sliding-window attention** a query looks at the last W positions, including its own (Mistral 7B: W = 4,096).
# Position $p$ then needs $p - W + 1, \dots, p$, and everything older can be dropped. The memory has W slots, and
# position $p$ goes to
#
# $$\mathrm{slot}(p) = p \bmod W,$$
#
# where it overwrites position $p - W$, the one that has just left the window. Nothing is moved. This is a **ring buffer**.
#
# The order in memory is no longer the order of the sequence. Attention itself doesn't care, since a sum over keys has
# no order. But anything that depends on positions has to know them, so return them along with the keys and values, all
# in the order of the sequence, oldest first. (Putting them in order copies the window. Attention could also take the
# ring as it is, along with the positions, but results in order are easier to compare.)


# %% nbgrader={"grade_id": "SlidingWindowCache", "solution": true}
class SlidingWindowCache:
    """Keys and values of the last `window` positions of one layer; all rows have the
    same length.
    """

    def __init__(self, batch, n_kv_heads, window, d_head, device=None):
        self.window = window
        self.keys = torch.zeros(
            batch, n_kv_heads, window, d_head, device=device
        )  # (B, H_kv, W, d), position p in slot p mod W
        self.values = torch.zeros_like(self.keys)
        self.length = 0  # tokens seen so far

    def append(self, k, v):
        """Add the next tokens, and return the last `window` of all tokens so far.

        k, v: (B, H_kv, T, d); T is at least 1 and may be larger than the window.
        Returns keys, values (B, H_kv, S, d), oldest first, and their positions, (S,)
        integers in a tensor or a list, with S = min(tokens seen, window). The
        newest query needs no other keys; in a long chunk, earlier queries would need
        older ones. You may return copies or views, which need not stay valid after the
        next call.
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
# <details><summary>A question to start from</summary>W = 4, and ten tokens have arrived. Write down the position in each of the four slots.</details>
# <details><summary>A pointer</summary>Let the length count all tokens that have ever arrived. The slot follows from it, and so do the positions. A tensor of slots can be used as an index.</details>
# <details><summary>In pseudocode</summary>for each new token: write to slot length mod W, then length + 1 → the positions from the oldest one kept to the newest → their slots → index keys and values with these.</details>
# <details><summary>The positions are right, the keys are not</summary>Which slot holds the first of your positions? Writing and reading must use the same rule.</details>


# %% nbgrader={"grade_id": "check_SlidingWindowCache", "grade": true, "locked": true, "points": 4}
@check("SlidingWindowCache")
def _(sizes, steps):
    cache = SlidingWindowCache(*sizes)
    memory = cache.keys, cache.values
    found = {"keys": {}, "values": {}, "positions": {}}
    for number, step in enumerate(steps, start=1):
        keys, values, positions = cache.append(step["k"], step["v"])
        positions = torch.as_tensor(positions)
        if not positions.is_floating_point():
            positions = positions.long()  # integers of any type
        for name, part in [("keys", keys), ("values", values), ("positions", positions)]:
            found[name][f"call {number}"] = part.clone()
    moved = any(a.data_ptr() != b.data_ptr() for a, b in zip((cache.keys, cache.values), memory))
    ring = {"keys": cache.keys, "values": cache.values, "moved": moved}
    return found | {"memory": ring}


# %% [markdown]
# Watch your ring, one token at a time. Each row shows the memory after one more token; the numbers are the positions in
# the slots, and the newest is dark. (Each key is simply its position, so you can read it off.)

# %% tags=["explore"]
if answered("SlidingWindowCache"):
    cache, rows = SlidingWindowCache(1, 1, 4, 1, device=where), []
    for position in range(10):
        new = torch.full((1, 1, 1, 1), float(position), device=where)
        keys, _, positions = cache.append(new, new)
        rows.append((cache.keys[0, 0, :, 0].tolist(), torch.as_tensor(positions).tolist()))
    plots.ring(rows)

# %% [markdown]
# ### How far a stack can see
#
# A window doesn't make the model blind to everything beyond it. The token at the far end of the window has itself
# looked back, one layer below, and its vector contains what it found. So the reach grows with each layer, like the
# **receptive field** of stacked convolutions. The pictures show which inputs can influence which outputs after L layers
# with W = 4.
#
# **Find the error.** The Mistral 7B paper states in one place that a token at position $i$ attends to the positions
# between $i - W$ and $i$, and in another that the cache has W entries, with position $i$ stored at $i \bmod W$. Can
# both be true? And from 32 layers with W = 4,096 the paper computes a reach of about 131 thousand tokens. What exact
# reach does each reading give?

# %% tags=["explore"]
interactive.slider(
    lambda n: plots.reach({f"W = 4, L = {n}": windows.reach(n, 4, 20)}), range(1, 8), "layers", start=0
)
counts = [int(windows.reach(n, 4, 64)[-1].sum()) for n in range(1, 9)]
print("inputs that can influence the last token, for 1 to 8 layers:", counts)
record("inputs that reach through 8 layers with W = 4", counts[-1], expected=(25, 25))

# %% [markdown]
# <details><summary>Answer</summary>From i − W to i there are W + 1 positions, one more than the cache holds: when position i is written, it overwrites i − W. In the exercise, each token looks at W positions, including its own. Each layer then reaches back W − 1 positions, and L layers reach L·(W − 1) + 1 inputs: 131,041 for Mistral. L·W = 131,072 is the rounded version that is usually quoted, and under the other reading the reach would be 131,073 inputs. Either way, this is how far information <em>can</em> travel, not how far it does.</details>

# %% [markdown]
# ## 3 · What a window loses
#
# Start with your own GPT from lesson 04. It was trained with its whole context visible. Here it reads Shakespeare that
# it was not trained on, while each token sees only the last W positions. (If you have no saved model, the course's own
# is loaded.)

# %% tags=["explore"]
model, own_tokenizer, _ = own_model.load_own_model(where)
ids = rounding.held_out(own_tokenizer, 32, model.config.context, where)  # (32, context)
own = {window: windows.gpt_loss(model, ids, window) for window in (2, 4, 8, 16, model.config.context)}
for window, nats in own.items():
    print(f"your GPT with a window of {window:3d}: {nats:.2f} nats per token")
record(
    "your GPT, window of 2 over its whole context", own[2] - own[model.config.context], expected=(0.2, 0.5)
)

# %% [markdown]
# The difference between the last two lines is what it costs your model when no layer looks 16 or more positions back.
# (Part of that may be due to the unfamiliar mask, because the model was not trained with a window.)
#
# SmolLM2 was also trained with everything visible. We restrict it to windows of several sizes, with a mask and no
# further training; every token keeps its position. It reads three articles, each one *twice in a row*. If everything is
# visible, the second reading should be easy, since it is a copy. **Predict** the loss of both readings for windows
# shorter and longer than the article.
#
# For the second curve, the first four tokens stay visible in addition to the window. Is that better than making the
# window four positions longer? (The last printed line measures that.) The first run downloads SmolLM2 (about 93 MB) and
# converts it, unless you already have it.

# %% tags=["explore"]
if answered("SlidingWindowCache"):
    from utils import smollm2

    smollm, tokenizer = smollm2.load(where)
    articles = windows.articles(tokenizer, 3)  # lists of 160 to 170 ids
    sizes = [16, 128, 256]
    measured = {
        sinks: [windows.losses(smollm, articles, window, sinks) for window in sizes] for sinks in [0, 4]
    }  # nats per token, of the first and the second reading
    for sinks, rows in measured.items():
        for window, (first, second) in zip(sizes, rows):
            print(f"window {window:3d}, {sinks} sinks: first reading {first:5.2f}, second {second:5.2f}")
    recent = windows.losses(smollm, articles, 20, 0)[0]
    print(f"window  20, 0 sinks: first reading {recent:5.2f}")
    plots.window_loss(sizes, measured, len(articles[0]))
    alone, kept = measured[0], measured[4]
    record("first reading, all visible", alone[2][0], expected=(2.2, 2.4))
    record("first reading, 16 positions", alone[0][0], expected=(4.4, 4.8))
    record("first reading, 20 positions", recent, expected=(4.1, 4.5))
    record("first reading, 16 positions and the first 4", kept[0][0], expected=(2.55, 2.75))
    record("second reading, 128 positions", alone[1][1], expected=(2.8, 3.1))
    record("second reading, 256 positions", alone[2][1], expected=(0, 0.5))

# %% [markdown]
# <details><summary>Answer</summary>A window of 256 reaches the first copy, and the second reading costs 0.18 nats per token. A window of
# 128 doesn't, and the second reading is harder than the first: 2.94 nats against 2.47. One likely reason: during most of the first reading, the window still includes the first tokens.</details>
#
# What the numbers show:
#
# - **Four early tokens help more than four recent ones.** If everything is visible, the first reading costs 2.30 nats per token. With the
#   last 16 positions it costs 4.61, and with the last 20 still 4.31, but with the last 16 and the first four tokens only 2.65. Such
#   tokens are called **attention sinks** (Xiao et al. 2023, arXiv 2309.17453).
# - **What has left the window is gone.** With 128 positions the first copy, about 165 tokens back, is not visible. Information could
#   still arrive from 3,810 positions back, 127 per layer, but here that doesn't help. Only a model that was *trained* with
#   windows has a reason to relay information across them.
#
# <details><summary>Lesson 03 showed that heads with nothing to report look at the first token, whose vector is far larger than the others. What happens to them when the window moves past it?</summary>The weights of a softmax have to sum to 1. Heads that park their weight on the first token can't do so once that token is out of view, so the weight goes to tokens whose values do mean something. That is the explanation that Xiao et al. give; what you measured is the loss, not its cause.</details>
#
# This is one small model, and a model that was trained with windows behaves differently.

# %% [markdown]
# ## 4 · Attention in blocks: `online_softmax`
#
# *Challenge · 25 minutes · without `F.scaled_dot_product_attention`, `nn.MultiheadAttention`, `torch.nn.attention`*
#
# The cache no longer grows. One thing still grows with the square of the length: in each head, a prompt of T tokens
# needs a T × T matrix of scores. At 131,072 tokens and 16 bits per number, that is 32 GiB per head, for numbers that we
# need only to compute a weighted sum. Could we look at a few keys at a time, and never store the whole matrix?
#
# The obstacle is the softmax. Its denominator runs over all keys, and so does the maximum that keeps it from overflowing. Milakov
# and Gimelshein (2018, arXiv 1805.02867) noticed that both can be *corrected* when new keys arrive: the **online softmax**.
# FlashAttention (Dao et al. 2022, arXiv 2205.14135) does the same for the output, in blocks that fit into the fast memory of a
# GPU. It is fast because it never writes the matrix of scores to slow memory.

# %% tags=["explore"]
plots.score_memory(lengths=[2**k for k in range(10, 18)], block=128)
record("GiB of scores per head at 131,072 tokens", 2 * 131_072**2 / 2**30, expected=(32, 32))

# %% [markdown]
# First by hand. Take one query whose scores arrive in three blocks: (1, 3), (2, 5), (4, 0). We keep three running
# numbers: the highest score so far $m$, the sum $\ell$ of $e^{s - m}$, and the output $o$, the sum of the values with
# these weights, not yet divided by $\ell$.
#
# | block | $m$ | factor for the old sums | $\ell$ |
# |---|---|---|---|
# | (1, 3) | 3 | no old sums yet | $e^{-2} + e^{0} = 1.135$ |
# | (2, 5) | 5 | $e^{3-5} = 0.135$ | $0.135 \cdot 1.135 + e^{-3} + e^{0} = 1.203$ |
# | (4, 0) | | | |
#
# Fill in the last row, and compare its $\ell$ with the sum of all six $e^{s-5}$, computed at once.
#
# <details><summary>Answer</summary>m stays 5, so the factor is e⁰ = 1, and ℓ = 1.203 + e⁻¹ + e⁻⁵ = 1.578.</details>

# %% [markdown]
# In general, when a block with scores $s_j$ (scaled by $1/\sqrt d$, as in lesson 02) and values $v_j$ arrives:
#
# $$m' = \max(m, \max_j s_j), \qquad \ell' = e^{m - m'} \ell + \sum_j e^{s_j - m'}, \qquad o' = e^{m - m'} o + \sum_j e^{s_j - m'} v_j$$
#
# After the last block the answer is $o/\ell$. It is exact, not an approximation. Each query has its own $m$ and $\ell$.
#
# `blocks` is an iterator that creates each block when you ask for it, and it can be read only once. Each time you ask
# for a block, the check counts the bytes of all tensors that are still alive, copies included. Variables from the
# previous block may still exist, but nothing may pile up. From one block to the next, your code may keep only the
# output and two numbers per query. (To see what your code holds, put `with Alive() as alive:` around your lines and
# print `alive.bytes()`.) There is no mask, because all of these keys are in the past.


# %% nbgrader={"grade_id": "online_softmax", "solution": true}
def online_softmax(q, blocks):
    """Attention to keys and values that arrive in blocks, with the scores of only one
    block in memory at a time.

    q: (B, H, T, d); blocks: an iterator over at least one pair of k (B, H, s, d) and v
    (B, H, s, dv), where s ≥ 1 may differ from block to block. It can be read only
    once.
    Returns (B, H, T, dv), the same as attention to all blocks at once (scores q·k/√d).
    Scores may be very large or very negative.
    """
    ### BEGIN SOLUTION
    highest = torch.full_like(q[..., :1], -torch.inf)  # (B, H, T, 1)
    total = output = torch.zeros_like(highest)
    for k, v in blocks:
        scores = q @ k.mT / math.sqrt(q.shape[-1])  # (B, H, T, s)
        new = torch.maximum(highest, scores.amax(dim=-1, keepdim=True))
        old = (highest - new).exp()  # rescales the old sums to the new maximum
        weights = (scores - new).exp()
        total = old * total + weights.sum(dim=-1, keepdim=True)
        output = old * output + weights @ v
        highest = new
    return output / total
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "online_softmax_hints", "locked": true}
# <details><summary>A question to start from</summary>The first two blocks gave ℓ = 1.203 relative to 5. The next block contains a 7. What has to happen to 1.203 before anything is added?</details>
# <details><summary>A pointer</summary>Keep the last axis everywhere (<code>keepdim=True</code>), so m and ℓ have the shape (B, H, T, 1) and broadcast. Which initial value of m makes the factor for the old sums 0 when the first block arrives?</details>
# <details><summary>In pseudocode</summary>start with m = −∞, ℓ = 0, o = 0 → for each block: scores, the new m, the factor from the old m to the new one, weights relative to the new m, then ℓ and o → after the loop, divide once.</details>
# <details><summary>I get nan</summary>−∞ − (−∞) is nan, and so are 0/0 and ∞/∞. Print m, the factor and ℓ after each block for scores around 200.</details>


# %% nbgrader={"grade_id": "check_online_softmax", "grade": true, "locked": true, "points": 6}
@check("online_softmax")
def _(q, k, v, sizes):
    alive, held = Alive(), []
    with alive:
        output = online_softmax(q, one_by_one(k, v, sizes, lambda: held.append(alive.bytes())))
    result = (
        8 * q[..., 0].numel() * (v.shape[-1] + 2)
    )  # each block may leave an output and two numbers per query
    # kept copies of shorter blocks would go unnoticed: they are smaller than `result`
    are_long = min(sizes) > 10 and len(held) > 3
    kept = are_long and held[-1] - held[2] > result * (len(held) - 3)
    return {"output": output, "one_by_one": {"output": output, "kept": kept}}


# %% [markdown]
# Forty keys arrive in blocks of five. The left plot shows the highest score so far, and the middle one the sum relative
# to it, which *falls* when a much larger maximum arrives. The right plot shows what your output would be if the keys
# ended there, and, dashed, the library's result for all keys, from `F.scaled_dot_product_attention`, which runs a
# FlashAttention kernel if there is one for the device.

# %% tags=["explore"]
if answered("online_softmax"):
    torch.manual_seed(194)
    q, k, v = (torch.randn(1, 1, *shape).to(where) for shape in [(1, 16), (40, 16), (40, 1)])
    q = q * 2.5
    so_far = [
        online_softmax(q, one_by_one(k[:, :, :end], v[:, :, :end], [5] * (end // 5))).item()
        for end in range(5, 41, 5)
    ]
    doubled = (x.cpu().double() for x in (q, k, v))  # on the CPU: not every GPU has float64
    exact = nn.functional.scaled_dot_product_attention(*doubled).item()
    plots.running((q @ k.mT / 4).flatten().cpu(), so_far, exact, block=5)
    record("difference from F.scaled_dot_product_attention", abs(so_far[-1] - exact), expected=(0, 1e-5))

# %% [markdown]
# Queries come in blocks as well: FlashAttention takes a block of queries, runs through the blocks of keys up to the
# diagonal of the causal mask, and never visits the blocks beyond it. For decoding with a long cache, the blocks of keys
# are spread over the GPU's multiprocessors and the results are merged at the end with the same correction
# (**Flash-Decoding**).

# %% [markdown] nbgrader={"grade_id": "written_c", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A company serves a model to many users at once, with contexts
# of up to 32,768 tokens. The model has 32 layers and 32 query heads of width 128, doesn't group its heads, and keeps
# its cache in 16 bits. An engineer proposes (a) 8 key/value heads, (b) a window of 4,096 in every layer, (c)
# FlashAttention. For each: what happens to the memory of one user's cache at full context, what happens to the time of
# a decode step, and how can quality suffer? Which of the three can be built into a trained model without further
# training?
#
# ### BEGIN SOLUTION
# **Model answer.** Today a token takes 2·32·32·128·2 bytes = 512 KiB, and a user at full context 16 GiB. (a) Four times less, 4 GiB.
# Each step reads a quarter of the cache, so the time spent on reading it falls to a quarter, while the weights are read as before
# and the score products stay the same. Quality falls slightly. The key and value projections change shape, so the
# model has to be trained further (the paper averages the heads of a group and continues training for 5 % of the steps). (b) At
# most 4096 · 512 KiB = 2 GiB, eight times less, and constant; the time per step stops growing at 4096. Everything farther back is reachable
# only through the layers. A model trained without windows loses the ability to copy from far away and breaks when the first tokens leave
# the window, as measured in section 3, so it needs training with the window (or at least attention sinks). (c) The cache stays the same. FlashAttention saves
# the score matrix, which matters for the prompt and little in a decode step with one query. It is exact, so
# it changes no quality and needs no training: only (c) can be built in as it is.
#
# **Rubric.**
#
# - a, 0.5 points: 16 GiB, 4 GiB and 2 GiB, or the factors 4 and 8, and 1 for (c)
# - b, 0.5 points: says that the bytes read determine the time
# - c, 0.5 points: only (c) is exact and needs no training
# - d, 0.5 points: a reason for (a) or (b) that refers to a measurement
# ### END SOLUTION

# %% [markdown]
# **Something to show a friend.** When SmolLM2 sees only the last 16 positions and the first four tokens, its loss rises
# from 2.30 to 2.65 nats per token. Take those four tokens away, and the loss is 4.61. Keeping them is the idea behind
# StreamingLLM (Xiao et al. 2023), which stores the first tokens and a window in a cache of fixed size, and counts
# positions within the cache instead of within the text.
#
# Over three sittings you have built the attention layer and the memory of Llama and Mistral, except for the way they
# encode positions, which comes in lesson 10. Lesson 06 asks how to choose the next token from the logits.
#
# **Sources.** Milakov and Gimelshein 2018, *Online normalizer calculation for softmax*. Dao et al. 2022, *FlashAttention*. Jiang et al.
# 2023, *Mistral 7B*. Xiao et al. 2023, *Efficient streaming language models with attention sinks*.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
