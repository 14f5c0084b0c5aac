# %% [markdown]
# # Lesson 10 · Relative positions
# ## First sitting: distances
#
# In 1586 Blaise de Vigenère published a cipher whose key is the message itself, delayed by a few letters. Ours adds, to
# each letter, the letter three places before it. You never need to know *where* you are, only which letter came three
# places earlier. Attention with **relative positions** works the same way.
#
# When you reach the end of this sitting you will have
#
# - four ways to tell attention how far apart tokens are, each tested against a library or a double loop,
# - one of them in a thirtieth of the memory,
# - a picture of a real encoder that has learned distances from absolute positions,
# - a model that learned the cipher from 24-letter notes and can encipher your message.
#
# | | |
# |---|---|
# | Uses | heads and masks of lesson 02, the cache of lesson 05 (finished parts are given) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises; a good place to stop is after section 4 |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# Notation: B sequences, T queries at positions $i$, S keys at positions $j$, H heads of width d = D/H. Positions count
# from 0. In this course the **distance** (or relative position) is $i - j$, query minus key: 1 is the token before, 0
# the token itself, −1 the token after. Shaw and T5 write key minus query, which flips the sign, so look twice when you
# compare.
#
# `split_heads(x, H)` from lesson 02 turns (B, T, D) into (B, H, T, d), for any width that H divides, and
# `merge_heads(x)` undoes it. Every mask in
# this sitting lets each query see at least one key.
#
# <details><summary>1. You shuffle the tokens before an attention layer that has no positions. What happens to the outputs?</summary>They are shuffled in the same way, and otherwise unchanged (lesson 02). Attention treats its input as a set.</details>
# <details><summary>2. A table of learned positions has 512 rows. What does it add to token 513?</summary>Nothing: there is no such row, so the model stops with an error.</details>
# <details><summary>3. Every score of one query grows by 2. What happens to its weights?</summary>Nothing. Softmax depends only on the differences within a row.</details>
# <details><summary>4. The entries of q and k have variance 1. What is the variance of q · k, and how do you bring it back to 1?</summary>It is d; divide q · k by √d.</details>
# <details><summary>5. A cache holds 9 keys, including the newest one. What is the position of the single query?</summary>8: the T queries are the last of the S positions (lesson 05).</details>

# %% nbgrader={"grade_id": "imports_a", "locked": true}
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
from utils.blocks.attention import causal_mask, merge_heads, split_heads
from utils.metrics import largest, record
from utils.topics.relative_positions import distance_figures as plots
from utils.topics.relative_positions.tensor_sizes import LargestTensor

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## Absolute positions
#
# A model that adds a vector $p_i$ to the token at position $i$ uses **absolute position embeddings**. It knows
# addresses: house 7, house 8. Now move a whole sentence down the street. Its words stay the same, and so do all the
# distances between them. Ideally the model wouldn't notice.
#
# MiniLM, the real encoder from lesson 02, has a table of 512 such vectors. The next cell feeds it one sentence several
# times, with the first token at position 0, 1, 10, … **Predict** the cosine similarity to the unmoved sentence: does
# the meaning change with the address?

# %% tags=["explore"]
from utils import minilm

encoder = minilm.load(where)
sentence = "The postman walks past the red house and rings at the third door on the left."
ids = encoder.tokenizer(sentence, return_tensors="pt").to(where)
vectors = {}
for start in [0, 1, 10, 50, 100, 200, 400]:
    places = start + torch.arange(ids["input_ids"].shape[1], device=where)[None]
    with torch.no_grad():
        vectors[start] = encoder.model(**ids, position_ids=places).last_hidden_state[0].mean(dim=0)  # (D,)
cosines = {start: F.cosine_similarity(v, vectors[0], dim=0).item() for start, v in vectors.items()}
plots.moved_sentence(cosines)
_ = record("cosine after a move by 10", cosines[10], expected=(0.88, 0.93))
_ = record("cosine after a move by 400", cosines[400], expected=(0.66, 0.74))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Moved by 400 positions, the sentence looks like a different one to the model, although not a letter has changed: the
# cosine is .70. Starting at position 500, it wouldn't even fit in the table.
#
# </details>
#
# ### Four terms
#
# What do absolute positions do to a score? Queries and keys are computed from $x + p$, so their product has four terms:
#
# $$(x_i + p_i)^\top W_q^\top W_k\, (x_j + p_j) = \underbrace{x_i^\top M\, x_j}_{\text{what, what}} +
# \underbrace{x_i^\top M\, p_j}_{\text{what, where}} + \underbrace{p_i^\top M\, x_j}_{\text{where, what}} +
# \underbrace{p_i^\top M\, p_j}_{\text{where, where}}, \qquad M = W_q^\top W_k$$
#
# Keep them in mind: every scheme in this sitting replaces some of these terms and drops the rest.
#
# The last term contains no words. It is a table with one number for each pair of positions. If the model cares about
# distances, this number is nearly constant along each diagonal. The next cell draws the table for MiniLM. (MiniLM also
# has a LayerNorm and biases on the way; we look at the bare term.) **Predict**: nothing in MiniLM's design says that 8
# comes after 7. Has it learned that?

# %% tags=["explore"]
layer = encoder.model.encoder.layer[0].attention.self
street = encoder.position_table[100:228].to(where)  # (128, D): addresses in the middle
with torch.no_grad():
    q, k = (split_heads((street @ f.weight.T)[None], 12)[0] for f in (layer.query, layer.key))  # (H, 128, d)
where_where = q @ k.mT / math.sqrt(q.shape[-1])  # (H, 128, 128)
explained = plots.where_where(where_where.cpu(), heads=[2, 3, 5], reach=20)
record("share of head 2 that the distance explains", explained[2], expected=(0.85, 0.89))
profile = torch.stack([where_where[2].diagonal(offset=-n).mean() for n in range(-48, 48)])  # by i − j
record("head 2, the token before, above the mean", (profile[49] - profile.mean()).item(), expected=(0.4, 0.7))
waves = torch.fft.rfft(profile - profile.mean()).abs().argmax()  # in 96 places
_ = record("head 2, places from wave to wave", 96 / waves.item(), expected=(5.5, 6.5))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Yes. In head 2, the distance explains 87% of the variance in these scores between positions up to 20 apart, and the
# highest score goes to the token before. What remains is a wave with a period of about six positions, much like the
# sines of lesson 02. Training has turned 512 unrelated vectors into a ruler, row by row. The schemes below build the
# distance in from the start.
#
# </details>
#
# What about your own GPT from lesson 04? It has a table of 64 positions and has read far less text. (If you have no
# saved model, the course's own is loaded.)

# %% tags=["explore"]
gpt, _, _ = own_model.load_own_model(where)
with torch.no_grad():
    own_q, own_k, _ = gpt.blocks[0].attention.qkv_proj.weight.chunk(3)
    rows = gpt.positions.weight  # (64, D)
    q, k = (split_heads((rows @ w.T)[None], gpt.config.n_heads)[0] for w in (own_q, own_k))  # (H, 64, d)
    own_scores = q @ k.mT / math.sqrt(q.shape[-1])
