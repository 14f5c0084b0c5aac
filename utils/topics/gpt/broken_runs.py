"""Six small training runs with one mistake each, and a healthy one.

A lesson asks what is wrong with each: reading on spoils that exercise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.blocks.gpt import GPT, GPTConfig
from utils.training.data import draw_windows


@dataclass
class Patient:
    """A trained model and a row for each step: step, loss, grad_norm."""

    model: GPT
    history: list[dict[str, float]] = field(default_factory=list)


class _Unmasked(GPT):
    def features(self, ids: Tensor, start: int = 0) -> Tensor:
        x = self.tokens(ids) + self.positions.weight[start : start + ids.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.norm(x)


def _cross_entropy(scores: Tensor, targets: Tensor) -> Tensor:
    return F.cross_entropy(scores.flatten(0, 1), targets.flatten())


def _shifted(windows: Tensor) -> tuple[Tensor, Tensor]:
    return windows[:, :-1], windows[:, 1:]


@dataclass(frozen=True)
class _Habits:
    """What a run does; the defaults are healthy."""

    make: type[GPT] = GPT
    token_std: float = 0.02
    zeroes: bool = True
    loss: Callable[[Tensor, Tensor], Tensor] = _cross_entropy
    pair: Callable[[Tensor], tuple[Tensor, Tensor]] = _shifted
    patience: float = 1.0  # how many times as long this one runs


_RUNS = {
    "H": _Habits(patience=8 / 3),
    "A": _Habits(make=_Unmasked, patience=8 / 3),
    "B": _Habits(zeroes=False),
    "C": _Habits(loss=lambda scores, targets: _cross_entropy(scores.softmax(-1), targets)),
    "D": _Habits(pair=lambda windows: (windows[:, :-1], windows[:, :-1])),
    "E": _Habits(token_std=1.0),
    "F": _Habits(pair=lambda windows: (windows[:, :-1], windows[:, 1:].roll(1, dims=0))),
}


def train_all(
    ids: Tensor, vocab_size: int, steps: int = 150, device: torch.device | str = "cpu", seed: int = 0
) -> dict[str, Patient]:
    """All seven runs on the same windows of a text.  ids: (N,).  Returns them by letter, H for healthy first.

    H and A run 8/3 times as long as the others: some mistakes take their time.
    """
    return {
        name: _train(habits, ids, vocab_size, round(steps * habits.patience), device, seed)
        for name, habits in _RUNS.items()
    }


def _train(
    habits: _Habits, ids: Tensor, vocab_size: int, steps: int, device: torch.device | str, seed: int
) -> Patient:
    torch.manual_seed(seed)
    context = 32
    model = habits.make(GPTConfig(vocab_size, context, d_model=64, n_heads=4, n_layers=2)).to(device)
    if habits.token_std != 0.02:
        nn.init.normal_(model.tokens.weight, std=habits.token_std)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.95), weight_decay=0.0)
    patient = Patient(model)
    for step in range(steps):
        windows = draw_windows(ids, 16, context, seed, step).to(device)
        inputs, targets = habits.pair(windows)
        loss = habits.loss(model(inputs), targets)
        if habits.zeroes:
            optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.get_total_norm([p.grad for p in model.parameters() if p.grad is not None])
        optimizer.step()
        patient.history.append({"step": step + 1, "loss": loss.item(), "grad_norm": norm.item()})
    model.eval()
    return patient
