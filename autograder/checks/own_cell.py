"""The cell that a student answered an exercise in, found in their own kernel: is it a stub, can Python read it?"""

from __future__ import annotations

import ast
import inspect
import linecache
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from autograder.checks import recorded
from autograder.notebook.shell import current_shell
from autograder.notebook.stubs import is_stub


def has_answer(exercise: str) -> bool:
    """Whether this exercise holds more than its stub."""
    cell = own_cell(exercise)
    if cell is None:
        return False
    try:
        return recorded.fingerprint(cell) != recorded.find(exercise, Path.cwd()).stub
    # Outside the notebook's folder nothing is recorded; the words of a stub are enough to know one.
    except recorded.RecordingError:
        return not is_stub(cell)


def own_cell(exercise: str) -> str | None:
    """The text of the cell that last defined `exercise`, as IPython remembers it; None where there is none."""
    main = sys.modules.get("__main__")
    if not hasattr(main, exercise):
        return None
    defined = getattr(main, exercise)
    members = [inspect.unwrap(defined)] if callable(defined) else []
    members += vars(defined).values() if isinstance(defined, type) else []
    codes = [code for member in members if (code := getattr(member, "__code__", None)) is not None]
    texts = ["".join(linecache.getlines(code.co_filename)) for code in codes]
    texts += reversed(earlier_cells())  # for what has no code of its own: a partial, a table
    binds = _binding(exercise)
    return next((text for text in texts if binds.search(text)), None)


def _binding(exercise: str) -> re.Pattern[str]:
    """What a cell's line looks like that gives a meaning to this name."""
    name = re.escape(exercise)
    return re.compile(
        rf"^\s*(?:(?:async\s+)?def|class)\s+{name}\b|^{name}\s*(?::[^=\n]+)?=(?!=)", re.MULTILINE
    )


def earlier_cells() -> list[str]:
    """The cells run so far, oldest first, without the one that is running; empty in a plain interpreter."""
    ran = getattr(sys.modules.get("__main__"), "In", [])
    return [text for text in ran[:-1] if isinstance(text, str)] if isinstance(ran, list) else []


def syntax_error(exercise: str) -> dict[str, Any] | None:
    """What is wrong with the latest answer, where Python cannot read it; an older one may still be defined."""
    binds, shell = _binding(exercise), current_shell()
    text = next((text for text in reversed(earlier_cells()) if binds.search(text)), None)
    if text is None or shell is None:
        return None
    return unreadable(text, shell.transform_cell)


def unreadable(cell: str, transform: Callable[[str], str]) -> dict[str, Any] | None:
    """Why Python cannot read a cell, as a verdict's error; None where it can.

    transform: makes Python of IPython's own lines, such as %magic and !command.
    """
    try:
        ast.parse(transform(cell))
    except SyntaxError as error:
        code = f": `{text}`" if (text := (error.text or "").strip()) else ""
        return {"type": type(error).__name__, "message": f"{error.msg}, line {error.lineno}{code}"}
    except (ValueError, RecursionError, MemoryError):
        return None
    return None


CANNOT_READ = (
    "Fix that cell and run it, then run this check again."  # under the error of a cell that Python can't read
)
