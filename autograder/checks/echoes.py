"""Parts of a criterion that another criterion tells of: an answer's result inside a row about something else.

A criterion such as `x unchanged` holds the result beside x, so that an answer which does nothing earns no
points for it. Where only the result is wrong, the row has nothing of its own to say: x may well be unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from autograder.checks.compare import agrees
from autograder.checks.explain import FLAGS, UNCHANGED

Oracles = Sequence[Mapping[str, Any]]  # for each case, criterion → the expected value


def echoes(criterion: str, oracles: Oracles, arguments: Sequence[Mapping[str, Any]]) -> dict[Any, list[str]]:
    """The parts of this criterion that are about another one → the criteria that tell of them, the likeliest first.

    arguments: of each case.  A part of an `unchanged` criterion that is neither an argument nor a flag may have none.
    """
    wanted = [oracle[criterion] for oracle in oracles]
    if not all(isinstance(value, Mapping) for value in wanted):
        return {}
    found = {}
    for part in wanted[0]:
        values = [value.get(part) for value in wanted]
        if _is_an_argument(part, values, arguments):
            continue
        same = [name for name in oracles[0] if name != criterion and _tells(name, part, values, oracles)]
        if same and (part in same or not _says_nothing(values)):
            found[part] = sorted(same, key=lambda name: name != part)
        elif criterion.endswith(UNCHANGED) and part not in FLAGS and not _says_nothing(values):
            found[part] = []
    return found


def _tells(name: str, part: Any, values: Sequence[Any], oracles: Oracles) -> bool:
    """Whether another criterion expects these values, in every case, as a whole or as one of its parts."""
    others = [oracle[name] for oracle in oracles]
    if all(agrees(*both, 0.0) for both in zip(values, others, strict=True)):
        return True
    if name.endswith(UNCHANGED) or not all(isinstance(other, Mapping) for other in others):
        return False
    if all(part in other for other in others):
        return all(agrees(value, other[part], 0.0) for value, other in zip(values, others, strict=True))
    return not _says_nothing(values) and all(
        any(agrees(value, one, 0.0) for one in other.values())
        for value, other in zip(values, others, strict=True)
    )


def _is_an_argument(part: Any, values: Sequence[Any], arguments: Sequence[Mapping[str, Any]]) -> bool:
    return all(
        part in given and agrees(value, given[part], 1e-6)
        for value, given in zip(values, arguments, strict=True)
    )


def _says_nothing(values: Sequence[Any]) -> bool:
    """Whether it is a flag or a count that is the same in all cases, and so equal to others by chance."""
    return all(isinstance(value, bool | int | float) and value == values[0] for value in values)
