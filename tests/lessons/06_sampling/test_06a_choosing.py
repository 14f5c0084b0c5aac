"""Lesson 06, sitting a: the numbers of its text, its oracles against one another and the library, its figures."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import ipywidgets as widgets
import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from references import reference, text_of
from scipy import stats
from torch import Tensor
from transformers.generation import logits_process as theirs

from autograder.authoring import load_exercises
from autograder.checks import compare
from utils import own_model
from utils.plots import shaded_text
from utils.topics.sampling import choice_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "06_sampling"
NOTEBOOK = LESSON / "06a_choosing.py"
INF = math.inf
FIVE = torch.tensor([3.0, 2, 1, 0, -1])


@lru_cache
def solution() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK.stem)


@pytest.fixture(scope="module")
def a() -> dict[str, Any]:
    return solution()


@pytest.fixture(scope="module")
def text() -> str:
    """All prose of the notebook, on one line."""
    return text_of(NOTEBOOK.stem)


def kept(logits: Tensor) -> int:
    return int((logits > -INF).sum())


# --- the library --------------------------------------------------------------------------------------------------


def rows(seed: int, V: int = 40) -> tuple[Tensor, Any]:
    """Logits without ties, in float64, and ids that have occurred."""
    generator = torch.Generator().manual_seed(seed)
    logits = 3 * torch.randn(6, V, generator=generator, dtype=torch.float64)
    return logits, torch.randint(V, (6, 25), generator=generator)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**31), k=st.integers(1, 50), share=st.floats(0.01, 0.99), theta=st.floats(1.01, 3)
)
def test_every_knob_is_that_of_transformers(seed: int, k: int, share: float, theta: float) -> None:
    a = solution()
    logits, seen = rows(seed)
    least = min(k, 40)
    pairs: list[tuple[Tensor, Any]] = [
        (a["repetition_penalty"](logits, seen, theta), theirs.RepetitionPenaltyLogitsProcessor(theta)),
        (a["with_temperature"](logits, theta), theirs.TemperatureLogitsWarper(theta)),
        (a["top_k"](logits, k), theirs.TopKLogitsWarper(k)),
        (a["min_p"](logits, share), theirs.MinPLogitsWarper(share)),
        (a["top_p"](logits, share, least), theirs.TopPLogitsWarper(share, min_tokens_to_keep=least)),
    ]
    for ours, processor in pairs:
        torch.testing.assert_close(ours, processor(seen, logits))


def test_ties_are_where_top_k_differs_from_the_library(a: dict[str, Any]) -> None:
    tied, seen = torch.tensor([[2.0, 1.0, 1.0, 1.0]]), rows(0)[1][:1]
    assert kept(a["top_k"](tied, 2)) == 2
    assert kept(theirs.TopKLogitsWarper(2)(seen, tied)) == 4


def test_draws_follow_the_weights(a: dict[str, Any]) -> None:
    weights = torch.tensor([0.0, 0.2, 0.05, 0.0, 0.4])
    drawn = a["sample_multinomial"](weights, 40_000, torch.Generator().manual_seed(0)).bincount(minlength=5)
    assert drawn[0] == drawn[3] == 0
    seen = drawn[weights > 0].double().numpy()
    expected = weights[weights > 0].double().numpy()
    assert stats.chisquare(seen, expected / expected.sum() * seen.sum()).pvalue > 1e-3


def test_no_dart_flies_past_the_end(a: dict[str, Any]) -> None:
    """The largest float32 below 1, times the length of the line, is below that length: no index V comes out."""
    highest = torch.tensor(1 - 2.0**-24)
    lengths = torch.rand(200_000, generator=torch.Generator().manual_seed(1)) * 8 + 1e-3
    assert (highest * lengths < lengths).all()


# --- examples of the text ------------------------------------------------------------------------------------------


def test_darts_of_the_text(a: dict[str, Any]) -> None:
    ends = torch.tensor([0.5, 0.2, 0.3], dtype=torch.float64).cumsum(0)
    darts = torch.tensor([0.1, 0.5, 0.69], dtype=torch.float64)
    assert torch.searchsorted(ends, darts, right=True).tolist() == [0, 1, 1]


def test_temperature_as_a_power(a: dict[str, Any]) -> None:
    p = FIVE.softmax(0)
    squared = a["with_temperature"](FIVE, 0.5).softmax(0)
    torch.testing.assert_close(squared, p**2 / (p**2).sum())


def test_the_four_tokens_of_top_p(a: dict[str, Any]) -> None:
    logits = torch.tensor([0.6, 0.25, 0.1, 0.05]).log()
    assert kept(a["top_p"](logits, 0.8)) == 2
    assert kept(a["top_p"](logits, 0.5)) == 1
    assert kept(a["top_p"](logits, 0.5, 2)) == 2
    assert kept(a["top_p"](logits, 0.05)) == 1, "the lecture's small percentage is greedy"


def test_the_formula_of_the_lecture_counts_one_too_many(text: str) -> None:
    assert "f_{c_0}, f_{c_1}, \\dots, f_{c_k}" in text
    assert len(range(0, 7 + 1)) == 7 + 1


def test_orders_of_a_cut_and_a_temperature(a: dict[str, Any], text: str) -> None:
    heat = a["with_temperature"]
    for cut, first, second in [
        (lambda x: a["top_p"](x, 0.8), 2, 3),
        (lambda x: a["min_p"](x, 0.2), 2, 4),
        (lambda x: a["top_k"](x, 3), 3, 3),
    ]:
        assert kept(heat(cut(FIVE), 2)) == first
        assert kept(cut(heat(FIVE, 2))) == second
    torch.testing.assert_close(heat(a["top_k"](FIVE, 3), 2), a["top_k"](heat(FIVE, 2), 3))
    assert "Top-p keeps 2 tokens if it comes first and 3 if the temperature does; min-p keeps 2 and 4" in text


def test_the_penalty_and_a_temperature_do_not_mind_their_order(a: dict[str, Any]) -> None:
    logits, seen = rows(1)
    heat, penalise = a["with_temperature"], a["repetition_penalty"]
    torch.testing.assert_close(heat(penalise(logits, seen, 1.3), 1.7), penalise(heat(logits, 1.7), seen, 1.3))


def test_the_penalty_of_the_paper_rewards_negative_logits(a: dict[str, Any], text: str) -> None:
    assert round(-3 / 1.2, 9) == -2.5 and "−3/1.2 = −2.5" in text
    logits = torch.tensor([[-3.0, 3.0, 1.0]])
    found = a["repetition_penalty"](logits, torch.tensor([[0, 1, 0]]), 1.2)
    torch.testing.assert_close(found, torch.tensor([[-3.6, 2.5, 1.0]]))


def test_the_penalty_depends_on_what_is_added_to_all_logits(a: dict[str, Any]) -> None:
    logits, seen = rows(0)
    one = a["repetition_penalty"](logits, seen, 1.2).softmax(-1)
    other = a["repetition_penalty"](logits + 5, seen, 1.2).softmax(-1)
    assert (one - other).abs().max() > 0.01


def test_numbers_of_the_text(text: str) -> None:
    assert math.log(49_152) == pytest.approx(10.80, abs=5e-3) and "ln 49,152 = 10.80" in text
    assert -math.log(1 / 8) == pytest.approx(2.08, abs=5e-3) and "−ln(1/8) = 2.08" in text
    p = torch.tensor([0.0, math.log(2), -INF]).softmax(0)
    torch.testing.assert_close(p, torch.tensor([1 / 3, 2 / 3, 0.0]))


# --- oracles --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_no_mass_meets_its_threshold(seed: int) -> None:
    """Where a sum met the share, rounding would decide."""
    exercise = load_exercises(LESSON)["top_p"]
    for case in exercise.cases:
        inputs = exercise.inputs(np.random.default_rng(seed), **case)
        p = np.exp(inputs["logits"] - inputs["logits"].max(axis=-1, keepdims=True))
        mass = np.cumsum(-np.sort(-p / p.sum(axis=-1, keepdims=True), axis=-1), axis=-1)
        assert np.abs(mass - inputs["p"]).min() > 1e-3


@pytest.mark.parametrize("seed", range(5))
def test_only_the_case_of_ties_has_ties(seed: int) -> None:
    exercise = load_exercises(LESSON)["top_k"]
    for case in exercise.cases:
        x = -np.sort(-exercise.inputs(np.random.default_rng(seed), **case)["logits"], axis=-1)
        possible = (row[row > -INF] for row in x.reshape(-1, x.shape[-1]))
        smallest = min(-np.diff(row).max() for row in possible)
        assert (smallest == 0) == case.get("ties", False)


@pytest.mark.parametrize("seed", range(5))
def test_some_tokens_occur_twice_and_of_both_signs(seed: int) -> None:
    exercise = load_exercises(LESSON)["repetition_penalty"]
    inputs = exercise.inputs(np.random.default_rng(seed), **exercise.cases[1])
    for row, seen in zip(inputs["logits"], inputs["seen"], strict=True):
        assert len(set(seen)) < len(seen)
        assert (row[seen] > 0).any() and (row[seen] < 0).any()


def refused(
    a: dict[str, Any], seed: int, change: Callable[[Tensor], Tensor] = lambda weights: weights
) -> int:
    """How many of the six tests of draws refuse a sampler whose weights were changed."""
    exercise, found = load_exercises(LESSON)["sample_multinomial"], 0
    for case in exercise.cases:
        inputs = exercise.inputs(np.random.default_rng(seed), **case)
        want = exercise.oracle(**inputs)
        weights = torch.tensor(inputs["weights"], dtype=torch.float32)
        generator = torch.Generator().manual_seed(inputs["seed"])
        one, two = (a["sample_multinomial"](change(weights), inputs["n"], generator) for _ in range(2))
        found += not compare.follows(one, want["draws"])
        found += not compare.follows(one * len(weights) + two, want["pairs"])
    return found


@pytest.mark.slow
def test_right_draws_are_hardly_ever_refused(a: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Six tests a grading, each at one in a million; at one in a thousand they refuse as often as they should."""
    assert compare.REFUSE_DRAWS_BELOW * 6 < 1e-3
    assert not any(refused(a, seed) for seed in range(100))
    monkeypatch.setattr(compare, "REFUSE_DRAWS_BELOW", 1e-3)
    assert sum(refused(a, seed) for seed in range(100)) <= 5, "0.6 of 600 are expected"


