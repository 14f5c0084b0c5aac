# %% [markdown]
# # Lesson 02 · Attention
# ## Second sitting: one head, and what it costs
#
# Give a real encoder the sentence "The girl lost her keys because she ran too fast". In one of its heads, "she" puts
# two thirds of its attention on "girl", although nobody told the encoder what a pronoun is. By the end of this sitting,
# your own module will compute exactly what that head computes.
#
# The other result is less pleasant: when a long text doubles in length, attention takes about four times as long, and
# sometimes more. So you'll also write **local attention**, in which a token looks only at its neighbours and the cost
# merely doubles.
#
# | | |
# |---|---|
# | Uses | the first sitting (its ideas, not its code) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# Conventions as before: `B` sequences, `T` queries, `S` keys, `D` the width of the model, `d` the width of one head. A
# boolean mask is True where a query may look; $y = x W^\top$; positions are counted from 0. The function that you wrote
# in section 7 of the first sitting is available as `scaled_dot_product_attention(q, k, v, mask)`; in this notebook it
# calls PyTorch's version.
#
# <details><summary>1. Queries (T, d), keys (S, d), values (S, dv). What is the shape of the output?</summary>(T, dv): one average of the values for each query (first sitting).</details>
# <details><summary>2. Over which axis does softmax run, and what sums to one?</summary>Over the keys. Each query's row of weights sums to one (first sitting).</details>
# <details><summary>3. What happens to the weights of a row when the same number is added to all its scores?</summary>Nothing: adding c to every score multiplies every exponential by e<sup>c</sup>, and that factor cancels (first sitting).</details>
# <details><summary>4. Why does the mask come before softmax, and not after?</summary>Because then the remaining weights sum to one and don't depend on the hidden scores (first sitting).</details>
# <details><summary>5. What is the output for a query with no visible keys?</summary>Zeros, by convention (first sitting).</details>

# %% nbgrader={"grade_id": "imports", "locked": true}
try:
    from autograder.checks import answered, backward, check, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices, minilm
from utils.counting import elements_written
from utils.metrics import record
from utils.plots import interactive, masks
from utils.topics.attention import figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"


# %% nbgrader={"grade_id": "given", "locked": true}
def scaled_dot_product_attention(q, k, v, mask=None):
    """Section 7 of the first sitting, implemented with PyTorch.  mask: bool, True where a query may look."""
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


# %% [markdown] nbgrader={"grade_id": "why_SelfAttention", "locked": true}
# ## 1 · One head of self-attention: `SelfAttention`
#
# *Medium · 12 minutes · without `nn.MultiheadAttention`*
#
# In the first sitting we built queries, keys and values by hand. In **self-attention** they are three learned linear
# **projections** of the same tokens (Cheng et al. 2016, Vaswani et al. 2017):
#
# $$Q = X W_q^\top + b_q, \qquad K = X W_k^\top + b_k, \qquad V = X W_v^\top + b_v.$$
#
# Each of the three is learned separately. If queries and keys shared a projection, the scores would be symmetric: a
# noun would always give a pronoun the same score as the pronoun gives the noun. The figure shows both cases for eight
# random tokens. Apart from the biases, the product $W_q^\top W_k$ holds everything that one head knows about *where to
# look*.
#
# The scores are divided by $\sqrt d$, where $d$ is the width of the head. Some papers write $\sqrt{d_\text{model}}$
# because they use a single head that is as wide as the model.

# %% tags=["explore"]
plots.symmetric_scores()


# %% nbgrader={"grade_id": "SelfAttention", "solution": true}
class SelfAttention(nn.Module):
    """One head: every token looks at the tokens of its own sequence."""

    def __init__(self, d_in, d_head):
        """d_in: width of the tokens; d_head: width d of queries, keys and values."""
        super().__init__()
        self.q_proj = nn.Linear(d_in, d_head)
        self.k_proj = nn.Linear(d_in, d_head)
        self.v_proj = nn.Linear(d_in, d_head)

    def forward(self, x, mask=None):
        """x: (B, T, d_in); mask: bool, broadcasts to (B, T, T), True where a token may
        look.

        Returns (B, T, d_head); zeros for a token with no visible keys. Nothing is kept
        from one call to the next, and x may have any memory layout (it may be a
        transposed view, for instance).
        """
        ### BEGIN SOLUTION
        q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)  # (B, T, d_head) each
        return scaled_dot_product_attention(q, k, v, mask)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "SelfAttention_hints", "locked": true}
