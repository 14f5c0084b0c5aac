# %% [markdown]
# # Lesson 02 · Attention
# ## First sitting: scores, masks, and the function that has its name
#
# In "The girl lost her keys because she ran too fast", you looked from *she* back to *girl*. At the end of this lesson a
# layer of yours does so.
#
# Three kinds of layers let a token learn about the tokens around it. A **recurrence** passes one state along the text,
# so what stood far back has been rewritten many times. A **convolution** sees a fixed number of neighbours.
# **Attention** takes a weighted average of all tokens, and computes the weights from the tokens themselves: every token
# can reach every other in one step.
#
# When you reach the end of this sitting you will have
#
# - softmax that does not overflow, and three ways to score a query against a key,
# - every mask that later lessons need,
# - `scaled_dot_product_attention`, equal to torch's, gradients included, also where a query may look nowhere,
# - read four printed tables and formulas of attention, and found what is wrong with them.

# %% [markdown]
# | | |
# |---|---|
# | Uses | lesson 00: checks, shapes, modules. Lesson 01 is not used |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises; a good place for a break is after the additive score of exercise 5 |
# | Points | {{points}} for {{exercises}}; this sitting has no written question |
#
# **Conventions**, kept in all lessons:
# - Shapes: `B` sequences in a batch, `T` queries, `S` keys, `D` the model's width, `d` the width of a head.
#   `(..., T, d)` means: any axes in front, treated alike.
# - A boolean mask is **True where a query may look**, as in `F.scaled_dot_product_attention`. In
#   `nn.MultiheadAttention` True means the opposite.
# - Weights act as $y = x W^\top$, as in `nn.Linear`: the rows of $W$ are its outputs.
# - Positions count from 0.
#
# <details><summary>1. In x.mean(dim=0) of a table (38, 26), along which axis do you move, and how many means are there?</summary>Down the columns: 26 means (lesson 00).</details>
# <details><summary>2. How do shapes line up when they are broadcast?</summary>From the right. An axis of length 1 is stretched (lesson 00).</details>
# <details><summary>3. What does .detach() do to a gradient?</summary>It cuts it off, in silence: what lies before gets none (lesson 00).</details>
# <details><summary>4. Which token does position t of a window have to predict?</summary>The one at t + 1: targets are the inputs shifted by one (lesson 01).</details>
# <details><summary>5. What does a row of a minibatch hold?</summary>A window of T ids. A batch has the shape (B, T) (lesson 01).</details>

# %% nbgrader={"grade_id": "imports", "locked": true}
try:
    from autograder.checks import answered, backward, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

import math

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices
from utils.metrics import record
from utils.plots import masks
from utils.topics.attention import figures as plots
from utils.topics.attention import random_scores

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# ## Three tokens by hand
#
# A look-up in a table has a question, the labels of the entries, and the entries. Attention has the same three parts,
# as vectors, and its look-up is soft:
#
# | | | in a table |
# |---|---|---|
# | **query** $q$ | what this token wants to know | the question |
# | **key** $k$ | what a token offers | the label of an entry |
# | **value** $v$ | what it gives when it is chosen | the entry |
#
# Every query is compared with every key. The comparisons, called **scores**, become positive **weights** that sum to
# one, and the output is the average of the values with these weights:
#
# $$\text{output}_t = \sum_s \alpha_{ts}\, v_s, \qquad \alpha_{ts} = \frac{e^{\text{score}(q_t, k_s)}}{\sum_j e^{\text{score}(q_t, k_j)}}.$$
#
# It is a look-up in spirit only. No entry is stored anywhere: keys and values are computed from the text that is being
# read, and what comes out is a mixture.
#
# Do one by hand before any code. Three tokens have the scores $0$, $\ln 2$ and $\ln 2$ for one query, and the values
# $10$, $0$ and $5$. What is the output?
#
# <details><summary>The answer</summary>
#
# The exponentials are 1, 2 and 2, with sum 5. The weights are 1/5, 2/5 and 2/5, and the output is 10 · 1/5 + 0 · 2/5 +
# 5 · 2/5 = <b>4</b>. The value 10 counts least, because its token scored lowest: what a token has to say and how much
# attention it gets are two different things.
#
# </details>

