"""Put a released notebook and a student's cells together: the notebook that grading runs.

Everything that is not an answer comes from the release. Helper functions and imports that a student added in cells of
their own are kept where an answer uses them. The grader does it with a submission, and a student's own machine with the
notebook that is about to be one (dry_run.py).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.checks.forbidden import parse
from autograder.checks.names import free_names
from autograder.checks.recorded import fingerprint
from autograder.notebook.cell import Cell

MAX_CELL_CHARACTERS = 200_000
HELPERS = "students-helpers"  # how the ids of cells begin with what a student added


def reassemble(released: NotebookNode, submitted: NotebookNode, changes: list[str]) -> NotebookNode:
    """The released notebook with the submitted answers; what is odd about these is added to `changes`."""
    rebuilt = deepcopy(released)
    answers = [cell for cell in rebuilt.cells if Cell.of(cell).is_solution]
    names = {Cell.of(cell).grade_id for cell in answers}
    # The release's other code: it runs in any case, so a copy of it in an answer cell is dropped.
    given = [cell.source for cell in rebuilt.cells if cell.cell_type == "code" and cell not in answers]
    for cell in answers:
        cell.source = _answer(cell, submitted.cells, names, given, changes)
    _insert_helpers(rebuilt, submitted)
    return rebuilt


def characters(answers: Iterable[str]) -> int:
    """How long answers are. One beyond ASCII counts for the two to four bytes that it takes: it can hold as much."""
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in answers)


def too_long(found: int, most: int) -> str:
    """The note on a notebook whose answers are longer than they may be."""
    return f"Your answers, and the cells that they use, take {found:,} characters together; at most {most:,} are taken."


def counted(rebuilt: NotebookNode) -> dict[str, str]:
    """The texts whose length counts: every answer, and the helpers that are kept beside them."""
    cells = map(Cell.of, rebuilt.cells)
    found = {cell.grade_id: cell.source for cell in cells if cell.is_answer}
    return found | {c.id: c.source for c in rebuilt.cells if str(c.get("id")).startswith(HELPERS)}


# --- answers ------------------------------------------------------------------------------------------------------


def _answer(
    released: NotebookNode,
    cells: Sequence[NotebookNode],
    names: set[str],
    given: Sequence[str],
    changes: list[str],
) -> str:
    """The student's text for one answer cell, found by its id or, failing that, by what it defines.

    Several cells may claim to be one answer: copies with the same id, a cell split in two, or an answer written in a
    new cell. A written answer is then all of their texts; for code, _parts decides which count.
    names: of all answers of this notebook. given: its other code, which runs anyway.
    """
    grade_id = Cell.of(released).grade_id
    stub_of = fingerprint(released.source)
    own = [cell for cell in cells if Cell.of(cell).grade_id == grade_id]
    if cells and not own:
        changes.append(f"the cell of {grade_id} is missing")
    answers = [cell.source for cell in own if fingerprint(cell.source) != stub_of]
    if released.cell_type != "code":
        text = "\n\n".join(dict.fromkeys(answers))
    else:
        if len(own) > 1:
            changes.append(f"the answer cell of {grade_id} is there {len(own)} times")
        # Nothing under its own id defines the answer, so it may be in another cell, together with other things.
        if not any(grade_id in definitions(text) for text in answers):
            elsewhere = [
                c.source for c in cells if _is_own(c) and c not in own and fingerprint(c.source) != stub_of
            ]
            elsewhere = [text for text in elsewhere if grade_id in definitions(text)]
            if elsewhere:
                changes.append(f"{grade_id} is defined in another cell than its own")
                answers += [_without(names - {grade_id}, given, text) for text in elsewhere]
        text = "\n\n".join(_parts(answers, grade_id))
    if len(text) > MAX_CELL_CHARACTERS:
        changes.append(
            f"the answer cell of {grade_id} is longer than {MAX_CELL_CHARACTERS:,} characters and was left out"
        )
        text = ""
    return text or released.source


def _without(names: set[str], given: Sequence[str], text: str) -> str:
    """A cell's text without the lines that define these names or are given: each answer is looked at by itself."""
    try:
        tree = ast.parse(text)
    # ast.parse and not our own parse: turning magic lines into Python would shift the line numbers used below.
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
    known = {_form(statement) for each in given for statement in getattr(parse(each), "body", [])}
    gone: set[int] = set()
    kept: set[int] = set()
    for statement in tree.body:
        first = min(
            [statement, *getattr(statement, "decorator_list", [])], key=lambda node: node.lineno
        ).lineno
        lines = range(first, (statement.end_lineno or first) + 1)
        # Two statements may share a line (`a = 1; b = 2`); such a line stays if either of them does.
        is_gone = set(_bound(statement)) & names or _form(statement) in known
        (gone if is_gone else kept).update(lines)
    numbered = enumerate(text.splitlines(), 1)
    return "\n".join(line for number, line in numbered if number in kept or number not in gone)


