"""What students do works without the packages that only instructors install."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from autograder.errors import INSTALL, INSTALL_INSTRUCTOR
from autograder.lesson.folder import Lesson
from tests import tiny_lesson

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MUST_GO = {"nbgrader", "notebook", "papermill", "latex2mathml", "nh3", "jupytext", "cosmic-ray", "peft"}
# A finder that comes before Python's own and knows nothing of these modules.
BLOCKER = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocker())
"""


def closure(requirements: list[str]) -> set[str]:
    """Canonical names of these packages and of all that they bring."""
    found: set[tuple[str, str]] = set()
    waiting = [Requirement(line) for line in requirements]
    while waiting:
        each = waiting.pop()
        for extra in ("", *each.extras):
            key = (canonicalize_name(each.name), extra)
            if key in found:
                continue
            found.add(key)
            try:
                brought = importlib.metadata.requires(each.name) or []
            except importlib.metadata.PackageNotFoundError:  # for another system
                continue
            new = map(Requirement, brought)
            waiting += [r for r in new if r.marker is None or r.marker.evaluate({"extra": extra})]
    return {name for name, _ in found}


def only_instructors() -> set[str]:
    """Names of packages of the instructors' extras that no package for students brings."""
    extras = PROJECT["optional-dependencies"]
    lines = [line for extra in ("instructor", "oracles", "sandbox", "validate") for line in extras[extra]]
    names = {canonicalize_name(Requirement(line).name) for line in lines}
    return names - closure(PROJECT["dependencies"]) - {"transformer-course"}


def without(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a student's folder where those packages cannot be imported."""
    names = {name.replace("-", "_") for name in only_instructors()}
    environment = os.environ | {
        "AUTOGRADER_ROOT": str(folder),
        "AUTOGRADER_PROGRESS": str(folder / "progress"),
        "OMP_NUM_THREADS": "1",
        "PYTHONPATH": str(ROOT),
    }
    return subprocess.run(
        [sys.executable, "-c", BLOCKER.format(names=names) + code],
        cwd=folder / "course" / tiny_lesson.NAME,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return without(folder, f"from autograder.cli import main\nsys.exit(main({list(arguments)!r}))")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a student has who cloned the repository: a folder with one lesson, its source among it."""
    root = tmp_path_factory.mktemp("student")
    lesson = tiny_lesson.write(root / "source")
    (root / "course" / lesson.name).mkdir(parents=True)
    tiny_lesson.record(lesson, root / "course" / lesson.name)
    return root


def test_students_do_not_install_what_only_instructors_need() -> None:
    assert only_instructors() >= MUST_GO
    assert not {"rapidfuzz", "alembic", "sqlalchemy", *MUST_GO} & closure(PROJECT["dependencies"])


def test_a_check(folder: Path) -> None:
    """Cells of a notebook in IPython: an answer of a student's, and the check below it."""
    lesson = Lesson(folder / "source" / tiny_lesson.NAME)
    cells = [
        tiny_lesson.released_cell("imports", lesson),
        tiny_lesson.ANSWERS["weighted_mean"],
        tiny_lesson.released_cell("check_weighted_mean", lesson),
    ]
    code = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        f"shell = InteractiveShell.instance()\nfor cell in {cells!r}:\n    shell.run_cell(cell, store_history=True)\n"
    )
    done = without(folder, code)
    assert "weighted_mean · 2 of 2 points" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("doctor", "--student"), "For everyone"),
        (("progress",), tiny_lesson.NAME),
        (("fetch", tiny_lesson.NAME), ""),
        (("--version",), PROJECT["version"]),
        (("report", "--help"), "usage"),
    ],
)
def test_commands(folder: Path, arguments: tuple[str, ...], says: str) -> None:
    done = command(folder, *arguments)
    assert says in done.stdout and not done.stderr, done.stdout + done.stderr


def test_a_notebooks_server_starts(folder: Path) -> None:
    done = without(folder, "import autograder.lesson.jupyterlab")
    assert done.returncode == 0, done.stderr


def test_an_instructors_command_says_what_to_install(folder: Path) -> None:
    code = "import autograder.lesson.folder as f\nlist(f.find_lessons())[0].notebooks"
    assert "No module named 'jupytext'" in without(folder, code).stderr, "the test takes nothing away"
    done = command(folder, "audit", tiny_lesson.NAME, "--exercise", "nothing")
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "the package jupytext is missing" in done.stderr and INSTALL_INSTRUCTOR in done.stderr


def test_a_students_command_names_the_other_file(folder: Path) -> None:
    code = (
        "import autograder.cli as cli\n"
        "def run(options): raise ModuleNotFoundError('x', name='datasets')\n"
        "import autograder.commands.progress as progress\nprogress.run = run\nsys.exit(cli.main(['progress']))"
    )
    done = without(folder, code)
    assert (
        done.returncode == 2 and f"datasets is missing: in the course folder, type {INSTALL}" in done.stderr
    )
