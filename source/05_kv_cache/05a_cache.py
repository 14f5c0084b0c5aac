# %% [markdown]
# # Lesson 05 · KV cache
# ## First sitting: compute it once
#
# SmolLM2, a language model with 135 million parameters, continues the same six-token prompt with twenty new tokens, twice:
#
# ```
# Once upon a time there was…     without a cache   310 tokens go through the model
# Once upon a time there was…     with a cache       25 tokens go through the model
# ```
#
# Both runs write the same twenty tokens. The first run reads the whole text again for every new token; the second
# remembers what it has computed. The model and its scores stay the same, up to rounding. Only the cost per token
# changes.
#
# This memory is called the **KV cache**, and nearly every service that writes text for you relies on it. In this
# sitting you build one, plug it into your own GPT from lesson 04, and check it against GPT-2 and the cache of the
# `transformers` library. Then you find out why reading a thousand tokens takes about as long as writing a handful, and
# what happens when a conversation no longer fits.

# %% [markdown]
# | | |
# |---|---|
# | Uses | attention and masks from lesson 02, the GPT from lesson 04 (finished versions are imported) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises; a break after section 4 works well |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# One more token is added to a sequence. Which of these does an attention layer need? Fill in the last column before you
# go on.
#
# | | for the new token | for the earlier tokens |
# |---|---|---|
# | query | yes | |
# | key | yes | |
# | value | yes | |
# | weighted sum of values | no (it is the result) | |
#
# <details><summary>Answer</summary>Query: no. Key and value: yes. Weighted sum: no. Section 1 shows why.</details>
#
# Notation: B sequences in a batch, T tokens in a sequence, t tokens in a chunk of it, S tokens so far (the chunk
# included), D features per token, H heads, d = D/H features per head, L layers. Positions are counted from 0. Masks are
# True where a query may look.
#
# <details><summary>1. A model returns scores (B, T, V). Which of them predict the next token?</summary>Those at the last position (lesson 04).</details>
# <details><summary>2. What is the shape of the keys once they are split into heads?</summary>(B, H, T, d) (lesson 02).</details>
# <details><summary>3. There are five keys and a single query, which is at the last position. What is its causal mask?</summary>All True (lesson 02).</details>
# <details><summary>4. How many operations does a forward pass perform for each weight and each token?</summary>Two, a multiplication and an addition (lesson 04).</details>
# <details><summary>5. By how much do GB and GiB differ?</summary>By 7%: 10⁹ bytes versus 2³⁰ bytes (lesson 04).</details>

# %% nbgrader={"grade_id": "imports_a", "locked": true}
try:
    from autograder.checks import answered, check, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

from functools import partial
from itertools import count

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices, own_model
from utils.blocks import cache as finished
from utils.blocks.attention import causal_mask, merge_heads, split_heads
from utils.blocks.gpt import GPT, GPTConfig
from utils.metrics import largest, record
from utils.timing import seconds, timed
from utils.topics.kv_cache import cache_figures as plots
from utils.topics.kv_cache.cached_gpt import CachedGPT, ReadOnce, in_chunks

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · The same keys, again and again
#
# A sequence grows by one token at a time. Here is the matrix of attention scores at each step, with one row per query
# and one column per key. **Predict** before you run the cell: how many of the scores at step T has step T − 1 already
# computed?

# %% tags=["explore"]
plots.growing(6)

# %% [markdown]
# <details><summary>Answer</summary>All but the last row. With T tokens there are T(T + 1)/2 scores, and T of them are new.</details>
#
# The old scores, red in the picture, come out the *same* at every step, thanks to the causal mask. A token sees nothing
# that comes later, so a longer sequence doesn't affect it: its query, key and value stay the same, the layer returns
# the same result for it, and so its key in the next layer stays the same as well. The next cell measures this on a GPT
# with random weights. How much do the keys of the first 8 tokens change when 4 more tokens follow, with the causal mask
# and without one (as in BERT)?


# %% nbgrader={"grade_id": "keys_of", "locked": true}
def keys_of(model, ids, start=0, causal=True):
    """The keys of each layer, a list of L tensors (B, T, D).  causal: if False, every token sees all others."""
    found = []
    x = model.tokens(ids) + model.positions.weight[start : start + ids.shape[1]]  # (B, T, D)
    for block in model.blocks:
        found.append(block.attention.qkv_proj(block.norm1(x)).chunk(3, dim=2)[1])  # (B, T, D)
        x = block(x, is_causal=causal)
    return found


def relative_change(new, old):
    """The norm of the difference over the norm of the old tensor, one number per layer."""
    return [((n - o).norm() / o.norm()).item() for n, o in zip(new, old)]


def random_gpt(seed=0, context=128, **sizes):
    """A GPT with random weights, ten times as large as usual so the tokens affect each other."""
    torch.manual_seed(seed)
    sizes = dict(vocab_size=200, d_model=48, n_heads=4, n_layers=6) | sizes
    model = GPT(GPTConfig(context=context, **sizes)).eval()
    model.reset_parameters(std=0.2)
    return model.requires_grad_(False).to(where)


