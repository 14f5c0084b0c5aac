"""What designs for the capstone reach with the whole budget: what the judge's thresholds rest on.

A design is trained with the whole budget, put into eight bits and text as a student hands it in, and scored on eight
draws of the judge's windows. For each, capstone.json has the bits per byte that it stays below the bigram model, and
those that it needs beyond the reference model, the judge's last threshold (below 0 where it needs fewer). Weights go
to build/capstone/.

    python -m benchmarks.capstone                what is recorded
    python -m benchmarks.capstone "plain GPT"    trains the seeds of this design that are missing, up to three

A run takes three to six minutes on one quiet core, and each is recorded when it ends.
"""

from __future__ import annotations

import datetime
import functools
import json
import platform
import statistics
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from autograder.authoring import Exercise, load_exercises
from autograder.checks import predictions
from utils.blocks.gpt import GPT, GPTConfig
from utils.blocks.llama import Llama, LlamaConfig
from utils.topics.capstone import capstone, recipes

ROOT = Path(__file__).resolve().parents[1]
RESULTS = Path(__file__).with_suffix(".json")
WEIGHTS = ROOT / "build" / "capstone"
LESSON = ROOT / "source" / "13_capstone"
SEEDS = 3
DRAWS = 8

Build = Callable[[], nn.Module]


def gpt(**change: Any) -> GPT:
    """The GPT of the lesson on it, at the capstone's width."""
    return GPT(
        GPTConfig(
            capstone.VOCABULARY, capstone.CONTEXT, **{"d_model": 48, "n_heads": 4, "n_layers": 2, **change}
        )
    )


def llama(kind: Callable[[LlamaConfig], Llama] = Llama, **change: Any) -> Llama:
    """The reference solution's design, with a change."""
    sizes = {"d_model": 48, "n_layers": 3, "n_heads": 4, "n_kv_heads": 4, "d_hidden": 128}
    return kind(LlamaConfig(capstone.VOCABULARY, **{**sizes, **change}))


def one_text() -> torch.Tensor:
    """The training text as everybody gets it, (N,)."""
    return capstone.text().train


def exchanged_text() -> torch.Tensor:
    """The training text with half of its words exchanged, as the judge does with other articles, (N,)."""
    encoding = capstone.tokenizer()
    written = encoding.decode(one_text().tolist())
    return torch.tensor(
        encoding.encode_ordinary(
            _exercise().inputs.__globals__["exchanged"](written, np.random.default_rng(13))
        )
    )


BELOW, BEYOND = "below the bigram model", "beyond the reference model"
Design = tuple[Build, dict[str, Any], Callable[[], torch.Tensor]]
DESIGNS: dict[str, Design] = {  # how to build the model, how to train it, on what
    "plain GPT": (gpt, {"lr": 4e-3}, one_text),
    "modern": (llama, {"lr": 6e-3}, one_text),
    "modern, two layers, default rate": (partial(llama, n_layers=2), {"lr": 4e-3}, one_text),
    "modern, each block used twice": (partial(llama, recipes.Looped), {"lr": 6e-3}, one_text),
    "modern, batches of 8": (llama, {"lr": 6e-3, "batch_size": 8}, one_text),
    "modern, words exchanged": (llama, {"lr": 6e-3}, exchanged_text),
    "modern, Muon, little decay": (
        llama,
        {"lr": 4e-3, "weight_decay": 0.01, "optimizer": recipes.muon},
        one_text,
    ),
    "modern, little decay": (llama, {"lr": 6e-3, "weight_decay": 0.01}, one_text),
}


def run(words: Sequence[str] = ()) -> dict[str, Any]:
    """Train what is missing of the named designs, and return the means of all that is recorded."""
    unknown = set(words) - set(DESIGNS)
    if unknown:
        raise ValueError(f"no design is called {', '.join(sorted(unknown))}; there are {', '.join(DESIGNS)}")
    torch.set_num_threads(1)
    for name in words:
        for seed in range(SEEDS):
            if str(seed) not in _results()["designs"].get(name, {}):
                _record(name, seed, scored(trained(name, seed)))
    rows = {
        name: [round(statistics.mean(draws[BELOW]), 3) for draws in seeds.values()]
        for name, seeds in _results()["designs"].items()
    }
    best, plain = max(map(statistics.mean, rows.values())), statistics.mean(rows["plain GPT"])
    return {
        "ratio": round(best / plain, 2),
        "ours": round(best, 3),
        "peer": round(plain, 3),
        "unit": "bits per byte below the bigram model, best design and plain GPT, whole budget",
        "detail": rows,
    }


def trained(name: str, seed: int) -> nn.Module:
    """A design trained with the whole budget, read back from the text that would be handed in."""
    build, how, text = DESIGNS[name]
    torch.manual_seed(seed)
    model = build()
    capstone.train(model, text(), seed=seed, progress=False, **how)
    weights = capstone.to_text(model)
    WEIGHTS.mkdir(parents=True, exist_ok=True)
    (WEIGHTS / f"{name}, seed {seed}.part").write_text(weights, encoding="utf-8")
    return capstone.load(build(), weights)


def scored(model: nn.Module) -> dict[str, list[float]]:
    """For each draw, the distance to the bigram model and to the reference model, in bits per byte."""
    found: dict[str, list[float]] = {BELOW: [], BEYOND: []}
    for windows, limits in draws():
        scores = capstone.last_scores(model, windows).double()
        ours = predictions.bits_per_byte(scores, limits["scores"])
        assert ours is not None  # of scores that the judge can't read
        bigram, reference = (limits[name].at_most for name in ("scores", "better than the reference"))
        found[BELOW].append(round(bigram - ours, 4))
        found[BEYOND].append(round(ours - reference, 4))
    return found


@functools.cache
def draws() -> list[tuple[torch.Tensor, dict[str, Any]]]:
    """Draws of the judge's windows, and what the judge expects of their scores."""
    exercise, found = _exercise(), []
    for draw in range(DRAWS):
        inputs = exercise.inputs(np.random.default_rng([13, draw]), **exercise.cases[0])
        found.append((torch.as_tensor(inputs["windows"]).long(), exercise.oracle(**inputs)))
    return found


@functools.cache
def _exercise() -> Exercise:
    return load_exercises(LESSON)["submission"]


def _record(name: str, seed: int, found: dict[str, list[float]]) -> None:
    known = _results()
    known["designs"].setdefault(name, {})[str(seed)] = found
    known["date"] = datetime.date.today().isoformat()
    known["machine"] = f"{platform.machine()}, one thread, torch {torch.__version__}"
    RESULTS.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _results() -> dict[str, Any]:
    return json.loads(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1:]), indent=1, ensure_ascii=False))
