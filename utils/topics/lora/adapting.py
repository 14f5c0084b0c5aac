"""Training the upper blocks of a pretrained decoder on a laptop, and what it answers then.

The lower blocks stay as they are, so they run once over all rows, and what comes out is kept (`lower_states`). A copy
of the upper ones (`Upper`) is what a lesson puts its adapters into and trains (`train`); `reply` lets the whole model
answer with that copy in the place of its own blocks, and `measures` holds answers against those that people wrote.
What a token is worth in the loss, and what is trained, are the lesson's questions: its functions are arguments here.
"""

from __future__ import annotations

import copy
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from statistics import mean
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.finetuning.loop import epoch_batches
from utils.training.schedule import warmup_cosine

Loss = Callable[[Tensor, Tensor, Tensor], Tensor]  # logits (B, T, V), ids (B, T), weights (B, T) → a number


def encode(tokenizer: Any, texts: Sequence[str], max_length: int = 96) -> tuple[Tensor, Tensor]:
    """Chats as ids (N, T) int64, padded at the end, and lengths (N,). What is longer loses its end."""
    rows = tokenizer(list(texts), add_special_tokens=False)["input_ids"]
    rows = [torch.tensor(row[:max_length]) for row in rows]
    lengths = torch.tensor([len(row) for row in rows])
    return nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=tokenizer.pad_token_id), lengths


@dataclass(frozen=True)
class States:
    """Rows after some blocks.  ids (N, T) int64; lengths (N,); hidden (N, T, D), in half precision on the processor."""

    ids: Tensor
    lengths: Tensor
    hidden: Tensor
    blocks: int

    def __len__(self) -> int:
        return len(self.ids)

    def batch(self, rows: Sequence[int], device: torch.device | str = "cpu") -> tuple[Tensor, Tensor]:
        """Hidden (B, t, D) float32 and ids (B, t) of some rows, t tokens being the longest of them."""
        t = int(self.lengths[list(rows)].max())
        return self.hidden[list(rows), :t].to(device).float(), self.ids[list(rows), :t].to(device)


@torch.no_grad()
def lower_states(
    model: Any,
    ids: Tensor,
    lengths: Tensor,
    layers: int = 24,
    batch_size: int | None = None,
    progress: bool = True,
) -> States:
    """Run the token table and the first blocks of a decoder over rows, once.

    model: Llama's architecture, as `utils.smollm2.load` gives it; ids (N, T) and lengths (N,) as `encode` gives them.
    batch_size: by default what suits the device.
    Padding stands behind the text, where causal attention never looks, so no mask is needed. Zeros are kept for it.
    """
    from tqdm import tqdm

    device = next(model.parameters()).device
    hidden = torch.zeros(*ids.shape, model.config.hidden_size, dtype=torch.float16)
    order = sorted(range(len(ids)), key=lambda row: int(lengths[row]))  # rows of one length share a batch
    batch_size = batch_size or _rows_at_once(device)
    name = f"{layers} lower blocks"
    with tqdm(total=len(ids), desc=name, file=sys.stdout, mininterval=2, disable=not progress) as bar:
        for start in range(0, len(order), batch_size):
            rows = order[start : start + batch_size]
            t = int(lengths[rows].max())
            x = model.model.embed_tokens(ids[rows, :t].to(device))
            x = through(model.model.layers[:layers], x, model.model.rotary_emb)
            for row, states in zip(rows, x.to("cpu", torch.float16)):
                hidden[row, : lengths[row]] = states[: lengths[row]]
            bar.update(len(rows))
    return States(ids, lengths, hidden, layers)


class Upper(nn.Module):
    """A copy of the upper blocks of a decoder, with its last norm and its head.  hidden (B, T, D) → logits (B, T, V).

    first: the lowest block that is copied; as many as `lower_states` has run. Nothing here is trainable at first.
    Linear layers have the library's names, `layers.0.self_attn.q_proj` … `layers.5.mlp.down_proj`. The head, `lm_head`,
    is the model's own and not a copy; what takes its place here leaves the model as it is.
    """

    def __init__(self, model: Any, first: int = 24) -> None:
        super().__init__()
        self.first = first
        self.layers = copy.deepcopy(model.model.layers[first:])
        self.norm = copy.deepcopy(model.model.norm)
        self.rotary = model.model.rotary_emb
        self.requires_grad_(False)
        self.lm_head = model.lm_head
        self.lm_head.requires_grad_(False)

    def forward(self, hidden: Tensor, places: Tensor | None = None) -> Tensor:
        """places: (B, t) positions of each row whose logits are wanted; all by default. The head costs as much as all
        the blocks here, so it pays to leave out what no loss will look at."""
        x = through(self.layers, hidden, self.rotary)
        if places is not None:
            x = x.gather(1, places[..., None].expand(-1, -1, x.shape[-1]))
        return self.lm_head(self.norm(x))

    @contextmanager
    def inside(self, model: Any) -> Iterator[None]:
        """As long as this lasts, the model has these blocks in the place of its own."""
        own, norm, head = model.model.layers, model.model.norm, model.lm_head
        model.model.layers = nn.ModuleList([*own[: self.first], *self.layers])
        model.model.norm, model.lm_head = self.norm, self.lm_head
        try:
            yield
        finally:
            model.model.layers, model.model.norm, model.lm_head = own, norm, head


