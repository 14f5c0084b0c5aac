"""Which names a piece of code needs from outside, and which it gives a meaning to: read from it, without running it."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator
from functools import lru_cache

from autograder.checks.forbidden import parse


def free_names(source: str) -> frozenset[str]:
    """The names that a piece of code needs from outside: globals of its functions, and what it uses itself."""
    return _read(source)[0]


def bound_names(source: str) -> frozenset[str]:
    """All names that a piece of code gives a meaning to at its top level, in whatever way."""
    return _read(source)[1]


@lru_cache(maxsize=1024)
def _read(source: str) -> tuple[frozenset[str], frozenset[str]]:
    free, bound = set(), set()
    for symbol, top in _symbols(source):
        if symbol.is_referenced() and (top or symbol.is_global()):
            free.add(symbol.get_name())
        if (symbol.is_assigned() or symbol.is_imported()) and (top or symbol.is_declared_global()):
            bound.add(symbol.get_name())
    return frozenset(free), frozenset(bound)


def _symbols(source: str) -> Iterator[tuple[symtable.Symbol, bool]]:
    """Every name of every scope, and whether it is a global one; none if Python cannot read the code."""
    scopes = _scopes(source)
    while scopes:
        scope = scopes.pop()
        scopes += scope.get_children()
        yield from ((symbol, scope.get_type() == "module") for symbol in scope.get_symbols())


def _scopes(source: str) -> list[symtable.SymbolTable]:
    tree = parse(source)
    if tree is None:
        return []
    try:
        return [symtable.symtable(source, "cell", "exec")]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass  # IPython's own lines, perhaps, which are calls in the tree
    try:
        return [symtable.symtable(ast.unparse(tree), "cell", "exec")]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
