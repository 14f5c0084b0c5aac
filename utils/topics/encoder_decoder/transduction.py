"""Training and decoding: from a word's letters to its phonemes.

Three forms of one task. An encoder–decoder reads `pronunciations.Batch`; a decoder alone and a prefix language model
read `pronunciations.Joined`, "source | target" in one row. What is given here is what the forms share: a loop that
knows nothing of the model but its loss, greedy decoding that knows nothing of it but its next scores, and the stack of
blocks that reads a row. Masks and the encoder–decoder are the lesson's own.

Shapes: B words, S letters, t phonemes so far, N both in one row, D width, V vocabulary.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from utils.blocks.attention import sinusoidal_positions, split_heads
from utils.blocks.block import TransformerBlock
from utils.blocks.layers import LayerNorm
from utils.corpora import pronunciations
from utils.corpora.pronunciations import END, PAD, START, Row

__all__ = ["JoinedModel", "count", "cross_weights", "greedy", "joined_begin", "pairs_begin", "train"]

Step = Callable[[Tensor], Tensor]  # what is written so far (B, t) → scores of what comes next (B, V)
Begin = Callable[[Tensor, Tensor], Step]  # source (B, S), keep (B, S) → a step
FORMS: dict[str, Callable[..., Any]] = {"pairs": pronunciations.batch, "joined": pronunciations.joined}


def count(model: nn.Module) -> int:
    """Parameters of a model; those used in two places count once."""
    return sum(parameter.numel() for parameter in model.parameters())


# --- training -------------------------------------------------------------------------------------------------------


def train(
    model: nn.Module,
    loss_of: Callable[[Any], Tensor],
    rows: Sequence[Row],
    *,
    form: str = "pairs",
    steps: int,
    batch_size: int = 128,
    lr: float = 2e-3,
    warmup: int = 100,
    seed: int = 0,
    clip: float = 1.0,
    label: str = "",
    progress: bool = True,
) -> list[float]:
    """Train a model on words.  Returns the loss of every step.

    loss_of: from a batch, on the model's device, to a scalar; form: "pairs" for a `Batch`, "joined" for a `Joined`;
    steps: updates, with a new draw of the rows once all were used; warmup: steps in which the learning rate rises (at
    most a fifth of all), before a cosine takes it to 0; seed: of the order of words; clip: largest norm of the
    gradient; label: stands before the progress bar.

    AdamW with betas 0.9 and 0.98, as in Vaswani et al. 2017, section 5.3. Words of like length stand together in a
    batch, so that little of it is padding. Raises ValueError for an unknown form, too few rows, or a loss that is not a
    number.
    """
    from tqdm import tqdm

    if form not in FORMS:
        raise ValueError(f"There is no form {form!r}: choose one of {', '.join(FORMS)}.")
    if len(rows) < batch_size:
        raise ValueError(
            f"{len(rows)} words do not fill a batch of {batch_size}: pass more words, or a smaller batch_size."
        )
    device = next(model.parameters()).device
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, betas=(0.9, 0.98), weight_decay=0.01)
    warmup = max(1, min(warmup, steps // 5))
    order = _Order(rows, batch_size, seed)
    losses: list[float] = []
    model.train()
    with tqdm(total=steps, desc=label or None, file=sys.stdout, mininterval=1, disable=not progress) as bar:
        for step in range(steps):
            for group in optimizer.param_groups:
                rising = (step + 1) / warmup
                falling = (1 + math.cos(math.pi * (step - warmup) / max(1, steps - warmup))) / 2
                group["lr"] = lr * (rising if step < warmup else falling)
            loss = loss_of(FORMS[form](order.next(), device))
            if not torch.isfinite(loss):
                raise ValueError(
                    f"The loss of step {step + 1} is {loss.item()}: look at the loss and the masks, or lower lr."
                )
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), clip)
            optimizer.step()
            losses.append(loss.item())
            bar.update()
            if step % 10 == 9:
                bar.set_postfix_str(f"loss {sum(losses[-10:]) / 10:.3f}", refresh=False)
    model.eval()
    return losses


class _Order:
    """Batches of rows in an order that a seed decides, words of like length together."""

    def __init__(self, rows: Sequence[Row], batch_size: int, seed: int, pool: int = 20) -> None:
        self.rows, self.batch_size, self.pool = rows, batch_size, pool * batch_size
        self.generator = torch.Generator().manual_seed(seed)
        self.waiting: list[list[int]] = []

    def next(self) -> list[Row]:
        if not self.waiting:
            drawn = torch.randperm(len(self.rows), generator=self.generator).tolist()
            for start in range(0, len(drawn), self.pool):
                part = sorted(
                    drawn[start : start + self.pool], key=lambda number: len(self.rows[number].word)
                )
                cuts = range(0, len(part) - self.batch_size + 1, self.batch_size)
                batches = [part[cut : cut + self.batch_size] for cut in cuts]
                shuffled = torch.randperm(len(batches), generator=self.generator).tolist()
                self.waiting += [batches[number] for number in shuffled]
        return [self.rows[number] for number in self.waiting.pop(0)]


# --- decoding -------------------------------------------------------------------------------------------------------


@torch.no_grad()
def greedy(
    begin: Begin,
    words: Sequence[str],
    *,
    batch_size: int = 256,
    limit: int = 32,
    device: torch.device | str = "cpu",
) -> list[list[str]]:
    """The phonemes of each word, the likeliest symbol at every step, until END or `limit` symbols.

    begin: called with source (B, S) and keep (B, S), returns a step; the step is called with what is written so far,
    (B, t) ids that start with START, and returns scores (B, V) of the next. Only words of equal length are
    decoded together, so there is no padding between a source and what follows it.
    """
    found: dict[int, list[str]] = {}
    by_length: dict[int, list[int]] = {}
    for number, word in enumerate(words):
        by_length.setdefault(len(word), []).append(number)
    for numbers in by_length.values():
        for start in range(0, len(numbers), batch_size):
            part = numbers[start : start + batch_size]
            source = torch.tensor([pronunciations.encode(words[number]) for number in part], device=device)
            step = begin(source, torch.ones_like(source, dtype=torch.bool))
            so_far = torch.full((len(part), 1), START, device=device)
            ended = torch.zeros(len(part), dtype=torch.bool, device=device)
            while so_far.shape[1] <= limit and not ended.all():
                chosen = step(so_far).argmax(dim=-1)  # (B,)
                so_far = torch.cat([so_far, chosen.masked_fill(ended, PAD).unsqueeze(1)], dim=1)
                ended |= chosen == END
            found |= {number: pronunciations.decode(line) for number, line in zip(part, so_far.tolist())}
    return [found[number] for number in range(len(words))]


@torch.no_grad()
def cross_weights(model: Any, word: str, phonemes: Sequence[str]) -> Tensor:
    """Where the last decoder block looked in a word for each phoneme: weights of its cross-attention, mean over heads.

    model: an encoder–decoder with encode, decode, and `decoder`, a list of blocks with a `cross_attention` each.
    Returns (T, S): row t is where it looked when it wrote phoneme t.
    """
    device = next(model.parameters()).device
    source = torch.tensor([pronunciations.encode(word)], device=device)  # (1, S)
    written = torch.tensor([[START, *pronunciations.encode(phonemes)]], device=device)  # (1, T + 1)
    keep = torch.ones_like(source).bool()
    attention = model.decoder[-1].cross_attention
    read: list[Tensor] = []
    hook = attention.register_forward_pre_hook(lambda _, inputs: read.extend(inputs[:2]))
    try:
        model.decode(written, model.encode(source, keep), keep)
    finally:
        hook.remove()
    x, memory = read
    q = split_heads(attention.q_proj(x), attention.n_heads)  # (1, H, T + 1, d)
    k = split_heads(attention.kv_proj(memory).chunk(2, dim=-1)[0], attention.n_heads)  # (1, H, S, d)
    weights = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(dim=-1)  # (1, H, T + 1, S)
    return weights.mean(dim=1)[0, : len(phonemes)]


# --- one stack for "source | target" --------------------------------------------------------------------------------


class JoinedModel(nn.Module):
    """One stack of pre-LN blocks over "source | target".  Causal, unless a mask says what may be seen.

    vocab: V; d_model: D; n_heads, n_layers, d_hidden: of the blocks. With a hidden width of 5·D, 4 blocks hold as many
    weights as 2 encoder and 2 decoder blocks with 4·D: 4·(4 + 10)·D² and (2·12 + 2·16)·D² are both 56·D².
    Positions are sinusoids, added to √D times the token vectors; scores use the token vectors again (Vaswani et al.
    2017, sections 3.4 and 3.5). Parameters: `tokens.weight` (V, D), `blocks.i.*`, `norm.*`.
    """

    positions: Tensor

    def __init__(
        self, vocab: int, d_model: int = 96, n_heads: int = 4, n_layers: int = 4, d_hidden: int = 480
    ) -> None:
        super().__init__()
        self.tokens = nn.Embedding(vocab, d_model)
        nn.init.normal_(self.tokens.weight, std=d_model**-0.5)
        self.blocks = nn.ModuleList(
            TransformerBlock(d_model, n_heads, d_hidden, act="relu") for _ in range(n_layers)
        )
        self.norm = LayerNorm(d_model)
        self.register_buffer("positions", sinusoidal_positions(64, d_model), persistent=False)

    def forward(self, ids: Tensor, mask: Tensor | None = None) -> Tensor:
        """ids: (B, N); mask: True where a position may look, (N, N), (B, N, N) or (B, 1, N, N); causal when None.

        Returns scores (B, N, V). Raises ValueError for rows of more than 64.
        """
        if ids.shape[1] > self.positions.shape[0]:
            raise ValueError(
                f"A row of {ids.shape[1]} is too long: this model has {self.positions.shape[0]} positions."
            )
        x = self.tokens(ids) * math.sqrt(self.tokens.embedding_dim) + self.positions[: ids.shape[1]]
        for block in self.blocks:
            x = block(x, mask, is_causal=mask is None)
        return nn.functional.linear(self.norm(x), self.tokens.weight)


def pairs_begin(model: Any) -> Begin:
    """The `begin` of `greedy` for an encoder–decoder, which reads the source once."""

    def begin(source: Tensor, keep: Tensor) -> Step:
        memory = model.encode(source, keep)
        return lambda so_far: model.decode(so_far, memory, keep)[:, -1]

    return begin


def joined_begin(model: nn.Module, mask_of: Callable[[Tensor, int], Tensor] | None = None) -> Begin:
    """The `begin` of `greedy` for a model that reads "source | target".

    mask_of: from prefix lengths (B,) and a row's length N to the mask of a prefix language model; None: causal.
    """

    def begin(source: Tensor, keep: Tensor) -> Step:
        prefix = keep.sum(dim=1) + 1  # the letters and START

        def step(so_far: Tensor) -> Tensor:
            ids = torch.cat([source, so_far], dim=1)  # (B, S + t)
            mask = None if mask_of is None else mask_of(prefix, ids.shape[1])
            return (model(ids) if mask is None else model(ids, mask))[:, -1]

        return step

    return begin
