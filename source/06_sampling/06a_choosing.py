# %% [markdown]
# # Lesson 06 · Sampling
# ## First sitting: choosing one token
#
# A language model does not write. It gives a number to each of 49,152 tokens, and somebody has to choose. The largest
# number is the obvious choice. It makes every answer the same, and it is not what people do.
#
# When you reach the end of this sitting you will have
#
# - a sampler of your own, down to the random number,
# - the knobs of a chat program: temperature, top-k, top-p, min-p, repetition penalty, each equal to the library
#   `transformers`,
# - two programs with the same settings that write different texts,
# - a paragraph of your own, coloured by how much each word surprises a model,
# - SmolLM2 (135 million parameters) writing with the knobs where *you* put them.
#
# | | |
# |---|---|
# | Uses | softmax of lesson 02, log-probabilities of lesson 04, the loop with a cache of lesson 05 (all given) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# V tokens in the vocabulary. `(..., V)` means: any axes in front, treated alike. **Logits** are the numbers that a
# model gives; softmax makes probabilities of them. Every knob takes logits and gives logits back, so knobs can stand
# one behind the other. In which order is not all the same, as section 8 shows. A token that is **ruled out** has the
# logit −∞, which softmax turns into probability 0.
#
# <details><summary>1. What does softmax do when the same number is added to all logits?</summary>Nothing: numerator and denominator get the same factor (lesson 02). Only differences of logits mean something.</details>
# <details><summary>2. Logits 0, ln 2 and −∞. Which probabilities?</summary>1/3, 2/3 and 0.</details>
# <details><summary>3. A token came that had probability 1/8. How surprised is the model, in nats?</summary>−ln(1/8) = 2.08. The mean of this number over a text is the loss that lesson 04 trained with.</details>
# <details><summary>4. Why is a generator passed to a function that draws?</summary>So that the same draw can be made again, and nobody else's draws change it (lesson 00).</details>
# <details><summary>5. A prompt of T tokens and n new ones, with a cache: how many tokens go through the model?</summary>T + n − 1. The last one that is written does not go in (lesson 05).</details>

# %% nbgrader={"grade_id": "imports_a", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

import math

import torch
import torch.nn.functional as F

from utils import devices
from utils.metrics import largest, record
from utils.plots import interactive, shaded_text
from utils.topics.sampling import choice_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# Here is the model, and the distribution of its next token after three beginnings. The first run fetches about 93 MB
# and converts them, which takes half a minute. **Predict** before you run: after which of the three is the model most
# certain? How many different words would *you* find natural after the last one?

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
# <details><summary>The answer</summary>
#
# After the third beginning no token has even a tenth. That is not ignorance: hundreds of words are right there. Whoever
# always takes the highest bar writes as if the second did not exist. (For this model the sun rises in the sky. It is a
# small model.)
#
# </details>

# %% [markdown]
# ## 1 · The likeliest token: `greedy`
#
# *Easy · 4 minutes*
#
# The first choice is known from classification: take the class with the largest logit,
# $c(x) = \arg\max_c f_c(x)$. For pictures that is what one wants. Write it for logits with any axes in front.


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
# <details><summary>A pointer</summary><code>torch.argmax</code> without <code>dim</code> looks at all axes at once.</details>


# %% nbgrader={"grade_id": "check_greedy", "grade": true, "locked": true, "points": 1}
@check("greedy")
def _(logits):
    return {"ids": greedy(logits)}


# %% [markdown]
# ### What people write
#
# Now measure it, on four articles of Wikipedia. The model reads the first 40 tokens of each. Then there are two ways to
# go on: what a person wrote, and what `greedy` writes. Count the surprise of both, in nats a token. **Predict**: people
# wrote these articles, and the model was trained on people's texts. Are the two numbers about equal?


# %% nbgrader={"grade_id": "nats", "locked": true}
@torch.no_grad()
def nats(ids):
    """The surprise of each token but the first, given those before it.  ids: (B, T).  Returns (B, T − 1), in nats."""
    scores = smollm(ids).logits[:, :-1]  # (B, T − 1, V)
    return F.cross_entropy(scores.transpose(1, 2), ids[:, 1:], reduction="none").cpu()


