# %% [markdown]
# # Lesson 12 · Encoder–decoder
# ## Second sitting: the capstone
#
# One task is left: to put everything you have learned to one use. You get a text, a budget, and a free hand. Train the
# small language model that predicts best. At the end a judge scores it on a text that nobody else has.
#
# When you reach the end of this sitting you will have
#
# - a measure that is fair to every model and every tokenizer,
# - a budget that costs the same on every machine, and a feeling for how to spend it,
# - a change that you measured over three seeds, with its error,
# - a table that says what each lesson's idea was worth, in bits,
# - a model of your own design, handed in and scored.
#
# | | |
# |---|---|
# | Uses | everything; the parts are given, and your own are welcome |
# | Time | two hours or an evening, of which 77 minutes are yours |
# | Points | 16 from checks, 2 graded by a person |

# %% [markdown]
# N windows, T = 64 tokens in each, V = 512 entries in the vocabulary.
#
# <details><summary>1. Why are bits a byte a fairer measure than a loss for each token?</summary>Tokens of another tokenizer are of another length; bytes are the same for all (lesson 04).</details>
# <details><summary>2. Which model knows nothing but pairs of tokens, and is hard to beat with little data?</summary>The bigram model (lesson 04).</details>
# <details><summary>3. A tied table: which two layers share it?</summary>The one that turns tokens into vectors, and the one that makes scores of vectors (lesson 04).</details>
# <details><summary>4. One seed of a change is better than one seed without it. What follows?</summary>Nothing yet: seeds differ as well (lesson 10).</details>
# <details><summary>5. What is stored when a matrix is kept in eight bits, row by row?</summary>A whole number for each weight, and a scale for each row (lesson 08).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

import math
from functools import partial

import torch
import torch.nn.functional as F
from torch import nn

from utils import capstone, devices
from utils.blocks.gpt import GPT, GPTConfig
from utils.blocks.llama import Llama, LlamaConfig
from utils.metrics import record
from utils.plots import capstone as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where_b", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# ## 1 · The measure: `bits_per_byte`
#
# *Easy · 8 minutes*
#
# A model that gives probability $p$ to what comes next can store it in $-\log_2 p$ bits (lesson 01). Over a text of many
# tokens these bits add up. Divided by the bytes of the text they say how far the model would compress it:
#
# $$\text{bits a byte} = \frac{\sum_i -\log_2 p_i(t_i)}{\sum_i \text{bytes}(t_i)}$$
#
# Here $t_i$ is the token that came behind window $i$. A model gives natural logarithms, and $\log_2 p = \ln p / \ln 2$.
#
# **Predict**: can a token of no bytes, the mark for the end of a text, make this number smaller?
#
# <details><summary>Answer</summary>No. It costs bits and adds no bytes. Whoever uses such marks pays for them.</details>


# %% nbgrader={"grade_id": "bits_per_byte", "solution": true}
def bits_per_byte(log_probs, targets, token_bytes):
    """How many bits a byte the tokens cost that came.

    log_probs: (N, V) natural logarithms of probabilities, a row for each token that came; targets: (N,) int64, which one
    it was; token_bytes: (V,) int64, bytes that each entry stands for. All stay as they are.  Returns a number.
    """
    ### BEGIN SOLUTION
    nats = -log_probs.gather(1, targets[:, None]).sum()
    return float(nats / math.log(2) / token_bytes[targets].sum())
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "bits_per_byte_hints", "locked": true}
# <details><summary>A question to start from</summary>Two sums, one over the other. What is summed above, and what below?</details>
# <details><summary>A pointer</summary>One number of each row is needed. <code>gather</code> takes it, or a row number and a column number for each.</details>
# <details><summary>In pseudocode</summary>The logarithm at the target of each row, all added, with the sign turned, in bits. Divide by the bytes of all targets.</details>


# %% nbgrader={"grade_id": "check_bits_per_byte", "grade": true, "locked": true, "points": 2}
@check("bits_per_byte")
def _(log_probs, targets, token_bytes):
    found = bits_per_byte(log_probs, targets, token_bytes)
    kept = {"log_probs": log_probs[:2], "targets": targets, "token_bytes": token_bytes}
    return {"bits a byte": found, "arguments unchanged": {"bits": found, **kept}}


# %% [markdown]
# The text is Wikipedia's summaries, as in lesson 04, in tokens of a byte-pair tokenizer with 512 entries. Everybody reads
# the same tokens, and every model sees 64 of them before it predicts one. Tokenizer and window are fixed for a reason:
# only so can the judge check that probabilities add up to one.
#
# **Predict** what a model costs that knows nothing, and what one costs that knows only how often each token comes.

# %% tags=["explore"]
text = capstone.text()
rows, targets = capstone.windows(text.validation, 4096)  # (N, T), (N,)
print(f"{len(text.train):,} tokens to learn from, {len(text.validation):,} to measure on")
print(repr(text.tokenizer.decode(rows[0].tolist())), "→", repr(text.tokenizer.decode([int(targets[0])])))
bigram = capstone.Bigram(text.train)
if answered("bits_per_byte"):
    V = capstone.VOCABULARY
    single = (torch.bincount(text.train, minlength=V) + 1.0).log().log_softmax(0)  # (V,)
    nothing = torch.full((V,), 1 / V).log()
    rivals = {"nothing": nothing.expand(len(rows), V), "single tokens": single.expand(len(rows), V)}
    for name, log_p in {**rivals, "bigram": bigram.log_probs(rows)}.items():
        value = bits_per_byte(log_p, targets, text.token_bytes)
        record(
            f"bits a byte, {name}", value, {"nothing": (4.3, 4.6), "bigram": (2.5, 2.7)}.get(name, (3, 4.3))
        )

# %% [markdown]
# <details><summary>The answer</summary>Knowing nothing costs 9 bits a token, since 2⁹ = 512. A token has 2 bytes and a little more, so that is 4.4 bits a byte.</details>
#
# The bigram model is the level to beat. It has 262,144 numbers and has read everything.

# %% [markdown]
# ## 2 · The budget: `steps_within`
#
# *Easy · 7 minutes · without `n_parameters`, `train`*
#
# A race by the clock is won by the better machine. So the budget counts work:
#
# $$\text{cost} = \text{parameters} \times \text{tokens seen in training}$$
#
# You have $6 \cdot 10^{11}$, about three minutes of one core for the models here. Every token of every window counts, each
# time it is read. Every number of the model counts once, learned or frozen, and also when two layers share it. Buffers,
# such as masks and tables of angles, are computed and do not count.
#
# **Predict**: what is twice as wide, four times as large, and reads a quarter of the text: better or worse?
#
# <details><summary>Answer</summary>Nobody can tell without trying, and that is what you are here for. Hoffmann et al. 2022 (arXiv 2203.15556, section 3) find that for large models parameters and tokens should grow together, about 20 tokens for each parameter.</details>


# %% nbgrader={"grade_id": "steps_within", "solution": true}
def steps_within(budget, model, batch_size, context):
    """How many whole training steps a budget pays for.

    budget: parameters × tokens, an int; model: an nn.Module. All its parameters count, frozen ones too, and one that two layers
    share counts once; buffers do not count. A step reads batch_size windows of `context` tokens.  Returns an int, 0 where
    the budget is not enough for one step.
    """
    ### BEGIN SOLUTION
    n = sum(p.numel() for p in model.parameters())  # which names a shared one once
    return budget // (n * batch_size * context)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "steps_within_hints", "locked": true}
# <details><summary>A question to start from</summary>What does one step cost?</details>
# <details><summary>A pointer</summary><code>model.parameters()</code> and <code>model.state_dict()</code> list different things. Make a small model with a tied table and a buffer and look at both.</details>
# <details><summary>In pseudocode</summary>Count the numbers of all parameters. Multiply by the tokens of one step. See how often that goes into the budget.</details>


# %% nbgrader={"grade_id": "check_steps_within", "grade": true, "locked": true, "points": 2}
@check("steps_within")
def _(budget, sizes, frozen, buffer, batch_size):
    model = GPT(GPTConfig(**sizes))
    model.positions.requires_grad_(not frozen)
    model.register_buffer("mask", torch.zeros(buffer))
    steps = steps_within(budget, model, batch_size, sizes["context"])
    return {
        "steps": {"steps": steps, "budget": budget},
        "a whole number": {"budget": budget, "steps": steps, "type": type(steps).__name__},
    }


# %% [markdown]
# What the budget buys, for GPTs of several sizes. **Predict** which of them reads the text more than once.

# %% tags=["explore"]
if answered("steps_within"):
    for width, layers in [(32, 2), (48, 3), (64, 2), (96, 3), (128, 4)]:
        model = GPT(GPTConfig(capstone.VOCABULARY, capstone.CONTEXT, width, 4, layers))
        steps = steps_within(capstone.BUDGET, model, 16, capstone.CONTEXT)
        n, seen = capstone.n_parameters(model), steps * 16 * capstone.CONTEXT
        times = seen / len(text.train)
        print(
            f"width {width:3}, {layers} layers: {n:8,} parameters, {steps:6,} steps, {times:5.2f} times the text"
        )

# %% [markdown]
# <details><summary>The answer</summary>The first three: the smallest reads it more than seven times. The largest sees less than half of it.</details>
#
# What can be checked, and what cannot? The judge gets weights. It counts how long they are, but it cannot see how long
# you trained. The tokens are on your honour. The trainer `capstone.train` counts them for you and stops in time. With the
# same seed it makes the same run again, should anybody ask.

# %% [markdown]
# ## 3 · What a change is worth: `worth`
#
# *Easy · 8 minutes*
#
# You change one thing and the model gets better. Or did it have a lucky seed? Train both from the same seeds: same first
# weights where they have the same shape, same windows in the same order. Then compare pair by pair, so that luck cancels
# that both had. With savings $s_1, \dots, s_S$, before minus after:
#
# $$\bar s = \frac{1}{S}\sum_i s_i \qquad \text{error} = \frac{1}{\sqrt S}\sqrt{\frac{\sum_i (s_i - \bar s)^2}{S - 1}}$$
#
# A saving of twice its error is worth a second look. With three seeds, where the error itself is uncertain, ask for four
# times.


# %% nbgrader={"grade_id": "worth", "solution": true}
def worth(before, after):
    """How many bits a byte a change saves, and how sure that is.

    before, after: (S,) bits a byte without and with the change, of the same S ≥ 2 seeds in the same order.  Returns two
    numbers: the mean of before − after over the pairs, above 0 where the change helps, and its standard error, the
    deviation of the savings (with S − 1) over √S.
    """
    ### BEGIN SOLUTION
    savings = before - after  # (S,)
    return float(savings.mean()), float(savings.std() / math.sqrt(len(savings)))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "worth_hints", "locked": true}
# <details><summary>A question to start from</summary>Of which S numbers is the mean, and of which the deviation?</details>
# <details><summary>A pointer</summary>Read in the documentation of <code>torch.std</code> what <code>correction</code> is by default.</details>
# <details><summary>In pseudocode</summary>Subtract pair by pair. Their mean is the first number. Their deviation over the root of their number is the second.</details>


# %% nbgrader={"grade_id": "check_worth", "grade": true, "locked": true, "points": 2}
@check("worth")
def _(before, after):
    saved, error = worth(before, after)
    return {"saved": float(saved), "error": float(error)}


# %% [markdown]
# The first page of your notes, then. One change, from the GPT of lesson 04 to a block of today: RMSNorm, SwiGLU and RoPE,
# no biases. Three seeds each, a fortieth of the budget. The models are small, so that a run takes seconds.
#
# **Predict**: how many hundredths of a bit does it save? And how much do seeds differ?

# %% tags=["explore"]
SMALL = dict(vocab_size=capstone.VOCABULARY, d_model=32, n_layers=2, n_heads=4)
trial_budget = capstone.BUDGET / 40
try_out = partial(capstone.over_seeds, source=text, budget=trial_budget, lr=4e-3, device=where)


def gpt(**change):
    """The GPT of lesson 04 with a change."""
    return GPT(GPTConfig(**{**SMALL, "context": capstone.CONTEXT, **change})).to(where)


def llama(**change):
    """A model of today's design with a change."""
    return Llama(LlamaConfig(**{**SMALL, "n_kv_heads": 4, "d_hidden": 80, **change})).to(where)


if answered("worth"):
    plain, modern = try_out(gpt), try_out(llama)
    print("GPT  ", *(f"{bits:.3f}" for bits in plain), "\nLlama", *(f"{bits:.3f}" for bits in modern))
    saved, error = worth(plain, modern)
    plots.pairs({"GPT": plain, "Llama": modern})
    record("bits a byte saved by the block of today", saved, expected=(0.02, 0.4))
    record("standard error", error, expected=(0, 0.15))

# %% [markdown]
# <details><summary>The answer</summary>On the author's machine 0.16 bits, with an error of 0.05: likely, and by the rule above not yet sure. Three seeds of the same GPT lie 0.2 apart. Both are still worse than the bigram model, for a fortieth of the budget is little.</details>
#
# ## 4 · What each lesson's idea was worth
#
# Fill the table in. Each row changes one thing in the GPT or in how it is trained. Add rows of your own: depth against
# width, fewer heads of keys, a label smoothed, experts, another schedule. Choose what your final model will be made of.
#
# The first row is done. Take the mark off another to run it; each takes half as long as the page above.

# %% tags=["explore"]
results = globals().get("results", {})  # what has run stays when you run this cell again
if answered("worth"):
    ideas = {  # lesson and idea: how to run it
        "10 · the block of today": lambda: modern,
        # "03 · post-LN, as in 2017": lambda: try_out(partial(gpt, norm="post")),
        # "03 · RMSNorm": lambda: try_out(partial(gpt, norm_kind="rms")),
        # "03 · SwiGLU": lambda: try_out(partial(gpt, act="swiglu")),
        # "04 · a table of its own for the scores": lambda: try_out(partial(gpt, tied=False)),
        # "04 · no warmup": lambda: try_out(gpt, warmup=0),
        # "04 · twice the learning rate": lambda: try_out(gpt, lr=8e-3),
        # "04 · batches four times as large": lambda: try_out(gpt, batch_size=64),
        # "05 · one head of keys for four": lambda: try_out(partial(llama, n_kv_heads=1)),
        # "06 · dropout": lambda: try_out(partial(gpt, dropout=0.1)),
    }
    for idea, run_it in ideas.items():
        if idea not in results:
            results[idea] = worth(plain, run_it())
    plots.worth(results)

# %% [markdown]
# Read it with two warnings. Everything is held against one small GPT at a fortieth of the budget: what is worth much here
# may be worth nothing later, and the other way round. And who tries twenty changes finds one that looks good by chance.
#
# ## 5 · The run
#
# Now spend the budget. The cell below trains the design that the author handed in, with a quarter of the budget at scale
# small. Replace it by yours. `whole = True` is for the run that you hand in.
#
# **Predict** how far below the bigram model a quarter of the budget gets.

# %% tags=["explore"]
whole = scale == "full"
torch.manual_seed(0)
model = llama(d_model=48, n_layers=2, d_hidden=128)
budget = capstone.BUDGET if whole else capstone.BUDGET / 4
run = capstone.train(model, text.train, budget, batch_size=16, lr=1e-2, seed=0, device=where)
print(run)
if answered("bits_per_byte"):
    scores = capstone.last_scores(model, rows, where)  # (N, V)
    mine = bits_per_byte(scores.log_softmax(-1), targets, text.token_bytes)
    base = bits_per_byte(bigram.log_probs(rows), targets, text.token_bytes)
    plots.run(run.losses, mine, base)
    record("bits a byte", mine, expected=(1.8, 2.45))
    record("below the bigram model", base - mine, expected=(0.15, 0.8))

# %% [markdown]
# <details><summary>The answer</summary>On the author's machine 0.43 bits a byte, from 1.9 million tokens, each read about once. The whole budget brings another 0.16.</details>
#
# What it writes, word by word, is still of its size: 80,000 numbers.


# %% tags=["explore"]
def write(model: nn.Module, start, n_new=60, seed=0):
    """Continue a text, a token at a time."""
    ids = text.tokenizer.encode_ordinary(start)
    generator = torch.Generator().manual_seed(seed)
    for _ in range(n_new):
        window = torch.tensor([ids[-capstone.CONTEXT :]], device=where)
        with torch.no_grad():
            p = F.softmax(model(window)[0, -1].float(), dim=-1).cpu()
        ids.append(int(torch.multinomial(p, 1, generator=generator)))
    return text.tokenizer.decode(ids)


for start in ["The city of", "A transformer is", "Ada Lovelace was"]:
    print(write(model, start), "\n")

# %% [markdown]
# ## 6 · Hand it in: `submission`
#
# *Challenge · 54 minutes*
#
# `capstone.hand_in(model)` writes the weights, in eight bits each, as text into a new cell below it, called `WEIGHTS`.
# Your answer builds the model and loads them. Classes of your own go into cells of your own.
#
# | what the judge does | why |
# |---|---|
# | asks for the token behind 1,984 windows, and never sends what comes behind | nothing can be read ahead |
# | makes probabilities of your scores itself | numbers that do not add up to one gain nothing |
# | asks some windows twice, in other company | a model that learns while it is scored gives itself away |
# | exchanges half of the words in its articles, anew for each file | a text learned by heart does not help |
# | gives your code no data and no files | what was learned counts, not what can be looked up |
# | counts characters: 120,000 for all your answers together | the model is as large as what you hand in |
#
# Four of ten points are for less bits than the bigram model on the same text. Three more for 0.35 bits a byte less
# than that, which the GPT of lesson 04 reaches with this budget. The last three for 0.5 less.


