"""Which other answers an answer really calls while its check runs: a cell may name one and never reach it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import CodeType, FrameType
from typing import Any

from autograder.checks.forbidden.files import is_library
from autograder.checks.values import unpack


def called(probe: Callable[..., Any], inputs: Sequence[bytes], answers: Mapping[str, Any]) -> set[str]:
    """The names of those answers that are called; the probe runs once more on the inputs of each case.

    answers: name → what the notebook defines under it; None where it defines nothing, so that a call ends in a
    NameError. An answer without code of its own, such as a partial, counts as called: nobody can see it.
    """
    names: dict[CodeType, str] = {}
    found = set()
    for name, answer in answers.items():
        codes = list(_codes(answer))
        names |= dict.fromkeys(codes, name)
        if answer is not None and not codes:
            found.add(name)

    def hear(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code in names:
            found.add(names[frame.f_code])

    before = sys.getprofile()
    for packed in inputs:
        if len(found) == len(answers):
            break
        arguments = unpack(packed)
        sys.setprofile(hear)
        try:
            probe(**arguments)
        except NameError as error:
            found |= {error.name} & answers.keys()
        except Exception:
            pass  # the first run counts; here only calls do
        finally:
            sys.setprofile(before)
    return found


def _codes(answer: Any) -> Iterator[CodeType]:
    """The code of a function, or of the methods of a class, as far as it was typed into the notebook."""
    with suppress(Exception):  # attributes of a student's class may do anything
        for member in [answer, *(vars(answer).values() if isinstance(answer, type) else [])]:
            code = getattr(inspect.unwrap(member) if callable(member) else None, "__code__", None)
            if isinstance(code, CodeType) and not is_library(code.co_filename):
                yield code
