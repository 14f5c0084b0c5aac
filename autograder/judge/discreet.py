"""What a student's own words may tell when they come back from grading: sentences, and no values of the inputs.

An exception's text can hold the arguments of the call that raised it. A determined student has other ways to print
them; that a submission handed in again is asked with other inputs is what makes them worth nothing (secret.py).
"""

from __future__ import annotations

import re

MAX_NUMBERS = 5  # in a row; a shape has no more
MAX_QUOTED = 40  # characters: a name has no more
MAX_WORDS = 200  # characters of a message

_NUMBER = r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?"
_BETWEEN = r"[\s,;:()\[\]{}]+"
_ROW = re.compile(rf"(?<![\w.]){_NUMBER}(?:{_BETWEEN}{_NUMBER})+(?![\w.])")
_EXACT = re.compile(r"(?<![\w.])[-+]?(?:\d+\.\d+|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?(?!\w|\.\d)")
_QUOTED = re.compile(rf"""(['"])(?:(?!\1).){{{MAX_QUOTED + 1},}}\1""", re.DOTALL)


def without_values(text: str) -> str:
    """The text with long quotations and rows of numbers left out, other numbers to two digits, and cut."""
    text = _QUOTED.sub("'…'", text)
    text = _ROW.sub(_row, text)
    text = _EXACT.sub(lambda found: two_digits(float(found[0])), text)
    return text if len(text) <= MAX_WORDS else text[:MAX_WORDS] + "…"


def two_digits(number: float) -> str:
    """120 for 123.4; 0.0012 for 0.001234."""
    return f"{float(f'{number:.1e}'):g}"


def _row(found: re.Match[str]) -> str:
    """A shape stays as it is; what is longer, or has fractions, may be the input itself."""
    numbers = re.findall(_NUMBER, found[0])
    whole = all(re.fullmatch(r"[-+]?\d{1,6}", number) for number in numbers)
    return found[0] if whole and len(numbers) <= MAX_NUMBERS else "…"
