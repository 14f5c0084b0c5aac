# %% [markdown]
# # Lesson 04 · GPT
# ## Fourth sitting: measuring a model, and six that are broken
#
# Two small GPTs were trained on the same plays. The loss of the first settles around four nats per token. The loss of the second falls to almost
# zero within a few dozen steps. Which one would you keep?
#
# The second one is worthless: it can't continue a play. One line of its training code is wrong, but nothing crashed and
# there was no warning. Many bugs in deep learning look like this. The run finishes, and the final loss is only a little
# too high or, worse, suspiciously low.
#
# At the end of this sitting you get six such models and diagnose them. Before that you build the instruments: an
# evaluation that scores each token exactly once (apart from the very first), a mask that keeps documents apart, and a
# table that shows which positions can see which tokens. You try these instruments on the model that you saved in the
# last sitting.

# %% [markdown]
# | | |
# |---|---|
# | Uses | the model saved in the third sitting (without it, the course's own is loaded) |
# | Time | {{minutes, running 3}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# | step | from | to |
# |---|---|---|
# | `cut_segments` | a long sequence (N,) | inputs and targets, each (segments, T) |
# | `document_mask` | windows (B, T) | which keys a query may see (B, T, T), positions (B, T) |
# | `dependence` | a model, ids (T,) | how much each position depends on each token (T, T) |
#
# Notation: B sequences in a batch, T tokens in a sequence, V entries in the vocabulary, N tokens in a text.
#
# <details><summary>1. How many terms does the loss of a sequence of T tokens without BOS have?</summary>T − 1, because nothing predicts the first token (first sitting).</details>
# <details><summary>2. Which entries of a causal mask of shape (T, T) are True?</summary>Those on and below the diagonal: query i may see the keys j ≤ i (lesson 02).</details>
# <details><summary>3. What does <code>zero_grad</code> do, and why is it needed?</summary>It clears the gradients. Without it, <code>backward</code> adds the new ones to the old (third sitting).</details>
# <details><summary>4. Why does the learning rate start small?</summary>At first Adam's means are based on few gradients, so a full step can go far in a bad direction (third sitting).</details>
# <details><summary>5. What does gradient clipping change, and what does it keep?</summary>It shortens a gradient that is too long, and keeps its direction (third sitting).</details>

# %% nbgrader={"grade_id": "imports_d", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math

import torch
import torch.nn.functional as F

from utils import corpora, devices, own_model
from utils.metrics import record
from utils.plots import masks
from utils.topics.gpt import broken_runs, plays_texts, warmup_trials
from utils.topics.gpt import training_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% tags=["explore"]
model, tokenizer, facts = own_model.load_own_model(where)
V, T = model.config.vocab_size, model.config.context
text = plays_texts.load(V, characters=60_000, tokenizer=tokenizer)  # of each held-out text

# %% [markdown]
# ## 1 · Evaluation with a sliding window
#
# *Medium · 15 minutes*
#
# A play has 40,000 tokens, but the model reads only 64 at a time, so the text is cut into segments. In training they
# start at random positions. In an **evaluation** every token except the first should be scored exactly once. Cutting
# without overlap penalizes the first tokens of each segment, which have little or no context. With a **sliding window**
# the segments overlap: each starts `overlap` tokens before the end of the previous one, so the **stride** is the
# context minus the overlap. The model reads the overlapping tokens a second time as context, but their targets are set
# to −100, which `F.cross_entropy` ignores.

# %% [markdown]
# Start cutting at the beginning of the text. If the last segment would run past the end, move it back until it ends
# with the text, and score only what hasn't been scored yet. Stop as soon as every token has been scored, so that no
# segment is left with only −100 as targets. For ids 10, 11, …, 17 with a context of 4 and an overlap of 1:
#
# | inputs | targets |
# |---|---|
# | 10 11 12 13 | 11 12 13 14 |
# | 13 14 15 16 | × 15 16 17, where × is −100 |


