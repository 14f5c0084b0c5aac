# %% [markdown]
# # Lesson 06 · Sampling
# ## Second sitting: whole texts
#
# *When I opened the fridge this morning,* … SmolLM2 finishes the sentence at three temperatures:
#
# | T | the end of the sentence |
# |---|---|
# | 0.4 | *I had a choice between a bowl of cereal or a bowl of cereal with milk.* |
# | 0.9 | *I had three bags of banana.* |
# | 1.4 | *saved $10 as I wanted 2 grapes and hopefully one sandwich.* |
#
# The first is likely and dull, the last is new and hardly English. Here you write the loop that makes a text out of
# single choices, measure what variety costs in likelihood, and search several steps ahead for the likeliest text. At
# the end the loop finishes a sentence of yours.

# %% [markdown]
# | | |
# |---|---|
# | Uses | the first sitting; caches of lesson 05 (given) |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# B is the number of texts in a batch, T the length of a prompt, t that of a chunk, S that of the text so far, and V the
# size of the vocabulary. Your functions draw all random numbers from a `torch.Generator` on the CPU, so a seed means
# the same on every device.
#
# <details><summary>1. The logits are divided by a temperature of 2. What happens to the probabilities?</summary>They move closer together, but their order stays the same (first sitting).</details>
# <details><summary>2. What does a filter (a knob) do to a token that it rules out?</summary>It gives the token the logit −∞, which softmax turns into probability 0 (first sitting).</details>
# <details><summary>3. Why do we add log-probabilities instead of multiplying probabilities?</summary>200 factors of 0.01 make 10⁻⁴⁰⁰, which float32 cannot hold (lesson 04).</details>
# <details><summary>4. What goes into the model during prefill, and what during decode?</summary>First the whole prompt in one call, then one new token at a time (lesson 05).</details>
# <details><summary>5. Two rows of a batch share one generator. What does the text of the second row depend on?</summary>Not only on its own draws but also on how many the first row has made (first sitting: each draw uses up random numbers).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import textwrap

import torch

from utils import devices, own_model
from utils.blocks import sampling
from utils.blocks.sampling import sample_multinomial
from utils.metrics import largest, record
from utils.topics.sampling import generation_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# You call this sitting's model the way you did in lesson 05: a chunk of ids goes in at a position, logits come out, and
# the cache keeps what has been read. The first run downloads about 93 MB and converts the file, which takes half a
# minute.

# %% tags=["explore"]
from transformers import DynamicCache

from utils import corpora, smollm2

smollm, tokenizer = smollm2.load(where)


@torch.no_grad()
def drive(chunk, start, cache):
    """SmolLM2: ids (B, t), the first at position `start` → logits (B, t, V)."""
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
# Lesson 05's loop wrote n tokens, each time the likeliest one. A loop for real users needs three more things.
#
# **An end.** A model uses a **stop token** to signal that it is done. The stop token counts as part of the text:
# without it you can't tell a finished answer from one that was cut off. In a batch, a row that has stopped must not
# grow while the other rows continue. When the last row has stopped, the model is not called again. A stop token in the
# prompt doesn't end the text.
#
# **An order for the filters.** The first sitting showed that top-p before a temperature is not the same as top-p after
# it. So the caller chooses the order: `filters` is a list, applied from left to right. Each filter gets the logits (B,
# V) and all ids so far (B, S), because a repetition penalty needs them.

# %% [markdown]
# **A seed for each text.** With one generator for the whole batch, a text would depend on its neighbours, and in a
# batch of eight you could reproduce one user's bug only by rerunning the other seven prompts as well.
#
# | | row 0 | row 1 | goes into the model |
# |---|---|---|---|
# | prompt | 5 8 | 5 2 | 2 tokens per row |
# | step 1 | 7 | **0** (stop) | 1 token per row |
# | step 2 | **0** (stop) | – | nothing more |
#
# How many calls is that, and what do you return?
# <details><summary>Answer</summary>Two calls, with 2 and 1 tokens per row. Row 0 draws its stop token from the second call's logits, so there is no third call. You return [[7, 0], [0]].</details>


