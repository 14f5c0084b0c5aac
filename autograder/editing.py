"""Other answers as edits of a solution: how slips and alternatives are written down.

An edit is made on the reference solution, or on the exercise's `edited` where there is one: a second right answer that
edits fit even after the reference was rewritten in another style.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import dedent, indent
from typing import Any

from autograder.checks.scoring import Slip
from autograder.errors import LessonError
from autograder.notebook.stubs import BEGIN, END

# One replacement (old text, which occurs once; new text), a list of replacements, or a text. A text replaces what is
# between BEGIN SOLUTION and END SOLUTION, as a student's answer does; a text that defines what the solution cell
# defines is a whole answer cell.
Edit = tuple[str, str] | list[tuple[str, str]] | str


def apply_edit(solution: str, edit: Edit, edited: str | None = None) -> str:
    """The answer cell that an edit makes. Raises LessonError where a replacement doesn't fit exactly once.

    solution: the notebook's solution cell. edited: the text that replacements are made on, instead of the solution.
    """
    if isinstance(edit, str):
        return _answer_cell(solution, edit)
    cell = solution if edited is None else _answer_cell(solution, edited)
    where = "the solution cell" if edited is None else "`edited`"
    for old, new in [edit] if isinstance(edit, tuple) else edit:
        if cell.count(old) != 1:
            raise LessonError(
                f"the edit {old!r} occurs {cell.count(old)} times in {where}; it must occur once"
            )
        cell = cell.replace(old, new)
    return cell


def _answer_cell(solution: str, text: str) -> str:
    """A text as an answer cell: itself where it is a whole one, else inside of the solution cell's frame."""
    text = dedent(text).strip("\n") + "\n"
    if _definitions(text) & _definitions(solution):
        return text
    found = list(re.finditer(rf"^([ \t]*){BEGIN}\n(.*?)^[ \t]*{END}$", solution, re.MULTILINE | re.DOTALL))
    if len(found) != 1:
        raise LessonError(
            f"its text is no whole answer cell, and the solution cell has {len(found)} solutions that it could replace"
        )
    (body,) = found
    return solution[: body.start(2)] + indent(text, body[1]) + solution[body.end(2) :]


def _definitions(cell: str) -> set[str]:
    """The functions and classes that a cell defines, even where it is not valid Python."""
    return set(re.findall(r"^(?:def|class) (\w+)", cell, re.MULTILINE))


@dataclass(frozen=True)
class EditedSlip:
    """A slip and the edit that makes it.

    also: other spellings of the same mistake, which compute something else and share its name.
    edited: the exercise's text that edits are made on; None: the solution. line: where the slip is written, FILE:LINE.
    """

    slip: Slip
    edit: Edit
    also: tuple[EditedSlip, ...] = ()
    edited: str | None = None
    line: str = ""

    def apply(self, solution: str) -> str:
        """The answer cell with this mistake in it. Raises LessonError where an edit doesn't fit exactly once."""
        try:
            return apply_edit(solution, self.edit, self.edited)
        except LessonError as error:
            raise LessonError(f"slip {self.slip.name!r}: {error}") from None


def spellings(edit: Edit | tuple[str, ...]) -> list[Edit]:
    """One edit per new text: (old, new, new, …) is short for several replacements of the same old text."""
    if isinstance(edit, tuple) and len(edit) > 2:
        return [(edit[0], new) for new in edit[1:]]
    return [edit]  # type: ignore[list-item]


def require_edits(what: str, edits: Sequence[Any]) -> None:
    """Raise LessonError where one of these is not an edit."""
    for edit in edits:
        pairs = edit if isinstance(edit, list) else [edit]
        one_text = isinstance(edit, str)
        if not one_text and not all(isinstance(p, tuple) and list(map(type, p)) == [str, str] for p in pairs):
            raise LessonError(
                f'{what}: its edit {edit!r} is neither ("old", "new"), a list of these, nor a text'
            )
