"""`autograder bundle`: what is in it, what never is, and that two commands open the first lesson on a bare machine."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from autograder.lesson.folder import find_lessons
from autograder.notebook.stubs import solution_lines
from tests import tiny_lesson

ROOT = Path(__file__).resolve().parents[2]
MARKER = "a_line_that_only_the_source_holds"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of the repository with one lesson, built by `autograder release`."""
    folder = tmp_path_factory.mktemp("clone")
    for name in ("autograder", "utils"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    names = (
        "pyproject.toml",
        "constraints.txt",
        "environment.yml",
        "requirements.txt",
        "requirements-colab.txt",
        "README.md",
        "LICENSE",
        "NOTICE",
    )
    for name in (*names, "nbgrader_config.py", ".gitignore"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, folder)
    (first,) = find_lessons(["00"])
    shutil.copytree(first.folder, folder / "source" / first.name)
    with (folder / "source" / first.name / "exercises" / "standardize.py").open(
        "a", encoding="utf-8"
    ) as file:
        file.write(f"\n{MARKER} = 1\n")
    run(folder, "release", "00")
    return folder


def run(course: Path, *arguments: str, code: int = 0) -> str:
    """Run autograder for that clone, and return what it said."""
    done = subprocess.run(
        [sys.executable, "-m", "autograder", *arguments],
        cwd=course,
        env=os.environ | {"AUTOGRADER_ROOT": str(course), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def archive(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out")
    run(course, "bundle", "--output", str(folder))
    (path,) = folder.iterdir()
    return path


def members(path: Path) -> dict[str, bytes]:
    """Every file of the bundle and, below its name, every file of the wheel in it."""
    found = {}
    with zipfile.ZipFile(path) as outer:
        for name in outer.namelist():
            found[name] = outer.read(name)
    for name in [name for name in found if name.endswith(".whl")]:
        with zipfile.ZipFile(io.BytesIO(found[name])) as wheel:
            found |= {f"{name}/{inside}": wheel.read(inside) for inside in wheel.namelist()}
    return found


@pytest.mark.slow
@pytest.mark.network
def test_what_is_in_it_and_what_is_not(archive: Path) -> None:
    found = members(archive)
    top = {name.split("/")[1] for name in found}
    wheel = "transformer_course-0.1.0-py3-none-any.whl"
    papers = {"START.md", "COLAB.md", "LICENSE", "NOTICE", "constraints.txt", "environment.yml"}
    papers |= {"requirements.txt", "requirements-colab.txt"}
    assert top == {"course", wheel} | papers
    assert {name for name in found if "/course/" in name} == {
        f"transformer-course/course/00_welcome/00_welcome.{kind}" for kind in ("ipynb", "checks")
    }
    inside = [name.partition(".whl/")[2] for name in found if ".whl/" in name]
    assert {name.split("/")[0] for name in inside} <= {
        "autograder", "utils", "transformer_course-0.1.0.data", "transformer_course-0.1.0.dist-info"
    }  # fmt: skip
    assert "autograder/checks/panel.css" in inside and not [
        name for name in inside if name.startswith("source")
    ]
    assert not [name for name, data in found.items() if MARKER.encode() in data]
    text = "\n".join(
        data.decode("utf-8", "replace")
        for name, data in found.items()
        if not name.endswith((".whl", ".checks"))
    )
    (first,) = find_lessons(["00"])
    lines = [
        line for n in first.notebooks for c in n.cells for line in solution_lines(c.source) if len(line) > 20
    ]
    assert lines and not [line for line in lines if line in text or line.replace('"', '\\"') in text]
    for name in ("requirements.txt", "environment.yml"):
        assert found[f"transformer-course/{name}"].decode().count(f"./{wheel}") == 1
        assert b"--editable" not in found[f"transformer-course/{name}"]
    for words in (b"for instructors", b"cosmic-ray", b"pytest"):  # a student's environment has none of these
        assert words not in found["transformer-course/environment.yml"]
    shared = "transformer_course-0.1.0.data/data/etc/jupyter"
    for path in (
        "jupyter_server_config.d",
        "labconfig/page_config.d",
        "labconfig/default_setting_overrides.d",
    ):
        assert f"{shared}/{path}/autograder.json" in inside
    assert f"{shared}/nbgrader_config.json" in inside
    extension = "transformer_course-0.1.0.data/data/share/jupyter/labextensions/transformer-course"
    assert {f"{extension}/package.json", f"{extension}/static/narrow.js"} <= set(inside)
    assert not [name for name in inside if name.startswith(("autograder/lab", "autograder/nbgrader_config"))]


@pytest.mark.slow
@pytest.mark.network
def test_packing_twice_gives_the_same_bytes(course: Path, archive: Path, tmp_path: Path) -> None:
    shutil.rmtree(course / "releases")  # what a clone does not have: packing keeps what it hands out
    run(course, "bundle", "00", "--output", str(tmp_path))
    assert (tmp_path / archive.name).read_bytes() == archive.read_bytes()
    (kept,) = (course / "releases").glob("00_welcome/*/00_welcome.py")
    assert kept.read_bytes() == (course / "source" / "00_welcome" / "00_welcome.py").read_bytes()


def test_only_a_fresh_release_is_packed(tmp_path: Path) -> None:
    course = tmp_path
    assert "no lesson is in" in run(course, "bundle", code=2)
    (lesson,) = find_lessons(["00"])
    folder = course / "course" / lesson.name
    shutil.copytree(lesson.course_folder, folder)
    assert f"there are {lesson.name}" in run(course, "bundle", "99", code=2)
    notebook = folder / f"{lesson.name}.ipynb"
    content = json.loads(notebook.read_text(encoding="utf-8"))
    answer = next(
        c
        for c in content["cells"]
        if c["cell_type"] == "code" and c["metadata"].get("nbgrader", {}).get("solution")
    )
    answer["source"] = ["def standardize(x, dim):\n", "    return x\n"]
    notebook.write_text(json.dumps(content), encoding="utf-8")
    said = run(course, "bundle", code=2)
    assert "has been worked in: type autograder release 00_welcome" in said and said.count("\n") == 1
    shutil.copy(lesson.course_folder / notebook.name, notebook)
    tiny_lesson.write(course / "source", name=lesson.name)
    assert "is older than its source: type autograder release 00_welcome" in run(course, "bundle", code=2)
    shutil.rmtree(course / "source")
    notebook.with_suffix(".checks").unlink()
    assert "has no recorded cases beside it" in run(course, "bundle", code=2)


# ---- on a bare machine -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.network
def test_two_commands_open_the_first_lesson_with_working_checks(archive: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(tmp_path)
    here = tmp_path / "transformer-course"
    install, start = re.search(
        r"```\n(.*)\n(.*)\n```", (here / "START.md").read_text(encoding="utf-8")
    ).groups()  # type: ignore[union-attr]
    environment = {
        k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV", "AUTOGRADER_PROGRESS")
    }
    environment |= {"AUTOGRADER_PROGRESS": str(tmp_path / "progress"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment |= {"PIP_NO_COMPILE": "1"}  # of the installed modules this test imports few

    def typed(command: str, code: int = 0) -> str:
        done = subprocess.run(
            command, shell=True, cwd=here, env=environment, capture_output=True, text=True, timeout=900
        )
        assert done.returncode == code, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    assert install.startswith("python3 -m venv .venv && ")
    venv.create(here / ".venv", with_pip=True)  # by this Python, which may not be the system's
    typed(install.partition(" && ")[2])
    assert "source" not in typed(".venv/bin/python -c 'import autograder; print(autograder.__file__)'")

    assert_opens(f"{start} --no-browser --allow-root", here, environment)

    path = here / "course" / "00_welcome" / "00_welcome.ipynb"
    answer(path, {"standardize": 0, "Affine": None, "sample_letters": None})
    typed(f".venv/bin/jupyter execute --inplace {path.relative_to(here)}")
    told = outputs(path)
    assert "This is what comes out when the standard deviation divides by n − 1." in told["check_standardize"]
    assert told["check_Affine"].startswith("Affine · 3 of 3 points")
    assert told["check_sample_letters"].startswith("sample_letters · 3 of 3 points")

    assert "6 of 9 points" in typed(".venv/bin/autograder progress")
    told_by_doctor = typed(".venv/bin/autograder doctor")
    assert "For instructors" not in told_by_doctor and "You have everything you need." in told_by_doctor
    assert "shakespeare" in typed(".venv/bin/autograder fetch 00")
    typed(".venv/bin/autograder release", code=2)


def assert_opens(command: str, folder: Path, environment: dict[str, str]) -> None:
    """Start JupyterLab by that line; ask for its page, and for the lesson in its list of files."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = f"exec {command} --port={port} --ServerApp.port_retries=0 --IdentityProvider.token=t"
    server = subprocess.Popen(
        line, shell=True, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        lesson = "course/00_welcome/00_welcome.ipynb"
        page = f"http://127.0.0.1:{port}/lab/tree/{lesson}?token=t"
        content = f"http://127.0.0.1:{port}/api/contents/{lesson}?content=0&token=t"
        for _ in range(120):
            try:
                with urllib.request.urlopen(page, timeout=10) as answered:
                    assert answered.status == 200 and b"jupyter-config-data" in answered.read()
                with urllib.request.urlopen(
                    content, timeout=10
                ) as answered:  # an HTTPError where it is not there
                    assert json.load(answered)["path"] == lesson
                return
            except (urllib.error.URLError, ConnectionError):
                assert server.poll() is None, "JupyterLab ended"
                time.sleep(0.5)
        raise AssertionError("JupyterLab did not answer")
    finally:
        server.terminate()
        server.wait(timeout=30)


def answer(path: Path, answers: dict[str, int | None]) -> None:
    """Type into a released notebook: a slip by its number, or the reference where it is None."""
    (first,) = find_lessons(["00"])
    (text,) = first.notebooks
    content = json.loads(path.read_text(encoding="utf-8"))
    for cell in content["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name in answers:
            number, solution = answers[name], text.cell(name).source
            cell["source"] = (
                solution if number is None else first.exercises[name].slips[number].apply(solution)
            )
    path.write_text(json.dumps(content), encoding="utf-8")


def outputs(path: Path) -> dict[str, str]:
    """grade_id → what the cell showed, as plain text."""
    found = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        shown = [output["data"]["text/plain"] for output in cell.get("outputs", []) if "data" in output]
        found[name] = "".join("".join(part) for part in shown)
    return found


# ---- a notebook alone ------------------------------------------------------------------------------

RELEASED = sorted((ROOT / "course").glob("*/*.ipynb"))


@pytest.mark.parametrize("path", RELEASED, ids=lambda path: path.stem)
def test_a_notebook_without_the_packages_says_what_to_type(path: Path, tmp_path: Path) -> None:
    """Opened alone, in Colab or in VS Code with another Python: its first cell ends in one sentence."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    first = "".join(next(cell["source"] for cell in cells if cell["cell_type"] == "code"))
    (tmp_path / "first.py").write_text(first, encoding="utf-8")
    bare = [sys.executable, "-I", "-S", "first.py"]  # a Python without any package
    done = subprocess.run(bare, cwd=tmp_path, capture_output=True, text=True, timeout=6000)
    last = done.stderr.strip().splitlines()[-1]
    assert done.returncode == 1 and done.stderr.count("Error") <= 2
    assert re.fullmatch(
        r"ModuleNotFoundError: This notebook needs .*: .* `make lab` in the course folder .* START\.md\)\.",
        last,
    ), last


def test_a_notebook_without_its_recorded_cases_says_where_it_belongs(tmp_path: Path) -> None:
    code = "from autograder.checks import check\n@check('standardize')\ndef _(x, dim):\n    return {}\n"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0 and done.stderr == ""
    assert (
        done.stdout.startswith("standardize · cannot be checked: no .checks file lies in ")
        and done.stdout.count("\n") == 1
    )
