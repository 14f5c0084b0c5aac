"""The training loop: small batches, evaluation on validation data, the best weights kept."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from utils.finetuning.examples import Examples
from utils.finetuning.features import reading_batches
from utils.training.schedule import warmup_cosine

Schedule = Callable[[int, int, int, float], float]


@dataclass(frozen=True)
class Settings:
    """How to fine-tune.

    lr: the highest rate, where no other is given for a parameter; warmup: share of the steps; evaluate: times an
    epoch; patience: stop after so many evaluations without a better one (0: never); seed: of batches and dropout.
    """

    epochs: int = 4
    batch_size: int = 32
    lr: float = 2e-4
    warmup: float = 0.1
    weight_decay: float = 0.01
    clip: float = 1.0
    evaluate: int = 1
    patience: int = 2
    seed: int = 0


@dataclass(frozen=True)
class Run:
    """What came of it.

    history: a row a step: step, epoch, lr, loss, grad_norm, seconds (since the start), and after an evaluation also
    val_loss and val_score; best: the row whose weights the model has now; stopped: before its last step.
    """

    history: list[dict[str, float]]
    best: dict[str, float]
    stopped: bool


def fine_tune(
    model: nn.Module,
    train: Examples,
    validation: Examples,
    loss: Callable[[Any, Tensor], Tensor],
    score: Callable[[Any, Tensor], float] | None = None,
    settings: Settings | None = None,
    schedule: Schedule = warmup_cosine,
    rates: Sequence[float] | None = None,
    progress: bool = True,
    live: bool = False,
) -> Run:
    """Train a model with AdamW until the score on validation data no longer rises; it keeps its best weights.

    model: called with a batch's inputs (hidden, mask, …); loss: of (outputs, targets) of a batch, to be averaged.
    score: of (outputs, targets) of all validation rows, larger is better (see `predict`); minus the loss when None.
    schedule: (step, steps, warmup, lr) → rate of the step. rates: the highest rate of each parameter in the order of
    `model.named_parameters()`; those with rate 0 stay as they are. live: a figure that grows, in a notebook.
    Draw the head's first weights under a seed of your own; torch's generator is left as it was.
    """
    settings = settings or Settings()
    frozen = _freeze(model, rates)
    device = next(model.parameters()).device
    try:
        with torch.random.fork_rng([device] if device.type == "cuda" else []):
            torch.manual_seed(settings.seed)
            return _Loop(model, train, validation, loss, score, settings, schedule, rates).run(progress, live)
    finally:
        for parameter in frozen:
            parameter.requires_grad_(True)
        model.eval()


def predict(model: nn.Module, examples: Examples, batch_size: int = 64) -> Any:
    """The model's outputs for all rows, in their order and in evaluation mode, on the processor.

    (N, …) where the model gives a tensor; where it gives a tuple, a list of N tuples, one tensor each for the row,
    as wide as the row's own tokens.
    """
    return _through(model, examples, None, batch_size)[0]


@torch.no_grad()
def _through(model: nn.Module, examples: Examples, loss: Any, batch_size: int = 64) -> tuple[Any, float]:
    """All rows once through the model: what `predict` returns, and the mean loss (0 where loss is None)."""
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    found: list[Any] = [None] * len(examples)
    total = 0.0
    for rows in reading_batches(examples.lengths, batch_size, device):
        inputs, targets = examples.batch(rows, device)
        outputs = model(*inputs)
        total += loss(outputs, targets).item() * len(rows) if loss else 0.0
        for i, row in enumerate(rows):
            if isinstance(outputs, Tensor):
                found[row] = outputs[i].cpu()
            else:
                found[row] = tuple(output[i, : examples.lengths[row]].cpu() for output in outputs)
    model.train(was_training)
    return torch.stack(found) if isinstance(found[0], Tensor) else found, total / len(examples)


def epoch_batches(lengths: Sequence[int], batch_size: int, generator: torch.Generator) -> list[list[int]]:
    """All rows once, shuffled, in batches of rows of similar length, so that little of a batch is padding."""
    order = torch.randperm(len(lengths), generator=generator).tolist()
    pool = 16 * batch_size  # rows are sorted within so many, so a batch is still a fair sample
    batches = []
    for start in range(0, len(order), pool):
        rows = sorted(order[start : start + pool], key=lambda row: lengths[row])
        batches += [rows[i : i + batch_size] for i in range(0, len(rows), batch_size)]
    return [batches[i] for i in torch.randperm(len(batches), generator=generator).tolist()]


class _Loop:
    """One run."""

    def __init__(
        self, model, train, validation, loss, score, settings: Settings, schedule: Schedule, rates
    ) -> None:
        self.model, self.train, self.validation = model, train, validation
        self.loss, self.score, self.settings, self.schedule = loss, score, settings, schedule
        self.device = next(model.parameters()).device
        self.optimizer = _optimizer(model, settings, rates)
        self.per_epoch = math.ceil(len(train) / settings.batch_size)
        self.steps = settings.epochs * self.per_epoch
        self.history: list[dict[str, float]] = []
        self.started = time.perf_counter()

    def run(self, progress: bool, live: bool) -> Run:
        from tqdm import tqdm

        figure = self._figure() if live else None
        generator = torch.Generator().manual_seed(self.settings.seed)
        every = math.ceil(self.per_epoch / self.settings.evaluate)
        best: dict[str, float] = {}
        weights: dict[str, Tensor] = {}
        worse = 0
        with tqdm(total=self.steps, file=sys.stdout, mininterval=2, disable=not progress) as bar:
            for epoch in range(self.settings.epochs):
                for number, rows in enumerate(
                    epoch_batches(self.train.lengths, self.settings.batch_size, generator), start=1
                ):
                    row = self._step(rows, epoch)
                    bar.update()
                    if number % every and number != self.per_epoch:
                        continue
                    row |= self._evaluate()
                    bar.set_postfix_str(
                        f"validation loss {row['val_loss']:.3f}, score {row['val_score']:.3f}"
                    )
                    if figure:
                        figure.update(self.history)
                    if not best or row["val_score"] > best["val_score"]:
                        best, weights, worse = row, _copy(self.model), 0
                    else:
                        worse += 1
                    if worse and worse == self.settings.patience:
                        break
                else:
                    continue
                break
        self.model.load_state_dict(weights, strict=False)
        return Run(self.history, best, stopped=len(self.history) < self.steps)

    def _step(self, rows: list[int], epoch: int) -> dict[str, float]:
        step, settings = len(self.history), self.settings
        warmup = min(round(settings.warmup * self.steps), self.steps - 1)
        for group in self.optimizer.param_groups:
            group["lr"] = self.schedule(step, self.steps, warmup, group["highest"])
        self.model.train()
        inputs, targets = self.train.batch(rows, self.device)
        loss = self.loss(self.model(*inputs), targets)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), settings.clip)
        self.optimizer.step()
        row = {
            "step": step + 1,
            "epoch": (step + 1) / self.per_epoch,
            "lr": max(group["lr"] for group in self.optimizer.param_groups),
            "loss": loss.item(),
            "grad_norm": norm.item(),
            "seconds": time.perf_counter() - self.started,
        }
        self.history.append(row)
        return row

    def _evaluate(self) -> dict[str, float]:
        outputs, loss = _through(self.model, self.validation, self.loss)
        score = -loss if self.score is None else float(self.score(outputs, self.validation.targets))
        return {"val_loss": loss, "val_score": score}

    def _figure(self):
        from utils.plots.losses import LiveLosses

        return LiveLosses(self.steps, unit="nats")


def _freeze(model: nn.Module, rates: Sequence[float] | None) -> list[nn.Parameter]:
    """Take the parameters with rate 0 out of training; returns those that were in it."""
    parameters = list(model.parameters())
    if rates is None:
        return []
    if len(rates) != len(parameters):
        raise ValueError(
            f"There are {len(rates)} rates for {len(parameters)} parameters: pass one for each name in "
            "model.named_parameters()."
        )
    frozen = [p for p, rate in zip(parameters, rates) if rate == 0 and p.requires_grad]
    for parameter in frozen:
        parameter.requires_grad_(False)
    return frozen


def _optimizer(model: nn.Module, settings: Settings, rates: Sequence[float] | None) -> torch.optim.AdamW:
    """AdamW with a group for each rate; weight decay for matrices only."""
    parameters = list(model.parameters())
    groups: dict[tuple[float, float], list[nn.Parameter]] = {}
    for parameter, rate in zip(parameters, rates or [settings.lr] * len(parameters)):
        if parameter.requires_grad:
            decay = settings.weight_decay if parameter.ndim >= 2 else 0.0
            groups.setdefault((rate, decay), []).append(parameter)
    return torch.optim.AdamW(
        [
            {"params": chosen, "lr": rate, "highest": rate, "weight_decay": decay}
            for (rate, decay), chosen in groups.items()
        ]
    )


def _copy(model: nn.Module) -> dict[str, Tensor]:
    """The trained parameters as they are now."""
    return {name: p.detach().clone() for name, p in model.named_parameters() if p.requires_grad}
