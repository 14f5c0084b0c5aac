# %% [markdown]
# # Lesson 05 · KV cache
# ## First sitting: compute it once
#
# Your GPT writes one token, forgets everything that it has computed, and reads the whole text again for the next one.
# In this sitting it stops forgetting. Nothing about the model changes, not one score; what changes is what a token
# costs.
#
# When you reach the end of this sitting you will have
#
# - a cache, and an attention layer that reads a text in pieces of any size, with the same scores as GPT-2 in the library
#   `transformers` and its own cache,
# - a loop that passes every token through the model once, counted, and run with a model of 135 million parameters,
# - the reason why reading a thousand tokens takes about as long as writing a handful,
# - a formula for the bytes of a cache that agrees with one published number, and with another up to a factor of two,
# - the arithmetic of a context window: what fits, and what falls out.

# %% [markdown]
# | | |
# |---|---|
# | Uses | attention and masks of lesson 02, the GPT of lesson 04 (finished versions are imported) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises; a good place to stop is after section 4 |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# One token is added to a text of S tokens. Which of these does its layer of attention need? Fill in the last column
# before you go on.
#
# | | of the new token | of the S tokens before it |
# |---|---|---|
# | query | yes | |
# | key | yes | |
# | value | yes | |
# | weighted sum of values | is computed | |
#
# B texts in a batch, T tokens in a text, t tokens in a chunk of it, S tokens so far (the chunk included), D features in
# a token, H heads, d = D/H features in a head, L layers. Positions count from 0. Masks are True where a query may look.
#
# <details><summary>1. A model gives scores (B, T, V) for a text. Which of them choose the next token?</summary>Those at the last place (lesson 04).</details>
# <details><summary>2. What shape do keys have when they are split into heads?</summary>(B, H, T, d) (lesson 02).</details>
# <details><summary>3. One query, five keys, and the query is the last of the positions. What is its causal mask?</summary>All True (lesson 02).</details>
# <details><summary>4. How many operations does a forward pass do for each weight and each token?</summary>Two, a multiplication and an addition (lesson 04).</details>
# <details><summary>5. By how much do GB and GiB differ?</summary>By 7 %: 10⁹ bytes against 2³⁰ (lesson 04).</details>

# %% nbgrader={"grade_id": "imports_a", "locked": true}
try:
    from autograder.checks import answered, check, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

from dataclasses import dataclass
from functools import partial
from itertools import count

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices
from utils.blocks import cache as finished
from utils.blocks.attention import causal_mask, merge_heads, split_heads
from utils.blocks.gpt import GPT, GPTConfig
from utils.metrics import largest, record
from utils.timing import seconds, timed
from utils.topics.kv_cache import cache_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# ## 1 · What is computed again
#
# A text grows by one token at a time. Here is the matrix of attention scores at each step: a row for each query, a
# column for each key. **Predict** before you run: of the scores at step T, how many were there at step T − 1 already?

# %% tags=["explore"]
plots.growing(6)

# %% [markdown]
# <details><summary>Answer</summary>All but the last row. With T tokens there are T(T + 1)/2 scores, and T of them are
# new.</details>
#
# The red ones come out the *same* again, thanks to the causal mask. A token sees nothing that comes later, so a longer
# text changes nothing about it: not its query, not its key or value, not what the layer makes of it, and therefore not
# its key in the next layer. The cell measures this on a GPT with random weights: how much do the keys of
# the first 8 tokens change when 4 more tokens follow? Once with the mask, once without it, as in BERT.


# %% nbgrader={"grade_id": "keys_of", "locked": true}
def keys_of(model, ids, start=0, causal=True):
    """The keys of each layer, a list of L tensors (B, T, D).  causal: False lets every token see all others."""
    found = []
    x = model.tokens(ids) + model.positions.weight[start : start + ids.shape[1]]  # (B, T, D)
    for block in model.blocks:
        found.append(block.attention.qkv_proj(block.norm1(x)).chunk(3, dim=2)[1])  # (B, T, D)
        x = block(x, is_causal=causal)
    return found


def relative_change(new, old):
    """The length of the difference over the length of what was there, for each layer."""
    return [((n - o).norm() / o.norm()).item() for n, o in zip(new, old)]


def random_gpt(seed=0, context=128, **sizes):
    """A GPT with random weights, ten times as large as usual, so that tokens have something to say to each other."""
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
# With the mask the past is finished, up to rounding. So it can be computed once and kept. Without the mask every new
# token changes everything from the second layer on: an encoder cannot have such a cache.
#
# **Find the error.** A lecture says what to keep: "the weighted features $\sum_i w_i v_i$ from previous sequence
# elements". Take the six tokens of the picture. You have kept the weighted sums of tokens 0 to 4. Token 5 arrives with
# its query. Which of the kept sums do you need to compute the sum of token 5, and what do you need besides?
#
# <details><summary>Answer</summary>None of them, and without the keys and values you are stuck. The new row is softmax of q₅·k₀, …, q₅·k₅, so all six <b>keys</b> are needed; its weights belong to q₅ alone, so the <b>values</b> have to be summed anew with them. A finished sum has its own query's weights baked in and cannot be taken apart. It is true that the old sums stay as they are. That is why nothing built on them changes either: token 3's sum went, through the rest of its block, into token 3's key and value in the next layer, and <i>those</i> are kept there. In its own layer nobody asks for it again. Queries need not be kept either: row 3 of the matrix is the only one that ever uses q₃, and it is finished.</details>

