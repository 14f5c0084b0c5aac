# %% [markdown]
# # Lesson 11 · Llama
# ## Second sitting: experts, latents, and what the modern block is worth
#
# In 2023 Mistral published a model of 47 billion parameters that answers at the price of 13. Most of its weights rest
# while a token passes, and for each token others do. Many large open models have been built so since.
#
# When you reach the end of this sitting you will have
#
# - a mixture of experts that computes what Mixtral computes, weight for weight,
# - a training run that collapses onto a few experts, and the term that prevents it,
# - DeepSeek's latent attention, whose cache is 57 times smaller than that of full heads,
# - a race of the block of 2017 against that of today, at equal compute: how much of "ten times more efficient" is seen?
#
# | | |
# |---|---|
# | Uses | norms and SwiGLU of lesson 03, the cache of lesson 05, RoPE of lesson 10 (all given) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# B texts, T queries, S keys, H heads, d the width of a head, D that of the model, E experts of which each token gets k.
#
# <details><summary>1. RMSNorm: what is divided by what, and what comes behind it?</summary>Each vector by its root mean square, then a gain for each feature (lesson 03).</details>
# <details><summary>2. A SwiGLU layer with hidden width F: how many weights?</summary>3 · D · F: gate, up and down (lesson 03).</details>
# <details><summary>3. Sixteen heads share two heads of keys. What gets smaller, and what does not?</summary>The cache and two projections. The scores do not: each of the sixteen still meets every key (lesson 05).</details>
# <details><summary>4. RoPE: is a key turned before it is stored, or when it is read?</summary>Before, once. Its position never changes (lesson 10).</details>
# <details><summary>5. A training step costs how many times its forward pass?</summary>Three times: the way back needs two products for each one of the way forward (lesson 04).</details>

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
# ## 1 · A norm where heads meet: `qk_norm`
#
# *Easy · 7 minutes · without `transformers`*
#
# Large models sometimes die in training: one head's queries and keys grow until its softmax gives everything to one
# token, and the loss jumps for good. The cure costs two vectors of $d$ numbers a layer. Norm each query
# and each key before they meet (Henry et al. 2020, arXiv 2010.04245; Dehghani et al. 2023, arXiv 2302.05442). A score
# can then be no larger than the gains allow:
#
# $$\hat q = g_q \odot \frac{q}{\sqrt{\mathrm{mean}(q^2) + \epsilon}}$$
#
# Qwen3 does it in every layer. Each head's vector has a norm of its own, over its $d$ features, and all heads share one
# gain. Then comes RoPE.
#
# **Predict**: would norm and rotation give the same in the other order?
#
# <details><summary>Answer</summary>The division would: a rotation keeps lengths. The gain would not. It belongs to features, and behind the rotation each feature is a mixture of two. So the order is part of the model.</details>


# %% nbgrader={"grade_id": "qk_norm", "solution": true}
def qk_norm(q, k, q_gain, k_gain, turn, eps=1e-6):
    """Queries and keys as Qwen3 compares them: each head's vector normed, times a gain, then turned.

    q: (B, H, T, d); k: (B, G, T, d), with other heads than q or as many; q_gain, k_gain: (d,), for all heads;
    turn: a function of x (B, heads, T, d) that turns it by its positions; eps: added to the mean square.
    Returns q and k, of the same shapes.
    """

    ### BEGIN SOLUTION
    def norm(x, gain):
        size = (x.square().mean(dim=-1, keepdim=True) + eps).sqrt()  # (B, heads, T, 1)
        return gain * x / size

    return turn(norm(q, q_gain)), turn(norm(k, k_gain))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "qk_norm_hints", "locked": true}
# <details><summary>A question to start from</summary>How many numbers share one root mean square, and which axis do they lie on?</details>
# <details><summary>A pointer</summary>Both tensors get the same treatment with another gain. An inner function saves you from writing it twice.</details>
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
# Is it Qwen3's? Its layer gets random weights and yours the same. Then watch what the norm is for: all queries and keys
# grow by a factor, as they do in a run that goes wrong. **Predict** what the weights of a head do with and without it.

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
# ## 2 · Who gets this token: `top_k_router`
#
# *Medium · 9 minutes · without `transformers`*
#
# In the blocks of Llama 3.1 8B, four fifths of the weights sit in the feed-forward layers, and every token passes
# through all of them: the comma, the name, the bracket of a program. A **mixture of experts** has E such layers side
# by side and sends each token through k of them. A router decides, a single matrix that scores every expert for a
# token (Shazeer et al. 2017, arXiv 1701.06538; Mixtral: Jiang et al. 2024, arXiv 2401.04088, E = 8 and k = 2).
#
# $$p = \mathrm{softmax}(W_r x), \qquad \text{the k largest of } p, \text{ divided by their sum}$$
#
# A choice has no gradient. The router learns through the weights alone: what an expert returns is multiplied by its
# $p$, so a helpful expert pulls its own probability up.

