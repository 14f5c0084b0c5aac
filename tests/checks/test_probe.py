"""Running a probe: what comes back is data, and an exception is told in the student's own terms."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from typing import Any

import pytest
import torch

from autograder.checks.probe import run_probe
from autograder.checks.values import CannotCross, pack, unpack


def cell(source: str, name: str = "<answer>", **names: Any) -> dict[str, Any]:
    """The names that a notebook's cell defines, with its lines known to linecache as IPython makes them known."""
    namespace = {"torch": torch, **names}
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec"), namespace)
    return namespace


def outcome(answer: str, probe: str, /, **inputs: Any) -> dict[str, Any]:
    """What the probe `_` gives over an answer cell."""
    namespace = cell(probe, "<check>", **cell(answer))
    return unpack(run_probe(namespace["_"], pack(inputs)))


def called(answer: str, **inputs: Any) -> dict[str, Any]:
    """What a probe gives that calls `f` with all inputs."""
    names = ", ".join(inputs)
    return outcome(answer, f'def _({names}):\n    return {{"y": f({names})}}', **inputs)


def test_values_come_back() -> None:
    result = called("def f(x, n):\n    return x * n", x=torch.ones(2), n=3)
    assert result["values"]["y"].tolist() == [3, 3] and result["changed"] == []


def test_an_error_is_told_with_the_call_and_the_line() -> None:
    source = "def f(q, k, scale):\n    inner = q\n    return inner @ k * scale"
    error = called(source, q=torch.ones(2, 3), k=torch.ones(2, 3), scale=0.5)["error"]
    assert error["type"] == "RuntimeError" and "shapes cannot be multiplied" in error["message"]
    assert error["call"] == "f(q (2, 3), k (2, 3), scale=0.5)"
    assert error["line"] == 3 and error["code"] == "return inner @ k * scale"


def test_the_line_is_the_students_deepest_and_the_call_the_first() -> None:
    source = "def helper(y):\n    return y['a']\n\ndef f(x):\n    return helper(x)"
    error = called(source, x=[1])["error"]
    assert error["call"] == "f(x=[1])" and error["line"] == 2 and error["code"] == "return y['a']"


def test_a_method_is_named_with_its_class() -> None:
    source = "class Net(torch.nn.Module):\n    def forward(self, x):\n        return x.nothing"
    error = outcome(source, 'def _(x):\n    return {"y": Net()(x)}', x=torch.ones(2, 5))["error"]
    assert (
        error["call"] == "Net.forward(x (2, 5))" and error["type"] == "AttributeError" and error["line"] == 3
    )


def test_a_loop_and_a_model_of_the_probe_are_not_the_students() -> None:
    """A list in the probe has a frame of its own, and so has a function that it hands over."""
    probe = """def _(n):
    def model(x):
        raise ValueError("too long")
    return {"y": [f(model, i) for i in range(n)]}"""
    error = outcome("def f(model, i):\n    return model(i)", probe, n=2)["error"]
    assert error["call"] == "f(model=function, i=0)" and error["message"] == "too long"
    assert error["line"] == 2 and error["code"] == "return model(i)"


def test_arguments_are_told_in_few_words() -> None:
    tensors = [torch.ones(2, 2), torch.ones(3)]
    error = called("def f(start, lr):\n    raise ValueError", start=tensors, lr=0.0019394142308514488)[
        "error"
    ]
    assert error["call"] == "f(start=[(2, 2), (3,)], lr=0.001939)"


def test_an_error_below_the_students_code_points_at_their_line() -> None:
    error = called("def f(x):\n    return torch.nn.functional.linear(x, x)[9]", x=torch.ones(2, 5))["error"]
    assert error["line"] == 2 and "autograder" not in str(error) and "Traceback" not in str(error)


