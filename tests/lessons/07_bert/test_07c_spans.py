"""Lesson 07, sitting c: the numbers of its text, its answers against libraries and brute force, its figures."""

from __future__ import annotations

import itertools
import math
import re
import string
from functools import lru_cache
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
import transformers
from hypothesis import given, settings
from hypothesis import strategies as st
from references import randn, reference, text_of

from autograder.authoring import load_exercises
from utils.topics.bert import span_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "07_bert"
NOTEBOOK = LESSON / "07c_spans.py"


@lru_cache
def solution() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK.stem)


@pytest.fixture(scope="module")
def c() -> dict[str, Any]:
    return solution()


@pytest.fixture(scope="module")
def text() -> str:
    """All prose of the notebook, on one line."""
    return text_of(NOTEBOOK.stem)


# --- the library ----------------------------------------------------------------------------------------------------


def test_head_and_loss_are_those_of_the_librarys_model_for_questions(c: dict[str, Any]) -> None:
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=30, hidden_size=12, num_hidden_layers=1, num_attention_heads=3, intermediate_size=16
    )
    model = transformers.BertForQuestionAnswering(config).eval()
    ids, first, last = torch.randint(30, (4, 9)), torch.tensor([0, 2, 5, 1]), torch.tensor([0, 4, 5, 8])
    theirs = model(input_ids=ids, start_positions=first, end_positions=last)
    head = c["SpanHead"](12)
    head.scores.load_state_dict(model.qa_outputs.state_dict())
    start, end = head(model.bert(input_ids=ids)[0], torch.ones(4, 9, dtype=torch.bool))
    torch.testing.assert_close(start, theirs.start_logits)
    torch.testing.assert_close(end, theirs.end_logits)
    torch.testing.assert_close(c["span_loss"](start, end, first, last), theirs.loss)


# --- brute force ----------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**31), T=st.integers(1, 12), longest=st.integers(1, 14))
def test_the_best_span_is_the_best_of_all(seed: int, T: int, longest: int) -> None:
    start, end = randn(2, T, seed=seed)
    i, k = solution()["best_span"](start, end, longest)
    sums = {
        (a, b): (start[a] + end[b]).item()
        for a, b in itertools.product(range(T), repeat=2)
        if a <= b < a + longest
    }
    assert sums[i, k] == max(sums.values())


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**31), n=st.integers(1, 15), ties=st.booleans())
def test_no_threshold_earns_more_than_the_fitted_one(seed: int, n: int, ties: bool) -> None:
    margins = 3 * randn(n, seed=seed)
    margins = margins.round() if ties else margins
    spoken, silent = torch.rand(2, n, generator=torch.Generator().manual_seed(seed))
    found = solution()["fit_threshold"](margins, spoken, silent)

    def points(t: float) -> float:
        return torch.where(margins > t, spoken, silent).mean().item()

    assert points(found) == pytest.approx(max(points(t) for t in np.linspace(-15, 15, 4001)), abs=1e-6)


# --- words ----------------------------------------------------------------------------------------------------------


def published(text: str) -> str:
    """The four steps as the evaluation program of SQuAD describes them: lower, punctuation, articles, spaces."""
    kept = "".join(sign for sign in text.lower() if sign not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", kept).split())


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="aAntheTHE U.S,'-x \t\n\"1é’“–", max_size=30))
def test_answers_are_normalized_as_published(text: str) -> None:
    assert solution()["normalize_answer"](text) == published(text)


def test_examples_of_the_text(c: dict[str, Any], text: str) -> None:
    assert c["normalize_answer"]("The U.S., a well-known state!") == "us wellknown state"
    assert "<code>us wellknown state</code>" in text
    assert c["normalize_answer"]("“a” dog") == "“ ” dog" and "<code>“ ” dog</code>" in text
    assert c["normalize_answer"]("l’a") == "l’" and c["normalize_answer"]("a–b") == "–b"
    assert c["exact_match"]("Eiffel Tower,", ["the Eiffel Tower"]) == 1.0
    page = " ".join(["ocean", "sunfish", *(f"w{i}" for i in range(118))])
    assert c["token_f1"](page, ["ocean sunfish"]) == pytest.approx(4 / 122)
    assert round(4 / 122, 2) == 0.03 and "4/122 = .03" in text
    assert round((1 + 2 / 120) / 2, 2) == 0.51 and "given it .51" in text
    assert c["token_f1"]("ocean sunfish family", ["the ocean sunfish"]) == pytest.approx(0.8)


def test_numbers_of_the_text(c: dict[str, Any], text: str) -> None:
    assert sum(p.numel() for p in c["SpanHead"](384).parameters()) == 770 and "770 parameters" in text
    assert round(math.log(165), 1) == 5.1 and "ln 165 = 5.1" in text
    a, b = torch.tensor([1.0, 4, 5]), torch.tensor([6.0, 2, 0])
    assert c["best_span"](a, b, 3) == (0, 0) and (int(a.argmax()), int(b.argmax())) == (2, 0)
    sums = {(i, k): int(a[i] + b[k]) for i in range(3) for k in range(i, 3)}
    said = re.findall(r"(\d+) for \((\d), (\d)\)", text)
    assert {(int(i), int(k)): int(n) for n, i, k in said} == sums


