"""The recorded cases that lie beside a released notebook: inputs, expected values and what each slip gives.

One zip file a notebook, `NOTEBOOK.checks`, of at most 500 kB. It holds results only: no solution and no wrong solution
is shipped as code.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch

from autograder.checks.known_pairs import KnownPairs
from autograder.checks.scoring import Case, Outcome, Rubric, Slip
from autograder.checks.values import pack, unpack
from autograder.errors import CourseError
from autograder.notebook import manifest
from autograder.notebook.manifest import DAMAGED, SUFFIX

MAX_FILE_BYTES = 500_000
_EPOCH = (1980, 1, 1, 0, 0, 0)  # a fixed date, so that the file is the same when it is built twice


NO_PAIRS = KnownPairs(torch.zeros(0, 2, dtype=torch.int16), torch.zeros(0, 0, dtype=torch.int16))


class RecordingError(CourseError):
    """The recorded cases are missing or unreadable; the message says what to do."""


@dataclass(frozen=True)
class RecordedCase:
    """One input of one exercise, with what the oracle and each slip give for it."""

    inputs: bytes
    oracle: dict[str, Any]
    slip_outcomes: list[Outcome]

    def as_case(self) -> Case:
        return Case(
            self.oracle,
            lambda: [_widened(outcome) for outcome in self.slip_outcomes],
            lambda: unpack(self.inputs),
            is_public=True,
        )


@dataclass(frozen=True)
class Recording:
    """All that a check needs on a student's machine for one exercise."""

    rubric: Rubric
    slips: list[Slip]
    cases: list[RecordedCase]
    stub: str  # fingerprint of the released, unanswered cell
    forbid: list[str]
    # Of an exercise that is graded with a closed book: the notebook's released code, for a dry run (dry_run.py).
    released: list[dict[str, Any]] = field(default_factory=list)
    most_characters: int | None = None
    pairs: KnownPairs = field(default_factory=lambda: NO_PAIRS)


def _widened(value: Any) -> Any:
    """Whole numbers that were recorded in fewer bytes, as the slip gave them: a student's int64 are of that kind."""
    if isinstance(value, torch.Tensor):
        return value.long() if value.dtype in (torch.uint8, torch.int16) and value.numel() > 64 else value
    if isinstance(value, dict):
        return {key: _widened(part) for key, part in value.items()}
    return [_widened(part) for part in value] if isinstance(value, list) else value


def fingerprint(cell: str) -> str:
    """A cell's identity, blind to trailing white space."""
    text = "\n".join(line.rstrip() for line in cell.strip().splitlines())
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def to_bytes(recording: Recording) -> bytes:
    """The recording of one exercise as one packed value."""
    rubric = recording.rubric
    return pack(
        {
            "exercise": rubric.exercise,
            "points": rubric.points,
            "weights": rubric.weights,
            "tolerance": rubric.tolerance,
            "uses": rubric.uses,
            "axes": rubric.axes,
            "apart": rubric.apart,
            "stub": recording.stub,
            "forbid": recording.forbid,
            "released": recording.released,
            "most_characters": recording.most_characters,
            "known_pairs": [recording.pairs.slips, recording.pairs.prints],
            "slips": [{"name": s.name, "why": s.why, "look": s.look} for s in recording.slips],
            "cases": [
                {"inputs": case.inputs, "oracle": case.oracle, "slips": list(case.slip_outcomes)}
                for case in recording.cases
            ],
        },
        shared=True,  # many slips give the same in a case, and many what is right
        arrays=True,
    )


