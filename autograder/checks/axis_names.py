"""The position of a value in a result, in the words of the exercise: head 1, query 3.

The names of axes come from the docstring, whose shapes use the letters of the whole course: B examples, T positions
(queries, where there are keys as well), S keys, H heads, D and d features, V token ids, L layers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

LETTERS = {
    "B": "example",
    "T": "position",
    "S": "key",
    "H": "head",
    "D": "feature",
    "d": "feature",
    "V": "token id",
}
LETTERS |= {"L": "layer", "F": "hidden feature", "G": "group"}
_SHAPE = r"\(([^()]*,[^()]*)\)"


def place(index: Sequence[int], axes: Sequence[str] = ()) -> str:
    """`head 1, query 3` where the axes have names, `index (1, 3)` where they do not."""
    if len(axes) == len(index) and index:
        return ", ".join(f"{name} {i}" for name, i in zip(axes, index, strict=True))
    return f"index {tuple(index)}" if len(index) != 1 else f"index {index[0]}"


def plural(word: str) -> str:
    """`heads`, `queries`."""
    return word[:-1] + "ies" if word.endswith("ry") else word + "s"


def axes_of(docstring: str, criterion: str, n_axes: int) -> list[str]:
    """The names of a criterion's axes, as far as the docstring tells its shape; none where it does not.

    criterion: an argument's name, `grad_` and an argument's name, or the name of a result.
    """
    own = re.search(rf"\b{re.escape(criterion.removeprefix('grad_'))}: {_SHAPE}", docstring)
    result = re.search(rf"[Rr]eturns[^.(]*{_SHAPE}|→ {_SHAPE}", docstring)
    for found in (own, result):
        if found:
            names = _names(next(group for group in found.groups() if group), n_axes)
            if names:
                return names
    return []


def _names(shape: str, n_axes: int) -> list[str]:
    letters = [part.strip() for part in shape.split(",") if part.strip()]
    leading: list[str] = []
    if letters and letters[0] in ("...", "…"):
        letters = letters[1:]
        leading = ["example", "head" if "T" in letters else "position"][: n_axes - len(letters)]
    names = leading + [_word(letter) for letter in letters]
    if len(names) != n_axes or "" in names:
        return []
    if "S" in letters or letters.count("T") == 2:  # queries beside keys
        first = names.index("position") if "position" in names else -1
        names = ["query" if i == first else "key" if n == "position" else n for i, n in enumerate(names)]
    return names if len(set(names)) == len(names) else []


def _word(letter: str) -> str:
    """What one index of an axis picks out, given the letter for its length; empty if the letter is not known."""
    return LETTERS.get(letter) or ("feature" if re.fullmatch(r"(H·)?[dD](_?[a-z]+)?", letter) else "")


def named_axes(docstring: str, shapes: Mapping[str, int]) -> dict[str, list[str]]:
    """Criterion → the names of its axes, for those whose shape the docstring tells.  shapes: criterion → how many."""
    found = {name: axes_of(docstring, name, n_axes) for name, n_axes in shapes.items()}
    return {name: names for name, names in found.items() if names}
