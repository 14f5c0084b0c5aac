# %% [markdown]
# # Lesson 06 · Sampling
# ## Second sitting: whole texts, and how to judge them
#
# The first sitting chose one token. A text is a hundred such choices, each building on the ones before. Here you drive
# SmolLM2 with a loop of your own, look several steps ahead, and let a cheap model write what an expensive one signs.
# Then you ask whether the text got *better*, and how sure you are.
#
# By the end of this sitting you will have
#
# - a generation loop that writes the same text no matter what else is in the batch,
# - beam search, and a picture of the tree that it searches,
# - speculative decoding: several tokens for one pass of the large model,
# - four instruments for judging texts,
# - a page of continuations of your own sentence for a friend.
#
# | | |
# |---|---|
# | Uses | the first sitting; caches of lesson 05 (given) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises; a good place to stop is after section 5 |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# Sizes: B texts in a batch, T tokens in a prompt, t in a chunk, S so far, V in the vocabulary, n in a draft. All
# randomness comes from a `torch.Generator` on the CPU, so a seed means the same on every device.
#
# <details><summary>1. The logits are divided by a temperature of 2. What happens to the probabilities?</summary>They move closer together, but their order stays the same (first sitting).</details>
# <details><summary>2. What does a knob do to a token that it rules out?</summary>It gives the token the logit −∞, which softmax turns into probability 0 (first sitting).</details>
# <details><summary>3. Why do we add log-probabilities instead of multiplying probabilities?</summary>200 factors of 0.01 make 10⁻⁴⁰⁰, which float32 cannot hold (lesson 04).</details>
# <details><summary>4. What do prefill and decode put into the model?</summary>First the whole prompt in one call, then one new token at a time (lesson 05).</details>
# <details><summary>5. Why is a pass over several tokens hardly slower than one over a single token?</summary>Most of the time goes into reading the weights, and they are read once for all of the tokens (lesson 05).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

import copy
import math
import textwrap

import torch

from utils import devices
from utils.blocks import sampling
from utils.blocks.sampling import sample_multinomial
from utils.metrics import largest, record
from utils.topics.sampling import generation_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# This sitting's model is called as in lesson 05: a chunk of ids goes in at a position, scores come out, and the cache
# keeps what has been read. The first run downloads about 93 MB and converts the file, which takes half a minute.

# %% tags=["explore"]
from transformers import DynamicCache

from utils import corpora, smollm2

smollm, tokenizer = smollm2.load(where)


@torch.no_grad()
def drive(chunk, start, cache):
    """SmolLM2: ids (B, t), the first at position `start` → scores (B, t, V)."""
    places = torch.arange(start, start + chunk.shape[1], device=where)[None]  # (1, t)
    return smollm(chunk, past_key_values=cache, position_ids=places, use_cache=True).logits


def prompt_of(text, copies=1):
    """The ids of a text, `copies` times: (copies, T)."""
    return torch.tensor([tokenizer(text)["input_ids"]] * copies, device=where)


# %% [markdown]
# ## 1 · The generation loop: `generate`
#
# *Medium · 18 minutes · without `transformers`*
#
# Lesson 05's loop wrote the likeliest token n times. A loop for real users needs three more things.
#
# **An end.** A model signals that it is done with a **stop token**. The token belongs to the text: without it you can't
# tell a finished answer from one that was cut off. In a batch, the other rows continue, and a row that has stopped must
# not grow. When the last row has stopped, the model is not called again. A stop token in the prompt ends nothing.
#
# **Filters in an order.** The first sitting showed that top-p before a temperature is not the same as top-p after it.
# So the caller chooses the order: `filters` is a list, applied from left to right. Each filter gets the scores (B, V)
# and all ids so far (B, S), because a repetition penalty needs them.

# %% [markdown]
# **A seed for each text.** With one generator for the whole batch, a text would depend on its neighbours, and a bug
# that one user reports could be reproduced only together with the texts of seven others.
#
# | | row 0 | row 1 | goes into the model |
# |---|---|---|---|
# | prompt | 5 8 | 5 2 | 2 tokens per row |
# | step 1 | 7 | **0** (stop) | 1 token per row |
# | step 2 | **0** (stop) | – | nothing more |
#
# How many calls is that, and what do you return?
# <details><summary>Answer</summary>Two calls, with 2 and 1 tokens per row. The scores of the second call end row 0, so a third is not needed. You return [[7, 0], [0]].</details>


# %% nbgrader={"grade_id": "generate", "solution": true}
def generate(model, new_cache, ids, n_new, filters, seeds, stop=()):
    """Continue each text by at most n_new ≥ 1 tokens; a text ends with its first stop
    token, which belongs to it.

    model: model(chunk, start, cache) takes ids (B, t), the first at position `start`,
    and gives scores (B, t, V). All rows go in together, one call a step, and no call is
    made whose scores nobody uses. new_cache(): an empty cache.
    ids: (B, T).
    filters: functions f(scores (B, V), ids so far (B, S)) → (B, V), applied from left
    to right.
    seeds: B numbers; row b has one torch.Generator for all its tokens, from seeds[b].
    stop: the ids of stop tokens.
    Returns a list of B lists with the new tokens of each row, as int.
    """
    ### BEGIN SOLUTION
    generators = [torch.Generator().manual_seed(seed) for seed in seeds]
    texts, running = [[] for _ in seeds], set(range(len(seeds)))
    cache, chunk, start = new_cache(), ids, 0
    for _ in range(n_new):
        scores = model(chunk, start, cache)[:, -1]  # (B, V)
        start += chunk.shape[1]
        for change in filters:
            scores = change(scores, ids)
        p = scores.softmax(dim=-1).cpu()
        chunk = torch.zeros_like(ids[:, :1])  # what a finished row puts in is read by nobody
        for b in sorted(running):
            token = int(sample_multinomial(p[b], 1, generators[b]))
            texts[b].append(token)
            chunk[b] = token
            if token in stop:
                running.remove(b)
        if not running:
            break
        ids = torch.cat([ids, chunk], dim=1)
    return texts
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "generate_hints", "locked": true}
# <details><summary>A question to start from</summary>Which line of lesson 05's loop chooses the token, and what does it need to know now that it did not need then?</details>
# <details><summary>A pointer</summary>Three things live through the whole loop: a generator for each row, a list for each row, and which rows are still running. <code>sample_multinomial(probabilities (V,), n, generator)</code> is imported and gives n ids, (n,).</details>
# <details><summary>Another pointer</summary>A step has two halves: from the model's scores to a token for each running row, and from these tokens to the next input. Where between them can the loop end? A finished row needs some token as its input; any will do.</details>
# <details><summary>The texts are right but the calls are not</summary>Count the calls for two rows that stop at the first token, and for n_new = 1. Is there a call whose scores are never used?</details>