def from_bytes(blob: bytes) -> Recording:
    """The recording that `to_bytes` wrote."""
    data = unpack(blob, trusted=True)
    keys = ("exercise", "points", "weights", "tolerance", "uses")
    # Earlier releases have no axes, and nothing that is scored apart.
    rubric = Rubric(
        **{key: data[key] for key in keys}, axes=data.get("axes", {}), apart=data.get("apart", {})
    )
    cases = [RecordedCase(c["inputs"], c["oracle"], c["slips"]) for c in data["cases"]]
    slips = [Slip(**s) for s in data["slips"]]
    # Nor a dry run, nor pairs; some have pairs in steps of another size, which are left out.
    more = {key: data[key] for key in ("released", "most_characters") if key in data}
    pairs = KnownPairs(*data["known_pairs"]) if "known_pairs" in data else NO_PAIRS
    return Recording(rubric, slips, cases, data["stub"], data["forbid"], **more, pairs=pairs)


def write(path: Path, recordings: Sequence[Recording], release: str) -> None:
    """Write the recordings of one notebook to one file, in one step."""
    content = _archive(recordings, release)
    if len(content) > MAX_FILE_BYTES:
        raise RecordingError(
            f"{path.name} would take {len(content):,} bytes, more than {MAX_FILE_BYTES:,}: "
            "use smaller sizes in its cases"
        )
    temporary = path.with_suffix(".writing")
    temporary.write_bytes(content)
    temporary.replace(path)


def fitting(recordings: Sequence[Recording], release: str) -> list[Recording]:
    """The recordings with as many pairs of mistakes as fit into one file: the longest list is halved until they do."""
    fits = list(recordings)
    while any(len(one.pairs.slips) for one in fits) and len(_archive(fits, release)) > MAX_FILE_BYTES:
        i = max(range(len(fits)), key=lambda i: fits[i].pairs.prints.numel())
        fits[i] = replace(fits[i], pairs=fits[i].pairs.first(len(fits[i].pairs.slips) // 2))
    return fits


def _archive(recordings: Sequence[Recording], release: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        name, text = manifest.entry(release, [r.rubric.exercise for r in recordings])
        archive.writestr(_entry(name), text)
        for recording in recordings:
            archive.writestr(_entry(f"{recording.rubric.exercise}.safetensors"), to_bytes(recording))
    return buffer.getvalue()


def read(path: Path) -> dict[str, Recording]:
    """All recordings of one file, by exercise."""
    try:
        names = manifest.read(path).exercises
        with zipfile.ZipFile(path) as archive:
            return {name: from_bytes(archive.read(f"{name}.safetensors")) for name in names}
    except DAMAGED as error:
        raise RecordingError(
            f"{path} cannot be read ({error}); fetch a fresh copy of the course folder"
        ) from None


def read_one(path: Path, exercise: str) -> Recording | None:
    """The recording of one exercise in a file; None where the file knows no such exercise."""
    return _read_one(path, exercise, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _read_one(path: Path, exercise: str, modified: int) -> Recording | None:
    try:
        with zipfile.ZipFile(path) as archive:
            if f"{exercise}.safetensors" not in archive.namelist():
                return None
            return from_bytes(archive.read(f"{exercise}.safetensors"))
    except DAMAGED as error:
        raise RecordingError(
            f"{path} cannot be read ({error}); fetch a fresh copy of the course folder"
        ) from None


def find(exercise: str, folder: Path) -> Recording:
    """The recording of an exercise, looked for beside the notebook."""
    files = sorted(folder.glob(f"*{SUFFIX}"))
    for path in files:
        recording = read_one(path, exercise)
        if recording is not None:
            return recording
    if not files:
        raise RecordingError(
            f"no {SUFFIX} file lies in {folder}: keep the notebook in its folder of the course, beside the file that "
            "came with it, and restart the kernel there"
        )
    raise RecordingError(
        f"{files[0].name} knows no exercise {exercise!r}: fetch a fresh copy of the course folder"
    )


def exercises(folder: Path) -> set[str]:
    """The names of all exercises that are recorded in a folder."""
    return {name for path in folder.glob(f"*{SUFFIX}") for name in _names(path, path.stat().st_mtime_ns)}


@lru_cache(maxsize=8)
def _names(path: Path, modified: int) -> frozenset[str]:
    found = manifest.find(path)
    return frozenset(found.exercises) if found else frozenset()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry
