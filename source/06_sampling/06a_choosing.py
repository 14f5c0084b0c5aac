# %% [markdown]
# # Lesson 06 · Sampling
# ## First sitting: choosing one token
#
# Your GPT from lesson 04 continues one line in three ways. Its probabilities are the same each time; only the
# **decoding strategy**, the rule that picks the next token, differs:
#
# | rule | *What shall we do with the* … |
# |---|---|
# | always the likeliest token | *cheek? Cassio: I am a man, I will not be a man. Cleopatra: I am not so, I will not be so.* |
# | flattened probabilities (T = 2) | *seeings. Pod goodeace as upon yourers! w do her plree: brow down* |
# | a draw from the likely tokens (min-p of .1) | *pass. Rosalind: Meany, Have you, good gentleman? Second Claudius: Go, then,* |
#
# (The course's own model wrote these; yours will differ.) The first goes in circles, the second falls apart, and the
# third sounds like an attempt at a play. You write all three rules, along with the other knobs (**sampling
# parameters**) of chat programs, for your model and for SmolLM2, about 250 times its size.

# %% [markdown]
# | | |
# |---|---|
# | Uses | softmax (lesson 02), log-probabilities (lesson 04), the loop with a cache (lesson 05); all given |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# V is the size of the vocabulary. `(..., V)` means that any number of axes may come first, and your code treats them
# all the same way. **Logits** are the raw scores that a model outputs; softmax turns them into probabilities. Every
# knob takes logits and returns logits (libraries call it a **logits processor**), so knobs can be chained. The order
# matters, as section 8 shows. A token that is **ruled out**, or **masked**, has the logit −∞, which softmax turns into
# probability 0.
#
# <details><summary>1. What happens to softmax when the same number is added to all logits?</summary>Nothing: numerator and denominator are multiplied by the same factor (lesson 02). Only differences between logits mean anything.</details>
# <details><summary>2. The logits are 0, ln 2 and −∞. What are the probabilities?</summary>1/3, 2/3 and 0.</details>
# <details><summary>3. The model gave the token that actually came next a probability of 1/8. How surprised is the model, in nats?</summary>−ln(1/8) = 2.08. This number is the token's <b>surprisal</b>; its mean over a text is the loss you minimized in lesson 04.</details>
# <details><summary>4. Why does a function that draws random numbers take a generator as an argument?</summary>You can then repeat the same draws, and other code that uses random numbers can't change them (lesson 00).</details>
# <details><summary>5. A prompt has T tokens and you generate n new ones, with a cache. How many tokens go through the model?</summary>T + n − 1. The last token that is generated never goes back in (lesson 05).</details>

# %% nbgrader={"grade_id": "imports_a", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math

import torch
import torch.nn.functional as F

from utils import devices, own_model
from utils.metrics import largest, record
from utils.plots import interactive, shaded_text
from utils.topics.sampling import choice_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# Here is the larger model, SmolLM2-135M-Instruct, and its distribution over the next token after three prompts.
# ("Instruct" means that after pretraining it was fine-tuned to follow instructions. Its training data probably included
# Wikipedia.) The first run downloads about 93 MB and converts the file, which takes half a minute. How many different
# words would *you* find natural after the last prompt?

# %% tags=["explore"]
from transformers import DynamicCache

from utils import corpora, smollm2

smollm, tokenizer = smollm2.load(where)
contexts = {}
for beginning in ["The capital of France is", "The sun rises in the", "Once upon a time there was a"]:
    with torch.no_grad():
        scores = smollm(tokenizer(beginning, return_tensors="pt")["input_ids"].to(where)).logits
    contexts[beginning] = scores[0, -1]  # (V,)
plots.next_tokens(contexts, tokenizer)
highest = [logits.softmax(0).max().item() for logits in contexts.values()]
_ = record("probability of Paris", highest[0], expected=(0.75, 0.79))
_ = record("largest probability once upon a time", highest[2], expected=(0.07, 0.085))

# %% [markdown]
# After the third prompt no token has a probability of even 0.1. That is not ignorance: hundreds of words would fit.
# If you always take the tallest bar, you write as if the second one did not exist. (For this model the sun rises in the
# sky. It is a small model.)

# %% [markdown]
# ## 1 · Greedy decoding: `greedy`
#
# *Easy · 4 minutes*
#
# You know the first strategy from classification: take the class with the largest logit, $c(x) = \arg\max_c f_c(x)$.
# When you classify a picture, that is exactly what you want. Applied to text, token after token, it is called **greedy
# decoding**. Write it for logits with any number of axes before the last.


# %% nbgrader={"grade_id": "greedy", "solution": true}
def greedy(logits):
    """The token with the largest logit.

    logits: (..., V), −∞ where a token is ruled out.  Returns ids, (...) int64.
    """
    ### BEGIN SOLUTION
    return logits.argmax(dim=-1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "greedy_hints", "locked": true}
# <details><summary>A question to start from</summary>Which axis disappears, and which ones stay?</details>
# <details><summary>A pointer</summary>Without <code>dim</code>, <code>torch.argmax</code> looks at all axes at once.</details>


# %% nbgrader={"grade_id": "check_greedy", "grade": true, "locked": true, "points": 1}
@check("greedy")
def _(logits):
    return {"ids": greedy(logits)}


# %% [markdown]
# ### What people write
#
# How different is greedy text from what people write? Let's measure it on four Wikipedia articles. The model reads the
# first 40 tokens of each, and then there are two ways to continue: what a person wrote, and what `greedy` writes. We
# average the surprisal of each, in nats per token. **Predict**: people wrote these articles, and the model was trained
# on text that people wrote. Are the two numbers about equal?


# %% nbgrader={"grade_id": "nats", "locked": true}
@torch.no_grad()
def nats(ids):
    """The surprisal of every token after the first.  ids: (B, T).  Returns (B, T − 1), in nats."""
    scores = smollm(ids).logits[:, :-1]  # (B, T − 1, V)
    return F.cross_entropy(scores.transpose(1, 2), ids[:, 1:], reduction="none").cpu()


