# %% [markdown]
# # Lesson 08 · Encoder–decoder
# ## Read one text, write another
#
# Type a name that no dictionary has, and a model of half a million weights tells you how to pronounce it. A
# picture shows which letters it attended to for each sound. This is the complete Transformer of 2017:
# one half reads, and the other half writes.
#
# By the end you will have
#
# - an encoder–decoder that matches `nn.Transformer`, trained on a dictionary in half a minute,
# - its error rate, and a lookup table that is hard to beat,
# - a decoder that processes its source only once, and a beam search that agrees with `generate`,
# - the same task done by a single stack of equal size, with two different masks,
# - span corruption, T5's way of learning from plain text.
#
# | | |
# |---|---|
# | Uses | encoder and decoder blocks of lesson 03, cache of 05, beams of 06 (all given) |
# | Time | two sittings of {{minutes_to_the_stop, running 2}} and {{minutes_from_the_stop, running 2}} minutes; a good place to stop is after section 5 |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# B sequences in a batch, S source symbols, T target symbols, V symbols in the vocabulary, D width, H heads, d = D/H.
#
# <details><summary>1. In cross-attention, where do the queries come from, and where do the keys come from?</summary>Queries come from the target, which is being written. Keys and values come from the source, which was read (lesson 02).</details>
# <details><summary>2. Which of the decoder's two attentions is causal?</summary>Self-attention. The source is complete before the decoder starts, so cross-attention may look at all of it (lesson 03).</details>
# <details><summary>3. What does a key-value cache save, and what does it cost?</summary>It saves recomputing the keys and values of earlier tokens, and it costs memory for every token (lesson 05).</details>
# <details><summary>4. What does a beam search keep that greedy decoding drops?</summary>Prefixes that are only second best so far (lesson 06).</details>
# <details><summary>5. What did BERT have to guess?</summary>Single masked tokens, each at its own position (lesson 07).</details>

# %% nbgrader={"grade_id": "imports", "locked": true}
try:
    from autograder.checks import answered, backward, check, gradient_sizes, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math
import time

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices
from utils.blocks.attention import merge_heads, sinusoidal_positions, split_heads
from utils.blocks.block import DecoderBlock, EncoderBlock
from utils.blocks.cache import KVCache
from utils.corpora import pronunciations
from utils.corpora.pronunciations import END, PAD, START, VOCABULARY
from utils.metrics import largest, record
from utils.plots import interactive
from utils.topics.encoder_decoder import figures as plots
from utils.topics.encoder_decoder import leakage, library_twins, span_corruption, transduction, two_halves

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## The task: spelling to sound
#
# English spelling is a bad guide to pronunciation. *Though*, *through*, *tough* and *cough* end in the same four
# letters, and no two of them rhyme. The CMU Pronouncing Dictionary gives the pronunciations of 126,052 words in 39
# **phonemes** such as `TH` and `AO`. Our model reads letters and writes phonemes, which is called **grapheme-to-phoneme
# conversion**. It is translation in miniature: two alphabets, sequences of different lengths, and no rule for which
# letter makes which sound.
#
# The words are split by *family*, so that the test set doesn't consist of plurals of training words. If *sail* is in
# the training set, so are *sails*, *sailor* and *unsailed*. The families come from spelling rules, and spelling rules
# miss some relatives: *kristoffe* is a test word, *kristoff* a training word. Section 5 measures how much this
# **leakage** changes. Stress is left out, and each word has one pronunciation, the dictionary's first.

# %% tags=["explore"]
data = pronunciations.load()
train, test = data["train"], data["test"][:1000]
for word, phonemes in test[:6]:
    print(f"{word:<14} {' '.join(phonemes)}")
record("words to learn from", len(train), expected=(100_000, 120_000))

# %% [markdown]
# ## 1 · Teacher forcing: `shift_right`
#
# *Easy · 4 minutes*
#
# A decoder writes one symbol at a time and reads back what it has written. During training we already know the correct
# output, so there is no need to wait for the decoder: let position t read the correct symbols before t and predict
# symbol t. All positions can then be trained at once. This is **teacher forcing**. To set it up, shift the target one
# position to the right and put a start symbol in the gap.
#
# ```
#   targets         K      AE    T     <end>   <pad>
#   decoder reads   <start> K    AE    T       <end>
# ```
#
# **Predict** what happens if we forget the shift and position t reads symbol t itself.
#
# <details><summary>Answer</summary>The causal mask lets a position see itself, so the model learns to copy its input. The loss drops to almost nothing within a minute, but on its own the model writes noise.</details>


# %% nbgrader={"grade_id": "shift_right", "solution": true}
def shift_right(targets, start):
    """Decoder inputs for teacher forcing: `start`, then every target except the last.

    targets: (B, T) int64, T ≥ 1, not modified; padding is shifted like all other ids.
    start: an id.
    Returns (B, T) int64, on the device of the targets.
    """
    ### BEGIN SOLUTION
    begin = torch.full_like(targets[:, :1], start)  # (B, 1)
    return torch.cat([begin, targets[:, :-1]], dim=1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "shift_right_hints", "locked": true}
# <details><summary>A question to start from</summary>Which target symbol does the decoder never need to read?</details>
# <details><summary>A pointer</summary><code>torch.full_like</code> makes a tensor filled with one number, with the shape, type and device of another tensor.</details>


# %% nbgrader={"grade_id": "check_shift_right", "grade": true, "locked": true, "points": 1}
@check("shift_right")
def _(targets, start):
    shifted = shift_right(targets, start)
    return {
        "inputs": shifted,
        "int64": {"first row": shifted[0], "type": str(shifted.dtype)},
        "targets unchanged": {"inputs": shifted[0], "targets": targets},
    }


# %% [markdown]
# ## 2 · Label smoothing: `label_smoothed_loss`
#
# *Medium · 10 minutes · without `cross_entropy`, `nll_loss`, `nn.CrossEntropyLoss`, `nn.NLLLoss`*
#
# Cross-entropy wants a probability of 1 at the target. No finite score reaches that, so training keeps pushing the
# scores apart and the model becomes overconfident. **Label smoothing** asks for less: the target keeps
# $1 - \varepsilon$, and the remaining $\varepsilon$ is spread evenly over all V symbols, including the target itself
# (Szegedy et al. 2016, section 7):
#
# $$\ell = -\sum_v q_v \log p_v \qquad q_v = (1 - \varepsilon)\,[v = \text{target}] + \frac{\varepsilon}{V}$$
#
# The loss is the mean over all positions of the batch that are not padding. The Transformer of 2017 was trained with
# $\varepsilon = 0.1$, which made its perplexity worse and its translations better (section 5.4).
#
# **Predict** the lowest loss a perfect model can reach with ε = 0.1 and V = 69. Is it zero?
#
# <details><summary>Answer</summary>No. The best p is q itself, and then the loss is the entropy of q: 0.74 nats. A model with a smoothed loss of 0.8 may be excellent.</details>


