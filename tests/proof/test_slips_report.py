"""build/slips/: a lesson's slips and what its checks say to typed answers, as the audit writes them."""

from __future__ import annotations

import json
import re

import pytest
import tiny_lesson

from autograder.lesson.folder import Lesson
from autograder.proof import slips_report
from autograder.proof.audit import ExerciseAudit, as_json, audit

TYPED = {  # name → kind, code
    "by hand": ("right", "def weighted_mean(x, w):\n    return (x * w).sum(-1) / w.sum()"),
    "no | weights": ("wrong", "def weighted_mean(x, w):\n    return x.mean(dim=-1)"),
    "twice <as much>": ("wrong", "def weighted_mean(x, w):\n    return 2 * (x * w).sum(-1) / w.sum()"),
    "raises": ("wrong", "def weighted_mean(x, w):\n    return x.weighted(w)"),
    "no function": ("wrong", "weighted_mean ="),
    "numpy's": ("wrong", "def weighted_mean(x, w):\n    return np.average(x, weights=w)"),
}


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    folder = tmp_path_factory.mktemp("course")
    answers = folder / "tests" / "lessons" / tiny_lesson.NAME
    answers.mkdir(parents=True)
    rows = [
        {"notebook": tiny_lesson.NAME, "exercise": "weighted_mean", "name": name, "kind": kind, "code": code}
        for name, (kind, code) in TYPED.items()
    ]
    (answers / "answers.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return tiny_lesson.write(folder / "source")


@pytest.fixture(scope="module")
def results(lesson: Lesson) -> list[ExerciseAudit]:
    return list(audit(lesson, secrets=2, with_mutants=False))


@pytest.fixture(scope="module")
def page(lesson: Lesson, results: list[ExerciseAudit], tmp_path_factory: pytest.TempPathFactory) -> str:
    typed = [one for result in results for one in result.typed]
    path = slips_report.write(lesson, typed, tmp_path_factory.mktemp("build") / "slips")
    assert path.name == "00_tiny.md"
    return path.read_text(encoding="utf-8")


def test_every_exercise_and_every_slip_is_there(lesson: Lesson, page: str) -> None:
    assert re.findall(r"^## `(\w+)`", page, re.MULTILINE) == list(tiny_lesson.POINTS)
    for exercise in lesson.exercises.values():
        for slip in exercise.slips:
            assert f"| {slip.slip.name} | {slip.slip.why} | {slip.slip.look} |" in page


@pytest.mark.parametrize(
    "row",
    [
        "| by hand | right | 2 of 2 | nothing: it earns everything |",
        "| no \\| weights | wrong | 0 of 2 | **the weights are ignored** |",
        "| twice &lt;as much> | wrong | 0 of 2 | mean (3,) is the right shape; every value is 2 times too large |",
        "| raises | wrong | 0 of 2 | AttributeError: 'Tensor' object has no attribute 'weighted' |",
        "| no function | wrong | 0 of 2 | it stops before the check can call it |",
        "| numpy's | wrong | 0 of 2 | it uses what the exercise forbids: line 2: numpy.average |",
    ],
)
def test_every_typed_answer_has_its_points_and_what_the_check_says(page: str, row: str) -> None:
    assert row in page.splitlines()


def test_the_code_of_each_answer_is_folded(page: str) -> None:
    assert "6 answers were typed" in page and "5 of them don't earn everything" in page and "in 1." in page
    assert page.count("<details>") == len(TYPED) and "<summary>twice &lt;as much></summary>" in page
    assert all(code in page for _, code in TYPED.values())


def test_the_audits_own_report_is_without_them(results: list[ExerciseAudit]) -> None:
    assert any(result.typed for result in results)
    assert not any("typed" in row for row in as_json(results))
