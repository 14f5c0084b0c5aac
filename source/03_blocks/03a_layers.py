# %% [markdown]
# # Lesson 03 · Blocks
# ## First sitting: norms, activations, feed-forward layers, dropout
#
# The fourth feed-forward layer of MiniLM, a real encoder, has 1,536 hidden features. By the end of this sitting you'll
# see one that responds to *berlin*, *tokyo* and *madrid* more than to words on other topics, even though it was chosen
# by looking at three other cities. The layer around it is the one you write in section 5, filled with MiniLM's weights,
# and its outputs match the original's up to rounding.
#
# The picture below shows where that layer belongs. A transformer block is attention plus a few plain layers, and the
# plain layers hold two thirds of the weights. Without the feed-forward layers, a stack of attention layers would only
# take averages of averages; without the norms, it would be hard to train. You know attention from lesson 02. In this
# sitting you build everything else in the picture and compare each part with PyTorch's, in both the forward and the
# backward pass.

# %% [markdown]
# | | |
# |---|---|
# | Uses | lesson 00: modules, broadcasting, generators. The code of lessons 01 and 02 is not used |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# Shapes are named as elsewhere in the course: B texts in a batch, T tokens in a text, D features in a token, F features
# in the hidden layer of a feed-forward layer (in code, `F` is `torch.nn.functional`). A weight matrix $W$ is applied as
# $y = xW^\top$, so `nn.Linear(D, F)` has a weight of shape (F, D). Norms take their $\varepsilon$ as an argument,
# `eps`.
#
# <details><summary>1. You have all the numbers, not just a sample. Does the standard deviation divide by n or by n − 1?</summary>By n (lesson 00).</details>
# <details><summary>2. A function gets a generator and seeds it again on every call. What is wrong with that?</summary>It draws the same numbers on every call (lesson 00).</details>
# <details><summary>3. What is the output of attention for one query?</summary>The average of the values, with weights that sum to one (lesson 02).</details>
# <details><summary>4. What does attention without positions know about the order of the tokens?</summary>Nothing. Shuffle the tokens, and the outputs are shuffled in the same way (lesson 02).</details>
# <details><summary>5. How many weights does an attention layer of width D have, without biases?</summary>4D²: the projections for queries, keys, values and the output have D² each, whatever the number of heads (lesson 02).</details>

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

from utils import devices
from utils.metrics import record
from utils.plots import interactive
from utils.topics.transformer_block import drawing, measuring
from utils.topics.transformer_block import figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# Read the picture, which shows the most common form, from bottom to top. The tokens travel along the black line, the
# **residual stream**. Two branches read from it. Each normalizes the tokens (orange), passes them through a layer, and
# adds the result back. In this sitting you write the norm, the feed-forward layer (green) and **dropout**, which acts at
# the end of each branch during training.

# %% tags=["explore"]
drawing.block()

# %% [markdown]
# ## 1 · Layer normalization
#
# *Medium · 12 minutes · without `F.layer_norm`, `F.group_norm`, `F.instance_norm`, `F.batch_norm`, or the modules of
# the same names*
#
# A deep network multiplies a vector by dozens of matrices, one after another. If each makes it 10% longer, after 50
# matrices it is 117 times as long; if each makes it 10% shorter, it is down to 0.5%. Gradients take the same path back.
# Norms solve this problem: each of them resets the size of each token's vector to a fixed value.

# %% [markdown]
# **Layer normalization** (Ba, Kiros and Hinton 2016) looks at one token at a time, and only at the $D$ features of its
# vector $x$:
#
# $$\mu = \frac1D\sum_i x_i \qquad \sigma^2 = \frac1D\sum_i (x_i-\mu)^2 \qquad y_i = g_i\,\frac{x_i-\mu}{\sqrt{\sigma^2+\varepsilon}} + b_i$$
#
# The gain $g$ (`weight`, starts at 1) and the bias $b$ (`bias`, starts at 0) are learned, one number per feature.
# No statistics are shared between tokens: the result for a token is the same in a batch of one and in a batch of a
# thousand, in training and at evaluation. That is why language models use layer normalization rather than batch
# normalization.
#
# A variance can also be written as the mean of $x_i^2$ minus $\mu^2$, which is the same on paper. Some of the tokens in
# the check have mean 300 and standard deviation 1, and float32 keeps seven digits. Which of the two forms can you use?
#
# <details><summary>Answer</summary>The one that subtracts μ first. Near 300² = 90,000, neighbouring float32 numbers are 0.008 apart, so the difference of two such numbers is too coarse for a variance of 1.</details>

