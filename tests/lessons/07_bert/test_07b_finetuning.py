"""Lesson 07, sitting b: the numbers of its text, its answers against libraries, its oracles, its figures."""

from __future__ import annotations

import math
import re
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
import transformers
from hypothesis import given, settings
from hypothesis import strategies as st
from references import reference, text_of
from scipy import stats
from sklearn import metrics
from torch import Tensor

from autograder.authoring import load_exercises
from utils.topics.bert import finetuning_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "07_bert"
NOTEBOOK = LESSON / "07b_finetuning.py"
NAMES = "accuracy ClassificationHead task_loss learning_rates f1_score matthews mean_pool pearson".split()
NAMES += ["spearman", "MultipleChoiceHead"]


@lru_cache
def solution() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK.stem)


@pytest.fixture(scope="module")
def b() -> dict[str, Any]:
    return solution()


@pytest.fixture(scope="module")
def text() -> str:
    """All prose of the notebook, on one line."""
    return text_of(NOTEBOOK.stem)


def tiny(**other: Any) -> transformers.BertConfig:
    """A BERT of the library that is small enough for a test; dropout off."""
    return transformers.BertConfig(
        vocab_size=50,
        hidden_size=12,
        num_hidden_layers=2,
        num_attention_heads=3,
        intermediate_size=20,
        max_position_embeddings=16,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        initializer_range=0.5,
        **other,
    )


def batch(*shape: int) -> tuple[Tensor, Tensor]:
    """Ids of a tiny vocabulary, and a mask with some padding at the end."""
    generator = torch.Generator().manual_seed(0)
    ids, mask = torch.randint(1, 50, shape, generator=generator), torch.ones(shape, dtype=torch.long)
    mask[..., -1, -2:] = 0
    return ids, mask


# --- libraries ------------------------------------------------------------------------------------------------------

columns = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=40)


@settings(max_examples=80, deadline=None)
@given(rows=columns)
def test_metrics_of_classes_are_those_of_scikit_learn(rows: list[tuple[int, int]]) -> None:
    b = solution()
    said, true = (torch.tensor(column) for column in zip(*rows))
    assert b["accuracy"](said, true) == pytest.approx(metrics.accuracy_score(true, said))
    for positive in (0, 1):
        theirs = metrics.f1_score(true == positive, said == positive, zero_division=0.0)  # type: ignore[arg-type]
        assert b["f1_score"](said, true, positive) == pytest.approx(theirs)
    assert b["matthews"](said, true) == pytest.approx(metrics.matthews_corrcoef(true, said), abs=1e-12)


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 2**31), n=st.integers(3, 60), step=st.sampled_from([0.0, 0.5, 1.0]))
def test_correlations_are_those_of_scipy(seed: int, n: int, step: float) -> None:
    b, rng = solution(), np.random.default_rng(seed)
    x, y = (np.round(v / step) * step if step else v for v in rng.standard_normal((2, n)))
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return
    ours = torch.tensor(x), torch.tensor(y)
    assert b["pearson"](*ours) == pytest.approx(stats.pearsonr(x, y).statistic, abs=1e-9)  # type: ignore[union-attr]
    assert b["spearman"](*ours) == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-9)  # type: ignore[union-attr]


@settings(max_examples=40, deadline=None)
@given(rows=columns)
def test_matthews_is_pearson_of_zeros_and_ones(rows: list[tuple[int, int]]) -> None:
    b = solution()
    said, true = (torch.tensor(column) for column in zip(*rows))
    if len(said.unique()) == len(true.unique()) == 2:
        assert b["pearson"](said.float(), true.float()) == pytest.approx(b["matthews"](said, true), abs=1e-9)


@pytest.mark.parametrize("n_classes", [1, 2, 3])
def test_head_and_loss_are_those_of_transformers(b: dict[str, Any], n_classes: int) -> None:
    torch.manual_seed(0)
    model = transformers.BertForSequenceClassification(tiny(num_labels=n_classes)).eval()
    head = b["ClassificationHead"](12, n_classes).eval()
    head.dense.load_state_dict(model.bert.pooler.dense.state_dict())  # type: ignore[union-attr]
    head.classifier.load_state_dict(model.classifier.state_dict())
    ids, mask = batch(4, 7)
    targets = torch.randn(4) if n_classes == 1 else torch.arange(4) % n_classes
    theirs = model(input_ids=ids, attention_mask=mask, labels=targets)
    logits = head(model.bert(input_ids=ids, attention_mask=mask).last_hidden_state)
    torch.testing.assert_close(logits, theirs.logits)
    torch.testing.assert_close(b["task_loss"](logits, targets), theirs.loss)


def test_choices_are_those_of_transformers(b: dict[str, Any]) -> None:
    """The library puts its pooler between [CLS] and the vector; here it belongs to the encoder."""
    torch.manual_seed(0)
    model = transformers.BertForMultipleChoice(tiny()).eval()
    head = b["MultipleChoiceHead"](12)
    head.scorer.load_state_dict(model.classifier.state_dict())

    def encoder(ids: Tensor, mask: Tensor) -> Tensor:
        return model.bert(input_ids=ids, attention_mask=mask).pooler_output[:, None]  # (N, 1, D)

    ids, mask = batch(3, 4, 7)
    scores = head(encoder, ids, mask)
    assert scores.shape == (3, 4)
    torch.testing.assert_close(scores, model(input_ids=ids, attention_mask=mask).logits)


