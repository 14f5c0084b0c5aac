# %% [markdown]
# # Lesson 10 · Relative positions
# ## Second sitting: rotations, slopes, length
#
# Turn a query and a key like the hands of two clocks. Their score then depends on how far apart the hands are, and on
# nothing else. Llama, Qwen, Gemma and SmolLM2 are told positions this way; their only other clue is the causal mask.
#
# When you reach the end of this sitting you will have
#
# - rotary position embeddings (RoPE) in both layouts, in a layer with a cache,
# - ALiBi, which needs no more than a ruler,
# - a race of seven schemes on texts four times as long as those they learned from,
# - three ways to stretch a rotation, tried on SmolLM2 beyond its trained length,
# - the two heads that copy, found in a model that you train and in a real one.
#
# | | |
# |---|---|
# | Uses | attention and sinusoids of lesson 02, the cache of lesson 05, T5's bias of sitting a (all given) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# Notation: B sequences, T queries, S keys, H heads, d the width of a head. A distance is $i - j$, query minus key.
# Positions count from 0.
#
# <details><summary>1. You shuffle the words before an attention layer without positions. What happens to the output?</summary>It is shuffled in the same way (lesson 02). Nothing in a score depends on where a word is.</details>
# <details><summary>2. A sinusoid has columns sin(tθ) and cos(tθ). Which matrix takes those of position t to those of t + k?</summary>A rotation by kθ, the same for every t (lesson 02, the matrix M of the shift).</details>
# <details><summary>3. A cache holds 40 tokens, and two new ones arrive. What are their positions?</summary>40 and 41 (lesson 05).</details>
# <details><summary>4. What does a table of learned positions give you for a position beyond its end?</summary>Nothing. There is no row.</details>
# <details><summary>5. Where does T5's bias enter, and how many numbers is it for one head and one distance?</summary>It is added to the score before softmax, and it is a single number (sitting a).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, backward, check, gradient_sizes, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

import math

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices
from utils.blocks import positions as finished
from utils.blocks.attention import causal_mask, merge_heads, split_heads
from utils.blocks.cache import KVCache
from utils.metrics import largest, record
from utils.plots import interactive
from utils.topics.relative_positions import recall
from utils.topics.relative_positions import rotation_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where_b", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# ## 1 · RoPE's frequencies: `rope_frequencies`
#
# *Easy · 5 minutes · without `transformers`*
#
# Two features of a vector are a point in a plane, which you can rotate about 0. Rotate a query by its position $i$
# times an angle $\theta$, and a key by its position $j$ times the same angle. Lengths don't change, and the angle
# *between* them changes by $(i - j)\,\theta$. A dot product depends on nothing else, so of the positions it sees only
# $i - j$:
#
# $$(R_{i\theta}\, q)^\top (R_{j\theta}\, k) = q^\top R_{(j - i)\theta}\, k$$
#
# This is **RoPE**, rotary position embedding (Su et al. 2021, arXiv 2104.09864). One angle isn't enough: a fast hand
# tells neighbours apart but soon comes round; a slow one tells chapters apart. So RoPE cuts a head of width $d$ into
# $d/2$ pairs, each with its own angle per position, or **frequency**. (Here $i$ counts pairs, not positions.)
#
# $$\theta_i = b^{-2i/d}, \qquad i = 0, \dots, d/2 - 1, \qquad b = 10{,}000$$
#
# Think of a clock with $d/2$ hands. The first turns by one radian per token.

# %% [markdown]
# **Find the error.** A lecture also writes $\theta_i = 10000^{-2i/d}$, but its matrix begins with $\theta_1$ and ends
# with $\theta_{d/2}$. It also writes $f(q, t) = R_t W_q q$. What is wrong, and how fast would the first hand of its
# clock turn at $d = 64$?
#
# <details><summary>Answer</summary>Counted from 1, the first angle is 10000^(−2/64) = .75 instead of 1; the paper has −2(i − 1)/d with i from 1. A model trained with one version can't be run with the other. And the query is already W_q x, where x is the token's vector, so the lecture projects twice. It should be R_t W_q x.</details>


# %% nbgrader={"grade_id": "rope_frequencies", "solution": true}
def rope_frequencies(d, base=10000.0):
    """The angle by which each pair of features turns from one position to the next.

    d: width of a head, even; base: b.
    Returns radians, (d/2,) float32, the fastest first.
    """
    ### BEGIN SOLUTION
    i = torch.arange(d // 2)  # (d/2,)
    return base ** (-2 * i / d)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "rope_frequencies_hints", "locked": true}
# <details><summary>A question to start from</summary>How many pairs are there, and what is the index of the first?</details>
# <details><summary>A pointer</summary>A number raised to the power of a tensor is a tensor: one power for each entry.</details>


# %% nbgrader={"grade_id": "check_rope_frequencies", "grade": true, "locked": true, "points": 1}
@check("rope_frequencies")
def _(d, base):
    theta = rope_frequencies(d, base)
    return {
        "theta": theta,
        "tokens for a whole turn": 2 * math.pi / theta,
        "float32": {"values": theta, "type": str(theta.dtype)},
    }


# %% [markdown]
# Below are four hands of one head, with a query in blue at position $i$ and a key in orange at position $j$. The number
# under each clock is what that pair adds to the score. **Predict**: what do you see when both positions grow by 1? And
# how far do you have to move one of them before you can see the slowest hand move?

# %% tags=["explore"]
if answered("rope_frequencies"):
    theta = rope_frequencies(8, 100.0)
    plots.clocks(theta, query=3, key=0)
    slowest = rope_frequencies(64)[-1].item()
    record("tokens until the slowest of 32 hands comes round", 2 * math.pi / slowest, expected=(47000, 47200))

# %% [markdown]
# <details><summary>Answer</summary>All hands of both turn, and no number under a clock changes. The slowest of these four needs about 200 tokens for a whole turn, so ten tokens move it by 18 degrees.</details>
#
# In a head of width 64 the slowest hand needs 47,000 tokens for a turn. In a text of 2,000 tokens it covers only a
# small part of its circle. Keep that in mind: it decides what happens on longer texts.

# %% [markdown]
# ## 2 · Rotary position embedding: `rope`
#
# *Medium · 15 minutes · without `transformers`, `torchtune`*
#
# A pair $(a, b)$ rotated by $\varphi$ is $(a \cos\varphi - b \sin\varphi,\; a \sin\varphi + b \cos\varphi)$. Do this to
# every pair of every vector. You don't need the $d \times d$ matrix that papers print: all but $2d$ of its entries are
# 0.
#
# Which features make a pair? The paper takes neighbours, 0 with 1 and 2 with 3. `transformers` takes halves: feature
# $k$ goes with $k + d/2$, since halves are two plain slices and neighbours are not.
#
# ```
#   d = 6, adjacent   (0 1) (2 3) (4 5)
#          halves     (0 3) (1 4) (2 5)
# ```
#
# Neither layout is better. The features of a query have no natural order, and training puts them where they are needed.
# But weights trained with one layout are wrong for the other until they are reordered, which lesson 11 does for Llama.

