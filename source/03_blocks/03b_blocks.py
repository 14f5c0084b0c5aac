# %% [markdown]
# # Lesson 03 · Blocks
# ## Second sitting: residual paths and norm placement
#
# MiniLM is six transformer blocks. Put its weights into six blocks of your own, and two sentences about a sleeping cat
# come out close together, while one about a parliament is far away. Then you'll keep the weights and move only the
# norms, so they come before each layer instead of after each addition. Can the model still tell a cat from a
# parliament? Section 8 has the answer.
#
# **Norm placement** also decides how well a deep stack can be trained. The picture after the imports shows four
# arrangements. You'll write three of them, measure what each does to a stack of 24 untrained blocks, and then build the
# encoder and decoder blocks for the rest of the course.

# %% [markdown]
# | | |
# |---|---|
# | Uses | attention from lesson 02 (imported, so you don't need your own) and the layers from the first sitting |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# B texts in a batch, T tokens in a text, D features in a token, H heads of width d = D/H, F features in the hidden
# layer, S tokens in the memory that a decoder reads. A mask is True where a query may look.
#
# <details><summary>1. What do LayerNorm and RMSNorm fix about each token's features?</summary>LayerNorm fixes their mean and variance, RMSNorm only their root mean square (first sitting).</details>
# <details><summary>2. Which layer moves information between tokens, attention or the feed-forward layer?</summary>Attention. The feed-forward layer works on each token separately (first sitting).</details>
# <details><summary>3. What does inverted dropout do at evaluation?</summary>Nothing: the survivors were already divided
# by 1 − p in training (first sitting).</details>
# <details><summary>4. Why is there an activation between the two maps of a feed-forward layer?</summary>Without it the two maps amount to a single linear map (first sitting).</details>
# <details><summary>5. In cross-attention, where do queries, keys and values come from?</summary>Queries come from the text being written, keys and values from the memory (lesson 02).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, backward, check, gradient_sizes, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math
from collections import OrderedDict

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices
from utils.blocks.attention import CrossAttention, MultiHeadAttention, causal_mask
from utils.metrics import record
from utils.topics.transformer_block import drawing, measuring
from utils.topics.transformer_block import figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# Here are four ways to place the norms of a block. The tokens move up the black line, the main path; each branch reads
# them and adds its result at a plus sign. In which of the four could a token reach the top without passing through a
# norm?

# %% tags=["explore"]
drawing.placements()

# %% [markdown]
# <details><summary>Answer</summary>In three of them, along the main path: pre-LN, peri-LN and OLMo 2. In post-LN both norms are on the main path.</details>

# %% [markdown]
# The attention layers are imported from lesson 02, ready to use: `MultiHeadAttention(d_model, n_heads)` is called as
# `layer(x, mask)`, `CrossAttention(d_model, n_heads)` as `layer(x, memory, mask)`. A mask may have the shape (T, S),
# shared by all texts, or (B, T, S), one per text; axes of length 1 broadcast, and None means that every query may look
# everywhere. Here the memory is as wide as the tokens, so this `CrossAttention`, unlike yours in lesson 02, has no
# argument for the memory's width. The feed-forward layer is the one from the first sitting, built from PyTorch modules:


# %% nbgrader={"grade_id": "feed_forward_b", "locked": true}
def feed_forward(d_model, d_hidden):
    """(..., D) to (..., D), each token separately; parameters up.weight (F, D), up.bias, down.weight (D, F), down.bias."""
    return nn.Sequential(
        OrderedDict(up=nn.Linear(d_model, d_hidden), activation=nn.GELU(), down=nn.Linear(d_hidden, d_model))
    )


# %% [markdown]
# ## 1 · A table of shapes
#
# *Easy · 8 minutes*
#
# Before any code, follow one batch through a block on paper. Fill in this table with letters first, then write it as a
# function.
#
# | name | what it is | shape |
# |---|---|---|
# | `normed` | the tokens after a norm | |
# | `queries` | the queries, split into heads, with the axes in the order that the product with the keys needs | |
# | `scores` | self-attention: every query against every key | |
# | `merged` | the outputs of all heads, concatenated | |
# | `cross_scores` | cross-attention: T queries against the S tokens of a memory | |
# | `hidden` | inside the feed-forward layer | |
# | `qkv_weight` | a single weight matrix that produces the queries, keys and values at once | |
# | `up_weight` | the weight matrix of the up projection | |
#
# Remember that a weight matrix is applied as $y = xW^\top$.


