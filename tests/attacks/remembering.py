"""Answers that know where they run, remember what they were asked, or take their check apart."""

from __future__ import annotations

import base64
import json
import sys
import types
from typing import Any

from autograder.checks import recorded
from autograder.checks.probe import run_probe
from autograder.checks.values import CannotCross, pack
from autograder.lesson.workspace import Workspace
from autograder.proof.classroom import Submission

from .field import Attack, Field
from .forgery import instead

# What hears, on the author's machine, every call of an answer: arguments and results, in order.
_LISTEN = """
import heard as _heard
_right = <TARGET>
if isinstance(_right, type):
    class <TARGET>(_right):
        def __call__(self, *a, **k):
            return _heard.note(a, k, super().__call__(*a, **k))
else:
    def <TARGET>(*a, **k):
        return _heard.note(a, k, _right(*a, **k))
"""
_ANSWER = """
import base64, hashlib
from autograder.checks.values import CannotCross, pack, unpack
_heard = {calls}
_number = 0
_stub = <TARGET>
def _recall(a, k, instead):
    global _number
    _number += 1
    {recall}
if isinstance(_stub, type):
    class <TARGET>(_stub):
        def __call__(self, *a, **k):
            return _recall(a, k, super().__call__)
else:
    def <TARGET>(*a, **k):
        return _recall(a, k, _stub)
"""
_BY_ORDER = "return unpack(base64.b64decode(_heard[(_number - 1) % len(_heard)][1])) if _heard else None"
_BY_ARGUMENTS = """try:
        key = hashlib.sha256(pack([list(a), k])).hexdigest()
    except CannotCross:
        return instead(*a, **k)
    found = [result for arguments, result in _heard if arguments == key]
    return unpack(base64.b64decode(found[0])) if found else instead(*a, **k)"""


def _calls(f: Field) -> list[tuple[str, str]]:
    """(fingerprint of the arguments, packed result) of each call of the right target on the recorded cases."""
    import hashlib

    calls: list[tuple[str, str]] = []

    def note(a: tuple, k: dict, result: Any) -> Any:
        try:
            arguments = hashlib.sha256(pack([list(a), k])).hexdigest()
            calls.append((arguments, base64.b64encode(pack(result)).decode()))
        except CannotCross:
            pass  # a generator among the arguments, or an object as the result
        return result

    notebook = f.lesson.notebooks[0]
    path = f.root / "course" / f.name / f"{notebook.stem}.checks"
    sys.modules["heard"] = types.SimpleNamespace(note=note)  # type: ignore[assignment]
    try:
        answer = f"{notebook.cell(f.target).source}\n{f.fill(_LISTEN)}"
        probe = Workspace(notebook).probe(f.target, answer)
        for case in recorded.read(path)[f.target].cases:
            run_probe(probe, case.inputs)
    finally:
        del sys.modules["heard"]
    return calls


def _remembering(recall: str) -> Any:
    def submit(f: Field) -> Submission:
        return f.wrong(_ANSWER.format(calls=json.dumps(_calls(f)), recall=recall))

    return submit


_WHERE_AM_I = """
import os, socket, stat
from autograder.checks.channel import Channel
_variables = sorted(name for name in os.environ if name.startswith(("AUTOGRADER", "NBGRADER")))
_sockets = []
for _fd in range(3, 1024):
    try:
        if stat.S_ISSOCK(os.fstat(_fd).st_mode):
            _sockets.append(_fd)
    except OSError:
        pass
print("SEARCHED", _variables, len(_sockets))
_graded = bool(_sockets)
if "AUTOGRADER_JUDGE_FD" in os.environ:
    _line = Channel.from_fd(os.dup(int(os.environ["AUTOGRADER_JUDGE_FD"])))
    for _name in ("<TARGET>", "<NEIGHBOUR>"):  # inputs before their time
        _line.send({"ask": _name})
        if _line.receive_frame():
            print("FO" + "UND", _name)
"""
_AGAIN = instead(
    """
import os
from autograder.checks.channel import Channel
channel = Channel.from_fd(os.dup(int(os.environ['AUTOGRADER_JUDGE_FD'])))
channel.send({'ask': exercise})
seen = []
while inputs := channel.receive_frame():
    seen.append(inputs)
    channel.send({'values': {}, 'changed': []})
channel.send({'ask': exercise})  # a second try, now that all inputs are known
while inputs := channel.receive_frame():
    print('FO' + 'UND', len(seen))
    channel.send({"values": {}, "changed": []})
"""
)
_BUILTINS = instead(
    """
import builtins, math
names = ('all', 'any', 'abs', 'round', 'max', 'min', 'sum', 'float', 'bool')
kept = {name: getattr(builtins, name) for name in names}
close = math.isclose
builtins.all = builtins.any = builtins.bool = lambda *a, **k: True
builtins.abs = builtins.round = builtins.sum = builtins.max = builtins.min = builtins.float = lambda *a, **k: 0
math.isclose = lambda *a, **k: True
try:
    return _serve(exercise, probe)
finally:
    math.isclose = close
    for name, value in kept.items():
        setattr(builtins, name, value)
"""
)

ATTACKS = [
    Attack("remembered order", "answer each call by what the same call gave at home", _remembering(_BY_ORDER)),
    Attack("visible cases", "be right on the cases that students can see", _remembering(_BY_ARGUMENTS)),
    Attack(
        "where am I", "find out that it is being graded, and ask for the inputs ahead of time",
        lambda f: f.wrong(_WHERE_AM_I), says="SEARCHED", never="FOUND",
    ),
    Attack("a second try", "see all inputs first and answer then", lambda f: f.wrong(_AGAIN), never="FOUND"),
    Attack("builtins", "patch what comparisons are made of", lambda f: f.wrong(_BUILTINS)),
    Attack(
        "mute", "hide the judge from every check, so that they give points as on a student's machine",
        lambda f: f.wrong("import os\ndel os.environ['AUTOGRADER_JUDGE_FD']"),
    ),
    Attack(
        "dumb", "let no check say anything",
        lambda f: f.wrong("import autograder.checks.notebook_api as c\nc._serve_judge = lambda *a: None"), quick=False,
    ),
]  # fmt: skip
