# %% [markdown]
# # Lesson 04 · GPT
# ## First sitting: the model, its loss, and overfitting one batch
#
# Here is how a model continues *To be, or* after its very first training step:
#
# > To be, or to to to to to to to to to to to to to to to to to to s s s s s s s s …
#
# After it has read the first lines of the speech 41 times, the same model writes:
#
# > To be, or not to be: that is the question:<br>Whether 'tis nobler in the mind to suffer<br>The slings and …
#
# You will run this training yourself, on a **GPT** of your own: a **decoder-only transformer**. All of its code, from
# tokens to scores, fits on one page. On the way you will measure how likely a text is according to the model, and check
# that its scores equal those of GPT-2 in the `transformers` library. This sitting is long;
# a good place to stop is after section 4.

# %% [markdown]
# | | |
# |---|---|
# | Uses | the block from lesson 03 and the masks from lesson 02 (finished versions are imported); ids as in lesson 01 |
# | Time | {{minutes_to_the_stop}} minutes up to the end of section 4 and {{minutes_from_the_stop}} after it; exercises take {{exercise_minutes}} in all |
# | Points | {{points}} for {{exercises}}; this sitting has no written question |
#
# Follow one batch through the model, and fill in the last column.
#
# | step | what happens | shape |
# |---|---|---|
# | ids | B sequences of T tokens | (B, T) |
# | token vectors | one row of a table (V, D) for each id | |
# | plus positions | row t of a table (context, D) for the token at position t | |
# | L blocks | tokens exchange information, then each is processed separately | |
# | final norm | each token's vector is normalized | |
# | scores, called **logits** | one for each entry of the vocabulary, at each position | |
#
# Notation: B sequences in a batch, T tokens in a sequence, V entries in the vocabulary, D features per token vector, L
# blocks, H heads, F features in the hidden layer of a block. Positions are counted from 0.
#
# <details><summary>The last column</summary>(B, T, D) from the token vectors to the final norm, because every step in between keeps the shape. The scores are (B, T, V).</details>
# <details><summary>1. What comes between the last block of a pre-LN stack and the scores?</summary>A final norm. Without it the scores, and the first loss, grow with depth (lesson 03).</details>
# <details><summary>2. How many weights does a block have, with F = 4D and without biases?</summary>12D²: 4D² in attention and 8D² in the feed-forward layer (lesson 03).</details>
# <details><summary>3. Which row of a causal mask for T tokens is all True?</summary>The last one, T − 1 (lesson 02).</details>
# <details><summary>4. How many bytes does é take in UTF-8?</summary>Two, although it is one character (lesson 01).</details>
# <details><summary>5. A sequence has six tokens and no BOS. How many pairs of context and next token does it contain?</summary>Five (lesson 01).</details>

# %% nbgrader={"grade_id": "imports_a", "locked": true}
try:
    from autograder.checks import answered, backward, check, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from utils import corpora, devices, tokenizers
from utils.blocks.attention import causal_mask
from utils.blocks.block import TransformerBlock
from utils.metrics import largest, record
from utils.timing import timed
from utils.topics.gpt import model_figures, published, small_runs
from utils.topics.gpt import training_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# All of a model's sizes are kept in one object, its **configuration**. The defaults are GPT-2's choices. Dropout is
# left out here. The finished GPT that later sittings import has it in the three places you saw in lesson 03:
# embeddings, attention weights and branches.


# %% nbgrader={"grade_id": "Config", "locked": true}
@dataclass
class Config:
    """The sizes of a language model. n_heads must divide d_model."""

    vocab_size: int  # V
    context: int  # length of the longest sequence, in tokens
    d_model: int  # D
    n_heads: int  # H
    n_layers: int  # L
    d_hidden: int | None = None  # F; 4·D if None
    tied: bool = True  # the scores use the table of token vectors
    bias: bool = True  # of the linear maps in a block
    qkv_bias: bool | None = None  # of queries, keys and values; same as bias if None

    def __post_init__(self):
        self.d_hidden = 4 * self.d_model if self.d_hidden is None else self.d_hidden
        self.qkv_bias = self.bias if self.qkv_bias is None else self.qkv_bias


# %% [markdown]
# ## 1 · A skeleton first
#
# *Easy · 10 minutes*
#
# Before you add the hard part, build everything around it: a model whose blocks do nothing. It takes ids and returns
# scores of the right shape, so if something goes wrong later, you know that this part works.
#
# $$x_t = \mathrm{tokens}[\mathrm{id}_t] + \mathrm{positions}[\mathrm{start}+t], \qquad x \leftarrow \mathrm{block}_L(\dots\mathrm{block}_1(x)), \qquad \mathrm{scores} = W\,\mathrm{norm}(x)$$
#
# `start` is the position of the first token. For a whole sequence it is 0. Sometimes, though, a model gets only the
# *end* of a sequence, which doesn't begin at position 0. (In lesson 05 this happens with every new token.)

