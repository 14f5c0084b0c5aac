"""What tests of a real lesson start from: what its reference solution defines, and its prose."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from autograder.checks.notebook_api import capturing
from autograder.lesson.folder import SOURCE, Cell, read_cells
from autograder.lesson.workspace import quiet


def cells_of(stem: str) -> list[Cell]:
    (path,) = SOURCE.glob(f"*/{stem}.py")
    return read_cells(path)


def reference(stem: str) -> dict[str, Any]:
    """The names that a notebook's reference solution defines."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with capturing(), quiet():
        for cell in cells_of(stem):
            if cell.kind == "code" and not cell.is_explored:
                exec(compile(cell.source, stem, "exec"), names)
    return names


def text_of(stem: str) -> str:
    """All prose of a notebook, on one line."""
    return " ".join(" ".join(cell.source for cell in cells_of(stem) if cell.kind == "markdown").split())


def randn(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))
