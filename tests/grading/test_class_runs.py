"""`autograder grade` on a class: stopped anywhere, run again, on one worker or several, the grades are the same."""

from __future__ import annotations

import contextlib
import csv
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from functools import partial
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
    assert "s004,,,10,invalid" in table and "cut off" in table
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


def test_nbgrader_autograde_gives_the_same(course: Course) -> None:
    before = course.grades()
    with sqlite3.connect(course.root / "gradebook.db") as database:
        database.execute("UPDATE grade SET auto_score = NULL")  # so that a command that does nothing is seen
    assert course.grades() != before
    course.nbgrader("autograde", tiny_lesson.NAME, "--force")
    assert course.grades() == before
    assert "6 were graded already" in course.grade().stdout  # and its work is recognised


def test_manual_grades_stay(course: Course) -> None:
    with sqlite3.connect(course.root / "gradebook.db") as database:
        database.execute("UPDATE grade SET manual_score = 1.5 WHERE rowid = (SELECT min(rowid) FROM grade)")
    course.grade("--force")
    assert [row[3:] for row in course.grades() if row[3] is not None] == [(1.5, 0)]  # a person has settled it


@pytest.mark.parametrize("begun", ["multiprocessing.forkserver", "worker", "judge"])
def test_ctrl_c_is_told_in_one_line(course: Course, begun: str) -> None:
    """A terminal sends it to every process of the run: whatever runs by then, one of them answers."""
    before = course.grades()
    run = subprocess.Popen(
        course.grading("--force", "--workers", "2"),
        cwd=course.root,
        env=course.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # a shell starts what ends in & so that it ignores Ctrl-C, and its children would inherit that
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    while run.poll() is None and not any(map(partial(_is, begun), psutil.Process(run.pid).children(True))):
        time.sleep(0.02)
    os.killpg(run.pid, signal.SIGINT)
    _, told = run.communicate(timeout=600)
    assert run.returncode == 130 and told.splitlines()[-1] == "autograder grade: stopped", told
    assert "Traceback" not in told, told
    course.grade("--force")
    assert course.grades() == before


def _is(name: str, process: psutil.Process) -> bool:
    """Whether a process is called that, or was started for that module."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.name() == name or any(f"from {name} import" in word for word in process.cmdline())
    return False


@pytest.mark.slow
def test_a_second_run_is_refused(course: Course) -> None:
    first = course.start("--force")
    lock = course.root / ".grading.lock"
    try:
        refused = None
        while first.poll() is None:
            refused = course.grade("--students", "s000", check=False)
            if refused.returncode:
                break
        assert refused is not None and refused.returncode == 2
        assert refused.stderr.count("\n") == 1 and "another run is grading" in refused.stderr
    finally:
        assert first.wait(timeout=600) == 0
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


def refusal(course: Course, *command: str | Path) -> str:
    """The one sentence with which a command refuses."""
    done = course.run(sys.executable, "-m", "autograder", *command)
    assert done.returncode == 2 and done.stderr.strip().count("\n") == 0, done.stderr[-2000:]
    return done.stderr


def test_an_empty_gradebook_beside_graded_work_is_refused(course: Course) -> None:
    """nbgrader would fill it anew, without the points of people and of everybody who is graded already."""
    path = course.root / "gradebook.db"
    whole = path.read_bytes()
    path.write_bytes(b"")
    try:
        for command in ("grade", "export", "report", "written"):
            assert "is an empty file, so the points in it are lost" in refusal(
                course, command, tiny_lesson.NAME
            )
        said = course.nbgrader("autograde", tiny_lesson.NAME, "--force", "--student", "s000", ok=None)
        assert "is an empty file" in said
        assert path.read_bytes() == b""
    finally:
        path.write_bytes(whole)


def test_what_the_gradebook_lacks_is_graded_again(course: Course) -> None:
    """A copy that was made before somebody's result came in, and a new one."""
    path = course.root / "gradebook.db"
    whole, before = path.read_bytes(), course.grades()
    with sqlite3.connect(path) as database:
        database.execute(
            "UPDATE grade SET auto_score = 0 WHERE notebook_id IN (SELECT n.id FROM submitted_notebook AS n "
            "JOIN submitted_assignment AS s ON s.id = n.assignment_id WHERE s.student_id = 's000')"
        )
    assert "1 graded now, 5 were graded already" in course.grade().stdout
    assert course.grades() == before
    path.unlink()
    assert "6 graded now, 0 were graded already" in course.grade("--workers", "2").stdout
    assert [row[:3] for row in course.grades()] == [row[:3] for row in before]
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_bytes(whole)


def test_a_kept_release_that_was_changed_by_hand_grades_nobody(course: Course) -> None:
    (kept,) = (course.root / "releases" / tiny_lesson.NAME).iterdir()
    text = course.lesson.folder / f"{tiny_lesson.NAME}.py"
    now, handed_out = text.read_text(encoding="utf-8"), kept / "exercises" / "Scale.py"
    exercise = handed_out.read_text(encoding="utf-8")
    text.write_text(
        now.replace("# %% [markdown]", "# %% [markdown]\n# Another release.", 1), encoding="utf-8"
    )
    before = course.grades()
    try:
        for changed in (exercise.replace("points=3", "points=1"), None):
            handed_out.write_text(changed) if changed else handed_out.unlink()
            failed = course.grade("--force", "--students", "s000", check=False)
            assert failed.returncode == 1 and "is not as it was handed out" in failed.stderr, failed.stderr
            assert str(kept) in failed.stderr and course.grades() == before
    finally:
        handed_out.write_text(exercise, encoding="utf-8")
        text.write_text(now, encoding="utf-8")


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 64, None])
def test_a_bad_secret_is_one_sentence_before_anything_is_graded(
    course: Course, content: bytes | None
) -> None:
    path = course.root / "secret"
    whole = path.read_bytes()
    path.unlink()
    path.mkdir() if content is None else path.write_bytes(content)
    path.chmod(0o700 if content is None else 0o600)
    try:
        assert str(path) in refusal(course, *course.grading("--force")[3:])
    finally:
        path.rmdir() if content is None else path.unlink()
        path.write_bytes(whole)
        path.chmod(0o600)
    assert course.graded() == {f"s{i:03}" for i in range(6)}