# %% [markdown]
# **First, three tokens by hand**, with $D = 4$, $g = 1$, $b = 0$ and a tiny $\varepsilon$. Fill in the table on paper
# before you go on.
#
# | token | $\mu$ | $\sigma^2$ | $y$ |
# |---|---|---|---|
# | (1, 3, 3, 5) | | | |
# | (0, 0, 0, 4) | | | |
# | (2, 2, 2, 2) | | | |


# %% nbgrader={"grade_id": "LayerNorm", "solution": true}
class LayerNorm(nn.Module):
    """Bring every token to mean 0 and variance 1, then apply a learned gain and bias to
    each feature.

    weight: (D,), starts at 1; bias: (D,), starts at 0; eps is added to the variance,
    inside the square root.
    """

    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x):
        """x: (..., D) tokens.  Returns (..., D)."""
        ### BEGIN SOLUTION
        mean = x.mean(-1, keepdim=True)  # (..., 1)
        variance = x.var(-1, keepdim=True, unbiased=False)  # (..., 1), divided by D
        return self.weight * (x - mean) / torch.sqrt(variance + self.eps) + self.bias  # (..., D)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "LayerNorm_hints", "locked": true}
# <details><summary>A question to start from</summary>The mean has one value per token. What shape must it keep so you can
# subtract it from (B, T, D)?</details>
# <details><summary>A pointer</summary><code>keepdim=True</code> keeps the axis, with length 1. Also look up what
# <code>torch.var</code> divides by unless you tell it otherwise.</details>
# <details><summary>In pseudocode</summary>mean over the last axis → variance over the last axis, divided by D → subtract the mean → divide by the square root of (variance + eps) → times weight, plus bias.</details>
# <details><summary>I get "the size of tensor a must match the size of tensor b"</summary>Print <code>x.mean(-1).shape</code>: the axis is gone, and broadcasting lines up the remaining axes from the right.</details>


# %% nbgrader={"grade_id": "check_LayerNorm", "grade": true, "locked": true, "points": 4}
@check("LayerNorm")
def _(x, gradient, weights, eps):
    norm = load_weights(LayerNorm(x.shape[-1], eps=eps), weights)
    x.requires_grad_()
    y = norm(x)
    backward(y, gradient)
    return {
        "output": y,
        "grad_x": x.grad,
        "grad_weight": norm.weight.grad,
        "grad_bias": norm.bias.grad,
    }


# %% [markdown]
# The cell below prints the last column of the table, computed by your layer. Compare it with what you wrote.
#
# <details><summary>Answer</summary>The means are 3, 1 and 2, and the variances are 2, 3 and 0. All features of the third token are equal to its mean, so the token becomes all zeros.</details>

# %% tags=["explore"]
if answered("LayerNorm"):
    tokens = torch.tensor([[1.0, 3, 3, 5], [0, 0, 0, 4], [2, 2, 2, 2]], device=where)
    for token, normed in zip(tokens, LayerNorm(4).to(where)(tokens)):
        print(token.tolist(), "→", [round(value, 3) for value in normed.tolist()])

    spike = torch.zeros(768, device=where)
    spike[0] = 1e3
    print(f"\nlargest possible feature at D = 768: {LayerNorm(768).to(where)(spike).max():.1f} = √767")

# %% [markdown]
# The second token is the extreme case: if a single feature differs from all the rest, it comes out at $\sqrt{D-1}$,
# here 1.732. Contrary to what is often said, a norm does *not* bring the features into a fixed range such as −1 to 1.
# What it fixes are their mean and variance. In a model with $D = 768$ one feature can be as large as 27.7, and in
# trained models some are.

# %% [markdown]
# ### Find the error
#
# A published lecture defines the norm as $\frac{g}{\sigma(x)}\odot(x-\mu(x)) + b$ and stops there. One of the three
# tokens in the table shows what is missing. Predict what the formula gives for each, then run the cell.

# %% tags=["explore"]
tokens = torch.tensor([[1.0, 3, 3, 5], [0, 0, 0, 4], [2, 2, 2, 2]], device=where)
as_printed = (tokens - tokens.mean(-1, keepdim=True)) / tokens.std(-1, keepdim=True, unbiased=False)
print(as_printed)

# %% [markdown]
# <details><summary>What went wrong</summary>The first two tokens come out right. The third token has a standard deviation of 0, and 0/0 is not a number. It doesn't take an unusual text for this to happen: an embedding of zeros (padding) is enough. With ε the token becomes all zeros, as it should.</details>
#
# ε has a second effect, on tokens with small features. The figure plots the size of the output against the size of the
# input. Where does each curve bend, and why there? Where would it bend if ε were outside the square root?

# %% tags=["explore"]
if answered("LayerNorm"):
    plots.epsilon(LayerNorm, values=[1e-12, 1e-5, 1e-3])