# %% [markdown]
# **Predict.** Some write softmax first and take the top k then, others take the top k scores and then softmax. Which
# answers differ? And what is left of the router's gradient with k = 1 when the weight is divided by the sum?
#
# <details><summary>Answers</summary>Divided by their sum, both are the same: what the other experts had cancels. Not divided, they differ, and models exist of both kinds (<code>norm_topk_prob</code> in Qwen's settings). With k = 1 the weight divided by itself is 1 whatever the router says, so the gradient is 0 and the router never learns. Switch (Fedus et al. 2022), which has k = 1, does not divide.</details>


# %% nbgrader={"grade_id": "top_k_router", "solution": true}
def top_k_router(logits, k, renormalize=True):
    """The k experts of each token, the likeliest first, and their weights.

    logits: (..., E) scores of all experts; k: from 1 to E; renormalize: whether the k weights are made to sum to 1.
    If not, they are the probabilities that they have among all E experts.
    Returns weights (..., k) and chosen (..., k) int64, numbers of experts from 0.
    """
    ### BEGIN SOLUTION
    weights, chosen = logits.softmax(dim=-1).topk(k, dim=-1)  # (..., k)
    if renormalize:
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights, chosen
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "top_k_router_hints", "locked": true}
# <details><summary>A question to start from</summary>Among how many experts does a probability say how likely one of them is?</details>
# <details><summary>A pointer</summary><code>torch.topk</code> returns both, the largest values in order and where they stood.</details>
# <details><summary>In pseudocode</summary>p ← probabilities of all E; (values, places) ← largest k of p; where asked, values ← values / sum of values.</details>


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
# ## 3 · Only those who were chosen: `moe_forward`
#
# *Hard · 18 minutes · without `transformers`*
#
# The easy way runs all experts on all tokens and multiplies what was not chosen by 0. The result is right and nothing
# is saved: that is a dense model with extra steps. So go the other way round. For each expert, gather the tokens that
# chose it, run it once on this small batch, and add what comes back to the rows it came from.
#
# ```
#   token   experts   weights           expert 0   gets tokens 1, 2
#     0      2  1     .6  .4            expert 1   gets tokens 0, 2
#     1      0  2     .7  .3     →      expert 2   gets tokens 0, 1
#     2      1  0     .5  .5            expert 3   does not run
# ```
#
# A token's output is $\sum_j w_j\, \mathrm{expert}_{c_j}(x)$, with the weights that the router gave.