# %% tags=["explore"]
model_figures.decoder("skeleton")


# %% nbgrader={"grade_id": "Skeleton", "solution": true}
class DummyBlock(nn.Module):
    """A placeholder for a block: returns its input unchanged."""

    def forward(self, x):
        return x


class Skeleton(nn.Module):
    """A language model whose blocks do nothing yet."""

    def __init__(self, config):
        super().__init__()
        self.tokens = nn.Embedding(config.vocab_size, config.d_model)  # weight (V, D)
        self.positions = nn.Embedding(config.context, config.d_model)  # weight (context, D)
        self.blocks = nn.ModuleList(DummyBlock() for _ in range(config.n_layers))
        self.norm = nn.LayerNorm(config.d_model)
        self.head = nn.Linear(config.d_model, config.vocab_size, bias=False)  # weight (V, D)

    def forward(self, ids, start=0):
        """ids: (B, T) integers; start: position of the first token.
        Returns scores (B, T, V).
        """
        ### BEGIN SOLUTION
        places = torch.arange(start, start + ids.shape[1], device=ids.device)  # (T,)
        x = self.tokens(ids) + self.positions(places)  # (B, T, D)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))  # (B, T, V)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "Skeleton_hints", "locked": true}
# <details><summary>A question to start from</summary>Which rows of the position table do you need when T = 3 and start = 4?</details>
# <details><summary>A pointer</summary>When you call an embedding with integers, it returns the rows at those indices. (B, T, D) plus (T, D) broadcasts.</details>
# <details><summary>In pseudocode</summary>token vectors → plus position vectors → each block in turn → norm → head.</details>
# <details><summary>I get "index out of range in self"</summary>Either a position or an id is beyond the end of its table. Print the largest position and the largest id.</details>


# %% nbgrader={"grade_id": "check_Skeleton", "grade": true, "locked": true, "points": 3}
@check("Skeleton")
def _(ids, start, weights, config, factors, gradient):
    model = load_weights(Skeleton(Config(**config)), weights)
    for block, factor in zip(model.blocks, factors):
        block.forward = lambda x, factor=factor: torch.tanh(factor * x)  # blocks that change something
    scores = model(ids, start)
    backward(scores, gradient)
    return {"scores": scores, "grad_weights": {name: w.grad for name, w in model.named_parameters()}}


# %% [markdown]
# ## 2 · GPT
#
# *Medium · 15 minutes*
#
# Now put in the real blocks: `TransformerBlock(d_model, n_heads, d_hidden, act="gelu_tanh", …)`, the pre-LN block of
# lesson 03. You call it as `block(x, mask)`, with a boolean (T, T) mask that is True where a query may look. Two things
# are new compared with the skeleton.
#
# **The causal mask.** In training, the model sees the whole text at once, and the mask keeps position $t$ from seeing
# what it has to predict. If you forget the mask, the loss drops to almost nothing within minutes, and for a while it
# looks like a triumph.
#
# **Weight tying.** The table of token vectors (V, D) tells you which vector belongs to an id, and the head (V, D)
# measures how well a vector fits an id. With `tied=True` both are one parameter (Press and Wolf 2017), as in GPT-2:
# `self.head` is None, and the scores are dot products with the rows of `self.tokens.weight`. The gradient of that table
# then has two sources.

# %% tags=["explore"]
model_figures.decoder("GPT")


# %% nbgrader={"grade_id": "GPT", "solution": true}
class GPT(nn.Module):
    """A decoder-only transformer with GPT-2's architecture: pre-LN blocks, learned
    positions, a final norm.
    """

    def __init__(self, config):
        super().__init__()
        self.config = config
        self.tokens = nn.Embedding(config.vocab_size, config.d_model)  # weight (V, D)
        self.positions = nn.Embedding(config.context, config.d_model)  # weight (context, D)
        self.blocks = nn.ModuleList(
            TransformerBlock(
                config.d_model,
                config.n_heads,
                config.d_hidden,
                act="gelu_tanh",
                bias=config.bias,
                qkv_bias=config.qkv_bias,
            )
            for _ in range(config.n_layers)
        )
        self.norm = nn.LayerNorm(config.d_model)
        self.head = None if config.tied else nn.Linear(config.d_model, config.vocab_size, bias=False)

    def forward(self, ids, start=0):
        """ids: (B, T) integers; start: position of the first token.
        Returns scores (B, T, V).
        """
        ### BEGIN SOLUTION
        T = ids.shape[1]
        places = torch.arange(start, start + T, device=ids.device)  # (T,)
        x = self.tokens(ids) + self.positions(places)  # (B, T, D)
        mask = causal_mask(T, device=ids.device)  # (T, T)
        for block in self.blocks:
            x = block(x, mask)
        x = self.norm(x)  # (B, T, D)
        if self.head is None:
            return x @ self.tokens.weight.T  # (B, T, V)
        return self.head(x)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "GPT_hints", "locked": true}
