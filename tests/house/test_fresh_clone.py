"""README, typed in a fresh clone: its lines for students, for instructors and for authors do what it says.

The lines are read from README itself. The environment is this one, so `make` is told that .venv is up to date.
"""

from __future__ import annotations

import csv
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.lesson.folder import Lesson, find_lessons
from autograder.proof.classroom import Classroom

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BIN = Path(sys.executable).parent
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LESSON = "00_welcome"


def blocks(title: str, language: str = "") -> list[str]:
    """The fenced blocks of README's section with this title, without those of its subsections."""
    section = re.split(r"^#{2,3} ", README.partition(f"# {title}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    assert section, f"README has no section {title!r}"
    return [body for found, body in FENCE.findall(section) if found == language]


def lines(title: str) -> list[str]:
    """The commands of a section: each line up to the two blanks before its explanation."""
    return [re.split(r" {2,}", line)[0] for body in blocks(title) for line in body.splitlines() if line]


class Clone:
    """A clone with what is changed here and not committed yet, and a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.root, self.home = folder / "clone", folder / "home"
        (folder / "r").mkdir(mode=0o700)
        self.home.mkdir()
        tracked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True)
        if tracked.returncode:
            pytest.skip("not a git checkout")
        subprocess.run(["git", "clone", "--quiet", ROOT, self.root], check=True)
        changes = subprocess.run(
            ["git", "diff", "HEAD", "--binary"], cwd=ROOT, capture_output=True, check=True
        )
        if changes.stdout:
            subprocess.run(["git", "apply"], cwd=self.root, input=changes.stdout, check=True)
            subprocess.run(["git", "add", "--all"], cwd=self.root, check=True)
        left_out = ("AUTOGRADER_ROOT", "AUTOGRADER_PROGRESS", "PYTEST_CURRENT_TEST")
        self.environment = {name: value for name, value in os.environ.items() if name not in left_out} | {
            "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(self.root),
            "HOME": str(self.home),
            "AUTOGRADER_CACHE": str(cache()),
            "AUTOGRADER_SECRET_FILE": str(folder / "secret"),
            "AUTOGRADER_PROGRESS": str(folder / "progress"),
            "XDG_RUNTIME_DIR": str(folder / "r"),
            "NO_COLOR": "1",
        }

    def type(self, line: str, ok: bool = True, seconds: float = 600) -> str:
        """Type one line into a shell in the clone, and return all that it said."""
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=self.root,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=seconds,
        )
        assert (done.returncode == 0) == ok, f"$ {line}\n{done.stdout[-5000:]}"
        assert "Traceback (most recent call last)" not in done.stdout, f"$ {line}\n{done.stdout[-5000:]}"
        return done.stdout

    def make(self, line: str, *variables: str) -> str:
        """A line of README that begins with make, where .venv is this environment."""
        assert line.startswith("make ")
        ready = ["--assume-old=.venv/.ready", "--assume-old=.venv/.student"]
        return " ".join([line, *ready, f"BIN={BIN}", *variables])

    def unknown_to_git(self) -> list[str]:
        """What a careless `git add .` would publish; what this test has staged itself stays out."""
        told = self.type("git status --porcelain --untracked-files=all").splitlines()
        return [line for line in told if line[1] != " "]


def cache() -> Path:
    from utils.assets import cache_folder

    return cache_folder()


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    (found,) = find_lessons([LESSON])
    return found


@pytest.fixture
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    return Clone(tmp_path_factory.mktemp("c"))


# ---- instructors ---------------------------------------------------------------------------------------------------


def hand_in(clone: Clone, lesson: Lesson) -> None:
    """As README says for one student, and another one without a time."""
    classroom = Classroom(lesson, clone.root / "course" / LESSON)
    inbox = clone.home / "inbox" / "ada"
    inbox.mkdir(parents=True)
    for name, content in classroom.answering("ada", classroom.solutions).files.items():
        (inbox / name).write_text(content, encoding="utf-8")
    for line in lines("Handing in"):
        clone.type(line)
    classroom.answering("emmy", classroom.answers_with_slips(0)).write(clone.root / "submitted", LESSON)


def exported(clone: Clone) -> dict[str, dict[str, str]]:
    text = (clone.root / "grades.csv").read_text(encoding="utf-8")
    return {
        row["student_id"]: row for row in csv.DictReader(text.splitlines()) if row["assignment"] == LESSON
    }


@pytest.mark.slow
def test_instructors_get_grades_and_feedback(clone: Clone, lesson: Lesson) -> None:
    hand_in(clone, lesson)
    commands = lines("For instructors")
    assert [command.split()[:2] for command in commands] == [
        ["nbgrader", "generate_assignment"],
        ["autograder", "grade"],
        ["autograder", "report"],
        ["autograder", "feedback"],
        ["autograder", "export"],
    ]
    for command in commands:
        clone.type(command)
    scores = clone.root / "build" / "grades" / "all-lessons.csv"
    rows = {row["student"]: row for row in csv.DictReader(scores.read_text(encoding="utf-8").splitlines())}
    points = sum(exercise.points for exercise in lesson.exercises.values())
    assert float(rows["ada"]["score"]) == points and float(rows["emmy"]["score"]) < points
    for student in ("ada", "emmy"):
        assert (clone.root / "feedback" / student / LESSON / f"{LESSON}.html").stat().st_size > 10_000
    page = (clone.root / "build" / "grades" / f"{LESSON}.html").read_text(encoding="utf-8")
    assert all(name in page for name in lesson.exercises), "emmy made a mistake in each"
    assert clone.unknown_to_git() == [], (
        "nothing of a class is for the repository, and course/ has not changed"
    )


@pytest.mark.slow
@pytest.mark.parametrize("grade", ["autograder grade 00 --workers 2", f"nbgrader autograde {LESSON}"])
def test_grading_may_be_the_first_command(clone: Clone, lesson: Lesson, grade: str) -> None:
    """Also where nobody has typed generate_assignment, which README's other line does not need."""
    assert f"{grade.split()[0]} {grade.split()[1]} 0" in README
    hand_in(clone, lesson)
    clone.type(grade)
    clone.type("nbgrader export")
    assert float(exported(clone)["ada"]["score"]) == sum(e.points for e in lesson.exercises.values())


@pytest.mark.slow
@pytest.mark.parametrize("penalty, kept", [(None, 1.0), (0, 0.0), (1, 0.8)])
def test_rosters_due_dates_and_late_penalties(
    clone: Clone, lesson: Lesson, penalty: int | None, kept: float
) -> None:
    """ada is a day and a bit late; what that costs is what README's block of this number says."""
    hand_in(clone, lesson)
    (clone.root / "roster.csv").write_text(
        "student,first_name,last_name,email\nada,Ada,Lovelace,ada@example.org\nnoor,Noor,,\n",
        encoding="utf-8",
    )
    for title in ("Rosters", "Due dates and late penalties"):
        for command in lines(title):
            clone.type(command)
    (due,) = re.findall(r'--duedate "(\S+) ', README)
    day = f"{due[:-2]}{int(due[-2:]) + 2:02}"
    (clone.root / "submitted" / "ada" / LESSON / "timestamp.txt").write_text(f"{day} 06:00:00 UTC\n")
    if penalty is not None:
        with (clone.root / "nbgrader_config.py").open("a", encoding="utf-8") as config:
            config.write("\n" + blocks("Due dates and late penalties", "python")[penalty])
    clone.type("autograder grade 00 --workers 2")
    clone.type("nbgrader export")
    rows = exported(clone)
    points = sum(exercise.points for exercise in lesson.exercises.values())
    assert float(rows["ada"]["score"]) == pytest.approx(kept * points)
    assert (rows["ada"]["last_name"], float(rows["noor"]["score"])) == ("Lovelace", 0)
    table = (clone.root / "build" / "grades" / f"{LESSON}.csv").read_text(encoding="utf-8")
    found = {row["student"]: row for row in csv.DictReader(table.splitlines())}
    assert "handed in 1 d 6 h late" in found["ada"]["reasons"] and "late" not in found["emmy"]["reasons"]
    assert float(found["ada"]["score"]) == points, "the class page shows the points from checks"
    assert ("points off" in found["ada"]["reasons"]) == (kept < 1)


# ---- students ------------------------------------------------------------------------------------------------------


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture
def lab(clone: Clone, port: int) -> Iterator[str]:
    """What README's first line for students opens; gives the address."""
    command = lines("For students")[0]
    assert command == "make lab"
    flags = f"--allow-root --no-browser --port={port} --ServerApp.port_retries=0 --IdentityProvider.token=t"
    line = clone.make(command, f"LAB_ARGS='{flags}'")
    server = subprocess.Popen(
        ["bash", "-c", f"exec {line}"],
        cwd=clone.root,
        env=clone.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    yield f"http://127.0.0.1:{port}"
    os.killpg(server.pid, 15)
    server.wait(timeout=30)


@pytest.mark.slow
def test_students_open_the_first_lesson_and_are_checked(clone: Clone, lesson: Lesson, lab: str) -> None:
    (path,) = re.findall(r"Start with (course/\S+\.ipynb)", README)
    opened = path.removeprefix("course/")  # the lab's own folder is course/
    end = time.monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(
                f"{lab}/api/contents/{opened}?content=0&token=t", timeout=10
            ) as answered:
                assert json.load(answered)["path"] == opened
            with urllib.request.urlopen(f"{lab}/lab/tree/{opened}?token=t", timeout=10) as page:
                assert b"jupyter-config-data" in page.read()
            with urllib.request.urlopen(f"{lab}/api/contents/?token=t", timeout=10) as listed:
                names = {each["name"] for each in json.load(listed)["content"]}
            with urllib.request.urlopen(f"{lab}/api/kernelspecs?token=t", timeout=10) as known:
                kernels = set(json.load(known)["kernelspecs"])
            break
        except (urllib.error.URLError, ConnectionError):
            assert time.monotonic() < end, "JupyterLab did not answer"
            time.sleep(0.5)
    assert names == {each.name for each in (clone.root / "course").iterdir()}, "and no solution is in sight"
    assert kernels == {"python3"}, "the kernel that grades is not for students"
    assert not list((clone.root / "source").rglob("*.ipynb")), "make lab builds nothing"
    classroom = Classroom(lesson, clone.root / "course" / LESSON)
    answers = classroom.solutions | {"standardize": classroom.answers_with_slips(0)["standardize"]}
    (content,) = classroom.answering("ada", answers).files.values()
    (clone.root / path).write_text(content, encoding="utf-8")
    clone.type(f"jupyter execute --inplace {path}")
    assert "This is what comes out when" in (clone.root / path).read_text(encoding="utf-8")
    (clone.root / ".venv").mkdir()
    (clone.root / ".venv" / "bin").symlink_to(BIN)
    told = {line: clone.type(clone.make(line)) for line in lines("For students")[1:]}
    assert list(told) == ["make doctor", "make progress"]
    assert "You have everything you need." in told["make doctor"]
    assert "6 of 9 points" in told["make progress"]


# ---- authors -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_authors_and_a_ci_have_what_they_type(clone: Clone) -> None:
    """Their lines run every lesson for an hour; here, the same ones with one lesson, or unfolded by make."""
    short = {
        "autograder solutions": f"{LESSON}",
        "make audit": f"LESSONS='{LESSON} --secrets 2 --no-mutants --exercise standardize'",
    }
    for line in lines("For contributors"):
        words = " ".join(line.split()[:2])
        command = clone.make(line) if line.startswith("make") else line
        if line == "make author-lab":  # it opens a window: what it starts is enough
            assert "jupyter lab" in clone.type(f"{command} --dry-run")
            continue
        if line.startswith("python "):  # hours: that it takes these options is enough
            clone.type(f"{line} --help")
            continue
        clone.type(f"{command} {short[words]}" if words in short else f"{command} --dry-run")
    written = {path.name for path in (clone.root / "build").iterdir()}
    assert {"solutions.json", "audit.json"} <= written
    (row,) = json.loads((clone.root / "build" / "solutions.json").read_text(encoding="utf-8"))
    assert row["ok"] and row["points"] == row["max_points"]
    assert clone.unknown_to_git() == []


@pytest.mark.slow
def test_the_first_commands(clone: Clone) -> None:
    """They take minutes, and CI runs them by themselves: here, that README's lines start them."""
    clones, changes, lab = lines("Transformers, by writing them")
    assert clones == "git clone ADDRESS transformers" and changes == "cd transformers"
    starts = {lab: "jupyter lab", "make demo": "autograder demo", "make test": "-m pytest"}
    for line, started in starts.items():
        assert line in README and started in clone.type(f"{clone.make(line)} --dry-run")