# %% nbgrader={"grade_id": "label_smoothed_loss", "solution": true}
def label_smoothed_loss(logits, targets, epsilon, ignore):
    """Cross-entropy against smoothed targets: 1 − ε at the target, plus ε/V at each of
    the V symbols.

    logits: (B, T, V), possibly in the hundreds; targets: (B, T) int64; epsilon: 0 to 1.
    ignore: positions with this target are left out. It may be an id of the vocabulary,
    or a number that isn't, such as −100. At least one position counts.
    Returns a scalar: the mean over all positions that count, in nats. The arguments are
    not modified.
    """
    ### BEGIN SOLUTION
    log_p = logits.log_softmax(dim=-1)  # (B, T, V)
    counts = targets != ignore  # (B, T)
    safe = targets.masked_fill(~counts, 0)  # an id that exists, where nothing is looked up
    of_target = log_p.gather(-1, safe.unsqueeze(-1)).squeeze(-1)  # (B, T)
    smoothed = (1 - epsilon) * of_target + epsilon * log_p.mean(dim=-1)  # (B, T)
    return -smoothed[counts].mean()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "label_smoothed_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>The sum over all symbols has two parts. One looks at a single symbol. What is the other one, up to a factor?</details>
# <details><summary>A pointer</summary><code>gather</code> picks one entry from each row. It needs valid ids everywhere, even at positions whose result you will ignore.</details>
# <details><summary>In pseudocode</summary>Compute log-probabilities. Find the positions that count. For each position, take the log-probability of its target and the mean of all its log-probabilities. Mix the two, keep the positions that count, average, and flip the sign.</details>


# %% nbgrader={"grade_id": "check_label_smoothed_loss", "grade": true, "locked": true, "points": 3}
@check("label_smoothed_loss")
def _(logits, targets, epsilon, ignore):
    loss = label_smoothed_loss(logits.requires_grad_(), targets, epsilon, ignore)
    backward(loss, torch.ones_like(loss))
    return {
        "loss": loss.detach(),
        "gradient": logits.grad,
        "arguments unchanged": {"loss": loss.detach(), "targets": targets, "logits": logits.detach()},
    }


# %% tags=["explore"]
if answered("label_smoothed_loss"):
    gap = torch.linspace(0, 12, 200, device=where)  # how far the right score is above all others
    curves = {}
    for epsilon in (0.0, 0.1, 0.2):
        rows = torch.zeros(200, 1, 69, device=where)
        rows[:, 0, 5] = gap
        target = torch.full((1, 1), 5, device=where)
        curves[f"ε = {epsilon}"] = [
            label_smoothed_loss(row[None], target, epsilon, PAD).item() for row in rows
        ]
    plots.loss_by_gap(gap.tolist(), curves)
    record("least loss with a smoothing of 0.1", min(curves["ε = 0.1"]), expected=(0.73, 0.75))

# %% [markdown]
# Without smoothing the curve falls forever. With smoothing there is a best gap, and beyond it the loss rises again.

# %% [markdown]
# ## 3 · The Transformer: `EncoderDecoder`
#
# *Medium · 13 minutes · without `nn.Transformer`, its encoders, decoders and their layers*
#
# You have built all the parts; now connect them.
#
# - *One embedding table* E serves the source, the target and the output scores (**weight tying**; Vaswani et al.
#   2017, section 3.4). Its entries are small, which the output scores need, so multiply the embeddings by √D. Then add
#   the sinusoidal positions of section 3.5.
# - *The encoder* reads: blocks that look in both directions and ignore the padding, then a LayerNorm. Its output is
#   called the **memory**.
# - *The decoder* writes: blocks that look back at what was written and across to the memory, then a LayerNorm, then a
#   score for each symbol: x Eᵀ.
#
# Call encoder blocks as `block(x, keep)`, decoder blocks as `block(x, memory, keep)`; in both calls `keep` describes
# the source. Decoder blocks build the causal mask themselves. The blocks are **pre-LN**, unlike those of 2017 but like
# most since, so each stack ends with a norm.

# %% tags=["explore"]
two_halves.two_halves()

# %% [markdown]
# Read each column from bottom to top. "+ x" marks the residual connections, and the green boxes share one table.


# %% nbgrader={"grade_id": "EncoderDecoder", "solution": true}
class EncoderDecoder(nn.Module):
    """The Transformer of 2017 with pre-LN blocks and one table of token vectors.

    keep: (B, S) bool, always of the source: True at symbols, False at padding; every
    row has at least one symbol. Ids are not modified.
    """

    def __init__(self, vocab, d_model, n_heads, d_hidden, n_encoder, n_decoder, longest=64):
        super().__init__()
        self.tokens = nn.Embedding(vocab, d_model)
        nn.init.normal_(self.tokens.weight, std=d_model**-0.5)
        sizes = (d_model, n_heads, d_hidden)
        self.encoder = nn.ModuleList(EncoderBlock(*sizes, norm="pre", act="relu") for _ in range(n_encoder))
        self.decoder = nn.ModuleList(DecoderBlock(*sizes, act="relu") for _ in range(n_decoder))
        self.encoder_norm, self.decoder_norm = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.register_buffer("positions", sinusoidal_positions(longest, d_model), persistent=False)

    def embed(self, ids):
        """ids (B, T) → vectors (B, T, D): √D times the token vectors, plus the
        positions from 0 on.
        """
        ### BEGIN SOLUTION
        return self.tokens(ids) * math.sqrt(self.tokens.embedding_dim) + self.positions[: ids.shape[1]]
        ### END SOLUTION

    def encode(self, source, keep):
        """source (B, S) → memory (B, S, D)."""
        ### BEGIN SOLUTION
        x = self.embed(source)  # (B, S, D)
        for block in self.encoder:
            x = block(x, keep)
        return self.encoder_norm(x)
        ### END SOLUTION

    def decode(self, written, memory, keep):
        """written (B, T), memory (B, S, D) → scores (B, T, V) for the symbol that
        follows each of the T symbols.
        """
        ### BEGIN SOLUTION
        x = self.embed(written)  # (B, T, D)
        for block in self.decoder:
            x = block(x, memory, keep)
        x = self.decoder_norm(x)
        return F.linear(x, self.tokens.weight)  # (B, T, V)
        ### END SOLUTION

    def forward(self, source, keep, written):
        return self.decode(written, self.encode(source, keep), keep)


# %% [markdown] nbgrader={"grade_id": "EncoderDecoder_hints", "locked": true}
# <details><summary>A question to start from</summary>What is the input of the first encoder block, and of the second? Which encoder output do the decoder blocks receive?</details>
# <details><summary>A pointer</summary><code>self.positions</code> has one row per position; take as many rows as there are symbols. <code>F.linear(x, W)</code> is x Wᵀ.</details>
# <details><summary>In pseudocode</summary>Embed: look up, scale, add positions. Encode: embed, apply all blocks in order, normalize. Decode: embed, apply all blocks in order with the same memory each time, normalize, score against the table.</details>


# %% nbgrader={"grade_id": "check_EncoderDecoder", "grade": true, "locked": true, "points": 5}
@check("EncoderDecoder")
def _(source, keep, written, gradient, weights, sizes, layers):
    model = load_weights(EncoderDecoder(*sizes, *layers, longest=8), weights)
    with torch.no_grad():
        embedded, memory = model.embed(written), model.encode(source, keep)
    scores = model(source, keep, written)
    backward(scores, gradient)
    return {
        "embedded": embedded,
        "memory": memory * keep.unsqueeze(-1),
        "scores": scores.detach(),
        "size of each gradient": gradient_sizes(model),
        "ids unchanged": {"scores": scores.detach()[:, 0], "source": source, "written": written},
    }


# %% [markdown]
# ### Then use the library
#
# `nn.Transformer` is the same model without the token table, the positions and the head. The next cell copies your
# weights into one, layer by layer, and runs both on the same words. Note torch's convention: its masks are True where
# a position may *not* be attended to.

