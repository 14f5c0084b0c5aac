"""Lesson 13: the numbers of its text, the text that only the judge has, honest models, and text learned by heart.

What the thresholds are based on is in source/13_capstone/notes.md.
"""

from __future__ import annotations

import json
import lzma
import math
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
import torch
from capstone_judge import (
    LESSON,
    NOTEBOOK,
    answered_by,
    cell,
    exercise,
    judged,
    own,
    question,
    solution,
    trained,
    true_targets,
    windows,
    words,
)
from references import cells_of, text_of
from torch import Tensor

from autograder.checks import predictions
from autograder.checks.values import MAX_OUTCOME, pack_outcome, unpack
from autograder.grading.rebuild import released_notebook
from autograder.lesson.folder import Lesson
from autograder.lesson.workspace import Workspace
from autograder.reporting import declared_ideas
from benchmarks import capstone as capstone_runs
from utils.topics.capstone import capstone, trials

# --- the numbers of the text -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def text() -> str:
    return text_of(NOTEBOOK.stem)


def test_what_the_text_says_of_the_judge(text: str) -> None:
    case = exercise().cases[0]
    assert (
        f"after each of {case['n']:,} windows" in text
        and f"{capstone.CHARACTERS:,} characters in total" in text
        and f"the judge accepts at most {capstone.CHARACTERS:,} characters" in text
        and f"Weights may take up to {capstone.CHARACTERS - capstone.CODE:,} of these characters" in text
    )
    assert declared_ideas.NAMED_BY == 3 and "at least three students kept" in text
    assert capstone.BUDGET == 6e11 and "$6 \\cdot 10^{11}$" in text
    constants = own()
    for name in ("PLAIN", "REFERENCE"):
        assert f"| at most {constants[name]} more than the reference model" in text
    assert constants["BEYOND"] == 0 and "| fewer than the reference model | all ten |" in text
    assert capstone.VOCABULARY == 512 and capstone.CONTEXT == 64 and math.log2(512) == 9
    weights = exercise().weights
    assert weights is not None and list(weights.values()) == [2, 3, 3, 2] and exercise().points == 10


@pytest.mark.parametrize(
    "design, least, most", [("plain GPT", 5, 5), ("modern", 10, 10), ("modern, Muon, little decay", 8, 10)]
)
def test_what_recorded_designs_earn(design: str, least: float, most: float) -> None:
    """On every draw of the benchmark, for every seed: half of the points for a plain GPT, all for a tuned model."""
    recorded = json.loads(capstone_runs.RESULTS.read_text(encoding="utf-8"))["designs"][design]
    limits = [own()[name] for name in ("PLAIN", "REFERENCE", "BEYOND")]
    earned = [
        2 + sum(points for points, limit in zip((3, 3, 2), limits, strict=True) if distance <= limit)
        for draws in recorded.values()
        for distance in draws[capstone_runs.BEYOND]
    ]
    assert (min(earned), max(earned)) == (least, most)


def test_the_budget_buys_what_the_text_says() -> None:
    """A tenth of it, for the default design: about 700,000 tokens, less than half of the text."""
    steps_within, GPT, Config = (solution()[name] for name in ("steps_within", "GPT", "GPTConfig"))
    seen = steps_within(int(capstone.BUDGET / 10), GPT(Config(512, 64, 48, 4, 2)), 16, 64) * 16 * 64
    assert 6.5e5 < seen < 7.5e5 and seen < len(capstone.text().train) / 2


