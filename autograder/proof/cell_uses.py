"""Which cells of a notebook use which answers, read from their code without running it.

A cell uses an answer when it names it, names something that an earlier cell made with it, or calls something of ours
that does. Such code has to stand under `if answered(…)`, which names each of these answers: then the cell waits until
they are there, and says which of them to mend when it fails (checks/catching.py).
"""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from autograder.checks.catching import answers_named
from autograder.lesson.folder import Cell, NotebookText

NONE: frozenset[str] = frozenset()


@dataclass
class CellUse:
    """One code cell: what it needs of earlier cells, what it makes for later ones, and the answers that it uses."""

    cell: Cell
    loads: frozenset[str] = NONE  # names of the notebook that it reads before it makes them
    binds: frozenset[str] = NONE
    uses: frozenset[str] = NONE  # exercises whose answers its code reaches
    faults: list[str] = field(default_factory=list)


def cell_uses(notebook: NotebookText) -> list[CellUse]:
    """The code cells of a notebook in order, each with the answers that it uses."""
    made_with: dict[str, frozenset[str]] = {}  # a name → the exercises whose answers it was made with
    return [_read(cell, made_with) for cell in notebook.cells if cell.kind == "code"]


def answers_reached(uses: Sequence[CellUse]) -> list[frozenset[str]]:
    """For each cell the answers that it uses, and those that their solutions use; the cell of an answer uses itself."""
    own = {use.cell.grade_id: use.uses for use in uses if use.cell.is_answer}
    return [_closure(use.uses | ({use.cell.grade_id} if use.cell.is_answer else set()), own) for use in uses]


def _closure(new: frozenset[str], own: Mapping[str, frozenset[str]]) -> frozenset[str]:
    found = NONE
    while new := new - found:
        found |= new
        new = NONE.union(*(own[name] for name in new))
    return found


def _read(cell: Cell, made_with: dict[str, frozenset[str]]) -> CellUse:
    found = CellUse(cell)
    for statement in ast.parse(without_magics(cell.source)).body:
        loads, binds = _names(statement)
        uses = NONE.union(*(made_with.get(name, NONE) for name in loads))
        found.loads |= loads - found.binds
        found.binds |= binds
        found.uses |= uses
        if cell.is_answer:
            made_with |= dict.fromkeys(binds, frozenset([cell.grade_id]))
        elif not cell.is_check:
            found.faults += _learn(statement, binds, uses, made_with)
    return found


def _learn(
    statement: ast.stmt, binds: frozenset[str], uses: frozenset[str], made_with: dict[str, frozenset[str]]
) -> Iterator[str]:
    """Remember what a statement of ours makes of answers, and yield what is wrong with how it uses them."""
    waits_for = answers_named(statement.test) if isinstance(statement, ast.If) else []
    if waits_for:
        yield from (f"its `if answered(…)` lacks {name!r}" for name in sorted(uses - set(waits_for)))
        made_with |= dict.fromkeys(binds, frozenset(waits_for))
    elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
        made_with[statement.name] = uses
    else:
        yield from (f"it uses {name!r} outside of `if answered(…)`" for name in sorted(uses))
        for name in binds:  # what one branch or one round makes may be made or not
            certain = not isinstance(statement, ast.If | ast.For | ast.While | ast.Try)
            made_with[name] = NONE if certain else made_with.get(name, NONE)


def _names(statement: ast.stmt) -> tuple[frozenset[str], frozenset[str]]:
    """The notebook's names that a statement reads, functions in it included, and those that it makes."""
    table = symtable.symtable(ast.unparse(statement), "cell", "exec")
    symbols = table.get_symbols()
    binds = {s.get_name() for s in symbols if s.is_assigned() or s.is_imported()}
    before = {
        node.target.id
        for node in ast.walk(statement)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }
    loads = {s.get_name() for s in symbols if s.is_referenced()} | set(_globals_inside(table))
    return frozenset((loads - binds) | (before & binds)), frozenset(binds)


def _globals_inside(table: symtable.SymbolTable) -> Iterator[str]:
    for child in table.get_children():
        yield from (s.get_name() for s in child.get_symbols() if s.is_global() and s.is_referenced())
        yield from _globals_inside(child)


def without_magics(source: str) -> str:
    return "\n".join("" if line.startswith(("%", "!")) else line for line in source.splitlines())


def faults(notebook: NotebookText) -> list[str]:
    """What keeps cells of this notebook from waiting for, or going on without, the answers that they use."""
    return [
        f"{notebook.stem}: the cell that begins with {_beginning(use.cell)!r}: {fault}"
        for use in cell_uses(notebook)
        for fault in use.faults
    ]


def _beginning(cell: Cell) -> str:
    lines = [line for line in cell.source.splitlines() if line.strip() and not line.startswith("#")]
    return lines[0][:60] if lines else ""