# %% nbgrader={"grade_id": "block_shapes", "solution": true}
def block_shapes(B, T, S, D, H, F):
    """The shapes of the tensors in the table.

    B texts, T tokens, S tokens in the memory, D features, H heads
    (D is a multiple of H), F hidden features.
    Returns a dict that maps each name to its shape, a tuple of integers.
    """
    ### BEGIN SOLUTION
    d = D // H
    return {
        "normed": (B, T, D),
        "queries": (B, H, T, d),
        "scores": (B, H, T, T),
        "merged": (B, T, D),
        "cross_scores": (B, H, T, S),
        "hidden": (B, T, F),
        "qkv_weight": (3 * D, D),
        "up_weight": (F, D),
    }
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "block_shapes_hints", "locked": true}
# <details><summary>A question to start from</summary>A matrix product works on the last two axes. Which two axes have to come last for "queries times keys", and which ones come before as a batch?</details>
# <details><summary>A pointer</summary>Print shapes: <code>nn.Linear(5, 7).weight.shape</code>, or the shape of <code>feed_forward(5, 7)</code>'s output for a batch of zeros.</details>


# %% nbgrader={"grade_id": "check_block_shapes", "grade": true, "locked": true, "points": 4}
@check("block_shapes")
def _(sizes):
    shapes = block_shapes(*sizes)
    return {name: [n if isinstance(n, int) else repr(n) for n in shape] for name, shape in shapes.items()}


# %% [markdown]
# ## 2 · The residual connection
#
# *Easy · 8 minutes*
#
# A block doesn't replace a token with the output of a layer $f$; it *adds* the output to the token: $x + f(x)$ (He et
# al. 2015 for images, Vaswani et al. 2017 for text). The layer learns a correction, and on the way back the gradient
# has a path with no multiplication: the derivative is $1 + f'(x)$ instead of $f'(x)$. The sum that runs through all
# blocks is called the **residual stream**.

# %% [markdown]
# Where does the norm go? The first transformer normalized the sum (**post-LN**); most models since then have normalized the
# layer's input (**pre-LN**, Xiong et al. 2020):
#
# $$\text{post:}\quad \mathrm{norm}\big(x + f(x)\big) \qquad\qquad \text{pre:}\quad x + f\big(\mathrm{norm}(x)\big)$$
#
# Lectures often say that "the norm comes after the layer, or before it". That leaves out the important part: in post-LN
# it comes after the layer *and after the addition*, so it is on the main path. In pre-LN it is on the branch, and the
# main path is clear all the way from the first block to the last. **Peri-LN**, which you'll need in section 3, has a
# norm at both ends of the branch (Kim et al. 2025; Gemma 2 is built this way).


# %% nbgrader={"grade_id": "residual", "solution": true}
def residual(x, layer, norm, place):
    """Add a layer's output to its input, with the norm in one of two places.

    x: (B, T, D), not modified; layer, norm: functions from (B, T, D) to (B, T, D);
    place: "pre" or "post".
    Returns (B, T, D).
    """
    ### BEGIN SOLUTION
    if place == "pre":
        return x + layer(norm(x))
    return norm(x + layer(x))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "residual_hints", "locked": true}
# <details><summary>A question to start from</summary>Follow the main path in each drawing. How many times is the token itself normalized?</details>
# <details><summary>A pointer</summary>Each of the two placements is a single expression. Read the formula from the inside out and write it down in that order.</details>
# <details><summary>I get "a leaf Variable that requires grad is being used in an in-place operation"</summary><code>x += …</code> writes into the caller's tensor. Make a new tensor: <code>x = x + …</code>.</details>


# %% nbgrader={"grade_id": "check_residual", "grade": true, "locked": true, "points": 2}
@check("residual")
def _(x, gradient, matrix, norm_weights, place):
    norm = load_weights(nn.LayerNorm(x.shape[-1]), norm_weights)
    tokens = x.requires_grad_() * 1
    residual(tokens, lambda h: torch.tanh(h @ matrix.T), norm, place)
    y = residual(
        tokens, lambda h: torch.tanh(h @ matrix.T), norm, place
    )  # same result, provided the first call left tokens unchanged
    backward(y, gradient)
    return {"output": y, "grad_x": x.grad}


# %% [markdown]
# Here are four blocks in code. Which is pre-LN, which post-LN, which peri-LN, and which is none of the three? (`f`
# stands for attention or the feed-forward layer.)
#
# | | |
# |---|---|
# | A | `y = norm(x)` → `y = f(y)` → `x = x + y` |
# | B | `y = f(x)` → `x = x + y` → `x = norm(x)` |
# | C | `y = f(x)` → `y = norm(y)` → `x = x + y` |
# | D | `y = norm(x)` → `y = f(y)` → `y = norm_out(y)` → `x = x + y` |
#
# <details><summary>Answer</summary>A is pre-LN, B post-LN, D peri-LN. C normalizes what is added: literally "after the layer", but not post-LN, since the main path has no norm. (Swin Transformer V2 and OLMo 2 do this.)</details>

