# %% [markdown]
# # Lesson 13 · Capstone
# ## A model of your own
#
# One task is left: use everything you have learned. You get a text, a budget, and a free hand. Train the small language
# model that predicts best. At the end, a judge scores it on a text that only the judge has.
#
# By the end of this sitting you will have
#
# - a metric that is fair to every model and every tokenizer,
# - a budget that means the same on every machine, and a feeling for how to spend it,
# - the effect of one change, measured over three seeds, with its standard error,
# - an **ablation** table that shows what each lesson's idea was worth, in bits,
# - a model of your own design, handed in and scored.
#
# | | |
# |---|---|
# | Uses | everything; the parts are given, and your own are welcome |
# | Time | {{minutes, running 3}} minutes or a whole evening; the exercises take {{exercise_minutes}} minutes |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# N windows, T = 64 tokens per window, V = 512 entries in the vocabulary.
#
# <details><summary>1. Why are bits per byte a fairer measure than the loss per token?</summary>Tokens of different tokenizers have different lengths, but bytes are the same for all of them (lesson 04).</details>
# <details><summary>2. Which model knows nothing but pairs of tokens, and is hard to beat with little data?</summary>The bigram model (lesson 04).</details>
# <details><summary>3. If the embeddings are tied, which two layers share a table?</summary>The embedding layer, which turns tokens into vectors, and the output layer, which turns vectors into scores (lesson 04).</details>
# <details><summary>4. With one seed, a model with a change beats the model without it. What follows?</summary>Nothing yet: results also differ between seeds (lesson 11).</details>
# <details><summary>5. What is stored when a matrix is quantized to eight bits, row by row?</summary>An integer for each weight, and a scale for each row (lesson 09).</details>

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

from utils import devices, own_model
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
# ## 1 · Bits per byte: `bits_per_byte`
#
# *Easy · 8 minutes*
#
# If a model gives the next token probability $p$, that token can be stored in $-\log_2 p$ bits (lesson 04). Add up
# these bits over a text and divide by its number of bytes. The result, **bits per byte**, tells you how far the model
# would compress the text:
#
# $$\text{bits per byte} = \frac{\sum_i -\log_2 p_i(t_i)}{\sum_i \text{bytes}(t_i)}$$
#
# Here $t_i$ is the token that came after window $i$. Models give natural logarithms, and $\log_2 p = \ln p / \ln 2$.
#
# **Predict**: some tokens have no bytes, such as the one that marks the end of a text. Can they make this number
# smaller?
#
# <details><summary>Answer</summary>No. Such a token costs bits and adds no bytes, so it can only make the number larger.</details>


# %% nbgrader={"grade_id": "bits_per_byte", "solution": true}
def bits_per_byte(log_probs, targets, token_bytes):
    """How many bits per byte the tokens cost that came.

    log_probs: (N, V) natural logarithms of probabilities, a row for each token that
    came; targets: (N,) int64, which one it was; token_bytes: (V,) int64, bytes that
    each entry stands for. All stay as they are.  Returns a number.
    """
    ### BEGIN SOLUTION
    nats = -log_probs.gather(1, targets[:, None]).sum()
    return float(nats / math.log(2) / token_bytes[targets].sum())
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "bits_per_byte_hints", "locked": true}
# <details><summary>A question to start from</summary>The result is one sum divided by another. What is summed in the numerator, and what in the denominator?</details>
# <details><summary>A pointer</summary>You need one number from each row. <code>gather</code> can pick it, and so can indexing with a row number and a column number for each.</details>
# <details><summary>In pseudocode</summary>Take the logarithm at the target of each row, add them all, flip the sign, convert to bits. Divide by the total bytes of all targets.</details>


# %% nbgrader={"grade_id": "check_bits_per_byte", "grade": true, "locked": true, "points": 2}
@check("bits_per_byte")
def _(log_probs, targets, token_bytes):
    found = bits_per_byte(log_probs, targets, token_bytes)
    kept = {"log_probs": log_probs[:2], "targets": targets, "token_bytes": token_bytes}
    return {"bits per byte": found, "arguments unchanged": {"bits": found, **kept}}


# %% [markdown]
# The text consists of Wikipedia summaries, as in lesson 04, tokenized by a byte-pair tokenizer with 512 entries. All
# models read the same tokens, and every model sees 64 of them before it predicts one. Tokenizer and window are fixed
# for a reason: only then can the judge check that your probabilities add up to one.
#
# **Predict** what a model that knows nothing costs. How much can it save by knowing how often each token occurs?

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
            f"bits per byte, {name}", value, {"nothing": (4.3, 4.6), "bigram": (2.5, 2.7)}.get(name, (3, 4.3))
        )

