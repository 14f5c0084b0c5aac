# %% [markdown]
# # Lesson 11 · Llama
# ## Second sitting: experts and latents
#
# In 2023 Mistral published a model of 47 billion parameters that runs at the cost of one with 13. For any one token
# most of the model's weights are idle, and which ones are idle changes from token to token. Many large open models have
# been built this way since.
#
# Here is a small one reading Shakespeare, with eight experts to choose from. One of them takes nearly all capitals,
# another commas and full stops, though no one told them to. You will build this **mixture of experts**, watch it
# collapse, and prevent that. Then you shrink the cache: DeepSeek's latent attention needs less than a
# fiftieth of what full heads keep.
#
# | | |
# |---|---|
# | Uses | norms and SwiGLU from lesson 03, the cache from 05, RoPE from 10 (all given) |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# B sequences, T queries, S keys, H heads, d the width of a head, D that of the model, E experts. Each token goes to k
# of the experts.
#
# <details><summary>1. RMSNorm: what is divided by what, and what is it multiplied by?</summary>Each vector is divided by its root mean square, then multiplied by a gain for each feature (lesson 03).</details>
# <details><summary>2. How many weights does a SwiGLU layer with hidden width F have?</summary>3 · D · F: gate, up and down (lesson 03).</details>
# <details><summary>3. Sixteen query heads share two KV heads. What gets smaller, and what doesn't?</summary>The cache and two projections get smaller. The scores don't: each of the sixteen still meets every key (lesson 05).</details>
# <details><summary>4. RoPE: is a key rotated before it is stored, or when it is read?</summary>Before, and only once, because its position never changes (lesson 10).</details>
# <details><summary>5. What does a KV cache hold for each token, and how much of it depends on the number of heads?</summary>A key and a value per layer and KV head; all of it grows with the number of KV heads (lesson 05).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, backward, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math

import torch
import torch.nn.functional as F

from utils import devices
from utils.blocks import positions as finished
from utils.blocks.attention import causal_mask
from utils.counting import elements_written
from utils.metrics import largest, record
from utils.topics.llama import expert_figures as plots
from utils.topics.llama import published_layers
from utils.topics.llama.experts import Letters, TinyMixture, seconds, train

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where_b", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"


def lengths(**given):
    """The norm of each tensor's gradient, for the checks; 0 if it has none."""
    return {name: 0.0 if x.grad is None else x.grad.norm() for name, x in given.items()}


# %% [markdown]
# ## 1 · QK-norm: `qk_norm`
#
# *Easy · 7 minutes · without `transformers`*
#
# Large models sometimes die in training: the queries and keys of one head grow until its softmax gives everything to
# one token, the loss jumps, and the run never recovers. The cure is **QK-norm**: normalize each query and each key
# before they meet, at the cost of two vectors of $d$ numbers per layer (Henry et al. 2020, arXiv 2010.04245; Dehghani
# et al. 2023, arXiv 2302.05442). A score (an **attention logit**) can then be no larger than the gains allow. For
# queries (and likewise for keys):
#
# $$\hat q = g_q \odot \frac{q}{\sqrt{\mathrm{mean}(q^2) + \epsilon}}$$
#
# Qwen3 does this in every layer. Each head's vector is normalized by itself, over its $d$ features, and all heads share
# one gain. RoPE comes after that.
#
# **Predict**: would normalizing and rotating in the other order give the same result?
#
# <details><summary>Answer</summary>The division would, because a rotation preserves lengths. The gain would not: it belongs to individual features, and after the rotation each feature is a mixture of two. So the order is part of the model.</details>


# %% nbgrader={"grade_id": "qk_norm", "solution": true}
def qk_norm(q, k, q_gain, k_gain, turn, eps=1e-6):
    """Queries and keys as Qwen3 compares them: each head's vector is normalized,
    multiplied by a gain, and rotated.

    q: (B, H, T, d); k: (B, G, T, d), where G may differ from H. q_gain, k_gain: (d,),
    the same for all heads.
    turn: a function that rotates x (B, heads, T, d) by its positions. eps: added to the
    mean square.
    Returns q and k, with unchanged shapes.
    """

    ### BEGIN SOLUTION
    def norm(x, gain):
        size = (x.square().mean(dim=-1, keepdim=True) + eps).sqrt()  # (B, heads, T, 1)
        return gain * x / size

    return turn(norm(q, q_gain)), turn(norm(k, k_gain))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "qk_norm_hints", "locked": true}
# <details><summary>A question to start from</summary>How many numbers share one root mean square, and which axis are they on?</details>
# <details><summary>A pointer</summary>Both tensors get the same treatment, with different gains. An inner function saves you from writing it twice.</details>
# <details><summary>In pseudocode</summary>size ← root of (mean of squares over features + eps); x ← gain · x / size; x ← turn(x).</details>