# %% [markdown]
# ## 2 · A place to keep them
#
# *Easy · 10 minutes*
#
# Every layer gets a cache of its own. It starts empty. A *chunk* of t tokens brings its keys and values, (B, H, t, d)
# each; the cache puts them after those that it has, remembers how many tokens that makes, and hands everything back for
# attention to use. The first chunk is usually a whole prompt, the later ones single tokens, but a cache should not care.
#
# `length` is also the **position** of the next token, so it has to count tokens.


# %% nbgrader={"grade_id": "KVCache", "solution": true}
class KVCache:
    """The keys and values of one layer, for all tokens so far."""

    def __init__(self):
        self.k, self.v = None, None  # (B, H, S, d) each; None while nothing is kept
        self.length = 0  # S, tokens so far

    def append(self, k, v):
        """Keep the keys and values of t new tokens, (B, H, t, d) each.

        Returns the keys and the values of all tokens so far, oldest first, (B, H, S, d) each.
        """
        ### BEGIN SOLUTION
        if self.k is not None:
            k = torch.cat([self.k, k], dim=2)  # (B, H, S, d)
            v = torch.cat([self.v, v], dim=2)
        self.k, self.v, self.length = k, v, k.shape[2]
        return k, v
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "KVCache_hints", "locked": true}
# <details><summary>A question to start from</summary>What is there to join when the first chunk comes?</details>
# <details><summary>A pointer</summary><code>torch.cat</code> joins tensors along one axis. Which of B, H, t and d grows when a text does?</details>
# <details><summary>I get "expected Tensor as element 0 in argument 0, but got NoneType"</summary>The cache is empty at first. Ask whether there is anything before you join.</details>
# <details><summary>I get "Sizes of tensors must match except in dimension"</summary>You join along another axis than the one of tokens. Print both shapes.</details>


# %% nbgrader={"grade_id": "check_KVCache", "grade": true, "locked": true, "points": 3}
@check("KVCache")
def _(keys, values):
    cache, lengths = KVCache(), []
    for k, v in zip(keys, values):  # one chunk after the other
        all_k, all_v = cache.append(k, v)
        lengths.append(cache.length)
    return {"keys": all_k, "values": all_v, "length after each chunk": lengths}


# %% [markdown]
# ## 3 · Attention that continues
#
# *Hard · 25 minutes · uses a finished cache, not yours*
#
# The layer is that of lesson 02, with one difference: it sees a *chunk* of t tokens and not the text. Queries come from
# the chunk. Keys and values come from the chunk and from everything before it. So the scores are a rectangle (t, S).

# %% [markdown]
# **The mask of a rectangle.** Query $i$ of the chunk is not token $i$ of the text. With S − t tokens before it, it
# stands at position S − t + i and may look at keys 0 … S − t + i:
#
# ```
#   prefill: 4 tokens, nothing before     a chunk of 2 tokens after 4     one token after 6
#   position 0   ■ · · ·
#   position 1   ■ ■ · ·
#   position 2   ■ ■ ■ ·
#   position 3   ■ ■ ■ ■                  position 4   ■ ■ ■ ■ ■ ·
#                                         position 5   ■ ■ ■ ■ ■ ■        position 6   ■ ■ ■ ■ ■ ■ ■
# ```
#
# For a single new token the row is full, and no mask is needed. For a chunk one is, but `is_causal=True` of
# `F.scaled_dot_product_attention` puts its triangle into the *top left* corner, which is right for a square and wrong for
# every other rectangle. `causal_mask(n_queries, n_keys)` of lesson 02 is imported; in it the queries are the last ones.

# %% [markdown]
# **Texts of different length.** The prompts of a batch are filled up to one length with padding, and padding must not be
# looked at, now or later: its keys stay in the cache. `keep` (B, S) says for each text which of all its S tokens so far
# are real. A key is seen when it is not in the future *and* real. What comes out at padding itself is not looked at.