# %% tags=["explore"]
model = random_gpt()
ids = torch.randint(200, (1, 12)).to(where)
changes = {}
for name, causal in [("causal, as in GPT", True), ("no mask, as in BERT", False)]:
    longer = [k[:, :8] for k in keys_of(model, ids, causal=causal)]
    changes[name] = relative_change(longer, keys_of(model, ids[:, :8], causal=causal))
plots.past_changes(changes)
_ = record("change of old keys, causal", largest(changes["causal, as in GPT"]), expected=(0, 1e-5))
_ = record(
    "change of old keys in the last layer, no mask", changes["no mask, as in BERT"][-1], expected=(0.1, 2)
)

# %% [markdown]
# With the mask, the past never changes (up to rounding), so we can compute it once and keep it. Without the mask, every new
# token changes all keys from the second layer on, which is why an encoder can't have such a cache.
#
# **Find the error.** A lecture slide lists what to keep during generation: "the weighted features $\sum_i w_i v_i$ from
# previous sequence elements". Take the six tokens in the picture, and suppose you have kept the weighted sums of tokens
# 0 to 4. Token 5 arrives with its query. Which of those sums do you need to compute token 5's sum, and what else do you
# need?
#
# <details><summary>Answer</summary>You need none of these sums, and without the keys and values you are stuck. The new row is the softmax of the scaled scores q₅·k₀, …, q₅·k₅, so you need all six <b>keys</b>. Its weights belong to q₅ alone, so you also need the <b>values</b>, to add them up with the new weights. In a finished sum, the weights of its own query are baked in, so it can't be taken apart.<br><br>The lecture is right that the old sums don't change. But they have done their work: token 3's sum went through the rest of its block and became part of token 3's key and value in the next layer, and that layer's cache keeps both. Nor do you need the old queries: only row 3 of the matrix ever uses q₃, and that row is done.</details>

# %% [markdown]
# ## 2 · A cache for one layer: `KVCache`
#
# *Easy · 10 minutes*
#
# Every layer gets its own cache, which starts empty. A *chunk* of t new tokens brings its keys and values, (B, H, t, d)
# each. The cache appends these to the keys and values it has, counts the tokens, and returns everything it holds so
# that attention can use it. The first chunk is usually a whole prompt and later ones are single tokens, but the cache
# should work for chunks of any length.
#
# Since `length` is also the **position** of the next token, it must count tokens, not chunks.


# %% nbgrader={"grade_id": "KVCache", "solution": true}
class KVCache:
    """The keys and values of one layer, for all tokens so far."""

    def __init__(self):
        self.k, self.v = None, None  # (B, H, S, d) each; None while nothing is kept
        self.length = 0  # S, tokens so far

    def append(self, k, v):
        """Keep the keys and values of t new tokens, (B, H, t, d) each.

        Returns the keys and the values of all tokens so far, oldest first, (B, H, S, d)
        each.
        """
        ### BEGIN SOLUTION
        if self.k is not None:
            k = torch.cat([self.k, k], dim=2)  # (B, H, S, d)
            v = torch.cat([self.v, v], dim=2)
        self.k, self.v, self.length = k, v, k.shape[2]
        return k, v
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "KVCache_hints", "locked": true}
# <details><summary>A question to start from</summary>When the first chunk arrives, what can you join it to?</details>
# <details><summary>A pointer</summary><code>torch.cat</code> joins tensors along one axis. Two chunks of one sequence can differ in only one of B, H, t and d. Which one?</details>
# <details><summary>I get "expected Tensor as element 0 in argument 0, but got NoneType"</summary>The cache is empty at first. Check for that before you join.</details>
# <details><summary>I get "Sizes of tensors must match except in dimension"</summary>You are joining along the wrong axis. Print both shapes: along which axis may they differ?</details>


# %% nbgrader={"grade_id": "check_KVCache", "grade": true, "locked": true, "points": 3}
@check("KVCache")
def _(keys, values):
    cache, lengths = KVCache(), []
    for k, v in zip(keys, values):  # one chunk after the other
        all_k, all_v = cache.append(k, v)
        lengths.append(cache.length)
    return {"keys": all_k, "values": all_v, "length after each chunk": lengths}


# %% [markdown]
# ## 3 · Attention with a cache: `CachedAttention`
#
# *Hard · 25 minutes · uses a finished cache, not yours*
#
# The layer is the one from lesson 02 with one difference: it sees a *chunk* of t tokens instead of the whole sequence.
# The queries come from the chunk. The keys and values come from the chunk and from everything before it. So the score
# matrix is rectangular, (t, S).
#
# The layer itself remembers nothing. Whatever it needs to know about earlier tokens, even how many there are, comes from the
# cache it is called with, because one layer serves many conversations, and each of them has its own cache.