@pytest.mark.parametrize(
    ("answer", "kind", "message"),
    [
        ("g = 1", "NameError", "name 'f' is not defined"),
        ("def f():\n    return 1", "TypeError", "f() takes 0 positional arguments but 1 was given"),
        ("f = 3", "TypeError", "'int' object is not callable"),
        ("def f(x):\n    return {1, 2}", "CannotCross", "a check cannot compare a set"),
        (
            "def f(x):\n    return 10**9999",
            "CannotCross",
            "a check cannot compare a whole number of more than",
        ),
        (
            "def f(x):\n    return torch.zeros(1).expand(10**12)",
            "CannotCross",
            "a check cannot compare a tensor as large as",
        ),
        ("def f(x):\n    return f(x)", "RecursionError", "maximum recursion depth exceeded"),
        ("def f(x):\n    raise NotImplementedError()", "NotImplementedError", ""),
        ("def f(x):\n    raise ValueError('é' * 5000)", "ValueError", "ééé"),
        (
            "class Odd(Exception):\n    def __str__(self):\n        raise Odd\ndef f(x):\n    raise Odd",
            "Odd",
            "",
        ),
        ("def f(x):\n    y = []\n    y.append(y)\n    return y", "CannotCross", "nested too deeply"),
        ("def f(x):\n    return (n for n in x)", "CannotCross", "a check cannot compare a generator"),
        ("def f(x):\n    assert False", "AssertionError", ""),
        ("def f(x):\n    raise StopIteration", "StopIteration", ""),
    ],
)
def test_every_exception_becomes_data(answer: str, kind: str, message: str) -> None:
    error = called(answer, x=[1])["error"]
    assert error["type"] == kind and message in error["message"] and len(error["message"]) <= 600


ODD_ARGUMENTS = """
class Bad:
    def __repr__(self):
        raise ValueError("no words")

class BadInt(int):
    def __repr__(self):
        raise ValueError("no words")

def g(a, b, c, d, e):
    raise KeyError("here")

def f(x):
    return g(Bad(), BadInt(3), 10**5000, [Bad()] * 100, "long " * 100)
"""


def test_arguments_that_cannot_be_shown_do_not_stop_the_telling() -> None:
    error = outcome(ODD_ARGUMENTS, 'def _(x):\n    return {"y": f(x)}', x=torch.ones(3))["error"]
    assert error["type"] == "KeyError" and error["call"] == "f(x (3,))"
    direct = outcome(
        ODD_ARGUMENTS, 'def _(x):\n    return g(Bad(), BadInt(3), 10**5000, [Bad()] * 9, "long " * 99)', x=1
    )
    assert direct["error"]["call"].startswith("g(a=Bad, b=BadInt, c=int, d=[<Bad")
    assert len(direct["error"]["call"]) < 200


@pytest.mark.parametrize("stop", ["KeyboardInterrupt", "SystemExit", "GeneratorExit"])
def test_what_stops_the_program_passes(stop: str) -> None:
    with pytest.raises(BaseException) as caught:
        called(f"def f(x):\n    raise {stop}", x=1)
    assert type(caught.value).__name__ == stop


@pytest.mark.parametrize(
    ("body", "changed"),
    [
        ("x += 1", ["x"]),
        ("x.zero_()", ["x"]),
        ("x[0] = float('nan')", ["x"]),
        ("x.resize_(1)", ["x"]),
        ("words.append('c')", ["words"]),
        ("table['a'] = 2", ["table"]),
        ("table['w'].mul_(2)", ["table"]),
        ("x.add_(1); words.sort(reverse=True)", ["x", "words"]),
        ("x = x + 1; words = words + ['c']", []),
        ("x.requires_grad_()", []),
        ("x.unsqueeze(0).sum()", []),
    ],
)
def test_arguments_changed_in_place(body: str, changed: list[str]) -> None:
    inputs = {"x": torch.arange(3.0), "words": ["a", "b"], "table": {"a": 1, "w": torch.ones(2)}, "n": 3}
    result = called(f"def f(x, words, table, n):\n    {body}\n    return 1", **inputs)
    assert result["changed"] == changed