# %% nbgrader={"grade_id": "moe_forward", "solution": true}
def moe_forward(x, weights, chosen, experts):
    """Send each token through its experts and add up what they return, each times its weight.

    x: (B, T, D); weights, chosen: (B, T, k), as the router gives them, k different experts for each token; experts: a
    list of E functions (n, D) → (n, D). Each runs once, on the tokens that chose it and on no others; one that nobody
    chose does not run at all.  Returns (B, T, D).
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
# <details><summary>A question to start from</summary>An expert does not know texts. In which shape do tokens go through it, and how do they find their way back?</details>
# <details><summary>A pointer</summary><code>torch.where(condition)</code> gives one tensor of indices for each axis. Of a (N, k) table these are the tokens, and which of their choices it was. <code>index_add</code> adds rows to given rows.</details>
# <details><summary>In pseudocode</summary>out ← zeros; for each expert: rows, places ← where chosen equals its number; skip it when there are none; out[rows] += weights[rows, places] · expert(tokens[rows]).</details>
# <details><summary>I get "… must match the size of tensor …"</summary>A weight is one number for a token, an answer D numbers. Which axis is missing?</details>


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
# Is it Mixtral's? The library's block gets random weights. Then the clock: E grows, k stays at 2. **Predict** how the
# time grows when all experts run, and when only the chosen ones do.

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
# ## 4 · Nobody may be idle: `load_balancing_loss`
#
# *Medium · 10 minutes · without `transformers`*
#
# Left alone, a router has favourites. An expert that gets more tokens learns more, answers better, and gets more
# tokens. The others never start. So training adds a term that is small when all are used alike
# (Fedus et al. 2022, arXiv 2101.03961, equations 4 to 6). Over N tokens,
#
# $$L = E \sum_{e=1}^{E} f_e P_e, \qquad f_e = \frac{\text{tokens that chose } e}{N}, \quad P_e = \text{mean of } p_e$$
#
# $f$ comes from counting and has no gradient. $P$ has one. Where an expert is chosen often, its probability is pushed
# down, for all tokens. The factor E makes the term comparable between models: with k choices and all experts alike it
# is k, however many there are.
#
# Padding is no text. Tokens that do not count must not be counted, in $f$, in $P$ or in $N$.


# %% nbgrader={"grade_id": "load_balancing_loss", "solution": true}
def load_balancing_loss(logits, k, keep=None):
    """How unevenly the experts are used: E · Σ f_e P_e, which is k where all are used alike.

    logits: (N, E) scores of the experts for N tokens, each of which goes to its k best; keep: (N,) bool, True for the
    tokens that count, or None when all do.
    f_e: choices of expert e for each token that counts, all f sum to k; P_e: its mean probability among all E.
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
# <details><summary>A question to start from</summary>Two tables have a row for each token and a column for each expert: one of probabilities, one of zeros and ones. What are f and P of them?</details>
# <details><summary>A pointer</summary><code>F.one_hot(chosen, E)</code> makes (n, k, E) of (n, k). Which axis has to go before the mean over tokens?</details>
# <details><summary>In pseudocode</summary>drop the rows that do not count; p ← softmax; f ← mean over tokens of (1 where chosen, else 0); P ← mean over tokens of p; E · sum of f · P.</details>


# %% nbgrader={"grade_id": "check_load_balancing_loss", "grade": true, "locked": true, "points": 3}
@check("load_balancing_loss")
def _(logits, k, keep):
    logits.requires_grad_()
    loss, flatter = load_balancing_loss(logits, k, keep), load_balancing_loss(logits / 2, k, keep)
    backward(loss, torch.ones(()))
    return {"losses": torch.stack([loss, flatter]), "grad_logits": 100 * logits.grad}


# %% [markdown]
# Now a real one, small enough to watch. It reads Shakespeare letter by letter, and each of its two layers has eight
# experts of which a token gets two. It is trained twice: once with the loss on the next letter alone, once with .02
# times your term added. **Predict** the load of the eight experts in both.

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
# Trained freely, the second layer sends nine letters of ten to one expert, and another expert gets none. With the
# term, each of the eight has between .18 and .29 choices for each letter, where .25 would be all alike. The loss on
# the next letter hardly knows the difference: 2.12 against 2.11 nats here, and the other way round with another seed.
# What is lost is not yet seen in a model this small. It is the work: the crowded expert decides how long a step takes
# when each expert has a machine of its own.
#
# </details>
#
# And what do experts become experts *in*? Read the picture by columns. In our run one expert takes all commas and full
# stops, another nearly all capitals, a third line ends and spaces. Nobody told them about any of that.

# %% [markdown]
# DeepSeek-V3 leaves the term out, nearly. A bias is added to the scores, for the choice only, and moved up for whoever
# has too little to do (arXiv 2412.19437, section 2.1.2). The gradient then serves the text alone.

# %% [markdown]
# ## 5 · Forty-seven that cost thirteen: `active_parameters`
#
# *Easy · 7 minutes · without `transformers`*
#
# "Mixtral 8x7B" sounds like 56 billion. It has 46.7, and each token meets 12.9 of them. Count both, for a Llama whose
# feed-forward layers are replaced by experts and a router.
#
# | part | weights |
# |---|---|
# | queries and output of a layer | $D \cdot H d$ each |
# | keys and values | $D \cdot H_{kv} d$ each |
# | router | $D \cdot E$ |
# | an expert (SwiGLU, no biases) | $3 D F$ |
# | two norms a layer, one at the end | $D$ each |
# | table of tokens, and the head unless it is tied to the table | $V D$ each |
#
# A token needs all of it but the experts that it did not choose. (The table of tokens counts in full, as Mistral counts
# it, though a token reads one row.)
#
# Memory hangs on the first number, arithmetic on the second. Who has one user at a time pays for the first; who serves
# thousands at once gains by the second.


