"""Which written answers are one: those that a reader would call equal, and no others."""

from __future__ import annotations

import pytest

from autograder.reporting import same_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Because weights need not add up to 1.", "because weights need not add up  to 1"),
        ("A softmax\nis smooth.", "a Softmax is smooth"),
        ("It is x\n\n\nYes", "It  is\tx.\n\nyes".replace("x.", "x")),
        ("Yes", "yes."),
        ("It sees $QK^T$ only.", "it sees $QK^T$ only"),
    ],
)
def test_capitals_white_space_and_a_full_stop_make_no_difference(one: str, other: str) -> None:
    assert same_words.key(one) == same_words.key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("No, a < b", "No, a > b"),
        ("1/(t+1)", "1/(t-1)"),
        ("x - y", "x + y"),
        ("≤", "≠"),
        ("not, really", "not really"),
        ("Is it smaller?", "Is it smaller."),
        ("ab", "a b"),
        ("T > t", "t > T"),
        ("`Q`", "`q`"),
        ("$N$ rows", "$n$ rows"),
        ("a\n- b", "a - b"),
        ("```\nif x:\n    y\nz\n```", "```\nif x:\n    y\n    z\n```"),
        ("x² grows", "x2 grows"),
        ("it goes on...", "it goes on"),
    ],
)
def test_an_operator_or_a_symbol_does(one: str, other: str) -> None:
    assert same_words.key(one) != same_words.key(other)


def test_only_nothing_is_empty() -> None:
    assert {same_words.key(text) for text in ("", " \n", "\u200b")} == {same_words.EMPTY}
    assert same_words.EMPTY not in {same_words.key(text) for text in ("≤", "≠", "∞", "?", "0")}
    assert same_words.key("", "a picture") not in (same_words.EMPTY, same_words.key("", "another"))
