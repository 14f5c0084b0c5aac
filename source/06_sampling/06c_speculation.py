# %% [markdown]
# # Lesson 06 · Sampling
# ## Third sitting: speculative decoding
#
# SmolLM2 answers the same question in two ways. Both give the same 14 tokens:
#
# | method | passes through the model |
# |---|---|
# | one token per pass | 14 |
# | guess up to four tokens, then check them in one pass | 5 |
#
# We give the model the first words of the answer, *The first ship sailed*. Here is what the second way adds, with a bar
# after each pass: *through | the Suez Canal from | Port Said to the Red | Sea in |* … The guesses were copied from the
# question.
#
# The guesses cost next to nothing, and they don't change the answer's distribution: each token is distributed exactly
# as if the model had drawn it on its own. This sitting shows why, where guesses come from, and how many passes they
# save.

# %% [markdown]
# | | |
# |---|---|
# | Uses | the first two sittings; caches from lesson 05 (given) |
# | Time | {{minutes, running 1}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# n is the number of tokens in a draft, V the size of the vocabulary.
#
# <details><summary>1. Why is a pass over several tokens hardly slower than one over a single token?</summary>Most of the time goes into reading the weights, and they are read once for all of the tokens (lesson 05).</details>
# <details><summary>2. A model reads five tokens in one pass. How many distributions does it give?</summary>Five, one for the token after each position (lesson 04).</details>
# <details><summary>3. The weights are 0.25, 0 and 0.05. With what probability does <code>sample_multinomial</code> draw the first token?</summary>0.25/0.30 = 0.83: the weights need not sum to 1 (first sitting).</details>
# <details><summary>4. A token is discarded. What happens to a KV cache that already includes it?</summary>The token's keys and values are cut off the end of the cache (lesson 05).</details>
# <details><summary>5. Two models share a tokenizer. Can one read the ids that the other wrote?</summary>Yes: the same id is the same piece of text for both (lesson 01).</details>

# %% nbgrader={"grade_id": "imports_c", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None


import torch

from utils import devices, own_model
from utils.blocks.sampling import sample_multinomial
from utils.metrics import record
from utils.topics.sampling import generation_figures as plots
from utils.topics.sampling.drafts import first_layers

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% tags=["explore"]

from utils import corpora, smollm2

smollm, tokenizer = smollm2.load(where)

# %% [markdown]
# ## 1 · Speculative decoding: `residual_distribution`, `speculative_accept`
#
# Lesson 05 showed that a pass over five tokens takes hardly any longer than a pass over one, because both read all the
# weights. **Speculative decoding** makes use of that: a small **draft model** writes n tokens, and the large **target
# model** reads all of them in *one* pass, which gives its own distribution at each position. The tokens on which the
# two agree are kept (Leviathan et al. 2023, arXiv 2211.17192; Chen et al. 2023, arXiv 2302.01318).
#
# The catch is what "agree" means. The result must be distributed as if the target had sampled every token itself. With
# $q$ the draft's distribution and $p$ the target's:
#
# - a token $x$ of the draft is accepted with probability $\min(1, p(x)/q(x))$,
# - the first token that is rejected is replaced by a draw from the **residual distribution**, that is, from the tokens
#   to which $q$ gave too little probability: $(p - q)^+ / \sum (p - q)^+$, where $(\cdot)^+$ sets negative values to 0.

