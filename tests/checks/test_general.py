"""Mistakes that are the same in every exercise are named where they explain all that was missed, and nowhere else."""

from __future__ import annotations

import re
from typing import Any

import pytest
import torch

from autograder.checks import general
from autograder.checks.scoring import Case, Rubric, score
from autograder.checks.value_types import wrong_kind

X = torch.randn(3, 4, generator=torch.Generator().manual_seed(0))
IDS = torch.tensor([3, 1, 2])
RUBRIC = Rubric("f", 2, {"output": 1, "grad_x": 1}, {"output": 1e-4, "grad_x": 1e-4})


def named(**values: Any) -> str | None:
    case = Case({"output": X, "grad_x": X + 1}, lambda: [])
    verdict = score(RUBRIC, [case], [{"values": {"output": X, "grad_x": X + 1, **values}}], [])
    assert verdict.points < verdict.max_points
    return verdict.slip.name if verdict.slip else None


@pytest.mark.parametrize("output", [X.tolist(), X.half(), X.bfloat16(), X.numpy()])
def test_right_values_of_another_type(output: Any) -> None:
    assert named(output=output) == general.OTHER_TYPE


@pytest.mark.parametrize("gradient", [None, torch.zeros(3, 4)])
def test_a_gradient_that_ends(gradient: Any) -> None:
    assert named(grad_x=gradient) == general.CUT[0]


@pytest.mark.parametrize(
    ("got", "want", "why", "never"),
    [
        (X.tolist(), X, "a list can do neither", "int64|mask|float"),
        (X.half(), X, "Half precision", "int64|mask|list"),
        (X.numpy(), X, "NumPy array has no gradient", "int64|mask|list"),
        (IDS.int(), IDS, "int64", "mask|list|float"),
        ((IDS > 1).long(), IDS > 1, "True and False", "int64|list|float"),
        (IDS, IDS.float(), "fractions", "int64|mask|list"),
        (IDS, IDS.tolist(), "joins two lists", "int64|mask|float"),
        ({"a": 1, "b": [1.0]}, {"a": 1, "b": torch.ones(1)}, "a list can do neither", "int64|mask|float"),
    ],
)
def test_the_reason_is_that_of_the_type_at_hand(got: Any, want: Any, why: str, never: str) -> None:
    found = general.recognise([("y", got, want, 1e-4)], [])
    assert found and why in found[1] and not re.search(never, found[1]) and "docstring" not in found[2]


def test_where_values_are_wrong_too_nothing_general_is_said() -> None:
    assert named(output=X + 1, grad_x=None) is None
    assert named(output=(X + 1).tolist()) is None
    assert named(output=None) is None
    assert named(output=(X + 1).numpy()) is None


def test_an_error_that_says_it() -> None:
    case = Case({"output": X, "grad_x": X}, lambda: [])
    cut = {
        "error": {
            "type": "RuntimeError",
            "message": f"the output is {general.CUT_OFF}, so no gradient can flow",
        }
    }
    other = {"error": {"type": "RuntimeError", "message": "size mismatch"}}
    assert score(RUBRIC, [case], [cut], []).slip is not None
    assert score(RUBRIC, [case, case], [cut, other], []).slip is None


def test_an_argument_spoilt() -> None:
    rubric = Rubric("f", 2, {"y": 1, "ids unchanged": 1}, {"y": 1e-4, "ids unchanged": 1e-4})
    case = Case({"y": 1, "ids unchanged": [1, 2]}, lambda: [])
    verdict = score(rubric, [case], [{"values": {"y": 1, "ids unchanged": [2]}}], [])
    assert verdict.slip and verdict.slip.name == general.SPOILT[0] and verdict.points == 1


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (IDS.tolist(), IDS),
        (IDS.int(), IDS),
        (IDS.float(), IDS),
        (IDS, IDS.float()),
        (IDS > 1, IDS.float()),
        ((IDS > 1).long(), IDS > 1),
        (IDS, IDS.tolist()),
        ([IDS.int()], [IDS]),
        ({"a": [1.0]}, {"a": torch.ones(1)}),
    ],
)
def test_kinds_that_differ(got: Any, want: Any) -> None:
    assert wrong_kind(got, want)


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (IDS, IDS.to(torch.int16)),  # recorded in fewer bytes
        (X, X.double()),
        (3, 3.0),
        (torch.tensor(3), 3),
        (0.5, torch.tensor(0.5)),
        ((1, 2), [1, 2]),
        ([torch.tensor(1), 2], [1, 2]),
    ],
)
def test_kinds_that_do_not(got: Any, want: Any) -> None:
    assert wrong_kind(got, want) is None