# %% nbgrader={"grade_id": "submission", "solution": true}
def submission():
    """Your trained model: what maps ids (B, 64) int64 to scores (B, 64, 512), the last of which are for what comes next.

    No gradient is asked for and no data is there. Each window is answered by itself, the same whenever it is asked.
    """
    ### BEGIN SOLUTION
    weights = """
WAgAAAAAAAB7ImJsb2Nrcy4wLmF0dGVudGlvbi5vdXRfcHJvai53ZWlnaHQgc2NhbGUiOnsiZHR5cGUiOiJGMTYiLCJzaGFwZSI6
WzQ4LDFdLCJkYXRhX29mZnNldHMiOlswLDk2XX0sImJsb2Nrcy4wLmF0dGVudGlvbi5xa3ZfcHJvai53ZWlnaHQgc2NhbGUiOnsi
ZHR5cGUiOiJGMTYiLCJzaGFwZSI6WzE0NCwxXSwiZGF0YV9vZmZzZXRzIjpbOTYsMzg0XX0sImJsb2Nrcy4wLmZlZWRfZm9yd2Fy
ZC5kb3duLndlaWdodCBzY2FsZSI6eyJkdHlwZSI6IkYxNiIsInNoYXBlIjpbNDgsMV0sImRhdGFfb2Zmc2V0cyI6WzM4NCw0ODBd
fSwiYmxvY2tzLjAuZmVlZF9mb3J3YXJkLmdhdGVfdXAud2VpZ2h0IHNjYWxlIjp7ImR0eXBlIjoiRjE2Iiwic2hhcGUiOlsyNTYs
MV0sImRhdGFfb2Zmc2V0cyI6WzQ4MCw5OTJdfSwiYmxvY2tzLjAubm9ybTEud2VpZ2h0Ijp7ImR0eXBlIjoiRjE2Iiwic2hhcGUi
Ols0OF0sImRhdGFfb2Zmc2V0cyI6Wzk5MiwxMDg4XX0sImJsb2Nrcy4wLm5vcm0yLndlaWdodCI6eyJkdHlwZSI6IkYxNiIsInNo
YXBlIjpbNDhdLCJkYXRhX29mZnNldHMiOlsxMDg4LDExODRdfSwiYmxvY2tzLjEuYXR0ZW50aW9uLm91dF9wcm9qLndlaWdodCBz
Y2FsZSI6eyJkdHlwZSI6IkYxNiIsInNoYXBlIjpbNDgsMV0sImRhdGFfb2Zmc2V0cyI6WzExODQsMTI4MF19LCJibG9ja3MuMS5h
dHRlbnRpb24ucWt2X3Byb2oud2VpZ2h0IHNjYWxlIjp7ImR0eXBlIjoiRjE2Iiwic2hhcGUiOlsxNDQsMV0sImRhdGFfb2Zmc2V0
cyI6WzEyODAsMTU2OF19LCJibG9ja3MuMS5mZWVkX2ZvcndhcmQuZG93bi53ZWlnaHQgc2NhbGUiOnsiZHR5cGUiOiJGMTYiLCJz
aGFwZSI6WzQ4LDFdLCJkYXRhX29mZnNldHMiOlsxNTY4LDE2NjRdfSwiYmxvY2tzLjEuZmVlZF9mb3J3YXJkLmdhdGVfdXAud2Vp
Z2h0IHNjYWxlIjp7ImR0eXBlIjoiRjE2Iiwic2hhcGUiOlsyNTYsMV0sImRhdGFfb2Zmc2V0cyI6WzE2NjQsMjE3Nl19LCJibG9j
a3MuMS5ub3JtMS53ZWlnaHQiOnsiZHR5cGUiOiJGMTYiLCJzaGFwZSI6WzQ4XSwiZGF0YV9vZmZzZXRzIjpbMjE3NiwyMjcyXX0s
ImJsb2Nrcy4xLm5vcm0yLndlaWdodCI6eyJkdHlwZSI6IkYxNiIsInNoYXBlIjpbNDhdLCJkYXRhX29mZnNldHMiOlsyMjcyLDIz
NjhdfSwibm9ybS53ZWlnaHQiOnsiZHR5cGUiOiJGMTYiLCJzaGFwZSI6WzQ4XSwiZGF0YV9vZmZzZXRzIjpbMjM2OCwyNDY0XX0s
InRva2Vucy53ZWlnaHQgc2NhbGUiOnsiZHR5cGUiOiJGMTYiLCJzaGFwZSI6WzUxMiwxXSwiZGF0YV9vZmZzZXRzIjpbMjQ2NCwz
NDg4XX0sImJsb2Nrcy4wLmF0dGVudGlvbi5vdXRfcHJvai53ZWlnaHQiOnsiZHR5cGUiOiJJOCIsInNoYXBlIjpbNDgsNDhdLCJk
YXRhX29mZnNldHMiOlszNDg4LDU3OTJdfSwiYmxvY2tzLjAuYXR0ZW50aW9uLnFrdl9wcm9qLndlaWdodCI6eyJkdHlwZSI6Ikk4
Iiwic2hhcGUiOlsxNDQsNDhdLCJkYXRhX29mZnNldHMiOls1NzkyLDEyNzA0XX0sImJsb2Nrcy4wLmZlZWRfZm9yd2FyZC5kb3du
LndlaWdodCI6eyJkdHlwZSI6Ikk4Iiwic2hhcGUiOls0OCwxMjhdLCJkYXRhX29mZnNldHMiOlsxMjcwNCwxODg0OF19LCJibG9j
a3MuMC5mZWVkX2ZvcndhcmQuZ2F0ZV91cC53ZWlnaHQiOnsiZHR5cGUiOiJJOCIsInNoYXBlIjpbMjU2LDQ4XSwiZGF0YV9vZmZz
ZXRzIjpbMTg4NDgsMzExMzZdfSwiYmxvY2tzLjEuYXR0ZW50aW9uLm91dF9wcm9qLndlaWdodCI6eyJkdHlwZSI6Ikk4Iiwic2hh
cGUiOls0OCw0OF0sImRhdGFfb2Zmc2V0cyI6WzMxMTM2LDMzNDQwXX0sImJsb2Nrcy4xLmF0dGVudGlvbi5xa3ZfcHJvai53ZWln
aHQiOnsiZHR5cGUiOiJJOCIsInNoYXBlIjpbMTQ0LDQ4XSwiZGF0YV9vZmZzZXRzIjpbMzM0NDAsNDAzNTJdfSwiYmxvY2tzLjEu
ZmVlZF9mb3J3YXJkLmRvd24ud2VpZ2h0Ijp7ImR0eXBlIjoiSTgiLCJzaGFwZSI6WzQ4LDEyOF0sImRhdGFfb2Zmc2V0cyI6WzQw
MzUyLDQ2NDk2XX0sImJsb2Nrcy4xLmZlZWRfZm9yd2FyZC5nYXRlX3VwLndlaWdodCI6eyJkdHlwZSI6Ikk4Iiwic2hhcGUiOlsy
NTYsNDhdLCJkYXRhX29mZnNldHMiOls0NjQ5Niw1ODc4NF19LCJ0b2tlbnMud2VpZ2h0Ijp7ImR0eXBlIjoiSTgiLCJzaGFwZSI6
WzUxMiw0OF0sImRhdGFfb2Zmc2V0cyI6WzU4Nzg0LDgzMzYwXX19ICAgICBwFIMVWBbpFXMW8RUPFSQYxhQvFskXGBVuFfUVgRVR
FcYWThT6Fy8U_hQHFKwWKhdYFH4SxxTzFCAUORYjFcEXfBR-FfAWvhM1GPsWshS6FNMWVxbVFBoVnxfxFF8WyhjVHJQcPCE2Hocc
qR3hGa0Z7xSOHb4drx0VGu0YRRx0Go4bShrZGwcc_hnmGTQZnBr8HJEd4Bk2HeIcyBzkGnIaEyFAHuMcfh6BGDId3xk9HOQcjRxg
HUkdMx8iHUgc-hxoGXAY0hSKHgocPh1eHgwddCPAHKsdHh0PGwMbkxqxGSYZRRwQHOUa4BpRHWgZqRzpG20dph_wHLgeEhz0GzAa
LRhuHpwcchuDHS0bzh-VHhIcnhxfG2AdbBv0GW8dYR1nGMwY_xinGDwX1RhSGLAYlBeeGD8Y4RaYFdcSGxVOFJgUTxaxEqYUNBOg
FRQVdBNBFdAVRRfiFkcV4Ri4F6YYUBcNGDEZ_hWhF14VbRNVE9ITuhfMFWUU-BRTFXgTsRA8GZYarRmeGbsblRnyGc4YphwEGnYa
1BhyGXYaVxnBGIkaehoIG5oaJxkdGYcb1Bn4GJEZvRhZGvUZwxqFGmgZmRjZGK0ZIhnGGSQdZRm8Gf8ZEBp8GlkZERntGbsZOhnx
GasY2xhyGeYY4RiHGVgZgRgMGnoZPhtVGh4byhlYGQEZ2RjaGVwY_xnDGpUZsBr9GKUYwRgzGGIZlBoBGSUYcBmvGdgYGhmMGGQY
mBnyGaYa9Bj2GRQZBBqTGEEZWhhjGF4Z0xorGe8ZEBpKGO4YeBtHGQoZvRloGZMaQhn6GUkYnhiLGYQYsRkJGR0awBrFGIQYKRpv
GawZaRnbGGkZcRmsGdMZ5xlnF5MZXBkzGt8ZgRilGB0aaxkdGhUcOBvgGuYYMBs2GWoZlBmHGYgZyxe5GX0ZPxkIGmgZkBhcGcsY
GBo3GHAZwRhxGNAYRxocGt8ZgBmiGCQZchjNF-oYZxptGfQYFhlUGpQZgxisGPUYkBmcGNcYUhrLGPQZQhoRGTcY1xmKF3IY4hkn
GLEY1xi7GRIaoRgOGkoYixm2GNUY4hjcGXUYUhguF28YGhkRGWUZOhmJGMMZGRlLGIMZShqBGKcZGxvWGYga_RhJGTIaORpQGeMY
7hmNGMMYfhg-GH8YvBdTGJAbNRm4GK0YURpkGOQZqhikGKYY9xg7GdYY5xnCGPgY-RfUGHEYDRpGGpIYZBnkGGAZiRiWGqAYGhnr
GNAYwBi3GRsYThmXGXgXSxgJG5sXHhk-GcoYlRjdGUYYohmuGPgZXRiNGOoZHxrXGycZVhnjGIcZuxh_GoA0-jZJNds0LDd0Neo0
OzbgOCM21zanNzc2RDdANbw4FjdzNv40NDXPNWU1nThhNsM0wzXjNjAzcjXJNQI1uzgkNKY1cT3jNCk4ezZ-NU01vTYcNPQzrTZ3
Nso0rDbkQMM8FDzoPBU8PDzjOxg8bjuEPNE7EDyGPDI8ljwAPFM8jTtYPGY7jzwkPas85zoHPBE8fT0hPGs8ojxoO-w7ITzMPAQ6
OT3hPPk64zw0PDw8TTsKPAw8jTrJOeI83DtSPEMY9RmgGLsYABb0FhsY8hbgGG4Z9hhiG4IVzxfSGMIYHRj2GfkWvRejF18YlxoG
GGEYBBpWGAEZOhmYGH0Y6BkCGGEYWxsJGMAY3B1DGfAXxhkmGMwY2hZ4GFUabBjeGIYaERmoGKQaxxkGGhAZchnVHPMY-BlyG8IZ
cRm0HM8b7BofG80XlRq_FQgZcRo-GtIYHBlfGs8Y5xmhG8QWAxkJGP8YxxmGGTcbtRtHHmoZhhquGigYHxnqE9ca5hndG1IYKxcl
HUsZaxqcGVkaVhzKGOIaHhlSGWsZABrXFPkbZRnAHGMaeRZOIP4aKRqXGrIYCBlmFvwZrxoMGhsYuxhQHesYCho2GWAYERh6FIYa
8BjYGiwabBoVIbgZlBukGssZkBcAGn4YrRilF9kXyBg-GHsXJxdVF-YZJBkJG38ZKRlsF0QZ4hkWGQYaxhlqGN4YphmjGMQYoRgl
GW4buhkWGTMYQxg6GQUZoxhlGZ4Ybhh9GRQYLxlRGCgYYBn6F0sb_xpLGZwaBRq0GCUanRnaG-8YghoxG2Qa9BpGG6AayhlJGa4Z
ARoQGhYbtxpBG6IbJBmKGZwatBnLGd4Z8xsyGgQbfBntGsUZRx5sGm8ZQhyFGZUZHRrNGb4YGxwaGTwYphr_GvgcbxoTGvIadxrp
GTcZpRnNGnsZyRj8GfEYJho0G-8abRnoGE4aNRkHGrYYExpAHDIaeRglHB0ZtRkTGZAZ7BpKGZoYwhmpGo0bnhn5GrsbmxlRGXEZ
JBzuGLIYjRpjGukadBjSGEYZXRjOG9QZ_hjhGIMaKBp7GRoZmBqlGKEZTBrSGLcZshj8GLMYrBmIGPoZfxm5GOEYehpWGVoZUhl2
Gg4ZBxn8GKAYaBn7GroZmxlpGb0ZQhmeGWAZrxiuGW0Z6hg8GjkaNRl4GSMZvhk3GjIbChoQGiEarRo8G4MZ6BhrGdoYrBrNG_sZ
BBq6FycZGBqdGk4YKRuHGRUa4xi_GLMZIBrJGXgbIxoeGYMaNRyWGoQZbxqkGrMauRgQGrYYfRniGNIYFxoqGR8b4hlEGvAZbxql
GEwZBxuHGPgYvBkqGnccWRqwHCUcGxygGMoa2BmyGmwZHRjiGQccYxgeG7MZQhnmGcgZ_hlrGqMa3xjaGQQZ6hjkGMEYABnGHDQZ
9xgyGecZBRonGQsZXBqYGcsY9ButGTUbgxgUGjgbKRtZF-4aXhvKGccZ0RkkHCobBRnGGroZKBnfGsMYqBvQGdgZ5BiOGR4ayBgh
Go8adRk0GRsbVRkWGeUYERyeGlwZLRs3GTwbIxkaGZAYKxlcGX4ZYBpBGf0ZpDylOgE86DsPOwo8VzrzOxE9DjxsOhw9jDulOsE6
rjxROzU7dDqWPKE7dDolOQA8CjvsObc8qjztOWo66z47PBM8dDzVO788GTzPPdQ6YzvGO-g6STzpOwU8XDy5PFY9Mz5IPsI9fj5J
Pg4_MT5lPqI-oD2NPQ0-fj6mPTU-1D6pPPI8dD7tPTg-ez8mPXw-xT6iPs4-rz20Pkc9iz2WPUM-zT5_PuE-_D0qOUI_hz4ePFc-
Sz4APvc9tz6CPTU-skC1QHNAe0ERQjZB2EAaQYZC5EJtQgFBbEAYQbVBzUDkQDJBL0LMQMRAEkALQotB8UDEP5FAo0BhQBFBm0B2
Q8JA6EFjQc4_C0GEPW0_pECsQfNAA0E6QdRBAkAXRJlB7R_tH-0f7R_tH-0f7R_tH-0f7R_SGu0f7R_tH-0f7R_tH-0f7R_tH-0f
7R_tH-0f7R_tH-0f7R_tH-0f7R_tHxAYSx73GpQeqhxDG7gcMRiTGqYcCh9qHAEYHBgsGGYZwhsZHAAbPhxqHFwcUhxqHIwcthwD
GO8Y7R-eG-0fxx_tH9kZ2hlYGbgZVhpZGYUZARl7GbEbphnTGcoYDhsnGagZIxwHGigb_hgAHGcbExqNGpsaIxpaG-0fEBvtH-0f
7R_qGA4aaxndGWIaoRlzGXEbWhhwGXEbLhmtGY0ajxpqGWMcXRqvHGAaaBixGXkaihp0G24Z7R_ZH-0fIB_tHx4dwBqeG0gcqBzJ
G4ocxhu1HAYcJx9pHDscYht1HtMd5RxBHlQc8xsWGsQe1h1GG3IdkhrNHuwbOh1VHUEeUhz5HKYbQRx5HFwcXRztHXUcGRwCG7Ub
vxobHDAbmxsgHCMc2BvWGxgbAhw7HVwbiBw5HCobIRwUHCYcthuOHRMc7R_tH4IcAhlGGGsX7RzXH58dTR5YHEgfdB_tH0YcJBwt
H7sf7R_tH-0f7R-ZH9Udbh6rHu0fth_tH-0f7R_tH_AeOhrMGJMfGB-SHLse8B35HsAeTR_hH7Mf3R_tH-0f7R_tH-0f7R_tH-0f
7R_tH-0f7R_tH-0f7R_tH-0f7R_DGB8VCBwiG6wYbxdvGZgZOBqzGOUZHxbmGKIVdhikGU4bshhmGasZmBuVGSkZFxeaGEkWqRpP
FzsVNhZjFoYapBmlGVAaDRkZGPEbZBpoGRcYvBwsGhMV5xWYGhsW_RipGIsWxhjBFy8asRhFFa8WvBUqGfEaWBctGo4aixoIGbEZ
nRrwF9sachWTGgYbVhl3G2YbAxraG5cWkxcVHEYYKhlPG0QX5BccHO0YHBknGqYbzxgfF3YamRkpG3gYdRkIGnAYnBj_FSEaGRtK
GBYZKRs3F0UZDhjpGKoboRi2GH8ZTxizGx4XkxjfFrMbnxt4G_0a-RmyGe4XwxdNGiAYUxoEFx4XrxiwGsUZMBupGQIa1xfYGLYX
jBqrFogbMxp3GzgZSBrlGV8cVBxtGfYXrBuAGhkaxhe-GnkZpxhLHN8bDxjNGK4c7hlXGvoZjRikGW0azRgVGRgZAhx3GsoZ0hu4
GaUZrBkZFwoauRp0GwcZeBjpGQcbrxhuGp4avhivGSIadhpjGfsZiRv5HN8a1xcVG0obQhlcGc8cZBkNG_gZwhmmGNYaXxtbGuQW
hhuWGiwZsBdUGN4ZehosHOAaqRj8GMoYVRwEGZUZ6BlkGncaMho4G1EZBxsTG2YbcRfOGqcZ-hclGc8X7xdJGtob6xiMGcIZrRlO
GWAbaBvtHxKt2D89PyL4L5bI1hMQ_L775AEVJxj43t7mCsz64vQNU_6fxvD-Ct8TgeXvsu8gEsXQUfeUYMgjrhOmEBv64wza5OIC
DOmz7twZHNMszc6Byejj4wLX8fPmFRIQIijq5zHYAfKs5hGxCh6BA_T_CfUNEvgM4PPdANw69gL0Bfb05x-_2_v7LdETFezxBR7_
-pAuyQWB3_gfvvzbLA_o5-EY2PUe-9IjAwjDoAAdsQ6wIvXQHzwFKB3qpRjQJCDV8xlXEgKs7CyMgcz_mjX-Ee8EFe7iI9cI9BHe
yAT5LQ8t_bHG5gHf6A8O9zXo8grtAggigbkGyxQNBiNcV_HkBRErDf_57B0nCZsNxwah-yO7HfUv_wH_BujsKxb5-Ab4BsH2HPQQ
Eil_-6890yw1BeUaLhnX_A_U4PQmtBPPFWMYz9OK5anWBNsBNA4eAL8bAvIaBPM4BQoGCSDC-AQe29kU_t_k_BYW9xUcyhk80iYl
VgnYHwMDFvf2gQb-5Q3y9QEkbCkuG4Hr57CSoTb1O_TqXBr0Auzb8No_5QPW9cmMIOxJB6VCBPQAwQn_7NPjFngdf-o3SB1wARX6
uvTv7iPu7gnx--8YyQ66Dgb6zgUuJzUDujXvCS4TvALj8-_0-SDyGWoFOuzpvX8qZckA-P7l8xvi-v32-N72CPUgPsVYBe4THDL5
D_n26db44_D7-IHY0BMEXbwJJvnlMPfnAP0JGwoAHB7_9_3uBuD2-MQqTRAS3NEbF-0OzQkF89P6DLBLRxzq-Dz1KBR_9DYS69oS
8gkJ6xEB2tglF7AYlNkvDSKyx6D5-gEeHvzt5h3w4RirKNAgJzr1IH_zFfsC-BHwEPbRAvgYEfP5tdQdH1enHEFJAswJAiHHwOv6
_yHW99T6tGrgzfnNYLJRgewl-yQs7-wZBOTzAD1JVy_GPt87OO69DEIi9NzY_ekuJQQe5CWzR0io_6oxThgJLx_470H52A_14h0H
7egVP_8PBX8LKrw7t---8i8Vz-sc-AgI9U8FAB6iE_P_MYHZYQ8G4xzv6A0LyeMN-uoZK8r06SU_GwXoLVsdAu4J_tju7-buAeYf
T8M7kTW3TraBZQjsBen44P0u08oj6DLqKwstH98MjdDv6lUI1wIbEhYkBt4K-y3d-LfwgQvjzvynIRvO2BT5DAcN0iDs-Aj26tP0
HrUcC838_tj29uv5Ad4D8iDh9jjYKU240u5UQcUOxDT2-vkl9B3m9CjrGxAh1xT8DtQXR-NRGIHz4zgZH_EBPvMWBPlEEjvGBsPa
SXW5-OAY7uzl4Pnu4gPlMCzsMRw79Aq15xSBFk7gGxPr1Ok6AQz5Eq59XE4BPuHQOFrIAt0TAP4czyszzybHCtu8SMYmKNt_9wPN
2-Em_P33OushEBDjBCk0DCZOdOzsvrDVFgcM3y5L8xASCf_oA8bgDOzcgefKR-E1AfHP_grtzef3LBYT9QR_ixq1RT9gMf3gC-72
DAgF5-Tw-RImAeC-JPEJHiofw8Me-QIyIvXwBuYly-vf98frFi-78-_BKWD57tYcRPf_Gx4IJxETDD4cD96rL_B_FP4rFrRgJB8R
5x5K3vQNABCvikQMFVoL_eXegfDk8wnv2y7ZDcn3B-IhtBA78h1k90pLwWPf8wryvx0-HynrBp0VzN_M1tFlJ96BO-4X3dkDywfx
9Ony8M3W8AQPLA7GJ_Lc_Sjh3jALwjn5-xEOBRcbOi6qv1dtvaoQBxQP_eMBxOH6_Pnq8grl0wSq70TbEzqB7QSd5_bV1gHv2gQG
9lVgxLr5SYHdehdL4hMGMNbu3BAGARfqBRv26M4C4UUm0e8MPOskQirbMhcHDC0SCs0HKdkef7zU-coflekiCfMdEQnlGwn438H9
3fK-7wE72PiTDwov7-sP-fTqAvkuBeyM6Bv38QoKVb4mlef9DhvgP90pAvAp5g7Z6P0dpc4Ri0g56y4uKdT4fyDo7-za_vSyRibb
7YHf6rZhG_3QBQD6ySYgAQPuCODZ8QLo8Qn7KtEV99wU9vgH1hMK3QcW7d_9gaXwCkKo4zQllwv2CfsJGc8lLBH__Ccx7zn93mjO
3KQ03h0TxQUFBcgX9fz97b76CracE8FQsv0LJeUD7x8u6hQDBCArutEGfyvHNCxcLejU8W9APNATxw9AI_4F1OjasvQaJ4Es1Ona
S_zt6ev-6wUN_wPXG_fyygD1B8sh3ykV9_XgDAAaQ_IC8QLj6dUUddXpJstZGRcjgdTTSgvh0wH41PUO2hI5K-z02v0WrhkuAhMx
6fYZAhgl29e7AsV4HOQBgQHh9r8FEQ79Cg8n4tweAugJGBkC7vr63QMCLLlFHhguARrv-gLyChcJFLAkRRT0XHXpHgeB-dnz_xkQ
-e4pDcnY2P_-Kzvt7UD5xvcJ_zO4DQHz_OsHBev9HS-4N3y3vRTtgeusyCoGPwW5QQM18wSz7iuqUSzR_vMFFAlLAoQsEgwGc_Tt
8hwc-NdC1xFTz4H1HRm9K_v98-os-_sM5hegDQ6lFhKlNBAIg9XH4wX_CuXfcfIjDPsLEUB_GeL5Jdbo6LMQQPTnEOwIORcOCAPX
Bgwn1Ck51LrM1kr9yqzoDODBKgUG5QfpJn9QstawMwjpOksU8hku0Nzz6xHoBQkkCg3eBefxASLsQyWkAdX1-AUSqvIyLwr1_V7d
uDn0CTzIdiTqM-7Z5-7pKRgNBA4_3iUNCw6ytBHhPeAH7jcE9_4UgfoDDvYKD0a-wqP-nus43_LRgQT8Le7Z6e7-Aju6GfkO9Sv0
tblSzO60_6n52d0fENT65Mv4FVETUsoR4RN_tv_0ERDmxBruDhr-JOUEBxEQJPj9NSDu_u3h0SQmBt73-xQT1RDx-fMSZyQzoMsD
Jkb3BdQX7AX-AuD7BLvl1eES2D22CM8omKuwDX8ZvxMaZ_r38Q4ALgroy9VLR-aoTLiBuwX83N_rCfb7GBP95PneWLc-Iiojz7nW
CeUe7-sLogn7_OUOIM_tL90kQGW-Es0nf_UkFAvzFgYn7fwo-fX0Bw30HcwFzAnoEB39CwoCThT0--EO9QxeLwPd4-kOasEWU6_z
IUksHukb1x27HOfG6B2_U9aH6sdjIMLt5R-lytK4Nw_FgRIm2iAF3DkMf9TMYiLt4hRG-sv_7DjxEfr3HOznHgrnGxRgA7vk_BTs
3MX0UAgMm_vB2QApCurrpC4MugwQ-7_fBwXgHRQx1i8J9RQj2voxJPeYBEoZAP4GBfwY0BoOfxeXCbP-RLUEoBj68n_A4hbp5iHY
MzSztiH__Uno6zlGw_n-5evx8O4--soC8Tjw33adHvgBH-4I80wsMv3qAaQfHkrCDM6ct1so3n0AMebFIPAIwlTGcRbAJDOmeX_H
G-I08_wR8vTM5_npLOHSPjlcA6jS4xG-f72t-PYjsg0eHyvVPcEZANv80TMeIr4CGugo2_NQLBAqDy_GacvfuRVt7-v_0SnCKdIR
9PybCPeH_dNDA4E4FAUEGO8WVP0WpKS1rekR7iG5qgrHvcVPq5QtHtwF_S7lDuHmgTgnKy5-7vW2K7erdKwwAOz2nyEyGPk3TX9G
Bs2zNfkUVtvuNOi483-7uUUeUrcgN976Bvjrs9IWMztItW1PLBFOcTw_zA6qQxec8AnX_oE5Mf4u5QMV-Lj-0aFLNx4IAxQp7L4p
G_ojTWTXOwEr6OiqDShN0yklz-0PHEwAMAcR7gPKF-oT4RMgI1kM1-MJPeQBWhbz_1LvIdXdKe3d-BF_Dwj3-hm98PAC9_Up9oHv
3QcC0TpkIcj0vA_usOYU-U40vgy6DwzBwe0ry2DTzbTEEki2HN0FJCwv8hvhgUQo3DY_EUG_cvqql_TCGczr6kcpGBQj2cbo-fTR
SNUvGPIs0uA3ARWJzbAt6uve1fOlgRB8lK3M0yc8cCJYjMoi5PYUAIIUPvHZClvzEylzw54ejEM6_PEeCAPFDMHtAC3kyhMVgcrM
uWoT-CXU_lz7FfIb7gPb3-hIQy766OD6FvNI9Z4A7_Pd6QT76DkF4_Q0DhUxVdqZYdDoOPupCMCzGAYm5Bkl3gKPEhU0AuesUQnj
ErbPfwgaDhsSIvgi_zfF3vbfgQxN50D94QZD6CFQ9uT9FdnNKdf85QzRFBRIzgntykov30K8JffeGPrOygcsK9VFwe2-_t4hwxHQ
P8Oo8u_1y_5FH0nuJ13G6Yd_QevTxudo3zAVQgFgnPMG8P7vP-h1GubKA_hCVwhFFtn_N1Yl8tPk7D3hzO5d4RSBRZvoQBTf2-DT
PyugHsgbzjEg9P7d8AAM-38C1-ZmOMEe-wD_IR785vYFPc0ILOJW6LjTqxsu8ywQL9kLQC8VX9-5QQvEySU2D-5R48AB4_lWtoKt
BR-12DItwQuB4QEX5OrB5u0C1L4aJSft0Q8RQylkGefd5RQkLAYOBxasuPsd04Hs092luCgX4zzR7BLD_jzvBBcD8fNLwvvcxdUj
sCweEOZSnPLlqCfYEkSlTyq-BlcsJtgof530SP_9CdUnYV8RWBFJA6JdHy804iASPQT8GfXHM0AlGPbIQeoRmRxrDiIkQB2u8rsS
m-IX602Bq0cMLyO1QEU___wqsFCgPxTZBwjWfz1SNirU8a4WFugBejDg70XPyy8rJh5A0EO90-nQTfOnj8rA1iQNXwI7gdQyC-cD
8f6bzwEM6l0A5AotvgW6HdQAGu8RCuKkReYyIzRRxeUrPhsOahLn2v0ZTxzJHhH3_QYoIPEj3s0FIc_FPEtlgS3b0ykU9jgxtCQD
4sGyKhgTkRfW1i6BRBsj9N_uWSvmGQTtugEtGz8t2uLaDNw49coi-_D-DOXnE-5-bhVTmRQ33g0ou8WRogTHXuOJMP3HSus5KOPw
BQUo_rEaHkLtJNgs4NXlvsh_BT7wMNHrJ2fxAQLy1BvNCsHxHzOnUCnqC9Tm1tsYH1Dvr87pBeg8C8t_B9vk47sWKwJIYxf660oX
5xlHO8WyzHMqG7US384Jfw_1Q6e9NBFCXGGW-9Ysz2w8BEPW-rZJ8D8khOQ09PH_3cbY-hQUSuTmmBPv4Tg9DLsBxuUIGA70sJg4
yA0mCukv0crf_RTh8Qz6CWkMEAzsfxgpHffd7SLZO_f3Iw7iDSkT9NwB_cr8HQzkEvoS8SECCRpJFQDj-fQr2x_6SfwTgS4K3_8a
AHX4SrvCBhnqk-MEI-T1PFcG2AEfAdGB6poOo80k-CfLUw_e6mkU5PMA-wIO6n8G6yTpBQrF26kt-eozJiXEQ_VISQQxSOz4Iqv2
L_APxLvy9twQO-OcwENLEfY45-gBA3_zA8YS8snxNgQLNwbl-RznCukq-CHDHQ7TGw3_AOjT7UjuydLl9yYaIRr69vXesAbA0fC9
DATx6zXXvhRhRO57E5sWAt4w_yWkNu4g0sd_WScHpvX-Jy_TDRH-HS8AJRsiOSoY8OH-KRx_IgytnKbt7NPL-Pzh_2j1vuUNKrfa
DAgJGPies8L0AxMYb-fg6rbn0ei7EzYDHvqetSwJQQ0nbQ8WUT0KxSt_C5DbNesF9avvcf_L2Uy6GR9P8wjrQ1okRtQzu6K7ywtm
3BWltsjcGuUk6DjGHziB7M0tbr770u65uwC5N6z96NTXDSDNqOnp1gZRATARG9-31fhkQx_21RGBHO9e9sstJQ8B3fsZ8EQVaFPN
6AzwDvcLPvb96m1EQyMP0cbP-e44EfmSvhOjIfDfLfyTLTW77eQKfxzhDc-i1R0qAvYCFSgdQiTq1eIFybEcBgvkLxVGsfR_NPtC
xbgrESohNQvTq_MUD-pT-r7R7hKqPv2EEjYIKtRZuA3-u_DTBSwRBy3R60z-fzUSFPMyEi8s1tUh6h3UxyA1EPrdHefuKE3IL8Tl
8jCBDPX5Odr-FQAdsOr6B60h4_q--Q7K6ZkNJeQE6zxV4xW6_CU3u0Iu0ORen-wA9RPXJ5Gz2RAvFgA21w7p3g4PKfNXEDNeCBQs
2fx-8zUSCKzmQ-J_ENPx6-hUxo4hQiWUwTR_3m1PytQ_7_kGEyzYPjfZ_ufNTx741BZHAvrbXRL7NPrpWVrCqvY_Efs-gfklRhxv
9-jZygX5Fig9DCoRDOQQptASqyhV3cKhEKPZlf8bymQR7uba2bvg_McXQiC-6he1sA2u_yFUqA0diP0N_zlzFEEUQi0e5n1dKH_l
7ApJWO5HE-tl-A1R7PLnF-36DrNR-kUlgckDvMfC2BHHCCT_uBggpPEAyL1NByoSLPie1NZJ0vUW4rxUEO4h-DIB3EqrGI8Gc0XT
VUY6PMwc9cjcWqrYRRfyLUCBxOwlDPRSNU-uQCr9JDmU6_QdJlH6xx-mMAYRGSQtKeraf8NFJfY-RvnB5wQDDeMeWA4KuPvmxNEZ
CRAgED8RA8xo7hjcf-t-VLoy6Bslzeg_DN0z2bNR3STCjDPYVs388WUX5d7Jt2L3uiIAJde5ztvbM-BAvh_3zQjtJ7jsySoIB0wQ
93-Myq7dBuH6MArr4ez7K6go9TAyEblaC1P61wkZHwL3_QgbDP0J7eQX9jsu2AsF2QQF-Cb3wvz8-vr1CftoNOzYCfYf6PALBRMc
gS__1glU5WcR6o4gOyapRrT6f_gdF6-1VfDTUZf6QECXOKXJByIO5-iWUPjfEWakY936Ig3a9_j9HgMZGwkH1zf-vfwe0QD6EBQG
8OX-DAQj7i5gKufaBvRN8goT9ug4gSSvR-fufyEG4-TyCWME2p_d9S7s7f1OHhHnRssEKAjo8Tq3-uTx_gwDEc34zrPbQd4v0yAP
ugD_Dufy9eANzR3rxPAXJTDs_8d_3N-wFCrmQtIfFSfYPgnothkn-joIHksbNxZN_NHbGUPG4fXRvcIkMFrJuw8z6bv7ww4f0Pbp
AONn_4HOBP3n5sIcMbL_zM1Y8rdc6E_fuvYpQ8s0NB6Z7n8uBPczpUQoJ2YG6jMwQyUoxfl9HbOOLig9I1T6_b8TC7T35wbSzMDb
Hj0qUP0CweTNBNFPwPQjvTkbuRhNPFf4fzStPmMH0iHt2xUHEz4TcBoaIBHQCO0G9dvm9fRJugYbA8Qs88UcAKMBFvjtz9xsR_P0
Nv4c7Rcb24HvwQgyBgtGF4EM69Mu8KEe5TkF-ODv89_96fcBykwr5wUl2M1jTpfI8Qn2J_LiHQAeqNbt0R6qCXzlI1Tu2RzgAcko
BlDmETfyKA7nGZDQMjjKJEWBzTsM8foTt_9kqfL6Pv8GtiMzBjQn9Qj00vL8_wT651HOQb9EDftN5_4x8PIHE9rqAwt_7d0A-_NC
z-AHE_Y4yCEIBOMwyxVWzvcR_-kHDyeB7fwB_CDr3A8OOuYrGxn6rtLz9hoNAvv7vQAR_-9H5w79NQsrGCDo0cI3zC8NKOnBCIEk
NzxMr9TUFBkuMfIKw6bNzdpH0-9GDsxR3bDb_Qycrk4cBuwLGwHFaq7pFf8i9n_zMt3YNt_WDQIRMw69wjtB0Dcg5fTFtz3yA_wM
FQDvuPbqAOEVJ_zlKesF7QAACDgF3ePtIQwO5gULDiQQBOvk-hr-FMza2R8ZgQvrDyU_QvXBCFTekiUN4jdDBvKrHrc09sALJK9_
9-7XmacfIfRLTf4w7SMa2rjmDtj2OfP34fXuBd4oHgn_EPP2EcH_4TSw7gi6HQMCCyT94x0ZIv6BBRzrGv3MIEwU3n4TYMYH7L76
Ol7QTN5J1_0g0Rg7CcvA84FCKAOcAvek6P80wd_5MyQGq64YxA0W-ybqRxbe3xC-1CQcwQUlG4EAJbsbE_IWL1qkMwcTLOAm9eqE
JRPz5jEP9JjXqNDkK_QT6RAN5uQePA3fUf_0ylPz6yQV7APp-tYX-8_p-gsM4fxt8L27EbZS8iUnIR0xgQ39Kof0_PjczsrLCgAZ
nSXI-vYksxZVBjMQ59b9fwYDu03yETnlGCQ32bbl--PaAPEh9d30Cx9_-xf_CznKAU_zKfrZ6u7q6QL7rfM03THiB-cTADHlQyLx
CwvhJ-vSDeQoA4HMYAxL1s_xMDUGBCHg7esk0lBDDgnnx8LlU_0Py1UdOWDFcgtNy5bQ8q7JINsgiSR58B-zSRLhR0W56XUGDigr
pgXitqIyJdzZ9x23ADdYwuX9BYTM_3wHf0oXo38nVewHEefiBAwA9TU1VdIMCw074enkAPzdLAPNCgPuJvoL7AADADjVo4US49XX
-P303Z8CABbe4QQZCQfJki_o5tr0PTtVACVVwRQU4dsZsh7pEAZTEtwVf2D9EwxBLjLa4wzm9jkPCREmICfRBzcD6IEPPBgF6NwA
xg0JAO7cObXPK-7x0j4rB4Nu9efxHsnTAvS7KwD1FxgY6PS9JChP2brai47-wbeBtjQkYwzJrz4OQkUo1vLMPDUUxvv5yiz820jZ
yvNXf3i97A3H5uIPT-v_UIrSChyMBeNEqATOK8Tt-ggnIB6HYPhL0cbglSqxD60bDrLyNi1RDNTes4Gq99E7EBu2ITbiDt7V1t1Y
8SfTEeu36QMxSC3CAqUV1e7e0aIFJAO6KL3vT_gJVh4k2w0AGvZ_Ev7BKkMD31YE6MMiLr8Zjw_AAR2_OFC7LwHpGM_o9Mr3CvoP
ESIn2AjBx-Up5QflGSLo-RwF6P0iCS5O7AnW_QQfC_0g0_MNgfIM4NwB98kh0OkOJlXtOCbWgTUHAxY9yBYP_2BBCQblM94zCv8r
Cvf0BOIR8gfeAg1aOAsCU0nu9Mr09L1_0fQ_fCvy_ZTu_Cu-zM4B6_dh__jz4AGT4CwhA9kgGCI4-Qj5u4EQHbLp6PE1ES7-JvS6
jyET9Q5X7uQC_EUy7wfdTrkY5schxiPp8-vW4AG0Cwh_UB33LAT5BA7l-VM3KTY_xgD7oiDdyJcwNNCsFWtAXCoAMg4UOf6_6vLm
Gn7zH3NUY0LWuyIJFQn8yP0PzLAaf-oexx-h-b0aLPzaC8YPBt_FOAXoHQW9BcMOFOLTFd79_fnpIxAs9hIIGP4L1xzo4gwVFb_4
IHUU49fj7CdGDkwtBAi46s1pEA0n_eJfge4DKWXUyCZH10He7PPG3KUNdrgkHmCmL0nB-JzLri_93GCsIH_eXKUwOxw99_VYZ0RA
7ZoCCvIG7bn5CtZD8q_VN_VcAt_rCGKB_QEqsRD6_MLf8xek2e_jLuv67f3RBRMGBmIWyAFJE8LeBA_O_S4X8THVCNPYgTcbDlxE
cq_bjakSJ9sWCwDa7xsJV8bvyn38GT4Y4_s43BiZFfXy7NTpsBGBBjADBBWw_fq9CPUSvZkTENLn7e0IORHrEf7_CeQcHdfFZRh_
ORsH--gqACX0u_vqI-m2Gfv7CjcICOgq2fAKpv5DCf8tFxTQRikcBOXQIvMoJA0C1RkZEvx_4vA2_z8FakUExuXLGxTXZvvm_gbi
Iwfo_uH24yrdAOP_7gEACC4LIPAOANRMDvn3Gd7tFP8jfx8aQCsoBO4fGjMA8fEOLuMICA3GJMnQKdUbAtzmPvcdF2mz0EfWgSzx
_OLp7PzqtxfzWiUiFZkiQ9sAKOD3xB_A8yoK2lyz3jW56M_ZGxBQ7iMSIvAr8k0D2gHs2y4230zxRSsPgRo72hoKP__q67gNvRQP
MjQfOgH3_P3I5OH1NhXM9hs7wKPgI9rNAwo1Dj78-eMYBCLT8YFMMP4PRffepN5d3hZf9twcCAou5Ara7kEK7CQk5k4O5_BHGBX6
FADb0CmBNiBc4_H2LCIX9OM2zpPcOevv7ecjByknUTY1Ev8WPZMo7wOB7O0M9j1FHjv5sksBJcXa4vE46j_2xj4UtF8pMz7TzF_7
_vu2fyoBLgD5KMb5NSzXU-9HFMuyBwgVCNb8yBsI2p0G5NEH3_An9Sbz3cwHlQkr_Mr48S01GPdB1PRLxc_v_gLoGsytHRZH1S0A
EM5bxPsYZD_v5f-nf0D1Bvq169FOD0_CwrxZowYrJRh89V17ExM4v55L0Poi8-R7Ss3zEKXHRLwaQ_o1FX8xGxrroy0NDAHDKydM
PYLfNyhZySPpN-cGH9wCAC8B_xcvv7ov1izuAfEN9_D46kr4f1fh-9EY_hrXgaYNG7LyqTzh7Uw0rLr90HiLuuGZ28C2PqK--RLN
1vch6AmqcBrmmqW47_TvAjgj6OoYmyM-BA4QIQkh9dkA7-zMsT3y9RAEOxAvgazzqib0GdnbtUbcCJwekRMIAZ1NXeGq5WxEQdFL
LqT0Dw_tAPzYv-UD_n9SB9nOIP39rf_x_TNKOQDj6UgmEPc6ADWtfzDVFM_k5xlWD8XdF_IqKOUBRVn8Ij3oOKvaNPDUCfIPFcS_
Qs39xsoyIPfeAwUYup5D7jROArp_E-npAQoJHb757f-8yxupH9EowjwBQRgBx_VKB97WETTs7hcFACv_AACJaSDIH-nr4pfiUhTX
cRUc3wHd6MLZ3_It0Mszu1USwR78gfcATfEoIdzaCiYbTvSlkw8KBvvf1OzA5Qz89vuBt3HwEQLo0ddn_u8nBBjbJcdGB7X8AwDu
4qM9-WkEOhYF0Ln49Af6JfBtOxFKwuM8UgvAzOUcYBcQcP_aIf0JgTP2AAwvK9aFpRYcCxIE9LZFMeu8GfotAslDAbzTICURKQ_q
De_zCkv-9BIDRVsCf-7y0tLx5ggNOQMdAflEIt_5DRrgEACoWDY3rN0uWDMpBMXvYiLZAf21bWS8gZ_75Pr61rPCQDUCHv-2_s4G
SIcLJtrqt1Al2wNyFdNCFhsVL_pv7MzPA-P23w4NgVHlAePUuuYbSmtf_9v2-RMjw1QX-grUIwF_8iIAAzID6e835hnZNO_JDRpa
Ce8JayzsKvAgMCsVDDP7LKDh_sj5BuGno2nVKN27-wQMzhbvznsIo9wCEs0pFqT3L7kYatz75wkI6DbTBtjqHYE3Dvo09-bMLdkN
5u_n9RkAuC4844YDRc0O6_OnKoGurfsIOtH3ABnwFyIjvfoK5t_9_vIP8Ssf8t4SB_rcAjEDgf4BDA_1sOXzG8TyrRQEKNgDHDT1
O_D4GyYO3PYvNu4m_7ogzwni0Q1_Ly5tS_jADwivzOwJRlf-BUQbc-BVxwEM_Q4B5tmfFgPp_twA8hhMEH_0PCjrD9kAKvzn9vQB
zfrz7-31DTII4Ub57s77HwECGPj23vcqIMT88wUTLsH9-wW8GMHSwBcv8uD8Hf7ACF8IHf715Fsqy97xDCHqIugIVn_SIf4hBhDt
nPP6xhDQ8EED8s0U8E0j8iNQGQcUnfd_EhwdECoXygUd-eQjtQf16u8G3xA6E9QPOl_97sz_A9Lo87A01f0F8yj9PRbm5R7HHfdD
_eLD_YH5FsLI0jzw-K3e0br0AuoBGvu-zVLB-u8PIjX2CKriBT3oPfoiVhPz8xnrMOjgq_MrFDUl7PL_3vP7fx6zDC7gPTTvNBcS
CA7PzMsoH-MM7ucZ1CKyAe3910T2BDDG_9MGDQ_Z9vAQTwUV_QXMLOzpge7JAfndByDnKDX85D7m_wYjBQjhCAUhIg9_EUjh9ejb
6gg3T_D5nMgTFAoBCx3_wqgX2NctCN3E3oFuDtu2LUZO2u0BMePR_xTvywXbwc_EH8ILzhUCKEsQAtnOwwzWOAzKASgI9emLfzPO
2430Jk0J3wITKhzt7jEVDdYeEvoD-4H-dfQdfBAETMxTyfXx6eQPGyAjFQcFajwfKT-BtRr48YfDW-0pzqHvFTnezMCy2ZUoIvrq
PfP84AoNBV4ArhYoDpf7-g0m1eYPrpjJsw_V9_8Xo_b1B2r0zcP0C-L3QftXiSbnoJYU6wD8BlFWf8UNXCrKAhjBSxwD1B0vABCv
5SsL3hjYUTwa1BzuQO7zK2XXEebJSxgKOwH2y3_s5-8NDxU6BLfy6Kj94n_JCqKHZeYQNUYD9zEAPzEbB-3e_gz59-H7JlsCogQ7
1TnAPtbI3g--Bkrj9SjCzgcOHAMaAAUD3xTr150B2hAW1PD5A8Mctfn32PD33_z7FH8GYAEM-P0tCQjjyh76ETrjBzW_79FP7xfO
E2rRMBAL5A1_6LLdNUv9Gr0NXQ31DwHm4x1ejRvu-j8LBdcI8w0a2AkT2N8f_SEiGhkBOcT-0j7t_u8Fg-2ygQ0DIc82MeIEIuwz
2ywI_vZJ4bYG-_Hy8CsPz_3r6d8JCv0-_8Af8X8C6fsMA_TtL-72A8MsHSUiS8knHc3k9wAjzgCBH670DhsRQ-kfB_QO48CzLi7H
LB_u1mJZt5bl1S8fEu_71_8GyLoXv0FMGuKotzFCAZ17ye5SQSUgRg8BFpC-ee7gSaFzYbh__Rku-QoTr-zOOdLv3wUWPTKwAkDn
BkO5JDEAwglvqhwNsxYH_Ozr_AUIsyob7DkSDP_n0MwLUw8gxT4NpBIPHd0rCRs6H_LrOxLM2yMvGiZ_6kD10wv3Rki6N-U7Ukc0
NALXrzkWzKoo7OrJHyXKBNOt-wG-JP_4-RkcDU7lJPE7Cf33HgPrFf_H0OTw39rPNRjhAQpAwdTMDjgD_ANT3BkF1_P2SAgKMnH1
J_okACLxEc-07_QnHSM49PbURvwLAwQCEO738SQn7nLe0CS7rfsn_SQnMREg_BwPHSEHgf3RDubh5R055RQbJQ4VBgQkHina1kDV
9ykbL8YsL89AK0TgCgEhCMvrshML2VzDQeD7EBgro0Ly29Y5-eoQJQB_EkTzRBHA-uQFDMdLKRUSEgL4KdX7Ky-6ANTr6Ro6_Uof
xxolzxPUR-gBGEXGAQsVLg3D6f5l1xz74__1CRm8GSrc0kEO4wMLFfXcuzPrIPPxCx0P3Bwx4gsHxdIT-gs2EOcP6C7dEVY9-Pw4
9ALT1e3RGIEq-koK1JDMCMsb8TTp_-U25vjsCck4Nlw8PdP9zhvwD0wJBy875t4GApfU0MoVUOQVEvv7_QnyyQDoOabn_0Lx-UDn
9yPb5CXO6xDtHefGW9jCCcc5LicknyP5vyJ8pGn64slF20rKAkMZPSwD4ygVIfoo5xrw7d3-2Bve_cDgGw3i5sYcFB7m_vDxQRfA
nPYK7gjeBP1G8SS7qvrlO-tCxAHcHAv-2vWBFwALLwHh5vEV6Unw9hUwyAXkEPH2ECUF9gAqGhHxJvaw8toXJsc0LRMLJAtF-gYA
JC8MLNPf3-7i8AHULxQI9wrlH-gS9RcICDQNIM0a8_EdPvbwDe7v0v4aMdr7y-rXvhTKDfr2SgjN8_f9Ji7YEfzi9v_OBy--2-j8
9QYC4BQUA7A3OBMEDOThytFNxpsP4-EJ_Dco5xEC9b_Gsh0aQH_i5iDwpAqa3j7L1PDq4SH0EVICzCXfRhq2Eu4wWOCakgwB_AVG
UOqq9MH6qy6oBSwGoOnmEM36PcyBBPXA1crC8tiMFbAPJzQGEQkDw_8O2-nutgLVCNsS3wsE8dn78PkJzANPEF00WA8sFvay9CmP
3lEN_Psb3hHOCjsh5ipE-d3-FEAb-85NBSIYDOyw9t_z8-VoHggnLNod6yQdt0ge7t45KL5kvgpRFhMzB_M01B3-FMZJ20YMMudp
DRf91N6mIzEuKyH5D_LhxbRaCwr-30rUsBAOFQjZmssFLRUNCBYpKxUvFeaBZPUQhBHywBwC_u8YC_rOCbEkUsCmRiYAwEADG_z4
LxGwU9OL6MdSJvv1KzXYAByV1wAGFAUjFI756b_v1igovQPt96P-WhZQvPpL4hkUIRHsBiP7BOoRGg4M-_LwAhLw89TB8wEHKBAL
8PUX2ujKfx4CBf3F7hEYGQT1_cse3SwQHe0TDPD29_IF2ACjCPTx0dkLDAjg_k_p_v0A_O4o9dEczRHhAw0D-PLpHe0a9Mv6_ha2
5dHeEtn8E-oj-iDjG9XhJ_q32QXo7v8YAUPS1Q7y5E8iENssyvg1RbYnFzLQ_erp9Pwrxgmb04oYzvX3wv3v8O8D-BAZRlvnyBP0
OfvQF_YMPeLVKB_sIjb8_cTkJBf0CmUm7jQTCeQXB9jsbzIvIu1_IdP08eqfPsf3DxcGKRrP9wsIKiwGQfXy2dIOCMD0_ffH_t_9
5NPx1zN_AUHV5CPh3_TN3_0UJNbflgFOrrMsDenDHwDiKBxEF-8QFe4e6wBM29Yd6DzfLEIEySr33-EMouPw9QzD8wgcJebcsOvr
4O7S4jTOA_TKFMlCCwkAJu_s9hka89f3GUXsMfrSFzHu6QE5EdHeyuUJ1-gl0QrCEmUVFOkn7Os-tQ9H1fnALt37CwlEG_TSBhsn
0vAMDgPZM_vvf7z4_gIpVuM81AENPTr4LvBP1hDg9ecZGr7i3fkXjyMI2fsZvmAP1c3LyTH-zs5Y6b00LCdhPhUeQr2_-vHhmxnh
BgPA8xrFms1A3eEcwAsOCcO3IjD-Ju4ME9JEHBgY0bAc0isTJTw69dgQ7x0byrkG6AEB_xPe---8_AX14rUXKgYQ5NzeJgGBFADA
9_7K_eO78uXv8AD7CvnvkR7X2dmmIvczwdgiO_n85uY_IQGSpzwDMgMySe8_0uIJ1VEiCAAk9e0Y9z_g7rGXQP8ZMuodymD79AIS
8gnr0x7UF0pl-hP8-tro1MOsMuQH-hD9I9hhHtnRS_6B8jYn1wsi3ff87eb3GMHUP-oF49Hw868B5wnY7RYCvuLcxfb5IRTjBvXl
_Bbk-PPYCh7q6R_vLQ4Gxg0OGRABIN3-1gMHGOvz40r-5g7AKOABLgL-_hTC5g2jVqf-A_Y8BtDSKjVGwPf1AvzsGf5sKDO36OPV
vK0SWCIicMrr3ScT_PBPKKolKt-hnBAZEdnm5-vGrekIl84JAuIxBupK0g8j0t8I3_DL0X9DASLdFS80x_zMH-AJCQILxtb5D7oC
HlRGPtid9K_tDh8l5Z81z6Ph-h_JAM0lHcPw7rXwpwPIEgsN_PAFIt6gM-T80I0CyQQ84w6y6RY54RLnUywjNproxdf63fgD6CAL
QSELcdtQziYk3grENwA4_SHxMRtOEujBu4cGeqP1E1Cy_y7mBxUwPpUG50EmACIdfe862vXUIRA1Bj8nGx4DAtzk5LsPOSMCJgMC
5-NZ9gU0Qe3cDgUZIhXSC4EGyixsIxHq1M_ZFhRgKRl009Aa8wo8D__r_vYJ76St-DEq6dUq9ycD1CPqAOYOEwf3IvKmPAElwXEl
usxYFaE0BPIVAvPoFR8U1_IH1LDkJUUOE-8F6_QpCB4T7sO7ERUocvYRHxIT2v5AHicZ34EEIdgUMgz-794Y6Rcy6xHL6uHNJi-7
D9nmJioJICc3NjG__vS99w3p8MMq4CLXMj8wgfkxEQpJB_L28ukJQOUNAucoz_xLChan_NQ7TBY0Gcgk1QDny-PA_gYB6__n-gKt
uw7E5BDm4uPqOPuzKQ4SJe7mPmD199q3tybjMf8iA1MG5v_QHuZHDTHdIQsuEwLm1Qfv9cUqArPw_BkMM97VTjoQ61_31fYU6ivx
NwgfEBsQ9_7h-Qz7Ewjhu3_pzu8WLx5IA9IwEfwi9tkbyAvk1B8N5QLYMvwk7x4I-MwXySDYSzMT_Av3G1hnExMZIPwwABwUMucg
wS_9L_nH3A_uyeX6_SMB1yzpyf3t0xUHJL0JqPXY3tfjBtr0KeL1NfAf--Qs-vkD-OZYtycU7TpN6STy_hP_F84hBlEgGb0S5R3l
_QzQnDwl7y4NAh_fNK7QF-092Rbm_vkffwcjG-4E7fbs9yjiHcewtxgHEP3X6QTtOfjz-skgvMcNuuXmEvL64M0uBge5rvf88SL0
BwkgGfkc9urEQFQwjeNOJfvLBOH7OO_xXv9f-SVj5Dcx2hD8mSpRCYEcxSfRK_sTu-sXpPae7BzFzBS8BtvD8BDuoVlNGW0eRNsV
KC0WC7cA3RsL7zQt2RLkyhsAGAnuMe0CArrc4QDOWlglwf7McNEs3MIhFgxQmvbq5fkBCULT9w4kAdgKmUzpOSBA2y5NEx8F4Ov-
SdwLFfm12s7xFgcRDgP112D9CD_CGAT5ZA06ix1QQwMJJdfB4N7QFjv7-xvryQvXWhQRTfqswNfE74Mh5NQw-UXL3evJBDEA2tso
gSgtuD786_3RBFIO697fCpM325EPK_onEM3y4Ri9UBio0xHZ11oJ4DEQDiIT7suwHLodvglcvNOTBLj20dj2JMrTKyMbERf0wgPM
3e_d1H_rJ-kb8fTeykK7ySn4GvwhDTQYqAkOHemZVEBGWyjcyRwm5SHm_wU0CuPy6tDyNyXn4eYK0OjVLiPl2STnR-_o0cLvAgTe
BR_38BUEOBXHSFX2KBUA_7gT6CT_DlTSNeTk5S0MzzDk2F70BqvL3xI_xhPBnBUK2NvV8vk5BQ7w0Ccz_KTPRtr8BetL-M_A0dVR
FiL_9ilHABn0weLQGHLyMwEVBRTBr-V5rNu3CgMDJf2-Awsy5Box6f8I18EU7joz5CpwLfzfue8Q9uoZFf4Taf7of-LTIjj6GzUh
6AhSvyceFUQ7FMgL0evhd_ERAtz33dHIzRQY9fQsniz1v0QiwF8e1sAyC9LjPes1fx4g6_4N3xQSJ-mxH-vuC1ib4AkDrB-jNfsD
_iQgFPcSoO4aBsVI4fImMGLsXy3PDAE1MbAZ9OvPDlnVN9rmFfdEwvULAC3XTrAVNdzgB_AsCcoyAwkEBxAIzxXkAvMRFRNJ8mQY
DEHmIhfzat1B3w-jzMfyTalWExHEGwDqGDny1xsQGPQYJ_QzGwvy_CDv-vXABEUlCtn4I7FQIQXi1-_hTuAyBVEDABMWxi9ID_nq
HJ_k9vcJ5_4b_OEGUXD39P3Y2xbq3hh_NBsNxQYO9f1Tx-C_Fx_v3x8V2O0RyzABpVQ8IQ7jLXphvfZCbDL7L-78JM637qdGGy36
_vzF77kA7FsFTveb5zH06trzDCoq8WYHJu8NJa3kA9chCxTxCF7yAS3ZDGoKJBsYCjJ2geQz4Q4GOMYbOP0aJE0x5PGMEyuh72fu
K9sw_2UETv1D-tb29xT67RXG9BLqqNMLDdvuCwoXANzaOPr_3MD3IwHrye81I0YIIgDj6gAG6PF_pRzH_hfJJhquFBEMFBvEB_br
7BTcCeY0NNX06hj_Av_dPy8T9DTvsCb0FygYCEVCFi4T5i7-FfbVSs_3XwHyEBE2PA7wJrta-aEMBe1kf77ZmCLbOML7OBv1B_z-
G-8APuEJu0nvJPEQHQQwY_DPFfYA2cAE9ekoD_QeHg7f6Fr__wwNEygz6mASy1YA2xnu6Lg88gr_9_QARdYHBkPgDVAaZcHx2wWo
9tkc7RHpwVMhAVYYMdrkFD_P-d0P4f1AEvc33gArMPMMBOQVDRv1TX8H5enP3_wQ8RUM7OwxH-wD9436Dfrw2u7qJBMLPPj24RsO
4-o4HPGz6wL28uw2_hFuMxJP5s79TPEdA_rd8vcg7Kv_GvQFGMj8-SMs6-L4Nw9M7gg6BvMe9D4Q1fXuIRDT2wjjASUR6hzjz_4b
Ccr4DFnBA_oqycPcD-I9-vdQSSkY6RjiCwPeD-zT_vwEEiM63RHYH0so_u8G_hrQQ7HjA04JEfsOufcRgSrQ9wLm3QS16UQY_hPz
EtxHzVMOxBfmJxkN2yHDEwv-6AjE8SYs9vzwKivn7xLSMtTH_hXCuBgTH-InARsC2v838_JVy9od6wDPH_YH6PMdsMSaGAoFGj0S
oC_0SFIYN2jfC9reJda7F9Hw4vDyN_Tw0O-1Nh2p4VAq1fC1N-MtAe8b6brKzvjlRwwcz0oGYicH6koL3csa4QQMpdj_MV8HFuEB
GYwXNRoM1-f50i30PqfFN_hCITrIl7olEgsS_uDQn28FBkDmJ_0xAdrjf_wSf_rNz9n5GV29tO0VuSxMIe_vCdbAIM7eRzjtEv7Y
EP8JHortOtnZFgEP9t7fyvHNBBXH9sJb7lAiHUsg-94oBePREORPI9gNAhKw1wJirJuxaAo-LuoeaQjf-APq4OEdUwzaEbzCEm4J
x27AB7QgID8N9U9OJAMMCg33MP30ySY55hbeIBnxLeGxODAYO_vU-NP9PUqRDtsnyCQz1yEynxn26gMWDtU0AM7zvSBIxO_83z7w
UhxIpA_xDhAcHUBHN_D1JNDORHXmXzAwzwaEJSVJLAky5Nir4h3yUNYE1H_u8mImKvFRtr4hALgZzfqY4gFDbhUI7_zhReP_uO8C
AOoeBe8K1fZE8NkA7Q0eUu8NHDcgHukuPu89H-2iAMTT-_Il3xTVAbsWrBsFEdHkJvIGDUVCKPblHiQXEtTUFbQaDeAJANV-FBz0
_Nr4f-_O0_nO79T-AUEIRGjJ8D7o8hge5x37LeYaFgyTGgA5-NtX6RoTvRE8NCz2SPU_EP8UDMX3sTf_M_kgzs7AuujNLvd_6e9D
zQskLUkjNCUi104VEcZV0-PnzGI4Jjo0--jqAu7lARzb3QEa3xK3RSwVmgtC8CHrCwYpBVru7P-iPKcyxxoGJdv-0CX2QFzA9icL
DeXY7t_Yz9wm8djd6joRJvP-9ONO0zxK6jcs0igDICxMEhQSsPUZCfn0tATDHwAE497jAwQatXMBy0g8ECyhDfi98zQpDgcg2Obp
RDcaQCfK5vIz8fMFzAzdgcLqBsn2pbYA6d_rJVzGD-vM8t8aUTEE6wGZ7brwz_hNGbquDEsVxeDjACwd_woW7LsdDAb89zM_3XDm
IvotGUoY2uMFtiACzAXqHhHm9R4HED-28eToGYHeK97-MUADxf4wzyXJHPX9QSoSwwTkwLL-3sr4z0Ok8M_ELw34CgwcVds0JP6z
zlIwFTEN_8HODuU5_O348BUd7QbpLtm-rRQMxwRQvRP-ECg1HwjUGAzztUoa6VYWJMgG9Lg9AkC2xgMRx80y4p4E5-zzF_JXFd1c
NPT9PtUgNP0e2iXq3h8wCPb33iMDG78pHd_jO-BJGfPP2uyuUTIQ8UTt2_sRAtP3DxQMZhTq7-og3RwX7CAzBuv5rcvxy1LlxoEr
AvTt8r9V5TQmCvgW-_jH9hEWCODJ3tjo8DC6KbMWAtDN-eD5QBf0LP3o6-8BOkdQ7YHxCZsezi3o4P71DFyyCerrJODzIu4A6gsA
AKkkzPUZ9w3hFho-FRC3H6BX88PfKUH5AgH6COnt4vjlJtkizwgzIwG6whkr1Ajm_94N8-vCIMnpqRUL8A4IJx5Nwf4fP_1H68jn
2LVA5hMO-Uo6KZYQAUQho7fZQhf65hj7yK-969_8GeEXAN1an9__SwnzuxS8I9TCIsam4R4xBcZn-f0GKuNGKAUUASTftAX766I9
PUkWwkQSM_zkMhj14hcmJ__k2M_dMPEe6ZpOFgG-HhXaHL3VFx2cJOIEw__m_QHpAPTx-Q6oRgaBRgMhBfqdYvwPBjZZ3bgUWgg8
Dx5ACcsBF5wk58fC8xZV8tz0CfznGfEQAC3jzPo1AzjpPCkDyC1hJ8iZHUv9_OYF7troKsbsBt8Q-7XnBuAKJRvKOC4mAK5ECOvL
-vqmIBbAKA3hBNfHJdzXJw0Y4n8cCi4LF_-mouoRvOrG_PcUMWIdOi8Pv1vx0OzVzA0F_RsZ0QYMvRnY9AXg0ynIMB0zHPQcrPwV
BtQV7AqBBeAaL_nXrhwL0P_t2CbS7AIT6fAQIxghHgjx7wshDN8HBQsG9RvQFPnaGQFyAS3nLcir3eD7wPYD9yH7LBEN99Jw70Yk
FgMY6icXB9vt9r02Me_yAwze8B7wOCMO8DHMKQT9aNPv42MDFucH_0AMHyoy4hU9Hhr-N9hkFOMx2jQRBgkVBDg9yBikQzS96g_Z
BeYPo6bNr9avNe06Ef2e9yDpqwYW7Kvo0k_38xLJgTY0n-gWIhYV_GYM3nE3IiHRBhq0_zHQJL30DesbMt7M8h4IHTle8fXq3e9K
3uD-KtcCz88LItvjOQHR-wLcjjzcb8XOHfIZtulfpw7mOuXVBWDmUwYaLB8q8QmO0g7J6gpBEzNy69a-ENgeB9wOHSwn--cZBH_h
D9EZCeSqAwtXpi_CqEsVAA2yGTTh3AT5pOzW6gwQC17HJDhFCKcZHRTT0i5o-O7zMP20ZCLIuEHr9hkn4-XjZRrv22wMIqMmygLw
Ry8f4vLUBiM1_ekS49YJ9NHRBzksIQcVIs1gBi815vt_M_jqGugiFdTWFTAEHCEeGyrszAK1wvAsBQ6qsCL3Rh8N3D3MElv31Ojz
yOf1Fx_mUUH7ECsHAif8AOE9--vpGTvZTEIG2Rov1u8QP_XT_qjq90Hr2DMn4cHdADcN-xzmDRXC9SMLAx2dWbz8cN8T2uzk6hHx
aSA1APnuxE7-9TrXKssrGxo87pYeOjX9IUDZ8wljEvza8QoSvM_M-yKsEz7nHNoB3vLq9N3KXg6t3AMUO_jY_xcN__j199eB_ybt
x__qLy0aCD02PzT-A7Alvy0_S-vE807joroUArUCD-DOytwHKOq78aLq6xzw0yIR4p_8KO8JRggT5uwqBsbY59-_yji3ELJD1e3o
XecL5zc8mALb8PVJF6_3Jcwp9S3M_xwNzBLx4Pbh5Br1PSzO-9oN4iXGq2lM6-XPztIiDb5GAP8oWAHfgZjBA-odiTvAFAzk8rcA
KEbrfzvnB7sn9gvaBOobrBsX2-BV-dbmFAjLEiUu-pAqQNUDA_XoPt23yMNH-9gaFiy_9iCmuv9NwbEtzd45MsoPzzHcNiMQ-MfI
9MsewtrK6e2jfwqPE77NPvLXBfbbnNc62dr8U9E_vOgGzM1xu14jB97LLg_2HPZQPQKB5CYJ13VupQolAfGB7tZcBDjnNTbR6VNQ
He0SUWz8JOATy7zpQeYhLj1M0AOsvB6wQYlt4fjf7DQAG7GM_Tfxazex9tT_I0pU7evhrgQCWZ_xmvQ1A9HZK3_dZR33LPbYPaGp
FQ3a__XQE78gSSC9-UIfgeIxCiNIUg2-2y8gMM_FNPHu2uzv7RvK_ubws-UBDIGx-Pch-vifdIFBWtXdzw8yEAwhyC7iplENNRzZ
C_a51FRH3lALEg3qSObq4AQILVsRMRKtFvwYDdDaPBb7WwX6_oPg8PkaFAx_qtFcxrzyDiUM9w_1A37FAg8d97dHtyMdCzVRpdY6
FjkRlzPM_uGZ5FfYGHEl4ANdWyYCm0AL-_gFwLQ75iF_ZwwxXjoZxCDAifAzu7__6LYFrPftRfbzu4YEwQn_Fv3q7zPl4ajbjk4G
8Y7z20hP-0MNzr2BHAUnKT0MB-X4J_Mhgeg4cO5jFMr_-hCq_UUK-_hR4voO5E7-4dUSFkRmI3EI8D3BqPg32i_g_A7THfkMJOmB
2DL15xMYEgg0zwwGBAfluvG--SviJ8bPDw0IECCvC-AD2wHFDPoaDicNJt7IAR0WPOvzzO_W8S_1y8cB-0fZ9envCjA9NB-wpSP4
8AbAwyLlbNLh7CC9Ab4vf97q3OgqMC39HAvr9f7D4Czlw-oiKRBMwhP4A9jKDBZVfzaUJPDrBhLXDRL0v7U17_b0yAgQTHDn6CBZ
ADOOf1zq0NgpEQILErq09kD3zS9J0w_G5PzPE-zZytoXDw-eOSQwavvz9gLROyFc-t5EtEJNuiMsBO698jhgAd8OgS0t7w8Z9ETz
2bDI7uIGEecub77VWBYLsNIx6Cv70cb0CTXfxkc944_z0sNgLMzzJLCrFBXxgbfdIIkc9iPwTwgd2oYQ8Mrr45bE8kszTqoUrNXg
GWAcMtnhHxBdQLoa1Egw7H9TDiwqLSA8vhQn_GE7DSLh78uoZ_L24-ciHeoPCfP_6ArVWdQ5RNxHy6HLgRgYzEeptwChJbr_M3Dk
GCoWGcF_Xh8bN_JJReAzN8jo8f79-DvBIrlHHCPsbIsTHc6KfSYwFcr75_wWJPLa-eJT7n_7Fs5HNi8T9R_EKTXGCDhOBwSxyBXn
7As3u9zWAgv_COgR2fP5G9yzKCrkDtLj7PrI7gYhBiqd3BO_PEsALfSBJekO2B_359pLFgcFGyMeChLM09GT1blG3cbl_PfUP8fD
m_H4f_PsqgQb1HrfLe8fCRPx_s3gOUVcDQjE-PioMMD5J7Xw2Pg8UE8GCu7lBzsNzp8sP_nDvRgIDhv7_QTa9cnhJewcuS4mBSUa
wELgP2QPztOBD73qurAkItP2DxOxAexIJOTLFEfIKOnk7cjxLQ0HBTfO8eIU_H_CJhUXGjbGuCkIjTf3vRgM5PfdHyktKdpMLtzf
G0ENwrUA56l_0w2_7h4iBeYu0bPLKh0uvhjzPBzaVurGdq58IpOnz-ZqsDlGm1XYKNrpDxaFDAfG9KAz_On45RdLEQ-BNAtr-vW6
K-3HTP8e3Kz3zX_JMOVRTeMNDezooC5RyVj0uVewpdXWEBYy76KawSUvROAWae_PK_ipGjlXjn9LCs0TH8jxpqDl4wbY9buePYEF
_afDQPvzRl1izF745eHewRUd9O7iuDywIksoAw5fjRAbadUN8Ol_4jEMEvnPER4VEPsp5Bcu_OfsRO4BJxLcBkwJ5KMb3A3NG-oJ
yx8JFjEG6sZaMfbVXeAw9Hpd9zZKx-PYR63xzFx_JBL1p85CEv4d6PL19s4VVMITHefWEhUqN9P12s_co3DC-tLcAjv8FiUBtwjR
sm7haw0OTO5cvm6w6D1JR68I56ff88Qg8QB_3BrxCM0M4eNR5UYBO_3x6dsW0qtVI86pCSjWQoEO9B4S7_05recC9g6gMC3p7ODg
4bB_1w3kJhMWB_LEPqy98WMgGgXnHDHq4Bi45v8lPt85M_wQ9vz0GeYe0R7zBR4V3I2OChrh8kMS-f0FHEmR2vz5EBwhTjjxbX2B
JLv1ZtV4JPUhAAwIZycjQBf_HuMKdyO1ywAIYCLfxul51MrSU8L-ARrJ0dEnC-TSzvx_Z_8s76yNNwHKxNJRu9WGVOUHWRfs8zIE
O2Pp8vDAxS2xMD_o8ecMR0zA4wB_9UnVICky6G04MReOTlvfFPEcGoal5QsFNecNJ-cdLc8sWSzwsNJz5b252t7leNQU88u7K1nB
TfMKAzBGFtomIH_y69LICfLG0S3mL_f5IxmePQv1QxzdKBLrxNYCFlx9QAA--JMRlN_jM3-_-6JY3gAdFMnfKtyBQtE_TidWjazX
7tpLJAkkN1D6yi7y0KD-4-UkIwgLABAM1Pv4NfTr9A3vhx_7KCP7BUUv1NbhGC2BPCzeE8Dw9aMsDTb8RvIU_cMlFTnj7BG5HCwM
KdwhAf-95u77MBEiugQXy8vw6vTo4NZI2A31vN720MrV1PlUge_P_yhMfR0n4jkIRT8Xn0MCJOMWZ8PmrwEqF0_yId0j10wUIvxQ
_gQhAgnl98n-gc0uB0g5MNUL7zrQ494oVSQKGBPy6b64L8w6-QcgFgTY4dng02hNJ9_Zgf3XaXcx-vE1FzSy1rLnFAQN1PPkHfo3
DwNMwdgtHOH23vEn8VVHU_fj1PbP_BgkvQZfkfjiSN8S-Fl_ofzY2uKxKAgZ9TbTNlXiTlMk-_P8GgUQxhAjC39lRhz82eDkKarr
6lmtTlWtCzq8rPH4VCQQMhw25tt5Ie4nVg8MvtRM0MgJAdD2zubDIuf311z67Lrxq33XA9EqOn_mG8webv_l70gDKe4VAVwTxFL5
SxX73XVV0-LrJwJO14fZF-YHvtLz1yg29Tku6e5PBr2pDCWhDaRlEgBX2IFHIBr-dszP_E-BdebjNQb_GyTmezkIJSUPI5vWJ6Ub
zU_wuM_lljXyKPdPMsDJ8y9ACCImBvEb7Bc5DVHjQfX5H7_d9YFJa18tsvX4BaoCRw0VAUy7Esouyi7Q1MCstMjldaceGNj85fX-
IAvsDA3lBfosK38_-QoQ7vWe-9X2FSro0QwCFiQdNMDD7vsWQxbt8Cv-8UHhIoEtEvPe_kZNxP81Gc0SHRA4y7DL-MML8AsPJjUc
JvKGFStx5FHko_YYRaDMq6T5B0fv9BDLvxo23wUfkS9P5zMSyOHFC6Z_-PNOC8KFQzDC7QAHwsNvONcFHyLx5RdNEh4TzA035yhG
5DXO6OndzuMP_hM8CrnYB3-qOsrhnvc2GxoK5jwi-cNKQjbe3v8eZw3aiQsr6uk_-KCy8cIgDyztf5gdFDIOCSTD3g3tzynD9P2d
eAsbTfTgErVtxS_LTzb56kRkxlKu7gr7DVJbKVbHyf8ETyd_wrgxHETfK-ciRtPg_8ANDq33ROY0-d031OUOCOU8H0f2PAoLrQcM
NPvp57wGzuM8FAY-5s_1AH-12yXr2iY5BxMAQ8Swu1LWX2UEGNz07lTPxgixxL3w9FH0L0j7gREgW_Q93zyq_AC6uzBCV860ySHJ
F8XBUAPRdCwTBekVHPENFAlSUPsl5rNFIlXQsH8n2TEjK-Qi4gH7UQAxtFny5ZzZE_j3DyJG583jA_9C4hhko9o_Cwnc3APBxf3j
_JIF9bL57hfxgSnp-iIeQiTuIyoSKeq08PzuIxfrBH5RvhxCJOJhLc4oii7u7_5e3qxk7-o3Y_QkqnY2_-hUzTkhgSETRP1YFUIU
0xgHAF37_BDjKff-F7zXEicp4xIKtZgZBAv4f0_V0jIGNOjeyPQN7AxsBwGG4Oqr-Qf6p1b21Ub6AX8J-r8gy_Pk1wRBQMG0-DD2
Pfb-5NX_wiPs49WYFD-_J8rjVtmB5874ESYC-gX-WtLA7rP_Bgf3wAW_PfAl4DM1DxyZYBnDH6sDKgXt4xfU1cLqDEnsP8R1GAgc
r1rBci_W6Lrc4fHZeUXd4hwqKmUneqiazozSNaLFuZv5y4eB0PDGLhQruoHhPdDqZxY7z7IyFFAD6jmc3R3x4uPojffuvcZQ1va-
4zLx5STIEFrGUZznufvh6hMg7gI5xPa01NMrF-PL1f6pDSLQ2IHS-SnxERwBBLnEOiNg4mcRAho2Ji4XX_koItCraoHxQu42JU2E
BzQn3kCrwsVDAvcJ_BLt-d8A2OIyMwEIsfDKvjHn5vADaRrtHs8eEP_YzTPMohi8B_Ae7yrY2eXuFicf-icC2JYGE3sRHtkyzJj0
GH-_-Ob8MOEcKYoXxPU0NED8gXkHYwn6524S7C4wSP0j9vX3ORifwQDYMhjk6kIzv7v9fDgK2EDIKBNS3SL7_SLeFgkg3O3rgR7k
D90r9AkGwdK_-xkOAQAmHAfQ0A3HD9jj2AIA8hog_hHjIObIr0TrDbwA-_gx8Un1NhAt-t7Q4uTb3puBDinoC7DJBCNM98IdM_83
2wFvoxva7U-akgu1GwzwzGMjqRyUtYIW8EMyDBxFA3SBuQ9YVtulIukdydeZEEgAGywUI9H9YxG67O_rENT05SMFF_8kExyBY-IA
awYUFyFF8RJJ7DbjzNf0Oj_s4CAZRaQWUPrX81jKM07WHfHJ1C6-KIEbVjcY7fpYu-45ORntNDit0Nrg4c7wFCZBGPzy0gqx-Ncb
8Aw7ytjn5EIBgRwwSBIvJDsgFKMMFxAxNCwgAefXwQ9sXrDytZUNBs4fDgoh9QREHKgC31cfEwtXHrQOD-5q4H9ltsu7ASbfH9kf
NNibL-q-JAHwzBW8NwbfIwwPRzfzpush-grcBiIc-aXIt-Dp2x8rgb4UBMjWNwk3ufPd5hjrDLXt3j_EzbD12PE25Ah8sezUdB26
b8wG5Z4h5zHLVTkv7TshGlfR3IEQy-_L9JAd3PWrsOgTXIuj2yjp6H_o7NTV1nbD_UAzS8anvirLMAzEJdikutRj_wWn-RHhuhsp
7KcI9NUISO7fMi_qO-T9FQ3zQgvh5a45tSsIGn9yBCE4i8bj7LsFIAoVTdr5K_EsqgQraN7cJj-ZreIEGfARQH_A-A_Q-_oJPvze
Dw1XDRICyQwHNnGrIgQGOxu4BPkZzZfBEaIaENe2IQ3aDAyBDTAH2fb76co6_yXGRgu1DjkEzQTtR_cjFKWIHm_G99og1v6cyuIw
A8elKTj_zdIamAoKQ75LHgD4IjzRx-9HAwD--s75yPstIS7qgSnPEtm7otv97SRg57Yn_AWB4gbv4KIT-7RA_yEuvdy3qBWIyMfi
-C6geDIVlzB1xAvECN_DFwfK2jmT1c1PBsO-_U7gYSHcDioh6Ae7Lskh1R4jxgcI7r4AIz1Y397VPKjf09Ea9eoELB4Wf-FXuMXt
9Brf5xx7GVg3LhE-gY_67EnT7gfjtbjDJypLAurtHvH18shbDg70HrwYYCTHO8rnUi7MwN2BHs41KJjM3v1lLjDmJvYR3vcQAxEM
2O7uBm8lVNfz-gcNAtX-BNoYARbyB6j3tM3DC0zV9iNG034RVRMoDvrSBsG5zCM4BP_m5X-tyaIl40HQMDQXIReHRNiuyvgzIH_n
vu-1DupA6FMCBUr-J-4nJYykMjmn-vAo8L334-re7yjg8vNp_yw5bgN9CUwgN3-3EsoEvCLFy0AG9CnSwvtC4f7LHAXw3n_XBiE1
WTflzwU9E_5MFNwLnPsXMynx3woACcsTCPgeAfsy9iXW89MnmQuzBdjlYNv4B_IVgd3v5T63D_X0K6TL4rdkAw_ROh672ycKf-XW
LEtk7OzgveLb8QwZvxAgw-mfGh_jDaoECRYmTPSuB-EqC-7DTQSQSwKBxuolFwj4-RsQ5fne1AMAVCIK1jMOtPn_tT717kYw4788
nQhC3Mj4-h8hMfPh19rwAzwE4iMQ-NP8DSTpMizsMw3P9_LxGSMH30n0rf4L8iLR6wnUf8X_Egv05-QuAu4SzzP3-jxM_KiiJOAH
ycv70AUO7g4SMfoU_RA0HR8Y3QjvgSbhGwAS7efGB94O195_CencBgfdhwzz1Ow4wNkt1vYLBzogDt8i7A8PDq8B5QIZML0l3BHG
_PAbKwD_O38Nlxwd4izp2Er2wQOyzOv97fDmu7MkAcaalSuq7dUgOLvn7fTDqAjaDuPv-Le89_NyCRQ2_tMdI8jk8AAPBSDPHCQR
Ajl_1W_E_NzXHzb98N-totDxBiBNKsDaACLauiK-phjt3fKD3BEn9CMIEQi64c7C4_UGfxZInTngIwX2rbb9Ebw2YMI2B7Lj9xHA
2SrWAoE47AqvJSwIC91GYhYyDDa3AOoNuhfXoZtBApRn8PzxGRw6Nw8ExVOz-O6_8t8D2iadf6sDLR4F3BsRKN4a80Au59xMY-QY
wewO-eU8R-lD5gdO_BsvGULO_j3C4AinSQD2NsUiIBlq0toGOKL8IfTy0X_BKsCXJfQp8wtSBtr_iydlW4clCbwQBL0LA05_zNk3
QxPMC6jkwuopLEXurQnQYPM0ZAbKpqy68NzX6t0s7hoXTjzspgkq2xT48u1OMxrgoCwnIPwYgdupwZfzBUJoO5HK1eMXMc7VDRvb
UxftFhvX4zU7BNwi4fYEJ_wnJc0Y7ZrvofTk0QAl71E59_TAJn_t4OgG5cIq1RrqKkcu2KEZBgfZe93yT3bugSFBLA8AAR0PGBzY
5S-r6xkTNOkxzjwBxv_5sEvdq-AE3BzS-dGjfiPeAx8tG6dtJ9O7MCj7-PLL8gvtBfx_xwAmNjHZvPVTy1PQ91Qm9w_sPSnFvalg
E_3AzAD9ENgdIwr09S9I4yYtYAH23R7hGSgXUhMhTfBCFCPnLX_OoRTg4-C9JRUc-jsjJ4HcMfopXwn48c734C4_4_cy6gY2DCYl
8AECG-D66O4t9ggFOXGu71LWGecL6NRG8zLc_eoCoCDby0gaM-wz5-H07ANWXPRlytL9pSJNXGcvf8upAgUJS_5x-FUePaJU1uYK
GkMZ1DEqHwf-D0BL87aZNI3kAwg_zEPGFewq_EGxUyckNsQ2gdxwkbYiyYHoWiEMzckU-lMdF_9gQPMFEBTiQxbkD1sdUMlnzk68
V96kMcznDBLL6jg5OzrvEJUr6KkMIgXM8DTq485Q-tHxgd8iUPbF8Rrhz0LqIh_-MNnr8KdCsMf1OOefzfXnGTTXm5v10LYkXSDu
xz05f0z_HKDpGRhR0FwFDCS3QfY618Vj3jCwZc0PpVnOM80SUQULPdMADVC-6ekv5_JLFSAeIAn628kCV-4azQm2wATgy0WBFwru
5arV0Q_Y2PT1DpTP8DsYLi5Xqyjm972mDjv20hDQjckoE8LP4S6iugTp3AWatPyjM_tNge8AH93rxjAkZ0D17BYFSiPHZO_E0pHe
5SEIbQZN4f6B15zf8ywPGEM23AAC4eBF3b27kqgL_ssd7VBD7isLQvxroxU1_8kq3PIuf_0sFwi8pfc1aunyTu0BBOaKVSbU6Nfp
2xsIA4MUgezL-hYVvPr-mA8Jzue-BUG_NNcx7jkaLNtMLhrhSsQbPf_JDCN2_2PVDfwoLeEA1Voi3-gOHBY9yM44KWr7qgwWJCvg
7v7cQZ0TAflFAePB6H_rChpUJwbYpQ3-Bs_p6RQfT8G10PXXMMrl85Ar0hxB4IEj8OJKXtrntHko9jcDAVkOUwwrA67ynO2oN9qx
NygVruC7rw4935Eh04EDrcSpovgb5PfuON3uq_IbEflGCOsUFTQYzhPf2tQoVMbuXt0a-aHX7r41wH9gD85R924gqu7lotwZ1Dsw
byooez4AzCksJShGBOAp1vnkNn980BRYpi_79-v5yl_w8ikvILMMydw7KU0DAc4NUOVO8yPW-AMHD-H1u9DarRwGEtvs3f_GVgJZ
L0DOwgiwxjUYDxbWOnvtwNgQydI2LBkB14Hl2ze1G33bdDC0HP_om0CZR3pyL63sETC_B77jH72lCfSuBGr5hK8YrCrFsVoA6bXO
9AjFZzNf9KErvWF_v-kWRQ_WENsk8uzvFgr95FXR5Dz2Jan1qSHiW4HLEx5AgU1C44FEABEX3y_TnMxDIRwALhpGCTIfFuH8B9CB
WdbZFSDG8vIgFBwKU7qnAxAo-yr6CDUhTBzLwicUzKAe9he7MuEo7NotBQLe4lj3892BN3AJz-0WLSTv_BpQqSLVJsj0C-IS8sSD
Uv_nLBDM_-OhOBHP3E2Myyz5CuMk3sF_qfcAVzBKBc8I_j7_EDUA9DEdPWTC08sa39Tuz6dnKeHiLnzFhfyfQ_VS8Wy9wz0EGQ-y
4IHU-QkRsjnQ0NjuzzcA0ucoS_kHxQEFFr_MBTP23_yB0UUQB6QtHfP__fPc8zH8AR859B7qT8wbaeQVcA4FKvsqGgsN0gf-yFlC
0c8kK_HolTLEdP7t4iOB5MVpCzMXBv202OH7NQ_myAbL5AjzoPHK6hO1CsHeGgHP8xZF4fMD3N1k9MkIphbeN-kUr0Qu5lj-sVJA
gS3UPikqC9kcHGsyFEtVMUgGdRdSEskMS1Pb6E_CrPgPRMjf4Fi7dvob9RIb37vF1UkADcpNN_ghF_3v-gV_KhL2BLdm5w8x-zsX
BEb1nAk9tQzXuQIgtMPPBuC2IN_0DSTS1E3nN_wG7gU9LYEuOuEeIg0pPPpM5SsLCRjWnQcrvADqCDzsxjwUNQn3Cyfs9hwn3BMB
A_wd8-lY0PoztUDQPX_22hkp5cf3_LYw6tL8FwjS3CMMNw0o2S3oAgrSA8ug7xD27n9ErdJfkDEqDNDcdIvw_Cbn13_SBP1UHvEk
3wSfpOg4N9NDWRcCyeYSKOYAxfe2xn309WEOqNEExh74WTHP-u7Q9rgzsyr93gUS_-VL7jHv1Cz8M_AI1NzFzhvz8ikN_gfSBCvi
6O4tJRRP8X-Y26citDxg_Mr58R30Chco2vKr2kL8dVKB7fES5B-_qFpDIWwCNMu9JTMaqpIGuSEVFeZLFwNSEIEELe3dtT0s8PLS
ZuwLFSQQ9Qfg4Az3DfEr5Sw7NcdY9M8V9v9F7eQgB9bs7SIg_kDVC7rTATfygdsXIzAQxOktFQo86uHgJ0vq7CXIDO8Ho-_E79sB
9htL3E_fMn829-zHJ7UMGSD8GRxZ7vD8MDL-0QPFKUHdpkEDz6TlGgsSs12m4_T6AfAF5jgeqiif_lBTLuUTA9-vFuoVB3yao2q-
gSrUDv-2a7hDDBAA_dzXJMPn6h3x9aA-xRgFA8LyLwX5E-__GhcS3AMyFv8_6inJBjW29S8muvKBAO-d9eNpRO-2DxL5MOizMwK_
ARIU0fkfs3n2gT9l15qfQ-jXF1zgxQXi3CIRYXdCx_P2BSAuBbOv7GEqaOX0Zxz5skPZDe0qokvSYccojkSBm9yMzvgP0zYSz-pi
Q8TyErDo6tDvAejc8QB1IzrQ1zP8H_PNz_8CpwTMRej46HD1HDovI38S--ESIAAKKgATWivt9pzX1u3TlPYhvhonCjIxHg0brSgp
7JbRC5VJjLMS0Kl9Blbf5gmQEdkYAiDcrBJBv9t8u94tQ6iBDt0MOQZL_ZU63PbD0epWNRdIgQXE1BieSNVp8_weNSPf6-OuEEkR
gdLs7CgxmqYjP8RXJSTqPhFDwAT38abHLzbQEQ40Pf7eywPB2DdJSDXjtQvMB-kHgUNe2gv-mDMDCuPCJwRPF-46DsgDMyTV3xXc
6c5hHSEfLxruLRPt7gKyBgDN4fvc58wQ3dn6FEA2ecKBKRsvBsPjHNXu9P_0KOzjDAPJ1O38M7H6SUMm9Pf3PhH8GvMosyMUf-vj
Wy4D5mKxDCS90gMYZAwsQSIWHhD9K8h0MyM8JbOxvl8f4ObLvhbV7Rhc1i4BQfHMf4Ld4xbH_x_6Sk2xKaLrxwc7Gxjv_yj00DwN
z-IB7oEFRyzyR19H3REtVM0YIe3n7wWDYZgQ_-BT1LkrHH_aBNJoJvoPTdAjtx7x3gr-D7MhwQwG6DYG_LFUqCnICNtPABv1mzD-
un85JJ3YXcnFHN4AxPTv6h7WMPEdFc786zMTCqT2wRK4LC_kNubG6AEPzzbft_eVKBsSIh0L_QUA8-PjLRF_DiA-z-MAwv9N3dq6
UiF5D1AtKfUN2RcyQpr_PfBVCuJTXQZKHNDaFNnWs_4f8kDfmtTiFb-Brvwx8yT2AAZxO_f7njIBv_4e4SQH-P6yruuSTyzgxfxA
2Tr2H-vOX8n64VMa7rqB8-5qu2Q3z00uY-rtA84z7-5G-ern1f7cANcDLxhD-ivuASkxEQwZybPn7fM4z3_d5UK85ERayza97RoB
ORgdl-zrAAQtDNbKDjYERhYoWeTE8PT2uiX_ZHouKm1aBCDVs1jHwxXITU3V7fMp3IENHULxZ83A_xOwcvWkfGkgowPWEwveZ9DF
-Bcl6D-o7-lOG0eB1PWzDgroOOu7wjs1Co7U1izJNeq36sva7tDNCJrNoCxtFC2BRhoouyj_sp3XjUj09rGYD8PrNlOoMiPoVtFr
HxIRv2_-wNwBNvTzQ2jIvPTfEatQOZ7qE__-SUoO7N8P9Q3g3hvUsLkrJkS7Ow_jfx2sP_jNFS_mhT_wDyHl7ui9FQKuMyy0NDG5
hd0N6ssHW-DIc-77--7d-vEA3NzC2RLO8oHSRjP_yLJ_zBvsxAw5LVQo_BlWNTcCpRVEQTD69BUn5IXb7yv-GTbzWMUgIdHCKB0m
BjFAzTH0QsD6RX8pNb4M_g8cL_gKDfWu2QQ9Rw24BiRoAe4g2dYIU8ewJLudKcvH9NrBzB3jMvLL69Ul7X_zXilINDOz5NkFO87Z
PADB5xallJ7sJtwUNu710S7g5PLiMlyeIRNbsvG5LdIeDulb7k_dTQrmCIEXJ9bxFbHujATO98YTVfjGsfb2x6zhzTvgruptESAG
-_r1GIH1-DKqDu3nxuIg7CYW3w_kA-8n7RCdFBLi2cOgGq02C9TjIbf7uE4Cpf7PPg8H_wfYbhSUGu-7JDSuLuU58SDiLeJV_dS4
7POZC9we6Pe2zfq4QkwCCIHvJcIaeR_ZTQDt-VIvSQvkD_HVrff8lGscCPMs2QzK8PLh04ztAzD0fywXBeWRwLHNEB8UCdK9-g0F
vb8BIgrngamzI-cwFPy6Ty4b7d37GRwbMA_PBSvD-_AkL7s0DtAJ-8Pt0xoHOdp_zwL95w7S20UX8dv_y_Ai-ixQGRTJOQn-9vUq
-P8iHuzz-NcU8PkeGwo0EB9b0O8V2uko0jbhsO_st79CfwntB8YhR4wPJ_gcrwSU-BvN8zZK8uzYVeyKKzjt_PEUS7PUHMo_svna
2OzmF9XJFO4QKgF_vxsuAPkQ_zz6Fu_MBiQh9h0Uxh4_Jgjw9X-x6Ozk9cAr4OPN7xAr7irRCx_2_QXvRum-89MuLMwk7hUfDdnw
0f0K__r_sdR75wg45ti1PO9UJN_nDvUYLuc_fxonCVvcEUD1eQYPuBUOFdkG8Vb5rRDbEKf5E_QZ0IG34xrq-NcPFKPjFxgxGRP5
wBU95CcOBgItAtgaCQbwOCbv5QIswS0A3A_gE9VHn0YpLw3pyevLK78pCoGgI-e8Oy5qEvXuxskvMcnKCasEvvETz9TyVMgDtLcD
6RMPEyPG4gvvEeFMz_v01dfcL0y3E_lI4D7w8kFJge0_Ju_33ak6RAA21rzEE9oyKC3Y17EN_gzXLbD5DAEiFtr3Uj4T3_jZgdQA
996o3cBav6wJAhHvL1kD4xYODTre4iMBzwMBlAX4Dunk0vheBNd_ydjH4xf6GSUFDMoR8SPYEtwABQYF-983SRBFCNoptB0IFHVY
Kvw4ErFSBPgy5g0XAvgn0OHZlEbNQn8NzgTp8wTyMtYI3yEmIByZGeCvUQkA0SIFEeH8yLuBkUdBUsfKDDbyCcTRo0ATxuY4APDj
p2MQET0RuQvsRB3X-uEJ0fX2Jj3RHNl1ADkTgZ0IPOE_AQbfkvbo3zwV4dYd4gc52zr0-ugyEq706djm0AdDAui49hlv-7xVIInn
EPt_-Oj06RIcGNipVxm0RDul2NnZwOErGtA6DWIW6cVGLBOpQ8jmR8Xb4w4IHBwJiqk3IH_X-gIvlvwbugMJEySqGc_ACDMXD9e9
GAwH__9hGxhB008i9esKgsBGEm17KEsYErpM2hnpFg0j3-a3LixcOTFbEg8MZO_rtA7p8IHy5nVDCiGj3gK5HhImUykl6390HeW_
hc9bPPcA5aUbG-7fIfkAzgvNBwoCDxpX2imWDSEqcCQFF-0Bcf3sr8YP-Lbpc8sqMz759_ZGAtf87SNWH0R_CeetsebOBq05wg58
yeoeXPgZJ9V5J-ug4qzWSg3jSBkJIfxkLdBf1BptO3pzEg8ogc1KGGokNz7B7Z3eQ2XVLQz2IAkEKI2jOIHS_RBGNEbj_qB8wivU
de0uP8cFOSIr_xva481Ru-QC2B-oLevOBtf7Nt3jGxP1-O75BxfqgQ8G5iQp-RUa_iQSWutB6-0R1AP-AxH5HTft7f4DFB3189Dc
vDv-HsMU5RlJ_xLR3uIWIurt4k2gVg--5jgPJX_AUEFaDtrN6-D1H2kr-SHF6Rrlth8fKzsmSxEX_z34WCbr8p7v3gHzv4HsEfzo
7vTynhRwIhlIJSphpv-7-SHW-N1wG6cEVdFXDnzGQyIyIAjMtAz0Qx3juOM237XK5nUq-DNL3f8CuSL--GJ_HfAqq_PcM-T-uyqB
6vjTBwfP5z4HRO86H_oeBTf26gBK4hQq_eSz9zAQ8VZS-wvd5PjxE9ABMfcRCfu-yBr-f80GNs0WNy094wYBm_cWEL5Obwkho-HZ
KTQSKx8bC0ZU0eISP_bU_MwKsQXaXSfoA7cCORdCE9FR-2H78dgPO-zJfzPeHxAby_zc150buSYbXe0-KKo9CM_0dd1inf7e5Qs4
PS261MCBFv3e7nLkFcK-NGkbvM8Mwfjllf66vjfnMQsJDBCOT79Unxod4v7tl75_DQ862FXeeC9ADThd_tUUXQS7HbzeC__sJhDd
7NVATf0Ov1_tQQ_f8Put7-c6xTB_5z8kzrgFv7lC-Br4psMh1PHsKyIyBAMG7DHkK67K4BQY5ByL-TQRIR4DASEnPcM-qsG_ECjv
B9TipB3FLMvGLA8kERQTLhGJHfwjT4E49xegp_jvZL0VI81XCjwNQAdG3QaQMA8L_70DskAGgSMqJMYGUNoaK_zhC1cY3AApGg0W
Pglk7EJ8_Iyq_av07vL_EfVieaHq4g7mRiwAUzgF5RvTQxMExlUFfxUhA-9RPUAv9fPy8g8kNtzgxvz0vfr00f73s-YCrcyBAPju
DOsF1ODpYAFXmegM8VISHVH_Bc3b8zvFYg2BFaTvXCUi5KfBnEUqGa65CkDAOgckGifeTdOv-fqNPpAO79ElBuQzvgBJwbo81QCB
xCMerQjgBBIQBfEaT1N1CQ8BzPG7WNXyyPpeJC_33epZxBblWhLPG6wE5DsNN_LpKeZMeN6g2H-0NUnxP8YhLehAMyrgFg9sAgf6
AxvRQikfQUJA27M9HhnVNzQ7tP4P3PPp0EDastB03NoBccgb4mvMszfowMrQx94E49sw44E1AOC_SZjj5C7FRwbyvPxTOfBMrSET
I90jJR4b9wl_pGc5KJ9D4e2nDyokEQdTZS3yPN3zTuUlE9TGJSz2HwjkUejhgco79vsOJMj3tQJw_A4dXdL91_ca9936Ax4sDT4V
BAJNBsks-wNL_i4Y7OCB6xMuEDnxkxULNPwN9Ab8yhsaUSDJ8gLbCgsy7lPX7zzz1w4oOxnp5j7lGuhe8VfW_wj__OEzHR5JBhhH
2K7h4_McKUrL6ylt1egJH0qpKfT08uvm-jwKfwsWTxAJ5AW_9gzYyrjuBgWrLPLZ69Lbf60a4cVVAxEK6wFMFewNhSrWxwQR9RUT
7RUQESY841mzF-zT9PP-OxrOFYEK8eP05REIXgcY1wLHMQTtY-UZz-oL1v7YS-Ycm-RDB7g0RhoZ-uRAFRDsCAr5pMgn6sj59PR_
0UMLERS5LZJN7EcmIUu5Gt0qCtXgFTf7IizkScJPuxE8r7UPKQjVCFECA_k2JtPs8n8uJOIDHZ0hSPntTuJB8ZOE5DE1pfkr_CPq
2-70P_byshnw2hIL1uf0AgMmB727QgcVLgjt1nUSyjTyCfv1LjG80wkJ7dEDgQXPLqTvr-3yFdAYHkb2IsQiEdbKbI3XuTHkghQ8
gd8WHAce2RQOUUAJE7Sg6ToFtQtW-fov_gE-9FrrLAljlvQoSxB5EEZCFRy92OA1G8wQ9z8C1LSBzOn34hw88jDnAzry7L67m7GB
xEfzs_PWCg3c5P_w50AHxeTjFTcaCB_x5U3E-EPkq8L1Ec9YGzDHJCMqFH3VD9vUHjrPWWYRG-61NeFjnchaeQ4VDuQSHtwC4-zs
IRrCfzhTGaW70f9X6_4VRhDjsZSjh1ffAVsrJa0c4fFdCdssPG3JtPHYJ342f_k6mq_W7dzz_t31FkcwtSriDgrtDwvgogfqAavr
fwDbAkghMxEgW8v8NjrvHTczzsss3ADn7784zxIGBTID-XfwvVPyGRPiOEFI7xn20-r-EcPXgQZUUiVvzh8yw6lE_7NK0bdV2f8b
_WQrMUMqEAIuCPcDORTH-f88C2fUJA212TU86lYLCiMfCv5LfxzlMR0H30joKxJnTt7jvmojzUHo3Jkm2_ApLA4fwRgx8SLtNQnX
_gt_FVecFiTTzPTTovH4uPH29SRaxhnoPDHiICkP67CMK4GTmg7gSMInDNcJ6LM7xAmx9djYFATyxCa9IemBWtEf8_Gj7HjfRq0Z
7uwgZPLxOIja_ePcRynLDLRAyLaUvH8rxH1eVxpBDBUfwuzb4DxJDUhLKdMGz6ku0CL49NPf4RPj8PS_OtzmHQQGIR3V1uUiDNIg
-CYd0_rsCw8OERsk_wH8f-8oA07hBffhErTM0pwG73pYVrwoWartuX88z_pp9hvxEKon4Z03RQqY879P8QtWRgXWYunonA_IKxU2
BDbd4fkH_uL1_Pjfl-kXPineb6nhGuT7NigS-08Pwrzp8f7zYvpW8SgjgdTxALTuf-ID28I6Ecwh6hwTAfj2Gu_dFA8D1RvYMTHI
yO8VFcsLEk6tcF3c4foI-cgmIyX-xesb9PSUyg_xJNFKBwcQCzplf_9jx-zr2xwwKl9qOxrfMw_aQBc6xDI460zXLWdChej_9OHT
DeSqPiD38iZuwkzLDdGWKfcd2X_aPeX41-EqDyINMxjSTgzDD-3xKAr1NvH9893-4OkJw97zKAlQKhyQ-SQa8AhUge1IBBIvuhzL
K0FB2N73Cr_WmsWsLu4-w2Wc6eMz1v8MOcf_vfIPU2AJ7-qVELYMPkXmAR8OKwZVvoH6_MpPQeK6qhIT1dUHH8PHDQoCsVv3GEkA
1fj8Ku_sgVY7BfIAKPsU_-7fIyS7XQIXCidZPzIK76v9DT3EFoEkBXFN9PSrIRH7zwH_NETC0-SfLB1e7B9tAEzx9QsGPzUv7hbV
JPY_88n9CR4IMOIeZ_kAUQmyfyn3AfcC_eq76zMiIy_0Izsh6OHXCOT4Hdn5tCUIEOBO7usB-SPZDmfZBQpHSTeyA7wHLtXbRgfU
M0b0IuB_OS6TxNd8H4HcDxG37gwITv_BGnK33YHm1QIU3iCN49DUOkivHBPU9fnP4UgdVvD4h94S9sz92E4Z8N8iHtO5Nx0Gye_2
uAWBGw4RkrvnvgASwtLs_j3mD-Dn8g_ZDDEUMB0r6-kJUw4kFy4f3im-FBn7MPjtOJ0yDuqvDAoNKy8g5gDOEu1_2cXW-zPpVNoY
7OzDB6ESsw7k-trz7O08FMDt_Q_pDQglEh3-2FcdByXqJAIH1ScR5IEb-M_3A9MhHuYr-RjkHhcvUQMvQcno7wja_J48YAe1PwZz
RN8aPf0Yu3T8YCNgIhsRQNAQxyLbPRCBTA7v-BTv-hfKMP7_8_HcFvs5OiFD4N9NSsgRLindIMfYCw3F9fW7-WjhKer_UPbc8M-B
dei-W_fZ6QjAzNYSQQUHQWV_KufhJfn7le7v0S3vRRbd9CwU7kb17tHp5GfzCLAHsu1s9KDu-CSlC_IAE8wA3-b1PiDLVAEIAyUB
56YczN_z0PP0663HgTIS49HFy_7NKxkKmvY8-Sz2MfnaH8g03srX0x-I-kmpAM8biTQzOA56zBCqOcAD-hT21Ab9b7gqTx8P_OYC
DjCmLd6BF9_hANs0xc_lHBoD5APk_rIADQPmB3_8Bb8XACQY_u_dIpsMMQT4AAYKGsbR_BYxEtsh-hk9yiEEK-DT6xO_DN5fCL88
5qcTb61xif_8wjIMVGKsClYKGjSB1Qgs5Rs3xwQiw-P_H9_8fy32HCfcStjKBtX44_sl4-xe8AQhKBnO5Qft0fTl0ePfWdr8ycrA
nPQF_wcwRbLwF8_7KhjxVgjg4ukmCAqGIb-uFlAgVD7jSwbrHdktCkQFPP_rfwjqJwkIGMoO6gLXsBrjBQY89tDUNsDq5PsC5BbK
EeOoQuV_AQ3zYyHuLQPgyuBeEdwC6UfdvlwFQbta7doFDF9-sh4h6I4L5tgBDrWn1TNzHxUNt43ipn9diQ_28GJZqTEr9pz6Dv_B
DQD0xf7RDODgFsgZ3MMKCBUNRGXSKt78Ihj-Lfpe6SMZ7GUKDhqTgdrdZv_CFBEF1vX3CPSkHcvoOiT_E_BoUNbX2b5_riy9nPl0
bR_41ue8HzIeLhQCUC8U-e02OCo5NxA-6vjM_OsX5LzKLgEmfcwzP94nvD3o0DxV2PKt9M6BpCFhTRDa1fz83Aj1FCjW7K8P9N1K
3dXvxUL38Dr1jOB_-CHjwgwHCxUTR-BaJjTJ27exTjUftRNSy-XwUdoC_yf0zAkPw__CKejr_08HuhTGBw_n9MXBdM316ScLPfQi
2YwW7Ma0yB4gf6og77K6y8TqIdoQ8ScrRuVBEiYEweoFE4Hu7hbgaxwKDeH0Ob_zLu0jGl_iBSne9SXNsv35DhPaEwj8KQ_bCh7o
4VWBz90bFAEXCl7o0wwg9xjs9zgB4RkZGBgR8iYIDsGfMxRhq-fla7UFCCnvCAiQ1RkXWAO73KvHV1wcSawNaOjOPzniWADipjN_
yj-8CCVKrh0V9PbZDh_ffVocLdwCAPQx-BfP50z9YwALs5FZcTUtEnjYM9cYiMuBmzzZBjr94UwjNikRJAzbJS0SRgAz0LrX8Ow4
6PIP4gsjBBnb8fn4gfPw_tHmyCXzfbEu9fIVrLI6EAnKy_UoBvsXIv8SBjrZ2ijB0xgQ8QsH4CHoIQgW7PCg5ASo6P2WxH_4CqDU
7ytn6Liz8s4nngOBJ_0qN7reCgEGOUQ26pMZBgMW0fr0-uvm3R3yAkUv4Ujl8csgKc8Z7QwZ-yIB5gc36LsNnMjcA-YgJrsAyi2B
5cP4_cQV7Dz1OP39-ivt_fAT8evE8hVP8swZMxvryTC40PCzEsXO2rY03t7_QAYkCSsB2ix_tQYiFwNzYLHgujUMszD9zkTxDt9_
DyYU6QOjWrf0ruOQ7_0AMrjhKTz_9WijqwbIwsgNHZXm_uX3G9zH5YHgLwOiFv6aDjWv3GsFxrVNCjzYSVfKmM9qvCexvg8R1S3z
qs91LhOPK-ILtikZTvTpC_MFBizTFQK5CgP_axHgOB_hZAvm3KggwKLTR_fK6yoU0igGFRYU2ff3gdSBRBXL30fQCEfcGgbyNL_s
3-XZFyPH8DTtqRc3CxcyM8fjEjY2COZ_Ig0857noDNc0NOAJT9oOQgYq9wkSqeOitfPmvp9Ltjif3djmJiqdBAg73is64-N_kwv3
V8IuQiXMDjoJ0N377wTJgTIHyPnfBM0SHfYZ87o0MEDsM_8Tv-luE-cH_eW64M8FLTMEPPS3NMQL_AEJF8gB890X393zP9QFIDY-
5PHv8fUqDuUP7AQj5eP28RfpCzgi_uZIINeB-9EjMAc1zMvoFi_P8AWwDuH7HvY22n82ONC3zSkhIjoE8QjT3zjx2wts2c7GF2ff
1xoFoj8iuPEeMPwSIEBMY6oGD6Uy7yT-ExwVOLl_yRM35VDDBLoNBScAiQAN4AXg6kXl_hn4O_cLKsYrIwPJA6_dAPD-IwgL-kyR
1NIV4DDoBwrkE87H8oH-zcVj4vcnAsc2FQJYtrsP_S8693-bs-ke9_oLtaod-cv6x1sT6mHKJ5f4RCnP1djCTy3h5u_IIkBSKQfN
IMQADPjE7yIZDPAOO9LMxgvzu9ZeKZ_tSh2E90RcVwjc8TMx2eIbr7Z_VOBE1gL_FEraNtoXENkUCMfiARAWBfG3ipsvKiUG-E4C
JSaBE7cp6QkVpuEUBQfHGw_BvAAwF9LC19CJ2NbTTT399Tkb7_HBLfkWG_lSH1TEA98Rn1Y2_nUo4fuBSu4d3UzZ-gRb3ukR8Bzp
Iu7_CQYOtPkX7kDAvQQKCBzX4oH1ZA8oBUxQpKct-NC_4aYzzAsC6WH28OvQ3fT-DT_X-T0D7ucm9-8d2gUJDxtEArPeDs33BDHk
QhT6ROcR0SAefx4oFQ_JHM_Cv-YDxV1WVl98dPje_t8GNd7p29wBPvPsOj0RaFW80OCR8eDHNxYkgdbSDQsX9rr0GyndEy2UyOQT
79Lk9Ei9XB7Tssvey-7DtQfUgRfzH_Dp8InQEzrtIjAaEcgQucsa1MM63lHw508E_FEgPcnZ2ucDRPcGRBgZf-Msx7X0yzeeN_z1
-OcBMOjU8SUCAL4U7M3IHR0j-7HNKPzz__hCC9rJEBUFFPbb9tD24pkjf1ft748V-0zs5Z_s0AkuAwj5MhUyRuTRGBOhmzCt1UBM
Aj6BB8wF8_Iv3MMk9evusF0YsikVDoT8IOkmE_VF0PPYE_Ml1cDdKPAYEisbNBnaFEon7Qmj1X8FvBvwRMhQUeonCOeqAdomykDH
1WnQFUiwUxYKHPbsvRYgM8sNgRHXAf0Gu_wtHh0F9n_5_xjref8XB8HpPCngJA6BKd-_Ec4A7AsHvKzKAP01Df485LINJL3lLD3Z
D5pcGiT1CsTK1erZlKvU58MaCSzZDQkuy0dyAqWNo17RtYh_x1KuWJEex_baX92CrPQD77T73IifAv297MAIMggNry7-gUGs8ikm
4R4XMjfquOv3ChEz_EBz50nI6Ns1M_f5AuW_Li7fYOGuHfYGILn0rQ1C-wvh7xjzAhDs4_gWFdx_3QomB_Al8RMOCfMTRhfa4eMQ
6jbS1zQPIwsF-Orf7evqTrFN7QATgc4z3ypM__DZjgwDwQiv2Vx1WqjZCrrhOTfjHO0IGwwPur2zDOrL2_z8DiOf4RIJGCnf160F
G_IfvynSD38QoaT_HyE6Fen2CfUFz9jN0Ss7Kcdv7xtX3SY3H_oOy875_-boEhPDIzfw2Q_pEEPhLdgw-hO09fIL5DLoSwQpFiX0
F6iBJOkQF9gGHi7Q3QtkFtH3CgcCIg4FouQL0BmK28vZx8YwDERGIVUsAeLHZQMio-T40BVdf-xICUnxFCINvgIN1xnY0tqBSDfF
_sEpzP8ZIDXwBNDu9d3f9x02HAQI5enN3RMVsxIr4qEjBwL9GuFnAq_UZj_E-ekMQTb1LPhG9CkUAyXWNgLnC9P7OggDGVEA0H-2
-lkBUekHxykcsOJF3d6MUSDxGrQAKRf90VOU_ArMy8NH9LfwgfvthC6N0MXD8xsS_vWUtgw77nDuXYvPC_axDv8hJvGxohGuQOjq
FsDAHPKB8qkNKBbTHcsEyu4OT_HGux7Kx_j1OranHg4NxCb-szwdNvkjId0wF09KOn-GKa6e0azyFi0PgRPpDNKfHA722T_fA2Tf
gZ1GITDeFyLvXQWlTe1IKyDm9MDH9MM29eHPBwztMv5bHfni0s-6E7-94EX04DkMxtXR9B4J--LjKNP6duQDNxMN7vTFPCMvCLW9
AA7kAft_swrFOejqA9y-sCpDvNNUkyIYu8YlAZ9Hxw-6CHEBsSYA7YHTEcL1swUwnCNSrC8jAuVbOBPnhx3KlaIHBfsODvr57-8j
C3P9pOg4vgrrON5Q6UXMJ_TYOuksdJGQLin9n0T5_zN_Ch0RACW-TxkLDyTMDO_vL4HQ-gbXvqNGDJEQFfjAEAYSog0nwbTk-xfz
8bMYSiEUDQDMMQSNCI0MBLMkSeTVDSxnJSoKuZ4QUyEyc-XuGYrnulIY8Va0002bBt9IJPsLmaZhf_sYMVg4PhjzOGQ2Abn5_7sn
7_x_LQUOD-bEmBge2WMY3yAWM2UEAlfK99xJ6hMyP_8zBjdFzfXpthYC1LzvDADhSf3dLTMQ5f4aEDMawpGeB9v8-Qp_7COoQc6_
EiDAt3bYRSvBgcHMaO2vu_wN6Pr9DeVIHxAP6N4_8s70N0Xf_PUV_OUI_fns4uDX0vUWrunaBT6q9xLc4a1s3oH1yBY410LrFxMK
0VAL704PAdMI7QTZtZbwVRj41xbj6zMM9R3FAg8T9vAF37b_ILvPO-Os-DPkJ1kmm1rjHuXV7CCfGh7hNPvy-i4N_n_x1T32KxY_
Q02V_hjnxrcs9AA-6hvtm-3hN-bc_bXzKNt7hsbFHduqBBcITFhi5fKCyIE6zdvkBPICEBQ1NPPY6RdA0QL-BP0V0IEY1iEu0ucT
rSn8O0MSEubINBhB6OML7BgUL_Ejze7i5xru4CY4KQhSA-Z_2y_RByhNx9MM3vv9riAL4MtSR87WLxSkCdzQCgXoOdKk3jxJ2hAC
d4JBdQe-KVVj-cXj9-W3AyU5TwU65gC8phUxehYA2_9QDRWhf9ev7jrGIgMpYH8SJfMwuuwdOCvE71zrCvjtCi8MO-4gOfGz--v7
MeQADx6i67J9ESbTD_Qx9O7Bszul96wO05He1uvPNMsTgebM6ZjmIQplzxu3NeT14lIEVgPWNWI54f69E-b96JtwPu4RpD9EjwzQ
7wxA__nyHAyMShnyVjf6Cu_o9gs-BIH37vGYAyHH3R2aCsfTG-6B7F1HGsdANc8Fq_buAEEwDepO1gbxyKoV_wj3M-sJ-1fsDBdT
ByMC7eBlKbffGb3CCj_eUcIbIA76sQ9GnUvWnO7m7SY6qMLdFmP1MAAwDh2BYQZk1hdG-rZfUD7KJSLovzJoEMdi_IfqOUcN4kAY
--cmyNK2FvWgBfSsuK2nN_bugc0xGhouCvokqggUMQJYgbMNGuGeMkrMH0b16QDWMgH24cCQZLD84AYX4_uuN1Hjujfm_ALJNh7W
NMp_3wAj3vISBd8V6eX5x_yiyRYUAWj6CUFR3RDm0PnKL_X6Kfj3Dxb59A3Y_gbyLYEe7964okouOJUDdfgnvSQ5_mj4WxZiDkbD
46_U3xHQnMO74xAD0PX5HSlZKtttFPTn-i4xE_MqvGbEfBk3F9mT8eLcImEq87q1C71VCQ5_JSIJ7yATBlPuC7wx5A9F9ekL8_ZK
6RoP0-zz0Cn654HUIBUeI8kW5DvxRCxQCLMLw-AP2vwW-_Hs9v3T_trI-gDTwgnQ4TUM8OfqEbzwTQ4nyxHaud7A3S4CAxaw_juR
xOxyHn8gtcz6Mlm-p-o5BffMwg8sz-8wth3GUj4SJM3H4zpZT-1K6vfK-wA-A9hF9A_TwX8Jty4sSOpG5fpPSJHIBWsNNdfyGBHD
Pv_u50f0E6bqEiLcGsXG6h-BJK9GQkrhrSPmxAAbzfsSPpTMtBD-_U8-OqGsy-Uo2OICAivxMiHfOTAgIcEZRl8v-IHJ4tLeAtRs
1Onh7TiyM7u8nxkssR3x1d0r4-EU7qrevSiBJwK64RADA_IFIQMM2cfQ0snpHPIa5RrH0ciS_LH-wwIC5TlA6926uAsAwtgDAQPf
VeYLcRkqHuICIkAa4L6_9d3r7xd_4wTnMBHFBe_Zsxh6dEbp_Maj8vj5FJDGH-vhIB8sgWQJNa_QTQvYHwBfVa4LpUH95-o1bu_F
NO0F4BjCbQ9VJQnsfQ3m_UD--h9vtNEL-8Tm_--u6c8UgRX3ztflPAIm5i0QRvAbKrvKENe4HZci_rFo-OPTFPJ4Ec_qAPPd5h8g
f8QCGeAa1z-nRsxR0PcO6xweHcglvAvn8zrq_JIeC_bR5sEsIPsVIUGBD9cJ-QHhCbIDzAD78TPUHp8fG-MS2vXtvRH4ILnavE8X
DNTKOZqvGpEuE22x_9P62QnYBzjGvCXzHoEZQRfW_UkW8B7p0czp0h1M4xa7vsRIHiY5HkuW6Ry2_NtZj6L-vwD7Rbb_KjSP7C6p
006jEPEz2t7kf_7bR_77Qi0BEWLyHC_G4ynkCRvWzOxFGEFGKfv69QTu-P1_OagEyw3d1hB09E_2EdE8xy29bBtQ6u7K1t_phpYA
7YHYKAMDLRsmxZUWAh0WvMor_CHn6_GHSS5CRwLkYmA5dFjQTvA95hkaN1VQK-j5-9AAmu7_HyZOA9GUGSlWHfdK6BcMC9Qm5BD2
3CL6wn9rxzEj5iD8AKUJ5tV_xQRRLAX0YhPCBzb9wTcAhuLHmBMj8tAtASk3F9dHBkK-rr7e1VZW0gzzuejbNmQuAOISPQwQfz7f
Jv00HPsLIRYxAt3p_uYF4vki5zQTdU0n2eUoFxniOSoPBTARsAQLFgDgqS0mtP7u_PHGX9IdWPD6UNTY-n8o_6j-5fEQj8d5yyTN
Jc0YyiLT7wUneuEp8h0zJkTaDeLMrR_WIEMNFDXs7Vrl6rBzhuI5RJNeFgoF8J4rTSkQgboSKN6BxtwGNeRK2WoOBRU8FxEG5UrH
QkIBEO0ZvgQbIfkg7l0yGT7T9NjzUDdA-0Pb1I0yBx7lHc2uDOMn2w_b8dSxCfVRBwEmyK_BVuFn7ELe9u4DV1Fg9RoEdn8G-r3n
2AJI5tQKMAcC90cX7VzpG9L35Bre9yQXG6r-4jrTExkjzBT7yYEaGvKzBKpX4iveNNdQtOFS9wMoyB0T4Rb24AH8_xvtCODtGv7q
4mESJtz8_PBLgZ4tADO0_wEqHFuk--8FrrUq9FFB4QLg0PT47f3a_TP42-itHCT_8k4BNADWIv9Aga_g_w6yIt9B9y3v-QvoIvMe
EP8lEuDU7rPjwfkSDPYR4OemHgjtyRxADgfG__UL7fDPVHrR-vp_FUbTJPdA26vrBBDdvCd_5Kzw5zE_z50EsqYSFu8EMOfPur98
mWvB6gTXncz78NErGykP-sif5WIls801oQL2C-ESrMuB_zWTyNAC6ubs3QQYvwHOermnWh8TG6oi7GtHORbXXfvbCuPCHwv7fwcN
M-7I1DQdKAX0x0uO6WLY59YZdBEhrezj5mXfNNrtJBLwCvUhxZrSW9Io36NJXuvrXRX2y2gX4ajc0zP3gRHztOsQNwcH8izx1AKd
EbIXbSkYGigdHy2h09YkFs6zHSjrnRheEMf_W7UqQynUYTgM4w74xOXUI_D73rXwJSD07qz2gfYEOLkRxgq6tSMTI8RU-twjAQYD
9SsUMdzWE5gcIMLHC_zU-u7y_MDgCgCTSQXx9X_m8T6aSScCnSHLDBYfAtD8uFlNx3_yEfP7pMLgviKmli7-zR0LlGTtt_wF9Mdh
TbouvhngGAmBMTTuCzIb8cK0IhwUFNTpHS4AIw3pyEnH7fYZBMoF4_0IDuf89-4oBRbv6t3XI8NEIRExXRrkFUpM_QUW1h8H6Rf1
T0vl2cTtxjQs4CzcJyagC9QY7Qz5p90Gf5BxUvL5kazCug09WwTCl38_POPRagjgSEKs_9hJ3TRgwujW8xDTHsZofPAH1LFhu9f1
K83-9iYDSfzvJgoNzTAm-C4D3Qvl6B7x1cX4F1Uswv8IIyKBF-dD5jcKA-scKwnTaXPkIebS5gHx7x8w6hjvAe8ivPLhBhgjCATZ
QP8h5OY0M-44HIHTNSX2MgOqCdgEPvsO_UrX4BeBYvjMAT83ycEK9CsaNJUF5Q8cTwgBFdGb1hgXHiLKKgI9CswMZTofINsd59xI
ETgPQTcSA-sA9nCqO_ivsQTYR02BDxcMKpw54tQKIdbW6toQ5iH0RUktJPnr4MoY39srMAWm8PetJrAHNS9_9Nfe2iY2r9ntxsg2
J_9RCiwWJCjRCx0N9coJRCX2J_gHSSWlDuwq8TovJFrcB_qBMujP5sG9QTsExAbw3fLCBuM3xzni58q-Iij7eO2G3ej4WtOQUiAH
LDnJ9AcMFJqBIe_uQqfoHnabmPLsAQ8WEK776yyT8NzGCdkRJuoRBzodDwvS6h3q8es1ISMAAIExZSU-qgXqNho3Cfq5Aic_-eys
2yb0BhPoBBXaNhFA99zZ7VPv5B4k--sMx6bd2BY5CAImUgW-uxVCLimBY9UbAPLlFwglkef9xAvQ_boAsWZH6Vo6Fs0SWizvB3_d
ZdMP0wvORAULNPTQB-EVOy8NsvXnDgQP39YMI1YWFDggC8XtAs8dDgrVNvQGFNc-CykrU0TzG1xUp7f9COvSSO4MtuEFf_MBygm5
KeJKXGUMGfTR5ussKtnJ1fqz9AHGJQ9Dmer8DSAX0xYpKuXD6R_5AfD8GUBL8l9_zEMu8AYBCv8kqujf9_7p0-PaHsX5LCQBCxEO
B0f3267UMdLq2T9_ySq1HQnWEhev3vPu3QbSSB4JHYEIGi7xH4c0I90bcqgYLEM91x0pHyTtzzP_d98ZBQz0Cs3jw9nbNrb09k0J
Lxvs0U4q0RJR66UXFw3I_38HBQ7_7S69Gd9eBvPk2ey67En14-AvA8A0GkNb1cwOD7KdPTUcykAs3ezi4c0O5Tc5Gsg7QSzI4Oej
fw0KolAAxKUm1TIHKhR09-376vsnxxH2rBsF2NDbNMITViet_fAOJxIjAUz2YZoONVdezeNaORSBF8oU8F3iADgSCRQQMDKf5TBM
rrkU5oZGXtX2De3wJgH95QYcN8_jRcPtNIfxy77S-qJ_5SH8KXcJ_MMdGjNBBiz41wYK8tbmAiPVs_yjGUJ_5vMaL_YOCCMG6Ene
7iHYIBEf9G8-ORwoy9_oNtEaww9_2TQw3N8B9MLr8ArYIL8PXg_Up0361AT_LkKv9hAByu8BAADxuHSK2Q5j58RBCycpeBUxLfGP
gRNDzPlZ5i64A7vm8BGPRtvvxfUCDYhsMxmmoE44Cfri5_g4gQ79MBYM3VYSH8gwBrBQOhPCJ9gF5PbYo7gD2g_gDhXy_tDxVHAI
Rg8Z5SgX7FAfA7zPze4Syu_o8P4AIwsRNhMaIh7mMDgGAaDo-vrj7f5_6OXNJvHRFw-xp7nmGjvMCAKBWsMWcDj_k2da7_LY2Sgo
PNKeDb-9xUxYvQcOOSDq0_thOywIt5vZPukKHdP3EjAlVuL1QSIG_RwvywsV3gru6AUR0r7yBGQC4-nyIQWBDu0-5BoSCeApLFXy
qoEIW92n5RkVFdG-1zonAer0xNnwkv8jHcjFAOjP02PLc-AjlRXcSc_xx2rJDzTPFs0g3Djn_kkIBbYOCO0AOX884dL9UOe0Cv4t
_BIRihuy-CIsEBP-BAMYSvb12aZRghwR5Nnm-iMVKLAZ1OhY110RzKb9zr0JS9uB9zEdAjFNhQLxSvTe9OfJJ00KMgsSIgIvEd8I
AwDOHR4bvFLaEPx_HP4fOTdBOO3vGwAT8OgTAf8YALD77R7oCfoQVdm31vjvBBbux-8OvD8LMXHHB7sX6fB9wxPQrYEctcxCB8LS
FkwQnO4J1rfVPRw2tBQJ77TzAxQYAv2rAwrP_8MH6QgA6hPB3s82CuYh--jiJn_y5C4I4RoN4xEcIT4V2CbuUAMS-L08zfjt3cFl
KkfhUwnbfgAEFYE68hnaLz754SmlCazp7-fnL_2vUhTvIj_Yr-YhmTTYFMXKSSuBBOoOQvfUKOQvPyvt3QThs_Tb2dnJ7w7vLyQj
vD3bZwcp0_sCyTVSBkwGGf4PjCrJ5l1G-n_Y7NTuH8YMCCLoAugTHRG0Htrek1D4AlHbKCy9G-UZ5v759O85CCBLyxbdgW44-PW3
qe7fSSbc8awRIyWr8xNz3qYE5MoGlJ_kK3GtCR74Ij4VD9RILQKBHzFI2xnJFM_cJh7jA3kp1gDYAPPUOO23BwMEDQEW9xAgJDEm
7xd_6BwUTALZHfEim88wVADk6TozFRo9mPpfqgHPDguJ1ZnBLtDjIRUssrXmECXa0fc3-soaDWox8rQP6ckeqvnBwife0A3gAvAu
yeukf8Iuh9MQ6rPlV9DpcLz97ycQ76L-BQPqqU_4GwvMNS89f9RkXYsK40IJCAUaJ7rbGelRWJLdbkwocv46Pw3c5SfMEdll_UT_
MMjL98V_8AYniN0u2Mq2IVs4OA5eDQ-F9RXvmAHfSrQGOsz9_CzuTy_P9NECrBQEmjf-_PZV8PXpTDi7-rCo1TLovhPB4Qr5gf8e
6gQiLAwKQfXy1yH-yrcOBh9O8bZv8gHKBEgOxwuB0QnH2psv_PX9WBZARfjB6uD-BeiUHSzwT94K69PwqvU0EfYmA-HrK_0B4BcR
BgcL1QXkSDDrCn_7Whb04vXNSx8HJO__MQDxSfAFB-vi2Brm80nv2J0tGR5_Cg30DQsY2ToaCTLG6SrQ1y1A1-UX7cs25Qchui8g
4yTdCDAYvOtNIoEOERNNx-AxzeX-5jYDBQb0BOgq3GBs7QbWDwfn6Q5IJDXPtjYCVdjF078CBSc09q3Z1wZEwdLBCn_u_mUzvPAf
DmbUAz6cF73bXS-03RAu5e84OpsFJzkHvMB-QtwDDUCk5BoqAbI0Ar3SAK_UPlT13kKrCkwAQx6gBNy9a882pgnJ-wITOiQKfxcg
L_3wA8L1sbjtMMvsFPXs7cVS8-4fKPgixh0DKMurW-UXyA4XRDYE1QUHxqkGgRYT_AUB8iIwBwLYBAgj4xyxL9cmSA_b9Pg40FP1
B_HCe_aNxgxGHwdDfxwUW8XtaPgm1BoA2euBD-rN3uYIDeUL0dH75LzYKf1-MPvN_OxM3wcbMBnfyBLiOc4ED-n4GDgO3wkHAvgs
INU0CS8kGe4Qsj70N8gH8vC948AHxiQSJB30CgL9KwU-FMT5Mmr85-befxBe8Q9cCC39RCMd9P1_80ArnhNnL2ndqusP9P5az0DU
sA_6Jy_l8f8DW9sb1DF1RkE_khcn-SEC7_X2F_3C4isg4Nc4102dgfInkt_p2NwF1vDJ-hJ-Yt0Hc11g7KJUWdutDBskf_AF_EIx
JCwwBQOf-KrGrSrTLDwN9UvfXSvZxgwbHLDjDO8EE8kIDWDp1zoq8fA4n_8yR1NII-Ln4oeBNeLk3X9N6PjexemQ3A8VpAfyQTBB
2gD9HA_npz0FsyIIyHvN5-LD_QfzBvXeDV8AALIOCeNcyXfXDgR_J_8v--nzTwPZNzXzkxSqC8-pzfMw6VTFzh4GQcgQLi_9_dLi
EBbPu-_O_UYw8Eo1m0odA_Uwh0diGq_zWNrdx7fA9tx_JtPNOrk5bjm8BVwQ0MT99R0ULUI1UskGzePVgQr95zICpl3QwjwL8bb_
8zISuiMJ_RwU_SHlDOju_yPuJPjasRLSuukHFn-9RvUU8fLyGP0zHUe1-uD_A9QrD_Pw1RHJFMb-CRPLHhUD29nr8xkXXCgB-FoN
xyD2yw7SPuZ_SPg-_JcL9EgAASIJ_9iz3rndArHWBK5CJ3evHd_WrZl_PwAA3Vm792LH9BOdM_ws8CgibrdWCQYFy9fmIrXMtQ5Z
NODfNxQ05GD4GPz64ze51wajufHJTUvOnXSkMujxKcPLrOAVs_MBTP7xUn_4Lcr77ef24Pr04UCbOBgp3EQ8f9MpPCMy0xQwCanV
7RQjA04RNkNgQh4tTuRBVjtQ9tIN2CbY5_WB1kfw6P5B9gb2vsIkRO-jNLLV4kbKx-o_7NznI_Tp21Pd6jpjGfUJ7erf3x__CjP7
XoG_lPmKEN_PitEjtfD75Tj5L_39qxfB7z2x7TTj9b4IGcHI6ujkNDExMTkx08NqsfvV6DV_S_0NYG738gV16c5yXQrsWyvmKCri
8s0vLsUCvqAF5fk2IS4S6PlbFtMHFQ368fIHWMnN-8XSOQia0Rsb78Q7Ai5YZQD_0vPtR93m6Qk879UUfyoUlp9aIxP4Hcc0N9Fr
Lfzvfx4K08v7rilF2fHkCOHQGsEWU36nBN4b8retvKcwWffiLN3URRVQwfWa4iL8KCxpy2ORMeLlVxIdIRHeBB6hF7wyU-NdwYfZ
roXkzcfd83867bjGw8NZ9i2TSdbuK9jr9ulFsgQN3_bd47g4wS8S8zTbfx0T-zQUMwiyC-Ac0if9DeAl9bnaCe7n8r6m-RvToKsB
BzQvsyb63FrDxQGeRubOX5zVCooQUkmBwynCzqDHTwofzwXs2g9HCYHBByQpGaz29jjEBuW3uiKuIxT06P6M0DvO1PX498C-8nYj
KCTSrb4oJejd8bkm5qgideCPBmvmQuEC2jRV2QvFIVbrHO__H9tjsTLjtmrIfX8m08UrHe7GLqjdfxj1KX3jKzv-nepCG98Lkej9
HJg0NR61ZdXkqVeBD_AC-NIMLkAWMG0u_koC0fM9P7nr7Cvk9UA09l-sgTce7CORGJba3CAgPvjr7-ocL_sGQBIUADsh6NQ21rcm
ARha-BeWLJYLf2V5_JfhybdbGt9XBopXd4cNL-PKNqGgODYqPNFDqTWqBVMzM__s8PIV2vX030nwf-zZ7hL0DhIEIhDvNewLHQDt
9q_nwCfl4vnnDE3aEQl_7QM_MwMY7_j_z9cZFRMj0QMW-RPK_uXuDBgK6Qf0vQMM-PCm4gWzM__zGiML3OTfJioQ2DtMx_7-5FbT
DxMI1Q4VugEM0Nk26NIm2v0AFvYYFQTv7xERRk6ygwn1Ly4gIUf2_Pj8J-fqLUT_xwT50vnrGfS_AP4G3Lnu1iX-8igr8h8V66oJ
DCoWptYS9S4iK0VKWwgWyd9y0ygQIdPs1PQeAOH_29kLJx_hPBIKCUcV78YpIPwLwQwfwCwJ0h1eJPkO8Rgd60f46hbCBszrgRnh
PRufL1nl9VgK__sQwBu16WynHfknygvg4mEoL1cSsjo4SOrn7qQ3NCPv1wDm3Ko-ISPO7b6u0RXdBX8qn_AuBeLK-j264_bzxA0_
OvlDGMwv8nDPDh8sSwJmz3I0Hg0VQzhER2K7MeQnxf34-wQF3xE04e_46fUw6UvwK-UR9x79FjYbxOQd-rTOEEQPUvjRDQ_rWyrO
NAtFzDERBAD8DBD6EgUe7QKVBU3-Gg4PKCoH5wn5Ny4OSS0m5kEX78YIEPDLIfMMCwjoCrHu7OMrPNI0OT35qOHqEcVD9_vDFOsM
AhHNHswk0hDwTd5FQfTSvD9_IgfzMdXRmxXXAbXp--5Sy_zpMvQDoA_bxPgayTIMRTtJ8RP_8Rv_C-Ud7yz-ziDY2uT39qoE8fD8
B-r41eQqPFHg6gNFGQr5DKcZDuITHYMF8wXN5VnXgSkd6QzzwZ4etewI9eftEyv7ATZLO_bOCN5N3S4b1N8BwiHgYAsFNR-7GhfL
HsAoRdlRNjG4Eh4MNU4s0rEO5N0QLeDrqDHf4hX8Bvtn9ecxNosH5PuDWPMF6-n4C8MCIObXZX89sxvr-u8rmOdtNbqZ1QqNBPF6
JPA2IBImEgSZ0SMd8DwxuAG9uiQUQy0EdAk6MATQ6uAlP7g53REZA6j-Kj4W3g0vJQ5NCUvey2ecMr0t0JvfOFnmNsrjRUWB62Il
7O0i9DUHCQUAGN4C7vEITRP0-eYCBtnW9TETyx70xK6TBeIkB0AT6_foBec2HCYSBujxGfIV9yIGOc78AMbtJRH8CiI96u7gGi3P
VPPmAEXV4bae3EM1x8ghU9Dbz_Tc_xbp5gshFRkvuwXwT-8jxv47dJkP06I_p7WY7rsIzvce61oKBcI7PdTCDEcH6-sEV9S2ACaB
F_Q3GDD_7N7G7_8BxxHpJDrXJgT7AbABDjEz4ArDQ-Sw1b8ZFUOuctogH_ARJffrALnw9dpeD_Azx7HyMDoaDyobFwHLZdAI9J8D
OBUcFhhZ0g9xy_Qj_40X6RNOp_QWzfcD1hEh1Do9zT3bNpcL5iwcAxKRHiC0DefdJ84N1SQrBgAn9UX-52x_Lf3C7_rv9d3z_Mbb
DewcBjsD4xpMCbsCWFPdzxYCTvse5x_zt6QN8Ww31xCrBiYIN0gANAEj9_HOwsQbRNbeBiX53zXs4_w0O0vwv80otSISBhM5Bdk0
VRjTGwILj8VW-z-0gUgd8PCtMk3jzfOhxM-51igQ7f3A3i3h-_oMM9QVA8qlF9KrnDiiRf4KJvq2BbQC4bUKyTyo8UjUStHy8Q_B
iEKJ67CZ8ODs5mUczuoN3RFPb9XcyLG7zyjFXv_0Ef4DDBnnKy4g3w8Q5QD2333byt1y_8MAKPTT7679Mc0VsBQcy__2wvn5Ig3T
IMQ_9-jnFxbZ8cgLvDYuWEIe3SH1-Amh3vZJEx4wPTOx3-_xn1DrxvQbHANY_BPgHTDHQxMLBb433C0e7BML9T1IB9kFga0vExmr
Cgw1xD_mJt8YqqESGPsrDQPWxBD82xsDuPb0EMbW7RD56yEbReXiMOrOXffo4BXvMRX_vi77GO0fF97kCYEL-RP1zfrHFG7rG_Xn
G_r81-wlmv0b4gAZ9lELTBQRFsMq--npxhsAX9LMCSPHCNYAD9w17k3xCSDo_UfwIkr-Ae05DOwO3hBv9uvmDusgDz_lEP_G8fci
7t05MuHc5dftxc76JP9NHv9UCPIfSR5c8gnaxdYL43D8xAUqSMbJFh4a_fz8EQf5Mw32s_AvCe8--AYz6KJYtokzntD009_57wAU
BH9UbO3k8TvK-BAF9u67Ar8UH_oXBdwc-A_zIRAj6hTDPi4W7R0J7DXhzLvuqh7lKyLe8xoEGjjbB_q4FwgRBC49FjbrGeMO2-2r
3ykgIeIlEA7-1BoE8y4c8-YJH7nV0EIQ8wjN8gDnJsLsE94edEny8rDz2-fv-RA0E-Dx7frw_RYsLu7W6xVD6uvmKAzE-Ef4-cw7
LScv6S3E__EPs0Dxz_C19oHrAODX8kn2UyIi2_gX6Rc3AADHFPgg596mF-4UNiUL8L8N8-_v49uBCyjw6wX2VnvqHclV5_36_PYU
IOzzA8vND9XnOAQT__PN8yj38R0eGfI7OADkEfH6_A8XCRviCPECGxmnBTwtFw4m1wrwCyjiKeT01NfdDedhQOrlECHj9uMACgDu
GtjwvvcKFyYbOI4V3QxBy_LzGUAhHfcYXdby9fyBC-zpAgneDuH1_-H8DUERO1jGEsaLleGg9yLVKytRJOgeDRsXALrV0TAgR-gd
KiAnBP7k-98eEfwG3-nh6wy9EvvWGQfHGQsjh-o3oTIcLdov_zz3EvEJ_RJ2DjPoNgbG5eQp7Dcc6-L33eFOLQa3wDfqB3cSHP4L
BbMrLaAo9RzcglUcDgPJKRrfJSHO4BfPaBUX7fT1JBQK-Q_6F9515AImq8zn4hL-5S8FEEEi31QIYuXMu98W9PldBvzsBgQjwCv6
5-5_CyEW8U3v-EoyGwpFJibgQx4D7cUy19_R8L1BJ-oF2kqxGv_mLg_oDjzkLfA2nWYGtPrR8kwTOgcakhr32Qssnj34FKy5PgD6
K8LTHf4YIwEdLCIiPw7c9DLr4GI0CFRC0Bm-4NkVVvsgtQg6GwojUAERELUlCp-BnzGtHdhuFBTg-KgDBAnoL_b2-klKBSMFzPoH
Rf440wzp1BtVGhjDPyACGiu8uAHm6gwD7D369uLnz-zkFRVdzN8IAu_QE8A3wD5iEN7c6QXjPSLi6P7JovQaK7556AxA8bPh-Bjr
9dh-MIFD2mEZ99QA-vz3K-bs3kgk9Bn40AoB6hPOKAYa8ugZEENGkhbkJtUPGwKyJv4vyxbz7Gnc6ycpB0y4Yt0vWELKwVr1OA8_
7hT-5ynwJSDWFeiq4zjg0P_RH-HQLyeuvbEU-xzvM4kf9xUlvqHn7Q0dtq1aECzP-_L7xzY7KPfYSx4VCSbR8qfQ8UYqIRwNLg8b
rQvT8xrz8icFAwnzFCwn8u30xhHx_Q48wwRUHzXw2PdiG6MDHCcsH07zOXkqgSHi0i_h5MH8E1jW1r_9MxrdIP4kQhgj6grQGR8a
3xjv7wAHLtPeKyED3CA6kLsSNML0rGsnFfMKBPO3GAryH_0TKjO7Fdrr0QKo5hENFC4PzTTaJI7E3d0s5R_eIfDAJAUcgc3h1OBJ
KvfoCe4i-lMk_xzcOwAMLve-Lu3sMsUz8BvO_dzxC9O-EuUx_9L9Jd37FMvt4Pgutw3nVN3cgSw66ws59Qn9_xrf1ykM4t7A9wDr
K_ywCBwdAvKG3_QPAQTjBgf1Ffzr0BAAD_0G5RUqA_sEDufmBwQuEzrUBToHLv33MQEpLi35F9DdARfn5DLkFSTG9Nn37-cf2eX3
KFgFAeQdyO_L5vQLxS8qC3TP2kQh9xMZDegJ2xnmEzf_QQflVsUN2cY71jUQzsza1gnW2fxlruKxS-j2L-pQSLRZBvbfLs3KJxPV
3Sc298es3-gB0DXx8xba8aMrEn8X5AORHvjy5UwXofb1vODeGxT6DvoD6BsI4v_lAshpvv3rCRgcvSzGGCywzykexsI-3eMp08bk
-_Tg4RjdA_vsBx8eGeu5uOcDNEAi491ICg8D7oHx_p0JDuXTZ-nCFSr9-vn6Ff9EBP8LdzPLySDuAVTjIhfyRusMEinIoPAb7-kW
6t_kByTKD_oO_96i2xXo3BY6LM4D880gHR0B5tsEIAjtGOzwKvUCGw0O6QMkzOvh3-T71RccFgHy2A0g7P3Y8Pf1D1Lb7BO7q_kV
O_QJ5RzlD1wn_hQX4fQ59hHtFVoS9hkwCSrzjCf8GvT7Bf8MAP006u4I-38W_OjCPvsx5vn1ElzmB9ohQvEGGeQJ79Qy7vgF-PsT
-P3NBQoM3ukY7BTi7-PTCe3RAybcwPVd8BzwgTJKJ_zNB-HdALK1Q_5ySgEm4PLc-jP2Gx3LoN8Z9eLk-gbyIBevJuYKGJ9T9bmz
4PP2RvfL4_pqt93-uffY9aYJ-8qt9s_9ZP4lFh_oC-c1KV8tLZEp5eYKHir69jLmPNe81N1RF6gOBfActn3KHvv-9wjF1MHluQsh
L_8cIn8PtfsAAa3KIf0i5qCkuP7vH0QYHiZZZ7wWTUoNpcWdzQwr9xABvizyKPu29vczAbg240RM0dMYKdckv_ydJsf1-kENDkzr
AfVEH8LYsvHGAOU6-AoWDHaYGQM54-M1KTRA2K_gKh7_5nIwzx8iYBX64_TfBfW67v-SySDgFNcVDfQpuv0OQ3_15T8m4hs-FTTz
wxTlCO4BC_UX8uztwtVVxj3ptMEABAUN4eIaA6w5xq_P8Cvpx8QN4_ci9xvU9D_z0zsZxbPFylVG388ME-kHGPft4DsnC8ABlAbB
6dYJuskJFhbgmdXYy90M5rz5FBnev_0cDpXh4qU30Rf7AzzsCv4d1DL27C_wA9dDO-IT6LQ4GeATKxrF7DvmD8kh2Nsq9ugz8lbD
_CPY9yRR1C0l6hUXNxXPaC77Hw3qGeQG4gI830p99sIJpAcKDN-4EQLq5jIzBSfnsYHp7AfxZ0UFL6wSQ_3Vuinm8RqqH_s9kCmx
E9ADFQYSHSrQPDXqHwdCw-AGAivE9v-y3OAhCiL5_6_k-CUS-_rywgc2f9_wyXH3RpXNzNPc8g08we60HhQrveXwFNAUGhThLeIm
1ybqLKgoMggSADu6Dd5OIygOFxj4DwjS7B3EzQUG1bvc3doHEd_p-UEa70H_7t0bBP7gzfdhnD7t0c4wIRMUy_Ge1boBQDAgDX_i
G1qbW1DaRPMD47832Dk8j0DWO1r10EQjrpULNCYB0gEf_vzr21XWzZjwBxFCCCnWzgfYNxH4DCBV_eAQDQu73x3G_yP1bgAT-9bs
GhT4Ni7P2A_0C08c7FQQIqwsyy_CIOYzsATnEFIBESFCFNHz6QjkzAD_-vTRBjrp4BQYKAb5LwYPyxHsT-vK-9bpsRLw50Aa_Ncs
DOYdBFTd8fgDPvfjDNQp5w_3COX5ItPjUCeLGyQuKd3r8iUc7g_Z1eGm9CIcWOTB6TISFfoQEgrw6fO9-xYXMRYJ7zRI5AQgBiLq
9CwDAA_J9X8VQQDQLiH74trpFBYI0iJh--_65_83HC4uDx8J60Uq3vsl9yIXGCevcEpJ_wwCfzVdzRvW4RQZt1RBABT-B0UCL0AL
2wfkF0fvAQgQ9_S_Bm8uwAVoA8_kuwktKixc8EId2gEN6BMLCEP07r8OMyL-_S8wptwOB8ooEhzaOyz9xhXOHLvSBy67-tU11Z30
QwEVuvkdI7ntVvYfDRP9Bd-yAvriJChX6Bkb9TMAC4HrDvbqCsn8CEr36jfa3hEfKRcvHAcM5Pnw3uoKLTfi7PkGLlAmBbY2JNgH
6efyCvT1Ng_zxvIJ0Prnx-nySS3L8OXqNAbYI-8a5TQkwOQcNdci3wLC2QD0G_394LTA67wPRs8SGkTQ9gDaxjcD59BIwE9nB-z0
-3_P3tYwDhzrK_729KUi68PdxToREo622BTzAz_4Qxvypx8DC8Eb4UQcIuUBKxLpHjQNFwLcFhE4FsshKdYcAsD9zPfX6Rod899W
H5jpCy3kCj9vvWZcEkQaJJOo-AAwuprbPcXxkODK8lcWBzgI4g-3JtfrDPO6vsHrpRru8PYY9tne-eDz0yMl2-jv1MgeB60U6384
GgD1-uISBym8LvYi5wsg_AkP3NHIG0Hh4v4yKRXfLhNhGgca4BMwKPPXGvAY6_niK0_u1CfwHekYNcW-0gL-_yUTEGAISCXDIfQg
OeT3-8lEABwnJs8FN9GUTkQLEkOBxzzXyebz8SDnGQsTBN8Q_oITA-_t8i3SAw4I0fv_zk4T5dnpKcPuF6eyzwEp6grEDxoYNRk3
-fR1ThkJvgTgJxwpqsICP1lH2QLn6xP3Vr_VESXb8hjzsvkgzg8Bu3USTS0WBywv8broEuFRCOMoSRLY4i_t9vPwCPEqMhcTFdkn
5knKEwASMS0dtwQjFT0LB9ZGGjPaWv049_b4RuH651YuOeQj9eSs864YEcYC5QDhP6AAwf314Sn5BZ_jw__6At0PGoPbUgUhgdK7
4RDW-eMbEeg3GiDjIerwD00nGAey1z71GzMgoxUVGCIB3yQeC8XpJ9sn-hkcIR898h9N6ggrHQAaJv088bjCBvbeXsJ_E8IV8zi2
8fDdLtMGJsj_Jg4EDgkDGvfFJbXIJBT_sdDqHvgQ6fwJsjxbG88oO_rqYAmj5gPhD_hKy_U9JC7iEgr2RQcK9ezbKhPc-5_l9zzI
DjkTaNcxGvi19NkOK-85Er_DtxrrbBYNkOgTKyAUxxYPuPHzJxTux9wo4Vv6xx0Tf8ugjiIrIgnnB_jdyC7yAk4F2hvc5vNe9fv2
1Ob69Sn4T-LJDQYqW1PwtQH-LSe3FSYGNxn1r0vAM_3I4x1BvbeNXTIuY9zX8o8XCKz3t_LGBtkILekqCB1XOh2u9e8k2AX07Swa
5B_nMeEyJgH3-Q0CK9oTD__-zwLfDzv49B3yG_0d-P_znOEsI0j_MEUWN-kgPBoN4gHjGykg0E5_0gUCIyIFFfsS_DPTB9XvJ_3i
AyEZPegYAcD8__EQ4RNQF-UV7PkAYQYk3cT_7QMb-xQ1CNgb6CbsHv_A2wjE4gryJ9hiwNsH9PXW9Sy-y-r3K_quThEtuED9AXA3
IYct-fAuNPzu1_nyRuXt_AoDDNUktiImMx_or-0r0-JC7x_2ywUQ9uTnWeHn6THkJmS11JTpEe5_A9fbBE2qxBz2VgXZBBbn-_Qs
-Unt_zhBSuI85BEfxDQdJSf9Nx3svG_j_Z0mwskD-r_VDTrIgSqMwRjfIvK5-PC7UejhFioRM94B28AM-u_8ZgMS4Afb7ir91jo7
FR5WLxLbNhiyFU5M2K0O_h7B8uzsUP7rA_j-ACsHqp7K6_ou_j4CRUI3HRRK30lK8tMFsO0S0Qcg6wbbvdJCWjXBBRm5tt1H5xFX
BcEKzsm7IAEusM__Dv7a7zH07jTiC_D05x_H3vjwzODL__G72__w8C_44RIpyQH06yLOHu_fNyPP3cvuHjHOE4kHt9PXHvz-NOQd
J_bCD_zkukT36e7r6MAK_NDzvQMaAN3-_xXKPvQ1LRrAOQL7rgLlMTU9Bivq-PLm9_V_QAjZ0TwsPMTx_gkiSSPjJPeu88zvTy2l
-lceC-_8JPb0xwo1LShtCyEs-8MsBuYIqJToLAUF7O0D_dnuHSULXH84PNYLAfOVsOUVPfTEGRzX8hTdrxa721DF8x_nJyFKGBlw
zkocHwUsY9nwMpkh1NA-6xn_HfYSSBfg1F4ZnPjM3w3P8RVDQvXW4w7cq1nlw_X2rg4WFO6Ya7Yccdg6FCsIUSAqoCIXC3_qvQ3E
LCWsHi79Px4wEIbbLwW2MvC4fxLP6TwyKsgCIO7IpClhB9yIGvrG7RbMOsUVMxcIRRmEKCbyRc4ZKAK5-O0eQcz7DxPPX0jE8-jx
TLNIDFFs6DSTKdQE4gfw-f4C5AYQFBYQ-tz2KSv0GBmNAu0Poh4RBhDl9tID7s0F79ov1QkFRxIL2P4h-_wwK9IGMOr6-g_yORX2
2tnyJy4e4wFSCinI6t9ZPRn_yCIC_gHm7xn4_-EH0-TiBkgp19wFCQkPgRLLEwQk0gABBPgaEy7kFxtC4eLA_ljJ8f_XMj3h98wy
hQURX_3WJspZFrEdthj_2dY9WMpe6hqdBOgukuW5J_sQG84JwUK-B-ok6i8EyjUG--oRx38h-eitBUwL3zXh970grQwbVcHF1s8X
-KLcLBD3RAKejwD38O0QwQ4Iy1EZ_KP-awXlWD_1qkzt5bkyyPixK-q1LMabKPPY1t4nHb798LNUPf3dKC2WOUKBlkXtG2tuCqI7
y0om2DUf-NT0sn9PLOb9y0fE1h_9_hpHCxMmOiUNBTv0hBLfvUAOy9Dp_iDeBe41HVWB35syIfgB3DXF9Lb16Az22-vL39EIJSA5
NPklBxvaDeMX_OT52eT-BirhaD4ZfzPg_8so4uMSQfPv_Pbx1u8QAvT59RsDI9kL_SIaBvkx78TwDA4G9ckC7AkT6v7-f-D2_-8N
xyv_Kf_sGLPr-ptNBVjW-RcPMP7xCA_kExUZ7yUVDw75Bv_wSTVZfQ3dGJf9BNf_2tfk7d8OfwXp7fDV3xDdEM8M7cwDQOD0JiX9
gdEz_-H7YQzjfAHr1U__LAvvEEYR2enKsRQ2zM-6GsUPAh3c_9kpDgYZA88462wVEeMeQskTE94h_l71WSLREwzff_I7mvnVGsUQ
tSQZyuz08v8TB9djDulPLCnNE8EBgfLvJuzfRCivEz0A9tkmB7K0GAsK9uor6QTS6OXSxuK7EjcOcRAyOuUU_xsjxwHq3DVEwwca
6uoZ4k4uz90FMEHyfzf1Ikn0IJsVDTPtEfMf0_f69tdZLfTmKwNXAx3pO9LZBBbWgeBDOyGy_9nqVc7mZkw3uqTeRhVTKkzyKcsh
1vem6u_YZigm1CcMu9MjgSLRjdjm2PL1R0wR5FA62v_Pze_-GyHtq9nRNPT6NcY-ECHUOQEEARDwSR4M4h30zB3IA-QPIy_e_Pcj
3k_7KS_cgfADvvng0O409ugZLJ3S3P4d9x0-D_5U3skWNPLcpukS6jJDgREJDe40LtIat9aie8snhXnx6hrzw8YFKhXZUyKcASIr
1hMmf5sh8C1i9sEESjX5m8VPUQ0zC_u9YC4S1gniyLtJ7v4pN7HrLtI6Gkg1STfJKRJGnHAe63YOBiKBCwlD2eCjKQtWEsM6Ukik
sxUMAAkNSSj63iTy3X_SBRfSXtIEsCDFPD_xpi_lHC2IKhvly-3l3ywpA9VRCtnG2uws6WFSAcnAw-f0F9ArBuzOBRDzKMDC68z8
5Bcy4df5gfkJGPi2FBtqzekDH-iV0dHz2qPn77_rSfvvG4HKAttTCwsQIAEGEzLx6vQm9_NKAfwIEcnNBQspJysSKfIq92Ho-B34
HPUK3PUOEMm23P7oQPUuEy7gLPkl7iR_9rgwz1bv49APHHv4-xbP6mD3D_nb4h_fHOXUB2gE-FD20Myw9zQw2utGO0D-n1ZX4sLk
Ln8J7xvIRTQQwAMbJfXV5xwu6fHNSM7NACoGswzOElcvSBvhmbru4E0rIR_r7MWBrvO9u8zpVBrV0sfj8Kq49_bkBBlHPhUhMrF_
ONQJKzpkm71qQutV4-4m1jgjntwlExFHCwmqLWhcTNsTAd7hHutb3_ZL_TUX6iuM6gDd9Gfn9wP8_DdDkxAOAwQApzY68Nk7_ATr
9STO3BgGtvO30Bd_Dk5cs-THCQwXUaIQLhPI8BIMth8itOroPCr30Owp8SkG4-77AhkuGNnR_hOtdfB_DRB63NE98n8R1hj70xuL
JyMxQS0-WvEeoPkmwr8dUP6_2_D3L_IhT-3VCM7TygJACN6gAcdI8AilBdk0IGLQOg7z3MDI0-kHnPr7AtmhzUeB-hAPNDBKJTwO
CwLY1SC2AyXvHrQD3eniIfo2wzx_Fij9JfPm90L98fjVr8Pd4PMC4kEuCQv9CRsMFvbcKgoN1fI5yf0XQwLFDP7le_Ii8hIGu85I
ER43FRYS8PEI-hciA9n9MH8MHvHw5i4Q8i4D9nA2DtVU--C6R8dfJ20SJ3H3UdkFKdEgLFcv8ZndzUxPgcTt_UAqz-HXzMrgsRoO
N90PIMvTvxUiDRT_A-fvJvXSJ88MFeP8F9sTyxH4AgrxsBsD7x1__gUuEO_a-xMBA_wrLycEDg9BHhsS__fn89yg9ejk7yLm3cyr
5y2wGn8YcEOwd-AHSihMADWkN7gJ7ia7nNw7zAIiWd7iKfweQoHN5-0YNubT4RoRHrwI7O8JGKLcBeY3ZCK0FuMPvwAJxOstTxIl
JJk9Arw3Icjx3-MhOA3t8VQVxgLntz0TC05HQM-c7Rtr0H_TQGm6Jd4u4MbGH62Lum0S8fIKvYFLMwM9viAdCictHsT6C9wX-jAy
FvgtCzQrId9J6U_w854P7dr9L-g_LB8q7PoXKDEQ5iTlf2VJ9On8tBe8Cw3qH9ww8ATqEjoh7QjhAObj8RISsfUJAAjz5t_i39OB
DfYjJOHUuc0bDrso_93m_gr0I3P4_yeCUiXXIopDKQbpNR0cz-iVPrMc-v1-zeneISLZ6xkIyKhrgTYk705ookO7Gz24fb7Y8ULA
qOLIDpK17t_5z_kZ6gbbRa_YC5ktSuUXEeXw-xoX-813uAv1BmINEwzj8BzoPUExujs86RfZ1cMiCdsCgS3hDuEg__vwN_pO_9RQ
xLYWyxjnUE_egecEtNwcD-IwOfIC-B_g9yDVErf_vifHHjX_JtLz8_zKRirpOMYi9xjZGDrZ0QkpwdLeAw8UBCTgy9B_NFlbJAKK
-8vsISwryAlT09QN-LT26nAYS_bVHeVpHBLb507y6Fn0_IHAxmzNEiwcNfj6EgHyuif3-OijsP9DCdAbcv_v7hPeGMsHIf3sEQIR
AvY9l_HeHP0bs7QD7rgUzP3p9_2XS8r20BPx8tB_B74B2Kkt-_oJ8Rfe2hbk_QcDyRvyDRf4BjouOOjyDH8ewgTY5NsNFAPr5fEo
4wwg-SLr_i0_LCVfR93f51zfMPEQW4GxEPQY9VkKOAXMMN_hYxu8QxO7G_VD-d4YMz5LR6hE7P-5HNNCJ75U9k3mayxLRAEHMdbw
_Bji5xEFRjYT_AOBNZ_F-Tfz4MkZC_3n5TkRQ_ALPwfW19kbigN_-wo1KNn55gLyBtcazlIL1zAfFuUdyvq_19770gSSxhT16eLj
JQLGJSwzD9HiCn8XJihgGAu-GxnizzIcFeYKG9_mEbIp9g7sXOElHRTyAc8vEMj6L4E1K9lFMu47Of8LEfsSM_27Y3q0nidVSdya
20cA6lRG5_YACQUwxi7rC-gErzFM5UfEPNTk4ZIHBTkRP7RJMM3u7t72MPlLI8A78TcZzmcOC4GkEE36B6Ylj6gR9Qn-KjNTsQEW
f8VDA97o7QcOziIjr_vsTC_B5CGp3x_80ujA6UzCC8bj2OXuDvzlG8FFfwqMwS06Agbb2Aj_G9Ei79HeGefqVGIy-R3N3dkkFunD
LQ3fHL46BwJPJwro8H_ftPe6LvEDCKn3GCv6oxntCz0E7P3_1xL35grOKB0Sx-cl88_gULH8Ghr6yxQDFUrm9SLn7AEOOk0JVyPL
bUkzAUAEycBqBRblRQ4rCELdyn9coSrQ8GI3E_HW9r1EeRcK5RHXCALpXPyc4E5O7As04rZHI0IW09Y7Es5CNgp-t4HpHPDBcwxd
CyIhP5tfvsQSEQcRFtb8_E9a_fwrP_JHFyA-A-iT5H9ZRMLC7sz5-zgAKvSp8ffvBLwe8gZNxFVOI0AnFz2rgbVUEWMZiF_Jth8Z
JwCZ7moHAqLxDl-dEuEM-xjEJFwAZilnBio5ORqBM-kH4vEIKxjqK_3f1AwL-EcKKRICGyAF89fkGQre8-YgC_jsKrwy4_7qvgrx
JtwkTv4SIxo_IHLGWJbpGf0R_GERhskjfz805sghLNAkAxUAEuvrZuM8zw7NBA4pr_YgQBlHFg1A1r1QCucZIW0gsbcd_U5J3S8T
T9QpBfFoLX8APwvPKwL_A_wNotbjD8j9GKE65isfnizA7hbCJkPc82_vma4xLeM8DatMKOsOw0uBX6r66QE_rVTyv-k4VCP6JEYa
9cY8797-AtjMHiVG2QkEGhb_1gfK8xYifz5eJ3_uFiyt8gEQ8g_T6qne1AfS-hHlJX-lWAr74wbnULnuuVv--bgJVNH96A3uJAFL
2yW_EuTLKwVALxbr--goGbQox4Q8M38Q7TbrEmYJRkRUubE40yLediilJu4E-08oEPDPQALAy-zthyvA7jESTjtntrHDNNAoeNYO
EDZD9hAfwxkJAQ4ugecctu33FVj5xgEgKz8bJTZI8RonBBMAArsMDM_wKH-5BPwmK_e2Ags8JuEDKP0QJubXEQrAIg4K9NMqO-zo
BggSBO__9z4wJ9GHHsAYYyI4fysN6i8maOMGS8MzygqIsv85jULoNwraS8LtIhvy8wjPqjzvCiXq_yQsgQFL3RzjMgoBMzYXsEwC
CybuC6TLmcjyKw8Kz_MGAukE8Cf_Oj9fAfURQDExUQsa_gsCJFsK6MBs1RBWT9Df89qBu6no1U4MMRwE4gdQVTjVKNjVS-ZoAwLh
FwAfKcsg4Ng4CqdpxZ4A2N0C5k0qqhwOsq5h6dgRpOaB3s4HUS-_U_ANLewtvMETOqvpDq_DBKhHMBJAKfQ5AM9A_snmyk-s3jHA
C_nGOhYBzBLa8hwV1kgoGIEyBf3kE8IY-hAMPLg_9gW0LNqCG_sMGf3-BEXZ5_Viu3dE7ogMK_MD6hLzJrXpYcIEsaiB0iUA4cQP
D9wKrQjwOsIE0RzUJwr2Zd-rBe67TBk21T73cio2HQDk3hXPJpvO9to3IbJ_gQoiPW4R9_zrtpcM3eY3Bzf6CVsNuf0fZxvzwt0U
yxl_I-0Sz2fOaMRTfnL4Ga4cHYG3FBIlPxA0bSo5xdv4F-9TA921O8sJEHjQCCyzBS7kADrg9yOpElPj9eI3QeM1Meer2s8TbnE9
f7cq8ufd4CkzPzNesBWuAvBQ1RssLjjQv1LpLPTlNTR4_zy3GPNbRePGSg8jAP0RMOzNo_43Xe4NEn-rw4aaIBPhPQeX2RpWGOra
KdW0RedBJbDu7gA-GdvYUIUUC_g4wxMRGwr1xd4gEW607tOBHf0T4b668FLC_ukeGMLs9gM5sxIKBOk0BbotMceB8PIl6uv00WVx
LQf2vRY889ki7Leo57dWXO144GsqlgrC7SJSBUPICqAE4t6sf9Li4EkR6cXV08tW6PIMxSli5NjGuuktQsD5jzt8xt67rrLvC5D0
9c5nyOkNHNYMf6khRg1AMK0z0g290RlU1UKcDQP0B_BpFb0WQ2Lz6wsroSbN5AfvBP4Z1_0FDjxgEfXGOQAAHQFFA_0EOQHzkQDY
_Prk6cv27rJfyeom0ccUfwPm0c8o63siQfriMtYS_igvIFnlQzrtPS750uOz3cH83caqOixNpvk40htKgRkuquzCIthMQzsNpKLz
9sb147wrNbLJ-uRNGgnPFsg36wE42iy0aAvPDb6RE8z6FBPqMDnYMRwCEPAS9qp_KgsHMvTcKTstyoH38Poc4BT0ugsg3hnKwj_G
6c_XAd4l-NDnzjyFGw0jAuPY9eA7TS_sPkkTNvUyRPH3CC_6puz4GyWt2sfi_ysl6upI3dTTIxjmG_EOMqMWJMZk9flIgaa_xh_U
7CBkMQs2In8Iqg017S21CLWtBgu8GecUQhH1LB6vFNRH1KiLK7NjCRoG8zqgFsNfa9MsVBHdrKEt2RUxIyGiBeAANQIJCPdI9-j_
PwYG5U3KMqkfqB-ngdpGYruLGOL14QrqMgmQ7vZHuESTVeXtsRrR_THgWCHsH2h63_b-JwOhfwi2_EXjzRXVnvgGFiAGHvfY8LMU
_Jz33EMab6SxEpnCQs89TBjVDSz5y-dDKSDM8lzcziMBOdn4fxPpL_btCRe87NTi7hEQ_-MlBPT_ALOByvY24__i6ewGQQ3LDbjz
8s_i1RsR0gXR9OcHAfnzGDDp7dXY7fupDhBYQqK7-fH7HtpbCOACY0kbGw3Z7v4pK7o3r38wsyRvAr-h-QX3MRkSJv1jKw2-Ujbg
46je9O_fRszkHL2b-38JAdHGswfk7hnn4mAR_D1M_P4c7PqBLgYiAR4LQwsHKyb1Hzb14-fJ4KU4RN0h2RXiGClHzfMr4vpVEy6m
Jiq0R-woFusDI-rcdQAP8DniDwciVvjbERfhGy8Bf_AKrzMZ4R59zsPhAQE-IrTyosnfIjXhq8_gTyZJfx41IA8GAywPleTCv1it
tsEi1zRkSf5V19s4zQwZLRn32znl6kHFxDrTIBn2I8f3fywN2wr1PvVd3R7X3QK4-REZMMoN-fDb4bY3H1_dTHAyIvEZKCJmZOPn
HikmBfgn1zIoCK8N_jbqrPU0z1rO7Qe2yfRj6NMT4n4aAj7TD94g9hVAiLBrfzhLQrfc2SZ4JN46yiSqDWn6rDLUItqB3jXuqd9R
ri28XhE-ciMcFSYf-TGCIGQW1PVz3QHy-g7WGg3D9w4VIxEfAAwcD-a59jMNk-QaZX8JHdr-VrTSrUvysd8c6AYrKj_jBdB08CT5
fyEdLUUAJNZZIjiy-tAjCd0eZNcS62ftORXgLV3RVtzw0M4G3781Ds_qNP6Lfy4sHm0F2cq77NQ-vt_4SND4byAp2vsONU68NOpa
HiveIAQKE_Xs_JP9H9LEIMoY4m4J7CwFMP38DggFBfc8Gxz55RgI1fvE6Fj2nX-pE-n8CzANF87089DF1Kb5A0n7B87ifxAkNeH4
6vn11__OBgkL9uvt9gfp8OgHBljw6TX8_sV8wBwls9bX5Qkdvis2yxOcTOPj4QQnxjkopkUgkS_rQ3v5AoHwCh8o_djcFBj_CN7I
-TZTFgP6RjnUl9VJALH5Md59Fj4QxDMOgS3HBhs6yzwsHBvqTPLkxN5GM2DSLQct8yo18ek3wCi5lQA27Ps9RAArFC0o6Hm_DB83
9OOhgVfFP-cTMQ0jFlPCD52W2JsaGi80Ahfk2F7kzA3RWB7MPOvg_s8s1SK0Chk4reXA5AH6FRGeueHc-uze3_asI4E1vwkjUVmn
J-jQ8cku4W4yI-sB-pT1gcoM-_Au39Pn7R0c4dQwyj3xDuQCF-PkGAj_5Bkk4-7GywfwIAI-yi_aNjzu2yHHDvDuKRo36BrTGyIF
CSIe5_4OLCcDDDfUMRMewwh_M8vrP-CUzAKBJP8Z8LcWAg7J7QZIBkQFrsytMNH3JcHJ_O41OUT5Az_hPfNVCD0OiPMeR-XRHBof
GSYlI_PhGvwJXcCz5hDe0DTqZR-Bt84GKgrd8xEs5c3y997s_d4jFEToziO39eUT1RUS6ws25SEjCW4WRBPP_-gdOhNH13EFwv8q
Iv3rFQrgf-kOGc7U-jQh_hAtWw-nVE_2Ivri3NW7zBDQ6wrzsObi9Pv69BoL5vsRvMkkH1bmyw7tDRrvJYHx5fccTfTGzwYpNxYi
f-QJCTHg7PUW1wgUFlUp2PncPgf0C9cKGb-9ZwkA_OpKlv87__IBsZ0IOd0y0_sLywrKUgMtEmK-5BAtC8U9Kj6BCTvhrunu5MjW
-gUKv9T2xSoTHvMizNvNCtMjJ-37txy71-tt600Q5YGmQR1TFtat3Q35-hZSK9yRxZhCO-IFvrjB1xJVxazNBLgaTA7EBkFu7Phc
--Ucge_jZQG9MqkF0xM57GYYISDXtupZwD3Yar0FFO4-Ip9MZ6n3LRgOIS9Ese0P2sz68z4CJwoVDp5OUgPty3-eAO_58kv65tLq
LJwU_ujcCckC3xcB6vgoCyg6JCbzUGoVqzm302ULQhzUUBQHJ-jZPMqB-CMqBxr73B0L9tkCLePb6hXu9B7Z_OYV8NnS5qE92scD
3AcYAIH49RfUBtrrOjX8A0nuKw3-x-cSE8sY3exAujAhNlbBPM4tAcZOgesN2BT5NNzfBNImEe3-Kxk_MPgD-9In6j39EzX8Dggn
a_Gm3fZ_1yQpoSsAzh0OIRtM9Mnh2TY6Hhah6fw_B0jLJt2l9KUL6bgP9CFFU_C7xeSnLT1gBxtyOBLiuu74B_Wz46sT3g_v4bFC
bTrLke5Dw0q-DRXTf9D6a7Zha9ayE_HKDfVQINNVP0PAACoWzKb1A4EGOA4M9jP78GXw3ywRnNe6sRLnsJ_Oha75GM0s_Q8M5lrS
f-ct6ejrxhlFytsaGv3o1NwrS-03FeIx-ePq1wniDb0hFvdExB0PQxgL6t3oC0f_C-A4-bwXJ5nuI8aW3-SqGNzmsLkoKd0h5vPa
ZNr79vEWxdMeJQkwf9_x4P3F27NQFuP6FBYdYxXCMpQ7mvm-KgHNY_51Hx8a8zPs64EnyhtWuikKvaMHMBYU5TrXK0nCt_uy8_YV
AiAo9_S8_g6nLy0S9OQdEU0CLOITBgTcBgcWE_bXHe0Df-YPM9LyQhsUEyQo9L4JSeskK9ga-Wksk-W37iHv4v4eWcKmve_7fwQs
ssbU9AIQc4hMB_QsFbUVJEu4LFzbGABfNuYdweIDEJ3HJfnI-jjtE-a55hkW4sGB1L7qJqsBNwr2-t73s-3O4nk0oFW-9xe_3ADf
JPjq8GTazk246fgE4S0n52vYMtE7BU5G8H_kzH9f7S_QZMco6D5FOh7FL_vG_JUP1qAkPdgaWKXYG0ASy7Y8tAP_vCXlxNoFO_tu
41n2Hy4MJQjsRMjFPw_xzivkAA4N0jcIP9YQ8SzVgRYL58UxO830FBQB1pQUwUH6TbzayRDGHN4ty8Yvf_7k9OE75AU_DPX_rSMq
Iq0PDTkCKqf-DeP_MnEd6ckyACpTzRfcf_tcpABF6gC16vEgJPoOUNXuzBsjMtCvBVFr3ufNFiLaAAHi8c0FALo3JQB95_LpUTYk
2OTLHkMHML2nCOMY-Pst7Z7wDOb76eDRCyDPDvX0Fv_994HpH_jw3uUVBrhM3NH91vosqeoT2zq2SCAbgQUYF-cSIe06y-GrGAPY
OAnyGtHGWf8w9_pD0OEvJwMPy6vYJwTp-K782hji5OL9nhLyBRcjX6eBMFqtF9oMAQAB9ekI9iLIFfOo_2SCRf4MxU3yVyEL2QcP
_L7U5BQEnQAvWRwOCMrQ6v608tjvDg_MEtojMAOB9SsYDwpN6R8qzu4c8eD5Efgk5fj_2gESAF3WAx3jBgHoEQCqHQ0pABr3LiT5
EvPgfxgNMPr--uXq2U4tQRQrD_TE1uHTgULrBQr2Di8BLKf5TC_03ALH8z08wP0BRELOy__VKEfd9AXFOh3hNizLEvQSM4JsQPg3
4fxGAAvn3_jZ2frj2NJngTiiCAsWHzLeDsy_JbTACBAcIF0HDvCJ_ySDGCXwLuQevFIL-R7JxAtH--77JRDkgU3HnuoHGcgoyQTm
w9zY9xVCB-5GfzUR7-jv460KExnq-vLG9SeW7jLBFDQZyEoP7ikX8v8k7R777hu5ngMF4AylJ6bMBfgX4hvs1w7ysOr0Bc4fMvne
QSD9DsG_yCL5Afc4HQDzLYH5AMdL9e38APzz8i4IEOUv9xzlxrDN7dMunnroTBDXEOljTe2bMcqB4mUKER8W0e3njSb2QycXrA_l
nv4SDPVbwekLJqZk7jjV_QgB9vnTy8fe1OB_zEgR8jfr59TvBwjOJlX9tPMm9kvs9TMO_hjWv4t4zwZGHiz7M8MIgQbi4f7X7yqj
VTC0RGvo8ye-PAwvukIi7T4U7fwjGAKBHOqTQd4ErZgo2A_aNCIg_YnZ5BoNAmw2wT7a_xXH-CneGVQF9NzjyD7sDIH_HnDxBxfv
9ybf3uS51g3bLNfJNmY_YLnh_gTettX9tAILjvNl8UoTHvKg8rCkMm3SXsIexFT12srRubcrA0IHDKjqwjECL_R_x55HHwpQ5okC
9crQ7czgfBzpTyTo-SYQIQHg3_KRB9oLNM_QGQb_8vI7s9gMEUecAeSsuf3aKdG2dA372cg0AoE0CN2dCBb7Brv_U8YcwFnmDBEi
weMPBgajQufg9SLqVOKjMi2B5Mgk2R8jyboO3M2Cv-zc_iX8-gY2Ec8X_yIH2u0nB9UM0xjjsTYQLC7K2-f3A_OB-ikn4OPqKdIQ
49MM8eTq0jIc6ju30u7xzt8L5hMDV39QnZjZHMy3iiWt9CoiYBTXIgj2x_-y6irSBgkj-hwmCyG7FBUU4BBJIsS8Ocz8CIGq4Qeq
KObrGtsHLTn59BdFQiDeTBT4xCoQBBfi7DoQUB_w2zuBEko3ruD4Cv_wHGVBPDse-qVJ5iHy-u3WuMsGIRAj-7_c6ucg-ykVEOn1
SDIA19DJAu_R7ffIJfQqNtPXHhoCrvipCvYDsQXEJd4aOwMNreaw2UeBHgno6BTpGzvrvQUvyq3cO5bIcvLqWOnWUFJBNA5Kw0vt
HqYe0lMjYfeyLkMwC38CF02QvJ4v9386GSUbQw3C0ji5Rxu9Dh4INNXw0O8DOEHon-9X6xzxABE4xzldPOsI_cgMMTPIlyn2S9AI
HQbRzcEbJ9ZW0xAsNyGdwh0R8SIlDBjQ7g3nDQOB7A7fICjw18kd1vgGPSMIxidIufDyzYr_THlCIFsRTbx_vqLlw7xA2i3D0j-z
4pkgG_va1xGgUBYkiWPdFV3rL2UuIz9D1Cn-YPI33R5Tqc0SKfFCJkQq3aXoBBLwz7IWfRTtVfoFN0p_DkzPUCxt-s3ZwbmZFP_9
3ePtD_wXEde_-dTbAQKBpf7KExYIFuJDvqIJJCoo32wh-s67_BLM9loMNeE0zuDe8jcoJIESKFfrUFbypLT7DQ7JzNIkIuM6AQcA
--PySAP95eD0KMw2E90R3BbzAxsTGQZXyYEHuxfm6RTnE-X77BP6BgUj-esI0x76BwDr7B8B2Lok4REA5lcG6uQLM-zDnSEoIhkJ
IvoP8ezaGCs-ybMLefH0ESPrxQfc4DPRMByw8vV_LMoRKR4hxT7B8gRC5gQCLjgSIfwf7RcigQnG8CcDCxQT8dj-IBPLAg309Pre
Dwnpwv0PuPn_4QX5_AH49DfKmw_lL_Qn9yMK_hj49B460xD_2AoT_gHy6__-6PzfFwAFfy8cDgfwT_A0KRwOf10JHCrMu-gRCeg1
5-8P1xBANxEiUwcZ2fsQvh39KCUy-8F3MxkvLzLqNTysbWWB_7HKHz8jBD4n7TDnLT53fQzRAKmhRA3tIPU1GznhKAJN3ZciPxQn
7PzCnDki6fvsKTTf1PgU5BLp7vcpFATxI-kZjgIA2fYIiYEJA_EwzxsKM_0cHYHmHab1CP8AWQ72AFqx7oa8FQJE_Nk23LZGJN7c
6dUU8-3qDSAU_xIISQcBD0j5_Pwd5QfQAv4M2RIf9e7u0vkE1wvR_tn_VA_uERL2Vw7hxDkh8H_mK9yY-vopC1Ex76X5tvNLHfQx
bQwD49HOlO3P_1cJEiz_ENIp5fwfFwB4SlHg7_4duxPULRAAAgUwgbU5g4V_C9_vSRviJlQyzI0lagtZBvWt-wzyu_RTj0dkzU0b
8Z0H3hIFDwTt-vEiMTTw0xsUOCIS-C2n_n-56z8U_h40BBM5vuer9-j8TjMYCcc1-AP14xbCPgK_wdzWuvEb5gLV3r38NoEoow1C
7uX2_CE39BT1_zf37PkCPfko8RcQGz_z9hUAP-X-COjgB9ckOfT2HW2u3_MUSxQVVZVPNn8d100xxWwCOQvq1SL2fwK96LRF9aRh
oDHb_7PusNUo4d1Pgecm59XkBDEC3w4b9Pna4k4GEz5uDc7vLh7r8OYJCg3zGsDx0hXaRBoNQcPc3u3r-wK899QM4tn3AesX82pC
CjY-O8bgsizfTj4FgeFgmxkVTdH16ATmQefmBB37H8Ldf8n_pRYnHdpO5PlBIAYTG-mg5PvsAub048rm9P0MIAAszvMPUAdqe94p
KT1ZLAwN1xjxTTa-6pP4ohvGyx794uCr1q_JU60P4uzaPX8QMfQJCwIZygwUFj4QWgarITHu_yJACt4IzPsUSesD0PuKF6Te7OHo
Kr-B96v2LQH_AAQTEB1FDZwt6Dwu5ugEvurLAn8Wxi4HADIEABci6wDY7wnY7OgrvuQ6HyH7tuw0uNzWbvEE1EH_5EvsLT7oDthL
_rTW4UYHKaXqzX_iRNEGChAc1PvtFi0V9j0x8isf_MrB1t1JpvslBvzp2QEpf9j8LFUUGxTm1vf3-gO59_Ey-7rwPdQBCvnF36rz
NL1PAyQts-3tNc8CAPf12SuBSGJPIjvM2dof2wgT3qEFLR22VhTg1TA599k_ERyiVvhSVykBQq4LRLXo1cLw9r8G2cT5Fg83AFES
nR8wA9IUDCCw7X_6BbsaxxrpBhtLH-YPnQ7k79jn3VwR2ODU1Kv9DcVxBP0J_iScsM_853YKBOtBQP806ynR7Z2uDGsKQVhc-gc3
JP9_SFxBIKrXxscj3yoBh1oZIdOuT1r6By7bDiNU4GqqAS7l-zF_YR1f7OonE6_jvOHPsXouCvYUPh35Kk31BzVAI-veW5kC_5Ej
mqD5lhHRKqni5swdXao12fa0XvDnfxNeETumBlFF9x4JyL_ertDy2fa83AmXyGMx2KIUirjifzZDqpv0-AcRdSHqIhT1pCg16CML
91ib4bcS6-YCgbPtP9zTf9WOoTLRDT8A2r3--gHAFjEAwzbPNu769avIFO0lLE0PzgUTB_Mf5wssDuEF7yQbGCYfAtjv9RPg8vwX
8fjo9NL97_cZ2d7gIAL8Cet_4xXd7hL0DgaCsSzi3-8eCB3y6FLl8bcGaDNAEPXiUycCJtQ3fzkAMhYXHSEIrFTOw8AZ19EM0kDB
qRoUydnx28e1FtnyDKXpEy8fi-_xAP4hAIH6XgqPCh_9P-7Z2t8FlSA58NHU8c5m4Og-9rfiPOzqf9DGAAnxARmxud9JGDUdMsHz
LQjT_U_UaqTvvzzc1CcsCiEOGw_MGuTp2usBERA79PYdGN76sqhbFizDI7rrLH8qp_bzLEVC7CwkLRXsLUz_FgASGfrm0SG4HMrR
O__H8Kjc4P71H-is3_gdABPh_b79A-Ly3gXL0jkDq5vdgfENINbnFc0P5wcDsdn59zeg8qUEWsqo8vjztCvEHe9R_PySChfS6RSw
C63ygf_bRScqu2buB7UW1WD54x2NQNUaCQE7379_1L0RPkWsyRUWJJnmNkmQJQoStwy4FdKsIc5ONSnzweogEdUfzN0M3-0d_6KT
ED_zxvHezu015OqB0rYLM_FZ_Tni7EQcWQTsndM98KPEF-YI4LnnYBTnfK8aIR7UoRBIJt-bzK8w4uGc9cP9ST4mPs3D638UBSUf
F_L2H84U4eMl2SG9RtS-2xDo5-tmDplCsIGSG6Ur89Pe_svjBPNoEwn21g7RbDcFE4LzBCVs-QUsHRz9OPriFtPSEh_8QCN_Je0C
FEjk2N7kDhP8Bd3ypSbT-OYG7fgGByISExQQLfpf79Dkde4P5oUpDRC5FYHqUSUH2yfQ29Mq0BzTNcPGD-bdSuMkBwwpOQjGCwEk
E4ER7DrX49_xOAYhE9oLAEDwUCzQPfER_vITEBj1Kwn6uLrPCTsUfc_N2QsCKKQqPD2apvb1Nt3E8oEBZC0cyFbPeKcswFmmItD7
AkM62d0QH6fRUKAM6Bf7_8383lYc89iT2_YgNFg-4QPHCPfV9BgX-gnI9hnmMGmMECgCB_3ODs3ebPP6Fd0iOc31DgaBFOoRwert
4xE53PCi6Afm_P_O_ADfRwoJugUJWfXyEDEPuygR8vr0NRARgeuwLtL5D_bxBvjsTvqoDGDiLRcOJCP93wXgGfEx7-Ib4ZY88iO3
FQHu9CwHExVj3YH7DyVS5E2z-L3UxFuIOM6F13X49KE9QZbsFKJNavqspQj9QfQ1uoFqVIo1N-OvrQTpjVAQsBzo9BO5AOAi9vHB
f_i_GtLI6wnwC_giEgW11x8N-gIK6OQQvgbTLTf4DizYRONGD87p9vYGOusjAgkcJ9ApGAsxMBEOsOIk5-P75-rs-w8VVOyB3eD9
1a_U2efsxuwAJkTlFP-aGQYCAvEN7ASpahj2-Qza-8irL3o8gTLvUh4QIfcCBJvE9uq_9xyq1QivnvM_BfHQAhP-YhAzAQnwP-OB
SftNKulZ7kkMKxgB5TzK9iQSyvMsJDf1KxBHHQkMyAQQy_U42RPiFBeu_z035CCBLDIv5LoNBeb5Fv_a9v3M4VylQmD899b2Fv_z
G-gmZgAS_BoE_egLBfvMFdQC25_fEvnm7tr3Cy7g3QYK2gr74w8hE8Do9QYdP4ErD-oI5Ocn__r6SesP9MLtBBYLMPEA7d7_CvvA
_jjxKDYEUUchfx4f0PfV6dsLOi3Y9BX_OA-2DuDBIf8O5mgQgbuVHazb3kclIzMjArfX0es5-MtFEtdUFPPMLQpRxz5UMfUtKuPI
8-e_xxIM7AACIu_hPTQRAyWBFkBCBR62QSK0zWgfEAZF6CxK9TACCRj-M_kHL3_LB6ILWs3_xhz20hH2CA0qHg0V3Cfs_DwODc0P
eT843Aqa7hP7_9XhaQIt3hDhBzm0JGU7DUy4TDe2fyk07e3YQepD1tYtLsbVNdU9EGcx-LReyyDEJNxKKN__1c6waC4uQREV7zr5
DOkR2wwJQlf72Nfz7bgACfckLPg64AvTAv79-PcAuPnxye-BJMIP4aND1gsntCd_AiNRyhz1z-ZjqQtJ0h85O54WFUfiXTrp5PEX
Lkrb0QQPCOYJ7YML9iz1BQIN8gjJ8Av5DPi4-iEVC9niyAYBScIN8Qfl1Ok14OI6-gnegdPj_Sb-o-a63CBfIrVK-Dn2KL_KCjhi
0g0wGwI1ywAQ9ibJ6r_sLDEO9v60EvP17gFGphkKf0tplhTT3bTdgQqi1ADtLRAR0iEdIt4dzcq_4bgATbWxBb-yAfVICArt4QrL
zMe98vDQEcwlqOQGvvgk6uDS-2360oHp9PMRE5L-Er-NQQpMHE8Y3mqF-hUIGN08HwYOVjQUKtVC99oe5xbACvPh_eBOmvMMXC_E
IvIdgbMlKgL02-Fx9VHx2An1zQD-zNgqBRc07dTGJTD60cYhMOTxiCQx4D0StuklQjXZJvQyFBEN9Q0iLvv_xhsG-tMQVFw6K4Hi
5iOgENTWuCR13O73CLJ2JAdLHiHR4LnmMNaq_DwK9-v2f4ilMW1ZwgXKWPsCtQrb_TPhIN_KHBEXGCECJ8kb1SVJ_8fT5pw9KqB_
-AfuDP4hGjPpBi8ioP1UKP0aPNXnJDTk4tYd1hrt8wDcFBuh3QPi6Asd7_5dHATC8BYkyAUNCEX_298CqdxI_X-wIdn-Clof1fcA
LB_cB8rbFy_rS0WlG93a-dX7IS4EUDfx4SIrVDRt3MkaA1Uj78YPr3_FwSdn7SQvEBbkOwck-xPdtNhSur_Jp3cs0BS89CdS_9Tg
8X_zsQwU4K30EXM2TCgRHPHpCycFvd4K9lnZ0iTMHw8GTucpQBUR-uO_w-PrJRTb1QaB9Sjp7vM7KtoRSwPjFB3ZCUAMyX8BpvP8
IR8X0f4SAtK2hEjyEi8WvW7RGuvJZAcL7MzU6s1I0wLWAz8PTTzGTj7RgRhC8_cBCywovMJHBRDFK6Ty5gLzAx4H78_i2xtUOvrW
qDE9LqaHxv3iFtMpAP7RoPnmK9vXtlskOeP18gUKHur3ZAdEUzMGrJ_PVDKZWzlMMw5_CgwDAQ0b0ugalSYnRhfkBAf1yR0dElHf
G38pCQEDGvAdfsrHwBXL8K76xP4S-gMHGdMFGAvx9BnsFPv78yMO3hEz3f6B6yDhBPeo5doB9OEfyh4BAyf_i-Dt-PEUySAc0wom
HsTiCAPdqOXz5dq6M49_DwXgQ_355eU19wHK_baxjN8mWf49SkvtMuwk6b_kOPpHStzv7vXq7czi_S3mGucy5fH6JhmB_e_Uwyol
Gwt58gw149T_6eXFU_YPDlYBTAor7BYb_Cx2DOwRQVPwf7ky2UfvJxP9CAMP9ObyjgPtEfHwQcOjy9bC0e8t6lHg8w78CNcR_NIN
QMcDFPZc3hIr8YHi86Hi-t_v6M61AALpDCoC_mD_4Pwb4BcKB73R2WfqMPHvkNDpnH8Jtv31EuyBOTfEEfa1BDfIBhnJuvFEwhs9
GUoiTTNG-yMXC9arPDMZF74yEO_sFCTwvtCB69QswmXi79EMPFrSNuLr-N9h4XH46k_y8-DOoEzs0T4ORivp1IaI5FwI6t_x0MzI
3UghV8D-FxcYh3Wp4x3yfSszZzsPC0ePKCOBCuIEFFW4mjH9kkwuMAROkxv-CbUhGIE53BIfqAtZQfgC60TAABtr7CT8E1_3DjKL
eLr0M9nmVORJDQ37BA_N2hcBEQz07JgM4_XR4BMY08C55sIUM5tLEhPHMx7PLDBk_lzYf7VWQPo_MeEZugcmzPPOLcsFXq0m5woj
z_RJTawc7cbTJtMOH1jRNicOps_fJNOlD_nydg5_Azfu2fukz_5RV1zjCjMQDAqh4vUdFtjf-BGnAimC1fbiNQoEf-oe1i4I2h_f
7tvc5_p5D9C7U7QCByjHx5H9DlLXyh5frBADRBQwISR-OyDfDsvv9TrxOgAC_n9uPt-dAhb4KD0J1cp_UiDh8RXVFSkvgzYNB_vT
zAMB6QkJ9Iw5wDP5P_4GCo7e2R0eEPoW2hwANzUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkP
GDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6B
y-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjk
ARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8V
q_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8K
HuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzC
Zx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGPPo1q0eKvjlPyU85N1X6-bm
L_75AwjhGhG86_TV4zQ09yAI7sOB8CA6BQ4GzQ0w2zUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI
_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd35
5S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUC
TOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np
8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAO
DP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl
0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwu
AEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03
zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-
vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkP
GDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6B
y-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjk
ARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8V
q_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGC0S9xnxDeIJ2Bcu
rejo2_XK_xgSJSIW7wf9AlM4toFHDAYzE6ou1QlLCtcB19Y_3jQEU-TiAA4ODvwJI_Ix_0sW-v75t9_75jWBy-fn8A0Rp_tv1_a2
dx84yfcIAA4QFcvWSt-cYRrkNsbNMDB3vhLhAerO2Z8fEn_EpuEfygLwxV8eEMACKeAwvUAm071Q6C0CQ-rl-RASDf0JG-4qAUMT
_v31ueAB4iuBzN_n8wsPrf9k2Paxch4yy_YJBQoNFy8PRODn6AwFF_MJIvgh-Czu-v_swA0K9SC73Nzr-fYG1vA2A_WBYQ0jtu0S
_80IBiomKhXXFxD_9OHWPO83H3nzxyf8x8PIzxsB683h5A4hywwXz9uBJzMyHw768AIUAy8MUtXVCgsaIvwLFQAx-lYZCPT2o-r5
4jeFvtPl6_0Rqf5_4PGkbyIxxwYR_fsVGeAzLBfY3RPqTM7YLV_Qlh8Z8zc_uUf0_BbFz5_bP9gjyRE1f-jZPr9Dku8WygA1-xji
RdvqAh8IIu0QJBoI8QMX6xD7xBH88SbZu8rn_g8GuxQ6H9iBPQI54e8R67QLFuXWP_Tk_UYXFNgQdjdD2lHv_vMOBoHy_0bm8tvU
Sfg_yjQ3Ib0HK-Ybulgau40nBjECS-rh-xIODgEKIOotAUMV_P_6uuT-5SmBzuTn8BITqfth0_e7byAzzv4HAhIQFhYQKePo9Bf0
FeoDHQIj7h4W-wP8yhEF8ivP5er9FPQC1gYs-PyBNQId2PMXBc4MArCfMC0B2NkY3RkDQ1Hp9daEEedHLQ8dMwqiQ7kR8oEk_hEt
KDpULAoePVEW5RX919qj4vNGG4EYFvFU6YcKK5m88q_69L3rrU2a6_ZawKT88N8Y4-L8rhJYvSa5VoUpx9OrgsoF6Bcg5eS2Xvvn
Bu-sI_oofxEFIlTiAOYY2o3tBhMBu3Qc5wpKSCAtwOkYzwG9Muvz4AolLN8GSAkf5yIUuDryuE3t6-zT2OfgDutCyR4g_tKBPSA8
Bx4f-b8S6w0qNyj3_hUS6fbhEB0c4OP1CdkJ6QXD5mfa5h_4EekB4cAhIxOBB-UuJPMHA-QEyxcPDjDW6zchBdsDEwEC3vbpER4o
5O-vEA4ABxEB6Akj4twf_Q6B8OwW-QoKH_EW2g_y-B313CgV_NIJNyol0fDp-yQZ6tWhLPXs9SrmEgUx9t81JgCB_N8UEiYIFtgh
1hEnIRP35PUh_uP6BQgX2Pj9Gg8d4-m3_gsC-Bf1E-QZ7vgPFAiBAPQOEBEQ_OoV5hwkLRn36wUg_ejxB_sa4vf5FxIf3PG8-wzx
5hMAC-QU4gMVBhGB_fEaFQgQAvYO5RgbNhP38fsY-ub0CfIa2vn4FxEV3_O5_Afw7x4JCekZ3v4T_xeBB-cZFgYT--oP5iIOHBby
8PsY_-fxBv0U1f32EhIX4PK9_gP17A4FDOsX3AEUDRWBCOkRDgUYA_ET4xwXJQz27wMQ9-H2B_kS2wH5ExQU4O68AwL07xEEE-cg
1vsTBQ-BCucSBfoWAfgY4yASJgX0-PkW-eDzDfgU1f7zGQoK2u6_Cf7s7wcPDuchzfAVAhuBB-UY__8aBf4W5CAUKg7o-PwWA93y
_Rgb7vrwAicS6-e--iIA_QIED-Ud0PkQBAaBEOIm6_IN9vUO39fHBawHQAoIHLUDIh4a2jDyxiRI0z8OCCGFDaYLIv8fDQYu-DCU
f_J8K-Uw48UW9ueoHLv-Bu_ICrLcUg_57BDo6AZEDhD6CDGhQrH7DAL-8hkcEijANzZ_DBo27rEh7jUCTOjkARAODP8KHuwuAEEZ
-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDcTZNrfCxkGHfUJNwgu6E8G9gQQrv7z5z6OyOrkAvwPpQJv6OWJfylJue8H
CM8U_jUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDMBTOfkARIODv0KHu4s_kMY-P39vt76
5y-Byufo8w8TrPhn0_3AZh83z_kIABYOGTUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGO26
79TWJD00OuvcE8gNJBQR-EjO__C96xrpHBjYFxsuCDoLOBSB6BkZsdUj_N9Bz_zz5fDSAyMKOvrj-vTsFOAkEhQJjTjH-yvy3Qbs
6Row_h0xDPKBDhcu6-4vD-Yj6RjfJqvH4koSFfXZEmYm2Qd_Gi_loEupKhbgA-Mo9-k_HhY22fyFVRscBhc2wq4k5BfEEOjr0joR
EArzGM0r-wMFCN4DmP6j5SUR7-TiEg0fGB07BuGBCyZC6Ask3NwR4RDr8c_PAQ1CJ_T-Cv8i7R8u1wEQCcjHzvLsCunZDuMLDwUS
DSyBRgsN1eQsq-BC39j9JfvM8C4qIQXWASroBvoz-Oukt_3E7mf6v8Yu1jcWBjNIBNqBfiU8-r4ey9cnzef09vXv-EAbNPgHAxkJ
4AhHAh4Qlj7FETD81usU0DIcHiAp7--BTdoe6vIqJcNE0OrkEPfGFjb6We8lFfIN-goj-A0nzFOS7D0ivgj69z4_Kh7qGg2BShkZ
ER4R-5A4y6HbDK3QKzsZ-P_nWk3h1gE8IvT048G770YlPcLaLxsnDw0Q0sGBXWEgyNgC1MohrP0UFfTu9R8ZFPoO9s7J2vosACQN
6xvl1B_9-7XszD8YGRk-BAOBLvY71QkWAgw35-_-IRQCCjgZPAQSFQAG-A8u1v8HsgagCPQD6MLk5jkOCgEO9OuBTPU83Ak4FOU9
3hz4AAfx4ijuQQAFAykm8Qce5xsrrx252QD8BtPu_C0hOvgvDs2BF0I_6BxPAeE66Lv4E_LGATltMf4PwsMp6xAozRH_zxiN6kD0
FNzsJT4VLhAk_xCGfzU_AN8G9tFNyx0I7__2Ai4WBQvyFCb99yQf9_Ds5yfE2x_Z4K7jAwn4HiYn8xCBRwAB-dkfy_Er9ebDEvvV
FEHiMtTRQvTrAQL_2vXzBwnB3TXq4ATZICso2AVPKSWBHBMmrwNxyaY04AzTG-3k-S88MgD99gwgDflTBA8MqOLC0DTyC-rn-fIm
8P803hCBMy4p7Oscsdo23ubx8xAJ_usIMu8t9hTy5AP-AvEewyjo5BgWyMT6ExsQFxIC7O6BKfos0hBFJvwU4Bvn-eja4CMUI-Pq
_OD8_hEg3wb-uhy2zAvKAtLSCSc5GhA5AA-BCSQvzwId9eUm7y3pLxD88Cz6FgkH9BH09_D35PfWyCSy-dzkF9D_QA8QEwwUDNWB
CxUvy-0g47YrturpBNmO_zMrJgwUDvgP-zMuDvPmtxSgzkn3De0G_jsmLAxTIxiBS_wO1fcKyrc09gH5-u6y_MzyNBQmBtXn_vcU
GQHOvtTHwivxO_X9Lf8H9gnuFOWBLOkjF_ESEtgy4Qb5E-jh3OxAMwcp8QPoyxcJEvUZge7c2VUD_cj-IAov2DIk6eCmLBg38P0K
GAs4zs_4EwDwJDQmSu_lFyP94xEKDQcpr_jYADwUlwLx0A8eEQopNOWBCCtL-xJGAdwz5_j0FPfq-gMnKBoYCj4E2jsLDfL_hBPl
9ikA8snZLvYF3y4gE9CBPO9Qsy1GAAEX9AAL6ijSGuYGPQ0dICsC7SYpAu0hywyz8xsdybnZMwYhKQUHKOOBF9BWwh8hJgg46iYU
PQTMCw4WXv8s7hXr8ydFC-MExhfk2-3vv5ruI-0nGx8fBvyBQ-BXqyI79ekn_SQWQd3j8xwbN-4JDfkp9kQZ9w32nAoD5TeWz9rX
8PUJmgl3CO-BeRY1wQIUCe8bEjUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDMBU9_ZHBET
IuP9Kwgz528d8QMDlOv43k-GydnV4A0FkRJ_0tamVyhWtA8LAM0bEjUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl
0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwu
AEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGFcn9hj3IdRrDyzItPP-FsrW_z_RN1MKehgTG9egTiDO8JdJ8fEhgbvP
YcYqOvbXkwT_FPbngePXMZ1MCTbM6dRs_97j5r4LCdLp6jRC_BLtMeAALC8L3Dz27BxHvUHUuewuziUawykd94E8xzElHvkkw-kR
EhgZPCT3wNs1Sper5BMQOp3u2ijh8QDaGREJt2JL2tmB3yzB_OMh-YzGJ0vjt6o_oKYQOg0FOMwiF9LoCrVOIhv5My3xvCkaBxv6
wtwezu_7gcarQPfGFPkwHjtEH_UVMRndQcuz-wcQ1Bv_994cFcM13dCbHrr1DAgit9Qd_X_q_fra_50zC-TkEP7QOqjUiKcy-T-p
3M0X9FnyMhEc3OD8HAPLB7q34__2kgnmtCe2APUBPKhC-CrlTOho_tIg58MkZu81OSU_Tw_PA1o5uIIOPAkp9vZ_OATvyfMW-Cwc
ISXzTQIqI_wIt9X95-Z_7RrxNSoHyT7SGL_1GysfE-8O1vfm2vHv9kIY2l47xjpBwe7dJycEgT4glAE1BGFaP6fK_3ymKvAnMBfT
SRU_JxNEuv4EDcHC0wiJk_JI0_XRAOWrSclpAT7pDNUcMRtUzKvRBx8V5sOBK-kjPQZf4M3U3OwBDjrE5dMH-RMFITPv0gVNGagD
RijdOhs6gejr8KfqMMbq7v636MzRCgIHC-vs2rcwvmDR9-7-zEWBatrnCic2EwEr3Nv2QScE9EEzgbDkWi60uzXpw40CB94r1Lgo
9D_jXdm4T-y1vPEhnRYt7mDwDeBJMfQh7U3jnSC6tZz-f6XeDAn4PPfW7cb9y9kQ_3QOSxVZSxgfyx0vE9ri4hPN3d8k3xvCDVBB
-96x3NyxCgk0eNLl4MPT9icN9u0b4D9EEewlfzPv0hgLARkBBPICOTLr-wT39BQtD_DEMg7o9SOBDEuy7dzjDdwevPEtvrUKxgoH
Ix3Ruj4I1S4d3C0sVIkk7xAMBP3nydfc4Akt9ML64Tj0_raeBqtJ48EBFTEcVovwgR4SxC7zIx7W6unwE-DrPyX7ziMQDOcNgc_Y
ORfzx_zaCPnt8_oYB9Go_s1l40v06w78_knmN9_eElH0EDceNOTyCE0ANxbq3vH1qt038gcu9tO7-cs5-dv7gQL6FApV__3M7D0F
DvzoC3_jCv8DDQTvH-vqKPMIMu0QBvP5B-jk5_n9BB0CG_cfAioPHe_IKxcB1Bof1nPsBChW9swrQeMLbDXHMwrx3d_XVO09TBhF
pijkAvl_W-IczO7v17XlFtkQ0SDinjcdw_zxOA2u5_ChVKqY_n_v3u2fmssWCyDgZSX0vmgz2eUGv8ngHlPVHV-3oQhIrf6RDtxR
EZBf-7m81xoSKNo8--oZ-QoqtPYJR3_IMhZO7w7_3iHx4gf8EMz13c5mQOxM_esL--v7FOa3NvzG9bVMrSLVIRncngIR3wbTQNA_
MoEX-RkdGyUr4rsbtsYcAhMa_-EvKaob_AetGehLCe60-ysP7gjKHwwQVhvvMipzNgTDCgEVTEL094H66gh_IRMj9vU8FR8EKP4o
pwQT7BkCB_Ty4uLuT-hMCNK86U4F5e0zCvu_ORQfAcQHzAdaurWjAc27f9EpC-e88PjZEuPe2iTaDwUIM98Z6eHFDg8WAu7jBp5B
Dmrk7xE3yTUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDICS-jkABAPDP8KHewtAEIZ-Pz-
vd765S6By-fq8Q8Vq_dk0_zCaB02zvcIABgOGTUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkP
GDMCSufk_xAPDv0MHu0tAUQY-P38ut765y2By-Tn8Q8VrPhq0_y4aB84zPcJAhQNGjUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6B
y-np8Q8Vq_Zl0vzCZx03zvcI_xkPGAnbKccOJOf1HAcyKPXd9Bgi3yEjDgvu4_8B5f4T9ycZ_f4C__mB5OwZ9tn6ANkV3tLeP73i
IvL9JtngKQUIBBk20gD8yfjy-t7Z2gD-LU_30R4a-fuBQuQt4RQY6uo29QEsEvzjGA0aN-3nCAIR9Too8vggnwINCCWW5OzJ5Sk1
uBlUDOiBVCEk-PEB894C-QkSPOrmEgoNHPT3Iv0V_UIUCPMAt_YR8iWGyfHsASQNtg5bD_2BZiAdxvUJC_kTEBoVMOn0GAwJG_QC
Fwf59igRBv4OxfUL8hKl1O7o-CQMxQxJDvCBVxEg0P8VBeQNBzYNR-LqEQEPHPIJNOA2-EgM9P0EweP060Ouwu7m-SIFuf5y-_OB
bCA6zvUSCNwTAAMTMenxExwDGf37Ff4LCToOB_X_yP8T9CWj2-31BiIIygVSCviBWREax_cREeoNARUJQP3t-A0NGv7wIQoj_TgY
9g4SrgsF_CG9zOjbBjv31wNYBfaBQhM24PwSEvQU8gABJ-j7HvwVGAEIG_zwAjUl7RgY8_L77irw3_AQ-REV5OwbBxCBJQEe5OEU
E-8R7RYEH-jpBBTtIef7DBUTBDIm-v0CyfYA9SjZ6fXrASAQ1A8xDfuBPPoc1Or-A-oUADMDTOXjABIPDP0NG-0s_0QX-_78u9_7
5y-By-Tp8hAQrPls1fi4biI2zPULAw4OGTUCTeXjAgcSFPwPI-op-1EM_gMEruH_4DOExdrl6BsIrvp45OqGfyk3yPARCukPEBgU
TN3fFRoFGPX0HgUb-k4OBfgGrA4O_CmEyOvuCSkKvg9nAfSKfxohxvsNEegKAOAhVODuBC0XMO3tJdkk1VIEC_wRvuEIDgPD1-ro
AjYVsw1L6-abf_In4A0x3tQD5TACTefl_g8NDP4MHuwxAUkY-vv8ut775jCBzeTq8g8QrPlw2fiydSI2yfQLBAsOFS4ER-DlDA0K
Ef0KIuwu_E8M-v4BtuT56TiXyuPq9RQNrgF16e-wfyMx0fcNBvMREDECQtrgBQ0NE_0PFPIl_EACAv36sO4L3ySYx9v15hUFt_pr
6uWNfyUqzv7-B-YQDy8ESuXnARALDfsMGuYh-kQPAQDzuOYB5SuBz-Lo7AwRsv9y2vSsfis1yPkGBAQOGUMdIOfL_0MxDvwDIAQf
4TowBfcUwRMc_wzh09z89hT74hwu_v2BOgE25QYWJLkIAyIOGhnwFTQgSs_vCgf9CCsbxkoY9yfW3MkD5gcy3AAJ7hEJBtGBDdJF
GN0Gx9cdAAQTLun7N0PzIbkOJxwIDzg52VID2DQP39nY5sIo5y7yGlRAVNuBJuwn3dYj1PYZCTEBSuXk_xEQDf4LHOwt_0YW_P38
ut775y-By-Tn8Q8Trflv0_qzcSA2zPYJAhANFysFS-jiAhEOEQELIO0p_UgN-QD8ueH-5zGB1ubr8hYPrvxv4_GsdSM1zfgEBQcN
ECcOQuDoCA79IPQSJAoICib-CP4Qq-_v2SjT-v328iwJzAJYD_CBfBQr3_z_ALwNIC38P-jqAQsHDPwGHPImAEwM_gP3tuoC4y-n
0tvx8A8HuP9p3uyhfyIpzfcJC-oUEiAKRtXpNQglLssFDAAo8U4c-RwWruf95TjPz-Xs8TYHwCNYBN-BZxsc9OoSA9ohETYDTeXl
Ag4OD_4LIOswAEQW9_v9vN_55S2Byufn8Q4UqvVt1vm3byI7zfgIARIPFhkASt_h9AoTG_H3Kew8_lAd9f_6t9r7DyrTy8z9_x4E
tApo7vyBdxQlz_ch_gkcETAHT9_pABQNFvgOHuMn_04O_Qfxu-wA3yeJyN3h8AYLsQN54vCcfyo4x_QOAe8PGC8NVOfhDBUJEvMK
JO8r_FIU-An8vuf75S-B1-Lj-g0NrgZt6_KydCA7yvMNAOcOCy0CSeTi_RAPDPsKHewoAEMO_wL5teYB6C2B0-Xl8BIQr_5u1_Wr
cCE0zvkMCQUNGCwARufkAgcIFfsLF-Ij-kQI9AYBr-YC5S-G0Nvt7BkJuPB76OyBeSI6w-4MDuQPES4ITOrmCA8FEPwPIeQq-EUC
-wD7sPH-6DOQ0N7r9SIKtvpe-Omhfxgx0PwGCeAQA-YmDeATAP8NJeoaIQYXATwvzeAKy-nJ-RvoBP7pAkXo4QoBCAGBNPFQ8ucn
9_8d_xQENeDo_gkUFe3_J-ox90kS_wPtzusF50C8zOjw_SIDxftA7--BahUyx_QQDtkRBwsiAejhAAIQFwEMDP4GBiUT7Age7Av1
7xjN8Nvp9TAJ3QIx-f2BMQoq7fQNCxML9Sb-M-zsCwsKEf0EGvE09EwPAP7zuvgI5TWt2Njt9h78uQhe-uWBeRsf2PEMEt4YCSIB
RuvvAQQRFQMHFuYvB00H_gEFtfUE8ynD1dHp8BL-yAhq8NyBaigw1wAQC-IP_UADSuLoAQwGEAAMH-ox_EYM_P79tu775jGa0Obv
9hMOsfdt7_GwfyYxzfsGBPgTDwYb-t_x_vMLHu8P-RL_Ax0b-v4c5gHw_i8C0_H43isM6QIqDPCBJwg2-vkYEQsH7A4KKOfsAvQQ
DvkOHvwY7xoQ9wP-0vL27C_t9eD2BU8M0QIu_PqBWhUd7PMBC-4T4xQfOurp8RvoPQ0UGgAP6TpJ5yvxs-e_AxsQA93NHF8f0flE
CgaBTOFU3OTf7vQm6SENSube-AsaFvj-Hu0m-1kP9gL3p-AD5D6C2NvoAC8Dsfl0COqBfSE4xvAQAt8OAOAGQ8vnAAj_L_zhMhUh
7BQTyhTwo-jx8frg7uDMJEwCrwM05uKBTN4x_-k648sp4hgNSu7jCwwWIPUVHQ8f7UcABgUMtQMG5CyyyNnt6SsIuf9qC9uBcDgu
1P0ACuoQCfkJD-ziCf_9JuUNGw4T9S422wQD0fvX-yMOD9TS9WIJ-QUrGQSBVf9GCf_9_QgK9B38K-HbDQkNF-T9I-k69V4S_fHs
pOUAzTvB2d3u6x0Osgt92vOBdykwwfAMCMsOFDAKTOncFBASFQEEI_sm_VAC_gEEtgUB5Tqs0uP2_CAHs_Vy_vKHfyQwx_YJC_wT
-fb5FP--HQX_JP4KPxXtCyQpGg0kyO3kGBT9DQP70xUQzyQE8_CBRM8j5gfy-gAf3BUGGhDsHRAFLcMdJSsjAy0U_QYIxQbn9AEE
9uz03jIKuQAzFf-BNA0p3QMa-OMI9TAZR_HXCBoOHe4EHAcf-V4LAQj0mPD84jmN3eXs4hsSsQJ5-eKKfxMuzuUKBs0QD-oIJwDp
AfcdGNj9HwoM7ysu9w3pyNvTBygC7PT6C1UMyg0OGuqBVw1S2vMWEtz-6hUGO-PmDggUFvIDHu4a8EML-__8te7_3T6s6Ovs-jX_
s_1b7uaBXBUtzuoXEOYZByMDSe_aDQ4LEfYHGv0o-UsKA_79sfIG5TqY0tnu7xsLsQNx8uibfzMqxfIIBPgKAwwEK-fdBxgFHecF
EOUT9iQc8AgJ3_T57ibj7uTmDEIEyfsyBfqBQfs13PIXEdwOAzECOurZDhAMFvwJIPkl-UAEAQT_pwgL5TOk497w8AoLsglq-eSM
fyEzxvgLAtsGAQr7HeDbEwETJe8EH-4H_y7t6xYFwfkF8iTq8_foBjsD1Po2B-mBJv4wzgIjE_sE7w_iHvLfGhAnMuQTH_0d6yb9
4BsfvPb-6g335e70GVsU1QNTAvaBKwQ_vgUPCAr7_vf4JuflFA8FKvIUD_gQ4Rr04R8Q6hPx6RX73fD9D1EO1_E2B-iBGgA4ye8T
Ff0O8AHzKPbdKQkaJN4LLOQh-ibu6yID2Anv6g_h-AD2BkUJywM7B_6BIgI1xAYaCvH96vMAKP7YGxILGuoSG_cIAigW8xXvASHh
6hUO8uIDEVMI6PslBPSBOfIc2AQVAe8B_QwNOPjiCh0XKvENJRYk6j8H8BH_vwX97h3J3-bzBEcTygFUAuWBYRMz5fQE-fr77iwE
S-XiAA4ODfsJIOcs_0wO_gP-teT76TKB0OPr8BkSsfx22_SqfSE2zvkICvoNEezsL_3nHhYtLNoQGRYR7TAL6hgB2CgF6hfx8uj6
DTIM0fxCE_SBNw8n4v0M_wkA7DUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAO
DP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGBcYBADyCQoTLAYUPBQT-DPw0g3k6xD11hf-6OsA3_QJ0w0X
4e-BBeUo4TQvDcAS8vLx4gnICRICa-4e2ivxv-UTwzn57Pi9-z8R0rrVAygQwg4BKAHVpIEOpRQb-vL5-_LEUxvYIgsHa_xBHUjo
yiwRtyDr_MXI_zYKwZi6Pn841xX7Keei9ogdhgcw4fkQ6L4YUOfQTAMjeggyFUrD5BX1mA7gtAK2HkwPsbfoMm0X1RwDPeSI9YFD
nmRD2QUJ_SgDOeTl-Q4QEgEQJ-gY-04D_gD8q-cD4TOBzejn6BULs_J32vOVexsxv_oMCvkMFTQDS-fkAQ8PDP8KHe0tAUIY-fv-
vd765S-BzOnq8Q8Vq_Zm0v3BaB42zvYIABYOGS__R-vh-A0SD_sOHfQj-0UU__74s-YD6ymByuLm7BAQsvR11fakcB87y_4GBwAQ
GTABQ-fk-xAQDv4LF-sk-0MPAAD1tuYG5yyB0dzn8hIPs_5r3fescikxyPwJCAIOHBH8OOzj_AYaEvYMG-797C70CgfmqvoV4ySB
wtjm9Cj1yvlg7uGOavwdwvogCNkCGjEASOjk_g4QDP8KGu0qAEIV-_z7uOL_5i6Bzebp8A8TrPhp0_u7bx42zPcGAg8NGjABRejj
ABIQDAEJG-spAEEV-fv8u-L-5CyBzeTp8Q8Tr_hn1fi8bB82z_oHAxAMGTUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8V
q_Zl0vzCZx03zvcI_xkPGPAeAuv4JRYLQ_YPEg0ExSYP9CP-AdwS6T0V-e809R4HFDAfBQeB8_YM_AcZCfghBfcvK-XxDRccLgEj
Bvr71CcS4R4T8O8N8z7j_dEw9j8aBig-EwqBHf0Y5gkFFBYTDDYBT-TjARIPD_wMHe4sAEUW-v79t9376DGBzOTo8hETq_lt0vq3
ayM2zPcKAhEOGzUCTubjAhEPDf0LHu0sAEIX-P7-u9765y-By-fp8xEVq_ho0_u-Zh82zvgJABYOGjUCTOjkARAODP8KHuwuAEEZ
-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI
_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd35
5S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDMCS-flABAODP8LHusuAEMY-vz-vN765S-Byujo8A8Vq_do0vy-ax83zfgIABYOGDQB
TOTi_hENEfwOIusv_koV_P_-tOL95zGByOXl7xATrfh20_mmdyY5yfcLBgYNFjcBTefl_w4LDv4LIes1AkUZ9vz-t9765jCBy-Xo
8A0Uqvdw0vqxbyA6yfULAgoPFDICS-fl_w4MDP8LHuoyAkQY9_v9u9_65y-Bz-Xp8gwTq_dt1vq0bh84yfULAwoOFDUCTOjkARAO
DP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDYCTOfkARAODf8KHuwvAUIZ9_z-vd355i-Byujp8Q8VqvZn
0vzAZx04zvcJ_xgPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwu
AEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03
zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDQASObl_g8PDf8LH-wxAkUa9_r-
ud365i-By-bn7w0Uqvht0_y3bx44zPYJARMPF9TcF_30-BHeVPMd4iTvvRo1ye0cvdLnHCNb6sUK-i0FCgwZCwCBAt4N4CUc8w8e
_bLXQvQCEOzgKdf9KSse3h3P1hQZCfzmyjYg7IwLAKYSvDEfyRG0geRC5mgG46FF_DMBS-jk_xAODAALHesvAUIZ-Pv9u9_75i6B
yubp8A4Uq_dn0vy9ah43zfcIARQOGTQCS-bk_xAMDfwMHu4s_0YT_f77udz95S-ByOTm7xARr_pt0vi2bCM2zPcLAg4NGC3_Qujj
-QkKEPoJGPMp_T_8AQj-rOcC6jSY3Njs7hQEwfpz2-yBeCY0v_QND-UPES4BR-rk_A0NDPwKHO0o_EQNAgD6t-EB5y2By-Hn7hIO
tftr1vawbyQzzPoKBgYMGDH_Rebj-gwODv8LHOgq_0YS-_77tekC5i6BzOHm7A4Qsflv0_imfCM3xfcHBgQNFTMCTefk_hEMDf4M
H-orAUMT-fz7u-L75yuBy-Tm8hATsPhr1Pi0bCI4zPgKAgwOFi4BSOXj_Q8NDP4NG-oo_kUS_gD5uOMA5S6Bz-Dr7Q0Qsfpr0vmw
ciE1yfYIBQgMGisCSeXi_hIQCfwMGusm_kYV_P_8u-UB5CyBzuXq8g4Osvhq0_u5bSExzfcKBQkLGzQCTOjlARAODP8KHewtAEEY
-fz-vd765i6By-nq8Q8VrPZm0_zBaB42zvcJABcOGTIDS-nk_xEODP4KHesrAEIW_Pz7vd775S2BzOfo8Q8Trvhm0fu-aiE1zfgJ
ARQOGTMDTefkARAODP4LHOws_kIX-v3-vd365i6By-jo8hAUrfdn0_vAZyA3zvgIABYOGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd35
5S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUC
TOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np
8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAO
DP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl
0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwu
AEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03
zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-
vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkP
GDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6B
y-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjk
ARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI_xkPGDUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8V
q_Zl0vzCZx03zvcI_xkPGBL_IOLpG__Oze39EoE1_fPj7C4yNhg7JsMRH0Hi_ulJ5Dg3C9kJ99xJ2OgkHQ8t3LtAv9DlFhXsuf4U
wd738h3BqAbCBvFBgUBt-FVqwR0_YzdAKg4sIbcY-rr5C414x_gk3tfe_hEsPP4BHb1_KCzi3OXm5O3kPfn_zCTgGvHnExoXYB72
9NH51ywMDeva1eQb3bEJ8gvhGOv_5Lr_3UAk_AUAx_oMEfEfQPeo1xb4tfkN1wwdgVfmuSfv8gPRtd4IDcf_OQna4Nj18O0B_9Ei
wSkFPSEq5DAFECz6AN456BIsf9_Qpfwk4epM7r4u4O9L9-DEGebmu9xAaRY-MAe5NTRF1AtBTrgVNTmE6zpqQ_72gdUm8qBh4Nra
-h41yhI0GQIDr88SZzKPf7vM-P1IRv7z8tgqCjVzHgNM7eTuPtb87KUUC_UH8S_FKmHbyMTiEcYG7xYNOtT5KecL4OTzsVQBBn8B
6-hMNQLjAOmvsrvdMx8cC_HDyHTJL_MKqd8a4iKkQh8H6yIZYoHw9URfH_9P2Uysi6Pe7Wnx__i83gY2F-sm5vnv-hXvF9ryt1zV
7VhS8TiMEg7w5yHTDX9bChRO2XIgpNhVGszOpOLLuOQVWhv-Hiup3Fj4rrP3nfza6NDsxrJWIb1VdgXJ5nLQKKEpoBou8ELjMgeW
T--77PpgPPSB0RkfTsEczEIc2fYNeCkP__XVgRAN4xv2DBipwf3V8DFR79nF40pJAts_FOwdJt8C8RwuvmYNIfYlwCAJDwrDw_fB
D_vV7CcewwfM9c0Ha1K2BBIl_3_p60nQ1PwlDNoPG1DDuQIrQoKqspm2Gz844t1EtFYy7EVNLgcM7c7WHVhPw80CrH94CeFWTBgN
-PoOSTQDER_oOjhdlR65MpqmKquTW-8YFV0m2pECobMpWSytn21oP_5duhDcneFU05ExD-fiB-whQW-uge2c5gTWQNDkAhX8SOsL
z_KroBlG1Q8q_xcOHBMs4x_NIwfwNCkZ0xt_U4zFCR8rzX8i9y8d0Cq6R8HIAq4d7uoSDfXsKjAbIuiUGpojFegjrgQp7Qbx3qbd
4tEDDAYAxfS9f7oCYg4yERmUyy-NDGvwssL9DgX7WJ_vQdjsLVe5nOfzT_ERyAnlwJ44tD2lhNvM9jPurQD7LaCB6OIMgzcMRddJ
5yLwvssdFLe5F9jjMxb-D7jnydnl2rDnMADEwQRopvM_a-7NMeER5xISCRD9b9o_IMQPCwojuQPkBCXjpMn5Her-U8_iRkb7EeKs
gRv9PhU98-uvFyDx7g4-3T0GJ-8XA83cEQg7FfcDAgnK7BAk4H_v1-npFQq6Giv7zjsA9AfpBMnrVCfReTDUvOUBMhyBsiUg_QTV
30L53-Hsu8oAPCYINmy2n-PrMuDwmlIkOuAp2t-5asGuW_z6PTAOGs4pCUrOArMIOPhvf_Fw_und2yMk3xoQKJKrVdu5px7QFQ8F
794kxyMO1fpIOvxFxefVwOwxgfkJwCo107A_HOtDwP4-_vFRDdfi1DtE1uHZJfbl_M0UuCH1HzoYBua8DfJ_DBkDEtS-28P-u_EB
8hEf12En_xQS_hAI8RMl5ha41f0S8bYdtiMLLqbrFpX0uhc2McIZCcVFGQEekt9YslVFYuhFfz1za6n_oNcQxn-cA-Ay2txUM_fU
EPnu3xzV8fAW5Dz2LBcTAi0lBlPuvtoM28MIHwDTGhgXPjTuyurwSP0ZHvLVxdwWCBDwAGcAxzc96vcq-ffAgW_40x5GMhcxUugG
kyFsJioGAhVDxPQ2Ux36394MjzTh50zY4CrzvfuB07Z24isejxRxjeZhRzpU8fX-HR32F-Hh1hI1x5cw6STy9tp_sg8bu9Mz-W23
p__UH-sltyU6I0oME8NzDA0YKA80U2cwJUKS9yJHuOT58AbP7tbytQLl1BzsBxji9xz-zSpRBdUpizUUgc9cKTtfQN389xsgSQ8s
ED0b4Sf4ws_LFObSfwH2Lk1T2G_RB27zC7fg_v3RrNFLFecgt10FBLzrGzgv1uO8GRXx594kRba_8h7-MDRIDCso3xQS9kEYGh_8
udcloem7UIHGJcsnW7PJ18viAOVIK_3eweMRLE5qAg7UW_v4f8k8UwH9CMAy-vQCDt74R5ff1xFUyTz74PAgyjH43MRHUxmrv0fv
9vXuutg_8inf1-__4ADR3uq-1gHd-t7i8v6UTCnW0jd_Gfj4Fhnt_tL8F5S7uvDSfyLL68_h_jRKCz8r88nC2uLs6CIUCs27bOsX
2V8Z7TMnfu0uDvL6Nx_F8xUw6CD8t_QP09_8xRAO2cMYC-r5gdgQ1xwgyRxEAADZ9vwwFhI0JAEi7Bg58B0ECfMq2_8f_vrMHgI8
MOGB6SRRvBE7I7kx2s_3pc3p0OL5GRH43OkQIP7e_C74FvLVBO_ku8bMZcbk2xUbKeMFLr0T4dwlAS_7rbQyCPakIQczf-LfI9kj
DuH--cLQHg3LZqHzr9os4AYrRRQiGCXfVfikKSFr5xukoBYFDUb_OjwCTw0JC4zTLuvI4OGzgfPP0N_Mtxth68u-98oM2frXHd6w
HtWroUJ_akgB1prR3b8CKPETXg31Hgr_2Dx5ROkY-ukUuwICf6_vs-w1GwVBKNbbJfEFECUMFbAS4S_hFAkK_Poa4gAi6in63u0T
3bfuLM8I1Tssy_tCGzwg_DTtLQslCMRDsvf3LC25Kv0GF8f1uvb2TZF_EBDGbunllxXiXeoS2Mr0ob_uRdcWpflMHxVmIDk-uRbu
dYUxpwAcYHYguuE15VckTSX7dQFRtaA85_h_vKpJGgQjKwrW8O5J49spDCPoikU5PWlJvwDSlxrx9UBVfy33__rx6d0Z3dc-BvBr
wSosDgKicLHKKKMy9R4Ic0_e3Ae53hD7-yPiwB4Efw_OzW5q-kjDxv8hJVUa-dT47kX_5DAlqtzWxw4pGiJH9DolrOM2AtAp0Mt1
rDkE7wZRfxs4AQ4RrSM34zhNDu1g3tcQHwKQSfbcHpFtLM6JLAV_yMK72OXRHt7_ttcm-91SzIU0FyTzBuHxSu32PxADpiWpRhAx
vOwn8zv_doZ_qNN_rtui2bqjABYRz-mdFkDqCNBQyd_4YxSzt97h1mzRpA7zPTUjB_YMzBAI0vr9QOTygbS0DwRCsRmw8Dft8Q5T
riJDFgwCW_1LzbwC3j9Q3cjiByXOadn1_TQiDL_y6PLnMirjJgbnE7MABB3OM-wPpfX3JO8CHfh_vvkd5Ox2z17UUKhmfvwvqgU1
JNkJN_XX6flbO_T1E-muW6dtPgc92ywQExPIUQRc_-oigSANkQvq7-8-7BO_QxVWMOMf1kJJCybOy3_s7EnNNu8YNeL49PYVt-vy
4zfoJVHWzI7Ovf9dQcEkyx3bQySpH9-7wdVjt4r8LOXrYQI99VCQ_tLwgSUY-KXK0NzXL-3KOKj352dhVzT544LjijoPyNbzNUj0
zQ-qIyl6qweJgd0v3O8wbED_if2scNv14srP-uQ3l8se8Q_EQREE-G1YqK_5wDUpMR4C_R3aGR3nAL5jBiQSOAw3L73aX8dzgQsQ
r6Vp2frAed3TeMG0t7v_GP8RxNmoqDNpvA0C3tPu7CoItO0qwWx_JVRwOVkgCgUiMcpP6hK9-EnqQfe6SR-8KwmB4iwHmv0dJ-r1
69HibwPtLe3k_xRPCcb2TPbPmwK0_4rvvg0wuxYTOZnXJwjlOBnZE17n9yc04ffEC8sMldLnIRT57jsxGQPcJgn9gdcqShnI-6LS
IwXEf9rL8T405R8H2Q9PRP3k9bbsRfIuGxPPJ9gE7iYM-97rLOlTzhIesot2xdsRPtPc5BT34QTlELwB8A7_Oiu96-C5zJ4R3cHq
MtPP5u5_8uPz6Jj4CRo6BQbUxFDfHVTr8-86I4EwM--2BkIH7jvVJ8DwzTX9-h0Kv_3n0u4eNhLfIdsZEQ8xdhM3t23XGfAg3qDF
EwDbIgv8zwh_yucRpRrjBfXowOzuB67qDvkNYN_6uAL7FN0B6vnp1eEuIOP5BQQC2-8jRdsjHBYJFhUkCi4_HPcngewa-j9BVDEh
LynTScQZKAhoFwLv1d3_7_paGBAuIgPFTxXq6QEASjLduDOp4P0RgSk1ZgrX2xA34AIFFgtF6knv71DGzRHxGyOb0NbbURfRTVJ3
GRjeEN0VCOoLRPECNB32vDUBrRMVr-3ZMjAYk-z4GYHQpPMSSFPj_vXQ30z3tOnP1voSCwa5BS4GIbfi3sf0OA77BNHSCtzJ3xZ_
ph4Ape5lueRxBxzm7C8e_MkwJDH4Yx5pvxhV6xAIFzK8BMQUQRi8gVEaqO_P6_0U79en-glittf_0wbrBSfpvu0EzHYl-TAmpw3T
iFxm1OUtugN_yEJ1cBhk7CQPBaMGLgA8aL5YygUGITkK59sNYMv5Ap8fEhkO2eRC-hH-ugT7767PHSTY4d7-7hvo4TDl9n_05CHt
wiOO2OssQvDiKeLnViAi7_N_MSBJs-cR4e_4QCATITzeFyMmB-fr3esM-iL4CcDLpdlk0whzDcoeQckG2B_6nDW0-1oq1RKBn4w1
QfM62PAAGfY8zpXkICwctiylJxL2v4EdGw8H9gTzVd0_8-UCSjkj9-wA_icCQvUFAgofAPSzLx1fB_rl_jdBvyAJAxn35Q5DGWw2
B93wQxDqBRUHDvrf-PQJIg0V2jIa_cvJ2vHirst_4A3mICLpBfM1KuMTAs3v8jsv_9p_DhjoMDTU6NJL0BIk5UehOPY44Nae4X3l
5wZR8QLu_g8Q6LSsW8Xf0OL27vkg29nVKCPo-SHlUVvm1xofDtfzC38Y0CzzQwjj4udM_NDsNAIF1v30GhDv4jMxTsj5K-eixMbf
S-hH4ibxCVgfLv1dC8g0PEIA5E5HAlo5iKuXxc40geJBJs5kz9PK-X_gJQJX-VE7xyA5wRpnAtHS-UMLMd7Gq80qDQIDD_gHCcDd
KBdsvg78wA9mxg1WGP0M1eFBOQrf36zdysVKRv8MgSwL2w7iFeUe0xcMo9f6MvPp_RMq7u8GPSTtwirlBRgZ_eDu2RYI9RIpQ9dB
k8frtdQrzgAJLhTjDvo8_i0mUhDcfxIp_9fJ3-8l2cD1TyHuFM3aB-YeBko_-v0Tqmkj2jIoC-mQM98O3ysZzhwJf_DxIuYMPRMC
BGRT7SsHTRMYH_5kN_Tr9e_1FH8dFkoK5gf45iP_-RDZvy0CLUkD6uLsN-btrgPnAwz_6hcqSMEUb-bs2Pu8Nviu6vnlgTow4p4f
Af_s5S82ATNJ4x40Hk4OMh5TT-D02_kxydxBCOD3JMAT8vvzfw3r5toFqTo5GI8K2MTdza69syJTL3YcN970H_5bQqA5y9P27c8Z
uBMXf_QLEa4O8h0iB_hA3tz44fbhDCbIFAEHHSr8mxM_5cbRvfPy_jDWIwQt3kxBBtvTKPIy9fkn_B3wgSgu6f1ezNcAKy9e7CoM
9ONCBATE6fPGCsxq3NNV97o2q-sO5-rRDBsIDjoQDhsP7UHoSQorEhgASxjsCiXvRX8Mwiz94qiaF9lRv94C2glY7vUfZzIs_xKr
S8v7CApPgWf7mjwO28nyIAxXS9ZO4AzBnhxfLmvPVa1UGNHcGxDkDRNIPxDANfwZT90GU9N8Aez2ACAbgW_JH-P_-QYWHcLmBydH
KSDlY7gtzfH77i3__HH7BUQXE__kU_4q9gUucE191_RtiSPZIy4m8i2BDCsBqsoobV20USoB3Cld5LI1v93vMyfyKB_Q8QsKHC_W
FwXpgQ3qufYynBFtpzMB8ENACgxA4CoQmeo69cgaBrBX4AMvDvDeH_rhChcK8_UL5hRb1U7dgUHTnir-CQ78Ow3qzxPeChQILdvj
V_Ihox_HmF31KNwVYfIyUSDt-AE29TVHI7zjEqP3NKXxsx38-m-ZbAp_6_btQ_AT0-zkNAI75VUCe-bw0RjCYRG_f8IM8f8eN-33
8xwdHA4e-d3XwwEWBesWtrveBPseD_z7_wPi4UNAE5EK_g4C8OoSSSz--3HfreAhHDUn4sObAyoomDstBQ0zSOfvJYc8oiF_CDhW
8xrGD7sEHz3lYSALvuG6QUIt9Azl8DoWEYHwBxSw7QvsKek_4jrSSIvlw_rxF8rIx_zBEiER8VDEHKkDfxI-9gklEQP46AcT3PKx
AQLKXUWhBvpaG5TMZdP3rLm_oAw33L4Y6CPNJfdQ8T4fmNIX10kUAwDn-yLaIRfy9OrKJwgfFwzz6ewHRQ5_8TXl2vE83H9FTvLQ
Bf8wUL7i2vOrUS5J_APe9ibBAQ7zsHIfdPkRsjVoU0XMZtOhuXCSnv603S71f_0YIcoFxuIV-_ogKannxGO3TeI9ExJNhpbap0RS
kTdT6LOXzq4Xw6ohxnc1yrzlNRnuKvwEKwrlJN34gR8_vhb1SfXPv-7_zPaR9P7VI0VqLyTJM0fkCQ0WNNrfxOn5ANMc79kYKNfc
61oEBtf26BEN87L68P3U-g7o8h_kq-V_oArpIOfdyWLSGwT65tFSRebSQAIo2ArgFSY4BBcJ5PFjE0tkH_sNicLi2gbvGxU_-S6B
xAA6BFRj31v3x_TYFMEaHOjr0u3WPe30GfkhAyVFAfD2CtAUAIE8HCo2I_YX8efqaAtsTfUsx88O6PU2yOsh3wzL5AXmXQvgyC0d
7u_SNeep8PERHq61CEX_Aq1_6gXhAzH2_vDzKSMO7eX2H9D6FeoK3-PNX1RadMYF_R5-9SgQ8agW07Ht7UxZ9kQ6Nk7FWb5_buIQ
vnb92AO_fwCxuO_1AEBU_zQI1wXx29kc3BHoHwCwP-f88XYc3TPlVQMPB68SKxna-Cg44tkujv3CBM4CChtHxQhQ6yU_LOi5LcQD
4uw-LdGl8dsd0RQIIAHcP9h-oxf_tBB_zpLE6c0Z_z6hFq2w_t7l0iX72UPXgSO1KFEuBwuO0WzzlwQ_-uX37NjoFCIq0Bnp1yfE
-wLqKhQi9wfcL83fAyIK8Qzz4rnjQBso2vvR-sH87-oL897qNIHw4eXhOQ7yw_r3Fcbp12tBbExFDgVc9XNFJVn3Fx7ZmtJEujfW
aV4QEw9vIC6BPgwn9vL3VHnpBBjZEy7rJ_IYDVkkyfMM5wdwJNTrtQIICeoL3ucLAt0L5vYw7f_8EfV_yfj7mAJS4lb1A-0YAPg0
-usx4-9_AR87u_wD3A4syurv5BHxKB0zAvw6Wx7ZLfVXFAjnHhoz6NHr0UGfKfr28DIQxfPV3PoTFwXspjj6Ki4S1fT85gAs3-gj
Gtnnx9x_A0Ed7fJF6f4VC0q6NDXnOCXoEGltMiAQ4-9B7MMfxPq5zYIN_hfuorrr3c_gdPX51P83IIH74M0z6NYBAtkj1esVxdwI
8Wj9kA79ruc0ln8n1M730QlKMUhLjPwA-CtA2PX5Cw458Hp_JtvH95ptPwg2Izmb7B5Ch_UHF0vGNPi6Yr6HJkjiAPI7QOXgYz24
EPL-MCTrus4RLzPxFefyEFM74AwQkGARM_f5PFbZVzxQqe3dD245WULn-NK_--t_vyId6KR_uw3vDg4LyCUhKiYH6BEJ7QQbDFZu
MuQDHRUyJpPW_CPrs-M-5g3yf8gu0xf11Qj509UYEC7reRUpKaoVEegXIR8A--YY29L4RCkAByf66MzT3tsvfyroVNcvu7LUCAMK
5vDMGhnV3PXsQSncwB0Uyy4d6X88B7X_KDgPHfjvFDvaz8o7GDMFZPw32-DsDyUe1f8lf7DK-uEM6Mf7IS8wJxTx-zMtw_8GNBjS
zwfCzUxA-gwdCs7aEx8oC_zbxcgK4dUJK0ap0_rmMaTy0sEIRyJYzlE31qzdK_yHJfkyBG_Q738mjK_YVa5aTT9T1frtuVYIL-f0
FQBBO8jwAOnxx-p_yC3XPSkB498CETeJvi7iJEwiCdvtPCTV8f7f-NPm0zDLHwUV_R3s4_8ECykiDbgsgfnr3RRfyxUcvyMT5Csy
1Q46Qei-rSQ1xyoWCAYt5MEKR9HJPt_U38_ZYQE34sHf0_5b0O5SKlqBB9MbxRwMRCQ66TbNIi0lENLv3vb96a31Mx_n5wc84f8G
Ae4UGX_d2__l6B0LxA8oy-j2CjQ16ucDF8TAFQxRAlr6HdoP5lgHB7ff1tsX7Az1bTHrEwLZBl1_9gYUFtoUBor-DTc0LmQS7xjz
SOVnL-Usxfz84i5-UzAf738dOyH7Hx8z4FPCDmAxbN4A_h7AUdFVyUrV0GwR1Q2xMOAK_A0_Can0lASv3sAcCCPEueEt2I9mCP8E
4D0ezH9DqS3f-gIvLs4l3kZTcBy5HxEYuAlBz7kq2Brp_QH2vffEmt_zFef5_ygvwOrL2d0YtV2BKAUj_ytL2C51POURHOMw1-RD
_98-9vAS5UbR9dEXCzPwlNzhyhUzBgWq5Q8JG9zp6sC36SEfEu05MAvV9gh_2RYP2RJI9sEWKRzNK-zmBjQB10Ia0_rnHhQV4Ord
RA_VCBbxF0ka-jcS2OGBVPwp1uwAA-c7yRZ37YSw-P3lQdfTAk_X30bv1lT3gRWS7h4mSEdlIm3fBRN-FuH7DAAh-Ev72BLt-RX_
Hu-sAjTQKgUZf_nJzzsUEx0NJBjl37LQlxP90DPk5OsxstqxAIX2OwK079_p3xMFM_38ID8P7oEgI7HTsEkF4oTcOg3e3TUD7DYE
V0_7AQNYudCh7PT60CHYFr8et_8fA9ie0PEp_uPF5X8pF2YC_AZFAi3i49qlIwYS3WDPocALvgT-GOs0pyQ_G6i83bHJ1EnHGw0j
9TNCvDLkrT9OLSDvoDwdHiILjOc9338pEvgVDQfzEI9oABAzBMpixi8DA6MmJ7IlMtq38Rsf-jNUB9fUBvFQ4R3tyb6cCA6wXutq
NRjFf8Xvvzg-ds7y28BBNN3EJScv0OK1NNUW9n_roiL-O5xGBGhU8BscM25P6yo_RiO_Z8kT-NlN_yQV7BxquOMLCgYMNQHq4CEE
6VTf5goyxCPw0H8RuMNczhb6r9dXyBQHF6wW8OH1WZTe8ksLC-JBwMvGuvNIGeMg9fnYgQeXA8tJ0UIBHecZg_P2yD9pGLWpMAtP
nbMH3cZU_hMcIZ7zFfT3Nv3i5B8XDT36wsoCxemh-wMg__4DzRIKgdsSKjUD7yo36a7czuLUvaMgMMb7X1HGehjh4fMS1n8FESPV
19jP9cpCQv-4ISMRvQMnyI7PtRcUBJTpB5kF9dE8_wHrtPIJQr0JGuzn4wMA3dsQ_fTUE_sOgSW9Uu7_CeFH8BzYAyo-PxPMPzIr
_giBEwve7Rb_NPHgHvrY3fnay_8IIQAfWR4j99U2JvEv-_0EUd_F4t1SIzq739ce8QQg7xIJAxbMGOnrWEEj3nDx8WUegSC49xjr
uNYqFmtZpjMcESv3L_QBrowVJnnI-SIeQv8OCRq7VAk6MkkP-UTz2_4yJC61__w04bi4Kn_w1UwVIhvFHgkgiPRHF_89sRFYOBb4
LR8sLwHLGc3qzH8tw0VACfzSJvTG_L7kMvgl9OomNuLyJhDoBAAl7R4H4jcQC9Id7dom6uYJ-tPw-PIZBtj06MqW-Oz9xuzDAn8B
uyD97e_7a_ca_iUKTPLr480qAtby8bRzNwU4OCUeIXQzyRr2CX-9GXP32ATGvE4KSyhd-M7p7SfYthIeECP26BQ9BGC0IO4O0kIP
z9_C2wMV_Aav-ikQDTG4tYHWFlYQAQ7qzdG5aP101PnStdxMtvT9D_bz0O0rH_XjP0kp3TwegcgFxt_04ddZOxXwBSYmidg4wUr5
OsDrK9Iq6tvxv3_DZvm0xLjgLdbpCCJINzfQ5f9a9UnU5c_TIC4rEkP3x7cpsgPBPPpNp8H1IJjI80RI_NnxJQ47J_97M8nwNF_h
_OngsQm872UE5RrgxOnm0SMpc7WBYbVEDQkpTM4D1PD_4PndCwREt_TsFyVY_CAw1CTw7us3zz2eFE83PVYdJtgQf9zW-PZlwDMX
LyUZ5LEpGTDDKvxLJxUF8N27-38HwAIVpADuu94FkhfpCwovzTJCnbKqpK7o8NcrGx3l5AYt-cQCGwYQ5_XbCA8rHR0tktQkvVoq
2TH-8vivISRB739J-zzjYv8eD93_KvAX8vg8EN8D-gER7EXyJfLiE2rmgegJ9vUd5vNVr_Eb2R8pCScDyibP-9oE6jAX6wU86AsH
Br0J8N0VGN0bFX8lKhMQIhnqGfXjBdhS0OUqBvkWAOETBQ7wAgLY8PIOACXs3_QXB-gE7FDLNACuRggsG-kD7nHpgcHF8PTfntLm
F0D_wTERURf0LOZR-SkADirz9rAIPRnyQQ4dFRUHyzHGsl78GPv6s-DyYDc9kSjLvRYX-BoNIcrdvyh_ukNW3gF72A9OT-y8Vxvb
xsUSQQ1DAP7cAAFAwQMoWymB1Lb_3FkzFSNa6DOtBg8Pp9MAzwoX6O0XOtWoGeYBIPsI-NgPKTAY7dzFgQ3jG_4OGt4PEQXsFfBU
5yTJESUqKvEXHP4PCejSDunuEX_wLZwWFt0h0E4011JiEegM-yDv4_zvIl_SJPsgYqa5RN9I6fniLyVEyOP74ogZGHg4C-8EQ-T3
KTpLDDhSCt3ExPPNxPIJ1DbK3eBJRvjYgdhB5QgMBijvyxLSaeqcEuG9V8ZG9m8i6cX_1MUyPhXWrs7vUxBL9n9M4OI3INSXWq1B
KCkhHRGh7u75_RjZJAkdCSoA0zfTwScnMgGMtLkaTDIJgeMb3DwuBxonIgTYWspO8Qj5tAdV2Br4f837ERkice4mEONSmGAMug90
Be28z-iw1EOoPH7j-M0yB-PlQB3rBQ1M_9Qe2Qe4bMkOXMxPJiD_dB4ABlcxGxc_lfTm2P3-XyOB8iwx7souMqzgIN_vAjwO_9np
5O8C-kHj3wTf9ysn1xkiqf8y-eEj2PTkGw4m7d7EDSgSJgAsELvbzid_zCIi2-5J-hc_RK4Cc8T6VTsmBn84EjV19uTd5evDGvEi
veAa_iabPyL6j8mg-gPY5_cW5gb1xM8GMgidGwcxDY87AwIV2gZ_ulE44SwB8iRNiZU3BRe12Q9WCgO5LwPXBNfVHiZFAA0mf_If
OffpM-Df_BL8-kwP3isI3UTO8gbHybj56TDx2x306rDbIxJGpuDl0foLBkgXP_EaadkGJazAByE0GCw_-i__IizSw3SEvoEq9hQN
2PFJ-_PpPv07_kW0IazTs-7FD7zd5foFHwr3AdHWD8gL3OsPCSH0LSQGJc9dDX_ioTQUXUwDH8F1FccBF-E56kszIMfxKeAoW9gd
ZCA4LhgIMQrMsO4lHRTZIsgm1iz_gWZIHFXuADRqGPEVDtQJ01Dhf7BANAQWCMT4-jr_7k77B3Lt1J3E_t3jT-aNLPf0t40vSf3x
CAzcoGBAF9sa2xVBHqPBENzRN-eQGjIgNT_rc2TVuwXx6X8pu-yQCVO76AZ5MMKxOHJcBVbM4uIk0AkDYkeB09rCN9svVWTgPGc8
BS_1mAf53fkc8QPU1Cq8P80fFwmBu8I8BMoahTQQ0_bxJf305Nu_6gTVT1NK7v1pswnQoLwsu3Z_kQ_oIGxIp9_hJifQKxMQQNpk
4ZRYjyT-Lxc6KOohRMXnAvjbQlIGzy9_ueSY4yy7QvWgByTpLswD4e3n_SJQ1OIjNvr86ycIN970FPEZ5gHX1QMMGzMW_RLto-4Q
9z4a8fAa4yQHFvJT6eqBDBQb1fwBENYeDwhIIq4gO8j_FPwBPinKxzjk_gr79iHQTBPu6ufEM38EKhYRK-D89fDlGOkRDeYL8hzx
a9fqI6bO6gcU9iQf3n_VmOQXjhf81AGtQcnECjs0Gz9Nctu6VIoZ8NjbH0BU5_Lo1ur5G_HZz_X6PRIKJb7aqyL80dgD7fIq_93_
xioBE_so-OTgFt1YIaUZ5IEc8Azu0Rno5P3q-TAGz8Ye2PUT9-LvwxTjBhIu-dLRDSMV3-QiH-Lj9Q1_zzMN3N438s_PKtDZ8hMq
B0UhFxCz9R4iNyEXzB7f2d5OJQ8VCv7J6Od_NgCbRQnn7gPY5vQQ6usBRb224Rzhy-Lm9hN_BSA3qgAJ1ff6-QPowSjj9TYzH_k2
8PrX1Lk8-vs47-0z8gkDLOQ57gwjPM3K7f71CiJMzgPW6u7s0j9S-OX933_fA9MxHx_61ZYq2_v_IdHi6RkR8c66Fh_AUuADNRVP
6EbWL2LiLwPrCdmE0LITDdMfgWIgNc6qJR9BsvbLDgLjCNcUxtQEFRBWfOwBnjcX9TRT-TnfNi0HS78Z-MnvD0bbALtZ1-TFS9Ln
f0JONBAT2-HURP1J1cf6GakKHsUqF3_A2g-foinA4mL-3j3X7EXk1UTdtvC0PQ7A2N1F_bzlq_UuVs3NVOkQfyTkD9v3FvQUHD0R
2Mcg9CX6xVW-5W7c5PkVwiiq3fbYLMvl7PIP1B7fWvXAwOgAQdqFL2cP3Bjv6Ox_7U3b12f1M98mvlXcuRpK87bqJg8_DPEYUjEp
6dDBbxZJ-unq8fAVNmIcJGm78L4Kr3UEFdYM2-rVPvwsGjUz_xme-dx_qdz7KBoeECM8MAcADu8s7O0p-Q_-sh4RDfgyuewJGSUi
7BshCwQeH_27-_O_L-087ek07oEdwVYPf_r8xw4U9QwvW7ThOF810d4X1gaz7yfcCTL5FTTJyfcu5uSqXPw27g9H7r4v4SI5Cf3x
EhsW3-byIi0tzhTz6gUF5CHqFw7c4_HkBegE2fYNJv-B3gYVAfL88_fu4-w-Fxn6Wss9QiPrIOtGbuNC3QoCBtTc7Q8BEeQUfwcW
DuNIA-GuMxTTThz_vLXp_QjKLiIXx9AF7vUPFwlEJwxgyOTOAOU-uxNLzwfv-Ak1MR1_XB6pVjMX-_Uc3jM67_T06j0v_WDXLPvj
5H_38mIy5A1z_QYZ6DcPEgTkCSkCL8pdtN7YGR0WIBrrQM4V1-L9Jt7wsgIUVuAA8Cs7-WJP1k4LyaMbDgb3BMXkgRIMmugZ1iT5
7gMn3kTr3_O29-BEbRH7FXH2WYEjb_nnxf1Q1OwhyQkBHStH6TAC8lrUw7FCDqraITUeK9Q0j9n8-ALLKrLvK60BUSLvA0Y_KH8Z
NQYqn70h_TXaLfcA19nd-sFXY7GV7OrT101GwjvY5-PJHCz6JRDaGv7t_Nbs_H8l9B47xtXU_ljuHvbn3AYJntcNBukDEPgi_uvt
BOcW4ODlLUC_H-HJExn_ut7v5wwm-vrkCfMI_BQ65um3BiMn2fNCWfKgru9_xudUtbo-1k828K2rAFYL_rUtzdslysoz1AwypPD2
RRwXD_y6Yl_5gfJdWBK8HPMMzNC81OwU3RbVRr8QWGcDf-jk5bjS1woMmQzyCbbGrx7k4RX5zlIVs-wU_uHLMvj--h-a3vP6220e
2uqeOAUb9MsZDUzxjR1LzeMJqd7_CXIZ4jYhNUAntf7UvUvCEoF4qLtS_7ZGzSz5f9jcEO3RwLXYUyQc7kIcAyH-l-Qt3xoBOhK4
_hc8yiIT2ZmgVu19xdfpy0MZ5dMG8fpEyzHzDeEiT4scHUcNDeeww6cB_yzeJLUSPX_EvgX-8wGyAuksKulCHC450wjxOPTbUcVA
VewRTxgCyHNU-yfggfrm7g7Uatncm-oUC-w-3vEMPxQl8yQQL0L3xuoBy7IG9dUCTwUdHgoMuEgH8kIj2rDeySQ3DCL4yBk17wI_
INPP_yvYPX_098Dr9dYDNhfF1z0v1coxZwUe_V8PoRuqB6FYiRvzLtZ_K3VX7REzcU2xY9Fk71fWMeM14yIhFN0ABwkMH-QkLgAn
9UAN9woityr_50TWxtXg3yvtzQZ_3MakYwA52NcMI9IcFtw1BBfpu-X5LejUHKJ_-Tddrl8t5zDm4j3NWrXKCCzrHfko9_fI-9gX
_XgREUkNx_rpB-nsUuAxFfz84RL3JjsRsRfv3t4m4wZ_zw_L4ulTJTYpBhvJJBA0ABoK_v0e98RqWrX_ByAT6botVQ9v9jUME1hb
zQ41TdzeMRC39n9aArcU_dGnFK102eo-9Wga9Div55dOLSL9MsvL3EQo7OtxJyns6wUHRXY3B8OaF1C5xvBaf_q7B_oBLK38Gt6y
2Ovvb-czLn8DI1wmRx74C2pV7Qtb34fOj-EP7o40_PHFrff7KPXVGAA93R4S9_v33wDg7uQy_BYVRgAEzUv49kQU9jJD4AQAAgL9
7rDKDjUI0yM0KfLLCP_-5tF_-RHH5UoHGQjsBNEtSIEHODvK6EIO2cvDAc8O0QMtIQkHJjgc2gMsOfbMHywBIu4bzdAI79N_APaw
IWrsBPYOJB_xFwtFwi7v_9jY6CKx8eb38Uja7DMCb78MQSImF_rWRKsTuuHPNf8yNuLqDP74ERUZIvT0-Qzsxs4jx-9_9SXT6TYI
oUc3GtnwJCszn_NP9tBe5x0L-58gC_37F-tZFF86FzfgugM9ynUi38jw1_u66SQ5tn9SKQqwGrAOBPIG2vROFcXKHD7uGAgQ6CcR
5efv5EpDBQDxzwvLHaMC7cXvFl0x9wLx4cPcI8N_y1IS9_pD0RRQf_P5xQsFKgbO70dG7BsuEBwe-PH4A1b29AZS-BDaxg1TQDvj
8StR2ecl3_fn4v4S7N758OXp_vcS4R7jDx0G2APzqAIW2_9A_xruwic__SNXFRv9f9QUCNcTCsw5-cXyGs38FPEhB-gvq8tU_zII
5SIUEt4pziF_0wnzJRgeFiE6JAnQ7Agx4w8vIcst9MRAL_a1Nr4v0iILfwby2h8ppBsnvfkbpRK1z_TMJGU8yObwV7rKJQw24-T8
NAcK9e42YPf4AD3g6MUhPxYA71fjGEFPkx0UTB0GJObqK3tC9NII4wLjDtp_xA4vA_wIDBkLGtUTCum4SAoI9lJgr8MnrdS88Ngi
z_cA4giPAzetFjJhGjLXf8Iy-xwpEcf7_BIO5-fnJfwL6-gD6MzoGRDemQvZCDcGuNjnB8kJ9e4Y6SQXv_bOJx9NyOMD-IEk8SsN
BApIJMw1TRY3AwL2EQAwymJU8PEE6efh0IEe6C78FvNYJQTT6P4Fnuos69Dh2ifB8bHqODIEEQVAx9Hq7-8D1lzP-QxW-8jeptsV
CmAiwDMWWIG44eFwAtnx4_oO5xIn7uDPU_gOMhvpLAs0ISsZIAI6xhm_DCwlC_QHLA7t1uNNXwi8LPEOKzt_WwHrEQoPFAIJf8QP
JBvrOuwwDhRSthDf687F-RXLBNOoJC_q8Njl--yuIxP8Nv82F6wM6QT_Er7zIygrP_cHChsiCNwOHfIDDP7a6wu77AgdFF7rEiQN
R96BUQs4xc81Hesv-u8tHzu99Q7N_BhGs86ByDIKETLG-C379Dka8oe_20lWHRcsCTywFLRWvSQA2SJd0wEPByDt4UTALALXZ1ET
miAlJ0PKqL8LAdiM2f4YxVUAif4lP_7KUUcSwAt_L8367LCQZPf8F0T7NiwlMxp15EP8FgXlyKrKrR0xGNsVHjHjrpkSDfSlyOVF
2IEaNETyuzUmnIEj9eYT5ubZ7PMS6wRf4kc_5xktviHxS50R3RgwDlo-EOS3MBJ0POlHuzoa4JQN89XE9tkwGkid6uVaP0o8JVVn
kha44dhE89cmFnu8GAxsMMKUMCbtCc_QSEp_qsRVSQ8L4AUi-TTeLmDxTTIWv9L9lgst0fk8yhv35Gku9h4txy7MPeo97e36A39I
7hruHRYlPM7o4sro4VjyC0HWuhEckcw-wBQ6tRrWDHQawwn_7Mq8cUx_8ve58AFM3CHcSYwrCa76PhzROrcy8HM2HuAxwLq9Gifj
CRtq7fndtSodf-DGTPs6sfAd5wsx0dQGf-fhSOcH6dgQFgQsADIZ0kgLxPEO6UYQOg0YEjwY9foMBxAAUBAyzfIsCBUD4hQH2w7V
QtNg9kE1egAxF1cRp-f-oAFAgQ_DsT8f-10bO-EcKuyRXvFf3UIPLu_r4vsQRuq-5v3pIDE4RDgBHfzolPkA7yIODBf6Ofrd-n8g
-hocexTV0MU2Lh_17Nkp_N7y_PbYJukcCysO2c3yACPqAwPxs-QDGQN_x83d-0EZ-xAK6RbWR_BRzR8b-tFU4NFtK_HM6vq4KT7b
IMEk3TkCrn8aoQnsDU733unETii51NAL0v7KKtUYrcLyorDt5x3rE8q3CT7_8_fl7dIs8ADuyQnFELpk1g8O9NQyQSAc_EEyUhud
f8YV_vYCDLY12e519tkJDDDiMOzH-q8Nzn8K79YIJt_V4EWPGwHyL3Mt-wRDT-3RTigB7ixnH9bp-Cnzfxkp_WekQ9wNIBFfsVYW
JyL_6tcEDtjkOtThAyzjrC1jB0nIP-1JHTrl8yMfHzUCTOjkARAODP8KHuwuAEEZ-Pz-vd355S6By-np8Q8Vq_Zl0vzCZx03zvcI
_xkPGA==
    """
    model = Llama(LlamaConfig(512, d_model=48, n_layers=2, n_heads=4, n_kv_heads=4, d_hidden=128))
    return capstone.load(model, weights)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "submission_hints", "locked": true}
