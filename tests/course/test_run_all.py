"""Run all goes to the end: released notebooks with wrong answers, and the audit's trial of them.

What a single cell says is in tests/checks/test_cell_errors.py; here are whole notebooks, by nbclient and papermill, and
the structure that makes it hold in every lesson.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import nbformat
import papermill
import pytest
import tiny_lesson
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from nbclient import NotebookClient
from papermill.exceptions import PapermillExecutionError

from autograder.checks.cell_errors import MIME
from autograder.errors import LessonError
from autograder.lesson import text as lesson_text
from autograder.lesson.folder import Lesson, NotebookText, find_lessons
from autograder.notebook.stubs import without_markers
from autograder.proof import cell_uses
from autograder.proof.classroom import Classroom
from autograder.proof.solutions import run_lesson
from autograder.proof.wrong_answers import Below, Trial, drawn, smallest, without_pixels
from utils import metrics
from utils.plots import style

TEXTS = [(lesson, text) for lesson in find_lessons() for text in lesson.notebooks]
EXPLORE = 'if answered("weighted_mean"):\n    print("explored", weighted_mean(torch.eye(2), torch.ones(2)))'
ANSWER = "    return weighted_total_of_rows / w.sum()"


@pytest.fixture(params=TEXTS, ids=lambda found: found[1].stem)
def text(request: pytest.FixtureRequest) -> NotebookText:
    return request.param[1]


# --- every cell of every lesson -----------------------------------------------------------------------------------


def test_each_cell_waits_for_the_answers_that_it_uses(text: NotebookText) -> None:
    assert cell_uses.faults(text) == []
    assert any(use.uses for use in cell_uses.cell_uses(text) if use.cell.is_explored)


def test_released_cells_that_explore_are_those_of_the_text(text: NotebookText) -> None:
    """What holds of the text holds of what students get."""
    lesson = next(lesson for lesson, found in TEXTS if found is text)
    released = nbformat.read(lesson.course_folder / f"{text.stem}.ipynb", as_version=4)
    explored = [c for c in released.cells if "explore" in c.metadata.get("tags", [])]
    assert len(explored) == sum(cell.is_explored for cell in text.cells) > 0
    conditions = [c.source.count("answered(") for c in explored]
    assert conditions == [cell.source.count("answered(") for cell in text.cells if cell.is_explored]


def test_no_maximum_passes_over_a_nan(text: NotebookText) -> None:
    """max(worst, nan) is worst: what a cell collects or records is put together by metrics.largest."""
    for cell in (cell for cell in text.cells if cell.is_explored):
        for node in ast.walk(ast.parse(cell.source)):
            assert not _is_hand_made(node), ast.unparse(node)


def _is_hand_made(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign):
        (target, *_), value = node.targets, node.value
        own = isinstance(target, ast.Name) and target.id in ast.unparse(value)
        return own and _calls(value, "max")
    return isinstance(node, ast.Call) and _calls(node, "record") and _calls(node.args[1], "max")


def _calls(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def test_the_largest_of_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    nan = math.nan
    assert metrics.largest([1, 3.0, 2]) == 3 and max(0.0, nan) == 0.0
    for values in ([0.0, nan], [nan, 0.0], [0.0, nan, math.inf]):
        assert math.isnan(metrics.largest(values))
    assert not metrics.record("worst", metrics.largest([0.0, nan]), expected=(0, 1))
    assert capsys.readouterr().out == "worst: nan   outside the expected 0 to 1\n"


# --- which cells use which answers --------------------------------------------------------------------------------


def uses(tmp_path: Path, *cells: str) -> list[cell_uses.CellUse]:
    """The last cells of the tiny lesson with these added."""
    last = tiny_lesson.TEXT.splitlines()[-1]
    more = "".join(f'\n\n# %% tags=["explore"]\n{cell}' for cell in cells)
    (found,) = tiny_lesson.write(tmp_path / "source", text=[(last, last + more)]).notebooks
    return cell_uses.cell_uses(found)[-len(cells) :]


def test_what_is_made_with_an_answer_uses_it(tmp_path: Path) -> None:
    cells = [
        'if answered("draw"):\n    drawn = draw(1, 2, 3)',
        "def helper(a):\n    return weighted_mean(a, a)",
        'if answered("draw", "weighted_mean"):\n    both = [helper(one) for one in drawn]',
        "drawn = 3\nprint(drawn)",
        'if answered("Scale"):\n    def inner(draw):\n        return draw + Scale(3)\n    draw_ = inner(1)',
    ]
    found = uses(tmp_path, *cells)
    assert [sorted(use.uses) for use in found] == [
        ["draw"],
        ["weighted_mean"],
        ["draw", "weighted_mean"],
        [],
        ["Scale"],
    ]
    assert [use.faults for use in found] == [[]] * len(cells)


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        ("print(weighted_mean)", "it uses 'weighted_mean' outside of `if answered(…)`"),
        ("for _ in range(3):\n    x = draw(1, 2, 3)", "it uses 'draw' outside of `if answered(…)`"),
        ('if answered("Scale"):\n    Scale(3)(draw)', "its `if answered(…)` lacks 'draw'"),
        ('if answered("Scale"):\n    pass\nelse:\n    draw(1)', "its `if answered(…)` lacks 'draw'"),
    ],
)
def test_a_cell_that_does_not_wait_is_a_fault(tmp_path: Path, cell: str, fault: str) -> None:
    (found,) = uses(tmp_path, cell)
    assert found.faults == [fault]


# --- whole notebooks ----------------------------------------------------------------------------------------------


def answered_with(lesson: Lesson, released: Path, **answers: str) -> nbformat.NotebookNode:
    """The released notebook with right answers, but for these."""
    room = Classroom(lesson, released)
    (name, text), *_ = room.answering("one", {**room.solutions, **answers}).files.items()
    assert name == f"{lesson.notebooks[0].stem}.ipynb"
    return nbformat.reads(text, as_version=4)


def lines(notebook: nbformat.NotebookNode) -> list[str]:
    """What cells of a run notebook said of answers to mend."""
    found = [o for c in notebook.cells if c.cell_type == "code" for o in c.outputs]
    assert not [o for o in found if o.output_type == "error"]
    return [o.data["text/plain"] for o in found if MIME in o.get("data", {})]


def results(notebook: nbformat.NotebookNode) -> dict[str, str]:
    """Exercise → points, for the checks that were reached."""
    return {
        cell.metadata.nbgrader.grade_id.removeprefix("check_"): output.data["text/plain"]
        for cell in notebook.cells
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade")
        for output in cell.outputs
        if output.output_type == "execute_result"
    }


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    lesson = tiny_lesson.write(tmp_path_factory.mktemp("run_all") / "source")
    tiny_lesson.record(lesson, lesson.folder)
    return lesson


def tiny_notebook(lesson: Lesson, mean: str) -> nbformat.NotebookNode:
    notebook = lesson_text.to_notebook(lesson.notebooks[0].path.read_text(encoding="utf-8"))
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = {**tiny_lesson.ANSWERS, "weighted_mean": mean}.get(name, cell.source)
    return notebook


BROKEN = tiny_lesson.ANSWERS["weighted_mean"] + ".nothing"


def test_papermill_goes_on_past_a_student_s_mistake(tiny: Lesson, tmp_path: Path) -> None:
    nbformat.write(tiny_notebook(tiny, BROKEN), tmp_path / "in.ipynb")
    done = papermill.execute_notebook(
        str(tmp_path / "in.ipynb"), str(tmp_path / "out.ipynb"), {"scale": "small"}, cwd=str(tiny.folder),
        kernel_name="python3", progress_bar=False,
    )  # fmt: skip
    (line,) = lines(done)
    assert line.startswith("This cell stopped. Fix weighted_mean first, then run the cells from there on. ")
    assert results(done) == {"weighted_mean": "0", "Scale": "3", "draw": "2", "weighted_variance": "0"}


def test_papermill_stops_at_an_error_of_a_reference_notebook(tiny: Lesson, tmp_path: Path) -> None:
    """The same mistake between BEGIN SOLUTION and END SOLUTION is the course's, and a CI must see it."""
    marked = BROKEN.replace("    return", "    ### BEGIN SOLUTION\n    return") + "\n    ### END SOLUTION"
    nbformat.write(tiny_notebook(tiny, marked), tmp_path / "in.ipynb")
    with pytest.raises(PapermillExecutionError, match="nothing"):
        papermill.execute_notebook(
            str(tmp_path / "in.ipynb"), str(tmp_path / "out.ipynb"), cwd=str(tiny.folder), kernel_name="python3",
            progress_bar=False,
        )  # fmt: skip


