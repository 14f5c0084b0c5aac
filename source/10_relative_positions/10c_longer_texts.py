# %% [markdown]
# # Lesson 10 · Relative positions
# ## Third sitting: longer texts
#
# SmolLM2 reads 30 random tokens twice. The second time it knows them by heart, unless we pretend that the two readings
# are 8,000 tokens apart:
#
# | the same 30 tokens, read again | loss, nats per token |
# |---|---|
# | right away | 1.5 |
# | after a gap of 8,000 | 14.4 |
# | after the same gap, with the NTK frequencies you will compute | 4.1 |
#
# Nothing was trained between the second row and the third. Before you get there, seven schemes race: all of them have
# learned a game on texts of 64 tokens, and then read texts four times as long.
#
# | | |
# |---|---|
# | Uses | rotations and slopes (second sitting), the distances of the first (all given) |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# Notation: T tokens, H heads, d the width of a head, $\theta_k$ the frequency of pair $k$, L the number of tokens in a
# training text, s the factor by which the texts get longer.
#
# <details><summary>1. At d = 16 and base 10,000, how fast do the first and the last hand turn?</summary>By 1 radian per token, and by 10,000^(−14/16) = .0003 (second sitting).</details>
# <details><summary>2. Which scheme gives every distance beyond K the same vector?</summary>Shaw's, because it clips distances (first sitting). DeBERTa's does too.</details>
# <details><summary>3. T5's last bucket was never used in training. What is in it?</summary>Its initial value, so it gives an arbitrary bias (first sitting).</details>
# <details><summary>4. What does ALiBi do to a token 1,000 positions back?</summary>It subtracts 1,000 slopes from its score, so most heads ignore it (second sitting).</details>
# <details><summary>5. How do you find out how far to trust "method A beats method B"?</summary>Repeat both with several seeds, and look at the spread (lesson 06).</details>

# %% nbgrader={"grade_id": "imports_c", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math

import torch

from utils import devices
from utils.blocks import positions as finished
from utils.metrics import record
from utils.topics.relative_positions import pretended, seven_schemes
from utils.topics.relative_positions import rotation_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where_c", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · Train short, test long
#
# On prose, a small model relies on the last few words, so all schemes look the same. We need a game in which positions
# are everything: **associative recall**. Each text has a secret table from 8 keys to 8 values, and reveals it pair by
# pair:
#
# ```
#   k7 v3   k2 v6   k7 v3   k5 v5   k2 ?
# ```
#
# The answer is v6, because v6 came *after* the earlier k2. A model has to find where the key last occurred, step one
# token further, and copy. Two layers of attention can do that, and the model has nothing else. Guessing costs ln 8 =
# 2.08 nats.

# %% [markdown]
# All models train on 64 tokens, and then read 64, 128 and 256. There are seven of them: no positions, sinusoids, Shaw's
# and DeBERTa's terms with K = 16, T5's bias, ALiBi and RoPE. (Learned positions can't take part: beyond 64 there are
# none.) **Predict** for each: does it improve with more context, stay the same, or break?
#
# Here only RoPE trains, because you will repair this model in section 3. For the rest there is a recorded figure with
# one line per scheme, the mean over its seeds. At scale `"full"` all seven train, three seeds each.

# %% tags=["explore"]
steps, seeds = (450, [0]) if scale == "small" else (1000, [0, 1, 2])
racing = ["RoPE"] if scale == "small" else list(seven_schemes.RECORDED)
readers = {
    name: [seven_schemes.learn(make(), steps, where, seed) for seed in seeds]
    for name, make in seven_schemes.schemes(where).items()
    if name in racing
}
losses = {
    name: seven_schemes.losses_by_length(models) for name, models in readers.items()
}  # length → (seeds, places)
if scale == "small":
    plots.recorded_race(seven_schemes.RECORDED)
else:
    plots.race(losses, trained=64)
for name, by_length in losses.items():
    print(f"{name:<12}", *(f"{T}: {loss.nanmean():.4f}   " for T, loss in by_length.items()))

