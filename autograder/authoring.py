"""What the author of a lesson writes in exercises.py: cases, inputs, oracle, wrong and right answers, and nothing else.

@exercise("scaled_dot_score", points=3, forbid=["F.scaled_dot_product_attention"])
class _:
    cases = [dict(T=5, d=64), dict(T=1, d=7)]           # sizes and regimes are fixed
    def inputs(rng, T, d): ...                          # the generator draws values only
    def oracle(q, k): ...                               # independent, in float64
    alternatives = {"einsum": "return torch.einsum(…)"} # other right answers, which earn full marks
    slips = [slip("the scores are not scaled", edit=(" / math.sqrt(d)", ""), why="…", look="…")]
    promises = {"one query is enough": dict(T=1)}       # what the text promises → the case, or criterion, that holds it
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import numpy as np
import torch

from autograder.checks.axis_names import named_axes
from autograder.checks.expectations import Distribution, Predictions, SameAs
from autograder.checks.scoring import Rubric, Slip, full_tolerance
from autograder.checks.values import pack, unpack
from autograder.errors import LessonError
from autograder.notebook.stubs import BEGIN, END

__all__ = [
    "Distribution",
    "Exercise",
    "LessonError",
    "Predictions",
    "SameAs",
    "edited",
    "exercise",
    "load_exercises",
    "slip",
]


# An answer, as a change of the solution: one replacement (old text, occurring once; new text), a list of replacements,
# or a text. A text takes the place of what stands between BEGIN SOLUTION and END SOLUTION, as what students write does;
# one that defines what the solution cell defines is a whole answer cell.
Edit = tuple[str, str] | list[tuple[str, str]] | str


def edited(solution: str, edit: Edit) -> str:
    """The solution cell with an edit applied. Raises LessonError where the edit does not fit exactly once."""
    if isinstance(edit, str):
        text = dedent(edit).strip("\n") + "\n"
        return text if _defined(text) & _defined(solution) else _in_place_of_solution(solution, text)
    for old, new in [edit] if isinstance(edit, tuple) else edit:
        if solution.count(old) != 1:
            raise LessonError(
                f"its edit {old!r} occurs {solution.count(old)} times in the solution cell; it must occur once"
            )
        solution = solution.replace(old, new)
    return solution


def _defined(cell: str) -> set[str]:
    """The functions and classes that a cell defines, also where Python cannot read it."""
    return set(re.findall(r"^(?:def|class) (\w+)", cell, re.MULTILINE))


def _in_place_of_solution(solution: str, text: str) -> str:
    places = list(re.finditer(rf"^([ \t]*){BEGIN}\n(.*?)^[ \t]*{END}$", solution, re.MULTILINE | re.DOTALL))
    if len(places) != 1:
        raise LessonError(
            f"its text is no whole answer cell, and the solution cell has {len(places)} solutions to replace by it"
        )
    (place,) = places
    return solution[: place.start(2)] + indent(text, place[1]) + solution[place.end(2) :]


@dataclass(frozen=True)
class EditedSlip:
    """A slip and the edit that makes it.

    also: other spellings of the same mistake, which give something else and share its name.
    """

    slip: Slip
    edit: Edit
    also: tuple[EditedSlip, ...] = ()

    def apply(self, solution: str) -> str:
        """The solution with this mistake in it. Raises LessonError where an edit does not fit exactly once."""
        try:
            return edited(solution, self.edit)
        except LessonError as error:
            raise LessonError(f"slip {self.slip.name!r}: {error}") from None


class Asked(bytes):
    """Packed inputs as they cross to the probe, and beside them what only the oracle gets."""

    withheld: dict[str, Any]

    def __new__(cls, packed: bytes, withheld: dict[str, Any]) -> Asked:
        asked = super().__new__(cls, packed)
        asked.withheld = withheld
        return asked


Carrier = str | dict[str, Any]  # what holds a promise: a criterion's name, or some entries of a case


@dataclass(frozen=True)
class Exercise:
    """One exercise as its author wrote it."""

    name: str
    points: float
    cases: list[dict[str, Any]]
    inputs: Callable[..., dict[str, Any]]
    oracle: Callable[..., dict[str, Any]]
    slips: list[EditedSlip]  # every spelling of every mistake, those of one mistake under one Slip
    uses: list[str] = field(default_factory=list)
    forbid: list[str] = field(default_factory=list)
    weights: dict[str, float] | None = None
    tolerance: float | dict[str, float] | None = None
    equivalent: dict[str, str] = field(default_factory=dict)
    promises: dict[str, Carrier] = field(default_factory=dict)
    alternatives: dict[str, Edit] = field(default_factory=dict)  # other right answers, by name
    axes: dict[str, list[str]] = field(default_factory=dict)  # where the docstring does not tell them
    withheld: list[str] = field(default_factory=list)  # inputs that the oracle gets and the probe does not
    most_characters: int | None = None  # of all answers and helpers of the notebook together; None: no limit
    closed_book: bool = False  # its notebook is graded without data, weights or other files to look into
    docstring: str = ""  # of its answer cell

    def carries(self, carrier: Carrier, criteria: Sequence[str]) -> bool:
        """Whether a promise is held by something that is there: a criterion of this name, a case with these entries."""
        if isinstance(carrier, str):
            return carrier in criteria
        return any(
            all(key in case and case[key] == value for key, value in carrier.items()) for case in self.cases
        )

    def packed_inputs(self, seed: bytes, case: int) -> bytes:
        """The inputs of one case as they cross to the probe; `seed` decides values, the case decides sizes.

        What is withheld from the probe does not cross: it stays with these bytes, on this side.
        """
        entropy = int.from_bytes(hashlib.sha256(seed + f"/{self.name}/{case}".encode()).digest()[:16], "big")
        values = self.inputs(np.random.default_rng(entropy), **self.cases[case])
        packed = pack({name: value for name, value in values.items() if name not in self.withheld})
        return Asked(packed, {name: values[name] for name in self.withheld})

    def expected(self, inputs: bytes) -> dict[str, Any]:
        """The oracle's values for packed inputs, computed in float64 from the values that the student gets."""
        given = {**unpack(inputs), **getattr(inputs, "withheld", {})}
        values = self.oracle(**{name: _widened(value) for name, value in given.items()})
        return {name: _as_expected(value) for name, value in values.items()}

    def rubric(self, criteria: Sequence[str]) -> Rubric:
        """How the criteria of this exercise are weighed."""
        weights = self.weights or dict.fromkeys(criteria, 1.0)
        if set(weights) != set(criteria):
            raise LessonError(
                f"{self.name}: weights name {sorted(weights)}, the oracle names {sorted(criteria)}"
            )
        tolerance = full_tolerance(self.tolerance, criteria)
        return Rubric(self.name, self.points, dict(weights), tolerance, list(self.uses), self._axes)

    @cached_property
    def _axes(self) -> dict[str, list[str]]:
        """What the axes of its criteria are called, for the messages."""
        values = self.expected(self.packed_inputs(b"axes", 0))
        shapes = {
            name: value.ndim
            for name, value in values.items()
            if isinstance(value, torch.Tensor) and value.ndim
        }
        return named_axes(self.docstring, shapes) | self.axes


