"""Which names a cell needs and binds, read from it."""

from __future__ import annotations

import pytest

from autograder.checks.names import bound_names, free_names


@pytest.mark.parametrize(
    ("source", "free", "bound"),
    [
        ("y = x + 1", {"x"}, {"y"}),
        ("def f(a):\n    return g(a) + b", {"g", "b"}, {"f"}),
        ("def f():\n    global made\n    made = 1", set(), {"f", "made"}),
        ("import torch.nn as nn\nfrom math import *", set(), {"nn"}),
        ("class A(B):\n    c = d\n    def e(self): return c", {"B", "d", "c"}, {"A"}),
        ("[i for i in xs if i]", {"xs"}, set()),
        ("%time y = f(x)\nz = y", {"get_ipython", "y"}, {"z"}),
        ("%%time\ny = f(x)", {"f", "x"}, {"y"}),
        ("files = !ls", {"get_ipython"}, {"files"}),
        ("return x", {"x"}, set()),
        ("def f(:", set(), set()),
        ("", set(), set()),
    ],
)
def test_names(source: str, free: set[str], bound: set[str]) -> None:
    assert (free_names(source), bound_names(source)) == (free, bound)
