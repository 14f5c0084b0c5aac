"""Ways round the record that were tried, each in a process of its own, and honest code that looks like one.

All of them start as copies of one process that has imported what a kernel has. The same on the real path, and more of
it: tests/attacks/disguises.py.
"""

# ruff: noqa: E501  payloads are text, and dense

from __future__ import annotations

import json
import os
import sys
from typing import Any

import commands
import pytest

from autograder.lesson.folder import ROOT

if not hasattr(os, "fork"):
    pytest.skip("a kernel is forked on Linux only", allow_module_level=True)

PROGRAM = """
import json, os, sys, warnings
warnings.simplefilter("ignore")
import torch, torch.nn.functional as F
from torch import nn
import autograder.checks, dill, logging.config, traitlets.utils.importstring
from autograder.checks.forbidden import call_watch, loaded, tampering
from autograder.kernels import preload
for name in preload._utilities():
    __import__(name)
loaded.take()
for name, (code, forbid, check) in json.load(open(sys.argv[1])).items():
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        tampering.start()
        names = {"torch": torch, "F": F, "nn": nn, "__name__": "__main__"}
        errors = []
        try:
            exec(compile(code, "<answer>", "exec"), names)
        except Exception as error:
            errors.append(f"{type(error).__name__}: {error}")
        exec(compile(check, "<check>", "exec"), names)
        with call_watch.Watch("answer", forbid, names["probe"]) as watch:
            for _ in range(2):
                try:
                    names["probe"](torch.tensor([[1.0, 2.0], [3.0, 5.0]]))
                except Exception as error:
                    errors.append(f"{type(error).__name__}: {error}")
        said = dict(used=list(watch.used), tampering=watch.tampering, odd=tampering.take_odd(), errors=errors)
        os.write(writing, json.dumps(said).encode())
        os._exit(0)
    os.close(writing)
    print(json.dumps([name, json.loads(open(reading).read() or "null")]), flush=True)
    os.wait()
"""
# A library by its name, without a word in the text that the reading of it knows.
RESOLVER = "from logging.config import BaseConfigurator as _B\n_R = _B({}).resolve\n"
RIGHT = "\ndef answer(x):\n    return x * torch.sigmoid(x)"
CHECK = "def probe(x):\n    return answer(x)"
SILU = ["F.silu", "utils.blocks"]
CODE = (
    "_c = compile(_R('ast.parse')('def _f(x):\\n    return nn.functional.silu(x)'), torch.__file__, 'exec')\n"
)
INNER = CODE + "_c = next(c for c in _c.co_consts if hasattr(c, 'co_code'))\n"
SPEC = (
    "_s = _R('importlib.util.spec_from_file_location')('m', torch.__file__, loader=L('m', torch.__file__))\n"
)

Attempt = tuple[str, list[str], str]


def attempt(code: str, forbid: list[str] = SILU, check: str = CHECK) -> Attempt:
    return RESOLVER + code, forbid, check


