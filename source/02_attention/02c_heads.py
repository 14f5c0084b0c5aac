# %% [markdown]
# # Lesson 02 · Attention
# ## Third sitting: multi-head attention, cross-attention, positions
#
# In the first half of this sitting, your module will compute a full attention layer of a published encoder, with all 12
# heads. Its output will match the library's, and a slider will show what each head does with your own sentences.
#
# The second half begins with a surprise: an attention layer can't write eight letters backwards, however long you train
# it. Add a position to each letter, and within seconds it gets nearly all of them right.
#
# Each half removes a limitation of what you've built so far. A single head gives each token only one average, and
# attention by itself, with however many heads, doesn't know the order of the tokens.
#
# | | |
# |---|---|
# | Uses | the previous two sittings (their ideas, not their code) |
# | Time | {{minutes_to_the_stop}} minutes up to the break and {{minutes_from_the_stop}} after it, {{exercise_minutes}} of them on exercises; a good place to stop is after section 4 |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# Conventions as before: a boolean mask is True where a query may look; $y = x W^\top$; positions are counted from 0.
# `D` is the width of the model, `H` the number of heads, and $d = D/H$ the width of each head. From here on, torch's
# `F.scaled_dot_product_attention` replaces the function that you wrote in section 7 of the first sitting.
#
# <details><summary>1. Queries (T, d) and keys (S, d). What is the shape of the scores, and over which axis does softmax run?</summary>The shape is (T, S), and softmax runs over the keys: each row sums to one (first sitting).</details>
# <details><summary>2. Why is a score divided by √d?</summary>A sum of d independent products with variance 1 has variance d. The division brings the variance back to 1 (first sitting).</details>
# <details><summary>3. Two new tokens follow four old ones. Which row of the causal mask is full?</summary>The second. The two queries are the last two positions, and the last position sees all six keys (first sitting).</details>
# <details><summary>4. What is the weight of a hidden key, and what is the output of a query whose keys are all hidden?</summary>The weight is exactly 0, and the output is all zeros (first sitting).</details>
# <details><summary>5. Why do queries and keys have separate projections?</summary>With a shared projection the scores would be symmetric: a noun would always give a pronoun the same score as the pronoun gives the noun (second sitting).</details>

# %% nbgrader={"grade_id": "imports", "locked": true}
try:
    from autograder.checks import answered, backward, check, gradient_sizes, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math  # noqa: F401  (for your answers)

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices, minilm
from utils.metrics import largest, record
from utils.topics.attention import backwards
from utils.topics.attention import figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown] nbgrader={"grade_id": "why_split_heads", "locked": true}
# ## 1 · Splitting a width into heads: `split_heads`
#
# *Easy · 8 minutes*
#
# **Multi-head attention** (Vaswani et al. 2017, section 3.2.2) first projects the tokens to width $D$, as a single head
# of that width would, and then splits the columns into $H$ pieces of width $d = D/H$. Each piece is a **head**, with
# its own scores and weights. So heads add no parameters: the matrices stay the same, and $H$ products of width $d$ take
# as much work as a single product of width $D$.
#
# If the head axis comes before the token axis, torch treats the heads like a batch: $(B, T, D) \to (B, H, T, d)$. That
# takes two operations. Beware of the single operation that gives the right shape with the wrong numbers. The figure
# shows four tokens of width 6 with their features numbered, and what the first of two heads gets with each of the two
# ways of splitting. Each colour is a token. With which of the two does head 0 see all four tokens?

# %% tags=["explore"]
plots.head_of_tokens(T=4, D=6, H=2)


