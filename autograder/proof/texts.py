"""What must hold of every notebook's text: its opening table, hints and predictions, and how much there is to carry.

A notebook that was over a limit when the limit was set is listed in source/limits.toml with its numbers, which may
only fall. No exercise is run here, and torch isn't imported.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.lesson import facts
from autograder.lesson.facts import is_hints, to_readers, words
from autograder.lesson.folder import Cell, Lesson, NotebookText

LIMITS_FILE = "limits.toml"
SHORTEST_SITTING = 40  # minutes: a stop that leaves less than that on one side isn't worth it
RUNGS = ["A question to start from", "A pointer", "In pseudocode"]
OTHER_RUNGS = re.compile(
    r"(in words|in one line|pseudo|(the )?steps|(a )?hint|(a )?question|(a )?pointer)\b", re.I
)
PREDICTION = re.compile(r"\bPredict\b|\bGuess\b|Before you run")
ROW = r"^\| {} \| (.*) \|$"
MARKDOWN = re.compile(r"`[^`\n]+`|(?<![\w*·])\*[^*\s·][^*\n]*\*(?!\*)|\*\*[^*]+\*\*")

Allowed = Mapping[str, Sequence[int]]  # name of a limit → today's numbers over it, the largest first


@dataclass(frozen=True)
class Limit:
    """One limit: its name in limits.toml, how it is said, the most that is allowed, and what is measured."""

    name: str
    says: str
    most: int
    measured: Callable[[NotebookText], Iterator[tuple[int, str]]]  # numbers, each with where it was found


def faults(lesson: Lesson) -> list[str]:
    """What is wrong with the texts of a lesson's notebooks."""
    allowed = limits_in(lesson.folder.parent / LIMITS_FILE)
    return [
        f"{notebook.stem}: {fault}"
        for notebook in lesson.notebooks
        for fault in notebook_faults(notebook, allowed.get(notebook.stem, {}))
    ]


def notebook_faults(notebook: NotebookText, allowed: Allowed) -> Iterator[str]:
    """What is wrong with one notebook's text. allowed: its entry in limits.toml."""
    yield from _opening_table(notebook)
    yield from _two_sittings(notebook)
    yield from _hints(notebook)
    yield from _marks_within_html(notebook)
    for limit in LIMITS:
        yield from _beyond(limit, notebook, allowed.get(limit.name, ()))
    for name in allowed.keys() - {limit.name for limit in LIMITS}:
        yield f"{LIMITS_FILE} has a limit {name!r} that nothing measures"


def limits_in(path: Path) -> dict[str, dict[str, list[int]]]:
    """Notebook → its exceptions; empty where there is no such file."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


# ---- the opening table ---------------------------------------------------------------------------------------------


def _opening_table(notebook: NotebookText) -> Iterator[str]:
    """Rows for time and points, whose numbers are all filled in by the build."""
    opening = "\n".join(cell.source for cell in _before_the_first_code(notebook))
    written = any(cell.is_written for cell in notebook.cells)
    wanted = {
        "Time": [{"minutes"}, {"minutes_to_the_stop", "minutes_from_the_stop"}],
        "Points": [{"points", "exercises"} | ({"written_points"} if written else set())],
    }
    for label, choices in wanted.items():
        row = re.search(ROW.format(label), opening, re.MULTILINE)
        if row is None:
            yield f"its opening table has no row {label}"
            continue
        named = {name for name, _ in facts.PLACEHOLDER.findall(row[1])}
        if not any(choice <= named for choice in choices):
            needed = " and ".join(f"{{{{{name}}}}}" for name in sorted(choices[0]))
            yield f"the row {label} of its opening table needs {needed}"
        rest = re.sub(r"\b(section|exercise) \d+", "", facts.PLACEHOLDER.sub("", row[1]))
        if typed := re.findall(r"\{\{.*?\}\}|\d+", rest):
            yield f"the row {label} of its opening table types {', '.join(typed)}, which the build can't fill in"


def _before_the_first_code(notebook: NotebookText) -> Iterator[Cell]:
    for cell in notebook.cells:
        if cell.kind == "code":
            return
        yield cell


def _two_sittings(notebook: NotebookText) -> Iterator[str]:
    """Both are worth sitting down for, and the opening table names the place to stop."""
    found = facts.sittings(notebook.cells)
    if len(found) == 1:
        return
    if "a good place to stop is after section" not in notebook.cells[0].source:
        yield "it has a good place to stop, which its opening table doesn't name"
    shortest = min(sitting.minutes for sitting in found)
    if shortest < SHORTEST_SITTING:
        yield f"one of its sittings takes {shortest} minutes; at least {SHORTEST_SITTING} are worth sitting down for"


# ---- hints and folded text -----------------------------------------------------------------------------------------


def _hints(notebook: NotebookText) -> Iterator[str]:
    """A set of hints belongs to an exercise, and its rungs have the same names everywhere."""
    for cell in filter(is_hints, notebook.cells):
        if cell.grade_id.removesuffix("_hints") not in notebook.exercises:
            yield f"{cell.grade_id} are the hints of no exercise"
        named = re.findall(r"<summary>(.*?)</summary>", cell.source, re.DOTALL)
        rungs = [name for name in named if name in RUNGS]
        other = [name for name in named if OTHER_RUNGS.match(name) and name not in RUNGS]
        if len(rungs) < 2 or named[: len(rungs)] != RUNGS[: len(rungs)] or other:
            yield f"the hints in {cell.grade_id} must begin with {', '.join(map(repr, RUNGS))}, or the first two"


def _marks_within_html(notebook: NotebookText) -> Iterator[str]:
    """Up to the next empty line, what follows <details> is HTML: *stars* and `ticks` would be shown as such."""
    for cell in _texts(notebook):
        for block in re.findall(r"^<details>.*?(?=\n\s*\n|\Z)", cell.source, re.DOTALL | re.MULTILINE):
            plain = re.sub(r"<code>.*?</code>|\$[^$]*\$", "", block, flags=re.DOTALL)
            if mark := MARKDOWN.search(plain):
                yield f"{mark[0]!r} in a folded text is shown with its signs: write HTML there"


# ---- how much there is to carry ------------------------------------------------------------------------------------


def _beyond(limit: Limit, notebook: NotebookText, allowed: Sequence[int]) -> Iterator[str]:
    """Numbers over a limit that limits.toml doesn't allow, and entries there that are larger than they have to be."""
    over = sorted(((n, where) for n, where in limit.measured(notebook) if n > limit.most), reverse=True)
    for number, (n, where) in enumerate(over):
        if number >= len(allowed) or n > allowed[number]:
            at = f" ({where})" if where else ""
            yield f"{n} {limit.says}{at}; at most {max([limit.most, *allowed[number : number + 1]])}"
    if [n for n, _ in over] != list(allowed) and all(
        number < len(allowed) and n <= allowed[number] for number, (n, _) in enumerate(over)
    ):
        now = f"= {[n for n, _ in over]}" if over else "and can go"
        yield f"{LIMITS_FILE} allows {list(allowed)} {limit.says}; it is now {limit.name} {now}"