def test_twenty_tokens_per_parameter_ask_for_more_than_fits(text: str) -> None:
    """The numbers of the answer in section 2, and how many parameters take the characters that weights may take."""
    most, tokens = 108_000, len(capstone.text().train)
    rule = math.sqrt(capstone.BUDGET / 20)
    assert f"about {most:,} parameters fit" in text and f"N ≈ {round(rule, -3):,.0f} parameters" in text
    assert f"and {20 * rule / 1e6:.1f} million tokens" in text and rule > 1.5 * most
    assert f"can read {capstone.BUDGET / most / 1e6:.1f} million tokens" in text
    assert f"{capstone.BUDGET / most**2:.0f} for each parameter" in text
    assert round(capstone.BUDGET / most / tokens) == 3 and "through the text three times" in text
    GPT, Config = solution()["GPT"], solution()["GPTConfig"]
    for model in (trained(), GPT(Config(512, 64, 48, 4, 3)), GPT(Config(512, 64, 64, 4, 2))):
        each = len(capstone.to_text(model)) / capstone.n_parameters(model)
        assert (capstone.CHARACTERS - capstone.CODE) / each == pytest.approx(most, rel=0.03)
    answers = sum(
        len(cell(name).encode()) for name in ("submission", "saved_per_byte", "steps_within", "worth")
    )
    answers -= len((LESSON / "weights.part").read_text())
    largest = capstone.cell_of((capstone.CHARACTERS - capstone.CODE) * "x")
    assert "about 500 characters remain for a class of your own" in text
    assert capstone.CHARACTERS - answers - len(largest) == pytest.approx(500, abs=60)


def test_the_bundle_has_the_five_differences_that_the_text_names(text: str) -> None:
    """Norm, feed-forward, positions, biases and where the last matrix of a branch starts; nothing else."""
    torch.manual_seed(0)
    old, new = trials.gpt(), trials.llama()
    assert "a bundle of five" in text and "the five differences of the bundle" in text
    names = [{name for name, _ in model.named_parameters()} for model in (old, new)]
    assert any("bias" in name for name in names[0]) and not any("bias" in name for name in names[1])
    assert any("positions" in name for name in names[0]) and not any("positions" in name for name in names[1])
    last = [model.blocks[0].attention.out_proj.weight.std().item() for model in (old, new)]
    assert last == pytest.approx([0.01, 0.02], rel=0.1)
    assert old.tokens.weight.std().item() == pytest.approx(new.tokens.weight.std().item(), rel=0.05)


def test_the_reference_design_is_nowhere_in_what_students_get() -> None:
    """Neither its sizes nor its rate; the default cell has the GPT from lesson 04."""
    released = released_notebook(NOTEBOOK)
    shown = "\n".join(cell.source for cell in released.cells)
    assert "WEIGHTS" in shown and "n_kv_heads=4, d_hidden=128" not in shown and "lr=6e-3" not in shown


def test_grading_runs_no_training() -> None:
    """A default notebook's cells that count: imports, where it computes, stubs and checks."""
    cells = [cell for cell in cells_of(NOTEBOOK.stem) if cell.is_run and not cell.is_check]
    given = [cell.grade_id or cell.tags[0] for cell in cells if not cell.is_answer]
    assert given == ["imports", "parameters", "where"]
    assert not any("capstone.train(" in cell.source for cell in cells)


def test_the_solution_stays_within_what_it_may_be() -> None:
    cells = [
        solution_text
        for name in ("submission", "saved_per_byte", "steps_within", "worth")
        if (solution_text := cell(name))
    ]
    assert sum(map(len, cells)) < capstone.CHARACTERS
    assert capstone.n_parameters(trained()) == 107_856


# --- the text that only the judge has --------------------------------------------------------------------------------


def test_words_are_exchanged_for_words_that_fit() -> None:
    constants = own()
    original = "\n\n".join(constants["splits"]()["test"][:200])
    changed = constants["exchanged"](original, np.random.default_rng(0))
    pieces, numbers = constants["PIECES"], constants["frames"]()[0]
    before, after = pieces.findall(original), pieces.findall(changed)
    assert len(before) == len(after) and all(word in numbers for word in after if not word.isspace())
    pairs = [(a, b) for a, b in zip(before, after, strict=True) if a[0].isalnum()]
    assert 0.4 < sum(a != b for a, b in pairs) / len(pairs) < 0.7
    assert all(a[0].isupper() == b[0].isupper() for a, b in pairs)
    assert all(a == b for a, b in zip(before, after, strict=True) if not a[0].isalnum())


