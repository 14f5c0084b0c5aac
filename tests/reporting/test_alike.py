"""Likeness of answers: between 0 and 1, the same both ways, and blind to names, comments, types and order."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.grading.student_rows import Row
from autograder.reporting import alike
from autograder.reporting.gather import Answer, Handed

HEAD = "import torch.nn.functional as {F}\n"
PARTS = (
    """def {f}({a}, {b}=3, *, {c}=None):
    {x} = [{y} * {b} for {y} in range({a})]
    with open({b}) as {d}:
        {x} += {d}
    try:
        return {g}({x}, {k}={c}) + {F}.softmax({x}, dim={b})
    except ValueError as {e}:
        raise {e} from None
""",
    """def {g}({k}, {h}=1):
    def {x}({y}):
        nonlocal {h}
        return {y} + {h}
    return sorted({k}, key=lambda {a}: {x}({a}))
""",
    """class {C}(torch.nn.Module):
    {d} = 3

    def __init__(self, {a}):
        super().__init__()
        self.{m} = {a}

    def {n}(self, {x}):
        return self.{m} @ {x} + self.{d}

    def forward(self, {y}):
        return self.{n}({x}={y}) * self.training
""",
)
PLACES = sorted(
    {field for text in (HEAD, *PARTS) for _, field, _, _ in string.Formatter().parse(text) if field}
)
WORDS = st.from_regex(r"[a-z][a-z_]{0,6}_[a-z]", fullmatch=True)
NAMES = st.lists(WORDS, min_size=len(PLACES), max_size=len(PLACES), unique=True)
TOKENS = st.dictionaries(st.sampled_from("abc"), st.text("uvwxyz", min_size=40, max_size=120), min_size=1)


def written(names: list[str], order: tuple[int, ...] | list[int] = (0, 1, 2), comment: str = "") -> str:
    parts = [HEAD, *(PARTS[number] for number in order)]
    return f"{comment}\n".join(parts).format(**dict(zip(PLACES, names)))


FIRST = alike.normalised(written([f"name_{i}" for i in range(len(PLACES))]))


@given(NAMES, st.permutations([0, 1, 2]))
@settings(deadline=None, max_examples=60)
def test_names_and_order_of_definitions_count_for_nothing(names: list[str], order: list[int]) -> None:
    assert alike.normalised(written(names, order, "# mine, all mine")) == FIRST


@pytest.mark.parametrize(
    "other",
    [
        "import torch as t\ndef f(x: int) -> int:\n    '''Says it.'''\n    y: int = x  # here\n    return t.exp(y)",
        "from torch import exp as e\ndef g(z):\n    n = z\n    return e(n)",
    ],
)
def test_comments_types_and_imports_count_for_nothing(other: str) -> None:
    assert alike.normalised(other) == alike.normalised(
        "import torch\ndef f(a):\n    b = a\n    return torch.exp(b)"
    )


@pytest.mark.parametrize(
    "other",
    [
        "def f(a, b):\n    return b - a",
        "def f(a, b):\n    return a + b",
        "def f(a, b):\n    c = a - b\n    return c",
        "def f(a, b):\n    return torch.sub(a, b)",
    ],
)
def test_another_answer_is_another(other: str) -> None:
    assert alike.normalised(other) != alike.normalised("def f(a, b):\n    return a - b")


@given(TOKENS, TOKENS)
def test_similarity_is_symmetric_and_between_0_and_1(first: dict[str, str], second: dict[str, str]) -> None:
    found = alike.similarity(first, second)
    assert found == alike.similarity(second, first)
    shared = first.keys() & second.keys()
    enough = all(sum(len(each[name]) for name in shared) >= alike.ENOUGH for each in (first, second))
    assert (found is not None) == enough
    assert found is None or 0 <= found <= 1
    if sum(map(len, first.values())) >= alike.ENOUGH:
        assert alike.similarity(first, first) == 1
        assert alike.similarity(first, {name: "." * len(text) for name, text in first.items()}) == 0


@given(st.text(max_size=300))
@settings(deadline=None, max_examples=60)
def test_any_text_has_a_form(source: str) -> None:
    alike.normalised(source)


@pytest.mark.parametrize(
    "source", ["%time x = 1", "(" * 5000, "-" * 19_000 + "1", "x = " + "9" * 9000, "x" * 10**6]
)
def test_what_python_cannot_read_is_compared_as_it_is(source: str) -> None:
    assert alike.normalised(source) == alike.normalised(source + "# with a comment")


def body(draw: random.Random, steps: int = 30) -> str:
    lines = [
        f"    x = {draw.choice(['a', 'b', 'x'])} {draw.choice('+-*/@%')} {draw.randrange(4)}"
        for _ in range(steps)
    ]
    return "\n".join(["def f(a, b):", "    x = a", *lines, "    return x"])


def somebody(student: str, source: str, state: str = "right") -> Handed:
    answer = Answer("f", 1.0, 1.0, state)
    return Handed(student, Row(student, 1, 1, "graded"), {"f": answer}, {"f": source})


def test_a_copy_is_seen_beside_the_class() -> None:
    draw = random.Random(0)
    people = [somebody(f"p{i}", body(draw)) for i in range(12)]
    copied = people[3].code["f"].replace("x", "y").replace("a", "c")
    people[3] = somebody("p3", people[3].code["f"], "wrong")
    found = alike.background([*people, somebody("copy", copied, "wrong")])
    assert found is not None and len(found.similarities) == 13 * 12 / 2
    first = found.pairs[0]
    assert {first.first, first.second} == {"p3", "copy"} and first.similarity == 1 and first.apart
    (equal,) = first.equal
    assert (equal.writers, equal.answered, equal.is_right, equal.is_rare) == (2, 13, False, True)
    assert found.sharing == {1: 1} and found.apart == 1 and not any(pair.equal for pair in found.pairs[1:])


def test_every_pair_that_stands_apart_is_in_the_list() -> None:
    """Also one without an equal answer, after as many pairs with one as the list shows."""
    draw = random.Random(1)
    people = [somebody(f"p{i}", body(draw)) for i in range(40)]
    for i in range(0, 2 * alike.SHOWN, 2):  # these wrote a short answer that nobody else did
        for each in people[i : i + 2]:
            each.answers["g"] = Answer("g", 1.0, 1.0, "right")
            each.code["g"] = f"def g():\n    return {i + 100}"
    near = people[38].code["f"].replace("    return x", "    return x + 0")
    people[39] = somebody("p39", near)
    found = alike.background(people)
    assert found is not None and found.apart >= 1
    listed = [{pair.first, pair.second} for pair in found.pairs]
    assert {"p38", "p39"} in listed and len(listed) == alike.SHOWN + found.apart


def test_an_answer_with_a_mistake_that_is_known_is_rare_only_for_two() -> None:
    for writers, known, rare in ((2, True, True), (5, True, False), (5, False, True)):
        assert alike.Equal("f", False, writers, 168, known).is_rare == rare


def test_who_all_write_the_same_is_accused_of_nothing() -> None:
    source = body(random.Random(0))
    found = alike.background([somebody(f"p{i}", source.replace("x", f"x{i}")) for i in range(8)])
    assert found is not None and found.median == found.last == 1
    assert found.apart == 0 and found.sharing == {}
    assert all(pair.equal[0].writers == 8 for pair in found.pairs)


def test_too_few_have_no_background() -> None:
    draw = random.Random(0)
    people = [somebody(f"p{i}", body(draw)) for i in range(alike.FEWEST)]
    assert alike.background(people) is not None
    assert alike.background(people[1:]) is None
    people[0].code["f"] = "def f(a): return a"
    assert alike.background(people) is None, "one has written too little"
    people[0].code["f"] = people[1].code["f"]
    people[0].row.state = "invalid"
    assert alike.background(people) is None, "one could not be read"
