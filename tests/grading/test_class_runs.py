"""`autograder grade` on a class: stopped anywhere, run again, on one worker or several, the grades are the same."""

from __future__ import annotations

import contextlib
import csv
import random
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import tiny_lesson
from courses import ROW, Course

from autograder.processes import FOLDERS


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    made = Course(tmp_path_factory.mktemp("course"))
    made.hand_in(6)
    made.grade("--workers", "2")
    yield made


def test_scores_and_states(course: Course) -> None:
    points = {row[0]: 0.0 for row in course.grades()}
    for student, _, score, *_ in course.grades():
        points[str(student)] += float(score or 0)  # type: ignore[arg-type]
    full = sum(tiny_lesson.POINTS.values())
    assert [points[f"s{i:03}"] for i in range(6)][0::5] == [full, full]
    assert points["s003"] == points["s004"] == 0
    table = (course.root / "build" / "grades" / f"{tiny_lesson.NAME}.csv").read_text(encoding="utf-8")
    assert "s004,0,10,invalid" in table and "cut off" in table
    page = (course.root / "build" / "grades" / f"{tiny_lesson.NAME}.html").read_text(encoding="utf-8")
    assert "the weights are ignored" in page


def test_again_grades_nothing_and_one_worker_gives_the_same(course: Course) -> None:
    before = course.grades()
    assert "0 graded now, 6 were graded already" in course.grade().stdout
    assert "6 graded now" in course.grade("--force", "--workers", "1").stdout
    assert course.grades() == before


def test_a_student_who_handed_in_nothing_is_named(course: Course) -> None:
    """A name that was mistyped must not look like a class that is graded."""
    before = course.grades()
    refused = course.grade("--students", "s00l, s002", "--force", check=False)
    beginning = (
        f"autograder grade: nothing from 's00l' for {tiny_lesson.NAME} is in {course.root / 'submitted'}; "
    )
    assert refused.returncode == 2 and refused.stdout == ""
    assert re.fullmatch(re.escape(beginning) + r"did you mean s00\d\?\n", refused.stderr), refused.stderr
    assert "1 graded now" in course.grade("--students", " s002", "--force").stdout
    assert course.grades() == before


def test_the_folders_that_are_configured(course: Course, tmp_path: Path) -> None:
    """What nbgrader's own commands obey, `autograder grade` obeys: names, order of folders, gradebook."""
    root = tmp_path / "c[1]"
    config = (course.root / "nbgrader_config.py").read_text(encoding="utf-8")
    more = {
        "submitted_directory": "handed in",
        "autograded_directory": "marked",
        "source_directory": str(course.root / "source"),
        "directory_structure": "{nbgrader_step}/{assignment_id}/{student_id}",
        "db_url": f"sqlite:///{root / 'grades.db'}",
    }
    lines = [f"c.CourseDirectory.{name} = {value!r}\n" for name, value in more.items()]
    for student in ("s000", "s001"):
        handed_in = course.root / "submitted" / student / tiny_lesson.NAME
        shutil.copytree(handed_in, root / "handed in" / tiny_lesson.NAME / student)
    (root / "nbgrader_config.py").write_text(
        config.replace(repr(str(course.root)), repr(str(root))) + "".join(lines), encoding="utf-8"
    )
    told = course.autograder("grade", tiny_lesson.NAME, "--course", str(root))
    assert "2 graded now" in told and "in all 2: 2 graded" in told
    marked = root / "marked" / tiny_lesson.NAME
    assert {path.parent.name for path in marked.glob("*/*.ipynb")} == {"s000", "s001"}
    again = course.autograder("grade", tiny_lesson.NAME, "--course", str(root))
    assert "2 were graded already" in again
    assert not {"submitted", "autograded", "gradebook.db"} & {path.name for path in root.iterdir()}
    with sqlite3.connect(root / "grades.db") as database:
        assert {row[0] for row in database.execute(ROW)} == {"s000", "s001"}


@pytest.mark.slow
def test_nbgrader_autograde_gives_the_same(course: Course) -> None:
    before = course.grades()
    course.nbgrader("autograde", tiny_lesson.NAME, "--force")
    assert course.grades() == before
    assert "6 were graded already" in course.grade().stdout  # and its work is recognised


def test_manual_grades_stay(course: Course) -> None:
    with sqlite3.connect(course.root / "gradebook.db") as database:
        database.execute("UPDATE grade SET manual_score = 1.5 WHERE rowid = (SELECT min(rowid) FROM grade)")
    course.grade("--force")
    assert [row[3:] for row in course.grades() if row[3] is not None] == [(1.5, 1)]