def _sitting_minutes(notebook: NotebookText) -> Iterator[tuple[int, str]]:
    for sitting in facts.sittings(notebook.cells):
        yield sitting.minutes, ""


def _exercises(notebook: NotebookText) -> Iterator[tuple[int, str]]:
    sitting = 0
    for cell in notebook.cells:
        sitting += cell.is_check
        if facts.STOP in cell.source:
            yield sitting, ""
            sitting = 0
    yield sitting, ""


def _predictions(notebook: NotebookText) -> Iterator[tuple[int, str]]:
    asked = 0
    for cell in _texts(notebook):
        asked += _asks_to_predict(cell)
        if facts.STOP in cell.source:
            yield asked, ""
            asked = 0
    yield asked, ""


def _words(notebook: NotebookText) -> Iterator[tuple[int, str]]:
    for cell in _texts(notebook):
        if "**Sources.**" not in cell.source:
            yield words(_unfolded(cell)), _name(cell)


def _lines(notebook: NotebookText) -> Iterator[tuple[int, str]]:
    for cell in notebook.cells:
        if _is_read_only(cell):
            yield sum(bool(line.strip()) for line in cell.source.splitlines()), _name(cell)


def _open_answers(notebook: NotebookText) -> Iterator[tuple[int, str]]:
    found = list(_unfolded_answers(notebook))
    yield len(found), "; ".join(found)


def _unfolded_answers(notebook: NotebookText) -> Iterator[str]:
    """Texts that come after the result of a prediction and don't begin with a folded answer."""
    asked, shown = False, False
    for cell in notebook.cells:
        if cell.kind == "code":
            asked = asked and _is_read_only(cell)
            shown = asked
            continue
        if re.match(r"#{1,3} ", cell.source):
            shown = False  # a new section: what was asked needs no words
        if shown and not re.match(r"\s*(\*\*[^*]*\*\*\s*)?<details>", cell.source):
            yield _name(cell)
        asked, shown = _asks_to_predict(cell), False


LIMITS = (
    Limit("minutes", "minutes in one sitting", 100, _sitting_minutes),
    Limit("exercises", "exercises in one sitting", 7, _exercises),
    Limit("predictions", "predictions in one sitting", 6, _predictions),
    Limit("words", "words in a text cell", 170, _words),
    Limit("lines", "lines in a code cell that students only read", 25, _lines),
    Limit("open_answers", "predictions without a folded answer", 0, _open_answers),
)


# ---- cells ---------------------------------------------------------------------------------------------------------


def _texts(notebook: NotebookText) -> Iterator[Cell]:
    return (cell for cell in notebook.cells if cell.kind == "markdown")


def _is_read_only(cell: Cell) -> bool:
    return cell.kind == "code" and not cell.is_answer and not cell.is_check


def _asks_to_predict(cell: Cell) -> bool:
    return not is_hints(cell) and bool(PREDICTION.search(_unfolded(cell)))


def _unfolded(cell: Cell) -> str:
    """What a text shows before anything is opened."""
    return re.sub(r"<details>.*?</details>", " ", to_readers(cell.source), flags=re.DOTALL)


def _name(cell: Cell) -> str:
    begins = next((line for line in cell.source.splitlines() if line.strip()), "")
    return cell.grade_id or begins.strip("# ")[:50]
