"""What the author of an exercise writes in exercises/NAME.py: cases, inputs, oracle, wrong and right answers.

@exercise("scaled_dot_score", points=3, forbid=["F.scaled_dot_product_attention"])
class _:
    cases = [dict(T=5, d=64), dict(T=1, d=7)]           # sizes and regimes are fixed
    def inputs(rng, T, d): ...                          # the generator draws values only
    def oracle(q, k): ...                               # independent, in float64
    alternatives = {"einsum": "return torch.einsum(…)"} # other right answers, which earn full marks
    slips = [slip("the scores are not scaled", edit=(" / math.sqrt(d)", ""), why="…", look="…")]
    promises = {"one query is enough": dict(T=1)}       # what the text promises → the case, or criterion, that holds it
    edited = "def scaled_dot_score(q, k): …"            # an answer that edits are made on, instead of the solution
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import torch

from autograder.checks.axis_names import named_axes
from autograder.checks.expectations import Distribution, Predictions, SameAs
from autograder.checks.scoring import Rubric, Slip, full_tolerance
from autograder.checks.values import pack, unpack
from autograder.editing import Edit, EditedSlip, apply_edit, require_edits, spellings
from autograder.errors import LessonError

__all__ = [
    "Distribution",
    "Edit",
    "EditedSlip",
    "Exercise",
    "LessonError",
    "Predictions",
    "SameAs",
    "exercise",
    "load_exercises",
    "slip",
]


class Asked(bytes):
    """Packed inputs as they cross to the probe, and beside them what only the oracle gets."""

    withheld: dict[str, Any]

    def __new__(cls, packed: bytes, withheld: dict[str, Any]) -> Asked:
        asked = super().__new__(cls, packed)
        asked.withheld = withheld
        return asked


EDITED = "the answer that edits are made on"  # what `edited` is called among the right answers
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
    apart: list[str] = field(
        default_factory=list
    )  # promises with points of their own (checks/partial_credit.py)
    alternatives: dict[str, Edit] = field(default_factory=dict)  # other right answers, by name
    axes: dict[str, list[str]] = field(default_factory=dict)  # where the docstring does not tell them
    withheld: list[str] = field(default_factory=list)  # inputs that the oracle gets and the probe does not
    most_characters: int | None = None  # of all answers and helpers of the notebook together; None: no limit
    closed_book: bool = False  # its notebook is graded without data, weights or other files to look into
    edited: str | None = None  # a second right answer, which edits are made on; None: on the solution
    docstring: str = ""  # of its answer cell
    file: Path = Path()  # where it is written

    def base(self, solution: str) -> str:
        """The answer cell that slips and mutants are made of: `edited` where there is one, else the solution."""
        return solution if self.edited is None else apply_edit(solution, self.edited)

    def right_answers(self, solution: str) -> dict[str, str]:
        """Name → answer cell of each other right answer. Raises LessonError where an edit doesn't fit."""
        given: dict[str, Edit] = {EDITED: self.edited} if self.edited is not None else {}
        return {
            title: apply_edit(solution, edit, self.edited)
            for title, edit in (given | self.alternatives).items()
        }

    def misfits(self, solution: str) -> Iterator[str]:
        """A sentence that begins with FILE:LINE for every slip and alternative with an edit that doesn't fit."""
        wrong: dict[tuple[str, str], list[str]] = {}  # a slip's line and name → what is wrong with its edits
        for slip in self.slips:
            try:
                slip.apply(solution)
            except LessonError as error:
                wrong.setdefault((slip.line, slip.slip.name), []).append(str(error))
        for (line, _), errors in wrong.items():
            more = f" (and {len(errors) - 1} more of its edits)" if len(errors) > 1 else ""
            yield f"{line}: {self.name}, {errors[0]}{more}"
        for title, edit in self.alternatives.items():
            try:
                apply_edit(solution, edit, self.edited)
            except LessonError as error:
                yield f"{self.line_of(title)}: {self.name}, alternative {title!r}: {error}"

    def line_of(self, text: str) -> str:
        """FILE:LINE of the first line of this exercise that holds a text."""
        lines = self.file.read_text(encoding="utf-8").splitlines()
        return f"{self.file}:{next((n for n, line in enumerate(lines, 1) if text in line), 1)}"

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
        apart = {promise: self._cases_of(promise) for promise in self.apart}
        return Rubric(self.name, self.points, dict(weights), tolerance, list(self.uses), self._axes, apart)

    def _cases_of(self, promise: str) -> list[int]:
        """The cases of a promise that is scored apart. Raises LessonError where it has none, or all."""
        entries = self.promises.get(promise)
        found = [
            i
            for i, case in enumerate(self.cases)
            if isinstance(entries, dict) and all(case.get(k, _MISSING) == v for k, v in entries.items())
        ]
        if not 0 < len(found) < len(self.cases):
            raise LessonError(
                f"{self.name}: apart names {promise!r}, which has to be one of its promises and to name some cases"
            )
        return found

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
    first, *others = [*spellings(edit), *also]
    require_edits(f"slip {name!r}", [first, *others])
    line = _line_of_call()
    return EditedSlip(known, first, tuple(EditedSlip(known, other, line=line) for other in others), line=line)


