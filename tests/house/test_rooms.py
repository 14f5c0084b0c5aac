"""The rooms of autograder/: imports go down through them, and in no circle.

Read from the code of every import, those inside functions and those for types alone among them: hidden there, a circle
is a circle still. What a room imports stands in its docstring, and as a picture in docs/developers.md. After a change:

    python tests/house/test_rooms.py        writes both again
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "developers.md"

# From the top floor to the ground: a room may import those below it. A module that stands outside of any folder is a
# room of its own; autograder/__init__.py belongs to nobody and may be imported by all.
ORDER = (
    "__main__",
    "cli",
    "commands",
    "proof",
    "reporting",
    "practice",
    "pages",
    "grading",
    "doctor",
    "release",
    "judge",
    "enrolment",
    "lesson",
    "authoring",
    "editing",
    "kernels",
    "checks",
    "checks/forbidden",
    "progress",
    "sandbox",
    "notebook",
    "processes",
    "private_files",
    "errors",
    "private",
    "utils",
)
# A command and the room's module that it only passes its options to may share a name; anything else is found twice by
# whoever searches for it.
SAME_NAME = {
    "audit": "commands/audit.py parses options and prints; proof/audit.py is the audit",
    "bundle": "commands/bundle.py parses options and prints; release/bundle.py packs the zip",
    "feedback": "commands/feedback.py parses options and prints; pages/feedback.py is one page",
    "export": "commands/export.py parses options and prints; reporting/export.py writes the table",
    "solutions": "commands/solutions.py parses options and prints; proof/solutions.py executes the notebooks",
    "doctor": "commands/doctor.py parses options and prints; the room doctor/ looks for what is missing",
    "practice": "commands/practice.py parses options and prints; the room practice/ makes the bug hunts",
    "progress": "commands/progress.py parses options and prints; the room progress/ remembers and draws",
    "release": "commands/release.py parses options and prints; the room release/ builds what students get",
}
LINE = re.compile(r"^Imports from: [^.]*\.$", re.MULTILINE)
PICTURE = re.compile(r"```mermaid\nflowchart TD\n.*?```\n", re.DOTALL)


@dataclass(frozen=True)
class Arrow:
    """One import: which module imports which, and where that stands."""

    source: str
    target: str
    place: str  # autograder/room/file.py:12

    def __str__(self) -> str:
        return f"{self.place} imports {self.target}"


def modules(root: Path) -> dict[str, Path]:
    """Dotted name → file, of autograder and utils."""
    found = {}
    for package in ("autograder", "utils"):
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def room_of(module: str, path: Path) -> str:
    """The room that a module stands in: its folder inside of autograder/, or the module itself where it has none."""
    package, *parts = module.split(".")
    if package == "utils":
        return "utils"
    return "/".join(parts if path.stem == "__init__" else parts[:-1] or parts)


def arrows(known: dict[str, Path], root: Path) -> list[Arrow]:
    """Every import of one of these modules by another."""
    found = []
    for module, path in known.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                place = f"{path.relative_to(root).as_posix()}:{node.lineno}"
                targets = _targets(node, known) - {module, "autograder"}
                found += [Arrow(module, target, place) for target in sorted(targets)]
    return found


def _targets(node: ast.Import | ast.ImportFrom, known: Iterable[str]) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names} & set(known)
    assert not node.level, "imports are written out in full"
    inside = {f"{node.module}.{alias.name}" for alias in node.names}
    return {name if name in known else str(node.module) for name in inside} & set(known)


def circles(edges: Iterable[tuple[str, str]]) -> Iterator[list[str]]:
    """Circles among these edges, each once, as a list of names in order; by leaving out what leads nowhere."""
    left: dict[str, set[str]] = {}
    for source, target in edges:
        left.setdefault(source, set()).add(target)
    while left:
        ends = {target for targets in left.values() for target in targets} - left.keys()
        if ends or not all(left.values()):
            left = {source: targets - ends for source, targets in left.items() if targets - ends}
            continue
        way = [min(left)]
        while way[-1] not in way[:-1]:
            way.append(min(left[way[-1]]))
        circle = way[way.index(way[-1]) : -1]
        yield circle
        left[circle[-1]] = left[circle[-1]] - {circle[0]}


def upward(found: Iterable[Arrow], rooms: dict[str, str]) -> list[str]:
    """Imports of a room that stands above, or of a room that has no place in the order."""
    floor = {room: number for number, room in enumerate(ORDER)}
    return [
        str(arrow)
        for arrow in found
        if floor.get(rooms[arrow.source], len(ORDER)) > floor.get(rooms[arrow.target], -1)
    ]


KNOWN = modules(ROOT)
ROOMS = {module: room_of(module, path) for module, path in KNOWN.items()}
ARROWS = arrows(KNOWN, ROOT)


def imported(room: str) -> list[str]:
    """The rooms that a room imports, from the top to the ground."""
    below = {ROOMS[arrow.target] for arrow in ARROWS if ROOMS[arrow.source] == room} - {room}
    return sorted(below, key=ORDER.index)


def line(room: str) -> str:
    """What a room's docstring says about it."""
    return textwrap.fill(f"Imports from: {', '.join(imported(room)) or 'no other room'}.", width=118)


