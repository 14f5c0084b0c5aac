# %% [markdown]
# # Lesson 07 · BERT
# ## First sitting: an encoder, and how it is pretrained
#
# In 1953 Wilson Taylor wanted to measure how hard a text is to read. He deleted words and asked people to guess them from
# the words on both sides of the gap, and called the test a *cloze* procedure. Sixty-five years later a machine took the
# same test on three billion words: BERT.
#
# Here you build that machine, load real weights into it, and let it fill gaps in your own sentences. Training on one
# task in order to be good at another is **transfer learning**. The training on the first task is called
# **pretraining**; today it uses as much text as can be found. Cloze needs no labels: any text contains
# the answers. That is called **self-supervision**.
#
# | | |
# |---|---|
# | Uses | blocks of lesson 03 (a finished version is imported), losses and schedules of lesson 04 |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# In this sitting B is the number of texts in a batch, T the number of tokens in a text, D the width, and V the size of
# the vocabulary. A few questions about earlier lessons:
#
# <details><summary>1. What does a causal mask forbid, and why does GPT need it?</summary>Position t may not look at positions t + 1 and later. GPT predicts the next token at every position at once, and without the mask it could simply read off the answer (lessons 02 and 04).</details>
# <details><summary>2. Where are the norms in a post-LN block?</summary>After each residual sum: norm(x + f(x)) (lesson 03). A stack of such blocks needs no final norm.</details>
# <details><summary>3. What does softmax do with a score of −∞?</summary>It gives probability 0, unless every score in the row is −∞; then the result is nan (lesson 02).</details>
# <details><summary>4. Byte-pair encoding never meets an unknown word. Why?</summary>It starts from 256 bytes, and every text is made of bytes (lesson 01).</details>
# <details><summary>5. A model knows nothing and gives all V tokens the same probability. What is its loss?</summary>ln V nats (lesson 04). For V = 30,522 that is 10.3.</details>

# %% nbgrader={"grade_id": "imports_a", "locked": true}
try:
    from autograder.checks import answered, backward, check, gradient_sizes, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math
import re
import unicodedata

import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd.functional import jacobian

from utils import devices
from utils.blocks.attention import CrossAttention
from utils.blocks.block import EncoderBlock
from utils.metrics import largest, record
from utils.plots import interactive
from utils.topics.bert import encoder_figures as plots
from utils.topics.bert import masked_head

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# **Decoder and encoder.** A *decoder* writes: its prediction of $x_i$ may use $x_0 \dots x_{i-1}$ only. (Its *feature* at
# $i$ has read $x_i$ as well; the prediction of $x_i$ is made from the feature at $i - 1$.) An *encoder* reads: it gets
# the whole text and turns it into features, each of which may use tokens on both sides (it is **bidirectional**). Play
# cloze yourself: "The doctor washed her ___ before the operation." Which words fit if you see only the left side, and
# which if you see both?
#
# <details><summary>Answer</summary>After "The doctor washed her" you might expect car, hair, dog or dishes. With the right side it is hands. A reader has both sides; only a writer has to make do with one.</details>
#
# **Find the error.** A lecture says that a decoder's $x_i$ depends on `X[: i − 1]` $= (x_0, \dots, x_{i-1})$, and an
# encoder's masked $x_i$ on the same slice and also on `X[i + 1 :]`. Read the first slice as Python for $i = 3$. What is
# missing?
#
# <details><summary>Answer</summary><code>X[:2]</code> is (x₀, x₁): a Python slice excludes its end, so x₂ is lost. It should be <code>X[:i]</code>. The second slice is right.</details>

# %% [markdown]
# The real encoder of this lesson is all-MiniLM-L6-v2. Its architecture is BERT's: 6 layers, width 384, 12 heads, and the
# vocabulary of `bert-base-uncased`. It was **distilled**, which means trained to imitate a larger model, and then tuned
# so that sentences with the same meaning get similar vectors. So it is a cousin of BERT rather than BERT itself, but your
# code will fit both. The first run downloads 84 MB.
#
# One thing it never had is a head that fills gaps. The last section needs one, and training it takes about ten minutes.
# **Start it now**: open a terminal in the course folder, type `python -m utils.topics.bert.masked_head`, and let it run
# while you work.

# %% tags=["explore"]
from utils import corpora, minilm

library = minilm.load(where)  # the library's model and tokenizer; yours will be compared with them
vocab = library.tokenizer.get_vocab()  # token → id
_ = record("entries in the vocabulary", len(vocab), expected=(30_522, 30_522))
print({token: id for token, id in vocab.items() if token in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")})
print("inside words:", sum(token.startswith("##") for token in vocab))

# %% [markdown]
# ## 1 · Subword tokens: `wordpiece`
#
# *Medium · 12 minutes · without `transformers`, `tokenizers`*
#
# BERT first splits a text at whitespace and punctuation. Then **WordPiece** splits each word, using a vocabulary of
# pieces in which the prefix `##` marks a piece that continues a word. The rule is greedy: take the longest piece that
# matches the start of the remaining word, then continue after it.
#
# "flightless" is not in the vocabulary. The longest prefix that is there is `flight`, which leaves `##less`.
#
# Byte-pair encoding replays its merges in the order they were learned; WordPiece only needs the finished vocabulary. It
# can also fail: if no piece matches what remains, the *whole word* becomes `[UNK]`. The pieces found so far are thrown
# away, and no shorter one is tried. Words of more than 100 characters are unknown as well.
#
# By hand: the vocabulary has `ab`, `a`, `##bc`, `##d`. What becomes of "abbc", of "abd", of "abc"?
#
# <details><summary>Answer</summary><code>ab ##bc</code>; <code>ab ##d</code>; and <code>[UNK]</code>, because no piece matches the "c" after <code>ab</code>. <code>a ##bc</code> would have worked, but the greedy rule never goes back to try it.</details>


# %% nbgrader={"grade_id": "wordpiece", "solution": true}
def wordpiece(word, vocab, longest=100):
    """Cut a word into pieces, each time the longest one that fits.

    word: a str of at least one character. It doesn't begin with "##", because BERT
    makes every "#" a word of its own.
    vocab: dict, piece → id (0, 1, …); pieces that continue a word begin with "##".
    longest: a word with more characters than this is unknown.
    Returns the list of pieces, or ["[UNK]"] if the word is unknown or a part of it
    matches no piece.
    """
    ### BEGIN SOLUTION
    if len(word) > longest:
        return ["[UNK]"]
    pieces, start = [], 0
    while start < len(word):
        inside = "##" if pieces else ""
        ends = range(len(word), start, -1)  # the longest first
        end = next((end for end in ends if inside + word[start:end] in vocab), None)
        if end is None:
            return ["[UNK]"]
        pieces.append(inside + word[start:end])
        start = end
    return pieces
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "wordpiece_hints", "locked": true}
# <details><summary>A question to start from</summary>Where does the first piece begin, and what is the farthest point where it could end?</details>
# <details><summary>A pointer</summary>Use two loops: the outer one moves the start, the inner one moves the end from the far side toward the start.</details>
# <details><summary>In pseudocode</summary>As long as part of the word remains: try all of it, then one character less, and so on. The first match is the piece, and the next start is where it ends. If nothing matches, give up on the word.</details>
# <details><summary>It never ends</summary>What happens to the start when no piece is found?</details>


# %% nbgrader={"grade_id": "check_wordpiece", "grade": true, "locked": true, "points": 4}
@check("wordpiece")
def _(words, vocab, longest):
    pieces = {
        word: wordpiece(word, vocab) if longest is None else wordpiece(word, vocab, longest) for word in words
    }
    return {"pieces": pieces}


# %% [markdown]
# The step before it is given: it lowercases the text, strips accents, and splits off punctuation and Chinese characters
# as words of their own.


# %% nbgrader={"grade_id": "words_of", "locked": true}
def words_of(text):
    """Cut a text into words as BERT (uncased) does.  Returns a list of str."""
    spaced = []
    for c in unicodedata.normalize("NFD", text):
        kind, code = unicodedata.category(c), ord(c)
        if c.isspace() or kind == "Zs":
            spaced.append(" ")
        elif kind[0] == "P" or (code < 128 and kind[0] == "S") or is_chinese(code):
            spaced.append(f" {c} ")  # a word of its own
        elif kind != "Mn" and kind[0] != "C" and code != 0xFFFD:  # no accents, nothing invisible
            spaced.append(c.lower())
    return "".join(spaced).split()


def is_chinese(code):
    blocks = [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2CEAF), (0x2F800, 0x2FA1F)]
    return any(first <= code <= last for first, last in blocks)


