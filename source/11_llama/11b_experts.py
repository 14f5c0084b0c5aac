# %% [markdown]
# # Lesson 11 · Llama
# ## Second sitting: experts, latents, and what the modern block is worth
#
# In 2023 Mistral published a model of 47 billion parameters that runs at the cost of one with 13. For any one token
# most of its weights are idle, and which ones are idle changes from token to token. Many large open models have been
# built this way since.
#
# When you reach the end of this sitting you will have
#
# - a **mixture of experts** that computes what Mixtral computes, weight for weight,
# - a training run that collapses onto a few experts, and the loss term that prevents it,
# - DeepSeek's latent attention, with 1/57 of the cache that full heads need,
# - a race between the block of 2017 and today's at equal compute: how much of "ten times more efficient" can you see?
#
# | | |
# |---|---|
# | Uses | norms and SwiGLU from lesson 03, the cache from 05, RoPE from 10 (all given) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# B sequences, T queries, S keys, H heads, d the width of a head, D that of the model, E experts. Each token goes to k
# of the experts.
#
# <details><summary>1. RMSNorm: what is divided by what, and what happens after that?</summary>Each vector is divided by its root mean square, then multiplied by a gain for each feature (lesson 03).</details>
# <details><summary>2. How many weights does a SwiGLU layer with hidden width F have?</summary>3 · D · F: gate, up and down (lesson 03).</details>
# <details><summary>3. Sixteen query heads share two KV heads. What gets smaller, and what doesn't?</summary>The cache and two projections get smaller. The scores don't: each of the sixteen still meets every key (lesson 05).</details>
# <details><summary>4. RoPE: is a key rotated before it is stored, or when it is read?</summary>Before, and only once, because its position never changes (lesson 10).</details>
# <details><summary>5. How many forward passes does a training step cost?</summary>Three: the backward pass needs two products for each one in the forward pass (lesson 04).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, backward, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
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
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"


def lengths(**given):
    """The length of each tensor's gradient, for the checks; 0 where none came."""
    return {name: 0.0 if x.grad is None else x.grad.norm() for name, x in given.items()}