# %% nbgrader={"grade_id": "check_qk_norm", "grade": true, "locked": true, "points": 2}
@check("qk_norm")
def _(q, k, q_gain, k_gain, theta, start, eps, gradient):
    def turn(x):
        return finished.rope(x, torch.arange(start, start + x.shape[2]), theta)

    for given in (q, k, q_gain, k_gain):
        given.requires_grad_()
    settings = {} if eps is None else {"eps": eps}
    queries, keys = qk_norm(q, k, q_gain, k_gain, turn, **settings)
    backward(torch.cat([queries.flatten(), keys.flatten()]), gradient)
    return {
        "queries": queries,
        "keys": keys,
        "lengths of gradients": lengths(q=q, k=k, q_gain=q_gain, k_gain=k_gain),
    }


# %% [markdown]
# Is this what Qwen3 computes? Its layer gets random weights, and yours gets the same ones. Then see what the norm is
# for: all queries and keys grow by a factor, as they do in a run that goes wrong. **Predict** what happens to the
# attention weights of a head, with QK-norm and without it.

# %% tags=["explore"]
if answered("qk_norm"):
    layer, library = published_layers.qwen3(where)
    x, places = torch.randn(1, 12, 32).to(where), torch.arange(12, device=where)
    q, k, v = (f(x).view(1, 12, -1, 8).transpose(1, 2) for f in (layer.q_proj, layer.k_proj, layer.v_proj))
    gains = layer.q_norm.weight, layer.k_norm.weight
    q, k = qk_norm(q, k, *gains, lambda x: finished.rope(x, places, layer.theta))
    context = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
    ours = layer.o_proj(context.transpose(1, 2).flatten(2))
    gap = (ours - library(x)).abs().max().item()
    record("largest difference from Qwen3's layer", gap, expected=(0, 1e-5))

# %% tags=["explore"]
if answered("qk_norm"):
    generator = torch.Generator().manual_seed(0)
    q, k = torch.randn(2, 1, 1, 64, 64, generator=generator).to(where)
    ones, growth = torch.ones(64, device=where), [1, 2, 4, 8, 16, 32]

    def peak(q, k):
        return ((q @ k.mT) / 8).softmax(dim=-1).amax(dim=-1).mean().item()  # the largest weight of a query

    free = [peak(s * q, s * k) for s in growth]
    normed = [peak(*qk_norm(s * q, s * k, ones, ones, lambda x: x)) for s in growth]
    plots.growth(growth, free, normed)
    record("largest weight, 8 times, free", free[3], expected=(0.9, 1))
    record("largest weight, 8 times, normed", normed[3], expected=(0.05, 0.2))

# %% [markdown]
# ## 2 · Top-k routing: `top_k_router`
#
# *Medium · 9 minutes · without `transformers`*
#
# In the blocks of Llama 3.1 8B, four fifths of the weights are in the feed-forward layers, and every token passes
# through all of them, whether it is a comma, a name or a bracket in a program. A **mixture of experts** (MoE) has E
# such layers side by side and sends each token through only k of them. A **router** chooses which: it is a single
# matrix that scores every expert for a token (Shazeer et al. 2017, arXiv 1701.06538; Mixtral: Jiang et al. 2024, arXiv
# 2401.04088, E = 8 and k = 2).
#
# $$p = \mathrm{softmax}(W_r x), \qquad \text{the k largest of } p, \text{ divided by their sum}$$
#
# A choice has no gradient, so the router learns only through the weights: each chosen expert's output is multiplied
# by the router's $p$, so the gradient raises the $p$ of an expert that helps.

# %% [markdown]
# **Predict.** Some implementations take the softmax first and then the top k; others take the top k scores first and
# then their softmax. When do the two differ? And with k = 1, if the weight is divided by the sum, what gradient does
# the router get?
#
# <details><summary>Answers</summary>If the weights are divided by their sum, the two agree: the share of the other experts cancels. Without the division they differ, and models of both kinds exist (<code>norm_topk_prob</code> in Qwen's settings). With k = 1 the weight divided by itself is 1 whatever the router computes, so the gradient is 0 and the router never learns. Switch (Fedus et al. 2022), which has k = 1, doesn't divide.</details>


# %% nbgrader={"grade_id": "top_k_router", "solution": true}
def top_k_router(logits, k, renormalize=True):
    """The k most likely experts of each token, likeliest first, and their weights.

    logits: (..., E), the scores of all experts, without ties; k: from 1 to E.
    renormalize: divide the k weights by their sum (for k = 1 too). Otherwise the
    weights are probabilities among all E experts.
    Returns weights (..., k) and chosen (..., k) int64, expert numbers from 0.
    """
    ### BEGIN SOLUTION
    weights, chosen = logits.softmax(dim=-1).topk(k, dim=-1)  # (..., k)
    if renormalize:
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights, chosen
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "top_k_router_hints", "locked": true}
# <details><summary>A question to start from</summary>Over which experts do the probabilities sum to 1 before you choose?</details>
# <details><summary>A pointer</summary><code>torch.topk</code> returns the largest values in order, and their indices; <code>torch.gather</code> reads other values there.</details>
# <details><summary>In pseudocode</summary>chosen ← experts with the k largest logits, in order; weights ← probabilities among all E, at the chosen experts; if asked for, weights ← weights / sum of weights.</details>


