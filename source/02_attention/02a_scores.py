# %% [markdown]
# # Lesson 02 · Attention
# ## First sitting: scores, masks and scaled dot-product attention
#
# By the end of this sitting, a function that you wrote will continue *Macbeth* like this:
#
# ```
# THIRD WITCH
# Thou'rt kind.
#
# THIRD WITCH
# A drum, a drum!
# Macbeth, and great prediction
# Of noble partner
# You greet with self,
# With bloody man is the seeds of time,
# ```
#
# Nothing has been trained. The function has read 6,000 characters of the play, and for each new character it looks back
# for places where the characters it has just written occurred before, and checks what came next. That is **attention**,
# and almost every large language model since 2018 is built on it.
#
# A **recurrence** passes one state along the sequence, so information from far back has been overwritten many times. A
# **convolution** sees a fixed number of neighbours. Attention averages over all tokens, with weights that it computes
# from the tokens themselves, so every token can reach every other token in one step.

# %% [markdown]
# | | |
# |---|---|
# | Uses | lesson 00 (checks, shapes, modules); lesson 01 only for two warm-up questions and the note on packed documents |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises; a good place for a break is after section 3 |
# | Points | {{points}} for {{exercises}} |
#
# **Conventions**, kept in all lessons:
# - Shapes: `B` sequences in a batch, `T` queries, `S` keys, `D` the model's width, `d` the width of a head.
#   `(..., T, d)` means that any number of axes may come before the last two.
# - A boolean mask is **True where a query may look**, as in `F.scaled_dot_product_attention`. In
#   `nn.MultiheadAttention` True means the opposite.
# - Weights are applied as $y = x W^\top$, as in `nn.Linear`: each row of $W$ computes one output.
# - Positions are counted from 0.
#
# <details><summary>1. x is a table of shape (38, 26). Which axis does x.mean(dim=0) average away, and how many means are there?</summary>The rows, axis 0: one mean for each of the 26 columns (lesson 00).</details>
# <details><summary>2. How do shapes line up when they are broadcast?</summary>From the right. An axis of length 1 is stretched (lesson 00).</details>
# <details><summary>3. What does .detach() do to a gradient?</summary>It silently stops the gradient: nothing before the detached tensor receives any (lesson 00).</details>
# <details><summary>4. Which token does position t of a window have to predict?</summary>The one at t + 1: the targets are the inputs shifted by one (lesson 01).</details>
# <details><summary>5. What does a row of a minibatch hold?</summary>A window of T ids. A batch has the shape (B, T) (lesson 01).</details>

# %% nbgrader={"grade_id": "imports", "locked": true}
try:
    from autograder.checks import answered, backward, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices
from utils.metrics import largest, record
from utils.plots import masks
from utils.topics.attention import copying, random_scores
from utils.topics.attention import figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown] nbgrader={"grade_id": "why_attention_output", "locked": true}
# ## 1 · Where attention starts: the average of the past
#
# *Easy · 8 minutes*
#
# A model that predicts the next token may use everything it has read so far. What is the simplest way to summarize the whole past
# in one vector of fixed size? Average it. Position $t$ gets the mean of the values at positions 0 to $t$:
#
# $$\text{output}_t = \sum_s \alpha_{ts}\, v_s, \qquad \alpha_{ts} = \frac{1}{t+1}\ \text{ for } s \le t, \text{ and } 0 \text{ after that}.$$
#
# The numbers $\alpha_{ts}$ are **attention weights**. There is one row for each position that looks and one column for
# each position it can look at, and every row sums to one. Written this way, the plain mean is just the case where all
# weights are equal. The rest of the lesson replaces these weights with ones that depend on the tokens.

# %% tags=["explore"]
plots.average_of_the_past(T=6)


# %% nbgrader={"grade_id": "attention_output", "solution": true}
def attention_output(weights, values):
    """Average the values with the given weights, one average for each query.

    weights: (..., T, S), rows summing to one; values: (..., S, D).
    Returns (..., T, D).
    """
    ### BEGIN SOLUTION
    return weights @ values  # (..., T, S) times (..., S, D)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "attention_output_hints", "locked": true}