# %% [markdown]
# Why is this right? Acceptance produces $x$ with probability $q(x)\min(1, p(x)/q(x)) = \min(p(x), q(x))$. What is still
# missing from $p(x)$ is $(p(x) - q(x))^+$. A rejection happens with probability $1 - \sum_x \min(p(x), q(x)) = \sum_x
# (p(x) - q(x))^+$, which is exactly the denominator of the residual distribution, so the second draw supplies $(p(x) -
# q(x))^+$. And the **acceptance rate**, the probability that a drafted token is accepted when its turn comes, is the
# overlap $\sum_x \min(p(x), q(x))$. (Tokens after a rejection never get their turn.)
#
# **Predict** for a vocabulary of four tokens with p = (0.45, 0.30, 0.15, 0.10) and q = (0.20, 0.55, 0.20, 0.05): what
# share of the drafted tokens is accepted?

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
    """The distribution to draw from when a drafted token is rejected.

    p, q: (..., V) probabilities of target and draft, not modified; in every row,
    some token has p > q, if only by a little.
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
# Now for the whole draft. The target has read all n tokens, so it has given n + 1 distributions: one for each token of
# the draft, and one for the token after the last. If every token is accepted, that extra distribution is already paid
# for, so one *more* token is drawn from it: the **bonus token**. Each pass of the target therefore yields between 1 and
# n + 1 tokens. After the first rejected token, the rest of the draft is worthless, because it continues a text that
# does not exist.
#
# The draft is (a, b), and b is rejected. What does the function return?
# <details><summary>Answer</summary>a, and one token drawn from the residual distribution at b's position: two tokens.</details>


# %% nbgrader={"grade_id": "speculative_accept", "solution": true}
def speculative_accept(draft, p, q, generator):
    """The tokens gained from one pass of the target.

    draft: (n,) tokens that were drawn from q, one after the other; n may be 0.
    q: (n, V) the draft's probabilities at each of its tokens.
    p: (n + 1, V) the target's probabilities at the same positions, plus a row for the
    position after them.
    generator: the torch.Generator to draw from.
    Returns a list of 1 to n + 1 ints: the accepted prefix of the draft and one more
    token. The function may draw as many random numbers as it likes.
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
# <details><summary>A question to start from</summary>p(x) = 0.2 and q(x) = 0.4. How often should x be kept, and how do you decide that with one number between 0 and 1?</details>
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
        # each sequence as one number: token + 1 at each position, 0 where there is no token
        codes = [
            sum((token + 1) * (V + 1) ** (n - i) for i, token in enumerate(text[: n + 1])) for text in texts
        ]
        return first, torch.tensor(codes)

    first, texts = outcomes(trials)
    return {"first token": first, "texts": texts, "again": outcomes(50)[1]}


# %% [markdown]
# Is the target's distribution preserved? Here are 4,000 first tokens drawn by way of a draft model that gets all four
# probabilities wrong, next to 4,000 drawn from p. **Predict**: where will the dark bars end, at p or somewhere between
# p and q?

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
    record("largest difference from p", (first - p[0]).abs().max().item(), expected=(0, 0.03))
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
# - the first 26 of its own 30 layers, with the head on top as if the last four did not exist (it was never trained for
#   that),
# - its first 20 layers,
# - a *bigram model*: a table that lists, for each token, what followed it in 300,000 tokens of Wikipedia. It costs next to nothing.
#
# `first_layers` builds the shallower models, which share their weights with the full one. `Reader` reads a text with a
# cache, and `speculate` drives the two models. When a token is rejected, the caches hold entries for discarded tokens,
# so they are cropped.


# %% nbgrader={"grade_id": "reader", "locked": true}
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


# %% nbgrader={"grade_id": "speculate", "locked": true}
def speculate(target, draft, ids, n_new, n_draft, generator):
    """Continue a list of ids with the help of drafts.  Returns all the ids and the number of tokens gained in each pass of the target."""
    begin, gained = len(ids), []
    for _ in range(n_new):  # each pass gives at least one token
        text, q = list(ids), []
        for _ in range(n_draft):
            q.append(draft(text)[-1])
            text.append(int(sample_multinomial(q[-1], 1, generator)))
        p = target(text)[-n_draft - 1 :]  # (n + 1, V)
        new = speculative_accept(torch.tensor(text[len(ids) :]), p, torch.stack(q), generator)
        ids = ids + new
        gained.append(len(new))
        for model in (target, draft):
            model.forget(len(ids) - 1)  # the newest token has not been read yet
        if len(ids) >= begin + n_new:
            break
    return ids, gained


# %% nbgrader={"grade_id": "word_pairs", "locked": true}
class WordPairs:
    """A bigram model as a draft: how often each token followed the last one, smoothed with the overall token frequencies."""

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
# The acceptance rate is an overlap, so you can estimate it without sampling: one pass of each model over
# *human-written* text is enough. **Guess** the three rates.