# %% nbgrader={"grade_id": "split_heads", "solution": true}
def split_heads(x, n_heads):
    """Split the width of every token into heads: head h gets the columns h·d to
    (h + 1)·d − 1.

    x: (B, T, D); n_heads: H, which divides D.  Returns (B, H, T, d).
    """
    ### BEGIN SOLUTION
    B, T, D = x.shape
    return x.reshape(B, T, n_heads, D // n_heads).transpose(1, 2)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "split_heads_hints", "locked": true}
# <details><summary>A question to start from</summary>A reshape keeps the numbers in their order. Into which four axes, in which order, can (B, T, D) be reshaped without moving a number to another token?</details>
# <details><summary>A pointer</summary>Split the last axis in two first. Then swap two axes.</details>
# <details><summary>In pseudocode</summary>One operation gives the D features of each token two axes instead of one; a second one moves the head axis before the token axis.</details>


# %% nbgrader={"grade_id": "check_split_heads", "grade": true, "locked": true, "points": 3}
@check("split_heads")
def _(x, n_heads, gradient):
    heads = split_heads(x.requires_grad_(), n_heads)
    backward(heads.flatten(), gradient.flatten())  # numbers are moved, and gradients go back the same way
    return {"heads": heads, "grad_x": x.grad}


# %% [markdown] nbgrader={"grade_id": "why_merge_heads", "locked": true}
# ## 2 · Concatenating the heads: `merge_heads`
#
# *Easy · 5 minutes*
#
# After attention, every head has one output of width $d$ for each token. **Concatenate** them, so each token has its
# $D$ numbers in one row again: $(B, H, T, d) \to (B, T, D)$. This undoes the split from section 1.
#
# A transposed tensor shares its memory with the original; torch just walks through it with different **strides**. Such a tensor is no longer
# **contiguous**. `view` refuses to join axes that are not next to each other in memory, while `reshape` copies the numbers if it has to.
#
# ```
#   heads, in memory                 what a token needs
#   head 0: t0 t1 t2                 token 0: h0 h1
#   head 1: t0 t1 t2                 token 1: h0 h1
#                                    token 2: h0 h1
# ```


# %% nbgrader={"grade_id": "merge_heads", "solution": true}
def merge_heads(heads):
    """Concatenate the heads of every token, head 0 first.

    heads: (B, H, T, d).  Returns (B, T, H·d).
    """
    ### BEGIN SOLUTION
    B, H, T, d = heads.shape
    return heads.transpose(1, 2).reshape(B, T, H * d)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "merge_heads_hints", "locked": true}
# <details><summary>A question to start from</summary>Undo the steps from section 1 in reverse order: what was the last one?</details>
# <details><summary>A pointer</summary>The two axes that you join must be next to each other, H right before d.</details>
# <details><summary>In pseudocode</summary>First move the token axis back before the head axis, then join the last two axes.</details>
# <details><summary>I get "view size is not compatible with input tensor's size and stride"</summary>After a transpose the tensor is no longer contiguous. Read the end of the message.</details>


# %% nbgrader={"grade_id": "check_merge_heads", "grade": true, "locked": true, "points": 2}
@check("merge_heads")
def _(heads, gradient):
    x = merge_heads(heads.requires_grad_())
    backward(x.flatten(), gradient.flatten())
    return {"x": x, "grad_heads": heads.grad}


# %% [markdown] nbgrader={"grade_id": "why_MultiHeadAttention", "locked": true}
# ## 3 · Multi-head attention: `MultiHeadAttention`
#
# *Hard · 25 minutes · without `nn.MultiheadAttention`, `F.multi_head_attention_forward` · uses `split_heads`, `merge_heads`*
#
# $$\text{MultiHead}(X) = \text{Concat}(\text{head}_1, \dots, \text{head}_H)\, W_O^\top + b_O, \qquad \text{head}_h = \text{Attention}(Q_h, K_h, V_h).$$
#
# Take the word *light* in "the light went out" and in "they light a fire". The word before it shows whether it is a
# noun or a verb; words farther away tell you what kind of light it is. One head can look at the word before and another
# at the distant words. The **output projection** $W_O$ then combines what the heads have found, which until then sits
# in separate columns.
#
# | step | shape |
# |---|---|
# | tokens | $(B, T, D)$ |
# | queries, keys, values: three projections | $(B, T, D)$ each |
# | split into heads | $(B, H, T, d)$ each |
# | scores and weights, one table for each head | $(B, H, T, T)$ |
# | weighted values | $(B, H, T, d)$ |
# | concatenated | $(B, T, D)$ |
# | output projection | $(B, T, D)$ |

# %% [markdown]
# A mask of shape $(T, T)$ or $(B, T, T)$ is shared by all heads. Unlike the scores, it has no head axis, and
# broadcasting lines axes up from the right. So where does an axis of length 1 have to go? A hidden key gets a weight of
# 0, however low the scores of the visible keys are. In this sitting's exercises, every query has at least one visible
# key.