def articles(n, length):
    """The beginnings of n articles.  Returns ids, (n, length); each row starts with a newline token."""
    texts = (tokenizer("\n" + text)["input_ids"] for text in corpora.wikipedia()["test"]["extract"])
    rows = [next(ids for ids in texts if len(ids) >= length)[:length] for _ in range(n)]
    return torch.tensor(rows, device=where)


# %% tags=["explore"]
if answered("greedy"):
    n, length = 41, 81  # a newline and 40 tokens to read, then 40 to write
    ids = articles(4, length)
    machine, chunk, cache = ids[:, :n], ids[:, :n], DynamicCache()
    while machine.shape[1] < length:
        with torch.no_grad():
            scores = smollm(chunk, past_key_values=cache, use_cache=True).logits[:, -1]  # (B, V)
        chunk = greedy(scores).reshape(len(ids), 1)
        machine = torch.cat([machine, chunk], dim=1)
    by_people, by_greedy = nats(ids)[:, n - 1 :], nats(machine)[:, n - 1 :]
    plots.people_and_greedy(by_people, by_greedy)
    record("people, nats per token", by_people.mean().item(), expected=(2.8, 2.95))
    record("greedy, nats per token", by_greedy.mean().item(), expected=(0.65, 0.85))
    for name, row in [("person", ids[0]), ("greedy", machine[0])]:
        print(name, repr(tokenizer.decode(row[n:])))

# %% [markdown]
# <details><summary>The answer</summary>
#
# 2.9 nats against .7, although SmolLM2 has probably read these articles in training, which makes them look more
# predictable than they are. The person's line jumps: there are runs of words that anyone could guess, then a name, a
# number, or a change of subject. Greedy text never jumps. Let it continue and it falls into a loop, where each round
# makes the next one likelier; section 7 shows one. Holtzman et al. (2020, *The curious case of neural text
# degeneration*, arXiv 1904.09751) compared the two at length and suggest a reason: people avoid saying what goes
# without saying.
#
# </details>
#
# So instead of taking the top token, we should *sample* one: draw it at random, with the model's probabilities. That
# is the next exercise. The knobs after it repair what sampling breaks.

# %% [markdown]
# ## 2 · Sampling by hand: `sample_multinomial`
#
# *Medium · 15 minutes · without `torch.multinomial`, `torch.distributions`, `numpy.random`, `random.choices`*
#
# Lay the probabilities end to end on a line from 0 to 1. Token $i$ gets the piece from $c_{i-1}$ to $c_i$, where $c_i =
# p_0 + \dots + p_i$ is the running sum, known as the **cumulative distribution function**. Now throw a dart at the
# line, with every point equally likely. The chance of hitting a piece is its length, which is just what we want. The
# token you hit is the first one whose running sum is *above* the dart:
#
# $$u \sim \mathcal U[0, 1), \qquad i = \min\{\, j : c_j > u \,\}$$
#
# This inverts the cumulative distribution function, hence the name **inverse transform sampling**, and a sampler is
# nothing more than that. Try three tokens by hand, with probabilities .5, .2 and .3: where do the darts .1, .5 and .69
# land?
#
# <details><summary>Answer</summary>The running sums are .5, .7 and 1, so the darts give the tokens 0, 1 and 1. The dart .5 is not below the first running sum, so it belongs to the second piece.</details>

# %% tags=["explore"]
plots.line_of_tokens([0.5, 0.2, 0.3], darts=[0.1, 0.5, 0.69])

# %% [markdown]
# We need two more things. First, the line need not have length 1: when tokens are removed after softmax, the remaining
# weights sum to less, and the dart has to be thrown at the line that remains. Second, every draw needs a dart of its
# own, independent of the others.


# %% nbgrader={"grade_id": "sample_multinomial", "solution": true}
def sample_multinomial(weights, n, generator):
    """Draw n tokens, each with a probability proportional to its weight; the same token
    may be drawn several times.

    weights: (V,), nonnegative; don't modify them; their sum is positive and need not be
    1.
    generator: the torch.Generator to draw from, on the CPU.
    Returns ids, (n,) int64.
    """
    ### BEGIN SOLUTION
    edges = weights.cumsum(dim=0)  # (V,) where each token's piece ends
    darts = torch.rand(n, generator=generator).to(weights.device) * edges[-1]  # (n,)
    return torch.searchsorted(edges, darts, right=True)  # (n,)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "sample_multinomial_hints", "locked": true}
# <details><summary>A question to start from</summary>Where does each token's piece end, and how long is the whole line?</details>
# <details><summary>A pointer</summary><code>cumsum</code> gives the ends. <code>torch.rand(n, generator=generator)</code> throws n darts at a line of length 1.</details>
# <details><summary>In pseudocode</summary>Compare every dart with every end, (n, 1) with (V,), and count the ends that are not above it. <code>torch.searchsorted</code> does the same faster; look up what its argument <code>right</code> means.</details>
# <details><summary>I get an index that is too large</summary>The dart flew past the end of the line. How long is the line?</details>
# <details><summary>I get "Expected all tensors to be on the same device"</summary>The weights are on a GPU, but the darts were thrown on the CPU: <code>darts.to(weights.device)</code>.</details>


# %% nbgrader={"grade_id": "check_sample_multinomial", "grade": true, "locked": true, "points": 4}
@check("sample_multinomial")
def _(weights, n, seed, only):
    generator = torch.Generator().manual_seed(seed)
    first, second = (sample_multinomial(weights, n, generator) for _ in range(2))
    again = sample_multinomial(weights, n, torch.Generator().manual_seed(seed))
    twos = torch.stack([sample_multinomial(weights, 2, generator) for _ in range(500)])  # (500, 2)
    certain = torch.zeros_like(weights).index_fill(0, torch.tensor(only), 0.5)  # all weight on one token
    before, tokens = certain.clone(), sample_multinomial(certain, 4, generator)
    return {
        "draws": first,
        "pairs": first * len(weights) + second,
        "two at once": twos[:, 0] * len(weights) + twos[:, 1],
        "again": again,
        "one possible token": tokens,
        "weights unchanged": {"tokens": tokens, "changed": (certain != before).sum()},
    }