def test_the_bias_of_multiple_choice_never_learns(b: dict[str, Any], text: str) -> None:
    torch.manual_seed(0)
    head, (ids, mask) = b["MultipleChoiceHead"](8), batch(3, 4, 5)
    table = torch.randn(50, 8)
    scores = head(lambda ids, mask: table[ids], ids, mask)
    b["F"].cross_entropy(scores, torch.tensor([0, 1, 3])).backward()
    assert head.scorer.bias.grad.abs() < 1e-6 < head.scorer.weight.grad.abs().max()
    assert "The bias never learns either" in text


def test_rates_know_every_parameter_of_a_bert(b: dict[str, Any]) -> None:
    config = tiny()
    config.num_hidden_layers = 12
    names = [name for name, _ in transformers.BertModel(config).named_parameters()]
    rates = dict(zip(names, b["learning_rates"](names, 12, 1.0, 0.5, frozen=2), strict=True))
    assert {rate for name, rate in rates.items() if name.startswith("embeddings")} == {0.0}
    assert {rate for name, rate in rates.items() if "layer.1." in name} == {0.0}
    assert {rate for name, rate in rates.items() if "layer.11." in name} == {0.5}
    assert {rate for name, rate in rates.items() if "layer.10." in name} == {0.25}
    assert rates["pooler.dense.weight"] == 1.0


def test_padding_does_not_move_a_vector(b: dict[str, Any]) -> None:
    hidden = torch.randn(1, 5, 3)
    for left, right in [(0, 2), (3, 0), (1, 1)]:
        wide = torch.nn.functional.pad(hidden, (0, 0, left, right), value=9.0)
        mask = torch.nn.functional.pad(torch.ones(1, 5, dtype=torch.long), (left, right))
        torch.testing.assert_close(b["mean_pool"](wide, mask), hidden.mean(dim=1))


# --- numbers of the text --------------------------------------------------------------------------------------------


def test_finley(b: dict[str, Any], text: str) -> None:
    said, came = torch.zeros(2803, dtype=torch.long), torch.zeros(2803, dtype=torch.long)
    said[:100], came[:28], came[100:123] = 1, 1, 1
    never = torch.zeros_like(said)
    assert round(100 * b["accuracy"](said, came), 1) == 96.6 and "96.6 %" in text
    assert round(100 * b["accuracy"](never, came), 1) == 98.2 and "98.2 %" in text
    assert round(b["f1_score"](said, came), 3) == 0.371 and "= .371" in text
    assert b["f1_score"](never, came) == b["matthews"](never, came) == 0
    assert 28 / 100 == 0.28 and round(28 / 51, 3) == 0.549 and round(0.28 + 0.549, 3) == 0.829
    assert 28 + 72 + 23 + 2680 == 2803


def test_always_acceptable(b: dict[str, Any], text: str) -> None:
    true, said = torch.tensor([1] * 7 + [0] * 3), torch.ones(10, dtype=torch.long)
    found = [b["accuracy"](said, true), b["f1_score"](said, true), b["matthews"](said, true)]
    assert found == pytest.approx([0.7, 0.8235, 0.0], abs=1e-4) and "2 · .7/1.7 = .82" in text


def test_means_of_five_ratings(text: str) -> None:
    assert len({total / 5 for total in range(0, 5 * 5 + 1)}) == 26 and "Six, and 26" in text


def test_the_short_cut_holds_without_ties_only(b: dict[str, Any], text: str) -> None:
    def short(x: Tensor, y: Tensor) -> float:
        n, d = len(x), stats.rankdata(x) - stats.rankdata(y)
        return 1 - 6 * float((d**2).sum()) / (n * (n**2 - 1))

    x = torch.tensor([0.1, 0.7, 0.8, 0.9])
    assert short(x, x[[1, 0, 3, 2]]) == pytest.approx(b["spearman"](x, x[[1, 0, 3, 2]]))
    tied = torch.tensor([0.1, 0.7, 0.7, 0.9])
    assert stats.rankdata(tied).tolist() == [1, 2.5, 2.5, 4] and "0, 1.5, 1.5, 3" in text
    assert abs(short(tied, x[[1, 0, 3, 2]]) - b["spearman"](tied, x[[1, 0, 3, 2]])) > 1e-3