# %% nbgrader={"grade_id": "check_top_k_router", "grade": true, "locked": true, "points": 3}
@check("top_k_router")
def _(logits, k, renormalize, gradient):
    logits.requires_grad_()
    settings = {} if renormalize is None else {"renormalize": renormalize}
    weights, chosen = top_k_router(logits, k, **settings)
    if torch.is_floating_point(weights):  # what is no number with a fraction has no gradient
        backward(weights, gradient)
    return {"weights": weights, "chosen": chosen, "grad_logits": logits.grad}


# %% [markdown]
# ## 3 · Running only the chosen experts: `moe_forward`
#
# *Hard · 15 minutes · without `transformers`*
#
# The easy way is to run all experts on all tokens and multiply by 0 whatever wasn't chosen. The result is right, but
# nothing is saved: that is a dense model with extra steps. To save work, turn the loop around. For each expert, gather
# the tokens that chose it, run it once on this small batch, and add its outputs to the rows that the tokens came from.
#
# ```
#   token   experts   weights           expert 0   gets tokens 1, 2
#     0      2  1     .6  .4            expert 1   gets tokens 0, 2
#     1      0  2     .7  .3     →      expert 2   gets tokens 0, 1
#     2      1  0     .5  .5            expert 3   does not run
# ```
#
# A token's output is $\sum_j w_j\, \mathrm{expert}_{c_j}(x)$, where the weights $w_j$ and the choices $c_j$ come from
# the router.


# %% nbgrader={"grade_id": "moe_forward", "solution": true}
def moe_forward(x, weights, chosen, experts):
    """Send each token through its experts and add up their outputs, each multiplied by
    its weight.

    x: (B, T, D), not modified; weights, chosen: (B, T, k), as the router returns them,
    k different experts per token; experts: a list of E functions (n, D) → (n, D). Each
    runs once, on the tokens that chose it and no others. An expert that no token chose
    doesn't run at all.
    Returns (B, T, D).
    """
    ### BEGIN SOLUTION
    tokens, weights, chosen = (part.flatten(0, 1) for part in (x, weights, chosen))  # (N, D), (N, k), (N, k)
    out = torch.zeros_like(tokens)
    for number, expert in enumerate(experts):
        rows, places = torch.where(chosen == number)  # (n,) tokens, and which of their k choices this is
        if len(rows):
            answers = expert(tokens[rows])  # (n, D)
            out = out.index_add(0, rows, weights[rows, places, None] * answers)
    return out.view_as(x)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "moe_forward_hints", "locked": true}
# <details><summary>A question to start from</summary>An expert knows nothing about sequences. In what shape do tokens go through it, and how do they find their way back?</details>
# <details><summary>A pointer</summary><code>torch.where(condition)</code> gives one tensor of indices for each axis. For an (N, k) table these are the tokens, and which of their choices it was. <code>index_add</code> adds rows at given indices.</details>
# <details><summary>In pseudocode</summary>Start from zeros. For each expert: find the tokens that chose it, and which of their choices it was; skip the expert if there are none; run it on those tokens; scale each answer by its weight; add it to the row it belongs to.</details>
# <details><summary>I get "… must match the size of tensor …"</summary>A token has one weight for this expert, but the expert's answer has D numbers. Which axis is missing?</details>


# %% nbgrader={"grade_id": "check_moe_forward", "grade": true, "locked": true, "points": 5}
@check("moe_forward")
def _(x, weights, chosen, gate_up, down, gradient):
    calls = [[] for _ in gate_up]  # how many tokens an expert gets in each call

    def make(number):
        def expert(tokens):
            calls[number].append(len(tokens))
            gate, up = (tokens @ gate_up[number].T).chunk(2, dim=-1)
            return (F.silu(gate) * up) @ down[number].T

        return expert

    for given in (x, weights, gate_up, down):
        given.requires_grad_()
    y = moe_forward(x, weights, chosen, [make(number) for number in range(len(gate_up))])
    backward(y, gradient)
    return {
        "output": y,
        "grad_x": x.grad,
        "grad_weights": weights.grad,
        "experts learn": {"gate and up": gate_up.grad.norm(dim=(1, 2)), "down": down.grad.norm(dim=(1, 2))},
        "tokens in each call": {"output": y, "calls": calls},
        "x unchanged": {"output": y, "x": x},
    }


