"""Lesson 02: every number that its text quotes, its oracles against one another, its figures, its budget."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from references import randn, reference, text_of
from torch import Tensor, nn

from autograder.authoring import load_exercises
from autograder.checks.forbidden import forbidden_uses
from autograder.checks.scoring import Case, score
from autograder.lesson.folder import Lesson, read_cells
from autograder.lesson.workspace import Workspace, outcome_of, quiet
from utils.blocks import attention as finished
from utils.counting import elements_written
from utils.plots import masks
from utils.topics.attention import backwards, copying, random_scores
from utils.topics.attention import figures as plots

ROOT = Path(__file__).parents[3]
LESSON = ROOT / "source" / "02_attention"


@pytest.fixture(scope="module")
def scores() -> dict[str, Any]:
    return reference("02a_scores")


@pytest.fixture(scope="module")
def one() -> dict[str, Any]:
    return reference("02b_one_head")


@pytest.fixture(scope="module")
def heads() -> dict[str, Any]:
    return reference("02c_heads")


# --- numbers in the text --------------------------------------------------------------------------------------------


def test_three_tokens_by_hand() -> None:
    weights = torch.tensor([0, math.log(2), math.log(2)], dtype=torch.float64).softmax(0)
    assert weights.tolist() == pytest.approx([0.2, 0.4, 0.4])
    assert float(weights @ torch.tensor([10.0, 0, 5], dtype=torch.float64)) == pytest.approx(4)


def test_where_exp_ends_in_float32() -> None:
    assert torch.tensor(88.0).exp().isfinite() and torch.tensor(89.0).exp().isinf()
    assert torch.tensor([0.0, -103.0]).softmax(0)[1] > 0
    assert torch.tensor([0.0, -104.0]).softmax(0)[1] == 0


def test_the_published_table_of_weights(scores: dict[str, Any]) -> None:
    table, words = scores["table"], scores["words"]
    torch.testing.assert_close(table.sum(-1), torch.ones(7))
    zeros = (table == 0).nonzero().tolist()
    assert [words[row] for row, _ in zeros] == ["trains", "trains"]
    assert math.log(0.40 / 0.005) == pytest.approx(4.4, abs=0.05)
    row = table[words.index("delaying")]
    assert row.argmax() == 4 and row[0] == row[3] == 0.2  # a tie for the second place
    assert (table.diagonal() > 0).sum() == 6  # a word looks at itself too


def test_the_matrix_whose_rows_do_not_sum_to_one(scores: dict[str, Any]) -> None:
    cell = next(c.source for c in read_cells(LESSON / "02a_scores.py") if "published = " in c.source)
    names: dict[str, Any] = {"torch": torch, "plots": plots}
    exec(cell.split("plots.causal_orders")[0], names)
    assert names["published"].sum(-1).tolist() == pytest.approx([0.15, 0.21, 0.21, 0.26, 0.36], abs=1e-6)
    assert names["published"][0, 0] < 1
    # masked first, the first row is one-hot, whatever the scores; masked afterwards, it is not
    mask, x = scores["causal_mask"](7, 7), randn(7, 7)
    right = scores["scaled_dot_product_attention"](x, randn(7, 7, seed=1), torch.eye(7), mask)
    assert right[0, 0] == 1
    assert (x.softmax(-1) * mask).sum(-1)[0] < 1


def test_softmax_before_the_mask_explains_the_published_matrix_badly() -> None:
    generator = torch.Generator().manual_seed(0)
    highest = torch.tensor([0.215, 0.265, 0.365])  # what rounds to the sums of rows 3 to 5
    for deviation, low in [(1.0, (1e-4, 6e-4)), (2.0, (0.008, 0.013))]:
        sums = (deviation * torch.randn(200_000, 7, 7, generator=generator)).softmax(-1).tril().sum(-1)
        assert low[0] < float((sums[:, 2:5] <= highest).all(-1).double().mean()) < low[1]
        assert sums.mean(0).tolist() == pytest.approx([t / 7 for t in range(1, 8)], abs=2e-3)


def test_renormalising_afterwards_is_right_until_it_underflows() -> None:
    mask = torch.tensor([[True, False, True]])
    for hidden, fine in ((50.0, True), (300.0, False)):
        weights = torch.tensor([[0.0, hidden, 1.0]]).softmax(-1) * mask
        again = weights / weights.sum(-1, keepdim=True)
        assert torch.allclose(again, torch.tensor([0.0, 1.0]).softmax(0)[[0, 0, 1]] * mask, atol=1e-5) is fine


def test_variance_of_a_dot_product_is_the_width() -> None:
    q, k = randn(20_000, 64), randn(20_000, 64, seed=1)
    assert float((q * k).sum(-1).var()) == pytest.approx(64, rel=0.05)
    assert float(((q * k).sum(-1) / 8).var()) == pytest.approx(1, rel=0.05)
    assert math.sqrt(12) == pytest.approx(3.5, abs=0.05)  # √D for √d, with 12 heads


def test_a_finite_mask_inside_the_scale() -> None:
    assert -10000 / math.sqrt(64) == -1250
    large = torch.tensor([1500.0, 0.0, -500.0])
    hidden = {
        m: float((large + torch.tensor([m, 0, 0])).softmax(0)[0]) for m in (-math.inf, -10000.0, -1250.0)
    }
    assert hidden[-math.inf] == hidden[-10000.0] == 0
    assert hidden[-1250.0] > 0.99


def test_what_the_text_says_of_torch() -> None:
    q, k = randn(1, 2, 4), randn(1, 3, 4, seed=1)
    mask = torch.tensor([[True, True, False], [False, False, False]])
    assert (F.scaled_dot_product_attention(q, k, k, attn_mask=mask)[0, 1] == 0).all()
    layer = nn.MultiheadAttention(4, 1, batch_first=True)
    assert layer(q, k, k, attn_mask=~mask)[0][0, 1].isnan().all()
    assert (layer(q, k, k, attn_mask=~mask, need_weights=False)[0][0, 1] == layer.out_proj.bias).all()
    # is_causal is aligned top-left: a single new query sees the first key only
    alone = F.scaled_dot_product_attention(q[:, :1], k, k, is_causal=True)
    torch.testing.assert_close(alone[0, 0], k[0, 0])
    # a mask of numbers is added to the scores
    ones = F.scaled_dot_product_attention(q, k, k, attn_mask=mask.float())
    assert not torch.allclose(ones, F.scaled_dot_product_attention(q, k, k, attn_mask=mask))


def test_cost() -> None:
    T, D = 1024, 768
    assert 4 * T * D**2 > 2 * T**2 * D  # projections against scores and averages
    for D in (64, 768):
        assert 4 * (2 * D) * D**2 == 2 * (2 * D) ** 2 * D  # equal at T = 2 D


def test_parameters_of_attention(heads: dict[str, Any]) -> None:
    counts = {H: sum(p.numel() for p in heads["MultiHeadAttention"](48, H).parameters()) for H in (1, 3, 12)}
    assert set(counts.values()) == {9_408} == {6_912 + 144 + 2_352}


def test_clocks() -> None:
    assert 2 * math.pi == pytest.approx(6.3, abs=0.05)
    assert (
        round(2 * math.pi * 10000 ** (6 / 8)) == 6283 and round(2 * math.pi * 10000 ** (510 / 512)) == 60_611
    )


def test_best_guess_without_positions() -> None:
    rows = torch.randint(12, (100_000, 8), generator=torch.Generator().manual_seed(0))
    share = F.one_hot(rows, 12).sum(1).amax(1).float().mean() / 8
    assert float(share) == pytest.approx(0.28, abs=0.005)


def test_causal_attention_is_not_equivariant(heads: dict[str, Any]) -> None:
    torch.manual_seed(0)
    layer, x = heads["MultiHeadAttention"](12, 3), randn(1, 6, 12)
    order = torch.tensor([1, 3, 5, 0, 2, 4])
    torch.testing.assert_close(layer(x[:, order]), layer(x)[:, order])
    causal = finished.causal_mask(6)
    assert not torch.allclose(layer(x[:, order], causal), layer(x, causal)[:, order], atol=1e-3)


@pytest.mark.network
def test_what_the_text_says_of_the_encoders_heads() -> None:
    from utils import minilm

    encoder = minilm.load()
    sentence = "The girl lost her keys because she ran too fast."
    attention, tokens = encoder.attention(sentence)
    assert attention[0, 2].diagonal(-1).mean() > 0.95  # the token before
    assert attention[1, 8].diagonal(1).mean() > 0.5  # the token after
    assert attention[3, 11][:, tokens.index(".")].mean() > 0.3  # the full stop
    assert attention[2, 4, tokens.index("she"), tokens.index("girl")] > 0.5  # a pronoun and its noun
    part = encoder.head(sentence, 2, 4)
    q, k, v = (
        F.linear(part.x, part.weights[f"{n}_proj.weight"], part.weights[f"{n}_proj.bias"]) for n in "qkv"
    )
    torch.testing.assert_close(F.scaled_dot_product_attention(q, k, v), part.output, atol=1e-5, rtol=1e-4)
    with pytest.raises(IndexError, match="There is no head 12"):
        encoder.head(sentence, 0, 12)


# --- answers and oracles --------------------------------------------------------------------------------------------


def test_the_answers_are_the_finished_parts(
    scores: dict[str, Any], one: dict[str, Any], heads: dict[str, Any]
) -> None:
    for T, S in ((5, 5), (1, 4), (3, 7)):
        assert torch.equal(scores["causal_mask"](T, S), finished.causal_mask(T, S))
    lengths = torch.tensor([3, 0, 5])
    assert torch.equal(scores["padding_mask"](lengths, 5), finished.padding_mask(lengths, 5))
    assert torch.equal(one["local_mask"](7, 2), finished.local_mask(7, 2))
    torch.testing.assert_close(
        heads["sinusoidal_positions"](40, 7), finished.sinusoidal_positions(40, 7), atol=1e-5, rtol=0
    )
    x = randn(2, 5, 12)
    torch.testing.assert_close(heads["split_heads"](x, 3), finished.split_heads(x, 3))
    mine, theirs = heads["MultiHeadAttention"](12, 3), finished.MultiHeadAttention(12, 3)
    qkv = [getattr(mine, f"{n}_proj") for n in "qkv"]
    theirs.qkv_proj.weight.data = torch.cat([p.weight for p in qkv]).detach()
    theirs.qkv_proj.bias.data = torch.cat([p.bias for p in qkv]).detach()
    theirs.out_proj.load_state_dict(mine.out_proj.state_dict())
    torch.testing.assert_close(mine(x, finished.causal_mask(5)), theirs(x, is_causal=True))


@pytest.mark.parametrize("name", ["MultiHeadAttention", "CrossAttention"])
def test_the_oracle_of_heads_agrees_with_plain_formulas(name: str) -> None:
    exercise = load_exercises(LESSON)[name]
    case = exercise.cases[0]
    given = exercise.inputs(np.random.default_rng(0), **case)
    found = exercise.oracle(**given)
    w, H = given["weights"], given["n_heads"]
    memory = given.get("memory", given["x"])
    outputs = np.zeros_like(given["x"])
    for b in range(len(outputs)):
        q, k, v = (
            source[b] @ w[f"{n}_proj.weight"].T + w[f"{n}_proj.bias"]
            for n, source in (("q", given["x"]), ("k", memory), ("v", memory))
        )
        d = q.shape[-1] // H
        mask = np.broadcast_to(given["mask"], (len(outputs), len(q), len(k)))[b]
        context = []
        for h in range(H):
            own = slice(h * d, (h + 1) * d)
            e = np.exp(q[:, own] @ k[:, own].T / np.sqrt(d)) * mask
            context.append(e / e.sum(-1, keepdims=True) @ v[:, own])
        outputs[b] = np.concatenate(context, -1) @ w["out_proj.weight"].T + w["out_proj.bias"]
    np.testing.assert_allclose(found["output"], outputs, atol=1e-10)


def test_the_shift_matrix_moves_the_table_and_adds_up(heads: dict[str, Any]) -> None:
    table, M = heads["sinusoidal_positions"](40, 16), heads["shift_matrix"]
    torch.testing.assert_close(table[:-3] @ M(3, 16).T, table[3:], atol=1e-4, rtol=0)
    torch.testing.assert_close(M(5, 16) @ M(3, 16), M(8, 16), atol=1e-5, rtol=0)
    torch.testing.assert_close(M(-3, 16), M(3, 16).T)
    products = table @ table.T
    torch.testing.assert_close(products[:-1, :-1], products[1:, 1:], atol=1e-4, rtol=0)  # the distance only


def test_work_is_counted(scores: dict[str, Any], one: dict[str, Any]) -> None:
    def full(q: Tensor, k: Tensor, v: Tensor, radius: int) -> Tensor:
        return scores["scaled_dot_product_attention"](q, k, v, one["local_mask"](q.shape[1], radius))

    def growth(function: Any) -> float:
        work = [elements_written(function, *[torch.ones(1, T, 2)] * 3, 2) for T in (64, 128)]
        return work[1] / work[0]

    assert growth(one["banded_attention"]) == pytest.approx(2, abs=0.1)
    assert growth(full) > 3.5
    assert elements_written(lambda x: x.transpose(0, 1), torch.ones(3, 4)) == 0
    assert elements_written(lambda x: x + 1, torch.ones(3, 4)) == 12


def test_no_exercise_can_import_its_own_answer() -> None:
    for name, exercise in load_exercises(LESSON).items():
        cell = f"from utils.blocks.attention import anything as {name}"
        assert name == "softmax" or forbidden_uses(cell, exercise.forbid), name
    exercises = load_exercises(LESSON)
    for name, line in [
        ("softmax", "torch.softmax(x, dim)"),
        ("softmax", "x.softmax(dim)"),
        ("softmax", "nn.Softmax(dim)(x)"),
        ("scaled_dot_product_attention", "F.scaled_dot_product_attention(q, k, v)"),
        ("banded_attention", "F.scaled_dot_product_attention(q, k, v)"),
        ("MultiHeadAttention", "nn.MultiheadAttention(8, 2)"),
        ("CrossAttention", "nn.MultiheadAttention(8, 2)"),
    ]:
        assert forbidden_uses(f"y = {line}", exercises[name].forbid), line


def test_cases_hold_the_awkward_ones() -> None:
    """A fully masked row, scores near 300, one token, T ≠ S: they are in the cases, whatever the seed."""
    exercise = load_exercises(LESSON)["scaled_dot_product_attention"]
    cases = [exercise.inputs(np.random.default_rng(1), **case) for case in exercise.cases]
    masks = [case["mask"] for case in cases if case["mask"] is not None]
    assert all(
        mask.any(-1).all() for mask in masks
    )  # output and gradients are judged on queries that see a key
    assert all((~case["blind"].any(-1)).any() for case in cases)
    largest = [abs(c["q"] @ c["k"].swapaxes(-1, -2)).max() / math.sqrt(c["q"].shape[-1]) for c in cases]
    assert any(290 < size < 310 for size in largest)
    assert any(c["q"].shape[-2] == 1 for c in cases)
    assert any(c["q"].shape[-2] != c["k"].shape[-2] for c in cases)
    lengths = load_exercises(LESSON)["padding_mask"].cases
    assert any((0, 0) in case["lengths"] for case in lengths)


# --- budget ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", [0, 1, 2])
def test_all_checks_of_a_notebook_take_less_than_ten_seconds(index: int) -> None:
    lesson = Lesson(LESSON)
    notebook = lesson.notebooks[index]
    workspace = Workspace(notebook)
    with quiet():
        started = time.process_time()
        for name in notebook.exercises:
            exercise, probe = lesson.exercises[name], workspace.probe(name)
            for case in range(len(exercise.cases)):
                assert "values" in outcome_of(probe, exercise.packed_inputs(b"test", case)), name
        assert time.process_time() - started < 10


def test_recorded_cases_are_small() -> None:
    found = sorted((ROOT / "course" / "02_attention").glob("*.checks"))
    assert [path.stem for path in found] == ["02a_scores", "02b_one_head", "02c_heads"]
    assert all(path.stat().st_size < 500_000 for path in found)


# --- figures --------------------------------------------------------------------------------------------------------


def test_figures_draw(scores: dict[str, Any], heads: dict[str, Any]) -> None:
    import matplotlib.pyplot as plt

    plt.close("all")
    plots.average_of_the_past(3)
    plots.sharpness([0, 1], {"a play": [0.1, 0.4]})
    plots.softmax_overflow([0, 300])
    plots.weight_table(scores["table"], scores["words"], "are")
    plots.product_shapes(2, 3, 2)
    measured = random_scores.measure([1, 4], queries=50)
    assert len(measured.variance) == len(measured.entropy[random_scores.RAW]) == 2
    plots.score_variance(measured)
    plots.score_surfaces()
    masks.side_by_side({"one": torch.eye(3).bool()})
    plots.attention_steps(scores["scaled_dot_product_attention"], scores["causal_mask"](4, 4))
    plots.causal_orders(torch.eye(3))
    plots.symmetric_scores()
    plots.band(5, 1)
    plots.head_of_tokens(4, 6, 2)
    plots.permutation(heads["MultiHeadAttention"](12, 3))
    plots.clock_hands([0, 1], 4)
    plots.positions(heads["sinusoidal_positions"](8, 4), randn(9, 4))
    plots.turning(2, 4)
    plots.two_heads(torch.rand(2, 3, 3), torch.rand(2, 3, 3))
    plots.one_head(torch.rand(3, 3), ["a", "b", "c"], "head", "b")
    plots.all_heads(torch.rand(2, 3, 4, 4))
    assert len(plt.get_fignums()) == 20
    plt.close("all")


def test_the_cost_figure_measures_all_four(one: dict[str, Any]) -> None:
    import matplotlib.pyplot as plt

    growth = plots.cost_by_length(
        plots.plain_attention, one["banded_attention"], D=8, longest=512, device="cpu"
    )
    assert set(growth) == {"attention", "restricted", "convolution", "recurrence"}
    assert all(ratio > 0 for ratio in growth.values())
    q, k, v = randn(3, 1, 6, 4)
    torch.testing.assert_close(plots.plain_attention(q, k, v), F.scaled_dot_product_attention(q, k, v))
    plt.close("all")


def test_an_answer_that_fails_only_where_a_query_sees_no_key_keeps_four_of_five_points() -> None:
    lesson = Lesson(LESSON)
    exercise, notebook = lesson.exercises["scaled_dot_product_attention"], lesson.notebooks[0]
    cell = notebook.cell("scaled_dot_product_attention").source
    nan = cell.replace("        weights = weights.masked_fill(~mask, 0.0)", "        pass")
    assert nan != cell
    assert points(exercise, Workspace(notebook), "scaled_dot_product_attention", nan) == pytest.approx(0.8)
    assert points(exercise, Workspace(notebook), "scaled_dot_product_attention", cell) == 1


def points(exercise: Any, workspace: Workspace, name: str, cell: str) -> float:
    """The share of an exercise's points that a cell earns over all cases."""
    with quiet():
        probe = workspace.probe(name, cell)
        inputs = [exercise.packed_inputs(b"test", i) for i in range(len(exercise.cases))]
        cases = [Case(exercise.expected(each), lambda: []) for each in inputs]
        verdict = score(
            exercise.rubric(list(cases[0].oracle)), cases, [outcome_of(probe, each) for each in inputs], []
        )
    return verdict.points / verdict.max_points


