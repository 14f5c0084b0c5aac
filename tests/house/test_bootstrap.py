"""What scripts/bootstrap.sh says while it makes .venv, and which build of PyTorch it takes.

With a pip that only pretends, and once with the real one, for which PyPI and PyTorch's own index are folders.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CPU_INDEX = "https://download.pytorch.org/whl/cpu"
# FINDS: where pip finds the CPU build: "by itself", "there" (in PyTorch's own index) or nowhere.
PIP = """#!/bin/bash
case "$*" in
  *" index versions "*--index-url*) [ "$FINDS" = there ] && echo "Available versions: 2.13.0+cpu, 2.12.0+cpu"; exit ;;
  *" index versions "*) [ "$FINDS" = "by itself" ] && echo "Available versions: 2.13.0+cpu, 2.13.0"; exit ;;
  *"--editable"*) echo "$*" >asked ;;
  *) exit 0 ;;
esac
[ -z "$BRIEF" ] || exit 0
for i in $(seq 1 60); do echo "Collecting package$i"; done
echo "  Downloading torch-2.11.0.whl (188.2 MB)"
sleep 1.4
echo "Installing collected packages: package1, package2, transformer-course"
for i in 1 2; do mkdir -p .venv/lib/python3.11/site-packages/package$i.dist-info; done
sleep 1.4
exit ${STATUS:-0}
"""


def script(course: Path, cpu_index: str) -> None:
    """Put the script into `course`, with this address of PyTorch's own index; a test can make a file `driver`."""
    text = (ROOT / "scripts" / "bootstrap.sh").read_text(encoding="utf-8")
    assert f"cpu_index={CPU_INDEX}\n" in text
    text = text.replace(CPU_INDEX, cpu_index)
    text, found = re.subn(r"^nvidia=\(.+?\)", "nvidia=(driver other)", text, flags=re.MULTILINE)
    assert found == 1
    (course / "scripts").mkdir()
    (course / "scripts" / "bootstrap.sh").write_text(text, encoding="utf-8")
    (course / "constraints.txt").write_text("torch==2.13.0\n", encoding="utf-8")
    commands = course / "commands"  # a PATH without nvidia-smi
    commands.mkdir()
    for name in "bash dirname env find grep head mkdir rm sed seq sleep wc".split():
        (commands / name).symlink_to(shutil.which(name) or name)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A folder with the script, and a .venv whose Python is a shell script. The machine has no NVIDIA driver."""
    script(tmp_path, CPU_INDEX)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(PIP, encoding="utf-8")
    python.chmod(0o755)
    return tmp_path


def run(course: Path, what: str = "everything", **environment: str) -> subprocess.CompletedProcess[str]:
    known = {name: value for name, value in os.environ.items() if not name.startswith("TORCH")}
    ours = {
        "EVERY": "1",
        "FINDS": "",
        "BRIEF": "",
        "PATH": str(course / "commands"),
        "PYTHON": sys.executable,
    }
    return subprocess.run(
        [course / "commands" / "bash", "scripts/bootstrap.sh", what],
        cwd=course, env=known | ours | environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def told_and_asked(course: Path, **environment: str) -> tuple[str, str]:
    """What a student is told first, and what pip is asked to install."""
    done = run(course, "student", BRIEF="yes", **environment)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout, (course / "asked").read_text(encoding="utf-8")


def test_an_environment_that_grows_is_never_silent(course: Path) -> None:
    done = run(course)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith(
        "Adding to .venv what is new. In all it takes about 3.2 GB to download, 6.7 GB on disk"
    )
    told = [line.strip() for line in lines[2:]]
    assert told[0] == "50 packages resolved" and told[1] == "downloading torch-2.11.0.whl (188.2 MB)"
    assert told[2].startswith("still resolving and downloading after ")
    assert told[3] == "installing 3 packages" and told[4].startswith("2 packages installed after ")
    assert told[-1].startswith("done in ")


def test_packages_that_cannot_be_installed_are_an_error(course: Path) -> None:
    done = run(course, STATUS="1")
    assert done.returncode == 1 and done.stderr.startswith("The packages could not be installed")


# --- which build of PyTorch -----------------------------------------------------------------------------------------

SMALL, LARGE = "0.4 GB to download, 1.9 GB on disk", "3.0 GB to download, 6.0 GB on disk"
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has two builds on PyPI's side")


@linux
@pytest.mark.parametrize("finds", ["there", "by itself"])
def test_without_a_driver_the_cpu_build_is_taken(course: Path, finds: str) -> None:
    told, asked = told_and_asked(course, FINDS=finds)
    assert f"In all it takes about {SMALL}" in told and "no NVIDIA driver" in told
    assert f"({LARGE}), stop this and add TORCH=default" in told
    assert (f"--extra-index-url {CPU_INDEX}" in asked) == (finds == "there")


@linux
def test_where_only_pypi_is_reachable_one_sentence_says_so(course: Path) -> None:
    told, asked = told_and_asked(course)
    assert f"In all it takes about {LARGE}" in told and "can't reach it" in told and "index" not in asked


@linux
@pytest.mark.parametrize("sign", ["driver", "other", "commands/nvidia-smi"])
def test_with_a_driver_pypis_build_is_taken(course: Path, sign: str) -> None:
    (course / sign).write_text("#!/bin/sh\n", encoding="utf-8")
    (course / sign).chmod(0o755)
    told, asked = told_and_asked(course, FINDS="there")
    assert f"about {LARGE}, because PyPI's" in told and f"TORCH=cpu: {SMALL}" in told and "index" not in asked
    told, asked = told_and_asked(course, FINDS="there", TORCH="cpu")
    assert f"about {SMALL}" in told and f"--extra-index-url {CPU_INDEX}" in asked


@linux
def test_a_build_can_be_chosen(course: Path) -> None:
    told, asked = told_and_asked(course, FINDS="there", TORCH="default")
    assert f"about {LARGE}" in told and "index" not in asked
    told, asked = told_and_asked(course, TORCH_INDEX="https://mirror/whl/cu130")
    assert SMALL in told and LARGE in told and "--extra-index-url https://mirror/whl/cu130" in asked
    told, asked = told_and_asked(course, TORCH_INDEX=CPU_INDEX)
    assert SMALL in told and LARGE not in told and f"--extra-index-url {CPU_INDEX}" in asked
    done = run(course, "student", TORCH="cpu")
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "TORCH=default" in done.stderr
    done = run(course, "student", TORCH="gpu")
    assert done.returncode == 2 and done.stderr.startswith("TORCH=gpu is no build of PyTorch")


@linux
@pytest.mark.parametrize(("local", "libraries", "size"), [("+cpu", False, "1.9 GB"), ("", True, "6.0 GB")])
def test_a_build_that_is_there_stays(course: Path, local: str, libraries: bool, size: str) -> None:
    packages = course / ".venv" / "lib" / "python3.11" / "site-packages"
    (packages / f"torch-2.13.0{local}.dist-info").mkdir(parents=True)
    if libraries:
        (packages / "nvidia_cudnn_cu13-9.20.0.48.dist-info").mkdir()
    told, asked = told_and_asked(course, FINDS="there")
    assert f"about {size} on disk, with the PyTorch that is there already" in told and "index" not in asked


def wheel(index: Path, name: str, version: str, requires: str = "") -> None:
    """A package without any contents, in an index that is a folder."""
    file = index / name / f"{name}-{version}-py3-none-any.whl"
    file.parent.mkdir(parents=True, exist_ok=True)
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{requires}"
    inside = {
        "METADATA": metadata,
        "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    with zipfile.ZipFile(file, "w") as archive:
        for part, text in inside.items():
            path = f"{name}-{version}.dist-info/{part}"
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(text)}\n"
            archive.writestr(path, text)
        archive.writestr(
            f"{name}-{version}.dist-info/RECORD", f"{record}{name}-{version}.dist-info/RECORD,,\n"
        )
    files = sorted(each.name for each in file.parent.glob("*.whl"))
    links = "".join(f'<a href="{each.replace("+", "%2B")}">{each}</a>' for each in files)
    (file.parent / "index.html").write_text(
        f"<!DOCTYPE html><html><body>{links}</body></html>", encoding="utf-8"
    )


BACKEND = """
import zipfile
METADATA = "Metadata-Version: 2.1\\nName: course\\nVersion: 1\\nRequires-Dist: torch>=2.11\\n"
def get_requires_for_build_editable(*_): return []
def build_editable(folder, *_):
    name = "course-1-py3-none-any.whl"
    with zipfile.ZipFile(f"{folder}/{name}", "w") as file:
        file.writestr("course-1.dist-info/METADATA", METADATA)
        wheel = "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
        file.writestr("course-1.dist-info/WHEEL", wheel)
        file.writestr("course-1.dist-info/RECORD", "")
    return name
