"""What tests of a real lesson start from: what its reference solution defines, and its prose."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from autograder.checks.compare import follows
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


def seeded(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def inputs_of(exercise: Any, case: int, seed: int = 0) -> dict[str, Any]:
    """Inputs as a check draws them for one of an exercise's cases, before they are packed."""
    return exercise.inputs(np.random.default_rng([seed, case]), **exercise.cases[case])


def require_right_draws_pass(exercise: Any, criteria: list[str]) -> None:
    """Each test refuses at 1e-6, a grading holds fewer than ten of them; here 500 gradings, none of which refuses."""
    rng = np.random.default_rng(0)
    for case in range(len(exercise.cases)):
        inputs = inputs_of(exercise, case)
        n = inputs.get("rows") or inputs["trials"]
        for criterion in criteria:
            want = exercise.oracle(**inputs)[criterion]
            p = want.p / want.p.sum()
            for _ in range(500):
                assert follows(torch.as_tensor(rng.choice(len(p), n, p=p)), want), (case, criterion)