# <details><summary>A question to start from</summary>Which numbers in the table do you need for one query, and what does
# each of them multiply?</details>
# <details><summary>A pointer</summary>First write it as two loops, over queries and over keys. Then look for the operation whose definition is that double loop.</details>
# <details><summary>In pseudocode</summary>for each query t: output[t] = the sum over s of weights[t, s] · values[s]</details>


# %% nbgrader={"grade_id": "check_attention_output", "grade": true, "locked": true, "points": 2}
@check("attention_output")
def _(weights, values):
    return {"output": attention_output(weights, values)}


# %% [markdown]
# ### Weights that are not uniform
#
# The average of the past forgets which value came from which token. The table below, from a published lecture, has one
# row of weights for each of seven words (the numbers are the lecture's, the words are ours). The figure shows the table
# and, on the right, one of its rows as a graph: words are nodes, and a thicker line means a larger weight.

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


# %% [markdown]
# ### Find the error: a table that no softmax produced
#
# The lecture presents this table as the output of a softmax, which you'll write in section 2. Softmax turns any finite
# scores into weights: $\alpha_s = e^{x_s} / \sum_j e^{x_j}$. To two decimals, each row sums to one. Yet one row can't
# have come from a softmax of finite scores. Which row, and what scores would it need? The cell prints the logarithm of
# every weight. Within a row, these logarithms are the scores, up to one constant.

# %%
for word, row in zip(words, table):
    print(f"{word:<8} sum {float(row.sum()):.2f}, logarithms", [round(float(w), 1) for w in row.log()])

# %% [markdown]
# <details><summary>The answer</summary>
#
# The row of "trains" has two weights of exactly 0. Softmax of finite scores never gives 0, because e to the power of
# any finite number is positive: the scores would have to be −∞. (In float32 a weight also becomes 0 if its score is
# more than about 103 below the largest.) A printed 0.00 only means a weight below 0.005, and for that, a score about
# 4.4 below that of "delaying" is enough. That is quite possible in a real model, where you should read 0.00 as "small".
# Exact zeros come from a <b>mask</b>, the subject of sections 4 to 6.
#
# </details>

# %% [markdown]
# ## Three tokens by hand
#
# Where do the weights come from? Think of looking something up in a dictionary: there is a question, and there are
# entries, each with a label. Attention has the same three parts, but they are vectors, and the lookup is soft:
#
# | | | in a dictionary |
# |---|---|---|
# | **query** $q$ | what this token is looking for | the question |
# | **key** $k$ | what a token offers | the label of an entry |
# | **value** $v$ | what a token contributes when it is chosen | the entry |
#
# Every query is compared with every key. Each comparison gives a number, the **score**; softmax turns the scores into weights, and the
# output is the average of the values with these weights.
#
# Work out an example by hand before you write the next function. For one query, three tokens have the scores $0$,
# $\ln 2$ and $\ln 2$, and the values $10$, $0$ and $5$. What is the output?
#
# <details><summary>The answer</summary>
#
# The exponentials are 1, 2 and 2, and their sum is 5. So the weights are 1/5, 2/5 and 2/5, and the output is 10 · 1/5 + 0 · 2/5 +
# 5 · 2/5 = <b>4</b>. The value 10 counts least because its token has the lowest score: what a token contributes and how much
# attention it gets are two separate things.
#
# </details>