# %% [markdown]
# ## 3 · The transformer block
#
# *Hard · 20 minutes · without `nn.TransformerEncoderLayer`*
#
# A block has two branches, attention and then the feed-forward layer: first the tokens exchange what they know, then
# each token processes what it received. The skeleton below creates the parts: two norms for pre-LN and post-LN, four
# for peri-LN. Write the forward pass for the three placements:
#
# | `norm` | first branch | second branch |
# |---|---|---|
# | `"pre"` | $x \leftarrow x + \mathrm{att}(\mathrm{norm}_1(x))$ | $x + \mathrm{ffn}(\mathrm{norm}_2(x))$ |
# | `"post"` | $x \leftarrow \mathrm{norm}_1(x + \mathrm{att}(x))$ | $\mathrm{norm}_2(x + \mathrm{ffn}(x))$ |
# | `"peri"` | $x \leftarrow x + \mathrm{norm}_1^{out}(\mathrm{att}(\mathrm{norm}_1(x)))$ | $x + \mathrm{norm}_2^{out}(\mathrm{ffn}(\mathrm{norm}_2(x)))$ |
#
# Dropout comes last on each branch, just before the addition, and acts in training only. (The check sets its rate to 1
# once, so only the main path is left. That shows where you put dropout.) The mask is for attention; with a causal mask
# this is a GPT block; without one, a BERT block.


# %% nbgrader={"grade_id": "TransformerBlock", "solution": true}
class TransformerBlock(nn.Module):
    """Attention and a feed-forward layer, each on a residual branch.

    norm: "pre", "post" or "peri"; dropout: the rate on both branches.
    """

    def __init__(self, d_model, n_heads, d_hidden, norm="pre", dropout=0.0):
        super().__init__()
        self.place = norm
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.feed_forward = feed_forward(d_model, d_hidden)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        if norm == "peri":
            self.norm1_out = nn.LayerNorm(d_model)
            self.norm2_out = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        """x: (B, T, D); mask: (T, T) or (B, T, T), True where a query may look.
        Returns (B, T, D).
        """
        ### BEGIN SOLUTION
        if self.place == "pre":
            x = x + self.dropout(self.attention(self.norm1(x), mask))
            return x + self.dropout(self.feed_forward(self.norm2(x)))
        if self.place == "post":
            x = self.norm1(x + self.dropout(self.attention(x, mask)))
            return self.norm2(x + self.dropout(self.feed_forward(x)))
        x = x + self.dropout(self.norm1_out(self.attention(self.norm1(x), mask)))
        return x + self.dropout(self.norm2_out(self.feed_forward(self.norm2(x))))
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "TransformerBlock_hints", "locked": true}
# <details><summary>A question to start from</summary>Each placement takes two lines, one for each branch. Which variable does the second line read?</details>
# <details><summary>A pointer</summary>Write <code>"pre"</code> first and run the check: it reports on the placements one by one. Then copy the two lines and move the norms.</details>
# <details><summary>In pseudocode</summary>For peri: norm1 → attention with the mask → norm1_out → dropout → add to x; then norm2 → feed-forward layer → norm2_out → dropout → add to the new x.</details>
# <details><summary>I get "'TransformerBlock' object has no attribute 'norm1_out'"</summary>Only a block with <code>norm="peri"</code> has these two norms.</details>


# %% nbgrader={"grade_id": "check_TransformerBlock", "grade": true, "locked": true, "points": 6}
@check("TransformerBlock")
def _(x, gradient, weights, sizes, mask):
    found = {"grad_weights": {}, "dropped": {}, "evaluation": {}}
    for place in ["pre", "post", "peri"]:
        block = TransformerBlock(*sizes, norm=place)
        load_weights(
            block, {name: w for name, w in weights.items() if place == "peri" or "_out." not in name}
        )
        leaf = x.clone().requires_grad_()
        block(-leaf)  # a different batch, without a mask: the block must not cache anything from it
        y = block(leaf, mask)
        if y is None:  # this placement isn't written yet
            continue
        backward(y, gradient)
        found |= {place: y, f"grad_{place}": leaf.grad}
        found["grad_weights"] |= {f"{place} {name}": size for name, size in gradient_sizes(block).items()}
        block.dropout.p = 1.0
        found["dropped"][place] = block(leaf, mask)  # with rate 1 only the main path is left
        found["evaluation"][place] = block.eval()(leaf, mask)  # during evaluation the rate has no effect
    return found


# %% [markdown]
# **Parameters:** a lecture counts the parameters of a block with $D = 48$, 3 heads and $F = 192$: 192 (norms) + 9,408
# (attention) + 18,672 (feed-forward) = 28,272. Is the lecture right? **Order:** if the tokens of a text are shuffled,
# does the output of each token change? **Predict** this for the block without a mask and with the causal mask.

# %% tags=["explore"]
if answered("TransformerBlock"):
    block = TransformerBlock(48, 3, 192).to(where)
    count = {name: sum(p.numel() for p in part.parameters()) for name, part in block.named_children()}
    print(count, "together", sum(count.values()))
    record("parameters of the block", sum(count.values()), expected=(28_272, 28_272))

    x, order = torch.randn(1, 6, 48).to(where), torch.randperm(6)
    with torch.no_grad():
        for name, mask in [("no mask", None), ("causal mask", causal_mask(6, device=where))]:
            moved = (block(x[:, order], mask) - block(x, mask)[:, order]).abs().max()
            print(f"{name:12s} shuffle first or shuffle last: outputs differ by at most {moved:.1e}")

