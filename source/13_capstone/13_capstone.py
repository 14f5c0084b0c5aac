# %% [markdown]
# # Lesson 13 · Capstone
# ## A model of your own
#
# The GPT that you trained in lesson 04 is good at plays and bad at everything else. The first section shows how bad: on
# an encyclopedia it needs more bits than a table of bigrams. By the end you will have
#
# - a better model, of your own design, trained within a budget that is the same on every machine,
# - a list of ideas you measured, each over three seeds and with its standard error,
# - a score from an independent judge, on a text that only the judge has,
# - and a page about your model that you can send to a friend.
#
# | | |
# |---|---|
# | Uses | everything; the parts are given, and your own are welcome |
# | Time | {{minutes, running 4}} minutes, {{exercise_minutes}} of them for the exercises and the rest for reading, running cells and writing; or an evening if you get hooked |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# N windows, T = 64 tokens per window, V = 512 entries in the vocabulary.

# %% [markdown]
# <details><summary>1. Why are bits per byte a fairer measure than the loss per token?</summary>Different tokenizers produce tokens of different lengths, but the bytes are the same for all of them (lesson 01).</details>
# <details><summary>2. Which model knows nothing but pairs of tokens, and is hard to beat with little data?</summary>The bigram model (lesson 04).</details>
# <details><summary>3. If the embeddings are tied, which two layers share a table?</summary>The embedding layer, which turns tokens into vectors, and the output layer, which turns vectors into scores (lesson 04).</details>
# <details><summary>4. You train a model with and without a change, once each and from the same seed, and the change wins. What can you conclude?</summary>Nothing yet: results also differ between seeds (lesson 11).</details>
# <details><summary>5. What is stored when a matrix is quantized to eight bits, row by row?</summary>An integer for each weight, and a scale for each row (lesson 09).</details>

# %% nbgrader={"grade_id": "imports", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math
from functools import partial

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices, own_model
from utils.blocks.gpt import GPT, GPTConfig
from utils.blocks.llama import Llama, LlamaConfig
from utils.metrics import record
from utils.plots import course_map, interactive
from utils.topics.capstone import capstone, recipes, trials  # noqa: F401  (recipes are for section 4)
from utils.topics.capstone import figures as plots
from utils.topics.capstone.card import Card

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · Where you stand
#
# The text consists of Wikipedia summaries, tokenized by a byte-pair tokenizer with 512 entries. Every model here sees
# 64 tokens and predicts the next one. The tokenizer and the window are the same for everyone, so all models answer the
# same questions.
#
# The score is **bits per byte** on held-out text (lesson 01 derives it). Your GPT from lesson 04 has its own tokenizer,
# trained on plays, so it splits the same text differently. Bits per byte are still comparable.
#
# **Predict**: your GPT has learned a lot about English, but only from plays. Does it need fewer bits on Wikipedia than a
# table of bigrams counted on Wikipedia?

# %% tags=["explore"]
text = capstone.text()
rows, targets = capstone.windows(text.validation, 4096)  # (N, T), (N,)
sizes = text.token_bytes[targets]  # (N,)
bigram = capstone.Bigram(text.train)
base = capstone.bits(bigram.log_probs(rows), targets)  # (N,)
own = own_model.load_own_model(where)
print(own_model.continue_opening(own.model, own.tokenizer), "\n")
ladder = {"all tokens equally likely": 9 * len(targets) / int(sizes.sum())}
ladder["your GPT from lesson 04"] = capstone.bits_with_own_tokens(own.model, own.tokenizer, text)
ladder["bigram model"] = float(base.sum() / sizes.sum())
record("bits per byte, your GPT from lesson 04", ladder["your GPT from lesson 04"], expected=(2.8, 4.8))
record("bits per byte, bigram model", ladder["bigram model"], expected=(2.5, 2.7))
plots.ladder(ladder)

# %% [markdown]
# <details><summary>Answer</summary>No. The course's copy of that GPT needs about 3.7 bits per byte and the bigram model 2.6, although the GPT has more weights and reads 64 tokens instead of one. A model knows only the kind of text that it was trained on.</details>
#
# You can't hand your GPT in as it is: it uses a different vocabulary, and it is about four times too large. What you
# can reuse is its design, and everything you have learned since. The bigram model is your baseline. It stores 262,144
# numbers, counted on the whole training text.