# %% [markdown] nbgrader={"grade_id": "why_softmax", "locked": true}
# ## 2 · From scores to weights: `softmax`
#
# *Easy · 8 minutes · without torch's `softmax`, `log_softmax`, `softmin`, `logsumexp`, `logcumsumexp`*
#
# **Softmax** turns scores into weights: $\alpha_s = e^{x_s} / \sum_j e^{x_j}$. It keeps their order, makes every weight
# positive (in float32, a weight becomes 0 if its score is far below the largest), and makes each row sum to one. Equal
# scores give equal weights, so row $t$ of the average of the past is the softmax of $t + 1$ zeros.
#
# Computed literally, the formula breaks down. In float32 $e^{89}$ is infinite and $e^{-104}$ is 0, and both
# $\infty/\infty$ and $0/0$ give nan ("not a number"). But adding the same number to all scores of a row changes
# nothing, because $e^{x_s + c} = e^c e^{x_s}$ and $e^c$ cancels. So subtract each row's largest score, even
# if negative. The largest exponent becomes 0, nothing overflows, and the denominator is at least 1. Now softmax
# is **numerically stable**.
#
# Predict, then run: take the scores 0, 1 and 2, then the same scores plus 80, and plus 300. For which of the three rows
# does the plain formula work?
#
# <details><summary>Answer</summary>For the first two. With 80 added, the largest score is 82, and float32 can hold e⁸²; with 300 added, every exponential is infinite.</details>

# %% tags=["explore"]
plots.softmax_overflow(levels=[0, 80, 300])


# %% nbgrader={"grade_id": "softmax", "solution": true}
def softmax(x, dim=-1):
    """Turn scores into weights that sum to one along `dim`, for finite scores of any
    size.

    x: any shape, left unchanged; dim: the axis along which the weights sum to one.
    Returns a new tensor of the same shape as x.
    """
    ### BEGIN SOLUTION
    shifted = x - x.amax(dim=dim, keepdim=True)  # the largest score of each row becomes 0
    e = shifted.exp()
    return e / e.sum(dim=dim, keepdim=True)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "softmax_hints", "locked": true}
# <details><summary>A question to start from</summary>For x of shape (2, 3, 5) and dim = -1, how many largest scores and how many sums are there, and what shape do they need to broadcast against x?</details>
# <details><summary>A pointer</summary><code>amax</code> and <code>sum</code> take <code>dim</code> and <code>keepdim</code>.</details>
# <details><summary>In pseudocode</summary>largest of each row, axis kept → subtract → exp → divide by the sum of each row, axis kept</details>
# <details><summary>I get "The size of tensor a must match the size of tensor b"</summary>The axis that you reduced is gone. Keep it, with length 1.</details>


# %% nbgrader={"grade_id": "check_softmax", "grade": true, "locked": true, "points": 3}
@check("softmax")
def _(x, dim):
    weights = softmax(x, dim)
    return {"weights": weights, "x unchanged": {"weights": weights, "x": x}}


# %% [markdown] nbgrader={"grade_id": "why_scaled_dot_score", "locked": true}
# ## 3 · From queries and keys to scores: `scaled_dot_score`
#
# *Medium · 12 minutes*
#
# A **score** measures how well a query and a key match. The simplest score is their **dot product** (Luong et al.
# 2015), $q^\top k$: large when they point in the same direction, zero at right angles, and negative at angles beyond
# that.
#
# One matrix product computes all pairs at once. With $T$ queries in the rows of $Q$ and $S$ keys in the rows of $K$, the scores are
# $Q K^\top$: one row for each query, one column for each key.

# %% tags=["explore"]
plots.product_shapes(T=3, S=5, d=2)


# %% [markdown]
# ### Why divide by √d?
#
# A dot product is a sum of $d$ products. If the entries of $q$ and $k$ are independent with mean 0 and variance 1,
# every product has mean 0 and variance 1, and variances of independent terms add up: $\mathrm{Var}(q \cdot k) = d$. So
# a typical score is $\sqrt d$ in size, which is ±8 at $d = 64$. Softmax of numbers that far apart is almost one-hot:
# one token gets everything, and the gradient with respect to every score is close to zero.
#
# Since $\mathrm{Var}(a\,x) = a^2\,\mathrm{Var}(x)$, dividing by $\sqrt d$ brings the variance back to 1 at every width (Vaswani et al.
# 2017, section 3.2.1): this is the **scaled dot product**,
#
# $$\text{score}(q, k) = \frac{q^\top k}{\sqrt d}.$$
#
# The cell below measures this variance at several widths. The second plot shows the **entropy** of softmax over 64 keys
# (6 bits if all weights are equal, 0 if one token gets everything). The third plot shows the slope of softmax,
# $\sum_s \alpha_s (1 - \alpha_s)$: the smaller it is, the less gradient reaches the scores.