# %% tags=["explore"]
read = " ".join(corpora.wikipedia()["train"]["extract"][:2000])
pairs = WordPairs(torch.tensor(tokenizer(read)["input_ids"][:300_000]), smollm.config.vocab_size)
ids = tokenizer("\n".join(corpora.wikipedia()["test"]["extract"][:8]))["input_ids"][:200]
p, overlap = Reader(smollm)(ids), {}  # (200, V)
for name in ("26 layers", "20 layers", "bigrams"):
    if name == "bigrams":
        q = torch.cat([pairs(ids[: i + 1]) for i in range(len(ids))])  # (200, V)
    else:
        q = Reader(first_layers(smollm, int(name[:2])))(ids)
    overlap[name] = torch.minimum(p, q).sum(dim=-1).mean().item()
    print(f"{name:10s} {overlap[name]:.2f} of the drafted tokens would be accepted")
record("accepted, 26 layers", overlap["26 layers"], expected=(0.29, 0.36))
record("accepted, 20 layers", overlap["20 layers"], expected=(0.14, 0.19))
record("accepted, bigrams", overlap["bigrams"], expected=(0.16, 0.22))

# %% [markdown]
# <details><summary>The answer</summary>
#
# A third with 26 of the 30 layers, and a sixth with 20: a layer that was trained for the middle of a model makes a poor
# last layer. The bigram table, which costs next to nothing, does better than 20 layers.
#
# </details>
#
# Now generate text with two of these drafts, the 26 layers and the bigrams, with three tokens per draft.

# %% tags=["explore"]
if answered("speculative_accept"):
    start, n_draft, gained = tokenizer("Water is a chemical substance that")["input_ids"], 3, {}
    for name in ("26 layers", "bigrams"):
        draft = pairs if name == "bigrams" else Reader(first_layers(smollm, 26))
        generator = torch.Generator().manual_seed(0)
        text, gained[name] = speculate(Reader(smollm), draft, start, 24, n_draft, generator)
        print(f"{name}: {tokenizer.decode(text)!r}")
    plots.accepted(gained, n_draft)
    rates = {name: sum(each) / len(each) for name, each in gained.items()}
    record("tokens per pass, 26 layers", rates["26 layers"], expected=(1.2, 2.1))
    record("tokens per pass, bigrams", rates["bigrams"], expected=(1.1, 1.9))

# %% [markdown]
# If each token is accepted with probability $a$, a pass yields $(1 - a^{n+1})/(1 - a)$ tokens on average (Leviathan et
# al. 2023, equation 1). For the 26 layers and the bigram table, with n = 3, that is 1.46 and 1.23 if acceptances are
# independent; the few passes above scatter around these values. If the draft model takes a fraction $c$ of the target's
# time per token, the **speedup** is $(1 - a^{n+1})/((1 - a)(nc + 1))$. Twenty-six of thirty layers have $c = 0.87$, so
# with n = 3 even a draft that is always right takes the time of 3.6 passes for 4 tokens. The table has $c = 0$, so
# every accepted token is a gain. Published draft models are typically a tenth of the target's size or less, and some
# were trained for the task.

# %% [markdown]
# ## 2 · Prompt lookup: `prompt_lookup`
#
# *Easy · 8 minutes*
#
# Often much of what a model writes is already in its prompt, for instance when it corrects a program, summarizes a
# report or quotes a question. In such cases the cheapest draft is a lookup: where did the last two tokens occur before,
# and what came next? This is **prompt lookup decoding** (Saxena 2023), and it needs no second model. Such a draft is
# certain of itself: its q is 1 for one token and 0 for all others, so a token x is accepted with probability p(x).
#
# In the text *to be or not to be*, with `n_match` = 2 and `n_draft` = 3, the last two tokens are *to be*, and the
# earlier *to be* was followed by *or not to*. If the pair occurs several times before the end, the latest of these
# occurrences counts: recent text is the most likely to be repeated.