# %% [markdown]
# A warning about precision: an angle is position times $\theta$. Computed in bfloat16, position 8,001 rounds to 8,000
# and position 8,017 to 8,032, so the fast hands would point anywhere. That is why angles are computed in float32, the
# type of $\theta$, even if a model gives you queries and keys in half precision.


# %% nbgrader={"grade_id": "rope", "solution": true}
def rope(x, positions, theta, adjacent=False):
    """Turn each pair of features by its position times the pair's angle.

    x: (..., T, d) queries or keys in any float type; positions: (T,) of any start and
    any steps, whole numbers or not; theta: (d/2,) radians in float32, and so are the
    angles.  Pairs are 2k and 2k + 1 where adjacent, otherwise k and k + d/2.
    Returns a new (..., T, d), in the type of x or in float32, features in the order of
    x.
    """
    ### BEGIN SOLUTION
    angles = positions[:, None] * theta  # (T, d/2)
    cos, sin = angles.cos(), angles.sin()
    a, b = (x[..., ::2], x[..., 1::2]) if adjacent else x.chunk(2, dim=-1)  # (..., T, d/2)
    first, second = a * cos - b * sin, a * sin + b * cos
    if adjacent:
        return torch.stack([first, second], dim=-1).flatten(-2)
    return torch.cat([first, second], dim=-1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "rope_hints", "locked": true}
# <details><summary>A question to start from</summary>Each position and each pair has an angle. What is the shape of the table of all angles?</details>
# <details><summary>A pointer</summary><code>x[..., ::2]</code> takes every second feature from the first on, <code>x.chunk(2, dim=-1)</code> cuts into halves.</details>
# <details><summary>In pseudocode</summary>Split x into the first and the second member of each pair, rotate, and put them back where they came from. Halves go one after the other. Neighbours alternate: which new axis would let them, and how do you get rid of it again?</details>
# <details><summary>I get "… leaf Variable that requires grad is being used in an in-place operation"</summary>You are writing into x. Make new tensors instead; you need the old <i>a</i> for the new <i>b</i> anyway.</details>


# %% nbgrader={"grade_id": "check_rope", "grade": true, "locked": true, "points": 4}
@check("rope")
def _(x, gradient, positions, theta, adjacent):
    x.requires_grad_()
    y = rope(x, positions, theta, adjacent)
    backward(y, gradient)
    half = rope(x.detach().half(), positions, theta, adjacent)
    return {"turned": y, "grad_x": x.grad, "x in half precision": half.float()}


# %% [markdown]
# Let's test the promise first: take a query and a key three tokens apart, once at the beginning of a text and then far
# into it. Next, take a query that equals its key, and move it away. **Predict** the shape of that curve, and what a
# larger base changes.

# %% tags=["explore"]
if answered("rope_frequencies", "rope"):
    generator = torch.Generator().manual_seed(0)
    q, k = torch.randn(2, 1, 64, generator=generator, dtype=torch.float64).to(where)
    theta = rope_frequencies(64).to(where)

    def at(x, position):
        return rope(x, torch.tensor([position], device=where), theta)

    pairs = [(5 + start, 2 + start) for start in (0, 100, 5000)]
    scores = [(at(q, i) @ at(k, j).T).item() for i, j in pairs]
    record(
        "largest difference of three scores", largest(abs(s - scores[0]) for s in scores), expected=(0, 5e-3)
    )

    far, same = torch.arange(4097, device=where), torch.ones(4097, 64, device=where)
    curves = {
        b: (rope(same, far, rope_frequencies(64, b).to(where))[:, None] @ same[:, :, None] / 64).flatten()
        for b in (100, 1000, 10_000, 100_000, 500_000)
    }
    names = [f"{b:,}" for b in curves]
    interactive.slider(lambda b: plots.by_distance({f"base {b:,}": curves[b]}), list(curves), "base", names)

# %% [markdown]
# <details><summary>The answer</summary>
#
# The curve falls, in ripples. At distance 0 all hands point the same way; the farther apart query and key are, the more
# hands disagree, and their contributions cancel. With a larger base more hands are slow, so the score falls later.
# Llama 3 uses 500,000, SmolLM2 100,000. (The three scores differ slightly only because angles are float32.)
#
# </details>
#
# The score only has to fall for a query that equals its key. Another query can have its peak at any distance, and you
# will see one whose peak is at the token *before* (section 10).

# %% [markdown]
# ## 3 · Rotary attention with a cache: `RotaryAttention`
#
# *Hard · 20 minutes · without `nn.MultiheadAttention`*
#
# Four questions decide whether the layer is right. Answer them before you write it.
#
# 1. Are the values rotated?
# 2. Do you rotate before or after splitting into heads?
# 3. With a cache of 40 tokens, what is the position of the first token of the new chunk?
# 4. The keys in the cache were rotated when they arrived. Do they have to be rotated again?
#
# <details><summary>Answers</summary>1. No. Positions should decide where to look, not what is read. 2. After: each head uses all the frequencies, which come from its width d and not from D. 3. It is 40. 4. No. A token's position never changes, so a key is rotated once and cached in that form. That is why RoPE and a cache get along.</details>

# %% [markdown]
# The layer receives `rotate(x, positions)` as a finished function, so a mistake in your `rope` costs you nothing here.
# `cache.length` is the number of tokens in a cache. `cache.append(k, v)` takes the keys and values of the new tokens,
# (B, H, T, d), and returns those of all tokens so far, (B, H, S, d). There are three helpers from lesson 02:
#
# | | |
# |---|---|
# | `split_heads(x, n_heads)` | (B, T, D) → (B, H, T, d) |
# | `merge_heads(x)` | (B, H, T, d) → (B, T, D) |
# | `causal_mask(n_queries, n_keys, device)` | (T, S), True where a query may look; the queries are the last of the positions |


# %% nbgrader={"grade_id": "RotaryAttention", "solution": true}
class RotaryAttention(nn.Module):
    """Causal attention with H heads whose queries and keys are turned by their
    positions.

    rotate: a function of x (B, H, T, d) and positions (T,) that returns x turned,
    (B, H, T, d). Each query and each key goes through it once.
    forward: x (B, T, D), T new tokens behind those in the cache → (B, T, D).
    cache: a KVCache, or None when there is none. Several may be read in turn, one for
    each text.
    """

    def __init__(self, d_model, n_heads, rotate):
        super().__init__()
        self.n_heads, self.rotate = n_heads, rotate
        self.qkv_proj = nn.Linear(d_model, 3 * d_model, bias=False)  # queries, keys, values
        self.out_proj = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache=None):
        ### BEGIN SOLUTION
        start, T = (0 if cache is None else cache.length), x.shape[1]
        q, k, v = (
            split_heads(part, self.n_heads) for part in self.qkv_proj(x).chunk(3, dim=-1)
        )  # (B, H, T, d)
        positions = torch.arange(start, start + T, device=x.device)
        q, k = self.rotate(q, positions), self.rotate(k, positions)
        if cache is not None:
            k, v = cache.append(k, v)  # (B, H, S, d)
        mask = causal_mask(T, k.shape[2], x.device)  # (T, S)
        context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)  # (B, H, T, d)
        return self.out_proj(merge_heads(context))
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "RotaryAttention_hints", "locked": true}
# <details><summary>A question to start from</summary>In what order do you project, split into heads, rotate, append, attend, merge and project?</details>
# <details><summary>A pointer</summary><code>F.scaled_dot_product_attention</code> accepts such a mask, and divides by √d itself.</details>
# <details><summary>The first chunk is right, later chunks are not</summary>Print the positions and the mask of the second chunk. At which position should it begin, and how many keys should its first query see?</details>