# %% [markdown] nbgrader={"grade_id": "why_softmax", "locked": true}
# ## 1 · From scores to weights: `softmax`
#
# *Easy · 8 minutes · without torch's `softmax`, `softmin`, `logsumexp`, `logcumsumexp`*
#
# Softmax makes weights out of scores: $\alpha_s = e^{x_s} / \sum_j e^{x_j}$. It keeps the order, makes every weight
# positive, and makes a row sum to one.
#
# Computed like this it breaks. In float32 $e^{89}$ is infinite, and $\infty/\infty$ is not a number. But adding one
# number to all scores of a row changes nothing, because the same factor appears in the numerator and in the
# denominator: $e^{x_s + c} = e^c e^{x_s}$. So subtract the largest score of each row first. The largest becomes 0,
# nothing can overflow, and the denominator is at least 1.
#
# Predict, then run: three rows of scores that differ only by a constant. Which rows does the plain formula survive?

# %% tags=["explore"]
plots.softmax_overflow(levels=[0, 80, 300])


# %% nbgrader={"grade_id": "softmax", "solution": true}
def softmax(x, dim=-1):
    """Turn scores into weights: positive, and summing to one along `dim`, for scores of any size.

    x: any shape; dim: the axis that is normalised.  Returns the shape of x.
    """
    ### BEGIN SOLUTION
    shifted = x - x.amax(dim=dim, keepdim=True)  # the largest score of each row becomes 0
    e = shifted.exp()
    return e / e.sum(dim=dim, keepdim=True)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "softmax_hints", "locked": true}
# <details><summary>A question to start from</summary>For x of shape (2, 3, 5) and dim = -1, how many largest scores and how many sums are there, and which shape lets them broadcast against x?</details>
# <details><summary>A pointer</summary><code>amax</code> and <code>sum</code> take <code>dim</code> and <code>keepdim</code>.</details>
# <details><summary>In pseudocode</summary>largest of each row, axis kept → subtract → exp → divide by the sum of each row, axis kept</details>
# <details><summary>I get "The size of tensor a must match the size of tensor b"</summary>The axis that you reduced is gone. Keep it with length 1.</details>


# %% nbgrader={"grade_id": "check_softmax", "grade": true, "locked": true, "points": 3}
@check("softmax")
def _(x, dim):
    return {"weights": softmax(x, dim)}


# %% [markdown] nbgrader={"grade_id": "why_attention_output", "locked": true}
# ## 2 · Weights and values: `attention_output`
#
# *Easy · 5 minutes*
#
# The table below gives the attention weights of a sentence of seven words. A row is a query: it says how one word
# spreads its attention over all words, itself included. The numbers are those of a published lecture, the words are
# ours.
#
# The output for a word is the sum of the values of all words, each times its weight in that word's row:
# $\text{output}_t = \sum_s \alpha_{ts} v_s$. Nothing else happens to the values. This is the whole second half of
# attention. The right half of the picture reads one row as a network: words are nodes, weights are the strength of the
# lines between them.

# %%
words = ["Storms", "are", "delaying", "our", "trains", "trust", "me"]
table = torch.tensor(
    [
        [0.10, 0.10, 0.30, 0.20, 0.20, 0.05, 0.05],
        [0.05, 0.05, 0.50, 0.15, 0.15, 0.05, 0.05],
        [0.20, 0.10, 0.10, 0.20, 0.30, 0.05, 0.05],
        [0.15, 0.05, 0.25, 0.10, 0.35, 0.05, 0.05],
        [0.30, 0.00, 0.40, 0.20, 0.00, 0.05, 0.05],
        [0.10, 0.10, 0.10, 0.10, 0.30, 0.20, 0.10],
        [0.10, 0.10, 0.10, 0.10, 0.30, 0.10, 0.20],
    ]
)

# %% tags=["explore"]
plots.weight_table(table, words, query="delaying")


# %% nbgrader={"grade_id": "attention_output", "solution": true}
def attention_output(weights, values):
    """Average the values with the given weights, one average for each query.

    weights: (..., T, S), rows summing to one; values: (..., S, D).  Returns (..., T, D).
    """
    ### BEGIN SOLUTION
    return weights @ values  # (..., T, S) times (..., S, D)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "attention_output_hints", "locked": true}