def test_a_build_folder_that_cannot_be_written_is_one_sentence(course: Course) -> None:
    folder, aside = course.root / "build" / "grades", course.root / "build" / "aside"
    folder.rename(aside)
    folder.write_text("in the way")
    try:
        for command in ("grade", "report", "written", "export"):
            said = refusal(course, command, tiny_lesson.NAME)
            assert (
                str(folder) in said and "what was done before is kept. Move away what is in its place" in said
            )
    finally:
        folder.unlink()
        aside.rename(folder)


def test_a_full_disk_is_one_sentence_and_the_old_tables_stay(course: Course) -> None:
    """RLIMIT_FSIZE stands for the disk: the pages are larger than 4 kB."""
    folder = course.root / "build" / "grades"
    for command in ("grade", "report", "written"):
        course.autograder(command, tiny_lesson.NAME)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for command in ("grade", "report", "written"):
        program = (
            "import resource, sys; from autograder.cli import main\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))\n"
            f"sys.exit(main([{command!r}, {tiny_lesson.NAME!r}]))"
        )
        done = course.run(sys.executable, "-c", program)
        assert done.returncode == 2 and done.stderr.strip().count("\n") == 0, done.stderr[-2000:]
        assert f"{folder}/{tiny_lesson.NAME}" in done.stderr and "Make room there" in done.stderr, done.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_tables_that_no_one_can_read_are_refused_with_the_line(course: Course, tmp_path: Path) -> None:
    huge = "x" * 200_000
    for name, text, command in (
        ("roster.csv", f"student,email\nada,a@x.org\nemmy,{huge}\n", ("roster",)),
        (
            "notes.csv",
            f"student,exercise,note\ns000,Scale,{huge}\n",
            ("regrade", tiny_lesson.NAME, "--notes"),
        ),
        (
            "written.csv",
            f"question,group,students,begins,points,comment\nq,g,1,b,1,{huge}\n",
            ("written", tiny_lesson.NAME, "--take"),
        ),
    ):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        said = refusal(course, *command, path)
        assert f"{path}, line {3 if 'roster' in name else 2}: it cannot be read as CSV" in said