# %% nbgrader={"grade_id": "check_RotaryAttention", "grade": true, "locked": true, "points": 4}
@check("RotaryAttention")
def _(x, gradient, chunks, weights, theta, d_model, n_heads):
    turned = []

    def rotate(x, positions):
        turned.append(x.numel())
        return finished.rope(x, positions, theta)

    layer = load_weights(RotaryAttention(d_model, n_heads, rotate), weights)
    x.requires_grad_()
    y = layer(x)
    backward(y, gradient)
    turned.clear()
    cache, one, other = KVCache(), KVCache(), KVCache()
    with torch.no_grad():
        parts = [layer(part, cache) for part in x.split(chunks, dim=1)]  # chunk after chunk
        numbers = sum(turned)
        in_turn = [torch.stack([layer(part, one), layer(part, other)]) for part in x.split(chunks, dim=1)]
    parts = torch.cat(parts, dim=1)
    return {
        "output": y,
        "grad_x": x.grad,
        "size of each gradient": gradient_sizes(layer),
        "in chunks": parts,
        "two caches in turn": torch.cat(in_turn, dim=2),
        "each key turned once": {"output": parts, "numbers turned": numbers},
    }


# %% [markdown]
# Does it match Llama's? The next cell gives your weights to the library's layer. `transformers` pairs halves, as `rope`
# does by default.

# %% tags=["explore"]
if answered("rope_frequencies", "rope", "RotaryAttention"):
    from transformers import LlamaConfig
    from transformers.models.llama import modeling_llama as theirs

    torch.manual_seed(0)
    theta, x = rope_frequencies(8).to(where), torch.randn(2, 20, 32).to(where)
    layer = RotaryAttention(32, 4, lambda x, positions: rope(x, positions, theta)).to(where)
    sizes = LlamaConfig(
        hidden_size=32, num_attention_heads=4, num_key_value_heads=4, attn_implementation="eager"
    )
    llama, turn = theirs.LlamaAttention(sizes, 0).to(where), theirs.LlamaRotaryEmbedding(sizes)
    parts = layer.qkv_proj.weight.chunk(3)
    for name, weight in zip("qkvo", [*parts, layer.out_proj.weight]):
        getattr(llama, f"{name}_proj").weight.data.copy_(weight)
    mask = torch.zeros(20, 20, device=where).masked_fill(~causal_mask(20, device=where), -math.inf)
    other, _ = llama(x, turn(x, torch.arange(20, device=where)[None]), mask[None, None])
    record("largest difference from Llama's layer", (layer(x) - other).abs().max().item(), expected=(0, 1e-5))

# %% [markdown]
# ## 4 · ALiBi's slopes: `alibi_slopes`
#
# *Easy · 9 minutes · without `transformers`*
#
# *Train short, test long* is the title of the next paper, and its idea (Press, Smith, Lewis 2022, arXiv 2108.12409).
# **ALiBi** (attention with linear biases) adds no positions at all; it just subtracts $m\,(i - j)$ from each score.
# Nothing is learned. With a single slope $m$ every head would be equally short-sighted, so each head has its own. For
# $H$ heads, if $H$ is a power of two:
#
# $$m_h = 2^{-8h/H}, \qquad h = 1, \dots, H$$
#
# With 8 heads, that is 1/2, 1/4, …, 1/256. Some models make the 8 a setting (MPT calls it `alibi_bias_max`); here it is
# `span`.
#
# For other $H$, the authors' code starts with the slopes for $n$ heads, where $n$ is the largest power of two below
# $H$. The missing ones are appended: the first, third, fifth … slope for $2n$ heads, which the $n$ heads don't have.
# For $H = 3$: 1/16 and 1/256 as for 2 heads, then the first slope of 4 heads. What number is that?
#
# <details><summary>Answer</summary>2^(−8/4) = 1/4.</details>


# %% nbgrader={"grade_id": "alibi_slopes", "solution": true}
def alibi_slopes(n_heads, span=8.0):
    """How much each head takes off a score for each token of distance.

    n_heads: H, any number from 1; span: the last slope of a power of two is 2^(−span).
    Returns (H,) float32, those of the largest power of two first.
    """

    ### BEGIN SOLUTION
    def slopes(n):
        return [2 ** (-span * h / n) for h in range(1, n + 1)]

    n = 2 ** int(math.log2(n_heads))  # the largest power of two that is not above H
    return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "alibi_slopes_hints", "locked": true}
# <details><summary>A question to start from</summary>Which list do you get for a power of two, and which slopes are missing for 12 heads?</details>
# <details><summary>A pointer</summary>Write an inner function that gives the list for a power of two. You need it twice.</details>
# <details><summary>In pseudocode</summary>Find the largest power of two that is not above H, say n. Make its n slopes. Make those of 2n, take every second one starting with the first, and keep as many as are missing.</details>


# %% nbgrader={"grade_id": "check_alibi_slopes", "grade": true, "locked": true, "points": 2}
@check("alibi_slopes")
def _(n_heads, span):
    slopes = alibi_slopes(n_heads, span)
    return {"slopes": slopes, "float32": {"values": slopes, "type": str(torch.as_tensor(slopes).dtype)}}


# %% [markdown]
# ## 5 · ALiBi's bias: `alibi`
#
# *Easy · 7 minutes · without `transformers`*
#
# Now apply the slopes to the scores. Query $i$ and key $j$ of head $h$ get $-m_h\,(i - j)$. Later keys get −∞, so the
# bias doubles as a causal mask. When a chunk follows a cache, its queries are the *last* T of the S positions.
#
# Like T5's, the bias is added next to the scaled score: $q_i^\top k_j / \sqrt d - m_h\,(i - j)$. The slope itself is
# not divided by $\sqrt d$.


# %% nbgrader={"grade_id": "alibi", "solution": true}
def alibi(slopes, n_queries, n_keys):
    """What is added to the scores before softmax: minus slope times distance, and −∞
    where the key comes later.

    slopes: (H,) of the heads, positive, left as they are; the T queries are the last of
    the S keys' positions.
    Returns (H, T, S).  What is added to all scores of one query alike does not count.
    """
    ### BEGIN SOLUTION
    i = torch.arange(n_keys - n_queries, n_keys, device=slopes.device)[:, None]  # (T, 1)
    distance = i - torch.arange(n_keys, device=slopes.device)  # (T, S)
    bias = -slopes[:, None, None] * distance  # (H, T, S)
    return bias.masked_fill(distance < 0, -math.inf)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "alibi_hints", "locked": true}
