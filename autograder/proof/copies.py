"""Cells that give an exercise away: students can read their code, and it holds most of a right answer.

Syntax trees are compared, not lines. Names of variables don't count, and a variable that is used once is replaced by
its value. Right answers are the solution, the alternatives, and what people typed and meant to be right. Of such an
answer we add up the pieces that also occur in the other cell, each weighed by its calls, operators and constants.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from autograder.lesson.folder import Cell, Lesson, NotebookText
from autograder.notebook.stubs import stub
from autograder.proof.answers import Answer
from autograder.proof.cell_uses import without_magics

SHARE = 0.6  # of a right answer's weight, from which on a cell gives it away
LEAST_WEIGHT = 4  # less than this is an idiom, such as x[:, None]
PIECE = 2  # the least weight of a piece that counts

Shapes = dict[ast.AST, tuple[str, int]]  # node → what it looks like without names, and its weight


def faults(lesson: Lesson, typed: Mapping[str, Sequence[Answer]]) -> list[str]:
    """Cells of a lesson that hold an answer to one of its exercises. typed: answers that people wrote."""
    return [
        f"{notebook.stem}: {fault}"
        for notebook in lesson.notebooks
        for fault in _notebook_faults(lesson, notebook, typed)
    ]


def _notebook_faults(
    lesson: Lesson, notebook: NotebookText, typed: Mapping[str, Sequence[Answer]]
) -> Iterator[str]:
    readable = [
        (cell, _pieces(cell.source)) for cell in notebook.cells if cell.kind == "code" and not cell.is_answer
    ]
    for name in notebook.exercises:
        if name not in lesson.exercises:
            continue
        answer = notebook.cell(name)
        given = _Read.of(stub(answer.source))
        rights = [_Read.of(source) for source in _right_answers(lesson, answer, typed.get(name, ()))]
        for cell, pieces in readable:
            share, held = max((_held(right, given, pieces) for right in rights), key=lambda found: found[0])
            if share >= SHARE:
                yield f"the cell {_name(cell)!r} holds {share:.0%} of a right answer to {name}: {'; '.join(held)}"


def _right_answers(lesson: Lesson, answer: Cell, typed: Sequence[Answer]) -> Iterator[str]:
    yield answer.source
    yield from lesson.exercises[answer.grade_id].right_answers(answer.source).values()
    yield from (one.code for one in typed if one.is_right)


@dataclass(frozen=True)
class _Read:
    """A cell's tree, read once and compared with many others."""

    tree: ast.AST
    shapes: Shapes
    weight: int

    @classmethod
    def of(cls, source: str) -> _Read:
        tree = _parsed(source)
        shapes = _shapes(tree)
        return cls(tree, shapes, _weight(tree, shapes))


def _held(answer: _Read, given: _Read, pieces: frozenset[str]) -> tuple[float, list[str]]:
    """The share of an answer that another cell holds, and the pieces; without what the released cell has already."""
    wanted = pieces - {shape for shape, _ in given.shapes.values()}
    total = max(1, answer.weight - given.weight)
    found = list(_largest(answer.tree, answer.shapes, wanted))
    weight = sum(answer.shapes[node][1] for node in found)
    if weight < LEAST_WEIGHT:
        return 0.0, []
    return min(1.0, weight / total), [ast.unparse(node) for node in found]


def _largest(node: ast.AST, shapes: Shapes, wanted: frozenset[str]) -> Iterator[ast.AST]:
    """The largest pieces of a tree that are wanted."""
    shape, weight = shapes.get(node, ("", 0))
    if weight >= PIECE and shape in wanted:
        yield node
        return
    for child in ast.iter_child_nodes(node):
        yield from _largest(child, shapes, wanted)


def _pieces(source: str) -> frozenset[str]:
    return frozenset(shape for shape, weight in _shapes(_parsed(source)).values() if weight >= PIECE)


def _weight(tree: ast.AST, shapes: Shapes) -> int:
    return sum(shapes.get(node, ("", 0))[1] for node in ast.iter_child_nodes(tree))


# ---- trees without names -------------------------------------------------------------------------------------------

