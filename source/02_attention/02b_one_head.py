# %% [markdown]
# # Lesson 02 · Attention
# ## Second sitting: one head, and what it costs
#
# Two pictures first, of what this sitting ends with. In "The girl lost her keys because she ran too fast", one head of a
# real encoder leads from "she" to "girl", and your module computes it. And on a long text attention takes at least four
# times as long when the text doubles, unless it looks nearby only.
#
# When you reach the end of this sitting you will have
#
# - a module, `SelfAttention`, into which the weights of a head of a pretrained encoder fit: it computes what the encoder
#   computes,
# - a form of attention that looks only nearby and really costs less,
# - counted and measured what attention costs beside a recurrence and a convolution.
#
# | | |
# |---|---|
# | Uses | the first sitting (its ideas, not its code) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# Conventions as before: `B` sequences, `T` queries, `S` keys, `D` the width of the model, `d` that of a head. A boolean mask
# is True where a query may look; $y = x W^\top$; positions count from 0. The function that you wrote in exercise 9 of the
# first sitting is here under its name, `scaled_dot_product_attention(q, k, v, mask)`; it is torch's.
#
# <details><summary>1. Queries (T, d), keys (S, d), values (S, dv). What is the shape of the output?</summary>(T, dv): one mixture of values for each query (first sitting).</details>
# <details><summary>2. Over which axis does softmax run, and what sums to one?</summary>Over the keys. Each query's row of weights sums to one (first sitting).</details>
# <details><summary>3. What happens to the weights of a row when the same number is added to all its scores?</summary>Nothing: the factor cancels (first sitting).</details>
# <details><summary>4. Why does the mask come before softmax, and not after?</summary>So that the weights that are left sum to one, and do not depend on what is hidden (first sitting).</details>
# <details><summary>5. What is the output for a query that may look nowhere?</summary>Zeros, by agreement (first sitting).</details>

# %% nbgrader={"grade_id": "imports", "locked": true}
try:
    from autograder.checks import answered, backward, check, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
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
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"


# %% nbgrader={"grade_id": "given", "locked": true}
def scaled_dot_product_attention(q, k, v, mask=None):
    """Exercise 9 of the first sitting, by torch.  mask: bool, True where a query may look."""
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


# %% [markdown] nbgrader={"grade_id": "why_SelfAttention", "locked": true}
# ## 1 · One head of self-attention: `SelfAttention`
#
# *Medium · 12 minutes · without `nn.MultiheadAttention`*
#
# In the first sitting queries, keys and values fell from the sky. In **self-attention** they are three linear views of
# the same tokens (Cheng et al. 2016, Vaswani et al. 2017):
#
# $$Q = X W_q^\top + b_q, \qquad K = X W_k^\top + b_k, \qquad V = X W_v^\top + b_v.$$
#
# What a token looks for, what it offers and what it hands over are learned separately. With one projection for queries
# and keys the scores would be symmetric: if one token looks at another, that one would have to look back as hard. The
# picture shows both for eight random tokens. The matrix $W_q^\top W_k$ between two tokens is what one head learns about
# *where to look*.
#
# Where the scale is written $\sqrt{d_\text{model}}$, there is a single head, as wide as the model. The width that counts
# is that of the query.

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
        """x: (B, T, d_in); mask: bool, broadcasts to (B, T, T), True where a token may look.

        Returns (B, T, d_head); zeros for a token that may look nowhere.
        """
        ### BEGIN SOLUTION
        q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)  # (B, T, d_head) each
        return scaled_dot_product_attention(q, k, v, mask)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "SelfAttention_hints", "locked": true}
# <details><summary>A question to start from</summary>Which three tensors does attention need, and which of the module's layers makes each of them?</details>
# <details><summary>A pointer</summary>A module is called like a function. <code>scaled_dot_product_attention(q, k, v, mask)</code> does the rest.</details>
# <details><summary>In pseudocode</summary>queries, keys, values from x → attention with the mask</details>


# %% nbgrader={"grade_id": "check_SelfAttention", "grade": true, "locked": true, "points": 3}
@check("SelfAttention")
def _(x, mask, d_in, d_head, weights, gradient):
    layer = load_weights(SelfAttention(d_in, d_head), weights)
    x = (
        x.transpose(0, 1).contiguous().transpose(0, 1).requires_grad_()
    )  # the same numbers in another memory layout
    output = layer(x, mask)
    backward(output, gradient)
    gradients = {name: parameter.grad for name, parameter in layer.named_parameters()}
    return {"output": output, "grad_x": x.grad, "gradients": gradients}


# %% [markdown] nbgrader={"grade_id": "why_local_mask", "locked": true}
# ## 2 · Looking nearby: `local_mask`
#
# *Easy · 5 minutes*
#
# Full attention compares $T^2$ pairs. **Restricted** attention lets a token see only keys at most `radius` positions
# away, to both sides: $2 \cdot \text{radius} + 1$ keys, whatever the length of the text. As a mask it is a band around
# the diagonal. Combined with a causal mask by `&`, it becomes the sliding window of some language models (lesson 05).
#
# A mask alone saves nothing: all $T^2$ scores are computed and most are thrown away. Exercise 3 does better; this mask
# says what it must agree with.
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
    """Let every position look at positions at most `radius` away, itself among them.

    Returns (T, T), bool, for T = length, True where a query may look.
    """
    ### BEGIN SOLUTION
    position = torch.arange(length)
    return (position.unsqueeze(1) - position).abs() <= radius
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "local_mask_hints", "locked": true}
# <details><summary>A question to start from</summary>What is the distance of query i and key j?</details>
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
# ## 3 · Restricted attention that saves work: `banded_attention`
#
# *Challenge · 40 minutes · without `F.scaled_dot_product_attention`*
#
# A token in the middle of the text needs $W = 2 \cdot \text{radius} + 1$ scores. So the scores fit into a table of $T$
# rows and $W$ columns instead of $T$: in row $t$, column $w$ stands for the key at position $t - \text{radius} + w$.
# The band of the square table, with its rows pushed to the left, is that narrow table. Work and memory are then
# proportional to $T \cdot W$, not $T^2$.
#
# Near both ends some columns of a row stand for positions that do not exist. They must get a weight of 0.
#
# The check compares your output with full attention under `local_mask`. It also runs your function on 32 and on 64
# tokens and counts how many numbers are computed: for twice the text it should be twice as many. (The count happens in
# your own notebook, so it is there to tell you something, not to catch anybody.)

