"""Find library calls in a student's cell that would do the exercise for them.

This reads code and runs none of it: it is the quick message in the notebook. Aliases are followed (`import
torch.nn.functional as G`, `sm = torch.softmax`), and where an exercise forbids something, what could hide it (getattr
on a library, eval, another code's globals) is named too. What is spelt in ways that this does not know is found while
it runs (call_watch.py).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence

from autograder.checks.forbidden.counterparts import USUAL_ALIASES, resolved
from autograder.checks.forbidden.syntax_trees import (
    aliases_among,
    aliases_in,
    aliases_inside,
    attributes_set_on,
    bindings,
    dotted_name,
    helpers_called,
    is_too_deep,
    own_attributes,
    parse,
)

# What looks names up while running, and so could hide any other name.
BEHIND = {"_C", "_VF", "__dict__", "__getattribute__", "__getattr__"}
DYNAMIC = {"eval", "exec", "compile", "__import__", "globals", "vars", "get_ipython"}
DYNAMIC |= {"__builtins__", "__build_class__"}
EVASIVE = {"importlib", "sys.modules", "sys._getframe", "operator.attrgetter", "operator.methodcaller"}
EVASIVE |= {"inspect", "pickle", "pkgutil", "code", "codeop", "runpy", "ctypes", "gc", "subprocess"}
EVASIVE |= {"pydoc", "marshal", "zipimport", "IPython.get_ipython", "IPython.core"}
EVASIVE |= {"torch.ops", "torch.classes", "torch.library", "torch.overrides"}
EVASIVE |= {"autograder.checks.forbidden"}
EVASIVE |= {"autograder.private"}
EVASIVE |= {f"autograder.checks.{name}" for name in ("local_check", "notebook_api", "own_cell")}
EVASIVE |= {f"builtins.{name}" for name in DYNAMIC}
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
        return [TOO_DEEP] if is_too_deep(cell) else []
    others = [parsed for parsed in map(parse, context) if parsed is not None]
    names = {resolved(name) for name in forbid if not name.startswith(".")}
    methods = {name for name in forbid if name.startswith(".")}
    outside: dict[str, str] = dict(USUAL_ALIASES)
    for other in others:
        outside |= aliases_among(other.body, outside, names)
    hung = {pair for other in others for pair in attributes_set_on(other, set(exercises))}
    found: list[str] = []
    for part in [tree, *helpers_called(tree, others, set(exercises))]:
        finder = _Finder(
            aliases_in(part, outside, names), names, methods, bindings(part), own_attributes(part), hung
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

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._visit_scope(node, node.body)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._visit_scope(node, node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._visit_scope(node, [node.body])

    def _visit_scope(self, function: ast.AST, body: Sequence[ast.AST]) -> None:
        """Visit a function: decorators, defaults and annotations with the names around it, its body with its own."""
        for part in ast.iter_child_nodes(function):
            if part not in body:
                self.visit(part)
        around = self.aliases
        self.aliases = aliases_inside(function, around, self.names)
        for part in body:
            self.visit(part)
        self.aliases = around

    def visit_Assign(self, node: ast.Assign) -> None:
        plain = all(isinstance(target, ast.Name) for target in node.targets)
        if plain and dotted_name(node.value, self.aliases) in self.modules:
            return  # another name for a module, which is followed
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        dotted = dotted_name(node, self.aliases)
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
            base = dotted_name(node.args[0], self.aliases)
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
        """Whether this goes round a library's public names: torch._C, torch.__dict__."""
        root, *parts = dotted.split(".")
        hidden = BEHIND & set(parts)
        return "__dict__" in hidden or (bool(hidden) and any(root == library for library, _ in self.last))

    def _is_own(self, node: ast.Attribute) -> bool:
        """A method or attribute of the class being written, called through self."""
        return isinstance(node.value, ast.Name) and node.value.id == "self" and node.attr in self.own

    def _report(self, node: ast.AST, name: str) -> None:
        self.found.append(f"line {getattr(node, 'lineno', 0)}: {name}")