# %% [markdown]
# **A rectangular mask.** Query $i$ of the chunk is not token $i$ of the sequence. There are S − t tokens before the
# chunk, so this query is at position S − t + i and may look at keys 0 … S − t + i:
#
# ```
#   prefill: 4 tokens, empty cache        a chunk of 2 tokens after 4     one token after 6
#   position 0   ■ · · ·
#   position 1   ■ ■ · ·
#   position 2   ■ ■ ■ ·
#   position 3   ■ ■ ■ ■                  position 4   ■ ■ ■ ■ ■ ·
#                                         position 5   ■ ■ ■ ■ ■ ■        position 6   ■ ■ ■ ■ ■ ■ ■
# ```
#
# Without padding, the row of a single new token is full, so it needs no mask. A longer chunk does need one. Be careful
# with the option `is_causal=True` of `F.scaled_dot_product_attention`: it aligns its triangle with the *top left*
# corner, which is right for a square and wrong for every other rectangle.
# `causal_mask(n_queries, n_keys, device=x.device)` from lesson 02 is imported, and it treats the queries as the last positions.

# %% [markdown]
# **Prompts of different lengths.** The prompts in a batch are padded to the same length. No query may see the padding.
# That includes later queries, because the keys of the padding stay in the cache. `keep` (B, S) is True for the real
# tokens among the S so far; the padding may be on either side. A query may see a key if the key is not in the future
# *and* is real.
#
# A query at a padding position may be left without a single key, and then its output can even be nan. You don't have to
# handle this case: the check ignores the outputs at the padding positions, and `CachedGPT` below sets them to 0 before
# the next layer.


# %% nbgrader={"grade_id": "CachedAttention", "solution": true}
class CachedAttention(nn.Module):
    """Causal self-attention from a chunk to itself and everything before it."""

    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv_proj = nn.Linear(d_model, 3 * d_model)  # weight (3D, D), rows: queries, keys, values
        self.out_proj = nn.Linear(d_model, d_model)  # weight (D, D)

    def forward(self, x, cache, keep=None):
        """Attend from a chunk to all tokens so far, and add its keys and values to the
        cache.

        x: (B, t, D), the chunk; cache: has the .append and .length of KVCache, and
        already holds the S − t earlier tokens;
        keep: (B, S) bool, True at real tokens, or None if there is no padding.
        Returns (B, t, D).
        """
        ### BEGIN SOLUTION
        parts = self.qkv_proj(x).chunk(3, dim=2)  # three times (B, t, D)
        q, k, v = (split_heads(part, self.n_heads) for part in parts)  # (B, H, t, d)
        k, v = cache.append(k, v)  # (B, H, S, d)
        mask = causal_mask(x.shape[1], cache.length, device=x.device)  # (t, S)
        if keep is not None:
            mask = mask & keep[:, None, None, :]  # (B, 1, t, S)
        context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)  # (B, H, t, d)
        return self.out_proj(merge_heads(context))  # (B, t, D)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "CachedAttention_hints", "locked": true}
# <details><summary>A question to start from</summary>A chunk of three tokens arrives, and two tokens are already cached. Write out the mask: 3 rows, 5 columns. Which row is full?</details>
# <details><summary>A pointer</summary><code>split_heads(x, n_heads)</code> turns (B, t, D) into (B, H, t, d), and <code>merge_heads</code> undoes it. After <code>cache.append</code>, the length of the cache is S, with the chunk included.</details>
# <details><summary>In pseudocode</summary>project → three parts → split into heads → append to the cache → mask (t, S) → attention → merge the heads → output projection.</details>
# <details><summary>I get "The size of tensor a … must match the size of tensor b" at attention</summary>Scores are (B, H, t, S), and a mask must broadcast to that. How many columns does your causal mask have? Which of the four axes does <code>keep</code> have, and where does it need axes of length 1?</details>
# <details><summary>The first chunk is right, later chunks are not</summary>For the first chunk S = t: the mask is a square and all keys are in the chunk. What is different for the next chunk?</details>


# %% nbgrader={"grade_id": "check_CachedAttention", "grade": true, "locked": true, "points": 6}
@check("CachedAttention")
def _(x, chunks, keep, weights, d_model, n_heads):
    layer = load_weights(CachedAttention(d_model, n_heads), weights)
    cache, outputs, end = finished.KVCache(), [], 0
    with torch.no_grad():
        for t in chunks:  # prefill, then further chunks
            start, end = end, end + t
            y = layer(x[:, start:end], cache, None if keep is None else keep[:, :end])  # (B, t, D)
            if keep is not None:
                y = y.masked_fill(~keep[:, start:end, None], 0)  # outputs at padding don't count
            outputs.append(y)
        t = chunks[0]  # the same layer, another conversation: the first chunk again, with an empty cache
        again = layer(x[:, :t], finished.KVCache(), None if keep is None else keep[:, :t])
        if keep is not None:
            again = again.masked_fill(~keep[:, :t, None], 0)
    return {"first chunk": outputs[0], "later chunks": torch.cat(outputs[1:], dim=1), "another cache": again}


