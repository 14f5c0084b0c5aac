"""A cell of ours that uses a wrong answer says in one line which to mend, in a real kernel, and the run goes on."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import tiny_lesson

from autograder.checks import catching, local_check, notebook_api
from autograder.lesson.folder import Lesson
from tests.checks.test_notebook_api import ANSWERS, Kernel, check

BROKEN = "def weighted_mean(x, w):\n    y = (x * w).sum(-1)\n    return y.nothing()  # my comment"
EXPLORE = (
    'if answered("weighted_mean"):\n    print("begun")\n    made = weighted_mean(torch.eye(2), torch.ones(2))'
)

WARNED = (
    "This cell builds on weighted_mean, which doesn't pass its check yet, so don't trust what you see here: "
    "fix it first, then run this cell again."
)

STOPPED = (
    "This cell stopped. Fix weighted_mean first, then run the cells from there on.   "
    "(%tb shows the whole traceback)"
)


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    return tiny_lesson.write(tmp_path_factory.mktemp("mend") / "source")


@pytest.fixture(scope="module")
def folder(lesson: Lesson, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    tiny_lesson.record(lesson, folder)
    return folder


@pytest.fixture(scope="module")
def shared(folder: Path) -> Iterator[Kernel]:
    kernel = Kernel(folder)
    yield kernel
    kernel.close()


@pytest.fixture
def kernel(shared: Kernel, lesson: Lesson, folder: Path) -> Kernel:
    """A kernel in which the lesson's first cell was run, and no check yet."""
    names = f"[globals().pop(name, None) for name in {[*ANSWERS, 'made', 'answered']!r}]"
    shared.run(f"import os\nos.chdir({str(folder)!r})\n{names}\nIn.clear()")
    assert shared.run(tiny_lesson.released_cell("imports", lesson))["error"] is None
    shared.run(
        "from autograder.checks import local_check, cell_errors\n"
        "local_check._latest.clear()\ncell_errors._named.clear()"
    )
    return shared


