"""How fast do our models write, next to transformers' `generate` with the same weights, prompt and length?

Two models: a GPT of GPT-2's shape with random weights, and the Llama with the real weights of SmolLM2 after lines of
Shakespeare. Ours: `utils.blocks.gpt` with the cache and the sampler of `utils.blocks`, also without a cache, and
`utils.blocks.llama`. The others: GPT2LMHeadModel and LlamaForCausalLM with their dynamic and their static cache. All of
them are greedy and have the same type of numbers, and the runs take turns, in an order that rotates. The floor is what
memory allows: a step reads every weight and every text's cache. A profile tells which share of a way's time goes into
matrix products: those are the same library calls for everybody, so they bound what better code around them can gain.

Two quiet cores (27 November 2026): with GPT-2's shape 1.22 and 1.34 times the faster cache in float32 (1 and
8 texts), 1.16 and 1.02 in bfloat16; with SmolLM2 1.49, 1.09, 1.25 and .95. The goal was 1.3 for one text and 1.1 for
eight. In bfloat16 it is out of reach: products take 71 to 86 % of our time and 63 to 84 % of theirs, in the same
calls, so even if all else cost nothing, the ratio would be 1.3 to 1.4.

    python benchmarks/generation.py
"""

from __future__ import annotations

import functools
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
import torch.nn.functional as F  # noqa: E402
from torch import Tensor  # noqa: E402

from utils import checkpoints, corpora, smollm2  # noqa: E402
from utils.blocks import llama  # noqa: E402
from utils.blocks.attention import merge_heads, split_heads  # noqa: E402
from utils.blocks.cache import KVCache  # noqa: E402
from utils.blocks.gpt import GPT, GPTConfig  # noqa: E402
from utils.blocks.memory_order import for_writing  # noqa: E402
from utils.blocks.sampling import greedy  # noqa: E402

GPT2 = GPTConfig(vocab_size=50_257, context=1024, d_model=768, n_heads=12, n_layers=12)
PROMPT, NEW, NEW_WITHOUT = 32, 48, 8  # tokens; without a cache fewer are written, for it takes long
OURS, WITHOUT = "ours", "ours, no cache"
Writer = Callable[[Tensor, int], Tensor]  # ids (B, T), how many new tokens → (B, T + n)


class Cached:
    """A GPT with a cache in every layer: ids (B, t) from position `start` on → the scores after the last, (B, V)."""

    def __init__(self, gpt: GPT) -> None:
        self.gpt = gpt

    def new_cache(self) -> list[KVCache]:
        return [KVCache() for _ in self.gpt.blocks]

    def __call__(self, ids: Tensor, start: int, caches: list[KVCache]) -> Tensor:
        gpt = self.gpt
        x = gpt.tokens(ids) + gpt.positions.weight[start : start + ids.shape[1]]  # (B, t, D)
        blocks: list[Any] = list(gpt.blocks)
        for block, cache in zip(blocks, caches, strict=True):

            def attend(h: Tensor, attention: Any = block.attention, cache: KVCache = cache) -> Tensor:
                q, k, v = (
                    split_heads(part, attention.n_heads) for part in attention.qkv_proj(h).chunk(3, dim=-1)
                )
                k, v = cache.append(k, v)  # (B, H, S, d)
                context = F.scaled_dot_product_attention(
                    q, k, v, is_causal=q.shape[2] > 1
                )  # one prompt, then singly
                return attention.out_proj(merge_heads(context))

            x = block.branch(1, x, attend)
            x = block.branch(2, x, block.feed_forward)
        return gpt.logits(gpt.norm(x[:, -1]))


