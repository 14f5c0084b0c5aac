"""How an answer differs is said in words that help, and the expected values are never among them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.checks.compare import agrees
from autograder.checks.expectations import Distribution, SameAs
from autograder.checks.explain import Context, difference
from autograder.checks.value_types import wrong_kind

from .test_values import VALUES

WANT = torch.randn(2, 3, 4, 4, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
SQUARE = WANT[0, 0]
MASK = torch.ones(5, 5, dtype=torch.bool).tril()


def said(got: Any, want: Any, tolerance: float = 2e-4) -> str:
    missed = wrong_kind(got, want) is not None or not agrees(got, want, tolerance)
    assert missed, "there is nothing to explain"
    return difference({"it": got}, "it", {"it": want}, tolerance)


def changed(want: torch.Tensor, where: Any, value: float = 7.0) -> torch.Tensor:
    got = want.clone()
    got[where] = value
    return got


@pytest.mark.parametrize(
    ("got", "want", "sentence"),
    [
        # wrong shape
        (torch.zeros(2, 3), torch.ones(2, 4), "has shape (2, 3), expected (2, 4); axis 1 differs"),
        (
            WANT.transpose(0, 1),
            WANT,
            "has shape (3, 2, 4, 4), expected (2, 3, 4, 4); axes 0 and 1 look swapped",
        ),
        (
            WANT[..., :3].permute(3, 0, 1, 2),
            WANT[..., :3],
            "has shape (3, 2, 3, 4), expected (2, 3, 4, 3); the axes look as if they were in another order",
        ),
        (
            WANT[:, :1],
            WANT[:, 0],
            "has shape (2, 1, 4, 4), expected (2, 4, 4); the values are right, only the shape is not",
        ),
        (
            torch.zeros(2, 1, 3),
            torch.ones(2, 3),
            "has shape (2, 1, 3), expected (2, 3); an axis of length 1 is missing or too many",
        ),
        (torch.zeros(2), torch.ones(2, 3), "has shape (2,), expected (2, 3); an axis is missing"),
        (
            torch.zeros(2, 3, 4, 5),
            torch.ones(2, 3),
            "has shape (2, 3, 4, 5), expected (2, 3); 2 axes too many",
        ),
        (0.5, torch.ones(3), "is a number; a tensor of shape (3,) was expected"),
        # a factor, a sign, an offset
        (8 * WANT, WANT, "(2, 3, 4, 4) is the right shape; every value is 8 times too large"),
        (WANT / 8, WANT, "(2, 3, 4, 4) is the right shape; every value is 8 times too small"),
        (-WANT, WANT, "(2, 3, 4, 4) is the right shape; every value has the wrong sign"),
        (
            -4 * WANT,
            WANT,
            "(2, 3, 4, 4) is the right shape; every value is 4 times too large and has the wrong sign",
        ),
        (
            -WANT / 4,
            WANT,
            "(2, 3, 4, 4) is the right shape; every value is 4 times too small and has the wrong sign",
        ),
        (WANT + 2, WANT, "(2, 3, 4, 4) is the right shape; every value is 2 too large"),
        (WANT - 0.5, WANT, "(2, 3, 4, 4) is the right shape; every value is 0.5 too small"),
        (0 * WANT, WANT, "(2, 3, 4, 4) is the right shape; every value is zero"),
        (0 * WANT + 3, WANT, "(2, 3, 4, 4) is the right shape; every value is the same, 3"),
        # the right values in the wrong places
        (SQUARE.T, SQUARE, "(4, 4) is the right shape; axes 0 and 1 are swapped"),
        (WANT.mT, WANT, "(2, 3, 4, 4) is the right shape; axes 2 and 3 are swapped"),
        (WANT.flip(2), WANT, "(2, 3, 4, 4) is the right shape; the values run backwards along axis 2"),
        (
            WANT.roll(1, 3),
            WANT,
            "(2, 3, 4, 4) is the right shape; the values are shifted by one to the right along axis 3",
        ),
        (
            WANT.roll(-1, 1),
            WANT,
            "(2, 3, 4, 4) is the right shape; the values are shifted by one to the left along axis 1",
        ),
        # some values right
        (
            changed(SQUARE, slice(1, None)),
            SQUARE,
            "(4, 4) is the right shape; only the first row (index 0 of axis 0) is right",
        ),
        (
            changed(SQUARE, slice(None, -1)),
            SQUARE,
            "(4, 4) is the right shape; only the last row (index 3 of axis 0) is right",
        ),
        (
            changed(SQUARE, 0),
            SQUARE,
            "(4, 4) is the right shape; only the first row (index 0 of axis 0) is wrong",
        ),
        (
            changed(SQUARE, (..., -1)),
            SQUARE,
            "(4, 4) is the right shape; only the last column (index 3 of axis 1) is wrong",
        ),
        (
            changed(WANT, slice(1, None)),
            WANT,
            "(2, 3, 4, 4) is the right shape; only the first slice (index 0 of axis 0) is right",
        ),
        (
            changed(WANT, (slice(None), slice(None), 0)),
            WANT,
            "(2, 3, 4, 4) is the right shape; only the first row (index 0 of axis 2) is wrong",
        ),
        (
            changed(SQUARE[0], 0),
            SQUARE[0],
            "(4,) is the right shape; only the first value (index 0 of axis 0) is wrong",
        ),
        (
            torch.where(torch.eye(4) > 0, SQUARE, 7.0),
            SQUARE,
            "(4, 4) is the right shape; only the diagonal of the last two axes is right",
        ),
        (
            torch.where(torch.eye(4) > 0, 7.0, SQUARE),
            SQUARE,
            "(4, 4) is the right shape; only the diagonal of the last two axes is wrong",
        ),
        (
            torch.where(torch.ones(4, 4).tril() > 0, WANT, 7.0),
            WANT,
            "(2, 3, 4, 4) is the right shape; only the values on and below the diagonal of the last two axes are right",
        ),
        (
            torch.where(torch.ones(4, 4).triu() > 0, WANT, 7.0),
            WANT,
            "(2, 3, 4, 4) is the right shape; only the values on and above the diagonal of the last two axes are right",
        ),
        (
            changed(changed(SQUARE, (1, 2)), (3, 0)),
            SQUARE,
            "(4, 4) is the right shape; 2 of 16 values differ, the first at index (1, 2)",
        ),
        (
            torch.tensor([50_001, 3, 5, 5]),
            torch.tensor([50_000, 3, 4, 5]),
            "(4,) is the right shape; 2 of 4 values differ, the first at index 0",
        ),
        # not finite
        (
            changed(SQUARE, (2, 1), float("nan")),
            SQUARE,
            "(4, 4) is the right shape; 1 of 16 values is not a number (nan), the first at index (2, 1)",
        ),
        (
            changed(SQUARE, 3, float("-inf")),
            SQUARE,
            "(4, 4) is the right shape; 4 of 16 values are infinite, the first at index (3, 0)",
        ),
        (
            SQUARE,
            SQUARE.masked_fill(~MASK[:4, :4], float("-inf")),
            "(4, 4) is the right shape; 6 of 16 values are finite and should not be, the first at index (0, 1)",
        ),
        # precision
        (
            WANT.long(),
            WANT,
            "holds whole numbers (int64); a float dtype keeps the fractions",
        ),
        (
            WANT.half(),
            WANT,
            "holds float16, which keeps two or three digits",
        ),
        (
            WANT.bfloat16(),
            WANT,
            "holds bfloat16, which keeps two or three digits",
        ),
        # masks
        (~MASK, MASK, "(5, 5) is the right shape; True and False are exchanged"),
        (1 - MASK.long(), MASK, "holds numbers (int64), not True and False"),
        (MASK.T, MASK, "(5, 5) is the right shape; axes 0 and 1 are swapped"),
        # no tensor at all
        ("abc", WANT, "is a string; a tensor of shape (2, 3, 4, 4) was expected"),
        (
            None,
            WANT,
            "is None",
        ),
        ({"a": 1}, WANT, "is a dict; a tensor of shape (2, 3, 4, 4) was expected"),
        ([[1.0], [2.0, 3.0]], WANT, "is a list; a tensor of shape (2, 3, 4, 4) was expected"),
        # numbers
        (16.0, 2.0, "is 16, 8 times too large"),
        (1_205_570.0, 151_872.0, "is 1.2e+06, too large by a factor of 7.9"),
        (0.25, 2.0, "is 0.25, 8 times too small"),
        (-2.0, 2.0, "is -2, which has the wrong sign"),
        (-8.0, 2.0, "is -8, 4 times too large and has the wrong sign"),
        (0.0, 2.0, "is 0, which is not the expected number"),
        (3.0, 0.0, "is 3, which is not the expected number"),
        (float("nan"), 2.0, "is nan, which is not the expected number"),
        (float("inf"), 2.0, "is inf, which is not the expected number"),
        (10**400, 2.0, "is a whole number of 401 digits, which is not the expected number"),
        (10**400, 7, "is a whole number of 401 digits, which is not the expected number"),
        (torch.ones(1), 2.0, "is a tensor of shape (1,); a number was expected"),
        ("2", 2, "is a string of 1 character; a number was expected"),
        (True, False, "is True, which is not what was expected"),
        (0.5, True, "is the number 0.5; True or False was expected"),
        # texts
        ("the bat", "the cat", "agrees up to position 4, then reads 'bat'"),
        ("the", "the cat", "has length 3, expected 7; it agrees up to position 3, where it ends"),
        ("the cats", "the cat", "has length 8, expected 7; it agrees up to position 7, then reads 's'"),
        (b"ab", b"ac", "agrees up to position 1, then reads b'b'"),
        ("bat", "cat", "differs from the beginning: it reads 'bat'"),
        (3, "abc", "is the number 3; a string was expected"),
        ("abc", b"abc", "is a string of 3 characters; bytes was expected"),
        # lists
        ([1, 2], [1, 2, 3], "has 2 items where 3 were expected; both are right"),
        (
            [1, 9],
            [1, 2, 3],
            "has 2 items where 3 were expected, and the first item is right; at index 1 yours is 9",
        ),
        (
            [9],
            [1, 2, 3],
            "has 1 item where 3 were expected; at index 0 yours is 9",
        ),
        ([3, 1, 2], [1, 2, 3], "has the right items in another order; at index 0 yours is 3"),
        (
            [1, 2, 9],
            [1, 2, 3],
            "has the right number of items, 3; at index 2 yours is 9",
        ),
        ({1: 2}, [1, 2], "is a dict of 1 entry; a list of 2 items was expected"),
        (
            torch.tensor([1, 9]),
            [1, 2],
            "is a tensor of shape (2,); a list was expected",
        ),
        # dicts
        ([1], {"a": 1}, "is a list of 1 item; a dict was expected"),
        ({}, {"a": 1}, "lacks 1 entry"),
        (
            {"a": 1, "z": 1, "y": 2},
            {"a": 1, "b": 2, "c": 3},
            "lacks 2 entries and has 2 entries that should not be there, such as 'z'",
        ),
        ({"a": 9, "b": 2}, {"a": 1, "b": 2}, "'a' is 9, 9 times too large"),
        ({"a": 9, "b": 8}, {"a": 1, "b": 2}, "'a' and 'b' differ; 'a' is 9, 9 times too large"),
    ],
)
def test_sentences(got: Any, want: Any, sentence: str) -> None:
    assert said(got, want) == sentence


# What is more in a notebook, where the recorded cases are public, and where axes have names.
AXES = ("example", "head", "query", "key")


@pytest.mark.parametrize(
    ("got", "want", "sentence"),
    [
        (
            changed(changed(WANT, (1, 2, 3, 0)), (0, 1, 2, 3)),
            WANT,
            "(2, 3, 4, 4) is the right shape; 2 of 96 values differ; "
            f"at example 0, head 1, query 2, key 3 yours is 7 where {float(WANT[0, 1, 2, 3]):.4g} was expected",
        ),
        (
            WANT.mT,
            WANT,
            "(2, 3, 4, 4) is the right shape; the axes of queries and keys are swapped; at example 0, head 0, query 0, "
            f"key 1 yours is {float(WANT[0, 0, 1, 0]):.4g} where {float(WANT[0, 0, 0, 1]):.4g} was expected",
        ),
        (
            WANT.transpose(0, 1),
            WANT,
            "has shape (3, 2, 4, 4), expected (2, 3, 4, 4); the axes of examples and heads look swapped",
        ),
        (
            changed(WANT, 0),
            WANT,
            "(2, 3, 4, 4) is the right shape; only example 1 is right; at example 0, head 0, query 0, key 0 "
            f"yours is 7 where {float(WANT[0, 0, 0, 0]):.4g} was expected",
        ),
        (
            changed(changed(WANT, (..., 1)), (..., 3)),
            WANT,
            "(2, 3, 4, 4) is the right shape; only keys 1 and 3 are wrong; at example 0, head 0, query 0, key 1 "
            f"yours is 7 where {float(WANT[0, 0, 0, 1]):.4g} was expected",
        ),
        (
            WANT + 0.001,
            WANT,
            "(2, 3, 4, 4) is the right shape; every value is 0.001 too large; at example 0, head 0, query 0, key 0 "
            f"yours is {float(WANT[0, 0, 0, 0]) + 0.001:.4g} where {float(WANT[0, 0, 0, 0]):.4g} was expected",
        ),
        (
            torch.tensor([[1.0, 1.0], [1.0, 1.0005]]),
            torch.tensor([[1.0, 1.0], [1.0, 1.0]]),
            "(2, 2) is the right shape; only the first row (index 0 of axis 0) is right; "
            "at index (1, 1) yours is 1.0005 where 1 was expected",
        ),
        (
            "the bat",
            "the cat",
            "agrees up to position 4, then reads 'bat' where 'cat' was expected",
        ),
        (
            "the",
            "the cat",
            "has length 3, expected 7; it agrees up to position 3, where it ends; ' cat' is missing",
        ),
        (True, False, "is True where False was expected"),
        (16, 2, "is 16 where 2 was expected, 8 times too large"),
        (151_873, 151_872, "is 151873 where 151872 was expected"),
        (0.5, 0.25, "is 0.5 where 0.25 was expected, 2 times too large"),
        (
            [1, 2, 9],
            [1, 2, 3],
            "has the right number of items, 3; at example 2 yours is 9 where 3 was expected",
        ),
    ],
)
def test_sentences_of_a_notebook(got: Any, want: Any, sentence: str) -> None:
    context = Context({"it": AXES}, {}, public=True)
    assert difference({"it": got}, "it", {"it": want}, 2e-4, context) == sentence


def test_what_went_in_is_recognised() -> None:
    x, weights = torch.ones(2, 3), {"w": torch.ones(3)}
    context = Context(arguments={"x": x, "weights": weights, "n": 3})
    assert difference({"y": x.clone()}, "y", {"y": x + 1}, 1e-4, context) == "is x, as it went in"
    got = {"w": torch.ones(3)}
    sentence = "is what it was before: your weights did not move"
    assert difference({"after": got}, "after", {"after": {"w": torch.zeros(3)}}, 1e-4, context) == sentence


def test_while_grading_numbers_are_rough() -> None:
    """A ratio of six digits and the number itself would tell what was expected."""
    assert said(151_873, 151_872) == "is 1.5e+05, which is a little too large"
    assert said(0.123456, 1.352) == "is 0.12, 11 times too small"


def test_a_factor_near_1_is_rough_while_grading() -> None:
    assert said(1.0123 * WANT, WANT) == "(2, 3, 4, 4) is the right shape; every value is a little too large"


def test_a_factor_is_claimed_only_where_every_value_has_it() -> None:
    one_hot = torch.eye(4, dtype=torch.float64)
    assert "times" not in said(3 * torch.ones(4, 4), one_hot)
    assert "zero" not in said(1 - one_hot, one_hot)
    tiny = 1e-3 * torch.rand(6, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    assert "times" not in said(tiny.flip(0) + tiny, tiny, tolerance=1e-8)


def test_a_missing_criterion_is_said() -> None:
    assert difference({"other": 1}, "it", {"it": 1}, 1e-4) == "is missing from what came back"


def test_truth_values_are_shown_as_such() -> None:
    want = torch.ones(1, 3, dtype=torch.bool)
    public = Context(public=True)
    told = difference({"it": ~want}, "it", {"it": want}, 1e-4, public)
    assert (
        told
        == "(1, 3) is the right shape; every value is False; at index (0, 0) yours is False where True was expected"
    )  # not exchanged: there is one of them only
    got = torch.tensor([[True, False, True]])
    assert "yours is False where True was expected" in difference(
        {"it": got}, "it", {"it": want}, 1e-4, public
    )


def test_nobody_guesses_what_has_a_name() -> None:
    """A rotation's transpose is its inverse: to say that axes are swapped would mislead who turned the wrong way."""
    known = Context(named=True)
    moved = WANT.transpose(2, 3)
    assert "swapped" in difference({"it": moved}, "it", {"it": WANT}, 1e-4)
    assert "swapped" not in difference({"it": moved}, "it", {"it": WANT}, 1e-4, known)
    shape = {"it": torch.zeros(3, 2)}
    assert "swapped" in difference(shape, "it", {"it": torch.ones(2, 3)}, 1e-4)
    assert (
        difference(shape, "it", {"it": torch.ones(2, 3)}, 1e-4, known) == "has shape (3, 2), expected (2, 3)"
    )
    assert "8 times" in difference({"it": 8 * WANT}, "it", {"it": WANT}, 1e-4, known)