# %% nbgrader={"grade_id": "active_parameters", "solution": true}
def active_parameters(V, D, L, H, H_kv, d, F, E, k, tied=False):
    """How many parameters a mixture of experts has, and how many of them a token meets.

    V: vocabulary; D: width; L: layers; H, H_kv: heads of queries, and of keys and values; d: width of a head, not
    always D/H; F: hidden width of an expert; E: experts, of which a token gets k; tied: the head is the table of
    tokens.
    Returns (total, active), whole numbers.
    """
    ### BEGIN SOLUTION
    attention = 2 * D * H * d + 2 * D * H_kv * d
    shared = L * (attention + D * E + 2 * D) + D + V * D * (1 if tied else 2)
    expert = 3 * D * F
    return shared + L * E * expert, shared + L * k * expert
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "active_parameters_hints", "locked": true}
# <details><summary>A question to start from</summary>Which rows of the table come once a model, which once a layer, and which E times a layer?</details>
# <details><summary>A pointer</summary>Count first what both numbers share. They differ in one factor.</details>


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
# **Find the error.** A blog says: "Mixtral has 8 experts of 7 billion, so a token that uses 2 of them costs as much as
# a model of 14 billion, and 8 · 7 = 56 must fit into memory." What was counted twice?
#
# <details><summary>Answer</summary>Attention, norms and tables exist once, not eight times: the experts are only the feed-forward layers, 5.6 billion each over all layers. What all share has 1.6 billion. So 8 · 5.6 + 1.6 = 46.7, and 2 · 5.6 + 1.6 = 12.9.</details>

# %% [markdown]
# ## 6 · Keep less of each token: `latent_cache`
#
# *Easy · 8 minutes · without `transformers`*
#
# Grouped queries shrink the cache by having fewer heads of keys. DeepSeek asks another way: keep *one* short vector $c$
# for each token, and let every head unpack its own keys and values from it
# (multi-head latent attention, DeepSeek-AI 2024, arXiv 2405.04434, section 2.1). At DeepSeek-V3's sizes $c$ has 512
# numbers where 128 heads would need 40,960.
#
# RoPE does not go through. A key that is unpacked from $c$ and then turned could not be folded as section 7 folds it,
# since the rotation would stand in between. So the position travels beside it: a small key of $r$ = 64 numbers, one for
# all heads, which carries the rotation and is not compressed.
#
# $$[\,c' ; k'\,] = W_{down}\, x, \qquad c = \mathrm{RMSNorm}(c'), \qquad k^{rot} = R_t\, k'$$
#
# These two are the cache.


# %% nbgrader={"grade_id": "latent_cache", "solution": true}
def latent_cache(x, down, gain, turn, eps=1e-6):
    """What latent attention keeps of each token: a compressed vector, and one turned key for all heads.

    x: (B, T, D); down: (C + r, D), whose first C rows compress and whose last r rows give the rotary key, as
    y = x Wᵀ; gain: (C,) of the RMSNorm of what was compressed, with eps added to its mean square; turn: a function
    (B, T, r) → (B, T, r) that turns each token by its position.
    Returns c (B, T, C), normed and not turned, and k_rot (B, T, r), turned and not normed.
    """
    ### BEGIN SOLUTION
    c, k_rot = (x @ down.T).tensor_split([len(gain)], dim=-1)  # (B, T, C), (B, T, r)
    size = (c.square().mean(dim=-1, keepdim=True) + eps).sqrt()  # (B, T, 1)
    return gain * c / size, turn(k_rot)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "latent_cache_hints", "locked": true}
# <details><summary>A question to start from</summary>Which argument tells you how wide the compressed part is?</details>
# <details><summary>A pointer</summary>Project once, then cut the last axis in two. One part goes through the norm, the other through the turn.</details>


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
# **How much is saved?** DeepSeek-V3 has 61 layers and 128 heads with keys of 128 + 64 numbers and values of 128; C =
# 512 and r = 64, two bytes a number. Compute both before you open the answer, in KiB a token.
#
# <details><summary>Answer</summary>Latent: 61 · (512 + 64) · 2 bytes = 70,272 bytes = 68.6 KiB. Full heads whose keys and values have 128 numbers: 61 · 128 · 2 · 128 · 2 bytes = 3,904 KiB, 57 times as much. With the 64 rotary numbers in every head's key it would be 4,880 KiB. Llama 3.1 405B, with 8 groups, keeps 126 · 8 · 2 · 128 · 2 bytes = 504 KiB.</details>

