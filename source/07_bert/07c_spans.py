# %% [markdown]
# # Lesson 07 · BERT
# ## Third sitting: spans and heads
#
# An encoder can't write. So give it a page and a yellow pen: it can underline the answer to your question, if the page
# has one (**extractive question answering**). If the page doesn't, the encoder should put the pen down, which is the
# hard part.
#
# By the end of this sitting you will have
#
# - a head of two vectors that turns an encoder into a reader,
# - the search for the best span, and a measured threshold below which the pen stays down,
# - exact match and F1,
# - a trained reader next to a cheap rival,
# - an atlas of all 72 attention heads, two tested claims, and the share of heads you can remove unnoticed,
# - your own question about your own page.
#
# | | |
# |---|---|
# | Uses | softmax and masks of lesson 02, cross-entropy of lesson 04, the encoder of the first sitting (all given) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# In this sitting B is the number of texts, T the number of tokens, D the number of features per token, L the number of
# layers and H the number of heads. Positions count from 0, and position 0 is always [CLS].
#
# <details><summary>1. How does an encoder get a question and a page at once?</summary>[CLS] question [SEP] page [SEP], as one row of tokens, with segment 0 up to the first [SEP] and segment 1 after it (first sitting).</details>
# <details><summary>2. T positions, all equally likely. What is the cross-entropy?</summary>ln T (lesson 04). For a page of 165 tokens that is 5.1 nats.</details>
# <details><summary>3. Which logit means "impossible"?</summary>−∞, since softmax turns it into 0 (lesson 02).</details>
# <details><summary>4. Which part of an attention layer mixes the heads?</summary>Only the output projection. Before it, each head has its own columns (lesson 02).</details>
# <details><summary>5. What is validation data for?</summary>For every choice that is not made by the gradient, such as when to stop (second sitting). Here it also chooses a threshold.</details>

# %% nbgrader={"grade_id": "imports_c", "locked": true}
try:
    from autograder.checks import answered, backward, check, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

import math
import re
import string
from collections import Counter

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices
from utils.metrics import largest, record
from utils.topics.bert import span_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# Here is the kind of question the reader will get, made from Wikipedia. The page has four lines, one from each of four
# articles on one topic. Cover the lines that begin with *answer*, and **predict**: which words would you underline?
# Questions like the second one make up a third of the data.

# %% tags=["explore"]
from utils import corpora, minilm

data = corpora.questions()
for row in [data["validation"][i] for i in (19, 4)]:
    print(row["question"], "\n\n" + row["context"], "\n\nanswer:", repr(row["answer"]), "\n" + "-" * 80)
without = sum(row["start"] < 0 for row in data["test"]) / len(data["test"])
_ = record("share of test questions without an answer", without, expected=(0.32, 0.35))

# %% [markdown]
# ## 1 · Start and end scores: `SpanHead`
#
# *Easy · 8 minutes*
#
# The encoder gives each token $i$ a vector $f_i$. A **span head** learns two more vectors, $s$ and $e$. The products
#
# $$a_i = f_i \cdot s + b_s, \qquad b_i = f_i \cdot e + b_e$$
#
# are logits for an answer that *begins* at token $i$ and for one that *ends* there (Devlin et al. 2019, section 4.2;
# the two biases come with `nn.Linear`). That is the whole head: 770 parameters for a width of 384, on top of an encoder
# of 22.7 million.
#
# Not every position can be part of an answer: the question isn't on the page, and padding isn't text. Those positions
# get −∞. [CLS] is open (`may` is True there), because it will stand for "there is no answer".


# %% nbgrader={"grade_id": "SpanHead", "solution": true}
class SpanHead(nn.Module):
    """Two scores for each token: how well the answer would begin here, and how well it
    would end here.

    scores: Linear(width, 2), whose first row scores beginnings and whose second row
    scores ends.
    forward: hidden (B, T, D); may (B, T) bool, True at [CLS] and where an answer may
    begin or end.
    Returns start (B, T) and end (B, T), logits, −∞ where an answer may not be.
    """

    def __init__(self, width):
        super().__init__()
        self.scores = nn.Linear(width, 2)

    def forward(self, hidden, may):
        ### BEGIN SOLUTION
        start, end = self.scores(hidden).unbind(dim=-1)  # (B, T) each
        return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "SpanHead_hints", "locked": true}
# <details><summary>A question to start from</summary>What is the shape of <code>self.scores(hidden)</code>, and which of its axes separates starts from ends?</details>
# <details><summary>A pointer</summary><code>unbind(dim=…)</code> cuts a tensor into slices along an axis. <code>masked_fill</code> writes where a mask is True.</details>
# <details><summary>I get nan further down</summary>A row with no possible position has no softmax. Is your mask the right way round?</details>


# %% nbgrader={"grade_id": "check_SpanHead", "grade": true, "locked": true, "points": 2}
@check("SpanHead")
def _(hidden, may, weights, gradient):
    head = load_weights(SpanHead(hidden.shape[-1]), weights)
    hidden.requires_grad_()
    start, end = head(hidden, may)
    possible = torch.stack([start, end]).masked_fill(~may, 0.0)  # (2, B, T)
    backward(possible, gradient)
    return {
        "start": start.softmax(dim=-1),
        "end": end.softmax(dim=-1),
        "scores": possible,
        "ruled out": torch.stack([start, end]) == -math.inf,
        "grad_hidden": hidden.grad,
        "grad_weight": head.scores.weight.grad,
    }


# %% [markdown]
# ## 2 · The loss of a span: `span_loss`
#
# *Medium · 8 minutes*
#
# The best-known data of this kind is SQuAD. A lecture describes its input as "a pair of (question, answer)
# concatenated". The goal is to predict where the answer starts and ends, with a softmax over the positions $i$, used
# "with cross-entropy as binary classification problem". **Find the errors**, two of them, before you open the answer.
# If the answer were in the input, what would be left to predict? And how many classes does a softmax over $i$ have?
#
# <details><summary>Answer</summary>The pair is (question, <i>passage</i>); the answer is a part of the passage, and in SQuAD 2.0 it may be missing. And the problem is not binary. One of T positions is right, so there are T classes, and there are two such problems: one for the start, one for the end.</details>
#
# So the loss is the mean of two cross-entropies,
#
# $$\ell = -\tfrac12 \left( \ln \mathrm{softmax}(a)_{i^*} + \ln \mathrm{softmax}(b)_{k^*} \right)$$
#
# with $i^*$ and $k^*$ the correct first and last token. If the page has no answer, both are 0: the right thing to
# underline is [CLS].


# %% nbgrader={"grade_id": "span_loss", "solution": true}
def span_loss(start, end, first, last):
    """How surprised the head is by the right places: the mean of two cross-entropies
    over the positions.

    start, end: (B, T) logits, −∞ where an answer may not be.
    first, last: (B,) int64, the positions of the answer's first and last token; both 0,
    the place of [CLS], where the text does not answer the question. The right places
    are open.  Returns a number (a tensor without axes), the mean over the batch.
    """
    ### BEGIN SOLUTION
    return (F.cross_entropy(start, first) + F.cross_entropy(end, last)) / 2
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "span_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>Which axis of (B, T) holds the classes the head chooses from?</details>
# <details><summary>A pointer</summary><code>F.cross_entropy</code> takes logits (B, classes) and the right class of each row.</details>
# <details><summary>I get inf</summary>A correct position has the logit −∞, or you took a logarithm of 0 at a position that does not matter.</details>