@pytest.mark.slow
def test_a_second_run_is_refused(course: Course) -> None:
    first = course.start("--force")
    lock = course.root / ".grading.lock"
    try:
        end = time.monotonic() + 60
        refused = None
        while time.monotonic() < end and first.poll() is None:
            refused = course.grade("--students", "s000", check=False)
            if refused.returncode:
                break
        assert refused is not None and refused.returncode == 2
        assert refused.stderr.count("\n") == 1 and "another run is grading" in refused.stderr
    finally:
        assert first.wait(timeout=120) == 0
    assert lock.exists()


def test_a_damaged_gradebook_is_one_sentence(course: Course) -> None:
    path = course.root / "gradebook.db"
    whole = path.read_bytes()
    for damaged in (b"no database at all" * 1000, whole[:100] + b"\xff" * 4000 + whole[4100:]):
        path.write_bytes(damaged)
        try:
            refused = course.grade(check=False)
        finally:
            path.write_bytes(whole)
        assert refused.returncode == 2, refused.stderr[-2000:]
        assert refused.stderr.strip().count("\n") == 0 and "is damaged" in refused.stderr, refused.stderr[
            -2000:
        ]
    assert course.grade().stdout.startswith("0 graded now")


def test_a_gradebook_that_cannot_be_written_is_one_sentence(course: Course) -> None:
    with sqlite3.connect(course.root / "gradebook.db") as database:
        database.execute("UPDATE grade SET auto_score = NULL")  # so that there is something to write
        database.execute(
            "CREATE TRIGGER full BEFORE UPDATE ON grade BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
        )
    before = course.grades()
    failed = course.grade("--force", check=False)
    assert failed.returncode == 2 and failed.stderr.strip().count("\n") == 0, failed.stderr
    assert "disk is full" in failed.stderr and "what was graded before is kept" in failed.stderr
    assert course.grades() == before
    assert course.graded() == {f"s{i:03}" for i in range(6)}  # a failed --force keeps the old results
    assert not list((course.root / "autograded").glob("*/.*"))  # and no draft stays behind
    with sqlite3.connect(course.root / "gradebook.db") as database:
        database.execute("DROP TRIGGER full")
    course.grade("--force")
    assert course.grades() != before


def killed_and_resumed(course: Course, kills: int, seed: int) -> int:
    """Kill runs while they start and while they grade; run to the end, and compare with an undisturbed run.

    Returns how many kills left the class graded in part, so that a test can say that it tested something.
    """
    students = {path.name for path in (course.root / "submitted").iterdir()}
    course.grade("--force", "--workers", "2")
    undisturbed = course.grades()
    forget_grades(course)
    chance, partly = random.Random(seed), 0
    temporary = Path(tempfile.gettempdir())
    before, killed = set(temporary.glob("pymp-*")), []
    for _ in range(kills):
        run = course.start("--workers", "2")
        killed.append(run.pid)
        if chance.random() < 0.2:
            time.sleep(chance.uniform(0, 5))
        else:
            wait_for_a_change(course, run)
            time.sleep(chance.uniform(0, 1))
        run.kill()
        run.wait()
        partly += set() < course.graded() < students
        if course.graded() == students:
            forget_grades(course)
    course.grade("--workers", "2")
    assert course.grades() == undisturbed
    assert course.graded() == students
    assert not list((course.root / "autograded").glob("*/.*.draft"))
    assert not [path for pid in killed for path in temporary.glob(f"{FOLDERS}{pid}-*")]
    assert set(temporary.glob("pymp-*")) <= before  # multiprocessing's own, which says nobody's name
    return partly


def wait_for_a_change(course: Course, run: subprocess.Popen[bytes]) -> float:
    """When the first graded notebook of a run was written."""
    before = time.time()
    while run.poll() is None:
        for path in (course.root / "autograded").glob("*/*/*.ipynb"):
            with contextlib.suppress(FileNotFoundError):
                if path.stat().st_ctime > before:
                    return time.monotonic()
        time.sleep(0.05)
    raise AssertionError("the run ended without grading anything")


def forget_grades(course: Course) -> None:
    for path in (course.root / "autograded").glob("*/*"):
        shutil.rmtree(path)
    with sqlite3.connect(course.root / "gradebook.db") as database:
        database.execute("UPDATE grade SET auto_score = NULL")


def test_killed_twice(course: Course) -> None:
    killed_and_resumed(course, kills=2, seed=0)


@pytest.fixture
def large_course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    made = Course(
        tmp_path_factory.mktemp("c")
    )  # short: the path of a socket has room for about a hundred letters
    made.hand_in(40)
    made.grade("--workers", "2")
    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    "victim", ["judge", "worker", "autograder.kernels.parent", "multiprocessing.forkserver"]
)
def test_a_killed_helper_process_costs_nobody_a_point(large_course: Course, victim: str) -> None:
    course, killed = large_course, 0
    before = course.grades()
    run = course.start("--force", "--workers", "2")
    wait_for_a_change(course, run)
    while run.poll() is None and killed < 2:
        processes = psutil.process_iter(["name", "cmdline", "environ", "create_time"])
        found = [process for process in processes if is_ours(process, course, victim)]
        if found:
            oldest = min(found, key=lambda process: process.info["create_time"])  # its forks look the same
            with contextlib.suppress(psutil.NoSuchProcess):
                oldest.kill()
                killed += 1
            time.sleep(1)
    assert run.wait() == 0 and killed
    assert course.grades() == before