# %% [markdown]
# ## 2 · The compute budget: `steps_within`
#
# *Easy · 5 minutes · without calling `capstone.n_parameters` or `capstone.train`*
#
# If training time were the limit, the faster machine would win. So the budget counts work instead:
#
# $$\text{cost} = \text{parameters} \times \text{tokens seen in training}$$
#
# Your budget is $6 \cdot 10^{11}$ parameter-tokens, about three minutes on one idle core for the models here.
#
# - **Tokens.** Every token counts every time the model reads it.
# - **Parameters.** Every parameter counts, frozen ones too, but a parameter shared by two layers counts once. Buffers, such as masks
#   and tables of angles, don't count, because they are computed and not learned. A block that is used twice also counts once: it
#   costs you time but no budget, and you are welcome to exploit that.

# %% [markdown]
# **What you pay for** is the training of the model that you hand in. If its weights come out of several runs (for
# example, one that continues another), the costs add up. Trials are free, however many you run, because you don't hand
# in their weights. So is counting, as in a bigram table.
#
# **What you may bring** from earlier lessons is all of your code and one trained model, your GPT from lesson 04.
# Section 4 starts from its token vectors, for example. Any other trained model, whether you copy its weights or train
# on its output, would carry somebody else's much larger budget into yours, so leave it out. And train on `text.train`
# only.

# %% [markdown]
# There is a second limit, on size: the judge accepts at most 160,000 characters. Your four answers and the cells that
# they use all count, code and weights alike. (A non-ASCII character counts as two to four, one for each byte.) Weights
# may take up to 155,000 of these characters. The rest is for line breaks and code. If your weights use their full
# share, then after the line breaks and your other answers, about 500 characters remain for a class of your own. Stored
# in eight bits each, which costs next to nothing in quality, about 108,000 parameters fit. `capstone.train` warns you
# before it starts if the model is too large.
#
# **Predict**: a model twice as wide is about three times as large at these sizes, so the same budget pays for only a
# third of the tokens. Does it get better or worse?
#
# <details><summary>Answer</summary>You can't tell without trying, and that is what you are here for. But there is a rule of thumb. Hoffmann et al. 2022 (arXiv 2203.15556, section 3, table 3) find that for large models, parameters and tokens should grow together, with about 20 tokens per parameter. For your budget that means N · 20 N = 6 · 10<sup>11</sup>, which gives N ≈ 173,000 parameters and 3.5 million tokens. Such a model is too large to hand in. So the size limit decides here: a model of 108,000 parameters can read 5.6 million tokens, 51 for each parameter, and goes through the text three times. Within these limits, the question is how far below 108,000 you want to go. The rule comes from models of at least 70 million parameters, and nobody promises that it holds for one this small.</details>


# %% nbgrader={"grade_id": "steps_within", "solution": true}
def steps_within(budget, model, batch_size, context):
    """How many whole training steps a budget pays for.

    budget: parameters × tokens, an int ≥ 0, possibly too large for a float to represent
    exactly;
    model: an nn.Module with parameters, which is left unchanged, including its
    `requires_grad` flags. All its parameters count, frozen ones too; a Parameter that
    two layers share counts once; buffers do not count. A step reads batch_size windows
    of `context` tokens.
    Returns an int, 0 where the budget is not enough for one step.
    """
    ### BEGIN SOLUTION
    n = sum(p.numel() for p in model.parameters())  # which names a shared one once
    return budget // (n * batch_size * context)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "steps_within_hints", "locked": true}
# <details><summary>A question to start from</summary>What does one step cost?</details>
# <details><summary>A pointer</summary>Make a small model with a tied table and a buffer. PyTorch has several ways to list what is in it. Which of them names the table twice, and which one names the buffer?</details>
# <details><summary>In pseudocode</summary>Count the numbers in all parameters. Multiply by the number of tokens in one step. See how many times that fits into the budget.</details>


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
    learns = [p.requires_grad for p in model.parameters()]
    steps = steps_within(budget, model, batch_size, sizes["context"])
    changed = sum(p.requires_grad != before for p, before in zip(model.parameters(), learns, strict=True))
    return {
        "steps": {"steps": steps, "budget": budget},
        "a whole number": {"budget": budget, "steps": steps, "type": type(steps).__name__},
        "model unchanged": {"steps": steps, "budget": budget, "changed": changed},
    }


# %% [markdown]
# Move the slider to see what different budgets buy. A quick trial gets a tenth of your budget, and a GPU can spend a hundred times your budget in the same three minutes. Which designs
# read the whole text more than once?

