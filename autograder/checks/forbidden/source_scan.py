"""Which library calls stand in a student's cell that would do the exercise for them?

This reads code and runs none of it: it is the quick message in the notebook. Aliases are followed (`import
torch.nn.functional as G`, `sm = torch.softmax`), and where an exercise forbids something, what could hide it (getattr
on a library, eval, another code's globals) is named too. What is spelt in ways that this does not know is found while
it runs (call_watch.py).
"""

from __future__ import annotations

import ast
from collections import ChainMap
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from functools import lru_cache

from autograder.checks.forbidden.counterparts import USUAL_ALIASES, resolved

# What looks names up while running, and so could hide any other name.
BEHIND = {"_C", "_VF", "__dict__", "__getattribute__", "__getattr__"}
DYNAMIC = {"eval", "exec", "compile", "__import__", "globals", "vars", "get_ipython"}
DYNAMIC |= {"__builtins__", "__build_class__"}
EVASIVE = {"importlib", "sys.modules", "sys._getframe", "operator.attrgetter", "operator.methodcaller"}
EVASIVE |= {"inspect", "pickle", "pkgutil", "code", "codeop", "runpy", "ctypes", "gc", "subprocess"}
EVASIVE |= {"pydoc", "marshal", "zipimport", "IPython.get_ipython", "IPython.core"}
EVASIVE |= {"torch.ops", "torch.classes", "torch.library", "torch.overrides"}
EVASIVE |= {
    f"autograder.checks.forbidden.{name}"
    for name in ("call_watch", "tampering", "operators", "counterparts", "frames")
}
EVASIVE |= {"autograder.checks.notebook_api"} | {f"builtins.{name}" for name in DYNAMIC}
# Attributes that lead from any function, class or object to all that is loaded.
LEADING_OUT = {"__globals__", "__builtins__", "__subclasses__", "f_globals", "f_builtins", "f_back", "_ip"}
# Of these one may import everything: what their names mean is known.
STARS = {
    "torch",
    "torch.nn",
    "torch.nn.functional",
    "math",
    "numpy",
    "typing",
    "collections",
    "itertools",
    "functools",
}
TOO_DEEP = "line 1: code that is nested too deeply to be read"


def forbidden_uses(
    cell: str, forbid: Sequence[str], context: Iterable[str] = (), exercises: Iterable[str] = ()
) -> list[str]:
    """The forbidden names that `cell` uses, with their lines: `["line 3: torch.softmax"]`.

    forbid: dotted names ("torch.softmax", "nn.MultiheadAttention") and methods (".softmax").
    context: the other cells of the notebook, for the aliases and helper functions that they define.
    exercises: names in them that are answers to other exercises, which follow their own rules.
    Code that does not parse has no uses: running it will say more.
    """
    if not forbid:
        return []
    try:
        return _uses(cell, forbid, context, exercises)
    except RecursionError:  # or else a long enough sum would hide whatever stands beside it
        return [TOO_DEEP]


def _uses(cell: str, forbid: Sequence[str], context: Iterable[str], exercises: Iterable[str]) -> list[str]:
    tree = parse(cell)
    if tree is None:
        return [TOO_DEEP] if _is_too_deep(cell) else []
    others = [parsed for parsed in map(parse, context) if parsed is not None]
    names = {resolved(name) for name in forbid if not name.startswith(".")}
    methods = {name for name in forbid if name.startswith(".")}
    outside: dict[str, str] = dict(USUAL_ALIASES)
    for other in others:
        outside |= _aliases(other.body, outside, names)
    hung = {pair for other in others for pair in _hung(other, set(exercises))}
    found: list[str] = []
    for part in [tree, *_helpers_called(tree, others, set(exercises))]:
        finder = _Finder(
            _names_in(part, outside, names), names, methods, _bound(part), _own_attributes(part), hung
        )
        finder.visit(part)
        if part is tree:
            found += finder.found
        else:
            where = getattr(part, "name", "a helper")
            found += [f"in {where}, {use}" for use in finder.found]
    magics = "get_ipython" not in cell  # then only a line such as %matplotlib can have brought it in
    return [use for use in dict.fromkeys(found) if not (magics and use.endswith(": get_ipython"))]