def articles(n, length):
    """The beginnings of n articles.  Returns ids, (n, length); the first stands for the end of a line."""
    texts = (tokenizer("\n" + text)["input_ids"] for text in corpora.wikipedia()["test"]["extract"])
    rows = [next(ids for ids in texts if len(ids) >= length)[:length] for _ in range(n)]
    return torch.tensor(rows, device=where)


# %% tags=["explore"]
if answered("greedy"):
    n, length = 41, 81  # a line's end and 40 tokens to read, 40 to write
    ids = articles(4, length)
    machine, chunk, cache = ids[:, :n], ids[:, :n], DynamicCache()
    while machine.shape[1] < length:
        with torch.no_grad():
            scores = smollm(chunk, past_key_values=cache, use_cache=True).logits[:, -1]  # (B, V)
        chunk = greedy(scores).reshape(len(ids), 1)
        machine = torch.cat([machine, chunk], dim=1)
    by_people, by_greedy = nats(ids)[:, n - 1 :], nats(machine)[:, n - 1 :]
    plots.people_and_greedy(by_people, by_greedy)
    record("people, nats a token", by_people.mean().item(), expected=(2.8, 2.95))
    record("greedy, nats a token", by_greedy.mean().item(), expected=(0.65, 0.85))
    for name, row in [("person", ids[0]), ("greedy", machine[0])]:
        print(name, repr(tokenizer.decode(row[n:])))

# %% [markdown]
# <details><summary>The answer</summary>
#
# 2.9 nats against .7. The person's line jumps: runs of words that anybody could guess, then a name, a number, a turn.
# Greedy text never jumps. Let it go on, and it falls into a loop, where each round makes the next one likelier; section
# 7 shows one. A paper that compared the two at length suggests a reason: people avoid saying what goes without saying
# (Holtzman et al. 2020, *The curious case of neural text degeneration*, arXiv 1904.09751).
#
# </details>
#
# So a text should be **drawn**. That is the next exercise. The knobs after it repair what drawing breaks.

# %% [markdown]
# ## 2 · Drawing by hand: `sample_multinomial`
#
# *Medium · 15 minutes · without `torch.multinomial`, `torch.distributions`, `numpy.random`*
#
# Lay the probabilities end to end on a line from 0 to 1. Token $i$ gets the piece from $c_{i-1}$ to $c_i$, where
# $c_i = p_0 + \dots + p_i$ is the running sum. Throw a dart at the line, with each place equally likely. It lands in a
# piece with a probability equal to its length. The token is the first one whose running sum is *above* the dart:
#
# $$u \sim \mathcal U[0, 1), \qquad i = \min\{\, j : c_j > u \,\}$$
#
# This is the inverse of the distribution function, and all that a sampler is. Three tokens by hand, with .5, .2 and .3:
# where do the darts .1, .5 and .69 land?
#
# <details><summary>Answer</summary>The running sums are .5, .7 and 1. The darts give the tokens 0, 1 and 1. The dart .5 is not below the first sum, so it belongs to the second piece.</details>

# %% tags=["explore"]
plots.line_of_tokens([0.5, 0.2, 0.3], darts=[0.1, 0.5, 0.69])

# %% [markdown]
# Two things more. The line need not have length 1: where some tokens have been ruled out, what is left sums to less, and
# the dart must be thrown at what is left. And every draw has a dart of its own, which knows nothing of the others.


# %% nbgrader={"grade_id": "sample_multinomial", "solution": true}
def sample_multinomial(weights, n, generator):
    """Draw n tokens, each with a probability proportional to its weight; a token may come several times.

    weights: (V,) not negative, left as they are; their sum is positive and need not be 1.
    generator: the torch.Generator to draw from, on the processor.  Returns ids, (n,) int64.
    """
    ### BEGIN SOLUTION
    edges = weights.cumsum(dim=0)  # (V,) where each token's piece ends
    darts = torch.rand(n, generator=generator).to(weights.device) * edges[-1]  # (n,)
    return torch.searchsorted(edges, darts, right=True)  # (n,)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "sample_multinomial_hints", "locked": true}