# %% [markdown]
# ## 1 · QK-norm: `qk_norm`
#
# *Easy · 7 minutes · without `transformers`*
#
# Large models sometimes die in training: the queries and keys of one head grow until its softmax gives everything to
# one token, and the loss jumps and never comes back. The cure, **QK-norm**, costs two vectors of $d$ numbers per layer:
# normalize each query and each key before they meet (Henry et al. 2020, arXiv 2010.04245; Dehghani et al. 2023, arXiv
# 2302.05442). A score (an **attention logit**) can then be no larger than the gains allow:
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
    """Queries and keys as Qwen3 compares them: each head's vector normed, times a gain,
    then turned.

    q: (B, H, T, d); k: (B, G, T, d), with other heads than q or as many; q_gain,
    k_gain: (d,), for all heads;
    turn: a function of x (B, heads, T, d) that turns it by its positions; eps: added to
    the mean square.
    Returns q and k, of the same shapes.
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
# A choice has no gradient, so the router learns only through the weights that it gives: an expert's output is
# multiplied by its $p$, and a helpful expert pulls its own probability up.

# %% [markdown]
# **Predict.** Some implementations take the softmax first and then the top k; others take the top k scores first and
# then their softmax. When do the two differ? And with k = 1, if the weight is divided by the sum, what gradient does
# the router get?
#
# <details><summary>Answers</summary>If the weights are divided by their sum, the two agree: the share of the other experts cancels. Without the division they differ, and models of both kinds exist (<code>norm_topk_prob</code> in Qwen's settings). With k = 1 the weight divided by itself is 1 whatever the router computes, so the gradient is 0 and the router never learns. Switch (Fedus et al. 2022), which has k = 1, doesn't divide.</details>


# %% nbgrader={"grade_id": "top_k_router", "solution": true}
def top_k_router(logits, k, renormalize=True):
    """The k experts of each token, the likeliest first, and their weights.

    logits: (..., E) scores of all experts; k: from 1 to E; renormalize: whether the k
    weights are made to sum to 1. If not, they are the probabilities that they have
    among all E experts.
    Returns weights (..., k) and chosen (..., k) int64, numbers of experts from 0.
    """
    ### BEGIN SOLUTION
    weights, chosen = logits.softmax(dim=-1).topk(k, dim=-1)  # (..., k)
    if renormalize:
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights, chosen
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "top_k_router_hints", "locked": true}
# <details><summary>A question to start from</summary>Over which experts do the probabilities sum to 1 before you choose?</details>
# <details><summary>A pointer</summary><code>torch.topk</code> returns both: the largest values in order, and their indices.</details>
# <details><summary>In pseudocode</summary>p ← probabilities of all E; (values, indices) ← largest k of p; if asked for, values ← values / sum of values.</details>


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
# *Hard · 18 minutes · without `transformers`*
#
# The easy way is to run all experts on all tokens and multiply whatever wasn't chosen by 0. The result is right, but
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
    """Send each token through its experts and add up what they return, each times its
    weight.

    x: (B, T, D); weights, chosen: (B, T, k), as the router gives them, k different
    experts for each token; experts: a list of E functions (n, D) → (n, D). Each runs
    once, on the tokens that chose it and on no others; one that nobody chose does not
    run at all.  Returns (B, T, D).
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
    ratio = times["all experts"][-1] / times["chosen experts"][-1]
    record("16 experts, all against chosen", ratio, expected=(2, 14))

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
    """How unevenly the experts are used: E · Σ f_e P_e, which is k where all are used
    alike.

    logits: (N, E) scores of the experts for N tokens, each of which goes to its k best;
    keep: (N,) bool, True for the tokens that count, or None when all do.
    f_e: choices of expert e for each token that counts, all f sum to k; P_e: its mean
    probability among all E.
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
        record(f"{name}: heaviest load, choices a letter", heaviest, expected=ranges[name])
        record(f"{name}: loss, nats a letter", model.held_out(letters), expected=(1.3, 2.4))
    plots.by_letter(trained["balanced"].by_letter(letters, layer=1), letters.alphabet)

# %% [markdown]
# <details><summary>The answer</summary>
#
# Without the term, the second layer sends nine letters out of ten to one expert, and another expert gets none. (The
# heaviest loads recorded above are means over both layers.) With the term, each of the eight gets between .18 and .29
# choices per letter, where .25 would be perfectly even. The loss on the next letter hardly changes: 2.12 against 2.11
# nats here, and the other way round with another seed. A model this small doesn't show what collapse costs, which is
# time. When each expert has its own machine, the most crowded one decides how long a step takes.
#
# </details>
#
# And what do experts become experts *in*? Read the picture by columns. In our run one expert takes all commas and full
# stops, another nearly all capitals, a third line ends and spaces. No one told them to.

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
# Memory depends on the total, arithmetic on the active parameters. Which of the two matters more to you depends on how
# many users you serve, and the written question comes back to that.


# %% nbgrader={"grade_id": "active_parameters", "solution": true}
def active_parameters(V, D, L, H, H_kv, d, F, E, k, tied=False):
    """How many parameters a mixture of experts has, and how many of them a token meets.

    V: vocabulary; D: width; L: layers; H, H_kv: heads of queries, and of keys and
    values; d: width of a head, not always D/H; F: hidden width of an expert; E:
    experts, of which a token gets k; tied: the head is the table of tokens.
    Returns (total, active), whole numbers.
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
# *Easy · 8 minutes · without `transformers`*
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
    """What latent attention keeps of each token: a compressed vector, and one turned
    key for all heads.

    x: (B, T, D); down: (C + r, D), whose first C rows compress and whose last r rows
    give the rotary key, as
    y = x Wᵀ; gain: (C,) of the RMSNorm of what was compressed, with eps added to its
    mean square; turn: a function (B, T, r) → (B, T, r) that turns each token by its
    position.
    Returns c (B, T, C), normed and not turned, and k_rot (B, T, r), turned and not
    normed.
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
# cached tokens for all heads with every new token, which saves memory but costs far more arithmetic. But look at the
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
    """Causal attention over a latent cache, whose keys and values are unpacked for no
    cached token.

    q: (B, H, T, n) and q_rot: (B, H, T, r), turned, of T new tokens, the last of the S
    in the cache; c: (B, S, C);
    k_rot: (B, S, r), turned, one for all heads; up_k: (H, n, C), up_v: (H, v, C): head
    h has the key
    [up_k[h] c ; k_rot], the value up_v[h] c, and the scale √(n + r).
    Returns the contexts of the heads, (B, H, T, v).
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
# <details><summary>A question to start from</summary>Which of your tensors would have both an axis for heads and an axis for cached tokens, and do any of them hold more than one score for each pair?</details>
# <details><summary>A pointer</summary>A score is a sum of two products: the folded query with c, and the two rotary parts. Write the axes of each product one below the other before you choose between @ and <code>torch.einsum</code>. <code>causal_mask(T, S, device)</code> gives (T, S), True where a query may look.</details>
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