# <details><summary>A question to start from</summary>For one query: which numbers of the table do you need, and what does each of them multiply?</details>
# <details><summary>A pointer</summary>Write it as two loops first, over queries and over keys. Then look for the operation whose definition is that double loop.</details>
# <details><summary>In pseudocode</summary>for each query t: output[t] = the sum over s of weights[t, s] · values[s]</details>


# %% nbgrader={"grade_id": "check_attention_output", "grade": true, "locked": true, "points": 2}
@check("attention_output")
def _(weights, values):
    return {"output": attention_output(weights, values)}


# %% [markdown]
# ### Find the error: a table that softmax did not make
#
# The lecture offers this table as the output of softmax. Each row sums to one, to two decimals. One row still cannot
# have come from softmax of finite scores. Which one, and which scores would it need? Look for it before you run the
# cell.

# %%
print("row sums   ", [round(float(row), 2) for row in table.sum(-1)])
print("log weights", [round(float(w), 2) for w in table[words.index("trains")].log()])

# %% [markdown]
# <details><summary>The answer</summary>
#
# The row of "trains" has two weights of exactly 0. Softmax of finite scores never gives 0, because e to the power of
# anything is positive: the scores would have to be −∞. (In float32 a weight also ends as 0 when its score lies more
# than about 103 below the largest.) Rounded to two decimals, 0.00 means less than 0.005, which needs a score about 4.4
# below that of "delaying": quite possible for a real model, but then it should be read as "small". Exact zeros are made
# by a <b>mask</b>, and exercises 6 to 9 are about those.
#
# The lecture also says that each word looks at every <i>other</i> word. The diagonal says otherwise: a word looks at
# itself too. And its caption reads the row of "delaying" as looking most at two words, "trains" and "Storms"; "our" has
# the same weight as "Storms".
#
# </details>

# %% [markdown] nbgrader={"grade_id": "why_dot_score", "locked": true}
# ## 3 · The dot product as a score: `dot_score`
#
# *Easy · 5 minutes*
#
# Where do weights come from? From a number that says how well a query and a key fit. The simplest is their dot product
# (Luong et al. 2015), $\text{score}(q, k) = q^\top k$: large when they point the same way, zero when they are at right
# angles, negative when they oppose each other.
#
# For all pairs at once this is one matrix product. With $T$ queries in the rows of $Q$ and $S$ keys in the rows of $K$,
# the scores are $Q K^\top$. The picture shows the shapes for 3 queries and 5 keys of width 2: one row for each query,
# one column for each key.

# %% tags=["explore"]
plots.product_shapes(T=3, S=5, d=2)


# %% nbgrader={"grade_id": "dot_score", "solution": true}
def dot_score(q, k):
    """Score every query against every key by their dot product.

    q: (..., T, d) queries; k: (..., S, d) keys.  Returns (..., T, S).
    """
    ### BEGIN SOLUTION
    return q @ k.transpose(-2, -1)  # (..., T, d) times (..., d, S)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "dot_score_hints", "locked": true}
# <details><summary>A question to start from</summary>Which two axes meet in the matrix product, and which one has to move?</details>
# <details><summary>A pointer</summary>Everything in front of the last two axes is a batch for <code>@</code>; only those two need care. <code>.T</code> reverses all axes.</details>
# <details><summary>In pseudocode</summary>swap the last two axes of k, then multiply q with it</details>
# <details><summary>I get "mat1 and mat2 shapes cannot be multiplied" or "Expected size for first two dimensions"</summary>Print both shapes. The inner two of the last four numbers must both be d.</details>


# %% nbgrader={"grade_id": "check_dot_score", "grade": true, "locked": true, "points": 2}
@check("dot_score")
def _(q, k):
    return {"scores": dot_score(q, k)}


# %% [markdown]
# ### Find the error: the shape of $QK^\top$
#
# There are $n$ queries and $m$ pairs of a key and a value, $Q \in \mathbb{R}^{n \times d}$,
# $K \in \mathbb{R}^{m \times d}$, $V \in \mathbb{R}^{m \times d}$. Someone notes next to
# $\mathrm{softmax}(QK^\top/\sqrt{d})$ that its shape is $m \times n$. What would go wrong if it were?
#
# <details><summary>The answer</summary>
#
# (n × d)(d × m) is <b>n × m</b>: one row for each query. An m × n matrix cannot be multiplied with V, which has m rows,
# unless m = n, and there the slip goes unnoticed. That is why the checks of this lesson use different numbers of
# queries and keys. What is the shape of the output? n × d: one mixture for each query.
#
# </details>