# %% nbgrader={"grade_id": "generate", "solution": true}
def generate(model, new_cache, ids, n_new, filters, seeds, stop=()):
    """Continue each text by at most n_new ≥ 1 tokens; a text ends with its first stop
    token, which is included.

    model: model(chunk, start, cache) takes ids (B, t), the first at position `start`,
    and gives logits (B, t, V). All rows go in together, one call per step. Don't
    make a call whose logits you won't use. new_cache(): an empty cache.
    ids: (B, T).
    filters: functions f(logits (B, V), ids so far (B, S)) → (B, V), applied from left
    to right.
    seeds: B numbers; row b uses one torch.Generator, seeded with seeds[b], for all its
    tokens.
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
        chunk = torch.zeros_like(ids[:, :1])  # what a finished row puts in is never read
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
# <details><summary>A pointer</summary>Three things persist through the whole loop: a generator for each row, a list for each row, and which rows are still running. <code>sample_multinomial(probabilities (V,), n, generator)</code> is imported and gives n ids, (n,).</details>
# <details><summary>Another pointer</summary>A step has two halves: from the model's logits to a token for each running row, and from these tokens to the next input. Where between them can the loop end? A finished row needs some token as its input; any will do.</details>
# <details><summary>The texts are right but the calls are not</summary>Count the calls for two rows that stop at the first token, and for n_new = 1. Is there a call whose logits are never used?</details>


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
        "again": codes(seeds[:50][::-1]).flip(0),  # the same seeds with different neighbours
    }


# %% [markdown]
# Your own GPT goes first. It has no cache that fits this loop, so `drive_own` keeps the ids instead and reads them all again. Four rows continue the
# opening line with four different seeds, and each row ends when its first sentence does.
#
# Then row 2 is written again, alone. **Predict**: what is the same, and what is not?

# %% tags=["explore"]
gpt, own_tokenizer, _ = own_model.load_own_model(where)


@torch.no_grad()
def drive_own(chunk, start, cache):
    """Your GPT: ids (B, t) → logits (B, t, V).  cache: a list of the chunks so far."""
    cache.append(chunk)
    return gpt(torch.cat(cache, dim=1))[:, start:]


if answered("generate"):
    filters = [lambda z, ids: sampling.with_temperature(z, 0.9), lambda z, ids: sampling.top_p(z, 0.9)]
    opening = torch.tensor([own_tokenizer.encode_ordinary(own_model.OPENING_LINE)], device=where)  # (1, T)
    own_ends = [i for mark in ".!?" for i in own_tokenizer.encode_ordinary(mark)]
    n_new = gpt.config.context - opening.shape[1]
    written = generate(drive_own, list, opening.expand(4, -1), n_new, filters, range(4), own_ends)
    for text in written:
        print(f"{len(text):3d} tokens: {own_model.OPENING_LINE}{own_tokenizer.decode(text)}")
    alone = generate(drive_own, list, opening, n_new, filters, [2], own_ends)
    record("row 2 is the same when generated alone (1 = yes)", float(alone[0] == written[2]), expected=(1, 1))

# %% [markdown]
# <details><summary>The answer</summary>
#
# The text of row 2 is the same, because the row has a generator of its own. (Rounding can depend on the size of the
# batch, so if the random number lands very close to the border between two tokens, the choice could still change.) The
# compute is not the same: in the batch, a finished row's slot keeps passing through the model until the longest row is
# done. Servers give the slot to a waiting request at once, which is called **continuous batching** (Yu et al. 2022).
#
# </details>
#
# The same loop drives SmolLM2, which is about 250 times as large, with the cache of lesson 05:

# %% tags=["explore"]
if answered("generate"):
    ends = [i for mark in ".!?" for i in tokenizer(mark)["input_ids"]]
    begin = "The robot opened the door and"
    for text in generate(drive, DynamicCache, prompt_of(begin, 4), 30, filters, range(4), ends):
        print(f"{len(text):3d} tokens: {begin}{tokenizer.decode(text)}")

# %% [markdown]
# ## 2 · Quality against diversity
#
# No single temperature is best. There is only a trade-off, quality against diversity, and we can plot it. We measure
# quality from the model's own point of view: the probability that it gives to the text it wrote. We use two measures of
# diversity, both based on **n-grams**, which are runs of n tokens:
#
# - **distinct-n**: the number of distinct n-grams in a set of texts, divided by the total number of n-grams (Li et al. 2016),
# - **self-overlap**: the share of a text's n-grams that also occur in another answer to the same prompt (the
#   **self-BLEU** of Zhu et al. 2018 counts something similar).
#
# By hand, with n = 2: take the texts *a b a b* and *a b c d*. Their bigrams are ab, ba, ab and ab, bc, cd.
# <details><summary>distinct-2 and self-overlap</summary>4 of the 6 are distinct. Two of the first text's three bigrams occur in the second text, and one of the second's three occurs in the first: on average 1/2.</details>


# %% nbgrader={"grade_id": "diversity", "locked": true}
def runs(text, n=2):
    """All n-grams of a text."""
    return [tuple(text[i : i + n]) for i in range(len(text) - n + 1)]


def distinct(texts, n=2):
    """The share of n-grams that are distinct, over all texts."""
    every = [run for text in texts for run in runs(text, n)]
    return len(set(every)) / len(every)


def self_overlap(texts, n=2):
    """The share of a text's n-grams that occur in another of the texts, averaged."""
    shares = []
    for i, text in enumerate(texts):
        others = {run for j, other in enumerate(texts) if j != i for run in runs(other, n)}
        mine = runs(text, n)
        shares.append(sum(run in others for run in mine) / len(mine))
    return sum(shares) / len(shares)