@pytest.mark.slow
def test_manual_grades_given_during_a_run_stay(large_course: Course) -> None:
    """As the formgrader writes them, for a student who is through and for one who is still waiting."""
    from nbgrader.api import Gradebook

    course = large_course
    before = course.grades()
    run = course.start("--force", "--workers", "2")
    wait_for_a_change(course, run)
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as gradebook:
        for student in ("s000", "s039"):
            grade = gradebook.find_submission(tiny_lesson.NAME, student).notebooks[0].grades[0]
            grade.manual_score, grade.extra_credit = 0.5, 0.25
            comment = gradebook.find_submission(tiny_lesson.NAME, student).notebooks[0].comments[0]
            comment.manual_comment = "seen"
            gradebook.db.commit()
    assert run.poll() is None, "the run was over before the grades were given"
    assert run.wait() == 0
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as gradebook:
        for student in ("s000", "s039"):
            notebook = gradebook.find_submission(tiny_lesson.NAME, student).notebooks[0]
            assert (notebook.grades[0].manual_score, notebook.grades[0].extra_credit) == (0.5, 0.25)
            assert notebook.comments[0].manual_comment == "seen"
    assert [row[:3] for row in course.grades()] == [row[:3] for row in before]


def is_ours(process: psutil.Process, course: Course, victim: str) -> bool:
    """A process of this course's run: its environment or its command line names the course's folder."""
    command, environment = " ".join(process.info["cmdline"] or []), process.info["environ"] or {}
    here = str(course.root)
    is_victim = victim in command if "." in victim else victim == process.info["name"]
    return is_victim and (environment.get("AUTOGRADER_ROOT") == here or here in command)


@pytest.mark.slow
def test_killed_at_fifty_moments(large_course: Course) -> None:
    partly = sum(killed_and_resumed(large_course, kills=10, seed=seed) for seed in range(5))
    assert partly >= 25, "too many kills fell before or after the grading"


@pytest.mark.slow
def test_eight_workers(course: Course) -> None:
    before = course.grades()
    course.grade("--force", "--workers", "8")
    assert course.grades() == before


@pytest.mark.slow
def test_two_hundred_submissions_one_in_ten_hostile(tmp_path: Path) -> None:
    """Every state is right, every honest student gets what is theirs, and the run comes to its end."""
    course = Course(tmp_path)
    classroom = course.classroom()
    hostile = {
        "endless": {**tiny_lesson.ANSWERS, "weighted_mean": "while True:\n    pass"},
        "ended": {**tiny_lesson.ANSWERS, "Scale": "import os\nos._exit(1)"},
        "patched": {
            **tiny_lesson.ANSWERS,
            "draw": "import torch\ntorch.allclose = lambda *a, **k: True\ndraw = None",
        },
        "claims": {
            **tiny_lesson.ANSWERS,
            "weighted_mean": "def weighted_mean(x, w):\n    print(2)\n    return x",
        },
    }
    kinds = list(hostile)
    for number in range(200):
        name = f"s{number:03}"
        if number % 10 < 9:
            made = classroom.answering(name, tiny_lesson.ANSWERS)
        elif number % 50 == 49:
            made = classroom.cut_off(name)
        else:
            made = classroom.answering(name, hostile[kinds[number // 10 % 4]])
        made.write(course.root / "submitted", tiny_lesson.NAME)
    course.grade("--workers", "2")
    table = (course.root / "build" / "grades" / f"{tiny_lesson.NAME}.csv").read_text(encoding="utf-8")
    found = {row["student"]: row for row in csv.DictReader(table.splitlines())}
    full = sum(tiny_lesson.POINTS.values())
    # weighted_variance uses weighted_mean, so who has no weighted_mean has neither
    lost = {"endless": 5, "ended": 3, "patched": 2, "claims": 5}
    states = {"endless": "timed out", "ended": "partly graded", "patched": "graded", "claims": "graded"}
    assert len(found) == 200
    for number in range(200):
        row = found[f"s{number:03}"]
        if number % 10 < 9:
            assert (float(row["score"]), row["state"]) == (full, "graded"), row
        elif number % 50 == 49:
            assert (float(row["score"]), row["state"]) == (0, "invalid"), row
        else:
            kind = kinds[number // 10 % 4]
            assert (float(row["score"]), row["state"]) == (full - lost[kind], states[kind]), (kind, row)