# %% [markdown]
# Now let the model write. `write` is the loop of lesson 05 with a hole where the argmax was: `choose` gets the logits
# of the next token and the ids so far, and returns an id. `write_own` does the same with your own GPT and its opening
# line. What will pure sampling do to a text? At each step most of the probability is on tokens that fit, but the
# vocabulary has many others.


# %% nbgrader={"grade_id": "write", "locked": true}
@torch.no_grad()
def write(choose, text, n_new):
    """Continue a text by n_new tokens.  choose(logits (V,), ids so far (T,)) gives the next id.  Returns all ids."""
    ids = tokenizer(text)["input_ids"]
    chunk, cache = torch.tensor([ids], device=where), DynamicCache()
    for _ in range(n_new):
        logits = smollm(chunk, past_key_values=cache, use_cache=True).logits[0, -1]  # (V,)
        ids.append(int(choose(logits, torch.tensor(ids, device=where))))
        chunk = torch.tensor([[ids[-1]]], device=where)
    return ids


gpt, own_tokenizer, _ = own_model.load_own_model(where)


@torch.no_grad()
def write_own(choose, n_new=50):
    """The opening line, continued by your own GPT, which reads the last 64 tokens of the text at each step.

    Returns the text.
    """
    ids = own_tokenizer.encode_ordinary(own_model.OPENING_LINE)
    for _ in range(n_new):
        logits = gpt(torch.tensor([ids[-gpt.config.context :]], device=where))[0, -1]  # (V,)
        ids.append(int(choose(logits, torch.tensor(ids, device=where))))
    return own_tokenizer.decode(ids)


# %% tags=["explore"]
if answered("greedy", "sample_multinomial"):
    dice = torch.Generator().manual_seed(0)
    print("your GPT, greedy: ", write_own(lambda logits, _: greedy(logits)), "\n")
    print(
        "your GPT, sampled:",
        write_own(lambda logits, _: sample_multinomial(logits.softmax(0), 1, dice)),
        "\n",
    )
    for seed in range(2):
        dice = torch.Generator().manual_seed(seed)
        story = write(
            lambda logits, _: sample_multinomial(logits.softmax(0), 1, dice),
            "Once upon a time there was a",
            30,
        )
        print(f"SmolLM2, seed {seed}:", tokenizer.decode(story), "\n")
    open_end = contexts["Once upon a time there was a"].softmax(0)
    rare = open_end[open_end < 1e-4].sum().item()
    record("mass of all tokens with less than 1 in 10,000 each", rare, expected=(0.075, 0.09))

# %% [markdown]
# Greedy decoding goes round in circles, and pure sampling wanders off. Each unlikely token is unlikely on its own, but
# SmolLM2 has tens of thousands of them, and together they cover a sizeable part of the line: here one dart in twelve
# hits a token with a probability below 1 in 10,000. A story has hundreds of positions, and after one bad token the
# model continues from *that*. There are two cures: make the likely tokens likelier, or cut off the tail.

# %% [markdown]
# ## 3 · Temperature: `with_temperature`
#
# *Easy · 10 minutes · without `transformers`*
#
# The first cure divides the logits by a **temperature** $T$ before softmax:
#
# $$p_c = \frac{e^{f_c / T}}{\sum_j e^{f_j / T}}$$
#
# The name comes from physics, where $f$ is minus an energy: the hotter, the more disorder. In terms of probabilities it
# is a power, $p_c(T) \propto p_c(1)^{1/T}$. At $T = \tfrac12$ all probabilities are squared (and rescaled), so a token
# that was twice as likely as another becomes four times as likely. Still, do the computation on the logits: in float32
# a probability below about $10^{-45}$ is 0, and no power brings it back.
#
# At the two extremes you have to decide what should happen. Work them out first:
#
# - $T \to \infty$: all $f/T \to 0$. Which distribution is that? And what about a token that was already ruled out?
# - $T \to 0$: the ratio of the two largest probabilities grows without bound. Which distribution do we end up with?
#
# <details><summary>Answer</summary>As T grows, the distribution becomes uniform, 1/V each. But a token with −∞ has no chance at any temperature, and here <code>-inf / inf</code> is not a number, so take care. As T approaches 0, all of the mass moves to the likeliest token. At 0 itself the formula is undefined, because you can't divide by 0, so programs <i>define</i> T = 0 as greedy.</details>


# %% nbgrader={"grade_id": "with_temperature", "solution": true}
def with_temperature(logits, temperature):
    """Make the distribution sharper (below 1) or flatter (above 1).

    logits: (..., V), not modified; −∞ where a token is ruled out; ruled-out tokens
    stay ruled out. No row has a tie for its largest logit.
    temperature: 0 leaves only the likeliest token; math.inf makes all possible tokens
    equally likely.
    Returns logits, (..., V).
    """
    ### BEGIN SOLUTION
    if temperature == 0:
        best = logits.argmax(dim=-1, keepdim=True)  # (..., 1)
        return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)
    return (logits / temperature).masked_fill(logits == -math.inf, -math.inf)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "with_temperature_hints", "locked": true}
# <details><summary>A question to start from</summary>Which logits does softmax turn into 1 for one token and 0 for all others?</details>
# <details><summary>A pointer</summary><code>torch.full_like</code> makes a new tensor of the same shape, filled with one number, and <code>scatter</code> writes another into one position of each row.</details>
# <details><summary>I get nan</summary>At which temperature? A number divided by 0 is infinite; 0/0 is nan, and so are ∞/∞ and ∞ − ∞.</details>


