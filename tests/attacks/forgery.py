"""Attacks that want points for nothing."""

# ruff: noqa: E501  payloads are text, and dense

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

from autograder.checks import recorded
from autograder.checks.values import pack
from autograder.proof.classroom import Submission

from .field import Attack, Field, checks, copied, find

# Runs `instead` in place of what a check does, for the target alone.
_INSTEAD_OF_SERVING = """
import autograder.checks.notebook_api as client
_serve = client._serve_judge
def _instead(exercise, probe):
    if exercise != "<TARGET>":
        return _serve(exercise, probe)
{body}
client._serve_judge = _instead
"""


def instead(body: str) -> str:
    indented = "\n".join("    " + line for line in body.strip("\n").splitlines())
    return _INSTEAD_OF_SERVING.format(body=indented)


PAYLOADS: list[tuple[str, str, str]] = [
    (
        "displayhook",
        "show full marks in place of the check's result, then fail",
        "import sys\nfrom IPython import get_ipython\n"
        + instead(
            "get_ipython().displayhook(<POINTS>)\nsys.displayhook(<POINTS>)\nraise RuntimeError('after the points')"
        ),
    ),
    (
        "verdict lines",
        "clear the outputs and print a panel that looks like ours",
        "from IPython.display import clear_output, display\n"
        + instead(
            "clear_output()\n"
            "display({'text/html': '<div class=\"ag-panel ag-right\">all right</div>',"
            " 'text/plain': '<TARGET> · <POINTS> of <POINTS> points'}, raw=True)\n"
            "print('<TARGET> · <POINTS> of <POINTS> points · output agrees with the reference')"
        ),
    ),
    (
        "hooks",
        "emit full marks from hooks before and after each cell",
        "from IPython import get_ipython\n_ip = get_ipython()\n"
        "def _hook(*_):\n    _ip.displayhook(<POINTS>)\n"
        "_ip.events.register('post_run_cell', _hook)\n_ip.events.register('pre_run_cell', _hook)\n"
        "_ip.events.register('post_execute', _hook)",
    ),
    (
        "run_cell",
        "answer for the check by a patched run_cell_async",
        "from IPython import get_ipython\n_ip = get_ipython()\n_cls = type(_ip)\n_original = _cls.run_cell_async\n"
        "async def _patched(self, source, *a, **k):\n"
        "    if 'check(\"<TARGET>\")' in source:\n        source = '<POINTS>'\n"
        "        k.pop('transformed_cell', None)\n"
        "    return await _original(self, source, *a, **k)\n"
        "_cls.run_cell_async = _patched",
    ),
    (
        "transformers",
        "rewrite the check before it runs, as text and as a syntax tree",
        "import ast\nfrom IPython import get_ipython\n_ip = get_ipython()\n"
        "_ip.input_transformers_cleanup.append(\n"
        "    lambda lines: ['<POINTS>\\n'] if any('check(\"<TARGET>\")' in line for line in lines) else lines)\n"
        "class _Drop(ast.NodeTransformer):\n    def visit_Assert(self, node):\n        return None\n"
        "_ip.ast_transformers.append(_Drop())",
    ),
    (
        "showtraceback",
        "hide errors and leave a check without outputs, which stock nbgrader pays in full",
        "from IPython import get_ipython\n_ip = get_ipython()\ntype(_ip).showtraceback = lambda *a, **k: None\n"
        + instead("return None"),
    ),
    (
        "comparisons",
        "make every comparison of torch, numpy, builtins and the course true",
        "import builtins, numpy, torch, torch.testing\n"
        "import autograder.checks.compare as _c\nimport autograder.checks.scoring as _s\n"
        "_yes = lambda *a, **k: True\n"
        "torch.allclose = torch.equal = torch.isclose = numpy.isclose = numpy.allclose = _yes\n"
        "torch.testing.assert_close = lambda *a, **k: None\n"
        "_c.agrees = _c.passes = _c.follows = _c._tensors_agree = _s.passes = _s.mark = _yes\n"
        "import autograder.checks.probe as _p\n_p.agrees = _yes",
    ),
    (
        "magic objects",
        "return an object that equals everything",
        "class _Magic:\n"
        "    def __eq__(self, other): return True\n    def __ne__(self, other): return False\n"
        "    __lt__ = __gt__ = __le__ = __ge__ = __eq__\n    __hash__ = object.__hash__\n"
        "    def __bool__(self): return True\n    def __getattr__(self, name): return _Magic()\n"
        "    def __call__(self, *a, **k): return _Magic()\n    def __iter__(self): return iter(())\n"
        "    def __len__(self): return 0\n"
        "<TARGET> = lambda *a, **k: _Magic()",
    ),
    (
        "tensor subclass",
        "return a tensor subclass that answers every torch function with true",
        "import torch\nclass _Yes(torch.Tensor):\n    @classmethod\n"
        "    def __torch_function__(cls, func, types, args=(), kwargs=None):\n"
        "        name = getattr(func, '__name__', '')\n"
        "        if name in ('allclose', 'equal', 'isclose', 'eq', '__eq__', 'all', 'item'):\n            return True\n"
        "        return super().__torch_function__(func, types, args, kwargs or {})\n"
        "<TARGET> = lambda *a, **k: torch.zeros(3, 3).as_subclass(_Yes)",
    ),
    (
        "numbers in disguise",
        "return subclasses of int, float, str and dict that equal everything",
        "class _I(int):\n    __eq__ = lambda s, o: True\n    __hash__ = int.__hash__\n"
        "class _D(dict):\n    __eq__ = lambda s, o: True\n    def __missing__(self, key): return _I(1)\n"
        "    def keys(self): return _D()\n    def __contains__(self, key): return True\n"
        "<TARGET> = lambda *a, **k: _D(output=_I(3))",
    ),
    (
        "not a number",
        "return NaN and infinity everywhere",
        "import torch\ndef _nan(*a, **k):\n"
        "    t = next((x for x in [*a, *k.values()] if isinstance(x, torch.Tensor)), torch.ones(2, 3))\n"
        "    return t * float('nan')\n<TARGET> = _nan",
    ),
    (
        "null answers",
        "give the input back",
        "<TARGET> = lambda *a, **k: next(iter([*a, *k.values()]), None)",
    ),
    (
        "environment",
        "be right only where nobody judges",
        "import os\nif 'AUTOGRADER_JUDGE_FD' not in os.environ:\n    raise SystemExit\nprint('JUDGED')",
    ),
    (
        "claims",
        "tell the judge over its own socket that all is right, and give it the grader's orders",
        "from autograder.checks.values import pack\n"
        + instead(
            "import os\nfrom autograder.checks.channel import Channel\n"
            "channel = Channel.from_fd(os.dup(int(os.environ['AUTOGRADER_JUDGE_FD'])))\n"
            "for message in (\n"
            "    {'verdict': {'exercise': '<TARGET>', 'points': <POINTS>, 'state': 'right'}},\n"
            "    {'do': 'finish', 'session': '0', 'reason': None}, {'do': 'begin', 'session': '0', 'exercise': '<TARGET>'},\n"
            "    {'do': 'open', 'session': '1'}, {'points': <POINTS>}, {'ask': '<NEIGHBOUR>'},\n"
            "):\n    channel.send(message)"
        ),
    ),
    (
        "empty outcomes",
        "answer each case with outcomes that claim nothing, everything, or nonsense",
        instead(
            "import os\nfrom autograder.checks.channel import Channel\n"
            "channel = Channel.from_fd(os.dup(int(os.environ['AUTOGRADER_JUDGE_FD'])))\n"
            "channel.send({'ask': '<TARGET>'})\nnumber = 0\n"
            "while channel.receive_frame():\n"
            "    channel.send([{'values': {}}, {'values': None}, {}, {'error': {}}, {'passed': True, 'points': 99}][number % 5])\n"
            "    number += 1"
        ),
    ),
    (
        "outcomes ahead",
        "send outcomes before the inputs have come, many times over",
        instead(
            "import os\nfrom autograder.checks.channel import Channel\n"
            "channel = Channel.from_fd(os.dup(int(os.environ['AUTOGRADER_JUDGE_FD'])))\n"
            "channel.send({'ask': '<TARGET>'})\n"
            "for _ in range(50):\n    channel.send({'values': {'output': 1}, 'changed': []})\n"
            "while channel.receive_frame():\n    pass"
        ),
    ),
    (
        "hostile values",
        "send values of shapes and sizes that trip up whoever explains them",
        instead(
            "import os, torch\nfrom autograder.checks.channel import Channel\n"
            "from autograder.checks.probe import run_probe\nfrom autograder.checks.values import unpack\n"
            "channel = Channel.from_fd(os.dup(int(os.environ['AUTOGRADER_JUDGE_FD'])))\n"
            "names = [name for name in probe.__code__.co_consts if isinstance(name, str)]\n"
            "names += [n for c in probe.__code__.co_consts if isinstance(c, tuple) for n in c if isinstance(n, str)]\n"
            "strange = [torch.zeros(0, 2**40), torch.full((2, 3), float('inf')), 10**3000, 'x' * 10**6,\n"
            "    {str(i): {} for i in range(5000)}, [[[[[[[[1]]]]]]]], torch.zeros((), dtype=torch.bool), None,\n"
            "    torch.full((4,), -2**63, dtype=torch.int64), b'\\x00' * 1000, True, [None, {}, b''], -0.0, float('nan')]\n"
            "channel.send({'ask': exercise})\nnumber = 0\n"
            "while channel.receive_frame():\n"
            "    channel.send({'values': {n: strange[(number + i) % len(strange)] for i, n in enumerate(names)},\n"
            "        'changed': [number, None, 'x' * 10000]})\n    number += 1"
        ),
    ),
    (
        "searches",
        "find expected values in frames, threads, the garbage collector, modules and memory",
        "import gc, sys, threading\n_found = []\n"
        "_words = ('autograder.judge.server', 'autograder.judge.trial', 'autograder.authoring', 'exercises')\n"
        "_found += [m for m in sys.modules if m in _words]\n"
        "_found += [type(o).__name__ for o in gc.get_objects() if type(o).__name__ in ('Trial', 'Bench', 'Exercise', 'Judge')]\n"
        "for _frame in sys._current_frames().values():\n"
        "    while _frame:\n"
        "        if 'judge/' in _frame.f_code.co_filename or 'oracle' in _frame.f_locals:\n"
        "            _found.append(_frame.f_code.co_filename)\n        _frame = _frame.f_back\n"
        "print('SEARCHED', threading.active_count() > 0, 'FO' + 'UND' if _found else '', _found)",
    ),
    (
        "expected values",
        "read expectations from the file of recorded cases beside the notebook",
        "import glob, os\n_files = [f for d in ('.', '..', '/assets', '<COURSE>/course/<LESSON>', '<COURSE>/source/<LESSON>')\n"
        "          for f in glob.glob(d + '/**/*.checks', recursive=True)]\n"
        "print('SEARCHED', 'FO' + 'UND' if _files else '', _files)",
    ),
]

