"""The fresh process of a dry run: cells one after the other, then the cases of one check.

    python -m autograder.checks.fresh_process ASKED ANSWERED

Both are files with packed values (values.py). A cell that stops with an error stops only itself, as in grading.
"""

from __future__ import annotations

import linecache
import random
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import torch

from autograder.checks.notebook_api import capturing
from autograder.checks.probe import run_probe
from autograder.checks.values import pack, unpack


def run(exercise: str, cells: list[str], inputs: list[bytes]) -> dict[str, Any]:
    """Execute the cells in `__main__` and return what the exercise's probe gives for each case."""
    from IPython.core.inputtransformer2 import TransformerManager

    random.seed(0)
    np.random.seed(0)
    torch.manual_seed(0)
    sys.modules["__main__"] = notebook = ModuleType("__main__")  # without the names of this file
    names = vars(notebook)
    transform = TransformerManager().transform_cell
    with capturing() as probes:
        for number, cell in enumerate(cells, 1):
            name = f"<cell {number}>"
            linecache.cache[name] = (len(cell), None, cell.splitlines(keepends=True), name)
            with suppress(Exception):
                exec(compile(transform(cell), name, "exec"), names)
    probe = probes.get(exercise)
    if probe is None:
        return {"stopped": "its check did not run"}
    return {"outcomes": [run_probe(probe, each) for each in inputs]}


if __name__ == "__main__":
    asked, answered = map(Path, sys.argv[1:])
    answered.write_bytes(pack(run(**unpack(asked.read_bytes()))))