# %% [markdown]
# <details><summary>Answer</summary>The lecture is right. Without a mask, no token's output changes: shuffling the input
# only shuffles the outputs. That is why models without a causal mask need positions. With a causal mask the outputs do
# change, because each token sees only the tokens up to itself. (GPT adds positions all the same.)</details>

# %% [markdown]
# ## 4 · The loss before the first step
#
# Here is a complete pre-LN language model, adapted from a published course (our code, same structure). It hasn't been
# trained, so it knows nothing about the next token. A model that gives all $V$ tokens the same probability has a loss
# of $\ln V$, here 4.6. **Predict** how the first loss of this model depends on the number of blocks, from 1 to 32: does
# it stay near $\ln V$, fall or rise? Then run both cells.

# %% tags=["explore"]
if answered("TransformerBlock"):

    class PublishedModel(nn.Module):
        def __init__(self, vocabulary, d_model, n_heads, depth, max_length):
            super().__init__()
            self.tokens = nn.Embedding(vocabulary, d_model)
            self.positions = nn.Embedding(max_length, d_model)
            self.blocks = nn.ModuleList(TransformerBlock(d_model, n_heads, 4 * d_model) for _ in range(depth))
            self.logits = nn.Linear(d_model, vocabulary)

        def forward(self, ids):
            x = self.tokens(ids) + self.positions(torch.arange(ids.shape[1], device=ids.device))
            for block in self.blocks:
                x = block(x, causal_mask(ids.shape[1], device=ids.device))
            return self.logits(x)


# %% tags=["explore"]
if answered("TransformerBlock"):

    def first_loss(make_model, depth, seed, vocabulary=100):
        torch.manual_seed(seed)
        model = make_model(vocabulary, 64, 4, depth, max_length=16)
        measuring.xavier(model.blocks), measuring.xavier(model.logits)
        ids, targets = torch.randint(vocabulary, (2, 8, 16))
        model, ids, targets = model.to(where), ids.to(where), targets.to(where)
        with torch.no_grad():
            return F.cross_entropy(model(ids).flatten(0, 1), targets.flatten()).cpu()

    depths = [1, 2, 4, 8, 16, 32]
    published = torch.stack(
        [torch.stack([first_loss(PublishedModel, depth, seed) for depth in depths]) for seed in range(3)]
    )
    plots.loss_by_depth({"as published": published}, depths, chance=math.log(100))

# %% [markdown]
# <details><summary>Answer</summary>It rises with depth. The deeper the untrained model is, the further its loss is above ln V.</details>

# %% [markdown]
# ### Find the error
#
# The model runs and trains, but something is missing, and it isn't a typo. What must be growing inside the model, and
# which single layer would fix that? Open the answer when you have one of your own.
#
# <details><summary>What is missing</summary>A norm between the last block and the logits. In pre-LN every branch reads
# a normalized copy, but adds its result to a stream that is never normalized: the stream grows with depth, the logits
# grow with it, and softmax of large random logits is confidently wrong. A single final norm fixes this. A post-LN model
# doesn't need one: its last operation is already a norm.</details>
#
# `first_loss` initializes the matrices as the first transformer did. With PyTorch's smaller default the rise is milder,
# from 4.9 to 5.4. Next you'll write the loop over the blocks, including the final norm, and measure the growth.

# %% [markdown]
# ## 5 · A stack with a final norm, measured
#
# *Medium · 10 minutes*
#
# Run a stack of blocks. Return the output, normalized at the very end, together with the size of the residual stream
# before the first block and after each one. The size is the root mean square of all numbers in the tensor,
# $\sqrt{\mathrm{mean}(x^2)}$.


# %% nbgrader={"grade_id": "run_blocks", "solution": true}
def run_blocks(x, blocks, final_norm):
    """Send tokens through a stack and measure how large they are on the main path.

    x: (B, T, D); blocks: a list of functions, final_norm: a function, each from
    (B, T, D) to (B, T, D).
    Returns the output (B, T, D) and the sizes (len(blocks) + 1,), before the first
    block and after each block, all measured before final_norm.
    """
    ### BEGIN SOLUTION
    sizes = [x.pow(2).mean() ** 0.5]
    for block in blocks:
        x = block(x)
        sizes.append(x.pow(2).mean() ** 0.5)
    return final_norm(x), torch.stack(sizes)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "run_blocks_hints", "locked": true}
# <details><summary>A question to start from</summary>With three blocks, how many sizes are there, and which of them belongs to the tensor that final_norm gets?</details>
# <details><summary>A pointer</summary><code>torch.stack</code> turns a list of scalar tensors into one tensor.</details>


