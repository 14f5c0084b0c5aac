# %% [markdown]
# # Lesson 13 · Capstone
# ## A model of your own
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
# | Time | {{minutes, running 3}} minutes or a whole evening; the exercises take {{exercise_minutes}} minutes |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# N windows, T = 64 tokens in each, V = 512 entries in the vocabulary.
#
# <details><summary>1. Why are bits a byte a fairer measure than a loss for each token?</summary>Tokens of another tokenizer are of another length; bytes are the same for all (lesson 04).</details>
# <details><summary>2. Which model knows nothing but pairs of tokens, and is hard to beat with little data?</summary>The bigram model (lesson 04).</details>
# <details><summary>3. A tied table: which two layers share it?</summary>The one that turns tokens into vectors, and the one that makes scores of vectors (lesson 04).</details>
# <details><summary>4. One seed of a change is better than one seed without it. What follows?</summary>Nothing yet: seeds differ as well (lesson 11).</details>
# <details><summary>5. What is stored when a matrix is kept in eight bits, row by row?</summary>A whole number for each weight, and a scale for each row (lesson 09).</details>

# %% nbgrader={"grade_id": "imports", "locked": true}
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

from utils import devices
from utils.blocks.gpt import GPT, GPTConfig
from utils.blocks.llama import Llama, LlamaConfig
from utils.metrics import record
from utils.plots import course_map, interactive
from utils.topics.capstone import capstone
from utils.topics.capstone import figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
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
def _(budget, sizes, frozen, buffer, own, batch_size):
    model = GPT(GPTConfig(**sizes))
    if sizes["tied"]:
        model.head = nn.Linear(sizes["d_model"], sizes["vocab_size"], bias=False)
        model.head.weight = model.tokens.weight
    model.gain = nn.Parameter(torch.ones(own))
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
    designs = {}
    for width, layers in [(32, 2), (48, 3), (64, 2), (96, 3), (128, 4)]:
        model = GPT(GPTConfig(capstone.VOCABULARY, capstone.CONTEXT, width, 4, layers))
        steps = steps_within(capstone.BUDGET, model, 16, capstone.CONTEXT)
        n, seen = capstone.n_parameters(model), steps * 16 * capstone.CONTEXT
        times = seen / len(text.train)
        designs[f"width {width}, {layers} layers"] = n
        print(
            f"width {width:3}, {layers} layers: {n:8,} parameters, {steps:6,} steps, {times:5.2f} times the text"
        )

# %% [markdown]
# <details><summary>The answer</summary>The first three: the smallest reads it more than seven times. The largest sees less than half of it.</details>
#
# Move the slider to see the same five designs under other budgets: a fortieth of yours is what a quick trial costs, and
# a hundred times yours is what a GPU affords in the same time. Look for the designs that run out of text.

# %% tags=["explore"]
if answered("steps_within"):
    budgets = [share * capstone.BUDGET for share in (1 / 40, 1 / 4, 1, 10, 100)]
    passes = partial(plots.passes_over_the_text, designs, len(text.train))
    interactive.slider(
        passes, budgets, "budget", names=["a 40th", "a quarter", "yours", "10 times", "100 times"], start=2
    )

# %% [markdown]
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
model = llama(d_model=48, n_layers=3, d_hidden=128)
budget = capstone.BUDGET if whole else capstone.BUDGET / 4
run = capstone.train(model, text.train, budget, batch_size=16, lr=6e-3, seed=0, device=where)
print(run)
if answered("bits_per_byte"):
    scores = capstone.last_scores(model, rows, where)  # (N, V)
    mine = bits_per_byte(scores.log_softmax(-1), targets, text.token_bytes)
    base = bits_per_byte(bigram.log_probs(rows), targets, text.token_bytes)
    plots.run(run.losses, mine, base)
    record("bits a byte", mine, expected=(1.8, 2.45))
    record("below the bigram model", base - mine, expected=(0.15, 0.8))

# %% [markdown]
# <details><summary>The answer</summary>On the author's machine 0.40 bits a byte, from 1.4 million tokens, less than one reading of the text. The whole budget brings another 0.24.</details>
#
# What it writes, word by word, is still of its size: 107,856 numbers.


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
# Your answer builds the model and loads them. Classes of your own go into cells of your own. Keep one cell of weights:
# an older one would count as well.

# %% [markdown]
# | what the judge does | why |
# |---|---|
# | asks for the token behind 1,984 windows, and never sends what comes behind | nothing can be read ahead |
# | makes probabilities of your scores itself | numbers that do not add up to one gain nothing |
# | asks some windows twice, in other company | a model that learns while it is scored gives itself away |
# | exchanges half of the words in its articles, anew for each file | a text learned by heart does not help |
# | gives your code no data and no files | what was learned counts, not what can be looked up |
# | counts characters: 160,000 for all your answers together, in UTF-8 | the model is as large as what you hand in |
#
# Four of ten points are for fewer bits than the bigram model on the same text. Three more for 0.38 bits a byte less
# than that, which the GPT of lesson 04 reaches with this budget. The last three for 0.52 less.


# %% nbgrader={"grade_id": "submission", "solution": true}
def submission():
    """Your trained model: what maps ids (B, 64) int64 to scores (B, 64, 512), the last of which are for what comes next.

    No gradient is asked for and no data is there. Each window is answered by itself, the same whenever it is asked.
    """
    ### BEGIN SOLUTION
    weights = """
GAwAAAAAAAB7ImJsb2Nrcy4wLmF0dGVudGlvbi5vdXRfcHJvai53ZWlnaHQgc2NhbGUiOnsiZHR5cGUiOiJGMTYiLCJzaGFwZSI6
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
NjhdfSwiYmxvY2tzLjIuYXR0ZW50aW9uLm91dF9wcm9qLndlaWdodCBzY2FsZSI6eyJkdHlwZSI6IkYxNiIsInNoYXBlIjpbNDgs
MV0sImRhdGFfb2Zmc2V0cyI6WzIzNjgsMjQ2NF19LCJibG9ja3MuMi5hdHRlbnRpb24ucWt2X3Byb2oud2VpZ2h0IHNjYWxlIjp7
ImR0eXBlIjoiRjE2Iiwic2hhcGUiOlsxNDQsMV0sImRhdGFfb2Zmc2V0cyI6WzI0NjQsMjc1Ml19LCJibG9ja3MuMi5mZWVkX2Zv
cndhcmQuZG93bi53ZWlnaHQgc2NhbGUiOnsiZHR5cGUiOiJGMTYiLCJzaGFwZSI6WzQ4LDFdLCJkYXRhX29mZnNldHMiOlsyNzUy
LDI4NDhdfSwiYmxvY2tzLjIuZmVlZF9mb3J3YXJkLmdhdGVfdXAud2VpZ2h0IHNjYWxlIjp7ImR0eXBlIjoiRjE2Iiwic2hhcGUi
OlsyNTYsMV0sImRhdGFfb2Zmc2V0cyI6WzI4NDgsMzM2MF19LCJibG9ja3MuMi5ub3JtMS53ZWlnaHQiOnsiZHR5cGUiOiJGMTYi
LCJzaGFwZSI6WzQ4XSwiZGF0YV9vZmZzZXRzIjpbMzM2MCwzNDU2XX0sImJsb2Nrcy4yLm5vcm0yLndlaWdodCI6eyJkdHlwZSI6
IkYxNiIsInNoYXBlIjpbNDhdLCJkYXRhX29mZnNldHMiOlszNDU2LDM1NTJdfSwibm9ybS53ZWlnaHQiOnsiZHR5cGUiOiJGMTYi
LCJzaGFwZSI6WzQ4XSwiZGF0YV9vZmZzZXRzIjpbMzU1MiwzNjQ4XX0sInRva2Vucy53ZWlnaHQgc2NhbGUiOnsiZHR5cGUiOiJG
MTYiLCJzaGFwZSI6WzUxMiwxXSwiZGF0YV9vZmZzZXRzIjpbMzY0OCw0NjcyXX0sImJsb2Nrcy4wLmF0dGVudGlvbi5vdXRfcHJv
ai53ZWlnaHQiOnsiZHR5cGUiOiJJOCIsInNoYXBlIjpbNDgsNDhdLCJkYXRhX29mZnNldHMiOls0NjcyLDY5NzZdfSwiYmxvY2tz
LjAuYXR0ZW50aW9uLnFrdl9wcm9qLndlaWdodCI6eyJkdHlwZSI6Ikk4Iiwic2hhcGUiOlsxNDQsNDhdLCJkYXRhX29mZnNldHMi
Ols2OTc2LDEzODg4XX0sImJsb2Nrcy4wLmZlZWRfZm9yd2FyZC5kb3duLndlaWdodCI6eyJkdHlwZSI6Ikk4Iiwic2hhcGUiOls0
OCwxMjhdLCJkYXRhX29mZnNldHMiOlsxMzg4OCwyMDAzMl19LCJibG9ja3MuMC5mZWVkX2ZvcndhcmQuZ2F0ZV91cC53ZWlnaHQi
OnsiZHR5cGUiOiJJOCIsInNoYXBlIjpbMjU2LDQ4XSwiZGF0YV9vZmZzZXRzIjpbMjAwMzIsMzIzMjBdfSwiYmxvY2tzLjEuYXR0
ZW50aW9uLm91dF9wcm9qLndlaWdodCI6eyJkdHlwZSI6Ikk4Iiwic2hhcGUiOls0OCw0OF0sImRhdGFfb2Zmc2V0cyI6WzMyMzIw
LDM0NjI0XX0sImJsb2Nrcy4xLmF0dGVudGlvbi5xa3ZfcHJvai53ZWlnaHQiOnsiZHR5cGUiOiJJOCIsInNoYXBlIjpbMTQ0LDQ4
XSwiZGF0YV9vZmZzZXRzIjpbMzQ2MjQsNDE1MzZdfSwiYmxvY2tzLjEuZmVlZF9mb3J3YXJkLmRvd24ud2VpZ2h0Ijp7ImR0eXBl
IjoiSTgiLCJzaGFwZSI6WzQ4LDEyOF0sImRhdGFfb2Zmc2V0cyI6WzQxNTM2LDQ3NjgwXX0sImJsb2Nrcy4xLmZlZWRfZm9yd2Fy
ZC5nYXRlX3VwLndlaWdodCI6eyJkdHlwZSI6Ikk4Iiwic2hhcGUiOlsyNTYsNDhdLCJkYXRhX29mZnNldHMiOls0NzY4MCw1OTk2
OF19LCJibG9ja3MuMi5hdHRlbnRpb24ub3V0X3Byb2oud2VpZ2h0Ijp7ImR0eXBlIjoiSTgiLCJzaGFwZSI6WzQ4LDQ4XSwiZGF0
YV9vZmZzZXRzIjpbNTk5NjgsNjIyNzJdfSwiYmxvY2tzLjIuYXR0ZW50aW9uLnFrdl9wcm9qLndlaWdodCI6eyJkdHlwZSI6Ikk4
Iiwic2hhcGUiOlsxNDQsNDhdLCJkYXRhX29mZnNldHMiOls2MjI3Miw2OTE4NF19LCJibG9ja3MuMi5mZWVkX2ZvcndhcmQuZG93
bi53ZWlnaHQiOnsiZHR5cGUiOiJJOCIsInNoYXBlIjpbNDgsMTI4XSwiZGF0YV9vZmZzZXRzIjpbNjkxODQsNzUzMjhdfSwiYmxv
Y2tzLjIuZmVlZF9mb3J3YXJkLmdhdGVfdXAud2VpZ2h0Ijp7ImR0eXBlIjoiSTgiLCJzaGFwZSI6WzI1Niw0OF0sImRhdGFfb2Zm
c2V0cyI6Wzc1MzI4LDg3NjE2XX0sInRva2Vucy53ZWlnaHQiOnsiZHR5cGUiOiJJOCIsInNoYXBlIjpbNTEyLDQ4XSwiZGF0YV9v
ZmZzZXRzIjpbODc2MTYsMTEyMTkyXX19ICAgICAvFikUThUnFUMRLBZ6FCsQJRSVEwAVTRiwFdQUSRTeELIS8hTdFg8ViRO9E-QT
fRXzEyoS5hOeFMgVFxWUFNIVpxKEFTsXMBR1FK0UQBPXFf4VdxWbFMQU-hcWFvYTIxW7HQoamRfdG88ccxzSGPEcqCBtHC4bXBvj
FxIcDx-oGPgc1BqLHFMZGRh6Hc4YPxqSGQEbeR0pG3Qa1RwaHa4auxnhGp8abxwKGvgXmRtGGC8YyxfAG5oZshqDF7oY5xolGyMb
UyKnHHUcEBylG9kYkBWrGygcdhwEG5YbORlUGrMbPRuuGwYZBB0rGu8ZJxo8GuQa2RihG9AbDxzQHQ4axx0zHSQcpx2XGqoYgRgL
GjEYxRjDGkAaZxoIGMsYNxifFmQVEhdZF3YVeRWoFq8W7hc-Fa8WvRe8EjMT0w7TEpUTZxWRE5URghPaFSsVyhTFEVETQBNJFpcR
5BEXF4sR0BCXE3gTzBTHFKQSvRScExMU6xJIFFQUzxL_FLAQ9xI9GMgZQxhxGS8a9RhkGYQYKBkhGr8ZHBnNGPkY2RhOGuEYDBkY
GawY3BhHGn0aRBs-GRwY0BguGVsYrBgiGvcbLRi2GLcZfxp6GOAY4BgoGTQb1Rj8GBQcLBhtGUkYOBlGGHcYtxkRGX4XABmjGUgZ
QRn_GZ0XnxglGQ0ZaRjlFmMYjRksGbQZphhDGPMY9hqvGEIYkxqKGPYYHRkTGZEYqhiSGFka-xkPGagY3hcnGcsYXxnxGGYZrxno
Fkga7BjUGM0YeBjjGVAZtxhKGFkYCxgDGY0YIhqvGAQXzRZOGFQZ9hgCGXIYcRguGmEbPxj3GFcXPhkdGYYYLhhVGBAXZBpOGS4Y
MBgWGBoZ8Rg-Ga8XLxnRF5kYrxiCGEsYVxlbGZYY5hpNGNcYdBlEGqEYkBgOGLAX6hkWGFQYmhe2GBkZYxlSGJkZWRgSGU4YYBrh
F6gYwBiHGIoY_RjAGMgYcxfuGgQaVxfBF1kZ5xdcGXUYzBd6GJcYXhmJGMkXgRfHF6gXbBlLGC8YVxgGGBoYPBhdGGsY1xi8GQ4Z
LhlwF8EX6xXPGD4ZChemGL8YfhriFpQY1xe2GQMZ6Be0GBIZ6BkUGFcZihhIGD8ZORiwGMgayxq3GOsYoxeUGBAZOhg7GSsZBhlQ
GQMY0RjNF60W0xdBF9wX_xnUGP0WWRglGKwZ5hh5GasYvxiTGHIZlBiWFmkYPxj3F2wZHhYOGPgZGxiiGNAYVhmCGT4YPhksGKIX
BxkMF9MXcxgNGCgYbRciGVcZfRiXGD0X_xf7F0wYFRikGLwZTRjHGM8YbBfzGJs2_jcoOOk49DV2N883qDYQORs60TctNjI1hjhs
NJg4ADYXN-M1Yje3N2E4pjbdOCI4XjebNbY3BjjgOAw2ZTZiNoc1mjlcOls3OTZOONI09jbdNjEzOTXkNZk95DSbPAc89zuGPB89
1TsRPFE8-j1YO2s8GDtDPQg7oDv2Og87Sj09PIo7PjxgOzY86TsRPaU7PTy6PGs8QTwsPSA8LTy9PNI7IDrnO3s7PzxTPDU9CDom
OnE8SjxdPOM80TtMPKYX0hdJGIcWvRfkFloYGRm2FhoYcRXXFaYXwBgiFyEYzRcIF-QY6RU4Fk8YWhheGGUY4RcIF0UYMxiJGHwY
9RamF1oXBhjuGdMWBxeRGfUVaBvEF2oXNBlkGJEYwBfKFrsW8BhxFh0a3xmNGP8bSRm_HL8Y0RiZGlcYhBkpHLgajhpvGdcazBem
F-wY2BkKGv4Yzxm4G_gYkRjOG-kYChneFgobsxl-GToY-hjjEu0ZPxzNGiUaVBobHXUa_xjHGa4Y7RmDHgUZ3hnQGNQZHRhKFWkZ
dhhqGzMYFBo8Fu8bzhnuGW4Y-BdhHLEYUhkpG6MYJhUCFT8Zgxg9GxgZFBvRHIYZxxm_GNQYbRgzIOUaBBpUGeQbRBgbFCUawBjp
GbEYsRdYGSQXoRaZGC8WgxhbGXMYsRZ-FhMYZhjiF6wYFxglGA0Y6xd3GDYYyRbpFggYCxm6FjAWehXrFkEYlxcyGJoYHhdHGQYY
GhmgGFgYMxm4GI8YGRg3GUcYEBmEGO0ZhBq9GFIZUxrlGMgYBBl0GUQZaxodGa4YCxn-GRccHhmkGREZ-xfoGCkZUxpXGQYZ0hnm
GG8YfhloGScYJxxLGDUaCRrrGeAaFBlnGfgYtBxSGZgYKBpvGrsZ1RlJGXwZeRltGd8YCRn0GBgZXhmtGbwZ_BgtGKUavxhTGbgZ
dhmrGZYZTBxTHIsY5xirGNMYTBqnGf0ZmBhhGQUZOxrNGMAafBivGMwaexmbGkEZZBnNGVwa2ReDGDUZHBm8GDUZxBg1GWoZNhn1
GdAYqhrfGksapRhpGOkZXxuIGAIZihikGdwZZBlDGq8a2hhOGgsavBnhGJIZ6BkGGlsZLBt2Ge8ZkRg5GvsZSRnrGYgZ4xr7GacY
KhnPGoYZbRkhGcgZZhkGGdMZ5RmRGfMbmxoBGCcYyBnSGlcZlxrzGQsZDhqDGpAaKhk0GsIYnhjbGd0Z_RY4GiobOhkrGbMaHBmD
GBQZnxkJGo8YMRj3GAsZ_RqTGGsZOxjfGf4Y8RgdGP8YYBrvGfQYNRiDGV4YXBnnGPQYexhgGFgYqhg7GmYZjhg_GNkY_xdYGIkY
TRkBGXYYuRimGToY3hn8GHgYThhEGhkZyBmTGd0YLxkIGY8ZYBj9GGAXdBhJHGAYnBh0GDQaYBgJHKgZGxpqGJYXjxriFx4b8Riv
GaYYDxhvGZwY_RjeGGMZTRlSGWwYDBhXGKQaFBlWGFsZcRnEGSAYQxg4GboYLRrmGBYYBhrTF0IZlhiKGY4ZVBlqGVUZtRgfGoQZ
xxiVGJEZfBgqGIIYMBmkGTMY0BlsGdcYFBiRGm4aTTxdOhE8iTxyPOo8-TzpPPA64jutPC88rjotPLU52TqBOzQ8JkCWOxU82jvw
OQg8ITxdPCw8EjoAPbo88jn3Oog62jygOw07fTxSOxY8NTpkPBY71TsBPbM66Ty1Ons8ojzWPJk9Sj1_Pcs8nDzVPVY8SD1yPYU9
WT24PEU9KDtaPd09Yj3yPQA9Oj69PIU8Dz1wPOI8UT0oPF4-2TztO8w8dT1yPGA8Uz3CPaI6yzyWOuE82jyUPDg88z29PBk9ABf9
GCgYHBnBGF8YYBcSGJEXrhj_GMMYVRgXGXIXBhkXGUIX8xjRGnYYahjTGnsYBha2FqwaURnsGloXyxYTF08WNRgsGJkXlBh5GEMY
zBdQHFYZXhpHGhsXaxidFtYXaBhpGE4bAhpSGWUaGxmDGCQZuRkBGvsZ9BiPGtkVORpgGQcaGRhcF2UcyhujGZIaFRkgGhITsxk_
GTcZDhpWGQEdbRugGWMbDhjwGGcbrxgvGiEZKBZVGPQXJBnIGBIZoxhFGa0UBBmgG3cZExknGLsaPBm0GQIYsBnKF0seARr8GQ0b
ZRdwGiYXZBmnGnwYzBgBGukeOBrUGDAZSRoBFxITZxlIGkEZGBkoGZMWyxc7F98XPxdJGhUcHBnOGnkaHRkNGGgXcReoGHkYTRjh
GY0YkxmxGC8ZfRnkGXQXXxhsGGwYOxg2GpIYKxgKGJEYZxjqFyQYMxiKF2UZzxc9F6cYchm0FsgZ1BiCFWQWhxhcGI8Y5RhhF2UZ
txiGGUYYrRlZGT8ZvBnkGXgZQRnAGncajRoYG_oYUBmJGa0Zrxm6GLMa5hq1GuMYJRk9Gr0ZAxt9GTsZ3BgTGpQahhqaGk0Zrhjl
GTQchxjBGQEaXhp7HB4Z-RmYHAobTxqnGc8ZfBhwGdcZvxjGGAwaZxlEGWMZFhnXGZ8Z5xjSGtQYdBlGGqkYMRq_GdoZpRhqGXkY
kxnhGGwZKhqCGdcZThntGaQYThcvHMwYfRnrGJoYKhn3GAca0xnLGpEZjRvUGRAaNBooHCgZIBlOGioYxBgtGUYczRlWGYca0xlb
GMkYRRq3F5MYSBprGrMcnBpSGSwZmhevHGAZkBpPGFsZORmYGX4afRpuGPIZuhonGWQZhxq9GYsYCBkDGTcYQxniF5wbchj8GUQZ
MRlNGYAY-RmMGJYa8xr8F6EabBizGjcbNhowGqQbmBlQGDAZixhvGW8Y3hikGS0Z_Ri1GT8ZnRhQGH0YEhlTGaMZ5RjuGIoZCRrI
GJsZehoRGXsaUBxoGZoZ1hjjGCMYLxnUGRsY7hnAGKIYRho_GmwYZxmUGV4aqxoFGXMYlhozG-8ZPRqWGUwY6BmhGY8ZyRmQGZgY
ThlrGvAaOBl6GbIYqhmBGMkZxhh2GXUaLhmdGXkYOBhpGRsZlRq6GJoblxrnGS4ZERtCGWUZnBniGeQY3BhKGvwZthgCGVcbDRmV
GacZHBqHGUgckRoTGhUZ5BmVGJwYdxr2GgAaFBqPGskYuRgqGnMaPBnAG-EaRhmWGMYZ0BrpGGkZXxcHGysYxxiJFyAaMRlaGXIa
mRnhGMUZ-RieGC8aTRlfPB478TyBO9Y7Rz2iPGg9QDy1PEk8YDz8O748Fjw9O-k8WD37PG09gzzcOtE7HzxqPFU8Mz2FO908UDwx
O6s83jq2PIo82DvEO-o7Sj3RO007jjv3PGo7njriPPI6ZDwXPjU9ND4hPiI-Dz4KPXQ_zD0uPXw9lj5KPp48Mz6IPAg-9z38Pe4-
Vj4hP7A9qz3kPc4-zT2fPWQ9CD-pPao8fj5gPZc9Cj0oP54-CT1yPks7nj1NPWA8Sj2lPSI-iD3BQd9Bl0BtQcVB5kDGQRU-l0Gv
QIZAzkDEQcNBZULDQOxACkIlQbtALEEXQLVB80F9QRRBCEGVQcxBeUCOQfZBIkG0QdhBl0KdQdJAqUDyQLk9FUInQdA9mkFQQqdB
mEESHxIfEh8SHxIfEh8SHxIfEh8SH1YbEh8SHxIfEh8SHxIfEh8SHxIfEh8SHxIfEh8SHxIfEh8SHxIfEh8SHxIfEBYqHjscxB6V
Gy0aAhzFF18ZrByWHiIZ4RevGSMYpRl_GxYaExnuGTgaqRo4Gl8aaBlKGnwWhRYOH80ZEh8CHxIfbRhIGMsZexi_GC8Y1hh5GOoa
Zxl-GMQZixm5FjMYkxhLGn0Y_xY3GI8axBkIGSMXbBlQGT0ZEh9HGRIfEh8SHxoZ2xiWGjcZMBu2GCUaJhnjF6Ya9BpaGHMbNhrL
F1wavBr-GGMaQhrZGJUa7BiEGegZKhkSHw8fEh9rHhIfkxokGX8aERtuGq4a7xlkGd0YdxjAHksc0xpzGL4dwx2IHKQddBn2GhIZ
qR4VHZwZ5xwRGu4doBmcHCEdOx0bHG4cuRhFG-EYUxoTGqgd5hhHGccYIhwgGRccYBlxHDIc9xn0GVUcthgAGhAdURgsHYkZ_BkP
GYsa1Bi7GUkd1xgSHxIfdhj3FxwYMReoHREfSR0hHuAczB4CHxIfSBgDGZcezR4SHxIfEh8SHwofYh2kHq4eEh_wHhIfEh8SHxIf
qR6kGjoYAR-pHa4aMB0vHm8eYB76HgkfCB8SHxIfEh8SHxIfEh8SHxIfEh8SHxIfEh8SHxIfEh8SHxIfEh8SH4IXwBR8GYYYFhb0
GA0aOBkgGvcZTBq4FoQYlhWYGLoZ2xlKGUMZ7BiGGDcZ_xmsFegW7RX1GDMYQBUBF20UiRqRGWoZ3BhKGUEWihorGvMYaBf-G_kb
mhZPFgAa_BVsG5wZQxXTFwgYOBytGA0XwxcJFXQY-xryFmwZ1RkyGmIYuRsiGxcYJhwQFS8bMRnlGOca3xkuGa0Y2Bg9FiEZVhfr
GB8Z5BYzFtwZ3Bh3GHgaBRzyGFAVwxgQGagZ3xifGJMZdxjbGHoXsRggGVEYlxfwGTkYRRhyF2MYgRmOGI4YCxmoGBwbKhaIGLwW
lxlnGCAaqxp6Ghka8RZrGFkYyBeaGhsWwRYtF9cZ9hnuGpAZYxr-GAAZphjUGmUWfRrRGmIaJhiPGygZOhlHGtwY5hhqG7cbYBsf
GckZvxddFh8ZBhpQFwoZUhrJGr8aoxvfFn8aWxrkFZcbARrJHA4dRhqDHKMYVhvrGk0ZkxqAGLwYgRlKFZ4WHBpRGYYZFBqKGSQc
oBlKGsAZNBgYHOYaixn8FqYZSxpwGRQaCBqkGOQZUBnlGwIc1xpIHMcYpxiaGboZixelGCIYRRzZF8gbWxkuFx8Z-RdiG9cXjxmc
GQYbfht8FvIYuhgeGmUaNBoRF0gbcBp1GCYa3RbVGCMc_xgtGgIY2hclG6MYbxnxGhIfgUgGHh4iYO4LKJbfz_f6C-ckDAjY3fMc
FuIo5vISxkMGMDDszBAD9MMPDQTv8xHkGNk2AXPh8x61Pt1MBrbw1fIGDggAB9sS9QjmCswXRSfou2V_Sf_26-4S4C70DudBvgz7
eDD4RvgiFxx_BO7jAAMZ7Qb0zgIo_t_9EBbtQRgJCygeEtcDF_IG-uMA7-k1DQuY0QO8Xn8fSiO62Az7Juvp9ggBLx7P-u0Xm_cr
0P_v-Pz16ADsF9v7Mf3YLADpMb_a36H3_uzC0Aya3_Mn_BHwNdcbqSwbxfBIP_hgf0sLM9UF5zAJCR_c_fn7LQ2Q6r34OhAfdkm0
CIEND_sGBCAF-groxAXbAfcfEwEF4AwS8iEsB_ITGfH1xOoN7Qn-1mR0qQEP7A7YgdJe4xQI9g777PEbJdYvKfIrCPsS4uIdCR3-
Gfkj37H-Ms4HMSTvGyTD7iwZpX-7GABrEiMgEuUaP-8TmsX2GCQjNfUFJx9SzMkw_eH7HcYk2rM459cyCDPUJmrk9X0HwLpY_SHr
uxoiCe-9KuQ4-_4Df7oTziYnBRQouMq3_v4LM9sG_hQnsAbz6v9EuD-B5ESJ8STmGz6aHx_2DiHR7xYMFv_0UD0PGgSzJAkbAfMD
PBgPHgEesv1cfovv0RSBM93wJeYEARq08ALR3v_z5_3sKugnYO3m8QPtH_nsHwHp1Pnrrw_oW3_wDeQZMfLN8uwDEA8F--kE9_oJ
7R4Q8e0F5RLvMA4LBPAKAQbo9PHqNw8W7wj69CGB0MXiNO8ov8kL8PL8-fMfBQHpxPwI6wTsDCIKMhYu1vcIDe_1Aevz7Bv3BAMD
DNdT0l47VPN_yujH4hTi7vLoCvf5AA8q0uQYKwAVcfzxJQXwCRjgAFrm9tnv_wcaVWLOw1riu9feNBWa6bnQHfzjGRnOVh7U3kME
7eP0gRf39OIP0u0KyObbO9v99NQUliS6yeNfZ0qaoKsuMusJ2AHluSqYf7cC30jnt9c2tEL2QwbNwxQx-PQJHxIc9fVA-IEvlp5H
__-vQOGlJQP4-vDk8fXu-CPs1u6_CAYeuRf-6w83CjMyEAnpxt74DOjuGRM06oFfFMw_4GMSBvkQ7A4Y5N0SD93w3gz-EgYmLQXj
9wzeJRT5-yfcAQMD7OrbKRIA1-VTCdPgCrkK9-z89dkV3woL9u-_5vcY_PT6gQEV-xTg_Rru4QMZ2AMP_BXZy0PInYF6FwQL9VAi
3j8FKCj2BNkqDuZA3v_wOfHiVtAM7xvzIfr16ePoJ_b5EA3yHzObZMgvxzgkf3cm2-4NSmUJzP7-uw8C3EHi9SQPUBIcSCEoKvL9
ExnhFwMm6_4dHt0qT5L-z8bm-oE5AxINB_vuIN4AJekHDOEXFevbtez9BdzY1wIQEtryCNj2x9_gOvWBT0xpHPjr2QkmGyH6EAT3
3wgeQcPOHhAooyEB8f4TOAv9JAsq7B9IChIMAxfPN4HbN84MCP7ZqvPZ8fTv8PMe9P8m5gzRDPruJSb-2BQPGtsrFhnzAuj74RPy
9O7t6BicgSAmmFXWCJn1_S3Q-0IvDRS6-L0FCDcvatnlLwXyB_DT-AYkzygc-tkLRQggfy0MP7pVowmzz8efC_smuQXVP98Z4A-Q
EvEDku0Z8iXy1PM6Bx0PEx8j_xwesSgM8RXXMZfP9Qp_9Pf0_BTrGRD6GisnYwYTEfoHEfYZ7OjxAyPWAAYY-yLs_Pzu3wni5drq
G7mB_9VIDxK6EtQOHA80AvMitw_2DxM9ygvqEwjyAggJGhXdK-vy2g0aH-UK43858Q-e7g0HBa2c_wIA7vkE_h3xuw4MERL9PCwP
0_kD8_75uRMAHejjFAYDBQn44O6i9vDlAKgZ5oEDAfQW8wQnCBoBFx4e-B4H0SD74BYV_BQL-_IKHvEHBgH-5APx1twMBwHsTH_D
-xIC_hHU7RLZ9wD55OcMCeMLIOHffxb98FYoQxIIHu7q--D87_YLJzRIfyvIBStX1O8J6_T2COcGCA8O1fEJAwrq8QHy8R_1Ff3h
3fwIE_cMEg8D4w0ncfGnYEgWgSYu-hSdCBAcPhDjDArN6uUEvCvwCPf-KfQC3CDQ_-8GSxYS3xskMe_4uQokGPRMPPRRFNuB8Rke
E_Y69Pjx98cM6O4eEAL8uBHS3fPwxhgs_f4G9vDw9C0PK0rSTOjuXwbNItCB6fPsBBXQIvzs_yfcFP8GINsKICAJ8ffj6QHm2Bnv
NvTqyxQJuWqFdvklOzwls38N8uvzDgIdFe444SnkHOICGwEyLDIhEOUMIfcRO_UkLDgqEe4CwEq-P8kpVDwI-UWB1gMFNzIvCvDX
Kj4SCTUPBd3p_9Pq-eI-HjL8Dvo1Ffri8x31SHN_JODPljokHuMVMQ_jtvcs_ezs__3JM_zHJPjhzN8J5dY4-QnHKhYUCwse5vAQ
5Us3Rq4CrJCe_9yBHEwb_vz37vnjxOE87QMEIvZHC0Yi9MflAhUP8ejmKh9N0-j8Qe0WgZvGF_4q6Qj4Be8DIArxHQ8M5er-_wrk
E_74EOsRA-gU_A310w3lDOzzJxIB5A7R5CD28BF_S4cvAvXw_CMGGRjyUA4G2wH33hgDLuzkBhT94xIcH_veBgyzHPME3Ek21xY7
FQ-G7CRj4gwU1LwSENzo2lIG-QjntBb_gf8a7QPt6ukQ4OEH-QYvAw7dJfyBoFXEGm0Wlw2p_hvx9e8nABAkyfkT4f3qSBL-6Sga
NfNcBP_8Lyf65A8BWicQf7j-Knh9PgcLLQC32vHrJsraCRUdqjX28cgbmi8RFg8I9fX-4OzpAz5DwT713xIKFPYM8u1KBH_O__kl
_u8NBAvp8AXgEvLvCwb2CAj_Eu3r9_70Jf_78QYI-QgFIBH2gegYB9Qkrj5p4oPo8f0D8xUrFQ4tG_P2HQMTOQcM_uwM_A8Y3yfT
__Tn2tka6gQmf-hvCxbjOCBqPuFB4c3pHewa8zLe4P8W0yEvJAHyKysDKeUV7u_gEAzS8PkA8egJqjKKPBQfiYE_zSovGA4IByQW
_xzwX-rw5gP6_OcM7uoXIRwYKf0REvsFHuEBwQbpyKfCQhsP8_yzMBrp4pHBtAK-GH-tM_ph5sYWC8Ab_Anq3raHhswoF-nDpwrT
dgdtqC8WIn8DoSv7GCEcAtfm4iv6JiMERM4xyOg5C_HvFwZM36vpww9QQ-wTA_3y_PsaxghNBiD2ki_-OEIsWNUQ-Obi_iUAJoE5
8fRn8iIECcfiEtn6Gr8OKDVQ-SDOEAn_FgMRHgFDyc7g5Ujq0MO3Ld3R87kkrysC2PGBCMoYBVp9iktRLOIeG8_dy_aJ-DXhrvoH
J0XdBWfj3zGB1e0bP_nUFwL1GMvtRc-u_TAD3cveY9PjIhZJBwkH3A0i7TDu-easJvQEacEC_wyThDgIu_TjdBYDKl33GNEMVBb6
zeeBxysv_f4d5Tb06gJN7sgWXIH4vb77DQ8g7iwC9f81JsvaNLsopTq_F_O_5Rgm8Oeg32hLz8_6BAfh2u44zMbqo87EOCPlsAWk
R1IO64zr6i7NG1G_Ost_5bgcJdkA-McrtMqhsco9Euz4rezEb99porrVOyTh5_2-Rw4A8bgH0xrd6kKxRuFo2csVGdn698gJtNGM
uOIeAP3fx9fXf_l53VvmFiXX-AaLPDAQx8Qe5Xj4_PDr47H2AtrUYOcTTcJ_zfAnEhjU-JUvJfGr-gb6N_MgJELvZzWH-a0CAAF1
sy1UGAHS8rv4MvsufwG93JRno-Hq6X_wIu7rwtmYKcPFN9C3M0VAmUZjoCnd8gDBIBq_fS1k4hsp3srPAune6n8n_eUBrBZlQQGe
zP745M3SKEjQvTk-uAMNGDqmOyNOjGW_hMhFtdlPtwkQRQ--7fBQ_X_jO-0GGWk0BBs9EEz-He3bKCJEoD9XBDDd8vZS6lEH0PUs
gTzq6gkx57cBRulDCxff6Q3U0X_-af7L32Uw-eIOHzdZ3SdZzEcY8uwGBi_n3-tBgTUKFPHf9M4jMA11C0PRGucW4knOKwrErQ_Z
VkQjyTgGG7Qk6sM3Iusy0gxqDWgJZv2yxNvsZb5zgUiWX0wQlOe32b44zKoY8DAIBTgY7wwwQu7t4PUW6hAB_-vZ7h_lD-QF8eCB
AQzo7U_YIQD7D8kmO8ft4Bj39Nnm3rvrf-EO4dBB6Dnz1tm9P7Je5swP0hIQO-y8DO41Ogz_EcjgG98Y6xXnSMLr7cIc_s7wCGs9
BVFfvUX8Dchd4hcH9igkgf0JH_z21uPqNvUlAUW0O6SL1EYPLBiy2FP98MpMEX9FERdRx0w9BqUgF3YkEx8RlCsdXNEC9fIkDjQE
ClHLQACsCQfQB_ybu_fO4CQ59LXhYrHAuxJBMRS4HtsB8gkc19L_YymBHUzKzFzxERX9FfcxLOWY_vPz44uyBPz14hDa0An8Ifrq
GQ0o6y0CEfkFAAb54xV_9AT6BbYJ2xUE3yzSxDkW_vsUGEgeB-YI3xblh4EnVAmjo9sOKkUMBvnYJRYFoNdxvvU5SrsqHMvOje-C
yTstv_bs7_QZyMf3S8Xs9fYP1ywB_AjlGIFQ7cZUrQD2WmTdFf0WP_sdKfEGDOgl_jj2Vc8B3e3fnC79r-3nCxAC0L7bLiVN-75L
Gvk2DQ7jJP40sk-BxrjcHtUc_BrLSQxH_9sVx9mc6-Th6OzFKhjm0vDCE7HvO8AsPTcl4z4D_ijvzf_egSTaNf_z7kbo5h7M-RUk
BNjx5vUH8vMP-BArkR7YELLDNsskKOdW0hriMiaorv3woi8NXQgMFhQ7IBTU8BQXgbGDChfRKsvYOiDD3kgJ3oHNSv_xKgMM-RtW
IDegovKzqPo4LNntMf4qFzuf9xLfK6z-SCe41wQPvMwrTtDpIULgv_FoR9qo7pKl7vlJf_wz89n4EyFbpAvPFpx2SuhP_Wcixhh3
HvEKMcvd9fLf8gsV81CsgR43P0ocCMsM8OMNGSHi89HAMdL53EbgzCv1_cn6-doBAfEYvRkgJOb-E-4KEAIrb8QR3du7JNYi0kb8
LfsW6RnIgQ_i7CmYw8oR26PasuM_E-UjBTwBltivNeMa9NgoES1g8P_TEf0txyK1qrgTIS0Ry_BFBOLtnRQ_qoGa6wkx-Sp0y84l
UvQUJXQMgd8E1BYMOMHC6dkxXRIJP6VAkBcEsQMPRrxv2-A_--UoHjE97fOBRq6mQpjfAPQLAW4m0RLsbwbqJdw59gwXviaITZP2
_-q9-CPN6FgqLMkYMzXo3QgxwK80RNDeI1vvuQ44B-HMALKi4NVHf-1CFN_o_BtEuPXIBr95L_BG718TPGBH5cBvLLPS5xcOTAE5
6CPxvX8Z9UriAxUT9oSyI84ApR0G7uwPuSL9_vs27toJK97ZNubJrk3Y90QpAqkFDsEuTAs8yg3p5yTeNMLSQTPpGBP_3z8WHu3S
AW1EAYFJ4WwM7FQYDtPZ9SQu4S2L-gPgnPYqAPGBKbLBhjMS3x3X1w70EPbkwT04IkIhAk-7ER315DlTErZJtP4OEzHv6PnGyd8u
IgbiQQ_R4fUK9jQMOS8CJLws-vzyDvH8oAuB50sLh5G0En_aK2Mi4j3wDD4zHitGrNezBCoa2x0gPq3_QzF_yyC0iNlZa0dF6BxJ
zp7eUP4tDd0F2rEdFPzF84GzugjrLy0GGU_O9eMZn1_coOK6BeRQASa_CbMDPvu3z9_GOuLrGxu4M_7ZtqCyAgUd-hW00d353gbc
AceWkwYmC_fX7T85BxTmLhx_OEHxrhI0AiEF0D_VJSsr8s3fBvHZSArH_vED5-8M_v06HeAk7snQpgESJKTnDn8rGCk4BR73K5ya
73So9y8XD4HXH8AOeTPq1RP65FPqt9vKZxvzEs7RtRz2LKesyG0jCag4-Dv94Nb-_n_nyTYpBxULLQoCLxcK6frr5-8O4PEQTMv5
IgEq4g7yschEJ0TpFRNHvsTPJsTC4Tuzf1HzzZrjyTw3RT3hxPcPqfcJFvKn8-8MydbgyvXrKRvd90hUIutOHDpawjUsBANDgewd
Gm8WMuzUuuBLDgjqStQF-ghRMvL7SklINPzzz-U0A-Oxxwbi4e31NhYnENc266kBNinZ-Aqd0eL7fx_5JuwT9ejq0DT4Efr8JfEr
AfsjLvwgJxXaIvnvXZ2DNn-zS81GY-7R1Rg9_SSsGeMsE21ATUbIxxmR_7_n9UURyOcdn0VjaQA_LAy6UIGBHFmeZJMTaf34qCdn
JxjHH8cM7VJtEWWS5dXCJaYI5DH17dM0-wo8fSBh3vnjN_vUHRTNVtT1Ofwvxgs09x68Qts4-Q46KhXN4KjW4b_MyR_N7AQAA9n4
f_53yNWBCQXO1frqA_uzC-XN8AnrWOUN46wYxNYB5gXZ1hUbt6W52rkI7Qrq-sEYLegU5qIhzh49E_soHy-25fveCu8l1OH9NeYY
5n_h5jzJzhUuLgc-FwdlVu3S-jYwDT1CLtYFpSoq5OMU8n8OzOQndzYd3VAfLzex7_aYGLdP2vC_zRkc_uAXQTNBDkIwaBG18OS_
Wwn47B3NWvrbF7gk0vZL-kPELAMg1xHyHxTfuQUYBJmf1-zS-Bjz8B7ef-pLIweBN9bUBTfcbMrHZv5Jqst7Pwb-DOvVpTRH4mKy
ltYV5arY2jW1_wU9I_n9Yv8-Kv60NOPY9DfwacXJZwZPqKt_QPr4Dtq8lSpQ-HTahvgMzbXe1VG3-QtQL_kaKfcKBfGHyyjaY90E
sIHrCCo2-dkvPuE90PHhmfJMlSXs9z1G3RkG-bbqBPEMHQsMFCRANAnk0wLyE8pSme4h4Cf9rvbMzPAUWEDu3wo_gfXfEEfHBxMb
PJnTyhEn_kHxzz717-XLCcfWgTnsIUDuGrHcwUcKA_YP-PQLHzPh1xjgxsceNq_xMQ0WZfkawxsTK9zqA_iu7NKuS_2mWp7Vxie_
BwhI9iLwfxzb_An-HhlS1gGzNPEEui9XM-otKiMlGpjdBtkrLPwVgT5spU3cLtfKNdXubrzby9hODhONCiLnESc29u78SpYgJsMQ
596u3kTJNxRX8wQbhi8py0kt2uP8EvnBLMbyvQALFRS45AK1MjRK7Pw3f5ccBOvtuvf61DOu_Pq4HQO8BC39M9acJQDp5L1NGh4E
48XKBUzrLxgNzVsNSQS5gRv3Mz4fJOAMyjY_Th0TMcgCR_ebXucaP-oQHAgU2Rku_hISf-JNAwsa_AUM9TXz8SxC9CH7y9lJ5OQj
6NEAHzEYDO3TKx0g5svk2Ba_Fg_mBfwMBPns1BuYERlCgePfHsztKz33yxIcVwcTMtTkPf_m-VMtyzfBf-_bOrxEIsP37LI87TDV
BUIHBNv9PyMF-dbz5AILIfPS5VTzIQlWrDYJoRsu5jMuq9IixQ-pJugLoQnz4S287_qBFT9QEQYjZqbeB-EC5vXoCyfFCiT3HgLs
KNqBYdUpEwXt5yAb8ii4WyrRCv53GgQBwNPcnfYH1RzP1CEU1AJPdt9my_Tpv_3mtB1-kwjB5igK5u49MNcF8OD1oCC7KOIzBQbH
f-8cD-nSFZb8YQq77h_I0b2r2zcdIPpt4CTKJdPqqL7yDr7k8K0NJ-j59u36-n_nBx8XYQquRu7qVtPy4z375vcELx0aAAnTEfpL
2ui5ADblMw6wODDn-RDq2_vduP0_gbnq6eH7BiIFpCgTb_ccLfo4hh_aJy_sA9Plw9piPn_hiCSiQlX2V9f38h7H0vjBCM3n6fL8
sj4b2dngAQkzBM3jKVsowwvI5xws_xvA3rvx8gHs1LPjzH8p_5QlLWcwH_YZ2s8XJMfs2y4btPTex9nEFdZj2OQUvn8Yz-_V_9sW
zxr_rDD6_yUB9uINQzY91iEPEfI4NgIV5UIhpBbIgdPrBQhIqo8C9EbWyfat1gTR5mqe3S4E7QMDM7zoWVC5tBy17QMSy_hFwwcK
EAcgfyFgBQ_pMjscD6wiEfFGBEDXxc5qAeUWGckY0D4HzrADCSTxOuv2HATO-vX5BcT6t_zK0Prr7_jZ1i0PLhjS65JQf-7mAgTO
B0uuDYXYFEcKQvYhy76_2Qobcwv96kzqETHLJgRC9fnvEQET_xIbztMWFw4S66_cBD7v4voZCgq_GN0GDTzxf8CzvV1p3_Dp6-Cp
DSZgyPcAyj1d1RLTIhPxheIM1PLu6PBgBuZFMksv6k9V9h1af-Pc1VsypBqyyirc9tnjStMLR-8nEfAh9yUxLCu7Zjw9EdcSXQ7g
9Jry56y_ohvMzHk48KTMf89l_9xB9g3t7__n7-A9DhIWrOET_84p7NncARPe9oEMJSXWPB_k89naGe3kDCQm8BX6fydI8QroOlIT
Da8oI_tIAh_16MFtAOMFIeD_1zT2va4QGiIGNtzbFw3OH_by-9Tuz_3HxC_wDesY3vkzMfsGOvkXEdMGBAf1Sg3fTegF1Cu_A0IK
9QDhKjoYf8Ta1S23A0u-1QL7QvNgBOhGANVhyzjtMZX98a7Q0-QD1X_jBL98QNAB_TgHIzQ_MNr30ijAP-Xc5BECDSM0-b1CtteR
iEWnbqkl06f157ykQUhifxcUKM4L0u0QNxooF8KoB-PQO2Pl-73_yRc02Al4wqXFLBWlPIFDv7kTIveR6lwD8vEICNnlM8wLORsZ
Gx24yLm0CpS3-X8PDBSnKzjWAAHQACkqGDHDDvcDoi31Jd0GBQfXFuHGjgcI7cPyyOXrJBIpsDd_E61L2hQwu-Nf9BNeAOuf5LtJ
_AoFS7Hu3Tv-GtwwbRsKafT5Ox37Q2_jJtfirwA-CONOGgvE4xH96QQ14bsQvRv_FUr8Id1_EscbAAEWOQAeKQr1GP8JHDba4Wrw
-uQUDAQL3cb29zMpxwyZ-wjej2kGJgBCBeEX8YoMNtki_tHk_vcUgSrt8jjh6SotErAxAPEx_BP8BBrw-Bnj8ArMgVjKMxI6Cf_t
Hqn2txng9fvnP00LkiY9vBkOKMpKL5fBQTHnNxWcWwr_0_va5xkfGR_lWgMhxtz4Nfnj38IfzZrc0wgMHgT0wMbYf8p1nO5N-xEP
BdLsyO7cNCo3GM4ti2fF8z76BRJf_YwdK0Xh_1YJCjEQzRbQGTAww38JYvGhHwfZ_iDuXgcS082n_0Xof9IiC7wC1Qe4Fk3s8uj4
8Zrlu9QMGtQb487jRJYN2zMS8p_PFGw4gUpdwMUls7eRQMN0C5zmP6c-1G_TTsjo7NwIE88PahAPHXmZEqraFPYeNBB_8Lrr6qIG
GAQpoMEpBhQIBwo8MrrrHOOU2kkW1fbj9BAJArmp14IwB14BZk7v08MEzDL2IDnlFvVN6doz4so0pSOpf3Xv0kCDvc7SFh0WDgy6
Ag95CQjc4QHwFy7nUP_vf6UOBkFLHzQzAsjmJwf98Lrevf_0E2MGSFHVHff9EHwJ8vrY_jfFAznyH7f_HCjx09RACkVG0Df6KCXw
7fJQWQfdxhtS3fTEvwMrAeYQ8oHa8B31QfLw-GUcv60iM8f31Uoy7qYhEgIqKbVJtWpK5h3NPzQRvAZJ9BZU9r0Q5-nqNCGZ7vJ_
BzI1vuc95zJ6Gz4-F-FQudHxAM_dPBgc1oG-8f43zbK199kADwLvn3RJBXZQEkCsE5ERCNkB9wa-H-cCytHTDCl_NXNeAtrxwVjh
yfwCJa3ewubsBQ0F3u9X7enytgS9IqIf6o4ZAfK-VfcZ8Q4a7uAE7BESsAgK-bsLPQe-dynTB-30gTAIPPcTIaTNAlze_rsx3ugE
90PGJfgU_-OTAgn2BznTXuAbJU4LNPyk1SEGOyxULu8dze7Ff64c8-suBMECo7Xl_wfqETcRBAcPE-gKrmk_fzUFG97Pxu89LUAe
4NLjNzDLzAgU4eXmiaw_8S_U698S2T01EhuiLBveArMR8X8kCyi-zLPfI7PwtNzy3k_2JeAfKcWRJTPdDBqXBf8E-CkpJtQoDuUC
4DBRSb9H2iAh0cTFH-zvHgYPwigt8Rrj__4S3hYueH8a5MsT9CklBtU1tQPPFhkK87jil_5bHnn8Li0T1_z-_h3fMt4HBQD81wfx
Fyvpf_DnbD2-DAX5zy86C3oV9uPj5f8dHAkkMDQ0JT4wGSsYBEbIKxgn3vwsGM3iy_0g1NUJdhyB7WgabfHxRWTJ9ynq6b5i32A3
uWF32vVEzSBteczWz232gZ052rz2SblDF53WPdBd9sE09VjzLcomD-sV8xM69PAz9o4C-tvwJRwQPtru_Hv2H-cp6RYNzUAYGuDA
mn9lBlsYBgnQ8A9Rf83s_hpP5fRdHr8BOw0HxisFVTHpRyrxwgwOMyLO7Bjrnr3hJgBACkUN3toN9fQG4foN9ucyHR-97uA6EQrm
54EL4M77OwMAACfYsAnZKx45zAwIyfHIAjbkBzPy9BQaFUYGBElAo9vk4iMJOyT6-vb78wQc9QThgTUvBgXzC0YJKwHRWwEL-68O
8P_4zc8n2yjiKRnW681f6pv2HcK94s__1KZpxir5CRbW5gj-4CvxLfMC_1gq9n_lBiMy34HlTVEH7wkIQsvp0wpO9AcnHhTssPm-
9NH9yLjlwAYJTehRvxUXiO4JCtIMORk2IQ9C8cP4ExgFF_oF0TAMzSYjyDDgzCpJ-gfdVADLDTcKCB3ogc7lyydQ-8X-7iIv-e8j
MggZ9uUSr8qw0uTo5wniEBnp4M8L_QwvDggSFRH5Fd_fdCMXgaUkBdr83_v6wVcZ8_n7BRV_vBbL-sv2IkoxOfY2-wTJLiW98NE1
xQ4C087U29EENcrx8BrzPd8U2zoyyfwT-O-C1ezH2ZILALGs9UAaCUXm6hLk39wD6ibsITAZf7oeWuNjJKbL-SW7J_HQJcL9EwJ_
AxgpEK29xfz64hOh6tfkAxQUhRsD5fwEExtI7SAcCuDMAtoL7xsMBAkeItnjDiBGC9MYn5UWCTr97_oQJQLLUDPmIh7wN9PmBjC-
fzroFPoh8kDx3uTXF38V3-b2_-TFSP3wEUDb8Q_Y65oWNdjk4Dn440z8-QUN8OMtUBIQVqYd-xwJ6xMh2fIxX8s3Qx4yCzXXBgcc
sf8ZyUg_HEAf-2gKP7gaYC3m5DTensu6MX_U-04XAMvEBrbf1QjP_Qp_YN9LRCRE0gHN7fxG3gv1vibOSsEW-OYP_b4PLB4p_A5K
_aXo9-zp_nzo4wqwJwMjUVOm8-va9_AR6oH0OCnf7P0M9kvz-vv788sXCLbw6mwl-_0B0BBF08E8cdzRTy1Dbql_umSwNf_qCdsX
Btv-1s7yYwyQ9_otzv4VEkfZExPM96Li4BEmDxTkVf0qUk3K8NtFEkgp_0YACPXggQBN-CD49fn37CssoTLlYea_jBQ5-NTkua__
6_z1IgDnFP4VKxt_6vX6uwYlHCXV5gLfF_bWI_3prAHZN-UbPOHMqPXz_GDkGgvpPcPyBJTQ6SOX5wQwyacNLzsI6-Y_G7ZLF8v2
KDARQwUJS4v83IH2ANMTDDXyDEfcMeo2ztEaCiCZqSY2_i_y4Bj3FOX__2NbBDcNK9eBGuYVLQsH-OTm2xfvBAP_8SXj4aSqJeYv
B__k5v763qboLRAfFVco-PKvLS8LCdsoKAcW9hjF-MwvLIEwDt33QL4IB_kA4O377z0dKfAH8hFF0BUf6xrZTQYEBfgT8lKh-eQn
7N0GfyPQN6jv_0AW6vkJEN_4C97gCOPixQRJAQQj28ArFMwMGg3p9hzgAhoZ4v_zLdEm9_fqfwUi-MwB6hoS8gpbIxQACc1R37dL
69VBWuHhuf8XAPQoIwT6O-_oLx_k-xMqgTwifr8j_x3-9jn0tbC92BMICicQDQ7hUREr_vXAFeDW_UMC_Tgm7aTZ8AoNLxUITn87
Ov2q_hAF6mkhNBLevtnh6eGnZ_US3S4i5uatGwYR0_nTDej45hDq8wTdWn86H_P0BuVLChvVzsHcFX_dac0s4fsvsPnNHgTXQffz
UN442sPE7OttRx0318j-3Q5nKg7_vBXz9tX9-SIZ_vAA89UrDSsK2gD9-Eft2MvXBxM9Jvn-6BwJNezq7gkEBH_18c8p7_39ERny
1QjG4AS98NX1DjAjQv8c8E0C4OoowjI11McnRdhItyo77RgDtBMV69DVAwZEE4H8We35JTEp57oZGzc4CjzG7wDsYMI8QPLnoeoP
0PncA7ryIQkC-_HnGyUwf9MuBTr05SQ7Eh8L8RjO6v_AKFKtC18IzzjbXXkS9dUxh_IrtWAbKLzzCr8TPlXCNbcU9n8KAFfg2eot
Mgz6CQENKdexAPn8L-gVBfH6E6vkHZ7ugQ7j4iTbxQr4u0hhCTLRCvXbGK2959mBFKNp4-QDtro_UeHFB_WW6w4S5xIrxaUDvLCd
6_8hDhn2x7U20tUX0LH3OfILxT7r7_LxGJr8IxCuPivufTjW1CDqL838CaMlAJ_AXEcdCAfZDSb6AahUOaXqCKpCEQK_Jz9XOu5A
9lcq3Be9I9oeFq0d3Ac61hnwc-HkFOy1STP47SnU6QZLIvYO5s8TFw4bEQ4HswgwVBoO3M4YFgn9LBv9uy-qSQYEsAvz3CE63Bb6
EwcdIPQK6k0I9QIj69R_Pf4cIQ7tO9T7LL2-AHDz4gbLKcTQARMpzA0R9jIQ7ADi0UEPKxbdXhg74yIiPZchCObvKRFT6gHC9xRO
KA3lFOHOFg_7o-Cc9aXiGwPd48fdcLQ1GW8kVe7l7ts0sf3rvbVA_fW3J9q-QFPQdgQJ8CuitcLzDjIcgROa3QXZFT35HdkJLQ4m
AN7VDQYVP7LF0o3fI9r_ZCwNog8N6yU5qsC4JuwFRPLpG7_jsbTT4qX2zOcKysXvFcnbzUDsNIHFPQjj6SLd3Pi_4d_f8eIr4Mcf
-gnA2Sf09PP6AAvSqu67Wu7bAA0G6xDHzgDZBQVAHTpPu-sbFS7b1xr9Dt8TFTLaTgkTAf_z88D1vv7R69bj8yzb6QK_OhUp69ph
JxYEShL3ByHn1urm_LTv8R6-BureEyzH-fLQDBkkDS3y9c_17ynV7xL30BAh7u3t8sTbyfnS4v4p5-DcI9z3EB3VAjm52dUr69QL
BQod_TRBDH_2E0Ylygvew8cN4fc16NG_yB7-_uzfBMABIUrQ48nN6vMmDGcSHa4fTdESyv4eAAv11DTxK_cRxwfd3e7uARAS-PYP
GAnYKOMHBM4R_rqiT8Lr1RIL7BpD-KfPBRT4Hh7yDMvN3eXRIir6zB6hEmYm8uL2M8nENAf70EBHD4FB0m8D9tacubi_VyEvJS4l
4waR37j_Jd8X79HpOyO5AgUAKgxHGkHq0hrmSe9MKLoQJPLA4OcO9hXpMviGFxShPkrq3kQH9Ski19_K4wH79kf1BetFAg77HJwZ
6iqx6f6oMgDf4Egt2Qzy1wF_AzXvujpO8e8IDuQW-UEo2xwmHuAJSRP2BPG87_YG-DziJQfxFcfAzM0ZtcbpVQXxGi_QLw_NuggI
ICfr6Lfm8XBlKdnd7xLf4xrIrM316uUGLgzaHEUFCvP3PSYRCPf5WDENFvg47euK8_jlKQIEyBXfXzTg8MDx5YHaQCeHERwA6Q8e
7P8OJQX22e7kE-b9rvIV-hE39Lsr9SQzU8_NEj2yxDHyKrks46goIPlCzbz2JzQWHC7QNRASCwIe1_bnLwEqNtrm3wgt70wpJ-f_
RxsQNy409yDERL4vUCs0Evf7Hf_z7_1ZLDM1q_kEGBWxyNPtsa0KG9RK4AJh4RkXz-PHrxC3wqYb8vnfEdDdwzGV6d8TBCn3Debc
FYEgwzbrtMDi8A4PGcEszc-D1eklx_b9KGduqhL68OLTHbQr2BUdM50TJ0vcKMAxJPE72U66AMHuKv0lEPXhx9wlAxRJGPIFytlT
9SWBGTfhOiYNFjDA0BLsM-722hoFA9HsEBMT9RUaFffQB7g4-tQR8hra3eMhxQLs7lDbId_x6PAbJQk5HUbV0jQyD0cqyubk3sIP
8hrXzvbDDwPb8P0VChMnIBsJARK-xNjGMts09Rj34Awu1TOtBxTeBiEO2hga-kxD-yLcFQUzUdz870Q06-S3EBz19ikyI87JvhTH
4frfH9Xo_r4jkC3779MLq7fS67UE8NrwtBEjQXf51wMc7fP5CUrME7Yd__PY-uxMLiP1HcUbDyISGvjf99rRBSz68RjE6h0nI_4z
9vj3yCDREeDrLoElQBruEZ1M9hn8Ufn-IO_k9B1DUfYf6BcJ8Uj9YbT62ztcBhrfLivoFNb6PMD1vwvcF8v__uYMbdLf4uL8wKww
ILTax8pE9LogHezmIe_x4H9IDETmV-TnvdjuAa737N4DwBUB_tjhXzTOAMofHN3iwlsRyAwYGbRFFvXOHhlsTfcHMSLu7_P-97sp
_eruvrzVQzrbGBkdBgP08jAZyOvuFxsK9ePRqS2xLQztrxXpANMgRazrONQxPvd1B91B7OnlF0YD8hp_xDJN3ycjU0Q3Hx4PuAgd
yA3ND_ngPvqwZBH6yOkPKSMUFOT-BzS8xP6zz9YYvqL32x366fK6A-sDQBPuEQfiIvLtXBfI2L4kmavRC9LXElrZ2jvhCUPEPMwa
9lAiKx0I0dMAxdUZEQb5nvYQEEENq8bmFRq5IeKBDzJNNBri0wbQ1fYT3kVBKPa5FDVKBDbGACQi-Toh6r_dY9AzFew3EhDtAUUK
CtTaCSW62eEKFRvfCr79pgfnoAW58fIqLen-7Rz36mEIZQjPLTwI_POR9mtWN9Dx_fopP937Sf_87AxeFfkr2-QZBervIgvz5vZN
MyjAHujRgRf4QMtyW_EKISFcT2H4Fe4j6h3t1gfWUDYVIO7NBfgFCvNB56bwBMv8Geg8AjD6rRzVVf97OjPGF-s3xts_AllSMeQp
D-_t-D69K0YL1tJAE7S51vUU5-rsHzGrMwUp3sLm2xrzHcfaLvogDAafAevtDeQR-en83Vv498gsJhsYLCEHAi0b_gsELMoN6cHy
sTspJds2SCz4SWYGGtwQ_wM3_vEEEOE9suji6_ALTge33QMLgeD_-SvjOhxZ1h8MG-TZJCQi5Bbz3P4xCzT0_O5TQs0IH90OYRvZ
xNrnCdYmN7_1srgN2R_oJdmX_Qgm_BAPuSkW9CMhYtyu-Ik4BcsUAQo7HPDgAKIPHMAO5sciFAIKUAz2KXcSFSb93AjPIkLNyjP5
Ae3FSP9AsYEKxxH_HBwzF0fIEejg1ACu8VHyPvwX8AguKf4Q7AoYG7I7ElbC6e_U_tEFDNrXPrn71S0Y7Opt-d0h9xgSCZ8jE-X1
7RcwuvbA6oHSXaIwHdzqHuVRCP0RHi_iK_sSE9rA9xIu3dm5OOHM_QoR5PqjCb0dBOAWu-s6Af8on_oZ-e75Sa3WqNXy3-HV4xsh
ICb67Aaz1z7R4RI58PwM99DZLjPGsvYwx8kY-_sA99IbDw0EDKX5-AqXKD6-UbUl67rC8x4uWtEf-vvcG7cNCd3JsiL2-Ckq1gFV
GAWyqEYMbpbh38AjsvAEFTdEUL67eRO1G_7pEDYz4hbUJAU9BrUUyaELGE_mGAcfA68DfxLY3kzML7j__9stA_vj9eW6uDT_rL3p
EewsJ_cDG-7pXWvOKjQiIuDWsxE_3gsw4ys_Bgg4-hImv7r7_ATaJl7lMePLx-1P1O_8N_gO7x9Ky8ubRAs5uDz748Nm5PJMAYoD
6BAiH1AlJggLxRwhGhFZFhAbI_PmIzILye4FZxkpUKwQ89zwL4HMF-kd78VE2CwvBw7B5tkgxPn87g0C3L8P2PoupNsHyhdW1c8p
ueQmG06x5utquRsS5awLL6MT8J8xDBQPzR-9xgkwKZCvxQrU8P4PCObo9Qjo5MK1_O0d-krtf-pQ0DS_3PU2fz44BVTdBleb8-AB
7P6c-LMLHi_a9i0T0Cvo9mLk5rDBAQX5684Q5e1y9fw8CbvCgQDV9_sQD-Q8AQf7v_waKiAMIiD2Cw8U7-X-zvrw-STTF_UCGfsX
Dt_gAUlWHRoe7PKxGBkGA-UaKfD54PzADO4YLQT1GcnK8g3d0PMU_ewbM-wV7dzW9PpZtkHmFfARASH26uIcKwoeMtTiEBIF288W
0xwk9yYnKAQT9d7F__gTCTomH93sAfzRAv-BKwUsAR4fEgkVHZ3a_wrxzyAd9xExEB_OAAfWWj_C2x_Y6R4FHuAkAgAK4Rvuxa0y
CxLJvP4P8BXe-gID9gjECgFHIMH-BtECKDMA4OLrFbsvLk_i__rl2fZOJtIcCAn2DhjzGvMqSfwZCUXu8fbRKfXjGfEmFjQCBwfq
_B8CBcHKBN4P-dP88AW4EwDCKfoN6wASQgop_yjq7P0N-8EAKdy8LxD6HQUsKOEiDQ4e1gcO-N744PQhByMEAeXvGC_CIAvb6McC
Iib6KENEJfUm4yaiEvgeHuPpHSD3DQYFFjMG9Pgk2wd_BDkoPfQIIksXPh044d3CLdjN4mr_OBkqGyLY8cDqX_q2ASAX5vrNxNHX
2wTe1znZgeH0D03qHAkFwrf6yevr6UlBAR4w3zfh8xU1t-D_G-W7tA0ySw4Z9DYO-QAFDfD5o_ck8fgV5-5b-AbnDUEZBywZ-BFD
0gOfFjr8L8Th7AF4QCLU_shXAFkVtykX9-7bc6K91If83RVKK90Usr5X6h0V80soPfvNTA4qFjoxOy6yrDBLyuA6EC7mHg4n7xkT
KPcHOh0Yki728AAdCjCGyOzPMfsL5fA5K8L1getxNatI_OYe3xLc6jfI_AXg89oo-Sgg-acAxn2uIWsOR9IEITccjjRP_b3z12Ya
P-rZ3tO8zzc2kBL7v963Iyz3JKM47eniLDkbFvYr8xtE6LjwzWzQ98x_3TWzMErb4xAvGcgxBP_P9wBUtto7IxDg--4XkTTyCgzo
1sMP0hGLVt791FH71t6m4wWtCLDCMTDNuhpF9DT539dDhfbKHV3ewOcJUZSpKQb3Buw12NbyB0b8HAi13wYHCkL41ibXHl0g_u3W
vwIARQZizfqS_CMBDLFBtfsGINDzH9LkBzvX-_T-Gy8WPuA_NdwWMAIlLzz1_QjxG0QIyjYA5ewT9pnw1Srb6PsWQQqsTfYdXqcU
gStN7efYtQj3H7_QI4oRJg4d99EZqFEUHzjv3URA6gEQ5Q68-vtC1sf7HqcSsrwWLu1_E_el4_UqDQeY_rnz4QHQ8N_26hI0veMN
0eMRFRW2CU7S1Tvl4NgYvjgC3sf7HZwzS-__6wLL7goCzmUFDtcM9hnAfRMPxsqvv4_Szqptw9ADvyUsTAs68jX2EOUCatuFHv8D
WZ8mySDg72PfGM-yrvX01QHb9bpN9ugFirr6Dhou_EwQ08PC577OlyN_ERoNCN_PBEXgq8r-PE77zfEsw78J6BfqpeMUxBTP9_QA
BCEOyhQv_97RGh0BFM5nT-D2sjnj_PcOzRNDABDmFvjh1S3wBebG8Nc6DiPg1_j110YBDQnO_Zr0HuXdKvH2w7zyHBUDEw8dM-hB
A9nY9Dn13g6uAznxfw7ZJCxf1LsyMgbvCiTxAOgcJs3wMhXd8O3r7wsGSN4aGCwDKfXF9vQX_Bz8vdb_9wArB-zdAC9DMlXZyB8R
7Qsh9lHMCQsnVQoU6AsFLefX7AkE887y3fTH7Q_sDxwEAPDM2vTOAiomCELp_rYD6yrS3MbA-gkH5jASAOYI-vkMUPVPDPf65-IE
1S7c9u3s-hbz3tP_Kgz9GRoL8MP--hrY1duBVujj8BMS2u8m8fvlAgcaGyb4EPIECNoB5hcR_uSaFAAL92Uy8vLuEOMjzuG3HxYM
ESO3AQz4_QwR7OvO3pri8RD_5KlrHBdrduvWRNQGHBBO2Ibj_gf7zJHOTRPzAc9ZLsAexd0MGu7D-xwm_YGf6PH661MEn82t5DPi
8FyZA9UTeN8MVCrTAPMgB2rB3iiWPAkkbBksF9gMuzsUGCQCGc4N-5wQ4AzMH9ky1QBv9fTsCdsvuhb91xrGIUZR_ff4DHCkCFyu
HtQq6Tf7JCUTlB0R4-4jRdBYLzIU8-j2-U02oxIK_B5K3WPYKvUGtzlI1F5eQLDWKsvJ4DnMXH_9S8zyDAwyETnSCA1EHPT7JwFU
7gUMzu_x_B4vARMHAMwS-mZNEebHA_coUckOLQHnGhtBxFjgjbcS2x9XCVMz7vXW_wrHAgrW_-fhzwUJGhsL9v_YvAqr79j9KeHQ
UdXu9AsJAhEZ6-nWHz4ux-bYoxjO4CrfO-WhgVD6-PfcAg7sDrnH3FDh-_AN5xkj5P5HzAE93sXUrPLs1w4G29_z_jD7BfahSuTg
FNQA8V5G6xDTKdzZOdcq6hjw5BHHFh33jhMY1_z1xLISAgQ62uVFLf0V7REkAPRq-zbjFhUaDN_OKBAI1c_zGz-BAewTF9oz-b8K
GDIdLe7wAxoEP_8bJ-4AzvEYCB_xGz41CwVVxSnpHOr3_AzluzkxMefn_x3q4ufuNec8SkYVsRUjD8s3UvpktNj1KNbWIPUi3Sgj
sCTyGgLN1qrJIwn7X-k983rJP7oED-NCD9zB69dK5R0dfRy76T3axvKhFOEuGqpD-EH-ly0c7NW_RAtdBArt6kA06fg_mRL1OBzx
9-8kKAgY3e7d2Ev14zfRnrZO6vXkG74aMKLpE9MGJ5sD0uz5CwjyCXkMNmaBLPs81NNb58UcAtslD-IuPrMXMyzyAvHeub9H7vTE
VTEnHus0rza59tv91AxBTRvw2C4--NH_SDkQ_gwl2idG7sYorfkDJuT0Ay0HBTbu9OgU2gc1_QMNH7eZ7BbYI38M6yjFDbbx-jwm
HS76KLzVQh_FFt_UzPxBBP-DBzjH2QsQ81oq3-8PDvrjFwoKMQZO3uDWETEnFwrN4QjlCtVD7wrvEQ87KgpuwX_lNPtTMNDPnRvI
IeQlR_vmIDjsC0nyFbcZnvvgGbJdCdTIGwn-EBLuEmPtu8LMfR7O__QQjcweEfah-_ECBR_pAP_y6GlA3E7IOUQeAAmzHRccV-8X
KRMSvesgAxng-PbRC_CE7e4GJtD-9Bj2BtOjYWDs_x4hIxM65DQyDS4O8SsrOcUu4BOoChTz0fcM5wswtEIOCLnbnyWzGBkoAOcZ
GSK8f9YjE2A5E-0WFvpfISb8Jf1AHCAHH9bjQ02kGfv1E2NHLrY7-fDu_eydVSbx_BsJthAO-T27I7BbLxL1Vir1AgDGBPEPFhDi
5RIVFdgmGgciylyvI7wu2P-ZGR4d1f7QGjjq8h8h-dlgN_IW8vsj4g350Tb-3-jtEeXqE93lwOgS6Lm4SRr5324bpQQACPxl1_T7
gSYONv4MCSL2_PwaCgZGA-CYp_9NERFIKggKAQBFFKjHZgXb6g4mC1M3Cg0DLyqzts_49B4F4YcUCgNERbRH-uqwHtz0DUK4RvXf
cxj-O64l3gQlOx7oAYc8v8hLHa61HggcnQX80eTrIN8X7SxH_y33kvOBQQvgDPPiVbSm4un5F6MuBPDy0Bw_ByzV7PYrMO0x004F
_hPlDE5qBX_cyVTj5AeiQPspLhy52NTEE_86s_HZOKwC0eVPLi8kpjyc98wnIS5c-2FH1dIk7UlGOaEn6Fuy7DPuHPGx993TXWj-
uunc9e1mUjNTDLbY9ETvVn_iou8z_9gTCBEaG-UBDCkFG0-9rNYDBMbQHVbpMwlK_GWrxBIK_7257dorCQ3a-eow_i4XEevuAjfS
5PUnHfEf2AXw_Q3iEwEGETD39dUH9NIcFeHVzf0v9hMpB9fP-OUYDcgWDPf1BPwH8v0ZKfng6d3h7eUQEuIbf9oI7_7xEAbiHea6
Ewo08gvV8zjW58zK8MvoCt-H7woN_9blEisNFN7vKNgjDvrT8hUN1S337d7nDAbsDA8liRUr0GsV4w2oU3-heFvx9wv0QojC0hYG
dxjmTdQPJ8wBSiu9sOIGM_b02-rYrNE-kEEINTaPCQsGV7-W8DTq8dHwOcnn5Cvc7wDpQZ0fJhnUydnEjOVN3vvwLoz73wlJvzbG
6sNPNQjEDJwktDXzHvfdJQvtvMAh8xOmG971AoFaBuQBAxfXuvm2v6A0Idvb-jQduPQi9iHSIgzdBRIlCwsQFSMUDRHrPbSq7fQ9
-ULi4z7r6iXQ9EDbC70ORwXB5b6360EK7y8TBQU0IxAyJQrf2xYNzwHePd_1IrNHDPwlIQT7804fy_ZB-RndOhfZ1gPsCQjj8igL
_DQNuO3qKyr59CrQHOQHPjHRuOED7xXq4B4ZLsHkrjKiq1tWHO8MtCXv4JzwANXh9AcCvCrShRL3MFU4_ve73cwDB_7E2tbs9ycC
RNAR_X-r0tPf3aRJe34cqP6CKdIk8t0ZA872T7zOArKo-PEj4p_020P-CCnAB9gwPBFq7Ggxr8MSpQkRzhVBvgMISU-D51IqMwXz
Mh7yFQzo6x705XUCAEAt4_0E6kohGw7lDywPPcAG-wYjBtQBLwkHDQYE2zoFzTkpJeuf5AXk_vPkc8LY8y5Nyuyj5cjoGuke-zIL
KBb7HckUBxQM5doExvbRIUM5rRQM2oH1y0QhN90N9sQf0ALp_H_atrnwRwIn4AvhyM8IHiyTFq-bCjbp6xoSoxoS3cbNAdcXP2Qj
5T4hNQ00GeOZv2rzRFnRwqeszkIqEyyagdv42CmOC_Lt0STkLNzU3JI06QNrIycXo8kqB8TPJfwI7gz2Mrr5A8xWQCY_7oG6HOXn
WQ7wCiQs3dzGF-3MUgot1wAU9zn9DNQ0CETkPeVhgd4VLhMQAdhLQvLp-RSsOjjZ8Rqt4hgXHhUOPA0ENSfywxy6w8ImOvr8zgAi
Hxf4tUTWITdK3MjqNdnAODQj1ws08wktIH8y44jwGr1-E7c5FSdHAJ-h8uG5U06l2m4PB8m4f2o_zvg3AsYrKcQU8e_6D_0B_94F
CukNRZ3V7in5wQ76JwPKUgUHHEn65Q1eBwjwHAXrqgfy4AToNNkSCu9FT9WZon9DJu7Pw5Yu6OIvVAa76yEM-N_c80PV8SQF4-OB
7Rfx48_17RlgsrTKJNogFvLyJP3_QA3f8QDpKe7MzgrfNrQ92-pN0uSY-RASrVrAMcdXgdz-1fXj3jmowQ33tA2d7ctx9kO4Way1
8Cgx9rTsAs7F0cvb8h7Ca8YjCRnn_fjK6yva4vfC88TdLQ07JoEmGc9P0SAR-NPy2CMP_fm3IMQjIBrkFRTsRyMwFDE9kLUN-yro
yLMCfx_DFvsiAOQOUQq_AK9AwNL87CSNub_FKUpY6lgkLE5YDNrAz5d_8F7or-FQ5V1DtrvmHSKxC7uJ6iIxMLAIRyoPE3wk5Fwi
IvHZJPO6xAm4JR1DGwMjy7fh9AQ_qBaw2iD6-6g_9f8P1ira8RTIENSB58gC69APCdXz-iEpGR3urvlVTT4qAyfmPToFRBjtFte9
7Mi3vBwCxcg7resj78HzCSaPCO0pQSohge4BB9joBrc2NgOv3hcY-Sl35yMLosoKLn_UDj_QRDMO4eXD6cGRljfzsvQ_ErHJ790c
vU8g8gMxIP2jzyjRg8nc1dsNoigI-UXIwCeTk9Xe-hAHf5N8ElPq2s12s_gTzAQrRzdzVSgnKew10w8GsOHP9BQo2und-boeJsMg
6zIo8eMZj6o52OVu8b2BGsP7_MaU0OS3-BQbB9YUu-8QDu4T9jAu8dI5GlXeEfvtHN3wIvHiB-EbGIEMFNBI1i3mB-8w4sgzsATk
NBQn5z1_reUKFPUbMt0G7jbSRNQlLk0hFpUMH-k_6tokCnrhSPPcAi0k3SHX3-tFEBj-DTINBOvu9T_315YeCjLU6k_Z8MBHD-0d
93AOQj4eILfv9kg-zYHmMwIeC2hh80uBMMCl3u_bz8yP3_jtuyGQFTHVNgQfzhvWGs7xoy9E590HDfzx0srZ-UD1IFwo9KsaAP71
q38S60fYQhcqNuLh0MXoB9jsISUn4g1N6indJxjLPfAqVEkU3F5Q0JvW-S_C5zYY_Gg4CSxBKxEoMAvnGQHqF0jdK-8mFRvCNxIB
wRUiDO-wwyIxV39eIA4T8-jQFx0Y8-vy9RUOEs8TwD32KCnqwf5byeTmGgzNCB3y5iXh_Mb_gd7rF-vWBSD0DgwGugAIgQg-Kynh
L-LkUxDnNcbd9kleU9La5tZaRwlAyUq038MwK9soshSCDpPEgfQfOfw8-NojYjAw7In9vfxB_9coIiHAXs6cTtf1zSvZByoLxBQ0
hC4EGu_DpSF28vz3Mu4C8-3IJEkYA-zHI-Lc-CDqAhtyJ3_Y3_Hs7_go5-IH-P4SCyDPyzu6FrEiazUGEssQxE_T-RjM-wGOM3IB
4hiB9DohISGTPAu1Chb8hq_hQxr8StMfOBoiUBpaIA4A2uU9nQS2f2I2rent-94x80MSF0Kw7OS5_cQDF8kqRcHWUS5fA8FDHidm
Nyf2wQpC6QHv9c3N1vH5JTPnPVPJqiIUBOANPn8ko6L2Gvrb9uwb7irw4end8gsUvcfR5xTYfxjy7Cf7FWLmENmeOxCXMdjy_BT4
4rPm5ZnMKAkWkcMV8jTWe-8xSDkmQ1QkAQP0SLqrC_vhsO_M9rndFu-B7Ovp6eT1k9VJ0wBHIyIpQPe_6MWyEzMb886rEt3ZDP0M
xO8OBgUDAYTEAjkkbNQKPu1IRycdCf75Jtxa4K0M40MhgSEGIiYcFfTd0tYIq9RbEA4pOpYJ88bkAPgITi3uJcO1XWv33QP81_pW
KAvF5hUoNiHnXzzFx3_j7g_sDhzqThIerUXkSBX08vHS-t62zhkv8_QIgS4eFsTwHSQYE9wCD-b-A-b57SwMGs5Lyv8RVU0TDvQn
FUQ0tijzEvUHHiRX9RYq5OAHDvBI_z3xCbe8EDab8O0cKCL2f2RLAfsM89MV7hvaHyINPQ7167tnVCTd3s-i1AHs0eLg-hD-S_YT
0dogC_QY5i4rf-RSTuo8Pu48A8jXmIzTDh_8LB6_vCmZ_Pp06P4mJ6MRGOoZHSEHGgny4n8PIGf6vgTQKRSHXbd_JdraFZESUk3Y
ACFHDCEHtjEHpevvC8CBrmchHx33LAP7-Qn-b2r16VK9LkkmBEkXzBvL9l0V9xvnDOLl5PWB9xcZ9edUD-ceniMaaBUA_CzC0zLI
tQK-fcMBFNDqE_M_sSDiBfgjAoE7xEFACPTa78nFV_fNGcqk-tXquRcAF8rdtijuKGw5REv5sDX3CSPqzd5DGm_c0eHVyyFM7RMR
WyFh8_TwA9jd-JzJ6Q_eAfnBBoGwEglIntv63Fm2wgIiCzK6BR7YKPUT7VLf4PqP2gcfztHaBQa66CgriRzW4NX2RYHaDjHnImb6
GwIJBD83uQpBDfZXwBQVFTH9fx8E7fUN09IiTg2xn6wA5PW8QaoX9qQQEc4AxL3V1s_39x8-6xgWBe0q5ePjL_3vHAnl7RQD7cQQ
Tycuf-gBCQPsE0NrvfIr2x77F0-54TfrRq9Ruxgd-bQ6Id7MOBAeR_gz3vCGbvcb0wf-7N_58QEKcNPkF4E6Hcgzv_nQzP8O5-cj
2-8Ezf3YN-XgKvAPMcb-E_wJELAOCIENJyDX7vQNCwfH1Pe0wy7LPh3kyA41gQrGBRrr-Bzk6jRUaeca68kHBDHp7jH4LQvKL5v6
Lf4f2Rnd6gkWFgwxiy-6Din9f_1e91we9wfn6iWlMAhQCA_YDvceWQIlvgCTLUfVzwf4GO2uTSskT_pEMivSJucuFAZA3V8QgWfz
ubqYECEP9fu6BLkwQLARQu3nWhkK4jCXAcvuzr32Abfu_Qsxvs0SOZ_QMjnjyjIfFaK_8H8tGPLvDVlE_vIzMJcD8_HlVjmVtxMj
hjP_8cfK_Rf5zAjSABE00QH4ROIIFBjXIeDX1QTI-gz1QUfhEqnsA_zB7fQOCRK3SxcE4H8ENzwG0P0BRhLtkmbd4fXVMPUUztEe
GCBB0ykpQDnkHOQJgbNrx8mP3AUCzxIYFP7o1x0X_WDnF911RNoyICNPKu3m9xXKJdIXOcPfF_UQ_QjqGn-BxAQfsTcm5i_7RX4P
Mwm4rZ0PLFq9vfDHZu3V5RC8zxj5rtBTMz8B9r8UVMniXwEM7oEaEcMcCdrSQNEgHeecwvOvGAXvQNwFYBL8GRonILgQH3aLxgQg
85QPU7zcG54d9gUoBN_1PNcNf8Hp_AzTI-_JKk_8gQzEz8sJPIYkfQ0sFZUk6Fw9iIzvbcif3MwGBEndRpMjopK-39gWK6Yh-v9G
ueoZCTscJyFOQe_p0iD4Hwc3AUon0foQuOQNIBZrnc7t0fPe8oFFthD17gYoI8PPQvHK5y5F61VYfxjwIemDFafkJgbaIMwbJfxD
XhvbBCoAQ2pbBQUpPQjMKUkjHj3OCw7nCDreDewE4gEFGdABH_AzyiG8J_kM9Q3WAeULgd0Dz0vp6Pb3-AnyP9McC1EZxe8RNVBC
peq1LBj5EPnK_CwEfybnH-Y-5-JA46rnBNHMyz72KDsTHhnZGVUGZVuBLddWvu940FwL3R_hLVbKXmAgK_Ij79zcE3IKEdzo9t0_
br3DG9R3Rl8p_9EDtmzP5a0yR78DZOQTLMuJNsWwy9MXYfm3oQeot50gpy7Qgb0mKcgohLdVKeYPBDIqBibs3kblLH_RiNvh8B02
DxX-Om82sF_EKyfZEerxsTbr1NYTyRPnCvF8-qs27OEc6OcftAchHNzOK_0nOMUFAym6rCDUDxTfKrb2H8YbBgXT9g9Tf1n_1hr-
MU4iBfpp0irCUgcmEAPbAOzt4ol_7T0hXe7lzhUCNxfAMkAN0jfuFe6xDu01HBIyBRfI0_4EA-Ly-lAd0xDt_k4vxBG7DGbnJgzF
aQJF7-lCvfznSsLPf_P3rN9BKkpA1xjBJfjb3hIfBOTEBT-BPj0foeq0te0n-UTVQSEem-H2MszX1BBErOfFnVbhLRTje9-T-Tbi
0v9K7LD__N0mmX8B1xrf8vbxLy0V6Mg76yZHZehe9NtkXLz5uDNB3kIb1tic8CErqiwSBtIW8SI8NCxZ0O3fzdIhKjDBBMMBH9rB
9QIJ-P4ogav8xjNDewtFBecTQwIAxe7rO9UI4n8NEPQeDej7GO3u7vghBTwLJynHRgMM6t_t6_baKgYn1gga8fG6Bv4j1scK8P8T
oAzg3fF7quMY8AM3O-vx3gjBzRLYV1QfK_qTIEkVvP2jA0wEQUkZFn8xUbUZPescV_w-IxITOwKV6QnBVDD2_zsIMRijz9IXf9_-
E_2iDxROC_wJ-MadHrz1DqptJ6LmavaBPZUk5MlL5Pk7IMS6kffYDwRDTyMDsNth2xMuLEQVeEU0P_bo-OhIPdDGz4Hp9OXiwCHY
8M_pIb-37TkURC0LLRq5GAWu-fxD-x0try0rNBhrFeMaDD0_X-0OSwsUDzkIAyP3CsL_2EQYBt_1Ry7AJYHK8MK6GQkg_ODyMg4j
8CGbRgfPClJvJ99mpA7ryLu2ui-3NOIKkz-37P3-GsoQLC1EfzQnMuYJF9krBPBaMwzt2CvR_l3vK9fTMtN__tdJ2MLF6lqk5rxe
OouSZVkWIxUaxg_2qDdgxwjlDQn6RQLiBRLw-v4efwHhIvEZ4MUXwy77U9MOfaXnTRP7Lin1PMkJREgbxeMa-llZOh424tsTJ8LI
Y9MoFBtcB_f3_mEAte4-dCHkB3UPEFJThHUTgVr031jF3yXURtN88NkLuMo7XSntM_vSDR71dQB_81ci4OT9L9YT39PmQR_YHvAf
Bd7-Gs_WCQnV5a__yOz90vUNCzk8LM4OD-ox_CAogTpc2SbdAQH0_RDcyhDDuwgevPHoDhGG2u0wtdD7dPPaS_bTH8zPERbv1Cm9
yznbEqEK8dwV7Gom6i47z-ZyJp_hUkkERstNRNEqB-gKF8KpFX8w-BqoIelIETPxJ00OwcLsX1Z5GleG9UG80FUUKfnW8xjABQ4S
FB6OEAqkNyFr7Ui7zoE_SjgvDUJTMCIrKCyU78L-FjVv2jg2JbDDzuSWJtSh5Lkz5aMG4SJDzREZ5u9_KSbZwPG-UsoR8_rB0kPu
qOEdyLAlHxLrgQXzPRM48g9VKuXo9rkhE_ICnSQAFvj2I0oNCpERGE_6A6kNGTAkPwg591XiFQYd2B0gx0A0wuvrgbLV6dQNL6Cp
DPz38NbyC9oBLD-pRBjp2sT3Qy2BDguru-aTggy977fWLx4eEQTjTCgh48ky11CRy_D2Buvv_hoQMizmSkIRMtHQ5vMc-N-nRDX1
OWL7SS0hj0iBILXdZgERFqLKTzwB5lAjCQYRB8e3CtzD_QvGHgo2FCQg3QFa6Rna9fDxSLzg5B0C2i-_l5Dt1kUc7fjt8X-_NSna
BRUeTfTNCgKpkx80NY7XLL7U90zV8Pzw66gR0fraoBs4H-HKwwP5NwAgf8Rb1uKyPCX6cL85Fctm0lBKMLMo9vUM9DU_TRTw4QIe
9_Xs3O7o5tXYSg7v7RVN-OIV8F_aBAR__lDL6SIDH0sCCgT4PR7rw_tYAk0X3R8a2EDqItrlkRrb8gc7cRNF_xcINQkYVxF_-fng
M8OBJ-UbHWL52i-b-OgrCcAn_GAl-djdGf0m8zarCPDmM-r6DDEUYNb7XtjTICPeIjXjWxi4OgnfVCL0ZJmB7-Uw5UIet8IZ5sfn
7C2WO84wOREc-7dN7RTT8r8B9iwfDxvODLqg1R5F4T1_2cQZ2uCxRs1wCmAARgY-JOjkJy4K_AMOFxn8H9o4CyHR0h_-xPPy3w_D
qeu_GCx_AxKt7UID6dsECwXx58IEPY4b9DooLSL4zhxYMw5U8_Dx2-gJskHdxckUtvxD9zwP0SIUmH-82Pi7Dh234mI71sHvn_tC
Hr4BJtbvByziKwaB-DXa-23r-t8K79rW0Sng3fyBHiHJ9fYjS-8m7OYp6fzjDA7iDBb3BS4p_sg4zfvwEwDrsNDLfzTOwjrsC6QS
I2M62eYhYWpUzA1I9TRNKvn5-vJAIyj7Skkf--0oMGYkDBfN4rrU8fT0yg8EwX8FEhy19iL4CxkC8D0f6PD9r-dLDP-hAzXZJgn3
bNPSrtH4_cMYtuwvKw9q-z8c4inW8Kn28MO6vSIwzvpY5PzXH4HqJzv6FirA7Q8lLEYQtisE5A3dEeXVF_EoEyHaJQl_-7Wo6NAB
IMvEW_c_8M3mBATkGx8o8OMcFTo3OsQK_wYKMO4s68av6vMl8pvkx7_HSTvFM3XtiNkGBxbeAtcW9M4z7fjOoQO67VaOf9r9BfpW
O_7KKjfgLS2z6ga4St4tUx37VfcuB38m6rXQLOcc_R838-fWFPk98ADiwsclP8m-xekoF_tCJRFU7_w5z8LvSq3uK8W2fAAVBENY
JB2Qp66F_xniooHTpbz0vfD8ydP4zQkQRiUaPrX-2uH6wNlDs_kB3Yn4JdTVizSlz-P3lTzhzmpgJFoNLnETxjAmSxiB9-9CGPGk
N93-DEjM4CP4EdX9C_4o4gbnEAXFvyIXANQM1X_uzfwitzEWAfIWKOuqZicw5EIXIO3T7iXaOsEHvhVBPU_u5OjByvin4DLz412S
MJ0XuqqBJU7JPso8fzhLrDL84PJWBC258G0R6wnuYRPeEeD-v0rcxxxPeNbgJSy2Q7Yr1Qjt-OEXttuBAt7870cQNy675ElZ5JnD
1NnU6WwXfzkUyC70A0UZC7eQ0e3TF_vKUulEIJz4RzMIHQcu87K3PkMaPfn8SwGwOLq1S_gfBzn62AZY3ywm4jYz_xcIOubQwx0O
KucM4A4bwKooKYHzY1HgPwUmByDb68bmFPuwCf4p7R3lx7vlga5BAcTQBsOpJ660Hr4vIa9ZUbwG8RkWwai37C0owT8NbXoaBLEm
2kTgXqqBuw4UkqvnEDgWDg07GcrXAg_R-N7qFTndKB3u_ftyzdopVhS1FkPVRRCJQUoCFAJkGeAXrNOaMvj27isXXp7NgdOa6-Q6
-iF_WTU4IwP69aYMDtvM8j0jF_jkMhYGO90kNOf6Ciz351349iKBCtrkPBj84LgE9Mq2WxkcnvjeGFlAFI_c7uz31AkT-v3QsO-1
0psVngsJ4IEMUUU62fI3WDI7JcgA8rDoARj7-_bpxcQk2BLbPkUmsuC9H_n_4jCnA5wlp_4c6svpM0FMluvaR8__CNgF9H-vL7sE
DgcPqiPuULWUFOvgUbYoAxroEdjy2QI5Jvpi1BQvvP8q0_HsgezQ0SUv4vbq2U79CRwXa_H15jMpEgc4GujvG-EW-8_P1P7r5foT
BBr1-xcf7UMpLQ7c5st_--vMDk_aEy_2N0lL1zf0XONU_T3bzPYHwNUW8jvvEQwgORMAhL1_JkQXaHmvFHLHOrsTfTUnK6rcLb0u
_y6_PU07NMoNN9JOCAvBwRLpzfbu2hT-gcP7LhsLNG5X8AUp3OnTRwYNDvTZCCIYQKPX3xg8GgpVdif2Afaz7FMc6DJJ9BAdHp8E
vzWBK1r1OA06FJfi3d7f2Qo3qQZIAdIqvH8Zobrv99XoRTvzA1lCDTbQDLw5162Szv3hJaYWBfQltf43vhLm8HUUzez91wwtcAyB
MjK6OTacKtjfFgtO-fDQd60O9hPa0Byg8Q3O30TC0lv1_4g_5DEc-QAn8m0J2OMRMP33EjEC_usanX_v7cg8BOAim7hHhybd0hAJ
7iD6_hPuFvUOD1XX7cf16gK6L0j59t4YNcAuzwoe3tBA_TDdvxhb9ct_-Dgm9PPnzsQeRHD509gGrQPvByofA9AVPeIfA0wrzjy8
UNAjL0MX04EP1A8kxOgmB3ECCSlkZgbsWRoSB_b-9zgl4PIgn5XfEU6eW6fz_3-j5YEb2hG9DrzU3zY68RP6pS4OFNBOZ_D_OQAL
OP_lJBz62PUQGN3hSj7__NrTGNsfOX_d99LiPRjZD_kfINEpBer4IxX95PgmFPoX9f0yIAXiDOIx_LkGPP_9DtYC5yL91fYY_O1D
xenU1uAQBLllR-zKogrDB_7w2BzugQYwnaE63FEUEb8i7QawM-e-MyAI4h-7vMn6dH8-UmQ1Jfcm4Uee1fg7Uv779uX73POZUA9X
WQwXJ-nH4ha0NOhGEWAM4AZZYlUfzvzwuMBS1WPTWxZT2dOa5QU6FOM42oEw5LOi9c40RtgwCFboMgCB5UEvdu3xN73i4AYB4uEI
NxAS_Nzw8MLUygn0A__9RhLiP88QpMVrdebS873TxySxmv-B-lh_TrvnxxIMYz3xthzw0Mf98bQl3TY_UPTgDsYiLcsRJsX4Sksx
fwcSPA47HgbnJ7b78djA1yYCDgmn0A4-7QYk5hnxC7u5HdsfKN_ZKG_FDI-r3e9RjqfMTgJj3dE04tDz77YjM08j7R_fCdUgf8r2
Yc9ZMejyN7_JrMv8MeWQCaEO6iPW49jU_JcLb_kPRJT2EsspEmq5AT0uETcxQXmB-sPoO3HkDwvkekTSRMoR8-CBFfYErgbRS-8c
QgstVCMFD-DQ4pw1FwIwHRvWDLEZ8vkaz9Tq-N6W27dJSen79EQLtnfRBLPr9kED3vPV8dkA0d7t6SYv3H88GeYyT-kNi6ovGO0I
yMDPmOfj3PtC-jP1NRMFEdwhOuM05gIA8uv51e8ioc7q5SsX9T9_-jjcuQgN_wYJ9d0pXBbwJzHmgQh8J9ku7DD_G8HiK_woFQyo
MvQoWC8Aph0QX_PSGE33yQEaRwML8ucfduG84T4DTwOx6Tz3NbTYYi0OE_LnUhPY7fQbLdnYyuzHf9Ncx9jtzgxYstEdSXTbdSdW
tSPo8GcittvflbMAsxgLhg2URqOB67fsNVnC_p9XJCPZv_8ACUzmO9SvOuta5Sj0BAhj7QENoNLXysFRygtMzeTereMU5QZLxNAP
3hxZgfF4B-cG_kzuR5bqtQHEmfcB5c13DgcFteix7ui-gSkZavapHtX_6bZiJa_G9GPuXQP2Oo8kGJlVvqj_Wtr8KNc_AgfxGdXY
xggG5hHxgRwKN-T00-tJG78i8RBUIBwdwjbWAd4H7grYw-7-0pjVC2ycHnbn1w6wXh7z8fJGyugaFLH7-wQoFTO8-eOCH8vsPwcp
0k0hga-gClIUXM3YKvmVCZJN8chQP-kL3OVSA7Agz08A_A8AgePbacwl8KfgSv8w_tUL0AwCG-I_H4IJhLjLDSUW9AwBHjmm4_aH
6-4rGyPnNOr87LrtGtk090wiH-NBQtfHurjegfjINswIRwK6SikuA4UNz54E5KGd_O3s6NgLtf4BB7zcTP6B7DsB8ir5Xxn1JDf9
IlDTgtfNC_wh_PG7EkJG0us6-hwuKrE1oCPMzz-dt_NIgfW9DDjKF17TDhut4ZvnvOzAJMgy-hXbuu9lQUJYZ9r2tIYF9CRXEMvo
OwE-5KTx20w08BUsBc_lCcrr6_DUpg3lgeNZTWs4xBBZxuNfRbQZe0XLxxXrKf2Xu-kRAwMQ8_DTLeIZ9hruG2MF4th_6Ers4SnS
7xsn2cMF-_rDHzqBGd3-HuL57jvj3Pxee9TE7gtRSiN3J_oDBzUzLiXa5gHTzPv76iV5FUgsttzrrBj16Tz27PHv9UcgZioJdSMt
AT7sycH50DdFnPH9BfE2Mdceo1Xcgdhf8eMJHEgR3wEKNOfv6y3f6dIH8u0WVRHX2MrC_dj9gWIND5vi7T7v-AoCHgIDYvr88dk1
5iXf6Av_9ewMOin0JQzSJyC4FiI6rwfp5-YfsEQXAz7L9Owh9RzEgS-e3ywCGQTgyLE6zdIOMP4gRzD2BoE3IbbgCSvX4AYY6qYW
QzvCBxrIAgMj4wvsM4jI90TvCx3avsVd6cSeP7wtN1oCzwJh4dHX_-6Hf570WRz8iOOwF2pxF0oeohbqQ9jzXhXpIrlCz1WJL-Ur
6CKyIgsw56882tVF64Gc3fD82uHq2i3n8fUWL_7lL9wRm9T7CKN-f2CgtLiY7FeuVR1DIUUBnKf8i0Eup5m8GZtIO_2Zzv0k9MJY
ARCjopQ16J9MDCtN-xQm7yEJpTHNADooTRma79vJ6OwH1e8SgT_Q-rTsKyPiHeacQgEZO-Lu8QwoIRbpLDmsvbsB6jPd2oHiWOnl
MMnx0vDCDR6q4SUSCe4Q5sIzydgkzfJZGQTi57In9PrwQVvgO_efEvAoGvg338YGP8GmgkA61ywdzAre-fsrgafrq8odG0b2vBFd
CLXC0ljmEw_ODxa-7hnasqQE7xYcT0YMyizwLOld2Z3y5w6yIEAcEPKBuEUHFebKD77i1tvcBPQJAQR_NCQBG-QiKOAA_vMZPiEz
DC0itkcaGqO0AFL1OvkXrjGjCs4G_NfeKk6p8-Ur8sDif93QAiYR_wv7-vBG4x3iDdIPACS65Da7Pi4U6CcQFecr5ewfBBXs1RAg
B6bfKEQehgLg8RA3SM_FzxgXqbr2EItN0py4dcMfEcZ3xG_T9oXVgeCXFEq81XzLD8DxWl2XBCuBrgXuMvFg8dwqN1Ul2XUI_TSW
FKA1LCX0_W893_ALGBUcDubS8e82QTjB1UHrRgH_RLdhzuxALQnvRFK9jCbHKBmoCvJdSkXy0tRT1kL5RM6ImMNja4ESJ3IOs_Mj
-gn9ERc30P_4KxvoDQI4Gw44NeYZoxbZgSYH8PD3AwQ0NdlLq-LiBPFO1sTp1vonFtj8Jd4Onn_s8_fa08Af7QwaSLjWPfdEH_gL
Tcfo8CkFsOk8xzLvEy_g3hXCLrw1ty0VI8UhGPHj_-YSDNcoBsmBd-Ay2Cf54gUHEvzfLOnQDdgLMsE7BNK55vMR9g1c78z--CI9
zAsCf2IRHUHvJPUWrghLaESU6AUp8B8oGuauN-Qo10kJOhUmWQvzur4RFfMaJfouOQvvHfjO3hAA10HnDAIqYDPr3dcQEyAQQjHr
gQjTMf7O0N9RPeLXAh845gYC_iAFFi-_AyXd4YqB8cIQP8wdCxBJAe8k8BTLFREBJTPiCQntGLnWtPTG7mKz7fGtIZs5NY50Eioi
gXE__QYbNRQwzLZJuq7Z0PYvVtADxmKuqz_zpLtwoewKF9QAKiMtrwc_6brjCU8KBu8S9R8P8wsGEcYO-ToFQAj33f8FyX_R_bDe
Cxn8whi811ojO73ttiIrAPQZEQyRBb1Tc7kFRRsZFisVX6zuAh8S9X9fUxcmG2Uo9QOfMrs17vsJOeE4EujZiun8adJByBjt8Qwl
PcJhwOu72LavjG9PJU8nCDKB2QoYF9spFice_wcVceu8M-j76QO2B-3V_8gI_58eEw9_HBPqEBAR2PcjUvbD2jrkBTou7823M0Ha
R6sb9DA0ORobG9knPwjkEX_W0ZXnDRrU6zicRDLVVjuL0vMayVP5AEwrKCRN59w4BkAbGAAX2pAY6SAHtQUfGtIhE_dHJx0ogVM2
1wDb_FPBCTsuKe-w9gEDuDs1NgQgPhjJvBnuCReB7PTg4CHH_hwh_hfOCCkMIuHp2_kb5AsQQQYUFco1EtUyRPD0CQgUCu0I_Q8K
Gez1POmtHO8k3zDu4QrkgQYB2vz02dsyB-oJIdwKTNUXzOX98fA7wfOsOzVV1bliQsoguD371fYOBGHz87Pt5gE3uPUs8Oc9JCI1
_dyB1fvd708d7HEoDGQGLLARKSzTssLn5_rpAtr83xQLFRjWEzK72uXBFAbmnsL__E3e4PwigWNZNu7wF4cYGOLnM7nEIf0UzoH_
FCs09-pFy62-1gPuLOiH3EzgwMNFLw3byd4OjrcUDsEHEUuBGs0A8hM57GANBilOIjT21zVTGd4UJfn6JCkk09IIzZ81_-H0L_dL
KgUh3BAC-xMYFyQNwNovKDL-1CfqDyfa5jjoAcZMv_QrQljKO_rkEwPlgf4kLlQO6hy7Ryxkv8quuuPksugt-MIACRospxUgBJzn
Fgld-CAv4scc9OQkz2okAP2BFE-4IzI3-tzHviMfmHrz5vuBEgk38vrx8xTU5gQIHwM1G5AQ98TK0TXkC78Dz_QAAQ7xogMrHNk8
xub12tf2zikM-PoN6H-qF832FQb_MeL0wfM-B9r1PPHW6Pon9iWi46QXNxFNOPLgM8gDG9_wPrMH5BIKEuXbQT3z0OvzIOe9zI0b
naSuKCepBpowKjEC3EIygerrw_9XGr0W8Py1CLF-8azhXnO5N9YhyfQW5frhCPXWxg4xDxa-JNF_PRojAfUMx8Mc_8F-RCH6ueTI
IwTg8fkevCcvPRuVdEAMsc9evt9mLp9_FudJJP3D-D3xLtR44T456zhB_1Pj_vbOPtLAIDASaRHZePYg-KglazHHvu0J89XOObLF
-hgriAkT1jB_LSUqwl_dRy7ku-kAMcYaUiYRZtsYrW79Gioe5qat9xQqL0Ki_NEI2B5dCDTKL5p0Eu1_DC1GLFW2bSFZW2yp3C8F
YcDwLkizFurrK4VJKxknmM8T6B5c-0uT5v9CB4QOJcUzMbyBGNrXhENL8sTPgc2kuCT-UkbUHbmgqobYExlO_CcJWOUABXMv-wTf
9DAt2ABhOSELiobr9jyqCDsoRfD-AgwIhfNs38M8mtbx7FPZf-8X_rQr1vf4O43iWx3qqsxZ5CoMxZXJB5z2EDEuESLpC4HYy6lt
5aAI8v4C025jvQrqQe8_B1XfZuDJpplZH_o80QTfC90lxX81ASQdEN32UDPw0NvdGQ_16z0TEC4xOP4aD8ft3DUkDBPCzSL49vEr
GvijxyY3FZ4bEiUoGQvKD93jCRnu_wf45xQQIeDjyioa52sP4yeiCaPn2B8DBy-hK-Z_hNU9XBgRMl06-Pan62Pr5Kcgw6PHdCU5
uV5iMUMTgS8o2w_uzkbkQQ72NAX7kADxNQhR_sgO8b424P73ITH5ManFNvj2Qq0uvQJoUSPbJR5YEGD9t3_94NYTDBIMDCwe23vx
HjM0C_ETEv-6x9LABwsVLK0ATfQwAKtK-uchLgU_-EnQ_fvIIdrS-7F_zBnfFQkJ5fY8-ghM7hU888ARpOw__SAkfwMv6vkNSQvy
1yBOIzcfIUImvavdH_cDEfUcATww8MO3H0bJ-t2_EC_uDvh1z-YpFgX5NRcpP_4yuLzIIL790t_sBPzEH-365uWBfxjc28si9MAL
6CAE7CobDwnIJg_rIebhHjDmExJGOBMf_cM4EOZGFjA1Fdv7TN4fgQMW5xmlOrLcKTO0H_UHAQ9lDBkErz0B5bpS_Pn_DrNh5QZI
_SH929RXMzUHLS_nJxAx8ykCBkjg0xVPQe1_ETfzExeVSN2QI_XmCCEjCO4jEPwXvDnzDgtzBi4L7AHjHPC32DehIf8-Dhr1Wykf
7PFuf3oosS-390n6BzkNMhv35dM3IVL_NM8RMq3-TDk26QYl1xwJFNQrK1dKTcLb6qXm7-01oRAD3-rLC7omUb8X1O1_PfgE6OoP
S8Ew5cY4-ut_6z7Mo8kQK9fxFxzw9A7mCfblBAbqVRJsN9kQGBBI4EgYOU8R1V6ICRq1YgICD4jTwBdaCagF6ctt09gnGbKB7rzV
VNpqJWRAzdcd5VAp2iyXHPE30Fbsr2oWLzs8PizH1Pi3FX3Y99zKWzkMNCwOwuTe6fwCJi0MHiuBEibGHA8jvDbOvPKzmis-E1gf
Tc-hMigA_xb1Bg_nFtU69-_0-a65ZJ3uDcPvBVasH33tgY3qxKfTAwwPyAZkKm0cOcwq9eZkHchEGkgxyQNpZA_w8u1cKRvA5yXo
twWo6z_yzfV_EOvz3Az_DegGIOVTO_EYD946AhHZ9v3y2wL9tH8e7SwM9fAyGw0QQQ7z9PFD-CoB5OhO_iICUEIuZhPm86ihn4yv
HGwYnQ3nA7RRsAqbnTwVFtCdOerDrV-B_FAXEhXLG1VQPTP9PhX5vz7pLYq0zuDGMBbfCBzLIJjxPQceChjr9McE7QO1FS6B1fVN
O-Opxr8xY8nHwtjZ9A-6ChbiIw3v8FXjA_OR_CT2DIFZyhISAdbjCv3YyQTu5gfb7Q_6HgjW1r4oFi4M-_cdA5uayifzF9Fwqyrb
Cwq2V0qZP2ib5tQrAf5_6yfBHDYZySgajfpe6AtNNtQL7m_5OfbLXf3sSwLxFvDqFLnfHxsr9Ptt7gwXCIHOZjnRIwL6-C82OyYT
QZIuGilEP38GtWTp4L223u_r09Uq-AbBNLrwten12Ph_2uwv2ffr4DFO4i5Ydu8dE9ZBxTT83pX_9yjh2-0w9dTQ1QoC9d4AH_0J
yNwLD-_1DBWtJTS_MACBw_H_2pvY-C7aNkSpHubkx8Yc8QkG5vzJHLDLCvxSvjrtI_SrFwvj5lMyH_zG3vcgf8_4GxtX2RvyBAv-
0TQhw8z5yMEXE-5us-DYGtFLpn9jeePSliPSfiiwFRTjCR4h8BzJ26pN887QTvfSF_oKJR6K1-8MudnNO834P-r0CNJINglif4P7
2uY5Jwnr8kf_xPIRspMKDNm6P_wm8-rrMRpSwADogcr3zun6UrP_Xq7Z9dU9VzPzo7s7EOcSXrdH1wsj2ukfRssgbejluORDzNg_
81XgUPdhovfML2DnzhU12QHRHygOzQUoFbOjyz0g96jKS4EANd-k8fIOMy3xGAH1LdMgt_PiCx-7p0nMPtkvrbXX2BW8yuR_Rxgq
BtXvHf8zNvniOCUL8xw4HP_2FF39iH_tnwf6bzPLz0DzwVUtlhh0IUI_9_ii_e2nHQoqN_dgFOBpvALaszklJfnRCvCENfZZRwHt
lTXQ9sb3DQ76_9T6Q3CrLk_TDN4O30W5gfDlnMr-L7k1At_C42viLi4o0MjBKNszwvMHhy0w6iHu1gOoV79eUQX_6Q3mCcnnBone
MX_wO-xXOPsj1xA1KlSZ7tPQwc3pOO_U1PoOvcVOIAXhOCnF6MZATMAPqvjDz84O7rvYfzVozvATIxU4Stjvp0_vkvPjvuPW2CPb
__pdBhjQw_xA7-nsgTII5u8We_riMa0MDAzTAun3bc7MrGruXhoCGK4gB8TXU2Pl3OQF84Hc5xnweyzOesUs4VoGHOYmVk6DMBoa
ae3O6w78HeIkJAzEMP7M4CVO-hv9s-UZf0z59FeY69zA_fHuEQijp1IS1xMe61EITg8UC0NLDSvR8wctLYGwi7ML5S7e5jO-y7Ul
NK_m9Mn44gsJyOHE6hn25CAPLtETIAFc5BEh21oByg8XxgUdUD7V6k8tqtWs95rX0Q_Lkj6l48O3F9IZFbwb8P0ITcrY-Czx9Sh_
5AbhjEQ2VSCBCBQrvlQ7HmUl99tQFuPI3jBL4-9BGRj2ERIWwR7eytj5qwf7C73XNQoPLKTBslMTDxDJFaYTtkYiFN5UYnMjIlxA
fzPSvZK45ia2_CnqL_fNrTBLwwD-7Z7QpUfc_048M6fTh-reVhbSgenxMC4_373DJvXx6JpFNgPh-Tb7MP0cydK1jQmqExPRvAfh
PNGTCfrJHuMX5SryEMsDyg7iLh9_xhgKvMMK1NlB2NTQ9Rw4_fPazyHxSfce-7OcA9HEKQgv_ygL1yfI_Uk-V-wbAzQeaA33wTn_
5G7x5fANbn_JCNXe789Ugf2jTMIptUUN9DTr6-DqX0dMY-Ts4vdW3OXM9Oz3HBAkCdvzur8OO8buMQq52lEDMra-wuBG974pCFMx
ARIcB-kPFMLv7i3f2CIH5kHQgecfOi8iLA5t6g87wurpUf3kFAAF2iQnLsbRySfr-yglK0XG_g_1_0Uq4SIc3dHxJuL730eB6PYK
AeXbIurhC97SICjazd42S-jxF_yQCWIoPK8nIipc_dwC9zMDC-bPVsHjf8w-0kVX2qBb_gnN8CTjgRbQadUT4OJLNwQv3e4YrP0R
aPLzCTbw8ZnF00AqFAsd6T0rHxm4TM01AA_13FUb_doC8q1hBfjL6tgP5-z8q04cxPTPgSLy07UAq-MztxAuIk8M3wXawCdACzCy
B9scGEeFx-hHRFEy9l5s6SISCrhLRFvnScMsDfMbxhzwzfR_Bzz92NrLHtJZFFVG9xMwAAAhMyYMCf34VvbgrO7hCRy677cdCNAR
s87hywbNBR02N94X839MVeT1sTAi4dLqOxGr7RW--HL0swr3A_0w1SHZUSb7gZ80u_X1Uq_5BwIUENXyzOZgxaELOB4WI5VHBgNu
1_zbGy84FFgWzMj-AOgg-ewN3oEF6h3WUMLz2gbv0PTyLAkcs_7N5bM_aAMN34jYO-4nBsbnKTTY5TwT-eAC4TH5Fi4SOBAE6P_8
BkveD_sa8M0G2UsyuQyMCOOBMq_7DPbg1jAxb5fKEvFRw9NQnxnxojgaijyzL_AhSR_9rTB0Kh_UZYI0FuXOgVpWFiDJIPgpG8_z
AuUO_f0iAAs4a-0QF1HuQPo5zOMjohP79wX-N_4EIzmBJNtn5tYH79LT_w71L0Jc9CoXD7AOgSxKKuhEqBB901f-4Czb7sMeA_bo
AMNzs1kGj-4Z-ecoQCbX7vS_Db0w1vUF-etQKdnn_-0nKcpC2RAN-zAFIfDmAOZl_Nh_3SDfDRPvKoXyOjo9A-4cJSDR8O41YeEM
4yrT5OwlwyO_69Uf6yvb7Pge-_cCH4EquTdDsf0X4DPAGUElOG0n0pLtvzQx_SAVCvzsDAf1BR7K3nGWEkPcToHtwfcEAdTyq7LS
5Er3_c6BRO7MBe4a5f3c7wgIHUsDN_W_tBOrAGAQVIvbdsOB4zgr9goACUIYJEYCAxXtXoExm3LqOQQfYucio0TziSH-_Aws2KYS
89NtBdiBM_T26OPSHiEKsTBJwiI3uKlN0HVeOcPSW9Q867UJb0Tjf-xIMMyONAe1CyE3Ax_OvR45HcLQ9_rwjSRS7G4gAhGZ8PoD
XRSY6s_b4RgmHuxn98835cUUD9sSDe8j8tfiJ_1VtBIuqhS6wH_kyCF5f0C5PR2p3ssP2QzLP7m98RoevCTZPNUSOFwY1xmBFgn-
BQoDtwHG7yO40Yr3HfL7wtH-49GINCwMYvX_GfxI134c3Tk_3TEDHOnYOB355fKyzwrsCC79T_jWPlL3gT_IQwDAs86fRP3dbiOZ
7xMYJnL-ULChU-nIQwMzLtMFPvba4eOjgRmJHNzVfxL8yOj8BsBc8WQtPvwiKygqHIH_Xhj_7h097uzkNkb9J0jsvPz3LeDuwCLw
P_78Ih-04_Nn-Q_mudEFA8LZ_cztDCXwBKQuG8Aw3vNAy7Q9FKbl5sfgrd_l8EJoBPO8zQThFOh_wqUh9jDS-gMt8TYBGLnIF8QH
E_g6OAgV0S43CfcH6vgAC_Tv9xnvAfpNHg979hJQm3_e0vKrEfolOvMVBti2QrXBGCoZ9sP1660AnkUk2ggS96vAKkcP8T5T2VlV
1cLLE6QMgUBTBs4f7fT73PXQFTTo3UMPAfrngU0UIa5QKTn6Chf-_-nkBfb833d-m20Z7I_gGhi2tD-63baCuwQoDua6R_DUtvkV
vN77HOUAExDp3PjdJvyvDvAgnCrIpwP4f8OXCvD38bYCBQ3gGgHz_bkjAw8GQj4KojgE6R3w2n_1GO-7W7y_YAf2v2SwPAbzahs_
1-IjDuM4fw9O3A25HEzSRyAkEPi72jfy9B3tySn9_PvkJf03Bgq_HFkJBLdC7evy6ugOd8DjK0rn_tTsCxM3jAli_-M-_g8Nfjfk
u976B9_21PL6F-giwIIlZEHEDqUCf7Q-o-8R3Oq109ISGP-jASHUD4jKEVIfAwsHMg_a3RsT7SQnXO_V5vYp6_Xx9QaBzObsgRYs
Ncv_8fzvgxDgx_ATIPr6J-Tl1r0_zebtLakpGhUQO7P1xzi4Oyh01yI9GPPAGRnYINQ8Gh8O2R8ZBcwzYx8fJOl_EITGwsrfMDYi
uPbuAQfF1fwF3PrNAsG6KfAv_LWlAknxJkRdHSo53vTOC8zXCCMgJTb9Au__8vNJ_LgSNDwe4v1_Je_VFz0PNA0I2vRA4QMNEhzd
rMD58cbGG2f3AQVj4er-9qn-4_3eNfAg8OrFVdupttyBOd-qGwcEz9wZ3ev3Kwsd-vMW_9HiJOLo2TVN0CIuCxkISwcn1NC18A7t
JX9zzzIrxvjl3kojwRLw56D7o_QsHhq4DsAm2DhQNAIkERDQZZceBPC97nou2AUJVRQI988V8B8Lf9_6678_6NEvvB9CIPPHuRpo
NTo7EY_2e99f_EohCdHL506rgTbeCw8BWCP9Cs4eARP_8bp_9O3SG9UWPPU_BM4FwkEMmwYr8dED_fjmNRzx5LkJzvsg3Qz3KDex
IWHp2SsGgVPN0OD-4ToVxM4EDxGg_P08CAUNFg7x2qnSAuYH2ZlKEPENCdQFEOYL7FwVjEPeIA8X7BiTURPxIPp_1PTKASAuEQoa
FLwR_v_tDAsGHfrc5fEBzwDj8t0J8KXWD8TDDTX15bQWA78K7SrZbvX2IgWz48e_rh0f8k5_Cjd3ZNkA5h_YGFWWvMbuQNZjmdon
qSftKjUrBifg_u3I2uzbylD3Jv46896nt6ENGdvU7-sG9inpviEMDhl_GBqzvR7cOszaRRrX3iAFUjXrESksf_3o7kLLKiEII_b6
F8QR5RE8-Ebu09ofu-S6NhTdqi1F5fvRGR32Ld4Os4FI01fhCKoqAxkUNAfVu8Yprf8kLxQ8yvIV8MsQ6DbptbnE0v4DGSMLNh_D
-g6B3BUV9wbhJmgZL-gQyvsIV_3pOO0MDBEdFRfsXwAE8p8sQkXlIypA_Lgo89jrKjX52iv8vxPoF7fZPClD0b4BQtpL6e8mHe0m
CwwFwCAHeuskXxT-ZoHc2dkySWTvrRy-E-z4Evjlr_vpCtATYBy989gaQBKTAVcXGtLHf13826Lor7LLMe_5464_BM7JBgvZQcHW
_3EdK9wJ3PKfjEDk-CYwzBXgDd7G1Aca5v5LHlPt9YHrFBrL3EKXgd-EcwUYADAtBNs81is9AzvxsicsHwQZJ6DA9iLwJP8FHc_I
DRbbxQyE2OHVIRjPVQIj_QXdHwDVJznm5BWxDujM4dQUR1n_EGrzEPsJQgNMgePnYzQq5_9_Pgot1A78FKP98AqL_f4G8fUA6AW-
_Q0MFyMIy8Ja3vojGfHwOEXhobf6BX_JQA3mDRnU-1XhWDNp2Nc9CSCjLEaBw8PI7sy31wn2vMJS-hoEDMc9TiTqL8k5HfPJCC08
c7PWbja73uww00OwMR4NBSrV-SI5IyE1LCyn8cQaR8srzuzknfHrpNdRHSH_NyAB4zWBDRT85uKNHO27R_AqprbTANH4Ec-5XtdO
f9793s3m1Mcz7AXHOOvh0jrwzEWOJwb0_ALpG-3ywwUWCyAWOPzC4ssIBFT82TDu-O0EZNkQFfDjyDk89jBGf9Tt9vUE7vno1Q8G
5hfhrzQO4QsJVPJK1OXQ-Z6B6AjWNliewR8nATfs_Qe5Ccn5EgYE4AUUFtscIS1Rt1Q3VwXu9PXzA9Ed1xak2Pan-df6_BMl-LP8
Rfzw7-kZIIHPGOiTLR0d-jpCFSwA_izygdOkNc3RBM_26eieAO0ETKzkOg7e9et2Csf8F-A0DXtgZSHszKvBH6pq9SPdDO8P2X_z
Px7wGdbHSuK2SgP8ys3muFXozS7c5PIQ9B3y-TJJFAUJTQI9Hv_9-urE1h7aN4wHnOnp-n9g7FQotSizIVlISLPvWhIv2b-R7CkZ
3hKq5xVI5NAeDuoHEhIEMK5YtEb86hhGBfTS1xHPf_0yDPTay9_s-cP2CjIy198K7wtE-Lr5QVI-OU7w62Omyw-p4amqzVhdweXH
3w0l2_dC-IGpevu4lc78E_ctHjj9-hTRvNkx-F_46ctN6xzDnXkGKLhIBBr_B1kUW_jrMyPVBOK89UPb_WejzUz1_-d_uWnS1vc8
MiACuK7KTX_-K_oS7ybzyvA5EOip6wDUGBbsF-rNCqwC-xUmz_EW5zC8CcgevwrVTr8Nxq_j9M3b6wmxNiwJEMo3MOH9HQ0z54cL
JDbdfwi63vkI4dLN8hcJl93X2z8pFOHvJAP5HwUUz-Fdgek8zuk1K0eszEUPExP7tu_yHdHZS9r69gcC5NC67PgJQecsEj0hN-Na
MxAU6u8vgQH9C0sxCuWyy94GYN_t2_zfzf7LGsYnAlThs5oK79lHJLnoNDYFHeMzGgod0Bz9qoETxM04-_Dd_jDkHRv8xAHYM83e
LS_mv8byz-wRLfW77xYM2uUPARBRAV754qPl-hzBLer34qu9KfsVIgPrIfcyvlPtnRrvtgOBBB_F3Zsy-gn-0en3JgcNQ38X-MPf
JOcDC_UpBZZiJDl79AkQLPzv4u468TQ3IxfQSecGyl0EDa3IPRm4PWSlMvPuIvz2vB7V8B1A2-aB2dUBIbYe3C3u-y68LLkTBxnz
38PK8awfIPT8_CQKLdzuOFSupwQpts9T7GF2RxS_IgcTWBbvjcTtIjzPE9IT5SqtgY0Z37UqYYzSSSUs-7QF0uL9TirE3CbMD9jU
sax_3aEowrkdViUZkxbt8tntLe4xKP3dJilGDiKOnwjTJQXZ0tgyAF_F4js6_kb5LrYqSOldLI4S5BTeAAUxGH_8HvkYFs60-Ofb
sjOyOh_qWJ24ZyEx-Qbt1xHLJ_bl1YH79hT95ukdEeUA3Nms_eg9Xs09E-mxLQriDOPnD7w7TZ4i1aEaf0DxtoXjfeIVvAPp___w
zdSQwOdPBfHf_80YERYUDdMB-_gxUA3Rrt_90eMUEVPW6eWzIOvxy_LG6A0EF4E-1z0aAUkVPjgY9hXr7uIPbhz508S_2_UMCuvP
v8HI8iEM_BE23-bX02lK7N254CW-EAcDA8EX2u-nXb0iC3_46c0YChoFDqPX9BEQDAUhBvffyQA90fD42lpgFMq-2CG7YeEAx77X
1eLNRqkAGkwIpKf6xuVaBoHWBmpSB-MHCWQmT2lfDwLpR4E6L_IR3unMFaD0-eHTSMoV0Uv5AdMQvkmpOuboxP7HqzAZ5jZOc_zY
UUJ4rPWjqma9f_3cT0vvCFHn5fAvH_uaEVbnrBXmCwM_GhnjHB9uTvAoWQMaAeT-4N3nAOUg_CDcJhdJFNjpG1b1yvL4_vbtDMrj
FRH4GALJGPwLHvoXBeMfgV8J1H_Wye4J-eU-Di6of0BqKQwW0R0ix9rq_uk-8V8-rKEuGipFESCu1gRW4vDqy-cp3AAa7AyhJQIO
AdjrJQJCFbIJAi2uVwcJL0v_gWc0KNCzaDUBETncDyfuH-DbAha1BLEGYxvAHwv0NPoCyQaeC_nHr-WpH1koGiTjyiMU6-gCK8Sw
9QPj626RqbKBC7_C5wbNIxwROvkDHP0PKyxF7UUL9f2s1wX63u4lBxszM-wX3fEQ5uXpMAFPEuYS3_R_DKoIHD7S6MfpHTYZt_MB
6MXt1uwIIh5_AKoA4sABCb8fD8ylFQ4S0T3cnRgW3_JEIg4x4inzCy3cC1E7EdUpwUY94u7xEtjCLiABUOgUwbp_DPQj_R6XAeO2
6yn5QvsADjoxKhVUw_b9ED82SQMEuBn5YqARCAvou9nlT_IUIkrCoMwQ3TA5a6wK7VwmXRt_Rj7zDxGBHOHM4qrZ6boJGxrb_dUQ
O_hC0LkF8_vbFPcuPUzMOcET-UjP2qzs1-qNFbjaFhfDRwjL8SHfVLC2f-gK7slTVgYOqxv2Tegg8OypxPLt9Ff5VgwcRODgGfHg
FdL-LDIT9Ad_N88nPSQyBWTwHt_rqVa3EhwF4ePfbe9d2CEEcxoFzgcY3Q3y8zDb1P_G6Av4FecDJfHCR-L0J_sC_dXo8OblAA8M
E_eB5_r89gco3NgNFPme5dfo9wU5WtwSOvH9FB88Dxkbm7IE-X8rzQ0X7dnVudwkHtfz5UIsIxHV3f0lEue9qPMO-CBG3hblEAdQ
lh2mNS1M_-Sz4_PxSADhztnewuDMEYEMAzb5q9oTHihkCrb3G1wHMQ0BGAH21OnY0hJ_KMbTKtFCBgft8AkKnBvhIQw79Fww_s38
IFVMu-Dc3w8VAfUGFO4s0-E7CimBUAtEzs-1AAIuUuMikw_3JSRENTgKxmbs7d0veVbNFfmS127YtI_KyvTLR9oXFAD1zOwMSoEr
LtouMx8l3Amj4c_qBCc26BIp7sXu8ezoJd45JAUUOO0hFuHAwqcCwDC36RAVBukxxtEI7RVq9Bipf1_s65091hDPFFsAKt4CEhoF
B_7kQiFZWLvCzCr7AJvllhWoJe4oYj8CODc1-vX6AQgjovz-PigugQZwMOLtNgTKCe5D1ugAASFQM6L1cgXwUAs1E5AE8BMO0QUO
gamqCwQ3G4wT4xvxwR67Cjz0IhPV1TDPj6ySwgyr6xRkCy_SCeBiptoG6Rw_FPcSpQTWBK8ps2P53ybKBfJNcu7lPAb7M_KBlqHv
JL4CJw250sdX7BzjIUY1CfX32iv1fxIA-wGl1dTnDdfK-T7lv8pNrAo8B6sPY2A1UR8LW_zn8gf_Azg-CWXKs1Vr3ybxHxIg7OYU
PvHw6qv3H_pWf_rEB-r2s9IEV7kGzIMt_SgbVez06ta_QBZAgR_cSIPk8yjeE_AXFuLcE_PXBkjz8AzjCiFnLelJaOr186zPBwQJ
7vb04fYZ3DvNq5AT5T8FLfRIxYEH0co4QKiuNQl34ebNELwSIN3DDGTq9u6zVPntogElAtHU_zEEGxAC6EoDUFgDH9ihGPcz4e8U
I0ClEPEltRHz3bzqf0U38wr-CB1_uW4EUuXEIOGY7tXd-cbSAAw4Iy1c1B4OHNl2Gfb1GXLfSu8s1e3EBglWOR4_GS-zVNQnMiv3
IdJwJPvQDkQm5b-uIlUY9ojjHBCBrnD80fr-zkS6oysjC_jG9y_CFyrAaq_n7XI78fvIBNP7KgE2KNLrHSgn7U1gHc-w3lD_GNpG
GwUbIQDMzswZHYECVSapMhezJx_PCtQGSSwU6-UNhJdGHS0ZGn_tOWHgwcGzFF1vSJMLrhb48S9CFp3iRcHwt7of8xjj3zUY3fhL
9gMK3A_A_xYUBv0Vge7-BzUOEgQfCc8MNT_p7A4G9u_Kasg7BzfzH-BuARSfHH9bHvYr8X8iPBEW608cUUHDncGR9XmLWMnBDQIV
ohDS5ek5gTLO3IMNpxqaMboIx9LXyPDFRikS9xUBrusuCOIhOzFuMvIixWVW3-K2ZPD5LiHy5teBJbccTv616BJI8AnTy-cgFgWo
4r6qE8DPwxHERUgfCa1DExMElOzn7efOKxvm9uwCDtz9KwISFf_K4-tJMd_vEfAxJe4jKvEZgQTWRAtTIwUA_8QpK-TeyRgP1zAI
3Cgj6Qba1e6KBvgJ47rP-O2TAffh47bvFiwgk_58Qd7jBiZ_8jtEI0UvT9q1Lvj91y8DAiwBf_oKFiT4bt0JN9j-IymmxAgM9BvH
HKj00v2SWAIbODy_JUg6Lcfr3Bjk5hbT-u_UBAsj6jWoYu4ezyioJccaOwjxyALtGEQRPPhxMUIPF8P1KeA_HH8LKALgLb_iFck_
R1_b_h7w7NY5_uPp8vryEi8MHvgb903hHuhEGRZD9fI9gR7mHi32CGsa_QJpIX-hIKdK6ui2_yfmI-MPkxT27fopPQk3Bh3-BtzW
ODuiK_KV7zzGorfLorn4qPT_Hn9OJx8kPcvzNOV3THb5wBTSTW3iyyPNzupqJCTABesJlTGmLgXk6BEPSEDnrzMVDsA9ArTfKOtM
B-2P_rvT-9UDgfwqlw4T79rVIXz3KQ_xtfUTQRyW2API4LD9BiQMFRIW1OPlClvN8BPezin5KkMA0PcY5sE8Bu0ef1oau98QA9sD
mJ35HvYR1-wMJRrKtfn6rh01Vw_iYuZFoEPY8-mdGPH7GYEb39hJBP7HsSsBoXkYHvfnBu8dQjE-x-8JssU44TMpAVbosiDqc_Xc
M8kA80O2rVmv0H-H5GMAMDKPFX8XYEHGZEme8CEX8vq0kbIGTkYP2DoDBj0cM_Q1Tg8EVCuj8D--7H-j5ggLNHC8Mm3BOFIMRU3k
YSFBgdj7Eu_9AQCnyzns3Q8aua_u4H4K1_pBx7M0leXNyRFRE_MSmVEjkT7z2s1dDvm6-wFbz2UT2ScKEAMgzxvCIZmBEbE1NDaw
nvWI01E9CF7OMnnovdYqrxmrUgSpCc0fGDoAwu0O3PsRvs0t3wOl4xUL2vbp-7nOBCUUHEjqgfmjzAUYChQh9vEj6fXk8_Lh-AkE
PH_--AMH6ML5ZPTOJT4o0QLpNyQpfvUM4upRw-MYOhuu_NimAiHbANDxzBr-EMj3In_c8tT3_af4SAzi4U4Xlwnt0NU-VNM3OeJg
Ati4DRYIBJPQ-SDW0MwU0dTwFNMnM1W_BcYNKMvmFf4cAPsAgQPa5v5hVOhA_vRMOc39Ig32LMbR2CvOpLAAzcn60_DX2e36NOPQ
GhTjF-Toa0zHCRIUgeQE8ieo7SDwpi_quiwOBw0W5wYOw6nYG0ekyBARYeT73r3IEA7f6_f8xjC6DgTU_rIt9dlEDgMkQPrWBbgT
-go8gYPwJAxTzBj6_ewGeeQt9sP7P9g990r8RH8cRTYpAidP1sr7Ic3FFCP6Uf7jcPsA2T3T0vbU9DREBbsL1w-7Pd8YDNXQ8wou
KP3h1zjiyP0t6y_cgUS-3_LYVgzyBfmu-FHsELbQ2QDPKcdh1C4Q0cnK-PLoheHlpzDXzijR-NJZMRhY9oJ_CqkhA_MMIPuR4AK7
r-33w9_u__I2AjG7L90a8Mnl9CcWJ-oSgQzb-glRSRxC-w82-ssMVC3MLN6t-Fvsn7rUuODiM_AdyyIcDAX24vS_9ByyGci1-xXh
8AsKS9JRLvDN_fPR1vcW9Pgmxh1_OvKrAgKeWgc0N7T60DHp4TLMvhgVJsrf89Xm7RvND_Am1d_xMvbsVeaBLOYndMAV-EjUJ_lE
v-fyCec6va0zPum2FAkoCeKW6X_oJITTumbmJAjkOAzl4EeXbioo9Q0HEzIgZ8Li9gjLBvAP0_3tDzPnEOkI5gPkf_sPFvK1vu3H
8v7VGDviyvEQ4Rg2IssYJz4OQiUyK-fN4eTc4hYl_rMEJDE_CljSfgfMAy3VmY62PNkCKjGVqJEJ2gJEf7lcB1EMLhgNMgtK7CIb
8MEJCRQJ9yDDshwSKQo1yen8HRg7Aq1eEdmB1yXw4PH8783rAQkCBs8G4vgEyAQQ7u-8Kgbv6U_cHQYO4w_cHviY1QgTBgYPIDDU
rN5_wAAIFatC2xfsFzj3xLMN9xYXEgps7OuVR-tOuwtGtRdIsXVI5n8ZQQHgCuFhptRA5t_yGtvY7xanHh8l-PjbJ0jS8wbs1yH-
YNUqEiOh48r58bbO_c0l2gY9IBj1KH9o79Ub_gzLm04EFerHB_L1ByseFVIN2hIYEm0c7l_z7FyfGDgL8cMGDRbnUOYC39fp7Uz6
BhBVFd6bHn8GDWtEBuTt-uP7OsoZ4R8YM9qBDPugjRDj42XbUMM8syrN5zFM8CLy9QUWMcwA1M_JVNMB0fEzCLXgUdq7fwj27doC
6StCGuUW7wH-GeXNEAgZ9eEwCRPoK_f0EgkuUBwwahbP4gkgukHaRdGdDd5Df8MnJQvDKlAqS6q14hjwE88R5rLSOv76qyZcDOGb
DkAezeza1A1cwcVfpuY7HNsLRhHbE10I8yEtP4G5Rw0cM9D50MgZJKclRzlaQdO_AeUEFtnc1gAPESQZQdmBU_YQFfy2Bc7VvDUV
3WGv_RnUG9UcCqbZ7aTHRw4A_RHJ8_JT2SzmtSjr2eMJ4spGNPfsij_5A-OsyzLv8_B_6e49PxW75aX-OAgMByaZCgdHKjJ9z6M7
-EzgyeH_uwj7PSE7ReUYAq8N6zzRD9jjy_cA3SuB-B0A-CPK-elHChQL-hHAmAfeAAEiITr03ywHEfr7_H8a8oo46wDy7BsgUhgj
p_cABhbrDx_WGefSCdj4_tvj5AvmBBUq9j79_S38IVL-GRJ_51T9LMAMZh4QFh6p7eYFEfnPIAcBN-PPIPXjOBoU1hYQ-cQDhmDw
tOXCgfvCQSEH7rkJ_Unk255I8S-ZBA3KuN1EGmz6nDYVGZPsZdkYoSvu2wAp8NISsQdQ-DDOrh_u7Uq37mns2aV_N6M0Nxi8pubU
C1vctg0PxxvL5C909-ov3SMg65tHf-cRjJYa9v7uDSEJR-AQAF8iy_EKUKbf7Bofx8UIIAa-HBFqzCQBKxXoyeTWSiAHMvshfxQn
3Mk377P1D-X8KuLQzdjgKhpW2h4I8NfsNhcoJPYmHym4EdrWOBZDGjcp-3zq9WdPPzLj3yJ_yublHrU-BxZKy94Z1jrt-ibvL_X4
HCsoGcjdGtakDAH3AxYqJhNc-3_tC_EsCeDlJtTjxf9STiC4BQLP0xEFFJ4B7BTh0jHd0DQQvQdG7s8DFQghVwX5-i_i2_-2H2jd
Ag3qxhNgBALLr_8tKO2mCn8n6TuoPPQa_SP6Buo7AwkizVXG0SIsK0AaH-LcB00jCAjdGsMHU9cT1yUKGSvHPH_qk-wP9OrCLsf9
FMf-6cgC4gRT3toD4X0Yx0ms78qBu_7oEynAPDQKxDwDC-_u6DLY-OUC_zOlAwEb4MS8QDj0aW8qtRs8Aw-Bw882--736d79RRDw
3uzR-O_oBeVT-9nwvgfOxxQS-Prt7-jkfyIm6SAlkAfO4QbYCgPMDi3eLz0G3_IpJxoUVze1IuDeGRId6gDi5xab5hBHpSyoOcQr
0-oGiyAzBnolzllH7zE2Nrz14-HE-DAALNTEAQe0EDv6JwR_xvfe5frTrJwZqybkVfEFcR5qIELFUCMZ6ss71-Ei_NKNs4EnPPF9
1NoKkyrC4AM0tgtRvurOAPrwkjuc0Nfb1fnuTyBTqi0bIBh74F4CvhEsq1BNrBHyHDcH_wsP9_ioAhgbKoEFzn8g7ur_-3XfauVE
CCX8HwwB_PfgEs-a0R3-1ozp9P4JVzsU5t_1vTLKP80W5h3Qy-cLCPAUHjLE9SUZGH8IW-4D5c4A_z8VH0Lk_QLqqy0hBv69-wLJ
CQ4UEDbXwRHhTPHxCA_LBMVq0O5PPOnx6kFRG38OReMfL-qU0_HB_BUQPzTzDaX9evXDCcYLzszXgbfHfOvZGwTGJSVXnBoKJO39
_tJi5842N9FYGNXDKOUyEdvRBAozpDFRIO15Tb9J_DPSsiIxy_clMkSUDCyBN02E0y6e2eQVJOenyscf1DTdFwqQQ0mqC_7RHSbO
sQxFRAkIqEHYMBt_Ft0AICKI56TbQv62_i4iEfP7LyqltSPR-SDpORnW3y495ee76uRF8yn54ejwBw0khAyBAfHyMFYr8gUBJdVG
BAYeCB_y4xv0NyXEyAYV3fT9ADAY0Dz94kT1crzbKi37Gfr_99hZoMJA8X8W_Q7M2urh0xPwHvN3FAZi0w3lUSYt5tEAGBv0GjgC
BNToUOhkuPbU84ERCx-uFAgArhwC2uoUBecKB_oMJwgdGQtaQyvs3N3zE_wAIiQa2gUTUBL6BxTs6zTmBH879jT38AsG8yw8uOUE
_uz2-P40LhgZNPOa8Cck_GJt9uX44Q3pASonDNgeRCQDwPEkFp8EAfEeRwUG_NjSHvpA8s7E0R74fw4-8PKnAi28K-kbIwk52yTt
3xnXgfHbDED-8hT_P_0GDRIPEEPuAiYgG8_pMhH09_cU_PH1B_fdBCLTl8Ext-BJSVAnbShGSh8Pz6_j-UQ6--nOwESzIa3Q5ize
yfPl7luBLihJWe32U_S63YHg7evtkN4IuxDhCVX--g4S00HmNacBDsoJ1U1CCfr7F7gK_D7rAOf0WA677v4_8eBj9sFR_ZEdPhYn
s5UICIEuOEPaEPv3-KoUAewwCwetRPkKYQLJDS_IysIArbohcwHPNRUXCEU6ypnfJcAHEvujZ8nlAuMD5xRBuR_j_5ft6gMMyPbn
4tkk7IGl-cxl-yMJtPbs9Nn7IvvbgQjg3ysD7AdD6fhFHcAh2gf7JKfdIVoNA8ro7iQo5fvUnzEWDcDU98jvU-DxjAMEBv1_-Pe1
A0Hc8IcKAT5BSjH5EOvwcwAJSOUY89zMQS7gQbjnt_mvCzkDmujS3VXVLisVMyUtFNDdDTIz8QzU0hEVDM39gQ4zKzRdMePO9jjQ
m8-6xua1xdE9Cfe4FCQO-cFADqJLOwC_FRRHEVzTf-6ZS4NzHfkEUDbN_90cFJYFl9HbfyL0Bg3wCAb-6vD63Bzj6qWL73QM8PfU
APToKjP4-Mrovt_W7vgE6xqL8uXE4IFxD9QnBK-hurQcCsoeCNeoB-e9cxPSpB3L4BfN5sMC5MnzvkH7GBjuIMspFz4ttxP7x9rz
6CwvHjEG4dTGxfBe_wXUgTdHLQf0I_TPNgBPBQfUQN8O1QsS4hjjyynoExcVU-7qVltVsh4CG5sD_eoIAd4Z2xj5AwPBgRXCyFQX
4gcK1_waN2C09Pi11EzarGIt-RgA0tdv4QlC9EfoPxUjyefH6f_pXuMKB9LZMDnyDubEu9TxBxolyjrMJbwrOTZ_x7VNDyMmKiEB
9Mb7zkv-7RXpAfjvHuAn0P8m_ef8DN5C6RToAvYQzSQ86i4H-O7s1w4fxgkG0xz-JwwQEQpn6t0cFDkTMu4Z-w61uuHt99sG3u_l
9fYfJtUA3OcwRtjLHgYaDMcYBQ5ABibs_9DdNe4mHOjxf9YH7_TH7_DRNIz8_dAGBMnbJ-8SEBXT2AT059gAK-kU_qMOEePmHuwH
Al709xdcDuoartQR3SMmCd3wDwvjNwTsGhMBGiAcwCkkMzMcDzMS0tPdFPXF--fw6NOz8FCnAxeZ5r7XneXiJjMb_NsK6ioNWenJ
-xH1H1csrxw-8bQc5vPgsuIrKNkmshLm1gkMfxLz2zshaT4g0OWp3B_bwS4pGi4attsaEiTh516queIgEtIzJqnh294LHi8yS_UK
nhScHv3a1D-Ty1b-SfMWCA9U1uYSmpnVeRUvydI7FBkOq9voCPdFwMsGHhgBneUd0MPSKAr9Req_7i_uAdI4B9HMjPDnBQEvzwdg
Q-LV5TCctf3WId8bvevKgfQm3xKcvgdUIsH1vTsLBLn-JSv-rSIh5vqP-tYd8huY8w0JpTkF-vjKIOcr-we09PclvhoZAzQHw8gG
v1sa8QAaEuYRMCRU4uzqEQoJGilHTRQdBN8j5PgNPiLX9TkLGfAL6ukF6iUtAt3BCR7r7r_o9DjSMfgBEhQI_Qb63g8tqhvp4jMF
4LDyKS7gGg3U3PntzPwp4OIbCfd_GVkCuhIKJxrn8hfS5xjV2NETjcoHH-_65utAIQcOKPXemDHFEOoXrqsSNLtR5AYNgRwF7C7d
Ax7owjL9ZbsO4OA68v1av_zzy0cswO7xyN1Aw90S_e7fBjjuM_yXLMjMUkP5-9HeZFlBAEIW0tUgMLUN5ewE86fj1hCg6djq8P8K
5MPQ9hLuyGPk7BMoM9McHb8M6Q4WrCMuAS0G9nHt4g3Xk9_h81PipLom_fPYOb2cG_v7D8PExBy6xUPatT8ev43vxBpv0OMV1gYV
2hYU7Ayt5NnH-xL0O7roFcsgk8f-GCTO4CwuBw0nIg8hJQn_1vk_7OV_sNUm5-YeNztY7wplRuEyyNPRkr8rz9b7GPSvPhzjfV3d
tkXRK_Ah_Wz7EsMD_k7a_QgEUr_wJt_xCKAh1OUU4WEfHRwYJSrU7vFLDwXc3CATzvr-rSgS6tgH4TG75-3jGrW1_PfvRty1-IWz
-wPku-IGQs_03APqOtdc4R2BKSPC9THGEFcE8HO41Qwq8OFQzBXmAEWf97Ib8vTy_v_n7ioLIC-xAeSsSuwN4fs0399Jkh_tPPAf
JcwgLPM40__N-wH89xrkHmIHOArSC3gq-rf4193ITB2q8uAE6gPh_eIn--cq76XSVUMI168HtRI729Qp0sYvBeD2qzGBz9H2BgEB
WvXY-sw_5gMXt9UIQfsp9S4OK-cjHx_uFhnI2xPsGkoI9P76Pi8DCiHH_g8Koggz0VECQsQOCxgOG28B8yYL-L4p6c5UJwyazoV_
JVLx5fLh2a8Q0gVGs0Hm4PoBHgXa99cY8v03BN4T_gf11MM08A7tAtpt_hbw8hwx6DYD3f4BFegMLwrgrRbSDEUApsyxBSM4ERfi
90piB-_d5SJ15s3yHRIZDzTl08X6IFjR1dUCyi0c9QAnvR_8FM7y-iSBE_T2Q8TzFA7V0Vj67fAP9_rYHDUN9cQD9c7m1x4iIePh
-DDVKhLsGQoFMwobH9-1JwpP3ukrAUtTNTvy7-DJ1dH0MdP9AyJTdNPoPrMMFgsgENxMEQQ1s_no0e4SFl1MENbu4AcvYBv_Hf3k
I8PBP8VYBU0pInXjEwQc-u3onicn9NkXNS4vHA9AJfP4_lHOC-QWAh8P59YaX-zjJfUj-MGBFOI8Bjkl8zL91wnmEQrkvhYcEx0b
I-E1EDP_K_EUyAM4bwUaHRkTHOby62VR-A5B3y0b88_w6CIkJy0B8pMI-SWzNAE31TsaMyHH9CAR1R6uTez3sgTwPsj5KuUA_w_B
_OsrB35f1TxRnfoNUAPemw4tzRYBT_N1LQ70RacEEyTgyi0_26_d2vr6ChJxOiLJM3vmR-sMx_usNetBLjaz_lLe4cgw5y8EAfl2
Fg-yCUIx0CoA6SwJ-X9V7pLhImUADqoPEQ0QCeC-ukjBDOcBC-L9-fnyFcRPASlT--cM_x1A8L3T8Tf9JBPMFhTgKMXVEhT8T11Z
98AMlykCwfFCJulQ6w4CqiHeA0Le_0I_6BQbH-y96fw1EKhOqTAhJNG2CZ_SwOzf-t48fzDjPATmKtzZrjF6UAU82dTs6Mm5NDb5
CLT6NeLfExQzEzGwuun3GBcC7OVQLQszxM3LEfjIGgBLH_rY4y3qAuv1EOLgiO0OSAH-IcKzEyTl3_obJ1I-R-0Y5SbT6_HMDfXq
5i3XIjbGBDg5Gwb1DwkZKxX8DNsADIH7FAW6GfEDHFgZITLxIf0XCRrzzyD28dHi9NoYS9PeC-i4T_L6-N0eNhAMGNrT9fLef-kf
Ef_-9TgeBBH43yUPAJav-A9IGUslCRToEx__JxO_2gf52RAOKOQn5A7cGejv4v365939IMoYFxMhA-jvKQQDEf3hzS3vxhHNEyDV
L-37LMj76CLJCgH6CP8V7y0hGQPnv-TvpeL49bQw5_IQ4gwcHREzTudiM6vf8jQHyWck7N0O57whJv7rBvLJ7CUK-zEx-O8a-wwI
IANW5snlHxf6DSzSvSHDJKYE2O_m0isCMoo6LN8h7x4SEvCNuxfwnr4q__vUkiOujvnNwAv_KpzhJ9mz950R54xJRTHKLAYZBh8-
gSu_z-TAA-1ICOQ4EysxTbIT0hvZUR209MYOBPgWIfgnmL42TO01yTELA9Pk8toD6xAI93-qoBgODe8G9VfR1xfJGc_US7cWu90B
8jOh4M4DFdkWwzuw_hbl9d4dvB33zvIBqB3V2-UKRCntJfvX7AmD_xEyFBNJy6TdM9nT5C8CFgkqxjcSTBHRMfjeHiUozdrDCyTu
0h4B6CUbxSXw7Sau__ihnhYt8_S5GBoU0eL5MSL-n9UHRgAX-kzTDDrMDhENXu8VAqfG07UMIxH74ePNf-sW6MPJIOz5Ru8OWs0G
oyuvJbOsowrp5usW3eixKzQKVRg8VZsVywMJvARDyxIcz83mMDP9AQAbw_3p2wKn6zXYClx_42gc5h7tHtTgHRQxvlYOCEkjnqiS
UPsObtQNMgRNRC3l1_jjjj_-Md7vzz8y19gV36MJUEDkWa1w5Bfi5q_jJHAeDSsIwwwty_G_Ndbs4NIWvMS--17zC6WhZ9LY7gk9
TnYo0Aam1ApW19ViIxdULl3h9TvS1Sj9UgGDAwXbB5cEyFID5AEy7CdB9-TU6RYezTonD33W4VUZLtgaCUXE2Bfw29IC5OLwJMLy
8x9_Hg39thVDF7C_xBUAsRn2IUvzuvUTRV2o2tovpDUayR-r9ggkCfgFAhZc7z_PJbin0NLWFPmzxi8LAMWmPQjtxycGE6wNwDII
EwLYOSEC_p6UG5rXsAOM7CAH9RsVDAG_6hP9Db7sADbWD0Yc2jtQ7KEJ1SU0Dg8u_8ooBePyyqcmNsbcZwQ6FvLd-VfeNOoUSeQk
vi_i8vAQ9-T3Hc3vDsojKgxJ-jHcN1M2xzYSFvHK0_xDDmwnKBEBHiSB8OL3DggX1ybvI_pIyfw0HvAA_Eb5KgkZEhRPAOElHdf2
RCcZEgMiwSXhA9dKI-f-_7Lu_erw_DcM9_cMGOqB8frbCwHHE0UeNQsd6PIuFuc0xeYH5l3tEebH5sfmyfy69-XKBOoXuQ0LzBsL
9PUdJB3fKcUG4e8IBjYJ-A_-EDUNRfPyAxTy6cA1Si83IhYo6n_r8-jVGcrJIeToFqgYMBkbHNrO6ekCyPXjBzMPB8MzBvSb9Xgh
0wYo_N4l88H5Ci7s9ZHl_O4YIDMiC_YV9UA1MAwXzc885QYz-FkVdrft8_n91xYDKR8Fx0r3-q8rH-PMu-sV-BsXqzesPzxGyUnu
BBXh3NtWzjH0JhtE1vYq2zIVPxHtDDTNKLTmGybhKwr3ovijIqmq0domgSL5EvUjIygqAf-3Iuo0EyPLBlHuJcjH9Nr_AuYl5TCj
Lc_5nuJWdxcCC-HR8tch9AL_JfoRzacH3fQY5etRAA7eNOYCPskwQAIVVRMKBL8Z_BRi0yc2BzEE5MjTCCvMGUQR-0ZNx_oGKkIK
2NsEUg0Gxw6qEvr3GsMlP-rzNrW40u6B8D8XCuDmNz_p-1H0tvZwtwjyBUq36tgP6FM0Iv3QNwH9F-C-BM0c4QG8LRG9kA2uvMPa
EuBCDwsn-9_i1fPq-9YfB_kK5wYBIdoKGi0MDPYSu_EmWOgyIUnC-OQB893_xDu3Kx0QEgHjK7gqSBq3BNkS7M3dKZK7wAT4NRj_
5d4tNJoKC9Ue3AwqMwMquPETAUXTBjaozwQ_SrHyXuL09y0P6u3Tf7CRAO3y2QwjGtfoph0GA-gwHfHAA9jwPgj48jXmxNaguBau
VPAmWP70Dz-uCwwY2QIehvHt9NMHCfsIHsdr_LAYMLDCJCUffx2nfCArVvw67ew-wuQOVUY0HwdtvejnETYXrwwZ3-VEK0nzTkyo
1iYPIBshl__pXgMRad7OJcPl7Lgsvt0U7w4HC-AzK_oZsoclcQDDO__7OXnO1j4GofT4BTb8Nd0YmusxCuhICMnUzL8HliYVGeSd
-OIV89D6LcQE0wIV9x0xJ_PTW8Lc8OjJ6_es1-6lWecGF_nfztsBSh1ipJjY6tI24gbS5FlEE-w0bS3zHz3IgfIgxgHru-efFhkK
QSYRLo37_CcBB8kQ3TfU_L3BHOX-1Afr2xwHywUrFvTyGyw05U0aoRsYw_EL4CUGR-3NAuTo-dYC-bX8HkwhDcHR_Q_aZ-cdCNkt
6Lsv-vLZ4MH47fLzDjXeGcDc9yMO4ekTAdreIWQPtjcXJhYo0eKBDStirPxMHPsI-c-8TcTGBSETGt30PCfaBTrgB_ll30VQxAHx
KAD5GDEKtyvKExz7K1cgy7cF1FonvHM1sevtCtE1HnBdFcY38CoxEbf8G6NYozsxUisZOOYRMvpCDGjs87zzwCTzMi8TBQUCvdbg
JInH4Mzn-wzbttUJCayGrmARbs0fMw3u1QrCPfrMygArC0cVyvlJ0cTOH5YmPbQfM0KZH006xTpDgRwoPnbu_N8wO_QR-EXSdgNJ
FcigO-sTYxMFC_sEHRHxA_UHJPcc_gbzACwc4BG-5v_c5dfc2_rhAPgG6ODqF4EFCS0-yugB0dbH6u0c3-sj4wMI5AoW2hL8EewJ
zfLw6SQCE_C-DQ8A1tMT9kD-JAHfENb7_zIgx_wn9ScSP9IC2iv4ODcd6ioc0hItF_MOG-AZ1c8iBd8TKlCbizn0_Wr61vFdzATR
ys_h3zMqzSJMqO0Q6N3_yMIy5a42JPckRdiloe5r_7_nzqofLErcy9Sw-i8Ix39FDvzt3P7w-d3fw-AI7AJXHy43Jv1Yuh0C9b_c
yz_IRNALHOzH8rkv30Byx2Dhxg0D7g0LMyQINkEFfhJh5ucKy8vfMN1X9K0iEwHgzPgQCzj62wT8ATnuAkvFNb4e4CH8HBz5Ikj2
2c1E6-9QEPLmHSWsJhb87EvgAgoNwcL-HtrgBhgw6dazHEMmFvLR9xvMw-Ew_g3mEwgHMxq34hwH4_n1PCRN6BUxHBQSAt7lxPfs
Z_3bAYHW-iHYGBwbM-QBpyQDDu8m8-zdEqbwY_D5zs4nL_Lx1wvgReX87SLYzyclHNBNQfT9MMLUIgYu1f9AS_8OCX_--zXs1i_5
FBjj8KhPH--l0AswBg7cLcD7JtTE8K_SxgIr_94I7Poku-M24TUf5QgR3fPvBucGF_Iz38vhGeLtzTsRMhvrH9rJ-50lQhCy9EHq
87y-Av80_9z-WiVO4uzYP_nZPDc5yqhH_rIFBAz4xRRH6CMgHXvMHqXdwSFhAfaJQd8l1kwPzOr3mqHFJIEU7di7I_Uh3THsOfY1
zcjUCvjqAiMz_QbTtxfiAf0c7ck_tRrRv74Q-MBF5tgE8OG97uAg9pwBPeXoFhPULMQUFwgb00g2QvHyE_72IOL0CbYKQ8YFIhO8
NfHs_fEK-A_tAgL_qf0nBOob_znRCefwKe_N6fBH8e-5NBDyB-iB6xa56wL73hsbCxG0G_X29tovONZc8-bD3ADh0DcQt-7oIhjQ
ADQZIdgQ1t00FAzTA-_9KRuk8EvZ_-v3MgEBriTDrugy4FkAE1A1Kyi-9QPPWJnw9iq_tiPm5fQlQQffVPHZ29LubAMS8DPu9-sY
HfcD6Sw2Sx04Rb3fBTrfwhTMNBkWBAMzyQ5IEcEsnJYX7qTU1x0HkKcEXRgx5e4JKL7TCR0cV8PQ2BPtfzQNVO88_9H018OSA_Eu
Ptr-t-bW0wfqGuXZJR9M-fJCJ9bN5y73ut3WCgwZShQ19iVQE0c5-f3ACEGxFSwj5fAG_CRVKSIh8-HBP_QE4-UfBPIHFNs3gecE
PkviJRq8BePs6gEJ9UcaDQDY9cvT_uez9xYV_Pq4IfZLBJYmG6_w9gbf3BcOGwMkHNoW8wHOFyr1Q68zBcbPAP2tKnk22v0pSPdW
RUA7yhV3BCxbVfTOHivCAsrg6h_vAx8aF0JFgToUDcz8J_4U6t_8NjQanRcGAxdSDBwRPxMn-CDx5r4uHTTt2tTZx_gfBClqyTr_
9lTQMhP5Jwgr1UrfuwQ21ewWMBlQJxov6dfs2tULUevh2q4VGhglDNHl0hLN-BEh4_Yr1UocH6vySzQiIvQo8F3tHUEOsPnmBOcF
9THYCyXLJEAPD_JI9wFMHL5J-fPILc8sJN4sIsva_SXzAAn9C8EgE-b5MirmDTACLOYMN83h48oFFQv8Drzy9in13LsiQuADPxzt
IwI340UbMPbPLfyB-gApWCMTImT57USBDDbj0t3jahbPv_vF4PW1ARgX0Bb0-_8nOjFNAhpkygENFLrsBzfs9OwuGgPIKrripznb
CO_nyA7_FksCNPTO4KjG5ddNvScFMeUuRRe_BPDv--zYMtjw2SwT4dT1CxXk78y--zc-skPHR0bmAx7aWwZHuhwE8fKd9rAd_BDc
Qzp-CgiQKpgDowgXy9rS-TrfIvM01c20MFFeDen50rUdzjJN_fntTPN2wShDGggE6RH6r6HAzclg-eX_K-TMluYHVtLQ3vOtPIHA
u8In6AAK4NRAmBwlZA7hFNNCUp7A-rtant832vH-OgERqMo97QC_1NoCzt7c6NHgB0pMKyAuIwl7gRFFhkUs7CggyOYLsTCwNF_T
5wNP_5wIFaUf7sAD5ls11hMbGeXPsMqMB_w-xwIYDPHvVva6LxodaQUa5cW_YBD9Dgwv0P33DPov9cfevdElKPrc3EobMwLvEwYh
SQPds00OIwfdF6cmBgwl4uQNd9ksbtrc2gYG4fEh3hvJS8rwGt1ACdwFIOh_EEUPJfzLBwglEUUFBAnZAPUWDe6hG_X_HbHdDBr0
yvX0-hLJ-sQOywgy0vlKIe3M1ifc2O4DCxXVDArJHzmSDrgn8tJY_Pr3HMnay0377PMH5BgdIrb25SL-UTiqxvLU4BbhI9G3ChX8
0xjbseoUPPiMDQSV0-PT3tXlDEzVslHst-s65ii7KiPsB1MQCg8O-_9VZyL9NuDhKecU0M3tPMXwCVDbJePyKlDv7akJ0FkQ4rzc
2NFDzhMAEC3ryf318vHBC9HYChn7vzYdP-jM51E03Qa0D_7pLPoOyCoe-4E0w97eHvj36bUb9Av4ojMHExfdCgT9p_8yJxgwG_XM
0azz4QQR5iDoSvb88OgmSRZc7DAWLCu28-QTB_0D1yDyPSybEBnMKgryBe7WzdMRSgryCOYPKwxr_l8swxvdHD9SyQsyBvbDFaPk
rsyt2Q0PM8AqGzrE4oEW6_EK3AqsBE0H66UaGhL1zdr__v_4HPCrwkX8CBA1Bwg1nDTWG0PrOL4C4-6_X0fw3gzTxQFI3R7-ucbv
-SnE6P6rMC8v9Ass-hrLCwrWFunmn9jeCwQ47-KPCBfiEQQsG70rLQHlYM0j2JvLwdDr_O8D4cAiPMUTgTMC7hY0KEoc8Rsn8DH7
H-_YQMM4xQVUBzpVIZPaFiI88fQkFVT0AhNDSd8--BgCBd2BJKjI4dkR5jR5OwoBzcwWxBX8Vv4y-_700RT5AnT94ePi52LwRqr1
U64R_ijbN-7RGAAeMR4XvvL4FnPr5xb64vLGfyZIA_noyecbGu07HxLRNAj7ECSsENDSHR3KRhIMRy1T8OqCk-Mp1Brg7IEBM_nd
1RbEPjUSu_YG3lTHST7L2RW912RHVe379bUUUgcNDO8SEREZ7P-uM-MKAvx7GTdZ6n_k3PmB3us66egtK_OtR6_dTDQW3Fq9Ow4F
yN-sAO7fIBdQtjEDlBskvQ3fCkISBrvhWQIV1ErbPgQIahAYOwoW1VK_ukJPKjSmyyC8f8v_NWzMs_497fEp5RMv5h76BTL2IXj5
Dpfk38A-1AXU9-MEC_W0CP4JS-n99RUZMcNpz3-ULMZ4rPgQFe_Y2f8hFAY3PHz5IfQRFDhTWQQ5VNwwBvkNIAv-wc2ZRu_5Hcsy
EVPL3Q7U5tWB-9c42F4kScDHGBQC6042Rn8sOQf43s4lkwvbZZoZB8cl-NoFO_AEPfTKs4YRicr_1vNDNxEUH_pOCAQFUSQjOl46
DzrP1P_oFLkLZi0c1ijj5E3FDDUi9wb30P_k1LskvQgkHPgJ_wJ_Ki79M_8sHdzWNzQjHzAk7G0A5-u5u6-p5ExD8cThrC-Bv9oZ
6r60_pFZYFJ6wz3tFxcE-qF_Eskd4ew70y7PB0CEBRbi37efBF3fDCTJ-D6coxjJrMHxBGSTKA1hkwyi_x8b3tdIs_rLFBg90Pba
g-CZBTUHFhbb6Az4FOU6IwHmIv8qkH_bJZAC9DscOUtoPU6jOqtF9go2vQcxtvTnIfTLbBSZCPf67SIULe3xF9bo6NqbuMEzDDfx
fun19YHVRzcHsuks-hjiad8703_7wPH1CunpHAfMKbyIRbl53jAL5cXtCuTsJPnvJ_2zNRky3DD8JZjTwAgGBxEYBQEABhcgJNoy
YgfNUMVA4vTq50qu8EAS8xH579khxvbof83v0RtB6tTo8Qjn4SrLDPMC9yPKPAVZxNXH0un_IissegH_8Dwx9X_5mPnW7Q_0sR8q
1-_wOi9_6GwRxE8wKUkL8S8SeUrx_R4PBR9B7KXo6zAcIQQB2CQ9dgYQIRrjGe0h3f8muyr00NYFXjdmJC4L7ygDOtktBSa-__Mr
RuMGFt4SIkTBiBTFEdliBTF_5tI8K_f7Dg7hC9kIQQf1-Asf0A_fBREJEQALKgfQKOMWFBbj7uAi9OYGNYH3CxwsJEzeBBDmCA7b
genwxw40ExIu9RAR6wbZ3_b80O0PKLbu5tbdHR333ffUH-b1KC0O7u8x1Syoy-8SsADyEAX48m2_z_ak8-aTfz0DJrKZ05r_AQDn
6SbP5z_jztxK_A7sbmWoGRgjw9tXMQg7HR_XilX67aQD-gYV8tjv71tNNIGfrR8SgdRJ8f4K4BLG3AHmHMsrgdvenFby03cCwVLv
tUcqAQtNBuYU5_6sEtcaRuAI2vgV7y8qD0QoNcyx8KAD3S0X1sTRAdgU2SLU8h8x7_KtRfy-VmLI438MtyT15wqxbPHp5s309Azm
GtiLEQysCKwl5vHyPeS14L3H084YyoEm8FYJCwX17gP90QYLDrMS0uEALtPrBRdC6vAc1xYj7EQUCwNE0_389UbH9u0dYUD-v8f6
KRcbxJsfpd8ODMfB0n8QydxgGATn8e8s2g8z9MP3wjVNqSkm2vz9QtweB_ERHIwNdBMg5e29FYHKUhIUD0vc1wRl060v8uDuAAjv
Q4TbFNDTAhX6uTtRDPpJ2PItR3IiPhgLKb3cpNwE__IfnTO6Bg0vyTv-f33cBVUZ18GpCAj_Dlgc4NWO2R_e5oEF6_ru-cfH52Pr
BwHIGuLtbdgP3C7yUh1p2vIb5BNK1FkmHCLjLyLQ6ALvZCnN8sctAFovf5fCpw-Yqcbt8i_-Fy7h85XiAaxwP-ctDfkcsvCiBP7J
C9wS7_CmSPn3MOcF3eHw-K0EBfFE-_MJzQ7P6Tjk0SJ_0gC6x__F8-0bIMMiU-VsCEFMNjzH2_jnCQfGM8rm-RDhvOTYSOn24Qge
9y4oHv8-uVrKsfJ_CF85GBUOTPDGNvr5Gq0Q78ECI_4IrX8F_CnxBhXlBeIk-qb07lJy1ywu-iAcHQUO_wIgIwLvW2qqI4EK-RQV
-RQdON-U8wjkHWHgCNUSF6Ya9DS8-tQ09SgoB2j7_QD3LfLnMziUMuP69b_kHf32AH8_LNtWTeMaWAG1vv-S-RislTk-WxgUGvTY
MvQR4MdY2A40B-cvttvD3gIS884A7N3gA8cCKgYX9IEdJmHN_6G_BugNHwva_wY09AlQEwvt1gsOXyvl-uKwCjX9hDg06u8W6YEI
MezdKMcN6PbnEugJvTp1NtTU-NQXrQU6497pvsQUOL0L-EXSyB0jC_-b8g_56hc7Dvf7QejT_sPi7v_4f_wdzOAp841O_OYhJphK
KNlC8GESLjQ16_4xw1kmwyo5AxZjBh7oKQr08IYg_dWBEBuv4TDyJMM_uggZHN3kHBa6C3QUSiIZ3vZTDQsErMzt3CvDAvvpSRxZ
keS8x-DcXfDea9QnE4Hp1CoJNfvYNvHtnuMiUUKwu7ks6-rszPYQJMHU2A_1LLAxuAcQt7VK5imBMeIoxfHe8f3luAgkX_8S2vN-
92f1s98tI9Il5dUqJu__4O_BFR7r_ajC6go4TTDmYOSB08awxgQ8NEb8HjAi_EEP4XAE04pMplPoDyz6tlCF07n-zN-B46GV90EP
3CPuJ9OOHQk2h9MHI_nBWisOtVUT5SOf3mQwtY1g-NhC3ujDBzWrMAM9URgPR8cOgckeHl307h79AjcC0vy4_v41IeC7YPvF-hGv
_LrsXcH07hYbvPg1MY4lAv6onxYfUuX77Dm7rBpX5eBnacx_fwNgJffh2Pq4f9vo8rqzO67U5xfkNur4VSLqEUbhyP0f-vsbEiAu
tikMCaD5qjkTPgIfQdzzf9CeHw_9gqHZANrTvwqWF1EO3_EKQkqnAPY7YhM87ALG4h_79uxK-jDz2w0j8cz64xTA1p8RoQ8B5EEz
QfOjze825e9J4f-PujxQIBaVFQA-SYEs6SojSbo9EkkSNz_2t81QM-cT3SLRLwspOEYwxBlEesqxswomgR0q2AYWPvXS2wr1okT7
vf4yJ_gEySS4578YL8jLt0MXtRXK4dHeFl0IOrVMG7-BBic3TvvODvQj-iPvLO3Hu8vsCVEGPdrD2ATFGzYzDE5IOwjZ2Q2YxR4F
MDY8DEMZzxwO_NkB6e9_ONzpHgvhTeZQ_SsRLMcDLvW38ssE8PDt3NYdVb34G_qz2yEYNNDPDuTzhS1AgRf4O8tArrv5-slKCSYV
DndAtSkxpidlC_cP-xoyFQjUy-YlGeEPCezS-cU99a_6KzXXyhA0zYHl1fv6G1_-7Pcr71VG9k1CEOJF6H_n3T8iuhrz4NUztji6
8cTLRxOwE74QpwROGcr4mrH5xXL_DhF-ATzfTjAUGQcI4_c02-wT7Q_87AH0-hUf867tCwYoCBkPreMi-IHg7yzTWUkRNg8PMAyB
Ig3w6L_lIxDSLQ3kyETt7jsc7sLJBQH-OBIxGSzaqL7qqdgHPc4fFUNO_dx05C3GMh5fxPfzzn_S0cHuCBckF3880CcjAckL1vju
HN0K7d_n-dbU_sTSMw777hkb7d6poQfQrpsbI0RaTOEIH8_ZvX9AA5ztwwe2VsIbTiQDzvA_aBMG4f0oASQL_BgWzA_ujgHwmv1V
8BY4rNnbQfnqBtY5--UCEYGLbzoIJKQ6ENqsDsbcQB_yQxY0Lrsu4-fb1h8JDw_AKkQPWtciy0sTWwNL-bvmLNL1_QZlf3SZ_wnX
JscMSqUN5DcrDupPGDXWzvDv8gkv9f4vBPsADjkJABtBMtzv6hwnDx3BG-wDQN8d-kkE-YE0N29EDAE-fzDImwX6dSn7GdoTXAMa
pOcbUh_g5euHA1G7pxQovk4MBgXwW8IAzN4mLeIn9xMoP2IZTcVi8yD56xgQWhmpLScgRxIb7V7igRrt8vbQ_zn5KATR0FM-RR2s
1x5OKjasmrznTylA5IzkWfhEJOIF4xwwYyrrODPixVwBFukx70TT_SjZKgdQO4FyrjTPCzyULwIOBAkEgi4hs2bfENC79vUCMNFe
A0Ef0ywM28-V6BOygfcAreXXBAm12UkGTgTY40vcPvLHB-0OqVPXqly4z-8if_vpxysozwccBBfeVtcc_Akn8NwA5Le-zSV3PQ4k
Ix-d4_lNCgrp22i2FvCz1fne3LrmweX1PAgnFDvN2xEIger-ydD8Ths9FhTtyAoityz4wagPHBrluvFRRyoYyM8HNiAw_-hH7zDV
2Zc9BAYNFcZ_C_wBL9bYAgD9_f9FIA7-_PYuCB46_ArPDwA9ry3TAO42EhDSDgnrRyHqNxQjIjgtgTje2u_98TrdGAcz1KMSz-EB
4vL3n8Vgfw4spQj4eOJLGgij5RNh-gDYbgIQAc0O2PHk5umB-D3349usBd8GICP80qvlxyPx_D0W6QUPH_kFgezWjAwpOBIe0TAe
7CXcC8vbCwzZShvf1zM4ShD5s6LeFOnrGQYPCSE3jOueQP0UDOL_9zGZOfcC8gf32ag65sbgzcYE_Ox72SB_Gej40-J_vS4lFft8
nA3rlhv7-e0BGMzyIvdlL_nYMtVGA97_rxzrIvntfPtCFwY9fL_pXtt6-SCBzekmuB8jBsP74Qw27PvWRzUIu85ME03tmCraKv4_
Srz47VvNR86zE-S7FzG3154L-ryX0-nh6iLo7Ons5iL3Ju259YHhuznvA_sq2PQjB-UD_UPFPM47DSEQ6dHL_Sr46cApJRXMz8vr
f9rIqiSVA_8pL_nX19T10PZDC1QHCw8XaxMoJa3fMOeBwwodAh8E98ff7iPN0eqxNVYhUku8AQP_GOwp_WPo9stM5gTo8NP_uTgY
QwDfCwYnsKNV6x7vQTv3QjeBr0I_BRcgn_kC7SI3CItGDFe70Q7nlXAB-ND4aAbTBgUU9dnu1Nj-2hYgDjLzMwsc5vYqC8HKA8_G
--0sNuv5KPm55wV_Ch4D7w_6RSdF_SLr_O-hHbzlmNzT7xTmA5cc0awbMkU00DIEgebS-MHD8VwzwBXc6PnXC67b0HjWYvc_33-T
EFUPtz_mHwIa7QvYTfoz9-EAqikD1s4wC_jw3QMLMakSR9w6GdPW1f_hKv3h7u3pO-b360NNAPxJNRRa0T_OHATFf9z3s98s87mk
3y6-sBcajxf0HyF8ii3T-SL54TEhBujvuCAEOmjgHE0b7F8xUecr5i36vcRNAaaaOsz7EA0PAg8n8IFN6PwRQN0JAUsl5VHwvuEf
C_EzDwAt1dDzBvD0ILOBItHT6hIW8Be90Z_cEx_0cZRl6zsJFTpOCzbbfwFjqBjh5fYFwcsdLVQONC454aS69e7U_rwNQCbjH07F
_Q8cq87fCgLQiEkHTukYA-IpAOkdBj_HXPEv5fEL7MBDCc7Y0ErKJxoi4tgtgSEzHOgUJOvU_dzY8cwEQ9DNKtkGCKq9CVgz5fwt
Ln_FCMrOwfgU6fEF0yCjA9Ik2QL56_H98_4MLcQOKg8D8RzcOjwWECYrJvPZ9Qbi1-oPFOkY3v8w_azsAdNGNn_9IrsKr9kIPMe1
8lsO9uIYHBsTO_cP2fjnvAXhYDL28DgO9yc69sVagfw1EqsEEhENuMvxQSogGfviJC1I_gLeFdH3eQHgIOziE_AV_AUGNTHobET8
6I70u4MhvZvSSwbIwOTDIxfZNEt_fQ73z9wMgdg3u8Au0HCszRTkLAhC_DsDPh4KJnj23UcED8fWSXTa4udPxwJCHSbm98z-9OL2
v-Dh9Z8H4ie7DCMKIhgdMA8SBCUhHDAugekXG-n6NSX39fMv1PT8IfgTOtrkDs0KLRTO38Ue_s2iQn9BnPHpE9GHEVW-CO_HDw7o
Jh1GFzL5tD08GOg5CBCj4y34FCvP7UXsx8V_MAD-zO3hCUTpyQiMKfDGEw3bNe5EMNfaNt47x7DBAWr925lwLCjpClry9v7_HOVO
4bZf0bc2yA0JF2EW8nM1-BX-__KvUAggwPHw4-cQyRN_Oub_L2n4BAz19MHa5wjZ6Z3Q_AsA9_X2AiUb5CAP8f0J6_GB494rYu2-
8_vo-9wOi93KBfIeAgAYJD2BIAMOKhIfWOkQ9iw7LBgMPSEo6TkPOkktcfjrAS7TwNH339cWI-IEpvrxuP5JtH8DEOUi9FHv8mfy
oy6uUlkVKyS_x-UC_6T9GvpUAhT8MLXBEkn5LLR3-TE45i9c3PiKQVHsDLQm7OMsD-Er__gR2TWBBQYC3DcDJ_IV-ej58qHWE_YY
Bqj9W95R7aQB2gn0HRD9IQ72Hgfa0vX-3ycQOLUGIkTw1p4SQBPj5crg-e4CGvDn1Nof5BDcf9gM8Bzx8kQkDiLWMUPOgc3LyQby
L-n0oQe2DKbxByAAXQNQFMWqwaTnCa8QQPso7uj0HOzvB9wB9hHp6xJ_4hUQ2ggM9CEpKeT23f7-B_EFAxz0C-k5BwrZRsoUGWYV
MhTs_uvYvbsN_6-u_yQkJjX-GRXO1CgD2Rwv8uThNtndPH8ZCwIj5cXEAxMyDwjaXfot3rw4YIckwDNPXjl7vPJsQPfQWLtC9CHX
wTPJSxQ36N7GGSwe72cs_BEyDMR_s9HrE1mm2lkigYa_flfErsMc3O6o-S7mGJMU5udgft4cFC7OCUMZ7Cf9-hojqlArCg1vH1PF
OevNwsvG3h7OtOTzIgzu9VitveKlp9T--d8X8_sa6wJALC9_H984EgTHUxoK-PDLYNEiyNX17PPX0cj6E-CB2wsHKyDx6AkSDa8u
9RMG6hzjCfMOEvrMGhcI8uzL9NApC9Uh7tv03jckwt7f9e81f_zqFWoe_h8a1w_JANwI69pxCF4pzAQFYrc7BmHzAQMr1BIlIH8v
Bzn9CCw-y2bK8eH95tsiw-Yp_fY9vvDw_PrbxvP3MOYDKAv9MfoazdnmGUAu_TPmil4U5yAQ0rX_AyQkEAoGC_qBrasYfTDT0b0-
pQL209zwBDXxFi_JTAnA2kAyB_AaMuwBG83tQGpKXyDtC1Ez7RTvEgOBAyfbJuLeoc0fGNgY6czyODS6AuzJJTUWMe2Y7FfCB6O5
-ebj20PJ7tjGSdiqGx4OJwbEkoEgwNgM7ow59OwnMv0rNH8Du-P-LCk5E-IQO_Ia5RUOdBof--wmwEDXOR_zNQzP0uEVwdDQoObL
O0Bo-Rz6wCSLgRoI5wyZVidTBA3wAQ8JFfre8eL9OMS5CkEjDBfF4Pzz2g_frRMDGw3eBRwHLjqul9H5665_RAZCIAKN59VR27T3
SlnJ07EVSDcA9UHf7QpA9_Aj1rXi5zcSE-I1-ePF687pytwe5PTQ1NQWzUPu_6YT9-TiIPEuDPVa9wmr8OxrvsLD9rQMHQY6f9r_
22-e8h0ImyW-NVgN9_8dty4k2dGvAzqf7v8p4QftEBrtSi-9wzKB5wkmMyhi6MHOf_q7H6EdIy44-ggRJDAK2s4KXmYIY97_Gy0W
-fAE6c-n7NhcLTb45LQBCBk33NsDEzf6JRPAgy2Y-Fo67CG7iOV_Ewf5GkjOH_gnAvfRQ_bu0fMmAba2wNBBUC7rExzR2PDtPIEf
9AT-0ScB3KABE_PnIRbaLdbSL-lU8OAz-MIqib_z4kL-DtvYB8TB6tHwJc7SNiX-rU450Xjet_0QJKgH3JgXzumJJwXN93-u-Tfq
vZRn2v0bXOELYNJPWVR78fvwEuQC6zA-7wYBDGwKAwtG7u8L6dQOJ7QE9Q_v7sMjpvDzziTX6NQNf2Mc7xIaG-wUEgT3MNoX2NH-
39T_DgSBIwazAgm9EMfsGPES1g7Y1sHjE_4I3gEM_h750xoV9AML9OsDp-W6XtXr28_7wCG1G44OCbjE6tlP7PkNfyLAwN8wKkbm
4MLI7ssq-ug4d80g1QlcA17WTtgMGk4LmQ4uFKXq1cGdNQzsLdk0Fn8Y08071PkUQdHz1gEZAiZABdcG9cDR7gIc_MM-GNUn2xgW
EDj3LgzQurUpBbcLLxqjgd4XLAo0GfYiNOzVHOjo_L__1_L54jA41C0JkQYRgSK7DEA3IQHaOAoL6-hntVWmwJtZHw74-OE6_1go
7nHTOgSr4jAHz9jsa2EEXx_jOef9zfNNkd6b0EUE_AS6MkUO_H-j6gDpzN_aDNnE0dwQ0EB_BDP_SycICTM8UwhD0jodVQsIIEzU
EqP92uUQIC0YTTfvxtsWE0QwvRovy-808-fix_3BnSnNxwTgKwgZM4Eb1tnY6ArPP8QCAgXQCtoA1fU3McfS9s0IHD73Ov7JJAD4
-ecR4yPt-C_g0g62HGYQ3e5MHtkHQ_vfCvogE_vu-SUU54HRpQgBHjkgB_Di1bDvB8nx2jQoPc_mCi0_Der8QQqO886lvLqlgeEt
-Q37tldO-mThQuH3mBY7GRy9LwraERUy6HIRINGRkd4B39U94y7eryvPeWL58Abl4uQcb8W5gTCY3s_3TuLOcElXgdVA76WM9wrY
5hoTzSkrIyUtDdAL-QRAyigw3_X9T-xXRyng3PhdecUq4cfQGZAf6vUDBrwXvvQX0IEf6MwSD4pEVkAsRiPv3xvAHknGN_MLCMv2
2N-4Rh3qOtv32sRLMX_x69PvEe72yOQOxzzf3O7xviUbDMLWIU7_EML49gPwNCrbHt8TNfEO8vFHqPPhSbLZ1vP12sNitaw_QwBn
9M7H1AoIYrMP-TfD3v8vJBb1W4E16joRPiFHDg347C-1BiogL-DFDGv2FDMA9tENyaFTDcAKLhRPxCLNqjU-BbwGFxjGHOn83ADs
ElaBOCQcsj7E3CmhGawFHH_qJEdk1iNXtihzDWLn6jPz3wMC67sBT-0OeiT9FcXnDwy3Ke_C3-8FQpcYDu2BrRsVGe8BHQASCA4T
IdcxHiHDn-qF2hzk4P_nDtdS0ypWOgbW1SOYRg8Lz6vf-SVewLMCMkPg5vveLOcH_DjgwUEAxRy-3CMxOOsZLBU_PQWq8fx_rNk4
1wglKvmdJBBe3kbg-9QtCsfosSmrowfZSN3uFtH8gcYSBya08MO-APUOBuxlzSEg9O02_pggLzBTDurBDWVjJ_cRLq3jEbi3SQk1
EI45sQ2i3dYPgQlWufot3aQPs-zZxOsOOn_kyv7nsuD2Njs6lt4IBja03MT_IRD3RMY2uijE-wpLNxz4ZDXZ3NJwL-8HC-n37OFE
W-QICyLe8ykRByDORMwFKuMdOSBAX83n4M0xBA0B5-zTG_UnztIRHIEf6LH-RTXPEfkFtkO04u1_6tYqFDH-ENnx5iH-6RvnC-4W
18HqCA0dHPAfFgIi5h4wASLMMRS1IhwA8Q0ojc1MDA0OEe_G2n8kRMrK6WMpFbr-d7nxNAUEN8nYO_shsSzfu6TdFb8gRg-Dib0c
7x_b7wC493qUxKvk_-MXnIHUNc4_B9YiKGRa88rlH8b2kVUbnuQa4obaLd39a-7eFfYKqRL7KPqXKxDUAAvlf-Yixdo26TPhIyUU
NggpOP4v8D8Yf6UJ0Ogtz8nfGtzzwzTmqIeOCdq4tQP1ICbiu_z4CeadCdPh8zDhIIUHs0TGMe9NC_N6CscM-_cXS-HiCyLKxQ_p
Ksv_NBkbKC8goDgQAhItBccu7CaBJ_cb9xPYbe0hBRkUKdSjJCrd3uD4IKH5GIGfCCirUPDU2f8-lxA162Mm6dnZKQP32QLb4UPJ
DgjuAsgo8-D3KRGo6ej2Ee8frQvC-QPgveweWewI0M6O98n3I_rpslsYPAg_oiUzf0MX7NAcM_H_3f75LMzRrsfxPST0QHDU1Sjn
TzEMTnraC_8PpfTJnhZQRFDDG4G1LeqQ71Aw89vLf_KYZ9TWKgoQTDdGCj2ZpNyuMtaLKg8BLyT11hDhCc3wZ-zpDsaRjimHe4xZ
9vTqDR4a7KmByjnxzNdHFbjdBUFRReTUWq3K0ije-EY7Hl9cx-dQB9IuKg4ZQu24tTxdIITi8Rf_7cqqjM8DgfknUvQDDt_IGQl9
8gzSMOrrD7dtKBo_9FhC4fTzEu4R9d0b4gkO3AsqQQMmG9P8QxP4KBVA138_A_xiEhHr0cLuKrQ15A2yLfIB5RXVHbMp9uPe6SDg
ocwggeUh2dDlB0bFKve-APr0GQjusNMU1CqtEySX0QcR7875yswJKiC9T_r9_g0ngdHJutO9-vEdHTK03nvoHUcfJSX9sRXeDgII
Tczq8t847yoVwEQZ5s52u-GBx_mhUC5cTZ09GcQ79fte2uAMQyHRCAMd197Q9_Ea1BDUC6Zz-syteEEBt7UKuhkaGRAP0P03EuYi
AhoGMiV1p8jQV1YPDQfjPw_RreH0gdnnsRMH1ybGz_LK-p3d3BP0FAxbxlMVI-1OAxrQXRL0xse0vfsrgSz68gH3RkKm2C1S89Xz
wSYxhiZsNf4UIS65DAM40aTUDhxPkchDRuW-5g4Csz20MTa8pvYINdoMD9DjPkIqf-LzqCE_8f5ODdTzMwERB7YssX-X4r94JfAB
URsU-FQdBd_GttQPNW0fLgmsRSAlAzpI2Umi-pQS2V6yys4AMADeZf9yRbAR98IMRzPhIMAYICgW--PVNn_ZKO_8BfPxrd5PQt8A
2tULriQTrs0h_cBG6fKB_iDKDL8BIS_vA7UAONhWL-s7Ngnp2cUwANO1szjRERcIGudAKgV29xuT1fTDg-G9HKSPZcUr_P8k4TaB
E1Ih5y0KChaOwODdISjvHA39UQjUKP3o7JUxOkL2Gw8QCyoOA_HPReOVPIFC3DEsNSDIVRcJv7Um8ed5xwnk-cRL5awtEOzF-eUL
XA7UHtxd4QAIxDT5KuGB-lQF7wX8z_EAEM5fVCPMD_L4QzL3ELkH1CIXf9s5xSdRiEFF0hHw0_JIp7YTPrgouOfZ50Dd3EvS7gk2
__FXQgWw4MLl0caf4hCoBQApwBg2AN0bIv1G_Dvf7yplGsv-CSw-1TVE1CPZM0cPECPjCe8ffxMO_PRTAxvvRM76Nwqp1iLllxe6
At_1vQly7Q30KQelfz8d1wIVuz0O_RnsG6IMFKzzEsg37Ue5NPOmf_EbDMzYAU0KjyHBOC3dCfxCLffu2CcNeBFIDeQZ11jzPwhS
C-pXJhI44PLU0-Ln9-Im9vGB6QThsEKOXe5CCOfl0_OlDcX2a0XRWernFPo2o8QIZAvDXvPybNCQIeriUAUXIgVAShsG8d7vA_jl
OCXb9bdL-k0fyyPPgQXpycHmDfjlKug7AescBhc9QsvtQmjo4R_j2OIVp__2rvAOGiM324EXBP3w68Dd1Ki--AkBDkVG-gkpFvjV
AqEQ-gL0HgbWf_0c47k4QI88Kffu5vkCIWfg7PjOEts2BxHg1-orBhVb9DDNDL9KvvjjzPIcxtRQ3xTu9b8xJ_ck8fzGHkJkJx4t
1yHkAQDGf9gzCA0CvxddAvXfLwcABfbxmg2xHjroGEXzyh_6wxiy4Lg989fN8NHMS38d-9yZCZkNvu075M8Z-eSq5fTYywxSHh8e
yQlj9Evp5wgDIhyIVsIfHoEIw_XGGsDy-zGgQDUC_R0vDvusOv4O7PIIrvO2BAVHGwT4AfAqtHQIKcdLX-qx3Tfa2C28lIH6YUzb
Pw0IV9o1Hcc1FyOxL_sL5r4YxhggwevxQtyB3gBJ1-85PgnV81Aa_R_FLeb_8fUDI_4_KygjB9ciNrvTEyMhC7fV6E1a-dzZgVf1
6dEtudTPyoajuD60NAq7S-YDPQtmpfQNMgK0UAcaCmUnAu3oifrOz0sRFAAUBKVLR_LsI-04DNoHAc8oMQ7ZPeTWrwqT-MdEAOfs
Haww-g3mgdh2zf4Fk86sDA1aTNIhnUDN4UGoN1lAuepZmc7LY7X0NbH8wzl_vg5BELwsxzK7K70qNo3f9vm_4wXP7jMS-VXy_N0r
LfW78wH2_D0GsbSG4wU3a53zfyI0Xhl_QvoW6vUsBvjrJSji_Sb5Rw0D4AmB4f_zBQcaBSz8_gs14Cb-GADt6hIW-AnIEQHf6N4n
Ct3w2QYT8P1o97nLPpr7-yBEuewd8A3RJL_qUNSo9lyrKjN_qjWJDUJNKrwA6O33LQ4UjBgCJjtEMBnjKtwc_5IGAN5MbO_RJp7d
by0KqsnP5t7X57XK-TDRzBX_zAWvOlrFoYHg0_XoFC0jmHPQWBARF3WkFSkZB4HfuPfGbCRG8v7uMNg_EvPZQQAY6vDDiwQAPtkg
1yII2OACRv080QM1sxY4CdiNBQL1Aw4mHee8NNUeBM3v6AA0_7aB1AgI_fsnzvPjCRNpvIjdy-ffBjsQ8jHYre4Em3ESccYf-yMS
NOge9uezIcND-yAefxGmGQ9augIbDxE4EsX36g707BBM4vTrqTr99ukTMgjm9UT6Gd8RAIH8-f8a9O7j9MIdLgsq9OYGNDEV9v73
AB_Z7eYfFrNADkXx-btFDiGwVNQ1zvEHF-0HD-ymFtTqIMYN9hKBOAjt-jEb2fEkBN3WzfSB-f8rM--w1QDk1M7i66_HBPi9vuss
FhEtFPQ-8yi8EPrN_SUq8CvonDB_IpAaQ9E1xv0ALfPLFzNAKSNE5GGdI8_YR_IaS-oByAPZAN3w3yAxJZ9EvxcWC5qJHUj1Y_qn
0eS7IfEc-xvwIPr7pLLAHgDegdnpaPjLIVAT0myprdyWXSdXG-ryEhcqBxE3RxA9Tf_TDOobCqEo-uAY7vDl63-yC97C2EL59Qke
HgL-xAQC7wP69kkQKU0lJZHxEgzDRwmS-X8dwvbGWAnlKgZwivk6FASkGy0bJJtVwe-YAKUZkSQYvg_g-gV_9xXt5PlF9NcMBG8E
9_D9Lxn9-AsjDhv6OuwA8vP_89_8HPLZGRcWGfgdgfMuVP8CRm45CHYeOwvLvxei4gc5DOzzAiTj6swUDNDhAgU7CgUm0uj8_knL
COTyTOe-9hzfNh1_bf0JIT0H_w_V2wj8_DH8VuqgFasgDMnqNRD-9PEVP-tBDxQFReIAbAXwAxHy_UT90rm2SjLt37sKVwEJ2tnZ
EhkX0eGEFDoP-NIZ9l3XHcXD1hDOf94Mix4XRSVQELWHBlbYzrPcRCWMrzXF8qm86Bvo3cMvBv35gQ7x9kQZnfIgGlcI3xjcxdcO
0RauM-b0yesmgQ1I6DPqIQys3j7xFwsHbPH_080YKM1iEQfCAweg3PME-RwnRzwVgSk1Hyi5-OPAizrHKPDsJi8HKK3-5NXhKFTj
xrBH3dMfy-ynTfEpw-ICAgTzBfv_7M4wf98j5cVWyyjUxPK3-bYkaCYOYf2K8N8V45b4Z-a_NBLj8dzUtQVJ5DQ49wwZOOCc6l0Z
_q7Jt7dy7kX3D83R6AYGmOXQ7t30FCIc_cQWyd7KCC3XNwX3tAl_MuXjkB0LGx8TFQHkDgj_HvvsQDz8xdMB6xES2ukExSmIxhJO
6CYvBQtSgRcn-yHzGQgZ1Jjx0uvwHw31mPwA78sZ5PMpFfvfwDbkXkcBS7k0Hprl0hY-3_R_oe9boi7c2QErx0IgRCYb1-X0-Bb8
AdTSLdcfJfDn09VXRhDfIvgRKrw12jbTGys3qX_5Fy7kIlJguevTVBMf8rJo3tJF8PzDBbYa7h7-EiUtNF0B6NbxFsggwQOB3s1e
9oLs0t8qI28Z15HhtgPFVeX4HmnPrhjbJfIpgRAsG9e9Mx6-UmAx8RI4JxaP47pczcmsDFHC1USpAuvemhoF25vaEiQYHjtb_CS0
gQ2tAZhQExNB2g9OMNIVXfI0-e7X5fZf0dL53w7tFykxLB3fKx_VAzrTDCLXKNcb6skRDQH40-z1GfAOI-wkpALsD8z71X8H8g8i
IEPfAP29CKTzr7PW7PMh7P7bDCozgQX_xR3NZ8cKFyBK0OLUYRBO3PsjJgu7uBn7fwoEUGMDy98hAc2nMgPmNVITNsr6ri-TXvYV
0tLIvwAMCOZCsT7R3iA2E6IhzUMiBNMdDu0X5Q3dCOLydwknr_HWSvUfou3dtPE1uSrSURncCejtfxrrDQz76tHfPhJkzTHZ2bwg
1uPJUd4U-7nnSTuB4uz99w3e8sT0-97EE9s7CDYEp2vZqxb2GxbcCbv3Bj8L7jc4Gi4kGuIIwoHhxd3W2sENkRTeDu7oSjgc0vtO
Hvj6yeE2LvNA39kgBjIryQeci2r43sJnJlC3RjjXLP45_iZ_-FEl8CAgiHT6JSvRPXDDlf_FsC7U6AvTvuUSOOzu2_vw4NkeGaIk
1YEsIDb70PDETPttmi8lx68U0sDFQnoKyTApJD674dlfXt_JG_nP-9opzwrAGDccMSMV86Hl3gQgf_rKTCbFARdL8eLlBCsLEROv
qd86qxUUQerKIc0XFzPsEfEb8K-wvrmxMuLSCsQn1oSVu-gd1-bV2L6jTOa6xCTjgSYA6DoB8bNdBSHmRAXQGgfrNUr38uEe9hAQ
AH_7NtUDAAQOIx8Jxt3uIL0ELz8mERk7K-kZuUAMAhHp-wbnTp989BjYSwvqT_cJPEZB_QzaCBvQENoAGva85OUFIlcagQ8ZmOaj
QlOXRevnqTc0IAa7-a0i_QeBIeL-vQfm9zoNBlEJoMTDQiz6QqQm1eVOb_vaAtoZsUABD-gg5g8x7xsr-Qz-Mvbx2uNADxVTsv3q
_LTlwEwPNiT073_5vyDm5djGGR4a0VwRCS_WwBQZxePrNXQw9xivJH8KKQyq3ytRUf67L3UjnJ2tkPNgLGPEqDdATsXmQgsjM965
MBn8-gI_HPKb3Bjy2jgy1NsDMSqtBT_92NkeqL9ZwQE0JwcNReWEC9h_Is88tQPnIKjLzOz-Ey9DH4TGLwY_w9QiDSYaMfznwQb_
Ys4I6shS2VQi5cHPUYEXyYkZ2PsoEv_aDv0ltuH7IykSgTgkwRW5_e_2oAMLwu-4C9NB6PjF-M5mPd_6Jdv1yQMNz3A94PnvNyPC
OsrhFv2tIzTXBAcK5f8PXrQFHxQJfzb_IAgSz837URU79_Ai8Oo11ejA7OLSOzr4aa3mBAanNPwJK-nrgQsU1tIA1C76DRg_LsL_
GObR_PQq4xIO6vorOe9L6NsEBxDsJ-cPD6m937o4YOM4-w0m80BD6_3rG80A8eD2CFrj2_4l7fJ_pAEP7fNKyBcjvD7YEALMCtAc
yxHnB4EJ3NHf1Nz2FdQSAyO6Khkyv4UT5fceA-343QK9Qy31V_WVVhXBFOq8EPwsXv2lGOMCziEWysHjQU4s2Sz7y970W80ZYH8P
_jyu0dEL-wYagfGzyhMT6-oT-Pf92gkT9d6qG_wNGccM5RnfHfnzCfgLGObV9D67ScXyPKVHNRrhFqUMNUrGx83J6Fna54EQMU04
cP8x9iglNhz6I8wp2LVBB_frMQAQDwf1HxcqEjgoCs4xC0TqPD0i5tqvWTHiDFw22x0TxBGT-BrEzCpkBDvcO1W_OT5dgTsJzE8q
D_U92cxy-PQC9BMTJ7elU_o2IOvvsCdsI8E2SFM0VR0vqDTo9OofiTWB_xe_HzbTNAnhN_cA8gckPQN-3dIEhDI26SOyFYEYNDHS
6jIVpMy9-xbG--sLG_feRv0QyCPMLH_s3aT-P_IL68UtHg6z0woURCH7Rq2sHdL1exM-qNtR1QvWzN0E_xFvK9Mq71BGfFj57o7D
MC5QDW_KUwAFPWCB3MXLpifjD78eNgBjF8gzwOXP3PLzOO5hvKzOqDMJA2qnItTowK9K-RXXCR4WUg8WzSRL7Cj7Av5qph6Byimv
UrzrB8BH3N0K0ybk-u9CBV_UIwTe0MrkOx0VctZ_tUNDFQH60gzKDcQf1Tm___D6W9hu6vYAp5cOLiUxQcVmO9AV9fzQAu0b7BjF
JTchExNGCf8ZHhvO-74rEs-z4DrlCFcv7X8qOCYEKdX0McC_9ukeMQvjHE4toL6BygoVVqpH6s3hCfkzRSjzLkgI5e0AHo4zF-ng
N_jNMqcnCSY6NwTYJswMHwgwMrDt7TkoJgH09SPs5oG_8Q_ZN-Yi_jQEvcgl-gnyaRwtytEHApXRySAy-O4JGTA3FBvz6yO8P-VN
6_z0k-4ELRbxwySBMBnX81H6w-oXBxbx3Ce_Ly0U00HfKQwuLmMxCyX4thPMLd0j1g40EeGpf7uXRCU-t8FC4dc4HLol4NcE8_Dx
SvbI38w15RIdEgUaRFYhETenvOls-tWBDvzDJBHwUCQi7BolysawP_IyvajJ1UrE4zzq5QHMRdwT6PaR0xTYxuYYFMslxw_m-On3
-Uz96wi8A-0vFibN5e3MKyJDDRIcHn8LBhruAZ8d1-YWLIHh6C5hLU_5-vwc6e456ccGItv-_t__7M7iF5gOD_vrBMHa7L_eChyq
sH_lz5tgJd8I-NEnTe2uDQnR_gXdWlMUDQ3t6N8GCehfFNgnQkAAJbR1aESzcPDSvxcB1f0e99MpGyQw4_b23vIutVwbILU39yMF
EtHLFvHC7dGyNzQAgeAaCCEuUCHmucwRuONBMsQlTuIx5l_6F3-MFg9tDBneVz_72gU5Buz36-21BxQ8iiIZzyhvKur5HTYW4UI7
HQ4BSMTYxAXRGvwFyQU1sIHk70osICgtqegvBQj6FAUT2ObpSxkqrjnk-r0q-ymyKQavACcXQKv02djHgRL_Bib4Bg4UIdrW5Qfb
Jjerz_rYGio5Gg4ZI6qpDOH8CzTozxc42tvl7xHM_ZnR4_oaIQDw1zg-CN34gRcJuCTO2wTg1xT-zSQ-Mr_gyVvpnNrz4_7VHvi8
5WuezN081BPRIjwT2EZwSC_WlPAPHtTsW_UO5YEy8I5Izjgs2c0KLBWOHV0oMcfnyMNQvPfm8fmJ--zzeCyLKBVutc3ijdRBgRXV
FTD7yxiqE7jKUdPsp0PU1vWZLerUzBcG7BS-cCREHdYQ7Bq763_0BZ6VE8k82bP_HA8EA_sWPR1R7yHhvNYRGtBXmX8XJPUlnxMa
BAwYMQ4SEdgPBTQp1NsU3BzvGyEWz8TieQ7d1PM97u8cUBPIO_f8VMJNDdWRG6OnKBGXKPIUBOMgBiUn1ubv0yrh5z0NxUGBIMYq
Dy9KIOcp4ffpJ_MGEw7zAbu36znv338CA9fpxPw7tqkEKDf3JfUD1f8N9Nf9HyVC2zg74P1uN_OlHLUYzfgsgQ0WN9wLLBMReN3Y
bjn0u72w3PDu21bW4lT6Cf0w2PNA4DgX_oEA-GfH-P0bhfEeIAgN-uHC-AIh_fljyj_b_R3Epej-Gz3rrcgBHTwrtRQc-OukORvr
JKNEs1Ew8OYzOSfywtof__iQKOo0OjSQB4G9wtP56OU5A4dwXSPoDlj8_iAJFOlY0havJP4D3iAXBxkU6RgfpuTrp9364SKmJN43
4xyxPy3-QGXb_N9_C-IXKA_O4e9c9urcXg96CWngEhvQfyfU9Af-Ue_aF_Au_wX52fMWCyPV_gAI8-YoCnQd8gdiCCWXfyE_HMzr
bxrl7mXXOfmtmGbR_i0jBdzcER_e8K71Cxkb2TE6CSOy_cUO_8kxJRno5Mgg2vH9YUrrJX9M2039MFT8OfEJDHsgH57b_xAiUT8m
INT3O50oJvzLGyDx3NIeGc4eCvci-B7b364ZNOcYKSAAA-TK1gc-4hQU-v2BzQz08_smFesb5S3dHRvw8_kQQ8wQEhEeRsz3Hh_S
Eosa8R4QGf0eBdT_gRXvB-Kd_i0E__8iKcxH8g0N8_Mj7tsxMosRDf3Y5QXqgz8gJ0gR7BnzwBkcHD4Yy-kc1zktycj_HvUUvwvK
4YHUOPHf_-X1JCt_Bc76A8bO80TXGPQw87IUD-kOBv3tSQj2EzkkBfnj3t1C6fvm5iNB3kFHPPkN_Db4KCALMiieE-O0mEm1MPYT
JdvsDf0CFeJBBS34NjRACufjZQUa2n9OINIoBxu7QmXJvS25fzROPijlWwr87d1hSABrzXAKyB0W494ZamHWOxN9OfYMG9MTP1wa
ItQvNvGBT_HL0LshaPIyA8XQLZpc1h9QPthl2Ag8DA_fDFAkFz3HcMg_MwLsFNsK0xiBBO8n7vv6AtX11_wK_g69_A4NRN_97Uzu
7gP3HTUPvdoJRdD-IgH0JvUJzO4WJwTe4FABxtiZ7C43Ii49Eb07-vzq-9D-EBQ5JgqB6gkM6c3fCRXLvBftD98YOBII_tkIB9PR
2R0F4AL7CSP7F8FPGu_XwRcX7AIY-bTqJuAr2xQwD_sSAxH5gTUtzpEiS7Lx9lgTu8Qz1X33HiQECDYH5E7nVNEytyIDO_5_Mk_C
Qc3L4B0Hv2VJDiD-TxL-8UkOxdYY3N8pKwQ39RAP7x0BVeRc2-2v31dxf5DJJqOu9-AXB8IyERjuYno4rWt_0872672qNT2k6mHX
IZkPv9Sw-ZPzEKnDLrTh8CwC3fF6rU8wM_DXIt2pLsDTCkw2sT_myT4DDlwENTC9j0Qdpw5kdkFguyHFtkJ_9MnmN08SsB7M6x8i
L1qoAOBIA_TaVOjY7_vdgZPgJDLh9-vdPAIn6Mj9H60_HEVm2xYZUbzxQdof2jm-37MhrMX-8wUF6EDr5uYZEvjcM0T9f6wJw90u
x05mCqQi3z_nDf-OCwxLzSDp9JjHDdMGNQT29LDs9SbjDgOx_KfaDz_RG3XpPCQTv886Jvh_ZW7fhPOdRtvyNP6_Cd3lKxA7uM3o
yrgGH_Ay-BcEFz756o0FBBiB-hLEKc4xAxjjuyX1FTPMzdwjGRA28tDOFgAHHiAM6ssSTC_4mrTaq98r-BfgJi4H77vW7ugOIvcM
JyoSfw4aehj3CRsyMN3lICmg2vXWHV4tw-E2E7E84EdP6fO4_e44tgTsKtnM-93o5sbl4zFcAH8O73vU7yds-xz2sjSyG_HzfObF
58nhMyXZu0NEz8f0B9BIJCUKf_8TBOjbR-2utdTQ_NYPMzftAubCO8XXAtj4IzPnKArF3_BR0B6f0zVBEue6hkXUoCQoBznwSgj0
UgPOOcwMgevSFiosACjmBeftKPxGyQ0Iz94R5Pe7LgcVFDMszTcfEn831P0kyuHTBuL2CQ0HzRQVBAAEttgI8A4XMxVLCAnX6wj1
BiItCkMS0uYF0-Pp8O73TQsWGe_2f9Q8_CAU3QYBM9sxAfP0EQn5rNtCWy84Gwb5S4FmTYHQM-szK9QYcYU0-OYuw0P0CuTLA18Y
GRAmMQ390ltiSfjqmhW_97MgItYXAgEUIEQ2lPE54MA5M11wWEsN50OdKPV_3_C_Mwf9-aniB5ur_cEi-ygJvN7SBCrhStD6SQ8x
f07uJhfnt7K92-TTIuL9MD4PHdw9Dx-d8-wY-Qo9-PAhFQq-Ug_Q9ubnMgTrBOo7P8z1x1BYEn8C0-4RDbTnFijiUtceEcDlUhz6
SSLZ3CxCyw3QFhsi6EPaPSzGFARpgdUpOyAexf6MAQ8O0qjUpvI3xgY0SAXdLC77H2T9lfr_y-I_L_ck7YHlvjXj298AALIz5vH9
Px66BAnZ5hHqQ8rxRgvpw9b0Ddje3Qjqrgf0hO0RLCU6P4HcOugEz7kN4hEhN97MEz3vPjjUmepDKTpr4BGgRvdBE58xhzMU-wYT
tP7DfxP8Fq63BDgxBtf_s_o28tsJG1ZdBjzQsLb5IEjq5-nPuTHp1pzQ8Rir3Srm8SoszOtLrE5TKBphLusMF4HdDTofXvH-XR4m
FM_MBU_8FCnb-jAQ-j_jPjTn9ScODBslLeffxL8p8kUDiH8M6ds3GSbM9sMtSw0qFKoDKVQX17Hnwv4pzQm_KKGjHPcXKu7vu-jQ
GToJ_MYHPCbkARMhISAl1OH0Hie8Adwa9v6BCOpL1xzAvMcMMeImk87hHiMxSioy7xTADRjeDiW1zEcMJDM9L3_yI2TKhtAyMQsB
7iUJzAocQtr_tG3nCbsA_tDpa_DyJvnaAxv-7zbw0W_fDG8UKX8V-Unbz6ZC2hjzGjfL6j_eCtUMzS3x-y8E_hk6wOAe6AshGyf6
zgMLIPIRmSSB7MfxCP_1HQbJ2NhLK_sE_MQ8LjwbFdsK79BIShrz2Qzv-aYD8_iYtLki1dYl_4EnEPYA88RKHQgE2PqOM87UKwS9
qRfzMdETzgIvGUckGu5L3iMWUQbWofbKxhX5v-QJ2PXif_7l_Psz0v7SqBD8HSbRwe3P4ao4IM4x0QbuGpLsOwocM_oo7mP05SOB
CMgREuTw2vv4DgvvEsjkAysbn_m2Cuz9Fg783chMMdHJFQkyy9G4Jx0EJ19_BvNBIR7nLCoPzCX-2c-3ZFQzn77MSmvzqiI3rvqt
xghl8NPUaywT_LvccwwUHRIu6esv2_7_1gD2mizN1RUHWCkIBum9D3_05tcUpgvegdkrlc20TrkRF44FQx_cJgwlA-Dy9M0gvowj
zMvtCwsk9hgQAAXGKUwL8Qa7wjjV8uUV_ovU69N_zF77CrEZ-fL19RA23UUHFfAazjy0JeLNBtAU_-LvAu0i3Edf_f220_gTNkEm
urFB-DJJjNf43-WuxrLzdBcj6N_40gZ_sNgI3SMfigD8PSj2PSLe6JLCEjHtLzeaLf0V-_7f7cgPFzskFoGUwfhVGub3KeMxAtzR
_uz3RyXs1dQ4z-zpAc5eTSbMhE8e6hAz9_Y8CTDHEdgKGDrRH01A7NAytAHva9fy4cYXmvYdPRMOzdg0LoEs6BTu6Pbg3qco0SUq
7RgM0Q4R8M7wFOyhfKAxUOAlftzQhP1FsUQN64EIwUcnCQNe9AU5KADLaVEe8rXSPgEbL9dB0PonEvleDjX-k0XiwvvgYzvdDO68
D3_d4Yrnzc2zuUrnBN4N-PMBxO3m2_0aNP0m6dnW9S_L2w_Xzg_zgTAu7KssGeEi8w_5KgPVzCfgUcAJ_c6cIwy5xT7S8zVICX_a
ExTSQkcStB_qTCTl6OYwAalI1TvT_xkVLgrX-CUF-NA6OvgA-uDy-L4hbeMQv7rfGaYD8enw1tko0gvh8jR_Q_kJPCcQCTgVBTkV
NQYVABWw0BIuwwLYMwsK7x0FyDawQh_dzvfqKbIQCNAr5-zkpoEU7xhME7Aa599BMeIeLdTBfxoRBxLfDAkAw8X--xLk-BP8KvQJ
CxYNxCgayfP2C0gdCvTfDywKHNnJ_Pi1ufFZbrQ9LwzelsuCgsIlbv7wBvc426wsYrUXJF70qi6gfz5hOdMfOn3RItglPfkH1xQg
KcsOAEw1JPjzMv9yJwe1GyFZLPT5TQ2JuRiZCQCBzfAK3Nb31eo-GD1V0w0fBtX355LZ1Be97DA2pvUMF_eB6FgEWLj8OjfIzC0o
5SIQe0EWjwwj4RImSCCpGwbND_HV9_Xt2-h_FyRKRxwjXzVx1KnAIw8K4d_B--7eyAXk-E8w8jEoAty1we33biDkFPwPCawLpPXv
_jXE58yY60jGD_EAJta_-egQ94Em238TBbcJACB1ScYm4CjSQxVh0ir__xrUSzXQBb-B4RVrSej-ugsj_-Ml_bMOQHjq3dzRZCfC
H8O1mziiHp7nBQb84vMN6xypRhcaFq7JORY9KMI_iekUIMxM_RQl3VzQ97DhO1StGNSBtFHK9I7fx_bOqOAt6FIC-xEv3x0T8mTm
8CfaDELcNX8kLf4BAMr7C-UvCjEbQhXC3v_x-w8g_7LOqC3I1OntFAHmPCVKJimeTgEdBbgizuG4BN_nv38k8Pr1wxApFPkz8ioa
8UVsFcIzJcvlNewB2UeVP9AiCAvFEQHz6_tCzuIAGf7I6uwj6_jsHv3oMAcSDxOBtvs6Irfh8iCvM9DY_A0nLvPL6IXVIq2bOhkU
kjhAjwa8geLj6g01QfMJwR4T-w60J7wT2EO5KVD_x-wD-dA_VPj5IEr_5jIoVAkATM_I-8fk_ChSNO8zGRJ0lhXZ0sj4Fz1_DgYK
DELi_OZLgdMdED75vvHP-QbbXADw6AOss7nY-fEFEScUuqxE6Bwu96dTSwo8SgJRYsjYFuX7DH_17jIX-_zALP8vGwy_8i610zP2
2xAGwTimyfkoI7gqrCkLJCAa4_uw4OkJ0AwHBP5_5AtL9hMZMesH8fLPGgcH5efSN_bgI9_q3NYw8N2zHugLDu8vzO7sya9DxdsB
B_UP4kPwJufo5wgO9PfDJRcpDy9JQfg8ATar8yJwgSj8CQHg7-gr2NHhtBA1qVBEdFQR17nlPXZgLGQioSFg-zjAMxts7wLSf53p
2Wjp7tnHLeiq50_Z752kHOHhMt3nm7ECZQUd-5mu9bbKLSaBCcZStqW7-Ab0_B9aFK25vQ80eB3b8Nj9ACo_-rAoTeTOKirAwer2
994H7dg94cPwLQ4QZFwSB9Ov-OANB_SBLggF9DHIy8LG4KQA6_DbG078HvgWNiATKCeXFwciA-oD7tQVTDEYDoERdigfDk7pBOjL
IO-WHwUd0NUSHuUa3ixCEejQDbMPKvBRBVfq0h-GI9qmeW877eZJ4SnxIP0dGzfVKwt_FuYky7nvIWg7oT44JA8C8cAENm4M3yUR
IgMq7BgQ3OoXBuMCEvzT9ikrduGzFRrOf--4Qu7JAK8CgYMzze63DCtGtrXF_ywb2SLrvXX3LtYgDchTYibz2B5n8SAZ8eP89xLr
Cv_1zigSF1a3OjhLEfMVf11ZCNUJEBEDSbxg8h1AEv1MD9PeL88IvfmqNw349ud-t8H9zF87tHvnGohFEQsCLwbbpB253-fevMtU
Ya5wR_lPf_1AFCq9HuQajZ2qpN3zue9oB8D95PP7usEVKTRnF_AN_y4oUKU9xy3nBjgkDz9ABMQpNP-BHCHmH3_JJZwaDcTSOggl
xezKMAwAf7YXJuYRACv9AdvrBhMGHe8fDQZEDfUCHvA5z_z93SIv3OL229bfBsJB92oXycPzOBYd6hrwgXr-4PkIsv8GMbkCFeEk
VBAs-vSqL-wV3cCs_9n4LTTGuTfzGAEVDSoQRNfuKFw_LOwOEhpZ_JwXAxs_5ysR8fc3RufVxwSBICsI8ucXy9AX-UfnLUm89yMf
5P3kU0LhH9HiGe4sV4Egx2XmOknx6OzkMNn-CdH_UfgwJ-tD_PT6H-qQ2pZhwsi7MQlKxrzH2CzdaqC9wjegxvClK74kBjQQvNE6
0zN_BtU-JVgAOEAZBDorPfoNJvaJAPxpiJ0C1LP2vv3T-AkJfZxGTdoKfwUmMhPiEdLtudTpuSjs88XyCDriTBndAPP2QOsMJLFL
qfsLU_sHu88LIasKMMnWf-9J5dzEAFpGCsg_zPwQ9wgITgrRjLb6I40mREqk1jsAO-dNHhbzzPzzR4j2okywZ06BQNTBJR0ex_FT
y-uzQVdEB4EuEwLTDizXKBcd1PdRseLg0-H9y7AJVBNHe_3kMrFS6fbnM0IM8fYZq_8WIsTkJycu-yL8K-LpRarNOjIO1acVvug5
5rTJfQhFOyZVM4HlCDYC-NKd3-oLItn07AHd9-5OFBnSLRjoEqDl6CgpGdsrgQkzCtdNRQMwADkBF6ztHUHNGuus7yLdo7ECx8vA
_TMFFfyx3sgOs-Wd4ewJAEK89RT2WQfA6zjF-_2gMQro5gQZRiHYuRiB9DfXD_jrpjdf7xQk387uHum6JwfZSA1cSQclfyPUC-IL
Hsjzwh4QHyXEIQPKQBn_tCf5KzRd_g3xKhkPGdv2Cfp27ga_1PcT_kr28uX2MBEeZgPbIj0nB90YgSMKvTX9BAEEFQPWp-Ef6z-U
OUYcRtamCDMHKP0PkFBNdesS_iHkv38S88Eo4U208cWUxVnU6_kqhsQG_jX4X_nzkr6xtS0l7PeyXA_EMSXP0U7PgR2D7Onfq3Az
Ic426PJP1_wzKzIN_uXv_fgX7lQcNt8SRcvoLxry5Mkl7ugI3Nn6f_JIPeY9P8TlCgTR5-zTDBHt-OPp--bk9i4H1M8j2I1GXPQ0
DDUiAh4O31opI52BxK-4nBzsH5nu1T4KDZoLsh0_DF7S1woSPcrvAYEO6PPN-lcKEPvU9iMNNzn9R-Ah9hUGGTH40eQmlTQY2fXo
kAzLGgwPDwUXklw2I9npC82gSpPTuxmKDy8M_e4_6jgLGsidS1syEOzaatjmO5XhEZ71f7L_QEGT9RL_vg-tPMH3Fw8Hfw9GXOsv
BLbcDN1GH_zi6lH_HdftKiLi997c1zTl7AAN6yvLHsRdMgC6Ol0qleD68zAJJ4FRlfVPqSMYRR8_3wHICyXbKQDs8OXXNheJo-Kq
oODn2e9VDxq4QQdB4rXcDSkyNsE0gRcmEeJJNRU90Q36CcjjTUPkGe6kAFHNlLLarc3RJvnno7U_AR3eReHbHDfWF8cH2_H0V-QU
f_zf9PrV_OTS9uIJvg4gvB6dJJw0CxYTK6ddNf1N8fEfIfznC2w4VaZaxiRKP9bwBlrc-D-u_xHmNrzO57t_RNf6PyfxXNk_DiHg
LSeiXAYl0-0WJft_mUIOJUzMNlv3JDrHER407PPpyuLnYUH8HMDDKbQECyTuAhWe7PVQ2NGzWkPf6gTPuH--REfF_A7fztrFF_T6
AhkQ75YMCwQ-C6JNTxQeJC8ns-YeGCQYIe9cCQwK3Wbt_sw43FMK1-MsUCY02K8iT94ERwrhIjfg3fYHgdeVn_bt2f-zLhr_Q0pJ
4uEFi1vau9tuAE1F4wHxSCJGKbcjWwLSPMPK5isc89YQoS-Bvt0F9s5_Y6voRA6S49I95l0DSznQ8dLCJDsV9Y44Xd47Bxs54yok
Bk8Atd_vSfj-Us02C3ri0kvL9e2BC9ocBAcx3q9V6gfHwSEHDgT2zSfgFcVF8RL4B-f75xwxCL_l_i0umUMBTikqY2_y_UQNObMW
ENwSgT7R0S4t70Da6LW1Mt3v5vVs3SRGJ85O-CmdFOkPTt_syyM_JvsV-SkpPf780EHRPzz2Be3i0CDFPh_eASPf_rY37yXeJ95_
JlAI_uT4f_kS_csHBtH8xvc2Mxfu9RkERjD_Tf-k5m_ABRYQzBjs3N187CD1DdlVQv9EwgPcfybA-OfU4esxJecbGK4YQ70eINj3
X8Dh9EDRkyjMA-8Whzr6CQdM0sg4RzhE7R1XQj912RnG48LtTjf5DS_usd4OqgX6PBYwgatJIPguUFjh7BAjPRQXFyCY-bfVQd8f
Nc0Y4ymsgrA3EoEaCMtdB_dz-cPcFd8k8AAk20dCPZ_EK6z9vNVXNKa2KvVrPPHJX72yl-mvIrjyAKmDBB_g2gvP6yoLCxca9Dc7
_qF_2fLLvPxSPaz4PWbft_440yzNLk2_0T7fugRKz-ZNW-NgnV4A468d29_gMQ7A1h7l77zHf_C8wxPmFOQz5znd0eYcNUbyH_j9
FhDR_ggk5wwA8EfpBvANKdWz0Tfi0yrG-BD67hojAvsHEs9_PvTn9w32o_Rt4yrcOyokHdC54QsqDeQTku0h_gZmJdRX3xQbE8Hu
RUKuMOCX91CBkqi88urgCdsIrFHmMQ8xxePWLf3tBfUcgQX-t-rOqOzRAfgZ3vuZRCvz-din1ePe5i4h5A0xDcUr_PTrDwYY-CKB
FAa0Qv836vFF-hIZEk4IJwg77S322e3tBe4t_w8BIN4lFMQGLVZGyxDkEyfsD-UL8c0AGxYG6Nf8CM0L_MYTxhQkztf0ICEQz8xE
gRv3NQvMHfTR8_H_xwwdCb_rwjcWPNcAORUoE7cY1fQOFd7oHu5EvQd_8BnnvvPM8CVFDQbmBAooVMzE_Rf6DaqyLNBNIg7DuOMN
4c7zC8Oo_ZNFIx9AfBlNEP4hKxYCfw0U-eYaDdQLRBX-_9gcFv7bNupBAOIHe_SXnA78Yssh6oj9AEiBdBm49xosBkrvKcre0P4-
ANhN9S1n0fso1_bZkE0NrkfpRwCS2X_ZkA7j2BIr8CwcsPHpyN7q99cTwMjH-OQk5yuDD__wLLQlRO0QP_Ds3z0fEhW5FzDyIjg5
2yoiB6Ic570a6vwE0t2__xAL9BQCxf5_BwEz9gfO5TmKIF4H_JfgtaoNChPz-q7BESD8QRh_Zfnx3Uvp-DoQ-AcsIKwX4Yu_Olb8
RlHExA257UAJrzkXEubu14EUWebwkd4ktPAeBie6RQoH8wMZ7yIl30yr794oIc4yIPb61hPgIBTkJf-s8SkrATBBLf4E6vQk1P6B
rjOsEBz-DObxyewKHfA24P_S9kM56FUeOD9K_j1wTmruw-kZMsU1GC4iWSkLItQSvBYBOhauDfmmIvMw4Go2BgR_G-Pf_DnlCw0U
APnt-OD88fMl-eUSNoHr86kxAP4mIAIr-wsQq_YF9gDSIQwRA7RDyv_xKkoI9yXrRAMn_UziHl7z8Ae9QbT0ExIHbdsTH_XvF_gs
ywAbFg_i-hQKKIHYHP8R9OoPBD7q5_N_5eTs9tv9xBQDFPz39An7TeYKxwhGB2ELs0b1Ayv8T-3IJt_QLT3_BuURD-_u9PsT31j5
86QE9DfvUjDt9ecNAgDs6Q9cGvHYcoHfwO84AzMON7EmGhrlEuSw5kzCV-ACHK7w7gxdIcyB3_ES_wj5G-sD_gIVA-gAJOYD5hrr
t9oD39Xx-u7TPEQJL9m7L98deMwKNLdh-gR16t03HLnUz2_Hf_j6NA-i2R_PMLwEKgJZeV8n4SADf_e-Hw4TJfjcaCv0z-hqGdRn
Iq6Z9-W9LSUi1lHN6yHEE-Lx0-n-4f416BMpd-tQ_K_g4tHbtxiUwcy-JurkG8v6Cq6vBAwJ_xBOHsdDBiNuIFb9VRcNok63f4JG
KtbbwS8EsvmlNeS9LvEnJC0mIQki-oH57A56CMjLOAgP8ZsRWBAlHUjtB9_dCa7t-dKR5Pw--bInAgoysQoOtQr49s1JJRx_oCHp
XXEHB7_LuOheA5jS-fMJsxQ1If76NRke6QcAEQvlEP_cCukhvhTqCb7fHBvD5EYV7bjwH_bANeYMGIHuBvg83ivBBxnmCYHVnVGg
-ehD-9DfHfqVJRv2FvvCCbr7KEQPGzDIJwf_5-63XVDr-8Y_OPcrAbYoE9Vld1JH6573nTXpawHYFvoE7k-xL-o6Pl1cKe_aMf3y
sgak74H2yM70RQ4JzPaKHdyypdLHBH8nNgQ16hc9AhsVMSrt6AYM5dVTtMS32OxwAM7Eqbu-4DU5hEDsWE_w2H_e7OoCEfm35t7Z
HeiqZWwSOw_xJSK6DxlD_h5Z9__jsvnJ5qO_yun0LAL0Rg4AjV8WK1M-3IG3Qfbn4crg_-wXphL-1xUR8hXA_lfZ6vk0fuMmWsIB
IOn37__E_m2wyu4kCuAFRxT5Vv31GE7cLx7tGV-rPn9i9KvXRK46rf3B21LLludmoRBE-qTXZD3ppuUo_QE4G5YgC1xAGuTCYg_E
A8_ngRcVAOjyePYHGv7d6wkQ8MH_PEMoHBK1GRWpHvve8jdrQwA_OdP3tw-BMDXfyfsaHeMttuQb9iAGLh5Q6dUIOGv8HDCo5hj1
ElEV878BkNhg5Q02WD9UC9vOi-m4JNXAhByrI9sN7OXA7IEdOUYZV__IOzGrKwP17zWhJicjJTsWyTvVA_HyAvIL4iYfGwHy7wLV
Cz6BA-H76N-l4jbN3fDhEu3pDNzPrgjgagMOivGDGRvu_JkSLIH8x7_1_cHBJcjFGYMOz1fdDs8KoOwV8wNFYTXlFt8TJfMJPQop
xEgIwLYMJNrodBk4HfdV05p_0mLlO_fv7R-zSW_nzttvwxItQPpJ30aMBNw7xzwf1fS-LXQAgcgAKTzc8iAHA6cXHkLyFvETwjCu
73od1uEXDDQP-tolABwr5P4m9B5NG9Dh2ysW--ytN83J-RuB5Lc2Lyf7zCYPQN4eKtnzmA3TG_fQRAEdy_I0NfIQ6xzt1OuEw3_M
vcS6AupAmpGoJe8vozZv_AL24NXGLUTJMtksCu4VDdzs9NFJyqXIbRwp9wD44t0FyNT6_AC1_vTnCX8AEOQSB9MsBq3fWwH2MhoA
5DMMYQrvDtvIDODA-tBGAtkszrwJDQPXFCQaUQHLIwYf4ysQC6H38eLb7qHz_931HSvmfwnOIR0TA9ZkjtTS8n1l-RHiciWQWzKu
PeIxiCFDIYHXWggzHr743-dc4srSqmMT763gOLCOxQj9LvD4iMvBHzKkOziN7IFaO_ZJOLf3O9oI7CImvfo117cR-esF1Gi6VQ4H
1_j1-ybs4RIH2uvpPcPhI39t6dUFZtvpDsD_L98PFvobH7kb9TIdFkH0xAkDuQobzCoanDKgIQoUBuMI2cP-B_4HOX_xGx8x8D_J
EfvX8ff0PaAlwisALeEM5P0iDibpBrkQhgHn8AslZen1CDLE8gcsy_mERkbH3wl_HSj8OAocmAvk0AM5BPr25c0-2_UTEgDh_tC1
8ubeyjcQD1TQfz28RbLRResGAwX6_ssc7z4uyhytKLH6A-wGBCj8K_oFEwrn7_g00wTW6sGpzFfbCrn28VL3gTvRIK3-9PwG7vts
Kg_DMQTY2gYRakX10BgWM_DzbdQ7J-oSHS0c163w9gDWfxgABPXdHmrAFAcpNw0VCAv8G_dX9MACMcI-RwPoERnn5hY9JbgT_LwX
Sb8gMrxSWPoVCg-exoEqif8VqTLS-tPS8Q_KuP3jHNPnuQPH1usy3x4e6-L2xg0O-vn6DeWLXD_p3vEw-ehSNvERMTtaB-fh7Od_
1BQRMtw51frUGg7wUu0ItRveOBD11xs28cWx4ivy6f9qKYEq1x8mQ-MMUZUrzx1bPsoR_gVf5-LADx71_eMJHRrgX0kxAugx-RED
xxT-xrAqG4LUEbcgGbwwMsVq8uAjJC8BJx_0Jt8dPbxPKwy5F07IHP0TPB3L2NLs-trROOf-IUX_CXHg2Nbg-dj77O29HSnK8uzf
IPoqn0AWp-T1EvpwJQUtEgLVsiPKBM_s0x1_RN4d8b9dCeEelAedzXPpKecULd4O-zNK1gHm_lQwDZzQhegaZR4_LRdUDRMUIfDS
Nyja6fPk7esy-hbnoqMv2qwV0NalFOhb2vM03wD39u0aNP3JMnkE6UpBviU9FCWB_zv-HpLoZuDp5hEwJ9HyJybxIvD9qWn1_V_8
6eNjPCToCx7A7RHiTXRB7TcL3Pz6MRM00O3ELh0gwKIf-NesEwY05fDegQMjOuz-zAq6_z7N9U_vnRsduuz5GmFBFs3xyy8bRC1D
LLntUQ3_Oc0V37bk4WPt7TjqD839rr9BSdXzHuoZKxEqBdLu9a37GBEnGAv2DgAImUEXPPU5G8i9Jg0R_bTwFsnR2_OBQiBU2Prc
MCkDVLkQttpVMQ9p4_XJJTjP_SEmSwfjBPVO65DyJbyBybMQA97yswhMGOnWXC9JjRUOAwHVKk0CIvr8tbolCPU1oG3H_24EFQW1
QRgm-tdeVjoGKc8M1S48_B9pNO_wwT3Q_w9SLdHIEecJ9-7bAOzZ2iK9AygGFwohB7fLFEoIAwUV1rTfOuni9kjWUeLcyDAA4B49
CMQZ_dDkEUUdPWWBGfQL6f4j4jQi2z3l5gzZKA_wzdkF9Poi7Qog7xEdKUXZ5Ofo2-dS5NUwK_z5_RH-Adb17yQE1dzMP-KSI8IU
8x43_z4iwDHPU1jR9hsd9uYdDuNQ5z7I_McZIRlU7K_mDD8k1_sYEg3p5vaxORciPK9TOTvlStXCrmMBGjILKwfV-oPWfwwD6QoM
BQTJBElBG0ZNTc7RT_U6JSKYVBf8QjwaxOzu4f0olfjBIz_MDAD3Ahr8EOfO8gW7pCdA5fNGEOQSifryzOfs6w6PyQ9cERLe79j5
K9DK4i0s-ecX1wAa8REOZ9666Fb3EvDiOTUX_cfv4fQ08jTaFigmAeLrx7LY-pHRT-su3eWYQw863D7wzAfl_gPDz3LU2xfvfzfP
0Qn7Cd624wEM6FPC-OvDR_hA5zgH-E0Z-QXLARv32hwQ5ee1AL8u29UhD83X0zsLEska771YKPDv5zVYJf8KJeMUvlDn1uz0-wHy
_e4R98zkAkEzmAI3UT-Z9PHZ0e361_EC88cvDE8t7OY7QgELOujsLOgc_ezy4grfEOzJ9frKFwgg4S_mLfJRM87eKu8O2BneG9wF
9uHlGvLr-zLx0yHKu8riCX_tLBAkxgrUDecgDVi_FCkIASnGO-wYCgyBrQfsL9n6-ufjG_wEQgL97OUKHRb249Thozv2Yxj64gYM
BUbvvQUlKAn07vjm_i3zIk4RBg4OUQhJAFPD_NsLm7w63Py2AwHH6wgWMxzxBrmZAPzp1Mse0dgcssoHAUcIPSAABg_Y1e0V9hn4
SMIQ1dUq3O8FDAnctTcEFRIQLQU51qfKBMcHE-0dNy_rCaikCx7tN032__T26BsPHxjuzRgCAkcJ7Q7Z0T3y1xXzs_jEBhoh1vA4
PhnM9RQA3kHXKgPcE-kNBfkGs6kI-DC3-xfvPRwA_BwDf-ob0-_mAvMB3RQP0AbZ4kgA09G6G-L107_0-AVHAhHh0yQtHQbA_H_m
IsbqEDsX5OX95PbF63IsJ_1AKz4eTu795e7q7RW5IOcTOA4H7y7lChYT_zbFCxDo0zwdDw_yHtDsFr386CLwOC3sCRgXIyzxABEj
0lbQAODiBDTqKP_85xnsAxLlHO4cBxQZGhr_6DXUvTcmC-YhSOnpzCEg0GQTMDUtPcRrFf4mEBs2FXfX-MkgOvsJ1B6WMgsE67zf
HyblyeCB8OGaJ0gcICgl-xzs6BXwquX-gSESLYcnEDJXDzQkt7snNzXruib48spKa0AyHR_cIBI7Pc_7Be6o-g7mvoZdFWqxMtra
4SQpB6Lx4-nk0PfkGQpE1-u1Gwzx3z8BQSxyMuyauAoXRrHrHkvhwdz1uvkIIcQBzh0R47sL1EBQdv0EKjIcHMfpJmADH9464_8W
0iAeJxTrzRICCdFJrWCBHheesRj0L7kHBgH86jB3_CTY4jW9Fd4Vz--BHdXgIME2PgnlOdUvKqQOutnr6wRasxEwsufivuC6AN_-
y_c7jdzTTsRHMcQRt-qBNyQGVsvnSVYULN34AferGiJBGVMxJo0FJRzK7aPfKu9HvRAMiefxE-_VYRjsFQwO_V2-MwruvuT9SOzD
D0H04yJEt-PQ8tRcEBUv6FAWaR_v19rPMvwLTyDu3aED1hHt1BzXBx68KDUr_kcpC_Lo3-8lMFPt-QkcAhTLDgozEF0LG-sJzvrA
DjcLAa7KpwUPDhPeC69VAAMYXVLu0g3wCr0Tu_gl4DErIjHGHy0M4PE41jAeJRLsEPDbE_sQs_UGWyMxIM0govT4u7zuCcFBxe_m
wAW0JkvCQx7N0fAWAbXgkf_R4treAAb3KA7S7NpfFYHc-mUL86JRJdIRuxZg9y7XBxggK38EqRnn-tYY4ikFDPRG9ksA7fz__xPV
C9wT9z7n3xQDIyAm_yYX4cvB3CLzSA8MCN_1xNPj1tj5Hgn5FiXtfSv8zvmPCA883sYYTCjyYDOc59gRywDlCPz9Kg8bLdABCbog
2skKRgUkIr-8vf4ZKusBEAExWu24-ewOLFglIkzkFkUrt0kV2fz14uvdtxEEOjA1oiTRKeTWsakIElvTwzf58hQGJyclNjkx9NAl
F9sQNe_oWBInIzwXHWDT57nXHGD_4-K-GNk63R781Te8DfgDaPQg2BlL4EPH2NlF_dX8Jbjq0fTVas9_3uvr4s-__Q4owD_8Dwnx
1dYHIewq5Rb1-TQFxcb50_MSv74Bf9D90PJG6c0k7yXz9esl2i0V_yoANuYpDhO9D_vI3w_MryPt9DW9QAj2R_AA6roA3zsN6D4y
tDXp-wrbKxtTBd3UySPIIwbJOhwNPbjt3QLC9QnfRu_j-vXh9ugkBSg2J_D58l8PwjQoSLi4B7LdC-691Qf6D_jhEAH3T-z1_VUD
Cxkx5tu34hMVidYC9BeQDBcPEv8a2wrQt--hBq2BOhzg6RHaFQPuwc1AswQT_PLvSiULD9TluBMSrwjjGhE_9iEqrgAyBwXp0e8V
-Jav0_cUzfwSKOYCx-_J0qb3-Qb3Da4t6PsdIApUBkn_GgUFxJMF3D7rx_f8SQxK5doM1iHn0lgU4-Eq_RMIOhIdwR5QMMkGI_RJ
1P1ICPLbCg4O9NzRHykS_gG0C0EOFBj0pxhA-IEQG-CyxyvazirOJRjlAyMfHcr0VAAu4A3WORxA6QrpPk7o9Pz9IhsG7AIqH2NA
NtHHzyXdZGXjB5gcyWMMGf35Pd74FL4XzwfTAEo7ShNPHx4l9WGIydcKFCE-FONPYekLK7St6h4NUAXaIMet7OMJrjr18Rcut81D
29QqRx8L_M1ExfNCz0tj5TnPA-9SOhf24lTU_EEQDMyyFtcCJOAnB7nu6ffn1EO4AhCBATooRL_aJeQaDA_S9eC6AT4TvCPevypP
2yU3LuLgM_cawcbss-UwtfIaE385vxm8_DYD8dfe8gLC6hrM9m3bFtzZHpDP1iI-KUD8yPMNIO0s5uTpysKwzrw57z3kEEVD_tyc
sBTZ9NZAWvcK1-Gg7tXq2DL22_NuUsj6SyXxEj4L3ym82fL_1W7a2BwLciUBFgYr-9Tm-eoc7c_h7fB_BUTD2xUWswr-LRjwB8uu
vfCZEb3JZzQK-NMH3ckhBRwH4fQUECXI5Jv8KBS2RwRO8_48meb9QiMHGjADqhra_P7nyJ4qqgue2fAVFf4thQIEGPrwAbK-OeUq
_u-y4CX_BAx1yPwG7hDc8QkPEET_8U0h_2HYoiH90RoZ7Lw13A8vF0MGBxOu39c46Qwl79In8a3SJOnlBCpRjj8eITQ2A9DmUMrc
9Rcssix_KjYd1ivEXEHjLgXZPApR1Tbw5gPXGEj1w8jv2q4s5PxuJQcn2f7I3h4rurpS9uzoOQkGRwDi7OgBGBooIuMM2zQIyh7L
UC_X2PgJ_Af_JRxDEyQV9Pzf0fbixA321f-91gJIBeD9VNjFE7nu3_QIChvQIDU4AwMjQP8HDQf_Ev4q6xYLIczgzOo-COYR5evB
wMf4Ngy378jr8fnH3QYQ6_v6PN8YHH_5-P4sReUO2MkpyvzrDVsvVj4TIcAOGAMlTMPSEfqBsBLuBSTR4jX4KPDtXI0Yz-IjBRlc
KC_fAyBhWjvLrA7xQxEY6u_VNQHJAPjjoxTpD_P3-BEOPj4t3TunSRgmQ9iaEMEMFvny5Qr8KMH6Pwf1y9Ts5jPB8B_19lDJ_O3h
4-TUKQv-9DwdJEn2DNzyHZxP6RzVEBD98sEeyRDc7Q38vekw0wMe2N-4_9YH3xbkIxudohfy_BnZDTD47zHI-2Hp-wn4pTct_QeF
snEKMdVEHAfcviH4HNcV8q4_0OS45tX3Bvj5ukYMN9LI0_kv2chyMei48Cb5ZR2B_xUC3xQp1BID-fzLGbG-L_YFDgcpACu92vQZ
w_tA442BQx2xaC_uBr8FKfcmFeAda9UMCtW42NHEHBFlLklqpjniCBQlsz4ECfzk-zgYAtQZ-Q_5JOMZ69YFDwUR3i793J0jTQTf
7xTf5WDo_TgUNTVKCh75zAJBVRHmFS0JJ8XWykcP0T0yPrL9yujkEjEVqSkyByHt0wwc4hUu_jcV5KT2dtDqEinQC9fMMFjbNPZH
0GAWKPr9AznH8TQ7-c_Z9CIwNwkRAxMewAj-4yfT-7jxyB4a3ewFysv_2gXsuOEo0B7XB_w35j4w4bxGARK-Gv0yA8ceSB7z1GYG
sinpA7ZAD_niLiQIgR_86TcJBEy68QEQOyfg2RXcTxYRud75CfnfvwYHxh30DkD4iiHhy_weC2moHQALF-jZLe2rAz2Q5N_uESLY
3c352g7ALwHV4Qsj8BgKEBMXDBHi3O8egQIBOObuDuAB8-zBEsf8NfMbJwgEYP39CEhKALSk6ipHJvgYy_c-RBEP6_L04RdQM9P8
C8ny-ifqzTEc3_ENGDjxCKAoyyzsHOUHH9Tpyd5C074Z8tnd-PEkzCb98zfL0rqBGg5IBd3-vTMrHgofDw75IBc3J-LarubhHPGa
3DoOHe4s4zHrFQ3b4cz-th_5WMau9xD_AB0UUsEIy_zdFdcr8RnXWfzxrN8bNEX1miLuOAoeXhb73e-u_u4BC_jlDRPvxwAE1ycu
DwYT7i_43xjZyr3iESUsF_43HdP0cMsWEajiwFnOAMzU2w4z_xzmHiUw_hcHsDcDMyjUKbAk8BAgAN3qENL_6A4kL_EyLvwQyfT5
miX6LxQULzfqA-gIFOTgQzPT3uAxwYEb9sL1-tHx1xDXM7sdy97lDOLm7_kwQwlgCf8rOfut5Qlc2BjUZf8rZkK-F2y49ufq_cQD
2xT5Ofdc8xwR6hOB46gA48kgFu0LJQESCPv7zPEXGUXlMWdTCBQO3rvN1Zfh2NoMvWL31TleCRDTJzYtw5Y4-2MI07-0IfkFaP7T
9PP3LRAWOTUecj_47wiqBmkgFQYr4jIJ-AZbQ9knuBkmCC8_bC3tOg4YAtO3Ad7AXUQjSSiBLCf8TQgOUZzx-bb39N4xEikYUCwx
5A2F1v1ftJ08__MJm0W_yr7ZCe8RIuA2JvrXCLq4GCPj2xE3EBmZztIWCv3a7gznLPUH1j7C2AU7E0HvJNFF5Ob_MRhULs5NGu__
mzDxHvI02e-BNi7qRADS6ez-Vg0BzQX1_-Au8NLl4Qru8gkUyTrJrvTT-f8ewnYIJCQjCh5CmAH8AtAWxRkIKtgotA4yBkMG9eri
BvLy5izt-hQZQPcT_B0fCSHq_SwH6eq5Hdnt_DztEdexMQItKFjv7f8cyQ_tIzsVCxV61-rgAPHjzN8m68UW_CLl48rOCDQJExou
Gu8w8g00OduhV_8H3xDf1-pBETfX9YEQDyWu3dz1GBanBBdE3Q4pH8HT7LvtxwQmLc4g6kdZ8RiVH9b6-u_Z2vwHE_cGNxgDIbIF
BdEC8d33PQLzKtyqO9XbLCIZAe_sB0giYew69wQwylE98RwPPRTuG826HqwZDxP7EMEx7NcrE6HJOSDA6Qvs54H0piINLdvLeBot
LBIh3D8CHK8Oi70PNP_b6UgCNiq5GRXJ-A8nS-XUEMizCvhsAOMp3HYH1pZG1z3L9yLiESdUwrJH2_MY9ik_5vsXEjEHTFv2TboX
PtFD6OYA9grPuuTRLd7PJD0gHlsIJqs5HvRKuQewziPUMyHnC63SF-zb5RzyCx_8Bg_JS-MPC-3PCdMW-fnqOPcKC2VhL9ERxfkY
viQtv7sYKTATov0M7hEh9SDaEqv2Dgn71E5E0Pr3wkjKIjeBGB3K9BX05EEmEyIHABNEE_kw0OjoL9vk1u4SQEeq__P52Cr3yDVk
7SX8_QgWO-7t90kG8bYo0-pexxQdSuL_7sD6BdGdJBwuJ_cEIvYSgfIDusVA4bwD8AUr4vzKt8ftExnZGgG07RnnHDjO7AseGD7s
9ynow_Zg08muvqMIrNWyJ-wgwi4tusTmFx0ZOygmy9P1_S8PSvJCJxLGA-sawOTQIt36ut7u8svM3ub4DggMuvRTI_kEsvwIMNrb
-x_u3e8z1cT48yrw7gQXKtUCPAbY1-YFx-3ZPQMayhGxzxLtGO7RDxcrEzEOKNEvHg73CuQ-A90COX_j4gTVqODzDAPH8CsX0ThG
2TT3AeIcExfj7vkS9et90RI-5RPkOc0o8CjvDb-BB_jH_izQ4yDszgZJ0hAR0QcWFthh7h75ABnouCj7K0LCssfXV_diJBz_Dy_Y
i_LZGvEn_MMXGh_sECkLfQzl1x0vOkzWMd5dBUwdnjQK-a68BR1qEPfaDaI4zvkq5Oj2LC1u6S8fOaMm7OL1mVYHAtLbtWLZKwZj
5jss7-D5RwKzz8RjInAf7OZBEAHtsPPvHjvCBYH8AiLmKaFRojo2rRH3e23JqlG3uqKw5W5YIUXNbd2nMiDqrdcK5NoV9H7z0QTo
Q84gGta_19EvIDntx_4ENBUymfU_Mwk-rh8PNpOxNubiENI98ZVG_70fFeYZMRri7c_No87fvcYAgQEdLcb-_syYBjH4LwIlSiP1
GB49sYo91jRANirfJC-uF_ncIgb9RNXjEePdxiW-BBX_UQ8oydcz8MXVGBce_QwHNRsS0MrPCBBEPjfN0VAdIesACvXI6fkYK9MF
Ctr8-AAcyNXuBdUwrh8Jxf4jLubCF-bIQQ7e_ibuAMEM-Mjm2z4Y6SjF98sABbm8scrRBvADhAsYCPnkCMZUFMYP17cZ58lKD_Hm
2RrkHQ_KCeHcDyDX5BDUVuLv4g0xO9r5gfQJOOLp0fQQ-DPO9engGTnFEdwx_-4KBCfswhgJJgcGQRpECAMOJ-CnNT0n-TEBNMs0
F0JRBdbx_R0ovvDpEujwHRAX_hTWuwC38u7sFP8V0OAETuU7BAfk3H_9Jwc09w3ezdwM8v1bLVsKAAvUFw4_Hi4lHSm4EtAG_N8c
4vUMFCoIx97LzxMYFREd_98EDwn0Ia_rCPP62fk5wc363gMuCdaw9NIhB9TuBPwP_fpPDuvuUwD54TYStQwQ7CsTCuLeEtYgExgT
0S0ZNBsfwwzT598oyhN5FrXxJWTxG90NGRg9BC--zm358BYWCCfPF9M88vQx_CoT6y8isBhMNgEAIdrIfyPtuDzD89Yx6Q8K7-_G
8wQNqeXsANkG3gcDQTvn9DUtJqu9J7wNG7764TRVzezlUxzb2xrm9hY1OwIS-Bn26xHCIyj6K-zF7BgyTbMp888GM_pQoDnkSeD6
28gYXA7uvNQg1qr4_vAT-xdBW1P_9wdAJksOw_7DzwzG6eFV19BHucIYKXHHKb1f7STOqvD5rNCV6Bjv_Acm5wbVbgcIAwn0fxkr
sfnQODgBwfj26BAMAI5J5gANnkcLNwYB2_Q8MwaBPvdg_-LD1vY1EiUEr_vkAvA88NQgAgbgP8ndBTj64iodR2XnKqjHLTEa_iQv
9Tes_xT19Sf1_hj89g3pPD0-QVHLDurrHhXdCicH9xYZ-9D1GgbbGV8Ht1vcOPYYARD04va_BfsZSyQ6J7wxphohPbA6fxbXs9bR
aJU9OAzi7QWNGVFAvi7uxkzqAlgmu_ob4KwR3fAYkz8J-uEzDP_vQOsJHwD43znIaSEP8xYH5eMKLavW7cTc0TxXoX8XquMmMNaM
JwTs30UVhgRLJZgXQzksPPfGo-ji2-3n1Rw04xHwFQzmDyMP79869fDmCQjpf_3WFC9CzfzaFTgLrSSr1A_JGA8JJXKbGvnx9PoS
N8-WLPEsIdcAxScEgX329epR6QYxZlwFFQcT7iRYJ5LTBVz95-zLrgPRyVWjDOw0O0jyuIE8zA5SGsMv7w8Nx_RvBDb9QHYQvvT6
Q-HZHhuv-9QaGsb_COfWL27kIBbIf97mBBLVBiYgALRhPEHu3_ADGQ8O7zgqfwmu7ttG9MbasGDz7NbVEf0_Kg9JFPGcPeUX8gHa
z_S31tguB8jQueMcF0Hs-s5F9j-7Pxb_6oEhkDQtqRPsxxe14Az14Cni7xPt_sTjBCjW8gX2IR05tekPBzSeWj_6FCwn88IqL6zy
zvUPgTL_MrXdCsL_7VrOAQgn3SH-JbJHDALOARG6RDw8IyfgRxYiy_Qn7QBFtNIlIeRGkHTFr9rrA-f_PxypA-04BuHsfxJO0CAA
KXkG788NfgPefPAk9uL23uMl3icF7dbUEM7FCzWY_dYGDlLkGt8OOgDJOOcSLSXlgS8Q9Q7fDmgWAvTPAEPxKRcIMjBCBufq-lzd
QwvE9c0A4TG02P4YG-oKwhTCULoFFQT2pvzo738yQhEWCTT5JiL5pfDg4S41K1U3LekbHrhbnRHiuRQUEr-SMNS8LM9P8e0nILH3
ZXOIFl9_-UG0HfYe6QHXzPPVGPICCQDjfxPSp97v-poDWL0cZvYq1rMwuSD97LnyC-UzIP8hC_0MqdERx8dNOu4wPcHALxwz_xru
Kx8QIcS94mAlDzIrIDfuMAA6Y8Zg9PU2O39ILxCnNM0etsgoz9fSN-Ti6bbB7BOo5CSB3UnnGQ7E9u8h__ZPBP9ur_QhJPW5ClC5
GsgzySQH61AdCCPm9wFV9uRGfxA88P_X_DM98-bfD8IC9wAeE-HE1O8Z9_cPCAAlsKXo4ak6DqcAK_r1gf3AEiYIqPi8RFMiILwl
Q-TqoTzYxBX1A-Mu3QEe_uvzIL8q--6EJvjyHOHM4Tj77wHw6n9LF9b4Cib5tyL-Lzjq0S7VGc28CfNhJLQFDfUcELk5Af6BoAEd
4d4QN78sIRYPyxsa7wck_RsYsiuv2-3tCSg9TRkcuewETO_x9gkI2QeKwgeNLZs6srELVglw3xIATQ38DWP4EAv9wQA3KPPlSzno
u9nXAhB__d0AB-b6FvMM8AC7GewrzAmlIfz4-ZgHDZ7XLAcGIPASnsXwSc3GJa5NGwcknYEhlSsX1eHU-OP5NOEisSFoDwUqFQoN
OycaTBVjfwRgIM0I28vdRu4NPlfu9N8t3A0OLPzi-hL9yF8gRyCSyCkz7JYIaN50J_PPAeAaJdYBIqUmy_PbuC3FmP4P7cR_QYwJ
0xYaveoeFAFFCNb2mNu6wbawEwvLnsoP9vYe7R4N9wbVGgUSOTEZNCiB-9kjEPssCwcI_Ag8ErcL3wEAt_L0N5ibC__xge336eml
AhDg0RvJJTkGQ1skp--90QD8-Gj7NOld-BVCsA4DPufN1TfbvesPSwEIoi_8Nib00hT15jb0EN_VxdoYgfSaKRVjF1gqwwT5CUW-
dQrz8jaYNSY-2s8_LFDcIPADBP0S2hrlgTEKt9s19dLqxjnU-_z38OJuDBTVJ0_cLxSR9QTjCUzc3L0VIuNNx_znCE-vD_uBsPbr
BA_gXvbR6d_aP9fU0hEBNQMHL-P6zC__TFm-7B3JxhLlFApN1Qn_5OGnFBEp-_2yahWBtSAJMvcJHvpCNyHlKAgW_QRqUuEB0xtL
1AHYqsgQPSJ_1_ga7UEaDFrDTO0u4Qe45P0e0f8QFAU033Lm3gf6K1IGKCQT_jfZHz79_N-zB_w7gZj33Pf4ENjeBOEAB8Us-BoP
D_4C5PMPI44Owg5FGhUeNCnF1wCxkcN_0xPeFwhcz82MFANH5vzcwmTp8QdiJJb_Cx_n0sDvPMxjBcnH1QUG3DAM8BvgUJGVsYnN
as8D3h6sKE7v2n25BR2m3Kzo9VdhxeV_NdvL6zzsWys89V7zIbcH1wbzJu8hxxXc7QUqBPKawxgF9D7g-woPFLgk2-wfFv4NEPjd
KH8A6NkUG_BK9hASDdQBvw8W1hD2i2b4vyT62lbgWthC5u-BFuXp50EB_zAYuWkhsHO32fVi2mkPFk7hLPrXpVU3wjQoKHjgbxYM
41w11f38HCHkBPnNCLH2_-3XGgM_4fjHx5N_9j4-C_oDvt1PDvUA8jcWLw0dbSLhhAUNKRX9AA8a8TQ2fwpkWCW96-bovgRScro0
T85pHOdSzxrBTpjuy_oxAhXmOfCBzTMo7zbeNdVQ3FHNuv0VYMdTFdgkS1gfSr_07u71PBVMB_LoyfY1_BIhVi7nCtgr9AzcNCAC
y8Ctvu6BCeVHMg7cND71JSpBKw9EWgPnpclxMCBIgf0K8yf0KN_WGjK9uVbbSJjaza-tAsTdAKcwNf5IEiwVGfVRxYrQbddAHUPD
QPsD9zcBxPLzA_UeEA3z7jshLAj8DvDAA4wGHS8u7BIABu8T-gUy3IEF_zpvzhbvn1sYzcpEtPR_8f4g8gsB3x3u5EYp0MHGGEge
tqnmGR8T4u_7xgEbG4sAAfejLCgquNwN7bc1KsfX5TYOOzfdyAIsFAUh28n7gRAiEM_sEeUwA-RQIxEHQe5VFRIyKmMNxvqE8htB
Q9zl4RczSfxS5FOeGuwzNX8TzQrNIfxQJXvmzAH43SJU3goM-P4MBg_ngRP3JOcX7iLj3gPO4vX0MCz8bB_-1gnk-A4P7h4pHdrx
KCcDwj0IJPHlFg0OEA9K6tjx2PS77zzyI9Y66-Ak_10EAhgMug3G5ca2VNIt0BIAEhAAjMktwssAQQBU4PR_7wT08kx31iAUKjoV
FUL1ICSQ2iD0gb2_uAkM87QgVFf15yEmUQMoENP8C-bW9QTvFR7N_eb66L39ykI1DMBi63_g1zv129AIQ_MA-dEy-zn1Hu0b9Ckd
K-cIFwnK1P8J1yIP-gUn6QcN5PQwAeDY0yzcKvwj8PMQugAM6YYnRxTM8RbdB__zEiXzGn_nMfXnn4GKLKpAR2oAEucD58EG5VOy
BzHW5gcD8BXaTODaG90UqtQL_OJE-6MbzQzrJkS0-zAe9oE_-CUNGO-IIj3vF9QUIsf6xNsi0t5F9usnxvXpCOtAAOvFxic98hFG
584FLQzd5QAUFw5ABEki8AjO7Ovs-OX771Ma_gEVvgDPD0K5DjIh7fAJ5AnsSjnIf_jh2hHx8I4HI-o_JxuXtIXMf0O_4hvpZGMk
mA3M0ddQyMa72Q9PGvUe1EPn0-vo5K98KdPd0MF28BC631DuAQwR4hO5QE7k0Bt5Bd_Dzt73DdBhFb21NQ8Do_30IWkcf2KlJdg6
s7708_JBd-3Q9imf_X_u9PvtwPPvNNcfOh7hIU7TPo3n3-1WGezv1-nbEy_jgSgXIvoRI9oUMhpN4OTY7jbkF8f-BfTWQAHtJCD7
8Skj7wUTC-8n-fIVDiL09BwL6uj1MCToDEgtsCmz977H_EwoNAOmLfvwsN4SsaYF8dLYuoEQ-uYI2f7fCxi8ABEbrwLVyvnZRJAh
MQQoSoHdFDTiHkoWPj0mvC8IExtPxE32Ahga-jJPyQNf1RH5OjFVA_4R8yVV_QoC6iM28Tra1wLuJAQ5l-cQ8wEJDLjXf9gZ5Rj7
sq_OvSEKGDUb7PP4RSgAKETl8jdHGFzuUPEEG8AB_bn4gfny-qoMvfkcIgn6xP76TeIz28gs6CgJ-woTxT0Lt_f-GOLSjQnVSyoB
KCMz_OOS30URNarpyahvSX_wAFXt0gPoAzwezSZC4iSnseH1CfAk8gPaSuXcDJoYI_SkHiHly9vxj70NxLkNDX8u1kvy_MkLp9y5
ERzdTup7CPokD-vYpT7gDxwfIa4B5fbzDNw7ExUKyYHgNN7nBebKC7oLFi_g9we-9yrMG-URDgmb9sr0BL8oFXIT22mMJF4WTmOp
f3mD6oenBRyBNx8fFCL5OVzu5xMS2Lfb-0qvzC2YLeIrAebAVekhhMKVHCSfJUjx_A6FJgdfEvkt8mzx6ET1vFR_1RvpBwq05xL5
Px0GVB8G9h0AFkEOzw9_EQOyBMsN9zcjsDbKAgceFvK26Ofk9x_7LgwExAz-6x4h6uTy0AoowCoJ-O5m18jQ4xXfPSn4wDUM5sIo
9804aA_1BekCHD78BxLQJkHFf9ERHQf18P4m4y3nz9UKLR_Ls_7dJSfrJs_V5wsZ5gwBIAMHA-ft8ykeDYECAPsZFBb-Qj4NpiUv
6gP-BTva_A7j6MjJ1vch08vUF_j12fYa-H_v0TMWN-b55wW-NhfsV_sSDuI8Uj8S_TQvpR0azlb8pckW8RvmM5rDFAD5HerB7t3t
HvxUC85f7-Yva39r-igvP_Xt4z3WBcvXFPfr2QjzgdT0utTz3yGWEsfAAAHlCLvzg_ZQ7Lqc-rorIA0c-HPZGZVivrIInRlYshbB
GiBQp-BAb9XZKj_axQPEoZ-Of67OiJNfFPzt2Gle0XnELsAG7gr49Q5Qux4TufXv-SD99A35f-ktBAkZ_-0h6vvtRtf08df8ABkP
IfrfDCwJ8vUVBRTa_V4GQkUcRXE2PH8WN_DgVFfB4k8oHNb4JUDXuCecBwn960IL7-QiNzX6LGY4xsABFBwe2efyf_kCF0UQOR7Y
8f78tPLkQyTmtiMFLTgL1vgItfftMMHt3OwP-dk3gRA1G-r5dfta4T7uFPMP-dEZ8uvP_dQZpZ655eNESbLt-hoZUrISAS7bDT4K
fxfYJcm98u3f8yX79fPQLsVJv8qq6iMKyn_QvUGaefVHKlA3Lxn7Gg04Q68COgRZ2gpb1cYGy2FH7wXV-Ss7gTTEKvpBK1wYBhjf
KWczLsSf8dRCKaf08P3C6N_r11ASJC3NLQj04uY66v0ATt73BkoTI7Mc338TIGXR9kdo6f4sFivo9N9DRjbj9qxA7-4j5tj6_CAb
-_LyLAgPEAf33yPs9b_V_COx7iT93DsL2CTa5ffeFdN4CQkItwoqAfV_72U-UBEh7PoN9ALs5-lIH_ADr-TeIiwexcC4OeG6Lc79
3uY6AwQpIkUIBOp_Dgjt7kKq4ATHmjLSuQjEd-MH128v4Cy7FsmwHbkI5qTZ4Ngm2Nz9uTDOq2XICnB_Bemt80ESHsccu7Qw5AD_
9jUL4CsPyFYsf88tO-D2_OvrzdM2LlQaKKvR6wSdIRIn-CAOFP3RCbQTFQB_Q931mfxKKRzKqAbtISHj6_vEw_Miw7AQBjIvRN7R
A0A6Ut_QFhcJBT8YtDfcPJfG2cIs-B0CTSol4ve2OAwmf8257toZV_kj-Nq29sOpuswLVg9H2ED6-hTnSRcCsc3As-MapT7_ZNAz
Ta2r-D3GD0ziNf_DCNo3Dh6B8sY0QwxX7KstGhjoJWXo4Obqx-se_PzmSn9S2wf_2AvDCiya__k1KwsbRufmGA0ZFQXg0f8F4BEv
LwBHxM0oGePaO91d3-2IAcYBC0o208aiQPf_KS8rEfPJULsUDxYOtanpJvpfQSG_4iT3f3f2ExgMtJ37hgAJC7tZFgrjaNh_ZNLj
zvEUJ5_A0icVUMjgv1W7JCds3UliIAEsIxPSvRZKDBHn5Mqz9ld_GzLD51IaAhXx7dYaJTv01-gfLDovJhlxRhI9Ti9p9hM0Edq3
8jkw_ATpDAkb3AjCLxT59rESK38IHjIH-fHT3ZTzBWCu26sH8UcR-I4r2r_8FiIM-PPhGdANV7x-BfmT2vjLsh24Tt2B9F0X8iit
7rodNx5gE8bL8-R5zPEO5Kg6EvVy9NzYmxXV2_qsJK36QfMzFUI55ROun_LF4Of77O06DTG-9BXrgeo89BM5LBj79REisGSEww6c
0CIP5ss1ZTDU_yCY_aWfiH-LHJX5gqv9AlYa1vI5SsHYHgDcGipNOpQg5PcD1dnc0PDSJ8386eID6Q8d7N8K_BAU4BfmB_DWHtML
Tu1B5xAUCuL5EfwJEip_sNcp0Ns4hSkI6iwoA9Gh2uyWwDzG4_7rCybtk_-YSsC0KLJVc8Xa3RTtFRaBEALl-ycrBvj7xCXw0BsA
WLsSCRMuIssPvBkXyxMFw9Pp8mOB_-rpDAn_JNRinEj7_xj_0wuIEUUCITGz2wpGu8fmDjTI5jquDx4L5doULpMj7OA5CSrXKCkr
1Opd8tcZf6QUHw8V-b76DfIbgf9bAQ5y57yxPiL88vKbTuHQ2LZI5_sHQjT_39bz60kn9nfk9e__-jLdOwkc_BPY-60qb8y-Gfb6
HByr-xqN97nj2SCt3H-bl0Mm_yr2_vBX5dE8vwwL_P07yBdrzvcE9vEdfwZwMMj397NVVwrIqqYEJjgUm9zh07l-WeYhOs0oF1km
sEYkI-bsyIH2Bygk_Vy_EcrqAMeQ-h8Uuha86vbMBvIID8ga6eIj_AjrUBpOvQrjuTAEkqfBAkrqRsOELr9HmSON99cdHPim5kXs
BjBB0N4KKRkoEaYJKeMvv8szz_w_4n80N-X-ADhDwdDE7BzcCiTe8df0qeUB6-LHpTNIOd3oAhHZ2NgQ_j0GFPBSKnsyWX8e7NTd
-w4xz_QC1vofJ9zRH-mB_wKh6hjxELvrJg_V8jrL0_rzBVnWCQIN6hcJUBgKvd1RMJu3KjobkUf8-AxUJ11qf_ETQWOIuiY8TiYj
cnUUERVV5_e7vSPlrT33TywPwFYf-RYG9uAI8OkE5ACb1PjkZvfFBwbvF6UYGOkk1eoA79eBcQDt1dcM5PA2NB9A8Eei5YHsPe5D
FSVB-RyeDn_hH-15bNIaEeX3WuoayzgKiS5PsArYENYRZ_R1zAbG1uvo-NVIhgcmLB0U3MPtABvczTjaywvn-w_iOPVsYlzB2KEi
yQcbDYEf4jHU2Sr_9MggDhko_i7y7tYIGgTt9PUL6Qbv6d357_5jD69I-Aybgc0Ev-EI-A_u--cXE_XYyEEfy9ni2CUB698hO80I
AdqpPH_OKcy1LQTlGf4nNyCe0M3c_RjDFOkdJvgs9Bbm0BcbEcEl6yH7HkEaDSooPgTcKCrW7QEjyfjvQwERN7Xy7Dsm0B4rZyD2
fy5I6d7iQe0R9wopDfMEAE4yGPO3yxfPBxzugfwUJwfuKeoEDSBS6kUT5EEV9wb49_MlLfTXGvX-Esok0RodzBXo9x2vpDkD5NMB
wemjbynZrwHBgQHdCci8NwsKCQM38zNJ9hj9-NQpAb4QLtzRAQhG6CT2i8z9f_GDZipC3Cu5GNwWL-OrTgw3R5cFmPVGSwk05fnZ
J2nkFzbvzOgUOCpZ59SmAqxE-ibc3cAC8NGw0ie3NO9wzLj6An8H6SozxuXpHBIRdCioL4E_vy2-lwQmGhPP_O_4uAsy2PVQHcf5
Qwr1MrPw3QgQTRupbuQ320tOLvX-4SEmzCIu0H87KdstqBfl6vIiHyLE8LIXIa0eZgT-69BuE98BF3ZO8vXb7lT4Dm9XCurqqRv6
yB2eTxiBh9navKmJBNEIxNUOOtnh8PtkSus6Nh4m8N3feNz2vN455KL3ICQ86r5EPHR06f7jKwaqgfn-Sfu434v7EKHp6kDoHqvG
stHsA-L12MHT1CX1ASoJzuMv6fk9-z37DfPaJOovf-cQ9R0UJzKNNfHzEfsn-tvf3wMrkLTiM9VMqkwaZ0FzaBEC_ylBAikcE_V_
sxuZ7Bz63Ob_yRCw4xdEArApRuzb9-aSNfNCHuXOeiIUwsEFzv4hEOqX_dHI_eXrEecZDz_4fxqFvD245LP5Kn4aF2uwNvZGzrfR
7-YIKfUqyHdB73Oa5AxnIF4CNjIkEOMv7iDI5ZTs_vDfKQDfSyDG7uXJ__8OgQzfHLUCUx8ZRAX0_P62gRQc1cTbYcPXAT7CN6g4
D9ayF8Wp7LdfKt9R4grt_de3Js0Q4ssfISEDwR7ERB3PgQMQNrzIzEOaCT-1ndQ1GgkZ2c4uTKS7-wD2_jGT7i48H-zvwMwW2QLs
FV8SAxfemE3e3UA_DyEr-kYItCQAESnySZKgcwkTwbDy_BPh41kSTUb7_Y4CDhjs5n_Rz2oP5Qnk4dLtTLYb5QGspAskEMUs9yjK
B4FFR9Q5XUL06im0L9unbMEhFRgULd8FL4EyzuXl7h8m7qW-FTww5Un7BAbgJ_ewQDapExiqVvC1nYkIG9nGKOr_NgFTBSTSrzjq
OQk8IMeBEv0X08z_u9q4CRUa1AsJHg3WQH9F7gAM-xwz12D7o-wpAejwBgTvuyz-Fz7kwSjgCfUT5TYG6msSKuMsOJBpVAZM0v9_
E_nBGtMA4vg1MRtQFs9m-9HsvBTtI7LgQGP_EQ3l7sMBsspCj0E72fAWvBkRx4FxsxxCNYUNAPQF2imfEE5K-dchAv0jujYZ9fcV
CKIMAjQAIQr9869rFeT9-x7c5jQrA1X5pDUq0fGC71GyGv_Gz-OBzAToCVVF5DDZQ88ftO3S_LwPAMtXYDfh-fkbG_IWxvoM4TID
BfCyOZhvgUEjGPwR2_gy6gcF6g8lFPvlMLYkTzw0Vn8C4tMTFf7w-_fO5_ovKfsq6zrV0RFN4QlTFjRx4Ra36j46-MmO5L9H6PoQ
6R8ONczqFuz3nrL1tLsuMRsAPTOyxB4nQX_08cAq0xD7LwUAiSTRc4TvGSv3x0wvgTvmD9ggIUkP9wkK--b8iTP44TkV--_lJsMb
Ndto2AQL5hEqUgLu5zHPBc7Q2kP2KS4WGhWy1vHkIeAR985_zBnc_krbCRMHHxYV38ws0fkh_S8Wkyw828r1trN_CAxVlz089hK8
HLTvLbcg6vf7G7EGxgch9QzGUsEM1buhIQ8F8tku2AnZfy1dDibZIyoHMNMROcAPFwkVKQvr7APV1zy7ISkG8ftjBwfQxu9lEuUB
zhEXAtTeMkDW-AEjF9rlGQctB9UG7__1SgL3I9r67dMbC4EWArLzEf4lABoGDt_4BiEiEzASbikLDn8uLj7p8Mf9SSrt1h0YtcFC
2kHit_j5zOv6BTvgy0esKtoardYgJLsGDOlQ7wHiPs4MUC5nowEFB9LjHhvSgTTc107y4ty960Exmwj0C-fzIfUN8wKXCzVFUAJC
gSUmEvDy-K4FBvju-i8ExJr32cob6k8f0vzH_cscOuK_9w6qY0VG64_Tvc-dPh7N9ufS5f0B6-gSHMVDRApg3tzyxtfVMultQb4i
8szr0cMRUPKBpDkI1e2s7teVx4E21yzCf--8KdMMHcbF-FMmrccTzrX9LfBvALctP6korNfHSycSApDqOzKy2287JV4Q1Rkax9PP
RjTMH_I5oRkWAfvnDYEON_nZ3usTeun_HFyOsTry5AwWFdQXwBkj19bNs-1CtDUBAc0m3_vn9BL4HQbgFpkm_yg02kml0SMVvR2B
CxV9vSHLIPHt5-TA4exE8qEHO_YeFybb3uU_gXQzacLO8mr8aRfm1csJEuFe6ba5P9gRpFop8ABRObnw3uwxzO4M2s8AGeT5w738
5PBL8NIK5zDxIdFbSbosnxTbgUjlO-7kJw70syzM45MUOLjjJg2g2y_-kFv0A0bIBhgPk74YIUFjJ6lCC6kV6AkDKkR_DOTUANbY
_gEU71Ds6YWQzH_Z6r3daAx25gfI-M6KEd85xvX0-f74NcfrDhCURRJB7ZtGFMkfGh0DuRO7S90fFvTXDt5MMvj9_toIG9AYJeol
Ae8tFhYG7vj5ocLfBBYAwynGPd9_6NH_AhQFYSHb6wPyEMjCCif489bLJSDeJ6eB-OcB6ULzF-LS7yT9wRQnYR0swQIZEjvc6S7V
8zej59wPGJNX1gQT7ilMlWbQfxkSLP7U8SkluBR5Z9J6DNI2J59U3MwBNR6zXcz89xce6rAr5sfz9-T3HKo1vugEf9Tdvwb2UvRS
Rivi_fsDLUsOC8H6J8opyibGF4GKnWz77YoP6gkbxzNGyC3V7yQeVxRC6KvYG9gZ8wgH_tMiSS-4MsdAqwcCwi4XKBQJMCv6USO4
yOri97TsXyPE-jjj7BH3FCUoGIHiCzUpp9bwBQQi9g3zALoRruXG_vQaJRYE8tw4ZhkSDP_a_xrhDvoDs-v_Cf89Ow87Cc4HFjXf
FtQHwd0ZT3_5MS8pH_-bB8__9A7iuZXd68jR0fHgxKLewDrNKUdZASSW3lLhsc0EDB0IgeHnF93Qvb-63U0cfxQAmAj0C2Cx0xPm
OMR35g6hLsW31E4hPGu54NSJZP0M8iVZaP7D3xQnR-rrTD78F-D4AibpDu_cHfsy-Pj7-fkILoY78fEY9_J_1e_i_fviGM7f-e76
csU59vtdHuE9FtPhNLj89hP5ESgdwPvs2vX8QRJAy-zwytHwBOACOer2VP8MEd5IfxPyBgsbhqMQ4f_izwD-wxAHviICDyMVAiL_
-ilMAk0_DOh_yPX8SlT_6vARAeAS_CSgCi_gP-X-DhoV9x3R2u7yC7gp7ov-fNwRLjh_J7EyEvAhHSYRDAPBORANKhDR5OcJQyja
yQghCtr4f_xN4Nn7CAXP_isoKyeS2J3oCPYa5NEPDhoZsTo3pNzKyej7Gv7QFkrH01sqoH_g0NXB1Ef_SMmWRBggoa1gEILIYdjs
Rub1Tw1HMqAP0OzowwdTsAISE-w-3z_UQvQ03-6e_Er41_Q-1wn3DdD_-bawz2bo0wOYo-XhEvM8G8KYgdsUTAP2wiOj2OoLFn8l
J5I4qWPL9NHJCdPbINugON5c79XlAwDA9i9E5zAzJdkZAkXm3KvRMzwVtlUqIjE7AdrXDr5mIQQrtx8t8fXzvOYfTt7xP_SwCNh-
OWMMzeC-y8Mb98Hqfzb57yj7eRtM-fw_zvntBe8Q5Az57Bpl3-c55vG8-QeP664xTYEn2-kLJgoDQ_XwqvAGARAVMALc_tbP0c8X
XyfpNfIiT4HwLMT_wNHxOUncGPXi8v_MmIgsJeXcE_fpGFhkARWOT_vOIev_5Q7i0N_L-1fmHAHjtmAztE9ZuQ5_qV2j8ND9pKjJ
Lan4yd3PAFjcRx_zlkXY9RNrzDOv8CwJHvpA0dkAmPL2Et-4u2k-_iquDPzP_iXof8jA5-oWAOO3Nf77tTkcV-RK6BbiqOzFMASq
-jT2JBIY9-dFM_vl7f_5gfLBFufh9h3f1RP8O9zED0OT7PxZ_Bkg-j8gCC0eBzt__dsdGdseGvIUGBUh-dLY-B_novvuGOr9J9ce
--b4vdsU7eL7wO_l4iIpUOIu3M9dK5vqs97kaBBBqhFhHgbn9Qb43tYLJvs9fw5HqEuavSYAf0dY-e--GQ7o28QoBRId8RUqMtHv
2CXN_Bw63eK-IHX91CcX9N3MEjoMtye06lG-8DXk0oGV19K-NQ-4BgTWFeEVQhEp8Z5G-Qt7bQlHEWrsHlHTyiEp_Ai_CbEYzO_W
1UzqN7HeQw4r3PaEziRJK0TQ_QnnmAhCzwIo9H8Y0wPe0hjT9QPBngpNFgAh9utmvPuq-1rU4dhwxxTVzQKBBW3x-QQn1BIpQCst
xJtWOsUJ5BAJJTHrm_gSFNcHJfPENEI71wkPu_L0SPj18Zv3Mf3-3MAjlR0J_BHpK-X92FwaJvIX9A_xIJGBL2YX6yIMB_WECCYB
MiYP7ao4yoE06ierNiHr7aTuCdD9yPDjL6UCMoLErg0PLDXjxCz2UgIL7QWprznLLd_ztQ5CCAHrDg4NgasW6BsCNgQcI-fxMik-
4fHG7lq0QPzMOSYdNsMN3soFAPa5A6nW6gEKCPfO0MYu7gHCMNLOFfEB0iHEDfzOHjAaf_zoHBjV_hkoQTsogdfwRS2_GisCoB_e
MuEe_pS8ywv3GvPmy-nZ5-SwztvfUk5H5dcYvcT6k_C30_IFSO2UGgYJCBUeqre5IOQt7PYYJO8GMevRgQEY3TDhUSjoGCysYiLD
BLawD1IlJYFjHwhf4xV2OCpTwFMVv9EewjS2eDUf-hQrzOQ0XgO5Wu6s8uETCe3u0UElGQwk960B7RHs3_6BTBWb45Ca-WXh4kR3
tvfP-f_7dPprIOv7D8yr18knPiYM76jWaZS7FjBcEvXjABrtxjohOwxd6AP08Qk1_cwU5H8UXLcbvcvgthv4IejDsxDfynzg0TfD
AQ_hPeyvgQj2SgYT9vfWIDEY7i8J5tS2aC_XwgERRga9SU5KTENWqxbjzVQVAdYW__fNJspT4UXjFwn37hcMMEoL7Dso6iIt_-Yl
J_C95fcYCUt_rxnfzAhUAvPuC_r3CZks5iAMPQS4-yNm2ODCDM7apgMm7ReP7M9Mt4EPyidwSxPu3mAc2cY1tPDVXey5HH8CBAIR
2jr15wESDv0iJTUMQOUYDuAEAQbtBx0BQP4A8PgDEjLTNSLoCRDkEQEID8eBCqLi5z24JfgR-eaySRvytDPPxfHN_xTFzNbN9R8P
5wLS4NIsH_EnHNYW-v__HbTt8RP8JyHM9SQ43OXnWyE1TH_d7A8MGhjQ0cEn12DxF_bzagoZMDA9LLcqPCsE3REK9OUMSzkIEDGT
uCrZ8eLlJ9IxkEdiSRekDCXS_Vgaf84guDCs98TA3T8qBMYN1inFASEN8ijw_91_B_P4GRM-_MsH0CG7HNkL7lD83y8MKfTNEd35
RNrw6RT65wX2ELgaNd_Go-hTNPwr-p4t1RDN-wROFpUVLA_8PBF_B9sZ6QDfri_64kTVlhvhhw2gpfAQRsM17h3Z2dzRA882zdng
1v9CCeDZ3xzbArpdHsMGgS_lFQm3BQnU3dT53foH7g_W-bf9G4LhEub15CfaX39JBzs-9NZYb-_l-vn31NMrBdYhGyItFl_o684P
CUQUKOKlGuIJ4d_kFscN8fW9I0Lz-RY4_LfzOQIJIvskJdAJN97xWugSf1UmFTIHieYT5NcJC80P9O5lGd5Q6vYP_GGyxS_HE-Mi
BfIhxretef6pJOUEF6XLDQ1_xNSxD14cHqHs-d5N3KXHB-XxvYHAcb_55tbvWg8nyygJDk4q-PrhNA-_2OI0GyoCUO-p0gDJVwUF
1C9OJcPcDh7ngf7TJw08_F8bEuMbxRYAQ_sGExIjFcvVNhr2FeoXKRPTLiMKNH_y3PbT6wMBEcW0Bhhc4insE2Y8BAc88O26K8gv
yR_V_Vzv_w0MyzDOIhHdsv4YAQb2zfsEIeMM-oUcwK3iL6DkWe7NFbgE8Qk0ei4SXUA23kyjOgITsPbeuoHC0gBCFoH0zMvh42Te
YSbXJOIbJA0zTYLv_wZLM8HcA-QI4-fcS-nvjOr51uL9zNk7BFqu5xb-LNHwDQEGFAPLKr4Uy0IG8wqkMQIUDv6-AcVAC-D1Aud_
0g8bM-w9IBUcEwL0IjbJz0em2TeZPfojvUPhqb8iQsoQ_swO8FDxzTb2_toxD__X2mbYLisef-YCI08a_j-1yn_q_PPdPLcfL9Yj
3aje_0UVFvfmKN3Yyg-LDh_z-QAIk-jltfARvcocHLveLxQCyvbv9gi0DfIZ1u2c_7YyFvyMVswUMvFBmQ4fvUg296g64F0P_r9_
yN4lEE_u895lxAHu_CjpWvT-4S71RjkB5zqBB_FvOBgl8szj9vQtwDMa_icAMfxHzcfDOfYFBRhLggjswfwWDL8HATICLiUZ-wIm
SIHf5QQfEMERwmY7BgElQhlOGPTjsVEC1uHcvuMaHOHc7R4TCBbazgDvDQf-FxwSDuHt-n_LAALqLgTt0xrULvkWCgb9Kd0CEyXz
Ce7k59ToqNTzuOLg9hXt-hkf597-EA08KImj4Awkf9cL9AABI_4k_vwJD90IWEwHMwAP2Q33MCXWIwn0N_XC3eTq9a9kFtse__He
RB4KB-cvLv7l0vXUEPcF5tR_6OZ2EzgGKyUoG1f_NsLOE9bl8xv_8_2_DtXedv9G390_gfuGMknwvckJ6Uua2zfeAwkPAgP46RYT
EAfl3aXXEBj5JvnTt9EnCV4T9TK8-ftBLky054GxPsdQJceyBAT2EN6-symeGv3X9OUNywKBJ-ER_gvG_jo7q0S7LMYgECwlXT2k
d1kPq60RJSv-HxwQqht9f7asOLDSAuIc6v243yYjRNmWAhEqzDJGo1j3swQt3_n91AutCEgbQ0cxXCKnURkb9A3J3gjb-bK8IeMt
7gcTR0hCDgKBFSgYwC42Nfnc5sUN7ObqBAoZ6tjpJ9IhqezW90fk7e7kvczg7Ok54f0q_vLhxhw2Mdsh3_m7ENf76BXr4yYpFAMR
Tsfq9RcIfzroCRno8E3wC38U11YM3Q0UFuvdBEjuAfbzECRpGPcX28jD-PPf-8fXESgGEjnlC0P6-RbeKiUR2_5ET3nv7h4DKgTC
7SQMf7cb_8X6CMdXU90GN_YOKdYL_Rr9_OvwEv_7KvSz7vP9HeUN7fMZQd0RDOcdETMFUSEu_CD6YtzNDezS6tnrBy83qQEWFvI-
Sdx_E1XjkgkUF875VVsw787GAM4P-iNY_rP7GLrx-mjnFd7lBNFlLQ2B8PMZEGntPrBIykHwBJQD3Rg8p6uv4wYXHN7w28_U1H-8
nywPIcbiG8XiWBgdYBFFV-fB5h407ZrjGLow2dEZAOg3BBgp5ujXHyzC3x42DA0PJuD8vBhrGxIzNFCBE98d4Ceznfit3_nyC_jx
8TG1FQLgIBbRuNEY7x0o2RUY1RTlw-KB4tclGA_17-zmNBTU_KZmEBkDFefn1iERHn8FFEDdFQUz7QgWzjM-9xcnltyiQmAgxan0
0Tns00np8CMB9Rvrfg4j90EaR-cACRLuge7mAiMgGQTE6i4F3oIe6d31AhI39QD1COgfIRgL_i4r9_n8D_oYDNxB4TL7_jYHUA7O
58kbHnoiFf888_TVDgXof_b5TLoM8snM4f4I7FLEKvq-9v_rSsPzrrQUMAZi6iOU-LcLBykB1L8rHv7sHOQVtxPbGx_vG91___pj
CLf-7-bt9L3-_hAYJRwt5gIpg4FKNftgAsf3dYHF2awtZtriWwNV-EppExIMmWr9A8gI_DD6B2kiHP29-j0f_lTX8gB_1AkeQ0w0
USEgIAza7KjJ8SJMIBMBHQ7D9wIYJtETawX3LC_30P82SskQITYnHrISJeur5QLD7n_0CfEfnzAjPvRCwtoWtQauCNkRJgBCzq3r
AP8ZJxAFMEItKhQUi6kKP2i4EQIP-z7GoAEfEhwkp0DM7vwR0gV_xmbFbxsV7vzdFf7_hNb6JdwtLB5_SxYc0Qk_G1cB4ANx7-4h
N_Q8bAnb7B-XO-kIArs-MdX0BEg_FhQP4kQyWO5xFg2vwTCKVn8s5K3k_4qzaIXup-wvL5Vtpw06nrPT9h4U6i9Z2FBLViFeDpG6
5Aru1gLnNgnAMfbhJg3tgTkUHxzjGx0V3UDr7NjyIf8PEPoduDPdI_YdTepLUMAcG8B3Oua_GxfIoxvrH-JOAyUrfxTMESaMKg1L
XO0W_9nwzcRMygq9xwnQNxvd0watjOwnH1pWJN2zniEEH-_POdwK8VgD1fUEW-9_5RK0AyNKC_pOrE4o413v28XI1_RBB23kRALo
1ZKS5AM20Apt6ZZZYUrHDvzVTwqkCio7dwNNzOwggeiwg4Qk_tbdIV7a-9wc7yn-CdbgHEgEA4Fm4Sf688sOLzYJuRY3wy3w3BYT
XwYaBPYTsxUqHJHzG_fslbzXDy1_IfUWy2jFJxom6tjRAAb3-FdZy877CA0_GmsGrxDZwmLEAxatCz7vB88cRv0LH0reyfZfN38M
4iIquyz16ilN3Qi1LsLgXiYc8LMCRjL9S_fB-PAjCxEMBf8eOBgjEQ4f20ApNfvuf9jiqxcO4PEgKAXkArPt1Rew6fga-evA-NcN
LhdL9BjqBPPxNzYlDhnc3C_O8-jcPCuP7yxV3-nvA-_yYIFlLAa32CoVtKIn9jEKGibrIAQnARMT_PD0DCui8Ks2DSgf9bjBj_vb
NsoSvQGp-adARNMwouAG9qJ_NiYAlrK92v_fz6kTCePD9H_OB8rc5kMT5N_vxgNd9NLT1rzH071Uu20MI_nbHwf-7eUnt9QIaiAq
DylbJiN17_pDL-RgSrYOyNEawCf99UHn-qLoL_agF84mz4EZYwAoFPkSuB6-ZCAbuBKBAp8bFQAQE5DbgR_ZD7Qfvx_I4ODqxTqS
3c6E5CEDqiHcBjge8sEuurb-s8Aunx81BEDVFQL_AitnB74NFxNSHuwXEk0pEOrr0SMKDEHy6hM1eQA_Lw02Ef0AQvp_0_vnCt8e
TfH5mU0Zo_W5xYEhSOLNoe7l8eKv8QcBq_0KcLT_HdjW_O7rWfVi7V3xEfHl9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUU
L_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_
tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v
4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O
--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJK
AT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB
9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb
BPYSBycotOYk_zHC1CfeAy_L3jDcw-EVAwUC4Vn9EybU9O8FHxBD4YEu6iAo7gkP9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHu
KvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFa
t2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8Y
CN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_
yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q
6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HU
HupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1
_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB
7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfG
AzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUU
L_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_
tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v
4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O
--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJK
AT_1_Ckb0K595jCiBmXp4NL45g-tVT3WqF__sAZrNggTMsgfOEfrNyPkGdXnvQOBpxHWpe_p9x3HBjlbukpAqwh_ywfR_-DUH-g9
8AjC6w7pKfQVLQEbA-Ey6-RJ8_JMBj_4-isbPSDcDd5_30EIvDoQHrrCFM0J9yLi_NTtrdnsDdIPB1YkCfEL-xTh8QsX790pAyAD
9xrLBTdZuF4-rP1_xg3OAN_WHuY_8QfE6g_rLPEYLwAbBOIx5upU9PFQAj_2ACobAjTLBi9iq140rRR_wwnK8enJKOUo3Bq43BXu
D-0DIgf_-Oc9_-Vb_9dS9mcS8Boc7zEDAPwD-RD_E38m0QDO8uz_JCAl-yjAr9fIItc2LQn9CdIYw-IO75UZEmL8EDPDAx-uFi1_
tCU6kwp75wnXBdvvG-IU2_3B3wThL_ICGAwv_PI15t0_5s1LFUz6AiQdElne3c5ZCBbI1A0F2DHwMDL5T-QBvu7SBiLYo6rp_V74
2M8UG0V_Keoe6Pch11IIKibcAhdksPs2sjJE0Nvh-y3gOBP56BWx4i4CDgQSHzQJ5uQ4Gg06A8MsFn8e8x8cIfec3Ow1tV_c3CwB
6sLW6-4XG-7nEgTage8O4NL9Gjz_9S8AGSnf-PEALh0XCUvf9BfEAzNeuFpAtQV_zAjQ-uXUH-o_8wnA6xHqKfkTLQAbCN4x5OxK
7PJJBEL4-yoaFFfEBxhqyR4PrBtys_nl9xnsLP8V1xazyQPPCOoSRCQR8fgq6PpN-bdHNX9B8w_9RQPXG-KjNAPyGOnl74GmTsAA
IMFIwM4y91Dv1-3TEDUiQQnNFdAsMiG-5J4G9QnY6eFfAxQgPg383NlACe-BRyULDwoVIAwhAfLc9gYKzu3oGUMZ6cU62--_CtFg
-xHOYDM8-sWjDRO9Teux2J7g-irq_R1V2fgCxPYYikmwJgky8AXd57x_9Q_EucZJ5t_VI0PZ5_oOutEK2Sv93crhvhERRQb89hTd
_0bl_dUJCRQQBvL9KAwPIcMOJH8XBSYG7_n_4uEU9PzW6yf_z_q-zNcbLfATzsTQHxIL9t8aLkn6_tIN9dYE5bj7BX8m7Ov27gYh
7hb-sebs80P38BLyu9P4OwcU8s674yW79MP0KjwNKh4X7tcYA4HwDFxO8vL41-8O19vXqO3U-DIl7uPX0uD1QPUG77W12T6aI7AA
IlD_HjUo-NrzIoH58XpZ4gDxAwYK4vj39QLP9Swd6hLSx_MHMAv-09DT2Cjg4sAJIzbuMPQX9uAdHoH8EXlQ0vv8BwAb8vcM4ADX
7DYX3RXJ1OwPJA4G4trJ4R3k6cYJICvkMesK-t8jH4H7FV5S0fgDB_oZ8fMC5u3S5j0k2g_Z1OkHFRIN1dvL5yni7cYJKzACK90L
590YJYEGFl474_oEA_4d7fv88PTU7Eck4hjf2OH8JwgC1tK55yvu5sgCKDQAKuoF7OMaLYH_LWdH4fwI-vsb6v0K6-zV6Ucd6g_l
ztr5GQr92dTA6Srn-MHwJDH8Muz_9d0gLYEDKmQ23fAGCQgW8AkS5t_R_k4k5P3ZvtX8KQX-18Sf6S_wA7zYJUAGQe4B8dYaR4IM
L39E2vcHECIh8gMC6wvs-jsv1CnjxOT6SBb07MK18S3K_cwLPWH-MOf9_egpHIEGInMb0vgGNUy5E4pRwz0d8lvLGMfKHErpNe48
Ayvt9-Lj2vrJKFw5A8n8D_9_5o4Q_T8IEyn3chHLO7EizyEF32-1IZ2nMkbqef0n6wmtuOH1wU6JbihM4rTwvsl_H6_09wwUFlLR
9RfGAzFat2Y_tQV_yQ3O-uHUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT71_CkaAyKhHTpgvTJHmjp_vw_IFPjMNOMpzBDDyB32
AuD9NxIa__ZIAQArAK5mF3kh9SUE9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9BfFAzJb
t2U_tQR_yQ3O-uHUHupB9gnB7BHuK_UUL_8YCN4w4u5Q6vNKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8Y
CN8v4u5Q6vJKAT_1_CkbAh_o3uJEuREd2DYw6MsLpTnrEC3GwLXrwK8AK8XqRiXGwyt_--0Q4YjNFyQi2Pf61R7q4x0xltkU5Cfh
2yfnz2WzWB_IzgGdAez56NoRVCrz-d1_29g8IqL3LOMG3CHz_y342-8Dj6fPyhEH3wvo5X_OE_cXAdneyc8O899AJQ0QtPI25AMu
B5LsERFG7CHkDuHh0tA0qdAboPAInvUS3VLqJt_nv-nD2eEJNtA3XTUP6fhdBhEiNoHvMxIq-R3aOi_jLs5XmesS10BL1UD_syKh
AxwcBM287-nHC80vGinH1CdmLu5_5dPX-P9mxv4e-x767BVRxe4n0lkXyObu7zrAQCOyEO-u2qUIx-kkOTe1Hcl_4fdaD6ruNx82
tu__8QDn6wwTru5CzUQb0R3O42fVTAn-IQKr5QYa3rQ0Eirr6QV_BsxN95kIKgkBzFAa0ubpDAY7od8w2BoDpfbIujTaOfH8xOCP
EPDf8a8TUSj53zpwBvkM3IH0RwwH-j76QTmzLxRqpyMH_OgyAOoM0ffwDAgO5tLkHeTzHgcTOCfUz9suLycVIYHm3O0Y8xHm-vLi
DwpZzeM2vX9U_y_V8x-yQQAY9b6qzcEYAt8QMSwCAPBlAfk6BbIJNSUGwDkE2yS56CtRteIkrDdN6CnQ3BGnUgrwD82f7ODr6_A9
Sjr-yrB_1dxg8I8QNxEF_gzA3wXSvhUwr_4Vxz7t7gLRAy3aP_Lq1-bd6NLbA9JPRQbr2QBN_QsMG4EHLB728wLr-9zn_P429cYj
5zv23STg8wykNjT0D9zQ2Onw7fFbfxAB6ANiD-cdC6vuPAcb3xv-2zMCIdJ69KIdsf4RzQBA7PqRPeHkj4yBD5745bJXNC0PgqJw
_jd71ZEP6iN67hMbBmPW4-VqgRYJ5jZB4Nn82XGsGwMi37jN4gHMFcwvJ0ap5RtRER0xPqvpKzlKIAH9xQgF4-Yby9Qivhz23vrs
BTOwPQ_N7Onb4ADwMdJfPxXe1yJmDwN_Q4zmBgdS2A8P6QqB7iQ485MJnCIH31DX3CfrFgIO7svRD_HWC9UfCDTw9uhL77okHMoo
EDoq_jgz3PvirOk7ueQN1DQYtxX860DdPx0Ft9LSy70cHMJ_NRvj4xBZDy9d_4cOOR0a4xAL9BzgzStgyZX7zCQXBDQptR3QTkzd
y7z9paHJDMsoUDK4vqhe7qt_w4W2DvAs2lCj9zjK7gNJgQAzzhIYkhUX5krHSRT3xO7C1vAC_84ebTzzA_tlyhcxDJHzKQYq_EHL
xgST4h946gLQCyQNGS3Z3w_u9QjFANy3K-_k5Qg1Ejng6OQ_8f88WoHv7S1cBiXq_92wxS8n48DhkCz1ySXhCivtNQbY8t3Y_g_8
DswfKRKeG680_vh_ApsgNQko1B4ZAgr_6_1_prw0pxcOvR7p50nLGwvv5smRIgXpxKIRQDEj78xuINwzIr36RxXv6gQl3TGVsCxI
otGunU4xpv7IvSLdV-UC7AO7ChEJItxnIlmy3otoKBlwwY8vWn8sDlgZqOnFI0FQ29Dq7B473irw6TfjKOL3vPC69draAroMMyUK
CfR_1QwiDqRHKigvADQb-tzq6hpE6fHntW02xCXW7B_8J8jagerU2gIUFL4KNjwZACFs7jFbEKM9SxgUGi0jFkqv-0ZyvAshlwhF
2RLQ8CnYM-gI6h3A4xHUEAQFIyEX4tk-6flOCKg3CX8V9y8c9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q
6vJKAT_1_CkbAQ-2FDt4lT0-iz922uvQ_QroRvcOwx2BzxviGdv_KSQd--w76OMk2slcP07v-jwU9RfGAzFat2Y_tQR_yA3O--HU
HupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1
_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_CkbPQP3gS3uPT7bAhcO8K8zGrcx5vhIuOz-
Sekt3BM61NdOqVkr-tXhCx1DC-Ahgp0Z9DIPtWjM4d0-AS-2OjBT9G4LWo_oIXHc6kzuuzoKBkmib38FM-TAFvri9thW1-jZQ_z-
s-wQCdgk0vbWUXUXNxQvEA9_HkcK5QZI6wM65TEZ6QUNEATVJ_DW9Nsd7AvlTtETnAzmsu1uuoH2ZDfO-OE2EO32-ijXMQnk0MaE
8T7JSj87sC1P-A3r1DfgCsCOFzJC_g3d7vMe89zlLuUSDd1FtI7909_m_BP-7jMV6uco5Q8lNRUEB_EQ4uvtsn_sxMBgyUVuXrFw
4ED9RAFM8sM9N1Ex3TsMtBYUgSYDYknHQxNfyOz2PiLrKM7hqxQIIAUq3g0dBvB_KQYbOlo1N9QGXdj-A_LmJFpQ-jkSG1vy8xcP
6YH7HvYLwv38G_6ZP8JFtjY7fwAGF-SGykfOKSYtNOpAve274PDa_6b0GcJe9zwtJzYAX9b6GLHj7NACdxIKxuj8b6eJIBSBzUVV
MPzWGY3FtvI0AdHkozJYxgSjN-gWr_WFrOo_EuXUjjOG79n-xQpiI78aKPVE5z_64FAIS9XDGPnfgQXSuDjK5BH67BYY9S77SNUX
-A8x3ifi4iPxp4HTQxQ8zQUKOEQ6Fi4-HvURrh-z893o3cU46ULj8UcK_wBkyhPTN-YXESkHM59-mwDt1ivlp_X_pyN_ScDe26M8
XQOzDCW_0Bcf2LEAVTRVnL7yCvu6Sgo677vc__0FBRYF-fPt2ZDWGggD6NEbNM5XJB7VFw_b-CDwMla9zgURFf3F5gEQ8-D7A4Hf
59Mc3CD8_xwBs74MRhYQMt0Uf-Pa8vegBOA25ywqBunvyMPP2Tf7z_DJ-yURtr6ClmvyrACqMzik96fRPUd0yz_F6bwZqDDYRvcs
GjVl4sBi5n8a-Kms4hMsK9sUnhW6DPc58hn_IuxjxuTTJjUrJtXgGZR_MCwJ2QroFxUXMh_hN0cpGzAyNRJL0_VC39sxIhnJpyFL
2SDx4S4B7kbrCEDsT-z-Acyo3MfEvjkrRGsFIOIKHPgJ_NYWFX8GMQxKLADcLQ3aGzElqMblEuQoBDfozLofKpO5NfJ8AvT52_TZ
fwoH1SX09PULSUdW0oqsHoHvIcP85-pJ1tDL6-4s6Kj4EBU9H-rkKS7muhr59AAQ7D731GX_4fex38YKjxTbWhU8Cfba6CpR4fkU
LQzzBuTb4Mv50QIQ5t8j1Aj-v0jB1RJ4xgLHDEWBEUIGo8UYFs_QHa_8VM-lTcwHPSxEpS37DhUU-fw6KGwZO-420PDLBeN_-gXp
Yh4gmh0TrgaRHP8GgSIy8osy6TBB7kzqBOIyEQgs4w0LpwxU7jTt-wujIjkEBf1O_AsDSgQI1NTY_7tsz-0WD75mDpBGvV7yHVgD
KN12xLz35wFD48rSzjx0RvB4R4EJuCsN7ecmy9QZ6CH4wrw8BAQvRz9_wRIP-BhgMsLVqz3QAFcfPiz-Q0rDKRNPUPnQOyPW8i5q
4jMiLtY2VePi7vH_8N_r5nnAx9Y5_QbOwOK3NwVPByjupgvi-CALf_b_IUcu3eEy0uj6CvP_6wHYHIMfCf8WV22d-n8bViHor_2p
00otqSh6OysIPrlD3AMsES368wYO7l7p9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9BfG
AzFbt2U_tQV_yQ3O-uHUHupB9gnB7BHuKvUTLgAYCN4v4-5Q6vNKAT_1_Coa9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUU
L_8YCN8v4u5Q6vJKAT_1_Ckb-B3EBTJbu0M-sAN_zgrR_eDUHOs-9gjE6hDqJPkVLAAbBeAv6uxH6u5HAT78_ikb9RfGAzFat2Y_
tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_CkbJEjZXPYjyP1A0QAH6wUP6xz32hrxGSym7rS74egFHkOu9_Yp
0dgyBsMrf2YT9BEbEAzb_9Yhs_M0yiZB4xyq3x3kCCKpACOB89uvPP4LIi77Du1I0_hO-acbNX5KJ-7m5gijLxlW3SZGxiQzzATi
___zKfj3xAmn3BnjFAYlMB8g4_0r6fs51ag7KH8DCCb-CC7CKFd_uw9jmCB4xwTVAPzcKOwV8QG77gnSKvkaFgMi7fJD-thHBNhP
FXIWGCUICCa4Gi9cySRRrhVU0QTN-ATiJ_cM6wm66gnYGAgDGBQP7eU1-epB7q1FIn8P_wcP-Qar_1ZtvwM90SNezPLS-QXfLeA6
8wuy_hDILfMTGRgO3uYy-NMk-rxHEH8NADUP-Dm2GUhx1x1ojBZ1xwTL_uzTJOQd4f-58RG9OfYdGSIo3OtNA91dELNYFX8CCBwE
EEae_VVpyRw6rjRG5gO3Fg3JItkU0h-t6hbZHuobGxwe6e9B-u9mA4FOK3QQDCAH-RbuNxY43ONYtT9p5vHpAhLjI73fKiOIF_yz
2esDRme_5fhhA-NgCbQzVn_Q_VI6BzrHJSBwqBFPg1ROwB3X4x74GRAN6CWt6hG_EeEu9EUUygxK9OVFBYFgG38CBhsO9xrFBTZd
tl5ArgF_yQvPAN_UHedA9QfC6xHrLPEULgAcB-Iw4-tS7vBMA0D2_ika_SKwDEJqvh9GogR_0AHRBeHTF9w_9v-75wrPIe0QLRUi
AuY95NdJ7NJWH1n2By4W9yu4FT9sriRhkQhvvwbIBPLVJOUp1QnA5iDSM_YZKQ0m8N8_-O9s_sFiEX8F_SQM8x3BPgtovxpQwFdb
3lT5BzHhM9Tv3RKQlyndJeYLEi8noqgywwM4D5ROQH_t5Uzn9RvDCjxctk1GpgF_yQrRAeTUI-ZA7Qm77BXlLvIVLQQfBOQy6OFS
8ulPB0b4_C4b-RzACTVXukFFpwp_yg3RBuDXGOw99gXB6RLhKPMUKwIW9-Mv7OdN8uhOBkb5_y4aBh6-DTdfuy9LoQp_3QbQBvLg
G_Qp7ge_6gzjJO8PHgQb8OE37uZQ-tZLDEv-_yob9xnABzhfuEZJqQd_yQfR_uPUIOZA8wfA7hLkJ_MUMgIeCN035elM7e1QB0n7
-Swa5Tu63B121AhLsR93ru_EHsG77NQCvgmBzjrnA-ciURv0wa1GOeYw4588P3kDJxAoVRjQ7bkB5QIsGgkzBxG74Ajz_Ajm4kDJ
Bv_F6NfbJwzt8PgtLv0PA4H4Dz440iQCOx7h3u9Iwftb__xD4sjk3iXlC0TYtGnuJMju9ufrKhUE-NB8GNxSFIEDBF4A6hLT-h7N
BjZYu09BqwN_zwnSAePXHeo_9QXH8g7nLPATKAIZA-Eu5ulO8vJICDn5Aiga-h6-CT9cuElQnQJ_yArMA97RHutH7wG-7wneNecX
JQkf_eM77uVa_OdUC1n8BC4aCTek_iBTwCE4pDVtzh3cCfbRINYX3Cq78C7oFecHJCQQ1-VFFqxB7Y1XDn8x5SwYASW8CzxbsiVR
k_1_zQvTB9jUG-Ix6gW_8g_kK-UYLQUg9e837ORRC-NVCE_7_jEYIxvAGU5fywJR1yMl1f7V-RfoNxwWwh_D-fevB-QUCwwe8dxA
-90TG6s1DH8MBTIR9xjBBjJYuU9HrQd_zArQAOLVGexB8AW-7xPqK_USLwYcAeMy5-pO8utNBUH5_i8ZCyOiKFlmwhlwhiZ31xTR
Hg3lMeQa5Qaw4RjeK-8NLiIr1tpC3ellBKlpCX8OA0IX9SC2AkFfuU9Mmvt_xwLGBN7KG-U49Ai27grjIOwRNQMg8uVA6uJLANpZ
AF3yAC8d-xKyCzJcr1VEtAt_0v_MA9zZHeU96Aq45RDkKvMULwofB-A35-NB6thZDk3v9jcV_CG9CUZhuytHngV_ywrUBd7RHOE_
8QW87A3hMOkZIwUi_uM0895N_edMCEX__zMXASe8DUJruCtZigh_xRPUCN7SFdww7vu08gPMKd0ZKQku9uhD6b5hBuVgGFr3ATAY
_RqxBzBltDxHpBl_zwbY_9bZI-ou7AO35hTqKvQJKBQg-uEy7N058dFVFlD38y8cLRrPxfZZ7Rn53Wc0vfbtAAiaYAwP1hy0ERHQ
Nt4LJl39s78jvT8mLYEbQGAF8irE_x_FFE5avCRUjTR_2QDiAOzRL_AX0wa9-SHnIvEWIiAP3e8_9OpNE8xUGFb4CC0mDiXg-kx9
vQFmmnF4yRDZDibNSd89xSOR6NzjKPMLGyYcCuVB4N5a6YFoNmL35WIACiKkGmB2t-VVgRZ34BHYDffbI-Qo8giy_hPHIeIcDgoz
5NtI9MNZ9cZTF3AK9zkeASimFF9cvxpjpCJ21hDNDgHXOtsq3ACzACa7K-UmIRQr8vRH_OB1Ea9iGn_z_S8V-x7BBjpXtlNEowh_
yQvSAuPYIOpE-gXA8hThMewWKwcc_uMz7NtU9-VMDEn3_S8b-B_O8hdR5_lTwDhY2iXiI_TOYeQnsTiuCvrlC83lKjsZ1fFZ3SJV
7IE5HGUK90zhGRnH_jVxpf1PgU951Q_mENnuMOMj9QehCCSxM74dFiIJveJM57BvA65XIXEH2VgHNyixwOZFzBnutW3-6Qcb_iXZ
XfrnCT7I-c6qHeEfHlAL7_lY0A0xLYEbUXMI9jbABxq3ET1kriJLkxR_1wbW_uvbJt8w6hO68hfdLukDJBob-uo579c-8tFWD1D8
7zYTHyajC-ptwxohqitK9CvKNzXFDuPXAe6t0PbRRuUkJygYvr8zzfdBGYw2LH8sABv0BiLCCz1wwxVErhp_zvfbBO3VJOs56QO-
8A3cIvAIKBQj9ug8_OlF7s5SG1wABiYVChbmyBdP4Rny01wh2Rj-BBPWUDIfqzqd88Lb-9AiIUcp08Mj1wg_6YElZywYEycI-SPL
FEhI1SBDgRRr1gTXCvLbHOY45vjW-wXbIfIRKAsv1-9F8-ZLDeBPElwBCR8fAR-3Dj9ctktNmhJ_1_jLCvHdIus84wm75gnqIeoQ
KAwh-eI16-dTAslgFmX-ASwh9THHBwswuvYg2T4f-P_hI-IKCQfs9yS9HB4Q7dwnFjIh_L5T-gQeE4H8KnsCNi_u8RjKA_lUyQ4V
uEkv5-DA9RbcEfsuyz2k5RvqGeYwHhES_fMy8QsH9IE-OmIbDiAFBCG1EjhbuipEpQl_2APVCM7TGeks4gi76hToJOMQJxAl8-01
-Nwy_sdSA0sCAiwiAAng3PxfwwYQql46wP7eHfjnVfkf4zGD_ubM89PvIWUgycha2AYUH4ExGGYi_BQQBDDCDkxXxvlRii9_3QnS
FOfSMv4v6ga6-fngIPH0GA8j8uVC99BSA7lLLm0VDR0e-By_Cj5bvzVHohB_zwHRBe3WIPJD7gbF6w7jJvINJgoc_eU48-s-9uJN
E00C_yYeGRmz9z9ixPU5iVdV3_rg5xzBPf7n7CqnAh3NEBAaEVQh0eZa6OIvDoFKCnoB_S4c-y2-DjtivUg_oBF_1v_PC-DUIOY9
4AG97hb0J-wYJwwh_eow9-NAAeNLEVMEECUc-zeeFA9_kehBtRdQ7yDZD-HYLdQcAQ2r6fLN8_EBGykx-No_Bv1OCY9nJGoA9SQB
-zPTFud_0O1DvTgm_gPPCuTVKfoV8yuu_t7d_-jlDiTzE-opCxZV_pVMKUEK9C0LCCnr9c9_wfgtykAjAA_jKAnBU_rn4xul6tTX
39UEHjLz_-QpATAhIYJPQ0IQ8hr3BS3RD-N_v_4tzCc79Qbi9wTgHuQOAyG57O3aDP3yEx0CCu0lACRT-pw_Jzj9BxEOAxvz-N5N
sQUvxGMy8v_d-gjCSwr98TnBD-jY284aH232D-RRBfVA9IEzRmcg7RAA_yC3GSFt1gI7gSFA8OnPDQvvIeMV0R-6yhLtK9InEiAx
6P4_-Pc9DJJXIm0ECSYj9x-7CDhUuklNqgh_yhDOCOXUHug86gm76RbrKvMRNAcdBOM05eJP9t5VC0j3ADEb-BrRBQB82Adik0hf
5OS89xLSKgEx3xehz-rODOEqDTEdA-M17xpRBoF_NmcmFf8m9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q
6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_CkbGT68aDQQpc4R5Wd5yBqu6b7w
M986ERSnpsvp3bjuJV04HOxM3xD584FXHH_kRV781RrBBBYNBuH4ISkATzzfH8rGJwrK8Ouf0qj7DKrb_hKr8-xG1Do1QdJYf-Ia
6XMC4ijC5h0rltX45SlF_BLlNcynONvS9_2B7N6pFYsDL0Xryd8852ExPtZmfxYEKjrq-SmO_wVSurkiVyR_DiLXL_uoUI7qGOqv
B_ex_afZX1Dpz9By9zsua9JaYCn-Il7R_iDDECpguhA-vg9_3wraAOjeIu8w_ALB5AnnFu4LHgEX_OIu6O4w-PlFCz349ioY9BfG
AzFat2Y_tQR_yA3O-uHUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vNKAT_1_Ckb9TTKBDxmtBNCrg5_ywvXCNjRGd83-A3H4Q3UGvUD
IvoaBOUy7udK8_FLGjsF_icZ9BvHAzpdtk5FsgZ_xwzP_97QH-ZB9QjB6xDmKPUULgIaB-Az6ehO8PFQCkP3_Skb-jTDAidUthpB
rg9_2Q_UCdnTGuM1_Aa85gXcFeQGJAQTBuAv7OtQ-utOHjoC-SIP9hvJAzFZuVZAsgN_ywvP_eLVHOc99wbE7BHqKPYWLAEYBeIv
5e1T7vRLBj7z_Sga9RfFAzNbtmU_tAN_yA3O--HTHuhB9QnB6xDuK_UVLgAZCOAv4-1R6_JMAj_0_Sob9RfGAzFat2Y_tQR_yA3O
--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb5wPyGgR_6eQ9-TVz3-S89M7oMB02rBmiqb2czJ8N7SbB9Og5-TxQ9JFd
eEE6Lf7o7_LhAyh9vso86zZf0vns8M_kK-8TCPqb2d6h_7sT4iQq5eI7EDxBBblCYH8j-xjk9xvFBTVbtltCrwB_yArQ_-DUHOdD
9gbD7A_oK_AULAIaBeQw5upS7u9NBUD3_ykZ9RvIAzVauF5AsQJ_xwrQ_uLUHehB9gfB7Q_qK_ITLgAZBuMw5etT7vNMA0L1_ioa
9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHu
KvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFa
t2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RbFBDNZt2Q_tgN_yQvO--HUHulB9AnB7BHtKvQTLgAY
Bt8v4-1R6_JLAkD1_Sga-inCAkJhsT9MogN_xQ7QBd_THudH_ATA6w3fLOUYJgEgBeMw6OFa_e5UEUv7AC8e-BvJCDtXt0lCsP9_
ygrS_9vWHuVB9wXH6Q_mKe8UJwAaAOEv6udQ9e5MCT75Aigc-BrFCDtbt05BsP5_ywnOAdzVHuJB8wbE6BDmKe8UKAAaAOIt6eZS
9O1OCT74ASoc9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RnGBDRbuGBAswN_yAzO_N_V
HuhC8wjD7BHsK_MTLf8ZBuEu5OxR7fJLAz_1_ikb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1
_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB
7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb-BzL
AzdZuFZAsQV_yQ3QAOHSHuhB-AbE7xHpK-8UKwEaBeUv5ulU8PNLBUD5ACoa5AzP8g4ayBQZKjJ_HhHr_gn9DhcYB_XFwdep_-IR
7BvXA8cwEREdCc0qQhcU-xcELw4WBQ8L7_qiHAE_gdzd7PkrCAUIOhDCzcWfwN8f3GclTuHy8zlY4tL_JAs2BSXv9BbFAzNbtmU_
tgN_yQvO--DUHulB9gnB6xHuKvQULgAYB98v4u1Q6_JLAkD1_Ska8x3CBjVdtCZEtAx_zA3U_tvTIO5D_Qy-6xDgIvAMKv4YBt0z
6uxC7_BIDD4A9i4Z7za6B1B_pw9TqiZuwhPTDdPQKuhCCRCy3wnDEc4TJAcrEOZN6NtD59NRLWAV-TgW-x6-CzxesztDrwp_yQ3W
BdzRH-hF_Au_6g_fJeoIKwUfBuI17OlC6eVKEUgC9zAW_B_GBj5ct09EqQN_xwrSBd_SHeI-9AbF6Q_kKukTJwEeB-kx5udQ9vJP
CkH6_ioZ9RrEAjVat1pBswV_yA3O_d_SH-pD9wnA6g7qKPQUKwEaCt0x5epN7O5LBkP3-ioa-B3JCThZuUZBqwR_yA3UAOHWHepB
-AfG7A_jK_ISJwEcBOMw6OpL8vNJCT_6_isb9hnFAzJauF9BtgR_yQvO-uHWHek_9AjC7BDuKvYULQAXB-Ev5e5Q7fRKAj_0_SkZ
9BbFAzFat2c_tgV_yQzO-uHUHupB9gnB7BHvKvYULwAYCN8v4u5Q6vJKAUD0_Cka9BbFAzFbt2c_tgV_yQzO-uHUHupB9QnB7BHv
KvYULwAYCN8v4u5Q6vNKAUD0_Cka9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFa
t2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8Y
CN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_
yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q
6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HU
HupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1
_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB
7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfG
AzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUU
L_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_
tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v
4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb9RfGAzFat2Y_tQR_yA3O
--HUHupB9gnB7BHuKvUUL_8YCN8v4u5Q6vJKAT_1_Ckb7vs-Hg1i4R9Fzx_wJsQn3TUP4iwngTkwO87gKbv39BIH9k6fMdUH1Cao
Aw_IwBUKwQxXDyg_p-4em0MrvBTJJhaVyxjy8llL5_h_84F9COMjIgHF1QSr8jXCh-0Y1RqxWgwX6AnAHg8ZwP8Cx2_Ki-fy6_0n
txeXBTrpEBoX8Qt3og4693_gABnpOib9U9O1HXYW8E_GXill9uXLWC4UvL8y9WT0NvDKTuT67_ocOLCMIRT8Dwsaz2knUWUsgQn_
zQp_38ddBBNFyS1Jxq_Q1xrTBwvMjykRQbPY7eFu7BwToSXhfCkvOATN0hXd9rXj-O_w4Toa6-8g7UcFJAkf0Qi21Q4ugQpL-xXS
1Py0OREb5UDCOOTc-i3U-y7Z3yb5CDI39dBQBhkA1eruNQwQHBMOqEP98q2nN3_yhxwlwgUIWxEgEPa5APgXFODmAyi-HFkEMNzC
-072BiP9DjXLQRQoGhl2Nivu3w7hfw4Cz7YmFFZEz0UlxiIQQSEixUipBBzw7zblBidZC-1T9l4eyRDu8e3u-QLI_RxcHE2e8spF
f90PDRsh3-T4aNEX1Ly6OhG1z_frJAcY7aS8rSYYf_L70SEGAyjFLQEVUBXaDv2x_t72LWDh1wgK404JrVAKGOnQ0uAH-0YbvDc9
PR8aTA4-Q-RQ7NfLI5YT6EMwf1HKQ7IPZrU8F884AR5W3cfv4gnpJSgmDsDgr-hH4AEMDPwp4f3e4CVF647d4L4AVCQRQhrdIdnZ
6x6B0e_U4wmwJWbn9T7PCNYEvzXJHNhJMscjDy_1Z9AL6y42Oz3U4Ok663d_OtTRv-YQ-1Cxyq7ZmdAUCT5M8IgS9_rruxSo-AG1
4bJGf0FxB64R6uEc1gI5GfbTMdADMAeDuM4ArACVUmMF_Xv6Dy4K1WXgANpIWz5vbVhY6CGkf_vR_yYcrrnx-DxTLkv2Oba9xqfD
zN-t9AoxI9g5-x4I23W6PdzBFfwEFuZN-vMTDfuBJC3j3fxYOfTu2ttF6RPr89nY0aTr7f8R3NjSFyvaobTLOs1T46gj6S3SxEEA
HTYo39OUxDkl6ikxKFwg-_UqC-_9uX_yQjES1N6p8jQp-hcmIuZ5DOP1-F8zm8nJ1ujxVxFbFPITRSPj3Pvv2RN_4B37ss7PJj5l
8wn4NzbjBhH0IDsb4YjgXSnm78oq_xA5sRxTEuwdZzgJVmRB_shmBvsMuFSBaqzRpRYSd-dKwxju6yQ65DoIsQMXf-GRROWhHDXE
uhy_pzYPKZTQriNP9jcuyV6zZVTcQwntbfrqn6uHivvhurlI3yCu2hfhRLmqJVsHBhbHEy4GnK3X68QlK64lgTPpmkXbN_jASeLs
2TLCC0ni1xoLvR1R-OCZ7i3r1AepRMe3Hhd7DyG-9t4OE7nggcOzMN8B_OL8BC8FgbDVIw4WKQMB7DsJmQAq5nKEwELv2b7bAeww
bNgS2w058E0F20Whm8x_FQ0BRqANpuLv1dn2WlD1vP-7FUJEHBHT-el0SxsQISnQBQo9LTq20mD939raLiD-IObIApQHMu_y9oHU
dADZH9f2qO9L6SGX0tm17AlEObXH-_A6GCbKxP0vkfT1AQ16ScfPDDJCH_wgFPvMJ_zNBhJHARtAQbSB5DkUUSPi3OSiOq5v7_Wp
BayXp8TuJwMcDO-cwNvA8gjJ-wU3cuRF3Ct_9hbQSE0k6RBNbtns7AJ2-c8B4gpTRgso6PeH1iz_2h9W4BUy5RL6gfEs-wLn6u8A
4gvt6fMBs7f5NzBoNd3jB9cQMDbKEBLFyuv8xMsqGBkcDr0EtWknwLXeFGH2y9_Dai8JC44Jq8Hofzr5VfrqMugXA3nR5U-sqvff
utMhGCveSu4wzhcPoPXdJcO8z8ofJ_YuwcgE1O1ufy0NPvDcINffBxzBzibw0fbT8OV0C0sezwDdkhP-pfkKFEnH7bC95nBN66z6
iOoxZAF_YA3NxKzcZP7KifrZkNL16u3xCdEHJDzmsS2u5-Xp1vqwxQJIBOrP2yEI_wooqRikvoEb9zEGRLoiPQjw_AnLE-sTGkzj
MgPm3M8Js1EO9GIFJMxR8erQBpUy1i8d9uUqfyoV5zv8AtoWOjBO-DnPSP8LEuzrClkYsdv-Ser8F6_8JihJ8hue9T3K54HC7K7Z
4yj7UJf57x0WNvnHplGBS-DujKveEu-98mszDfg4E5ohOAu84wHIYDkOdA3CTdcIIVFCJ-v_3ATpyi1DgfD8yLTEHwLl3X9M5EMO
_8W-D6MYJ7TP49gmAQbPHRsU7xQTRer5GvniNPT23cbM6Brr7AYD3ebo89gHquAN0wTYQunE1fn4MRh_4-M6CLHdRfgeJTLYDhI4
zxTZxg_y2srFLWEV2gmrDjDv80bz6UnS3-a0-041ExjaLvPggQ330wvyYCgwSD447uJ6xjIaxBC_A88y8t0CDAPWyC1K1hJJyft_
1-bryjPW3QnT8BMo0PMSIG039PUxKiQIWPVZEwOf_lsU-ic93ZwKccdmC3cgzw7Avaw9HPPgIb-B2LHI1NnwRjhJEBWuzAdGK1Mg
1vDOQP0zK84K6-f7XvD8uv4d2eYXF9hO2xw_OEGYqAzd2BtTKOKqGut_dibmHVLizqaY5sXYE_AFHTQSAhpC3_nrBfobBNHpgTgT
HDz5hfQc-OK4KCgD4gIUzvkcMxIpB9bSES7yCNAvC9vo5sX3GDy_48bJ9w4Exv7dMdP4AgMqAvkDFUZFJxUIgfn5CAPwCPDo0yIk
Fw0i2xQzy0h-zfvg-gPlxPYL1xz1Qt3iAfZ_Cv7G19W5ScX76hCktfrfuwMMv9wYtiAs6c41pA0cgQjhJyvg1u4B2xQR14fr7a71
ATA43-zmdbzFACTO2B_G-yboED-VmrxlINNu-xHUrQvO9eJDARf-Hln7hywZPC7w9D21_YEpAsH7WrUY6B9X_KyT5tzjrvroBTkJ
5xwKgeTeKjDhs-_RFTYe46TgxMUYUB1Q_ifiIeXiNQXP1E-0ybe9wBb4thEPz9g__co7Ge_qJuAa-PEu5CmB5xL9zwrBChDRKyb9
6erTWNfuHPoZ4fG0JEAzw80Y4_XY_RDxBzfw7TzV8cHN_RPhf_kF2CsaK8f86HMhTz_rafISdxv9yusPmNIrKA9R5gXsLNEWzQ7j
NMP-B7QdEHVAGKnjMY5rNhP3GRPlJj1_tUag2WDc3hXIndAh5Us45dAOJins2uGl3Ubp6jgEnNHfMgi1evneGG3P2TXkE6xc6iv8
0_75gfDlShrxIYEBAOdY3S_hM9z9Wx0ASo37ystbase__NbZejUHyeXGKbd_5vX2OE3f4R62RfUvAeDLBRzl8wsKLyf_CSY24OTr
6zDz7QTwFPLkG_bR7vcKIfzQ9bkef-cCzvbxzFIF6_LMAOo4GeAP3CxIK-FQFyvqfxLN4WeGv75PuuxS_yY_TEeSnJctJxAQmxsi
zg4oN0pWU50RqgF_tB0gIcYV1BwN8Ron_K3QsLwwJi9VEQ32NCIkNRChBxLO8AT06i3U8Xo6gR8U3PUW816cESS8whLvzws3vOP5
HqYdOlgTBBD5sgo_A_Y88dlGvSTBEwX7RZ3t-clo4Hno_oGqP-clJPbYpjk5LSDHMZnfCh7zbsrW4fG49g7Gv8jDsMbp8ROC6Zca
UiQLEhkkfhwgWaUbyQ_-FBnZ8uy1E-SctM_rWvBREwL7zNolMuckgdgmOBz11b86HOL9gRkSD0My-iCQEdz2D9PdGSwKEuO_A9rM
4Nkl4fZFBtg-3uHMnAoDrPbw-DYx2ONFBi_4xS-19S3cqgf5gc75Fm2zRzFOIHrptgfG3iwVM98A9ddVmePcKikS8GHlEP7mn99O
9vksxDAA8O3b_9WkODIwQzgY3zP4UugcCGX2JQryHxJ_7R2ygTECDNXSEQ3xqAjcAkfPOdhMe8Ex1QSoGgIj3wXp6ErkASAgrqLd
SQfVKFsp9-H1DUZFx8Xn6CoT683t1jhVKCseAgXQ5vz9VuCBBOvJGDBCMOwiKke7BLoJC7k23fe68hwD6C855CcmwMtG-Prh_UOZ
E0Eo3yIPrIEUwM7YE-Bt9QP6N8MxAOkFujvO3N3xPDXiFtsuLATn79Yw7EMH0zvv3BUj9uTqB3_9-eYoHfoS798z7_z49AQdCd0f
7c3c9kegEd2_DRz9yX_mAM8aMqLtyhgl_hqr8CAF7P39zQ7d2BY-I_sT59YC_zfT8dTRzOLnAlpl8KrnEhT7EzgA9_n11D7W3doO
0qPWN9QXLX8eChDg3uZgqwf1-b_2tSCeJQLCANp_Jx07GvLxLD_5JPBH7eP93FH29vMn7egO9lwN4espJBQe2-brGe4T1gr_tfjQ
5xHg0NE_gUdrpubcG3ae5dsoPG8RzedbAp4dMhRRYfPa25v1th_X1QGuxR3dJj8E_r8MEOgJ4AX0A1MBJPEh-H8eCCbmJfgLCQjf
BATqLAgr8gUuTB5HO_7swywZChdttAzyVOXLuEct4-9_S3XH5Rwu4RIBCyafRR2YINjYzOFCBjoGA7DjONNmDxeZ-PZp4Bpaf83s
3CHuwi-NphUUY_9KNMjE6idSWBHTxRGgJsY9GyP9iOo5LwjItCmwDOoW38UQNxRBQv_mNzES1Sv1XQcFxleBsSH0SDJGJk4LC_0V
HOvmKAvgJgHJ_RPpMUcJEt9P9DIm9M4AvgKpf-On-v0q-EjjQ_80Mw-zkBXEn0cc-h8bGMhaMuIFtRbuDAkrtv3iVcvPTi5DDgID
RNKe6bbp1Pmh4vrlSTdKK_oE7EZ_ZijfssXvMS3mzfar5nYbr_9_Puv1zPkIx238MMzrDcnkK7cSPnWIVDm_EsTG4S1puuoBOuX5
6Vu77hrx8vsdLypL9_xc3X8YBAET-y_hBzE4si0gHvYG_OwZHx_xCxLCBP_D3PLnFyTo8TcIz8_q0GhHl4IT-O3bDi2BLivcpO74
CB4j3L3GP9JnKW9QujXsxNQvStYOCbVLnA-_yFY5ymkfSwDH3FnkTXnwEZUOLyOTBdaBXk6mherk_NJtCr5T0uUeAAgR2Fcv9hb5
xgYRAwf8xlgtw_4f0zTrHfm0BCE9Dn8jJyf9KMVuRvUYEP3n1C14-gz23iHp2SjpnRr0-OIsz38zwSjqzO3iIPXrNK8alw0H2_bQ
LPpBuWhSMc76OvnCAOHs3O7iFBUVmQzm7Il43kIu5y7xlgwBFEbeL--tNPT8Ogz-7vQ_FMYsiQB1xNDHyvNWfxkZ4Dvd1UshK7o5
phNE0BzSgfL46_fQEA8u4BspOR2V6Ab0MUv8KbrZFs9lHkg49CTQ5MebQeBUQfEBqVcwBCBP8GDwtl8CaHZNmUHt9PiFz90cFQJT
3aKbI9Z4OuYLEdWBsPWrG337qbZkYA5a6AUjNyOPC_MGKA9YJRYe6PQj-ikZLn_MrMA4PSXevsMdEOJH9xOs9PPfHBNHpU2-DlY2
KGq4ChTE0h4T0u7F92YUGIEk_UP34AbdHgkRwgLL53X91____whC5EtTiuZB6ED68-PF8BzE0CfdgdsD9CefLBSmGmcI9_MGBfoR
0ZY7F-gU3DLdGS_QUwA37hsmiNa94uLrqBXsfycA4HTBEdKMXwpJkB4SD-gms-kF_vJITN_8vkLoJb0G6xH7RWIhli7r8iTgsjrT
MPC-1P-k8Dby78AEPi4p5fZH8n8GCw0VDT8aABABDs7DxCvr0Q0i99PJp3er-fLjMBDfzl_LBSnjRdb_dgfGhRN3ui_ftPVHOX_v
6j0Q6SU40_NGi-sop2YZgc_JCjiOocXaeS4qBTA4xr4a0Cf7AuXwD87-SkHy1VnpwMC0VybfNVIyGD_rIBUe2HtQ7Soo3r2YEmK0
KM_ZM9_7fwQtP_BSH3zOLANgIQkN4Ku87C3kioUN7KoitRkvLsin5eWMJakrI-cNSB73-G8gBwBj7EpN-ega8AlgfxdovxT8R-zs
4-Mo8z0_kUb2G8IX8uwEzkD7JeGyOGABphL4BAdqKh_1KBy_EqYWZdYV03-09ODvHtAXoxQ1BS4L5QXVDzgHAaMAgU0ANtcL5-kl
J-lq3_oKFh4Yzx70JjnM9TcQyNqIo7O6DqFc8_8O0SorxO_L4ybM4z_e4AIKeR4W5qYNIWkZ8O8O3MpqJgUr6lWBVi9N1sl_6yRW
OzLKMVXu8NXT7vNTEy31nQO2LgvFbSlDbBpL6gVFYvopDEBGvkonw-D1_WQP-dQr8xUZ9B_KPOLF3gr02tj63O7pBwNef1QrAwb9
4ucUGvIh29UTvhb177abgY017kIm8Qr8zDJFxUoB5Dnv9iYO7kADSe0exvOrXUhwKEnDEM5M6EQGnQv80foq4c04-8c8MjvdCNPb
u0PHNucDyBQi_qyV__d_ExnnvhX1QQ0VCBLg8H63s_jYA07Bw4Eh2qb7sTRH4BzCB-odVvO1xBDMpuACYgQ7-Y17SXUYQkMEC5M-
Dswuj7f640azG9Q5S7oEIT3_CP72Iyn23P5mNEm1AvkP_94yygWiMkt_VeQB5-tVIcoYHSayTi_71hZFqIENzfPt4tzEDP-mEeAB
lFbrz-Gp1vnyExxqEPoA_bXiTuT16CfOq8AKXB3uPsZV9mP88tspLNm-9zbbbC0L8hYVFN6K4fjBSjRN0OS394N2TNgFRBLV_BGB
EG0X28tCFMrVCMHvQL3TAPII0NoIxea78C0p7y728QD76gvpPH_r77g4G08Yxs-7Sx_sNbQJtWI1ABkSEvXy4U_DWAn69Soc66-B
qOq49BI5_tTQHbgwR9AI1ijEvAjurKKQ-jTqjE424H_18wrYPLYqVK-ryt8lDTmxHS3u6DEzGM79AQND-_TsOvjC6jfn9fnzCzpw
5qQeAl5u0WrFBhbZslUB9uUIIlDXM9Q9AW6vmQnV2-lA6i7v38w9gRsNDios3iRNFsIzMwhtHMcwuk4HGBs8DvzzyCXUbgB_-LWa
5Q9ky0dGPfFpFF69yDr3Ir5agT0evBzOFw84Jv4d6Auw_20UPTXUZwPZ9fX4y-JEOCxHtyzjPy7VHEJR2wsA2O0iXskwBNZcreQk
5EXQCi2f5O3k-8zW5uhSBO9JZcrjTf5n5ScMB6U5f2kz_Ce60Mow9ET_As373hMDIQm8NkTUwvzHCP0OBQTaMPxNO1oC3jUF1RN_
LfgO9goZrQoBtQW44uZF3-EMgf4X1Oj29d8f8O4SzSv2SwzJJLItMvn-HArzANhRBPsczhrq6fML2_0F2GHjtsYE6Ann5hvRFEbM
D_y3rBoIzR325OMlK39D9hD5vN__D-f4AOT8zwTQRvyBDfopEBgH8EVC5hMVEAXXt-8scBCjIbj85_O7wjkDpkEUGBkdK8c_xQTp
JEzVzBcb9wBZD4kxlwkym_boMwHbEL7qyD333BAD-oE8TdDj-hzRGQlb6kkv60e--cTE5TT-gfcQj-5KGy0IzVQibtBcPRRSjQQL
eIfz_0UC5ejj9zNK7kkdqKw7F_8Rxtv-yd_tr39ktdAKDF-8pTmQLxq1rnmh0vEH7OrAUZjj8Wwx3xMXEwkK5xUhHSAX1CTdTx2B
EhY4DdSKODQdAuAnPA7BRu8GvTSlWDz3AAQJ7E0M9zgfrgMV-QcKMQm6uXoXHbXxmf8BeSZJuCk5aEDY6AueDMdCg3-T7tiM9u_1
2ykNsAZnig2H7_KE_zhAGF_34hoHGekk5hmrM_YE-uwqIOWu8s78w0SYIOPITioP2UQCKQUegeU8M91DNNm_rEDhHyXp-wBRvikv
Ex8q8vzT8tO_5hIAnB4VoAGp5SobIOMtDvMBAgPsJezt_H_fGEn7Ke7o2oVH-yguJwV_LggEAQMkO53FCj3P_gZs3Bc49ncaJsYv
27wj6Lhi7tToGvvMBC8Z-5z00dZqFH_19y7wCiUWFhT4EyPiTeDxPxUX59UBDkMgHwi-pecBN-c1tiMb6g_3B9UXxjIkwE5m6Mv1
0B7G64EaH1wRNjTwOdAbNyDkIAz2BQVc6h3z1PTd5PerPCkxMaFO1t8q-Uj7FLqpA9vSEAMogSv_tACp3wjjLgI-z9r5__XsE-sO
zu71GM_0_CnPDVTAt6Y9uS8p3Qq1Ue3OJdYBHDnK9f3fzJVIaFIKPeD8-_sutt_YKH_PFBzIU_TrDtsl-HIQ9g5EIOoEEgqlMRAd
wxwt8TG6wQHSKhswFtzJJOJ_DdQeGPq239oBK5THRro47e7g80LN0QgXwNkMQCbg5xym6eV_ASqgpigexxIpDeIN9vs9Oj_Duz35
9RJH7vR_yNkPoC9LvLgcnSi_HakYsGkIYr62EazBI04uFMn6KO8sT8bBrMTdz_z08xHuBfH5pTT8Dk3t8wv6JhXMDsjX-X8DJLXR
75xRMh30CxHvHzsRAxHQ8jHdGsaltNLlpTIu_ujK-iUe_jK4aDOvvSW5t-gNFLQLJPNwNWMkCP0F1Ut_uA838Cv-u-D3zwEcBT5_
whwWKUoM7ifB7h_h5knysfHq9wrBQ_8h6Ewf6c0M3ATGJJso-BYV6S72KEkB0Dr_kbMj1Czr4AUbuV8V_gkBpx3OqzQrLNvn6AHj
QqJ_EgMdDQlW1SjYAOvj-Aux7ifuDP1Nx8kV7dgh7SII8vb7Nwbd7j8j51Pu6f9oLRUSCEEiaZ89f0j_4PsAxQfChj1C8xo76_5_
AirS5_QyTvsxC2_103RQtPcsGiYYDiRQPa4J8usAZmAWqQn9NDuvKzzTAA3f0l84-eksJ-fs--PsBCS7wRg6_ybU2gz5zBxbBe1l
ge9KzD4LDwjGt9_G-EH-2-Um7lUj9iDTOX_C5CL-_u7-9x4wAsoWIVQDEgn_wMYj6AQgBPLzryz-6WWSzPLuCOs5uvEUuTnf9smG
cBQS3CbtUwPDOwAM_OMCH1x_ONsHFzAe-GBb9WHB8UUyzup_wwT_1FI14-H9qGjnGPDk-ScB_vYaz9QP3gwb-xHi5PgzBSQH9Dbc
4xHJAwYSHC56PIH9y_gB2e8sDObsCL_lyg-7Le0A28vLzgb-qMpQ7QQA5T8-DCsI3DfJ49hD_8YYGrxQpG9_9-6yGQDDE8EIASYc
cqLoM__zYjDP2RUCQjtf3OXj2gvD9RHrODwp-DfUsh4F4ygCz9Ayw6vO_1A0HxqvJQ2BMuQjAAar9-QqyOf95QI3_Df4nAuqKFc0
QRni4j07xup_HRnz4PfSKEIZ3gbs3g8B9SdY5uEht-EM2gDXM9ZMYUVQnAwfvi_pgdhGEaDHrNAU7Dz9Iv9IEs9X2RKz5jnfsRkZ
Kg_vMAwjNx5l7uII4BkTCf4bPOcOwL26xgnMDUDS_K6VKTzaRij9Jv4h83i-3y5Q0H_4_uwPMxYg__jl908I1AogHxTJ_CkxH07R
gRf6R-oAuiGoBtwEwjz6AifeFNj9-tj396ci7PYO98ArJPiw4hIF_Va-HS5_4REA2iwRRAggZbIKUBHb29zQ2sCQXtrPUx4X991q
ARAtBqxHH_bP7wEE_jkvv6sFoCXpt6Q5pPb4ANcbPkwQp5zbHJ_wC_zcHf4107wFiB0CsK1_PSoDzBr1HfbI2yMf4uTC_kBgLw_z
_cXfSjmqKCfrXFceE2nzLv0Oyvh_HbQjydH1PRoq9ffd3lQVwwXf2ZFJHx0WgVYmNer0POctqQS9I8gbDyA9LN792vlj9h4Z0NY5
XR6YEfex2crsD04rDJsq7A8u6wvu-u3kygXp1Mjm-ufTA9MmNX8h5_YCAgMzGAUGIwT50vr56iSiBx4jxAP4Euzh8fMQLgv4FgAI
vX-wEO3HziEwwvrjHushXeg14fZwBhD-2cfrDzmhDSX-8BT9oywuAPA7UODfCg0RziQbDQDq5THLvxLjC_RWC_ZawdsdE3_ZD_Pq
4BKd_u8AvflFzgYw3U7nORb3WsIg7v3LAvv_7tvY5hz108JF2iy5CuPn1X806NUO8gD3EPpIzib52yR_Fw7o4PPo99ALyi3z87cL
6tBQBP8SHwPvBAweAQUF0CnZ_enU9PMXuk742Orp_NNI4C9T4-WuPCbzJBywqssrJ6sTuv8Qa6sITAEnSZ9D-38Z4tcQ-TjUCLl_
ub0i4XJBswbj5cj7NzImCWH-AxTj-MFGV9Ii69b0TjdO-BUU3j-Y0Qfw1Uaz6tMTzMccxTFxu_yBOhS9x8D_REkP8cn6k73iZOg4
8_QZAxkCZO40yxq74OvrH-3LzBfoCZYd_Sil6eXs-2X_GKUP8QiD_wsJij8j27Dgw-Y6VdksSxYh-XL1szSBPhSqV4EC_RX5pREX
Phz_p0P28hzQ8_ncykm09qgu8hpyz6Ncpg_jQeIqBhDx4wvS-t0QuHp7pu0S8DByjzoZI_ufozfApcix-_nL3rQrJn9U6vMf6KI0
Choq8qYA0PAQLxX27ttq1hdI8zYZGOXs4bvK5NzzgTUSsAS657zeHfoUx-D-zhIPGt_81SQP1s05HAMYpMlTwsrhsukPRrnzEQ_t
I-u6ximB5wvdDC31OSLcIbxD_y9JGOnTJUMODc677CP3-NV_t_gp4Q7SF-8o-hjjMuQW3ByI29TEJ_7lDTcACz0Syjb18fr6H1wC
6T8OKw_Mv_cAEYEG4hIJI-0C1Vq0B985zeTEMyMq4Osp6e_iKuD-21j7zgL0TG1G4BgJFCOoCUg2-VYwtTRE4tMnQQcraTL4oSwQ
GjXG4xMut-cLGS8vFx4yCoET9z3kOxrowtcqvGNnxeMAGWEFBCe8OnuOxPakN9vT4tLh4fAgQX_DJPEcyCNPEBYT7hn9hQbo_NsF
FDwDmAAXzyvp9wkXNt4OGOsHu_q9KcXxIf_zCOUk_hhD_SQiGNJ_XEkdB_8jCwXjLhwN2PcN1vlyxQk56n_sHeMmofmDHuzKC0QQ
KOrlCbUqMPnVrs0TVwgj3vMg8fGtgX0TxPgH41_L3SOIPWe-xhybvdsH0cGsC696W1tJ1TYE_g_9KdMkKg_fy9fLE0EC9frt8fs0
Ays4BQ_6AB3jJc806_HrEdfhBDMIBe8p3PVEDAkDL8s4JQP6B_uBBskB999Q6IFm0D30LEziYhIB_gZq6TiXourn9isOMekJAP5K
3N5GLOX_OSEyAVIT7iXTEOl_6i4MBfFU090LMwvqLx3eFcTZ3vjdJOf6_QZa0PIx5-4P-9wNK0gF9RQIKwHZ9eVYF-_75xYX6QX9
F9jXBX_b9Sfu8Or97gYCDgES7tNDFCHs4QcPJw4kEyi7Df2yFgQnzQsqDQcqINPIHCUTCRPTwhPW_fiBB0H08hIY-90D2MRImPrx
FdUH9ProLx_V3vLs9DkVgX_s1wblKM3kESnu-kKR3kjbz_4RKxvc8rwU-dIUBQLsGuVD0ff-JTy1plD-rV7Bzg1_jdu2tB02SxFS
Hfnu_8hANjbt_uvKv2okjRXb5_haT3Ecu0-uNXOmDOh1wQMw91DfgfoADt_r1fw14yrX4yfp7CT57xEFCbNnzizNOPIfFUhVpCn_
BkPHPwwE5Dk6BO0gMgoqVn_tDOgR4_i3q58P7vrqLUX4D_gsy_4PKrku0Vs7-hQN5x3nCA1ByO8eEEAhgRTr4gHK7QATECu0LBq4
3NpVEDg__9v1ERUZFzES7jrzBM_ZFOrq7P9V7SG93RVBRA4BKCTYf-c8EvgFCujb6_Yd-98P0DtSwOb-qtpB-EMYERLyCDjy9gpA
0tU541485fj2C_7hLrXO0X_DCtPT0a1VaP362O0N8RAlHcQXKWACAzLUVgEUi-3akuRT6RYpHOzPRw8dWcJTpMUs6-kBNhIzNPFL
w85HDBwPoLB_RlsSiySz0euBAtQJrzoNmX0xDSDnB68hK8ck2R0MFsDd8ck39-lcDeb1CE4cF9gBPTjX4zAxQVkBQLchgSg6rSj2
-huaESXbCzj46AY3Fh-g4OXpHFcTk_bCR8EWNe3u3E3nv765yw4dyEwP5cQU5Bbn92SVXjWi6ySy9O9CvvvdLLT1HVkd1TH6zi1_
rqsz__UIr9XKMfmw9Qkz7g34KCVKGfwV-hMaBfky6r_LABs6ITlkOeUuS8NI5RlL4MP1HX8NnxPu3DMW8wI2gRQSDkcKyiAIEAHV
JBOhxkfr7vrq0OcH7zAF_f7pKhvWIgXi30r47Rr76EnW90E09LHFganiYvnyMjuVD83tFyffI9P9DwTUBuwK5E5H3-bv48xYIDMV
FDjmA8u8ELb4Dws3ylzCwewOm8je-SxN9fDF9RAgzPHm3CrosYER7UEMXqlBRCTx9z7MDPoFthbfuIEdDCnwAwoVKo8aHwE3Exfb
NffsI_JZ1d0QvvsW4tshD-xp9Dk19j8qATAVDxRH-BQA7QcR2OMRQRH6IxDs5wvvDNYYMP7ZNPbIviJrLs7lCQ4WF38fCgj66AHS
GRA3CddpLX_X2NcGyv-30iBWqvvGIMzSBhc0E8Qwvw5SuhPfHMJeV14u2wckKuQHWS_U1BsTC1MJI6rNWzo7FHwA_0ue-ufY1wt_
DgoCAa9OxycR6b9dLwO6-j6oBxaBCwF069YCtj8E7PyZIN7pWuE0SupGBOn2A50CH-0v9P4OGulUNPrqV1364S3_2vbYQvtcgTPC
3WdCLXOc_vHH2QtF3Oa82TvjAIRWFlLYxxD_JOjfEfPv2Wv0xtUW6sm4DfgS6AI04yMIH_wVKAtFNbb76gWxJ9b_MNPcQC4DDCky
B_wXuc3oNH8F9PUTCC777-4Vn-rxyVBdAvOy3df_I-of0cDZFwr88McVKA4eCcUND9vaNJIg8H80-QInb0zd1oHWFPf_oRd_9GHm
--wFuM4o-dwByJqr9Cn2-SvwBghH7h4DXbBuKmT05NwB2RsW_f4s8-9Ruhb3wPXZMfut4sf_RXEN4KnsvexrQuYRASD41Ut-Zwoa
An8d9eMTH-_iues9CfnZzbpKq_8JRk_CO_BQB1TJ6O7S-05A8ULr2Q83BQfVp-tls0-m6H8MBCet8RnrSDww6DQME8wE6f8ZETz3
ASSqPMASEvNEHwLHFQoH39cF4hNLTi_XAn_qIM8y5U4v_hM56hHGFQ87IBHqN8E3umWegfLQSAyn5DrmAE40Jh0UDrosBzhqIggS
JhTe3_AVzCEY9ggxzx1MuCsc7NAizeuOKAaufxLgGA1W7-cGCBn91RsvMV0L_1CsMg0r3EEj50vl8b08G_40JgXXzlqa5GKBjwvA
MQUH-wv52b4Ej_jtxsgANSMYxljp3gsKuClU_QUE1HgT3OHa8Tr8rA2uytgAJbSrK-A1238eyhMT4gIxIe4KAzUp5eLtRwsSsztX
1R9r50p_-DQC5OoHOi76qV6CwvTz2ro7-PUaHhY9xWAbH-wE3zEfs8va0OImyus9raoO1G0nOfD_49HPS2gcByDb6CXRN_DX8bYB
PgA74Ce63aFzf_oTzCgn8v3YEwRcrvXJJ0BBI1PgIufp1-oS2_Gy7jEHEsgeDD74APTyAUEy4AQB7X8ABNz07-4CChNU3CcM-jYA
ERkM5Q7aDg8i9CX07fDo-uv8JQ4h9gjiGAgWKBMQKX8H_zH59s31FC9F98T7rvA3M9M5vkIXTd4U8fmKMwG82xNLLX_62N0-9er3
9BNM4TQL9sskvxUj4czvzi8ExQko1yT6MvzlNSQL1OyBFvgL8Sk3IeHwCMUYGN1DK_kmYfvf7A4tLTQNBB7ExO7C_mh_6DOz0eQ7
Q_o09uSu80LhBv8MMr2bGb8e2vnFi84VKma_2GkJxxvROr0M2wo_xVcoxfi9DcLZ9hk7yjj67u0Jxbp_Rh38EQv0xAXcQtYp9x_s
J-y9Dw_oCT9_2gZgmixu0BzJK-fDPeU8njKY7RriPvRLPQ0jGgBA-_Ff05ZWI2Ht3lgkMX_FMNRo_2efogIA-1bzJuQ3-gov70y5
COX4Ki3iWDYSGgwM6vzq7_41bRQPE1Hj8CgL_O5JqYEOu1850NvjBgy0IPjzKEvvPN7u7c71VRit7hj6EgIsThr94hnx5TW6C_TV
HCU8zBgYpz4yNxYH3ybf5sP4myoWyeOlzPvHQSINwB3nBPDrvfkIHX_qDj0OSkHCgR4qGJn3x2XxCPNjFycZEt78MVjA3PfnBwJE
DM5CrRpB2jGKNMIzEw08jwrnNh24LNlC2DQVrv0Z1QjuEDnQP-4IGcOB-_0R3A0g4REWFgv-zws3-P4QISsG1PMPRzGvkRMqGtvs
23_rAiw0WxuNNCoNq56r_DA-UvlMMcLLk8XnG5L6H7VgPFxSAjoA_wXezPVZxRVawlzo5tUhGBMpGRE26xvY71DI_Rv_FR6BMPf8
PA4C9eNUGjBO4-Ix5uzvWt9Kvw1c_kswGnsUEa7sAaIeHVmB9SEyuMH90w0SzxIt12L-wLchGqjTqaTawPw5EQlKAYFs-nBOi9fD
LRiyHf8K4ArpNzbIRNsS71XIue_tKgUIATjlH2vo6Q_V9BDP5MI7luRF2To1liDo2drcQrYZzg8G4v7SJesXJORI14H7OjxaGtkF
1RbR7D_-_-yP121DuecQ8x5A7kXH8husA0b3EO_2IfbCEdM4f28-NwXkt7YxEPlUQM7nsB4CIzn-PRBKLDreyG_-lgQtJ-nFTvAC
jvqBHJcMzP4C4EIM__kt9_kw_u0GFP3i1O3DyvMJ8P5U408n5D4p0vTJLwWy4-MfOyX6Dw8J_NEXJgXo4esMGUstNh_21n_84hLc
5hjd7gT9A6ZDkSVu1gfSDvWjBevzEDcP8DTnDOV_ABkK2wfl9wYKLfUHAC8ZBvrxy8f-HyJ_6CoE_k1dJRjRtu3-Dhr_CkL_E723
Ge_b7B9AHcjuHiHzyfEUKHMI8fLGCN_B-ggwwRMX1x43KiQA3RDTDiD_tRkS1OGh6ejXGj_3ww0DFOkAyhAeCn_gKfLx8UXELfDk
DJArzlsy9wXXBibLfxUBwynqMe_-NxIhGDBQIEQuIjO_9wM7CQoO2yQELBEtEdj2sYEf_uwi1_nxyxnNIUgJEHIbZazwI7gyA10u
_dwYLJxh3MmlFjTAztfWEfo2uYUsaq38EX_zzcgrZyrtRd_V4sXbJZo8_vMQ8D4e5-hYzigtNO5sbHMl8eK9C8o94ORu1Cc3gSjb
C_3VFH3jGU2sPgQe9Q7IO_oAMFr6JBHVIjEK7eMlED0A4vwKU1qm6_klgcHvyU068jjv3CPvEi4C3duX1dEK6TWQ_Phb-cE4CMcI
AA7caSMN0hn-8QK37tsK2ebZAVZPLkTvHebgAyJSMfq8A8mBxRfvCeIPy-Q4EiAeHa9I0yhR6t0MBSXPEi1jvSFRtU0F7Pj12iDM
Rgj109Xy4ecUBweBJ07u6_hIGuoczIkFNAIK_iYPptzADVMN2qtC4n9JBATJDDez6eAovrXU19Ij4qzfQHkW9D4QuehPKCQ7ECn_
qy763kDKZhgDyRvkgVzuNgDzzAf3_xUrAQ-K9SsFIK24DzEUCfc01yfVEcpDPtDr4-H4HRr_Lh8UMygQyPj47erexH_fGBY54-mW
_isD8jPEVe7vCRn-pdDZD5w7Iwgg6Rb0JQdh8eIz6Qj9jSRr7-b_4B2ZLg_t1P8VGMYb_y0OFigp0_XyN-p_I_QR7wjc2w71GhcK
yPxm5g0k7_wmEci4ESTdBgYe3hydNw0NEgLgzN07RY5cIAVVDIEc_ccv8PzJ0Aj9AQw4yhFL-E3JtwurP0GQPYH4KGoBvOUKAuL1
JAsn6j4VGNhXQt8QBnumveHOyeEdEFBz3y4QDEEjowodGQrRAzZN7Ujk9_fWEv3sOSIbHt383fsJNxsG5H__6FbH_RDfEwso6i3_
4zUrBAbJEVfaHNLu1OuBUhS8Bbm-F-o079sU-DA1BOH8Cf4xyyzf9zjrAvtV2_M4oF452hCl3FAQEufovurf7K76IeW0TPQA1QXg
9KWdzwQS9H8PIxzAzMy6Hi5P2bQR5QNEQAjKsCYCIOwRTjHsA8G4AdciD_AqIOb3Je5CBf0sFX_3Ad7MyMay3AFHgltQ8V8MzN-k
xsgdVsq6EfgH2xCB_TgD3v1Q2bMEUvQ9UNwVIAysDy_B8BKxzkR_uKPD2TURC_m0Jw2ruQXoDuwMMdXU4coJVlW17Q8N7Uc7ZB8o
5D4lygTSOz_E7PV_JxYf8g_urRQkBAQa4tzN5hG8LCncC-w72g06E-oS2DZT_t5BUUzWAPAi--nIJ-9_oQExx1tHt-gC2A35FOse
dGAb7-z9CNTxBDDHAOv8_9Y1qQYU9RoB7BTSLzof8vAlqu8qgf8sMi6wA5cVHg2_BuDgyI4YEwmLKvRirMs57e64u9VoPHfuCSO6
FDiBS-UM8PgvmgPFpezsxOPtag_x8DjGAvHbKQwqEHUMDRIU2h_RK9k_UfYB00so9RfGAzFat2Y_tQR_yA3O--HUHupB9gnB7BHu
KvUUL_8YCN8v4u5Q6vJKAT_1_Ckb
    """
    model = Llama(LlamaConfig(512, d_model=48, n_layers=3, n_heads=4, n_kv_heads=4, d_hidden=128))
    return capstone.load(model, weights)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "submission_hints", "locked": true}
# <details><summary>A question to start from</summary>Which lines does your model need to come to life in a notebook that was just opened?</details>
# <details><summary>A pointer</summary>Run <code>capstone.hand_in(model)</code>. A cell with <code>WEIGHTS = …</code> appears below. <code>capstone.load(model, WEIGHTS)</code> puts them into a model of the same design and returns it.</details>
# <details><summary>In pseudocode</summary>Make the model with the sizes that it was trained with. Load the text of the weights. Return the model.</details>
# <details><summary>My weights are too long</summary>A weight takes a byte, which is 1.33 characters. Make the model smaller, or keep four bits for each weight, as in lesson 09, with a reader of your own.</details>


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
# <details><summary>Answer</summary>The model's first guess is right in about 36 of 100 windows. What your friend reaches is for you to find out; six windows are few, so change the numbers and go on.</details>
#
# ## 8 · The map
#
# The last page of the course. Everything on it you have written yourself; each box leads back to its notebook.

# %% tags=["explore"]
course_map.show(here="13_capstone")

# %% [markdown]
# **What you have now.** A language model of your own design that was measured by somebody else. And the way there, which
# outlives every model: one change at a time, seeds, errors, a budget, and a text that nobody could have learned by heart.
#
# **Sources.** Hoffmann et al. 2022, *Training compute-optimal large language models*, arXiv 2203.15556. Bits a byte as a
# measure across tokenizers: Gao et al. 2020, *The Pile*, arXiv 2101.00027, section 3.1.