# %% tags=["explore"]
if answered("EncoderDecoder"):
    ours = EncoderDecoder(len(VOCABULARY), 96, 4, 384, 2, 2).to(where).eval()
    theirs = library_twins.torch_transformer(ours)
    batch = pronunciations.batch(test[:32], where)
    T = batch.targets.shape[1]
    masks = dict(
        tgt_mask=torch.ones(T, T, device=where).triu(1).bool(),
        src_key_padding_mask=~batch.keep,
        memory_key_padding_mask=~batch.keep,
    )
    with torch.no_grad():
        states = theirs(ours.embed(batch.source), ours.embed(batch.targets), **masks)
        difference = states @ ours.tokens.weight.T - ours(batch.source, batch.keep, batch.targets)
    record("largest difference from nn.Transformer", difference.abs().max().item(), expected=(0, 1e-4))


# %% nbgrader={"grade_id": "smoothed_loss_of", "locked": true}
def smoothed_loss_of(model):
    """What training minimizes: a function from a batch of pairs to the model's smoothed loss."""

    def loss(batch):
        scores = model(batch.source, batch.keep, shift_right(batch.targets, START))
        return label_smoothed_loss(scores, batch.targets, 0.1, PAD)

    return loss


# %% [markdown]
# ### Two checks before training
#
# Before a long run, two cheap checks find most bugs. First, the **initial loss**. A model that gives all V symbols the
# same probability has a loss of ln V = ln 69 = 4.23. Second, **overfit one batch**: 32 words, again and again. A model
# that can't learn 32 words by heart has a bug. Our encoder and decoder get two blocks each, with a width of 96: 529,000
# weights in total.
#
# **Predict**: is our initial loss near ln V? Lesson 04 met a model with a tied table. Which symbol did it predict?

# %% tags=["explore"]
if scale == "small":
    torch.set_num_threads(1)  # matrices this small run slower on more threads
if answered("shift_right", "label_smoothed_loss", "EncoderDecoder"):
    torch.manual_seed(0)
    fresh = EncoderDecoder(len(VOCABULARY), 96, 4, 384, 2, 2).to(where)
    batch = pronunciations.batch(train[:32], where)
    counts, read = batch.targets != PAD, shift_right(batch.targets, START)
    with torch.no_grad():
        scores = fresh(batch.source, batch.keep, read)
    copies = (scores.argmax(dim=-1) == read)[counts].cpu().double().mean().item()
    record("initial loss", label_smoothed_loss(scores, batch.targets, 0.0, PAD).item(), expected=(7.5, 8.6))
    record("share of positions where the symbol just read comes first", copies, expected=(0.95, 1))
    learned = transduction.train(
        fresh, smoothed_loss_of(fresh), train[:32], steps=150, batch_size=32, label="one batch"
    )
    record("smoothed loss on one batch", learned[-1], expected=(0.738, 0.8))

# %% [markdown]
# <details><summary>Answer</summary>It is about 8, twice ln V. As in lesson 04, one table serves both ends, so the symbol that was just read scores highest, here at every position. The model is sure of a wrong answer, which costs more than knowing nothing. GPT-2's small initial weights avoid that; the Transformer of 2017 learns it away. With small initial weights, expect the loss to start at ln V; if it starts above that, look for a reason like this one.</details>
#
# One batch is learned down to the floor of 0.74, so the model, the loss and the shift work together.
#
# ### Half a minute of training
#
# Each step trains on 32 words of similar length. The loss is computed from the decoder's output alone; the encoder's
# gradient comes through cross-attention and nowhere else.

# %% tags=["explore"]
STEPS = {"small": 1500, "full": 20_000}[scale]
if answered("shift_right", "label_smoothed_loss", "EncoderDecoder"):
    torch.manual_seed(0)
    model = EncoderDecoder(len(VOCABULARY), 96, 4, 384, 2, 2).to(where)
    losses = transduction.train(
        model, smoothed_loss_of(model), train, steps=STEPS, batch_size=32, label="letters to phonemes"
    )
    plots.losses({"smoothed loss": losses}, floor=0.738)
    record("smoothed loss at the end", sum(losses[-50:]) / 50, expected=(0.75, 1.15))

# %% [markdown]
# The loss is still well above its floor. Is that good? A teacher-forced loss can't tell you, because the decoder was
# given the correct symbols at every step. So let the model write on its own, and count its mistakes.

# %% [markdown]
# ## 4 · Edit distance: `edit_distance`
#
# *Medium · 9 minutes · without `rapidfuzz`*
#
# Suppose the model writes `M AE K` for *make*, where `M EY K` is right. That is one mistake. And if it writes `EY K`?
# Position by position, nothing matches, although only the first phoneme is missing. So we count edits. The **edit
# distance** is the smallest number of **deletions**, **insertions** and **substitutions** that turn one sequence into
# the other (Levenshtein 1965).
#
# Trying every combination takes forever. **Dynamic programming** is faster: let $d_{i,j}$ be the distance between the
# first i symbols of one sequence and the first j of the other. Whatever the best solution is, its last step is one of
# three, and each leaves a pair of shorter prefixes:
#
# $$d_{i,j} = \min\left(d_{i-1,j} + 1,\quad d_{i,j-1} + 1,\quad d_{i-1,j-1} + [a_i \ne b_j]\right)$$
#
# Work out $d_{i,0}$ before you unfold.
#
# <details><summary>Answer</summary>It is i: to turn i symbols into nothing, delete all of them.</details>


# %% nbgrader={"grade_id": "edit_distance", "solution": true}
def edit_distance(a, b):
    """The fewest deletions, insertions and substitutions that turn a into b.

    a, b: two lists of symbols or two strings, either may be empty; not modified.
    Returns an int. The work grows with len(a) · len(b), not faster.
    """
    ### BEGIN SOLUTION
    row = list(range(len(b) + 1))  # from nothing to each beginning of b
    for i, x in enumerate(a, 1):
        new = [i]
        for j, y in enumerate(b, 1):
            new.append(min(row[j] + 1, new[-1] + 1, row[j - 1] + (x != y)))
        row = new
    return row[-1]
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "edit_distance_hints", "locked": true}
# <details><summary>A question to start from</summary>Draw the table for <i>cat</i> and <i>cut</i> on paper. Which row and which column can you fill in right away?</details>
# <details><summary>A pointer</summary>Each entry needs three neighbours: above, left, and diagonally above left. Two rows are enough, but keeping the whole table does no harm.</details>
# <details><summary>In pseudocode</summary>The first row counts up from 0. For each symbol of a, start a new row with that symbol's number; for each symbol of b, append the smallest of the three candidates. The last entry of the last row is the answer.</details>


# %% nbgrader={"grade_id": "check_edit_distance", "grade": true, "locked": true, "points": 2}
@check("edit_distance")
def _(pairs):
    distances = [edit_distance(a, b) for a, b in pairs]
    return {
        "distances": distances,
        "int": {"distances": distances, "types": sorted({type(d).__name__ for d in distances})},
        "arguments unchanged": {"distances": distances, "pairs": pairs},
    }


# %% [markdown]
# ## 5 · Phoneme error rate: `phoneme_error_rate`
#
# *Easy · 4 minutes · uses exercise edit_distance*
#
# The **phoneme error rate** is the number of edits over all words, divided by the number of phonemes in all correct
# pronunciations. Speech recognition has used the same measure for fifty years, with words instead of phonemes: the
# **word error rate**. Because we count phonemes, a word of ten phonemes weighs more than a word of two.
#
# **Predict**: can the rate be above 1?
#
# <details><summary>Answer</summary>Yes. If the model writes six phonemes where two are right, turning them into the right ones takes at least four edits: a rate of 2.</details>


