"""Trials: one change, several seeds, a share of the budget; kept on disk, because an evening of them is worth keeping.

`Trials` runs and remembers those of this machine. `recorded` gives those of the course, from trials.json beside this
file. `python -m utils.topics.capstone.trials` writes that, one idea after the other, and goes on where it stopped.
"""

from __future__ import annotations

import datetime
import functools
import hashlib
import inspect
import json
import math
import platform
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from utils import devices, own_model
from utils.blocks import gpt as gpt_module
from utils.blocks import llama as llama_module
from utils.blocks.gpt import GPT, GPTConfig
from utils.blocks.llama import Llama, LlamaConfig
from utils.own_model.own_folder import own_model_folder, read_small, write_whole
from utils.topics.capstone import capstone, fingerprint, recipes
from utils.training import loop

SHARE = 1 / 10  # of the budget, for one run of a trial
SEEDS = 3
RATE = 4e-3
MOST_FILE = 1_000_000  # bytes
RECORDED = Path(__file__).with_suffix(".json")
SMALL = {
    "vocab_size": capstone.VOCABULARY,
    "context": capstone.CONTEXT,
    "d_model": 32,
    "n_layers": 2,
    "n_heads": 4,
}
Build = Callable[[], nn.Module]


def gpt(**change: Any) -> GPT:
    """The GPT of the lesson on it, made small enough for trials, with a change in its config."""
    return GPT(GPTConfig(**{**SMALL, **change}))


def llama(kind: type[Llama] = Llama, **change: Any) -> Llama:
    """A modern model of nearly the same size, with a change in its config; kind: Llama or a subclass."""
    return kind(LlamaConfig(**{**SMALL, "n_kv_heads": 4, "d_hidden": 80, **change}))


class Trials:
    """Run a design over several seeds, or remember what it needed when it was run before."""

    def __init__(
        self,
        source: capstone.Text,
        device: torch.device | str = "cpu",
        share: float = SHARE,
        seeds: int = SEEDS,
        n: int = 4096,
        path: Path | None = None,
    ) -> None:
        """source: the text; share: of the budget, per run; n: windows to measure on; path: where results are kept."""
        self.source, self.device, self.share, self.seeds, self.n = source, device, share, seeds, n
        self.path = path or own_model_folder() / "capstone_trials.json"

    def __call__(self, build: Build, **how: Any) -> Tensor:
        """Bits per byte on the validation text, one number per seed, (seeds,).

        build: makes a fresh model; how: passed on to `capstone.over_seeds`. A result is remembered for as long as
        nothing that runs has changed: neither settings nor the code of your own classes and functions.
        """
        how = {"lr": RATE, **how}
        torch.manual_seed(0)
        key = self._key(build, build(), how)
        known = _read(self.path)
        if key is None or key not in known:
            with devices.one_thread():
                found = capstone.over_seeds(
                    lambda: build().to(self.device),
                    self.source,
                    self.share * capstone.BUDGET,
                    seeds=self.seeds,
                    n=self.n,
                    device=self.device,
                    **how,
                )
            if key is None:
                return found
            known = {**_read(self.path), key: found.tolist()}
            try:
                write_whole(self.path, json.dumps(known, indent=1).encode())
            except OSError as error:
                print(f"This result could not be kept ({error}); everything else goes on.")
        return torch.tensor(known[key], dtype=torch.float64)

    def _key(self, build: Build, model: nn.Module, how: Mapping[str, Any]) -> str | None:
        """What a result depends on: another design, other code or another way to train is another result.

        None, with a sentence, where that can't be told; then nothing is remembered.
        """
        told = ", ".join(f"{name}={getattr(value, '__name__', value)}" for name, value in sorted(how.items()))
        config = getattr(model, "config", "")
        start = float(
            sum(p.detach().abs().cpu().double().sum() for p in model.parameters())
        )  # tells two starts apart
        size = f"{self.share:.4g} × {self.seeds}, {self.n}"
        try:
            code = fingerprint.of(build, model, how, apart_from=list(model.parameters()))
        except fingerprint.CannotTell as error:
            print(f"Your code uses {error}, which can't be looked into, so this trial isn't remembered.")
            return None
        return f"{type(model).__name__} {config} {start:.6g}; {told}; {size}; {_version()} {code}"


@functools.cache
def _version() -> str:
    """A hash of the code that a result comes from, so a changed trainer doesn't remember an old one's results."""
    code = [inspect.getsource(module) for module in (capstone, recipes, loop, gpt_module, llama_module)]
    return hashlib.sha256("".join(code).encode()).hexdigest()[:8]