"""


@linux
@pytest.mark.parametrize("reachable", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_the_real_pip_takes_the_cpu_build_and_keeps_it(tmp_path: Path, reachable: bool) -> None:
    """PyPI's torch needs NVIDIA's libraries, and that of PyTorch's own index doesn't."""
    pypi, own = tmp_path / "pypi", tmp_path / "own"
    wheel(pypi, "torch", "2.13.0", "Requires-Dist: nvidia-cudnn-cu13\n")
    wheel(pypi, "nvidia_cudnn_cu13", "9.20")
    (pypi / "nvidia_cudnn_cu13").rename(pypi / "nvidia-cudnn-cu13")
    wheel(own, "torch", "2.13.0+cpu")
    course = tmp_path / "course"
    course.mkdir()
    script(course, own.as_uri() if reachable else (tmp_path / "nowhere").as_uri())
    (course / "backend.py").write_text(BACKEND, encoding="utf-8")
    project = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
    project += '[project]\nname = "course"\nversion = "1"\ndependencies = ["torch>=2.11"]\n'
    (course / "pyproject.toml").write_text(project, encoding="utf-8")
    apart = {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_FIND_LINKS": "",
        "PIP_EXTRA_INDEX_URL": "",
        "PIP_CONSTRAINT": "",
    }
    first = run(course, "student", PIP_INDEX_URL=pypi.as_uri(), **apart)
    assert first.returncode == 0, first.stdout + first.stderr
    packages = next((course / ".venv" / "lib").glob("python*/site-packages"))

    def there() -> set[str]:
        return {
            path.name for path in packages.glob("*.dist-info") if path.name.startswith(("torch", "nvidia"))
        }

    expected = {"torch-2.13.0+cpu.dist-info"}
    if not reachable:
        expected = {"torch-2.13.0.dist-info", "nvidia_cudnn_cu13-9.20.dist-info"}
    assert there() == expected
    assert ("can't reach it" in first.stdout) == (not reachable)
    again = run(course, "student", PIP_INDEX_URL=pypi.as_uri(), **apart)
    assert again.returncode == 0 and there() == expected
    assert "with the PyTorch that is there already" in again.stdout and "Downloading" not in again.stdout