# %% nbgrader={"grade_id": "check_with_temperature", "grade": true, "locked": true, "points": 3}
@check("with_temperature")
def _(logits, temperature):
    before, result = logits.clone(), with_temperature(logits, temperature)
    p = result.softmax(dim=-1)
    come_back = result[before == -math.inf] > -math.inf
    return {
        "probabilities": p,
        "ruled out": {"probabilities": p, "come back": come_back.sum()},
        "logits unchanged": {"probabilities": p, "changed": (logits != before).sum()},
    }


# %% [markdown]
# Here is your own GPT at three temperatures, with the same seed each time.

# %% tags=["explore"]
if answered("sample_multinomial", "with_temperature"):
    for T in [0.5, 1, 2]:
        dice = torch.Generator().manual_seed(0)
        print(
            f"T = {T}:",
            write_own(lambda z, _: sample_multinomial(with_temperature(z, T).softmax(0), 1, dice)),
            "\n",
        )

# %% [markdown]
# At T = 0.5 it writes real words and safe phrases; at T = 2 it invents words. To see why, look at one distribution. The **entropy** $-\sum_c p_c \ln p_c$ measures how open a choice is: with N equally likely tokens it is ln N.
# **Predict**: at $T = 2$, does the sun rise in the *east* more often than at $T = 1$?

# %% tags=["explore"]
if answered("with_temperature"):
    logits = contexts["The sun rises in the"]
    rows = {T: with_temperature(logits, T).softmax(0) for T in [0, 0.3, 0.5, 0.7, 1, 1.5, 2, math.inf]}
    interactive.slider(lambda T: plots.temperature(T, rows[T], rows[1], tokenizer), list(rows), "T")
    for T, p in rows.items():
        entropy = torch.special.entr(p).sum().item()  # −p ln p, and 0 where p is 0
        print(f"T = {T:<4} {entropy:6.2f} nats, the same as {math.exp(entropy):8,.1f} equally likely tokens")
    east = tokenizer(" east")["input_ids"][0]
    record("east at T = 1", rows[1][east].item(), expected=(0.10, 0.12))
    record("east at T = 2", rows[2][east].item(), expected=(0.013, 0.017))
    record("entropy at T = inf, nats", entropy, expected=(10.80, 10.81))

# %% [markdown]
# <details><summary>The answer</summary>
#
# No. "East" does gain on "sky", which was nearly four times as likely and is now only twice as likely. But both lose
# nearly everything they had: "east" falls from .11 to .015. The probability they lose goes to tens of thousands of
# tokens that don't fit here. At infinite temperature the model is a die with 49,152 faces (ln 49,152 = 10.80).
# Temperature alone is a blunt tool, so let's try the second cure and cut.
#
# </details>

# %% [markdown]
# ## 4 · Top-k sampling: `top_k`
#
# *Medium · 10 minutes · without `transformers`*
#
# **Top-k sampling** keeps the $k$ tokens with the largest logits and gives all others −∞. Softmax then shares the mass
# among the remaining tokens all by itself, because its sum now runs over those $k$ alone.
#
# Some lecture slides write this as a softmax over $f_{c_0}, f_{c_1}, \dots, f_{c_k}$. Count them before you read on.
#
# <details><summary>Answer</summary>From 0 to k there are k + 1 logits. The last index should be k − 1.</details>
#
# **Exactly k.** Logits are often computed in low precision, so ties do occur. `transformers` keeps every token whose
# logit is not *below* the k-th largest, so with ties more than k can survive. Your function must keep exactly k. Which
# of several tied tokens it keeps is up to you.


# %% nbgrader={"grade_id": "top_k", "solution": true}
def top_k(logits, k):
    """Rule out all but the k likeliest tokens: exactly k stay in each row; if fewer
    than k are possible, all of them stay.

    logits: (..., V), not modified, −∞ where a token is ruled out already; k ≥ 1,
    possibly larger than V.
    Returns logits, (..., V), −∞ for those that are ruled out.
    """
    ### BEGIN SOLUTION
    k = min(k, logits.shape[-1])
    values, ids = logits.topk(k, dim=-1)  # (..., k) each
    return torch.full_like(logits, -math.inf).scatter(-1, ids, values)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "top_k_hints", "locked": true}
# <details><summary>A question to start from</summary>After the cut, does a token need to be at the index it had before?</details>
# <details><summary>A pointer</summary><code>torch.topk</code> gives the values <i>and</i> the indices they came from. <code>scatter</code> puts them back.</details>
# <details><summary>More than k stay</summary>You compare with the k-th value. What happens if two tokens share it?</details>
# <details><summary>I get "selected index k out of range"</summary>k can be larger than the vocabulary. What should happen then?</details>
# <details><summary>I get "shape mismatch: value tensor of shape …"</summary><code>result[ids]</code> indexes the <i>first</i> axis, so it picks whole rows. Which function writes to positions of the last axis, row by row?</details>


# %% nbgrader={"grade_id": "check_top_k", "grade": true, "locked": true, "points": 3}
@check("top_k")
def _(logits, k, ties):
    before, result = logits.clone(), top_k(logits, k)
    if ties:  # which of several tied tokens stay is left open, so only the sorted values are compared
        result = result.sort(dim=-1, descending=True).values
    p = result.softmax(dim=-1)
    return {
        "probabilities": p,
        "possible tokens": result > -math.inf,
        "logits unchanged": {"probabilities": p, "changed": (logits != before).sum()},
    }


# %% [markdown]
# Now use the same setting after two prompts. **Predict**: does k = 10 keep too many tokens or too few after "The
# capital of France is"? And after "Once upon a time there was a"?