# %% [markdown] nbgrader={"grade_id": "why_scaled_dot_score", "locked": true}
# ## 4 · Why scores are divided by √d: `scaled_dot_score`
#
# *Medium · 10 minutes*
#
# A dot product is a sum of $d$ products. When the entries of $q$ and $k$ are independent, with mean 0 and variance 1,
# every product has mean 0 and variance 1, and variances of independent terms add: $\mathrm{Var}(q \cdot k) = d$. So the
# typical size of a score is $\sqrt d$: ±8 at $d = 64$. Softmax of numbers that far apart is almost one-hot: one token
# takes everything, and the gradient of all others is close to zero.
#
# Since $\mathrm{Var}(a\,x) = a^2\,\mathrm{Var}(x)$, dividing by $\sqrt d$ brings the variance back to 1 at every width
# (Vaswani et al. 2017, section 3.2.1):
#
# $$\text{score}(q, k) = \frac{q^\top k}{\sqrt d}.$$
#
# Before you run the cell, predict the variance at $d = 64$. The second and third picture show what softmax makes of
# such scores over 64 keys: its entropy (6 bits if all weights are equal, 0 if one token takes all), and its slope, the
# sum of $\alpha_s (1 - \alpha_s)$: what softmax lets through of a gradient on its way back.

# %% tags=["explore"]
measured = random_scores.measure(widths=[1, 4, 16, 64, 256, 1024])
plots.score_variance(measured)
variance = measured.variance[measured.widths.index(64)]
if record("variance_of_q_k_at_64", variance, expected=(60, 68)):
    print("standard deviation:", round(math.sqrt(variance), 1))


# %% nbgrader={"grade_id": "scaled_dot_score", "solution": true}
def scaled_dot_score(q, k):
    """Score every query against every key, with unit variance at every width.

    q: (..., T, d) queries; k: (..., S, d) keys.  Returns (..., T, S).
    """
    ### BEGIN SOLUTION
    d = q.shape[-1]
    return q @ k.transpose(-2, -1) / math.sqrt(d)  # (..., T, S)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "scaled_dot_score_hints", "locked": true}
# <details><summary>A question to start from</summary>A score is a sum. How many terms does it have, and which axis of q tells you?</details>
# <details><summary>A pointer</summary>The scale is one number, the same for every query and key: <code>math.sqrt</code> of a length that you read off a shape.</details>
# <details><summary>In pseudocode</summary>dot products as in exercise 3, divided by the root of the width of q</details>


# %% nbgrader={"grade_id": "check_scaled_dot_score", "grade": true, "locked": true, "points": 3}
@check("scaled_dot_score")
def _(q, k):
    return {"scores": scaled_dot_score(q, k)}


# %% [markdown]
# ### Find the error: the size of a vector
#
# The scale is sometimes written $\sqrt{|k|}$, the root of the vector's size. Two readings are possible. Which one did the
# paper mean, and what would the other do?
#
# <details><summary>The answer</summary>
#
# |k| is meant as the number of entries of k, which is d. Read as the norm, every score would be divided by the root of
# its own key's length, so a long key would be heard less than its length deserves, and scores would differ from torch's.
# The check knows this slip by name.
#
# </details>

# %% [markdown] nbgrader={"grade_id": "why_additive_score", "locked": true}
# ## 5 · The first attention, by an additive score: `additive_score`
#
# *Medium · 15 minutes*
#
# Attention was invented for translation, and its first score (Bahdanau et al. 2015) was a small network with one hidden
# layer:
#
# $$\text{score}(q, k) = v^\top \tanh(W_q\, q + W_k\, k).$$
#
# Queries and keys may have different widths, and the curve keeps every hidden unit between −1 and 1. The price is
# memory: every pair of a query and a key has a hidden vector of its own, so there is a tensor of shape $(T, S, A)$,
# where the dot product goes straight to $(T, S)$ by one matrix product. That is why transformers use the dot product.
#
# The picture shows both scores for a query and a key of one number each. Where is the best key for the query $q = 1$ on
# the left, and where on the right?

