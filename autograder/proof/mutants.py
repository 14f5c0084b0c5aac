"""Small random mistakes in a solution, to find out whether a check would notice.

cosmic-ray's operators change what any program has: numbers, comparisons, loops. Ours change what these exercises
promise besides their values: gradients, types, None, modes, generators, arguments that are left as they were.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from autograder.checks.general import UNCHANGED
from autograder.notebook.stubs import BEGIN, END


@dataclass(frozen=True)
class Mutant:
    """One changed solution cell and the line that was changed, old and new, without indentation."""

    source: str
    old: str
    new: str

    @property
    def change(self) -> str:
        return f"{self.old}  →  {self.new}"


def mutants(cell: str, criteria: Collection[str] = ()) -> Iterator[Mutant]:
    """Every mutant of the part of a cell that students write, each different one once.

    criteria: what the exercise's oracle names; gradients are cut only where one of them is a gradient.
    """
    seen = {_normal(cell)}
    for mutated in (*_by_cosmic_ray(cell), *_by_promise(cell, criteria)):
        if _normal(mutated) in seen:
            continue
        seen.add(_normal(mutated))
        mutant = _locate(cell, mutated)
        if mutant is not None:
            yield mutant


def _by_cosmic_ray(cell: str) -> Iterator[str]:
    from cosmic_ray.mutating import mutate_code

    for operator in _operators():
        occurrence = 0
        while (mutated := mutate_code(cell, operator, occurrence)) is not None:
            occurrence += 1
            yield mutated


@cache
def _operators() -> list[Any]:
    """All of cosmic-ray's operators that need no settings and change what code does."""
    from cosmic_ray import plugins

    left_out = ("core/NoOp", "core/RemoveDecorator", "core/VariableInserter", "core/VariableReplacer")
    names = [name for name in plugins.operator_names() if name not in left_out]
    return [plugins.get_operator(name)() for name in names]


# --- operators of our own -----------------------------------------------------------------------------------------


def _by_promise(cell: str, criteria: Collection[str]) -> Iterator[str]:
    """One text for each place where an operator below fits."""
    tree = ast.parse(cell)
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    called |= {
        id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n.attr in WITHOUT_GRADIENT
    }
    gradients = any(name.startswith("grad") for name in criteria)
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        for node in ast.walk(function):
            for text in _instead_of(node):
                yield _replaced(cell, node, text)
            if gradients and id(node) not in called:
                for text in _without_gradient(node):
                    yield _replaced(cell, node, text)
            if isinstance(node, ast.Return) and node.value is not None:
                for text in _returning(ast.unparse(node.value), function, criteria):
                    yield _replaced(cell, node.value, text)


def _instead_of(node: ast.AST) -> Iterator[str]:
    """In place of this expression: a lost None, the other mode, a fresh generator, a lost mean, a finite infinity."""
    match node:
        case ast.Compare(_, [ast.Is() | ast.IsNot() as operator], [ast.Constant(None)]):
            yield "False" if isinstance(operator, ast.Is) else "True"
        case ast.Attribute(ast.Name("self"), "training", ast.Load()):
            yield "(not self.training)"
        case ast.Name("generator", ast.Load()):
            yield "torch.Generator().manual_seed(0)"
            yield "None"
        case ast.Attribute(value, "mean", ast.Load()):
            yield f"({ast.unparse(value)}).sum"
        case ast.UnaryOp(ast.USub(), operand) if ast.unparse(operand) in INFINITIES:
            yield "-1e2"
        case ast.Call(ast.Name("float"), [ast.Constant("-inf")]):
            yield "-1e2"


WITHOUT_GRADIENT = ("shape", "device", "dtype", "ndim")  # what is asked of a tensor here has no way back
INFINITIES = ("math.inf", "torch.inf", "np.inf", "float('inf')")


def _without_gradient(node: ast.AST) -> Iterator[str]:
    """The same value without its way back. Fails where there was none, so that nothing is held against that place."""
    name = (
        isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Load)
        and node.id not in ("self", "torch", "nn", "F")
    )
    own = (
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and ast.unparse(node.value) == "self"
    )
    if name or own:
        text = ast.unparse(node)
        yield f"({text}.detach() if {text}.requires_grad else 1 / 0)"


def _returning(value: str, function: ast.FunctionDef, criteria: Collection[str]) -> Iterator[str]:
    """The same result in another type, and after spoiling an argument that is promised to be left alone."""
    yield f"({value}).half()"
    yield f"(lambda r: r.int() if r.is_floating_point() or r.ndim else 1 / 0)({value})"
    yield f"(lambda r: 1 / 0 if r.is_floating_point() else r.float())({value})"
    yield f"(lambda r: r.tolist() if r.ndim else 1 / 0)({value})"
    for name in [argument.arg for argument in function.args.args]:
        if name + UNCHANGED in criteria:
            yield f"({value}, {name}.clear() if hasattr({name}, 'clear') else {name}.zero_())[0]"


def _replaced(cell: str, node: ast.AST, text: str) -> str:
    """The cell with one node's text replaced."""
    lines = cell.encode().splitlines(keepends=True)  # positions of the tree count bytes
    first, last = node.lineno - 1, node.end_lineno - 1  # type: ignore[attr-defined]
    before = b"".join(lines[:first]) + lines[first][: node.col_offset]  # type: ignore[attr-defined]
    after = lines[last][node.end_col_offset :] + b"".join(lines[last + 1 :])  # type: ignore[attr-defined]
    return (before + text.encode() + after).decode()


# --- where a change lies ------------------------------------------------------------------------------------------


def _locate(cell: str, mutated: str) -> Mutant | None:
    """The mutant with its changed line, or None when it lies outside the solution."""
    before, after = cell.splitlines(), mutated.splitlines()
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            if not any(start <= i1 and i2 <= end for start, end in _solution_parts(before)):
                return None
            old, new = (" ".join(line.strip() for line in part) for part in (before[i1:i2], after[j1:j2]))
            return Mutant(mutated, _without_comment(old), _without_comment(new))
    return None


def _solution_parts(lines: list[str]) -> Iterator[tuple[int, int]]:
    start = None
    for number, line in enumerate(lines):
        if line.strip() == BEGIN:
            start = number + 1
        elif line.strip() == END and start is not None:
            yield start, number
            start = None


def _without_comment(line: str) -> str:
    return line.split("  #")[0].strip()


def _normal(source: str) -> str:
    return "\n".join(line.rstrip() for line in source.splitlines())
