"""A table that is made anew keeps what people have typed into it."""

from __future__ import annotations

from pathlib import Path

from autograder.grading import filled_tables


def made(*rows: tuple[str, str, str]) -> list[dict[str, str]]:
    return [{"group": group, "students": students, "points": points} for group, students, points in rows]


def write(path: Path, *rows: tuple[str, str, str]) -> filled_tables.Kept:
    return filled_tables.write(path, made(*rows), ["group"], ["points"], ["group", "students", "points"])


def told(path: Path) -> dict[str, str]:
    return {row["group"]: row["points"] for _, row in filled_tables.rows(path, ["group", "points"])}


def test_what_was_typed_stays(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    assert write(path, ("a", "2", ""), ("b", "1", "")).rows == 0
    path.write_text("group;students;points\na;2;1,5\nb;1;\n")  # as a spreadsheet saves it
    kept = write(path, ("a", "3", ""), ("b", "1", "2"), ("c", "1", ""))
    assert (kept.rows, kept.copy) == (1, None)
    assert told(path) == {"a": "1,5", "b": "2", "c": ""}
    assert "a,3," in path.read_text() and path.stat().st_mode & 0o777 == 0o600
    assert write(path, ("a", "3", ""), ("b", "1", "1"), ("c", "1", "")).rows == 1
    assert told(path)["b"] == "1"  # that came from the gradebook, and there it has changed


def test_once_it_is_taken_the_gradebook_counts(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    write(path, ("a", "2", ""))
    path.write_text(path.read_text().replace("a,2,", "a,2,1"))
    filled_tables.remember_as_taken(path)
    assert write(path, ("a", "2", "2")).rows == 0 and told(path) == {"a": "2"}


def test_what_has_no_row_any_more_stays_in_a_copy(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    write(path, ("a", "2", ""))
    path.write_text(path.read_text().replace("a,2,", "a,2,1"))
    copy = write(path, ("b", "2", "")).copy
    assert copy is not None and told(copy) == {"a": "1"} and told(path) == {"b": ""}


def test_a_table_that_cannot_be_read_stays_in_a_copy(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("half of a ta")
    copy = write(path, ("b", "2", "")).copy
    assert copy is not None and copy.read_text() == "half of a ta" and told(path) == {"b": ""}
