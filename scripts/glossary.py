"""The site's glossary: definitions from docs/site/glossary.toml, with a link to the lesson that introduces each term.

A lesson prints a term in bold where it introduces it, so the lessons show which terms there are, and a test fails when
the glossary lacks one of them or explains one that no lesson prints any more. Bold has a second use in lessons, for
labels and openings such as "Written question" or "A scene to show."; emphasis is in italics.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from lesson_pages import Opening

FILE = Path("docs/site/glossary.toml")
# what a lesson prints in bold although it is no term: marks of an exercise, of the opening table, of the closing
LABELS = re.compile(
    r"(predict|guess|find the error|find the errors|written question|by hand|claim \d+|conventions|restricted)\b.*",
    re.I,
)
BOLD = re.compile(r"(?<!\*)\*\*([^*]+)\*\*(?!\*)")
LONGEST = 5  # words of a term


@dataclass(frozen=True)
class Entry:
    """A term and what it means.

    forms: how lessons print it in bold, where that is another word. also: its other names.
    """

    term: str
    means: str
    forms: list[str] = field(default_factory=list)
    also: list[str] = field(default_factory=list)

    @property
    def printed(self) -> list[str]:
        """Everything that may introduce the term in bold."""
        return [self.term, *self.forms, *self.also]


@dataclass(frozen=True)
class Glossary:
    """The entries, and what is printed in bold although it is no term."""

    entries: list[Entry]
    not_terms: list[str]

    def missing(self, bold: Iterable[str]) -> list[str]:
        """The phrases that are neither an entry nor known to be none."""
        known = {key(name) for entry in self.entries for name in entry.printed}
        return sorted(
            {each for each in bold if key(each) not in known | {key(one) for one in self.not_terms}}
        )


def read(root: Path) -> Glossary:
    """The glossary of the course in this folder."""
    known = tomllib.loads((root / FILE).read_text(encoding="utf-8"))
    return Glossary([Entry(**each) for each in known["entry"]], known["not_terms"])


# --- the page -----------------------------------------------------------------------------------------------------


def page(glossary: Glossary, notebooks: Mapping[str, str], openings: Iterable[Opening]) -> str:
    """The glossary as a page of the site, in MyST Markdown. notebooks: from `bold_in`."""
    titles = {each.stem: each.title for each in openings}
    definitions: dict[str, str] = {}
    for entry in glossary.entries:
        stem = introduced_in(entry, notebooks)
        link = f" [{titles[stem]}](lessons/{stem}.ipynb)" if stem in titles else ""
        definitions[entry.term] = f"{entry.means}{link}"
        definitions |= dict.fromkeys(entry.also, f"See {{term}}`{entry.term}`.")
    parts = {
        letter: _section(letter, terms, definitions)
        for letter, terms in groupby(sorted(definitions, key=_order), key=lambda term: term[0].upper())
    }
    return "\n\n".join(
        [
            "# Glossary",
            "The terms that the lessons introduce, each with a link to the notebook that first prints it in bold.",
            " · ".join(f"[{letter}](letter-{letter.lower()})" for letter in parts),
            *parts.values(),
        ]
    )


def introduced_in(entry: Entry, notebooks: Mapping[str, str]) -> str:
    """The first notebook that prints the term itself in bold, or else one of its forms; empty where none does."""
    others = [notebooks[key(name)] for name in entry.printed if key(name) in notebooks]
    return notebooks.get(key(entry.term), min(others, default=""))


def _section(letter: str, terms: Iterable[str], definitions: Mapping[str, str]) -> str:
    """The terms with the same first letter, as a list to which other pages and the search can link."""
    listed = "\n\n".join(f"{term}\n  {definitions[term]}" for term in terms)
    return f"(letter-{letter.lower()})=\n## {letter}\n\n```{{glossary}}\n{listed}\n```\n"


def _order(term: str) -> str:
    """Terms are sorted as in a dictionary: letters count, and neither case nor hyphens and spaces do."""
    return re.sub(r"[^a-z0-9]", "", term.lower())


# --- what lessons print in bold -----------------------------------------------------------------------------------


def bold_in(course: Path) -> dict[str, str]:
    """The key of each term that the released lessons print in bold, and the first notebook that does."""
    found: dict[str, str] = {}
    for path in sorted(course.glob("*/*.ipynb")):
        for term in terms_of(path):
            found.setdefault(key(term), path.stem)
    return found


def terms_of(path: Path) -> Iterator[str]:
    """What a notebook prints in bold, as far as it may be a term."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "markdown":
            for paragraph in _paragraphs("".join(cell["source"])):
                yield from filter(is_term, BOLD.findall(paragraph))


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs and list items of a text, each on one line; no tables, headings, formulas or folded answers."""
    text = re.sub(r"<details>.*?</details>|^```.*?^```|^\$\$.*?\$\$", "\n\n", text, flags=re.S | re.M)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", text):
        block = " ".join(block.split())
        if not block.startswith(("#", "|", "<")):
            yield re.sub(r"^(?:[-*]|\d+\.) ", "", block)


def is_term(bold: str) -> bool:
    """Whether a text in bold may be a term of the field: it is no label, no opening and no formula."""
    if LABELS.fullmatch(bold) or bold[-1] in ".:?," or len(bold.split()) > LONGEST:
        return False
    return bool(re.fullmatch(r"[A-Za-z][\w@'’\- –]+", bold))


def key(term: str) -> str:
    """How a term is compared: without case and without the plural's s."""
    return re.sub(r"(?<=[a-z]{3})(?<!s)s$", "", term.lower())