# %% nbgrader={"grade_id": "phoneme_error_rate", "solution": true}
def phoneme_error_rate(written, right):
    """The number of edits over all words, divided by the number of correct phonemes.

    written, right: two lists of the same number of words, each word a list of phonemes;
    at least one word in `right` has a phoneme.
    Returns a float, 0 if every word is right.
    """
    ### BEGIN SOLUTION
    return sum(edit_distance(w, r) for w, r in zip(written, right)) / sum(len(r) for r in right)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "phoneme_error_rate_hints", "locked": true}
# <details><summary>A question to start from</summary>Take two words: one has two phonemes, both wrong, and the other has eight, all right. What share of all the phonemes is wrong?</details>
# <details><summary>A pointer</summary>Two sums, then one division.</details>


# %% nbgrader={"grade_id": "check_phoneme_error_rate", "grade": true, "locked": true, "points": 1}
@check("phoneme_error_rate")
def _(written, right):
    return {"rate": phoneme_error_rate(written, right)}


# %% [markdown]
# ### Two baselines without weights
#
# Is the model any good? Compare it with two lookup tables that have no weights at all. The first gives each letter its
# most frequent sound, whatever its neighbours are. The second also looks at two letters on either side, and at fewer if
# it hasn't seen that combination.
#
# **Predict** how the three rank, and their error rates.

# %% tags=["explore"]
words, right = [row.word for row in test], [list(row.phonemes) for row in test]
if answered("EncoderDecoder", "shift_right", "label_smoothed_loss", "edit_distance", "phoneme_error_rate"):
    table = pronunciations.LetterTable(train[:20_000], context=2)
    guesses = {
        "each letter alone": table.pronounce(words, 0),
        "with two neighbours": table.pronounce(words, 2),
        "encoder–decoder": transduction.greedy(transduction.pairs_begin(model), words, device=where),
    }
    rates = {name: phoneme_error_rate(found, right) for name, found in guesses.items()}
    plots.error_rates(rates)
    record("error rate with two neighbours", rates["with two neighbours"], expected=(0.15, 0.16))
    record(
        "error rate of the encoder–decoder",
        rates["encoder–decoder"],
        expected=(0.14, 0.175) if scale == "small" else (0.085, 0.105),
    )

# %% [markdown]
# <details><summary>The answer</summary>
#
# The table of single letters is wrong four times in ten: *c* is K or S, and a final *e* is usually silent. Two
# neighbours on either side bring that down to 15.5 %, and after half a minute the model is no better: 15.3, 16.0 and
# 16.6 % with three seeds. With counts from all 105,600 words, which takes longer than the training, the table reaches
# 12.6 %. But the model is still learning: it has seen fewer than half of the words, each once. After thirteen times as
# many words its error rate is 9.5 %. The lookup table grows with its training data; the model doesn't.
#
# </details>
#
# ### How much leaks?
#
# Some test words contain a training word, like *kristoffe*. The next cell splits the test set in two: words of which at
# least half is a training word of five letters or more with the same pronunciation, and the rest.

# %% tags=["explore"]
if answered("EncoderDecoder", "shift_right", "label_smoothed_loss", "edit_distance", "phoneme_error_rate"):
    leaked = leakage.leaked(test, train)
    print("for example:", ", ".join([word for word, seen in zip(words, leaked) if seen][:8]))
    record("test words that contain a training word", sum(leaked), expected=(192, 192))
    halves = {}
    for name in ("with two neighbours", "encoder–decoder"):
        for part, wanted in {"leaked": True, "the rest": False}.items():
            chosen = [i for i, seen in enumerate(leaked) if seen == wanted]
            found, correct = [guesses[name][i] for i in chosen], [right[i] for i in chosen]
            halves[f"{name}, {part}"] = phoneme_error_rate(found, correct)
    plots.error_rates(halves)
    gap = halves["encoder–decoder, the rest"] - halves["encoder–decoder, leaked"]
    record("error rate of the rest minus that of the leaked words", gap, expected=(0.02, 0.07))

# %% [markdown]
# Leakage helps, and it helps the table more. On the 192 leaked words the model gets 12 to 13 % of the phonemes wrong
# and the table 10 %. On the rest the model is at 16.3, 16.9 and 17.5 % with three seeds, and the table at 17.0 %. So
# the error rates above are about one point too low, but the comparison stands: it is still a tie.
#
# ### The attention map
#
# In 2015, Bahdanau, Cho and Bengio showed where a translation model looks while it writes, in one of the first
# **attention maps**. Here is yours: the cross-attention weights of the last decoder block, averaged over heads. Each
# row is a phoneme as it is written, each column a letter. All three words are from the test set. **Predict** what the
# *ph* of *typhoid* looks like, and the first *k* of *kneecap*.

# %% tags=["explore"]
if answered("EncoderDecoder", "shift_right", "label_smoothed_loss"):
    spoken = ["typhoid", "kneecap", "videophone"]
    drawn = []
    for word, phonemes in zip(
        spoken, transduction.greedy(transduction.pairs_begin(model), spoken, device=where)
    ):
        drawn.append((transduction.cross_weights(model, word, phonemes), word, phonemes))
    plots.alignments(drawn)

# %% [markdown]
# <details><summary>The answer</summary>
#
# In our run, `F` attends to *p* and *h* about equally: two letters, one sound. `N` gives a third of its attention to
# the silent *k* of *kneecap*, and no phoneme attends much to the last *e* of *videophone*. The training data doesn't
# say which letter belongs to which sound; the model found this **alignment** by itself. It follows the diagonal because
# English spelling runs in the same order as its sounds. A translation into Japanese would look different.
#
# </details>

# %% [markdown]
# **A good place to stop.** You have the complete Transformer of 2017, trained and measured. When you come back, *Run
# All Cells* takes you here: your answers stay, and the model trains again in half a minute. The second sitting makes it
# write faster and better, and asks whether it needs two halves at all.
#
# <details><summary>1. What does the decoder read at position t during training, and what when it writes on its own?</summary>During training the correct symbols before t (teacher forcing). On its own, the symbols that it has written itself.</details>
# <details><summary>2. The model writes <code>K AE P</code> where <code>K AE P S</code> is right. What is the edit distance, and what is the phoneme error rate?</summary>1, because one insertion repairs it. One edit for four phonemes is a rate of 25 %.</details>
# <details><summary>3. What does cross-attention compute from the memory alone?</summary>Its keys and values. Only the queries come from the decoder.</details>
# <details><summary>4. Why is log-probability used to compare two texts of a beam search?</summary>Log-probabilities of the symbols add up, whereas a product of many small probabilities becomes too small to represent (lesson 06).</details>
# <details><summary>5. Which entries does a causal mask allow?</summary>Those where the key isn't after the query: the lower triangle with its diagonal (lesson 02).</details>

# %% [markdown]
# ## 6 · The cross-attention cache: `cross_cache`
#
# *Easy · 7 minutes · without `nn.Transformer`, its encoders, decoders and their layers, and the given `CrossAttention`*
#
# To write a word of ten phonemes, the decoder runs ten times, and the memory is the same each time. So are the keys and
# values that every block computes from it, yet the greedy decoding above recomputed them at each step. Compute them
# once, before the first symbol.
#
# `block.cross_attention` has `kv_proj`, a `Linear` that gives 2 · D features for each letter: first the keys, then the
# values. It also has `n_heads`.
#
# **Predict** whether this cache grows while the model writes.
#
# <details><summary>Answer</summary>It doesn't. The self-attention cache grows by one entry per symbol, but this one has S entries from start to end, and all beams of a search can share it.</details>


