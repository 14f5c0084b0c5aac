"""Answers that know nothing: what the audit hands in for each kind of right value."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from autograder.checks.expectations import Distribution, Predictions, SameAs
from autograder.proof.null_answers import NULL_ANSWERS


def answer(name: str, value: Any, **arguments: Any) -> Any:
    return NULL_ANSWERS[name](value, arguments)


def test_dictionaries_and_lists_keep_their_keys_and_lengths() -> None:
    value = {
        "loss": 2.5,
        "steps": 3,
        "done": True,
        "name": "adam",
        "rows": [[1, 2], [3]],
        "raw": b"x",
        "none": None,
    }
    assert answer("all zeros", value) == {
        "loss": 0.0, "steps": 0, "done": False, "name": "", "rows": [[0, 0], [0]], "raw": b"", "none": 0,
    }  # fmt: skip
    ones = answer("all ones", value)
    assert (ones["loss"], ones["steps"], ones["done"], ones["rows"]) == (1.0, 1, True, [[1, 1], [1]])
    assert [type(ones[key]) for key in ("loss", "steps", "done")] == [float, int, bool]
    assert answer("empty", value) == {} and answer("empty", [1]) == [] and answer("empty", "a") == ""


def test_tensors_keep_their_shape_and_their_kind() -> None:
    for value in (np.ones((2, 3), dtype=bool), np.array([4, 5]), torch.ones(2).double()):
        zeros = answer("all zeros", value)
        assert zeros.shape == value.shape and zeros.dtype == torch.as_tensor(value).dtype and not zeros.any()


def test_the_mean_of_one_number_is_not_given_away() -> None:
    """It would be the right answer, and an exercise may have one number as its result."""
    for value in (
        0.7,
        torch.tensor(0.7),
        torch.tensor([0.7]),
        torch.tensor([0.7, 0.7]),
        {"loss": 0.7},
        [0.7],
    ):
        found = answer("the mean everywhere", value)
        numbers = list(found.values()) if isinstance(found, dict) else found
        assert not np.any(np.asarray(numbers))
    assert answer("the mean everywhere", torch.tensor([1.0, 3.0])).tolist() == [2, 2]
    assert answer("the mean everywhere", {"a": 1.0, "b": 3.0}) == {"a": 2, "b": 2}


def test_draws_and_scores_are_of_the_size_that_is_wanted() -> None:
    assert answer("all zeros", Distribution(np.array([0.5, 0.5]), n=7)).shape == (7,)
    assert answer("all ones", SameAs("draws")).dtype == torch.int64
    scores = answer("all ones", Predictions(torch.tensor([1, 2]), torch.tensor([1, 1]), 4, 8.0))
    assert scores.shape == (2, 4)


@pytest.mark.parametrize("value", [torch.zeros(2, 3), np.zeros((2, 3))])
def test_an_input_of_the_same_shape_is_handed_back(value: Any) -> None:
    x = torch.ones(2, 3)
    assert answer("an input handed back", value, n=2, x=x) is x
    assert answer("an input handed back", "a text", n=2, x=x) is None