def test_autograder_solutions_reports_an_error_of_a_cell_that_uses_answers(tmp_path: Path) -> None:
    edits = [(EXPLORE, EXPLORE + "\n    nowhere")]
    lesson = tiny_lesson.write(tmp_path / "source", text=edits)
    (result,) = run_lesson(lesson, tmp_path / "out", device="cpu", progress=False)
    assert not result.ok and any("stops with NameError: name 'nowhere'" in fault for fault in result.faults)


@pytest.mark.slow
def test_a_cache_that_forgets_values_stops_nothing(tmp_path: Path) -> None:
    """Lesson 05a with its own slip: cells 20 to 30 cannot work, and the last check is reached all the same."""
    lesson = next(find_lessons(["05_kv_cache"]))
    slip = next(s for s in lesson.exercises["KVCache"].slips if "keys are joined" in s.slip.name)
    wrong = without_markers(slip.apply(lesson.notebooks[0].cell("KVCache").source))
    notebook = answered_with(lesson, lesson.course_folder, KVCache=wrong)
    for cell in notebook.cells:  # the large model is not what this is about
        if "smollm" in cell.source and cell.cell_type == "code":
            cell.source = "pass"
    folder = {"metadata": {"path": str(lesson.course_folder)}}
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources=folder).execute()
    said = lines(notebook)
    assert len(said) == 4 and all(line.startswith("Fix KVCache first") for line in said)
    assert results(notebook) == {
        "KVCache": "2", "CachedAttention": "6", "generate_cached": "5", "context_budget": "4"
    }  # fmt: skip


