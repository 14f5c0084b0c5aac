"""Shakespeare's plays as token ids, what is held out, and the losses that a GPT has to beat."""

from __future__ import annotations

from dataclasses import dataclass

import tiktoken
import torch
from torch import Tensor

from utils import corpora, tokenizers


@dataclass(frozen=True)
class PlaysTexts:
    """train_ids: (N,), 32 plays. held_out: name → ids of a text that no model was trained on. bytes_per_token: by name.

    levels: what simpler models reach on the held-out plays, in nats per token.
    """

    tokenizer: tiktoken.Encoding
    train_ids: Tensor
    held_out: dict[str, Tensor]
    bytes_per_token: dict[str, float]
    levels: dict[str, float]


def load(
    vocab_size: int, characters: int | None = None, tokenizer: tiktoken.Encoding | None = None
) -> PlaysTexts:
    """Plays with the names of the speakers, and an encyclopedia to be surprised by.

    vocab_size: entries of the tokenizer, which is trained on the plays when none is given.
    characters: how much of each held-out text to keep; all of it by default.
    """
    plays, articles = corpora.shakespeare(), corpora.wikipedia()
    train_text = corpora.joined(plays["train"], speakers=True)
    texts = {
        "plays": corpora.joined(plays["validation"], characters=characters, speakers=True),
        "encyclopedia": corpora.joined(articles["validation"], characters=characters),
    }
    tokenizer = tokenizer or tokenizers.trained(train_text, vocab_size)
    train_ids = torch.tensor(tokenizer.encode_ordinary(train_text))
    held_out = {name: torch.tensor(tokenizer.encode_ordinary(text)) for name, text in texts.items()}
    size = {name: len(text.encode()) / len(held_out[name]) for name, text in texts.items()}
    return PlaysTexts(tokenizer, train_ids, held_out, size, _levels(train_ids, held_out["plays"], vocab_size))


def _levels(train_ids: Tensor, ids: Tensor, vocab_size: int) -> dict[str, float]:
    """Losses of counting pairs and of counting single tokens.  train_ids, ids: rows of ids.

    A rare token trusts the frequencies of single tokens more. How much more is tuned on the held-out text itself, which
    helps the bigram model a little.
    """
    counts = torch.zeros(vocab_size, vocab_size)
    counts.index_put_((train_ids[:-1], train_ids[1:]), torch.ones(()), accumulate=True)
    singles = (torch.bincount(train_ids, minlength=vocab_size) + 1.0) / (len(train_ids) + vocab_size)

    def bigram(strength: float) -> float:
        rows, nexts = ids[:-1], ids[1:]
        p = (counts[rows, nexts] + strength * singles[nexts]) / (counts.sum(1)[rows] + strength)
        return -p.log().mean().item()

    return {
        "bigram": min(map(bigram, (1, 10, 100, 1000))),
        "single tokens": -singles[ids].log().mean().item(),
    }