# %% tags=["explore"]
if answered("steps_within"):
    designs = {}
    for width, layers in [(32, 2), (48, 3), (64, 2), (96, 3), (128, 4)]:
        model = GPT(GPTConfig(capstone.VOCABULARY, capstone.CONTEXT, width, 4, layers))
        designs[f"width {width}, {layers} layers"] = n = capstone.n_parameters(model)
        steps = steps_within(capstone.BUDGET, model, 16, capstone.CONTEXT)
        times = steps * 16 * capstone.CONTEXT / len(text.train)
        too_large = ", too large to hand in" if capstone.too_large(model) else ""
        print(
            f"width {width:3}, {layers} layers: {n:8,} parameters, {steps:6,} steps, {times:5.2f} passes over the text{too_large}"
        )
    budgets = [share * capstone.BUDGET for share in (1 / 10, 1 / 4, 1, 10, 100)]
    passes = partial(plots.passes_over_the_text, designs, len(text.train))
    interactive.slider(
        passes, budgets, "budget", names=["a tenth", "a quarter", "yours", "10 times", "100 times"], start=2
    )

# %% [markdown]
# Which of these rules can the judge check? Only the size: it counts your characters before it runs anything. You can't
# tell from weights how long they were trained or what they started from, so the budget and the rules about what you may
# bring are a matter of honor. `capstone.train` helps you stay within the budget: it counts tokens and stops when the
# budget is spent. If anyone asks, you can repeat the run: on the same machine, the same seed gives the same weights.

# %% [markdown]
# ## 3 · Paired comparison over seeds: `worth`
#
# *Easy · 6 minutes*
#
# You change one thing and the model gets better. Or was it just a lucky seed? Train both versions from the same seeds,
# so both read the same windows in the same order. If the change keeps the shape of every parameter, both also start
# from the same weights. If it alters any shape, the two versions no longer draw the same random numbers, and usually
# even the embedding table starts from different values. Then compare the runs pair by pair, so the luck they share
# cancels. With savings $s_1, \dots, s_S$, before minus after, compute the mean and its **standard error**:
#
# $$\bar s = \frac{1}{S}\sum_i s_i \qquad \text{error} = \frac{1}{\sqrt S}\sqrt{\frac{\sum_i (s_i - \bar s)^2}{S - 1}}$$
#
# With many seeds, a saving of twice its error is worth a second look. With three, the error itself is so uncertain that
# you should ask for a saving of four times the error (Student's *t* for 95 % is 4.3).


# %% nbgrader={"grade_id": "worth", "solution": true}
def worth(before, after):
    """How many bits per byte a change saves, and how certain that number is.

    before, after: tensors (S,), float32 or float64, bits per byte without and with the
    change, for the same S ≥ 2 seeds in the same order. Both are left unchanged.
    Returns two numbers: the mean of before − after over the pairs, above 0 where the
    change helps, and its standard error, the standard deviation of the savings (with
    S − 1) over √S.
    """
    ### BEGIN SOLUTION
    savings = before - after  # (S,)
    return float(savings.mean()), float(savings.std() / math.sqrt(len(savings)))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "worth_hints", "locked": true}
# <details><summary>A question to start from</summary>The mean and the standard deviation are computed from S numbers. Which numbers are they?</details>
# <details><summary>A pointer</summary>Look up the default of <code>correction</code> in the documentation of <code>torch.std</code>.</details>
# <details><summary>In pseudocode</summary>Subtract pair by pair. The mean of the differences is the first number. The second is their standard deviation divided by the square root of their number.</details>


# %% nbgrader={"grade_id": "check_worth", "grade": true, "locked": true, "points": 2}
@check("worth")
def _(before, after):
    kept = before.clone(), after.clone()
    saved, error = worth(before, after)
    found = {"saved": float(saved), "error": float(error)}
    changed = (before != kept[0]).sum() + (after != kept[1]).sum()
    return found | {"both unchanged": {**found, "changed": changed}}


# %% [markdown]
# Here is the first comparison for your list. It isn't one change but a bundle of five: we replace the block from lesson
# 04 with the modern block from lesson 11, which adds RMSNorm, SwiGLU and RoPE, drops the biases, and initializes the
# last matrix of each branch at the same scale as all the others (GPT-2 uses a smaller scale there). Both models are
# small, both get a tenth of the budget, and each is trained from three seeds. The three runs of the GPT come with the
# course, to save you a minute; `trial(gpt)` repeats them. `trial` remembers its results, even after a restart, and
# retrains if you have edited a class or function that the run uses.
#
# **Predict** how many bits per byte the modern block saves, and how much the results vary from seed to seed.

# %% tags=["explore"]
SMALL = dict(vocab_size=capstone.VOCABULARY, context=capstone.CONTEXT, d_model=32, n_layers=2, n_heads=4)
trial = trials.Trials(text, where)


def gpt(**change):
    """The GPT from lesson 04 with a change."""
    return GPT(GPTConfig(**{**SMALL, **change}))


