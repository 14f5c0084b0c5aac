"""What was handed out is graded as it was handed out, also when the lesson has changed since."""

from __future__ import annotations

import tiny_lesson

from autograder.lesson.folder import Lesson
from autograder.release import kept as releases

from .conftest import House

OTHER_TASK = [
    (
        '"""The mean of x along its last axis, with weights w.',
        '"""The sum of x along its last axis, with weights w.',
    ),
    ("    return weighted_total_of_rows / w.sum()\n", "    return weighted_total_of_rows\n"),
]
OTHER_ORACLE = [
    ('return {"mean": np.average(x, axis=-1, weights=w)}', 'return {"mean": (x * w).sum(-1)}'),
    ('edit=[("(x * w)", "x"), (" / w.sum()", " / len(w)")]', 'edit=("(x * w)", "x")'),
    ('edit=(" / w.sum()", "")', 'edit=("dim=-1", "dim=0")'),
    ('edit=("w.sum()", "len(w)")', 'edit=("(x * w)", "(x + w)")'),
]


def test_ids(tmp_path: object) -> None:
    lesson = tiny_lesson.write(tmp_path / "source")  # type: ignore[operator]
    first = lesson.release
    assert len(first) == 12 and tiny_lesson.write(lesson.folder.parent).release == first
    (lesson.folder / "smallest.py").write_text("SMALLEST = {}", encoding="utf-8")
    assert Lesson(lesson.folder).release == first  # what students neither get nor are graded by
    assert tiny_lesson.write(lesson.folder.parent, text=OTHER_TASK).release != first
    assert tiny_lesson.write(lesson.folder.parent, exercises=OTHER_ORACLE).release != first


def test_kept_once_and_found_again(tmp_path: object) -> None:
    root = tmp_path
    lesson = tiny_lesson.write(root / "source")  # type: ignore[operator]
    first = lesson.release
    kept = releases.keep(lesson, root)  # type: ignore[arg-type]
    assert releases.keep(lesson, root) == kept and kept.name == first  # type: ignore[arg-type]
    tiny_lesson.write(root / "source", text=OTHER_TASK)  # type: ignore[operator]
    old, found = releases.find(tiny_lesson.NAME, first, root)  # type: ignore[arg-type]
    assert found and old.release == first and old.name == tiny_lesson.NAME and old.folder == kept
    assert len(old.notebooks) == 1
    assert "weighted_total_of_rows / w.sum()" in old.notebooks[0].cell("weighted_mean").source
    assert set(old.exercises) == set(tiny_lesson.POINTS)
    for odd in (None, "0123456789ab", "../../source", ".", "..", "/", "", "x" * 5000, "\0"):
        current, found = releases.find(tiny_lesson.NAME, odd, root)  # type: ignore[arg-type]
        assert current.folder == lesson.folder and found == (odd is None)


def test_an_old_submission_and_a_new_one_in_one_class(new_house: type[House], tmp_path: object) -> None:
    house = new_house(tmp_path)  # type: ignore[arg-type]
    house.nbgrader("generate_assignment", tiny_lesson.NAME)
    first = house.classroom()
    house.hand_in(first.answering("early", tiny_lesson.ANSWERS))
    tiny_lesson.write(house.root / "source", text=OTHER_TASK, exercises=OTHER_ORACLE)
    house.lesson = Lesson(house.lesson.folder)
    house.nbgrader("generate_assignment", tiny_lesson.NAME, "--force")
    house.hand_in(
        house.classroom().answering("outdated", {"weighted_mean": tiny_lesson.ANSWERS["weighted_mean"]})
    )
    summed = "def weighted_mean(x, w):\n    return (x * w).sum(-1)"
    house.hand_in(house.classroom().answering("current", {"weighted_mean": summed}))
    house.nbgrader("autograde", tiny_lesson.NAME)
    assert house.points("early")["weighted_mean"] == 2 and house.rows()["early"].score == 10
    assert house.points("outdated")["weighted_mean"] == 0
    assert house.points("current")["weighted_mean"] == 2
    (reason,) = house.rows()["early"].reasons
    assert "made from the earlier release" in reason
    assert house.graded("early").metadata["autograder"]["release"] != house.lesson.release
