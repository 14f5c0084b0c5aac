# %% [markdown]
# # Lesson 07 · BERT
# ## Fourth sitting: inside the heads
#
# The encoder of this lesson, MiniLM, has 72 attention heads. What is each of them for? And if you switched some of them
# off, would you notice?
#
# Much has been written about such questions, usually under a picture of one head on one sentence. Here you measure
# instead: what a head looks at over many texts, whether a claim about it survives a test, and what happens if you remove
# it. At the end you have an atlas of all 72 heads that works on your own sentences.
#
# | | |
# |---|---|
# | Uses | attention, masks and heads of lesson 02, the encoder of the first sitting (all given) |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# In this sitting B is the number of texts, T the number of queries, S the number of keys, D the number of features per
# token, L the number of layers and H the number of heads; d = D/H is the width of a head.
#
# <details><summary>1. What is a row of an attention matrix, and what does it sum to?</summary>One query's weights on all keys. They sum to 1 (lesson 02).</details>
# <details><summary>2. What does softmax do with a score of −∞?</summary>It gives probability 0, unless every score in the row is −∞; then the result is nan (lesson 02).</details>
# <details><summary>3. Which part of an attention layer mixes the heads?</summary>Only the output projection. Before it, each head has its own columns (lesson 02).</details>
# <details><summary>4. A linear layer computes x Wᵀ + b. Which axis of W belongs to its outputs?</summary>The first: each row of W makes one output.</details>
# <details><summary>5. Why is the best of ten tries, reported on the rows that chose it, too good?</summary>It is partly lucky. Only rows that played no part in the choice show how good it is (second sitting).</details>

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

from utils import devices
from utils.metrics import largest, record
from utils.topics.bert import span_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% tags=["explore"]
from utils import corpora, minilm
from utils.finetuning import UpperLayers, lower_features

encoder = minilm.load(where)  # 6 layers of 12 heads, each 32 wide

# %% [markdown]
# ## 1 · An additive attention mask: `extended_mask`
#
# *Medium · 7 minutes · without `transformers`*
#
# What may a head look at? In an encoder every token may look at every other; only padding has to be hidden. The encoder
# you built in the first sitting passed a boolean mask to ready-made blocks. BERT's own code adds a number to each score
# before softmax instead. There is one row of these numbers per text, shared by all heads and queries:
#
# $$\text{scores} + (1 - m)\cdot(-10000), \qquad m \in \{0, 1\}$$
#
# Real tokens get 0. Padding gets −10,000, and $e^{-10000}$ rounds to 0 in any format. Other programs use −∞.
# **Predict**: what does the formula give for $m = 1$ if you replace −10,000 with −∞?
#
# <details><summary>Answer</summary>0 · (−∞) is nan, and softmax spreads it over the whole row. The formula works for finite numbers only.</details>


# %% nbgrader={"grade_id": "extended_mask", "solution": true}
def extended_mask(mask, low=-10000.0):
    """What is added to attention scores (B, H, T, S) to hide padding.

    mask: (B, S) int64, 1 at real tokens and 0 at padding, which may be at any
    positions; a row may be all padding.
    low: the number that padding gets, below 0; -math.inf is allowed.
    Returns (B, 1, 1, S) float32: 0 at real tokens, `low` at padding.
    """
    ### BEGIN SOLUTION
    added = torch.zeros(mask.shape, device=mask.device).masked_fill(mask == 0, low)  # (B, S)
    return added[:, None, None, :]
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "extended_mask_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the four axes of (B, H, T, S) does padding depend on?</details>
# <details><summary>A pointer</summary>Choose between two numbers rather than computing one from the other. What does torch offer for that?</details>
# <details><summary>I get nan</summary>Only for −∞? Then a zero was multiplied by it.</details>