# %% tags=["explore"]
starts = {name: by_length[64].nanmean().item() for name, by_length in losses.items()}
ends = {name: seven_schemes.last_quarter(by_length).mean().item() for name, by_length in losses.items()}
record("RoPE at T", starts["RoPE"], expected=(0, 0.1))
record("RoPE at 4T, its last quarter", ends["RoPE"], expected=(0.03, 2) if scale == "small" else (0.01, 1))
if scale != "small":
    record("none at T", starts["none"], expected=(0, 0.2))
    record("T5 at 4T, its last quarter", ends["T5"], expected=(0.005, 1))
    record("sinusoids, 4T, last quarter", ends["sinusoidal"], expected=(0.01, 1))
    worst = max(ends[name] for name in seven_schemes.HOLD)
    record("the worst of ALiBi, Shaw and DeBERTa at 4T", worst, expected=(0, 0.03))
    lead = min(ends[name] for name in ("RoPE", "T5", "sinusoidal")) / worst
    record("times lower than the best of RoPE, T5 and sinusoids", lead, expected=(1.5, 1e6))

# %% [markdown]
# <details><summary>The answer</summary>
#
# - **None** finds part of the trick, because the mask alone tells a token how many tokens precede it. It gets worse with
#   length.
# - **Sinusoids** learn it and lose it.
# - **T5** puts everything far away into a few buckets, and only some of them were trained. It breaks, but gently.
# - **RoPE** is nearly perfect at the length it was trained on, and holds up to twice that length. At four times the
#   length it breaks: its loss is that of sinusoids with one seed, and a third of it with the other.
# - **ALiBi** doesn't notice the length at all. In a longer text each key occurs more often, and ALiBi needs only the
#   latest occurrence.
# - **Shaw** and **DeBERTa** hold as well. Everything farther than 16 shares one vector, which was trained on every text, so
#   nothing new can come up.
#
# </details>
#
# The figure shows means over whole texts. The table below shows the loss in nats over the last quarter of each text of
# 256 tokens in the same runs, where the differences are larger (450 steps, 26 November 2026, one CPU thread). A dash
# means not measured:
#
# | | none | sinusoids | Shaw | DeBERTa | T5 | ALiBi | RoPE |
# |---|---|---|---|---|---|---|---|
# | seed 0 | .58 | .17 | .0009 | .0010 | .10 | .0005 | .18 |
# | seed 1 | .63 | .32 | .0007 | – | – | – | .11 |

# %% [markdown]
# So a scheme **extrapolates** to longer texts if distant tokens bring it nothing new. ALiBi ensures that with a
# **recency bias**, which is also its limit: this game never asks for anything that is really far away. Keep that in
# mind for section 4.

# %% [markdown]
# ## 2 · Extending the context: `scaled_frequencies`
#
# *Medium · 6 minutes · without `transformers`*
#
# Why does RoPE break? Your RoPE model from section 1 has eight frequencies, the hands of its clock. Count how often
# each hand turns within 64 tokens, and within 256. **Predict** which hands reach angles where they have never been.

# %% tags=["explore"]
own_theta = finished.rope_frequencies(16)  # (8,) the hands of section 1's model
for T in (64, 256):
    print(f"{T:>4} tokens:", *(f"{turns:8.3f}" for turns in T * own_theta / (2 * math.pi)), "turns")

# %% [markdown]
# <details><summary>The answer</summary>
#
# The last five have seen only part of their circle, and at 256 they go beyond the part they know.
#
# </details>
#
# So don't let them go there. The remedies came from hobbyists. In June 2023 someone calling himself kaiokendev divided
# all positions by a constant, in two lines of code; a paper by Meta had the same idea that month. Days later bloc97 had
# a better one, and published it on Reddit. (He went on to write YaRN, section 3.)
#
# *Linear*, or **position interpolation** (Chen et al. 2023, arXiv 2306.15595). To read texts $s$ times as long,
# divide every $\theta$ by $s$. Position 256 then looks like position 64. The price: neighbours differ by only $1/s$ of
# the angle the model knows.
#
# **NTK-aware** (bloc97). Leave the fastest hand alone, slow the slowest by $s$, and slow those between in equal ratios.
# A larger base does exactly that, $b' = b\, s^{d/(d-2)}$. In terms of the old frequencies:
#
# $$\theta'_k = \theta_k \cdot s^{-2k/(d-2)}$$
#
# Check the ends: what do $k = 0$ and $k = d/2 - 1$ get?


