"""What students of the released lessons met and were misled by, one answer each: what is said now."""

# ruff: noqa: E501  answers are text, and dense

from __future__ import annotations

import re
from functools import cache

import pytest

from autograder.checks import panel
from autograder.checks.scoring import Case, Verdict, score
from autograder.checks.values import unpack
from autograder.lesson.folder import Lesson, find_lessons
from autograder.lesson.workspace import Workspace, outcome_of, quiet

pytestmark = pytest.mark.slow  # each notebook's cells are run once

Edits = list[tuple[str, str]]
NEGATED = "torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)"
ANSWERS: list[tuple[str, Edits, str, str]] = [  # exercise, edits of the solution, what must be said, what must not
    ("causal_mask", [(NEGATED, f"{NEGATED}.int()")], "the mask is not a boolean tensor", "too small|too large"),
    ("causal_mask", [(NEGATED, f"{NEGATED}.to(torch.uint8)")], "the mask is not a boolean tensor", "too small|too large"),
    (
        "causal_mask",
        [(NEGATED, "torch.zeros(n_queries, n_keys).masked_fill(~" + NEGATED + ", -torch.inf)")],
        "the mask is not a boolean tensor",
        r"\+0|\+1",
    ),
    ("causal_mask", [("tril(n_keys - n_queries)", "tril(n_queries - n_keys)")], "", "True and False are swapped"),
    ("additive_mask", [("-torch.inf", "torch.inf")], r"\+∞", "every value is zero"),
    ("local_mask", [(".abs() <= radius", ".pow(2) <= radius")], "", "radius is the width|radius is taken"),
    ("scaled_dot_score", [("k.transpose(-2, -1)", "k.transpose(0, 1)")], "", "all axes"),
    ("shift_matrix", [("turn = k *", "turn = abs(k) *")], "", "swapped"),
    ("KVCache", [("dim=2)  # (B, H, S, d)", "dim=1)"), ("self.v, v], dim=2", "self.v, v], dim=1")], "joined", "swapped"),
    (
        "NextTokenDataset",
        [("len(range(0, len(self.ids) - self.context_length, self.stride))", "-(-(len(self.ids) - self.context_length) // self.stride) + 1")],
        "where [0-9]+ was expected", "1.5 times",
    ),
    ("count_parameters", [("norm + 2 * L * norm", "2 * L * norm + norm + 1")], "", "1 times too"),
    ("memory_bytes", [("bits / 8", "bits // 8 + 1")], "", "1 times too"),
    ("block_shapes", [("D // H", "D / H")], "", "line [0-9]+ of your cell"),
    ("dropout", [("return x * keep / (1 - p)", "return x * (1 - keep.int()) / (1 - p)")], "left|of 4", "drew index"),
    ("dropout", [("return x * keep / (1 - p)", "return (x * keep / (1 - p)).detach()")], "", "same seed"),
    ("TransformerBlock", [("x + self.dropout(self.feed_forward(self.norm2(x)))", "x + self.feed_forward(self.norm2(x))")], "no dropout", "batch element|example [0-9]"),
    ("merge_heads", [("H * d)", "H * d).tolist()")], "`?merge_heads`? gave a list of 2 items, where a tensor was expected", "nothing"),
]  # fmt: skip


@cache
def notebooks() -> dict[str, tuple[Lesson, Workspace]]:
    """Exercise → its lesson and its notebook's cells, run."""
    wanted, found = {name for name, *_ in ANSWERS}, {}
    for lesson in find_lessons():
        for notebook in lesson.notebooks:
            if wanted & set(notebook.exercises):
                with quiet():
                    workspace = Workspace(notebook)
                found |= dict.fromkeys(notebook.exercises, (lesson, workspace))
    return found


def verdict_on(name: str, edits: Edits) -> Verdict:
    """What a notebook's check says of the solution with some passages replaced."""
    lesson, workspace = notebooks()[name]
    exercise, cell = lesson.exercises[name], workspace.notebook.cell(name).source
    for old, new in edits:
        assert cell.count(old) == 1, (name, old)
        cell = cell.replace(old, new)
    with quiet():
        probe, slips = workspace.probe(name, cell), workspace.slip_probes(exercise)
        inputs = [exercise.packed_inputs(b"said", i) for i in range(len(exercise.cases))]
        cases = [
            Case(
                exercise.expected(each),
                lambda each=each: [outcome_of(slip, each) for slip in slips],
                lambda each=each: unpack(each),
                is_public=True,
            )
            for each in inputs
        ]
        outcomes = [outcome_of(probe, each) for each in inputs]
        return score(
            exercise.rubric(list(cases[0].oracle)), cases, outcomes, [s.slip for s in exercise.slips]
        )


@pytest.mark.parametrize(("name", "edits", "said", "never"), ANSWERS)
def test_nobody_is_misled(name: str, edits: Edits, said: str, never: str) -> None:
    verdict = verdict_on(name, edits)
    shown = " ".join(panel.text(verdict).split())
    assert verdict.points < verdict.max_points
    assert re.search(said, shown), shown
    assert not re.search(never, shown), shown
