"""Written answers as one page and one table: empty ones together, equal ones together, alike ones side by side.

Points and comments go from the table into nbgrader's gradebook, once for all students of a group.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markupsafe import Markup
from nbgrader import utils
from nbgrader.api import MissingEntry

from autograder import private_files
from autograder.errors import CourseError
from autograder.grading import filled_tables
from autograder.grading.gradebook import opened
from autograder.grading.outputs import markdown2html
from autograder.grading.safe_text import table_field
from autograder.grading.submissions import Course
from autograder.lesson.written_questions import Question
from autograder.reporting.render import render

COLUMNS = ("question", "group", "students", "begins", "points", "comment")
# A spreadsheet takes 0123456789 and 12e3456789 for numbers, and writes them back as it likes.
IN_LETTERS = str.maketrans("0123456789abcdef", "bcdfghjklmnpqrst")
EMPTY = "empty"  # the group of those who wrote nothing


@dataclass
class Group:
    """Students whose answers are the same but for letters' case, spaces and punctuation.

    points, comment: what the gradebook has, where it has the same for all of them.
    """

    question: str
    key: str
    text: str
    students: list[str] = field(default_factory=list)
    points: float | None = None
    comment: str = ""


@dataclass
class Taken:
    """What a table changed: how many grades were written, and whose were kept because a person had given others."""

    written: int = 0
    kept: list[tuple[str, str]] = field(default_factory=list)  # question, student


def groups(course: Course, lesson: str, asked: Sequence[Question]) -> dict[str, list[Group]]:
    """Question → its groups: the empty one first, then the others, each beside those it resembles most."""
    found: dict[str, dict[str, Group]] = {question.grade_id: {} for question in asked}
    for student in course.submitted_by(lesson):
        for question in asked:
            path = course.autograded_of(lesson, student) / f"{question.notebook}.ipynb"
            text = _answer(path, question.grade_id)
            if text is None:
                continue
            key = _key(text)
            group = found[question.grade_id].setdefault(key, Group(question.grade_id, key, text))
            group.students.append(student)
    _fill_in(course, lesson, asked, found)
    return {name: _in_order(list(by_key.values())) for name, by_key in found.items()}


def page(lesson: str, asked: Sequence[Question], found: Mapping[str, Sequence[Group]], table: Path) -> str:
    """The page to read beside the table."""
    return render(
        "written.html.jinja",
        title=f"{lesson}: written answers",
        questions=[(question, found[question.grade_id]) for question in asked],
        table=table.name,
        prose=lambda text: Markup(markdown2html({"cell": {}, "mathml": True}, text)),
        answer=lambda text: Markup(markdown2html({"cell": WRITTEN, "mathml": True}, text)),
    )


WRITTEN = {"metadata": {"nbgrader": {"solution": True}}}  # how markdown2html knows a student's own text


def write_table(path: Path, found: Mapping[str, Sequence[Group]]) -> None:
    """A line for each group, with empty fields for points and comment, or with what was given before."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for name, several in found.items():
        for group in several:
            begins = table_field(" ".join(group.text.split())[:60])
            given = "" if group.points is None else f"{group.points:g}"
            row = [name, group.key, str(len(group.students)), begins, given, table_field(group.comment)]
            writer.writerow(row)
    private_files.write(path, text.getvalue())


def take(
    course: Course,
    lesson: str,
    asked: Sequence[Question],
    found: Mapping[str, Sequence[Group]],
    path: Path,
    replace: bool = False,
) -> Taken:
    """Points and comments of a table into the gradebook: all of it or, where a line is wrong, nothing.

    A grade that a person has given since, and that differs, is kept unless `replace`.
    """
    rows = _read_table(path, asked, found)
    taken = Taken()
    with opened(course.db_url) as gradebook:
        try:
            for group, points, comment in rows:
                notebook = next(q.notebook for q in asked if q.grade_id == group.question)
                for student in group.students:
                    grade = gradebook.find_grade(group.question, notebook, lesson, student)
                    said = gradebook.find_comment(group.question, notebook, lesson, student)
                    if _give(grade, said, points, comment, replace):
                        taken.written += 1
                    elif (grade.manual_score, said.manual_comment or "") != (points, comment):
                        taken.kept.append((group.question, student))
            gradebook.db.commit()
        except BaseException:
            gradebook.db.rollback()
            raise
    return taken


