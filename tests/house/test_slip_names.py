"""A slip's name continues the panel's own words, 'This is what comes out when …', and its texts are whole sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from autograder.checks.scoring import Slip
from autograder.lesson.folder import find_lessons

# A name that begins so reads as if a word were missing, or doubled: 'when when one row stops', 'when with a warmup'.
BROKEN_JOIN = re.compile(
    r"^(?:if|when|whenever|where|while|because|that|with|without|in|inside|for|from|of|on|by|as|to"
    r"|at (?!least|most)|after (?!and)|before (?!and))\b",
    re.IGNORECASE,
)
DOUBLED = re.compile(r"\b([a-z]{2,}) \1\b", re.IGNORECASE)
QUOTED = re.compile(r"""(["'`]).*?\1""")


def slips() -> Iterator[tuple[str, Slip]]:
    for lesson in find_lessons():
        for name, exercise in lesson.exercises.items():
            for slip in {each.slip for each in exercise.slips}:
                yield f"{lesson.name}, {name}", slip


def test_names_and_texts_of_slips_are_sentences() -> None:
    faults = []
    for where, slip in slips():
        name = slip.name
        if BROKEN_JOIN.search(name):
            faults.append(f"{where}: 'This is what comes out when {name}.'")
        if re.search(r"[.?!:;,]$", name) and not name.endswith("etc."):
            faults.append(f"{where}: the panel puts the full stop after {name!r}")
        for text in (f"when {name}", slip.why, slip.look):
            if found := DOUBLED.search(QUOTED.sub("", text)):
                faults.append(f"{where}: {found[0]!r} in {text!r}")
        faults += [
            f"{where}: {text!r} doesn't end a sentence"
            for text in (slip.why, slip.look)
            if not re.search(r"[.?!…)\]\"'`]$", text)
        ]
    assert not faults, "\n".join(faults)