# %% nbgrader={"grade_id": "MultiHeadAttention", "solution": true}
class MultiHeadAttention(nn.Module):
    """Self-attention with several heads."""

    def __init__(self, d_model, n_heads):
        """d_model: width D of the tokens; n_heads: H, which divides D."""
        super().__init__()
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, x, mask=None):
        """x: (B, T, D); mask: bool, (T, T), (B, 1, T) or (B, T, T), True where a query
        may look, the same for all heads.

        Returns (B, T, D).
        """
        ### BEGIN SOLUTION
        q = split_heads(self.q_proj(x), self.n_heads)  # (B, H, T, d)
        k = split_heads(self.k_proj(x), self.n_heads)
        v = split_heads(self.v_proj(x), self.n_heads)
        if mask is not None:
            mask = mask.unsqueeze(-3)  # (B, 1, T, T): one mask for all heads
        context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)  # (B, H, T, d)
        return self.out_proj(merge_heads(context))
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "MultiHeadAttention_hints", "locked": true}
# <details><summary>A question to start from</summary>Go down the table of shapes. Which of your functions, or which of the module's layers, performs each step?</details>
# <details><summary>A pointer</summary><code>F.scaled_dot_product_attention(q, k, v, attn_mask=…)</code> treats every axis before the last two as a batch, so the heads need no loop. With a negative number, <code>unsqueeze</code> counts the position of the new axis from the end.</details>
# <details><summary>In pseudocode</summary>project three times → split each → if there is a mask, give it a head axis → attend → merge → output projection</details>
# <details><summary>I get "The size of tensor a must match the size of tensor b at non-singleton dimension 1"</summary>Your mask (B, T, T) was lined up with the scores (B, H, T, T) from the right, so its B was compared with H.</details>


# %% nbgrader={"grade_id": "check_MultiHeadAttention", "grade": true, "locked": true, "points": 5}
@check("MultiHeadAttention")
def _(x, mask, d_model, n_heads, weights, gradient):
    layer = load_weights(MultiHeadAttention(d_model, n_heads), weights)
    x = (
        x.transpose(0, 1).contiguous().transpose(0, 1).requires_grad_()
    )  # the same numbers in another memory layout
    layer(-x)  # a different batch, without a mask: the layer must not cache anything from it
    output = layer(x, mask)
    backward(output, gradient)
    return {"output": output, "grad_x": x.grad, "grad_weights": gradient_sizes(layer)}


# %% [markdown]
# **Predict**, then run. A small GPT has $D = 48$ and 3 heads. How many parameters does its attention layer have, counting
# the four matrices and their biases? And with 1 head, or with 12?

# %% tags=["explore"]
if answered("MultiHeadAttention"):
    for n_heads in (1, 3, 12):
        print(
            n_heads,
            "heads:",
            sum(p.numel() for p in MultiHeadAttention(48, n_heads).parameters()),
            "parameters",
        )

# %% [markdown]
# <details><summary>Answer</summary>9,408 each time: heads divide the width, they don't add to it. (A lecture counts 3
# heads of width 16 one by one and gets the same: 6,912 weights in the heads + 144 biases + 2,352 parameters in the
# output projection.)</details>

# %% [markdown] nbgrader={"grade_id": "why_CrossAttention", "locked": true}
# ## 4 · Cross-attention: `CrossAttention`
#
# *Medium · 10 minutes · without `nn.MultiheadAttention`, `F.multi_head_attention_forward` · uses `split_heads`, `merge_heads`*
#
# The first attention (Bahdanau et al. 2015) was not self-attention. It was built for translation: while the model wrote
# the translation word by word, it looked back at the **source sentence**. The **queries** come from the text that is
# being written, and **keys and values** come from the encoder's outputs for the source sentence, called the **memory**.
# This is **cross-attention**. In the decoder of an encoder–decoder model it follows self-attention in every block. Here
# $T$ and $S$ differ, the widths may differ, and the mask usually hides the memory's padding.
#
# ```
#   x (B, T, D) ── q_proj ──────────────┐
#                                       ├── attention ── out_proj ── (B, T, D)
#   memory (B, S, d_memory) ─┬─ k_proj ─┤
#                            └─ v_proj ─┘
# ```