# %% [markdown]
# ## 8 · A race at equal compute: `compute_per_token`
#
# *Medium · 6 minutes · without `torch.utils.flop_counter`*
#
# Every change in this lesson and the last was meant to improve the block of 2017: pre-norm, RMSNorm, a gate, rotations,
# no biases, grouped queries. According to a lecture slide, the new block is "≈ 10 times more efficient". To test that,
# both blocks have to run the same race, with the same *compute* rather than the same number of steps.
#
# Count **floating-point operations** (FLOPs). A product with a matrix of $m$ weights costs $2m$ per token, one
# multiplication and one addition for each weight. In each layer, a token's scores with T keys cost $2 T H d$, and so
# does the weighted sum of values. (The mask hides half of the scores, but they are computed.) The head is a product
# with $V D$ weights; looking up a token costs nothing. The backward pass costs twice the forward pass. Norms and
# activations are left out, as usual (Kaplan et al. 2020, arXiv 2001.08361).


# %% nbgrader={"grade_id": "compute_per_token", "solution": true}
def compute_per_token(V, D, L, H, H_kv, F, T, gated):
    """Floating-point operations of a training step for each token of a text of T
    tokens, forward and backward.

    V: vocabulary; D: width; L: layers; H: heads of D/H features; H_kv: heads of keys
    and values; F: hidden width of the feed-forward layer, with a third matrix where
    gated.  Returns a whole number.
    """
    ### BEGIN SOLUTION
    attention = 2 * D * D + 2 * D * D * H_kv // H  # weights: queries and output, keys and values
    feed_forward = (3 if gated else 2) * D * F
    forward = 2 * (L * (attention + feed_forward) + V * D) + L * 4 * T * D
    return 3 * forward
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "compute_per_token_hints", "locked": true}
# <details><summary>A question to start from</summary>Which products does one token go through in one layer, and how many weights does each have?</details>
# <details><summary>A pointer</summary>Two products have no weights: queries with keys, and attention weights with values. Do they get cheaper when heads share keys?</details>
# <details><summary>In pseudocode</summary>weights of a layer: queries, output, keys, values, two or three matrices; forward = 2 · (layers + head) + scores and weighted sums of all layers; three times that.</details>


# %% nbgrader={"grade_id": "check_compute_per_token", "grade": true, "locked": true, "points": 2}
@check("compute_per_token")
def _(sizes):
    return {"operations": compute_per_token(**sizes)}


# %% [markdown]
# Now the race. Six small models of Shakespeare's letters are identical except for their blocks, which go from 2017's to
# today's one change at a time:
#
# | block | what changes |
# |---|---|
# | original | norm after the addition, LayerNorm, ReLU with 4·D, sinusoids, biases (Vaswani et al. 2017) |
# | pre-norm | the norm comes before the branch |
# | RMSNorm | no mean, no bias in the norm |
# | SwiGLU | a gate; the hidden width becomes 8/3·D, which keeps the number of weights the same |
# | RoPE | rotations instead of sinusoids |
# | modern | no biases: Llama's block |
#
# First, do your operations agree with the ones that the race counts?

# %% tags=["explore"]
if answered("compute_per_token"):
    from utils.topics.llama import race

    n_letters = race.text()[2]
    differences = []
    for block in race.BLOCKS.values():
        for size in race.SIZES.values():
            D, L, H = size.d_model, size.n_layers, size.n_heads
            hidden = 8 * D // 3 if block.gated else 4 * D
            ours = compute_per_token(n_letters, D, L, H, H, hidden, race.CONTEXT, block.gated)
            differences.append(abs(ours - race.Racer(block, size, n_letters).operations()))
    record("largest difference in operations a token", largest(differences), expected=(0, 0))

# %% [markdown]
# The smallest size runs here, with a quarter of its compute. To keep it fair, learning rate and warm-up were tuned
# separately for each block, from one grid, with a seed that isn't raced. **Predict** who leads at the end, and by how
# many nats.

