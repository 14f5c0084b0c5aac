"""The loop itself."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from utils import checkpoints
from utils.training import distributed, speed
from utils.training.data import as_ids, draw_windows, evaluation_windows
from utils.training.schedule import warmup_cosine

PRECISIONS = {"float32": None, "bfloat16": torch.bfloat16, "float16": torch.float16}


@dataclass(frozen=True)
class Settings:
    """How to train. batch_size counts windows of all processes and micro-batches together.

    warmup, steps: see `warmup_cosine`; final_lr: as a share of lr; clip: largest norm of the gradient (None: never);
    accumulate: micro-batches a step; precision: "float32", "bfloat16" or "float16" for products, weights stay
    float32; evaluate_every: steps (0: at the end only); seed: of the batches; label_smoothing: the share of each target
    that is spread over the whole vocabulary (Szegedy et al. 2016, section 7); the reported loss includes it.
    """

    steps: int
    batch_size: int = 32
    context: int = 128
    lr: float = 1e-3
    warmup: int = 100
    final_lr: float = 0.1
    weight_decay: float = 0.1
    betas: tuple[float, float] = (0.9, 0.95)
    clip: float | None = 1.0
    accumulate: int = 1
    precision: str = "float32"
    compile: bool = False
    evaluate_every: int = 0
    seed: int = 0
    label_smoothing: float = 0.0

    def __post_init__(self) -> None:
        if self.precision not in PRECISIONS:
            raise ValueError(
                f"There is no precision {self.precision!r}: choose one of {', '.join(PRECISIONS)}."
            )
        shares = distributed.world_size() * self.accumulate
        if self.batch_size % shares:
            raise ValueError(
                f"A batch of {self.batch_size} windows does not divide into {shares} equal shares "
                f"({distributed.world_size()} processes, {self.accumulate} micro-batches): choose a multiple."
            )


def make_optimizer(model: nn.Module, settings: Settings, fused: bool | None = None) -> torch.optim.AdamW:
    """AdamW that pulls matrices towards zero, and leaves gains and biases alone."""
    trained = [p for p in model.parameters() if p.requires_grad]
    groups = [
        {"params": [p for p in trained if p.ndim >= 2], "weight_decay": settings.weight_decay},
        {"params": [p for p in trained if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(
        groups, lr=settings.lr, betas=settings.betas, fused=True if fused is None else fused
    )


@torch.no_grad()
def evaluate(model: nn.Module, ids: Tensor, context: int, batch_size: int = 32) -> float:
    """The mean loss in nats over all tokens of a text but the first, in windows of at most `context`.  ids: (N,)."""
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    total, count = 0.0, 0
    for inputs, targets in evaluation_windows(as_ids(ids), batch_size, context):
        scores = model(inputs.to(device))
        total += F.cross_entropy(
            scores.flatten(0, 1).float(), targets.to(device).flatten(), reduction="sum"
        ).item()
        count += targets.numel()
    model.train(was_training)
    return total / count


class Trainer:
    """One training run: a model, its optimiser, and how far they have come.

    model: ids (B, T) to scores (B, T, V); train, validation: rows of ids (N,); bytes_per_token: of the validation
    text, for bits per byte; optimizer: `make_optimizer`'s AdamW when None.
    `history` gets a row for each step: step, lr, loss, grad_norm (before clipping), seconds, and where the model
    was evaluated also val_loss and bits_per_byte.
    """

    def __init__(
        self,
        model: nn.Module,
        train: Tensor,
        settings: Settings,
        validation: Tensor | None = None,
        bytes_per_token: float | None = None,
        device: torch.device | str = "auto",
        optimizer: torch.optim.Optimizer | None = None,
    ) -> None:
        if device == "auto":
            device = "cuda" if torch.cuda.is_available() else "cpu"
        self.device = torch.device(device)
        self.settings = settings
        self.model = model.to(self.device)
        self.optimizer = optimizer or make_optimizer(self.model, settings)
        self.train_ids, self.validation_ids = (
            as_ids(train),
            None if validation is None else as_ids(validation),
        )
        self.bytes_per_token = bytes_per_token
        self.step = 0
        self.history: list[dict[str, float]] = []
        self._scaler = torch.amp.GradScaler(  # a float16 gradient underflows unless the loss is scaled up
            self.device.type, enabled=settings.precision == "float16"
        )
        running = torch.compile(self.model) if settings.compile else self.model
        if distributed.world_size() > 1:
            on_gpu = (
                [self.device.index or torch.cuda.current_device()] if self.device.type == "cuda" else None
            )
            running = DistributedDataParallel(running, device_ids=on_gpu)  # type: ignore[arg-type]
        self._running: Callable[[Tensor], Tensor] = running  # type: ignore[assignment]

    # --- running ----------------------------------------------------------------------------------------------

    def run(
        self,
        until: int | None = None,
        on_evaluation: Callable[[Trainer], None] | None = None,
        progress: bool = True,
        live: bool = False,
    ) -> list[dict[str, float]]:
        """Train up to step `until` (all steps when None) and return the history.

        on_evaluation: called after each evaluation, to draw samples for example; progress: a bar of text; live: a
        loss figure that grows, in a notebook. Only the first process shows anything.
        """
        from tqdm import tqdm

        until = self.settings.steps if until is None else min(until, self.settings.steps)
        figure = self._live_figure() if live and distributed.rank() == 0 else None
        hidden = not progress or distributed.rank() > 0
        with tqdm(total=until, initial=self.step, file=sys.stdout, mininterval=2, disable=hidden) as bar:
            while self.step < until:
                row = self.train_step()
                every = self.settings.evaluate_every
                if self.validation_ids is not None and (
                    self.step == until or (every and self.step % every == 0)
                ):
                    row |= self.evaluation()
                    bar.set_postfix_str(
                        f"loss {row['loss']:.3f}, validation {row['val_loss']:.3f}", refresh=False
                    )
                    if figure:
                        figure.update(self.history)
                    if on_evaluation and distributed.rank() == 0:
                        on_evaluation(self)
                bar.update()
        return self.history

    def train_step(self) -> dict[str, float]:
        """One step on one batch; appends a row to the history and returns it."""
        started = time.perf_counter()
        settings = self.settings
        lr = warmup_cosine(
            self.step, settings.steps, settings.warmup, settings.lr, settings.final_lr * settings.lr
        )
        for group in self.optimizer.param_groups:
            group["lr"] = lr
        loss, norm = self._backward(self._share(self.step))
        self._scaler.step(self.optimizer)
        self._scaler.update()
        self.step += 1
        row = {"step": self.step, "lr": lr, "loss": distributed.mean(loss).item(), "grad_norm": norm.item()}
        row["seconds"] = time.perf_counter() - started  # .item() has waited for the device
        self.history.append(row)
        return row

    def _backward(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """Gradients of the mean loss over this process's share.  Returns the loss and the norm before clipping."""
        settings = self.settings
        self.model.train()
        self.optimizer.zero_grad(set_to_none=True)
        micro_batches = ids.chunk(settings.accumulate)
        total = torch.zeros((), device=self.device)
        for number, micro in enumerate(micro_batches, start=1):
            last = number == len(micro_batches)
            with nullcontext() if last else self._without_exchange():
                with self._autocast():
                    scores = self._running(micro[:, :-1])
                    loss = F.cross_entropy(
                        scores.flatten(0, 1),
                        micro[:, 1:].flatten(),
                        label_smoothing=settings.label_smoothing,
                    ) / len(micro_batches)
                self._scaler.scale(loss).backward()
            total += loss.detach()
        self._scaler.unscale_(self.optimizer)
        largest = math.inf if settings.clip is None else settings.clip
        return total, nn.utils.clip_grad_norm_(self.model.parameters(), largest)

    def _share(self, step: int) -> Tensor:
        """This process's windows of a step, on the device."""
        settings = self.settings
        ids = draw_windows(self.train_ids, settings.batch_size, settings.context, settings.seed, step)
        return ids.chunk(distributed.world_size())[distributed.rank()].to(self.device, non_blocking=True)

    def _without_exchange(self):
        return (
            self._running.no_sync() if isinstance(self._running, DistributedDataParallel) else nullcontext()
        )

    def _autocast(self):
        dtype = PRECISIONS[self.settings.precision]
        return nullcontext() if dtype is None else torch.autocast(self.device.type, dtype=dtype)

    # --- looking ----------------------------------------------------------------------------------------------

    def evaluation(self) -> dict[str, float]:
        """The loss on the validation text, and bits per byte where bytes_per_token is known."""
        if self.validation_ids is None:
            raise ValueError("There is no validation text: pass validation=ids to the Trainer.")
        with self._autocast():
            loss = evaluate(self.model, self.validation_ids, self.settings.context, self.settings.batch_size)
        found = {"val_loss": loss}
        if self.bytes_per_token:
            found["bits_per_byte"] = loss / math.log(2) / self.bytes_per_token
        return found

    def tokens_per_second(self, last: int = 50) -> float:
        """Tokens trained on in a second, all processes together, from the median of the last steps."""
        seconds = sorted(row["seconds"] for row in self.history[-last:])
        return self.settings.batch_size * self.settings.context / seconds[len(seconds) // 2]

    def utilisation(self, flops_per_token: float) -> float | None:
        """Model FLOPs utilisation: operations that the model needs, over what the devices could do; None on a CPU.

        flops_per_token: of a training step, for example `model.flops_per_token(context)`.
        """
        peak = speed.peak_flops(self.device)
        return (
            flops_per_token * self.tokens_per_second() / (peak * distributed.world_size()) if peak else None
        )

    def _live_figure(self):
        from utils.plots.losses import LiveLosses

        return LiveLosses(self.settings.steps)

    # --- keeping ----------------------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write everything that the rest of the run depends on; only the first process writes."""
        if distributed.rank() > 0:
            return
        tensors = {"cpu_generator": torch.get_rng_state()}
        if self.device.type == "cuda":
            tensors["cuda_generator"] = torch.cuda.get_rng_state(self.device)
        notes: dict[str, Any] = {
            "step": self.step,
            "history": self.history,
            "settings": asdict(self.settings),
            "scaler": self._scaler.state_dict(),
        }
        checkpoints.save(path, self.model, self.optimizer, tensors=tensors, notes=notes)

    def load(self, path: str | Path) -> None:
        """Go on where `save` left off: on the same device the run continues bit for bit.

        The torch generator (dropout) is set too. Raises CheckpointError when model, optimiser or settings differ.
        """
        tensors, notes = checkpoints.load(path, self.model, self.optimizer)
        now = asdict(self.settings)
        for name in ("batch_size", "context", "seed"):
            if notes["settings"][name] != now[name]:
                raise checkpoints.CheckpointError(
                    f"{path} was trained with {name} = {notes['settings'][name]}, this run has {now[name]}; "
                    "the batches would be others."
                )
        self.step, self.history = notes["step"], notes["history"]
        self._scaler.load_state_dict(notes["scaler"])
        torch.set_rng_state(tensors["cpu_generator"])
        if self.device.type == "cuda" and "cuda_generator" in tensors:
            torch.cuda.set_rng_state(tensors["cuda_generator"], self.device)
