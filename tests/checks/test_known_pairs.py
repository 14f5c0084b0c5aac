"""Pairs of mistakes are known again by a number per case: from other words, within rounding, and not by accident."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest
import tiny_lesson
import torch

from autograder.checks import recorded
from autograder.checks.expectations import SameAs
from autograder.checks.known_pairs import NEAR, KnownPairs, fingerprint
from autograder.checks.scoring import Verdict, score
from autograder.checks.values import pack
from autograder.lesson.folder import Lesson
from autograder.lesson.slip_pairs import Pair, pairs
from autograder.lesson.workspace import SlipOutcomes, Workspace, outcome_of, quiet
from autograder.notebook.stubs import stub
from autograder.release import record

X = torch.randn(4, 5, generator=torch.Generator().manual_seed(0))


def of(value: Any, right: bool = False) -> int:
    return fingerprint({"values": {"y": value}}, {"y": X}, {"y": right})


def apart(one: int, other: int) -> int:
    return abs((one - other + 2**15) % 2**16 - 2**15)


@pytest.mark.parametrize(
    "value",
    [X, 1e6 * X, X.double(), X[0], {"loss": 0.7319, "ids": [3, 1, 4]}, "a text", X > 0, X.long(), None, [X]],
)
def test_rounding_leaves_a_fingerprint_where_it_is(value: Any) -> None:
    other = value * (1 + 3e-7) if isinstance(value, torch.Tensor) and value.is_floating_point() else value
    assert apart(of(value), of(other)) <= NEAR
    assert -(2**15) <= of(value) < 2**15


def test_what_differs_has_another_fingerprint() -> None:
    nan = X.clone()
    nan[1, 2] = float("nan")
    same_size: list[Any] = [X, -X, X.T, X.reshape(5, 4), 2 * X, nan]
    values = [*same_size, X > 0, X.long(), X.long() + 1, "a", "b", None, [X]]
    prints = [of(value) for value in values]
    close = [(i, j) for i, one in enumerate(prints) for j in range(i) if apart(one, prints[j]) <= NEAR]
    assert not close
    assert apart(of(X, right=True), of(X)) > NEAR  # missed or not


@pytest.mark.parametrize("value", [{}, [], "", torch.zeros(0), 10**3000, {"a": {}}, float("-inf"), True])
def test_everything_that_crosses_has_a_fingerprint(value: Any) -> None:
    assert -(2**15) <= of(value) < 2**15


def test_an_error_is_known_by_its_type() -> None:
    found = {
        kind: fingerprint({"error": {"type": kind, "message": "anything"}}, {"y": X}, {"y": False})
        for kind in ("KeyError", "TypeError")
    }
    assert found["KeyError"] != found["TypeError"]


def test_of_a_repetition_only_whether_it_holds_counts() -> None:
    oracle = {"again": SameAs("y")}
    one, other = (fingerprint({"values": {"again": v}}, oracle, {"again": False}) for v in (X, -X))
    assert one == other


def test_neighbours_match_and_pairs_are_found_by_every_case() -> None:
    known = KnownPairs(
        torch.tensor([[0, 1], [2, 3]]), torch.tensor([[5, 2**15 - 1], [5, 9]], dtype=torch.int16)
    )
    assert known.matching([6, -(2**15)]) == [(0, 1)]  # the numbers form a circle
    assert (
        known.matching([4, 9]) == [(2, 3)] and known.matching([5, 2000]) == [] and known.matching([5]) == []
    )
    moved = KnownPairs(known.slips, known.prints + torch.tensor([[0, 0], [40, 0]], dtype=torch.int16))
    assert moved.moved(known) and not known.moved(known)


# --- at release -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    return tiny_lesson.write(tmp_path_factory.mktemp("pairs") / "source")


@pytest.fixture(scope="module")
def recordings(lesson: Lesson, tmp_path_factory: pytest.TempPathFactory) -> dict[str, recorded.Recording]:
    notebook, path = lesson.notebooks[0], tmp_path_factory.mktemp("recorded") / "n.checks"
    stubs = {name: stub(notebook.cell(name).source) for name in notebook.exercises}
    record.record(notebook, lesson.exercises, stubs, path, "release")
    return recorded.read(path)


def test_every_pair_that_was_recorded_has_the_name_of_one_of_the_two(
    lesson: Lesson, recordings: dict[str, recorded.Recording]
) -> None:
    workspace = Workspace(lesson.notebooks[0])
    tried = 0
    for name, recording in recordings.items():
        for pair in pairs(lesson.exercises[name], lesson.notebooks[0].cell(name).source):
            verdict = verdict_on(workspace, name, recording, pair)
            if verdict.slip is not None:
                names = {recording.slips[pair.first].name, recording.slips[pair.second].name}
                assert verdict.slip.name in names or verdict.slip not in recording.slips
                tried += 1
    assert tried


def verdict_on(workspace: Workspace, name: str, recording: recorded.Recording, pair: Pair) -> Verdict:
    with quiet():
        probe = workspace.probe(name, pair.cell)
        outcomes = [outcome_of(probe, case.inputs) for case in recording.cases]
    cases = [case.as_case() for case in recording.cases]
    return score(recording.rubric, cases, outcomes, recording.slips, recording.pairs)


def test_edits_that_collide_are_no_pair(lesson: Lesson) -> None:
    for name, exercise in lesson.exercises.items():
        solution = next(n for n in lesson.notebooks if name in n.exercises).cell(name).source
        found = list(pairs(exercise, solution))
        for pair in found:
            one, two = exercise.slips[pair.first], exercise.slips[pair.second]
            assert one.slip.name != two.slip.name
            assert pair.cell not in (solution, one.apply(solution), two.apply(solution))
        assert {(p.first, p.second) for p in found} == {
            (p.first, p.second) for p in pairs(exercise, solution, "any")
        }


def test_a_file_of_an_earlier_form_is_recorded_again(lesson: Lesson, tmp_path: Path) -> None:
    from autograder.notebook import manifest

    recorded.write(tmp_path / "n.checks", [], "release")
    assert manifest.read(tmp_path / "n.checks").form == manifest.FORM == 3


def test_pairs_make_room_for_what_a_check_needs(
    recordings: dict[str, recorded.Recording], monkeypatch: pytest.MonkeyPatch
) -> None:
    every = list(recordings.values())
    assert recorded.fitting(every, "release") == every
    monkeypatch.setattr(recorded, "MAX_FILE_BYTES", 0)
    left = recorded.fitting(every, "release")
    assert [one.rubric for one in left] == [one.rubric for one in every]
    assert not any(len(one.pairs.slips) or len(one.pairs.prints) for one in left)


def test_what_a_known_mistake_prints_and_warns_of_reaches_nobody(
    recwarn: pytest.WarningsRecorder, capsys: pytest.CaptureFixture[str]
) -> None:
    def mistaken(x: float) -> dict[str, float]:
        warnings.warn("the use of x.T is deprecated", stacklevel=1)
        print("x")
        return {"y": x}

    (outcome,) = SlipOutcomes([mistaken], pack({"x": 1.5}))
    assert outcome["values"] == {"y": 1.5} and not recwarn.list and capsys.readouterr() == ("", "")