# %% nbgrader={"grade_id": "CrossAttention", "solution": true}
class CrossAttention(nn.Module):
    """Every token of x looks at the tokens of another sequence, with several heads."""

    def __init__(self, d_model, d_memory, n_heads):
        """d_model: width D of x; d_memory: width of the memory; n_heads: H, which
        divides D.
        """
        super().__init__()
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_memory, d_model)
        self.v_proj = nn.Linear(d_memory, d_model)
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, x, memory, mask=None):
        """x: (B, T, D); memory: (B, S, d_memory); mask: bool, (T, S), (B, 1, S) or
        (B, T, S), True where a query may look.

        Returns (B, T, D).
        """
        ### BEGIN SOLUTION
        q = split_heads(self.q_proj(x), self.n_heads)  # (B, H, T, d)
        k = split_heads(self.k_proj(memory), self.n_heads)  # (B, H, S, d)
        v = split_heads(self.v_proj(memory), self.n_heads)
        if mask is not None:
            mask = mask.unsqueeze(-3)
        context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)  # (B, H, T, d)
        return self.out_proj(merge_heads(context))
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "CrossAttention_hints", "locked": true}
# <details><summary>A question to start from</summary>Does the output have as many tokens as x, or as many as the
# memory? What does that tell you about where the queries come from?</details>
# <details><summary>A pointer</summary>Start from your <code>forward</code> in section 3. Which of its lines need a different input?</details>
# <details><summary>In pseudocode</summary>queries from x, keys and values from the memory; the rest as in section 3</details>


# %% nbgrader={"grade_id": "check_CrossAttention", "grade": true, "locked": true, "points": 4}
@check("CrossAttention")
def _(x, memory, mask, d_model, d_memory, n_heads, weights, gradient):
    layer = load_weights(CrossAttention(d_model, d_memory, n_heads), weights)
    x.requires_grad_()
    memory.requires_grad_()
    layer(-x, -memory)  # a different memory, without a mask: the layer must not cache anything from it
    output = layer(x, memory, mask)
    backward(output, gradient)
    return {
        "output": output,
        "grad_x": x.grad,
        "grad_memory": memory.grad,
        "grad_weights": gradient_sizes(layer),
    }


# %% [markdown]
# ## The heads of a real encoder
#
# MiniLM, an encoder with BERT's architecture, has 6 layers of 12 heads. Its attention layers have the same parts as
# your `MultiHeadAttention`, so your module can stand in for one of them. Run the cell to check that, then look at all
# the heads at once. Each small picture shows one head's weights for the sentence, with one row per query. A dark line
# parallel to the diagonal means that the head always looks the same number of tokens away. A dark first column means
# that it puts most of its attention on [CLS], as many heads do for most queries; a token that collects attention like
# this is called an **attention sink**.

# %% tags=["explore"]
sentence = "The girl lost her keys because she ran too fast."
if answered("split_heads", "merge_heads", "MultiHeadAttention"):
    encoder = minilm.load(where)
    example = encoder.layer(sentence, layer=2)  # its weights, its input and its output
    layer = load_weights(MultiHeadAttention(example.x.shape[-1], encoder.n_heads), example.weights).to(where)
    with torch.no_grad():
        difference = float((layer(example.x) - example.output).abs().max())
    record("largest_difference_from_the_encoder", difference, expected=(0, 1e-4))
    plots.all_heads(encoder.attention(sentence)[0])

# %% [markdown]
# Now try your own sentences. Type one, move the sliders, and look for a head that
# - looks at the token before or after (layer 0, head 2; layer 1, head 8),
# - looks at full stops (layer 3, head 11),
# - attends from a pronoun to its noun (layer 2, head 4; does it still do so if there are two nouns to choose from?),
# - or attends from *light* to different words in "the light went out" and in "they light a fire".
#
# One published lecture has a table of what each of BERT's heads does: one finds the subject of a sentence, another
# finds names. Such findings hold for one model and some sentences. Lesson 07 tests these claims and finds that the
# papers the lecture cites don't support its table.

# %% tags=["explore"]
plots.explore_heads(minilm.load(where), sentence, layer=2, head=4, query="she")

# %% [markdown]
# ## Then use the library
#
# `nn.MultiheadAttention` is torch's own layer. It stores the three projections in one matrix and reads a mask the other way around:
# True means hidden. Copy your weights into it and compare.

