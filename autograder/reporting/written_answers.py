"""Written answers as one page and one table: empty ones together, equal ones together, alike ones side by side.

Items of the rubric (or points) and comments go from the table into nbgrader's gradebook, for each student of a group.
Groups are how answers are shown; what is kept belongs to each student.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markupsafe import Markup
from nbgrader.api import MissingEntry

from autograder.errors import CourseError
from autograder.grading import (
    empty_answers,
    filled_tables,
    lateness,
    own_results,
    pictures,
    points_history,
    submissions,
    ticks,
)
from autograder.grading.gradebook import opened
from autograder.grading.outputs import inline, markdown2html
from autograder.grading.safe_text import table_field
from autograder.grading.submissions import Course
from autograder.lesson.written_questions import Question
from autograder.notebook.cell import OURS
from autograder.reporting import given_since, same_words, ticked_rows
from autograder.reporting.render import render, script
from autograder.reporting.ticked_rows import ITEMS, Given

AGAIN = "again"
COLUMNS = ("question", "group", "students", "begins", AGAIN, ITEMS, "points", "comment")
TYPED = (ITEMS, "points", "comment")


@dataclass
class Group:
    """Students whose answers a reader would call the same (same_words).

    points, letters (of items), comment: what the gradebook has, where it has the same for all of them; an empty answer
    has 0 before anyone gives it anything. again: the points that some of them were given for an earlier answer; then
    nothing is filled in, because nobody has given them for this one. attachments: its pictures. own: what is expected
    of these students, whose numbers are their own.
    """

    question: str
    key: str
    text: str
    students: list[str] = field(default_factory=list)
    points: float | None = None
    letters: str | None = None
    comment: str = ""
    again: str = ""
    own: list[str] = field(default_factory=list)
    attachments: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Taken:
    """What a table changed: how many grades were written, and whose were kept because they are from elsewhere.

    penalties: student, before and now, where the late penalty changed with the points.
    """

    written: int = 0
    kept: list[tuple[str, str, str]] = field(default_factory=list)  # question, student, where from
    penalties: list[tuple[str, float, float]] = field(default_factory=list)


def groups(course: Course, lesson: str, asked: Sequence[Question]) -> dict[str, list[Group]]:
    """Question → its groups: the empty one first, then the others, each beside those it resembles most."""
    found: dict[str, dict[str, Group]] = {question.grade_id: {} for question in asked}
    numbers = {q.grade_id: own_results.of_class(course, lesson, q) for q in asked if q.variant}
    for student in course.submitted_by(lesson):
        for question in asked:
            path = course.autograded_of(lesson, student) / f"{question.notebook}.ipynb"
            cell = _answer(path, question.grade_id)
            if cell is None:
                continue
            key = same_words.key(cell.source, pictures.fingerprint(cell))
            own: list[str] = []
            if question.variant and key != same_words.EMPTY:
                own = own_results.lines(numbers[question.grade_id], student, cell.source)
                key = same_words.key("\n".join([key, *own]))  # with other numbers it is another answer
            new = Group(question.grade_id, key, cell.source, own=own, attachments=cell.get("attachments", {}))
            group = found[question.grade_id].setdefault(key, new)
            group.students.append(student)
    _fill_in(course, lesson, asked, found)
    return {name: _in_order(list(by_key.values())) for name, by_key in found.items()}


def why_empty(course: Course, lesson: str, stems: Sequence[str], question: Question) -> str:
    """Why there is no answer to a question. stems: the lesson's notebooks."""
    handed_in = submissions.find(course, lesson, stems)
    file = f"{question.notebook}.ipynb"
    if any((course.autograded_of(lesson, each.student) / file).exists() for each in handed_in):
        return f"no {file} that can be read has its cell"
    if any(question.notebook in each.notebooks for each in handed_in):
        return f"no {file} is graded yet: type autograder grade {lesson}"
    return f"nobody has handed in {file}"


def page(
    lesson: str,
    asked: Sequence[Question],
    found: Mapping[str, Sequence[Group]],
    table: Path,
    empty: Mapping[str, str],
) -> str:
    """The page to read beside the table; where that is there, with what is filled in in it.

    empty: why a question has no answers, for those that have none.
    """
    filled = _filled_in(table, asked)

    def fields(group: Group) -> dict[str, str]:
        has = {**ticked_rows.fields(group.points, group.letters), "comment": group.comment.strip()}
        typed = filled.get((group.question, group.key), has)
        return {**typed, "waits": "" if typed == has else "yes"}

    return render(
        "written.html.jinja",
        title=f"{lesson}: written answers",
        questions=[(question, found[question.grade_id]) for question in asked],
        table=table.name,
        empty=empty,
        fields=fields,
        begins=_begins,
        line=lambda text: Markup(inline(text)),
        script=Markup(script("written.js")),
        prose=lambda text: Markup(markdown2html({"cell": {}, "mathml": True}, text)),
        answer=lambda group: Markup(markdown2html({"cell": _cell(group), "mathml": True}, group.text)),
    )


