"""The site's glossary: its definitions stand alone, and it has the terms that lessons print in bold, and no others."""

from __future__ import annotations

import importlib
import json
import re
import sys
from pathlib import Path

import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from autograder.lesson.folder import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
glossary = importlib.import_module("glossary")
lesson_pages = importlib.import_module("lesson_pages")
released = importlib.import_module("released")

WHERE = f"in {glossary.FILE}"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lessons of git's last commit."""
    return released.course_at_head(ROOT, tmp_path_factory.mktemp("released"))


@pytest.fixture(scope="module")
def known() -> glossary.Glossary:
    return glossary.read(ROOT)


def test_every_bold_term_of_a_lesson_is_explained_or_known_to_be_none(
    known: glossary.Glossary, course: Path
) -> None:
    bold = [term for path in sorted(course.glob("*/*.ipynb")) for term in glossary.terms_of(path)]
    assert len(bold) > 300
    assert known.missing(bold) == [], f"write an entry, or list them as not_terms, {WHERE}"


def test_every_entry_is_printed_in_bold_by_a_lesson(known: glossary.Glossary, course: Path) -> None:
    bold = glossary.bold_in(course)
    stale = [
        entry.term for entry in known.entries if not any(glossary.key(name) in bold for name in entry.printed)
    ]
    stale += [form for entry in known.entries for form in entry.forms if glossary.key(form) not in bold]
    stale += [word for word in known.not_terms if glossary.key(word) not in bold]
    assert stale == [], f"no lesson prints these in bold any more; remove them {WHERE}"


def test_other_names_occur_in_a_lesson(known: glossary.Glossary, course: Path) -> None:
    texts = [json.loads(path.read_text(encoding="utf-8"))["cells"] for path in course.glob("*/*.ipynb")]
    said = "\n".join("".join(cell["source"]) for cells in texts for cell in cells)
    said = " ".join(said.replace("*", "").split()).lower()
    assert [name for entry in known.entries for name in entry.also if name.lower() not in said] == []


def test_nothing_is_listed_twice_and_entries_are_in_order(known: glossary.Glossary) -> None:
    names = [glossary.key(name) for entry in known.entries for name in entry.printed]
    names += [glossary.key(word) for word in known.not_terms]
    assert sorted(names) == sorted(set(names))
    terms = [entry.term for entry in known.entries]
    assert terms == sorted(terms, key=glossary._order)
    assert 180 <= len(terms) <= 300


def test_a_definition_stands_alone(known: glossary.Glossary) -> None:
    for entry in known.entries:
        means = entry.means
        assert means[0].isupper() or means[0].isdigit(), entry.term
        assert means.endswith((".", ".)")) and "> >" not in means and "\n" not in means, entry.term
        assert not means.lower().startswith(f"{entry.term.lower()}."), entry.term
        assert not re.match(r"(This|It|They|These|Such|We|And|But|So)\b", means), entry.term
        assert 3 <= len(means.split()) <= 60 and len(re.findall(r"[.?!](?=\s|$)", means)) <= 3, entry.term


def test_the_page_has_a_letter_index_and_links_to_lessons_by_title(
    known: glossary.Glossary, course: Path
) -> None:
    paths = sorted(course.glob("*/*.ipynb"))
    text = glossary.page(known, glossary.bold_in(course), [lesson_pages.opening(path) for path in paths])
    letters = re.findall(r"^## ([A-Z])$", text, re.MULTILINE)
    assert letters == sorted(letters) and len(letters) > 20
    assert all(
        f"[{each}](letter-{each.lower()})" in text and f"(letter-{each.lower()})=\n" in text
        for each in letters
    )
    links = dict(re.findall(r"^(\S[^\n]*)\n  [^\n]+ \[([^\]]+)\]\(lessons/\w+\.ipynb\)$", text, re.MULTILINE))
    assert set(links) == {entry.term for entry in known.entries}
    assert links["ablation"].startswith("07d · BERT: ") and links["RoPE"].startswith("10b · ")
    assert "nucleus sampling\n  See {term}`top-p`." in text and "dequantizes\n" not in text
    for part in text.split("\n## ")[1:]:
        terms = re.findall(r"^(\S[^\n]*)\n  ", part, re.MULTILINE)
        assert terms == sorted(terms, key=glossary._order) and all(
            term[0].upper() == part[0] for term in terms
        )


def test_a_term_is_looked_up_where_it_is_printed_itself() -> None:
    entry = glossary.Entry("RoPE", "A rotation.", forms=["rotates"], also=["rotary"])
    assert glossary.introduced_in(entry, {"rope": "10b_rotations", "rotate": "02c_heads"}) == "10b_rotations"
    assert glossary.introduced_in(entry, {"rotary": "10b_rotations", "rotate": "02c_heads"}) == "02c_heads"
    assert glossary.introduced_in(entry, {}) == ""


def test_a_new_term_is_missed() -> None:
    known = glossary.Glossary([glossary.Entry("top-p", "A set.", also=["nucleus sampling"])], ["before"])
    assert known.missing(["Top-p", "nucleus samplings", "Before", "min-p"]) == ["min-p"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("This is **Muon**.", ["Muon"]),
        ("- an **outlier**\n- a **Newton–Schulz iteration**", ["outlier", "Newton–Schulz iteration"]),
        ("**Predict**. **What now?** **M**uon <details>**hidden**</details>", []),
        ("# **A title**\n\n| **a cell** |\n\n```\n**code**\n```", []),
        ("**one two three four five six** ***loud***", []),
    ],
)
def test_what_may_be_a_term(text: str, found: list[str], tmp_path: Path) -> None:
    path = tmp_path / "01_a.ipynb"
    path.write_text(json.dumps(new_notebook(cells=[new_markdown_cell(text)])), encoding="utf-8")
    assert list(glossary.terms_of(path)) == found