def _form(statement: ast.stmt) -> str:
    """A statement without its comments and line breaks; something of its own where it is nested too deep."""
    try:
        return ast.dump(statement)
    except RecursionError:
        return f"line {statement.lineno}"


def _parts(texts: list[str], name: str) -> list[str]:
    """Of several cells for one answer: the last that defines the name, with what else there is that Python can read.

    Where none defines it, all of them: they may be one cell that was split in the middle.
    """
    defining = [text for text in texts if name in definitions(text)]
    if not defining:
        return texts
    return [
        text for text in texts if text is defining[-1] or (text not in defining and parse(text) is not None)
    ]


def _is_own(cell: NotebookNode) -> bool:
    """Whether it is a code cell and no check: an answer cell, or one that the student added."""
    return cell.cell_type == "code" and not Cell.of(cell).is_graded


def definitions(source: str) -> set[str]:
    """The names of functions and classes that a cell defines, and of plain assignments, at its top level."""
    tree = parse(source)
    return {name for statement in tree.body for name in _bound(statement)} if tree else set()


def _bound(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement gives a meaning to, of def, class, import and `name = …`."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        yield from ((alias.asname or alias.name).split(".")[0] for alias in statement.names)
    elif isinstance(statement, ast.Assign):
        yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


# --- helper code in cells that the student added -------------------------------------------------------------------


def _insert_helpers(rebuilt: NotebookNode, submitted: NotebookNode) -> None:
    """Keep what added cells import, define and assign, as far as an answer needs it; leave out all else they do.

    Imports, functions and constants go before the first answer. A cell that computes a value may call an earlier
    answer (`mask = causal_mask(4)`), so it goes right before the first answer that uses one of its names.
    """
    answers = [cell for cell in rebuilt.cells if Cell.of(cell).is_answer]
    needed = _needed_statements(_added_cells(rebuilt, submitted), [c.source for c in answers])
    uses = [(cell, free_names(cell.source)) for cell in answers] if any(needed) else []
    for number, statements in enumerate(needed):
        before = answers[0]
        if any(
            isinstance(statement, ast.Assign) and not _is_constant(statement.value)
            for statement in statements
        ):
            bound = {name for statement in statements for name in _bound(statement)}
            before = next((cell for cell, names in uses if bound & names), before)
        source = "# added by the student\n" + "\n".join(map(ast.unparse, statements))
        rebuilt.cells.insert(rebuilt.cells.index(before), new_code_cell(source, id=f"{HELPERS}-{number}"))


def _added_cells(rebuilt: NotebookNode, submitted: NotebookNode) -> list[str]:
    """The code cells that are neither the release's nor answers."""
    known = {fingerprint(cell.source) for cell in rebuilt.cells}
    sources = [c.source for c in submitted.cells if _is_own(c) and not Cell.of(c).nbgrader]
    return [text for text in sources if fingerprint(text) not in known and len(text) <= MAX_CELL_CHARACTERS]


def _needed_statements(added: list[str], answers: list[str]) -> list[list[ast.stmt]]:
    """For each added cell that has any, the statements that bind a name which an answer needs, directly or not.

    A statement that binds the name of an answer is none of them: the answer's own cell counts.
    """
    wanted = {name for text in answers for name in free_names(text)}
    defined = {name for text in answers for name in definitions(text)}
    cells = [[s for s in tree.body if _can_be_written(s)] for text in added if (tree := parse(text))]
    binding: dict[str, list[ast.stmt]] = {}
    for statement in (s for statements in cells for s in statements):
        if not defined & (bound := set(_bound(statement))):
            for name in bound:
                binding.setdefault(name, []).append(statement)
    chosen: set[ast.stmt] = set()
    # From the names that answers use to the statements that bind them, and on to the names that these use. Each name is
    # popped, so it is looked up once: ten thousand helpers in a row must not take minutes.
    queue = list(wanted)
    while queue:
        for statement in binding.pop(queue.pop(), []):
            if statement not in chosen:
                chosen.add(statement)
                queue += free_names(ast.unparse(statement))
    return [kept for statements in cells if (kept := [s for s in statements if s in chosen])]


def _can_be_written(statement: ast.stmt) -> bool:
    """Whether ast.unparse can turn it into text again."""
    try:
        ast.unparse(statement)
    except (RecursionError, ValueError, MemoryError):  # too deep, or too long a number
        return False
    return True


def _is_constant(value: ast.expr) -> bool:
    """Whether a value can be computed before any answer is there: a literal, another name, a lambda."""
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return isinstance(value, ast.Attribute | ast.Name | ast.Lambda)
    return True
