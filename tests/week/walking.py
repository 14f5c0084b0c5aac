"""The week, command by command, as docs/instructors.md gives it; what people type is typed on the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from nbgrader.api import Gradebook

from autograder.lesson.folder import Lesson

from . import holding
from .course_folder import ATTENTION, FORBIDS, TOLD, WELCOME, CourseFolder
from .filled_in import read_rows, write_rows
from .known_answers import Bank
from .made_work import KINDS, USUAL, Maker, Work
from .people import MAPPED, REFUSED, TWINS, Student, begins, people, write_archive, write_lists

DUE, LATE = "2026-11-20 12:00 UTC", "2026-11-21 12:00"
STEMS = {WELCOME: WELCOME, ATTENTION: "02a_scores"}
QUESTION = "written_bigram_limit"
COMMENT = "Typed by a person, {}."
ERRATUM = "einsum is allowed"


class Week:
    """One walk. count: students in the class."""

    def __init__(self, folder: CourseFolder, count: int) -> None:
        self.folder, self.students = folder, people(count)
        self.work: dict[str, dict[Student, Work]] = {}
        self.found: list[str] = []  # what did not hold, one sentence each
        self.lost: dict[str, int] = {}  # lost points that were looked at, by where they were read

    def walk(self) -> None:
        """Everything, in order. Whatever does not hold is in `found` afterwards; a traceback ends the walk."""
        self.monday()
        self.collect()
        for lesson in (WELCOME, ATTENTION):
            self.folder.autograder("grade", lesson[:2], "--workers", "2")
            self.look(lesson, "the class table", holding.class_table)
        self.grade_by_hand()
        for lesson in (WELCOME, ATTENTION):
            self.give_back(lesson)
        self.requests()
        self.erratum()
        self.later()

    def look(self, lesson: str, where: str, read: Callable[[Path, str, str], holding.Told]) -> None:
        """Compare what is told about each student with what they were made to do wrong."""
        told = read(self.folder.root, lesson, STEMS[lesson])
        found, lost = holding.compare(self.work[lesson], told, read is holding.feedback_pages)
        self.found += [f"{lesson}, {where}: {each}" for each in found]
        self.lost[f"{lesson}, {where}"] = lost

    # ---- Monday and Tuesday --------------------------------------------------------------------------

    def monday(self) -> None:
        run, root = self.folder, self.folder.root
        run.autograder("doctor", ok=None)
        run.nbgrader("generate_assignment", WELCOME)
        older = json.loads(run.released(WELCOME, WELCOME))
        run.edit(f"{WELCOME}.py", TOLD[0], TOLD[1])
        run.edit("exercises/Affine.py", *FORBIDS)
        run.autograder("release", "00")
        run.nbgrader("generate_assignment", ATTENTION)
        self.nobody_is_graded()
        for number, (text, said) in enumerate(REFUSED.items()):
            path = root / f"refused-{number}.csv"
            path.write_text(text, encoding="utf-8")
            self.expect(said, run.autograder("roster", path, ok=False))
        write_lists(root, self.students)
        run.autograder("roster", root / "class.csv")
        run.autograder("roster", root / "teilnehmer.csv", "--columns", MAPPED)
        run.autograder("codes")
        for lesson in (WELCOME, ATTENTION):
            run.nbgrader("db", "assignment", "add", lesson, "--duedate", DUE)
        for lesson in (WELCOME, ATTENTION):
            bank = Bank(Lesson(run.root / "source" / lesson), STEMS[lesson])
            blank = json.loads(run.released(lesson, STEMS[lesson]))
            maker = Maker(bank, blank, older if lesson == WELCOME else None)
            shift = 0 if lesson == WELCOME else 7
            kinds = _kinds(len(self.students), shift)
            self.work[lesson] = {
                student: maker.work(student.id, kind, number + shift)
                for number, (student, kind) in enumerate(zip(self.students, kinds, strict=True))
            }

    def nobody_is_graded(self) -> None:
        """Each command says so in a sentence: none ends in a traceback."""
        for words in (
            ("written", "00"), ("report", "00"), ("report", "--course"), ("feedback", "00"), ("export", "00"),
            ("regrade", "00"), ("history", "00"), ("give-back", "00", "--to", "folder"), ("practice", "00"),
        ):  # fmt: skip
            self.folder.autograder(*words, ok=None)

    # ---- Friday --------------------------------------------------------------------------------------

    def collect(self) -> None:
        run, root = self.folder, self.folder.root
        write_archive(root / "00.zip", "moodle", self.work[WELCOME])
        write_archive(root / "02.zip", "canvas", self.work[ATTENTION])
        late = [student.id for student, work in self.work[WELCOME].items() if work.kind == "late"]
        write_rows(root / "times.csv", ["student", "submitted"], [[each, LATE] for each in late])
        moodle = "collect", "00", root / "00.zip", "--from", "moodle", "--times", root / "times.csv"
        said = run.autograder(*moodle)
        twins = [student for student in self.students if student.id in TWINS]
        self.expect(begins(twins[0]), said)
        given = [f"--give={begins(student)}={student.id}" for student in twins]
        run.autograder(*moodle, *given)
        canvas = "collect", "02", root / "02.zip", "--from", "canvas"
        run.autograder(*canvas)
        before = holding.contents(root / "submitted", without=("timestamp.txt",))
        run.autograder(*canvas, "--at", LATE)
        if holding.contents(root / "submitted", without=("timestamp.txt",)) != before:
            self.found.append("collecting the same archive again changes what was handed in")

    def grade_by_hand(self) -> None:
        """Half a table, the table made again, the formgrader in between, and the rest."""
        run, root = self.folder, self.folder.root
        table = root / "build" / "grades" / f"{WELCOME}-written.csv"
        run.autograder("written", "00")
        self.found += holding.groups(root, WELCOME, table, self.work[WELCOME])
        rows = read_rows(table)
        for number, row in enumerate(rows):
            if number % 2 == 0:
                row["items"], row["comment"] = ("a b", "a", "none")[number % 3], COMMENT.format(number)
                row["points"] = ""  # an empty answer's row has a 0 already
        write_rows(table, list(rows[0]), [row.values() for row in rows])
        run.autograder("written", "00")
        again = {row["group"]: row for row in read_rows(table)}
        lost = [row["group"] for row in rows if row["comment"] and again[row["group"]] != row]
        self.found += [f"the half-filled table was overwritten for {lost}"] if lost else []
        kept = self._in_the_formgrader({row["begins"] for row in rows[::2]})
        self.expect("kept", run.autograder("written", "00", "--take", table))
        rest = [{**row, "points": "" if row["items"] else "0.5"} for row in read_rows(table)]
        write_rows(table, list(rest[0]), [row.values() for row in rest])
        run.autograder("written", "00", "--take", table)
        self.typed = holding.by_people(run.db_url)
        if self.typed[kept, QUESTION] != (1.5, "in the formgrader"):
            self.found.append(f"what was typed in the formgrader is gone: {self.typed[kept, QUESTION]}")
        self.found += holding.late(root, WELCOME, self.work[WELCOME])

    def _in_the_formgrader(self, filled: set[str]) -> str:
        """Points and a comment as nbgrader's formgrader saves them, for someone whom the table grades otherwise.

        filled: how the answers begin that the table gives points.
        """
        with Gradebook(self.folder.db_url) as gradebook:
            student = next(
                student.id
                for student, work in self.work[WELCOME].items()
                if work.written in filled and work.kind != "late"
            )
            grade = gradebook.find_grade(QUESTION, WELCOME, WELCOME, student)
            grade.manual_score, grade.needs_manual_grade = 1.5, False
            gradebook.find_comment(QUESTION, WELCOME, WELCOME, student).manual_comment = "in the formgrader"
            gradebook.db.commit()
            return student

    def give_back(self, lesson: str) -> None:
        run, short = self.folder, lesson[:2]
        system = "moodle" if lesson == WELCOME else "canvas"
        run.autograder("report", short)
        run.autograder("feedback", short)
        self.look(lesson, "the feedback pages", holding.feedback_pages)
        for to in ("csv", system):
            run.autograder("export", short, "--to", to)
        self.found += holding.export(run.root, lesson, self.work[lesson])
        for to in (system, "folder"):
            run.autograder("give-back", short, "--to", to)

    # ---- later ---------------------------------------------------------------------------------------

    def requests(self) -> None:
        run, root = self.folder, self.folder.root
        table = root / "build" / "grades" / f"{WELCOME}-requests.csv"
        note = [self.students[0].id, QUESTION.removeprefix("written_"), "I said more than that."]
        write_rows(root / "notes.csv", ["student", "exercise", "note"], [note])
        run.autograder("regrade", "00", "--notes", root / "notes.csv", ok=None)
        note[1] = QUESTION
        write_rows(root / "notes.csv", ["student", "exercise", "note"], [note])
        run.autograder("regrade", "00", "--notes", root / "notes.csv")
        rows = read_rows(table)
        for row in rows:
            row["reply"] = COMMENT.format(row["student"])
        write_rows(table, list(rows[0]), [row.values() for row in rows])
        run.autograder("regrade", "00")
        if [row["reply"] for row in read_rows(table)] != [row["reply"] for row in rows]:
            self.found.append("replies that were typed and not taken yet are gone")
        run.autograder("regrade", "00", "--take", table)
        self.expect(f"{len(rows)} answered", run.autograder("regrade", "00", "--list"))

    def erratum(self) -> None:
        """Allow what the release forbade by mistake: those who used it get their points, and people's points stay."""
        run = self.folder
        run.edit("exercises/Affine.py", *FORBIDS[::-1])
        run.autograder("release", "00")
        run.autograder("regrade", "00", "--erratum", ERRATUM)
        for work in self.work[WELCOME].values():
            if work.kind == "einsum":
                work.lost = {}
        now = holding.by_people(run.db_url)
        self.found += [
            f"after the erratum {key} has {now.get(key)}, a person gave {value}"
            for key, value in self.typed.items()
            if now.get(key) != value
        ]
        run.autograder("feedback", "00")
        self.look(WELCOME, "the feedback pages after the erratum", holding.feedback_pages)
        self.found += holding.replies(run.root, WELCOME, self.work[WELCOME], COMMENT)
        said = run.autograder("written", "00")
        self.expect(f"{QUESTION}: ", said)
        run.autograder("export", "00")
        self.found += holding.export(run.root, WELCOME, self.work[WELCOME])
        self.found += holding.late(run.root, WELCOME, self.work[WELCOME])

    def later(self) -> None:
        run, leaves = self.folder, self.students[2].id
        run.autograder("report", "--course")
        for lesson in ("00", "02"):
            run.autograder("practice", lesson)
        run.autograder("give-back", "00", "--to", "moodle", "--practice", "1")
        self.expect(ERRATUM, run.autograder("history", "00"))
        run.autograder("grade", "00")
        other = {**run.environment, "AUTOGRADER_SECRET_FILE": str(run.root / "another-secret")}
        (run.root / "another-secret").write_text("f" * 64, encoding="ascii")
        (run.root / "another-secret").chmod(0o600)
        mine, run.environment = run.environment, other
        self.expect("secret", run.autograder("grade", "00", "--force", ok=False))
        run.environment = mine
        before = holding.folders(run.root, leaves)
        run.autograder("forget", leaves, "--list")
        run.autograder("forget", leaves, "--yes")
        self.found += holding.forgotten(run.root, leaves, before)

    def expect(self, words: str, said: str) -> None:
        if words not in said:
            self.found.append(f"{self.folder.ran[-1][0]}: does not say {words!r}, but {said[-400:]!r}")


def _kinds(count: int, shift: int) -> list[str]:
    """A kind for each student: every trap once, from the one with this number on, then the usual ones in turn."""
    every = [*KINDS[shift:], *KINDS[:shift]]
    return [*every, *(USUAL[number % len(USUAL)] for number in range(count))][:count]
