"""Which stream of random numbers an answer draws from, where a slip's words take PyTorch's for granted."""

from __future__ import annotations

import ast
from dataclasses import replace

from autograder.checks.forbidden import parse
from autograder.checks.scoring import Verdict

TORCH, NUMPY = "torch's global stream", "NumPy's random numbers"


def name_the_stream(verdict: Verdict, cell: str) -> None:
    """Say of an answer that draws with `np.random` that its numbers are NumPy's."""
    if verdict.slip and TORCH in verdict.slip.why and _uses_numpy(cell):
        verdict.slip = replace(verdict.slip, why=verdict.slip.why.replace(TORCH, NUMPY))


def _uses_numpy(cell: str) -> bool:
    tree = parse(cell)
    used = (ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)) if tree else ()
    return any(name in ("np.random", "numpy.random") for name in used)