# %% nbgrader={"grade_id": "check_span_loss", "grade": true, "locked": true, "points": 2}
@check("span_loss")
def _(start, end, first, last):
    start.requires_grad_(), end.requires_grad_()
    loss = span_loss(start, end, first, last)
    backward(loss, torch.ones_like(loss))
    return {"start": {"loss": loss, "gradient": start.grad}, "end": {"loss": loss, "gradient": end.grad}}


# %% [markdown]
# A head that knows nothing gives all open positions the same probability. **Predict** its loss for a page of 165
# tokens. And what would the "binary" loss be, if the head were asked yes or no at every position and gave each a
# probability of one half?

# %% tags=["explore"]
if answered("span_loss"):
    flat = torch.zeros(1, 165, device=where)
    place = torch.tensor([40], device=where)
    record(
        "loss of a head that knows nothing", span_loss(flat, flat, place, place).item(), expected=(5.10, 5.11)
    )
    target = F.one_hot(place, 165).float()
    record(
        "the same, asked yes or no",
        F.binary_cross_entropy_with_logits(flat, target).item(),
        expected=(0.69, 0.70),
    )
    never = F.binary_cross_entropy_with_logits(flat - 5, target).item()
    record("saying no everywhere", never, expected=(0.02, 0.06))

# %% [markdown]
# <details><summary>The answer</summary>
#
# ln 165 = 5.1 and ln 2. Now look at the last line: if the question at each position is yes or no, a head that answers
# *no* everywhere is nearly perfect, since 164 of 165 answers are right. A softmax has to put its probability somewhere.
#
# </details>

# %% [markdown]
# ## 3 · The best span: `best_span`
#
# *Hard · 15 minutes*
#
# The two softmaxes know nothing of each other. The best start may come after the best end, and then there is nothing to
# underline. So choose the *pair*:
#
# $$(\hat\imath, \hat k) = \arg\max_{i \le k < i + m} \; a_i + b_k$$
#
# Adding logits multiplies probabilities, because the normalizers are the same for all pairs. $m$ is the longest span
# allowed; without it, an unsure head underlines half the page. Three tokens by hand, with $a = (1, 4, 5)$ and $b = (6,
# 2, 0)$: which pair has the best start and the best end, and which span has the largest sum?
#
# <details><summary>Answer</summary>The best start is token 2 and the best end token 0, which is not a span. The sums of the spans are 7 for (0, 0), 3 for (0, 1), 1 for (0, 2), 6 for (1, 1), 4 for (1, 2) and 5 for (2, 2). So the answer is the first token alone, though its start score is the worst of the three.</details>


# %% nbgrader={"grade_id": "best_span", "solution": true}
def best_span(start, end, longest):
    """The span with the largest sum of its two scores, among those that do not end
    before they start.

    start, end: (T,) logits, −∞ where an answer may not be; one span is the best.
    Position 0 is a place like any other.
    longest: how many tokens a span may have, 1 or more, also above T.
    Returns (i, k), two numbers: the positions of its first and of its last token.
    """
    ### BEGIN SOLUTION
    pairs = start[:, None] + end[None, :]  # (T, T) row: first token, column: last token
    possible = torch.ones_like(pairs, dtype=torch.bool).triu().tril(longest - 1)
    best = int(pairs.masked_fill(~possible, -math.inf).argmax())
    return divmod(best, len(start))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "best_span_hints", "locked": true}
# <details><summary>A question to start from</summary>How many pairs (i, k) are there for T tokens, and which of them are spans?</details>
# <details><summary>A pointer</summary>A column (T, 1) plus a row (1, T) is a table of all sums. <code>triu</code> and <code>tril</code> keep the entries on one side of a diagonal, and both take the number of that diagonal.</details>
# <details><summary>In pseudocode</summary>Make the table, give −∞ to pairs that are not spans or are too long, and find the largest entry. Its index in the flattened table gives row and column.</details>
# <details><summary>The spans are one token too long</summary>From i to k there are k − i + 1 tokens.</details>
# <details><summary>I get "index … is out of bounds"</summary>Near the end of the text fewer than <code>longest</code> ends remain.</details>


# %% nbgrader={"grade_id": "check_best_span", "grade": true, "locked": true, "points": 4}
@check("best_span")
def _(start, end, longest):
    i, k = best_span(start, end, longest)
    return {"span": [int(i), int(k)]}


# %% [markdown]
# Here are all pairs as a table, with starts as rows and ends as columns. **Predict**: which part of the table contains
# spans, and what does the limit of three tokens cut off?

# %% tags=["explore"]
if answered("best_span"):
    words = "the capital of Brazil is Brasília , not Rio".split()
    start = torch.tensor([0.0, 1, -2, 3, -2, 6, -3, -1, 7])
    end = torch.tensor([-2.0, 0, -3, 7, -2, 5, -3, -2, 1])
    i, k = best_span(start, end, longest=3)
    plots.span_table(words, start, end, longest=3, chosen=(i, k))
    print(
        words[i : k + 1],
        "— and the best start with the best end:",
        words[start.argmax()],
        "to",
        words[end.argmax()],
    )

# %% [markdown]
# <details><summary>The answer</summary>
#
# A triangle, cut to a band. The best start is "Rio" and the best end is "Brazil", a pair of 14 that runs backwards.
#
# </details>

# %% [markdown]
# ## 4 · Questions without an answer: `best_span_or_null`
#
# *Medium · 8 minutes · uses `best_span` from exercise 3, if you like*
#
# SQuAD 2.0 added **unanswerable questions**, whose answer is not on the page (Rajpurkar et al. 2018). "Nothing" is also
# a pair: start and end at [CLS], with the **null score** $a_0 + b_0$. Compare the best span of the page with it:
#
# $$\text{margin} = a_{\hat\imath} + b_{\hat k} - (a_0 + b_0), \qquad \text{underline if margin} > \tau$$
#
# The threshold $\tau$ sets how sure the reader has to be. Raise it, and the reader becomes more careful. We can't tell
# in advance which value is best; exercise 7 measures it.


# %% nbgrader={"grade_id": "best_span_or_null", "solution": true}
def best_span_or_null(start, end, longest, threshold):
    """The best span of the text, where it beats the score of [CLS] by more than the
    threshold; else (0, 0), no answer.

    start, end: (T,) logits, left as they are, T ≥ 2; position 0 is [CLS], which belongs
    to no span; −∞ where an answer may not be. One span is the best.
    longest: how many tokens a span may have.  threshold: a number of any sign.
    Returns ((i, k), margin): the positions, and by how much the best span beats [CLS],
    also where the answer is (0, 0).
    """
    ### BEGIN SOLUTION
    i, k = best_span(start[1:], end[1:], longest)
    i, k = i + 1, k + 1
    margin = float(start[i] + end[k] - start[0] - end[0])
    return ((i, k) if margin > threshold else (0, 0)), margin
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "best_span_or_null_hints", "locked": true}
# <details><summary>A question to start from</summary>Which two scores does the answer "nothing" have?</details>
# <details><summary>A pointer</summary>Remove [CLS] before you look for the best span; then work out how that shifts the positions.</details>
# <details><summary>Everything is answered, or nothing</summary>A high threshold should make the model careful. Does it?</details>


# %% nbgrader={"grade_id": "check_best_span_or_null", "grade": true, "locked": true, "points": 3}
@check("best_span_or_null")
def _(start, end, longest, thresholds):
    found = [best_span_or_null(start, end, longest, threshold) for threshold in thresholds]
    return {
        "spans": [[int(i), int(k)] for (i, k), _ in found],
        "margin": [float(margin) for _, margin in found],
    }