# %% [markdown]
# ## 7 · Never unpack: `latent_attention`
#
# *Hard · 14 minutes · without `transformers`*
#
# Head $h$ has the key $[U^k_h c_j ; k^{rot}_j]$ and the value $U^v_h c_j$. Computed so, all S cached tokens are
# unpacked for all heads with every new token. That saves memory and costs far more arithmetic. But look at the score:
#
# $$q_h^\top (U^k_h\, c_j) = ({U^k_h}^\top q_h)^\top c_j$$
#
# Fold the matrix into the *query*, which is one vector, and compare with $c_j$ as it lies in the cache. The values go
# the same way: $\sum_j w_j U^v_h c_j = U^v_h \sum_j w_j c_j$. Average first, unpack once. The keys of all heads are
# then the same small vectors. It is multi-query attention with a wide head.
#
# The scale is that of the key as it would be: $\sqrt{n + r}$, with n the width of $q_h$.


# %% nbgrader={"grade_id": "latent_attention", "solution": true}
def latent_attention(q, q_rot, c, k_rot, up_k, up_v):
    """Causal attention over a latent cache, whose keys and values are unpacked for no cached token.

    q: (B, H, T, n) and q_rot: (B, H, T, r), turned, of T new tokens, the last of the S in the cache; c: (B, S, C);
    k_rot: (B, S, r), turned, one for all heads; up_k: (H, n, C), up_v: (H, v, C): head h has the key
    [up_k[h] c ; k_rot], the value up_v[h] c, and the scale √(n + r).  Returns the contexts of the heads, (B, H, T, v).
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
# <details><summary>A question to start from</summary>Which of your tensors would have both an axis for heads and an axis for cached tokens, and is any of them wider than a score?</details>
# <details><summary>A pointer</summary>A score is a sum of two products: the folded query with c, and the two rotary parts. Write the axes of each product under one another before you choose between @ and <code>torch.einsum</code>. <code>causal_mask(T, S, device)</code> gives (T, S), True where a query may look.</details>
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
# Is it DeepSeek's? The library unpacks, your code does not, and both get the same weights. Then the price: numbers
# written for one new token, by the length of the text before it.

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
# ## 8 · A fair race: `compute_per_token`
#
# *Medium · 6 minutes · without `torch.utils.flop_counter`*
#
# Everything in this lesson and the last is an improvement over the block of 2017: norm before the branch, RMSNorm, a
# gate, rotations, no biases, grouped queries. A lecture slide says that the new block is "≈ 10 times more efficient".
# To test that, both have to run the same race: not the same steps, the same *compute*.
#
# Count floating-point operations. A product with a matrix of $m$ weights costs $2m$ for each token, a multiplication
# and an addition each. In each layer, a token's scores with T keys cost $2 T H d$, and so does the weighted sum of
# values. (The mask hides half of them, but they are computed.) The head is a product with $V D$ weights; looking a
# token up costs nothing. The way back costs twice the way forward. Norms and activations are left out, as usual
# (Kaplan et al. 2020, arXiv 2001.08361).


# %% nbgrader={"grade_id": "compute_per_token", "solution": true}
def compute_per_token(V, D, L, H, H_kv, F, T, gated):
    """Floating-point operations of a training step for each token of a text of T tokens, forward and backward.

    V: vocabulary; D: width; L: layers; H: heads of D/H features; H_kv: heads of keys and values; F: hidden width of the
    feed-forward layer, with a third matrix where gated.  Returns a whole number.
    """
    ### BEGIN SOLUTION
    attention = 2 * D * D + 2 * D * D * H_kv // H  # weights: queries and output, keys and values
    feed_forward = (3 if gated else 2) * D * F
    forward = 2 * (L * (attention + feed_forward) + V * D) + L * 4 * T * D
    return 3 * forward
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "compute_per_token_hints", "locked": true}
# <details><summary>A question to start from</summary>Which products does one token go through in one layer, and how many weights has each?</details>
# <details><summary>A pointer</summary>Two products have no weights: queries with keys, and weights with values. Do they get cheaper when heads share keys?</details>
# <details><summary>In pseudocode</summary>weights of a layer: queries, output, keys, values, two or three matrices; forward = 2 · (layers + head) + scores and sums of all layers; three times that.</details>


# %% nbgrader={"grade_id": "check_compute_per_token", "grade": true, "locked": true, "points": 2}
@check("compute_per_token")
def _(sizes):
    return {"operations": compute_per_token(**sizes)}


# %% [markdown]
# Now the race. Six small models of Shakespeare's letters, the same but for their blocks, from that of 2017 to that of
# today, one change at a time:
#
# | block | what changes |
# |---|---|
# | original | norm behind the branch, LayerNorm, ReLU with 4·D, sinusoids, biases (Vaswani et al. 2017) |
# | pre-norm | the norm stands before the branch |
# | RMSNorm | no mean, no bias in the norm |
# | SwiGLU | a gate; the hidden width becomes 8/3·D, so that the weights stay as many |
# | RoPE | rotations in place of sinusoids |
# | modern | no biases: Llama's block |
#
# First, do your operations agree with those that the race counts by?

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
# The smallest size runs here, with a quarter of its compute. Everything that could favour one block was searched for
# each by itself: learning rate and warm-up, from one grid, with a seed that is not raced. **Predict** who leads at the
# end, and by how many nats.

# %% tags=["explore"]
if answered("compute_per_token"):
    live = race.small(device=where)
    plots.curves({name: run["curve"] for name, run in live.items()})
    for name, run in live.items():
        record(f"{name}, nats a letter", run["loss"], expected=(1.9, 2.9))

# %% [markdown]
# <details><summary>The answer</summary>
#
# The modern block, by a fifth of a nat: 2.33 against 2.54 nats a letter where this was written.
#
# </details>
#
# The whole race takes more than twenty minutes: three sizes, three seeds, six blocks. Its figures are kept in
# `utils/topics/llama/race.json`, and `python -m utils.topics.llama.race` runs it again.

# %% tags=["explore"]
if answered("compute_per_token"):
    figures = race.kept()
    print(race.table(figures["runs"]))
    plots.race(figures["runs"])

# %% [markdown]
# Read the right picture from left to right, at the largest size. Norms in front bring .045 nats, the gate .060, RoPE
# .077, and at the smallest size RoPE alone brings .149. RMSNorm and leaving out biases bring nothing that three seeds
# can see there; what they save is time. (At the middle size, leaving out biases costs .047, and the search had the
# same chances.) So "the modern block" is not one thing. Here most of it is RoPE and the gate.
#
# The search shows something that the losses do not. The original's best learning rate falls from .016 to .008 to .004
# as the model grows. With norms in front it does not: at the largest size, .016 is best for all five. A race with one
# rate for all would have been won by whoever had chosen it.

# %% [markdown]
# ## 9 · How many times as much: `times_compute`
#
# *Medium · 8 minutes*
#
# "Ten times more efficient" is a statement about two curves: the old block needs ten times the compute for the *same
# loss*. So it is read sideways. Over a short range, loss falls along a straight line against the logarithm of compute:
#
# $$\ell(C) = a + b \log_{10} C, \qquad b < 0$$
#
# Fit one line to each block by least squares. Take the modern line's loss at some compute, and go along the original's
# line until it has the same loss. The ratio of the two computes is the factor.


# %% nbgrader={"grade_id": "times_compute", "solution": true}
def times_compute(compute, original, modern, at):
    """How many times as much compute the original needs for the loss that the modern block has at a given compute.

    compute: (n,) operations of n runs, several of one size allowed; original, modern: (n,) their losses, which fall;
    at: operations. Both lines are least squares of loss on log₁₀ of compute, and both losses are read off the lines.
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
# <details><summary>A question to start from</summary>At which x does the line a + b x have the height y?</details>
# <details><summary>A pointer</summary>The slope of least squares is the mean product of both deviations, divided by the mean square of that of x. The line goes through the point of both means.</details>
# <details><summary>In pseudocode</summary>lines for both; y ← modern line at log₁₀(at); x ← where the original's line has y; 10 to the power of (x − log₁₀(at)).</details>