def test_no_window_tells_how_another_goes_on() -> None:
    """The token that came after a window is in no other one: not at its end, nor at its beginning."""
    rows, targets, twins = windows(), true_targets(), question()[1]["scores"].twins
    once = sorted(set(range(len(rows))) - set(twins[:, 1].tolist()))
    tails = {tuple(rows[i, -12:].tolist()): int(targets[i]) for i in once}
    told = 0
    for row in rows[once].tolist():
        for i in range(len(row) - 12):
            told += tails.get(tuple(row[i : i + 12]), -1) == row[i + 12]
    assert told <= len(once) // 200  # phrases that come again anyway


def test_the_questions_hold_no_answers() -> None:
    asked, oracle = question()
    assert unpack(asked).keys() == {"windows"}
    assert set(asked.withheld) == {"targets", "pairs"}
    assert oracle["scores"].targets.tolist() == asked.withheld["targets"].tolist()


def test_every_file_is_asked_another_text() -> None:
    first, second = ({words(row)[:40] for row in windows(seed)} for seed in (b"test", b"other"))
    assert len(first & second) < 5


def test_an_answer_fits_into_a_message() -> None:
    values = {"scores": torch.zeros(len(windows()), capstone.VOCABULARY)}
    assert len(pack_outcome({"values": values, "changed": []})) < MAX_OUTCOME


# --- honest models ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [b"test", b"one", b"two"])
def test_the_solution_earns_all_with_room(seed: bytes) -> None:
    verdict = answered_by(trained(), seed)
    assert verdict.points == verdict.max_points, verdict
    limit = question(seed)[1]["better than the reference"].at_most
    assert verdict.measured["scores"] < limit - 0.005


def test_a_bigram_model_earns_nothing() -> None:
    """It stands at the level exactly, and any other one of its kind above."""
    bigram = capstone.Bigram(capstone.text().train, strength=300)
    verdict = judged(bigram.log_probs(windows()).float())
    assert verdict.points == 0 and 2.3 < verdict.measured["scores"] < 2.9


def test_guessing_earns_nothing() -> None:
    verdict = judged(torch.zeros(len(windows()), 512))
    assert verdict.points == 0 and 4.3 < verdict.measured["scores"] < 4.6


def test_a_model_above_the_size_is_refused() -> None:
    """The limit is of text, and the judge reads it before anything runs (tests/judge/test_closed_book.py)."""
    assert exercise().most_characters == capstone.CHARACTERS and exercise().closed_book
    assert exercise().withheld == ["targets", "pairs"]


def test_the_expectation_is_what_is_recorded() -> None:
    _, oracle = question()
    assert predictions.bits_per_byte(
        capstone.last_scores(trained(), windows()), oracle["scores"]
    ) == pytest.approx(answered_by(trained()).measured["scores"], abs=1e-4)


def test_lines_of_a_text_may_begin_as_a_magic_does() -> None:
    """Weights in base 85 have any character at the start of a line; the audit once dropped such lines."""
    (notebook,) = Lesson(LESSON).notebooks
    packed = '"""\n!l-aO5N\n%x6nQ8Z\n?mElp5<\n"""'
    code = f"PACKED = {packed}\nassert len(PACKED.split()) == 3\n" + cell("steps_within")
    assert Workspace(notebook).probe("steps_within", code) is not None
    with pytest.raises(AssertionError):
        Workspace(notebook).probe("steps_within", code.replace("== 3", "== 4"))


# --- text learned by heart -------------------------------------------------------------------------------------------