def picture() -> str:
    """The rooms and their arrows, for mermaid. An arrow that only repeats a longer way is left out."""
    below = {room: set(imported(room)) for room in ORDER}
    reached: dict[str, set[str]] = {}
    for room in reversed(ORDER):
        reached[room] = below[room].union(*(reached.get(other, set()) for other in below[room]))
    lines = ["flowchart TD"]
    for room in ORDER[1:]:
        direct = [o for o in imported(room) if not any(o in reached[other] for other in below[room] - {o})]
        lines += [f"    {_node(room)} --> {_node(other)}" for other in direct]
    return "\n".join(["```mermaid", *lines, "```", ""])


def _node(room: str) -> str:
    shown = room if f"autograder.{room}" in KNOWN and KNOWN[f"autograder.{room}"].stem == room else f"{room}/"
    return f'{room.replace("/", "_")}["{shown}"]'


def test_every_module_has_a_room() -> None:
    assert set(ROOMS.values()) - {""} == set(ORDER), "give it a place in ORDER, or take it out of there"
    assert len(ARROWS) > 250, "imports are found"


def test_no_import_goes_up() -> None:
    wrong = upward(ARROWS, ROOMS)
    assert not wrong, "\n".join(["a room imports one that stands above it:", *wrong])


def test_no_circle_between_modules() -> None:
    found = circles((arrow.source, arrow.target) for arrow in ARROWS)
    told = [_told(circle) for circle in found]
    assert not told, "\n".join(told)


def _told(circle: list[str]) -> str:
    steps = set(zip(circle, [*circle[1:], circle[0]]))
    return "\n  ".join(
        ["a circle:", *(str(arrow) for arrow in ARROWS if (arrow.source, arrow.target) in steps)]
    )


def test_no_circle_between_rooms() -> None:
    found = circles((ROOMS[a.source], ROOMS[a.target]) for a in ARROWS if ROOMS[a.source] != ROOMS[a.target])
    assert not [" → ".join([*circle, circle[0]]) for circle in found]


def test_a_name_means_one_thing() -> None:
    """Modules and rooms of autograder/ have names of their own, so a search for one finds one."""
    names = [module.rpartition(".")[2] for module, room in ROOMS.items() if room not in ("", "utils")]
    twice = {name for name in names if names.count(name) > 1}
    assert twice - SAME_NAME.keys() == set(), "two modules share a name: give one of them a more telling one"
    assert SAME_NAME.keys() - twice == set(), "no longer shared: take it out of SAME_NAME"
    commands = {module.rpartition(".")[2] for module, room in ROOMS.items() if room == "commands"}
    assert SAME_NAME.keys() <= commands, "only a command may share its name, and only with what it calls"
    assert all(names.count(name) == 2 for name in SAME_NAME)


def test_the_walls_know_no_kernel() -> None:
    assert imported("sandbox") == []
    words = [
        path.name
        for path in (ROOT / "autograder" / "sandbox").glob("*.py")
        if re.search(
            r"autograder[./]kernels|ipykernel|jupyter_client|import zmq", path.read_text(encoding="utf-8")
        )
    ]
    assert not words


def test_a_room_says_what_it_imports() -> None:
    for room in ORDER:
        path = ROOT / "autograder" / room / "__init__.py"
        if path.exists():
            said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            assert LINE.findall(said) == [line(room)], f"{path}: type python tests/house/test_rooms.py"


def test_the_picture_is_true() -> None:
    assert PICTURE.findall(PAGE.read_text(encoding="utf-8")) == [picture()], (
        "type python tests/house/test_rooms.py"
    )


