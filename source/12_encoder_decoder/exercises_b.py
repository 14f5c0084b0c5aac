"""Exercises of lesson 12, sitting b: cases, oracles and the mistakes that students make. Never part of a release."""

import functools
import math
import random
import re

import numpy as np
import torch

from autograder.authoring import Predictions, exercise, slip
from utils import assets, capstone
from utils.corpora import articles

# --- the text that only the judge has -------------------------------------------------------------------------------
#
# Wikipedia's summaries are public, so they could be learned by heart. What is asked is another text: the secret chooses
# articles and places, and exchanges half of the words. A word gives way to one that stands between the same two
# neighbours somewhere else: "is a *river* in" may become "is a *city* in". So three words in a row are English as
# before, and a long row of words is to be found nowhere. The articles are those of all splits, as many as there are: of
# 1.7 million words and signs that might be asked, what fits beside a model is too little to matter (tests/test_lesson_12b.py).

PIECES = re.compile(r"\s+|\w+|[^\w\s]")
T = capstone.CONTEXT
SWEEPS = 2  # over the text, in which words are exchanged
TRIES = 6  # to find another word for a place
TWINS = 48  # windows that are asked twice
CHARACTERS_A_TOKEN = 2.05  # of this text with these tokens
# Bits a byte below the bigram model, on the same text (see measurements in tests/test_lesson_12b.py).
REFERENCE, BETTER = 0.38, 0.52


@functools.cache
def splits():
    """The summaries of each split, straight from the asset."""
    rows = articles.splits(assets.path("wikipedia"))
    return {name: [row["extract"] for row in found] for name, found in rows.items()}


@functools.cache
def frames():
    """All words and signs of all articles as numbers, and what stands between which two.

    Returns word → number, the numbers' words, keys of frames in rising order, what each of them holds, and the kind of each
    word: 0 a sign, 1 with a small first letter, 2 with a large one.
    """
    numbers: dict[str, int] = {}
    row = [
        numbers.setdefault(piece, len(numbers))
        for name in ("train", "validation", "test")
        for piece in PIECES.findall("\n\n".join(splits()[name]))
        if not piece.isspace()
    ]
    ids = np.array(row, dtype=np.int64)
    keys = ids[:-2] * len(numbers) + ids[2:]
    order = np.argsort(keys, kind="stable")
    kinds = np.array([0 if not word[0].isalnum() else 2 if word[0].isupper() else 1 for word in numbers])
    return numbers, list(numbers), keys[order], ids[1:-1][order], kinds


def exchanged(text, rng, sweeps=SWEEPS):
    """The text with words exchanged for such as fit between the same neighbours.  rng: numpy's generator."""
    numbers, words, keys, middles, kinds = frames()
    pieces = PIECES.findall(text)
    places = [i for i, piece in enumerate(pieces) if not piece.isspace()]
    ids = np.array([numbers[pieces[i]] for i in places], dtype=np.int64)  # (n,)
    for sweep in range(sweeps):
        # every second place, so that of two neighbours one stays; signs stay, and large first letters stay large
        here = np.arange(1 + (sweep + int(rng.integers(2))) % 2, len(ids) - 1, 2)
        frame = ids[here - 1] * len(numbers) + ids[here + 1]
        starts, ends = (np.searchsorted(keys, frame, side) for side in ("left", "right"))
        open_ = (ends > starts) & (kinds[ids[here]] > 0)
        here, starts, ends = here[open_], starts[open_], ends[open_]
        old, new = ids[here], ids[here].copy()
        for _ in range(TRIES):
            found = middles[starts + (rng.random(len(here)) * (ends - starts)).astype(np.int64)]
            fits = (new == old) & (found != old) & (kinds[found] == kinds[old])
            new[fits] = found[fits]
        ids[here] = new
    for place, number in zip(places, ids.tolist(), strict=True):
        pieces[place] = words[number]
    return "".join(pieces)


def held_out(rng, n):
    """n windows of T tokens, and the token behind each.  rng: numpy's generator.  Returns (n, T) and (n,).

    Between two windows lies another one that nobody is shown, so none tells how another goes on.
    """
    draw = random.Random(int(rng.integers(2**62)))
    texts = [text for part in splits().values() for text in part]
    texts = draw.sample(texts, len(texts))
    stride, ids = 2 * (T + 1), []
    while len(ids) < (n + 1) * stride:
        chosen, characters = [], ((n + 1) * stride - len(ids) + stride) * CHARACTERS_A_TOKEN
        while characters > 0:
            chosen.append(texts.pop())
            characters -= len(chosen[-1]) + 2
        ids += capstone.tokenizer().encode_ordinary(exchanged("\n\n".join(chosen), rng) + "\n\n")
    starts = draw.randrange(stride) + stride * np.array(draw.sample(range(n), n))
    found = np.array(ids)[starts[:, None] + np.arange(T + 1)]  # (n, T + 1)
    return found[:, :-1], found[:, -1]