# <details><summary>A question to start from</summary>Which three tensors does attention need, and which of the module's layers computes each of them?</details>
# <details><summary>A pointer</summary>A module is called like a function. <code>scaled_dot_product_attention(q, k, v, mask)</code> does the rest.</details>
# <details><summary>In pseudocode</summary>queries, keys, values from x → attention with the mask</details>


# %% nbgrader={"grade_id": "check_SelfAttention", "grade": true, "locked": true, "points": 3}
@check("SelfAttention")
def _(x, mask, earlier_mask, d_in, d_head, weights, gradient):
    layer = load_weights(SelfAttention(d_in, d_head), weights)
    x = (
        x.transpose(0, 1).contiguous().transpose(0, 1).requires_grad_()
    )  # the same numbers in another memory layout
    with torch.no_grad():
        layer(x, earlier_mask)  # an earlier call, which must not change the next one
    output = layer(x, mask)
    backward(output, gradient)
    gradients = {name: parameter.grad for name, parameter in layer.named_parameters()}
    return {"output": output, "grad_x": x.grad, "gradients": gradients}


# %% [markdown] nbgrader={"grade_id": "why_additive_score", "locked": true}
# ## 2 · The first attention: `additive_score`
#
# *Medium · 15 minutes*
#
# Attention was invented for translation, and its first score was not a dot product but a small network with one hidden
# layer (Bahdanau et al. 2015, appendix A.1.2), the **additive score**:
#
# $$\text{score}(q, k) = v^\top \tanh(W_q\, q + W_k\, k).$$
#
# Queries and keys may have different widths, and tanh keeps every hidden unit between −1 and 1. The price is memory: every
# pair of a query and a key has its own hidden vector, so there is a tensor of shape $(T, S, A)$, whereas the dot product
# produces its $(T, S)$ scores with one matrix product. That is one reason why transformers use the dot product.
#
# The figure shows the dot product $q k$ and the additive score $\tanh(q + k) + \tanh(q - k)$, which has two hidden
# units, for one-dimensional queries and keys from −3 to 3. The dashed line marks $q = 1$. Predict first: where along
# this line is the best key in each plot?
#
# <details><summary>Answer</summary>With the dot product it is the largest key: the larger the key, the better. With the additive score it is k = 0, because the score is tanh(1 + k) + tanh(1 − k), and moving away from 0 loses more in one term than it gains in the other. With other weights the best key would be elsewhere: where to look is learned.</details>

# %% tags=["explore"]
plots.score_surfaces()


# %% nbgrader={"grade_id": "additive_score", "solution": true}
def additive_score(q, k, w_q, w_k, v):
    """Score every query against every key with a network that has one hidden layer, of
    width A.

    q: (..., T, dq) queries; k: (..., S, dk) keys; w_q: (A, dq); w_k: (A, dk); v: (A,),
    a weight vector, not the values.  Returns (..., T, S).
    """
    ### BEGIN SOLUTION
    from_q = (q @ w_q.T).unsqueeze(-2)  # (..., T, 1, A)
    from_k = (k @ w_k.T).unsqueeze(-3)  # (..., 1, S, A)
    return torch.tanh(from_q + from_k) @ v  # (..., T, S)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "additive_score_hints", "locked": true}
# <details><summary>A question to start from</summary>The hidden vectors form a tensor of shape (..., T, S, A). What shapes must the two parts have so that their sum broadcasts to this shape?</details>
# <details><summary>A pointer</summary><code>unsqueeze</code> adds an axis of length 1; if you count its position from the
# end, it doesn't matter how many axes come before it.</details>
# <details><summary>In pseudocode</summary>project the queries → (..., T, 1, A); project the keys → (..., 1, S, A); add; tanh; multiply by v and sum over A</details>


# %% nbgrader={"grade_id": "check_additive_score", "grade": true, "locked": true, "points": 3}
@check("additive_score")
def _(q, k, w_q, w_k, v):
    return {"scores": additive_score(q, k, w_q, w_k, v)}


# %% tags=["explore"]
if answered("additive_score"):
    w_q, w_k, w = torch.randn(3, 32, 32).to(where)
    for T in (64, 128, 256):
        q = torch.randn(T, 32, device=where)
        work = elements_written(additive_score, q, q, w_q, w_k, w[0])
        print(
            f"{T:4} tokens: {work:>10,} numbers for the additive score, {elements_written(lambda a: a @ a.T, q):>7,} for dot products"
        )