def test_every_room_is_described() -> None:
    rows = re.findall(r"^\| `([a-z/]+)/` \|.*\| (`.*`) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [room for room, _ in rows] == [room for room in ORDER if (ROOT / "autograder" / room).is_dir()]
    first = [
        ROOT / "autograder" / room / name for room, names in rows for name in re.findall(r"`(.*?)`", names)
    ]
    assert [str(path) for path in first if not path.is_file()] == []
    alone = {room for room in ORDER if (ROOT / "autograder" / f"{room}.py").is_file()} - {"__main__"}
    assert {f"`{room}.py`" for room in alone} <= set(
        re.findall(r"`\w+\.py`", PAGE.read_text(encoding="utf-8"))
    )


def test_names_in_configuration_and_in_strings_are_there() -> None:
    """Entry points, nbgrader's configuration, `python -m …`: what nothing imports is found by nobody else."""
    places = [
        *ROOT.glob("*.py"),
        ROOT / "pyproject.toml",
        ROOT / "Makefile",
        *(ROOT / "autograder").rglob("*"),
    ]
    named: dict[str, str] = {}
    for path in places:
        if path.suffix in (".py", ".toml", ".json", "") and path.is_file():
            found = re.findall(r"(?<![\w./])autograder(?:\.[a-zA-Z_]\w*)+", path.read_text(encoding="utf-8"))
            named |= dict.fromkeys(found, path.name)
    assert {
        "autograder.kernels.provisioner",
        "autograder.grading.preloaded",
        "autograder.cli",
    } <= named.keys()
    missing = [f"{name} in {where}" for name, where in sorted(named.items()) if not _is_there(name)]
    assert not missing


def test_names_in_notebooks_are_there() -> None:
    """Notebooks that students have, and what their guide lets them type, go on working when modules move."""
    texts = [(ROOT / "docs" / "students.md").read_text(encoding="utf-8")]
    for path in sorted((ROOT / "course").glob("*/*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        texts += ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    found = {
        f"{module}.{name.strip()}"
        for text in texts
        for module, names in re.findall(r"from (autograder[\w.]*) import ([\w, ]+)", text)
        for name in names.split(",")
    }
    assert {"autograder.doctor", "autograder.checks.check", "autograder.progress.show"} <= found
    assert not [name for name in sorted(found) if not _is_there(name)]


def _is_there(name: str) -> bool:
    """Whether a dotted name is a module of ours, or something that a module of ours defines or imports."""
    module, _, last = name.rpartition(".")
    if name in KNOWN:
        return True
    if module not in KNOWN:
        return bool(module) and _is_there(module) and module != "autograder"
    tree = ast.parse(KNOWN[module].read_text(encoding="utf-8"))
    defined = {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    assigned = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    aliases = {
        a.asname or a.name
        for n in ast.walk(tree)
        if isinstance(n, ast.Import | ast.ImportFrom)
        for a in n.names
    }
    return last in defined | assigned | aliases


def test_what_needs_no_torch_loads_none() -> None:
    """Looking at a course, its progress and its faults starts at once, and works where torch is broken."""
    modules = [
        "cli",
        "doctor",
        "doctor.instructors",
        "progress",
        "lesson.folder",
        "release.bundle",
        "kernels",
    ]
    modules += [module.removeprefix("autograder.") for module, room in ROOMS.items() if room == "notebook"]
    code = f"import sys, {', '.join(f'autograder.{each}' for each in modules)}; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_circle_and_a_way_up_are_found(tmp_path: Path) -> None:
    """Both hidden: one import inside a function, one for types alone."""
    for name, text in {
        "sandbox/a.py": "def f():\n    from autograder.sandbox import b\n",
        "sandbox/b.py": "if TYPE_CHECKING:\n    import autograder.sandbox.a\n",
        "sandbox/c.py": "from autograder.kernels.d import name\n",
        "kernels/d.py": "name = 1\n",
        "strange.py": "from autograder import cli\n",
        "cli.py": "",
    }.items():
        path = tmp_path / "autograder" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    known = modules(tmp_path)
    found = arrows(known, tmp_path)
    assert list(circles((a.source, a.target) for a in found)) == [
        ["autograder.sandbox.a", "autograder.sandbox.b"]
    ]
    rooms = {module: room_of(module, path) for module, path in known.items()}
    assert upward(found, rooms) == [
        "autograder/sandbox/c.py:1 imports autograder.kernels.d",
        "autograder/strange.py:1 imports autograder.cli",
    ]


def write() -> None:
    """Set right what the docstrings of the rooms and the page for developers say."""
    for room in ORDER:
        path = ROOT / "autograder" / room / "__init__.py"
        if path.exists():
            text = path.read_text(encoding="utf-8")
            path.write_text(LINE.sub(line(room), text, count=1), encoding="utf-8")
    if PAGE.exists():
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(PICTURE.sub(lambda _: picture(), text, count=1), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(write())