# %% nbgrader={"grade_id": "cross_cache", "solution": true}
def cross_cache(blocks, memory):
    """The keys and values of cross-attention in each decoder block, computed once.

    blocks: decoder blocks; `block.cross_attention` is a CrossAttention.
    memory: (B, S, width of the memory), not modified.
    Returns a list with one pair (keys, values) per block, each of shape (B, H, S, d).
    Gradients flow through them.
    """
    ### BEGIN SOLUTION
    found = []
    for block in blocks:
        attention = block.cross_attention
        k, v = (
            split_heads(part, attention.n_heads) for part in attention.kv_proj(memory).chunk(2, dim=-1)
        )  # (B, H, S, d)
        found.append((k, v))
    return found
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "cross_cache_hints", "locked": true}
# <details><summary>A question to start from</summary>What does cross-attention do with the memory before any query comes in?</details>
# <details><summary>A pointer</summary><code>chunk(2, dim=-1)</code> cuts the features in two. <code>split_heads(x, n)</code> turns (B, S, D) into (B, H, S, d).</details>


# %% nbgrader={"grade_id": "check_cross_cache", "grade": true, "locked": true, "points": 2}
@check("cross_cache")
def _(memory, weights, sizes):
    D, H, width, layers = sizes
    blocks = [DecoderBlock(D, H, d_memory=width) for _ in range(layers)]
    for i, block in enumerate(blocks):
        named = {name.removeprefix(f"{i}."): w for name, w in weights.items() if name.startswith(f"{i}.")}
        load_weights(block.cross_attention, named)
    found = cross_cache(blocks, memory.requires_grad_())
    keys, values = (torch.stack([pair[n] for pair in found]) for n in (0, 1))
    total = 2 * keys.sum() + values.sum()
    backward(total, torch.ones_like(total))
    return {
        "keys": keys.detach(),
        "values": values.detach(),
        "gradient of the memory": memory.grad,
        "memory unchanged": {"keys": keys.detach()[0, :, :, 0], "memory": memory.detach()},
    }


# %% [markdown]
# ## 7 · One cached decoding step: `decode_step`
#
# *Medium · 15 minutes · without `nn.Transformer`, its encoders, decoders and their layers, and the given blocks and attention layers as a whole*
#
# Now run one new symbol through a decoder block. The three sublayers are those of lesson 03:
#
# 1. self-attention: the query comes from the new symbol, the keys from all symbols so far, including the new one.
#    `past.append(k, v)` adds its key and value to the cache and returns all keys and values so far, (B, H, t, d) each;
# 2. cross-attention to the memory, whose keys and values are ready;
# 3. the feed-forward layer.
#
# Each sublayer reads the output of its norm, and its result is added to x. `block.attention` has `qkv_proj` (queries,
# keys and values side by side), `out_proj` and `n_heads`; `block.cross_attention` has `q_proj`, `out_proj` and
# `n_heads`. There are also `block.feed_forward`, `block.norm1`, `block.norm2` and `block.norm3`. Build the step from
# these parts, without calling `block(…)`, `block.attention(…)` or `block.cross_attention(…)`.
#
# **Predict** where you need a causal mask.
#
# <details><summary>Answer</summary>Nowhere. The cache holds nothing later than the new symbol, which may see everything in it.</details>


# %% nbgrader={"grade_id": "decode_step", "solution": true}
def decode_step(block, x, past, k, v, keep):
    """One new symbol through a pre-LN decoder block.

    block: a DecoderBlock, with the layers named above; no dropout.  x: (B, 1, D).
    past: the KVCache of self-attention. It holds the symbols before this one, and this
    one as well when the function returns.
    k, v: (B, H, S, d), the keys and values of the memory in this block.
    keep: (B, S) bool, True at symbols of the memory.
    Returns (B, 1, D). x, k, v and keep are not modified.
    """
    ### BEGIN SOLUTION
    attention, cross = block.attention, block.cross_attention
    q, new_k, new_v = (
        split_heads(part, attention.n_heads) for part in attention.qkv_proj(block.norm1(x)).chunk(3, dim=-1)
    )  # (B, H, 1, d)
    keys, values = past.append(new_k, new_v)  # (B, H, t, d)
    context = F.scaled_dot_product_attention(q, keys, values)  # (B, H, 1, d)
    x = x + attention.out_proj(merge_heads(context))
    q = split_heads(cross.q_proj(block.norm2(x)), cross.n_heads)  # (B, H, 1, d)
    context = F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None, :])
    x = x + cross.out_proj(merge_heads(context))
    return x + block.feed_forward(block.norm3(x))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "decode_step_hints", "locked": true}
# <details><summary>A question to start from</summary>For each of the two attentions: where does the query come from, and where do the keys and values come from?</details>
# <details><summary>A pointer</summary><code>F.scaled_dot_product_attention(q, k, v, attn_mask=…)</code> takes (B, H, queries, d) and a mask that broadcasts to (B, H, queries, keys), True where a query may look. <code>merge_heads</code> undoes <code>split_heads</code>.</details>
# <details><summary>In pseudocode</summary>Normalize, project, split heads; append the new key and value to the cache; attend to all of it; merge heads, project, add. Normalize, project the query, split heads; attend to the memory except its padding; merge heads, project, add. Normalize, feed forward, add.</details>


# %% nbgrader={"grade_id": "check_decode_step", "grade": true, "locked": true, "points": 4}
@check("decode_step")
def _(x, memory, keep, weights, n_heads):
    block = load_weights(DecoderBlock(x.shape[2], n_heads, 2 * x.shape[2], act="relu"), weights).eval()
    past, given, kept = KVCache(), x.clone(), []
    with torch.no_grad():
        k, v = block.cross_attention.keys_and_values(memory)
        both_k, both_v = k.clone(), v.clone()
        rows = []
        for symbol in given.split(1, dim=1):
            rows.append(decode_step(block, symbol, past, k, v, keep))
            kept.append(past.length)
    y = torch.cat(rows, dim=1)
    return {
        "first symbol": y[:, :1],
        "later symbols": y[:, 1:],
        "symbols kept": {"first": y[:, :1], "kept": kept},
        "arguments unchanged": {
            "first": y[:, :1],
            "x": given,
            "keep": keep,
            "k and v": bool((k == both_k).all() and (v == both_v).all()),
        },
    }


# %% nbgrader={"grade_id": "cached_a", "locked": true}
def begin_cached(model, source, keep):
    """Read the source once.  Returns the step, which runs one symbol: all so far (B, t) → scores of the next (B, V)."""
    crossed = cross_cache(model.decoder, model.encode(source, keep))
    pasts = [KVCache() for _ in model.decoder]

    def step(so_far):
        place = so_far.shape[1] - 1
        x = model.tokens(so_far[:, -1:]) * math.sqrt(model.tokens.embedding_dim) + model.positions[place]
        for block, past, (k, v) in zip(model.decoder, pasts, crossed):
            x = decode_step(block, x, past, k, v, keep)
        return F.linear(model.decoder_norm(x), model.tokens.weight)[:, -1]

    return step


