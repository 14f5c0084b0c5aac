"""Reference notebooks are executed, and everything that is not as it should be is a fault with a name."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
import tiny_lesson

from autograder.commands import reports
from autograder.proof.solutions import Result, run_lesson

METRICS = """
# %% tags=["explore"]
from utils.metrics import record
record("speed", 3.0, expected=(2, 4))
record("loss", {loss}, expected=(1, 2))
record("without a range", 7)
print(device, scale)
"""


def run(tmp_path: Path, more: str = "", **edits: tiny_lesson.Edits) -> Result:
    text = tiny_lesson.TEXT.splitlines()[-1]
    lesson = tiny_lesson.write(
        tmp_path / "source", text=[(text, text + "\n" + more), *edits.pop("text", ())], **edits
    )
    (result,) = run_lesson(lesson, tmp_path / "out", device="cpu", progress=False)
    json.loads(json.dumps(result.as_dict(), allow_nan=False))
    return result


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, Path]:
    folder = tmp_path_factory.mktemp("good")
    return run(folder, METRICS.format(loss=1.5)), folder / "out" / tiny_lesson.NAME


def test_a_good_lesson(good: tuple[Result, Path]) -> None:
    result, _ = good
    assert result.ok and result.faults == []
    assert (result.points, result.max_points) == (10, 10)
    assert result.metrics == {"speed": 3.0, "loss": 1.5, "without a range": 7.0}
    assert (result.lesson, result.notebook, result.device, result.scale) == (
        tiny_lesson.NAME,
        tiny_lesson.NAME,
        "cpu",
        "small",
    )
    assert 0 < result.seconds < 300 and result.peak_mb and 50 < result.peak_mb < 5000
    assert result.cpu_seconds and 0.2 < result.cpu_seconds < 300
    promised = "lesson ok seconds cpu_seconds peak_mb points max_points metrics"
    assert set(promised.split()) <= set(result.as_dict())


def test_what_is_written(good: tuple[Result, Path]) -> None:
    _, folder = good
    assert sorted(p.name for p in folder.iterdir()) == [
        f"{tiny_lesson.NAME}.html",
        f"{tiny_lesson.NAME}.ipynb",
    ]
    notebook = nbformat.read(folder / f"{tiny_lesson.NAME}.ipynb", as_version=4)
    shown = "".join(o.get("text", "") for c in notebook.cells if c.cell_type == "code" for o in c.outputs)
    assert (
        "cpu small" in shown and "explored tensor" in shown
    )  # parameters arrived, and explore cells were run
    assert "getrusage" not in notebook.cells[-1].source  # our own measuring is not left behind
    assert "BEGIN SOLUTION" in (folder / f"{tiny_lesson.NAME}.html").read_text(encoding="utf-8")


def test_the_report_keeps_the_rows_of_lessons_that_are_there_and_were_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for lesson in ("01_a", "02_b", "03_gone"):
        (tmp_path / "source" / lesson).mkdir(parents=True)
    monkeypatch.setattr(reports, "SOURCE", tmp_path / "source")
    file = tmp_path / "build" / "solutions.json"

    def put(**seconds: float) -> None:
        rows = [{"lesson": lesson, "notebook": "a", "seconds": s} for lesson, s in seconds.items()]
        reports.replace_rows(file, rows, lambda row: row["lesson"] in seconds, key="notebook")

    def seconds() -> dict[str, float]:
        return {row["lesson"]: row["seconds"] for row in json.loads(file.read_text(encoding="utf-8"))}

    put(**{"02_b": 1, "01_a": 1, "03_gone": 1})
    (tmp_path / "source" / "03_gone").rmdir()
    put(**{"02_b": 2})
    assert seconds() == {"01_a": 1, "02_b": 2}
    file.write_text("damaged", encoding="utf-8")
    put(**{"02_b": 3})
    assert seconds() == {"02_b": 3}


def test_metrics_and_checks_that_fall_short(tmp_path: Path) -> None:
    wrong = [("return x * self.weight", "return x + self.weight")]
    exercises = [('"x * self', '"x + self'), ('"x + self")', '"x - self")')]
    more = METRICS.format(loss=2.5) + 'record("no number", float("nan"), expected=(1, 2))\n'
    result = run(tmp_path, more, text=wrong, exercises=exercises)
    assert not result.ok and result.points < result.max_points == 10
    assert result.metrics["no number"] is None
    assert result.faults == [
        "Scale earns less than its points",
        "loss is 2.5, outside [1, 2]",
        "no number is nan, outside [1, 2]",
    ]


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        ("def f():\n    raise ValueError('too late')\nf()", "stops with ValueError: too late"),
        ("import os\nos._exit(3)", "the kernel ended while the notebook was run"),
    ],
)
def test_a_notebook_that_stops(tmp_path: Path, cell: str, fault: str) -> None:
    result = run(tmp_path, f'# %% tags=["explore"]\n{cell}\n')
    assert not result.ok and any(fault in f for f in result.faults), result.faults
    assert result.points == 10 and result.peak_mb is None and result.cpu_seconds is None
    assert (tmp_path / "out" / tiny_lesson.NAME / f"{tiny_lesson.NAME}.html").exists()
    assert not list((tmp_path / "out").rglob("*.prepared.ipynb"))