# %% nbgrader={"grade_id": "CachedAttention", "solution": true}
class CachedAttention(nn.Module):
    """Causal self-attention of a chunk to itself and to everything before it."""

    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv_proj = nn.Linear(d_model, 3 * d_model)  # weight (3D, D), rows: queries, keys, values
        self.out_proj = nn.Linear(d_model, d_model)  # weight (D, D)

    def forward(self, x, cache, keep=None):
        """Attend from a chunk to all tokens so far, and leave its keys and values in the cache.

        x: (B, t, D) the chunk; cache: has .append and .length of KVCache, and holds the S − t tokens before;
        keep: (B, S) bool, True at real tokens, or None without padding.  Returns (B, t, D).
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
# <details><summary>A question to start from</summary>Three tokens come after two. Write the mask down: 3 rows, 5 columns. Which row is full?</details>
# <details><summary>A pointer</summary><code>split_heads(x, n_heads)</code> makes (B, t, D) into (B, H, t, d), <code>merge_heads</code> goes back. After <code>cache.append</code> the cache's length is S, the chunk included.</details>
# <details><summary>In pseudocode</summary>project → three parts → heads → append → mask (t, S) → attention → merge the heads → output projection.</details>
# <details><summary>I get "The size of tensor a … must match the size of tensor b" at attention</summary>Scores are (B, H, t, S), and a mask must broadcast to that. How many columns has your causal mask? Which of the four axes has <code>keep</code>, and where must axes of length 1 stand?</details>
# <details><summary>The first chunk is right, later chunks are not</summary>For the first chunk S = t, the mask is a square, and everything is in the chunk. What changes after it?</details>


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
                y = y.masked_fill(~keep[:, start:end, None], 0)  # what stands at padding does not count
            outputs.append(y)
    return {"first chunk": outputs[0], "later chunks": torch.cat(outputs[1:], dim=1)}


# %% [markdown]
# ### In a whole model
#
# Attention is the only layer that looks at other tokens, so it is the only one that needs a cache. Norms, feed-forward
# layers and the head work on each token by itself. Below, a GPT of lesson 04 around your two classes: read where the
# caches and the positions go. With padding, a token's position is the number of *real* tokens before it, and so it
# differs from text to text.


# %% nbgrader={"grade_id": "CachedGPT", "locked": true}
class CachedGPT(nn.Module):
    """A GPT with its weights, your attention, and a cache for each layer."""

    def __init__(self, gpt):
        super().__init__()
        self.gpt = gpt
        self.attentions = nn.ModuleList()
        for block in gpt.blocks:
            attention = CachedAttention(gpt.config.d_model, gpt.config.n_heads)
            load_weights(attention, dict(block.attention.named_parameters()))
            self.attentions.append(attention.to(block.attention.out_proj.weight.device))
        self.passed = 0  # token positions that went through the model

    def new_cache(self):
        return [KVCache() for _ in self.attentions]

    @torch.no_grad()
    def forward(self, ids, start, cache, keep=None):
        """ids: (B, t), the first at position `start`; cache: from new_cache(); keep: (B, S).  Scores (B, t, V)."""
        B, t = ids.shape
        self.passed += B * t
        places = torch.arange(start, start + t, device=ids.device)  # (t,)
        if keep is not None:
            places = (keep.cumsum(dim=1) - 1).clamp(min=0)[:, -t:]  # (B, t) real tokens before each token
        x = self.gpt.tokens(ids) + self.gpt.positions(places)  # (B, t, D)
        for block, attention, layer_cache in zip(self.gpt.blocks, self.attentions, cache):
            x = block.branch(1, x, lambda h, a=attention, c=layer_cache: a(h, c, keep))
            x = block.branch(2, x, block.feed_forward)
            if keep is not None:  # a query that may see nothing may come out as nan, and 0 · nan is nan
                x = x.masked_fill(~keep[:, -t:, None], 0)
        return self.gpt.logits(self.gpt.norm(x))


# %% [markdown]
# Now compare it with somebody else's: a GPT-2 of `transformers` with random weights and with that library's own cache.
# One text is cut in four ways. However it is cut, the scores must be those of the whole text at once.

# %% tags=["explore"]
if answered("KVCache", "CachedAttention"):
    from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel

    from utils import checkpoints

    torch.manual_seed(0)
    sizes = dict(n_positions=64, n_embd=48, n_head=4, n_layer=3, initializer_range=0.2)
    theirs = GPT2LMHeadModel(GPT2Config(vocab_size=200, **sizes, bos_token_id=None, eos_token_id=None)).eval()
    theirs = theirs.to(where)
    gpt = checkpoints.load_gpt2(GPT(GPTConfig(200, 64, 48, 4, 3)).to(where), theirs.state_dict()).eval()
    mine = CachedGPT(gpt)
    ids = torch.randint(200, (2, 24)).to(where)
    with torch.no_grad():
        whole = theirs(ids).logits  # (B, T, V)
    worst = 0.0
    cuts = {
        "at once": [24],
        "20, then singly": [20, 1, 1, 1, 1],
        "in four": [10, 5, 6, 3],
        "singly": [1] * 24,
    }
    for name, chunks in cuts.items():
        cache, their_cache, ours, others, start = mine.new_cache(), DynamicCache(), [], [], 0
        for t in chunks:
            part = ids[:, start : start + t]
            ours.append(mine(part, start, cache))
            with torch.no_grad():
                others.append(theirs(part, past_key_values=their_cache, use_cache=True).logits)
            start += t
        to_whole = (torch.cat(ours, 1) - whole).abs().max().item()
        to_theirs = (torch.cat(ours, 1) - torch.cat(others, 1)).abs().max().item()
        print(f"{name:16s} to the whole text {to_whole:.0e}, to their cache {to_theirs:.0e}")
        worst = largest([worst, to_whole, to_theirs])
    print(f"(the scores go up to {whole.abs().max():.0f})")
    record("largest difference of scores, any chunking", worst, expected=(0, 1e-3))

# %% [markdown]
# Here are two prompts of different length in one batch, the short one padded in front, each compared with itself alone.
# Why in front? Because then the last column holds the newest token of every text, and the next one goes after it.

# %% tags=["explore"]
if answered("KVCache", "CachedAttention"):
    gpt = random_gpt()
    mine = CachedGPT(gpt)
    prompts = [torch.randint(1, 200, (1, n)).to(where) for n in (9, 5)]
    new = torch.randint(1, 200, (2, 4)).to(where)
    ids = torch.cat([F.pad(prompt, (9 - prompt.shape[1], 0)) for prompt in prompts])  # (2, 9), padded with 0
    keep = torch.cat([torch.arange(9, device=where)[None] >= 9 - p.shape[1] for p in prompts])  # (2, 9)
    cache = mine.new_cache()
    scores = [mine(ids, 0, cache, keep)[:, -1]]
    for t in range(4):
        keep = F.pad(keep, (0, 1), value=True)  # the new token is real
        scores.append(mine(new[:, t : t + 1], 0, cache, keep)[:, -1])
    worst = 0.0
    for row, prompt in enumerate(prompts):
        alone = gpt(torch.cat([prompt, new[row : row + 1]], dim=1))[0, prompt.shape[1] - 1 :]  # (5, V)
        difference = (torch.stack(scores)[:, row] - alone).abs().max().item()
        worst = largest([worst, difference])
    record("largest difference between a text in a batch and alone", worst, expected=(0, 1e-3))

# %% [markdown]
# ## 4 · Every token once
#
# *Medium · 15 minutes*
#
# Writing now has two phases. **Prefill**: the prompt goes through the model in one call and fills the cache; the scores
# at its last place give the first new token. **Decode**: each new token goes in by itself and gives the next one. The
# last token that is written does not go in at all, because nobody asks what follows it.
#
# Your loop is judged by its text and by what it puts into the model. For a prompt of 3 and 4 new tokens the calls hold
# 3, 1, 1 and 1 tokens. How many token positions is that for a prompt of T and n new ones, and how many would it be
# without a cache? (T + n − 1, and $nT + n(n-1)/2$.)


# %% nbgrader={"grade_id": "generate_cached", "solution": true}
def generate_cached(model, new_cache, ids, n_new):
    """Continue each text by its likeliest next token, n_new ≥ 1 times; no token goes through the model twice.

    model: called as model(chunk, start, cache), with a chunk of ids (B, t) whose first token stands at position
    `start`; it returns scores (B, t, V) and leaves the chunk in the cache.
    new_cache: called without arguments, it gives an empty cache.
    ids: (B, T), which go in as one chunk.  Returns (B, T + n_new).
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
# <details><summary>A question to start from</summary>After the prompt has gone in: which tokens has the model read, and which has it not read yet?</details>
# <details><summary>A pointer</summary>Prefill and decode can be one loop, if a variable holds what goes in next. At first that is the prompt.</details>
# <details><summary>In pseudocode</summary>empty cache → the chunk into the model, at its position → best token by the last scores → it joins the text, and it is the next chunk → repeat.</details>
# <details><summary>The text is right and the calls are not</summary>Write down how many tokens each of your calls gets. Is there a call whose scores you do not use?</details>


