"""What an exercise forbids is found under every usual disguise, and nobody is accused of what they did not do."""

from __future__ import annotations

import time

import pytest

from autograder.checks.forbidden import forbidden_uses, same_code

FORBID = [
    "torch.softmax",
    "nn.MultiheadAttention",
    "F.scaled_dot_product_attention",
    ".softmax",
    "utils.blocks",
]


def names(cell: str, *context: str, forbid: list[str] = FORBID, exercises: tuple[str, ...] = ()) -> list[str]:
    return [use.split(": ")[1] for use in forbidden_uses(cell, forbid, context, exercises)]


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("torch.softmax(x, -1)", "torch.softmax"),
        ("F.softmax(x, -1)", "torch.nn.functional.softmax"),
        ("nn.functional.softmax(x, -1)", "torch.nn.functional.softmax"),
        ("torch.nn.functional.softmax(x, -1)", "torch.nn.functional.softmax"),
        ("x.softmax(-1)", ".softmax"),
        ("(q @ k.mT).softmax(-1)", ".softmax"),
        ("f(x)[0].softmax(dim=-1)", ".softmax"),
        ("torch.Tensor.softmax(x, -1)", ".softmax"),
        ("input = x\ninput.softmax(-1)", ".softmax"),
        ("import torch as t\nt.softmax(x, -1)", "torch.softmax"),
        ("import torch.nn.functional as G\nG.softmax(x)", "torch.nn.functional.softmax"),
        ("from torch import nn as layers\nlayers.MultiheadAttention(8, 2)", "torch.nn.MultiheadAttention"),
        ("from torch import softmax", "torch.softmax"),
        ("from torch.nn import functional as G\ng = G.softmax", "torch.nn.functional.softmax"),
        ("from torch import *\nsoftmax(x, -1)", "torch.softmax"),
        ("f = torch.softmax\ny = f(x)", "torch.softmax"),
        ("t = torch\nt.softmax(x, 0)", "torch.softmax"),
        ("class A(nn.MultiheadAttention):\n    pass", "torch.nn.MultiheadAttention"),
        ("def f(x, g=torch.softmax):\n    return g(x)", "torch.softmax"),
        ("import torch as t\ndef f(x, t=t.softmax):\n    return t(x)", "torch.softmax"),
        ("import torch as t\ndef f(x: t.softmax):\n    return x", "torch.softmax"),
        ("import torch as t\ndef f(x):\n    [0 for t in x]\n    return t.softmax(x, 0)", "torch.softmax"),
        (
            "import torch as t\ndef f(x):\n    def g(t):\n        return t\n    return t.softmax(x, 0)",
            "torch.softmax",
        ),
        (
            "import torch as t\ndef f(x):\n    global t\n    t = t\n    return t.softmax(x, 0)",
            "torch.softmax",
        ),
        ("import torch as t\ndef f(x):\n    import torch as t\n    return t.softmax(x, 0)", "torch.softmax"),
        (
            "def f(x):\n    if True:\n        a = torch\n    t = a\n    return t.softmax(x, 0)",
            "torch.softmax",
        ),
        ("def f(x, t):\n    t = torch\n    return t.softmax(x, 0)", "torch.softmax"),
        ("import torch as t\nf = lambda x: t.softmax(x, 0)", "torch.softmax"),
        ("import utils.blocks", "utils.blocks"),
        ("from utils import blocks", "utils.blocks"),
        ("from utils.blocks import attention", "utils.blocks.attention"),
        ("from utils.blocks.attention import Attention", "utils.blocks.attention.Attention"),
        ("getattr(F, 'softmax')(x)", "getattr"),
        ("getattr(F, 'soft' + 'max')(x)", "getattr"),
        ("getattr(torch, name)(x)", "getattr"),
        ("getattr(x, 'softmax')(-1)", "getattr"),
        ("eval('torch.softmax(x)')", "eval"),
        ("exec(code)", "exec"),
        ("__import__('torch')", "__import__"),
        ("import builtins\nbuiltins.eval('1')", "builtins.eval"),
        ("globals()['F']", "globals"),
        ("vars(F)['softmax']", "vars"),
        ("F.__dict__['softmax']", "torch.nn.functional.__dict__"),
        ("import sys\nsys.modules['torch']", "sys.modules"),
        ("import importlib\nimportlib.import_module('torch')", "importlib"),
        ("from importlib import import_module", "importlib.import_module"),
        ("import operator\noperator.attrgetter('softmax')(F)", "operator.attrgetter"),
        ("from operator import methodcaller", "operator.methodcaller"),
        ("get_ipython().ev('torch.softmax')", "get_ipython"),
        ("y = (x\n% torch.softmax(x, -1))", "torch.softmax"),
        ("torch?\ny = torch.softmax(x, -1)", "torch.softmax"),
        ("%matplotlib inline\ny = torch.softmax(x, -1)", "torch.softmax"),
        ("%%time\ny = torch.softmax(x, -1)", "torch.softmax"),
        ("!ls\ny = torch.softmax(x, -1)", "torch.softmax"),
    ],
)
def test_found(cell: str, name: str) -> None:
    assert name in names(cell)