# <details><summary>A question to start from</summary>Which lines does your model need to come to life in a notebook that was just opened?</details>
# <details><summary>A pointer</summary>Run <code>capstone.hand_in(model)</code>. A cell with <code>WEIGHTS = …</code> appears below. <code>capstone.load(model, WEIGHTS)</code> puts them into a model of the same design and returns it.</details>
# <details><summary>In pseudocode</summary>Make the model with the sizes that it was trained with. Load the text of the weights. Return the model.</details>
# <details><summary>My weights are too long</summary>A weight takes a byte, which is 1.33 characters. Make the model smaller, or keep four bits for each weight, as in lesson 08, with a reader of your own.</details>


# %% nbgrader={"grade_id": "check_submission", "grade": true, "locked": true, "points": 10}
@check("submission")
def _(windows):
    torch.manual_seed(0)
    return {"scores": capstone.last_scores(submission(), windows.long())}


# %% [markdown]
# The number behind your points is that of windows which everybody has. The judge asks others, so its number will be a
# little different: with 1,984 windows, by about two hundredths of a bit from the bigram model's.
#
# In the class report stands a leaderboard, by pseudonym if your instructor shows it.

# %% tags=["explore"]
if answered("bits_per_byte", "submission"):
    scores = capstone.last_scores(submission(), rows)  # (N, V)
    handed_in = bits_per_byte(scores.log_softmax(-1), targets, text.token_bytes)
    record("bits a byte of what is handed in", handed_in, expected=(1.8, 2.6))
    print(write(submission().to(where), "The capstone is"))

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). Describe your model and how you got there: what you tried, what
# it was worth and how sure that is, and what you kept. Then: a friend's model beats yours by 0.01 bits a byte on the
# judge's text. Is it the better design? Say what you would run to find out.
#
# ### BEGIN SOLUTION
# **Model answer.** Every account of at least two changes will do that gives for each a saving with its error over at
# least three seeds, the budget that they were tried at, and a decision that follows from the numbers. A good one says
# what was tried and did not help, and that the best of many tries is flattered by chance. As for the friend: no. The
# judge's windows are drawn anew for each file, and between two draws of 1,984 windows a model's number moves by several
# hundredths of a bit, so 0.01 is noise. And even on the same text one run of each is one seed of each. To find out, train
# both designs from the same three or more seeds with the same budget, search both learning rates as hard, score all on
# the same windows, enough of them, and hold the mean of the paired savings against its error.
#
# **Rubric.** 1 point: at least two changes, each with a saving, an error or the seeds, and a decision (half a point where
# errors are missing). 1 point: 0.01 is within what windows and seeds differ by, and paired runs over several seeds on the
# same text would tell (half a point for one of both).
# ### END SOLUTION