# %% nbgrader={"grade_id": "check_generate_cached", "grade": true, "locked": true, "points": 5}
@check("generate_cached")
def _(table, places, head, ids, n_new):
    calls = []

    def model(chunk, start, cache):  # its scores depend on all tokens in the cache, and on their positions
        t = chunk.shape[1]
        calls.append(t)
        cache.append(table[chunk] * places[start : start + t])  # (B, t, D)
        so_far = torch.cat(cache, dim=1).cumsum(dim=1)  # (B, S, D)
        return torch.tanh(so_far[:, -t:]) @ head  # (B, t, V)

    with torch.no_grad():
        text = generate_cached(model, list, ids, n_new)
    return {"ids": text, "tokens in each call": calls}


# %% [markdown]
# Count first. A prompt of 50 tokens and 150 new ones, with your loop and with the one of lesson 04:

# %% tags=["explore"]
if answered("KVCache", "CachedAttention", "generate_cached"):
    mine = CachedGPT(random_gpt(context=256, n_layers=2, d_model=16))
    prompt = torch.randint(200, (1, 50)).to(where)
    generate_cached(mine, mine.new_cache, prompt, 150)
    without = sum(range(50, 200))
    print(
        f"with a cache {mine.passed:,} positions, without {without:,}: {without / mine.passed:.0f} times as many"
    )
    record("positions with a cache", mine.passed, expected=(199, 199))

