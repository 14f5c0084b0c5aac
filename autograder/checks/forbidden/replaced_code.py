"""Give a function written in Python other code for a while, so that every name, copy or closure that leads to it tells.

Replacing the function itself would miss code that holds it under another name. They all run its `__code__`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

Tell = Callable[["Watched", tuple[Any, ...], dict[str, Any]], Any]
_HERE_IT_IS_TOLD = "here it is told"  # a constant of the template, which is replaced by what tells


class Watched:
    """A function written in Python, and other code for it that tells of every call."""

    def __init__(self, function: FunctionType, tell: Tell) -> None:
        """tell: called in place of the function, with this object and the arguments."""
        self.function, self.code = function, function.__code__
        self.name = ""  # the forbidden name under which it falls in this check
        self.original = FunctionType(
            self.code, function.__globals__, function.__name__, function.__defaults__, function.__closure__
        )
        self.original.__kwdefaults__ = function.__kwdefaults__
        template = _template(self.code.co_freevars)
        told = functools.partial(tell, self)
        constants = tuple(told if value == _HERE_IT_IS_TOLD else value for value in template.co_consts)
        self.telling = template.replace(co_consts=constants, co_name=self.code.co_name)

    def begin(self, name: str) -> None:
        """Report calls from now on."""
        self.name = name
        self.function.__code__ = self.telling

    def end(self) -> bool:
        """Stop reporting calls; returns whether they were reported until now."""
        kept = self.function.__code__ is self.telling
        self.function.__code__ = self.code
        return kept


@functools.lru_cache(maxsize=256)
def _template(free: tuple[str, ...]) -> CodeType:
    """Code that hands its arguments to a constant; it names the same free variables, or Python would refuse it."""
    lines = [
        f"def make({', '.join(free)}):",
        "    def told(*arguments, **keywords):",
        f"        tell = {_HERE_IT_IS_TOLD!r}",
        "        return tell(arguments, keywords)",
        *([f"        {', '.join(free)}"] if free else []),
    ]
    module = compile("\n".join(lines), __file__, "exec")
    make = next(value for value in module.co_consts if isinstance(value, CodeType))
    return next(value for value in make.co_consts if isinstance(value, CodeType))
