"""Which names a piece of code needs from outside: read from it, without running it."""

from __future__ import annotations

import ast
import symtable

from autograder.checks.forbidden import parse


def free_names(source: str) -> set[str]:
    """The names that a piece of code needs from outside: globals of its functions, and what it uses itself."""
    tree = parse(source)
    try:
        table = symtable.symtable(ast.unparse(tree), "cell", "exec") if tree else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        table = None
    found: set[str] = set()
    scopes = [table] if table else []
    while scopes:
        scope = scopes.pop()
        scopes += scope.get_children()
        top = scope.get_type() == "module"
        found |= {s.get_name() for s in scope.get_symbols() if s.is_referenced() and (top or s.is_global())}
    return found