def through(blocks: Any, x: Tensor, rotary: nn.Module) -> Tensor:
    """(B, T, D) through some of the library's blocks, every position looking back."""
    places = torch.arange(x.shape[1], device=x.device)[None]
    angles = rotary(x, places)
    for block in blocks:
        out = block(x, position_ids=places, position_embeddings=angles)
        x = out if isinstance(out, Tensor) else out[0]
    return x


@dataclass(frozen=True)
class Settings:
    """How to train.  lr: the highest rate; warmup: share of the steps; seed: of the order of rows."""

    steps: int = 60
    batch_size: int = 16
    lr: float = 1e-3
    warmup: float = 0.1
    weight_decay: float = 0.0
    clip: float = 1.0
    seed: int = 0


def train(
    upper: nn.Module,
    states: States,
    weights: Tensor,
    loss: Loss,
    settings: Settings | None = None,
    progress: bool = True,
    live: bool = False,
) -> list[dict[str, float]]:
    """Train with AdamW whatever in `upper` wants gradients.  Returns a row a step: step, loss, lr, grad_norm, seconds.

    weights: (N, T), what each token counts for as a target, 0 for padding. loss: of logits, ids and weights, which
    shifts by itself; it is given the part of each row that starts right before the first token that counts.
    live: a figure that grows, in a notebook.
    """
    settings = settings or Settings()
    trained = [p for p in upper.parameters() if p.requires_grad]
    if not trained:
        raise ValueError(
            "Nothing here is trainable: put adapters in first, or call upper.layers.requires_grad_(True)."
        )
    optimizer = torch.optim.AdamW(trained, lr=settings.lr, weight_decay=settings.weight_decay)
    warmup = round(settings.warmup * settings.steps)
    history: list[dict[str, float]] = []
    started = time.perf_counter()
    figure = _figure(settings.steps) if live else None
    upper.train()
    for step, rows in enumerate(_bar(_batches(states, settings), settings.steps, progress)):
        for group in optimizer.param_groups:
            group["lr"] = warmup_cosine(step, settings.steps, warmup, settings.lr)
        value = loss(*_window(upper, states, weights, rows))
        optimizer.zero_grad(set_to_none=True)
        value.backward()
        norm = nn.utils.clip_grad_norm_(trained, settings.clip)
        optimizer.step()
        now = {"step": step + 1, "loss": value.item(), "lr": optimizer.param_groups[0]["lr"]}
        history.append(now | {"grad_norm": norm.item(), "seconds": time.perf_counter() - started})
        if figure and (step % 5 == 4 or step + 1 == settings.steps):
            figure.update(history)
    upper.eval()
    return history


def _rows_at_once(device: torch.device) -> int:
    """Rows in a batch where nothing is trained.

    On a CPU 32 rows instead of 8 take 1.6 times as long in `lower_states` and 2.8 times in `held_out_loss` (27 November
    2026): the batch is padded more, and its features and logits no longer fit into the caches.
    """
    return 8 if device.type == "cpu" else 32


@torch.no_grad()
def held_out_loss(upper: nn.Module, states: States, weights: Tensor, batch_size: int | None = None) -> float:
    """Nats for each token that counts, on average over all rows; a token of weight 0.1 counts for a tenth.

    batch_size: by default what suits the device.
    """
    was_training = upper.training
    upper.eval()
    batch_size = batch_size or _rows_at_once(next(upper.parameters()).device)
    total = 0.0
    order = sorted(range(len(states)), key=lambda row: int(states.lengths[row]))
    for start in range(0, len(order), batch_size):
        logits, ids, w = _window(upper, states, weights, order[start : start + batch_size])
        nll = F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")
        total += (nll * w[:, 1:]).sum().item()
    upper.train(was_training)
    return total / weights[:, 1:].sum().item()


def _batches(states: States, settings: Settings) -> Iterator[list[int]]:
    """As many batches as there are steps, of rows of similar length, every row once before any comes again."""
    generator = torch.Generator().manual_seed(settings.seed)
    left: list[list[int]] = []
    for _ in range(settings.steps):
        left = left or epoch_batches(states.lengths.tolist(), settings.batch_size, generator)
        yield left.pop()


