"""A folder for a teaching assistant: it grades written answers beside model answer and rubric, and has no solution.

It holds the lessons' texts without the code between the marks of a solution, and without exercises, so no check can be
run there and no input or oracle read. Its submitted/ and autograded/ lead to the course's own, and its gradebook is the
course's.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

from autograder import private_files
from autograder.errors import CourseError
from autograder.lesson import text as lesson_text
from autograder.lesson.folder import EXERCISES, Lesson
from autograder.notebook.stubs import stub

MARK = "TA.md"  # this file in a course's folder says what the folder is for
STEPS = ("submitted", "autograded")
START = """# For a teaching assistant

You grade written answers here. The model answer and the rubric are beside each of them; solutions to the exercises are
not in this folder. In the course's environment, type in this folder:

```
jupyter lab                                                        Nbgrader, Formgrader, Manual Grading
autograder written LESSON                                          a page to read, and a table to fill in
autograder written LESSON --take build/grades/LESSON-written.csv   your points, into the gradebook
autograder report LESSON                                           how the class did
```

Lessons here: {lessons}. Points and comments go into the gradebook that the whole course shares. Grading by checks is
the instructor's: `autograder grade` is refused here.
"""


def write(folder: Path, lessons: Iterable[Lesson], config: str, root: Path) -> list[str]:
    """Make the folder, or bring it up to date; returns the lessons in it.

    config: the text of its nbgrader_config.py. root: the course's own folder. Raises CourseError where something else
    is in the way.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise CourseError(f"{folder} is there and is no teaching assistant's folder: name another")
    private_files.close_folder(folder, make=True)
    names = []
    for lesson in lessons:
        target = folder / "source" / lesson.name
        (target / EXERCISES).mkdir(parents=True, exist_ok=True)
        for notebook in lesson.notebooks:
            kept = without_solutions(lesson_text.read(notebook.path))
            (target / notebook.path.name).write_text(kept, encoding="utf-8")
        names.append(lesson.name)
    for step in STEPS:
        link = folder / step
        if not link.is_symlink():
            link.symlink_to(root / step)
    (folder / "nbgrader_config.py").write_text(config, encoding="utf-8")
    (folder / MARK).write_text(START.format(lessons=", ".join(names)), encoding="utf-8")
    return names


def without_solutions(text: str) -> str:
    """A lesson's text with each solution in code replaced, as students get it; model answers and rubrics stay."""
    return "".join(part if _is_text(part) else stub(part) for part in _cells(text))


def _is_text(part: str) -> bool:
    return "[markdown]" in part.partition("\n")[0]


def _cells(text: str) -> Iterator[str]:
    """The parts of a lesson's text, each with the line that begins its cell."""
    lines = text.splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if lesson_text.MARKER.match(line)]
    for start, end in itertools.pairwise([0, *starts, len(lines)]):
        yield "".join(lines[start:end])


def require_solutions(root: Path) -> None:
    """Raise CourseError in a teaching assistant's folder, where nothing can be graded by checks."""
    if (root / MARK).is_file():
        raise CourseError(
            f"{root} is a teaching assistant's folder and has no exercises to grade with: the instructor grades by "
            "checks, and written answers are graded here with autograder written"
        )
