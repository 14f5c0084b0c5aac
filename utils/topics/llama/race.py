"""The block of 2017 against the block of today, one change at a time, at equal compute.

Six small language models of Shakespeare's characters, the same but for their blocks, train on the same text in the same
order with the same optimiser, until they have used the same number of operations. Three sizes, three seeds. Learning
rate and warm-up are searched for each block by itself, from one grid, with a seed that is not raced.

    python -m utils.topics.llama.race              the whole race: twenty minutes of one core, writes race.json
    python -m utils.topics.llama.race --small      the smallest size, one seed, a quarter of its compute: seconds

`kept()` gives the figures of the whole race. Nothing in it says anything about models a thousand times as large.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.blocks.attention import merge_heads, sinusoidal_positions, split_heads
from utils.blocks.block import residual
from utils.blocks.layers import FeedForward, SwiGLU, make_norm
from utils.blocks.positions import rope_frequencies
from utils.training import Settings, Trainer, as_ids, make_optimizer

__all__ = ["BLOCKS", "SIZES", "Block", "Racer", "Size", "kept", "of_block", "race", "small", "text"]

FIGURES = Path(__file__).with_suffix(".json")
CONTEXT, BATCH = 64, 16  # characters of a window, windows of a step
HELD_OUT = 64 * 1024  # characters of the validation text that the losses are of


@dataclass(frozen=True)
class Block:
    """What a block is made of.

    place: of the norms, "post" or "pre"; norm: "layer" or "rms"; gated: SwiGLU with a hidden width of 8/3·D, otherwise
    ReLU with 4·D; rotary: RoPE, otherwise sinusoids added to the tokens; bias: of all linear maps.
    """

    place: str = "post"
    norm: str = "layer"
    gated: bool = False
    rotary: bool = False
    bias: bool = True


# Each one changes one thing in the one before. The first is that of Vaswani et al. 2017, the last Llama's.
BLOCKS = {
    "original": Block(),
    "pre-norm": Block("pre"),
    "RMSNorm": Block("pre", "rms"),
    "SwiGLU": Block("pre", "rms", gated=True),
    "RoPE": Block("pre", "rms", gated=True, rotary=True),
    "modern": Block("pre", "rms", gated=True, rotary=True, bias=False),
}


@dataclass(frozen=True)
class Size:
    """Width, layers and heads of a model, and the operations that it may train for."""

    d_model: int
    n_layers: int
    n_heads: int
    compute: float


SIZES = {
    "small": Size(32, 2, 2, 1e11),
    "medium": Size(48, 3, 3, 3.2e11),
    "large": Size(64, 4, 4, 10e11),
}
RATES = (2e-3, 4e-3, 8e-3, 16e-3)
WARM_UPS = (0.05, 0.2)  # as shares of the steps
SEEDS = (1, 2, 3)
SEARCH_SEED = 0


class _Attention(nn.Module):
    """Causal self-attention, with RoPE or without."""

    cos: Tensor
    sin: Tensor

    def __init__(self, d_model: int, n_heads: int, bias: bool, rotary: bool) -> None:
        super().__init__()
        self.n_heads, self.rotary = n_heads, rotary
        self.qkv_proj = nn.Linear(d_model, 3 * d_model, bias=bias)
        self.out_proj = nn.Linear(d_model, d_model, bias=bias)
        d = d_model // n_heads
        angles = torch.arange(CONTEXT)[:, None] * rope_frequencies(d)  # (T, d/2)
        cos, sin = angles.cos(), angles.sin()
        self.register_buffer("cos", torch.cat([cos, cos], dim=-1), persistent=False)
        self.register_buffer("sin", torch.cat([-sin, sin], dim=-1), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(part, self.n_heads) for part in self.qkv_proj(x).chunk(3, dim=-1))
        if self.rotary:
            q, k = self.turned(q), self.turned(k)
        return self.out_proj(merge_heads(F.scaled_dot_product_attention(q, k, v, is_causal=True)))

    def turned(self, x: Tensor) -> Tensor:
        """x: (B, H, T, d). Features k and k + d/2 are a pair."""
        T, d = x.shape[2:]
        return torch.addcmul(x * self.cos[:T], x.roll(d // 2, -1), self.sin[:T])


class _Layer(nn.Module):
    def __init__(self, block: Block, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.place = block.place
        self.attention = _Attention(d_model, n_heads, block.bias, block.rotary)
        self.feed_forward = (
            SwiGLU(d_model, bias=block.bias)
            if block.gated
            else FeedForward(d_model, act="relu", bias=block.bias)
        )
        self.norm1, self.norm2 = (make_norm(block.norm, d_model, 1e-5) for _ in range(2))

    def forward(self, x: Tensor) -> Tensor:
        x = residual(x, self.attention, self.norm1, self.place)
        return residual(x, self.feed_forward, self.norm2, self.place)


class Racer(nn.Module):
    """A language model with one kind of block; all else is the same for all of them.

    Token vectors are times √D, as in Vaswani et al. (section 3.4), and score the next token too. Matrices start as
    Xavier's uniform numbers, the three of queries, keys and values as one each; biases at 0. ids (B, T) → (B, T, V).
    """

    waves: Tensor

    def __init__(self, block: Block, size: Size, vocab_size: int) -> None:
        super().__init__()
        self.block, self.size = block, size
        D = size.d_model
        self.tokens = nn.Embedding(vocab_size, D)
        self.layers = nn.ModuleList(_Layer(block, D, size.n_heads) for _ in range(size.n_layers))
        self.norm = nn.Identity() if block.place == "post" else make_norm(block.norm, D, 1e-5)
        self.register_buffer("waves", sinusoidal_positions(CONTEXT, D), persistent=False)
        nn.init.normal_(self.tokens.weight, std=D**-0.5)
        for name, parameter in self.layers.named_parameters():
            if parameter.ndim == 2:
                for part in parameter.chunk(3) if "qkv" in name else [parameter]:
                    nn.init.xavier_uniform_(part)
            elif name.endswith("bias"):
                nn.init.zeros_(parameter)

    def forward(self, ids: Tensor) -> Tensor:
        x = self.tokens(ids) * math.sqrt(self.size.d_model)
        if not self.block.rotary:
            x = x + self.waves[: ids.shape[1]]
        for layer in self.layers:
            x = layer(x)
        return F.linear(self.norm(x), self.tokens.weight)

    def operations(self, T: int = CONTEXT) -> float:
        """Of a training step, for each token: 6 for each weight of a product, 12·T·D a layer for scores and values."""
        matrices = sum(p.numel() for p in self.parameters() if p.ndim == 2)  # the token table is the head
        return 6.0 * matrices + 12.0 * T * self.size.d_model * self.size.n_layers


# --- racing ---------------------------------------------------------------------------------------------------------


@cache
def text() -> tuple[Tensor, Tensor, int]:
    """Shakespeare's characters as numbers, (N,) to train on and (65,536,) held out, and how many there are.

    Every character is one byte. Raises utils.assets.AssetError.
    """
    from utils import corpora

    data = corpora.shakespeare(quiet=True)
    train, held_out = corpora.joined(data["train"]), corpora.joined(data["validation"])[:HELD_OUT]
    numbers = {letter: number for number, letter in enumerate(sorted(set(train + held_out)))}
    ids, held_out_ids = (as_ids([numbers[letter] for letter in part]) for part in (train, held_out))
    return ids, held_out_ids, len(numbers)


def race(
    name: str,
    size: Size,
    seed: int = 1,
    lr: float = 4e-3,
    warm_up: float = 0.05,
    device: torch.device | str = "cpu",
    given: tuple[Tensor, Tensor, int] | None = None,
) -> dict[str, Any]:
    """Train one block at one size, and look at the held-out text at the end.

    name: of BLOCKS; seed: of the first weights and of the order of the text, which is the same for all blocks; warm_up:
    share of the steps; given: what `text()` gives.
    Returns block, seed, lr, warm_up, parameters, steps, tokens, compute (operations spent), loss (nats for each byte),
    bits_per_byte, curve (20 pairs of compute and training loss) and seconds. A run that failed has loss inf.
    """
    train, held_out, vocab_size = text() if given is None else given
    torch.manual_seed(seed)
    model = Racer(BLOCKS[name], size, vocab_size)
    each = model.operations() * BATCH * CONTEXT
    steps = max(1, round(size.compute / each))
    settings = Settings(
        steps, BATCH, CONTEXT, lr, warmup=max(1, round(warm_up * steps)), final_lr=0.0, seed=seed
    )
    model.to(device)
    fused = torch.device(device).type in ("cpu", "cuda")  # not every device has the fused optimiser
    trainer = Trainer(
        model, train, settings, held_out, 1.0, device=device, optimizer=make_optimizer(model, settings, fused)
    )
    began = time.perf_counter()
    losses = [row["loss"] for row in trainer.run(progress=False)]
    last = trainer.history[-1]
    finite = math.isfinite(last["val_loss"])
    return {
        "block": name,
        "seed": seed,
        "lr": lr,
        "warm_up": warm_up,
        "parameters": sum(p.numel() for p in model.parameters()),
        "steps": steps,
        "tokens": steps * BATCH * CONTEXT,
        "compute": steps * each,
        "loss": last["val_loss"] if finite else math.inf,
        "bits_per_byte": last["bits_per_byte"] if finite else math.inf,
        "curve": _curve(losses, each),
        "seconds": time.perf_counter() - began,
    }


def _curve(losses: Sequence[float], each: float, points: int = 20) -> list[tuple[float, float]]:
    """(compute, mean training loss) of so many equal parts of a run."""
    edges = [round(i * len(losses) / points) for i in range(points + 1)]
    parts = [(a, b) for a, b in pairwise(edges) if b > a]
    return [(b * each, statistics.fmean(losses[a:b])) for a, b in parts]


def small(
    names: Iterable[str] = ("original", "modern"),
    share: float = 0.25,
    seed: int = 1,
    device: torch.device | str = "cpu",
    figures: Mapping[str, Any] | None = None,
) -> dict[str, dict[str, Any]]:
    """The race at the smallest size with a share of its compute, one run a block, with the kept settings of each."""
    figures = kept() if figures is None else figures
    size = SIZES["small"]
    size = Size(size.d_model, size.n_layers, size.n_heads, share * size.compute)
    found = {}
    for name in names:
        chosen = figures["chosen"]["small"][name]
        found[name] = race(name, size, seed, chosen["lr"], chosen["warm_up"], device)
    return found


# --- kept figures ---------------------------------------------------------------------------------------------------


def kept() -> dict[str, Any]:
    """The figures of the whole race: about, blocks, sizes, search, chosen (a size, a block → lr, warm_up) and runs.

    A run is what `race` returns, with size.
    """
    return json.loads(FIGURES.read_text(encoding="utf-8"))


def of_block(name: str, figures: Mapping[str, Any] | None = None) -> tuple[Tensor, Tensor]:
    """Compute (operations) and loss (nats a byte) of a block's runs, (n,) float64 each: by size, then by seed."""
    runs = [run for run in (figures or kept())["runs"] if run["block"] == name]
    runs.sort(key=lambda run: (list(SIZES).index(run["size"]), run["seed"]))
    compute, loss = ([run[key] for run in runs] for key in ("compute", "loss"))
    return torch.tensor(compute, dtype=torch.float64), torch.tensor(loss, dtype=torch.float64)


