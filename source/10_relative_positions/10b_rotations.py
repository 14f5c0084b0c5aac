# %% [markdown]
# # Lesson 10 · Relative positions
# ## Second sitting: rotations and slopes
#
# Your own GPT has never read token 65: its table of positions has 64 rows. By the end of this sitting the table is
# gone, and the same weights read 256 tokens. Two replacements were tried, each with 100 more steps of training:
#
# | held-out plays, nats per token | 64 tokens | 256 tokens |
# |---|---|---|
# | the learned table, trained for 100 more steps | 3.79 | no such row |
# | the first replacement | 3.87 | 3.96 |
# | the second replacement | 3.89 | 3.90 |
#
# The first rotates queries and keys like the hands of two clocks, so a score depends on how far apart the hands are.
# Llama, Qwen, Gemma and SmolLM2 get their positions this way; their only other clue is the causal mask. The second
# subtracts a penalty that grows with the distance.
#
# | | |
# |---|---|
# | Uses | attention and sinusoids of lesson 02, the cache of lesson 05, T5's bias of the first sitting (all given) |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}} |

# %% [markdown]
# Notation: B sequences, T queries, S keys, H heads, d the width of a head. A distance is $i - j$, query minus key.
# Positions count from 0.
#
# <details><summary>1. You shuffle the tokens before an attention layer without positions. What happens to the output?</summary>It is shuffled in the same way (lesson 02). Nothing in a score depends on where a token is.</details>
# <details><summary>2. A sinusoid has columns sin(tθ) and cos(tθ). Which matrix takes those of position t to those of t + k?</summary>A rotation by kθ, the same for every t (lesson 02, the matrix M of the shift).</details>
# <details><summary>3. A cache holds 40 tokens, and two new ones arrive. What are their positions?</summary>40 and 41 (lesson 05).</details>
# <details><summary>4. What does a table of learned positions give you for a position beyond its end?</summary>Nothing. There is no row.</details>
# <details><summary>5. Where does T5's bias enter, and how many numbers does it have for one head and one distance?</summary>It is added to the score before softmax, and it has one (first sitting).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, backward, check, gradient_sizes, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices, own_model
from utils.blocks import positions as finished
from utils.blocks.attention import causal_mask, merge_heads, split_heads
from utils.blocks.cache import KVCache
from utils.metrics import largest, record
from utils.plots import interactive
from utils.topics.relative_positions import exchanged_positions
from utils.topics.relative_positions import rotation_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where_b", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · RoPE's frequencies: `rope_frequencies`
#
# *Easy · 5 minutes · without `transformers`*
#
# Two features of a vector are a point in a plane, which you can rotate about the origin. Rotate a query by its position
# $i$ times an angle $\theta$, and a key by its position $j$ times the same angle. Lengths don't change, and the angle
# *between* them changes by $(i - j)\,\theta$. A dot product depends only on the lengths and that angle, so the
# positions enter only through $i - j$:
#
# $$(R_{i\theta}\, q)^\top (R_{j\theta}\, k) = q^\top R_{(j - i)\theta}\, k$$
#
# This is **RoPE**, rotary position embedding (Su et al. 2021, arXiv 2104.09864). One angle isn't enough: a fast hand
# tells neighbours apart but soon comes round; a slow one tells chapters apart. So RoPE cuts a head of width $d$ into
# $d/2$ pairs and gives pair $k$ its own angle per position, its **frequency**:
#
# $$\theta_k = b^{-2k/d}, \qquad k = 0, \dots, d/2 - 1, \qquad b = 10{,}000$$
#
# Think of a clock with $d/2$ hands. The first turns by one radian per token.

# %% [markdown]
# **Find the error.** A lecture writes $\theta_i = 10000^{-2i/d}$ for pair $i$, but its matrix begins with $\theta_1$ and ends
# with $\theta_{d/2}$. It also writes $f(q, t) = R_t W_q q$. What is wrong, and how fast would the first hand of its
# clock turn at $d = 64$?
#
# <details><summary>Answer</summary>Counted from 1, the first angle is 10000^(−2/64) = .75 instead of 1; the paper has −2(i − 1)/d with i from 1. A model trained with one version can't be run with the other. And the query is already W_q x, where x is the token's vector, so the lecture projects twice. It should be R_t W_q x.</details>


