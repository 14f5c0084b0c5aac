"""The student's own GPT with the parts of Llama's block, exchanged one at a time, at equal compute.

Every version starts from random weights, reads the same windows of the plays with the student's tokenizer, and trains
until it has used the same number of operations. The learning rate is searched for each version by itself, with a seed
that isn't compared.

    python -m utils.topics.llama.own_parts     the whole comparison, six minutes of one core: writes own_parts.json

Runs are kept in build/own_parts.json on the way, so a comparison that was stopped goes on. `kept()` gives its figures.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import platform
import statistics
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NamedTuple

import tiktoken
import torch
from torch import Tensor

from utils import corpora, own_model
from utils.blocks.gpt import GPT, GPTConfig
from utils.topics.llama.rotary_gpt import RotaryGPT
from utils.training import Settings, Trainer, as_ids, make_optimizer

__all__ = ["VERSIONS", "Plays", "kept", "plays", "table", "train_version", "version"]

FIGURES = Path(__file__).with_suffix(".json")
BATCH = 16  # windows per step
COMPUTE = 4e11  # operations: 117 steps of the course's GPT
HELD_OUT = 32_768  # characters of the held-out plays
RATES = (1e-3, 2e-3, 4e-3, 8e-3)
SEEDS, SEARCH_SEED = (1, 2, 3), 0

# Each version makes one change to the one before it. "rotary" isn't in GPTConfig: it chooses RotaryGPT. The core's
# SwiGLU never has biases, as in Llama, so the last change concerns attention only.
VERSIONS: dict[str, dict[str, Any]] = {
    "your GPT": {},
    "RMSNorm": {"norm_kind": "rms"},
    "SwiGLU": {"norm_kind": "rms", "act": "swiglu"},
    "RoPE": {"norm_kind": "rms", "act": "swiglu", "rotary": True},
    "no biases": {"norm_kind": "rms", "act": "swiglu", "rotary": True, "bias": False},
}


# --- the versions ---------------------------------------------------------------------------------------------------


def version(name: str, config: GPTConfig, seed: int = 0) -> GPT:
    """A GPT with the parts of one of VERSIONS and random weights.

    config: the sizes. A hidden width that it names becomes 2/3 as large with SwiGLU, whose third matrix then costs
    nothing (Shazeer 2020, section 3). There is no dropout. The first weights have a deviation of 0.02·√(768/D), which
    is GPT-2's at its own width of 768 and makes products as large as there at any other.
    """
    changes = dict(VERSIONS[name])
    kind = RotaryGPT if changes.pop("rotary", False) else GPT
    if "act" in changes and config.d_hidden is not None:
        changes["d_hidden"] = 2 * config.d_hidden // 3
    model = kind(replace(config, dropout=0.0, **changes))
    torch.manual_seed(seed)
    model.reset_parameters(0.02 * math.sqrt(768 / config.d_model))
    return model


# --- training -------------------------------------------------------------------------------------------------------


class Plays(NamedTuple):
    """Shakespeare's plays as ids: train (N,), held_out (M,), and how many bytes a held-out token has on average."""

    train: Tensor
    held_out: Tensor
    bytes_per_token: float


def plays(tokenizer: tiktoken.Encoding) -> Plays:
    """The plays of the corpus to train on, and the beginning of those that are held out.

    Raises utils.assets.AssetError.
    """
    data = corpora.shakespeare(quiet=True)
    train = corpora.joined(data["train"], speakers=True)
    held_out = corpora.joined(data["validation"], characters=HELD_OUT, speakers=True)
    ids, held_out_ids = (as_ids(tokenizer.encode_ordinary(text)) for text in (train, held_out))
    return Plays(ids, held_out_ids, len(held_out.encode()) / len(held_out_ids))