# %% [markdown]
# ## 5 · Exact match: `exact_match`
#
# *Medium · 10 minutes*
#
# The page has "the Eiffel Tower", the annotator wrote down "Eiffel Tower", and the reader underlined "Eiffel Tower,".
# All three are the same answer. So we *normalize* strings before comparing them and remove everything that doesn't
# count: capitals, punctuation, the words *a*, *an* and *the*, and extra spaces, in this order (Rajpurkar et al. 2016,
# section 6.1; their program deletes punctuation without putting a space in its place). **Exact match** is 1 if the
# normalized prediction equals one of the normalized answers, and 0 otherwise. Questions without an answer have the
# answer "".
#
# What does *The U.S., a well-known state!* become?
#
# <details><summary>Answer</summary><code>us wellknown state</code>. Deleting punctuation brings "U.S." and "US" together, at the price of "wellknown".</details>
#
# Write both functions in one cell.


# %% nbgrader={"grade_id": "exact_match", "solution": true}
def normalize_answer(text):
    """What is left when writing does not count: lower case, no punctuation, no
    articles, single spaces.

    text: a string.  Capitals become what `str.lower` makes of them.
    Signs of `string.punctuation` are deleted, not replaced by a space.
    a, an and the go where they are words between spaces.
    Returns words with one space between them, and none at the ends.
    """
    ### BEGIN SOLUTION
    text = text.lower().translate(str.maketrans("", "", string.punctuation))
    return " ".join(word for word in text.split() if word not in {"a", "an", "the"})
    ### END SOLUTION


def exact_match(prediction, answers):
    """1.0 where the normalized prediction equals one of the normalized answers, else
    0.0.

    prediction: a string, "" for no answer.
    answers: a list of one string or more, [""] where there is no answer.
    """
    ### BEGIN SOLUTION
    return float(any(normalize_answer(prediction) == normalize_answer(answer) for answer in answers))
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "exact_match_hints", "locked": true}
# <details><summary>A question to start from</summary>"The U.S." and "US": which of the four steps brings them together?</details>
# <details><summary>A pointer</summary><code>str.translate</code> deletes characters, <code>split()</code> without an argument splits at any run of spaces.</details>
# <details><summary>"theatre" becomes "atre"</summary>Articles are words. Look at words, not at letters.</details>


# %% nbgrader={"grade_id": "check_exact_match", "grade": true, "locked": true, "points": 3}
@check("exact_match")
def _(texts, pairs):
    return {
        "normalized": [normalize_answer(text) for text in texts],
        "matches": [float(exact_match(prediction, answers)) for prediction, answers in pairs],
    }


# %% [markdown]
# ## 6 · Partial credit by F1: `token_f1`
#
# *Medium · 10 minutes · uses `normalize_answer` from exercise 5*
#
# Exact match is harsh. A reader who underlines "ocean sunfish family" for "ocean sunfish" has found the right part of
# the page. F1 gives partial credit. Of $n$ words that the reader underlined and $m$ words of the answer, $s$ are
# shared. Precision is $s/n$, recall is $s/m$, and F1 is their harmonic mean,
#
# $$F_1 = \frac{2}{\frac{n}{s} + \frac{m}{s}} = \frac{2s}{n + m}$$
#
# A repeated word counts as shared only as often as it occurs in *both* texts. With several answers, the best match
# counts. **Predict** the F1 of a reader who underlines a whole page of 120 words that contains an answer of two.
#
# <details><summary>Answer</summary>Recall is 1, precision 2/120, F1 = 4/122 = .03. The arithmetic mean would have paid .51 for it.</details>


# %% nbgrader={"grade_id": "token_f1", "solution": true}
def token_f1(prediction, answers):
    """The best F1 between the words of the prediction and those of an answer, all
    normalized.

    prediction: a string, "" for no answer.
    answers: a list of one string or more, [""] where there is no answer. A word that
    both have counts as often as both have it. Two texts without words have an F1 of
    1.0; where only one of the two has none, it is 0.0.  Returns a number from 0 to 1.
    """

    ### BEGIN SOLUTION
    def f1(answer):
        ours, theirs = normalize_answer(prediction).split(), normalize_answer(answer).split()
        if not ours or not theirs:
            return float(ours == theirs)
        shared = (Counter(ours) & Counter(theirs)).total()
        return 2 * shared / (len(ours) + len(theirs))

    return max(f1(answer) for answer in answers)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "token_f1_hints", "locked": true}
# <details><summary>A question to start from</summary>With s shared words, n words in the prediction and m in the answer: what are precision, recall and their harmonic mean?</details>
# <details><summary>A pointer</summary><code>collections.Counter</code> counts words, and <code>&amp;</code> of two counters keeps the smaller count of each word.</details>
# <details><summary>I get ZeroDivisionError</summary>Which strings have no words left, and what does the docstring promise for them?</details>


# %% nbgrader={"grade_id": "check_token_f1", "grade": true, "locked": true, "points": 3}
@check("token_f1")
def _(pairs):
    return {"f1": [float(token_f1(prediction, answers)) for prediction, answers in pairs]}


# %% [markdown]
# ## 7 · A threshold for silence: `fit_threshold`
#
# *Medium · 12 minutes*
#
# Each validation question has a margin and two scores: the points its best span earns, and the points silence earns (1
# if the page has no answer, otherwise 0). A threshold answers the questions whose margin is above it. The best
# threshold is the one that earns the most points.
#
# There are infinitely many thresholds, but hardly any of them differ. **Predict**: for N questions with different
# margins, how many different sets of answered questions are there?
#
# <details><summary>Answer</summary>N + 1: none, the surest one, the surest two, … all of them. So N + 1 thresholds are enough.</details>


# %% nbgrader={"grade_id": "fit_threshold", "solution": true}
def fit_threshold(margins, if_answered, if_silent):
    """The threshold with the most points on these questions, of which those with
    margin > threshold are answered.

    margins: (N,) by how much the best span beats [CLS]; some may be equal.
    if_answered, if_silent: (N,) points from 0 to 1 for each question, if it is answered
    with that span, and if not.
    Returns a number; −∞ and ∞ are allowed. Where several thresholds have the most
    points, any of them is right.
    """
    ### BEGIN SOLUTION
    candidates = torch.cat([margins.new_tensor([-math.inf]), margins])  # (N + 1,)
    answer = margins > candidates[:, None]  # (N + 1, N)
    points = torch.where(answer, if_answered, if_silent).sum(dim=1)  # (N + 1,)
    return candidates[points.argmax()].item()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "fit_threshold_hints", "locked": true}
# <details><summary>A question to start from</summary>N questions have N margins. How many thresholds make a difference?</details>
# <details><summary>A pointer</summary>The points change only where the threshold passes a margin. So it is enough to try the margins themselves, and one more threshold.</details>
# <details><summary>In pseudocode</summary>For each candidate: which questions are answered, and how many points does that give? Take the candidate with the most. <code>torch.where</code> picks from two tensors.</details>


# %% nbgrader={"grade_id": "check_fit_threshold", "grade": true, "locked": true, "points": 3}
@check("fit_threshold")
def _(margins, if_answered, if_silent):
    answer = margins > float(fit_threshold(margins, if_answered, if_silent))
    points = torch.where(answer, if_answered, if_silent).mean()
    return {"choice": {"answered": answer, "points": points}}


