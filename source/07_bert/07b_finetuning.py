# %% [markdown]
# # Lesson 07 · BERT
# ## Second sitting: fine-tuning
#
# Here are 8,019 snippets of film reviews, each labelled as praise or scorn. Counting words already tells many of them
# apart. Pretraining took days and billions of words, none of them with such a label, and left a file of 22,713,216
# numbers. Ten minutes of **fine-tuning** on the same rows turn that file into a classifier that beats the counts. With
# 1,600 rows you see a smaller version of this in a minute.
#
# The same recipe serves every task in which a text comes in and a decision comes out. You build the heads, the losses and
# the learning rates, measure with the right metric, and in the end put questions to thousands of Wikipedia articles in
# your own words.
#
# | | |
# |---|---|
# | Uses | blocks of lesson 03, loss and schedule of 04, [CLS] and segments of the first sitting (all given) |
# | Time | {{minutes, running 4}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# The encoder is MiniLM: BERT's architecture and vocabulary with 6 layers of width 384, trained to imitate a larger
# model and then tuned so that sentences with similar meanings get similar vectors. It has no head for any of our tasks.
# (The file does hold a pooler, a dense layer for [CLS]. Tuning for similarity used the mean of all tokens instead, so
# we leave it out.)
#
# In this sitting B is the number of texts in a batch, T the number of tokens per text, D = 384 the number of features,
# and C the number of classes.
#
# <details><summary>1. What does an encoder see at a token that a GPT does not?</summary>The tokens to its right: it has no causal mask (lesson 02, and the first sitting).</details>
# <details><summary>2. Two sentences in one input. How does the encoder know which is which?</summary>There is a [SEP] after each of them, and every token gets the vector of its segment, 0 or 1.</details>
# <details><summary>3. Logits 2 and 0 for two classes. What is the probability of the first?</summary>1/(1 + e⁻²) = .88. Softmax depends on differences only.</details>
# <details><summary>4. Why does a learning rate begin small and grow for a while?</summary>AdamW's first steps are large whatever the size of the gradient (lesson 04). They can easily wreck pretrained weights.</details>
# <details><summary>5. Why is a model chosen on validation rows and judged on test rows?</summary>The best of ten tries on the same rows is partly lucky. Only rows that played no part in the choice show how good it really is.</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, backward, check, gradient_sizes, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices
from utils.metrics import record
from utils.topics.bert import finetuning_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# Here are rows of the first task: snippets of film reviews, rated by about twenty people from −4 to 4. Snippets whose
# mean rating lies within half a point of 0 are left out; the label is 1 if the mean is positive. Which of these are
# hard for a model that counts words?

# %% tags=["explore"]
import copy
import re

from tqdm import tqdm
from transformers import BertModel

from utils import corpora, minilm
from utils import finetuning as ft

pretrained = minilm.load(where)
articles, wiki, reviews = corpora.topics(), corpora.wikipedia(), corpora.sentiment()
n_train, epochs = (1600, 2) if scale == "small" else (len(reviews["train"]), 4)
n_test = 1000 if scale == "small" else len(reviews["test"])
train, validation, test = reviews["train"][:n_train], reviews["validation"][:300], reviews["test"][:n_test]
for score, label, text in list(zip(train["score"], train["label"], train["text"]))[:6]:
    print(f"{score:+.2f}  label {label}  {text}")

# %% [markdown]
# ## 1 · A number and a baseline
#
# Before we train anything we need two things: a number that tells how good a model is, and a cheap **baseline** for the
# transformer to beat. The simplest number is **accuracy**, the share of rows whose class is right.
#
# There are two baselines. The first gives every row the more common label. The second counts words and pairs of words,
# weights each by how rare it is (**TF-IDF**), and fits a linear classifier to the result (**logistic regression**). It
# knows no word order beyond pairs and has never seen a word outside its 1,600 rows. **Predict** its accuracy.


# %% nbgrader={"grade_id": "accuracy", "locked": true}
def accuracy(predicted, actual):
    """The share of rows whose class is right, from 0 to 1.

    predicted, actual: (N,) int64, classes from 0; N ≥ 1.  Returns a number.
    """
    return (predicted == actual).double().mean().item()


# %% tags=["explore"]
actual = torch.tensor(test["label"])
commoner = torch.full_like(actual, int(torch.tensor(train["label"]).double().mean() > 0.5))
counts = ft.tfidf_classifier(train["text"], train["label"], test["text"])
_ = record("accuracy, one label for all", accuracy(commoner, actual), expected=(0.48, 0.55))
_ = record("accuracy, word counts", accuracy(counts, actual), expected=(0.70, 0.80))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Far better than half, just from counting. But a pair reaches no farther than the next word: in "not a very good film",
# *not* and *good* never form one. An encoder reads the whole sentence in order, and it knew the words before it saw our
# rows.
#
# </details>

# %% [markdown]
# ## 2 · Classifying from [CLS]: `ClassificationHead`
#
# *Medium · 8 minutes · without `transformers`*
#
# An encoder gives T vectors, but the task wants one decision. BERT reserves a token for that: [CLS] comes first in
# every text, has no meaning of its own, and can attend to all other tokens, so its last vector can hold whatever the
# task needs. The head reads only that vector (Devlin et al. 2019, section 3.2; the tanh layer is in the code they
# published):
#
# $$p = \tanh(h_{\text{CLS}}\, W_p^\top + b_p), \qquad \text{logits} = \mathrm{drop}(p)\, W_c^\top + b_c$$
#
# This works because sentiment is a property of the whole text rather than of one position in it. If the answer *is* a
# position, as in the third sitting, every token gets a score.


# %% nbgrader={"grade_id": "ClassificationHead", "solution": true}
class ClassificationHead(nn.Module):
    """Logits of C classes from the encoder's feature at the first token, [CLS].

    dense: D → D, followed by tanh; dropout, only in training; classifier: D → C.
    forward: hidden states (B, T, D) → logits (B, C).
    """

    def __init__(self, width, n_classes, dropout=0.1):
        super().__init__()
        self.dense = nn.Linear(width, width)
        self.dropout = nn.Dropout(dropout)
        self.classifier = nn.Linear(width, n_classes)

    def forward(self, hidden):
        ### BEGIN SOLUTION
        pooled = torch.tanh(self.dense(hidden[:, 0]))  # (B, D)
        return self.classifier(self.dropout(pooled))  # (B, C)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "ClassificationHead_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of a text's T vectors does the head read, and which axis disappears?</details>
# <details><summary>A pointer</summary><code>hidden[0]</code> is the first <i>text</i>. You want the first token of every text.</details>
# <details><summary>In pseudocode</summary>Two linear layers with a tanh between them. Dropout is applied to the input of the second one, and nothing comes after it, because cross-entropy wants logits.</details>


# %% nbgrader={"grade_id": "check_ClassificationHead", "grade": true, "locked": true, "points": 3}
@check("ClassificationHead")
def _(hidden, weights, gradient, width, n_classes, p, seed):
    head = load_weights(ClassificationHead(width, n_classes, dropout=p), weights).eval()
    hidden.requires_grad_()
    logits = head(hidden)
    backward(logits, gradient)
    found = {"logits": logits, "grad_hidden": hidden.grad, "grad_weights": gradient_sizes(head)}
    torch.manual_seed(seed)
    none = torch.zeros(width)  # now a head to which every feature is worth 1: it counts what dropout keeps
    counting = {
        "dense.weight": torch.eye(width) / 2,
        "dense.bias": none,
        "classifier.weight": torch.ones(1, width) / math.tanh(0.5),
        "classifier.bias": none[:1],
    }
    counter = load_weights(ClassificationHead(width, 1, dropout=p), counting)
    kept = counter.train()(torch.ones(400, 2, width)) * (1 - p)  # (400, 1)
    return found | {"kept while training": kept.flatten().round().long()}


