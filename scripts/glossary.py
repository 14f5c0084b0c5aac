"""The site's glossary: each term that a lesson prints in bold at its first use, with the sentence that explains it.

The texts of the lessons are the only source, so the glossary can't disagree with them. Bold has two uses in a lesson:
for a term, and for labels and openings such as "Written question" or "A scene to show."; emphasis is in italics.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# what a lesson prints in bold although it is no term: marks of an exercise, of the opening table, of the closing
LABELS = re.compile(
    r"(predict|guess|find the error|find the errors|written question|by hand|claim \d+|conventions|restricted)\b.*",
    re.I,
)
BOLD = re.compile(r"(?<!\*)\*\*([^*]+)\*\*(?!\*)")
# A sentence ends at a mark, perhaps a closing one, a space and a capital letter; "et al." and "e.g." end none.
SENTENCE = re.compile(r"(?<=[.?:])(?<!al\.)(?<!e\.g\.)(?<!i\.e\.)[)\"”]?\s+(?=[A-Z“\"$*(`])")
LONGEST = 5  # words of a term
# "This is **teacher forcing**." explains nothing without the sentence before it
LEANING = ("This ", "It ", "Its ", "They ", "These ", "Such ", "That ", "We call ", "In it ")
SHORT = 7  # words of a sentence that is too short to explain a term


@dataclass(frozen=True)
class Entry:
    """A term, the sentence in which a lesson first prints it in bold, and that lesson's notebook."""

    term: str
    sentence: str
    notebook: str


def entries(course: Path) -> list[Entry]:
    """All terms of the released lessons, in alphabetical order; the first use counts."""
    found: dict[str, Entry] = {}
    for path in sorted(course.glob("*/*.ipynb")):
        for entry in _in_notebook(path):
            found.setdefault(_key(entry.term), entry)
    return [found[key] for key in sorted(found)]


def page(found: list[Entry]) -> str:
    """The glossary as a page of the site, in MyST Markdown."""
    lines = [
        "# Glossary",
        "The terms of the field that the lessons introduce, each in the words of the lesson that introduces it.",
    ]
    for entry in found:
        link = f"[{entry.notebook}](lessons/{entry.notebook})"
        lines.append(f"**{entry.term}** ({link}). {entry.sentence}")
    return "\n\n".join(lines) + "\n"


def _in_notebook(path: Path) -> Iterator[Entry]:
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "markdown":
            for paragraph in _paragraphs("".join(cell["source"])):
                yield from _in_paragraph(paragraph, path.stem)


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs and list items of a text, each on one line; no tables, headings, formulas or folded answers."""
    text = re.sub(r"<details>.*?</details>|^```.*?^```|^\$\$.*?\$\$", "\n\n", text, flags=re.S | re.M)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", text):
        block = " ".join(block.split())
        if not block.startswith(("#", "|", "<")):
            yield re.sub(r"^(?:[-*]|\d+\.) ", "", block)


def _in_paragraph(paragraph: str, notebook: str) -> Iterator[Entry]:
    before = ""
    for sentence in SENTENCE.split(paragraph):
        sentence = _readable(sentence)
        for term in BOLD.findall(sentence):
            if is_term(term):
                leans = sentence.startswith(LEANING) or len(sentence.split()) <= SHORT
                yield Entry(term, f"{before} {sentence}".strip() if leans else sentence, notebook)
        before = sentence


def _readable(sentence: str) -> str:
    """A sentence that can be read away from its page: without links, or a bracket whose partner is elsewhere."""
    sentence = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", sentence)
    sentence = re.sub(r"[:;,]$", ".", sentence)  # a formula or a list followed
    missing = sentence.count("(") - sentence.count(")")
    if missing == 1 and sentence.startswith("("):
        return sentence[1:]
    return sentence + ")" * max(missing, 0)


def is_term(bold: str) -> bool:
    """Whether a text in bold is a term of the field, and not a label, an opening or a formula."""
    if LABELS.fullmatch(bold) or bold[-1] in ".:?," or len(bold.split()) > LONGEST:
        return False
    return bool(re.fullmatch(r"[A-Za-z][\w@'’\- ]+", bold))


def _key(term: str) -> str:
    """How a term is sorted and compared: without case and without the plural's s."""
    return re.sub(r"(?<=[a-z]{3})(?<!s)s$", "", term.lower())
