"""Rows of rated film-review snippets."""

import html
import re
import unicodedata
from pathlib import Path

from utils.corpora.tables import Rows, deal


def splits(path: Path) -> dict[str, Rows]:
    """The rows of each split, from lines "id, score, text" with tabs between."""
    rows: dict[str, dict[str, object]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        _, score, text = line.split("\t", 2)
        text = tidy(text)
        rows.setdefault(text, {"text": text, "score": float(score), "label": int(float(score) > 0)})
    return deal(rows.values(), lambda row: row["text"])


def tidy(text: str) -> str:
    """HTML's signs as characters, and one kind of space, one at a time."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", html.unescape(text))).strip()
