"""A lesson's folder as the instructor's tools see it: notebook texts and exercises.

Nothing here knows a lesson by name.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.errors import LessonError
from autograder.lesson import included
from autograder.lesson import text as lesson_text
from autograder.notebook.cell import Cell

ADVICE_ON_EDITS = (
    "Was a solution rewritten? Either change these edits, or paste the former solution (the answer cell, or the lines "
    "between its marks) into the exercise's file as edited = r'''…'''. Slips are then made from that text, and the "
    "audit treats it as one more right answer."
)

if TYPE_CHECKING:
    from autograder.authoring import Exercise


def _root() -> Path:
    """The course's folder; AUTOGRADER_ROOT names another one (a course of your own, or a test's).

    Installed apart from the clone, as on a hub, where all have one environment, it is the clone that one stands in.
    """
    if named := os.environ.get("AUTOGRADER_ROOT"):
        return Path(named).resolve()
    around = Path(__file__).resolve().parents[2]
    here = Path(os.path.abspath(os.curdir))
    for folder in () if _is_course(around) else (here, *here.parents):
        if _is_course(folder):
            return folder.resolve()
    return around


def _is_course(folder: Path) -> bool:
    return (folder / "nbgrader_config.py").is_file() and (folder / "source").is_dir()


ROOT = _root()
SOURCE, COURSE = ROOT / "source", ROOT / "course"
EXERCISES = "exercises"  # the folder of a lesson that holds one file per exercise
# what a written question's cell holds for those who grade it
FOR_PEOPLE = re.compile(rb"^# ### BEGIN SOLUTION\n.*?^# ### END SOLUTION$", re.DOTALL | re.MULTILINE)
NOT_RELEASED = "smallest"  # files of a lesson that only the audit reads begin like this


@dataclass(frozen=True)
class NotebookText:
    """One notebook of a lesson, as text in jupytext's percent format."""

    path: Path
    cells: list[Cell]

    @property
    def stem(self) -> str:
        return self.path.stem

    @property
    def exercises(self) -> list[str]:
        """The names of its graded exercises, in order."""
        return [cell.exercise for cell in self.cells if cell.is_check]

    def cell(self, grade_id: str) -> Cell:
        found = [cell for cell in self.cells if cell.grade_id == grade_id]
        if len(found) != 1:
            raise LessonError(
                f"{self.path}: {len(found)} cells have the grade_id {grade_id!r}; one is needed"
            )
        return found[0]


@dataclass(frozen=True)
class Lesson:
    """One lesson: the folder source/NN_topic, or that of an old release which was kept."""

    folder: Path
    kept_of: str = ""  # the lesson's name, where the folder is an old release's and is called by that

    @property
    def name(self) -> str:
        return self.kept_of or self.folder.name

    @cached_property
    def notebooks(self) -> list[NotebookText]:
        paths = lesson_text.texts_in(self.folder)
        if not paths:
            raise LessonError(
                f"{self.folder} holds no notebook text: a file such as {self.name}.py is needed"
            )
        return [NotebookText(path, read_cells(path)) for path in paths]

    @cached_property
    def exercises(self) -> dict[str, Exercise]:
        from autograder.authoring import load_exercises  # imports torch, which many commands do without

        cells = {cell.grade_id: cell.source for notebook in self.notebooks for cell in notebook.cells}
        found = load_exercises(self.folder)
        asked = [name for notebook in self.notebooks for name in notebook.exercises if name in found]
        ordered = {name: found[name] for name in asked} | found  # as the notebooks ask for them
        return {name: replace(e, docstring=docstrings(cells.get(name, ""))) for name, e in ordered.items()}

    def require_fitting_edits(self) -> None:
        """Raise LessonError with every edit of a slip or alternative that doesn't fit the text it is made on."""
        found = [
            misfit
            for notebook in self.notebooks
            for name in notebook.exercises
            if name in self.exercises
            for misfit in self.exercises[name].misfits(notebook.cell(name).source)
        ]
        if found:
            count = (
                "the edits of 1 answer don't fit"
                if len(found) == 1
                else f"the edits of {len(found)} answers don't fit"
            )
            lines = [line.removeprefix(f"{ROOT}/") for line in found]
            raise LessonError("\n".join([f"{self.name}: {count} any more.", *lines, ADVICE_ON_EDITS]))

    @property
    def release(self) -> str:
        """An id of what students get and how checks grade it: it changes when a text or an exercise does.

        Model answers and rubrics of written questions do not count, so that they can be corrected while people grade.
        """
        return self.folder.name if self.kept_of else self._digest(for_people=False)

    @property
    def releases(self) -> set[str]:
        """The ids that this may have been handed out under: today's, and the one with rubrics, as ids once were."""
        return {self._digest(for_people=False), self._digest(for_people=True)}

    def _digest(self, for_people: bool) -> str:
        """for_people: whether model answers and rubrics count as well."""
        digest = hashlib.sha256()
        for path in self.files:
            if path.name.startswith(NOT_RELEASED):
                continue
            content = path.read_bytes()
            if not for_people and path.parent == self.folder:
                content = FOR_PEOPLE.sub(b"", content)
            digest.update(path.relative_to(self.folder).as_posix().encode() + b"\0" + content)
        return digest.hexdigest()[:12]

    @property
    def files(self) -> list[Path]:
        """Its notebook texts and exercises: all that a release is made of."""
        own = [*self.folder.glob("*.py"), *self.folder.glob(f"*{included.SUFFIX}")]
        return sorted([*own, *(self.folder / EXERCISES).glob("*.py")])

    @property
    def course_folder(self) -> Path:
        return COURSE / self.name


def docstrings(source: str) -> str:
    """All docstrings of a cell, one behind the other; empty for one that Python cannot read."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ""
    documented = (ast.ClassDef, ast.FunctionDef)
    return "\n".join(ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, documented))


def read_cells(path: Path) -> list[Cell]:
    """The cells of a notebook text."""
    return [Cell.of(cell) for cell in _jupytext_cells(path)]


def find_lessons(names: list[str] | None = None, source: Path = SOURCE) -> Iterator[Lesson]:
    """The lessons with these names (or unambiguous beginnings of names), or all of them, in order."""
    if not source.is_dir():
        here = (
            f"there is no {source}"
            if (ROOT / "pyproject.toml").is_file()
            else "lessons' sources are not here"
        )
        raise LessonError(f"{here}: this needs a clone of the course's repository")
    folders = sorted(path.parent for path in source.glob(f"*/{EXERCISES}"))
    if not names:
        yield from map(Lesson, folders)
        return
    for name in names:
        wanted = Path(name).name
        matches = [p for p in folders if p.name == wanted] or [
            p for p in folders if p.name.startswith(wanted)
        ]
        if len(matches) != 1:
            known = ", ".join(p.name for p in folders)
            raise LessonError(f"no lesson is called {name!r}; there are {known}")
        yield Lesson(matches[0])


def _jupytext_cells(path: Path) -> list[Any]:
    import jupytext  # slow to import; who grades has imported it before the first submission comes (preloaded.py)

    return jupytext.reads(lesson_text.read(path), fmt="py:percent").cells
