"""Rows of word senses, and a list of nouns, from the files of WordNet 3.0 (their format: wndb(5WN))."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from utils.corpora.tables import Rows, deal, draw

PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
MARKER = re.compile(r"\((?:a|p|ip)\)$")  # where an adjective may stand
WORD = re.compile(r"[\w'-]+")


class Synset(NamedTuple):
    """One meaning: the words that have it, in order of how common they are, its gloss and its examples."""

    part: str
    words: tuple[str, ...]
    gloss: str
    examples: tuple[str, ...]


def splits(folder: Path) -> dict[str, Rows]:
    """The rows of each split: an example of a word with the gloss of that sense, and with that of another."""
    senses = _senses(folder)
    lemmas = sorted({lemma for lemma, _ in senses})
    dealt = deal([{"lemma": lemma} for lemma in lemmas], lambda row: row["lemma"])
    found: dict[str, Rows] = {}
    for split, chosen in dealt.items():
        wanted = {row["lemma"] for row in chosen}
        rows = [
            row
            for (lemma, part), group in senses.items()
            if lemma in wanted
            for row in _rows(lemma, part, group)
        ]
        found[split] = sorted(rows, key=lambda row: draw(f"sense {row['example']} {row['gloss']}"))
    return found


def nouns(folder: Path) -> frozenset[str]:
    """Words that are nouns more often than anything else in the texts that WordNet's authors tagged.

    A word that those texts lack counts as a noun where WordNet knows it as nothing else.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for line in _lines(folder / "cntlist.rev"):
        key, _, count = line.split()
        lemma, _, rest = key.partition("%")
        counts[lemma][rest[0]] += int(count)  # 1 stands for noun
    known = {part: {line.split(" ", 1)[0] for line in _lines(folder / f"index.{part}")} for part in PARTS}
    others = known["verb"] | known["adj"] | known["adv"]
    return frozenset(
        word
        for word in known["noun"]
        if "_" not in word and (2 * counts[word]["1"] > counts[word].total() or word not in others)
    )


def synsets(folder: Path) -> Iterator[Synset]:
    """All meanings, in the order of the files."""
    for name, part in PARTS.items():
        for line in _lines(folder / f"data.{name}"):
            data, _, text = line.partition(" | ")
            fields = data.split()
            words = tuple(MARKER.sub("", word) for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2])
            gloss = text.partition('"')[0].strip(" ;,:")
            examples = tuple(" ".join(example.split()) for example in re.findall(r'"([^"]+)"', text))
            yield Synset(part, words, gloss, examples)


def inflections(word: str) -> set[str]:
    """The word and what the rules of English make of it; some of it is no English, and does no harm."""
    stem = word[:-1]
    forms = {word, word + "s", word + "es", word + "ed", word + "d", word + "ing", word + "er", word + "est"}
    if word.endswith("e"):
        forms |= {stem + "ing", word + "r", word + "st"}
    if word.endswith("y"):
        forms |= {stem + end for end in ("ies", "ied", "ier", "iest")}
    if re.search(r"[^aeiou][aeiou][^aeiouwxy]$", word):
        forms |= {word + word[-1] + end for end in ("ed", "ing", "er", "est")}
    return forms


def _senses(folder: Path) -> dict[tuple[str, str], list[tuple[str, list[str]]]]:
    """(lemma, part of speech) → its senses as (gloss, examples), for words with two senses or more.

    Each synset is given to one of its words, the one that most of its examples use, and each example to one
    synset: so no gloss and no example stands under two lemmas.
    """
    irregular = _irregular(folder)
    found: dict[tuple[str, str], list[tuple[str, list[str]]]] = defaultdict(list)
    seen: set[str] = set()
    for synset in synsets(folder):
        examples = [text for text in dict.fromkeys(synset.examples) if text.casefold() not in seen]
        if not examples or synset.gloss.casefold() in seen or not synset.gloss:
            continue
        used = {
            word: [text for text in examples if _uses(text, word, synset.part, irregular)]
            for word in synset.words
        }
        word = max(
            synset.words, key=lambda word: len(used[word])
        )  # of equals the first, which is most common
        if used[word]:
            found[word.replace("_", " ").lower(), synset.part].append((synset.gloss, used[word]))
            seen |= {synset.gloss.casefold(), *(text.casefold() for text in used[word])}
    return {key: senses for key, senses in found.items() if len(senses) > 1}


def _rows(lemma: str, part: str, senses: list[tuple[str, list[str]]]) -> Rows:
    """Each example with its own gloss and with the next sense's: every gloss is right and wrong about as often."""
    order = sorted(senses, key=lambda sense: draw(f"gloss {lemma} {sense[0]}"))
    rows: Rows = []
    for i, (gloss, examples) in enumerate(order):
        wrong = order[(i + 1) % len(order)][0]
        for example in examples:
            for label, text in ((1, gloss), (0, wrong)):
                rows.append({"lemma": lemma, "part": part, "example": example, "gloss": text, "label": label})
    return rows


def _uses(example: str, word: str, part: str, irregular: dict[tuple[str, str], set[str]]) -> bool:
    """Whether the words of a lemma stand in the example one after another, each perhaps inflected."""
    wanted = [inflections(w) | irregular.get((part, w), set()) for w in word.lower().split("_")]
    there = WORD.findall(example.lower())
    return any(
        all(token in forms for token, forms in zip(there[i:], wanted))
        for i in range(len(there) - len(wanted) + 1)
    )


def _irregular(folder: Path) -> dict[tuple[str, str], set[str]]:
    """(part of speech, word) → its irregular forms."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name, part in PARTS.items():
        for line in _lines(folder / f"{name}.exc"):
            form, *bases = line.split()
            for base in bases:
                found[part, base].add(form)
    return found


def _lines(file: Path) -> list[str]:
    """The lines of a file without the licence above them, which is indented."""
    return [
        line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith(" ")
    ]
