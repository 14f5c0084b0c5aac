"""The table of what notebooks ask of a laptop: rows of a report go in, older ones stay, and nothing else changes."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from autograder.lesson.folder import ROOT


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("laptop_script", ROOT / "scripts" / "laptop.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


laptop = script()


def row(notebook: str, seconds: float | None, mb: float | None, **other: Any) -> dict[str, Any]:
    usual = {"ok": True, "device": "cpu", "scale": "small", "date": "2026-11-26"}
    return {"notebook": notebook, "cpu_seconds": seconds, "peak_mb": mb, **usual, **other}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course of two notebooks with the page as it is in docs/, its table empty."""
    for name in ("01_a/01_a.py", "02_b/02a_b.py", "02_b/smallest.py"):
        (tmp_path / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "source" / name).touch()
    page = (ROOT / "docs" / "laptop.md").read_text(encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "laptop.md").write_text(laptop.written(page, {}, []), encoding="utf-8")
    return tmp_path


def write(course: Path, *rows: dict[str, Any]) -> str:
    """The page after one report."""
    (course / "build").mkdir(exist_ok=True)
    (course / "build" / "solutions.json").write_text(json.dumps(rows), encoding="utf-8")
    assert laptop.main([], course) == 0
    return (course / "docs" / "laptop.md").read_text(encoding="utf-8")


def test_rows_of_earlier_reports_stay(course: Path) -> None:
    first = write(course, row("02a_b", 61.4, 800.2), row("01_a", 3.0, 300.0, date="2026-11-20"))
    assert (
        "|\n| 01_a | 3 | 300 | 2026-11-20 |\n| 02a_b | 61 | 800 | 2026-11-26 |\n\nMeasured so far: 2 of 2 notebooks.\n"
        in first
    )
    second = write(course, row("02a_b", 130.0, 900.0, date="2026-12-01"))
    assert "| 01_a | 3 | 300 | 2026-11-20 |\n| 02a_b | 130 | 900 | 2026-12-01 |" in second
    assert "Of these, `02a_b` took more than two minutes or 3 GB." in second
    assert first.split(laptop.START)[0] == second.split(laptop.START)[0]
    assert first.split(laptop.END)[1] == second.split(laptop.END)[1]


def test_what_does_not_tell_of_a_laptop_is_left_out(course: Path) -> None:
    page = write(
        course,
        row("01_a", 3.0, 300.0, device="cuda"),
        row("01_a", 3.0, 300.0, scale="full"),
        row("01_a", 3.0, 300.0, ok=False),
        row("01_a", None, None),
        row("99_gone", 1.0, 1.0),
    )
    assert laptop.known(page) == {}


def test_the_page_names_notebooks_of_the_course_only() -> None:
    page = (ROOT / "docs" / "laptop.md").read_text(encoding="utf-8")
    assert set(laptop.known(page)) <= {path.stem for path in ROOT.glob("source/*/[0-9]*.py")}


def test_without_a_report_it_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert laptop.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.endswith("is missing: type make solutions first\n")
