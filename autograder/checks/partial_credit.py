"""Points for a result that is right but for the cases of some promise, such as an empty batch or a tie.

An exercise may name promises that are scored apart. Then the points of each result are split evenly: one part for each
of these promises, and one for all other cases. Who misses that last part has no answer yet, and earns nothing: what
knows nothing could still be right about an empty list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Marks = Sequence[Mapping[str, bool]]  # for each case, criterion → whether it holds


def kept(criterion: str, apart: Mapping[str, Sequence[int]], marks: Marks) -> float:
    """The share of its points that a criterion keeps, from 0 to 1.

    apart: promise → the numbers of its cases.
    """
    if not apart or not marks or _missed_elsewhere(criterion, apart, marks):
        return 0.0
    return 1 - len(missed(criterion, apart, marks)) / (len(apart) + 1)


def missed(criterion: str, apart: Mapping[str, Sequence[int]], marks: Marks) -> list[str]:
    """The promises scored apart that a criterion doesn't keep."""
    return [promise for promise, cases in apart.items() if not all(marks[i][criterion] for i in cases)]


def notes(apart: Mapping[str, Sequence[int]], marks: Marks) -> list[str]:
    """A sentence for each criterion that keeps a part of its points."""
    told = []
    for criterion in marks[0] if apart and marks else ():
        broken = missed(criterion, apart, marks)
        if broken and kept(criterion, apart, marks):
            which = " and ".join(f"“{promise}”" for promise in broken)
            share = f"{len(apart) + 1 - len(broken)} of {len(apart) + 1} parts of its points"
            told.append(f"`{criterion}` is right everywhere else, so it keeps {share}. It misses: {which}.")
    return told


def _missed_elsewhere(criterion: str, apart: Mapping[str, Sequence[int]], marks: Marks) -> bool:
    special = {i for cases in apart.values() for i in cases}
    others = [i for i in range(len(marks)) if i not in special]
    return not others or not all(marks[i][criterion] for i in others)