# <details><summary>A question to start from</summary>Where does the piece of each token end, and how long is the whole line?</details>
# <details><summary>A pointer</summary><code>cumsum</code> gives the ends. <code>torch.rand(n, generator=generator)</code> throws n darts at a line of length 1.</details>
# <details><summary>In pseudocode</summary>Compare every dart with every end, (n, 1) with (V,), and count how many ends are not above it. <code>torch.searchsorted</code> does the same faster; see what its argument <code>right</code> means.</details>
# <details><summary>I get an index that is too large</summary>The dart flew past the end of the line. How long is the line?</details>
# <details><summary>I get "Expected all tensors to be on the same device"</summary>The weights lie on a GPU, the darts were thrown on the processor: <code>darts.to(weights.device)</code>.</details>


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
# Now let it write. `write` is the loop of lesson 05 with a hole where the argmax was. `choose` gets the logits of the
# next token and the ids so far, and returns an id. **Predict** what pure drawing does to a story. The model is right
# nearly always, but has 49,152 ways to be wrong.


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


# %% tags=["explore"]
if answered("sample_multinomial"):
    for seed in range(2):
        dice = torch.Generator().manual_seed(seed)
        story = write(
            lambda logits, _: sample_multinomial(logits.softmax(0), 1, dice),
            "Once upon a time there was a",
            30,
        )
        print(f"seed {seed}:", tokenizer.decode(story), "\n")
    open_end = contexts["Once upon a time there was a"].softmax(0)
    rare = open_end[open_end < 1e-4].sum().item()
    record("mass of all tokens with less than 1 in 10,000 each", rare, expected=(0.075, 0.09))

# %% [markdown]
# <details><summary>The answer</summary>
#
# It wanders off. Each unlikely token is unlikely, but there are tens of thousands of them. Together they have a fair
# share of the line: in this place one dart in twelve hits a token with a probability below 1 in 10,000. A story has
# hundreds of places, and after one bad token the model goes on from *that*. Two cures: make the likely ones likelier,
# or cut the tail off.
#
# </details>

# %% [markdown]
# ## 3 · Sharper or flatter: `with_temperature`
#
# *Easy · 10 minutes · without `transformers`*
#
# Divide the logits by a temperature $T$ before softmax:
#
# $$p_c = \frac{e^{f_c / T}}{\sum_j e^{f_j / T}}$$
#
# The name comes from physics, where $f$ is minus an energy: the hotter, the more disorder. In terms of probabilities it
# is a power, $p_c(T) \propto p_c(1)^{1/T}$. At $T = \tfrac12$ all are squared: what was twice as likely becomes four
# times as likely. Compute it on the logits all the same: in float32 a probability below about $10^{-45}$ is 0, and no
# power brings it back.
#
# Two ends need a decision. Work them out first:
#
# - $T \to \infty$: all $f/T \to 0$. Which distribution is that? And what of a token that had been ruled out?
# - $T \to 0$: the ratio of the best two tokens grows beyond all bounds. Which distribution is left?
#
# <details><summary>Answer</summary>Uniform, 1/V each; but a token with −∞ has no chance at any temperature, and here <code>-inf / inf</code> is not a number: take care. And at 0 all of the mass lies on the likeliest token. The formula has no value there, since nothing can be divided by 0; so programs <i>define</i> T = 0 as greedy.</details>


# %% nbgrader={"grade_id": "with_temperature", "solution": true}
def with_temperature(logits, temperature):
    """Make the distribution sharper (below 1) or flatter (above 1).

    logits: (..., V), left as they are; −∞ where a token is ruled out, which it stays; of each row, one is the largest.
    temperature: 0 leaves only the likeliest token; math.inf makes all that are possible equally likely.
    Returns logits, (..., V).
    """
    ### BEGIN SOLUTION
    if temperature == 0:
        best = logits.argmax(dim=-1, keepdim=True)  # (..., 1)
        return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)
    return (logits / temperature).masked_fill(logits == -math.inf, -math.inf)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "with_temperature_hints", "locked": true}
