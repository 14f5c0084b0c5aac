"""Two mistakes in one answer: a slip is named for the part that it explains, and for no other reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
import torch

from autograder.checks import panel, two_mistakes
from autograder.checks.scoring import Case, Outcome, Rubric, Slip, Verdict, score

NAMES = ["the sum is doubled", "the mask is ignored", "the gradient is zero"]
SLIPS = [Slip(name, "It matters.", "Where does it?") for name in NAMES]
X = torch.tensor([[0.3, -1.7, 2.2, 0.9], [1.1, 0.4, -0.6, 3.5]])
GRAD = torch.tensor([0.21, 0.33, -0.47, 0.58])
MASKS: list[torch.Tensor | None] = [None, None, torch.tensor([True, False, True, True])]
RUBRIC = Rubric("f", 3, {"y": 1.0, "grad": 1.0}, {"y": 1e-4, "grad": 1e-4})


def values(
    mask: torch.Tensor | None, *, twice: bool = False, ignored: bool = False, flat: bool = False
) -> Outcome:
    """What comes out with some of the three mistakes."""
    kept = X if mask is None or ignored else X * mask
    return {"values": {"y": kept * (2 if twice else 1), "grad": GRAD * (0 if flat else 1)}}


def cases(slipped: Sequence[Mapping[str, bool]] | None = None, public: bool = True) -> list[Case]:
    made = [dict(twice=True), dict(ignored=True), dict(flat=True)] if slipped is None else slipped
    return [
        Case(
            values(mask)["values"],
            lambda mask=mask: [values(mask, **one) for one in made],
            lambda mask=mask: {"x": X, "mask": mask},
            is_public=public,
        )
        for mask in MASKS
    ]


def verdict_on(public: bool = True, slips: Sequence[Slip] = SLIPS, **made: bool) -> Verdict:
    return score(RUBRIC, cases(public=public), [values(mask, **made) for mask in MASKS], slips)


def test_one_mistake_is_no_part() -> None:
    verdict = verdict_on(twice=True)
    assert verdict.slip == SLIPS[0] and not verdict.another and not verdict.part


def test_the_mistake_behind_one_criterion_is_named_for_it() -> None:
    verdict = verdict_on(twice=True, flat=True)
    assert verdict.slip == SLIPS[0] and verdict.another and verdict.part == "In `y`"
    told = panel.text(verdict)
    assert "In y, this is what comes out when the sum is doubled. There is another mistake: fix this" in told


def test_the_mistake_behind_some_inputs_is_named_for_them() -> None:
    verdict = verdict_on(twice=True, ignored=True)  # where a mask is given, both act
    assert verdict.slip == SLIPS[0] and verdict.another
    assert verdict.part == "Among the inputs that fail, where mask is None"


def test_while_grading_inputs_are_counted_and_not_described() -> None:
    assert verdict_on(public=False, twice=True, ignored=True).part == "On 2 of the 3 inputs that fail"


def test_a_slip_that_would_have_failed_where_the_answer_is_right_is_ruled_out() -> None:
    outcomes = [values(mask, twice=mask is not None, flat=True) for mask in MASKS]
    assert score(RUBRIC, cases(), outcomes, SLIPS).slip is None


def test_zeros_are_no_evidence() -> None:
    """What comes out of many mistakes, a gradient of zeros, names none of them."""
    outcomes = [{"values": {"y": X**3 + i, "grad": GRAD * 0}} for i in range(len(MASKS))]
    assert score(RUBRIC, cases(), outcomes, SLIPS).slip is None


def test_less_than_half_is_not_enough() -> None:
    outcomes = [{"values": {"y": 2 * X if mask is None else X**3, "grad": GRAD**2}} for mask in MASKS]
    assert score(RUBRIC, cases(), outcomes, SLIPS).slip is None


def test_two_slips_that_explain_the_same_are_none() -> None:
    same = cases([dict(twice=True), dict(twice=True), dict(flat=True)])
    outcomes = [values(mask, twice=True, flat=True) for mask in MASKS]
    assert score(RUBRIC, same, outcomes, SLIPS).slip is None
    spelt_twice = [SLIPS[0], SLIPS[0], SLIPS[2]]
    assert score(RUBRIC, same, outcomes, spelt_twice).slip == SLIPS[0]


def test_an_error_elsewhere_hides_no_mistake() -> None:
    error = {"type": "TypeError", "message": "unsupported operand"}
    outcomes: list[Outcome] = [*(values(mask, twice=True) for mask in MASKS[:2]), {"error": error}]
    verdict = score(RUBRIC, cases(), outcomes, SLIPS)
    assert verdict.slip == SLIPS[0] and verdict.another and verdict.state == "error"


def test_an_answer_that_did_not_end_has_no_name() -> None:
    outcomes = [values(None, twice=True, flat=True), values(None, twice=True, flat=True), None]
    assert score(RUBRIC, cases(), outcomes, SLIPS).slip is None


def test_slips_run_a_bounded_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_mistakes, "MOST_RUNS", 4)
    assert verdict_on(twice=True, flat=True).slip is None


def test_a_verdict_with_a_part_survives_being_written_down() -> None:
    verdict = verdict_on(twice=True, flat=True)
    assert Verdict.from_dict(verdict.as_dict()) == verdict
    assert replace(verdict, part="", another=False) != verdict


@pytest.mark.parametrize(
    ("value", "wanted", "enough"),
    [
        (torch.tensor([0.31, 0.72, 0.55]), torch.zeros(3), True),
        (torch.full((9,), 0.31), torch.zeros(9), False),
        (torch.tensor([1.0, 0.0, -1.0]), torch.full((3,), 0.5), False),
        (torch.tensor([True, False] * 20), torch.zeros(40, dtype=torch.bool), True),
        (torch.ones(40, dtype=torch.bool), torch.zeros(40, dtype=torch.bool), False),
        ("a long answer", "another", True),
        ("yes", "no", False),
        ([3, 1, 4, 1, 5, 9, 2, 6], [2, 7], True),
        ([], [2, 7], False),
        ({"loss": 0.73}, {"loss": 0.11}, False),
        (None, 0.5, False),
    ],
)
def test_how_much_evidence_a_value_is(value: Any, wanted: Any, enough: bool) -> None:
    assert (two_mistakes.evidence(value, wanted, 1e-4) >= two_mistakes.ENOUGH) is enough
