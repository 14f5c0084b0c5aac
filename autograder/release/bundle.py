"""One zip for students who have no git: lessons, the two packages as a wheel, and what installs them.

It holds no source/, and so no solution. What goes in is listed here and nothing else is packed. The site has such zips
as well, one for each lesson and one for all of them.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path

from autograder.errors import CourseError
from autograder.lesson.folder import COURSE, ROOT, SOURCE, Lesson
from autograder.notebook import manifest
from autograder.notebook.cell import Cell
from autograder.release import kept

TOP = "transformer-course"  # the folder that unpacking makes
LESSON_FILES = {".ipynb", manifest.SUFFIX, ".png", ".svg"}
COPIED = ("constraints.txt", "requirements-colab.txt", "LICENSE", "NOTICE")
STUB = "# YOUR CODE HERE"
# where the lessons are that START.md's second command doesn't open
OTHERS = "The other lessons are in the list of files, in `course`."
ALONE = "If you unpack another lesson's zip in the same place, that lesson joins this one in `course`, ready to open."
EPOCH = (1980, 1, 1, 0, 0, 0)  # the date of every file, so that packing twice gives the same bytes
# The line that installs the course, and what stands above it for instructors and CI alone.
EDITABLE = re.compile(
    r"(?:^ *# for instructors and CI.*\n(?:.*==.*\n)*)?( *- |)--editable \.(?:\[dev\])?$", re.MULTILINE
)


def bundle(names: Sequence[str], out: Path) -> Path:
    """Write OUT/transformer-course-VERSION.zip with these lessons (default: all of course/) and return its path.

    What is handed out is kept in releases/, so that it can be graded when the lesson has changed.

    Raises CourseError where a lesson is older than its source or was worked in, or no wheel can be built.
    """
    folders = list(_chosen(names))
    for folder in folders:
        _insist_on_a_fresh_release(folder)
    with tempfile.TemporaryDirectory() as temporary:
        wheel = build_wheel(Path(temporary))
        return pack(folders, wheel, out / file_name())


def pack(folders: Sequence[Path], wheel: Path, path: Path) -> Path:
    """Write a zip with these released lessons and all that it takes to work on them; returns its path.

    folders: lessons of one course, in order; START.md opens the first. wheel: from `build_wheel`.
    """
    content = {f"{TOP}/{name}": data for name, data in _content(folders, wheel, path.name)}
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".writing")
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(content):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(".whl") else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content[name])
    draft.replace(path)
    return path


def file_name() -> str:
    """What the zip of the whole course is called."""
    return f"{TOP}-{_version()}.zip"


def build_wheel(folder: Path) -> Path:
    """The packages autograder and utils as one wheel, the same bytes every time."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    environment = os.environ | {"SOURCE_DATE_EPOCH": "315532800", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    wheels = list(folder.glob("*.whl"))
    if done.returncode or len(wheels) != 1:
        last = (done.stderr.strip().splitlines() or ["no wheel came out"])[-1]
        raise CourseError(f"pip could not build the course's wheel in {ROOT}: {last}")
    return wheels[0]


def _chosen(names: Sequence[str]) -> Iterator[Path]:
    """The folders of course/ with these names, or beginnings of names, in order."""
    folders = sorted(p for p in COURSE.glob("*") if any(p.glob("*.ipynb"))) if COURSE.is_dir() else []
    if not folders:
        raise CourseError(f"no lesson is in {COURSE}: type autograder release")
    for name in names:
        if not any(folder.name.startswith(Path(name).name) for folder in folders):
            known = ", ".join(folder.name for folder in folders)
            raise CourseError(f"no released lesson is called {name!r}; there are {known}")
    wanted = tuple(Path(name).name for name in names)
    yield from (folder for folder in folders if not wanted or folder.name.startswith(wanted))


def _insist_on_a_fresh_release(folder: Path) -> None:
    """Students get what was released: not an older state, and no notebook that somebody worked in."""
    mend = f"type autograder release {folder.name}"
    source = SOURCE / folder.name
    for path in sorted(folder.glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        if any(cell.get("outputs") or _is_answered(cell) for cell in cells):
            raise CourseError(f"{path} has been worked in: {mend}, which builds it anew")
        recorded = manifest.find(path.with_suffix(manifest.SUFFIX))
        if recorded is None:
            raise CourseError(f"{path} has no recorded cases beside it: {mend}")
        if source.is_dir() and recorded.release != Lesson(source).release:
            raise CourseError(f"{folder.name} is older than its source: {mend}")
    if source.is_dir():
        kept.keep(Lesson(source))


def _is_answered(cell: dict) -> bool:
    return Cell.of(cell).is_answer and STUB not in Cell.of(cell).source


def _content(folders: Sequence[Path], wheel: Path, file: str) -> Iterator[tuple[str, bytes]]:
    """Every file of the bundle, by its path. file: the name of the zip."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in LESSON_FILES and ".ipynb_checkpoints" not in path.parts:
                yield f"{COURSE.name}/{path.relative_to(folder.parent).as_posix()}", path.read_bytes()
    for name in COPIED:
        yield name, (ROOT / name).read_bytes()
    for name in ("requirements.txt", "environment.yml"):
        text, replaced = EDITABLE.subn(rf"\1./{wheel.name}", (ROOT / name).read_text(encoding="utf-8"))
        if replaced != 1:
            raise CourseError(f"{ROOT / name} does not install the course by one line `--editable .`")
        yield name, text.encode()
    yield wheel.name, wheel.read_bytes()
    yield from _pages(folders, wheel, file)


def _pages(folders: Sequence[Path], wheel: Path, file: str) -> Iterator[tuple[str, bytes]]:
    """What tells how to begin, with the names of this bundle filled in."""
    first = min(folders[0].glob("*.ipynb"))
    names = {
        "first": f"{COURSE.name}/{folders[0].name}/{first.name}",
        "lesson": folders[0].name,
        "others": OTHERS if len(folders) > 1 else ALONE,
        "top": TOP,
        "wheel": wheel.name,
        "zip": file,
    }
    for page in ("START.md", "COLAB.md"):
        text = (resources.files("autograder") / "templates" / "bundle" / page).read_text(encoding="utf-8")
        for name, value in names.items():
            text = text.replace(f"{{{{{name}}}}}", value)
        yield page, text.encode()


def _version() -> str:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
