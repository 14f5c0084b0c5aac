"""The Dockerfile and the devcontainer name only what exists; docs/containers.md has how they were tried."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from autograder import cli

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "Dockerfile").read_text(encoding="utf-8")
DOCS = (ROOT / "docs" / "containers.md").read_text(encoding="utf-8")
DEVCONTAINER = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("in_a_root", ROOT / "scripts" / "in_a_root.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look it up
    spec.loader.exec_module(module)
    return module


instructions = script().instructions
STEPS = instructions(TEXT)


def of(name: str) -> list[str]:
    return [rest for step, rest in STEPS if step == name]


def test_what_is_copied_is_there() -> None:
    for words in map(shlex.split, of("COPY")):
        names = [word for word in words if not word.startswith("--")][:-1]
        assert names and all((ROOT / name).exists() for name in names), names


def test_what_installing_reads_is_copied_first() -> None:
    """The build of the package reads README, LICENSE and NOTICE as well."""
    before = TEXT[: TEXT.index("pip install")]
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert all(name in before for name in ("pyproject.toml", "constraints.txt", "autograder", "utils"))
    named = re.search(r'^license-files = \["(.*)"\]$', project, re.MULTILINE)
    assert named and all(name in before for name in named[1].split('", "'))


def test_extras_and_arguments_are_known() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for extra in re.findall(r"'\.\[(\w+)\]'", TEXT):
        assert re.search(rf"^{extra} = \[", project, re.MULTILINE), extra
    given = {rest.partition("=")[0] for rest in of("ARG")}
    assert given == {"TORCH_INDEX"} and "TORCH_INDEX ?=" in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert set(re.findall(r"--build-arg (\w+)", DOCS)) <= given


def test_the_python_of_the_image_is_one_that_the_course_takes() -> None:
    (base,) = of("FROM")
    assert base == "debian:bookworm-slim" and "Python 3.11" in DOCS  # Debian 12 has 3.11


def test_users_and_folders_are_made_before_they_are_used() -> None:
    (user,) = of("USER")
    made = next(rest for rest in of("RUN") if "useradd" in rest)
    assert made.split("&&")[0].split()[-1] == user and f"--chown={user}" in TEXT
    for folder in (*of("WORKDIR"), "/opt/venv"):
        assert folder in made
    assert all(folder in DOCS for folder in of("WORKDIR"))


def test_the_devcontainer_fits_the_image() -> None:
    build = DEVCONTAINER["build"]
    folder = ROOT / ".devcontainer"
    assert (folder / build["dockerfile"]).resolve() == ROOT / "Dockerfile"
    assert (folder / build["context"]).resolve() == ROOT
    assert [DEVCONTAINER["remoteUser"]] == of("USER") and [DEVCONTAINER["workspaceFolder"]] == of("WORKDIR")
    assert f"target={DEVCONTAINER['workspaceFolder']}," in DEVCONTAINER["workspaceMount"]
    assert [str(port) for port in DEVCONTAINER["forwardPorts"]] == of("EXPOSE")
    python = DEVCONTAINER["customizations"]["vscode"]["settings"]["python.defaultInterpreterPath"]
    assert python.startswith("/opt/venv/") and f"PATH={Path(python).parent}:" in TEXT


@pytest.mark.parametrize("text", [DOCS, DEVCONTAINER["postCreateCommand"]], ids=["docs", "devcontainer"])
def test_commands_are_known(text: str) -> None:
    named = set(re.findall(r"(?<![/\w])autograder ([a-z]+)\b", text))
    assert named and named <= cli.COMMANDS.keys()


def test_scripts_and_tests_that_the_page_names_are_there() -> None:
    for name in re.findall(r"`((?:scripts|tests)/[\w/.]+)`", DOCS):
        assert (ROOT / name).exists(), name


def test_grades_and_names_stay_out_of_the_image() -> None:
    """Whatever git ignores at the root because it holds grades, Docker leaves out as well."""
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    begins = [line.rstrip("*") for line in left_out if line and not line.startswith("#")]
    at_the_root = [line.strip("/") for line in ignored if line.startswith("/") and "/" not in line.strip("/")]
    assert {"*.csv", "gradebook.db"} <= set(at_the_root)
    missing = [name for name in at_the_root if name not in left_out and not any(map(name.startswith, begins))]
    assert missing == []


def test_the_script_reads_a_dockerfile() -> None:
    text = '# a comment\nFROM x\nRUN a && \\\n    b\n\nCMD ["c"]\n'
    assert instructions(text) == [("FROM", "x"), ("RUN", "a &&  b"), ("CMD", '["c"]')]


def test_the_script_explains_itself() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / "in_a_root.py"], capture_output=True, text=True)
    assert done.returncode == 2 and "debootstrap" in done.stdout
