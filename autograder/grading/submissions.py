"""Which submissions of a lesson there are, and which of them are graded already."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.grading.reading import OURS, file_hash


@dataclass(frozen=True)
class Course:
    """An nbgrader course's folders and gradebook, as its configuration names them."""

    root: Path
    db_url: str
    submitted: str = "submitted"
    autograded: str = "autograded"

    def submitted_to(self, lesson: str, student: str) -> Path:
        return self.root / self.submitted / student / lesson

    def autograded_of(self, lesson: str, student: str) -> Path:
        return self.root / self.autograded / student / lesson


@dataclass(frozen=True)
class Submission:
    """What one student handed in for one lesson, and the notebooks that it should hold."""

    student: str
    lesson: str
    folder: Path
    stems: tuple[str, ...]

    @property
    def notebooks(self) -> dict[str, Path]:
        """Notebook stem → submitted file, for those that were handed in.

        A lesson of one notebook takes a renamed file, when it is the only one.
        """
        found = {
            stem: self.folder / f"{stem}.ipynb"
            for stem in self.stems
            if (self.folder / f"{stem}.ipynb").exists()
        }
        others = sorted(self.folder.glob("*.ipynb"))
        if not found and len(self.stems) == 1 and len(others) == 1:
            return {self.stems[0]: others[0]}
        return found

    def is_graded(self, autograded: Path) -> bool:
        """Whether the result in `autograded` is that of these very files, and whole."""
        notebooks = self.notebooks
        return bool(notebooks) and all(
            _graded_file(autograded / f"{stem}.ipynb") == file_hash(path) for stem, path in notebooks.items()
        )


def find(course: Course, lesson: str, stems: Sequence[str], students: Sequence[str] = ()) -> list[Submission]:
    """The submissions of a lesson, by student; all, or those of the students named."""
    folders = sorted((course.root / course.submitted).glob(f"*/{lesson}"))
    return [
        Submission(folder.parent.name, lesson, folder, tuple(stems))
        for folder in folders
        if folder.is_dir() and not folder.is_symlink() and (not students or folder.parent.name in students)
    ]


def _graded_file(path: Path) -> str | None:
    """The hash of the submitted file that an autograded notebook came from; None where it is not whole."""
    try:
        metadata = json.loads(path.read_text(encoding="utf-8"))["metadata"].get(OURS, {})
    except (OSError, ValueError, KeyError):
        return None
    return metadata.get("file") if "verdicts" in metadata else None


def is_plain_name(name: str) -> bool:
    """Whether a student's folder name is one that nbgrader takes."""
    return bool(re.fullmatch(r"[^/\\+*?\[\]{}$^|()]+", name))