# %% nbgrader={"grade_id": "scaled_frequencies", "solution": true}
def scaled_frequencies(theta, factor, kind):
    """Lower RoPE's frequencies for texts that are longer by a factor.

    theta: (d/2,) as `rope_frequencies` gives them for d ≥ 4 and any base, not modified.
    factor: s ≥ 1, an integer or not; kind: "linear" or "ntk".
    Returns (d/2,) float32.
    """
    ### BEGIN SOLUTION
    if kind == "linear":
        return theta / factor
    i, d = torch.arange(len(theta), device=theta.device), 2 * len(theta)  # (d/2,)
    return theta * factor ** (-2 * i / (d - 2))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "scaled_frequencies_hints", "locked": true}
# <details><summary>A question to start from</summary>How many hands are there, and what does that make d?</details>
# <details><summary>A pointer</summary>The factor of "ntk" is a power of s, one for each k; k counts the hands from 0.</details>


# %% nbgrader={"grade_id": "check_scaled_frequencies", "grade": true, "locked": true, "points": 2}
@check("scaled_frequencies")
def _(theta, factor, kind):
    scaled = scaled_frequencies(theta, factor, kind)
    return {
        "theta": scaled,
        "tokens for a whole turn": 2 * math.pi / scaled,
        "theta unchanged": {"scaled": scaled, "theta": theta},
        "float32": {"values": scaled, "type": str(scaled.dtype)},
    }


# %% [markdown]
# ## 3 · YaRN treats each frequency differently: `yarn`
#
# *Hard · 16 minutes · without `transformers`*
#
# YaRN (Peng et al. 2023, arXiv 2309.00071) asks how often each hand went round within the $L$ tokens of a training
# text. A hand with 32 turns or more has seen its whole circle, so leave it alone. A hand with less than one turn
# hasn't, so divide its frequency by $s$. Between those limits, mix the two. **Predict** how many of SmolLM2's 32 hands
# have gone round once within 8,192 tokens (its base is 100,000).

# %% tags=["explore"]
theta = finished.rope_frequencies(64, 100_000.0)  # SmolLM2's hands
plots.turns(theta, trained=8192)
_ = record("hands with a whole turn", int((8192 * theta / (2 * math.pi) >= 1).sum()), expected=(20, 20))

# %% [markdown]
# <details><summary>The answer</summary>20 of 32. The 12 slowest hands have seen only part of their circle.</details>
#
# A hand makes $r = L\,\theta_k / 2\pi$ turns. Substitute $\theta_k = b^{-2k/d}$ and solve for $k$: the hand that makes
# $r$ turns has the (fractional) index
#
# $$k(r) = \frac{d\,\ln(L / 2\pi r)}{2 \ln b}$$
#
# The mixing share $g$ grows linearly with $k$, from 0 at $k(32)$ to 1 at $k(1)$; the docstring calls the 32 and the 1
# `fast` and `slow`. The share is 0 below that range and 1 above it. It mixes two frequencies,
# $\theta'_k = (1 - g)\,\theta_k + g\,\theta_k / s$. Where $k(32)$ is negative, use 0. If $k(1)$ lies beyond the last
# hand, don't cut it off: then not even that hand is slowed by all of $s$. (In the paper the share grows with $r$; the
# authors' code, `transformers` and the models use $k$. `transformers` also rounds both indices outwards to whole hands,
# unless `truncate` is off; here they stay fractional.)
#
# A longer text has more keys, so softmax spreads over more of them. To sharpen it again, YaRN multiplies queries *and*
# keys by an **attention factor** $0.1 \ln s + 1$, so the scores grow by its square.


# %% nbgrader={"grade_id": "yarn", "solution": true}
def yarn(d, base, factor, trained, fast=32.0, slow=1.0):
    """YaRN's frequencies for texts that are longer by a factor.

    d: width of a head, even; base: b > 1; factor: s ≥ 1.
    trained: L, the number of tokens in a training text.
    fast, slow: a hand with at least `fast` turns within L is left alone, and one with
    at most `slow` turns is divided by s (fast > slow, L > 2π · slow).
    Returns (frequencies (d/2,) float32, attention factor as a number).
    """
    ### BEGIN SOLUTION
    i = torch.arange(d // 2)  # (d/2,)
    theta = base ** (-2 * i / d)

    def number(turns):
        return d * math.log(trained / (2 * math.pi * turns)) / (2 * math.log(base))

    low, high = max(number(fast), 0), number(slow)
    share = ((i - low) / (high - low)).clamp(0, 1)  # (d/2,) 0 leaves a hand alone
    return theta * (1 - share) + theta / factor * share, 0.1 * math.log(factor) + 1
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "yarn_hints", "locked": true}
# <details><summary>A question to start from</summary>Which hands turn often, those with a small k or with a large one?</details>
# <details><summary>A pointer</summary>k(32) is smaller than k(1). Which straight line is 0 at the first and 1 at the second, and what stops it from going below 0 or above 1?</details>
# <details><summary>In pseudocode</summary>Compute all θ. Find the two indices between which the share grows, compute the share of each hand, and mix. The attention factor has nothing to do with the hands.</details>