# %% [markdown]
# <details><summary>The answer</summary>A model that knows nothing costs 9 bits per token, since 2⁹ = 512. A token has a little more than 2 bytes, which makes 4.4 bits per byte. The second number above shows how much token frequencies save.</details>
#
# The bigram model is your baseline. It has 262,144 numbers and has read the whole training text.

# %% [markdown]
# ## 2 · The compute budget: `steps_within`
#
# *Easy · 7 minutes · without `n_parameters`, `train`*
#
# If training time were the limit, the better machine would win. So the budget counts work instead:
#
# $$\text{cost} = \text{parameters} \times \text{tokens seen in training}$$
#
# You have $6 \cdot 10^{11}$, about three minutes on one core for the models here. Every token of every window counts,
# each time it is read. Every parameter counts once, whether it is trained or frozen, and even if two layers share it.
# Buffers, such as masks and tables of angles, are computed and don't count.
#
# **Predict**: a model twice as wide is four times as large, so it reads a quarter of the text. Does it get better or
# worse?
#
# <details><summary>Answer</summary>You can't tell without trying, and that is what you are here for. Hoffmann et al. 2022 (arXiv 2203.15556, section 3) find that for large models, parameters and tokens should grow together, with about 20 tokens per parameter.</details>


# %% nbgrader={"grade_id": "steps_within", "solution": true}
def steps_within(budget, model, batch_size, context):
    """How many whole training steps a budget pays for.

    budget: parameters × tokens, an int; model: an nn.Module. All its parameters count,
    frozen ones too, and one that two layers share counts once; buffers do not count. A
    step reads batch_size windows of `context` tokens.
    Returns an int, 0 where the budget is not enough for one step.
    """
    ### BEGIN SOLUTION
    n = sum(p.numel() for p in model.parameters())  # which names a shared one once
    return budget // (n * batch_size * context)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "steps_within_hints", "locked": true}
# <details><summary>A question to start from</summary>What does one step cost?</details>
# <details><summary>A pointer</summary><code>model.parameters()</code> and <code>model.state_dict()</code> list different things. Make a small model with a tied table and a buffer, and look at both.</details>
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
    steps = steps_within(budget, model, batch_size, sizes["context"])
    return {
        "steps": {"steps": steps, "budget": budget},
        "a whole number": {"budget": budget, "steps": steps, "type": type(steps).__name__},
    }


# %% [markdown]
# The next cell shows what the budget buys for GPTs of several sizes. **Predict** which of them read the text more than
# once.

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
# Move the slider to see the same five designs under other budgets. A fortieth of yours is what a quick trial costs, and
# a hundred times yours is what a GPU can do in the same time. Look for the designs that run out of text.

# %% tags=["explore"]
if answered("steps_within"):
    budgets = [share * capstone.BUDGET for share in (1 / 40, 1 / 4, 1, 10, 100)]
    passes = partial(plots.passes_over_the_text, designs, len(text.train))
    interactive.slider(
        passes, budgets, "budget", names=["a 40th", "a quarter", "yours", "10 times", "100 times"], start=2
    )

# %% [markdown]
# How much of this can the judge check? It receives your weights and measures how long they are, but it can't see how
# long you trained. So the token count is left to your honour. The trainer `capstone.train` counts tokens for you and
# stops in time. The same seed gives the same run again, if anyone asks.

# %% [markdown]
# ## 3 · Paired comparison over seeds: `worth`
#
# *Easy · 8 minutes*
#
# You change one thing and the model gets better. Or was it just a lucky seed? Train both versions from the same seeds:
# the same initial weights wherever shapes match, and the same windows in the same order. Then compare them pair by
# pair, so the luck they share cancels. With savings $s_1, \dots, s_S$, before minus after, compute the mean and its
# **standard error**:
#
# $$\bar s = \frac{1}{S}\sum_i s_i \qquad \text{error} = \frac{1}{\sqrt S}\sqrt{\frac{\sum_i (s_i - \bar s)^2}{S - 1}}$$
#
# A saving of twice its error is worth a second look. With three seeds, the error itself is uncertain, so ask for four
# times.


# %% nbgrader={"grade_id": "worth", "solution": true}
def worth(before, after):
    """How many bits per byte a change saves, and how sure that is.

    before, after: (S,) bits per byte without and with the change, of the same S ≥ 2
    seeds in the same order.  Returns two
    numbers: the mean of before − after over the pairs, above 0 where the change helps,
    and its standard error, the deviation of the savings (with S − 1) over √S.
    """
    ### BEGIN SOLUTION
    savings = before - after  # (S,)
    return float(savings.mean()), float(savings.std() / math.sqrt(len(savings)))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "worth_hints", "locked": true}
