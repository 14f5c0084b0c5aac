"""Lesson 00: what its first page shows, what it promises about packages, and the panel that it explains."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from references import reference

from autograder.lesson.folder import read_cells
from utils import assets, corpora
from utils.topics.bigrams import letters

LESSON = Path(__file__).parents[3] / "source" / "00_welcome" / "00_welcome.py"


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


def test_the_slip_on_the_first_panel_is_one_of_the_exercises(lesson: dict[str, Any]) -> None:
    x = torch.randn(5, 3, generator=torch.Generator().manual_seed(0))
    factor = lesson["standardize"](x, 0) / ((x - x.mean(0)) / x.std(0))
    assert factor.allclose(torch.tensor(1.25**0.5))
    assert f"every value is {1.25**0.5:.4g} times too small" in prose()
    slips = (LESSON.parent / "exercises" / "standardize.py").read_text(encoding="utf-8")
    assert (
        "the standard deviation divides by n − 1" in prose()
        and "the standard deviation divides by n − 1" in slips
    )


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
