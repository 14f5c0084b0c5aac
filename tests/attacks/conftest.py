"""A battle: one class of attackers and honest neighbours, graded in one run, for all tests of a lesson."""

from __future__ import annotations

import glob
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from .field import UNSOLVED, Attack, Field, Result
from .groups import ALL

if not sys.platform.startswith("linux"):
    collect_ignore_glob = ["test_*.py"]


@dataclass
class Battle:
    """A class that was graded, and what there was before."""

    field: Field
    results: dict[str, Result] = field(default_factory=dict)
    before: set[str] = field(default_factory=set)
    fingerprint_before: dict[str, str] = field(default_factory=dict)
    fingerprint_after: dict[str, str] = field(default_factory=dict)
    log: str = ""

    def run(self, attacks: list[Attack]) -> None:
        self.field.release()
        self.field.hand_in_attacks(attacks)
        self.before = leftovers(self.field.root)
        self.fingerprint_before = fingerprint(self.field.root)
        done = self.field.grade(check=False)
        self.log = done.stdout + done.stderr
        self.fingerprint_after = fingerprint(self.field.root)
        self.results = self.field.results()

    def expected(self, attack: Attack) -> dict[str, float]:
        """Exercise → points that the attack may have."""
        everything = self.field.max_points
        if (
            attack.earns == "nothing"
        ):  # of the first notebook, or of the first of several that were all broken
            broken = self.field.lesson.notebooks[0].exercises
            return {name: 0.0 if name in broken else points for name, points in everything.items()}
        if attack.earns == "all, if there is one notebook":
            return everything if len(self.field.lesson.notebooks) == 1 else {}
        module = self.field.forbidden[0]
        if attack.earns == "others, if anything is forbidden" and not module:
            return everything
        if attack.earns == "others, if torch is forbidden" and not module.startswith("torch"):
            return everything
        return everything if attack.earns == "all" else self.results[UNSOLVED].points

    def left_over(self, patience: float = 30) -> set[str]:
        """What grading left on this machine; the warm parent may stay for some seconds."""
        end = time.monotonic() + patience
        while (found := leftovers(self.field.root) - self.before) and time.monotonic() < end:
            time.sleep(0.2)
        return found


def leftovers(root: Path) -> set[str]:
    """Processes, mounts, files, sockets and control groups that belong to a course's grading."""
    from autograder.sandbox import cgroups

    found = {line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()}
    found |= {path for path in glob.glob(f"{root}/tmp/*") if "torchinductor" not in path}
    found |= set(glob.glob(f"{root}/run/autograder-*/k-*"))
    ours = cgroups.prefix(root / "run" / f"autograder-{os.getuid()}")  # other gradings may be at work here
    for place in cgroups.places():
        for path in place.folder.glob(f"{ours}*"):
            if not os.path.exists(f"/proc/{path.name.removeprefix(ours)}"):
                found.add(str(path))
    parents = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            command = Path(path).read_bytes()
        except OSError:
            continue
        if b"left-behind-by-a-student" in command:
            found.add(path)
        elif os.fsencode(root / "run") in command:  # the warm parent and all that it forked
            parents.append(path)
    return found | set(sorted(parents)[1:])


def fingerprint(root: Path) -> dict[str, str]:
    """File → hash, of all that grading must leave alone."""
    folders = [root / "source", root / "submitted", root / "course"]
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and not path.is_symlink()
        and path.stat().st_size < 10**8
        and path.stat().st_nlink == 1  # another name of the gradebook, which grading does change
        and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="session")
def battles(request: pytest.FixtureRequest) -> Iterator[Callable[[str], Battle]]:
    """Lesson → its battle, with the attacks that the chosen tests ask for."""
    names = {
        item.callspec.params["attack"].name
        for item in request.session.items
        if hasattr(item, "callspec") and "attack" in item.callspec.params
    }
    chosen = [attack for attack in ALL if attack.name in names]
    fought: dict[str, Battle] = {}
    with tempfile.TemporaryDirectory(
        prefix="ag-", dir="/tmp"
    ) as folder:  # addresses of sockets have little room

        def fight(lesson: str) -> Battle:
            if lesson not in fought:
                root = Path(folder) / str(len(fought))
                root.mkdir()
                fought[lesson] = Battle(Field(root, lesson))
                fought[lesson].run(chosen)
            return fought[lesson]

        yield fight
        if os.environ.get("AUTOGRADER_KEEP_BATTLES"):
            shutil.copytree(folder, os.environ["AUTOGRADER_KEEP_BATTLES"], symlinks=True, dirs_exist_ok=True,
                            ignore=shutil.ignore_patterns("*sock*", "pipe", "run", "submitted"))  # fmt: skip