# %% [markdown]
# Then look at the clock. One new token after a text of S tokens, in a small GPT on this machine's processor.
# **Predict** the two curves: by how much does each grow when the text becomes twice as long?

# %% tags=["explore"]
if answered("KVCache", "CachedAttention"):
    torch.manual_seed(0)
    gpt = GPT(GPTConfig(500, 1040, 256, 4, 4)).eval().requires_grad_(False).to(where)
    mine = CachedGPT(gpt)
    ids = torch.randint(500, (1, 1040)).to(where)
    lengths = [32, 64, 128, 256, 512, 1024]
    cached, whole = [], []
    for S in lengths:
        cache, places = mine.new_cache(), count(S)
        mine(ids[:, :S], 0, cache)
        cached.append(1000 * seconds(lambda: mine(ids[:, :1], next(places), cache), rounds=6))
        whole.append(1000 * seconds(lambda: gpt.logits(gpt.features(ids[:, : S + 1])[:, -1])))
    plots.time_per_token(lengths, whole, cached)
    record(
        "one token after 1,024: time without over with a cache", whole[-1] / cached[-1], expected=(4, 1000)
    )

# %% [markdown]
# <details><summary>Answer</summary>Without a cache the time of a token grows with the text, in the end faster than the
# text, because the matrix of scores grows with its square. With a cache it is almost flat: what still grows is one row of
# scores, and it is small beside everything else.</details>
#
# For short texts the two come closer, because then much of the time goes into starting operations and not into
# arithmetic.

# %% [markdown]
# ### With real weights
#
# Your loop does not know which model it drives. So give it another: SmolLM2 (135 million parameters, 30 layers)
# from `transformers`, with that library's cache. The first run fetches about 93 MB and converts them, which takes half a
# minute.

# %% tags=["explore"]
if answered("generate_cached"):
    from transformers import DynamicCache

    from utils import smollm2

    smollm, tokenizer = smollm2.load(where)
    prompt = tokenizer("Once upon a time there was", return_tensors="pt")["input_ids"].to(where)
    passed = {"with a cache": 0, "without": 0}

    @torch.no_grad()
    def with_cache(chunk, start, cache):
        passed["with a cache"] += chunk.shape[1]
        places = torch.arange(start, start + chunk.shape[1], device=where)[None]  # (1, t)
        return smollm(chunk, past_key_values=cache, position_ids=places, use_cache=True).logits

    @torch.no_grad()
    def without_cache(ids):
        for _ in range(20):
            passed["without"] += ids.shape[1]
            best = smollm(ids, use_cache=False).logits[0, -1].argmax()
            ids = torch.cat([ids, best.view(1, 1)], dim=1)
        return ids

    took = {}
    written, took["with a cache"] = timed(lambda: generate_cached(with_cache, DynamicCache, prompt, 20))
    again, took["without"] = timed(lambda: without_cache(prompt))

    print(tokenizer.decode(written[0]))
    for name in passed:
        print(f"{name:14s}{passed[name]:5d} positions {took[name]:6.1f} s")
    record("share of equal tokens", (written == again).float().mean().item(), expected=(1, 1))
    del smollm

# %% [markdown]
# The tokens are the same, and the count says why it is faster. But compare the two rows once more: twelve times fewer
# positions, but not twelve times less time. A position of decode costs more than a position of prefill. The next
# section is about that.

# %% [markdown]
# ## 5 · Two phases, two limits
#
# To compute anything a processor has to *read* the weights, from its memory, once for every pass. Then it can use them
# for one token or for a thousand. Two numbers of the machine decide what takes longer: how many operations it does in a
# second, and how many bytes it reads in a second. An A100 (80 GB) is listed with 312·10¹² operations (bf16) and
# 2.04·10¹² bytes. So it can do 153 operations in the time in which it reads one byte. A pass that asks for fewer is
# limited by memory, one that asks for more by arithmetic. (The picture of this is called a roofline: Williams et al.
# 2009.)

# %% [markdown]
# How many operations does a pass do for each byte that it reads? Take Llama 3.1 8B with weights of 16 bits. Each weight
# costs 2 bytes to read, and 2 operations for each token that passes. So there are **about as many operations per byte
# as there are tokens in the pass**: 1024 in the prefill of a prompt of 1024, and 1 in decode. The cell counts exactly,
# attention and cache included.