def _give(grade: Any, said: Any, points: float, comment: str, replace: bool) -> bool:
    """Write one grade; False where there is nothing to write, or something that a person has given."""
    before = grade.manual_score, said.manual_comment or ""
    if before == (points, comment) and not grade.needs_manual_grade:
        return False
    if grade.manual_score is not None and before != (points, comment) and not replace:
        return False
    grade.manual_score, grade.needs_manual_grade = points, False
    said.manual_comment = comment or None
    return True


def _read_table(
    path: Path, asked: Sequence[Question], found: Mapping[str, Sequence[Group]]
) -> list[tuple[Group, float, str]]:
    """The lines with points. Raises CourseError with the number of the first line that cannot be taken."""
    known = {(name, group.key): group for name, several in found.items() for group in several}
    highest = {question.grade_id: question.points for question in asked}
    told = []
    for number, row in enumerate((row for _, row in filled_tables.rows(path, COLUMNS)), start=2):
        where = f"{path}, row {number}"
        group = known.get((row["question"], row["group"]))
        if group is None:
            raise CourseError(
                f"{where}: no answers are in group {row['group']!r} of {row['question']!r} any more: "
                "somebody has handed in again; make the table anew, your points stay in the gradebook"
            )
        if not row["points"].strip():
            continue
        points = _points(row["points"], highest[group.question], where)
        if any(group is other for other, _, _ in told):
            raise CourseError(
                f"{where}: group {group.key} of {group.question} has points in an earlier row already"
            )
        told.append((group, points, row["comment"].strip().removeprefix("'")))
    return told


def _points(text: str, highest: float, where: str) -> float:
    try:
        points = float(text.strip().replace(",", "."))
    except ValueError:
        raise CourseError(f"{where}: {text!r} are no points") from None
    if not 0 <= points <= highest:
        raise CourseError(f"{where}: points go from 0 to {highest:g}, not {points:g}")
    return points


def _answer(path: Path, grade_id: str) -> str | None:
    """What a student wrote; "" where the cell is as it was released, None where nothing was graded."""
    import nbformat

    try:
        cells = nbformat.read(path, as_version=4).cells
    except (OSError, ValueError):
        return None
    for cell in cells:
        told = cell.metadata.get("nbgrader", {})
        if told.get("grade_id") == grade_id:
            return "" if told.get("checksum") == utils.compute_checksum(cell) else cell.source.strip()
    return None


def _key(text: str) -> str:
    """The name of a group: it follows from what its students wrote, so an old table never meets new answers."""
    words = re.findall(r"\w+", text.casefold())
    digest = hashlib.sha256(" ".join(words).encode()).hexdigest()[:10]
    return digest.translate(IN_LETTERS) if words else EMPTY


def _in_order(several: list[Group]) -> list[Group]:
    """Empty first, then along a tree of likeness (TF-IDF of words, cosine, average linkage)."""
    from scipy.cluster.hierarchy import leaves_list, linkage
    from sklearn.feature_extraction.text import TfidfVectorizer

    empty = [group for group in several if group.key == EMPTY]
    others = sorted((group for group in several if group.key != EMPTY), key=lambda group: group.key)
    if len(others) > 2:
        vectors = TfidfVectorizer(token_pattern=r"\w+").fit_transform(group.text for group in others)
        others = [others[n] for n in leaves_list(linkage(vectors.toarray(), "average", metric="cosine"))]
    return empty + others


def _fill_in(
    course: Course, lesson: str, asked: Iterable[Question], found: Mapping[str, Mapping[str, Group]]
) -> None:
    """Points and comments that all students of a group have already."""
    with opened(course.db_url) as gradebook:
        for question in asked:
            for group in found[question.grade_id].values():
                given = set()
                for student in group.students:
                    place = question.grade_id, question.notebook, lesson, student
                    try:
                        grade, said = gradebook.find_grade(*place), gradebook.find_comment(*place)
                    except MissingEntry:
                        continue
                    given.add((grade.manual_score, said.manual_comment or ""))
                if len(given) == 1:
                    group.points, group.comment = given.pop()