# %% [markdown]
# ### In a whole model
#
# Attention is the only layer that looks at other tokens, so it is the only one that needs a cache. Norms, feed-forward layers
# and the head work on each token separately. `CachedGPT(gpt, CachedAttention, KVCache)` is the GPT of lesson 04 with its own weights
# but with your two classes inside. These are the lines that differ from lesson 04:
#
# ```python
# x = gpt.tokens(ids) + gpt.positions(start … start + t − 1)
# for block, attention, cache in zip(gpt.blocks, attentions, caches):
#     x = block.branch(1, x, lambda h: attention(h, cache, keep))
#     x = block.branch(2, x, block.feed_forward)
# ```
#
# Compare it with an independent implementation: a randomly initialized GPT-2 from `transformers`, and that library's
# own cache, the `DynamicCache`. We cut one sequence into chunks in four ways. However it is cut, the scores must match
# those of the whole sequence in a single pass.

# %% tags=["explore"]
if answered("KVCache", "CachedAttention"):
    from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel

    from utils import checkpoints

    torch.manual_seed(0)
    sizes = dict(n_positions=64, n_embd=48, n_head=4, n_layer=3, initializer_range=0.2)
    theirs = GPT2LMHeadModel(GPT2Config(vocab_size=200, **sizes, bos_token_id=None, eos_token_id=None)).eval()
    gpt = checkpoints.load_gpt2(GPT(GPTConfig(200, 64, 48, 4, 3)), theirs.state_dict()).eval()
    mine, theirs = CachedGPT(gpt.to(where), CachedAttention, KVCache), theirs.to(where)
    ids = torch.randint(200, (2, 24)).to(where)
    with torch.no_grad():
        whole = theirs(ids).logits  # (B, T, V)
    worst = 0.0
    for chunks in [[24], [20, 1, 1, 1, 1], [10, 5, 6, 3], [1] * 24]:
        cache, their_cache = mine.new_cache(), DynamicCache()
        ours = in_chunks(lambda part, start: mine(part, start, cache), ids, chunks)
        others = in_chunks(lambda part, _: theirs(part, past_key_values=their_cache).logits, ids, chunks)
        apart = [(ours - scores).abs().max().item() for scores in (whole, others)]
        print(
            f"{len(chunks):2d} chunks: largest difference from one pass {apart[0]:.0e}, from their cache {apart[1]:.0e}"
        )
        worst = largest([worst, *apart])
    print(f"(the scores go up to {whole.abs().max():.0f})")
    record("largest difference between scores, any chunking", worst, expected=(0, 1e-3))

# %% [markdown]
# Now two prompts of different lengths share a batch, the shorter one padded on the left. We compare the scores of each
# with those of the same prompt on its own. With padding, the position of a token is the number of *real* tokens before
# it. Why pad on the left? Because then the last column holds the newest token of every sequence, and the next token
# goes right after it.

# %% tags=["explore"]
if answered("KVCache", "CachedAttention"):
    gpt = random_gpt()
    mine = CachedGPT(gpt, CachedAttention, KVCache)
    prompts = [torch.randint(1, 200, (1, n)).to(where) for n in (9, 5)]
    new = torch.randint(1, 200, (2, 4)).to(where)
    ids = torch.cat([F.pad(prompt, (9 - prompt.shape[1], 0)) for prompt in prompts])  # (2, 9), padded with 0
    keep = torch.cat([torch.arange(9, device=where)[None] >= 9 - p.shape[1] for p in prompts])  # (2, 9)
    cache = mine.new_cache()
    scores = [mine(ids, 0, cache, keep)[:, -1]]
    for t in range(4):
        keep = F.pad(keep, (0, 1), value=True)  # the new token is real
        # with padding, positions come from keep, and the start of 0 is ignored
        scores.append(mine(new[:, t : t + 1], 0, cache, keep)[:, -1])
    worst = 0.0
    for row, prompt in enumerate(prompts):
        alone = gpt(torch.cat([prompt, new[row : row + 1]], dim=1))[0, prompt.shape[1] - 1 :]  # (5, V)
        difference = (torch.stack(scores)[:, row] - alone).abs().max().item()
        worst = largest([worst, difference])
    record("largest difference between a prompt in a batch and on its own", worst, expected=(0, 1e-3))

# %% [markdown]
# ## 4 · Every token once: `generate_cached`
#
# *Medium · 15 minutes*
#
# Generation now has two phases. In the **prefill**, the prompt goes through the model in one call and fills the cache, and the
# scores at its last position give the first new token. In the **decode** phase, each new token goes in by itself and gives the
# next one. The last new token never goes in, because you don't need its prediction.
#
# The check looks at your tokens and at what you pass to the model. For a prompt of 3 tokens and 4 new ones, the calls
# hold 3, 1, 1 and 1 tokens. For a prompt of T tokens and n new ones, how many tokens go through the model in total, and
# how many would without a cache?
#
# <details><summary>Answer</summary>T + n − 1 with a cache, and nT + n(n − 1)/2 without one.</details>