# %% tags=["explore"]
if answered("split_heads", "merge_heads", "MultiHeadAttention"):
    torch.manual_seed(0)
    ours, theirs = (
        MultiHeadAttention(48, 3).to(where),
        nn.MultiheadAttention(48, 3, batch_first=True).to(where),
    )
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([p.weight for p in (ours.q_proj, ours.k_proj, ours.v_proj)]))
        theirs.in_proj_bias.copy_(torch.cat([p.bias for p in (ours.q_proj, ours.k_proj, ours.v_proj)]))
        theirs.out_proj.load_state_dict(ours.out_proj.state_dict())
        x, causal = torch.randn(2, 7, 48).to(where), torch.ones(7, 7, device=where).tril().bool()
        expected, _ = theirs(x, x, x, attn_mask=~causal)
        record(
            "largest difference from torch",
            float((ours(x, causal) - expected).abs().max()),
            expected=(0, 1e-5),
        )

# %% [markdown]
# **A good place to stop.** You now have the layer that every transformer is built from. After the break you'll find out
# what this layer can't see.

# %% [markdown]
# ## What attention doesn't know
#
# **Predict**, then run. Six tokens go through your `MultiHeadAttention`. Then the tokens are shuffled and go through
# the layer again. What happens to the outputs?

# %% tags=["explore"]
if answered("split_heads", "merge_heads", "MultiHeadAttention"):
    torch.manual_seed(0)
    layer = MultiHeadAttention(12, 3).to(where)
    plots.permutation(layer, n=6, width=12)

# %% [markdown]
# <details><summary>Answer</summary>They are shuffled in the same way, and otherwise unchanged.</details>
#
# In symbols, $f(PX) = P f(X)$ for every permutation $P$. This is called **permutation equivariance**. Nothing in the
# formula depends on where a token is: each query sees a *set* of keys and values. So in "a small cup and a very small
# plate" both occurrences of *small* get the same output, although one describes a cup and the other a plate, and "dog
# bites man" and "man bites dog" have the same three outputs, in a different order.
#
# So we have to tell each token its position. The simplest way is to **add** a vector to it, $x_t + p_t$, before the
# first layer: a **position embedding**. Queries, keys and values then all depend on the position:
# $q_t = W_q (x_t + p_t) + b_q$. Lesson 10 puts relative positions into the scores instead.

# %% [markdown] nbgrader={"grade_id": "why_LearnedPositions", "locked": true}
# ## 5 · Learned positions: `LearnedPositions`
#
# *Easy · 7 minutes*
#
# Why not learn the positions too, like everything else? Row $t$ of a table is added to the token at position $t$. GPT-2
# and BERT do this. It is flexible, but a position beyond the end of the table has no row.
#
# When a model reads its text in pieces (lesson 05), it calls this module with each piece and the position of the
# piece's first token, `start`.
#
# ```
#   table   row 0  row 1  row 2  row 3  row 4  row 5
#                         └────── + x ──────┘
#                         start = 2, three tokens
# ```


# %% nbgrader={"grade_id": "LearnedPositions", "solution": true}
class LearnedPositions(nn.Module):
    """Adds a learned vector for each position."""

    def __init__(self, max_length, d_model):
        """max_length: the number of rows of the table; d_model: width D of the
        tokens.
        """
        super().__init__()
        self.table = nn.Parameter(0.02 * torch.randn(max_length, d_model))

    def forward(self, x, start=0):
        """x: (B, T, D); start: the position of its first token, with
        start + T ≤ max_length.

        Returns a new tensor (B, T, D); x is left unchanged.
        """
        ### BEGIN SOLUTION
        return x + self.table[start : start + x.shape[1]]  # (B, T, D) + (T, D)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "LearnedPositions_hints", "locked": true}
# <details><summary>A question to start from</summary>Which rows of the table belong to T tokens that begin at position start?</details>
# <details><summary>A pointer</summary>A slice of T rows has the shape (T, D). How does that broadcast with (B, T, D)?</details>
# <details><summary>In pseudocode</summary>x plus rows start … start + T − 1</details>


# %% nbgrader={"grade_id": "check_LearnedPositions", "grade": true, "locked": true, "points": 2}
@check("LearnedPositions")
def _(x, start, weights, gradient):
    layer = load_weights(LearnedPositions(*weights["table"].shape), weights)
    tokens = x.requires_grad_() * 1
    layer(tokens, start)
    output = layer(tokens, start)  # if the first call changed the tokens, this one gets different ones
    backward(output, gradient)
    return {"output": output, "grad_x": x.grad, "grad_table": layer.table.grad}