# %% nbgrader={"grade_id": "check_times_compute", "grade": true, "locked": true, "points": 2}
@check("times_compute")
def _(compute, original, modern, at):
    return {"factor": times_compute(compute, original, modern, at)}


# %% [markdown]
# Now ask the race. Each fit is one number and looks certain. So draw it again: at each size, choose three of the three
# seeds with replacement, for each block by itself, and fit anew, 2,000 times. How far the factors spread is what three
# seeds can tell you.

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
# The original needs 7.6 times the compute, and nine draws in ten lie between 6.5 and 8.9. So "about ten" is the
# right order here. What is *not* shown?
#
# - The factor is read beyond the data. No original was trained with 7.6 times as much; its line was drawn on.
# - Three sizes do not lie on a line. The modern block misses its own by .036 nats in the middle, twice what seeds
#   differ by, and resampling seeds knows nothing of that. The interval is too narrow.
# - RoPE alone, with biases, would need 9.4. The last change, no biases, made it worse, by chance or for good: three
#   seeds do not say.
# - Models of two hundred thousand parameters on one text do not speak for those of a hundred billion. Where sinusoids
#   are the weak part, RoPE is worth more than it may be elsewhere.
#
# One point cannot confirm a curve. A slide with "≈ 10x" and no spread, sizes or loss is a headline, not a measurement.

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A hospital has one machine with 80 GB of memory and five
# doctors who ask it now and then. A company answers 10,000 customers at once on forty such machines. Both hesitate
# between a dense model of 13 billion parameters and Mixtral 8x7B, in 16 bits. What do you advise each of them, and what
# do they have to watch? A salesman adds that his block is "ten times more efficient", and shows one pair of runs. What
# do you ask him for?
#
# ### BEGIN SOLUTION
# **Model answer.** Mixtral needs the memory of 46.7 billion parameters, 93 GB in 16 bits, and the arithmetic of 12.9
# billion for each token. The hospital cannot even load it without four or eight bits; the dense model takes 26 GB.
# With few requests a step is bound by reading weights, and a mixture reads two experts a token, so in four bits
# (about 29 GB) Mixtral is possible, and as fast for one user. The company has room, and with large batches all
# experts are busy, so it gets the quality of a larger model for the arithmetic of a small one; it has to watch the
# loads, since the most crowded expert decides how long a step takes, and the traffic between machines. The salesman
# has to show several sizes, the same compute for both, settings searched as hard for both, several seeds, and then
# the compute that his rival needs for the same loss, with its spread: one pair has no slope and no error.
#
# **Rubric.** 1 point: memory hangs on the total, arithmetic on the active parameters, applied to both (half where one
# is missing). 1 point: what a fair claim of efficiency needs, at least three of: equal compute, several sizes, several
# seeds, equal search for settings, read sideways at equal loss.
# ### END SOLUTION