# %% nbgrader={"grade_id": "check_generate", "grade": true, "locked": true, "points": 5}
@check("generate")
def _(table, places, head, ids, n_new, stop, order, rows, seed):
    calls = []

    def model(chunk, start, cache):  # its scores depend on all tokens in the cache, and on their positions
        t = chunk.shape[1]
        calls.append(t)
        cache.append(table[chunk] * places[start : start + t])  # (B, t, D)
        return torch.tanh(torch.cat(cache, dim=1).cumsum(dim=1)[:, -t:]) @ head

    known = {
        "temperature": lambda x: lambda scores, ids: sampling.with_temperature(scores, x),
        "top_p": lambda x: lambda scores, ids: sampling.top_p(scores, x),
        "top_k": lambda x: lambda scores, ids: sampling.top_k(scores, x),
        "penalty": lambda x: lambda scores, ids: sampling.repetition_penalty(scores, ids, x),
    }
    best = [known["top_k"](1)]
    texts = generate(model, list, ids, n_new, best, list(range(len(ids))), stop)
    counted, V = list(calls), len(table)

    seeds = torch.randint(2**31, (rows,), generator=torch.Generator().manual_seed(seed)).tolist()
    filters = [known[name](value) for name, value in order]

    def codes(seeds):  # a text as one number: token + 1 for each place, 0 where there is none
        written = generate(model, list, ids[:1].expand(len(seeds), -1), 3, filters, seeds, stop)
        written = [[int(token) for token in text] for text in written]
        padded = [(text + [-1, -1, -1])[: max(3, len(text))] for text in written]
        return torch.tensor(
            [
                sum((token + 1) * (V + 1) ** (len(text) - 1 - i) for i, token in enumerate(text))
                for text in padded
            ]
        )

    return {
        "texts": texts,
        "tokens in each call": counted,
        "draws": codes(seeds),
        "again": codes(seeds[:50][::-1]).flip(0),  # the same seeds beside other neighbours
    }


# %% [markdown]
# Now your loop drives 135 million parameters. Four rows get the same prompt and four different seeds, and a row ends
# after its first sentence. Then row 2 is written again, alone. **Predict**: what is the same, and what is not?

# %% tags=["explore"]
if answered("generate"):
    filters = [lambda z, ids: sampling.with_temperature(z, 0.9), lambda z, ids: sampling.top_p(z, 0.9)]
    ends = [i for mark in ".!?" for i in tokenizer(mark)["input_ids"]]
    begin = "The robot opened the door and"
    written = generate(drive, DynamicCache, prompt_of(begin, 4), 30, filters, range(4), ends)
    for text in written:
        print(f"{len(text):3d} tokens: {begin}{tokenizer.decode(text)}")
    alone = generate(drive, DynamicCache, prompt_of(begin), 30, filters, [2], ends)
    record("share of row 2 that is the same alone", float(alone[0] == written[2]), expected=(1, 1))

# %% [markdown]
# <details><summary>The answer</summary>
#
# The text of row 2 is the same, because its generator is its own. (Rounding can depend on the size of the batch, so a
# draw that is nearly a tie could still tip.) The compute is not the same: in the batch, a finished row's slot keeps
# passing through the model until the longest row is done. Servers give the slot to a waiting request at once, which is
# called **continuous batching** (Yu et al. 2022).
#
# </details>

# %% [markdown]
# ## 2 · Quality against diversity
#
# No temperature is best. There is only a trade-off, quality against diversity, and we can plot it. Quality is measured
# as the model sees it: how likely it finds what it wrote. Diversity has two common measures, both based on **n-grams**,
# which are runs of n tokens:
#
# - **distinct-n**: of all n-grams in a set of texts, the share that are different (Li et al. 2016),
# - **self-overlap**: the share of a text's n-grams that also occur in another answer to the same prompt (the
#   **self-BLEU** of Zhu et al. 2018 counts in this way).
#
# By hand, with n = 2: take the texts *a b a b* and *a b c d*. Their bigrams are ab, ba, ab and ab, bc, cd.
# <details><summary>distinct-2 and self-overlap</summary>4 of the 6 are different. Two of the first text's three bigrams occur in the second text, and one of the second's three occurs in the first: on average 1/2.</details>


# %% nbgrader={"grade_id": "diversity", "locked": true}
def runs(text, n=2):
    """All runs of n tokens in a text."""
    return [tuple(text[i : i + n]) for i in range(len(text) - n + 1)]


def distinct(texts, n=2):
    """The share of runs that are different, over all texts."""
    every = [run for text in texts for run in runs(text, n)]
    return len(set(every)) / len(every)


def self_overlap(texts, n=2):
    """The share of a text's runs that occur in another of the texts, averaged."""
    shares = []
    for i, text in enumerate(texts):
        others = {run for j, other in enumerate(texts) if j != i for run in runs(other, n)}
        mine = runs(text, n)
        shares.append(sum(run in others for run in mine) / len(mine))
    return sum(shares) / len(shares)


def for_each_prompt(measure, texts, copies):
    """A measure of the texts of each prompt, averaged; the `copies` texts of a prompt stand together."""
    groups = [texts[i : i + copies] for i in range(0, len(texts), copies)]
    return sum(map(measure, groups)) / len(groups)


@torch.no_grad()
def quality(starts, texts):
    """The mean log-probability of a token in the continuations, at T = 1.  starts: (B, T) ids; texts: B lists."""
    whole = torch.cat([starts, torch.tensor(texts, device=where)], dim=1)
    log_p = smollm(whole).logits[:, starts.shape[1] - 1 : -1].log_softmax(dim=-1)
    return log_p.gather(2, whole[:, starts.shape[1] :, None]).mean().item()


# %% tags=["explore"]
temperatures, n_starts, n_new = [0.3, 0.7, 1.0, 1.4], 6, 16
articles = [tokenizer(text)["input_ids"] for text in corpora.wikipedia()["test"]["extract"][:60]]
articles = [ids[: 24 + n_new] for ids in articles if len(ids) >= 24 + n_new][:n_starts]
starts = torch.tensor([ids[:24] for ids in articles], device=where)  # (n, 24)
starts_3 = starts.repeat_interleave(3, dim=0)  # (3·n, 24), the three of a prompt together

# %% [markdown]
# The model continues the beginnings of six Wikipedia articles, three times each, at several temperatures. The articles
# are held out from this course's own training, though SmolLM2 has probably read them. The dashed line is the likelihood
# of what *people* wrote there. **Predict**: how high is it?

# %% tags=["explore"]
if answered("generate"):
    found, people = {}, quality(starts, [ids[24:] for ids in articles])
    for T in temperatures:
        tempered = [lambda z, ids, T=T: sampling.with_temperature(z, T)]
        texts = generate(drive, DynamicCache, starts_3, n_new, tempered, range(len(starts_3)))
        spread = [for_each_prompt(measure, texts, 3) for measure in (distinct, self_overlap)]
        found[T] = (quality(starts_3, texts), *spread)
        print("T = {}: {:.2f} nats per token, distinct-2 {:.2f}, self-overlap {:.2f}".format(T, *found[T]))
    plots.quality_against_diversity(found, people)
    record("nats per token, people", people, expected=(-2.6, -2.35))
    record("nats per token from T = 1 to people", people - found[1.0][0], expected=(0.1, 0.8))
    record("nats per token gained from T = 1.4 to 0.3", found[0.3][0] - found[1.4][0], expected=(4, 6))
    record("distinct-2 gained from T = 0.3 to 1.4", found[1.4][1] - found[0.3][1], expected=(0.15, 0.35))

# %% [markdown]
# <details><summary>The answer</summary>
#
# In the left panel the curve falls to the right: variety is paid for in likelihood. Human text is not at the likely
# end. It costs the model 2.5 nats per token, between what its own text costs at T = 0.7 and at T = 1. So likelihood is
# not quality; the next section maximizes it anyway.
#
# </details>

