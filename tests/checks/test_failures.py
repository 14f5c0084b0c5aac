"""An error is known by its kind and by what could not be done, not by its kind alone."""

from __future__ import annotations

from typing import Any

import pytest

from autograder.checks.failures import same_failure


def error(kind: str, message: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "message": message, **more}


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        (error("KeyError", "'a'"), error("KeyError", "3"), True),
        (error("KeyError", "'a'"), error("IndexError", "'a'"), False),
        (
            error("TypeError", "bad operand type for unary ~: 'list'"),
            error("TypeError", "mask() takes 1 positional argument but 2 were given"),
            False,
        ),
        (
            error("TypeError", "bad operand type for unary ~: 'list'"),
            error("TypeError", "bad operand type for unary ~: 'NoneType'"),
            False,
        ),
        (
            error("RuntimeError", "The size of tensor a (7) must match the size of tensor b (4) at dimension 1"),
            error("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (5x4 and 3x4)"),
            True,
        ),
        (
            error("RuntimeError", "The size of tensor a (7) must match the size of tensor b (4) at dimension 1"),
            error("RuntimeError", "one of the variables needed for gradient computation has been modified"),
            False,
        ),
        (error("IndexError", "index out of range in self"), error("IndexError", "list index out of range"), True),
        (error("ZeroDivisionError", "float division by zero"), error("ZeroDivisionError", "division by zero"), True),
        (
            error("ValueError", "max() arg is an empty sequence"),
            error("ValueError", "max() iterable argument is empty"),
            True,  # Python 3.11 and 3.12
        ),
        (error("ValueError", "not here", raised=True), error("ValueError", "<|endoftext|>", raised=True), True),
        (error("ValueError", "not here", raised=True), error("ValueError", "not here"), False),
        (error("RuntimeError", "x " * 100 + "first"), error("RuntimeError", "x " * 75), True),
    ],
)  # fmt: skip
def test_same_failure(one: dict[str, Any], two: dict[str, Any], same: bool) -> None:
    assert same_failure(one, two) is same and same_failure(two, one) is same
