"""Lesson 06, fourth sitting: every number that its text quotes, its oracles against other people's, and its figures."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from references import inputs_of, reference, seeded, text_of

from autograder.authoring import load_exercises
from autograder.checks.forbidden import forbidden_uses
from utils.topics.sampling import generation_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "06_sampling"


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """The names that the notebook's reference solution defines."""
    return reference("06d_judging")


@pytest.fixture(scope="module")
def exercises() -> dict[str, Any]:
    return load_exercises(LESSON)


# --- numbers in the text ------------------------------------------------------------------------------------


def test_what_is_reckoned_by_hand(lesson: dict[str, Any]) -> None:
    assert lesson["pass_at_k"]([1], 4, 2) == 0.5 and round(1 - 0.75**2, 2) == 0.44
    assert (len("ü".encode()), len("東".encode())) == (2, 3)


def test_what_the_written_question_reckons() -> None:
    assert math.sqrt(0.62 * 0.38 / 50) == pytest.approx(0.07, abs=0.002)
    assert pytest.approx(2) == (0.66 - 0.62) * 50


def test_the_other_formula_for_pass_at_k_is_too_low(lesson: dict[str, Any]) -> None:
    n, k, share = 10, 5, 0.3
    chances = [math.comb(n, c) * share**c * (1 - share) ** (n - c) for c in range(n + 1)]
    counted = sum(chance * lesson["pass_at_k"]([c], n, k) for c, chance in enumerate(chances))
    other = sum(chance * (1 - (1 - c / n) ** k) for c, chance in enumerate(chances))
    assert counted == pytest.approx(1 - (1 - share) ** k)
    assert other < counted - 0.02


def test_more_bins_more_error(lesson: dict[str, Any]) -> None:
    """A model that is calibrated exactly, 300 predictions: the error that is measured grows with the bins."""
    rng = np.random.default_rng(0)
    found = []
    for n_bins in (5, 20, 80):
        errors = []
        for _ in range(20):
            sure = torch.tensor(rng.uniform(size=300))
            came = torch.tensor(rng.uniform(size=300)) < sure
            errors.append(lesson["expected_calibration_error"](sure, came, n_bins))
        found.append(np.mean(errors))
    assert found[0] < found[1] < found[2]


# --- oracles and other people's ---------------------------------------------------------------------------------


def test_an_interval_falls_into_no_gap(exercises: dict[str, Any]) -> None:
    """Six values, of which one lies far out: an end may fall between two lumps of means."""
    names = exercises["bootstrap_interval"].oracle.__globals__
    times, chance = names["resamples"](6)
    assert chance.sum() == pytest.approx(1) and (times.sum(1) == 6).all() and len(times) == math.comb(11, 5)
    values = np.array([0.0, 0.01, 0.02, 0.03, 0.04, 9.0])
    below = [chance[times[:, 5] <= k].sum() for k in range(3)]  # at most k of the one far out
    level = 2 * below[1] - 1  # its upper end lies where the means with one of it end
    assert not names["is_steady"](values, level, 20_000)
    for case in range(3):
        inputs = inputs_of(exercises["bootstrap_interval"], case)
        assert names["is_steady"](inputs["values"], inputs["level"], inputs["n_resamples"])


def test_pass_at_k_counts_subsets(lesson: dict[str, Any]) -> None:
    for n, k in itertools.product(range(1, 8), range(1, 8)):
        for c in range(n + 1) if k <= n else ():
            choices = list(itertools.combinations([i < c for i in range(n)], k))
            assert lesson["pass_at_k"]([c], n, k) == pytest.approx(sum(map(any, choices)) / len(choices))


def test_the_interval_is_held_well_within_chance(lesson: dict[str, Any], exercises: dict[str, Any]) -> None:
    """Forty inputs: the ends and the width deviate by less than three quarters of what is allowed."""
    exercise = exercises["bootstrap_interval"]
    shares = []
    for seed in range(40):
        inputs = inputs_of(exercise, seed % len(exercise.cases), seed)
        values = torch.as_tensor(inputs["values"]).float()
        found = lesson["bootstrap_interval"](
            values, inputs["level"], inputs["n_resamples"], seeded(inputs["seed"] % 1000)
        )
        error = values.std().item() / math.sqrt(len(values))
        for mine, want in zip(found, exercise.oracle(**inputs)["ends"], strict=True):
            shares.append(abs(10 + mine / error - want) / (0.016 * (1 + abs(want))))
        width, want = (found[1] - found[0]) / error, exercise.oracle(**inputs)["width"]["widths"][0]
        shares.append(abs(width - want) / (0.03 * (1 + want)))
    assert max(shares) < 0.75 and np.mean(shares) < 0.25


def test_what_is_forbidden(exercises: dict[str, Any]) -> None:
    for name, cell in {
        "bootstrap_interval": "from scipy import stats\nstats.bootstrap((x,), np.mean)",
    }.items():
        assert forbidden_uses(cell, exercises[name].forbid), name


# --- what the figures show ----------------------------------------------------------------------------------


def test_figures_draw() -> None:
    import matplotlib.pyplot as plt

    plt.close("all")  # those of earlier tests

    plots.interval(torch.tensor([1.0, 2.0, 4.0]), 1.5, 3.0)
    plots.pass_at([0.2, 0.4], [0.2, 0.3])
    plots.reliability(torch.tensor([0.2, 0.9, 1.0]), torch.tensor([False, True, True]), 10, 0.1)
    assert len(plt.get_fignums()) == 3
    plt.close("all")


def test_what_belongs_to_the_sitting_is_there() -> None:
    prose = text_of("06d_judging")
    assert "Written question" in prose
    assert "calibration_curve" in prose