# %% tags=["explore"]
plots.score_surfaces()


# %% nbgrader={"grade_id": "additive_score", "solution": true}
def additive_score(q, k, w_q, w_k, v):
    """Score every query against every key by a network with one hidden layer of width A.

    q: (..., T, dq) queries; k: (..., S, dk) keys; w_q: (A, dq); w_k: (A, dk); v: (A,).  Returns (..., T, S).
    """
    ### BEGIN SOLUTION
    from_q = (q @ w_q.T).unsqueeze(-2)  # (..., T, 1, A)
    from_k = (k @ w_k.T).unsqueeze(-3)  # (..., 1, S, A)
    return torch.tanh(from_q + from_k) @ v  # (..., T, S)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "additive_score_hints", "locked": true}
# <details><summary>A question to start from</summary>The hidden vectors form a tensor of shape (..., T, S, A). Which shapes must the two parts have so that their sum gets it by broadcasting?</details>
# <details><summary>A pointer</summary><code>unsqueeze</code> adds an axis of length 1; count its place from the end, and the axes in front do not matter.</details>
# <details><summary>In pseudocode</summary>project the queries → (..., T, 1, A); project the keys → (..., 1, S, A); add; tanh; weigh with v and sum over A</details>


# %% nbgrader={"grade_id": "check_additive_score", "grade": true, "locked": true, "points": 3}
@check("additive_score")
def _(q, k, w_q, w_k, v):
    return {"scores": additive_score(q, k, w_q, w_k, v)}


# %% [markdown] nbgrader={"grade_id": "why_causal_mask", "locked": true}
# ## 6 · The causal mask: `causal_mask`
#
# *Medium · 10 minutes*
#
# A model that predicts the next token is trained on all positions of a text at once. Position $t$ is to predict what
# stands at $t + 1$, so it must not see it: during training, the answer is part of the input. A causal mask lets a query
# look at its own position and at earlier ones. This one difference separates the attention of GPT from that of BERT.
#
# When a text grows while it is being generated, the queries are only its newest positions and the keys are all of them.
# So the mask can be a rectangle, and then **the queries are the last of the positions**: row $i$ stands for position
# $S - T + i$.
#
# ```
#   4 queries, 4 keys       2 queries, 4 keys
#   position 0   ■ · · ·
#   position 1   ■ ■ · ·
#   position 2   ■ ■ ■ ·    position 2   ■ ■ ■ ·
#   position 3   ■ ■ ■ ■    position 3   ■ ■ ■ ■
# ```


# %% nbgrader={"grade_id": "causal_mask", "solution": true}
def causal_mask(n_queries, n_keys):
    """Let every query look at its own position and at earlier ones.

    n_queries: T, n_keys: S, with T ≤ S; the queries are the last T of the S positions.
    Returns (T, S), bool, True where a query may look.
    """
    ### BEGIN SOLUTION
    return torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "causal_mask_hints", "locked": true}
# <details><summary>A question to start from</summary>Write down the mask for 3 tokens by hand. How many entries of each row are True? And for 2 queries and 5 keys?</details>
# <details><summary>A pointer</summary><code>tril</code> keeps what lies on and below a diagonal, and takes the number of the diagonal. Comparing two ranges of positions, one as a column and one as a row, works as well.</details>
# <details><summary>In pseudocode</summary>position of query i = S − T + i; may look at key j if j ≤ that position</details>


# %% nbgrader={"grade_id": "check_causal_mask", "grade": true, "locked": true, "points": 3}
@check("causal_mask")
def _(n_queries, n_keys):
    mask = causal_mask(n_queries, n_keys)
    return {"mask": mask, "hidden": ~mask}  # ~ needs truth values: on numbers it does something else


# %% tags=["explore"]
if answered("causal_mask"):
    masks.side_by_side(
        {
            "5 queries, 5 keys": causal_mask(5, 5),
            "2 queries, 5 keys": causal_mask(2, 5),
            "1 query, 5 keys": causal_mask(1, 5),
        }
    )