# <details><summary>A question to start from</summary>What is the position of the first query when 2 queries meet 7 keys?</details>
# <details><summary>A pointer</summary>All distances form one table: one range runs down its rows, another along its columns. The slopes need two more axes to broadcast over it.</details>


# %% nbgrader={"grade_id": "check_alibi", "grade": true, "locked": true, "points": 2}
@check("alibi")
def _(slopes, scores):
    bias = alibi(slopes, *scores.shape[-2:])  # (H, T, S)
    weights = (scores + bias).softmax(dim=-1)
    return {
        "attention weights": weights,
        "later keys": {"weights": weights, "hidden": bias == -math.inf},
        "slopes unchanged": {"weights": weights, "slopes": slopes},
    }


# %% [markdown]
# BLOOM, a model with 176 billion parameters, adds $m_h\, j$ instead and never looks at $i$. **Predict**: is that an
# error? The next cell compares the weights with those from the library's own tensor.

# %% tags=["explore"]
if answered("alibi_slopes", "alibi"):
    from transformers.models.bloom.modeling_bloom import build_alibi_tensor

    H, T = 12, 30
    scores = torch.randn(H, T, T, generator=torch.Generator().manual_seed(0)).to(where)
    bloom = build_alibi_tensor(torch.ones(1, T, device=where), H, torch.float32)  # (H, 1, T)
    ours = alibi(alibi_slopes(H).to(where), T, T)  # (H, T, T)
    gap = (scores + ours).softmax(-1) - (scores + bloom).masked_fill(ours == -math.inf, -math.inf).softmax(-1)
    record(
        "largest difference of biases", (ours - bloom)[ours > -math.inf].abs().max().item(), expected=(17, 24)
    )
    record("largest difference of weights", gap.abs().max().item(), expected=(0, 1e-6))
    plots.slopes(alibi_slopes(8), alibi(alibi_slopes(8), 24, 24))

# %% [markdown]
# <details><summary>Answer</summary>No error: −m(i − j) = mj − mi, and mi is the same for all keys of a query. Softmax does not see it.</details>
#
# The steepest of eight heads reads little beyond its last ten tokens. The flattest still gives a token at distance 256
# $e^{-1}$ of its weight. And there is the catch: whatever ALiBi does at a distance, it does by *not listening*.

# %% [markdown]
# ## 6 · Train short, test long
#
# *Predict, then watch · 10 minutes*
#
# On prose, a small model relies on the last few words, so all schemes look the same. We need a game in which positions
# are everything, and use **associative recall**. Each text has a secret table from 8 keys to 8 values, and reveals it
# pair by pair:
#
# ```
#   k7 v3   k2 v6   k7 v3   k5 v5   k2 ?
# ```
#
# The answer is v6, because v6 came *after* the earlier k2. A model has to find where the key last occurred, step one
# token further, and copy. Two layers of attention can do that, and the model has nothing else
# (`utils/topics/relative_positions/recall.py`). Guessing costs ln 8 = 2.08 nats.
#
# All models train on 64 tokens, and then read 64, 128 and 256. **Predict** for each scheme: does the model improve with
# more context, stay the same, or break? No positions · sinusoids · Shaw's and DeBERTa's terms with K = 16 · T5's bias ·
# ALiBi · RoPE.
#
# Learned positions can't take part: beyond 64 there are none.

# %% tags=["explore"]
if answered("rope_frequencies", "rope", "alibi_slopes", "alibi"):

    def turned(theta, factor=1.0):
        """The scheme RoPE with these frequencies; queries and keys are both multiplied by the factor."""
        return recall.Scheme(rotate=lambda x: factor * rope(x, torch.arange(x.shape[2]).to(where), theta))

    def sinusoids(T):
        """The table of lesson 02: the same hands, added to the tokens."""
        angles = torch.arange(T, device=where)[:, None] * rope_frequencies(64).to(where)  # (T, 32)
        return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(-2)  # (T, 64)

    theta_small = rope_frequencies(16).to(where)
    schemes = {
        "none": lambda: recall.Scheme(),
        "sinusoidal": lambda: recall.Scheme(add=sinusoids),
        "Shaw": lambda: recall.Scheme(pair=finished.DistanceVectors(16, K=16)),
        "DeBERTa": lambda: recall.Scheme(pair=finished.DistanceVectors(16, K=16, both=True)),
        "T5": lambda: recall.Scheme(bias=finished.T5Bias(4, two_sided=False)),
        "ALiBi": lambda: recall.Scheme(bias=lambda T: alibi(alibi_slopes(4).to(where), T, T)),
        "RoPE": lambda: turned(theta_small),
    }
    steps, seeds = (450, [0]) if scale == "small" else (1000, [0, 1, 2])

    def learn(scheme, seed=0, n_layers=2):
        """A reader of the game, trained from the beginning."""
        training = recall.Training(scheme, steps, n_layers, seed, where)
        for _ in range(steps):
            training.step()
        return training.model.eval()


# %% tags=["explore"]
if answered("rope_frequencies", "rope", "alibi_slopes", "alibi"):
    readers = {name: [learn(make(), seed) for seed in seeds] for name, make in schemes.items()}
    losses = {  # scheme → length → (seeds, places)
        name: {
            T: torch.stack([recall.loss_by_position(model, T) for model in models]) for T in (64, 128, 256)
        }
        for name, models in readers.items()
    }
    plots.race(losses, trained=64)
    for name, by_length in losses.items():
        print(f"{name:<12}", *(f"{T}: {loss.nanmean():.2f}   " for T, loss in by_length.items()))

# %% tags=["explore"]
if answered("rope_frequencies", "rope", "alibi_slopes", "alibi"):
    ends = {name: by_length[256][:, -32:].nanmean().item() for name, by_length in losses.items()}
    starts = {name: by_length[64].nanmean().item() for name, by_length in losses.items()}
    small = scale == "small"  # after more steps, all get better
    record("RoPE at T", starts["RoPE"], expected=(0, 0.1))
    record("ALiBi at 4T, its last quarter", ends["ALiBi"], expected=(0, 0.1))
    record("RoPE at 4T, its last quarter", ends["RoPE"], expected=(0.03, 2) if small else (0.01, 1))
    record("T5 at 4T, its last quarter", ends["T5"], expected=(0.01, 2) if small else (0.005, 1))
    record("none at T", starts["none"], expected=(0.15, 1.7) if small else (0, 0.2))
    record("sinusoids, 4T, last quarter", ends["sinusoidal"], expected=(0.03, 2.5) if small else (0.01, 1))
    record("Shaw at 4T, its last quarter", ends["Shaw"], expected=(0, 0.02))
    record("DeBERTa at 4T, its last quarter", ends["DeBERTa"], expected=(0, 0.05))
    hold = max(ends[name] for name in ("ALiBi", "Shaw", "DeBERTa"))
    record(
        "the three that hold are the best at 4T",
        hold < min(ends["RoPE"], ends["T5"], ends["sinusoidal"]),
        expected=(1, 1),
    )