# %% [markdown]
# Without its pooler the encoder has 22,565,376 parameters. With 384 features and two classes, how many does the head
# add?
#
# <details><summary>Answer</summary>384 · 384 + 384 for the dense layer and 2 · 384 + 2 for the classifier: 148,610, less than one part in a hundred. The dense layer is as large as the pooler that we left out. Everything else is already pretrained.</details>

# %% [markdown]
# ## 3 · Cross-entropy or squared error: `task_loss`
#
# *Easy · 6 minutes*
#
# One head serves two kinds of tasks. In **classification** its C outputs are logits, and the loss is the cross-entropy.
# In **regression** the targets are numbers, such as ratings: C is 1, the output is the rating itself, and the loss is
# the squared error:
#
# $$\ell = -\frac1B \sum_i \ln p_i(y_i) \qquad\text{or}\qquad \ell = \frac1B \sum_i (x_i - y_i)^2$$
#
# Watch the shapes in the second case. Getting them wrong is among the quietest bugs there are: everything runs, the loss
# falls, and the model learns to predict the mean.


# %% nbgrader={"grade_id": "task_loss", "solution": true}
def task_loss(logits, targets):
    """The loss of a head, which depends on the type of its targets.

    logits: (B, C), however large the values.
    targets: either classes, (B,) int64, with C ≥ 2: the loss is the mean cross-entropy
    in nats; or numbers, (B,) float32, with C = 1: the loss is the mean squared error.
    The numbers may happen to be whole.
    Returns a scalar.
    """
    ### BEGIN SOLUTION
    if targets.is_floating_point():
        return F.mse_loss(logits[:, 0], targets)
    return F.cross_entropy(logits, targets)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "task_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>How does your function know which of the two tasks it has?</details>
# <details><summary>A pointer</summary><code>targets.is_floating_point()</code> tells numbers from classes.</details>
# <details><summary>I get a warning about a target size</summary>Write (B, 1) above (B,), aligned on the right. What is the shape of their difference?</details>


# %% nbgrader={"grade_id": "check_task_loss", "grade": true, "locked": true, "points": 2}
@check("task_loss")
def _(logits, targets):
    logits.requires_grad_()
    loss = task_loss(logits, targets)
    backward(loss, torch.ones(()))
    return {"loss": loss.item(), "grad_logits": logits.grad}


# %% [markdown]
# Take two rows, predictions 1 and 3, targets 1 and 3: a perfect model. What is the loss with the right shapes, and
# what does `F.mse_loss` give for a (2, 1) against a (2,)?

# %% tags=["explore"]
import warnings

