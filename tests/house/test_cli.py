"""The command: help with examples, one sentence for what goes wrong, exit codes that a script can rely on."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import commands
import pytest
import tiny_lesson

from autograder import cli
from autograder.errors import CourseError, to_type
from autograder.lesson.folder import ROOT


def run(*arguments: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "AUTOGRADER_ROOT": str(root), "COLUMNS": "100"}
    return commands.run(
        [sys.executable, "-m", "autograder", *arguments], cwd=ROOT, env=environment, timeout=600
    )


def test_help_names_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0 and done.stderr == ""
    for name, summary in cli.COMMANDS.items():
        assert re.search(rf"^ +{name}\s+{re.escape(summary.split()[0])}", done.stdout, re.MULTILINE), name


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_help_of_each_command_has_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([name, "--help"])
    shown = capsys.readouterr()
    assert end.value.code == 0 and shown.err == ""
    examples = shown.out[shown.out.index("examples:") :].splitlines()[1:]
    assert examples and all(line.split()[:2] == ["autograder", name] for line in examples if line.strip()), (
        examples
    )
    first = shown.out.split("\n\n")[1]
    assert first[0].isupper() and first.rstrip().endswith("."), first


@pytest.mark.parametrize("name", ["release", "audit", "solutions", "fetch", "grade", "report"])
def test_an_unknown_lesson_is_one_sentence(name: str, tmp_path: Path) -> None:
    tiny_lesson.write(tmp_path / "source")
    done = run(name, "42_nothing", root=tmp_path)
    assert done.returncode == 2 and done.stdout == ""
    assert (
        done.stderr == f"autograder {name}: no lesson is called '42_nothing'; there are {tiny_lesson.NAME}\n"
    )


def test_an_ambiguous_beginning(tmp_path: Path) -> None:
    tiny_lesson.write(tmp_path / "source", "00_one")
    tiny_lesson.write(tmp_path / "source", "00_two")
    done = run("release", "00", root=tmp_path)
    assert done.returncode == 2 and "00_one, 00_two" in done.stderr and done.stderr.count("\n") == 1


def test_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["audit", "--secrets", "many"], ["solutions", "--device", "abacus"]):
        with pytest.raises(SystemExit) as end:
            cli.main(arguments)
        assert end.value.code == 2
        assert "usage: autograder" in capsys.readouterr().err


def test_an_unknown_command_names_the_closest(capsys: pytest.CaptureFixture[str]) -> None:
    """And nothing else: usage and a list of 23 would bury it."""
    assert cli.main(["feedbck", "report"]) == 2  # a word that is a command elsewhere changes nothing
    listed = f"{to_type('autograder --help')} lists them\n"
    known = "autograder: there is no command 'feedbck'; did you mean feedback? "
    assert capsys.readouterr().err == known + listed
    assert cli.main(["zzz"]) == 2
    assert capsys.readouterr().err == "autograder: there is no command 'zzz'; " + listed


def test_a_command_is_told_as_a_terminal_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """JupyterLab's own terminals find it by its name; the one where `make lab` was typed does not."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert to_type("autograder fetch") == ".venv/bin/autograder fetch"
    monkeypatch.setattr(shutil, "which", lambda name: f"/somewhere/{name}")
    assert to_type("autograder fetch") == "autograder fetch"


def test_without_a_command_all_of_them_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    assert "every week:" in capsys.readouterr().err


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"autograder {importlib.metadata.version('transformer-course')}\n"


@pytest.mark.parametrize("value", ["x", "0", "-3", "1.5", ""])
def test_a_number_that_is_none(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["grade", "00", f"--workers={value}"], ["audit", f"--secrets={value}"]):
        with pytest.raises(SystemExit) as end:
            cli.main(arguments)
        told = capsys.readouterr().err
        assert end.value.code == 2
        assert told.endswith(f"a whole number from 1 on is needed, not {value!r}\n"), told


def test_exit_codes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from autograder.commands import release

    def end_with(result: object) -> int:
        def act(options: object) -> int:
            if isinstance(result, BaseException):
                raise result
            return int(result)  # type: ignore[call-overload]

        monkeypatch.setattr(release, "run", act)
        return cli.main(["release"])

    assert end_with(0) == 0 and end_with(1) == 1
    assert end_with(CourseError("the disk is full: make room")) == 2
    assert capsys.readouterr().err == "autograder release: the disk is full: make room\n"
    assert end_with(KeyboardInterrupt()) == 130
    assert capsys.readouterr().err == "autograder release: stopped\n"
    with pytest.raises(ZeroDivisionError):  # a fault of ours is not dressed up as one of theirs
        end_with(ZeroDivisionError())


def test_a_broken_lesson_is_one_sentence(tmp_path: Path) -> None:
    tiny_lesson.write(
        tmp_path / "source", exercises=[("    cases = [dict(shape=(2, 3)), dict(shape=(2, 1, 4))]\n", "")]
    )
    done = run("audit", "--no-mutants", root=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith("autograder audit: ") and done.stderr.endswith(
        "exercise 'Scale' has no cases\n"
    )


def test_an_audit_without_cosmic_ray_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where only a student's packages are installed."""
    from autograder.commands import audit

    lesson = tiny_lesson.write(tmp_path / "source")
    monkeypatch.setattr(audit, "chosen_lessons", lambda _: [lesson])
    monkeypatch.setattr(audit, "BUILD", tmp_path / "build")
    monkeypatch.setitem(sys.modules, "cosmic_ray", None)
    monkeypatch.setattr(audit, "find_spec", lambda name: None)
    assert cli.main(["audit", tiny_lesson.NAME]) == 2
    told = capsys.readouterr().err
    assert told.startswith("autograder audit: cosmic-ray is missing") and told.count("\n") == 1
    quick = ["--no-mutants", "--no-below", "--secrets", "1", "--exercise", "Scale"]
    assert cli.main(["audit", tiny_lesson.NAME, *quick]) in (0, 1)
    assert "cosmic-ray" not in capsys.readouterr().err


def test_without_sources_no_path_of_installed_packages_is_named(tmp_path: Path) -> None:
    done = run("audit", root=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        "autograder audit: lessons' sources are not here: this needs a clone of the course's repository\n"
    )


def test_tables_are_not_folded_in_a_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A CI's log and a pipe have no width; a terminal keeps its own."""
    from autograder.commands import audit
    from autograder.commands.common import console
    from autograder.proof.audit import ExerciseAudit

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    caught = {"killed": 11, "total": 12, "equivalent": ["a line"]}
    row = ExerciseAudit("01_tokenization", "scaled_dot_product_attention", 5, mutants=caught, faults=["one"])
    console().print(audit._table([row]))
    (line,) = [line for line in capsys.readouterr().out.splitlines() if row.exercise in line]
    assert row.lesson in line and "11/12 (+1 equivalent)" in line and "falls short" in line
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert console().width == 80


def test_loading_the_command_is_quick() -> None:
    """Help needs no torch."""
    code = "import sys\nfrom autograder import cli\ntry:\n    cli.main(['--help'])\n"
    code += "except SystemExit:\n    pass\nprint('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.strip().splitlines()[-1] == "False"