# %% tags=["explore"]
if answered("top_k"):
    sharp, open_end = (contexts[c] for c in ["The capital of France is", "Once upon a time there was a"])
    kept = {
        "The capital of France is": top_k(sharp, 10).softmax(0),
        "Once upon a time there was a": top_k(open_end, 10).softmax(0),
    }
    plots.cut(contexts, kept, tokenizer, "top-k, k = 10")
    covered = open_end.softmax(0).topk(10).values.sum().item()
    record("mass of the ten likeliest tokens after the open-ended prompt", covered, expected=(0.40, 0.44))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Both. Where the answer is a fact, nine other tokens stay in play. Where almost anything can follow, the top ten hold
# only .42 of the probability, and most of what a person might say is cut off. The right number depends on the context,
# so let the *distribution* choose it.
#
# </details>

# %% [markdown]
# ## 5 · Top-p (nucleus) sampling: `top_p`
#
# *Hard · 17 minutes · without `transformers`*
#
# Take tokens from the top until they cover a share $p$ of the probability, and cut there. You keep the smallest $m$
# with
#
# $$\sum_{c=0}^{m-1} p_c \ge p \qquad \text{(in order of decreasing probability)}$$
#
# This is **top-p** or **nucleus sampling** (Holtzman et al. 2020, section 3.1). The token that *crosses* the threshold
# stays: without it the sum would not reach $p$. Some lecture slides add a floor, which libraries also offer: at
# least $k$ tokens stay, so if $m < k$, it is top-k after all. Of several tied tokens you may keep any, but keep no more
# than you need.
#
# By hand: the probabilities are .6, .25, .1, .05. How many tokens stay for $p = .8$, for $p = .5$, and for $p = .5$
# with $k = 2$?
#
# <details><summary>Answer</summary>2 (.6 is too little, .85 is enough); 1, because the first token already crosses; 2.</details>
#
# **Find the error.** The same slides describe top-p with a floor as "fix a (small) percentage R of probability
# covered". Try $R$ = 5 % on the four tokens: what stays, and which strategy is that?
#
# <details><summary>Answer</summary>Only the first token stays, here and nearly everywhere, so this is greedy decoding. The percentage has to be <i>large</i>; the paper uses .95. What is small is the tail that is cut off, 1 − R. The same slide has "≥ R" in the formula and "exceeds" in the text; the two differ only if a sum equals R exactly, and rounding decides that anyway.</details>


# %% nbgrader={"grade_id": "top_p", "solution": true}
def top_p(logits, p, k=1):
    """Keep as few of the likeliest tokens as it takes to reach a total probability of
    at least p, but no fewer than k; rule out all others.

    logits: (..., V), not modified, −∞ where a token is ruled out already; p:
    between 0 and 1, and no running sum ever equals p exactly; k ≥ 1, at most V. If
    fewer than k are possible, all of them stay.
    Returns logits, (..., V), −∞ for those that are ruled out.
    """
    ### BEGIN SOLUTION
    ordered, ids = logits.sort(dim=-1, descending=True)  # (..., V) each
    probs = ordered.softmax(dim=-1)
    before = probs.cumsum(dim=-1) - probs  # the mass of all that are likelier
    out = before >= p
    out[..., :k] = False
    return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "top_p_hints", "locked": true}
# <details><summary>A question to start from</summary>Sort the tokens. How can you tell from the mass <i>before</i> a token whether it is needed?</details>
# <details><summary>A pointer</summary>A token stays when the tokens likelier than it have a total probability below p. That mass is the running sum without the token's own share.</details>
# <details><summary>In pseudocode</summary>sort → softmax → mass before each token → mark the tokens to cut → unmark the first k → move the marks back to the tokens' own positions → fill with −∞.</details>
# <details><summary>The right number of tokens stays, but the wrong ones</summary>Your marks are in sorted order, but your logits are not. Which function writes each value to the position that an index names?</details>
# <details><summary>Everything is nan</summary>Some row has no token left. Which token must never be cut?</details>


# %% nbgrader={"grade_id": "check_top_p", "grade": true, "locked": true, "points": 4}
@check("top_p")
def _(logits, p, k, ties):
    before = logits.clone()
    result = top_p(logits, p) if k is None else top_p(logits, p, k)
    if ties:  # which of several tied tokens stay is left open, so only the sorted values are compared
        result = result.sort(dim=-1, descending=True).values
    kept = result.softmax(dim=-1)
    return {
        "probabilities": kept,
        "possible tokens": result > -math.inf,
        "logits unchanged": {"probabilities": kept, "changed": (logits != before).sum()},
    }


# %% [markdown]
# **Predict**: with p = .9, how many tokens stay after each of the three prompts above?

# %% tags=["explore"]
if answered("top_p"):
    kept = {beginning: top_p(logits, 0.9).softmax(0) for beginning, logits in contexts.items()}
    plots.running_mass(contexts, kept, 0.9)
    counts = [int((p > 0).sum()) for p in kept.values()]
    record("kept after the capital", counts[0], expected=(9, 11))
    record("kept after the sun", counts[1], expected=(39, 43))
    record("kept once upon a time", counts[2], expected=(530, 560))

# %% [markdown]
# <details><summary>The answer</summary>
#
# One setting, .9, keeps ten tokens, about forty, or more than five hundred. After the first prompt there is little
# doubt, and yet nine more tokens are let in to get from .77 to .9. The next knob fixes that.
#
# </details>

# %% [markdown]
# ## 6 · Min-p sampling: `min_p`
#
# *Easy · 6 minutes · without `transformers`*
#
# For every token, ask how likely it is *compared with the likeliest one*. Keep those with
#
# $$p_c \ge p_{\min} \cdot \max_j p_j.$$
#
# Where the model is certain, the threshold is high; where it is not, the threshold drops (Nguyen et al. 2024, arXiv
# 2407.01082). No sorting is needed. On logits, computing the threshold takes a single addition; which one?
#
# <details><summary>Answer</summary>The ratio of two probabilities is e to the difference of their logits, so a token stays when its logit is at least max + ln p_min.</details>