# %% [markdown]
# ## 8 · Training the reader
#
# *Run and read · 8 minutes*
#
# Now train it. The lower four layers run once over all rows and their output is kept, as in the second sitting; the
# upper two and your head are trained. `SpanExamples` maps characters to token positions, which is as tedious as it
# sounds.
#
# The small run has 480 questions, where SQuAD has tens of thousands. That teaches head and layers what a name looks
# like, but hardly *which* name is asked for: MiniLM has never read a question and its page in one input. But it was
# tuned to judge whether two texts are similar, so we give the reader a nudge. The question and each line are encoded
# separately, into one vector each. The cosine of a token's line and the question, times a learned number, is added to
# both scores of the token.
#
# **Predict** the score of a reader who never underlines anything.

# %% nbgrader={"grade_id": "Reader", "locked": true}
from utils import finetuning
from utils.finetuning import SpanExamples, UpperLayers, lower_features


class Reader(nn.Module):
    """The upper layers of an encoder, your head, and the nudge.  forward: hidden, mask, may, alike → start, end."""

    def __init__(self, encoder, first):
        super().__init__()
        self.upper = UpperLayers(encoder, first)
        self.head = SpanHead(encoder.model.config.hidden_size)
        self.alike = nn.Parameter(torch.tensor(15.0))  # what a cosine of 1 is worth
        self.nothing = nn.Parameter(torch.tensor(7.0))  # what [CLS] gets against it

    def forward(self, hidden, mask, may, alike):
        nudge = self.alike * alike  # (B, T), 0 outside the page
        nudge = torch.cat([nudge[:, :1] + self.nothing, nudge[:, 1:]], dim=1)
        return tuple(scores + nudge for scores in self.head(self.upper(hidden, mask), may))


# %% tags=["explore"]
n_train, n_validation, n_test, epochs = (480, 160, 300, 3) if scale == "small" else (6000, 750, 750, 4)
encoder, longest = minilm.load(where), 12
parts = dict(train=n_train, validation=n_validation, test=n_test)
rows = {part: data[part].select(range(n)) for part, n in parts.items()}

# %% tags=["explore"]
if answered("SpanHead", "span_loss"):
    examples, cosines = {}, {}
    for part, some in rows.items():
        pairs = list(zip(some["question"], some["context"]))
        features = lower_features(encoder, pairs, layers=4, max_length=224)
        cosines[part] = finetuning.line_likeness(encoder, some["question"], some["context"])  # (lines,) each
        by_token = finetuning.at_tokens(features, some["context"], cosines[part])
        examples[part] = SpanExamples(features, some["answer"], some["start"], by_token)
    cut = sum(
        int(e.targets[i, 0]) == 0
        for p, e in examples.items()
        for i in range(len(e))
        if rows[p][i]["start"] >= 0
    )
    record("answers that were cut off", cut, expected=(0, 5))

# %% tags=["explore"]
if answered("SpanHead", "span_loss"):
    torch.manual_seed(0)
    reader = Reader(encoder, first=4).to(where)
    names = [name for name, _ in reader.named_parameters()]
    run = finetuning.fine_tune(
        reader,
        examples["train"],
        examples["validation"],
        loss=lambda scores, places: span_loss(*scores, *places.unbind(dim=1)),
        settings=finetuning.Settings(epochs=epochs, batch_size=16, lr=3e-4, patience=0),
        rates=[3e-4 if name.startswith("upper") else 5e-3 for name in names],
        live=True,
    )
    record("validation loss, nats", run.best["val_loss"], expected=(0.7, 1.2) if scale == "small" else None)

# %% [markdown]
# <details><summary>The answer</summary>
#
# A silent reader gets only the questions without an answer, a third of the points. The trained reader's loss began near
# ln 165 and fell fast.
#
# </details>
#
# Next come the points: we compute margins and spans on the validation data, fit a threshold there, and use the test
# data once.


# %% nbgrader={"grade_id": "read", "locked": true}
def read(model, part):
    """Margins, underlined texts if everything is answered, and the F1 if answered and if silent, of all rows."""
    margins, texts = [], []
    for i, (start, end) in enumerate(finetuning.predict(model, examples[part])):
        (first, last), margin = best_span_or_null(start, end, longest, -math.inf)
        margins.append(margin)
        texts.append(examples[part].text(i, rows[part][i]["context"], first, last))
    return points(margins, texts, rows[part]["answer"])


def points(margins, texts, answers):
    """The same for any contestant, with exact match: margins (N,), texts, and tables of points (N, 2): EM, F1."""
    tables = [torch.tensor([[exact_match(t, [a]), token_f1(t, [a])] for t, a in zip(some, answers)])
              for some in (texts, [""] * len(texts))]  # fmt: skip
    return torch.tensor(margins), texts, *tables


# %% tags=["explore"]
if answered(
    "SpanHead", "span_loss", "best_span", "best_span_or_null", "exact_match", "token_f1", "fit_threshold"
):
    margins, _, spoken, silent = read(reader, "validation")
    threshold = fit_threshold(margins, spoken[:, 1], silent[:, 1])
    plots.thresholds(margins, spoken[:, 1], silent[:, 1], threshold)
    margins, texts, spoken, silent = read(reader, "test")
    final = torch.where((margins > threshold)[:, None], spoken, silent)  # (N, 2)
    small = scale == "small"
    record("reader, exact match", final[:, 0].mean().item(), expected=(0.65, 0.76) if small else None)
    record("reader, F1", final[:, 1].mean().item(), expected=(0.70, 0.81) if small else None)
    record("always silent", silent[:, 1].mean().item(), expected=(0.28, 0.40))

# %% [markdown]
# A high threshold earns all points of the questions without an answer and none of the others; a low one does the
# reverse. The best lies in between, and you could not have guessed where.
#
# Now the cheap rival, which can't read at all. It takes the line most similar to the question by its words (TF-IDF) and
# underlines everything before the first *is*, *was*, *are* or *were*. The similarity of that line serves as the margin,
# and the rival also gets a fitted threshold. The data is unkind to it: the wrong lines were chosen because TF-IDF finds
# them similar to the question. A second rival uses the same rule, but finds the line with the cosines of the nudge.


# %% nbgrader={"grade_id": "rival", "locked": true}
def rival(part, alike):
    """What a rule underlines in the line that is most like the question.  alike: (lines,) for each row."""
    pages = [context.split("\n") for context in rows[part]["context"]]
    lines = [page[int(a.argmax())] for page, a in zip(pages, alike)]
    texts = [re.split(r" (?:is|was|are|were)\b| \(|,", line)[0] for line in lines]
    return points([a.max().item() for a in alike], texts, rows[part]["answer"])


def words_alike(part):
    """How like each line is to the question by its words, (lines,) for each row."""
    pages = [context.split("\n") for context in rows[part]["context"]]
    asked = [question for question, lines in zip(rows[part]["question"], pages) for _ in lines]
    every = [line for lines in pages for line in lines]
    cosine = finetuning.tfidf_cosine(data["train"]["context"][:2000], asked, every)
    return cosine.split([len(lines) for lines in pages])


# %% tags=["explore"]
if answered(
    "SpanHead", "span_loss", "best_span", "best_span_or_null", "exact_match", "token_f1", "fit_threshold"
):
    results = {}
    for name, like in (("word counts", words_alike), ("cosine, the same rule", cosines.__getitem__)):
        margins_r, _, spoken_r, silent_r = rival("validation", like("validation"))
        fitted = fit_threshold(margins_r, spoken_r[:, 1], silent_r[:, 1])
        margins_r, _, spoken_r, silent_r = rival("test", like("test"))
        results[name] = torch.where((margins_r > fitted)[:, None], spoken_r, silent_r)
        record(
            f"{name}, exact match",
            results[name][:, 0].mean().item(),
            expected=(0.64, 0.75) if small else None,
        )
        record(f"{name}, F1", results[name][:, 1].mean().item(), expected=(0.68, 0.79) if small else None)
    results |= {"reader": final, "always silent": silent}

