"""From outcomes to points, a state, and the name of the mistake."""

from __future__ import annotations

import json
from typing import Any

import pytest
import torch

from autograder.checks import panel, scoring
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


def waiting(name: str) -> str:
    return f"not checked yet: '{name}' has to be right first"


def told(oracle: dict[str, Any], values: dict[str, Any], **inputs: Any) -> dict[str, str]:
    """Criterion → what is said of it, for one public case."""
    case = Case(oracle, lambda: [], lambda: inputs, is_public=True)
    verdict = score(rubric(**dict.fromkeys(oracle, 1.0)), [case], [{"values": values}], [])
    return {c.name: c.difference for c in verdict.criteria}


X, Y = torch.arange(4.0), torch.tensor([3.0, 1.0, 4.0, 1.0])


def test_a_row_that_only_repeats_a_wrong_result_waits_for_it() -> None:
    """An answer's result lies beside x, so that doing nothing earns no points; x itself is unchanged here."""
    oracle = {"codes": Y, "x unchanged": {"codes": Y, "x": X}, "work": {"codes": Y, "calls": 3}}
    wrong = {"codes": Y + 1, "x unchanged": {"codes": Y + 1, "x": X}, "work": {"codes": Y + 1, "calls": 3}}
    said = told(oracle, wrong, x=X)
    assert said["codes"].startswith("(4,) is the right shape") and said["codes"].endswith(", for x (4,)")
    assert said["x unchanged"] == said["work"] == waiting("codes")


def test_two_rows_never_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each holds the other's value, as `steps_within` of the capstone has it."""
    monkeypatch.setattr(scoring, "echoes", lambda name, *_: {"n": ["kind" if name == "steps" else "steps"]})
    oracle = {"steps": {"n": 7}, "kind": {"n": 7}}
    said = told(oracle, {"steps": {"n": 5}, "kind": {"n": 5}})
    assert said == {"steps": waiting("kind"), "kind": "'n' is 5 where 7 was expected"}


def test_a_row_with_a_fault_of_its_own_tells_that_one_alone() -> None:
    oracle = {"codes": Y, "x unchanged": {"codes": Y, "x": X}, "work": {"codes": Y, "calls": 3}}
    wrong = {
        "codes": Y + 1,
        "x unchanged": {"codes": Y + 1, "x": X + 1},
        "work": {"codes": Y + 1, "calls": 6},
    }
    said = told(oracle, wrong, x=X)
    assert said["x unchanged"] == "at index 0, x was 0 before the call and is 1 after it, for x (4,)"
    assert said["work"] == "'calls' is 6 where 3 was expected, 2 times too large, for x (4,)"


def test_a_result_that_is_shown_in_part_makes_a_row_wait_as_well() -> None:
    oracle = {"scores": Y, "ids unchanged": {"first scores": Y[:2], "ids": X}}
    said = told(oracle, {"scores": -Y, "ids unchanged": {"first scores": -Y[:2], "ids": X}}, ids=X)
    assert said["ids unchanged"] == waiting("scores")


def test_flags_that_are_equal_by_chance_are_no_reason_to_wait() -> None:
    oracle = {"count": 0, "x unchanged": {"result": Y, "changed": 0}}
    said = told(oracle, {"count": 5, "x unchanged": {"result": Y, "changed": 2}}, x=X)
    assert said["x unchanged"] == "it is no longer what it was before the call, for x (4,)"


def test_a_gradient_waits_for_the_output_and_is_told_where_the_output_is_right() -> None:
    oracle = {"output": X, "grad_x": Y, "size of each gradient": {"weight": 2.0}}
    wrong = {"output": X + 1, "grad_x": None, "size of each gradient": {"weight": 1.0}}
    said = told(oracle, wrong)
    assert said["grad_x"] == said["size of each gradient"] == waiting("output")
    said = told(oracle, {**wrong, "output": X}, x=X)
    assert said["grad_x"] == "is None: no gradient reached x, for x (4,)"
    assert (
        said["size of each gradient"] == "'weight' is 1 where 2 was expected, 2 times too small, for x (4,)"
    )