def llama(kind=Llama, **change):
    """A model with the modern block, with a change; kind: Llama or a class of your own."""
    return kind(LlamaConfig(**{**SMALL, "n_kv_heads": 4, "d_hidden": 80, **change}))


if answered("worth"):
    plain = trials.recorded_runs("GPT")[: trial.seeds] if where == "cpu" else trial(gpt)
    modern = trial(llama)
    plots.pairs({"GPT": plain, "modern": modern})
    saved, error = worth(plain, modern)
    record("bits per byte saved by the modern block", saved, expected=(0.2, 0.4))
    record("standard error", error, expected=(0, 0.06))

# %% [markdown]
# <details><summary>Answer</summary>About 0.3 bits per byte, and runs of the same design differ by a few hundredths at most from seed to seed. Only the modern model beats the bigram model at this budget. With a fortieth of the full budget you couldn't have measured this, because three runs of the same GPT then differ by up to 0.2.</details>
#
# ## 4 · Ablations: one idea at a time
#
# Now fill a figure with ideas, one row at a time. Except for the bundle in the first row, each row is an **ablation**
# in the broad sense: it changes one thing and is compared with an otherwise identical model. Some rows start from the
# GPT. The rest start from the modern model: if you compared, say, a single key-value head with the GPT, the five
# differences of the bundle would hide its cost. Remove the `#` from a row of the code below to run it; each row takes
# about a minute on an idle core. Then add rows of your own.

# %% [markdown]
# | what you can change | how |
# |---|---|
# | `gpt` | `d_model`, `n_layers`, `n_heads`, `d_hidden`, `dropout`, `tied`, `norm="post"` or `"peri"`, `norm_kind="rms"`, `act="swiglu"` |
# | `llama` | `d_model`, `n_layers`, `n_heads`, `n_kv_heads`, `d_hidden`, `theta`, `tied`; `recipes.NoPositions`, `recipes.Looped` |
# | training | `lr`, `batch_size`, `warmup`, `weight_decay`, `context`, `label_smoothing`, `optimizer=recipes.muon` |
# | afterwards | `finish=recipes.rounded`, which rounds the trained weights to four bits; or any function that changes the trained model in place |
# | new | classes of your own: experts, a cache of n-grams, a different kind of attention |
#
# `trials.with_own_tokens` builds the modern model and initializes its token embeddings from those of *your* GPT. Your
# tokenizer cuts each capstone token into pieces, and the token's embedding starts as the mean of the pieces'
# embeddings, projected to the smaller width.

# %% [markdown]
# A class of your own subclasses `Llama` and overrides `features`; type `recipes.Looped??` in a cell to see an example.
# Define yours in a new cell, just above the one with the ideas. Grading keeps the class if your answer uses it (section
# 8). If your class computes tables, register them as buffers with `persistent=False`: only parameters are handed in, so
# the model must rebuild its tables itself.

# %% tags=["explore"]
if answered("worth"):
    ideas = {  # lesson and idea: what it is compared with, how to build the model, how to train it
        "11a · the modern block": (plain, llama, {}),
        # "03a · RMSNorm": (plain, partial(gpt, norm_kind="rms"), {}),
        # "03a · SwiGLU, same size": (plain, partial(gpt, act="swiglu", d_hidden=85), {}),
        # "03a · dropout of 0.1": (plain, partial(gpt, dropout=0.1), {}),
        # "03b · post-norm": (plain, partial(gpt, norm="post"), {}),
        # "04a · untied output layer": (plain, partial(gpt, tied=False), {}),
        # "04c · batches four times as large": (plain, gpt, {"batch_size": 64}),
        # "04c · Muon": (modern, llama, {"optimizer": recipes.muon}),
        # "04c · token vectors of your GPT": (modern, trials.with_own_tokens, {}),
        # "05b · one key-value head for four query heads": (modern, partial(llama, n_kv_heads=1), {}),
        # "09b · rounded to four bits": (modern, llama, {"finish": recipes.rounded}),
        # "10b · no RoPE": (modern, partial(llama, recipes.NoPositions), {}),
        # "new · four narrow layers": (modern, partial(llama, d_model=24, n_layers=4, d_hidden=64), {}),
        # "new · each block used twice": (modern, partial(llama, recipes.Looped), {}),
        # "new · label smoothing of 0.1": (modern, llama, {"label_smoothing": 0.1}),
        # "new · windows of 32 tokens": (modern, llama, {"context": 32}),
    }
    results = {idea: worth(before, trial(build, **how)) for idea, (before, build, how) in ideas.items()}
    plots.worth(results, trials.recorded().saved)

