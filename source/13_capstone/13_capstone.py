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
{{file weights.part}}
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