# <details><summary>A question to start from</summary>Your skeleton does most of the work. Which lines have to change, and what does each of them need?</details>
# <details><summary>A pointer</summary><code>causal_mask(T)</code> from lesson 02 is imported. To multiply by every row of a (V, D) table at once, multiply by its transpose.</details>
# <details><summary>I get "'NoneType' object is not callable"</summary>With tied weights there is no head. Check whether <code>self.head is None</code> first.</details>
# <details><summary>The scores are right, but the gradient of the token table is wrong</summary>Is the table detached anywhere, by <code>.data</code> or <code>.detach()</code>? Both of its uses must contribute to the gradient.</details>


# %% nbgrader={"grade_id": "check_GPT", "grade": true, "locked": true, "points": 6}
@check("GPT")
def _(ids, start, gradient, weights, config):
    model = load_weights(GPT(Config(**config)), weights)
    model(ids[:, :2])  # sequences of different lengths may come in any order: an earlier call must not matter
    scores = model(ids, start)
    backward(scores, gradient)
    norms = {name: w.grad if w.grad is None else w.grad.norm() for name, w in model.named_parameters()}
    return {"scores": scores, "grad_tokens": model.tokens.weight.grad, "grad_norms": norms}


# %% [markdown]
# ### How training starts
#
# A model that knows nothing should give every entry of the vocabulary the same probability, so its loss should be
# $\ln V$. Whether it does depends on its **initialization**, the random values its weights start from. PyTorch draws
# token vectors with standard deviation 1. With tied weights, each score is then a sum of $D$ products of typical size
# 1, so with D = 64 most scores have a size of about $\sqrt{64} = 8$. One is larger: the vector of the token just read
# is still in the **residual stream**, and its product with itself is a sum of squares. **Predict** for V = 1000, where
# $\ln V$ is 6.9: is the first loss closest to 7, 15 or 40?
#
# The first model below keeps PyTorch's initialization. The second is initialized like GPT-2 in `transformers`: every
# matrix is drawn with standard deviation 0.02, and for the $2L$ maps whose outputs are added to the residual stream,
# this number is divided by $\sqrt{2L}$. (OpenAI's code uses 0.01 for the position table.)


# %% nbgrader={"grade_id": "init_gpt2", "locked": true}
def init_gpt2(model, std=0.02):
    """Initialize the weights as transformers does for GPT-2; the gains of norms stay at 1, biases become 0."""
    for name, parameter in model.named_parameters():
        if parameter.ndim == 2:
            adds = name.endswith(("out_proj.weight", "down.weight"))  # the last map of a branch
            nn.init.normal_(parameter, std=std / math.sqrt(2 * len(model.blocks)) if adds else std)
        elif name.endswith("bias"):
            nn.init.zeros_(parameter)
    return model


# %% tags=["explore"]
if answered("GPT"):
    torch.manual_seed(0)
    config = Config(vocab_size=1000, context=32, d_model=64, n_heads=4, n_layers=4)
    ids, targets = torch.randint(1000, (2, 16, 32)).to(where)  # (16, 32) each, independent of each other
    for name, model in [("PyTorch's", GPT(config)), ("GPT-2's", init_gpt2(GPT(config)))]:
        model = model.to(where)
        with torch.no_grad():
            first = F.cross_entropy(model(ids).flatten(0, 1), targets.flatten()).item()
        print(f"{name:9s} initialization: first loss {first:6.2f}      ln V = {math.log(1000):.2f}")
    record("first loss minus ln V", first - math.log(1000), expected=(-0.05, 0.1))

# %% [markdown]
# <details><summary>Answer</summary>It is closest to 40: about 42, compared with 6.9 for ln V. The score of the token just read is about 42, and the others are around 0, give
# or take 8. So a model that knows nothing is almost certain that every token will be repeated.</details>
#
# Look at the first loss of every model you ever train; checking it costs nothing. If the first loss is far above
# $\ln V$, something was wrong before the first step. If it is far below, the model can see what it is supposed to
# predict.

# %% [markdown]
# ### One pass, T predictions
#
# A sequence of T tokens gives you T predictions: position $t$ predicts the token after the prefix that ends at $t$.
# (The last prediction has no target.) With the mask, one pass computes them all, because nothing at position $t$
# depends on what comes later. The next cell compares this with a loop that passes every prefix through the model
# separately, and times both. **Predict**: for 64 tokens, how many times as long does the loop take?

