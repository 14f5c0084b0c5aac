"""What all tests share: which ones run by default, what is drawn, one thread, and Jupyter folders of their own."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest
from hypothesis import settings

SKIPPED_BY_DEFAULT = {"slow", "network", "browser"}

# Two cores and several workers: more threads than that make every test slower, and torch's forks unsafe.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("MPLBACKEND", "agg")
# Checks that run in tests are nobody's progress.
os.environ["AUTOGRADER_PROGRESS"] = "off"

# Jupyter, IPython and matplotlib read and write folders in the user's home; tests must depend on none of it.
_home = tempfile.mkdtemp(prefix="t-")  # short: addresses of sockets have little room
for _name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
    os.environ[_name] = os.path.join(_home, _name.lower())
# Nor is a model that a notebook trains in a test anybody's own.
os.environ["AUTOGRADER_OWN_MODEL"] = os.path.join(_home, "own_model")
# A warm parent of our own: some tests kill it, and another run of tests, or another of its workers, needs its own.
os.environ["XDG_RUNTIME_DIR"] = os.path.join(_home, "r")
os.mkdir(os.environ["XDG_RUNTIME_DIR"], 0o700)

# The same examples every time, so that no change is refused for a case that it has nothing to do with. The weekly run
# sets RANDOM_TESTS and draws others.
settings.register_profile(
    "course", derandomize=not os.environ.get("RANDOM_TESTS"), database=None, deadline=None
)
settings.load_profile("course")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--everything", action="store_true", help="run the slow, network and browser tests as well"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long ones out, unless they are asked for by --everything, by -m, or by the name of a test."""
    asked = config.getoption("--everything") or config.option.markexpr
    if asked or any("::" in argument for argument in config.args):
        return
    chosen, left_out = [], []
    for item in items:
        names = {marker.name for marker in item.iter_markers()}
        (left_out if names & SKIPPED_BY_DEFAULT else chosen).append(item)
    items[:] = chosen
    if left_out:
        config.hook.pytest_deselected(items=left_out)


def pytest_unconfigure() -> None:
    shutil.rmtree(_home, ignore_errors=True)