# --- the audit's trial --------------------------------------------------------------------------------------------


LOOSE = 'if answered("draw", "weighted_mean"):\n    draw(torch.ones(2), 3, torch.Generator()) + 1\n'
LOOSE += "    assert weighted_mean(torch.eye(2), torch.ones(2))[0] == 0.5"
PAST_PYTHON = '__import__("os").write(1, b"[said by C]\\n")'  # as gloo greets: past sys.stdout, and no report
BEHIND = "# %% [markdown]\n# ## 5 · In words"  # where both answers stand above
# Name of a lesson → how many slips of each exercise are tried (None: all), and how it differs from the tiny lesson.
TRIED: dict[str, tuple[int | None, dict[str, Any]]] = {
    "01_as_it_is": (None, dict(text=[(EXPLORE, EXPLORE + f"\n    {PAST_PYTHON}")])),
    "02_outside": (1, dict(text=[(EXPLORE, "print(weighted_mean(torch.eye(2), torch.ones(2)).shape)")])),
    "03_its_own": (1, dict(text=[(EXPLORE, 'if answered("weighted_mean"):\n    nowhere(weighted_mean)')])),
    "04_said": (
        None,
        dict(text=[(EXPLORE, EXPLORE + "\n    assert weighted_mean(torch.eye(2), torch.ones(2))[0] == 0.5")]),
    ),
    "05_loose": (
        None,
        dict(
            text=[
                (BEHIND, f'# %% tags=["explore"]\n{LOOSE}\n\n{BEHIND}'),
                ('{"mean": weighted_mean(x, w)}', '{"mean": weighted_mean(x, w) * 0 + 1}'),
            ],
            exercises=[
                (
                    '"mean": np.average(x, axis=-1, weights=w)',
                    '"mean": np.average(x, axis=-1, weights=w) * 0 + 1',
                )
            ],
        ),
    ),
}


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Below]]:
    """Lesson → exercise → what one trial of all these lessons found."""
    plan, source = [], tmp_path_factory.mktemp("tried") / "source"
    for name, (count, edits) in TRIED.items():
        lesson = tiny_lesson.write(source, name, **edits)
        tiny_lesson.record(lesson, lesson.folder)
        plan.append((lesson, drawn(lesson, count=count)))
    found: dict[str, dict[str, Below]] = {name: {} for name in TRIED}
    with Trial(plan) as trial:
        for below in trial:
            found[below.lesson][below.exercise] = below
    return found