# %% [markdown]
# ## 10 · For a friend
#
# Write a line. Over each letter stands the number of the expert that it goes to first, in the second layer of the
# balanced mixture. Try a line of capitals, a list, or a language that Shakespeare did not write. Can your friend guess
# which expert takes commas?

# %% tags=["explore"]
if answered("top_k_router", "moe_forward", "load_balancing_loss"):
    from IPython.display import display

    line = "Write a line here: MOST of it, I hope, in English. Or not?"
    ids = letters.encode(line)
    display(
        plots.letters([letters.alphabet[n] for n in ids], trained["balanced"].first_choices(ids, layer=1))
    )

# %% [markdown]
# **What you have now.** The model of today, in parts that you have written.
#
# | part | what it saves | what it costs |
# |---|---|---|
# | grouped queries | cache and two projections | a little quality |
# | latent attention | nearly all of the cache | a second, turned key; folded products |
# | experts | arithmetic: E times the weights, k of them at work | memory, and somebody who watches the loads |
# | QK-norm | runs that die | two vectors a layer |
# | pre-norm, RMSNorm, SwiGLU, RoPE | compute for the same loss | nothing that was seen here |
#
# Lesson 12 takes the model as it is and makes an assistant of it.
#
# **Sources.** Shazeer et al. 2017, *Outrageously large neural networks*, arXiv 1701.06538. Fedus, Zoph, Shazeer 2022,
# *Switch Transformers*, arXiv 2101.03961. Jiang et al. 2024, *Mixtral of Experts*, arXiv 2401.04088. DeepSeek-AI 2024,
# *DeepSeek-V2*, arXiv 2405.04434, and *DeepSeek-V3*, arXiv 2412.19437. Henry et al. 2020, *Query-key normalization for
# transformers*, arXiv 2010.04245. Dehghani et al. 2023, *Scaling vision transformers to 22 billion parameters*, arXiv
# 2302.05442. Kaplan et al. 2020, *Scaling laws for neural language models*, arXiv 2001.08361.