# %% nbgrader={"grade_id": "cut_segments", "solution": true}
def cut_segments(ids, context, overlap):
    """Cut a long text into overlapping segments that together score every token except
    the first exactly once.

    ids: (N,) with N > context, not modified; 0 ≤ overlap < context.
    Returns inputs and targets, each (segments, context); targets that an earlier
    segment has scored are −100.
    """
    ### BEGIN SOLUTION
    n_targets, done = len(ids) - 1, 0
    inputs, targets = [], []
    while done < n_targets:
        end = min(max(done - overlap, 0) + context, n_targets)
        begin = end - context
        target = ids[begin + 1 : end + 1].clone()
        target[: done - begin] = -100
        inputs.append(ids[begin:end])
        targets.append(target)
        done = end
    return torch.stack(inputs), torch.stack(targets)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "cut_segments_hints", "locked": true}
# <details><summary>A question to start from</summary>After some segments, <code>done</code> targets have been scored. Where does the next segment start, and how many of its targets have already been scored?</details>
# <details><summary>A pointer</summary>A text of N ids has N − 1 inputs with a target. The segment with inputs begin … end − 1 has the targets begin + 1 … end.</details>
# <details><summary>The last segment</summary>Decide first where a segment ends. Its start follows from its length. That also works for the segment that is moved back.</details>
# <details><summary>My input text changed</summary>A slice is a view. Write −100 into a copy: <code>.clone()</code>.</details>


# %% nbgrader={"grade_id": "check_cut_segments", "grade": true, "locked": true, "points": 5}
@check("cut_segments")
def _(ids, context, overlap):
    inputs, targets = cut_segments(ids, context, overlap)
    return {"inputs": inputs, "targets": targets, "ids unchanged": {"targets": targets, "ids": ids}}


# %% [markdown]
# Now evaluate your own model on plays it has never read: once without overlap, and once with an overlap of half the
# context. The figure shows the loss by position within a segment, so you can see how much context the model uses.
# **Predict**: at position 0, will your model be better than the bigram table, worse, or about the same?

