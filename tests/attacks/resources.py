"""Attacks that use up time, memory, processes, disk and patience. Each is bounded, should the sandbox fail."""

# ruff: noqa: E501  payloads are text, and dense

from __future__ import annotations

from typing import Any

from autograder.proof.classroom import Submission

from .field import Attack, Field
from .forgery import instead

_MINUTES = 120  # no payload lives longer than this many seconds

PAYLOADS: list[tuple[str, str, str, str, bool]] = [
    (
        "endless loop", "run for ever",
        f"import time\n_end = time.time() + {_MINUTES}\nwhile time.time() < _end:\n    pass", "longer than", True,
    ),
    (
        "loop that catches everything", "run for ever, whatever interrupts it",
        f"import signal, time\n_end = time.time() + {_MINUTES}\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "while time.time() < _end:\n    try:\n        while time.time() < _end: pass\n    except BaseException:\n        pass",
        "longer than", False,
    ),
    ("sleep", "sleep through the deadline", f"import time\ntime.sleep({_MINUTES})", "longer than", False),
    ("input", "wait for somebody to type", "_name = input('Your password? ')", "", True),
    (
        "memory of Python", "use all memory by lists",
        "_hoard = []\nfor _ in range(80):\n    _hoard.append(bytearray(100_000_000))", "", True,
    ),
    (
        "memory of torch", "use all memory by tensors",
        "import torch\n_hoard = [torch.ones(25_000_000) for _ in range(80)]", "", False,
    ),
    (
        "memory by mmap", "use all memory by anonymous maps",
        "import mmap\n_hoard = []\nfor _ in range(80):\n    _m = mmap.mmap(-1, 100_000_000)\n"
        "    _m.write(b'x' * 100_000_000)\n    _hoard.append(_m)", "", False,
    ),
    (
        "memory by shm", "use all memory by files in /dev/shm",
        "for _i in range(80):\n    with open(f'/dev/shm/{_i}', 'wb') as _f:\n        _f.write(b'x' * 30_000_000)", "", False,
    ),
    (
        "memory of children", "use all memory by several processes, each below its own limit",
        "import os, time\nfor _ in range(6):\n    if os.fork() == 0:\n        try:\n"
        "            _hoard = [bytearray(b'x') * 100_000_000 for _ in range(10)]\n            time.sleep(20)\n"
        "        finally:\n            os._exit(0)\ntime.sleep(6)", "", False,
    ),
    (
        "fork bomb", "fork until nothing else runs",
        "import os, time\n_n = 0\nfor _ in range(200):\n    try:\n        _pid = os.fork()\n"
        "    except OSError:\n        break\n    if _pid == 0:\n        try:\n            time.sleep(60)\n"
        "        finally:\n            os._exit(0)\n    _n += 1\nprint('FORKED', _n)", "", True,
    ),
    (
        "threads", "start threads until nothing else runs",
        "import threading, time\n_n = 0\nfor _ in range(400):\n    try:\n"
        "        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "    except RuntimeError:\n        break\n    _n += 1\nprint('STARTED', _n)", "", True,
    ),
    (
        "huge output", "print a gigabyte",
        "for _ in range(1000):\n    print('x' * 1_000_000)", "put out more|message|longer than|stopped before its end", True,
    ),
    (
        "one huge message", "put out 200 MB at once",
        "from IPython.display import display\ndisplay({'text/plain': 'x' * 200_000_000}, raw=True)",
        "put out more|message|longer than", False,
    ),
    (
        "a million small outputs", "put out a million displays",
        "from IPython.display import display\nfor _ in range(1_000_000):\n    display({'text/plain': 'x'}, raw=False)",
        "put out more|message|longer than", True,
    ),
    (
        "output in the check", "flood the grader while the check runs, when it is asked",
        "def <TARGET>(*a, **k):\n    return [print('x' * 1_000_000) for _ in range(100)]", "", False,
    ),
    (
        "disk", "fill the disk with one file and with many",
        "import os\n_n = 0\ntry:\n    with open('big', 'wb') as _f:\n        for _ in range(1000):\n            _f.write(b'x' * 1_000_000)\n"
        "except OSError as _e:\n    print('FULL', _e.errno)\n"
        "try:\n    for _n in range(100_000):\n        open(f'/tmp/{_n}', 'w').close()\nexcept OSError as _e:\n    print('FULL', _e.errno)",
        "", True,
    ),
    ("segfault", "crash the process", "import ctypes\nctypes.string_at(0)", "crashed|stopped|ended", True),
    ("abort", "abort the process", "import os\nos.abort()", "crashed|stopped|ended", False),
    ("exit", "leave with a good exit code", "import os\nos._exit(0)", "ended|stopped", True),
    ("kill", "kill every process in sight", "import os, signal\nos.kill(-1, signal.SIGKILL)", "", False),
    ("suicide", "kill the kernel from behind", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "", False),
    ("stop", "stop the process instead of ending it", "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", "", False),
    ("recursion", "recurse without end", "import sys\nsys.setrecursionlimit(10**8)\ndef _r(): return _r()\n_r()", "crashed|stopped|ended|longer", False),
    (
        "closed descriptors", "close every file that the kernel has open",
        "import os\nos.closerange(3, 1000)", "", False,
    ),
    (
        "exit of the shell",
        "end the kernel politely",
        "exit()",
        "exit",
        True,
    ),
    (
        "shutdown", "shut the kernel down by its own method",
        "from IPython import get_ipython\nget_ipython().kernel.do_shutdown(False)", "exit", True,
    ),
    (
        "shutdown of the class", "do so past our own method, so that the kernel ends while another cell runs",
        "from IPython import get_ipython\nfrom ipykernel.ipkernel import IPythonKernel\n"
        "IPythonKernel.do_shutdown(get_ipython().kernel, False)", "", False,
    ),
    (
        "late exit", "end the process from a thread, while another exercise is checked",
        "import os, threading\nthreading.Timer(0.1, os._exit, (0,)).start()", "", False,
    ),
    (
        "late flood", "put out too much from a thread, while another exercise is checked",
        "import threading, time\ndef _flood():\n    time.sleep(0.1)\n    for _ in range(200):\n        print('x' * 1_000_000)\n"
        "threading.Thread(target=_flood, daemon=True).start()", "", False,
    ),
    (
        "holder of the lock", "stop everything from a thread that keeps Python's lock",
        f"import ctypes, threading\nthreading.Timer(0.1, ctypes.PyDLL(None).sleep, ({_MINUTES},)).start()",
        "", False,
    ),
    (
        "endless replies", "answer for ever to requests that nobody made, so that waiting for the answer has no end",
        "import time\nfrom IPython import get_ipython\n_k = get_ipython().kernel\n"
        f"_end = time.time() + {_MINUTES}\n_ident = _k._parent_ident if not isinstance(_k._parent_ident, dict) else _k._parent_ident['shell']\n"
        "while time.time() < _end:\n"
        "    _k.session.send(_k.shell_stream if getattr(_k, 'shell_stream', None) else _k.shell_socket, 'execute_reply',\n"
        "        {'status': 'ok', 'execution_count': 1}, parent={'header': {'msg_id': 'x'}}, ident=_ident)",
        "longer than|put out more", False,
    ),
    (
        "descriptors", "open files until none can be opened",
        "_open = []\ntry:\n    for _ in range(100_000):\n        _open.append(open('/dev/null'))\nexcept OSError:\n    print('NO MORE')\n_open.clear()",
        "", True,
    ),
    (
        "slow comparison", "send the judge millions of numbers to compare",
        "<TARGET> = lambda *a, **k: [[float(i)] * 100 for i in range(9_000)]", "", False,
    ),
]  # fmt: skip