# %% nbgrader={"grade_id": "check_yarn", "grade": true, "locked": true, "points": 4}
@check("yarn")
def _(d, base, factor, trained, fast, slow):
    theta, attention = yarn(d, base, factor, trained, fast, slow)
    return {
        "theta": theta,
        "tokens for a whole turn": 2 * math.pi / theta,
        "attention factor": attention,
        "float32": {"values": theta, "type": str(theta.dtype)},
    }


# %% [markdown]
# First you see what each of the three methods does to SmolLM2's 32 hands. Then we apply all three to your own RoPE
# model from section 1, without any further training. It learned from 64 tokens and now gets 256, so $s = 4$.
# **Predict** which of the three repairs it best.

# %% tags=["explore"]
if answered("scaled_frequencies", "yarn"):
    slowed = {
        "linear": scaled_frequencies(theta, 4, "linear"),
        "NTK": scaled_frequencies(theta, 4, "ntk"),
        "YaRN": yarn(64, 100_000.0, 4, 8192)[0],
    }
    plots.slowing(theta, slowed)

# %% tags=["explore"]
if answered("scaled_frequencies", "yarn"):
    stretched, attention = yarn(16, 10_000.0, 4, 64)
    ways = {
        "as trained": seven_schemes.rotating(own_theta.to(where)),
        "linear": seven_schemes.rotating(scaled_frequencies(own_theta, 4, "linear").to(where)),
        "NTK": seven_schemes.rotating(scaled_frequencies(own_theta, 4, "ntk").to(where)),
        "YaRN": seven_schemes.rotating(stretched.to(where), attention),
    }
    repaired = {}
    for name, scheme in ways.items():
        for model in readers["RoPE"]:
            model.scheme = scheme
        repaired[name] = seven_schemes.losses_by_length(readers["RoPE"])
    plots.race(repaired, trained=64)
    last = {name: seven_schemes.last_quarter(by_length).mean().item() for name, by_length in repaired.items()}
    for name, expected in {"linear": (0.2, 5), "NTK": (0.001, 1), "YaRN": (0, 0.1)}.items():
        record(f"RoPE at 4T, {name}", last[name], expected=expected)
    record(
        "YaRN repairs most, linear makes it worse",
        last["YaRN"] < last["as trained"] < last["linear"],
        expected=(1, 1),
    )

# %% [markdown]
# <details><summary>The answer</summary>
#
# The linear method makes things worse, even at 64, where nothing was broken. A model that was never trained with its
# fast hands slowed down can't tell a token from its neighbour, and this game is all about neighbours. NTK hardly slows
# the fast hands and repairs most of the damage. YaRN leaves the fastest hand alone, slows the next ones in part, and
# pulls those that haven't seen their circle back to angles they know. In the last quarter of the longest texts its loss
# is .002, without one step of training.
#
# </details>

# %% [markdown]
# ## 4 · SmolLM2 beyond its context length
#
# SmolLM2 was trained on texts of up to 8,192 tokens, its **context length**. Reading a longer one takes minutes on a
# laptop. But RoPE knows positions only by their differences, so there is a shortcut: show the model 60 tokens and *lie*
# about their positions. We give it 30 random tokens, then the same 30 again, with a gap added to their positions. Can
# it still find and copy what it read "20,000 tokens ago"? (A real text of that length would be harder, because all the
# keys in between compete.)
#
# On random tokens seen for the first time, the loss is more than ln 49,152 = 10.8 nats, since the model expects words.
# **Predict** the loss on the repetition, near and far.


# %% tags=["explore"]
from utils import smollm2

smollm, tokenizer = smollm2.load(where)
n = 30
twice = pretended.block_twice(n, where)  # (1, 2n + 1), after the beginning-of-text token