def test_draws_of_nearly_the_right_weights_are_refused(a: dict[str, Any]) -> None:
    """Smaller than any slip: weights to the power of .7, and softmax of those that are not 0."""
    for seed in range(5):
        assert refused(a, seed, lambda weights: weights**0.7)
        assert refused(a, seed, lambda weights: weights.softmax(0) * (weights > 0))


# --- the real model -------------------------------------------------------------------------------------------------


@pytest.mark.network
@pytest.mark.slow
def test_people_surprise_the_model_more_than_greedy_does(a: dict[str, Any], text: str) -> None:
    """Over the four articles of the cell, written with `generate` of the library."""
    from utils import corpora, smollm2

    model, tokenizer = smollm2.load()
    texts = (tokenizer("\n" + text)["input_ids"] for text in corpora.wikipedia(quiet=True)["test"]["extract"])
    ids = torch.tensor([next(t for t in texts if len(t) >= 81)[:81] for _ in range(4)])
    machine = model.generate(ids[:, :41], do_sample=False, max_new_tokens=40, min_new_tokens=40)
    found = []
    for sequences in (ids, machine):
        with torch.no_grad():
            p = model(sequences).logits.log_softmax(-1)[:, 40:-1]
        found.append(-p.gather(2, sequences[:, 41:, None]).mean().item())
    assert found == pytest.approx([2.88, 0.73], abs=0.05)
    assert "2.9 nats against .7" in text