# %% [markdown]
# <details><summary>The answer</summary>
#
# - *None* finds part of the trick, because the mask alone tells a token how many tokens precede it. It gets worse
#   with length.
# - *Sinusoids* learn it and lose it: .02 nats at 64, .12 at 256.
# - *T5* puts everything far away into a few buckets, and only some of them were trained. It breaks, but gently: .05.
# - **RoPE** is perfect at the length it was trained on, and holds to twice that. In the last quarter of the longest
#   texts it has .18.
# - **ALiBi** doesn't notice the length at all: less than .001 there. In a longer text each key occurs more often, and
#   ALiBi needs only the latest occurrence.
# - *Shaw* and *DeBERTa* hold as well, with .001 and .02. Everything farther than 16 shares one vector, which was
#   trained on every text, so nothing new can come up.
#
# </details>
#
# Your numbers will differ, because this is a single seed: in other runs T5 ended between .05 and .10, and DeBERTa
# between .0006 and .02. But ALiBi, Shaw and DeBERTa should still come out best.

# %% [markdown]
# So a scheme **extrapolates** to longer texts if distant tokens bring it nothing new. ALiBi ensures that with a
# **recency bias**, which is also its limit: this game never asks for anything that is really far away. Keep that in
# mind for section 9.
#
# Scale full trains twice as long, with three seeds (the short ticks). All schemes get better, and the three that hold
# are still the best.

# %% [markdown]
# ## 7 · Extending the context: `scaled_frequencies`
#
# *Medium · 6 minutes · without `transformers`*
#
# Why does RoPE break? Count how often each of your reader's eight hands turns within 64 tokens, and within 256.
# **Predict** which hands reach angles where they have never been.

# %% tags=["explore"]
if answered("rope_frequencies"):
    for T in (64, 256):
        print(
            f"{T:>4} tokens:",
            *(f"{turns:8.3f}" for turns in T * rope_frequencies(16) / (2 * math.pi)),
            "turns",
        )

# %% [markdown]
# <details><summary>The answer</summary>
#
# The last five have seen only part of their circle, and at 256 they are beyond it.
#
# </details>
#
# So don't let them go there. The remedies came from hobbyists. In June 2023 someone calling himself kaiokendev divided
# all positions by a constant, in two lines of code; a paper by Meta had the same idea that month. Days later bloc97 had
# a better one, and published it on Reddit. (He went on to write YaRN, section 8.)
#
# *Linear*, or **position interpolation** (Chen et al. 2023, arXiv 2306.15595). To read texts $s$ times as long,
# divide every $\theta$ by $s$. Position 256 then looks like position 64. The price: neighbours differ by only $1/s$ of
# the angle the model knows.
#
# **NTK-aware** (bloc97). Leave the fastest hand alone, slow the slowest by $s$, and slow those between in equal ratios.
# A larger base does exactly that, $b' = b\, s^{d/(d-2)}$. In terms of the old frequencies:
#
# $$\theta'_i = \theta_i \cdot s^{-2i/(d-2)}$$
#
# Check the ends: what do $i = 0$ and $i = d/2 - 1$ get?


# %% nbgrader={"grade_id": "scaled_frequencies", "solution": true}
def scaled_frequencies(theta, factor, kind):
    """Slow the hands of RoPE down, for texts that are longer by a factor.

    theta: (d/2,) as `rope_frequencies` gives them for d ≥ 4 and any base, left as they
    are; factor: s ≥ 1, whole or not; kind: "linear" or "ntk".  Returns (d/2,) float32.
    """
    ### BEGIN SOLUTION
    if kind == "linear":
        return theta / factor
    i, d = torch.arange(len(theta), device=theta.device), 2 * len(theta)  # (d/2,)
    return theta * factor ** (-2 * i / (d - 2))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "scaled_frequencies_hints", "locked": true}
# <details><summary>A question to start from</summary>How many hands are there, and what does that make d?</details>
# <details><summary>A pointer</summary>The factor of "ntk" is a power of s, one for each i; i counts the hands from 0.</details>


# %% nbgrader={"grade_id": "check_scaled_frequencies", "grade": true, "locked": true, "points": 2}
@check("scaled_frequencies")
def _(theta, factor, kind):
    scaled = scaled_frequencies(theta, factor, kind)
    return {
        "theta": scaled,
        "tokens for a whole turn": 2 * math.pi / scaled,
        "theta unchanged": {"scaled": scaled, "theta": theta},
        "float32": {"values": scaled, "type": str(scaled.dtype)},
    }


# %% [markdown]
# ## 8 · YaRN treats each frequency differently: `yarn`
#
# *Hard · 16 minutes · without `transformers`*
#
# YaRN (Peng et al. 2023, arXiv 2309.00071) asks how often each hand went round within the $L$ tokens of a training
# text. A hand with 32 turns or more has seen its whole circle, so leave it alone. A hand with less than one turn
# hasn't, so divide its frequency by $s$. Between those limits, mix the two. **Predict** how many of SmolLM2's 32 hands
# have gone round once within 8,192 tokens (its base is 100,000).

# %% tags=["explore"]
if answered("rope_frequencies"):
    theta = rope_frequencies(64, 100_000.0)
    plots.turns(theta, trained=8192)
    record("hands with a whole turn", int((8192 * theta / (2 * math.pi) >= 1).sum()), expected=(20, 20))

# %% [markdown]
# A hand makes $r = L\,\theta_i / 2\pi$ turns. Substitute $\theta_i = b^{-2i/d}$ and solve for $i$: the hand that makes
# $r$ turns has the (fractional) index
#
# $$i(r) = \frac{d\,\ln(L / 2\pi r)}{2 \ln b}$$
#
# The mixing share $g$ grows linearly with $i$, from 0 at $i(32)$ to 1 at $i(1)$. It is 0 below that range and 1 above
# it. It mixes two frequencies, $\theta'_i = (1 - g)\,\theta_i + g\,\theta_i / s$. Where $i(32)$ is negative, use 0. If
# $i(1)$ lies beyond the last hand, keep it: then not even that hand is slowed by all of $s$. (In the paper the share
# grows with $r$; the authors' code, `transformers` and the models use $i$. `transformers` also rounds both indices
# outwards to whole hands, unless `truncate` is off; here they stay fractional.)
#
# A longer text has more keys, so softmax spreads over more of them. To sharpen it again, YaRN multiplies queries *and*
# keys by an **attention factor** $0.1 \ln s + 1$, so the scores grow by its square.


