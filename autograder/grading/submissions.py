"""Which submissions of a lesson there are, and which of them are graded already."""

from __future__ import annotations

import glob
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder import private_files
from autograder.errors import CourseError, did_you_mean
from autograder.grading.submission_file import file_hash
from autograder.notebook.cell import OURS

_MARK = "\ue000"  # stands for a student's name while a pattern is made; no path has this letter


@dataclass(frozen=True)
class Course:
    """An nbgrader course's folders and gradebook, as its configuration names them."""

    root: Path
    db_url: str
    submitted: str = "submitted"
    autograded: str = "autograded"
    feedback: str = "feedback"
    structure: str = "{nbgrader_step}/{student_id}/{assignment_id}"
    names: bool = True  # whether students are shown by name; shown_names.py reads it
    # lesson → the notebooks of it that were asked for, where not all were
    notebooks: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)

    @classmethod
    def configured(cls, config: Any, folder: Path) -> Course:
        """The course that a configuration describes; `folder` is its root where that names none."""
        from nbgrader.coursedir import CourseDirectory

        known = CourseDirectory(config=config)
        if "root" not in config.CourseDirectory:
            known.root = str(folder)
        return cls(
            Path(known.root),
            known.db_url,
            known.submitted_directory,
            known.autograded_directory,
            known.feedback_directory,
            known.directory_structure,
            bool(config.Autograder.get("names", True)),
            _asked_for(config.Autograder.get("notebooks", {})),
        )

    def counts(self, lesson: str, notebook: str) -> bool:
        """Whether a notebook was asked for: all are, where c.Autograder.notebooks doesn't name the lesson."""
        asked = self.notebooks.get(lesson)
        return asked is None or notebook in asked

    def submitted_by(self, lesson: str) -> dict[str, Path]:
        """Student → the folder of what they handed in for a lesson, in the students' order."""
        path = self._path(self.submitted, _MARK, lesson)
        pattern = re.compile(re.escape(path).replace(_MARK, r"([^/\\]+)"))
        folders = glob.glob(glob.escape(path).replace(_MARK, "*"))
        found = {match[1]: Path(folder) for folder in folders if (match := pattern.fullmatch(folder))}
        return {student: found[student] for student in sorted(found)}

    def submitted_of(self, lesson: str, student: str) -> Path:
        """The folder of what a student handed in."""
        return Path(self._path(self.submitted, student, lesson))

    def autograded_of(self, lesson: str, student: str) -> Path:
        """The folder of a student's graded notebooks."""
        return Path(self._path(self.autograded, student, lesson))

    def feedback_of(self, lesson: str, student: str) -> Path:
        """The folder of the pages that a student gets back."""
        return Path(self._path(self.feedback, student, lesson))

    def close(self) -> None:
        """Take what was handed in, and what was graded, from everybody but the course's owner."""
        for step in (self.submitted, self.autograded):
            private_files.close_step(self.root, self.structure, step, make=True)

    def _path(self, step: str, student: str, lesson: str) -> str:
        path = self.structure.format(nbgrader_step=step, student_id=student, assignment_id=lesson)
        return os.path.join(self.root, path)


def _asked_for(told: Any) -> dict[str, list[str]]:
    """What c.Autograder.notebooks says. Raises CourseError where it has another form."""
    lists = told.values() if isinstance(told, Mapping) else [None]
    if any(not isinstance(each, list | tuple) or not each for each in lists):
        raise CourseError(
            "nbgrader_config.py: c.Autograder.notebooks gives each lesson a list of notebooks, such as "
            '{"02_attention": ["02a_scores"]}'
        )
    return {lesson: [str(stem) for stem in each] for lesson, each in told.items()}


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
            _findings(autograded / f"{stem}.ipynb").get("file") == file_hash(path)
            for stem, path in notebooks.items()
        )

    def is_begun(self, autograded: Path) -> bool:
        """Whether each of its notebooks has a result in `autograded`, be it that of an earlier file."""
        return all((autograded / f"{stem}.ipynb").exists() for stem in self.notebooks)

    def points_in(self, autograded: Path) -> float:
        """The points from checks that the result in `autograded` gives."""
        return sum(
            verdict["points"]
            for stem in self.notebooks
            for verdict in _findings(autograded / f"{stem}.ipynb").get("verdicts", [])
        )


def find(course: Course, lesson: str, stems: Sequence[str], students: Sequence[str] = ()) -> list[Submission]:
    """The submissions of a lesson: everybody's, or those of the students named, who must have handed in."""
    folders = {
        student: folder
        for student, folder in course.submitted_by(lesson).items()
        if folder.is_dir() and not folder.is_symlink()
    }
    for name in students:
        if name not in folders:
            raise CourseError(_nothing_from(name, lesson, folders, course.root / course.submitted))
    return [
        Submission(student, lesson, folder, tuple(stems))
        for student, folder in folders.items()
        if not students or student in students
    ]


def _nothing_from(student: str, lesson: str, others: Iterable[str], folder: Path) -> str:
    return f"nothing from {student!r} for {lesson} is in {folder}{did_you_mean(student, others)}"


def _findings(path: Path) -> dict[str, Any]:
    """What grading found out about a notebook; empty where there is no graded notebook, or an incomplete one."""
    try:
        metadata = json.loads(path.read_text(encoding="utf-8"))["metadata"].get(OURS, {})
    except (OSError, ValueError, KeyError):
        return {}
    return metadata if "verdicts" in metadata else {}