@pytest.mark.parametrize(
    ("got", "public", "told"),
    [
        ({"a": 7, "b": 1}, True, "'a' is 7 where 6 was expected"),
        (
            {"a": 7, "b": 2},
            True,
            "'a' and 'b' differ; 'a' is 7 where 6 was expected",
        ),
        ({"a": 7, "b": 1}, False, "'a' is 7, too large by a factor of 1.2"),
        ({"a": "7", "b": 1}, True, "'a' is a string of 1 character; a number was expected"),
        (
            {"a": torch.zeros(2), "b": 1},
            True,
            "'a' is a tensor of shape (2,); a number was expected",
        ),
    ],
)
def test_a_number_in_a_dict_is_shown_beside_the_expected_one(got: dict, public: bool, told: str) -> None:
    context = Context(public=public)
    assert difference({"it": got}, "it", {"it": {"a": 6, "b": 1}}, 1e-4, context) == told


IDS = torch.tensor([2, 3])


@pytest.mark.parametrize(
    ("got", "want", "told"),
    [
        # as many digits as it takes, and four where that is enough
        (2.7748759984970093, 2.5, "is 2.775 where 2.5 was expected"),
        (0.00061149, 0.5, "is 0.0006115 where 0.5 was expected"),
        ([2.7748759984970093], [2.5], "at index 0 yours is 2.775 where 2.5 was expected"),
        (1.0000001, 1.0, "is 1.0000001 where 1 was expected"),
        # a factor near 1
        (1.002 * WANT, WANT, "(2, 3, 4, 4) is the right shape; every value is 0.2% too large"),
        (WANT / 1.04, WANT, "(2, 3, 4, 4) is the right shape; every value is 3.8% too small"),
        # parts inside parts
        ([[1, 2], "ab" * 20], [[1, 2], "ab" * 19 + "x"], "has the right number of items, 2; at index 1 your item has"),
        ({"calls": [1, 2]}, {"calls": [1, 3]}, "'calls' has the right number of items, 2; at index 1 yours is 2 where"),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, "'a': 'b' is 1 where 2 was expected"),
        ({(0, 1): 2}, {(0, 1): 3, (4, 5): 1}, "lacks 1 entry, such as (4, 5)"),
        ({"a": None}, {"a": 2.0}, "'a' is None where 2 was expected"),
        ("", "the cat", "is empty where 'the cat' was expected"),
        (3, None, "is the number 3; None was expected"),
        (torch.tensor([1.0]), torch.tensor([2.0]), "(1,) is the right shape; its only value differs; at index 0"),
        ([IDS, [2]], [IDS, IDS], "has the right number of items, 2; at index 1 your item is a list"),
    ],
)  # fmt: skip
def test_numbers_and_parts_in_a_notebook(got: Any, want: Any, told: str) -> None:
    assert difference({"it": got}, "it", {"it": want}, 1e-9, Context(public=True)).startswith(told)


