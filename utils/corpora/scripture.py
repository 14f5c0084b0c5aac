"""Rows of the World English Bible, verse by verse."""

import csv
import gzip
import re
from pathlib import Path

from utils.corpora.tables import Rows, hold_out

# One book of each kind for validation and one for test. Left out of the draw: books that repeat long passages
# of others (Kings and Chronicles, Isaiah 36–39, the end of Jeremiah, three Gospels, Jude and 2 Peter …).
CANDIDATES = {
    "history": ("Judges", "Ruth", "Esther"),
    "wisdom": ("Job", "Proverbs", "Ecclesiastes"),
    "prophets": ("Ezekiel", "Daniel", "Hosea", "Amos", "Zechariah"),
    "letters": ("Romans", "1 Corinthians", "2 Corinthians", "Hebrews", "James"),
}
NOTE = re.compile(r"\{[^{}]*\}")
VERSE_NUMBER = re.compile(r"\(\d+:\d+\) ")
VOICE = re.compile(r"(?<=[.!?\"'])\s+(?:Beloved|Lover|Friends)$")  # who speaks next, in the Song of Solomon


def splits(folder: Path) -> dict[str, Rows]:
    """The rows of each split, from t_web.csv.gz (verses) and key_english.csv.gz (books)."""
    books = {row[0]: row for row in _table(folder / "key_english.csv.gz")}
    pairs = [hold_out(books_of_kind) for books_of_kind in CANDIDATES.values()]
    place = {first: "validation" for first, _ in pairs} | {second: "test" for _, second in pairs}
    found: dict[str, Rows] = {"train": [], "validation": [], "test": []}
    for _, number, chapter, verse, raw in _table(folder / "t_web.csv.gz"):
        text, (_, book, testament, _) = tidy(raw), books[number]
        if text:  # one verse is only a footnote
            row = {
                "book": book,
                "testament": testament,
                "chapter": int(chapter),
                "verse": int(verse),
                "text": text,
            }
            found[place.get(book, "train")].append(row)
    return found


def tidy(text: str) -> str:
    """A verse without footnotes in braces; words that the translators supplied lose their square brackets."""
    text = VERSE_NUMBER.sub("", text.removeprefix("&gt;"))  # the sign that starts a psalm in the source
    while NOTE.search(text):
        text = NOTE.sub("", text)
    text = re.sub(r"\s+", " ", re.sub(r"[\[\]]", "", text)).strip()
    return VOICE.sub("", text)


def _table(file: Path) -> list[list[str]]:
    """The rows of a compressed CSV file, without its header."""
    with gzip.open(file, "rt", encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines))[1:]
