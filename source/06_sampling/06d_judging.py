# %% [markdown]
# # Lesson 06 · Sampling
# ## Fourth sitting: how good is it, and how sure are you?
#
# SmolLM2 takes a test of nine questions with three answers each. Its probabilities are the same every time; only the rule that turns them into a choice
# differs:
#
# | choose the answer by … | correct out of 9 |
# |---|---|
# | one rule | 3 |
# | another rule | 9 |
#
# You will meet both rules in the first section. As the table shows, a test result describes the model *and* the way its
# output was read. In this sitting you build four standard tools for judging language models, and find each one's blind
# spot.

# %% [markdown]
# | | |
# |---|---|
# | Uses | log-probabilities and bits per byte (lesson 04); the other sittings of this lesson |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# N is the number of answers or predictions, T the number of tokens, V the size of the vocabulary.
#
# <details><summary>1. Two answers have 2 and 5 tokens. Which is likely to have the smaller log-probability, and why?</summary>The longer one: every token adds a negative number (second sitting).</details>
# <details><summary>2. A sampler gives each of ten texts a seed of its own. Are the ten texts independent of each other?</summary>Yes, given the model and the prompt: each has random numbers of its own (second sitting).</details>
# <details><summary>3. Why is a loss per token not comparable between tokenizers?</summary>Their tokens have different lengths; bits per byte are comparable (lesson 04).</details>
# <details><summary>4. What is the mean of −log p over a text?</summary>The loss, in nats per token (lesson 04).</details>
# <details><summary>5. How many bytes does UTF-8 use for <i>ü</i>?</summary>Two, although it is one character (lesson 01).</details>

# %% nbgrader={"grade_id": "imports_d", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math

import torch

from utils import devices, own_model
from utils.metrics import largest, record
from utils.topics.sampling import generation_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% tags=["explore"]
from utils import corpora, smollm2

smollm, tokenizer = smollm2.load(where)

# %% [markdown]
# ## 1 · Multiple choice by log-likelihood: `choose_by_log_likelihood`
#
# *Medium · 8 minutes*
#
# The simplest test of what a model knows needs no sampling: give it a question and some answers, and see which answer
# it finds likeliest. But long answers have more factors below 1, so the sum of log-probabilities prefers short ones.
# Two normalizations correct for this. One divides by the number of *tokens*, which depends on the tokenizer. The other
# divides by the number of UTF-8 *bytes* in the answer, which doesn't depend on the tokenizer (lesson 04 used the same
# idea for bits per byte). Benchmarks often report two accuracies: in EleutherAI's harness, acc chooses by the plain
# sum, and acc_norm divides it by the number of characters.
#
# Only the answer counts, not the question, and the space before the answer belongs to the answer. The logits at a
# position predict the *next* token, as in lesson 04's loss.