# %% nbgrader={"grade_id": "generate_cached", "solution": true}
def generate_cached(model, new_cache, ids, n_new):
    """Continue each sequence with its most likely next token, n_new ≥ 1 times, without
    passing any token through the model twice.

    model: called as model(chunk, start, cache), where chunk holds ids (B, t) and its
    first token has position `start`; it returns scores (B, t, V) and adds the chunk to
    the cache.
    new_cache: called without arguments, it returns an empty cache.
    ids: (B, T), the prompts, which go in as one chunk.  Returns (B, T + n_new).
    """
    ### BEGIN SOLUTION
    cache, chunk, start = new_cache(), ids, 0
    for _ in range(n_new):
        scores = model(chunk, start, cache)  # (B, t, V)
        start += chunk.shape[1]
        chunk = scores[:, -1].argmax(dim=1, keepdim=True)  # (B, 1)
        ids = torch.cat([ids, chunk], dim=1)
    return ids
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "generate_cached_hints", "locked": true}
# <details><summary>A question to start from</summary>After the prefill, which tokens has the model read, and which one has it not read yet?</details>
# <details><summary>A pointer</summary>Prefill and decode can share one loop if a variable holds what goes in next. At first that is the prompt.</details>
# <details><summary>In pseudocode</summary>empty cache → pass the chunk to the model, with its position → pick the best token from the last scores → append it to the result; it is also the next chunk → repeat.</details>
# <details><summary>My tokens are right, but the calls aren't</summary>Write down how many tokens each of your calls gets. Is there a call whose scores you don't use?</details>


# %% nbgrader={"grade_id": "check_generate_cached", "grade": true, "locked": true, "points": 5}
@check("generate_cached")
def _(table, places, head, ids, n_new):
    calls = []

    def model(chunk, start, cache):  # its scores depend on all tokens in the cache, and on their positions
        t = chunk.shape[1]
        calls.append(t)
        cache[len(cache)] = table[chunk] * places[start : start + t]  # (B, t, D)
        so_far = torch.cat(list(cache.values()), dim=1).cumsum(dim=1)  # (B, S, D)
        return torch.tanh(so_far[:, -t:]) @ head  # (B, t, V)

    with torch.no_grad():
        text = generate_cached(model, dict, ids, n_new)
    return {"ids": text, "tokens in each call": calls}


# %% [markdown]
# ### Your own model, faster
#
# Now your two classes and your loop run the GPT you trained in lesson 04. It continues the course's opening line until
# its context is full, once with the loop of lesson 04 and once with yours. Then it samples a continuation of the same
# line, as at the end of lesson 04: same model, same text, only faster. (If you have no saved model, the course's own is
# loaded, and the cell tells you so.)

# %% tags=["explore"]
if answered("KVCache", "CachedAttention", "generate_cached"):
    model, tokenizer, _ = own_model.load_own_model(where)
    fast = CachedGPT(model, CachedAttention, KVCache)
    opening = torch.tensor([tokenizer.encode_ordinary(own_model.OPENING_LINE)], device=where)  # (1, T)
    T = opening.shape[1]
    n_new = model.config.context - T
    again, slow = timed(lambda: model.generate(opening, n_new))
    written, quick = timed(lambda: generate_cached(fast, fast.new_cache, opening, n_new))
    print(
        f"without a cache: {n_new * T + n_new * (n_new - 1) // 2:5,} tokens through the model, {slow:.2f} s"
    )
    print(f"with a cache:    {fast.passed:5,} tokens through the model, {quick:.2f} s")
    record("tokens processed / context length", fast.passed / model.config.context, expected=(0.9, 1))
    record("share of equal tokens", (written == again).float().mean().item(), expected=(1, 1))

    continued = own_model.continue_opening(ReadOnce(fast), tokenizer, context=model.config.context)
    print(f"{continued} […]")
    print("the same without a cache:", continued == own_model.continue_opening(model, tokenizer))
    own_model.note_opening("05a", continued, "the same GPT, with a KV cache")

# %% [markdown]
# How does the time for *one* new token depend on the number of tokens before it? The next cell measures that for a
# small GPT on your machine. **Predict** the two curves: when the sequence gets twice as long, by what factor does each
# one grow?

# %% tags=["explore"]
if answered("KVCache", "CachedAttention"):
    torch.manual_seed(0)
    gpt = GPT(GPTConfig(500, 1040, 256, 4, 4)).eval().requires_grad_(False).to(where)
    mine = CachedGPT(gpt, CachedAttention, KVCache)
    ids = torch.randint(500, (1, 1040)).to(where)
    lengths = [32, 64, 128, 256, 512, 1024]
    cached, whole = [], []
    for S in lengths:
        cache, positions = mine.new_cache(), count(S)
        mine(ids[:, :S], 0, cache)
        cached.append(1000 * seconds(lambda: mine(ids[:, :1], next(positions), cache), rounds=6))
        whole.append(1000 * seconds(lambda: gpt.logits(gpt.features(ids[:, : S + 1])[:, -1])))
    plots.time_per_token(lengths, whole, cached)
    record(
        "one token after 1,024: time ratio, without / with a cache",
        whole[-1] / cached[-1],
        expected=(4, 1000),
    )