@functools.cache
def bigram():
    """Counted on the whole training split."""
    ids = capstone.tokenizer().encode_ordinary("\n\n".join(splits()["train"]))
    return capstone.Bigram(torch.tensor(ids))


# --- counting -------------------------------------------------------------------------------------------------------


@exercise("bits_per_byte", points=2)
class _:
    cases = [
        dict(N=7, V=11, certain=1.0),
        dict(N=5, V=5, certain=1.0),  # as many rows as entries
        dict(N=1, V=6, certain=1.0),
        dict(N=40, V=9, certain=12.0),  # some are nearly sure, and wrong
        dict(N=12, V=8, certain=1.0, nothing=True),  # the mark for the end of a text stands for no bytes
    ]

    def inputs(rng, N, V, certain, nothing=False):
        scores = torch.tensor(certain * rng.standard_normal((N, V)))
        token_bytes = rng.integers(1, 9, V)
        targets = rng.integers(V, size=N)
        if nothing:
            token_bytes[V - 1], targets[N // 2], targets[0] = 0, V - 1, 0
        return {
            "log_probs": scores.log_softmax(-1).numpy(),
            "targets": targets,
            "token_bytes": token_bytes,
        }

    def oracle(log_probs, targets, token_bytes):
        nats = [-log_probs[i, target] for i, target in enumerate(targets)]
        n_bytes = sum(int(token_bytes[target]) for target in targets)
        kept = {"log_probs": log_probs[:2], "targets": targets, "token_bytes": token_bytes}
        found = math.fsum(nats) / math.log(2) / n_bytes
        return {"bits a byte": found, "arguments unchanged": {"bits": found, **kept}}

    weights = {"bits a byte": 3, "arguments unchanged": 1}
    alternatives = {
        "by cross-entropy": """
            bits = F.cross_entropy(log_probs, targets, reduction="sum") / math.log(2)
            return float(bits / token_bytes[targets].sum())
        """,
        "row by row": """
            bits = sum(-float(row[t]) / math.log(2) for row, t in zip(log_probs, targets.tolist()))
            return bits / sum(int(token_bytes[t]) for t in targets.tolist())
        """,
        "by fancy indices, as a tensor": """
            rows = torch.arange(len(targets), device=targets.device)
            return -(log_probs[rows, targets] / math.log(2)).sum() / token_bytes[targets].sum()
        """,
    }
    slips = [
        slip(
            "bits are counted for each token, not for each byte",
            edit=("token_bytes[targets].sum()", "len(targets)"),
            why="A tokenizer with longer tokens needs more bits for each, and fewer of them. Only bytes are the same for all.",
            look="Two models read the same page with different tokenizers. By which number must both be divided?",
        ),
        slip(
            "the result is in nats",
            edit=("nats / math.log(2) / ", "nats / "),
            why="A bit is the logarithm to base 2. In nats every model looks a third better.",
            look="What should come out for a model that gives probability one half to each byte that came?",
        ),
        slip(
            "nats are multiplied by ln 2, not divided",
            edit=("/ math.log(2)", "* math.log(2)"),
            why="A nat is 1.44 bits, so the number of bits is the larger one.",
            look="What should come out for a probability of one half, and what is −ln(1/2)?",
        ),
        slip(
            "each token's bits are divided by its own bytes, and then averaged",
            edit=(
                "nats = -log_probs.gather(1, targets[:, None]).sum()",
                "nats = -log_probs.gather(1, targets[:, None])[:, 0]",
            ),
            also=[
                "return float((-log_probs.gather(1, targets[:, None])[:, 0] / math.log(2) / token_bytes[targets]).mean())"
            ],
            why="A short token then counts as much as a long one, though it says less; and a token of no bytes makes it infinite.",
            look="A file has a length in bytes and a length when compressed. Which two numbers make its bits a byte?",
        ),
        slip(
            "bytes are those of the whole vocabulary",
            edit=("token_bytes[targets].sum()", "token_bytes.sum()"),
            why="The text decides how many bytes there were; the vocabulary also holds what never came.",
            look="How many bytes has the text that was read? Which argument says so?",
            also=[
                (
                    "token_bytes[targets].sum()",
                    "(len(targets) * token_bytes.float().mean())",
                )
            ],
        ),
        slip(
            "the sign is lost",
            edit=("-log_probs", "log_probs"),
            why="Logarithms of probabilities are below 0, and what a text costs is above.",
            look="Can a text cost less than nothing?",
        ),
        slip(
            "the likeliest token is scored, not the one that came",
            edit=("log_probs.gather(1, targets[:, None])", "log_probs.amax(1)"),
            why="That measures how sure the model is, not how right.",
            look="What should happen to the result when the model is sure of something else than what came?",
        ),
        slip(
            "every row is scored at every target",
            edit=("log_probs.gather(1, targets[:, None])", "log_probs[:, targets]"),
            why="Each row predicts one token: the one behind its own window.",
            look="Print the shape of what you sum. How many numbers should there be?",
        ),
        slip(
            "probabilities are averaged before the logarithm",
            edit=(
                "-log_probs.gather(1, targets[:, None]).sum()",
                "-len(targets) * log_probs.gather(1, targets[:, None]).exp().mean().log()",
            ),
            why="One great surprise then hardly counts. What a text costs is the sum of what its tokens cost.",
            look="A model gives 0.5 to one token and 0.0001 to the next. What do both cost together?",
        ),
        slip(
            "nothing is divided by the bytes",
            edit=(" / token_bytes[targets].sum()", ""),
            why="A long text always costs more than a short one.",
            look="What should happen to the result when the same text comes twice?",
        ),
        slip(
            "the result is a perplexity",
            edit=("nats / math.log(2) / token_bytes[targets].sum()", "(nats / len(targets)).exp()"),
            why="A perplexity is for each token, and grows where a logarithm adds.",
            look="Which unit does the name of the function promise?",
        ),
        slip(
            "the mean of the bits is divided by the sum of the bytes",
            edit=("targets[:, None]).sum()", "targets[:, None]).mean()"),
            why="Above stands one token then, and below all of them, so a longer text looks cheaper.",
            look="What should happen to the result when the same text comes twice?",
        ),
        slip(
            "tokens of no bytes are left out",
            edit=(
                "nats = -log_probs.gather(1, targets[:, None]).sum()",
                "nats = -log_probs.gather(1, targets[:, None])[:, 0][token_bytes[targets] > 0].sum()",
            ),
            why="The mark for the end of a text must be predicted too, and costs bits like any token.",
            look="Which of the two sums does such a token change, and which not?",
        ),
        slip(
            "a token of no bytes counts as one byte",
            edit=("token_bytes[targets].sum()", "token_bytes[targets].clamp(min=1).sum()"),
            why="The text has no byte there, so the file would look longer than it is.",
            look="Which of the two sums does such a token change, and which not?",
        ),
        slip(
            "great surprises are cut off",
            edit=(
                "log_probs.gather(1, targets[:, None])",
                "log_probs.gather(1, targets[:, None]).clamp(min=-10 * math.log(2))",
            ),
            why="A model that is sure and wrong would get away with it.",
            look="What does a token cost that got a probability of one in a million?",
            also=[
                (
                    "log_probs.gather(1, targets[:, None])",
                    "log_probs.gather(1, targets[:, None]).clamp(min=-10)",
                ),
                (
                    "log_probs.gather(1, targets[:, None])",
                    "log_probs.gather(1, targets[:, None]).clamp(min=-20)",
                ),
                (
                    "log_probs.gather(1, targets[:, None])",
                    "log_probs.gather(1, targets[:, None]).clamp(min=math.log(1e-6))",
                ),
                (
                    "log_probs.gather(1, targets[:, None])",
                    "log_probs.gather(1, targets[:, None]).clamp(min=math.log(1e-9))",
                ),
            ],
        ),
        slip(
            "the model's own doubt is scored, not what came",
            edit=("-log_probs.gather(1, targets[:, None]).sum()", "-(log_probs.exp() * log_probs).sum()"),
            why="That is the entropy: what the model expects to pay. What it pays is decided by the text.",
            look="Which argument says what came, and where do you use it?",
        ),
        slip(
            "softmax is taken once more",
            edit=("-log_probs.gather", "-log_probs.exp().log_softmax(-1).gather"),
            why="These are logarithms of probabilities already. Of probabilities softmax makes numbers that are nearly equal.",
            look="What does the docstring say that a row holds?",
        ),
        slip(
            "the bytes are counted in bits",
            edit=("token_bytes[targets].sum()", "(8 * token_bytes[targets].sum())"),
            why="Bits a byte is what the name says. Divided by bits it would be a share of the file.",
            look="What should come out when each byte costs eight bits?",
        ),
        slip(
            "bytes are those of the likeliest token",
            edit=("token_bytes[targets]", "token_bytes[log_probs.argmax(1)]"),
            why="The text is as long as what came, whatever was expected.",
            look="How many bytes has the text that was read? Which argument says so?",
        ),
        slip(
            "a row is left out",
            edit=("-log_probs.gather(1, targets[:, None])", "-log_probs[1:].gather(1, targets[1:, None])"),
            why="Each row belongs to one token, the first and the last like all others.",
            look="How many numbers do you add when there is one row?",
            also=[
                ("-log_probs.gather(1, targets[:, None])", "-log_probs[:-1].gather(1, targets[1:, None])"),
                ("-log_probs.gather(1, targets[:, None])", "-log_probs[:-1].gather(1, targets[:-1, None])"),
            ],
        ),
        slip(
            "the logarithm is taken twice",
            edit=(
                "-log_probs.gather(1, targets[:, None]).sum()",
                "-(-log_probs.gather(1, targets[:, None])).log().sum()",
            ),
            why="What comes in are logarithms. All that is left to do is to change their base.",
            look="What does the docstring say that a row holds?",
        ),
        slip(
            "the result is rounded",
            edit=(
                "return float(nats / math.log(2) / token_bytes[targets].sum())",
                "return round(float(nats / math.log(2) / token_bytes[targets].sum()), 2)",
            ),
            why="Two models that differ by a thousandth of a bit would look the same.",
            look="How many digits should a number keep that others compute with?",
        ),
    ]
    promises = {
        "bytes are those of the tokens that came": "bits a byte",
        "one token is enough": dict(N=1),
        "as many rows as entries": dict(N=5, V=5),
        "surprises count in full": dict(certain=12.0),
        "a token of no bytes costs bits all the same": dict(nothing=True),
        "the arguments stay as they are": "arguments unchanged",
    }


@exercise("steps_within", points=2, forbid=["utils.capstone.n_parameters", "utils.capstone.train"])
class _:
    cases = [
        dict(V=20, D=8, heads=2, layers=2, batch=4, context=16),
        dict(V=31, D=4, heads=1, layers=1, batch=3, context=3, tied=False),
        dict(V=12, D=8, heads=4, layers=1, batch=5, context=7, frozen=True),
        dict(V=12, D=8, heads=4, layers=1, batch=2, context=9, buffer=True),
        dict(V=20, D=8, heads=2, layers=1, batch=4, context=16, exact=True),
        dict(V=20, D=8, heads=2, layers=1, batch=6, context=5, poor=True),
    ]

    def inputs(
        rng,
        V,
        D,
        heads,
        layers,
        batch,
        context,
        tied=True,
        frozen=False,
        buffer=False,
        exact=False,
        poor=False,
    ):
        V += int(rng.integers(0, 400))
        own = int(rng.integers(V, 2 * V))  # numbers that belong to the model itself, and to no layer
        a_step = (_of_gpt(V, D, layers, context, tied) + own) * batch * context
        steps = int(rng.integers(500, 9000))
        rest = 0 if exact else int(rng.integers(a_step // 2, a_step))
        return {
            "budget": int(rng.integers(a_step // 2, a_step)) if poor else steps * a_step + rest,
            "sizes": {
                "vocab_size": V,
                "context": context,
                "d_model": D,
                "n_heads": heads,
                "n_layers": layers,
                "tied": tied,
            },
            "frozen": frozen,
            "buffer": int(rng.integers(3000, 9000)) if buffer else 0,
            "own": own,
            "batch_size": batch,
        }

    def oracle(budget, sizes, frozen, buffer, own, batch_size):
        n = own + _of_gpt(*(sizes[name] for name in ("vocab_size", "d_model", "n_layers", "context", "tied")))
        steps = budget // (n * batch_size * sizes["context"])
        return {
            "steps": {"steps": steps, "budget": budget},
            "a whole number": {"budget": budget, "steps": steps, "type": "int"},
        }

    weights = {"steps": 3, "a whole number": 1}
    alternatives = {
        "a loop over parameters": """
            n = 0
            for parameter in model.parameters():
                n += math.prod(parameter.shape)
            return int(budget) // n // (batch_size * context)
        """,
        "identities": """
            seen = {id(p): p.numel() for p in model.state_dict(keep_vars=True).values() if isinstance(p, nn.Parameter)}
            tokens = budget // sum(seen.values())
            return tokens // (batch_size * context)
        """,
    }
    slips = [
        slip(
            "a table that two layers share counts twice",
            edit=("p in model.parameters())", "_, p in model.named_parameters(remove_duplicate=False))"),
            also=[
                (
                    "for p in model.parameters())",
                    "for part in model.modules() for p in part._parameters.values() if p is not None)",
                )
            ],
            why="A tied table is stored once and learned once. Counted twice, it would take away a third of a small model's steps.",
            look="Which object is the matrix that makes the scores?",
        ),
        slip(
            "buffers count as parameters",
            edit=(
                "sum(p.numel() for p in model.parameters())",
                "sum(t.numel() for t in model.state_dict().values())",
            ),
            why="Masks and tables of angles are computed and not learned.",
            look="What is in `state_dict` that an optimiser never changes?",
        ),
        slip(
            "frozen parameters do not count",
            edit=("model.parameters())", "model.parameters() if p.requires_grad)"),
            why="Every token passes through them as well. The budget counts what the model has, not what is moved.",
            look="Read again which parameters the budget counts.",
        ),
        slip(
            "only matrices count",
            edit=("model.parameters())", "model.parameters() if p.ndim > 1)"),
            why="Biases and gains are few, and they are parameters.",
            look="How many parameters has nn.Linear(3, 2)?",
        ),
        slip(
            "tensors are counted, not the numbers in them",
            edit=("p.numel() for p", "1 for p"),
            why="A table of a million numbers is one tensor.",
            look="What does `numel` give for a tensor of shape (3, 4)?",
        ),
        slip(
            "a step is one window, not a batch of them",
            edit=("n * batch_size * context", "n * context"),
            why="The model reads every window of a batch.",
            look="How many tokens does one step read?",
        ),
        slip(
            "a window is one token",
            edit=("n * batch_size * context", "n * batch_size"),
            why="Each window has as many tokens as the context.",
            look="How many tokens does one step read?",
        ),
        slip(
            "the last step is rounded up",
            edit=(
                "budget // (n * batch_size * context)",
                "math.ceil(budget / (n * batch_size * context))",
            ),
            why="A step that is not paid for in full may not be made.",
            look="What should come out when the budget is half a step?",
            also=[("budget // (n * batch_size * context)", "round(budget / (n * batch_size * context))")],
        ),
        slip(
            "one step is always made",
            edit=(
                "budget // (n * batch_size * context)",
                "max(1, budget // (n * batch_size * context))",
            ),
            why="A budget that is not enough for one step pays for none.",
            look="What should come out when the budget is half a step?",
        ),
        slip(
            "the result is no whole number",
            edit=("budget // (n * batch_size * context)", "budget / (n * batch_size * context)"),
            why="Nobody can make 812.6 steps, and `range` takes whole numbers only.",
            look="Which type does the docstring promise?",
            also=[("budget // (n * batch_size * context)", "float(budget // (n * batch_size * context))")],
        ),
        slip(
            "parameters are forgotten",
            edit=("(n * batch_size * context)", "(batch_size * context)"),
            why="A small model may read more than a large one for the same budget; that is the choice to make.",
            look="What does a token cost a model of a hundred parameters, and one of a million?",
        ),
        slip(
            "tokens are counted, not steps",
            edit=("budget // (n * batch_size * context)", "budget // n"),
            why="A step reads many tokens, and each of them is paid for.",
            look="What does one step cost?",
        ),
        slip(
            "only what lies in layers counts",
            edit=(
                "for p in model.parameters())",
                "for layer in model.children() for p in layer.parameters())",
            ),
            why="A parameter may belong to the model itself. And who goes through the layers one by one meets what two of them share twice.",
            look="Which list has every parameter once, wherever it lies?",
        ),
        slip(
            "what lies in layers within layers counts several times",
            edit=("for p in model.parameters())", "for part in model.modules() for p in part.parameters())"),
            why="`parameters()` of a block lists those of its layers as well.",
            look="Print the names of what you count. Does one come twice?",
        ),
        slip(
            "the last token of a window is not counted",
            edit=("batch_size * context)", "batch_size * (context - 1))"),
            why="It is read like all others, though nothing in the window comes behind it.",
            look="How many tokens does one step read?",
        ),
        slip(
            "a factor of six is in it",
            edit=("(n * batch_size * context)", "(6 * n * batch_size * context)"),
            why="Six operations for each parameter and token is how much a computer has to do. The budget counts parameters times tokens.",
            look="Read again how the cost is defined.",
        ),
        slip(
            "the result is a tensor",
            edit=(
                "return budget // (n * batch_size * context)",
                "return torch.tensor(budget // (n * batch_size * context))",
            ),
            why="A number of steps is a plain number; `range` of a tensor works by luck.",
            look="Which type does the docstring promise?",
        ),
        slip(
            "the budget is always that of the capstone",
            edit=(
                "budget // (n * batch_size * context)",
                "int(capstone.BUDGET) // (n * batch_size * context)",
            ),
            why="A trial run gets a fortieth of it.",
            look="Which of the arguments has your answer not used?",
        ),
        slip(
            "the table of tokens does not count",
            edit=(
                "for p in model.parameters())",
                'for name, p in model.named_parameters() if "tokens" not in name)',
            ),
            why="In a model this small the table is much of what it has learned.",
            look="Which parameters does the docstring leave out?",
            also=[
                (
                    "for p in model.parameters())",
                    'for name, p in model.named_parameters() if "tokens" not in name and "positions" not in name)',
                ),
                (
                    "for p in model.parameters())",
                    'for name, p in model.named_parameters() if "tokens" not in name and "positions" not in name and "head" not in name)',
                ),
            ],
        ),
        slip(
            "the last step that is paid for is not made",
            edit=("budget // (n * batch_size * context)", "(budget - 1) // (n * batch_size * context)"),
            why="A budget for exactly seven steps pays for seven.",
            look="What should come out when the budget is exactly one step?",
        ),
    ]
    promises = {
        "a tied table counts once": dict(V=20, layers=2),
        "untied tables count both": dict(tied=False),
        "frozen parameters count": dict(frozen=True),
        "buffers do not": dict(buffer=True),
        "a budget for exactly so many steps": dict(exact=True),
        "a budget for less than one": dict(poor=True),
        "an int": "a whole number",
    }


def _of_gpt(V, D, layers, context, tied):
    """The parameters of utils.blocks.gpt.GPT with biases and a hidden width of 4·D, counted by hand."""
    block = 4 * D * D + 4 * D + 8 * D * D + 5 * D + 4 * D  # attention, feed-forward, two norms
    return V * D * (1 if tied else 2) + context * D + layers * block + 2 * D


@exercise("worth", points=2)
class _:
    cases = [
        dict(S=3, lead=0.0),
        dict(S=5, lead=0.1),
        dict(S=2, lead=-0.2),  # a change that costs
        dict(S=4, lead=0.02, spread=0.5),  # seeds that differ far more than the change does
    ]

    def inputs(rng, S, lead, spread=0.05):
        seeds = 2.3 + spread * rng.standard_normal(S)
        return {"before": seeds, "after": seeds - lead + 0.02 * rng.standard_normal(S)}

    def oracle(before, after):
        savings = [float(b) - float(a) for b, a in zip(before, after, strict=True)]
        mean = math.fsum(savings) / len(savings)
        variance = math.fsum((saving - mean) ** 2 for saving in savings) / (len(savings) - 1)
        return {"saved": mean, "error": math.sqrt(variance / len(savings))}

    tolerance = 1e-4
    alternatives = {
        "by numpy": """
            savings = before.cpu().numpy().astype("float64") - after.cpu().numpy()
            return float(savings.mean()), float(savings.std(ddof=1) / len(savings) ** 0.5)
        """,
        "the formula": """
            savings = (before - after).tolist()
            mean = sum(savings) / len(savings)
            square = sum((each - mean) ** 2 for each in savings) / (len(savings) - 1)
            return mean, math.sqrt(square / len(savings))
        """,
    }
    slips = [
        slip(
            "what is saved has the wrong sign",
            edit=("before - after", "after - before"),
            why="A change that helps would look like one that costs.",
            look="Before 2.4 bits, after 2.3. How many bits were saved?",
        ),
        slip(
            "the spread of the savings is taken for the error of their mean",
            edit=(" / math.sqrt(len(savings))", ""),
            why="The mean of many seeds is surer than one seed. Without the root, more seeds would tell no more.",
            look="What should happen to the error when you run four times as many seeds?",
        ),
        slip(
            "the spread is divided by the number of seeds, not by its root",
            edit=("math.sqrt(len(savings))", "len(savings)"),
            why="Variances of independent numbers add, so the deviation of a mean falls with the root of their number.",
            look="What is the variance of the sum of n independent numbers, and of their mean?",
        ),
        slip(
            "the spread divides by S, not by S − 1",
            edit=("savings.std()", "savings.std(correction=0)"),
            why="With three seeds that makes the error a fifth too small, for the mean was fitted to the same three numbers.",
            look="Which denominator does the docstring name?",
        ),
        slip(
            "the seeds are not paired",
            edit=(
                "savings.std() / math.sqrt(len(savings))",
                "math.sqrt((before.var() + after.var()) / len(savings))",
            ),
            why="A lucky seed is lucky in both runs. Compared pair by pair this cancels; otherwise it hides what a change does.",
            look="Of which numbers do you take the deviation, and how many of them are there?",
        ),
        slip(
            "only the runs after the change have an error",
            edit=("savings.std()", "after.std()"),
            why="What counts is how much the saving differs from seed to seed.",
            look="Of which numbers do you take the deviation?",
            also=[("savings.std()", "before.std()")],
        ),
        slip(
            "the saving is a share",
            edit=("savings = before - after", "savings = (before - after) / before"),
            also=[("savings = before - after", "savings = 100 * (before - after) / before")],
            why="The docstring promises bits a byte, which can be added up from lesson to lesson.",
            look="Which unit should the result have?",
        ),
        slip(
            "the middle seed is taken for the mean",
            edit=("savings.mean()", "savings.median()"),
            why="The error is that of a mean, and a median of three throws two runs away.",
            look="Which average does the docstring name?",
        ),
        slip(
            "the best seed is taken",
            edit=("savings.mean()", "savings.max()"),
            also=[("savings.mean()", "(before.min() - after.min())")],
            why="The best of three looks good for any change, also for none.",
            look="Which average does the docstring name?",
        ),
        slip(
            "the second number is a variance",
            edit=("savings.std() / math.sqrt(len(savings))", "savings.var() / len(savings)"),
            why="A variance is in bits squared and cannot be held against a saving in bits.",
            look="Which unit has your second number?",
        ),
        slip(
            "S − 1 is divided by twice",
            edit=("math.sqrt(len(savings))", "math.sqrt(len(savings) - 1)"),
            why="The deviation has taken care of the fitted mean already. The error of a mean divides by √S.",
            look="Which of the two roots in the formula has S − 1 in it?",
        ),
        slip(
            "the errors of both are added",
            edit=(
                "savings.std() / math.sqrt(len(savings))",
                "(before.std() + after.std()) / math.sqrt(len(savings))",
            ),
            why="A lucky seed is lucky in both runs. Compared pair by pair this cancels; otherwise it hides what a change does.",
            look="Of which numbers do you take the deviation, and how many of them are there?",
        ),
        slip(
            "the runs are sorted before they are paired",
            edit=("savings = before - after", "savings = before.sort().values - after.sort().values"),
            why="Then the luckiest seeds are compared, and not runs of the same seed.",
            look="What do before[0] and after[0] have in common?",
        ),
        slip(
            "the number of seeds is always three",
            edit=("math.sqrt(len(savings))", "math.sqrt(3)"),
            why="Who has a spare night runs ten seeds.",
            look="What is S where there are five pairs?",
        ),
        slip(
            "savings lose their sign",
            edit=("before - after", "(before - after).abs()"),
            why="A change that costs would look like one that helps, and so would chance.",
            look="What should come out when half of the seeds gain and half lose as much?",
        ),
        slip(
            "the error is doubled",
            edit=("savings.std() / math.sqrt(len(savings))", "2 * savings.std() / math.sqrt(len(savings))"),
            why="Two errors are a rule of thumb for how far to trust a mean. The docstring asks for one.",
            look="Which number does the formula give, before any rule is applied?",
            also=[
                ("savings.std() / math.sqrt(len(savings))", "1.96 * savings.std() / math.sqrt(len(savings))")
            ],
        ),
        slip(
            "the second number is how many errors the saving is away from 0",
            edit=(
                "savings.std() / math.sqrt(len(savings))",
                "savings.mean() / (savings.std() / math.sqrt(len(savings)))",
            ),
            why="That is what to look at next. First the error itself is asked for, in bits a byte.",
            look="Which unit has your second number?",
        ),
        slip(
            "the two numbers are swapped",
            edit=(
                "float(savings.mean()), float(savings.std() / math.sqrt(len(savings)))",
                "float(savings.std() / math.sqrt(len(savings))), float(savings.mean())",
            ),
            why="Whoever unpacks them takes the error for the saving.",
            look="In which order does the docstring name them?",
        ),
        slip(
            "the savings are added up, not averaged",
            edit=("savings.mean()", "savings.sum()"),
            why="With more seeds the same change would look better.",
            look="Which average does the docstring name?",
        ),
        slip(
            "a change that costs is said to cost nothing",
            edit=("before - after", "(before - after).clamp(min=0)"),
            why="Then chance alone makes every change look good.",
            look="What should come out when half of the seeds gain and half lose as much?",
            also=[("savings.mean()", "savings.mean().clamp(min=0)")],
        ),
    ]
    promises = {
        "positive when the change helps": dict(lead=0.1),
        "negative when it costs": dict(lead=-0.2),
        "two seeds are enough": dict(S=2),
        "pairs, not groups": dict(spread=0.5),
        "the mean": "saved",
        "its standard error": "error",
    }


# --- the submission -------------------------------------------------------------------------------------------------


@exercise("submission", points=10)
class _:
    cases = [dict(n=1984)]
    withheld = ["targets", "pairs"]
    most_characters = capstone.CHARACTERS
    closed_book = True
    weights = {"scores": 4, "as good as the reference": 3, "better than the reference": 3}

    def inputs(rng, n):
        windows, targets = held_out(rng, n)
        again = rng.choice(n, TWINS, replace=False)
        order = rng.permutation(n + TWINS)  # asked again somewhere, in other company
        place = np.argsort(order)
        both = np.concatenate([windows, windows[again]])[order]
        return {
            "windows": both.astype(np.int16),
            "targets": np.concatenate([targets, targets[again]])[order],
            "pairs": np.stack([place[again], place[n:]], axis=1),
        }

    def oracle(windows, targets, pairs):
        targets, windows = torch.as_tensor(targets), torch.as_tensor(windows).long()
        sizes = capstone.token_bytes(capstone.tokenizer())[targets]
        sizes[torch.as_tensor(pairs)[:, 1]] = 0
        base = capstone.bits(bigram().log_probs(windows), targets)
        level = float(base[sizes > 0].sum() / sizes.sum())

        def at_most(bits, of=None):
            return Predictions(targets, sizes, capstone.VOCABULARY, bits, pairs, of)

        return {
            "scores": at_most(level),
            "as good as the reference": at_most(level - REFERENCE, "scores"),
            "better than the reference": at_most(level - BETTER, "scores"),
        }

    alternatives = {
        "a function, and logarithms of probabilities": (
            "return capstone.load(model, weights)",
            "trained = capstone.load(model, weights).eval()\n    return lambda ids: trained(ids).log_softmax(-1)",
        ),
        "scores with a constant on top": (
            "return capstone.load(model, weights)",
            "trained = capstone.load(model, weights)\n    return lambda ids: trained(ids) + 3",
        ),
        "the last place only, the others filled up": (
            "return capstone.load(model, weights)",
            "trained = capstone.load(model, weights)\n"
            "    return lambda ids: trained(ids, last_only=True).expand(-1, ids.shape[1], -1)",
        ),
    }
    slips = [
        slip(
            "the weights are not loaded",
            edit=("return capstone.load(model, weights)", "return model"),
            why="A fresh model has learned nothing, whatever another one did in this notebook.",
            look="Which line brings what was learned into the model that you return?",
        ),
        slip(
            "probabilities are given, not scores",
            edit=(
                "return capstone.load(model, weights)",
                "trained = capstone.load(model, weights)\n    return lambda ids: trained(ids).softmax(-1)",
            ),
            why="Softmax is taken of what you return. Taken twice, it makes all tokens nearly as likely.",
            look="What does softmax make of numbers between 0 and 1?",
        ),
        slip(
            "scores stand one place too late",
            edit=(
                "return capstone.load(model, weights)",
                "trained = capstone.load(model, weights)\n    return lambda ids: trained(ids).roll(1, 1)",
            ),
            why="The last row is for what comes behind the window; here it is for the last token of the window.",
            look="Which token do the scores at place 0 predict?",
        ),
        slip(
            "the model sees one token at a time",
            edit=(
                "return capstone.load(model, weights)",
                "trained = capstone.load(model, weights)\n"
                "    return lambda ids: trained(ids.reshape(-1, 1)).view(*ids.shape, -1)",
            ),
            why="Then it is a bigram model, and a small one.",
            look="How many tokens stand before the last when your model computes its scores?",
        ),
        slip(
            "the window is read backwards",
            edit=(
                "return capstone.load(model, weights)",
                "trained = capstone.load(model, weights)\n    return lambda ids: trained(ids.flip(1))",
            ),
            why="The model has learned to read from the first token to the last.",
            look="Which token of the window did the model see last in training?",
        ),
        slip(
            "scores are blown up, so that the model is always sure",
            edit=(
                "return capstone.load(model, weights)",
                "trained = capstone.load(model, weights)\n    return lambda ids: 20 * trained(ids)",
            ),
            why="One wrong guess that was sure costs more than many careful ones.",
            look="What does a token cost that got a probability of one in a million?",
        ),
        slip(
            "the number of heads is another one than in training",
            edit=("n_heads=4, n_kv_heads=4", "n_heads=2, n_kv_heads=2"),
            also=[("n_heads=4, n_kv_heads=4", "n_heads=8, n_kv_heads=8")],
            why="The matrices have the same shapes for two heads as for four, so nothing warns. They mean something else.",
            look="Hold each size of the model that you build against that of the one you trained.",
        ),
        slip(
            "softmax runs over the places of the window",
            edit=(
                "return capstone.load(model, weights)",
                "trained = capstone.load(model, weights)\n    return lambda ids: trained(ids).log_softmax(1)",
            ),
            why="Scores of one token at 64 places say nothing about which of 512 tokens comes next.",
            look="Which axis of (B, T, V) holds the choices?",
            also=[
                (
                    "return capstone.load(model, weights)",
                    "trained = capstone.load(model, weights)\n    return lambda ids: trained(ids).softmax(1)",
                )
            ],
        ),
        slip(
            "scores come for the last place only",
            edit=(
                "return capstone.load(model, weights)",
                "trained = capstone.load(model, weights)\n    return lambda ids: trained(ids)[:, -1]",
            ),
            why="The check takes the last place itself, as it would of any model.",
            look="Which shape does the docstring promise?",
        ),
    ]
    equivalent = {
        "return (capstone.load(model, weights)).half()": "sixteen bits predict as well, and scores are read as float32"
    }
    promises = {
        "below the bigram model": "scores",
        "as good as the reference": "as good as the reference",
        "better": "better than the reference",
        "so many windows": dict(n=1984),
    }