def test_the_wrong_answer_is_named_with_its_line(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(BROKEN)
    kernel.run(check(lesson, "weighted_mean"))
    shown = kernel.run(EXPLORE)
    assert shown["error"] is None and shown["printed"] == "begun\n"
    assert shown["panel"] == STOPPED, "its check has told what is wrong: one line, and no second box"
    assert shown["html"].count('class="ag-panel') == 1


def test_a_cell_that_runs_on_a_wrong_answer_says_so(kernel: Kernel, lesson: Lesson) -> None:
    """It shows something that looks like a result; of an answer that was not checked, nothing is known."""
    summed = "def weighted_mean(x, w):\n    return (x * w).sum(-1)"
    kernel.run(summed)
    assert kernel.run(EXPLORE)["panel"] == ""
    kernel.run(check(lesson, "weighted_mean"))
    shown = kernel.run(EXPLORE)
    assert shown["error"] is None and shown["printed"] == "begun\n" and shown["panel"] == WARNED
    kernel.run(ANSWERS["weighted_mean"])
    kernel.run(check(lesson, "weighted_mean"))
    assert kernel.run(EXPLORE)["panel"] == ""


def test_an_error_that_is_a_sentence_is_shown_whole_and_blames_no_right_answer(
    kernel: Kernel, lesson: Lesson
) -> None:
    sentence = (
        "plays cannot be fetched: "
        + "the network is out of reach, " * 9
        + "so connect, and run this cell again."
    )
    kernel.run(f"from utils.assets import AssetError\nerror = AssetError('network', {sentence!r})")
    kernel.run(ANSWERS["weighted_mean"])
    shown = kernel.run('if answered("weighted_mean"):\n    raise error')
    assert shown["error"] is None and shown["panel"] == f"{sentence}   (%tb shows the whole traceback)"
    kernel.run(BROKEN)
    kernel.run(check(lesson, "weighted_mean"))
    shown = kernel.run('if answered("weighted_mean"):\n    raise error')
    assert shown["panel"].startswith("Fix weighted_mean first") and f": {sentence}   (" in shown["panel"]
    shown = kernel.run("raise error")
    assert shown["error"] == "AssetError" and shown["traceback"] == [f"AssetError: {sentence}"]


def test_the_details_are_one_click_away(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(BROKEN.replace("nothing()", "nothing('<b>')"))
    kernel.run(check(lesson, "weighted_mean"))
    html = kernel.run(EXPLORE)["html"].split("</style>")[-1]
    summary, details = html.split("<summary>")[1].split("</summary>")
    assert "<code>weighted_mean</code>" in summary and "&lt;b&gt;" in details and "<b>" not in html
    assert "the cell of weighted_mean" in details and "this cell" in details and "autograder" not in details
    assert kernel.run("%tb")["error"] == "AttributeError", "shown, as a traceback is"


def test_an_error_in_a_cell_of_the_student_s_own_stays(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(BROKEN)
    kernel.run(check(lesson, "weighted_mean"))
    assert kernel.run("weighted_mean(torch.eye(2), torch.ones(2))")["error"] == "AttributeError"
    assert kernel.run("if True:\n    1 / 0")["error"] == "ZeroDivisionError"


def test_in_a_reference_notebook_nothing_is_caught(kernel: Kernel) -> None:
    marked = BROKEN.replace("    y =", "    ### BEGIN SOLUTION\n    y =") + "\n    ### END SOLUTION"
    kernel.run(marked)
    assert kernel.run(EXPLORE)["error"] == "AttributeError"


def test_an_interruption_is_no_mistake(kernel: Kernel) -> None:
    kernel.run(ANSWERS["weighted_mean"])
    assert (
        kernel.run('if answered("weighted_mean"):\n    raise KeyboardInterrupt')["error"]
        == "KeyboardInterrupt"
    )


@pytest.mark.parametrize(
    ("answer", "checked", "cell", "words"),
    [
        (BROKEN, False, EXPLORE, "Run the check of weighted_mean first: line 3 of the cell of weighted_mean"),
        ("weighted_mean", False, EXPLORE + "\n    made + 'a'", "Run the check of weighted_mean first: line 4 of this"),
        ("weighted_mean", True, EXPLORE + "\n    made + 'a'", "This cell stopped, though the checks find every answer"),
        (
            ANSWERS["weighted_mean"].replace("    return", "    assert x.shape != (2, 2)\n    return"),
            True,
            EXPLORE,
            "Look at weighted_mean, which its check finds right: line 2 of the cell of weighted_mean",
        ),
    ],
    ids=["not checked", "not checked, error elsewhere", "right", "right, and stops here"],
)  # fmt: skip
def test_what_is_known_is_what_is_said(
    kernel: Kernel, lesson: Lesson, answer: str, checked: bool, cell: str, words: str
) -> None:
    kernel.run(ANSWERS.get(answer, answer))
    if checked:
        assert kernel.run(check(lesson, "weighted_mean"))["result"] == "2"
    shown = kernel.run(cell)
    assert shown["error"] is None and shown["panel"].startswith(words)


def test_a_later_cell_that_lacks_what_the_stopped_one_makes(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(BROKEN)
    kernel.run(check(lesson, "weighted_mean"))
    kernel.run(EXPLORE)
    shown = kernel.run('if answered("weighted_mean"):\n    print(made)')
    assert shown["error"] is None and shown["panel"] == STOPPED
    assert "NameError: name &#x27;made&#x27; is not defined" in shown["html"]


@pytest.mark.parametrize("missing", [False, True])
def test_the_answer_at_the_root_is_named(kernel: Kernel, lesson: Lesson, missing: bool) -> None:
    """weighted_variance calls weighted_mean, which alone is wrong or missing."""
    kernel.run(tiny_lesson.released_cell("weighted_mean", lesson) if missing else BROKEN)
    kernel.run(check(lesson, "weighted_mean"))
    kernel.run(ANSWERS["weighted_variance"])
    kernel.run(check(lesson, "weighted_variance"))
    shown = kernel.run(
        'if answered("weighted_variance"):\n    weighted_variance(torch.eye(2), torch.ones(2))'
    )
    assert shown["error"] is None
    assert shown["panel"].startswith(
        f"This cell stopped. {'Answer' if missing else 'Fix'} weighted_mean first, then run the cells from there on.  "
    )


def test_a_check_that_had_to_be_stopped_keeps_cells_from_hanging(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run("local_check.PATIENCE = 1")
    kernel.run("def weighted_mean(x, w):\n    while True:\n        pass")
    kernel.run(check(lesson, "weighted_mean"))
    kernel.run(f"local_check.PATIENCE = {local_check.PATIENCE}")
    shown = kernel.run(EXPLORE)
    assert shown["error"] is None and shown["printed"].startswith(
        "Fix weighted_mean first, then run this cell:"
    )
    assert "begun" not in shown["printed"]
    kernel.run(ANSWERS["weighted_mean"])
    assert kernel.run(EXPLORE)["printed"] == "begun\n", "another answer is another matter"


def test_outside_the_notebook_s_folder_a_stub_is_no_answer(
    kernel: Kernel, lesson: Lesson, tmp_path: Path
) -> None:
    kernel.run(f"os.chdir({str(tmp_path)!r})")
    kernel.run(tiny_lesson.released_cell("weighted_mean", lesson))
    assert kernel.run(EXPLORE)["printed"] == "Answer weighted_mean first, then run this cell.\n"
    kernel.run(BROKEN)
    shown = kernel.run(EXPLORE)
    assert shown["error"] is None and shown["panel"].startswith("Run the check of weighted_mean first")


@pytest.mark.parametrize("odd", ["'\\ud800'", "'a\\nb' * 500", "Odd()"])
def test_odd_messages_do_no_harm(kernel: Kernel, lesson: Lesson, odd: str) -> None:
    kernel.run("class Odd:\n    def __str__(self):\n        1 / 0")
    kernel.run(f"def weighted_mean(x, w):\n    raise ValueError({odd})")
    kernel.run(check(lesson, "weighted_mean"))
    shown = kernel.run(EXPLORE)
    assert shown["error"] is None and "\n" not in shown["panel"] and len(shown["panel"]) < 500


OTHERS = """
if ready():
    x = 1
for a in answered("A"):
    pass
if answered():
    pass
def f():
    if answered("A"):
        pass
"""


def test_other_cells_are_left_as_they_are() -> None:
    assert ast.dump(catching.CatchErrors().visit(ast.parse(OTHERS))) == ast.dump(ast.parse(OTHERS))
    changed = catching.CatchErrors().visit(
        ast.parse("if scale and answered('A', 'B'):\n    x = 1\nelse:\n    y = 2")
    )
    assert "GoingOn('A', 'B')" in ast.unparse(changed.body[0].body[0]) and len(changed.body[0].orelse) == 1


def test_while_the_judge_grades_nothing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shell:
        ast_transformers: list[object] = []

    monkeypatch.setattr(notebook_api, "current_shell", Shell)
    monkeypatch.setitem(os.environ, notebook_api.JUDGE_VARIABLE, "3")
    notebook_api.guard_cells()
    assert Shell.ast_transformers == []
    monkeypatch.delitem(os.environ, notebook_api.JUDGE_VARIABLE)
    notebook_api.guard_cells()
    notebook_api.guard_cells()
    assert [type(one) for one in Shell.ast_transformers] == [catching.CatchErrors]
