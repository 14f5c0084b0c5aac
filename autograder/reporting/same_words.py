"""When two written answers are one answer: only where a reader would call them equal.

Capital letters, white space and the full stop at the end make no difference. Every other character does, since an
operator or a symbol can turn an answer into its opposite. Inside code and formulas, and for single letters, which are
names there as often as words, capitals count as well.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from autograder.grading.empty_answers import visible

EMPTY = "empty"  # the key of those who wrote nothing
# A spreadsheet takes 0123456789 and 12e3456789 for numbers, and writes them back as it likes.
IN_LETTERS = str.maketrans("0123456789abcdef", "bcdfghjklmnpqrst")

_EXACT = re.compile(r"(```.*?```|~~~.*?~~~|`[^`]*`|\$\$.*?\$\$|\$[^$\n]*\$)", re.DOTALL)  # code and formulas
_WORD = re.compile(r"[^\W\d_]{2,}")
_ARTICLE = re.compile(r"\bA(?= [^\W\d_]{2,})")  # the word, and not a matrix
_PROSE_LINE = re.compile(r"[^\W\d]")  # no list, heading, quotation or formula begins like this
_CODE = re.compile(r"```|~~~|^(?: {4}|\t)", re.MULTILINE)  # where spaces at a line's beginning matter


def key(text: str, pictures: str = "") -> str:
    """The name of the group that an answer belongs to; it follows from the answer alone.

    pictures: what tells its pictures from others (grading.pictures.fingerprint).
    """
    text = unicodedata.normalize("NFC", text)
    if not visible(text).strip() and not pictures:
        return EMPTY
    digest = hashlib.sha256(f"{_normal(text)}\n{pictures}".encode()).hexdigest()[:10]
    return digest.translate(IN_LETTERS)


def _normal(text: str) -> str:
    """What equal answers have in common."""
    if not _CODE.search(text):
        lines = [" ".join(line.split()) for line in text.strip().splitlines()]
        # in plain prose a line break is a space; before "- b" it makes the minus a bullet
        if all(_PROSE_LINE.match(line) for line in lines if line):
            lines = [" ".join(part.split("\n")) for part in re.split(r"\n{2,}", "\n".join(lines))]
        text = "\n".join(line for line in lines if line)
    parts = _EXACT.split(text.strip())
    parts[::2] = [_ARTICLE.sub("a", _WORD.sub(lambda word: word[0].casefold(), part)) for part in parts[::2]]
    return re.sub(r"(?<!\.)\.$", "", "".join(parts)).rstrip()