# %% [markdown] nbgrader={"grade_id": "why_padding_mask", "locked": true}
# ## 7 · The padding mask: `padding_mask`
#
# *Easy · 8 minutes*
#
# The sequences of a batch have different lengths, and a tensor is a box. Short ones are filled up at the end with a
# padding token, which means nothing and must not be looked at. Which keys are real depends on the sequence and is the
# same for all its queries, so the mask has the shape $(B, 1, S)$, and broadcasting copies the row to every query.
#
# BERT's attention has no causal mask. It does have this one, as does every model that works on batches.


# %% nbgrader={"grade_id": "padding_mask", "solution": true}
def padding_mask(lengths, n_keys):
    """Hide the keys that stand after the end of each sequence.

    lengths: (B,) integers, the tokens of each sequence, which start at position 0; n_keys: S.
    Returns (B, 1, S), bool, True where a query may look.
    """
    ### BEGIN SOLUTION
    real = torch.arange(n_keys, device=lengths.device) < lengths[:, None]  # (B, S)
    return real.unsqueeze(1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "padding_mask_hints", "locked": true}
# <details><summary>A question to start from</summary>A sequence of length 3 has tokens at which positions?</details>
# <details><summary>A pointer</summary>Compare a row of positions, (S,), with a column of lengths, (B, 1).</details>
# <details><summary>In pseudocode</summary>positions 0 … S − 1 below the length, for each sequence → (B, S); insert an axis of length 1 for the queries</details>


# %% nbgrader={"grade_id": "check_padding_mask", "grade": true, "locked": true, "points": 2}
@check("padding_mask")
def _(lengths, n_keys):
    mask = padding_mask(lengths, n_keys)
    return {"mask": mask, "hidden": ~mask}


# %% [markdown]
# Masks are combined with `&`: look where all of them allow it. A row without blue is a query that may look nowhere; in
# the third picture there is none. Why not, although the sequence has padding queries?

# %% tags=["explore"]
if answered("causal_mask", "padding_mask"):
    padding = padding_mask(torch.tensor([5, 3]), 5)  # (2, 1, 5)
    masks.side_by_side(
        {
            "padding, length 5": padding[0].expand(5, 5),
            "padding, length 3": padding[1].expand(5, 5),
            "… and causal": causal_mask(5, 5) & padding[1],
        }
    )

# %% [markdown]
# <details><summary>The answer</summary>
#
# Every causal row holds position 0, and position 0 is a real token. The queries at positions 3 and 4 are padding
# themselves; they look at real tokens, and what they get is never used: the loss leaves them out.
#
# </details>
#
# Documents that share a window (lesson 01) are kept apart in the same way. Number them: each BOS begins a new one. A
# query may look at the keys that have its own number.

# %% tags=["explore"]
if answered("causal_mask"):
    begins = torch.tensor([1, 0, 0, 0, 1, 0, 0, 1, 0])  # (T,) a BOS stands at 0, 4 and 7
    document = begins.cumsum(0)  # (T,) 1 1 1 1 2 2 2 3 3
    same = document[:, None] == document  # (T, T)
    masks.side_by_side({"causal": causal_mask(9, 9), "… and in one document": causal_mask(9, 9) & same})


# %% [markdown] nbgrader={"grade_id": "why_additive_mask", "locked": true}
# ## 8 · The same mask, to be added: `additive_mask`
#
# *Easy · 5 minutes*
#
# Some code adds its mask to the scores: $\mathrm{softmax}(QK^\top/\sqrt d + M)$, with $M = 0$ where a query may look
# and $M = -\infty$ where it may not. Since $e^{-\infty} = 0$, a hidden key gets a weight of exactly 0, and the rest of
# the row is as if it had never been there. In this form a mask and a bias that depends on the distance of two tokens
# (lesson 10) are the same thing.
#
# Two cautions. $0 \cdot (-\infty)$ is not a number, so $M$ cannot be made by multiplying. And where $M$ stands matters
# as soon as it is finite: in $(QK^\top + M)/\sqrt d$ the scale divides the mask too. With
# $-\infty$ that makes no difference. With the $-10000$ of earlier BERT code and $d = 64$ it leaves $-1250$. Run the
# cell: what happens to the weights when scores get large?

