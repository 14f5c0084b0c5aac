"""What one grading told of its inputs is worth nothing at the next: another file is asked with other inputs.

And what the released file of recorded cases holds is worth nothing at any grading, in any exercise.
"""

from __future__ import annotations

import base64
import json
import re
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.checks import recorded
from autograder.checks.probe import run_probe
from autograder.lesson.workspace import Workspace, quiet
from autograder.proof.lookup import Lookup

from .field import Field, Result, lessons

pytestmark = pytest.mark.slow

# Two exercises' worth of one submission: the first notes what it is asked, the cell of the next one prints it.
_NOTE = """
import hashlib as _hashlib
_seen, _answer = [], {name}
def {name}(*arguments, **named):
    text = repr([a.tolist() if hasattr(a, "tolist") else a for a in (*arguments, *named.values())])
    _seen.append(_hashlib.sha256(text.encode()).hexdigest()[:12])
    return _answer(*arguments, **named)
"""
_TELL = "\nprint('SEEN', *dict.fromkeys(_seen))\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="ag-", dir="/tmp") as path:
        yield Path(path)


def _seen(field: Field, name: str) -> list[str]:
    """The inputs that a submission saw."""
    found = re.search(r"SEEN((?: [0-9a-f]{12})+)", field.results()[name].text)
    assert found, field.results()[name].told
    return found[1].split()


def test_the_same_file_is_asked_the_same_and_another_file_is_not(folder: Path) -> None:
    field = Field(folder, lessons()[0])
    field.release()
    first, second = field.lesson.notebooks[0].exercises[:2]
    answers = {
        **field.right,
        first: f"{field.right[first]}\n{_NOTE.format(name=first)}",
        second: f"{field.right[second]}\n{_TELL}",
    }
    field.hand_in([field.answering(name, answers) for name in ("ada", "emmy")])
    field.grade()
    ada, emmy = _seen(field, "ada"), _seen(field, "emmy")
    assert len(set(ada) | set(emmy)) == len(ada) + len(emmy) > 3
    field.command(
        "autograder", "grade", field.name, "--course", str(field.root), "--students", "ada", "--force"
    )
    assert _seen(field, "ada") == ada
    field.command("nbgrader", "autograde", field.name, "--student", "ada", "--force")
    assert _seen(field, "ada") == ada
    again = field.answering("ada", {**answers, second: answers[second] + "\n# with what I know now\n"})
    again.write(field.root / "submitted", field.name)
    field.grade()
    assert not set(_seen(field, "ada")) & set(ada)


# --- recorded cases -----------------------------------------------------------------------------------------------

_ANSWER = """
import base64 as _base64, json as _json, zlib as _zlib
from autograder.proof.lookup import Lookup as _Lookup
_lookup = _Lookup()
_text = lambda t: _base64.b64decode(t) if t else None
_lookup.heard = [(_text(a), _text(r)) for a, r in _json.loads(_zlib.decompress(_base64.b85decode({calls!r})))]
_lookup.results = {{a: r for a, r in reversed(_lookup.heard) if a and r}}
{name} = _lookup.{recall}({name})
"""
MOST = 150_000  # characters of a cell; calls beyond it are left out, as a student would have to


def _recalling(field: Field, notebook_index: int, recall: str) -> dict[str, str]:
    """Exercise → an unsolved cell that gives back what the solution gave on the recorded cases."""
    notebook = field.lesson.notebooks[notebook_index]
    workspace, answers = Workspace(notebook), {}
    recordings = recorded.read(field.root / "course" / field.name / f"{notebook.stem}.checks")
    stubs = {c.metadata.nbgrader.grade_id: c.source for c in field.classroom.blank[notebook.stem].cells
             if c.metadata.get("nbgrader", {}).get("solution")}  # fmt: skip
    for name in notebook.exercises:
        lookup = Lookup()
        with quiet():
            probe = workspace.probe(name, field.right[name], lookup.listen)
            for case in recordings[name].cases:
                run_probe(probe, case.inputs)
        text = [[base64.b64encode(part).decode() if part else None for part in call] for call in lookup.heard]
        while True:
            calls = base64.b85encode(zlib.compress(json.dumps(text).encode())).decode()
            if len(calls) < MOST:
                break
            text = text[: len(text) // 2]
        answers[name] = f"{stubs[name]}\n{_ANSWER.format(name=name, calls=calls, recall=recall)}"
    return answers


@pytest.mark.parametrize("name", lessons())
def test_recorded_cases_earn_nothing(name: str, folder: Path) -> None:
    field = Field(folder, name)
    field.release()
    for recall in ("by_arguments", "by_order"):
        answers: dict[str, str] = {}
        for index in range(len(field.lesson.notebooks)):
            answers |= _recalling(field, index, recall)
        field.hand_in([field.answering(recall, answers)])
    field.hand_in([field.answering("right", field.right)])
    field.grade(check=False)
    results: dict[str, Result] = field.results()
    assert results["right"].points == field.max_points
    for recall in ("by_arguments", "by_order"):
        earned = {exercise: points for exercise, points in results[recall].points.items() if points}
        assert earned == {}, results[recall].told
        states = [verdict["state"] for verdict in results[recall].metadata["verdicts"]]
        assert len(states) == len(field.lesson.notebooks[0].exercises)
        assert {"wrong", "error"} & set(states), states  # they were run, and not refused for what they import
