"""Lesson 00's letters: what a reader may type into the slider's cell."""

import matplotlib.pyplot as plt
import pytest
import torch

from utils.topics.bigrams import figures, letters


def test_a_text_becomes_places_in_the_alphabet_and_an_empty_one_stays_whole_numbers():
    assert letters.as_indices(" az").tolist() == [0, 1, 26]
    assert letters.as_indices("").dtype == torch.int64  # bincount takes no others


@pytest.mark.parametrize("found", ["", "eea"])
def test_an_ending_that_the_text_does_not_have_draws_no_bars(found, monkeypatch):
    drawn = []
    monkeypatch.setattr(plt, "close", lambda *figure: drawn.append(plt.gcf()))
    monkeypatch.setattr(plt, "show", lambda: drawn.append(plt.gcf()))
    counts = torch.bincount(letters.as_indices(found), minlength=27)
    figures.following("xq", counts, letters.SYMBOLS)
    heights = [bar.get_height() for bar in drawn[0].axes[0].patches]
    assert sum(heights) == pytest.approx(1.0 if found else 0.0)
    assert "nan" not in drawn[0].axes[0].get_title()