# <details><summary>A question to start from</summary>Which logits give softmax of 1 for one token and 0 for all others?</details>
# <details><summary>A pointer</summary><code>torch.full_like</code> fills a tensor with one number, <code>scatter</code> puts another into one place of each row.</details>
# <details><summary>I get nan</summary>At which temperature? A number divided by 0 is infinite, 0/0 is nan, and so are ∞/∞ and ∞ − ∞.</details>


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
# The entropy $-\sum_c p_c \ln p_c$ says how open a choice is: with N equally likely tokens it is ln N. **Predict**: at
# $T = 2$, does the sun rise in the *east* more often than at $T = 1$?

# %% tags=["explore"]
if answered("with_temperature"):
    logits = contexts["The sun rises in the"]
    rows = {T: with_temperature(logits, T).softmax(0) for T in [0, 0.3, 0.5, 0.7, 1, 1.5, 2, math.inf]}
    interactive.slider(lambda T: plots.temperature(T, rows[T], rows[1], tokenizer), list(rows), "T")
    for T, p in rows.items():
        entropy = torch.special.entr(p).sum().item()  # −p ln p, and 0 where p is 0
        print(f"T = {T:<4} {entropy:6.2f} nats, as of {math.exp(entropy):8,.1f} equally likely tokens")
    east = tokenizer(" east")["input_ids"][0]
    record("east at T = 1", rows[1][east].item(), expected=(0.10, 0.12))
    record("east at T = 2", rows[2][east].item(), expected=(0.013, 0.017))
    record("entropy at T = inf, nats", entropy, expected=(10.80, 10.81))

# %% [markdown]
# <details><summary>The answer</summary>
#
# It gains on "sky", which had nearly four times its chance and now has twice. But both lose nearly all they had: "east"
# falls from .11 to .015. Tens of thousands of tokens that fit nowhere get the rest. At infinite temperature the model
# is a die with 49,152 faces (ln 49,152 = 10.80). Temperature alone is a blunt tool, so cut.
#
# </details>

# %% [markdown]
# ## 4 · The best k: `top_k`
#
# *Medium · 10 minutes · without `transformers`*
#
# Keep the $k$ tokens with the largest logits and give all others −∞. Softmax then shares the mass among those that are
# left, without being told: its sum runs over the $k$ that stayed.
#
# A lecture writes this as a softmax over $f_{c_0}, f_{c_1}, \dots, f_{c_k}$. Count them before you go on.
#
# <details><summary>Answer</summary>From 0 to k there are k + 1. The last index is k − 1.</details>
#
# **Exactly k.** Logits are often computed with few bits, and equal ones do occur. The library keeps every token that is
# not *below* the k-th, so that ties can make more than k. Here exactly k are to stay. Which of several equals, you may
# choose.


# %% nbgrader={"grade_id": "top_k", "solution": true}
def top_k(logits, k):
    """Rule out all but the k likeliest tokens: exactly k stay in each row, or all where fewer are possible.

    logits: (..., V), left as they are, −∞ where a token is ruled out already; k ≥ 1, also above V.
    Returns logits, (..., V), −∞ for those that are ruled out.
    """
    ### BEGIN SOLUTION
    k = min(k, logits.shape[-1])
    values, ids = logits.topk(k, dim=-1)  # (..., k) each
    return torch.full_like(logits, -math.inf).scatter(-1, ids, values)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "top_k_hints", "locked": true}
# <details><summary>A question to start from</summary>After cutting, must a token stand where it stood before?</details>
# <details><summary>A pointer</summary><code>torch.topk</code> gives the values <i>and</i> where they came from. <code>scatter</code> puts them back.</details>
# <details><summary>More than k stay</summary>You compare with the k-th value. What if two tokens have it?</details>
# <details><summary>I get "selected index k out of range"</summary>k may be larger than the vocabulary. What should happen then?</details>
# <details><summary>I get "shape mismatch: value tensor of shape …"</summary><code>result[ids]</code> picks along the <i>first</i> axis, and so whole texts. Which function writes into places of the last axis, row by row?</details>


# %% nbgrader={"grade_id": "check_top_k", "grade": true, "locked": true, "points": 3}
@check("top_k")
def _(logits, k, ties):
    before, result = logits.clone(), top_k(logits, k)
    if ties:  # which of equal tokens stay is left open, so only the amounts are compared
        result = result.sort(dim=-1, descending=True).values
    p = result.softmax(dim=-1)
    return {
        "probabilities": p,
        "possible tokens": result > -math.inf,
        "logits unchanged": {"probabilities": p, "changed": (logits != before).sum()},
    }