# %% nbgrader={"grade_id": "check_extended_mask", "grade": true, "locked": true, "points": 2}
@check("extended_mask")
def _(mask, low, scores):
    added = extended_mask(mask) if low is None else extended_mask(mask, low)
    shares = (scores + added).softmax(-1).float()
    return {"mask": added, "attention": {"shares": shares, "type": str(added.dtype)}}


# %% [markdown]
# Does it matter which of the two numbers you use? Take the attention of one query with scores 2, 1, 0 and 3, with some
# keys as padding.

# %% tags=["explore"]
if answered("extended_mask"):
    scores = torch.tensor([2.0, 1, 0, 3], device=where)
    for name, m in {"last key hidden": [1, 1, 1, 0], "all keys hidden": [0, 0, 0, 0]}.items():
        for low in (-10000.0, -math.inf):
            shares = (scores + extended_mask(torch.tensor([m], device=where), low)[0, 0, 0]).softmax(-1)
            print(f"{name}, {low:8g}: {[round(share, 3) for share in shares.tolist()]}")
    half = (scores - 10000).to(torch.bfloat16)
    print("in bfloat16, scores − 10,000:", half.tolist())

# %% [markdown]
# If at least one key is visible, no. If none is, −∞ gives nan, while in float32 −10,000 gives attention as if there were
# no mask: no error, but wrong all the same. In bfloat16, adding −10,000 even wipes out the scores, because near 10,000
# neighbouring numbers are 64 apart.
#
# ### Reading the library
#
# A lecture opens the library's source and finds three things: the layers store `is_decoder` and `add_cross_attention`,
# and if you pass no mask, `attention_mask` is all ones. What do these facts say about BERT? The next cell asks the
# library.

# %% tags=["explore"]
from transformers import BertConfig, BertModel

config = BertConfig()  # the defaults, which are BERT's
print("is_decoder:", config.is_decoder, "  add_cross_attention:", config.add_cross_attention)
tiny = dict(vocab_size=50, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32)
ids = torch.tensor([[7, 8, 9, 0]])  # the last id is [PAD]
with torch.no_grad():
    for name, more in {"encoder": {}, "decoder": {"is_decoder": True}}.items():
        torch.manual_seed(0)
        model = BertModel(BertConfig(**tiny, **more, attn_implementation="eager")).eval()
        print(
            f"{name}, no mask given: keys that token 0 sees",
            (model(ids, output_attentions=True).attentions[0][0, 0, 0] > 0).int().tolist(),
        )
    model = BertModel(BertConfig(**tiny)).eval()
    ones, none = model(ids, torch.ones_like(ids)), model(ids)
record("no mask against a mask of ones", (ones[0] - none[0]).abs().max().item(), expected=(0, 1e-6))

# %% [markdown]
# Both flags are False by default, so BERT has no causal mask and no cross-attention: an encoder and nothing else. With
# `is_decoder=True` the same class gets a causal mask, and with `add_cross_attention=True` a second attention to another
# text (lesson 08 builds that one). A mask of ones means that *everything* is real. The library doesn't look for [PAD] in
# the ids, so if you forget the mask, the first token happily attends to padding.

# %% [markdown]
# ## 2 · Measuring attention patterns: `attention_to_offset`
#
# *Medium · 9 minutes*
#
# What do the 72 heads do all day? Many pictures of heads have been printed, but a picture of one sentence proves little.
# So measure a pattern over many texts. The simplest pattern is to look a fixed distance away. As everywhere in this
# course, a distance is query minus key, $o = i - j$: offset 1 is the previous token, −1 the next one. For head $h$ we
# want the mean of the weight $A^h_{i,\, i-o}$ over all queries $i$.
#
# There are two traps. The first token has no previous one, so there are fewer pairs than queries. And texts in a batch
# are padded: attention from padding and attention to padding must not count.


