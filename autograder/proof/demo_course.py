"""The whole course once, on a made-up class, in a folder of its own: nothing of a real course is touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import CourseError
from autograder.grading import student_rows
from autograder.grading.course_config import configure
from autograder.grading.submissions import Course
from autograder.lesson.folder import ROOT, Lesson
from autograder.proof.classroom import Classroom

CELL_SECONDS = 10
NBGRADER = (str(Path(sys.executable).with_name("nbgrader")),)
GRADE = (sys.executable, "-m", "autograder", "grade")


@dataclass(frozen=True)
class DemoCourse:
    """An nbgrader course in a folder of its own, with the lessons of this one."""

    root: Path

    @property
    def db_url(self) -> str:
        return f"sqlite:///{self.root / 'gradebook.db'}"

    @property
    def config_path(self) -> Path:
        return self.root / "nbgrader_config.py"

    def create(self) -> None:
        """Make the folder afresh."""
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)
        settings = {
            "CourseDirectory.source_directory": str(ROOT / "source"),
            "JudgedExecute.timeout": CELL_SECONDS,
        }
        more = "".join(f"c.{name} = {value!r}\n" for name, value in settings.items())
        configure(self.root, ROOT / "nbgrader_config.py", more)

    def run(self, *command: str, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Run a command here, as an instructor would; its log goes to a file.

        meanwhile: what to do twice a second until it is done.
        """
        with (self.root / "commands.log").open("a", encoding="utf-8") as log:
            log.write(f"\n$ {' '.join(command)}\n")
            log.flush()
            environment = {**os.environ, "NO_COLOR": "1"}
            with subprocess.Popen(command, cwd=self.root, stdout=log, stderr=log, env=environment) as running:
                while True:
                    try:
                        code = running.wait(0.5)
                        break
                    except subprocess.TimeoutExpired:
                        meanwhile()
        if code:
            raise CourseError(f"{' '.join(command)} failed; {self.root / 'commands.log'} says why")

    def students_in(self, step: str, lesson: str) -> int:
        """How many students have a folder for a lesson in submitted/, autograded/ or feedback/."""
        return sum(1 for _ in self.root.glob(f"{step}/*/{lesson}"))


Bar = Callable[[int], AbstractContextManager[Callable[[int], None]]]  # how many there are → how many are done


def grade_class(
    lesson: Lesson,
    course: DemoCourse,
    on_step: Callable[[str], None] = lambda _: None,
    bar: Bar = lambda _: nullcontext(lambda _: None),
) -> list[student_rows.Row]:
    """Release a lesson in a demo course, hand in a made-up class, grade it and write feedback.

    on_step: told what begins. bar: shows how far a step over the whole class has come.
    """

    def over_the_class(name: str, command: tuple[str, ...], step: str) -> None:
        count = course.students_in("submitted", lesson.name)
        on_step(f"{name}: {count} submissions")
        with bar(count) as show:
            course.run(*command, meanwhile=lambda: show(course.students_in(step, lesson.name)))

    on_step("nbgrader generate_assignment")
    course.run(*NBGRADER, "generate_assignment", lesson.name, "--force")
    classroom = Classroom(lesson, course.root / "course" / lesson.name)
    for submission in classroom.everybody():
        submission.write(course.root / "submitted", lesson.name)
    grade = (*GRADE, lesson.name, "--course", str(course.root))
    over_the_class("autograder grade", grade, "autograded")
    feedback = (*NBGRADER, "generate_feedback", lesson.name)
    over_the_class("nbgrader generate_feedback", feedback, "feedback")
    return student_rows.rows(
        Course(course.root, course.db_url), lesson.name, [n.stem for n in lesson.notebooks]
    )