# %% nbgrader={"grade_id": "check_run_blocks", "grade": true, "locked": true, "points": 3}
@check("run_blocks")
def _(x, gradient, matrices, norm_weights):
    norm = load_weights(nn.LayerNorm(x.shape[-1]), norm_weights)
    blocks = [lambda h, matrix=matrix: h + torch.tanh(h @ matrix.T) for matrix in matrices]
    run_blocks(x, blocks, norm)  # the list must still hold all blocks afterwards
    output, sizes = run_blocks(x.requires_grad_(), blocks, norm)
    backward(output, gradient)
    sizes = torch.stack([torch.as_tensor(size) for size in sizes])
    return {"output": output, "sizes": sizes, "grad_x": x.grad}


# %% [markdown]
# ### What norm placement decides, before any training
#
# For each placement we stack 24 of your blocks, freshly initialized, and give them random tokens of size 1 and random
# targets, with three seeds. A fourth stack, for comparison, has no norms.
#
# **Predict first.** In a peri-LN block each branch ends in a norm, so each adds a vector of size 1. If the vectors
# point in independent directions, their squared sizes add, so after $n$ blocks the size is $\sqrt{1 + 2n}$. What about
# post-LN and pre-LN?

# %% tags=["explore"]
if answered("TransformerBlock", "run_blocks"):
    setting = (24, 64, 16) if scale == "small" else (48, 256, 64)  # depth, d_model, tokens
    measured = {
        place: [
            measuring.before_training(place, seed, TransformerBlock, run_blocks, setting, where)
            for seed in range(3)
        ]
        for place in ["pre", "post", "peri", "none"]
    }
    sizes = {place: torch.stack([run[0] for run in runs]) for place, runs in measured.items()}
    gradients = {place: torch.stack([run[1] for run in runs]) for place, runs in measured.items()}
    plots.growth_by_depth(
        {place: sizes[place] for place in ["pre", "post", "peri"]},
        predicted={"peri": torch.tensor([math.sqrt(1 + 2 * n) for n in range(setting[0] + 1)])},
    )
    record(
        "size after the last block without any norm, divided by the size with pre-LN",
        (sizes["none"].mean(0)[-1] / sizes["pre"].mean(0)[-1]).item(),
        expected=(50, 1e9),
    )

# %% [markdown]
# <details><summary>Answer</summary>Peri-LN follows √(1 + 2n): its growth depends only on the number of blocks. Pre-LN
# also grows like √depth, but with a factor that depends on the weights. Post-LN doesn't grow.</details>
#
# Without norms the stream wouldn't fit in the figure: it grows exponentially with depth.
#
# Now for the backward pass.

# %% tags=["explore"]
if answered("TransformerBlock", "run_blocks"):
    plots.gradients_by_depth(gradients)
    for place in ["pre", "post", "peri"]:
        first, last = gradients[place].mean(0)[[0, -1]]
        print(f"{place:5s} gradient of the first block {first:.3f}, of the last {last:.3f}")
    record(
        "gradient of the last block, post over pre",
        (gradients["post"].mean(0)[-1] / gradients["pre"].mean(0)[-1]).item(),
        expected=(1.5, 10),
    )

# %% [markdown]
# Look at the right end first. In post-LN the last blocks get a large gradient, here about four times that of pre-LN,
# and it stays large in deeper stacks. A full-sized first step ruins what these blocks compute, so post-LN models are
# trained with **learning-rate warmup** (Xiong et al. 2020). From the first block to the last, the gradient falls from
# 0.67 to 0.59 in post-LN and from 0.47 to 0.15 in pre-LN. It is post-LN, with the flatter profile, that needs the
# warmup.
#
# In pre-LN and peri-LN the gradient shrinks as the stack gets deeper, like 1/√depth (from 8 blocks to 32, it halved),
# because the final norm divides by the size of a stream that has grown by √depth. Pre-LN trains without warmup, though
# most people keep a short one. Without norms no single learning rate fits all blocks. Lesson 04 trains post-LN with and
# without warmup.

# %% [markdown]
# Now back to the model from section 4, with the final norm added:

# %% tags=["explore"]
if answered("TransformerBlock", "run_blocks"):

    def repaired_model(vocabulary, d_model, *sizes, **others):
        model = PublishedModel(vocabulary, d_model, *sizes, **others)
        model.logits = nn.Sequential(nn.LayerNorm(d_model), model.logits)  # the final norm
        return model

    repaired = torch.stack(
        [torch.stack([first_loss(repaired_model, depth, seed) for depth in depths]) for seed in range(3)]
    )
    plots.loss_by_depth(
        {"as published": published, "with a final norm": repaired}, depths, chance=math.log(100)
    )
    record("first loss at 32 blocks, as published", published[:, -1].mean().item(), expected=(7, 20))
    record("first loss at 32 blocks, with a final norm", repaired[:, -1].mean().item(), expected=(4.6, 5.6))