# How a cell may name what it must not use. Each is one line in front of the right answer.
HIDDEN_USES = {
    "plainly": "import <MODULE>\n_f = <MODULE>.<FORBIDDEN>",
    "import from": "from <MODULE> import <FORBIDDEN> as _f",
    "import all": "from <MODULE> import *\n_f = <FORBIDDEN>",
    "alias of the module": "import <MODULE> as _m\n_f = _m.<FORBIDDEN>",
    "alias of the alias": "import <MODULE>\n_a = <MODULE>\n_b = _a\n_f = _b.<FORBIDDEN>",
    "alias by tuple": "import <MODULE> as _m\n_a, _b = _m, 1\n_f = _a.<FORBIDDEN>",
    "alias by walrus": "import <MODULE> as _m\nif (_a := _m):\n    _f = _a.<FORBIDDEN>",
    "alias by default": "import <MODULE> as _m\n_f = (lambda _a=_m: _a.<FORBIDDEN>)()",
    "alias by loop": "import <MODULE> as _m\nfor _a in [_m]:\n    _f = _a.<FORBIDDEN>",
    "getattr": "import <MODULE> as _m\n_f = getattr(_m, '<FORBIDDEN>')",
    "getattr, joined": "import <MODULE> as _m\n_f = getattr(_m, ''.join(reversed('<FORBIDDEN>'[::-1])))",
    "getattr, renamed": "import <MODULE> as _m\n_g = getattr\n_f = _g(_m, '<FORBIDDEN>'[:2] + '<FORBIDDEN>'[2:])",
    "getattr, mapped": "import <MODULE> as _m\n_f = list(map(getattr, [_m], ['<FORBIDDEN>'[:2] + '<FORBIDDEN>'[2:]]))",
    "getattribute": "import <MODULE> as _m\n_f = object.__getattribute__(_m, '<FORBIDDEN>'[:2] + '<FORBIDDEN>'[2:])",
    "own getattribute": "import <MODULE> as _m\n_f = _m.__getattribute__('<FORBIDDEN>'[:2] + '<FORBIDDEN>'[2:])",
    "dict": "import <MODULE> as _m\n_f = _m.__dict__['<FORBIDDEN>'[:2] + '<FORBIDDEN>'[2:]]",
    "vars": "import <MODULE> as _m\n_f = vars(_m)['<FORBIDDEN>'[:2] + '<FORBIDDEN>'[2:]]",
    "sys.modules": "import sys\n_f = sys.modules['<MODULE>']",
    "modules from sys": "from sys import modules as _s\n_f = _s['<MODULE>']",
    "importlib": "import importlib\n_f = importlib.import_module('<MODULE>')",
    "import function": "_f = __import__('<MODULE>')",
    "exec": "exec('import <MODULE>')",
    "eval": "import torch\n_f = eval('torch.nn')",
    "builtins": "import builtins\n_f = builtins.eval('1')",
    "attrgetter": "import operator, torch\n_f = operator.attrgetter('nn')(torch)",
    "torch.ops": "import torch\n_f = torch.ops.aten",
    "torch._C": "import torch\n_f = torch._C._nn",
    "inspect": "import inspect, torch\n_f = inspect.getattr_static(torch, 'nn')",
    "pickle": "import pickle\n_f = pickle.loads(b'c<MODULE>\\n<FORBIDDEN>\\n.')",
    "pkgutil": "import pkgutil\n_f = pkgutil.resolve_name('<MODULE>:<FORBIDDEN>')",
    "compile": "import code\n_f = code.InteractiveInterpreter()",
    "the shell": "from IPython import get_ipython\nget_ipython().run_cell('pass')",
    "user namespace": "_f = globals()",
    "deep": "_f = " + "+".join(["1"] * 3000) + "\nimport <MODULE>\n_g = <MODULE>.<FORBIDDEN>",
}