def for_each_prompt(measure, texts, copies):
    """Compute a measure over each prompt's texts and average over prompts; the `copies` texts of a prompt are consecutive."""
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
starts_3 = starts.repeat_interleave(3, dim=0)  # (3·n, 24), the three copies of each prompt are consecutive

# %% [markdown]
# The model continues the beginnings of six Wikipedia articles, three times each, at several temperatures. The articles
# are held out from this course's own training, though SmolLM2 has probably read them. The dashed line is the likelihood
# of what *people* wrote there. **Predict**: is it above or below the model's own texts at T = 1?

# %% tags=["explore"]
if answered("generate"):
    found, people = {}, quality(starts, [ids[24:] for ids in articles])
    for T in temperatures:
        tempered = [lambda z, ids, T=T: sampling.with_temperature(z, T)]
        texts = generate(drive, DynamicCache, starts_3, n_new, tempered, range(len(starts_3)))
        spread = [for_each_prompt(measure, texts, 3) for measure in (distinct, self_overlap)]
        found[T] = (quality(starts_3, texts), *spread)
        print(
            "T = {}: log-probability per token {:.2f}, distinct-2 {:.2f}, self-overlap {:.2f}".format(
                T, *found[T]
            )
        )
    plots.quality_against_diversity(found, people)
    record("log-probability per token, people", people, expected=(-2.6, -2.35))
    record("log-probability per token, people minus T = 1", people - found[1.0][0], expected=(0.1, 0.8))
    record("log-probability per token, T = 0.3 minus T = 1.4", found[0.3][0] - found[1.4][0], expected=(4, 6))
    record("distinct-2 gained from T = 0.3 to 1.4", found[1.4][1] - found[0.3][1], expected=(0.15, 0.35))

