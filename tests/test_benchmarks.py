"""The benchmarks count what they say they count."""

from __future__ import annotations

from pathlib import Path

import lessons
import pytest
from houses import House

from benchmarks import _checks_alone


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    house = House(tmp_path)
    house.autograder("release", lessons.NAME)
    monkeypatch.setenv("AUTOGRADER_SECRET_FILE", house.environment["AUTOGRADER_SECRET_FILE"])
    return house


def test_the_checks_alone_give_what_the_judge_gives(house: House) -> None:
    """What benchmarks/grading.py takes the cost of grading from: all points, some, none."""
    answers = lessons.ANSWERS
    wrong = "def weighted_mean(x, w):\n    return x.mean(dim=-1)"
    alone = {"weighted_mean": answers["weighted_mean"]}
    students = {"ada": answers, "emmy": {"weighted_mean": wrong}, "grace": alone, "mary": {}}
    for student, given in students.items():
        house.classroom().answering(student, given).write(house.root / "submitted", lessons.NAME)
    found = _checks_alone.run(house.lesson, house.root / "submitted")
    points = {name: points for name, points in lessons.POINTS.items() if name in answers}
    assert found["scores"] == {
        "ada": sum(points.values()),
        "emmy": 0,
        "grace": points["weighted_mean"],
        "mary": 0,
    }
    assert found["seconds"] > 0