def _filled_in(table: Path, asked: Sequence[Question]) -> dict[tuple[str, str], dict[str, str]]:
    """Question and group → what the table has there."""
    if not table.exists():
        return {}
    by_name = {question.grade_id: question for question in asked}
    return {
        (row["question"], row["group"]): ticked_rows.as_shown(row, by_name[row["question"]])
        for _, row in filled_tables.rows(table, COLUMNS)
        if row["question"] in by_name
    }


def _cell(group: Group) -> dict[str, Any]:
    """A group's answer as the cell of a notebook; its metadata tell markdown2html that a student wrote it."""
    return {"metadata": {"nbgrader": {"solution": True}}, "attachments": group.attachments}


def write_table(path: Path, found: Mapping[str, Sequence[Group]]) -> filled_tables.Kept:
    """A line for each group, with what was typed there, or what the gradebook has, or empty fields to fill in."""
    made = [
        {
            "question": name,
            "group": group.key,
            "students": str(len(group.students)),
            "begins": _begins(group),
            AGAIN: group.again,
            **ticked_rows.fields(group.points, group.letters),
            "comment": table_field(group.comment),
        }
        for name, several in found.items()
        for group in several
    ]
    return filled_tables.write(path, made, ("question", "group"), TYPED, COLUMNS)


def _begins(group: Group) -> str:
    return table_field(" ".join(group.text.split())[:60])


def take(
    course: Course,
    lesson: str,
    asked: Sequence[Question],
    found: Mapping[str, Sequence[Group]],
    path: Path,
    config: Any,
    replace: bool = False,
    students: Sequence[str] = (),
) -> Taken:
    """Points and comments of a table into the gradebook: all of it or, where a line is wrong, nothing.

    A grade that differs and is not from an earlier table of the same person (given_since) is kept unless `replace`.
    students: only theirs, everybody's where none is named. config: nbgrader's, which says what lateness costs: it may
    depend on these points.
    """
    rows = _read_table(path, asked, found)
    _require_known(students, found)
    taken = Taken()
    with opened(course.db_url) as gradebook, points_history.because(given_since.reason(lesson, path)):
        known = given_since.notes(points_history.history(gradebook.engine, lesson, students))
        try:
            for group, given, comment in rows:
                notebook = next(q.notebook for q in asked if q.grade_id == group.question)
                for student in group.students:
                    if students and student not in students:
                        continue
                    place = group.question, notebook, lesson, student
                    grade: Any = gradebook.find_grade(*place)
                    said: Any = gradebook.find_comment(*place)
                    differing = _differing(gradebook, grade, said, given, comment)
                    if not differing and not grade.needs_manual_grade:
                        continue
                    others = given_since.by_others(known, student, group.question, differing)
                    if grade.manual_score is not None and others and not replace:
                        taken.kept.append((group.question, student, others))
                        continue
                    _give(gradebook, grade, said, given, comment)
                    taken.written += 1
            taken.penalties = lateness.renew(gradebook, lesson, config)
            gradebook.db.commit()
        except BaseException:
            gradebook.db.rollback()
            raise
    if not taken.kept and not students:
        filled_tables.remember_as_taken(path)
    return taken


def _require_known(students: Sequence[str], found: Mapping[str, Sequence[Group]]) -> None:
    """Raise CourseError for a name that is under no answer."""
    answered = {student for several in found.values() for group in several for student in group.students}
    for name in students:
        if name not in answered:
            raise CourseError(f"there is no answer from {name!r}: --students takes ids, separated by commas")


def _differing(
    gradebook: Any, grade: Any, said: Any, given: Given, comment: str
) -> dict[str, float | str | None]:
    """What the gradebook has where a row gives something else; items count as their points."""
    manual = grade.manual_score
    points = grade.auto_score if manual is None else manual  # an empty answer has its 0 without a person
    same = points == given.points and (
        given.letters is None or ticks.ticked(gradebook, grade) == given.letters
    )
    has: dict[str, float | str | None] = {} if same else {points_history.POINTS: points}
    if (said.manual_comment or "") != comment:
        has[points_history.COMMENT] = said.manual_comment or ""
    return has


