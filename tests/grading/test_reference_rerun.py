"""A mistake costs its points once: what calls a wrong answer is tried with a right one, of which nothing gets out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from types import SimpleNamespace
from typing import Any

import pytest
import tiny_lesson
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_notebook

from autograder.checks.scoring import Criterion, Slip, Verdict
from autograder.grading.cells import Run
from autograder.grading.execute import JudgedExecute
from autograder.grading.judged_kernels import End
from autograder.grading.reference_rerun import costs_once

from .conftest import House

ANSWERS = tiny_lesson.ANSWERS
WRONG = "def weighted_mean(x, w):\n    return x.mean(dim=-1)"
SLIPPED = ANSWERS["weighted_variance"].replace("distance**2", "distance")
ALONE = """def weighted_variance(x, w):
    mean = (x * w).sum(-1, keepdim=True) / w.sum()
    return ((x - mean) * w).sum(-1) / w.sum()"""
HELPER = f"{WRONG}\n\ndef squared(x):\n    return x * x"
USES_HELPER = ANSWERS["weighted_variance"].replace("distance**2", "squared(distance)")
SECRET = "weighted_total_of_rows"  # a name in the reference
READS = """
import os, sys
from IPython.display import display, update_display
_ = display("nothing yet", display_id="leak")
def weighted_variance(x, w):
    code = getattr(weighted_mean, "__code__", None)
    found = " ".join(code.co_varnames) if code and "total" in str(code.co_varnames) else ""
    found += " ".join(get_ipython().user_ns.get("In", []))
    print(found, file=sys.stderr)
    update_display({"text/plain": found}, display_id="leak", raw=True)
    for folder in (".", "/tmp", os.path.expanduser("~"), "/dev/shm"):
        try:
            open(os.path.join(folder, "found-by-a-student"), "a").write(found)
        except OSError:
            pass
    os.environ["FOUND"] = found
    if "total" not in found:
        return 0 * x.sum(-1)
    raise type(found[:500], (Exception,), {})(found)