@pytest.mark.network
@pytest.mark.slow
def test_next_tokens_of_the_text(a: dict[str, Any], text: str) -> None:
    from utils import smollm2

    model, tokenizer = smollm2.load()
    fact, sun, story = (
        model(tokenizer(beginning, return_tensors="pt")["input_ids"]).logits[0, -1].detach()
        for beginning in ("The capital of France is", "The sun rises in the", "Once upon a time there was a")
    )
    sky, east = (tokenizer(word)["input_ids"][0] for word in (" sky", " east"))
    warm, hot = (a["with_temperature"](sun, T).softmax(0) for T in (1, 2))
    assert (warm[sky] / warm[east]).item() == pytest.approx(3.74, abs=0.05), "nearly four times its chance"
    assert (hot[sky] / hot[east]).item() == pytest.approx(1.93, abs=0.03), "and now twice"
    assert "falls from .11 to .015" in text
    assert round(warm[east].item(), 2) == 0.11 and round(hot[east].item(), 3) == 0.015
    one, many = kept(a["top_p"](fact, 0.75)), kept(a["top_p"](story, 0.75))
    assert one == 1 and many >= 20, "a setting that section 9 asks for"


# --- figures --------------------------------------------------------------------------------------------------------


class Letters:
    """A tokenizer of 26 letters."""

    def decode(self, ids: Any) -> str:
        return chr(97 + int(ids[0]))