# %% [markdown]
# ## 7 · For a friend
#
# Let somebody play against your model: they see a piece of text and guess how it goes on.
# **Predict** who guesses the next token more often.

# %% tags=["explore"]
if answered("submission"):
    likeliest = capstone.last_scores(submission(), rows).argmax(-1)  # (N,)
    for row in range(6):
        print(f"{row + 1}  …{text.tokenizer.decode(rows[row, -24:].tolist())!r}")
    print("\nthe model says:", *(f"{text.tokenizer.decode([int(i)])!r}" for i in likeliest[:6]))
    print("it was:        ", *(f"{text.tokenizer.decode([int(i)])!r}" for i in targets[:6]))
    record("share that the model guesses", (likeliest == targets).float().mean().item(), expected=(0.25, 0.6))

# %% [markdown]
# <details><summary>Answer</summary>The model's first guess is right in about 35 of 100 windows. What your friend reaches is for you to find out; six windows are few, so change the numbers and go on.</details>
#
# **What you have now.** A language model of your own design that was measured by somebody else. And the way there, which
# outlives every model: one change at a time, seeds, errors, a budget, and a text that nobody could have learned by heart.
#
# **Sources.** Hoffmann et al. 2022, *Training compute-optimal large language models*, arXiv 2203.15556. Bits a byte as a
# measure across tokenizers: Gao et al. 2020, *The Pile*, arXiv 2101.00027, section 3.1.