# %% nbgrader={"grade_id": "min_p", "solution": true}
def min_p(logits, p):
    """Keep the tokens that are at least p times as likely as the likeliest token in
    their row; rule out all others.

    logits: (..., V), not modified, −∞ where a token is ruled out already; p: above
    0, up to 1.
    Returns logits, (..., V), −∞ for those that are ruled out.
    """
    ### BEGIN SOLUTION
    lowest = logits.amax(dim=-1, keepdim=True) + math.log(p)  # (..., 1)
    return logits.masked_fill(logits < lowest, -math.inf)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "min_p_hints", "locked": true}
# <details><summary>A question to start from</summary>How many thresholds are there for logits (2, 3, V), and what shape do they need before you can compare them with the logits?</details>
# <details><summary>A pointer</summary>Compute the probabilities and their maximum in each row with <code>keepdim=True</code>, then compare.</details>


# %% nbgrader={"grade_id": "check_min_p", "grade": true, "locked": true, "points": 2}
@check("min_p")
def _(logits, p):
    before, result = logits.clone(), min_p(logits, p)
    kept = result.softmax(dim=-1)
    return {
        "probabilities": kept,
        "possible tokens": result > -math.inf,
        "logits unchanged": {"probabilities": kept, "changed": (logits != before).sum()},
    }


# %% [markdown]
# After each prompt, how many tokens have at least a tenth of the best token's probability? You can count them in the
# bar charts above.

# %% tags=["explore"]
if answered("min_p"):
    kept = {beginning: min_p(logits, 0.1).softmax(0) for beginning, logits in contexts.items()}
    plots.cut(contexts, kept, tokenizer, "min-p, .1")
    counts = [int((p > 0).sum()) for p in kept.values()]
    print("tokens kept:", counts)
    record("kept after the capital, min-p", counts[0], expected=(1, 1))
    record("kept once upon a time, min-p", counts[2], expected=(17, 19))

# %% [markdown]
# One capital, and 18 ways into a story. Whether min-p makes text better is disputed: Schaeffer et al. (2025, arXiv
# 2506.13681) re-examined the original paper's claim that it does and could not confirm it. The fourth sitting gives you
# tools to test such claims.
#
# Your own GPT shows what the three cuts do to a text. Here is its opening line, continued with the same seed each time:

# %% tags=["explore"]
if answered("sample_multinomial", "top_k", "top_p", "min_p"):
    cuts = {
        "no cut": lambda z: z,
        "top-k of 10": lambda z: top_k(z, 10),
        "top-p of .9": lambda z: top_p(z, 0.9),
        "min-p of .1": lambda z: min_p(z, 0.1),
    }
    for name, cut in cuts.items():
        dice = torch.Generator().manual_seed(0)
        print(f"{name}:", write_own(lambda z, _: sample_multinomial(cut(z).softmax(0), 1, dice)), "\n")

# %% [markdown]
# ## 7 · Repetition penalty: `repetition_penalty`
#
# *Medium · 7 minutes · without `transformers`*
#
# Greedy text falls into loops. A crude but common cure is the **repetition penalty**: it lowers the
# probability of tokens that have already occurred by applying a factor $\theta > 1$ to their *logits* (Keskar et al.
# 2019, *CTRL*, arXiv 1909.05858, with $\theta \approx 1.2$). The paper divides: $f_c / \theta$. **Find the error**
# before you write: what does that do to a token with logit −3?
#
# <details><summary>Answer</summary>−3/1.2 = −2.5, so the token becomes likelier: a reward. That is why programs divide positive logits and multiply negative ones.</details>
#
# A token is penalized *once*, however often it has occurred: what counts is that it has occurred at all. Every row of
# a batch has its own text.


# %% nbgrader={"grade_id": "repetition_penalty", "solution": true}
def repetition_penalty(logits, seen, penalty):
    """Lower the probability of tokens that have already occurred: positive logits are
    divided by the penalty, negative ones multiplied.

    logits: (B, V), left as they are, −∞ where a token is ruled out; seen: (B, T) ids of
    each text so far, T ≥ 0, in which a token may occur several times and counts once;
    penalty: at least 1; 1 changes nothing.
    Returns logits, (B, V).
    """
    ### BEGIN SOLUTION
    own = logits.gather(1, seen)  # (B, T) the logit of each token of the text
    own = torch.where(own > 0, own / penalty, own * penalty)
    return logits.scatter(1, seen, own)  # (B, V)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "repetition_penalty_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the V tokens of a row have occurred? What would a table of True and False (B, V) look like?</details>
# <details><summary>A pointer</summary><code>gather(1, seen)</code> reads the logits at these ids, and <code>scatter(1, seen, values)</code> writes to them, row by row.</details>
# <details><summary>A token that occurs three times is penalized three times</summary>Compute the new value from the <i>old</i> logit each time. Then it doesn't matter how often it is written.</details>


# %% nbgrader={"grade_id": "check_repetition_penalty", "grade": true, "locked": true, "points": 3}
@check("repetition_penalty")
def _(logits, seen, penalty):
    before = logits.clone()
    result = repetition_penalty(logits, seen, penalty)
    return {"logits": result, "logits unchanged": {"logits": result, "changed": (logits != before).sum()}}


# %% [markdown]
# Greedy decoding again, once without the penalty (a penalty of 1) and once with it: first your GPT's opening line, then SmolLM2's story about a walk. In the figure, a
# dark square means that two positions hold the same token, so a loop shows up as a set of lines parallel to the
# diagonal.

# %% tags=["explore"]
if answered("greedy", "repetition_penalty"):
    for theta in [1.0, 1.2]:
        calm = write_own(lambda logits, ids: greedy(repetition_penalty(logits[None], ids[None], theta)))
        print(f"your GPT, penalty {theta}:", calm, "\n")
    walk, n_new, written = "I went for a walk and I saw a dog. I saw a dog and", 45, {}
    for theta in [1.0, 1.2]:
        written[f"penalty {theta}"] = write(
            lambda logits, ids: greedy(repetition_penalty(logits[None], ids[None], theta)), walk, n_new
        )
    plots.repeats(written, n_new)
    different = [len(set(ids[-n_new:])) for ids in written.values()]
    for name, ids in written.items():
        print(name, repr(tokenizer.decode(ids[-n_new:])))
    record("different tokens of 45, without", different[0], expected=(8, 16))
    record("different tokens of 45, with", different[1], expected=(38, 45))