# %% tags=["explore"]
scores = torch.tensor([1500.0, 0.0, -500.0])  # large scores; the first key is to be hidden
for hidden in (-math.inf, -10000.0, -1250.0):
    row = torch.softmax(scores + torch.tensor([hidden, 0.0, 0.0]), dim=-1)
    print(f"M = {hidden:>8}: weight of the hidden key {row[0]:.2f}")


# %% nbgrader={"grade_id": "additive_mask", "solution": true}
def additive_mask(mask):
    """Turn a boolean mask into numbers to be added to scores.

    mask: any shape, True where a query may look.  Returns floats of the same shape: 0 there, −∞ elsewhere.
    """
    ### BEGIN SOLUTION
    return torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "additive_mask_hints", "locked": true}
# <details><summary>A question to start from</summary>What is 0 · (−∞)? Try it in a cell.</details>
# <details><summary>A pointer</summary>Start from zeros and fill: <code>masked_fill</code>, or choose entry by entry: <code>torch.where</code>.</details>
# <details><summary>In pseudocode</summary>zeros of the mask's shape; −∞ wherever the mask is False</details>


# %% nbgrader={"grade_id": "check_additive_mask", "grade": true, "locked": true, "points": 2}
@check("additive_mask")
def _(mask):
    return {"numbers": additive_mask(mask)}


# %% [markdown] nbgrader={"grade_id": "why_scaled_dot_product_attention", "locked": true}
# ## 9 · Scaled dot-product attention: `scaled_dot_product_attention`
#
# *Hard · 30 minutes · without `F.scaled_dot_product_attention`, `nn.MultiheadAttention`*
#
# Now put all of it into one function, the one that torch calls `F.scaled_dot_product_attention`:
#
# $$\text{Attention}(Q, K, V) = \mathrm{softmax}\!\left(\frac{QK^\top}{\sqrt d}\ \text{where allowed},\ -\infty\ \text{elsewhere}\right) V.$$
#
# | step | shape |
# |---|---|
# | queries, keys, values | $(…, T, d)$, $(…, S, d)$, $(…, S, d_v)$ |
# | scores, masked | $(…, T, S)$ |
# | weights: softmax over the keys | $(…, T, S)$ |
# | output | $(…, T, d_v)$ |
#
# The mask comes **before** softmax, so that the weights that are left sum to one. (In training, a few weights are often
# set to 0 at random after softmax: dropout, lesson 03.)
#
# **A query that may look nowhere.** An empty sequence in a batch gives a row of $-\infty$ only, and softmax of that is
# $0/0$. No answer is right; one has to be agreed on. Ours is: its weights are **zeros**, so its output is zeros, and no
# gradient is lost on the way. The cell shows what torch does with such a row.

# %% tags=["explore"]
q, k = torch.randn(1, 2, 4).to(where), torch.randn(1, 3, 4).to(where)
mask = torch.tensor([[True, True, False], [False] * 3], device=where)  # the second query may look nowhere
layer = nn.MultiheadAttention(4, 1, batch_first=True).to(where)
print(
    "F.scaled_dot_product_attention           ",
    F.scaled_dot_product_attention(q, k, k, attn_mask=mask)[0, 1].tolist(),
)
print("nn.MultiheadAttention, asked for weights ", layer(q, k, k, attn_mask=~mask)[0][0, 1].tolist())
print(
    "nn.MultiheadAttention, not asked for them",
    layer(q, k, k, attn_mask=~mask, need_weights=False)[0][0, 1].tolist(),
)

# %% [markdown]
# `F.scaled_dot_product_attention` gives zeros, as we do. `nn.MultiheadAttention` gives nan when it is asked for its
# weights and the bias of its output projection (zero at the start) when it is not: one library, two answers.


# %% nbgrader={"grade_id": "scaled_dot_product_attention", "solution": true}
def scaled_dot_product_attention(q, k, v, mask=None):
    """Attend from every query to the keys that it may see, and average their values.

    q: (..., T, d); k: (..., S, d); v: (..., S, dv); mask: bool, broadcasts to (..., T, S), True where a query may look.
    Returns (..., T, dv); zeros for a query that may look nowhere.
    """
    ### BEGIN SOLUTION
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (..., T, S)
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)  # an empty row: nan becomes zeros
    return weights @ v  # (..., T, dv)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "scaled_dot_product_attention_hints", "locked": true}
