"""Lesson 00: what its first page shows, what it promises about packages, and the panel that it explains."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import torch
from references import reference

from autograder.checks import panel, recorded
from autograder.checks.scoring import Case, Rubric, Slip, score
from autograder.lesson.folder import find_lessons, read_cells
from utils import assets, corpora
from utils.topics.bigrams import letters

ROOT = Path(__file__).parents[3]
LESSON = ROOT / "source" / "00_welcome" / "00_welcome.py"
COURSE = ROOT / "course" / "00_welcome"


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(LESSON.stem)


def prose() -> str:
    return "\n".join(cell.source for cell in read_cells(LESSON) if cell.kind == "markdown")


def test_einops_is_there_and_does_what_the_text_shows() -> None:
    from einops import rearrange

    assert 'rearrange(x, "b t (h d) -> b h t d", h=8)' in prose()
    assert rearrange(torch.zeros(2, 3, 16), "b t (h d) -> b h t d", h=8).shape == (2, 8, 3, 2)


def example() -> list[str]:
    """The lines of the panel that section 2 shows, without marks."""
    lines = [line.removeprefix(">").strip() for line in prose().splitlines() if line.startswith(">")]
    whole = " ".join(lines).replace("<br>", "\n").replace("  ", "\n")
    return [re.sub(r"[*`]", "", line).strip() for line in whole.splitlines() if line.strip()]


@pytest.mark.parametrize(
    "deviation", ["x.std(dim=dim)", "x.var(dim=dim).sqrt()", "x.std(dim=dim, keepdim=True)"]
)
def test_no_keepdim_and_n_minus_1_are_told_as_two_mistakes(deviation: str) -> None:
    """A newcomer who made both fixed the one that was named, and nothing had said that there was another."""
    recording = recorded.read(COURSE / "00_welcome.checks")["standardize"]
    cases = [one.as_case() for one in recording.cases]
    outcomes: list[dict[str, Any]] = []
    for case in cases:
        given = dict(case.inputs()) if case.inputs else {}
        try:
            z = eval(f"(x - x.mean(dim=dim)) / {deviation}", {}, given)
            both = {"standardized": z, "x": given["x"], "a tensor": True}
            outcomes.append({"values": {"standardized": z, "x unchanged": both}})
        except RuntimeError as error:
            outcomes.append({"error": {"type": "RuntimeError", "message": str(error)}})
    verdict = score(recording.rubric, cases, outcomes, recording.slips, recording.pairs)
    assert verdict.slip is not None and verdict.slip.name == "the axis that was reduced is gone", (
        "it stops the code"
    )
    assert "together with another mistake" in " ".join(panel.text(verdict).split())


def test_the_panel_that_is_explained_is_what_a_check_would_show() -> None:
    """Of an exercise that doesn't exist, with a wrong answer that is scored here."""
    a, b = torch.arange(1.0, 6), torch.arange(1.0, 4)
    _, _, _, name, why, look = example()
    table = {"table": torch.outer(a, b), "total": a.sum() * b.sum()}
    swapped = {"values": table | {"table": torch.outer(b, a)}}
    slip = Slip(
        name.removeprefix("This is what comes out when ").removesuffix("."),
        why.removeprefix("Why it matters · "),
        look.removeprefix("Look at · "),
    )
    rubric = Rubric("times_table", 3, {"table": 2.0, "total": 1.0}, dict.fromkeys(table, 1e-4))
    case = Case(table, lambda: [swapped], lambda: {"a": a, "b": b}, is_public=True)
    shown = panel.text(score(rubric, [case], [swapped], [slip]))
    assert "".join(re.sub(r"\W", "", line) for line in example()) == re.sub(r"\W", "", shown)


def test_the_panel_that_is_explained_gives_no_mistake_away() -> None:
    """Neither an exercise of this lesson nor the name of one of its mistakes is in it."""
    shown = " ".join(example()).lower()
    (lesson,) = find_lessons([LESSON.parent.name])
    for name, exercise in lesson.exercises.items():
        assert name.lower() not in shown
        assert not [slip.slip.name for slip in exercise.slips if slip.slip.name.lower() in shown]


def test_the_lines_of_the_first_page_are_those_that_the_model_writes(
    lesson: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    if not assets.cached("shakespeare") and not request.config.getoption("--everything"):
        pytest.skip("not fetched yet: shakespeare; `autograder fetch 00_welcome` does it")
    text = letters.letters_only(corpora.joined(corpora.shakespeare()["train"], characters=200_000))
    ids, one_hot = letters.as_indices(text), torch.eye(27)
    followed_by = torch.zeros(27, 27).index_put_((ids[:-1], ids[1:]), torch.tensor(1.0), accumulate=True)
    torch.manual_seed(0)
    model = lesson["Affine"](27, 27)
    assert sum(parameter.numel() for parameter in model.parameters()) == 756 and "756 parameters" in prose()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.3)
    for _ in range(200):
        loss = -(followed_by * model(one_hot).log_softmax(dim=-1)).sum() / followed_by.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    probabilities, generator = model(one_hot).softmax(dim=-1).detach(), torch.Generator().manual_seed(1)
    line = opening = "what shall we do with the"
    drawn = lesson["sample_letters"](torch.bincount(ids, minlength=27) / len(ids), 45, generator)
    while len(line) < 70:
        row = probabilities[letters.SYMBOLS.index(line[-1])]
        line += letters.SYMBOLS[int(lesson["sample_letters"](row, 1, generator))]
    first_page = read_cells(LESSON)[0].source
    assert f"by frequency:\n  {opening}{''.join(letters.SYMBOLS[i] for i in drawn)}\n" in first_page
    assert f"of context:\n  {line}\n" in first_page