own_explained = plots.where_where(own_scores.cpu(), heads=range(gpt.config.n_heads), reach=20)
_ = record(
    "your GPT: largest share that the distance explains",
    largest(own_explained.values()),
    expected=(0.1, 0.95),
)

# %% [markdown]
# In the course's own GPT the distance explains about half of the variance in each head, and the highest scores go to the
# token itself and the one before: 1,000 steps of training were enough for a blurred ruler.

# %% [markdown]
# ## 1 · A matrix of distances: `relative_index`
#
# *Easy · 7 minutes*
#
# We first need the distances themselves, as a matrix with one row per query and one column per key. Take three queries
# that follow one cached token, so there are four keys. Fill in the last row:
#
# | | key 0 | key 1 | key 2 | key 3 |
# |---|---|---|---|---|
# | query at 1 | 1 | 0 | −1 | −2 |
# | query at 2 | 2 | 1 | 0 | −1 |
# | query at 3 | | | | |
#
# <details><summary>Answer</summary>3, 2, 1, 0.</details>
#
# Giving every distance a vector of its own would take 2S − 1 rows, and the rows for long distances would rarely be
# used. So Shaw et al. (2018, section 3.2) *clip* the distance: anything beyond $K$ counts as $K$, on either side.
# "Far back" is then a single case, whether it means 40 tokens or 400, and 2K + 1 rows are enough for sequences of any
# length.


# %% nbgrader={"grade_id": "relative_index", "solution": true}
def relative_index(n_queries, n_keys, K=None):
    """The distance i − j of each query from each key, query minus key.

    n_queries, n_keys: T and S, 1 ≤ T ≤ S; the queries are the last T of S positions.
    K: 0 or more, distances beyond −K and K become −K and K; None: no clipping.
    Returns (T, S) int64 on the CPU; move it if you need it elsewhere.
    """
    ### BEGIN SOLUTION
    j = torch.arange(n_keys)
    i = j[n_keys - n_queries :, None]  # (T, 1)
    distance = i - j  # (T, S)
    return distance if K is None else distance.clamp(-K, K)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "relative_index_hints", "locked": true}
# <details><summary>A question to start from</summary>What is the position of the first query when there are T queries and S keys?</details>
# <details><summary>A pointer</summary>A column of positions minus a row of positions broadcasts to a matrix. <code>clamp</code> cuts off at both ends.</details>
# <details><summary>In pseudocode</summary>Positions of the keys from 0; positions of the queries from S − T; all differences; then clip them.</details>


# %% nbgrader={"grade_id": "check_relative_index", "grade": true, "locked": true, "points": 2}
@check("relative_index")
def _(n_queries, n_keys, K):
    return {"distance": relative_index(n_queries, n_keys, K), "unclipped": relative_index(n_queries, n_keys)}


# %% [markdown]
# **Predict** first, then move the sliders. Which tokens can a query still tell apart when K = 2, and how many entries
# of this matrix have been clipped?

# %% tags=["explore"]
if answered("relative_index"):
    plots.explore_index(relative_index, n_keys=12, n_queries=12, K=2)

# %% [markdown]
# <details><summary>The answer</summary>
#
# With K = 2, a query can tell apart itself, its two neighbours, "2 or more before" and "2 or more after"; 90 of the 144
# entries have been clipped. Every diagonal has a single colour, and that is all "relative" means. (Such a matrix is
# called a **Toeplitz** matrix.) With fewer queries than keys, only the last rows remain: the ones you need when
# decoding with a cache.
#
# </details>

# %% [markdown]
# ## 2 · Shaw's relative position vectors: `ShawAttention`
#
# *Medium · 22 minutes*
#
# Shaw, Uszkoreit and Vaswani (2018, arXiv 1803.02155) give each distance two learned vectors. One is added to the
# *key* as this query sees it, the other to the *value* (their equations 3 and 4):
#
# $$e_{ij} = \frac{q_i^\top (k_j + a^K_{ij})}{\sqrt d}, \qquad z_i = \sum_j \alpha_{ij}\, (v_j + a^V_{ij}), \qquad
# \alpha_i = \text{softmax}(e_i)$$
#
# Here $a_{ij}$ is the table row for the clipped distance. There is one table for keys and one for values. All heads
# share them, so each row has width d. Of the four terms, *what, what* and *what, where* remain: a query can ask for the
# token three places back, and what it asks for can depend on its content. The value vectors tell the next layer how far
# away something was found, which attention otherwise forgets. (In the authors' own ablation, their table 3, they hardly
# helped.)
#
# | | shape |
# |---|---|
# | `key_table`, `value_table` | (2K + 1, d) |
# | the rows for all pairs, $a_{ij}$ | (T, T, d) |
# | $q_i^\top a_{ij}$ | (B, H, T, T) |