"""
STUDENTS: dict[str, dict[str, str]] = {
    "right": ANSWERS,
    "wrong": {**ANSWERS, "weighted_mean": WRONG},
    "missing": {**ANSWERS, "weighted_mean": ""},
    "unreadable": {**ANSWERS, "weighted_mean": "def weighted_mean(x, w:\n    return x"},
    "renamed": {**ANSWERS, "weighted_mean": "def mean(x, w):\n    return x.mean(dim=-1)"},
    "both": {**ANSWERS, "weighted_mean": WRONG, "weighted_variance": SLIPPED},
    "alone": {**ANSWERS, "weighted_mean": WRONG, "weighted_variance": ALONE},
    "helper": {**ANSWERS, "weighted_mean": HELPER, "weighted_variance": USES_HELPER},
    "reads": {**ANSWERS, "weighted_mean": WRONG, "weighted_variance": READS},
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("once"))
    house.nbgrader("generate_assignment", tiny_lesson.NAME)
    for student, answers in STUDENTS.items():
        given = {name: answer for name, answer in answers.items() if answer}
        house.hand_in(house.classroom().answering(student, given))
    house.autograder("grade", tiny_lesson.NAME, "--course", str(house.root), ok=None)
    return house


def verdict_of(house: House, student: str, exercise: str = "weighted_variance") -> Verdict:
    verdicts = house.graded(student).metadata["autograder"]["verdicts"]
    return Verdict.from_dict(next(v for v in verdicts if v["exercise"] == exercise))


@pytest.mark.slow
@pytest.mark.parametrize("student", ["wrong", "missing", "unreadable", "renamed", "helper"])
def test_a_mistake_costs_its_points_once(house: House, student: str) -> None:
    points = house.points(student)
    assert (points["weighted_mean"], points["weighted_variance"]) == (0, 3)
    (note,) = verdict_of(house, student).notes
    assert note.startswith("It was tried with a correct `weighted_mean`, because yours is not right yet")


@pytest.mark.slow
def test_a_mistake_of_its_own_is_named_with_a_right_helper(house: House) -> None:
    verdict = verdict_of(house, "both")
    assert house.points("both")["weighted_variance"] == 0
    assert verdict.slip is not None and verdict.slip.name == "distances are not squared"
    (note,) = verdict.notes  # and nothing that sends the student to weighted_mean first
    assert note.startswith("It was tried with a correct `weighted_mean` too")


@pytest.mark.slow
def test_an_answer_that_calls_no_other_is_tried_once(house: House) -> None:
    verdict = verdict_of(house, "alone")
    assert house.points("alone")["weighted_variance"] == 0 and verdict.notes == []
    assert verdict.slip is not None and verdict.slip.name == "distances are not squared"
    assert house.graded("alone").metadata["autograder"]["kernels"] == 1


@pytest.mark.slow
def test_right_work_is_run_once(house: House) -> None:
    assert house.graded("right").metadata["autograder"]["kernels"] == 1
    assert house.points("right") == {**tiny_lesson.POINTS, "written_why": 0}


@pytest.mark.slow
def test_what_reads_the_reference_sends_nothing_home(house: House) -> None:
    points = house.points("reads")
    assert (points["weighted_mean"], points["weighted_variance"]) == (0, 0)
    assert house.graded("reads").metadata["autograder"]["kernels"] == 2
    assert any("tried with a correct" in note for note in verdict_of(house, "reads").notes)
    house.nbgrader("generate_feedback", tiny_lesson.NAME, "--force")
    told = [path for path in house.root.glob("*/reads/**/*") if path.is_file()]
    assert {path.suffix for path in told} >= {".ipynb", ".html"}
    for path in [*told, *house.root.glob("build/grades/*")]:
        assert SECRET not in path.read_text(encoding="utf-8"), path


# --- the verdict of two -------------------------------------------------------------------------------------------


def verdict(state: str, points: float, passed: Sequence[bool] = (False, False), **more: Any) -> Verdict:
    criteria = [
        Criterion(name, ok, "" if ok else "of the student's") for name, ok in zip("ab", passed, strict=True)
    ]
    return Verdict("f", points, 4, state, criteria, 1, **more)


SLIP = Slip("it slips", "It matters.", "Look there.")


def test_only_what_the_judge_says_itself_is_taken() -> None:
    error = {"type": "Student", "message": "student", "call": "student", "code": "student", "line": 1}
    first = verdict("wrong", 0, notes=["first"], odd=["odd"])
    again = verdict("error", 2, (True, False), slip=SLIP, error=error, notes=["student"], odd=["more"])
    again.criteria[1].difference = "student"
    found = costs_once(first, again, ["g"])
    assert (found.points, found.slip, found.error, found.state) == (2, SLIP, None, "wrong")
    assert [(c.passed, c.difference) for c in found.criteria] == [(True, ""), (False, "of the student's")]
    assert "student" not in str(found.as_dict()).replace("of the student's", "") and found.odd == [
        "odd",
        "more",
    ]


@pytest.mark.parametrize(
    ("first", "again", "points"),
    [
        (verdict("wrong", 1, (True, False)), verdict("right", 4, (True, True)), 4),
        (verdict("forbidden", 0), verdict("right", 4, (True, True)), 4),
        (verdict("unfinished", 0), verdict("right", 4, (True, True)), 4),
        (verdict("forbidden", 0), verdict("wrong", 2, (True, False)), 0),
        (verdict("wrong", 2, (True, False)), verdict("wrong", 0), 2),
        (verdict("wrong", 1, (True, False)), verdict("unfinished", 2, (True, False)), 1),
        (verdict("wrong", 0), verdict("forbidden", 0), 0),
    ],
)
def test_the_better_verdict_counts(first: Verdict, again: Verdict, points: float) -> None:
    found = costs_once(first, again, ["g", "h"])
    assert found.points == points and found.points >= first.points
    if again.state == "right":
        assert found.state == "right" and "`g` and `h`, because yours are not right" in found.notes[0]


# --- which cells run beside which ---------------------------------------------------------------------------------

EXERCISES = ("a", "b", "c", "d", "e")


class Notebook:
    """Exercises that add up numbers: right is 1 and all that it calls; a stand-in for the executor and the judge."""

    seconds_left = 60.0

    def __init__(
        self, calls: dict[str, list[str]], right: dict[str, bool], references: dict[str, list[str]]
    ) -> None:
        self.right, self.references, self.calls = right, references, calls
        self.nb = new_notebook()
        for name in EXERCISES:
            answer = {"grade_id": name, "solution": True, "grade": False}
            check = {"grade_id": f"check_{name}", "solution": False, "grade": True}
            text = self.answer(name, calls[name], 1 if right[name] else 10)
            self.nb.cells.append(new_code_cell(text, metadata={"nbgrader": answer}))
            self.nb.cells.append(new_code_cell(f"check({name!r}, {name}())", metadata={"nbgrader": check}))
        self._display_id_map: dict[str, Any] = {}
        self.tried: list[tuple[int, str, set[str]]] = []  # kernel, exercise, references beside it
        self.number = 0

    @staticmethod
    def answer(name: str, calls: Sequence[str], own: int, reference: bool = False) -> str:
        return f"def {name}():\n    return {' + '.join([str(own), *(f'{other}()' for other in calls)])}" + (
            "  # reference" if reference else ""
        )

    def worth(self, name: str) -> int:
        """What a right answer gives with right helpers, however it calls them: its own 1 for all ways there."""
        return 1 + sum(self.worth(other) for other in self.calls[name])

    # The executor

    def aside(self) -> Any:
        return nullcontext()

    @contextmanager
    def kernel(self, *_: Any) -> Iterator[None]:
        self.number += 1
        self.namespace: dict[str, Any] = {"check": self._check}
        self.beside: set[str] = set()
        yield

    def run_one_cell(self, cell: Any, index: int, hurry: bool = False) -> None:
        if "# reference" in cell.source:
            self.beside.add(cell.source[4])
        exec(cell.source, self.namespace)

    # The judge

    seed = 0
    closed_book = False
    was_linked = True

    def attach(self, _: Any) -> None: ...

    def linked(self) -> bool:
        return True

    def _check(self, name: str, value: int) -> None:
        self.came = value

    def begin(self, exercise: str, without: Sequence[str] = (), weak: Sequence[str] = ()) -> None:
        self.tried.append((self.number, exercise, set(self.beside)))
        self.on_trial, self.came = exercise, -1

    def finish(self, reason: str | None = None) -> Verdict:
        right = self.came == self.worth(self.on_trial)
        criteria = [Criterion("value", right)]
        return Verdict(self.on_trial, float(right), 1, "right" if right else "wrong", criteria, 1)

    def reference(self, exercise: str) -> str:
        return self.answer(exercise, self.references[exercise], self.own_of_reference(exercise), True)

    def own_of_reference(self, exercise: str) -> int:
        return self.worth(exercise) - sum(self.worth(other) for other in self.references[exercise])


def earlier() -> st.SearchStrategy[dict[str, list[str]]]:
    """Exercise → earlier ones that it calls."""
    lists = [st.lists(st.sampled_from(EXERCISES[:i]), unique=True) if i else st.just([]) for i in range(5)]
    return st.tuples(*lists).map(lambda found: dict(zip(EXERCISES, found, strict=True)))


NONE: dict[str, list[str]] = {name: [] for name in EXERCISES}


@settings(deadline=None)
@given(calls=earlier(), references=earlier(), right=st.tuples(*[st.booleans()] * 5))
@example(calls={**NONE, "b": ["a"], "c": ["b"]}, references=NONE, right=(False, True, True, True, True))
def test_every_answer_is_worth_what_it_is_worth_itself(
    calls: dict[str, list[str]], references: dict[str, list[str]], right: tuple[bool, ...]
) -> None:
    """Whatever calls what: a right answer has its points, a wrong one has none, right work runs once, and no answer is
    tried after a kernel, or in one, that holds its reference."""
    is_right = dict(zip(EXERCISES, right, strict=True))
    notebook = Notebook(calls, is_right, references)
    run = Run(notebook, notebook.nb, notebook)  # type: ignore[arg-type]
    run.run()
    assert {name: verdict.points for name, verdict in run.verdicts.items()} == {
        name: float(ok) for name, ok in is_right.items()
    }
    shown: set[str] = set()
    for number, exercise, beside in notebook.tried:
        assert exercise not in shown | beside
        assert not beside or number > 1
        assert all(not is_right[name] for name in beside)
        shown |= beside
    failing = {name for name in EXERCISES if not is_right[name]}
    if not failing or not any(reaches(calls, name) & failing for name in EXERCISES):
        assert notebook.number == 1


def reaches(calls: dict[str, list[str]], name: str) -> set[str]:
    return {found for other in calls[name] for found in (other, *reaches(calls, other))}


def test_nothing_that_a_kernel_aside_sends_reaches_the_notebook() -> None:
    """Not by the id of an output that an earlier kernel has shown, nor by a cell's number."""
    executor = SimpleNamespace(nb=new_notebook(cells=[new_code_cell("1")]), _display_id_map={"id": {0: [0]}})
    notebook, shown = executor.nb, executor._display_id_map
    with JudgedExecute.aside(executor):  # type: ignore[arg-type]
        assert executor._display_id_map == {} and executor.nb is not notebook
        executor.nb.cells[0] = new_code_cell("changed")
    assert executor.nb is notebook and executor._display_id_map is shown and notebook.cells[0].source == "1"


def test_a_reference_that_ends_its_kernel_is_not_tried_for_ever() -> None:
    """A thread of some answer may end every kernel at the same place; what was earned before stays."""
    notebook = Notebook({**NONE, "b": ["a"]}, dict.fromkeys(EXERCISES, True) | {"a": False}, NONE)
    plain, death = notebook.run_one_cell, End("exit", "It ended.")

    def run_one_cell(cell: Any, index: int, hurry: bool = False) -> End | None:
        plain(cell, index, hurry)
        assert notebook.number < 10
        return death if "# reference" in cell.source else None

    notebook.run_one_cell = run_one_cell  # type: ignore[method-assign]
    run = Run(notebook, notebook.nb, notebook)  # type: ignore[arg-type]
    run.run()
    assert {name: verdict.points for name, verdict in run.verdicts.items()} == {
        "a": 0,
        "b": 0,
        "c": 1,
        "d": 1,
        "e": 1,
    }