# %% [markdown]
# Is this what Mixtral computes? The library's block gets random weights, and your function uses the same ones. Then
# time it: E grows while k stays at 2. **Predict** how the time grows when all experts run, and when only the chosen
# ones do.

# %% tags=["explore"]
if answered("top_k_router", "moe_forward"):
    block = published_layers.mixtral(where)
    x = torch.randn(2, 10, 16).to(where)
    routes = top_k_router(x @ block.gate.weight.T, 2)
    gap = (moe_forward(x, *routes, published_layers.experts_of(block)) - block(x)).abs().max().item()
    record("largest difference from Mixtral's block", gap, expected=(0, 1e-5))

# %% tags=["explore"]
if answered("top_k_router", "moe_forward"):
    numbers, times = [2, 4, 8, 16], {"chosen experts": [], "all experts": []}
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(1, 512, 128, generator=generator).to(where)
    for E in numbers:
        layers = published_layers.plain_experts(E, generator, where)
        logits = torch.randn(1, 512, E, generator=generator).to(where)
        chosen = top_k_router(logits, 2)
        every = logits.softmax(-1), torch.arange(E, device=where).expand(1, 512, E)
        for name, routes in zip(times, (chosen, every)):
            times[name].append(seconds(lambda: moe_forward(x, *routes, layers)))
    plots.work(numbers, times)
    every, chosen = (elements_written(moe_forward, x, *routes, layers) for routes in (every, chosen))
    record("16 experts, numbers computed, all against chosen", every / chosen, expected=(2, 14))

# %% [markdown]
# ## 4 · Load balancing: `load_balancing_loss`
#
# *Medium · 10 minutes · without `transformers`*
#
# Left alone, a router has favourites. An expert that gets more tokens learns more, so it answers better and gets even
# more tokens, while the others never get going. This is **routing collapse**. To prevent it, training adds an
# **auxiliary loss** that is small when all experts are used equally (Fedus et al. 2022, arXiv 2101.03961, equations 4
# to 6). Over N tokens,
#
# $$L = E \sum_{e=1}^{E} f_e P_e, \qquad f_e = \frac{\text{tokens that chose } e}{N}, \quad P_e = \text{mean of } p_e$$
#
# $f$ comes from counting and has no gradient, but $P$ has one. If an expert is chosen often, its probability is pushed
# down for all tokens. The factor E makes the term comparable between models: with k choices per token and all experts
# used equally it is k, however many experts there are.
#
# Padding isn't text. Tokens that don't count have to be left out everywhere: in $f$, in $P$ and in $N$.


# %% nbgrader={"grade_id": "load_balancing_loss", "solution": true}
def load_balancing_loss(logits, k, keep=None):
    """How unevenly the experts are used: E · Σ f_e P_e, which is k if all experts are
    used equally.

    logits: (N, E), router scores without ties for the N tokens of a batch; each token
    goes to its k best experts. keep: (N,) bool, True for the tokens that count, at
    least one, or None if all do.
    f_e: the share of those tokens that chose expert e, so all f sum to k; P_e: the mean
    over them of the expert's probability among all E.
    Returns a scalar tensor, whose gradient flows through P.
    """
    ### BEGIN SOLUTION
    if keep is not None:
        logits = logits[keep]  # (n, E)
    _, E = logits.shape
    probabilities = logits.softmax(dim=-1)
    chosen = probabilities.topk(k, dim=-1).indices  # (n, k)
    f = F.one_hot(chosen, E).sum(dim=1).float().mean(dim=0)  # (E,)
    return E * (f * probabilities.mean(dim=0)).sum()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "load_balancing_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>Imagine two tables with a row for each token and a column for each expert, one of probabilities, one of zeros and ones. How do you get f and P from them?</details>
# <details><summary>A pointer</summary><code>F.one_hot(chosen, E)</code> turns (n, k) into (n, k, E). Which axis has to go before the mean over tokens?</details>
# <details><summary>In pseudocode</summary>drop the rows that don't count; p ← softmax; f ← mean over tokens of (1 where chosen, else 0); P ← mean over tokens of p; E · sum of f · P.</details>


# %% nbgrader={"grade_id": "check_load_balancing_loss", "grade": true, "locked": true, "points": 3}
@check("load_balancing_loss")
def _(logits, k, keep):
    logits.requires_grad_()
    loss, flatter = load_balancing_loss(logits, k, keep), load_balancing_loss(logits / 2, k, keep)
    backward(loss, torch.ones(()))
    return {"losses": torch.stack([loss, flatter]), "grad_logits": 100 * logits.grad}


# %% [markdown]
# Now a real mixture, small enough to watch. It reads Shakespeare letter by letter. Each of its two layers has eight
# experts, and each token goes to two of them. It is trained twice: once with the loss on the next letter alone, and
# once with .02 times your term added. **Predict** the load of the eight experts in both runs.

