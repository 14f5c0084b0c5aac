"""After a miss that no one mistake explains, the judge asks the recorded inputs too: for the name, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import tiny_lesson

from autograder.checks.probe import run_probe
from autograder.checks.scoring import Verdict
from autograder.checks.values import pack
from autograder.judge.bench import Bench
from autograder.judge.judge_client import Judge
from autograder.judge.trial import Questions, Trial
from autograder.lesson.folder import Lesson
from autograder.lesson.slip_pairs import pairs
from autograder.lesson.workspace import SlipOutcomes, Workspace
from autograder.notebook.stubs import stub
from autograder.release import kept
from autograder.release.record import record

from .conftest import Kernel


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    """The tiny lesson with its recorded cases beside it."""
    lesson = tiny_lesson.write(tmp_path_factory.mktemp("released") / "source")
    notebook = lesson.notebooks[0]
    stubs = {name: stub(notebook.cell(name).source) for name in notebook.exercises}
    record(notebook, lesson.exercises, stubs, notebook.path.with_suffix(".checks"), lesson.release)
    return lesson


def wrong_twice(lesson: Lesson) -> tuple[str, str, set[str]]:
    """An exercise, an answer with two of its slips that has no name without the recorded cases, and their names."""
    workspace, bench = Workspace(lesson.notebooks[0]), Bench(lesson, lesson.notebooks[0].stem)
    for name, exercise in lesson.exercises.items():
        recording = bench.recording(exercise)
        assert recording is not None
        known = set(map(tuple, recording.pairs.slips.tolist()))
        for pair in pairs(exercise, lesson.notebooks[0].cell(name).source):
            if (pair.first, pair.second) in known and not exercise.forbid:
                workspace.probe(name, pair.cell)
                return name, pair.cell, {recording.slips[i].name for i in (pair.first, pair.second)}
    raise AssertionError("the tiny lesson has no pair")


def asked_about(
    judge: Judge, lesson: Lesson, name: str, cell: str, most: int = 1000, weak: Sequence[str] = ()
) -> tuple[dict[str, object], int]:
    """The verdict on an answer that stops to answer after `most` questions, and how many it was asked.

    weak: what the answer calls and has failed before.
    """
    probe = Workspace(lesson.notebooks[0]).probe(name, cell)
    answers = {**tiny_lesson.ANSWERS, name: cell}
    asked = 0

    def answer(inputs: bytes) -> bytes:
        nonlocal asked
        asked += 1
        return run_probe(probe, inputs) if asked <= most else pack({"error": {"type": "Gone", "message": ""}})

    with judge.session(lesson.folder, "first", lesson.notebooks[0].stem, "ada", answers) as session:
        kernel = Kernel(session)
        try:
            return kernel.answer(name, answer, weak).as_dict(), asked
        finally:
            kernel.close()


def test_a_name_comes_from_the_recorded_inputs_and_points_do_not(judge: Judge, released: Lesson) -> None:
    name, cell, names = wrong_twice(released)
    with_names, asked = asked_about(judge, released, name, cell)
    cases = len(released.exercises[name].cases)
    assert with_names["slip"] is not None and with_names["slip"]["name"] in names  # type: ignore[index]
    if asked > cases:  # what was asked besides decides no point
        without, _ = asked_about(judge, released, name, cell, most=cases)
        assert without["points"] == with_names["points"]


@pytest.mark.parametrize("another", [False, True])
def test_a_name_for_a_part_is_looked_up_in_the_recorded_inputs_too(
    released: Lesson, another: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On fresh inputs a third mistake may account for a part of two others by accident."""
    bench = Bench(released, released.notebooks[0].stem)
    exercise = released.exercises[wrong_twice(released)[0]]
    trial = Trial(Questions(bench, exercise, b"fresh"), {})
    found = Verdict(exercise.name, 0, 1, "wrong", slip=exercise.slips[0].slip, another=another)
    monkeypatch.setattr(trial, "_score", lambda: found)
    trial.asked = True
    for _ in trial.questions.inputs:
        trial.take(pack({"values": {}}))
    assert (trial.recorded is not None) == another


def test_no_name_is_looked_for_where_it_may_be_that_of_an_earlier_answer(
    judge: Judge, released: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such an answer is run again with a right one in its place, and that run names what is its own."""
    name, cell, _ = wrong_twice(released)
    others = [each for each in released.exercises if each != name]
    verdict, asked = asked_about(judge, released, name, cell, weak=others[:1])
    named, _ = asked_about(judge, released, name, cell)
    assert verdict["slip"] is None and named["slip"] is not None and verdict["points"] == named["points"]
    assert asked == len(
        Questions(Bench(released, released.notebooks[0].stem), released.exercises[name], b"any").inputs
    )
    trial = Trial(
        Questions(Bench(released, released.notebooks[0].stem), released.exercises[name], b"any"),
        {},
        others[:1],
    )
    monkeypatch.setattr(
        SlipOutcomes, "__getitem__", lambda *_: pytest.fail("a wrong answer of the lesson was run")
    )
    trial.asked = True
    for _ in trial.questions.inputs:
        trial.take(pack({"values": {}}))
    assert trial.verdict().state == "wrong"


def test_a_right_answer_is_asked_nothing_besides(judge: Judge, released: Lesson) -> None:
    name = next(name for name, exercise in released.exercises.items() if not exercise.uses)
    verdict, asked = asked_about(judge, released, name, tiny_lesson.ANSWERS[name])
    assert verdict["state"] == "right" and asked <= len(released.exercises[name].cases) + 6


def test_recordings_of_another_release_are_left_alone(released: Lesson, tmp_path: Path) -> None:
    changed = tiny_lesson.write(tmp_path / "source", exercises=[("points=2", "points=3")])
    stem = changed.notebooks[0].stem
    (changed.folder / f"{stem}.checks").write_bytes((released.folder / f"{stem}.checks").read_bytes())
    exercise = next(iter(changed.exercises.values()))
    assert Bench(changed, stem).recording(exercise) is None


def test_a_release_that_is_kept_takes_its_recordings_along(released: Lesson, tmp_path: Path) -> None:
    folder = kept.keep(released, tmp_path)
    old = Lesson(folder, kept_of=released.name)
    recording: Callable[..., object] = Bench(old, old.notebooks[0].stem).recording
    assert all(recording(exercise) is not None for exercise in old.exercises.values())