# %% nbgrader={"grade_id": "choose_by_log_likelihood", "solution": true}
def choose_by_log_likelihood(scores, ids, n_prompt, answers, per):
    """How likely a model finds each answer, and which one it chooses.

    scores: for each of N answers, the model's logits (T_i, V) for question and answer
    together.
    ids: for each answer, the tokens (T_i,) of question and answer.
    n_prompt ≥ 1: the number of tokens in the question, the same for all.
    answers: the N answers as str, each with the space before it.
    per: "sum" for the plain sum, "token" to divide it by the number of tokens in the
    answer, "byte" by the number of its bytes in UTF-8.
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
# <details><summary>A question to start from</summary>The question has 3 tokens, the answer 2. Which rows of the logits (5, V) predict the answer?</details>
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
questions = {  # the right answer comes first
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
        print(f"{per:6s} {sum(each)} of {len(each)} right:", "".join("·✓"[ok] for ok in each))
    record("right out of 9, by the sum", sum(right["sum"]), expected=(2, 4))
    record("right out of 9, per token", sum(right["token"]), expected=(8, 9))
    record("right out of 9, per byte", sum(right["byte"]), expected=(8, 9))

# %% [markdown]
# <details><summary>The answer</summary>
#
# 3 of 9 by the sum, 9 of 9 with either normalization. These questions were written to make the difference visible.
# Which score would come out ahead on nine other questions, and how sure could you be after nine? That is the next
# section.
#
# </details>

# %% [markdown]
# ## 2 · Bootstrap confidence intervals: `bootstrap_interval`
#
# *Medium · 8 minutes · without `scipy`*
#
# The mean over a handful of texts is itself random: other texts would give a different mean. How far off could it be?
# The **bootstrap** (Efron 1979) answers that question using only the texts you have. Draw as many texts as you have,
# *with replacement*, take the mean, and repeat thousands of times. The range that holds, say, 95 % of these means, with
# equal shares left out on both sides, is a **confidence interval**. It assumes that the texts are independent, which
# sentences of one article are not.
#
# To compare two models on the same texts, take the interval of the *differences* (a *paired* comparison), so the
# difficulty of each text cancels.


# %% nbgrader={"grade_id": "bootstrap_interval", "solution": true}
def bootstrap_interval(values, level, n_resamples, generator):
    """A percentile-bootstrap interval for the mean. Each resample has n values.

    values: (n,), not modified.
    level: the share of the resamples' means that lie inside the interval, such as 0.95,
    with equal shares left out below and above.  generator: the torch.Generator to draw
    from.
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

    # in units of the standard error, shifted by 10, so that one tolerance fits every case
    def ends(generator):
        return [10 + float(end) / error for end in bootstrap_interval(values, level, n_resamples, generator)]

    generator = torch.Generator().manual_seed(seed)
    first, second, third = ends(generator), ends(generator), ends(generator)
    again = ends(torch.Generator().manual_seed(seed))
    # With only a few values there are few possible means, so two draws may give the same interval.
    same = len(values) > 10 and max(abs(one - other) for one, other in zip(first, second)) < 1e-5
    return {
        "ends": first,
        "width": {"ends": first, "widths": [high - low for low, high in (first, second, third)]},
        "again": again,
        "a second draw": {"ends": second, "the same": same},
        "values unchanged": {"ends": first, "changed": (values != before).sum()},
    }


# %% [markdown]
# Next, SmolLM2 reads 16 articles that the course's own models haven't seen; SmolLM2 probably has. At each position we
# record the probability of SmolLM2's likeliest next token, whether that token really came next, and the loss on the
# actual token. We resample articles, not tokens.

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
print("nats per token:", *(f"{value:.2f}" for value in nats.sort().values))

# %% [markdown]
# The numbers above are sorted. **Predict** from them alone: how wide is the interval that holds 95 % of the means?

# %% tags=["explore"]
if answered("bootstrap_interval"):
    low, high = bootstrap_interval(nats, 0.95, 5000, torch.Generator().manual_seed(0))
    plots.interval(nats, low, high)
    record("nats per token, mean of 16 articles", nats.mean().item(), expected=(2.6, 2.8))
    record("width of its 95 % interval", high - low, expected=(0.38, 0.52))

# %% [markdown]
# <details><summary>The answer</summary>
#
# About 0.45 nats, roughly a quarter of the span of the dots: the mean of 16 articles varies only a quarter (1/√16) as
# much as a single article does. If another model is better by 0.1 nats on *other* articles, that doesn't show anything
# yet. On the *same* articles it might.
#
# </details>