# %% nbgrader={"grade_id": "attention_to_offset", "solution": true}
def attention_to_offset(attention, valid, offset):
    """The mean attention that each head gives to the token at a fixed distance.

    attention: (B, H, T, T), rows are queries and columns are keys.
    valid: (B, T) bool, False at tokens that don't count, such as padding or [CLS];
    they may be anywhere.
    offset: query minus key: 1 for the previous token, 0 for the token itself, −1 for
    the next one.
    Returns (H,): the mean over all pairs in the batch whose query and key both exist
    and are valid. There is at least one such pair, and all pairs count equally.
    """
    ### BEGIN SOLUTION
    T = attention.shape[-1]
    first, end = max(0, offset), min(T, T + offset)  # of the queries whose key exists
    query = torch.arange(first, end, device=attention.device)
    counts = valid[:, query] & valid[:, query - offset]  # (B, n)
    weights = attention[:, :, query, query - offset]  # (B, H, n)
    return (weights * counts[:, None]).sum(dim=(0, 2)) / counts.sum()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "attention_to_offset_hints", "locked": true}
# <details><summary>A question to start from</summary>Which entries of a (T, T) table have "row minus column = 1"?</details>
# <details><summary>A pointer</summary><code>torch.diagonal(attention, k, dim1=-2, dim2=-1)</code> gives (B, H, n), the entries whose column minus row is k. Which query does its first entry belong to?</details>
# <details><summary>The mean is too small</summary>What did you divide by: T, or the number of queries that have a neighbour?</details>


# %% nbgrader={"grade_id": "check_attention_to_offset", "grade": true, "locked": true, "points": 2}
@check("attention_to_offset")
def _(attention, valid, offsets):
    return {"means": torch.stack([attention_to_offset(attention, valid, offset) for offset in offsets])}


# %% [markdown]
# The next cell computes the attention of all heads on the beginnings of 120 articles; [CLS] and [SEP] are in the input
# but don't count. **Predict**: if a head looks at all tokens equally, what share of its attention goes to the previous
# token? And how many of the 72 heads give it more than half?


# %% nbgrader={"grade_id": "attend", "locked": true}
@torch.no_grad()
def attend(ids, mask):
    """Attention of all heads, (B, L, H, T, T), and a mask of ordinary tokens, (B, T).  ids, mask: (B, T)."""
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
    record("largest share on the previous token", by_offset[1].max().item(), expected=(0.99, 1))
    record("heads above one half", (by_offset[1] > 0.5).sum().item(), expected=(1, 1))
    record("a head that looks at all tokens equally", (1 / mask.sum(1)).mean().item(), expected=(0.02, 0.03))

# %% [markdown]
# <details><summary>The answer</summary>
#
# A head that looks at all tokens equally gives each about one fortieth, .025, since most of these texts fill the 40
# tokens. One head gives the previous token nearly everything. Of the other 71 none gives it more than half.
#
# </details>

# %% [markdown]
# ## 3 · Testing claims about heads
#
# *Predict and read · 12 minutes*
#
# **Claim 1: this head looks at the previous word.** It does, but does it need the word? Feed it word salad: replace
# each token with one drawn from all the texts, but keep [CLS], [SEP] and padding. Whatever a head still does then, it
# does by position.
#
# **Claim 2: that head leads from an article to its noun** (Clark et al. 2019, section 4.2, found such heads in BERT). A
# head *finds* the noun if the article gives it more weight than any other token, leaving out [CLS], [SEP] and the
# article itself. The noun is often the next word, so a head that merely looks at the next word would pass for a
# linguist. The baseline is therefore a fixed distance, the best of one, two and three. The interesting cases have words
# in between.
#
# The head is chosen on half of the texts and evaluated on the rest. **Predict**: which of the two claims survives?