def test_a_changed_argument_has_the_name_that_the_answer_gives_it() -> None:
    """A probe calls its inputs as it likes; a student knows only their own function's parameters."""
    answer = "def f(path):\n    path[0] = 9\n    return path"
    for call in ("f(steps)", "f(steps[1:])", "helper(steps)"):
        probe = f"def _(steps):\n    return {{'y': {call}}}"
        namespace = cell("def helper(theirs):\n    return f(theirs)", "<helper>", **cell(answer))
        check = cell(probe, "<check>", **namespace)["_"]
        check.exercise = "f"
        namespace["helper"].__globals__.update(f=namespace["f"])
        assert unpack(run_probe(check, pack({"steps": torch.arange(3.0)})))["changed"] == ["path"]
    hidden = cell(
        "def _(steps):\n    return {'y': f({'a': {'b': steps}})}",
        "<check>",
        **cell("def f(table):\n    table['a']['b'] += 1\n    return 1"),
    )["_"]
    assert unpack(run_probe(hidden, pack({"steps": torch.arange(3.0)})))["changed"] == [""]


@pytest.mark.parametrize("changed", ["k", "counts"])
def test_of_several_parts_of_an_input_the_changed_one_is_named(changed: str) -> None:
    probe = cell(
        "def _(steps):\n    return {'y': [f(step['k'], step['counts']) for step in steps]}",
        "<check>",
        **cell(f"def f(k, counts):\n    {changed} += 1\n    return 1"),
    )["_"]
    steps = [{"k": torch.zeros(2), "counts": torch.ones(3)}]
    assert unpack(run_probe(probe, pack({"steps": steps})))["changed"] == [changed]


def test_an_error_inside_a_wrapper_of_the_notebook_names_the_answers_line() -> None:
    """A dispatch mode of a given cell runs below the student's line, which is the one to look at."""
    given = """
from torch.utils._python_dispatch import TorchDispatchMode

class Alive(TorchDispatchMode):
    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        result = operation(*args, **(kwargs or {}))
        return result
"""
    answer = "def f(x):\n    y = x + 1\n    return y @ torch.ones(7, 2)"
    names = {**cell(given, "<given>"), **cell(answer)}
    probe = cell("def _(x):\n    with Alive():\n        return {'y': f(x)}", "<check>", **names)["_"]
    probe.exercise = "f"
    error = unpack(run_probe(probe, pack({"x": torch.ones(2, 5)})))["error"]
    assert error["line"] == 3 and error["code"] == "return y @ torch.ones(7, 2)"
    assert error["call"] == "f(x (2, 5))" and "raised" not in error


def test_an_error_that_comes_through_an_earlier_answer_names_the_line_that_calls_it() -> None:
    earlier = cell("def g(x):\n    return x @ x", "<earlier>")
    names = {**earlier, **cell("def f(x):\n    return g(x)", **earlier)}
    probe = cell("def _(x):\n    return {'y': f(x)}", "<check>", **names)["_"]
    probe.exercise = "f"
    error = unpack(run_probe(probe, pack({"x": torch.ones(2, 5)})))["error"]
    assert error["line"] == 2 and error["code"] == "return g(x)" and error["call"] == "f(x (2, 5))"


def test_none_is_told_as_none() -> None:
    error = called("def f(x, mask, k):\n    raise ValueError", x=torch.ones(2), mask=None, k=[None, 1])[
        "error"
    ]
    assert error["call"] == "f(x (2,), mask=None, k=[None, 1])"


def test_inputs_with_nan_are_unchanged_when_nobody_touches_them() -> None:
    assert called("def f(x):\n    return 1", x=torch.tensor([float("nan"), float("inf")]))["changed"] == []


@pytest.mark.parametrize(
    ("given_back", "told"),
    [
        ("None", "None"),
        ("3", "the number 3"),
        ("[1]", "a list of 1 item"),
        ("'text'", "a string of 4 characters"),
    ],
)
def test_a_probe_that_gives_back_no_names(given_back: str, told: str) -> None:
    error = outcome("f = 1", f"def _(x):\n    return {given_back}", x=1)["error"]
    assert error["message"] == f"what came back is {told}; a dict was expected"