# %% [markdown]
# SmolLM2 writes "I am a dog", again and again: each round makes the next one likelier. With the penalty both texts go somewhere, if
# not always where a person would.
#
# Why crude? Logits mean nothing by themselves (question 1 at the start of this sitting). Add 5 to all of them and the
# distribution stays the same, but the penalty's effect changes. And the penalty can't tell a loop from a comma, which
# has to be used again and again.

# %% [markdown]
# ## 8 · The order of cut and temperature
#
# *Read and predict · 5 minutes*
#
# Now combine two knobs, a cut and a temperature. One lecture chooses which tokens to keep at $T = 1$ and then applies
# the temperature to those. `transformers` applies the temperature first and cuts afterwards. The logits are 3, 2, 1, 0,
# −1, with top-p of .8 and $T = 2$: **predict** how many tokens each order keeps. Then do the same for min-p of .2 and
# for top-k of 3.

# %% tags=["explore"]
if answered("with_temperature", "top_k", "top_p", "min_p"):
    logits, T = torch.tensor([3.0, 2, 1, 0, -1]), 2
    cuts = {
        "top-p .8": lambda x: top_p(x, 0.8),
        "min-p .2": lambda x: min_p(x, 0.2),
        "top-k 3": lambda x: top_k(x, 3),
    }
    orders = {
        name: (with_temperature(cut(logits), T).softmax(0), cut(with_temperature(logits, T)).softmax(0))
        for name, cut in cuts.items()
    }
    plots.two_orders(orders)

# %% [markdown]
# Top-p keeps 2 tokens if it comes first and 3 if the temperature does; min-p keeps 2 and 4. Of the three cuts only
# top-k is unaffected, because a temperature never changes the ranking. If the temperature comes first, a high one also
# loosens the cut and lets the tail back in. If the cut comes first, heat only spreads the mass among the tokens that
# passed. (The repetition penalty can come before or after any temperature but 0 and ∞: both only multiply and divide.)
#
# That was a vocabulary of five. Now give the real model to two programs that have the same settings, $T = 1.5$ and
# top-p = .9, and the same darts. **Predict** how many tokens each program considers possible after "The capital of
# France is".

# %% tags=["explore"]
if answered("sample_multinomial", "with_temperature", "top_p"):
    programs = {
        "cut first": lambda logits: with_temperature(top_p(logits, 0.9), 1.5),
        "temperature first": lambda logits: top_p(with_temperature(logits, 1.5), 0.9),
    }
    fact, story, possible = "The capital of France is", "Once upon a time there was a", []
    for name, f in programs.items():
        possible.append(int((f(contexts[fact]) > -math.inf).sum()))
        dice, n_new = torch.Generator().manual_seed(0), 30
        ids = write(lambda logits, _: sample_multinomial(f(logits).softmax(0), 1, dice), story, n_new)
        print(f"{name}, {possible[-1]:,} tokens after the capital:\n{tokenizer.decode(ids)}\n")
    record("possible after the capital, cut first", possible[0], expected=(9, 11))
    record("possible after the capital, T first", possible[1], expected=(3000, 3600))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Ten against more than three thousand. Neither order is wrong. But "T = 1.5, top-p = .9" can mean two different
# samplers in two programs, and the settings alone don't tell you which.
#
# </details>
#
# In `transformers`, each knob is a class, and `generate` chains them. Do yours agree with them? We compare them one by one:

# %% tags=["explore"]
if answered("with_temperature", "top_k", "top_p", "min_p", "repetition_penalty"):
    from transformers.generation import logits_process as theirs

    torch.manual_seed(0)
    logits, seen = 3 * torch.randn(20, 100).to(where), torch.randint(100, (20, 30)).to(where)
    pairs = [
        (repetition_penalty(logits, seen, 1.3), theirs.RepetitionPenaltyLogitsProcessor(1.3)),
        (with_temperature(logits, 1.7), theirs.TemperatureLogitsWarper(1.7)),
        (top_k(logits, 7), theirs.TopKLogitsWarper(7)),
        (top_p(logits, 0.83, 3), theirs.TopPLogitsWarper(0.83, min_tokens_to_keep=3)),
        (min_p(logits, 0.07), theirs.MinPLogitsWarper(0.07)),
    ]
    gaps = [(ours.softmax(-1) - other(seen, logits).softmax(-1)).abs().max().item() for ours, other in pairs]
    record("largest difference from transformers", largest(gaps), expected=(0, 1e-5))

# %% [markdown]
# ## 9 · All knobs at once
#
# *Play · 5 minutes*
#
# Move the sliders. Try to find a setting that leaves one token after the first prompt and at least twenty after the
# last.

# %% tags=["explore"]
if answered("with_temperature", "top_k", "top_p", "min_p"):

    def knobs(logits, temperature=1.0, k=0, p=1.0, least=0.0):
        """All cuts at T = 1, then the temperature; k = 0, p = 1 and least = 0 each switch their cut off."""
        kept = top_k(logits, k) if k else logits
        kept = top_p(kept, p) if p < 1 else kept
        kept = min_p(kept, least) if least else kept
        return with_temperature(kept, temperature)

    plots.explore_knobs(contexts, knobs, tokenizer, temperature=1.2, k=50, p=0.9, least=0.02)

# %% [markdown]
# ## 10 · The surprisal of your own writing
#
# Replace the text with something *you* have written, perhaps a letter or a diary entry, and see where it surprises the
# model. Hover over a token to see its surprisal. White tokens are those that the model expected. What share of your
# tokens were the ones the model found likeliest?