# %% nbgrader={"grade_id": "ShawAttention", "solution": true}
class ShawAttention(nn.Module):
    """Self-attention with learned vectors for distances in keys and values (Shaw 2018).

    d_model: D; n_heads: H; K: 0 or more, larger than T or not; distances beyond −K and
    K count as −K and K.
    q_proj, k_proj, v_proj, out_proj: (D, D), without biases.
    key_table, value_table: (2K + 1, d), shared by all heads; the first row belongs to
    the distance i − j = −K.
    """

    def __init__(self, d_model, n_heads, K):
        super().__init__()
        self.n_heads, self.K = n_heads, K
        self.q_proj, self.k_proj, self.v_proj, self.out_proj = (
            nn.Linear(d_model, d_model, bias=False) for _ in range(4)
        )
        self.key_table = nn.Parameter(0.1 * torch.randn(2 * K + 1, d_model // n_heads))
        self.value_table = nn.Parameter(0.1 * torch.randn(2 * K + 1, d_model // n_heads))

    def forward(self, x, mask=None):
        """x: (B, T, D); mask: None or (T, T), True where a query may look.
        Returns (B, T, D).
        """
        ### BEGIN SOLUTION
        T = x.shape[1]
        q, k, v = (split_heads(f(x), self.n_heads) for f in (self.q_proj, self.k_proj, self.v_proj))
        rows = (relative_index(T, T, self.K) + self.K).to(x.device)  # (T, T) from 0 to 2K
        scores = q @ k.mT + torch.einsum("bhid,ijd->bhij", q, self.key_table[rows])  # (B, H, T, T)
        scores = scores / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        weights = scores.softmax(dim=-1)
        context = weights @ v + torch.einsum("bhij,ijd->bhid", weights, self.value_table[rows])
        return self.out_proj(merge_heads(context))  # (B, T, D)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "ShawAttention_hints", "locked": true}
# <details><summary>A question to start from</summary>Which row of the table belongs to the distance −K, which to 0 and which to K? What do you have to add to a distance?</details>
# <details><summary>A pointer</summary>Indexing a table (R, d) with a matrix of row numbers (T, T) gives (T, T, d). Write down the axes of both products by name, and <code>torch.einsum</code> takes them in that form.</details>
# <details><summary>In pseudocode</summary>Heads as in lesson 02; rows for all pairs; scores with two terms, scaled together; mask, softmax; a context with two terms; merge the heads, last projection.</details>
# <details><summary>I get "index out of range"</summary>Print the smallest and the largest row number. Did you clip before the lookup, and do all of them lie between 0 and 2K?</details>


# %% nbgrader={"grade_id": "check_ShawAttention", "grade": true, "locked": true, "points": 5}
@check("ShawAttention")
def _(x, mask, d_model, n_heads, K, weights, gradient):
    layer = load_weights(ShawAttention(d_model, n_heads, K), weights)
    output = layer(x.requires_grad_(), mask)
    backward(output, gradient)
    tables = {"grad_key_table": layer.key_table.grad, "grad_value_table": layer.value_table.grad}
    return {"output": output, "grad_x": x.grad, "grad_weights": gradient_sizes(layer)} | tables


# %% [markdown]
# A layer that only knows distances can't notice when a text moves. Below, the layer reads a text of 12 tokens on its
# own, and then the same text after 5, 50 and 200 other tokens that a mask hides, the way padding is hidden. **Predict**
# the largest difference between the outputs.

# %% tags=["explore"]
if answered("relative_index", "ShawAttention"):
    torch.manual_seed(0)
    shaw, text = ShawAttention(32, 4, K=6).to(where), torch.randn(1, 12, 32).to(where)
    moves = []
    for n in [5, 50, 200]:
        padded = torch.cat([torch.randn(1, n, 32).to(where), text], dim=1)  # (1, n + 12, D)
        visible = torch.eye(n + 12, dtype=torch.bool, device=where)  # every token may see itself,
        visible[:, n:] = True  # and the text
        moves.append((shaw(padded, visible)[:, n:] - shaw(text)).abs().max().item())
    record("largest difference after a move", largest(moves), expected=(0, 1e-5))

# %% [markdown]
# ### Find the error: one vector for keys and values
#
# A lecture writes the scheme like this, with $p$ "a trainable vector":
#
# $$k_n = W_k x_n + p(\mathrm{rel}(i - n)), \qquad v_n = W_v x_n + p(\mathrm{rel}(i - n))$$
#
# Compare it with the formulas above. What would a model lose if it did exactly this?
#
# <details><summary>Answer</summary>
#
# The paper has two tables, $a^K$ and $a^V$; here a single $p$ serves as both. So whatever makes a distance attractive
# to a query would also have to be what the layer reports about that distance. (The check of <code>ShawAttention</code>
# recognizes this mistake and tells you so.) Besides, $p$ is not one vector but 2K + 1 of them, one per row.
#
# </details>

# %% [markdown]
# ## 3 · Shaw's scores in less memory: `shaw_scores`
#
# *Medium · 12 minutes*
#
# The rows for all pairs take T·S·d numbers. For 4,096 tokens and d = 64 that is 4.3 GB in float32, expanded from a
# table of a few kilobytes. The paper reduces this by sharing the rows among heads and sequences (section 3.3). We can
# do better, because many pairs use the same row. Multiply each query by each *row* first, which gives 2K + 1 numbers
# per query. Then pick, for every key, the number that belongs to its distance:
#
# $$q_i^\top a_{ij} = (Q A^\top)_{i,\, r(i, j)}, \qquad r(i, j) = \text{clip}(i - j) + K$$
#
# $A$ is the whole table.

# %% [markdown]
# The check measures memory as well, though not that of the backward pass. No single tensor you create, whatever its
# dtype, may have more than 2·B·H times as many elements as the product of the two longest of the axes T, S, d and
# 2K + 1. Except in the case of a single query, that rules out any tensor with three of these axes: a vector for each
# pair, and equally a one-hot row for each pair. Views (such as `expand`) don't count, and loops are allowed.


# %% nbgrader={"grade_id": "shaw_scores", "solution": true}
def shaw_scores(q, table, index):
    """The products of each query with the vectors of its distances, in little memory.

    q: (B, H, T, d); table: (2K + 1, d), the first row for the distance −K.
    index: (T, S) int64, any distances from −K to K, not modified.
    Returns (B, H, T, S), not divided by √d, differentiable in q and table.
    """
    ### BEGIN SOLUTION
    K = len(table) // 2
    by_row = q @ table.T  # (B, H, T, 2K + 1)
    rows = (index + K).expand(*q.shape[:-1], -1)  # (B, H, T, S), a view
    return by_row.gather(-1, rows)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "shaw_scores_hints", "locked": true}
# <details><summary>A question to start from</summary>One query, ten keys, K = 1. How many different values can its ten products with $a_{ij}$ have?</details>
# <details><summary>A pointer</summary><code>torch.gather</code> along the last axis picks from each row the entries named by a tensor of indices. The indices need as many axes as the values; <code>expand</code> repeats them without copying.</details>
# <details><summary>In pseudocode</summary>Queries times the transposed table; distances to row numbers; pick along the last axis.</details>


# %% nbgrader={"grade_id": "check_shaw_scores", "grade": true, "locked": true, "points": 3}
@check("shaw_scores")
def _(q, table, index, gradient):
    q.requires_grad_(), table.requires_grad_()
    with LargestTensor() as memory:
        scores = shaw_scores(q, table, index)
    backward(scores, gradient)
    B, H, T, d = q.shape
    too_much = memory.too_much(B * H, T, index.shape[1], d, len(table))
    return {
        "scores": scores,
        "grad_q": q.grad,
        "grad_table": table.grad,
        "memory": {"scores": scores, "too_much": too_much},
        "index unchanged": {"scores": scores, "index": index},
    }


# %% [markdown]
# ## 4 · Shaw's values in less memory: `shaw_context`
#
# *Medium · 8 minutes*
#
# The values have the same problem, and the check measures memory as before. A row of the table enters the sum once for
# every key at its distance, so add up the *weights* of those keys first:
#
# $$\sum_j \alpha_{ij}\, a_{ij} = \sum_r \Big(\sum_{j:\, r(i,j) = r} \alpha_{ij}\Big) A_r$$
#
# By hand: K = 1, one query at position 4, and five keys with weights .1, .2, .3, .3, .1. **Predict** the three sums,
# for the rows −1, 0 and 1.
#
# <details><summary>Answer</summary>Distances 4, 3, 2, 1, 0 are clipped to 1, 1, 1, 1, 0. So 0, .1 and .9.</details>


# %% nbgrader={"grade_id": "shaw_context", "solution": true}
def shaw_context(weights, table, index):
    """The vectors of all distances, summed with attention weights, in little memory.

    weights: (B, H, T, S); table: (2K + 1, d), the first row for the distance −K.
    index: (T, S) int64, any distances from −K to K, not modified.
    Returns (B, H, T, d), differentiable in weights and table.
    """
    ### BEGIN SOLUTION
    K = len(table) // 2
    rows = (index + K).expand_as(weights)  # (B, H, T, S), a view
    empty = weights.new_zeros(*weights.shape[:-1], len(table))  # (B, H, T, 2K + 1)
    return empty.scatter_add(-1, rows, weights) @ table
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "shaw_context_hints", "locked": true}
# <details><summary>A question to start from</summary>How many numbers do you need per query before the table comes in?</details>
# <details><summary>A pointer</summary><code>gather</code> reads. Its counterpart <code>scatter_add</code> writes, and adds wherever several entries have the same target.</details>
# <details><summary>Some weight is lost</summary>Plain <code>scatter</code> overwrites: of all the keys at one distance, only one survives.</details>


# %% nbgrader={"grade_id": "check_shaw_context", "grade": true, "locked": true, "points": 3}
@check("shaw_context")
def _(weights, table, index, gradient):
    weights.requires_grad_(), table.requires_grad_()
    with LargestTensor() as memory:
        context = shaw_context(weights, table, index)
    backward(context, gradient)
    B, H, T, S = weights.shape
    too_much = memory.too_much(B * H, T, S, *table.shape)
    return {
        "context": context,
        "grad_weights": weights.grad,
        "grad_table": table.grad,
        "memory": {"context": context, "too_much": too_much},
        "index unchanged": {"context": context, "index": index},
    }


# %% [markdown]
# How much did that save? The next cell measures the largest tensor that each version creates along the way, for one
# head of width 64 and K = 16. **Predict** the factor at 1,024 tokens.

# %% tags=["explore"]
if answered("relative_index", "shaw_scores"):
    lengths, sizes = [64, 256, 1024], {"a vector for each pair": [], "a product for each row": []}
    table = torch.randn(33, 64).to(where)
    for T in lengths:
        q, index = torch.randn(1, 1, T, 64).to(where), relative_index(T, T, 16).to(where)
        with LargestTensor() as plain:
            expected = torch.einsum("bhid,ijd->bhij", q, table[index + 16])
        with LargestTensor() as saving:
            found = shaw_scores(q, table, index)
        sizes["a vector for each pair"].append(plain.bytes)
        sizes["a product for each row"].append(saving.bytes)
    plots.memory(lengths, sizes)
    record("difference of the two forms", (found - expected).abs().max().item(), expected=(0, 1e-4))
    record("times less memory at 1,024 tokens", plain.bytes / saving.bytes, expected=(30, 70))

# %% [markdown]
# <details><summary>The answer</summary>
#
# The largest tensor is now the matrix of row numbers in int64, with 8 bytes per pair instead of 256. One such matrix
# serves all heads and sequences, and all layers if you like.
#
# </details>
#
# **A good place to stop.** When you come back, *Run All Cells* takes you here: your answers stay.

# %% [markdown]
# ## 5 · DeBERTa's disentangled attention: `DisentangledAttention`
#
# *Hard · 25 minutes · without `transformers`*
#
# DeBERTa (He et al. 2021, arXiv 2006.03654) keeps three of the four terms. It *disentangles* content and position:
# each has its own projections, $Q^c, K^c$ for the content, and $Q^r, K^r$ for a table $P$ of relative positions with 2K
# rows. (The paper writes k where we write K.)
#
# $$e_{ij} = Q^c_i K^{c\top}_j + Q^c_i K^{r\top}_{\delta(i, j)} + K^c_j Q^{r\top}_{\delta(j, i)}, \qquad
# \alpha_i = \text{softmax}(e_i / \sqrt{3d})$$
#
# The terms are called content-to-content, content-to-position and position-to-content. **Predict**: which two of them
# does `ShawAttention` have, and what can the remaining one express?
#
# <details><summary>Answer</summary>The first two. The third lets the key have a say.</details>

# %% [markdown] nbgrader={"grade_id": "why_DisentangledAttention", "locked": true}
# With the third term, a *key* can choose from where it wants to be seen: "new" would like to be found by the noun right
# after it. *Where, where* is dropped, because the product of two position vectors tells you nothing about the words.
# Three terms of variance d add up to 3d, hence the scale. The values get no positions, and there is no output
# projection here: mixing the heads is left to the next layer.
#
# The row is $\delta(i, j) = i - j + K$, clipped to 0 … 2K − 1. So this table has no row for the distance K itself, and
# everything from K − 1 on shares one.
#
# There are two versions of the third term. The paper prints $\delta(j, i)$; the authors' code, and with it transformers
# and all published weights, uses $\delta(i, j)$. Both use the content of key $j$, but they look up different rows of
# the table. Yours can do either: see `as_printed`.


# %% nbgrader={"grade_id": "DisentangledAttention", "solution": true}
class DisentangledAttention(nn.Module):
    """DeBERTa's disentangled attention (He et al. 2021).

    d_model: D; n_heads: H; K: rows δ(i, j) = i − j + K are clipped to 0 … 2K − 1.
    as_printed: if False, both position terms use δ(i, j), as the published weights do;
    if True, the position-to-content term uses δ(j, i), as the paper prints it.
    forward reads the attribute, so it can be changed later.
    q_proj, k_proj, v_proj for the content, pos_key_proj, pos_query_proj for the table:
    (D, D), without biases.
    table: (2K, D).
    """

    def __init__(self, d_model, n_heads, K, as_printed=False):
        super().__init__()
        self.n_heads, self.K, self.as_printed = n_heads, K, as_printed
        self.q_proj, self.k_proj, self.v_proj, self.pos_key_proj, self.pos_query_proj = (
            nn.Linear(d_model, d_model, bias=False) for _ in range(5)
        )
        self.table = nn.Parameter(0.1 * torch.randn(2 * K, d_model))

    def forward(self, x, mask=None):
        """x: (B, T, D); mask: None or (T, T), True where a query may look.

        Returns the heads' contexts side by side, (B, T, D), before any output
        projection.
        """
        ### BEGIN SOLUTION
        T, H = x.shape[1], self.n_heads
        q, k, v = (split_heads(f(x), H) for f in (self.q_proj, self.k_proj, self.v_proj))  # (B, H, T, d)
        pos_k, pos_q = (
            split_heads(f(self.table)[None], H)[0] for f in (self.pos_key_proj, self.pos_query_proj)
        )
        distance = relative_index(T, T).to(x.device)
        there = (distance + self.K).clamp(0, 2 * self.K - 1)  # δ(i, j)
        back = (-distance + self.K).clamp(0, 2 * self.K - 1) if self.as_printed else there
        scores = q @ k.mT  # (B, H, T, T)
        scores = scores + torch.einsum("bhid,hijd->bhij", q, pos_k[:, there])
        scores = scores + torch.einsum("bhjd,hijd->bhij", k, pos_q[:, back])
        scores = scores / math.sqrt(3 * q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        return merge_heads(scores.softmax(dim=-1) @ v)  # (B, T, D)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "DisentangledAttention_hints", "locked": true}
# <details><summary>A question to start from</summary>The table has D columns, and every head works with d of them. What is the shape of its projections once they are split into heads?</details>
# <details><summary>A pointer</summary>Write the index letters over each of the three products: does the content have i or j, and which one does the position have? Indexing (H, 2K, d) with rows (T, T) gives (H, T, T, d).</details>
# <details><summary>In pseudocode</summary>Five projections, each split into heads; two matrices of rows; three products with axes (B, H, i, j); one common scale; mask, softmax, values, merge the heads.</details>
# <details><summary>Can I flip the rows for δ(j, i)?</summary>Compute them from j − i instead. 2K − 1 minus the row of δ(i, j) is off by one: the table has a row for −K, but none for K.</details>
# <details><summary>Which argument is the query's?</summary>In the third term the position acts as the query and the content as the key: one row of $K^c$ for each j, one row of $Q^r$ for each pair.</details>


# %% nbgrader={"grade_id": "check_DisentangledAttention", "grade": true, "locked": true, "points": 5}
@check("DisentangledAttention")
def _(x, mask, d_model, n_heads, K, as_printed, weights, gradient):
    layer = load_weights(DisentangledAttention(d_model, n_heads, K, as_printed), weights)
    output = layer(x.requires_grad_(), mask)
    backward(output, gradient)
    found = {"output": output, "grad_x": x.grad, "grad_table": layer.table.grad}
    return found | {"grad_weights": gradient_sizes(layer)}


# %% [markdown]
# Does it match DeBERTa? The next cell puts your weights into the library's layer:

# %% tags=["explore"]
if answered("relative_index", "DisentangledAttention"):
    from transformers import DebertaV2Config
    from transformers.models.deberta_v2.modeling_deberta_v2 import DisentangledSelfAttention

    torch.manual_seed(0)
    config = DebertaV2Config(
        hidden_size=32, num_attention_heads=4, pos_att_type=["c2p", "p2c"], hidden_dropout_prob=0,
        relative_attention=True, max_relative_positions=6, position_buckets=-1, share_att_key=False,
    )  # fmt: skip
    ours, theirs = DisentangledAttention(32, 4, K=6).to(where), DisentangledSelfAttention(config).eval()
    theirs.query_proj, theirs.key_proj, theirs.value_proj = ours.q_proj, ours.k_proj, ours.v_proj
    theirs.pos_key_proj, theirs.pos_query_proj = ours.pos_key_proj, ours.pos_query_proj
    nn.init.normal_(ours.table)
    x, all_see = torch.randn(2, 20, 32).to(where), torch.ones(1, 1, 20, 20, device=where)
    gap = (ours(x) - theirs(x, all_see, rel_embeddings=ours.table)[0]).abs().max().item()
    record("largest difference from transformers", gap, expected=(0, 1e-5))
    ours.as_printed = True
    gap = (ours(x) - theirs(x, all_see, rel_embeddings=ours.table)[0]).abs().max().item()
    record("and with the paper's third term", gap, expected=(0.05, 5))

# %% [markdown]
# A table trained with one version of the third term doesn't fit the other. If you build the model from the paper alone
# and load the published weights, it is a little wrong everywhere and crashes nowhere.
#
# ### Find the error: three in one line
#
# A lecture prints the scores as
#
# $$q^\top(x_i)\, k(x_n) = x_i^\top W_q^\top W_k\, x_n^\top + x_i^\top W_q^\top W_k\, p(i - n) +
# p(i - n)^\top W_q^\top W_k\, x_n^\top$$
#
# Find three differences from the paper. One is about shapes, two are about the model.
#
# <details><summary>Answer</summary>
#
# $x_n^\top$ appears twice where $x_n$ belongs: a column times a row does not give a score. Positions go through the
# $W_q$ and $W_k$ of the <i>content</i>, but in the paper they have their own projections. (Versions 2 and 3 of the
# model gave these up, <code>share_att_key</code> in transformers, so the line would fit those; but the lecture cites
# the paper.) And the scale $\sqrt{3d}$ is missing.
#
# </details>

# %% [markdown]
# ## 6 · A learned bias for each distance: `clipped_bias`
#
# *Easy · 4 minutes*
#
# Now let's go the other way: how little is enough? Besides *what, what* we keep only *where, where*, and don't even
# compute a product for it. Each head learns one *number* per distance, a **bias** added to the score:
#
# $$e_{ij} = q_i^\top k_j + b_{h,\, \text{clip}(i - j)}$$
#
# (As in T5, nothing is divided by √d; section 9 gives the reason.) The bias can't depend on the query's content: all
# queries of a head prefer the same distances, so each head needs a bias of its own. In return it costs next to nothing,
# and all heads of a layer fit into one small table that you can read.
#
# (A lecture calls this T5's scheme, with "$p$ a trainable vector". What is added to a score is a *scalar*, one for
# each head; and T5 does not clip, as section 7 shows.)


# %% nbgrader={"grade_id": "clipped_bias", "solution": true}
def clipped_bias(table, n_queries, n_keys):
    """One number for each head and each clipped distance, for all pairs.

    table: (2K + 1, H), the first row for the distance i − j = −K.
    n_queries, n_keys: T ≤ S; the queries are the last T of the S positions.
    Returns (H, T, S), differentiable in table.
    """
    ### BEGIN SOLUTION
    K = len(table) // 2
    rows = relative_index(n_queries, n_keys, K) + K  # (T, S)
    return table[rows].permute(2, 0, 1)  # (H, T, S)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "clipped_bias_hints", "locked": true}
# <details><summary>A question to start from</summary>What is K when the table has 7 rows?</details>
# <details><summary>A pointer</summary>A lookup puts the table's last axis after those of the index. For scores, the heads have to come first.</details>


# %% nbgrader={"grade_id": "check_clipped_bias", "grade": true, "locked": true, "points": 2}
@check("clipped_bias")
def _(table, n_queries, n_keys, gradient):
    bias = clipped_bias(table.requires_grad_(), n_queries, n_keys)
    backward(bias, gradient)
    return {"bias": bias, "grad_table": table.grad}


# %% [markdown]
# ## 7 · T5's logarithmic buckets: `t5_bucket`
#
# *Hard · 18 minutes · without `transformers`*
#
# A difference of one position matters nearby, but not 60 positions away. So T5 gives each small distance its own
# bucket; larger ones share ever wider buckets, up to `max_distance`. With $n$ buckets for one direction, the first
# $e = n/2$ (rounded down) hold one distance each, and the bucket of a distance
# $x \ge 0$ is
#
# $$x \;\text{ for } x < e, \qquad
# \min\!\Big(n - 1,\; e + \Big\lfloor \frac{\ln(x/e)}{\ln(m/e)}\,(n - e) \Big\rfloor\Big)
# \;\text{ for } x \ge e, \qquad m = \text{max distance}$$
#
# **Two-sided** (an encoder): each direction gets half of the buckets, so $n$ is half the total (with 6 buckets, $n$ = 3
# and $e$ = 1). Keys *after* the query
# have $n$ added to their bucket. **One-sided** (a decoder): all buckets look back, and a key after the query, which a
# mask hides, gets bucket 0.
#
# By hand: 8 buckets, one-sided, m = 16. Into which buckets do the distances 3, 4, 5, 6, 8, 11, 12 and 100 fall?
#
# <details><summary>Answer</summary>e = 4, and (n − e)/ln(m/e) = 4/ln 4. So 3, then 4, 4, 5, 6, 6, 7, 7.</details>


# %% nbgrader={"grade_id": "t5_bucket", "solution": true}
def t5_bucket(distance, n_buckets=32, max_distance=128, two_sided=True):
    """T5's bucket of each distance.

    distance: int64 of any shape, i − j (query minus key), not modified.
    n_buckets: even, 4 or more, for both directions together if two_sided.
    max_distance: m > e; the last bucket holds all distances from m on, and some below.
    two_sided: keys after the query get the second half of the buckets; if False, they
    get bucket 0.
    Returns int64 from 0 to n_buckets − 1, in the shape of distance. (The check leaves
    out distances at which only rounding decides between two buckets.)
    """
    ### BEGIN SOLUTION
    n = n_buckets // 2 if two_sided else n_buckets
    far = distance.abs() if two_sided else distance.clamp(min=0)
    exact = n // 2
    steps = (far.clamp(min=1) / exact).log() / math.log(max_distance / exact) * (n - exact)
    bucket = torch.where(far < exact, far, (exact + steps.long()).clamp(max=n - 1))
    return bucket + n * (distance < 0) if two_sided else bucket
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "t5_bucket_hints", "locked": true}
# <details><summary>A question to start from</summary>In each of the two modes, how many buckets are there for one direction, and how many of those are exact?</details>
# <details><summary>A pointer</summary>Compute both formulas for all distances and choose with <code>torch.where</code>. The logarithm of 0 is −∞, which no int64 can hold, so keep 0 away from the logarithm even where its result won't be chosen.</details>
# <details><summary>In pseudocode</summary>Number of buckets per direction; the absolute distance, or only its backward part; the exact bucket; the logarithmic one, rounded down and kept below n; choose; add n for keys after the query.</details>
# <details><summary>My 8 comes out as 5, not 6</summary>Every logarithm is rounded. The difference of two logarithms can fall a hair short of the whole number it should be; here the logarithm of the quotient does not.</details>


# %% nbgrader={"grade_id": "check_t5_bucket", "grade": true, "locked": true, "points": 4}
@check("t5_bucket")
def _(distance, n_buckets, max_distance, two_sided):
    before = distance.clone()
    bucket = t5_bucket(distance, n_buckets, max_distance, two_sided)
    return {"bucket": bucket, "distance unchanged": {"bucket": bucket, "changed": (distance != before).sum()}}


# %% [markdown]
# Each bucket is one step of the staircase. **Predict**, then move the sliders: beyond which distance does T5, with 32
# buckets and a maximum of 128, no longer see a difference? And T5's decoder, which has all 32 for one direction?

# %% tags=["explore"]
if answered("t5_bucket"):
    plots.explore_buckets(t5_bucket, n_buckets=32, max_distance=128)
    distance, last = torch.arange(200), []
    for sided in (True, False):
        bucket = t5_bucket(distance, two_sided=sided)
        last.append(int((bucket < bucket[-1]).sum()))  # distances before the last bucket
    record("where the last bucket begins, two-sided", last[0], expected=(91, 91))
    record("where the last bucket begins, one-sided", last[1], expected=(113, 113))

# %% [markdown]
# <details><summary>The answer</summary>
#
# At 91 and at 113, not at 128: the last bucket begins as soon as the logarithm, rounded down, reaches it. A clipped
# table would need 2 · 91 + 1 rows to reach as far, though it would tell all those distances apart.
#
# </details>

# %% [markdown]
# ## 8 · T5's relative position bias: `T5Bias`
#
# *Easy · 5 minutes · without `transformers`*
#
# Replace clipped distances with buckets, and the table becomes T5's. T5 has one such table for *all* layers of a stack:
# the first layer looks the numbers up, and the remaining layers reuse the same matrix.


# %% nbgrader={"grade_id": "T5Bias", "solution": true}
class T5Bias(nn.Module):
    """A learned bias for each bucket and head, for all pairs (Raffel et al. 2020).

    n_heads: H; n_buckets, max_distance, two_sided: as for t5_bucket.
    table: (n_buckets, H).
    """

    def __init__(self, n_heads, n_buckets=32, max_distance=128, two_sided=True):
        super().__init__()
        self.n_buckets, self.max_distance, self.two_sided = n_buckets, max_distance, two_sided
        self.table = nn.Parameter(torch.zeros(n_buckets, n_heads))

    def forward(self, n_queries, n_keys):
        """n_queries, n_keys: T ≤ S; the queries are the last T of the S positions.
        Returns (H, T, S), looked up again at every call; doesn't mask anything.
        """
        ### BEGIN SOLUTION
        distance = relative_index(n_queries, n_keys).to(self.table.device)  # (T, S)
        buckets = t5_bucket(distance, self.n_buckets, self.max_distance, self.two_sided)
        return self.table[buckets].permute(2, 0, 1)  # (H, T, S)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "T5Bias_hints", "locked": true}
# <details><summary>A question to start from</summary>What is different from <code>clipped_bias</code>, besides where the row number comes from?</details>
# <details><summary>A pointer</summary>Three of the module's attributes are arguments of your function. Which one decides whether a decoder gets all the buckets?</details>


# %% nbgrader={"grade_id": "check_T5Bias", "grade": true, "locked": true, "points": 2}
@check("T5Bias")
def _(n_queries, n_keys, n_heads, options, weights, gradient):
    layer = T5Bias(n_heads, **options)
    layer(1, n_keys)  # this call must not affect the next one
    bias = load_weights(layer, weights)(n_queries, n_keys)
    backward(bias, gradient)
    return {"bias": bias, "grad_table": layer.table.grad}


# %% [markdown]
# ## 9 · Attention with T5's bias: `T5Attention`
#
# *Medium · 8 minutes · without `transformers`*
#
# The bias is added to the scores, before softmax. Unlike Shaw's, T5's values know nothing about positions.
#
# T5 also does *not* divide by √d. Its authors didn't forget the factor; they moved it into the initial weights of the
# queries, which are smaller by √d. Weights that were trained without the division have to run without it.
#
# There is one more liberty: H heads of width d don't have to add up to D. T5-11B has 128 heads of width 128, so 16,384
# columns, for a D of 1,024.


# %% nbgrader={"grade_id": "T5Attention", "solution": true}
class T5Attention(nn.Module):
    """T5's self-attention: scores are not scaled, and a bias is added to them.

    d_model: D; n_heads: H; d_head: d; H·d doesn't have to be D.
    q_proj, k_proj, v_proj: (H·d, D), out_proj: (D, H·d), without biases.
    """

    def __init__(self, d_model, n_heads, d_head):
        super().__init__()
        self.n_heads = n_heads
        self.q_proj, self.k_proj, self.v_proj = (
            nn.Linear(d_model, n_heads * d_head, bias=False) for _ in range(3)
        )
        self.out_proj = nn.Linear(n_heads * d_head, d_model, bias=False)
        nn.init.normal_(self.q_proj.weight, std=(d_model * d_head) ** -0.5)

    def forward(self, x, bias, mask=None):
        """x: (B, T, D); bias: (H, T, T), not modified; mask: None or (T, T), True where
        a query may look.

        Returns (B, T, D).
        """
        ### BEGIN SOLUTION
        q, k, v = (split_heads(f(x), self.n_heads) for f in (self.q_proj, self.k_proj, self.v_proj))
        scores = q @ k.mT + bias  # (B, H, T, T)
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        return self.out_proj(merge_heads(scores.softmax(dim=-1) @ v))  # (B, T, D)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "T5Attention_hints", "locked": true}
# <details><summary>A question to start from</summary>Which lines of your <code>ShawAttention</code> stay, and which go?</details>
# <details><summary>A pointer</summary>(H, T, T) lines up with the last axes of (B, H, T, T), so it broadcasts as it is.</details>
# <details><summary>F.scaled_dot_product_attention?</summary>You may use it, and it takes a float mask that is added to the scores. Read what its argument <code>scale</code> does when you leave it out.</details>


# %% nbgrader={"grade_id": "check_T5Attention", "grade": true, "locked": true, "points": 3}
@check("T5Attention")
def _(x, bias, mask, d_model, n_heads, d_head, weights, gradient):
    layer = load_weights(T5Attention(d_model, n_heads, d_head), weights)
    output = layer(x.requires_grad_(), bias.requires_grad_(), mask)
    backward(output, gradient)
    found = {
        "output": output,
        "grad_x": x.grad,
        "grad_bias": bias.grad,
        "grad_weights": gradient_sizes(layer),
    }
    return found | {"bias unchanged": {"output": output, "bias": bias}}


# %% [markdown]
# ### Then use the library
#
# A T5 encoder in `transformers` has the table in its first layer and hands the bias on to the rest. The next cell builds
# a small one with random weights, gives its first layer's weights to your two classes, and compares the outputs. Two
# lines of a configuration are all it takes to set the buckets.

# %% tags=["explore"]
if answered("relative_index", "t5_bucket", "T5Bias", "T5Attention"):
    from transformers import T5Config
    from transformers.models.t5.modeling_t5 import T5Attention as LibraryAttention

    torch.manual_seed(0)
    config = T5Config(
        d_model=32, num_heads=3, d_kv=8, relative_attention_num_buckets=16, relative_attention_max_distance=20,
        attn_implementation="eager",
    )  # fmt: skip
    theirs = LibraryAttention(config, has_relative_attention_bias=True).to(where).eval()
    ours, bias = T5Attention(32, 3, 8).to(where), T5Bias(3, 16, 20).to(where)
    bias.table.data.copy_(theirs.relative_attention_bias.weight)
    for own, name in [("q_proj", "q"), ("k_proj", "k"), ("v_proj", "v"), ("out_proj", "o")]:
        getattr(ours, own).weight.data.copy_(getattr(theirs, name).weight)
    x = torch.randn(2, 40, 32).to(where)
    with torch.no_grad():
        gap = (ours(x, bias(40, 40)) - theirs(x)[0]).abs().max().item()
    record("T5: largest difference from transformers", gap, expected=(0, 1e-4))

# %% [markdown]
# ### What each scheme can express
#
# How much can each scheme express? Every picture has five queries; each line shows what one query gets from positions
# alone, by distance. The tables are random, except that the first picture shows MiniLM's head 2. For DeBERTa, all keys
# are the same word. **Predict**: in which pictures do all five lines agree?

# %% tags=["explore"]
if answered("relative_index", "shaw_scores", "clipped_bias", "t5_bucket", "T5Bias"):
    torch.manual_seed(3)
    reach, n = 20, 41  # one query in the middle of n tokens sees `reach` of them on both sides
    queries, table, numbers = (torch.randn(*size).to(where) for size in [(1, 1, 5, 32), (17, 32), (17, 1)])
    word, for_keys = torch.randn(32).to(where), torch.randn(17, 32).to(where)
    index = relative_index(n, n, 8)[reach].expand(5, n).to(where)
    bias = T5Bias(1, 16, 20)
    nn.init.normal_(bias.table)
    rulers = {
        "addresses (MiniLM)": torch.stack([where_where[2, i, i - 20 : i + 21] for i in range(30, 80, 10)]),
        "Shaw, K = 8": shaw_scores(queries, table, index)[0, 0] / math.sqrt(32),
        "DeBERTa, K = 8": (shaw_scores(queries, table, index)[0, 0] + (for_keys @ word)[index + 8])
        / math.sqrt(96),
        "a clipped number, K = 8": clipped_bias(numbers, n, n)[0, reach].expand(5, n),
        "T5, 16 buckets": bias(n, n)[0, reach].expand(5, n),
    }
    plots.rulers({name: lines.detach().cpu() for name, lines in rulers.items()}, reach)

# %% [markdown]
# <details><summary>The answer</summary>
#
# In the last two, the clipped number and T5, because a bias is the same for every query. Shaw's queries disagree. So do
# DeBERTa's, but they share a component, which comes from the word at the key. MiniLM's five nearly agree, although the
# model had to learn that from data.
#
# </details>

# %% [markdown]
# ## 10 · Longer than in training: the cipher
#
# Back to Vigenère. Letters are numbers from 0 to 25, and $c_i = m_i + m_{i-3}$ modulo 26. The model is one layer of
# your attention, followed by a small network that does the adding. It trains on notes of 24 random letters, and then we
# test its **length generalization**. **Predict** two things. Plotted by distance, what will the learned biases look
# like? And what happens to a message of 1,000 letters, with 8 buckets up to 16, and with T5's own 32 up to 128?


# %% nbgrader={"grade_id": "Clerk", "locked": true}
class Clerk(nn.Module):
    """Letters to enciphered letters: one layer of attention that looks back with a bias, and a network of two layers."""

    def __init__(self, n_buckets, max_distance, width=64, n_heads=4):
        super().__init__()
        self.letters = nn.Embedding(26, width)
        self.bias = T5Bias(n_heads, n_buckets, max_distance, two_sided=False)
        self.attention = T5Attention(width, n_heads, width // n_heads)
        self.add = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 256), nn.GELU(), nn.Linear(256, 26))

    def forward(self, ids):
        T = ids.shape[1]
        x = self.letters(ids)  # (B, T, D)
        return self.add(
            x + self.attention(x, self.bias(T, T), causal_mask(T, device=ids.device))
        )  # (B, T, 26)


def cipher(ids, lag=3):
    """Vigenère's rule.  ids: (B, T) letters from 0 to 25.  Returns (B, T − lag): those that have a letter lag back."""
    return (ids[:, lag:] + ids[:, :-lag]) % 26


# %% nbgrader={"grade_id": "apprentice", "locked": true}
def apprentice(clerk, steps):
    """Train on notes of 24 letters, and count what is right in longer ones.  Returns length → share of letters."""
    table, dice = clerk.bias.table, torch.Generator().manual_seed(0)
    others = [p for p in clerk.parameters() if p is not table]
    # AdamW moves every number by about the learning rate, and a lone bias has to move farther than an entry of a matrix
    optimizer = torch.optim.AdamW([{"params": others}, {"params": [table], "lr": 0.3}], lr=3e-3)
    for _ in range(steps):
        notes = torch.randint(26, (64, 24), generator=dice).to(where)
        loss = F.cross_entropy(clerk(notes)[:, 3:].transpose(1, 2), cipher(notes))
        optimizer.zero_grad(), loss.backward(), optimizer.step()
    shares = {}
    for T in [24, 48, 96, 240, 1000]:
        notes = torch.randint(26, (4, T), generator=dice).to(where)
        with torch.no_grad():
            right = clerk(notes)[:, 3:].argmax(dim=-1) == cipher(notes)
            shares[T] = right.cpu().double().mean().item()
    return shares


# %% tags=["explore"]
if answered("relative_index", "t5_bucket", "T5Bias", "T5Attention"):
    steps, clerks, accuracy = 400, {}, {}
    for n_buckets, max_distance in [(8, 16), (32, 128)]:
        torch.manual_seed(0)
        name = f"{n_buckets} buckets, up to {max_distance}"
        clerks[name] = Clerk(n_buckets, max_distance).to(where)
        accuracy[name] = apprentice(clerks[name], steps)
    near, wide = accuracy.values()
    settings = {name: (c.bias.n_buckets, c.bias.max_distance, False) for name, c in clerks.items()}
    rows = {name: t5_bucket(torch.arange(48), *more) for name, more in settings.items()}
    tables = {name: clerk.bias.table.detach().cpu() for name, clerk in clerks.items()}
    plots.learned_bias(tables, rows, accuracy, trained=24)
    record("24 letters, up to 16", near[24], expected=(0.99, 1))
    record("240 letters, up to 16", near[240], expected=(0.98, 1))
    record("1,000 letters, up to 16", near[1000], expected=(0.85, 1))
    record("24 letters, up to 128", wide[24], expected=(0.99, 1))
    record("1,000 letters, up to 128", wide[1000], expected=(0, 0.45))

# %% [markdown]
# <details><summary>The answer</summary>
#
# A tower at distance 3: the rule of 1586, plain to read in a table of numbers. With buckets up to 16 the model
# enciphers 240 letters with hardly a mistake, and most of 1,000.
#
# With buckets up to 128 the same training fails on long messages. Look at the grey part. In training no token was ever
# 24 positions away, so those buckets never got a gradient and stayed at their initial 0. The wrong distances that did
# occur were pushed far below 0. So everything far away suddenly looks more interesting than anything near, apart from
# the one right distance. With buckets up to 16, "farther than 16" occurred in every note, and what is true at 20 is
# true at 900.
#
# </details>
#
# So a relative scheme doesn't **extrapolate** to longer texts just because it is relative. It extrapolates if its last
# row has been trained. Sitting b asks the same question about rotations.

# %% [markdown] nbgrader={"grade_id": "written_a", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A team trains a decoder on texts of 512 tokens with Shaw's
# vectors, K = 600, and is proud that the scheme "works at any length". On texts of 2,000 tokens it writes nonsense.
# Explain what happened to which rows of the tables, and why no error was raised. Then name a setting of K, or another
# scheme from this sitting, that you would have chosen before training, and say what it gives up.
#
# ### BEGIN SOLUTION
# **Model answer.** In texts of 512 tokens no distance is greater than 511. The rows for 512 to 600 were never looked
# up, so they got no gradient and still hold their random initial values. (In a decoder the rows for negative distances
# are never trained either, but the mask always hides those pairs.) With 2,000 tokens most pairs have a distance of 512
# or more, and the row for 600 serves everything beyond it: random vectors enter most of the scores and the values.
# There is no error, because clipping makes every index valid. I would have chosen a K well below 512, say 64. Then the
# last row means "64 or farther" and is trained in every text. That gives up telling 65 from 500. T5's buckets with a
# maximum distance below 512 keep a rough idea of the difference, but their biases do not depend on the query's content
# and add nothing to the values.
#
# **Rubric.**
#
# - a, 0.5 points: rows beyond the trained distances keep their initial values
# - b, 0.5 points: clipping prevents any error message
# - c, 0.5 points: a setting whose last row is trained: K, or the maximum distance, below the trained length
# - d, 0.5 points: what that setting gives up
# ### END SOLUTION

# %% [markdown]
# ## 11 · For a friend: encipher a message
#
# Write a message below, of any length, even though the model has only ever seen notes of 24 letters. Send your friend
# the enciphered text, the first three letters of your message (they are the key), and the rule for reading it: subtract
# the letter three places back. No line of the model's code contains that rule.

# %% tags=["explore"]
if answered("relative_index", "t5_bucket", "T5Bias", "T5Attention"):
    message = (
        "Dear friend, this was enciphered by a machine that has never read a letter in its life. It was shown short "
        "strips of nonsense, and worked out by itself what a French diplomat printed in the year fifteen hundred and "
        "eighty six. If you can read this, then it has understood the word before better than most of us."
    )
    plain = torch.tensor([[ord(c) - ord("a") for c in message.lower() if "a" <= c <= "z"]], device=where)
    with torch.no_grad():
        secret = clerks["8 buckets, up to 16"](plain)[0, 3:].argmax(dim=-1).tolist()
    read = plain[0, :3].tolist()
    print("key:", "".join(chr(97 + n) for n in read), "\n", "".join(chr(97 + n) for n in secret), "\n")
    for number in secret:  # what your friend has to do: three letters back in what has been read so far
        read.append((number - read[-3]) % 26)
    print("".join(chr(97 + n) for n in read))
    wrong = sum(a != b for a, b in zip(secret, cipher(plain)[0].tolist()))
    record("letters enciphered wrongly", wrong, expected=(0, 3))

# %% [markdown]
# A single wrong letter spoils every third letter after it, because the message is the key.
#
# **What you have now.**
#
# | scheme | what is learned | where it enters | depends on the words | beyond the trained length |
# |---|---|---|---|---|
# | absolute | a vector for each position | tokens, so queries, keys and values | yes | no row |
# | Shaw | 2K + 1 vectors, twice | keys and values | on the query | clipped: one row for everything beyond |
# | DeBERTa | 2K vectors, two projections | scores | on query and key | clipped |
# | clipped bias | 2K + 1 numbers for each head | scores | no | clipped |
# | T5 | a number for each bucket and head | scores | no | the last bucket, if it was trained |
#
# All of them learn something for each position or distance. Sitting b turns queries and keys by an angle, and subtracts
# a straight line: nothing to learn at all, and a formula for every possible distance.
#
# **Sources.** Shaw et al. 2018, arXiv 1803.02155. He et al. 2021, arXiv 2006.03654. Raffel et al. 2020, arXiv
# 1910.10683. Vigenère 1586, *Traicté des chiffres*. The encoder is all-MiniLM-L6-v2 (Apache-2.0).

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
