"""What the warm parent imports for a lesson: what every notebook needs, and what this one's own cells import.

An import that the parent has not done is done again in each kernel: `regex` alone was a tenth of what lesson 01 costs.
And what no cell needs is left out, since every kernel's fork has to carry it. Only the course's own text is read here;
a submission that imports something else imports it for itself.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from autograder.kernels import preload
from autograder.lesson.text import texts_in

_OPTIMIZES = "optim"  # in a notebook's text, or in that of a module of ours that it imports
_NOT_RUN = '"explore"'  # in the first line of a cell that grading leaves out


def choose(config: Any, folder: Path) -> None:
    """Set the option `preload` for a lesson's folder in a configuration, unless the course has set it itself."""
    if "preload" not in config.WarmProvisioner:
        config.WarmProvisioner.preload = modules(folder)


def modules(folder: Path) -> list[str]:
    """Names of modules for `WarmProvisioner.preload`; where the lesson cannot be read, those of every notebook."""
    try:
        trees = [ast.parse(_run_cells(path)) for path in texts_in(folder)]
    except (OSError, SyntaxError, ValueError):
        return list(preload.MODULES)
    imported = list(dict.fromkeys(name for tree in trees for name in _imported(tree)))
    texts = [path.read_text(encoding="utf-8") for path in [*texts_in(folder), *_own_files(imported)]]
    trains = any(_OPTIMIZES in text for text in texts)
    usual = [name for name in preload.MODULES if trains or name != preload.TRAINING]
    return [*usual, *(name for name in imported if _is_library(name) and name not in usual)]


def _run_cells(path: Path) -> str:
    cells = path.read_text(encoding="utf-8").split("\n# %%")
    return "\n# %%".join(cell for cell in cells if _NOT_RUN not in cell.split("\n", 1)[0])


def _imported(tree: ast.Module) -> Iterator[str]:
    """Module names in the import statements of a notebook, and what may be one.

    That is `from utils import plots`, and `from utils.topics.lora import adapting`.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            if node.module == "utils" or node.module.startswith("utils.topics."):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _own_files(names: list[str]) -> Iterator[Path]:
    for name in names:
        if name.startswith("utils."):
            found = importlib.util.find_spec(name.rpartition(".")[0])
            for folder in (found.submodule_search_locations or []) if found else []:
                path = Path(folder, f"{name.rpartition('.')[2]}.py")
                if path.exists():
                    yield path


def _is_library(name: str) -> bool:
    """Whether it is neither the course's own, which the parent imports anyway, nor Python's."""
    return name.partition(".")[0] not in {"utils", "autograder", *sys.stdlib_module_names}
