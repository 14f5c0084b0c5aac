"""Long passages of a notebook that have a file of their own beside its text, such as trained weights.

A line `{{file weights.part}}` in the text stands for the file's content: `insert` puts it there whenever the text is
read, and `take_out` writes the line again when a notebook is saved as a text. Importing this file costs nothing but
the standard library.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

SUFFIX = ".part"
LINE = re.compile(r"^\{\{file ([a-z_]+\.part)\}\}$", re.MULTILINE)


def insert(text: str, folder: Path) -> str:
    """The text with the files it names. Raises ValueError, one sentence, where one of them isn't there."""
    for line, content in _contents(text, folder):
        text = text.replace(line, content)
    return text


def take_out(text: str, folder: Path, before: str) -> str:
    """The text with lines instead of files; before: the text that its notebook was made from, which has the lines."""
    for line, content in _contents(before, folder):
        text = text.replace(content, line)
    return text


def _contents(text: str, folder: Path) -> Iterator[tuple[str, str]]:
    """The lines of a text that name a file, and what is in the file."""
    for match in LINE.finditer(text):
        try:
            yield match[0], (folder / match[1]).read_text(encoding="utf-8").rstrip("\n")
        except OSError:
            raise ValueError(f"The text names {match[1]}, but {folder} has no such file.") from None
