"""What has to hold in what the week leaves behind; each function returns sentences about what does not."""

from __future__ import annotations

import csv
import html
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bs4 import BeautifulSoup

from .made_work import EQUAL, Work
from .people import Student

ACCUSED = "uses what the exercise forbids"
BY_PEOPLE = """
SELECT student.id, base_cell.name, grade.manual_score, comment.manual_comment, grade.needs_manual_grade
FROM grade JOIN base_cell ON grade.cell_id = base_cell.id
JOIN submitted_notebook ON grade.notebook_id = submitted_notebook.id
JOIN submitted_assignment ON submitted_notebook.assignment_id = submitted_assignment.id
JOIN student ON submitted_assignment.student_id = student.id
LEFT JOIN base_cell AS answer ON answer.name = base_cell.name AND answer.notebook_id = base_cell.notebook_id
    AND answer.type = 'SolutionCell'
LEFT JOIN comment ON comment.notebook_id = submitted_notebook.id AND comment.cell_id = answer.id
WHERE grade.manual_score IS NOT NULL
"""


@dataclass
class Line:
    """What is told about one student: points and highest points by exercise, and words about exercises or all."""

    points: dict[str, tuple[float, float]] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    invalid: bool = False

    def about(self, exercise: str) -> str:
        """What is said about one exercise."""
        return "; ".join(
            words
            for words in self.words
            if words.startswith(f"{exercise}:") or (words.startswith("not answered:") and exercise in words)
        )


Told = dict[str, Line]


def compare(handed_in: Mapping[Student, Work], told: Told, pages: bool) -> tuple[list[str], int]:
    """What is told and not so, or so and not told; and how many lost points were looked at.

    pages: these are pages for students, and there is none where no notebook was handed in.
    """
    found, lost = [], 0.0
    for student, work in handed_in.items():
        line, who = told.get(student.id), f"{student.id} ({work.kind})"
        if work.absent or line is None:
            expected = line is None and (work.absent or (pages and not work.notebooks))
            found += [] if expected else [f"{who}: handed in, or not, and told otherwise"]
        elif work.invalid or line.invalid:
            said = "; ".join(line.words)
            if not (line.invalid and work.invalid and work.invalid in said):
                found.append(f"{who}: {said!r} where {work.invalid!r} is so")
        else:
            lost += sum(highest - points for points, highest in line.points.values())
            found += [f"{who}, {each}" for each in _misjudged(work, line)]
    return found, round(lost)


def _misjudged(work: Work, line: Line) -> list[str]:
    """Exercises whose points, or whose reason for missing ones, are not what the student was made to do."""
    found = []
    for exercise, (points, highest) in line.points.items():
        said = line.about(exercise).lower().replace("`", "")  # a page shows code as such
        reasons = work.lost.get(exercise, "").lower().replace("`", "").split("|")
        if exercise not in work.lost and points < highest:
            found.append(f"{exercise}: right, and {points} of {highest}: {said}")
        if exercise in work.lost and (points == highest or not any(each in said for each in reasons)):
            found.append(f"{exercise}: {points} of {highest}, {said!r}, not {work.lost[exercise]!r}")
        if ACCUSED in said and ACCUSED not in reasons:
            found.append(f"{exercise}: accused of what it did not do")
    return found


def class_table(root: Path, lesson: str, stem: str) -> Told:
    """From build/grades/LESSON.csv; only exercises of the notebook that was handed in."""
    asked = _asked(root, lesson, stem)
    told: Told = {}
    with (root / "build" / "grades" / f"{lesson}.csv").open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            words = [*row["mistakes"].split("; "), *row["reasons"].split("; ")]
            line = Line(words=words, invalid=row["state"] == "invalid")
            line.points = {name: (float(row[name] or 0), highest) for name, highest in asked.items()}
            told[row["student"].removeprefix("'")] = line
    return told


def feedback_pages(root: Path, lesson: str, stem: str) -> Told:
    """From the table at the top of each student's page."""
    asked, told = _asked(root, lesson, stem), {}
    for page in (root / "feedback").glob(f"*/{lesson}/{stem}.html"):
        text = page.read_text(encoding="utf-8")
        line = told[page.parts[-3]] = Line()
        for row in BeautifulSoup(text, "html.parser").select("tbody tr"):
            name = row.a["href"][1:] if row.a else ""
            if name in asked:
                points, remark = [" ".join(cell.get_text().split()) for cell in row("td")][:2]
                line.points[name] = float(points.split()[0] if points[:1].isdigit() else 0), asked[name]
                line.words.append(f"{name}: {remark}")
        line.invalid = all("could not be read" in words for words in line.words)
        line.words += (
            [" ".join(BeautifulSoup(text, "html.parser").get_text().split())] if line.invalid else []
        )
    return told


def _asked(root: Path, lesson: str, stem: str) -> dict[str, float]:
    """Exercise → highest points, of one notebook."""
    asked = """
    SELECT base_cell.name, grade_cells.max_score FROM base_cell JOIN grade_cells ON grade_cells.id = base_cell.id
    JOIN notebook ON base_cell.notebook_id = notebook.id JOIN assignment ON notebook.assignment_id = assignment.id
    WHERE assignment.name = ? AND notebook.name = ? AND base_cell.name LIKE 'check%'
    """
    with sqlite3.connect(root / "gradebook.db") as database:
        return {name.removeprefix("check_"): score for name, score in database.execute(asked, (lesson, stem))}