def test_a_shift_is_claimed_only_where_it_explains_enough() -> None:
    few = torch.tensor([[1.0, 2.0, 2.0, 2.0]])
    assert "shifted" not in said(few.roll(1, 1), few)
    many = torch.arange(12.0).view(3, 4)
    assert "shifted by one to the right along axis 1" in said(many.roll(1, 1) * 1.0, many)


def test_a_tensor_in_a_dict_is_explained_like_any_other() -> None:
    told = difference({"it": {"pre": -SQUARE}}, "it", {"it": {"pre": SQUARE}}, 1e-4, Context(public=True))
    assert told.startswith(
        "'pre': (4, 4) is the right shape; every value has the wrong sign; at index (0, 0)"
    )


ROWS = torch.rand(3, 5, generator=torch.Generator().manual_seed(4), dtype=torch.float64) - 0.4


@pytest.mark.parametrize(
    ("got", "holds"),
    [
        (
            ROWS * torch.tensor([[1.1], [1.3], [2.0]]),
            "along axis 1 the values are right up to a factor that varies from 1.1 to 2",
        ),
        (
            ROWS + torch.tensor([[1.0], [2.0], [3.0]]),
            "along axis 1 the values are right up to a shift that varies",
        ),
        (
            ROWS.flatten().roll(7).view(3, 5),
            "all 15 values differ, but they are the right ones in other places",
        ),
        (
            ROWS * 2 - ROWS.mean(1, keepdim=True),
            "all 15 values differ, but their sums along axis 1 are right",
        ),
        ((ROWS + 1) ** 3, "all 15 values differ, but their order along axis 1 is right"),
        (
            ROWS.sign() * torch.arange(1.0, 16).flip(0).view(3, 5),
            "all 15 values differ, but every value has the right sign",
        ),
    ],
)
def test_what_holds_is_said_where_no_value_is_right(got: torch.Tensor, holds: str) -> None:
    assert said(got, ROWS) == f"(3, 5) is the right shape; {holds}"