# %% [markdown]
# ## 3 · Beam search: `beam_search`
#
# *Medium · 20 minutes · without `transformers`*
#
# The likeliest token can lead to a position where everything that follows is unlikely, and greedy decoding can't go
# back. **Beam search** (Lowerre 1976) therefore keeps `width` texts, its **beams**, instead of one:
#
# 1. Extend every running text by each of the V tokens. The log-probability of an extension is that of the text plus
#    that of the token.
# 2. Of *all* extensions, keep the `width` likeliest. An extension that ends with the stop token is finished: set it
#    aside. The others keep running. A finished text frees its slot, so the next step again keeps `width` extensions,
#    however many have been set aside.
# 3. After `n_new` tokens, or when no text is running, sort all finished and all running texts by a score.

# %% [markdown]
# Which score? Each token multiplies the probability by a number below 1, so a long text is always less likely than its
# own beginning. **Length normalization** divides by a power of the length. (The formula of Wu et al. 2016 has
# additional constants.)
#
# $$\text{score} = \frac{\log p(\text{new tokens})}{n^{\alpha}}, \qquad n = \text{new tokens, the stop token included}$$
#
# With α = 0 short answers tend to win; with α = 1 the score is the mean per token.
#
# Compare two texts by hand, with α = 1: *yes.* has log p = −2 and n = 2; *yes, it is.* has −4 and n = 5. Which comes
# first? And with α = 0?
# <details><summary>Answer</summary>−1 against −0.8, so the longer one. With α = 0 the shorter one, −2 against −4.</details>


# %% nbgrader={"grade_id": "beam_search", "solution": true}
def beam_search(log_probs, prompt, width, n_new, stop, alpha):
    """The likeliest texts that a search with `width` texts at a time finds, best score
    first.

    log_probs: takes ids (b, S), int64, of all running texts, prompt included, and gives
    the log-probabilities (b, V) of what comes next; it is called once a step.
    prompt: list of ids, left as it is.  stop: the id that ends a text.
    Returns a list of pairs (new tokens as a list of int, their log-probability as a
    float): all finished and all that still run after n_new tokens, by
    log-probability / number of new tokens ** alpha.
    """
    ### BEGIN SOLUTION
    running, finished = [([], 0.0)], []
    for _ in range(n_new):
        ids = torch.tensor([prompt + text for text, _ in running])  # (b, S)
        so_far = torch.tensor([total for _, total in running])[:, None]  # (b, 1)
        totals = so_far + log_probs(ids).cpu()  # (b, V)
        best = totals.flatten().topk(min(width, totals.numel()))
        kept = []
        for total, place in zip(best.values.tolist(), best.indices.tolist()):
            parent, token = divmod(place, totals.shape[1])
            text = running[parent][0] + [token]
            (finished if token == stop else kept).append((text, total))
        running = kept
        if not running:
            break
    return sorted(finished + running, key=lambda found: found[1] / len(found[0]) ** alpha, reverse=True)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "beam_search_hints", "locked": true}
# <details><summary>A question to start from</summary>Two texts are running, V = 5, width = 2. How many extensions are there, and can both survivors come from the same text?</details>
# <details><summary>A pointer</summary>Flatten the table (b, V) of sums: <code>topk</code> then chooses over all of it. With V = 5, which text and which token does index 7 stand for?</details>
# <details><summary>Another pointer</summary>Before the first step, a single empty text is running. What is its log-probability? Each step builds a new list of running texts from the old one, and may add to the list of finished ones. Sort only at the end.</details>
# <details><summary>I get "selected index k out of range"</summary>At the first step there are only V extensions. What if width is larger?</details>


# %% nbgrader={"grade_id": "check_beam_search", "grade": true, "locked": true, "points": 4}
@check("beam_search")
def _(table, places, head, prompt, width, n_new, stop, alpha):
    asked, before = [], list(prompt)

    def log_probs(ids):
        asked.append(len(ids))
        state = (table[ids] * places[: ids.shape[1]]).sum(dim=1)  # (b, D)
        return (torch.tanh(state) @ head).log_softmax(dim=-1)

    found = beam_search(log_probs, prompt, width, n_new, stop, alpha)
    texts = [list(text) for text, _ in found]
    return {
        "texts": texts,
        "log-probabilities": [float(total) for _, total in found],
        "texts in each call": asked,
        "prompt unchanged": {"texts": texts, "changed": prompt != before},
    }


# %% [markdown]
# Here is a tree of beams with width 3 and five tokens. Each node is a token, and the number under it is the
# log-probability of the text so far. Grey nodes were kept for a step and then dropped. The thick path is the greedy
# text. **Predict**: does it end with the best score?

# %% tags=["explore"]
if answered("beam_search"):

    @torch.no_grad()
    def next_log_probs(ids):
        return smollm(ids.to(where)).logits[:, -1].log_softmax(dim=-1)

    start, end = tokenizer("The dog ran across the street and")["input_ids"], tokenizer(".")["input_ids"][0]
    kept = [beam_search(next_log_probs, start, 3, n, end, alpha=0.0) for n in range(1, 6)]
    greedy = beam_search(next_log_probs, start, 1, 5, end, alpha=0.0)[0]
    plots.beam_tree(kept, greedy[0], lambda token: tokenizer.decode([token]))
    for name, (text, total) in {"greedy": greedy, "width 3": kept[-1][0]}.items():
        print(f"{name:8s}{total:6.2f} nats {tokenizer.decode(text)!r}")
    record("nats gained by width 3 over greedy", kept[-1][0][1] - greedy[1], expected=(0.9, 1.15))

# %% [markdown]
# <details><summary>The answer</summary>
#
# It does not. *into* is a little less likely than *jumped*, so greedy search never looks beyond it. But what follows
# *into* is likelier: *into a tree.* wins by 1.0 nats.
#
# </details>
#
# Now the length. **Predict** what α = 0 finds for the beginning of a sentence that could end right away.

# %% tags=["explore"]
if answered("beam_search"):
    start = tokenizer("In the middle of the night")["input_ids"]
    best = {alpha: beam_search(next_log_probs, start, 4, 8, end, alpha)[0] for alpha in (0.0, 1.0)}
    for alpha, (text, total) in best.items():
        print(f"alpha {alpha:.0f}: {total:6.2f} nats {tokenizer.decode(text)!r}")
    record("tokens of the best text, alpha = 0", len(best[0.0][0]), expected=(1, 1))
    record("tokens of the best text, alpha = 1", len(best[1.0][0]), expected=(2, 8))

# %% [markdown]
# <details><summary>The answer</summary>
#
# A single full stop: nothing is likelier than saying nothing. With α = 1 a sentence wins.
#
# </details>
#
# A wider search usually finds likelier texts. Are likelier texts better? For translation, where the input leaves little
# choice, yes, up to a point: Koehn and Knowles (2017) saw quality fall again for wide beams, because short answers win.
# For open-ended text, no: the likeliest continuation is dull and soon repeats itself (Holtzman et al. 2020), while
# people keep surprising the model. That is why chat models sample.
#
# **Find the error.** "Beam search with a large enough width finds the likeliest text."
# <details><summary>Answer</summary>It does if it drops nothing that could win: in general only for a width of V<sup>n−1</sup>, which keeps every text of n − 1 tokens. With a stop token and length normalization it also depends on what was set aside. For any smaller width there are models that fool it.</details>