# %% tags=["explore"]
def article_and_noun(tokens):
    """Positions (article, noun).  For each article: the last noun of the first run of nouns after it, if near."""
    nouns, found = corpora.nouns(), []
    for i, token in enumerate(tokens):
        ahead = tokens[i + 1 : i + 5]
        if token not in ("a", "an", "the") or any(not word.isalpha() for word in ahead):
            continue  # skip words split into several tokens, punctuation, and articles too close to the end
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
    in_salad = torch.stack([attention_to_offset(a, valid, 1) for a in mixed.unbind(1)])
    pairs = [
        (b, i, j)
        for b in range(len(ids))
        for i, j in article_and_noun(encoder.tokenizer.convert_ids_to_tokens(ids[b]))
    ]
    b, i, j = torch.tensor(pairs).T
    looks = attention[b, :, :, i].masked_fill(
        ~valid[b][:, None, None], 0
    )  # (pairs, L, H, T): what article i looks at
    looks[torch.arange(len(b)), :, :, i] = 0  # the article itself doesn't count
    right = looks.argmax(-1) == j[:, None, None]  # (pairs, L, H)

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
            "previous token": (by_offset[1], even),
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
    record("… with words between, two ahead", two, expected=(0.65, 0.8))
    record("… with words between, the chosen head", judged_far.flatten()[best].item(), expected=(0.66, 0.86))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Claim 1 is true but means little; claim 2 holds, with a reservation.
#
# </details>
#
# **Claim 1.** One head gives .999 of its attention to the previous token, and still .998 in word salad. It does not read
# at all.
#
# **Claim 2.** The head chosen on one half of the texts finds the noun in .80 of all cases in the other half. "Always
# the next word" is right in .50 of them. With one or two words in between, the head finds .76 of the nouns, and "always
# two words ahead" .72. A few dozen cases are too few to separate these two. But "always two words ahead" fails wherever
# the noun comes next, and no fixed distance handles both kinds. So this head responds to the words themselves.
#
# The reservation: a head that attends mostly to [SEP] can *find* the noun with what little is left, and we did not test
# whether the head is *for* articles. And if we had chosen the best of 72 heads on the same texts we report, its score
# would have been too good.

# %% [markdown]
# A lecture prints a table of what BERT's heads do:
#
# | function | example | reference | layers |
# |---|---|---|---|
# | syntax | subject and verb | Clark et al. 2019 | 1–4 |
# | coreference | "he" → "John" | Clark et al. 2019 | 5–8 |
# | named entities | entity spans | Clark et al. 2019 | 9–12 |
# | punctuation | first and last token | Kovaleva et al. 2019 | 0–11 |
# | token attends to itself | | Kovaleva et al. 2019 | 0–11 |
# | long-range dependencies | distant context | Michel et al. 2019 | 8–12 |
# | redundant heads | low importance | Voita et al. 2019 | all |
# | interchangeable heads | can be pruned | Voita et al. 2019 | all |
#
# **Find the errors.** Three of them show without reading any of the papers. BERT-base has 12 layers of 12 heads. How does
# the table count layers? The paper of Michel et al. is called *Are sixteen heads really better than one?* Can its heads
# be BERT-base's? And which two rows at the end mean the same thing? For the rest you need the papers, or the answer.

# %% [markdown]
# <details><summary>Answer</summary>Without the papers: layers 0–11 and layers 9–12 can't both be right, because the table counts from 0 and from 1. BERT-base doesn't have sixteen heads (BERT-large does, but in 24 layers). "Redundant" and "interchangeable" are the same thing twice. With the papers: Michel et al. prune a translation model with sixteen heads, and BERT as well, and report nothing on long-range dependencies in certain layers. Voita et al. study the encoder of a translation model, not BERT, and what they measured is that many heads can be removed. Clark et al. did not test named entities.</details>
#
# The BERT papers do support claims, but narrower ones. Clark et al. tested syntax and coreference, and found single heads
# for single relations (such as direct objects, or determiners) in one model. They measured on labelled text, against a
# baseline of fixed distances. That is the kind of test you have just done. Kovaleva et al. sorted attention maps of
# BERT-base into five shapes, one of them "vertical": all tokens look at [CLS] or [SEP]. Neither paper assigns a whole
# ability to a range of layers.