def _window(
    upper: nn.Module, states: States, weights: Tensor, rows: Sequence[int]
) -> tuple[Tensor, Tensor, Tensor]:
    """Logits (B, t, V), ids (B, t) and weights (B, t) from right before each row's first target on, aligned left."""
    device = next(upper.parameters()).device
    hidden, ids = states.batch(rows, device)
    w, lengths = weights[list(rows)].to(device)[:, : ids.shape[1]], states.lengths[list(rows)].to(device)
    first = ((w > 0).int().argmax(1) - 1).clamp(min=0)
    places = first[:, None] + torch.arange(int((lengths - first).max()), device=device)
    beyond = places >= lengths[:, None]
    places = places.clamp(max=ids.shape[1] - 1)
    return upper(hidden, places), ids.gather(1, places), w.gather(1, places).masked_fill(beyond, 0.0)


def _bar(batches: Iterator[list[int]], steps: int, progress: bool) -> Any:
    from tqdm import tqdm

    return tqdm(batches, total=steps, desc="steps", file=sys.stdout, mininterval=2, disable=not progress)


def _figure(steps: int) -> Any:
    from utils.plots.losses import LiveLosses

    return LiveLosses(steps)


# --- answers --------------------------------------------------------------------------------------------------------


@torch.no_grad()
def reply(
    model: Any,
    upper: Upper | None,
    tokenizer: Any,
    prompts: Sequence[str],
    n_new: int = 40,
    batch_size: int = 32,
    progress: bool = True,
) -> list[str]:
    """What the model answers to each prompt, always taking the likeliest token, up to <|im_end|> or n_new tokens.

    upper: blocks to use in the place of the model's own, or None. prompts: chats that end where the answer begins.
    """
    from tqdm import tqdm

    rows = tokenizer(list(prompts), add_special_tokens=False)["input_ids"]
    found = [""] * len(rows)
    order = sorted(range(len(rows)), key=lambda row: len(rows[row]))
    with (
        _swapped(model, upper),
        tqdm(total=len(rows), desc="answers", file=sys.stdout, mininterval=2, disable=not progress) as bar,
    ):
        for start in range(0, len(order), batch_size):
            chosen = order[start : start + batch_size]
            for row, ids in zip(chosen, _greedy(model, [rows[row] for row in chosen], n_new)):
                found[row] = tokenizer.decode(ids, skip_special_tokens=True).strip()
            bar.update(len(chosen))
    return found


def _greedy(model: Any, rows: list[list[int]], n_new: int) -> list[list[int]]:
    """Rows of one batch, padded in front, so that all of them end where the next token comes."""
    device = next(model.parameters()).device
    end = model.generation_config.eos_token_id
    ends = end if isinstance(end, list) else [end]
    widest = max(map(len, rows))
    ids = torch.tensor([[ends[0]] * (widest - len(row)) + row for row in rows], device=device)
    mask = torch.tensor([[0] * (widest - len(row)) + [1] * len(row) for row in rows], device=device)
    out = model.generate(
        ids, attention_mask=mask, max_new_tokens=n_new, do_sample=False, pad_token_id=ends[0]
    )[:, widest:].tolist()
    return [row[: next((t for t, i in enumerate(row) if i in ends), len(row))] for row in out]


def _swapped(model: Any, upper: Upper | None) -> Any:
    return nullcontext() if upper is None else upper.inside(model)


def measures(
    replies: Sequence[str], references: Sequence[str], encoder: Any = None
) -> dict[str, list[float]]:
    """Each answer beside the human one: words, f1 (of their words), cosine (of their meanings, by MiniLM).

    encoder: as `utils.minilm.load` gives it, which is called where it is None.
    """
    return {
        "words": [float(len(text.split())) for text in replies],
        "f1": [token_f1(said, meant) for said, meant in zip(replies, references, strict=True)],
        "cosine": _cosines(replies, references, encoder),
    }


def _cosines(first: Sequence[str], second: Sequence[str], encoder: Any) -> list[float]:
    """Of the means of the last hidden states, as this encoder was tuned to be used."""
    from utils import minilm
    from utils.finetuning import lower_features

    encoder = encoder or minilm.load()
    features = lower_features(encoder, [*first, *second], encoder.n_layers, max_length=64, progress=False)
    hidden, mask = features.batch(range(len(features)), encoder.model.device)
    means = hidden.sum(dim=1) / mask.sum(dim=1, keepdim=True)  # (N, D), hidden is 0 at padding
    return F.cosine_similarity(means[: len(first)], means[len(first) :], dim=1).tolist()


def token_f1(said: str, meant: str) -> float:
    """Twice the words in common over the words of both, without case, punctuation and articles."""
    a, b = (
        [word for word in re.findall(r"\w+", text.lower()) if word not in ("a", "an", "the")]
        for text in (said, meant)
    )
    common = (Counter(a) & Counter(b)).total()
    return 2 * common / (len(a) + len(b)) if a and b else float(a == b)


def summary(measured: dict[str, list[float]]) -> dict[str, float]:
    """The mean of each measure."""
    return {name: mean(values) for name, values in measured.items()}