# %% nbgrader={"grade_id": "work_of_a_pass", "locked": true}
def work_of_a_pass(new, past, batch=1):
    """Operations and bytes read by Llama 3.1 8B, in 16 bits, for `new` tokens after `past` ones in each text.

    Left out: the table of tokens (looked up, not multiplied) and everything that is not a matrix product.
    """
    weights = 8_030_261_248 - 128_256 * 4096  # all but the table of tokens
    cache = 2 * 32 * 8 * 128 * 2  # bytes for each token, section 6
    looks = new * past + new * (new + 1) / 2  # scores of one head
    operations = batch * (2 * weights * new + 4 * 32 * 4096 * looks)
    read = 2 * weights + batch * cache * (past + new)
    return operations, read


# %% [markdown]
# **Predict**: 16 texts in one batch are decoded together, so one reading of the weights serves 16 tokens. By what factor
# does the number of operations a byte grow? And when each of the 16 has 8,192 tokens in the cache?

# %% tags=["explore"]
peak, bandwidth = 312e12, 2.039e12  # A100 80 GB, as listed by its maker: bf16 without sparsity, memory
passes = {
    "prefill of 1,024": work_of_a_pass(1024, 0),
    "decode after 1,024": work_of_a_pass(1, 1024),
    "decode, batch of 16": work_of_a_pass(1, 1024, batch=16),
    "decode, batch of 64": work_of_a_pass(1, 1024, batch=64),
    "16 texts, 8,192 each": work_of_a_pass(1, 8192, batch=16),
}
for name, (operations, read) in passes.items():
    least = 1000 * max(operations / peak, read / bandwidth)
    limit = "arithmetic" if operations / peak > read / bandwidth else "memory"
    print(
        f"{name:22s}{operations / read:7.1f} operations a byte, at least {least:5.1f} ms, limited by {limit}"
    )

counts, times = [1, 2, 4, 8, 16, 32, 64, 128, 256], []
linear = (
    nn.Linear(3072, 3072).requires_grad_(False).to(where)
)  # 38 MB, more than fits into most caches of a processor
for n in counts:
    x = torch.randn(n, 3072).to(where)
    times.append(1000 * seconds(partial(linear, x), rounds=5))
plots.roofline({name: o / r for name, (o, r) in passes.items()}, peak, bandwidth, counts, times)
_ = record("time of 256 tokens at once over time of one", times[-1] / times[0], expected=(1, 200))

# %% [markdown]
# <details><summary>Answer</summary>By almost 16, to 14.5: each text still reads a cache of its own. With 8,192 tokens in
# each cache it is 9.6.</details>
#
# You can read off three things.
#
# - **Prefill is limited by arithmetic, decode by memory.** Decode uses less than a hundredth of the processor: it waits for
#   weights. 7.4 ms for 15 GB is the floor for one token of one text: 135 tokens a second. In 50 ms the same
#   machine reads a prompt of 1,024.
# - **A batch helps**, because the weights are read once for all of it. That is why services put strangers' requests
#   together.
# - **A long cache undoes that.** The weights are shared by the batch; the caches are not, and each of them is read whole for
#   every token. 16 texts with 8,192 tokens each have more cache to read than weights.
#
# The right picture is the same on your own machine: 256 tokens at once take far less than 256 times as long as one, and
# only from some number on does the curve run beside the dotted line. The next section counts the bytes; sitting b makes
# them fewer.

# %% [markdown]
# ## 6 · The bytes of a cache
#
# *Easy · 10 minutes*
#
# For each token, each layer keeps one key and one value for each head that has them. Count the bytes, from the sizes
# alone.
#
# Two fields need care. In many models several query heads share one head of keys and values, so there are `n_kv_heads`
# of these and not `n_heads` (sitting b builds it). And a head is `head_dim` wide, which is often D/H, and not always. A
# value takes `bits` bits: 16 is usual, and there are caches of 8 and 4.


# %% nbgrader={"grade_id": "Sizes", "locked": true}
@dataclass
class Sizes:
    """What the cache of a model depends on, and what it does not."""

    d_model: int  # D
    n_layers: int  # L
    n_heads: int  # H, of queries
    n_kv_heads: int  # heads of keys, and as many of values
    head_dim: int  # d, of all heads


# %% nbgrader={"grade_id": "cache_bytes", "solution": true}
def cache_bytes(sizes, n_tokens, batch=1, bits=16):
    """The bytes of all keys and values of a model.

    sizes: a Sizes; n_tokens: in each text; batch: texts; bits: of one value.  Returns an integer.
    """
    ### BEGIN SOLUTION
    values = 2 * sizes.n_layers * sizes.n_kv_heads * sizes.head_dim * n_tokens * batch
    return values * bits // 8
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "cache_bytes_hints", "locked": true}
# <details><summary>A question to start from</summary>What shape does the tensor of keys of one layer have, and how many such tensors are there in the model?</details>
# <details><summary>A pointer</summary>Keys are (B, heads, tokens, d), values too, in every layer. Multiply, and turn bits into bytes.</details>
# <details><summary>A number to test with</summary>GPT-2 small (12 layers, 12 heads of width 64) needs 36,864 bytes for one token in 16 bits.</details>


