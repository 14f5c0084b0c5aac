"""What the boxes of a rubric in the formgrader talk to: which items an answer has, and a change of them.

Addresses are beside those of nbgrader's own API: /formgrader/api/ticks.
"""

from __future__ import annotations

import json
from typing import Any

from nbgrader.api import MissingEntry
from nbgrader.server_extensions.formgrader import apihandlers
from nbgrader.server_extensions.formgrader.base import BaseApiHandler, check_notebook_dir, check_xsrf
from tornado import web

from autograder.errors import CourseError
from autograder.grading import ticks
from autograder.lesson.folder import find_lessons
from autograder.lesson.written_questions import Question, questions


class TicksHandler(BaseApiHandler):
    """All written answers of one notebook of one student."""

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def get(self) -> None:
        try:
            notebook: Any = self.gradebook.find_submission_notebook_by_id(self.get_argument("submission_id"))
        except MissingEntry:
            raise web.HTTPError(404) from None
        asked = _asked(notebook.assignment.assignment.name)
        known = {
            grade.name: _known(self.gradebook, grade) for grade in notebook.grades if grade.name in asked
        }
        self.write(json.dumps(known))


class TickHandler(BaseApiHandler):
    """One written answer."""

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def put(self, grade_id: str) -> None:
        try:
            grade: Any = self.gradebook.find_grade_by_id(grade_id)
        except MissingEntry:
            raise web.HTTPError(404) from None
        question = _asked(grade.notebook.assignment.assignment.name).get(grade.name)
        letters = (self.get_json_body() or {}).get("letters")
        if question is None or not (letters is None or isinstance(letters, str)):
            raise web.HTTPError(400)
        known = {item.letter for item in question.items}
        if not set(letters or "") <= known:
            raise web.HTTPError(409, "the rubric has changed")
        if letters is None:
            ticks.remember(self.gradebook, grade, None, 0.0)
            grade.manual_score, grade.needs_manual_grade = None, True
        else:
            ticks.tick(self.gradebook, grade, question.items, sorted(set(letters)))
        self.gradebook.db.commit()
        self.write(json.dumps(_known(self.gradebook, grade)))


def register() -> None:
    """Let the formgrader of this process answer these addresses; nbgrader_config.py calls it, and more than once."""
    ours = [(r"/formgrader/api/ticks", TicksHandler), (r"/formgrader/api/ticks/([^/]+)", TickHandler)]
    known = {address for address, *_ in apihandlers.default_handlers}
    apihandlers.default_handlers.extend(one for one in ours if one[0] not in known)


def _asked(lesson: str) -> dict[str, Question]:
    """The written questions with items, by name; none where the lesson's text is not here."""
    try:
        (found,) = find_lessons([lesson])
        return {question.grade_id: question for question in questions(found) if question.items}
    except (CourseError, OSError):
        return {}


def _known(gradebook: Any, grade: Any) -> dict[str, Any]:
    return {"grade": grade.id, "letters": ticks.ticked(gradebook, grade), "points": grade.manual_score}