# %% [markdown]
# ## 4 · Speculative decoding: `residual_distribution`, `speculative_accept`
#
# Lesson 05 showed that a pass over five tokens takes hardly longer than a pass over one, because both read all weights.
# **Speculative decoding** makes use of that: a small **draft model** writes n tokens, and the large **target model**
# reads all of them in *one* pass, which gives its own distribution at each position. The tokens on which the two agree
# are kept (Leviathan et al. 2023, arXiv 2211.17192; Chen et al. 2023, arXiv 2302.01318).
#
# The catch is "agree". The result must be distributed as if the target had sampled every token itself. With $q$ the
# draft's distribution and $p$ the target's:
#
# - a token $x$ of the draft is accepted with probability $\min(1, p(x)/q(x))$,
# - the first token that is rejected is replaced by a draw from the **residual distribution**, that is, from the tokens
#   to which $q$ gave too little: $(p - q)^+ / \sum (p - q)^+$, where $(\cdot)^+$ sets negative values to 0.

# %% [markdown]
# Why is this right? Acceptance produces $x$ with probability $q(x)\min(1, p(x)/q(x)) = \min(p(x), q(x))$. What is still
# missing from $p(x)$ is $(p(x) - q(x))^+$, and the second draw supplies it. So the **acceptance rate**, the share of
# drafted tokens that are accepted, is the overlap $\sum_x \min(p(x), q(x))$.
#
# **Predict** for four tokens with p = (0.45, 0.30, 0.15, 0.10) and q = (0.20, 0.55, 0.20, 0.05): what share is
# accepted?

# %% tags=["explore"]
plots.speculation(p=[0.45, 0.30, 0.15, 0.10], q=[0.20, 0.55, 0.20, 0.05])

# %% [markdown]
# <details><summary>Answer</summary>0.70, the green overlap.</details>
#
# The hatched area is what the draft proposed too often, and the target rejects it. The blue area is what the draft
# proposed too rarely, and it is just as large.

# %% [markdown]
# *Easy · 5 minutes*
#
# By hand: what is the residual distribution in the picture?
# <details><summary>Answer</summary>(0.25, 0, 0, 0.05)/0.30 = (0.83, 0, 0, 0.17).</details>


# %% nbgrader={"grade_id": "residual_distribution", "solution": true}
def residual_distribution(p, q):
    """What is drawn from when a token of the draft is not accepted.

    p, q: (..., V) probabilities of target and draft, left as they are; p and q differ
    in every row, if only a little.
    Returns (..., V) probabilities.
    """
    ### BEGIN SOLUTION
    missing = (p - q).clamp(min=0)
    return missing / missing.sum(dim=-1, keepdim=True)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "residual_distribution_hints", "locked": true}
# <details><summary>A question to start from</summary>Which tokens did the draft propose less often than the target would have drawn them?</details>
# <details><summary>A pointer</summary>Once the negative values are gone, the remaining ones don't sum to 1, and each row has its own sum.</details>


# %% nbgrader={"grade_id": "check_residual_distribution", "grade": true, "locked": true, "points": 2}
@check("residual_distribution")
def _(p, q):
    before = p.clone(), q.clone()
    found = residual_distribution(p, q)
    return {
        "residual": found,
        "p unchanged": {"residual": found, "changed": (p != before[0]).sum()},
        "q unchanged": {"residual": found, "changed": (q != before[1]).sum()},
    }


# %% [markdown]
# ### Accepting a draft
#
# *Hard · 15 minutes*
#
# Now the whole draft. The target has read all n tokens, so it has given n + 1 distributions: one for each token of the
# draft, and one for the token after the last. If every token is accepted, that extra distribution is already paid for,
# so one *more* token is drawn from it: the **bonus token**. Each pass of the target therefore yields between 1 and n +
# 1 tokens. After the first rejected token, the rest of the draft is worthless, because it continues a text that does
# not exist.
#
# The draft is (a, b), and b is rejected. What comes back?
# <details><summary>Answer</summary>a, and one token drawn from the residual distribution at b's position: two tokens.</details>


# %% nbgrader={"grade_id": "speculative_accept", "solution": true}
def speculative_accept(draft, p, q, generator):
    """Which tokens one pass of the target gives.

    draft: (n,) tokens that were drawn from q, one after the other; n may be 0.
    q: (n, V) the draft's probabilities at each of its tokens.
    p: (n + 1, V) the target's at the same places, and behind the last token.
    generator: the torch.Generator to draw from.
    Returns a list of 1 to n + 1 int: the accepted beginning of the draft and one token
    more.
    """
    ### BEGIN SOLUTION
    n = len(draft)
    u = torch.rand(n, generator=generator, dtype=torch.float64)
    accepted = []
    for i, token in enumerate(draft.tolist()):
        if u[i] * q[i, token] >= p[i, token]:
            rest = (p[i] - q[i]).clamp(min=0)
            return accepted + [int(sample_multinomial(rest, 1, generator))]
        accepted.append(token)
    return accepted + [int(sample_multinomial(p[n], 1, generator))]
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "speculative_accept_hints", "locked": true}
# <details><summary>A question to start from</summary>p(x) = 0.2 and q(x) = 0.4. In what share of all cases should x stay, and how do you decide that with one number between 0 and 1?</details>
# <details><summary>A pointer</summary>Go through the draft token by token, with a separate random number for each. There are two ways out of the loop, and each draws one token.</details>
# <details><summary>Another pointer</summary>At each of the two ways out, which row of p describes the position where a token is missing? Was anything proposed there?</details>


# %% nbgrader={"grade_id": "check_speculative_accept", "grade": true, "locked": true, "points": 5}
@check("speculative_accept")
def _(p, q, trials, seed):
    n, V = q.shape

    def outcomes(n_texts):
        generator = torch.Generator().manual_seed(seed)
        drafts = torch.zeros(trials, n, dtype=torch.int64)
        for i, row in enumerate(q):
            drafts[:, i] = sample_multinomial(row, trials, generator)
        texts = [list(speculative_accept(draft, p, q, generator)) for draft in drafts[:n_texts]]
        first = torch.tensor([text[0] if text else 0 for text in texts])
        # a text as one number: token + 1 for each place, 0 where there is none
        codes = [
            sum((token + 1) * (V + 1) ** (n - i) for i, token in enumerate(text[: n + 1])) for text in texts
        ]
        return first, torch.tensor(codes)

    first, texts = outcomes(trials)
    return {"first token": first, "texts": texts, "again": outcomes(50)[1]}


# %% [markdown]
# Is the target's distribution preserved? Here are 4,000 first tokens drawn by way of a draft that is wrong about all
# four tokens, next to 4,000 drawn from p. **Predict**: where will the dark bars end, at p or on the way to q?

# %% tags=["explore"]
if answered("speculative_accept"):
    generator = torch.Generator().manual_seed(0)
    p, q = (torch.tensor([row, row]) for row in ([0.45, 0.30, 0.15, 0.10], [0.20, 0.55, 0.20, 0.05]))
    drafts = sample_multinomial(q[0], 4000, generator)[:, None]  # (4000, 1)
    by_draft = [speculative_accept(draft, p, q[:1], generator) for draft in drafts]
    first = torch.tensor([text[0] for text in by_draft]).bincount(minlength=4) / 4000
    direct = sample_multinomial(p[0], 4000, generator).bincount(minlength=4) / 4000
    plots.kept_distribution(p[0], q[0], first, direct)
    accepted = sum(len(text) == 2 for text in by_draft) / 4000
    record("largest difference to p", (first - p[0]).abs().max().item(), expected=(0, 0.03))
    record("share of accepted tokens; the overlap is 0.70", accepted, expected=(0.67, 0.73))