# %% [markdown]
# The loss no longer rises with depth. It is a little above $\ln 100 = 4.61$: logits of variance $s^2$ add about $s^2/2$
# to the loss, and with this initialization $s^2$ is about 0.8. GPT-2 initializes its last matrix with smaller values,
# so its loss begins at $\ln V$.

# %% [markdown]
# ## 6 · The encoder block
#
# *Medium · 12 minutes · without `nn.TransformerEncoderLayer`*
#
# An **encoder** reads a whole text at once: every token may look at every other token, in both directions. This is the
# post-LN block of the original transformer (2017), which BERT kept. Dropout comes last on each branch, as before. What
# is new is **padding**: texts in a batch differ in length, so the shorter ones are padded, on either side, and no query
# may look at the padding. `keep` is (B, T), True at real tokens, at least one per text; attention needs it as a mask
# over keys. Queries at padded positions may look at the real tokens, because their outputs are never used.


# %% nbgrader={"grade_id": "EncoderBlock", "solution": true}
class EncoderBlock(nn.Module):
    """A post-LN block that looks in both directions and ignores padding.

    eps: used in both norms (BERT has 1e-12); dropout: the rate on both branches.
    """

    def __init__(self, d_model, n_heads, d_hidden, eps=1e-5, dropout=0.0):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.feed_forward = feed_forward(d_model, d_hidden)
        self.norm1 = nn.LayerNorm(d_model, eps=eps)
        self.norm2 = nn.LayerNorm(d_model, eps=eps)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, keep):
        """x: (B, T, D); keep: (B, T), True at real tokens, False at padding.
        Returns (B, T, D).
        """
        ### BEGIN SOLUTION
        mask = keep.unsqueeze(1)  # (B, 1, T): the same keys for every query
        x = self.norm1(x + self.dropout(self.attention(x, mask)))
        return self.norm2(x + self.dropout(self.feed_forward(x)))
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "EncoderBlock_hints", "locked": true}
# <details><summary>A question to start from</summary>The mask is (B, queries, keys). Which of the last two axes does padding belong to, and which one may have length 1?</details>
# <details><summary>A pointer</summary><code>unsqueeze</code> (or indexing with None) adds an axis of length 1.</details>
# <details><summary>I get "The size of tensor a must match the size of tensor b"</summary>A mask of shape (B, T) is read as (queries, keys). The axis in the middle is missing.</details>


# %% nbgrader={"grade_id": "check_EncoderBlock", "grade": true, "locked": true, "points": 4}
@check("EncoderBlock")
def _(x, gradient, weights, sizes, keep):
    block = load_weights(EncoderBlock(*sizes), weights)
    block(-x, keep.flip(1))  # a different batch: the block must not cache anything from it
    y = block(x.requires_grad_(), keep)
    backward(y, gradient)
    found = {"output": y, "grad_x": x.grad, "grad_weights": gradient_sizes(block)}
    block.dropout.p = 1.0
    found["dropped"] = block(x, keep)  # only the main path is left
    found["evaluation"] = block.eval()(x, keep)  # during evaluation the rate has no effect
    return found


# %% [markdown]
# ## 7 · The decoder block
#
# *Medium · 15 minutes · without `nn.TransformerDecoderLayer`*
#
# A **decoder** writes a text one token at a time, so its self-attention is causal. In an encoder–decoder model
# (translation, summaries) it also reads another text: the output of the encoder, the **memory**. It does so through
# **cross-attention**: queries come from the decoder's tokens, keys and values from the memory. This gives the block
# three branches. In the modern pre-LN form:
#
# $$x \leftarrow x + \mathrm{att}(\mathrm{norm}_1(x);\,\text{causal}) \qquad x \leftarrow x + \mathrm{cross}(\mathrm{norm}_2(x),\,\text{memory}) \qquad x + \mathrm{ffn}(\mathrm{norm}_3(x))$$
#
# The encoder has already normalized the memory, so the decoder blocks don't have to. `keep` marks the real tokens of
# the *memory*, which may be padded on either side. The decoder's own texts are padded on the right, where the causal
# mask hides the padding from all real tokens. Dropout comes last on each branch, as before. Without the middle branch
# this is a GPT block, which is why GPT is called **decoder-only**.


# %% nbgrader={"grade_id": "DecoderBlock", "solution": true}
class DecoderBlock(nn.Module):
    """A pre-LN block with causal self-attention, cross-attention to a memory, and a
    feed-forward layer.

    dropout: the rate on all three branches.
    """

    def __init__(self, d_model, n_heads, d_hidden, dropout=0.0):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.cross_attention = CrossAttention(d_model, n_heads)
        self.feed_forward = feed_forward(d_model, d_hidden)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.norm3 = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, memory, keep):
        """x: (B, T, D); memory: (B, S, D); keep: (B, S), True at real tokens of the
        memory.  Returns (B, T, D).
        """
        ### BEGIN SOLUTION
        causal = causal_mask(x.shape[1], device=x.device)  # (T, T)
        x = x + self.dropout(self.attention(self.norm1(x), causal))
        x = x + self.dropout(self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1)))
        return x + self.dropout(self.feed_forward(self.norm3(x)))
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "DecoderBlock_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the two attention layers needs the causal mask, and which needs the padding mask? Which tokens does each of them read?</details>
# <details><summary>A pointer</summary><code>causal_mask(T)</code> from lesson 02 is imported. Call cross-attention with the decoder's tokens first and the memory second.</details>
# <details><summary>I get "The size of tensor a must match the size of tensor b"</summary>The scores of cross-attention are (B, H, T, S). A mask of shape (T, T) fits them only when S happens to be T.</details>