if answered("task_loss"):
    column, target = torch.tensor([[1.0], [3.0]]), torch.tensor([1.0, 3.0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch does warn, once, somewhere in the log
        careless = F.mse_loss(column, target).item()
    record("loss of a perfect model", task_loss(column, target).item(), expected=(0, 0))
    record("loss of every prediction against every target", careless, expected=(2, 2))

# %% [markdown]
# ## 4 · Layer-wise learning rates: `learning_rates`
#
# *Medium · 11 minutes*
#
# The head starts from random numbers and has far to go. The layers below it already know a language, and a few large
# steps on a few thousand film reviews would make them forget it (**catastrophic forgetting**). **Layer-wise learning rate
# decay** avoids that: the head gets the full rate, and each level below it a fixed share $\xi$ of the rate above it
# (Howard and Ruder 2018; Sun et al. 2019, who found .95 for BERT):
#
# $$\eta_{\text{head}} = \eta, \qquad \eta_k = \xi^{L-k}\,\eta \text{ in layer } k, \qquad \eta_{\text{emb}} = \xi^{L+1}\eta$$
#
# The layers are 0 to $L-1$. With a rate of 0 a layer is **frozen**. The layers below the lowest trainable one then
# always give the same output for the same text, so we compute it once and keep it. That is how this lesson fits into
# minutes.
#
# A parameter's level has to be read from its name, and names can mislead.


# %% nbgrader={"grade_id": "learning_rates", "solution": true}
def learning_rates(names, n_layers, lr, decay, frozen=0):
    """The learning rate of each parameter of an encoder with a head, found by its name.

    names: list of str; some layers may be missing.
    A name that begins with "encoder.layer.K.", K a number below n_layers, belongs to
    layer K, counted from 0 at the bottom. One that begins with "embeddings." lies below
    all layers. Any other name belongs to the head, even if "layer" or "embeddings"
    occurs later in it.
    The head gets lr, and each level below it `decay` times the rate of the level above:
    lr · decay for layer n_layers − 1, and so on down to the embeddings.
    frozen: this many layers, from the bottom, get rate 0; if at least one layer is
    frozen, so are the embeddings. The rates of the other layers don't change.
    Returns a list of float, one for each name, in the order of the names.
    """
    ### BEGIN SOLUTION
    rates = []
    for name in names:
        parts = name.split(".")
        level = n_layers  # of the head; layers have 0 … n_layers − 1, the embeddings −1
        if parts[0] == "embeddings":
            level = -1
        elif name.startswith("encoder.layer."):
            level = int(parts[2])
        still = level < frozen and frozen > 0
        rates.append(0.0 if still else lr * decay ** (n_layers - level))
    return rates
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "learning_rates_hints", "locked": true}
# <details><summary>A question to start from</summary>Give each level a number: head, top layer, …, embeddings. How many times does the decay apply at each?</details>
# <details><summary>A pointer</summary><code>name.split(".")</code> gives the parts of a name; the number of the layer is one of them.</details>
# <details><summary>Layers 10 and 11 get the rate of layer 1</summary>The string <code>layer.1</code> also occurs in <code>layer.10</code>. Where does the number end?</details>


# %% nbgrader={"grade_id": "check_learning_rates", "grade": true, "locked": true, "points": 3}
@check("learning_rates")
def _(names, n_layers, lr, decay, frozen):
    before = list(names)
    if frozen is None:
        rates = learning_rates(names, n_layers, lr, decay)
    else:
        rates = learning_rates(names, n_layers, lr, decay, frozen=frozen)
    rates = [rate / lr for rate in rates]  # as shares of lr
    return {"shares of lr": rates, "names unchanged": {"rates": rates, "names": before == list(names)}}


# %% [markdown]
# The next cell shows the rates of BERT's twelve layers as shares of the head's. How low is the lowest bar for ξ = .95,
# and for ξ = .5?

# %% tags=["explore"]
if answered("learning_rates"):
    levels = ["embeddings.weight", *(f"encoder.layer.{k}.weight" for k in range(12)), "head.weight"]
    shares = {decay: learning_rates(levels, 12, 1.0, decay) for decay in [0.95, 0.8, 0.5]}
    plots.rates(shares, ["embeddings", *map(str, range(12)), "head"])
    record("embeddings at .95", shares[0.95][0], expected=(0.51, 0.52))
    record("embeddings at .5", shares[0.5][0], expected=(0.00012, 0.000123))

# %% [markdown]
# ## 5 · Fine-tuning on reviews
#
# The lower four of six layers run once over all rows, and their output is kept in half precision. The upper two are
# trained under your head, with your loss and your rates. A bar shows the progress, and the curve of the loss is drawn
# while you watch. After every epoch the model is evaluated on validation rows. The best weights are kept, and training
# stops after two epochs without improvement: **early stopping**. (In a run of two epochs, as with `scale = "small"`,
# that can't happen.) At this scale one seed has to do. With `"full"` all rows and all layers are trained, with three
# seeds, since one lucky seed proves nothing. **Predict** how far above the word counts it gets.


# %% nbgrader={"grade_id": "finetuned", "locked": true}
class FineTuned(nn.Module):
    """The layers of an encoder from `first` on, with a head: hidden states (B, T, D) → the output of the head.

    UpperLayers keeps the numbers of its layers, so their names still begin with encoder.layer.4, for example. The
    head looks at [CLS] only, so the last layer computes no other token: its output is (B, 1, D).
    """

    def __init__(self, encoder, first, head):
        super().__init__()
        self.encoder, self.head = ft.UpperLayers(encoder, first, only_cls=True), head

    def forward(self, hidden, mask):
        return self.head(self.encoder(hidden, mask))


# %% nbgrader={"grade_id": "tune", "locked": true}
def tune(rows, held_out, n_outputs, score, encoder=None, first=4, lr=3e-4, live=False, **settings):
    """Train the layers from `first` on and a new head.  rows, held_out: Examples.  Returns the model and its run."""
    encoder, chosen = encoder or pretrained, ft.Settings(lr=lr, **settings)
    torch.manual_seed(chosen.seed)
    model = FineTuned(encoder, first, ClassificationHead(384, n_outputs)).to(where)
    names = [name for name, _ in model.named_parameters()]
    rates = learning_rates(names, encoder.n_layers, lr, decay=0.9, frozen=first)  # .9: six layers, not twelve
    show = dict(progress=live, live=live)
    return model, ft.fine_tune(model, rows, held_out, task_loss, score, chosen, rates=rates, **show)


def right(logits, labels):
    """The accuracy of logits (N, C)."""
    return accuracy(logits.argmax(dim=-1), labels)


# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates"):
    first, lr, seeds = (4, 3e-4, [0]) if scale == "small" else (0, 1e-4, [0, 1, 2])
    parts = {}
    for name, split in [("train", train), ("validation", validation), ("test", test)]:
        features = ft.lower_features(pretrained, split["text"], first, max_length=48)
        parts[name] = ft.Examples(features, split["label"])

# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates"):
    scores, counted = [], accuracy(counts, actual)
    settings = dict(first=first, lr=lr, epochs=epochs, live=True)
    for seed in seeds:
        model, run = tune(parts["train"], parts["validation"], 2, right, seed=seed, **settings)
        logits = ft.predict(model, parts["test"])  # (N, 2)
        scores.append(accuracy(logits.argmax(1), actual))
    print("by seed:", [f"{score:.3f}" for score in scores])
    mean, least = sum(scores) / len(scores), 0.02 if scale == "small" else 0.06
    record("accuracy, fine-tuned", mean, expected=(0.78, 0.90))
    record("above the word counts", mean - counted, expected=(least, 0.15))

# %% [markdown]
# <details><summary>The answer</summary>
#
# With all layers, 8,019 rows and three seeds it was .874 on average (spread .002), while the word counts got .788 from
# the same rows. Your run may have a fifth of the rows and two trained layers; its own lead is printed above.
#
# </details>
#
# The next cell shows the **confusion matrix** and the errors the model was most sure of. What kind of sentence still
# fools it?

# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates"):
    p = logits.softmax(1)[:, 1]  # (N,) p of praise
    plots.confusion(
        torch.bincount(2 * actual + logits.argmax(1), minlength=4).reshape(2, 2), ["scorn", "praise"]
    )
    worst = ((p > 0.5).long() != actual) * (p - 0.5).abs()
    plots.verdicts([(test["text"][i], p[i].item(), test["score"][i]) for i in worst.topk(8).indices])

# %% [markdown]
# <details><summary>The answer</summary>
#
# Look for irony, for praise of a failure, and for words whose meaning depends on the film. You may want to argue with
# some of the labels: the raters, like the model, saw only the snippet and not the film.
#
# </details>
#
# ### What pretraining is worth
#
# Two layers are trained from two different starts: the pretrained encoder, and the same architecture with random
# weights. The word counts are there for comparison. Each gets 50 labels, and then 300. **Predict** where the curves
# begin, and whether the random start reaches the word counts.


# %% nbgrader={"grade_id": "starts", "locked": true}
def random_start(encoder, layers):
    """An encoder of the same design with the given number of layers, all random."""
    config = copy.deepcopy(encoder.model.config)
    config.num_hidden_layers = layers
    torch.manual_seed(0)
    return minilm.Encoder(BertModel(config).to(where).eval(), encoder.tokenizer)


def few(encoder, layers, split, n):
    """The first n rows of a split of reviews, after the encoder's first layers."""
    if encoder is pretrained and layers == first:
        return parts[split].first(n)  # section 5 has read them
    rows = reviews[split][:n]
    return ft.Examples(ft.lower_features(encoder, rows["text"], layers, 48, progress=False), rows["label"])


# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates"):
    amounts, curves = [50, 300], {"pretrained": [], "random start": [], "word counts": []}
    for name, encoder, lower in [
        ("pretrained", pretrained, 4),
        ("random start", random_start(pretrained, 2), 0),
    ]:
        held_out, new = few(encoder, lower, "validation", 50), few(encoder, lower, "test", 300)
        for n in amounts:
            rows, rounds = few(encoder, lower, "train", n), max(2, 300 // n)
            learned, _ = tune(rows, held_out, 2, right, encoder, lower, epochs=rounds, batch_size=16)
            curves[name].append(right(ft.predict(learned, new), new.targets))

# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates"):
    for n in amounts:
        counted = ft.tfidf_classifier(train["text"][:n], train["label"][:n], test["text"][:300])
        curves["word counts"].append(accuracy(counted, actual[:300]))
    plots.by_labels(amounts, curves)
    record("pretrained, 50 labels", curves["pretrained"][0], expected=(0.53, 0.85))
    record("random start, 300 labels", curves["random start"][-1], expected=(0.42, 0.6))
    record(
        "the first minus the second", curves["pretrained"][0] - curves["random start"][-1], expected=(0, 0.4)
    )

# %% [markdown]
# <details><summary>The answer</summary>
#
# Compare the left end of one curve with the right end of the other: fifty labels with a pretrained encoder, or three
# hundred without. That is the bargain of pretraining: the words were learned from texts that no one had to label. (The
# random start keeps its word vectors frozen at random values, just as the other keeps its lower layers frozen; if all
# of it were trained, on more rows, it would do better.)
#
# </details>

# %% [markdown]
# ### Then use the library
#
# `transformers` has all of it: `BertForSequenceClassification` is the encoder with your head on top, a collator pads each
# batch, and the `Trainer` is the loop. Here it gets the same 300 rows, with the same two layers trained for the same two
# epochs, but one learning rate for all of them.

# %% tags=["explore"]
import tempfile

from transformers import (
    BertForSequenceClassification,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    pipeline,
)

from utils import assets

if answered("ClassificationHead", "task_loss", "learning_rates"):
    torch.manual_seed(0)
    shipped = BertForSequenceClassification.from_pretrained(assets.path("minilm"), num_labels=2)
    for lower in (shipped.bert.embeddings, *shipped.bert.encoder.layer[:4]):
        lower.requires_grad_(False)
    coded_rows = lambda rows: rows.map(
        lambda row: pretrained.tokenizer(row["text"], truncation=True, max_length=48)
    )
    settings = TrainingArguments(
        tempfile.mkdtemp(), num_train_epochs=2, per_device_train_batch_size=16, learning_rate=3e-4,
        save_strategy="no", report_to="none", disable_tqdm=True, use_cpu=str(where) == "cpu",
    )  # fmt: skip
    collator = DataCollatorWithPadding(pretrained.tokenizer)
    labelled = reviews["train"].select(range(amounts[-1]))
    trainer = Trainer(shipped, settings, train_dataset=coded_rows(labelled), data_collator=collator)
    trainer.train()

# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates"):
    predicted = trainer.predict(coded_rows(reviews["test"].select(range(len(new))))).predictions.argmax(1)
    record("accuracy, Trainer, 300 labels", accuracy(torch.tensor(predicted), new.targets), expected=None)
    print(f"your loop, the same rows: {curves['pretrained'][-1]:.3f}")
    judge = pipeline("text-classification", model=shipped, tokenizer=pretrained.tokenizer)
    print(judge("It starts badly and never recovers."), "LABEL_1 is praise")

# %% [markdown]
# ## 6 · Precision, recall and F1
#
# In 1884 Sergeant Finley of the U.S. Army Signal Corps made 2,803 tornado forecasts, and 96.6 % of them were right. The
# same year a critic noted that if you *never* forecast a tornado, you are right 98.2 % of the time (Gilbert 1884; told
# in Murphy 1996, *The Finley affair*). Finley had announced 28 of the 51 tornadoes, with 72 false alarms.
#
# When one class is rare, look at that class. **Precision**: what share of the announced tornadoes came? **Recall**:
# what share of the tornadoes that came had been announced? Their harmonic mean, **F1**, stays close to the worse of the
# two:
#
# $$F_1 = \frac{2PR}{P + R}, \qquad P = \frac{TP}{TP + FP}, \qquad R = \frac{TP}{TP + FN}$$
#
# Finley by hand: $P = .28$, $R = .549$. What is $F_1$?
#
# <details><summary>Answer</summary>2 · .28 · .549/.829 = .371. Never announcing a tornado gets 0.</details>
#
# GLUE uses F1 along with accuracy for two of its tasks, MRPC and QQP: do two sentences, or two questions, mean the
# same?


# %% nbgrader={"grade_id": "f1_score", "locked": true}
def f1_score(predicted, actual, positive=1):
    """The F1 of one class; 0 if no row of that class was found.  predicted, actual: (N,) int64."""
    said, true = predicted == positive, actual == positive
    found = (said & true).sum().item()
    return 2 * found / max(1, said.sum().item() + true.sum().item())


# %% [markdown]
# Finley's four counts are 28 hits, 72 false alarms, 23 misses and 2,680 quiet cases. Accuracy prefers "never", and $F_1$
# prefers Finley:

# %% tags=["explore"]
said = torch.tensor([1] * 100 + [0] * 2703)
came = torch.tensor([1] * 28 + [0] * 72 + [1] * 23 + [0] * 2680)
never = torch.zeros_like(said)
_ = record("accuracy of Finley", accuracy(said, came), expected=(0.966, 0.967))
_ = record("accuracy of never", accuracy(never, came), expected=(0.981, 0.982))
_ = record("F1 of Finley", f1_score(said, came), expected=(0.370, 0.372))
_ = record("F1 of never", f1_score(never, came), expected=(0, 0))

# %% [markdown]
# F1 has a blind spot: quiet cases that were correctly forecast as quiet don't enter it. Swap the classes, and you get
# a different number. If you forecast rain in a rain forest, "always" gets a fine F1.

# %% [markdown]
# ## 7 · Matthews correlation: `matthews`
#
# *Medium · 8 minutes · without `scipy`, `sklearn`, `pandas`, `torch.corrcoef`, `numpy.corrcoef`, `statistics.correlation`, `torch.cov`*
#
# The **Matthews correlation coefficient** (MCC; Matthews 1975) treats both classes the same way:
#
# $$M = \frac{TP \cdot TN - FP \cdot FN}{\sqrt{(TP+FP)(TP+FN)(TN+FP)(TN+FN)}}$$
#
# M = 1 is perfect, 0 is no better than guessing, and −1 is always wrong. If a factor under the root is 0, one of the
# columns is constant, and M is 0 by convention.
#
# **What is missing?** A lecture lists CoLA (*is this an acceptable English sentence?*) as "binary classification" and
# names no metric, so most readers will use accuracy. About seven in ten of its sentences are acceptable. What are
# accuracy, F1 and M if you answer "acceptable" for every sentence?
#
# <details><summary>Answer</summary>.70, 2 · .7/1.7 = .82, and 0. So GLUE measures CoLA by M. It uses accuracy for most of its other tasks; in MNLI, QNLI and SST-2 the classes are of nearly equal size.</details>


# %% nbgrader={"grade_id": "matthews", "solution": true}
def matthews(predicted, actual):
    """Matthews' correlation of two columns of classes 0 and 1, from −1 to 1; 0 if all
    entries of a column are the same.

    predicted, actual: (N,) int64, N up to a few hundred thousand.
    Returns a number (a Python float or a tensor without axes).
    """
    ### BEGIN SOLUTION
    said, true = predicted == 1, actual == 1
    tp, tn = (said & true).sum().item(), (~said & ~true).sum().item()
    fp, fn = (said & ~true).sum().item(), (~said & true).sum().item()
    below = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "matthews_hints", "locked": true}
# <details><summary>A question to start from</summary>Which four kinds of rows are there, and how do you count each?</details>
# <details><summary>A pointer</summary><code>a & b</code> for two columns of True and False is True where both are; <code>~a</code> negates a column.</details>
# <details><summary>I get "division by zero"</summary>One of the four sums is 0: one column is the same in every row. What does the docstring give for that case?</details>
# <details><summary>I get nan for many rows</summary>How large is the product of the four sums for 200,000 rows? A Python integer has no largest value; an int64 tensor has one.</details>


# %% nbgrader={"grade_id": "check_matthews", "grade": true, "locked": true, "points": 2}
@check("matthews")
def _(predicted, actual, copies):
    return {"matthews": matthews(predicted.repeat(copies), actual.repeat(copies))}


# %% [markdown]
# Now an acceptability task of our own: sentences from Wikipedia, three in ten of them with their words shuffled.
# Shuffling keeps the words, so only pairs of words can help a model that counts. **Predict** M for the word counts, and
# for an encoder.


# %% nbgrader={"grade_id": "sentences", "locked": true}
def sentences(text):
    """The sentences of a summary that have 6 to 24 words."""
    return [s for s in re.split(r"(?<=[.])\s+(?=[A-Z])", text) if 6 <= len(s.split()) <= 24]


# %% nbgrader={"grade_id": "acceptable", "locked": true}
def acceptable(rows, n, seed):
    """n sentences of articles, and their labels: 1, or 0 for the 30 % whose words were shuffled."""
    dice = torch.Generator().manual_seed(seed)
    texts, labels = [], []
    for found in (sentences(row["extract"]) for row in rows):
        if found and len(texts) < n:
            words = found[0].rstrip(".").split()
            labels.append(int(torch.rand((), generator=dice) < 0.7))
            if not labels[-1]:
                words = [words[i] for i in torch.randperm(len(words), generator=dice)]
            texts.append(" ".join(words) + ".")
    return texts, torch.tensor(labels)


# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates", "matthews"):
    order = {}
    for name, n in [("train", 500), ("validation", 100), ("test", 400)]:
        texts, labels = acceptable(articles[name], n, seed=len(order))
        order[name] = texts, ft.Examples(ft.lower_features(pretrained, texts, 3, 48, progress=False), labels)
    by_matthews = lambda logits, labels: matthews(logits.argmax(1), labels)
    speaker, _ = tune(order["train"][1], order["validation"][1], 2, by_matthews, first=3, epochs=2)

# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates", "matthews"):
    (texts, rows), wanted = order["test"], order["test"][1].targets
    guesses = {
        "always acceptable": torch.ones_like(wanted),
        "word counts": ft.tfidf_classifier(order["train"][0], order["train"][1].targets, texts),
        "fine-tuned": ft.predict(speaker, rows).argmax(1),
    }
    for name, guess in guesses.items():
        print(f"{name:18} accuracy {accuracy(guess, wanted):.3f}   M {matthews(guess, wanted):+.3f}")
    record("Matthews, word counts", matthews(guesses["word counts"], wanted), expected=(0.15, 0.6))
    record("Matthews, fine-tuned", matthews(guesses["fine-tuned"], wanted), expected=(0.75, 1))

# %% [markdown]
# <details><summary>The answer</summary>
#
# By accuracy the word counts are not far above a model that always answers "acceptable", which already gets .70. M
# gives such a model 0 and tells the three apart.
#
# </details>
#
# ### Moving the threshold
#
# Predicting "praise" when p > .5 is also a choice. Move the *threshold* and watch how each metric responds. Which of them
# is highest at the far left, where everything is praise? And what is left of them at the far right?
#
# <details><summary>Answer</summary>F1. If every row is called praise, about half of them are right, so accuracy and precision are about a half. Recall is 1, which makes F1 about two thirds, and M is 0. If every row is called scorn, accuracy is about a half again, and F1 and M are both 0.</details>

# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates", "matthews"):
    metrics = {"accuracy": accuracy, "F1 of praise": f1_score, "Matthews": matthews}
    plots.explore_threshold(p, actual, metrics, threshold=0.5)

# %% [markdown]
# ## 8 · Sentence embeddings: `mean_pool`
#
# *Easy · 7 minutes*
#
# Some tasks involve *two* texts. A head on [CLS] a [SEP] b [SEP] (a **cross-encoder**) lets every word of one text
# attend to every word of the other, but comparing one question with 10,033 articles means reading 10,033 pairs. The
# alternative (a **bi-encoder**) computes one vector per text, once, and compares them by cosine. Our encoder was tuned
# for that, with **mean pooling**: a text's vector is the mean of its last hidden states (Reimers and Gurevych 2019):
#
# $$v = \frac{\sum_t m_t\, h_t}{\sum_t m_t}, \qquad m_t = 1 \text{ at a token of the text, } 0 \text{ at padding}$$


# %% nbgrader={"grade_id": "mean_pool", "solution": true}
def mean_pool(hidden, mask):
    """The mean of each text's hidden states, without those of padding.

    hidden: (B, T, D) float32, from −1,000 to 1,000, not modified.
    mask: (B, T) int64, 1 for a token of the text ([CLS] and [SEP] included) and 0 for
    padding, which may be on either side. Every row has at least one 1.
    Returns (B, D).
    """
    ### BEGIN SOLUTION
    real = mask[..., None].to(hidden.dtype)  # (B, T, 1)
    return (hidden * real).sum(dim=1) / real.sum(dim=1)  # (B, D)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "mean_pool_hints", "locked": true}
# <details><summary>A question to start from</summary>A text has 5 tokens, and its batch is 9 wide. Which vectors go into the sum, and what do you divide it by?</details>
# <details><summary>A pointer</summary>An axis of length 1 at the end lets a mask (B, T) multiply hidden states (B, T, D).</details>
# <details><summary>I get "The size of tensor a must match …"</summary>Write one shape above the other, aligned on the right. Which axis is missing?</details>


# %% nbgrader={"grade_id": "check_mean_pool", "grade": true, "locked": true, "points": 2}
@check("mean_pool")
def _(hidden, mask, gradient):
    before = hidden.clone()
    hidden.requires_grad_()
    means = mean_pool(hidden, mask)
    backward(means, gradient)
    return {
        "means": means,
        "grad_hidden": hidden.grad,
        "hidden unchanged": {"means": means, "changed": (hidden != before).sum()},
    }


# %% [markdown]
# Try it on four sentences. Which two are closest, and which two would look most similar to a model that counts words?
#
# <details><summary>Answer</summary>The first two are closest, though they share no word. A model that counts words would choose the first and the third, which share <i>bank</i> and <i>raised</i>.</details>


# %% nbgrader={"grade_id": "vectors", "locked": true}
@torch.no_grad()
def vectors(texts, max_length=64):
    """Unit vectors of texts, by the encoder as it came.  Returns (N, D), on the CPU."""
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))  # similar lengths together: little padding
    found, options = [], dict(padding=True, truncation=True, return_tensors="pt")
    for start in tqdm(range(0, len(order), 128), mininterval=2, disable=len(order) < 2000):
        chosen = order[start : start + 128]
        ids = pretrained.tokenizer([texts[i] for i in chosen], max_length=max_length, **options).to(where)
        hidden = pretrained.model(**ids).last_hidden_state
        found.append(F.normalize(mean_pool(hidden, ids["attention_mask"]), dim=-1).cpu())
    return torch.cat(found)[torch.tensor(order).argsort()]  # in the order of the texts


