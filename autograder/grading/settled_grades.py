"""Which points of people need another look after grading again: those for an answer that is no longer the same.

nbgrader asks for one whenever something is graded a second time, and then counts work that is done as waiting. An
erratum would so take back the grades of every written answer in the class.
"""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.preprocessors import SaveAutoGrades

from autograder.grading import empty_answers, pictures
from autograder.notebook.cell import OURS, Cell

Answers = Mapping[tuple[str, str], str]  # (notebook, graded cell) → what identifies the answer to it
ANYBODY = "\ue000"  # stands for a student's name; no path has this letter
_before: dict[str, Answers] = {}  # graded folder → its answers, in nbgrader's own commands


def answers(notebooks: Iterable[tuple[str, NotebookNode]]) -> dict[tuple[str, str], str]:
    """The answers in graded notebooks, which come with their names."""
    found = {}
    for stem, notebook in notebooks:
        cells = {Cell.of(cell).grade_id: cell for cell in notebook.cells if Cell.of(cell).is_solution}
        for cell in map(Cell.of, notebook.cells):
            answer = cells.get(cell.exercise if cell.is_check else cell.grade_id)
            if cell.is_graded and answer is not None:
                text = f"{answer.source}\n{pictures.fingerprint(answer)}"
                found[stem, cell.grade_id] = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return found


def answers_in(folder: Path) -> dict[tuple[str, str], str]:
    """The answers in a folder of graded notebooks; none where there is no folder, or none that can be read."""
    found = []
    for path in sorted(folder.glob("*.ipynb")):
        try:
            found.append((path.stem, nbformat.read(path, as_version=4)))
        except (OSError, ValueError):
            continue
    return answers(found)


def remember(converter: Any) -> None:
    """Before nbgrader's autograde removes the first old result: what was answered there."""
    course = converter.coursedir
    path = course.format_path(course.autograded_directory, ANYBODY, course.assignment_id)
    wanted = "*" if course.student_id == "*" else glob.escape(course.student_id)
    for folder in glob.glob(glob.escape(path).replace(ANYBODY, wanted)):
        _before[os.path.realpath(folder)] = answers_in(Path(folder))


class SaveGrades(SaveAutoGrades):
    """nbgrader's step, but what a person has settled stays so while the answer and the check's points are the same.

    A file that could not be read gets no points and no 0 either: it waits for a person. An answer that a student
    emptied has 0 and waits for nobody, like one that is as it was released.
    """

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        before = _before.get(os.path.realpath(str(resources["metadata"]["path"])), {})
        now = answers([(resources["nbgrader"]["notebook"], nb)])
        self._unread = bool(nb.metadata.get(OURS, {}).get("invalid"))
        self._same = {place[1] for place, answer in now.items() if before.get(place) == answer}
        return super().preprocess(nb, resources)

    def _add_score(self, cell: NotebookNode, resources: Any) -> None:
        name = cell.metadata["nbgrader"]["grade_id"]
        place = name, self.notebook_id, self.assignment_id, self.student_id
        grade: Any = self.gradebook.find_grade(*place)
        before = grade.manual_score, grade.auto_score, grade.needs_manual_grade
        super()._add_score(cell, resources)
        if self._unread:  # nothing was checked, so there is no 0 that anybody has given
            grade.auto_score, grade.needs_manual_grade = None, True
            self.gradebook.db.commit()
        elif grade.auto_score is None and empty_answers.points(cell) == 0:
            grade.auto_score, grade.needs_manual_grade = 0.0, before[0] is not None
            self.gradebook.db.commit()
        if name in self._same and before[0] is not None and before[1] == grade.auto_score:
            grade.needs_manual_grade = before[2]
            self.gradebook.db.commit()

    def _add_comment(self, cell: NotebookNode, resources: Any) -> None:
        super()._add_comment(cell, resources)
        if not self._unread and empty_answers.is_empty(cell):
            name = cell.metadata["nbgrader"]["grade_id"]
            place = name, self.notebook_id, self.assignment_id, self.student_id
            comment: Any = self.gradebook.find_comment(*place)
            comment.auto_comment = "No response."
            self.gradebook.db.commit()