# <details><summary>A question to start from</summary>The mean and the deviation are computed from S numbers. Which numbers are they?</details>
# <details><summary>A pointer</summary>Look up the default of <code>correction</code> in the documentation of <code>torch.std</code>.</details>
# <details><summary>In pseudocode</summary>Subtract pair by pair. The mean of the differences is the first number. Their standard deviation over the square root of how many there are is the second.</details>


# %% nbgrader={"grade_id": "check_worth", "grade": true, "locked": true, "points": 2}
@check("worth")
def _(before, after):
    saved, error = worth(before, after)
    return {"saved": float(saved), "error": float(error)}


# %% [markdown]
# Here is the first experiment for your notes. It makes one change, from the GPT of lesson 04 to a modern block with
# RMSNorm, SwiGLU and RoPE and without biases. Each version gets three seeds and a fortieth of the budget. The models
# are small, which keeps a run down to seconds.
#
# **Predict** how many hundredths of a bit the modern block saves. How much do the seeds differ?

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
    record("bits per byte saved by the block of today", saved, expected=(0.02, 0.4))
    record("standard error", error, expected=(0, 0.15))

# %% [markdown]
# <details><summary>The answer</summary>On the author's machine it saves 0.16 bits per byte, with an error of 0.05. That makes an improvement likely, but by the rule above it isn't certain yet. Three seeds of the same GPT are up to 0.2 apart. Both models are still worse than the bigram model, because a fortieth of the budget is very little.</details>
#
# ## 4 · Ablations: what each lesson's idea was worth
#
# Fill in the table. Each row changes one thing in the GPT or in its training, except the row of lesson 05, which
# changes the Llama: compare its saving with that of the first row. Add rows of your own: depth against width, fewer
# key-value heads, label smoothing, experts, another schedule. Then decide what goes into your final model.
#
# The first row is done. Remove the `#` from another row to run it; each takes half as long as the experiment above.

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
# Keep two warnings in mind when you read the table. Everything is compared with one small GPT at a fortieth of the
# budget: a large gain here may be nothing later, and the other way round. And if you try twenty changes, one of them is
# likely to look good by chance.
#
# ## 5 · The training run
#
# Now spend the budget. The next cell trains the design that the author handed in. At `scale = "small"` it uses a
# quarter of the budget. Replace the design with yours, and set `whole = True` for the run you hand in.
#
# **Predict** how far below the bigram model a quarter of the budget gets you.

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
    record("bits per byte", mine, expected=(1.8, 2.45))
    record("below the bigram model", base - mine, expected=(0.15, 0.8))

# %% [markdown]
# <details><summary>The answer</summary>On the author's machine, 0.40 bits per byte below the bigram model, after 1.4 million tokens, which is less than one pass over the text. The whole budget gains another 0.24.</details>
#
# The model has only 107,856 parameters. The next cell samples from it token by token, and the text is what you would
# expect at this size.


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
# `capstone.hand_in(model)` quantizes the weight matrices to eight bits (lesson 09) and writes all weights as text into
# a new cell below the one you call it from. That cell defines `WEIGHTS`. Your answer builds the model and loads the
# weights into it; don't rely on the trained `model` of this notebook, which won't exist when the judge calls
# `submission()`. Put classes of your own into cells of your own. Keep only one cell with weights, because an older one
# counts toward the limit as well. The code is short; most of your time goes into experiments and training.

# %% [markdown]
# | what the judge does | why |
# |---|---|
# | asks for the token after each of 1,984 windows, and never sends what comes next | nothing can be read ahead |
# | computes probabilities from your scores itself | numbers that don't add up to one gain nothing |
# | asks about some windows twice, in other company | a model that learns while it is scored gives itself away |
# | replaces half of the words in its articles, differently for each file | memorizing a text doesn't help |
# | gives your code no data and no files | what counts is what was learned, not what can be looked up |
# | counts characters: 160,000 for all your answers together, in UTF-8 | the model is as large as what you hand in |
#
# You get four of ten points if your model needs fewer bits than the bigram model on the same text. Three more for 0.38
# bits per byte less than that, which the GPT of lesson 04 reaches with this budget. The last three for 0.52 less.


# %% nbgrader={"grade_id": "submission", "solution": true}
def submission():
    """Your trained model: what maps ids (B, 64) int64 to scores (B, 64, 512), the last
    of which are for what comes next.

    No gradient is asked for and no data is there. Each window is answered by itself,
    the same whenever it is asked.
    """
    ### BEGIN SOLUTION
    weights = """
{{file weights.part}}
    """
    model = Llama(LlamaConfig(512, d_model=48, n_layers=3, n_heads=4, n_kv_heads=4, d_hidden=128))
    return capstone.load(model, weights)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "submission_hints", "locked": true}