# %% tags=["explore"]
measured = random_scores.measure(widths=[1, 4, 16, 64, 256, 1024])
plots.score_variance(measured)
variance = measured.variance[measured.widths.index(64)]
if record("variance_of_q_k_at_64", variance, expected=(60, 68)):
    print("standard deviation:", round(math.sqrt(variance), 1))


# %% nbgrader={"grade_id": "scaled_dot_score", "solution": true}
def scaled_dot_score(q, k):
    """Score every query against every key by the scaled dot product, q·k / √d.

    q: (..., T, d) queries; k: (..., S, d) keys.  Returns (..., T, S).
    """
    ### BEGIN SOLUTION
    d = q.shape[-1]
    return q @ k.transpose(-2, -1) / math.sqrt(d)  # (..., T, S)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "scaled_dot_score_hints", "locked": true}
# <details><summary>A question to start from</summary>A score is a sum. How many terms does it have, and which axis of q tells you?</details>
# <details><summary>A pointer</summary>The scale is one number, the same for every query and key: <code>math.sqrt</code> of a length that you read off a shape.</details>
# <details><summary>In pseudocode</summary>swap the last two axes of k → multiply q by the result → divide by the square root of the width of q</details>


# %% nbgrader={"grade_id": "check_scaled_dot_score", "grade": true, "locked": true, "points": 4}
@check("scaled_dot_score")
def _(q, k):
    return {"scores": scaled_dot_score(q, k)}


# %% [markdown]
# ### Find the error: the shape of $QK^\top$
#
# There are $n$ queries and $m$ key–value pairs: $Q \in \mathbb{R}^{n \times d}$, $K \in \mathbb{R}^{m \times d}$,
# $V \in \mathbb{R}^{m \times d}$. One lecture labels $\mathrm{softmax}(QK^\top/\sqrt{d})$ with the shape $m \times n$. What would go
# wrong if that were its shape?
#
# <details><summary>The answer</summary>
#
# (n × d)(d × m) is <b>n × m</b>: one row for each query. An m × n matrix can't be multiplied with V, which has m rows,
# unless m = n, and then the mistake goes unnoticed. That is why the checks in this lesson use different numbers of
# queries and keys. The shape of the output is n × d: one average for each query.
#
# </details>

# %% [markdown]
# ### Find the error: the size of a vector
#
# The scale is sometimes written $\sqrt{|k|}$, the square root of the vector's size. That can be read in two ways. Which
# one is meant, and what would the other one compute?
#
# <details><summary>The answer</summary>
#
# |k| stands for the number of entries of k, which is d. If you read |k| as the norm, every score is divided by the
# square root of its own key's norm, so a key with a large norm loses some of its advantage, and the scores differ from
# torch's.
#
# </details>