ABOUT = (
    "Losses on 65,536 held-out characters of Shakespeare's plays in nats for each byte. Learning rate and warm-up were "
    "chosen for each block by itself, with seed 0, which is not raced: at the small size from all pairs of four rates "
    "and two warm-ups; at the medium size, at half its compute, from that rate and half of it with both warm-ups; at "
    "the large size, at a quarter of its compute, from the medium size's rate and half of it. Where the best rate was "
    "the lowest or highest one tried, the next one (a factor of 2) was tried too, until it was not. AdamW (0.9, 0.95), "
    "decay 0.1, gradients clipped at 1, half a cosine down to 0. All blocks have the same order of text and no dropout."
)


class _Book:
    """All runs so far, written after each one, so that an interrupted race goes on."""

    def __init__(self, path: Path) -> None:
        self.path, self.rows = path, {}
        if path.exists():
            self.rows = json.loads(path.read_text(encoding="utf-8"))

    def run(self, size_name: str, size: Size, **settings: Any) -> dict[str, Any]:
        key = json.dumps([size_name, asdict(size), settings])
        if key not in self.rows:
            row = {"size": size_name} | race(size=size, **settings)
            print(f"{size_name:7}{row['block']:9} seed {row['seed']} lr {row['lr']:.3g} warm-up {row['warm_up']:.2f} "
                  f"loss {row['loss']:.4f} {row['seconds']:6.1f} s", flush=True)  # fmt: skip
            self.rows[key] = row
            self.path.write_text(json.dumps(self.rows), encoding="utf-8")
        return self.rows[key]