# %% nbgrader={"grade_id": "rope_frequencies", "solution": true}
def rope_frequencies(d, base=10000.0):
    """The angle by which each pair of features rotates from one position to the next.

    d: width of a head, even; base: b.
    Returns radians, (d/2,) float32, the fastest pair first.
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
# <details><summary>Answer</summary>Every hand of both turns, yet none of the numbers under the clocks changes. The slowest of these four needs about 200 tokens for a whole turn, so ten tokens move it by 18 degrees.</details>
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
# and position 8,017 to 8,032, so the fast hands would point anywhere (the slow ones would hardly move). That is why
# angles are computed in float32, the type of $\theta$, even if a model gives you queries and keys in half precision.


# %% nbgrader={"grade_id": "rope", "solution": true}
def rope(x, positions, theta, adjacent=False):
    """Rotate each pair of features by the position times the pair's frequency.

    x: (..., T, d) queries or keys in any float dtype, not modified.
    positions: (T,) any values in any order, integers or not.
    theta: (d/2,) frequencies in radians, float32. Compute the angles in float32 too.
    adjacent: pair features 2k and 2k + 1; otherwise pair k with k + d/2.
    Returns (..., T, d) in x's dtype, features in the same order as in x. For x in half
    precision, float32 is accepted as well.
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
# <details><summary>In pseudocode</summary>Split x into the first and the second member of each pair, rotate, and put them back where they came from. Halves go one after the other. Neighbours alternate: which new axis makes them alternate, and how do you remove it again?</details>
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
    # these few numbers stay on the CPU, because not every GPU has float64
    q, k = torch.randn(2, 1, 64, generator=generator, dtype=torch.float64)
    theta = rope_frequencies(64)

    def at(x, position):
        return rope(x, torch.tensor([position]), theta)

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
# The score only has to fall for a query that equals its key. Another query can have its peak at any distance, and you will
# meet one whose peak is at the token *before* (fourth sitting).

# %% [markdown]
# ## 3 · Rotary attention with a cache: `RotaryAttention`
#
# *Medium · 15 minutes · without `nn.MultiheadAttention`*
#
# Four questions decide whether the layer is right. Answer each before you open it.
#
# <details><summary>1. Are the values rotated?</summary>No. Positions should decide where to look, not what is read.</details>
# <details><summary>2. Do you rotate before or after splitting into heads?</summary>After: each head uses all the frequencies, which come from its width d and not from D.</details>
# <details><summary>3. With a cache of 40 tokens, what is the position of the first token of the new chunk?</summary>It is 40.</details>
# <details><summary>4. The keys in the cache were rotated when they arrived. Do they have to be rotated again?</summary>No. A token's position never changes, so a key is rotated once and cached in that form. That is why RoPE and a cache get along.</details>

# %% [markdown]
# The layer receives `rotate(x, positions)` as a finished function, so a mistake in your `rope` costs you nothing here.
# `cache.length` is the number of tokens in a cache. `cache.append(k, v)` takes the keys and values of the new tokens,
# (B, H, T, d), and returns those of all tokens so far, (B, H, S, d). There are three helpers from lesson 02:
#
# | | |
# |---|---|
# | `split_heads(x, n_heads)` | (B, T, D) → (B, H, T, d) |
# | `merge_heads(x)` | (B, H, T, d) → (B, T, D) |
# | `causal_mask(n_queries, n_keys=None, device=None)` | (T, S), S = T by default, True where a query may look; the queries are the last of the positions |