# %% [markdown]
# Now try your own name: replace Taylor's with your surname. **Predict**: how many pieces will it fall into? The cell
# also compares your tokenizer with the library's on 300 articles.

# %% tags=["explore"]
if answered("wordpiece"):
    mine = "A flightless penguin finds Wilson Taylor's cloze procedure unputdownable."
    plots.tokens({"": [piece for word in words_of(mine) for piece in wordpiece(word, vocab)]})
    texts = corpora.wikipedia()["test"]["extract"][:300]
    ours = [[piece for word in words_of(text) for piece in wordpiece(word, vocab)] for text in texts]
    same = sum(pieces == library.tokenizer.tokenize(text) for pieces, text in zip(ours, texts))
    record("articles cut as the library cuts them, of 300", same, expected=(300, 300))
    words, pieces = sum(len(words_of(text)) for text in texts), sum(map(len, ours))
    record("pieces a word", pieces / words, expected=(1.09, 1.12))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Rare words fall apart, and often not where a linguist would divide them. Common words stay whole, so a text has only
# about a tenth more pieces than words.
#
# </details>

# %% [markdown]
# ## 2 · Pairs of texts: `encode_pair`
#
# *Medium · 10 minutes · without `transformers`, `tokenizers`*
#
# Many tasks involve *two* texts: does the second follow from the first, or does it answer it? BERT reads both as one
# sequence:
#
# | | | | | | | | | |
# |---|---|---|---|---|---|---|---|---|
# | *ids* | `[CLS]` | he | sleeps | `[SEP]` | it | rains | `[SEP]` | `[PAD]` |
# | *segments* | 0 | 0 | 0 | 0 | 1 | 1 | 1 | 0 |
# | *mask* | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 0 |
#
# `[CLS]` comes first, and its feature will represent the whole input. **Segment ids** (token type ids) tell which text
# a token belongs to; the **attention mask** tells which tokens are real. A single text is `[CLS] a [SEP]`, all in
# segment 0.
#
# **Find the error.** A lecture: "`[SEP]` denotes the start of the second sentence." How does the table contradict it?
#
# <details><summary>Answer</summary>There are two of them, and nothing starts after the last one. Each [SEP] <i>ends</i> a text and belongs to it: the first has segment 0. Even a single text has one.</details>


# %% [markdown]
# If the two texts together are too long, BERT's fine-tuning code **truncates** them: it drops tokens from the end of
# the *longer* text, one at a time, or from the second if both have the same length. (For pretraining, a coin flip
# decides which end is cut.) A short question keeps all of its words, and a long passage is shortened.

# %% nbgrader={"grade_id": "special_tokens", "locked": true}
PAD, UNK, CLS, SEP, MASK = 0, 100, 101, 102, 103  # ids in BERT's vocabulary


# %% nbgrader={"grade_id": "encode_pair", "solution": true}
def encode_pair(a, b, length):
    """One sequence of a fixed length, made of one text or two.

    a, b: lists of ids, not modified; None for b means a single text, [] an empty
    second one.
    length: at least 3, or 5 with a second text, even an empty one. If the texts don't
    fit, drop tokens one at a time from the end of the longer text, or of b if both have
    the same length.
    Returns three lists of `length` integers: ids, segments (0 or 1; 0 for padding),
    mask (1, and 0 for padding).
    """
    ### BEGIN SOLUTION
    first, second, single = list(a), list(b or []), b is None
    while len(first) + len(second) > length - (2 if single else 3):
        longer = first if len(first) > len(second) else second
        longer.pop()
    first = [CLS, *first, SEP]
    second = [] if single else [*second, SEP]
    n = len(first) + len(second)
    padding = [0] * (length - n)
    ids = first + second + [PAD] * (length - n)
    return ids, [0] * len(first) + [1] * len(second) + padding, [1] * n + padding
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "encode_pair_hints", "locked": true}
# <details><summary>A question to start from</summary>How many special tokens does a single text need, and how many does a pair need? How much room does that leave for words?</details>
# <details><summary>A pointer</summary>Shorten copies first, then join the parts, then pad all three lists to the same length.</details>
# <details><summary>Arguments that change</summary><code>pop()</code> and <code>+=</code> modify the caller's list. How do you make a copy?</details>


# %% nbgrader={"grade_id": "check_encode_pair", "grade": true, "locked": true, "points": 3}
@check("encode_pair")
def _(a, b, length):
    ids, segments, mask = encode_pair(a, b, length)
    return {
        "ids": ids,
        "segments": segments,
        "mask": mask,
        "a unchanged": {"ids": ids, "a": a},
        "b unchanged": {"ids": ids, "b": b},
    }


# %% [markdown]
# The paper's example, padded to 20 tokens. Each segment has its own colour; grey is padding.

# %% tags=["explore"]
if answered("wordpiece", "encode_pair"):

    def ids_of(text):
        """The ids of a text's pieces, by your tokenizer."""
        return [vocab[piece] for word in words_of(text) for piece in wordpiece(word, vocab)]

    a, b = "The man went to the store.", "He bought a gallon of milk."
    ids, segments, mask = encode_pair(ids_of(a), ids_of(b), 20)
    plots.tokens({"": library.tokenizer.convert_ids_to_tokens(ids)}, segments, mask)
    theirs = library.tokenizer(a, b, padding="max_length", max_length=20)
    equal = [
        ids == theirs["input_ids"],
        segments == theirs["token_type_ids"],
        mask == theirs["attention_mask"],
    ]
    record("lists equal to the library's, of 3", sum(equal), expected=(3, 3))

# %% [markdown]
# ## 3 · Token, position and segment embeddings: `BertEmbeddings`
#
# *Easy · 6 minutes · without `transformers`*
#
# Attention by itself knows neither the order of the tokens nor which text they came from. So each input vector is the
# sum of three learned **embeddings**: of the piece, of its position, and of its segment. LayerNorm and dropout follow:
#
# $$h_t = \mathrm{dropout}\big(\mathrm{LayerNorm}(W_{x_t} + P_t + S_{s_t})\big)$$
#
# GPT has no segments, and no norm at this point. BERT's norm uses ε = $10^{-12}$, far below any variance you will meet.
#
# | | shape | BERT base |
# |---|---|---|
# | `tokens.weight` | (V, D) | 30,522 × 768 |
# | `positions.weight` | (context, D) | 512 × 768 |
# | `segments.weight` | (2, D) | 2 × 768 |


# %% nbgrader={"grade_id": "BertEmbeddings", "solution": true}
class BertEmbeddings(nn.Module):
    """Embeddings of pieces, positions and segments, added and normalized; dropout last.

    forward: ids (B, T), T up to context; segments (B, T) or None, which means segment 0
    everywhere.
    Returns (B, T, D). Positions count all tokens from the left, padding included.
    Dropout zeroes single numbers, not whole vectors.
    """

    def __init__(self, vocab_size, context, d_model, dropout=0.0):
        super().__init__()
        self.tokens = nn.Embedding(vocab_size, d_model)  # weight (V, D)
        self.positions = nn.Embedding(context, d_model)  # weight (context, D); the first token has position 0
        self.segments = nn.Embedding(2, d_model)  # weight (2, D)
        self.norm = nn.LayerNorm(d_model, eps=1e-12)
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids, segments=None):
        ### BEGIN SOLUTION
        if segments is None:
            segments = torch.zeros_like(ids)
        places = torch.arange(ids.shape[1], device=ids.device)  # (T,)
        x = self.tokens(ids) + self.positions(places) + self.segments(segments)  # (B, T, D)
        return self.dropout(self.norm(x))
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "BertEmbeddings_hints", "locked": true}
# <details><summary>A question to start from</summary>There are three tables and three lookups. Which index finds the row in each?</details>
# <details><summary>A pointer</summary>Positions are 0, 1, … T − 1, the same for every text. (T, D) and (B, T, D) can be added as they are.</details>
# <details><summary>I get an error where segments are None</summary>A tensor of zeros needs the shape and the type of the ids.</details>