# %% tags=["explore"]
if answered("GPT"):
    model = init_gpt2(
        GPT(Config(vocab_size=1000, context=64, d_model=64, n_heads=4, n_layers=4)), std=0.2
    ).eval()
    model = model.to(where)
    ids = torch.randint(1000, (1, 64), generator=torch.Generator().manual_seed(1)).to(where)
    with torch.no_grad():
        model(ids)  # the first call is slower than the rest
        at_once, one_pass = timed(lambda: model(ids)[0])  # (T, V)
        prefixes = [ids[:, : t + 1] for t in range(64)]
        one_by_one, passes = timed(lambda: torch.stack([model(prefix)[0, -1] for prefix in prefixes]))
    difference = (at_once - one_by_one).abs().max().item()
    print(f"largest difference between scores: {difference:.1e}")
    print(f"64 prefixes one by one take {passes / one_pass:.0f} times as long as one pass")
    record("difference between one pass and 64 prefixes", difference, expected=(0, 1e-3))

# %% [markdown]
# <details><summary>Answer</summary>On our machine, 43 times as long. On average, a prefix is half as long as the whole sequence, so the arithmetic alone would give a factor of about 32. The rest comes from the fixed cost of each call, which is the same however short the input is.</details>

# %% [markdown]
# ## 3 · The loss
#
# *Medium · 12 minutes · without `F.cross_entropy`, `F.nll_loss`*
#
# No one has to label anything here, because the text itself contains the answers. This is called **self-supervised
# learning**, and the loss is the **cross-entropy** of the next token. The score at position $t$ predicts the token at
# position $t+1$. The last score has no target in the text, and the first token has no prediction, so T tokens give T −
# 1 terms.
#
# $$\mathcal L = -\frac{1}{B\,(T-1)}\sum_{b}\sum_{t=0}^{T-2}\ln p_{b,t}\big(\mathrm{id}_{b,t+1}\big), \qquad \ln p_{b,t}(i) = s_{b,t,i} - \ln\sum_j e^{s_{b,t,j}}$$
#
# **Three tokens by hand first**: V = 2, the text is `1 0 1`, the scores at the three positions are (0, 0), (0, ln 3)
# and (5, 5). What is the loss? (It has two terms; $\ln 2 = 0.693$ and $\ln\frac43 = 0.288$.)
#
# **Find the error.** A set of lecture notes defines the loss as
# $-\frac1T\sum_{t=1}^{T-1}\log P(w_{t+1}\mid w_{\le t})$. What does this formula give for your three tokens, and does
# the difference matter? (The answer is below the check.)

# %% tags=["explore"]
model_figures.decoder("loss")


# %% nbgrader={"grade_id": "next_token_loss", "solution": true}
def next_token_loss(scores, ids):
    """Mean negative log-probability of a token given those before it, in nats.

    scores: (B, T, V) at the positions of ids; ids: (B, T).
    Returns a number (0-d tensor).
    """
    ### BEGIN SOLUTION
    scores, targets = scores[:, :-1], ids[:, 1:]  # (B, T-1, V), (B, T-1)
    log_p = scores - torch.logsumexp(scores, dim=-1, keepdim=True)  # (B, T-1, V)
    return -log_p.gather(-1, targets.unsqueeze(-1)).mean()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "next_token_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>Which position of <code>scores</code> has no target, and which position of <code>ids</code> has no prediction?</details>
# <details><summary>A pointer</summary><code>torch.logsumexp</code> doesn't overflow. <code>gather</code> picks one entry of the last axis at every position; its index needs that axis too.</details>
# <details><summary>In pseudocode</summary>pair scores with targets → log-probabilities over the vocabulary → one number for each target → their mean.</details>
# <details><summary>I get inf or nan</summary>The check has scores of ±200, and e²⁰⁰ doesn't fit into float32. Work with logarithms throughout.</details>


# %% nbgrader={"grade_id": "check_next_token_loss", "grade": true, "locked": true, "points": 5}
@check("next_token_loss")
def _(scores, ids):
    scores.requires_grad_()
    loss = next_token_loss(scores, ids)
    backward(loss, torch.ones(()))
    return {"loss": loss, "grad_scores": scores.grad}


# %% [markdown]
# <details><summary>The loss by hand, and the error in the notes</summary>Position 0 predicts token 0 with probability 1/2: 0.693. Position 1 predicts token 1 with probability 3/4: 0.288. The loss is (0.693 + 0.288)/2 = 0.490. The lecture notes divide the same two terms by T = 3, which gives 0.327. If all texts have the same T, that is just a constant factor. If their lengths differ, the factor differs too, and short texts look better than they are. (You can also start every text with a BOS token: then T real tokens give T terms.)</details>
#
# Once you understand it, use the library: `F.cross_entropy` computes the same number from flattened scores and targets.