# %% tags=["explore"]
if answered("cut_segments"):
    losses = {}
    for overlap in (0, T // 2):
        inputs, targets = cut_segments(text.held_out["plays"], T, overlap)
        with torch.no_grad():
            logits = torch.cat(
                [model(x.to(where)).float().cpu() for x in inputs.split(64)]
            )  # (segments, T, V)
        losses[overlap] = F.cross_entropy(logits.transpose(1, 2), targets).item()
        print(f"overlap {overlap:3d}: {losses[overlap]:.3f} nats per token")
        if overlap == 0:  # the last segment may have been moved back, so leave it out
            by_position = F.cross_entropy(logits[:-1].transpose(1, 2), targets[:-1], reduction="none").mean(0)
    plots.loss_by_place(by_position, text.levels["bigram"])
    record("loss saved by overlapping half the context, nats", losses[0] - losses[T // 2], expected=(0, 0.3))

# %% [markdown]
# <details><summary>Answer</summary>About the same, perhaps a little worse. At position 0 the model sees a single token, just like the bigram table, and the table's counts come from the whole training text. From
# position 1 on, the model has more context than any table of pairs, and its loss falls.</details>
#
# Both printed losses come from *the same model on the same tokens*. With overlap, every token except those at the start of the text has at least half a context before it,
# so the loss is usually lower. When you report a loss, say how you cut the text.

# %% [markdown]
# ## 2 · Several documents in one window
#
# *Medium · 8 minutes*
#
# For training, texts are **packed** into one stream, with a BOS token before each document, and windows are drawn at
# random positions (lesson 01). So a window often contains the end of one document and the start of the next, and the
# model treats the end of an article about a football club as context for an article about whales. **Predict**: take
# windows of 1,024 bytes from a stream of encyclopedia articles, with one byte per token. An article has 480 bytes on
# average. A causal mask lets each query see its own key and every earlier one. What share of these pairs of query and
# key connects two different documents?

# %% [markdown]
# Two changes together prevent this. A **document mask** (or intra-document mask) lets a query see only tokens of its
# *own* document, up to and including itself. And positions restart at 0 with each BOS. Llama 3 was trained with such a
# mask. Its authors found that the mask mattered little in standard pre-training, and more for very long sequences
# (Grattafiori et al. 2024, arXiv 2407.21783, section 3.2). Here is a window of nine tokens whose first document began
# before the window:
#
# ```
#   token         a  b  BOS c  d  BOS BOS e  f
#   document      0  0   1  1  1   2   3  3  3
#   position      0  1   0  1  2   0   0  1  2
# ```


# %% nbgrader={"grade_id": "document_mask", "solution": true}
def document_mask(ids, bos_id):
    """Which keys a query may see when documents are kept apart, and each token's
    position in its document.

    ids: (B, T) windows of a stream in which each document begins with bos_id. Don't
    modify ids. The first document may have begun before the window; its positions are
    then counted from the window's first token.
    Returns mask (B, T, T) bool, True where query i may see key j of its own window:
    j ≤ i, in the same document; and positions (B, T) int64, from 0 in each document.
    """
    ### BEGIN SOLUTION
    begins = ids == bos_id  # (B, T)
    document = begins.cumsum(dim=1)
    same = document[:, :, None] == document[:, None, :]  # (B, T, T)
    places = torch.arange(ids.shape[1], device=ids.device).expand_as(ids)
    first = torch.where(begins, places, 0).cummax(dim=1).values  # where the document of each token begins
    return same.tril(), places - first
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "document_mask_hints", "locked": true}
# <details><summary>A question to start from</summary>How many BOS tokens are there up to and including a given token? Which other tokens have the same number?</details>
# <details><summary>A pointer</summary>A running count along the window numbers the documents. A running maximum can carry an index along.</details>
# <details><summary>In pseudocode</summary>Number each token's document; compare the numbers pairwise and keep the lower triangle; find the index of the latest BOS (0 before the first) and subtract it from each token's own index.</details>


# %% nbgrader={"grade_id": "check_document_mask", "grade": true, "locked": true, "points": 3}
@check("document_mask")
def _(ids, bos_id, q, k, v):
    mask, positions = document_mask(ids, bos_id)
    fits = mask.shape == (*ids.shape, ids.shape[1])
    context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask.bool()) if fits else None
    return {
        "mask": mask,
        "positions": positions,
        "attention": {"mask": mask, "context": context},
        "ids unchanged": {"positions": positions, "ids": ids},
    }


# %% tags=["explore"]
if answered("document_mask"):
    articles = corpora.wikipedia()["validation"]["extract"]
    print(f"an article has {sum(len(article.encode()) for article in articles) / len(articles):.0f} bytes")
    # each byte is a token here, and 0 stands for BOS
    stream = torch.tensor([number for article in articles for number in (0, *article.encode())])
    shares = {}
    for length in (16, 64, 256, 1024):
        windows = stream[: len(stream) // length * length].view(-1, length)
        windows = windows[:: -(-len(windows) // 40)]  # forty of them, from the whole stream
        mask, _ = document_mask(windows, 0)
        shares[length] = 1 - mask.count_nonzero().item() / (len(windows) * length * (length + 1) / 2)
        print(f"windows of {length:>5} bytes: {shares[length]:.0%} of the pairs connect two documents")
    masks.side_by_side(
        {"the window above": document_mask(torch.tensor([[1, 1, 0, 1, 1, 0, 0, 1, 1]]), 0)[0][0]}
    )
    record("pairs that connect two documents, 1,024 bytes", shares[1024], expected=(0.45, 0.7))

# %% [markdown]
# <details><summary>The answer</summary>More than half, 58 %, because an article has only 480 bytes on average. In windows of 64 bytes it is 5 %.</details>
#
# GPT-3 was trained without such a mask; its authors rely on the separator token to tell the model that the documents
# are unrelated (Brown et al. 2020, appendix B). Your model can do without one as well, since its windows of 64 tokens
# are much shorter than a play.

# %% [markdown]
# ## 3 · Which positions depend on which tokens
#
# *Medium · 12 minutes*
#
# One table is especially useful for finding out what is wrong with a language model: the **dependence table**. The
# entry in row t, column s tells you how much the logits at position t change when the token at position s is replaced
# by another token. With a causal mask, everything above the diagonal has to be 0: no position may see a later token.
# The diagonal and the entries below it should not be 0; where they are, the model is cut off from its own context.
# Dropout must be off, or you will see its noise in the table. (The caller turns it off with `model.eval()`; your
# function doesn't have to.) You will need the table for the six broken models in section 5.


# %% nbgrader={"grade_id": "dependence", "solution": true}
@torch.no_grad()
def dependence(model, ids, vocab_size):
    """For every pair of positions: how much the logits at one depend on the token at
    the other.

    model: ids (1, T) to logits (1, T, V); ids: (T,), not modified.
    Replace one token at a time: its id becomes (id + 1) mod vocab_size.
    Returns (T, T): entry (t, s) is the largest absolute change of any of the V logits
    at position t.
    """
    ### BEGIN SOLUTION
    before = model(ids.unsqueeze(0))[0]  # (T, V)
    columns = []
    for s in range(len(ids)):
        other = ids.clone()
        other[s] = (other[s] + 1) % vocab_size
        after = model(other.unsqueeze(0))[0]
        columns.append((after - before).abs().amax(dim=1))  # (T,)
    return torch.stack(columns, dim=1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "dependence_hints", "locked": true}
# <details><summary>A question to start from</summary>Replacing token s gives one number for every position t. Is that a row or a column of the table?</details>
# <details><summary>A pointer</summary>Change a copy of ids. <code>amax</code> is the largest value along an axis.</details>


# %% nbgrader={"grade_id": "check_dependence", "grade": true, "locked": true, "points": 3}
@check("dependence")
def _(table, links, ids):
    def model(ids):  # position t reads position s with weight links[t, s]
        return links @ F.embedding(ids, table)

    found = dependence(model, ids, len(table))
    return {"table": found, "ids unchanged": {"table": found, "ids": ids}}


# %% tags=["explore"]
if answered("dependence"):
    table = dependence(model, text.held_out["plays"][:12].to(where), V).cpu()  # (12, 12)
    plots.dependences({"your model": table})
    record(
        "largest change at a position before the replaced token",
        table.triu(1).max().item(),
        expected=(0, 1e-4),
    )

# %% [markdown]
# If your table is triangular, with only zeros above the diagonal, then none of the 12 positions looked ahead on this
# input. The test takes a second and needs no training.

# %% [markdown]
# ## 4 · Post-LN with and without warmup
#
# A bad curve doesn't always mean a bug in the code. Lesson 03 showed that a post-LN stack has large gradients in its
# last blocks before any training, and mentioned that post-LN has a reputation for needing warmup. Here is the
# experiment: pre-LN without warmup, and post-LN with and without it, each with four blocks, the same data, the same
# peak learning rate and three seeds. **Predict** the three curves. (The bands show the spread over the seeds.)

# %% tags=["explore"]
runs = warmup_trials.run_all(text.train_ids, V, where, seeds=3, steps=180)  # name → (seeds, steps)
plots.warmup_runs(runs, text.levels["single tokens"])
last = {name: losses[:, -20:].mean(1) for name, losses in runs.items()}  # (seeds,) each
for name, losses in last.items():
    print(f"{name:30s} last loss {losses.mean():.2f}, seeds from {losses.min():.2f} to {losses.max():.2f}")
without, with_warmup = last["post-LN, no warmup"], last["post-LN, warmup of 80 steps"]
record(
    "post-LN: loss of the best seed without warmup minus that of the worst with it",
    (without.min() - with_warmup.max()).item(),
    expected=(0.05, 2),
)

# %% [markdown]
# <details><summary>Answer</summary>Without warmup, the loss of post-LN falls as fast as that of pre-LN down to the level of single tokens (the loss of a <b>unigram</b> model, which knows only how frequent each token is), and stays
# there until the end of the run. With warmup it
# starts to fall about fifty steps later, but keeps improving and comes close to pre-LN, which needs no warmup.</details>
#
# In our runs the worst seed with warmup beats the best seed without it, which is what "better" should mean when you
# have three seeds. Still, this is one small model at one learning rate, trained for 180 steps.

# %% [markdown]
# ## 5 · Six patients
#
# Each of the six training runs, A to F, contains a single mistake. All models are small and were trained for 150 steps
# on the same text (A for 400, because its symptom takes longer to appear). H, in gray, is healthy. You get what you
# would have in practice: the loss curve, the **gradient norm**, a sample, and the model itself, so you can compute its
# `dependence`. **Diagnose each one.** (The code is in `utils/topics/gpt/broken_runs.py`, but reading it first takes the
# fun out of it.)
#
# Some questions that help: Is the first loss at ln V, above it, or already below? Where does the curve settle: at the
# level of single tokens, near 0, or nowhere? Does the gradient norm grow? Is the dependence table triangular?

# %% tags=["explore"]
patients = broken_runs.train_all(text.train_ids, V, steps=150, device=where)
histories = {name: patient.history for name, patient in patients.items()}
plots.laboratory(histories, math.log(V), text.levels["single tokens"])
if answered("dependence"):
    ids = text.held_out["plays"][:12].to(where)
    plots.dependences({name: dependence(patient.model, ids, V).cpu() for name, patient in patients.items()})
for name, patient in patients.items():
    ids = torch.tensor([tokenizer.encode_ordinary("KING:\n")], device=where)
    written = tokenizer.decode(patient.model.generate(ids, 16, torch.Generator().manual_seed(0))[0].tolist())
    first, *_, final = (row["loss"] for row in patient.history)
    print(f"{name}: first loss {first:6.2f}, last {final:6.2f}   {written!r}")

# %% [markdown] nbgrader={"grade_id": "written_c", "grade": true, "solution": true, "points": 3}
# **Written question** (graded by hand). For each of A to F: what is broken, and which *two* observations (loss curve,
# first loss, gradient norm, dependence, sample) told you so? One or two sentences each. Then: two of the six have an
# excellent training loss. For each of these two, which one-line test would have found the mistake before any training?
# (You may run it on the untrained model or on a batch of data.)
#
# ### BEGIN SOLUTION
# **Model answer.** A: the causal mask is missing. The loss looks healthy for about 300 steps, until the model discovers
# where the answer is, and then falls to almost nothing; the dependence table is full above the diagonal. B: the
# gradients are never set to zero. The gradient norm grows with the steps and the curve doesn't settle (it rises, or
# moves in waves). C: there is a softmax before the cross-entropy. The first loss is ln V, the curve is almost flat
# there and the gradient is tiny. D: the targets aren't shifted. The loss goes to 0 within a few dozen steps although
# the dependence table is properly triangular (with a strong diagonal), the first loss is already below ln V, and the
# sample repeats one token. E: the token vectors were drawn with a standard deviation of 1 while the weights are tied.
# The first loss is far above ln V and comes down slowly. F: inputs and targets come from different windows. The curve
# looks healthy at first and then settles at the level of single tokens, because nothing in the input says anything
# about the target. A and D look excellent. Before training: dependence(...) must be 0 above the diagonal (A); the
# targets of a printed batch must be the inputs shifted by one, targets[:, :-1] == inputs[:, 1:] (D, and F as well).
#
# **Rubric.**
#
# - a, 1 point: at least three of the six models diagnosed, each with at least one right observation
# - b, 0.5 points: at least four of the six
# - c, 0.5 points: all six
# - d, 0.5 points: a test that finds A: the dependence is 0 above the diagonal
# - e, 0.5 points: a test that finds D: the targets of a batch are its inputs shifted by one
# ### END SOLUTION

# %% [markdown]
# You will get the diagnoses with your graded notebook. Until then you have only what you observed, as in practice. (If
# you work without a grader, you will find them in the code named in section 5.) If you want to show this to a friend,
# hide the code, show the six curves and ask which model they would deploy.
#
# **What you have now.** You have a model that you trust because you measured it, and a first-aid kit for models you
# don't trust. In the fifth sitting you write the optimizer Muon and predict a loss before paying for the run. And your
# model still recomputes the whole context for each new token; lesson 05 fixes that.
#
# **Sources.** Xiong et al. 2020, *On layer normalization in the transformer architecture*, arXiv 2002.04745. Grattafiori et al. 2024, *The Llama 3 herd of models*, arXiv
# 2407.21783. Brown et al. 2020, *Language models are few-shot learners*, arXiv 2005.14165.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
