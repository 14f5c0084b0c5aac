"""A kernel of a closed book, in the sandbox: neither the course's data nor a file that was handed in can be read.

And what is withheld from the probe is nowhere in the process, whoever searches it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import tiny_lesson

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
        house.lesson = tiny_lesson.write(house.root / "source", exercises=edit)
    house.nbgrader("generate_assignment", tiny_lesson.NAME)
    files = house.classroom().answering("ada", {**tiny_lesson.ANSWERS, "weighted_mean": LOOKS}).files
    house.hand_in(Submission("ada", {**files, "learned.txt": "by heart"}))
    house.autograder("grade", tiny_lesson.NAME, "--course", str(house.root))
    assert house.points("ada")["weighted_mean"] == 2  # the answer itself is right
    outputs = [
        output.get("text", "") for cell in house.graded("ada").cells for output in cell.get("outputs", [])
    ]
    (seen,) = [text.split()[1:] for text in outputs if text.startswith("SEEN")]
    if closed:
        assert seen == []
    else:
        assert "data.txt" in seen and len(seen) > 1, seen


SEARCHES = """
import gc
import sys
def weighted_mean(x, w):
    def is_it(value):
        if isinstance(value, bytes):
            return "12345.5".encode() in value
        return isinstance(value, float) and abs(value) < 1e6 and int(value) == 12345
    frame, found = sys._getframe(1), set()
    while frame:
        found |= {"frame" for value in frame.f_locals.values() if is_it(value)}
        frame = frame.f_back
    for thing in gc.get_objects():
        parts = thing.values() if type(thing) is dict else thing if type(thing) in (list, tuple, set) else ()
        found |= {"object" for value in list(parts) if is_it(value)}
    return (x * w).sum(dim=-1) / w.sum() if sorted(found) == EXPECTED else None
"""


@pytest.mark.parametrize("withheld", [True, False])
def test_what_is_withheld_is_in_no_frame_and_no_object(tmp_path: Path, withheld: bool) -> None:
    """Right is what finds nothing; and where it crosses to the probe, as inputs do, what finds it twice."""
    house = House(tmp_path)
    hidden = 'withheld = ["came"]\n    promises' if withheld else "promises"
    mean = 'def oracle({}):\n        return {{"mean"'
    exercises = [
        (
            f'"w": rng.uniform(1, 3, shape[-1])}}\n\n    {mean.format("x, w")}',
            f'"w": rng.uniform(1, 3, shape[-1]), "came": 12345.5}}\n\n    {mean.format("x, w, came")}',
        ),
        (', forbid=["np.average", "torch.softmax", ".softmax"]', ""),  # else a search would not even be run
        ('promises = {"one number', f'{hidden} = {{"one number'),
    ]
    text = [
        ('@check("weighted_mean")\ndef _(x, w):', '@check("weighted_mean")\ndef _(x, w, came=None):'),
        (" · without `np.average`, `torch.softmax`", ""),
    ]
    search = SEARCHES.replace("EXPECTED", str([] if withheld else ["frame", "object"]))
    house.lesson = tiny_lesson.write(house.root / "source", text=text, exercises=exercises)
    house.nbgrader("generate_assignment", tiny_lesson.NAME)
    house.hand_in(house.classroom().answering("ada", {**tiny_lesson.ANSWERS, "weighted_mean": search}))
    house.autograder("grade", tiny_lesson.NAME, "--course", str(house.root))
    assert house.points("ada")["weighted_mean"] == 2