def _payloads() -> Iterator[Attack]:
    for name, tries, payload in PAYLOADS:
        yield Attack(
            name,
            tries,
            lambda f, p=payload: f.wrong(p),
            says="SEARCHED" if "SEARCHED" in payload else "",
            never="FOUND",
        )


def _hidden_uses() -> Iterator[Attack]:
    for name, line in HIDDEN_USES.items():
        yield Attack(
            f"forbidden, {name}",
            "use what the exercise forbids",
            lambda f, line=line: f.answering(
                "x", {**f.right, f.target: f"{f.fill(line)}\n{f.right[f.target]}"}
            ),
            earns="others, if torch is forbidden"
            if name == "torch._C"
            else "others, if anything is forbidden",
            told="forbid",
        )


def _helper_cell(f: Field) -> Submission:
    """The forbidden call stands in a cell of the student's own, which the answer calls."""
    from nbformat.v4 import new_code_cell

    text = f.fill("def _helper(*a):\n    import <MODULE>\n    return <MODULE>.<FORBIDDEN>(*a)")
    answer = f"{f.right[f.target]}\n_f = _helper"
    return f.answering("x", {**f.right, f.target: answer}, lambda nb: nb.cells.insert(1, new_code_cell(text)))


def _other_answer(f: Field) -> Submission:
    """The forbidden call hides in the answer to another exercise; the target's cell defines nothing."""
    names = f.lesson.notebooks[0].exercises
    helper = f.fill("import sys\nsys.modules['__main__'].<TARGET> = lambda *a: 1")
    answers = {**f.right, f.target: "_nothing = 1"}
    for name in names:
        if name != f.target and not f.lesson.exercises[name].forbid:
            answers[name] += f"\n{helper}"
    return f.answering("x", answers)


