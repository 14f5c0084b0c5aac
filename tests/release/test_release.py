"""Building what students get: twice gives the same bytes, and nothing of a solution is in it."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import houses
import numpy as np
import pytest
import tiny_lesson
import torch

from autograder.checks import recorded
from autograder.checks.compare import resembles
from autograder.checks.expectations import Distribution, SameAs
from autograder.errors import LessonError
from autograder.lesson.folder import Lesson
from autograder.notebook import manifest
from autograder.notebook.stubs import solution_lines, stub
from autograder.proof.audit import released_solution_lines
from autograder.release import record


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    return tiny_lesson.write(tmp_path_factory.mktemp("release") / "source")


# --- stubs --------------------------------------------------------------------------------------------------------


def test_a_stub_keeps_all_but_the_solution(lesson: Lesson) -> None:
    found = tiny_lesson.released_cell("Scale", lesson)
    assert found.splitlines()[-2:] == ["        # YOUR CODE HERE", "        raise NotImplementedError()"]
    assert (
        "self.weight = nn.Parameter" in found and "SOLUTION" not in found and "x * self.weight" not in found
    )


def test_stubs_are_what_nbgrader_makes() -> None:
    from nbformat.v4 import new_code_cell
    from nbgrader.preprocessors import ClearSolutions

    cell = (
        "class A:\n    def f(self):\n        ### BEGIN SOLUTION\n        return 1\n        ### END SOLUTION\n\n"
        "    def g(self):\n        ### BEGIN SOLUTION\n        return 2\n        ### END SOLUTION\n        # more\n"
    )
    theirs = new_code_cell(
        cell, metadata={"nbgrader": {"solution": True, "grade_id": "A", "schema_version": 3}}
    )
    ClearSolutions().preprocess_cell(theirs, {"language": "python"}, 0)
    assert stub(cell).strip() == theirs.source.strip()
    assert list(solution_lines(cell)) == ["return 1", "return 2"]


# --- recorded cases -----------------------------------------------------------------------------------------------


def test_recording_twice_gives_the_same_bytes(lesson: Lesson, tmp_path: Path) -> None:
    """Into a new file and over the old one, though one slip draws from torch's global generator."""
    first = tiny_lesson.record(lesson, tmp_path).read_bytes()
    (tmp_path / "again").mkdir()
    assert tiny_lesson.record(lesson, tmp_path / "again").read_bytes() == first
    assert tiny_lesson.record(lesson, tmp_path).read_bytes() == first
    assert len(first) < recorded.MAX_FILE_BYTES


def test_a_recording_holds_no_code(lesson: Lesson, tmp_path: Path) -> None:
    path = tiny_lesson.record(lesson, tmp_path)
    with zipfile.ZipFile(path) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    for line in ("x * w", "return", "multinomial", "lambda", "np.average(", "self.weight"):
        assert line.encode() not in content
    assert json.loads(zipfile.ZipFile(path).read("manifest.json")) == {
        "release": lesson.release,
        "form": manifest.FORM,
        "exercises": list(tiny_lesson.POINTS),
    }


def moved(by: float) -> Callable[..., dict[str, torch.Tensor]]:
    """An `expected` whose floats differ by a factor, as on another processor."""
    from autograder.authoring import Exercise

    expected = Exercise.expected

    def other(self: Exercise, inputs: bytes) -> dict[str, torch.Tensor]:
        values = expected(self, inputs)
        return {k: v * (1 + by) if isinstance(v, torch.Tensor) else v for k, v in values.items()}

    return other