def test_the_example_of_the_table(c: dict[str, Any], text: str) -> None:
    start = torch.tensor([0.0, 1, -2, 3, -2, 6, -3, -1, 7])
    end = torch.tensor([-2.0, 0, -3, 7, -2, 5, -3, -2, 1])
    assert c["best_span"](start, end, 3) == (5, 5)
    assert (start.max() + end.max()).item() == 14 and "a pair with a sum of 14, but it runs backwards" in text


def test_n_questions_have_n_plus_one_sets(text: str) -> None:
    margins = randn(9)
    sets = {tuple((margins > t).tolist()) for t in np.linspace(-9, 9, 5000)}
    assert len(sets) == 10 and "N + 1" in text


# --- oracles --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["best_span", "best_span_or_null"])
def test_one_span_is_clearly_the_best(name: str, seed: int) -> None:
    """Where two were equal, a right answer might be refused."""
    exercise = load_exercises(LESSON)[name]
    for case in exercise.cases:
        inputs = exercise.inputs(np.random.default_rng(seed), **case)
        skip = int(name == "best_span_or_null")
        start, end = (np.float32(inputs[side][skip:]) for side in ("start", "end"))
        sums = sorted(
            start[i] + end[k]
            for i, k in itertools.product(range(len(start)), repeat=2)
            if i <= k < i + inputs["longest"]
        )
        assert len(sums) == 1 or sums[-1] - sums[-2] > 0.01


@pytest.mark.parametrize("seed", range(6))
def test_one_set_of_questions_earns_the_most(seed: int) -> None:
    exercise = load_exercises(LESSON)["fit_threshold"]
    for case in exercise.cases:
        x = exercise.inputs(np.random.default_rng(seed), **case)
        margins = np.float32(x["margins"])
        sets = {tuple(margins > t) for t in [-np.inf, *margins]}
        points = sorted(np.where(s, x["if_answered"], x["if_silent"]).mean() for s in sets)
        assert points[-1] - points[-2] > 5e-4
        assert ("ties" in case.values()) == (len(set(margins)) < len(margins))


def test_a_threshold_of_0_and_a_grid_answer_different_questions() -> None:
    exercise = load_exercises(LESSON)["fit_threshold"]
    grids = [np.linspace(*ends) for ends in ((-1, 1, 21), (0, 1, 11), (-5, 5, 101), (-10, 10, 21))]
    for seed in range(60):
        drawn = [exercise.inputs(np.random.default_rng(seed), **case) for case in exercise.cases]
        for grid in grids:
            differ = 0
            for x in drawn:
                answer = x["margins"] > grid[:, None]
                points = np.where(answer, x["if_answered"], x["if_silent"]).sum(axis=1)
                differ += (answer[points.argmax()] != (x["margins"] > 0)).any()
            assert differ, (seed, grid)


@pytest.mark.parametrize("seed", range(6))
def test_points_fall_and_rise_again(seed: int) -> None:
    """Where the search stops at the first fall it is wrong, and counting right decisions is not."""
    exercise = load_exercises(LESSON)["fit_threshold"]
    (case,) = (case for case in exercise.cases if case.get("kind") == "dip")
    x = exercise.inputs(np.random.default_rng(seed), **case)
    tries = np.array([-np.inf, *np.sort(x["margins"])])
    answer = x["margins"] > tries[:, None]
    points = np.where(answer, x["if_answered"], x["if_silent"]).sum(axis=1)
    decisions = (answer == (x["if_answered"] > x["if_silent"])).sum(axis=1)
    assert points[1] < points[0] < points.max()
    assert points[decisions == decisions.max()].min() == pytest.approx(points.max())


# --- figures --------------------------------------------------------------------------------------------------------


def test_figures_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    plt.close("all")  # what other files of tests have left open
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    plots.span_table(["a", "b", "c"], randn(3), randn(3, seed=1), 2, (0, 1))
    plots.thresholds(randn(9), torch.rand(9), (torch.rand(9) > 0.5).float(), -math.inf)
    plots.scores(["all", "some"], {"one": [0.1, 0.2], "other": [0.3, math.nan]}, baseline="one")
    for number in plt.get_fignums():
        assert plt.figure(number).get_size_inches()[0] * 110 < 900, "wider than a notebook's column"
    plt.close("all")


def test_what_is_underlined_is_escaped() -> None:
    html = plots.underlined("a <b> page\nof two lines", 2, 5, "title & more", "note").data
    assert html is not None
    assert "&lt;b&gt;</mark>" in html and "<b>" not in html and "title &amp; more" in html and "<br>" in html
    assert "<mark" not in (plots.underlined("page", 0, 0).data or "")
