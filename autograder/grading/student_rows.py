"""One row for each student of a lesson: score, state, reason, and the mistakes that were named."""

from __future__ import annotations

import builtins
import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from autograder import private_files
from autograder.grading import exercise_points
from autograder.grading.causes import causes
from autograder.grading.gradebook import opened
from autograder.grading.safe_text import RENAMED, table_field
from autograder.grading.shown_names import Naming, by_id
from autograder.grading.submissions import Course
from autograder.notebook.cell import OURS, Cell
from autograder.notebook.manifest import SUFFIX
from autograder.sandbox.jail import LEVELS, WEAKER

TIMED_OUT = {"time", "deadline"}  # of the kinds of ends that a kernel can have, those that are its slowness


@dataclass
class Row:
    """What became of one submission.

    state: graded, timed out (a cell did; the rest was graded), partly graded (a cell ended its process),
    incomplete (a notebook of the lesson was not handed in), tampered (checks were edited; graded all the same),
    invalid (nothing could be graded), not graded. Where points were lost, mistakes and reasons say why, exercise by
    exercise. points: exercise or written question → the gradebook's points; None while a person has still to give them,
    and where nothing could be graded.
    """

    student: str
    score: float
    max_score: float
    state: str
    reasons: list[str] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)
    causes: list[str] = field(default_factory=list)  # the known ones, in words that many submissions share
    sandbox: str = ""  # the weakest level that its notebooks ran at; empty where nothing ran
    points: dict[str, float | None] = field(default_factory=dict)
    graded: bool = (
        True  # whether anything of it was: otherwise its score of 0 is nobody's and is shown nowhere
    )


def rows(course: Course, lesson: str, notebooks: Sequence[str], own_words: bool = True) -> list[Row]:
    """The rows of everybody who handed in something for a lesson.

    notebooks: the stems that the lesson consists of, of which those count that the course asks for.
    Scores are the points from checks; what is graded by hand is not in them. own_words: whether reasons may hold what a
    student wrote: the text of an exception, the name of a file. They may tell who it is.
    """
    found = []
    notebooks = [stem for stem in notebooks if course.counts(lesson, stem)]
    order: dict[str, list[str]] = {stem: [] for stem in notebooks}  # what each notebook asks, in order
    with opened(course.db_url) as gradebook:
        scores = _scores(gradebook, course, lesson)
        late = _lateness(gradebook, lesson)
        known = exercise_points.submissions(gradebook, lesson)
        for student, folder in course.submitted_by(lesson).items():
            score, highest = scores.get(student, (0.0, 0.0))
            row = Row(student, score, highest or scores.get("", (0.0, 0.0))[1], "graded")
            autograded = course.autograded_of(lesson, student)
            _describe(row, [autograded / f"{stem}.ipynb" for stem in notebooks], folder, order, own_words)
            row.reasons += late.get(student, [])
            if student in known:
                counts = partial(course.counts, lesson)
                row.points = exercise_points.of(known[student], not row.graded, counts)
            found.append(row)
    asked = [name for names in order.values() for name in names]
    for row in found:
        row.points = exercise_points.ordered(row.points, asked)
    return found


COLUMNS = ("student", "name", "score", "max_score", "state", "mistakes", "reasons", "sandbox")


