"""Cells of ours that begin with `if answered(…)` stop no run: IPython is told to catch what goes wrong in them.

The caught error becomes one line that names the answer to fix (cell_errors.py). It is done in the kernel, by a
transformer of the cell's syntax tree, and not by the tag `raises-exception`: that way a frontend that knows no tags
goes on as well, and cells that the student added keep their traceback.
"""

from __future__ import annotations

import ast
from typing import Any

_CATCHING = "with __import__('autograder.checks.cell_errors', fromlist=['GoingOn']).GoingOn({uses}): pass"


def answers_named(test: ast.expr) -> list[str]:
    """The exercises that a condition such as `answered("A", "B")` names, in order; none where it asks nothing."""
    calls = [
        node
        for node in ast.walk(test)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "answered"
    ]
    return [
        argument.value
        for call in calls
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


class CatchErrors(ast.NodeTransformer):
    """Put the body of each `if answered(…)` at the top of a cell into a context that catches its errors."""

    def visit_Module(self, node: ast.Module) -> ast.Module:
        for statement in node.body:
            if isinstance(statement, ast.If) and (uses := answers_named(statement.test)):
                (catching,) = ast.parse(_CATCHING.format(uses=", ".join(map(repr, uses)))).body
                assert isinstance(catching, ast.With)
                for part in ast.walk(catching):
                    ast.copy_location(part, statement.test)
                catching.body = statement.body
                statement.body = [catching]
        return node


def install(shell: Any) -> None:
    """Make this IPython shell, if there is one, treat cells so; again and again changes nothing."""
    if shell is not None and not any(isinstance(one, CatchErrors) for one in shell.ast_transformers):
        shell.ast_transformers.append(CatchErrors())
