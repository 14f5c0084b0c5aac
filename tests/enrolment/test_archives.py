"""Archives in which nothing is called as it should be: renamed notebooks, files that are none, and whose they are."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from autograder.enrolment import archive_names, zips
from autograder.enrolment.roster_file import Person
from autograder.errors import CourseError

PEOPLE = [
    Person("ada", "Ada", "Lovelace", canvas_id="1815"),
    Person("jdoe", "Jo", "Doe", canvas_id="1"),
    Person("jdoe2", "Jo", "Doe", canvas_id="2"),
]
STEMS = ["02a_scores", "02b_heads"]
ASKED = {
    "02a_scores": frozenset({"imports", "softmax", "check_softmax"}),
    "02b_heads": frozenset({"imports", "heads", "check_heads"}),
}


def notebook(*ids: str, text: str = "") -> bytes:
    cells = [
        {"cell_type": "code", "source": text, "metadata": {"nbgrader": {"grade_id": each}}} for each in ids
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def packed(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def read(folder: Path, files: dict[str, bytes], system: str = "canvas", **given: str) -> zips.Found:
    path = folder / "all.zip"
    path.write_bytes(packed(files))
    told = {name.replace("__", " "): student for name, student in given.items()}
    return zips.read(path, PEOPLE, STEMS, system, ASKED, told)


@pytest.mark.parametrize(
    "name",
    [
        "02a_scores-Copy1.ipynb",
        "02a_scores copy.ipynb",
        "my final version.ipynb",
        "02b_heads.ipynb",
        "Untitled3.ipynb",
    ],
)
def test_the_ids_in_its_cells_tell_which_notebook_it_is(tmp_path: Path, name: str) -> None:
    content = notebook("imports", "softmax", "check_softmax")
    found = read(tmp_path, {f"lovelaceada_1815_100_{name}": content})
    assert found.notebooks == {"ada": {"02a_scores": content}}
    assert found.renamed == [("ada", f"lovelaceada_1815_100_{name}", "02a_scores")]


@pytest.mark.parametrize(
    "name", ["02a_scores-Copy1.ipynb", "02a_scores copy 2.ipynb", "02a_scores (1).ipynb"]
)
def test_without_ids_a_copy_is_known_by_its_name(tmp_path: Path, name: str) -> None:
    found = read(tmp_path, {f"lovelaceada_1815_100_{name}": b"damaged"})
    assert found.notebooks == {"ada": {"02a_scores": b"damaged"}}


def test_the_file_with_the_right_name_comes_before_a_copy(tmp_path: Path) -> None:
    files = {
        f"Ada Lovelace_7_assignsubmission_file_/{name}.ipynb": notebook("softmax", text=name)
        for name in ("02a_scores-Copy1", "02a_scores", "02a_scores-Copy2")
    }
    found = read(tmp_path, files, "moodle")
    assert found.notebooks == {"ada": {"02a_scores": notebook("softmax", text="02a_scores")}}
    assert [reason for _, reason in found.left] == [
        "another file of this notebook is there: Ada Lovelace_7_assignsubmission_file_/02a_scores.ipynb"
    ] * 2
    assert set(found.whose.values()) == {"ada"} and not found.renamed


def test_another_lessons_notebook_is_not_taken_for_the_only_one(tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    path.write_bytes(packed({"a_1815_1_work.ipynb": notebook("tokens"), "a_1815_2_x.ipynb": b"damaged"}))
    found = zips.read(path, PEOPLE, ["00_welcome"], "canvas", {"00_welcome": frozenset({"greet"})})
    assert found.notebooks == {"ada": {"00_welcome": b"damaged"}}
    assert [name for name, _ in found.left] == ["a_1815_1_work.ipynb"]


def test_what_is_no_notebook_is_listed_with_its_student_and_kept(tmp_path: Path) -> None:
    files = {
        f"lovelaceada_1815_{number}_hw.{ending}": b"x"
        for number, ending in ((1, "pdf"), (2, "py"), (3, "zip"))
    }
    found = read(tmp_path, files)
    assert found.others == {"ada": {"hw.pdf": b"x", "hw.py": b"x", "hw.zip": b"x"}}
    assert {found.whose[name] for name, _ in found.left} == {"ada"} and len(found.left) == 3


def test_a_zip_within_is_opened(tmp_path: Path) -> None:
    inner = packed({"hw/final.ipynb": notebook("softmax"), "hw/b.ipynb": notebook("heads"), "hw/x.pdf": b""})
    found = read(tmp_path, {"lovelaceada_1815_100_hw.zip": inner})
    assert found.notebooks == {"ada": {"02a_scores": notebook("softmax"), "02b_heads": notebook("heads")}}
    assert ("ada", "lovelaceada_1815_100_hw.zip: hw/final.ipynb", "02a_scores") in found.renamed
    assert not found.left


def test_a_person_says_whose_a_file_is(tmp_path: Path) -> None:
    files = {
        "Jo Doe_34514_assignsubmission_file_/02a_scores.ipynb": notebook("softmax", text="first"),
        "Jo Doe_34519_assignsubmission_file_/no ids.ipynb": b"{}",
    }
    assert not read(tmp_path, files, "moodle").notebooks
    found = read(tmp_path, files, "moodle", Jo__Doe_34514="jdoe2", Jo__Doe_34519="jdoe/02b_heads")
    assert found.notebooks == {
        "jdoe2": {"02a_scores": notebook("softmax", text="first")},
        "jdoe": {"02b_heads": b"{}"},
    }
    assert found.numbers == {"jdoe2": "Jo Doe_34514", "jdoe": "Jo Doe_34519"}


@pytest.mark.parametrize(
    ("name", "student", "said"),
    [
        ("Jo__Doe_9", "jdoe", "no file in the archive begins with 'Jo Doe_9'"),
        ("Jo__Doe_1", "kurt", "nobody in the gradebook is called 'kurt'"),
        ("Jo__Doe_1", "jdoe/03", "the notebooks are 02a_scores, 02b_heads"),
    ],
)
def test_a_decision_about_nothing_is_refused(tmp_path: Path, name: str, student: str, said: str) -> None:
    with pytest.raises(CourseError, match=said):
        read(tmp_path, {"Jo Doe_1_assignsubmission_file_/x.ipynb": b""}, "moodle", **{name: student})


def test_how_a_system_calls_each_student_is_kept(tmp_path: Path) -> None:
    found = read(tmp_path, {"lovelaceada_LATE_1815_100_02a_scores.ipynb": notebook("softmax")})
    archive_names.note(tmp_path, "02", "canvas", found.numbers)
    archive_names.note(tmp_path, "02", "moodle", {"ada": "Ada Lovelace_7"})
    assert archive_names.read(tmp_path, "02", "canvas") == {"ada": "lovelaceada_1815_100"}
    assert archive_names.read(tmp_path, "02", "moodle") == {"ada": "Ada Lovelace_7"}
    assert (tmp_path / archive_names.FILE).stat().st_mode & 0o077 == 0
    (tmp_path / archive_names.FILE).write_text("[1]")
    with pytest.raises(CourseError, match=r"collected\.json cannot be read"):
        archive_names.read(tmp_path, "02", "canvas")