# %% [markdown]
# Bars are your results; diamonds are the course's, where it measured the same row. Keep three warnings in mind when you
# read the figure. First, everything is compared at a tenth of the budget in a model of 40,000 parameters, and a large
# gain here may vanish later. We ran into such a case: at width 48, Muon led AdamW by 0.17 bits per byte after a tenth
# of the budget, but the lead was gone by the end (one seed each). So compare your last two candidates at a larger
# budget, with `trials.Trials(text, where, share=1 / 4)`. Second, if you try twenty changes, one of them may well look
# good by chance. Third, a row can fail for a reason specific to that row: the model trained on windows of 32 tokens is
# scored on 64, and has never seen the later positions.

# %% [markdown]
# ## 5 · The training run
#
# Now spend the budget. The next cell trains the design of lesson 04, only narrower, for a tenth of the budget. Replace
# it with your own design, and set `whole = True` for the run that you hand in. Grading never runs this cell: you will
# hand in the weights, and your answer in section 8 builds the model and loads them.
#
# At `scale = "full"` the same cell spends a hundred times the budget on a model more than a hundred times as large,
# which needs a GPU. That model is for your page and not for the judge, because its weights are too large to hand in.
#
# **Predict**: how far does a tenth of the budget get the plain GPT? Will it beat the bigram model?

# %% tags=["explore"]
whole = False
share = 100 if scale == "full" else 1 if whole else 1 / 10
torch.manual_seed(0)
model = gpt(d_model=48, n_layers=2) if scale == "small" else gpt(d_model=384, n_layers=6, n_heads=6)
batch_size, lr = (16, 4e-3) if scale == "small" else (64, 1e-3)
run = capstone.train(model.to(where), text.train, share * capstone.BUDGET, batch_size, lr, device=where)
print(run)
scores = capstone.last_scores(model, rows, where)  # (N, V)
mine = capstone.bits(scores.log_softmax(-1), targets)  # (N,)
bits = float(mine.sum() / sizes.sum())
record("bits per byte", bits, expected=(1.4, 2.95))
plots.run(run.losses, bits, ladder["bigram model"])

# %% [markdown]
# <details><summary>Answer</summary>Not yet. Ours ended 0.18 bits per byte above the bigram model, after 700,000 tokens, which is less than half of the text. With the whole budget, the same design ends up almost half a bit per byte below it.</details>

# %% [markdown]
# ## 6 · How certain is that number? `saved_per_byte`
#
# *Medium · 12 minutes*
#
# Your model was measured on 4,096 windows. Other windows would give a different score, so the score needs a standard
# error too, this time over windows. Write $b_i$ and $m_i$ for the bits that the bigram model and your model need for
# the token after window $i$, and $y_i$ for that token's length in bytes. What your model saves per byte is a **ratio**
# of two sums, and both vary from draw to draw:
#
# $$s = \frac{\sum_i (b_i - m_i)}{\sum_i y_i} \qquad r_i = (b_i - m_i) - s\,y_i \qquad
# \text{error} = \frac{\sqrt{\frac{N}{N-1} \sum_i r_i^2}}{\sum_i y_i}$$
#
# The first formula is a **ratio estimator**, and the third is its usual standard error (Cochran 1977, chapter 6). A
# window that is hard for both models costs both of them extra bits, which largely cancel in $b_i - m_i$.


# %% nbgrader={"grade_id": "saved_per_byte", "solution": true}
def saved_per_byte(before, after, n_bytes):
    """Bits per byte that a second model saves compared with a first one, with the
    standard error.

    before, after: (N,) bits that each model needs for the token after each of N ≥ 2
    windows; n_bytes: (N,) int64, the length of each of these tokens in bytes, which may
    be 0. All are left unchanged.
    Returns two numbers: the ratio s, above 0 where the second model is better, and its
    standard error over windows, as in the formula.
    """
    ### BEGIN SOLUTION
    savings = before - after  # (N,)
    saved = savings.sum() / n_bytes.sum()
    rest = savings - saved * n_bytes  # (N,)
    error = rest.std() * math.sqrt(len(rest)) / n_bytes.sum()
    return float(saved), float(error)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "saved_per_byte_hints", "locked": true}
# <details><summary>A question to start from</summary>What is the mean of all $r_i$? Use the answer to simplify the third formula.</details>
# <details><summary>A pointer</summary>The root in the numerator is a standard deviation times a factor. Which standard deviation does <code>torch.std</code> compute, the one with N or the one with N − 1?</details>
# <details><summary>In pseudocode</summary>Subtract the bits, window by window. Divide the sum of the differences by the sum of the bytes. From each difference, subtract the ratio times the bytes of that token. The error is the standard deviation of what remains, times √N, divided by the total number of bytes.</details>