# %% [markdown]
# ## 4 · Head importance: `head_importance`
#
# *Hard · 12 minutes*
#
# A pattern doesn't prove that the model uses the head; to know that, remove it (**ablation**). Trying all 72 takes 72
# runs per text, but a gradient takes one run forward and backward. Put a gate on each head, $\xi_h \cdot
# \mathrm{head}_h$, which is 1 in the unchanged model. The slope of the loss at 1 shows how much the loss would change
# if the gate closed a little (Michel et al. 2019, section 4.1):
#
# $$I_h = \mathbb E_x \left| \frac{\partial \ell(x)}{\partial \xi_h} \right|$$
#
# The absolute value is *inside* the mean, because a head that helps one text and hurts another is not idle. Slopes
# differ in size from layer to layer, so if all heads were ranked in one list, whole layers might come first. As in the
# paper, each layer's importances are therefore divided by the root of their sum of squares. You are given a function
# that returns the loss of one example under given gates.


# %% nbgrader={"grade_id": "head_importance", "solution": true}
def head_importance(loss_of, examples, shape):
    """How much the loss depends on each head: the mean over the examples of the
    absolute gradient with respect to its gate.

    loss_of(example, gates): the loss of one example (a tensor without axes) when the
    output of head h of layer l is multiplied by gates[l, h]; gates (L, H) float32, on
    the CPU.
    examples: a list of at least one.  shape: (L, H).
    The gradient is taken where all gates are 1, as in the unchanged model. Each layer's
    means are then divided by the root of their sum of squares, which is above 0.
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
# <details><summary>In pseudocode</summary>Create gates of ones that require a gradient. Take the absolute gradient for each example, then average over the examples. Finally, scale each row to length 1.</details>


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
    """The share of test pairs that are judged correctly, with the cut that is best on the validation pairs."""
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
        """Binary cross-entropy of a pair's label, with the logit 20 · (cosine − .4)."""
        return F.binary_cross_entropy_with_logits(
            20 * (alike("validation", gates, [i])[0] - 0.4), labels["validation"][i].float()
        )

    importance = head_importance(loss_of, list(range(40)), (6, 12))
    plots.importance(importance)
    everyone = right_pairs(torch.ones(6, 12))
    record("accuracy with all heads", everyone, expected=(0.91, 0.99))

