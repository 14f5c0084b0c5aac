"""What students run needs nothing that only Unix has: a simulated Windows, made by taking away what Windows lacks.

Other people's packages keep what they use, because on Windows they come in builds of their own. What remains untried is
Windows itself: its paths, its terminal, its PyTorch.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from autograder.doctor import everyone
from autograder.lesson.folder import ROOT, NotebookText, find_lessons
from autograder.proof import wrong_answers
from utils import assets

# The first lines of a program: load everything, forget the course's own modules, and take away what Windows lacks.
WINDOWS = """
import builtins, importlib, json, os, shutil, signal, socket, sys
import IPython, ipykernel.ipkernel, matplotlib, matplotlib_inline.backend_inline, multiprocessing.pool
from IPython.core.interactiveshell import InteractiveShell
matplotlib.use("agg")
shell = InteractiveShell.instance()
OURS = ("autograder", "utils")
MODULES = ("resource fcntl pwd grp termios tty pty syslog readline curses crypt spwd nis "
           "_posixshmem").split()
OS = ("chown chroot ctermid fchown fork forkpty fchdir getegid geteuid getgid getgroups getloadavg getpgid "
      "getpgrp getpriority getresuid getresgid getsid getuid initgroups killpg lchown lockf major makedev memfd_create "
      "mkfifo mknod nice openpty pipe2 posix_fadvise posix_fallocate posix_spawn pread preadv pwrite pwritev "
      "register_at_fork sched_getaffinity sched_setaffinity sched_yield sendfile setegid seteuid setgid setgroups "
      "setpgid setpriority setregid setresgid setresuid setreuid setsid setuid statvfs fstatvfs sysconf tcgetpgrp "
      "tcsetpgrp ttyname uname unshare wait wait3 wait4 waitid O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK "
      "O_SYNC").split()
SIGNALS = ("SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGPROF SIGQUIT SIGSTOP SIGUSR1 SIGUSR2 SIGXCPU SIGXFSZ "
           "ITIMER_REAL ITIMER_PROF ITIMER_VIRTUAL alarm getitimer pause pthread_kill pthread_sigmask setitimer "
           "sigpending sigwait sigwaitinfo sigtimedwait").split()
shutil._USE_CP_SENDFILE = False  # what Python itself finds out when it starts
for name in IMPORTED:
    importlib.import_module(name)
for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
    del sys.modules[name]

before = builtins.__import__

def without(name, globals=None, *more, **and_more):
    asks = (globals or {}).get("__name__", "").partition(".")[0]
    if name in MODULES and asks in (*OURS, "__main__"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return before(name, globals, *more, **and_more)

builtins.__import__ = without

class Lacking(type(os)):
    # a module of Python's that lacks some names, for everybody but other people's packages
    def __getattr__(self, name):
        asks = sys._getframe(1).f_globals.get("__name__", "").partition(".")[0]
        if name not in self._taken or asks in (*OURS, "__main__") or asks in sys.stdlib_module_names:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name, obj=self)
        return self._taken[name]

for module, names in ((os, OS), (signal, SIGNALS), (socket, ["AF_UNIX"])):
    taken = {name: getattr(module, name) for name in names if hasattr(module, name)}
    for name in taken:
        delattr(module, name)
    module._taken, module.__class__ = taken, Lacking