# %% nbgrader={"grade_id": "RotaryAttention", "solution": true}
class RotaryAttention(nn.Module):
    """Causal attention with H heads whose queries and keys are rotated by position.

    rotate: a function of x (B, H, T, d) and positions (T,) that returns x rotated,
    (B, H, T, d). Each query and each key goes through it exactly once, and nothing else
    does.
    forward: x (B, T, D), T new tokens that follow those in the cache → (B, T, D).
    cache: a KVCache, or None. The layer may serve several texts in turn, each with
    its own cache.
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
# *Medium · 9 minutes · without `transformers`*
#
# *Train short, test long* is the title of the next paper, and also its idea (Press, Smith, Lewis 2022, arXiv
# 2108.12409). **ALiBi** (attention with linear biases) adds no positions at all; it subtracts $m\,(i - j)$ from each
# score. Nothing is learned. With a single slope $m$ every head would be equally short-sighted, so each head has its
# own. For
# $H$ heads, if $H$ is a power of two:
#
# $$m_h = 2^{-8h/H}, \qquad h = 1, \dots, H$$
#
# With 8 heads, that is 1/2, 1/4, …, 1/256. Some models make the 8 a setting (MPT: `alibi_bias_max`); here it is
# `span`.
#
# For other $H$, the authors' code starts with the slopes for $n$ heads, where $n$ is the largest power of two not
# greater than $H$. The rest come from the list for $2n$ heads: its first, third, fifth … entry, which the list for $n$
# lacks. For $H = 3$: 1/16 and 1/256 as for 2 heads, then the first slope of 4 heads. What number is that?
#
# <details><summary>Answer</summary>2^(−8/4) = 1/4.</details>


# %% nbgrader={"grade_id": "alibi_slopes", "solution": true}
def alibi_slopes(n_heads, span=8.0):
    """How much each head subtracts from a score per token of distance.

    n_heads: H, any number from 1; span: for a power of two the last slope is 2^(−span).
    Returns (H,) float32: the slopes of the power of two first, then the appended ones.
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
    """ALiBi's bias on the scores: minus slope times distance, −∞ for later keys.

    slopes: (H,), positive, not modified.
    n_queries, n_keys: T ≤ S; the queries are the last T of the S positions.
    Returns (H, T, S). The check compares attention weights, and wants −∞ at later keys.
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
# <details><summary>Answer</summary>It is no error: −m(i − j) = mj − mi, and mi is the same for all keys of a query, so softmax removes it.</details>
#
# The steepest of eight heads reads little beyond its last ten tokens. The flattest still gives a token at distance 256
# $e^{-1}$ of its weight. And there's the catch: ALiBi copes with distant tokens by *ignoring* them.

# %% [markdown]
# ## 6 · Your own GPT without its table
#
# Now use both schemes on the GPT that you trained in lesson 04 (or the course's own, if you have none saved). The next
# cell makes copies of it that keep all weights except the table of positions. One copy rotates queries and keys with
# your `rope`, another adds your `alibi`, and a third gets nothing in its place. A control keeps its table.
#
# The weights have never met the new scheme, so at first the loss goes up. Then each model, the control included, trains
# for the same 100 steps on the same windows of 64 tokens. **Predict** the order of the four before and after the
# training. And what happens at 256 tokens?

# %% tags=["explore"]
if answered("rope_frequencies", "rope", "alibi_slopes", "alibi"):
    gpt, tokenizer, _ = own_model.load_own_model(where)
    train_ids, held_out = (
        exchanged_positions.plays(tokenizer, split, characters=n)
        for split, n in [("train", 600_000), ("validation", 60_000)]
    )
    theta = rope_frequencies(gpt.config.d_model // gpt.config.n_heads).to(where)
    slopes = alibi_slopes(gpt.config.n_heads).to(where)
    own = {
        "learned table": exchanged_positions.exchanged(gpt, None),
        "no positions": exchanged_positions.exchanged(gpt, 256),
        "RoPE": exchanged_positions.exchanged(
            gpt, 256, rotate=lambda x: rope(x, torch.arange(x.shape[2], device=x.device), theta)
        ),
        "ALiBi": exchanged_positions.exchanged(gpt, 256, bias=lambda T: alibi(slopes, T, T)),
    }
    steps = 100
    own_losses = {
        name: exchanged_positions.before_and_after(model, train_ids, held_out, steps)
        for name, model in own.items()
    }
    plots.exchanges(own_losses)

# %% tags=["explore"]
if answered("rope_frequencies", "rope", "alibi_slopes", "alibi"):
    before, after, far = ({name: row[n] for name, row in own_losses.items()} for n in range(3))
    for name in own:
        print(f"{name:<14} before {before[name]:.2f}, after {after[name]:.2f}, at 256 tokens {far[name]:.2f}")
    record("RoPE, before the training", before["RoPE"] - before["learned table"], expected=(0.2, 2))
    record(
        "no positions, after the training, above the table",
        after["no positions"] - after["learned table"],
        expected=(0.15, 1),
    )
    record(
        "RoPE, after the training, above the table", after["RoPE"] - after["learned table"], expected=(0, 0.2)
    )
    record(
        "ALiBi, after the training, above the table",
        after["ALiBi"] - after["learned table"],
        expected=(0, 0.2),
    )
    record(
        "no positions is the worst",
        after["no positions"] > max(after["RoPE"], after["ALiBi"]) + 0.05,
        expected=(1, 1),
    )
    record("RoPE, 256 tokens above 64", far["RoPE"] - after["RoPE"], expected=(0.02, 0.3))
    record("ALiBi, 256 tokens above 64", far["ALiBi"] - after["ALiBi"], expected=(-0.05, 0.05))
# %% [markdown]
# <details><summary>The answer</summary>
#
# Before the training, every replacement costs something: .39 nats for ALiBi, .55 for RoPE, .69 for no positions at all.
# (These numbers are for the course's own GPT, which starts at 3.80.) The training repairs nearly all of it for RoPE and
# ALiBi, the first and the second replacement above. They end within .1 nats or so of the control, which is still ahead,
# since its weights grew up with the table. Without any positions the gap stays near .3: the causal mask alone isn't
# enough.
#
# At 256 tokens the control has no rows. ALiBi loses nothing, RoPE about .1, because 200 tokens apart its slower hands
# reach angles that they never met. Neither gets *better* with more context: in training nothing was ever more than 63
# tokens away. The third sitting is about that.
#
# </details>

# %% [markdown]
# Which of the copies should write? The one that rotates, because lesson 11 builds Llama around the same rotation. It
# reads everything it has written, up to 256 tokens; with its table, your GPT had to forget all but the last 64.

# %% tags=["explore"]
if answered("rope_frequencies", "rope", "alibi_slopes", "alibi"):
    continued = own_model.continue_opening(own["RoPE"], tokenizer, n_new=80)
    print(continued)
    own_model.note_opening("10b", continued, "the same GPT, its table of positions replaced by rotations")

# %% [markdown]
# **What you have now.** Two schemes with nothing to learn: RoPE rotates queries and keys, ALiBi subtracts a penalty.
# With either one, your GPT reads beyond the length of its table. The third sitting shows why RoPE breaks on still
# longer texts, and how to stretch it.
#
# **Sources.** Su et al. 2021, *RoFormer*, arXiv 2104.09864. Press, Smith, Lewis 2022, *Train short, test long*, arXiv
# 2108.12409.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
