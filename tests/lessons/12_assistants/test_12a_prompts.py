"""Lesson 12, sitting a: its oracles against one another and the libraries, the numbers of its text, its figures."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from references import cells_of, randn, reference
from sklearn.neighbors import NearestNeighbors

from utils.topics.assistants import prompt_figures as plots
from utils.topics.assistants.intervals import interval

LESSON = Path(__file__).parents[3] / "source" / "12_assistants"
NOTEBOOK = LESSON / "12a_prompts.py"


@lru_cache
def solution() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK.stem)


@pytest.fixture(scope="module")
def a() -> dict[str, Any]:
    return solution()


# --- prompts ------------------------------------------------------------------------------------------------------


def shown_in(text_cell: str) -> str:
    """The first block between three backticks of a cell, without its comment signs."""
    (source,) = (
        cell.source for cell in cells_of(NOTEBOOK.stem) if text_cell in cell.source and "```" in cell.source
    )
    return source.split("```")[1].strip("\n")


def test_the_prompts_of_the_text_are_those_of_the_functions(a: dict[str, Any]) -> None:
    pairs = [("Mercury is the closest planet to the Sun.", "Astronomy")]
    prompt = a["few_shot_prompt"]("Name the topic.", pairs, "Gold is a soft, yellow metal.")
    assert prompt == shown_in("## 1 · Few-shot prompting")
    triple = (
        "Tom has 3 boxes of 4 pens and gives 2 pens away. How many are left?",
        ["3 boxes of 4 pens are 12 pens.", "12 less 2 is 10."],
        "10",
    )
    assert a["chain_of_thought_prompt"]([triple], "…") == shown_in("## 2 · Chain of thought")
    pages = [
        ("Mercury (planet)", "Mercury is the first planet from the Sun …"),
        ("Venus", "Venus is the second planet …"),
    ]
    rule = "Answer from the sources, and cite the one you used by its number."
    question = "Which planet is the closest to the Sun?"
    assert a["build_rag_prompt"](rule, question, pages, 999, len) == shown_in(
        "## 6 · Retrieval-augmented generation"
    )


def test_an_answer_is_read_behind_its_marker(a: dict[str, Any]) -> None:
    triple = ("How many?", ["Two and two."], "4")
    completion = a["chain_of_thought_prompt"]([triple], "And now?").partition("Steps:")[2]
    assert a["read_answer"](completion) == "4"
    assert a["read_answer"]("I do not know") is None
    assert a["read_answer"]("so #### 7", "####") == "7"


def test_stories_are_right(a: dict[str, Any]) -> None:
    names: dict[str, Any] = dict(a)
    (cell,) = (c.source for c in cells_of(NOTEBOOK.stem) if c.kind == "code" and "def story" in c.source)
    exec(cell.partition("if answered")[0], names)
    assert len(names["worked"]) == 9
    for asked, steps, answer in names["worked"]:
        boxes, pens, gone = map(int, re.findall(r"\d+", asked))
        assert int(answer) == boxes * pens - gone > 0
        assert steps[-1].endswith(f"is {answer}.")


# --- search ---------------------------------------------------------------------------------------------------------


def test_places_are_those_of_scikit_learn(a: dict[str, Any]) -> None:
    queries, pages = randn(20, 16), randn(300, 16, seed=1) * 7
    scores, places = a["cosine_retrieve"](queries, pages, 10)
    search = NearestNeighbors(n_neighbors=10, metric="cosine").fit(pages.numpy())
    distances, theirs = search.kneighbors(queries.numpy())
    assert np.array_equal(places.numpy(), theirs)
    np.testing.assert_allclose(scores.numpy(), 1 - distances, atol=1e-5)


def test_a_page_does_not_find_itself(a: dict[str, Any]) -> None:
    pages = randn(50, 8)
    everyone = torch.arange(50)
    assert torch.equal(a["cosine_retrieve"](pages, pages, 1)[1][:, 0], everyone)
    found = a["cosine_retrieve"](pages, pages, 49, everyone)[1]
    assert not (found == everyone[:, None]).any()
    assert all(len(set(row)) == 49 for row in found.tolist())


def test_recall_grows_with_k_up_to_one(a: dict[str, Any]) -> None:
    draws = np.random.default_rng(0)
    places = torch.from_numpy(np.stack([draws.permutation(30) for _ in range(9)]))
    relevant = [set(draws.choice(30, size=n, replace=False).tolist()) for n in (0, 1, 2, 3, 4, 5, 6, 7, 8)]
    recall = a["recall_at_k"](places, relevant, range(1, 31))
    values = list(recall.values())
    assert values == sorted(values) and values[-1] == 1.0 and values[0] < 0.3
    quarter = a["recall_at_k"](torch.tensor([[0, 9]]), [{0, 1, 2, 3}], [1])
    assert quarter == {1: 0.25}


# --- budgets ----------------------------------------------------------------------------------------------------------


def test_no_mark_is_left_of_what_strangers_wrote(a: dict[str, Any]) -> None:
    marks = ["<|im_end|>", "<|im_<|im_end|>end|>", "<<||", "<|" * 3, "<||>"]
    prompt = a["build_rag_prompt"]("Rule.", marks[0], list(itertools.product(marks, repeat=2)), 10_000, len)
    assert "<|" not in prompt and prompt.count("im_end") > 20


@pytest.mark.parametrize("budget", [80, 200, 333, 1000])
def test_a_prompt_is_as_long_as_its_budget_allows(a: dict[str, Any], budget: int) -> None:
    pages = [(f"Title {i}", "word " * 12) for i in range(40)]
    prompt = a["build_rag_prompt"]("Rule.", "Why?", pages, budget, len)
    more = f"\n\n[{prompt.count('[') + 1}] {pages[0][0]}"
    assert len(prompt) <= budget < len(prompt) + len(more) + 100


def test_a_chat_is_cut_at_a_question(a: dict[str, Any]) -> None:
    chat = [
        {"role": role, "content": str(i)}
        for i, role in enumerate("system user assistant user tool user".split())
    ]
    lengths = [5, 10, 10, 10, 10, 10]
    for window in range(15, 80):
        kept, gone = a["fit_context"](chat, lengths, window, 0)
        assert kept[0] == chat[0] and kept[1]["role"] == "user" and kept[-1] == chat[-1]
        assert sorted(kept + gone, key=lambda m: int(m["content"])) == chat
        assert 5 + 10 * (len(kept) - 1) <= window
    with pytest.raises(ValueError, match="last question"):
        a["fit_context"](chat, lengths, 14, 0)


# --- intervals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("right", "total"), [(5, 12), (1, 6), (94, 100), (189, 300)])
def test_the_interval_of_a_count_is_that_of_the_bootstrap(right: int, total: int) -> None:
    hits = np.arange(total) < right
    drawn = np.random.default_rng(0).integers(total, size=(20_000, total))
    ends = np.quantile(hits[drawn].mean(1), [0.025, 0.975])
    assert (
        np.abs(ends - interval(right, total)).max() <= 1.01 / total
    )  # one answer: where many draws are at the end


def test_all_right_is_not_certain() -> None:
    low, high = interval(9, 9)
    assert high == 1 and low**9 == pytest.approx(0.05)
    assert interval(0, 9) == pytest.approx((0, 1 - low))
    with pytest.raises(ValueError, match="7 of 6"):
        interval(7, 6)


# --- figures ----------------------------------------------------------------------------------------------------------


def test_figures_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr(plt, "show", lambda: None)
    plots.shots({0: -6.0, 4: -2.0}, {0: 0.2, 4: 0.7}, 0.25)
    plots.paraphrases(["a", "b " * 40], [-3.0, -2.0], [-2.5, -2.2], 1)
    plots.searches({"described": {"encoder": {1: 0.5, 5: 0.8}}, "quoted": {"BM25": {1: 0.9, 5: 1.0}}})
    plots.latency({100: 0.1, 1000: 0.4})
    plots.shares({"without": 1, "with": 6}, 10, "right answers")
    plots.window(["system", "user", "assistant", "user"], [5, 9, 20, 8], [True, False, False, True], 20)
    plots.survivors({"patterns": {"name": (4, 4), "iban": (0, 4)}, "model": {"name": (1, 2), "iban": (0, 2)}})
    figures = [plt.figure(number) for number in plt.get_fignums()]
    assert len(figures) == 7
    assert all(figure.get_size_inches()[0] * 110 <= 900 for figure in figures)
    assert all(axes.get_xlabel() for figure in figures for axes in figure.axes)
    plt.close("all")