# %% tags=["explore"]
if answered("next_token_loss"):
    scores = torch.tensor([[[0.0, 0.0], [0.0, math.log(3)], [5.0, 5.0]]], device=where)
    ids = torch.tensor([[1, 0, 1]], device=where)
    loss = next_token_loss(scores, ids)
    theirs = F.cross_entropy(scores[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
    print(f"loss {loss:.3f}, by F.cross_entropy {theirs:.3f}; divided by T it would be {loss * 2 / 3:.3f}")
    record("loss minus F.cross_entropy", (loss - theirs).item(), expected=(-1e-6, 1e-6))

# %% [markdown]
# ## 4 · Bits per byte
#
# *Easy · 10 minutes*
#
# The loss is in nats per token. Is 3.0 a good loss? That depends on the tokens. A common way to make the loss easier to
# interpret is the **perplexity**, $e^{\mathcal L}$: the model is as uncertain as if it had to guess among this many
# equally likely tokens. A model that knows nothing has perplexity V, and a perfect one has 1. With longer tokens,
# though, a model makes fewer and harder guesses for the same text, so neither losses per token nor perplexities can be
# compared across tokenizers.

# %% [markdown]
# What two models with different tokenizers have in common is the text itself. Shannon showed in 1948 that an event of
# probability $p$ costs $-\log_2 p$ bits to transmit: one bit for $p = \frac12$, three bits for $p = \frac18$. A
# language model gives every token a probability, so it can compress a text, and the better it predicts, the smaller the
# file. Add up the bits of all tokens and divide by the number of bytes in the text's UTF-8 encoding:
#
# $$\mathrm{bpb} = \frac{-\sum_t \ln p_t}{\ln 2 \cdot \text{bytes}}.$$
#
# By hand: the text `né` is three bytes long. It has two tokens, and the model gives them probabilities 1/8 and 1/2. How
# many **bits per byte** is that? (3 + 1 = 4 bits for 3 bytes: 1.33. Uncompressed text costs 8.)


# %% nbgrader={"grade_id": "perplexity", "locked": true}
def perplexity(log_probs):
    """The number of equally likely tokens that would be just as hard to guess among.

    log_probs: (T,) ln p of each token.
    """
    return torch.exp(-log_probs.mean())


# %% nbgrader={"grade_id": "bits_per_byte", "solution": true}
def bits_per_byte(log_probs, text):
    """Compressed size of a text under a model, in bits per byte of its UTF-8 encoding.

    log_probs: (T,) ln p of the tokens of the text; text: the same text as a str. Work
    with logarithms: the probability of a long text is too small for a float.
    Returns a number (a float or a 0-d tensor).
    """
    ### BEGIN SOLUTION
    bits = -log_probs.sum() / math.log(2)
    return bits / len(text.encode("utf-8"))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "bits_per_byte_hints", "locked": true}
# <details><summary>A question to start from</summary>How many bits does a token of probability 1/8 cost, and what do you have to divide −ln(1/8) by to get that number?</details>
# <details><summary>A pointer</summary><code>len(text)</code> counts characters. <code>text.encode("utf-8")</code> gives you the bytes.</details>


# %% nbgrader={"grade_id": "check_bits_per_byte", "grade": true, "locked": true, "points": 2}
@check("bits_per_byte")
def _(log_probs, text):
    return {"bits per byte": bits_per_byte(log_probs, text)}


# %% [markdown]
# To see why the unit matters, take the simplest model there is, a **unigram model**: it uses each token's frequency in
# the text as its probability and ignores what came before. We tokenize the same Shakespeare text with four
# vocabularies. **Predict**: will perplexity and bits per byte agree about which vocabulary is best?

# %% tags=["explore"]
sample = corpora.joined(corpora.shakespeare(quiet=True)["train"], characters=400_000)
if answered("bits_per_byte"):
    rows = []
    for vocab_size in [257, 500, 1000, 4000]:
        tokenizer = tokenizers.trained(sample, vocab_size)
        ids = torch.tensor(tokenizer.encode_ordinary(sample), device=where)
        p = torch.bincount(ids, minlength=vocab_size) / len(ids)
        log_probs = p[ids].log()
        rows.append((vocab_size, perplexity(log_probs).item(), float(bits_per_byte(log_probs, sample))))
        print(f"V = {vocab_size:5d}   perplexity {rows[-1][1]:7.1f}   bits per byte {rows[-1][2]:.2f}")
    plots.two_units(rows)

# %% [markdown]
# <details><summary>Answer</summary>They disagree completely. By perplexity, the largest vocabulary looks about twenty times worse than single bytes; by bits per byte it is clearly better.
# Only the second comparison is fair. (The model itself didn't get smarter, though: a long token contains its own first letters, so some context is built in.)</details>
#
# **A good place to stop.** You have a GPT, its loss, and a unit in which you can compare it with any other model.

# %% [markdown]
# ## 5 · The probability of a text
#
# *Medium · 10 minutes*
#
# The **chain rule** builds the probability of a text from next-token probabilities:
#
# $$\ln P(x_1,\dots,x_n) = \sum_{t=1}^{n} \ln p(x_t \mid x_0, x_1, \dots, x_{t-1}), \qquad x_0 = \mathrm{BOS}$$
#
# Without a token at the start there would be nothing to predict $x_1$ from, and the product would lack a factor. So
# `ids` begins with BOS, whose own probability is 1. Add logarithms instead of multiplying probabilities: the product of
# 200 factors of 0.01 is $10^{-400}$, but the smallest positive float32 is about $10^{-45}$.


# %% nbgrader={"grade_id": "sequence_log_prob", "solution": true}
def sequence_log_prob(model, ids):
    """ln P of each text, summed over its tokens.

    model: a function from ids (B, T) to scores (B, T, V); ids: (B, 1 + n), beginning
    with BOS.  Returns (B,).
    """
    ### BEGIN SOLUTION
    log_p = torch.log_softmax(model(ids)[:, :-1], dim=-1)  # (B, n, V)
    return log_p.gather(-1, ids[:, 1:].unsqueeze(-1)).squeeze(-1).sum(dim=1)  # (B,)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "sequence_log_prob_hints", "locked": true}
# <details><summary>A question to start from</summary>One call of the model gives you the scores after every prefix. Which of them predict a token of the text?</details>
# <details><summary>A pointer</summary>You need the loss from section 3 again, without the minus sign and with a sum along the text instead of a mean over everything.</details>
# <details><summary>I get -inf</summary>Did you multiply probabilities, or take the logarithm after softmax had underflowed?</details>


# %% nbgrader={"grade_id": "check_sequence_log_prob", "grade": true, "locked": true, "points": 3}
@check("sequence_log_prob")
def _(table, places, ids):
    def model(ids):  # a small model: scores depend on the token and on its position
        return table[ids] + places[: ids.shape[1]]

    return {"log_prob": sequence_log_prob(model, ids)}


# %% [markdown]
# ## 6 · Continuing a text
#
# *Medium · 12 minutes*
#
# To continue a text, take the scores at its last position, choose a token, append it, and start again. A model that is
# fed its own output like this is called **autoregressive**. Always choosing the token with the largest score is called
# **greedy decoding**. The model reads at most `context` tokens, so once the sequence is longer, give it only the
# **last** `context` tokens. You still return the whole sequence.

# %% tags=["explore"]
model_figures.decoder("text")


# %% nbgrader={"grade_id": "generate_greedy", "solution": true}
def generate_greedy(model, ids, n_new, context):
    """Append the likeliest next token to each text, n_new times.

    model: a function from ids (B, t) to scores (B, t, V), for t ≤ context.
    ids: (B, T), where T may be larger than context.  Returns (B, T + n_new).
    """
    ### BEGIN SOLUTION
    for _ in range(n_new):
        scores = model(ids[:, -context:])[:, -1]  # (B, V)
        ids = torch.cat([ids, scores.argmax(dim=1, keepdim=True)], dim=1)
    return ids
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "generate_greedy_hints", "locked": true}
# <details><summary>A question to start from</summary>The model returns (B, T, V). Which (B, V) slice predicts the token that isn't there yet?</details>
# <details><summary>A pointer</summary><code>torch.cat</code> along the token axis needs shapes (B, T) and (B, 1).</details>
# <details><summary>In pseudocode</summary>what the model may read → its scores for the next token → the best id for each row → a longer sequence → repeat.</details>