# %% [markdown]
# ## 3 · pass@k: `pass_at_k`
#
# *Easy · 6 minutes*
#
# Some answers can be checked automatically: code by running tests, sums by doing the arithmetic. Then you can try k
# times and keep what passes. **pass@k** is the probability that at least one of k answers is right. Suppose that c of n
# samples were right, with n ≥ k. You could put the share c/n into $1 - (1 - c/n)^k$, but that estimate is *biased*: it
# draws the k tries *with* replacement from the n samples, and on average it is too low. Chen et al. 2021 (arXiv
# 2107.03374) count instead: of all ways to choose k of the n samples, what share contains no correct sample?
#
# $$\text{pass@}k = \mathop{\mathrm{mean}}_{\text{problems}} \left[ 1 - \binom{n - c}{k} \Big/ \binom{n}{k} \right]$$
#
# By hand: n = 4, c = 1, k = 2.
# <details><summary>Answer</summary>There are 6 pairs, and 3 of them contain the right sample: 0.5. The other formula gives 1 − 0.75² = 0.44.</details>


# %% nbgrader={"grade_id": "pass_at_k", "solution": true}
def pass_at_k(correct, n, k):
    """The unbiased estimate of pass@k, averaged over problems.

    correct: list of int; for each problem, how many of its n samples were right;
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
# SmolLM2 answers ten sums of two numbers, ten times each, at temperature 0.8. This time we use the library's loop,
# `model.generate`, with all hundred texts in one batch. **Predict**: how far apart are pass@1 and pass@10?

# %% tags=["explore"]
if answered("pass_at_k"):
    draw = torch.Generator().manual_seed(1)
    sums = torch.randint(11, 50, (10, 2), generator=draw).tolist()
    prompts = [tokenizer(f"21 + 14 = 35\n32 + 45 = 77\n{a} + {b} =")["input_ids"] for a, b in sums]
    batch = torch.tensor(prompts, device=where).repeat_interleave(10, dim=0)  # (100, T)
    options = dict(do_sample=True, temperature=0.8, top_k=0, max_new_tokens=4, pad_token_id=0)
    torch.manual_seed(0)
    written = smollm.generate(batch, attention_mask=torch.ones_like(batch), **options)[:, batch.shape[1] :]
    said = [tokenizer.decode(text).split("\n")[0].strip() for text in written]
    correct_sums = [sum(said[10 * i + j] == str(a + b) for j in range(10)) for i, (a, b) in enumerate(sums)]
    print("right out of ten:", correct_sums)
    curve = [pass_at_k(correct_sums, 10, k) for k in range(1, 11)]
    plots.pass_at(curve, [sum(1 - (1 - c / 10) ** k for c in correct_sums) / 10 for k in range(1, 11)])
    record("pass@1", curve[0], expected=(0.3, 0.46))
    record("pass@10", curve[-1], expected=(0.55, 0.85))

# %% [markdown]
# <details><summary>The answer</summary>
#
# 0.40 and 0.70. SmolLM2 almost always gets some sums right and never gets others, and for the ones it never gets, ten
# tries are no help. The dashed line is below the solid one, and the gap is the bias. And a user who asks once gets
# pass@1, however high pass@10 is.
#
# </details>

# %% [markdown]
# ## 4 · Calibration: `expected_calibration_error`
#
# *Medium · 10 minutes*
#
# A model gives an answer a probability of 0.8. Is it right in eight of ten such cases? If so, it is **calibrated**, and
# you can use its probabilities to decide whether to answer, to ask a follow-up question or to try again. The usual
# measure is the **expected calibration error** (ECE). It sorts predictions by confidence into M bins of equal width,
# and, in each bin, compares the mean confidence with the share that was right (Naeini et al. 2015; Guo et al. 2017,
# arXiv 1706.04599):
#
# $$\text{ECE} = \sum_{m=1}^{M} \frac{|B_m|}{N} \left| \mathrm{acc}(B_m) - \mathrm{conf}(B_m) \right|$$
#
# Bin m holds confidences from (m − 1)/M up to, but not including, m/M; the last one includes 1. Empty bins don't count.


# %% nbgrader={"grade_id": "expected_calibration_error", "solution": true}
def expected_calibration_error(confidence, correct, n_bins):
    """The gap between confidence and accuracy, averaged over all predictions.

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
# Now take SmolLM2's predictions on the articles of section 2. In a **reliability diagram**, a bar that ends on the
# diagonal is honest; if it ends below, the model is overconfident. This model was fine-tuned to chat after pretraining.
# **Predict**: is it over- or underconfident?