# %% tags=["explore"]
if answered("head_importance"):
    orders = {
        "the least important": importance.flatten().argsort(),
        "at random": torch.randperm(72, generator=torch.Generator().manual_seed(0)),
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
# pairs (one pair is .007, and the standard error .02). The order seems to matter: if you switch off the most important
# 58 first, accuracy drops to .88. That is no better than switching off all 72 (.91); with 150 pairs we can't say more
# than that.
#
# </details>
#
# Before you conclude that heads are useless: with *all* of them off, when no token sees any other, .91 are still right.
# A bag of words can nearly do this task, so the measurement describes the task as much as the model. Michel et al.
# report that 40 % of BERT's heads can be removed on their task before the accuracy drops; a percentage like that holds
# for one task only. Which task would really need the heads? Look back at the third sitting: there, lines that share
# words with the question fooled the word counts.

# %% [markdown]
# ## 5 · Pruning heads: `prune_heads`
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
    """An attention layer without some of its heads; the remaining heads compute exactly
    what they did before.

    weights: name → tensor, not modified: q_proj, k_proj, v_proj and out_proj, each
    .weight (D, D) and .bias (D,). Head h owns rows h·d to (h + 1)·d of the first three,
    d = D / n_heads; the layer concatenates its heads' outputs in order and applies
    out_proj to the result.
    keep: the heads that stay, a list of one or more without repeats, in the order in
    which the new layer has them.
    Returns a new dictionary with the same names, for len(keep) heads of the same width
    d. Its tensors may share memory with the old ones.
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
    changed = sum(name not in weights or not torch.equal(weights[name], w) for name, w in before.items())
    return {
        **{name: pruned[name] for name in before},
        "weights unchanged": {"q": pruned["q_proj.weight"], "changed": changed},
    }


# %% [markdown]
# A layer of the real encoder with half of its heads: compare the pruned layer with the full layer, in which the gates of
# the other six heads are closed.


# %% tags=["explore"]
def attention_layer(x, weights, n_heads):
    """The output of an attention layer for x (B, T, D)."""
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

# %% [markdown]
# ### Then use the library
#
# PyTorch's own layer is `nn.MultiheadAttention`. It stores the weights of the query, key and value projections in one
# matrix. It can have any number of heads, but together they must be as wide as its input. Your pruned layer has 6 heads
# of 32 for an input of 384, so it doesn't fit; a layer with all twelve does. Compare the two on the same sentence. (With
# all twelve kept, `prune_heads` changes nothing, so this tests where the weights belong and not your pruning.)

# %% tags=["explore"]
if answered("prune_heads"):
    theirs = torch.nn.MultiheadAttention(384, 12, batch_first=True).to(where)
    everyone_stays = prune_heads(part.weights, list(range(12)), 12)
    with torch.no_grad():
        for kind, parameter in (("weight", theirs.in_proj_weight), ("bias", theirs.in_proj_bias)):
            parameter.copy_(torch.cat([everyone_stays[f"{name}_proj.{kind}"] for name in "qkv"]))
            getattr(theirs.out_proj, kind).copy_(everyone_stays[f"out_proj.{kind}"])
        output, weights = theirs(part.x, part.x, part.x, average_attn_weights=False)  # weights (1, H, T, T)
    record(
        "largest difference from the encoder's layer",
        largest((output - part.output).abs().flatten()),
        expected=(0, 1e-4),
    )
    record(
        "of the attention weights",
        largest((weights[0].cpu() - part.attention).abs().flatten()),
        expected=(0, 1e-5),
    )

# %% [markdown]
# ## 6 · An atlas of heads
#
# *Play · 5 minutes*
#
# The atlas shows one pattern for all 72 heads, and one head at work. Find a head that looks at itself, one that looks
# ahead, and one that attends mostly to [SEP]. Then try a sentence of your own, or a friend's.

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

# %% [markdown] nbgrader={"grade_id": "written_d", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences, 15 minutes). A colleague shows you a picture of one head on
# one sentence. "It leads from *she* to *Marie Curie*," he says. "So this is the coreference head, and if we remove it,
# the model can no longer resolve pronouns." Those are two claims. For each, explain what you would measure, on what
# texts, and against which cheap baseline, and name a result that would convince you. Use what you saw in sections 2 to
# 4.
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
# **What you have now.** Four ways to ask what a head does, and what each can and cannot show.
#
# | method | shows | doesn't show |
# |---|---|---|
# | pattern over many texts | what a head looks at | that the model uses it |
# | a baseline without words | whether position alone explains it | what else could explain it |
# | gradient of a gate | which heads the loss feels, in one pass | what happens when many are off |
# | pruning | what is lost when heads are gone | what another task would lose |
#
# The next lesson puts an encoder and a decoder together: one reads a text, the other writes a new one. That is the
# Transformer as published in 2017, and the cross-attention of lesson 02 finally gets its job.

# %% [markdown]
# **Sources.** Devlin et al. 2019, *BERT*, arXiv 1810.04805. Clark et al. 2019, *What does BERT look at?*, arXiv
# 1906.04341. Kovaleva et al. 2019, *Revealing the dark secrets of BERT*, arXiv 1908.08593. Michel, Levy, Neubig 2019,
# *Are sixteen heads really better than one?*, arXiv 1905.10650. Voita et al. 2019, *Analyzing multi-head self-attention*,
# arXiv 1905.09418. Summaries: Wikipedia, CC BY-SA 4.0. The encoder is all-MiniLM-L6-v2 (Apache-2.0).

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