# %% [markdown]
# <details><summary>Answer</summary>At √ε, where the variance is as large as ε. Larger tokens come out at size 1, and tokens much smaller than √ε stay small. If ε were outside the square root, it would be added to the standard deviation, so the curve would bend at ε.</details>

# %% [markdown]
# ## 2 · RMS normalization
#
# *Easy · 6 minutes · without `nn.RMSNorm`, `F.rms_norm`*
#
# LayerNorm does two things, centring and scaling, and only the scaling turned out to matter. **RMSNorm** (Zhang and
# Sennrich 2019) therefore keeps only the scaling, and has no bias:
#
# $$y_i = g_i\,\frac{x_i}{\sqrt{\frac1D\sum_j x_j^2+\varepsilon}}$$
#
# It saves a pass over the features, and nearly all recent open models (Llama, Gemma, Qwen, SmolLM) use it.


# %% nbgrader={"grade_id": "RMSNorm", "solution": true}
class RMSNorm(nn.Module):
    """Scale every token to a root mean square of 1, then apply a learned gain to each
    feature.

    weight: (D,), starts at 1; eps is added to the mean square, inside the square root.
    """

    def __init__(self, d_model, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))

    def forward(self, x):
        """x: (..., D) tokens.  Returns (..., D)."""
        ### BEGIN SOLUTION
        mean_square = x.pow(2).mean(-1, keepdim=True)  # (..., 1)
        return self.weight * x / torch.sqrt(mean_square + self.eps)  # (..., D)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "RMSNorm_hints", "locked": true}
# <details><summary>A question to start from</summary>RMS stands for the root of the mean of the squares. Which of these three operations comes first?</details>
# <details><summary>A pointer</summary>RMSNorm has the same form as your LayerNorm, with the mean square where the variance was and nothing subtracted.</details>
# <details><summary>In pseudocode</summary>square → mean over the last axis, axis kept → add eps → square root → divide x by it → times weight.</details>


# %% nbgrader={"grade_id": "check_RMSNorm", "grade": true, "locked": true, "points": 3}
@check("RMSNorm")
def _(x, gradient, weights, eps):
    norm = load_weights(RMSNorm(x.shape[-1], eps=eps), weights)
    x.requires_grad_()
    y = norm(x)
    backward(y, gradient)
    return {"output": y, "grad_x": x.grad, "grad_weight": norm.weight.grad}


# %% [markdown]
# ### What a norm does to a cloud of points
#
# With $D = 3$ you can see what each norm does. Each point is a token. RMSNorm moves every token along the ray from the
# origin to the sphere of radius $\sqrt 3$: only the direction survives. LayerNorm first projects the token onto the
# plane $x_1+x_2+x_3=0$, which puts all tokens on a circle. So each norm discards something about a token; the written
# question at the end asks what.

# %% tags=["explore"]
if answered("LayerNorm", "RMSNorm"):
    plots.cloud(LayerNorm(3).to(where), RMSNorm(3).to(where))

# %% [markdown]
# **Predict, then run.** In `centred`, each token's own mean has been subtracted. For which of the two, `x` or
# `centred`, do the norms agree?

# %% tags=["explore"]
if answered("LayerNorm", "RMSNorm"):
    x = torch.randn(5, 64, generator=torch.Generator().manual_seed(0)).to(where) + 0.5
    centred = x - x.mean(-1, keepdim=True)
    for name, tokens in [("as they are", x), ("centred", centred)]:
        normed = [norm(64, eps=1e-6).to(where)(tokens) for norm in (LayerNorm, RMSNorm)]
        gap = (normed[0] - normed[1]).abs().max()
        print(f"{name:12s} largest difference between the two norms: {gap:.1e}")

# %% [markdown]
# <details><summary>Answer</summary>For <code>centred</code>, up to rounding. If a token has mean 0, its mean square is its variance.</details>

# %% [markdown]
# ## 3 · GELU
#
# *Medium · 10 minutes · without `F.gelu`, `nn.GELU`*
#
# Between two linear maps there has to be something nonlinear. ReLU lets positive numbers pass and stops negative ones,
# with a kink at 0 and no gradient on the left. **GELU** (Hendrycks and Gimpel 2016) makes this decision gradual: it
# multiplies $x$ by the probability that a standard normal variable lies below $x$.
#
# $$\mathrm{gelu}(x) = x\,\Phi(x) = \tfrac12\,x\left(1+\mathrm{erf}\frac{x}{\sqrt2}\right)$$
#
# When erf was slow, people used a formula with tanh, and GPT-2 was trained with it:
#
# $$\mathrm{gelu_{tanh}}(x) = \tfrac12\,x\left(1+\tanh\left[\sqrt{2/\pi}\,\left(x+0.044715\,x^3\right)\right]\right)$$
#
# Write both forms, because a model has to run with the form it was trained with. The check's tolerance is tight enough
# to tell them apart.