# %% [markdown]
# <details><summary>The answer</summary>
#
# At p, for every token, as closely as 4,000 draws can tell. The draft changes how fast the text comes, but not the
# distribution it comes from.
#
# </details>
#
# ### With real models
#
# A draft model must be cheap, and often right. Here are three candidates for SmolLM2:
#
# - its own first 26 layers of 30, with the head on top as if the last four did not exist (it was never trained for
#   that),
# - its first 20 layers,
# - a *bigram model*: a table with, for each token, what followed it in 300,000 tokens of Wikipedia. It costs nothing.
#
# In the next cell, `first_layers` makes the shorter models, which share their weights with the full one, and `Reader`
# reads a text with a cache. When a token is rejected, the caches have read too much and are cut back.


# %% nbgrader={"grade_id": "speculate", "locked": true}
def first_layers(model, n):
    """The same model with its first n layers; the weights are shared."""
    part = copy.copy(model)
    part._modules = dict(model._modules)
    part.model = copy.copy(model.model)
    part.model._modules = dict(model.model._modules)
    part.model.layers = model.model.layers[:n]
    return part


class Reader:
    """A model with a cache: it reads what it has not read yet, and gives the probabilities after each new token."""

    def __init__(self, model):
        from transformers import DynamicCache

        self.model, self.cache, self.calls = model, DynamicCache(), 0

    @torch.no_grad()
    def __call__(self, ids):
        self.calls += 1
        known = self.cache.get_seq_length()
        new = torch.tensor([ids[known:]], device=self.model.device)
        return self.model(new, past_key_values=self.cache, use_cache=True).logits[0].softmax(dim=-1).cpu()

    def forget(self, length):
        too_many = self.cache.get_seq_length() - length
        if too_many > 0:
            self.cache.crop(-too_many)


def speculate(target, draft, ids, n_new, n_draft, generator):
    """Continue a list of ids by drafts.  Returns the text and how many tokens each pass of the target gave."""
    begin, gained = len(ids), []
    for _ in range(n_new):  # each pass gives one token at least
        text, q = list(ids), []
        for _ in range(n_draft):
            q.append(draft(text)[-1])
            text.append(int(sample_multinomial(q[-1], 1, generator)))
        p = target(text)[-n_draft - 1 :]  # (n + 1, V)
        new = speculative_accept(torch.tensor(text[len(ids) :]), p, torch.stack(q), generator)
        ids = ids + new
        gained.append(len(new))
        for model in (target, draft):
            model.forget(len(ids) - 1)  # the newest token has been read by nobody
        if len(ids) >= begin + n_new:
            break
    return ids, gained


# %% nbgrader={"grade_id": "word_pairs", "locked": true}
class WordPairs:
    """A draft that is a table: what follows a token, as often as in a text, mixed with how often a token comes."""

    def __init__(self, ids, vocab_size):
        self.before, self.after = ids[:-1], ids[1:]
        self.often = ids.bincount(minlength=vocab_size) + 0.01  # (V,)

    def __call__(self, ids):
        followed = self.after[self.before == ids[-1]].bincount(minlength=len(self.often))
        p = followed + self.often / self.often.sum()
        return (p / p.sum())[None]

    def forget(self, length):
        pass


# %% [markdown]
# The acceptance rate is an overlap, so you can measure it without sampling: one pass of each model over a text that
# *people* wrote is enough. **Guess** the three rates.

# %% tags=["explore"]
read = " ".join(corpora.wikipedia()["train"]["extract"][:2000])
pairs = WordPairs(torch.tensor(tokenizer(read)["input_ids"][:300_000]), smollm.config.vocab_size)
ids = tokenizer("\n".join(corpora.wikipedia()["test"]["extract"][:8]))["input_ids"][:200]
p, overlap = Reader(smollm)(ids), {}  # (200, V)
for name in ("26 layers", "20 layers", "word pairs"):
    if name == "word pairs":
        q = torch.cat([pairs(ids[: i + 1]) for i in range(len(ids))])  # (200, V)
    else:
        q = Reader(first_layers(smollm, int(name[:2])))(ids)
    overlap[name] = torch.minimum(p, q).sum(dim=-1).mean().item()
    print(f"{name:10s} {overlap[name]:.2f} of the drafts would be accepted")
record("accepted, 26 layers", overlap["26 layers"], expected=(0.29, 0.36))
record("accepted, 20 layers", overlap["20 layers"], expected=(0.14, 0.19))
record("accepted, word pairs", overlap["word pairs"], expected=(0.16, 0.22))

# %% [markdown]
# <details><summary>The answer</summary>
#
# A third with 26 layers of 30, and a sixth with 20: a layer that was trained for the middle of a model makes a poor
# last layer. The bigram table, which costs nothing, does better than 20 layers.
#
# </details>
#
# Now let them write, with three tokens per draft.

# %% tags=["explore"]
if answered("speculative_accept"):
    start, n_draft, gained = tokenizer("Water is a chemical substance that")["input_ids"], 3, {}
    for name in ("26 layers", "word pairs"):
        draft = pairs if name == "word pairs" else Reader(first_layers(smollm, 26))
        generator = torch.Generator().manual_seed(0)
        text, gained[name] = speculate(Reader(smollm), draft, start, 24, n_draft, generator)
        print(f"{name}: {tokenizer.decode(text)!r}")
    plots.accepted(gained, n_draft)
    rates = {name: sum(each) / len(each) for name, each in gained.items()}
    record("tokens a pass, 26 layers", rates["26 layers"], expected=(1.2, 2.1))
    record("tokens a pass, word pairs", rates["word pairs"], expected=(1.1, 1.9))

# %% [markdown]
# If each token is accepted with probability $a$, a pass yields $(1 - a^{n+1})/(1 - a)$ tokens on average (Leviathan et
# al. 2023, equation 1). For the rates above and n = 3 that is 1.46 and 1.23, and sixteen passes scatter around it. If
# the draft model takes a fraction $c$ of the target's time per token, the **speedup** is $(1 - a^{n+1})/((1 - a)(nc +
# 1))$. Twenty-six of thirty layers have $c = 0.87$, so with n = 3 even a draft that is always right takes the time of
# 3.6 passes for 4 tokens. The table has $c = 0$, so every accepted token is a gain. Published draft models are a tenth
# of the target's size or less, and some were trained for the task.

# %% [markdown]
# ## 5 · Prompt lookup: `prompt_lookup`
#
# *Easy · 8 minutes*
#
# Much of what a model writes is already in its prompt: when it corrects a program, summarizes a report or quotes a
# question. Then the cheapest draft is a lookup: where did the last two tokens occur before, and what came next? This is
# **prompt lookup decoding** (Saxena 2023), and it needs no second model. Such a draft is certain of itself: its q is 1
# for one token and 0 for all others, so a token x is accepted with probability p(x).
#
# In the text *to be or not to be*, with `n_match` = 2 and `n_draft` = 3, the last two tokens are *to be*, and the
# earlier *to be* was followed by *or not to*. If they occur several times, the latest occurrence counts: what was said
# last is likeliest to be said again.


# %% nbgrader={"grade_id": "prompt_lookup", "solution": true}
def prompt_lookup(ids, n_match, n_draft):
    """What came after the latest earlier occurrence of the last n_match tokens.

    ids: list of int.  n_match ≥ 1.
    The earlier occurrence may overlap the last n_match tokens, but not be them.
    Returns a list of at most n_draft int, which may run into these tokens, and fewer
    where the text ends; [] where nothing is found, or where the text is shorter than
    n_match.
    """
    ### BEGIN SOLUTION
    pattern = ids[-n_match:]
    for begin in range(len(ids) - n_match - 1, -1, -1):
        behind = begin + n_match
        if ids[begin:behind] == pattern:
            return ids[behind : behind + n_draft]
    return []
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "prompt_lookup_hints", "locked": true}
# <details><summary>A question to start from</summary>In a text of 8 tokens with n_match = 2, what is the last index at which an earlier occurrence can begin?</details>
# <details><summary>A pointer</summary>Go through the positions from the end to the beginning, and stop at the first match. A slice past the end of a list is not an error, only shorter.</details>