# <details><summary>A question to start from</summary>Which lines does your model need to come to life in a notebook that was just opened?</details>
# <details><summary>A pointer</summary>Run <code>capstone.hand_in(model)</code>. A cell with <code>WEIGHTS = …</code> appears below. <code>capstone.load(model, WEIGHTS)</code> loads them into a model of the same design and returns it.</details>
# <details><summary>In pseudocode</summary>Make a model with the sizes it was trained with. Load the text of the weights. Return the model.</details>
# <details><summary>My weights are too long</summary>Each weight takes one byte, which is 1.33 characters. Make the model smaller, or quantize to four bits per weight as in lesson 09 and write your own loader.</details>


# %% nbgrader={"grade_id": "check_submission", "grade": true, "locked": true, "points": 10}
@check("submission")
def _(windows):
    torch.manual_seed(0)
    return {"scores": capstone.last_scores(submission(), windows.long())}


# %% [markdown]
# Your points here come from windows that everyone has. The judge asks about others, so its number will be slightly
# different: with 1,984 windows, your distance to the bigram model moves by about two hundredths of a bit.
#
# The class report has a leaderboard, by pseudonym if your instructor shows it.

# %% tags=["explore"]
if answered("bits_per_byte", "submission"):
    scores = capstone.last_scores(submission(), rows)  # (N, V)
    handed_in = bits_per_byte(scores.log_softmax(-1), targets, text.token_bytes)
    record("bits per byte of what is handed in", handed_in, expected=(1.8, 2.6))
    print(write(submission().to(where), "The capstone is"))
    opening = own_model.continue_opening(submission().to(where), text.tokenizer, context=64)
    own_model.note_opening("13", opening, "the capstone's model")

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). Describe your model and how you got there: what you tried,
# what each change was worth and how sure you are of it, and what you kept. Then: a friend's model beats yours by 0.01
# bits per byte on the judge's text. Is it the better design? Say what you would run to find out.
#
# ### BEGIN SOLUTION
# **Model answer.** Any account of at least two changes will do if it gives, for each, a saving with its error over at
# least three seeds, the budget at which it was tried, and a decision that follows from the numbers. A good account also
# says what was tried and didn't help, and that the best of many tries is flattered by chance. As for the friend: no,
# that doesn't follow. The judge draws new windows for each file, and between two draws of 1,984 windows a model's
# number moves by several hundredths of a bit (and its distance to the bigram model by about two), so 0.01 is noise.
# Even on the same text, one run of each model is only one seed of each. To find out, train both designs from the same
# three or more seeds with the same budget, put the same effort into tuning both learning rates, score all of them on
# the same, large enough set of windows, and compare the mean of the paired savings with its error.
#
# **Rubric.**
#
# - a, 0.5 points: at least two changes, each with a saving and a decision
# - b, 0.5 points: the savings come with their errors or seeds
# - c, 0.5 points: 0.01 is within the variation between windows and seeds
# - d, 0.5 points: paired runs over several seeds on the same text would settle it
# ### END SOLUTION

# %% [markdown]
# ## 7 · For a friend
#
# Let a friend play against your model: they see a piece of text and guess how it goes on. **Predict** which of the two
# guesses the next token more often.

# %% tags=["explore"]
if answered("submission"):
    likeliest = capstone.last_scores(submission(), rows).argmax(-1)  # (N,)
    for row in range(6):
        print(f"{row + 1}  …{text.tokenizer.decode(rows[row, -24:].tolist())!r}")
    print("\nthe model says:", *(f"{text.tokenizer.decode([int(i)])!r}" for i in likeliest[:6]))
    print("it was:        ", *(f"{text.tokenizer.decode([int(i)])!r}" for i in targets[:6]))
    record("share that the model guesses", (likeliest == targets).float().mean().item(), expected=(0.25, 0.6))

# %% [markdown]
# <details><summary>Answer</summary>The model's first guess is right in about 36 of 100 windows. How well your friend does is for you to find out; six windows are few, so change the numbers and go on.</details>
#
# ## 8 · The map
#
# This is the last page of the course. You wrote everything on it yourself; each box leads back to its notebook.

# %% tags=["explore"]
course_map.show(here="13_capstone")

# %% [markdown]
# The same line has come along since the first lesson, where pairs of letters continued it. Here is what every model made of
# it, yours where you have one and the course's where you don't.

# %% tags=["explore"]
own_model.show_openings()

# %% [markdown]
# **What you have now.** A language model of your own design, scored by an independent judge. And a method that outlives
# every model: one change at a time, several seeds, standard errors, a budget, and a test text that can't have been
# memorized.
#
# **Sources.** Hoffmann et al. 2022, *Training compute-optimal large language models*, arXiv 2203.15556. Bits per byte
# as a measure across tokenizers: Gao et al. 2020, *The Pile*, arXiv 2101.00027, section 3.1.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