def _late_update(f: Field) -> Submission:
    """Two displays in the target's check, whose ids a later cell fills with the points."""
    showing = "from IPython.display import display\n" + instead(
        "display({'text/plain': 'a'}, raw=True, display_id='first')\n"
        "display({'text/plain': 'b'}, raw=True, display_id='second')\n"
        "for number in range(4):\n    display({'text/plain': 'c'}, raw=True, display_id='later')\n"
        "return _serve(exercise, probe)"
    )
    updating = (
        "from IPython.display import display\nfor _id in ('first', 'second', 'later'):\n"
        "    display({'text/plain': '<POINTS>', 'text/html': '<script>alert(1)</script>'}, raw=True,"
        " display_id=_id, update=True)"
    )
    return f.wrong(showing, more={f.neighbour: updating})


def _forged_messages(f: Field) -> Submission:
    """Results, counts and ends of cells, sent to the grader in the kernel's name."""
    return f.wrong(
        "from IPython import get_ipython\n"
        + instead(
            "k = get_ipython().kernel\nparent = k.get_parent('shell')\n"
            "def tell(kind, content):\n"
            "    k.session.send(k.iopub_socket, kind, content, parent=parent, ident=k.topic(kind))\n"
            "tell('execute_input', {'code': '1', 'execution_count': '<script>alert(1)</script>'})\n"
            "tell('execute_result', {'data': {'text/plain': '<POINTS>'}, 'metadata': {}, 'execution_count': 1})\n"
            "tell('status', {'execution_state': 'idle'})\n"
            "return _serve(exercise, probe)"
        )
    )


