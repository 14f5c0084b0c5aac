"""Put a submission together again: the released notebook, with the student's answers in it.

Everything that is not an answer comes from the release, so a deleted, duplicated, re-ordered, retyped or tagged cell
changes nothing, and an edited check is simply not there. Which cells of the student's are kept is decided in
checks/reassembly.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import lru_cache
from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode, from_dict
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import compute_checksum

from autograder.checks.limit import TooSlow, time_limit
from autograder.checks.reassembly import reassemble
from autograder.checks.recorded import fingerprint
from autograder.grading.pictures import Attachments, attachments
from autograder.grading.submission_file import file_hash, unreadable
from autograder.lesson import text as lesson_text
from autograder.notebook.cell import OURS, Cell
from autograder.notebook.stubs import BEGIN, WRITTEN, stub
from autograder.release import kept as releases

REBUILDING_SECONDS = 20.0  # of the processor; an honest notebook takes a tenth of one


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
    rebuilt = reassemble(released, submitted, changes)
    for cell in rebuilt.cells:
        if (
            cell.cell_type != "code"
            and Cell.of(cell).is_solution
            and (pasted := _pasted(cell, submitted.cells))
        ):
            cell.attachments = from_dict(pasted)  # JupyterLab keeps them beside the text
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


def _pasted(released: NotebookNode, cells: Sequence[NotebookNode]) -> Attachments:
    """The pictures that were pasted into a written answer."""
    grade_id = Cell.of(released).grade_id
    return attachments(cell for cell in cells if Cell.of(cell).grade_id == grade_id)


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
            changes.append(f"the cell {name} is there {len(found)} times")
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