# %% [markdown] nbgrader={"grade_id": "why_causal_mask", "locked": true}
# ## 4 · The causal mask: `causal_mask`
#
# *Medium · 10 minutes*
#
# A model that predicts the next token is trained on all positions of a text at once. Position $t$ has to predict the
# token at $t + 1$, so it must not see that token, which is part of the same input. A **causal mask** lets each query
# look at its own position and at earlier ones. This is the main difference between attention in GPT and in BERT.
#
# A model that generates text appends one token at a time. The outputs of earlier tokens don't change, because the mask hides
# the new token from them, so only the newest positions need an output. They are the queries; the keys are all positions so far.
# So the mask can be a rectangle, and then
# **the queries are the last positions**: row $i$ is position $S - T + i$.
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
    Returns (T, S), bool, on the CPU, True where a query may look.
    """
    ### BEGIN SOLUTION
    return torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "causal_mask_hints", "locked": true}
# <details><summary>A question to start from</summary>Write down the mask for 3 tokens by hand. How many entries of each row are True? And how many for 2 queries and 5 keys?</details>
# <details><summary>A pointer</summary><code>tril</code> keeps what is on and below a diagonal; its second argument
# chooses the diagonal. Comparing two ranges of positions, one as a column and one as a row, also works.</details>
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
# ## 5 · The padding mask: `padding_mask`
#
# *Easy · 8 minutes*
#
# The sequences in a batch have different lengths, but a tensor is rectangular. So the short ones are extended at the
# end with **padding** tokens, which mean nothing and must be hidden. Which keys are real depends on the sequence, but
# within a sequence it is the same for all queries. That is why this mask has the shape $(B, 1, S)$: broadcasting
# repeats its row for every query.
#
# BERT has no causal mask, but it does need this one, like any model that pads its batches.


# %% nbgrader={"grade_id": "padding_mask", "solution": true}
def padding_mask(lengths, n_keys):
    """Hide the keys after the end of each sequence.

    lengths: (B,) integers, how many tokens each sequence has (perhaps 0), from
    position 0 on; n_keys: S.
    Returns (B, 1, S), bool, True where a query may look.
    """
    ### BEGIN SOLUTION
    real = torch.arange(n_keys, device=lengths.device) < lengths[:, None]  # (B, S)
    return real.unsqueeze(1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "padding_mask_hints", "locked": true}
# <details><summary>A question to start from</summary>At which positions does a sequence of length 3 have tokens?</details>
# <details><summary>A pointer</summary>Compare a row of positions, (S,), with a column of lengths, (B, 1).</details>
# <details><summary>In pseudocode</summary>positions 0 … S − 1 below the length, for each sequence → (B, S); insert an axis of length 1 for the queries</details>


# %% nbgrader={"grade_id": "check_padding_mask", "grade": true, "locked": true, "points": 2}
@check("padding_mask")
def _(lengths, n_keys):
    mask = padding_mask(lengths, n_keys)
    return {"mask": mask, "hidden": ~mask}


# %% [markdown]
# Combine masks with `&`: a query may look only where all of them allow it. In the figure, blue means that a query may
# look. In the last two pictures every row has some blue, although two of the five queries are padding. Why is that?

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
# The mask hides padding keys, not padding queries, and every query may look at position 0, which is a real token. So the
# queries at positions 3 and 4 do look at real tokens, but their outputs are never used, because the loss skips them.
#
# </details>
#
# Documents that share a window (lesson 01) are kept apart in the same way. Number the documents by counting BOS tokens
# from left to right; then a query may look only at keys with the same number as its own.

# %% tags=["explore"]
if answered("causal_mask"):
    begins = torch.tensor([1, 0, 0, 0, 1, 0, 0, 1, 0])  # (T,) BOS tokens at 0, 4 and 7
    document = begins.cumsum(0)  # (T,) 1 1 1 1 2 2 2 3 3
    same = document[:, None] == document  # (T, T)
    masks.side_by_side({"causal": causal_mask(9, 9), "… and in one document": causal_mask(9, 9) & same})


# %% [markdown] nbgrader={"grade_id": "why_additive_mask", "locked": true}
# ## 6 · Additive masks: `additive_mask`
#
# *Easy · 5 minutes*
#
# Some code adds its mask to the scores: $\mathrm{softmax}(QK^\top/\sqrt d + M)$, with $M = 0$ where a query may look
# and $M = -\infty$ where it may not. Since $e^{-\infty} = 0$, a hidden key gets a weight of exactly 0, and the other
# weights come out as if that key had never been there. An additive mask is a kind of **bias** on the scores; another
# kind depends on the distance between two tokens (lesson 10). If a query has no visible keys, its row contains only −∞;
# section 7 deals with that.
#
# Two warnings. $0 \cdot (-\infty)$ is not a number, so you can't build $M$ by multiplying the mask by $-\infty$. And if
# $M$ is finite, it matters where you add it: in $(QK^\top + M)/\sqrt d$ the mask is divided as well. That makes no
# difference to $-\infty$, but it turns the $-10000$ of early BERT code into $-1250$ at $d = 64$. Predict first: suppose
# we want to hide the first of the scores 1500, 0 and −500. Which of the three values of $M$ hide it?
#
# <details><summary>Answer</summary>−∞ and −10000 do. With −1250 the score is 1500 − 1250 = 250, which is still the largest, so the hidden key gets all the weight.</details>

# %% tags=["explore"]
scores = torch.tensor([1500.0, 0.0, -500.0])  # large scores; we want to hide the first key
for hidden in (-math.inf, -10000.0, -1250.0):
    row = torch.softmax(scores + torch.tensor([hidden, 0.0, 0.0]), dim=-1)
    print(f"M = {hidden:>8}: weight of the hidden key {row[0]:.2f}")


# %% nbgrader={"grade_id": "additive_mask", "solution": true}
def additive_mask(mask):
    """Turn a boolean mask into numbers to be added to scores.

    mask: any shape, True where a query may look.
    Returns floats of the same shape: 0 where a query may look, −∞ everywhere else.
    """
    ### BEGIN SOLUTION
    return torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "additive_mask_hints", "locked": true}
# <details><summary>A question to start from</summary>What is 0 · (−∞)? Try it in a cell.</details>
# <details><summary>A pointer</summary>Either start from zeros and fill in the rest (<code>masked_fill</code>), or choose entry by entry (<code>torch.where</code>).</details>
# <details><summary>In pseudocode</summary>zeros of the mask's shape; −∞ wherever the mask is False</details>


# %% nbgrader={"grade_id": "check_additive_mask", "grade": true, "locked": true, "points": 2}
@check("additive_mask")
def _(mask):
    return {"numbers": additive_mask(mask)}


# %% [markdown] nbgrader={"grade_id": "why_scaled_dot_product_attention", "locked": true}
# ## 7 · Scaled dot-product attention: `scaled_dot_product_attention`
#
# *Hard · 25 minutes · without `F.scaled_dot_product_attention`, `nn.MultiheadAttention`, `F.multi_head_attention_forward`*
#
# Now combine everything in one function (Vaswani et al. 2017, equation 1, with a mask):
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
# The mask is applied **before** softmax, so the weights of the visible keys sum to one.
#
# **A query with no visible keys.** An empty sequence gives rows that contain only $-\infty$, and their softmax is
# $0/0$. No answer is right, so we have to agree on one: the weights of such a query are **zeros**, its output is zeros
# as well, and all gradients stay finite. This case is worth one of the exercise's five points. The next cell shows what
# torch does with such a row.
#
# All layers of a model share one mask, so don't change it in place. (The check calls your function twice to find out.)

# %% tags=["explore"]
q, k = torch.randn(1, 2, 4).to(where), torch.randn(1, 3, 4).to(where)
mask = torch.tensor([[True, True, False], [False] * 3], device=where)  # the second query has no visible keys
layer = nn.MultiheadAttention(4, 1, batch_first=True).to(where)
print(
    "F.scaled_dot_product_attention           ",
    F.scaled_dot_product_attention(q, k, k, attn_mask=mask)[0, 1].tolist(),
)
print("nn.MultiheadAttention, need_weights=True ", layer(q, k, k, attn_mask=~mask)[0][0, 1].tolist())
print(
    "nn.MultiheadAttention, need_weights=False",
    layer(q, k, k, attn_mask=~mask, need_weights=False)[0][0, 1].tolist(),
)

# %% [markdown]
# `F.scaled_dot_product_attention` returns zeros, like ours. `nn.MultiheadAttention` returns nan if you ask for its
# weights, which is the default. If you don't ask, its attention also gives zeros, and the layer then adds the bias of
# its output projection, which is zero in a new layer. That makes two answers from one library.


# %% nbgrader={"grade_id": "scaled_dot_product_attention", "solution": true}
def scaled_dot_product_attention(q, k, v, mask=None):
    """Attend from every query to the keys that it may see, and average their values.

    q: (..., T, d); k: (..., S, d); v: (..., S, dv); mask: bool, broadcasts to
    (..., T, S), True where a query may look; the caller will use it again, so it is
    left unchanged.  Returns (..., T, dv); zeros for a query with no visible keys.
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
# <details><summary>A pointer</summary>From here on torch's own <code>softmax</code> is as good as yours. For a row with no visible keys, ask what softmax returns and what the weights should be.</details>
# <details><summary>In pseudocode</summary>scores (as in section 3) → hide what the mask hides → weights → fix the rows
# in which every key is hidden → average the values</details>
# <details><summary>The output is right but a gradient is nan</summary>Ask what each step returns in the backward pass. 0 · nan is nan, so nan weights spoil the gradient of the values even if you replace the nan in the output afterwards: fix the weights instead. If you add −∞ to the scores, a nan also passes back to the queries and keys, whereas masked_fill stops it.</details>