# %% nbgrader={"grade_id": "check_BertEmbeddings", "grade": true, "locked": true, "points": 3}
@check("BertEmbeddings")
def _(ids, segments, gradient, weights, sizes):
    layer = load_weights(BertEmbeddings(*sizes, dropout=0.5), weights).eval()
    output = layer(ids) if segments is None else layer(ids, segments)
    backward(output, gradient)
    sizes_of_gradients = gradient_sizes(layer)
    many = layer.train()(
        ids.repeat(30, 1), None if segments is None else segments.repeat(30, 1)
    )  # (30 B, T, D)
    once, kept = output.repeat(30, 1, 1), many != 0
    times = (many / once)[kept].median()  # what is left is the output times one number, or 0 is said
    times = times.item() if torch.allclose(many[kept], times * once[kept], 1e-3, 1e-4) else 0.0
    gone = (~kept).float().mean()  # of these numbers, about half should be
    share = "none" if gone == 0 else "few" if gone < 0.3 else "about half" if gone < 0.7 else "most"
    mixed = ((many == 0).any(-1) & (many != 0).any(-1)).float().mean() > 0.5
    return {
        "output": output,
        "gradients": sizes_of_gradients,
        "training": {
            "not training": output,
            "what is left, times": times,
            "gone": share,
            "number by number": bool(mixed),
        },
    }


# %% [markdown]
# What did training do to these tables? The next cell shows how similar the real encoder's position vectors are to each
# other, and which pieces lie closest to a piece of your choice. Is position 100 more similar to 101 or to 400?

# %% tags=["explore"]
tables = library.model.embeddings
piece = "doctor"
table = F.normalize(tables.word_embeddings.weight.detach(), dim=-1)  # (V, D)
closest = (table @ table[vocab[piece]]).topk(8)
print(library.tokenizer.convert_ids_to_tokens(closest.indices.tolist()))
places = F.normalize(tables.position_embeddings.weight.detach(), dim=-1)  # (512, D)
likeness = (places @ places.T).cpu()
plots.places(likeness)
_ = record("cosine of positions 100 and 101", likeness[100, 101].item(), expected=(0.86, 0.87))
_ = record("cosine of positions 100 and 400", likeness[100, 400].item(), expected=(0.015, 0.028))

# %% [markdown]
# ## 4 · The encoder: `BertEncoder`
#
# *Easy · 8 minutes · without `transformers`*
#
# The rest of the encoder is a stack of post-LN blocks without a causal mask: every token may look at every other, and
# only padding has to be hidden. You built the block in lesson 03; here a finished one is imported. `EncoderBlock(…)(x,
# keep)` wants `keep` as a (B, T) tensor of True and False, or None. (BERT's own code adds a number to the scores instead;
# you write that in the fourth sitting.)
#
# | | shape |
# |---|---|
# | ids, segments, mask | (B, T) |
# | after the embeddings, after each block | (B, T, D) |
# | returned: one feature for each token | (B, T, D) |
#
# Each block ends in a norm, so the stack needs no other one at the end. A final norm belongs to pre-LN stacks, whose
# residual stream is never normalized.


# %% nbgrader={"grade_id": "BertEncoder", "solution": true}
class BertEncoder(nn.Module):
    """BERT without a head: embeddings, then blocks that look both ways.

    forward: ids (B, T); segments (B, T) or None, which means 0 everywhere; mask (B, T),
    1 at real tokens and 0 at padding, or None where all are real, whatever their ids.
    Returns the features of the last block, (B, T, D), those of padding too.
    """

    def __init__(self, vocab_size, context, d_model, n_heads, n_layers, d_hidden, dropout=0.0):
        super().__init__()
        self.embeddings = BertEmbeddings(vocab_size, context, d_model, dropout)
        self.blocks = nn.ModuleList(
            EncoderBlock(d_model, n_heads, d_hidden, norm="post", dropout=dropout, eps=1e-12)
            for _ in range(n_layers)
        )

    def forward(self, ids, segments=None, mask=None):
        ### BEGIN SOLUTION
        keep = None if mask is None else mask == 1  # (B, T)
        x = self.embeddings(ids, segments)  # (B, T, D)
        for block in self.blocks:
            x = block(x, keep)
        return x
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "BertEncoder_hints", "locked": true}
# <details><summary>A question to start from</summary>What is the input of the first block, and of the second? Which input do all blocks share?</details>
# <details><summary>A pointer</summary>The mask contains 1 and 0; the blocks want True and False.</details>
# <details><summary>Only padded texts are wrong</summary>Does every block know which tokens are real?</details>


# %% nbgrader={"grade_id": "check_BertEncoder", "grade": true, "locked": true, "points": 3}
@check("BertEncoder")
def _(ids, segments, mask, gradient, weights, sizes):
    model = load_weights(BertEncoder(*sizes), weights)
    features = model(ids, segments, mask)
    backward(features, gradient)
    return {"features": features, "gradients": gradient_sizes(model)}


# %% [markdown]
# Now load the real weights. The library stores queries, keys and values separately and uses its own names. Apart from
# that, it is the same model, if you built yours right.


# %% nbgrader={"grade_id": "library_names", "locked": true}
NAMES = {
    "embeddings.word_embeddings.": "embeddings.tokens.",
    "embeddings.position_embeddings.": "embeddings.positions.",
    "embeddings.token_type_embeddings.": "embeddings.segments.",
    "embeddings.LayerNorm.": "embeddings.norm.",
    "encoder.layer.": "blocks.",
    "attention.self.query.": "attention.qkv_proj.",
    "attention.output.dense.": "attention.out_proj.",
    "attention.output.LayerNorm.": "norm1.",
    "intermediate.dense.": "feed_forward.up.",
    "output.dense.": "feed_forward.down.",
    "output.LayerNorm.": "norm2.",
}


# %% nbgrader={"grade_id": "weights_from", "locked": true}
def weights_from(model):
    """Parameters of the library's BertModel under the names of this lesson, without its pooler."""
    state = {n: w for n, w in model.state_dict().items() if n.startswith(("embeddings", "encoder"))}
    found = {}
    for name, weight in state.items():
        if ".self.query." in name:  # queries, keys and values are one matrix here
            weight = torch.cat([state[name.replace("query", part)] for part in ("query", "key", "value")])
        elif ".self." in name:
            continue
        for theirs, ours in NAMES.items():
            name = name.replace(theirs, ours)
        found[name] = weight
    return found


# %% [markdown]
# **Predict** the size of the largest difference between your features and the library's, over texts of several lengths
# in one batch. Predict it also for the same texts with the padding *on the left*: the second number.

# %% tags=["explore"]
if answered("BertEmbeddings", "BertEncoder"):
    sizes = (30_522, 512, 384, 12, 6, 1536)  # V, context, D, H, L, hidden
    bert = load_weights(BertEncoder(*sizes), weights_from(library.model)).to(where).eval()
    texts = ["Who?", "The man went to the store.", *corpora.wikipedia()["test"]["extract"][:6]]
    for side in ("right", "left"):
        library.tokenizer.padding_side = side
        rows = library.tokenizer(texts, padding=True, return_tensors="pt").to(where)
        library.tokenizer.padding_side = "right"
        with torch.no_grad():
            theirs = library.model(**rows).last_hidden_state
            ours = bert(rows["input_ids"], rows["token_type_ids"], rows["attention_mask"])
        gaps = (ours - theirs)[rows["attention_mask"] == 1].abs()  # features of padding are never used
        record(f"largest difference, padding {side}", largest(gaps.flatten()), expected=(0, 1e-5))

