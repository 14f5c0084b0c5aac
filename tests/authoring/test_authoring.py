"""What an author writes in exercises/NAME.py: how an edit makes an answer out of the solution."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
import tiny_lesson
from hypothesis import given
from hypothesis import strategies as st

from autograder.authoring import load_exercises, slip
from autograder.editing import Edit, apply_edit
from autograder.errors import LessonError
from autograder.notebook.stubs import BEGIN, END, stub

RIGHT = 'alternatives = {"a matrix product": "return x @ w / w.sum()"}'
TOP = f"{BEGIN}\nx = 1\n{END}"
MODULE = f"""class Scale(nn.Module):
    def __init__(self):
        self.w = 1

    def forward(self, x):
        y = x  # given
        {BEGIN}
        y = y * self.w

        return y
        {END}"""
ONE_LINE = MODULE.replace("        y = y * self.w\n\n        return y\n", "        return x @ self.w\n")


@pytest.mark.parametrize(
    ("edit", "changed"),
    [
        (("y * self.w", "y / self.w"), [("y * self.w", "y / self.w")]),
        ([("= 1", "= 2"), ("y * self", "y + self")], [("= 1", "= 2"), ("y * self", "y + self")]),
        ("y = y * self.w\nreturn y", [("self.w\n\n", "self.w\n")]),
        ("\n        y = y * self.w\n\n        return y\n    ", []),
    ],
)
def test_an_edit_changes_the_solution(edit: Edit, changed: list[tuple[str, str]]) -> None:
    wanted = MODULE
    for old, new in changed:
        wanted = wanted.replace(old, new)
    assert apply_edit(MODULE, edit) == wanted


def test_a_text_takes_the_place_of_the_solution() -> None:
    assert apply_edit(MODULE, "return x @ self.w") == ONE_LINE
    assert (
        apply_edit(
            MODULE,
            r"""
        return x @ self.w
    """,
        )
        == ONE_LINE
    )
    assert apply_edit(TOP, "for i in x:\n    print(i)") == f"{BEGIN}\nfor i in x:\n    print(i)\n{END}"
    assert apply_edit(MODULE, "def helper():\n    pass\nreturn x").count("def helper") == 1


@pytest.mark.parametrize("start", ["", "    ", "\n\n", "import math\n"])
def test_a_text_that_defines_the_same_is_a_whole_cell(start: str) -> None:
    cell = start.strip(" ") + "class Scale(nn.Linear):\n    pass\n"
    given = indent(cell, "    ") if start == "    " else cell
    assert apply_edit(MODULE, given) == cell.lstrip("\n")
    assert apply_edit(MODULE, given.replace("    pass", "    pass :")) != MODULE  # also where it is no Python


def test_spellings_of_one_mistake() -> None:
    wrong = slip("wrong", ("= 1", "= 2", "= 3"), "why", "look", also=[("self", "me"), "return x"])
    assert [s.edit for s in (wrong, *wrong.also)] == [
        ("= 1", "= 2"),
        ("= 1", "= 3"),
        ("self", "me"),
        "return x",
    ]
    assert {s.slip for s in wrong.also} == {wrong.slip}


NO_EDITS = [
    ("old",),
    ("old", 1),
    ["old"],
    [("old", "new"), "new"],
    ["old", "new"],
    None,
    (("old", "new"), ("old", "new")),
]


@pytest.mark.parametrize("edit", NO_EDITS)
def test_what_is_no_edit(edit: Any, tmp_path: Path) -> None:
    with pytest.raises(
        LessonError, match=r"slip 'wrong': its edit .* is neither \(\"old\", \"new\"\), a list of these"
    ):
        slip("wrong", edit, "why", "look")
    with pytest.raises(LessonError, match="slip 'wrong': its edit"):
        slip("wrong", ("old", "new"), "why", "look", also=[edit])
    tiny_lesson.write(tmp_path, exercises=[(RIGHT, f"alternatives = {{'another': {edit!r}}}")])
    with pytest.raises(
        LessonError, match=r"exercises/weighted_mean.py: alternative 'another' of weighted_mean: its edit"
    ):
        load_exercises(tmp_path / tiny_lesson.NAME)


lines = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=12)
texts = st.lists(st.tuples(lines, st.integers(0, 3)), min_size=1, max_size=6)


@given(texts)
def test_every_text_comes_to_stand_there_as_it_is(found: list[tuple[str, int]]) -> None:
    text = "".join(" " * 4 * depth + line + "\n" for line, depth in [(found[0][0], 0), *found])
    cell = apply_edit(MODULE, indent(text, " " * 12))
    assert stub(cell) == stub(MODULE)
    assert cell.partition(f"{BEGIN}\n")[2].rpartition(f"        {END}")[0] == indent(text, " " * 8)


@pytest.mark.parametrize(
    ("cell", "edit", "said"),
    [
        (MODULE, ("self", "me"), "the edit 'self' occurs 4 times in the solution cell; it must occur once"),
        (MODULE, [("= 1", "= 2"), ("= 1", "= 3")], "the edit '= 1' occurs 0 times"),
        (MODULE + "\n" + TOP, "return x", "no whole answer cell, and the solution cell has 2 solutions"),
        ("class Scale: ...", "return x", "the solution cell has 0 solutions"),
    ],
)
def test_an_edit_that_does_not_fit(cell: str, edit: Edit, said: str) -> None:
    with pytest.raises(LessonError, match=said):
        apply_edit(cell, edit)
    with pytest.raises(LessonError, match=f"^slip 'wrong': .*{said}"):
        slip("wrong", edit, "why", "look").apply(cell)