# %% [markdown]
# Pages that have an answer, and the ones among them that fool TF-IDF:

# %% tags=["explore"]
if answered(
    "SpanHead", "span_loss", "best_span", "best_span_or_null", "exact_match", "token_f1", "fit_threshold"
):
    there = torch.tensor(rows["test"]["start"]) >= 0
    hard = torch.tensor(rows["test"]["hard"])
    kinds = {"all": there | ~there, "answer there": there, "answer there, hard": hard, "no answer": ~there}
    table = {name: [p[k, 1].mean().item() for k in kinds.values()] for name, p in results.items()}
    plots.scores([f"{name}\n{int(k.sum())}" for name, k in kinds.items()], table, baseline="word counts")
    gain = [mine - theirs for mine, theirs in zip(table["reader"], table["word counts"])]
    record("reader minus word counts, F1", gain[0], expected=(0.005, 0.09) if small else None)
    record("the same on hard questions", gain[2], expected=(0.25, 0.6) if small else None)

# %% [markdown]
# Four questions for which the reader got no points:

# %% tags=["explore"]
if answered(
    "SpanHead", "span_loss", "best_span", "best_span_or_null", "exact_match", "token_f1", "fit_threshold"
):
    wrong = [i for i in range(len(final)) if final[i, 1] == 0][:4]
    for row, text, margin in ((rows["test"][i], texts[i], margins[i]) for i in wrong):
        said = repr(text) if margin > threshold else "nothing"
        print(f"{row['question']}  underlined: {said}  right: {row['answer']!r}, titles: {row['titles']}")

# %% [markdown]
# After 480 questions the reader is ahead of the word counts by about .06 of F1, and all of that comes from the hard
# questions: it gets half of the points there, where words mislead and word counts get next to nothing. But look at the
# second rival. Apart from its threshold it learned nothing here, and it scores as high as the reader. So what helped
# was knowing *which line* to look at. A rule finds the name at the start of the line just as well as two trained layers
# do.
#
# Read the mistakes above: is it a wrong name, silence, or words that aren't a name at all? With scale "full" the reader
# gets ten times as many questions (a GPU is advisable). The lesson to take away: before you train an encoder, try what
# its vectors can do without training.

# %% [markdown]
# ## 9 · Measuring attention patterns: `attention_to_offset`
#
# *Medium · 9 minutes*
#
# What do the 72 heads of this encoder do all day? Many pictures of heads have been printed, but a picture of one
# sentence proves little. So measure a pattern over many texts instead. The simplest pattern is to look a fixed distance
# away: for head $h$, the mean of the weight $A^h_{i,\, i+o}$ over all queries $i$. Offset −1 is the previous token, +1
# the next one.
#
# There are two traps. The first token has no previous one, so there are fewer pairs than queries. And texts in a batch
# are padded: attention from padding and attention to padding must not count.


# %% nbgrader={"grade_id": "attention_to_offset", "solution": true}
def attention_to_offset(attention, valid, offset):
    """How much of its attention each head gives to the token at a fixed distance, on
    average.

    attention: (B, H, T, T), row: query, column: key.
    valid: (B, T) bool, False where a token does not count, be it padding or another
    one, at any place.
    offset: key minus query, −1 for the previous token, 0 for the token itself.
    Averages over all queries of all texts that are valid and whose key exists and is
    valid, all alike; there is at least one.  Returns (H,).
    """
    ### BEGIN SOLUTION
    T = attention.shape[-1]
    first, end = max(0, -offset), min(T, T - offset)  # of the queries whose key exists
    query = torch.arange(first, end, device=attention.device)
    counts = valid[:, query] & valid[:, query + offset]  # (B, n)
    weights = attention[:, :, query, query + offset]  # (B, H, n)
    return (weights * counts[:, None]).sum(dim=(0, 2)) / counts.sum()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "attention_to_offset_hints", "locked": true}
# <details><summary>A question to start from</summary>Which entries of a (T, T) table have "column minus row = −1"?</details>
# <details><summary>A pointer</summary><code>torch.diagonal(attention, offset, dim1=-2, dim2=-1)</code> gives (B, H, n). Which query does its first entry belong to?</details>
# <details><summary>The mean is too small</summary>What did you divide by: T, or the number of queries that have a neighbour?</details>


# %% nbgrader={"grade_id": "check_attention_to_offset", "grade": true, "locked": true, "points": 2}
@check("attention_to_offset")
def _(attention, valid, offsets):
    return {"means": torch.stack([attention_to_offset(attention, valid, offset) for offset in offsets])}


# %% [markdown]
# The cell computes the attention of all heads on the beginnings of 120 articles, without [CLS] and [SEP]. **Predict**:
# if a head looks at all tokens equally, what share of its attention goes to the previous token? And how many of the 72
# heads give it more than half?


# %% nbgrader={"grade_id": "attend", "locked": true}
@torch.no_grad()
def attend(ids, mask):
    """Attention of all heads, (B, L, H, T, T), and which tokens are no special ones, (B, T).  ids, mask: (B, T)."""
    seen = encoder.model(
        input_ids=ids.to(where), attention_mask=mask.to(where), output_attentions=True
    ).attentions
    special = torch.isin(ids, torch.tensor(encoder.tokenizer.all_special_ids))
    return torch.stack(seen, dim=1).cpu(), ~special


# %% tags=["explore"]
if answered("attention_to_offset"):
    n_texts = 120 if scale == "small" else 400
    openings = corpora.wikipedia()["validation"]["extract"][:n_texts]
    batch = encoder.tokenizer(openings, truncation=True, max_length=40, padding=True, return_tensors="pt")
    ids, mask = batch["input_ids"], batch["attention_mask"]
    attention, valid = attend(ids, mask)
    by_offset = {
        o: torch.stack([attention_to_offset(a, valid, o) for a in attention.unbind(1)])
        for o in (-2, -1, 0, 1, 2)
    }
    record("largest share on the previous token", by_offset[-1].max().item(), expected=(0.99, 1))
    record("heads above one half", (by_offset[-1] > 0.5).sum().item(), expected=(1, 1))
    record("alike on all, the previous token", (1 / mask.sum(1)).mean().item(), expected=(0.02, 0.03))

# %% [markdown]
# ## 10 · Testing claims about heads
#
# *Predict and read · 12 minutes*
#
# **Claim 1: this head looks at the previous word.** It does, but does it need the word? Feed it word salad: replace
# each token with one drawn from all the texts, but keep [CLS], [SEP] and padding. Whatever a head still does with word
# salad, it does by position.
#
# **Claim 2: that head leads from an article to its noun** (Clark et al. 2019, section 4.2, found such heads in BERT).
# The noun is often the next word, so a head that always looks at the next word would pass for a linguist. The baseline
# is therefore a fixed distance, the best of one, two and three. And the interesting cases are those with an adjective
# in between.
#
# **Predict**: which of the two claims survives?


# %% tags=["explore"]
def article_and_noun(tokens):
    """Places (article, noun): the last of the first nouns behind a, an or the, at most three words away."""
    nouns, found = corpora.nouns(), []
    for i, token in enumerate(tokens):
        ahead = tokens[i + 1 : i + 5]
        if token not in ("a", "an", "the") or any(not word.isalpha() for word in ahead):
            continue  # words in pieces, names with signs and the end of a text are left out
        noun = [word in nouns or word.removesuffix("s") in nouns for word in ahead]
        first = next((j for j, yes in enumerate(noun[:3]) if yes), None)
        if first is not None:
            last = next(j for j in range(first, 4) if j == 3 or not noun[j + 1])
            found += [(i, i + 1 + last)] if last < 3 else []
    return found