def _read(path: Path) -> dict[str, list[float]]:
    """The results that are kept there; those that are no numbers are left out."""
    try:
        data = json.loads(read_small(path, MOST_FILE))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {
        key: value
        for key, value in data.items()
        if isinstance(value, list) and all(type(v) in (int, float) and 0 < v < 100 for v in value)
    }


# --- the course's own trials --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recorded:
    """The course's own trials. saved: idea → bits per byte saved and its standard error."""

    date: str
    machine: str
    saved: dict[str, tuple[float, float]]
    bits: dict[str, list[float]]


def recorded() -> Recorded:
    """What was measured when trials.json was written: the ideas whose runs were finished then."""
    data = json.loads(RECORDED.read_text(encoding="utf-8"))
    bits = data["bits"]
    saved = {
        idea: saving(bits[before], bits[idea]) for idea, (before, _, _) in ideas().items() if idea in bits
    }
    return Recorded(data["date"], data["machine"], saved, bits)


def recorded_runs(name: str) -> Tensor:
    """Bits per byte of one of the course's own designs, "GPT", "modern" or an idea, one number per seed, (seeds,)."""
    bits = recorded().bits
    if name not in bits:
        raise ValueError(f"{name!r} was not recorded; these were: {', '.join(bits)}")
    return torch.tensor(bits[name], dtype=torch.float64)


def saving(before: list[float], after: list[float]) -> tuple[float, float]:
    """The mean of before − after over paired seeds, and its standard error."""
    saved = torch.tensor(before, dtype=torch.float64) - torch.tensor(after, dtype=torch.float64)
    return float(saved.mean()), float(saved.std() / math.sqrt(len(saved)))


def with_own_tokens() -> Llama:
    """The small modern model, its token vectors started from those of the student's own GPT."""
    own = own_model.load_own_model(quiet=True)
    model = llama()
    recipes.from_own_tokens(model, own.model, own.tokenizer)
    return model


def ideas() -> dict[str, tuple[str, Build, dict[str, Any]]]:
    """Idea → what it is compared with, how to build the model, how to train it. Each changes exactly one thing."""
    return {
        "the modern block": ("GPT", llama, {}),
        "Muon": ("modern", llama, {"optimizer": recipes.muon}),
        "RMSNorm": ("GPT", partial(gpt, norm_kind="rms"), {}),
        "SwiGLU, same size": ("GPT", partial(gpt, act="swiglu", d_hidden=85), {}),
        "dropout of 0.1": ("GPT", partial(gpt, dropout=0.1), {}),
        "post-norm": ("GPT", partial(gpt, norm="post"), {}),
        "untied output layer": ("GPT", partial(gpt, tied=False), {}),
        "batches four times as large": ("GPT", gpt, {"batch_size": 64}),
        "token vectors of your GPT": ("modern", with_own_tokens, {}),
        "one key-value head for four query heads": ("modern", partial(llama, n_kv_heads=1), {}),
        "rounded to four bits": ("modern", llama, {"finish": recipes.rounded}),
        "no RoPE": ("modern", partial(llama, recipes.NoPositions), {}),
        "four narrow layers": (
            "modern",
            partial(llama, d_model=24, n_layers=4, d_hidden=64),
            {},
        ),
        "each block used twice": ("modern", partial(llama, recipes.Looped), {}),
        "label smoothing of 0.1": ("modern", llama, {"label_smoothing": 0.1}),
        "windows of 32 tokens": ("modern", llama, {"context": 32}),
    }


def main() -> None:
    """Run the trials that are not recorded yet, one seed after the other, and write trials.json after each."""
    trial = Trials(capstone.text(), path=Path("build/capstone_trials.json"))
    runs = {"GPT": (gpt, {}), "modern": (llama, {})} | {
        name: (build, how) for name, (_, build, how) in ideas().items()
    }
    bits: dict[str, list[float]] = {}
    for name, (build, how) in runs.items():
        bits[name] = [round(value, 4) for value in trial(build, **how).tolist()]
        print(name, bits[name], file=sys.stderr, flush=True)
        data = {
            "date": datetime.date.today().isoformat(),
            "machine": f"{platform.machine()}, one thread, torch {torch.__version__}",
            "share": SHARE,
            "bits": bits,
        }
        write_whole(RECORDED, (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode())


if __name__ == "__main__":
    main()
