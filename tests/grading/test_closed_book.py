"""A kernel of a closed book, in the sandbox: neither the course's data nor a file that was handed in can be read."""

from __future__ import annotations

import sys
from pathlib import Path

import lessons
import pytest

from autograder.proof.classroom import Submission

from .conftest import House

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no sandbox elsewhere")
LOOKS = """
import os
_found = [os.environ.get("AUTOGRADER_CACHE", "")]
for _folder in ("/assets", ".", os.path.expanduser("~/submission")):
    try:
        _found += [name for name in os.listdir(_folder) if name in ("learned.txt", "data.txt")]
    except OSError:
        pass
print("SEEN", *sorted(set(filter(None, _found))))
def weighted_mean(x, w):
    return (x * w).sum(dim=-1) / w.sum()
"""


@pytest.mark.parametrize("closed", [True, False])
def test_what_a_kernel_can_look_into(tmp_path: Path, closed: bool) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "data.txt").write_text("what the judge asks", encoding="utf-8")
    (tmp_path / "house").mkdir()
    house = House(tmp_path / "house", environment={"AUTOGRADER_CACHE": str(data)})
    if closed:
        edit = [('    promises = {"one number', '    closed_book = True\n    promises = {"one number')]
        house.lesson = lessons.write(house.root / "source", exercises=edit)
    house.nbgrader("generate_assignment", lessons.NAME)
    files = house.classroom().answering("ada", {**lessons.ANSWERS, "weighted_mean": LOOKS}).files
    house.hand_in(Submission("ada", {**files, "learned.txt": "by heart"}))
    house.autograder("grade", lessons.NAME, "--course", str(house.root))
    assert house.points("ada")["weighted_mean"] == 2  # the answer itself is right
    outputs = [
        output.get("text", "") for cell in house.graded("ada").cells for output in cell.get("outputs", [])
    ]
    (seen,) = [text.split()[1:] for text in outputs if text.startswith("SEEN")]
    if closed:
        assert seen == []
    else:
        assert "data.txt" in seen and len(seen) > 1, seen
