"""What does a training step with our adapters cost, next to PEFT's on the same model?

LoRA, DoRA and LoRA over four bits ("QLoRA"), ours from `utils.blocks.adapters`, on all seven linear layers of each
block of a Llama with SmolLM2's widths and random weights. Both sides start from the same numbers, take the same batches
and have the same optimiser, and they have to find the same losses. All six take turns, in an order that rotates.

QLoRA's usual four-bit layer is that of bitsandbytes, which is not among the course's packages. So the peer of our QLoRA
is PEFT's LoRA over the very same four-bit layer, `NF4Linear`: the comparison is one of adapters, not of kernels.

    python benchmarks/adapters.py
"""

from __future__ import annotations

import copy
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

import torch  # noqa: E402
from torch import Tensor, nn  # noqa: E402

from utils.blocks.adapters import DoRALinear, LoRALinear, NF4Linear, inject, qlora_linear  # noqa: E402

LINEAR = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
OURS: dict[str, Callable[..., nn.Module]] = {"LoRA": LoRALinear, "DoRA": DoRALinear, "QLoRA": qlora_linear}
ON_CPU = {"layers": 4, "vocabulary": 1024, "batch": 4, "tokens": 96, "rounds": 12}
ON_GPU = {"layers": 30, "vocabulary": 49_152, "batch": 16, "tokens": 256, "rounds": 30}
RANK, ALPHA = 8, 16


def llama(layers: int, vocabulary: int, width: int = 576, heads: int = 9) -> nn.Module:
    """A decoder with random weights; SmolLM2-135M has 30 layers and 49,152 words."""
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    sizes: dict[str, Any] = dict(
        hidden_size=width, intermediate_size=8 * width // 3, num_hidden_layers=layers
    )
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=vocabulary, num_attention_heads=heads, num_key_value_heads=heads // 3,
            tie_word_embeddings=True, use_cache=False, **sizes,
        )
    )  # fmt: skip


def competitors(model: nn.Module) -> dict[str, tuple[nn.Module, nn.Module]]:
    """Way → (ours, PEFT's), with the same numbers in all of them; B is not zero, so that a wrong scale would show."""
    import peft

    generator = torch.Generator().manual_seed(1)
    found = {}
    for way, adapter in OURS.items():
        ours, theirs = copy.deepcopy(model), copy.deepcopy(model)
        names = inject(ours, LINEAR, RANK, ALPHA, adapter)
        if way == "QLoRA":
            for name in names:
                parent, _, own = name.rpartition(".")
                holder = theirs.get_submodule(parent)
                setattr(holder, own, NF4Linear(getattr(holder, own)))
        config = peft.LoraConfig(
            r=RANK, lora_alpha=ALPHA, target_modules=list(LINEAR), use_dora=way == "DoRA", lora_dropout=0.0
        )
        theirs = peft.get_peft_model(theirs, config)  # type: ignore[arg-type]
        for name in names:
            _same(ours.get_submodule(name), theirs.get_submodule(f"base_model.model.{name}"), generator)
        found[way] = (ours, theirs)
    return found


@torch.no_grad()
def _same(ours: Any, theirs: Any, generator: torch.Generator) -> None:
    """Give both adapters of one layer the same A and B."""
    for own, other in ((ours.A, theirs.lora_A), (ours.B, theirs.lora_B)):
        values = torch.randn(own.shape, generator=generator) * 0.02
        own.copy_(values)
        other["default"].weight.copy_(values)


class Stepper:
    """One model at work: `step` is forward, backward and AdamW."""

    def __init__(self, model: nn.Module, device: str) -> None:
        self.model = model.to(device).train()
        self.trained = [p for p in model.parameters() if p.requires_grad]
        self.optimizer = torch.optim.AdamW(self.trained, lr=1e-3, weight_decay=0.0)

    def step(self, ids: Tensor) -> float:
        loss = self.model(input_ids=ids, labels=ids).loss
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def peak_memory(self, ids: Tensor) -> int:
        """Bytes at the worst moment of a step: weights, quantised or not, Adam's two numbers, and all that comes up."""
        tensors = {t.data_ptr(): t.nbytes for t in [*self.model.parameters(), *self.model.buffers()]}
        self.optimizer.zero_grad(set_to_none=True)
        extra = extra_memory(lambda: self.step(ids), str(ids.device))
        return sum(tensors.values()) + 2 * sum(p.nbytes for p in self.trained) + extra