# %% [markdown]
# ### Find the error: whose positions?
#
# A lecture on learned positional encodings, one vector $W_\text{position}[t]$ for each $t$ up to $T_\text{max}$, names
# Shaw et al. 2018 as the source, and later names the same paper as the source for encodings of $i - j$. The two
# attributions can't both be right. For which of the two is it the source?
#
# <details><summary>The answer</summary>
#
# Shaw, Uszkoreit and Vaswani 2018 is the paper on <b>relative</b> positions: vectors for the distance between two
# tokens, added inside attention (lesson 10). A table of absolute positions, added to the tokens, is older: Gehring et
# al. 2017 used one for convolutions, and Vaswani et al. 2017 compared it with the sinusoids of the next section and got
# nearly identical results.
#
# </details>

# %% [markdown] nbgrader={"grade_id": "why_sinusoidal_positions", "locked": true}
# ## 6 · Sinusoidal positions: `sinusoidal_positions`
#
# *Medium · 15 minutes*
#
# The first transformer computed its positions instead of learning them (Vaswani et al. 2017, section 3.5). In its
# **sinusoidal position encoding** the columns come in pairs, a sine and a cosine of one frequency, and the frequency
# falls from pair to pair:
#
# $$PE(t)_{2j} = \sin(\omega_j t), \qquad PE(t)_{2j+1} = \cos(\omega_j t), \qquad \omega_j = 10000^{-2j/D}.$$
#
# Think of the hands of a clock: pair $j$ is the tip of a hand that rotates by $\omega_j$ for each token. The first hand
# completes a turn every $2\pi \approx 6.3$ tokens, so it tells neighbours apart. The slowest takes 6,283 tokens in the
# figure, where $D = 8$, and 60,611 at $D = 512$, so it tells the beginning of a long chapter from its end. Together the
# hands identify a position, just as hours, minutes and seconds identify a time.

# %% tags=["explore"]
plots.clock_hands(positions=[0, 3, 20, 150], d_model=8)


# %% nbgrader={"grade_id": "sinusoidal_positions", "solution": true}
def sinusoidal_positions(length, d_model, base=10000.0):
    """The table of sines and cosines: one row for each position.

    length: T; d_model: D (if it is odd, the last column is a sine without its cosine);
    base: takes the place of 10000 in the formula.
    Returns (T, D), float32.
    """
    ### BEGIN SOLUTION
    column = torch.arange(d_model)
    pair = column - column % 2  # 2j, for columns 2j and 2j + 1
    angle = torch.arange(length).unsqueeze(1) * base ** (-pair / d_model)  # (T, D)
    return torch.where(column % 2 == 0, angle.sin(), angle.cos())
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "sinusoidal_positions_hints", "locked": true}
# <details><summary>A question to start from</summary>For D = 6, write down the exponents of all six columns. How many different ones are there?</details>
# <details><summary>A pointer</summary>Compute all angles as a column of positions times a row of frequencies. Even columns take the sine, odd columns the cosine of the angle of the same pair; slices with a step, <code>table[:, 0::2]</code>, pick columns.</details>
# <details><summary>In pseudocode</summary>2j for every column (0, 0, 2, 2, 4, 4, …) → frequencies base^(−2j/D) → angles t·ω → sine or cosine by the parity of the column</details>
# <details><summary>I get a shape error for odd D only</summary>With odd D there is one more sine column than cosine columns.</details>


# %% nbgrader={"grade_id": "check_sinusoidal_positions", "grade": true, "locked": true, "points": 3}
@check("sinusoidal_positions")
def _(length, d_model, base):
    sinusoidal_positions(length, d_model, 2 * base)  # a different table: the function must not cache it
    return {"table": sinusoidal_positions(length, d_model, base)}


# %% [markdown]
# The first picture shows the table, the second one the dot products of its rows. Along each diagonal of the second
# picture nothing changes: for even $D$, $PE(t) \cdot PE(s) = \sum_j \cos(\omega_j (t - s))$ depends only on the
# distance.

# %% tags=["explore"]
if answered("sinusoidal_positions"):
    plots.positions(sinusoidal_positions(64, 64))

