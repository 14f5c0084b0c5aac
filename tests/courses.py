"""A course whose class has handed in: `autograder grade` as from a shell, and what the gradebook then holds."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import houses
import tiny_lesson

SECRET = "0123456789abcdef" * 4
ROW = """
SELECT student.id, base_cell.name, grade.auto_score, grade.manual_score, grade.needs_manual_grade
FROM grade JOIN base_cell ON grade.cell_id = base_cell.id
JOIN submitted_notebook ON grade.notebook_id = submitted_notebook.id
JOIN submitted_assignment ON submitted_notebook.assignment_id = submitted_assignment.id
JOIN student ON submitted_assignment.student_id = student.id ORDER BY 1, 2
"""


class Course(houses.House):
    """A course with the tiny lesson and a class that has handed in."""

    def __init__(self, root: Path) -> None:
        secret = root / "secret"
        secret.write_text(SECRET, encoding="ascii")
        secret.chmod(0o600)
        (root / "r").mkdir(mode=0o700)  # for a warm parent of its own, which a test may kill
        apart = {"AUTOGRADER_SECRET_FILE": str(secret), "XDG_RUNTIME_DIR": str(root / "r")}
        super().__init__(root, seconds=12, environment=apart)
        self.autograder("release")

    def hand_in(self, students: int) -> None:
        """Right answers, slips, half the work, nothing, and a file that is cut off, in turn."""
        classroom = self.classroom()
        answers = [
            tiny_lesson.ANSWERS,
            classroom.answers_with_slips(0),
            dict(list(tiny_lesson.ANSWERS.items())[:2]),
            {},
        ]
        for number in range(students):
            name = f"s{number:03}"
            kind = number % (len(answers) + 1)
            cut = kind == len(answers)
            made = classroom.cut_off(name) if cut else classroom.answering(name, answers[kind])
            made.write(self.root / "submitted", tiny_lesson.NAME)

    def grading(self, *options: str) -> list[str]:
        """The command line of a run."""
        command = [sys.executable, "-m", "autograder", "grade", tiny_lesson.NAME]
        return [*command, "--course", str(self.root), *options]

    def grade(self, *options: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        done = self.run(*self.grading(*options))
        assert not check or done.returncode == 0, done.stderr[-3000:]
        return done

    def start(self, *options: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.grading(*options),
            cwd=self.root,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def grades(self) -> list[tuple[object, ...]]:
        with sqlite3.connect(self.root / "gradebook.db") as database:
            return list(database.execute(ROW))

    def graded(self) -> set[str]:
        return {path.parent.parent.name for path in (self.root / "autograded").glob("*/*/*.ipynb")}