def test_rounding_rewrites_nothing_and_a_change_does(
    lesson: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tiny_lesson.record(lesson, tmp_path)
    before = path.read_bytes()
    monkeypatch.setattr("autograder.authoring.Exercise.expected", moved(1e-7))
    assert tiny_lesson.record(lesson, tmp_path).read_bytes() == before
    monkeypatch.undo()
    monkeypatch.setattr("autograder.authoring.Exercise.expected", moved(1e-3))
    assert tiny_lesson.record(lesson, tmp_path).read_bytes() != before


def test_one_changed_exercise_leaves_the_others_as_they_were(lesson: Lesson, tmp_path: Path) -> None:
    before = recorded.read(tiny_lesson.record(lesson, tmp_path))
    changed = tiny_lesson.write(
        tmp_path / "source",
        exercises=[("They matter.", "They count.")],
    )
    after = recorded.read(tiny_lesson.record(changed, tmp_path))
    assert before["weighted_mean"].slips != after["weighted_mean"].slips
    for name in ("Scale", "draw", "weighted_variance"):
        assert recorded.to_bytes(before[name]) == recorded.to_bytes(after[name])


def test_draws_are_recorded_in_order_where_only_their_counts_are_looked_at() -> None:
    draws = torch.randint(5, (40, 50), generator=torch.Generator().manual_seed(0))
    words, ids = "drew {}", torch.tensor([3, 1, 2])
    oracle = {"counts": Distribution(np.ones(5), 2000, words), "seed": Distribution(np.ones(5), 2000, words)}
    oracle |= {"again": SameAs("seed"), "ids": ids}
    outcome = {"values": {"counts": draws, "seed": draws, "again": draws, "ids": ids}, "changed": []}
    recorded_as = record._in_order(outcome, oracle)
    assert recorded_as["values"]["counts"].tolist() == sorted(draws.flatten().tolist())
    for name in ("seed", "again", "ids"):  # an order that is compared, and what is no draw
        assert recorded_as["values"][name] is outcome["values"][name]
    exact = dict.fromkeys(oracle, 1e-4)
    assert resembles(outcome["values"], recorded_as["values"], oracle, exact)
    error = {"error": {"type": "ValueError"}}
    assert record._in_order(error, oracle) is error


def test_a_check_without_an_exercise_is_a_sentence(tmp_path: Path) -> None:
    broken = tiny_lesson.write(tmp_path / "source", exercises=[('@exercise("draw"', '@exercise("drew"')])
    with pytest.raises(
        LessonError, match=r"00_tiny.py: the text has a check_draw, but there is no file exercises/draw.py"
    ):
        tiny_lesson.record(broken, tmp_path)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (('edit=(" / w.sum()", "")', 'edit=(" / W.sum()", "")'), "occurs 0 times in the solution cell"),
        (('edit=("w.sum()", "len(w)")', 'edit=("w", "len(w)")'), "it must occur once"),
        (("    cases = [dict(shape=(3, 4)), dict(shape=(2, 2, 5)), dict(shape=(1,))]\n", ""), "has no cases"),
        (('weights = {"output": 2, "grad_weight": 1}', 'weights = {"output": 2}'), "weights name"),
        (('@exercise("Scale"', '@exercise("draw"'), "two exercises are called 'draw'"),
    ],
)
def test_an_authors_mistake_is_a_sentence(tmp_path: Path, edit: tuple[str, str], words: str) -> None:
    broken = tiny_lesson.write(tmp_path / "source", exercises=[edit])
    with pytest.raises(LessonError, match=words.replace("(", r"\(")):
        tiny_lesson.record(broken, tmp_path)


def test_a_cell_that_stops_is_named(tmp_path: Path) -> None:
    broken = tiny_lesson.write(
        tmp_path / "source", text=[("from torch import nn\n", "from torch import nn\n1 / 0\n")]
    )
    with pytest.raises(
        LessonError, match="the cell 'imports' stops with ZeroDivisionError: division by zero"
    ):
        tiny_lesson.record(broken, tmp_path)


def test_public_inputs_are_always_the_same(lesson: Lesson) -> None:
    exercise = lesson.exercises["weighted_mean"]
    assert exercise.packed_inputs(record.PUBLIC_SEED, 0) == exercise.packed_inputs(record.PUBLIC_SEED, 0)
    frames = {exercise.packed_inputs(seed, case) for seed in (b"public", b"x") for case in range(3)}
    assert len(frames) == 6


# --- the command --------------------------------------------------------------------------------------------------


class Course(houses.House):
    """A course of its own for `autograder release`."""

    def release(self, *arguments: str) -> list[str]:
        return self.autograder("release", *arguments).splitlines()

    def content(self) -> dict[str, bytes]:
        folder = self.root / "course"
        return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    course = Course(tmp_path_factory.mktemp("course"))
    (course.lesson.folder / "notes.txt").write_text("for students", encoding="utf-8")
    (course.lesson.folder / "notes.md").write_text("how the numbers were chosen", encoding="utf-8")
    course.release()
    return course