@pytest.mark.parametrize(
    "cell",
    [
        "weights = x.exp() / x.exp().sum(-1, keepdim=True)",
        "model.eval()",
        "self.model.eval()",
        "import re\npattern = re.compile('a')",
        "from re import compile\npattern = compile('a')",
        "compiled = torch.compile(model)",
        "vars = [1]\nprint(vars)",
        "def f(vars, eval):\n    return vars + eval",
        "def compile(x):\n    return x\ncompile(3)",
        "for globals in range(3):\n    print(globals)",
        "class A:\n    def f(self, name):\n        return getattr(self, name)",
        "getattr(x, 'shape')",
        "getattr(args, name, None)",
        "getattr(torch, 'float32')",
        "def softmax(x):\n    return x.exp() / x.exp().sum(-1, keepdim=True)\ny = softmax(x)",
        "softmax = 3\nprint(softmax)",
        "class A:\n  def softmax(self, x):\n    return x\n  def forward(self, x):\n    return self.softmax(x)",
        "import torch as t\ndef f(x):\n    t = x.sum()\n    return [t, t.shape]",
        "import torch as t\ndef f(x, t):\n    y = t\n    return g(y, t)",
        "import torch as t\ndef f(x):\n    for t in range(3):\n        x = x + t\n    return x",
        "import torch as t\nf = lambda x, t: g(t)",
        "import torch as t\ndef f(x):\n    t = 3\n    def g():\n        return h(t)\n    return g",
        "# torch.softmax would do it\nx = 'torch.softmax'",
        "def f(x):\n    '''Like torch.softmax.'''\n    return x",
        "F.log_softmax(x, -1)",
        "torch.softmax_of_my_own = 1",
        "x.__dict__",
        "%matplotlib inline\nx = 1",
        "!pip list\nx = 1",
        "x = torch.ones(2)\nx?",
        "def f(x):\n    return x.softmax(-1",
        "",
        "\x00",
        "(" * 1000,
    ],
)
def test_no_false_accusation(cell: str) -> None:
    assert names(cell) == []


def test_nothing_is_forbidden_unless_an_exercise_forbids_something() -> None:
    assert forbidden_uses("eval('torch.softmax(x)')", []) == []


def test_the_line_is_told() -> None:
    assert forbidden_uses("def f(x):\n\n    return torch.softmax(x, -1)", FORBID) == ["line 3: torch.softmax"]


def test_one_function_under_two_names() -> None:
    assert names("F.softmax(x)", forbid=["torch.softmax"]) and names("torch.softmax(x)", forbid=["F.softmax"])


# --- across cells -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "context",
    [
        ["import torch.nn.functional as G"],
        ["import torch as t\nG = t.nn.functional"],
        ["from torch.nn import functional", "G = functional"],
    ],
)
def test_aliases_of_other_cells(context: list[str]) -> None:
    assert names("y = G.softmax(x, -1)", *context) == ["torch.nn.functional.softmax"]


