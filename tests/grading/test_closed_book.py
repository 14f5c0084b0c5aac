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
def weighted_mean(x, w):
    found = [os.environ.get("AUTOGRADER_CACHE", "")]
    for folder in ("/assets", ".", os.path.expanduser("~/submission")):
        try:
            found += [name for name in os.listdir(folder) if name in ("learned.txt", "data.txt")]
        except OSError:
            pass
    print("SE" + "EN", sorted(set(filter(None, found))))
    return (x * w).sum(dim=-1) / w.sum()
"""


@pytest.mark.parametrize("closed", [True, False])
def test_what_a_kernel_can_look_into(tmp_path: Path, closed: bool) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "data.txt").write_text("what the judge asks", encoding="utf-8")
    house = House(tmp_path / "house", environment={"AUTOGRADER_CACHE": str(data)})
    if closed:
        edit = [('    promises = {"one number', '    closed_book = True\n    promises = {"one number')]
        house.lesson = lessons.write(house.root / "source", exercises=edit)
    house.nbgrader("generate_assignment", lessons.NAME)
    files = house.classroom().answering("ada", {**lessons.ANSWERS, "weighted_mean": LOOKS}).files
    house.hand_in(Submission("ada", {**files, "learned.txt": "by heart"}))
    house.autograder("grade", lessons.NAME, "--course", str(house.root))
    assert house.points("ada")["weighted_mean"] == 2  # the answer itself is right
    said = str(house.graded("ada").cells).replace(repr(LOOKS), "")
    seen = [part.split("]")[0] for part in said.split("SEEN [")[1:] if not part.startswith('", ')]
    assert seen, said
    for names in seen:
        assert (names == "") == closed, seen
        assert closed or ("data.txt" in names and "learned.txt" in names), seen