# %% nbgrader={"grade_id": "check_scaled_dot_product_attention", "grade": true, "locked": true, "points": 5}
@check("scaled_dot_product_attention")
def _(q, k, v, mask, blind, gradient):
    def run(mask):
        output = scaled_dot_product_attention(q, k, v, mask)
        inputs = [x.clone().requires_grad_() for x in (q, k, v)]
        again = scaled_dot_product_attention(*inputs, mask)  # as in a model, where all layers share one mask
        backward(again, gradient)
        return {"output": output, "gradients": {name: x.grad for name, x in zip("qkv", inputs)}}

    return {**run(mask), "a query that sees no key": run(blind)}  # blind: the mask with one row all False


# %% [markdown]
# The four steps on one small example: scores, scores with the future hidden, weights, and the output next to the values that it averages.

# %% tags=["explore"]
if answered("causal_mask", "scaled_dot_product_attention"):
    plots.attention_steps(scaled_dot_product_attention, causal_mask(6, 6))

# %% [markdown]
# ### Find the error: rows that do not sum to one
#
# A lecture on caching shows a causal matrix of rounded weights for seven tokens and uses it to average values. Here are
# five of its rows (the remaining columns are zero). Look at the first row. What must its first entry be, whatever the
# scores are? Run the cell, which computes a causal matrix from the same random scores in three ways and shows the sum
# of each row. Could one of them have produced the slide's table?

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
# The first token sees only itself, so its only weight is <b>1</b>, not 0.15: no softmax over the allowed keys produced
# this table. Of the three versions, "softmax, then mask" comes closest, but it still isn't close. In that version, row
# t (counted from 1) keeps t of its seven weights, so its sum is t/7 on average: 0.14, 0.29, 0.43, 0.57, 0.71. The
# slide's sums are 0.15, 0.21, 0.21, 0.26 and 0.36, which is much lower from the third row on. The slide calls its table
# a similarity matrix. If these were scores rather than weights, the zeros would be even worse: e⁰ is 1, so the future
# would be visible.
#
# If softmax comes before the mask, you can still repair the weights: divide every row by its sum afterwards. That gives
# the right weights, because the sum over all keys cancels, and it is an accepted answer to the exercise in section 7.
# Masking first is shorter and safer: if a hidden score is more than about a hundred above all the others (the check has
# no such scores), the remaining weights underflow to 0, and 0 divided by 0 is nan.
#
# </details>