@pytest.mark.parametrize(
    "helper",
    [
        "def sm(x):\n    return torch.softmax(x, -1)",
        "sm = lambda x: torch.softmax(x, -1)",
        "from functools import partial\nsm = partial(torch.softmax, dim=-1)",
        "def inner(x):\n    return torch.softmax(x, -1)\ndef sm(x):\n    return inner(x)",
        "class sm:\n    def __call__(self, x):\n        return torch.softmax(x, -1)",
        "sm = torch.softmax",
    ],
)
def test_helpers_in_other_cells(helper: str) -> None:
    answer = "def answer(x):\n    return sm(x)"
    assert names(answer, helper) == ["torch.softmax"]
    assert names("def answer(x):\n    return x.exp()", helper) == []


def test_a_helper_is_named() -> None:
    found = forbidden_uses("y = sm(x)", FORBID, ["def sm(x):\n    return torch.softmax(x, -1)"])
    assert found == ["in sm, line 2: torch.softmax"]


def test_a_variable_is_not_what_another_cell_calls_by_the_same_name() -> None:
    elsewhere = [
        "sm = torch.softmax",
        "def probs(x):\n    return torch.softmax(x, -1)",
        "scores = torch.softmax(x, -1)",
    ]
    assert names("def answer(sm, probs):\n    return sm + probs", *elsewhere) == []
    assert names("scores = 1\nprint(scores)", *elsewhere) == []


def test_local_names_of_another_cells_functions_are_no_aliases_here() -> None:
    assert names("y = f(x)", "def g(x):\n    f = torch.softmax\n    return f(x)") == []


def test_an_earlier_exercise_follows_its_own_rules() -> None:
    earlier = "def attention(q, k, v):\n    return torch.softmax(q @ k.mT, -1) @ v"
    answer = "def heads(q, k, v):\n    return attention(q, k, v)"
    assert names(answer, earlier) == ["torch.softmax"]
    assert names(answer, earlier, exercises=("attention",)) == []


def test_a_helper_hidden_in_another_answer_is_found() -> None:
    earlier = "def attention(q):\n    return q\n\ndef sm(x):\n    return torch.softmax(x, -1)"
    assert names("def heads(x):\n    return sm(x)", earlier, exercises=("attention", "heads")) == [
        "torch.softmax"
    ]


def test_a_helpers_own_names_are_its_own() -> None:
    helper = "def count(x):\n    vars = 0\n    eval = vars + 1\n    return eval"
    assert names("y = count(x)", helper) == []


def test_attributes_hung_on_answers_and_ways_out() -> None:
    assert names("gelu.q(x)", "gelu.q = 3", exercises=("gelu",)) == ["gelu.q"]
    assert names("gelu.q(x)", "x = gelu.q", exercises=("gelu",)) == []
    for cell in (
        "f.__globals__['torch']",
        "object.__subclasses__()",
        "__builtins__",
        "from pydoc import locate",
    ):
        assert names(cell), cell
    assert names("from torch.nn.modules.normalization import *") and not names("from math import *")


def test_many_assignments_take_no_time() -> None:
    cell = "\n".join(f"a{i} = F" for i in range(8000))
    started = time.process_time()
    forbidden_uses(cell, FORBID, [cell])
    assert time.process_time() - started < 5  # 43 when every line copied what was known


def test_a_stub_below_other_words_is_the_same_code() -> None:
    stub = '''def f(x):
    """Doubles x."""
    # YOUR CODE HERE
    raise NotImplementedError()'''
    assert same_code(stub.replace("Doubles", "Returns twice\n    ").replace("# YOUR CODE HERE", ""), stub)
    assert not same_code(stub.replace("raise NotImplementedError()", "return 2 * x"), stub)
    assert not same_code(stub.replace("f(x)", "f(x, y)"), stub)
    assert not same_code("def f(:", stub) and not same_code("", stub)
