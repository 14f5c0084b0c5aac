"""Errors for people: their text is one sentence that says what happened and what to do."""

from __future__ import annotations


class OneSentence(Exception):
    """Shown in a notebook as its sentence alone, because the lines of code it came through would explain nothing.

    `%tb` still shows them.
    """

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]