WEIGHTLESS = (
    ast.Assign,
    ast.Expr,
    ast.FunctionDef,
    ast.Module,
    ast.Return,
    ast.Starred,
    ast.Tuple,
    ast.arguments,
    ast.keyword,
    ast.operator,
    ast.unaryop,
    ast.cmpop,
    ast.boolop,
    ast.expr_context,
)
NAMELESS = {"annotation", "returns", "type_comment", "type_params", "ctx", "kind"}
IDIOMS = (":, None", "..., None", ":, :-1", ":, 1:", ":, :1", ":, -1", ":-1", "1:", "-1", "0")


def _parsed(source: str) -> ast.Module:
    """A cell's tree without docstrings and with variables that are used once replaced by their values."""
    try:
        tree = ast.parse(without_magics(source))
    except SyntaxError:
        return ast.Module([], [])
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.fix_missing_locations(_Inlined(tree).visit(tree))


class _Inlined(ast.NodeTransformer):
    """Puts the value of a variable in the one place where it is used."""

    def __init__(self, tree: ast.AST) -> None:
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        stored = Counter(node.id for node in names if not isinstance(node.ctx, ast.Load))
        loaded = Counter(node.id for node in names if isinstance(node.ctx, ast.Load))
        self.once = {name for name in stored if stored[name] == loaded[name] == 1}
        self.values: dict[str, ast.expr] = {}

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        self.generic_visit(node)
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Name) and target.id in self.once:
            self.values[target.id] = node.value
            return None
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return copy.deepcopy(self.values.get(node.id, node)) if isinstance(node.ctx, ast.Load) else node


def _shapes(tree: ast.AST) -> Shapes:
    """What every statement and expression of a tree looks like without names, and its weight."""
    found: Shapes = {}
    for node in ast.iter_child_nodes(tree):
        _shape(node, found)
    return found


def _shape(node: object, found: Shapes) -> tuple[str, int]:
    if isinstance(node, list):
        parts = [_shape(part, found) for part in node]
        return f"[{','.join(shape for shape, _ in parts)}]", sum(weight for _, weight in parts)
    if not isinstance(node, ast.AST):
        return repr(node), 0
    if isinstance(node, ast.Name | ast.arg) or _is_dotted(node):
        return "_", 0
    shape = _call(node, found) if isinstance(node, ast.Call) else _fields(node, found)
    if isinstance(node, ast.Subscript) and ast.unparse(node.slice).strip("()") in IDIOMS:
        shape = shape[0], _shape(node.value, found)[1] + 1
    if isinstance(node, ast.expr | ast.stmt) and not isinstance(node, ast.Slice | ast.Tuple | ast.Constant):
        found[node] = shape
    return shape


def _call(node: ast.Call, found: Shapes) -> tuple[str, int]:
    """A call keeps the name of its function or method, and nothing of what the method is called on but its shape."""
    function = node.func
    if isinstance(function, ast.Name):
        called, weight = function.id, 0
    elif isinstance(function, ast.Attribute):
        called, weight = _shape(function.value, found)
        called += f".{function.attr}"
    else:
        called, weight = _shape(function, found)
    (arguments, of_arguments), (named, of_named) = _shape(node.args, found), _shape(node.keywords, found)
    return f"{called}({arguments}{named})", 1 + weight + of_arguments + of_named


def _fields(node: ast.AST, found: Shapes) -> tuple[str, int]:
    """Any other node: its kind and its parts. A negative number is one constant."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        return ast.unparse(node), 1
    unnamed = NAMELESS | ({"name"} if isinstance(node, ast.FunctionDef | ast.ClassDef) else set())
    parts = [_shape(value, found) for name, value in ast.iter_fields(node) if name not in unnamed]
    weight = sum(weight for _, weight in parts) + (not isinstance(node, WEIGHTLESS))
    return f"{type(node).__name__}({','.join(shape for shape, _ in parts)})", weight


def _is_dotted(node: ast.AST) -> bool:
    """A name with dots, such as block.cross_attention: to a reader a name like any other."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _name(cell: Cell) -> str:
    begins = next((line for line in cell.source.splitlines() if line.strip()), "")
    return cell.grade_id or begins[:60]