# %% [markdown]
# Now turn one knob for two beginnings. **Predict**: k = 10. Does that keep too many or too few after "The capital of
# France is", and after "Once upon a time there was a"?

# %% tags=["explore"]
if answered("top_k"):
    sharp, open_end = (contexts[c] for c in ["The capital of France is", "Once upon a time there was a"])
    kept = {
        "The capital of France is": top_k(sharp, 10).softmax(0),
        "Once upon a time there was a": top_k(open_end, 10).softmax(0),
    }
    plots.cut(contexts, kept, tokenizer, "top-k, k = 10")
    covered = open_end.softmax(0).topk(10).values.sum().item()
    record("mass that the best ten cover after the open beginning", covered, expected=(0.40, 0.44))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Both. Where the answer is a fact, nine others stay in play. Where anything may follow, the ten hold .42 of the
# probability, and most of what a person could say is cut off. The right number depends on the place, so let the
# *distribution* say how many.
#
# </details>

# %% [markdown]
# ## 5 · As many as it takes: `top_p`
#
# *Hard · 17 minutes · without `transformers`*
#
# Take tokens from the top until they cover a share $p$ of the probability, and cut there: the smallest $m$ with
#
# $$\sum_{c=0}^{m-1} p_c \ge p \qquad \text{(in the order of their probability)}$$
#
# This is *nucleus sampling* (Holtzman et al. 2020, section 3.1). The token that *crosses* the share belongs to the set:
# without it, the sum would not reach $p$. A lecture adds a floor, which libraries have too: at least $k$ tokens stay.
# If $m < k$, it is top-k after all. Of equally likely tokens, any may stay, but no more than are needed.
#
# By hand: probabilities .6, .25, .1, .05. How many stay for $p = .8$, for $p = .5$, and for $p = .5$ with $k = 2$?
#
# <details><summary>Answer</summary>2 (.6 is too little, .85 enough); 1, because the first one crosses; 2.</details>
#
# **Find the error.** A lecture says of the same variant: "fix a (small) percentage R of probability covered". Try it:
# with $R$ = 5 %, what stays in the four-token example, and what would that be the same as?
#
# <details><summary>Answer</summary>Only the first token, here and nearly everywhere: it is greedy. The percentage is to be <i>large</i>; the paper uses .95. What is small is the tail that is cut off, 1 − R. The same slide writes "≥ R" in its formula and "exceeds" in its sentence; the two differ only where a sum meets R exactly, which rounding decides anyway.</details>