def write_csv(path: Path, found: Sequence[Row], naming: Naming = by_id) -> None:
    """COLUMNS, then one column for each exercise and written question; reasons in a field are separated by semicolons.

    name is empty where names are hidden. sandbox is the level that the submission ran at: full, light or none; empty
    where nothing ran. An exercise's column holds the gradebook's points, and is empty where a person has still to give
    them or nothing could be graded.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    exercises = list(dict.fromkeys(name for row in found for name in row.points))
    writer.writerow([*COLUMNS, *exercises])
    for row in found:
        writer.writerow(
            [
                table_field(row.student),
                table_field(_name(row.student, naming)),
                f"{row.score:g}" if row.graded else "",
                f"{row.max_score:g}",
                row.state,
                table_field("; ".join(row.mistakes)),
                table_field("; ".join(row.reasons)),
                row.sandbox,
                *(exercise_points.shown(row.points.get(name)) for name in exercises),
            ]
        )
    private_files.write(path, text.getvalue())


def _name(student: str, naming: Naming) -> str:
    """The name alone, for a table that has the id in another column; empty where names are hidden."""
    shown = naming(student)
    return "" if shown == student else shown.removesuffix(f" ({student})")


def weaker(found: Iterable[Row]) -> list[str]:
    """A sentence for each weaker level of the sandbox that submissions ran at; nothing where all had the whole one."""
    counts = Counter(row.sandbox for row in found)
    return [
        f"{counts[level]} submission{'' if counts[level] == 1 else 's'} ran at sandbox level {level}: {open_then}"
        for level, open_then in WEAKER.items()
        if counts[level]
    ]


def _scores(gradebook: Any, course: Course, lesson: str) -> dict[str, tuple[float, float]]:
    """Student → (points from checks, highest such points); the key "" holds the highest alone."""
    from nbgrader.api import MissingEntry

    try:
        assignment = gradebook.find_assignment(lesson)
    except MissingEntry:
        return {}
    highest = 0.0 + sum(
        c.max_score
        for n in assignment.notebooks
        for c in n.grade_cells
        if c.cell_type == "code" and course.counts(lesson, n.name)
    )
    found: dict[str, tuple[float, float]] = {"": (0.0, highest)}
    for submission in assignment.submissions:
        counted = [n for n in submission.notebooks if course.counts(lesson, n.name)]
        grades = [g for n in counted for g in n.grades if g.cell.cell_type == "code"]
        found[submission.student.id] = (sum(g.auto_score or 0.0 for g in grades), highest)
    return found


def _lateness(gradebook: Any, lesson: str) -> dict[str, list[str]]:
    """Student → how late they handed in, their extension, and what nbgrader takes off the score for it."""
    from nbgrader.api import MissingEntry

    try:
        submissions = gradebook.find_assignment(lesson).submissions
    except MissingEntry:
        return {}
    return {s.student.id: [told] for s in submissions if (told := _late(s))}


def _late(submission: Any) -> str:
    """How late one submission is; empty where it was in time without an extension."""
    seconds, extension = int(submission.total_seconds_late), submission.extension
    given = _duration(int(extension.total_seconds())) if extension else ""
    if seconds > 0:
        penalty = sum(notebook.late_submission_penalty or 0 for notebook in submission.notebooks)
        lost = f"nbgrader takes {penalty:g} points off" if penalty else "no points are taken off"
        return f"handed in {_duration(seconds)} late{f', after an extension of {given}' if given else ''}; {lost}"
    due = submission.assignment.duedate
    if not given or submission.timestamp is None or due is None:
        return ""
    seconds = int((submission.timestamp - due).total_seconds())
    late = f"handed in {_duration(seconds)} late, but within an extension of {given}; no points are taken off"
    return late if seconds > 0 else ""


def _duration(seconds: int) -> str:
    """`2 d 3 h`, `3 h 5 min`, `5 min`: the two largest units."""
    days, hours, minutes = seconds // 86400, seconds // 3600 % 24, -(-seconds // 60) % 60
    parts = [f"{count} {unit}" for count, unit in ((days, "d"), (hours, "h"), (minutes, "min")) if count]
    return " ".join(parts[:2]) or "1 h"


def findings(notebook: Mapping[str, Any]) -> dict[str, Any]:
    """What grading found out about one graded notebook: verdicts, incidents, changes, seconds by stage."""
    return notebook["metadata"].get(OURS, {})


def _describe(
    row: Row, autograded: Sequence[Path], submitted: Path, order: dict[str, list[str]], own_words: bool
) -> None:
    """Fill in state, reasons and mistakes from the graded notebooks, and the order in which they ask."""
    graded = [path for path in autograded if path.exists()]
    row.graded = False
    for path in graded:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        asked = [cell.exercise for node in notebook.get("cells", []) if (cell := Cell.of(node)).is_graded]
        order[path.stem] = max(order[path.stem], asked, key=len)
        data = findings(notebook)
        _take(row, data if own_words else _without_words(data))
        row.graded |= not data.get("invalid")
    if graded:
        for path in autograded:
            if path not in graded:
                _miss(row, path.name, (submitted / path.name).exists())
        return
    handed_in = sorted(p.name for p in submitted.glob("*.ipynb"))
    names = [path.name for path in autograded]
    wanted = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    wanted += " is expected" if len(names) == 1 else " are expected"
    called = f"is called {', '.join(handed_in)}" if own_words else "has another name"
    if not handed_in:
        others = _other_files(submitted) if own_words else []
        what = f"{', '.join(others)} {'is' if len(others) == 1 else 'are'} no notebook" if others else ""
        row.state = "invalid"
        row.reasons = [f"{what or 'no notebook was handed in'}; {wanted}"]
    elif not any((submitted / path.name).exists() for path in autograded):
        row.state, row.reasons = "invalid", [f"the notebook {called}; {wanted}"]
    else:
        row.state, row.reasons = (
            "not graded",
            ["it was not graded so far, or grading it failed: grade it with autograder grade"],
        )


def _other_files(submitted: Path) -> list[str]:
    """What was handed in besides notebooks and what nbgrader adds."""
    ours = ("timestamp.txt", "submission_secret.txt")
    return sorted(p.name for p in submitted.glob("*") if p.name not in ours and p.suffix != SUFFIX)


def _miss(row: Row, notebook: str, handed_in: bool) -> None:
    """Note that one of several notebooks is not among the graded ones."""
    row.reasons.append(f"{notebook} " + ("is not graded" if handed_in else "was not handed in"))
    if row.state not in ("tampered", "invalid"):
        row.state = "incomplete"


def _take(row: Row, data: dict[str, Any]) -> None:
    """Add one graded notebook's findings to a row."""
    ran_at = data.get("sandbox")
    if ran_at in LEVELS:
        row.sandbox = min(row.sandbox or ran_at, ran_at, key=LEVELS.index)
    if data.get("invalid"):  # then no check has run, and each of them would say so
        row.state = "invalid"
        row.reasons.append(data["invalid"])
        return
    verdicts = data.get("verdicts", [])
    found = causes(data)
    row.mistakes += [cause.told for cause in found if cause.told]
    row.causes += [f"{cause.exercise}, when {cause.name}" for cause in found if cause.name]
    row.reasons += [
        f"{v['exercise']}: looks like tampering: {what}" for v in verdicts for what in v.get("odd", [])
    ]
    row.reasons += [_unnamed(v) for v in verdicts if v["state"] == "wrong" and not v.get("slip")]
    unanswered = [v["exercise"] for v in verdicts if v["state"] == "not answered"]
    row.reasons += [f"not answered: {', '.join(unanswered)}"] if unanswered else []
    row.reasons += data.get("changes", [])
    row.reasons += [f"{name}: {sentence}" for name, sentence in data.get("incidents", {}).items()]
    if data.get("edited"):
        row.state = "tampered"
    elif data.get("incidents") and row.state == "graded":
        kinds = data.get("ends") or {"": "unknown"}  # notebooks graded by earlier versions have none
        row.state = "timed out" if set(kinds.values()) <= TIMED_OUT else "partly graded"