P = np.array([0.5, 0.3, 0.2, 0.0])


def drawn(*counts: int) -> torch.Tensor:
    return torch.repeat_interleave(torch.arange(len(counts)), torch.tensor(counts))


@pytest.mark.parametrize(
    ("got", "want", "sentence"),
    [
        (drawn(2000), Distribution(P), "drew index 0 every time"),
        (drawn(990, 600, 400, 10), Distribution(P), "drew index 3, though its probability is zero"),
        (
            drawn(500, 1100, 400),
            Distribution(P),
            "drew index 0 in 500 of 2000 draws, where about 1000 were expected",
        ),
        (drawn(2000), Distribution(P, words="drew letter {}"), "drew letter 0 every time"),
        (
            drawn(990, 600, 400, 10),
            Distribution(P, words="left {} of 1, then {} of 1"),
            "left 1 of 1, then 1 of 1, though its probability is zero",
        ),
        (
            drawn(500, 1100, 400),
            Distribution(P, words="drew letter {}, then letter {}"),
            "drew letter 0, then letter 0 in 500 of 2000 draws, where about 1000 were expected",
        ),
        (drawn(0, 0, 0, 0, 2000), Distribution(P), "has indices from 4 to 4; only 0 to 3 exist"),
        (drawn(1000, 600, 400) - 1, Distribution(P), "has indices from -1 to 1; only 0 to 3 exist"),
        (drawn(500, 300, 200), Distribution(P, 2000), "has 1000 draws, 2000 were expected"),
        (drawn(1), Distribution(P), "has 1 draw, too few to tell what they are drawn from"),
        (
            torch.rand(5),
            Distribution(P),
            "is a tensor of shape (5,); a tensor of drawn indices (integers) was expected",
        ),
        (
            torch.ones(5) > 0,
            Distribution(P),
            "is a tensor of shape (5,); a tensor of drawn indices (integers) was expected",
        ),
        (
            "abc",
            Distribution(P),
            "is a string of 3 characters; a tensor of drawn indices (integers) was expected",
        ),
        (drawn(1000, 600, 400).int(), Distribution(P), "holds int32; drawn indices in int64 were expected"),
        (
            drawn(1000, 600, 400).tolist(),
            Distribution(P),
            "is a list of 2000 items; a tensor of drawn indices was expected",
        ),
    ],
)
def test_draws(got: Any, want: Distribution, sentence: str) -> None:
    assert said(got, want) == sentence