def test_records_that_were_changed_by_hand_are_one_sentence(course: Course, tmp_path: Path) -> None:
    lesson, notes, table = tiny_lesson.NAME, tmp_path / "notes.csv", tmp_path / "written.csv"
    notes.write_text("")
    needed = f"{notes}, line 1: the columns student, exercise and note are needed"
    assert needed in refusal(course, "regrade", lesson, "--notes", notes)
    notes.write_text("student;exercise;note\ns000;Scale;a spreadsheet of much of Europe\n")
    assert "1 open" in course.autograder("regrade", lesson, "--notes", str(notes))

    course.autograder("written", lesson)
    made = (course.root / "build" / "grades" / f"{lesson}-written.csv").read_text(encoding="utf-8")
    line = next(line for line in made.splitlines() if ",empty," in line).rsplit(",", 2)[0]
    table.write_text(f"{made.splitlines()[0]}\n{line},1,\n{line},2,\n")
    twice = f"{table}, row 3: group empty of written_why has points in an earlier row already"
    assert twice in refusal(course, "written", lesson, "--take", table)

    for path, text, command, said in (
        (course.root / "regrades.jsonl", "[]\n", ("--list",), "cannot be read"),
        (course.root / "releases" / lesson / "mended.json", "[]", ("--erratum", "x"), "cannot be read"),
    ):
        before = path.read_text(encoding="utf-8") if path.exists() else None
        path.write_text(text)
        assert f"{path} {said}" in refusal(course, "regrade", lesson, *command)
        path.unlink() if before is None else path.write_text(before)


def test_files_with_names_or_scores_are_their_owners_alone(course: Course) -> None:
    """Also those that an earlier version of the course left readable; a group that may write is a team."""
    gradebook = course.root / "gradebook.db"
    steps = course.root / "submitted", course.root / "autograded"
    for path in (gradebook, *steps):
        path.chmod(0o755)
    course.grade()
    assert {path.stat().st_mode & 0o777 for path in steps} == {0o700}
    assert gradebook.stat().st_mode & 0o777 == 0o600
    folder = course.root / "build" / "grades"
    page = folder / f"{tiny_lesson.NAME}.html"
    page.chmod(0o664)
    (folder / f"{tiny_lesson.NAME}.csv").chmod(0o644)
    for command in (
        ("grade",),
        ("report",),
        ("written",),
        ("export", "--to", "canvas"),
        ("export", "--to", "moodle"),
    ):
        course.autograder(command[0], tiny_lesson.NAME, *command[1:])
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert modes.pop(page.name) == 0o660
    assert len(modes) >= 5 and set(modes.values()) == {0o600}, modes
    gradebook.chmod(0o664)
    course.grade()
    assert gradebook.stat().st_mode & 0o777 == 0o660


def test_people_are_never_mixed_up(course: Course, tmp_path: Path) -> None:
    """Two of one name in an archive of Moodle's, two with one ID, a damaged file, and an id that is a formula."""
    table, archive = tmp_path / "class.csv", tmp_path / "all.zip"
    table.write_text(
        "student,first_name,last_name,lms_id,email\nalovelace,Ada,Lovelace,1815,ada@x.org\n"
        "emmy,Emmy,Noether,1882,\n"
    )
    course.autograder("roster", str(table))
    notebook = f"{tiny_lesson.NAME}.ipynb"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr(f"Ada Lovelace_10_assignsubmission_file_/{notebook}", b"{}")
        made.writestr(f"Ada  LOVELACE_500_assignsubmission_file_/{notebook}", b"[]")
        made.writestr(f"Emmy Noether_11_assignsubmission_file_/{notebook}", b"{}")
    said = course.autograder("collect", tiny_lesson.NAME, str(archive), "--from", "moodle", "--replace")
    assert "1 students' notebooks placed" in said
    assert said.count("two people in the archive have this name (numbers 10, 500)") == 2
    assert not (course.root / "submitted" / "alovelace").exists()

    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(f"a_1815_1_{notebook}", b"{}" + b" " * 5000)
        made.writestr(f"e_1882_2_{notebook}", b"[ 1, 2, 3 ]" * 5000)
    whole = archive.read_bytes()
    at = whole.index(b"e_1882_2_") + len(f"e_1882_2_{notebook}") + 8
    archive.write_bytes(whole[:at] + b"\xff" * 20 + whole[at + 20 :])
    said = course.autograder("collect", tiny_lesson.NAME, str(archive), "--from", "canvas")
    assert "1 students' notebooks placed" in said and f"left: e_1882_2_{notebook}" in said
    shutil.rmtree(course.root / "submitted" / "alovelace")
    shutil.rmtree(course.root / "submitted" / "emmy")

    for text, said in (
        ("student,lms_id\nada,7\nkurt,7\n", "line 3: kurt has the ID 7, which ada has already"),
        ("student,lms_id\nkurt,1815\n", "kurt has the ID 1815, which alovelace has in the gradebook already"),
        ("student,email\nkurt,Ada@X.org\n", "which alovelace has in the gradebook already"),
        ("student\nALovelace\n", "ALovelace and alovelace differ only in upper and lower case"),
        ('student,email\nkurt,"k@x.org\nk@y.org"\n', "line 2: email has a line break in it"),
        ("student\n=1+1\n", "line 2: '=1+1' begins with =, so spreadsheets would take it for a formula"),
    ):
        table.write_text(text)
        assert said in refusal(course, "roster", table)
    with sqlite3.connect(course.root / "gradebook.db") as database:
        known = {name for (name,) in database.execute("SELECT id FROM student")}
        database.execute("DELETE FROM student WHERE id IN ('alovelace', 'emmy')")
    assert not {"kurt", "=1+1", "ada", "ALovelace"} & known