# %% [markdown]
# <details><summary>Answer</summary>Without a cache the time per token grows with the length of the sequence, for very long sequences faster than linearly, because the score matrix grows with the square of the length. With a cache the time is almost constant: the single row of scores still grows, but its cost is small next to that of
# everything else.</details>
#
# For short sequences the curves are closer together, because then much of the time goes into launching operations rather than
# arithmetic.

# %% [markdown]
# ### Then use the library
#
# Your loop doesn't depend on which model it drives, so give it another: SmolLM2 (135 million parameters, 30 layers)
# from `transformers`, with that library's cache. The library has a loop of its own, `model.generate`, and
# `use_cache=False` turns off its version of what you just built. The first run downloads SmolLM2 (about 93 MB) and
# converts it, which takes half a minute.

# %% tags=["explore"]
if answered("generate_cached"):
    from transformers import DynamicCache

    from utils import smollm2

    smollm, tokenizer = smollm2.load(where)
    prompt = tokenizer("Once upon a time there was", return_tensors="pt").to(where)

    @torch.no_grad()
    def step(chunk, start, cache):
        end, context = start + chunk.shape[1], smollm.config.max_position_embeddings
        assert end <= context, f"{end:,} tokens are more than the model's context of {context:,}"
        positions = torch.arange(start, end, device=where)[None]  # (1, t)
        return smollm(chunk, past_key_values=cache, position_ids=positions, use_cache=True).logits

    library = partial(smollm.generate, **prompt, max_new_tokens=20, min_new_tokens=20, do_sample=False)
    runs = {
        "your loop": partial(generate_cached, step, DynamicCache, prompt["input_ids"], 20),
        "generate": partial(library, use_cache=True),
        "generate, use_cache=False": partial(library, use_cache=False),
    }
    found = {name: timed(run) for name, run in runs.items()}
    print(tokenizer.decode(found["your loop"][0][0]))
    for name, (tokens, took) in found.items():
        print(f"{name:27s}{took:6.1f} s, same tokens: {torch.equal(tokens, found['your loop'][0])}")
    same = [torch.equal(tokens, found["your loop"][0]) for tokens, _ in found.values()]
    record("runs with equal tokens", sum(same), expected=(3, 3))
    del smollm, library, runs

# %% [markdown]
# The tokens are the same, and the counts explain why the cache is faster: 25 tokens through the model instead of 310, about a
# twelfth as many. But don't expect the time to fall by the same factor, because a token costs more in decode than in prefill. The
# next section shows why.

# %% [markdown]
# ## 5 · Prefill and decode have different bottlenecks
#
# Before a processor can compute anything, it has to *read* the weights from memory, once per pass. Then it can use them
# for one token or for a thousand. Whether reading or computing takes longer depends on two properties of the machine:
# how many operations it performs per second, and how many bytes it reads per second. An A100 (80 GB) is rated at
# 312·10¹² operations per second (bf16) and 2.04·10¹² bytes per second, so it can do 153 operations in the time it takes
# to read one byte. A pass that needs fewer operations per byte is **memory-bound**; one that needs more is
# **compute-bound**. The number of operations per byte is the pass's **arithmetic intensity**, and the plot below is
# called a **roofline** (Williams et al. 2009).

# %% [markdown]
# What is the arithmetic intensity of a pass? Take Llama 3.1 8B with 16-bit weights. Each weight takes up 2 bytes and is
# used in 2 operations per token. So there are **about as many operations per byte as there are tokens in the pass**:
# 1024 in the prefill of a prompt of 1024 tokens, and 1 in decode. The next cell computes the exact numbers, with
# attention and the cache included.


# %% nbgrader={"grade_id": "work_of_a_pass", "locked": true}
def work_of_a_pass(new, past, batch=1):
    """Llama 3.1 8B at 16 bits: operations and bytes read for `new` tokens after `past` earlier ones in each sequence.

    Left out: the token embeddings (looked up, not multiplied) and everything that is not a matrix product.
    """
    weights = 8_030_261_248 - 128_256 * 4096  # all but the token embeddings
    cache = 2 * 32 * 8 * 128 * 2  # bytes per token: 32 layers, 8 key/value heads of width 128 (next sitting)
    looks = new * past + new * (new + 1) / 2  # scores of one head
    operations = batch * (2 * weights * new + 4 * 32 * 4096 * looks)
    read = 2 * weights + batch * cache * (past + new)
    return operations, read


# %% [markdown]
# **Predict**: 16 sequences are decoded in one batch, so reading the weights once serves 16 tokens. By what factor does the arithmetic
# intensity grow? And what if each of the 16 already has 8,192 tokens in its cache?