def test_sizes_and_small_numbers(b: dict[str, Any], text: str) -> None:
    head = b["ClassificationHead"](384, 2)
    size = sum(parameter.numel() for parameter in head.parameters())
    pooler = 384 * 384 + 384  # as large as the head's dense layer
    assert 22_713_216 - pooler == 22_565_376 and "22,565,376" in text
    assert size == 148_610 and "148,610" in text and size / 22_565_376 < 0.01
    assert round(1 / (1 + math.exp(-2)), 2) == 0.88
    column, target = torch.tensor([[1.0], [3.0]]), torch.tensor([1.0, 3.0])
    assert b["task_loss"](column, target) == 0 and (column - target).square().mean() == 2
    assert math.exp(1) / (math.exp(1) + math.exp(-1)) == pytest.approx(0.88, abs=1e-3), "a slip's 88 %"
    shares = b["learning_rates"](["embeddings.weight"], 12, 1.0, 0.95)
    assert 0.51 < shares[0] < 0.52


# --- oracles --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_cases_hold_what_wrong_answers_once_got_past(seed: int) -> None:
    exercises = load_exercises(LESSON)

    def draws(name: str) -> list[dict[str, Any]]:
        return [exercises[name].inputs(np.random.default_rng(seed), **case) for case in exercises[name].cases]

    tables = [(inputs["predicted"], inputs["actual"]) for inputs in draws("matthews")]
    assert any((said == true).all() and 0 < true.sum() < len(true) < 10 for said, true in tables)
    assert any((said == 1).all() and (true == 1).all() for said, true in tables)
    sides = [[(column == k).sum() for column in table for k in (0, 1)] for table in tables]
    assert any(math.prod(map(int, four)) > 2**31 for four in sides)
    lengths = [inputs["mask"].sum(-1) for inputs in draws("MultipleChoiceHead") if len(inputs["mask"]) > 1]
    assert all(length[0].max() < length[-1].max() for length in lengths)
    lists = [
        (inputs["names"], f"encoder.layer.{inputs['n_layers'] - 1}.") for inputs in draws("learning_rates")
    ]
    assert any(not any(name.startswith(top) for name in names) for names, top in lists)
    assert all("head.embeddings.weight" in names for names, _ in lists)
    whole = [
        t
        for t in (i["targets"] for i in draws("task_loss"))
        if t.dtype.kind == "f" and (t == t.round()).all()
    ]
    assert whole


@pytest.mark.parametrize("seed", range(5))
def test_cases_are_what_they_are_called(seed: int) -> None:
    exercises = load_exercises(LESSON)
    spearman = exercises["spearman"]
    for case in spearman.cases:
        inputs = spearman.inputs(np.random.default_rng(seed), **case)
        ties = [len(np.unique(inputs[key])) < len(inputs[key]) for key in "xy"]
        if case["kind"] == "ties":
            assert all(ties)
        elif case["kind"] == "tied one":
            assert ties == [False, True]
        else:
            assert not any(ties)


# --- figures --------------------------------------------------------------------------------------------------------


def test_figures_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    plt.close("all")  # what other files of tests have left open
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    generator = torch.Generator().manual_seed(0)
    plots.rates({0.9: [0.5, 0.8, 1.0], 0.5: [0.2, 0.5, 1.0]}, ["embeddings", "0", "head"])
    plots.by_labels([50, 200], {"pretrained": [0.6, 0.7], "word counts": [0.5, 0.6]})
    plots.confusion(torch.tensor([[3, 1], [0, 0]]), ["no", "yes"])
    plots.likeness(torch.eye(2), ["a sentence", "another"])
    plots.against(torch.rand(9, generator=generator), torch.rand(9, generator=generator), "x", "y")
    column = torch.rand(9, generator=generator)
    plots.graded({"cosine": column, "fine-tuned": column}, torch.arange(9) % 3, ["none", "some", "much"])
    for number in plt.get_fignums():
        assert plt.figure(number).get_size_inches()[0] * 110 < 900, "wider than a notebook's column"
    plt.close("all")


def test_the_slider_stands_over_a_complete_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    shown: list[Any] = []
    sliders, later = [], MagicMock()
    made = widgets.FloatSlider
    monkeypatch.setattr(widgets, "FloatSlider", lambda *a, **k: sliders.append(made(*a, **k)) or sliders[-1])
    monkeypatch.setattr("IPython.display.display", lambda value, **_: shown.append(value) or later)
    p, actual = torch.rand(30, generator=torch.Generator().manual_seed(0)), torch.arange(30) % 2
    plots.explore_threshold(p, actual, {"accuracy": solution()["accuracy"]}, threshold=0.5)
    control, image = shown
    assert "application/vnd.jupyter.widget-view+json" in control
    assert image.data.startswith(b"\x89PNG")
    sliders[0].value = 0.8
    ((moved,), _) = later.update.call_args
    assert moved.data.startswith(b"\x89PNG") and moved.data != image.data


def test_texts_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(plots, "display", lambda value, **_: shown.append(value.data))
    plots.verdicts([("<b>bad", 0.9, -2.0)])
    plots.choices([("<b>what", ["<b>this", "that"])], torch.tensor([1]), torch.tensor([[0.3, 0.7]]))
    plots.found("<b>who", [({"title": "<b>T", "description": "<b>d", "extract": "<b>e"}, 0.5)])
    for html in shown:
        assert "&lt;b&gt;" in html and not re.search(r"<b>(bad|what|this|who|T|d|e)", html)
    assert shown[1].count("← right") == 1
