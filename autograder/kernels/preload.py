"""Import in the parent what every notebook would import for itself, and find out what that is.

A list names the obvious modules. The rest is learnt: a throw-away child starts a whole kernel, runs a few cells of the
usual kind and reports every module that this loaded; the parent then imports those too. Only imports happen in the
parent itself. A parallel torch operation there would leave OpenMP's threads behind, and a child would wait for them
for ever.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence

MODULES = (
    "numpy", "torch", "torch.nn.functional", "torch.optim", "torch._dynamo", "matplotlib.pyplot",
    "matplotlib_inline.backend_inline", "IPython", "ipykernel.ipkernel", "ipykernel.kernelapp", "zmq",
    "autograder.checks", "autograder.kernels.child",
)  # fmt: skip

# What the first optimizer imports: a second, and 80 MB that each fork has to carry. Not for notebooks that have none.
TRAINING = "torch._dynamo"
_OPTIMIZES = ".AdamW("

# What the rehearsal runs: the lazy parts of torch, matplotlib and IPython that nearly every notebook meets.
CELLS = (
    "x = 1 + 1\nprint(x)\nx",
    "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
    "m = nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4), nn.Embedding(3, 4))[0]\n"
    "F.cross_entropy(m(torch.randn(3, 4)), torch.tensor([0, 1, 2])).backward()\n"
    "print(m(torch.randn(2, 4)).softmax(-1) @ torch.ones(4, 4))",
    "o = torch.optim.AdamW(m.parameters())\n"
    "for _ in range(2):\n    F.cross_entropy(m(torch.randn(3, 4)), torch.tensor([0, 1, 2])).backward()\n    o.step()",
    "import matplotlib.pyplot as plt\nf, a = plt.subplots()\na.plot([1, 2])\na.imshow([[1, 2]])\nplt.show()",
    "def f():\n    assert 1 == 2, 'no'\nf()",
    "from IPython.display import HTML, display\ndisplay(HTML('<b>x</b>'))",
)

# Set before the imports. One thread each, or the fork would lose the others; no attempt to reach a network.
ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "HF_HUB_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "PYTHONDONTWRITEBYTECODE": "1",
}


Rehearse = Callable[[Sequence[str]], None]


def load(modules: Iterable[str], rehearse: Rehearse, skip: Iterable[str] = ()) -> None:
    """Import `modules`, the modules of `utils`, and whatever a kernel turns out to load; leave out `skip`.

    rehearse: starts a kernel in the process that it is called in and runs these cells.

    A module whose import starts a thread cannot stay: this process then starts itself again without it.
    """
    os.environ.update(ENVIRONMENT)
    sys.dont_write_bytecode = True
    skipped = set(skip)
    for name in [*modules, *_utilities()]:
        _load(name, skipped)
    cells = [cell for cell in CELLS if TRAINING in sys.modules or _OPTIMIZES not in cell]
    for name in _learn(rehearse, cells):
        _load(name, skipped)
    if "autograder.checks" in sys.modules:
        from autograder.checks.forbidden import counterparts

        counterparts.prepare()


def _load(name: str, skipped: set[str]) -> None:
    if name in skipped or name in sys.modules:
        return
    try:
        importlib.import_module(name)
    except Exception as error:  # a broken module is the notebook's to report, not the parent's
        print(f"not preloaded: {name} ({type(error).__name__}: {error})", file=sys.stderr)
    if _threads() > 1:
        print(f"started again without {name}, which starts threads", file=sys.stderr, flush=True)
        arguments = [value for value in sys.argv[1:] if value != "--skip" and value not in skipped]
        names = [*sorted(skipped), name]
        os.execv(sys.executable, [sys.executable, "-m", sys.argv[0], *arguments, "--skip", *names])


def _threads() -> int:
    return len(os.listdir("/proc/self/task"))


def _utilities() -> list[str]:
    """The modules of the course's own `utils`."""
    try:
        package = importlib.import_module("utils")
    except ImportError:
        return []
    return sorted(
        module.name for module in pkgutil.walk_packages(package.__path__, "utils.", onerror=lambda _: None)
    )


def _learn(rehearse: Rehearse, cells: Sequence[str]) -> list[str]:
    """Modules that a kernel loads while it starts and runs these cells."""
    before = set(sys.modules)
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reading)
            _rehearse(rehearse, cells)
            found = [name for name in sys.modules if name not in before]
            with open(writing, "w") as pipe:
                json.dump(found, pipe)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading) as pipe:
        answer = pipe.read()
    os.waitpid(pid, 0)
    names = json.loads(answer) if answer else []
    return [name for name in names if _can_be_imported(name)]


def _can_be_imported(name: str) -> bool:
    """Leave out what is no file of its own: run scripts, modules made on the fly, parts of torch's C++ side."""
    return (
        not name.startswith(("__", "_cython", "torch.ops", "torch.classes", "torch._ops")) and " " not in name
    )


def _rehearse(rehearse: Rehearse, cells: Sequence[str]) -> None:
    """Start a kernel in this process and run the cells, with all output thrown away."""
    import shutil
    import tempfile

    folder = tempfile.mkdtemp(prefix="autograder-rehearsal-")
    try:
        os.environ.update(IPYTHONDIR=folder, MPLCONFIGDIR=os.environ.get("MPLCONFIGDIR", ""))
        if not os.environ["MPLCONFIGDIR"]:
            del os.environ["MPLCONFIGDIR"]
        rehearse(cells)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
