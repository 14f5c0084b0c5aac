"""Rows of Wikipedia's summaries, with their spacing tidied."""

import json
import re
import unicodedata
from pathlib import Path

from utils.corpora.tables import Rows, deal

# Where the summaries were made, pronunciations, dates and formulas were cut out: spaces and signs stayed.
SPACES = re.compile(r"[\u00a0\u2009\u200a\u202f]")
INVISIBLE = re.compile(r"[\u200b-\u200d\u2060\ufeff]")
EMPTY_BRACKETS = re.compile(r"\(\s*[;,]?\s*\)")
BRACKET_SPACE = re.compile(r"\(\s*[;,]?\s+")
SPACE_BEFORE_MARK = re.compile(r" +([,;:.!?)])(?=[\s\"')]|$)")
DOUBLE_MARK = re.compile(r"[,;](?:\s*([,;]))+")
LIST_AFTER_COLON = re.compile(r"(?<=[a-z]):(?=[A-Z][a-z])")


def splits(path: Path) -> dict[str, Rows]:
    """The rows of each split, from summaries_en-us.json: an object with one object an article."""
    articles: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    columns = ("title", "extract", "description", "topic")
    rows = [{column: tidy(article.get(column) or "") for column in columns} for article in articles.values()]
    return deal(rows, lambda row: row["title"])


def tidy(text: str) -> str:
    """The same words, with one kind of space and no signs around nothing; the lines of lists stay."""
    text = INVISIBLE.sub("", SPACES.sub(" ", unicodedata.normalize("NFC", text)))
    text = EMPTY_BRACKETS.sub("", text)
    text = BRACKET_SPACE.sub("(", text)
    text = re.sub(r" +", " ", text)
    text = DOUBLE_MARK.sub(r"\1", text)
    text = SPACE_BEFORE_MARK.sub(r"\1", text)
    text = LIST_AFTER_COLON.sub(":\n", text)
    return re.sub(r" *\n\s*", "\n", text).strip()
