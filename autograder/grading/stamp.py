"""Stamp a release: an id in the notebook says what a submission was made from, and that release is kept."""

from __future__ import annotations

from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.lesson import text as lesson_text
from autograder.lesson.folder import SOURCE, Lesson
from autograder.notebook.cell import OURS
from autograder.release import kept


class StampRelease(NbGraderPreprocessor):
    """nbgrader preprocessor for generate_assignment."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        lesson = Lesson(SOURCE / Path(resources["nbgrader"]["assignment"]).name)
        kept.keep(lesson)
        nb.metadata[OURS] = {"release": lesson.release}
        for cell in nb.cells:
            cell.metadata.pop(lesson_text.SPACING, None)
        return nb, resources