# %% tags=["explore"]
peak, bandwidth = 312e12, 2.039e12  # A100 80 GB, manufacturer's figures: bf16 without sparsity, memory
passes = {
    "prefill of 1,024": work_of_a_pass(1024, 0),
    "decode after 1,024": work_of_a_pass(1, 1024),
    "decode, batch of 16": work_of_a_pass(1, 1024, batch=16),
    "decode, batch of 64": work_of_a_pass(1, 1024, batch=64),
    "16 with 8,192 each": work_of_a_pass(1, 8192, batch=16),
}
for name, (operations, read) in passes.items():
    least = 1000 * max(operations / peak, read / bandwidth)
    bound = "compute" if operations / peak > read / bandwidth else "memory"
    print(f"{name:20s}{operations / read:7.1f} operations per byte, at least {least:5.1f} ms, {bound}-bound")

counts = [1, 2, 4, 8, 16, 32, 64, 128, 256]
linear = nn.Linear(3072, 3072).requires_grad_(False).to(where)  # 38 MB, more than most CPU caches hold
inputs = [torch.randn(n, 3072).to(where) for n in counts]
times = [1000 * seconds(partial(linear, x), rounds=5) for x in inputs]
plots.roofline({name: o / r for name, (o, r) in passes.items()}, peak, bandwidth, counts, times)
_ = record("time ratio, 256 tokens at once / 1 token", times[-1] / times[0], expected=(1, 200))

# %% [markdown]
# <details><summary>Answer</summary>By a factor of 14.1, from 1.03 to 14.5 operations per byte: the weights are shared, but each sequence still reads its own cache. With 8,192 tokens each, the factor is only 8, from 1.20 to 9.6.</details>
#
# What the numbers show:
#
# - **Prefill is compute-bound, decode is memory-bound.** Decode uses less than a hundredth of the available compute and spends its time
#   waiting for weights. Reading 15 GB takes at least 7.4 ms, so a single sequence gets at most 135 tokens per second. The same
#   GPU reads a whole prompt of 1,024 tokens in as little as 50 ms, the time seven such steps take.
# - **Batching helps**, because the weights are read once for the whole batch. So providers put strangers' requests into one batch.
# - **Long caches eat up much of that gain.** A batch shares the weights but not the caches, and every new token has to read its
#   sequence's whole cache. For 16 sequences of 8,192 tokens, the caches take more bytes than the weights.
#
# The plot on the right shows the same for your machine. How much longer do 256 tokens at once take than one? At what
# batch size does the curve begin to run parallel to the dotted line?

# %% [markdown]
# ## 6 · The context window is shared: `context_budget`
#
# *Medium · 12 minutes*
#
# A model has a **context window**: the largest number of tokens it can handle at once. Input and output share it,
# because each new token goes back in before the next one is computed. With a window of 8,192 tokens and an input of
# 8,000, there is room for an answer of 192, and no setting changes that. (Strictly, the last token never goes in, so a
# 193rd would fit. This exercise counts every token of the answer.)
#
# When a conversation gets too long, something has to be dropped. Usually that is the oldest part, with one exception: the *prefix* with
# the instructions (the **system prompt**) stays. And some positions have to be reserved for the answer. Decide what goes in:
#
# - as long as input and reserve fit into the window, drop nothing,
# - otherwise drop exactly as much as necessary, starting with the oldest tokens after the prefix,
# - then report how many tokens can be written.


# %% nbgrader={"grade_id": "context_budget", "solution": true}
def context_budget(ids, window, reserve, n_prefix=0):
    """Decide which tokens of a conversation go into the model, and how many more tokens
    the model can write.

    ids: a list of ids, possibly with repeats, not modified; the first n_prefix of them
    always stay;
    window: the largest number of tokens for input and output together;
    reserve: positions that must stay free, with n_prefix + reserve ≤ window and
    n_prefix ≤ len(ids).
    Returns a dict: kept (list of ids), dropped (list of ids, in order), left (how many
    tokens can be written: window minus the tokens kept).
    """
    ### BEGIN SOLUTION
    prefix, rest = ids[:n_prefix], ids[n_prefix:]
    room = window - reserve - n_prefix
    n_dropped = max(len(rest) - room, 0)
    kept = prefix + rest[n_dropped:]
    return {"kept": kept, "dropped": rest[:n_dropped], "left": window - len(kept)}
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "context_budget_hints", "locked": true}
# <details><summary>A question to start from</summary>With a window of 9, a reserve of 5 and a prefix of 4, how many other tokens fit?</details>
# <details><summary>A pointer</summary>Count how many tokens have to go (never below 0), and cut that many off the front of everything after the prefix.</details>
# <details><summary>It fails when there is no room</summary>What is <code>[1, 2, 3][-0:]</code>?</details>


# %% nbgrader={"grade_id": "check_context_budget", "grade": true, "locked": true, "points": 4}
@check("context_budget")
def _(ids, window, reserve, n_prefix):
    prefix = {"n_prefix": n_prefix} if n_prefix else {}  # there is none by default
    found = context_budget(ids, window, reserve, **prefix)
    return found | {"ids unchanged": {"kept": found["kept"], "ids": ids}}