# %% [markdown]
# ### Find the error: reading the formula
#
# A lecture copies the formula, with $i$ for our $j$, and explains its letters: the encoding is a vector with 512
# dimensions, $i$ is one particular dimension, and $pos$ is the dimension of the word. Two of the three are wrong. What
# values does $i$ take if $D = 512$?
#
# <details><summary>The answer</summary>
#
# <i>pos</i> is the <b>position</b> of the word in the text. And i numbers <b>pairs</b> of dimensions: it runs from 0 to
# 255, and the dimensions are 2i and 2i + 1. If you take i for a dimension, each column gets its own frequency. The
# check in section 6 will tell you if you did.
#
# </details>

# %% [markdown] nbgrader={"grade_id": "why_shift_matrix", "locked": true}
# ## 7 · A rotation that shifts positions: `shift_matrix`
#
# *Challenge · 20 minutes*
#
# The authors of the transformer paper chose sinusoids because, for every fixed offset $k$, $PE(t + k)$ is a linear
# function of $PE(t)$, with one matrix that is the same for all $t$,
#
# $$PE(t + k) = M_k\, PE(t),$$
#
# so a layer can learn to look "three back" once, for all positions. Find $M_k$. Taking $k$ steps **rotates** the hand
# of pair $j$ by the angle $k\omega_j$, and the angle addition formulas are
#
# $$\sin(a + b) = \sin a \cos b + \cos a \sin b, \qquad \cos(a + b) = \cos a \cos b - \sin a \sin b.$$
#
# You'll meet rotations like this one again in lesson 10: **rotary positions** (RoPE) rotate queries and keys instead of
# adding anything.

# %% tags=["explore"]
plots.turning(k=3, d_model=6)


# %% nbgrader={"grade_id": "shift_matrix", "solution": true}
def shift_matrix(k, d_model):
    """The matrix M with PE(t + k) = M PE(t) for all t, for the table of section 6 with
    base 10000.

    k: the offset, any integer; d_model: D, even.  Returns (D, D).
    """
    ### BEGIN SOLUTION
    sine, cosine = torch.arange(0, d_model, 2), torch.arange(1, d_model, 2)  # the columns of either
    turn = k * 10000 ** (-sine / d_model)  # the angle by which each hand turns
    M = torch.zeros(d_model, d_model)
    M[sine, sine] = turn.cos()
    M[sine, cosine] = turn.sin()
    M[cosine, sine] = -turn.sin()
    M[cosine, cosine] = turn.cos()
    return M
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "shift_matrix_hints", "locked": true}
# <details><summary>A question to start from</summary>Set a = ωt and b = ωk. Which numbers in the two equations depend
# on t, and which depend only on k?</details>
# <details><summary>A pointer</summary>Write both equations as one 2 × 2 matrix times the vector (sin ωt, cos ωt).
# Different pairs don't mix, so the matrix consists of such blocks along its diagonal.</details>
# <details><summary>In pseudocode</summary>Start from zeros. For each pair, fill one 2 × 2 block on the diagonal with the numbers that depend on k only. Check one block by hand: which entry multiplies the sine of ωt in the equation for the cosine of ω(t + k)?</details>


# %% nbgrader={"grade_id": "check_shift_matrix", "grade": true, "locked": true, "points": 4}
@check("shift_matrix")
def _(k, d_model):
    return {"matrix": shift_matrix(k, d_model)}


# %% [markdown]
# Three things must be true for every offset: the matrix shifts every row of the table, two shifts in a row are one
# longer shift, and a shift back undoes a shift forward. The cell tests this for a few offsets.

# %% tags=["explore"]
if answered("sinusoidal_positions", "shift_matrix"):
    table = sinusoidal_positions(40, 16).to(where)
    M, five, eight, back = (shift_matrix(k, 16).to(where) for k in (3, 5, 8, -3))
    print("shifts every row:  ", torch.allclose(table[:-3] @ M.T, table[3:], atol=1e-4))
    print("two shifts are one:", torch.allclose(five @ M, eight, atol=1e-4))
    print("back undoes it:    ", torch.allclose(back @ M, torch.eye(16, device=where), atol=1e-4))

# %% [markdown]
# ## A task that needs positions
#
# Read a row of eight letters and write it **backwards**. The letters are the memory, and output token $t$ must look at
# token $7 - t$ of the memory. The queries carry no letters, only positions. We train your `CrossAttention` on this task
# for a few seconds, with positions and without. **Predict** what share of the letters it gets right without positions: it
# can see which letters there are, but not their order.