# %% tags=["explore"]
interactive.slider(lambda radius: plots.band(9, radius), range(6), "radius", start=2)


# %% nbgrader={"grade_id": "banded_attention", "solution": true}
def banded_attention(q, k, v, radius):
    """Attention of every token to the tokens at most `radius` away, with work proportional to T · radius.

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
# <details><summary>A question to start from</summary>For radius 1 and T = 4, write down the positions that the three columns of each row stand for. Which do not exist?</details>
# <details><summary>A pointer</summary>Pad the keys and values with <code>radius</code> rows at both ends (<code>F.pad</code>); then the windows are slices of length W, one for each token: <code>unfold</code> makes them without copying. A loop over the W columns, each a shifted slice of the keys, works too.</details>
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
# The paper has a table of what one layer costs for $n$ tokens of width $d$ (Vaswani et al. 2017, table 1):
# self-attention $n^2 d$, recurrence $n d^2$, convolution over $k$ neighbours $k n d^2$, restricted attention $r n d$.
# Written with our letters and counted in multiplications:
#
# | layer | multiplications | steps one after another | steps between the two ends of a text |
# |---|---|---|---|
# | attention | $2\,T^2 D + 4\,T D^2$ | 1 | 1 |
# | restricted to $r$ keys | $2\,r T D + 4\,T D^2$ | 1 | $T/r$ |
# | convolution over $k$ | $k\,T D^2$ | 1 | $T/k$ |
# | recurrence | $2\,T D^2$ | $T$ | $T$ |
#
# The printed table leaves out $4\,TD^2$, the projections, and with it half of the story: below $T = 2D$ the projections
# cost more than the attention, and a short text is not where the square hurts. A model of width 768 that reads 1024
# tokens spends more on projections than on scores and averages. (The last column of the paper's table counts stacked, dilated
# convolutions as $\log_k T$.)

# %% [markdown]
# The plot counts on the left and measures on the right: your restricted attention, and full attention step by step, as
# you wrote it in the first sitting. **Predict first**: at $D = 64$, from which length on does attention take longer than
# a recurrence, and by how much does its time grow when the text doubles? There are two things that counting does not
# show: a recurrence does its $T$ steps one after another, and a GPU waits; and a table of $T^2$ scores that no longer
# fits into the cache costs more than its multiplications, so on a processor the time grows more than four times.

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
# MiniLM is an encoder of BERT's design with 6 layers of 12 heads, each 32 wide, trained on text from the web. A head of
# it is three matrices with their biases, which is what `SelfAttention` holds. So copy one head's weights into your
# module, give it the same tokens, and compare with what the library computes.
#
# Change the sentence, the layer and the head. Head 2 of layer 0 looks at the previous token and at nothing else, head 8
# of layer 1 at the next one, head 11 of layer 3 likes full stops. Head 4 of layer 2 leads from a pronoun to the noun it
# stands for, in this sentence and in some others; find one where it fails. Most heads do nothing that has a name. A
# weight says how much of a value is mixed in, not why.

# %% tags=["explore"]
sentence = "The girl lost her keys because she ran too fast."
layer_index, head_index = 2, 4

if answered("SelfAttention"):
    example = minilm.load(where).head(
        sentence, layer_index, head_index
    )  # its weights, what it read, and what it gave out
    head = load_weights(SelfAttention(example.x.shape[-1], example.output.shape[-1]), example.weights).to(
        where
    )
    with torch.no_grad():
        difference = float((head(example.x) - example.output).abs().max())
    record("largest_difference_from_the_encoder", difference, expected=(0, 1e-4))
    plots.one_head(
        example.attention, example.tokens, title=f"layer {layer_index}, head {head_index}", query="she"
    )

# %% [markdown]
# ## In your own words
#
# *Medium · 15 minutes · {{written_points}} points, graded by a person*
#
# A classmate trains a causal language model. Its loss on the training text falls to almost zero within minutes, and
# what it generates is nonsense. In the attention you find `weights = scores.softmax(-1) * mask`, with a `mask` that is
# causal and right.
#
# 1. Does this line let a token see the future? Distinguish what an output is a mixture of from what its weights depend
#    on.
# 2. Could this line alone explain a loss near zero? Describe a test of a few lines that tells whether any layer of a
#    model leaks.

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
# **Rubric.** *One point:* sees both that no later value enters and that the normalisation depends on later scores. *One
# point:* a test that changes, or differentiates by, a later token and looks at earlier outputs, with a sensible
# judgement of whether the thin leak explains the loss.
# ### END SOLUTION

# %% [markdown]
# ## What you have now
#
# A module that runs a real head, and a form of attention whose cost grows with the text and not with its square. Two
# things are still missing.
# One head has one softmax, so a token cannot look for two things at once; and nothing so far knows the *order* of the
# tokens: shuffle them, and every output is the same, only shuffled. Both are the subject of the third sitting,
# `02c_heads`.
#
# **Sources.** Cheng, Dong, Lapata 2016, *Long short-term memory-networks for machine reading*. Vaswani et al. 2017,
# *Attention is all you need*.