# %% [markdown]
# Take a source of 400 symbols, a target of 60, and a model four times as wide. **Predict** the speedup from the two
# caches.

# %% tags=["explore"]
if answered("EncoderDecoder", "cross_cache", "decode_step"):
    torch.manual_seed(0)
    wide = EncoderDecoder(len(VOCABULARY), 384, 6, 1536, 2, 4, longest=400).to(where).eval()
    source = torch.randint(3, 30, (1, 400), device=where)
    keep = torch.ones_like(source).bool()
    so_far = torch.randint(30, 69, (1, 60), device=where)
    with torch.no_grad():
        memory, seconds, scores = wide.encode(source, keep), [], []
        plain = lambda ids: wide.decode(ids, memory, keep)[:, -1]
        for step in (plain, begin_cached(wide, source, keep)):
            started = time.perf_counter()
            scores.append(torch.stack([step(so_far[:, : t + 1]).cpu() for t in range(60)]))
            seconds.append(time.perf_counter() - started)
    record("largest difference between the two", (scores[0] - scores[1]).abs().max().item(), (0, 1e-4))
    print(
        f"without caches {seconds[0]:.2f} s, with both {seconds[1]:.2f} s: {seconds[0] / seconds[1]:.0f} times as fast"
    )

# %% [markdown]
# <details><summary>Answer</summary>Five or six times on the machine this was written on. Most of that comes from the memory: without its cache, each of the four blocks recomputes the keys and values of all 400 symbols for each of the 60 outputs. The scores are the same.</details>

# %% [markdown]
# ## 8 · Beam search with a length penalty: `beam_decode`
#
# *Hard · 20 minutes · without `transformers`*
#
# In lesson 06, finished texts took up slots in the beam. Wu et al. (2016, section 7) do better.
#
# **Ending is always an option.** In each step, close a copy of every running text (**hypothesis**) by adding `end`, and
# remember the best closed text. Of all continuations without `end`, the `width` best run on.
#
# **A length penalty.** Every symbol lowers the log-probability, which favours short texts. Compare closed texts by
#
# $$\mathrm{score}(Y) = \frac{\log P(Y)}{\mathrm{lp}(Y)} \qquad \mathrm{lp}(Y) = \left(\frac{5 + |Y|}{5 + 1}\right)^{\alpha}$$
#
# where |Y| counts the symbols written, including `end`. The 5 lets lp grow slowly at first.
#
# **Stop when nothing can change.** A running text with log-probability s ≤ 0 can only lose probability, and its lp is
# at most that of `limit` symbols, so its score can't exceed s / lp(limit). Stop once the best closed score reaches the
# bound of the best running text.


# %% nbgrader={"grade_id": "beam_decode", "solution": true}
def beam_decode(step, start, end, width, limit, alpha):
    """The best text that a beam search finds, by log-probability over Wu's length
    penalty.

    step: takes the ids of all running texts, (b, t) int64 on the CPU, each beginning
    with `start`. It returns finite scores (b, V) for the next symbol, on any device;
    they aren't log-probabilities yet. Call it once per step: first with `start` alone,
    then with the `width` likeliest running texts (all of them if there are fewer), the
    likeliest first. No two candidates tie.
    start, end: two ids.  width: how many texts keep running, at least 1, even above V.
    limit: the most symbols to write, `end` included, at least 1.  alpha: 0 or more.
    Returns (list of the ids written, with `end` and without `start`; score as a float).
    A call of `step` that can't change the result is not made.
    """
    ### BEGIN SOLUTION
    running, total = [[start]], torch.zeros(1)
    text, score = [], -torch.inf
    for length in range(1, limit + 1):
        so_far = total[:, None] + step(torch.tensor(running)).log_softmax(dim=-1).cpu()  # (b, V)
        penalty = ((5 + length) / 6) ** alpha
        closed = so_far[:, end] / penalty  # (b,)
        if closed.max() > score:
            row = int(closed.argmax())
            text, score = running[row][1:] + [end], closed.max().item()
        so_far[:, end] = -torch.inf
        best = so_far.flatten().topk(min(width, len(running) * (so_far.shape[1] - 1)))
        grown = []
        for place in best.indices.tolist():
            parent, symbol = divmod(place, so_far.shape[1])
            grown.append(running[parent] + [symbol])
        running, total = grown, best.values
        if score >= total[0] / ((5 + limit) / 6) ** alpha:
            break
    return text, score
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "beam_decode_hints", "locked": true}
# <details><summary>A question to start from</summary>Three texts are running, and there are five symbols, one of them <code>end</code>. How many copies do you close in this step, and how many continuations do you choose from?</details>
# <details><summary>A pointer</summary>Arrange the totals as a table (b, V). Read the column of <code>end</code>, then make sure it can't be chosen. <code>divmod</code> turns an index into the flattened table into a row and a column.</details>
# <details><summary>In pseudocode</summary>Add this step's log-probabilities to the totals. Close a copy of every text, and keep the best one ever closed, with its score. Rule out <code>end</code>. Choose the best of all continuations. Compare the bound of the first one with the best score, and stop or go on.</details>


# %% nbgrader={"grade_id": "check_beam_decode", "grade": true, "locked": true, "points": 4}
@check("beam_decode")
def _(tables, start, end, width, limit, alpha):
    first, second, by_length = (table.cpu() for table in tables)
    calls = []

    def step(ids):
        calls.append(ids.tolist())
        before = second[ids[:, -2]] if ids.shape[1] > 1 else second[0]
        return first[ids[:, -1]] + before + by_length[ids.shape[1]]

    text, score = beam_decode(step, start, end, width, limit, alpha)
    return {
        "text": text,
        "score": {"text": text, "score": score, "type": type(score).__name__},
        "texts in each call": {"text": text, "texts": calls},
    }


# %% nbgrader={"grade_id": "pronounce_a", "locked": true}
@torch.no_grad()
def pronounce(word, width, alpha=0.6):
    """One word's phonemes, by your beam search."""
    source = torch.tensor([pronunciations.encode(word)], device=where)  # (1, S)
    keep = torch.ones_like(source).bool()
    memory = model.encode(source, keep)
    many = lambda b: (memory.expand(b, -1, -1), keep.expand(b, -1))
    step = lambda ids: model.decode(ids.to(where), *many(len(ids)))[:, -1]
    return pronunciations.decode(beam_decode(step, START, END, width, 24, alpha)[0])


# %% [markdown]
# Decode two hundred test words, first greedily and then with four beams. The paper of 2017 used four beams and α = 0.6
# (section 6.1). **Predict** how much the beams gain.

# %% tags=["explore"]
if answered("EncoderDecoder", "shift_right", "label_smoothed_loss", "phoneme_error_rate", "edit_distance",
            "beam_decode"):  # fmt: skip
    beam_rates = {
        f"width {w}": phoneme_error_rate([pronounce(word, w) for word in words[:200]], right[:200])
        for w in (1, 4)
    }
    plots.error_rates(beam_rates)
    record(
        "error rate with four beams over greedy",
        beam_rates["width 4"] / beam_rates["width 1"],
        expected=(0.9, 1.03),
    )

# %% [markdown]
# <details><summary>The answer</summary>Hardly anything. With one seed, four beams reach 15.8 % on these 200 words and greedy decoding 16.3 %; on 600 words both are at 15.6 %. For most spellings few pronunciations are plausible, and where there are two, the next letters settle the matter at once. Whole sentences have many good beginnings, so translation gains more.</details>
#
# ### Then use the library
#
# In `transformers`, beam search is one call, `model.generate(num_beams=4)`, for every model that can return scores. A
# thin wrapper (`utils/topics/encoder_decoder/library_twins.py`) gives it yours. The library divides log P by
# $|Y|^{\text{length\_penalty}}$ instead of Wu's lp, so for a comparison we switch both penalties off.

