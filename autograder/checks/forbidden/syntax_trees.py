"""The syntax tree of a cell, and what its names mean: read from the code, without running it."""

from __future__ import annotations

import ast
from collections import ChainMap
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from functools import lru_cache

from autograder.checks.forbidden.counterparts import USUAL_ALIASES


@lru_cache(maxsize=512)
def parse(cell: str) -> ast.Module | None:
    """The syntax tree of a cell, with IPython's own lines (%magic, !command, help?) turned into calls."""
    try:
        return ast.parse(cell)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    if cell.lstrip().startswith("%%"):  # %%time and its like: the code below counts
        return parse(cell.lstrip().partition("\n")[2])
    try:
        from IPython.core.inputtransformer2 import TransformerManager

        return ast.parse(TransformerManager().transform_cell(cell))
    except (ImportError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def defines(cell: str, name: str) -> bool:
    """Whether a cell gives `name` a meaning. Code that does not parse may: running it will say more."""
    tree = parse(cell)
    return tree is None or name in bindings(tree)


def same_code(one: str, other: str) -> bool:
    """Whether two cells hold the same code, whatever their comments and docstrings: a stub of another release, say."""
    first, second = parse(one), parse(other)
    if first is None or second is None:
        return False
    try:
        return _without_docstrings(first) == _without_docstrings(second)
    except (RecursionError, MemoryError):
        return False


def _without_docstrings(tree: ast.Module) -> str:
    """The tree as text. Docstrings are left out, and so is where everything stands."""
    tree = ast.parse(ast.unparse(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            begins = node.body[0] if node.body else None
            if isinstance(begins, ast.Expr) and isinstance(begins.value, ast.Constant):
                node.body = node.body[1:]
    return ast.dump(tree)


def is_too_deep(cell: str) -> bool:
    try:
        ast.parse(cell)
    except (RecursionError, MemoryError):
        return True
    except (SyntaxError, ValueError):
        return False
    return False


@lru_cache(maxsize=512)
def nodes_of(part: ast.AST) -> list[ast.AST]:
    """All that is in it. Each exercise that forbids something looks through the same cells, several times."""
    return list(ast.walk(part))


def bindings(part: ast.AST) -> set[str]:
    """Every name to which this code gives a meaning: variables, parameters, functions, imports."""
    found: set[str] = set()
    for node in nodes_of(part):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name.split(".")[0])
    return found


def scope_of(function: ast.AST) -> list[ast.AST]:
    """The nodes of a function or lambda that belong to its own scope.

    Functions, classes and comprehensions inside it have scopes of their own: of those it gets only the node itself.
    """
    inner = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
    inner |= ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
    found = list(ast.iter_child_nodes(function))
    for node in found:  # it grows while it is read
        if not isinstance(node, inner):
            found.extend(ast.iter_child_nodes(node))
    return found


def locals_of(function: ast.AST) -> set[str]:
    """The names that are local to a function or lambda: its parameters, and what it assigns without `global`."""
    found: set[str] = set()
    elsewhere: set[str] = set()
    for node in scope_of(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            elsewhere |= set(node.names)
    return found - elsewhere


def own_attributes(part: ast.AST) -> set[str]:
    """What the classes in this code define: methods, and what they assign to self."""
    found: set[str] = set()
    for node in nodes_of(part):
        if isinstance(node, ast.ClassDef):
            found |= {inner.name for inner in node.body if isinstance(inner, ast.FunctionDef)}
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return found


def aliases_in(part: ast.AST, outside: Mapping[str, str], names: set[str]) -> Mapping[str, str]:
    """Local name → full dotted name inside this code: what it binds itself hides what other cells say."""
    bound = bindings(part)
    visible = {name: dotted for name, dotted in outside.items() if name not in bound}
    return visible | aliases_among(nodes_of(part), {**USUAL_ALIASES, **visible}, names)


def aliases_inside(function: ast.AST, around: Mapping[str, str], names: set[str]) -> dict[str, str]:
    """Local name → full dotted name inside a function: its own locals hide what the code around it says.

    A parameter or a variable called `t` isn't the `t` of `import torch as t`, unless the function makes it one.
    """
    own, scope = locals_of(function), scope_of(function)
    visible = {name: dotted for name, dotted in around.items() if name not in own}
    while more := aliases_among(scope, visible, names).items() - visible.items():  # a = torch, then b = a
        visible |= dict(more)
    return visible


def attributes_set_on(part: ast.AST, exercises: set[str]) -> set[tuple[str, str]]:
    """(answer, attribute) for every attribute that this code sets on an answer: `gelu.helper = F.silu`."""
    return {
        (node.value.id, node.attr)
        for node in nodes_of(part)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Name) and node.value.id in exercises
    }


def aliases_among(nodes: Iterable[ast.AST], known: Mapping[str, str], names: set[str]) -> dict[str, str]:
    """Local name → full dotted name, from imports and plain assignments among `nodes`."""
    found: dict[str, str] = {}
    # A view of both: a new dict for each line would take quadratic time.
    visible: MutableMapping[str, str] = ChainMap(found, dict(known))
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.split(".")[0]
                found[alias.asname or root] = alias.name if alias.asname else root
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if alias.name == "*":
                    found |= {n.rpartition(".")[2]: n for n in names if n.rpartition(".")[0] == node.module}
                else:
                    found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Assign):
            dotted = dotted_name(node.value, visible)
            for target in node.targets:
                if isinstance(target, ast.Name) and dotted:
                    found[target.id] = dotted
    return found


def helpers_called(tree: ast.Module, others: Sequence[ast.Module], exercises: set[str]) -> list[ast.AST]:
    """Functions and classes of other cells that this cell names, directly or through one another."""
    defined = {
        name: node
        for other in others
        for node in other.body
        for name in _defines(node)
        if name not in exercises
    }
    reached: dict[str, ast.AST] = {}
    queue: list[ast.AST] = [tree]
    while queue:
        part = queue.pop()
        bound = bindings(part)
        for node in nodes_of(part):
            if (
                isinstance(node, ast.Name)
                and node.id in defined
                and node.id not in reached
                and node.id not in bound
            ):
                reached[node.id] = defined[node.id]
                queue.append(defined[node.id])
    return list(reached.values())


def _defines(node: ast.stmt) -> list[str]:
    """The name under which a statement keeps code for later: def, class, a lambda, a partial."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda | ast.Call):
        partial = isinstance(node.value, ast.Lambda) or "partial" in ast.unparse(node.value.func)
        return [target.id for target in node.targets if isinstance(target, ast.Name)] if partial else []
    return []


def dotted_name(node: ast.AST, aliases: Mapping[str, str]) -> str | None:
    """`nn.functional.softmax` → "torch.nn.functional.softmax"; None where it is not rooted in a module."""
    if isinstance(node, ast.Name):
        return aliases.get(node.id)
    if isinstance(node, ast.Attribute):
        base = dotted_name(node.value, aliases)
        return f"{base}.{node.attr}" if base else None
    return None
