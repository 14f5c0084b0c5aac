"""What the CI leaves out and what it holds: which lessons have changed, and what each of them costs."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]


def script(name: str) -> ModuleType:
    """A file of scripts/, which is no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


proved, budget = script("proved"), script("budget")

FILES = {
    "source/01_a/01_a.py": "from utils.blocks import norm\n",
    "source/01_a/exercises/one.py": "import numpy as np\n",
    "source/02_b/02b_heads.py": "def f():\n    import utils.plots.lines as plots\n",
    "source/02_b/exercises/two.py": "",
    "course/01_a/01_a.ipynb": "{}",
    "tests/lessons/01_a/answers.jsonl": "",
    "autograder/__init__.py": "",
    "autograder/proof/audit.py": "from utils.metrics import record\n",
    "autograder/checks/panel.css": "",
    "utils/__init__.py": "",
    "utils/metrics.py": "",
    "utils/sizes.json": "",
    "utils/blocks/__init__.py": "",
    "utils/blocks/norm.py": "from ..shapes import split\nfrom . import more\n",
    "utils/blocks/more.py": "",
    "utils/shapes.py": "",
    "utils/plots/__init__.py": "",
    "utils/plots/lines.py": "",
    "utils/unused.py": "",
    "README.md": "",
}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


BOTH = ["01_a", "02_b"]


@pytest.mark.parametrize(
    ("edited", "lessons"),
    [
        ("source/01_a/01_a.py", ["01_a"]),
        ("source/01_a/exercises/one.py", ["01_a"]),
        ("source/02_b/exercises/two.py", ["02_b"]),
        ("course/01_a/01_a.ipynb", ["01_a"]),
        ("tests/lessons/01_a/answers.jsonl", ["01_a"]),
        ("utils/blocks/norm.py", ["01_a"]),
        ("utils/blocks/__init__.py", ["01_a"]),
        ("utils/blocks/more.py", ["01_a"]),  # through a relative import of a module of the package
        ("utils/shapes.py", ["01_a"]),  # through a relative import of the folder above
        ("utils/plots/lines.py", ["02_b"]),  # imported inside a function
        ("utils/metrics.py", BOTH),  # through autograder/
        ("utils/sizes.json", BOTH),  # data may be read by any module
        ("autograder/proof/audit.py", BOTH),
        ("autograder/checks/panel.css", BOTH),
        ("utils/unused.py", []),
        ("README.md", []),
    ],
)
def test_what_a_lesson_stands_on(course: Path, edited: str, lessons: list[str]) -> None:
    file = course / "proved.json"
    proved.remember(course, file, BOTH)
    assert proved.changed(course, file) == []
    with (course / edited).open("a", encoding="utf-8") as text:
        text.write("\n")
    assert proved.changed(course, file) == lessons


def test_new_files_and_other_versions_count(course: Path) -> None:
    file = course / "proved.json"
    proved.remember(course, file, BOTH, ("3.11.2", "2.13.0"))
    assert proved.changed(course, file, ("3.11.2", "2.13.0")) == []
    assert proved.changed(course, file, ("3.11.2", "2.14.0")) == BOTH
    (course / "source/01_a/smallest.py").touch()
    assert proved.changed(course, file, ("3.11.2", "2.13.0")) == ["01_a"]


def test_what_is_built_does_not_count(course: Path) -> None:
    file = course / "proved.json"
    proved.remember(course, file, BOTH)
    (course / "source/01_a/01_a.ipynb").write_text("{}", encoding="utf-8")
    (course / "autograder/__pycache__").mkdir()
    (course / "autograder/__pycache__/audit.pyc").touch()
    assert proved.changed(course, file) == []


def test_one_lesson_is_remembered_beside_the_others(course: Path) -> None:
    file = course / "build" / "proved.json"
    assert proved.changed(course, file) == BOTH  # no file yet
    proved.remember(course, file, ["02_b"])
    assert proved.changed(course, file) == ["01_a"]
    proved.remember(course, file, ["01_a"])
    assert proved.changed(course, file) == []
    file.write_text("{", encoding="utf-8")
    assert proved.changed(course, file) == BOTH


def test_this_course(tmp_path: Path) -> None:
    """Each lesson is found, with its own text, and with the finished blocks that its notebooks import."""
    from autograder.lesson.folder import find_lessons

    assert proved.lessons(ROOT) == [lesson.name for lesson in find_lessons()]
    found = {str(path.relative_to(ROOT)) for path in proved.stands_on(ROOT, "02_attention")}
    assert {
        "source/02_attention/02a_scores.py",
        "utils/topics/attention/figures.py",
        "autograder/cli.py",
    } <= found
    assert not {name for name in found if name.startswith("source/") and "02_attention" not in name}
    assert "utils/topics/gpt/broken_runs.py" not in found