# %% nbgrader={"grade_id": "check_generate_greedy", "grade": true, "locked": true, "points": 4}
@check("generate_greedy")
def _(table, places, head, ids, n_new, context):
    def model(ids):  # every prediction depends on all tokens so far and on their positions
        if ids.shape[1] > context:
            raise ValueError(f"the model was given {ids.shape[1]} tokens; it reads at most {context}")
        return torch.tanh(torch.cumsum(table[ids] * places[: ids.shape[1]], dim=1)) @ head

    with torch.no_grad():
        return {"ids": generate_greedy(model, ids, n_new, context)}


# %% [markdown]
# ## 7 · GPT-2's files
#
# *Hard · 15 minutes · without `transformers`*
#
# The real test of a model is whether someone else's weights work in it. GPT-2's files hold tensors under these names
# ($i$ is the index of the layer):
#
# | in the file | in your model |
# |---|---|
# | `wte.weight` (V, D), `wpe.weight` (context, D) | `tokens.weight`, `positions.weight` |
# | `h.i.ln_1.weight`, `.bias`, `h.i.ln_2.…` | `blocks.i.norm1.…`, `blocks.i.norm2.…` |
# | `h.i.attn.c_attn.weight` **(D, 3D)**, `.bias` | `blocks.i.attention.qkv_proj.…`, rows in the order queries, keys, values |
# | `h.i.attn.c_proj.weight` **(D, D)**, `.bias` | `blocks.i.attention.out_proj.…` |
# | `h.i.attn.bias` (1, 1, context, context) | nothing: an old causal mask, not a bias |
# | `h.i.mlp.c_fc.weight` **(D, F)**, `.bias` | `blocks.i.feed_forward.up.…` |
# | `h.i.mlp.c_proj.weight` **(F, D)**, `.bias` | `blocks.i.feed_forward.down.…` |
# | `ln_f.weight`, `.bias` | `norm.…` |