def _without_words(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same findings without anything that a student wrote, who may have signed it."""
    verdicts = [
        {
            **verdict,
            "odd": ["the class page says what"] if verdict.get("odd") else [],
            "error": {"type": _known((verdict.get("error") or {}).get("type"))},
            "criteria": [{**criterion, "difference": ""} for criterion in verdict["criteria"]],
            "notes": [] if verdict["state"] == "forbidden" else verdict.get("notes", []),
        }
        for verdict in data.get("verdicts", [])
    ]
    changes = [
        "the notebook had another name" if change.startswith(RENAMED) else change
        for change in data.get("changes", [])
    ]
    invalid = "the notebook could not be read" if data.get("invalid") else None
    stopped = {name: {"type": _known(error.get("type"))} for name, error in data.get("stopped", {}).items()}
    return {**data, "verdicts": verdicts, "changes": changes, "invalid": invalid, "stopped": stopped}


def _known(error: Any) -> str:
    """The name of an exception, if it is one of Python's own: a student may have named others."""
    return error if isinstance(error, str) and hasattr(builtins, error) else "an error"


def _unnamed(verdict: dict[str, Any]) -> str:
    """What lost the points where no known mistake fits: the first criterion that does not hold, and how it differs."""
    missed = next((c for c in verdict["criteria"] if not c["passed"]), None)
    what = f": {missed['name']} {missed['difference'] or 'differs'}" if missed else ""
    return f"{verdict['exercise']}: {verdict['points']:g} of {verdict['max_points']:g} points{what}"[:160]