# %% nbgrader={"grade_id": "check_saved_per_byte", "grade": true, "locked": true, "points": 3}
@check("saved_per_byte")
def _(before, after, n_bytes):
    given = before, after, n_bytes
    kept = [tensor.clone() for tensor in given]
    saved, error = saved_per_byte(before, after, n_bytes)
    found = {"saved": float(saved), "error": float(error)}
    changed = sum((tensor != copy).sum() for tensor, copy in zip(given, kept, strict=True))
    return found | {"all unchanged": {**found, "changed": changed}}


# %% [markdown]
# **Predict**: your model's own bits per byte have an error as well. Is it larger or smaller than the error of the saving?

# %% tags=["explore"]
if answered("saved_per_byte"):
    saved, error = saved_per_byte(base, mine, sizes)
    _, alone = saved_per_byte(mine, torch.zeros_like(mine), sizes)
    print(f"your model needs {bits:.3f} ± {alone:.3f} bits per byte and saves {saved:.3f} ± {error:.3f}")
    record("error of the saving over the error of the score", error / alone, expected=(0.2, 0.9))

# %% [markdown]
# <details><summary>Answer</summary>Larger. Some windows are hard for every model, and that moves the score up and down with each draw, but it cancels in the difference.</details>
#
# Don't confuse this error with the one in section 3. The error over windows tells you how well *this* model was measured. The error over seeds
# tells you how well you know the *design*.

# %% [markdown]
# ## 7 · Sampling from your model
#
# Let your model write. A model this small gets spelling and short phrases right, but neither facts nor long sentences.
# Change the prompt, the seed and the temperature, and keep the best paragraph: it goes on your page.


# %% tags=["explore"]
def write(model: nn.Module, start, n_new=60, seed=0, temperature=0.8):
    """Continue a text, a token at a time."""
    ids = text.tokenizer.encode_ordinary(start)
    generator = torch.Generator().manual_seed(seed)
    for _ in range(n_new):
        window = torch.tensor([ids[-capstone.CONTEXT :]], device=where)
        with torch.no_grad():
            p = F.softmax(model(window)[0, -1].float() / temperature, dim=-1).cpu()
        ids.append(int(torch.multinomial(p, 1, generator=generator)))
    return text.tokenizer.decode(ids)


for seed, start in enumerate(["The city of", "A transformer is", "Ada Lovelace was"]):
    print(write(model.eval(), start, seed=seed), "\n")

# %% [markdown]
# ## 8 · Hand it in: `submission`
#
# *Challenge · 40 minutes*
#
# The answer itself is short. Most of the time is for the search in sections 4 and 5, and only you know when to stop.
#
# `capstone.hand_in(model)` quantizes the weight matrices to eight bits (lesson 09) and writes all weights as text into a
# new cell, `WEIGHTS = …`, below the cell you call it from. If your editor doesn't add the cell, print `capstone.to_text(model)`
# and paste it. Your answer builds the model on the CPU, loads the weights into it and returns it.

# %% tags=["explore"]
# capstone.hand_in(model)  # remove the first # once the model is the one that you want to hand in

# %% [markdown]
# `capstone.load(model, WEIGHTS)` loads in place: it copies the weights into a model of the same design, and returns that same model. It leaves the model in the
# mode it was in. The check calls `.eval()` on a module that you return; if you return a function, call `.eval()` on its model yourself.
#
# Grading starts a fresh Python process, so don't rely on this notebook's `model`. From the cells that you add or edit,
# grading keeps only the imports, functions, classes and constants that your answer uses. It doesn't run anything else
# in those cells, and it runs none of our own exploratory cells. That is why `gpt` and `llama` don't exist during
# grading: build your model from its class and config. Keep only one cell of weights, because an older one counts toward
# the limit as well.

# %% [markdown]
# In `IDEAS`, list what you kept and what it saved in your trials. It earns no points, and you may leave it empty. The class report lists the ideas that at least
# three students kept, with the median of what they saved.
#
# The check reads the saved notebook, so save first. It starts a fresh process too, so if your answer runs there, it
# will run when it is graded. You earn 2 of the 10 points if your model beats the bigram model, and all ten if it beats
# our reference model. The judge's rules and the thresholds between 2 and 10 points are explained below the check.


# %% nbgrader={"grade_id": "submission", "solution": true}
IDEAS = {}  # what you kept → bits per byte that it saved in your trials, for example {"RMSNorm": 0.02}