# %% tags=["explore"]
if answered("scaled_frequencies", "yarn"):
    hands = {
        "as trained": (theta, 1.0),
        "linear": (scaled_frequencies(theta, 4, "linear"), 1.0),
        "NTK": (scaled_frequencies(theta, 4, "ntk"), 1.0),
        "YaRN": yarn(64, 100_000.0, 4, 8192),
    }
    gaps, far = [0, 1000, 4000, 8000, 12_000, 16_000, 24_000], {}
    for name, (frequencies, attention) in hands.items():
        far[name] = []
        for gap in gaps:
            positions = pretended.with_gap(2 * n + 1, n, gap, where)
            again = pretended.losses_at(smollm, twice, positions, frequencies, attention)[n + 1 :]
            far[name].append(again.mean().item())
    plots.far(gaps, far, trained=8192)
    record("as trained, no gap", far["as trained"][0], expected=(0.9, 2.2))
    record("as trained, a gap of 8,000", far["as trained"][gaps.index(8000)], expected=(11, 17))
    record("NTK, a gap of 8,000", far["NTK"][gaps.index(8000)], expected=(2, 6))
    record("YaRN, a gap of 8,000", far["YaRN"][gaps.index(8000)], expected=(1, 8))
    record("linear, no gap", far["linear"][0], expected=(8, 14))

# %% [markdown]
# <details><summary>The answer</summary>
#
# With its own hands the model copies over a gap of 1,000, has half forgotten at 4,000, and at 8,000 it would do better
# to guess. (Its configuration gives 8,192 as the longest text, but doesn't say how many texts of that length it read.)
# NTK still copies over 12,000 tokens, if less surely, without any training for it. YaRN goes farther but is less
# consistent. And the linear method has lost everything, even without a gap: the head that steps "one token further"
# finds all neighbours at a quarter of the angle it knows. Chen et al. trained their models for 1,000 more steps, and
# now you see why.
#
# </details>
#
# At 24,000 all of them fail. With $s = 4$, the most we could hope for was 32,768.

# %% [markdown]
# What does stretching cost on short inputs? Take 200 tokens of ordinary prose, where nothing had to be stretched.
# **Predict** which method costs most.

# %% tags=["explore"]
if answered("scaled_frequencies", "yarn"):
    from utils import corpora

    article = tokenizer("\n" + corpora.wikipedia()["test"]["extract"][0], return_tensors="pt")["input_ids"]
    ids = article[:, :200].to(where)
    expected = {"as trained": (2.4, 2.7), "linear": (3.2, 3.9), "NTK": (2.4, 2.7), "YaRN": (2.5, 2.8)}
    hands["YaRN, no attention factor"] = (hands["YaRN"][0], 1.0)
    for name, (frequencies, attention) in hands.items():
        in_order = torch.arange(ids.shape[1], device=where)
        near = pretended.losses_at(smollm, ids, in_order, frequencies, attention).mean().item()
        record(f"prose, {name}, nats per token", near, expected=expected.get(name, (2.4, 2.7)))

# %% [markdown]
# <details><summary>The answer</summary>
#
# The linear method costs a whole nat, NTK nothing. YaRN's frequencies cost nothing either; what it does lose comes from
# the attention factor, which was fitted on long texts, with all their keys. Models that ship with YaRN were trained
# with it for a while.
#
# </details>

# %% [markdown]
# ### Then use the library
#
# In `transformers` all of this is a setting. A configuration names the type, the factor and the trained length, and the
# model computes the frequencies when it is built. Do its linear and YaRN frequencies agree with yours? (Its `dynamic`
# NTK depends on the length of the text.)

# %% tags=["explore"]
if answered("scaled_frequencies", "yarn"):
    from transformers import LlamaConfig
    from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding

    sizes = dict(hidden_size=576, num_attention_heads=9, head_dim=64)
    for kind, ours in {"linear": hands["linear"], "yarn": hands["YaRN"]}.items():
        stretch = {"rope_type": kind, "rope_theta": 100_000.0, "factor": 4.0}
        if kind == "yarn":
            stretch |= {"original_max_position_embeddings": 8192, "truncate": False}
        rotary = LlamaRotaryEmbedding(
            LlamaConfig(**sizes, max_position_embeddings=32_768, rope_parameters=stretch)
        )
        gap = (ours[0] / rotary.inv_freq - 1).abs().max().item()
        record(f"{kind}: largest relative difference from transformers", gap, expected=(0, 1e-4))
        print(kind, "attention factor:", ours[1], "and in the library", rotary.attention_scaling)