# %% [markdown]
# Here is a conversation, turn by turn: instructions of 300 tokens, then questions of 400 tokens and answers of 500
# tokens each, in a window of 4,096. At which turn does the model begin to forget, and what does it forget first?

# %% tags=["explore"]
if answered("context_budget"):
    conversation, rows = list(range(300)), {}
    for turn in range(1, 8):
        conversation += range(len(conversation), len(conversation) + 400)  # a question
        found = context_budget(conversation, 4096, 500, n_prefix=300)
        rows[f"turn {turn}"] = [
            ("prefix", 300),
            ("dropped", len(found["dropped"])),
            ("input", len(found["kept"]) - 300),
            ("free for the answer", found["left"]),
        ]
        conversation += range(len(conversation), len(conversation) + 500)  # its answer
    plots.windows(rows, 4096)
    print({turn: dict(parts)["dropped"] for turn, parts in rows.items()})

# %% [markdown]
# Nothing warns you: the input of turn 5 looks like any other, but the first question and most of its answer are gone.
# **Agents**, programs that act on their own, sometimes for days, run into this all the time. In Vending-Bench, models
# run a vending machine for months of simulated time. Their runs derail in strange ways, and it is tempting to blame the
# lost tokens. The authors checked, and found *no* clear connection between the failures and the moment the window
# filled up (Backlund and Petersson 2025). Measure before you blame.
#
# ### And the cache?
#
# If the front of a conversation is dropped, can the cache just drop its front and go on? Take the last 40 of 60 tokens,
# and compare their keys in the cache with keys recomputed from those 40 alone. We recompute them twice, with their
# original positions and with positions that start at 0, as in a shorter input. **Predict** for the first layer and for
# the last: are the keys equal?

# %% tags=["explore"]
model = random_gpt()
ids = torch.randint(200, (1, 60)).to(where)
kept = [k[:, 20:] for k in keys_of(model, ids)]
differences = {
    "original positions": relative_change(keys_of(model, ids[:, 20:], start=20), kept),
    "positions from 0": relative_change(keys_of(model, ids[:, 20:]), kept),
}
plots.past_changes(differences)
_ = record(
    "change of keys, first layer, same positions", differences["original positions"][0], expected=(0, 1e-5)
)
_ = record(
    "change of keys, last layer, same positions", differences["original positions"][-1], expected=(0.05, 2)
)

# %% [markdown]
# <details><summary>Answer</summary>With their original positions the keys are equal in the first layer, where a key depends only on its
# token and position. From the second layer on, the key of a token depends on every token that this token attended to, and some of those are now gone. With
# positions that start at 0, the keys differ in every layer.</details>
#
# So a cache whose front is cut off is *not* the cache of the shorter text. You can recompute everything (exact, but it
# takes a new prefill for every cut), or go on with keys that still depend on tokens you dropped (cheap, but no longer
# the model that was trained). In the third sitting you will do the latter, in a controlled way.
#
# This also has an upside. A cache belongs to a **prefix**. Two requests that start with the same thousand tokens have
# the same keys and values for all of these tokens, so the requests can share them. This is called **prefix caching** or
# **prompt caching**.

# %% [markdown] nbgrader={"grade_id": "written_a", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). Providers of language models charge several times as much for
# a token the model writes as for one it reads, and only a fraction of the reading price for input that "was sent
# before". Explain both prices with what you measured and computed in this sitting. A friend wants that low price, but
# puts the date and time into the first line of every request, above ten pages of instructions that never change. What
# happens, and what do you advise?
#
# ### BEGIN SOLUTION
# **Model answer.** Input is prefill: all its tokens share one read of the weights, so it is compute-bound and uses the
# processor well. Every written token needs its own pass, which reads all weights and the whole cache for a single token
# of each sequence. That is memory-bound, and most of the arithmetic stays idle (about 1 operation per byte, against the
# 153 an A100 could do). Batching makes up for part of it, until most of what is read are the caches, which sequences
# don't share. Input that was sent before costs less because its keys and values are still stored: they depend only on
# the tokens up to them, so nothing has to be computed, only stored and read. But a key from the second layer on depends
# on *all* tokens before it, and on its position. The date in the first line differs in every request, so nothing after
# it can be used again, and the ten pages are computed every time. Put what never changes first, and the date after it.
#
# **Rubric.**
#
# - a, 1 point: prefill uses each weight for many tokens and decode for one, so decode is limited by reading
#   (memory) and not by arithmetic
# - b, 0.5 points: the changing line belongs at the end
# - c, 0.5 points: the reason: a cache holds for an equal prefix only, because keys depend on everything before them
# ### END SOLUTION

# %% [markdown]
# **Something to show a friend.** Open any chat service and look up its prices: output costs more than input, and
# repeated input is cheap. You can now explain both, because you have built the mechanism behind them. Your model now
# computes every key and value only once. The price is memory, and the time it takes to read it. The next sitting
# reduces both, with fewer key/value heads and fewer bits per number.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
