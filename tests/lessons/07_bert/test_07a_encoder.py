"""Lesson 07, sitting a: its oracles against the library, the numbers of its text, its figures."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from references import cells_of, reference, text_of
from scipy import stats

from autograder.authoring import load_exercises
from autograder.checks.scoring import Case, score
from autograder.lesson.folder import Lesson
from autograder.lesson.workspace import Workspace, outcome_of, quiet
from utils.topics.bert import encoder_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "07_bert"
NOTEBOOK = LESSON / "07a_encoder.py"


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


# --- the tokenizer and the input ------------------------------------------------------------------------------------

TRICKY = [
    "Crème brûlée, naïve café; ÅNGSTRÖM İstanbul ΟΔΥΣΣΕΥΣ",
    "水は低きに流れる 한국어 तुम कैसे हो",
    "a\u00a0b\u2009c\u200bd\tno\x07bell \ufffd done\n$5.00 <b>x^2</b> `code` ~ ± № €10 — “quoted” ’tis",
    "x" * 100 + " " + "y" * 101 + " 🙂🙂 re-entrant U.S.A. ½ ﬁne ℃",
    "",
]


@pytest.mark.network
def test_tricky_texts_are_cut_as_the_library_cuts_them(a: dict[str, Any]) -> None:
    from utils import minilm

    tokenizer = minilm.load().tokenizer
    vocab = tokenizer.get_vocab()
    for line in TRICKY:
        ours = [piece for word in a["words_of"](line) for piece in a["wordpiece"](word, vocab)]
        assert ours == tokenizer.tokenize(line)


@pytest.mark.network
@pytest.mark.slow
@pytest.mark.parametrize("corpus", ["wikipedia", "sentiment", "shakespeare", "verses"])
def test_every_record_is_cut_as_the_library_cuts_it(a: dict[str, Any], corpus: str) -> None:
    from utils import corpora, minilm

    tokenizer = minilm.load().tokenizer
    vocab = tokenizer.get_vocab()
    cut = lru_cache(maxsize=None)(lambda word: a["wordpiece"](word, vocab))
    data = getattr(corpora, corpus)(quiet=True)
    column = "extract" if corpus == "wikipedia" else "text"
    for split in data.values():
        for line in split[column]:
            ours = [piece for word in a["words_of"](line) for piece in cut(word)]
            assert ours == tokenizer.tokenize(line), line


def test_the_words_of_the_text_by_hand(a: dict[str, Any]) -> None:
    vocab = dict.fromkeys(["ab", "a", "##bc", "##d"], 0)
    found = [a["wordpiece"](word, vocab) for word in ("abbc", "abd", "abc")]
    assert found == [["ab", "##bc"], ["ab", "##d"], ["[UNK]"]]


@pytest.mark.network
def test_pieces_that_the_text_names(text: str) -> None:
    from utils import minilm

    vocab = minilm.load().tokenizer.get_vocab()
    assert "flightless" not in vocab and {"flight", "##less"} <= set(vocab)
    assert [vocab[t] for t in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")] == [0, 100, 101, 102, 103]


@pytest.mark.network
def test_pairs_are_those_of_the_library(a: dict[str, Any]) -> None:
    """Also where both are too long: the library gives an odd place to the other text, so the room is even here."""
    from utils import minilm

    tokenizer = minilm.load().tokenizer
    one, other = "the man went to the store and the bank", "he bought a gallon of milk"
    ids = [tokenizer(t, add_special_tokens=False)["input_ids"] for t in (one, other)]
    for length in (24, 15, 13, 9):
        theirs = tokenizer(one, other, padding="max_length", truncation="longest_first", max_length=length)
        ours = a["encode_pair"](*ids, length)
        assert list(ours) == [theirs[n] for n in ("input_ids", "token_type_ids", "attention_mask")]
    theirs = tokenizer(one, padding="max_length", truncation=True, max_length=6)["input_ids"]
    assert a["encode_pair"](ids[0], None, 6)[0] == theirs


def test_the_worked_out_lengths_are_those_of_popping() -> None:
    """The oracle's closed form against the rule, one token at a time."""
    oracle = load_exercises(LESSON)["encode_pair"].oracle
    for n_a in range(9):
        for n_b in range(9):
            for length in (5, 8, 9, 12):
                left, right = n_a, n_b
                while left + right > length - 3:
                    left, right = (left - 1, right) if left > right else (left, right - 1)
                ids = oracle([7] * n_a, [9] * n_b, length)["ids"]
                assert (ids.count(7), ids.count(9)) == (left, right)