# %% nbgrader={"grade_id": "check_DecoderBlock", "grade": true, "locked": true, "points": 5}
@check("DecoderBlock")
def _(x, memory, gradient, weights, sizes, keep):
    block = load_weights(DecoderBlock(*sizes), weights)
    block(-x, -memory, keep.flip(1))  # a different memory: the block must not cache anything from it
    y = block(x.requires_grad_(), memory.requires_grad_(), keep)
    backward(y, gradient)
    found = {"output": y, "grad_x": x.grad, "grad_memory": memory.grad, "grad_weights": gradient_sizes(block)}
    block.dropout.p = 1.0
    dropped = block(x, memory, keep)  # only the main path is left; during evaluation the rate has no effect
    found["dropout"] = {"training": dropped, "evaluation": block.eval()(x, memory, keep)}
    return found


# %% [markdown]
# ### Who reads whom
#
# The figure shows the derivative of every output with respect to every input, as in the first sitting, now through
# whole blocks. In the encoder the last two tokens are padding; in the memory only the last one is. Find three things:
# what padding does to a column, why the output at a padded position still depends on the padding token, and which of
# the three pictures has a triangle.
#
# <details><summary>Answer</summary>A padding token shows up as a dark column: no other token reads it. The output at
# that position still depends on the token, through the residual connection. That does no harm, because no token reads
# this output. The triangle is the decoder's self-attention; the memory is a finished text, so it is read
# whole.</details>

# %% tags=["explore"]
if answered("EncoderBlock", "DecoderBlock"):
    torch.manual_seed(0)
    plots.who_reads_whom(EncoderBlock(32, 4, 64).to(where), DecoderBlock(32, 4, 64).to(where), d_model=32)

# %% [markdown]
# ## 8 · Six of your blocks, with real weights
#
# MiniLM is six encoder blocks with $D = 384$, 12 heads and $F = 1{,}536$, trained to place sentences of similar meaning
# close together. The next cell creates six of your `EncoderBlock`s, copies MiniLM's weights into them name by name, and
# runs nine sentences through them. It borrows MiniLM's embeddings (you'll build those in lesson 07). If your block is
# right, the output matches the original's up to rounding error.

# %% tags=["explore"]
if answered("EncoderBlock"):
    tokenizer, bert = measuring.minilm(where)
    sentences = [
        "A cat is asleep on the sofa.", "The kitten naps on the couch.", "The puppy sleeps in its basket.",
        "The parliament passed a new law.", "Members of congress voted on the bill.", "She was elected president.",
        "Boil the pasta for nine minutes.", "Add salt to the water before cooking.", "The recipe needs two eggs.",
    ]  # fmt: skip
    batch = tokenizer(sentences, return_tensors="pt", padding=True).to(where)
    keep = batch["attention_mask"].bool()  # (B, T)
    blocks = [
        load_weights(
            EncoderBlock(384, 12, 1536, eps=1e-12).to(where).eval(), measuring.weights_of_bert(layer)
        )
        for layer in bert.encoder.layer
    ]
    with torch.no_grad():
        x = bert.embeddings(batch["input_ids"])  # (B, T, D)
        for block in blocks:
            x = block(x, keep)
        difference = (x - bert(**batch).last_hidden_state)[keep].abs().max().item()
    print(f"largest difference from the original: {difference:.1e}")
    record("difference to MiniLM", difference, expected=(0, 1e-4))

# %% [markdown]
# A sentence's vector is the mean over its real tokens. The picture shows the cosine similarity of every pair of
# sentences, with your blocks on the left. On the right the weights are the same, but the norms come before the layers,
# as in pre-LN. **Predict** which sentences are close to each other on the left, and how much of this pattern survives
# on the right.

# %% tags=["explore"]
if answered("EncoderBlock", "TransformerBlock"):

    def cosines(tokens):
        """Cosine similarities (B, B) of the sentences, from their tokens (B, T, D)."""
        mean = (tokens * keep.unsqueeze(-1)).sum(1) / keep.sum(1, keepdim=True)
        mean = mean / mean.norm(dim=-1, keepdim=True)
        return (mean @ mean.T).cpu()

    with torch.no_grad():
        moved = bert.embeddings(batch["input_ids"])
        for block in blocks:
            pre = load_weights(
                TransformerBlock(384, 12, 1536, norm="pre").to(where).eval(), dict(block.named_parameters())
            )
            moved = pre(moved, keep.unsqueeze(1))
    plots.similarities({"your blocks": cosines(x), "the norms moved to the front": cosines(moved)}, sentences)
    same = cosines(x)
    record("cosine of the two cats", same[0, 1].item(), expected=(0.5, 1))
    record("cosine of the cat and the parliament", same[0, 3].item(), expected=(-0.2, 0.2))

