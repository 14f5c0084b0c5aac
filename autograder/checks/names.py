"""Which names a piece of code needs from outside, and which it gives a meaning to: read from it, without running it."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator

from autograder.checks.forbidden import parse


def free_names(source: str) -> set[str]:
    """The names that a piece of code needs from outside: globals of its functions, and what it uses itself."""
    return {s.get_name() for s, top in _symbols(source) if s.is_referenced() and (top or s.is_global())}


def bound_names(source: str) -> set[str]:
    """All names that a piece of code gives a meaning to at its top level, in whatever way."""
    found = ((s, top) for s, top in _symbols(source) if s.is_assigned() or s.is_imported())
    return {s.get_name() for s, top in found if top or s.is_declared_global()}


def _symbols(source: str) -> Iterator[tuple[symtable.Symbol, bool]]:
    """Every name of every scope, and whether it stands at the top; none for what Python cannot read."""
    tree = parse(source)
    try:
        scopes = [symtable.symtable(ast.unparse(tree), "cell", "exec")] if tree else []
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        scopes = []
    while scopes:
        scope = scopes.pop()
        scopes += scope.get_children()
        yield from ((symbol, scope.get_type() == "module") for symbol in scope.get_symbols())
