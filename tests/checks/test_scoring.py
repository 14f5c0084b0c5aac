"""From outcomes to points, a state, and the name of the mistake."""

from __future__ import annotations

import json
from typing import Any

import pytest
import torch

from autograder.checks.scoring import Case, Outcome, Rubric, Slip, Verdict, full_tolerance, score

SLIPS = [Slip("doubled", "why", "look"), Slip("negated", "why", "look"), Slip("stopped", "why", "look")]
ERROR = {
    "type": "RuntimeError",
    "message": "sizes differ",
    "call": "f(x (2,))",
    "line": 2,
    "code": "return x @ y",
}


def rubric(**weights: float) -> Rubric:
    return Rubric("f", 3, weights, dict.fromkeys(weights, 1e-4))


def case(value: float, second: float = 0.0) -> Case:
    """One input whose right outcome is `value`; the slips double it, negate it, or stop."""
    outcomes: list[Outcome] = [
        right(2 * value, second),
        right(-value, second),
        {"error": {**ERROR, "message": "shapes that do not fit"}},
    ]
    return Case({"output": torch.tensor([value, 1.0]), "loss": second}, lambda: outcomes)


def right(value: float, second: float = 0.0, **more: Any) -> Outcome:
    return {"values": {"output": torch.tensor([value, 1.0]), "loss": second}, **more}


BOTH = rubric(output=2, loss=1)


def test_all_right() -> None:
    verdict = score(BOTH, [case(1), case(2)], [right(1), right(2)], SLIPS)
    assert (verdict.points, verdict.max_points, verdict.state, verdict.cases) == (3, 3, "right", 2)
    assert [c.passed for c in verdict.criteria] == [True, True] and verdict.slip is None


def test_a_criterion_counts_when_it_holds_in_every_case() -> None:
    verdict = score(BOTH, [case(1), case(2)], [right(1), right(9)], SLIPS)
    assert verdict.points == 1 and verdict.state == "wrong"
    assert [(c.name, c.passed) for c in verdict.criteria] == [("output", False), ("loss", True)]
    assert (
        verdict.criteria[0].difference
        == "(2,) is the right shape; only the last value (index 1 of axis 0) is right"
    )


def test_points_are_shared_by_weight_and_rounded_to_hundredths() -> None:
    thirds = Rubric("f", 2, {"a": 1, "b": 1, "c": 1}, dict.fromkeys("abc", 1e-4))
    oracle = Case({"a": 1, "b": 1, "c": 1}, lambda: [])
    assert score(thirds, [oracle], [{"values": {"a": 1, "b": 0, "c": 0}}], []).points == 0.67
    assert score(thirds, [oracle], [{"values": {"a": 1, "b": 1, "c": 0}}], []).points == 1.33
    assert score(thirds, [oracle], [{"values": {"a": 1, "b": 1, "c": 1}}], []).points == 2


def test_a_slip_is_named_when_every_case_looks_like_it() -> None:
    cases = [case(1), case(2)]
    assert score(BOTH, cases, [right(2), right(4)], SLIPS).slip == SLIPS[0]
    assert score(BOTH, cases, [right(-1), right(-2)], SLIPS).slip == SLIPS[1]
    assert score(BOTH, cases, [right(2), right(-2)], SLIPS).slip is None
    assert score(BOTH, cases, [right(2), None], SLIPS).slip is None


def test_a_slip_that_stops_is_known_by_its_error() -> None:
    stopped: Outcome = {"error": ERROR}
    cases = [case(1), case(2)]
    verdict = score(BOTH, cases, [stopped, stopped], SLIPS)
    assert (
        verdict.slip == SLIPS[2]
        and verdict.state == "error"
        and verdict.error == ERROR
        and verdict.points == 0
    )
    assert score(BOTH, cases, [{"error": {**ERROR, "type": "KeyError"}}] * 2, SLIPS).slip is None
    assert score(BOTH, cases, [stopped, right(2)], SLIPS).slip is None
    unrelated = {"error": {**ERROR, "message": "generator already executing"}}
    assert score(BOTH, cases, [unrelated] * 2, SLIPS).slip is None


def test_an_error_in_one_case_costs_what_it_touches() -> None:
    verdict = score(BOTH, [case(1), case(2)], [right(1), {"error": ERROR}], SLIPS)
    assert verdict.points == 0 and verdict.state == "error"


def test_slips_are_not_even_run_for_a_right_answer() -> None:
    def run() -> list[Outcome]:
        raise AssertionError("slips were run")

    assert score(rubric(loss=1), [Case({"loss": 1}, run)], [{"values": {"loss": 1}}], SLIPS).state == "right"


def test_a_case_that_never_came_back() -> None:
    verdict = score(BOTH, [case(1), case(2)], [right(1), None], SLIPS)
    assert verdict.state == "unfinished" and verdict.points == 0
    assert score(BOTH, [case(1)], [None], SLIPS).state == "unfinished"


def test_a_missing_criterion_is_missed_and_a_surplus_one_ignored() -> None:
    only: Outcome = {"values": {"loss": 0.0}}
    verdict = score(BOTH, [case(1)], [only], SLIPS)
    assert verdict.points == 1 and verdict.criteria[0].difference == "is missing from what came back"
    more: Outcome = {"values": {**right(1)["values"], "bonus": 10}}
    assert score(BOTH, [case(1)], [more], SLIPS).points == 3


def test_changed_arguments_are_noted_and_cost_nothing() -> None:
    verdict = score(BOTH, [case(1), case(2)], [right(1, changed=["x"]), right(2, changed=["x", "w"])], SLIPS)
    assert verdict.points == 3 and len(verdict.notes) == 2
    assert "argument w in place" in verdict.notes[0] and "argument x in place" in verdict.notes[1]


@pytest.mark.parametrize(
    "outcomes",
    [
        [right(1), right(2)],
        [right(2), right(4)],
        [{"error": ERROR}, None],
        [right(1, changed=["x"]), right(7)],
    ],
)
def test_a_verdict_survives_being_written_down(outcomes: list[Outcome | None]) -> None:
    verdict = score(BOTH, [case(1), case(2)], outcomes, SLIPS)
    assert Verdict.from_dict(json.loads(json.dumps(verdict.as_dict()))) == verdict


def test_tolerances() -> None:
    assert full_tolerance(None, ["a", "b"]) == {"a": 2e-4, "b": 2e-4}
    assert full_tolerance(0.1, ["a", "b"]) == {"a": 0.1, "b": 0.1}
    assert full_tolerance({"b": 0.5}, ["a", "b"]) == {"a": 2e-4, "b": 0.5}