NET = "class Net(torch.nn.Module):\n    def forward(self, x):\n        return {}"


@pytest.mark.parametrize(
    ("answer", "probe", "told"),
    [
        ("def f(x):\n    return x.tolist()", "f(x).sum()", "`f` gave a list of 2 items, where a tensor was expected"),
        ("def f(x):\n    return (x, x, x)", "f(x).sum()", "`f` gave a tuple of 3 items, where a tensor was expected"),
        ("def f(x):\n    x", "f(x)[0]", "`f` gave None"),
        ("def f(x):\n    return [x]", "f(x).items()", "`f` gave a list of 1 item, where a dict was expected"),
        ("def f(x):\n    return 3", "[f(x) + t for t in f(x)]", "`f` gave the number 3"),
        ("def f(x):\n    return [0]", "torch.stack([f(x)])", "`f` gave a list of 1 item, where a tensor was expected"),
        ("def f(x):\n    x", "(lambda a, b: a)(*f(x))", "`f` gave None"),
        (NET.format("[1]"), "Net()(x).shape", "`Net` gave a list of 1 item, where a tensor was expected"),
        ("class C:\n    pass\ndef f(x):\n    return C()", "f(x).numel()", "`f` gave a C, where a tensor was expected"),
    ],
)  # fmt: skip
def test_a_wrong_kind_that_the_check_trips_over_is_said_first(answer: str, probe: str, told: str) -> None:
    error = outcome(answer, f'def _(x):\n    return {{"y": {probe}}}', x=torch.ones(2))["error"]
    assert error["gave"] == told and "call" not in error


@pytest.mark.parametrize(
    ("answer", "probe"),
    [
        ("def f(x):\n    return x.flatten(9)", "f(x)"),  # it stopped in the answer
        ("def f():\n    return [1]", "f(x)"),  # it was never called
        ("def f(x):\n    return x", "f(x) @ torch.ones(3)"),  # the right kind
        ("def f(x):\n    return [1]", "f(x) and x.nothing"),  # about another value
        ("def f(x):\n    return [1]", "f(x) and f(x, x)"),  # called with too many arguments
        (
            "def f(x):\n    return [1]",
            "load_weights(torch.nn.Linear(1, 1), f(x) and {'a': x})",
        ),  # our own sentence
    ],
)
def test_no_kind_is_blamed_for_anything_else(answer: str, probe: str) -> None:
    source = f'from autograder.checks import load_weights\ndef _(x):\n    return {{"y": {probe}}}'
    assert "gave" not in outcome(answer, source, x=torch.ones(2))["error"]


def test_what_an_answer_raises_itself_is_told_apart() -> None:
    assert called("def f(x):\n    raise KeyError(1)", x=1)["error"]["raised"] is True
    assert called("def f(x):\n    assert x == 2", x=1)["error"]["raised"] is True
    assert "raised" not in called("def f(x):\n    return {}[x]", x=1)["error"]
    assert "raised" not in outcome("f = 1", "def _(x):\n    raise KeyError(x)", x=1)["error"]


def test_a_probe_whose_arguments_are_others() -> None:
    error = outcome("f = 1", "def _(y):\n    return {}", x=1)["error"]
    assert error["type"] == "TypeError" and "unexpected keyword argument 'x'" in error["message"]


def test_inputs_are_fresh_for_every_call() -> None:
    """What one call did to its arguments is gone in the next, although the packed inputs are the same."""
    namespace = cell('def _(x):\n    x += 1\n    return {"y": x}', "<check>")
    packed = pack({"x": torch.zeros(2)})
    probe: Callable[..., Any] = namespace["_"]
    assert [unpack(run_probe(probe, packed))["values"]["y"].tolist() for _ in range(2)] == [[1, 1], [1, 1]]


def test_inputs_are_ours_and_must_be_whole() -> None:
    with pytest.raises(CannotCross):
        run_probe(lambda: {}, b"torn")
