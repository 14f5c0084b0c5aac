"""The judge of lesson 13's submission, for the tests that hand it models and made-up scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from references import cells_of, reference
from torch import Tensor, nn

from autograder.authoring import Exercise, load_exercises
from autograder.checks.scoring import Case, Verdict, score
from autograder.checks.values import unpack
from utils.topics.capstone import capstone

LESSON = Path(__file__).parents[1] / "source" / "13_capstone"
NOTEBOOK = LESSON / "13_capstone.py"
Model = Callable[[Tensor], Tensor]


@lru_cache
def exercise() -> Exercise:
    return load_exercises(LESSON)["submission"]


@lru_cache
def own() -> dict[str, Any]:
    """What the file of the exercise defines."""
    return exercise().inputs.__globals__


@lru_cache
def question(seed: bytes = b"test") -> tuple[Any, dict[str, Any]]:
    asked = exercise().packed_inputs(seed, 0)
    return asked, exercise().expected(asked)


@lru_cache
def solution() -> dict[str, Any]:
    return reference(NOTEBOOK.stem)


@lru_cache
def trained() -> nn.Module:
    return solution()["submission"]()


def judged(scores: Any, seed: bytes = b"test", oracle: dict[str, Any] | None = None) -> Verdict:
    """What the judge makes of scores for the windows; oracle: with another expectation than its own."""
    oracle = oracle or question(seed)[1]
    rubric = exercise().rubric(list(oracle))
    return score(rubric, [Case(oracle, list)], [{"values": {"scores": scores}}], [])


def answered_by(model: Model, seed: bytes = b"test") -> Verdict:
    return judged(capstone.last_scores(model, windows(seed)), seed)  # type: ignore[arg-type]


def believed(scores: Any) -> Verdict:
    """The same by a judge that asks nothing twice: what an attack would earn."""
    no_twins = torch.zeros(0, 2, dtype=torch.int64)
    return judged(
        scores, oracle={name: replace(want, twins=no_twins) for name, want in question()[1].items()}
    )


def windows(seed: bytes = b"test") -> Tensor:
    return unpack(question(seed)[0])["windows"].long()


def words(ids: Any) -> str:
    return capstone.tokenizer().decode([int(i) for i in ids])


def true_targets() -> Tensor:
    return question()[1]["scores"].targets


def cell(name: str) -> str:
    return next(found.source for found in cells_of(NOTEBOOK.stem) if found.grade_id == name)
