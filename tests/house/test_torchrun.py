"""Training from the command line under torchrun: the losses of two processes are those of one with the same batches."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from utils import assets, checkpoints
from utils.blocks.gpt import GPT, GPTConfig

ROOT = Path(__file__).resolve().parents[2]
SMALL = (
    "--characters 60000 --vocabulary 300 --width 32 --layers 2 --heads 2 --context 32 --batch 16 --steps 40"
)
SMALL += " --lr 5e-3"


def losses(folder: Path, launcher: list[str], *more: str) -> list[float]:
    """The loss of each step, as docs/hub.md says it is done, from the run that is saved."""
    file = folder / "run.safetensors"
    command = [
        sys.executable,
        *(["-m", *launcher] if launcher else []),
        "-m",
        "utils.training",
        *SMALL.split(),
        *more,
        "--out",
        str(file),
    ]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.count("tokens/s") == 1, "one process speaks"
    _, notes = checkpoints.load(file, GPT(GPTConfig(300, 32, 32, 2, 2)))
    return [row["loss"] for row in notes["history"]]


@pytest.mark.slow
@pytest.mark.network
def test_two_processes_have_the_losses_of_one(tmp_path: Path) -> None:
    assets.path("shakespeare", progress=False)
    one = losses(tmp_path, [])
    two = losses(tmp_path, ["torch.distributed.run", "--standalone", "--nproc-per-node", "2"])
    assert len(one) == 40 and one[-1] < one[0] - 0.1, "it learns, so the steps matter"
    assert two == pytest.approx(one, abs=1e-5, rel=0)
    other = losses(tmp_path, [], "--batch", "8")
    assert max(abs(a - b) for a, b in zip(one, other)) > 1e-3, "other batches are seen"