def test_queries_find_what_followed_the_same_characters() -> None:
    reading = copying.read("abcabcab", tested=2)
    assert reading.keys.shape == (7, copying.RECENT * 3) and reading.values.shape == (7, 3)
    assert copying.FADE == 0.64  # what a match counts in the text, one character earlier
    assert [reading.alphabet[i] for i in reading.targets] == ["a", "b"]
    mask = finished.causal_mask(2, 7)
    guesses = F.scaled_dot_product_attention(
        20 * reading.queries, reading.keys, reading.values, attn_mask=mask
    )
    assert guesses.argmax(-1).tolist() == reading.targets.tolist()
    uniform = F.scaled_dot_product_attention(
        0 * reading.queries, reading.keys, reading.values, attn_mask=mask
    )
    torch.testing.assert_close(uniform[1], torch.tensor([3, 2, 2]) / 7)  # a, b, c in "abcabca"


def test_a_copying_model_continues_a_text_that_repeats() -> None:
    assert copying.write(F.scaled_dot_product_attention, "abc" * 9, sharpness=40, length=7) == "abcabca"


@pytest.mark.network
def test_the_opening_page_is_what_the_function_writes(scores: dict[str, Any]) -> None:
    written = copying.write(
        scores["scaled_dot_product_attention"], copying.play("Macbeth", 6000), 12, length=150
    )
    opening = " ".join(read_cells(LESSON / "02a_scores.py")[0].source.split())
    shown = written[written.index("THIRD WITCH") :]
    assert " ".join(shown.split()) in opening


def test_reading_backwards_takes_positions(heads: dict[str, Any]) -> None:
    layers = heads["CrossAttention"], heads["LearnedPositions"]
    share, weights = backwards.train(*layers, with_positions=False, steps=2, seed=0)
    assert 0 <= share <= 1 and weights.shape == (2, 8, 8)
    torch.testing.assert_close(weights[:, 0], weights[:, 5])  # all queries are the same


def test_the_find_the_error_moments_are_there() -> None:
    assert text_of("02a_scores").count("Find the error") == 4
    assert text_of("02c_heads").count("Find the error") == 2


def test_the_slowest_hand_of_the_picture() -> None:
    assert 2 * math.pi / 10000 ** (-6 / 8) == pytest.approx(6283, abs=1)
    assert "The slowest takes 6,283 tokens in the figure" in text_of("02c_heads")