# %% [markdown]
# <details><summary>The answer</summary>
#
# At most about 10⁻⁶, wherever the padding is. Only rounding separates them: the same function with the same weights gives
# the same features.
#
# </details>
#
# How many parameters is that? The paper gives 110 million for BERT base. Count them: the library's total includes its
# **pooler**, a (D, D) layer with a bias, which in our code is part of a head, so add it.

# %% tags=["explore"]
if answered("BertEmbeddings", "BertEncoder"):
    for name, (D, H, L), published in [
        ("MiniLM", (384, 12, 6), 22_713_216),
        ("BERT base", (768, 12, 12), 109_482_240),
    ]:
        with torch.device("meta"):  # shapes only, no memory
            model = BertEncoder(30_522, 512, D, H, L, 4 * D)
        total = sum(p.numel() for p in model.parameters()) + D * D + D
        print(
            f"{name}: of {total:,}, {model.embeddings.tokens.weight.numel() / total:.0%} are vectors of pieces"
        )
        record(f"parameters of {name}", total, expected=(published, published))

# %% [markdown]
# ### Contextual embeddings
#
# An embedding table gives a piece one vector forever. An encoder gives it a different one in each sentence, a
# **contextual embedding**. The next cell takes one word in six sentences; the squares show how similar its vectors are.
# Move the slider from layer 0, the embeddings, to layer 6. **Predict**: in which layer do the river banks and the money
# banks separate?

# %% tags=["explore"]
company = [
    "We sat on the bank of the river.",
    "The river burst its bank after the rain.",
    "Ducks nest on the grassy bank.",
    "The bank raised its interest rates.",
    "She keeps her money in the bank.",
    "The bank refused the loan.",
]


def every_layer(rows):
    """The features of your encoder after the embeddings and after each block: 7 tensors (B, T, D)."""
    x, keep = bert.embeddings(rows["input_ids"]), rows["attention_mask"] == 1
    features = [x]
    for block in bert.blocks:
        features.append(block(features[-1], keep))
    return features


# %% tags=["explore"]
if answered("BertEmbeddings", "BertEncoder"):
    word = "bank"
    rows = library.tokenizer(company, padding=True, return_tensors="pt").to(where)
    at = (rows["input_ids"] == vocab[word]).int().argmax(dim=1)  # (6,) the word's position
    with torch.no_grad():
        at_word = [
            F.normalize(x[torch.arange(6), at], dim=-1).cpu() for x in every_layer(rows)
        ]  # (6, D) each
    cosines = [v @ v.T for v in at_word]  # (6, 6) each
    interactive.slider(lambda layer: plots.company(word, company, cosines, layer), range(7), "layer")
    together = cosines[3][:3, :3][~torch.eye(3, dtype=torch.bool)].mean().item()
    record("layer 3: rivers among themselves", together, expected=(0.88, 0.92))
    record("layer 3: rivers and money", cosines[3][:3, 3:].mean().item(), expected=(0.77, 0.81))

# %% [markdown]
# <details><summary>The answer</summary>
#
# In layer 0 they differ only in their positions. Then each reads its neighbours: the three rivers stay together, and
# money moves away from them. The groups overlap, though. The bank in "She keeps her money in the bank" ends up as close
# to the rivers as to the loan. Try your own word with two meanings (it must be a single piece): *match*, *light*,
# *spring*.
#
# </details>

# %% [markdown]
# ## 5 · How answers leak into an encoder
#
# *Read and predict · 6 minutes*
#
# An encoder sees everything, so predicting $x_i$ from a feature that contains $x_i$ would be no challenge. BERT hides
# the token. A tempting alternative is to add the outputs of two attentions, one that looks strictly to the *left* and
# one strictly to the *right*. Output $i$ should then know every token but its own, so all could be predicted at once.
#
# The gradients show whether output $i$ really knows nothing of its own token. The square in row $i$, column $j$ is the
# size of $\partial\, \text{output}_i / \partial\, \text{input}_j$: dark where it isn't 0. Circles mark $i = j$. Four ways
# to build it:
#
# 1. one layer whose query comes from the token, as always,
# 2. one layer whose query comes from the *position* alone,
# 3. two such layers, one on top of the other,
# 4. two streams, left and right, which are added only at the end.
#
# **Predict**: which of the four have an empty diagonal?

# %% tags=["explore"]
torch.manual_seed(0)
T, D = 8, 16
layers = [
    CrossAttention(D, 2).to(where) for _ in range(4)
]  # each is called with queries, what they look at, a mask
x, position = torch.randn(2, 1, T, D).to(where)  # (1, T, D) each
# True strictly before the query. The first query sees nothing: this attention gives it zeros, not nan
left = torch.ones(T, T, dtype=torch.bool, device=where).tril(-1)
right, up_to, from_here = left.T, ~left.T, ~left


def one_layer(x, query):
    return layers[0](query, x, left) + layers[1](query, x, right)


def two_layers(x):
    h = one_layer(x, position)
    return layers[2](h, h, left) + layers[3](h, h, right)


def two_streams(x):
    before, after = layers[0](position, x, left), layers[1](position, x, right)
    return layers[2](before, before, up_to) + layers[3](after, after, from_here)


# %% tags=["explore"]
ways = {
    "1: token asks": lambda x: one_layer(x, x),
    "2: position asks": lambda x: one_layer(x, position),
    "3: two layers": two_layers,
    "4: two streams": two_streams,
}
depends = {name: jacobian(f, x)[0, :, :, 0].norm(dim=(1, 3)).cpu() for name, f in ways.items()}  # (T, T) each
plots.depends(depends)
for name, sizes in depends.items():
    expected = (0, 0) if name[0] in "24" else (0.01, 9)
    record(f"{name}, largest on the diagonal", sizes.diagonal().max().item(), expected=expected)

# %% [markdown]
# <details><summary>The answer</summary>
#
# The second and the fourth. In the first, token $i$ decides where its own query looks, and that alone gives it away. In
# the third, output 3 looks at feature 5, which has already looked at token 3, so the answer comes back by way of a
# neighbour. The leak appears in the second layer, and no mask *within* a layer can stop it.
#
# </details>
#
# Two streams that don't meet before the end do not leak (ELMo did this with recurrent networks). But then no feature
# inside the model ever combines both sides. A lecture calls encoders built from one causal and one anti-causal
# attention merely inefficient. Inefficient or not, such an encoder is a different model.

# %% [markdown]
# ## 6 · Masked language modeling: `mask_tokens`
#
# *Hard · 14 minutes · without `transformers`, `utils.topics.bert.masked_head`, `numpy.random`*
#
# Hiding tokens and predicting them is called **masked language modeling** (MLM). BERT *chooses* 15 % of the tokens that
# aren't special, and has to recover the originals. Of the chosen tokens
#
# - 80 % are replaced by `[MASK]`,
# - 10 % by a random entry of the vocabulary,
# - 10 % stay as they are.
#
# Why not mask all of them? Real inputs contain no `[MASK]`, and the model would learn to work only where it sees one.
# Because of the other 20 %, an ordinary-looking token may also be one of those to predict, so every feature has to be
# good.
#
# By hand: of 1,000 tokens, how many are replaced by random ones?
#
# <details><summary>Answer</summary>A tenth of the chosen ones: 1,000 · .15 · .1 = 15.</details>
#
# The targets are the true ids at chosen tokens and −100 elsewhere, a value that PyTorch's losses skip. Each token is
# chosen independently, and what happens to it is drawn independently as well. (The original code takes exactly 15 % of
# each text.)


# %% nbgrader={"grade_id": "mask_tokens", "solution": true}
def mask_tokens(ids, special, vocab_size, generator, share=0.15, mask_id=MASK):
    """Hide some tokens, and return what they were as labels.

    ids: (B, T) int64, not modified.  special: (B, T) bool, True at tokens that are
    never chosen.  generator: a torch.Generator on the CPU, for all draws.
    Every other token is chosen with probability `share`, from 0 to 1. A chosen token
    becomes `mask_id` with probability .8, or a random id from 0 … vocab_size − 1 with
    .1 (all equally likely, its own included), or stays as it is with .1. What happens
    to one token is independent of what happens to any other.
    Returns inputs and labels, (B, T) int64 each; labels are the true ids of chosen
    tokens, and −100 elsewhere.
    """
    ### BEGIN SOLUTION
    chosen = (torch.rand(ids.shape, generator=generator).to(ids.device) < share) & ~special
    dice = torch.rand(ids.shape, generator=generator).to(ids.device)
    drawn = torch.randint(vocab_size, ids.shape, generator=generator).to(ids.device)
    inputs = ids.masked_fill(chosen & (dice < 0.8), mask_id)
    inputs = torch.where(chosen & (dice >= 0.9), drawn, inputs)
    return inputs, ids.masked_fill(~chosen, -100)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "mask_tokens_hints", "locked": true}