def slip(
    name: str, edit: Edit | tuple[str, ...], why: str, look: str, also: Sequence[Edit] = ()
) -> EditedSlip:
    """A misconception: an edit of the solution, and what to tell a student who made it.

    name: completes "This is what comes out when …". why: why it matters. look: where to look, never the code.
    edit: see Edit. One mistake may have several spellings that come out differently; each is rejected, and named by
    this one name: further new texts for one old text stand behind the first, (old, new, new, …), all others in also.
    """
    known = Slip(name, why, look)
    first, *others = [*_spellings(edit), *also]
    _held(f"slip {name!r}", [first, *others])
    return EditedSlip(known, first, tuple(EditedSlip(known, other) for other in others))


def _spellings(edit: Edit | tuple[str, ...]) -> list[Edit]:
    """An edit for each new text of a replacement that has several."""
    if isinstance(edit, tuple) and len(edit) > 2:
        return [(edit[0], new) for new in edit[1:]]
    return [edit]  # type: ignore[list-item]


def _held(what: str, edits: Sequence[Any]) -> None:
    """Raise LessonError where one of these is no edit."""
    for edit in edits:
        pairs = edit if isinstance(edit, list) else [edit]
        one_text = isinstance(edit, str)
        if not one_text and not all(isinstance(p, tuple) and list(map(type, p)) == [str, str] for p in pairs):
            raise LessonError(
                f'{what}: its edit {edit!r} is neither ("old", "new"), a list of these, nor a text'
            )


def exercise(
    name: str, points: float, uses: Sequence[str] = (), forbid: Sequence[str] = ()
) -> Callable[[type], type]:
    """Register the decorated class as the exercise `name`.

    points: the most it can earn. uses: earlier exercises that its probe calls. forbid: what it may not call.
    """

    def register(body: type) -> type:
        if _registry is None:
            raise LessonError("exercises.py is loaded by autograder.authoring.load_exercises, not imported")
        if name in _registry:
            raise LessonError(f"two exercises are called {name!r}")
        parts = vars(body)
        for needed in ("cases", "inputs", "oracle", "slips"):
            if needed not in parts:
                raise LessonError(f"exercise {name!r} has no {needed}")
        fields = {k: v for k, v in parts.items() if k in Exercise.__dataclass_fields__}
        for title, edit in fields.get("alternatives", {}).items():
            _held(f"alternative {title!r} of {name}", [edit])
        fields["slips"] = [spelling for slip in parts["slips"] for spelling in (slip, *slip.also)]
        _registry[name] = Exercise(name=name, points=points, uses=list(uses), forbid=list(forbid), **fields)
        return body

    return register


_registry: dict[str, Exercise] | None = None


def load_exercises(folder: Path) -> dict[str, Exercise]:
    """All exercises of a lesson's folder, from exercises*.py, in the order in which they are written."""
    global _registry
    previous, _registry = _registry, {}
    try:
        for path in sorted(folder.glob("exercises*.py")):
            _run_file(path)
        return _registry
    finally:
        _registry = previous


def _run_file(path: Path) -> None:
    name = f"_exercises_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except LessonError as error:
        raise LessonError(f"{path}: {error}") from None
    finally:
        del sys.modules[name]


def _as_expected(value: Any) -> Any:
    """An oracle's value as comparisons take it: arrays as tensors, and no tensor with a gradient."""
    if isinstance(value, np.ndarray | np.generic):
        return torch.from_numpy(np.array(value))
    if isinstance(value, torch.Tensor):
        return value.detach()
    if isinstance(value, dict):
        return {k: _as_expected(v) for k, v in value.items()}
    return [_as_expected(v) for v in value] if isinstance(value, list | tuple) else value


def _widened(value: Any) -> Any:
    """Tensors as float64 (or int64, bool) numpy arrays, the rest as it is."""
    if isinstance(value, torch.Tensor):
        return value.double().numpy() if value.is_floating_point() else value.numpy()
    if isinstance(value, dict):
        return {k: _widened(v) for k, v in value.items()}
    return [_widened(v) for v in value] if isinstance(value, list) else value