# %% tags=["explore"]
if answered("top_k_router", "moe_forward", "load_balancing_loss"):
    letters = Letters()
    steps = 250 if scale == "small" else 2000
    trained, histories = {}, {}
    for name, share in {"free": 0.0, "balanced": 0.02}.items():
        torch.manual_seed(0)
        model = TinyMixture(letters.size, 8, 2, top_k_router, moe_forward).to(where)
        histories[name] = train(model, letters, steps, load_balancing_loss, share)
        trained[name] = model
    loads = {name: model.loads(letters.validation[:40]) for name, model in trained.items()}  # (layers, E)
    plots.loads(loads, k=2)

# %% tags=["explore"]
if answered("top_k_router", "moe_forward", "load_balancing_loss"):
    ranges = {"free": (0.4, 1), "balanced": (0.25, 0.42)}
    for name, model in trained.items():
        heaviest = loads[name].amax(dim=-1).mean().item()
        record(f"{name}: heaviest load, choices per letter", heaviest, expected=ranges[name])
        record(f"{name}: loss, nats per letter", model.held_out(letters), expected=(1.3, 2.4))
    plots.by_letter(trained["balanced"].by_letter(letters, layer=1), letters.alphabet)

# %% [markdown]
# <details><summary>The answer</summary>
#
# Without the term, the second layer sends nine letters out of ten to one expert, and another expert gets none. (The
# heaviest loads recorded above are means over both layers.) With the term, each of the eight gets between .18 and .29
# choices per letter, where .25 would be perfectly even. The loss on the next letter hardly changes: 2.12 nats with the
# term and 2.11 without it here, and the other way round with another seed. What collapse costs is time, and a model
# this small doesn't show it. When each expert has its own machine, the most crowded one decides how long a step takes.
#
# </details>
#
# And what do experts become experts *in*? Read the picture by columns. In our run one expert takes all commas and full
# stops, another nearly all capitals, and a third takes line ends and spaces.

# %% [markdown]
# DeepSeek-V3 almost drops the term. Instead it adds a bias to each expert's score, for the choice only, and raises it
# for experts that get too few tokens (**auxiliary-loss-free load balancing**; arXiv 2412.19437, section 2.1.2). Almost
# all of the gradient then serves the text.

# %% [markdown]
# ## 5 · Total and active parameters: `active_parameters`
#
# *Easy · 7 minutes · without `transformers`*
#
# "Mixtral 8x7B" sounds like 56 billion parameters. It has 46.7 billion, and each token uses 12.9 billion of them: its
# **active parameters**. Count both, for a Llama whose feed-forward layers are replaced by experts and a router.
#
# | part | weights |
# |---|---|
# | queries and output of a layer | $D \cdot H d$ each |
# | keys and values of a layer | $D \cdot H_{kv} d$ each |
# | router of a layer | $D \cdot E$ |
# | an expert (SwiGLU, no biases) | $3 D F$ |
# | two norms per layer, one at the end | $D$ each |
# | token table, and the head unless it is tied to the table | $V D$ each |
#
# A token uses everything except the experts that it didn't choose. (The token table counts in full, as Mistral counts
# it, although a token reads only one row.)
#
# Memory depends on the total, arithmetic on the active parameters. Which of the two matters more depends on how many
# users you serve. The written question comes back to that.


# %% nbgrader={"grade_id": "active_parameters", "solution": true}
def active_parameters(V, D, L, H, H_kv, d, F, E, k, tied=False):
    """How many parameters a mixture of experts has, and how many a token uses.

    V: vocabulary; D: width; L: layers; H: query heads; H_kv: KV heads; d: width of a
    head, which need not be D/H; F: hidden width of an expert (a number here, not
    torch.nn.functional); E: experts, of which a token uses k; tied: whether the head is
    the token table.
    Returns (total, active), two ints.
    """
    ### BEGIN SOLUTION
    attention = 2 * D * H * d + 2 * D * H_kv * d
    shared = L * (attention + D * E + 2 * D) + D + V * D * (1 if tied else 2)
    expert = 3 * D * F
    return shared + L * E * expert, shared + L * k * expert
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "active_parameters_hints", "locked": true}
# <details><summary>A question to start from</summary>Which rows of the table occur once per model, which once per layer, and which E times per layer?</details>
# <details><summary>A pointer</summary>First count what both numbers share. They differ in one factor.</details>


# %% nbgrader={"grade_id": "check_active_parameters", "grade": true, "locked": true, "points": 2}
@check("active_parameters")
def _(sizes, tied):
    total, active = active_parameters(**sizes, **({} if tied is None else {"tied": tied}))
    return {"total": total, "active": active}