class Memory:
    """Says how a text goes on that it knows by heart, and what a fallback says elsewhere."""

    def __init__(self, known: bytes, fallback: Tensor, share: dict[int, float]) -> None:
        self.known, self.fallback, self.share = known, fallback, share
        encoding = capstone.tokenizer()
        self.tokens = [encoding.decode_single_token_bytes(i) for i in range(511)]
        self.index = {token: i for i, token in enumerate(self.tokens)}

    def log_probs(self, rows: Tensor) -> Tensor:
        p = self.fallback.double().softmax(-1)
        for number, row in enumerate(rows.tolist()):
            context = b"".join(self.tokens[i] for i in row)
            length = self.longest(context)
            trust = max((self.share[least] for least in self.share if length >= least), default=0.0)
            if trust:
                place = self.known.find(context[-length:]) + length
                following = self.known[place : place + 12]
                size = max((k for k in range(1, 13) if following[:k] in self.index), default=0)
                if size:
                    p[number] *= 1 - trust
                    p[number, self.index[following[:size]]] += trust
        return p.log()

    def longest(self, context: bytes) -> int:
        low, high = 0, min(len(context), 80)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.known.find(context[-middle:]) >= 0 else (low, middle - 1)
        return low


# How far each length of a match is trusted: the best values in hindsight, found with the targets known.
TRUST = {5: 0.3, 12: 0.5, 24: 0.7, 40: 0.8}


@lru_cache
def by_heart() -> bytes:
    """As much of the articles that may be asked as the best packing gets into what may be handed in."""
    room = capstone.CHARACTERS * 9 // 10  # no text in UTF-8 holds more than 7.2 bits in a byte
    texts = "\n\n".join(own()["splits"]()["validation"] + own()["splits"]()["test"]).encode()
    low, high = 0, len(texts)
    while high - low > 1000:
        middle = (low + high) // 2
        packed = len(lzma.compress(texts[:middle], preset=9))
        low, high = (middle, high) if packed <= room else (low, middle)
    return texts[:low]


@pytest.mark.parametrize("exchange", [True, False])
def test_who_knew_which_articles_are_asked_would_need_more_room(
    exchange: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why there is a limit, why any article may be asked, and why words are exchanged: told which, memory wins."""
    asked: list[str] = []
    real = own()["exchanged"]

    def told(text: str, rng: Any) -> str:
        asked.append(text)
        return real(text, rng) if exchange else text

    monkeypatch.setitem(own(), "exchanged", told)
    inputs = exercise().packed_inputs(b"told", 0)
    rows, oracle = unpack(inputs)["windows"].long(), exercise().expected(inputs)
    memory = Memory("".join(asked).encode(), own()["bigram"]().log_probs(rows), TRUST)
    verdict = judged(memory.log_probs(rows).float(), oracle=oracle)
    assert verdict.points == 10
    assert (verdict.measured["scores"] > 1) == exchange  # it costs more than one bit a byte
    every = sum(len(text.encode()) for texts in own()["splits"]().values() for text in texts)
    assert every > 9 * len(memory.known) > 9 * len(by_heart())


def test_weights_that_memorise_do_not_reach_a_plain_gpt() -> None:
    """All that may be handed in is text learned by heart, and a whole bigram model comes for free on top."""
    known = by_heart()
    assert 300_000 < len(known) < 530_000
    fallback = own()["bigram"]().log_probs(windows())
    verdict = judged(Memory(known, fallback, TRUST).log_probs(windows()).float())
    reached = [criterion.name for criterion in verdict.criteria if criterion.passed]
    assert verdict.measured and "as good as a plain GPT" not in reached, verdict


def test_text_learned_by_heart_is_worth_less_than_the_room_it_takes() -> None:
    """A tenth of the room for memory, beside the whole model, which would have to give up that tenth."""
    known = by_heart()[: len(by_heart()) // 10]
    fallback = capstone.last_scores(trained(), windows())
    with_memory = judged(Memory(known, fallback, {24: 0.5, 40: 0.8}).log_probs(windows()).float())
    without = judged(fallback)
    assert without.measured["scores"] - with_memory.measured["scores"] < 0.02