def submission():
    """Your trained model: an nn.Module on the CPU, or a function, that maps token ids
    to scores (logits).

    It maps ids (B, 64) int64 to scores (B, 64, 512). Only the scores at the last
    position count; they are for the token after the window. Each window is judged on
    its own and must get the same scores in any batch, up to rounding, so switch dropout
    off. There is no access to data, and no gradient is needed.
    """
    ### BEGIN SOLUTION
    weights = """
{{file weights.part}}
    """
    model = Llama(LlamaConfig(512, d_model=48, n_layers=3, n_heads=4, n_kv_heads=4, d_hidden=128))
    return capstone.load(model, weights)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "submission_hints", "locked": true}
# <details><summary>A question to start from</summary>Which sizes do you need to build your model in a fresh notebook?</details>
# <details><summary>A pointer</summary>Build the model with the class and the config that you trained. Until you call <code>capstone.load</code>, it has random weights.</details>
# <details><summary>My weights are too long</summary>Each weight takes one byte, which is 1.33 characters, and each row of a matrix needs two more bytes for its scale. Make the model smaller, or pack two weights of four bits into a byte as in lesson 09 and write your own loader.</details>
# <details><summary>The check gives fewer points than I expected from section 5</summary>Compare the config here with the one that you trained, number by number: two heads and four heads have matrices of the same shape.</details>


# %% nbgrader={"grade_id": "check_submission", "grade": true, "locked": true, "points": 10}
@check("submission")
def _(windows):
    torch.manual_seed(0)
    return {"scores": capstone.last_scores(submission(), windows.long())}


# %% [markdown]
# | what the judge does | why |
# |---|---|
# | asks for the token after each of 1,984 windows, and never sends what comes next | your model can't read ahead |
# | computes probabilities from your scores itself | you can't gain by returning "probabilities" that add up to more than one |
# | asks about some windows twice, in different batches | a model that learns while it is scored gives itself away |
# | replaces half of the words in its articles with others that fit the same context, differently for each submission | memorizing a text doesn't help |
# | gives your code no data and no files | what counts is what was learned, not what can be looked up |
# | limits your four answers and the cells that they use, weights included, to 160,000 characters in total | what you hand in is the whole model |

# %% [markdown]
# | bits per byte that your model needs on the judge's windows | points out of ten |
# |---|---|
# | fewer than the bigram model | 2 |
# | at most 0.15 more than the reference model (a plain GPT trained with the whole budget manages this) | 5 |
# | at most 0.03 more than the reference model | 8 |
# | fewer than the reference model | all ten |
#
# The reference model uses the modern block with the settings from section 3, only wider, and was trained on as much
# text as the budget pays for. Its settings were never tuned. On the judge's windows it ends up about 0.59 bits per byte
# below the bigram model; a plain GPT ends up about 0.5 below the bigram model.

# %% [markdown]
# The points in the check above come from windows that everyone has; when your notebook is graded, the judge asks about
# others. What counts is your distance from the reference model on the same windows, which varies by 0.01 to 0.02 bits
# per byte from one draw of 1,984 windows to the next. If you are closer than that to a threshold, it may go either way.
#
# You can resubmit for as long as your course accepts submissions. The latest notebook counts, even if an earlier one
# was better. If you change the notebook, it is scored on new windows; if you don't, it gets the same windows and the
# same points.
#
# The class report has a leaderboard. If your instructor shows it to the class, you appear under a pseudonym.