# %% tags=["explore"]
if answered("split_heads", "merge_heads", "CrossAttention", "LearnedPositions"):
    torch.set_num_threads(1)  # tensors this small run slower on more threads
    steps = 300 if scale == "small" else 2000
    runs = {
        name: [
            backwards.train(CrossAttention, LearnedPositions, flag, steps, seed, where) for seed in (0, 1, 2)
        ]
        for name, flag in (("with positions", True), ("without", False))
    }
    for name, results in runs.items():
        print(f"{name:15}", "right letters, three seeds:", ", ".join(f"{share:.0%}" for share, _ in results))
    record("reversed_with_positions", min(share for share, _ in runs["with positions"]), expected=(0.95, 1))
    record(
        "reversed_without_positions", largest(share for share, _ in runs["without"]), expected=(0.05, 0.35)
    )
    plots.two_heads(runs["with positions"][0][1], runs["without"][0][1])

# %% [markdown]
# <details><summary>Answer</summary>Only about 28%. All queries are the same, so the best strategy is to name the most
# frequent letter of the row every time. In rows of eight letters from an alphabet of twelve, that is right 28% of the
# time, and the run comes close to this figure.</details>
#
# With positions, the weights now form an antidiagonal. Without positions, every row is the same.

# %% [markdown]
# MiniLM, the encoder from the first half, learned vectors for its 512 positions. Here is its table, next to one of
# yours of the same size. Nothing in the training asked for a regular pattern, but stripes along the diagonal have
# appeared in the dot products.

# %% tags=["explore"]
if answered("sinusoidal_positions"):
    plots.positions(sinusoidal_positions(512, 384), minilm.load(where).position_table)

# %% [markdown]
# ## In your own words
#
# *Medium · 15 minutes · {{written_points}} points, graded by a person*
#
# Attention without positions is equivariant: shuffle the tokens, and the outputs are shuffled in the same way. Now add a
# **causal mask** to the layer, but still no positions.
#
# 1. Is it still equivariant? Base your argument on what the first and the second token of a text can see.
# 2. Could a causal model without any position vectors learn something about positions? Say how, in a sentence or two.
#    (Several layers are allowed.)

# %% [markdown] nbgrader={"grade_id": "written_order", "grade": true, "solution": true, "points": 2}
# ### BEGIN SOLUTION
# (1) No. The mask is tied to places, not to tokens: the first token sees only itself, the second sees two. Swap them,
# and the token that is now first loses a key that it had before, so its output changes and does not only move. (In
# symbols: the mask M would have to satisfy P M Pᵀ = M, which the causal mask does for no permutation but the identity.)
#
# (2) Yes. The number of keys that a token sees is its position plus one, and an average over a growing number of values
# changes with that number: if, say, one token (a BOS token) has a value that no other has, its weight is about 1/(t +
# 1) under even attention, which tells t. Later layers can use it. Within the past, the order of the tokens before a
# query is still invisible to one layer; the outputs of the layer below, which differ by position, make it visible to
# the next.
#
# **Rubric.**
#
# - a, 1 point: says no, and argues that the set of visible keys changes
# - b, 1 point: names a quantity that depends on the position through the number of visible keys
# ### END SOLUTION

# %% [markdown]
# ## What you have now
#
# You have the layer that every transformer is built from, in its three forms: self-attention, causal self-attention and
# cross-attention. It moves information between tokens, but all it computes is an average. The blocks of the next lesson
# process the gathered information, token by token, and keep the numbers in range when many layers are stacked.
#
# `utils.blocks.attention` contains these parts in production form, with one fused product for queries, keys and values.
# Read it once: you'll recognize every line. And show a friend the slider for MiniLM's heads: the layer behind it could
# be the one you wrote.
#
# **Sources.** Vaswani et al. 2017, *Attention is all you need*. Bahdanau, Cho, Bengio 2015, *Neural machine translation
# by jointly learning to align and translate*. Gehring et al. 2017, *Convolutional sequence to sequence learning*. Shaw,
# Uszkoreit, Vaswani 2018, *Self-attention with relative position representations*. The encoder is all-MiniLM-L6-v2
# (Wang et al. 2020, *MiniLM*; Apache-2.0).

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