# %% [markdown]
# GPT-2 uses a layer called `Conv1D`, which computes $xW$ and stores $W$ as (in, out). Our layers compute $xW^\top$. If
# you forget to transpose, three of the four maps will fail with an error. The fourth is square, so it won't.
#
# Copy the tensors into the model. `load_weights(model, {name: tensor})` copies the tensors you name and reports any
# name or shape that the model doesn't have. To get a single parameter, use `model.get_parameter(name)`. (The check
# accepts neither `operator.attrgetter` nor `operator.methodcaller`.)


# %% nbgrader={"grade_id": "load_gpt2", "solution": true}
def load_gpt2(model, tensors):
    """Copy the tensors of a GPT-2 file into a GPT.

    model: a GPT with tied weights; tensors: dict from the names in the file to tensors.
    Returns the model.
    """
    ### BEGIN SOLUTION
    names = {"wte.weight": "tokens.weight", "wpe.weight": "positions.weight"}
    names |= {f"ln_f.{part}": f"norm.{part}" for part in ["weight", "bias"]}
    layers = {
        "ln_1": "norm1",
        "ln_2": "norm2",
        "attn.c_attn": "attention.qkv_proj",
        "attn.c_proj": "attention.out_proj",
        "mlp.c_fc": "feed_forward.up",
        "mlp.c_proj": "feed_forward.down",
    }
    for i in range(len(model.blocks)):
        for theirs, ours in layers.items():
            for part in ["weight", "bias"]:
                names[f"h.{i}.{theirs}.{part}"] = f"blocks.{i}.{ours}.{part}"
    is_map = lambda name: ".c_" in name and name.endswith("weight")  # Conv1D stores (in, out)
    found = {ours: tensors[theirs].T if is_map(theirs) else tensors[theirs] for theirs, ours in names.items()}
    return load_weights(model, found)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "load_gpt2_hints", "locked": true}
# <details><summary>A question to start from</summary>Which tensors with two axes must not be transposed? (The two tables: GPT-2 stores them the way you do.)</details>
# <details><summary>A pointer</summary>Build a dict from the model's names to the file's tensors, in a loop over the layers and over the six parts of each layer.</details>
# <details><summary>I get "has shape (4, 12), which is its transpose"</summary>That is a Conv1D map that you haven't transposed. Which of the four maps gives no error even if you forget to transpose it?</details>


# %% nbgrader={"grade_id": "check_load_gpt2", "grade": true, "locked": true, "points": 5}
@check("load_gpt2")
def _(tensors, config):
    torch.manual_seed(0)
    file = {name: tensor.clone() for name, tensor in tensors.items()}
    model = GPT(Config(**config))
    returned = load_gpt2(model, file)
    for tensor in file.values():
        tensor.fill_(torch.nan)  # a model that has copied its weights is not affected
    return {
        "weights": returned and {name: parameter.detach() for name, parameter in model.named_parameters()}
    }


# %% [markdown]
# Now test the whole chain against the library: `transformers` builds a GPT-2 with random weights, and your loader reads
# its tensors into your model. The weights are ten times as large as usual, so that even a small difference between the
# two models (such as the other variant of GELU) would show in the scores.
#
# To load GPT-2's trained weights, you need access to a model hub. Import `AutoModelForCausalLM` from `transformers`, let the loop run over `[(50257, 1024, 768, 12, 12)]`, and set `theirs` to `AutoModelForCausalLM.from_pretrained("openai-community/gpt2").to(where).eval()`. The expected range below is meant for the random models.

