"""`autograder doctor`: what it says when something is amiss, and that it says what to type."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import sqlite3
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from autograder.cli import main
from autograder.doctor import everyone, instructors
from autograder.judge import secret

REQUIRES = importlib.metadata.requires


def test_a_notebook_says_what_its_kernel_holds(capsys: pytest.CaptureFixture[str]) -> None:
    everyone.memory()
    told = capsys.readouterr().out
    assert re.match(r"This notebook's kernel holds \d+\.\d GB of memory", told) and "Shut Down Kernel" in told
    assert max(map(len, told.splitlines())) < 94, "a line of an output at 1280 pixels"


def test_all_is_well_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert everyone.environment()
    told = capsys.readouterr().out
    assert (
        told.count("\n") == 1
        and told.startswith("Python 3.")
        and told.endswith(". Everything is installed.\n")
    )


def test_all_is_well_in_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--student"]) == 0
    lines = capsys.readouterr().out.splitlines()
    topics = [line[11:22].strip() for line in lines if line.startswith(("  ok ", "  note "))]
    assert topics == ["Python", "Packages", "PyTorch", "Machine", "Kernel", "Cache", "Lessons"]
    assert lines[-1] == "You have everything you need."
    assert max(map(len, lines)) <= 100


def test_a_missing_and_an_old_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    declared = [
        *(REQUIRES(everyone.PACKAGE) or []),
        "no-such-thing>=1",
        "numpy>=99",
        "never; extra == 'instructor'",
    ]
    monkeypatch.setattr(importlib.metadata, "requires", lambda _: declared)
    finding = everyone.packages()
    assert finding.state == everyone.PROBLEM and finding.remedy.startswith("pip install")
    assert "no-such-thing is missing; numpy" in finding.says and "does not fit >=99" in finding.says
    assert "never" not in finding.says, "what only instructors need is no student's problem"
    assert not everyone.environment()
    told = capsys.readouterr().out
    assert "In the course folder, type: pip install" in told and told.count("\n") == 1
    assert main(["doctor", "--student"]) == 1
    told = capsys.readouterr().out
    assert "What to do: pip install" in told and told.endswith(
        "1 problem to fix; what to do is below each.\n"
    )


@pytest.mark.parametrize(
    "found, says, state",
    [
        ("7.4.3", "", everyone.OK),
        ("7.3.1", "ipykernel 7.3.1 was never tried with this course, 7.4 was", everyone.NOTE),
        ("7.40.0", "ipykernel 7.40.0 was never tried with this course, 7.4 was", everyone.PROBLEM),
    ],
)
def test_a_version_that_was_never_tried(
    monkeypatch: pytest.MonkeyPatch, found: str, says: str, state: str
) -> None:
    """Parts of these packages are overridden: an older one is a note, one above the bound has to go."""
    version = importlib.metadata.version
    monkeypatch.setattr(importlib.metadata, "requires", lambda _: ["ipykernel>=6.29,<7.5"])
    monkeypatch.setattr(
        importlib.metadata, "version", lambda name: found if name == "ipykernel" else version(name)
    )
    finding = everyone.packages()
    assert finding.state == state and says in finding.says and ("never tried" in finding.says) == bool(says)
    assert bool(finding.remedy) == bool(says)


def test_a_course_that_was_never_installed_says_the_essentials(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: str) -> None:
        raise importlib.metadata.PackageNotFoundError

    monkeypatch.setattr(importlib.metadata, "requires", never)
    assert everyone.packages() == everyone.Finding(
        "Packages", everyone.OK, f"all {len(everyone.NEEDED)} are installed"
    )
    assert instructors.packages().state == everyone.PROBLEM


def test_a_torch_that_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "torch":
                raise OSError("a library of it is broken\nand more")

    monkeypatch.delitem(sys.modules, "torch", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    finding = everyone.pytorch()
    assert finding.state == everyone.PROBLEM and "OSError: a library of it is broken" in finding.says
    assert "and more" not in finding.says and "pip install" in finding.remedy


def test_a_kernel_of_another_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert everyone.kernel().state == everyone.OK
    folder = tmp_path / "kernels" / "python3"
    folder.mkdir(parents=True)
    specification = {
        "argv": ["/usr/bin/other-python", "-m", "ipykernel"],
        "display_name": "x",
        "language": "python",
    }
    (folder / "kernel.json").write_text(json.dumps(specification))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    finding = everyone.kernel()
    assert finding.state == everyone.PROBLEM and "/usr/bin/other-python" in finding.says
    assert finding.remedy == f"{sys.executable} -m ipykernel install --sys-prefix"


def test_a_gradebook_with_a_hole_is_a_problem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "gradebook.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE student (id TEXT PRIMARY KEY)")
        database.executemany("INSERT INTO student VALUES (?)", [(f"student {n}" * 20,) for n in range(200)])
    assert use_gradebook(f"sqlite:///{path}", monkeypatch).state == everyone.OK
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])
    finding = use_gradebook(f"sqlite:///{path}", monkeypatch)
    assert finding.state == everyone.PROBLEM and f"{path} is damaged" in finding.says
    assert "put a copy in its place" in finding.remedy


def test_no_semaphores_are_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where /dev/shm is missing or read-only."""
    from autograder import processes

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    assert list(instructors.workers()) == []
    monkeypatch.setattr(processes, "context", lambda: SimpleNamespace(Semaphore=refuse))
    (finding,) = instructors.workers()
    assert finding.state == everyone.PROBLEM and "Read-only file system" in finding.says
    assert "/dev/shm must be there and writable" in finding.remedy


