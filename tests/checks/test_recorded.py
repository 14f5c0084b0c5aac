"""The file of recorded cases: the same bytes twice, small, readable, and a clear sentence where it is not."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch

from autograder.checks import recorded, scoring
from autograder.checks.expectations import Distribution, SameAs
from autograder.checks.recorded import RecordedCase, Recording, RecordingError, fingerprint
from autograder.checks.scoring import Rubric, Slip
from autograder.checks.values import pack
from autograder.release import record


def recording(name: str = "f", size: int = 3) -> Recording:
    values = torch.randn(size, generator=torch.Generator().manual_seed(0))
    oracle = {"y": values, "draws": Distribution(np.array([0.5, 0.5])), "again": SameAs("draws")}
    outcomes = [{"values": {"y": -values}, "changed": []}, {"error": {"type": "KeyError", "message": "a"}}]
    rubric = Rubric(name, 3, {"y": 1, "draws": 1, "again": 1}, dict.fromkeys(oracle, 1e-4), ["earlier"])
    slips = [Slip("negated", "why", "look"), Slip("stopped", "why", "look")]
    return Recording(
        rubric, slips, [RecordedCase(pack({"x": values}), oracle, outcomes)], "abc", ["torch.softmax"]
    )


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    recorded.write(tmp_path / "n.checks", [recording("f"), recording("g")], "release")
    found = recorded.read(tmp_path / "n.checks")
    assert list(found) == ["f", "g"]
    one, sent = found["g"], recording("g")
    assert (one.rubric, one.slips, one.stub, one.forbid) == (sent.rubric, sent.slips, sent.stub, sent.forbid)
    assert one.cases[0].inputs == sent.cases[0].inputs
    assert torch.equal(one.cases[0].oracle["y"], sent.cases[0].oracle["y"])
    assert one.cases[0].oracle["draws"].p.tolist() == [0.5, 0.5]
    assert one.cases[0].slip_outcomes[1] == sent.cases[0].slip_outcomes[1]
    assert recorded.exercises(tmp_path) == {"f", "g"}


def test_the_same_bytes_twice(tmp_path: Path) -> None:
    for name in "ab":
        recorded.write(tmp_path / f"{name}.checks", [recording()], "release")
    assert (tmp_path / "a.checks").read_bytes() == (tmp_path / "b.checks").read_bytes()
    assert not list(tmp_path.glob("*.writing"))


def test_a_file_that_is_too_large_is_refused_and_the_old_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "n.checks"
    recorded.write(path, [recording()], "release")
    before = path.read_bytes()
    with pytest.raises(
        RecordingError, match=r"n.checks would take 5\d\d,\d\d\d bytes, more than 500,000: use smaller sizes"
    ):
        recorded.write(path, [recording(size=50_000)], "release")
    assert path.read_bytes() == before


def test_exercises_are_found_in_whichever_file_they_are(tmp_path: Path) -> None:
    recorded.write(tmp_path / "a.checks", [recording("f")], "release")
    recorded.write(tmp_path / "b.checks", [recording("g")], "release")
    assert recorded.find("g", tmp_path).rubric.exercise == "g"
    with pytest.raises(RecordingError, match=r"a.checks knows no exercise 'h': fetch a fresh copy"):
        recorded.find("h", tmp_path)


def test_a_new_file_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.checks"
    recorded.write(path, [recording("f", size=2)], "one")
    assert recorded.find("f", tmp_path).cases[0].oracle["y"].shape == (2,)
    recorded.write(path, [recording("f", size=5)], "two")
    assert recorded.find("f", tmp_path).cases[0].oracle["y"].shape == (5,)


def test_no_file_at_all(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"no .checks file lies in .*: keep the notebook in its folder"):
        recorded.find("f", tmp_path)


@pytest.mark.parametrize("damage", ["text", "empty", "cut", "no manifest", "other value"])
def test_a_damaged_file_is_one_sentence(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "n.checks"
    recorded.write(path, [recording()], "release")
    whole = path.read_bytes()
    if damage in ("no manifest", "other value"):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("f.safetensors", b"torn" if damage == "no manifest" else pack({"exercise": "f"}))
            if damage == "other value":
                archive.writestr("manifest.json", '{"exercises": ["f"]}')
    else:
        path.write_bytes({"text": b"hello", "empty": b"", "cut": whole[: len(whole) // 2]}[damage])
    with pytest.raises(
        RecordingError, match=r"n.checks cannot be read .*; fetch a fresh copy of the course folder"
    ):
        recorded.find("f", tmp_path)
    with pytest.raises(RecordingError, match="cannot be read"):
        recorded.read(path)
    if damage != "other value":
        assert recorded.exercises(tmp_path) == set()


def test_a_fingerprint_is_blind_to_trailing_white_space_only() -> None:
    assert fingerprint("def f():\n    pass\n\n") == fingerprint("def f():   \n    pass")
    assert fingerprint("def f():\n    pass") != fingerprint("def f():\n   pass")
    assert len(fingerprint("\ud800")) == 16


def test_a_slip_of_many_whole_numbers_is_recognised(tmp_path: Path) -> None:
    """They are recorded in fewer bytes, and a student's are int64."""
    right, wrong = torch.arange(100), torch.arange(100).flip(0)
    inside = {"codes": right.clone(), "type": "int64"}
    oracle = {"codes": right, "nested": inside}
    slipped = {"codes": wrong, "nested": {**inside, "codes": wrong}}
    case = RecordedCase(pack({}), oracle, [record._compact({"values": slipped, "changed": []})])
    rubric = Rubric("f", 1, {"codes": 1, "nested": 1}, dict.fromkeys(oracle, 1e-4), [])
    sent = Recording(rubric, [Slip("backwards", "why", "look")], [case], "abc", [])
    recorded.write(tmp_path / "n.checks", [sent], "release")
    (read,) = recorded.read(tmp_path / "n.checks").values()
    (outcome,) = read.cases[0].slip_outcomes
    assert outcome["values"]["codes"].dtype == torch.uint8, "else this test tests nothing"
    verdict = scoring.score(read.rubric, [c.as_case() for c in read.cases], [{"values": slipped}], read.slips)
    assert verdict.slip is not None and verdict.slip.name == "backwards"