def test_what_is_released(course: Course) -> None:
    """Any file beside the text, but no Python and none of the author's notes (notes.md)."""
    assert list(course.content()) == ["00_tiny/00_tiny.checks", "00_tiny/00_tiny.ipynb", "00_tiny/notes.txt"]
    notebook = json.loads(course.content()["00_tiny/00_tiny.ipynb"])
    assert notebook["metadata"]["autograder"] == {"release": course.lesson.release}
    assert all(cell.get("outputs", []) == [] for cell in notebook["cells"])
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])


def test_no_line_of_a_solution_is_released(course: Course) -> None:
    everything = b"".join(course.content().values()).decode("utf-8", "replace")
    (text,) = course.lesson.notebooks
    lines = [line for cell in text.cells for line in solution_lines(cell.source)]
    assert len(lines) > 5
    for line in lines:
        assert line not in everything and json.dumps(line)[1:-1] not in everything
    for word in ("np.average(", "BEGIN SOLUTION", "Because weights need not", "They matter.", "einsum"):
        assert word not in everything


def test_the_judges_stub_is_the_released_cell(course: Course) -> None:
    """Untouched means untouched: what is compared with is exactly what was handed out."""
    notebook = json.loads(course.content()["00_tiny/00_tiny.ipynb"])
    released = {
        c["metadata"].get("nbgrader", {}).get("grade_id"): "".join(c["source"]) for c in notebook["cells"]
    }
    for name, recording in recorded.read(course.root / "course" / "00_tiny" / "00_tiny.checks").items():
        assert recorded.fingerprint(released[name]) == recording.stub
        assert recorded.fingerprint(stub(course.lesson.notebooks[0].cell(name).source)) == recording.stub


def test_again_changes_nothing_and_says_so(course: Course) -> None:
    before = course.content()
    assert [line.split() for line in course.release("00")] == [["same", f"course/{name}"] for name in before]
    assert course.content() == before


def test_what_changed_is_said(course: Course) -> None:
    before = course.content()
    (course.lesson.folder / "notes.txt").rename(course.lesson.folder / "hints.txt")
    text = course.lesson.folder / "00_tiny.py"
    text.write_text(
        text.read_text(encoding="utf-8").replace("# # A tiny lesson", "# # A small lesson"), encoding="utf-8"
    )
    said = {line.split()[1]: line.split()[0] for line in course.release()}
    assert said == {
        "course/00_tiny/00_tiny.checks": "changed",
        "course/00_tiny/00_tiny.ipynb": "changed",
        "course/00_tiny/hints.txt": "new",
        "course/00_tiny/notes.txt": "removed",
    }
    ours = recorded.read(course.root / "course" / "00_tiny" / "00_tiny.checks")
    (course.root / "old.checks").write_bytes(before["00_tiny/00_tiny.checks"])
    theirs = recorded.read(course.root / "old.checks")
    assert all(recorded.to_bytes(ours[name]) == recorded.to_bytes(theirs[name]) for name in ours)
    assert sorted(p.name for p in (course.root / "releases" / "00_tiny").iterdir()) == sorted(
        {
            json.loads(before["00_tiny/00_tiny.ipynb"])["metadata"]["autograder"]["release"],
            Lesson(course.lesson.folder).release,
        }
    )


def test_a_leaked_line_is_found(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.lesson.folder.COURSE", course.root / "course")
    assert released_solution_lines(course.lesson) == []
    path = course.root / "course" / "00_tiny" / "00_tiny.ipynb"
    path.write_text(
        path.read_text(encoding="utf-8").replace(
            "# # A small", "weighted_total_of_rows = (x * w).sum(dim=-1) # A"
        ),
        encoding="utf-8",
    )
    (fault,) = released_solution_lines(course.lesson) or [""]
    assert (
        "weighted_total_of_rows = (x * w).sum(dim=-1)" in fault
        or path.read_text().count("weighted_total") == 0
    )


# --- the real lessons ---------------------------------------------------------------------------------------------


def test_no_real_solution_is_in_course() -> None:
    from autograder.lesson.folder import find_lessons

    released = [lesson for lesson in find_lessons() if lesson.course_folder.is_dir()]
    assert [fault for lesson in released for fault in released_solution_lines(lesson)] == []
    for lesson in released:
        names = {path.name for path in lesson.course_folder.rglob("*") if path.is_file()}
        assert not any(name.endswith(".py") or name == "notes.md" for name in names), names
        for path in lesson.course_folder.glob("*.checks"):
            assert path.stat().st_size <= recorded.MAX_FILE_BYTES