def test_repetition() -> None:
    oracle = {"draws": Distribution(P), "again": SameAs("draws")}
    one, two = drawn(1000, 600, 400), drawn(999, 601, 400)
    assert difference({"draws": one, "again": two}, "again", oracle, 1e-4) == (
        "differs from draws, which it should repeat exactly"
    )
    assert difference({"draws": drawn(2000), "again": drawn(2000)}, "again", oracle, 1e-4) == (
        "not checked yet: 'draws' has to be right first"
    )


# --- for every value ----------------------------------------------------------------------------------------------

EXPECTED = st.sampled_from(
    [
        *(WANT, MASK, torch.tensor([3, 1]), torch.zeros(0), torch.tensor([float("nan"), float("inf")])),
        *(2.5, 7, True, "text", b"bytes", None, [1, 2, 3], ["a", "b"], [[1], [2, 3]]),
        *({"a": 1, "b": [2]}, {(1, 2): 3}, Distribution(P)),
    ]
)


@given(VALUES, EXPECTED)
@settings(deadline=None, max_examples=300)
def test_there_is_a_sentence_for_everything(got: Any, want: Any) -> None:
    """Whatever a student's process sends, comparing and explaining end without an exception."""
    if not agrees(got, want):
        sentence = difference({"it": got}, "it", {"it": want}, 1e-4)
        assert sentence and "Traceback" not in sentence and len(sentence) < 400


