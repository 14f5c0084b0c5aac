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

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
MORE = "# for instructors and CI; the bundle for students leaves these out"


def canonical(name: str) -> str:
    """The one spelling under which pip compares names (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def installed() -> dict[str, str]:
    """Canonical name → public version (no +cpu) of everything installed but the course itself."""
    left_out = {"transformer-course", "setuptools", "wheel"}
    found = {canonical(d.name): d.version.partition("+")[0] for d in distributions()}
    return {name: version for name, version in sorted(found.items()) if name not in left_out}


def requirements(extra: str = "", pyproject: Path = ROOT / "pyproject.toml") -> list[Requirement]:
    """The runtime dependencies or, with an extra, its own, those of its extras among them, in pyproject's order."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    lines = project["optional-dependencies"][extra] if extra else project["dependencies"]
    found: list[Requirement] = []
    for requirement in map(Requirement, lines):
        if requirement.name == project["name"]:
            found += [each for name in sorted(requirement.extras) for each in requirements(name, pyproject)]
        else:
            found.append(requirement)
    return found


def constraints_text(pins: dict[str, str]) -> str:
    python = ".".join(platform.python_version_tuple()[:2])
    lines = [
        f"# Versions tested together: Python {python}, {platform.system()}, {date.today()}.",
        "# Written by `make constraints`, together with environment.yml.",
    ]
    return "\n".join([*lines, *(f"{name}=={version}" for name, version in pins.items()), ""])


def environment_text(pins: dict[str, str]) -> str:
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
    runtime, more = (
        "".join(f"      - {_pinned(each, pins)}\n" for each in requirements(extra)) for extra in ("", "dev")
    )
    return f"{head}{runtime}      {MORE}\n{more}      - --editable .[dev]\n"


def _pinned(requirement: Requirement, pins: dict[str, str]) -> str:
    name = canonical(requirement.name)
    extras = f"[{','.join(sorted(requirement.extras))}]" if requirement.extras else ""
    marker = f"; {requirement.marker}" if requirement.marker else ""
    return f"{name}{extras}=={pins[name]}{marker}"


def main() -> None:
    pins = installed()
    names = [canonical(each.name) for extra in ("", "dev") for each in requirements(extra)]
    missing = [name for name in names if name not in pins]
    if missing:
        sys.exit(
            f"Not installed in this environment: {', '.join(missing)}. Run pip install -e '.[dev]' first."
        )
    (ROOT / "constraints.txt").write_text(constraints_text(pins), encoding="utf-8")
    (ROOT / "environment.yml").write_text(environment_text(pins), encoding="utf-8")


if __name__ == "__main__":
    main()