class _Finder(ast.NodeVisitor):
    """Walks one cell or helper.

    bound: names to which it gives a meaning of its own. own: its class's attributes. hung: (answer, attribute) that
    other cells have hung on answers.
    """

    def __init__(
        self,
        aliases: Mapping[str, str],
        names: set[str],
        methods: set[str],
        bound: set[str],
        own: set[str],
        hung: set[tuple[str, str]],
    ) -> None:
        self.aliases, self.names, self.methods = aliases, names, methods
        self.bound, self.own, self.hung = bound, own, hung
        self.unwanted = names | EVASIVE
        # Modules that hold a forbidden name. Their parts may be used; who hands on the whole may look up any part.
        parts = (name.split(".") for name in names)
        self.modules = {
            ".".join(p[:n]) for p in parts for n in range(1, len(p)) if all(map(str.islower, p[:n]))
        }
        self.last = {(name.split(".")[0], name.rpartition(".")[2]) for name in names}
        self.found: list[str] = []

    def visit_Assign(self, node: ast.Assign) -> None:
        plain = all(isinstance(target, ast.Name) for target in node.targets)
        if plain and _dotted(node.value, self.aliases) in self.modules:
            return  # another name for a module, which is followed
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        dotted = _dotted(node, self.aliases)
        method = f".{node.attr}" in self.methods
        holder = node.value.id if isinstance(node.value, ast.Name) else ""
        if node.attr in LEADING_OUT or (holder, node.attr) in self.hung:
            self._report(node, f"{holder}.{node.attr}")
        if dotted is not None and method and dotted.startswith("torch.Tensor."):
            self._report(node, f".{node.attr}")
        elif dotted is not None and (self._is_forbidden(dotted) or self._is_hidden_part(dotted)):
            self._report(node, dotted)
        elif dotted in self.modules:
            self._report(node, f"{dotted} passed on")
        elif method and not self._is_own(node):
            if dotted is None:
                self._report(node, f".{node.attr}")
            self.generic_visit(node)
        elif dotted is None:
            self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        dotted = self.aliases.get(node.id)
        if dotted is not None and self._is_forbidden(dotted):
            self._report(node, dotted)
        elif dotted in self.modules and isinstance(node.ctx, ast.Load):
            self._report(node, f"{dotted} passed on")
        elif dotted is None and node.id in DYNAMIC and node.id not in self.bound:
            self._report(node, node.id)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            if self._is_forbidden(alias.name):
                self._report(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            stars = alias.name == "*" and node.module not in STARS
            if stars or self._is_forbidden(f"{node.module}.{alias.name}"):
                self._report(node, f"{node.module}.{alias.name}")

    def visit_Call(self, node: ast.Call) -> None:
        # getattr(F, "soft" + "max"), getattr(x, "softmax")
        if isinstance(node.func, ast.Name) and node.func.id == "getattr" and node.args:
            attribute = node.args[1] if len(node.args) > 1 else None
            constant = attribute.value if isinstance(attribute, ast.Constant) else None
            base = _dotted(node.args[0], self.aliases)
            computed = constant is None and base is not None
            hidden = base is not None and self._is_forbidden(f"{base}.{constant}")
            if computed or hidden or f".{constant}" in self.methods:
                self._report(node, "getattr")
            elif base is not None:  # a name that is written out, and harmless
                return
        self._look_into_magic(node)
        self.generic_visit(node)

    def _look_into_magic(self, node: ast.Call) -> None:
        """`y = %time f(x)` has become a call with the code as text."""
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("run_line_magic", "run_cell_magic"):
            for argument in node.args[1:]:
                text = argument.value if isinstance(argument, ast.Constant) else None
                code = parse(text) if isinstance(text, str) else None
                if code is not None:
                    self.visit(code)

    def _is_forbidden(self, dotted: str) -> bool:
        """Whether this is a forbidden name, or goes by it elsewhere in the same library."""
        if any(dotted == name or dotted.startswith(name + ".") for name in self.unwanted):
            return True
        root, *parts = dotted.split(".")
        return any((root, part) in self.last for part in parts)

    def _is_hidden_part(self, dotted: str) -> bool:
        """Whether this leads behind a library's public names: torch._C, torch.__dict__."""
        root, *parts = dotted.split(".")
        hidden = BEHIND & set(parts)
        return "__dict__" in hidden or (bool(hidden) and any(root == library for library, _ in self.last))

    def _is_own(self, node: ast.Attribute) -> bool:
        """A method or attribute of the class being written, called through self."""
        return isinstance(node.value, ast.Name) and node.value.id == "self" and node.attr in self.own

    def _report(self, node: ast.AST, name: str) -> None:
        self.found.append(f"line {getattr(node, 'lineno', 0)}: {name}")


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
    return tree is None or name in _bound(tree)


def _is_too_deep(cell: str) -> bool:
    try:
        ast.parse(cell)
    except (RecursionError, MemoryError):
        return True
    except (SyntaxError, ValueError):
        return False
    return False


@lru_cache(maxsize=512)
def _nodes(part: ast.AST) -> list[ast.AST]:
    """All that is in it. Each exercise that forbids something looks through the same cells, several times."""
    return list(ast.walk(part))


def _bound(part: ast.AST) -> set[str]:
    """Every name to which this code gives a meaning: variables, parameters, functions, imports."""
    found: set[str] = set()
    for node in _nodes(part):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name.split(".")[0])
    return found


