"""Speeches out of the Markdown of Shakespeare's plays.

A file has headings (`### SCENE I. Elsinore.`), speakers (`**HAMLET**`), stage directions (`_Exit_`, which
may run over several lines, or `_\\[Aside]_` in a speech; Edward III has `*Exit.*`) and the lines of
speeches. Headings and directions go, lines stay as they are.
"""

import re
from pathlib import Path
from typing import TypedDict

from utils.corpora.repairs import REPAIRS, SPEAKERS
from utils.corpora.tables import Rows, draw

GENRES = {
    "comedies": "comedy",
    "histories": "history",
    "problems": "problem play",
    "roman": "Roman play",
    "romances": "romance",
    "tragedies": "tragedy",
}

# Never held out: plays that share characters with another one, and Edward III, which is of another edition.
CONNECTED = {
    "antony-and-cleopatra",
    "edward-iii",
    "henry-iv-part-1",
    "henry-iv-part-2",
    "henry-v",
    "henry-vi-part-1",
    "henry-vi-part-2",
    "henry-vi-part-3",
    "julius-caesar",
    "richard-ii",
    "richard-iii",
    "the-merry-wives-of-windsor",
}

# A name over two lines: "BISHOP", an empty line, "**OF WINCHESTER**".
BROKEN_NAME = re.compile(
    r"^(BISHOP|CARDINAL|COUNTESS|Ghosts?|LADY|RICHARD|Varro's) *\n\s*\*\*"
    r"(?=(?:OF|of|NORTH|PLANT|First|Second))",
    re.M,
)
# A name that the conversion did not know for one, for its hyphen, apostrophe or colon.
UNMARKED_NAME = re.compile(
    r"^(Lord Chief-Justice|(?:Varro|Isidore)'s Servant|Lucilius' Servant|Master's-Mate|Master-Gunner|"
    r"ALL SERVING-MEN|(?:First |Second |Third )?Serving-[Mm]an|Serving-Men|"
    r"(?:Jeweller|Old Lady|ANTONIO|CASSIO|Lucilius' Servant)(?=:)):? ",
    re.M,
)
PROCESSION = re.compile(r"^\d+\\\..*?\n\n", re.M | re.S)  # the order of a coronation, numbered
LABELS = {"SONG.", "THE SONG.", "DUMB SHOW."}
BRACKETS = re.compile(r"_*\\?\[[^\]]*\]_+")
SMALL_WORDS = {"and", "de", "la", "of", "the"}
NUMERAL = re.compile(r"[IVX]+")


class Speech(TypedDict):
    """One speech: what one speaker says without being interrupted by another."""

    play: str
    genre: str
    speaker: str
    text: str


def splits(folder: Path) -> dict[str, Rows]:
    """The rows of each split, from a folder of plays with one subfolder a genre.

    Whole plays, one of each genre held out, half of them for validation and half for test. The order of
    plays is drawn too, so that the first part of a split is not all of one genre.
    """
    files = sorted(folder.glob("*/*.md"), key=lambda file: draw(file.stem))
    held_out: dict[str, str] = {}
    for genre in sorted(GENRES, key=draw):
        single = [file.stem for file in files if file.parent.name == genre and file.stem not in CONNECTED]
        held_out[single[0]] = "validation" if len(held_out) % 2 else "test"
    found: dict[str, Rows] = {"train": [], "validation": [], "test": []}
    for file in files:
        rows, _ = parse(file.read_text(encoding="utf-8"), file.stem, GENRES[file.parent.name])
        found[held_out.get(file.stem, "train")] += [dict(row) for row in rows]
    return found


def parse(markdown: str, play: str, genre: str) -> tuple[list[Speech], list[str]]:
    """The speeches of one play, and the lines that belong to no speaker (the second line of a long heading).

    play: the file's name without its suffix.
    """
    for wrong, right in REPAIRS.get(play, []):
        if markdown.count(wrong) != 1:
            raise ValueError(f"{play}: {wrong!r} occurs {markdown.count(wrong)} times, not once")
        markdown = markdown.replace(wrong, right)
    markdown = BROKEN_NAME.sub(r"\n**\1 ", markdown)
    markdown = UNMARKED_NAME.sub(r"\n**\1**  \n", markdown)
    markdown = PROCESSION.sub("", markdown)

    title = markdown.partition("\n")[0].removeprefix("# ").strip()
    found: list[Speech] = []
    unspoken: list[str] = []
    speaker: str | None = None
    lines: list[str] = []
    direction = ""  # the mark that ends the stage direction we are in

    def close() -> None:
        if speaker is not None and lines:
            found.append({"play": title, "genre": genre, "speaker": speaker, "text": "\n".join(lines)})
        lines.clear()

    for raw in markdown.splitlines():
        line = raw.strip()
        if direction:
            direction = "" if line.endswith(direction) else direction
        elif line.startswith("#") or re.fullmatch(r"\*\*Scene [IVX]+\*\*", line):
            close()
            speaker = None
        elif name := re.fullmatch(r"\*\*(.+?):?\*\*", line):
            close()
            speaker = spelled(SPEAKERS.get((play, name[1]), name[1]))
        elif re.match(r"_[^\\_]|\*", line):
            direction = "" if len(line) > 1 and line.endswith(line[0]) else line[0]
        elif (line := tidy(line)) and line not in LABELS and line != title.upper():
            (unspoken if speaker is None else lines).append(line)
    close()
    return found, unspoken


def tidy(line: str) -> str:
    """A line of speech without directions in brackets and the signs of Markdown, in plain ASCII."""
    line = BRACKETS.sub("", line).replace("\\", "").replace("& c", "&c").replace("—", "--")
    return re.sub(r" +", " ", line).strip()


def spelled(name: str) -> str:
    """A speaker's name as one writes it: "KING HENRY VI" is King Henry VI, "A & B" is A and B."""
    words = re.sub(r":(?= |$)", "", name).replace("&", "and").split()
    return " ".join(
        word
        if NUMERAL.fullmatch(word)
        else word.lower()
        if index and word.lower() in SMALL_WORDS
        else "-".join(part.capitalize() for part in word.split("-"))
        for index, word in enumerate(words)
    )