# %% [markdown] nbgrader={"grade_id": "written_c", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A company has a model with RoPE, trained on 4,096 tokens, and
# wants it to read contracts of 30,000. One engineer says: "RoPE is relative, so it works at any length." Another wants
# to divide all positions by 8. A third wants to replace RoPE by ALiBi in the finished model. What do you tell each of
# them, with evidence from this sitting? How would you measure whether the model reads the whole contract?
#
# ### BEGIN SOLUTION
# **Model answer.** Relative does not mean any distance: slow hands have seen only part of their circle, so larger
# distances take them to angles that never occurred in training. The RoPE model of section 1 got worse beyond its
# length, and SmolLM2 stopped copying between gaps of 4,000 and 8,000. Dividing by 8 keeps all angles in the known range
# but costs resolution nearby: without further training, the loss on prose rose by a nat at s = 4, and copying was lost.
# NTK or YaRN hardly slows the fastest hands and does better without training; a short further training with the new
# frequencies is usual. ALiBi cannot be put into a finished model, whose queries and keys were trained to be rotated. It
# also forgets what is far away, so a low loss at 30,000 tokens may hide that the model does not read the beginning at
# all. So measure recall and not the mean loss: put a fact at several depths of a long contract, ask for it, and report
# the result by distance.
#
# **Rubric.**
#
# - a, 0.5 points: why RoPE breaks: slow hands reach angles that they never took in training
# - b, 0.5 points: what the stretching costs, with a measurement
# - c, 0.5 points: ALiBi's low loss against its forgetting
# - d, 0.5 points: a test that depends on distance
# ### END SOLUTION

# %% [markdown]
# ## 5 · For a friend: nonsense, 8,000 tokens later
#
# Write a line of nonsense. SmolLM2 reads it twice, and between the readings lies a gap that isn't there. Each token is
# coloured by its surprise, once with the model's own hands and once with the ones you computed. Find the gap at which
# each of them forgets.

# %% tags=["explore"]
if answered("scaled_frequencies", "yarn"):
    from IPython.display import display

    from utils.plots import shaded_text

    nonsense, gap = " Purple ladders argue with Tuesday about the price of marmalade moons.", 8000
    line = tokenizer(nonsense)["input_ids"]
    ids = torch.tensor([[0, *line, *line]], device=where)
    words, surprise = tokenizer.batch_decode(ids[0, 1:, None]), {}
    for name in ("as trained", "NTK"):
        positions = pretended.with_gap(ids.shape[1], len(line), gap, where)
        surprise[name] = pretended.losses_at(smollm, ids, positions, *hands[name])
        again = surprise[name][len(line) :].mean().item()
        record(
            f"the second time, {name}, nats per token",
            again,
            expected={"as trained": (4, 9), "NTK": (1, 4)}[name],
        )
        display(shaded_text.surprise(words, surprise[name], f"{name}; brown: the model did not expect it"))

# %% [markdown]
# **What you have now.** Fill in this table from memory before you open it: for each scheme, where it enters, what is
# learned, and what happens beyond the trained length. The schemes are a learned table, sinusoids, Shaw, DeBERTa, T5,
# ALiBi and RoPE.
#
# <details><summary>The table</summary>
#
# | scheme | where it enters | parameters | beyond the trained length |
# |---|---|---|---|
# | learned table | added to the token | T · D | ends |
# | sinusoids | added to the token | none | breaks |
# | Shaw | a product with the query, added to the score; a vector, added to the value | (2K + 1) · d per table | holds: one vector for everything far |
# | DeBERTa | products with the query and the key, added to the score | 2K · D and two projections | holds: one vector for everything far |
# | T5's bias | added to the score | buckets · H | one bucket for everything far, if it was trained |
# | ALiBi | added to the score | none | holds, because it ignores distant tokens |
# | RoPE | rotates queries and keys | none | breaks, but can be stretched |
#
# </details>
#
# These are the ways that most models use. Some of their layers have no positions at all, and some rotate only part of a
# head. The fourth sitting opens a model and looks for the heads that did the copying.
#
# **Sources.** Chen et al. 2023, *Extending context window … via positional interpolation*, arXiv 2306.15595. Peng et al.
# 2023, *YaRN*, arXiv 2309.00071.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