# %% [markdown]
# ## A language model without training
#
# Your function can already predict text. Let each **value** be a character, as a one-hot vector. Let each **key**
# describe the eight characters before it, and each **query** the eight characters just read. The score adds up the
# matches: 1 for the most recent character, 0.64 for the one before it, 0.64² for the next, and so on. (The queries are
# multiplied by √d in advance, so the division by √d cancels.) A query therefore finds the earlier positions that were
# preceded by the same characters, and the output is a probability for each possible next character, based on what came
# next at those positions. Trained transformers contain heads that do something similar, called **induction heads**
# (Olsson et al. 2022).
#
# If you scale a query up, its scores grow, so its weights become more concentrated. We multiply all queries by a
# factor, the *sharpness*. **Predict**: what model do you get at sharpness 0, and how often is its best guess right?

# %% tags=["explore"]
if answered("causal_mask", "scaled_dot_product_attention"):
    sharpness, shares = [0, 1, 2, 3, 4, 6, 8, 16], {}
    for title in ("Macbeth", "Much Ado About Nothing", "Titus Andronicus"):
        text = copying.read(copying.play(title), tested=500, device=where)
        mask = causal_mask(len(text.queries), len(text.keys)).to(
            where
        )  # the queries are the last 500 characters
        shares[title] = []
        for factor in sharpness:
            guesses = scaled_dot_product_attention(
                factor * text.queries, text.keys, text.values, mask
            )  # (T, C)
            shares[title].append(float((guesses.argmax(-1) == text.targets).float().mean()))
    plots.sharpness(sharpness, shares)
    record("guessed by the average of the past", largest(s[0] for s in shares.values()), expected=(0.1, 0.25))
    record("guessed by attention", min(s[4] for s in shares.values()), expected=(0.35, 0.6))