# %% [markdown]
# <details><summary>The answer</summary>
#
# In the left panel the curve falls to the right: variety is paid for in likelihood. The right panel shows the same for
# the overlap. Human text is not at the likely end. The model gives it a log-probability of −2.5 nats per token, between
# its own texts at T = 0.7 and at T = 1. So likelihood is not quality; the next section maximizes it anyway.
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
#    aside. The others keep running. A finished extension counts as one of the `width` extensions that this step keeps,
#    but takes up no slot later: the next step keeps `width` extensions again, however few texts are still running.
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
    """The texts that beam search with `width` beams finds, best score first.

    log_probs: takes ids (b, S), int64, of all running texts, prompt included, and gives
    the log-probabilities (b, V) of what comes next; it is called once per step.
    prompt: list of ids, left as it is.  stop: the id that ends a text.
    Returns a list of pairs (new tokens as a list of int, their log-probability as a
    float): all finished texts and all that are still running after n_new tokens, sorted
    by log-probability / number of new tokens ** alpha.
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
# Here is the search tree for a width of 3 and five new tokens. Each node is a token, and the number under it is the
# log-probability of the text so far. Grey nodes were kept for a step and then dropped. The thick path is the greedy
# text. **Predict**: does the greedy path end with the best score?

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
# It does not. *into* is a little less likely than *jumped*, so greedy search never sees what could follow *into*. But
# what follows *into* is likelier: *into a tree.* wins by 1.0 nats. (Part of the reason is length: the greedy text,
# *jumped on the couch.*, has five tokens, the winner four. Per token, with α = 1, the greedy text would win.)
#
# </details>
#
# Now for the length. **Predict** what α = 0 finds for the beginning of a sentence that could end right away.

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
# choice, yes, up to a point: Koehn and Knowles (2017) saw quality fall again for wide beams, because short translations
# win. For open-ended text, no: the likeliest continuation is dull and soon repeats itself (Holtzman et al. 2020), while
# people keep surprising the model. That is why chat models sample.
#
# **Find the error.** "Beam search with a large enough width finds the likeliest text."
# <details><summary>Answer</summary>It does if it drops nothing that could win: in general only for a width of V<sup>n−1</sup>, which keeps every text of n − 1 tokens. For any smaller width there are models that fool it.</details>

# %% [markdown]
# What does your own GPT write when it searches for the likeliest text? Here is its opening line with a width of 8 and α = 1, next to
# the four sampled sentences from section 1.

# %% tags=["explore"]
if answered("generate", "beam_search"):

    @torch.no_grad()
    def own_log_probs(ids):
        return gpt(ids.to(where))[:, -1].log_softmax(dim=-1)

    full_stop = own_tokenizer.encode_ordinary(".")[0]
    found = beam_search(own_log_probs, opening[0].tolist(), 8, 30, full_stop, alpha=1.0)
    searched = own_model.OPENING_LINE + own_tokenizer.decode(found[0][0])
    print("searched:", searched)
    for text in written:
        print("sampled: ", own_model.OPENING_LINE + own_tokenizer.decode(text))
    mean = found[0][1] / len(found[0][0])
    sampled = [
        sum(
            own_log_probs(torch.tensor([opening[0].tolist() + text[:i]]))[0, text[i]].item()
            for i in range(len(text))
        )
        / len(text)
        for text in written
    ]
    record("log-probability per token, searched", mean)
    record("log-probability per token, likeliest sample", largest(sampled))
    own_model.note_opening("06b", searched, "the same GPT, searching for the likeliest text")

# %% [markdown]
# With the model that comes with the course, the text that the search found costs 1.2 nats per token, and the likeliest
# sample 2.4. By that measure the search wins easily. Read both texts again before you call the first one better: the
# search found people thanking and addressing each other, which happens on every page of every play.

# %% [markdown]
# ## 4 · Generating with `transformers`
#
# In `transformers`, one method does everything in this sitting: `generate`. `do_sample` turns sampling on, the knobs are keyword arguments, and `num_beams`
# turns on beam search. Its length normalization has the exponent `length_penalty`, our α. Does it find the same continuation of the dog's story as
# your beam search?

# %% tags=["explore"]
inputs = tokenizer("The dog ran across the street and", return_tensors="pt").to(where)
options = dict(max_new_tokens=5, eos_token_id=tokenizer(".")["input_ids"][0], pad_token_id=0)
theirs = smollm.generate(**inputs, num_beams=3, do_sample=False, length_penalty=0.0, **options)[0]
theirs = theirs[inputs["input_ids"].shape[1] :].tolist()
print("num_beams=3:", repr(tokenizer.decode(theirs)))
torch.manual_seed(0)
drawn = smollm.generate(**inputs, do_sample=True, temperature=0.9, top_p=0.9, top_k=0, **options)[0]
print("do_sample:  ", repr(tokenizer.decode(drawn[inputs["input_ids"].shape[1] :])))
if answered("beam_search"):
    mine = beam_search(next_log_probs, inputs["input_ids"][0].tolist(), 3, 5, options["eos_token_id"], 0.0)[
        0
    ][0]
    record("the library finds the same text", float(mine == theirs), expected=(1, 1))

# %% [markdown]
# Three differences are worth knowing. The library's beam search follows different rules for stopping and may keep
# different finished texts. Its sampling uses PyTorch's global generator, so a text depends on everything drawn before
# it, and on the other texts in its batch. And it applies a temperature *before* top-p, and keyword arguments can't
# change that order (first sitting, section 8).

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 10 minutes, 5 to 8 sentences). A company uses one model for two products: one
# translates instruction manuals, the other writes bedtime stories. Both use beam search with a width of 10 and α = 0.
# Customers complain that long sentences in the manuals lose their second half, and that the stories are all much the
# same. Explain both complaints with what you measured in this sitting. Say what you would change in each product, and
# how you would check that it helped.
#
# ### BEGIN SOLUTION
# **Model answer.** With α = 0, every further token lowers the score, so a text that stops early beats its own continuation: in section 3 the best text was a
# single full stop. That is why the manuals lose their second half. There, length normalization (α near 1, tuned on sentences with known translations) is the change to make;
# a narrower beam also helps, since quality falls again for wide beams (Koehn and Knowles 2017). The stories are much the same because search maximizes likelihood: the same beginning gives the
# same text each time, and likely text is dull and repetitive. Human text costs 2.5 nats per token, far more than what search finds. So the stories should be sampled,
# with a temperature or top-p, and a seed for each reader. To check the manuals, compare with translations by people on sentences that were not used for tuning α, and look at the length.
# To check the stories, measure distinct-n and self-overlap over several answers to the same prompt next to the log-probability, and have people read them, since likelihood is not quality.
#
# **Rubric.**
#
# - a, 0.5 points: with α = 0 a text that stops early wins, so sentences lose their second half
# - b, 0.5 points: length normalization as the change, or a narrower beam, with a check on known translations
# - c, 0.5 points: likelihood is not quality: search gives the same dull text each time, so stories are sampled
# - d, 0.5 points: a check that fits the stories: a measure of diversity, or readers
# ### END SOLUTION

# %% [markdown]
# ## For a friend
#
# Write the beginning of a sentence, and let three temperaments finish it. The same sentence and the same seeds give the same page on your
# friend's machine, up to rounding.

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
# **What you have now.** A loop that generates text from any model, with stop tokens, filters in the caller's order and
# a seed for each row; a curve that shows what variety costs; and a search that looks further ahead than one token. Both
# the loop and the search call the large model once per step. The next sitting gets several tokens out of one call
# without changing the distribution of the text.
#
# **Sources.** Lowerre 1976, *The HARPY speech recognition system*. Wu et al. 2016, *Google's neural machine translation system*. Koehn, Knowles 2017, *Six challenges for
# neural machine translation*. Holtzman et al. 2020, *The curious case of neural text degeneration*. Li et al. 2016, *A diversity-promoting objective*. Zhu et al. 2018,
# *Texygen*. Yu et al. 2022, *Orca*.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