# %% [markdown] nbgrader={"grade_id": "why_local_mask", "locked": true}
# ## 3 · Local attention as a mask: `local_mask`
#
# *Easy · 5 minutes*
#
# Full attention computes scores for $T^2$ pairs. **Local attention** (*restricted* in Vaswani et al. 2017) lets a token
# see only keys up to `radius` positions away on either side, $2 \cdot \text{radius} + 1$ of them, however long the text
# is. (There are fewer near the ends, and if the radius is larger than the text, every token sees all of it.) As a mask
# it is a band around the diagonal. Combined with a causal mask by `&`, it becomes the **sliding window** of some
# language models (lesson 05).
#
# A mask alone saves nothing, because all $T^2$ scores are still computed, and most of them are then thrown away. In
# section 4 you'll avoid this waste and still get the same output as full attention with this mask.
#
# ```
#   radius 1                radius 1 and causal
#   ■ ■ · · ·               ■ · · · ·
#   ■ ■ ■ · ·               ■ ■ · · ·
#   · ■ ■ ■ ·               · ■ ■ · ·
#   · · ■ ■ ■               · · ■ ■ ·
#   · · · ■ ■               · · · ■ ■
# ```


# %% nbgrader={"grade_id": "local_mask", "solution": true}
def local_mask(length, radius):
    """Let every position look at the positions at most `radius` away, including itself.

    Returns (T, T), bool, for T = length, True where a query may look.
    """
    ### BEGIN SOLUTION
    position = torch.arange(length)
    return (position.unsqueeze(1) - position).abs() <= radius
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "local_mask_hints", "locked": true}
# <details><summary>A question to start from</summary>What is the distance between query i and key j?</details>
# <details><summary>A pointer</summary>A column of positions minus a row of positions gives all differences at once.</details>
# <details><summary>In pseudocode</summary>|i − j| ≤ radius for all i and j</details>


# %% nbgrader={"grade_id": "check_local_mask", "grade": true, "locked": true, "points": 2}
@check("local_mask")
def _(length, radius):
    mask = local_mask(length, radius)
    return {"mask": mask, "hidden": ~mask}


# %% tags=["explore"]
if answered("local_mask"):
    masks.side_by_side(
        {
            "radius 2": local_mask(9, 2),
            "radius 0": local_mask(9, 0),
            "radius 2, and causal": local_mask(9, 2) & torch.ones(9, 9).tril().bool(),
        }
    )


# %% [markdown] nbgrader={"grade_id": "why_banded_attention", "locked": true}
# ## 4 · Local attention that saves work: `banded_attention`
#
# *Challenge · 40 minutes · without `F.scaled_dot_product_attention` or the function of the same name provided above*
#
# A token in the middle of the text needs $W = 2 \cdot \text{radius} + 1$ scores. So the scores fit into $T$ rows and
# $W$ columns: in row $t$, column $w$ belongs to the key at position $t - \text{radius} + w$. Take the band out of the
# square table and shift each row so the band becomes a straight block. Work and memory are then proportional to
# $T \cdot W$, not $T^2$.
#
# Near both ends, some columns of a row belong to positions that don't exist; the window may even be wider than the
# text. These columns must get a weight of 0. Find them by position, not by looking for zeros: a real key may happen to
# be all zeros.
#
# The check compares your output with full attention under `local_mask`. It also counts every number that your function
# computes for 32 and 64 tokens, including intermediate results. The count should double, give or take a few percent.

# %% tags=["explore"]
interactive.slider(lambda radius: plots.band(9, radius), range(6), "radius", start=2)


# %% nbgrader={"grade_id": "banded_attention", "solution": true}
def banded_attention(q, k, v, radius):
    """Attention of every token to the tokens at most `radius` away, with work
    proportional to T · radius.

    q, k: (B, T, d); v: (B, T, dv).  Returns (B, T, dv).
    """
    ### BEGIN SOLUTION
    B, T, d = q.shape
    W = 2 * radius + 1
    keys = F.pad(k, (0, 0, radius, radius)).unfold(1, W, 1)  # (B, T, d, W): the window around each position
    values = F.pad(v, (0, 0, radius, radius)).unfold(1, W, 1)  # (B, T, dv, W)
    offset = torch.arange(-radius, radius + 1, device=q.device)
    position = torch.arange(T, device=q.device).unsqueeze(1) + offset  # (T, W): the keys of all windows
    outside = (position < 0) | (position >= T)
    scores = torch.einsum("btd,btdw->btw", q, keys) / math.sqrt(d)
    weights = scores.masked_fill(outside, -torch.inf).softmax(dim=-1)
    return torch.einsum("btw,btdw->btd", weights, values)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "banded_attention_hints", "locked": true}