# %% tags=["explore"]
if answered("mean_pool"):
    four = [
        "The bank raised its interest rates.",
        "Borrowing money became more expensive.",
        "We sat on the bank of the river and raised our glasses.",
        "A picnic by the water.",
    ]
    v = vectors(four)
    plots.likeness(v @ v.T, four)

# %% [markdown]
# ## 9 · Pearson correlation
#
# When people *rate* how similar two sentences are, a model's answer isn't simply right or wrong. Its numbers should
# rise and fall with the ratings. Subtract the mean from both columns; the cosine of the results is **Pearson's
# correlation**:
#
# $$r = \frac{\sum_i (x_i - \bar x)(y_i - \bar y)}{\sqrt{\sum_i (x_i - \bar x)^2 \sum_i (y_i - \bar y)^2}}$$
#
# Neither the unit nor the zero point of a column matters: a cosine of .4 may correspond to a rating of 3.
#
# **Find the error.** A lecture describes STS-B with "5 score values to denote semantic similarity". Its labels are
# numbers like 2.4 and 3.8. People gave whole numbers from 0 to 5. How many whole numbers is that, and how many values
# can the mean of five people's ratings have?
#
# <details><summary>Answer</summary>Six, and 26: 0, .2, .4, … 5. So it is a regression, and its metrics are the two correlations of this section and the next.</details>