# %% tags=["explore"]
if answered("saved_per_byte", "submission"):
    handed_in = submission()
    theirs = capstone.bits(capstone.last_scores(handed_in, rows).log_softmax(-1), targets)  # (N,)
    saved, error = saved_per_byte(base, theirs, sizes)
    record("bits per byte, the model you hand in", float(theirs.sum() / sizes.sum()), expected=(1.7, 2.6))
    print(f"{saved:.3f} ± {error:.3f} bits per byte below the bigram model")
    if isinstance(handed_in, nn.Module):
        opening = own_model.continue_opening(handed_in.to(where), text.tokenizer, context=64)
        own_model.note_opening("13", opening, "the capstone's model")

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 3}
# **Written question** (graded by hand, 15 minutes, about 200 words). Describe one idea that you believed in and that
# your trials didn't bear out: which lesson it comes from, why you expected it to help, what you compared with what,
# what you measured, and what you now think the reason is. Say which of the two it was: *refuted*, because it costs
# bits, or *undecided*, because three seeds can't tell its saving from 0. If all your ideas worked, write about one of
# them instead. Then: a friend's model beats yours by 0.01 bits per byte on the judge's text. Is it the better design?
# What would you run to find out?
#
# ### BEGIN SOLUTION
# **Model answer.** Any idea will do. A good account says what was expected and why, names the model without the change
# and that it was otherwise the same, gives the saving with its standard error, the number of seeds and the budget, and
# keeps apart what was measured (it cost bits at this budget, or its saving can't be told from 0) from the guess at a reason (for example,
# that dropout helps against overfitting, and a model that sees each token once or twice doesn't overfit). As for the
# friend: no, that doesn't follow. Between two draws of 1,984 windows the distance to the bigram model moves by about two
# hundredths, so 0.01 is within the error of the measurement. Even without that error, one run of each is one seed of
# each. To find out, train both designs from the same three or more seeds with the same budget, put the same effort into
# tuning both learning rates, score all models on the same large set of windows, and compare the mean of the paired
# savings with its error.
#
# **Rubric.**
#
# - a, 0.5 points: an idea, and the reason for expecting it to help
# - b, 0.5 points: a comparison in which one thing changes
# - c, 0.5 points: the saving with its error, the number of seeds and the budget
# - d, 0.5 points: a conclusion that these numbers allow: refuted, undecided, or confirmed
# - e, 0.5 points: 0.01 is within the error over windows
# - f, 0.5 points: paired runs over several seeds on the same text would settle it
#
# An idea that worked earns the first four items as well if the account says so plainly.
# ### END SOLUTION

# %% [markdown]
# ## 9 · For a friend
#
# The next cell writes one HTML file about your model, `my_model.html`, next to this notebook. It needs no network, so
# you can send it as it is. Type your name if you like, choose the paragraph, and describe an idea that worked and one
# that didn't. If your instructor has shown the leaderboard, put the class's bits per byte into `class_bits`, as a list
# such as `[2.31, 2.08, 2.12]`. The page compares your model with simpler ones and leaves out the reference
# model, so it is worth sending however many points you got.
#
# Your friend gets a guessing game: they see a piece of text and guess what comes next (usually one to four characters,
# now and then just a space). Each answer is folded away; opening it also shows what your model guessed. (The model sees
# more of the text than they do.)

# %% tags=["explore"]
worked = """"""  # the idea that helped most, in words that a friend understands, and what it saved
refuted = """"""  # the idea that your trials didn't bear out; anything you leave empty is left off the page
names = ["blind guessing", "an earlier GPT, which has read only plays", "a table of what follows what"]
likeliest = capstone.last_scores(model, rows, where).argmax(-1)  # (N,)
record("share guessed correctly", right := (likeliest == targets).float().mean().item(), expected=(0.1, 0.6))
read = lambda ids: text.tokenizer.decode(ids.tolist())
played = range(10)  # change it for other texts
if answered("saved_per_byte"):
    card = Card(
        model,
        run,
        dict(zip(names, ladder.values(), strict=True)) | {"this model": bits},
        *saved_per_byte(base, mine, sizes),
        best=write(model, "The city of", n_new=90, seed=0),
        worked=worked,
        refuted=refuted,
        game=[(read(rows[i, -24:]), read(likeliest[i : i + 1]), read(targets[i : i + 1])) for i in played],
        guessed=right,
        name="",
        class_bits=[],
    )
    print(f"Open {card.write()} in a browser.")

# %% [markdown]
# Play it yourself before you send it. Who gets it right more often, you or your model?

# %% [markdown]
# <details><summary>Answer</summary>Your model's share of correct guesses is in the output above. How well you do is for you to find out; ten texts are not many, so change <code>played</code> and play again.</details>

# %% [markdown]
# The sources and the report on memory come before the last section this time, so that the course can end with your own
# work.
#
# **Sources.** Hoffmann et al. 2022, *Training compute-optimal large language models*, arXiv 2203.15556. Cochran 1977,
# *Sampling techniques*, third edition, chapter 6. Bits per byte as a measure across tokenizers: Gao et al. 2020, *The
# Pile*, arXiv 2101.00027, section 3.1. Shared layers: Lan et al. 2020, *ALBERT*, arXiv 1909.11942.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()

# %% [markdown]
# ## 10 · The map
#
# You wrote everything on this map yourself; each box links back to its notebook.

# %% tags=["explore"]
course_map.show(here="13_capstone")

# %% [markdown]
# The opening line "What shall we do with the" has been with you since the first lesson, where a character bigram model
# continued it. Here is how each model continued it, yours where you have one and the course's where you don't.

# %% tags=["explore"]
own_model.show_openings()

# %% [markdown]
# **What you have now.** A language model of your own design, scored by an independent judge, and a page to show it on. And
# a method that outlives every model: one change at a time, several seeds, standard errors, a budget, and a test text that
# can't have been memorized.