# %% nbgrader={"grade_id": "gelu", "solution": true}
def gelu(x, approximate="none"):
    """x times the probability that a standard normal variable lies below x.

    x: any shape; approximate: "none" for the exact form (erf), "tanh" for GPT-2's.
    Returns a tensor with the same shape as x.
    """
    ### BEGIN SOLUTION
    if approximate == "tanh":
        return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "gelu_hints", "locked": true}
# <details><summary>A question to start from</summary>What should gelu give at 0, at 20 and at −20?</details>
# <details><summary>A pointer</summary><code>torch.erf</code> and <code>torch.tanh</code> work element by element. For a plain number such as √2, use <code>math</code>.</details>
# <details><summary>I get "must be Tensor, not float"</summary><code>torch.sqrt</code> expects a tensor; for a plain number, use <code>math.sqrt</code>.</details>


# %% nbgrader={"grade_id": "check_gelu", "grade": true, "locked": true, "points": 3}
@check("gelu")
def _(x, gradient):
    found = {}
    for name, approximate in [("exact", "none"), ("tanh", "tanh")]:
        leaf = x.clone().requires_grad_()
        y = gelu(leaf, approximate)
        backward(y, gradient)
        found[name], found[f"grad_{name}"] = y, leaf.grad
    return found


# %% [markdown]
# ## 4 · SiLU
#
# *Easy · 5 minutes · without `F.silu`, `nn.SiLU`, or `torch.ops.mkldnn`, which has a fused version*
#
# Replace $\Phi$ with the logistic sigmoid and you get **SiLU**, also called Swish (Hendrycks and Gimpel 2016;
# Ramachandran, Zoph and Le 2017). Llama and its relatives use it.
#
# $$\mathrm{silu}(x) = x\,\sigma(x) \qquad \sigma(x) = \frac{1}{1+e^{-x}}$$
#
# The formula is one line. The check also asks for the gradient, including at −100 and −1,000,000: think about how large
# $e^{100}$ is, and how large a number float32 can hold.


# %% nbgrader={"grade_id": "silu", "solution": true}
def silu(x):
    """x times the sigmoid of x.

    x: any shape.  Returns a tensor with the same shape as x.
    """
    ### BEGIN SOLUTION
    return x * torch.sigmoid(x)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "silu_hints", "locked": true}
# <details><summary>A question to start from</summary>What is 1/∞, and what is 0·∞? Both come up if you type in the
# formula as printed; the second one comes up in the backward pass.</details>
# <details><summary>A pointer</summary>torch has a sigmoid that is computed without overflow.</details>


# %% nbgrader={"grade_id": "check_silu", "grade": true, "locked": true, "points": 2}
@check("silu")
def _(x, gradient):
    x.requires_grad_()
    y = silu(x)
    backward(y, gradient)
    return {"output": y, "grad_x": x.grad}


# %% [markdown]
# ### What the activations look like
#
# The left panel shows the functions, the middle one their slopes, and the right one the error of the tanh form of GELU.
# Answer three questions from the figure. Where is each function smallest? Which functions have a slope above 1? Where
# does a neuron stop learning?

# %% tags=["explore"]
if answered("gelu", "silu"):
    plots.activations({"ReLU": F.relu, "GELU": gelu, "SiLU": silu}, approximation=gelu)
    grid = torch.linspace(-6, 6, 120_001, dtype=torch.float64)  # on the CPU: not every GPU has float64
    for name, function in [("GELU", gelu), ("SiLU", silu)]:
        y = function(grid)
        print(f"{name}: smallest value {y.min():.4f} at x = {grid[y.argmin()]:.3f}")

# %% [markdown]
# <details><summary>Answer</summary>ReLU is 0, its smallest value, everywhere to the left of 0. GELU and SiLU each have
# one minimum, printed above. Both have a slope above 1 on the right; ReLU doesn't. With ReLU a neuron stops learning as
# soon as its input is negative, because the slope there is exactly 0. With GELU and SiLU it learns very slowly far to
# the left, where the slope is close to 0.</details>
#
# GELU and SiLU are bounded below, unbounded above, smooth, and not monotonic: to the left of the minimum the slope is
# negative.

# %% [markdown]
# ## 5 · The feed-forward layer
#
# *Easy · 8 minutes*
#
# Attention mixes tokens: its output is a weighted mean of values, and a weighted mean can't compute much on its own.
# The **feed-forward layer** (or MLP) comes after attention and works on each token separately: it widens the token to
# $F$ features (usually $F = 4D$), applies an activation, and projects back to $D$. The two maps are called the **up
# projection** and the **down projection**.
#
# $$\mathrm{FFN}(x) = \mathrm{gelu}\!\left(xW_1^\top + b_1\right)W_2^\top + b_2$$
#
# Here $W_1$ is `up.weight` (F, D) and $W_2$ is `down.weight` (D, F). Two thirds of the weights of a standard block
# are in this layer: $8D^2$ against $4D^2$ for attention. Use the exact form of GELU; `F.gelu` is allowed now that you
# have written your own.


