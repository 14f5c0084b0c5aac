"""Facts of a notebook that nobody types: its minutes, its points and its exercises, counted and filled in.

A text writes {{minutes}} in its opening table, and the notebook built from it has the number. `fill` does that, and
`restore` takes the numbers out again when a notebook is saved as a text. Importing this file costs nothing but the
standard library.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.notebook.cell import Cell

WORDS_PER_MINUTE = 200
WRITTEN_MINUTES = 15  # for a written question that doesn't announce its own
ROUNDED_TO = 5  # minutes; the opening table promises no more precision than that
STOP = "**A good place to stop.**"  # the text that ends the first of two sittings

NAMES = (
    "minutes",
    "minutes_to_the_stop",
    "minutes_from_the_stop",
    "exercise_minutes",
    "exercises",
    "points",
    "written_points",
)
PLACEHOLDER = re.compile(rf"\{{\{{({'|'.join(NAMES)})(?:, running (\d+))?\}}\}}")
FILLED_IN = r"\d+(?:\.\d+)?(?: exercises?)?"  # what may be in the place of a placeholder
ANNOUNCED = re.compile(r"\*(?:Easy|Medium|Hard|Challenge) · (\d+) minutes")
ANNOUNCED_QUESTION = re.compile(r"\*\*Written question\*\* \([^)]*?(\d+) minutes")


@dataclass
class Sitting:
    """What one sitting takes, in minutes."""

    exercises: float = 0.0
    reading: float = 0.0
    written: float = 0.0
    running: float = 0.0

    @property
    def minutes(self) -> int:
        """All of it, as the opening table gives it."""
        return rounded(self.exercises + self.reading + self.written + self.running)


def rounded(minutes: float) -> int:
    """Minutes to the nearest five, and at least five."""
    return max(ROUNDED_TO, int(minutes / ROUNDED_TO + 0.5) * ROUNDED_TO)


def sittings(cells: Sequence[Cell]) -> list[Sitting]:
    """The sittings of a notebook: one, or two where a text says that it is a good place to stop."""
    found, announced = [Sitting()], 0
    for number, cell in enumerate(cells):
        sitting = found[-1]
        if (
            cell.is_answer
        ):  # the last announcement before it is its own; earlier ones are examples of such a line
            sitting.exercises, announced = sitting.exercises + announced, 0
        if cell.is_written:
            sitting.written += _written_minutes(cells, number)
        if cell.kind == "markdown":
            announced = _announced(cells, number) or announced
            sitting.reading += 0 if is_hints(cell) else words(to_readers(cell.source)) / WORDS_PER_MINUTE
            sitting.running += sum(
                int(declared) for _, declared in PLACEHOLDER.findall(cell.source) if declared
            )
            if STOP in cell.source:
                found.append(Sitting())
    return found


def _announced(cells: Sequence[Cell], number: int) -> int:
    """The minutes that a text announces for the exercise after it; those of a written question are counted there."""
    found = [] if _is_question(cells, number) else ANNOUNCED.findall(cells[number].source)
    return int(found[-1]) if found else 0


def _is_question(cells: Sequence[Cell], number: int) -> bool:
    """Whether this text asks the written question: in its own cell, or right before an empty one."""
    if cells[number].is_written:
        return True
    return number + 1 < len(cells) and cells[number + 1].is_written


def _written_minutes(cells: Sequence[Cell], number: int) -> int:
    asked = to_readers(cells[number].source)
    if number and _is_question(cells, number - 1):
        asked = cells[number - 1].source + "\n" + asked
    announced = ANNOUNCED_QUESTION.search(asked) or ANNOUNCED.search(asked)
    return int(announced[1]) if announced else WRITTEN_MINUTES


def is_hints(cell: Cell) -> bool:
    return cell.grade_id.endswith("_hints")


def to_readers(source: str) -> str:
    """A text without the model answer, which only instructors get."""
    return source.partition("### BEGIN SOLUTION")[0]


def words(source: str) -> int:
    """How many words a text has for its reader, without formulas, code and the signs of Markdown."""
    prose = re.sub(r"^```.*?^```", " ", PLACEHOLDER.sub("0", source), flags=re.DOTALL | re.MULTILINE)
    return len(re.sub(r"<[^>]*>|\$[^$]*\$|[|#*-]", " ", prose).split())


# ---- filled in and taken out ---------------------------------------------------------------------------------------


def facts(cells: Sequence[Cell]) -> dict[str, str]:
    """Placeholder → what is written in its place."""
    parts = sittings(cells)
    checks = sum(cell.is_check for cell in cells)
    total = sum(part.exercises + part.reading + part.written + part.running for part in parts)
    return {
        "minutes": str(rounded(total)),
        "minutes_to_the_stop": str(parts[0].minutes),
        "minutes_from_the_stop": str(parts[-1].minutes),
        "exercise_minutes": f"{sum(part.exercises for part in parts):g}",
        "exercises": f"{checks} exercise{'s' if checks != 1 else ''}",
        "points": f"{_points(cell for cell in cells if cell.is_check):g}",
        "written_points": f"{_points(cell for cell in cells if cell.is_written):g}",
    }


def _points(cells: Iterable[Cell]) -> float:
    return sum(float(cell.nbgrader.get("points") or 0) for cell in cells)


def fill(cells: Sequence[Cell]) -> list[Cell]:
    """The cells of a text with their placeholders filled in."""
    found = facts(cells)
    return [
        cell._replace(source=PLACEHOLDER.sub(lambda match: found[match[1]], cell.source))
        if cell.kind == "markdown"
        else cell
        for cell in cells
    ]


def restore(cells: Sequence[Cell], before: Sequence[Cell]) -> list[Cell]:
    """The cells of a notebook with the placeholders of the text it was made from, wherever a line has numbers instead.

    A line whose other words were changed is left alone; the audit then asks for the placeholder.
    """
    patterns = [
        (_pattern(line), line)
        for cell in before
        if cell.kind == "markdown"
        for line in cell.source.splitlines()
        if PLACEHOLDER.search(line)
    ]
    return [
        cell._replace(source=_restored(cell.source, patterns)) if cell.kind == "markdown" else cell
        for cell in cells
    ]


def _pattern(line: str) -> re.Pattern[str]:
    """What a line looks like when its placeholders are filled in."""
    parts, end = [], 0
    for match in PLACEHOLDER.finditer(line):
        parts += [re.escape(line[end : match.start()]), FILLED_IN]
        end = match.end()
    return re.compile("".join([*parts, re.escape(line[end:])]))


def _restored(source: str, patterns: Sequence[tuple[re.Pattern[str], str]]) -> str:
    lines = source.split("\n") if patterns else []
    for number, line in enumerate(lines):
        lines[number] = next((before for pattern, before in patterns if pattern.fullmatch(line)), line)
    return "\n".join(lines) if lines else source
