"""Pairs for natural language inference: what they claim is what WordNet claims, and no split leaks into another."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from utils import assets
from utils.topics.bert import inference


def test_labels_take_turns_and_pairs_read_as_english() -> None:
    pairs, labels = inference.sentence_pairs("train", 99)
    assert Counter(labels.tolist()) == {0: 33, 1: 33, 2: 33}
    assert all(premise.endswith(".") and "{" not in premise + hypothesis for premise, hypothesis in pairs)
    assert inference.with_article("owl") == "an owl" and inference.with_article("beagle") == "a beagle"
    assert inference.sentence_pairs("train", 99)[0] == pairs, "the same seed, the same pairs"


def test_no_member_is_in_two_groups_or_two_splits() -> None:
    words = " ".join(inference.KINDS.values()).split()
    assert len(words) == len(set(words)) == 117
    for above, name in inference.KINDS:
        dealt = [inference.members(above, name, split) for split in inference.SHARES]
        assert sorted(itertools.chain(*dealt)) == sorted(inference.KINDS[above, name].split())
        assert all(dealt), "each split has members of each group"
    with pytest.raises(ValueError, match="no split 'tests'"):
        inference.sentence_pairs("tests", 3)


def test_a_label_follows_from_the_two_words() -> None:
    """Worked out from the groups alone, for a thousand pairs."""
    above_of = {name: above for above, name in inference.KINDS}
    group_of = {word: name for (_, name), words in inference.KINDS.items() for word in words.split()}

    def chain(word: str) -> set[str]:
        name = group_of.get(word, word)
        return {word, name, above_of.get(name, name)}

    for (premise, hypothesis), label in zip(*inference.sentence_pairs("test", 1000, seed=3)):
        first, second = (text.rstrip(".").split()[-1] for text in (premise, hypothesis))
        implied, possible = second in chain(first), first in chain(second)
        assert label == (0 if implied else 1 if possible else 2), (premise, hypothesis)


@pytest.mark.network
def test_wordnet_agrees() -> None:
    """Each word is a kind of its group, and the group of what is above it, in one of its senses."""
    folder, above, senses = assets.path("wordnet"), {}, {}
    for line in (folder / "data.noun").read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            fields = line.partition(" | ")[0].split()
            end = 4 + 2 * int(fields[3], 16)
            pointers = fields[end + 1 : end + 1 + 4 * int(fields[end])]
            above[fields[0]] = [to for sign, to in zip(pointers[::4], pointers[1::4]) if sign[0] == "@"]
    for line in (folder / "index.noun").read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            fields = line.split()
            senses[fields[0]] = fields[-int(fields[2]) :]

    def kinds(synset: str) -> set[str]:
        return {synset}.union(*(kinds(higher) for higher in above[synset]))

    def is_a(word: str, kind: str) -> bool:
        return any(kinds(synset) & set(senses[kind]) for synset in senses[word])

    for (higher, name), words in inference.KINDS.items():
        assert is_a(name, higher), (name, higher)
        assert [word for word in words.split() if not is_a(word, name)] == []