# %% tags=["explore"]
if answered("active_parameters"):
    models = {
        "Mixtral 8x7B": active_parameters(32_000, 4096, 32, 32, 8, 128, 14_336, 8, 2),
        "Mixtral 8x22B": active_parameters(32_000, 6144, 56, 48, 8, 128, 16_384, 8, 2),
    }
    for name, (total, active) in models.items():
        print(f"{name:<14} {total:>15,} parameters, {active:>14,} active: {active / total:.1%}")
    record("Mixtral 8x7B, total", models["Mixtral 8x7B"][0], expected=(46_702_792_704, 46_702_792_704))
    record("Mixtral 8x7B, active", models["Mixtral 8x7B"][1], expected=(12_879_925_248, 12_879_925_248))

# %% [markdown]
# **Find the error.** An invented blog post: "Mixtral has 8 experts of 7 billion, so a token that uses 2 of them costs
# as much as a model of 14 billion, and 8 · 7 = 56 must fit into memory." What was counted more than once?
#
# <details><summary>Answer</summary>Attention, norms and tables exist once, not eight times: the experts are only the feed-forward layers, 5.637 billion each over all layers. The shared parts have 1.606 billion. So 8 · 5.637 + 1.606 = 46.70, and 2 · 5.637 + 1.606 = 12.88.</details>

# %% [markdown]
# ## 6 · Multi-head latent attention: `latent_cache`
#
# *Easy · 5 minutes · without `transformers`*
#
# Grouped queries shrink the cache by having fewer KV heads. DeepSeek's **multi-head latent attention** (MLA;
# DeepSeek-AI 2024, arXiv 2405.04434, section 2.1) takes another route: keep *one* short vector $c$ for each token, the
# **latent**, and let every head unpack its own keys and values from it.
#
# RoPE gets in the way. Section 7 avoids the unpacking by moving a matrix from the key to the query, and a rotation
# between the two would block that move. So the position gets a key of its own (**decoupled RoPE**): $r$ = 64 numbers,
# shared by all heads, rotated and not compressed.
#
# $$[\,c' ; k'\,] = W_{down}\, x, \qquad c = \mathrm{RMSNorm}(c'), \qquad k^{rot} = R_t\, k'$$
#
# The cache holds $c$ and $k^{rot}$. At DeepSeek-V3's sizes that is 512 + 64 = 576 numbers per token, where the keys and
# values of 128 full heads would need 32,768.


# %% nbgrader={"grade_id": "latent_cache", "solution": true}
def latent_cache(x, down, gain, turn, eps=1e-6):
    """What latent attention caches for each token: a latent, and one rotated key for
    all heads.

    x: (B, T, D). down: (C + r, D), used as x Wᵀ; the first C rows produce the latent,
    the last r rows the rotary key. gain: (C,), of the latent's RMSNorm; eps: added to
    its mean square. turn: a function (B, T, r) → (B, T, r) that rotates each token by
    its position.
    Returns c (B, T, C), normalized and not rotated, and k_rot (B, T, r), rotated and
    not normalized.
    """
    ### BEGIN SOLUTION
    c, k_rot = (x @ down.T).tensor_split([len(gain)], dim=-1)  # (B, T, C), (B, T, r)
    size = (c.square().mean(dim=-1, keepdim=True) + eps).sqrt()  # (B, T, 1)
    return gain * c / size, turn(k_rot)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "latent_cache_hints", "locked": true}
# <details><summary>A question to start from</summary>Which argument tells you how wide the compressed part is?</details>
# <details><summary>A pointer</summary>Project once, then cut the last axis in two. One part goes through the norm, the other through the rotation.</details>


# %% nbgrader={"grade_id": "check_latent_cache", "grade": true, "locked": true, "points": 2}
@check("latent_cache")
def _(x, down, gain, theta, start, eps, gradient):
    def turn(part):
        return finished.rope(part, torch.arange(start, start + part.shape[-2]), theta)

    for given in (x, down, gain):
        given.requires_grad_()
    c, k_rot = latent_cache(x, down, gain, turn, **({} if eps is None else {"eps": eps}))
    backward(torch.cat([c, k_rot], dim=-1), gradient)
    return {
        "compressed": c,
        "rotary key": k_rot,
        "lengths of gradients": lengths(x=x, down=down, gain=gain),
    }


# %% [markdown]
# **How much is saved?** DeepSeek-V3 has 61 layers and 128 heads, with keys of 128 + 64 numbers and values of 128; C =
# 512 and r = 64, at two bytes per number. Compute its cache and that of full heads, in KiB per token, before you open
# the answer.
#
# <details><summary>Answer</summary>Latent: 61 · (512 + 64) · 2 bytes = 70,272 bytes = 68.6 KiB. Full heads whose keys and values have 128 numbers: 61 · 128 · 2 · 128 · 2 bytes = 3,904 KiB, 57 times as much. With the 64 rotary numbers in every head's key it would be 4,880 KiB. Llama 3.1 405B, with 8 KV heads, keeps 126 · 8 · 2 · 128 · 2 bytes = 504 KiB.</details>

