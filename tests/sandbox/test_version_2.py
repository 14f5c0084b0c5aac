"""The sandbox's limits on control groups of version 2, in a virtual machine that has no others (machine.py)."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.sandbox import machine
from tests.sandbox.version_2 import LIMITS

pytestmark = pytest.mark.slow
REASON = machine.why_not()


@pytest.fixture(scope="module")
def answers() -> Iterator[dict[str, Any]]:
    """Who → what became of the attacks; everything runs in one machine, which takes minutes without KVM."""
    if REASON:
        pytest.skip(REASON)
    with tempfile.TemporaryDirectory(prefix="ag-", dir="/tmp") as folder:
        code, output = machine.run([sys.executable, "-m", "tests.sandbox.version_2"], Path(folder), 1200)
    assert code == 0, output
    yield json.loads(output.splitlines()[-1])


WHO = pytest.mark.parametrize("who", ["root", "user"])


@WHO
def test_there_is_a_place(answers, who):
    """Root's is the slice of its service, an ordinary user's what systemd has handed over to them."""
    ((folder, version, controllers),) = answers[who]["places"]
    assert version == 2 and controllers == ["memory", "pids"]
    assert folder.endswith({"root": "system.slice", "user": "user@.service/app.slice"}[who])


@WHO
def test_memory_of_several_processes(answers, who):
    """Eight processes of a gigabyte, none of them above what one may have: all end together at 1.55 GB."""
    found = answers[who]["memory"]
    assert found["code"] == -9 and found["out of memory"], found
    assert found["peak MB"] <= found["limit MB"], found


@WHO
def test_fork_bomb(answers, who):
    error, _, made = answers[who]["processes"]["said"].partition(" ")
    assert error == "BlockingIOError" and int(made) < LIMITS.processes, answers[who]["processes"]


@pytest.mark.parametrize("who", ["root", "user", "session"])
def test_processor_time(answers, who):
    found = answers[who]["cpu"]
    assert found["code"] == -9 and found["said"] == "", found


@WHO
def test_nothing_is_left(answers, who):
    assert answers[who]["left"] == []


def test_a_session_that_nothing_was_handed_to(answers):
    """As over ssh: no group can be made, so the guard watches memory; processes are bounded all the same."""
    found = answers["session"]
    assert found["places"] == []
    assert found["processes"]["said"].startswith("BlockingIOError"), found
