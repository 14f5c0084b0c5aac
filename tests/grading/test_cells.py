"""The order in which a submission's cells are run, with kernels that are namespaces and a judge that counts.

What real kernels do is tried in tests/attacks; here a cell dies by calling die(), or a few cells later by fuse(n).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook, new_output

from autograder.checks.scoring import Criterion, Verdict
from autograder.grading.cells import Run
from autograder.grading.judged_kernels import End

DEATH = End("exit", "The cell ended the Python process it ran in.")
IMPORTS = new_code_cell("BASE = 1")


class Died(Exception):
    """What ends a kernel here."""


class Kernels:
    """Runs cells in namespaces, and notes what was run in which."""

    def __init__(self, seconds: float = 1000) -> None:
        self.seconds_left = seconds
        self.too_long = End("time", "The notebook ran too long.")
        self.sources: list[list[str]] = []
        self.hurried: list[str] = []
        self.space: dict[str, Any] = {}
        self.fuse = -1

    @contextmanager
    def kernel(self, environment: Any, pass_fds: Sequence[int]) -> Iterator[None]:
        self.sources.append([])
        self.fuse = -1
        self.space = {"die": self.die, "fuse": self.light, "earned": []}
        yield

    def die(self) -> None:
        raise Died

    def light(self, cells: int) -> None:
        self.fuse = cells

    def run_one_cell(self, cell: NotebookNode, index: int, hurry: bool = False) -> End | None:
        self.sources[-1].append(cell.source)
        self.hurried += [cell.source] * hurry
        self.seconds_left = max(0, self.seconds_left - 1)
        try:
            if self.fuse == 0:
                raise Died
            self.fuse -= 1
            exec(cell.source, self.space)
        except Died:
            return DEATH
        except Exception as error:
            self.space["error"] = str(error)
            cell.outputs = [new_output("error", ename=type(error).__name__, evalue=str(error), traceback=[])]
        return None


class Session:
    """A judge that pays a point for each check that ran to its end."""

    seed = 0
    closed_book = False
    was_linked = True

    def __init__(self, kernels: Kernels) -> None:
        self.kernels, self.exercise = kernels, ""

    def attach(self, endpoint: Any) -> None:
        pass

    def linked(self) -> bool:
        return True

    def begin(self, exercise: str, without: Sequence[str] = (), weak: Sequence[str] = ()) -> Verdict | None:
        self.exercise = exercise
        self.kernels.space["earned"] = []
        self.kernels.space.pop("error", None)
        return None

    def finish(self, reason: str | None = None) -> Verdict:
        if self.kernels.space.get("tampered"):
            return Verdict(self.exercise, 0, 1, "refused", notes=["nothing proved"], odd=["uses ctypes"])
        if self.kernels.space.get("earned"):
            return Verdict(self.exercise, 1, 1, "right", criteria=[Criterion("output", True)])
        if "error" in self.kernels.space:
            return Verdict(
                self.exercise,
                0,
                1,
                "error",
                error={"type": "NameError", "message": self.kernels.space["error"]},
            )
        return Verdict(self.exercise, 0, 1, "unfinished", notes=[reason or "It did not run to its end."])


def answer(name: str, source: str) -> NotebookNode:
    return new_code_cell(source, metadata={"nbgrader": {"grade_id": name, "solution": True, "grade": False}})


def check(name: str, source: str = "") -> NotebookNode:
    metadata = {"nbgrader": {"grade_id": f"check_{name}", "grade": True, "solution": False, "points": 1}}
    return new_code_cell(source or f"{name}()\nearned.append(1)", metadata=metadata)


def pair(name: str, before: str = "", body: str = "return BASE") -> list[NotebookNode]:
    return [answer(name, f"{before}\ndef {name}(): {body}"), check(name)]


def run(*cells: NotebookNode, seconds: float = 1000) -> tuple[dict[str, float], Run, Kernels]:
    """Exercise → points; the run; what its kernels did."""
    kernels = Kernels(seconds)
    done = Run(kernels, new_notebook(cells=[IMPORTS, *cells]), Session(kernels))  # type: ignore[arg-type]
    done.run()
    done.settle_outputs()
    return {name: verdict.points for name, verdict in done.verdicts.items()}, done, kernels


def test_what_ends_nothing_runs_once_in_one_kernel() -> None:
    points, done, kernels = run(*pair("a"), *pair("b"), *pair("c"))
    assert points == {"a": 1, "b": 1, "c": 1} and not done.incidents
    assert len(kernels.sources) == 1 and len(kernels.sources[0]) == 7


def test_an_answer_that_ends_its_kernel_costs_its_own_points() -> None:
    points, done, kernels = run(*pair("a"), *pair("b", "die()"), *pair("c"), *pair("d"))
    assert points == {"a": 1, "b": 0, "c": 1, "d": 1}
    assert done.incidents == {"b": DEATH} and done.report()["ends"] == {"b": "exit"}
    assert f"In your own cell: {DEATH.sentence}" in done.verdicts["b"].notes
    (alone,) = [ran for ran in kernels.sources if "c()" in ran[-1]]
    assert not any("def a" in source or "def b" in source for source in alone), "only what c needs"


def test_an_answer_that_stops_before_it_defines_anything_is_reported_with_its_own_error() -> None:
    points, done, _ = run(
        *pair("a"), *pair("b", "raise ValueError('later')"), *pair("c", body="return nothing")
    )
    assert points == {"a": 1, "b": 0, "c": 0}
    assert done.report()["stopped"] == {"b": {"type": "ValueError", "message": "later"}}


def test_a_check_that_ends_its_kernel_costs_its_own_points() -> None:
    points, done, _ = run(*pair("a"), *pair("b", body="die()"), *pair("c"))
    assert points == {"a": 1, "b": 0, "c": 1} and done.incidents == {"b": DEATH}


def test_a_thread_that_kills_later_costs_nobody_else_a_point() -> None:
    for delay in range(6):
        points, _, _ = run(*pair("a", f"fuse({delay})"), *pair("b"), *pair("c"), *pair("d"))
        assert points["b"] == points["c"] == points["d"] == 1, delay


def test_a_check_that_somebody_elses_thread_ended_is_paid_and_says_so() -> None:
    points, done, _ = run(*pair("a", "fuse(2)"), *pair("b"), *pair("c"))
    assert points == {"a": 1, "b": 1, "c": 1} and done.incidents == {"b": DEATH}
    assert "Checked again without the other answers" in done.verdicts["b"].notes[0]


def test_who_disturbs_the_record_does_it_for_their_own_answer_only() -> None:
    points, done, kernels = run(*pair("a"), *pair("b", "tampered = 1"), *pair("c"), *pair("d"))
    assert points == {"a": 1, "b": 0, "c": 1, "d": 1} and len(kernels.sources) == 4
    assert done.verdicts["b"].notes == ["nothing proved"]
    for name in "bcd":  # the instructor is told, whoever did it
        assert done.verdicts[name].odd == ["uses ctypes"]
    assert "one of them had disturbed the record" in done.verdicts["c"].notes[0]


def test_more_deaths_than_a_dozen_leave_the_last_answer_its_points() -> None:
    deadly = [cell for number in range(30) for cell in pair(f"x{number}", "die()")]
    points, _, _ = run(*deadly, *pair("last"))
    assert points.pop("last") == 1 and set(points.values()) == {0}


def test_what_was_given_and_ends_kernels_is_left_out() -> None:
    """Cells between the exercises use answers; one that never returns there must not cost the exercises behind it."""
    use = new_code_cell("if 'a' in dir() or 'a' in globals(): die()")
    points, _, kernels = run(*pair("a"), use, *pair("b", body="return a()"), *pair("c"))
    assert points == {"a": 1, "b": 1, "c": 1}
    assert use.source in kernels.hurried, "what ended a kernel has less time the next time"


def test_an_answer_gets_the_answers_that_it_needs_however_they_were_bound() -> None:
    many = (
        "first, second = 1, 2\nfor third in [3]: pass\ntry:\n    fourth = 4\nexcept: pass\ndef a(): return 0"
    )
    uses = "def c(): return first + second + third + fourth"
    points, _, _ = run(answer("a", many), check("a"), *pair("b", "die()"), answer("c", uses), check("c"))
    assert points == {"a": 1, "b": 0, "c": 1}


def test_an_answer_that_ends_every_kernel_is_left_out_for_those_who_need_it() -> None:
    """A check that names an answer which always dies still runs, and need not try it once more."""
    uses = [check(name, f"a if 0 else 0\n{name}()\nearned.append(1)") for name in ("b", "c")]
    cells = [*pair("a", "die()"), pair("b")[0], uses[0], pair("c")[0], uses[1]]
    points, _, kernels = run(*cells)
    assert points == {"a": 0, "b": 1, "c": 1}
    assert sum(cells[0].source in ran for ran in kernels.sources) == 2, "together, alone, and no more"


def test_when_the_time_is_over_the_rest_is_said_to_have_had_none() -> None:
    points, done, kernels = run(*pair("a"), *pair("b", "die()"), *pair("c"), *pair("d"), seconds=8)
    assert points == {"a": 1, "b": 0, "c": 0, "d": 0}
    assert done.verdicts["d"].notes[0] == kernels.too_long.sentence


def test_outputs_are_those_of_the_first_run_and_verdicts_are_the_judges() -> None:
    points, done, _ = run(*pair("a"), *pair("b", "die()"), *pair("c"))
    shown = {cell.source: cell.outputs for cell in done.nb.cells}
    assert shown["\ndef a(): return BASE"] == [] and "ended the Python process" in str(
        shown["die()\ndef b(): return BASE"]
    )
    assert [cell.outputs[-1].data["text/plain"] for cell in done.nb.cells if cell.source.endswith(")")] == [
        f"{points[name]:g}" for name in "abc"
    ]