# %% tags=["explore"]
if answered("compute_per_token"):
    live = race.small(device=where)
    plots.curves({name: run["curve"] for name, run in live.items()})
    for name, run in live.items():
        record(f"{name}, nats a letter", run["loss"], expected=(1.9, 2.9))

# %% [markdown]
# <details><summary>The answer</summary>
#
# The modern block, by a fifth of a nat: 2.33 against 2.54 nats per letter where this was written.
#
# </details>
#
# The whole race takes more than twenty minutes: three sizes, three seeds, six blocks. Its results are kept in
# `utils/topics/llama/race.json`, and `python -m utils.topics.llama.race` runs it again.

# %% tags=["explore"]
if answered("compute_per_token"):
    figures = race.kept()
    print(race.table(figures["runs"]))
    plots.race(figures["runs"])

# %% [markdown]
# Read the right picture from left to right, at the largest size. Pre-norm brings .045 nats, the gate .060 and RoPE
# .077; at the smallest size, RoPE alone brings .149. RMSNorm and leaving out biases bring nothing that three seeds can
# show there, and they save no noticeable time. (At the middle size, leaving out biases costs .047, although the modern
# block was tuned just as thoroughly.) So "the modern block" isn't one thing: most of the gain here is RoPE and the
# gate.
#
# The tuning shows something that the losses don't. The original's best learning rate falls from .016 to .008 to .004 as
# the model grows. With pre-norm it stops falling: from the middle size on it stays at .016 for three of the five
# blocks, and at the largest size .016 is best for all five. In a race with one rate for all, the choice of that rate
# would have decided who wins.

# %% [markdown]
# ## 9 · Compute for the same loss: `times_compute`
#
# *Medium · 8 minutes*
#
# "Ten times more efficient" is a statement about two curves: the old block needs ten times the compute for the *same
# loss*. So the plot has to be read sideways. Over a short range, loss falls along a straight line against the logarithm
# of compute:
#
# $$\ell(C) = a + b \log_{10} C, \qquad b < 0$$
#
# Fit one line to each block by least squares. Take the modern line's loss at some compute, and follow the original's
# line to the point where it has the same loss. The ratio of the two computes is the factor.


# %% nbgrader={"grade_id": "times_compute", "solution": true}
def times_compute(compute, original, modern, at):
    """How many times as much compute the original needs for the loss that the modern
    block has at a given compute.

    compute: (n,) operations of n runs, several of one size allowed; original, modern:
    (n,) their losses, which fall;
    at: operations. Both lines are least squares of loss on log₁₀ of compute, and both
    losses are read off the lines.
    Returns a float.
    """
    ### BEGIN SOLUTION
    x = compute.double().log10()  # (n,)
    x = x - math.log10(at)  # 0 where the question is asked

    def line(losses):
        deviation = x - x.mean()
        slope = (deviation * losses).sum() / deviation.square().sum()
        return losses.mean() - slope * x.mean(), slope

    (start, slope), (reached, _) = line(original.double()), line(modern.double())
    return (10 ** ((reached - start) / slope)).item()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "times_compute_hints", "locked": true}
# <details><summary>A question to start from</summary>At what x does the line a + b x reach the height y?</details>
# <details><summary>A pointer</summary>The least-squares slope is the mean product of both deviations, divided by the mean squared deviation of x. The line goes through the point of both means.</details>
# <details><summary>In pseudocode</summary>fit both lines; y ← modern line at log₁₀(at); x ← where the original's line reaches y; 10 to the power of (x − log₁₀(at)).</details>


# %% nbgrader={"grade_id": "check_times_compute", "grade": true, "locked": true, "points": 2}
@check("times_compute")
def _(compute, original, modern, at):
    return {"factor": times_compute(compute, original, modern, at)}


# %% [markdown]
# Now apply it to the race. Each fit gives one number, which looks certain. So **bootstrap** it: at each size, draw
# three of the three seeds with replacement, separately for each block, and fit again, 2,000 times. The spread of the
# factors is what three seeds can tell you.