# --- the encoder ----------------------------------------------------------------------------------------------------


@pytest.mark.network
@pytest.mark.parametrize("side", ["right", "left"])
def test_real_weights_give_the_features_of_the_library(a: dict[str, Any], side: str) -> None:
    from utils import minilm

    library = minilm.load()
    encoder = a["BertEncoder"](30_522, 512, 384, 12, 6, 1536).eval()
    encoder.load_state_dict(a["weights_from"](library.model))
    texts = ["Who?", "The man went to the store.", " ".join(["penguins are flightless birds"] * 30)]
    before = library.tokenizer.padding_side
    library.tokenizer.padding_side = side
    try:
        rows = library.tokenizer(texts, padding=True, return_tensors="pt")
    finally:
        library.tokenizer.padding_side = before
    with torch.no_grad():
        theirs = library.model(**rows).last_hidden_state
        ours = encoder(rows["input_ids"], rows["token_type_ids"], rows["attention_mask"])
    real = rows["attention_mask"] == 1
    torch.testing.assert_close(ours[real], theirs[real], atol=1e-5, rtol=0)


@pytest.mark.parametrize(("D", "H", "L", "published"), [(384, 12, 6, 22_713_216), (768, 12, 12, 109_482_240)])
def test_parameters(a: dict[str, Any], D: int, H: int, L: int, published: int) -> None:
    from transformers import BertConfig, BertModel

    config = BertConfig(hidden_size=D, num_attention_heads=H, num_hidden_layers=L, intermediate_size=4 * D)
    with torch.device("meta"):
        ours = a["BertEncoder"](30_522, 512, D, H, L, 4 * D)
        theirs = BertModel(config)
    pooler = D * D + D
    assert sum(p.numel() for p in ours.parameters()) + pooler == published
    assert sum(p.numel() for p in theirs.parameters()) == published


# --- pretraining ----------------------------------------------------------------------------------------------------


