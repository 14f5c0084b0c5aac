"""Where no slip fits, a panel tells on which inputs an answer fails and how those differ from the others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import torch

from autograder.checks import panel, recorded, regimes
from autograder.checks.scoring import Case, Outcome, Rubric, score

COURSE = Path(__file__).parents[2] / "course"


def told(failed: list[dict[str, Any]], passed: list[dict[str, Any]], axes: Any = None) -> str:
    """The sentence for these inputs, without its subject."""
    cases = [*failed, *passed]
    numbers = range(len(cases))
    text = regimes.sentence("it differs", numbers[: len(failed)], numbers[len(failed) :], cases, axes or {})
    return text.removeprefix(f"it differs on {len(failed)} of {len(cases)} inputs")


def ones(*shape: int) -> torch.Tensor:
    return torch.arange(1.0, 1 + torch.Size(shape).numel()).view(shape)


MASK = torch.tensor([[True, False], [False, True]])


@pytest.mark.parametrize(
    ("failed", "passed", "sentence"),
    [
        ([{"mask": MASK}, {"mask": ~MASK}], [{"mask": None}], ", and only where mask is given."),
        ([{"mask": None}], [{"mask": MASK}], ", and only where mask is None."),
        ([{"causal": True, "n": 2}], [{"causal": False, "n": 2}], ", and only where causal is True."),
        ([{"place": "post"}], [{"place": "pre"}, {"place": "peri"}], ", and only where place is 'post'."),
        (
            [{"x": ones(2, 3)}, {"x": ones(4, 3)}],
            [{"x": ones(1, 3)}],
            ", and only where x has more than 1 position.",
        ),
        ([{"x": ones(1, 3)}], [{"x": ones(2, 3)}, {"x": ones(4, 3)}], ", and only where x has 1 position."),
        ([{"p": 0.5}, {"p": 0.9}], [{"p": 0.0}, {"p": 0.1}], ", and only where p is above 0.1."),
        (
            [{"words": ["a"]}, {"words": ["b", "c"]}],
            [{"words": []}],
            ", and only where words has at least 1 item.",
        ),
        (
            [{"x": 300 * ones(2, 3)}],
            [{"x": ones(2, 3)}],
            ", and only where the largest |x| is at least 1.8e+03.",
        ),
        ([{"x": ones(3)}], [{"x": ones(2, 3)}], ", and only where x has 1 axis."),
        ([{"w": {"a": 1.0, "bias": None}}], [{"w": {"a": 1.0}}], ", and only where w has 'bias'."),
        # lists of tensors, and of steps
        (
            [{"parts": [ones(3) * 100]}],
            [{"parts": [ones(3)]}],
            ", and only where the largest |item| in parts is at least 300.",
        ),
        (
            [{"steps": [{"k": ones(2, 3), "counts": torch.tensor([2, 1])}]}],
            [{"steps": [{"k": ones(2, 3), "counts": torch.tensor([2, 2])}]}],
            ", and only where some 'counts' in steps holds unequal numbers.",
        ),
        (
            [{"steps": [{"k": ones(1, 3)}, {"k": ones(4, 3)}]}],
            [{"steps": [{"k": ones(1, 3)}, {"k": ones(2, 3)}]}],
            ", and only where the longest 'k' in steps has 4 values along axis -2.",
        ),
        # No one property tells them apart: the first failing input against its nearest relative.
        (
            [{"x": ones(2, 3), "mask": None}, {"x": ones(4, 3), "mask": MASK}],
            [{"x": ones(2, 3), "mask": MASK}, {"x": ones(4, 3), "mask": None}],
            ". Compared with the most similar input that passes, the first of these is different in this:"
            " mask is None.",
        ),
        (
            [{"x": ones(4, 7)}, {"x": ones(2, 3, 4)}],
            [{"x": ones(5, 3)}, {"x": ones(6)}],
            ". Compared with the most similar input that passes, the first of these is different in this:"
            " x has 4 positions and 7 features.",
        ),
        (
            [{"x": ones(2, 3)}],
            [{"x": ones(2, 3)}],
            ". An input with the same sizes and settings passes, so compare the values.",
        ),
    ],
)
def test_the_property_that_separates_is_found(failed: list, passed: list, sentence: str) -> None:
    assert told(failed, passed, {"grad_x": ["position", "feature"]}) == sentence


def test_at_most_two_properties_of_different_arguments_are_told() -> None:
    sentence = told(
        [{"q": ones(2, 8), "k": ones(3, 8), "v": ones(3, 5)}],
        [{"q": ones(1, 4), "k": ones(2, 4), "v": ones(2, 2)}],
    )
    assert sentence.count(" and ") == 2 and "q has" in sentence and "k has" in sentence


def test_chance_differences_between_random_draws_are_no_regime() -> None:
    assert "largest" not in told([{"x": 1.5 * ones(2, 3)}], [{"x": ones(2, 3)}])


def test_seeds_are_no_regime() -> None:
    assert "seed" not in told([{"seed": 5}], [{"seed": 3}])


def test_nothing_is_said_where_all_inputs_fail() -> None:
    assert told([{"x": ones(2)}, {"x": ones(3)}], []) == ""


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (ones(3, 4) > 9, "wherever x is 10 or more, and nowhere else"),
        (ones(3, 4) < 4, "wherever x is 3 or less, and nowhere else"),
        (ones(3, 4) % 2 == 0, ""),
    ],
)
def test_which_values_of_a_result_are_wrong(wrong: torch.Tensor, sentence: str) -> None:
    assert regimes.inside(wrong, {"x": ones(3, 4)}) == sentence


def test_a_mask_tells_which_values_are_wrong() -> None:
    assert regimes.inside(MASK.expand(3, 2, 2), {"mask": MASK}) == "exactly where mask is True"


# --- in a verdict -------------------------------------------------------------------------------------------

RUBRIC = Rubric("f", 2, {"output": 1, "grad_x": 1}, {"output": 1e-4, "grad_x": 1e-4})


def case(length: int, is_public: bool = True) -> Case:
    x = ones(length)
    return Case({"output": x, "grad_x": x}, lambda: [], lambda: {"x": x}, is_public)


def outcome(length: int, factor: float) -> Outcome:
    return {"values": {"output": ones(length) * factor, "grad_x": ones(length) * factor}}


def test_a_verdict_tells_the_regime_once_and_not_again_for_gradients() -> None:
    verdict = score(RUBRIC, [case(1), case(3)], [outcome(1, 1), outcome(3, 2)], [])
    assert verdict.regimes == [
        "`output` differs on 1 of 2 inputs, and only where x has 3 values along axis -1."
    ]
    assert "output differs on 1 of 2 inputs" in " ".join(panel.text(verdict).split())
    assert "<code>output</code> differs on 1 of 2 inputs" in panel.html(verdict)


def test_an_error_on_some_inputs_is_told_apart_from_wrong_values_on_others() -> None:
    stop: Outcome = {"error": {"type": "IndexError", "message": "out of range"}}
    verdict = score(RUBRIC, [case(1), case(3), case(4)], [stop, outcome(3, 1), outcome(4, 2)], [])
    assert [line.split(",")[0] for line in verdict.regimes] == [
        "Your code stops on 1 of 3 inputs",
        "`output` differs on 1 of 2 inputs",
    ]
    assert any("Your code stops on 1 of 3" in sentence for sentence in panel.sentences(verdict))


def test_regimes_stay_secret_while_grading() -> None:
    hidden = [case(1, is_public=False), case(3, is_public=False)]
    assert score(RUBRIC, hidden, [outcome(1, 1), outcome(3, 2)], []).regimes == []


# --- over a lesson's own mistakes ---------------------------------------------------------------------------

BARE = ("values differ", "value differs", "differ in their last digits")
# Words that readers stumbled over: of the check's own containers, of Python's types, or of no use to anyone.
UNHELPFUL = re.compile(
    r"\bkeys (?:is|are) missing|right keys|other keys|NoneType|\b1(?:\.00*)? times|holds a (?:value|part)|as it must"
    r"|wrong itself|every way through|(?<!=)-?\b\d+\.\d{10,}"
)


@pytest.mark.parametrize("stem", ["00_welcome/00_welcome", "03_blocks/03a_layers", "03_blocks/03b_blocks"])
def test_no_row_is_empty_of_information_where_a_mistake_has_no_name(stem: str) -> None:
    """Every slip, judged as if it had no name: a row that says that values differ also shows one of them."""
    bare = []
    for name, recording in recorded.read(COURSE / f"{stem}.checks").items():
        cases = [one.as_case() for one in recording.cases]
        for number, slip in enumerate(recording.slips):
            outcomes = [one.slip_outcomes()[number] for one in cases]
            verdict = score(recording.rubric, cases, outcomes, [])
            some_pass = any("values" in each for each in outcomes) and verdict.state == "error"
            if some_pass and not verdict.regimes:
                bare.append(f"{name}, {slip.name}: stops on some inputs, and the panel doesn't tell on which")
            for row in verdict.criteria:
                says_more = "was expected" in row.difference or not any(
                    words in row.difference for words in BARE
                )
                if UNHELPFUL.search(row.difference):
                    bare.append(f"{name}, {slip.name}: {row.name} {row.difference}")
                # A row with nothing of its own to tell accuses nobody: 'x unchanged' where only the result is wrong.
                repeats = any(
                    each.difference and f"'{each.name}'" in row.difference and row.name.endswith(" unchanged")
                    for each in verdict.criteria
                    if each is not row
                )
                if repeats and not row.difference.startswith("not checked yet: "):
                    bare.append(f"{name}, {slip.name}: {row.name} {row.difference}")
                if not row.passed and verdict.state == "wrong" and not (row.difference and says_more):
                    bare.append(f"{name}, {slip.name}: {row.name} {row.difference}")
    assert not bare, "\n".join(bare)
