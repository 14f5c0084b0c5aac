"""How fast is a training step of our GPT, next to two others of the same sizes on the same batches?

The others: GPT2LMHeadModel of the library transformers, and a model in the form of nanoGPT, written below from its
description. All start from the same weights, have the same optimiser (AdamW, fused) and the same loss; ours takes its
step as `utils.training.Trainer` does, clipping and bookkeeping included, and so do the others. Steps alternate, in an
order that rotates, so that whatever else the machine does meets all of them alike.

    python benchmarks/training.py
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch import Tensor, nn  # noqa: E402

from utils import checkpoints  # noqa: E402
from utils.blocks.gpt import GPT, GPTConfig  # noqa: E402
from utils.training import Settings, Trainer, peak_flops, peak_memory  # noqa: E402

ON_CPU = GPTConfig(vocab_size=1024, context=128, d_model=128, n_heads=4, n_layers=4)
ON_GPU = GPTConfig(vocab_size=50_304, context=1024, d_model=768, n_heads=12, n_layers=12)


class NanoBlock(nn.Module):
    """A block in nanoGPT's form: one fused map to queries, keys and values, torch's attention, exact or tanh GELU."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.ln_1, self.ln_2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.c_attn, self.c_proj = nn.Linear(d_model, 3 * d_model), nn.Linear(d_model, d_model)
        self.c_fc, self.c_out = nn.Linear(d_model, 4 * d_model), nn.Linear(4 * d_model, d_model)

    def forward(self, x: Tensor) -> Tensor:
        B, T, D = x.shape
        q, k, v = self.c_attn(self.ln_1(x)).split(D, dim=2)
        q, k, v = (part.view(B, T, self.n_heads, D // self.n_heads).transpose(1, 2) for part in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.c_proj(y.transpose(1, 2).contiguous().view(B, T, D))
        return x + self.c_out(F.gelu(self.c_fc(self.ln_2(x)), approximate="tanh"))


class NanoGPT(nn.Module):
    """Token and position tables, blocks, a final norm, a tied head."""

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        self.wte = nn.Embedding(config.vocab_size, config.d_model)
        self.wpe = nn.Embedding(config.context, config.d_model)
        self.h = nn.ModuleList(NanoBlock(config.d_model, config.n_heads) for _ in range(config.n_layers))
        self.ln_f = nn.LayerNorm(config.d_model)
        self.lm_head = nn.Linear(config.d_model, config.vocab_size, bias=False)
        self.lm_head.weight = self.wte.weight

    def forward(self, ids: Tensor) -> Tensor:
        x = self.wte(ids) + self.wpe(torch.arange(ids.shape[1], device=ids.device))
        for block in self.h:
            x = block(x)
        return self.lm_head(self.ln_f(x))


class Scores(nn.Module):
    """transformers' model as a function from ids to scores."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor) -> Tensor:
        return self.model(ids, use_cache=False).logits


def competitors(config: GPTConfig) -> dict[str, nn.Module]:
    """The three models with the same weights."""
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    theirs = GPT2LMHeadModel(
        GPT2Config(
            vocab_size=config.vocab_size, n_positions=config.context, n_embd=config.d_model, n_head=config.n_heads,
            n_layer=config.n_layers, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0,
            bos_token_id=None, eos_token_id=None,
        )
    )  # fmt: skip
    tensors = {name.removeprefix("transformer."): tensor for name, tensor in theirs.state_dict().items()}
    ours = checkpoints.load_gpt2(GPT(config), tensors)
    nano = NanoGPT(config)
    renamed = {}
    for name, tensor in tensors.items():
        short = name.replace(".attn.", ".").replace("mlp.c_proj", "c_out").replace("mlp.", "")
        is_map = short.startswith("h.") and ".c_" in short and short.endswith("weight")
        renamed[short] = tensor.T if is_map else tensor
    nano.load_state_dict(renamed)
    return {"ours": ours, "transformers": Scores(theirs), "nanoGPT's form": nano}


def run(device: str = "auto", rounds: int | None = None) -> dict[str, Any]:
    """Measure all three in one run, on a GPU also in bfloat16 and compiled.

    Returns ratio (our tokens a second over those of the faster of the two others), ours and peer in tokens a second,
    unit, and detail. Raises RuntimeError when the three do not compute the same losses.
    """
    device = ("cuda" if torch.cuda.is_available() else "cpu") if device == "auto" else device
    on_gpu = device == "cuda"
    config = ON_GPU if on_gpu else ON_CPU
    rounds = rounds or (30 if on_gpu else 24)
    results = {"float32": measure(config, device, rounds, 8)}
    if on_gpu:
        results["bfloat16"] = measure(config, device, rounds, 16, precision="bfloat16")
        results["bfloat16, compiled"] = measure(
            config, device, rounds, 16, precision="bfloat16", compile=True
        )
    best = results["bfloat16, compiled" if on_gpu else "float32"]
    speeds = {name: row["tokens/s"] for name, row in best.items()}
    peer = max(speed for name, speed in speeds.items() if name != "ours")
    return {
        "ratio": speeds["ours"] / peer,
        "ours": speeds["ours"],
        "peer": peer,
        "unit": "tokens/s",
        "detail": {
            "what": f"one training step on {device}, {sum(p.numel() for p in GPT(config).parameters()):,} parameters; "
            "peer: the faster of transformers' GPT-2 and nanoGPT's form",
            "threads": torch.get_num_threads(),
            "results": results,
        },
    }


def measure(
    config: GPTConfig,
    device: str,
    rounds: int,
    batch_size: int,
    precision: str = "float32",
    compile: bool = False,
) -> dict[str, dict[str, float | None]]:
    """Tokens a second (median of the steps), peak memory and utilisation of each model."""
    ids = torch.randint(config.vocab_size, (200_000,), generator=torch.Generator().manual_seed(1))
    settings = Settings(
        steps=10_000,
        batch_size=batch_size,
        context=config.context,
        lr=1e-4,
        warmup=1,
        precision=precision,
        compile=compile,
    )
    trainers = {
        name: Trainer(model, ids, settings, device=device) for name, model in competitors(config).items()
    }
    seconds: dict[str, list[float]] = {name: [] for name in trainers}
    memory: dict[str, float] = {}
    names = list(trainers)
    for number in range(rounds + 3):  # the first three warm up (and compile)
        losses = {}
        for name in names[number % 3 :] + names[: number % 3]:
            if device == "cuda":
                torch.cuda.reset_peak_memory_stats()
            started = time.perf_counter()
            losses[name] = trainers[name].train_step()["loss"]
            seconds[name].append(time.perf_counter() - started)
            if device == "cuda":
                memory[name] = peak_memory(device)
        tolerance = 1e-3 if precision == "float32" else 3e-2
        if max(losses.values()) - min(losses.values()) > tolerance:
            raise RuntimeError(f"The models do not compute the same loss in step {number}: {losses}.")
    tokens = batch_size * config.context
    peak, flops = peak_flops(device), GPT(config).flops_per_token()
    return {
        name: {
            "tokens/s": (speed := tokens / statistics.median(times[3:])),
            "fastest, tokens/s": tokens / min(times[3:]),
            "peak memory, bytes (GPU)": memory.get(name),
            "model FLOPs utilisation": speed * flops / peak if peak else None,
        }
        for name, times in seconds.items()
    }


def main() -> None:
    result = run()
    print(result["detail"]["what"])
    for form, rows in result["detail"]["results"].items():
        print(f"\n{form:24}{'tokens/s':>12}{'of ours':>10}")
        for name, row in rows.items():
            print(f"{name:24}{row['tokens/s']:12,.0f}{row['tokens/s'] / rows['ours']['tokens/s']:10.2f}")
    print(f"\nratio {result['ratio']:.3f}")


if __name__ == "__main__":
    main()