def test_a_cache_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AUTOGRADER_CACHE", str(tmp_path / "new" / "one"))
    finding = everyone.cache()
    assert finding.says.startswith("0 of ") and not (tmp_path / "new").exists(), "looking makes nothing"
    (tmp_path / "file").touch()
    monkeypatch.setenv("AUTOGRADER_CACHE", str(tmp_path / "file" / "below"))
    finding = everyone.cache()
    assert finding.state == everyone.PROBLEM and "AUTOGRADER_CACHE" in finding.remedy


def test_a_cache_that_others_fill(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One for all users of a machine, which they can only read; an empty folder is none."""
    monkeypatch.setenv("AUTOGRADER_CACHE", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # root may write anywhere
    assert everyone.cache().state == everyone.PROBLEM
    (tmp_path / "assets").mkdir()
    finding = everyone.cache()
    assert finding.state == everyone.NOTE and "which you can only read" in finding.says
    assert "ask whoever keeps this folder" in finding.remedy


def test_a_damaged_file_in_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import hashlib

    from utils import assets

    monkeypatch.setenv("AUTOGRADER_CACHE", str(tmp_path))
    member = assets.Member("a", hashlib.sha256(b"right").hexdigest(), 5)
    asset = assets.Asset("thing", "a thing", "none", "nobody", (member,), ())
    monkeypatch.setitem(assets.ASSETS, "thing", asset)
    file = tmp_path / "assets" / f"thing-{asset.key}" / "a"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"right")
    assert everyone.cache().says.startswith("1 of ")
    file.write_bytes(b"wrong")
    finding = everyone.cache()
    assert finding.state == everyone.PROBLEM and f"{file} has sha256" in finding.says
    assert finding.remedy.startswith("type `autograder fetch thing`")
    assert not (tmp_path / "stamps").exists(), "looking makes nothing"


def test_a_full_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AUTOGRADER_CACHE", str(tmp_path))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, 0))  # type: ignore[attr-defined]
    assert everyone.cache().state == everyone.PROBLEM


def test_a_notebook_without_its_recorded_cases(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("00_a", "01_b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.ipynb").write_text('{"cells": [{"source": "@check(\\"x\\")"}]}')
    monkeypatch.chdir(tmp_path)
    assert everyone.course().state == everyone.NOTE, "no course here"
    import zipfile

    with zipfile.ZipFile(tmp_path / "00_a" / "00_a.checks", "w") as archive:
        archive.writestr("manifest.json", json.dumps({"release": "r", "exercises": ["x"]}))
    finding = everyone.course()
    assert finding.state == everyone.PROBLEM and str(Path("01_b/01_b.ipynb")) in finding.says


# ---- for instructors -------------------------------------------------------------------------------


def test_the_secret_is_looked_at_and_not_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "secret"
    monkeypatch.setenv(secret.VARIABLE, str(path))
    assert instructors.secret().state == everyone.NOTE and not path.exists()
    made = secret.load_secret()
    finding = instructors.secret()
    assert finding.state == everyone.OK and made.decode() not in finding.says
    path.chmod(0o644)
    finding = instructors.secret()
    assert finding.state == everyone.PROBLEM and f"chmod 600 {path}" in finding.says


def use_gradebook(url: str, monkeypatch: pytest.MonkeyPatch) -> everyone.Finding:
    from traitlets.config import Config

    from autograder.release import build

    monkeypatch.setattr(build, "nbgrader_config", lambda: Config(CourseDirectory={"db_url": url}))
    return instructors.gradebook()


def test_the_gradebook_is_tried_and_left_as_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "gradebook.db"
    assert use_gradebook(f"sqlite:///{path}", monkeypatch).state == everyone.OK and not path.exists()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE x (y INTEGER)")
    connection.commit()
    before = path.read_bytes()
    assert use_gradebook(f"sqlite:///{path}", monkeypatch).says == f"{path} can be written"
    assert path.read_bytes() == before
    finding = use_gradebook(f"sqlite:///{tmp_path}", monkeypatch)
    assert finding.state == everyone.PROBLEM and "cannot be written" in finding.says and finding.remedy


def test_a_password_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = use_gradebook("postgresql://me:hunter2@127.0.0.1:1/grades", monkeypatch)
    assert finding.state == everyone.PROBLEM and "hunter2" not in finding.says


def test_a_broken_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    from autograder.release import build

    def broken() -> None:
        raise SyntaxError("invalid syntax")

    monkeypatch.setattr(build, "nbgrader_config", broken)
    finding = instructors.gradebook()
    assert (
        finding.state == everyone.PROBLEM
        and "nbgrader_config.py" in finding.says
        and "SyntaxError" in finding.says
    )


def test_a_course_that_was_updated_and_not_installed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("autograder.sandbox.provisioner", "autograder.gone.provisioner"):
        stale = importlib.metadata.EntryPoint(
            "autograder", f"{module}:WarmProvisioner", "jupyter_client.kernel_provisioners"
        )
        monkeypatch.setattr(
            importlib.metadata,
            "distribution",
            lambda _, stale=stale: SimpleNamespace(entry_points=[stale], requires=[]),
        )
        finding = instructors.packages()
        assert finding.state == everyone.PROBLEM and f"{module} is not there any more" in finding.says


def test_the_sandbox_says_which_wall_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from autograder.sandbox import mechanisms

    walls = (mechanisms.Mechanism("Landlock", False, "needs Linux", "no second wall"),)
    for level, warns in (("light", False), ("none", True)):
        monkeypatch.setattr(
            mechanisms, "capabilities", lambda level=level: mechanisms.Capabilities(walls, level)
        )
        first, second = instructors.sandbox()
        assert first.says == f"level {level}" and bool(first.remedy) == warns
        assert second.says == "no Landlock (needs Linux): no second wall"


def test_a_student_in_a_clone_is_not_asked_for_what_grades(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make lab` in a clone installs no grader, so the sources alone make nobody an instructor."""
    assert instructors.is_wanted()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert not instructors.is_wanted()
    assert main(["doctor"]) == 0
    assert "For instructors" not in capsys.readouterr().out