def writers(config: GPTConfig, device: str, dtype: torch.dtype) -> dict[str, Writer]:
    """Each way of writing, over the same random weights."""
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    theirs = GPT2LMHeadModel(
        GPT2Config(
            vocab_size=config.vocab_size, n_positions=config.context, n_embd=config.d_model, n_head=config.n_heads,
            n_layer=config.n_layers, initializer_range=0.06, bos_token_id=None, eos_token_id=None, pad_token_id=0,
        )
    )  # fmt: skip
    tensors = {name.removeprefix("transformer."): tensor for name, tensor in theirs.state_dict().items()}
    gpt = GPT(config)
    checkpoints.load_gpt2(gpt, tensors)
    gpt.eval().requires_grad_(False).to(device, dtype)
    theirs = theirs.eval().to(device, dtype)  # type: ignore[arg-type]
    model = Cached(gpt)

    @torch.inference_mode()
    def write(ids: Tensor, n_new: int) -> Tensor:
        cache, chunk, start, columns = model.new_cache(), ids, 0, [ids]
        for _ in range(n_new):
            scores = model(chunk, start, cache)
            start += chunk.shape[1]
            chunk = greedy(scores)[:, None]
            columns.append(chunk)
        return torch.cat(columns, dim=1)

    return {OURS: _in_order(gpt, write), **_transformers(theirs), WITHOUT: gpt.generate}


def llama_writers(theirs: Any) -> dict[str, Writer]:
    """Each way of writing over the weights of a LlamaForCausalLM, on its device and in its type of numbers."""
    model = llama.from_transformers(theirs).eval().requires_grad_(False)
    return {OURS: _in_order(model, torch.inference_mode()(model.generate)), **_transformers(theirs)}


def _in_order(model: torch.nn.Module, write: Writer) -> Writer:
    """The same writer, with the model's matrices in the order for so many texts; only a first call has to move them."""

    def ours(ids: Tensor, n_new: int) -> Tensor:
        for_writing(model, len(ids))
        return write(ids, n_new)

    return ours


def _transformers(model: Any) -> dict[str, Writer]:
    def writer(cache: str) -> Writer:
        def write(ids: Tensor, n_new: int) -> Tensor:
            return model.generate(
                ids, attention_mask=torch.ones_like(ids), max_new_tokens=n_new, min_new_tokens=n_new,
                do_sample=False, eos_token_id=None, pad_token_id=0, cache_implementation=cache,
            )  # fmt: skip

        return write

    return {f"transformers, {cache}": writer(cache) for cache in ("dynamic", "static")}