# %% nbgrader={"grade_id": "check_prompt_lookup", "grade": true, "locked": true, "points": 2}
@check("prompt_lookup")
def _(texts, n_match, n_draft):
    return {"drafts": [list(prompt_lookup(list(text), n_match, n_draft)) for text in texts]}


# %% [markdown]
# The answer below quotes its question, with `n_match` = 1 and at most four tokens in a draft. **Predict**: how many
# tokens does a pass of the target yield?

# %% tags=["explore"]
if answered("speculative_accept", "prompt_lookup"):
    asked = "In which year did the first ship sail through the Suez Canal from Port Said to the Red Sea?"
    text = tokenizer(f"Question: {asked}\nAnswer: The first ship sailed")["input_ids"]
    generator, target, passes = torch.Generator().manual_seed(0), Reader(smollm), []
    for _ in range(14):  # a pass gives one token at least
        draft = torch.tensor(prompt_lookup(text, 1, 4), dtype=torch.long)  # (n,)
        p = target(text + draft.tolist())[-len(draft) - 1 :]  # (n + 1, V)
        certain = torch.nn.functional.one_hot(draft, p.shape[1]).float()  # (n, V)
        new = speculative_accept(draft, p, certain, generator)
        text, passes = text + new, passes + [len(new)]
        target.forget(len(text) - 1)
        if sum(passes) >= 14:
            break
    print(tokenizer.decode(text).splitlines()[-1], passes)
    record("tokens a pass when quoting", sum(passes) / len(passes), expected=(2, 4))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Nearly three, without a second model: 14 tokens in 5 passes. Where the lookup finds nothing, a pass yields one token,
# as always.
#
# </details>
#
# This is a good place to stop for today.

# %% [markdown]
# ## 6 · Multiple choice by log-likelihood: `choose_by_log_likelihood`
#
# *Medium · 8 minutes*
#
# From here on we write nothing; we judge what has been written. The simplest test of what a model knows needs no
# sampling: give it a question and some answers, and see which answer it finds likeliest. But long answers have more
# factors below 1, so the sum of log-probabilities prefers short ones. There are two ways to be fair. One divides by the
# number of *tokens*, which depends on the tokenizer. The other divides by the number of *bytes* of the answer in
# UTF-8, which does not (lesson 04 did so with bits per byte). Benchmarks often report two accuracies: in EleutherAI's
# harness, acc chooses by the plain sum, and acc_norm divides it by the number of characters.
#
# Only the answer counts, not the question, and the space before the answer belongs to the answer. The scores at a
# position predict the *next* token, as in lesson 04's loss.


# %% nbgrader={"grade_id": "choose_by_log_likelihood", "solution": true}
def choose_by_log_likelihood(scores, ids, n_prompt, answers, per):
    """How likely a model finds each answer, and which one it chooses.

    scores: for each of N answers the model's scores (T_i, V) for question and answer
    together.
    ids: for each the tokens (T_i,).
    n_prompt ≥ 1: how many of these are the question, the same for all.
    answers: the N answers as str.
    per: "sum", or "token" or "byte": divided by the number of the answer's tokens, or
    bytes in UTF-8.
    Returns (index of the choice as int, log-likelihoods (N,) as a tensor).
    """
    ### BEGIN SOLUTION
    values = []
    for score, tokens, answer in zip(scores, ids, answers):
        log_p = score[n_prompt - 1 : -1].log_softmax(dim=-1)  # (answer's tokens, V)
        own = log_p.gather(1, tokens[n_prompt:, None]).squeeze(1)
        length = {"sum": 1, "token": len(own), "byte": len(answer.encode())}[per]
        values.append(own.sum() / length)
    values = torch.stack(values)
    return int(values.argmax()), values
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "choose_by_log_likelihood_hints", "locked": true}
# <details><summary>A question to start from</summary>The question has 3 tokens, the answer 2. Which rows of the scores (5, V) predict the answer?</details>
# <details><summary>A pointer</summary>Take log_softmax over the vocabulary first, then pick one number from each row. <code>len("ü".encode())</code> is 2.</details>


# %% nbgrader={"grade_id": "check_choose_by_log_likelihood", "grade": true, "locked": true, "points": 3}
@check("choose_by_log_likelihood")
def _(scores, ids, n_prompt, answers, per):
    choice, values = choose_by_log_likelihood(scores, ids, n_prompt, answers, per)
    return {"values": values, "choice": {"choice": choice, "of": values}}


# %% [markdown]
# Here are nine questions, most of them with a long right answer and short wrong ones. **Predict** which of the three
# scores is fooled most often.

# %% nbgrader={"grade_id": "questions", "locked": true}
questions = {  # the right answer stands first
    "The capital of France is": [" Paris", " a small village in the north of Norway", " Lyon"],
    "Water is made of": [" hydrogen and oxygen", " iron", " sand"],
    "The opposite of hot is": [" cold", " the colour blue and everything like it", " warm"],
    "Plants need sunlight because they": [
        " use it to make sugar from water and carbon dioxide",
        " eat it",
        " sleep",
    ],
    "A triangle has": [" three sides", " four", " no sides at all, as everybody knows"],
    "The Earth goes around": [" the Sun once in a year", " Mars", " the Moon"],
    "At night we can see": [" the stars and the Moon", " fish", " the Sun"],
    "Shakespeare wrote": [" Romeo and Juliet and many other plays", " SQL", " music"],
    "People wear coats because": [" it keeps them warm when it is cold outside", " red", " of fish"],
}

# %% tags=["explore"]
if answered("choose_by_log_likelihood"):
    right = {per: [] for per in ("sum", "token", "byte")}
    for question, answers in questions.items():
        n_prompt = len(tokenizer(question)["input_ids"])
        tokens = [torch.tensor(tokenizer(question + answer)["input_ids"], device=where) for answer in answers]
        with torch.no_grad():
            scores = [smollm(row[None]).logits[0] for row in tokens]
        for per in right:
            right[per].append(choose_by_log_likelihood(scores, tokens, n_prompt, answers, per)[0] == 0)
    for per, each in right.items():
        print(f"per {per:6s} {sum(each)} of {len(each)} right:", "".join("·✓"[ok] for ok in each))
    record("right of 9, by the sum", sum(right["sum"]), expected=(2, 4))
    record("right of 9, per token", sum(right["token"]), expected=(8, 9))
    record("right of 9, per byte", sum(right["byte"]), expected=(8, 9))

# %% [markdown]
# <details><summary>The answer</summary>
#
# 3 of 9 by the sum, 9 of 9 by either mean. These questions were written to make the difference visible. Which score
# would come out ahead on nine other questions, and how sure could you be after nine? That is the next section.
#
# </details>

# %% [markdown]
# ## 7 · Bootstrap confidence intervals: `bootstrap_interval`
#
# *Medium · 8 minutes · without `scipy`*
#
# The mean over a handful of texts is itself random: other texts would give another mean. How far off could it be? The
# **bootstrap** (Efron 1979) answers with the texts you have. Draw as many as there are, *with replacement*, take the
# mean, and repeat thousands of times. The range that holds, say, 95 % of these means, with equal shares left out on
# both sides, is a **confidence interval**. It assumes that the texts are independent, which sentences of one article
# are not.
#
# To compare two models on the same texts, take the interval of the *differences* (a *paired* comparison), so the
# difficulty of each text cancels.


