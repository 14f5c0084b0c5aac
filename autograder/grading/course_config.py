"""A course in a folder of its own: this course's configuration, for another folder."""

from __future__ import annotations

from pathlib import Path


def configuration(root: Path, like: Path, more: str = "") -> str:
    """The text of an nbgrader_config.py that says what the file `like` says, of the folder `root`, and `more`."""
    return f"load_subconfig({str(like)!r})\nc.CourseDirectory.root = {str(root)!r}\n{more}"


def configure(root: Path, like: Path, more: str = "") -> None:
    """Make an existing folder a course folder, configured in this way."""
    (root / "nbgrader_config.py").write_text(configuration(root, like, more), encoding="utf-8")