def whole(path: Path, sizes: Mapping[str, Size] | None = None) -> dict[str, Any]:
    """Search, then race; goes on with what `path` holds of an interrupted one."""
    sizes, book = dict(sizes or SIZES), _Book(path)
    chosen: dict[str, dict[str, Any]] = {name: {} for name in sizes}
    search: list[dict[str, Any]] = []

    def best(size_name: str, block: str, pairs: Sequence[tuple[float, float]], share: float = 1.0) -> None:
        size = sizes[size_name]
        size = Size(size.d_model, size.n_layers, size.n_heads, share * size.compute)
        rows: list[dict[str, Any]] = []
        while True:
            rows += [
                book.run(size_name, size, name=block, seed=SEARCH_SEED, lr=lr, warm_up=warm_up)
                for lr, warm_up in pairs
            ]
            winner, rates = min(rows, key=lambda row: row["loss"]), [row["lr"] for row in rows]
            if winner["lr"] == min(rates):
                pairs = [(winner["lr"] / 2, winner["warm_up"])]
            elif winner["lr"] == max(rates):
                pairs = [(winner["lr"] * 2, winner["warm_up"])]
            else:
                break
        search.extend({key: row[key] for key in row if key != "curve"} for row in rows)
        chosen[size_name][block] = {"lr": winner["lr"], "warm_up": winner["warm_up"]}

    for block in BLOCKS:
        best("small", block, [(lr, w) for lr in RATES for w in WARM_UPS])
        lr = chosen["small"][block]["lr"]
        best("medium", block, [(rate, w) for rate in (lr / 2, lr) for w in WARM_UPS], share=0.5)
        lr, w = chosen["medium"][block].values()
        best("large", block, [(lr / 2, w), (lr, w)], share=0.25)
    runs = [
        book.run(size_name, size, name=block, seed=seed, **chosen[size_name][block])
        for size_name, size in sizes.items()
        for seed in SEEDS
        for block in BLOCKS
    ]
    return {
        "about": ABOUT,
        "context": CONTEXT,
        "batch": BATCH,
        "blocks": {name: asdict(block) for name, block in BLOCKS.items()},
        "sizes": {name: asdict(size) for name, size in sizes.items()},
        "chosen": chosen,
        "search": search,
        "runs": runs,
        "seconds": sum(row["seconds"] for row in book.rows.values()),
    }