# %% nbgrader={"grade_id": "prompt_lookup", "solution": true}
def prompt_lookup(ids, n_match, n_draft):
    """What came after the latest earlier occurrence of the last n_match tokens.

    ids: list of int.  n_match ≥ 1.
    The earlier occurrence may overlap the last n_match tokens, but starts before them.
    Returns a list with the next n_draft tokens, or fewer if the text ends first; they
    may include some of the last n_match tokens. [] if nothing is found, or if the text
    is shorter than n_match.
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
# <details><summary>A pointer</summary>Go through the positions from the end to the beginning, and stop at the first match. A slice that runs past the end of a list doesn't raise an error; it is just shorter.</details>


# %% nbgrader={"grade_id": "check_prompt_lookup", "grade": true, "locked": true, "points": 2}
@check("prompt_lookup")
def _(texts, n_match, n_draft):
    return {"drafts": [list(prompt_lookup(list(text), n_match, n_draft)) for text in texts]}


# %% [markdown]
# The answer below quotes its question, with `n_match` = 1 and at most four tokens in a draft. Bars separate the
# passes of the target.

# %% tags=["explore"]
if answered("speculative_accept", "prompt_lookup"):

    def quote(question, beginning, n_new):
        """Answer a question with drafts that are copied from it.  Returns the new tokens of each pass of SmolLM2."""
        text, target, passes = (
            tokenizer(f"Question: {question}\nAnswer: {beginning}")["input_ids"],
            Reader(smollm),
            [],
        )
        generator = torch.Generator().manual_seed(0)
        while sum(map(len, passes)) < n_new:
            draft = torch.tensor(prompt_lookup(text, 1, 4), dtype=torch.long)  # (n,)
            p = target(text + draft.tolist())[-len(draft) - 1 :]  # (n + 1, V)
            certain = torch.nn.functional.one_hot(draft, p.shape[1]).float()  # (n, V)
            passes.append(speculative_accept(draft, p, certain, generator))
            text = text + passes[-1]
            target.forget(len(text) - 1)
        return passes

    asked = "In which year did the first ship sail through the Suez Canal from Port Said to the Red Sea?"
    passes = quote(asked, "The first ship sailed", 14)
    print(" |".join(tokenizer.decode(new) for new in passes))
    record("tokens per pass when quoting", sum(map(len, passes)) / len(passes), expected=(2, 4))

# %% [markdown]
# Nearly three tokens per pass, without a second model. Where the lookup finds nothing, a pass yields one token, as in
# ordinary decoding.

# %% [markdown]
# ### Drafts for your own GPT
#
# Back to the bigram model: a table of counts from your GPT's training text can propose drafts for your GPT, as
# `WordPairs` did for SmolLM2. Your model is small and quick, so there is little to gain in seconds. But you can compare
# the acceptance rates. **Predict**: is your GPT's rate higher or lower than SmolLM2's 0.19?

# %% tags=["explore"]
gpt, own_tokenizer, _ = own_model.load_own_model(where)
plays = corpora.joined(corpora.shakespeare()["train"], characters=1_000_000, speakers=True)
own_pairs = WordPairs(torch.tensor(own_tokenizer.encode_ordinary(plays)), gpt.config.vocab_size)
unseen = corpora.joined(corpora.shakespeare()["validation"], characters=40_000, speakers=True)
T = gpt.config.context
ids = torch.tensor(own_tokenizer.encode_ordinary(unseen), device=where)
rows = ids[: len(ids) // T * T].view(-1, T)[:16]  # (16, T)
with torch.no_grad():
    p = gpt(rows).softmax(dim=-1).cpu()  # (16, T, V)
q = torch.stack([torch.cat([own_pairs([int(token)]) for token in row]) for row in rows])  # (16, T, V)
rate = torch.minimum(p, q).sum(dim=-1).mean().item()
record("accepted, bigrams for your GPT", rate, expected=(0.35, 0.75))

# %% [markdown]
# <details><summary>Answer</summary>Much higher: 0.55 with the model that comes with the course. Several things help: your GPT is small and has read little, so it is closer to a bigram table; its vocabulary is smaller; and the table's counts come from the GPT's own training text.</details>

# %% [markdown]
# ## 3 · Speculative decoding with `transformers`
#
# `transformers` implements both ideas in `generate`: `assistant_model=` takes a draft model, and
# `prompt_lookup_num_tokens=` looks drafts up in the text. The next cell writes a greedy answer twice, once with lookup
# and once without, and counts SmolLM2's passes. **Predict**: are the two texts the same?

# %% tags=["explore"]
question = (
    "Question: In which year did the first ship sail through the Suez Canal from Port Said to the Red Sea?"
)
inputs = tokenizer(f"{question}\nAnswer: The first ship sailed", return_tensors="pt").to(where)
passes, texts = {}, {}
for name, options in {
    "plain": {},
    "lookup": dict(prompt_lookup_num_tokens=4, max_matching_ngram_size=1),
}.items():
    calls = []
    hook = smollm.register_forward_pre_hook(lambda *_: calls.append(1))
    texts[name] = smollm.generate(**inputs, max_new_tokens=14, do_sample=False, pad_token_id=0, **options)[0]
    hook.remove()
    passes[name] = len(calls)
    print(f"{name:7s}{passes[name]:3d} passes:", tokenizer.decode(texts[name]).splitlines()[-1])
record("the texts are the same", float(torch.equal(texts["plain"], texts["lookup"])), expected=(1, 1))
record("passes without lookup", passes["plain"], expected=(14, 14))
record("passes with lookup", passes["lookup"], expected=(3, 9))

# %% [markdown]
# <details><summary>The answer</summary>
#
# They are. At temperature 0 the target's distribution has all of its mass on one token, so a drafted token is kept
# exactly when it is that token. When tokens are drawn at random, only the *distribution* stays the same: with a
# different draft, the same seed gives a different text.
#
# </details>

# %% [markdown] nbgrader={"grade_id": "written_c", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 10 minutes, 5 to 8 sentences). A colleague adds a draft model to your chat
# model. She reports: "90 % of the drafted tokens are accepted, with four tokens per draft. But the answers come *more
# slowly* than before, and the same seed gives different answers. So speculative decoding is broken." Explain how both
# observations can be true without any error in her code. What would you measure to decide whether the draft is worth
# having, and how would you check that the answers are still those of your model?
#
# ### BEGIN SOLUTION
# **Model answer.** Speed depends on two numbers, the acceptance rate a and the draft's cost c. With a = 0.9 and n = 4 a pass yields (1 − 0.9⁵)/(1 − 0.9) = 4.1 tokens, and it takes the time of 4c + 1
# passes of the target. If the draft is nearly as large as the target, say c = 0.87, that is 4.5 passes for 4.1 tokens: slower than before, although nearly everything is accepted. (Our draft of 26
# layers was such a case.) So measure a, c and the time per token on real prompts, at the batch size that is used, since in a large batch reading several tokens is no longer free. The answers differ because
# other random numbers are drawn: what is preserved is the distribution, not the text for a seed. To check it, draw many first tokens (or short texts) from the same prompt with and without the draft and compare
# the frequencies, as in this sitting; or compare at temperature 0, where both must write the same text but for rounding.
#
# **Rubric.**
#
# - a, 0.5 points: a draft that costs nearly as much as the target makes it slower in spite of a high acceptance rate
# - b, 0.5 points: what to measure: acceptance rate, cost of the draft, time per token
# - c, 0.5 points: the distribution is preserved, not the text for a seed
# - d, 0.5 points: a check that fits: frequencies over many draws, or equal texts at temperature 0
# ### END SOLUTION

# %% [markdown]
# ## For a friend
#
# Ask a question of your own and begin the answer with words from it. Each piece between two bars came out of one pass of the model; the long ones were copied from your question. Which question
# needs the fewest passes?

# %% tags=["explore"]
if answered("speculative_accept", "prompt_lookup"):
    my_question = "Why do the leaves of the old oak tree in front of our house turn red and yellow in autumn?"
    pieces = quote(my_question, "The leaves of the old", 20)
    print(" |".join(tokenizer.decode(new) for new in pieces))
    print(f"{sum(map(len, pieces))} tokens in {len(pieces)} passes")
    record("tokens per pass, your question", sum(map(len, pieces)) / len(pieces), expected=(1, 5))

# %% [markdown]
# **What you have now.** A way to get several tokens out of one pass, with a proof that the distribution stays the same
# and a formula that tells you when it pays off. The last sitting of this lesson asks whether the generated text is any
# good.
#
# **Sources.** Leviathan, Kalman, Matias 2023, *Fast inference from transformers via speculative decoding*, arXiv 2211.17192. Chen et al. 2023, *Accelerating large
# language model decoding with speculative sampling*, arXiv 2302.01318. Saxena 2023, *Prompt lookup decoding*.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