# %% tags=["explore"]
if answered("attention_to_offset"):
    salad = ids.clone()
    draw = torch.randint(int(valid.sum()), (int(valid.sum()),), generator=torch.Generator().manual_seed(0))
    salad[valid] = ids[valid][draw]
    mixed, _ = attend(salad, mask)
    in_salad = torch.stack([attention_to_offset(a, valid, -1) for a in mixed.unbind(1)])
    pairs = [
        (b, i, j)
        for b in range(len(ids))
        for i, j in article_and_noun(encoder.tokenizer.convert_ids_to_tokens(ids[b]))
    ]
    b, i, j = torch.tensor(pairs).T
    looks = attention[b, :, :, i].masked_fill(~valid[b][:, None, None], 0)  # (pairs, L, H, T) words only
    looks[torch.arange(len(b)), :, :, i] = 0  # itself does not count
    right = looks.argmax(-1) == j[:, None, None]  # (pairs, L, H)

# %% [markdown]
# The head is chosen on one half of the texts and evaluated on the other.

# %% tags=["explore"]
if answered("attention_to_offset"):
    far, new = j - i > 1, b >= n_texts // 2
    best = right[~new].double().mean(0).flatten().argmax()
    fixed = {o: (j - i == o)[new].double().mean().item() for o in (1, 2, 3)}
    two = (j - i == 2)[new & far].double().mean().item()
    judged, judged_far = right[new].double().mean(0), right[new & far].double().mean(0)  # (L, H)
    even = (1 / mask.sum(1)).mean().item()
    plots.roles(
        {
            "previous token": (by_offset[-1], even),
            "the same, in word salad": (in_salad, even),
            f"article → noun, {int(new.sum())}": (judged, max(fixed.values())),
            f"… not the next word, {int((new & far).sum())}": (judged_far, two),
        }
    )

# %% tags=["explore"]
if answered("attention_to_offset"):
    record("previous token in word salad, largest", in_salad.max().item(), expected=(0.99, 1))
    record("articles and nouns in the second half", new.sum().item(), expected=(60, 150))
    record("article to noun, by position", largest(fixed.values()), expected=(0.45, 0.55))
    record("article to noun, the chosen head", judged.flatten()[best].item(), expected=(0.7, 0.9))
    record("… with a word between, by position", two, expected=(0.65, 0.8))
    record("… with a word between, the chosen head", judged_far.flatten()[best].item(), expected=(0.66, 0.86))

# %% [markdown]
# **Claim 1** is true but means little. One head gives .999 of its attention to the previous token, and still .998 in
# word salad. It does not read at all.
#
# **Claim 2** holds. The head chosen on one half of the texts finds the noun in .80 of all cases in the other half.
# "Always the next word" is right in .50 of them. With one word in between, the head finds .76, and "always two words
# on" .72. A few dozen cases can't tell these two apart, but that rule would be wrong in all other cases; no fixed
# distance does both. So this head uses what the words are. That doesn't mean it is *for* articles; we did not test
# that. And if we had chosen the best of 72 heads on the same texts we report, its score would have been too good.

# %% [markdown]
# A lecture prints a table of what BERT's heads do. Four of its rows:
#
# | function | example | reference | layers |
# |---|---|---|---|
# | named entities | entity spans | Clark et al. 2019 | 9–12 |
# | token attends to itself | | Kovaleva et al. 2019 | 0–11 |
# | long-range dependencies | distant context | Michel et al. 2019 | 8–12 |
# | redundant heads | low importance | Voita et al. 2019 | all |
#
# **Find the errors** that you can find without reading any of the papers. BERT-base has 12 layers of 12 heads. How does
# the table count layers? The paper of Michel et al. is called *Are sixteen heads really better than one?* Which model
# has sixteen heads? And what is Voita et al. about, with the title *Specialized heads do the heavy lifting, the rest
# can be pruned*?
#
# <details><summary>Answer</summary>Layers 0–11 and layers 9–12 can't both be right: the table counts from 0 and from 1. BERT-base doesn't have sixteen heads (BERT-large does, but in 24 layers). Michel et al. prune a translation model with sixteen, and BERT as well, and report nothing on long-range dependencies in certain layers. Voita et al. study the encoder of a translation model, not BERT. And Clark et al. test syntax and coreference, not named entities. What the papers do support: some heads of one model, measured on labelled text against a position-only baseline, as you have just done.</details>

# %% [markdown]
# The atlas shows one pattern for all heads, and one head at work. Find a head that looks at itself, one that looks
# ahead, and one that rests on [SEP]. Then try a sentence of your own.

# %% tags=["explore"]
if answered("attention_to_offset"):
    sentence = "The old captain lost a very small silver key, and the crew searched the whole ship."
    one = encoder.tokenizer(sentence, return_tensors="pt")
    at_work, _ = attend(one["input_ids"], one["attention_mask"])
    habits = {f"share on offset {o:+d}".replace("+0", "0 (itself)"): share for o, share in by_offset.items()}
    habits["share on [SEP]"] = (
        (attention * (ids == encoder.tokenizer.sep_token_id)[:, None, None, None]).sum(-1)[:, :, :, 1].mean(0)
    )
    habits["article → noun"] = right.double().mean(0)
    tokens = encoder.tokenizer.convert_ids_to_tokens(one["input_ids"][0])
    layer, head = divmod(int(right.double().mean(0).argmax()), encoder.n_heads)
    plots.explore_atlas(habits, at_work[0], tokens, "article → noun", layer, head)

# %% [markdown]
# ## 11 · Head importance: `head_importance`
#
# *Hard · 12 minutes*
#
# A pattern doesn't prove that the model uses the head; to know that, remove it (**ablation**). Trying all 72 takes 72
# runs, but a gradient takes one. Put a gate on each head, $\xi_h \cdot \mathrm{head}_h$, which is 1 in the unchanged
# model. The slope of the loss at 1 tells how much the loss would change if the gate closed a little (Michel et al.
# 2019, section 4.1):
#
# $$I_h = \mathbb E_x \left| \frac{\partial \ell(x)}{\partial \xi_h} \right|$$
#
# The absolute value is *inside* the mean, because a head that helps one text and hurts another is not idle. Slopes
# differ in size from layer to layer, so each layer's importances are divided by the root of their sum of squares. You
# are given a function that returns the loss of one example under given gates.


# %% nbgrader={"grade_id": "head_importance", "solution": true}
def head_importance(loss_of, examples, shape):
    """How much the loss hangs on each head: the mean size of the gradient of its gate,
    over the examples.

    loss_of(example, gates): the loss of one example (a tensor without axes) when the
    output of head h of layer l is multiplied by gates[l, h].  examples: a list.
    shape: (L, H).
    Gates are 1 everywhere, as in the model itself. Each layer is divided by the square
    root of its sum of squares, which is above 0.
    Parameters of the model get no gradient.  Returns (L, H), without a gradient.
    """
    ### BEGIN SOLUTION
    gates = torch.ones(shape, requires_grad=True)  # (L, H)
    slopes = [torch.autograd.grad(loss_of(example, gates), gates)[0].abs() for example in examples]
    importance = torch.stack(slopes).mean(dim=0)  # (L, H)
    return importance / importance.norm(dim=1, keepdim=True)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "head_importance_hints", "locked": true}