# <details><summary>A question to start from</summary>For radius 1 and T = 4, write down the positions to which the
# three columns of each row belong. Which of these positions don't exist?</details>
# <details><summary>A pointer</summary>Pad the keys and values with <code>radius</code> rows at both ends; then the
# windows are slices of length W, one for each token. (<code>F.pad</code> takes its amounts from the last axis
# backwards: two for d, then two for T.) <code>unfold</code> makes these windows without copying and puts the new axis
# last: (B, T, d, W). A loop over the W columns, each a shifted slice of the keys, also works.</details>
# <details><summary>In pseudocode</summary>windows of keys and values, (B, T, d, W) → scores (B, T, W) / √d → −∞ where t − radius + w lies outside 0 … T − 1 → softmax over W → weighted sum of the window of values</details>
# <details><summary>Only the first and last rows are wrong</summary>A padded key is a vector of zeros. Its score is 0, and exp(0) is not 0.</details>
# <details><summary>I get "Expected all tensors to be on the same device" in the plot below</summary>New tensors are made on the CPU unless you say <code>device=q.device</code>.</details>


# %% nbgrader={"grade_id": "check_banded_attention", "grade": true, "locked": true, "points": 5}
@check("banded_attention")
def _(q, k, v, radius):
    short, long = torch.ones(1, 32, 2), torch.ones(1, 64, 2)
    work = [elements_written(banded_attention, x, x, x, 2) for x in (short, long)]
    output = banded_attention(q, k, v, radius)
    return {"output": output, "saves_work": {"output": output, "work_of_twice_the_length": work[1] / work[0]}}


# %% [markdown]
# ## What attention costs
#
# The paper lists what one layer costs for $n$ tokens of width $d$ (Vaswani et al. 2017, table 1): self-attention
# $n^2 d$, recurrence $n d^2$, convolution over $k$ neighbours $k n d^2$, restricted attention $r n d$. Here is the
# table in our notation, for all heads together, with the costs counted in multiplications:
#
# | layer | multiplications | sequential steps | steps between the two ends of a text |
# |---|---|---|---|
# | attention | $2\,T^2 D + 4\,T D^2$ | 1 | 1 |
# | local attention to $r$ keys (our $W$) | $2\,r T D + 4\,T D^2$ | 1 | about $2T/r$ |
# | convolution over $k$ neighbours | $k\,T D^2$ | 1 | about $2T/k$ |
# | recurrent layer | $2\,T D^2$ | $T$ | $T$ |

# %% [markdown]
# The paper's table leaves out $4\,TD^2$, the four projections: queries, keys, values, and the output projection of the
# third sitting. As long as the text is shorter than $2D$ tokens, the projections cost more than the attention itself: a
# model of width 768 that reads 1,024 tokens spends more on projections than on scores and averages.
#
# The last column counts the steps that information needs to get from one end of the text to the other: layers, or time
# steps for a recurrent layer. A centred window moves information by about half its width per layer. (The paper has
# $n/r$ and $n/k$, and $\log_k n$ for dilated convolutions.)
#
# The left plot shows the multiplications; the right one shows how long your local attention takes, compared with full
# attention computed step by step as in the first sitting. **Predict** first, from the table: at $D = 64$, above what
# length, if any, does attention need more multiplications than a recurrent layer? And by what factor does attention's
# count grow when a very long text doubles in length?
#
# <details><summary>Answer</summary>According to the table, at every length: the four projections alone need 4TD²
# multiplications, and a recurrent layer needs only 2TD². For a very long text the first term dominates, so the factor
# is close to four. Times can differ from counts. A recurrent layer takes its T steps one after another, so a GPU sits
# mostly idle. And once the T² scores no longer fit into a CPU's cache, moving them can cost more than the
# multiplications; then the time grows by more than a factor of four.</details>

# %% tags=["explore"]
if answered("banded_attention"):
    growth = plots.cost_by_length(
        plots.plain_attention,
        banded_attention,
        D=64,
        longest=4096 if scale == "small" else 16384,
        device=where,
    )
    record("time_of_attention_when_the_text_doubles", growth["attention"])
    record("time_of_restricted_attention_when_the_text_doubles", growth["restricted"])