# %% nbgrader={"grade_id": "pearson", "locked": true}
def pearson(x, y):
    """Pearson's correlation of two columns (N,), neither of them constant, from −1 to 1."""
    x, y = x.double() - x.double().mean(), y.double() - y.double().mean()  # (N,) each
    return ((x * y).sum() / (x.square().sum() * y.square().sum()).sqrt()).item()


# %% [markdown]
# Our reviews also have such ratings: the mean of about twenty people. The classifier of section 5 never saw them, only
# praise or scorn. Still, the difference of its two logits is one number per row. **Predict**: do these numbers rise
# with the ratings?

# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates"):
    ratings = torch.tensor(test["score"], dtype=torch.float32)
    margin = logits[:, 1] - logits[:, 0]
    plots.against(margin, ratings, "logit of praise minus logit of scorn", "mean rating of about 20 people")
    record("different ratings", len(ratings.unique()), expected=(400, 650))
    record("Pearson, logits and ratings", pearson(margin, ratings), expected=(0.6, 0.9))
    record(
        "a column with 0 and 1: Pearson is Matthews",
        pearson((p > 0.5).float(), actual.float()),
        expected=(0.4, 0.9),
    )

# %% [markdown]
# <details><summary>The answer</summary>
#
# The last line is no accident. For two columns of zeros and ones Pearson's correlation *is* Matthews'. Call your
# `matthews` on the same columns and see.
#
# </details>