HONEST = {
    "a right answer": attempt(RIGHT),
    "an error of torch is printed": attempt("import traceback\n@torch.no_grad()\ndef f():\n    1 / 0\ntry:\n    f()\nexcept ZeroDivisionError:\n    traceback.print_exc()\n" + RIGHT),
    "an error of utils is printed": attempt("import traceback\nfrom utils.blocks.gpt import GPT\ntry:\n    GPT(1)\nexcept Exception:\n    traceback.print_exc()\n" + RIGHT),
    "an error of a thread": attempt("import threading\nt = threading.Thread(target=torch.relu)\nt.start()\nt.join()\n" + RIGHT),
    "an error shown by hand": attempt("import sys\ntry:\n    torch.ones(2) @ torch.ones(3)\nexcept RuntimeError:\n    sys.__excepthook__(*sys.exc_info())\n" + RIGHT),
    "lines of another utils": attempt("import linecache, torch.utils\nlinecache.getlines(torch.utils.__file__)\n" + RIGHT),
    "the text of a library": attempt("import inspect\ninspect.getsource(nn.Linear)\n" + RIGHT),
    "a graph of a library's module": attempt("import torch.fx\ntorch.fx.symbolic_trace(nn.Linear(2, 2))\n" + RIGHT),
    "a gradient in forward mode": attempt("def answer(x):\n    return torch.func.jvp(lambda v: v * torch.sigmoid(v), (x,), (x,))[0]"),
    "classes that write their methods": attempt("from collections import namedtuple\nfrom dataclasses import dataclass\nA = namedtuple('A', 'x y')\n@dataclass\nclass C:\n    x: int\n" + RIGHT),
    "code that is timed": attempt("import timeit\ntimeit.timeit('1 + 1', number=2)\n" + RIGHT),
    "a late import": attempt("import imaplib\n" + RIGHT),
    "an import that is not used": attempt("import scipy, pandas\n" + RIGHT),
    "a class of classes": attempt("class Once(type):\n    def __call__(cls, x):\n        return x * torch.sigmoid(x)\nclass answer(metaclass=Once):\n    pass"),
    "a class with other methods of torch": attempt("class answer:\n    act = torch.relu\n    def run(self, x):\n        return self.act", check="def probe(x):\n    F.silu(x)\n    a = answer()\n    return a.run(x)"),
    "an object that the check made": attempt("def answer(norm, x):\n    return norm(x)", ["nn.LayerNorm"], "def probe(x):\n    return answer(nn.LayerNorm(2), x)"),
}  # fmt: skip
USED = {
    "a module out of the list": attempt("import sys\n_m = _R('utils.blocks.layers')\nfor n in [n for n in sys.modules if n.startswith('utils.blocks')]:\n    sys.modules.pop(n)\ndef answer(x):\n    return _m.activation('silu')(x)", ["utils.blocks"]),
    "a function out of its module": attempt("_a = vars(_R('utils.blocks.layers')).pop('activation')\ndef answer(x):\n    return _a('silu')(x)", ["utils.blocks"]),
    "a compiled file": attempt("import py_compile, sys, tempfile\nd = tempfile.mkdtemp()\nopen(d + '/s.py', 'w').write('import torch.nn.functional as F\\nclass A:\\n    def __call__(*a):\\n        return F.silu(a[1])\\n')\npy_compile.compile(d + '/s.py', cfile=d + '/mine3.pyc', dfile=torch.__file__)\nsys.path.insert(0, d)\nimport mine3\nanswer = mine3.A()"),
    "a loader that lies": attempt("class L(_R('importlib.machinery.SourceFileLoader')):\n    def get_data(self, path):\n        return b'import torch.nn.functional as F\\ndef f(x):\\n    return F.silu(x)'\n    def path_stats(self, path):\n        raise OSError\n" + SPEC + "_m = _R('importlib.util.module_from_spec')(_s)\n_s.loader.exec_module(_m)\nanswer = _m.f"),
    "a type of types": attempt("class M(type):\n    __call__ = torch._C._nn.silu\nclass answer(metaclass=M):\n    pass"),
    "an inherited type of types": attempt("class N(type):\n    __call__ = torch._C._nn.silu\nclass M(N):\n    pass\nclass answer(metaclass=M):\n    pass"),
    "the check's code": attempt("def answer(x):\n    return _R('types.FunctionType')(_R('sys._getframe')(1).f_code, {'answer': torch._C._nn.silu})(x)"),
    "another answer in the middle": attempt("def answer(x):\n    globals()['answer'] = torch._C._nn.silu\n    return probe(x)"),
    "a class whose call is torch's": attempt("class answer:\n    __call__ = torch._C._nn.silu", check="def probe(x):\n    return answer()(x)"),
    "a class whose call comes late": attempt("class answer:\n    def __init__(self):\n        type(self).__call__ = _R('functools.partial')(_R('torch.nn.functional.silu'))", check="def probe(x):\n    return answer()(x)"),
    "an object with torch's method": attempt("class answer:\n    def __init__(self):\n        self.step = torch._C._nn.silu", check="def probe(x):\n    made = answer()\n    return made.step(x)"),
    "torch's own in Python": attempt("_g = _R('torch._refs.nn.functional.gelu')\ndef answer(x):\n    return _g(x)", ["F.gelu"]),
    "torch's table of parts": attempt("_g = _R('torch._decomp.decomposition_table')[torch.ops.aten._softmax.default]\ndef answer(x):\n    return _g(x, -1, False)", ["F.softmax"]),
    "a stack of its own": attempt("_g = _R('greenlet.greenlet')\ndef answer(x):\n    return _g(_R('torch.nn.functional.softmax')).switch(x, -1)", ["F.softmax"]),
    "torch's C++ on a stack of its own": attempt("_g = _R('greenlet.greenlet')\n_s = torch._C._nn.silu\ndef answer(x):\n    return _g(_s).switch(x)"),
    "a signal": attempt("import os, signal\nb = []\ndef answer(x):\n    signal.signal(signal.SIGUSR1, lambda *a: b.append(_R('torch.nn.functional.silu')(x)))\n    os.kill(os.getpid(), signal.SIGUSR1)\n    return b.pop()"),
    "a callback of an event loop": attempt("import asyncio\nasync def main(x):\n    f = asyncio.get_running_loop().create_future()\n    asyncio.get_running_loop().call_soon(lambda: f.set_result(_R('torch.nn.functional.silu')(x)))\n    return await f\ndef answer(x):\n    return asyncio.run(main(x))"),
    "another thread's loop": attempt("import asyncio\ndef answer(x):\n    async def main():\n        return await asyncio.to_thread(torch._C._nn.silu, x)\n    return asyncio.run(main())"),
    "the record's own step": attempt("_w = _R('autograder.checks.forbidden.call_watch')\n_s = _R('torch.nn.functional.silu')\ndef answer(x):\n    return _w._allowed(_w._watched[_s], (x,), {})"),
    "the record's own call": attempt("_w = _R('autograder.checks.forbidden.call_watch')\n_s = _R('torch.nn.functional.silu')\ndef answer(x):\n    return _w._now.call(_w._watched[_s], (x,), {})"),
    "a hook of an object that was handed over": attempt("def answer(norm, x):\n    norm.register_forward_hook(lambda *a: _R('torch.nn.functional.layer_norm')(x, (2,)))\n    return norm(x)", ["nn.LayerNorm", "F.layer_norm"], "def probe(x):\n    return answer(nn.LayerNorm(2), x)"),
    "an operator of oneDNN": attempt("def answer(x):\n    return torch.ops.mkldnn._linear_pointwise(x, torch.eye(2), None, 'swish', [], '')", ["torch.ops.mkldnn._linear_pointwise"]),
    "Python's statistics": attempt("import statistics\ndef answer(x):\n    return statistics.correlation(x[0].tolist(), x[1].tolist())", ["statistics.correlation"]),
    "draws of an object of its own": attempt("import random\ndef answer(x):\n    return random.Random(1).choices([1, 2], k=2)", ["random.choices"]),
}  # fmt: skip
TAMPERING = {
    "code object of an odd compiler": attempt("_n = {'F': F}\nexec(_R('codeop.Compile')()('def f(x):\\n    return F.silu(x)', torch.__file__, 'exec'), _n)" + RIGHT),
    "code in torch's names": attempt(CODE + "exec(_c, vars(torch))\nanswer = torch._f"),
    "code run in a thread": attempt(CODE + "import threading\nt = threading.Thread(target=exec, args=(_c, vars(torch)))\nt.start()\nt.join()\nanswer = torch._f"),
    "code run by importlib": attempt(CODE + "_R('importlib._bootstrap._call_with_frames_removed')(exec, _c, vars(torch))\nanswer = torch._f"),
    "code run by runpy": attempt(CODE + "_R('runpy._run_code')(_c, vars(torch))\nanswer = torch._f"),
    "a loader that writes into torch": attempt(CODE + "class L(_R('importlib.machinery.SourceFileLoader')):\n    def get_code(self, name):\n        return _c\nL('torch', torch.__file__).exec_module(torch)\nanswer = torch._f"),
    "a function made in a thread": attempt(INNER + "import concurrent.futures, types\nanswer = concurrent.futures.ThreadPoolExecutor(1).submit(types.FunctionType, _c, vars(torch)).result()"),
    "a function made by dill": attempt(INNER + "answer = _R('dill._dill._create_function')(_c, vars(torch))"),
    "code of an own function exchanged": attempt(INNER + "def answer(x):\n    pass\nanswer.__code__ = _c"),
    "a hidden library past the importer": attempt("_s = _R('importlib.machinery.PathFinder').find_spec('tiktoken')\n_m = _R('importlib.util.module_from_spec')(_s)\n_s.loader.exec_module(_m)" + RIGHT),
    "the importer taken away": attempt("import sys\nsys.meta_path.pop(0)\n_R('importlib.import_module')('tiktoken._educational')" + RIGHT),
    "torch's parts loaded anew": attempt("import sys\n_R('torch._refs')\nfor n in [n for n in sys.modules if n.startswith('torch._refs')]:\n    sys.modules.pop(n)\ndef answer(x):\n    return _R('importlib.import_module')('torch._refs').softmax(x, -1)", ["F.softmax"]),
    "the source by bytes": attempt("import os\nopen(os.fsencode(_R('utils.blocks.layers').__file__)).read()" + RIGHT),
    "the source by a link": attempt("import os, tempfile\nd = tempfile.mkdtemp()\nos.symlink(_R('utils.blocks.layers').__file__, d + '/a')\nopen(d + '/a').read()" + RIGHT),
    "the source by its folder's link": attempt("import os, tempfile\nd = tempfile.mkdtemp()\nos.symlink(os.path.dirname(_R('utils.blocks.layers').__file__), d + '/a')\nopen(d + '/a/layers.py').read()" + RIGHT),
    "the source by its loader": attempt("_m = _R('utils.blocks.layers')\n_m.__loader__.get_data(_m.__file__)" + RIGHT),
    "the source in a thread": attempt("import pathlib, threading\nt = threading.Thread(target=pathlib.Path(_R('utils.blocks.layers').__file__).read_text)\nt.start()\nt.join()" + RIGHT),
}  # fmt: skip
OUT_OF_REACH = {
    "a resolver of traitlets": attempt("def answer(x):\n    return _R('traitlets.utils.importstring.import_item')('scipy.special').softmax(x.numpy(), -1)", ["F.softmax"]),
    "an import in a thread": attempt("import sys, threading\nt = threading.Thread(target=_R('importlib.import_module'), args=('tiktoken',))\nt.start()\nt.join()\nsys.modules['tiktoken']"),
    "compiled parts of a library": attempt("def answer(x):\n    return _R('pandas._libs.algos.nancorr')(x.double().numpy())", ["pandas"]),
    "a distance of another library": attempt("def answer(x):\n    return _R('rapidfuzz.distance.Levenshtein').distance('a', 'b')", ["rapidfuzz"]),
}  # fmt: skip


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Attempt → what was said of it."""
    everything = {**HONEST, **USED, **TAMPERING, **OUT_OF_REACH}
    assert len(everything) == sum(map(len, (HONEST, USED, TAMPERING, OUT_OF_REACH)))
    given = tmp_path_factory.mktemp("evasions") / "attempts.json"
    given.write_text(json.dumps(everything), encoding="utf-8")
    done = commands.run([sys.executable, "-c", PROGRAM, str(given)], cwd=ROOT, env=os.environ, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(map(json.loads, done.stdout.splitlines()))


@pytest.mark.parametrize("name", HONEST)
def test_honest_work_is_not_accused(said: dict[str, dict[str, Any]], name: str) -> None:
    assert said[name] == {"used": [], "tampering": [], "odd": [], "errors": []}


@pytest.mark.parametrize("name", USED)
def test_what_is_forbidden_is_seen(said: dict[str, dict[str, Any]], name: str) -> None:
    assert said[name]["used"], said[name]


@pytest.mark.parametrize("name", TAMPERING)
def test_what_would_undo_the_record_is_noted(said: dict[str, dict[str, Any]], name: str) -> None:
    assert said[name]["tampering"], said[name]


@pytest.mark.parametrize("name", OUT_OF_REACH)
def test_a_library_stays_out_of_reach(said: dict[str, dict[str, Any]], name: str) -> None:
    assert said[name]["errors"] and not said[name]["used"], said[name]