# %% [markdown]
# ## Your head is a real head
#
# MiniLM is an encoder with BERT's architecture: 6 layers of 12 heads, each 32 wide, trained on text from the web. Each
# head is three matrices with their biases, exactly what `SelfAttention` contains. So the cell copies one head's weights
# into your module, gives it the same tokens, and compares its output with what the `transformers` library computes. The
# figure shows the attention weights that result from your module's queries and keys.
#
# Change the sentence, the layer and the head. Head 2 of layer 0 looks almost exclusively at the previous token, head 8
# of layer 1 looks mostly at the next one, and head 11 of layer 3 at full stops. Head 4 of layer 2 links a pronoun to
# its noun, in this sentence and in some others. Can you find a sentence where it fails? Most heads do nothing that we
# have a name for, and a weight only shows how much of a value is mixed in, not why.

# %% tags=["explore"]
sentence = "The girl lost her keys because she ran too fast."
layer_index, head_index = 2, 4

if answered("SelfAttention"):
    example = minilm.load(where).head(
        sentence, layer_index, head_index
    )  # its weights, its input and its output
    head = load_weights(SelfAttention(example.x.shape[-1], example.output.shape[-1]), example.weights).to(
        where
    )
    with torch.no_grad():
        difference = float((head(example.x) - example.output).abs().max())
        q, k = head.q_proj(example.x), head.k_proj(example.x)  # (1, T, 32) each
        weights = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(dim=-1)[0]  # (T, T)
    record("largest_difference_from_the_encoder", difference, expected=(0, 1e-4))
    plots.one_head(
        weights.cpu(), example.tokens, title=f"layer {layer_index}, head {head_index}", query="she"
    )

# %% [markdown]
# ## In your own words
#
# *Medium · 15 minutes · {{written_points}} points, graded by a person*
#
# A classmate trains a causal language model. Its loss on the training text falls to almost zero within minutes, and
# what it generates is nonsense. In the attention code you find `weights = scores.softmax(-1) * mask`, where `mask` is a
# correct causal mask.
#
# 1. Does this line let a token see the future? Which tokens' values are mixed into an output, and on which scores do
#    its weights depend?
# 2. Could this line alone explain a loss near zero? Describe a test, a few lines long, that shows whether any layer of
#    a model leaks information from the future.

# %% [markdown] nbgrader={"grade_id": "written_masks", "grade": true, "solution": true, "points": 2}
# ### BEGIN SOLUTION
# (1) The values of later tokens are multiplied by 0, so none of them enters the output. But the denominator of softmax
# runs over all keys, later ones too, so the size of the remaining weights depends on the scores of the
# future: a thin leak, one number for each query and head (the sum of its row). The rows do not sum to one, and early
# tokens get outputs that are too small.
#
# (2) A model could learn to use that one number, so it may lower the loss, but hardly to zero within minutes: near zero
# means that the target itself can be read, as with a missing or transposed mask in some layer, or with targets that
# were not shifted. The test: change the last token of an input and compare the outputs at all earlier positions,
# `torch.allclose(model(x)[:, :-1], model(changed)[:, :-1])`; or the gradient of an early output with respect to a later
# input, which must be zero. The line above fails it too, which proves the leak of (1).
#
# **Rubric.**
#
# - a, 0.5 points: sees that no later value enters the output
# - b, 0.5 points: sees that the normalization depends on later scores
# - c, 0.5 points: describes a test that changes, or differentiates by, a later token and looks at earlier outputs
# - d, 0.5 points: judges sensibly whether the thin leak explains the loss
# ### END SOLUTION

# %% [markdown]
# ## What you have now
#
# You have a module that runs a head of a published model, and a form of attention whose cost is linear in the length of
# the text. Send a friend the picture of "she" and "girl": your module computes that very head, and its output agrees
# with the library's.
#
# Two things are still missing. One head has one softmax, so a token can't look for two things at once. And without a
# mask, nothing knows the *order* of the tokens: shuffle them, and you get the same outputs, shuffled. The third
# sitting, `02c_heads`, solves both problems.
#
# **Sources.** Bahdanau, Cho, Bengio 2015, *Neural machine translation by jointly learning to align and translate*. Cheng, Dong, Lapata 2016, *Long short-term memory-networks for machine reading*. Vaswani et al. 2017,
# *Attention is all you need*.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