# %% nbgrader={"grade_id": "top_p", "solution": true}
def top_p(logits, p, k=1):
    """Keep the fewest likeliest tokens that have probability p together, and at least k; rule out all others.

    logits: (..., V), left as they are, −∞ where a token is ruled out already; p: between 0 and 1, and never met exactly
    by a sum; k ≥ 1, at most V. Where fewer than k are possible, all of these stay.
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
# <details><summary>A question to start from</summary>Sort the tokens. What is true of the mass <i>before</i> a token exactly when that token is needed?</details>
# <details><summary>A pointer</summary>A token stays when those likelier than it have less than p together. That is the running sum without its own share.</details>
# <details><summary>In pseudocode</summary>sort → softmax → mass before each → mark what goes → unmark the first k → bring the marks back to the tokens' own places → fill with −∞.</details>
# <details><summary>The right number of tokens stays, but the wrong ones</summary>Your marks are in sorted order, your logits are not. Which function writes each value to the place that an index names?</details>
# <details><summary>Everything is nan</summary>A row in which nothing is left. Which token may never be cut?</details>


# %% nbgrader={"grade_id": "check_top_p", "grade": true, "locked": true, "points": 4}
@check("top_p")
def _(logits, p, k, ties):
    before = logits.clone()
    result = top_p(logits, p) if k is None else top_p(logits, p, k)
    if ties:  # which of equal tokens stay is left open, so only the amounts are compared
        result = result.sort(dim=-1, descending=True).values
    kept = result.softmax(dim=-1)
    return {
        "probabilities": kept,
        "possible tokens": result > -math.inf,
        "logits unchanged": {"probabilities": kept, "changed": (logits != before).sum()},
    }


# %% [markdown]
# **Predict**: a share of .9, and the three beginnings from above. How many tokens stay after each?

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
# One setting, .9, and ten tokens, forty, or more than five hundred. In the first place there is little doubt, and
# still nine other tokens stay to make up the last tenth. The next knob mends that.
#
# </details>

# %% [markdown]
# ## 6 · A share of the best: `min_p`
#
# *Easy · 6 minutes · without `transformers`*
#
# Ask of every token: how likely is it *beside the likeliest one*? Keep those with
#
# $$p_c \ge p_{\min} \cdot \max_j p_j.$$
#
# Where the model is certain, the bar is high; where it is not, the bar comes down (Nguyen et al. 2024, arXiv
# 2407.01082). No sorting is needed. In logits it is a single addition; which?
#
# <details><summary>Answer</summary>The ratio of two probabilities is e to the difference of their logits, so a token stays when its logit is at least max + ln p_min.</details>


# %% nbgrader={"grade_id": "min_p", "solution": true}
def min_p(logits, p):
    """Keep the tokens that are at least p times as likely as the likeliest one of their row; rule out all others.

    logits: (..., V), left as they are, −∞ where a token is ruled out already; p: above 0, up to 1.
    Returns logits, (..., V), −∞ for those that are ruled out.
    """
    ### BEGIN SOLUTION
    lowest = logits.amax(dim=-1, keepdim=True) + math.log(p)  # (..., 1)
    return logits.masked_fill(logits < lowest, -math.inf)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "min_p_hints", "locked": true}
# <details><summary>A question to start from</summary>How many bars are there for logits (2, 3, V), and what shape do they need to be compared with the logits?</details>
# <details><summary>A pointer</summary>Compute the probabilities, their maximum in each row with <code>keepdim=True</code>, and compare.</details>


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
# **Predict** from the bars: how many tokens have at least a tenth of the best one's probability, after each beginning?

# %% tags=["explore"]
if answered("min_p"):
    kept = {beginning: min_p(logits, 0.1).softmax(0) for beginning, logits in contexts.items()}
    plots.cut(contexts, kept, tokenizer, "min-p, .1")
    counts = [int((p > 0).sum()) for p in kept.values()]
    print("tokens kept:", counts)
    record("kept after the capital, min-p", counts[0], expected=(1, 1))
    record("kept once upon a time, min-p", counts[2], expected=(17, 19))

# %% [markdown]
# <details><summary>The answer</summary>
#
# One capital, and 18 ways into a story. Whether texts get better by it is disputed: others examined the paper's claim
# again and did not find it (Schaeffer et al. 2025, arXiv 2506.13681). Sitting b says how to measure such a thing.
#
# </details>

# %% [markdown]
# ## 7 · Not again: `repetition_penalty`
#
# *Medium · 7 minutes · without `transformers`*
#
# Greedy text falls into loops. A crude and common cure makes tokens that have occurred less likely, by a factor
# $\theta > 1$ on their *logits* (Keskar et al. 2019, *CTRL*, arXiv 1909.05858, with $\theta \approx 1.2$). The paper
# divides: $f_c / \theta$. **Find the error** before you write: what does that do to a token with logit −3?
#
# <details><summary>Answer</summary>−3/1.2 = −2.5. It becomes likelier, a reward. So programs divide positive logits and multiply negative ones.</details>
#
# A token is penalised **once**, however often it has occurred: it is about having been there. Every row of a batch
# has a text of its own.


# %% nbgrader={"grade_id": "repetition_penalty", "solution": true}
def repetition_penalty(logits, seen, penalty):
    """Make tokens that have occurred less likely: positive logits are divided by the penalty, negative ones multiplied.

    logits: (B, V), left as they are, −∞ where a token is ruled out; seen: (B, T) ids of each text so far, T ≥ 0, in
    which a token may stand several times and counts once; penalty: 1, which changes nothing, or more.
    Returns logits, (B, V).
    """
    ### BEGIN SOLUTION
    own = logits.gather(1, seen)  # (B, T) the logit of each token of the text
    own = torch.where(own > 0, own / penalty, own * penalty)
    return logits.scatter(1, seen, own)  # (B, V)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "repetition_penalty_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the V tokens of a row have occurred? How would a table of True and False (B, V) look?</details>
# <details><summary>A pointer</summary><code>gather(1, seen)</code> reads the logits at these ids, <code>scatter(1, seen, values)</code> writes to them, row by row.</details>
# <details><summary>A token that came three times is penalised three times</summary>Compute the new value from the <i>old</i> logit each time. Then it may be written as often as it likes.</details>


# %% nbgrader={"grade_id": "check_repetition_penalty", "grade": true, "locked": true, "points": 3}
@check("repetition_penalty")
def _(logits, seen, penalty):
    before = logits.clone()
    result = repetition_penalty(logits, seen, penalty)
    return {"logits": result, "logits unchanged": {"logits": result, "changed": (logits != before).sum()}}


# %% [markdown]
# Below, greedy goes on with a walk, without (a penalty of 1) and with the penalty. A dark square means that two places
# hold the same token, so a loop is a set of lines beside the diagonal. **Predict** what the loop says.

# %% tags=["explore"]
if answered("greedy", "repetition_penalty"):
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
# <details><summary>The answer</summary>
#
# "I am a dog", and again, and again: each round makes the next one likelier. With the penalty the text goes somewhere,
# if not always where a person would.
#
# </details>
#
# What is crude about it: logits mean nothing by themselves (the first folded question). Add 5 to all of them, and the
# distribution is the same while the penalty's effect is another. And it cannot tell a loop from a comma, which has to
# come again.

# %% [markdown]
# ## 8 · Which first?
#
# *Read and predict · 5 minutes*
#
# Now put two knobs together, a cut and a temperature. One lecture picks the set at $T = 1$ and applies the temperature
# to what is left. `transformers` applies the temperature first and cuts after that. Logits 3, 2, 1, 0, −1, top-p of .8
# and $T = 2$: **predict** how many tokens each order keeps. Then the same for min-p of .2, and for top-k of 3.

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
# 2 against 3, and 2 against 4. Of the cuts only top-k does not care, since a temperature never changes who is ahead of
# whom. With the temperature first, heat also opens the gate, and the tail comes back in. Cut first, and heat only
# spreads what has passed. (The repetition penalty may stand before or behind it: both only multiply and divide.)
#
# That was a vocabulary of five. Now two programs with the settings $T = 1.5$ and top-p of .9, the real model, and the
# same darts. **Predict** how many tokens each program finds possible after "The capital of France is".

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
# Ten against more than three thousand. Neither order is wrong. But "T = 1.5, top-p = .9" in two programs may be two
# different machines, and the settings do not say so.
#
# </details>
#
# Do yours agree with the library's own classes? In its order:

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
# Move the sliders. Look for a setting that leaves one token after the first beginning, and at least twenty after the
# last.

# %% tags=["explore"]
if answered("with_temperature", "top_k", "top_p", "min_p"):

    def knobs(logits, temperature=1.0, k=0, p=1.0, least=0.0):
        """All cuts at T = 1, then the temperature; k = 0, p = 1 and least = 0 switch a cut off."""
        kept = top_k(logits, k) if k else logits
        kept = top_p(kept, p) if p < 1 else kept
        kept = min_p(kept, least) if least else kept
        return with_temperature(kept, temperature)

    plots.explore_knobs(contexts, knobs, tokenizer, temperature=1.2, k=50, p=0.9, least=0.02)

# %% [markdown]
# ## 10 · Your own paragraph
#
# Replace the text by something that *you* have written, a letter or a diary, and see where a model is surprised. Point
# at a token to read its number. White is what it would have said itself. **Predict** for your text: in what share of
# places does the very token come that the model found likeliest?


# %% nbgrader={"grade_id": "ranks", "locked": true}
@torch.no_grad()
def ranks(ids):
    """How many tokens the model found likelier than each that came, but the first.  ids: (1, T).  Returns (T − 1,)."""
    scores = smollm(ids).logits[0, :-1]  # (T − 1, V)
    return (scores > scores.gather(1, ids[0, 1:, None])).sum(dim=1).cpu()


# %% tags=["explore"]
paragraph = (
    "My grandmother kept her recipes in a shoebox. Most of them were wrong on purpose: half a cup of sugar "
    "where she used two, so that nobody's cake would ever be quite as good as hers. We found out at the funeral."
)
ids = torch.tensor([tokenizer("\n" + paragraph)["input_ids"]], device=where)  # (1, T)
surprise, rank = nats(ids)[0], ranks(ids)  # (T − 1,)
_ = record("nats a token", surprise.mean().item())
_ = record("share of the likeliest token", (rank == 0).double().mean().item())
_ = record("share of the best ten", (rank < 10).double().mean().item())
shaded_text.surprise(tokenizer.batch_decode(ids[0, 1:, None]), surprise, "brown: the model did not expect it")

# %% [markdown]
# <details><summary>The answer</summary>
#
# Where are you darkest? Names and the first words of a turn in the story, most often. The endings of words and phrases
# that everybody uses are white. Top-k of 10 makes every token beyond the best ten impossible, so it could not have
# written your text.
#
# </details>

# %% [markdown] nbgrader={"grade_id": "written_a", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). Two friends use the same model with $T = 1.5$ and top-p of
# .9. One gets lively stories, the other word salad after two lines. Both programs work as they are documented. Explain
# what may differ, with an example of your own or from section 8, and say what each of them should change. One of them
# also wants the model to answer questions about tax law with the same settings. What do you advise, and why?
#
# ### BEGIN SOLUTION
# **Model answer.** The order may differ. The first program picks the set at T = 1 and applies the temperature to what
# is left: heat spreads mass among tokens that were likely to begin with. The second one applies the temperature first.
# That flattens the distribution, so more tokens are needed to cover .9, and the tail comes in: three tokens in place of
# two in the small example, thousands in place of ten after "The capital of France is". A story has hundreds of places,
# so a token of the tail soon comes, and the model goes on from it. The second friend should lower the temperature or
# the share, or cut first, or use top-k, which does not depend on the order. For tax law one answer is right in most
# places, and every draw that leaves it is a mistake: a temperature of 0 or close to it, or min-p, which leaves one
# token where the model is certain. That makes answers repeatable, not true.
#
# **Rubric.** 1 point: the order of temperature and cut, and that temperature first lets more tokens pass. 1 point:
# advice that fits the task (little randomness where one answer is right), with a reason from the distributions. Half a
# point each where the statement is right and the reason missing.
# ### END SOLUTION

# %% [markdown]
# ## 11 · For a friend
#
# Your knobs, your first sentence. Change both and take the continuation that you like best. Send it to a friend with
# its colours: what is dark, the model chose although it did not expect it itself. Ask which half a person wrote.

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
            shaded_text.surprise(words, surprise, f"seed {seed}: {surprise[-n_new:].mean():.2f} nats a token")
        )
    print(settings, "penalty", theta)

# %% [markdown]
# **What you have now.** A distribution that you can bend, cut and draw from, and a reason for each knob.
#
# | knob | what it does | where it hurts |
# |---|---|---|
# | greedy, T = 0 | always the likeliest | loops; nothing new |
# | temperature | all ratios to the power 1/T | heat lifts the tail as well |
# | top-k | a set of fixed size | too many where one is right, too few where all are |
# | top-p | a set of fixed mass | needs its last tenth even from nonsense |
# | min-p | a bar relative to the best | one number more to choose |
# | repetition penalty | what occurred gets a worse logit | commas and names have to come again |
#
# All of them trade quality, as the model judges it, against diversity. Greedy takes the best single token each time,
# and heat buys variety with worse ones. Sitting b measures both sides of that trade, and it writes whole texts: where
# to stop, how to look further ahead than one token, and how a small model can write for a large one without anybody
# noticing.
#
# **Sources.** Holtzman et al. 2020, *The curious case of neural text degeneration*, arXiv 1904.09751. Keskar et al.
# 2019, *CTRL*, arXiv 1909.05858. Fan, Lewis, Dauphin 2018, *Hierarchical neural story generation*, arXiv 1805.04833
# (top-k). Nguyen et al. 2024, *Turning up the heat: min-p sampling*, arXiv 2407.01082. Schaeffer et al. 2025, *Turning
# down the heat*, arXiv 2506.13681.