# %% [markdown]
# ## 10 · Rank correlation: `spearman`
#
# *Hard · 12 minutes · without `scipy`, `sklearn`, `pandas`, `torch.corrcoef`, `numpy.corrcoef`, `statistics.correlation`*
#
# A search engine only has to put pages in order. **Spearman's rank correlation** ignores everything else: it
# replaces every value with its rank and takes Pearson's correlation of the ranks. Any transformation of a column that
# keeps its order leaves the result unchanged.
#
# Equal values (*ties*) share the mean of the ranks they occupy. By hand: what are the ranks, counted from 0, of .1,
# .7, .7, .9?
#
# <details><summary>Answer</summary>0, 1.5, 1.5, 3. The two in the middle occupy ranks 1 and 2.</details>
#
# There is a well-known shortcut, $1 - 6\sum d^2/(n(n^2-1))$. It holds only when no two values are equal, and among
# ratings some always are.


# %% nbgrader={"grade_id": "spearman", "solution": true}
def spearman(x, y):
    """Spearman's rank correlation: Pearson's correlation of the ranks. Equal values get
    the mean of the ranks they occupy.

    x, y: (N,) float32, not modified, neither of them constant; N up to a few thousand.
    Ranks may begin at 0 or 1.
    Returns a number (a Python float or a tensor without axes).
    """
    ### BEGIN SOLUTION
    ranks = []
    for values in (x, y):
        ordered = values.sort().values  # (N,)
        below = torch.searchsorted(ordered, values)  # (N,) how many lie below each value
        reached = torch.searchsorted(ordered, values, right=True)  # (N,) how many do not lie above it
        ranks.append((below + reached).float())  # twice the mean of the ranks below … reached − 1, and 1
    return pearson(*ranks)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "spearman_hints", "locked": true}
# <details><summary>A question to start from</summary>How many values lie below a given value? What does that tell you about its rank?</details>
# <details><summary>A pointer</summary>Suppose b values lie below a given value, and e values are equal to it, itself included. Which ranks do those e values occupy, and what is the mean of these ranks?</details>
# <details><summary>With a sort</summary><code>argsort</code> tells which entry comes at each place of the order. A rank tells at which place each entry comes, which is the inverse.</details>


# %% nbgrader={"grade_id": "check_spearman", "grade": true, "locked": true, "points": 3}
@check("spearman")
def _(x, y):
    before = x.clone(), y.clone()
    rho = spearman(x, y)
    return {
        "rho": rho,
        "x and y unchanged": {"rho": rho, "same": bool((x == before[0]).all() and (y == before[1]).all())},
    }


# %% [markdown]
# ### Similarity as a regression
#
# A task like STS-B, without anyone's ratings: two sentences from Wikipedia, and a grade we know without asking. 2: both
# are from one article. 1: they are from two articles on one topic. 0: they are from two topics. Your head with C = 1 and
# the squared error learns the grade from 480 pairs, [CLS] a [SEP] b [SEP]. Its baselines are two cosines, which need no
# training.


# %% nbgrader={"grade_id": "related", "locked": true}
def related(rows, n, seed):
    """n pairs of sentences and the grade of each: 2 one article, 1 one topic, 0 two topics."""
    dice = torch.Generator().manual_seed(seed)
    known = [(row["topic"], found) for row in rows if len(found := sentences(row["extract"])) > 1]
    pairs, kinds = [], []
    for _ in range(100 * n):
        i, j = torch.randint(len(known), (2,), generator=dice).tolist()
        kind = len(pairs) % 3
        (topic, own), (other, theirs) = known[i], known[j]
        if len(pairs) < n and i != j and (kind == 2 or (topic == other) == (kind == 1)):
            pairs.append((own[0], own[1] if kind == 2 else theirs[-1]))
            kinds.append(kind)
    return pairs, torch.tensor(kinds)


# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates", "mean_pool", "spearman"):
    texts, rows, kinds = {}, {}, {}
    for name, n in [("train", 480), ("validation", 60), ("test", 240)]:
        texts[name], kinds[name] = related(articles[name], n, seed=len(texts))
        features = ft.lower_features(pretrained, texts[name], 4, 64, progress=False)
        rows[name] = ft.Examples(features, kinds[name].float())
    grader, _ = tune(rows["train"], rows["validation"], 1, lambda z, y: spearman(z[:, 0], y), epochs=2)

# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates", "mean_pool", "spearman"):
    first, second = zip(*texts["test"])
    columns = {
        "cosine of word counts": ft.tfidf_cosine([a for pair in texts["train"] for a in pair], first, second),
        "cosine of vectors": (vectors(first) * vectors(second)).sum(dim=1),
        "fine-tuned on pairs": ft.predict(grader, rows["test"])[:, 0],
    }
    plots.graded(columns, kinds["test"], ["two topics", "one topic", "one article"])
    for name, column in columns.items():
        y = kinds["test"].float()
        print(f"{name:22} Pearson {pearson(column, y):.3f}   Spearman {spearman(column, y):.3f}")

# %% [markdown]
# If a cosine comes close to your head, or beats it, that is no shame. The encoder was tuned on more than a billion pairs
# of texts (its model card) to make the cosine meaningful; your head had 480. When a task is about similar meaning, the
# cosine is a baseline to take seriously. The next task is one for which a cosine can't be enough.

# %% [markdown]
# ## 11 · Natural language inference
#
# *Run and read · 5 minutes*
#
# **Natural language inference** (NLI; MNLI in GLUE) gives a *premise* and a *hypothesis*. Does the premise imply the
# hypothesis (**entailment**), contradict it (**contradiction**), or neither (**neutral**)?
#
# The pairs below are made from 14 groups of words. A beagle is a dog, and a dog is an animal, so "a beagle" entails "a
# dog". "A dog" leaves open whether it is a beagle: neutral. And a beagle can't be a bird. We picked the words by hand,
# and a test compares them with WordNet. The members of a group (beagle, crow, oak) that occur in test rows never occur
# in training.

# %% tags=["explore"]
from utils.topics.bert import inference

for (premise, hypothesis), label in zip(*inference.sentence_pairs("train", 6)):
    print(f"{inference.LABELS[label]:14} {premise:50} {hypothesis}")

