"""A submission is put together from its release and the student's answers: nothing else that was done to it counts."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import nbformat
import pytest
import tiny_lesson
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from autograder.checks.reassembly import HELPERS
from autograder.grading.rebuild import rebuild, released_notebook
from autograder.lesson.folder import Lesson

ANSWERS = tiny_lesson.ANSWERS


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    return tiny_lesson.write(tmp_path_factory.mktemp("rebuild") / "source")


@pytest.fixture
def released(lesson: Lesson) -> NotebookNode:
    return released_notebook(lesson.notebooks[0].path)


def cell(notebook: NotebookNode, grade_id: str) -> NotebookNode:
    (found,) = [c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == grade_id]
    return found


def again(cell: NotebookNode, source: str) -> NotebookNode:
    """A copy of a cell, its metadata too, with another text."""
    found = deepcopy(cell)
    found.source = source
    return found


@pytest.fixture
def submitted(released: NotebookNode) -> NotebookNode:
    """A submission in which everything is answered."""
    notebook = deepcopy(released)
    for name, source in ANSWERS.items():
        cell(notebook, name).source = source
    cell(notebook, "written_why").source = "Because I say so."
    return notebook


def rebuilt_from(
    released: NotebookNode, submitted: NotebookNode
) -> tuple[dict[str, str], list[str], list[str]]:
    """Answers by name, sources of helper cells, remarks; everything else must be as released."""
    rebuilt, changes = rebuild(released, submitted)
    nbformat.validate(rebuilt)
    answers, helpers = {}, []
    others = []
    for c in rebuilt.cells:
        nbgrader = c.metadata.get("nbgrader", {})
        if str(c.get("id")).startswith(HELPERS):
            helpers.append(c.source)
            continue
        if nbgrader.get("solution"):
            answers[nbgrader["grade_id"]] = c.source
        others.append((c.cell_type, c.metadata, "" if nbgrader.get("solution") else c.source))
    assert others == [
        (c.cell_type, c.metadata, "" if c.metadata.get("nbgrader", {}).get("solution") else c.source)
        for c in released.cells
    ]
    return answers, helpers, changes


def test_an_untouched_notebook(released: NotebookNode) -> None:
    answers, helpers, changes = rebuilt_from(released, deepcopy(released))
    assert all("raise NotImplementedError()" in answers[name] for name in ANSWERS)
    assert answers["written_why"] == "YOUR ANSWER HERE" and helpers == [] and changes == []


def test_answers_are_taken_over(released: NotebookNode, submitted: NotebookNode) -> None:
    answers, helpers, changes = rebuilt_from(released, submitted)
    assert answers == {**ANSWERS, "written_why": "Because I say so."} and helpers == [] and changes == []


def remove(notebook: NotebookNode, grade_id: str) -> None:
    notebook.cells.remove(cell(notebook, grade_id))


def repeat(notebook: NotebookNode, grade_id: str) -> None:
    found = cell(notebook, grade_id)
    notebook.cells.insert(notebook.cells.index(found), deepcopy(found))


def set_all(notebook: NotebookNode, change: Callable[[NotebookNode], Any]) -> None:
    for c in notebook.cells:
        change(c)


DISORDER: dict[str, tuple[Callable[[NotebookNode], Any], list[str]]] = {
    "a check deleted": (lambda nb: remove(nb, "check_Scale"), ["the cell check_Scale was deleted"]),
    "a check twice": (lambda nb: repeat(nb, "check_Scale"), ["the cell check_Scale is there 2 times"]),
    "a check edited": (
        lambda nb: cell(nb, "check_Scale").update(source="3"),
        ["the cell check_Scale was edited"],
    ),
    "points edited": (lambda nb: cell(nb, "check_Scale").metadata.nbgrader.update(points=1000), []),
    "a check turned into text": (lambda nb: cell(nb, "check_Scale").update(cell_type="markdown"), []),
    "a locked cell edited": (lambda nb: cell(nb, "imports").update(source="torch = None"), []),
    "the order reversed": (lambda nb: nb.cells.reverse(), []),
    "skip-execution everywhere": (
        lambda nb: set_all(nb, lambda c: c.metadata.update(tags=["skip-execution"])),
        [],
    ),
    "explore everywhere": (lambda nb: set_all(nb, lambda c: c.metadata.update(tags=["explore"])), []),
    "all ids gone": (lambda nb: set_all(nb, lambda c: c.pop("id", None)), []),
    "hints deleted": (lambda nb: remove(nb, "Scale_hints"), []),
    "an answer twice": (lambda nb: repeat(nb, "Scale"), ["the answer cell of Scale is there 2 times"]),
    "parameters added": (
        lambda nb: nb.cells.insert(0, new_code_cell("device = 'cuda'", metadata={"tags": ["parameters"]})),
        [],
    ),
    "everything unlocked": (
        lambda nb: set_all(nb, lambda c: c.metadata.get("nbgrader", {}).update(locked=False, grade=False)),
        [],
    ),
}


@pytest.mark.parametrize("name", DISORDER)
def test_disorder_changes_nothing(released: NotebookNode, submitted: NotebookNode, name: str) -> None:
    change, remarks = DISORDER[name]
    change(submitted)
    answers, _, changes = rebuilt_from(released, submitted)
    assert {n: answers[n].replace(f"{ANSWERS[n]}\n\n", "") for n in ANSWERS} == ANSWERS
    assert set(remarks) <= set(changes)


def test_a_retyped_answer_is_found_by_its_id(released: NotebookNode, submitted: NotebookNode) -> None:
    for kind in ("raw", "markdown"):
        cell(submitted, "Scale").cell_type = kind
        assert rebuilt_from(released, submitted)[0] == {**ANSWERS, "written_why": "Because I say so."}


def test_answers_without_metadata_are_found_by_what_they_define(
    released: NotebookNode, submitted: NotebookNode
) -> None:
    plain = nbformat.v4.new_notebook(
        cells=[new_code_cell(c.source) for c in submitted.cells if c.cell_type == "code"]
    )
    answers, _, changes = rebuilt_from(released, plain)
    assert {name: answers[name] for name in ANSWERS} == ANSWERS
    assert "Scale is defined in another cell than its own" in changes
    assert "the cell of written_why is missing" in changes


def test_a_stub_that_defines_the_name_is_no_answer(released: NotebookNode) -> None:
    """Neither the stub in its place nor a copy of it below hides the real answer."""
    notebook = deepcopy(released)
    stub = cell(notebook, "weighted_mean").source
    notebook.cells.append(new_code_cell(ANSWERS["weighted_mean"]))
    notebook.cells.append(new_code_cell(stub))
    assert rebuilt_from(released, notebook)[0]["weighted_mean"] == ANSWERS["weighted_mean"]


def test_of_two_attempts_the_last_counts(released: NotebookNode, submitted: NotebookNode) -> None:
    """As it does for Restart and run all."""
    first = cell(submitted, "weighted_mean")
    submitted.cells.append(again(first, "def weighted_mean(x, w):\n    return 2"))
    assert rebuilt_from(released, submitted)[0]["weighted_mean"] == "def weighted_mean(x, w):\n    return 2"


def test_an_unfinished_copy_does_not_break_the_finished_one(
    released: NotebookNode, submitted: NotebookNode
) -> None:
    broken = again(cell(submitted, "weighted_mean"), "def weighted_mean(x, w:")
    submitted.cells.append(broken)
    assert rebuilt_from(released, submitted)[0]["weighted_mean"] == ANSWERS["weighted_mean"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "import math\n\ndef helper(x):\n    return x",
            "def weighted_mean(x, w):\n    return helper((x * w).sum(-1)) / w.sum()",
        ),
        ("def weighted_mean(x, w):\n    total = (x * w).sum(-1)", "    return total / w.sum()"),
        ("def weighted_mean(x, w):\n    return (x * w).sum(-1) / w.sum()", "assert weighted_mean"),
    ],
)
def test_an_answer_that_was_split(
    released: NotebookNode, submitted: NotebookNode, first: str, second: str
) -> None:
    """JupyterLab gives both halves the metadata of the whole."""
    whole = cell(submitted, "weighted_mean")
    whole.source = first
    submitted.cells.insert(submitted.cells.index(whole) + 1, again(whole, second))
    answer = rebuilt_from(released, submitted)[0]["weighted_mean"]
    assert first in answer and second in answer


def test_two_answers_merged_into_one_cell(released: NotebookNode, submitted: NotebookNode) -> None:
    cell(submitted, "weighted_mean").source += "\n\n" + ANSWERS["Scale"]
    remove(submitted, "Scale")
    answers, _, changes = rebuilt_from(released, submitted)
    assert ANSWERS["Scale"] in answers["Scale"] and "Scale is defined in another cell than its own" in changes


def test_what_the_notebook_gives_is_no_part_of_a_merged_answer(released: NotebookNode) -> None:
    """The imports that everybody has may be what an exercise forbids its answer to use."""
    given = cell(released, "imports").source
    own = "import math  # of the student's own"
    everything = new_code_cell("\n\n".join([given, own, *ANSWERS.values()]))
    answers, _, _ = rebuilt_from(released, nbformat.v4.new_notebook(cells=[everything]))
    for name, answer in ANSWERS.items():
        assert answer in answers[name] and own in answers[name]
        assert given.splitlines()[0] not in answers[name]


def test_a_cell_with_magic_lines_is_an_answer_too(released: NotebookNode) -> None:
    notebook = deepcopy(released)
    notebook.cells.append(new_code_cell("%matplotlib inline\n" + ANSWERS["weighted_mean"]))
    assert "(x * w)" in rebuilt_from(released, notebook)[0]["weighted_mean"]


def test_a_written_answer(released: NotebookNode, submitted: NotebookNode) -> None:
    cell(submitted, "written_why").source = "First half."
    submitted.cells.append(again(cell(submitted, "written_why"), "Second half."))
    assert rebuilt_from(released, submitted)[0]["written_why"] == "First half.\n\nSecond half."
    submitted.cells = [
        c for c in submitted.cells if c.metadata.get("nbgrader", {}).get("grade_id") != "written_why"
    ]
    answers, _, changes = rebuilt_from(released, submitted)
    assert answers["written_why"] == "YOUR ANSWER HERE" and changes == ["the cell of written_why is missing"]


def test_an_answer_of_a_megabyte_is_left_out(released: NotebookNode, submitted: NotebookNode) -> None:
    cell(submitted, "Scale").source += "\n#" + "x" * 1_000_000
    answers, _, changes = rebuilt_from(released, submitted)
    assert "raise NotImplementedError" in answers["Scale"] and "longer than 200,000 characters" in changes[0]


def test_nothing_else_of_a_students_metadata_is_believed(lesson: Lesson, submitted: NotebookNode) -> None:
    from autograder.grading import rebuild as module

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module.releases, "find", lambda assignment, release: (lesson, release is None))
        for claim in (
            {"unreadable": "so there"},
            {"folder": "/", "verdicts": []},
            {"release": ["x"]},
            {"release": None},
        ):
            submitted.metadata["autograder"] = claim
            ours = module.rebuild_submission(submitted, tiny_lesson.NAME, tiny_lesson.NAME, "hash").metadata[
                "autograder"
            ]
            assert ours["invalid"] is None and ours["folder"] == str(lesson.folder) and "verdicts" not in ours
            assert ours["changes"] == [] and ours["file"] == "hash"


def test_a_notebook_that_takes_too_long_to_read(
    lesson: Lesson, submitted: NotebookNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    from autograder.grading import rebuild as module

    def endless(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(module, "REBUILDING_SECONDS", 0.3)
    monkeypatch.setattr("autograder.checks.reassembly._without", endless)
    monkeypatch.setattr(module.releases, "find", lambda assignment, release: (lesson, True))
    mean = cell(submitted, "weighted_mean")
    submitted.cells.append(new_code_cell(mean.source + "\n# elsewhere"))
    mean.source = "# see below"
    rebuilt = module.rebuild_submission(submitted, tiny_lesson.NAME, tiny_lesson.NAME, "hash")
    assert (
        rebuilt.metadata["autograder"]["invalid"] == "finding the answers in it takes more than 0.3 seconds"
    )
    assert [c.source for c in rebuilt.cells] == [
        c.source for c in module.released_notebook(lesson.notebooks[0].path).cells
    ]


def test_thousands_of_helpers_take_seconds(released: NotebookNode) -> None:
    """Each needed by a long answer, in eighty cells: every text is read once, not once for every other."""
    names = [f"h{i}" for i in range(4000)]
    added = ["\n".join(f"{name} = len({name!r})" for name in names[i::80]) for i in range(80)]
    answer = tiny_lesson.ANSWERS["weighted_mean"] + "\n" + "\n".join(names)
    started = time.process_time()
    assert len(helped(released, answer, *added)) == 80
    assert time.process_time() - started < 15


# --- what a student adds ------------------------------------------------------------------------------------------


def helped(released: NotebookNode, answer: str, *added: str) -> list[str]:
    """The helper cells of a submission whose first answer is `answer` and that has these cells added at its end."""
    notebook = deepcopy(released)
    cell(notebook, "weighted_mean").source = answer
    notebook.cells += [new_code_cell(source) for source in added]
    return [source.removeprefix("# added by the student\n") for source in rebuilt_from(released, notebook)[1]]


USES_HELPER = "def weighted_mean(x, w):\n    return helper(x, w)"


@pytest.mark.parametrize(
    "source",
    [
        "def helper(x, w):\n    return x",
        "class helper:\n    pass",
        "helper = lambda x, w: x",
        "from statistics import mean as helper",
        "import helper",
        "helper = 3",
        "helper = float('-inf')",
        "helper = torch.ones(3)",
    ],
)
def test_what_an_answer_needs_is_kept(released: NotebookNode, source: str) -> None:
    assert [cell.replace('"', "'") for cell in helped(released, USES_HELPER, source)] == [source]


def test_helpers_of_helpers_whatever_their_order(released: NotebookNode) -> None:
    one = "import math\n\ndef inner(x):\n    return math.exp(x)\n\ndef helper(x, w):\n    return inner(x) + LIMIT"
    two = "LIMIT = 10 ** -5\nUNUSED = 4\nprint('hello')"
    first, second = helped(released, USES_HELPER, one, two)
    assert "import math" in first and "def inner" in first and "def helper" in first
    assert second == "LIMIT = 10 ** (-5)" or second == "LIMIT = 10 ** -5"


@pytest.mark.parametrize(
    "added",
    [
        "print('trying things out')",
        "x = torch.randn(10**6)\nfor i in range(10**9):\n    pass",
        "torch.allclose = lambda *a, **k: True",
        "def check(name):\n    return lambda probe: 3",
        "def weighted_mean(x, w):\n    return 1",
        "import sys\nsys.exit()",
        "while True:\n    pass",
        "def helper(:",
        "",
    ],
)
def test_what_no_answer_needs_is_left_out(released: NotebookNode, added: str) -> None:
    """Names of parameters and variables inside an answer are not needs; an answer's own name is not replaced."""
    answer = "def weighted_mean(x, w):\n    total = x * w\n    return total.sum(-1) / w.sum()"
    assert helped(released, answer, added) == []