# %% [markdown]
# <details><summary>Answer</summary>On the left there are three groups of three: animals asleep, politics and cooking.
# On the right the groups are gone. Every cosine is above 0.85, so all sentences look the same.</details>
#
# So norm placement is part of what a model has learned: weights trained with one placement can't be used with another.

# %% [markdown]
# ## 9 · What training does to the residual stream
#
# So far you have measured untrained stacks. The last figure looks inside trained ones: MiniLM (post-LN, 6 blocks) and
# SmolLM2 (pre-LN, 30 blocks, 135 million parameters; you will build it in lesson 11). It shows the size of the tokens
# on the main path, for one sentence. First **predict** both curves from your figures. The first run downloads about 93
# MB.

# %% tags=["explore"]
if answered("run_blocks"):
    from utils import smollm2

    sentence = "The parliament of the island passed a new law in the spring, and the newspapers wrote about it for weeks."

    smollm, tokenizer = smollm2.load(where)
    words, minilm = measuring.minilm(where)
    ids = [split(sentence, return_tensors="pt")["input_ids"].to(where) for split in (words, tokenizer)]
    trained = {
        "post": measuring.stream_sizes(minilm, minilm.encoder.layer, ids[0]),
        "pre": measuring.stream_sizes(smollm, smollm.model.layers, ids[1]),
    }
    plots.trained_growth(trained)
    record(
        "growth of a typical token in SmolLM2, last over first",
        (trained["pre"][-1, 1:].median() / trained["pre"][0, 1:].median()).item(),
        expected=(50, 2000),
    )
    record(
        "size of SmolLM2's first token in the middle of the stack",
        trained["pre"][15, 0].item(),
        expected=(200, 5000),
    )

# %% [markdown]
# <details><summary>Answer</summary>The post-LN stream stays at the size that the norms give it. The pre-LN stream has
# grown by a factor of several hundred, much more than before training.</details>
#
# Nothing limits what a pre-LN branch may add, and the larger the stream, the larger a branch's output has to be to make
# a difference. One token stands out: in the middle of the stack, the *first* token is more than a hundred times as
# large as a typical one. Such **massive activations** are found in most pre-LN models (Sun et al. 2024). A common
# reading is that a head that finds nothing relevant attends to the first token, which is then called an **attention
# sink**. The last blocks shrink that token again, and the final norm brings everything back to one size. Peri-LN was
# proposed to limit such growth (Kim et al. 2025): no block can add more than the gain of its last norm allows.

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A colleague has a post-LN model of 24 blocks that trains only
# with 4000 steps of warmup, and wants to change it to pre-LN "by moving one line". Based on what you measured, which
# gradients change, and how does that affect the need for a warmup? What second change must the colleague remember to
# make, and how would you notice before the first step that it is missing? What would peri-LN add? Cite a number or a
# figure for each.
#
# ### BEGIN SOLUTION
# **Model answer.** In post-LN the gradient of the last blocks is large whatever the depth (about four times that of
# pre-LN at 24 blocks), so a full learning rate at the start destroys what they compute; warmup keeps the first steps
# small. In pre-LN the main path has no norm on it; the gradient shrinks from block to block (from 0.47 to 0.15 where
# post-LN has 0.67 and 0.59) and falls with depth like 1/√depth, so a warmup is not needed (a short one does no harm). The
# second change is a final norm: without it the stream, which grows like √depth, goes into the logits, and the first loss
# lies far above ln V (about 9 at 32 blocks, for ln V = 4.6) where it should be near it. Peri-LN adds a norm at the end of
# each branch: what a branch adds has a size that only its gain sets (1 at the start, so n blocks give √(1 + 2n)),
# whatever its matrices do. Weights trained in post-LN cannot be kept.
#
# **Rubric.**
#
# - a, 0.5 points: large gradients near the output in post-LN, about four times those of pre-LN in the last block,
#   against gradients that shrink with depth in pre-LN; tied to warmup
# - b, 0.5 points: the final norm, with the symptom: a first loss above ln V that grows with depth
# - c, 0.5 points: what peri-LN bounds
# - d, 0.5 points: cites a number or a figure for each
# ### END SOLUTION

# %% [markdown]
# **What you have now.** You have the blocks of all three model families (encoder, decoder-only and encoder–decoder),
# and an experiment to show a friend: six blocks you wrote, loaded with a published model's weights, can tell which
# sentences are similar, and moving a norm by one line breaks them. Lesson 04 stacks your blocks into a GPT and trains
# it; lesson 07 does the same with the encoder block, lesson 08 with the decoder block.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