# %% nbgrader={"grade_id": "ranks", "locked": true}
@torch.no_grad()
def ranks(ids):
    """For each token after the first: how many tokens the model found likelier.  ids: (1, T).  Returns (T − 1,)."""
    scores = smollm(ids).logits[0, :-1]  # (T − 1, V)
    return (scores > scores.gather(1, ids[0, 1:, None])).sum(dim=1).cpu()


# %% tags=["explore"]
paragraph = (
    "My grandmother kept her recipes in a shoebox. Most of them were wrong on purpose: half a cup of sugar "
    "where she used two, so that nobody's cake would ever be quite as good as hers. We found out at the funeral."
)
ids = torch.tensor([tokenizer("\n" + paragraph)["input_ids"]], device=where)  # (1, T)
surprise, rank = nats(ids)[0], ranks(ids)  # (T − 1,)
_ = record("nats per token", surprise.mean().item())
_ = record("share of tokens ranked first", (rank == 0).double().mean().item())
_ = record("share of tokens in the top ten", (rank < 10).double().mean().item())
shaded_text.surprise(tokenizer.batch_decode(ids[0, 1:, None]), surprise, "brown: the model did not expect it")

# %% [markdown]
# Where is your text darkest? Most often at names and at the first words of a turn in the story. Word endings and stock
# phrases are white. Top-k of 10 makes every token outside the top ten impossible, so if your text has even one such
# token, that sampler could not have written it.

# %% [markdown] nbgrader={"grade_id": "written_a", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 10 minutes, 5 to 8 sentences). Two friends use the same model with $T = 1.5$ and top-p of
# .9. One gets lively stories, the other gets word salad after two lines. Both programs work as documented. Explain what
# might differ, with an example of your own or from section 8, and say what each of them should change. One of them also
# wants the model to answer questions about tax law with the same settings. What do you advise, and why?
#
# ### BEGIN SOLUTION
# **Model answer.** The order may differ. The first program picks the set at T = 1 and applies the temperature to the
# tokens in it, so heat only spreads mass among tokens that were likely to begin with. The second program applies the
# temperature first. That flattens the distribution, so more tokens are needed to cover .9, and the tail comes in: three
# tokens instead of two in the small example, thousands instead of ten after "The capital of France is". A story has
# hundreds of positions, so a token from the tail soon comes up, and the model continues from it. The second friend
# should lower the temperature or the share, or cut first, or use top-k, which does not depend on the order. In tax law
# one answer is right at most positions, and every draw that departs from it is a mistake. So use a temperature of 0 or
# close to it, or min-p, which leaves one token where the model is certain. That makes answers repeatable, not true.
#
# **Rubric.**
#
# - a, 0.5 points: the two programs apply temperature and cut in a different order
# - b, 0.5 points: the reason: with the temperature first, more tokens pass the cut
# - c, 0.5 points: advice that fits the task: little randomness where one answer is right
# - d, 0.5 points: a reason for the advice that is based on the distributions
# ### END SOLUTION

# %% [markdown]
# ## 11 · For a friend
#
# Set your knobs and write a first sentence. Change both until you have a continuation you like, and send it to a friend
# with its colours: where it is dark, the sampler picked a token that the model did not expect. Ask which half a person
# wrote. The last line is your own GPT with the same knobs, and it is saved with the earlier versions of the opening
# line.

# %% tags=["explore"]
from IPython.display import display

if answered("sample_multinomial", "with_temperature", "top_k", "top_p", "min_p", "repetition_penalty"):
    beginning = "The robot had never seen snow before. It"
    settings = dict(temperature=0.9, k=100, p=0.95, least=0.03)
    theta, n_new = 1.1, 30

    def choose(logits, ids):
        logits = repetition_penalty(logits[None], ids[None], theta)[0]
        return sample_multinomial(knobs(logits, **settings).softmax(0), 1, dice)

    for seed in range(3):
        dice = torch.Generator().manual_seed(seed)
        ids = torch.tensor([write(choose, beginning, n_new)], device=where)
        surprise = nats(ids)[0]
        words = tokenizer.batch_decode(ids[0, 1:, None])
        display(
            shaded_text.surprise(
                words, surprise, f"seed {seed}: {surprise[-n_new:].mean():.2f} nats per token"
            )
        )
    print(settings, "penalty", theta)
    dice = torch.Generator().manual_seed(0)
    continued = write_own(choose)
    print(f"\nyour GPT: {continued}")
    own_model.note_opening("06a", continued, "the same GPT, with your settings")

# %% [markdown]
# **What you have now.** A distribution that you can bend, cut and sample from, and a reason for each knob.
#
# | knob | what it does | where it hurts |
# |---|---|---|
# | greedy, T = 0 | always takes the likeliest token | loops; nothing new |
# | temperature | raises all ratios to the power 1/T | heat lifts the tail as well |
# | top-k | keeps a set of fixed size | too many where one token is right, too few where all are |
# | top-p | keeps a set of fixed mass | fills its quota, even with nonsense |
# | min-p | sets a threshold relative to the best token | one more number to choose |
# | repetition penalty | lowers the logits of tokens that have occurred | commas and names need to be repeated |
#
# All of them trade quality, as the model judges it, against diversity: greedy decoding takes the best single token each
# time, and a high temperature buys variety at the price of worse tokens. The next sitting measures both sides of that
# trade. There you write whole texts, decide where to stop, and look more than one token ahead.
#
# **Sources.** Holtzman et al. 2020, *The curious case of neural text degeneration*, arXiv 1904.09751. Keskar et al.
# 2019, *CTRL*, arXiv 1909.05858. Fan, Lewis, Dauphin 2018, *Hierarchical neural story generation*, arXiv 1805.04833
# (top-k). Nguyen et al. 2024, *Turning up the heat: min-p sampling*, arXiv 2407.01082. Schaeffer et al. 2025, *Turning
# down the heat*, arXiv 2506.13681.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