def _malformed_messages(f: Field) -> Submission:
    """Outputs that are no outputs: nbclient must not be stopped by them."""
    return f.wrong(
        "from IPython import get_ipython\n"
        "_k = get_ipython().kernel\n"
        "for _kind, _content in [('stream', {'name': 3, 'text': {}}), ('display_data', {}), ('error', {'ename': []})]:\n"
        "    _k.session.send(_k.iopub_socket, _kind, _content, parent=_k.get_parent('shell'), ident=_k.topic(_kind))\n"
    )


def _recorded_answers(f: Field) -> Submission:
    """The recorded expectations of the target, sent as its outcomes; branching on what is visible comes to the same."""
    path = f.root / "course" / f.name / f"{f.lesson.notebooks[0].stem}.checks"
    cases = recorded.read(path)[f.target].cases
    outcomes = [
        base64.b64encode(pack({"values": _as_values(case.oracle), "changed": []})).decode() for case in cases
    ]
    return f.wrong(
        "import base64\n"
        + instead(
            "import os\nfrom autograder.checks.channel import Channel\n"
            "channel = Channel.from_fd(os.dup(int(os.environ['AUTOGRADER_JUDGE_FD'])))\n"
            f"outcomes = {json.dumps(outcomes)}\n"
            "channel.send({'ask': exercise})\n"
            "while channel.receive_frame():\n"
            "    channel.send_frame(base64.b64decode(outcomes.pop(0) if outcomes else b''))"
        )
    )


def _as_values(oracle):
    import numpy as np
    import torch

    from autograder.checks.expectations import Distribution, SameAs

    values = {}
    for name, want in oracle.items():
        if isinstance(want, Distribution):
            want = torch.from_numpy(
                np.random.default_rng(0).choice(len(want.p), want.n or 2000, p=want.p / want.p.sum())
            )
        values[name] = want
    return {
        name: values[want.criterion] if isinstance(want, SameAs) else want for name, want in values.items()
    }


def _noise_on_the_line(f: Field) -> Submission:
    """Bytes on the judge's socket that are no message, so that later answers are misread."""
    return f.wrong(
        "import os\nos.write(int(os.environ['AUTOGRADER_JUDGE_FD']), b'\\x09\\0\\0\\0\\0\\0\\0\\0abc')"
    )


