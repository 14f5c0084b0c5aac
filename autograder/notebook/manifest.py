"""What a file of recorded cases says of itself: the release that it was made for, and its exercises in order.

Such a file, `NOTEBOOK.checks`, lies beside each released notebook (checks/recorded.py writes it). Reading this much of
it needs neither torch nor the cases.
"""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SUFFIX = ".checks"
# What reading a damaged file may raise.
DAMAGED = (
    OSError,
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    EOFError,
    RuntimeError,  # a method of packing that is none, or a password
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
_NAME = "manifest.json"
FORM = 3  # what is recorded; 1 had no pairs of mistakes, 2 had fewer of them, in coarser steps


@dataclass(frozen=True)
class Manifest:
    """The manifest of one file."""

    release: str | None
    exercises: Sequence[str]
    form: int = 1


def read(path: Path) -> Manifest:
    """The manifest of a file. Raises one of DAMAGED where it cannot be read."""
    with zipfile.ZipFile(path) as archive:
        content = json.loads(archive.read(_NAME))
    return Manifest(content.get("release"), tuple(content["exercises"]), content.get("form", 1))


def find(path: Path) -> Manifest | None:
    """The manifest of a file; None where there is no file, or none that can be read."""
    try:
        return read(path)
    except DAMAGED:
        return None


def entry(release: str, exercises: Sequence[str]) -> tuple[str, str]:
    """The name and the text of the manifest, for the archive."""
    return _NAME, json.dumps({"release": release, "form": FORM, "exercises": list(exercises)}, indent=1)
