"""The benchmark of lesson 07 judges as it says; its runs themselves are long (`python benchmarks/finetuning.py`)."""

from __future__ import annotations

import json
from statistics import mean, stdev

import pytest
import torch

from benchmarks import finetuning
from tests import tiny_bert
from utils.finetuning import Settings


@pytest.mark.parametrize(
    ("said", "answer", "expected"),
    [
        ("The Cat!", "cat", (1, 1)),
        ("", "", (1, 1)),
        ("a cat", "", (0, 0)),
        ("", "cat", (0, 0)),
        ("big cat", "cat", (0, 2 / 3)),
        ("the the cat", "dog", (0, 0)),
    ],
)
def test_points_are_squad_s(said: str, answer: str, expected: tuple[float, float]) -> None:
    assert finetuning.points(said, answer) == pytest.approx(expected)


def test_the_best_span_is_the_best_of_all_spans() -> None:
    torch.manual_seed(0)
    for _ in range(20):
        start, end = torch.randn(2, 20)
        spans = [(i, k) for i in range(1, 20) for k in range(i, min(20, i + finetuning.LONGEST))]
        best = max(spans, key=lambda span: (start[span[0]] + end[span[1]]).item())
        *found, margin = finetuning.best_span(start, end)
        assert tuple(found) == best
        assert margin == pytest.approx((start[best[0]] + end[best[1]] - start[0] - end[0]).item(), abs=1e-6)


def test_the_threshold_is_the_best_of_all() -> None:
    torch.manual_seed(0)
    for shift in (-2.0, 0.0, 2.0):  # nearly nothing, some, nearly everything is worth saying
        scores = torch.randn(50)
        gains = (scores + shift + torch.randn(50)).sign()
        found = gains[scores > finetuning.best_threshold(scores, gains)].sum()
        others = [gains[scores > t].sum() for t in [*scores.tolist(), -9.0, 9.0]]
        assert found == max(others)


def test_the_rule_underlines_the_name_of_the_line_that_is_most_alike() -> None:
    context = "A cat is an animal.\nBordeaux (city) was founded.\nIron, a metal, rusts.\nThe sea is blue."
    rows = {"context": [context] * 2, "question": ["a metal that rusts"] * 2, "answer": ["Iron", "Bordeaux"]}
    (alike, again) = finetuning.words_alike(rows, [context])
    assert alike.shape == (4,) and alike.argmax() == 2 and torch.equal(alike, again)
    parts = dict.fromkeys(("validation", "test"), rows)
    assert finetuning.ruled({part: [alike, alike] for part in parts}, parts) == (0.5, 0.5)
    other = torch.tensor([0.1, 0.9, 0.2, 0.3])
    assert finetuning.ruled({part: [alike, other] for part in parts}, parts) == (1.0, 1.0)


def small_data(task: str):
    """Rows of each task in words that the tiny encoder knows; 24 a split."""
    from datasets import Dataset, DatasetDict

    rows = []
    for i in range(24):
        good, animal = ("good", "bad")[i % 2], ("cat", "dog")[i // 2 % 2]
        if task == "sentiment":
            rows.append({"text": f"the {animal} film was {good}", "label": i % 2})
        elif task == "pairs":
            rows.append({"summary": f"a {animal} sat", "description": f"the {('cat', 'dog')[i % 2]}"})
            rows[-1]["label"] = int(animal in rows[-1]["description"])
        else:
            context = f"The {animal} is red.\nA mat is blue.\nA film was good.\nIt is a film."
            rows.append({"question": f"who is {('red', 'very')[i % 2]} ?", "context": context})
            rows[-1] |= {"answer": "", "start": -1} if i % 2 else {"answer": animal, "start": 4}
    return DatasetDict({split: Dataset.from_list(rows) for split in ("train", "validation", "test")})


@pytest.mark.parametrize("task", ["sentiment", "pairs", "spans"])
def test_each_task_runs_from_its_rows_to_its_figures(task: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loader = {"sentiment": "sentiment", "pairs": "description_pairs", "spans": "questions"}[task]
    monkeypatch.setattr(finetuning.corpora, loader, lambda: small_data(task))
    monkeypatch.setattr(finetuning.minilm, "load", lambda device: tiny_bert.encoder())
    monkeypatch.setattr(finetuning, "MAX_LENGTH", 40)
    scale = finetuning.Scale(20, 24, 1, Settings(epochs=1, batch_size=8))
    monkeypatch.setitem(finetuning.SCALES["small"], task, scale)
    found = finetuning.measure(task, "small", seeds=2)
    assert len(found["runs"]) == 2 and found["rows"] == 20 and found["test rows"] == 24
    assert 0 <= found["fine-tuned"] <= 1 and 0.5 <= found["word counts"] <= 1
    assert found["gain"] == pytest.approx(found["fine-tuned"] - found["word counts"])


def test_the_kept_figures_of_sentiment_are_those_of_three_seeds() -> None:
    """What the long run gave, with the command that gives it."""
    kept = json.loads(finetuning.FIGURES.read_text(encoding="utf-8"))["sentiment, full"]
    assert kept["command"].startswith("python benchmarks/finetuning.py sentiment --scale full --seeds 3")
    found = [run["accuracy"] for run in kept["runs"]]
    assert len(found) == 3 and kept["fine-tuned"] == pytest.approx(mean(found))
    assert kept["spread"] == pytest.approx(stdev(found)) and kept["rows"] > 8000
    assert kept["gain"] == pytest.approx(kept["fine-tuned"] - kept["word counts"]) and kept["gain"] >= 0.06
    text = (finetuning.ROOT / "source/07_bert/07b_finetuning.py").read_text(encoding="utf-8")
    mine, spread, counts = (f"{kept[name]:.3f}"[1:] for name in ("fine-tuned", "spread", "word counts"))
    assert f"{kept['rows']:,} rows and three seeds it was {mine} on average (spread {spread})" in text
    assert f"the word counts got {counts}" in text


@pytest.mark.slow
def test_sentiment_with_all_layers_and_three_seeds() -> None:
    """Half an hour on two cores."""
    found = finetuning.measure("sentiment", "full", seeds=3)
    assert found["gain"] >= 0.06 and found["spread"] < 0.02