def _closed_line(f: Field) -> Submission:
    """The judge's socket shut down."""
    return f.wrong(
        "import os, socket\n_s = socket.socket(fileno=os.dup(int(os.environ['AUTOGRADER_JUDGE_FD'])))\n"
        "_s.shutdown(socket.SHUT_RDWR)"
    )


def _huge_announcement(f: Field) -> Submission:
    """A message announced to have an exabyte."""
    return f.wrong("import os\nos.write(int(os.environ['AUTOGRADER_JUDGE_FD']), b'\\xff' * 8)")


def _tagged(nb) -> None:
    from nbformat.v4 import new_output

    for cell in checks(nb):
        cell.metadata["tags"] = ["skip-execution", "explore", "raises-exception"]
        points = cell.metadata.nbgrader["points"]
        cell.outputs = [new_output("execute_result", data={"text/plain": str(points)}, execution_count=1)]


def _edited_points(nb) -> None:
    for cell in checks(nb):
        cell.metadata.nbgrader["points"] = 1000
        cell.metadata.nbgrader["grade"] = True
    nb.metadata["autograder"] = {"release": "../../..", "verdicts": [], "file": "0"}


def _renamed_ids(nb) -> None:
    for cell in checks(nb):
        cell.metadata.nbgrader["grade_id"] += "_mine"
        cell.id = "mine"


def _other_types(nb) -> None:
    for cell in checks(nb):
        cell.cell_type = "raw"
        cell.pop("outputs", None)
        cell.pop("execution_count", None)


def _emptied_checks(nb) -> None:
    for cell in checks(nb):
        cell.source = f"{cell.metadata.nbgrader['points']}"


def _check_as_answer(nb) -> None:
    """Checks that call themselves answers, so that the student's text for them is kept."""
    for cell in checks(nb):
        cell.metadata.nbgrader["solution"] = True
        cell.metadata.nbgrader["locked"] = False
        cell.source = "100"


def _score_in_metadata(nb) -> None:
    for cell in checks(nb):
        cell.metadata.nbgrader.update(
            score=1000, auto_score=1000, manual_score=1000, extra_credit=1000, comment="A+"
        )
        extra = copied(cell)
        extra.metadata.nbgrader["grade_id"] = "extra_" + cell.metadata.nbgrader["grade_id"]
        extra.metadata.nbgrader["points"] = 500
        nb.cells.append(extra)


def _edits() -> Iterator[Attack]:
    for name, tries, edit, told in [
        ("tags", "have checks skipped and their stored outputs paid", _tagged, ""),
        ("points", "raise the points, and name a release that is none", _edited_points, "not kept here"),
        ("ids", "rename the checks", _renamed_ids, "was deleted"),
        ("types", "turn checks into raw cells", _other_types, ""),
        ("emptied checks", "replace checks by numbers", _emptied_checks, "was edited"),
        ("checks as answers", "pass checks off as answers", _check_as_answer, "was edited"),
        ("scores in metadata", "write scores into the notebook and add graded cells", _score_in_metadata, ""),
    ]:
        yield Attack(f"edited, {name}", tries, lambda f, e=edit: f.wrong("pass", e), told=told)


ATTACKS = [
    *_payloads(),
    Attack("late update", "overwrite the verdict through the id of an output shown in the check", _late_update),
    Attack("forged messages", "send results to the grader in the kernel's name", _forged_messages),
    Attack("malformed messages", "stop the grader by outputs that are none", _malformed_messages),
    Attack("recorded answers", "send the judge the recorded expectations", _recorded_answers),
    Attack("noise on the line", "make the judge misread later answers", _noise_on_the_line, told="judge"),
    Attack("closed line", "close the line to the judge", _closed_line, told="judge"),
    Attack("huge announcement", "announce a message without end", _huge_announcement, told="judge"),
    *_edits(),
    *_hidden_uses(),
    Attack(
        "forbidden, helper cell", "use what is forbidden from a cell of one's own", _helper_cell,
        earns="others, if anything is forbidden", told="forbid",
    ),
    Attack(
        "forbidden, other answer", "define one exercise from inside another one's cell", _other_answer,
    ),
]  # fmt: skip

__all__ = ["ATTACKS", "find"]