# <details><summary>A question to start from</summary>One example pulls a gate up, another pulls it down. What is the mean of the two slopes, and is the head idle?</details>
# <details><summary>A pointer</summary><code>torch.autograd.grad(loss, gates)</code> gives the gradient of this tensor alone, and leaves every <code>.grad</code> unchanged.</details>
# <details><summary>In pseudocode</summary>Gates of ones that want a gradient. For each example its gradient, without its sign. The mean of these, then each row scaled to length 1.</details>


# %% nbgrader={"grade_id": "check_head_importance", "grade": true, "locked": true, "points": 4}
@check("head_importance")
def _(x, y, weight):
    weight.requires_grad_()

    def loss_of(example, gates):
        i = int(example)
        return F.softplus(-y[i] * (weight * torch.tanh(x[i] * gates)).sum())

    found = head_importance(loss_of, list(range(len(x))), tuple(weight.shape))
    still = weight.grad is None and not found.requires_grad
    return {"importance": found.detach(), "no gradient": {"importance": found.detach(), "still": still}}


# %% [markdown]
# Here is a task MiniLM can do without training: is this description true of this summary? The encoder turns each into a
# vector (the mean over its tokens), and the cosine decides. The threshold between yes and no is fitted on other pairs.
# **Predict** the share of heads you can switch off before the accuracy suffers.

# %% tags=["explore"]
n_pairs = 150 if scale == "small" else 1000
true_pairs = corpora.description_pairs()
model = UpperLayers(encoder, first=0).to(where).requires_grad_(False).eval()
sides, labels = {}, {}
for part in ("validation", "test"):
    chosen = true_pairs[part].select(range(n_pairs))
    columns = (chosen["summary"], chosen["description"])
    sides[part] = [
        lower_features(encoder, column, layers=0, max_length=40, progress=False) for column in columns
    ]
    labels[part] = torch.tensor(chosen["label"])


# %% tags=["explore"]
def alike(part, gates, indices):
    """Cosines of summaries with descriptions, (n,), when heads are multiplied by gates (L, H)."""
    model.gates, vectors = gates.to(where), []
    for features in sides[part]:
        hidden, mask = features.batch(indices, where)
        states = model(hidden, mask) * mask[..., None]  # (n, T, D)
        vectors.append(states.sum(1) / mask.sum(1, keepdim=True))
    return F.cosine_similarity(*vectors, dim=-1).cpu()


# %% tags=["explore"]
def right_pairs(gates, size=50):
    """The share of test pairs that are judged rightly, with the cut that is best on the validation pairs."""
    with torch.no_grad():
        blocks = [range(i, min(i + size, n_pairs)) for i in range(0, n_pairs, size)]
        tried, new = (
            torch.cat([alike(part, gates, block) for block in blocks]) for part in ("validation", "test")
        )
    cuts = tried.sort().values
    best = cuts[((tried > cuts[:, None]) == labels["validation"].bool()).double().mean(1).argmax()]
    return ((new > best) == labels["test"].bool()).double().mean().item()


# %% tags=["explore"]
if answered("head_importance"):

    def loss_of(i, gates):
        """How surprised the cosine is by the label of a pair: the cut at .4, and 20 nats from 0 to 1."""
        return F.binary_cross_entropy_with_logits(
            20 * (alike("validation", gates, [i])[0] - 0.4), labels["validation"][i].float()
        )

    importance = head_importance(loss_of, list(range(40)), (6, 12))
    plots.importance(importance)
    everyone = right_pairs(torch.ones(6, 12))
    record("right pairs with all heads", everyone, expected=(0.91, 0.99))

# %% tags=["explore"]
if answered("head_importance"):
    orders = {
        "the least important": importance.flatten().argsort(),
        "by lot": torch.randperm(72, generator=torch.Generator().manual_seed(0)),
        "the most important": importance.flatten().argsort(descending=True),
    }
    off = [0, 28, 58, 72]
    nobody = right_pairs(torch.zeros(6, 12))
    curves = {}
    for name, order in orders.items():
        gates = [(order.argsort() >= n).float().reshape(6, 12) for n in off[1:-1]]  # the first n are off
        curves[name] = ([n / 72 for n in off], [everyone, *(right_pairs(g) for g in gates), nobody])

# %% tags=["explore"]
if answered("head_importance"):
    plots.pruning(curves, chance=0.5)
    record("58 of 72 off, the least important", curves["the least important"][1][2], expected=(0.9, 1))
    record("28 of 72 off, the most important", curves["the most important"][1][1], expected=(0.87, 0.97))
    record("58 of 72 off, the most important", curves["the most important"][1][2], expected=(0.84, 0.96))
    record("all 72 off", nobody, expected=(0.86, 0.95))

# %% [markdown]
# <details><summary>The answer</summary>
#
# You can switch off 58 of 72 heads, four in five, and the share of correctly judged pairs stays within the noise of 150
# pairs (one pair is .007, and the standard error .02). The order seems to matter: with the most important ones off
# first, it goes down to .88. That is no better than with all heads off (.91), and 150 pairs can't tell us more.
#
# </details>
#
# Before you conclude that heads are useless: with *all* of them off, when no token sees any other, .91 are still right.
# A bag of words can nearly do this task, so the measurement describes the task as much as the model. Michel et al.
# report that 40 % of BERT's heads can be removed on their task before the accuracy drops; such a share belongs to a
# task. Which task would need its heads? Look back at section 8: there, lines that share words with the question fooled
# the word counts.

# %% [markdown]
# ## 12 · Pruning heads: `prune_heads`
#
# *Medium · 9 minutes*
#
# A gate of 0 saves nothing, since the head is still computed and then thrown away. To save time, remove the head from
# the weights (**structured pruning**). With $d = D/H$, head $h$ owns rows $hd$ to $(h+1)d$ of the query, key and value
# projections, with their biases. Its output goes into columns $hd$ to $(h+1)d$ of the output projection, and only
# there.
#
# | | before | after, with $n$ heads |
# |---|---|---|
# | q, k, v: weight | (D, D) | ? |
# | q, k, v: bias | (D,) | ? |
# | output: weight | (D, D) | ? |
# | output: bias | (D,) | ? |
#
# Fill in the table first.
#
# <details><summary>Answer</summary>(n·d, D), (n·d,), (D, n·d), (D,): the layer still reads and writes D numbers per token.</details>


# %% nbgrader={"grade_id": "prune_heads", "solution": true}
def prune_heads(weights, keep, n_heads):
    """An attention layer without some of its heads, in which the others do exactly what
    they did.

    weights: name → tensor, left as they are: q_proj, k_proj, v_proj and out_proj, each
    .weight (D, D) and .bias (D,). Head h owns rows h·d to (h + 1)·d of the first three,
    d = D / n_heads; the layer joins the outputs of its heads in their order and applies
    out_proj to what is joined.
    keep: the heads that stay, a list of one or more, each once, in the order in which
    they are to stand.
    Returns a new dictionary with the same names, for len(keep) heads of the same width
    d.
    """
    ### BEGIN SOLUTION
    d = len(weights["q_proj.weight"]) // n_heads
    rows = torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])  # (len(keep) · d,)
    pruned = {name: w[rows] for name, w in weights.items() if not name.startswith("out_proj")}
    return pruned | {
        "out_proj.weight": weights["out_proj.weight"][:, rows],
        "out_proj.bias": weights["out_proj.bias"],
    }
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "prune_heads_hints", "locked": true}
# <details><summary>A question to start from</summary>The output of head h is d numbers wide. Which numbers of q, k, v produce it, and which numbers of <code>out_proj</code> read it?</details>
# <details><summary>A pointer</summary>Linear computes x Wᵀ + b: rows of W are outputs, columns are inputs.</details>
# <details><summary>In pseudocode</summary>List the indices that belong to the heads you keep. Three projections lose outputs, with their biases. The fourth loses inputs, and its output is as wide as before.</details>