# %% nbgrader={"grade_id": "yarn", "solution": true}
def yarn(d, base, factor, trained, fast=32.0, slow=1.0):
    """Frequencies for texts that are longer by a factor, slowing only hands that have
    not seen their circle.

    d: width of a head; base: b; factor: s ≥ 1; trained: L, tokens of a training text;
    fast, slow: turns within L from which on a hand is left alone, and up to which it is
    divided by s (fast > slow, L > 2π · slow).
    Returns the frequencies (d/2,) float32 and the attention factor, a number.
    """
    ### BEGIN SOLUTION
    i = torch.arange(d // 2)  # (d/2,)
    theta = base ** (-2 * i / d)

    def number(turns):
        return d * math.log(trained / (2 * math.pi * turns)) / (2 * math.log(base))

    low, high = max(number(fast), 0), number(slow)
    share = ((i - low) / (high - low)).clamp(0, 1)  # (d/2,) 0 leaves a hand alone
    return theta * (1 - share) + theta / factor * share, 0.1 * math.log(factor) + 1
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "yarn_hints", "locked": true}
# <details><summary>A question to start from</summary>Which hands turn often, those with a small i or with a large one?</details>
# <details><summary>A pointer</summary>i(32) is smaller than i(1). Which straight line is 0 at the first and 1 at the second, and what stops it from going below 0 or above 1?</details>
# <details><summary>In pseudocode</summary>Compute all θ. Find the two indices between which the share grows, compute the share of each hand, and mix. The attention factor has nothing to do with the hands.</details>


# %% nbgrader={"grade_id": "check_yarn", "grade": true, "locked": true, "points": 4}
@check("yarn")
def _(d, base, factor, trained, fast, slow):
    theta, attention = yarn(d, base, factor, trained, fast, slow)
    return {
        "theta": theta,
        "tokens for a whole turn": 2 * math.pi / theta,
        "attention factor": attention,
        "float32": {"values": theta, "type": str(theta.dtype)},
    }


# %% [markdown]
# First you see what each of the three methods does to SmolLM2's 32 hands. Then they are applied to your own reader from
# section 6, without any further training. It learned from 64 tokens and now gets 256, so $s = 4$. **Predict** which of
# the three repairs it best.

# %% tags=["explore"]
if answered("scaled_frequencies", "yarn", "rope_frequencies"):
    theta = rope_frequencies(64, 100_000.0)
    plots.slowing(
        theta,
        {
            "linear": scaled_frequencies(theta, 4, "linear"),
            "NTK": scaled_frequencies(theta, 4, "ntk"),
            "YaRN": yarn(64, 100_000.0, 4, 8192)[0],
        },
    )

# %% tags=["explore"]
if answered("rope_frequencies", "rope", "alibi_slopes", "alibi", "scaled_frequencies", "yarn"):
    stretched, attention = yarn(16, 10_000.0, 4, 64)
    ways = {
        "as trained": turned(theta_small),
        "linear": turned(scaled_frequencies(theta_small, 4, "linear")),
        "NTK": turned(scaled_frequencies(theta_small, 4, "ntk")),
        "YaRN": turned(stretched.to(where), attention),
    }
    repaired = {}
    for name, scheme in ways.items():
        for model in readers["RoPE"]:
            model.scheme = scheme
        repaired[name] = {
            T: torch.stack([recall.loss_by_position(model, T) for model in readers["RoPE"]])
            for T in (64, 128, 256)
        }
        expected = {"linear": (0.2, 5), "NTK": (0.001, 1), "YaRN": (0, 0.1)}.get(name)
        record(f"RoPE at 4T, {name}", repaired[name][256][:, -32:].nanmean().item(), expected=expected)
    for model in readers["RoPE"]:
        model.scheme = ways["as trained"]
    plots.race(repaired, trained=64)

# %% [markdown]
# <details><summary>The answer</summary>
#
# The linear method makes things worse, even at 64, where nothing was broken. A model that was never trained with slow
# hands can't tell a token from its neighbour, and this game is all about neighbours. NTK leaves the fast hands alone
# and repairs most of the damage. YaRN leaves the fastest hand alone, slows the next ones in part, and pulls those that
# haven't seen their circle back to angles they know. In the last quarter of the longest texts it has .002, without one
# step of training.
#
# </details>

# %% [markdown]
# ## 9 · SmolLM2 beyond its context length
#
# *Read and predict · 8 minutes*
#
# SmolLM2 was trained on texts of up to 8,192 tokens, its **context length**. Reading a longer one takes minutes on a
# laptop. But RoPE knows positions only by their differences, so there is a shortcut: show the model 60 tokens and *lie*
# about their positions. We give it 30 random tokens, then the same 30 again, with a gap added to their positions. Can
# it still find and copy what it read "20,000 tokens ago"? (A real text of that length would be harder, because all the
# keys in between compete.)
#
# On random tokens seen for the first time, the loss is more than ln 49,152 = 10.8 nats, since the model believes in
# words. **Predict** the loss on the repetition, near and far.


# %% nbgrader={"grade_id": "losses_at", "locked": true}
@torch.no_grad()
def losses_at(ids, positions, theta, attention=1.0):
    """The loss of SmolLM2 on each token but the first, its hands replaced.  ids: (1, T).  Returns (T − 1,) nats."""
    rotary = smollm.model.rotary_emb
    before = rotary.inv_freq, rotary.attention_scaling
    rotary.inv_freq, rotary.attention_scaling = theta, attention
    try:
        scores = smollm(ids, position_ids=positions[None], attention_mask=torch.ones_like(ids)).logits[:, :-1]
    finally:
        rotary.inv_freq, rotary.attention_scaling = before
    return F.cross_entropy(scores.transpose(1, 2), ids[:, 1:], reduction="none")[0].cpu()


# %% tags=["explore"]
from utils import smollm2

smollm, tokenizer = smollm2.load(where)
n = 30
block = torch.randint(1000, 49_000, (n,), generator=torch.Generator().manual_seed(0))
twice = torch.cat([torch.tensor([0]), block, block])[None].to(
    where
)  # (1, 2n + 1), behind the token of beginnings

# %% tags=["explore"]
if answered("rope_frequencies", "scaled_frequencies", "yarn"):
    theta = rope_frequencies(64, 100_000.0)
    record(
        "difference from the model's own hands",
        (theta.to(where) - smollm.model.rotary_emb.inv_freq).abs().max().item(),
        expected=(0, 1e-6),
    )
    hands = {
        "as trained": (theta, 1.0),
        "linear": (scaled_frequencies(theta, 4, "linear"), 1.0),
        "NTK": (scaled_frequencies(theta, 4, "ntk"), 1.0),
        "YaRN": yarn(64, 100_000.0, 4, 8192),
    }
    gaps, far = [0, 1000, 4000, 8000, 12_000, 16_000, 24_000], {}
    for name, (frequencies, attention) in hands.items():
        far[name] = []
        for gap in gaps:
            positions = torch.arange(2 * n + 1, device=where) + gap * (
                torch.arange(2 * n + 1, device=where) > n
            )
            far[name].append(losses_at(twice, positions, frequencies, attention)[n + 1 :].mean().item())
    plots.far(gaps, far, trained=8192)
    record("as trained, no gap", far["as trained"][0], expected=(0.9, 2.2))
    record("as trained, a gap of 8,000", far["as trained"][gaps.index(8000)], expected=(11, 17))
    record("NTK, a gap of 8,000", far["NTK"][gaps.index(8000)], expected=(2, 6))
    record("linear, no gap", far["linear"][0], expected=(8, 14))