def _rounded(value: Any) -> Any:
    """Figures as they are kept: six digits are more than a run repeats on another processor."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, Mapping):
        return {key: _rounded(each) for key, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list | tuple) else value


def table(runs: Sequence[Mapping[str, Any]]) -> str:
    """Mean and deviation of the loss over the seeds, a line a block, a column a size."""
    sizes = list(dict.fromkeys(run["size"] for run in runs))
    lines = ["nats a byte " + "".join(f"{size:>18}" for size in sizes)]
    for name in dict.fromkeys(run["block"] for run in runs):
        cells = []
        for size in sizes:
            losses = [run["loss"] for run in runs if (run["block"], run["size"]) == (name, size)]
            spread = f" ± {statistics.stdev(losses):.4f}" if len(losses) > 1 else ""
            cells.append(f"{statistics.fmean(losses):.4f}{spread}")
        lines.append(f"{name:12}" + "".join(f"{cell:>18}" for cell in cells))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Race, print a table, and write race.json after a whole race."""
    parser = argparse.ArgumentParser(
        prog="python -m utils.topics.llama.race", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument(
        "--small", action="store_true", help="the smallest size, one seed, a quarter of its compute"
    )
    parser.add_argument(
        "--book", type=Path, default=Path("build/race.json"), help="where runs are kept on the way"
    )
    args = parser.parse_args(arguments)
    if args.small:
        print(table([{"size": "small"} | row for row in small(BLOCKS).values()]))
        return
    args.book.parent.mkdir(parents=True, exist_ok=True)
    figures = whole(args.book)
    FIGURES.write_text(json.dumps(_rounded(figures), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(table(figures["runs"]))


if __name__ == "__main__":
    main()