def _own_attributes(part: ast.AST) -> set[str]:
    """What the classes in this code define: methods, and what they assign to self."""
    found: set[str] = set()
    for node in _nodes(part):
        if isinstance(node, ast.ClassDef):
            found |= {inner.name for inner in node.body if isinstance(inner, ast.FunctionDef)}
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return found


def _names_in(part: ast.AST, outside: Mapping[str, str], names: set[str]) -> Mapping[str, str]:
    """Local name → full dotted name inside this code: what it binds itself hides what other cells say."""
    bound = _bound(part)
    visible = {name: dotted for name, dotted in outside.items() if name not in bound}
    return visible | _aliases(_nodes(part), {**USUAL_ALIASES, **visible}, names)


def _hung(part: ast.AST, exercises: set[str]) -> set[tuple[str, str]]:
    """(answer, attribute) for every attribute that this code sets on an answer: `gelu.helper = F.silu`."""
    return {
        (node.value.id, node.attr)
        for node in _nodes(part)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Name) and node.value.id in exercises
    }


def _aliases(nodes: Iterable[ast.AST], known: Mapping[str, str], names: set[str]) -> dict[str, str]:
    """Local name → full dotted name, from imports and plain assignments among `nodes`."""
    found: dict[str, str] = {}
    visible: MutableMapping[str, str] = ChainMap(
        found, dict(known)
    )  # a new dict for each line would be quadratic
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
            dotted = _dotted(node.value, visible)
            for target in node.targets:
                if isinstance(target, ast.Name) and dotted:
                    found[target.id] = dotted
    return found


def _helpers_called(tree: ast.Module, others: Sequence[ast.Module], exercises: set[str]) -> list[ast.AST]:
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
        bound = _bound(part)
        for node in _nodes(part):
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


def _dotted(node: ast.AST, aliases: Mapping[str, str]) -> str | None:
    """`nn.functional.softmax` → "torch.nn.functional.softmax"; None where it is not rooted in a module."""
    if isinstance(node, ast.Name):
        return aliases.get(node.id)
    if isinstance(node, ast.Attribute):
        base = _dotted(node.value, aliases)
        return f"{base}.{node.attr}" if base else None
    return None