# %% tags=["explore"]
if answered("EncoderDecoder", "shift_right", "label_smoothed_loss", "beam_decode"):
    library, same = library_twins.for_generate(model), []
    for word in words[:50]:
        ids = torch.tensor([pronunciations.encode(word)], device=where)  # (1, S)
        written = library.generate(
            ids,
            attention_mask=torch.ones_like(ids),
            num_beams=4,
            length_penalty=0.0,
            early_stopping="never",
            max_new_tokens=24,
            do_sample=False,
        )
        same.append(pronunciations.decode(written[0].tolist()) == pronounce(word, 4, alpha=0.0))
    record("share of words with the same pronunciation", sum(same) / len(same), expected=(0.95, 1))

# %% [markdown]
# ## 9 · Prefix language models: `prefix_lm_mask`
#
# *Easy · 7 minutes*
#
# GPT has no encoder. It can still do this task if we concatenate source and target into one sequence:
#
# ```
#   c  a  t  <start>  K  AE  T  <end>
# ```
#
# The loss counts from `<start>` on. But with a causal mask, *c* can't see *a* and *t*: each letter is read without the
# letters after it. A **prefix language model** fixes this by changing only the mask: every position may see the whole
# prefix, and also itself and everything before it (Liu et al. 2018; Raffel et al. 2020, section 3.2).


# %% nbgrader={"grade_id": "prefix_lm_mask", "solution": true}
def prefix_lm_mask(prefix, T):
    """The mask of a prefix language model: every position may see the whole prefix, and
    itself and everything before it.

    prefix: (B,) int64, the length of each row's prefix, 0 or more; it may exceed T.
    Not modified.
    Returns (B, 1, T, T) bool on the device of `prefix`: True where query i (row) may
    see key j (column).
    """
    ### BEGIN SOLUTION
    causal = torch.ones(T, T, dtype=torch.bool, device=prefix.device).tril()  # (T, T)
    given = torch.arange(T, device=prefix.device) < prefix.unsqueeze(1)  # (B, T) keys of the prefix
    return (causal | given.unsqueeze(1)).unsqueeze(1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "prefix_lm_mask_hints", "locked": true}
# <details><summary>A question to start from</summary>When may query i see key j? Answer in one sentence with an <i>or</i>. Which half of it depends on the row of the batch?</details>
# <details><summary>A pointer</summary>Comparing <code>torch.arange(T)</code> with a column of lengths gives one row of True and False per sequence.</details>


# %% nbgrader={"grade_id": "check_prefix_lm_mask", "grade": true, "locked": true, "points": 2}
@check("prefix_lm_mask")
def _(prefix, T, weight):
    mask = prefix_lm_mask(prefix, T)
    return {
        "mask": {"mask": mask, "weighted": weight * mask},
        "prefix unchanged": {"mask": mask, "prefix": prefix},
    }


# %% [markdown]
# Here is one sequence under the masks of all prefix lengths: at length 0 it is GPT's, at 7 BERT's. Leave the
# slider at 4, and find the three attentions of an encoder–decoder in the picture.
#
# <details><summary>Answer</summary>The upper left square is the encoder's self-attention, the lower left rectangle is cross-attention, and the lower right triangle is the decoder's self-attention. The upper right stays empty: the source can't see a target that isn't written yet. An encoder–decoder has separate weights for the three attentions, whereas a prefix LM uses one set for all of them.</details>

# %% tags=["explore"]
if answered("prefix_lm_mask"):
    row = ["c", "a", "t", "|", "K", "AE", "T"]

    def mask_after(n):
        plots.masks({f"a prefix of {n}": prefix_lm_mask(torch.tensor([n]), 7)}, prefix=n, labels=row)

    interactive.slider(mask_after, range(8), "symbols in the prefix", start=4)

# %% [markdown]
# ### Three forms, equal size
#
# A single stack of four blocks, made a little wider inside, has as many weights as our encoder and decoder of two
# blocks each. All three forms train for 600 steps on the same words with the same seed. (At scale small the prefix LM's
# result is a recorded one: 27 November 2026, a CPU.) **Predict** how they rank.

# %% tags=["explore"]
FORM_STEPS = {"small": 600, "full": 6000}[scale]
if answered("label_smoothed_loss", "phoneme_error_rate", "edit_distance", "prefix_lm_mask"):
    forms = {"prefix-LM": 0.260} if scale == "small" else {}  # recorded
    single = {"decoder-only": None, "prefix-LM": prefix_lm_mask}
    for name, mask_of in single.items():
        if name in forms:
            continue
        torch.manual_seed(0)
        one = transduction.JoinedModel(len(VOCABULARY)).to(where)

        def joined_loss(batch):
            mask = None if mask_of is None else mask_of(batch.prefix, batch.ids.shape[1])
            return label_smoothed_loss(one(batch.ids, mask), batch.targets, 0.1, PAD)

        transduction.train(
            one, joined_loss, train, form="joined", steps=FORM_STEPS, batch_size=32, lr=3e-3, label=name
        )
        found = transduction.greedy(transduction.joined_begin(one, mask_of), words, device=where)
        forms[name] = phoneme_error_rate(found, right)

# %% tags=["explore"]
if answered("EncoderDecoder", "shift_right", "label_smoothed_loss", "phoneme_error_rate", "edit_distance",
            "prefix_lm_mask"):  # fmt: skip
    torch.manual_seed(0)
    two = EncoderDecoder(len(VOCABULARY), 96, 4, 384, 2, 2).to(where)
    transduction.train(
        two, smoothed_loss_of(two), train, steps=FORM_STEPS, batch_size=32, lr=3e-3, label="encoder–decoder"
    )
    found = transduction.greedy(transduction.pairs_begin(two), words, device=where)
    forms["encoder–decoder"] = phoneme_error_rate(found, right)
    plots.error_rates(forms)
    record("weights of one stack over two", transduction.count(one) / transduction.count(two), (0.99, 1.01))
    expected = (0.2, 0.32) if scale == "small" else (0.08, 0.2)
    record("largest error rate of the three", largest(forms.values()), expected=expected)

# %% [markdown]
# <details><summary>The answer</summary>
#
# Decoder-only 22.8 %, encoder–decoder 23.3 %, prefix LM 26.0 %. After so few steps, another seed could reverse these
# differences. With 1,500 steps and three seeds: encoder–decoder 15.3, 15.9 and 16.2 %, decoder-only 16.0, 15.7 and
# 15.9 %, prefix LM 18.6, 17.2 and 17.6 %. So at this size the first two are equal, and the prefix mask doesn't help.
#
# The T5 paper ranked the encoder–decoder first, the prefix LM second and decoder-only last (table 2). Its
# encoder–decoder was matched in cost, not size: it had twice the weights of a single stack. But a variant whose encoder
# and decoder share their weights has no more than a single stack, and it still beat both the prefix LM and the
# decoder-only model. So the number of weights alone doesn't explain why our result is different. With weights equal, as
# here, a step of the single stack took 1.6 times as long, because all its weights process the source as well as the
# target.
#
# </details>