def test_expected_values_are_never_printed() -> None:
    """Numbers, texts and keys that nobody could know but from the oracle stay out of every sentence."""
    generator = torch.Generator().manual_seed(2)
    secret = 1000 + torch.rand(3, 4, generator=generator, dtype=torch.float64) * 1000
    wants = [
        secret,
        secret[0, 0].item(),
        secret.flatten().tolist(),
        "verysecret",
        {"secretkey": 1, "a": 2},
        [b"secret"],
    ]
    gots = [
        torch.rand(3, 4, generator=generator),
        torch.zeros(3, 3),
        0.5,
        -1,
        "very",
        [0.1] * 12,
        [0.1],
        {"a": 3},
        {},
        b"s",
    ]
    gots += [
        secret * 2,
        secret + 1,
        -secret,
        secret.long(),
        changed(secret, 0),
        secret[:2],
        [b"x"],
        None,
        {"secretkey": 5, "a": 2},
    ]
    for want in wants:
        for got in gots:
            if agrees(got, want):
                continue
            sentence = said(got, want)
            own = repr(got.tolist() if isinstance(got, torch.Tensor) else got)
            for number in secret.flatten().tolist():
                assert f"{number:.5g}" not in sentence or f"{number:.5g}" in own
            assert "verysecret" not in sentence and "rysecret" not in sentence
            assert "secretkey" not in sentence or (isinstance(got, dict) and "secretkey" in got)