# <details><summary>A question to start from</summary>How many decisions are there for each token, and which of them depend on one another?</details>
# <details><summary>A pointer</summary>A random number in [0, 1) for each token decides whether it is chosen. A second one can decide what becomes of it. A third draw gives the random ids.</details>
# <details><summary>Too few random tokens</summary>Suppose you draw .8 first, and then .1 among the remaining tokens. What share of all chosen tokens is that?</details>
# <details><summary>I get "Expected all tensors to be on the same device"</summary>Draw on the CPU, then <code>.to(ids.device)</code>.</details>


# %% nbgrader={"grade_id": "check_mask_tokens", "grade": true, "locked": true, "points": 5}
@check("mask_tokens")
def _(ids, special, word, vocab_size, mask_id, share, seed):
    def codes(generator, rows=40, share=share):  # 0 where nothing was chosen, else 1 + the token there
        one_word, none = torch.full((rows, 50), word), torch.zeros(rows, 50, dtype=torch.bool)
        inputs, labels = mask_tokens(one_word, none, vocab_size, generator, share, mask_id)
        return torch.where(labels == -100, 0, inputs + 1)

    def lone(generator):  # what becomes of a token beside a special one, as codes() says it
        beside = torch.tensor([[True, False]])
        inputs, labels = mask_tokens(torch.full((1, 2), word), beside, vocab_size, generator, share, mask_id)
        return torch.where(labels == -100, 0, inputs + 1)[0, 1]

    def fates(code):  # 0: not chosen, 1: masked, 2: as it was, 3: another token
        return 3 - 3 * (code == 0).long() - 2 * (code == mask_id + 1).long() - (code == word + 1).long()

    generator = torch.Generator().manual_seed(seed)
    first, second = codes(generator), codes(generator)
    one, other = codes(generator, 240, 1.0), codes(generator, 240, 1.0)
    beside = lambda x: [(x[:, ::2], x[:, 1::2]), (x[::2], x[1::2])]  # in a row, in a column
    before, (inputs, labels) = ids.clone(), mask_tokens(ids, special, vocab_size, generator, share, mask_id)
    chosen = labels != -100
    true_ids = torch.where(chosen, labels, before.to(labels.dtype))
    as_it_was = torch.where(chosen, before.to(inputs.dtype), inputs)
    some = bool(chosen.any()) and not bool(chosen[~special].all())
    return {
        "fates": fates(torch.stack([first, second])),
        "tokens": first,
        "chosen in a text": (codes(generator, 240) > 0).sum(dim=1),
        "again": codes(torch.Generator().manual_seed(seed)),
        "two calls": fates(first) * 4 + fates(second),
        "two random tokens": ((fates(one) == 3) & (fates(other) == 3)).long() * (1 + (one == other).long()),
        "neighbours": torch.cat([((a > 0) * 2 + (b > 0)).flatten() for a, b in beside(first)]),
        "fates side by side": torch.cat([(4 * fates(a) + fates(b)).flatten() for a, b in beside(one)]),
        "random ids": one,
        "a lone token": fates(torch.stack([lone(generator) for _ in range(160)])),
        "targets": {"true ids": true_ids, "some are chosen": some},
        "what is not chosen": {"inputs": as_it_was, "some are chosen": some},
        "special tokens": {"chosen": chosen[special], "some others are chosen": some},
        "ids unchanged": {"true ids": true_ids, "changed": (ids != before).sum()},
    }


# %% [markdown]
# The cell masks one real sentence eight times: dark is `[MASK]`, and a frame marks each chosen token. How many of the
# framed tokens look untouched?

# %% tags=["explore"]
if answered("wordpiece", "encode_pair", "mask_tokens"):
    sentence = "The doctor washed her hands before the operation and put on a clean pair of gloves."
    row, _, _ = encode_pair(ids_of(sentence), None, 20)
    rows = torch.tensor(row, device=where).repeat(8, 1)  # (8, 20)
    special = (rows == CLS) | (rows == SEP) | (rows == PAD)
    inputs, labels = mask_tokens(rows, special, len(vocab), torch.Generator().manual_seed(1))
    texts = {
        str(i + 1): library.tokenizer.convert_ids_to_tokens(ids) for i, ids in enumerate(inputs.tolist())
    }
    plots.tokens(texts, chosen=(labels != -100).tolist())
    rows, special = rows.repeat(2000, 1), special.repeat(2000, 1)
    inputs, labels = mask_tokens(rows, special, len(vocab), torch.Generator().manual_seed(2))
    chosen = labels != -100
    record("share chosen", (chosen.sum() / (~special).sum()).item(), expected=(0.147, 0.153))
    record("of them [MASK]", (inputs[chosen] == MASK).cpu().double().mean().item(), expected=(0.79, 0.81))
    record(
        "of them unchanged", (inputs == labels)[chosen].cpu().double().mean().item(), expected=(0.095, 0.105)
    )

# %% [markdown]
# ### Then use the library
#
# In practice a **collator** masks each batch while it is assembled, so every epoch gets new gaps.
# `DataCollatorForLanguageModeling` draws its own random numbers, so it can't agree with yours token by token. The shares
# can.

# %% tags=["explore"]
if answered("wordpiece", "encode_pair", "mask_tokens"):
    from transformers import DataCollatorForLanguageModeling

    collator = DataCollatorForLanguageModeling(library.tokenizer, mlm_probability=0.15)
    torch.manual_seed(0)
    batch = collator([{"input_ids": row} for row in rows[:4000].tolist()])
    picked = batch["labels"] != -100
    for name, share in {
        "library, share chosen": picked.sum() / (~special[:4000]).sum().cpu(),
        "library, of them [MASK]": (batch["input_ids"][picked] == MASK).float().mean(),
        "library, of them unchanged": (batch["input_ids"] == batch["labels"])[picked].float().mean(),
    }.items():
        print(f"{name:28} {share.item():.3f}")

# %% [markdown]
# ## 7 · The loss at chosen positions: `mlm_loss`
#
# *Easy · 6 minutes · without `F.cross_entropy`, `nn.CrossEntropyLoss`, `F.nll_loss`, `nn.NLLLoss`*
#
# The loss is the cross-entropy of lesson 04, averaged over the chosen positions only:
#
# $$L = -\frac{1}{|C|} \sum_{t \in C} \ln p_t(x_t), \qquad C = \{t : \text{label}_t \neq -100\}$$
#
# A loss over *all* positions would spend 85 % of its questions on tokens the model can simply copy. A batch of
# short texts may happen to have no chosen token. Then the loss has to be 0 instead of 0/0, which would poison every
# weight. That 0 must still depend on the logits, so `backward()` runs and every gradient is 0.
#
# GPT is asked for a prediction at every position of every text, BERT at one in seven. That is the price of seeing both
# sides: BERT learns less from each text.