# --- the budget of a lesson ---------------------------------------------------------------------------------------


def reports(build: Path, seconds: dict[str, tuple[float, float]]) -> Path:
    """A build folder with these seconds, and a source folder that holds these lessons and no other."""
    for lesson in seconds:
        (build / "source" / lesson / "exercises").mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(("audit", "solutions")):
        rows = [{"lesson": lesson, "seconds": both[number] / 2} for lesson, both in seconds.items()]
        (build / f"{name}.json").write_text(json.dumps(rows * 2), encoding="utf-8")  # two rows a lesson
    return build


def test_each_lesson_s_share_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build = reports(tmp_path, {"00_a": (10, 20), "01_b": (50, 20), "02_c": (60, 40)})
    assert budget.main([str(build)], build / "source") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["00_a", "10", "20", "15%", "83%"],
        ["01_b", "50", "20", "35%", "83%"],
        ["02_c", "60", "40", "50%", "83%"],
    ]


@pytest.mark.parametrize("speed", [1, 100])
def test_a_lesson_that_takes_too_much_fails_on_any_machine(
    tmp_path: Path, speed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of five lessons with as many notebooks each may take half of the time."""
    others = {f"0{i}_x": (10.0 * speed, 10.0 * speed) for i in range(4)}
    reports(tmp_path, {**others, "04_y": (30 * speed, 49 * speed)})
    assert budget.main([str(tmp_path)], tmp_path / "source") == 0
    reports(tmp_path, {**others, "04_y": (30 * speed, 51 * speed)})
    assert budget.main([str(tmp_path)], tmp_path / "source") == 1
    said = capsys.readouterr().err
    assert said.startswith("04_y takes 50% of all lessons' time, and may take 50%: look for its slowest")


def test_a_lesson_of_three_sittings_may_take_three_times_as_much(tmp_path: Path) -> None:
    reports(tmp_path, {"00_a": (10, 10), "01_b": (10, 10)})
    rows = [{"lesson": "00_a", "seconds": 1}, *[{"lesson": "01_b", "seconds": 1}] * 3]
    (tmp_path / "solutions.json").write_text(json.dumps(rows), encoding="utf-8")
    assert budget.allowed(budget.spent_in(tmp_path)) == {"00_a": pytest.approx(2.5 / 4), "01_b": 1}


def test_a_run_of_some_lessons_is_not_held(tmp_path: Path) -> None:
    everything = {f"0{i}_x": (10.0, 1.0) for i in range(4)}
    reports(tmp_path, {**everything, "04_y": (200, 1)})
    assert budget.main([str(tmp_path)], tmp_path / "source") == 1
    reports(tmp_path, {**dict(list(everything.items())[:3]), "04_y": (200, 1)})
    assert budget.main([str(tmp_path)], tmp_path / "source") == 0


def test_a_report_that_is_missing_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert budget.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.endswith("is missing: type make audit and make solutions first\n")


# --- the workflow -------------------------------------------------------------------------------------------------


def test_only_pull_requests_choose_lessons_and_the_week_draws_at_random() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8"))
    steps = workflow["jobs"]["cpu"]["steps"]
    (run,) = [step for step in steps if step.get("run") == "bash .ci/run"]
    pull_request = "github.event_name == 'pull_request'"
    assert run["env"]["PROVED"] == f"${{{{ {pull_request} && 'build/proved.json' || '' }}}}"
    assert run["env"]["AUDIT_SECRETS"] == "${{ github.event_name == 'schedule' && 50 || 5 }}"
    assert run["env"]["RANDOM_TESTS"] == "${{ github.event_name == 'schedule' && 'yes' || '' }}"
    (restored,) = [step for step in steps if step.get("uses") == "actions/cache/restore@v4"]
    (saved,) = [step for step in steps if step.get("uses") == "actions/cache/save@v4"]
    assert restored["if"] == pull_request and "if" not in saved  # saved where everything before it succeeded
    assert restored["with"]["path"] == saved["with"]["path"] == "build/proved.json"
    assert saved["with"]["key"].startswith(restored["with"]["restore-keys"].strip())
    assert not [step for step in steps if step.get("uses") == "actions/cache@v4"]


def test_the_module_s_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "proved.json"
    assert proved.main(["changed", str(file)]) == 0
    assert capsys.readouterr().out.split() == proved.lessons(ROOT)
    assert proved.main(["remember", str(file)]) == 0
    assert proved.main(["changed", str(file)]) == 0 and capsys.readouterr().out == "\n"
    assert proved.main(["nonsense"]) == 2 and "changed FILE" in capsys.readouterr().err


# --- .ci/run itself, with a make that only says what it was asked for ---------------------------------------------

MAKE = """#!/usr/bin/env bash
echo "$*" >> asked.txt
mkdir -p build
case "$1" in audit | solutions)  # these write a report
  echo '[{"lesson": "01_a", "seconds": 1}, {"lesson": "02_b", "seconds": 1}]' > "build/$1.json" ;;