def extra_memory(work: Callable[[], Any], device: str) -> int:
    """The most bytes that lay in memory during some work on top of what lay there before."""
    if device.startswith("cuda"):
        before = torch.cuda.memory_allocated()
        torch.cuda.reset_peak_memory_stats()
        work()
        return torch.cuda.max_memory_allocated() - before
    activities = [torch.profiler.ProfilerActivity.CPU]
    with torch.profiler.profile(activities=activities, profile_memory=True) as profile:
        work()
    events = [event for event in profile.profiler.kineto_results.events() if event.name() == "[memory]"]  # type: ignore[union-attr]
    now = most = 0
    for event in sorted(events, key=lambda event: event.start_ns()):
        now += event.nbytes()
        most = max(most, now)
    return most


def measure(model: nn.Module, batch: int, tokens: int, rounds: int, device: str) -> dict[str, dict[str, Any]]:
    """Way → seconds of a step, peak memory and trained parameters of both sides."""
    vocabulary: int = model.config.vocab_size  # type: ignore[assignment, union-attr]
    steppers = {
        (way, side): Stepper(one, device)
        for way, pair in competitors(model).items()
        for side, one in zip(("ours", "PEFT"), pair)
    }
    generator = torch.Generator().manual_seed(2)
    seconds: dict[tuple[str, str], list[float]] = {key: [] for key in steppers}
    keys = list(steppers)
    for number in range(rounds + 2):  # the first two warm up
        ids = torch.randint(vocabulary, (batch, tokens), generator=generator).to(device)
        losses = {}
        for key in keys[number % len(keys) :] + keys[: number % len(keys)]:
            _wait(device)
            started = time.perf_counter()
            losses[key] = steppers[key].step(ids)
            _wait(device)
            seconds[key].append(time.perf_counter() - started)
        for way in OURS:
            if abs(losses[way, "ours"] - losses[way, "PEFT"]) > 1e-3:
                raise RuntimeError(
                    f"Ours and PEFT's {way} do not compute the same loss in step {number}: {losses}."
                )
    memory = {key: stepper.peak_memory(ids) for key, stepper in steppers.items()}
    return {
        way: {
            side: {
                "seconds": statistics.median(seconds[way, side][2:]),
                "fastest": min(seconds[way, side][2:]),
                "peak memory, MB": memory[way, side] / 1e6,
                "trained parameters": sum(p.numel() for p in steppers[way, side].trained),
            }
            for side in ("ours", "PEFT")
        }
        for way in OURS
    }


def _wait(device: str) -> None:
    if device.startswith("cuda"):
        torch.cuda.synchronize()


def run(device: str = "auto", rounds: int | None = None) -> dict[str, Any]:
    """All three in one run.

    Returns ratio (PEFT's seconds over ours, of the way where we are least ahead), ours and peer in seconds a step of
    that way, unit, and detail. Raises RuntimeError where the two sides do not compute the same losses.
    """
    device = ("cuda" if torch.cuda.is_available() else "cpu") if device == "auto" else device
    sizes = ON_GPU if device.startswith("cuda") else ON_CPU
    model = llama(sizes["layers"], sizes["vocabulary"])
    found = measure(model, sizes["batch"], sizes["tokens"], rounds or sizes["rounds"], device)
    ratios = {way: rows["PEFT"]["seconds"] / rows["ours"]["seconds"] for way, rows in found.items()}
    least = min(ratios, key=lambda way: ratios[way])
    return {
        "ratio": ratios[least],
        "ours": found[least]["ours"]["seconds"],
        "peer": found[least]["PEFT"]["seconds"],
        "unit": "seconds/step",
        "detail": {
            "what": f"one training step on {device}, {sizes['layers']} blocks of width 576, {sizes['batch']} texts of "
            f"{sizes['tokens']} tokens, rank {RANK}; {least}, where we are least ahead; peer: PEFT",
            "threads": torch.get_num_threads(),
            "ratios": ratios,
            "memory, PEFT's over ours": {
                way: rows["PEFT"]["peak memory, MB"] / rows["ours"]["peak memory, MB"]
                for way, rows in found.items()
            },
            "results": found,
        },
    }


def main() -> None:
    result = run()
    print(result["detail"]["what"])
    for way, rows in result["detail"]["results"].items():
        for side, row in rows.items():
            numbers = f"{row['seconds']:9.3f} s{row['peak memory, MB']:9.0f} MB{row['trained parameters']:10,} trained"
            print(f"{way:6} {side:5}{numbers}")
    print(f"ratio {result['ratio']:.3f}")


if __name__ == "__main__":
    main()