# %% tags=["explore"]
if answered("GPT", "load_gpt2"):
    worst = 0.0
    for seed, sizes in enumerate([(100, 16, 24, 2, 2), (300, 32, 60, 5, 3), (64, 8, 32, 4, 6)]):
        theirs = published.random_gpt2(*sizes, seed=seed).to(where)
        tensors = theirs.transformer.state_dict()  # without the head, which is wte.weight again
        mine = load_gpt2(GPT(Config(*sizes)).to(where), tensors).eval()
        ids = torch.randint(sizes[0], (3, sizes[1])).to(where)  # (3, context)
        with torch.no_grad():
            expected = theirs(ids).logits  # (3, context, V)
            difference = (mine(ids) - expected).abs().max().item()
        print(f"D, H, L = {sizes[2:]}: scores up to {expected.abs().max():.1f}, difference {difference:.1e}")
        worst = largest([worst, difference])
    record("largest difference from transformers' GPT-2", worst, expected=(0, 1e-4))

# %% [markdown]
# ## 8 · Overfitting one batch
#
# Before you train a model on a whole library, train it on one page. This is called **overfitting one batch**: if the
# model can't even memorize 200 tokens, something is broken, and you find out within seconds. The loss should start at
# $\ln V$ and fall to almost 0. (The optimizer is torch's; you write your own in the third sitting.) Along the way,
# `generate_greedy` continues the page's first words, so you can watch the speech appear.

# %% tags=["explore"]
if answered("GPT", "next_token_loss", "generate_greedy"):
    page = small_runs.page(lines=12)
    tokenizer = tokenizers.trained(sample, 500)
    bos = tokenizer.encode_single_token(tokenizers.END_OF_TEXT)
    ids = torch.tensor([[bos, *tokenizer.encode_ordinary(page)]], device=where)  # (1, T)
    torch.manual_seed(0)
    model = init_gpt2(GPT(Config(500, ids.shape[1], 96, 4, 3))).to(where)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    losses = []
    for step in range(150):
        loss = next_token_loss(model(ids), ids)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if step in (0, 40, 80, 149):
            with torch.no_grad():
                written = generate_greedy(model, ids[:, :6], 40, model.config.context)[0, 1:]
            print(f"step {step:3d}  loss {losses[-1]:6.3f}  {tokenizer.decode(written.tolist())!r}")

# %% tags=["explore"]
if answered("GPT", "next_token_loss", "generate_greedy"):
    plots.one_page(losses, chance=math.log(500))
    with torch.no_grad():
        whole = generate_greedy(model, ids[:, :6], ids.shape[1] - 6, model.config.context)
    record("first loss minus ln V", losses[0] - math.log(500), expected=(-0.1, 0.1))
    record("last loss", losses[-1], expected=(0, 0.1))
    record("share of the page recited", (whole == ids).float().mean().item(), expected=(0.99, 1))

# %% [markdown]
# How probable is the page, according to the model? The next cell scores the first three lines as written, with two
# lines swapped, and with all words in reverse order. **Predict**: which version is the most probable, and is it ahead
# by a factor of about ten, a million, or far more?

# %% tags=["explore"]
if answered("GPT", "sequence_log_prob", "next_token_loss", "generate_greedy"):
    lines = page.splitlines()[:3]
    for name, text in {
        "as written": "\n".join(lines),
        "lines swapped": "\n".join([lines[1], lines[0], lines[2]]),
        "words reversed": " ".join("\n".join(lines).split()[::-1]),
    }.items():
        coded = torch.tensor([[bos, *tokenizer.encode_ordinary(text)]], device=where)
        with torch.no_grad():
            print(
                f"{name:16s} ln P = {sequence_log_prob(model, coded).item():8.1f}   {coded.shape[1] - 1} tokens"
            )

# %% [markdown]
# <details><summary>Answer</summary>The lines as written, and by a factor of far more than a million: they are e¹⁰⁵ (over 10⁴⁵) times as probable as the version with two lines swapped. The model knows one page,
# and to it everything that isn't on the page is next to impossible.</details>
#
# **What you have now.** A GPT that computes the same scores as the library's, and a trained one that can recite twelve
# lines of *Hamlet*. To show it to a friend, set `page` to a poem of three to twelve lines and run section 8 again. The
# model doesn't understand a word yet: it has read only one page. The second sitting counts what the model costs, in
# parameters, bytes and operations, and in the third it reads Shakespeare's plays.
#
# **Sources.** Radford et al. 2019, *Language models are unsupervised multitask learners* (GPT-2). Press and Wolf 2017,
# *Using the output embedding to improve language models*. Shannon 1948, *A mathematical theory of communication*.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