def test_figures_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    plt.close("all")  # what other files of tests have left open
    contexts = {name: torch.randn(26) for name in ("one", "other")}
    p = {name: logits.softmax(0) for name, logits in contexts.items()}
    plots.next_tokens(contexts, Letters())
    plots.people_and_greedy(torch.rand(2, 9), torch.rand(2, 9))
    plots.line_of_tokens([0.5, 0.2, 0.3], [0.1, 0.5])
    plots.temperature(0.5, p["one"], p["other"], Letters())
    plots.temperature(INF, p["one"], p["other"], Letters())
    plots.cut(contexts, p, Letters(), "a cut")
    plots.running_mass(contexts, p, 0.9)
    plots.repeats({"one": [1, 2, 1], "other": [3, 4, 5]}, 2)
    plots.two_orders({"cut": (FIVE.softmax(0), FIVE.softmax(0))})
    for number in plt.get_fignums():
        assert plt.figure(number).get_size_inches()[0] * 110 < 900, "wider than a notebook's column"
    plt.close("all")


def test_the_sliders_stand_over_a_complete_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    shown: list[Any] = []
    calls: list[tuple[Any, ...]] = []

    def knobs(logits: Tensor, *values: Any) -> Tensor:
        calls.append(values)
        return logits

    sliders, later = [], MagicMock()
    made = widgets.FloatSlider
    monkeypatch.setattr(widgets, "FloatSlider", lambda *a, **k: sliders.append(made(*a, **k)) or sliders[-1])
    monkeypatch.setattr("IPython.display.display", lambda value, **_: shown.append(value) or later)
    plots.explore_knobs({"one": torch.randn(26)}, knobs, Letters(), temperature=1.2, k=5, p=0.9, least=0.1)
    controls, image = shown
    assert "application/vnd.jupyter.widget-view+json" in controls
    assert image.data.startswith(b"\x89PNG")
    assert calls == [(1.2, 5, 0.9, 0.1)]
    sliders[0].value = 2.0
    assert calls[1:] == [(2.0, 5, 0.9, 0.1)]
    ((moved,), _) = later.update.call_args
    assert moved.data.startswith(b"\x89PNG") and moved.data != image.data


def test_text_by_surprise_escapes_what_people_write() -> None:
    html = shaded_text.surprise(["<b>", " and", "\n"], [9.0, 0.1, 1.0], "title").data
    assert html is not None and "&lt;b&gt;" in html and "<b>" not in html
    assert html.count("border-bottom") == 1, "underlined where it is darkest"


def test_the_opening_table_is_what_the_model_of_the_course_writes(
    a: dict[str, Any], text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three rules, one model: the notebook's functions on the model that comes with the course."""
    monkeypatch.setenv("AUTOGRADER_OWN_MODEL", str(tmp_path))
    gpt, tokenizer, _ = own_model.load_own_model(quiet=True)

    def written(choose: Any) -> str:
        ids = tokenizer.encode_ordinary(own_model.OPENING_LINE)
        with torch.no_grad():
            for _ in range(50):
                ids.append(int(choose(gpt(torch.tensor([ids[-gpt.config.context :]]))[0, -1])))
        return " ".join(tokenizer.decode(ids).removeprefix(own_model.OPENING_LINE).split())

    def drawn(knob: Any) -> Any:
        dice = torch.Generator().manual_seed(0)
        return lambda logits: a["sample_multinomial"](knob(logits).softmax(0), 1, dice)

    rules = {
        "always the likeliest token": a["greedy"],
        "flattened probabilities (T = 2)": drawn(lambda z: a["with_temperature"](z, 2)),
        "a draw from the likely tokens (min-p of .1)": drawn(lambda z: a["min_p"](z, 0.1)),
    }
    for name, rule in rules.items():
        quoted = re.search(rf"\| {re.escape(name)} \| \*(.*?)\* \|", text)
        assert quoted and written(rule).startswith(quoted[1]), name