# %% nbgrader={"grade_id": "bootstrap_interval", "solution": true}
def bootstrap_interval(values, level, n_resamples, generator):
    """An interval for the mean, from means of resamples of n values each
    (percentile bootstrap).

    values: (n,), left as they are.
    level: the share of these means that it holds, such as 0.95, with equal shares left
    out below and above.  generator: the torch.Generator to draw from.
    Returns (low, high) as float.
    """
    ### BEGIN SOLUTION
    n = len(values)
    drawn = torch.randint(n, (n_resamples, n), generator=generator)  # (R, n)
    means = values.cpu()[drawn].mean(dim=1)  # (R,)
    low, high = means.quantile(torch.tensor([(1 - level) / 2, (1 + level) / 2], dtype=means.dtype))
    return low.item(), high.item()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "bootstrap_interval_hints", "locked": true}
# <details><summary>A question to start from</summary>An interval holds 95 % and leaves equal shares on both sides. What share is below its lower end?</details>
# <details><summary>A pointer</summary>All resamples can be drawn at once, as a table of random indices. What does a row of it stand for, and how many columns do you need? <code>torch.quantile</code> finds the ends.</details>


# %% nbgrader={"grade_id": "check_bootstrap_interval", "grade": true, "locked": true, "points": 3}
@check("bootstrap_interval")
def _(values, level, n_resamples, seed):
    error, before = values.std().item() / math.sqrt(len(values)), values.clone()

    def ends(
        generator,
    ):  # in standard errors, from ten below 0, so that all of them are held to about one precision
        return [10 + float(end) / error for end in bootstrap_interval(values, level, n_resamples, generator)]

    generator = torch.Generator().manual_seed(seed)
    first, second, third = ends(generator), ends(generator), ends(generator)
    again = ends(torch.Generator().manual_seed(seed))
    # Few values have few means, so that two draws may find the same ones.
    same = len(values) > 10 and max(abs(one - other) for one, other in zip(first, second)) < 1e-5
    return {
        "ends": first,
        "width": {"ends": first, "widths": [high - low for low, high in (first, second, third)]},
        "again": again,
        "a second draw": {"ends": second, "the same": same},
        "values unchanged": {"ends": first, "changed": (values != before).sum()},
    }


# %% [markdown]
# Next, SmolLM2 reads 16 articles, again held out from this course's training but probably not from its own. At each
# position we note the probability of its likeliest next token, whether that token came, and the nats that the actual
# one cost. We resample articles, not tokens.

# %% tags=["explore"]
held_out = [text for text in corpora.wikipedia()["test"]["extract"][60:160] if len(text) > 600][:16]
confidence, correct, nats = [], [], []
for text in held_out:
    ids = torch.tensor([tokenizer("\n" + text)["input_ids"][:160]], device=where)  # (1, T)
    with torch.no_grad():
        log_p = smollm(ids).logits[0, :-1].log_softmax(dim=-1).cpu()  # (T − 1, V)
    top, following = log_p.max(dim=-1), ids[0, 1:].cpu()
    confidence.append(top.values.exp())
    correct.append(top.indices == following)
    nats.append(-log_p.gather(1, following[:, None]).mean())
nats = torch.stack(nats)  # (16,)

# %% [markdown]
# **Predict** from the dots alone: how wide is the interval that holds 95 % of the means?

# %% tags=["explore"]
if answered("bootstrap_interval"):
    low, high = bootstrap_interval(nats, 0.95, 5000, torch.Generator().manual_seed(0))
    plots.interval(nats, low, high)
    record("nats per token, mean of 16 articles", nats.mean().item(), expected=(2.6, 2.8))
    record("width of its 95 % interval", high - low, expected=(0.38, 0.52))

# %% [markdown]
# <details><summary>The answer</summary>
#
# About 0.45 nats, a quarter of the span of the dots: the mean of 16 articles varies only a quarter (1/√16) as much as a
# single article does. If a sampler, or a model, is better by 0.1 nats on *other* articles, that shows nothing yet. On
# the *same* articles it might.
#
# </details>

# %% [markdown]
# ## 8 · Success within k tries: `pass_at_k`
#
# *Easy · 6 minutes*
#
# A program can check some answers: code by its tests, sums by arithmetic. Then you can try k times and keep what
# passes. **pass@k** is the probability that at least one of k answers is right. Suppose that c of n samples were right,
# with n ≥ k. You could put the share c/n into $1 - (1 - c/n)^k$, but that estimate is *biased*: it draws the k tries
# *with* replacement from the n samples, and on average it is too low. Chen et al. 2021 (arXiv 2107.03374) count
# instead: of all ways to choose k of the n samples, what share contains no right one?
#
# $$\text{pass@}k = \mathop{\mathrm{mean}}_{\text{problems}} \left[ 1 - \binom{n - c}{k} \Big/ \binom{n}{k} \right]$$
#
# By hand: n = 4, c = 1, k = 2.
# <details><summary>Answer</summary>There are 6 pairs, and 3 of them contain the right sample: 0.5. The other formula gives 1 − 0.75² = 0.44.</details>


# %% nbgrader={"grade_id": "pass_at_k", "solution": true}
def pass_at_k(correct, n, k):
    """The probability that at least one of k answers is right, without bias, averaged
    over problems.

    correct: list of int, how many of its n samples were right for each problem;
    1 ≤ k ≤ n.  Returns a float.
    """
    ### BEGIN SOLUTION
    return sum(1 - math.comb(n - c, k) / math.comb(n, k) for c in correct) / len(correct)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "pass_at_k_hints", "locked": true}
# <details><summary>A question to start from</summary>How many ways are there to choose k of n samples, and in how many of them are all wrong?</details>
# <details><summary>A pointer</summary><code>math.comb(a, b)</code> is 0 when b is larger than a. Average at the end, not before.</details>


# %% nbgrader={"grade_id": "check_pass_at_k", "grade": true, "locked": true, "points": 2}
@check("pass_at_k")
def _(correct, n, k):
    return {"pass@k": pass_at_k(correct, n, k)}


# %% [markdown]
# SmolLM2 answers ten sums of two numbers, ten times each, at T = 0.8: a hundred texts in one batch, through your loop.
# **Predict**: how far apart are pass@1 and pass@10?

# %% tags=["explore"]
if answered("generate", "pass_at_k"):
    draw = torch.Generator().manual_seed(1)
    sums = torch.randint(11, 50, (10, 2), generator=draw).tolist()
    prompts = [tokenizer(f"21 + 14 = 35\n32 + 45 = 77\n{a} + {b} =")["input_ids"] for a, b in sums]
    batch = torch.tensor(prompts, device=where).repeat_interleave(10, dim=0)  # (100, T)
    line = tokenizer("\n")["input_ids"]
    tempered = [lambda z, ids: sampling.with_temperature(z, 0.8)]
    written = generate(drive, DynamicCache, batch, 4, tempered, range(len(batch)), line)
    said = [tokenizer.decode(text).strip() for text in written]
    correct_sums = [sum(said[10 * i + j] == str(a + b) for j in range(10)) for i, (a, b) in enumerate(sums)]
    print("right of ten:", correct_sums)
    curve = [pass_at_k(correct_sums, 10, k) for k in range(1, 11)]
    plots.pass_at(curve, [sum(1 - (1 - c / 10) ** k for c in correct_sums) / 10 for k in range(1, 11)])
    record("pass@1", curve[0], expected=(0.3, 0.46))
    record("pass@10", curve[-1], expected=(0.5, 0.7))