"""
# What a student types besides notebooks, and what JupyterLab loads.
STUDENTS = (
    "autograder.cli autograder.commands.progress autograder.commands.doctor autograder.commands.fetch "
    "autograder.doctor autograder.progress autograder.lesson.jupyterlab"
).split()
NOTEBOOKS = {text.stem: text for lesson in find_lessons() for text in lesson.notebooks}
FIRST = NOTEBOOKS["00_welcome"]


def on_windows(code: str, imported: list[str], folder: Path, cwd: Path) -> str:
    """What this code prints on the simulated system; a failure fails the test, with the traceback's end."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "AUTOGRADER_PROGRESS": str(folder / "progress"),
        "AUTOGRADER_OWN_MODEL": str(folder / "own_model"),
        "OMP_NUM_THREADS": "1",
        "USERNAME": "student",  # Windows always has it
    }
    done = subprocess.run(
        [sys.executable, "-"],
        input=f"IMPORTED = {imported!r}\n{WINDOWS}\n{textwrap.dedent(code)}",
        capture_output=True,
        text=True,
        env=environment,
        cwd=cwd,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def ours() -> list[str]:
    """All modules of the course that a notebook or a student's command may load."""
    rooms = ("checks", "progress", "doctor", "notebook")
    folders = [ROOT / "utils", *(ROOT / "autograder" / room for room in rooms)]
    files = [path.relative_to(ROOT).with_suffix("") for folder in folders for path in folder.rglob("*.py")]
    names = [".".join(path.parts).removesuffix(".__init__") for path in sorted(files)]
    return [name for name in names if not name.endswith("__main__")]


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What fails there, by name: each module, each notebook's imports, and lesson 00 as its source answers it.

    The text of lesson 00 is fetched beforehand: a download takes a lock, and the one that is loaded here is Unix's.
    """
    assets.path("shakespeare")
    imports = {
        stem: next(cell.source for cell in text.cells if "autograder.checks" in cell.source)
        for stem, text in NOTEBOOKS.items()
    }
    code = f"""
    failed = {{}}
    def attempt(name, do):
        try:
            do()
        except Exception as error:
            failed[name] = f"{{type(error).__name__}}: {{error}}"
    for name in {ours() + STUDENTS!r}:
        attempt(name, lambda: importlib.import_module(name))
    for stem, cell in {imports!r}.items():
        attempt(stem, lambda: exec(cell, {{"__name__": "__main__"}}))
    for number, cell in enumerate({answered_cells(FIRST)!r}):
        attempt(f"cell {{number}}", lambda: shell.run_cell(cell, store_history=True).raise_error())
    print("\\nfailed", json.dumps(failed))
    """
    folder = tmp_path_factory.mktemp("windows")
    printed = on_windows(code, ours() + STUDENTS, folder, ROOT / "course" / FIRST.path.parent.name)
    (last,) = [line for line in printed.splitlines() if line.startswith("failed ")]
    return {"printed": printed, **json.loads(last.removeprefix("failed "))}


def answered_cells(text: NotebookText, smaller: dict[int, str] | None = None) -> list[str]:
    """The code of a notebook with the answers of its source.  smaller: code cell → its source in the smallest size."""
    cells = [
        (smaller or {}).get(number, cell.source)
        for number, cell in enumerate(cell for cell in text.cells if cell.kind == "code")
        if "doctor.environment" not in cell.source
    ]
    return [source.replace("### BEGIN SOLUTION", "").replace("### END SOLUTION", "") for source in cells]


def test_everything_that_notebooks_import_is_there(windows: dict[str, str]) -> None:
    """Each module alone, so that one that fails is named; then each notebook's imports as they are written."""
    assert {name: why for name, why in windows.items() if name != "printed"} == {}


def test_the_checks_of_the_first_lesson_hold(windows: dict[str, str]) -> None:
    for exercise in FIRST.exercises:
        assert f"{exercise} · 3 of 3 points" in windows["printed"], windows["printed"][-2000:]


@pytest.mark.slow
@pytest.mark.parametrize("stem", NOTEBOOKS)
def test_every_notebook_runs_there(stem: str, tmp_path: Path) -> None:
    """All its cells, answered, in the sizes in which the audit runs them; every check gives all points."""
    text = NOTEBOOKS[stem]
    (lesson,) = find_lessons([text.path.parent.name])
    cells = answered_cells(text, wrong_answers.smallest(lesson, text))
    code = f"""
    faults = []
    for cell in {cells!r}:
        done = shell.run_cell(cell, store_history=True)
        if error := done.error_before_exec or done.error_in_exec:
            first = cell.strip().splitlines()[0]
            faults.append(f"{{type(error).__name__}}: {{error}} in the cell that begins {{first}}")
    print("\\nfaults", json.dumps(faults))
    """
    folder = shutil.copytree(
        ROOT / "course" / lesson.name, tmp_path / "course" / lesson.name
    )  # the capstone writes a page
    printed = on_windows(code, ours() + STUDENTS, tmp_path, folder)
    assert printed.splitlines()[-1] == "faults []" and "This cell stopped" not in printed, printed[-3000:]
    for exercise in text.exercises:
        told = [line for line in printed.splitlines() if line.startswith(f"{exercise} · ")]
        assert any(re.search(r" · ([\d.]+) of \1 points", line) for line in told), (exercise, printed[-3000:])


def test_the_simulation_takes_something_away(tmp_path: Path) -> None:
    code = """
    print(hasattr(os, "fork"), hasattr(signal, "SIGKILL"))
    try:
        import resource
    except ModuleNotFoundError:
        print("gone")
    """
    assert on_windows(code, ["resource"], tmp_path, ROOT).split() == ["False", "False", "gone"]


def test_the_largest_memory_is_known_without_resource(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from types import SimpleNamespace

    from utils.training import peak_memory, speed

    here = peak_memory("cpu")
    monkeypatch.setitem(sys.modules, "resource", None)
    windows = SimpleNamespace(memory_info=lambda: SimpleNamespace(peak_wset=3 * 2**30))
    monkeypatch.setattr(speed.psutil, "Process", lambda: windows)
    assert here > 2**20 and peak_memory("cpu") == 3 * 2**30


# --- machines on which the course cannot run, and one that brings its own packages --------------------------------


@pytest.mark.parametrize(
    ("machine", "words"),
    [
        ({"python_version": "3.10"}, "Python 3.11 or newer is needed"),
        ({"sys_platform": "darwin", "platform_machine": "x86_64"}, "PyTorch ended its builds for Intel Macs"),
        ({"sys_platform": "darwin", "platform_machine": "arm64"}, None),
        ({"sys_platform": "win32", "platform_machine": "AMD64"}, None),
    ],
)
def test_pip_names_the_reason_where_the_course_cannot_run(machine: dict[str, str], words: str | None) -> None:
    """pip opens a file with this name, which is not there, and ends with the name as its error."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    stops = [Requirement(line) for line in lines if " @ file:" in line]
    told = [each.url for each in stops if each.marker is not None and each.marker.evaluate(machine)]
    if words is None:
        assert told == []
    else:
        (url,) = told
        assert words in url.replace("-", " ")


def test_an_intel_mac_gets_one_sentence(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\ncase "$2" in *platform*) echo darwin x86_64;; esac\n', encoding="utf-8")
    python.chmod(0o755)
    done = subprocess.run(
        ["bash", ROOT / "scripts" / "bootstrap.sh", "student"],
        env=os.environ | {"PYTHON": str(python)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1
    assert done.stderr.startswith("PyTorch ended its builds for Intel Macs")


def test_colab_keeps_its_own_pytorch_and_jupyter() -> None:
    """Its list is what the course depends on, without what Colab brings to show notebooks, and without torch."""
    lines = (ROOT / "requirements-colab.txt").read_text(encoding="utf-8").splitlines()
    listed = {Requirement(line).name: line for line in lines if line[0] != "#"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {Requirement(line).name: line for line in project["dependencies"]}
    assert listed == {
        name: line for name, line in needed.items() if name not in {"torch", *everyone.SHOW_NOTEBOOKS}
    }


def test_in_colab_the_doctor_asks_for_nothing_that_colab_does_in_its_own_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        everyone,
        "missing_package",
        lambda wanted: f"{wanted.name} is missing" if wanted.name == "jupyterlab" else None,
    )
    assert "jupyterlab is missing" in everyone.packages().says
    monkeypatch.setitem(sys.modules, "google.colab", sys)
    assert everyone.packages().state != everyone.PROBLEM
