"""Every attack on every attacked lesson: what it earned, whom it harmed, what the instructor is told, what it left.

AUTOGRADER_ATTACK_LESSONS names the lessons (beginnings of names, or "all"); by default it is the first. The quick
attacks run by default, all of them with --everything.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable

import pytest

from .conftest import Battle
from .field import UNSOLVED, Attack, Field, lessons
from .groups import ALL

LESSONS = lessons()


def each(attacks: list[Attack]) -> list:
    """Each attack with its mark, under its own name."""
    return [
        pytest.param(attack, id=attack.name, marks=[] if attack.quick else [pytest.mark.slow])
        for attack in attacks
    ]


@pytest.fixture(params=LESSONS, scope="module")
def battle(request: pytest.FixtureRequest, battles: Callable[[str], Battle]) -> Battle:
    return battles(request.param)


@pytest.mark.parametrize("attack", each(ALL))
def test_attack(battle: Battle, attack: Attack):
    result = battle.results[attack.name]
    expected = battle.expected(attack)
    told = f"{attack.name} tries to {attack.tries}; the instructor reads: {result.told}"
    if attack.earns == "nothing":
        assert result.points == expected or sum(result.points.values()) == 0, told
        assert result.row.state == "invalid", told
    else:
        assert result.points == expected, told
    if attack.told and (attack.earns == "all" or result.points != battle.field.max_points):
        assert re.search(attack.told, result.told), told
    if (
        result.points
        and result.points[battle.field.target] < battle.field.points
        and attack.earns != "nothing"
    ):
        verdict = next(v for v in result.metadata["verdicts"] if v["exercise"] == battle.field.target)
        assert verdict["state"] == "not answered" or verdict["criteria"] + verdict["notes"], told
    if attack.says:
        assert attack.says in result.text, result.text[-3000:]
    if attack.never:
        assert attack.never not in result.text, result.text[-3000:]


@pytest.mark.parametrize("neighbour", ["0 honest", "m honest", "z honest"])
def test_neighbours_are_unaffected(battle: Battle, neighbour: str):
    result = battle.results[neighbour]
    assert result.points == battle.field.max_points, result.told + result.text[-3000:]
    assert result.row.state == "graded" and not result.row.reasons


def test_the_target_is_worth_something(battle: Battle):
    """Otherwise the attacks would prove nothing."""
    points = battle.results[UNSOLVED].points
    assert points[battle.field.target] == 0 < battle.field.points
    assert sum(points.values()) == sum(battle.field.max_points.values()) - battle.field.points


def test_everybody_is_graded(battle: Battle):
    refused = {name: r.told for name, r in battle.results.items() if r.row.state == "not graded"}
    assert refused == {}


def test_the_class_page_holds_words_and_no_formulas(battle: Battle):
    """Neither the table nor the page moves a cursor, begins a row of its own or computes anything."""
    folder = battle.field.root / "build" / "grades"
    with (folder / f"{battle.field.name}.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.reader(file))
    fields = [text for row in table for text in row]
    assert len(table) == len(battle.results) + 1 and {len(row) for row in table} == {len(table[0])}
    assert [text for text in fields if text.startswith(("=", "+", "-", "@"))] == []
    page = (folder / f"{battle.field.name}.html").read_text(encoding="utf-8")
    for text in (*fields, page.replace("\n", "")):
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]", text), text[:300]


def test_nothing_is_left_over(battle: Battle):
    assert battle.left_over() == set()


def test_nothing_of_ours_was_changed(battle: Battle):
    """Submissions, texts and the packages are what they were."""
    assert battle.fingerprint_after == battle.fingerprint_before


def test_graded_notebooks_stay_small(battle: Battle):
    """A gigabyte of output is not kept."""
    for name in battle.results:
        folder = battle.field.root / "autograded" / name / battle.field.name
        for path in folder.glob("*.ipynb"):
            assert path.stat().st_size < 4_000_000, (name, path.stat().st_size)


def test_a_second_run_keeps_everything(battle: Battle):
    """What is graded is not graded again, whatever was handed in."""
    done = battle.field.grade()
    assert done.stdout.startswith("0 graded now"), done.stdout


__all__ = ["Field"]