# %% [markdown]
# A cosine doesn't know which sentence comes first. Swap premise and hypothesis, and entailment becomes neutral while the
# cosine stays the same. So three classes need a head that reads the pair. **Predict** the accuracy of word counts, of the
# head, and of word counts that see the *hypothesis alone*, without the premise.

# %% tags=["explore"]
n_pairs = dict(train=450, validation=100, test=300)
if answered("ClassificationHead", "task_loss", "learning_rates"):
    said, wanted, coded_pairs = {}, {}, {}
    for name, n in n_pairs.items():
        said[name], wanted[name] = inference.sentence_pairs(name, n)
        coded_pairs[name] = ft.Examples(
            ft.lower_features(pretrained, said[name], 3, 64, progress=False), wanted[name]
        )
    judge, _ = tune(
        coded_pairs["train"], coded_pairs["validation"], 3, right, first=3, epochs=4, batch_size=16
    )

# %% tags=["explore"]
if answered("ClassificationHead", "task_loss", "learning_rates"):

    def by_counts(view):
        """The accuracy of word counts that see one view of each pair."""
        views = {name: [view(pair) for pair in pairs] for name, pairs in said.items()}
        return accuracy(ft.tfidf_classifier(views["train"], wanted["train"], views["test"]), wanted["test"])

    verdicts = ft.predict(judge, coded_pairs["test"]).argmax(1)
    plots.confusion(
        torch.bincount(3 * wanted["test"] + verdicts, minlength=9).reshape(3, 3), inference.LABELS
    )
    record("inference, word counts", by_counts(" ".join), expected=(0.63, 0.75))
    record("inference, hypothesis alone", by_counts(lambda pair: pair[1]), expected=(0.51, 0.62))
    record("inference, fine-tuned", accuracy(verdicts, wanted["test"]), expected=(0.76, 0.95))

# %% [markdown]
# <details><summary>The answer</summary>
#
# The head gets about .82 with seed 0; word counts get about .69, and chance is .33.
#
# </details>
#
# The third number should give you pause. The hypothesis alone can't tell whether it follows, yet it gets more than half of the
# rows right: "an animal" is usually implied, "a beagle" never is. Such **annotation artifacts** are not our invention. In
# SNLI, a famous data set written by people, the hypothesis alone gets 67 %, and 53 % in MNLI (Gururangan et al. 2018). A
# score means little before you know what a model gets without reading the question.

# %% [markdown]
# The table lists seven of GLUE's nine tasks, all but RTE and WNLI. You have built a head for each, on one text or on a
# pair.
#
# | task | question | head | metric |
# |---|---|---|---|
# | SST-2 | praise or scorn? (of film reviews, originally five classes) | C = 2 | accuracy |
# | CoLA | is the sentence acceptable? | C = 2 | Matthews |
# | MNLI | entailment, contradiction or neutral? | pair, C = 3 | accuracy |
# | QNLI | does the passage contain the answer? | pair, C = 2 | accuracy |
# | QQP, MRPC | do both mean the same? | pair, C = 2 | F1, accuracy |
# | STS-B | how similar are they? | pair, C = 1 | Pearson, Spearman |

# %% [markdown]
# ## 12 · Multiple choice: `MultipleChoiceHead`
#
# *Medium · 8 minutes · without `transformers`*
#
# A multiple-choice question has no fixed classes: answer B of one question has nothing to do with answer B of the next.
# So each choice is read *with* its question, as a separate text, [CLS] question [SEP] choice [SEP], and gets one score
# from a vector $w$ that all choices share (Devlin et al. 2019, section 4.4):
#
# $$s_c = w \cdot h^{(c)}_{[\mathrm{CLS}]} + b, \qquad p = \mathrm{softmax}(s_1, \dots, s_C)$$
#
# The softmax runs over the choices of one question. To the encoder, B questions with C choices are B·C texts. In
# sections 10 and 11 the second text had segment 1. Here the head passes on only ids and mask, so every token gets segment
# 0, and [SEP] alone has to show where the choice begins.


# %% nbgrader={"grade_id": "MultipleChoiceHead", "solution": true}
class MultipleChoiceHead(nn.Module):
    """A score for each of C choices, from one encoder and one scoring vector.

    scorer: D → 1.
    forward: ids and mask (B, C, T), 0 in the mask for padding → scores (B, C), before
    any softmax. encoder(ids (N, T), mask (N, T)) gives hidden states (N, T, D). It
    takes texts, not choices; call it once or several times.
    """

    def __init__(self, width):
        super().__init__()
        self.scorer = nn.Linear(width, 1)

    def forward(self, encoder, ids, mask):
        ### BEGIN SOLUTION
        B, C, T = ids.shape
        hidden = encoder(ids.reshape(B * C, T), mask.reshape(B * C, T))  # (B·C, T, D)
        return self.scorer(hidden[:, 0]).reshape(B, C)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "MultipleChoiceHead_hints", "locked": true}
# <details><summary>A question to start from</summary>An encoder reads texts, (N, T). How many texts are there in (B, C, T)?</details>
# <details><summary>A pointer</summary><code>reshape</code> merges neighbouring axes and splits them again, in the same order.</details>
# <details><summary>In pseudocode</summary>Make a long list of texts, score each by its first token, and split the scores again the way the texts were grouped.</details>


# %% nbgrader={"grade_id": "check_MultipleChoiceHead", "grade": true, "locked": true, "points": 3}
@check("MultipleChoiceHead")
def _(table, ids, mask, weights, gradient):
    table.requires_grad_()

    def encoder(ids, mask):  # each token's vector and the mean of its text: a very small encoder
        N, T = ids.shape
        real = mask.reshape(N, T, 1).to(table.dtype)
        return table[ids].tanh() + (table[ids] * real).sum(dim=1, keepdim=True) / real.sum(
            dim=1, keepdim=True
        )

    head = load_weights(MultipleChoiceHead(table.shape[1]), weights)
    scores = head(encoder, ids, mask)
    backward(scores, gradient)
    return {"scores": scores, "grad_table": table.grad, "grad_weights": gradient_sizes(head)}


# %% [markdown]
# How does the bias $b$ change the answer? Think before you open the fold.
#
# <details><summary>Answer</summary>Not at all: every choice of a question gets the same bias, and softmax ignores a shared constant. The bias never learns either, since its gradient is the sum of p − y over the choices, which is 0; weight decay may shrink it.</details>


# %% nbgrader={"grade_id": "by_topic", "locked": true}
def by_topic(rows):
    """Lists of the articles that have a description, one for each topic."""
    groups = {}
    for row in rows:
        if row["description"] and row["topic"] != "Uncategorized":
            groups.setdefault(row["topic"], []).append(row)
    return groups