# %% [markdown]
# <details><summary>Answer</summary>At sharpness 0 all scores are 0, so all weights are equal, and the output is the average of the past. Its best guess is the most frequent character, a space, which is right 15 to 17% of the time. At sharpness 4 the guess is right 43 to 49% of the time in all three plays. Beyond that, accuracy hardly changes: softmax gets close to one-hot, so attention turns into an ordinary lookup.</details>
#
# Now let it write. Each step attends with one query, samples a character from the output, and appends it to the text, where the next query
# can find it. Try another play, or a text of your own.

# %% tags=["explore"]
if answered("scaled_dot_product_attention"):
    play = copying.play("Macbeth", characters=6000)
    for factor in (0, 4, 12):
        print(f"--- sharpness {factor}")
        print(copying.write(scaled_dot_product_attention, play, factor, length=200))

# %% [markdown]
# At sharpness 12 it mostly copies, and jumps from one passage to another where the two agree for a few characters. All
# it can do is recombine passages that it has read. What it lacks are queries and keys that are *learned*, and they are
# the subject of the second sitting.
#
# ## Then use the library
#
# From here on you'll call torch's version, which computes the same result in one fused operation. On a GPU it usually
# avoids storing the $T \times S$ weights at all (**FlashAttention**, Dao et al. 2022, works this way). Its mask has the
# same meaning as ours.

# %% tags=["explore"]
if answered("causal_mask", "scaled_dot_product_attention"):
    q, k, v = torch.randn(3, 2, 4, 64, 32, generator=torch.Generator().manual_seed(0)).to(
        where
    )  # (B, H, T, d) each
    mask = causal_mask(64, 64).to(where)
    ours, theirs = scaled_dot_product_attention(q, k, v, mask), F.scaled_dot_product_attention(q, k, v, mask)
    record("largest difference from torch", float((ours - theirs).abs().max()), expected=(0, 1e-5))

# %% [markdown]
# ## What you have now
#
# You have attention as a single function: scores, a mask, softmax and an average. It continues plays without a single
# trained weight. Its queries, keys and values were built by hand, though. In the second sitting, `02b_one_head`, each
# token will compute its own, and your module will run a head of a real encoder: in "The girl lost her keys because she
# ran too fast", that head attends from "she" back to "girl".
#
# **Sources.** Luong, Pham, Manning 2015, *Effective approaches to attention-based neural machine translation*. Vaswani et al. 2017,
# *Attention is all you need*. Olsson et al. 2022, *In-context learning and induction heads*. Dao et al. 2022, *FlashAttention*.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
