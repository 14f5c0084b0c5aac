"""A reference notebook on a device that is not the processor (`elsewhere`), cell by cell, with long loops cut short."""

from __future__ import annotations

import ast
import linecache
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import elsewhere
import matplotlib.pyplot as plt
import torch

from autograder.checks import notebook_api
from autograder.checks.notebook_api import capturing
from autograder.lesson.folder import Cell, NotebookText
from autograder.lesson.workspace import quiet
from utils.topics.gpt import broken_runs

FEW = 3  # rounds of a loop whose counter is called step or _
FIRST = 'device = "auto"'
# Cells that compute a few numbers on the CPU wherever the notebook computes, or leave the choice to a library.
ON_THE_CPU = (
    "copying.write(",  # 02a: one query at a time
    "untrained = GPT(",  # 04c: one batch through a small model
    "theirs = torch.optim.Muon(",  # 04e: matrices of 24 by 8
    "tiny = dict(vocab_size=50",  # 07d: a BERT with 16 features
    "windows.reach(n,",  # 05c: masks are multiplied to count who can be reached
    "beam_decode",  # 08: the totals of a few beams
    "rotary.inv_freq",  # 10c: frequencies, 32 numbers
    "in_order = scores(",  # 11a: one head over twenty tokens
    "cured = plain",  # 12a: how often the model was right
    "plain.sum()",
    "estimated(weights, worth, n, generator)",  # 12c: five by five rewards, fifty tokens
    "kl_k3(policy[None]",
    "kl_k3(new[None]",
    "last_scores(handed_in",  # 13: a design is measured on the CPU, as its grader does
    "trainer.",  # 07b: the Trainer of transformers takes a GPU of its own accord, but not this one
)


def run(notebook: NotebookText, edits: Sequence[tuple[str, str]] = (), apples: bool = False) -> list[str]:
    """What a notebook computed on the processor although its parameter said another device; one line for each.

    edits: passages of its cells to replace. apples: whether the device lacks what Apple's GPU lacks. Raises what a cell
    raises, with the cell's first line added.
    """
    names = _names()
    with _prepared(), elsewhere.Spy(apples) as spy, capturing():
        for number, cell in enumerate(notebook.cells):
            if cell.kind == "code":
                spy.is_looking = not any(mark in cell.source for mark in ON_THE_CPU)
                _execute(cell, number, edits, names)
    return list(dict.fromkeys(_told(*found) for found in spy.left_behind))


def _names() -> dict[str, Any]:
    """What a notebook finds there before its first cell. What it displays is made and not shown."""
    return {"__name__": "__main__", "display": lambda *shown: None}


@contextmanager
def _prepared() -> Iterator[None]:
    """Every exercise counts as answered, the laboratory of lesson 04 is small, and nothing is printed."""
    threads, train_all = torch.get_num_threads(), broken_runs.train_all
    with (
        quiet(),
        patch.object(notebook_api, "has_answer", lambda exercise: True),
        patch.object(broken_runs, "_RUNS", {name: broken_runs._RUNS[name] for name in "HA"}),
        patch.object(
            broken_runs, "train_all", lambda *args, **more: train_all(*args, **more | {"steps": FEW})
        ),
    ):
        yield
    torch.set_num_threads(threads)


def _execute(cell: Cell, number: int, edits: Sequence[tuple[str, str]], names: dict[str, Any]) -> None:
    text = cell.source
    for old, new in edits:
        text = text.replace(old, new)
    if "parameters" in cell.tags:
        assert FIRST in text, "the parameters are device and scale"
        text = text.replace(FIRST, f'device = "{elsewhere.NAME}"')
    file = f"<cell {number}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    tree = ast.parse(text)
    if cell.is_explored:
        tree = ast.fix_missing_locations(_Shorter().visit(tree))
    try:
        exec(compile(tree, file, "exec"), names)
    except Exception as error:
        error.add_note(f"in the cell that begins: {text.strip().splitlines()[0]}")
        raise
    finally:
        plt.close("all")


def _told(operation: str, file: str, line: int) -> str:
    return f"{operation} in {file.strip('<>')}: {linecache.getline(file, line).strip()}"


class _Shorter(ast.NodeTransformer):
    """Loops that count steps make the first two and the last: what they compute is the same, and less of it."""

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        counts = isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"
        if counts and isinstance(node.target, ast.Name) and node.target.id in ("step", "_"):
            text = f"(lambda r: [*r[:{FEW - 1}], *r[{FEW - 1}:][-1:]])({ast.unparse(node.iter)})"
            node.iter = ast.parse(text, mode="eval").body
        return node


def forgotten(notebook: NotebookText) -> list[str]:
    """Lines of a notebook that could lose a `.to(where)` or `device=where` without anybody noticing.

    Each is left out once, in the names that the cells before it made; the cells below are run until one complains.
    """
    names = _names()
    code = [(number, cell) for number, cell in enumerate(notebook.cells) if cell.kind == "code"]
    missed = []
    with _prepared():
        for place, (number, cell) in enumerate(code):
            for told, edit in _omissions(cell.source):
                if not _is_noticed(code[place:], edit, dict(names)):
                    missed.append(f"cell {number}: {told}")
            with elsewhere.Spy(), capturing():
                _execute(cell, number, (), names)
    return missed


def _omissions(text: str) -> list[tuple[str, tuple[str, str]]]:
    """(line, (the cell's text, the same without one passage)) for each place where something is put on the device."""
    found = []
    for match in re.finditer(r"\.to\(where\)|, device=where|device=where, ", text):
        line = text[: match.start()].count("\n")
        found.append((text.splitlines()[line].strip(), (text, text[: match.start()] + text[match.end() :])))
    return found


def _is_noticed(cells: Sequence[tuple[int, Cell]], edit: tuple[str, str], names: dict[str, Any]) -> bool:
    for number, cell in cells:
        with elsewhere.Spy() as spy, capturing():
            try:
                _execute(cell, number, [edit], names)
            except Exception:
                return True
        if spy.left_behind:
            return True
    return False