def _line_of_call() -> str:
    """FILE:LINE where the function that asks was called."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame is not None else ""


def exercise(
    name: str, points: float, uses: Sequence[str] = (), forbid: Sequence[str] = ()
) -> Callable[[type], type]:
    """Register the decorated class as the exercise `name`, which is also the name of its file.

    points: the most it can earn. uses: earlier exercises that its probe calls. forbid: what it may not call.
    """

    def register(body: type) -> type:
        if _registry is None:
            raise LessonError("an exercise is loaded by autograder.authoring.load_exercises, not imported")
        if name in _registry:
            raise LessonError(f"two exercises are called {name!r}")
        parts = vars(body)
        for needed in ("cases", "inputs", "oracle", "slips"):
            if needed not in parts:
                raise LessonError(f"exercise {name!r} has no {needed}")
        fields = {k: v for k, v in parts.items() if k in Exercise.__dataclass_fields__}
        for title, edit in fields.get("alternatives", {}).items():
            require_edits(f"alternative {title!r} of {name}", [edit])
        every = [spelling for slip in parts["slips"] for spelling in (slip, *slip.also)]
        fields["slips"] = [replace(spelling, edited=fields.get("edited")) for spelling in every]
        _registry[name] = Exercise(
            name=name, points=points, uses=list(uses), forbid=list(forbid), file=_loading, **fields
        )
        return body

    return register


_MISSING = object()  # no entry of a case
_registry: dict[str, Exercise] | None = None
_loading = Path()  # the file that is being loaded


def exercise_files(lesson: Path) -> list[Path]:
    """The files of a lesson's folder that hold one exercise each; what begins with _ is what several of them share."""
    return sorted(path for path in (lesson / "exercises").glob("*.py") if not path.name.startswith("_"))


def load_exercises(lesson: Path) -> dict[str, Exercise]:
    """All exercises of a lesson's folder, from exercises/NAME.py, by name."""
    global _registry
    previous, _registry = _registry, {}
    name = f"_exercises_{hashlib.sha256(str(lesson).encode()).hexdigest()[:12]}"
    # Made by hand, so that `from ._shared import …` works and nobody else can import it.
    package = ModuleType(name)
    package.__path__ = [str(lesson / "exercises")]
    sys.modules[name] = package
    importlib.invalidate_caches()  # a file may have been written a moment ago
    try:
        for path in exercise_files(lesson):
            before = set(_registry)
            _import(f"{name}.{path.stem}", path)
            if (found := sorted(_registry.keys() - before)) != [path.stem]:
                holds = f"the exercises {', '.join(found)}" if found else "no exercise"
                raise LessonError(f"{path} holds {holds}; it must hold one, called {path.stem}")
        return _registry
    finally:
        _registry = previous
        for loaded in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
            del sys.modules[loaded]


def _import(module: str, path: Path) -> None:
    global _loading
    previous, _loading = _loading, path
    try:
        importlib.import_module(module)
    except LessonError as error:
        raise LessonError(f"{path}: {error}") from None
    finally:
        _loading = previous


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