def test_every_slip_of_the_tiny_lesson(tried: dict[str, dict[str, Below]]) -> None:
    found = tried["01_as_it_is"]
    assert list(found) == ["", *tiny_lesson.POINTS] and [below.faults for below in found.values()] == [[]] * 5
    assert found["weighted_mean"].answers == 4, "three slips and no answer at all"
    assert found["weighted_mean"].cells == 4 * 3, (
        "its check, the cell that explores, and the check that calls it"
    )
    assert found["Scale"].cells == 4 and found["Scale"].lines == 0


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("02_outside", "with 'no answer' in its place, the cell"),
        ("03_its_own", "with right answers, the cell"),
    ],
)
def test_a_cell_that_stops_is_a_fault(tried: dict[str, dict[str, Below]], name: str, fault: str) -> None:
    assert any(one.startswith(fault) for below in tried[name].values() for one in below.faults)


def test_a_cell_that_says_what_to_mend_is_none(tried: dict[str, dict[str, Below]]) -> None:
    found = tried["04_said"]
    assert found["weighted_mean"].faults == [] and found["weighted_mean"].lines >= 1


def test_a_line_that_names_another_answer_is_a_fault(tried: dict[str, dict[str, Below]]) -> None:
    """A check that lets a slip pass leaves the blame to chance."""
    faults = tried["05_loose"]["weighted_mean"].faults
    assert any("names" in fault and "draw" in fault for fault in faults)


def _words_far_away(axes: Axes) -> None:
    axes.text(1e6, 0, "a label at a place that a wrong answer gave")


def _a_line_that_stops(axes: Axes) -> None:
    axes.add_line(Stubborn())


class Stubborn(Line2D):
    """What a value spoils so that it stops only when it is drawn."""

    def __init__(self) -> None:
        super().__init__([0, 1], [0, 1])

    def draw(self, renderer: object) -> None:
        raise ValueError("no place for this")


@pytest.mark.parametrize("spoil", [_words_far_away, _a_line_that_stops, None])
def test_a_figure_that_cannot_be_drawn_stops_a_cell_without_pixels_as_well(
    spoil: Callable[[Axes], None] | None,
) -> None:
    """Below wrong answers figures are not painted; what would stop the painting must stop there too."""
    for draw in (style.render, without_pixels):
        fig, axes = plt.subplots()
        axes.plot([0, 1], [0, 1])
        if spoil:
            spoil(axes)
            with pytest.raises(ValueError):
                draw(fig, True)
        else:
            assert draw(fig, True).startswith(b"\x89PNG")
        plt.close(fig)


def test_slips_are_drawn_by_the_day() -> None:
    lesson = next(find_lessons(["05"]))
    one, same, other = drawn(lesson, "2026-03-31"), drawn(lesson, "2026-03-31"), drawn(lesson, "2026-04-01")
    assert one == same != other and all(len(slips) == len(set(slips)) == 2 for slips in one.values())
    every = drawn(lesson, count=None)
    assert {name: len(slips) for name, slips in every.items()} == {
        name: len(exercise.slips) for name, exercise in lesson.exercises.items()
    }


@pytest.mark.parametrize("lesson", list(find_lessons()), ids=lambda lesson: lesson.name)
def test_smallest_sizes_fit_their_cells(lesson: Lesson) -> None:
    path = lesson.folder / "smallest.py"
    changed = [smallest(lesson, text) for text in lesson.notebooks]
    assert any(changed) == path.exists()


def test_a_smallest_size_that_fits_nothing_is_said(tmp_path: Path) -> None:
    lesson = tiny_lesson.write(tmp_path / "source")
    (lesson.folder / "smallest.py").write_text('SMALLEST = {"00_tiny": [("not there", "1")]}')
    with pytest.raises(LessonError, match="'not there' does not occur exactly once"):
        smallest(lesson, lesson.notebooks[0])
    assert [text.stem for text in lesson.notebooks] == ["00_tiny"], "it is no notebook"
