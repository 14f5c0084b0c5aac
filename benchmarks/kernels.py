"""Kernels: the warm, sandboxed one against Jupyter's own, taken in turns in one run.

Time runs from asking for a kernel until a cell with torch in it has been answered. Private memory is what a kernel
costs beyond what it shares with others, after one step of training: its own process and, for the warm one, its guard.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from pathlib import Path
from typing import Any

ROUNDS = 7
CELL = "import torch\nprint(torch.ones(2) @ torch.ones(2))"
TRAIN = """
model = torch.nn.Linear(8, 8)
optimizer = torch.optim.AdamW(model.parameters())
model(torch.randn(4, 8)).square().mean().backward()
optimizer.step()
"""
_KINDS = {"plain": "python3", "warm": "autograder"}


async def _one(kind: str) -> tuple[float, float]:
    """(seconds until torch has answered, megabytes of private memory) of one kernel."""
    from jupyter_client.manager import AsyncKernelManager

    start = time.perf_counter()
    manager = AsyncKernelManager(kernel_name=_KINDS[kind])
    await manager.start_kernel()
    client = manager.client()
    client.start_channels()
    try:
        await client.wait_for_ready(timeout=120)
        await _answer(client, CELL)
        seconds = time.perf_counter() - start
        await _answer(client, TRAIN)
        provisioner: Any = manager.provisioner
        pids = [provisioner.pid] if kind == "plain" else [provisioner.pid, provisioner.guard_pid]
        return seconds, sum(map(_private, pids))
    finally:
        client.stop_channels()
        await manager.shutdown_kernel(now=True)


async def _answer(client: Any, code: str) -> None:
    request = client.execute(code)
    while True:
        message = await client.get_shell_msg(timeout=60)
        if message["parent_header"].get("msg_id") == request:
            assert message["content"]["status"] == "ok", message["content"]
            return


def _private(pid: int) -> float:
    """Megabytes of a process that no other process shares."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) * 1024 / 1e6


async def _measure(rounds: int) -> dict[str, list[tuple[float, float]]]:
    await _one("warm")  # starts the parent, once for all kernels
    results: dict[str, list[tuple[float, float]]] = {kind: [] for kind in _KINDS}
    for _ in range(rounds):
        for kind in _KINDS:
            results[kind].append(await _one(kind))
    return results


def run(rounds: int = ROUNDS) -> dict[str, Any]:
    """Medians of `rounds` kernels of each kind. `ratio`: plain seconds to warm seconds."""
    from autograder import kernels

    kernels.add_kernelspec()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    results = asyncio.run(_measure(rounds))
    seconds, memory = (
        {kind: statistics.median(each[part] for each in results[kind]) for kind in _KINDS} for part in (0, 1)
    )
    return {
        "ratio": seconds["plain"] / seconds["warm"],
        "ours": seconds["warm"],
        "peer": seconds["plain"],
        "unit": "s until torch answers",
        "detail": {
            "private memory, MB": {kind: round(value, 1) for kind, value in memory.items()},
            "memory ratio": memory["plain"] / memory["warm"],
            "best s": {kind: round(min(each[0] for each in results[kind]), 3) for kind in _KINDS},
            "rounds": rounds,
        },
    }


if __name__ == "__main__":
    found = run()
    private = found["detail"]["private memory, MB"]
    best = found["detail"]["best s"]
    print(f"{'':28}{'plain':>10}{'warm':>10}{'ratio':>8}")
    print(f"{'s until torch, median':28}{found['peer']:10.3f}{found['ours']:10.3f}{found['ratio']:8.1f}")
    print(
        f"{'s until torch, best':28}{best['plain']:10.3f}{best['warm']:10.3f}{best['plain'] / best['warm']:8.1f}"
    )
    memory_ratio = found["detail"]["memory ratio"]
    print(f"{'private memory, MB':28}{private['plain']:10.1f}{private['warm']:10.1f}{memory_ratio:8.1f}")
