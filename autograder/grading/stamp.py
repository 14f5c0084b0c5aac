"""Stamp a release: an id in the notebook says what a submission was made from, and that release is kept."""

from __future__ import annotations

from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.lesson import text as lesson_text
from autograder.lesson.folder import SOURCE, Lesson
from autograder.notebook.cell import OURS
from autograder.release import kept
from autograder.release.build import close_to_others


class StampRelease(NbGraderPreprocessor):
    """nbgrader preprocessor for generate_assignment."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        close_to_others(CourseDirectory(config=self.config).db_url)  # nbgrader has just opened or made it
        lesson = Lesson(SOURCE / Path(resources["nbgrader"]["assignment"]).name)
        kept.keep(lesson)
        nb.metadata[OURS] = {"release": lesson.release}
        for cell in nb.cells:
            cell.metadata.pop(lesson_text.SPACING, None)
        return nb, resources
