"""Which of a lesson's notebooks a file is, whatever it is called: by the ids of its graded cells, or by its name.

Browsers, JupyterLab and people rename notebooks (`02a_scores-Copy1.ipynb`, `02a final.ipynb`). The ids that nbgrader
reads stay in the cells, so they tell more than the name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

# What a browser or a second attempt adds to a file's name, and what JupyterLab adds to a copy's.
ATTEMPT = re.compile(r"(?:-\d{1,9}| ?\(\d{1,9}\))(?=\.ipynb$)")
COPY = re.compile(r"(?:-Copy\d{1,9}| copy(?: \d{1,9})?)(?=\.ipynb$)")

Asked = Mapping[str, frozenset[str]]  # notebook → the ids of its graded cells and answers


def which(name: str, content: bytes, stems: Sequence[str], asked: Asked) -> str:
    """The notebook (one of stems) that a file is; empty for one that is none of them.

    A lesson of one notebook takes any file called *.ipynb that no id speaks against.
    """
    if not name.endswith(".ipynb"):
        return ""
    by_ids, strange = _by_ids(content, asked)
    if by_ids:
        return by_ids
    bare = COPY.sub("", ATTEMPT.sub("", name)).removesuffix(".ipynb")
    if bare in stems:
        return bare
    return stems[0] if len(stems) == 1 and not strange else ""


def _by_ids(content: bytes, asked: Asked) -> tuple[str, bool]:
    """The notebook that has more of these ids than any other has; and whether there are ids, but none of them."""
    found = _ids(content)
    counts = {stem: len(found & ids) for stem, ids in asked.items()}
    most = max(counts.values(), default=0)
    best = [stem for stem, count in counts.items() if count == most]
    return (best[0] if most and len(best) == 1 else ""), bool(found and asked and not most)


def _ids(content: bytes) -> set[str]:
    """The grade ids in a file that may hold anything; none where it can't be read."""
    try:
        cells: Any = json.loads(content.decode(json.detect_encoding(content), "replace")).get("cells", [])
        told = [cell["metadata"].get("nbgrader", {}) for cell in cells if "metadata" in cell]
        return {str(each["grade_id"]) for each in told if "grade_id" in each}
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        return set()
