"""Libraries that would do an exercise are out of reach of an answer while it is graded.

They are taken out of sys.modules. What an import of one gives after that depends on whose code it is: the course's own
gets the module that was loaded, an answer gets an error. A cell that imports one and never uses it has done nothing
wrong, so it gets a stand-in that fails when something is looked up in it.
"""

from __future__ import annotations

import builtins
import importlib.machinery
import sys
from collections.abc import Callable
from importlib.abc import Loader, MetaPathFinder
from types import ModuleType
from typing import Any

from autograder.checks.forbidden.frames import imports_for_itself, is_notebooks

# No answer needs them, and each would do some exercise. utils uses them, and may.
HIDDEN = {
    "tiktoken",
    "tiktoken_ext",
    "tokenizers",
    "transformers",
    "peft",
    "scipy",
    "sklearn",
    "pandas",
    "rapidfuzz",
}
hidden: dict[str, ModuleType] = {}  # such modules as were loaded before, by name


def hide(tell: Callable[[str], None]) -> None:
    """Take them out of reach, in this process and for good. tell: hears of an answer that asks for one."""
    for name in [name for name in sys.modules if name.partition(".")[0] in HIDDEN]:
        hidden[name] = sys.modules.pop(name)
    sys.meta_path.insert(0, _OutOfReach(tell))
    builtins.__import__ = _importing(builtins.__import__)


class _OutOfReach(MetaPathFinder):
    """Finds hidden modules for libraries, and none for the student's code."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell

    def find_spec(
        self, name: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in HIDDEN:
            return None
        if not imports_for_itself(sys._getframe(1), HIDDEN, aside=__file__):
            self.tell(f"imports {name}")
            raise ModuleNotFoundError(f"{name} is out of reach of an answer while it is graded", name=name)
        return importlib.machinery.ModuleSpec(name, _Kept()) if name in hidden else None


class _Kept(Loader):
    """Gives back a module that was loaded before."""

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return hidden[spec.name]

    def exec_module(self, module: ModuleType) -> None:
        """It ran long ago."""


class _StandIn(ModuleType):
    """What an answer gets from importing a hidden module: using it is an error, importing it is not."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ImportError(f"{self.__name__}.{name} is out of reach of an answer while it is graded")


def _importing(original: Callable[..., Any]) -> Callable[..., Any]:
    def import_(
        name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
    ) -> ModuleType:
        if level == 0 and name.partition(".")[0] in HIDDEN and is_notebooks(sys._getframe(1).f_code):
            return _StandIn(name if fromlist else name.partition(".")[0])
        return original(name, globals, locals, fromlist, level)

    return import_
