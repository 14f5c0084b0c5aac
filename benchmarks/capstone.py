"""What designs for the capstone reach with the whole budget: what the judge's thresholds rest on.

Each design is trained from three seeds with the whole budget, put into eight bits and text as a student hands it in,
and scored on eight draws of the judge's own windows, another eight for nobody but this file. What counts is how many
bits per byte it stays below the bigram model. The results lie in capstone.json beside this file, one run at a time, so
that an interrupted evening goes on where it stopped; a design's weights lie in build/capstone/.

    python -m benchmarks.capstone [DESIGN…]    all designs where none is named

Each run takes three to six minutes on one quiet core.
"""

from __future__ import annotations

import datetime
import json
import os
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

from autograder.authoring import load_exercises
from utils.blocks.gpt import GPT, GPTConfig
from utils.blocks.llama import Llama, LlamaConfig
from utils.topics.capstone import capstone, recipes

ROOT = Path(__file__).resolve().parents[1]
RESULTS = Path(__file__).with_suffix(".json")
WEIGHTS = ROOT / "build" / "capstone"
LESSON = ROOT / "source" / "13_capstone"
SEEDS = int(os.environ.get("SEEDS", 3))
DRAWS = 8
WINDOWS = 1984  # of one draw, as many as the judge asks about

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
    return torch.tensor(encoding.encode_ordinary(_judge()["exchanged"](written, np.random.default_rng(13))))


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
    "modern, one key-value head": (partial(llama, n_kv_heads=1), {"lr": 6e-3}, one_text),
}


def run(words: Sequence[str] = ()) -> dict[str, Any]:
    """The named designs, or all; what is recorded is not run again."""
    unknown = set(words) - set(DESIGNS)
    if unknown:
        raise ValueError(f"no design is called {', '.join(sorted(unknown))}; there are {', '.join(DESIGNS)}")
    torch.set_num_threads(1)
    rows = {name: recorded(name) for name in words or DESIGNS}
    plain, best = rows.get("plain GPT", []), max(rows.values(), key=statistics.mean)
    return {
        "ratio": round(statistics.mean(best) / statistics.mean(plain), 2) if plain else None,
        "ours": round(statistics.mean(best), 3),
        "peer": round(statistics.mean(plain), 3) if plain else None,
        "unit": "bits per byte below the bigram model, best design and plain GPT, whole budget",
        "detail": {name: [round(value, 4) for value in row] for name, row in rows.items()},
    }


def recorded(name: str) -> list[float]:
    """Bits per byte below the bigram model, one number for each seed: the mean over the judge's draws."""
    found = []
    for seed in range(SEEDS):
        known = _results()
        if str(seed) not in known["designs"].get(name, {}):
            draws = below_the_bigram(trained(name, seed))
            known = _results()
            known["designs"].setdefault(name, {})[str(seed)] = [round(value, 4) for value in draws]
            known |= {
                "date": datetime.date.today().isoformat(),
                "machine": f"{platform.machine()}, one thread, torch {torch.__version__}",
            }
            RESULTS.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        found.append(statistics.mean(known["designs"][name][str(seed)]))
        print(f"{name}, seed {seed}: {found[-1]:.3f}", file=sys.stderr, flush=True)
    return found


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


def below_the_bigram(model: nn.Module) -> list[float]:
    """One number for each draw of windows: how many bits per byte the model stays below the bigram model."""
    judge, found = _judge(), []
    sizes = capstone.token_bytes(capstone.tokenizer())
    for draw in range(DRAWS):
        windows, targets = judge["held_out"](np.random.default_rng([13, draw]), WINDOWS)
        windows, targets = torch.as_tensor(windows), torch.as_tensor(targets)
        ours = capstone.last_scores(model, windows).double().log_softmax(-1)  # (N, V)
        saved = capstone.bits(judge["bigram"]().log_probs(windows), targets) - capstone.bits(
            ours, targets
        )  # (N,)
        found.append(float(saved.sum() / sizes[targets].sum()))
    return found


def _judge() -> dict[str, Any]:
    """What the exercise's file defines: the judge's windows and its bigram model."""
    return load_exercises(LESSON)["submission"].inputs.__globals__


def _results() -> dict[str, Any]:
    return json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {"designs": {}}


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1:]), indent=1, ensure_ascii=False))