def _give(gradebook: Any, grade: Any, said: Any, given: Given, comment: str) -> None:
    """Write one grade."""
    grade.manual_score, grade.needs_manual_grade = given.points, False
    said.manual_comment = comment or None
    ticks.remember(gradebook, grade, given.letters, given.points)


def _read_table(
    path: Path, asked: Sequence[Question], found: Mapping[str, Sequence[Group]]
) -> list[tuple[Group, Given, str]]:
    """The lines with items or points. Raises CourseError with the number of the first line that cannot be taken."""
    known = {(name, group.key): group for name, several in found.items() for group in several}
    by_name = {question.grade_id: question for question in asked}
    needed = [c for c in COLUMNS if c not in (ITEMS, AGAIN)]  # a table of an earlier version has neither
    told: list[tuple[Group, Given, str]] = []
    for number, row in enumerate((row for _, row in filled_tables.rows(path, needed)), start=2):
        where = f"{path}, row {number}"
        group = known.get((row["question"], row["group"]))
        if group is None:
            raise CourseError(
                f"{where}: no answers are in group {row['group']!r} of {row['question']!r} any more: "
                "somebody has handed in again; make the table anew, your points stay in the gradebook"
            )
        given = ticked_rows.given(row, by_name[group.question], where)
        if given is None:
            continue
        if any(group is other for other, _, _ in told):
            raise CourseError(
                f"{where}: group {group.key} of {group.question} has points in an earlier row already"
            )
        told.append((group, given, row["comment"].strip().removeprefix("'")))
    return told


def _answer(path: Path, grade_id: str) -> Any | None:
    """The cell that a student wrote, without text where it is as it was released.

    None where nothing was graded, or where the file could not be read: what was written there is not known.
    """
    import nbformat

    try:
        notebook = nbformat.read(path, as_version=4)
    except (OSError, ValueError):
        return None
    cells = [] if notebook.metadata.get(OURS, {}).get("invalid") else notebook.cells
    for cell in cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id:
            cell.source = "" if empty_answers.is_empty(cell) else cell.source.strip()
            return cell
    return None


def _in_order(several: list[Group]) -> list[Group]:
    """Empty first, then along a tree of likeness (TF-IDF of words and symbols, cosine, average linkage)."""
    from scipy.cluster.hierarchy import leaves_list, linkage
    from sklearn.feature_extraction.text import TfidfVectorizer

    empty = [group for group in several if group.key == same_words.EMPTY]
    others = sorted(
        (group for group in several if group.key != same_words.EMPTY), key=lambda group: group.key
    )
    if len(others) > 2:
        vectors = TfidfVectorizer(token_pattern=r"\w+|[^\w\s]").fit_transform(group.text for group in others)
        others = [others[n] for n in leaves_list(linkage(vectors.toarray(), "average", metric="cosine"))]
    return empty + others


def _fill_in(
    course: Course, lesson: str, asked: Iterable[Question], found: Mapping[str, Mapping[str, Group]]
) -> None:
    """Items, points and comments that all students of a group have already."""
    with opened(course.db_url) as gradebook:
        for question in asked:
            for group in found[question.grade_id].values():
                given, before = set(), []
                for student in group.students:
                    place = question.grade_id, question.notebook, lesson, student
                    try:
                        grade: Any = gradebook.find_grade(*place)
                        said: Any = gradebook.find_comment(*place)
                    except MissingEntry:
                        continue
                    if grade.manual_score is not None and grade.needs_manual_grade:
                        before.append(float(grade.manual_score))
                    letters = ticks.ticked(gradebook, grade)
                    without = 0.0 if group.key == same_words.EMPTY else None
                    points = without if grade.manual_score is None else grade.manual_score
                    given.add((points, letters, said.manual_comment or ""))
                group.again = _graded_before(before)
                if len(given) == 1 and not before:
                    group.points, group.letters, group.comment = given.pop()


def _graded_before(points: Sequence[float]) -> str:
    """What students have for another answer than the one that is there now. points: theirs, as a person gave them."""
    if not points:
        return ""
    have = "1 student has" if len(points) == 1 else f"{len(points)} students have"
    given = " or ".join(f"{each:g}" for each in sorted(set(points)))
    return f"{have} {given} {'point' if given == '1' else 'points'} for an earlier answer"