def _hang_in_check(f: Field) -> Submission:
    """An answer that never returns, when the check calls it."""
    return f.wrong(f"import time\n<TARGET> = lambda *a, **k: time.sleep({_MINUTES})")


def _kill_in_check(f: Field) -> Submission:
    """An answer that ends the process, when the check calls it."""
    return f.wrong("import os\n<TARGET> = lambda *a, **k: os._exit(3)")


_BIG_MAP = instead(
    """
import json
from autograder.checks.channel import Channel
tree = {"$map": [["values", {"$map": [[i, i] for i in range(2_000_000)]}]]}
header = json.dumps({"__metadata__": {"tree": json.dumps(tree)}}).encode()
frame = len(header).to_bytes(8, "little") + header
channel = Channel.from_fd(os.dup(int(os.environ['AUTOGRADER_JUDGE_FD'])))
channel.send({'ask': exercise})
while channel.receive_frame():
    channel.send_frame(frame)
"""
)


def _slow_page(f: Field) -> Submission:
    """A written answer and code that take minutes to set as HTML."""

    def edit(nb: Any) -> None:
        for cell in nb.cells:
            if cell.cell_type == "markdown" and cell.metadata.get("nbgrader", {}).get("solution"):
                cell.source = "\\begin{a}" * 20_000

    return f.answering("x", {**f.right, f.target: f.right[f.target] + "\n# " + "f'{" * 60_000}, edit)


ATTACKS = [
    Attack(
        "big map",
        "fill the judge's memory with what it takes for a dictionary",
        lambda f: f.wrong("import os\n" + _BIG_MAP),
    ),
    Attack(
        "big answer",
        "do so by an honest answer that is too large",
        lambda f: f.wrong("<TARGET> = lambda *a, **k: {i: [i] * 10 for i in range(200_000)}"),
    ),
    Attack("slow page", "stop the making of the feedback", _slow_page, earns="all"),
    *(
        Attack(name, tries, lambda f, p=payload: f.wrong(p), told=told, quick=quick)
        for name, tries, payload, told, quick in PAYLOADS
    ),
    Attack(
        "hang in the check", "never come back from the check", _hang_in_check, told="longer than", quick=False
    ),
    Attack(
        "exit in the check", "end the process from inside the check", _kill_in_check, told="ended|stopped"
    ),
]
