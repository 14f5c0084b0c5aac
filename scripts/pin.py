"""Write constraints.txt and environment.yml from the environment that runs this file.

`make constraints` calls it after a change of pyproject.toml, once the tests pass with what pip then chose.
"""

from __future__ import annotations

import platform
import re
import sys
import tomllib
from datetime import date
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def canonical(name: str) -> str:
    """The one spelling under which pip compares names (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def installed() -> dict[str, str]:
    """Canonical name → public version (no +cpu) of everything installed but the course itself."""
    left_out = {"transformer-course", "setuptools", "wheel"}
    found = {canonical(d.name): d.version.partition("+")[0] for d in distributions()}
    return {name: version for name, version in sorted(found.items()) if name not in left_out}


def runtime_names(pyproject: Path = ROOT / "pyproject.toml") -> list[str]:
    """Canonical names of the runtime dependencies, in pyproject's order."""
    listed = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]["dependencies"]
    return [canonical(re.match(r"[\w.-]+", line)[0]) for line in listed]  # type: ignore[index]


def constraints_text(pins: dict[str, str]) -> str:
    python = ".".join(platform.python_version_tuple()[:2])
    lines = [
        f"# Versions tested together: Python {python}, {platform.system()}, {date.today()}.",
        "# Written by `make constraints`, together with environment.yml.",
    ]
    return "\n".join([*lines, *(f"{name}=={version}" for name, version in pins.items()), ""])


def environment_text(pins: dict[str, str], names: list[str]) -> str:
    head = """\
# conda env create --file environment.yml, in this folder, and then: conda activate transformer-course
# The versions are those of constraints.txt. Written by `make constraints`; conda itself was not tried.
name: transformer-course
channels:
  - conda-forge
  - nodefaults
dependencies:
  - python=3.11
  - pip
  - pip:
      - --constraint constraints.txt
"""
    return head + "".join(f"      - {name}=={pins[name]}\n" for name in names) + "      - --editable .\n"


def main() -> None:
    pins, names = installed(), runtime_names()
    missing = [name for name in names if name not in pins]
    if missing:
        sys.exit(
            f"Not installed in this environment: {', '.join(missing)}. Run pip install -e '.[dev]' first."
        )
    (ROOT / "constraints.txt").write_text(constraints_text(pins), encoding="utf-8")
    (ROOT / "environment.yml").write_text(environment_text(pins, names), encoding="utf-8")


if __name__ == "__main__":
    main()