# %% nbgrader={"grade_id": "mlm_loss", "solution": true}
def mlm_loss(logits, labels):
    """Mean negative log-probability of the true tokens, over the chosen positions only.

    logits: (..., V) float32, finite, and possibly large.  labels: (...) int64, not
    modified, −100 at positions that were not chosen.
    Returns a scalar that `backward()` can start from. If no position was chosen, it is
    0, with a gradient of 0 at every logit.
    """
    ### BEGIN SOLUTION
    chosen = labels != -100
    log_p = logits[chosen].log_softmax(dim=-1)  # (n, V)
    found = log_p.gather(1, labels[chosen].unsqueeze(1))  # (n, 1)
    return -found.sum() / max(len(found), 1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "mlm_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>How many log-probabilities enter the sum, and what do you divide it by?</details>
# <details><summary>A pointer</summary>Indexing (B, T, V) with a boolean tensor (B, T) selects rows: the result is (n, V).</details>
# <details><summary>I get "index -100 is out of bounds"</summary>−100 is not a token. Select the positions first, and use the same index for the labels.</details>


# %% nbgrader={"grade_id": "check_mlm_loss", "grade": true, "locked": true, "points": 2}
@check("mlm_loss")
def _(logits, labels):
    logits.requires_grad_()
    losses = torch.stack([mlm_loss(logits, labels), mlm_loss(-logits, labels)])
    if losses.requires_grad:  # a loss that is cut off keeps the points of its value
        backward(losses, torch.tensor([1.0, 0.0]))
    return {"losses": losses, "gradient": logits.grad}


# %% [markdown]
# ## 8 · Next sentence prediction: `next_sentence_pairs`
#
# *Medium · 10 minutes*
#
# BERT's second task is **next sentence prediction** (NSP). A coin flip decides each pair. Heads: two neighbours from a
# document, labelled *is next*. Tails: the first sentence with a stranger. The paper's example:
#
# | input | label |
# |---|---|
# | `[CLS]` the man went to `[MASK]` store `[SEP]` he bought a gallon `[MASK]` milk `[SEP]` | IsNext |
# | `[CLS]` the man `[MASK]` to the store `[SEP]` penguin `[MASK]` are flight ##less birds `[SEP]` | NotNext |
#
# A corpus of shuffled sentences would be useless here: no sentence in it is still next to its neighbour. The paper
# calls whole documents critical (BooksCorpus, 800 million words; English Wikipedia, 2,500 million). A stranger comes
# from *another* document. (BERT's "sentences" are spans that can fill 512 tokens together; ours are single sentences.)
#
# Could a model solve this without knowing what "next" means?
#
# <details><summary>Answer</summary>Often: neighbours share a topic, while penguins and stores do not. RoBERTa (Liu et al. 2019, arXiv 1907.11692) left the task out and lost nothing.</details>


# %% nbgrader={"grade_id": "next_sentence_pairs", "solution": true}
def next_sentence_pairs(documents, generator):
    """Examples for next sentence prediction: every sentence except the last of its
    document comes first in exactly one pair.

    documents: at least two non-empty lists of sentences, not modified; no sentence
    occurs twice.
    A fair coin decides each pair: the sentence and its successor (is_next True), or the
    sentence and a stranger (False). For a stranger, draw one of the *other* documents,
    all equally likely, then one of its sentences, all equally likely.
    generator: the torch.Generator for all draws.
    Returns a list of tuples (first, second, is_next), in the order of the documents and
    of their sentences.
    """
    ### BEGIN SOLUTION
    draw = lambda n: int(torch.randint(n, (1,), generator=generator))  # 0 … n − 1
    examples = []
    for d, document in enumerate(documents):
        for first, second in zip(document, document[1:]):
            is_next = draw(2) == 1
            if not is_next:
                other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]
                second = other[draw(len(other))]
            examples.append((first, second, is_next))
    return examples
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "next_sentence_pairs_hints", "locked": true}
# <details><summary>A question to start from</summary>A document has n sentences. How many pairs of neighbours does that make?</details>
# <details><summary>A pointer</summary><code>int(torch.randint(n, (1,), generator=generator))</code> draws one of 0 … n − 1. What is n for the other document, if the sentence's own must be excluded?</details>
# <details><summary>In pseudocode</summary>For each document and each of its sentences but the last: flip the coin. Tails needs two more draws, and neither is over all sentences at once.</details>


# %% nbgrader={"grade_id": "check_next_sentence_pairs", "grade": true, "locked": true, "points": 4}
@check("next_sentence_pairs")
def _(documents, calls, seed):
    number = {sentence: i for i, sentence in enumerate(s for document in documents for s in document)}
    after = {first: second for document in documents for first, second in zip(document, document[1:])}
    before, generator, examples = str(documents), torch.Generator().manual_seed(seed), []
    owner = {sentence: d for d, document in enumerate(documents) for sentence in document}
    starts, strangers = {document[0] for document in documents if len(document) > 2}, []
    for _ in range(calls):
        made = next_sentence_pairs(documents, generator)
        for (a, b, one), (_, c, two) in zip(made, made[1:]):
            if a in starts:
                strangers.append(0 if one or two else 1 + (owner[b] != owner[c]))
        examples += made
    again = next_sentence_pairs(documents, torch.Generator().manual_seed(seed))
    firsts = [first for first, _, _ in again]
    nexts = [bool(is_next) for _, _, is_next in examples]
    further = [(owner[b] - owner[a]) % len(documents) for a, b, is_next in examples if not is_next]
    wrong = sum((after.get(a) == b) != is_next for a, b, is_next in examples)
    return {
        "pairs": torch.tensor([number[a] * len(number) + number[b] for a, b, _ in examples]),
        "firsts": firsts,
        "labels": {"firsts": firsts, "all are right": wrong == 0, "one label": type(again[0][2]).__name__},
        "two in a row": torch.tensor([2 * x + y for x, y in zip(nexts[::2], nexts[1::2])]),
        "two strangers": torch.tensor(strangers),
        "strangers' documents": torch.tensor(further, dtype=torch.int64),
        "again": {"firsts": firsts, "the same": again == examples[: len(again)]},
        "documents unchanged": {"firsts": firsts, "the same": str(documents) == before},
    }


# %% [markdown]
# Four examples from Wikipedia. Which ones are neighbours?


# %% nbgrader={"grade_id": "sentences", "locked": true}
def sentences(text):
    """Cut a text after each full stop, question mark or exclamation mark that comes before a capital letter."""
    return [part for part in re.split(r"(?<=[.!?])\s+(?=[A-Z])", text.replace("\n", " ")) if part]


# %% tags=["explore"]
if answered("next_sentence_pairs"):
    documents = [sentences(text) for text in corpora.wikipedia()["train"]["extract"][:300]]
    examples = next_sentence_pairs(documents, torch.Generator().manual_seed(4))
    for first, second, is_next in examples[10:50:10]:
        print(f"{first[:95]}\n    {second[:95]}\n{'':60}{is_next}\n")
    record("share of neighbours", sum(e[2] for e in examples) / len(examples), expected=(0.45, 0.55))

# %% [markdown]
# ### The pooler
#
# The question is about the pair, so a single feature has to answer for all tokens: the one at `[CLS]`, position 0, which
# stands for no word and may attend to every token. A small layer, the **pooler**, prepares it, and a linear layer turns
# it into two scores:
#
# $$p = \tanh(h_0 W_p^\top + b_p), \qquad \text{scores} = p\, W_c^\top + b_c$$
#
# Index 1 means *is next*; that is settled by the labels, not by the head. (In the released BERT index 0 means that, so
# read its outputs the other way round.) You will write this head in the second sitting, for many tasks; here it is given.


# %% nbgrader={"grade_id": "NspHead", "locked": true}
class NspHead(nn.Module):
    """Two scores for a pair of texts, from the feature of [CLS]: (B, T, D) → (B, 2), index 1 for "is next"."""

    def __init__(self, d_model):
        super().__init__()
        self.pooler, self.classifier = nn.Linear(d_model, d_model), nn.Linear(d_model, 2)

    def forward(self, features):
        return self.classifier(self.pooler(features[:, 0]).tanh())


# %% [markdown]
# ## 9 · BERT's published recipe
#
# The paper trains for a million steps of 256 sequences with 512 tokens, "approximately 40 epochs over the 3.3 billion
# word corpus". The optimizer is Adam with a learning rate of 10⁻⁴, β₁ = .9, β₂ = .999, and "L2 weight decay of 0.01". The
# learning rate rises linearly for 10,000 steps and then falls linearly to 0. Dropout is .1 everywhere.
#
# <details><summary>"L2 weight decay of 0.01" with Adam: what are the two things that could mean, and which one is it?</summary>An L2 penalty adds .01·w to the <i>gradient</i>, so Adam divides it by the gradient's size like everything else. Decoupled decay (AdamW, lesson 04) shrinks the weight itself by η·.01. The published code does the second: its comment says that adding the square of the weights to the loss is not the right way with Adam.</details>
#
# **Find the error** in the number of epochs. Appendix A.2 adds that 90 % of the steps used 128 tokens, to save time.