# %% [markdown]
# <details><summary>The answer</summary>
#
# With its own hands the model copies over a gap of 1,000, has half forgotten at 4,000, and guesses at 8,000. (Its
# configuration gives 8,192 as the longest text, but doesn't say how many texts of that length it read.) NTK still
# copies over 12,000 tokens, if less surely, without any training for it. YaRN goes farther but is less even. And the
# linear method has lost everything, even without a gap: its head that steps "one token further" finds all neighbours at
# a quarter of the angle it knows. The paper trained its models for 1,000 more steps, and now you see why.
#
# </details>
#
# At 24,000 all of them fail. With $s = 4$, the most we could hope for was 32,768.

# %% [markdown]
# And what does stretching cost on short inputs: 200 tokens of ordinary prose, where nothing had to be stretched?

# %% tags=["explore"]
if answered("rope_frequencies", "scaled_frequencies", "yarn"):
    from utils import corpora

    article = tokenizer("\n" + corpora.wikipedia()["test"]["extract"][0], return_tensors="pt")["input_ids"]
    ids = article[:, :200].to(where)
    expected = {"as trained": (2.4, 2.7), "linear": (3.2, 3.9), "NTK": (2.4, 2.7), "YaRN": (2.5, 2.8)}
    for name, (frequencies, attention) in [
        *hands.items(),
        ("YaRN, no attention factor", (hands["YaRN"][0], 1.0)),
    ]:
        near = losses_at(ids, torch.arange(ids.shape[1], device=where), frequencies, attention).mean().item()
        record(f"prose, {name}, nats per token", near, expected=expected.get(name, (2.4, 2.7)))

# %% [markdown]
# The linear method costs a whole nat, NTK nothing. YaRN's frequencies cost nothing either; what it does lose comes from
# the attention factor, which was fitted on long texts, with all their keys. Models that ship with YaRN were trained
# with it for a while.

# %% [markdown]
# ## 10 · Induction heads: `induction_score`
#
# *Medium · 8 minutes*
#
# How did your reader step "one token further"? With two heads, in two layers. A head in the first layer looks one token
# back, and writes into each value which key came before it. A head in the second layer looks for the token that
# followed its own key earlier, and copies it. The pair is called an **induction head** (Olsson et al. 2022, arXiv
# 2209.11895).
#
# One layer can't do it: when the key looks around, no token knows yet what came before it. **Predict** the loss of a
# model with one layer, trained for as long.

# %% tags=["explore"]
if answered("rope_frequencies", "rope", "alibi_slopes", "alibi"):
    single = learn(turned(theta_small), n_layers=1)
    alone = recall.loss_by_position(single, 64).nanmean().item()
    record("one layer at T", alone, expected=(0.8, 2.1))
    ids, _ = recall.draw_texts(1, 24, torch.Generator().manual_seed(24))
    maps = {}
    for name, model in {"one layer": single, "two layers": readers["RoPE"][0]}.items():
        weights = []
        model(ids.to(where), weights)
        maps |= {f"{name}, layer {i + 1}": w[0].cpu() for i, w in enumerate(weights)}
    plots.attentions(ids[0], maps)

# %% [markdown]
# <details><summary>The answer</summary>
#
# One layer still pays 1.5 of the 2.1 nats that guessing costs, two layers next to nothing. Read the maps by rows. In
# layer 1 of the two-layer model, a value looks one token back, at its key. In layer 2, a key looks at the framed
# positions: the values that followed its own earlier occurrences. (A key that is new has none, and looks anywhere.) The
# single layer doesn't find the frames: to look there, it would have to know what came *before* each token, and that
# takes a layer of its own.
#
# </details>

# %% [markdown]
# Now let's measure this in any model. Take a block of $n$ random tokens and repeat it. The token at position $i$ of the
# repetition also occurred at $i - n$, and was followed by the token at $i - n + 1$. A head's score is the mean weight
# on that position, over all queries from $i = n$ on. Before that, nothing has been repeated.
#
# For example, with n = 3 the tokens are A B C A B C. The query at position 3, the second A, should look at position 1,
# the B.


# %% nbgrader={"grade_id": "induction_score", "solution": true}
def induction_score(weights, n):
    """How much weight goes to the token behind the earlier occurrence, on a block of n
    tokens that is repeated.

    weights: (..., T, T) attention weights, queries in front of keys; T > n, and not
    always 2n.
    Returns the mean over the queries from n to T − 1, (...).
    """
    ### BEGIN SOLUTION
    queries = torch.arange(n, weights.shape[-1], device=weights.device)
    return weights[..., queries, queries - n + 1].mean(dim=-1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "induction_score_hints", "locked": true}
# <details><summary>A question to start from</summary>A B C A B C: write down the pairs of query and key that count.</details>
# <details><summary>A pointer</summary>They lie on a line parallel to the diagonal. How far from it, and where does the line begin? Indexing with two tensors of the same length picks one entry for each pair.</details>
# <details><summary>One value too many</summary>Your line begins at query n − 1, the last token of the first block, which has no earlier occurrence.</details>


# %% nbgrader={"grade_id": "check_induction_score", "grade": true, "locked": true, "points": 2}
@check("induction_score")
def _(weights, n):
    return {"score": induction_score(weights, n)}


# %% [markdown]
# SmolLM2 has 30 layers with 9 heads each, and no one designed an induction head into it. **Predict** how many of the
# 270 heads have a score above one half.

# %% tags=["explore"]
if answered("induction_score"):
    smollm.set_attn_implementation("eager")  # the other ways of computing attention keep no weights
    with torch.no_grad():
        out = smollm(twice[:, 1:], output_attentions=True)
    weights = torch.stack([layer[0] for layer in out.attentions])  # (layers, H, T, T)
    table = induction_score(weights, n).cpu()  # (layers, H)
    nats = F.cross_entropy(out.logits[0, :-1], twice[0, 2:], reduction="none").cpu()
    layer, head = divmod(int(table.argmax()), table.shape[1])
    plots.heads(table, weights[layer, head].cpu(), nats, n)
    print(
        f"The best is head {head} of layer {layer}, both counted from 0; {int((table > 0.5).sum())} heads are above 1/2."
    )
    record("its score", table.max().item(), expected=(0.8, 0.95))
    record("first time, nats per token", nats[: n - 1].mean().item(), expected=(12, 15))
    record("second time, nats per token", nats[n:].mean().item(), expected=(2.5, 4.2))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Six of 270, nearly all in layers 17 and 18 (counted from 0). The best puts .9 of its weight on the one right position
# among up to sixty. Before the repetition there is nothing to find, so it rests on the first token, as idle heads do:
# an **attention sink**. The loss falls from 14 nats to about 3, on tokens that mean nothing, so knowledge of English is
# no help; these heads are. A model trained on prose has built the same machine that your reader built for a game.
#
# </details>

# %% [markdown]
# ## 11 · The logit lens: `logit_lens`
#
# *Medium · 6 minutes*
#
# The **residual stream** is one vector per token, and each layer adds to it. After the last layer, the final norm and a
# table of output vectors (the **unembedding**) turn it into logits. Nothing stops us from reading the stream after any
# other layer in the same way, to see what the model would predict at that point: the **logit lens** (nostalgebraist
# 2020, *interpreting GPT: the logit lens*).
#
# There is a trap. With `output_hidden_states=True`, `transformers` returns a tuple: the embeddings, then the stream
# after each layer. But the *last* entry has already been through the final norm, and applying its gain twice would be
# wrong.