# %% nbgrader={"grade_id": "check_cache_bytes", "grade": true, "locked": true, "points": 3}
@check("cache_bytes")
def _(sizes, n_tokens, batch, bits):
    return {"bytes": cache_bytes(Sizes(**sizes), n_tokens, batch, bits)}


# %% [markdown]
# Compare your function with what was published. The paper on PagedAttention says that one token of OPT-13B takes 800
# KB, and a request of 2,048 tokens up to 1.6 GB (Kwon et al. 2023, section 3). A widely read post by Hugging Face on
# Llama 3.1 has a table of caches in 16 bits; its GB are GiB, and its 128k are 128,000 tokens:
#
# | | 1k | 16k | 128k |
# |---|---|---|---|
# | 8B | 0.125 | 1.95 | 15.62 |
# | 70B | 0.313 | 4.88 | 39.06 |
# | 405B | 0.984 | 15.38 | 123.05 |
#
# **Find the error.** One row does not fit the sizes that the paper on Llama 3 gives (its table 3: 126 layers, 128 heads
# of width 128, and 8 heads of keys for all three models). Which one, by what factor, and which size would explain it?

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
        print(f"{name:16s}{cache_bytes(sizes, 1) / 1024:5.0f} KiB a token;  1k, 16k, 128k in GiB: {row}")
    record("OPT-13B, KiB a token", cache_bytes(published["OPT-13B"], 1) / 1024, expected=(800, 800))

# %% [markdown]
# <details><summary>The error</summary>The last row is twice too large: the cache of 128,000 tokens is 61.5 GiB. 16 heads of keys instead of 8 would give 123.05, and that is where the number comes from: the weights as they were first published had 16, each of the 8 stored twice, and were replaced later. The table was computed from the file, and the file was not the model. For 1k the post counts 1,024 tokens, for 16k and 128k thousands.</details>
#
# How does that compare with the weights? The dots mark where the cache is as large as the model. A service counts the
# tokens of *all* its texts on this axis: 64 users with 2,000 tokens each are at 128,000.

# %% tags=["explore"]
if answered("cache_bytes"):
    weights = {
        "GPT-2 small": (124_439_808, Sizes(768, 12, 12, 12, 64)),
        "OPT-13B": (12_853_473_280, published["OPT-13B"]),
        "Llama 3.1 8B": (8_030_261_248, published["Llama 3.1 8B"]),
        "Llama 3.1 405B": (405_853_388_800, published["Llama 3.1 405B"]),
    }
    rows = {name: (2 * n, cache_bytes(sizes, 1)) for name, (n, sizes) in weights.items()}
    plots.cache_against_weights(rows)
    for name, (of_weights, token) in rows.items():
        print(f"{name:16s} cache as large as the weights at {of_weights / token:9,.0f} tokens")

# %% [markdown]
# One line is not where one expects it: a token in the cache of OPT-13B takes 800 KiB, and in that of Llama 3.1 405B,
# more than thirty times as large, 504. Which fields of `Sizes` make the difference? (16 query heads share one head of
# keys in the larger model, none do in the smaller one.)

# %% [markdown]
# ## 7 · The window is shared
#
# *Medium · 12 minutes*
#
# A model has a **context window**: the largest number of tokens that it can deal with at once. It holds input and output
# *together*, since every token that is written is read again for the next one. A window of 8,192 and an input of 8,000
# leave 192 tokens for the answer, and no setting changes that.
#
# When a conversation is too long, something has to fall out. What usually falls out is the oldest part, with one
# exception: the *prefix*, which says what the model is to do (a system prompt), stays. And the answer needs places, so
# some are reserved for it. Decide what goes in:
#
# - nothing falls out as long as input and reserve fit into the window,
# - otherwise exactly as much falls out as has to, the oldest tokens after the prefix first,
# - and then say how many tokens can be written.


# %% nbgrader={"grade_id": "context_budget", "solution": true}
def context_budget(ids, window, reserve, n_prefix=0):
    """What of a text goes into the model, and how many tokens it can write then.

    ids: list of ids, of which the first n_prefix always stay; window: in tokens, for input and output together;
    reserve: places that must stay free, with n_prefix + reserve ≤ window.
    Returns a dict: kept (list of ids), dropped (list of ids, in their order), left (a number of tokens).
    """
    ### BEGIN SOLUTION
    prefix, rest = ids[:n_prefix], ids[n_prefix:]
    room = window - reserve - n_prefix
    n_dropped = max(len(rest) - room, 0)
    kept = prefix + rest[n_dropped:]
    return {"kept": kept, "dropped": rest[:n_dropped], "left": window - len(kept)}
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "context_budget_hints", "locked": true}
# <details><summary>A question to start from</summary>A window of 9, a reserve of 5, a prefix of 4: how many other tokens can go in?</details>
# <details><summary>A pointer</summary>Count how many have to go, never below 0, and cut that many off the front of what is not prefix.</details>
# <details><summary>It fails where there is no room</summary>What is <code>[1, 2, 3][-0:]</code>?</details>