def copy_bandwidth(device: str, n_bytes: int = 2**28) -> float:
    """Bytes a second that this machine reads and writes when it copies a large block; the best of ten."""
    source = torch.ones(n_bytes // 4, device=device)
    target, best = torch.empty_like(source), float("inf")
    for _ in range(10):
        best = min(best, _timed(lambda: target.copy_(source), device)[0])
    return 2 * n_bytes / best


def bytes_per_step(config: GPTConfig, n_bytes: int, batch: int, length: float) -> float:
    """What one step has to read: all weights but the positions, and keys and values of `length` tokens a text."""
    with torch.device("meta"):
        weights = sum(p.numel() for p in GPT(config).parameters()) - config.context * config.d_model
    return n_bytes * (weights + batch * 2 * config.n_layers * config.d_model * length)


def _timed(work: Callable[[], Tensor], device: str) -> tuple[float, Tensor]:
    """Seconds until the device has done a piece of work, and what it gave."""
    wait = torch.cuda.synchronize if device != "cpu" else lambda: None
    wait()
    started = time.perf_counter()
    found = work()
    wait()
    return time.perf_counter() - started, found


def llama_bytes_per_step(config: llama.LlamaConfig, n_bytes: int, batch: int, length: float) -> float:
    """The same for a Llama, whose positions are no weights and whose heads share keys and values."""
    with torch.device("meta"):
        weights = sum(p.numel() for p in llama.Llama(config).parameters())
    weights -= (
        0 if config.tied else config.vocab_size * config.d_model
    )  # of a table of its own a step reads one row
    width = config.n_kv_heads * config.d_head
    return n_bytes * (weights + batch * 2 * config.n_layers * width * length)


def measure(
    config: GPTConfig,
    device: str,
    dtype: torch.dtype,
    batches: tuple[int, ...],
    rounds: int,
    bandwidth: float,
    lengths: tuple[int, int, int] = (PROMPT, NEW, NEW_WITHOUT),
) -> dict[str, Any]:
    """Tokens a second (median of the rounds, the prompt's pass included) of each way, for each batch size.

    Raises RuntimeError when the ways do not write the same tokens in float32.
    """
    n_prompt, n_new, n_without = lengths
    ways, results = writers(config, device, dtype), {}
    for batch in batches:
        drawn = torch.Generator().manual_seed(batch)
        ids = torch.randint(config.vocab_size, (batch, n_prompt), generator=drawn).to(device)
        read = bytes_per_step(config, torch.finfo(dtype).bits // 8, batch, n_prompt + n_new / 2)
        floor = batch * bandwidth / read
        results[f"batch {batch}"] = _compare(ways, ids, n_new, n_without, rounds, floor, dtype)
    return results


def measure_llama(
    theirs: Any,
    prompts: Tensor,
    batches: tuple[int, ...],
    rounds: int,
    bandwidth: float,
    n_new: int = NEW,
) -> dict[str, Any]:
    """The same for a LlamaForCausalLM and our Llama with its weights, after the first rows of prompts (B, T)."""
    ways, results = llama_writers(theirs), {}
    config = llama.config_of(theirs)
    for batch in batches:
        ids = prompts[:batch].to(theirs.device)
        read = llama_bytes_per_step(
            config, torch.finfo(theirs.dtype).bits // 8, batch, ids.shape[1] + n_new / 2
        )
        floor = batch * bandwidth / read
        results[f"batch {batch}"] = _compare(ways, ids, n_new, 0, rounds, floor, theirs.dtype)
    return results


def _compare(
    ways: dict[str, Writer],
    ids: Tensor,
    n_new: int,
    n_without: int,
    rounds: int,
    floor: float,
    dtype: torch.dtype,
) -> dict[str, Any]:
    """Let the ways write in turns."""
    names, batch = list(ways), len(ids)
    speeds: dict[str, list[float]] = {name: [] for name in names}
    written: dict[str, Tensor] = {}
    for number in range(rounds + 1):  # the first warms up
        for name in names[number % len(names) :] + names[: number % len(names)]:
            n = n_without if name == WITHOUT else n_new
            write = functools.partial(ways[name], ids, n)
            seconds, written[name] = _timed(write, ids.device.type)
            speeds[name].append(batch * n / seconds)
    same = {
        name: (text == written[OURS][:, : text.shape[1]]).double().mean().item()
        for name, text in written.items()
    }
    if dtype == torch.float32 and min(same.values()) < 1:
        raise RuntimeError(f"The ways do not write the same tokens, batch {batch}: {same}.")
    return {
        "tokens/s": {name: statistics.median(each[1:]) for name, each in speeds.items()},
        "share in matrix products": {
            name: _share_of_products(functools.partial(ways[name], ids, n_new))
            for name in names
            if name != WITHOUT and ids.device.type == "cpu"
        },
        "same tokens as ours": same,
        "floor, tokens/s": floor,
        "ours, share of the floor": statistics.median(speeds[OURS][1:]) / floor,
    }


PRODUCTS = ("aten::mm", "aten::addmm", "aten::bmm")


def _share_of_products(work: Callable[[], Tensor]) -> float:
    """Which share of the time of a piece of work on the CPU is spent in products with the weights."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as watched:
        work()
    seconds = {event.key: event.self_cpu_time_total for event in watched.key_averages()}
    return sum(seconds.get(name, 0.0) for name in PRODUCTS) / (sum(seconds.values()) or 1.0)


def prompts(tokenizer: Any, rows: int, length: int = PROMPT) -> Tensor:
    """So many rows of so many tokens, cut one after another from the held-out plays."""
    text = corpora.joined(corpora.shakespeare(quiet=True)["validation"], characters=40 * rows * length)
    ids = torch.tensor(tokenizer(text[: 8 * rows * length])["input_ids"])
    return ids[: rows * length].view(rows, length)


def _ratios(results: dict[str, Any]) -> dict[str, float]:
    """Our tokens a second over those of the faster cache of transformers."""
    return {
        f"{form}, {batch}": row["tokens/s"][OURS]
        / max(speed for name, speed in row["tokens/s"].items() if name.startswith("transformers"))
        for form, rows in results.items()
        for batch, row in rows.items()
    }


def run(device: str = "auto", rounds: int = 3) -> dict[str, Any]:
    """Measure in float32 and bfloat16, with 1 and 8 texts, the GPT and the Llama.

    Returns ratio (our tokens a second over those of the faster cache of transformers, the GPT in float32, one text),
    ours and peer in tokens a second, unit, and detail with every number: `ratios` and `results` of the GPT, the same of
    the Llama under `SmolLM2`, and `lowest ratio` of all.
    """
    device = ("cuda" if torch.cuda.is_available() else "cpu") if device == "auto" else device
    bandwidth, forms = copy_bandwidth(device), (torch.float32, torch.bfloat16)
    names = [str(dtype).removeprefix("torch.") for dtype in forms]
    results = {
        name: measure(GPT2, device, dtype, (1, 8), rounds, bandwidth) for name, dtype in zip(names, forms)
    }
    theirs, tokenizer = smollm2.load(device)
    rows = prompts(tokenizer, 8)
    of_llama = {
        name: measure_llama(theirs.to(dtype), rows, (1, 8), rounds, bandwidth)
        for name, dtype in zip(names, forms)
    }
    ratios, llama_ratios = _ratios(results), _ratios(of_llama)
    first = results["float32"]["batch 1"]["tokens/s"]
    return {
        "ratio": ratios["float32, batch 1"],
        "ours": first[OURS],
        "peer": first[OURS] / ratios["float32, batch 1"],
        "unit": "tokens/s",
        "detail": {
            "what": f"greedy, {NEW} tokens after {PROMPT}, GPT-2's shape (124M), on {device}; "
            "peer: the faster of transformers' dynamic and static cache",
            "threads": torch.get_num_threads(),
            "copy bandwidth, bytes/s": bandwidth,
            "ratios": ratios,
            "results": results,
            "SmolLM2": {
                "what": f"the same for the Llama with SmolLM2's weights (135M), {NEW} tokens after {PROMPT} of "
                "Shakespeare",
                "ratios": llama_ratios,
                "results": of_llama,
            },
            "lowest ratio": min([*ratios.values(), *llama_ratios.values()]),
        },
    }


def main() -> None:
    result = run()
    detail = result["detail"]
    print(f"{detail['what']}; copies {detail['copy bandwidth, bytes/s'] / 1e9:.1f} GB/s")
    for model, results in (("GPT-2's shape", detail), ("SmolLM2", detail["SmolLM2"])):
        for form, rows in results["results"].items():
            for batch, row in rows.items():
                ratio = results["ratios"][f"{form}, {batch}"]
                print(
                    f"\n{model}, {form}, {batch}: ratio {ratio:.3f}, floor {row['floor, tokens/s']:,.1f} tokens/s"
                )
                for name, speed in row["tokens/s"].items():
                    share = row["share in matrix products"].get(name)
                    products = "" if share is None else f"{share:10.0%} in matrix products"
                    print(
                        f"  {name:24}{speed:12,.1f}{speed / row['floor, tokens/s']:10.2f} of the floor{products}"
                    )
    print(f"\nratio {result['ratio']:.3f}, lowest {detail['lowest ratio']:.3f}")


if __name__ == "__main__":
    main()
