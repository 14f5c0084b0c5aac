"""Lesson 12, sitting b: records, calls, and every way through a mask."""

from __future__ import annotations

import itertools
import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st
from references import reference

from autograder.authoring import load_exercises
from utils.topics.assistants.feedback_form import read_feedback
from utils.topics.assistants.record_schemas import EXAMPLES, SCHEMAS

LESSON = Path(__file__).parents[3] / "source" / "12_assistants"


@lru_cache
def solution() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference("12b_tools")


# --- records ----------------------------------------------------------------------------------------------------------


def test_examples_are_sound_and_survive_json() -> None:
    for kind, example in EXAMPLES.items():
        jsonschema.Draft202012Validator.check_schema(SCHEMAS[kind])
        assert solution()["validate_record"](json.loads(json.dumps(example)), kind) == []


def test_two_ways_to_say_who_may_speak() -> None:
    exercise = load_exercises(LESSON)["validate_record"]
    in_order = exercise.oracle.__globals__["in_order"]
    for n in range(1, 7):
        for letters in map("".join, itertools.product("suact", repeat=n)):
            assert in_order(letters) == bool(re.fullmatch(r"s?(u(ct)*a)+", letters)), letters


# --- feedback ---------------------------------------------------------------------------------------------------------


def test_feedback_is_read_only_in_its_form() -> None:
    part = {"rating": 9, "quotation": "", "reason": " "}  # against the rules, but of the right form
    assert read_feedback(json.dumps({"b": part, "a": part}), ["a", "b"]) == {"a": part, "b": part}
    wrong = [[part], {}, {"a": part, "b": part}, {"a": part | {"note": ""}}, {"a": "rating quotation reason"}]
    wrong += [{"a": part | {"rating": rating}} for rating in (True, 3.0, "3", None)]
    written = [json.dumps(each) for each in wrong] + ["", "Good.", "[" * 100_000]
    written.append(json.dumps({"a": part})[:-1] + f', "a": {json.dumps(part)}}}')
    assert [read_feedback(each, ["a"]) for each in written] == [None] * len(written)


# --- calls ------------------------------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(arguments=JSON, before=st.text())
@settings(max_examples=100, deadline=None)
def test_a_sound_call_comes_back_whole(arguments: Any, before: str) -> None:
    written = json.dumps({"name": "any", "arguments": arguments})
    found = solution()["parse_tool_call"](f"{before}<tool_call>{written}</tool_call>\n", {"any": {}})
    assert found == ("any", arguments)


@given(
    text=st.text()
    | st.lists(st.sampled_from('<tool_call> </tool_call> { } [ ] " : , name 1'.split())).map("".join)
)
@settings(max_examples=200, deadline=None)
def test_whatever_is_written_gives_a_call_none_or_a_value_error(text: str) -> None:
    try:
        found = solution()["parse_tool_call"](text, {"name": {}})
    except ValueError:
        return
    assert (found is None) == ("<tool_call>" not in text and "</tool_call>" not in text)


# --- constrained decoding ---------------------------------------------------------------------------------------------


@given(
    choices=st.lists(st.text("ab", min_size=1, max_size=5), min_size=1, max_size=3),
    pieces=st.lists(st.text("ab", min_size=1, max_size=3), min_size=1, max_size=5),
)
@settings(max_examples=150, deadline=None)
def test_every_way_through_the_mask_ends_in_a_choice_and_every_choice_has_one(
    choices: list[str], pieces: list[str]
) -> None:
    allowed, end = solution()["allowed_tokens"], len(pieces)
    reached, waiting, seen = set(), [""], set()
    while waiting:
        prefix = waiting.pop()
        if prefix in seen:
            continue
        seen.add(prefix)
        try:
            mask = allowed(prefix, choices, [*pieces, "<end>"], end)
        except ValueError:
            assert prefix == "", "a dead end was entered"
            break
        if mask[end]:
            reached.add(prefix)
        waiting += [prefix + piece for piece, good in zip(pieces, mask) if good]
    spelt = {
        "".join(row)
        for n in range(1, 6)
        for row in itertools.product(pieces, repeat=n)
        if "".join(row) in choices
    }
    assert reached == spelt


@given(number=st.integers(), flag=st.booleans(), note=st.text())
@settings(max_examples=100, deadline=None)
def test_the_pattern_of_a_schema_matches_what_json_writes(number: int, flag: bool, note: str) -> None:
    kinds = {"number": "integer", "flag": "boolean", "note": "string"}
    schema = {"type": "object", "properties": {key: {"type": kind} for key, kind in kinds.items()}}
    written = json.dumps({"number": number, "flag": flag, "note": note}, ensure_ascii=False)
    plain = not any(letter in '"\\' or letter < " " for letter in note)
    assert bool(re.fullmatch(solution()["schema_pattern"](schema), written)) == plain