# %% [markdown]
# <details><summary>The answer</summary>
#
# 0.38 and 0.60. Some sums it nearly always gets right, others never, and for those, ten tries are no help. The dashed
# line is below the solid one, and the gap is the bias. And a user who asks once gets pass@1, however high pass@10 is.
#
# </details>

# %% [markdown]
# ## 9 · Calibration: `expected_calibration_error`
#
# *Medium · 10 minutes*
#
# A model gives an answer the probability 0.8. Is it right in eight of ten such cases? If so, it is **calibrated**, and
# you can act on its probabilities: answer or ask back, stop, sample. The usual measure is the **expected calibration
# error** (ECE). It sorts predictions by confidence into M bins of equal width, and compares in each bin the mean
# confidence with the share that was right (Naeini et al. 2015; Guo et al. 2017, arXiv 1706.04599):
#
# $$\text{ECE} = \sum_{m=1}^{M} \frac{|B_m|}{N} \left| \mathrm{right}(B_m) - \mathrm{confidence}(B_m) \right|$$
#
# Bin m holds confidences from (m − 1)/M up to, but not including, m/M; the last one includes 1. Empty bins don't count.


# %% nbgrader={"grade_id": "expected_calibration_error", "solution": true}
def expected_calibration_error(confidence, correct, n_bins):
    """How far confidence and the share of right answers are apart, averaged over
    predictions.

    confidence: (N,) from 0 to 1, left as it is.  correct: (N,) bool.  Returns a float.
    """
    ### BEGIN SOLUTION
    bins = (confidence * n_bins).long().clamp(max=n_bins - 1)  # (N,)
    error = 0.0
    for m in range(n_bins):
        inside = bins == m
        if inside.any():
            gap = correct[inside].double().mean() - confidence[inside].double().mean()
            error += inside.double().mean().item() * abs(gap.item())
    return error
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "expected_calibration_error_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of 10 bins does 0.37 go into, and how do you compute that? And 1.0?</details>
# <details><summary>A pointer</summary>You need three numbers for each bin: how many predictions it holds, their mean confidence, and the share that was right.</details>
# <details><summary>I get nan</summary>What is the mean of an empty tensor?</details>


# %% nbgrader={"grade_id": "check_expected_calibration_error", "grade": true, "locked": true, "points": 4}
@check("expected_calibration_error")
def _(confidence, correct, n_bins):
    before, error = confidence.clone(), expected_calibration_error(confidence, correct, n_bins)
    return {
        "error": error,
        "confidence unchanged": {"error": error, "changed": (confidence != before).sum()},
    }


# %% [markdown]
# Now take SmolLM2's predictions on the articles of section 7. In a **reliability diagram**, a bar that ends on the
# diagonal is honest; if it ends below, the model is overconfident. This model was trained to chat after it had learned
# to read. **Predict**: on which side does it fall?

# %% tags=["explore"]
if answered("expected_calibration_error"):
    sure, came = torch.cat(confidence), torch.cat(correct)
    error = expected_calibration_error(sure, came, 10)
    plots.reliability(sure, came, 10, error)
    print(f"{len(sure)} predictions, mean confidence {sure.mean():.3f}, right {came.double().mean():.3f}")
    record("expected calibration error", error, expected=(0.03, 0.05))
    record("mean confidence", sure.mean().item(), expected=(0.48, 0.51))
    record("share of right first guesses", came.double().mean().item(), expected=(0.44, 0.46))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Overconfident, in every bin: its confidence is 0.49 on average, and it is right at 0.45 of all positions. An error of
# 0.04 is small, though, for a model that was never calibrated.
#
# </details>
#
# The number hides things. A model that gives the average for every prediction is perfectly calibrated and useless. With
# more bins, the error of the *same* predictions tends to grow, because a bin with few predictions is off by chance. So
# quote a calibration error with the number of bins and of predictions.

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A report claims: "Our new sampler raises the model's mean
# log-probability from −2.6 to −0.9 nats per token and its pass@10 from 0.62 to 0.66, on 50 problems. So its texts are
# better." Explain what each of the two numbers does and does not show, what else you would measure, and how you would
# say how sure the result is.
#
# ### BEGIN SOLUTION
# **Model answer.** The log-probability shows that the sampler picks likelier tokens, which a low temperature always
# does. Human text costs clearly more (section 2), and −0.9 is close to what greedy text costs, so diversity has
# probably fallen: measure distinct-n or self-overlap as well, or look at the texts. pass@10 shows that one of ten tries
# is right, which helps only if the answers are checked. For a single try you need pass@1, and a less diverse sampler
# may well raise pass@1 and lower pass@10. With 50 problems, 0.04 is two problems: the standard error of a share of 0.62
# over 50 is about 0.07, so the difference may be chance. Take the bootstrap interval of the differences per problem
# (paired), with n > 10 samples and the unbiased estimator. And compare at temperatures tuned for each sampler.
#
# **Rubric.** 1 point: likelihood is not quality (with diversity or the human reference). 1 point: uncertainty of 50
# problems, paired interval, or pass@1 against pass@10.
# ### END SOLUTION

# %% [markdown]
# ## For a friend
#
# Write the beginning of a sentence, and let three temperaments finish it. The same seeds give the same page, so sending
# the seed is enough.

# %% tags=["explore"]
my_sentence = "When I opened the fridge this morning,"
if answered("generate"):
    page = {}
    for name, T in {"careful, T = 0.4": 0.4, "awake, T = 0.9": 0.9, "after midnight, T = 1.4": 1.4}.items():
        told = [lambda z, ids, T=T: sampling.with_temperature(z, T), lambda z, ids: sampling.top_p(z, 0.95)]
        texts = generate(drive, DynamicCache, prompt_of(my_sentence, 2), 30, told, [7, 8], ends)
        page[name] = [my_sentence + tokenizer.decode(text) for text in texts]
    for name, texts in page.items():
        print(f"— {name}")
        for text in texts:
            print(textwrap.indent(textwrap.fill(text, 90), "    "), end="\n\n")
    record(
        "longest text on the page, in words",
        largest(len(t.split()) for each in page.values() for t in each),
        expected=(8, 60),
    )

# %% [markdown]
# **What you have now.** Every part between a trained model and the text on a screen, and the means to say whether a
# change made it better. Lesson 07 reads in both directions, and writes nothing at all.
#
# **Sources.** Wu et al. 2016, *Google's neural machine translation system*. Koehn, Knowles 2017, *Six challenges for
# neural machine translation*. Holtzman et al. 2020, *The curious case of neural text degeneration*. Leviathan, Kalman,
# Matias 2023, *Fast inference from transformers via speculative decoding*. Chen et al. 2023, *Accelerating large
# language model decoding with speculative sampling*. Saxena 2023, *Prompt lookup decoding*. Chen et al. 2021,
# *Evaluating large language models trained on code*. Efron 1979, *Bootstrap methods*. Guo et al. 2017, *On calibration
# of modern neural networks*. Li et al. 2016, *A diversity-promoting objective*. Zhu et al. 2018, *Texygen*. Yu et al.
# 2022, *Orca*. Lowerre 1976, *The HARPY speech recognition system*.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