esac
"""


@pytest.fixture
def checkout(course: Path) -> Path:
    """The made-up course with the real .ci/run and scripts/."""
    for folder in (".ci", "scripts"):
        shutil.copytree(ROOT / folder, course / folder, ignore=shutil.ignore_patterns("__pycache__"))
    python = f'#!/usr/bin/env bash\nexec "{sys.executable}" "$@"\n'
    for name, text in {"bin/make": MAKE, "bin/apt-get": "#!/bin/sh\n", ".venv/bin/python": python}.items():
        path = course / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
    return course


def asked_of_make(checkout: Path, **environment: str) -> list[str]:
    """What one run of .ci/run, which succeeds, asks make for."""
    done, asked = ci_run(checkout, **environment)
    assert done.returncode == 0 and "Everything holds" in done.stdout, done.stdout + done.stderr
    return asked


def ci_run(checkout: Path, **environment: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """How one run of .ci/run ended, and what it asked make for."""
    (checkout / "asked.txt").unlink(missing_ok=True)
    path = f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}"
    own = (
        "PROVED",
        "AUDIT_SECRETS",
        "AUDIT_DAY",
        "RANDOM_TESTS",
    )  # set where these tests themselves run in .ci/run
    ours = {name: value for name, value in os.environ.items() if name not in own}
    variables = {**ours, "PATH": path, "PYTHON": sys.executable, **environment}
    done = subprocess.run(
        ["bash", ".ci/run"], cwd=checkout, env=variables, capture_output=True, text=True, timeout=600
    )
    return done, sorted((checkout / "asked.txt").read_text(encoding="utf-8").splitlines())


NEEDED = pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in ("timeout", "flock")),
    reason="GNU timeout or flock is not installed",
)


@NEEDED
def test_the_run_leaves_out_what_is_named_as_proved_and_nothing_else(checkout: Path) -> None:
    always = [".venv/.ready", "demo", "test", "test-attacks TEST_WORKERS=0"]
    solutions = ["solutions LESSONS=01_a", "solutions LESSONS=02_b"]
    audits = ["audit LESSONS=01_a SECRETS=5", "audit LESSONS=02_b SECRETS=5"]
    always.append("test-browser")
    everything = sorted([*always, *audits, *solutions])
    assert asked_of_make(checkout) == everything
    assert asked_of_make(checkout) == everything  # what was proved before is not asked for
    assert asked_of_make(checkout, PROVED="build/proved.json") == always
    (checkout / "source/01_a/01_a.py").write_text("# another text\n", encoding="utf-8")
    one = sorted([*always, "audit LESSONS=01_a SECRETS=50", "solutions LESSONS=01_a"])
    assert asked_of_make(checkout, PROVED="build/proved.json", AUDIT_SECRETS="50") == one
    assert asked_of_make(checkout, PROVED="build/proved.json") == always


@NEEDED
def test_audits_try_the_same_wrong_answers_on_each_day_except_in_the_weekly_run(checkout: Path) -> None:
    make = checkout / "bin/make"
    make.write_text(MAKE + 'echo "${AUDIT_DAY:-today}" > day.txt\n', encoding="utf-8")
    asked_of_make(checkout)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d\n", (checkout / "day.txt").read_text(encoding="utf-8"))
    asked_of_make(checkout, RANDOM_TESTS="yes")
    assert (checkout / "day.txt").read_text(encoding="utf-8") == "today\n"


@NEEDED
def test_one_failure_fails_the_run_and_stops_no_other_job(checkout: Path) -> None:
    make = checkout / "bin/make"
    make.write_text(MAKE + '[ "$1" != demo ] || { echo "the class is gone"; exit 3; }\n', encoding="utf-8")
    done, asked = ci_run(checkout)
    assert done.returncode == 1 and "Everything holds" not in done.stdout
    assert (
        "the class is gone" in done.stdout and "'bash -c make demo' failed with exit status 3" in done.stdout
    )
    assert len(asked) == 9  # the environment, and each job once
    assert not (checkout / "build/proved.json").exists()