# %% nbgrader={"grade_id": "check_context_budget", "grade": true, "locked": true, "points": 4}
@check("context_budget")
def _(ids, window, reserve, n_prefix):
    found = context_budget(ids, window, reserve, n_prefix)
    return found | {"ids unchanged": {"kept": found["kept"], "ids": ids}}


# %% [markdown]
# A conversation, turn by turn: instructions of 300 tokens, then questions of 400 and answers of up to 500 each, in a
# window of 4,096. At which turn does the model begin to forget, and what?

# %% tags=["explore"]
if answered("context_budget"):
    text, rows = list(range(300)), {}
    for turn in range(1, 8):
        text += range(len(text), len(text) + 400)  # a question
        found = context_budget(text, 4096, 500, n_prefix=300)
        rows[f"turn {turn}"] = [
            ("prefix", 300),
            ("fallen out", len(found["dropped"])),
            ("text that goes in", len(found["kept"]) - 300),
            ("free for the answer", found["left"]),
        ]
        text += range(len(text), len(text) + 500)  # its answer
    plots.windows(rows, 4096)
    print({turn: dict(parts)["fallen out"] for turn, parts in rows.items()})

# %% [markdown]
# Nothing announces it: the model answers turn 5 as readily as turn 4, without the first question. Programs that work
# for days (agents) meet this all the time. Vending-Bench lets models run a vending machine for months of simulated
# time; runs derail in strange ways, and one would blame what fell out of the window. Its authors looked, and found *no*
# clear connection between the failures and the moment at which the window was full (Backlund and Petersson 2025).
# Measure before you blame.
#
# ### And the cache?
#
# If the front of the text falls out, can the cache lose its front and go on? Compare: the keys of the last 40 tokens,
# once as they are in the cache after 60 tokens, once computed anew from those 40 alone. Computed in two ways: with the
# positions that they had, and with positions from 0, as a shorter input has them. **Predict** for the first layer and
# for the last: are they equal?

# %% tags=["explore"]
model = random_gpt()
ids = torch.randint(200, (1, 60)).to(where)
kept = [k[:, 20:] for k in keys_of(model, ids)]
differences = {
    "positions as they were": relative_change(keys_of(model, ids[:, 20:], start=20), kept),
    "positions from 0": relative_change(keys_of(model, ids[:, 20:]), kept),
}
plots.past_changes(differences)
_ = record("first layer, same positions", differences["positions as they were"][0], expected=(0, 1e-5))
_ = record("last layer, same positions", differences["positions as they were"][-1], expected=(0.05, 2))

# %% [markdown]
# <details><summary>Answer</summary>With the positions that they had they are equal in the first layer, where a key depends
# on its token and its position only. From the second on a key contains what its token has read, and it has read tokens
# that are gone. With positions from 0 they differ everywhere.</details>
#
# So a cache whose front is cut off is *not* the cache of the shorter text.
# One can compute everything anew (exact, and a prefill for each cut), or go on with keys that remember more than the
# window holds (cheap, but no longer the model that was trained). Sitting b does the second, in a controlled way.
#
# The same fact has a useful side. A cache belongs to a **prefix**. Two requests that begin with the same thousand tokens
# have the same keys and values for these, up to the first token that differs, and can share them.

# %% [markdown] nbgrader={"grade_id": "written_a", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). Providers of language models ask several times as much for a
# token that the model writes as for one that it reads, and only a fraction of the reading price for input that "was
# sent before". Explain both from what you measured and computed in this sitting. A friend wants the low price and puts
# the date and time into the first line of every request, above ten pages of instructions that never change. What
# happens, and what do you advise?
#
# ### BEGIN SOLUTION
# **Model answer.** Input is prefill: all its tokens share one reading of the weights, so the processor is limited by
# arithmetic and used well. Every written token needs a pass of its own that reads all weights and the whole cache for a
# single token of each text; that is limited by memory, and most of the arithmetic stays idle (about 1 operation a byte
# against 153 that an A100 could do). Batching makes up for part of it, until the caches, which no two texts share, are
# what is read. Input that was sent before costs less because its keys and values are still kept: they depend only on
# the tokens up to them, so nothing has to be computed, only stored and read. But a key from the second layer on depends
# on *all* tokens before it, and on its position. The date in the first line differs in every request, so nothing after
# it can be used again, and the ten pages are computed every time. Put what never changes first, and the date after it.
#
# **Rubric.** 1 point: prefill uses each weight for many tokens and decode for one, so decode is limited by reading
# (memory) and not by arithmetic. 1 point: a cache holds for an equal prefix only, because keys depend on everything
# before them, so the changing line belongs at the end; half a point if the advice is right and the reason is missing.
# ### END SOLUTION

# %% [markdown]
# **What you have now.** A model that computes everything once, and a bill for it: in bytes, and in time spent reading
# them. Sitting b makes the bill smaller: fewer heads of keys, memory of a fixed size, a window that moves.
