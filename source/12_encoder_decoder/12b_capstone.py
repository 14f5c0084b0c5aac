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
    rivals = {"nothing": nothing.expand(4096, V), "single tokens": single.expand(4096, V)}
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

    budget: parameters × tokens; model: an nn.Module. All its parameters count, frozen ones too, and one that two layers
    share counts once; buffers do not count. A step reads batch_size windows of `context` tokens.  Returns an int, 0 where
    the budget is not enough for one step.
    """
    ### BEGIN SOLUTION
    n = sum(p.numel() for p in model.parameters())  # which names a shared one once
    return int(budget // (n * batch_size * context))
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
try_out = partial(capstone.over_seeds, source=text, budget=trial_budget, lr=8e-3, device=where)


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
    record("bits a byte saved by the block of today", saved, expected=(0.05, 0.4))
    record("standard error", error, expected=(0, 0.1))

# %% [markdown]
# <details><summary>The answer</summary>PAGE_ANSWER</details>
#
# ## 4 · What each lesson's idea was worth
#
# *About 30 minutes, most of them waiting*
#
# Fill the table in. Each row changes one thing in the GPT or in how it is trained. Add rows of your own: depth against
# width, fewer heads of keys, a label smoothed, experts, another schedule. Choose what your final model will be made of.
#
# Three rows are run when you take the mark off their lines; the first is done. A row takes as long as the page above.

# %% tags=["explore"]
ideas = {  # lesson and idea: how to run it
    "10 · the block of today": lambda: modern,
    # "03 · post-LN, as in 2017": lambda: try_out(partial(gpt, norm="post")),
    # "03 · RMSNorm": lambda: try_out(partial(gpt, norm_kind="rms")),
    # "03 · SwiGLU": lambda: try_out(partial(gpt, act="swiglu")),
    # "04 · a table of its own for the scores": lambda: try_out(partial(gpt, tied=False)),
    # "04 · no warmup": lambda: try_out(gpt, warmup=0),
    # "04 · half the learning rate": lambda: try_out(gpt, lr=4e-3),
    # "04 · batches four times as large": lambda: try_out(gpt, batch_size=64),
    # "05 · one head of keys for four": lambda: try_out(partial(llama, n_kv_heads=1)),
    # "06 · dropout": lambda: try_out(partial(gpt, dropout=0.1)),
}
results = globals().get("results", {})  # what has run stays when you run this cell again
if answered("worth"):
    for idea, run in ideas.items():
        if idea not in results:
            results[idea] = worth(plain, run())
    plots.worth(results, [line for line in ideas if line not in results])

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
# <details><summary>The answer</summary>RUN_ANSWER</details>
#
# What it writes, word by word, is still of its size: 100,000 numbers.


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
# | asks for the token behind 2,048 windows, and never sends what comes behind | nothing can be read ahead |
# | makes probabilities of your scores itself | numbers that do not add up to one gain nothing |
# | asks some windows twice, in other company | a model that learns while it is scored gives itself away |
# | exchanges words in articles you have not seen, anew for each file | a text learned by heart does not help |
# | gives your code no data and no files | what was learned counts, not what can be looked up |
# | counts characters: 160,000 for all your answers together | the model is as large as what you hand in |
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
7z_Xa00000dm>_NZ)0n7E-)@(baZ8IbZKvHE^l>oUvP47YA$zWX=iA3Aai43Y-J)kdm?0Xd2nSSIwD3fHX<w{b7*03Wg<FTG&n3V
T`VGGVRT_%Z)Rq5Wpr~QI$JO-IW}E=EFxlTZ)0n7E-)@(baZ8IbZKvHE^%viUvP47YA$zWX=iA3Aai43Y-J)kdm?0Xd2nSSIwD3f
HX<w{b7*03Wg<FTF*GzRF<mSoWMOn+UvFk+b7gdMB05_+HY_tZG+lixB4TWBV{3CRFfL|gWn^DwZ*q5Ga%3)KZ+C7kcV%g3XmlWR
V_|G%B075_WOR9OWg<EvMlm)bEFyDgVQ^(4I$Jb2EHPayB4lB7VP9`%W^-k9b0RuhGdMIXG&nF_eJmnkY;R+0b1pD0W@Tk$UuJJ|
cVTj5E@xqMWnXo0E_Y>VXJ~XFb7Ns_Wg<FzB4l)VaAhJoB1SPbA}k_vXkl<=B05_#H8w0UT`VGGVRT_%Z)Rq5Wpr~QI$Jb2Ff2Ja
GF^QvB4TWBV{3CRFfMLya&0j#cV%g3Xmlbvdm?0Xd2nSSIwD3fHX<w{b7*03Wg<FTG&o%>B4lB7VP9`%W^-k9b0RuhIXN;cF)%nd
U41MfVr*|?YjZ9zE^cpfZ89!*Woc(<bRs%?B4l)VaAhJoB1SPbA}k_vXkl<=B05_%I9)6vWMOn+UvFk+b7gdMB05_!FgQ3YF)=ta
U41MfVr*|?YjZ9!E@5<ZWo~q7Z*DGcb#z~Fa&KxbcV%g3XmlWRV_|G%B075_WOR9OWg<EvMlm)bEFyDgVQ^(4I$Jb2EHPayB4lB7
VP9`%W^-k9b0RuhF)=taEHN@TFkO8tB4TWBV{3CRF)m?rbY*UIX>V>Wacg#8aB^>IE_Y>VXJ~XFb7Ns_Wg<FzB4l)VaAhJoB1SPb
A}k_vXkl<=B05_!G&C$RT`VGGVRT_%Z)Rq5Wpr~QI$JR^I4~?RH8wb1eJmnkY;R+0b1pG1W@Tk$UuJJ|cVTj5E@W?aZZ3CaX=iA3
Aai43Y-J)kdm?0Xd2nSSIwD3fHX<w{b7*03Wg<FTG&n3VT`VGGVRT_%Z)Rq5Wpr~QI$JR{HaILXHa0X}eJmnkY;R+0b1pG1W@Tk$
UuJJ|cVTj5E@xqMWnXo0E_Y>VXJ~XFb7Ns_Wg<FzB4l)VaAhJoB1SPbA}k_vXkl<=B05_#H8w0UT`VGGVRT_%Z)Rq5Wpr~QI$JR|
HZ&|UF*i0{eJmnkY;R+0b1pG1Zf|mJF)nvyX=iA3B075_WOR9OWg<EvMlm)bEFyDgVQ^(4I$Jb2T`VGGVRT_%Z)Rq5Wpr~QI$JU^
H#RIXGB+|^eJmnkY;R+0b1pG1Zf|mJGA?&zX=iA3B075_WOR9OWg<EvMlm)bEFyDgVQ^(4I$Jb2T`VGGVRT_%Z)Rq5Wpr~QI$JU_
H!>_TGd4I~eJmnkY;R+0b1pJ2VRUq5ZggpHZZ2<ibYF0CZ)z@gWoc(<bRctMVQgh0I(s5yba`-PB03^QF*YJBB6DbAaAhJoTQoQ<
F<mSoWMOn+UvFk+b7gdMB05_#Gd4IZGBh?cU41MfVr*|?YjZ9#E@5<ZWo~q7Z*DGeYj$67a&KxbcV%g3XmlWRV_|G%B075_WOR9O
Wg<EvMlm)bEFyDgVQ^(4I$JR`G%PV)EFxrKbYWj_W@d9`baNs)TQW2@G%PYVH8Nd&EFxlTZ)0n7E;24=Wo2YvW^ZzLVRB?HWN&wF
E_Y>VXJ~XFb7Ns_Wg<FzB4l)VaAhJoB1SPbA}k_vXkl<=B05_%I4m(;EFxrKbYWj_W@d9`baNs)TQWB_GAuGUG&o&-EFxlTZ)0n7
E;24=Wo2YvW^ZzLVRB?HXJK?@Uv+RUcV%g3XmlWRV_|G%B075_WOR9OWg<EvMlm)bEFyDgVQ^(4I$JU|HY_n+EFxrKbYWj_W@d9`
baNs)TQWE_I4m<WHZWa%EFxlTZ)0n7E;24|Z*pxhE_Y>VXJ~XHI(s5yba`-PB03^QF*YJBB6DbAaAhJoTQoRbEFxrKbYWj_W@d9`
baNs)TQf5@Ff21PH8x#+EFxlTZ)0n7E;24|Z*pxiE_Y>VXJ~XHI(s5yba`-PB03^QF*YJBB6DbAaAhJoTQoRbEFxrKbYWj_W@d9`
baNs)TQf8@HY_tWH8Nd&EFx}ia&0bmWoc(<bRs%?B4l)VaAhJoB1SPbA}k_vXkl<=B05_%I9)6vWMOn+UvFk+b7gdMB05_$H8nCU
Gd46hU41MfbZ={AZgVboWoc(<bRctMVQgh0I(s5yba`-PB03^QF*YJBB6DbAaAhJoTQxB<EHPayB4lB7VP9`%W^-k9b0RuhGd46h
EHpMZGF^QvB4TWBV{3CRFfL(qbY*UIX>V>WZ*_EEaB^>IE_Y>VXJ~XHI(s5yba`-PB03^TI3g?}b7*03Wg<FTG&n3YI9)6vWMOn+
UvFk+b7gdMB05_%Ha9XXHaRyoU41MfVr*|?YjZ9zE@5<ZWo~q7Z*DGeYj$67a&KxbcV%g3Xmlbvdm?0Xd2nSSIwDCpA}k_vXkl<=
B05_!G&C$UI9)6vWMOn+UvFk+b7gdMB05_(IX5;eF*7(gI9+`#B4TWBV{3CRFfL|gWn^DwZ*q5Ga%3)KZ+C7kcV%g3Xmlbvdm?0X
d2nSSIwDCpA}k_vXkl<=B05_%I4m(TI9)6vWMOn+UvFk+b7gdMB05_!GdMUnEHW@KGcsL$EFxlTZ)0n7E-)@;Wo2YvW^ZzLVRB?H
XJK?@Uv+RUcV%g3Xmlbvdm?0Xd2nSSIwDCpA}k_vXkl<=B05_#H8w0XI9)6vWMOn+UvFk+b7gdMB05_#FfcPREHg4QGB90zEFxlT
Z)0n7E-@})baZ8IbZKvHE^l>oUvP47YA$zWX=iA3B075_WOR9OWg<EvNjM@bB6DbAaAhJoTQoQ<G&o%>B4lB7VP9`%W^-k9b0Ruh
Gcq$WFf21PHZn9_eJmnkY;R+0b1pG1VRUq5ZggpHZZ2_ac3*IEZ)z@gWoc(<bRs%?B4l)VaAhJoB1t$REFyDgVQ^(4I$JR`G%PeY
T`VGGVRT_%Z)Rq5Wpr~QI$JX|HZn9UG%+<ZHeG!zB4TWBV{3CRF)n6hWn^DwZ*q5Ga%3)KZ+C7kcV%g3Xmlbvdm?0Xd2nSSIwDCp
A}k_vXkl<=B05_%I4m(TI9)6vWMOn+UvFk+b7gdMB05_%F*P$bEHpPZI51s(EFxlTZ)0n7E-@}<Wo2YvW^ZzLVRB?HXJK?@Uv+RU
cV%g3Xmlbvdm?0Xd2nSSIwDCpA}k_vXkl<=B05_#H8w0XI9)6vWMOn+UvFk+b7gdMB05_%H#RshEHybfHaJ~<EFxlTZ)0n7E;24*
baZ8IbZKvHE^l>oUvP47YA$zWX=iA3B075_WOR9OWg<EvNjM@bB6DbAaAhJoTQoQ<G&o%>B4lB7VP9`%W^-k9b0RuhH90vpI4m|Y
GB+|^eJmnkY;R+0b1pJ2VRUq5ZggpHZZ2_ac3*IEZ)z@gWoc(<bRs%?B4l)VaAhJoB1t$REFyDgVQ^(4I$JR`G%PeYT`VGGVRT_%
Z)Rq5Wpr~QI$Jg}GB+|THaRgkG+lixB4TWBV{3CRGA?FiWn^DwZ*q5Ga%3)KZ+C7kcV%g3Xmlbvdm?0Xd2nSSIwDCpA}k_vXkl<=
B05_%I4m(TI9)6vWMOn+UvFk+b7gdMB05_(IWagiEH^bXGB{m*EFxlTZ)0n7E;24=Wo2YvW^ZzLVRB?HXJK?@Uv+RUcV%g3Xmlbv
dm?0Xd2nSSIwDCpA}k_vXkl<=B05_#H8w0XI9)6vWMOn+UvFk+b7gdMB05_)H8V0eEI2ndF*aR&EFyGoYh`Y8E_Y>VXJ~XHI(s5y
ba`-PB03^TI3g?}b7*03Wg<FTH8C<QG&o%>B4lB7VP9`%W^-k9b0RuhI5##iHY_nQGBG(aU44BZARr(hFBT~jP8BB=LlG<%dK4=V
B@~qt02NIbuocu4Nfh1?vJ&zX-4+iOi4(mO<P&`r^Ajo(<`bS2$Q2hAloZkxrxJt}I~On%brh`>Koi#${uOr>n-s(p`WF@!_7fu&
yB!J|nHSv~&m40c(irg^s32_|E*o4M;};Sf4<D!)_#D(4iyTuK85nvU&KN%$k{JOTc^xSmbQ;wh8Xc}0yBXmcpBir*3L5wqnHxqJ
FBr=gz#EzwvKoUIx)|pgB^x6fQzEAvbsP{Jr5o88kQJ*NC>(Yi1RItcIT=(Mvl~4dt{Vm!1RX0H?-?f=JR0O0*%+Z4&>IgN&>apM
#~m{rBpjz5ml~=Vffx%KF&M=d!x}&uXBr3?%NREppB7{l5*Jw)b`^OQs1~ml?iW54uNJ)*yb?1L(+<-Tl@n(bkrR~>f)m;mD;3HV
#Su{xKodz8ml5O<7Z-~W&=8jscoWPN#}uRzy%d}i6BO$bNEB2Q&l3L>un_kWJs8LtLl|)xFB<h2WEq4QC>bFdzZo1E%^3L@*%(e5
;TQ}V7#XY>+!#k1eHug?J{cSs&=@WmTNtbuA{zG_Ef}^Kw;6vLdKlms;20<wG#k|z{1_A*EEsJWNf<a8Mi_S(w;2%`eir~4qZvpU
K^gxUofn@NB^eDFX&B`eV;GGYEE%*JrWivQ^BDFTuNXoYlNyQ`_81)*6B&^hsu+?OSsMEp4;iQ!-WMks%NSo7@fc<quNmkTNE+-I
)ELbeco^duP#L!vN*Gxf3m5|#jTj;tuNVXu%@$4=R2lXd0vU1`aTqQdVH-af_ZU|fJ{cVuh8QjwRTvN#WExHxE*LNv78n{C@fbcC
uNN;F(HEH*uNZ<DOBh!fTN#!Z<{C{H*BEpeL>i$OkQfdauovnX78q0*nisYh85v_4QW%*TSr`%-P8eVs;TNbFz!--ZiWvPEz!=CF
a~JL!1R7Tt!53K>=NDWVbr{SSdKi}&UKxoP$rpha#}}v<Y#B=!FBn%C1{fL`JQ!UVYZ%uUycrG|E*Wqa!58Zl&lo-#3KymrzZiZR
;ue$`*B7=K0~zQSv=|Z@=ou6kR~d>JNEkmEIT)}Q$QsKUw;1afqZgDI5E(icI~gk(1{qKp0~pa5%@?f}(-%P(+!y~D)ENC1Sr{c4
tQqDQc^Ru1zZjDkav78umKJFkKN$BHY#AOF4jA|u8yKP(&=^)3f*C#-J{c?+q8A4l3>VWEa~KU6C>U)QA{kd1eHfP*Js1BM`xi_Y
6&R!#yctax#~9BTY!~wwn>PM8C^+dj^fh)j&o`(x5IGw<(KjtNGBt)cY&4iS05%sl<27P8w>M!prZ(L;A~;?*n>DsK1~}k23^rvp
Vm600nmJrLTQ@m2PB_vu_BP!%F*7+e<TaT+<TRT+2R!#XhCClV)jJV9Q9SxRSUYPx7&}8f2s@xV_BszcN<BS1iaS0$U^_NE={pfU
r8_-5x;$$<K|CxyAUrKRy*$!8AUfwedpkcoQ#>_22s$P@aXd;qT|DDF(K}2$rWeu|Nf?I~y%*#bS{NA_wiX%~aTV7UrWe2%A{QYT
%@+t4<QVA{I2KPBS{Pm!Wf<WX2p2^dGZ={&d>Hi>rWaZl1{m%c(-sF8ks0+BXdA>AY8NyaWEhbcz!%CEyB6>maTXmK-x-Y<{~Jje
zZ}09(HNN;R~UpDDIB;Ojv8+n*BZ<hrWfoO*cl2M{us|0xEuHwkr>V!=@<$b-WCcQvl)IFIvDyG;}Y!|KOD^(B^p#38y$5T{}{&^
t{CkZgB}GL-Wkvs)EONZN)>4tb{J|KGZ+*aJQnX8&Kd3*ZW#C%VH~j-QW+^5qZlR?0u?_QgBU#<7#S2B(Hw>u#~HsE)EI3TGa%&}
1R7Ks<Qqg78x$oPz!>Qnu^6!zSQ#W2p%$4KFBXFsTN!g0u@-(76BuR~;uowK7Z@cN4H)YecNjJp$rkAr2p9_)x)v}NdKK#yK^T`8
G8mc|9v4R$1{fL{pcq&fGa0xTj~E#kHyKA55E+CR?HPm`y%<s%QyS$M$QT3}bQwe$YZ@IHt{4j${uvh>9vP$=5gGdz=ol#(QyNzp
1{u;B<`{1nei>*PCm1IjOBgj82^#Ae;2IPeXBqeyv>Z|ym>4J;ZyLK9)fq_{d>MHeZ5iJf2^sVl7#Us}tr@%-{1`15r5e8&QyI7!
b{VS~mKjVOQyhyJ=NPLP(-=$|ry2bjm>6Lh1sOXU%^1KMd>F47%o=+cn;JnGWEssFTpHOIgBUd#92vYAH5tShH5qCdHW~F9&={&3
-x^CAr5I@#=^0-eh!_GHiWsCB+!<sULmICd+89n63mUu`;TVz`=otnYTNx}Hb{X#(kr+7|`x!|Y>lug{;~M)Jrx+?3&l-jqZ5bgM
$QfoC1{u>C<r$F~^BbEQ0T?G3$QjZaR~eTY^BD^n4jO|RkQyo(G#bJfo*3I1-5LEBI2tM&IvFb&vl<*3gBTPUpBV`nj~Fo+_ZSNq
{Th=PYZ*Hj-x>ZG@faN#{}^Bz?-}$MH5h{#UKm^%=NR-Ddl+CCSQx4pI~rygju<}}*%<#9SQv>IO&I|hb{M%BrWraI-WmKDco<F?
L>d_x$QhFv-54(!2pNwVU>N-vU>9^4NgQApoEUT%G#X$S2^^>y8yadDmKTp2;ujtp@ffcerWg+xZyB5z{TSXDV;M~uQW<O*3>a4!
q#6_%Rv23uaT&xJAQ(d!I2pPaEgI$+78nK^(-%S+mKcf|ju})LY8h1-wHO~7gc-*el^Bs3d>ASif*3Fvq!}|9&>3tQ*BBHSks59q
O*~yX5j=@Jay;rh`8?@7@H*l<tvoM0t~xC|wK>^3fjcxjCP0=u6+GHI@Hq%PAv|3?EIblA06n@q@;Uc9h&tLlpgRpaeLPY-7CbdN
WIPr-)jI(_vpVTKwK{t|qCD0-nLSE9e?7}QoIKS%Ry;^Oay^ATSv|NsMLj4xT0Px8Vm<Ob06jWBy*!0H4?S=^;yh73C_G+1**xt#
%sh2Hay(!>Q$4~xqB_ewmO9})+B}pzI6U(`y*wE`02lojC>R_W!5Ci{U>6b?kr%EQ{}{s<RTvi;au)^}7a2kq^BB<@b{J|H(;9mi
1{Ss!tQt`n>>64Z%N7$CPZl*8EEt&=lo)v!Lm12#P#jhnUK&Rl8y9OBofg&?Xc%c2P8$LmQW<3$8ySNbBpJCG0UG-m^casC*%dh&
U>OG*85mp_WgN;IqZyJK6&WBJ5)-o-KN&X}4jNV&0Ud1{pc!Ku4jAwlXB)2=FB%~kC>B*1^cN%<$QTkCqZmaQtrP?qpc{7?6B#EM
yBa(hv>5^zuo=o1OCA9l{22`!WfyQ7CKqHGry6`1%oqV0=^i*5)EF=sNg4qc5))?`NE$&I7#S!TlNQStI~U&<KNm?F6&xHH&Kh|d
9T^Q6Xcuu8s2F(|O&H-BjTn;|u^2BIeHr8#bQfP3Y#3}9I~X<^k{Bx(3K)?XXBg@iBp5RoiWg-W&lf!xrx<b>v=+!2)EI&lWEO`Q
To{iS<rrZXWf`{^h8ac}tr=MvKN-9k<QaGwK^edrcN&cv7#sQ+P#K9Ctr@Qwx)`$><{Gsc;}|6wJsQ0k0~>uAI~m*<6B?8nh8mh0
O&P8j<ry>_hZw;b0UBN!dmJ7a`5BlT3L8%vry0)~d>C*U*BQSU#uyA5XBk8pV;L41*BPG~=NQr&)EIObMjELYF&e)a+8L!7Y8iPL
lNsR{Y#AyVf*IEtP8sbPq!>;YFC5GmeHrT*niwh>_ZSBn(;3Sekr|B})EN*OG#V%zC>bCbP8up0#276ZMjXu<RvCvH(-~VB$rwc%
w-=KbNE&MzvmBfnQW-26nisDeU>T4aPZ(PnIT@H4ej0rmZW!_zx*8`LWEqDVy%~!b2pIzzHyA@1;uoA7av1y>L>Vy|O&Nd~`5BBD
mKyUK{1>4bY#6f|Hybt@FdC#Am>EzQFd2&&Zy9eG-Wa4AEgAh7wHZGdofuFUeHaoMQyHTf<rwZ5iWvzS$QYX$dKwWKdm2z2Xc?Lr
))?a$BN#6k)EOHX?is)sq8LURKN@TpXBm_kUK*<!1sQV~mKrk~?-@NBmKjVK=oz6Ij~U4skQta5P8n+&@ESN7dKt19su_V8$r;8N
b{TaVE*YH}c^EhtX&D<Cl^VJjnj4oI=NT>;5gS4oWf`0q;u+)^+!#t4{28_w0vT5u4H=agrx_d?hZ#s5ks1>k6&d6il^C2DcN+E@
02&k;j~dAsxfm)Ma~eDuz#HKjMj4hE#u?BW=@@AlUl#`(D;UQZi5DOmF&SDJavGT#;TXjk`52xUFB(l5UpyW=@jQV$);mW%qC99l
Ks>cPNjzXY{5!rp7Cb#W={#6H`#fzugFM_i(K{bJYCKguGd+bn-8@h{F*~a~-a58Ciagjm#5?LcN<Gm#O*@V|_dIGlo;u<@@;YQZ
7d|yTG(I6dB0dj33O#f`%snnWd_9&vN<N-EGd_qs2tM~c{5|eIRz4v=usy3i<UP(l%{`wzWIYH!sXeMZem-D5mpuwSC_kP)2|aQ?
OFN!DO+8>dN<F1LB0h*c!9m|amq2Yn#X;sk#z7T6mqD*UhCt3h#6iPBWkSP1>_7@aB|*DDEI}7QwL$YieL)mK2tk!W%t3iTjzRW8
B0;o4*g=;<ok7w-sX+2Txjhv^Cqd9Xnn6%Pr$LxO5+4#D5+4#D5+4#D5+4#D5+4#DRvQu@5+4#D5+4#D5+4#D5+4#D5+4#D5+4#D
5+4#D5+4#D5+4#D5+4#D5Ed#PI~>Fwl^ZP@0vyE`Um2_%mL4J*;TNwNBN(L_e;XDW6B+IqI2x%MI2vCXXc<Zxd=`Zk4j;`K5+4E|
5+7|CNEpi*dl<hMFBsMsc^K*%XBmDN#2JejxfU}RlNd`HeHi~1HyDo^#2E+~BNuELP#HZL5+6qy5+4#D5+52F+ZdJ_HyJP+wiqQE
CK=-wrW*7bS{QR1HX6$pTpGL@{upB#LK@i^l^X0Agc;}=Dj5<V4<8aAYaS9GlNux$e;N@RZW^u{?-^tn-57Tmz#dB+(;9Oaz8%9I
h#aIHbQ$&<5*eu;6&;)z=Nu6l?j4{RoE#w?I~^MwZXCH7MH}H5QyLQ*s2%1QM;XT$A{-zY7aU+2aU3!n_ZjpVRUEb$02&Y-Q5Y;8
i5dJE4;hOZ)EK)NNgdZ15+4#Db{O{;92hYds2vd>NgW{`;2g{z0v{3|NEibdmmbX?5+4#D5+4#D3Ljz}q#mvw5+Cp$5+4#D5+4#D
sUD;nIv4>TsU5BwFdZ)*ZysPC`W^`%2p<w35+4#D5+4#D5+4#D5+4#D5+4#D5+4#D5+4#D5+4#D5+4#Df)~IPd>Muq78djv4H`HZ
AR6}>Od7Zrgcz0;m>9Yl+Zjq3LmBKCh8Q;){~4?m=oal2^%yf4KotQOZ4`+bkr`?k+!#t3K^BS{D;o0{Xczt)`5T%RPZj_g{1t2)
oEbwE(-#OBI2^4Q4Hv@~2^Dl0`x^2VY#G%VG8$qSxf>!I7Z@fS5EU;QF&X6;=NjJ`E*Y&D*cd$)AsJQ|>lhyy<Q6j)+!@>$cNlmY
1sw7iP!+=%5E-Z$-x!}5lNomy+ZcKmu^1p3Q5csO@EJK6MHq4yV;F%Mju?&@3mK>w92+VYh#0&Uml<amAR4P0dKwuT@fK?sSs2I{
ni?Ax!4@qS*BSO1?i!F8V;cS#02!tj)EZ?LeHzgkVj3nGj~gf%IvGbA+!*E<Y8$s3U>hG9$r-;FT^1i11{zQo3K>!w$r`^JqZ{8A
e;QjF<Q1120UF614jo1sgB+t6RvYUYO&OCKfEc_Off-5_o)#P$Q5l9A6dH;dBpjd_N*cf!G#D5h<{FC`{1&DeOB!$)6dDK`q!{EG
P#NVL0vy*GNF2u)rx=<Ux*3ZXr5GX@MI6}|$QxT3E*Bpe`4?gv*B6f&oEZiiej9ui@))`p9vWpDG#U{XNE>h(br>cZ-4@jtBOL!2
EgAwC+7~4oqZn@)@fs2zfk*}(9wK1w3n-S~&-eNZ=OhdW*xmCS7UC%8@)E{F1~4$}%n$?g!w(Gv@ADDl7}+)fbK&zIwLaZU2Db3k
@&*nF00-L=^$6w)%ojx`=(}ZqN&oii?h@cG^bY4iz6|?#F!)CJA{QKg1n%Pi0~zfG^v(h({@?u&7VSY82@5D564wJ4@&@|j0PpEF
4GWmj1H4{;A4(&-*bMt7>*@9g0WTiU`t28+_bbr<@A&-n=m6{&+xs#7*en3)F~8d1q4)mm!q5zw-}5K@5%4wF8>uWC#qdZ!_+Woa
3p3RP=P(HgAKd-<`z;NS>b>|n5Fd6)v<QI>5BmlLAO-pg=)?uv0rwvh0R`X;67nG|2l5jc@%6;&4ebg3)?{?40T1jB*n!es;}i(?
4*Tr!8zt5+De@}_`x4^f9SI%&8TljMvHmj72Qeh?8zjT-EE%PLyBGj#5+fiI<r+Wl6Pm^L7$hS#^#vy%Qq0LP{o(r^#w6OaIOo?g
2s6|sYUK5O2f(^m{UPhS8X^hry(;85`~Cxex)aVOCj}HJxXQQw{tGkP2L2Q$um<z$|3tVyf#gJq@g(LOKAImN_6{M@?-mRe|MXBj
4;losBncY<^8-8>4;}#?vi)3si|^4CfivCkCFTSH8no~N(cb^_=l$#|=qF(9=J5mVANlMb0qNBF>#q;!TYvBk<QXyY&GPI65Dx|W
=>+%s3GE&b@$CiW67Mh$3k2{A0S4&w@#;4Z7Vil9^dW)J#o{#YD8I=I@bdim^B)BP>BRg9>jdl!A__7VF4p%54e#{<>+|dz_XGn2
4A)cAUOQCtf6C~`;uPZU^5_cp`2Y_p(&QK`02Oik@g)WD2^io2TITlI@BarHRbtM=TH?Fc-ZT}O>ABDy{NouJ&Q>1O-a`cK<Me?S
_w?cq((MY!=G!~l{q)onmL$5#<6mb=nxLyLGV2N00p+<Wn18nd-$>`T*EY05_Cp5E!xS<2^a&pl9QE};_<=8$o=5-xuR!6YB?I{S
@Z|CJ?)W3@*6zOu1|GQ={_77n3Ntbg3F*e(_zdXo851<>fnOBNKj32$2Kf-|4jAO!5)a+*-VFW{1|}^9<M#~SB^3GlC)@!81MKSC
DG~tJ<x>gM;0n14_w4-j*%jXk3-<57=Jy!<^!kAT75fz6{TlA!0~y!@5BwF`%R|VWfqEAN3-wSU-aiE>DE0)|Dh}pA-v979@#0p{
4DTEBA^P>{<LD>$`4A2AA2XX|$S=n@B!71%+wKiYWeLpw{<{wX+(F{?Bo9y$97rK3D)Rjk8Q~WLChPtk9^EQWlK#)e=K6s-0}>4f
`|cp#043=M4B;0Q>)W;L{RQ0E*8&g{+VTk4_Q&7gI`x51OlchW>)8n=8zK4-1oz(v9zny-9uO#_Ap!CJ6F3X~Bnv9+A4m!k3<DR>
H-XzX&I}0t*{bu|@$~QT^B(m7Cgu#$4EpXRCjQtI4;tGm78&yb==<Rl^7QWQ=op-VASReq)(DyP{VmY@LN5&zy7;{X2sbZk+2t<<
@(1wK_y#1;C>;9P3q=SZe=Q6@x>chIv(Lw$3;QOy1=T;_8Q>3)67d6)?HTeV^3?M>2OSR+A0z)99<eA4@fFuGm(TSIfAshC{1odM
5c(P`Cu0T^5&8!a_8IKx@dG2)00tQQBJBM9?%xUG<=W~Sxq<)HNDmUa64VYH4>SVvBDW9r4--Ag3+fXH@&X768Wr6u>+;$S8Xx5f
<9|8v51#G~2L-L1{{jH+`2_wQ@w*NT5fc48EDzK91M~j*xf1{#=;IUy0|g2A;O?UK@Z|ug8Rmfl0rVF01Sbd@0T&(~_#Ow*Ap77J
75o$n`|=7N@dpM0{^SGk*4zvS0qjhF!}}5f{t?ve6500v`Q+ye3F8YO;opB2{qR;OLlOuc?&|yC{O|S)Cp1WZE64>aSJdwb>-6>r
=LQH54%P7q0}AT#0rK%5^%ec$-TVj>_Y4vb1LF-Raq*{MNEU%6F8UOm2oM}T5aSFA&FbX@yeses_x>sL0^A_b|L+D%782hZBr)&!
xe6p0^h`YTQ54&O@fjWy_B!<V@%P6J=<Xg60{plU(%tj$#uzO9{s#8&@boPYD@xK#=<Z(z%_7i&>GSLa70@F5?Efd+6#oVw+X^5c
3Gw&i=>g{08Sggq>dO=fxoU-W`6W9%C9{7G^6T>s0v#3ZIN>Se9O42S0WvHyArR#ZA@>nG^&~7fDiQ7iz)HS9$thGk2>C^U)&m7M
GA|17*D5{|2{jJ|-Rb|+>iOb69y0t6`ZX2$;`1H#NOONA;LnyiBp%}xF%RRm_bmPF?En4AGyKOS_~Fdo3FX!}`3c7=78DB$9_H{6
<x4k4t^%x(p8wo|984Sj{P*tp<HX@S?E?fN_D2gwBJ{`Q0u>MO=;kUPP1ET7LG2cSo5mOZD(MLL1@8kO3h^Be4CU(n{|e+2{`e5<
5d-KH{0;Tf4do2%^CuDk<POo~AolPPe@lli0`>6xBL*25@=y*2+X4697y~Zs<OUS|;}RSn``!i&vmEmT+(|aq7CRLWhU_F`;tUkj
yb=)H=-N^S`3UE<7XN|&8tnt^>gf>R;RpE!F9QzUCH#S)Rm2)?7MBgF{u}Z2?<W8dB+2;`;r;4J68`BZ8a4A=1poXmC;H?M0a_;z
f4KfCczr$x3oQV*+VSfq%GwDP9jZ0<@yHvRFA)|G2=(>;;OyxGK10Di_1_W-6!r}A?MeiH&j0x({_hP03+eC$;1crh3kLQG2>%l8
>-YZjCI9>J1_=2G1t1ajf#?_q)FiGxY2t(E@%;ny6)P1EEgSRp9Rm|N2Mqq~4Ezrm-zU@m^yk{y8tMclf9P)u7UMV|YChpX;mzqC
>>Bej-r)Zh(;+V;0rD#=11aSd?(g6b4ASuV0P*Mvsxpc^6d#F!Kg}vH7!C*rBo_Z1@L%fi<^%ft=M3)Z7a<%NDg6-=`vo510l^08
$fv?W8xQmRvoIRz;*r6$0=^i3tuy*z=EfEaz#IGt>fW}8hRi4z>BFZA({=}Ks4o^Ge*>W_`xqe{0@vo^EBYoQ1Vqj;$mlr>@$VM~
Oy8^N!w*nH>=Oh1^8EW6#t2OYAoh|k{y0J`Sk(~t=HmV(049Ms@$_f%A_NJ?;u6{V8ov%GHBk8=&JYRz76TC;0Yk~o;N?i_(8ISa
-O=;8B(Ez1*zth~$`}P&eTqv_EaDy;&)v)RiTE|)uKEWjMcoBw<KHoX)$JQU`P3Hz^%%?TMbEDNFazDo-ec3_A{I#p2?yK_BJD8l
`R1%9^aN?a0{;w?gg6Mh^y73E11eqj7|{$=7W&QSfyXN^{r(;0HuUNOP437RT!Hw#zWWUiAnq&z_5U>{%i1)%D5W~T7xTa67$)%N
px<aq&(Hb<2jSZ8ILyZCqt3)QBjvCKq(@Q?>x}E_F3lTJzdFl*<+vOr*#P**E40d?vC2IX?D(zh#BbkeqPo>PB;n`%zDEuK@wf-m
8r|wbu}0x&*~=9f+4}d$3AE9SxZ)lF{olve*MIqW-CO1sCD-@{i##w8$HX4xc=-JA>*KNZ0@~DI=MzoBf6eeG5*XC@l`kdntNI4|
H}fDQLholahxx4n00DKgEmRl*((=3bGW#xn0lnOmXQScj>3{Gd?(4$Ym?^`>H_*2;ML?NGW1uPB@&Lgg8ozxlWa1ks-pbDc>E7yp
C;jCCtQKWK0iMkM_~gyfC`iz~IX<`p4H!D6J0nhvWxs^TMYY*aw+RqM55Dd2Q2l@7JM9J;X*2{IJrGR(9qrpFB1E7+R|GKK^7c~d
Q3ufVEP*`g>IpIDw*f}!Lkkz*=?&D;fBtFy%im=%`Qi>AH(A{$S<FWm^6Ul%FX!LuL4h?26!G8m&Lc1lbqhn$8s`?`NzN+@#H|n6
RzxGoI0hTEB<jOABI`2J3~CK%31<DW#M|s;zH@;{mS0Q|l;^kEzBtUP81OI%1vnV*3@}3O?cntm>JS0{>)Gxf<qzZq@!)|04Cw7o
*dYM>56LDw$L-)4_w?E3-n;96;SS-@LFhU2*4e#3vR>xQ57H74JM6p+?ln3L{}IUG8{Zh~73WC8>+QlE{?70SYdr-~U%f^A4ai;M
7YFtzB!T@2AN=;#<LWl`B>_dWJEV)$Mh`3)ve;Ao@XAaPe?<`&QO8U@2Bjbub|e!Y5tJ((T+ssc@+1y41PW2hKme=>2ha!no4fbU
;3PTpwc%p1z`GJbF%-BS+X3<k9M{tSV<~|hOv=n$@evjM756bL<(U5S^W%%M1pM{l5ZcfQ{2}`484W1wEdmkw1po&5;}w7O1o{QG
3ELF}-z?I^ITrr=6c|Vz2j&Rh7UhS5CsYZequUNDMGOY{*d-PPpx1G}^*KtrDjdtsjqifVJ1xKV?C<m$$jA3f#q9O=57#UK{0QY3
fl%$nRILE^T4dc7{T4s_9Vzh!4Cp2PIQCV~0p0E2oG$&Z?dJ;+0?@wOE+tL-zDpYUHVqErB>ptAPl3j`+#b~&{2I$i3`hUl7020}
>*V3+?8Pb==F;%O6S40*z$`sCCF4E={wVLw|K5Ql+BN_4?ndb59?ba_Bm~&;=Jf~i^AGqCE0G@95VFHI%Ooi0R?-^cGA5|5{qUkM
4P6Kf78E-m6x8q(7lE;Z3K!8T%h);~!`?^<-hs_Z|M4mV4EY;YAUB|*^0TP=I4s%iG5#tSJD>Lw-z%*CNGG`01P{E-D^AeqAwuB4
@n}cdsP2-b?)gc7{4?{}_!A*pqzlg$oOVj+PyJ^i#u#@V@d`1^-SzU{@(UI7P^^I-H$O@o2+Iuc;|&=h;`7nKG1B?mM&QgV_5I2E
`Pu;i@ff`sASCAg6YdHS0xNIC5#8InB-SF*M*J=N7U>ztfe+&BDVW2`5!<8Mvg1D!<s$_=0hZXWHRBre*eDS#VDSIb5&bR4BDJcx
6Co`T%kV`6;_aOjKdOP6>j^RWDs;=vB~tVhC3Fmd-vrba3^>8U>De(|5(z)0K#&&%u>%iAyl>m!Kl|k<9x*-b^MOXLrb3wC0Q3t1
ZYI$Z>~99@CEPjo3>Us8h)t9B|LVQ?BhBboDlEwuGd1Yl2r<B~G(^zeBU|se4mbzl%mA{Y;MGTe?Lrja==>W*xb?^ezj-h4M(<w}
JYYxVz;7(G(&rZrOaVFQBk{d|8TCry0~HhYgt8;f0HqxU?(7e_BK`jRHtyO9E8f{Q=E<&2*!M&!0;vTK!7fY-JjxB}=Oo@V!qP!A
=@=9L-#-=}?a~2lL;-<G;cN`-R2UA^+4UqY;Vp~$1K^zYDgg0;DYC(aGZNn&*Vhj85ccH3JvbslAp%dk5gqm9Ia3n0NwoeB6EW}T
`NqlLE+PivK@ZX4^$PYh3^^|XB)ly8{PGU*{Gbbg=SvHRk+c$j+ACus;yv&TJ~JLGMy%Jf1S%Ta9Uwlf|3fi<%OJFf*;#8xMd%z!
&Ys>-{w)pN1=_J46#T{WfwQ^@>n|+^8Bfmj;~Ae{+@RvR1>{fxCcg=@13vq=&)>#6;_Dk5xHJCQwxF^C1s(bow9(!9-Ui$O$Ci@@
CJXo1?LRpO6y`1*e>g$$t`al?AqCJs)g>z{^3C4{@!3cU$NupH=kE;u{W=}sB<{)3rU4Qpq~{KQD;Oy_1s?Y+oSN@+sP``y4}sSo
zz%sc>eUna<WuUm+sbDf^AgU{wH)>=r>w|rBMGQD_&fdJ*8cu~=gBrH2Neq~3IZ<|3hDam=kE^S@eoYQ`62--;tuk$$V4YZ=@k=4
zQoTa#KPe_vwu<Z&6?xMJU2x>;l%e3srLyM@~89f49V8u%Ju6h8{PLvR3ht696DOUH7o=JLxJoa8gCXd?9{s8OAZL?O4J4V2vIWf
`$|bjH2m|=<un81vBw7D;qCP{7AFwbHtVSYHYwTo3Z2p7`+pz#ChQaS=<3ik_!0X2CGjf(`y(#=ASV^tBKhxKor5-ivrElJWA4$_
7(M+YtQq4h6Kz0EM##q*k^jHv^+gfL=N+F#V`%_CEDX9(fq@)Zo@A2~Y5n-9Cub)Z#~;TG?NV(KWs>F9!X>5%<T3T_(=_`EJbfTx
-udG<`_vs2%~sU)Is7li3pDp0yh7VJ`3^cN70uwN*5SX*$sf(^1ONls_<#O)$kl-f1<uv_>I3_;3+2u53F}zp4dbjB#MS}k1=-dW
8@Hvo+PMhr3hMg77%k`&=At3a9z7HLC?7Aj<@??W?<LgX{Wazo=6~VlJju=#E-nW?7YAil?b7--FbzFIF4hI5Dk|jT6!L!#%;YC`
HXYqiA1^nt@AjA&w@=#ezs(sO{@@ouGeHhQFlZ6A@Z`T+3Ha<C&06}~7q}$S_DlLh#4H0K*Aem`6yLc87zCN0*X+{x81wKR-hb*#
BL{&u*3<<z+-%CnX8uX4%X>ct{tWBYr8Gz4VzQRj73Hef+BLQR1wAAA{bK(<D*m)I<Jj~!@M*=#X9iEGtA9ZH_zv2<l`2s9blQga
49&IP)ls+k3s5il8Y%Y*1@VW=DB5G)1h9eY2r4%D*)KlfJ<##tnet4PCG7V-M%@_(`L^l=@eCac3=||lGzsL>0`e2eQkm`{;3xgA
_RP%i6j(s+-wHp0_1_Rj#|IM|JekwV5hwmZ@y|Z>@8!!0$JT*4>>)tz8nN8LM+yV>5BT&8A2Z?C7~sao9yYJ>F%1@F`5MC;6D!>6
1Ng4&(ymMWrdpoW#wWiA2uSuK@P8cJ{0aUZ8B*2(vo!Gpx-VBV>MbfGB^sFB2H7ht{1t&dY^6=yF4xL6)$VS*+soKa4ik+EBIgk&
HumoPN|qod!w~1*uHHn+HxyU%1RI7gDa%PM+T;8Z`N1s4^1T2H6%@GS0<|(UO6>eMf0rBt>+QPt`qVS7{Q9^Z1H1$+{WI2_B>?H<
y-gY(1mnfZ1x)KN7!A!^4M_yKfgATTJ|86D49Ye?P8}05$O1?An_lM{Kk5)12o%{FF8&e{f8tF83mW_d4D~hh@hn30A^XeON#x`s
=+OWlF&GT((<>by=F8;R7QYq`<^}u=1o`aL8<-IpLV@Go9?b14J@?BJ99IVuGSuWf|K|BqEz38-fA8BmyhI|y_w2Gf?J(5^LI(uf
{XZiG`PTE~0t+GY(&be1AqiHjHVL5{F6J{XtI{IH52+^T3!w?~;Vr!H`hgWcP!R?rW~SZ;;R5FM=nE&s3MBU)0_-T-fnn7t69w((
ARF>1xLYdG3jTK*1OdR)+@1CZ)f~^%Ar#aCPj=sC%k=5L{pPeCev=5n<|qp0?maNq1@PeYpdh;_;xh#X$A9k}59!hsmi%D~yY3&z
(Y>qNHyt4QZQvxzCDZDtzVZ&f<nXNxC+PY1?fUwE=La7bVG6EB?&?<4^5Z@G=Jy0I9U1@$(-Hbh+UU6eHsv!8usAU1`4H;c``x(x
KY_XG>EZhZA_b%<6L0q%E&4cyAKE7`>;u!~!`fm#f8mHEqC!>nSJ(IQ9>>!7!3fRg>GJ%tJ{#HD-~kCU1kK|qTPVW|$mbj^{~N&G
yYcb??9{X4%zr8WlqD@^Fdz0A+Rqmx$L!lK8?^M^$JxXc)??V@6uy5L&+pa$+ZN9n|Ew_j|0MzT;tfMKJ=P%)5%M@T0u|*#A*2?_
fz#^+2uP}r0`x}K$@Z<*1kvVdp4~14?E?cdyy#g_xwIU$?E@0a_(j793J?b%e<5H659u;H91pA_5%ER@K-b02Y60aI8Oa#XJ_pXQ
0|_MYI_vfv1kU>P`31!KxBSY``s?rb+14!&E*R45l2Cu{<^lxH2TQIEh1e8F3PScF%f7$a3LA3^{pw8W5i!dq1VZ)s?-2nL{}LO{
(-s#F66>$r1U~QL`WXrezZl&H4LtFGz_YzwY2Wba>)@#kCSb_-0LndG)e_Sp6Y+)O4Ak=O=<r|$=0!3~FX~TK_8nS(<J{F-GNc-^
$|~IU+2cyn3rFuK5%3}RB{3{3yJkE+5!Vu34&d~f^5?9-q8rT2c{uQ-%zw{i|J*_L4ejs$=kMS>4iXlu;S>MPDeT$Y0TbT#fea-j
);u5N^V!-N?c@w3Ch!&de<w)s3g|jg6AiB@Bl}1KANA<LZ2;p1A>jYlH1@r&5E>!|Hr(464bC6-^83{8&;7^5FYpcP7~c6aG5ZEO
`4<t>1_TH7N)6vl=mpd(zXL)F^#I{2Iv9V%+SM($153Wu0{cSqU<Bw!0M%j3IPEc&{qe5Q)8qryf8zwdd_d3v{Wu3BG(Rxf_tGf9
Kjqxy5dsY(H2J+kw%3t}MW=45CDW(%=e(prNMe5%6e!LM((Mp88YmaSs0ZWFJ7eYhz5mG<G}sAv!llJ56{S3ZL%+EbBKMK%Tm$m)
2ngBbGt3J)8yOoNxX8J*3Y53`e-8{4rz<$t00GbdDJmE-!w&ZYqAm3$-3A2**B0T%jt2<s!}7@G>m(8>us44btxMVzFuUVl^b=kH
>!0MiN&E^0OR?_VJN_EnFl`$OY4rI!9s5IX<0jYQuK+#><4zh2#N!eD=>#?5yAZt_{}oF7A>Drx#~T0v7C8VODGK!%{|Ov6+Tm*O
`s5T01Pk59_V+U>#|)YK2;Prr1||SP1>qO*iVQZ{BL30j{`VAtD(&((;pr+Z60k7<@iF`p`~({C_!;By3e166$}<u=3IFXLsrI)S
;Pw0GKTQjgCOy0v4k*e>FPFhVG3PfGoLdV2)BD=z86O!R<yr$F#@zTd`QzWhAI+NF(+CV61oXhh*ni4(obFBg5f25@?8xriG%7b3
&Mk{)#q&P;1rlHVj2$aQ;r~_%3NaAP7SI_mFvEWdV)3CL2ig80?p_BH)6J*<Md*LhA`83%)d#p1P3-dM`0<+MyVMLC)Enc@<3yGX
+cOgKpU)I*IDtxCz{MrAw~;`@bPJs3Kc_y_Z_`f5=<M7G6VDH75Dy)BnG&kn6!so85P$Hx>*}Hg7z8Px!6^n52nPy0GP>&=<CNM-
7S;CS^biRGxvAHJFb7@%W=`+Z!vxGS_8>Xs7WGZ(+B4$HG^Hb{e|7KDK!d%`(iR;S4h*^i4|xd)+~EQ67cS>e|L=dL4hBI>A2c%p
$mS;p{qVZpz5nzRV+Kf3)gAZ!5PS*p`q=(A#REC=AGiM;DDl(OKng`h&^P)hCGhR?P+14v#v4-I^u)gdD*@&Z@`2j$9rZ!-@c3mM
zpWxO$M@ArGVZ1!5&|kIwMn&VO6DESKQs}%21)c5RQA0P=jrM+A(`&-e+M!(zUMvXGI|?6J{RFoxzX_e&)qy29M*xp@%}f>vbFcw
01pE1pL9tDc2E*PtP_zD2-yMm2EHHX0?N_T3@Lv#b6x`4@xfT($@~H(t=_`s>;(-4-tSlK>GHM&y&|F?>W&!!^1fB~8SxGp?%)LM
5fZQn3i-PWJqNybDbok-^nox4JoghJq|E|c-u}BW-slAPL&hce6#wIs0txm9In!R?8zoK)H2kF1AqG1vR4(rw&F;m2t{n60E(E~>
qqXJ#2kH?w5d;Sh6X*)AX+M881smSa#_v5XKpx=I<2NwN%m@_W<>ra3Kk+Zr>)#UDJv9;=qAVNU0<#hEe<TYizRa`VBeU?d-16Q}
_9fsSDaDZ`Gu;dtmj(X>_$etS)F=++0^l%FNxw(hAR*Dj#UJeN9tID>C@t|C<Ny8=-WD!+e;VY=6Z9!12GupS1J4#23iG()m;PHG
dHgOd6W9Fy{vF>k-UkH${MQHZ7c1$1@aJqjz6=HV&o4R)dKLEL<K_Py90?>aG&ChXFc~Wt1V+d!7$@HREEvt=%l#nK)d_YSf$eA-
ZSnC%WXbm_>gm2>-(WYnVRzc~M9m;=dCb<&ZT5kkIoiDTNx4H8oz^|jUG~8=^;q*Q$|eu%74s81^zbwGjsp7I@Fg4&KHBd5d-fma
Dd`ps%|I9$;J})HWd>Uq1_{vc4^e;3?EV^0<@8-1zX3Z92gWM}RWa#DD)GV$4l^Ro>=^5wz2PPRKng_--r5cI^akPj4ff|U9Ur~!
;5rcs=I4P6;LiIy0{{Rg*suxND;_z_3<$~b$O1Ox2Q%{Y6dDyq1_Vh!qub=-BMCbs`ug_!^8_6A1mS@-F9rqk3q}bm0nu9l3;VAQ
@c;PD&nMd`;wc%{>&;*4oAw>Tz2eXR)TU|1D)|W(*5(NQ;4ASh^8)`^D)xWn1|u@xf#pq62k!|8Ld)sX3QqI~Cms~+u=&39(f!D{
<-i6BP3Td-6&Hx^2@28-IT<z~4?^+7_!Aff7y1R!FbvHmBgin|%qmIx2i;Tv%MCXQ2p#Bw&gIJ|Q2WLH?jkSw?;|n@8TRE8ugb8}
<ml%K;t(0>;Li*F3@;7{5)~2o72n@<BNu_CBn8_1-~0N(R~hs9`vnz$ycWy)%l0BlF*)`&`vl1@CB5*`HN_4B)6Ue}(F8Th@$ee+
J>L}DIx@-p6Zr3f)$GUFk_!N_to1+|2}S1W66D|91L`L1Aut(#x*l5NV<e`_`6at2@z5p0{SyLz0~jd~t-Zzk`r;Fz>eu806cmLU
1Lgb#6B|hFARG$d%mUgA?;8vR2_7QZ;|?H33)2{%l@<v){qOn^B?8M(Gv*>5@Hf-u1~9&VI_MPoA@V@+-sIO8e-+>6_W$I?Nd52;
K-=*T*z1}WHQ40fIr!sD{P_h9@Z&8|5)f9V9s3*!>k}c_@-bh_H$xsW3pLjU2OP2g8OcaL96%rYXbL~L8elEv<TT!%%epat)cZ~s
0L#P%w%^qV&;1I2VBbqbBt+5y&F%a~-V61<CeBL17Wn25{k{(@9x40|O8uqi_w4EZeCXo}uqOi}QB$V#>)QA55$b{TI4R%k{S5X?
^ZNVy^UD_qw(#m~CHwsW&=5t_!8~!?(N8TyZmEB|WUw{=>IvHy2HXDD&hldnkoWp6&i)k=N7)k-%=e<=;1MPd6y#O?DpF0#@Y_Wa
NGbnD00{NqfdEbTAo%t9_v|Yyp)%!R=D&;-Ir!A%xv&50{PiLL=M?@GD;t06_4>O8B^)Ky<^tar_SPf)>8t_SH{}~V;moM@^Za1s
8Vl(?!}0`_(CH(W=L9gxrwuPV2<zrQ8@5Xq%l0TR5kmzDON;#6f%X8?6AU%-3`g8C>Nd{N8VVqpsU|l5FY@3R_Y~#-|6^MOHw`P-
fg0u&Eei+u<mTHK?*s$?@g?Koq^c$6F9-kR=KlKLrsypY9~D<9`0}qUFAE9VC@2RO_87(Z%r7i~Fb>`KK)whE`2gVU`|mv+DewpK
5k=4yAL|;~O$G!7_!II{q50$|?A-=`BhWXf@Bcs+>iG!}-}npO;0WX5#RN$K1S8wPD-_HO8V%|89N+>P8RGx*Ezu_T_v(KIBKXV!
>KYRA3R@!-013@e-?vNa)j?X};ko}80Q4v$1o}Jg=r14S`x7dGJR*L-BmW)#_Br&mu)Ww52nr_<4G!T^5i9=nz!l)u{X+u%I413+
+3*StFBJ$*e>*z;s{RlK>S-Y~65hVq;pyS0XY~@@E+XdUts4dr)A`d4==kOk>hlEMT7Nnp^YjMgO9~s+&cWOjf8A-#EaCevu=&j%
1lK|L^HAP6+QY=`>upCJH`mDi-416e4*$Fr^Y+#K`63zq@Bs7GD-A0O+5r9dNA1|l*9Q|lCi(v890@h->h1{y1b_AM&nfTy{Sg`R
)d<Gm1ikRp^$sv2LjN4_O#<NRD8e!|)W;`9*hsf3JM9<)v=bHU(A5J5L=%DhS?&2HF)8P|85=h^3OvT|0PJAGJV5g2q3RFN`P>7#
@*xQV`|;-+B`|-}E(JRD<s>^29}Dpq&g%cbC{nEpUkJ}Q+g*7Q_0=(l@+-Aq8z{W<3cnLRRl+s56!w1#09WAI>Mb%1`UwFIDc7+8
`TQ^F6$SD76RYGMp6-DT<KiUS#R~YlNMQ*w(F*n37_GhM*?|<JY2)Mrwz@x2;l&5_mg^1@=MpQ$r31XMo$LQ04jJ~xwKme#7tpcy
Ir0m|KI`xD@fe!?BM`1WEAD+b*3=;CFU|Z3qa^^Jz+6Wi2nX2>Ci(%WR5_*U2&zI60>39eS32%M_E#$07ri6e9u}<~+y^?=8Sr!A
<P_|+Ni+EEDb(o(OCt6T=Fbxs4jT~;2eSw;R2mN4&KMR6{VW^(yDzFq1_ZDR^V}gi+!p#12OS{v3hGS=^#UX7)PFtx93c+vJJkCu
y}kf&^Wp}}Da6nL6DiCM5%w|=>;U4?K@Tey-Ch_w<02wGmmvt|?<o;e>H)&{6iz4&<rLx077zQQ;GFfP;u{0q<Hy}_v^5!TBvtO^
?%Oo6{p-E8K>hW%C)&P1Q_yw<3GgeTwZiibG8};un%xE26+QVK*$FKUCIH^m4F(lIvc=Mk-y_=pWGoG$4-M-jIjX?8ChP@7^64AD
<FT~U;-&V?=L*Wj?-j}0%|PrlfyF%t<LM&Z-1xuY-{0}#E8xc;`U$|<C-n65`Tz^ks_wg5?%Mzj2I~;V&H&j31wb7-PrK_I6)xM?
8vPF66BRPrP6-nM|MT;}^}hbm>(=A*EZgY<zd98u>)K%_76eKX_Xi>8*6QZ`wD0jAz6R>v6D-I1^3V(!Bn>U{_0RS1Db?>1_s|d_
?(OaJ#M{aF(&GLp=iuBU-1iV2)dD%W+0`rS)C&a)9sM*x41e|$MkUG%-owWY;rBJ@(Z9$Z{{HOW1i%3yO3>rU&Fb?e3}+G@t{+X&
63YG_01NfhH1R9<5yuDJ-R|xI5EA(I4;Ts9DB}kN&Jq5)qEEu>)e;Nr8bkP}&jl3t9v<=x%gx>8(IP7P%pRc<W+w9D_A|-EGza_8
Kt~UOLDFvn_ST%axW88+FC{J|;|7u6xc?>J7w^&OJ0rOQ1pq1xM;bxu(i-MT?@TDV5G3-z;O7qZ73nhgh8Gl}K1%A|L<jXLBG=!_
;{p5jNA(5kMFI}{9Gn^IDzWMQs4@WG;7Bdm4D#0je*-n|x;jqr?+6a$7WqLa+Z-ky;0Z|+_5|^~@Ad}xJmMt>@fF9w%*`3K#_3fB
@ft7CFAvSS2nZl2>*%-U@o;4++1>9F-{Ts{tj+c6<pwSc+8jj%3iJ0pCJ_kt`B*Ux7Wg>r>x%RE<tYLL$Q9pTG~n>S@#TTqKqrS0
902JL9_;@PB?b1`?&K5Z{jTyA`VlwuyDRl1GgHsa5<RlSG4d+8EaRvsAo)Vgy!IzF791|nH4qXD0v^})=Pv;&HrnRj2rchSDJSRu
M;j0~E;RQb#6-R?P%AVN_xm0H^Y8sxEHgE$`2-jhvB=Zyv8@Ul)Jot2Vc{7U&*R6h5Vyjn8}j+z5zyVkF_r1x69g&u4d&bxfgr;+
>$Je)@D2|d!7R<sgVpIJ$M*dwXKtzz`tah@9keUh6&*936DLdDD8Ml!@jKa0x&XoMD*Yu8_2I|dB?A;m81e<m*;Dl;ff+a9IwlPk
Fu>3f>@)86+8PA|(d-Zt6ZI7u75C5wxH$UM5%L<^-Qyv}0_^Tk+acfa=<pjQ2{|1`)zUOF4@WA>=H%YO5Aqt<&i2C(1KaTZ6$%q4
AR7q*628RP#xmP9^%(cy3@+6(tp^m|1|bgG7#jLaL;E7!6$LX<-2CrEH0$KI5FGXPDKaC@$-WfF;ribn)#(1dBakio@6!vbx6<pi
1n}DMv=Jjgclp-?9PRV@2};ZpwjKZT*!t{DE+h3F#TySI5*qm5_uA0~Ec)>n#OfU<BmOh?`1i;l(GlS5E`cRL8txIDO!gW4QThHL
@8t9yLs9l0=obm`Nc~~7`rA8P1{&WkE9ex~`aHn(zYE+K%m4o73~kci;^O?ktS}(7+Q-U7^tvD&?B*fw@!)?*3`FKv<mbKE?g6g%
?A`;w6#@R(;a@b)0LmX6-QvPq5y%V}8MH+f_0Ap{Y)$tEF(U5o^Zxg{DgEm1zP!~#I@=f-9R>sR@-P|5>+TmD3iadBsV%WB4DGKK
=>XFpMXc*M)G<EybqC!+?CIqfMg#I1f5b9P-zOteL^mHE54Z>&$PLX8`QSeKuw)VX$mtI$BNP<m{s%O?#Qw9-))>B`_uC!%>GHY*
>jOX&?hyy#BJ%BA7s%MYB$=zx3)0sTTG`q=;R!>;Jj@#QP$DZG2+`93#nl-R2Kk=$5D-BPtH$OP8o43jfe$iGG#cX52GG^^6W&EZ
DE7G&HA)0F#sDND`8px$zujZdGZpMN5)kbHMG6Yk+6g7P+2INm8{Z1P{iX-!par?{@+vLq{_Pz1>R||F2+u7%2>kPr_G?x*(DD8H
DL>u&N&o!p3|<xaE8FB51?ul23-jjoO*1IK9_Z157x+NSa$E5VAt78(VfYp9BkCRP)(6&5HWeW5%?0=c3iCndrtk#I{2Ayx0x<fm
9Mx6-dpa}57wb31+dl$XQZeKy5AW^xKD{eO3)a#=6STS3^%Upo>>n|!GX*K$!sgo=^Bu?9F8Ux02A=`z?G5A+`RV-KTln|LEG8Qm
EFlL1EgSv|1T4x8>A~``J1HgGHb^Y^NoEEb+z|f*H~#Si5aB(t=;G_}3r+{O-2)4O;Q#q6<2oE!)*lQT<k=)7BIFkH-2O2OH1z!L
Q$o!MAKeaN8`;F#=Lyy(H^23=xDDAK=q1^g{Rk%f5D&R27W5+_V%)Cyi8uwz6afl59Pr=(q7NLv4(7)q6aorR4E8B^5)~%>+z8Ji
Le0uE`2p?4NdG{wfeObF{~R1M7e~ku=-|`<uJKXwKKvK(2reo95bO#V8?rkRR>JA;)c(;04BFQ|x%<^E80_k8`Q0J+7!nDeBNOHI
?H4e*_Q2|a(p{o39o*_3<xvRz5gsq%EBg`?+Q9b`F5TI=IN{9w3K8V`qY1qo1mG6C>pB7dD4+Tn`R@5it=6d3^55ar;~OC$Ci?6K
v)4Y+;SxFU{0#Td*)B82vi2~?$r$_l0Qb@x4-EtirTO>@mnc5IQMD!Oy2A4wE?Uta`up4)w+#v1$+9B$_$eyZ0aX|UvZzK3ZkFNS
z$3Eo1Qj<#P`<l)6SW)u=@2$E;uh2-1w96}6v?3r7*FOH2Ok5k1Ah|O-b~Cdxc~p#Ed%@G_2s&_H2<u<=@INKC-(yz?&)1?&MGt_
BH-4u5kKAwFykvf1_(I%5+=X8`}_pjCSK(+<IBhGPt@=HH~0?kA4<#1n?wsaxIFvg!)E02OaY1m=nx_wP$eb^3&k8E8WC9*5E~=&
<|8r-$?gSb87WY#5cAydFM-S#=^gLIMA$4Z2M)pJ*&xLE{O%0`+`kXl`Yxo~2g(;#)z2xp<R%+VvF7V)xf>GYtP3xr6Y!rg3=|K|
AHBv2Fe#9)#R}B${tpP|==BKb<ifT5?H&3`?SJY}&@{i?^)`P#I0aPQ23MQ&-~sIZocOZ~9xvMVEfdfy==Ngd=CHv51^MgF5asQ1
_53^uyTXA0)%W`l59B-n2m8PL8Y&<RA|Un)4;1g^{?7XF`6Sa9^#U3D7Y^Ux0ZCRJ8XoNOu^1T!1LYbi@cH2UzzpsfEd=!$$;$E#
-O%$C{p=ev>=o_Y*7W*Wwn63<@DTwa_UhssD+(Sm)Z!2l1>4US(;OuCCMPHa6ZPK3|M(LLIwl|8>;e4I0{?+41uOv`9})=_9i7_$
3h~b%9rqD25FgF}2i96Y!rLF%=^h0h;3NV73gH{>#jP?663M*&5AYS<`T_&?2*e5jM<Bue2GIg2GXUV?>lM2%E>GhB`sLa7PA1YE
2nqHM81owQDoOkq2}SPl_R%Tz;~DWL7Bm6}2kQJE0tLa!1l|w%)BNxSxDx=vDf$iT01`q9DgP+y?EMY<!2l`Tye|;?9R(~X;UWzV
9@YmA_}=*7^dSc$1Oesm7%##g3)|?&0wN~*C__Xg^(Nycq7wKX9^>g9AomRh1r{>~^!Oy(2Y&=PC_VHDB1;!O9XR3L!Y$a%;%fgm
87dnh*zv&XU;4HIAQ$HP&BW2y+XUX%IoW~X^bbwy90>)&xBAKJ>*+~B0Uj{lH{tUYHMijZ8|AyS4Khm(8T2*|`2YnC@cE<nB=Pta
=k8nh2Imby83!yG_z^?W1D_T;{4d1e>;ZT{BGmrKR{&WRw<#C*?%Q*sz0`;N-4#kJ-4wFESLz)V^Ghf_`^`)aDi%61J1(-UFiXnd
IuI`A9u6n(851b?2Ra=Xk}me}038Z2hRE#CG5ZVU@Hs2O^?~bgHLFPc<{sY?-0C;T`~~3i+9>%bAo-^N#(l0KYYs=!1R*yZjx<mG
z4O;*8b9jU-qXC#H#U$G`@i0|BP{nMqd4v9;w(8E7WOOi8${^1@Xc({_soCYHM1~E+v5-~8OSjN|IhaTRJPhXBM{*G?iZ0X@(K*-
*253d5sOyd{nSzW*50P$1+56M!Z9$-x*A3FH2L4xLxuLr9bMkQ=Lu1isVN5c2JAK1*765N{2U0i-v$Q?LipAu*B)IU{_WPk0sut@
V$J%J{38Jju|c)_1|ZP$AJXIpJJ<X4{u?hAKHxt!+!inbB`-Yn{Rr_JL<q_@0Ojlx_L=b2D%<G$7C{QEP4*pLrxbxJP3`B{wFvhg
ztAI!5he~D_t6=sQ4}9I@7+W|>H!et4!rvNLe|Io9;XtrycRC)e-rnm<Mk>H2bli3^Wg!|@Za|85;VQz4bkHf6&1D#PSVvo<>1&D
zBmHj$NL?eGfVIP>jKN}3Ifh$1rFB?_8Gu^6A#A9ufLDd&Z=$0&;!3EEKCbJ@-_Al<pOHkg&zL{S)V4!AmHy~-x$xbuJ!cQ0o(Pu
P4?&oin{s^8ZP`y5YxlL=f2LDBYzPZ4G7=Q1V!Mh%Kkh~`_1tz!@mjW7wV<s6vPzI_w)b+Ar8tEFaO@r8XW-?&Sy{H_OdzS{Pzyc
6GH$H<`($j)h+M^=Em^XIu0Y?*ZB3<Mga{8&i$J79_8IC@%F>K@*EWd6Av9T=s^S7*z`H|-VUw<Iq`oE*(5Aq)Vne=2JZ?a@c`%?
Ce83N72WXd>+cH&NZuM4ECVU^#rE_U{2ctf*8leaD+lb|053x_RoTcN5$y{h_EF3U3nx_y6zB^DE$7$l2?X=b^4;{u?GNk^90UOH
%-ZzM0xBj5Lh1gt1M4c%+{VEA2?ypd5&-51`uPk{^-m1<`sd;V)h^uj?d<v%^WM|{Dh&M@8Vm5l{`wl&)!Ttq=;QDc658)3@%!Zh
2O1kD_z?002-*SW7ZLvCniK#F_hmBj^6n7hBhKNs9~KM|Bewwz`27qK?CZ|nn&R;g|KzD_92aYL>()fn1{@Gh*oNc&2m8#C&P@~Z
0nb@3z#hfj3>xmk`y3|yfuHE{`s-5!pUti0Gve@EnFG}mc;5_ED$@Y-AO~u}-YAwl2_$S8EEm`eyE_yZBmx=E4f~uB;0(+k*)r7t
Z}s%-3EMBa7X8;6#vw*g{rC6`aHI%at{&7X={Nf%B@>h#5##P7MbKC;G8FUZ_W4aVqY?`I9!lL~*edk~w>e1EUS2@3)+)=%;5p1(
fBj3$@(c_z5joNb4MZID`zHZZ?gb3a@A3Q|F98z=0L&8lW=#?1#{>5$QOOQ10p}VULBv?#jkglpA6E%eGw$`){|d(f3fBMU;m-vL
8XF7t|Jb|=tMAzTDdEsj)$a5Q2?7xr>*>}XJ}$@R*rOQE;40rc<)ML4`uO+U0uJmBxyRg4;rs9n=NTj9{zuFKJ>JFCtn%#F4hGxb
^ZqdV1@@sz<lq$40P$W%>k!i^+}SzTD(V>U<Ppaf9runC7}xyu#Ih0s1UlN~MJ@dm?GYpZ^lJMy;}#Vf4ByTu5D3-J^BX^b0qheO
+B5mT3K%jSE$;9G8U#Q88z=4n&hZ!sAMqPLH46n*#VP3=>i7H%<-0jCG3V$19qQue?ltE;N=6m26(bMJH&Xg!wAl41*47~PBHbt>
uq5&t0?pQ{$s-B-U+F#bddWY!1P|jv58T1)*GlCb9eo_T={?%U@}U&rE*h#s_(A@cEgbCCzeEdN1PblyKs4$2KbaEsI2`f!?<6P)
7~SsO*h}@}H_@K9PU`jK8@?JaqUjUU1}B>X((L&Q2=WPe3^rzgEc-mv(_81o90J=V58^I9vllZg@&fVRxxYv5^u$#$Cm!oGuQs{%
+x^rGK}{R**e*W!(f>#}5dI7$+9yWt#we}%119A311$#yHtzK36xs(h{R0gjx0&n~*du=o>nOzyw(<HrCLJ#ND7@7|AH^2m)Xe-r
1pk8vILFxw5c66p-|r6&`r{W03NZ#w-r&{|F((%a&EW{;3e`jJ3hxmQJ1Pop!GGm6`%^H`&z&2{A><`T`{p1x><dZq6}K6l``{U}
T?y348wvgp67CXX?YqLveICyL^bn2A9ufAT`|$z=AL#)9^5|(m+)l_jL>>SMvmF;4SML`o6B51aAOjiT`1a8Y@PzH|1}4z{^ceOA
)1zTv?EfAiBNIC0G%^h?4)H51ImIsE6Q~Ll^U?PV=L;~jLJkPI+n*(~7#S!4=NTCyynogs6JR+L?G_gLUm+&^CH+7gAO|1T<3mlP
8T<7UV@EEwJNfYL{p_7pCh`0m3APXp`8~TMuv;$@^;RnN0szJY@edXd;^h(*71$;k2O`Q`uOqxJ*#DUs9v#*G&>A@E@*g4j*<d&F
7V`Te;tl!HHvZq}?Gfeb6W!&&=o09;xJerM-)<YF1ON#9W!LokfhG<%{tO8s_Wb-B3I;|4;FzcXO%V}DDhLVz07Vq2$7TiF>JBCg
Q#T3?11~DGw$J$V9tGit6bb`GMYKoy>aZT%^bJC|M)luw82&r1CEf%jJ09o(hdjT?OC7GY9ta$r1^m(E>mc73?JP(CE%%c1fk6x4
4D;euw5H<e`4^)u1n~0E96tvv)$H~wFzqqZP6hrG<qS@01%KShRO93aqCop8E*!bo)Wj42I<xWFIIIHE<xegzB&Ix^_sl0DE?oOz
N7d3K?MX&Cp(p5Dvg|YN9PzRD-P2uY{<`Vh_3dU-GgAz<*z`p2R)6B6?=%0{69^F+8|48EDFqu(y{y&)1jf)ER_QYdO8jN3#1abs
y}9k$D+vwS`RXwKE*BB&?gBT`<n<>V@gLX)@cj+q69EPhF!%M<2lUb$72(y*{V(<tDF@fj_~jT4$QBIu^#uF}^8Fbp`QYi@;qB!R
65<<w+6eFd@el^$9p<_d3N-Qy)$=&k=gi9R%jgQ<hwlmv|JLOaD-9Ih?<m+K4*Jvb6%Exb_wC;23<m5B4<(5eE6{5d;|-`&f1!9=
@%Ib#LWsiB76x}1=1tTOC(Hp#E4{Gd1~c~b+v?b?(LRtt2sJj32@3{Szn1Vc>haO=ImzebE8On@=|P<zCK=Sp*~E<HP2T(PE{yx%
2}!>;#_GdQH3-BEoFue0^B(uzB@6Amz#;P!rW@Y%0)biv<N*U0*Sh((zo0ZB+uQmy9k}!&_94<D4BZ71B?}7>6(bZ45$ip)s_pbW
`9k93KI`fw(DXpt3%w3U1;ORMx9dR)?=KSt1vDcNG9?P%+ZGMa0p2~|^&+!J4E!Y_1pD(&AItVZ`5E0h7unVW><I|t@+b@ZG!3}z
>MJVw^eWIC<Oe=6(YWCQ?-lCc9vLpd<gPNJt6Nqa?+mmh@8F#90M+622Lik*(uETDFjYAI_q*N90|)-Z+Scs%Cjvy!5&eIw($nAF
q)B^z9H{<+DbghJ-5CSU_D{Ud0<x(1@gw4&^xH%J2r0k^*f2a1YV2q+ufr0h2@%c}LB0bBNl%04QYteA^D-Xt6%6R>9`xmP0sufQ
<NXBcN+BB#<qs?mJ-`P01|tU40WS#$4F&|;It9%+DJAQl<OSsZ^W<~F*z+z;%Iu@%$mkmB9{Vy2C>Hx2$rJ|^4CUGc#`e)6LpiM!
4BCP9%S0hJ-3|7{AJ78n{D0cEx$s8<C*TX=$j=BKERz<mn+i7R>lzZH8WP>c%>maJKV&22J|Q&?G#TTWziRVDS<%9$tj<Cz6D*p6
+xXZijtlbb(In(7+|=BXH0c9tBPSQ5$tnlL&n5f_?hN)ay7>dlRzM~{?t!`-<>y%r@Cqa>-Q30(?aWdNE!O}P_c{Fx)HDc0<UQqK
f!-A^6A%H|OG5JL`4p@=IN9+Ut>PFL9u*Ee4FokO^1~du!@?#y`uxrSA|Ds{wM5n-H%i>d>NVNGI5Z>I3pDcyEg*j~<B0GYy?zt7
ITa^I0H2}q;ki>zrP^)}2g$g9YCq2SHv+~hDZ~`<@A?n@0sr0w3h50+oz?Cs`N0nQCj-h-1qU2S`sEE?2MF*S1?#E@^56vMG}#gg
??q45nWBF~ChpI}mM-YxFH{D*>mdyI-`w*<)$t?+<Kuzt7xClI_3as8vb4%1+8`G4@+AHLKn>sV0O=|2%+3nmHnct4>P^z*nE4PA
ty;h_$5(;e{?+y4-Z`kj4fnJSo$bqU_CvT?thMkcG4{0V0?x(J%iHoE!fVDO2^r`8_{!@m+T!=Z^TgdP4Lc@*CK=C9(I64{)AHCO
5B>SKAjBge8srre>_;Oo6fr%JwGI0!=*Y7Ie;>mZ`yv434p9of0Ixv6(){csjk&+YDN0!CSR^b?SPa_0&zFDjUg)pkP~}}iw!7vX
BC!j*iRvOTFt7+mDi0HUB;;HoBJtTI^SZ<dxFsD!8v`TDx8d{zKd2V4+93M-s6X}p57sK$@f64q)Pd*70_)HZ3DxuZAt@Oh?ymV&
O+G3EC+0mm1w<I_7T3M($hW*40>#KXt?MK2!Se|wj|lB4K`J4E?g0nb=mxhoHUqET7Z~{|cjqGuqRI*`f7A{?&_pv1;pM~W!I73X
^Ro0m60yne-5kA7Ao2q-ApN7yDA9w-+|}C+q9_RYMaaM>latln`Va?ylYA0W>e|hAv-lIt1S>~3b5$rODeN`V4+gN|&-4^1+Uec-
x*jIOAnP(H@#7hfsyW!@Zt=Z=8pHei#+1<HxA+tr2i6q3?+^~|6ZSAJ@zOaORo)T%?Ht|kBJtt};Tsr%3>45v)-C1-?=a%XGq42Y
G!!T2J%6p`3KaDlGTjF5Hqu1YB`!@N7L^Pi=|Ae)Bno=rNb}qREhOC`*Wc?!5E%XqG7SXl?)5+S*Ond%GSuo%+3>(e5A7ZIa1KH~
9w4{x_DDX>f#x#;9t&t;^Gks+z@^^r+t198-}vpjA&?a@)iwkl&KuSm&heu!MCaWH4gB%a%Gvoq^&ng*^s5>G{`ISW66;6ULKiAF
;^EN6=m*&BAtfi`4NdAP-6t5!J@6`2Nfg{(P|%y!`7grfHW>V9I0-C4D-kF#3+EXD>K91eEAJ*18^Sjd0l^g_4DYbRA~9EgULXz=
^XSkQ9T@ZL^7R!C63-LBJ@zOm>cRe7$>io549y4~^5!Ms{Ko%*-s>0Z)&(H+4h#mm00@ByJ}W8VFXH4=5a%_<-S$adQ_|Yz)>=mi
K*>t9-@`B~+bFUWf)10!f%G3a{5<&DBVsTx?1}xo{6YWMC?X-iUe26O*Y(XS*#{~M#1u4yE(99y!=)j1^8EKQ?gI1e$RtS^1MJ5m
;@tQk>H-^bCx6)A@$B#TDCgn_`2G?LAkWJ?x)!k_Yc&QE%Mip*)A<<8`vHzKaslEPf%G~dAt94I3$+Rs{D!aLLmK=_(;qk*B2XGy
APxZ9<vpDQwtr$at?BLi-ZAq-5*I?S?Bu!q!~++}Dn-H8Q7&Ht!9yM=W;ZAH!3sj@0q^zA&DQbxB{SzeQ^~3#6a?T6K7S;mqV^j4
+xF}m?ke!%>D}@R6urmM=M>m~81n2V`xRp55ZRtP5SKC7^86I|;<M)Enan5&7Lmgh@-)_a?=eU@CPP#t0R!|%x~mKO;jr(__PN~_
?}6;=>FMP4lhsMn07oMtDM0tX=*6-VGaK{Hs}kMW4E+qm?+yk90|A7@0y!jX)CxZBNJl3f3I6#e+*;tR4C6x~fguJWCL9&?-O|<w
tJGT%4k<d83G>F}0Qd+_E$$`5wOwoX-2?pB`c^0l#pV?#HX-L<JjKU<<L(da4jk%E5+1EZ<VY3t^6}F8-nPyeFZ1*Wfi4~v#PA&?
7!%wA59a;@=K1X`3>wZ$%Ks5nO%o3ECly3AwkY!w^#>j#SM?Su<lqMm@JRnX@d>xQ5H_3e?Hni~_J3qc0s9Q|(-rO;+8-hfJr4Ej
yJu7+-QLfl)B)_#;^6ua{!8`~(b^yj^cdzYD}UrtPU<{9?mPp?*O-jc4j=q19>2UPnf&^6=>8@rqY)VD866=98VT~^e-9vM`o09v
DHMlYw|^zt+7*!!Qcc(ZAx8`$2evT>rR(ntz=5u3As-$0ECc)b3I1<t_32W*E=eW?Nf*o;%l2Ir_Z#O7;^pM^f%g{~_2*O%=N_IT
8fX;&{4B!LGRU<8zJ0?16wvAu^FOg5;sy940)ackK|l!f+V9E5SNF{s%B1?$>bVyH7s}nXDDEh1IYdkOur>DyBkIlGLmF?~(c#t0
Ax!NP5nCZ)^Yrio*xmS?$>|T?0r|lOfv^$@NS@pJ+*!850wN1Cx&<ECDD@NVQs3bEkJ<+x&e7Th2D<1dD~TM|;MMj;f!Yo+=OSkM
8v+RgKR3AwK@Ij-z!Vh~G5voZ1nu<=)6ybN4Y8lB0Oa+&L8=$_q!1C#0K~o3*3b9%A3p0C76t7p<>TWo{qGzJ<?R#$?ZgmICoX^J
0SN=_6GLmg@+;dO`xj5S;Wz6>uTi@g9r?66A>Pb55FSVPGv4rqZucA02mb8e`SAe?aMR=$fjS+?Gr#%J%>NGO=Of$i1kL@}H|5|e
@DDM@{uBHO5U>sifej}h*Y5NU3kS#4_q4+<%RU|C$PP7u3dRK*>-Zex>NHeo=NjwD2Lv(c?lJf+3(7B>`Yrw+*%{sH2^JO%F^ey{
4k`VA{a*K69`^_5>LsNx2v7(Q*bes|Spp@#0Fy08)z1g`811f2D<n_)L^3PVCg&~`20-0k5P@g&xw@DTArJNYx&*l}K(G-)?dMt<
3gR%A0n6^rz4igO?)?ifzReOjpU^Tn<H|B06{5fJe=QjD?+sZ*{_-<0mjm<h<yJYBw-Y0VGyn0&%KaDl%m~r|5j4>O_(b9e6d2bb
;Mdgz$odTRK}X>dsq6#%!R_=82@<zU7X;vc1UEbe(ER~M677;^-Qo4sF!dD9(H<BeLDMNIKsn?b<OzYZYsblt+yw&95*QTz=+_+=
{b1)8-E~CTG9V*QD(&X?70M;j7dgY<7xfVR2<jStfy4wKu{S2>FZ)G)4>Jk4t(^}nTD`sS$7b!-<q*8j82PTyQ!_sS_P-QV$>LuD
4DNv%5yKn_+R{MLARXtN!t<{f1@A!I1z-~V85$=bxDX$9i^c>X^OO%$yxbd}9rgt%1mE>M*A0Kc>HG}SBk##7PyB%l#LvqKJccBF
4J;LvB<Nf{h>Y)T$e-NI1_VjnMw26=lD^;A7AvM9`u|3`>KO?;948@8LGS6(Aow2#Hvvi~(fSa$<P9JeYn{&R(evK&fkn0u_3j2J
Bg4-^@yh2eMe9{qe;Du~>4O!g<R%8%Aj}&j{6k(F+XN~ALuy+E1t~oU%qdAD9zD(r4(A9u-VN*o;sFI2&;cLtGs+>nC;1HZ4b}nW
3xVAO&r9j(_V@S+@;}oY3sD)x?-4anLZ#}pEExF^`O5q(1b-&yALc&i;y~l7=LFHr%RcrfI};um*%?&^Wm|zQ*H*soc+gx6-5=pC
R?1#rAS?1C@7&xIataaL==R+|ZoR`B)OSW-DgV&}wrtPktujZy17zeAEX#>D#jwlM7h(Cgp$Dk9ogk+!(1E=sDaa^<w^b?T4+JtQ
1}5y@M&&Gj(TLmO@EtY}75+MJHn3mBD<|0z>hZBQ>(tg0$rI-a@qGHLHtgXX=;t4_2O%8X&MW;VIK>46DY~p6)DINjDz^3?#v29&
)AkQje_8+58vZd(A_e+s(kjAI2PO~$+W_qC;)#FlJt1B0<<1oXHy6M%Kn>D2?iKE_4(&A@5;6rB$kYA=1LE@fP#x0{?fy<L#1Xp;
X6Ggh#c2XX@99Fl{O3x-&wumxtlvQ@N<h~b!6o?H-Vz@K<irI(fj&JSq3X1??I-y})j=U1o8k5{%-7TqM6Bn<omSy36ytl}lleB{
(*H{Au>btsCYgT$*BamQ_VF(*73j!2>n2BK=w9^OWL&)YxHCcCLL1iDobVwlsw@%)(iZU|JTxp>(Cy#N(jh7^!34trAKJn70txv3
D1oc|#xp~E3q=Lz6GH+3#qR4n)d=E$4G{Dm4e0wA?e6aQAq6}OCn?890}Sfl?d$g1Dh4Ok2paM6x(5Cu*2fC){}Z4L;N9_is^b{&
12;SC@!kl*%@WvGR39t)lORbIy#1pCOawtm85VyrQMDO8>l|17J|hwnI|7yI3Bgn__WwHwF&LxI(ieZ<{uBM84-`%d{0aERogTdP
4ytV@qULJ$fjyNZ<jG6q`8y!Qx{>$T4+KL`BLlG8VcQcfEJPJ}MKnM5==kVJJ<!I_f$8++;=m!;@XzTXzqjo<6htixEgHEP1+Mx0
L;D>quPrMy7;6>d8Vo%@U+oS{3ltAI2m>Sc3c~-`L>LC&^+ztiC4tKD!nzp=ApGF+G7cl~A)7`A&k9m+C*NkI4(rIfwz@C3G~x=A
Kez1t{u;^<EG<NTG$%6V2^ZNb1n^oj4DHw}(f(cUE7#L9(|`WgN!Y^0>RP1cyk0tsl4V&IBNZCP5B8`xV8;mM4GH>10^$V{@cRB9
e*xhl@fqO77sD?5Q_~K8rRPl(`z|T<Jjn?}NE^lD8v0pTIvzIS+Y=|k$Yawe6dPOz_xJu`0JZKubRpyibq^3yQ-pOBfm-z6SjFEZ
)JD^M@YxHv$~#>t?KAt*4IcG%0DtpWBH-lxFV+*^)8;`R*dFj71>XJ|&(;YE)#b1M$n5>n^$iO-JS@%*59%@eASi)4T-hew0Ri;=
5ZuZT!@CF`yz%G`5r*3BFtyP8bo1Iv_R}BC&k+{y)G58oIolGU3h~?(>}n?JE<4ZWawebQQb`0x%S}YlDhKEa7s9C(e=ztOs3GY{
5i{{8O%B1r>|a)S8drw(LA=ma6e;=E^BBMd4iXd|jt~l@Hz8~7NW0E~KT0?+4MI~eA}c5?l<&g+7Bz3$I5s7)!_MTECe)$ixijUX
2H_$@%@G;q?|&&K*}(C>QpyqY`oYpe?x^7%$gm|J66=8l^F0$d@()!i<>>agArtZfog@Gj`1T`84GNJF7*F~GsSO!0BtHl__f_H*
1|8TPAjd#7!t3jSveoI-4KJXn4E*=-*76J50W3eML>TGX#P>rjfes6+yXKRE488BS)-N6&5d`B*C?Vs?GS^U%%kcIF>+k*=5Hc+0
N<tAb(a`4e9Qfa-L^bs}V*5!gA&*FbAhq3Q0TC9W%1=B2=1?OE1`!9xw+h_D{R_q(3N{oZAl(64=^5Jf@bO5z;N%?w+AqJCknPq*
9PRk+@qfQHDcS`U9!>Pk3IeH<A2c<N*DSu&_e|CB{P63j5z+eEpc^<J;mX4U`8NO{f5cnX;<7v?`f$HF70YJQP)abfDE9RX^ff<C
6!75!9{2U^-0tY+)!0f7@9h;$_~I4tU)lr&fBsO*=^_IkO9Bc6_&px$!~0kQO&8rC8rVSUBHHDV8r$**J8=_5{}%`~2^d!qfBE^~
GsA%=<r^Jh`Pwg=_~<JMz$g4*CHdIh8T}^nHmeBm<}>R03^5d7*85)A(;y?>A~oY%7`QqK-&7*>WSN2Q<uK(!9=F07=EvvkEtWgZ
FgXz%`?pQ)6w~s*0ro5(4;#)5x}en_Md3Yv*~A&z;IT%{a0*}mMg~44=;S9Z3j6~O7a9B?+Bgd#(b6CO#Pjms55uYJzZfik0}`$6
LIdgB1PcZ6=fVU%jvMqkC@muR&Ky`X4pj5-@!RMLvO(R&$rQHyL-#xn(IOO>f4tcEyAB<<;$l12!SA2@LLR;WCf4r<EaEE$f%rAr
`)%v`-wN;A*3l{8-TZ+bA<6ajBTMfl?B*%y{NoG`;tUq|1uiN6$T-dW@Dl**u+YnYG|s|0><gq4BV#(*<{@EfRLl)X^)yW?`T6?t
KqDyoN=YC4?I<v2Bn%hL;=0uF^z_OP1i^m=5*)SmBKQj#0`NT_=<xlo=SvL#p#wG9CJFa!)6%Zd`2E8ew(Kt}4{G~A9O5a~@TvCj
!@9j9FwXi|<owqkf$Aqa`W7m{?GGg^Mi90u1mq3f5#`kv@hB4^+9e5p`?aX(&;cOJ#9Q}2@Xh7~1mqhZDDdMP6*@OM#0vig3NY?0
>&CC@^Cj||<j23qNjt?eb?u1R1_u`20@oJw&NJ=!&Y=Uk?N*L|+WiIkRy+R6DmUOQEwkzdxJuqFQyu$N_bvy2ChE1&Eax2kA2;*o
))e_Y@Bre%$0a|>zQyS%7yCjb5mfK|InToHO0DiI#kPC^6$C?ABpr~au7&>@;-Z1mrM&dL@chZs_{|9rMkN|Pwf@@S`oP&kv-ttt
iTEYd)r&Nx&*S%%JmJo2U?f@%E^!maFeXbFf%or181bYx-Tn+n%-|#V5!L+*{wU%G=MV+Ozakd^)C|>s?#=unw=ot0@)juTs%9rJ
<U$u9?bGfh+B(4pz7;_|PwwRC!OHlj;4<^$U6L@J7rLr}B~Hmc$~=EKORO^d;PO@kExGV*5$g%=VH4gF;Qqf#+{YYGc-G)0EVe_o
E7b_?_~93}+kpb!{O?B)H!i#6Nm=BX!_?W->1-E&ITXk)^aDj13%8Kb?b8?g%2Me>Ae{I|GYB0AF7vXtK0_Kk`TR=(usFK4OZXoL
Ir`WJSl=ur;x;q?7YI7$(8C=LD(4K~4jaI#C@F#SV^QEg1ttd|+v~>W6#K9V{weJp<;T0_fv!OT#Lx!AsVA<q9=<OjuUS#N2Jsmd
!Kk<FEhxc14Q+ZF1hFRCMBrYkfx8YAlB?$sI2H~KI~mH?0uRyn-s%-O-6$RI{rhsw+9_5PwH8CwMG%QWN&*xDWEtQWtkaq@`1bBA
7haytfzz7n<U0Bxe_1s+BLn*NrVI|-%<?@W7x?5d76v=rBsAyx3M}{MUHJAQfePB>JQ)1oxCHddwp$q-p7`DvSwIwz-0tl6)Cm*%
{m`)QwbGjvo(l=!fecYaI@$6!STZ{$$N=)N=m8k}`}XO@#3a}f+df4mvf#ZR`TycDrvscNr~Vx3%jq*gOqT1~N6-HV*ah@|uP?g<
4hIjaBkoYOloadWQMM=p8t4(&^4S78Ci-I36feC0D%0`of$Y%HB`@Ok>e){H2^<$|@%832DG~=b8tCsE;THSP&(!|w<@yr@8uj}Z
AMHaaEe_n~%YXap%nnc56EF5RNlVu^^jzaq{XN^v_6NY#7V<mq5ey(X699z0e<nm1XnC&`a>qKm6MZ!&E2`Wry)OSQzdcPmG|CM(
(oP5q!NC&g&Gzov6#jw3`z{*`G;UY$1u5L=(?<pk4)oawA{aoU*WVaC8VXf*C-wpMv+PqG=rT$45FH+$1iv+bD_Zq94LTH;;@#fg
*$OwQ21o(YD!hLgp}Oz))#yb#^8;Bz4K~mWygApclFt3%C8iby^d+_aH@*_)@O2c;?ETjaEpQBhGBUb3Hk>Nh-xdo_`S8$ptq%4R
+Rz-J@eR)3M8eWr_5X-J<S`ui04MTo3E1NiF#Y!uF#`VU8l8Xd?Z`X?;3Av2M~5ce(hv#mAo~6j?iTe94^`Lg$Mxz0x-Uri_TCsZ
z%I`U9^TME{V?6X7+dwrfA}~i^z-M=#2!R&`P0}2tpo1|Djx&T6+Pk~157K<JiJiQBQHZ2(}54v4<y9sCI@i>2`OY|2JBfH5(oDF
_c$fs@*tm;-w{rpTc`8?f1~Ar8`=@Q4!qRgHahVW`lT)o6wpp*@c%gg3poGfBpmwK^$-}{;YvRL{MyqP+aEc9-S^VsJs8;!`5z$B
DFy2IBNhGR_$Czk7xn!zAO+$K;xYWW20Z`$4%PzaBK_6&82s%+#p%@6;1C44Wk>AFq6)(Y{_xlw?tum{ouNA1Q4|rsBJBpSGv~fD
APC|gyS&NzbbmflWHlxCCgDe()%ZJ7{`>aj``q)HP!CsG3>PQq$Kn>WH0VYVU<}{}Sz=Wm&iwGWz*5y?(_0o(+0&Zk1v(VtINE_Q
<g=pn&NN2YFbG!YG5~?)K`(ag@i)EV;06KW;RrVn68zlo@WRx}3G@U1{YDbvKhF@P#cOru((}F3$0V_u|AG2ge@?sS#}W)<J@K|2
@X*Ko@w6q~Ha}4G;10$jEz1!m#rR4~F@FaVJPtb^2InWX`|;So*CqlE38&BwKJ5l1<{9w|ySW|PA1L41C~w6KkE`A9QI4m~P6A`y
(KO=F^Y6AJGfyM!AKwYpAb-mCVb57H=<+we$*jx#G3Ag6p$_UJ*5laJ{Fe)F`42>t_7ck}5^A{tJuVS9F+q8O`oriuapVsR<a$KX
M9LBK;DHtP1g-|rOYa;)3oTS51rOlR;+!=X0x%sL)(o*3^7$Ii)av-&mfN>UN$LCaL<_ce(FC*W_CW*Q^VRX$0MXv<=_W7Se>@rH
GEeCZi>fae?Fh)g&zR@q-1|cMGxaqS1rgjKI^#6v0s!*s`PJ_tq0Z{%D;M=YfBHDwxd;va1_|}uDO?utCo$%M2z)2mF6=P>8^Pi$
{3sO+s50~@ST6vk9S~ph(ilzm$pIQi0}Jx!A9mrq;XVUT1F`8m_cgTGVl566^5;?$*zNQiE!o)0?8kr8T*uh$&J0+x(H%*2+jS>a
wIk^8XCk)S-<7ifvlt784U|Tsf$O*IHCe*`pI0O!*}wk)2~6fY)UP`0TIDG81PEj80S%zi*UG_B$_q@*<le306y*j>#Ly4k99e<!
cn9YO{!H#img=<u#F_U2<;`~v2L-k0vF_-;fhiek_NgA#|LL}3C9lTxWA0r8_BxLw7@1YRsQ+5p{3zEy0tfLK)!4=e2Idj*fgB1q
<n+_)NgKZ+@eouX938?o)&brJ?h4q$?*7u4)eCH#9(L!~4zOMx^YQXV%IF#tvHSZ3C>1lj`Qw5g%j`b~Dbh_Lfv=znQWRXx*edyz
36f3m$WTA&3*6;W1F#^^PXPQ60D<G%Y0M??r{GHeF#gpG&<p|_;y)jP352-I4J8)z3;`ZFrsMX9>+UNXBj+^g{Or2z8rd}WOd=oS
K|<HZy13qf_{cWQ2uA|CN+~V_g$>W11mvNe{O#=M*bBA(0SCO?O#XrFI|1@4`Cl3JBscvcP}73f%?tb?{PDXILPpZ-I{F+gDzP=7
Bh1e~owxHyf%Ux%ILa4Z(+(T0;hX2Y?7$?*GWr$Uy6<H{LRe?o_Oylt^dwgh%ji1+KIEkF+e|d@6)XkM<q68`>+sa34dsF3Sxsv=
#1L7=<6lLz8GA*`#}(@-{g=Dx5d#Ad^YGIx;u-cD?i*tT;@E%aO6=h&((fB5*~10<`okYOff?QY9^(1#JLBB^UVGHU?h8>$BX=kI
0|zxTE+yLL0n^O;`|2fm6-X?$-0Q3u_31qJ?D6mQM<8Y@33Vea0Y2=>!THcPMV#^d1@Sg9*B+x)+=19%@#6^`ND<!w3N+{M>n-2u
(g*VG7F7|~*vi8F*!_WG4G){*?LP1L3IZMi17iC8@!2)zCEw@^|Mlz)Iw|xe4ALhcxE3NhuLtSp<{z*`7Xv=a^z0$^9K?Yyp5H72
83f?Su{zDt4lw>8M=<sVfj1$x;0Y_&;074#rWQjx!Ur120s|xC3+yw9$oE9=3mw|N#a-#do<F=TH(CPE0%76N*Z=N^f1dPN9Q=sm
uor4^7fK$Y7V1OT^IjF{BDq4(Rf#X<E9fG!A`39*uRPk-MeBi_-SGU{;p*Bg=kfIxFaG5(+!349`v{|ce_)`rxR~r$u2mgFAw>b4
r~HdSE~lBi8JkEu{h7}FB=o{q0T832lr`v|Objbc`xGYcAqk~1%>X(mO&OZ++sWwc2i5Nqfj`jtwCpP*;vMFkLID{&;_mSbC?OW<
EIF*by8-Gm-P(cTSn1_3$??+g!VMm(;Uy9Y?hxj}Gs)N_&GK0p1mfqiC-nO8L0jNE_n#8*C>r=T-^K<%!KQ*hI@c^6%nIK5`zwK`
>#NEg8%FlL5nTwi!qQmg6A#W07QXHo+Onhs?-m?SMhwa<@GR+F*`4y|4zeIX91!w>xJ3sQ=E@Jg;?~>T1oR031b;Ln0UP8ZDBuA8
^BF!NGYl;vwnrKoqqG20^*Z?%t}&wu&IbI~-YQP1^W`h@z~X=1&;lkA{|o#2@J8bu;tkRd03^EPHoHD96zC@q73VAE>>mUb?9~t;
2d3XBL>`6$;PDVQNYBO37#FF!_7ICr(ww+;!yggGcf@bg_J!4f;FlCiyw!Zm55VzSU6%wafvyGaGVx&X+$uL!CE0Zd{WO*opfxNd
^!;x=-|!0<6&w!c((&&$K{&zHLF+~V|3tT8&g?)f3GYNwy^JQuC>f{<@?A<r^3v2()<XG2&WM=9V{3sDCvpz6^CS8R{Sg;8(Es==
8|V!JI2#T)HRc(k7TJL&2k`Ls0|YcR*-NY9;so(d*2L-7`X?6H{3YHFo`3A~_uA9IAMFepNVwKL_e3A~3r)x9@F@kb={(0W?-MWJ
-W9?wyfwEi6(hwV81du(<`N9oC<e)aci=MEC;8$92NL|>Ea}h<*b6ejI|S0X=JOHu4P5Wc{`ew2%nJg4Vi6rd?<DmWt_VwLM3m?S
DexaC8s@Gy<S5rk2|5)fSqt;Jz7ZAk8YTKJIScO{_|D!C0M|k13<4@(Gwa>g5ECE}LNV)s2-7kC&d}dcJ>u5_A2{X)0{$Qc7B9a8
CEekQf$_o+Kg=Bq5J>^=B=8i=6%hd?GvWye?HIY%wDiXAVzce>ts$E^HI8%=Dk6b#Km7(9H54$+wn@6K+0gbcR?q{+Vy>${^Q60Q
q3jA5)Bq|YEw2YZ>AK?yPYMR_67?Ss^9u$M#t!*91waV*-Twv2f6@K0-U}K0!Wg{QS|dBX?Y1H-0Q4CV43P!BQ**fmMH?9wD-~a?
?gAeY^?zSe7bY8JDD?xMGP^bI`w2PWI1=dDis}4m(m}`=?ePpHJ;GtY>$}*tuZ(X`B~K>^GJ)9&7#G_q7AGG62NiMayff(g=>xV0
?bZLt2>+iR6AynJ6Y3BU5!m-5Quf2zI^+d9F7M5^GeO!%s~hw%G&vd@8`&p62;>oe*3p&c4I0$zIGjW>)mA%;((@Y0Q~3Z)D<~vQ
=iE33KpPkU7ut{*=^zKS1s@vHArtpUCmkq(Q#RKC+x%0(2|F$+@38g(1GqaiHUuC(7|FaD?g<xx?DXK^A;<n4A^sQ62q_FA;pyA?
8{`WRK?W2R$~6+zGDPt72?!Jl?Fju33K{J6Jn5|*?<C(a?%@jLfd&EE{Pfw|G6(7jA>0Z~)fdd={qgWS!Sk#;HC5HQVnWIwxIO#T
_6`JL^YgRq<^eaj^(^q`JtQJE{oH}o``zzP9qe%^3}gl@un{RN)3U<n=lbaa+Wg-X3l$jF6EeHn<-rsN=AOd;{7v5A{33y4SvKzQ
7l#-a;^#BD#3B6@&Vm0FD>V1&Ma!+e)&uS==!e`);K0L0FAdwt-VTnp6b``$5lev@%>eQfIqYB!1}RP=H1^juQyJbACHeX!DJ0X<
2+f~0|Kap6_e&}TA>0rG`x6)!Bn`mYFDNqp)F<i>C)(yX=mEw|zw|3YSjs#4<P!tsf&L^eR1WGKyGJZ!zsjz<<K(jFE%?F!2^uV?
6(9th=N1WF_#iLh#~k$JB+qIj0R4d!Pq-s8H~QSiz9S!)dh_P{ff5Nf^7`@f6x8Mf2p<DA8;}t9#LCe%<O{z8&-4HR4)LM`D;(K8
#^&|f*Y?gS4EXvD=zppg&Gr=r|1sk9!Sg-`+Vwo~*68{t_9dd@q!%|4O*r!4GspuQ-|#-O2jmh866M=LJ@e4(^C0KF%#9nJq^>9@
sRo)bDlr1wLNbBs>%;$78od_q{Iv+Ne(|i~UURuO)*;FC7UlZk2=&&+4lxfFz9i9qJsKkc^$f?u9RI<7L?QaQ<j5lg;PLq$yeBU`
8<liG46)B%zTajppMMtTNhJNl_&xD1)Og`OIqNt<|5M}s_Rc=iz#uRZX%X3Y_8|DEC2KLqzU>L~)y_Gx#rha4hzS$cFn=v2D#Bmg
M=s>M=>Rdt8d4?^X4@F8Zv7f69_FU4_Y^8GLZbZ92-qH72sFwsnsgHFe+(@~ELFB`Az52&soXCGVZiV%NV68|>nnvxD;X!4&lBh#
T>DFt=Kn$mgbpReGcmk@7~0o_Lre0+&w<UPxFr5kM${d-psI%06B$nYCka^P00na|`vl+gFfG^sVL2fSiiYd<JgNvgC`Iu80t^U+
^K9S4Jet<=>{Ho)?-%~GE7te;JB{L79qOvgS>!4V#g)kioc0hgE)gQ>3xU|nscq$;2=e{{({5wE3hF`cKL=IcX5h)DnOPtDJkbQ-
3*9Bfe>DLl9T462P&4q*+ua!t_3J$o5H2w|{u&R*?c6ma3=_i5BKY?4D;oHt$0j!wo*NP+C>aaN58dMl8SeiF_~#T5A>iZ6DjMf&
5924I38UxO9|H$3p)2Npgw;J<7!fjEI{5ad>tpNWry#?l$8;q*xn5#1Llc27DBBP2&PL=x4)!z!`;Y+fH3(7u$PV$oHsJpEAu;(e
sl_(<_Cl>Ly#i=aBikh&SP)?Sw}1WM))Nd83=AwD+k5dIGc*hF6B7Tr$I`$D3l%J_08R8T0IN#+=OHcyKln+|{rkuv+S2>6f6N)*
6$uID_B{FsOzsst^S}|L>_7b=B!2@h>iG>x3-Z?>P9rxTAwnj-tKA>>0}=Hc0X#79!?zzs$@<;D5HIcy_;t_bDHa9!H5VyA{xZ0{
$RNJ`(%<X^{KOya`sU?<e;C}`%Odo^3+NyO>?#`%3CJc7>mlah9x&z;5=J-^AN|8P5avb}Ff|q1`%K;+fddxj8KpY1+$l4(AN2<T
4`mD)1g|{-<+@V*`Tq{HVdVx${UQC^)K@b#2Q4q>ClE37DFOya;L{aPLG6DLH}ex0l}O!?BlYG8AtMOxBM|%-ygBm@3v&i83+w^o
9Pqc;H=!Z_J`Ni7TPYvx@os;5D6ucM_euH(ISn!!_vO<!AyWS|&k-`M{!BSG=>{d&90?TED=Sw@O~TvirRMMLHK7m#-|EW?x+YP-
7u4;4J@^FZ>JLl7Fy+QL`s;t|KFp)Z5G&X57aZ{P4(18=<pc)mRT6AB*$@~INZ?2qIZqMQUWf@AwPFGS4~Wyi7g`CZ1?kIe)7U2&
vVrcr)l}MQC1gO&*B#|hDcUTT9Pu~MR_w287B4$IJ}k%7__q~(*!SGZTR99gEDplt-s$`TCM^seD}fRw#vBhLyf)6f^0S&NJ`-3U
P0yh+C;<N!^#%{;7S%fU@AUbuxn!O04a4sRR;(X=?SYNz#HZ5(3=hZ#WGZbOIm{~c=42hnL>fpj$pdL*5AgEsTqzsC=OyU31*q#k
^3C;s5bN{Y4F3)21|a2AJMkC~-Z}yi+4lYN+XDTxe;(~D4E69b8x0Ua4)gT!L-;BI<mgWRA_7oCE@l(v^QfVpjISJQ7@ZC01GG`F
3Y(og6&BE)IqJi$UxEBk7ZMfA8&yy}GyOgl`M*BtEsC_x;Knc(-v}JbAeiwz2ObI->-5J2?E|$HE`incO*`YM#=kLR$;ZOj+4K*(
3Krrc4e#((;{)@N{3P}afmzBD5&_oZ3jNs01n%Ys+wBkf9thUfz9<$h4Ey&T1Dl%4C-WE4aH}fY3ktSZN|`@so95Ij0sepMC&3&x
8ObObjrv~b3r#lE3+`|EIrht4{p?Eu@fPsv6uI9Y8!PntZSD*g2!YOKIng5m`uHz4J0=rBk}eu4L_dE9wPfkwy|&)(>(kXL_y)l=
y70B>_1O4-+Uzgc_v_#>PU0?DcJCb%)<MNI{N9!S_bB1p?J)J!(A5e8_1*v<{Rzn23lH!03>B><G`}zafy43t+MC$;F4{IksUGI!
$HpA-2?pl;$sDlD3j9*OI_)F$s}~F7=2J2s{Knq*Ab-#J8yi>I8}bAT{?Rlc!_4`}!50(mZnNOn8qrIpe`9&$(v~CAekiaN6ypgV
A@Cf@+p10T&d^Tx(ii#)B_4{`?+m%w%{$HbKkD=d(nvN5Vt<4C+U7YY3G4Dl|HSeUvXcr7*}6acCiCj+F&a|90O*0r_s;41QnUYF
uG#g~Jy$dHqq{p0=MrAGN7oA@+UXxg%OGv&<+$WS%-BEkRp3zfVWRiUFJR}+6*bub(H|%d%>^hGv!lyBAor-sOMw72-=y*K4l^zB
7y<Py(;&C=;tL<Ur%B8{*)OfN*Vq-j%H)4X7%B$U?;Za$Hu>T>B@6Q$I2`}>6kYv@f9;<K`foGK&p`9RRV|hnbRj}N_xPgy?WY|I
DmV9F6yRyR0@|}VB_;XM3h;zA_E|>(?Ugmq_Qv-O4*LJp`a^K5E>F`8-VWbIxq<NIoXY+$xitdc!sBb=E-on0$iXPvGs5!+hb=Jb
A@0@#s8_#UQ3e0$4dw~S=LU)1F@Nwo>{mGZBi9f$DpZ;7)6l`q={WDy)cOv+#ZDjv;W#P9=*B=yzz?eU!_UqR?z`B3HE7Q86C)Kk
O4#qGPw$fR<G$n8*dyEj`dtPX(8K&d@9FG;G6?4H7JK^QF|7;?4ATPX_ifJ1tZMFF8Uh%uAP2<PQ)A`a<OTDA+~*nado0d+#Vp}k
1{~%lR!)O38X9Ts&g%~R9pWS;48$=0%-|(X`WyYT<r#lW`Se$q>)gQo@$L}_qo-05*ApJ=Q3y^C6bnO34J*;}2Q4juu#2+`<u2al
Grr5UB{Z+*^vU?*3kk^K#OfLL<RA|&(Gws6T;vfU+gbt24;RJ-9Z){i>Q61I)vWiL*U=Bll0K#5!?zdG85O)6@cjr)%GmfU@%1Qw
<Obo4L^f3*fd~{UzEnFNWhM99P!{9J-Y`q!??D+D_7M^m!5-eq*!imm`wP9-H3|<bq`|UN6Auu{6{ZumMj{m6RAO@@B3wX!Gt#}1
xaKCd{3+@$_sy*^OTz&E?Vix3N8JBTJTs@$hw9!|7Se&~@h~nw-@U^o_3`MMMK%NB`8NA7{T#{CwT%g?6BE(A2jM)?lL`9C9^)6~
D)JD^1IiBKE+2o!7z(_@3e?#_*woPV960^++Rq{JN%tQ6vz!Cb#3=|b|0oOBC&>LtK3D7;12i6J4fnx0|Kx7*<?sz|f5`~d-tW&;
f&HUQ!YQ>y4fHhY>)`5NM@(bn?Be%U+~v&l?DrfHBnjK|y1x!P#_ll+x!O?!GPb_L;70epDF{<B0TLVs=?@gb@9r(%*dhn!LC}Hc
A3850EDmkz4?Du@=~4aU6aWR<BquJ$(a9(4`zR$VMaKRQ_5VdG;UXN}(eWnY``<@_==KT$<=Z0a;S1i<ASl|+-Zo3<@fZA%31TQb
uO}iZT>abv_cH?v=Fe8a<A2OP(nVL=pj-Y4&G01Sffmqd)f3?2OE&~B-R>By{Sj#L^9eTa@tMWbKq?dq9qBzQ9~rnz%{2fI_1sk(
{n`TZtziZD%j(z<=j{BeP8`Ja&w(QH)3pGr<1@DqE+S71-v!#hCqN4@vIpB77)OQ2=to3RGWK3<=^_#exJyJ^=SjmX4f7ku9PrKb
e+NAM*xJh;(peN$M)wmi001E~CJYJv_*VAdtnT3n9J=qf9SG17v(Dkm2F(Q>HaFfE^M6cL<n^&IBH_~NI}xkx6~6d#^s@^01N|`7
A=yzT`+=V{yY=-_ulWZ86cE+&%;sRlp$j-379*8M1_N%_{M#EZI22eG%*g%#=pgy*4c>tT>K)cl!t>e&@6hz}ED0R5{>|mHKWGCD
--y^d?k5Ju=P5MU<vbJl-~!<>`4%n`I1mKr|NI6^-Vgg4@XZF<OES3(j0od_GOzm#_TbhqF>ja367f;P(@>uo@uD~yiafI~@F7Vb
{jD%`Dj(Ekf;1N8&VgE179hzW_$eFD^8)1#{rw^U3pi`-5EoJIK>9h%<0GOI`}YO@H~s`8Ie{eGXXe%i@6yx%4)rfWT=Xgz53mk_
EJ`ZqM5qvb(^vlBEZgqG9s~C10K;>$Sq6{p8TscZKqlAj^uG<gFxK@2`Rh<A+2{Z5Cn?H8*$@r;Fa;s-<^bkp{MdipAm0rW?<$4z
IyyZA?i?i`(eUmyVc`tpD%0fbCBq}X>(w9YE8Fb&9{cwKAAu^lH$$=g7vM9%89^mDZ70%_?Y}fJ{U8+z{Ok+|^#vZv-f@-^L)=b*
?ZNj10o3xVveM*A_x;X+MDEN5?i%I&-0uho9ZLf@^}n<es{mjSREyho!-3;CEA|Qi2|^eoMgjvB?OuT~n{w(o1RrAOBBMm}i6Q>{
3@q5D67$n-1=xWz^!DiE(jFlSu`o%(A~(3HP0)2-Im6Oh)I96832#K>f9yyw%#Jh%wF@CP10T-49yuMt(D(ZAjU-a+ZXf~?neh4p
T@;w=&)eY`CLZi(_s=)w#S{<Q5)JPo^4H=g{Z+IQE~*r|z<=b(A$fm5xjh}J-pdc!49h>cz400zyd>E?)e<;d7}ptr776|Z3In$R
#_uDz(TevS^83Qk{^QYzG%O5a_5T_CNY{QG-8nzqF#{aw*f<^e<?^!63hW3j{ZIJTK2rCAKgdG>z_ZSuME%`vBbo0L7$$Q5P_Us>
>BvI^GcMBwKK9z-<D-EYi5%S3e-ix2===u2T=8TrKKvppC@LI*|6UmX?j1eu?Bq5^{U=E5y!`hq;O@X8@IU_iA|JHl^Jn=F=DE=Y
1H#$;%<T*%@C2kT8^AE$^FYhAJrt(p=EvZz-{tT^Xaw`T%>>~T=zqecA@(rR`U5TTHUSv9$QQ&16Zkqf2o=#THwpI#>i7T)^zZi>
?*aNv9uIr=5>T6e-qP}`5&9)M^A!fzwnDYR7%Ca|!}aT}0G>r8+6WT&tH3Hp5Ai-z*;!T9!pjq+41qvX2F@St^!wcP&=oZ3-9rxn
`saa76d|rqDLMKI7yke0<OTNp-*<kSZ5iy3;2IdVv_HDtwt~9^C=TYjNAT3P`4zn0`yAx}6A<a#_}wP_uMY4aoGQqt1NeW#mkRLr
@wNg54d5C9^ZmIa0}lp5J_@2Z1nC{{+JE&J@4H*PzhDRUzhtmH2J>ngKiA?T4&yj~4^G?-xg1Q=M<65+_`BLS^7I|;$tnH(`{X74
HwFs799anjw?ggf^6KagcfjK-O6UI6><be&j0s}@<39cm4SqM|yWaW--}cn<`WNUTz=9=YLBtNF0)MnVqwf*i>b29-5*YuZ0U^{6
h{_RC9|H>qG7s9_8x!p$CtUB<=JqM;_3`xvfz0OYffg(^%m4BG?}HHF$M6#%`uZp2<<`AF&F1YbsVN#25IeK=$2hn<D0J5%Js9)A
85!6h)I1s=4%r_W1<W&JA0H&?e-MPm!ph$;HX^w8?g0nI)%*qA`pp8tx+(B4{I#V5N%1B`T^%Yp-t^83%-0AbASE{a0`LFw^GW=;
5;Qy>;{AUm@6{JQ4>S!3+Vnu-0}T=!-K@a*@y5m*XZHaGW8v!l_No5k{oXb3An@wNRokhy+<`gYsv8Fc&)gZ^>-Q@Q9s2VY|Iy+k
;^^5mP0%7P3mFJY2Pf3fweSw@C4Y0zGAqXT<=#po!4mN2p!=irEFK!T4!|bZI8ZbKBoPqMWtScV@V)MOF4zSLRTK#K&lT_=3xD7G
>%Twf(J#CoLLl?Uxf*CSIy(`M_Iux7{7NAS(aYyftARG&3l9NUBmD}_9sv{o@w$KX?a~|77CiMo1kMG*K@6J)EAi0-{rKiJ9P#A2
3C{Z<-3<3AH?bjM>Dem=fm6-U;Qrw{6~xX24-ugJ{X7T-4HgdZ+Nsh4<_FoCN)Yi43DgA;<_qjx6^ujPAP*Pp7?V*G@gVwt)bz>$
ATALK8Wg+{{{QU^3kDtf+~x5B&j91{-3joe)(^zP4K?-Uv=#%u3hgS{ZuRye1+(MFzpfo0@=kvWH+N*&0OlXq7*&?M#_mAYW0~3~
sVD6!H7f=u;QsB%+U(oPQ1>SOI`iJAx1kLg+tlyt2KFiGz99?_8GjfWv%MbNI?UQd8rR++1yVKZ5h*Nx{pjvO%PJuVBlh|i#1Z8Y
JorZL)7l@q<hnK#-Ks4`<@?bY9ri8W4zqzs(^ugLswx8+6f_6byT&Q4|0FLIJj(JF@XHYBHtDsw#M1r)86yieAH(_%f!q}p_Xgo6
Xc;f)5X$=qSN-WY?F<YN9TgYsUjPL1pDaQ}<s&LU{J1Fd*y}1a`PwV|zZ2*ex7j=?L(#qgLfT8|?<O7XCJPJ&z#s>D>m*+k{$_#P
+1WBlWbdsUz7y>D68Pn>`{@eM6JQ*@^Vk|d5|aT}7aG#Xe_j0BqUf)(%Q5fy<E}ph&dCM~*+Ie9|8X5F+zH(BpNv4{_$DyS72plt
#?%KI=Kf0_Q|<ME>l7Nx+(MUu--L4o7yvLW1lv5;D?I}{@v<i@9|RdEpuqMb@Ff2Q9nZ)O7Td)PgxKNLAsEk90wete-5&teCpqTi
6|oNJ%;D4&M_K<6YV#2L2|@!*f#c_6G%Dx+e?AH=)DHX<qy6v-i~arv@$~@c1-|_a3>PB^%fedT`Xd?f@Hj=`p||=4f5|`%<_#It
`&HpsGilh@JqaMAEJlID!^rN;x7P{wyuwoY8Uzf-Jx(O*FUdI_^T`M;Jae<wZZ^B#>@d?qurVGD1uE6~A~_==H7qQr@x&TO%PY?8
<el;Bq}Nd$A^$fZ0pm4+4HW$5;*A{byGQUUrnb`n(fAS1xn9>!f8PDx&F0j{GwcP&IP2lkI`GUzjwc56`~vA4?efC~77HL2IQ+um
%LoKi{Mj(>`0WH_*$@@*<H$KY_Ao|&)a~~51n&9h)ei>d7vZlo4&e(4RPsvH<<R+_f#?X<Hdvm)A147f?EMG13CZ~q1_a;*6c*bY
AuUn2R5w=z?)3HZ1JNDV7Npqrr}@|V{1YYkv;0N;@bBpvAc4;q=#woS9r`*#6)XV$Eb@WVq&3aa1kd*A=$-)W1Wc^tIu73T>vjsq
{1@Of4SQf^A?(bn!5^w>^&{O3?+@93^FJQ&8P>;2;<icy{L0PdxK-%QF5Kku5cD1L`7%iq1qn?8Js$u4`s&2i9@;mI2b}5Y`hQ^T
R4BD5vmseXNVD%+5--`mk?biM-V&<k6-eaJ9uDdU5)uS3u2{52{OTA+1@zL_5zl}9G7R+E%irwz!}ba?GS}Y<?+Zluy7@s;J~>YC
>tm+N52@j)s?Atk!R5!_4JF(6LimBHdi%JQ&ioViEgm@i`V`T;*)jNE`02|{>m0+Kc?KxBNCX=H2U!$b`0Fzx)db?a^+VhJXQRzb
_5bI8xoOhY_dGHn0=TZqO@IC?`V#LZ^UCl!5a_Av0Mr;3>=)|I3akSA6(-N|7UwX$3CJG53e`@(4aTqI^v&Dr39&XT2@uLRFyZ|j
4KwG53nVt(e+atX`3T|C&GHusm)+OfKPeR9?<52H9|aW8;a!30JkIGgD@Ux%MGq4b`?l}$9nslK+WPhf0_4!T?Dz>m=PVLEAvfb%
GY}N&?=OJ?{R>Mm3gxoP-UeXb?c4m{&Hl?8#wP+);j@|w@7YHrx#%=D1s&rv8VViI9Q~?+6U5Cp`|#cVFytK@{KNs+GtJ&DFXq3-
^3UuME%m$a77W_u4*?KS0bcpyqviS>!7b|d;;X$W`xPPs>mm0tzEka;8t=9Pfdn7L-J3G{3I5UP_a+AoLw^_e!`~$50}J&j1(sqY
IeYX85G?%f;_f=}G&ds`&`IY8%3TBvt;jtYxIJX0GV|^t{Pw&a)$koa+vb7U)d3;49^5VN`!2jJxf2H&^WVeD@vI*p^!)rJ3N763
I8?5u1Sz)9Q|w`OM-;yz2NPHp?~TOmB0SF%(i7z>t$~dh-?b`XjM7OZEc>(t(&GJ2D#Y9-%n#Vqv8;dHp(w(+9abe7lNRmr+3hXv
F)01rCMiY^B95O3(<KGj(%3QpU&Z1(I{rraF19L2>0K<2666%#00l7^fBYW#7#7a7_~+ZQGqO4#>R6q)XCX292JP1o%P02b)q(r=
6#eGu9TDXK+}W)C=sjM|Jrn7%Eehfc<L3{&J58P<)u9@HK=HPP<9*^4yaVa~|M1P!kih3p1@Yhi%@`3D6b;h>`}i?X4biUO{n6tT
5mVOb<+C8`@yqhY=nVuHfj-wg8UaZaJ~$Zm73=Qe4{jX!)5O2q^$ZH@&%eRQ@*xcT5jNlE*VAcA?A^KGCB6^`0|UVq+V7`by&?;L
`033U3K|6tqu2Bi5DWz&2KV2|06o$0_}W@v6w1EXA-iGW0LQ-9)#A-YsQ?;G2&AX_#^qWDfz}3UQU~J)31lWuX<rWl=|_P&FY*!I
>C6?N^!ee_NXiw_OZfrQ5WY#NI_Bua{>Q5@8Rj-lbNtv*LU^q8qpD`TfBoD~OYaC#=jHG(AN!gSR_Cl0<_iNq8X4mpA8t<YC|Ls<
0p$MR-RA)1Ap9WQCKpK**y$Tq^~&=2{`Tz*%HtIg_!t7o82k$!`WFS`AAw&9)PL5=?g{zjJ`OIZe?V#}3>MKHBFEb5{^>sPUp}m%
E*dID5g@MC1Xkkk>dWUT+yENv451|g4guKfB?3YfvIzn$u2%;MFH8S{XEZ3#vuHH|5jorsC+;8M+X5D~1hEEV8^9k6^fdYc$p)Sa
`Nyy2sUKM=8YJV&BNXfC0xQI@^#kMUZjq_7feXLF=LXFq91%MC104MiD=bCrMGN))tk(tl-tHv_8#6QP7v1p?=H=-y0Z$U<65sTH
45|nmKGNvN=^Zv1xAOt$#qHMY2qGST0IC4uzyS%r9}mo>6%G>7J=~ob7T@wjA`UU)Df0_0+zU}V5!ETdMm^&0@e<g=E+7F==oG=a
e+={^{T`PA<F@N5`9k{u4mvR^6;#9a{SZGkNdpA98Tn$M5eN(DyV>PW@)ROU!l29$-7q<8tP1U1CS4nUMn3Zo5rG`x%;Kuq>ADFU
8r%KV5Igun(76Tk``Z-vE<H@lIl&Y8NYC1=?APjz6}Z|K7sE#g%kd%KRIs*x=nC%1Q&t8Js~h%B=pgXysl@W_^jG;-3>-w@;2H7Y
71I7JG86O%e>cx3JtQ&(Wbhu}>#0_^5*!8L<KJ!XUDzQ6a~cKC2N>NA^7Am;)c?ll3-}f1110goN8<D+`vU#d=<w#{01pfk_krj7
{PqVZ+}I5i`JUz1==TLVTHF#k@%<DZJP#Qgo3aG?e=E%m7wy^Ax!fck*Yo8<EF%%s-TfsJ=e?-&4)`EO-WKH$2T+zBrZp{0|Kzjd
^YKUk;m+CK!r;sifeZsS`K#I!9w=lAw)Y!c2Qdu+7y<Uw>DbZ|e<;S&D$zm)2kr0)3Y;6^Aq+e8TrmF4{2*0KyWrg44;2CR1{Cfr
)8RV`DS=Q6M9$B(00J&j<06v}_a!7mH8={!X6)_VFL_qY75S3aZrHSs%F6W1N7@$@0QJo53`&73F4`_LA0^xgqv6l$1SdA=5-IM*
?(yvCCEhtC1r#{#Ar|4l!lwejFt_Ot6$a@s#?c7v6>9VtsefPW>zzH;5YH4_04m-B5*h^u{^UX-Sy;Qm%qsf;o8^`js3q<wVm|^n
H#Pe8`T+<dqWu0oC@z5pa4_QSHU!EE?nBn-00ALTGotl!1@KS{H4~5o@DmQv1rC9!stW`+8;ld<8}Y#&y9zw?A`{isFwc*ylEMtD
>l9=QFVYF%Vy4;#=^Q^4_Y$Q9)&#F9vt#++Cdvi!O>*w#JO=wS@`0A2?<BqgCk?sM$5-qe;~_>h3HA5dEA@X80Q&)@)zs$=*UI@m
<-f{JtO`5_s}EyfHBlc6Tm0wp2mb>&J_%*YvsG)~Ch;E<AnfK8KJoDCtM?!JR)6}$2kQ2-(gatz2F!yk{U{q%?DXo^zd#m1fgjvR
gXHrl-V^W_7UJ9!^VbGQ^Y9Gg3L$4L=}Bnn_4BOH2LuW3_VnTQ8QeR~tB@1rKLsuHNX3B%(aJbLsID~$cj4yE5WEr~-NOuI>h|ul
RQc_q0VM*_)c-LA8xR8MN&`?>10UF-822;b?-V0Ir4aEYwGs2(yy|~NH}eYq2pxa9ZUj>0#313A?$zD-#?k-`I3q1w)E*8T*>)NB
^%-*CO7ASy?ZgHNRyiI&885R`)F(14_aV}7B>T_~L?-3Gt|C<!_K4#g5P`06{L%XU&P2MSD<cc|#`iD67b?JNujlP@JMsI-1k?K}
0X8Vo>m4X3?M+}E&#>N5{}|dv8wDF70L;$J86ANFRVJx27qcfH&kEEANh}oW<qd?FMjb5~8h`CMVc@~RvlLx#NRtb$7WnZmLKdCk
MZxg5x*zix<KHzH-S|uP0}9*^!2cE$2K^O*?*0cg4iW?(3C|2QKk4ia2KMjDYREeWH}fChZUGdZ9DiFL_ABv!B0Lcm>rWg}LBpNF
k@b0tSjoW+0u`bV(&gznfilkAgAJz|nlZWv$I{ox@Wn<c689AWuInxc;vqXRZZh&B#bs9C;<jY)`7R;y=GTEGw;WFXwdfK^@Cnn)
=O7jZsN%k=6Tr{I5yVAE9|^5P6B7iK?C0(0&MO<{_Ur-<-2E#85*7c-<LgN=-|rFdF(vLJD)AYC1lB|gQzHcc|HLUP<le~`57#gV
+$baI2HMr`iU#-z<GRoI?UMob;p4XN7Azo>{(M2+;|3;w@;gK$MK4d<wJ!Mm*DnJCECGM|3Kk^zZruqt*#09aro;#g^c%+<sPxkP
l2`&8I6S{4NIEUY>)aUR<`&cX@6-efBkDD%V(uQ#D5xdJ8aoK_$O7#cL=imraWO&<7sK@_;6EIH3n&8MEx+Ow$v;P5+x{N#?AAH{
<LUDH@)9o$9{3ygP2nEsL>U%C_3}M|9_Ah`_6Tbl{Q_wrf1x0!O6usg|0m`n;}4S*_U-y9Jqb4k9sUN~);K$&EAo}^JjSB8%c8mX
sPz9He@-VKBt6UXH05_pcKN^*(oJpR%OlOs>S`n;zy<3Gl`*C+1?1=v4@f}guQL@6z&!%A-ze)$2knpkyVLvC1A+W1mktx}+SMU^
_bCtYwe=H09G2Jv$l$R31|$p>5*F0s<qBKP@Dtw7Dfucx0MPds=D|D$?H+$x8oS>R1KR_bo%tU25!dVtB^t`L`TDLMHCGSfV&+Al
L)i1_ofz@^8G#$$*hvKb$FVB`p?Me{_vZ%h9YQfa$L|TU#W>+JDFIgKvLNbn_1rVb0P{n(ty!<oe~08_05CF-6@M3CLB?cBp70?T
^7^!qvIb5@57;^b20a`z^fgWo1XL@d@ISunf1~CI3p8-NGHt;)QVc~+<Y6H}f!O;J@BIM)r^`9)-47bMukPS}3fKBU$Fnq*<;}?v
Q4{kLnNcH=KJ(hmT@LxW`vF_eWfR#a3J?Pz&l|!anSl|pH8eJ`p7n^+Q9TG=&N6xEz1AwP8LLtRsR_*=7&-vL?GD`g5x&hW-vg!N
6${$->HE3P1SJ$4Na}(4qs#>u3KSvs@gwQ=<n!|3_z46&fByIb2k652Wc1D@J}A)w={F=Pe)SCE>QTev7&;rS{Me=fA=?1Z@yr_j
5Xko;f86ra_x-2%NDSiPP8XL6?a<XeRMR&(;$Q;UxD6Hv1e4JDAlA^#6w%c16w@a&Rlfzs4Jgaz75*Fm`v8Fh+UEXYROmqd^h`O;
{UQzaEXL8;E6${_0L{tz)9}~X?fNw1&>9ru7v$(`Ovecl6oKRf@+YY6An>Ly>bfir2MreI1`fli*c(Tr$Pf`><on*e$Pf<S>-YS|
FuD!|)c&$9_1Q!Y10+ED)&;l|`U*UOgYYB_Q_L9p{p<#L<Sq8Y`#;z{_e%Uke;h?NDFP=?*2?=K&BYWW`ceMlaQgt+J=4<m)bun&
1-lE^54%0z7!1|W^9n8~{o&U*;>i6i>o44aM84nh*j5bk1^KS{QS1=5(AfabDaT>dE)dbl%J}l=h2iC=FxSo~(fHC?F&J3(f`1CB
Ap`RaAp4Qv0=uv6_ru@r|ME5hF}p9_8t}>G^d}Z4>Jotr+xiJnNgP7^4>tPC3{)-5EZ(j7TkM~@)VSc{Gw>bDA{-0__Tu!v^c=Do
$hG?w;qVIzOVUv;@Xh`6(bo4C^!O&m9e+CVs{#U^S_d>YwEEC7>ESZWz8DoI%HQ+V=ItBJ5AY_{-|;f`>{aH0EaoS4z!msN)F=5w
zvuD^=Q_QuGd}6I6bUE^;+E-u=p=;Gx@P7i2;?{n<={t`ZYn7C4F?l4AZNnj_6W-c@DJ1d?GH2O5a|f!1LS}E4;J#ZzU{~I{?!;e
;>z(5;TSd|%NQp<4nid|E9cGO<lN#GCH}JnBr!h<Skit6%mXdenU1zR*#astm8g*k+5$v>xm*WP3@#WAG7C!VA{+3*2?-Pl_aMWv
91<xCHOcAx9T+<TtzHq?f!8JQ;PL$L&FcXP0tU|p;`ju}1Q71;yebCo=}+7p1`gv7+#dLt)d&*?1`i-G)U4irzyJspt3uls>=!uq
#Ip_e78eo<Z0zfmN9#_z3r4jUNU?QD=6@MM0pJSZVW!kT=HK!f+t}|Gryd_A`1so=NYe8L?AIawVAU!TBcbEU`SG^S{mmuX20b7c
^(cR6@6{Xr49lBN1QqJX2lDj?D;^b64cZbI5^WsrU-Rr-pBOj`@xulU7Uxjr0^ir^?M(Ux5LFf4n;w4#4QoUO<n8+7`#Q=Q;U5??
+JOxFpp6jY<7L}W!#uMp&F3*p@FMc{1r{;P0MyUPRMP>`@iPdu;8EJUe+c&N+5+h-LK@{3?*aZ9<;@TX8TH{X2@~im_w*78E>IjW
Y8KDp2_U*b+C|Zw4c<e4!zU#R!zxfJORBZv81NI%5$3YeI{x~rCR_~Rn+`x8&FtFL4P3#+U#8|e9NP;<5!(}82=gH=KY_VN4IDGj
`OwH2B&Q`uIa)!}zX9b07TMg^01pu)89~{BQ}z%Q{I&(o)x0$o-C?i&8Pprq915n{?WD&?4gmcT$@B74*(~O@DC^nd3F68|H23U^
KluaWtjjX*^YDM^?ma&hyXB?+I0y^}CYcHcM=COX&!ao|OyJ4k|GNnLJs~?q<ro654eLD757^_&_W<21f%qK&_#?{s=|>6_3;Gej
m<Qef0U{wf^xrH85&HZ5e;V?NIO_oN>>D6b7$c|m00tK84<FVU=h6w-`2O4D<O}8m6)N^V{rxTcAyWPs5`X7Z{Vc!?W*!h09;xl-
1rhnrAO`_A<If=V<2V`=))o-?!~=$4@U-Q^f&0QiAqVcc3H?dr+nz}AFPQ`l%DCM`8f^NUHWe9@>}A;)p)2m&04ea&60rwR_%P0{
AMWi+x9(}|*`<Fsqck@dyr$;V3tQZ_4G+f~%j7R~_v$a*BOvRWM}OxLjFuYq{_YJS2}j@%0AC`@@d{9;-|QM6$HfRB2EH5-YRn`7
D;4O;<km_c2QvF1e-tO&$v5w_^$+FzD&o-1*x)J}R@xp2@Yn1%7bqn5CLbxd5!%)`7DF00Df@it^=D5%GUMMOf6C_N9<@FP7D~(B
8P+=O`X=u$_4phsC>hAz8rGx?0rvwIDkc+L`+w~V@hl18<tEhQ#s5-HAh-nr&(jeF6rKU>6yee_-Ow};y$43_&jS?*Ay)<Y`Y+<!
|F$1!-2x5j#uH!!0?V)eEhz1#3V$c*JE%PL8vP^s2I@Nl2_nr^#?c}yD?l0_;@k&KBM1oH8p8)u*Av$z3K=WMJb&tw><{$n!Y;@C
6vzJQ$O7U7Q{LJG;e8m#Nv!Y6fxG_b6DhzvGz!E#0}Jo&=rY*&<pTdRr2_#Q;KaN@IP__6DzzIt0}p}2&o=w+_vzmKMG)}b?9uq|
=mq6d``Pfm2hPV768QS<@95-zA|~k|C6EWs;Re_W1I!LB-Y-1{-|{IZ8WdMIwIbl&84?}p0OIEso8}Nlr7Wm9#4FS428$pw26`pV
Sx4_NHa5KV<Ke{kFaRvn!~qAi5Ig!O1b@c&-sSq!tehFECgfG|1#uo~AVS4ZBN^(;JJ;bN{L+oHfhRoiebm|tlPbdC12nb^QNHTV
0Q&HfJDkwh+tvB*PaspOEgK*hd*EIIz7Z^|P))26@*Fn@{|gWI_^1LH8!CYX&VL~8>i_$7-)iMV2qpX<3<3Q2;1bW8(H;KQjOq0L
30FH5=HK<bGRi;A7Umt$%jXLS@Dv_0#PuZ^7=H*`?gQn{0RKM~A425)0_v+RAqM`v`vS=c4ipeJ*TE6tO!4su56c9_YS8XaJn8Z3
K~Woj4n^Z1FY1)j@xlBR5I;2Y4W<2h^}`9q3(m~ffw#we>)9Iw#w8_JoEi!w?fw4JV&~2_H_=!a)x#*|G7;O+1PU{xF;O7xc}>4b
{4>(BA~DPNB{D>m3@m{+O@z}fp4sFTB<H8f#~;)*-4_awLrJO&{?Q#K&an(dL<tC}LD(=Ge-_;UAR>t8q}xLNw*D?65%c>mDy6j}
(fJ_hIT_a9E<NSvyXxdc^C|h^=<o*(B!mos0rB!MRx9!a0VUN&1O^@mAM)cH^fx8M$OaYN^!)%Z7|=ZZ;zadwyxS@*`x*NG_t;sW
!a(tV7X1#)+Unuc6Yw7McN7L<(+%ZOCN1XC02mwe8aM(3)aX#?WVrU!^MMfyAFdP#0InPY+UgVq=L!e<3?~R384FrNE9~6e^Ar34
A|x8x1rtyb`Ue#3>on#Be>?Ux_wWk_^DI2L<ploh_W1rZE*Kd!^P2D{B>ZA+_T~8D4e0?YCk)sgL?i>i@gx?X1Of3LM+FA_*wP;Q
K=RJS(H{7J4nFYmrvfd!E9n~}2|3#&?cW*Kf$`f6K>qR+|3Cc(4H6F!L+%15AREu=G7<Fm_Z0l`^#}Le1R~Ry!7;bsNl8#AZ74=c
9}my3<M~87`{~ZWM6)5S(B>@O$@AszTY)YpNm=doQ}nvsf#B`y?U3FGyAa_CRsQ-864OEEHKzd%$_dp?LJ9i&7q|-iKI;JI^jHqN
?*2dV;A8f|QT>q}J{Bjll?VudE;vKl5c~J|suTh2FbfB*MEMF~0?7?8$jZV1t-2v|0narR7YIc<%9-CKzy}ihqi4zG0^<Yc6hXNk
<NufK>H`eO_UGc+B<z8u`OIbeBMG$j?DX0DBKzBc2;ko<1MCMw>G(w*z#-ZP`y{8`AzBRs%INMSDCPUqpD`8<z|{B1?^EFMi~|G)
{eSrPwF5!i@P`TkK0!(``4H>ya{viQ<rwqa%t0>TLAd9)`L7E(1Dfd4-Br~tD-|;(Efmn*4Kg$F4AjyQ6%5V&fete(G+i;{&h|La
o6ow&=C#GqJqh=?6eJG$!9Wh8OFIC+6%<DiT+@H<nM;Fn9r*-MHqHOt92AxXm(kmQBJ>6g@CXL}>hSv99OLSxi|=#{@b}aJ^yn%x
`1s1`zTejF_yp@3i}K~f;DK=u)F%Y5p}Mpj3d$Y`*Qf{Qy>k=Nq#euP7tQ9w0_4f_zCrsK815j;DHlF1w-fuv+VkivFCH-l;nc>(
@LvA~)PXlgEeG@?^v^Z`PX!0mK;I743licO<I5@N6BiXz?&?-sRk9ue8=C|D>Iebe8QU270|UW<6~f3=7vcvB*ZdkcV6^o3wbV@7
tYR(s7y#1OZ{Z0-^hfAF6(h;#$Las+UgHV}(%CRM@($+2yVUUq8YRj)%q6@lIW~XCwM`ErCMqET^v3(nOaAQ@=>hof9^fa?|0ezC
{0!bg=@jS!_7Ke^JnAk7`0ni24j;w|2Gbn=Ckzk~3TNuw927YdGVU4s4z;@B?f2UT-tXo0_8%tI0Nm#=M%c?91{w^<7zGYM1}5zP
(A_oeCLHMTf7S=@^vCb;(KL+w{m=#k$=fII5)c*B*aY<F*Z?c(6#k<Q5##0_><0o~^!FEB4(b}N)DhhyCJEi}4-4Zr1ne3U0U972
z$qj%GaL^y64KM%6!pdX=kVy$v+z)-0~eX*zSo`Q;wCd2{M!oZDh*lb$@>xYA6G1|96s^19Om=jvf?W!*(S0Q=GF-ee-iWCJ0WR4
AkgKh+#lP)E-4x=8n)XS5+vd0UaGm`AQI9uCaK}u-U}WtGE4Oeo)nxO{o2$&lgn2AN%Iy64^-CX5}KLSc@;0o(mNCx4y)Vf2=_(6
%LX180iER?(8JOw3jIauzwR&Y0n#`J(aenS=LG>T&j(;b;??CaoVESdA>SLl>&k)jCf^dAz6Vqy!S%g63k13TB`f}|A|dAbkNVaf
@*9}*4GE<=1^W2PAm=Ol2ekC}CB7ON12hN2$OgY#8u0)c66O&wBvj(;>JbVF8YxFj6deTLBjorEJ|frkISU!^3+m|w>Lo1#-N6YS
>+Zkk^f=Nn_yH0W2>k~7-VZIR8|mUR1>msqDK6j|4b<HE?acfs;Nlwz_kS5#0=g0kCmQGS7t-e#)!5M!jmiff@A~HJKp_VXDD~c$
F~tz-7p|)kG`msc1`UB61?(=}10LwYGW}({4&dNA^8H%B{PW94EWqyZ$lXB0-4gxo-v&7DGyIn<$jnkh`TNn{WLZG~LKf21ATYHJ
<?ICWr{mTTpy}A^@c#<r!_f8;?#N^0>=P(6(;OYY4CxLQtRpS~Ee7^+?cxpBli%U<Q{tq$CjIl+IlY`4`}+^W#KauB#Y5V)KOVo0
@5CB!(Bl=>1{K;C6zmMG<k`pj67)N|=oQN#lgIuTB+lS0E(Z-KA`c-Y3IEplKkVgyu+=8#<{mdYSnmpDM&UBZ)6tT@E6>*Z81%0`
9OHdm-L^&1EAS!xZ2J<!1O86h{Rjk7zwjpC@d%(H)a4Z6VILhF7$qvy?(s_x1>D>q6VCenttb-e*azV;yXWoW8nw0j_wPpBwfKdz
`vc^=;s!#`^xOmLI@es`9f2t$!u2u65LX27bGX$ED)8Y@%oXMUMW6Sw8}jt>{{QFhDhnVlu>s_)O6(2c`!wI*Ns=G!Jn$bS%pffD
IMe^l`vLs-8sr{g2RI7S3wSE}xA@oH$V?ro^56vO1L6JRC;R6r@1@dJLkQQe2elGA+tex2#xDin_Ny_0&(Zb<0RdX|*!s*r<^vbE
)d)fRDfKQ6E9WC0AMO?z$lDX_8cGQC{`x*I0}3I>{tpVG2s6=90z$+N3m6U?Zvpcr3;4b%>CRLq44Te`e<f1!<?`X#uMpA&MzcZY
;Q9d`1={!581nr$1l|+=2ldp$H1H1X0@`i<7Vz>MG3Yh}-Tna;=nO9k;H?(Y3`GE@%&`R{I1v}(_ex?1@7?7hb>_|T9TFK2H09I9
`XE@*)zt#ZEgba#C%qs16wdPcB!Lt3_Cv(;6b{wVSo-bo5BK`m95oH~!~^xt=GPt~A>-lrFx4s&>=_CLGYT6Y-?b+SPu}S(0ZUUg
JM!<~$<@*HG1L76B2#qJ=svRy77HK{+)NP!HM9BX(e4r!T}%+x?%)S6U>pA({p2IV!9T@V1x+a;b>kBR9Qy6(o+l^t*%vh~FB}g*
CG+_HQO*nG76Km+=hhlu?BgZ%Bly9A6yiJvIVJNl{nrWR5enqK790~D8zbR05HtTP@f64dIBx|S9T^iG=JM-hQTPr)-z^*S&+zCX
BquEa@{<VpC9^aEH`O~DGa<+HAQ9Cbu1)OsvIOux$oVSe0RIoc{Oc<ReqYr*QJwk?Py^nZ4lT_V0Z;RFEe`ZWrvwuu;L0sO+ppc)
`uYkIaXKQ&GkfMo>kP;HtTpRFE;h6NQr_XnFy}7>0r_?o53&hDG0-Xi=`0EPe^u_1;UZ-K4yq3k4G;<7zPd=k4Cet0;{Eyg@)g8S
0Vz}a=M4WHK=8fO@i+Y>6U-JA;3&n_5)}MTU0L_Q43{Ya!SO;S=}_wq0;(b2147>aLO<vf8z1bw>HIYis7|RcAtceZ37^uy?BDv{
Jby6bJOt({+}W-%dQb&C+0^Xl$+<K(`3SW7HR9hB6f+Ysu)68@7#9NU<xnjPGsMly5%|a&081bG*yAng0_*h<;^2tw4oCt1A;Pm0
B<0`w8z)jeN9`EpCe!Qj%nkMG<}KGEHpT=vIU5G`4+$A775og_01Scq6a~5&@dF%K86h(9A^jH#8uQN}_VLl;^x7Cp)7}f{xKHx>
_}v~h5DXaF)AjP+f9W3)|Niwj9t08i-z5(Kmaq5^NEu5d2^8oPAO9y4zuE`+*$@sW<R|0~+!^Ta;{E#P-TffS7#9;E1L*H51OpNM
;ms}Y#u3dEAk{DJ`z*-&=pxAq0s09474Iz}83X6P<nN{8`1Q0f=kgHZ3>+O1GfwAXGppb7GzZCNB<$S|=e!{%{_6(v$?PQx`!O;2
?;86I2p|Ji=E>zB7y1n>(!C+WB&Gz|@8;4g0y2s^EZ-sT9ugApjk_1{p1vyo`_z&nu8#T5zzhE>oZ%<gv-h15=Zr~3G0H3k83rFd
fh)hy<iG>%NC@OO6Du)IvJ=u9*-;&|^u`VZ_!c4fCz!rAOzkzvF$)9J<nr1B>ktU{f2yDu4h`=H^;gl?7s(mV)JwM(yWIiuGoj$l
0~Og8!#lA47UlKc9lRa)&hi1M9o5_A3PdUGCHvRx34{L;G87X@%cR{i+0*1N0u~7>#y1j75z#UD-X0|=&Dz5YB<|840q7+g#U=3V
Ca(YZp`I2k^YpnG8Whpu`7t8?pVbFO02lg9(+oPy4iODr?-c^4#?!S7BN6-I<IR8T7U;vtAnf@@?+#kc2BRylC9|xf3hCzS7TxHv
D>MpK7(7**70Uw&yaYqb5**LX<}fq;0RS7r{ps5Rr|UJ?3S58VXdLDq?H<(N9TYLXRt^YBBc7;|Q2P#U)D1EOO++o_*ZAX(KmIY^
@6SIn*Vq-`qX|$z<XNq7<QL-Ruj3?e9t|r9!wfCU@xL|J?BLQCyu`lyUh@m3p=Z+A?g>3kb|}yWrql{n*VSSp7gR1?;q^Px)hPW^
0fPet+Xt5f$WjC30W$0-LHFd;=@uT%Iwuc(*5OqdF4!6gMa0+_@Y~V?<l^uo!t(PUe;y6}wiQDcu)o9=0I?bNAxrbR^%F&1sM^{u
q%|7JAFK8VBnkKh0v25FKhGt&r_j>Y6#28pFAD(0racJl$0r68tPQ|22onO>IUxf6o|GG!*RTVO>>vmA8x;%zzv>hH4ZiFEHr5YD
9NIfj?4b$OB{U8XF8|6X1>^F{rzSSW+-C$j7V_QsSKc)06iMVHzAxhP@DTUp_Z`je4$31c3`zPi+&5D;$2Jlc@ygTuLk?^wC=mf3
B!Tea_YMdb*Cy{H`bf$AG#>B({6_gI2^kU;PXOU19oP0mCm9k0BEco$1J_C;=l=h)?)~cU{5K5u_Y4^7f${p=3jxOyMIJQ^9q95d
7Uwj@<_G3o?Gfh3=EvsA{JQt$$^_~cxeW`<8w>RH9V8v!Da8ii?+6Aq3HT5G5H$@&^YQ}}^69`eN-sAe7AWd}>+|T<8Oq5a<meWt
7%&+d9NNz5=>o|0;|DVj2g5T4^qci~A=3sZ{N5$=!TAa<?Ddi5{O%YaGa?K274<+hFbo&X&phP@Gx%8*cDL>G`Tf@x11TQ`$4dA5
uPYzp%)9Fq_!}3iH>^KAM#)L;1Qp@j+g8po^d=ib*7hpfG8I1&?F=-{D75AqCgCdz_oDctBB`p;+9rV_`4aUbBPc2X|F<IQG!rAs
22t)M$j9{B{{rSE<uIcy&-tF>R(BTy3*pi7*CF%*|0Vhn&8G+5^cdyqQ2-9!H0A<6$uK|y6;%@o1iu;l6k^jSHU}{T<jB(qE6f>0
5&K3>$NB~;LJHX11X2wK#}29z`u7^cB|qx(Hnq6Y?t$<>7Yg9!H$Un7QS`R<aJLBZ1xmN-*bnGaG$Q@bHv#<@;JyUS9N_`HEfKwt
4X(Vy+7jSG4+|&z-{RHt>igCo2l)!;1_2@33K}g84E7Sc@g`X4G9gLA_~Zfe-T%Zpw<{eG5&`2YxGG2*w*=V|?9JUNlDohJ_%#^+
<=!ncnhFcm9^4EnGXpBP@e=_>(*`!E&jde8vGQKx^!F_f>h05iu#o`m^4Sa{8rSHi9R>sFFdgy01K99B2>9|f=ET;ZxE8Kd@FrOP
^bbF-3k(?90v?9(?ex<J3Ht~h$7}qs7%;HHBqbkz9jAOCD^~nE?d(3n<PKFvG#>|Tz3Ar=HW#l98Q<kZD@pTCOsLi-4<H*Mm;dQr
0}*N7&LzX;?6@qx-4yQ*2MgdcEBYC-hb3_U!#n@`IeE_3J_e!m_ysonHQgAR>oE%GNC?T)%)bYgCKVavo%rGv^U(S&#01j<755!6
C-c)=!rbua$?Ny5*Y2fR=LQ$~-_F|sN*!XPnAqylHsS`-<XJ=$>@;mH^B+CPf$|{60qeWxpB5PkK_(F{jr;s30SCzt-8a<yy}=yi
{?rHS+Z+eW1uGWx@*6BP<xLu)8yLg!3*aRNNA1l5<mma<0{ON49!wz(!O{H>+Gpn-2-z*@yD$3k+2FzW?eg;uHQpJ(-1j36;pr0r
+TI~#54JZKCKf2s;(-k-Vyyg39Qz3Q&%8~<#swi08r}3fC)x!%;0O6--$hWw0r4mR`4}+@w=2pM9Q!L*Aj`J})LJLJb2YK+?F!K~
9&lY1#y9XPF%h@?8>3jGJ26r#893$<GWtRcXzcU6^S~tYGA|Pa1p>X+;3SF1;LPXy4BNKV2??x*u3!;v%^x!j?$rvyJ^IYb04obe
70UTZ(ZtRlmL@&4A2ULkA5A*NIzxdRC_Z-X{NFG;^bz<)(slz$7094F>l0%W1q=HG9TD*Z^#>&P9R3FL04yBf5x(aC+~wEY+xp=E
_y*|U>KB0p2`xU#=mF8z$Lj4I-|Hje0|?{_7TOa05$p-g^6=>-0u%7Q4G#d;(-ZbU{v-k45Z3$uG9btNC-o;1Khgr)EBH7!9qK9^
(h@Bf^9~!}8P(4s1>X}YP@9W6^!;l3*704;1kuXR;ombV%_2;w?GWhQ|H#5J<*qg)_asHwrJ?R?|G($Xsvj&$+{@Ik`Y#B_e?<=b
?cDzG`Q6{c;0WvjS064nCjD5t9Rl^g+{-`6M9>Qy?8oxCFW*3N$6(>c4Fm2C3o|4LHbDh`5@F`&3d_siFx^-5ts)Zv;LP|C3po1Q
1pEOx?gC52HNGC;A^aR1`65X6+08`j?@$o(<{c%hCKmkcOW*<u4Z*_x9@^jr7%=J9vm8Sv7V^>e8_dJuF#ZkZ69@-08n@yc2jltm
JS0u%6)_wX5(3`k#P{rH{o4V7*7_mX7#tfj<N>E70}k&d^X%Ocrto9%`OeNKFY@u%3*bfN{Ouyx&nG1u&`m+~{V>ARA_gwi|3FLs
4het$`!(#=FZmQ0<M60YAMd5m3or%_+%3TSCe+06uhPZ>EC1dI?D{0T<2K<nALR%U-Sh7T=LQ$@GvCYM8RG5DI}tJ)>mS<5`<*31
5VG_^>hrw50{=As-2Pf6PU7s?Kl#}_H#y3vNB*(}1Pu7a6i4VIART+m9;MyEAz=abi9z2b)=Uq~>i3$V#Uz0g?by2`^&#Cc>^b%|
&B)XW`04^9GyMkBw-@38{T%JdKeZaszrGOoz(wZR1n}X#?%*KyoB=)M=oS;yEW{KS2piK#HbU|86aMxf;`9l&3PZ*PA``qd@$CKa
3iuE00s{Z3{U-$K8~-`c3Fq)B@6GA(NAd5uG!XI!=z;4Nx$6S^-WwYW5wsii_V(H@IM!VA=EK|o;m|h_x9;d77|;MT86nsZ*4;D|
4ATSe{V5xy@JreM>-RDN0j?y&uIMu0SpXAIH7h8-^#jjXneg^1zqTXh<@6;%2j5ij+1t|YYy%STGw%267#;Tm=`1!&9XLh3-vv6~
!W7Ij85RTsGszA}5y32+mKW}%)Ylyckf#J)7%}DU2`IkP2^}0)!_e3h?SC{4RPQ|h(e&5Dk^}KBKHC1b=GM~(>Kf(QB_B-r@<J!p
&F3!ny4}_a3>iukHTES?6Gu7u{lEx8u@x*M<?sglBvmOQA@kwEKlB9S<sSs{2Nc^kf#(E1OX4LOyanUz>H!J$M;Z+P*!9cP{^zsz
78U&ZxFPmS1ePWnukiK;-`p1t8v`U9+7|Nx&KD~6L$5Oh#?Ju#ttxpo+Wjd=_f|zfJIWPz1T0%s^v)hD!UD?R>L2d|9~u`zMS(gL
4b1!}{uJup{5CWiofifJ7g7uy5kC_r_#pA-zAha!?b_7Y$M_!vDQd|&|MpbSG86eH2rJb}-@61h)$A598Bix0FX`9p+SLnD>*3n2
6&e^N4AJG%63zG#A>;Nd)k+*6tMW@UA|muC@Lla4K@PC_<^<;j^)c8BCCem04-fK4_W?{CzDfD>$Suz-B;G6{%i8@V^8g9`3&9{0
=J_%z<_$0cEanV1&Eez91r-bY4!rXADfQgDB0}H;KOF5N0ypDD8!-0IE&PG{04Z1_6Cz~!?L>hLHsjLW<7yVqzx&1D^|b*Q7tj{;
`~N38F--y*WXb^z6uRsOH|+H6E*b;KD!SsQIok;D=g1EK7E1y&^v>X@#^u*dy(a}R<t{}RzXb5_`|Q{<*znmb6XDeL3l-$=%)a|K
KC(l{M@HrY9@<+5N4gvY@$#MaupRsm+(SBk3J8!Ym;<8-7t7kx`8wYs^EB1Xv@lU#4e9yPwH?kfP5t@pO!IcZC_@?u1nCj_uc5%r
$zb{A|10FomgWam($L=XtvrFiyTT{v01DvLK$sjQWDemJ(?U|7!1}vdp5Hgx@%}mi5va;N?Et^j+5*nr-00EZ2TDvUATA>bdw~%}
hD9vwC?Lq@3$ZY;G+)!_15f{)2o<Ft?!W`)TQ$}b8yV%#u*!@F{65D57!2|6R`$9t8Xai`8s){mU=aNd3@_0A_YC?k^~c`5(IqJQ
+}uhVGXn1u1|dlU-Lp*&BM03VrzQprCF0}_ciAj%+T7X(2I27`-W$nF%J3T9KndIhAn1P(MGqzX%LfQ05k&<A3E2Sk77gy98}<Jk
vE2+B^vd=0`Vz_d#16{{GSc}<A??i8C*0WX0}B<^3<}8~Ig$>zC-Tx*{QCDC$=b_J`|R@v<QN?yw)W*B{!uup#`4tQ7U3h&w+a>f
(-_;a>J&Wqj12^p)8o_L)#VIK)v{6Sx9d9QD7z{n><3d23J(tZ|5axq{Wjp?Dd!Z>&FwtJ@Ci`cCFAlcQ19)j3D8*(;=J70(L>G?
01z$f$^G^6@xcqx*a{i@zcw8|=*;I)G~EWY5B}*a`VPn{9{Yhb!`|K=`1k3x8}tkKqB92*7u^a3{ipvjCm1jr^~}+%^Wg*$<{;=w
_WbbZCP@}t>@XHAE4K6G69@eR*C6seESnG+%qj}<1@6|((-BGv@(AV+D-3J?Uo68L-5fts$qO<D_QMsU<gU!E*$odfz$zO$#NvS#
>+uTQ3akW82kWI88WQ!*+W-Fl_#E)7!bSWD5H$w~HJmio8$;_jz5?U!zh6i2-VD>l0Z82*{<+5Q`6<Nc{;M!AFZ2s6`Wnj%3f30s
=AYQ!3j{dt;*SUy;t>Qa8@($n0p(!LBiNhE!O-jc?*rk$B0R+tfinW`7BnbI9Pt|`@G<)z@7O@YIK>522Rc<DliC&{Jn{4-6;$*B
6GKVgKKK{{1>J!psL0{j5#}^`I|>2K%ofBI{8s)l`~LLN6!`*l{o&){=VI_is`XQ@5&kIKH}26G03I<O7ryfN7IW+87W(4y#(ySA
1NrF5=NlUBJ0B9!Gzj|;B&-n7(j6VjMiLB1EmQF7f|KJZ)EeOIfdMo5-PIPvJ~a}%_6FWm$4NfR*%iIlWJgu)`}MUHQU?tT?-CIa
8SMYAGvf*Z{CgQUS?Yh}-1&jt>pJP^Ei3b_N3Y#XG#1=iy*myC$lt60?%yC6P_{7xlp7?y4c`hv5(c~BSppT*O4~jJ2x<@*I|>%n
Qop)FPbxH~%OJde%l|cO%(MPI?eQt)6EEf-`UNufA$a)?m*n5TKGX%&_u~W$^|T272}|ky^%WU0!)ecdlq|-0toRTW@7US@AruBT
Jbd{f^br&|Q&|K#RNOEI`3)co{=v<eM(_C@%Q6vD%iRvt=GB4w*ErZ-BuT)>7!(5QPBun=EI9}G-p(bH3)^Ly83)HD_}T?K@B}^d
%Cm+MiOT=h^Fucg6d(Fd2m}RDBqKUrIuAO})c@!dxeI139M&k~<W0p4H6r&0_t5|3)Vn0T2qYZ%3I76rDlYvq|12Hc);BaGA21~B
Z2;%%xx25a<V-{H#Nn(jfxp@r>b|u8ky&6;dc!^K7Z(Kjp??y|9pUUd(=N{kK!gPr;@`KQ1YO?@B+2+boTC`YtikaFWRoZjVUrA^
{~sIP*GRMa%M=(r(DvGc;F$$A2No9F=nVK2<vJq)<|6+pkbm1HkOK5O963v9Jx-%Kt3~z-HoXTiw)E#A^vi4%nF#m#?IIK{?eQ1Z
=;+#;xWO|FH}QVy_4R?(M>hwu=`8vf;%VPI(|`NG@%0Mn=^O{lDZGe9xq03&3+2V_3gql0`R^zFvo#qq+%WtlnA5-r1_u!s1pxpC
7a%0sGGYhKP{lyv^y=qIuJAw-^AY*)*&)XE=zq=c(HlYP)adaD=iw^L4D$l_Bg#AlS;W=H(&_&qD=c~e|L{C9^?&)8`PS_Z^syf*
*YEH;FMsH45yVe0DM<_QFA{l5@%<hT1s_4|rReK093cb&*d#r61`r_{;~DKC-Tx-LD)i9S1ztC1BrXf@C<8j#Ed?gN|MM$G;|3Pq
5+X#wh!n*U*<uATf9BFWEBE^j4&e*g2tfz+_zNG<58nk52@wDbDhJRg;}#Sa<L=-h^yUUNf%gj>EF?_c1Q6y34%>n0@W&1`6A~`<
5E1JJ+28j3(CrT>w(jQE-5nkG-S^ZV=JhBo4({(U)hwvX?-H;8@(>01@@>D*_N4RXlYcz}CbF5+n*RX+=jkTT=Rf1l+)Dfo>~3YK
85kqO+gC9NI~^a_idFjUqyzc}74q2c?^{hYfuF4(5`ol7@%{?n62{yC<{Zl_f!p4kR`Sz#0>M)6wMQxe3rz;*6zBe|64x3=;0W6I
74I)94@4+6%(3vG1Klkb*2K{P*c90!)bbxO@A9oh{JvIV$m4$uw<PuF3bAbQ>E_M!^bF=2*ozSitO%?n=JE19<h9_v$J5Rj%7G^E
RtXCQ_3i`x(FO|+vl7zb04~$(1s6i<@Eq3`BkV*J3j;*c{rvSt$M)?VVL<-B$NDK38^oI*rQZ$=$HCHn5XszN7zF3>?=0F6GxWpv
!Zl5)DJI(d{X*Ox2k{Xcj16=XAm#176@ki95)=<h+}8wU)2%P^;O+nj??Z&!6wuQG75ce5Q4IP?*zzq$aw0w$3n{(aq}&Am@*kZu
x&{p|$vggkecT0A8P~z72nhcUSRCNhj@cjH=79z4`tJG1$LC|~2LZ?$;_YqN58N*DQXOg9@*Ct6O4L~<93tZ{BGBjp?_?>>^2aRz
S}%W>!lw_IsmAT{Fa8%U;q#T^0jzL8=PeES9J27D1pdhj+!F8brbzksFy{r`;qdsa1O@R#`|}CS4$tX0<k2F3(g3>0|Hbp|8z93X
Q{`+3K}<G0$J_Yl2?xeA%I5hH;k@M7Na^<B2p;z?C?5YlxmwDx@_z_lIT#fVOz_4w`uQ5I5bwbPBmM}je+B$0@dg#;1>z+7ru6Po
a@Q;_`XC$~1rGlLAR_|rTWYE!feQH)75Nk$INy}>2;?1M;0V<c7p5BYG`#xMH1#Mb2Wb2K0QW8O=QB8zGUNL7zvLbL_5goBEZbI1
;~H22wZ8w7`53H~IX+t$6dLr{GV~GP$5_}7GzaG|w%fzr0uuAi0PNl11IGd?1{d^!9VTJT|DnGI=nWqW+W!VL^a)TC3+>hm4qq$f
`r@z(HT{G*H0tjb>469_?A<8G4e0jg66guNI(0VG)cDjFtpz&c-s!%?6ga&L_(jsl9U}|>oAM9&>K8i>_xnNU)BeNa?*I6I{2k2T
Df5j^{N^Dhm`W(wLhxY{E;Kdk{xQQ@Cc`Q@0~TWj9_T3w^zeot{nddG8?WIo@+8AQx(FE@-Q*k=x(jp^N+KEF_EQZD1gy;M+$+NZ
`{_v>S&`(t$Kc#u@ZM|GCli6`)G7%z``9+|?VjTzQ9`i0xh(7I?9BEMB*E0!5A`gtF}Md1x3x;<DS<KKD8=#K@%`nv2qa(s658{A
_h<F9-z_83CFRvBChz~?@4*!w>;0(0>IyhbFy>(7fz!sY#soYxM*JQyBK$!Q;cx`gicF?c=npLVworxBx&F-Gf#ac-_dyTbBkm{D
jvWa$htmfm`N3K%4z*Pi<s+ZoWH7ajVEEWV-sr;zHLEZKJy94BN5>9<$sQhE^zI)00yhHE{J8%9H6h@;VEe`T5wHBZ>|Me1?iL%o
_%$((B?A7apB5id<@@Y8yQ~^l<=|&&%zu9aU?unA*!sAC+vxJTvpcTT=NIHQ>iAV6>Jdia$o(Js`x_D<F19HQ3849^ITJntA3@yn
f6$&E5B-9n*#O$pzY3NYQ4Zhn3PMV!0QNg#6Flq!#^N9Q_UuafF!S3DBk|1o;}pQwpAn%C0pvk5LGz={?>6P{N#XyGx;#)I7L^qM
K1qQr=_(^hx;+v}5;s5gx6M#9=M&u`(Ju=rI7TqU8AN)@v9k&$fgLK?1{OZ`(%TC4qD1?>{xT={1j!`0=f4;)$ji4w7qu12;nCg}
T?jh0OdG#}1}8U8`_2yZBl;unEbYg;%j^kJ20hxt*aXEJHZu%PNIMAG*$tS*9tAKqJPbn_&m0c?*#YVAe>mLf9t+`3=1~1B5iG|8
F7>za%LMT7?cCNKRlWEd`m@_17&Oq&4&?KNEkJ=6_&du$uDkjA$w~<(6%KbmwJ9;CCuIxw5BnN26$sSJ<|P^74+-qj`Nci;ulg%B
*UAty&4K0B`}!MS{_OWF?^Q<jO+pajMd*L$-9I9_8uQ@QGqyOo@x;qV6R;D$5T^uA8Or#YvH8Vv{|*s;0X*MMFccXF2;=uO+w2qV
5B%%_^!gPa^RDd+1}F#_53S=O_<`W>EYn#@5jGDGFbshr4e;o{<s%T%Ee+(zMD6Z79PYx&1p)pz5-}Mp+Ni$jsn`cS&L0&+PW{|;
<SoWB9$&=w^Ui<L(ZTKr7bF*dJkTd20m%#2`0gCt3hm$L`PS6_#L_bk`|cSV?cS-O2hgsY8zV$oOyLM0&)L0yKm(lZ!w0rj!W&K`
1J3Y2XcGqE{U`w>3;Y-s%n$C40q~mrRqz%#tl8T^`RWGNIs4@T5rK<uItV1BIuP2d4#wO-AM!&MG%mX?<LBGf9|;c+z$!!!TGt}W
OA}iIOZmIzEYkJ;24#PAng0pbCdUj)r48gaD-P;U7&X?;@bB^oFZKQ}1p5FEISBw8K{DL$>KrEz9l;yy13=#$`bh-&fiyR7L<|8w
e=x|K1^RU<`x)93Tmu@U=NnQV;N|Ow15vxD6ezw<3<d@8TfzX$-X<;LC-)O5KVlh8#bWay`Rf=ES{bP=Cm=@>8|_}=fg0`d_R#-1
`6vX@&{IA|9jw<LPAWF6n!M*vDL~|m<XQMcB;p0*957=l>o_yw#asav=`rs_)BPyfDhE(IfpV@i&kH=1F9Hq(2?T;JA+u)R5YW5!
^#U-_UIRfN(<}_z&z0yCvVr#it>xDQ3ANct22KRn<4fE=^2Z154yjYus$96w?;?Nu>BlQ5&j%a?7v5Ia9Q+9<@Z138x4z9KcRday
BOjgP`ArH6>Dy?w7Vxvx`QF^R=E3FlJP0QgJI&h>2!ZPU$<X{x8$A{j?Z^ruw=DR<s1F<(<+|}vM=BV|&j&UjF#qUB?=aQbmpudq
4Hd?J3;Y2u*4P37{r&$%AP)Zg_AUq>I{XUH4*)%{Ez<z*HWCoh4hic=A?i02BO*90fjHjU@BQ&Q-53Wm)T0v5;Q`|E_n*aJe-13A
2>5v7OBx8H<r8800N8E<5CP2&*zx4%>4Eq?_v72F1>XiBBmB~<<;NrO{5=-w1rHzj1%d3=j0`C_5+2bo9_%ID3(MOJ4B1K>-`6uZ
N)Y+8qTUqg>lp?Q2_ZL(>z+XU6b$13_c56{_X6?<_t~gA=EmU7#svKAd)Xj=8R+=a;(xs^B^CR8oDJ)i8~gd~0T|5kBKKu4`Peem
Mg!jeuN><l`R#oBLKg--e81^l+j{vRfz9bAxE~`1!~5Y3HthS>M>Pn$&P)?c?U*XsD*iu8y!h=~%}36&6Xd%WF}K&A3;Mj5)9K;r
BIxYt?B*i(ChfWPf#JJ3?*scP*z_X@<pcdg#XQbC4IvQe(aZfR`02nYB^Aui%j<vI$f_ij1OF*6`PbLf_0aZ13seUS4;O0_C?&1m
Fz1283LOF;1oy|^?jz07>ajIeAyP}c0R#US>?!?Y==RG@<^<^Q)Bm|R7()Qx3kD~!qgCr3??F5FLN|f0LO%r;AfNdH?IJe_i$)Ar
yU`Bkm2d(0(D-Nu(*^|;_1W&!*#6oUAPzF~GYcH%_9_d($^*~F`|T_?>-i}8x#tCc3LXRR5BfzXMg1b{{O_S1yyckO)9)1K1D71p
tQ#^#G|(~xf#%Zq!Nc)fGr$$x==s+RuG`Rf)?)WR-+z-3RS&m6<{ttY?F-mV`ZM?80IDei*3K{s`0(8W3o)q@N8CCY)7I7h;VS*%
?(OM2=J)GEO#u8!H56LWKh7Kk#edxQv)?T9xuoANzOWY>j~DbGA$*E0)A=I#;V~fw=<m271UhKo98DYSUolbVE9Ncwy~IrcrkXm;
`w$He0uLwfflcWA5kTDu0ZS$2QSiRu9}Dp_4*)II(DMfH^dPf=BGJ?85*F|mz0sfC6Cd<(lx6EX2^Bg{3pU$-0b{5b;pO%P!OI;j
R1P#QIpL(b_3qUEybVAm;~!4N{SO?g&ff|G(1=L~PU#o};wb>>9R@$gT=6gE@eAz0LkZ5<&`QcD8Y1G@ErB639Ox7z>(u?+*zwE+
L(t7C*#-!zy$M(|<@_x!f5iyO&cXN;>G1{AAfp4)B-sM_>+${b{tPX|4k`}=@f_SbJQffpD<<>V^#<bC>JJp@7~cOd{jBT((?&Lb
{UW;xuh|GZ$F=fX4))?092*lm_Yc|l=ez~sU^4dbI1cwGI`+j{f&4WRs{|4e4Y<qkK`I~_`{E=mNd5xe718&30pK9);uG){`~?Oz
G3abW{OFGKyMrOUo6<`L$iU>oBNy2;OMiV1_s`r6f!H^@z%I~mtj!eUEC@pUI|Du*3MP2=-A4ou$JR-7+T!O=#{xnfCg%6d{`BJZ
zu@8Zp9kV6y9^@=A{ZSo4-y0=AsjF+f$0|;>H0M#_x1BH)b#uz_!BzX<POaWEfmh*#UB36qC$T`obl-s(T5RLz6kHf4-V)i9Yz;2
`LsPe80a|&5ToNQ_!KM8?M3Xz#eXmW{><&+2}J412#hK4#uE+OHSR<(*V;DTJIAoW0c!o*nQ$y9=?Yr%_Wu7I<xb(YU(vTV$PEb>
VHWapHTV_&|MIU;2q3`m@Z;wY$rFD%=Kn8g_yi2~^ugNa2-)eK(EJMk_x1JyB^%@*5App8>+yl(-Ya75zVrL&``iwT-O2^>9s&Ru
Bt3y30}d(@A6V%S_AEOr7z{ljDCs#5I!P^Y`0D{K)4<X9-`5r+;smDp@wom;w0{E-<s$S^@A7Bzqb{yeSrscJzsKbQ|D^pI`cwiG
{4lk_5=r?iw0HS2IOZ>0-1v$?QS1z~ChX%Z58*5S_z~GPfdvKv+&2R!@)h~$`SPLG6ZRMesQp{sQSGDw+6nX>5d9$z_8te?()Iq|
ClENb1|mf8)}9hT6XWH|;Q8(X8t~`T+8^W)+<({%@Eq~-L?jL()-glQfz8Xw2J$cI^q~i~45sl1AOKwhP!z?g!KCL2uMj}{DDLR=
9PIB0+yV9x>FW}I;uR3u2n_TgDJkUk-TwXu@dX1M^b6@Z2MXCn$`l!96*3g;{_EJiyAA)ZuKy$?CN=&U70%Qs1KAue^5o$*+1)&U
84Cg<<;BDU6EY77+FklB-n=+qha|u=PhL5Dyz*>7_t03oLi8cm!86HA6gTMJ#u+Rg?`JIh5i$(Kf3wl+6IrI(St5akzkXN5uEQMM
?x^`L<`|O{=I3C3-W(Jz&Iv;q>?i&D8Y8MuD+&#7A5+CS>&?Q;#@-&zwB++54DR(<t-a!<r_}!W-xu@y8tVc;EH8f_-#8Kk$5R>#
`0&eM(IUvz_3ZQ4(a8D};DOr<2P+`)=m`=HuP*fy2I?H+3G)sT`pg;^2=eU9^w22_)gkWN^xiil!rtHY?=^q?>J@4p{vR6G56J-B
2<zH$2wo}71O;NZI|gC%0Rt=45+xviF9$jO2rNF!X3Fv5{pQ;u!{#ad_C3Dv@cjDQ#`E_u<^w1T{W1C)&DrJ|Kra0==89ev=O7T$
wf_SoBoGP)3;Kbrs~CMS)6u;?r2_WT-0%c7@fI)1ObNi+Kr#pL8Zztw8_n%NYD!-q?F&&e?G*141Azl4+a}`Pq0Ju{*cj=|@;EfQ
0_@2pH5M`LnCw@=2cx<9=HuH#$?n+3N!Y3z9u6l4#FBv^z}O7#j5+k|Co=sjG=BrT<NhouITPX#JMtRk6%KS7AN%Ykz(ChIAM-T~
&(h%)!O+m4=F2-kX!#uaz$A--8VKhMnN}xL1P$;34+$0e-tpr7IK;UMK_d(o#o+w&+7I8Y69XF!-US>7E;_E4(fRAHe?$gCAOel&
)lu8D_expG)3FsuHvsiP-|Y%O_wXauwc_VD5)<Mz`Qydw&gshB9^~}U)YKNuL+<~k6ZhoeAn`5?^;-7{tMKe=zQV)yv<w{vI)B>#
+i#xo9SEBxzBO14_x~NYE+pB}uLC-t?*A#_2kj6V?Mg4b!!m*A2_`crV(7unfBL&0p&cVGIQj??Brpov&I(>;2xH#=8!Z<3@C514
r|j5VEjIY%v;hbiH{9C;6F2%L6TpKlnD|;c>>;~|<$n_g`5H*hANVH%_t8W4?$Prm0k*cl&_Pfx>k}N&*zoN<fgkh){?R7^+@Jvy
^XDNJ+AY@7FX>e9;4}EbDv7`I;zIro+t>%h!RpcQCC<_|CH}2WInj9DxBU<#s0ZAb7tZO4Ck4&-f3EpA>b;a_+Wi|`;R|5WPgzuZ
@%!)+<O1t3KJNwr3~UMm3r6nm3+dDjC$t3h5AW{7Bc|~4&Lr39)D3@Q9Pbhu8|)Mk1otr77ueDM-_-vO1c4(4vjPdd5XbBo@e<Y!
*w(@06aEO^0Sx{g`O_K|^aBg@>jS6dx?a`m+t2&JA+;Nh4hgu#>e)~1`3-*}z`)-yDn{nu!pQE+D*EU+cg-Nx30wnS)=t<A8cqwD
4lWd>>ea!WH4N-6*)$e^7}L!=)cF)a(eu^;83HCi1=j}kz|rmk9Q?yR7}Y1+7#0vX_bv?3y0s|<w+k;Cqk-NREDAIk_98Uw)g0*P
{J;O#^7-O0IMgi(kp>ZgBD)MgHz5JqI0_5v=x4Q6rofw79}f8V;X40VDDH97Is~iYFbB`r>}z2JUmxQ+=l#v|O_AQ4&_x9N1iCUs
4*Y+k>Hz7?-`Wh>#L?Uk&_I6#Gyh8`2njPhQwT%SIvrID2p~+<5~Kav<q#k(7)>|t#@iMXL@>P?FU#*V^XKBn{lT3n&Bp}bD+n1g
fg9G@*ysw+Kg0q81<(rG0M+$3F~`#O%?KPm_d5Q`BmnsN=Mm#0?f5U?(hjy9W)R)(Odi<>L;K$f`XCeg?)fDY=Yi3s2mu~BAP4Z`
)v)ge$?@7WC_T^S3N1ek>ij_pj`Pl?yt<`<;Vt<M`?gn3`eflk;rEypI~g3kFACZb6*A~@5g^f#k=_B{)ji`b-mfdqd1CqS2Ib=9
9B;+BfiRff&-YH^&TvUrfz?3orHuCq*yb7&%_%D*B`pom3;6^<$|x}3_5DxmS4Sz}-1uF2#VX;)&>4^)>h%K#ycfRo7tnzp=*$ui
ibPgGEJh>m-y6UlNyazx3kb{h*x$HD9qKyU_u9luF@N#v)9(@P_Q>Q8$2{NM?(x1Q8w|qMAx{4g!ua+B@H8sh9^Vr+@ecCwN2v4R
NwV42^Yz-pVzsP4LjY&=&d1aW2x7Aj`8UJf|1TsK^;>~8>N*iVAx91k`0OvW1}Y#g;KdAU_7pP!_R$T=p;HaO3N92+#3IeAH9iHr
1{WB{9O?Yr0PGT0fjA@_vOdJzDWMsx1ss3sBu8Y{BUiR4a}8qW>NE4-0|M*20Z;7?dL;c7#pe$Uw<+(!-|q!NmlzK1fvp=A8Seod
01^le6Cu|z9wEb@>V?`I<lz734%brCDpooM*3~1JMh^?mtKa!0Ucj>gGDG0z``#?)2mCnT!9f7U9KPHmF*xfPEEPXJ1*-A<f2`R!
*9avl`JE&XUfxFF`_wH8$LO&stD^_mNZsxh(fonN5(g%<@WZ|U^$rH?Wz8WV^zAnOm>@4OQx59E4P|2|_Yp3w;}N*GNeML&jybUn
qTSXHfeBW*`Yqk053}sq#On?^f8@&k=d$4THaj|&-UtRZwA{r1ArSXO#x}Yr#QO?MHyrq6HQC(Ka4+u%3+eal;Y3^H2n!<K^C=Mr
AkIY01uEkmIUqn^&FA3FF$4_(=j_uP^(W5K5gdUZ=&}AqHO~?G1-3)9;_ZLx)+!V+{t(&m<{|#+8|Mq|7T3Y*2n`(^@E;ZeBIX`2
0V2#X6tyB80Pzhdjm=C94Gt0S#@c@*M9RwPV<{E7{&%_YGzA1V$=EylA+apqyQJL}zaT~rgNeNy?;qRm0J!&hl*Fs#|Kk^&fz&n5
KL^$#C}djm%H<!%_K{T^p5z+hhT1LN{cG;t74{0L68k9nmn#s|01M@R<|4(~Ht93rBPA3z2q`%JFYrGYf29e~=q=C5-x}QW!!+io
hmHx_xU~cIASU9w{P+pxoe9(7^DyBcg$J`l#xd_r3-fvk#|-=T7fa#d3nI$J59un)|1=pJC@&zOI1mC7Ed|Fe>?VOH_Z#;U*lq10
1sN16)T1OS-QM8%Affpffu9H{t5ERN+5bM55H;&#Ch6JPDFgS}0^8w3$qoqa0>~)y;P)vJsOjkT5$_+Z3&QyW;Jxe~S?mbV&W`uV
_apl0vRfED2tT4FGk-%D?9d!D@&Dca`7F%QuE+5`B=kUV)YT~GPcaNmdfE&B52f_Uo)%C<P{SL6wJqw9?@%!F+sl9Qm}k`1Dhd!x
H%1CQnWWsVGS-VK4*@SE_0|yK3C-|l?CB21k&Y>cdyHB3^y&>B8tkco$~p1O*GCn&-338WMdZ|4t;*6U-uOm49$#F?=THaIE-DTg
LhZP<JY67!;_(;%?aHc*&jW$^CsOnS4&TTb34QVm(lF}l54UY78b9<{LgDoD67CW8-5cTw4%`bWK?5cm)BHmd_$U=X*MC0){9+Oj
>(RpQDzr7^4YDor0p%6d9kVI+<KF2Y;GxVQf#o6D(B%h4#VYr{0Q&S92=1`c6x1rM6C{_>2NCbi`O3@*Dj>a2`u+Y5CxOw)y3@V-
@f{s9wBCE@9Y-G}CH=7#-VOo?P0Z@@-#G6o6~IIp=FWDz;ep5bp-?VdO`Sa%#5?u-UfSRcLm|-!10C1i(D(5g)DYAQrgQqtt$0BJ
x3vno85$W7577NL66PWT8U`{Yb*ISCS5^-V2jf2v(XHY1f!XJ=69?BO#?SJ~`kmd}6Z8}eTgForBkfKD8qi%5^v1`uz56SHEc)^R
_eMgd*ez1?)$_q7F@`2=HU1PKF1ZW?IMJlk4jfOB$U{cuzUB@BvpuviHoT_x2sPRa576U2LMnga^Qa*|@%~N?)bld|5eK#`v45B1
zj!6^0Z|(i_*5MQ-^RAo4>fHcE(xqfASDAjNZCoE`jiscUb4#005AaFW&d(Tuo3sd3`aBJAix+PC>HzU)i!_GDDV6Q^YN|TPeR`S
+SLoLBonU9A^pHc>GFa8Aj%BC0U<B%1GNA+*j6v=J2naF*~Ksb)3viW(GeF28s|VN1$OrvlhyRYgW<g#q>p9AEByZ?;WmL2QX%Ip
3JMmEz~J2>DDNB%{ZR<iDE;W{l`%R(_8Sin3n~r+@y|u$l{|q$+%YUQAjnl03BR=_@#lHR3FP_2OXaLB5bVYI<qKR6)E?Yj;Q$E4
H2Eswf%;Sh?*;tN@c<CcUsNN^5Ayg!GWQU<2h<`Lf7?05CsBw&MbZ)Q)AC5Cwi7<MD7fd@=Rn=uOVaKMHvjQgLItqk!sXG%pW+ax
1pq0)7&ZXi8zTKi{5#+8DrFkW{s}BT)ip%aBiS=Y4-g~c3GW|&6At|JQv)0CM9%s*3aQp2<(C(_0^jw$33BZX^eG3We?J}90u{SG
4*ePI8=?#ptn(7cH|<BcH1no^@f!@x*a1xnk0HT0E!_$HLM`|1*e4Bm5l9W>8P{0zKL}C_>Q^QbIN<Ws)8gm%;wJX-f$0R{utJVq
?m`IX<<s+}4aN3rMbTO6=M?%jqr?bg3&URX@@&wMA?o5#1s5U(KuQ}1@!szP_~key+x53g`b{6pBhP^a>B+(74fy3M=sN-H90nIX
Ld)$!Xz1Y|<JjUAr~me@@D3UyH`{?11pV;qz}?iSzW50N4n;=#2`Lu%)dHaq`U3PG2G)Q59OJn-K#x2r_wMHT0wHJM?D)<S+cpOg
;MeLa1{GWMFwG3VO1}8x%<>$@)KK3P?)AShC-)@r{Kg(aWG5ai*CFHq0LFjVGYAa=zZYEs_1`ZC00s8(nhmiYI_MZh^U5Fk!x*yQ
xIOdN&G6C8OMe~v+?ffP4ZiI=<j)!T<f`TL*vkx39v>db31jq2>E{RoA{>ZT!XF-i2*dTp8o=`VF`z&-0{tB?4*RS+{toQ&2(I(C
1O-PM1o#2)DztP6DaT7+>apE7+So0;l!5wTOxr&V2v^!Q9mh2nBe5_03+BEU#uy;M>+wR|f!+W~*Y7z#3DxsZ8vP%|E$096^#ddR
KPxCB2iGDtyVDaRAq%(F=uKMr+}VLw_36<qxzx|fhNHMXv@{C4OXdST3udMC4Kf0>PzM?cWhVmd=!yEy&r1;$02BnJOGonTBked0
+6Mv8C@~J%J>=G}3X}N9L;&aP9jq|=4d#K^cFq0;lg_LR4O&dnA)P?Y;X$Z3SwOk!S((nuW3}`(vHZh1f4&Yu5WFnMGP^6iDmIPZ
_W8f#1<&p?68Tl~{M{=p^}F){_WV5tv9yNc1vhJ*^M4{VUKxKv`WEW-EC%@NB`D(kCizDV1K<gP;s5gm2O0$|{Qe6y;3obU0PX4$
7WfIs5dq)m-X{v(@Yx0v@cn4_xywG9`}-h7x$GVA4bddO>QL0E_FStfGk>Zzi48(cD!c&b?e{GX6pR=GCObqh8RIJ49RHFA0NzY&
@6jfn-ES=ls>#ph-q+`~%K0$S%oYF41+O|<#i4=V)Ai^SEhCt7&{z-=7j>i+DH#WW-?;b2Y$QhV{_Zf?KN9oVK>!%)@WYD)06y6u
*CGhm-~vYdJkbL+vlciB*o_4O^#cwj9p}6>)gA=R@8|$D|F(hD2nhZAC(iTZ2@`3&h~3NQ-v&Dn@-f)0?gX205^=^K`y&!G=pOdx
vmwJn`yd{F5vCarTDk%o4-q&L#rNtC^z0B!;`HmOI{o(P6EX<q^+fs^-w^<T{Q3VH^zP&I!W}LPD)i<CG%*$S{`UYM+3n^Z7PCMO
Me+H&MGhgbRMa)j@dp>}2M_F~7S!q>#trrofj9{5`Y{{X@gxM@*3I;R`Tr|3@37SX<kZgM>#xTI_`SaCEEW+h6!bpxD7+B*&HW`R
@GIz?Fn=PD8bi@F#{B>-^UD`AKq(_c<YAp7&)7%u8cXT{$OG8`-SFQaF(scwzZVt@nu#4q^<(;{(d4@!@f`ab@F4p8q_V&s0N#Pw
>1g=NAy5<2Y^kl>mR%=T8|v~B7b*u4H%AaXP5;vj>Kh87DEi<S?(pU7f3geS!q`Ij^$8vx0{+AV0`CL*_DK*aO(i9f@e&NfM+uVo
e;va1##jmEDh6<h`8pH?q#G?8B%4*i@0b9k8IdFyz7OE~1%LMy?d17I^w$goZv^-7{Vy5)_zNQr8~Qrz0P^$y^WXd&^4S>|78&>*
f%7g@{{lvCIS6(hI}6Ld7oy?^ISlOc0wm+=%oGgJ;Q|Fa3I!(8==}ak%LwH1Oy|D#9N#t_e{KB<Aw38G57pZU{QNQeR_dS?s~`-?
>NODl^zjux>p>3`1x4ZjYz6QG5%T>+{nEL%N;2)=y9!qU3EJ7&5*ZiK;e-@A5BSm<_FdN<#lzMR&VSwviyjw6B~TExhXz*I&a>P^
C5*2%#qz1V=o{$W!!HK?`GF4c_Cy(-@*o;l2;Ugo#n%qe7Opeq^vUZcfelFLGwLA>tlmEH7Yhe$@&D7!7%0tR5eLEp2cX>Z1o<2%
M?4jQDK#G`x%lJ2i#o?B@a!fp2Pm!n<kjIQRO805N8QsO%j~C3@hQXN0s;i{1^fT(&M<%9Bjv?b%P7>u^0)c6BxoiMVf~8m-xcGQ
_-E$7G!o<S+|;!NN#ry*_Y4_0;GF7R8UC)xx3_ZcMfVTQ(dY&SnB~y!-SiY99R0)=$==EcE!Q^%_p}LrGUelt9Sa*D6BPmE4ha7q
`|LnG{KeA&>k$&#=>)|oh{h65=q4`(3sQj>C;K7u83-BFnDNr<@E;BJnEU|m%NgYJDHZ$Qz&7MwM*&N@G#;Ae(iT47^nao6TcR%9
*#RrZLLfvY8`tIZ_!j&D)Y2{2A0_bT)74i-5Z@yB5h}bj+BVZ0D>tcs`4=waB2r+v>(f*dAM&zj-qJ<z{KEyd8txwc5+yA(T><FU
@fOG+!2^Nb&0h9`?9$&VBX1ekk>R!j#Z~3_9%;|67~3WCDS;3y8`r%v9==jwG4T>OCl-(6x?Ii4tPD}Y)kLWR>)x6g1>2k25+oQN
J6rrDw1Ew+0hmw|6G7S!PB79HUGg;f?$_n^U(wR}-wy2;DKRV^-zy*013J?TBG)L_8|ujs4FUMm?DZM&4kPR&qyp>@%=^`U2l5Xh
AVc2({k;gJ^RKhk?DHY){@V;HGl2#F#U0IO#|jr9O3>oeVGvH-`y(a`ySN$qe+mRpV*|_IApy;&G6Uu{QWG}H`mQgNUiKBz(#XF6
3<%~zu|Cn>AT|@CA<aV~1k)W3?HA<@-3a3HcL^u2@zzT9AENEuwDC2$D$-FI+zIIIe;Vrz4EyTQ-#!v#%`w^8ydc)&$x+@E`?=>y
JAvZt{r3&t^2GG}-oz8zI|w!er)$}(7WNw!+zGq)20sh#H#izDBpTuf!hzw%-PYQ{4UrVy4({kmI2_XZP9FIB$>BCG^FZI(AO<ok
$p@T^YWUv5XC_d$MmX0j{yF|8fA~=)@E{<FbowPL(LHd(mH)-CF4X7?)4t^rIPC7*`|#k|9vPw})qyM^Hv7=<#7z5bnlB~CuN2b2
#X@=t$uKD-KD*)BUtZtI8~M-s+9}Tpz!*0iF(Vc8q2=BLAb<MGOeVzv7fbQt<pe7W5fiVe-#V)m6hZ3BA<Y*TGwc!Z8}P5NzPYh7
;?fGlC)R|OyXYO)=GEA~qfF+y#3bW^CIIL<0r9h41tI1{1<)D?>orRE^5Gu#5D)-=`!>}B00a&r9|^|Y?jXGcFFz&`89OWK8M#0V
0ukx^2Io$neDoODOAG2x_X#{kLH!Kc2piB4+5j5%yyWEtB3BxL4;h%|qe4@cMeFCOH#8syyZNmm{Re>|;{Lq{=Jz@c22ly1#KS@?
`a+~8)#Xla``QB98L>bC59lD~4>9i>EBOrmGWPM><3JA;Q?mW){Iuo3Ob<3B^zVQ9zaZx2*v1(i8qr)42`|>b6dA?i>os&R_ZY7v
e+nrKs^2S7QU1Fxbt9aet&sCzEMvr|H$YCs=0Xc2Gv2u{8T|SJKOFL#+!*rOI5O1R12HPC1wZ}R*&e9BS-}A`CkG8h<%A2^e<II3
wFBoMsLRak{u3`lAB4s)20z2pA`K=QG5qJj2LEEt2<pgE*;FFs!Ou~F7s-hk*!w6F|Jn}yCAQ)FBPkMrI3&Rpx&80<paToS@3;%o
LFo9!_|9fM-})un^~nPb&u~59`R_L)!aB;~7X7UwG}i<N3g!O~UbF=t6bXMe{~!nw&&~T$6+8FvBJk=p)#$+N;?g@h_-U=?1O}%x
{0S@R>wyat*3tmfF8U1^KQ6-m80OLZ^eW>L4(j?VIqys8+XM#?>?h|B52?N1x;S9tIQtDI^FTxE{p%ae0P*1V2wLOY{w3}5f208q
?ej{=7bCnr*boBD3eX(O5$6Yi3Ea`&)ZF$J)Di<Dx+)nmzl9U!_Z|c7_}v1%LoM}J^_5l?!4&Ge5d17&{iPV=0?r{8%E9A7PAu6h
`^(<+Tg@3@e-HjVuF=s8`vw|;@w3Vk6YJ^|`1k$V2^00+svG<b8OIFe8Q&fG^9lG180OXVKD$Z9@;s$SH5%a-r3^Jn#>dUc=vmt5
fe<lGIB@?l_9!Jb9Qq^7DcH3^2lwkS01yuc^&b~15;!Od&M^x_>O4In=Gw1WG2#qdHrpK&#1WJD8pO;hWCT0hJ5|3qK3#!33CvF_
5A{9S%yRhj0`wCTC%2_j`Zgfz@31FqBf&OEQ#4f_FQ_!=^y(jpHG%&ZzaKW!GzsB1_W<$-Bs~Lu-O>bvGB)WWvK4_CG%?cZG8LrE
z55o%`|ArE_ufYR5Xd9UEPw3Xr2aqh3+u%#9uBk93KT>k`$ny-9n$rC6F#WhQPm69%-sb45pOHgD(_H6d|3JJj>9l6Pz`U&Qvd}$
V1eAl%cdve55FEZ0Am-(Gr;A~-174{?qR&F&Zsj918S!t)abykO8FJn2_6<w4;IZNOYA870{&{I9)Zd!uTs402f#<%-3rqt<ofSI
1z*%71m4if<U1V|a@K#fLqin-`qB)_4a6VSIluq#`dip;>h=Jqmkur^F+s&<JJ1#N{LljJ8|)axB{v}x6GjRD86F$X`@Sm@&$Hk<
<p@_V?SCpbCIl(f^fAD{_URrm3*#J4Eug-E$_f=$sz>V0;R*ROMJV$wNC@Ta03MDr7wO<P_{}n>CkZAxHw4%w%nTn0Ffy?1?KvnW
0rd4F?B;>L@ekQI<|6(y1ii>5`U&!B94*Sx2LhGR$sjWL?g<$%HxwK5>m$5B<xT7S^poxcEf(>^B!Ms)*Yi>O!|E3Y7V+FCzb`Em
(?Q=U3@$EXF$*R5wiC=P-6PfxG!fycf4i4NB|f*oLgCjq9J(do*97zM@k;i{-^?}T5*-o+8bnqh5jUs2>1_Jdfe!q`BoXjXBqHn@
CCbLIKk_oYsL9nz#N#~b<pIn^+!N^bk<%2|#^x9l%O%GT=J@IN`Aq%m2)qOBFBT@v<?YNXB0~)l93FoQ1{&@GpB>lc7A%3`=q_O`
Px<=%9O>>k>Bj~l+y4IF|Lo4<7nlwY`|AY3+U&pH3LL7if921cU?txO_|Yd#?XC?8(f$S9T2mAa4ejXP1_|h26xb(1KmaAQb!bGh
aPZQ<7Xj7%9{1BJ8zeB}_V(WLF11`6AhkF5BLx!C%NFs%?a{I~Gys9%8VDgSP$A~I%n`WbK{CW8PU11<U-}n+j1~`V3>n^6Kl|DR
IR@<a>+Q7%6g-L|8P6zhD(d+iHWuMRI~@)INW|F01<@M(1<3_9uz}?7N-Q8KEve`)1qk{S1rylj=}Q?Zt~uoTy(;@DvMC0y04Enf
tMu8}$AJ?61}69h4iq8U*5wD=CO50k`q&yOIT{WbBdVzk;rt6U=+758+S}#t5zPIW(c}6WApr2#I6es7_<<J*xFpWo1mM>c{>>yl
GQZ%-Tj`wI^W*;29{9ZFYo5&AJk%4>B0Lk=MsP?k)|BuM9@Okx^$z8MGVqQ_&NwXD%?d0PjvZYnF~{e~!%)2U=JEN7`|R_0EQ=@=
Zne$gjnqMb71b3m`^y-r6S&Gz)9j~1)YkQxE$Y<F7Y6JUzHlT&9o7)+8oTR%^aY-k6UjW;v;Q0q1OxjPJsnZ+A>q8%5gO1}nSU1~
^(CJZ8Uzd&F%A+D*bfCXDb(8(+#K&4Ar{ZX;&~3;)bl;=?;KDQ$UFD^RKiUS)sY*crzjDZDDo5p;~)klC)Vcg(<<TTJq^V{fgr{z
4=+j}=PBX$=_m6B6AtqMySM8(@85p{1J~)q{5!U(1SmK6CG`W<{|)rl{U0Sl+c-Pm{cbn&r5v>w&G;;V4Hh@t3oH{6c-`1;IrO`|
u-x$O+g8@%RQd`1Fxc}z;5ZllfdKet$N2plh4CIB2o3t-!uSFq{rO|cKimBs#HHx|8$Ii-$N?QZE436H`0J!O8|x&aM6*#a@a8i)
C-TDDAOHA}DC#siG>`{@y~5M^=;b*Bhj3jZ=nh!?{vZhy=~&VhuO$8h-XIqT85HRlAExB%r``JDBBmtXH{%?!KP~=1W!wDUe+%Ll
C=brz?_Bok++GiQ32ERG8_<6z)bt1bQSaIp@Gk!a`PuUp3nSJ300{HuC<=5P@&{rFC6|98KOD^KZyM$9W!E|Rt(a!f{w*T~+}sf#
-teyV3mF^PF**q&vi-#l|H&~W8R+E5AlmW$VM^;Ie@xp={V-JgIq?Y$dmta4+y4+EQ9mXi)b~4`C?@>N8zAxA(jFPk9t!s&_#WHe
t{F7v7%3nC1LVrq2R`By6#D&v%?$MO`z96Z8|5wC9UJiT`4B_Q5E2m{M$GpfAJP(w8u1<w8T}pw)c=7M?+4<Y{w)Om{~{^ONAe8~
^YbI_+c7eW5e@y=<pt`4KOiSa5$qZBz!@AIJ{ZgC9M?H5$;kg6^%TDg%He_3IPu^A<@F>he+AC^1IEttMAsPfF!Qn$59tmD{q0Ez
_7gcI1^MIN-9qX6=H??o-a$t^`3?Lw_$VL?GAN!C<FuGbwJ`P*CEM%`{Q?!@K?N=NHZ(vA=i_As8rpwOAkruY8@obf$-OPPe>6@$
DCJuU{O#RgNC0cia0<vB7USL-YGKwp6MZ@M3>(uEKU^9j)Gs#iflu+v(7PdM@-hR(&@Gx=)*nzl*k#xVJPZ%t3{WH&J;!j!KQjXC
6x#~Z7=Z-uC+_?D0@d}`{0jaKz5EUhMBn}GOz!Rj_Z>A4z1j&y(EcI;^d|KQ%<dK^1m56K0mj&w>@GJVE<F*wJNo?U`_TRn6gege
f$9ki>CN8>70bLA?GN7=I1&i{*$4;I(b*jZ-~#&zBl{P@Pa5yn!50_o0vP$U>L%bT+Y~Sl`w{~Y`GGYp&XFQZvhns<6T8GS)qVFK
Bm@XH2jouYRM9fGA_F`Ae=<+PLCwqH9S6T<Ne&?XPZIv|Ne;!<7~J0}D+D+75D)Ji0afH&+wHI4S8;!k$tI(&_uv-?!ZHyU?qYg4
t!sbN&i3oQsx>{N>S5O*nGe6zu=$ho5UIm1wBhh90^RX?txqsB@Yf>UsV>0N3QRV!Kjz6k0}fmSH88!8L>;FNWOhMdyCKE4LVxth
<~L6gupZ3oA0jVWr~u$d1N7Qd=-BW3-GP(fBr@Um>)kv8C+NuiAFV$eMP}O;8Bx6PLE0bMIlkYsA*{vz^92RyK<nn_84~#1GerG=
tO>*2F2_!03Zx?6Kj#hqjtdM+%^>OYn8yv%1~mls^swypCgTnRvHYjn4?ocxb?H1L6Ti<oCis74Zr_CSokrX8H2%K{-Q_C~JGjm0
%D4s}@G|%p1Q$N}>Wu{i7=ii{#3{}(0~q7GCG{0E%+1^*84xz|(9RYB2Ob~{>dO*LFZi0Y+N<9y_!r<NE(h<s*6!#IBKHg@DiVJV
8hRM_2^%sn-Q^%DpxX7;9bPTN;WiVoJm5!9>GQb#?l`st>?+yJ``zf~#^vKNTmXL#?|anmCv5v1_Odjx8}aje=Edj9;WH)KyF*0J
$Mgr#NF*f+fBzE%=-Wr_uC>(A{MHXMH|+xE!aK#+0@(N?Gv_D@#ozEz&>o-DH9->Rx`sv6pd=^<Iq*sd^il)PIm`@!>(Uk~EC49x
1?TN3{6@(Q2+!UT<oCNS2Ne`EEX_9`5`Q<;{Upla(+1-92@MC$6cq#j1h&`+@D3L<6-x*S*Xs!N1|lsALlV;F1=Hi{@b33b3l<sg
_J7no{2&zF1_3kMF#+@R5efOM+d^9}I2#7}OMzxhfzUJSGb_{>afLMa<}SlS^a|w5178>!5GFAV{nA@vN%-oT6~FhhAR^Wm0s#~t
L^hQ1IpDxKGhJ|4OAY5kohbEx-|)XP2mSe};s=|n{lOypC<(mY(gZ5uO3?aA4>5mE?j{%Kx3az4<kKSJ{V+Zc9o#(+AD#2;82Ji4
`0ybW3cgYg(Dvr%G6d@c>N`Ko^~X?H5`O~I?hy^N=N2g9Qr8|4z~xdL`bi?$+$=)N4bT=FBIrZfJuJo)1ZjcQDLWt@#r})|4-V3(
)TZ(`#s)M<1>Gzz`yXWemHPk7;y*9<B<+FazBS|9-v9uzGv@LAKOVXS3EAcm>O;!$Mhoe~*7Ob7-rWf5t_Spl?GY>`IzNHjI_Lz?
xeekGAvfO46Fu)fIMkWyLn%6I;1Qrk_dye%F^4l0`vw!V{=<J0{1&da1UNAU*Z;HnHuBpE8&+KgJkYSV`5;K@=jqS6G3nNv(D4|n
-74nsDlE+FORP>)C>mid>kJox-3>Y)Uh)229wrpe%mq*U6e-*KFcA7b<32R!^(PJt8zn90-^9Nu@<juPe+=o{HyI|(_QNep4Js6>
11VG&*Rkiq{wd7~zbK)j9QPM0?(e(k&>1=j{Kf}7CgcGVAt4|o)Zz3VC%ggN8utEy2<l7M9KgKC3^C#+lg{BDBQZ)UGVc_?4H(`I
CAG{)3?wr>FMskQWXgunGBFDQ?j;G#3LHY(|FmuA3A+IP(CKUN@+SG(0~`MDHt^AJ-wbaQDSs9DN!!n+LfRPf8aK=8Ki&$}49zX^
`!59k89Kn=9_R}p8z=hC0}CMX5t$@`?8os4|MeXP$=KLSEBgfe#5^uM8x`9M@6bp}8uQr<@A;+!^Z1ywxgyopCI5jZ5cUA`#7Z3q
1lanHGtSg21ih&j^D)sA&H^tPM<g2VOWq?EQ3lqb_R7W;`M=}|*!ALn{^k7pGt&Ojs1W=eCegv|&*7>#AkHz-2JRY?>^lk^Gx{j*
WAx=Cfe6SE66EmO`}htE?-I!511lS!`L+t|{T2@V-N;Na(a9AFGRx7pCmjSQUw;PkK_MRJEGiGoCH~pZw`5c^pT5jWYxAliH?I1v
#t3Eb)6{D$6a2f}a|{$65-#cMFWdhA)&TaJEX~yw2UsZx2I;*IfAr?p6s8N_f!QmS&9qLr5f_dHLm%8G3?&2L^7PFhzKkQx%k2vb
B=#5(00qV=ObhV_yTUlt^5qr&i`47Wf6QL{3b7ga^7Zu)Hr+)B74RC)JhUa^%?8jE|Kjfg?IPSqU;X{I)A$oMK_<GfLHIIBjMw<z
<*vrE^K=&@=->F#27j>F2;CzeiU9mQDE2)f-sqCT5;5&BH<~T|75o0*?Z^)oJ0uo?l)?B_8s_&Y<1qr<(f;iBM<wjl)Hu)V=>g7O
O(x8QPaf(JGxzp92{6YI*a{dr(H~7f?9ei_0q<+q^5Mo8n)V$%6AsPTG%kTG=oIeg_Tb*9DA6S<?HCNv4iWIq@D%K!e4sH<;3a<C
(1iU(u|y5)fe67zCkX>y^aVL60Ly7n9`d!)J^>pq*Fn(wCldKy4mJLhMdHHy;A1=84DP%Sf8F7V=grNtxk~2*-VONk0mSX*+x;3e
{U+(z*7YyT+Yi^y5A%UAF6^r;8Q~)H5BVws)yya0QNRiP&YU9*xy3%x^EF5bf7%li(n3cPv>)nBB<1MlFafDZ)jQMw85J%H*Z3s`
_|Q5!_yGFg^7y_XZQ~HXy5AY51M%tb*4Zf13*quKe?$2RJSPwdI28ps6*UGG02Q#%5-!66*fR?X?;QomHn2h;-Ol&wDY6g<&@1Qc
<fefX?-)!Iuo~yzK{4VUE!4q(8W9H)-wX)=!^Qsl66E+3{3`Sb3l<H;C>qK0_6tZI3iRI(ED9Xi$^7`Wx$#+Uv^_5j-j>UPg2E+k
{_qC(INPi&Vzn0}Ui7LipnpDLIny6HebFM=B|Z5E*AyTr%MJicH6-}+GXHWX2elg^SuFJVO$~{;7?}wGfz9v=+}8Ki>OL4fRnrY0
2G#fHlG)T3z3ebHru7UL_krkG1X#HIIycD7Ehyz85PLxuj|?N>5++C>sT&5(5AoIa_3hi}e-|W5M;s$xHF4Cbz#|U|;orgg?%v1+
<oHi8@-Zj^+_k~&_iiBM6#NeftP7;|@BTH!=ggSvNX8HG04CPI`REY$fhOC369u;k03dZq#wOq>(nA$t(klP|8q`ZQ&;`GN;T3C1
=>ED3Bmd(i{j&~0c<SBU(PSsWAH%hqIHDe&=LH7*;`0sb9H~YZ8Wyg}ITk%A!as@W6d=q@{S+nLT+sKh;X72V7}SBZQOfj=-^cdO
sNgN=QUd!CFW(&#@?_@lC)x}`+%<nBE&c%j%KHoDFA6amLKVW^|MB||Apf$?s4d9U>FpE&<~$`zCMljy0UZUnBF^Es1mEYse<bkw
^}`S;6!|mqDjM-cY!$*YCClYC>;c(Fl|RrT2n)p#0rTtoLeAm<8UD!X>?7;=>>mB-Fb5J36M?q-IwH5>@*uA>(AfM9Coc2L=!MlH
t(!U-6p}bVj|RMf;^XQKH9_+U!5$O)4zwq{6WBw!DNz5%>;w7GKUDbnAWHw{GAL9D08G!w`^V(`C{i@<GZ_+emKE93$oLmMe+~u;
3_{}k=1YOo9S}bGzVXlb2HRW!@aO}qv$@#$@dXhl6uPWL=o~Khr&CJ`JW2vlV#wGQ<@*eO_3knk`~1Kx|1TR1zw$1%(=+zl5C*|G
rpfszBe*K8DGMYZ8sq!0;OPm_3<m`Mf8+~G_7fQ~>j&}j&l(2@<>%5j_TVGm>fF{a@ZGZ>=nD?-FU;=j$*)7j+W`ml58^}cCg<qq
2oCi3!zC9f4=+hU_&fnNtMejofhhb50pRcGE7;NDv=B9^P(*Z85!bopJ$7I$WFny<VEZ`0GaGF00@8n->Dg%M?%BsJ=&I*W+3%gC
9O2<I-RGOJ0%Zjq`<brww#qFgfeFS^wxzrH2K4+NS`@9hy$>{a9oz8O{QxRI`miWX<jyK8z`^SF_udEX*gfIH@GTAyWLy#l)35m8
4F~jrE(itmG04lp#^9s?>+stfPW&GD7B(OgC?}T}2O<ON1MbunOfeV^ff05n9}Z6G1nA2k@0K409njSh9_1R|EJ6|J&<(Q>D)3PS
SL)Iqh9lahd2c)I=1Jix@gV&j8#mP}3x5{oB+I$)A!s|HJ~$)~0`b5EHf{{xB@rS6D(n~#-0Bww;{p==)AlJVcHy%X8qR<3xI*s9
0IvdpgEP(Uw+t&rwzb9oEF0M(>%DdNF4iCo$Wvk_^Vl9|@gN!T<NWs$>k9w%&L|QWR<}AhOA+%Ge_dG!)d>(014+DK@*O}D{Y($j
-Y?Gxz4@v)4fyuwez(E>%wIdSd*>R6MG*@EF9zGB9l77<-n`3HVXkmT`A>iSKolyy9^@L0ovNhW^SSS62f+R0^ZUBN6)7}l7w`@L
E+|l?J;yEQ1~?=SKR^V;DK!6q93kc(f5|1B8V$tKItV4j?8-0<0Dra@Cgu?UEByi6>jo1B9q%6v21E_@0v_-=&;0$}A}`$H_S@Fq
2Esx2Y8T1F^EehA>KgEYdj8<~2(teMF}VU2;UrWLEc*1SFYFcFz^wn-_$@TXxi|9|0Tm4@5JcDRC|o}*><$tdS^S(A0~<f*D-rSc
H%8~x#{_{OD+u!E7t7EW`A6q1Nxb(XALRYyQ$pb%(c&5IELVXb$7SX^N%83H<S^O(3DN&i_%J8yL;UpmAL@|WmSMukyD<q$#=OVa
EZu6Ly}~!3#_**pz9a@T5WLYk(=&et)jlOy060Jy1Uf4{`VA)bi2(d*h@Aq|v-ZCI)A$JqeVj&3+6sRKCNdM^5z_6s)akh>?DNI)
2s+|S8QlQ$_CV_lB(Y1W`wLV12fNP;A*%{7$<}}GN#)$c09r;0$Un^d5cdcOP72YCw)!KDCPYf4);j<@=S?0K^UVD7M~L>KOt5E8
fk4#3B^@5e@l(s|vq4ux2Z1gV0@DsG*C-bq)b~-b;^5Qa{mZZkR1-&g{p2#SQt9^RGeQjU_8F`H79zytCnqlZBK#}j=|!r|Ix-H`
rxm{FIp(y<eF#N6CRH<m<p?$c_|l!<>I)*-^y~rM_wG&<8PY8n=n|mi=qM=}+be+yGYZ#DMFTJZIRO`}?HxhQ8tbg@BHg300>{h1
{WAp>{ITB14zuN*;p_<jLcH}9_E`tO>o~>x{h%=l=;j0&Mj_a_7=iRR*AMvXrZ->j6eQoy?jGs7CkNR`4O~eFC4VE-3*rkN$n(M;
5FaJPAp^=l8UM5=`71PC{tfXe84nrT_6hoS?gqcq_Y?j~_VVTSFcBVR1KT1!CkNdafg=jNHT?tu1Qi3;r{N##Ka@E}97fir2r~yL
{SS~(O?B%M{vqVQe-iV-DB(@C@x_$IS=8(KDu%=c{x$et`SX&#v9&EF?Dw)<55zGg&(TiLfgOYF>EEkxGa=44=<-k3{4*;u4gTft
{rDH|R2(+n5=G1CFB<aX$tCXS2;ABFfAUB@<~={e<q8DR=j_uA5$*Wn>HFs7_AUq1&m-84MqKnX3^gJG9uD7HDI=YM#ILxV9PA&N
?$tgD4VnwG9X||S($@+SJ<9I^fez^N&H7gg5c|~jBMmn>{YT&-_7w&hG5FEsCY3Z8+4bm<49gk}4-W+wl3X?;+35?-ph}a|yBUfP
FAV+eKk7IO8pxeXTQU&r+G^P5JC)%Pp7npS|3E>L^%DQS53M}G_ZJTbe-B1n>n{Yh+zj1DAN=C#QU4v+?J6ST_ukysH0A674eKk*
9>iTT0J=I|DwW{+^Dqe~fl-z9PpKmqMIS%k0mus_+bIC-@a5Mw7m1_ds-WQK+3!^k8n{6RLE^RC4Jk4<!8CyvCK2LEH5EP44f+Yl
<4r^48SbP2QO%UH+O5seCi&;1wLbwJ-bLZt95>b%#|PW-^jG8*fBfI{`qlj8()QvBz78O~9-SndGz%6JE2mvG{Y~-lA0hnb3v4)5
rdq}%N<Y@{23p+sKd%1~<~F>}=evJI*ZMyv@m$$I4k6$zC!$;iCDZK|CHsGwLJlQN%r;y1Bs#|t9yILp>B{2gVL|*Hz{4rD1PdhY
0u`R@^-$Q+vsy#n>IBcYf4)RV#rzK6&f3Kn^!frB5bu@@3j{t3qD@Z}9waX(v*sQcBp4y@TnP*c-Dd6n%sAXr3fJQ-P$o3kuOd(0
1V;+tA~)dO_6LF2m7n(Q+5fXH8vjE|N#fxJi(A^e+in0&MdJbSNFqilw<B8u(mcb;<|`cY))1jDfxg`Z_RfD}tLQ`ylH<}n=3N6z
IneRa!X!Ht^^Q1Q-a7{yIpZoM22TLB-|tEI{!-003wq+xOUw1`feYFk1P3wRuT|;?$H5^74g~hiC*T#uMe!2&2j~0e95D#L<^C-$
nL`0iDJo-c^8G{&IkOfJ+!BF4(a|m~??Bq<wY4(c@8<Pv-6TdQ&QAC#ofPR0PT%ayBR?kl75OPCJ^uXALD4@v_66<Y&>+P=AKn2Y
-~P5Y?<L+R-hU=g2>#^wfB6#q%LfM0{Koe-GZ*gl83aZ!|4sj-=5N3S77)xB?A+aa>>%|G*;PXSM8X5ye<r~A=hWfrF(v047_JyY
y&fRg_g}!_^gz**D9i)z7Kb|e2?tEl$T&whMC~0{LO*rc8OGzn?M^rO4KMDo-VUk-`aBjefvZU%_%2Xb;p`A2JroxgAei~L)j{7M
HO&~~DXfC9Hxhvw2+Lgu_jCEf+!fy>@Bk#+M?yWH#4D`*ywz7UrnV~eYdrDEU%j%I>8~QV@&KuW1Rvnq3(xB+3kw$-^fx>Hp?}%(
%e?$jJ*@aWX5Y8|IMXc6E=|ADKHs_oO3&s^TjOAzUI62-9oygFF%H1i9_8=6$A9p=!xQEd<TK|v-O=V8HAeCu`27|T(f$Y|=L`Vw
N9hLe4Jp;L(Kq7LD#rK_`tBMd0{aIN&woDj=l2cvqx5a#D%?9NBpuMX;R`Aa<P(zZA^rwtCDd2n6dM!4?nOebFyNQ>P=S)Dyz=Vc
3EK#)QRXoZF~#H7E&c5U^&Ei({<rGRsO-@J_!-{&nM5n|`Piq`<KE^jA><7)4aF<`^y?1>82BQA6b7_H|2OLKMfwsM5>5yw2s`a9
_Sx<21@0~X4*?+FB^1O4EmlU$5abgl><{G&@y!4m76$0o{0Pkp{KgZ;6eP~q^dKP+&&))D8}~H}%pLU6^YQ=33>^u->%un{Jl6m@
6(|$87}fL+72fC`?nJ!@fAAUSzVpoRB}EMe<^&2TRLsQv7y1pVvMkU|A`Zj2;|<}?^9#eM{gXu_A3%H=O%VPeD;5HO4HWt28V%G7
L>2!3*c=xA+cxS!0OALG^p~6t{9?-?>WKXSNP%=2xc3??21@TK%HGiaJ^<KF^(|-7`zY7;*^o^Qu1D!d0Fv2%*^mz7*b*!7EF7@$
>B!#d_tz7^$jA8PB<CxG5C8Biv?WCC5I^wj-#s4^6}cBM@*+4n+bSXlq8#VF8tVK6(%rxR5DWAa0>%D+2LUto2hQa=iXdJG{FmUh
stpPg^ZKsA5g`0Q7=LB?@!d=5_&N~y2P`107vYP)I#&EfQN+Xzx$Qs+uQ?YI=I+;l6j|o*k=`V<@E!&yx<v{H^8*?0A|>BUtMA?@
A<i-&_WITn;2;#_CI77PDJuamK`s6S>hvVk{(-JDtPmXj4Ce94><S(5HsJr#_Cq=7RUSA$O8z}?PHOJM=@~M`H5e`;St$!5)DpZF
0Xi104f&=b^Dy9QHU<QL8{^;nIpqrt6ae|{_~88U^CkJ^5;lSB^Qkca{w5#-EBgx&tM&!<0Ma205d*YC%Kz~yN(lEQ>qG-5{Y>H>
Ui0t=y+O3}6A}k)+Y=x4?-%$i%K#e|590b13Mhft9RCsY>JJ1y>gV%+<>c)4+x^580~GxC^a=Y-<_gCMMh9UFvqtp;EBsIG$R^*=
Ej|AR<q;3>?)3W;-&pzcqy+Rg?@}=B_2&%&0PN`xTpID%a)IB#?>GZ94mYtT8XDyi<gn&U!dKt|9Io*03|%42f#2~G{|NaT>jVA*
6$9u1B<2I=8tb>(1K-v0`tH*_L<uk1yD#4zc+3hkw_*AOb?V(W9J$obZ^wW5`ZN!s*&oj^yaXx&S$SV4;UEKl_r4zv6D9cEXe;#3
=xQ0%XCkhd_vO7UB_h^Q&Fdk=6XNmH>HgvVHRuy5ck596ui)a*+qW2$!OXrU>f{^C`U<YE1PlrP5KbP)Lk1&mAXfcV7Y(9Lw||00
D%RV<F9fprr8VTeF7YQMEhZreBKm>(><)Se$jdkg5AmB3SP&&0NbLvT-3hMk`O=Z({66`zCjtsGu?h~g3i$TTNhKVApdsm9aR&##
%ed%X1DMkJ^9i#QH6i}`H5nf12LKTZ<q-ee3h5!f6zU1S-y9pm<VF?kxbPqLz%}L!7=i8v_&nY#!3P=U34zs}QK0$gL;KL*9r~3e
8}=6a!U?+jC`1n%Fvuqd|L5+vT~O=$#y>dsD*?7B6V+vRQb+5a_nkHAYXR66`ULJzu`lX6K3!ZX@7gi_^0Ee`?}7Hn&h$kN3C#A2
9o({|(#HgUCpH8%>K8o%8x=7s?dS#!<<(QP#JAY&Z~)H4sk^@5H93Sp>{w6m*ni&a>H-n@x8~m29q6iMY!W*U@g*X<4;e%L9$EMQ
<Ffh5=A*yL>GUiD^hOQ<jb9ckQ$E~*w?X#j;mY9u>=&jI{?`=|@)f}TSJ~?MG=AeITEYP!>G$vd#Qtrt%I+iz-~~q%`Bwe)7*5<T
9_<-lt3H2X^sCoIt~#y#!P`>Hmgi=n5JdW<*JM5ErsXL80XQ3$APZbT8sx%a55xn{=Yba$0O;~~_6HjN-RlVu@WKB)Lns^)wHXzu
9{b+%H)}%xKRMI)w-13ZHQ&km8Xe;;w&WZ3AO<cTQ0dhOIBWbIFsSAj^%7AP^S=R**kI)iHdsGY3){|%>9{1-z=RyDBijw^<-qKL
9XUoBSO3U6F{>*B_3t&ICMP2$I~K`1)dTVJ0`d#uCLbFC^6vuG3qFAZ;rr;{rQ$Zt-SFWO?dc5M&#nmIY6A|6@q-x~?);e&EP?#T
zxDmW!6nGW8G{bbSKSWJ3ZU#2^8-a;HRTrH6D9KrJqjtrNC?2T3?$m<bQw4u_f^xHf6`**JNNJHAG1ks=g!-2!xAk(`bpnLj0D^}
$2=d^^u8^00D;H=DLmZrAO{1d7al_L7V#6pFs|=<9oFF&3^Wh=+9d!SE9Cwr^d3zc(Ba!F7W?e2H_gfU8-e7vHZLdp%q9;&-X1F1
^Oz0O8~4ye0UgWoG&S-N>m2RW>x9F9%)P|A0_s4Tk*Fo_FQYbZ`~vpi)y6GE$uik23hosR-0bwxNy??jZ5%200QlnF1<2I;`~bE7
^ydkG01)I72h%JDt>0S#_A(j(<TDIm3hxfv$PD1X`p`xK*(}by2@M0+6eJo^0m~x>ALA<!3!(S%;@j?_^Z(uT9V_O43C<xM69d*{
j?~ifeP#I(;&LUBTQaUa;xULJLm`3JS_m^9zWCqgT;j^os$&!Ht>8GYj>QQ5F7Wt>%fTNqq&ql`?15T4_DMLm_dD7M>>?(;`Zd?L
5&7!{)M&a@4hPrx_4_95;SvYh>*+ni;Uj-->D2{h+vyI#|1aMU7Wx|>xf}H|9Tq|K#0dkr3LDHS8k{nqAqo@*;|STq{s;aCIe+mR
A2IMh$r1b4@%QvSpe4d904?DR<ozNJCg}#b5QYKg@Czkn>GcRQ#PSC$%lU*xM#tX?e;p|NI0_t?3*^uPIRyIl<;_0Z^%D{R;r`II
^5)*kHxLh0(0@I=MY7RF>jnb_`u@ut?>;Wd9IYs^`UC6+1StF~`UMjT=kNG5(*)M)!Kutw+X}h%@lyAJJJBGm{`C9??)z*i55qA8
*xCjWYDM+X7#1_|^KH~SC+ZR%EgaXa@b&=Ke;5D+_1zw7z!V25Hw_gC3;Y}RSM<OFF~UAa1LzSM=jIkYCAbs(ycbEoATqpCSo#$T
51z(>DvAFUsWQ^~)6($|%DDaG9Mk8y1IO0uGT$B^>*Dst4G#MG`VHlaTtDgF@i6)5Qa14sF*{lZ=i%(<f7BEaGTb@U`qUZ@@KWsv
wHw|z5cSs^Hu1%=;w$p$|7t0LD%T$-L*ooll`GF3TRzGW{smv>;=m6c_5I@s9U9<YNihQGG5HY##}xj?uqqpZ)DgEJ8N4tu#cJ~4
BP1^YCm-}C-yJ=?Pb&<$7f#3={S!PL%h=NF`r6Sr=l&r@{|Ry6*w*0r*!%45y&Wma^6cLr`YNA57N_L(68dl@1uYT+)v_bX1kdc#
9e+gL9r3?i3E>`;2c6Ax=_%(FE#40MGfLJ0=KfSL4V=)0=o)1nKP?wj4HFb0@X|LZ+UfJ;?dvl77U!a)FWRgX(AK3C=v&(JG~WRC
_U#%p{mC+U1nEjaz9l^rC4v7t{vML(X5i`O5ilpw@+T(oBJlmGY4!bI{ORLkJS6A~9>DDp;!Six?KcbD{Q5ByG|=tDE*&7iq96Fz
tP=(_<?!Bt10y=@{>%!x|31z2Pw$-@9lGrK8eu^e&GE}G8$>NbEV=Db4gWdK72mex;bZOXIO-40{jR@3N!9Zn>KQ8$Dh1N+^{x9D
5hoZ6_6`6DnL!sk^*I~Jy(SG2{j~5F$<f>MfkGfu*!tWsDFalw5VqP?F%N0u^~ohT&;21LO9$fw^-k-M@+G{1$+Hjx-tw~uOc?3b
TrWwD6%GRd)hbN_BKrKbx+MtpHK1+B|84{o1+_sKCi>T2RyqbL&kWTrJp3PNH1F`iJ<$ITQZ3QQ5$6f_?%M$D+1et#11JU;3Lyu#
%M?lo0|gb<wBI`E;`T_^QR3XlFaY2lJqW}Z{m|qQMIAk5ff@7*>HZ_)G$PwQ<>n08C=c+>*#-3aBJBzw?-3m-McL%%=-cN~<kc`M
{Q3P6{sGqY?<54(+{{1Xk|V+t^By<<J|e&|&r?{@_8T4c<{b{>Q0G3#{Kpv~8C2}A<_te1*ZUX}4e93gu{jqaJg-wZJLO8%!meWh
8Zrwj2i5w6)_)8G=?V-51jz(RK^sO*P0rCz^*SXYm{b@1LOdG8?C#<HD3$oZBR|Xx0QUkK{1E5P@&&u3CqU)%MiAr@iTd))=j`ha
kI4^Q5fa|-*!e5a%Hl07`R5nc02=WT4rkuF=vMa<@Zvc&7yZZY;q)}}G};y@CIRB>$FkV^k<m}<F5TsrLk~LKKJd&3<^BW1&vMk;
7w>;J&(R6{3EsBj0SxF<!uadMNBBVJI0yJm8Tkdv0UP()91!K_wE({^+tnct&DYaA3lhm1@4Z+k@bBj}SS9}oCF2ynQ0La{^!oww
{q7O>%;W+=GnfK5Q9qgV@!8Ss`q%LS^T#g?Pc7``J3;{qI_T^y=p6m*^5P2L5bVkI`pOpwAmK0OE%H$_&fY5T4%ivq8{7r<;pH0g
>-#eC(;>>c%Hj!s?JN)^#tPI8=O7JOzZ5A50V&2i>=+6RfvpGZFWLI~=i?jv1VRG+?Bxm_7WU)R;iEhDV;K741`Gv8@4W>jC<*lL
_~!mC^CC_W1`ZBU2uT1_!~EL|o4h*Q{I&xD$Lk0dGaT^-xtRd`>D0>}(byca$_D{Q2t6PG1`pWP?G^SJ_(;MK)zvE8?*$AA+_g6Z
6%r6F1v%EI$^^#;6YU*0FY5`YqzfMHH%<2c^!Df*4<8ur%@_g#M+xl?+0i}n*A?@#_{0VpA=dCXJ{ipQ6ad~q*D3?t6X^{F`3AG8
2>39!`xoy$902?r1Apop)9>a2^8wuy56}kL;z$6~(YhPr_0zxf_ytD-5#iG$Egc5H{D0;m#_A9|7v$yr<o3nuax5qPKr22TPVW8X
?&|Foxgh5gI1UHzF69aq6aO~F3lQkjJRJ`Y@*dFa7QOuFBJemZ><JhbBP{U%5hK!8&;a1#1T^X>|NQ3}>;n?z9PS(k6d4*C|L8T;
y*DNc<{?Pw>C7P@&}0)ZH7z~FYZd+`5F0iXch~sIAUgXA)E<^H3k2)D-ybIB$>4$T;hHB%93Utq`yA}(74WL%{(&J9Er%x%GFJ~Y
B)7XKH#O_JCiwEoN^3we9Ut5v5<5N5`vvZ(`VQv4hFukEu`=4);Up;sqVePD<k0uz845(#>$MvU@!vlIK`e4I?3%a=7e=w`9!ufD
-1WNo2qDA)&K(isy9?AnP<H(UDl!}#$LS_u10UWx<Np@YARZ?a>&+4Z3DHTdV1XVNp0OD8FS!Q>0sQJPcl;#S;x)Y$-WAX9fgRQ0
Ai*|13FSG}FDj%Cy4maN1X{BZFtX?3zTmn5-~P+@JB{4aPQ*ts#1XgZfj1-uR?Fu}RunAV_yPB;8X`d%Q!yru1tlEH?W5l+??=55
42kFQ6Ytew80-}c4*gxeGYam$<o!tO!w*69<03@2<IwWdTo4s6=uj4EAMe-N&ocZAPay8yp##<t?bICC2OhjAH7ou{DGT!G-|r<b
Q|<W)90C-}4hl06T?-rQ3C{Y!4mS${uF9tc4-OOF3$IlG0~lRW?$QnL3cVA%_$A;mD<Uz*A1w^v@i^8n9wid&5b)a*`w+AB23sRB
Ak846^!U5H?g_y`#qZ|81+*qh!b2X-(eM@lwcwHe(c;?P00#Fc4$|z}UloDe`eh6AqERK%5xW*(_b%557$7Tu1gRP4`qmiYDFqDl
M)pep?fn1$6V(gc6Zbyn-xLEQASVAN7vamn+#>Tx4-5$3^~BTT*4X(T3HcT!?R_i!&iRiB4?Nz+7)&VgU^ATO*b&PB<p})!Di0ei
&;bd$Alk_aMg=4yzr4Nv87k`m5CJh-?YQ~u4lGzDB245KMJu;S71{jt;_KbF5d=CgHKHWZDdg6%sR$BV)5ACU@)QOqCnYvHG4#+S
7uygu@90<(CnG!;9bnVvxz`+E|KsAm7}+}A9{kleybbsRX!Ic18B5?p$Jp6L{nh*>xa!gL)oRaw-s|h)&%gZ+D8N7b4+-(r)(0W%
D&-dS`7{N^#`)9p62HCyf6)EV@<!>+B=05j_3I_tEfxPN05;|+4imi(`^eu9%&#Nu^fkRe2=+(t0P4B`-#ZQHJ~Fg5>H7-XD;rY<
-PFk=$Rh^HIvfo>xb58n!u1K?M(^YL_2KsDBn2ooC-C|5Uk}1GC`h=t2eRD@?!DCq`VaWw5CQj3?DhRs0}B~3=G(X86BUWp0`wP<
3>Oa){~Fs0(6{fQ2CacQ9N_5@+7$!t!OcLk1QY!7?@A>L57gzj6B4fo;~Eh^_8}^+05S&!>Cx{M_?EBJ_Y}?i5-8>Z$M4C~ruX><
_YJNs==&WY3RDJ3{~84a#FGWwKI_N#{7DQ-<=PC^A?MOq6yxD4{Syc}5*@)FP%y~`BlJns{YVJ%+X@a2^xV-ODH8qxv<pEF6d3fU
7(n=e5F6mK$1B>-D$XSs<pU!h9m@1n050GS);SzN=?dvSPU!Uf{URF%>;ftuV?Z|1$Im6*WM$(Am>kJt3>p3TJ>K{fz8B92(*R04
N)t~X9wqf*h{@Lq6d^to<4<Af3oEp(>K+YH1==9Tt?c6ot~&Mc7cRHWL)+9UM;{CP%|ylXLeEQM<vGs-?@~G!_Tp63{6P>5%(52O
0wmxk2f6O)_vh3@xB?J?0Xir|zuG0_8VnE8_29YzJ`=nn-oGkO+a)(H;@~s)8o|cwv*j?g@){F=Ilmda{5Ave*WU61!s;5#_HEl1
+}R$G&(<P7DM0+l^9>;FEav3t%EGYDygBbZ<Pb$e{@k3f6xsCFKw9?-*WsY<)#}(X_S^GrQpoyCCGiqI3*RZc+4BF@Zra!!3vwj^
76vQ()aLo>9PQ8H?eKpEM8n$^7PAWeEg0|z%dWlfnGwCoXEX}<(+AzjAq5-<;q(*`CCKEP{3sN*M+8pu{ydrH{X!!L8ZZN@8ruB+
=g6Kastcak@D&yQErkLE82a!5vc5UxD*o@X;3fYA40Xu-2JR5t@d*zQME~(kA^&06q9Og!8X4@oHQWy`7efXI6RzLaIOz-}@6spn
t<ogv<pe5Gjz1nDG&Td!=1|Jq^%pF%EPpCC9o8$vTtVY51=&0bQPno^<^$IlNcF?W@7k^`<os?W2PfJ7$le|+y1G*K?C3cO21fwm
?C1d)8Ym*;4BIpa${x#5FW1=k3H%5DB^*N&Bo*}h-_iEs#0~b<|Gm}%NCn{iRM^E6x$fWe2nrj}AT>Ax10z8H2Mq`R68<Xd77HQF
;LPei2<8#x>%qXs_%;l;@5t-%`N!P`5bOK;Jl_}`fBE?SEJfuG*vTo%{Ob){FIGMiA;1n810_tu(h>TBuoCVCB+=qE_$cu0T#Xpd
;v)qaTqrN!10Z2qJIkyN@k0?9>hIMx0m%UP<D(Sm5A*l<5e_~+E!{h(Nf;(W*qRW*3>NwF<qG^L!TLW3^~==k<}<<YANBT7$^7l%
<K)yS3;y&x9VAKi4BYY^oKNW-)esQ<^1&X-5Zvtz{JrTg(*qvZ-?;zQ2j3RtBO9Hf7xMfW*$puG?=i^xVd?t`_@y^3{Rf4zaSAcj
L>vd)z9IM=*A?=vKhWg3=GFHG`1!g<3^&rq)A=vi$Z|30xbP<VWgUV46$0NBDbx}J`TWZnvA!?%1r7%(04u%P^clnZK;w;pLmjbb
FYX4v1u6F?72q9f)eH*NxY*Ie91&$MNouA!;s_Kavpxg~{N(#M7y{H8`49Od;~DGL1rG%g-Y)&zog+;I-|rOP<zVRjI21KCN(vtN
%mP7G5#|*w2`9zY%0~~;Ju*JB{mSU%5-}C2DKZBk?b8e#;uS9bHx=Zh_IA+f5-HFN*UT_j+cfq^&|nrQ`uzhr$MG~f`On$(A}}`z
5d#w*zzF{1C)4}5@yH$;-RuR*%m3O1?6~15&>q(Z{5R%4FyXvL0TR9%{W1f`9!MVZ)Mf^<Dd_{YKo9xiE+hznAN=Vz2?R{K@c|G!
C*au?+)ow}x!(B+`QN_=2gV)r4nX*dA>qsX9t&xx9RLd#=-Dmps{=id<lpWQBG}!{`PvS^F9Frz3nTCt3J?<)3=!ho?;e2y0XXLF
4&VXv?7<Sp{5A6%CkO;!{rw0?N&vK^>MBPj_!!IgK12}@>+<yB7f>_P{0qtQ`X}nmF&y9V4H!7_2%sp-EbJWR2Orew$=*WKz8Uh_
-T3h&%qIQwH_Otxff^1-1>OF=Gb<hn9}f=sAQv|$;@Ym};T-Xr+&T^&?kwXm>lF>#;mrQFANg3uuJ;iC038%k!3fLz-4)j>@fp`y
{PC>c8#G1rnj-Ev3Lah-``z!Z{_X(__~i`~@5cZH*C#Fy1{3Zt_}>`W%Dv(dB`g>IHyzXTaLX1EsN%p`&H&8R+YU4T9OfP+F#Z<@
ur~uUDAXyiB=8U*0Nv^k(*NiVBrowYF8mP5^!b`4`Y#j|FE{D~=m-?#;6pRh-rzC8fgAS1_4?8A*AUk;yB*8k<qYEH@A)u831A8T
D>?hE<q2Ha7}RC|D`rBz7i_rp=j#2$1KSk&Irm)i91-dhf#awE<H;Zv?F%IV5(xYI%<&f)MddMPQwS6e-n-4!m*Lpj483Ca)j3`X
5Ys0%EyI>L`(p^xzqBFw1!(@$^z-*E5EeN#9&$hU?+B^}X&@B_E8;Q<_y$`;*(bOeCI~M-Y%T3N4j2N{w*lV3T|^^ED1j^|{7ncB
QJnGlw)gbjF%l^lP%JUz4TaYIU$mV(|MLl(MZe0v*$M9vBH%VA`qv1$xELej+YvVq8JW(~77G2^?hNNF^#|5I!q^2n6G87J(M9Cu
|1lU;F3wFF@Bf=H@gDLt+3$fiF6u-8(&_B}Rt*8o1@-^nF7VRj;R^2Z2^7gX$*%O%`Trimb_gUSBMKfum;w9(&=$oR2rAepv<@-`
Lk9Kg;s)~a<}B^{6d6GG6Z{<?2_fqJEC=c8xgFW<{5<Uu*Re4IEht#;?f)Ff5A7p66$=%5*XrN^@#D<jChNr({37M!%FYNh2@@JF
8t*Xj4Kz91p;!M0-w@x|>Om1V*Y$xA4<)YM-1Qh1rvw*7-3}=q!PD%!?Z*TrEzTh7M_KV0l^@pn`tRA={09^F1~(W3A+iMp(E{<^
_dNphD%`3&)!Qs083FI?2S_4e>^k=ZFv?Lq@f;656z&_%x*n_<4-@+k!7=RDD-)r~IUvC43+(5C^rj*WE!)d@8Z9gmA>2O#9Ip<G
y$>}1+v!LGHY&Lp70LJyCrjnj5XiF%_-p{<Dcp7k)|N)sJ<InZ;t?lQ!m>x(^BDFiKj!-v5-|r%TlP)57e3KL=;i?S3eURa(JkK3
Bt0M=TL>nrIUe*%xd*V$Bh)h?=L@aU7wp^R9P$ev{00xnOXCj<?av9*7Ww(=IQI$*WnnMT5ykl!z9cQbyBH}j6QcbL?hzsNAleeE
_6`aA)J{au`uD;}$|5&`7#+&=74+mmCKDnD024$L`7qGv=r7yk*6tEON2>qx`PeG=$Tei`CH(ye7CY|k_elovwkXr;UdI$2O5*?S
!1@Kzog^GCC-(#*_7Z{e1G>dP;k*Oz1uNqG%D2bu6B*eW0krKI=NvfB><b<kKJ51?=)?A4)5)&BqX?|kvM1~y!Y(bk#O4<r89OK@
%hUD!FAqxcLMIZ&1M3>V<j^AB`nulk^2^NL=J*Z>47&7FBl!ff{0K1G+xs8x-S0Ei#Q5_n@a_Z`D%Ao!2H4l;1;_2#Jp&rb5wXt_
?HKOS4;L#FF%BrvFCGr}3gkWm-2yp(<KhI>sNnMq1IO?y7tuII*);b7;v5qf<L>zq_3M4n5<cY<<T=eK@F?#Mzkvt%$NntP;~?zL
21(Ko5zz-07T96#9{B(n=(s5RD?-Au$JbZ)Vk8{@4=>n@^4S{kC;Y<~8XxQsDGPlJ<<}iAI!x9v-dzPu9iB7_`L4VL9cmEw+6|&O
&iN|j==LlvZs{){Iin`*;`NzU2LjUDwPM*T24m(sEbrj?M*_3Y#A70GAMEBq5CQG5^Y0!z!Uci+0wU%qp;4kbHmwo&du_?8QMbCH
u;p%8Aw|t?-KR1j>aEub<k}VVe)G`;=tIsR8rHwp(Jvr5?Z^HEG!-(L^*=KSKCT}RHj}Y7=Hd|2J@J)B|Ggg-<{2>>;_c7Pqt4&G
#sGl<9WBQG{>+#LG59Y6B}yap7#=;biapjeKsGAhBrmQP`P?D~{Y2H{5#!y)CB6g||4|Pp$=5UR#nl)W9{mglH5(Gp%FhT8L_Rmo
(NG;B>i`P%$m#hQE7JuE+Whzc9LUw~1=TRF9|^_&BQEB`7v{)84&MGI?f}6I_{iqlJ{ajJ#rMkq1-ZPj%Fzb!1B4402>Ij)##9u>
57)OD=gCSB@#fhY<Q)&n3E|uiAlKv&)K=o};ter7+WCR>2{_{E(ex1bGtTwt;2Al^5!^BV?g|7a?7|ocCI<#V8bk;K4kzHJH9aT!
F#$BoG#5fq1=jKX9Vou==@RJh9S|4(6xO={xAN}n6#o^_-~>+PI|K*h+<*Ni2Q>E$-p$+$^8H&aTM7UR)E5pv9xf#vDYz2Q2K?U~
;`Iy^DhS8k%g+-S6%if(-vkc{^dYb72=n^c`8mPO`rZRB3D&Um(jf=b?gab~{rXQ1>+Vwk`QbJawG0sKD-#Oh-V)Xz6BrZGEg3W$
AHxjO=ieyG6L}W3@g-#O8{G{V7(E0pzRqp=@D>&bC(jqtJo5B0{3;XcFCwrQOf~@kA==1)Bkj06!}HcL=?@C;@5b{44XNeq0NDoK
2LnMn=kzr#Cab+CybT+^`r$NH&Ftk<9NXI(=JpmfI|35;8TRWD!Xqg9E9}MW7&1+>Df7<;Gx|`VIpj&;`rF7DTn_HM)F9TX`2O${
`xil5Q~&n|KqgBL!~Vn1494l<RoBo*xxyGJamOjWU+pB$s_^-&(3R*I@B9ZQ=LXeo2M7ZR^nV#EvH8$AI03=<_UI4{0FFuK01ci;
3pWM<+w?p$27x~JVE^L7*7h|LB?Pbg<O1+K@YEmz2H-!*-32)M;wl|SW#=lW$1O1${v<E;H?02@_4Oz9{uuoB4e2~RK0#5-4(jV3
72OIa2lo~k`_T0o2HP252e(_?IQAF;5cJ~qzXkglOC&lcyfLO4Aw94<e-_uX*3oE{Jva>F?FEe)Q9!;f?#4{&0$3)y`WxV^5#8_@
lRpXi;WG^X??CGb9{~8@Iml@t5AzlW<>Lx1tJdwr+|fK&p??>u<0dfHj3)%_-$fOM1WP5D7ehHLJom<<=;GV$=hYlE;}P%`4CW6b
5AWYP_3-8i2<d<Q))X&7&HUOGI18;LtJDw47!L_0a+@0Y@$~u<H_w(V@hl<N0L3Q+fqnM%>QU(iF=ku^6$caUBv>bs(*<1p=j_X_
1JTJ<qYUgcJ4o`lfjrC(QX0cA?+*>f^lt<<{XljQzV!M-;n^M=ulv**8pi(!=hiQ7<RBKvf8OQ<64eGKAON&sJVEZ?@B<kS4(~WB
e+jPc+eY-p+OS~r?AFy0{XZ%XNfhy%J>?hj0ou>>x7OG$2guO5;~W=3?E20{_CLEn7XRvjA&@jJsT1tS7q#FF_24Pu?-T9*#Nz}g
*761RAssoj=?@1qo?1Wp6f7t6!YVJU^3L@SfinLxwcQHB|Lt1N0SG7EA^s(@M+^ea0TH@HJUk;O;71lB%k(Gh07bOYB_ZTSkaWeb
+Uo=7|34h51MN5l;p~4BPS79#DR~C(&kcS9-hA*R_Tu*5<0alF1?|?<5YEL5HJJU@1`bl>8s82&0LeJ#5-la=fiDpC4&M%F76SCo
07LO97YH&iLI&sR`dr;Z3&i!!0O2vT*!~zB>I%XX!ce*e6$JLC{OIq0GC~m+2{id8BKf88;NdPcD^)iw=^GxnTb&W&xfB!<zmhQ2
ye!X8@$DxdvG-+jh!$Ue`9ZWD_8#d0*Ua<P81e!M0ONlX(x=|<`kDh+y&PutD%P_wxgh=Qx$+C;Ga&yV3;hhK(GkbTO*-x{J;A^)
95eqK?kgV<A;i7nU?mSSD<C)SFaSDZ#$fdIHamYvFA%3R%^tSMD9_i@H{{~!w!!QZsN^Jp-AU&e4#f8FA^-MI1pjWY^dThmxe8FZ
8pt!rBnRtI9S9@l_W@P*<VJrGJn;Y5{4+iC=HCy(0`~wO6XC?v?-}>^4+sDyu%+nXsX7j)04w_Sf&IV|CJ3nbyhKwXAiO0*<m#b3
*u)j}1LH2;0UrMA^B}(}`|gA$`0^a#%;7lu?*Z`Ye@hqE_zEWZw<7*8IO@?Z)fvsa3G-njv;__I91yuV0seuY0UhDq5I4UpAr=qI
8yfEiB>fv0vMaCK?d=IDJxv)Lx$Fc?@A38t2-ydU!Uv5ln>w<w3swnm-x2^#4g3vb_z(;I!2mZX^W{r9=)2k10uX=w-2eyX`WEvH
@Bq6R>?_O(r6K(I`IrX{p4Th~1|aYfp2hG<&Bi6JO&bR!oq-{hD;L$_)cE81G~pt#A!rW;DisP1J0}`U6=Qz{U?9y1+soZX?hQUy
?)2X++zk#a{Nnl&{m5S+M<9~ODKqSr2x#7PC-ct%;2I^?0V1U)%k$f~EybAr5ADQ%L5vC078<?k9uxsZ2-fzP+q%KFuoDZ*p2`pQ
_8#pX4fh7s8U+$LF&Q){f&1Ab5c@0(2MGKKJQBAH-vI!(^7J>Dn+yN(f$jI{>7@b?;L#h&B{>E|TO_CNz0m;t_-Oky>0S60La+`4
KIhHVH`~4I4@&_EqA&b5CiK!2_2xG85Z~3s+8BZKnkf}y7g#F81o;U?zI6)o@-~<?CO+EFKP*t(An*eO{Sw+5<$*B@x7#)K((1-J
)cgGR@ZxR^6xAnB+%FW7^#tPyOx)bP6(ZwJ$Nc9APp=RAfw1=L1P|a|_R;Cz+CSIS(h&hQ0|zhT`phr?Oj*9{9m&QL<rE4{)d~OP
;inW4Df|7hY88RCAPF+}2_E`FHzDOH2p0VWYEt0=(;G|F0oba@5IrJ)*Z3OkK^hEN!%Xci;Rm?n{T|W(5EKP8-*V>O2l^{g1}G#G
{x{hlKK=aPvj_Y;ftdH)_xKRl-UQ(Q2gNM-8V?Wt0_5`#BaRNj4n-Oj9yBS%*8s7R!++Bg-WLd5&&`Y!14rik+`?q(@dsigmj4SM
=hDFMJj`PS$;Z_N2HY?V@EhPzk(IHD&1%mB-X5$dPVd@%xdk1j+^p#JS7F8Fe>L07>pbjRD?IgH^C7nf*9P+@?;*z(-0cM_1oE20
7zOk`;QI;>6u2bY>>n2X4G{R<D1QLx*%TY_O7;*E4b%a@4;I!C_KRltza;wFR^VFLLgw#*7Uk*ZK>`0T7`bU7uyeQB^<vs-4;D`0
Ec(}_RX4&kC@6T~Zx#&WTs77G{2U?V1o_PfvG)J%*BS#q;rPeLlYjO;J`4H-zTHm_^#JlW7B3AQZ6e`>1q~?`{QwUd@iaDn3S?L%
z3b-az64Tox-?JDX&mQL&l<r_nC{E^F#;9lIq-qaGbryi-Zj-w+)>TC{S{!xQx(`GOIRODzx3|z^*j|!2lD92_BH$xAyzKu3fL?3
4BRvz0?WXyzV3ku<wr6O+%!J*B`QHH4@6o6=cUPUFd#^Q{R;CZ^eErf8Zy1PR@+FJ+Rd-60>s?_r!Y1CND?d+8TC=ciqLJ>KpjKF
K>GvtHvz=*^8@uB5DoM0J0UCx{0{KI1B?b8FD~p700!?9`UNuFfd&6MZ_XC)pIaEs%0#sEfARhx@(Tgq9q!~tDbT^j7)Tzrspc6U
6XNgt#sM1}ivR)lqbw*YxZDlxw>2uq*X1@2J2&0P0xT2-A=}COfe<1P&+HN9FazXJBM}Ed?o|~MGAd&Y#`=Wv8$m<d<>41IN&Hge
Q=S^^Gc|t`%?iyS{7@x(=F9>3-6B-p3Jm!E3<eM9ffM&6=NIlG<K6?#;`Q_}Ec|RA{?-ZP_zn;59w{B#@hB$)!aWEi@#Pi`4iFDY
>e%tv^t<mo@*~zd>)<5+T?7Ic47v@*<;J#D(k;*u01^-YjL9v+%K$+DRN(Y~?*#PnOn25G6e>Cu6+-nOB#_!5^nty<xCspNv>;Sh
_2(fbQ3EIt)BFqO*7XGM6&}s~=KAQp{mMc$48UURf8f_U_1n-0L-PRn(K7ov^&agT^eG)H=Li=G%GCb}*CG%41t;kT4dnDN0pQrv
EZi#mBk=POx&RF6h9^f9%<&f82mkXDCG#48=P~u?pMi=jsz66-021c|=fMW$Q?ds!*5(HT@D<uj;MyDA6spt<{NhCWqZ`c(>n23B
`!F8%fj{^q4H)l;B0cXH)D$Ae`o!BJ(%wb(>nFzb=?LpU0PDrZCq42JM(552Eeze|02CJvKm<u5@CeTA>+JaD`|nd4{s9%f0M8FX
xehWR?eGcY3G7Na$bb0Z+7a>ajt3*^KPMZPw1v!nL%-r1>11Ohm<`O)*HFmDyV(y<8ucF3L+8`$=;W__DbwB1!FKQvy5CUl0Spo1
6S+W6<j@;=1>eKY-uDgAVHLf#H4g)${q!Me9Dib^CD=N%zV!3*L3i!Y_9>tJf9~}A?ZETzG}j+G9^oNQ(>{&o-|bcz?C;m<+Y>M2
fhZRu`Vk}A6fzo3;N;luHslw_{sr{bKmqL}Ap7wtBku(h3-2fS@)Zsu^z<AH>ge?_B<KuCEwCxG_rAycOei!1rY-yMu-+1}rUmiR
*t&rb`sN7P{@)82yZ{j!uL9M|`PoE}Au$9fN`c)JG~ymg7Ct>Dye|k78&AYd_5v6h`Z7<+17Fn<`8qLG1O5^7B~|?j0_r0+@jBYq
0`4RPIhW@U^8pDAxYvK!8RZ!Jvaim)Aqp5Z8|?G=MJNC$MCI}~M;Ki0Q1JvCzybZa_<{NI`l<}Q`5Yn%`o#YFP2w}#$Smk63Hu5Y
#XSqR_x>2-(v1n#ODX{<BQyNtlHWxUHLB^!sBcMs@Bmfq(gWxNJRZ#^LgFN+vElUz@FemB+Dhfz44N1t^rRjk<;&agkG&1VxeX0}
F4jx({K*Ta+_@1P-A?Lz2>K)s>)53};13)hA+7=C_VWzfI};TO$${WB-sc78$_u&+7BArU2fp_z%p2tq4hfs~%Jc-kC>3%O+i8p>
UKUPcsegHc>W8NV9Dz3<9~2__Ib81N6B5|B+xtqd%q^HL;wu5>z*XrXgu;~^B%dWn@%#>jCI?><`7QEn@#sYLyi|YH8|eoMwC57}
KOF{C9|rav02V<G&kuhQ1F{6m4fi)Aur|s92Obvkw&>^N_aFN%3<Sgs{_7qg>g4j!3MjxT3Ha`2*T~T072iE6_`o#`=E5lV%{XWe
^#$ny96tO963`|=#edNe9S8OB{wCus=g-v&Eg#FX{@o=f>n6|D=L;F;3;`em2LtEr^C=z;fdT;g859=&LOu<qB`@j&{slYQ{0`&j
$jR3CA=As$7x?wr_8Rzq@6j_BH|F{01->>H>{t5|4&ppgKN9^kFQpwC&Q|=T$rkY&<};eZ6ae`h>cQ^a?H>G83(jBf<}Yi1Yx*cJ
KlSb7J=O)w*A(~b*$DH2)bzU4^WPzs634&*0p$q0^Mm$K?7E!#x+@?J9QbqD8I@wbvIw0SSh5zu8X!=o;6QKH*(yKU#RJ5lpN@a7
&WMv=6#VVjX<pHJ#4f-F?h5$z4p6%u6S?*8`5^uD4f%iREd&V}|Lq~_`|U>8^zqmH02vP<`riyJ3G($71r*x-UIs!%97S<9JbxB9
@ZeNe!QxLS9M<?HK-ah@oCgX0>p~0f<RUjU`YdKR#=rp-93I){@_+dP7ex>`9@z2z{Iv4qLnP+5BLyuu3)c7uwfF5X!R_4a5Bb?Q
fe<wt>iKp1TH!wK6!Q=H(HZjV&;8UHrJlLv<3vfa?fM!SQnC^OF53-03V#>aCCR<=?cehy`}OnCF2zZ|%Bt!k3d(=by+N9J^+zgD
H!m6c8Vxu@uL3#*S=tI))y4+PVMp%;)%hzsfi%P_`avsP7zP;MDQ7b-#GmohLMf;8@cqK*-|N><5+p6nEeQ1D<~r*A08ZZb21*kn
vmD=l6Ch>L_D5*x{wx+N==9%1MmFR2tU&MXBj(up{2&|q^71SQ4-g0U-y`hxzt#LBvF;@O+&c@{B--Wo-WAh$2?+?d3Mv8hfA3{J
P!S>Q`VI5~?C0r7AMgXO<lZ7I9>u`8IpMl3&i&rzIs*hLB1H%U>VFOh?e0RV-~`8-GSayS#CPKd*KaT2EV~xTupPMw=A_x+*e2NA
{kbsCt7XUvaDN5qt@A+=9>*NJv@qlV|MoQt;42TvRxE$dEj!@${Ojw@(>5+t8YrvL>ja%45-0c|4ix>-3A7Ux0DnW>^_l!iDIChE
2JIms<Lmpx!}B7;un-0^FGSwa13)@b-_RBp2?akGv^U&5m&Vz`EchJ)O)4eg_qI3;CV$Pj?%Ekw`6Kw+w)VrRy37k!4@cNQ`uY^-
Nf!dK&A_wc8l^t}WY9BBt*iJw#t%&5HUGm1+BXg!f%3*QLkw5!t1TKB=p|+7;O6Sb>mL04=1PB3+Xw&H3&RR5n*aGVD+?P&=jIp<
85ITK(f<YD5ic(QN5su28RObJ-Cf`9hylg{3raTA#-c#?|0ypk5%bAVyA%%=4z;Q2Ci-7NA;01z_kVZx6BrD%o%@CW2@AVf77F8N
*necw<IeFEC!fI5Clyf0;J;P7Bqwa$Nn#)YEF%-ry%tIg5$EK}v-Vei8#2S^QW^pk@$J?cB|G%j=pQUPFD4mrMiM<vFKPA@G!fdj
@;Na41nCS38{7!OFBJLqu@WnP2p%#A`SH`;l=B5(uG^~z@kbH(jw{-~{1ze%`19cz&<$6-eg*lH+W5<|9k@>2f%IJ$@+htDx*azj
U=zm6^W=HV@ebsuIuiAA^xW8+71i7NtR$`aLGv>eLOJCVuAlP7;OG17?K%xHzVsFAf$BW;6FDpx`}Gkbuw;b84xG>;59Z4?WiZtL
AejB7pNM~p9F_TktNj928rJeTO2OD30NffXO*)hy<o5&B+1$|Z(kIRQ>EZ+F4;}2^3j7ch;1}ix@YWvF3r_7p=MWSM;`tH$2@)!Q
u-7Tj+c<?O2<j{-1JR+{?3Tbh#^e6$3nuN8|Cma^v?#JwbH&=-6zvrjfe-@a`zI>~`1`~q@X#9oSi2Gl6D}gl54;%{%M%5|)9LbK
f&c313<>`v)MA`S`~MjK(+h|ZMFJr)v)c+ryT|4ZG|1*Ut`8my<=PZ3lOyclISDG)C@Cw{>Rs~J8Gob{9}gAzzWNRF8-f2@0S<EK
ys<ta{POafPT|nlwn*pu2SPOe-`4Z%NhkJq<n{0W`ZC=+2^{<r*!!(2Z_K_K_WB$gtNR*__qpTQAg$bgo0mf-|0?$W@K@#0JiiPJ
{QWz~7i-S<1orVAe+F<c$oKcNRaXkgs-^@cI24=Q;nTT(S>_=+%_tXHCa^{%Bj)VLf%XR|B>h~!5z6WS$B_CT6uK6?>h{bA@(2&e
8tLLA{0Qq%8cw|m<GC;dlBdA}O6o?#gf72FnInz&*Bu=ArshTL1~5U;-U=xhC=sR!DdR7{%QMgXKjMEhH|72SI77kE#Oxg03MAg~
*Yv670qf$&r87u5-RJ@l+1S_+{yhd1@KP#!GFg8f?9|=+4l&R40@nH;C*08=>4E<Oq3Rg%5WDLp57qKI%hUSv1zFY!0uAaH2~Zdc
z1>kTo3|=D8<9u+_zYAhU21>v6G3B$x+XkMCL?ln6cH6w=l8q4Bjv3<_fISjz*Zmm76$g<2=M6y<N%x0_~d5y#RmrO7o`{&=_J+a
0Poj<aRBYr*9_$FHZ&hV@JFKMf$Tl*Llq@K`5c}Of8ihPd2G@e5#{$<>Ke;93W+XHunO1^))8m)b<76F*6Zl_)kua1CM+Ek+{5hv
8{Ew}+RF>)`w!wc^=x8X!Puc9$p;$^fgj>A)Y&Tk^vEC%87TfP^6u6M8U*e1^$Y0+@9Ew7@BU*CuSoa|n}N*)zu^e@5AOTt7Zdf^
$Uz^=+2YtG0qfr(JIx3I+NnH$&MC~bEd=Em{wFsep3u$Q{TRa(=^ZBcEc6!U&=(sK!6oY<`yN3W4Js%;1l%Yp*6jf!$@uR>0TDN~
^6Wb%&>kyiAohPQNa^0<LG2Ou3Mmcq1OQGl81uKw7taSA?t%OiCkO5+>I4lSQtCw$<Utkp2Ke{$B`x&V8uk7X$|TVm9n2Nz_Z_dK
IRoU=0m12`Zz<WY0l|R*-3iFNHwy|012^+CN%k21_|z!@z7Q_l(E$iX=p^=w%>94ygJvp1+$*^l+!in6t4<6zN0$Yd^+rnxH0Al(
Cu!stHt)>n6gVnb=hUVGtVH@I+}*$e@X@f+C$}{3aLl;+0)GeTDl^9A=^PRfbSS7Vfj_@3zLx|h8WYd_@A$Y2GT8M{9mn}Y3iUFx
@ZAUyO&h6h<Tu+(PA>KS;UOl>A}-K>J1N^Os2Anx@**E1#PG5gA*~)}1pe#LZWG@D7j{na_1o@L_zrJZ3hL^q8~Vr{o=+HohuPY^
sfh&92*lM6I@#gy`(#S%IyN3A@ZH~d-1fZQIpm`EAS68MzC=89bm{)%D+a28`Tj}!xZjKW5TWVnK<FN;#<J1u1LF1A!PC?w^#Ljg
&f_oX`91qR`wjEjB<e4J=MeQB6elu`HSzNi`zQL_-`@i(khJ16)l8~P8fQUsXb}ScDM11$9250_vm2T09Qxem|H%-r;}=8%uqj6D
+xO;@HS<Cq<<5E{6vDv;&i)|~>X-e|$o=K(5$72XKlpzdg}gnu<g@uIei|2Rur~Ha&bQI;<_IbED#&+1?{k{u3}+x-0yZ)v5aTcI
AjsvE?EdiIDFEL~Aja<H$^ZWjfehaqwE|Ng8AJv2{QkCq6dcvW+hN1k0Y1Vvs5lSSvKPgv?6+Sk-%;WU?fuucCe0Ay%O4>j1Hm4|
L><q80}wX6$jn2U2|u-+)HNCj8QIP*Or*Q}0QUYdlkP4&AMEeI%of=K>=j=U0~g+yP2Sx=KMx@*`bG$}Bmfa9@=21Qa|si{u=4y9
;p15nO-B3ujsgxC?B;*b&uS0l3FP6@?M${C<pHdu3nUQ5EcYnN2Z2RL)Hz*3^y(?JFWaYV!66kG6fNHcFM%@7<>l@lChn!a6+AHI
N&5r_;3xO6KsKop7^+tAwVjCw8`;Jv>i;$YQw1c_uQ=*C2|OUjffD@})6D<7+PDc78q^C39u3w&e?{&94Er22*I@gj>?r~0@CF3$
yDa_}KIFkD;0g5;<u(TDYZ5BsEI5#9R0d4a|9=zt!5Y&5;`lW&8&DR{X8Y0XycF#tvfw~t{}B!4?!y7H%0iDpJK69SycrS4fpN1O
LN$dA0Q3dgDW4EdO8M6z0{tVpHW~Hz6$qjX0yF?23jOo1YZc`E`ySlpG%EvD`J^=}(eZ-sQL-BU#?Rw{%mnBORYl}5*+b7CwC&RT
ybl1&S70~c`S}|g@)pMW4B;{Z1@N*tm~VkWBN+S<+xRl-2L<X6B^3MRFt#L5JTz8+0^-vX75?!1_s-|~FDd&f>pIoZ5l!I<Qx-IF
;TE^*K05fxj^w{b==u=p9}YFl>K5$xp0f3{yDl*s06jCZ#2zO>fAsOdD$@}AF9iUJB++w(?-?ui$4oDQJLV7AAR$Q)_X!I7=KP5>
_~AJf`|sr@!y7f*XxIb`<`F7V0`BKA&jrrV+C%m!E*2UUvexnBA>a}B&VS4q-2O`22@?k&78T#jEYbNP{Vx`iEIixF^|rHr2n<!1
Jv{ajyd1ReEw>=*_xl^M2F3>=^$f;R!3@>Ap&<_i^4Tuf3E6)wT@EJMBPs_l(-Aqq4;Kj)DGTfD1J&0&yCEqC@%v*32hhgvWfJ89
&Jh;^)ZQ{c*7yM<7uw|+2Q3HH2Jip%N&@#I+WPI&8w-IJ0<!ZF{v`k!1`gl&1|cF7FcNMl3l4uSE<Wk-$Nfnv?baO_wZTH#LE^Xg
`ONG31v}u&N31H^8m-nKB)bL-=}_+h;y%s{P%dYq0R;!r;~pE*fi&FLPV(a1z3V|Sn+Ws^=kp=;4f6t*3pGVh0z!c$CKB-S_^t&8
`0n~I1jL&6*~%O0Pao3!$NkG3I^w_g4yt2CM(dB$z0aLK9?kaW(&haD>*x|3#Y032VBXyF#@E#{>1{#2BJ#}Z(Zdl?@`0o|2-WSZ
?$?#afi~AH!hi3)Dboxc#>MzkCauR4&b9q5@NWROEkCI!tk=g&ClUgX>N_&B+iyE1UJ%t88pqSmMl{SH@;RXy76JR`4S^0f`Pts<
6ME_Y99)jEI`ZTU78TSNz!@Xg*3Gl+LbNpj0nH}g`{(o$_#Fn|7MUjhC^XthrO_i5y&ZuI6@9%S%OLUX=j6cQ>_qaR2Rrs27be@@
<v)RRGik!k@@o8P7v|N=2@>I6>9)B)*b$^!DewSMIl1uO>@m#l4BF2C8RYrHz5L|xOYqVP=P>ah(OXHnET0tHfk@>$?&K#9^s_9?
<C7FPxZ@@bpxZD0kX!TvM#u&j50kzaAwgp&sX_~>73c{ADnx$_<kSGx*!}?&?@;XNg^<jD+3LOBXbg7d2gvx&iV@#A#`X01{`fV=
>kbf<MG`^nn?@AL9~vD4xf8of-5(b8*ACuHGWh-e+6Wua7$xc@0q-pq76$J4`Juw!1Qr0pDaJkDf9TQw0u%*dA=~Q%@({?v3McsU
*2^Uz-Y2Jl_~!xXLh~2m((few!4xN99W22D84^3(=`PjtH>2m=4;YhI)&vvoDNL1S(0>^cEdJE-DJ8fRd1umk4AM3ypH$q;0W}`8
UCjLV7ar=cE9S@Z_vH5+sx`jo1b@`szXtYF^ioDE;{E#rElUmy!TKl4Dat0s7lDeMZ2Rqs59$dU$1_IAE!FQN9#<4X=&RTp*ctN(
2maF{NiVoE$3UwG0>UmAC=>}WEBa9*xX9|__q6O^BgFbR<LnXl6eTDaf#M4_DW}%(1q34Y4f6oH5w7LN{`49p76kI#IA$3V4FB5y
8sQH51GDS@3I9Di4?79Y2NpHo7Ssp9-5F1R`7tjkAOD*N&;Rre;<=UG>&Vg3@!-Uw-oQG|DMwiWB$nP%;jzsG3>^r8;pZ3K(7nI9
-Ax>S6abhA^b26I(-Y=6#CPTnp)SR@)J`EhYq{XmiDdl@@+Dbl{=?rCCr9e*Og{V<;P?V2=??GQ9s4r)`1|?!2rh;@@$ne<@_*Iu
;{E&L7|!4M?)q}YIrjTq9^pL})8RC@{Pq+15hxwN`|R5F{6P{x%k1#V(eMP|0y*mTRR0VS-bjBF@&*eVhNBSS|KiU8{=*Olz9Iq-
BNYN7|N1FR0!=>*=zqxd{7O{+>hKW(;1c{Kpb9VGKjr=o8Wr~)(c13v3%Duni~fAv5iU4?C$TaT@F5*05ex&tIS>sh5Ygo42}3B_
$p|3|+W3F`P2k!42nEmnD<~@`lGvT-2=*G}(GLz98L>Jyq}<BM==&P}&=yL^(_1Q_f8fy7!PH0pNXeE&7$BjoU=V`HVc6_O=Jihv
M>3!f(Cp~L2UD;D5)<q`-#^qs^fce@p8QJq*YrNu3HJ@q|M|AC&t~Y;1DK=b;S%#a8^V}@+Z0R#_QE5h*y;-we<df9IH_aH^wG%)
)7v21pg7)K@73i40KoPyMCULwCD|DQMdsYA(K9?1wpA)3F*^a;*ABjBAp|S8A1(3q^StICPTui9^sornemP?d&EUSv!yEU(>VG!*
?<o6u8%+89KhF8>1@92#4EgLDW#8vH=JCAw2aoHnF-?Id+vy7?3Ijv+@T%|z0T2~10^I)A&(Y5pUnl7`@*+=x@GQjtz|rwJN!%Fq
;`0B@n20PT<=hkZ=@?jK0Tqr<`_3Wj|K$$i(BI4ZSLPf6<F;Tkv`<;N4u7d#qwvuEq^QX)srbp=&j485M<4T+McDNdYs@pR@GJ=)
`asdy0GRUj65qJHX+Hict_=Lo{w3&t$iV07769Y7HU9gxIUHByO6V5isO-fs1giQp_9PM*_vb}3`{nKb`GNAm7U$vi9pBXx{5#yl
4?~me{8{`NAo@Qb2rV85JAeJ#9U0pm8uAnv6(RZ3*!UmkqWkU`>is9z9{c9_z1tM+;`_kw<>DeKP~tA!&s{5<>a*VDXb?fF5n&z%
=k*5o-qs5y`#paSN2p7hy(R#EM_Bpqz8Mba+r%gZ5*_gsDl*aU*d@*U96H_Nz94n|)F&78-OLg?47Vq=>QTP%HRRHPmDkd~H4nH3
1lASd6+#gy@t#Kc3wvz|M-gi59#PZEAu0R_zX`Dz%<tCKOzJnW-a`&6-1dadBuOho(ESPLm<U480x0x<7}EpZ(iqeA1HqmOO%?zl
_UmT6`>Oj|)Zy50#}w7g0)Yi>@%aQN)DkH`D=oyERyxHA<PZrZG3%T75){`5CG*5ILOa(954-a8Nci>foA)vO{@lPLl^qHE5$P-C
{n%U@Ch`~b5Ah(8fiGqk>mm#X^@Io}0Wu~J?W#D+fi&tTt2QC)?WFDr(EZ5p<1eKGGJ?de4G%0e<HRiXQUVL@1*xw&%PrsYwGKiE
0qYJ94S}l`=o<ny1RNvh@iHks;qk`qTC_m?%sD0<Hp30x$^`)SxdW-z>H!J}_s-D9F75%sFw)Ky@d45y#0~t;9xxhz{OBAQ)&3bM
K|3gc*YHIxzZxq7pda2c;U4~!yvqys8uRAM>DlMxu+H1xQcg$Z*BHIT`jhat)A9vK?UWh@2?!M)s<*iy<Sp#>7$oloG3(KR0T|sd
;ZZ2)7%Z$}BEtl>un$rtC4plf2w&qBb~q|iz*7~!(H_Dyws<uk`V=e7<TPFbxmxb5^5GK+?e5V*B^eAP_pJf#5$xaoflL*f<B*#9
W#QsPceeM>`TzTL`fDKT`wz^k*U2Y7CJgVW)@hWx7BE~A_2U2<?Z!GGI}Bau1N89;HT}#K<bM=gw;R37;I<q1A?U-i5Z}st;L$h3
0T1Cl?5}|c_DTj5_V?BxF&OSI3Fg$cXfM~o0TD(9y-7|=OhZ<y7URuS6#>>3|M$%%%2VM*;};3{?iUO&N(<~eDC#0D|K=qp@V({t
7zs;%uNmLW2vh>|?hE?&37IVBAPhYOxceh!*x<qp&f2B}ChZrG?9WWMfe*?ja7z>J-e4Tr#x=C?)m`kl9Df1?0ukCe_2&T+4*en}
H4H%I7!KeB0S4^{9RWc80Py$&5;D^@BIpSa<PiY~566KDqT=U0xFz@z`R1}o8}hU>&&Bc0{}jc{*3I=F59b2X;L<D~@h2SC7W)7H
9klK76Z|J3%=IKV+~wz6AvH{Y-Rutx8W_;g!6(;X@fY^<Y6=-JFg+}{Dm*I$-4P1(<qS(X2oN!oxGLH4;^imOF_1@MNf)FHCDQ#^
8h_3pxG=2u#K7G@Dg?$2)+xmSAr0~<@c-R^2lMzD6F&UQ2hbtA9N7!*Q2gI73@P-@5#9Mj+VJTV`sW4q5V#sO-^QcpQ#AZ5`kpP-
5Y77pP8O9FED!uV5q}5U8R-Dut}puHMAeoX;fD>NrSK3&!!_<5+1cFD1J5?i+2GdyLJ8p6-yGWlx?LW_27xc-6$!Tm3Dn)x`Q7>l
?hn@axBVM};S%Qc<R{u+e@O>BKJ?aDZ|~*$`S;Y*D+Sge8zL<hU+C-34+%sRDB`6W;tAp3<QB&b@%6nULi70+IQ+NsIRXhH`y?gM
2{+#HTIdpgRVEcO2Z`nr<ktxc%@6eMWf|U3>h=%(VY0<9#}nfs1@a-rx2<{psU+nD7p2P$4S&Scu@7Dx9--{{-c8)4#|P!{y@9}S
zxn3Y?^+Kh%P0vBPAd5N;WQ7w*y1!BDgsdNsnP(+R|N&sFHR-H+zuY+f&SAc4Ltl`8xrFi#TEcV`vwydBNfZlHX8O7>K7>!(=H<l
G=K8k_S5SF0TIQt1{hr8DeMzwJOl?k@a?)Q$S=ts)%{%W{|yYwFwP<o-Ln1|0S5NX`vf854Elu}z^&phpyXNZ%@w!=@d-3~E)rcp
Hr`C5Isy~0_TIXI!qNaj7J>B4%i-f>-eD%!B;p$+4Kq!G@Bao%Gr`;g<Ot*E+)L^2jOzK;;{D9oI|N#;=NA4f(eMoc1{4F!D!vrU
LI(2+q%i^%4*tFY#Xt+-^#bRA(hnOm>^&eA91{ZcA~wm-N2b{~nLYX=y+h%tzam1)5dO>#@KEv1HunD7F%SRO+Gf};D;|I50wYfv
{y(+Kf9m}6-8{D+FV-X7sNVlY6&CmADBak~4~q^T^Z5V>lj!BO@DaVr92~peFBAgG_V4xxv<>nZ*6p1CwlWs{j8@DPGVwu~4j;Wp
HutDH;9U>?zkkTyB@j>U^WJ5|0q*=L>00#u;V$(?IRWQ7fd}z#I2a}J%;Wa-Ex<Dx{wDx2{722l!#VZ^1sF?$2<*Z977V`!0WtzE
B^mnyCP;zb<pduP!4bk{I|czILK#jN^y9Hn0@mT&zT+Ak;oR*W69^XC&H(QX2mTiv5)R?*`hUv+0_rXV?b906F8LM;2K_1B0uv?k
3GU?Q)aa<x^SI*R_7&~=86W4~{tyj3D2b!s3?zTo3-ka1BmN}*{0R@;2v|%9GXM|S4fil5)*}h@H}%5Z<m&aWWER^V|MA{L9tsEN
FE0M&()H93_XXzEf9U3R6F3GdB`6zL|2D$T6V~PP8~^kDzYf*jcK=4--9Lf*hB8U;y~zpbOPbp^-UA5_0t5Kz784K$<=v&%5E%I;
`O~-2Ckb8?^)kHq`#~;DwC91bKF3fc$Fc+j_7L8_vnie${nzy64a)+7C*cwP3&#FBJF7&yEXE)ZEG1n%q<2{ltE~|wEB+rG5ULw}
f3~bRu+jqJ9P0hJ-zFnO*_HwkD$FuQqgeN|1TEkB{nQJs2uK@4M=@L?r%@Rj^bN`02;2FxydmQ)?gtY`NJ0(*ffXniz%Dj5`P}Bk
4eaLX1PU4I*y$(IA*t-v_ebRI?&Q79;Oyx+;r%N9^5MoDHZj{F-}$=`*Zb%d>*FRV6ax`X$LjSL2!A^02^r|{P4EkU6xUV^-3=5L
>)ixM?g94m5F}|B_ZQp9!}#;x`^VQ2C<YQa<qJdl`4-+PB@x^HL{E9|?j8dw1j6kk41c#9|Hb+U$5&I`1~>K&Db@@98vXq1@Dl&~
D)h7N^Zgy=4ej$8LERAy=N%C<1yLa`{2=;b+|3Q_((2jk2QN3N0TveWK1tkv6IJ7q2^1I3`Bhsm@6N^m&JX${SpKv77`pNLXy+B)
<pj}XEe(P2^BE9n?LM$b%0ci1lmp!uJg2L#;|3QT-tgPc)YN~xpDYg{#^M{r;#e3RU=c-E=fUP4H0_$>7`iao(HQ{fHv||d=IGZS
EW+O&HVh39CgA+M7;766Gc-_v6W<-+C$pXSt>5|b3;6NzF|`!};2;*!xX~Ez9Vpoq7}XTz!{UMB*CiMa_3!NFG!)eQre+Ws0~P1z
)*%rde+3jk-4z8h?FbgmGd}khCzjlzLSP`psr1n~?9)l<@FM~B8|!`!BlkfXN9O<u67GTS<^m%i83e@YE(P9#9_iin0und%0QCsy
A0ZeE{w^!``TP(17!2G&;WGRFHV04+&gaP+9(p1b|2*^b)eZ&dfA;xIx(xEk%;EkB>{7%k`o8x6>q^7(uCx>|24d<Xl=!y`2Ppy6
zbhX8>>T73w-ehNAMYF8fB*Vp2)F+4=I!*o{{9dcB^)j00x5%mN;Ugn0>}4tfyLRZEoR!{TLV@2N@)`k44G>E1IP&cF!~2+A{_m_
`aK{1RM+wVf7A&cLrgSLAs`?O+U%&w@ghth69F9#!}kIhCeagX1@|m3_t5_~O34r*HYXmk5+&=a<pRU*fAk6QAD=KIKJ-Gu+7`72
t_ax?CICXtt?K~)87B}0FhVUV6cmf83O{JL5dshUKE|K{9}*lSr$Ef^{1MUxf5v9TZyOcv{M{A)|Af~1CEP769)C*~9MK6s8&?6~
199)}Avg3qYzf=!AD27n2m-r4G1c@0NIw=758^~JSnhEa4X?p4idKIt<gMiYinC~i?x*Z8FO_Yl4LY8))Ak+|>MvQ?P)k-JUJjAE
<O=TA0_Qdfz%lmWCJpU@ITRlp;~O0n-9YQ?*zzI&4-ontxHH`&_8m>?OHjZZ8^Cuu=D!;k$fFzUAL32}B`bdv%n>GxDh*3q?H2#p
@Xf?b$_l;53D7qi-O~oGjO-^LT2>_8vz{RYAMejO+zRnn1J(5eTkn7660`#&N(=f<tWGH7UGLk)$k+5i2W{j;0_fF}lH>z6&<bto
mRVs+#}53}PYR?8Dm!-rP0Z{df#|S<ge3mf-63Au``jGwDgFu8;2cN<1A%7YC;Ict4lgzdxfVCWE%4kH6JG`z1ojiN6)GH&^Bec<
mAuyvEq@{P7RzYGCmJT|*wFw6_xM*?%g*}<4L=%d2Cop=!eYb&7Oe|D?+4EuM*RyPO5Vx#UpIdY;vy=$EcNOsP2C8!F2dkmCLHjy
0!A|ZOZUO}@FNQm3<dulI2a=l4j<b<DK-1<f7s%y7Y^X@ASeao0<-Pa7qIF08u{zM_}2|C7fbXQ>IC!gH#Q{>8Qk12&hzNpJS&gy
ELGp>?*s4hV1Z>U2DjKM6||x!_Av??ChH&sCjk=^{P6S)E28kLHVr5r^|-;0``b3k61@Sb`KLfc(=ejo2KJ(VHYNa;vc1~>-_NNN
3FE``f6fQW+~z|Q<lpbc16}me)7HGl)4f!?Z44v%+aCx1?d2!8)Cg)IDi0}JCL?w4`a>_|U`n<Q$k7_WC;jz7=lY`PFZQ4p&L+=+
8Djt_6!{Xk9=>EC8@LjI0-qZd01y+9+kqe1540b@AIRX~>cu*e-OhyMAp@!*+y*!v^1&{;w*IrgE}tJY1VGgl0{;RlX9vCw7ZXw*
>=zPEDG=)G(IW~BLGtPoHF*F(FAX*k{QyGxf7AQt3f~@0@%foe8Kd>N#epG6;?1G%<?-UL@dp8`{R(ij{~g%Y{O;>n^<wQ^@e%Rm
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt
1ojdKCn&V$B>yqO)F<8pFU#IA+{57&0|f%%S^X0x)b#HK9}q*~fiCJGDDDXl^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt(5`*vFro%!>EP1%<`1n^J=UmS|F8yYHV6|k$R9XI>o+6h8P(^#1A(Uz)}`<1_Z`OuIa|6)K&uFU%Lmc_
;M5=JJ@5#^>kjED^c5`u8w24o>*PuE@=OLl`1&gwJs{i--hbag2)sHF9=gI5%?bA+;{4R@t=a4i(hmn#Bnj~g`xN2v3m5O*DFYw_
_ZrIuH(9t|KCJzJ#tqH@-_{=HKk)~|>JRHI@fa@v8wBDp=IT`R@lXOk_5dmy0yN78FJh}+G_4eW!wJgq>B%VNDBK#j+!gK*?E@kQ
|M=%U|K(f%*HZRp67U)v?=b@a`~&$A{}X>E(E!f!?EfSnCHpAAuh+;T*ETH){Rz?-!{QF_l^GIZ{17w410SvyEq}BnI+F@}=Ly#Z
+wU9V6x;p5-vr?=@&XtPFZ}W~=G{N$%}W(b`T`^!5?S8e&RGZ+$kYu5*fH=hGWk#B0lx0i1|ry_s_Fe+_}I@B8%2L9>K^F#A=gp}
Dkj_l7i6&eHnK8A(A(krE#Np4`REm~;w}OX1QH)K3FhQD8Vx!F!z>nm9`hd@A@`iz>@~Gt+}tby>cZCR?iU;G=Mn_kf$t9B()}7d
|Mf2b87bfR@c=Fz7YR$>^cTbfGhVn_K(z&b%m~o><<uYQKl2H|>k;ZH`4cSw8wlPp<m^i9@<{|j`1>jv6j#It7;4EL53Cz<v-#!s
8SE_o71tKC$pg;_>JmgG5%Ksc==x3hw?{R9LGus&MFZCx;-fSJ@)+sm?}4UHzyKh@NWjiA_fYTG?b8r7B0&kw70@g)A-?3E2K5Qp
>ET}k6d*ng{M^|<3GabNB?}J<6(9^D0rK4T1`5vY=ov#9>BTzR@4pJsVEYlyU^6`W#iI=qy-n+}*q-3}D(d|mRoVCg#P%49Nw6jf
GVlf6=e&RQ55&2~N#@_xBSYEe`VP9$3fU|D-OAy<5fMcO{Pq;x|3>Bg)d>j{5C-!7C=3rF!ww{W7X>B;@A?1Y;S}`z*6Sz#&-%X1
*BdSH6VAlY9})}p-x@AS`u@@l_0|OCxcdcvChY6>?gk<57XGp3?DIqS@DlR7)A&0F6!Oly<0ZTF!}KaV4JsZN?$;Otf$$7mPV(~j
*Y6J3+t;Y=)c7(b?&H_e;PpWD2Jf}C**=;humB=Z{~k3c_}cR#f%)-zS>gck0|pA>`1kb!&-E-F>Jrk&^9L{s{?pLY*eKxQzzHKZ
?lANh_TU{Jf&3A9P}2MS2LK!L_YB|w*X%YI-4)5y><=Uk2IAVu;T`1Z#t9%R<T2|C`rjiTf%_F+QqlMW2l^TD^8)7W(&jxR+7H>(
=?4`O4b|Jr=PBat#tADh0xR7M=iL}3fd&>{JLCEU1O6TD`~2|q)a*wj;uzo9;ru5E0@l*G=PT~!$O0%d04nMQ?Bg0Of&VRMN8$Vk
`uiK|{R->s)#*na>JR14+W8p@{n^yO=_=>=!SEz8{4(tS_1z#XfdeXJHr?<B2?!SO2@>Yt(f&>(<o(&c)%+<1{@28x=`ZjDyx1i`
20`ut@zxqgf($QzMB4WU5F#P+0|M&{?D{(|)G6b{<oZY!^z6d5@h!^z%nLnX{xIkL{pcwifd(RT8`Ag&HB7k^ic!No9r9bt7{|&S
O6fK3JOeB3_u}K)`pGC<IRnZ35C4DWju8Dn2oovyauLfru_DhQ1>bMAA)Ti(M(TO}C+i8VxZ(A|PKj<POyacgzR7<duk`l}6c$p^
^%uqiF<Q4~KeYva$qml>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_d_53Ls10tavI$*srN18f+zYoY1_{=opDa;VV$Q||q;Qcoe
8vpi40RSriu4Wf`A@wB$^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^cTegGF!K0KeYsZ$qml>
;nW`LLG}s3>=EuO^%O7v7zo}l;_guD^GX3f_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt
0w3t!;zYR-9oRN7=*tVGIqMKD#=y1fz^?!+#p*^S#=|Rr`|S|nh|L!yBG~u()gJ2O9Wj>K6yzu2+b8GGWwTfx$j$+s0qptc+7VPL
^ZDI>+t@rJqW3K02HYX@|1J32?*osg&&m-8-wWvFf6f#47XjJc$<Ge+-#{e|5VZ0(<O41TlI#%?M(iQv4&mX_&@`#g8=&wAp7j#l
QtBq(=fCO0+2IK`&^KK*59#<_1`#4Qf$uXCD)}ASIxpic&R3c164yXW)j<EVBB28u90bk0@9D=2%`X}$$J8fgF7AKj)7SX_X2$*=
`yTr26;Z|RC(>CL$mZ_vI>109vJmgC+NB7`=_ENfwH?WS;rCh(s_r)*Hn#8o@c`%R3=^*ILd`@Q(H+j?XVpvz{viUZ<pvtwv@{Yb
>*)o52Fy+OnFuNg0nAVu(&p(520NkOFxVOcrS{0WG}<}w{KVjo5b)peuM<%y`QJKl2Kfx!f%HcV2l_txK{>N86l$j<2mI(V0O}0U
_wWn|4(8J29pv*K2NO6a)X&>4FDDftf#%%p81oV4`tsrr3R%tLHobpT|1Z_^AF@FJ81=rY&A}J~-w-h@0s!!30r@%wvI#XM2EaK4
+a$T@D^a!LB&;`0=qb?L5vNiL@DI(O?BMI`@I6X8{>rd_)!bn4j}SKz1^x`c-v!dX6)>;<6~{j9?gG&RE!scw>euGo=+fH*(oaPO
>)8NJ{R<2mfd?!e_VWVk``qXJ{x<c-Bj-Ez-6Y`i45T(R^bg$7*y-@?@mqfo0q6r_59b{VtL{7p8{ZrL+cN?o(t7lw9kKoq%>Y2`
`jI{1<d2Mj51#ntvR5=M4}zj_{x^Hokq_!4dhQb&24mLa<!XTz3FbCI;Mx4yajY8yBHy^p;sMMR%r7TKspT6{5gjo;tLZB_N+1FK
#RvuC<{Qh@BEB5<-umnXGq61m&Ftyh-~jM3(qBIn-q#{#4+DQgjOGRhQrHg<=?a1FBslYv37jGa-%!`wC+ijh4(`j*5AoIu)gK5n
@b>6S@46%$$|w*zD*iY#-239J={vdP4b(Ikw-x;BK;1tb1-H`D%e@>N!hbaz<Kqxn4=-K+hYmR%8siWP^c>*LD`3f$`^+R41T-nN
9nelp-OIfFrJ>0T%P3GXxW1@f?yG;pg|-gxEZR_`_c+S#14)4ZGtLqik`))`O2<hQ_r&hP*6;%V&K_+%^8@>3$`>&Vk@G1AD*Qpq
#srh%A9(5l&<i9D87<l05AO8{#Q@y5EAQmx2sIKp;OOK(@&7zpf$!}tTm~iT|J|^~FDK)`;gBr#$tB?mEA2G~*z(=j{tx^P%pWNd
o*S<;{`h|an;<m_DAXPq0t)}@{ePysG^ZC1y&mc3Ny{4x@8-#oA_eKhq7gtbBk#;^Alx$|z4}KL@9G34-7%H0EJ&i!uANRXrvAvi
BHdTz0_+333K0n++-D+LvfhhmC>e0Uk1tw(EDl&1sOiNcK~US!>g*mn-YW3vH{&Sc_q_1B_1fA3x(qWV3JLUo)eIsIq(>?!F90+f
`rPX38bs;w=e2D%#3k13AN(iC+JWlS+5!|5z6v%x82}+{?lD^sqdiL)6dElf7D})CMsmChA(se6*%Hw3DcCdU2<jcc;}O&l1O+1@
7vkAI>G@6ws5c3J756V3^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt0S~qmJ9w2nK8rtg+UwB$
3g|}n4#ORR&l}<y+y5yf9sBG%=;I{X$y`59@A^Cx^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53LtJp=cFE$%%&+X5F3@UJr(w=w4UNVx3&N$D-z6FSt_PN`Wd`qkkJ9YYJ?A%dM5^fC{%Xw2c=J^?SbIxti8
ZVOtE=pk|3>P+stItm6!qHli%GvvS)`r`K3R@dm+L;U`;><|gqB+~ZQQFRwL6fY1De;!8)<pxOW13Kj~8R-QL5CqjH@YeL(9qbF`
PSF#b4Cb=!Zn}Z?WH-+E;WiNM_WCH-F$v_*#)R=c$x1&vuq{vc4eQi5;0nNw7cxTr4c+eZ9`oGgF69yp-9@yH{nOv({1g7}GZpIR
DCG|&H5CL0@etzc?XrLD#K2(5MQ&cPaNt1wL;+0l!#y`qG2J^1v=$VBCIezg$3qie$n5q$BI_v5;j0t~AO$Mk4IKvXe<=nVI$AY1
)COJH{sZ#nBwA4VIT9ON^79uD>4Ezm_6x%O{2Tt6Kf*<}HamX+1{dUp%16#ACM`7TK)vm|;PBf2rt}%YUiUmLCpG|I*7_K+<LuA^
cM=N5==^V|i69h#%|%r({MH$b#kTS^0ny~6GFZk0qc`Xlul0qj>OT_Y)Q&TT@7eyv3SuL_8YuNd=Rf-3PzX!a!x;JBfd$gIILhP^
`s@}M^)CBJ)fe~=G2SQQ;v?~=fzv}2Jk13PI7B)YE<PUh5w0Jz^WEs(#W?9g<MBrd{{Upl6Vo^57ZE83GoOB&0PWT*<)`)krz3w!
z~0-VJY55`3?;wN7a!QM097<qoWAl3`?^XBI`6yO|NR9876tk9?b(pl8VCdE(Hk_*S0o<Q7Z2O`An-C)z0L&@75&BL0TA=x`vZaB
=hGbAApHLv0kgggMivk<-4uW0+Vc0H1mHI3EGh=+@5sZ?**E*o@X7ln5w^a9mTU5?0ID-Mr1z)MJx6rQKgH?18K^MWM)xclHD%(!
V&;Du_^GVo6D%v+6rL5j4EH(m8UG^eW5(puCN(Q2)!-SFe=sZw*$U_v6&Ere;WtMq8!$385=+zdLf_jlA{oi2AxqgH@!>83?ndhf
K<rQK{sGLW+{eVeIV(hK1t8)I9QX<R))p0i1~CjuECAds4cZ$qC8);b667cZH|Wf|A1af%HS&A{^!eNL*?$TL)g|=w^$STyR?>>B
9)a&6!~Ey!N!HNI>+US*sQ3^SJs;}iDK6%^8u|195bQqp)MfwS_p#r`3Xc@qS`|DA_S)zwQQ`R%Ee!Jp<lErO`OyLp=HDaK2>!oF
!POFY#sbF-MS&4Q2BXCo7SGTful!WcrA^ESJuF0}E&C1?6#4u*C~O%!?l#cy%LU_q`UUA?9w3?>6Rrl49RCJ^A~N!eGU+fu?o8?g
;xZ8kEaMFerwml?H0}Efqary31^rI^3j<072-MWr|GR9@?G_KdW)6@>y<YMiSOX~CcEr5*=K(|G%F@m}bVl%aM}Y~rD-G@ECd<?r
=pp#RygUR1FGoLr!4ePn7+^BO)vG<w09PMAEdE1E!zmL_Q2Ee1Bi8aRYT`2@F4i_x<Kph||M1`I=6S%!);awK&cNcgHw8}zDDI{U
;`ks7fA;?&M=ssrGScY!3iJQ#0oWXa9|`{!S8bj8e;ZaI=&${$(@HI=D0(|92tK((+yg8TE&B5Y4(?v*^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^cThhF<ZA~KeYva$qml>;nW`LLG}s3>=EuN^%E`t7zo}k<L*%E^GX3f_53Ot
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt_#MOrGF!VtKClCS&I-}};M5%JKK2O2>JaKA`4ubx
8wKDm>g-4A?nePW{QfB$^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53LtBuLp@_9MvsK+ymP>je+%
9QWE9@fj?p?zFq%=mj1_uJ`sS(bzHu!z+Jg6Z8=q5DeS@)*-X=G|DDH;~c8r9pnfisQ@E^^V_dH{tF^5`ws0$)A&yLryDhXN+<5-
<_M!N8CKmUM#dyF%mm{9|MMyM_rwXO+!^B(1|={bAmjZj>H9g=s5>Zs0|+Mm2rj}XSAV+?W0)X##{|^?{M;z)74ZSP?g`Q=`5G1j
BJJ`+`q)PV*iRL578oT62qw51FI>qaQLYtK(FD!-1mY+64C@KH>Iv8w2m=@t5AEeO`RYOLtwkb#5B~=b`39^1R&BonJ<%gx%<|It
1>Y^;I`a#%{t(D5^Ai~u4&LT6_|qi%yhjj!4FEL{_&K&2NO9L4Xp9zh#{|p%?9(LV9pV4E@e#c__8l1_DBSB!1KnK^vse{>0tg%g
5JsN;RcXl_I<7QE<^#7D4ap+e6w)89>K54^>Khvz9_jBv`tN1~fle!Q5DXv(`4;Xs7C7AFShYWC=JDwQ65}Ji-zp=B7yPr?>jOq-
zvcL01LI%`v@=$J(EU<62Rg?kAaJM=PlHrWz#Z4)9{3p$4d^AU>Jh&Y;V$$=6v_-r^yNhbfnXbd0tOon_Zr0oHeI$}K&}CQ$qUZ_
-_#xFK=lX0>k;cL@f0oq90%es<LgrH@Js_h_Wmgv{UWdoLTbJrMxq3N&;ii};nNq~KlcB-=L*ju?GP;$A_C?;<kv~;(pDc?_6IH&
_ba#+KWwffVUY-LzXr$z^3^2eDb)$U<{;8D_8BP+Ch*@s`0s4~!D11A1^pxp^BuuH3uwO@P{3DP-c<PqG2t`R@7)rRmnq#P<_i)p
C!(k_!vi=Elukf@?d448^&7(qJY2R-My3IO$qLZ{<kTbPK<x>;>=orM@)a!v9|Ytw=;2cG=}!kn`1~##`5eFrHCMVpMW+gX$_>#5
;MW-JJ@y5`=@Q{6^Asxr7Wd;X?B`AL=uQSk`Ts5&1|Gf*H($FiOQ8yX-3HJG^57fvDeecq>I~x~?++dX8}Q*b?&eVX)=Laa{{Jc)
_Zh$kIA6F%NvQ{a$p_K?<J2JLK=TK{?h@oD^As`y9thnx<>^fA?NA3v`}r&y<vY6E9d^_ROR*n!uJ6Pi!Mp6#0=@}>&N}A<=OR%X
^ueu0Ip#3qpFBT#11AtDRT$9ixdG(@EE)+j2NApA2=n|1=Hfuf2LHwA*V`uy?eO?5F8vP!f%p$TIMO5nJ09WQ??}P>TmSq+;>hIQ
CFKi5*tBWxB*^ae=j$pJ1o+T=7~E16fdd3y0O}Ic`X0>&Hdwn)L8}9Q&k522<JTSPKlKI2@($-L@DnHk83W-i=IKuI@<<3d`2r{!
`X0UsKU}y;P@MvQ$O_B@-q9ZGNACf??+M;D=NBajAN}Jy?&Vti=Tr+>`~)r<2{)wvAXC60IHWag&K=wd_R%2L7u+hl@Gj^T=LaMt
5ZC2J7OX+-jaLqTG36{60VTW(JX^9QQIq|D%?r~9*wh>1G3o`s@(<)I<rpmmAocGz?Br1k<5dVx`~EQ)BOAaOPG8FcQP(3S)&AA_
7w9(}7Q!FH`S-5}<P-}G9`W2j``r^8t2GRN3<WX~_ZYzjGFZ7!N392c%nHx|;?)`KLGT5>?-S}P^%5@z90B7p=ju-K>rDkg`Tj2%
3nQW^S!Ti+aE2y#*A&qn4dpT98s!GC;TYa4?+q>@E7saV-RWfnsc8v+4g*3L^&qwaL0`E~Oq%<D#{$L#-pU*0IP?g%?h4}|>=88s
AoArv>f%cP+F1Zy@&GR#`x3GXGF-1!M6?Tk(*Mi@+}R!FJ?IL!<q+g5^As-%9|zz!=i@=@*jWxu@Afwp{2{#wMq#@vN1g?L%L>#5
-q9T4Kk)^;><!^C=@}yhBL3qv^WIJU=S&Di|Nk==0Vli-LTk7yS&9gM#S_#B-qID^Fz)-b@&n8%-5DtfF81g{>AqnG<zN_E_W>{%
{Ti_cFlDqnN2D2l&j#54*4ZQKF6;xh<`n8G^a&^wAo}4l?A<x>(Nz{u_wz3tEgH|o_F3&2`Q2wUz4q+@2%2CF57r#C5fRWf-U}vO
{j<L#y+0-`fg3<z1@bDy{~yH^PFlPqRE;!$*#P1I?9ngq7t;p4`61^b@fIQ=58dxS^y*C$%v2aw_y{c~4kh6FOntopW}0z$$q?BN
Ce2CTJ;fuD=-lHd^9vg$917(@;NDv4foL{j_vK;$3L>N$V0O3VRe=_F;1Spj_uC`nDDnuh{u9R`;v5bNGvwPy^ut;8##0w?3iml4
0Vt*vUtGT$W27Q>))37O0oOX)D%=3G04BRD<t8B%EAsS5{NQyFuVNa1^ZhRs`yRmtI#;$+M573Q$qUi~<JchTMEV85@)Y4Q>=r8r
9RA}o?AuiL<xC7o_x&#$_#e*l7g6W=Q@}V_+9l#6^v+@AC$TuL3i{;>&E+aP8P)Mw-6B=&fjJyy3inLm85zg^HF2f=Pk~Q))eq(n
+3qmoBlQQN2qdvHz8w}K3BBS>=df=Bu2&&(2iaH$Hz={d=0(gI?zL_H=?5GBCD~p2=LtT@`Oc~x;U6AQ3-9?@&<!yyfg4eC2=+F>
2O75#J!GyTOOq6T*9O-9>)R&ZFzOS!@)zAM=>sGh8~W-w@7F%^(N+&o{O>jsA10#<>TSasA*w4%^ef6YHN_6&*8%RW(Du<r<s>I4
7{0$V&G$hWj5aKPEC3ty1|q@>J#fPnM6Mct&iC5{?bRgfIq3tw@D1D|@CYarBlhS#{OLvR&Qcp(00t%%3Kr(b7f<0C^3z-)*%<x=
6V^~NAFDc@^TONv&>|s6DbvFv*9br9fhA`w7!xN5`6J5|NJ!NnLxB`))&$oI^4lEdIOh1)`vuz}@)0NtFW2uy^X5wp;7<}<0SO-;
0Ux&xKU}s;O_~ya*Z9i{@!cZpJmU$w<_YQ{>JTUlA^GAp>*rGf$zT>`{sAl@^)bf>3oyF&AlW`2`2XP};tB}|?Dr(S93Bwu+$R<?
A^g5m`UD;mf&40a0yZ!1@fgYj`Bcdc6}U++=itEg7Tgj0F3UZn<s0f5<}e-+68-Zs@e2p^fj&B78x9}^1R=E&I9s|ZM5PIT*aOuF
&eIv`EaC{e>J;cC;}9nhCG+hy_}nu7$5I1J0s<@|014pS{9nTc5UO4}!2aGH_~%vmALB8D{^rc{)9)c=Aj!yD*aj3IfiW0nBK#B(
1Tex5OjpMFQHn2r-3ihZ=h8C%FX{%m`T5`=@$?uEBl6`!_s~)Uxl1l>6%8F8_#D3qK3l&vN1_ma&jHZ|?baajL+%E}>ki{4@(m^m
9R1}u^XoqL;!P7x0{<o+85y(pKVro7If++Q-}>O^9Kk*Q=j<w{0v*i|5E>CwA<^bq=;AL9fl3N`0sSr<`z^i>J7T>^KcEqR*8k57
;M5@IJ>UVo?iTbX>=-8uA^qww_v1hT<4X}!1P~=0`!}8x4}X#9LA4i9?;zO^;n*$I903ih>GI9<@c|ntG5Fd)2K`P6k7p!m0QDpR
`!mxP=YP=cL%ldA{sYen<kczq74s{u{@&gH=;aP1^AqYR3l>%Wl}sr?3iK@t2r29J&ws)AEy_S601x9R3BgnP=i?it>eScY)dU_g
^Z(>20WcvUf=@$25b_%L1ufAJ<A1;YEzBo7^#<bi1mGUz4g(>%?CshN{qhqX0t)RV03=iToIfWx{Ra^a0~_=B-c7LuFT`Uq^8elX
2*OJW{qZ@$59rw2&Ke(W_7CJy1@%Dmfip&DAngzU{~)&+A#K(IJAolU@afMD3-2N0711BM$`b7>(kBuiG3fq3`1d^wl2;;a1PLZ1
_aD0mI8?exO{xfg$`H;7<<uVNJn9L%=@#oM^AR)$9R%Yv<>F8F-c<`o_W&^)_!`j#0DRa7Vv|T;<m9~f64ELGG2a)V&+5($;VKO=
9RuSv?;24Cfqyn<CKdlC^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt89uydG!UiE5#?uj$QrKczVI{OIuR77rpxKwxb7ugI2`Ou-w^rpfma-V<V9Zm
)f&MB77YgB_#r6(Pdwir%El)O%JA!-(y03ks@wh&tMlwe)H*dm(pZ1u8tHQa;wZxA9V?dA_~j`@{1W9g%%?cp()ay=?B1yrivur3
>&f3d=V38E)@FYe1S&e}`6-V71yZ`XB3C4T4kFht`>0Tk>KN*;2lui4r`can>Cez|_d70Y(pq3C{vuw{{vg8;Dqy-0KE4ls-wN6Q
=-wjlF#H0+<O$~%?h76P7yRNb=<YE1`9%vo`1UFo^cThhF<Q4~KeYsZ$PLc=;nW`LLG}s3>=EuN^%O7v7zp1l;_guD^GX3f_53Lt
^)$)^JZ7{LLaq*f%L~^C*wGo^H~0<5;SJOp^#daM8U*Ds?&nJL@k<&z1^y=)^c%+mI$gF-MY0Be#|+Q^-q0WBLG=j1>k#HB^%O1w
8VBGr>F7@I@lXmw_x&jw`ZU7=Csei?L9P#f*$>nS+0z>1HT(v=<^|jp<OU=J69(Wf?CVha>rNgz0{J2j_8Z9qF<H4*K(YgW%L~u_
;?*4IJ@*F0>=EiH_7*Gw7zN@l<?U1M^h*Xl^Zh6q^%unhGh4Q0KePjX$PLc>;nN=ILG=m2>k#fM^%X7v83^Dn<Ly!F@=O9h^!+Lu
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt=L7N@1b^w|J^3|r-{idX&gd{5Hmn(<slA-cpAGFM
!Sv`k`8-hckzIH}IxYU_@ABaTD1E-lJnJ@J()sN0&*Urb6A1d7+1{c5yA$FhD&^uk5IjKzxk6xnBl{TS_Z!6pHCwh@LazXS$O_Q^
;M5%FL-q#4><{QG@DwZp8U^Gq=IT=J?@a|j_x~vw^&7|oHCnh{K(PXU#|qH?;?y1JLG}m1?GNfJ@)Irq83yAp<?B=K^GpLm_5Lav
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%lhhGg-G}KehvZ$qUZ=;nW`KLG%g1>=ErM^b;-s7zW=j<Ly!F@=F3h_5COs
`YFN!LSeB#OrisS#SYK~-_suFNBji9>kZ#5<rpRbAO+(v=;2!Z?o<&=`v5N<_#4RxJ6E?!La_gT$_mo|+twcCLH7m6=?~^9?-VBh
8UW!h>gQ1P?o0_j`2r{$_!`9sJ6pF-L9qUR%L&c_+|?f9LGuR0=n&>9?-VEi8UW%g>E=@O?M?|k_yH;$^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%=$lG+Ve}K(hmX$PCW>-_;)ILh}g2>=EoM^Aj!q83y4l<m^%H@=F6h_5LXv
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt_#DdvH(9t=K(PgX$qmo|;nE)HLHGv5?-A)M?-VNm8U^Jq=IK=M^GgLl`2Z>!
<P6X94jRZ587eY=9ue#Q3H=Ti7zg#m!Plw(;t}i{*8|5e5fL2;%_>3{6#EwhFAf$34-4=5q8tG~f!y8f`6~zo2s#kL&BdR<-yhs(
B~Ib;^Ep`J(*Gn2HU%Z`^cKYfGh4Q0KehvZ$qUZ=;M5-JLG}s3>k;lM^b{@t7zf`k;_XoD@=F3h_5CRt^BuwlHC?nOM6?Wl%nj83
+tVQKL;VcC>k!}~@C+*c7zW)l>g+=A@JI|k0QN2!?>4#zP=BWnQ>rFz!V}XC)6gpDLJ1JE-wDGJ&J!dDD-h;Q=-Wf*(@`y875O+8
`yRdvJYKUqL$3;d$qm*8+|eKCMf?lD>JQ%~>If?Z9|qzz?CC=3<w_Aq0{1W${2#^!K3um?M5zOR#|qK~-_jl8KJ*5~=?~;8=@Tab
9tY_$=I2oM@=ppu`u-{z^%}$iHCne?L9+#a$PLc@-_jrIL-z^5>JI8C^b{)r8VcPp<?2oB?n?$k_xdUt_#Md!I9a(yL8}CR$PLs0
;np4MLHGy8><{BB@)9Qj90cPq=;}-I^GOLm`u-~$_8G+kGFrG_LAC^c$qUZ<;np4LKlBK~>=5oM_7p7u7YE@l<?c}J^hyFh^!+Ir
^cKYfF<Q50Keh#b$qdf=;nW`LLG}s3>=ExO_7pDw7zp1l;_guD@=5_f^!zCr^cKYfF<ZB1Keh#b$qdf=;nW`LLG=m2>=ExO_7pDw
7zp1l;_guD^GX3g^!zCr^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>
;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt
^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v7zp1l;_guD@=5_e_53Lt?)yF-4PxORMb97bCd4P*H4ow}CxJOIJI>%KyZ7`G
2lh^%G1UjuCa41s$iNi}!3<XqC_ks}9-BieycEeM7M05w^72_r=lFl~fqe+$BO(FC)dZ{ZHNuDO7}XlFS_~KH3BVo?8NmMn$8XAu
=kn|QC$|@u1v=>v8W-^kccKnD_kZ938R<GE{ZrGm9d;J*PsUy;W%lLESS}R2zcTe?^fvIyPUQOU`W!g0j3E^K4+|R4X(v%-EP)CC
%?f|t$6W*yMaeBm#;?%V8q)_0%#SG%L9^KH;co046QL#Hd?_zD1kKVF-S)NP`0w!HIvVTmAniv5BncnU2)5M@E`bV5`xVmE{Iod{
8|6U4ION>=E!6ui+21Dl2r@VI&`<^$0M+X5H4G3O6Aq|D{qn7+H-GYn93{d92wM>#5catM_!ku5<^w3c99aY~+`{`#_68&U4mHa`
6et=Qb~Y>S-wxq_4g$}%CKOgg&qXE1A`n3#BE?9l1RU`1HsuB<Sqtq`_Ff*z5bp8q?)d`9{Ty5zO`h_~MStB74I3ff<oIaO7u3AE
IuW(c_v<7F811CIttJ?M^83*t1_LO?Eddo!71|E{vHsrnEnwl-2nyp)39V2H80pZ`;0OCg8@x9?Js%oO4n9NVQ0&*sBbF2BLok0)
%0sdbX0<#Q&o}`dR^7+%;tA;`C?*cT;IHUM-~kK_{3+r6-ryxg>yF*vz5rAt5keZ>A=%mM9)Z#C)Z+=TC1&UKKF<i&1iv-O9N0-R
$0H9f^=Hrv>n=7sJ=EaoI_r0TI@Hm><`DZ(vC6L5na~soK1}e468HM+yA-JS0kz?>Mt?zZ2d)w7;T+ZiIT`lTG0+1r2ZOlI0IUF&
Qey@Ed-@M93e{!c0NO}fK5uPUSm+_7fBVt@CLFH0@%TJbE=%?~w!Oxu!_42U^a?Q}*g5+i2-|hKJ>0<+`~()}P5Sc_4f}y4E#uw%
SUL3W+S^6x6YKNY*wLix?f((n*wPm(+M%?|I?Yq#s3Yku(!@ak9X2T6)0D(HCF&_LC|n@>^(qVR{kebgLNOB5-l_65Df$;CBIbDv
<MsGoGn>iD*68t95nB}U6GbEA-23m@6Mx_x`?Ai@CO&2J3HUcQ;|3A*AUhl3h~Ql*=I_cX{}4H`98(hP9cMTRR%Ai`$Yuun47gN*
YOK+v77};oO2ZiL>m)klItZ}?7k}ZAMCG9zHN?6czo#}2DU{HzBTx1>F3DcAWmMcl3GHqA>YuBJiu>WZxk%q2uG$yjM7gRZTL%Uf
#}h6FoUPaE#3d`PC4n>Pnnl|;_`pfx?AbEH3rXVF8VkK0QTX7Q?k(%o2dPBIw;mUJ4<Wwx-VPJF;DN)lFy8_E;`{_J1%a^DBMufR
0|D$i37G&Y=5mC<LhsqW+X3t_Y}gXp4LR^l1=~fTo6LU|4FN`=4W{Dn)!Fu1Q1!h3yA?u291+v`>2ymQ5Fshh1qwYaI=0ea{omT!
E+GCO=Ewq+2Qu&S_JP!N0NEec_Nebm=^>ZW*|qEmL^-v``|vs#Cd$P9FOl^10S$Ud$IlEhLLdAf6#L94{LKauM*$l^L9~J7ITTSN
;@sq-I<9Z;^{EA{m#4(;Cj%S|@0`Hf!14&m`vo_0<VD;ofA$v8NKGW^5KV5`?Cb(|`Og933R6Z4DCqZx)-3<pA6DQMGUXEbf$=Q+
0_W=Q0OAYn>GJ`zxA`|PXf@sA2iFiVHp&nZ#meja#LFre85|D11hr`=z_s2KVfM@4!)h-H3yuk^!RUWF`BnPrGUyirdC}!htg83l
y3-*TE8a@(FwPebp!MA)!@SSRA1C%M!N>&E?QVZ94L<PPAlKgq9Kp^e@X_|u@a1$1OCHYv-I5djrTGdJNyqK5z2<OD>#X{S>M>*i
e_##G#H`$8{>q8^*^tup>h19f(FY_v=CLiV=jG|v`mn_UNCfK7+aU=53Mi=<q`rY0_b~=Ux*|OY@caqO6YCQiOye>G=G@N-vr!K8
Vg)43QSs`~29+|_FCF&fDt{^!=R5oY+7>!6PWU;`NdF5G?CT0y7_r;_N$UI;ulyz`N%9+>^*zexfx_&r+2bhtP?!1d9TqnE$EHz%
OW^K|tKJgtz4B`_4fr?{njts~yyF4LU^xzS4Z=;=2q95IC+q**1nJ5xLxJ%8$h5>C0_EL*Oyolj|HZx!qZlW&&*Ru80S3<<8x-#p
6GiIz8u{Wh^!DAx%;*~H>;?nf=IHa-2ddx=(*)Q;>BQCf_%RrN<KsFAvE4=Z9wjo^4iY%e6xqfP^4iM9EnyYf39Ak;@AF3U=}FSx
=Cu1xH4_-xF7x1l4foRv@?a=1NIp33;(Eq18pII41J5$@-2w~)*2pbN))Gm{`+wKw>&i3M-3in16DZL05+H3i^z|_+BnVjbSrY@F
{#z9KCq3Pq3US9~3wI#T4#2&vJsk7kA-{pxvB=cf@J2XE5EZV>2SzJXAlC5CK>af-&I;@2`(E(;y8a#6<`);(PTL$mI6;`G4Bglp
Qz+u98tZ>{CgvSd;?Aa+=Ec|(@C6+-5&{}R-}&nW`Wpn%>47*C96b4j^c?u&xF{$C;sO-T`5ZG6DF@cl5iarw&@T(y=;p=u7(Bn@
#>w{%1jhc|G1K@011bXf0~JO^Clv^R`S}O~@Cfke(;_4n4I<kVGs{SR&HLc`1Lef_3)dX=Lfzs4_J0cg#@E%kNyYo>5Tv#G-@5}0
zuXwMAS~(5HKYw3fe7IzE8y1d0oxQ2*N5xvuJr*hIN$8%b-cv@B+l3$#``Ad5I>cgyk#KMZu=3`tqace;zI!!{vKKThb$R9F7Wg{
wf%u90>S%QwHW9hSNyD#=G^11`sf8Y3FjONf#lvQFyXWB(G@lx<D}rk#TZZ>Q2r<4A?4yV1<%w^w8^)<z!vzn5f9JUKmE!(8Sm;Q
;2QYxF61eJ=Mw$T3c(5x(JLnX>FU#1*X|tp8R7A?BtSF6%^2hL*!>Xk2RHETJk{~R&HWSMfB6O2D;g`u{OEHbPe1Ev@)CC&{mSbP
n9?gK4^id?>@3k1%?{%<!~O@f9T0Uu7^&kij%zj(_ZbuACOv<(MxfbX+};()ozNlWOE~4w4kjt=+To?$M(OG}1f0>|G6=PL`Q8|9
&)GHP6Rce7EBw>``GN4|N*eJYfdK&LSlut-Gu-`K9RNy=`^w8(YRA9)*4cVB2g&8eDYt*-_4YVT-{Bs%MfEQM;L8OZ<?{;)FDL&A
CN|*Y>+3M{?F8@?^5h%#(eC#OA^gzwxgLM#0?zjF%u)sG^2`A0I2qs%+$=~d;ZPSV>VFc=;b(@wzE8UBQvW7DOh=NOmn|m{5Stq!
&JHLyN>)>y5vl=yv>hNJ#ud~Y4e=T${H@Tiyf7v&RS^yLG$JH55TOSW&hP~E>MhjqdOCq06x{U|^In`0B)q~B@6QW2yyN*ErX4z1
69f?XvI;)~_B`>~M!h7#69xN4o$dL_XyAG1{(-7L=OrZe*rqu-Eg;7+ncoT?^KQ!4;qkck4#vO8!?4Eb@e_jSml{$e3lbS5ejFfK
r5ni){uCM6^6a$}<eaq6>ss(p69W6p+9fjQB!So_I2`rWzd9V^{ec-04?{BgAdnH<_7BtD87vAC<G%yi%;4E2;r2xa*goFj%$y1X
toHEuHZj=aMFubU#V@t>E!?UH`GL;)7HzXfF-{<Q>9z;P-YgX}-vIU3Rhi@5Dk&21VdW71=AYkA_W3NtFaYrF+yB+1I5IFpI2hkE
_)_Q`2xayq3i2Nkf9)NzfiVIM)zT3S@u&#g0!Pm|*i3uDG1Ua98UiEV1?lKY<N+WcuA<#Z2h}KBDfi*^4Ms)B#pmcM6YI_G);Lut
D;@#`(B}O8R^WjI>&X}}LNM$iDo48nx(N%pHr@BS@*D%`FFE8VCcw)^`1;}fLzxpnDBmIvtbr83&e#*+ZS@2CH^VUi=>@tw&fMMc
JT>AL+b%2w=kL}q>_Z3BJMY{TBlhI#2Y>zf<|rNd67SzL@BH}m1RV+8AMMTD_D7%*-M<YS{mFmk0M8mSqV38UCH@+#@E`^3{r$}j
-PjgBBl{EQ)&l=G)A7{N%;M()T4nI6=MohA6F30(`SsL3*4^3;(xcWl)E6y(9tsfP-sWJd2le^C_O&3MB?7_#+J7e<I~wxwEI;`q
@JH?A{oGOZ_VXw0=nnQ=4dLr4BorRo=Ia^m6V?j<wfNBI5#Z3#KY>SUrsmumcAn+iC_HZw&F5PJo*gn2QDO7i+ne>aAJ^3ZuEibQ
CO-uJzYGxQ3E&0v15*Jc@gews9tbApCHM;o2;T$*>MRH=@&ztT9!ER=?87V>3Kwm(4DwXv%eY4^<L`e<b;so#F5waZ3nrgM9he~4
*v#QV208`<u;Vz>W)Byc`1Wbw8d`tN?A#&l!Y_@c6%=FtN;JsC>L*fI5!1yHpeDvW8zcRQ>Nzh6$h0Z24C)r&#Sk|XK|=rLH!%{`
EA?Fm1;$r_u_5$GGDap&3k&@f9P8#N3*aUJ$^8@QF-Hj!-%s>1CiKn#z5=O#<EQ%lD)>m_L;o~053`UJ#GgkT`X3t@$XYVu1+^CL
3<)c?{o+;2&rU8w4gv#2(w^zI>D2k5;`-%DH%cq|1nfqCW+>mX#qTjK=FRr2=5`ye|9?K~_00JQ$8G#D%<B!w<SVxlK6QvxIlmIb
#^Eh#y6OQs<@xDbyY3qC^7|bxDogkLT-|>d1OXHKFX0C<II=Au9`*+O>=_>)@e2~d1pmX_^5+*M=<zoQ&(G@6Xh)ZV6Zq}h4lRK$
E8L{+_y`^&+`Yy>(q}1eP`Wkj#MCcJ)(#1^OPmkC$W}SZX&*}f$J|-uO?mJUl@2c>lLgj+UQVWk>g4>=Z3@0q(&Zii2ocy<FZLGs
#s(1s2mHoZEyMmF(=_WH`LqNfJq~{(Cnx<V#coFR7!dvE)Gc`W4EEk3>Deghof`D`;w;a9Gr=h8%<bYJ_3JdR8kY?R+xE~b`a!v9
QZdf@I{Cr?;q2V*;uIAXnGELaiFn>ZF6S=smJ9(DM&2*)tu*xfIt>2q^gk5FEQtVh#L&me^HzTu8Q?qJ)k`5Ox;ds3M9>`4f%5q4
_s|dzF5nv}IUSYg2J|sY{3*KG7SClKNI3K)(B#LPLEuzD@d2q<Fa#h^@L=$^Ujk@$O_@RM^!SC(-5eDHQ{AGQBi492<_i(kfw1+f
8-4q!wq#%qTIdBMHzSV=^9CpnSS1!7==3A{DH$$*%&fpTJtf}0!yORfNB0w~^z+{w6Gx>@z7AG4C~CM06vWaV6VmR*_hu9rfh7Gy
_uvNI9tjb`0?X%h{n!8h{|G|lOH+#GLFhpG^W(+v9K_Hk-GSQ!^e3Mz6s8(y2>0^_1^N-umOB^d6x=f1886UN05|R%CWzL(;^OP5
73_Z}0N`}N5z>rb3Q3S25)bGmv*`u?@<>eI{JuiyCA|jg5&K1AA(k%d@+9E0I@2)lzSRGu@HX=Azyv-nDdqM@@_z;k4HXSP8UPRh
4$i~GE9=n>BKOnDr+2IQ^5ZZN-_Bpl1u5f2*8g?~#)T7ix-Z|f^+!2>@9I4e=_NSR^G1v7D5qu_fzQbbIF6yk+IcQ21u!_qz8cUc
`vT?g56=EdLGsmE>A=9WS0>*zQZg7n>mU^#*n3dzDk$E)m=a>ND9_n5-}`?AEkE#5AAHU%17INu4dAQ1>@DPqg$?YgBDEPWF36|l
<%}h%D<kI(NFMk2Zy*N%W9&*z`RE$(31EL0XulNvN9^q5<0$hzKaocE8^Raz>;%q0`z7JBIA8&$68HoMYAPS~C>*~MrWR$^71MvT
^x*Fv&=;c=H3cpU<ptFbI0pfv0D(;aHrEU1=_M!WYTx<_79JSS9`q(T%=I@A$l8dbv$_tUT=V}9(JCv%@5|#R%;P`a-~tMH9v0@N
4Iyb6@b3=X%4#MBE9zB&RxeG~$$#r4Ry#7vF;(vH)zj|tQxh%qoddQm3&m|ILu?vL>IFq&`Y8-RM!rfX!{GJ(WDoh&EAtf@^dHJR
;>F$y^xD|^-0tZI173erD+31o;^!0^@*&&R6TTMp@3xzPjWzB<Ch-dV%rZsAN&)0K@Af7R?mz=c?H<PSt6fNNC`rQ*&P?b;2AvE1
(fTUk%{cqVJTg1o2-DlUL&rAf1IQF2{;ZY%_kR-^=e`y7K@AlM65#NDx3l=z15Uxifg#$a`>`}f;2gpS>K#_|wZst2rr-i%1UvbS
dr5T|LPG=#lRgg2E|0hR<3_U^)HzGK1R*{D2>$jXDfZm{W;98)0{IXB-ZIJsqB2W=RpbHZ>s2Aj7#$|EPA~h`7DcFm4bAiI;@rdx
|E3Y(0hCtj&*7=o`SKGSY7qJW{k7sw<n`z$&a1!*TpjK{##Q!X{PNo=EZM&IHrs413-T5f6yA#A_`ymvP0-}G_k(s!*abuq)%+2G
5N#LR%R&^&)d<1wK)urd@(9q{2*u{R@GU9tF81*N`|1nnJb&x&xHub67{<@LOCRhtv<bChH2@hB67}-oPs3OV`t>Rt>#u>R>bUe0
IsVkp9k?(@&<NHj#JmXZtfG+mH0q2_HsF8t^9tBJwklMwtIFRc4LPwLE$-+sGZ@bO0Ruz(^z1tL!s<8Y_4)G)I&kKs9s*u&(Q3s8
7TK~@0ruqxB2d>e)I9-iubBze+vz~+F7MyWJ%Jky4k|3(Buy5=GcyQn9LF%aP6rqpJP!Qx$R*Tn0Dt(kn&l5<%ST2%@o5xZy~sNE
BEDLIJs!Lq&KD0jCjK4h3$Xuf6g@T6X9L;w_4v!;L^v!*w=Cm7F4Y`DQQHdu*zF=-$uI=gT&?6J<VDa5EuZA=<onFl=IBxc?@49K
<4yi&<tGdWr8$3TGyEsI(8@6MME?TK``!}+Aql)TMAX9k#|Zrn1q9kK{7pMr0^T(R)f0a$_zw088LbKdwFS81=0)G(41xX^)ads0
-yiVq63r|2OAN^*vMn<C{u~PP0N7Ck`y9?1>gn?f+x-RDVdJ*O1n3Fp<{QxzM$8ZVx2zfn%^mjS<0UJ9L-r8)yx;#1=lB5R{Lci?
M*M*d`Y8|?2k=Eg<`WeV1=qLlEN~E`A-MeK^Si=11ExU~7#STa$3Mjc=_E|m%oiK?09g--F_#H4oA&540oxG1>c~C!+z<o$fjmvn
<N6%Y83|kJNiXY1zWKz&<uv|*_YjZnN*gT*%~T?8&|EzfQjG))c!%@<MFQpM<M%U4?nxb}tUDL~5ysp8$=~g-e`K}L3JhPor8$r<
8nv!@q0;dO?CQW#nB(zmG2asx6A23E6(JoU7t|!(PaT007B~&mia0bK0^lb+4#7t62E8<;SUmRt1PSa-4EH!6t^*bM2MRF>y19B6
9kub9{{eX>Nw_IFXh7KL3!V(eLW6&k?%0g>@Aca$4X_4hiVcVF@`V35Kp0>5;u;4T=_KYEt26cl`s^wo<*xG1{KG_;AmhkRDi7I2
0x1O^f#p0i-9t3lzpOyvA0_Gg08zdvFB2as^8C~C)4%2t0Gu8bpaH4nDjOi<Ee`Vm0t4(N?Ct!2-xx{zDemang-81+E+++lE(inx
10*}0#R@&o{swH^7dZBJ8Yads+q@&_xMJ?q=o<UX1TPu;ob=JwY7~F<_b%`XB^DMG_!A@IP2llA6&L5#0S-eT9|*ps=K(k8HMS!g
>JRq^)fdJxB*0E)=*#uc9>(i|8XsH{HZ<@#&>J@(<RA?81qEE{9rM)m-Q@SHJSj0Tp-$G{D)~tJ6uPMc+tLsND1j^gv;e8!2;(jS
KF`|u|Mlz>>kiKD^%&3e{3*{3RKT~UJ-II_-3ql)?an3E0USBX_5I(>l}Kn(3O(Tb`};1o-`FUB&lDWUQ}pW&+a>sN5cUp4AnF7X
3Z*d+9m5<g@iDr=0n#cPFc#d&B;tP!)E*f6w%^(TE0o7Zx;X9b;PXPw(Fhm7*$hA?;O88s>E(X`Dxjt)9>)?X4dM;<`#m~8!@E8C
^%6(!^nb|N51=ngyto{lD8C)47_eywV!pN!tidBrE)>c7DDNy!#=)$_-Ov2=^AYX^@%g1R{0>d+^9%YW70eFE*ZF?~B(>4+oKZ3z
^a~O1A3G5P5zz86-5SQFw9@6JGA{n;%K9Z9{xY~|Gq1fRxwq&I6toK@^Kdm|BnbTl)k}Z44>#~D{=4A!&jB0-K7Ya-7AZ;$?kB<S
AK~Un^0D#i_X@#7{~_p1AL-2u+yurXn<)4e73nVaC`kd(I{%TgBh)PG-~}7GUlsld0jC|#t28St+vn&3<3gf;5(6C#30Bo8*Z}L}
_zSV_C+-aWO~=U<?bsphA_(&K`!@#N?mr{vQ|{^iXe|{I2tgugpFMv_|KR%o#RtNMJwo#uJL~>`0xHty^fFHSF$-_?({xa@_beJF
7!D**J+2Az>i}k87O4sSG&`>=JktOT-_l<=`RObt=j{9A>;xpc!5BLKCe+#t`OF+!1?^>l?@G)*3l9j!x8KJ2LH^t2Chk=u_8`+a
f5PM<{{HU%_Z~0;$`&D10}=`Uz{Vr!1Rw<R^RF!a>1C44^6m)hIlA!_xjEnV$%b$g65J;3Qv<_001W)&0v}v|INJvoFdq0|TlHbV
@kKJu>VLxo|I|`7<Kg|NXy+L4<oPE7{`MNr)DPYa8~YLB<oGiMBnR|1+~X0+0|pWtE_ytH{mb|P+3ze2=IjW+<;oAcE$sl?%gfFN
{;0}O?F0bjKRygA2;4Wx<Jd$0#uysBP^52v_wKS80K*f(2mvM>a-!%n|MOxn&)F3MLOWmF<>T55!}SsCI6Nu%H`KBo1>-0J&(Jc%
tIq#WG#?tTB@KZx<RbtEtM}w8$mjj#0yq3O_?!!>C|5K=8RFtSJI3mN9U1fB_tGdr8Quo$-VXuwCs^j;A-CZS+5p!x)=XhVP@D`O
zAx#4*hUec$E?s4>^%J<|40(gSJ@J?<~iT785t@M?=TD_Hy&l~;t1dw6AAtsJm(I;y}HH;%nd-&{H~QLJlaMm{U-h)^LW1BE>O^a
`2Oq<GZrBK_~rLc2-FH79~8;_DKQ^T(SaBGN9q8&A*cr21j0P}0w>-S*!}w0_xGnF?Dh`#z$+y9u;LO0{Z_smE`Q+>0NN}OL<k^d
vI<ZU+uPjG+Q5)r+RsxS7x&$20T3+)tVbXA&+h>Q{y8tds|BDX>9?dgr1tm#*Bd@e5T~5m9G~zD{M;S>HPgHWh#dm3t$#f#1I!xr
9rnoEBOl`A!u~*DFAwwm#otOfswgMxTvr|wY4a}q4$Am{9ke6K(e*tVD)sl>-c%LC1>f0`Ngo{+fmS9p>hwJ4EvW>(Bgh*MAU!PJ
{o46s_8u9~);V1sm=X7}*~;t>PAd$XD(nv~>kIDs?c~Y@>D0*P`sdRF(<U{4A?Nl20s}J`1qLGo`O^CN>Lj8E9wWp9_!8{l@$(Qa
3-}fQ2)%!>5bej#Auz)F;~wiFUFbF8_HYIe{@KUt4>_R?CI0Xf{i7@{0Ps6d;NJ=j5zZtV4FKxpG0VRa;|ugw3-(&U+Z_{s*$?yT
;1Zqw?*P5|Ma~8=-A?B@7WZ1hAnyIk0{j2&+t}tD_0z&d+AO&W<LA|XH0ae1@&NY``bf?u`P(Fa7Y^v)^XT``3(76?^S2A?&`<>b
5+4Ka1PmSl1qIM4+5PF%^z#?GPWagB>HO13;4f3-<*qy?^CTRws>>@Us}s8a5NoRlOaUiJpF{h98RFLv`8d=FxqrF6BH?mDvj*ek
$on@kCJABw0~F)<!A4ioBJ0-lPB%{Y6%^h-n9&FD)kd@G(-X|c9K|tlyZnJV6urm5|3pa-@yYs=z2ao(IP>%w0~rEj?lj99yWs2V
AMMM`7w8F=9sMY!>E-PEW&aqZ5Ag_t{|gC<KO@_);KSxRRoN^{79sg^^|LgAJ`}1~fdc&%`K1vTJ{<q2L-z6<(DV7+%1N~Ls4nsv
a?hh&rVrym;wlCZ@#729`rQz?dV8kr67Vo`k2)D6`=6sXz@^Bs`}xb>v@0fmRO<5|=%O?V8Y=Rp0MPIdFBSIg+iKPqNb@!s80GBY
yUOI;^MN%Iumrm2yxtx96vyEH&JqtA-~81i57x~&90M4n$y370;j-xuM!EA55A7rCy2dGi=L_8oE%iAf+#$R}|1U`x>C+`c4h_z`
>?8O1)ql76Dd7&%7w;(g7~?YJ7Tg?&+tkD-{^bof01G`5$~N`!`uZPS0_i^vD-X=S_W%)r2I3M4Bkcm!TC@k>InCt6Gb1YC>nZ8)
;ws?&+gSU~0`yF6M&K9;6eFk!NH+OaFts#9;?pNV2P<hZ_@OKi8a2k_6E3&s3mGpj7alSSffM&V<U1PZ!q+OiV`s(V02yHg1Sh;Y
dyd5Rq&M5s;?m*a@E}2d!zA$>$Rke>78C9n{e=eT{M!W-JOh{j7tbr{_X!s^-VPY+2fO;cDaG+2|MLjtB>osf{Ujn7(tlh@9S8p-
3kBmY91Ym_4c7T`#R)m;f9xIOCZYL*9_-2sL=Y(I<q5SaF!|N4%@bD$Bi{2M@$s#JeG|m^2jgGM-6M!SXTHW9o4wly(ZQ?>uX<Zs
N!2z4{tx{r(<CYn-^<s_6F~y?`t9-iGy^L*1rPcF9pfd>H0$x}5!c}aGYAFmDcto$3<(1-%Qz(i`Um@g2FU^U-%#j*X3#zKEKK5J
5&`}OYUwzaqUz`ND-JQ~2>|{|+}=hk<^MS$G67N(?j_R@>3`}j3<dF2)7=X*3+gW&-W9~z-uT@l=lcByTF~+_=k5>t+zl&81@#mN
D*@T{<yaT*`{x!H=>`24*w+Pr+w~{z@ap~U1_BNN67JJO6d~;42M;F>BoipR4gInf1Sic4Dh&rJAk)YkB@+n~)4~(h{rG_gLG<zx
82jA=*u+Sf`tcRj2lV>rFCW$3^6d0E6@h>3*9PS%&Eyd&?)pNJ-bmZe{t+u1-158>`O*{x0_+;)L(%vCB|NpJQ2wo6!OjhTjoY@g
9X3l5QXTp3|Hwc#HtqiF%D-wPjTPJH_*zeK9J^1hHFKs6=ykyZF!xa3f%*Ur-|N-<HRCGR<0t9tB>C?V1qrif&MeJ1@*fpQRir8Z
21Ca`3<TskIt1+?G72hIf9(wD5##u`tDg_<`syu3_z(Cj%l;24xh~OLJNgt2=N;z=4ME879uPnwffVcF0m|(F6A&x3EE>4n+EoxZ
KmXhH5fvF1F%s@N^90Y?6zb~i|5fcFz1<Z-L=FKcB-nrFJQDZ?3h3MG_8t4*570YOz~=s{+Clh37!eZk2srZg3P94;IpbbD<@ojs
{^2gQ&e4Cv3e(fktyO6K`q=Fa@em~)#1|=G0s}JCRsj@??b?#$Q|T5d9PH0W4;@*;Q>4W#>*)bD5;HXMOT*4b3>*)juzyBd5{o3W
(d&T%)CsRT4Vis04It+SuOTbPB-tGd7Qo%{$v5}uTn*;+2u>Uq*a1B_*W)lTL0JJnw;_QjI;|-7`Wu=NCEE))_~-^V79XJC<>?$(
6O;DBN5K{~?e5%7=fA$W%MKmLOb_M66yz4?_hgk`HKOYzvh?plzWd!QwDlcX9n~@V&Mkkgt26)g2(Q)3G5N6d2{Y~u_$Vbx8T=Lc
6B-5iGU~s}02?|XIb=EIE=$8m<rz!h!}T414WAS4+%p#Q0ycpZ5)MZS${+|30o5cEp~gq+?)vJ`=LhdF1^xc%DjU`!1>)aI`0X0|
=t<W1K{WKS#eu2fV)^niJCzU3?H4ECBh&p41k?uX3gk{l-{$Y*%vc~Z6%;t;1IxS+w)hVVH_BYX!R!v3$lm!ZP4)1_^$;M;@#fqr
=&^wj?LiD)sX;^}@%KK=4EhDO7T>sm9SkY(0}2%?j~X8VHxn1zHTUcz@>$j05Wf2s;@cq)>}m8lHTFL$0WcL06i4_J0PP16*y9mF
5&9z#?B@&b4AvMh{@FD4$i5<LF3#l%4i*=G9|{Qi=mF9h5H|_eX)S-(*w+Ti|F_a0R;v5PAk5MR7c>*ZFux8`x)a|V!d_QiF53qr
D&z-QFVxf<6AM!bBdX0?Iy)460RKy#`sdi!3x5s@0s*g1$0rf#zg;f_y81q-2Nr<~0d(uu0=7Q{?EIM^-sxK5G)n451nKqzodO^2
FZBKn8tGIt`s!C*`r$4A+V<E&`&@xD!rf;=Epwdy@yFQ<Mcn4R**oI^gjN<(*vAn6B<SA}^Y7Vf^v2Z|>dCkb_!8&>G~*)(AN&<4
3q>`y`|1U;C)WQk)7(HV0}LrL2mBYg&FD0L1@!e32rm2Y?iHWv@ySqK0`s!n*Z(8xAJM?s7Yh9F#}z0J9tp(_58K)_k|6MZH2DH2
Z%p0Rfz}lF|DhLu^kL@v>;<^aDEZt0$eOG4Dfam*@CFD+?j8eOux=`3^yJ(D*&7!9{w(wFQMwlQ!1dWN`>o=~|3z^P;Hm7r>}x{i
5dk3h)k}V73K{}`9rfcAAMfJ1>pcni+0D92tN#f`Pr^I!PzO}W=<d?{PC)TO>)8)C1qaoq>t(Y~rs#hR1ShTW8S6+qFz7T46U+qZ
{}~ZH_W>lTJirnX^F$v4#}x_(-`54=6H87n*8+d)AkQ-8PA~owIqDI{6%RWg5$ZR=H@an>f%4Eu45#Ee<^WDKCLI(Gx-17cY9a^{
CKTS^@D<D<81@J;&mBy-D;(_5BF*cLC<d;765tpOR`2Hq2pRp=8!s_k3;$58G7T%-K_ll&<?+2d8~!vV1=r46n&e`Ej|;#t1qb^J
`Pse%kNEAz$N)7X7{*xX-U|x2DOCLh1k`vF+~L~sI{d5+uFBW|CA6z6;5FNS9?BCF;sP-t?g|4nDdpnrM+*|OJ6F{oYv)RT_%s6K
>IXV5`l()m!u0dnx;yyw8Xgus#b6sB>;&I2AG6Ea(BdY_>piWi4%BTYIq?7E(a%e090wrV=q1rN@YnIS0X_gb;3vA>p>u!w6U-<l
^8MHo1YEB5$tOTTBU9ia=jqq#65H{z?lA`v$Q}$n_yF|s0YNh01Oe@T00i9h@9qK$6I9$M4Ei<z5g82S4%!Y6BJ?Hn?eOUO>-;4S
A@&I37zh?96A&qX2mdko_RaMaFGcsn`>yaeGt)V~LKjWm6!H0rGXcEY6H6_B`q<q*_3HQZ6HMVW3--$-zZE0l%<s-G1jPv`*ChHf
{N*(y3)Jj^7WfPCDK{bE@Cd~i7~MlF`6gle-|P-8Ei?@T9>m1%!v1J~=rgm?<U2$9H1_1K^FrYU{|qv{n;E|z+WEzc&J`+Vzu0LB
#~aZ)y$st5KgCxl#rVAq!rAs2JIXlv?(GT1x_?F;{1FTE#0A_!)+zTN>?iEK4-e=GKY!W=V45s$&>YDt=fgeaJf1R`?Hb}f^h-Sr
BN_le`|)4XmR2KS?cP`<F@MD{)M)=_pP~W)`&RQN<Tv^XFYipb2<7-HE#g=<5*iE)>ip{O{xxkB4---2@F)xX?n$YE4!d7D(A(n%
474El^C(O2Jl^i@&h=Fot?n555&|qv8vWuK@#QtT3-r|-B|OX+7^glmHx>uqCg0}6_?s#g$>XKW`^P~d4Zt1e1n}#<`3N0<>JB{)
N<qSb9x51__s3=N2=ikXCm9mn{4rR--1p}P0z?eXLaiD>+A)eW!ZQ;MJdX<JHXXPu*+SSf6|Vgm)d=noInY1u2pPkH`~4Bz4ItqW
78VQs&kHyB{tzK62GsKpM=`IF6Dk_p?Aw3q0xUFJ8;vw74Xd83{4hRJ`Ajjw%ag_D8<P4TwO~A4QUW>v{{`O6^;yLgTEblD=G7q>
6Db)HHtQSM?@-A78~+s^fiU;{JPrc&<5U_jPUGS+=IrlU-%7s?T>eWi8haEGuIvG#9vxYM^&v92!Tr+>63-GX*JA#_w;>v+)2XD|
!2CH82}%KhZ2E9ci`T;~7_uGz3g8OqH#W#b+Y;|p$hq(BDg_7uIOQK}=;;sD^bpVF!aJ7aMcFzvmLTZa+T2368O{#|;{MVl>lY;C
NY{b;Iy_n$*#*@W(d<9||Ll*~Z9}=|5c3{D?nTG)8>|CH_Ym*)A@;%%(>Q-`J~svAx3)15`BXs8=dd0EBRT#(5K1gM-pFtMmIN&)
>BUa)0*?BD9G48t{sQ1a4FCBp_xUjX?FJP6;?(WK%JT{E{#4^nC*(dU()7tM1+wGgA3G)b4-X0a(HABK=;7-O8A~lTANJON{NfVa
<`~`X1pNc1Ly;wJ)(6rK^`iyr^AI-=@HFQP<$nMf3fl+e_XY|r^#=ei83y|C%g6p7B7f*A1pZB3B^c4R?fwoL{|Z9?6TP<?@7wGj
Kpn{L9wGC|@f0X?2=Vg92;af_2r$7D7uOy)DkK2i5YrAI|Fszs)ZwA&=+_!Q_rnbX6zKrU5FQGD;3@L)@kPWf@Z=1TE6!Uo_XXDm
Cd+>n0mCWkG4K925+N8cP#{DuA~V1D13L){4%;LIED<dc*!Ho3AO7qj*ZJ|w8O<R`2@rA{WvuWcxH1D>F8$mXESzE7$)y%Fz|Pm!
5&AZ{g)C~V{1Jci&B!ZfD(ywz)#An5C7L|`^APYp9_Q#-&L}N3?rdyxCGq0D3(7s<<Zjd_H-RYI3;op;ed8HTtUd%D^$y58`T#Im
`Xmw6A~6c><0TM10OI@#Q(C6$`6YqD@5xO%@;L9@BkvL}0^Qq})zJ#+HIV%HTlv8_2*(Hj4%}%Y4bmC@@dCH*+X~s{*#TBhE=2Dg
=HLS&QZf3x1IdBK7w-w;56k2@5+EKOuSnA<QR>|c1trfCEn~eQQMFA4?D+NCAk0Px_0!ez;pY?w2Z1L}?(6tS8tNR(i3KzQ3jQV!
rrf{{Qw`dyLgIf(1O&+pH?!&BD89AS*U}^6tlvO+7W6(4x#&+QBs&l(|En(g-ayJ`7z4>0<bho7HURU?2lxLKD*+FR^(zG+t+)>{
6bbh<*C*8x%0oWT>*L}09UA{G9~3hv5XkuW?dsmdf8Q7uIpgV;{wo9WGsIQy?+F?HrO??AoI4{3An6wLB?n>g;xp+8{f#7R@8<vD
9hoi<?bQDj7{(j_Ee;kaDbw}xH|l>Q^bzj}+}jTI8W#%4{AT72B=7tt5y-d^B;5uE9^M?CHw_IE0^rQuJ4KFMAO%$nfgJtEFYx@y
&<Onj3^>XWOZZL6w+pL3L6ALx_$X=tyyXf4;`Jm8C+a>G7}!@r-w+0SroG|L$>ALkP;=id5DY;hqY51v3ef{LP3=hJ_xIKk{p>j+
8y?;K-TMhQ8wTWm|L9i7{Se<13n=O>|Kl|)1O~|wSK1uX?$qmnQWU%exxN?bH1FFK_%JmD;rt2yG0QC9_c-eU`&HZXIG|oR+7PAO
P!JO5=)UUT?5_GD<+M!n0M!NH^rfB81QPUr4<j7F%*?tTE>GFC5#<9!KnTjPCITSr5l%7e1Hrff*CG$_Dj??fCGJ86{VWxK_W|C_
$i}kV0Y`#cQ1M?3%-^KO$Q@S7x)JyX+Yo{MI0N4OP}#EtQuIAg+!Y`UtPd~2@Dj1kM1Q!W!`U?v3;DDs4Xe2Y=nm`*G1b)J$_Z9g
we1fL?MFLgA1LHLCCUWSJ3qwi^?xT8AMy|GtrR2#1RCPp&E^rjEGgUz>^s^GIuq&=*fvxC-a%1J)&TG#`{~Fh?|-2IF~?g+x99@c
4fz!79&}(E@9g~u)bRu`#{ld6|JF6B1{C!g0qhjgFFGIc@FlA6DuMqjGA^(KmlYljzXsso$c`8j35zQ9Vyw$K?e4g{)o46-?g=Bh
6gYuP<qYunFPa0zrR?m)<Lzn>@$fjt0`c1^3@Q+H3=I+#+8@y?**{VC0n<w;^%uqiF<Q4~KeYsZ$PLc>;nW`LLG}s3>=EuN^%O7v
7zp1l;_guD@=5_e_53Lt
    """
    model = Llama(LlamaConfig(512, d_model=48, n_layers=3, n_heads=4, n_kv_heads=4, d_hidden=128))
    return capstone.load(model, weights)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "submission_hints", "locked": true}
# <details><summary>A question to start from</summary>Which lines does your model need to come to life in a notebook that was just opened?</details>
# <details><summary>A pointer</summary>Run <code>capstone.hand_in(model)</code>. A cell with <code>WEIGHTS = …</code> appears below. <code>capstone.load(model, WEIGHTS)</code> puts them into a model of the same design and returns it.</details>
# <details><summary>In pseudocode</summary>Make the model with the sizes that it was trained with. Load the text of the weights. Return the model.</details>
# <details><summary>My weights are too long</summary>A weight takes a byte, which is 1.25 characters. Make the model smaller, or keep four bits for each weight, as in lesson 08, with a reader of your own.</details>


# %% nbgrader={"grade_id": "check_submission", "grade": true, "locked": true, "points": 10}
@check("submission")
def _(windows):
    torch.manual_seed(0)
    return {"scores": capstone.last_scores(submission(), windows.long())}


# %% [markdown]
# The number behind your points is that of windows which everybody has. The judge asks others, so its number will be a
# little different: with 2,048 windows, by about two hundredths of a bit from the bigram model's.
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
# judge's windows are drawn anew for each file, and between two draws of 2,048 windows a model's number moves by several
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
# <details><summary>Answer</summary>GUESS_ANSWER</details>
#
# **What you have now.** A language model of your own design that was measured by somebody else. And the way there, which
# outlives every model: one change at a time, seeds, errors, a budget, and a text that nobody could have learned by heart.
#
# **Sources.** Hoffmann et al. 2022, *Training compute-optimal large language models*, arXiv 2203.15556. Bits a byte as a
# measure across tokenizers: Gao et al. 2020, *The Pile*, arXiv 2101.00027, section 3.1.