# %% [markdown]
# ## 7 · Attention without unpacking: `latent_attention`
#
# *Hard · 14 minutes · without `transformers`*
#
# Head $h$ has the key $[U^k_h c_j ; k^{rot}_j]$ and the value $U^v_h c_j$. Taken literally, this means unpacking all S
# cached tokens for all heads at every new token, which saves memory but costs far more arithmetic. But look at the
# score:
#
# $$q_h^\top (U^k_h\, c_j) = ({U^k_h}^\top q_h)^\top c_j$$
#
# Fold the matrix into the *query*, which is a single vector, and compare it with $c_j$ just as it is in the cache. (The
# paper says the matrix is **absorbed**.) The values work the same way: $\sum_j w_j U^v_h c_j = U^v_h \sum_j w_j c_j$,
# so average first and unpack once. Now all heads share the same small vectors as keys, which makes this **multi-query
# attention** with a wide head.
#
# The scale is still that of the unpacked key: $\sqrt{n + r}$, where n is the width of $q_h$.


# %% nbgrader={"grade_id": "latent_attention", "solution": true}
def latent_attention(q, q_rot, c, k_rot, up_k, up_v):
    """Causal attention over a latent cache, without unpacking keys or values for any
    cached token.

    q: (B, H, T, n); q_rot: (B, H, T, r), rotated: the T last of the S cached tokens.
    c: (B, S, C); k_rot: (B, S, r), rotated, shared by all heads.
    up_k: (H, n, C); up_v: (H, v, C).
    In head h a cached token has the key [up_k[h] c ; k_rot] and the value up_v[h] c.
    Scores are divided by √(n + r).
    Returns the output of each head, (B, H, T, v).
    """
    ### BEGIN SOLUTION
    folded = torch.einsum("bhtn,hnc->bhtc", q, up_k)  # queries that can be compared with c
    scores = torch.einsum("bhtc,bsc->bhts", folded, c) + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot)
    scores = scores / math.sqrt(q.shape[-1] + q_rot.shape[-1])  # (B, H, T, S)
    mask = causal_mask(q.shape[2], c.shape[1], c.device)  # (T, S)
    weights = scores.masked_fill(~mask, -math.inf).softmax(dim=-1)
    mean = torch.einsum("bhts,bsc->bhtc", weights, c)
    return torch.einsum("bhtc,hvc->bhtv", mean, up_v)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "latent_attention_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of your tensors have an axis for heads <i>and</i> one for cached tokens? Scores may. Does any other?</details>
# <details><summary>A pointer</summary>A score is a sum of two products: the folded query with c, and the two rotary parts. Write the axes of each product one below the other before you choose between @ and <code>torch.einsum</code>: a product that repeats c for each head may copy it, which the check counts as unpacking. <code>causal_mask(T, S, device)</code> gives (T, S), True where a query may look.</details>
# <details><summary>In pseudocode</summary>fold up_k into q; score = folded · c + q_rot · k_rot, divided by the root; mask; softmax; average c; then up_v.</details>


# %% nbgrader={"grade_id": "check_latent_attention", "grade": true, "locked": true, "points": 4}
@check("latent_attention")
def _(q, q_rot, c, k_rot, up_k, up_v, gradient):
    given = (q, q_rot, c, k_rot, up_k, up_v)
    for tensor in given:
        tensor.requires_grad_()
    context = latent_attention(*given)
    backward(context, gradient)
    with torch.no_grad():
        numbers = elements_written(latent_attention, *given)
    (B, H, T, n), S, width = q.shape, c.shape[1], up_v.shape[1]
    unpacked = S > 8 * T and numbers > B * H * S * min(
        n, width
    )  # as many as the keys, or the values, of all heads
    return {
        "context": context,
        "lengths of gradients": lengths(q=q, q_rot=q_rot, c=c, k_rot=k_rot, up_k=up_k, up_v=up_v),
        "nothing unpacked": {"context": context, "unpacked": unpacked},
    }


# %% [markdown]
# Is this what DeepSeek computes? The library unpacks, your code doesn't, and both get the same weights. Then look at
# the cost: how many numbers are written for one new token, as the text before it grows.