def test_a_folder_with_a_line_break_keeps_nobody_from_their_feedback(course: Course) -> None:
    for step in ("submitted", "autograded"):
        folder = course.root / step
        shutil.copytree(folder / "s000", folder / "s000\nb")
    try:
        said = course.nbgrader("generate_feedback", tiny_lesson.NAME, "--force")
        assert "has a line break in its name" in said
        assert (course.root / "feedback").stat().st_mode & 0o777 == 0o700
        pages = {path.parent.parent.name for path in (course.root / "feedback").glob("*/*/*.html")}
        assert pages == {f"s{i:03}" for i in range(6)}
    finally:
        for step in ("submitted", "autograded"):
            shutil.rmtree(course.root / step / "s000\nb")


def test_damaged_recorded_cases_are_one_sentence(course: Course) -> None:
    path = course.root / "course" / tiny_lesson.NAME / f"{tiny_lesson.NAME}.checks"
    whole = path.read_bytes()
    practice = "practice", tiny_lesson.NAME, "--from", "2026-01-01"
    assert "hunts for" in course.autograder(*practice)
    assert (course.root / "practice").stat().st_mode & 0o777 == 0o700
    try:
        for damaged in (whole[: len(whole) // 2], whole[:300] + b"\xff" * 200 + whole[500:], b""):
            path.write_bytes(damaged)
            assert "fetch a fresh copy of the course folder" in refusal(course, *practice)
    finally:
        path.write_bytes(whole)


def test_a_weaker_sandbox_is_said(course: Course) -> None:
    """At the end of the run, in the table and on the class page; which submissions, and what is open then."""
    config = course.root / "nbgrader_config.py"
    whole = config.read_text(encoding="utf-8")
    folder = course.root / "build" / "grades"
    config.write_text(f"{whole}\nc.WarmProvisioner.level = 'light'\n", encoding="utf-8")
    try:
        said = course.grade("--force", "--students", "s001").stderr
    finally:
        config.write_text(whole, encoding="utf-8")
    assert said.startswith("1 submission ran at sandbox level light: their code could look up the names")
    assert "1 submission ran at sandbox level light" in (folder / f"{tiny_lesson.NAME}.html").read_text()
    with (folder / f"{tiny_lesson.NAME}.csv").open(encoding="utf-8", newline="") as file:
        levels = {row["student"]: row["sandbox"] for row in csv.DictReader(file)}
    assert levels["s001"] == "light" and levels["s004"] == "" and levels["s000"] in ("full", "light")
    course.grade("--force", "--students", "s001")
    full = levels["s000"] == "full"
    assert ("ran at sandbox level" not in (folder / f"{tiny_lesson.NAME}.html").read_text()) == full


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
            assert (row["score"], row["state"]) == ("", "invalid"), row
        else:
            kind = kinds[number // 10 % 4]
            assert (float(row["score"]), row["state"]) == (full - lost[kind], states[kind]), (kind, row)