# %% tags=["explore"]
if answered("times_compute"):
    from utils.topics.llama import race

    compute, original = race.of_block("original")  # (9,) three seeds of each of three sizes
    _, modern = race.of_block("modern")
    at, generator = compute.max().item(), torch.Generator().manual_seed(0)
    factors = []
    for _ in range(2000):
        old, new = torch.arange(9) // 3 * 3 + torch.randint(3, (2, 9), generator=generator)
        factors.append(times_compute(compute, original[old], modern[new], at))
    factors = torch.tensor(factors)
    plots.factors(factors, times_compute(compute, original, modern, at))
    record("so many times the compute", times_compute(compute, original, modern, at), expected=(7, 8.2))
    for share, near in ((0.05, 6.5), (0.95, 8.9)):
        low_high = (near - 0.4, near + 0.4)
        record(f"{share:.0%} of the draws are below", factors.quantile(share).item(), expected=low_high)

# %% [markdown]
# The original needs 7.6 times the compute, and nine draws in ten lie between 6.5 and 8.9, so "about ten" is the right
# order of magnitude. What is *not* shown?
#
# - At the largest size this is an **extrapolation**: no original had that much compute. (At the smallest it is
#   measured: modern 1.948 nats, the original with ten times the compute 1.958.)
# - Three sizes don't lie on a line. The modern block misses its own by .036 nats in the middle, twice what seeds differ
#   by. Resampling seeds can't see that, so the interval is too narrow.
# - The block before the last step has a factor of 9.4. Dropping biases made it worse, perhaps by chance: three seeds
#   can't tell.
# - Two hundred thousand parameters and one text don't speak for a hundred billion. Where sinusoids are the weak part,
#   RoPE may be worth more than elsewhere.
#
# One point can't confirm a curve. A slide with "≈ 10x" and no spread, sizes or loss is a headline, not a measurement.

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A hospital has one machine with 80 GB of memory and five
# doctors who ask the model something now and then. A company answers 10,000 customers at once on forty such machines.
# Both are choosing between a dense model of 13 billion parameters and Mixtral 8x7B, in 16 bits. What do you advise each
# of them, and what should they watch for? A salesman adds that his block is "ten times more efficient" and shows one
# pair of runs. What do you ask him for?
#
# ### BEGIN SOLUTION
# **Model answer.** Mixtral needs the memory of 46.7 billion parameters, 93 GB in 16 bits, and the arithmetic of 12.9
# billion for each token. The hospital can't even load it without four or eight bits; the dense model takes 26 GB. With
# few requests a step is memory-bound (it waits for weights to be read), and a mixture reads only two experts per token
# and layer, so in four bits (about 29 GB) Mixtral is possible, and as fast for one user. The company has the memory,
# and with large batches all experts are busy, so it gets the quality of a larger model for the arithmetic of a small
# one. It has to watch the load of each expert, because the most crowded expert decides how long a step takes, and the
# traffic between machines. The salesman has to show several sizes, the same compute for both, settings tuned equally
# well for both, several seeds, and then the compute that his rival needs for the same loss, with its spread: one pair
# of runs has no slope and no error.
#
# **Rubric.**
#
# - a, 0.5 points: memory depends on the total number of parameters, applied to both customers
# - b, 0.5 points: arithmetic depends on the active parameters, applied to both customers
# - c, 0.5 points: what a fair claim of efficiency needs: two of equal compute, several sizes, several seeds, equal
#   tuning, read sideways at equal loss
# - d, 0.5 points: a third of these
# ### END SOLUTION

# %% [markdown]
# ## 10 · For a friend: which expert takes commas?
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
# | experts | arithmetic: E times the weights, but only k experts at work | memory, and load balancing |
# | QK-norm | runs that would die | two vectors per layer |
# | pre-norm, RMSNorm, SwiGLU, RoPE | compute for the same loss | about a quarter more time per step here |
#
# Lesson 12 takes the model as it is and turns it into an assistant.
#
# **Sources.** Shazeer et al. 2017, *Outrageously large neural networks*, arXiv 1701.06538. Fedus, Zoph, Shazeer 2022,
# *Switch Transformers*, arXiv 2101.03961. Jiang et al. 2024, *Mixtral of Experts*, arXiv 2401.04088. DeepSeek-AI 2024,
# *DeepSeek-V2*, arXiv 2405.04434, and *DeepSeek-V3*, arXiv 2412.19437. Henry et al. 2020, *Query-key normalization for
# transformers*, arXiv 2010.04245. Dehghani et al. 2023, *Scaling vision transformers to 22 billion parameters*, arXiv
# 2302.05442. Kaplan et al. 2020, *Scaling laws for neural language models*, arXiv 2001.08361.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