# %% nbgrader={"grade_id": "FeedForward", "solution": true}
class FeedForward(nn.Module):
    """Widen each token, apply GELU (exact form), project back to the model's width.

    up.weight: (F, D), up.bias: (F,); down.weight: (D, F), down.bias: (D,).
    """

    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.up = nn.Linear(d_model, d_hidden)
        self.down = nn.Linear(d_hidden, d_model)

    def forward(self, x):
        """x: (..., T, D) tokens.  Returns (..., T, D)."""
        ### BEGIN SOLUTION
        return self.down(F.gelu(self.up(x)))  # (..., T, F) in between
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "FeedForward_hints", "locked": true}
# <details><summary>A question to start from</summary>How wide is the vector at each of the three stages, and at which
# stage is the activation applied?</details>
# <details><summary>A pointer</summary><code>nn.Linear</code> works on the last axis and leaves the axes before it alone; nothing has to be reshaped.</details>
# <details><summary>I get "mat1 and mat2 shapes cannot be multiplied"</summary>Either the two layers are called in the wrong order, or the second one got the token instead of the hidden vector.</details>


# %% nbgrader={"grade_id": "check_FeedForward", "grade": true, "locked": true, "points": 3}
@check("FeedForward")
def _(x, gradient, weights, d_model, d_hidden):
    layer = load_weights(FeedForward(d_model, d_hidden), weights)
    x.requires_grad_()
    y = layer(x)
    backward(y, gradient)
    return {"output": y, "grad_x": x.grad, "grad_weights": gradient_sizes(layer)}


# %% [markdown]
# ### Which output depends on which input?
#
# The figure shows the answer, measured as the size of the derivative of output token $t$ with respect to input token
# $s$. **Predict**: draw the three patterns, for your feed-forward layer, for attention without a mask, and for
# attention with a causal mask.

# %% tags=["explore"]
if answered("FeedForward"):
    torch.manual_seed(0)
    plots.influence(FeedForward(32, 128).to(where), d_model=32, n_tokens=8)

# %% [markdown]
# <details><summary>Answer</summary>A diagonal, a full square, and a triangle: a feed-forward layer moves nothing between
# tokens.</details>
#
# And why do we need the activation? Without it, the wide layer adds nothing: two linear maps in a row are a single
# linear map. The cell computes the matrix of that map and compares.

# %% tags=["explore"]
torch.manual_seed(0)
up, down = nn.Linear(16, 64, bias=False).to(where), nn.Linear(64, 16, bias=False).to(where)
x = torch.randn(5, 16).to(where)
one_matrix = down.weight @ up.weight  # (16, 16)
print(
    "parameters of the two layers:",
    up.weight.numel() + down.weight.numel(),
    "· of the one matrix:",
    one_matrix.numel(),
)
print("largest difference without activation:", f"{(down(up(x)) - x @ one_matrix.T).abs().max():.1e}")
print("largest difference with GELU in it:   ", f"{(down(F.gelu(up(x))) - x @ one_matrix.T).abs().max():.1e}")

# %% [markdown]
# ## 6 · SwiGLU
#
# *Medium · 8 minutes*
#
# In a **gated** layer one branch decides how much of the other may pass, feature by feature. With SiLU as the gate's
# activation, the layer is called SwiGLU (Shazeer 2020; Swi from Swish, GLU from gated linear unit), and Llama, Qwen and
# SmolLM use it, without biases:
#
# $$\mathrm{SwiGLU}(x) = \big(\mathrm{silu}(xW_g^\top)\odot xW_u^\top\big)\,W_d^\top$$
#
# The names vary from paper to paper. Here, as in the released Llama weights, `gate` is the branch that goes through SiLU,
# `up` carries the value, and `down` projects back to width $D$. Why it works better than a plain layer is not understood: the paper
# offers no explanation and puts it down to divine benevolence.


# %% nbgrader={"grade_id": "SwiGLU", "solution": true}
class SwiGLU(nn.Module):
    """A feed-forward layer whose hidden features pass through a gate; no biases.

    gate.weight, up.weight: (F, D); down.weight: (D, F).
    """

    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.gate = nn.Linear(d_model, d_hidden, bias=False)
        self.up = nn.Linear(d_model, d_hidden, bias=False)
        self.down = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x):
        """x: (..., T, D) tokens.  Returns (..., T, D)."""
        ### BEGIN SOLUTION
        return self.down(F.silu(self.gate(x)) * self.up(x))  # (..., T, F) in between
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "SwiGLU_hints", "locked": true}
# <details><summary>A question to start from</summary>The gate and the value have the same shape. Which operation closes a gate feature by feature?</details>
# <details><summary>A pointer</summary>⊙ is the element-wise product, <code>*</code> in torch; only one of the two factors goes through the activation.</details>