def test_shares_of_masking_over_many_draws(a: dict[str, Any]) -> None:
    """15 %, and 80, 10 and 10 % of them, each within five standard deviations, over two million tokens."""
    V, n = 1000, 2_000_000
    ids = torch.full((n // 100, 100), 500)
    special = torch.zeros_like(ids, dtype=torch.bool)
    special[:, ::10] = True
    inputs, labels = a["mask_tokens"](ids, special, V, torch.Generator().manual_seed(0), mask_id=7)
    chosen = labels != -100
    assert not chosen[special].any() and (inputs[~chosen] == 500).all() and (labels[chosen] == 500).all()
    shares = [(inputs[chosen] == 7), (inputs[chosen] == 500), (inputs[chosen] != 7) & (inputs[chosen] != 500)]
    expected = [0.8 + 0.1 / V, 0.1 + 0.1 / V, 0.1 * (1 - 2 / V)]
    for count, total, p in [
        (chosen.sum(), n * 0.9, 0.15),
        *((s.sum(), chosen.sum(), p) for s, p in zip(shares, expected)),
    ]:
        sd = math.sqrt(p * (1 - p) / float(total))
        assert abs(float(count) / float(total) - p) < 5 * sd
    words = inputs[chosen][shares[2]].bincount(minlength=V)[[i for i in range(V) if i not in (7, 500)]]
    assert stats.chisquare(words.numpy()).pvalue > 1e-4


def test_half_of_the_pairs_are_neighbours(a: dict[str, Any]) -> None:
    documents = [[f"{d}.{s}" for s in range(2 + d % 5)] for d in range(4000)]
    examples = a["next_sentence_pairs"](documents, torch.Generator().manual_seed(0))
    assert len(examples) == sum(len(d) - 1 for d in documents)
    n = sum(e[2] for e in examples)
    assert abs(n / len(examples) - 0.5) < 5 * math.sqrt(0.25 / len(examples))
    for first, second, is_next in examples:
        assert (first.split(".")[0] == second.split(".")[0]) == is_next


def test_the_loss_is_that_of_torch(a: dict[str, Any]) -> None:
    logits = torch.randn(4, 6, 11, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    labels = torch.arange(24).reshape(4, 6) % 11
    labels[:, ::2] = -100
    theirs = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=-100)
    torch.testing.assert_close(a["mlm_loss"](logits, labels), theirs)
    assert F.cross_entropy(logits[0], torch.full((6,), -100)).isnan(), (
        "torch gives nan where nothing is asked"
    )


def test_the_schedule_is_that_of_the_library_one_step_on_while_it_rises(a: dict[str, Any]) -> None:
    """transformers begins at 0 and reaches the full rate at step w; both fall alike."""
    from transformers import get_linear_schedule_with_warmup

    adam = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=2.0)
    schedule = get_linear_schedule_with_warmup(adam, 4, 20)
    theirs = []
    for _ in range(22):
        theirs.append(schedule.get_last_lr()[0])
        adam.step()
        schedule.step()
    ours = [a["warmup_linear"](step, 20, 4, 2.0) for step in range(22)]
    assert ours[4:] == pytest.approx(theirs[4:]) and ours[:4] == pytest.approx(theirs[1:5])


@pytest.mark.parametrize("seed", range(5))
def test_cases_hold_what_wrong_answers_once_got_past(a: dict[str, Any], seed: int) -> None:
    """Ids of 0, two strangers: each needs a draw that shows it."""
    exercises = load_exercises(LESSON)

    def draws(name: str) -> list[dict[str, Any]]:
        return [exercises[name].inputs(np.random.default_rng(seed), **case) for case in exercises[name].cases]

    for given in draws("wordpiece"):
        assert next(piece for piece, i in given["vocab"].items() if i == 0) != "[UNK]"
    used = [
        piece
        for given in draws("wordpiece")
        for word in given["words"]
        for piece in a["wordpiece"](word, given["vocab"], given["longest"] or 100)
        if given["vocab"][piece] == 0
    ]
    assert used, "the piece with id 0 is needed"
    assert all((given["ids"] == 0).any() for given in draws("BertEmbeddings"))
    for given in draws("BertEncoder"):
        real = np.ones_like(given["ids"]) if given["mask"] is None else given["mask"]
        assert ((given["ids"] == 0) & (real == 1)).any(), "an id of 0 that is no padding"
    for given in draws("next_sentence_pairs"):
        assert max(map(len, given["documents"])) > 2, "two pairs in a row of one document"


@lru_cache
def lesson_and_cells() -> tuple[Lesson, Workspace]:
    lesson = Lesson(LESSON)
    (notebook,) = [n for n in lesson.notebooks if Path(n.path).stem == NOTEBOOK.stem]
    with quiet():
        return lesson, Workspace(notebook)


CHOSEN, NONE = "return inputs, ids.masked_fill(~chosen, -100)", "if not chosen.any():\n        return"
ALMOST = [  # right numbers and a broken promise: a piece of the solution, what stands in its place, points
    ("mask_tokens", CHOSEN, CHOSEN + ".int()", 4.12),
    ("mask_tokens", "return inputs, ids", "return inputs.int(), ids", 3.82),
    ("mlm_loss", "log_p = logits", NONE + " logits.new_zeros(())\n    log_p = logits", 1.33),
    ("BertEmbeddings", "self.dropout(self.norm(x))", "F.dropout(self.norm(x), 0.1, self.training)", 2.5),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "points"), ALMOST)
def test_types_gradients_and_rates_are_judged(name: str, old: str, new: str, points: float) -> None:
    lesson, cells = lesson_and_cells()
    exercise, cell = lesson.exercises[name], cells.notebook.cell(name).source
    assert cell.count(old) == 1
    with quiet():
        probe = cells.probe(name, cell.replace(old, new))
        inputs = [exercise.packed_inputs(b"test", i) for i in range(len(exercise.cases))]
        cases = [Case(exercise.expected(each), list) for each in inputs]
        verdict = score(
            exercise.rubric(list(cases[0].oracle)), cases, [outcome_of(probe, each) for each in inputs], []
        )
    assert verdict.points == pytest.approx(points, abs=0.01)