# %% tags=["explore"]
if answered("expected_calibration_error"):
    sure, came = torch.cat(confidence), torch.cat(correct)
    error = expected_calibration_error(sure, came, 10)
    plots.reliability(sure, came, 10, error)
    print(f"{len(sure)} predictions, mean confidence {sure.mean():.3f}, right {came.double().mean():.3f}")
    record("expected calibration error", error, expected=(0.03, 0.05))
    record("mean confidence", sure.mean().item(), expected=(0.48, 0.51))
    record("top-1 accuracy", came.double().mean().item(), expected=(0.44, 0.46))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Overconfident, in every bin: its confidence is 0.49 on average, and it is right at 45 % of all positions. An error of
# 0.04 is small, though, for a model that was never calibrated.
#
# </details>
#
# But a single number hides things. A model whose confidence is always its average accuracy is perfectly calibrated and
# useless. With more bins, the error of the *same* predictions tends to grow, because a bin with few predictions is off
# by chance. So quote a calibration error together with the number of bins and the number of predictions.

# %% [markdown]
# And your own GPT? It was never tuned to chat, only trained to predict. Here is how well calibrated it is on plays it
# has not read, compared with SmolLM2. **Predict**: is a model that knows much less also less well calibrated?

# %% tags=["explore"]
gpt, own_tokenizer, _ = own_model.load_own_model(where)
plays = corpora.joined(corpora.shakespeare()["validation"], characters=60_000, speakers=True)
T = gpt.config.context
ids = torch.tensor(own_tokenizer.encode_ordinary(plays), device=where)
rows = ids[: len(ids) // T * T].view(-1, T)[:64]  # (64, T)
with torch.no_grad():
    top = gpt(rows).softmax(dim=-1).max(dim=-1)  # (64, T)
own_sure, own_came = top.values[:, :-1].flatten().cpu(), (top.indices[:, :-1] == rows[:, 1:]).flatten().cpu()
if answered("expected_calibration_error"):
    own_error = expected_calibration_error(own_sure, own_came, 10)
    plots.reliability(own_sure, own_came, 10, own_error)
    print(
        f"{len(own_sure)} predictions, mean confidence {own_sure.mean():.3f}, right {own_came.double().mean():.3f}"
    )
    record("expected calibration error, your GPT", own_error, expected=(0, 0.06))
    record("top-1 accuracy, your GPT", own_came.double().mean().item(), expected=(0.1, 0.6))

# %% [markdown]
# <details><summary>The answer</summary>
#
# For the model that comes with the course the error is 0.03 over 4,032 predictions in 10 bins, against 0.04 for SmolLM2
# on other texts. That is too close to call. What it does show: a model that is right at only 22 of 100 positions can be
# about as well calibrated as one that is right at 45, because training on next-token prediction rewards honest
# probabilities, not only right answers.
#
# </details>

# %% [markdown]
# ## 5 · Intervals and calibration in SciPy and scikit-learn
#
# Two of these tools are also available in libraries: `scipy.stats.bootstrap` for intervals, and scikit-learn's
# `calibration_curve` for the points of a reliability diagram. Do they agree with yours?

# %% tags=["explore"]
from scipy.stats import bootstrap
from sklearn.calibration import calibration_curve

theirs = bootstrap(
    (nats.double().numpy(),), lambda x, axis: x.mean(axis=axis), n_resamples=5000, method="percentile", rng=0
).confidence_interval
print(f"scipy: {theirs.low:.3f} to {theirs.high:.3f}")
if answered("bootstrap_interval", "expected_calibration_error"):
    right_share, mean_sure = calibration_curve(came.numpy(), sure.numpy(), n_bins=10)
    gaps = [abs(theirs.low - low), abs(theirs.high - high)]
    record("largest difference between the interval ends, in nats", largest(gaps), expected=(0, 0.02))
    counts = torch.histc(sure.float(), bins=10, min=0, max=1).numpy()
    weighted = sum(counts[counts > 0] * abs(right_share - mean_sure)) / len(sure)
    record("difference between the two calibration errors", abs(weighted - error), expected=(0, 1e-4))

# %% [markdown] nbgrader={"grade_id": "written_d", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 15 minutes, 5 to 8 sentences). A report claims: "Our new sampler raises the
# model's mean log-probability from −2.6 to −0.9 nats per token and its pass@10 from 0.62 to 0.66, on 50 problems. So
# its texts are better." Explain what each of the two improvements does and does not show, what else you would measure,
# and how you would report the uncertainty of the result.
#
# ### BEGIN SOLUTION
# **Model answer.** The log-probability shows that the sampler picks likelier tokens, which a low temperature always
# does. Human text costs clearly more (second sitting), and −0.9 is close to what greedy text costs, so diversity has
# probably fallen: measure distinct-n or self-overlap as well, or look at the texts. pass@10 shows that one of ten tries
# is right, which helps only if the answers are checked. For a single try you need pass@1, and a less diverse sampler
# may well raise pass@1 and lower pass@10. With 50 problems, 0.04 is two problems: the standard error of a share of 0.62
# over 50 is about 0.07, so the difference may be chance. Take the bootstrap interval of the differences per problem
# (paired), with n > 10 samples and the unbiased estimator. And compare at temperatures tuned for each sampler.
#
# **Rubric.**
#
# - a, 0.5 points: likelihood is not quality
# - b, 0.5 points: supports it with diversity or with the likelihood of human text
# - c, 0.5 points: 50 problems are few, so 0.04 may be chance
# - d, 0.5 points: says how to be surer: a paired interval, more samples, or pass@1 next to pass@10
# ### END SOLUTION

# %% [markdown]
# ## For a friend
#
# Write a question that your friend can answer and SmolLM2 can't. Put the right answer first and make it no shorter than
# the others, so the model gets no help from the length. The bars show how the answers compare with each other. Even
# together, your answers may get only a tiny share of SmolLM2's total probability.

# %% tags=["explore"]
my_question, my_answers = "My sister is older than me, so I am", [" younger", " older", " taller"]
if answered("choose_by_log_likelihood"):
    n_prompt = len(tokenizer(my_question)["input_ids"])
    tokens = [
        torch.tensor(tokenizer(my_question + answer)["input_ids"], device=where) for answer in my_answers
    ]
    with torch.no_grad():
        scores = [smollm(row[None]).logits[0] for row in tokens]
    choice, values = choose_by_log_likelihood(scores, tokens, n_prompt, my_answers, "sum")
    for answer, share in zip(my_answers, values.softmax(0).tolist()):
        print(f"{share:6.1%} {'█' * round(40 * share)}{answer}")
    print("SmolLM2 is right." if choice == 0 else "SmolLM2 is wrong: your friend wins.")

# %% [markdown]
# **What you have now.** Four instruments and their blind spots: a choice that depends on how answers are normalized, an
# interval that shows what chance can do, a success rate that is useful only if someone checks the answers, and a
# calibration error that a useless model can bring to zero. The model in lesson 07 reads in both directions, and writes
# nothing at all.
#
# **Sources.** Efron 1979, *Bootstrap methods*. Chen et al. 2021, *Evaluating large language models trained on code*, arXiv 2107.03374. Naeini et al. 2015, *Obtaining well calibrated
# probabilities using Bayesian binning*. Guo et al. 2017, *On calibration of modern neural networks*, arXiv 1706.04599.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