# %% nbgrader={"grade_id": "check_SwiGLU", "grade": true, "locked": true, "points": 3}
@check("SwiGLU")
def _(x, gradient, weights, d_model, d_hidden):
    layer = load_weights(SwiGLU(d_model, d_hidden), weights)
    x.requires_grad_()
    y = layer(x)
    backward(y, gradient)
    return {"output": y, "grad_x": x.grad, "grad_weights": gradient_sizes(layer)}


# %% [markdown]
# The figure shows the output of one hidden neuron as a function of its gate (one axis) and its value (the other). A
# plain neuron has no gate, so its surface doesn't change along the gate's axis. In a gated neuron the value sets the
# sign and the slope, and the gate opens or closes.
#
# A gated layer has three matrices where a plain one has two, so at equal width it would cost half as much again. To
# compensate, models usually set $F = \tfrac83 D$ instead of $4D$. The cell uses your layers to check that the two then
# have the same number of weights. SmolLM2, which you will build in lesson 11, has $D = 576$ and $F = 1{,}536$, exactly
# this ratio.

# %% tags=["explore"]
plots.gate()
if answered("FeedForward", "SwiGLU"):
    for d_model in [576, 768]:
        plain, gated = FeedForward(d_model, 4 * d_model), SwiGLU(d_model, 8 * d_model // 3)
        weights = [sum(p.numel() for p in layer.parameters() if p.ndim == 2) for layer in (plain, gated)]
        print(f"D = {d_model}: weights of the plain layer {weights[0]:,}, of the gated one {weights[1]:,}")

# %% [markdown]
# ## 7 · Dropout
#
# *Medium · 10 minutes · without `F.dropout`, `nn.Dropout`*
#
# **Dropout** (Srivastava et al. 2014) sets each number to 0 with probability $p$ while the model is being trained, so
# no feature can rely on any particular other feature. On average, the sums in the next layer are then too small by a
# factor of $1-p$. The **inverted** form corrects this right away: it divides the surviving numbers by $1-p$,
#
# $$y_i = \frac{m_i\,x_i}{1-p} \qquad m_i = 0 \text{ with probability } p, \text{ otherwise } 1 \qquad\Rightarrow\qquad \mathrm{E}[y_i] = x_i$$
#
# and at evaluation the layer returns $x$ unchanged. The generator is an argument, which makes a run repeatable; within a
# run, each call draws the next numbers from it, so each call gets its own mask. The check calls your function 120 times
# on four numbers and counts how often 0, 1, 2, 3 or all 4 of them survive.


# %% nbgrader={"grade_id": "dropout", "solution": true}
def dropout(x, p, training, generator=None):
    """Set each number to 0 with probability p and scale up the rest, in training only.

    x: any shape; 0 <= p < 1; training: bool; generator: torch.Generator for the draws,
    on the device of x, or None for torch's own.
    Returns a tensor with the same shape as x, a new one in training; x is not
    modified.
    """
    ### BEGIN SOLUTION
    if not training:
        return x
    keep = torch.rand(x.shape, generator=generator, device=x.device) >= p  # True with probability 1 - p
    return x * keep / (1 - p)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "dropout_hints", "locked": true}
# <details><summary>A question to start from</summary><code>torch.rand</code> draws numbers between 0 and 1. What share of
# them is below p?</details>
# <details><summary>A pointer</summary>Draw one random number for every number in x. You can multiply numbers by a boolean mask.</details>
# <details><summary>In pseudocode</summary>not training: return x → draw random numbers in the shape of x, with the generator → compare with p → multiply, and divide by the share that survives on average.</details>