def test_none_asks_for_a_return_where_a_result_was_expected() -> None:
    assert told({"output": X}, {"output": None}, x=X)["output"] == (
        "is None, for x (4,); is there a return on every path?"
    )
    assert told({"found": {"weights": X}}, {"found": {"weights": None}})["found"] == "'weights' is None"


def test_a_row_that_waits_is_not_counted_among_those_that_differ() -> None:
    oracle = {"y": Y, "x unchanged": {"y": Y, "x": X}}
    cases = [Case(oracle, lambda: [], lambda n=n: {"x": X, "n": n}, is_public=True) for n in (1, 5)]
    outcomes: list[Outcome | None] = [
        {"values": oracle},
        {"values": {"y": -Y, "x unchanged": {"y": -Y, "x": X}}},
    ]
    verdict = score(rubric(**dict.fromkeys(oracle, 1.0)), cases, outcomes, [])
    assert [line.split(" on ")[0] for line in verdict.regimes] == ["`y` differs"]


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
    unknown = score(BOTH, [case(1)], [right(1, changed=[""])], SLIPS)  # the student's code has no name for it
    assert unknown.notes == [
        "Your code changes an argument in place, but the caller may still need the original values. "
        "Make a new object instead of writing into it."
    ]
    assert "argument `w` in place" in verdict.notes[0] and "argument `x` in place" in verdict.notes[1]


def test_a_changed_argument_is_told_once() -> None:
    """By the name of the mistake where that tells of it, or else by a note; a row only shows what became of it."""
    oracle = {"y": Y, "x unchanged": {"y": Y, "x": X}}
    asked = [Case(oracle, lambda: [{"values": {"y": Y + 1}}], lambda: {"x": X}, is_public=True)]
    both = rubric(**{"y": 1.0, "x unchanged": 1.0})

    def texts(y: torch.Tensor, slips: list[Slip]) -> tuple[str, str]:
        values = {"y": y, "x unchanged": {"y": y, "x": X + 1}}
        verdict = score(both, asked, [{"values": values, "changed": ["x"]}], slips)
        assert verdict.criteria[1].difference.startswith(
            "at index 0, x was 0 before the call and is 1 after it"
        )
        return panel.text(verdict), panel.html(verdict)

    for told in texts(Y, []):  # only x is wrong, so the mistake has a name
        assert told.count("in place") == 1 and "an argument is changed in place" in told
    for told in texts(Y + 1, []):  # the result is wrong as well
        assert told.count("in place") == 1 and "Your code changes its argument" in told
    for name, times in (
        ("the caller's list is changed", 0),
        ("x is changed", 0),
        ("ax is changed", 1),
        ("", 1),
    ):
        assert len(scoring._changed([{"changed": ["x"]}], name)) == times


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (X, X[:2], "x had shape (4,) before the call and has (2,) after it"),
        ([3, 1, 2], [1, 2, 3], "at index 0, x was 3 before the call and is 1 after it"),
        ([3, 1, 2], [3, 1], "x had 3 items before the call and has 2 after it"),
        ([[3], [1]], [[3], [2]], "x is no longer what it was before the call"),
        (
            torch.tensor([True, False]),
            torch.tensor([True, True]),
            "at index 1, x was False before the call and is True",
        ),
        ({"a": 1}, {"a": 2}, "x is no longer what it was before the call"),
    ],
)
def test_what_became_of_an_argument(before: object, after: object, words: str) -> None:
    oracle = {"y": Y, "x unchanged": {"y": Y, "x": before}}
    said = told(oracle, {"y": Y, "x unchanged": {"y": Y, "x": after}}, x=before)
    assert said["x unchanged"].startswith(words)


def test_a_property_of_the_result_makes_a_row_wait_for_the_result() -> None:
    """`a tensor` beside x: what is no tensor at all was told of in the row of the result."""
    oracle = {"y": Y, "x unchanged": {"y": Y, "x": X, "a tensor": True}}
    said = told(oracle, {"y": None, "x unchanged": {"y": None, "x": X, "a tensor": False}}, x=X)
    assert said["x unchanged"] == waiting("y")
    said = told(oracle, {"y": Y, "x unchanged": {"y": Y, "x": X, "a tensor": False}}, x=X)
    assert said["x unchanged"].startswith("'a tensor' is False where True was expected")


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