# %% nbgrader={"grade_id": "warmup_linear", "locked": true}
def warmup_linear(step, steps, warmup, lr):
    """The learning rate of a step, counted from 0: up linearly over `warmup` steps, then down to 0 at `steps`."""
    if step < warmup:
        return lr * (step + 1) / warmup
    return lr * max(0.0, (steps - step) / (steps - warmup))


# %% tags=["explore"]
steps, batch, words = 1_000_000, 256, 3.3e9
long, mixed = steps * batch * 512 / words, steps * batch * (0.9 * 128 + 0.1 * 512) / words
_ = record("epochs, if all steps were long", long, expected=(39.7, 39.8))
_ = record("epochs, 90 % of them short", mixed, expected=(12.9, 13.0))
plots.schedule([warmup_linear(step, 1000, 10, 1e-4) for step in range(1000)])

# %% [markdown]
# Not 40 but 12.9. The true number is lower still, since this counts tokens as words, and a text has more pieces than
# words. Nothing in the paper depends on the number, but anyone who plans a training run by it is misled.

# %% [markdown]
# ## 10 · Pretraining from scratch
#
# *Watch · 8 minutes*
#
# A small, randomly initialized encoder reads pairs of sentences from Wikipedia. To save time we keep the 4,000 most
# frequent pieces and turn all others into `[UNK]`. As in BERT, a small layer comes between the features and the scores,
# and the table of token vectors is used a second time to score the pieces (**weight tying**).


# %% nbgrader={"grade_id": "Pretraining", "locked": true}
class Pretraining(nn.Module):
    """An encoder with both heads; initialized as BERT is: normal, standard deviation .02."""

    def __init__(self, vocab_size, context, width, heads, layers):
        super().__init__()
        self.encoder = BertEncoder(vocab_size, context, width, heads, layers, 4 * width)
        self.transform = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.LayerNorm(width, eps=1e-12))
        self.bias = nn.Parameter(torch.zeros(vocab_size))
        self.nsp = NspHead(width)
        for parameter in self.parameters():
            if parameter.ndim == 2:
                nn.init.normal_(parameter, std=0.02)

    def losses(self, ids, segments, mask, labels, is_next):
        """The losses of both tasks, and the scores of the second (B, 2)."""
        features, asked = self.encoder(ids, segments, mask), labels != -100
        # scores at the chosen positions only; computing all others would be most of the work
        logits = F.linear(self.transform(features[asked]), self.encoder.embeddings.tokens.weight, self.bias)
        scores = self.nsp(features)
        return mlm_loss(logits, labels[asked]), F.cross_entropy(scores, is_next), scores


# %% nbgrader={"grade_id": "rows_of", "locked": true}
def rows_of(texts, length, seed):
    """Pairs from texts, by the library's fast tokenizer: ids, segments, mask (n, T), and is_next (n,)."""
    documents = [sentences(text) for text in texts if text]
    examples = next_sentence_pairs(documents, torch.Generator().manual_seed(seed))
    cut = lambda i: library.tokenizer([e[i] for e in examples], add_special_tokens=False)["input_ids"]
    parts = zip(*(encode_pair(a, b, length) for a, b in zip(cut(0), cut(1))))
    return [*(torch.tensor(part) for part in parts), torch.tensor([int(e[2]) for e in examples])]


# %% tags=["explore"]
V, length, n_texts, n_held = 4_000, 64, 4_000 if scale == "small" else 8_027, 400
if answered("encode_pair", "next_sentence_pairs"):
    wiki = corpora.wikipedia()
    train = rows_of(wiki["train"]["extract"][:n_texts], length, 0)
    held = rows_of(wiki["validation"]["extract"][:n_held], length, 1)
    counts = train[0].flatten().bincount(minlength=len(vocab))
    counts[[PAD, UNK, CLS, SEP, MASK]] = train[0].numel()  # these five become 0 to 4
    frequent = counts.argsort(descending=True, stable=True)[:V]
    small = torch.ones_like(counts).scatter(0, frequent, torch.arange(V))
    train[0], held[0] = small[train[0]], small[held[0]]  # old id → new id, 1 for every rare token
    unigram = train[0][train[0] > 4].bincount(minlength=V).double() + 1
    print(f"{len(train[0]):,} pairs to train on, {len(held[0]):,} held out")
    record("share of [UNK]", (train[0] == 1).sum().item() / train[2].sum().item(), expected=(0.1, 0.25))

# %% [markdown]
# **Predict** both losses at the start, when the model knows nothing. Then compare with a baseline that knows only how
# frequent each piece is (the dotted line). Will a minute of training beat it? And will it beat the coin toss that the
# second task starts from? (While your terminal still trains the other head, it takes longer than a minute.)

# %% tags=["explore"]
from tqdm.auto import tqdm

steps, batch, lr = (800, 32, 1e-3) if scale == "small" else (20_000, 128, 1e-3)


def losses(rows, generator):
    """Both losses of a batch, with fresh masks, the share of pairs judged correctly, and the labels."""
    ids, segments, mask, is_next = (part.to(where) for part in rows)
    inputs, labels = mask_tokens(ids, ids <= 4, V, generator, mask_id=4)
    mlm, nsp, scores = model.losses(inputs, segments, mask, labels, is_next)
    return mlm, nsp, (scores.argmax(-1) == is_next).cpu().double().mean().item(), labels.cpu()