# %% nbgrader={"grade_id": "check_dropout", "grade": true, "locked": true, "points": 4}
@check("dropout")
def _(x, p, seed):
    torch.manual_seed(seed)
    tokens = x.requires_grad_() * 1  # (120, 2, 2)

    def training_run():  # one generator for 120 calls, each on four numbers
        generator = torch.Generator().manual_seed(seed)
        return torch.stack([dropout(tokens[i], p, True, generator) for i in range(len(tokens))])

    def survivors(x):
        return (dropout(x * 1, p, True) != 0).sum((1, 2))

    y = training_run()
    at_evaluation = dropout(x * 1, p, False)
    backward(y + at_evaluation, torch.ones_like(y))
    scale, unscaled = y / x, at_evaluation / x
    grad = x.grad - 1  # the call at evaluation adds a gradient of 1
    differ, left = (
        ((y != 0) != (y[0] != 0)).any(),
        tokens / x,
    )  # do calls differ, and are the tokens unchanged?
    return {
        "survivors of 4": (y != 0).sum((1, 2)),  # 0 to 4, compared by frequency
        "scale": torch.stack(
            [scale[y != 0].mean(), scale.max(), unscaled.min(), unscaled.max(), left.min(), differ]
        ),
        "gradient": torch.stack(
            [grad[y != 0].mean(), grad[y == 0].sum()]
        ),  # the gradient passes where the value passed
        "again": (training_run() != 0).sum((1, 2)),  # one seed, the same draws
        "without a generator": 5 * survivors(x) + survivors(x),  # two calls' counts, coded as one number
    }


# %% [markdown]
# The figure applies dropout 2,000 times to one row of eight numbers. The mean of the results matches the original (that
# is what the division by $1-p$ is for), and the spread is the noise that the network has to live with. **Predict** the
# spread at $p = 0.5$, where each output is 0 or $2x$.

# %% tags=["explore"]
if answered("dropout"):
    interactive.slider(lambda p: plots.dropout(dropout, [p]), [0.0, 0.1, 0.3, 0.5, 0.7, 0.9], "p", start=1)

# %% [markdown]
# <details><summary>Answer</summary>As large as the number itself: 0 and 2x both lie |x| away from x.</details>
#
# Where is dropout applied in a transformer? GPT was trained with it in three places, at a rate of 0.1 in each (Radford
# et al. 2018, section 4.1). The first is the output of each branch of a block, which you will build in the second
# sitting. The second is the sum of token and position vectors, before the first block. The third is the *attention
# weights*, after softmax.
#
# The last two have different effects. Dropout on a token's vector zeroes some of its features, and no query can see
# them. Dropout on attention weights hides whole tokens, each from a single query, and a row of weights then sums to one
# only on average. **Predict**, at a rate of 0.1: how often does a query lose the token it attends to most, and how
# often does a token of 48 features lose all of them?

# %% tags=["explore"]
if answered("dropout"):
    draw = torch.Generator(where).manual_seed(0)
    weights = torch.randn(20_000, 8, generator=draw, device=where).softmax(-1)  # (queries, keys)
    tokens = torch.randn(20_000, 48, generator=draw, device=where)  # token and position vectors, added
    some_weights = dropout(weights, 0.1, True, draw)
    some_features = dropout(tokens, 0.1, True, draw)
    sums = some_weights.sum(-1)  # (queries,)
    strongest = some_weights.gather(1, weights.argmax(-1, keepdim=True))  # (queries, 1)
    print(f"rows of weights sum to {sums.min():.2f} … {sums.max():.2f}, each token keeps", end=" ")
    print(f"{some_features.ne(0).sum(-1).min()} to {some_features.ne(0).sum(-1).max()} of its 48 features")
    record("mean sum of a row of weights", sums.mean().item(), expected=(0.99, 1.01))
    record(
        "rows that lost their largest weight", strongest.eq(0).float().mean().item(), expected=(0.09, 0.11)
    )

# %% [markdown]
# <details><summary>Answer</summary>One query in ten loses the token with its largest weight. A token loses all its
# features with a probability of 0.1⁴⁸: in practice, never. All of this happens only in training; at evaluation nothing
# is dropped.</details>

# %% [markdown]
# ## 8 · Your layer in a real model
#
# MiniLM is an encoder of 22.7 million parameters that turns sentences into vectors (you'll meet other models of this
# kind in lesson 07). Its feed-forward layers are exactly yours: $D = 384$, $F = 1{,}536$, exact GELU. The next cell
# loads the weights of the fourth of its six layers into your `FeedForward`, runs it on the inputs that the real layer
# received for 72 words, and compares. The first run downloads about 84 MB and caches it.

# %% nbgrader={"grade_id": "word_groups", "locked": true}
groups = {
    "royalty": "king queen duke prince bishop emperor",
    "cities": "paris london rome berlin tokyo madrid",
    "colours": "red green blue yellow black white",
    "numbers": "one two three four seven ten",
    "months": "march july january april october december",
    "music": "piano violin opera guitar jazz orchestra",
    "weather": "rain snow wind storm fog ice",
    "war": "army soldier battle war gun troops",
    "medicine": "doctor nurse hospital disease patient surgery",
    "transport": "car train bus ship truck bicycle",
    "food": "bread cheese sugar wine apple rice",
    "motion": "run walk jump swim fly climb",
}

