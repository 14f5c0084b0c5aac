"""What of a student's own words comes back from grading."""

from __future__ import annotations

import pytest

from autograder.judge.discreet import two_digits, without_values


@pytest.mark.parametrize(
    "text",
    [
        "mat1 and mat2 shapes cannot be multiplied (4x5 and 7x5)",
        "The size of tensor a (5) must match the size of tensor b (7) at non-singleton dimension 2",
        "shape '[2, 3, 4]' is invalid for input of size 25",
        "index 10 is out of bounds for dimension 0 with size 10",
        "name 'scaled_dot_product_attention' is not defined",
        "f(x (3,), n=4)",
        "'a'",
        "",
    ],
)
def test_messages_that_help_stay(text: str) -> None:
    assert without_values(text) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("tensor([0.1234, -1.5000])", "tensor([…])"),
        ("[[1, 2, 3], [4, 5, 6]]", "[[…]]"),
        ("ids=[5, 9, 40000, 7, 7, 1]", "ids=[…]"),
        ("w=0.123456", "w=0.12"),
        ("the loss is 1.35135e-05", "the loss is 1.4e-05"),
        ("1 2.5", "…"),
        ("'" + "the text that was to be cut into pieces, word by word" + "'", "'…'"),
        ("123456789 987654321", "…"),
        ("x" * 600, "x" * 200 + "…"),
    ],
)
def test_values_are_left_out(text: str, left: str) -> None:
    assert without_values(text) == left


def test_two_digits() -> None:
    assert [two_digits(x) for x in (123.4, 0.001234, -7.4e8, 0.0)] == ["120", "0.0012", "-7.4e+08", "0"]