# %% tags=["explore"]
if answered("encode_pair", "BertEmbeddings", "BertEncoder", "mask_tokens", "mlm_loss", "next_sentence_pairs"):
    torch.manual_seed(0)
    dice, model = torch.Generator().manual_seed(0), Pretraining(V, length, 128, 4, 2).to(where)
    adam = torch.optim.AdamW(model.parameters(), lr=lr, betas=(0.9, 0.999), weight_decay=0.01)
    history = {"mlm": [], "nsp": []}
    for step in tqdm(range(steps), desc="both tasks"):
        picked = torch.randint(len(train[0]), (batch,), generator=dice)
        mlm, nsp, _, _ = losses([part[picked] for part in train], dice)
        adam.param_groups[0]["lr"] = warmup_linear(step, steps, steps // 10, lr)
        adam.zero_grad()
        (mlm + nsp).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        adam.step()
        history["mlm"].append(mlm.item())
        history["nsp"].append(nsp.item())

# %% tags=["explore"]
if answered("encode_pair", "BertEmbeddings", "BertEncoder", "mask_tokens", "mlm_loss", "next_sentence_pairs"):
    model.eval()
    dice = torch.Generator().manual_seed(1)
    with torch.no_grad():
        found = [losses([part[i : i + 200] for part in held], dice) for i in range(0, len(held[0]), 200)]
    mlm, nsp, right = (sum(float(f[k]) for f in found) / len(found) for k in range(3))
    asked = torch.cat([f[3].flatten() for f in found])
    guess = -(unigram / unigram.sum()).log()[asked[asked != -100]].mean().item()
    levels = {"mlm": {"ln V": math.log(V), "frequencies": guess}, "nsp": {"ln 2": math.log(2)}}
    plots.pretraining(history, levels)
    record("first loss of masked tokens (ln V = 8.29)", history["mlm"][0], expected=(8.1, 8.5))
    record("first loss of next sentence (ln 2 = .69)", history["nsp"][0], expected=(0.6, 0.8))
    record("held out, frequencies alone", guess, expected=(6.0, 6.25))
    record("held out, masked tokens", mlm, expected=(5.5, 5.9) if scale == "small" else (2, 5.5))
    coin = (0.44, 0.6) if scale == "small" else (0.5, 1)
    record("held out, next sentence: share right", right, expected=coin)

# %% [markdown]
# <details><summary>The answer</summary>
#
# Both start at the loss of a model that knows nothing, ln 4,000 = 8.29 and ln 2 = .69. In under a minute the first task
# overtakes the frequencies, 5.7 nats against 6.1: the model has learned a little about which pieces occur together. The
# second task is still a coin toss: .51 right on 1,024 pairs, where chance alone gives .50 ± .016.
#
# </details>
#
# A model can judge whether two sentences belong together only once words mean something to it. And each pair gives it
# one question, while the other task asks one for every seventh token. This run saw 25,600 pairs. BERT saw 256 million.
#
# So was the work on pairs in vain? Take the encoder that was pretrained by others. Its upper two layers and a fresh
# `NspHead` are trained on 400 of your pairs for two epochs. (A coin toss would get half of the test pairs right.)

# %% tags=["explore"]
if answered("next_sentence_pairs", "BertEncoder"):
    from utils import finetuning as ft

    class Judge(nn.Module):
        def __init__(self):
            super().__init__()
            self.upper, self.head = ft.UpperLayers(library, 4, only_cls=True), NspHead(384)

        def forward(self, hidden, mask):
            return self.head(self.upper(hidden, mask))

    right = lambda scores, is_next: (scores.argmax(-1) == is_next).cpu().double().mean().item()
    parts = []
    for seed, (split, n) in enumerate(dict(train=400, validation=100, test=300).items()):
        documents = [sentences(text) for text in corpora.wikipedia()[split]["extract"][:400]]
        pairs = next_sentence_pairs(documents, torch.Generator().manual_seed(seed))[:n]
        features = ft.lower_features(library, [pair[:2] for pair in pairs], 4, 64, progress=False)
        parts.append(ft.Examples(features, torch.tensor([int(is_next) for _, _, is_next in pairs])))
    torch.manual_seed(0)
    judge, settings = Judge().to(where), ft.Settings(epochs=2, batch_size=16, lr=3e-4)
    ft.fine_tune(judge, *parts[:2], F.cross_entropy, right, settings, progress=False)
    record(
        "next sentence, pretrained encoder",
        right(ft.predict(judge, parts[2]), parts[2].targets),
        expected=(0.6, 1),
    )

# %% [markdown]
# To a model whose words mean something, a few hundred pairs are enough to learn the task. That is transfer learning in
# one cell. It doesn't show that the task teaches a model anything it wouldn't learn without it; remember RoBERTa.

# %% [markdown]
# ## 11 · Filling gaps
#
# *Play · 6 minutes*
#
# Now your encoder with the real weights, and a game for a friend: who fills the gap better? The head was trained once,
# on your machine, on top of the frozen encoder, on 8,000 summaries from Wikipedia. (If the terminal is still busy, come
# back later.)
#
# Among all 30,522 pieces the most likely one at a gap is often a comma: this encoder was tuned to know what a text is
# *about*, not which token comes at a position. So the cell leaves out punctuation and pieces of words and lists the ten
# likeliest words. Write your own sentences with one `[MASK]` each, and let a friend guess before you run the cell.

# %% tags=["explore"]
from utils import assets

mine = [
    "The [MASK] barked all night.",
    "The [MASK] was tuned before the concert.",
    "Tokyo is the capital of [MASK].",
    "The doctor washed her [MASK] before the operation.",
    "A [MASK] has feathers and can fly.",
]
whole_words = torch.tensor([token.isalpha() for token, _ in sorted(vocab.items(), key=lambda item: item[1])])

# %% tags=["explore"]
if answered("BertEmbeddings", "BertEncoder"):
    try:
        head, shares = masked_head.load(library), {}
    except assets.AssetError as missing:
        print(missing)
    else:
        for sentence in mine:
            row = library.tokenizer(sentence, return_tensors="pt").to(where)
            with torch.no_grad():
                hidden = bert(row["input_ids"], row["token_type_ids"], row["attention_mask"])  # (1, T, D)
                scores = head(hidden[row["input_ids"] == MASK])[0].cpu()  # (V,)
            p, ids = scores.masked_fill(~whole_words, -math.inf).softmax(dim=0).topk(10)
            shares[sentence] = dict(zip(library.tokenizer.convert_ids_to_tokens(ids.tolist()), p.tolist()))
            print(f"{sentence:55}", ", ".join(shares[sentence]))
        plots.gaps(shares)
        print("On summaries it has not seen: {loss:.2f} nats, {accuracy:.1%} right;".format(**masked_head.figures()),
              "frequencies: {unigram_loss:.2f} nats, {unigram_accuracy:.1%}.".format(**masked_head.figures()))  # fmt: skip

# %% [markdown]
# In the first two sentences only the right side decides. A decoder could not tell them apart at the gap.

# %% [markdown] nbgrader={"grade_id": "written_a", "grade": true, "solution": true, "points": 2}
# **Written question** (15 minutes, graded by hand, 5 to 8 sentences). *Is BERT a language model?* A language model
# assigns a probability to every text. Describe what BERT's masked head gives instead, for one gap and for two, and
# explain why the product of its answers for all gaps of a text is not the probability of that text. Is it a generative
# model: could you write with it, and at what price? Use something you saw in this sitting.
#
# ### BEGIN SOLUTION
# **Model answer.** Not in the sense of lesson 04. For one gap BERT gives p(x_i | all other tokens), a proper
# distribution over pieces. For two gaps it gives two such distributions, each with the other gap hidden, and says
# nothing about how the two answers go together: in "He [MASK] a gallon of milk and [MASK] home" each word may be likely
# and the pair odd. A decoder's factors p(x_i | x_1 … x_{i−1}) multiply to a probability by the chain rule. BERT's
# conditionals each use the tokens that the others predict, so every token is counted as evidence many times; their
# product (a pseudo-likelihood) does not sum to 1 over all texts, and the conditionals need not come from any joint
# distribution at all. It can still rank texts against each other. You can write with it: fill gaps one at a time, in
# some order, or resample tokens again and again. But each token costs a whole pass over the text, the length must be
# fixed first, and the result depends on the order. It was trained to represent text, with 15 % of the tokens as
# questions; hence "masked language model".
#
# **Rubric.**
#
# - a, 0.5 points: the product is not the probability of a text (a pseudo-likelihood at best)
# - b, 0.5 points: the reason: the conditionals use both sides, so there is no chain rule
# - c, 0.5 points: generation is possible but awkward
# - d, 0.5 points: a reason for that: order, length, a full pass for each token, gaps that are filled independently,
#   or a sound argument from the leak of section 5
# ### END SOLUTION

# %% [markdown]
# **What you have now.** An encoder, its input, its two tasks, and real weights in your own code.
#
# | | GPT (lesson 04) | BERT |
# |---|---|---|
# | a feature sees | itself and earlier tokens | the whole text |
# | learns from | the next token, at every position | hidden tokens, at 15 % of the positions; the next sentence |
# | norms | before each branch, one at the end | after each sum |
# | used for | writing | classifying, ranking, finding, tagging |

# %% [markdown]
# Use an encoder when the text already exists and you want a *feature* of it. Is a comment toxic, and is a text too hard
# for a ten-year-old? One class or number per text, from [CLS]. Which articles fit a question? One vector per text,
# compared by cosine. A question about a picture: what does it ask for? There the encoder is the reading half of a
# larger model: it encodes the question (**visual question answering**) or the prompt (text-guided image generation), and
# another network uses its features. Not every encoder is a transformer: a network that mixes the whole input by
# convolutions (a CNN) encodes too.
#
# In the second sitting you will put heads on the encoder and fine-tune it, until it beats counting words.

# %% [markdown]
# **Sources.** Devlin et al. 2019, *BERT*, arXiv 1810.04805. Taylor 1953, *"Cloze procedure": a new tool for measuring
# readability*, Journalism Quarterly 30. Wu et al. 2016 (WordPiece), arXiv 1609.08144. Liu et al. 2019, *RoBERTa*, arXiv
# 1907.11692. Peters et al. 2018, *ELMo*, arXiv 1802.05365. Wang et al. 2020, *MiniLM*, arXiv 2002.10957. Reimers and
# Gurevych 2019, *Sentence-BERT*, arXiv 1908.10084.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