# --- numbers and form of the text -----------------------------------------------------------------------------------


def test_numbers_of_the_text(text: str) -> None:
    assert round(math.log(30_522), 1) == 10.3 and "that is 10.3" in text
    assert round(1000 * 0.15 * 0.1, 9) == 15 and "= 15" in text
    steps, words = 1e6, 3.3e9
    assert round(steps * 256 * 512 / words, 1) == 39.7
    assert round(steps * 256 * (0.9 * 128 + 0.1 * 512) / words, 1) == 12.9 and "Not 40 but 12.9" in text
    assert round(math.log(4000), 2) == 8.29 and 800 * 32 == 25_600 and 256 * 1_000_000 == 256e6
    assert round(math.sqrt(0.25 / 1024), 3) == 0.016 and "(800, 32, 1e-3)" in NOTEBOOK.read_text(
        encoding="utf-8"
    )
    x = list(range(6))
    assert x[: 3 - 1] == [0, 1], "the lecture's slice loses x₂"


def test_an_encoder_of_two_attentions_leaks_from_the_second_layer_on() -> None:
    """The four ways of section 5, as its cells build them."""
    names: dict[str, Any] = dict(solution())
    cells = [c.source for c in cells_of(NOTEBOOK.stem)]
    names["plots"] = MagicMock()
    for first in ("torch.manual_seed(0)\nT, D = 8, 16", "ways = {"):
        exec(next(source for source in cells if source.startswith(first)), names)
    diagonals = {name[0]: sizes.diagonal() for name, sizes in names["depends"].items()}
    assert (diagonals["2"] == 0).all() and (diagonals["4"] == 0).all()
    assert (diagonals["1"][1:] > 0).all() and (diagonals["3"] > 0).all()
    off = ~torch.eye(8, dtype=torch.bool)
    assert all((sizes[off] > 0).all() for name, sizes in names["depends"].items() if name[0] in "124")


# --- figures --------------------------------------------------------------------------------------------------------


def test_figures_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    plt.close("all")  # what other files of tests have left open
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    plots.places(torch.eye(12), place=5)
    plots.depends({"one": torch.rand(4, 4), "two": torch.rand(4, 4)})
    plots.schedule([0.1, 0.2, 0.1, 0.0])
    losses = list(np.linspace(8, 6, 30))
    plots.pretraining({"mlm": losses, "nsp": losses}, {"mlm": {"ln V": 8.3}, "nsp": {"ln 2": 0.69}})
    plots.gaps({f"{which} [MASK]": {"cat": 0.7, "dog": 0.3} for which in ("a", "the", "no")})
    for number in plt.get_fignums():
        assert plt.figure(number).get_size_inches()[0] * 110 < 900, "wider than a notebook's column"
    plt.close("all")


def test_tokens_are_escaped_and_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    monkeypatch.setattr(plots, "display", shown.append)
    plots.tokens({"": ["<b>", "[MASK]", "[PAD]"]}, [0, 1, 0], [1, 1, 0], [[True, False, False]])
    html = shown[0].data
    assert "&lt;b&gt;" in html and "<b>" not in html
    assert html.count(f"2px solid {plots.style.RED}") == 1 and "#333333" in html


def test_each_layer_has_its_figure() -> None:
    tables = [torch.full((3, 3), 0.2 * layer) for layer in range(4)]
    with plots.style.collected() as pictures:
        for layer in (3, 1):
            plots.company("bank", ["one", "two", "three"], tables, layer)
    third, first = pictures
    assert third.data.startswith(b"\x89PNG") and third.data != first.data
    assert "“bank” in layer 3: cosines" in third.alt and "1 and 3: 1 at 0" not in third.alt
    assert "1 and 3: 0 at 0, 0.6 at 3" in third.alt
