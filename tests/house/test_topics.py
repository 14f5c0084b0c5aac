"""utils/: a core that several lessons share, and a package for each subject that only one lesson needs.

A room is a module or package at the top of utils/, or a subject in utils/topics/. After a change:

    python tests/house/test_topics.py        writes what each room imports, and the picture in docs/developers.md
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from collections import Counter
from pathlib import Path

from test_rooms import LINE, Arrow, arrows, circles, modules

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "developers.md"
UTILS = ROOT / "utils"
PICTURE = re.compile(r"```mermaid\nflowchart LR\n.*?```\n", re.DOTALL)

KNOWN = modules(ROOT)
ARROWS = arrows(KNOWN, ROOT)

# A subject that has to import another one: (importing, imported) → why it cannot be otherwise.
EXCEPTIONS: dict[tuple[str, str], str] = {}

# Modules of the same name that do the same thing, each for its own room.
SAME_JOB = {"__init__", "__main__", "figures", "errors", "loop"}

# The one module that may know notebooks by number and name.
MAP = "utils/plots/course_map.py"


def room_of(module: str) -> str:
    """The room of a module of utils/: "blocks", "devices", "topics/lora"; "" for utils itself and for utils.topics."""
    parts = module.split(".")[1:]
    if parts[:1] == ["topics"]:
        return "/".join(parts[:2]) if len(parts) > 1 else ""
    return parts[0] if parts else ""


def between(found: list[Arrow]) -> list[tuple[str, str, Arrow]]:
    """The imports that lead from one room of utils/ to another, with both rooms."""
    inside = [arrow for arrow in found if arrow.source.startswith("utils")]
    pairs = [(room_of(arrow.source), room_of(arrow.target), arrow) for arrow in inside]
    return [(source, target, arrow) for source, target, arrow in pairs if target and source != target]


ROOMS = sorted({room_of(module) for module in KNOWN if module.startswith("utils")} - {""})
SUBJECTS = [room for room in ROOMS if room.startswith("topics/")]
CORE = [room for room in ROOMS if room not in SUBJECTS]


def imported(room: str) -> list[str]:
    """The rooms that a room imports."""
    return sorted({target for source, target, _ in between(ARROWS) if source == room})


def line(room: str) -> str:
    """What a package's docstring says about it."""
    return textwrap.fill(f"Imports from: {', '.join(imported(room)) or 'no other room'}.", width=118)


def picture() -> str:
    """The core and its arrows for mermaid, with all subjects as one. An arrow that repeats a longer way is left out."""
    below = {room: set(imported(room)) for room in CORE}
    below["topics"] = {target for room in SUBJECTS for target in imported(room)}
    lines = ["flowchart LR"]
    for room in ["topics", *CORE]:
        reached = [_reached(other, below) for other in below[room]]
        direct = sorted(below[room].difference(*reached))
        lines += [f"    {_node(room)} --> {_node(other)}" for other in direct]
    return "\n".join(["```mermaid", *lines, "```", ""])


def _reached(room: str, below: dict[str, set[str]]) -> set[str]:
    return below[room].union(*(_reached(other, below) for other in below[room]))


def _node(room: str) -> str:
    return f'{room}["{room}/"]' if (UTILS / room).is_dir() else room


def wrong_ways(found: list[Arrow]) -> list[str]:
    """Imports of a subject by the core or by another subject."""
    return [
        str(arrow)
        for source, target, arrow in between(found)
        if target.startswith("topics/") and (source, target) not in EXCEPTIONS
    ]


def test_subjects_import_the_core_and_not_each_other() -> None:
    assert len(SUBJECTS) > 10 and len(between(ARROWS)) > 80, "imports are found"
    assert not wrong_ways(ARROWS)
    needed = {(source, target) for source, target, _ in between(ARROWS)}
    assert not EXCEPTIONS.keys() - needed, "nobody needs this exception any more"


def test_the_machinery_imports_no_subject() -> None:
    found = [arrow for arrow in ARROWS if not arrow.source.startswith("utils")]
    assert not [str(arrow) for arrow in found if arrow.target.startswith("utils.topics")]


def test_no_circle_between_rooms() -> None:
    found = circles({(source, target) for source, target, _ in between(ARROWS)})
    assert not [" → ".join([*circle, circle[0]]) for circle in found]


def test_wrong_ways_are_found(tmp_path: Path) -> None:
    for name, text in {
        "blocks/a.py": "def f():\n    from utils.topics.lora.b import name\n",
        "topics/lora/b.py": "name = 1\n",
        "topics/bert/c.py": "from utils.topics.lora import b\nfrom utils.blocks import a\n",
    }.items():
        path = tmp_path / "utils" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert wrong_ways(arrows(modules(tmp_path), tmp_path)) == [
        "utils/blocks/a.py:2 imports utils.topics.lora.b",
        "utils/topics/bert/c.py:1 imports utils.topics.lora.b",
    ]


def test_a_subject_serves_one_lesson() -> None:
    lessons = {
        room: {
            path.relative_to(ROOT / "source").parts[0]
            for path in (ROOT / "source").rglob("*.py")
            if re.search(rf"utils\.{room.replace('/', '[.]')}\b", path.read_text(encoding="utf-8"))
        }
        for room in SUBJECTS
    }
    assert not {room: found for room, found in lessons.items() if len(found) != 1}


def test_names_are_used_once() -> None:
    """A stranger who searches for a module finds one; packages of the core and subjects differ as well."""
    known = {module: path for module, path in KNOWN.items() if path.stem not in SAME_JOB}
    ours = [path.stem for module, path in known.items() if module.startswith("utils")]
    theirs = {path.stem for module, path in known.items() if module.startswith("autograder")}
    assert not [name for name, n in Counter(ours).items() if n > 1]
    assert not set(ours) & theirs, "another name, or SAME_JOB if both do the same thing"
    assert not {room.removeprefix("topics/") for room in SUBJECTS} & set(CORE)


def test_only_the_map_knows_lessons_by_number() -> None:
    """And the capstone, which looks back and credits each idea to its lesson."""
    named = {
        f"{path.relative_to(ROOT).as_posix()}: {match[0]}"
        for path in UTILS.rglob("*.py")
        for match in re.finditer(
            r"\b[Ll]essons? \d+[a-e]?\b|\b[01]\d[a-e]?_[a-z]\w+|\b[01]\d[a-e]\b(?!-)", path.read_text("utf-8")
        )
    }
    assert {
        entry
        for entry in named
        if not entry.startswith((f"{MAP}:", "utils/assets/members.py:", "utils/topics/capstone/trials.py:"))
    } == set()


def test_a_package_says_what_it_imports() -> None:
    for room in ROOMS:
        path = UTILS / room / "__init__.py"
        if path.exists():
            said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            assert LINE.findall(said) == [line(room)], f"{path}: type python tests/house/test_topics.py"


def test_the_picture_is_true() -> None:
    assert PICTURE.findall(PAGE.read_text(encoding="utf-8")) == [picture()], (
        "type python tests/house/test_topics.py"
    )


def write() -> None:
    """Set right what the docstrings of the packages and the page for developers say."""
    for room in ROOMS:
        path = UTILS / room / "__init__.py"
        if path.exists():
            text = path.read_text(encoding="utf-8")
            path.write_text(LINE.sub(line(room), text, count=1), encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(PICTURE.sub(lambda _: picture(), text, count=1), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(write())