# %% nbgrader={"grade_id": "logit_lens", "solution": true}
def logit_lens(states, norm, head):
    """The logits that each layer would give.

    states: a list or a tuple of L + 1 tensors (B, T, D), left as they are: all but the
    last of them before the final norm, the last one behind it; norm: the final norm, a
    function (..., D) → (..., D); head: (V, D) the output vectors.
    Returns (L + 1, B, T, V).
    """
    ### BEGIN SOLUTION
    normed = [norm(state) for state in states[:-1]] + [states[-1]]
    return torch.stack(normed) @ head.T
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "logit_lens_hints", "locked": true}
# <details><summary>A question to start from</summary>What does the last stream pass through on its way to the logits?</details>
# <details><summary>A pointer</summary>The head computes y = x Wᵀ, like all weights in this course. <code>torch.stack</code> makes one tensor from a list.</details>


# %% nbgrader={"grade_id": "check_logit_lens", "grade": true, "locked": true, "points": 2}
@check("logit_lens")
def _(states, gain, head, in_a_tuple):
    def norm(x):
        return F.rms_norm(x, gain.shape, gain, 1e-6)

    logits = logit_lens(tuple(states) if in_a_tuple else states, norm, head)
    return {"logits": logits, "states unchanged": {"logits": logits, "states": states}}


# %% [markdown]
# Give the model a sentence whose ending you know. **Predict** in which of the 30 layers the answer reaches the top.

# %% tags=["explore"]
if answered("logit_lens"):
    sentence = "The Eiffel Tower stands in the city of"
    with torch.no_grad():
        out = smollm(
            tokenizer(sentence, return_tensors="pt")["input_ids"].to(where), output_hidden_states=True
        )
        lens = logit_lens(out.hidden_states, smollm.model.norm, smollm.lm_head.weight)[:, 0, -1]  # (31, V)
    record(
        "largest difference of the last row from the model",
        (lens[-1] - out.logits[0, -1]).abs().max().item(),
        expected=(0, 1e-3),
    )
    answer = int(out.logits[0, -1].argmax())
    ranks = (lens > lens[:, answer : answer + 1]).sum(dim=-1).cpu()  # (31,) tokens that are above it
    plots.lens(lens.log_softmax(-1).cpu(), answer, tokenizer)
    first = int((ranks > 0).nonzero().max()) + 1
    record("from this layer on the answer is on top", first, expected=(25, 30))

# %% [markdown]
# <details><summary>The answer</summary>
#
# At layer 0, the embeddings, the answer is "of": the stream holds the last token itself, and SmolLM2 reads it with the
# same table that wrote it (**weight tying**). For most of the way the best guess is a comma. Three layers before the
# end, Paris reaches the top, and in the last layer it goes from .3 to .8. Don't take the commas for thoughts: the head
# was trained to read the last layer only, and can't show what earlier layers hold for later ones.
#
# </details>

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A company has a model with RoPE, trained on 4,096 tokens, and
# wants it to read contracts of 30,000. One engineer says: "RoPE is relative, so it works at any length." Another wants
# to divide all positions by 8. A third wants to replace RoPE by ALiBi in the finished model. What do you tell each of
# them, with evidence from this sitting? How would you measure whether the model reads the whole contract?
#
# ### BEGIN SOLUTION
# **Model answer.** Relative does not mean any distance: slow hands have seen only part of their circle, so larger
# distances take them to angles that never occurred in training. The reader of section 6 got worse beyond its length,
# and SmolLM2 stopped copying between gaps of 4,000 and 8,000. Dividing by 8 keeps all angles in the known range but
# costs resolution nearby: without further training, the loss on prose rose by a nat at s = 4, and copying was lost. NTK
# or YaRN leaves the fast hands alone and does better without training; a short further training with the new
# frequencies is usual. ALiBi cannot be put into a finished model, whose queries and keys were trained to be rotated. It
# also forgets what is far away, so a low loss at 30,000 tokens may hide that the model does not read the beginning at
# all. So measure recall and not the mean loss: put a fact at several depths of a long contract, ask for it, and report
# the result by distance.
#
# **Rubric.**
#
# - a, 0.5 points: why RoPE breaks: slow hands reach angles that they never took in training
# - b, 0.5 points: what the stretching costs, with a measurement
# - c, 0.5 points: ALiBi's low loss against its forgetting
# - d, 0.5 points: a test that depends on distance
# ### END SOLUTION

# %% [markdown]
# ## 12 · For a friend: nonsense by heart
#
# Write a line of nonsense. SmolLM2 reads it twice, and each token is coloured by its surprise. The first time the model
# is lost; the second time it knows your nonsense by heart, and you can say which head did it. Then lie about the
# positions again, and find the gap at which it forgets.

# %% tags=["explore"]
if answered("rope_frequencies"):
    nonsense, gap = " Purple ladders argue with Tuesday about the price of marmalade moons.", 0
    line = tokenizer(nonsense)["input_ids"]
    ids = torch.tensor([[0, *line, *line]], device=where)
    places = torch.arange(ids.shape[1], device=where)
    surprise = losses_at(ids, places + gap * (places > len(line)), rope_frequencies(64, 100_000.0))
    record("the first time, nats per token", surprise[: len(line)].mean().item(), expected=(4, 9))
    record("the second time, nats per token", surprise[len(line) :].mean().item(), expected=(0.4, 1.6))
    from IPython.display import display

    from utils.plots import shaded_text

    display(
        shaded_text.surprise(
            tokenizer.batch_decode(ids[0, 1:, None]), surprise, "brown: the model did not expect it"
        )
    )

# %% [markdown]
# **What you have now.** The ways in which most models learn where a token is:
#
# | scheme | where it enters | parameters | beyond the trained length |
# |---|---|---|---|
# | learned table | added to the token | T · D | ends |
# | sinusoids | added to the token | none | breaks |
# | Shaw | a product with the query, added to the score (and to the value) | (2K + 1) · d per table | holds: one vector for everything far |
# | DeBERTa | products with the query and the key, added to the score | 2K · D and two projections | holds: one vector for everything far |
# | T5's bias | added to the score | buckets · H | one bucket for everything far |
# | ALiBi | added to the score | none | holds, by not listening |
# | RoPE | rotates queries and keys | none | breaks, but can be stretched |
#
# Lesson 11 builds Llama around `rope`, loads the real weights of SmolLM2 into it, and lets it talk.
#
# **Sources.** Su et al. 2021, *RoFormer*, arXiv 2104.09864. Press, Smith, Lewis 2022, *Train short, test long*, arXiv
# 2108.12409. Chen et al. 2023, *Extending context window … via positional interpolation*, arXiv 2306.15595. Peng et al.
# 2023, *YaRN*, arXiv 2309.00071. Olsson et al. 2022, *In-context learning and induction heads*, arXiv 2209.11895.
# nostalgebraist 2020, *interpreting GPT: the logit lens*.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