def by_people(db_url: str) -> dict[tuple[str, str], tuple[float, str]]:
    """(student, question) → the points and the comment that a person gave; a mark for another look is a comment."""
    with sqlite3.connect(db_url.removeprefix("sqlite:///")) as database:
        return {
            (student, name): (score, f"{comment or ''}{' (again)' if again else ''}")
            for student, name, score, comment, again in database.execute(BY_PEOPLE)
        }


def groups(root: Path, lesson: str, table: Path, handed_in: Mapping[Student, Work]) -> list[str]:
    """Only answers that a reader would call equal are in one row, and pictures are shown."""
    texts = defaultdict(int)
    for work in handed_in.values():
        if work.written is not None and not work.absent:
            texts[work.written] += 1
    for equal in EQUAL:
        first, *others = sorted(equal & texts.keys()) or [""]
        for other in others:
            texts[first] += texts.pop(other)
    with table.open(encoding="utf-8-sig", newline="") as file:
        rows = sorted(int(row["students"]) for row in csv.DictReader(file))
    page = table.with_suffix(".html").read_text(encoding="utf-8")
    found = (
        [] if rows == sorted(texts.values()) else [f"groups of {rows}, {sorted(texts.values())} were typed"]
    )
    if any("mine.png" in text for text in texts) and "data:image/png;base64" not in page:
        found.append("a pasted picture is not shown")
    found += [f"{text!r} is not shown" for text in ("a < b", "a > b") if html.escape(text) not in page]
    return found + (["a student's script is in the page"] if "<script>alert" in page else [])


def export(root: Path, lesson: str, handed_in: Mapping[Student, Work]) -> list[str]:
    """No score where nothing was graded, and the reason for it; a score for everybody else."""
    found = []
    with (root / "build" / "grades" / f"{lesson}-csv.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["student"].removeprefix("'"): row for row in csv.DictReader(file)}
    for student, work in handed_in.items():
        row = rows[student.id]
        scored = not (work.absent or work.invalid)
        if bool(row["score"]) != scored or (work.invalid and not row["not_graded"]):
            found.append(f"{lesson}, export, {student.id} ({work.kind}): {row}")
    return found


def late(root: Path, lesson: str, handed_in: Mapping[Student, Work]) -> list[str]:
    """Late work earns nothing here, whatever people gave for it."""
    score = """
    SELECT student.id, SUM(submitted_notebook.late_submission_penalty) FROM submitted_notebook
    JOIN submitted_assignment ON submitted_notebook.assignment_id = submitted_assignment.id
    JOIN assignment ON submitted_assignment.assignment_id = assignment.id
    JOIN student ON submitted_assignment.student_id = student.id WHERE assignment.name = ? GROUP BY student.id
    """
    whole = sum(_asked(root, lesson, lesson).values())
    given = {
        student: points for (student, _), (points, _) in by_people(f"sqlite:///{root}/gradebook.db").items()
    }
    with sqlite3.connect(root / "gradebook.db") as database:
        penalties = dict(database.execute(score, (lesson,)))
    return [
        f"{student.id} is late: {penalties.get(student.id)} of {whole + given.get(student.id, 0)} are taken off"
        for student, work in handed_in.items()
        if work.kind == "late" and penalties.get(student.id) != whole + given.get(student.id, 0)
    ]


def replies(root: Path, lesson: str, handed_in: Mapping[Student, Work], comment: str) -> list[str]:
    """Who asked for a regrade finds the reply on the page."""
    return [
        f"{student.id} finds no reply to a request"
        for student, work in handed_in.items()
        if work.requests
        and comment.format(student.id)
        not in (root / "feedback" / student.id / lesson / f"{lesson}.html").read_text(encoding="utf-8")
    ]


def contents(folder: Path, without: Collection[str] = ()) -> dict[str, bytes]:
    """File → content."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name not in without)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def folders(root: Path, leaves: str) -> set[Path]:
    """The folders of everybody else's work and pages."""
    steps = ("submitted", "autograded", "feedback", "practice")
    return {path for step in steps for path in (root / step).glob("*/*") if path.parent.name != leaves}


def forgotten(root: Path, leaves: str, before: set[Path]) -> list[str]:
    """The student is in no file that is not named to be looked at, and nobody else has lost a folder."""
    own = {"class.csv", "teilnehmer.csv", "00.zip", "02.zip", "notes.csv", "times.csv"}
    left = [
        str(path.relative_to(root))
        for path in root.rglob("*")
        if leaves in path.parts or (path.is_file() and path.name not in own and _names(path, leaves))
    ]
    gone = before - folders(root, leaves)
    return [f"{leaves} is still in {left}"] * bool(left) + [f"gone with {leaves}: {gone}"] * bool(gone)


def _names(path: Path, student: str) -> bool:
    """Whether a table or a list of records has the student; `null` is many things elsewhere."""
    if path.suffix not in (".csv", ".json", ".jsonl"):
        return False
    text = path.read_text(encoding="utf-8", errors="replace")
    return f'"{student}"' in text or any(line.startswith(f"{student},") for line in text.splitlines())
