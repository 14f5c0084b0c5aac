"""Which folders are closed to other users, and which stay open because students hand in to them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.private_files import STEP, close_folder, close_step, write

resource = pytest.importorskip(
    "resource", reason="limits of a process, and modes of files, are not for Windows"
)

USUAL = f"{STEP}/{{student_id}}/{{assignment_id}}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (0o755, 0o700),
        (0o750, 0o700),
        (0o775, 0o770),  # a group that may write is a team of graders
        (0o1777, 0o1777),  # whoever may write in it hands in to it
        (0o733, 0o733),
        (0o700, 0o700),
    ],
)
def test_a_folder_is_closed_unless_others_write_in_it(tmp_path: Path, before: int, after: int) -> None:
    folder = tmp_path / "submitted"
    folder.mkdir()
    folder.chmod(before)
    close_folder(folder)
    assert folder.stat().st_mode & 0o7777 == after


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only root gives a folder to somebody else"
)
def test_a_folder_that_students_own_something_in_stays_open(tmp_path: Path) -> None:
    folder = tmp_path / "submitted"
    (folder / "ada").mkdir(parents=True)
    folder.chmod(0o755)
    os.chown(folder / "ada", 65534, 65534)
    close_folder(folder)
    assert folder.stat().st_mode & 0o777 == 0o755


def test_a_link_and_the_course_itself_stay_as_they_are(tmp_path: Path) -> None:
    root, elsewhere = tmp_path / "course", tmp_path / "elsewhere"
    for folder in (root, elsewhere):
        folder.mkdir()
        folder.chmod(0o755)
    (root / "submitted").symlink_to(elsewhere)
    close_step(root, USUAL, "submitted")
    close_step(root, USUAL, ".")
    close_step(root, USUAL, "..")
    close_step(root, "{student_id}/" + STEP, "feedback", make=True)
    assert elsewhere.stat().st_mode & 0o777 == root.stat().st_mode & 0o777 == 0o755
    assert not (root / "feedback").exists()
    close_step(root, USUAL, "feedback", make=True)
    assert (root / "feedback").stat().st_mode & 0o777 == 0o700


def test_a_link_and_a_device_are_written_into_and_not_replaced(tmp_path: Path) -> None:
    target, link, pipe = tmp_path / "target", tmp_path / "link", tmp_path / "pipe"
    target.write_text("old")
    link.symlink_to(target)
    write(link, "new")
    assert link.is_symlink() and target.read_text() == "new"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write(pipe, "through")
    assert os.read(reading, 100) == b"through" and pipe.is_fifo()
    os.close(reading)


@pytest.mark.parametrize("act", ["write", "add_line"])
def test_a_full_disk_leaves_the_old_file_and_names_it(tmp_path: Path, act: str) -> None:
    """RLIMIT_FSIZE stands for the disk: the file system itself refuses in the middle of the text."""
    path = tmp_path / "table.csv"
    path.write_text("old\n")
    program = (
        "import resource, pathlib; from autograder import private_files\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        f"try: private_files.{act}(pathlib.Path({str(path)!r}), 'x' * 100_000)\n"
        "except OSError as error: print(error.filename)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(path)
    assert path.read_text() == "old\n" and list(tmp_path.iterdir()) == [path]