# %% nbgrader={"grade_id": "choices", "locked": true}
def questions(rows, n, n_choices, seed):
    """n questions: a summary's start without its title, and descriptions on its topic, one of them its own."""
    dice = torch.Generator().manual_seed(seed)
    asked, answers, groups = [], [], by_topic(rows)
    each = -(-n // len(groups))  # this many per topic, rounded up
    for row in [row for group in groups.values() if len(group) >= n_choices for row in group[:each]]:
        others = [o["description"] for o in groups[row["topic"]] if o["description"] != row["description"]]
        choices = [others[i] for i in torch.randperm(len(others), generator=dice)[: n_choices - 1]]
        answers.append(int(torch.randint(n_choices, (), generator=dice)))
        choices.insert(answers[-1], row["description"])
        asked.append((row["extract"].replace(row["title"], "It")[:150], choices))
    shuffled = torch.randperm(len(asked), generator=dice)[:n].tolist()
    return [asked[i] for i in shuffled], torch.tensor([answers[i] for i in shuffled])


# %% nbgrader={"grade_id": "coded", "locked": true}
def coded(asked, max_length=64):
    """Ids and mask, (B, C, T) each."""
    pairs = [(text, choice) for text, choices in asked for choice in choices]
    found = pretrained.tokenizer(
        *zip(*pairs), padding=True, truncation=True, max_length=max_length, return_tensors="pt"
    )
    return [found[key].unflatten(0, (len(asked), -1)).to(where) for key in ("input_ids", "attention_mask")]


# %% tags=["explore"]
if answered("MultipleChoiceHead", "mean_pool"):
    n_questions = 64
    chooser = copy.deepcopy(pretrained.model).train()
    torch.manual_seed(0)
    head = MultipleChoiceHead(384).to(where)
    reader = lambda ids, mask: chooser(input_ids=ids, attention_mask=mask).last_hidden_state
    chooser.requires_grad_(False).encoder.layer[4:].requires_grad_(True)
    learning = [*chooser.encoder.layer[4:].parameters(), *head.parameters()]
    optimizer = torch.optim.AdamW(learning, lr=2e-4)
    asked, answers = questions(wiki["train"], 96, 4, seed=0)
    for start in range(0, len(asked), 8):
        scores = head(reader, *coded(asked[start : start + 8]))
        loss = F.cross_entropy(scores, answers[start : start + 8].to(where))
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()

# %% tags=["explore"]
if answered("MultipleChoiceHead", "mean_pool"):
    asked, answers = questions(wiki["test"], n_questions, 4, seed=1)
    chooser.eval()
    with torch.no_grad():
        chosen = torch.cat([head(reader, *coded(asked[i : i + 8])).cpu() for i in range(0, len(asked), 8)])
    texts = vectors([text for text, _ in asked])
    options = vectors([choice for _, choices in asked for choice in choices]).unflatten(0, (-1, 4))
    cosines = (options @ texts[:, :, None]).squeeze(-1)  # (B, C)
    plots.choices(asked[:3], answers[:3], chosen[:3].softmax(1))
    record("multiple choice, head", accuracy(chosen.argmax(1), answers), expected=(0.85, 1))
    record("multiple choice, cosine", accuracy(cosines.argmax(1), answers), expected=(0.9, 1))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Both are nearly always right, and the cosine needed no training here, because this task asks which choice is closest
# in meaning. A head is needed where the right choice isn't the closest one: which ending is impossible, or which sense a
# word has. We have no data of that kind here, so you don't see it win.
#
# </details>

# %% [markdown]
# ## 13 · Semantic search: ask Wikipedia
#
# Each article's title and description become a vector, once. Your question becomes another, and the search returns the
# nearest articles. They don't need to share a single word with it. Ask something in your own words, in a way the
# article would never put it, and send the answer to a friend with the question "How did it know?" (With `scale =
# "small"` only every fourth article is there, so the right one may be missing.)

# %% tags=["explore"]
if answered("mean_pool"):
    pages = [row for part in wiki.values() for row in part]
    if scale == "small":
        pages = pages[1::4]  # every fourth article; the others would take most of a minute
        library = vectors([f"{page['title']}: {page['description']}" for page in pages], max_length=20)
    else:
        library = vectors([f"{page['title']}: {page['extract']}" for page in pages], max_length=128)
    record(
        "articles in the library",
        len(library),
        expected=(2508, 2508) if scale == "small" else (10_033, 10_033),
    )

# %% tags=["explore"]
if answered("mean_pool"):
    my_question = "the man who drew a smiling woman and also designed flying machines"
    for question in [my_question, "why is the sky blue", "an animal that sleeps hanging upside down"]:
        nearness = library @ vectors([question])[0]
        best = nearness.topk(5)
        plots.found(question, [(pages[i], nearness[i].item()) for i in best.indices.tolist()])

# %% [markdown]
# This is **semantic search**, not an oracle: it always returns five results, even if there is nothing to find. Ask
# about something that doesn't exist, and look at the cosines.

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 8 to 12 sentences, 15 minutes). There are three kinds of transformer: encoders
# read, decoders write, and some models have both. For each kind, give a task that suits it, and explain which property
# of its attention and of its pretraining fits the task. Choose among these or use your own: flagging toxic comments;
# ranking texts by difficulty; encoding a question about a picture; translation; writing a story; following
# instructions. Then: a friend wants to find the ten complaints most similar to a new one among a million, and is
# thinking of using a large GPT. What do you advise?
#
# ### BEGIN SOLUTION
# **Model answer.** An encoder sees the whole text at every position and was trained to fill gaps from both sides, so
# its vectors suit properties of a text as a whole (toxicity, difficulty), decisions about positions in it, and vectors
# for other systems (the question in visual question answering, the prompt in image generation). A decoder sees only the
# tokens so far and was trained to predict the next one; that is exactly what writing needs, and keys and values can be
# cached. Both together fit tasks with a given input and a new output: in translation the source is known as a whole and
# may be read in both directions, while the target is written from left to right, with cross-attention between them.
# Instructions can also be followed that way, though most present systems are decoders alone. For a million complaints
# an encoder computes one vector each, once, and compares by cosine: one pass for the new one. A decoder that reads
# every pair needs a million passes; it could still rerank the best hundred.
#
# **Rubric.**
#
# - a, 0.5 points: a fitting task for each of encoder, decoder and both
# - b, 0.5 points: a reason for each, from attention or pretraining
# - c, 0.5 points: the advice: vectors that are computed once and compared
# - d, 0.5 points: the reason: what it would cost to read a million pairs
# ### END SOLUTION

# %% [markdown]
# **What you have now.** A recipe: encoder, head, loss, lower rates for lower layers, the weights of the best epoch, and a
# metric that fits the question.
#
# | asks for | head | loss | metric |
# |---|---|---|---|
# | a class | [CLS], C logits | cross-entropy | accuracy; F1 or Matthews for unbalanced classes |
# | a number | [CLS], one output | squared error | Pearson, Spearman |
# | one of several texts | [CLS] of each, one score | cross-entropy over the choices | accuracy |
# | the nearest of many texts | mean of all tokens | none here: already tuned | Spearman, or whether the right text comes first |
#
# One kind of answer is still missing: a *span* of a passage, from one position to another, or nothing at all. That is
# the third sitting.

# %% [markdown]
# **Sources.** Devlin et al. 2019, *BERT*, arXiv 1810.04805. Wang et al. 2019, *GLUE*, arXiv 1804.07461. Warstadt et
# al. 2019, *Neural network acceptability judgments* (CoLA), arXiv 1805.12471. Cer et al. 2017, *SemEval-2017 task 1*
# (STS-B), arXiv 1708.00055. Howard and Ruder 2018, *ULMFiT*, arXiv 1801.06146. Sun et al. 2019, *How to fine-tune
# BERT for text classification*, arXiv 1905.05583. Reimers and Gurevych 2019, *Sentence-BERT*, arXiv 1908.10084.
# Matthews 1975, *Biochimica et Biophysica Acta* 405. Murphy 1996, *The Finley affair*, Weather and Forecasting 11.
# Gururangan et al. 2018,
# *Annotation artifacts in natural language inference data*, arXiv 1803.02324. Reviews: Hutto and Gilbert 2014. Words for
# inference: WordNet 3.0.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