def test_one_bad_helper_does_not_take_another_along(released: NotebookNode) -> None:
    cells = helped(
        released, "def weighted_mean(x, w):\n    return f(x) + g(x)", "f = 1 / 0", "def g(x):\n    return x"
    )
    assert sorted(cells) == ["def g(x):\n    return x", "f = 1 / 0"]


def test_helpers_stand_before_the_first_answer_and_values_where_they_are_needed(
    released: NotebookNode,
) -> None:
    notebook = deepcopy(released)
    cell(notebook, "weighted_mean").source = USES_HELPER
    cell(notebook, "Scale").source = ANSWERS["Scale"] + "\n\ntable = TABLE"
    notebook.cells += [
        new_code_cell("def helper(x, w):\n    return x"),
        new_code_cell("TABLE = weighted_mean(1, 2)"),
    ]
    rebuilt, _ = rebuild(released, notebook)
    order = [c.source.splitlines()[-1] if c.source else "" for c in rebuilt.cells if c.cell_type == "code"]
    assert (
        order.index("    return x")
        < order.index("    return helper(x, w)")
        < order.index("TABLE = weighted_mean(1, 2)")
    )
    assert order.index("TABLE = weighted_mean(1, 2)") < order.index("table = TABLE")


def test_deep_or_long_code_is_left_out(released: NotebookNode) -> None:
    for source in (
        "helper = " + "-" * 5000 + "1",
        "helper = " + "(" * 3000 + ")" * 3000,
        "helper = 1" + "0" * 5000,
    ):
        assert helped(released, USES_HELPER, source) == []


def test_text_cells_are_never_run(released: NotebookNode) -> None:
    notebook = deepcopy(released)
    cell(notebook, "weighted_mean").source = USES_HELPER
    notebook.cells.append(new_markdown_cell("def helper(x, w):\n    return x"))
    assert rebuilt_from(released, notebook)[1] == []