# %% [markdown]
# ## 10 · Span corruption: `span_corrupt`
#
# *Medium · 10 minutes*
#
# An encoder–decoder learns from pairs of source and target, and pairs are rare. T5 makes its own out of plain text:
# delete a few short spans, mark each gap, and let the decoder write what is missing (Raffel et al. 2020, section 3.1.4
# and figure 2). This is **span corruption**, a **denoising objective**:
#
# ```
#   text      the   lamp  in  the  old  hall  has  gone  out
#   inputs    the   <X>   the  old  <Y>  out
#   targets   <X>   lamp  in   <Y>  hall  has  gone  <Z>
# ```
#
# These marks, the **sentinels**, are ids in the vocabulary: the first sentinel has the highest id, and the
# next ones count down. Each span is replaced by a single sentinel, however long the span is. The targets always end
# with one more sentinel, even if there are no spans.
#
# **Predict** why T5 doesn't use one mask per deleted token, as BERT does.
#
# <details><summary>Answer</summary>One mask per token would reveal how long each gap is, and the targets would be as long as the text, although the decoder pays for each symbol it writes.</details>


# %% nbgrader={"grade_id": "span_corrupt", "solution": true}
def span_corrupt(ids, spans, sentinel):
    """T5's inputs and targets for a text in which some spans are deleted.

    ids: list of int.
    spans: list of (start, length) in order. Each span has at least one id, and at least
    one id is kept between two spans. The list may be empty; then the targets are the
    closing sentinel alone.
    sentinel: id of the first sentinel; the next ones count down.
    Returns (inputs, targets), two lists of int. ids and spans are not modified.
    """
    ### BEGIN SOLUTION
    inputs, targets, at = [], [], 0
    for number, (start, length) in enumerate(spans):
        inputs += ids[at:start] + [sentinel - number]
        targets += [sentinel - number] + ids[start : start + length]
        at = start + length
    return inputs + ids[at:], targets + [sentinel - len(spans)]
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "span_corrupt_hints", "locked": true}
# <details><summary>A question to start from</summary>In the example: what is copied to the inputs before each sentinel, and what is copied to the targets after it?</details>
# <details><summary>A pointer</summary>Remember where the last span ended. For a list, <code>ids[a:b]</code> is a new list, and <code>+</code> joins two lists.</details>


# %% nbgrader={"grade_id": "check_span_corrupt", "grade": true, "locked": true, "points": 3}
@check("span_corrupt")
def _(ids, spans, sentinel):
    given = [tuple(span) for span in spans]
    inputs, targets = span_corrupt(ids, given, sentinel)
    kept = {"ids": ids, "spans": [list(span) for span in given]}
    return {
        "inputs": inputs,
        "targets": targets,
        "arguments unchanged": {"inputs": inputs, "targets": targets, **kept},
    }


# %% [markdown]
# T5 deletes 15 % of a text, in spans of three tokens on average. No information is lost, because inputs and targets
# together give the text back. For a text of 568 tokens with 28 spans, *compute* the lengths of inputs and targets.
# Then run the cell.

# %% tags=["explore"]
if answered("span_corrupt"):
    generator = torch.Generator().manual_seed(3)
    ids = list(range(568))
    drawn = span_corruption.draw(568, rate=0.15, mean=3, generator=generator)
    inputs, targets = span_corrupt(ids, drawn, 32_099)
    assert span_corruption.restore(inputs, targets) == ids
    print(f"{len(drawn)} spans, {len(inputs)} inputs, {len(targets)} targets")
    text = "a model that reads one text and writes another has two halves and one table".split()
    names = dict(enumerate(text)) | {99 - n: f"<{name}>" for n, name in enumerate("XYZ")}
    few = span_corruption.draw(len(text), rate=0.3, mean=2, generator=torch.Generator().manual_seed(3))
    places = list(range(len(text)))
    display(plots.spans(places, *span_corrupt(places, few, 99), names))
    record("ids of inputs and targets for 568 of text", len(inputs) + len(targets), expected=(625, 625))

# %% [markdown]
# <details><summary>Answer</summary>85 ids are deleted. Inputs: 568 − 85 + 28 = 511. Targets: 85 + 28 + 1 = 114. With an end symbol the inputs have length 512, and that round number is no accident.</details>

# %% [markdown] nbgrader={"grade_id": "written_a", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). You have to translate subtitles, one line at a time, a
# million lines per day, on hardware you can't change. Compare an encoder–decoder with a decoder-only model of the same
# number of weights: which tokens can see which part of the source, what is computed once per line, what grows while a
# line is written, and why it matters that one of them can train on plain text without a trick. Which one would you
# choose, and what would you measure before you decide?
#
# ### BEGIN SOLUTION
# **Model answer.** In the encoder–decoder, each source token sees the whole line, and every target token sees all of it
# through cross-attention. In the decoder-only model, source tokens see only what comes before them, unless it uses a
# prefix mask. Per line, the encoder runs once, and so does the computation of the memory's keys and values; a
# decoder-only model also computes the source's keys and values once, in all its layers. While a line is written, only
# the self-attention cache grows; the cross-attention cache has the length of the source from the start. The encoder's
# weights aren't used while writing, so each symbol costs about half as much as in a single stack with the same number
# of weights. A decoder-only model trains on plain text as it is; an encoder–decoder needs pairs or span corruption, so
# at scale the decoder-only model has more text. For one fixed task with many pairs I would choose the encoder–decoder.
# I would measure the error rate on held-out lines at equal weights and at equal compute, with several seeds, and the
# throughput in lines per second on the given hardware.
#
# **Rubric.**
#
# - a, 0.5 points: which tokens can see what
# - b, 0.5 points: what is computed once, and what grows
# - c, 0.5 points: a decision that follows from the reasons given, including cost or data
# - d, 0.5 points: a measurement on held-out lines at equal size or cost
# ### END SOLUTION

# %% [markdown]
# ## 11 · For a friend
#
# Ask a friend for a name that no dictionary has: a surname, a village, a drug, a planet from a novel. Use only the
# lowercase letters a to z and the apostrophe. Have them say it aloud before you run the cell.

# %% tags=["explore"]
names = ["daenerys", "vaswani", "zyprexa"]
if answered("EncoderDecoder", "shift_right", "label_smoothed_loss", "beam_decode"):
    drawn = []
    for name in names:
        said = pronounce(name, 4)
        drawn.append((transduction.cross_weights(model, name, said), name, said))
        print(f"{name:<12} {' '.join(said)}")
    plots.alignments(drawn)

# %% [markdown]
# **What you have now.** The Transformer as it was first drawn, reading and writing, and three ways to arrange the same
# blocks. You had built every one of its parts before, and that was the point: once you have an encoder and a decoder,
# the model of 2017 is mostly wiring. The next lesson goes back to a model that only writes, and teaches it to follow
# instructions by training very little of it.
#
# **Sources.** Vaswani et al. 2017, *Attention is all you need*, arXiv 1706.03762. Szegedy et al. 2016, *Rethinking the
# Inception architecture*, arXiv 1512.00567. Levenshtein 1965. Bahdanau, Cho and Bengio 2015, arXiv 1409.0473. Wu et al.
# 2016, *Google's neural machine translation system*, arXiv 1609.08144. Liu et al. 2018, *Generating Wikipedia by
# summarizing long sequences*, arXiv 1801.10198. Raffel et al. 2020, *T5*, arXiv 1910.10683. Pronunciations: The CMU
# Pronouncing Dictionary, Carnegie Mellon University, BSD-style licence.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
