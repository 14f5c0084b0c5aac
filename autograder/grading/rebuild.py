"""Put a submission together again: the released notebook, with the student's answers in it.

Everything that is not an answer comes from the release, so a deleted, duplicated, re-ordered, retyped or tagged cell
changes nothing, and an edited check is simply not there. Helper functions and imports that a student added in cells of
their own are kept where an answer uses them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import lru_cache
from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_code_cell
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import compute_checksum

from autograder.checks.forbidden import parse
from autograder.checks.limit import TooSlow, time_limit
from autograder.checks.names import free_names
from autograder.checks.recorded import fingerprint
from autograder.grading.pictures import Attachments, attachments
from autograder.grading.submission_file import file_hash, unreadable
from autograder.lesson import text as lesson_text
from autograder.notebook.cell import OURS, Cell
from autograder.notebook.stubs import BEGIN, WRITTEN, stub
from autograder.release import kept as releases

MAX_CELL_CHARACTERS = 200_000
REBUILDING_SECONDS = 20.0  # of the processor; an honest notebook takes a tenth of one
HELPERS = "students-helpers"  # how the ids of cells begin with what a student added


class Rebuild(NbGraderPreprocessor):
    """nbgrader preprocessor: replaces the submitted notebook by the released one with the student's answers."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        nbgrader = resources["nbgrader"]
        path = Path(resources["metadata"]["path"]) / f"{resources['metadata']['name']}.ipynb"
        rebuilt = rebuild_submission(nb, nbgrader["assignment"], nbgrader["notebook"], file_hash(path))
        for change in rebuilt.metadata[OURS]["changes"]:
            self.log.warning("%s: %s", nbgrader["student"], change)
        return rebuilt, resources


def rebuild_submission(nb: NotebookNode, assignment: str, stem: str, file: str) -> NotebookNode:
    """The notebook to grade, with all that grading needs to know of the submission in its metadata.

    nb: as read_submission gave it. assignment, stem: the lesson and its notebook. file: the submitted file's hash.
    """
    stamped = nb.metadata.get(OURS, {})
    stamped = stamped if isinstance(stamped, dict) else {}
    named = stamped.get("release")
    # The release's stamp decides which notebook to rebuild from. A student can write anything there, so one that is not
    # known here counts as the current release.
    lesson, found = releases.find(assignment, named if isinstance(named, str) else None)
    released = released_notebook(lesson.folder / f"{stem}.py")
    try:
        with time_limit(REBUILDING_SECONDS, processor=True):
            rebuilt, changes = rebuild(released, nb)
    except (TooSlow, MemoryError, RecursionError):
        nb = unreadable(f"finding the answers in it takes more than {REBUILDING_SECONDS:g} seconds")
        stamped = nb.metadata[OURS]
        rebuilt, changes = rebuild(released, nb)
    # read_submission writes "unreadable" only into notebooks without cells; in any other the student has written it.
    reason = None if nb.cells else stamped.get("unreadable")
    if not found:
        changes.append("it names a release that is not kept here, and was graded as the current one")
    elif lesson.kept_of:
        changes.append(f"it was made from the earlier release {lesson.release}, and was graded as that")
    rebuilt.metadata[OURS] = {
        "release": lesson.release,
        "folder": str(lesson.folder),
        "file": file,
        "invalid": str(reason)[:300] if reason else None,
        "changes": changes,
        "edited": edited_checks(released, nb),
    }
    return rebuilt


def rebuild(released: NotebookNode, submitted: NotebookNode) -> tuple[NotebookNode, list[str]]:
    """The released notebook with the submitted answers, and what was odd about the submission."""
    changes: list[str] = []
    rebuilt = deepcopy(released)
    answers = [cell for cell in rebuilt.cells if Cell.of(cell).is_solution]
    names = {Cell.of(cell).grade_id for cell in answers}
    # The release's other code: it runs in any case, so a copy of it in an answer cell is dropped.
    given = [cell.source for cell in rebuilt.cells if cell.cell_type == "code" and cell not in answers]
    for cell in answers:
        cell.source = _answer(cell, submitted.cells, names, given, changes)
        if cell.cell_type != "code" and (pasted := _pasted(cell, submitted.cells)):
            cell.attachments = from_dict(pasted)  # JupyterLab keeps them beside the text
    _insert_helpers(rebuilt, submitted)
    _note_missing_checks(released, submitted, changes)
    return rebuilt, changes


def released_notebook(text_path: Path) -> NotebookNode:
    """The notebook as students got it, from its text: stubs for solutions, nbgrader's checksums, no outputs."""
    return deepcopy(_released(text_path, text_path.stat().st_mtime_ns))


@lru_cache(maxsize=32)
def _released(text_path: Path, _modified: int) -> NotebookNode:
    notebook = lesson_text.to_notebook(lesson_text.read(text_path))
    for cell in notebook.cells:
        nbgrader = cell.metadata.get("nbgrader")
        if not nbgrader:
            continue
        if nbgrader.get("solution") and BEGIN in cell.source:
            cell.source = stub(cell.source) if cell.cell_type == "code" else WRITTEN
        nbgrader["checksum"] = compute_checksum(cell)
    return notebook


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
            changes.append(f"the answer cell of {grade_id} stands there {len(own)} times")
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


def _pasted(released: NotebookNode, cells: Sequence[NotebookNode]) -> Attachments:
    """The pictures that were pasted into a written answer."""
    grade_id = Cell.of(released).grade_id
    return attachments(cell for cell in cells if Cell.of(cell).grade_id == grade_id)


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


# --- what an instructor may want to know --------------------------------------------------------------------------


def edited_checks(released: NotebookNode, submitted: NotebookNode) -> list[str]:
    """The checks that were handed in with another text than they were given out with."""
    return [
        Cell.of(given).grade_id
        for given, found in _checks(released, submitted)
        if len(found) == 1 and fingerprint(found[0].source) != fingerprint(given.source)
    ]


def _note_missing_checks(released: NotebookNode, submitted: NotebookNode, changes: list[str]) -> None:
    if not submitted.cells:
        return
    edited = edited_checks(released, submitted)
    for given, found in _checks(released, submitted):
        name = Cell.of(given).grade_id
        if not found:
            changes.append(f"the cell {name} was deleted")
        elif len(found) > 1:
            changes.append(f"the cell {name} stands there {len(found)} times")
        elif name in edited:
            changes.append(f"the cell {name} was edited")


def _checks(
    released: NotebookNode, submitted: NotebookNode
) -> Iterator[tuple[NotebookNode, list[NotebookNode]]]:
    """Each released check with the cells of its name that were handed in."""
    by_id: dict[str, list[NotebookNode]] = {}
    for cell in submitted.cells:
        if name := Cell.of(cell).grade_id:
            by_id.setdefault(name, []).append(cell)
    for cell in released.cells:
        given = Cell.of(cell)
        if given.is_graded and not given.is_solution:
            yield cell, by_id.get(given.grade_id, [])