# %% tags=["explore"]
if answered("latent_cache", "latent_attention"):
    H, n, r, C = 4, 8, 4, 6
    layer, library = published_layers.deepseek(where)
    x, places = torch.randn(2, 20, 32).to(where), torch.arange(20)

    def turn(part):
        return finished.rope(part, places, layer.theta, adjacent=True)

    q, q_rot = layer.q_proj(x).view(2, 20, H, n + r).transpose(1, 2).split([n, r], dim=-1)
    up_k, up_v = layer.kv_b_proj.weight.view(H, 2 * n, C).chunk(2, dim=1)
    cached = latent_cache(x, layer.kv_a_proj_with_mqa.weight, layer.kv_a_layernorm.weight, turn)
    heads = latent_attention(q, turn(q_rot), *cached, up_k, up_v)
    gap = (layer.o_proj(heads.transpose(1, 2).flatten(2)) - library(x)).abs().max().item()
    record("largest difference from DeepSeek's layer", gap, expected=(0, 1e-5))

# %% tags=["explore"]
if answered("latent_attention"):
    H, n, r, C, lengths_read = 16, 32, 16, 64, [64, 256, 1024, 4096]
    query, matrices = torch.randn(1, H, 1, n + r).to(where).split([n, r], dim=-1), torch.randn(2, H, n, C)
    ways, gaps = {"folded": latent_attention, "unpacked": published_layers.unpacking}, []
    written = {name: [] for name in ways}
    for S in lengths_read:
        cached = torch.randn(1, S, C + r).to(where).split([C, r], dim=-1)
        given = *query, *cached, *matrices.to(where)
        for name, function in ways.items():
            written[name].append(elements_written(function, *given))
        gaps.append((latent_attention(*given) - published_layers.unpacking(*given)).abs().max().item())
    plots.written(lengths_read, written)
    record("largest difference of both", largest(gaps), expected=(0, 1e-3))
    record("unpacked against folded", written["unpacked"][-1] / written["folded"][-1], expected=(5, 40))

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 10 minutes, 5 to 8 sentences). A hospital has one machine with 80 GB of memory
# and five doctors who ask the model something now and then. A company answers 10,000 customers at once on forty such
# machines. Both are choosing between a dense model of 13 billion parameters and Mixtral 8x7B, in 16 bits. What do you
# advise each of them, and what should they watch for?
#
# ### BEGIN SOLUTION
# **Model answer.** Mixtral needs the memory of 46.7 billion parameters, 93 GB in 16 bits, and the arithmetic of 12.9
# billion for each token. The hospital can't even load it without four or eight bits; the dense model takes 26 GB. With
# few requests a step is memory-bound (it waits for weights to be read), and a mixture reads only two experts per token
# and layer, so in four bits (about 29 GB) Mixtral is possible, and as fast for one user. The company has the memory,
# and with large batches all experts are busy, so it gets the quality of a larger model for the arithmetic of a small
# one. It has to watch the load of each expert, because the most crowded expert decides how long a step takes, and the
# traffic between machines.
#
# **Rubric.**
#
# - a, 0.5 points: memory depends on the total number of parameters
# - b, 0.5 points: applies it to both customers, with numbers (93 GB don't fit into 80)
# - c, 0.5 points: arithmetic depends on the active parameters
# - d, 0.5 points: something to watch for: bits per weight, the load of the experts, or traffic between machines
# ### END SOLUTION

# %% [markdown]
# ## 8 · For a friend: which expert takes commas?
#
# Write a line. Above each letter you see the number of the expert it goes to first, in the second layer of the balanced
# mixture. Try a line of capitals, a list, or a language that Shakespeare didn't write. Can your friend guess which
# expert takes commas?

# %% tags=["explore"]
if answered("top_k_router", "moe_forward", "load_balancing_loss"):
    from IPython.display import display

    line = "Write a line here: MOST of it, I hope, in English. Or not?"
    ids = letters.encode(line)
    display(
        plots.letters([letters.alphabet[n] for n in ids], trained["balanced"].first_choices(ids, layer=1))
    )

# %% [markdown]
# **What you have now.** Today's model, in parts that you have written.
#
# | part | what it saves | what it costs |
# |---|---|---|
# | grouped queries | cache and two projections | a little quality |
# | latent attention | nearly all of the cache | a second, rotated key; folded products |
# | experts | arithmetic: of E experts' weights only k experts' are used | memory, and load balancing |
# | QK-norm | runs that would otherwise fail | two vectors per layer |
#
# And the changes that came before these, from pre-norm to RoPE? The third sitting races them.
#
# **Sources.** Shazeer et al. 2017, *Outrageously large neural networks*, arXiv 1701.06538. Fedus, Zoph, Shazeer 2022,
# *Switch Transformers*, arXiv 2101.03961. Jiang et al. 2024, *Mixtral of Experts*, arXiv 2401.04088. DeepSeek-AI 2024,
# *DeepSeek-V2*, arXiv 2405.04434, and *DeepSeek-V3*, arXiv 2412.19437. Henry et al. 2020, *Query-key normalization for
# transformers*, arXiv 2010.04245. Dehghani et al. 2023, *Scaling vision transformers to 22 billion parameters*, arXiv
# 2302.05442.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