# %% tags=["explore"]
if answered("FeedForward"):
    words = [word for group in groups.values() for word in group.split()]  # 12 groups of 6
    tokenizer, bert = measuring.minilm(where)
    batch = tokenizer(words, return_tensors="pt").to(where)  # each is a single token, between [CLS] and [SEP]
    tokens, output = measuring.inside_layer(bert, batch, 3)
    mine = FeedForward(384, 1536).to(where)
    weights = measuring.weights_of_bert(bert.encoder.layer[3])
    load_weights(mine, {name: weights[f"feed_forward.{name}"] for name in mine.state_dict()})
    with torch.no_grad():
        difference = (mine(tokens) - output).abs().max().item()
        hidden = F.gelu(mine.up(tokens))[:, 1].unflatten(0, (12, 6)).cpu()  # (groups, words, F)
    print(f"largest difference from the real layer: {difference:.1e}")
    record("difference to MiniLM's feed-forward layer", difference, expected=(0, 1e-4))

# %% [markdown]
# Each of the 1,536 hidden features is a detector: its row of `up.weight` is a direction, and it responds to tokens that
# point that way. Is there one for months, or one for colours? If you search through 1,536 features, you'll always find
# one that looks convincing, so we have to be careful. From the **first three words** of each group, the cell picks the
# feature that best separates them from the first three words of all the other groups. Then it shows that feature on the
# **last three** words, which played no part in the choice. By luck alone, a held-out word would beat all 33 held-out
# words of the other groups one time in 34.

# %% tags=["explore"]
if answered("FeedForward"):
    chosen_on, held_out = hidden[:, :3], hidden[:, 3:]  # (12, 3, F) each
    features, wins = [], []
    for g in range(12):
        others = torch.cat([chosen_on[:g], chosen_on[g + 1 :]]).flatten(0, 1)  # (33, F)
        feature = (chosen_on[g].min(0).values - others.max(0).values).argmax().item()
        rest = torch.cat([held_out[:g], held_out[g + 1 :]])[..., feature]
        features.append(feature)
        wins.append((held_out[g, :, feature] > rest.max()).float().mean())
    plots.neurons(held_out, features, groups)
    record(
        "held-out words that beat all words of other groups",
        torch.stack(wins).mean().item(),
        expected=(0.4, 0.9),
    )
    record("share of hidden features above 0.1", (hidden > 0.1).float().mean().item(), expected=(0.05, 0.25))

# %% [markdown]
# Cities, numbers, music and war each have a feature that works on new words; for medicine and food, the feature that
# looked best on three words was just lucky. That doesn't mean that the layer knows nothing about food, because most
# knowledge is spread over many features. The picture on the right shows that GELU keeps most features near 0: only one
# in eight is above 0.1. Change the groups and look for more features like these.

# %% [markdown] nbgrader={"grade_id": "written_a", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 4 to 6 sentences). A norm forgets something about every token. When gain and
# bias have their initial values, which two numbers does LayerNorm throw away, and which one does RMSNorm throw away?
# Suppose the length of a token's vector encoded how sure the model is about that token. Where in a block could this
# information survive, even though there is a norm before every layer? (The second sitting will show you the block;
# guess before you look.)
#
# ### BEGIN SOLUTION
# **Model answer.** LayerNorm throws away the mean of the features and their standard deviation: x and a·x + c (a > 0)
# give the same output. RMSNorm throws away one number, the root mean square: x and a·x give the same output, the mean
# survives as part of the direction. (eps blurs this for tiny vectors only.) In a pre-LN block the norm is on the
# branch, not on the main path: the layers read a normalized copy, and the addition carries the original, with its
# length, on to the end, up to the final norm. In a post-LN block the norm is on the main path, and the length is
# gone after the first one; the information has to be moved into the direction before that.
#
# **Rubric.**
#
# - a, 0.5 points: names the mean and the standard deviation (or variance, or length of the centred vector) for
#   LayerNorm
# - b, 0.5 points: names the root mean square (or length) for RMSNorm
# - c, 0.5 points: says where the information could survive, with a reason: in the residual path, in the direction,
#   or in the gain (the last one is wrong, because the gain is the same for all tokens, but counts here if a reason
#   is given)
# - d, 0.5 points: sees that it is the residual path that carries the information past a norm on the branch
# ### END SOLUTION

# %% [markdown]
# **What you have now.** You have two norms, two activations, two feed-forward layers and dropout, each of which gives
# the same results as PyTorch's. From here on you may use `nn.LayerNorm`, `nn.RMSNorm`, `F.gelu` and the rest, because
# you know what is inside. And you have something to show a friend: a layer you wrote, with the weights of a real model,
# in which a single feature responds to cities. The second sitting asks where in the block the norm belongs, and what
# goes wrong when it moves.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