def train_version(
    name: str,
    config: GPTConfig,
    texts: Plays,
    compute: float = COMPUTE,
    lr: float = 4e-3,
    seed: int = 1,
    device: torch.device | str = "cpu",
) -> tuple[GPT, dict[str, Any]]:
    """Train one version from random weights until it has used so many operations.

    name: of VERSIONS; seed: of the first weights and of the windows, which are the same for all versions. AdamW; the
    rate rises for a tenth of the steps and falls to 0.
    Returns the model and a row: version, lr, seed, steps, compute, bits_per_byte (on held-out text, inf for a run that
    failed) and seconds.
    """
    model = version(name, config, seed).to(device)
    each = model.flops_per_token() * BATCH * config.context
    steps = max(2, round(compute / each))
    settings = Settings(steps, BATCH, config.context, lr, warmup=max(1, steps // 10), final_lr=0.0, seed=seed)
    fused = torch.device(device).type in ("cpu", "cuda")  # not every device has the fused optimizer
    optimizer = make_optimizer(model, settings, fused)
    trainer = Trainer(model, texts.train, settings, texts.held_out, texts.bytes_per_token, device, optimizer)
    began = time.perf_counter()
    trainer.run(progress=False)
    found = trainer.history[-1]["bits_per_byte"]
    row = {"version": name, "lr": lr, "seed": seed, "steps": steps, "compute": steps * each}
    row["bits_per_byte"] = found if math.isfinite(found) else math.inf
    return model, row | {"seconds": time.perf_counter() - began}


# --- kept figures ---------------------------------------------------------------------------------------------------


def kept() -> dict[str, Any]:
    """The figures of the whole comparison: about, date, machine, config, chosen (version → lr), search and runs.

    search and runs hold the rows of `train_version`; those of runs also have `opening`, the course's opening line and
    what the version writes after it.
    """
    return json.loads(FIGURES.read_text(encoding="utf-8"))


def table(runs: Iterable[Mapping[str, Any]]) -> str:
    """Bits per byte of each version, one line each: mean and standard deviation of its seeds, and the last change.

    runs: rows of `train_version`, at least two seeds of each version.
    """
    found: dict[str, list[float]] = {}
    for run in runs:
        found.setdefault(run["version"], []).append(run["bits_per_byte"])
    lines, before = [f"{'':<10} {'bits per byte':>13} {'deviation':>10} {'change':>8}"], None
    for name, values in found.items():
        mean = statistics.fmean(values)
        change = "" if before is None else f"{mean - before:+.3f}"
        lines.append(f"{name:<10} {mean:>13.3f} {statistics.stdev(values):>10.3f} {change:>8}")
        before = mean
    return "\n".join(lines)


# --- the whole comparison -------------------------------------------------------------------------------------------

ABOUT = (
    "Bits per byte on 32,768 held-out characters of Shakespeare's plays. The learning rate of each version was chosen "
    "with seed 0, which isn't compared, from rates a factor of 2 apart; where the best was the lowest or the highest "
    "tried, the next one was tried too, until it wasn't. AdamW (0.9, 0.95), decay 0.1, gradients clipped at 1, no "
    "dropout. With the same seed, all versions read the same windows."
)


class _Book:
    """All runs so far, written after each one."""

    def __init__(self, path: Path, config: GPTConfig, tokenizer: tiktoken.Encoding, compute: float) -> None:
        from tqdm import tqdm

        self.path, self.config, self.tokenizer, self.compute = path, config, tokenizer, compute
        self.texts = plays(tokenizer)
        self.rows: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        self.bar = tqdm(total=len(VERSIONS) * (len(RATES) + len(SEEDS)), unit="run", file=sys.stdout)

    def run(self, name: str, lr: float, seed: int) -> dict[str, Any]:
        """The row of one run, which is trained unless it is in the book."""
        key = json.dumps([asdict(self.config), self.compute, name, lr, seed])
        if key not in self.rows:
            model, row = train_version(name, self.config, self.texts, self.compute, lr, seed)
            row["opening"] = own_model.continue_opening(model, self.tokenizer, context=self.config.context)
            self.rows[key] = row
            self.path.write_text(json.dumps(self.rows, indent=1), encoding="utf-8")
        self.bar.set_postfix_str(f"{name}, rate {lr:g}: {self.rows[key]['bits_per_byte']:.3f} bits per byte")
        self.bar.update()
        return self.rows[key]

    def search(self, name: str) -> list[dict[str, Any]]:
        """Runs of one version with RATES, and with rates beyond them until the best isn't at an end."""
        rows = [self.run(name, lr, SEARCH_SEED) for lr in RATES]
        while True:
            rows.sort(key=lambda row: row["lr"])
            best = min(rows, key=lambda row: row["bits_per_byte"])
            if best is not rows[0] and best is not rows[-1]:
                return rows
            self.bar.total += 1
            beyond = best["lr"] / 2 if best is rows[0] else best["lr"] * 2
            rows.append(self.run(name, beyond, SEARCH_SEED))


def whole(book_path: Path, compute: float = COMPUTE) -> dict[str, Any]:
    """Search the learning rates, then compare; goes on with what `book_path` holds of a comparison that was stopped.

    compute: operations of each run. Uses the saved model of the lesson on GPT, or else the course's. Returns what
    `kept` does.
    """
    model, tokenizer, _ = own_model.load_own_model()
    book = _Book(book_path, model.config, tokenizer, compute)
    search = {name: book.search(name) for name in VERSIONS}
    chosen = {name: min(rows, key=lambda row: row["bits_per_byte"])["lr"] for name, rows in search.items()}
    runs = [book.run(name, chosen[name], seed) for seed in SEEDS for name in VERSIONS]
    book.bar.close()
    return {
        "about": ABOUT,
        "date": datetime.date.today().isoformat(),
        "machine": f"{platform.machine()}, threads: {torch.get_num_threads()}, torch {torch.__version__}",
        "config": asdict(model.config),
        "chosen": chosen,
        "search": [
            {key: row[key] for key in row if key != "opening"} for rows in search.values() for row in rows
        ],
        "runs": sorted(runs, key=lambda row: (list(VERSIONS).index(row["version"]), row["seed"])),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare, print a table, and write own_parts.json."""
    parser = argparse.ArgumentParser(
        prog="python -m utils.topics.llama.own_parts", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--compute", type=float, default=COMPUTE, help="operations of each run")
    parser.add_argument(
        "--book", type=Path, default=Path("build/own_parts.json"), help="where runs are kept on the way"
    )
    args = parser.parse_args(arguments)
    args.book.parent.mkdir(parents=True, exist_ok=True)
    figures = whole(args.book, args.compute)
    FIGURES.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(table(figures["runs"]))


if __name__ == "__main__":
    main()