# <details><summary>A question to start from</summary>In which order do score, mask, scale, softmax and average happen, and which axis does softmax run over?</details>
# <details><summary>A pointer</summary>From here on torch's own <code>softmax</code> is as good as yours. For the empty row, ask what softmax returns there, and overwrite it where the mask is False.</details>
# <details><summary>In pseudocode</summary>scores = q kᵀ / √d → hidden places to −∞ → softmax over keys → hidden places to 0 → times v</details>
# <details><summary>The output is right and a gradient is nan</summary>Ask of each step what it hands back. 0 · nan is nan, so weights that are nan spoil the gradient of the values even when the output is mended afterwards: mend the weights. And a −∞ that is added to the scores lets a nan through to the queries and keys, where one that is filled in by masked_fill stops it.</details>


# %% nbgrader={"grade_id": "check_scaled_dot_product_attention", "grade": true, "locked": true, "points": 5}
@check("scaled_dot_product_attention")
def _(q, k, v, mask, gradient):
    for x in (q, k, v):
        x.requires_grad_()
    output = scaled_dot_product_attention(q, k, v, mask)
    backward(output, gradient)
    return {"output": output, "gradients": {"q": q.grad, "k": k.grad, "v": v.grad}}


# %% [markdown]
# The four steps on one small example: scores, scores with the future hidden, weights, and the output beside the values
# that it mixes.

# %% tags=["explore"]
if answered("causal_mask", "scaled_dot_product_attention"):
    plots.attention_steps(scaled_dot_product_attention, causal_mask(6, 6))

# %% [markdown]
# ### Find the error: rows that do not sum to one
#
# A lecture on caching shows a causal matrix for seven tokens, rounded, and averages values with it. Here are five of
# its rows (further columns are zero). Look at the first row. What must it be, whatever the scores? Run the cell: three
# ways to compute a causal matrix from the same random scores of seven tokens, with the sums of their rows. Could one of
# them have made the slide?

# %% tags=["explore"]
published = torch.tensor(
    [
        [0.15, 0.00, 0.00, 0.00, 0.00],
        [0.03, 0.18, 0.00, 0.00, 0.00],
        [0.05, 0.03, 0.13, 0.00, 0.00],
        [0.01, 0.02, 0.06, 0.17, 0.00],
        [0.03, 0.06, 0.03, 0.09, 0.15],
    ]
)
plots.causal_orders(published)

# %% [markdown]
# <details><summary>The answer</summary>
#
# The first token sees only itself, so its one weight is <b>1</b>, not 0.15: no softmax over the allowed keys made this
# table. Of the three, "softmax, then mask" comes closest, and not very close. There, row t (counted from 1) keeps t of
# seven weights, so its sum is t/7 on average: 0.14, 0.29, 0.43, 0.57, 0.71. The slide has 0.15, 0.21, 0.21, 0.26, 0.36.
# Of a million tables from random scores with deviation 1, three in ten thousand have rows 3 to 5 that low, with
# deviation 2 one in a hundred. The slide calls its table a similarity matrix. If these were scores rather than weights,
# the zeros would be worse: e⁰ is 1, and the future would be seen.
#
# Softmax before the mask can be repaired: divide every row by its sum afterwards. That gives the right weights, because
# the sum over all keys cancels, and it is an accepted answer to exercise 9. Masking first is shorter and safer: where a
# hidden score lies a hundred above all others, the weights that remain have underflowed to 0, and 0 divided by 0 is
# nan.
#
# </details>

# %% [markdown]
# ## What you have now
#
# Attention as one function: scores, a mask, softmax, an average. Its queries, keys and values still fall from the sky. In
# the second sitting, `02b_one_head`, tokens make their own, and your module runs a head of a real encoder: "she" will
# look at "girl".
#
# **Sources.** Bahdanau, Cho, Bengio 2015, *Neural machine translation by jointly learning to align and translate*.
# Luong, Pham, Manning 2015, *Effective approaches to attention-based neural machine translation*. Vaswani et al. 2017,
# *Attention is all you need*.