# %% nbgrader={"grade_id": "check_prune_heads", "grade": true, "locked": true, "points": 3}
@check("prune_heads")
def _(weights, keep, n_heads):
    before = {name: w.clone() for name, w in weights.items()}
    pruned = prune_heads(weights, keep, n_heads)
    changed = sum(int((weights[name] != w).sum()) if name in weights else 1 for name, w in before.items())
    return {
        **{name: pruned[name] for name in before},
        "weights unchanged": {"q": pruned["q_proj.weight"], "changed": changed},
    }


# %% [markdown]
# A layer of the real encoder with half of its heads: compare the pruned layer with the whole one whose gates are
# closed.


# %% tags=["explore"]
def attention_layer(x, weights, n_heads):
    """What a layer's heads make of x (B, T, D), joined and projected."""
    split = lambda t: t.unflatten(-1, (n_heads, -1)).transpose(1, 2)  # (B, H, T, d)
    q, k, v = (
        split(F.linear(x, weights[f"{n}.weight"], weights[f"{n}.bias"]))
        for n in ("q_proj", "k_proj", "v_proj")
    )
    joined = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
    return F.linear(joined, weights["out_proj.weight"], weights["out_proj.bias"])


# %% tags=["explore"]
if answered("prune_heads"):
    part = encoder.layer("She lost her keys because she ran too fast.", layer=2)
    keep = [0, 2, 4, 6, 8, 10]
    columns = torch.arange(384).unflatten(0, (12, 32))[keep].flatten()
    closed = dict(part.weights)
    closed["out_proj.weight"] = torch.zeros_like(closed["out_proj.weight"])
    closed["out_proj.weight"][:, columns] = part.weights["out_proj.weight"][:, columns]
    small = prune_heads(part.weights, keep, 12)
    gap = attention_layer(part.x, small, 6) - attention_layer(part.x, closed, 12)
    record("pruned against closed gates", gap.abs().max().item(), expected=(0, 1e-5))
    share = sum(w.numel() for w in small.values()) / sum(w.numel() for w in part.weights.values())
    record("share of the layer's parameters that is left", share, expected=(0.49, 0.51))

# %% [markdown] nbgrader={"grade_id": "written_c", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences, 15 minutes). A colleague shows you a picture of one head on
# one sentence. "It leads from *she* to *Marie Curie*," he says. "So this is the coreference head, and if we remove it,
# the model can no longer resolve pronouns." Those are two claims. For each, explain what you would measure, on what
# texts, and against which cheap baseline, and name a result that would convince you. Use what you saw in sections 9 to
# 11.
#
# ### BEGIN SOLUTION
# **Model answer.** Claim 1, the head does coreference: take many sentences with pronouns whose referent has been
# labelled, and count how often the head's most attended word is the referent. Compare with the best fixed distance, the
# nearest noun or the subject of the sentence, and with the other heads, since the best of 72 looks good by luck; choose
# the head on some texts and report it on others. Look at cases where the baseline is wrong, such as two nouns that both
# fit. I would believe in a head that clearly beats the nearest noun on new texts, and changes its choice when only the
# meaning changes. Claim 2, the model needs it: close its gate and measure pronoun resolution before and after; compare
# with closing other heads of the same layer, and with other tasks. A drop that is large for pronouns and small
# elsewhere would convince me. No drop would not refute claim 1: another head may do the same, as many could be closed
# here without loss. What a head looks at and what the model uses are two questions.
#
# **Rubric.**
#
# - a, 0.5 points: claim 1 is measured over many texts
# - b, 0.5 points: with a baseline: position only, or the nearest noun
# - c, 0.5 points: claim 2 needs an intervention (a gate, or pruning) and is a separate question
# - d, 0.5 points: with a comparison: other heads, or other tasks
# ### END SOLUTION

# %% [markdown]
# ## 13 · Your own page
#
# Now use your own page and questions, or a friend's. The reader was trained on "Which one is this: …?" with names for
# answers, so ask in that form. Also ask something the page does not answer, and see whether the pen stays down.

# %% tags=["explore"]
from IPython.display import display

page = """Aunt Rosa is a retired train driver who collects stamps from islands that no longer exist.
Doctor Okafor was the first dentist in our valley and played the trombone at every wedding.
Little Bruno is a dachshund. He is afraid of the moon, of umbrellas and of one particular chair.
The Golden Anchor is a café at the harbour, famous for its terrible soup."""
questions = [
    "animal",
    "musician who looked after teeth",
    "place to eat",
    "person who worked on the railway",
    "river in Peru",
]

# %% tags=["explore"]
if answered(
    "SpanHead", "span_loss", "best_span", "best_span_or_null", "exact_match", "token_f1", "fit_threshold"
):
    asked, copies = [f"Which one is this: {question}?" for question in questions], [page] * len(questions)
    features = lower_features(encoder, list(zip(asked, copies)), layers=4, max_length=224, progress=False)
    close = finetuning.at_tokens(features, copies, finetuning.line_likeness(encoder, asked, copies))
    mine = SpanExamples(features, [""] * len(asked), [-1] * len(asked), close)
    for n, (start, end) in enumerate(finetuning.predict(reader, mine)):
        (first, last), margin = best_span_or_null(start, end, longest, threshold)
        found = mine.text(n, page, first, last)
        begin = mine.features.offsets[n][first][0] if found else 0
        note = f"margin {margin:.1f}, threshold {threshold:.1f}" + ("" if found else ": not on this page")
        display(plots.underlined(page, begin, begin + len(found), asked[n], note))

# %% [markdown]
# **What you have now.** An encoder with a pen, and the metrics that show how good it is.
#
# | part | what it does | where it goes wrong |
# |---|---|---|
# | span head | two scores per token | two softmaxes that know nothing of each other |
# | best span | the best pair with i ≤ k | no limit: half a page |
# | [CLS] and a threshold | silence | compared the wrong way, or never fitted |
# | exact match, F1 | points | nothing normalized |
# | head statistics | patterns over many texts | one picture; no baseline |
# | importance, pruning | which heads matter | the sign dropped after the mean |
#
# The next lesson puts an encoder and a decoder together: one reads a text, the other writes a new one. That is the
# Transformer as published in 2017, and the cross-attention of lesson 02 finally gets its job.

# %% [markdown]
# **Sources.** Devlin et al. 2019, *BERT*, arXiv 1810.04805. Rajpurkar et al. 2016, *SQuAD*, arXiv 1606.05250, and 2018,
# *Know what you don't know*, arXiv 1806.03822. Clark et al. 2019, *What does BERT look at?*, arXiv 1906.04341. Kovaleva
# et al. 2019, *Revealing the dark secrets of BERT*, arXiv 1908.08593. Michel, Levy, Neubig 2019, *Are sixteen heads
# really better than one?*, arXiv 1905.10650. Voita et al. 2019, *Analyzing multi-head self-attention*, arXiv
# 1905.09418. Summaries: Wikipedia, CC BY-SA 4.0. The encoder is all-MiniLM-L6-v2 (Apache-2.0), distilled and tuned for
# the similarity of sentences, which it encodes one at a time.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
