"""The files that describe the house agree with each other and with what is in it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import distributions, packages_distributions
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from autograder.doctor import everyone
from autograder.release.bundle import EDITABLE

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OWN = {"autograder", "utils", "benchmarks", "tests"}


@cache
def tracked() -> list[Path]:
    """The files that git knows, relative to the root; skips where this is no repository."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    paths = [Path(name) for name in listed.stdout.split("\0") if name]
    return [path for path in paths if (ROOT / path).is_file()]


@cache
def texts() -> dict[Path, str]:
    """The tracked files that are text."""
    found = {}
    for path in tracked():
        try:
            found[path] = (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return found


def pins(lines: list[str]) -> dict[str, str]:
    """Canonical name → version of lines like name==version; extras and markers are left out."""
    stripped = (line.partition(";")[0].strip() for line in lines)
    split = [line.split("==") for line in stripped if line and line[0] not in "#-"]
    return {canonicalize_name(name.partition("[")[0]): version for name, version in split}


def requirements(*extras: str) -> dict[str, Requirement]:
    """Canonical name → requirement of the project and of these extras, extras of extras resolved."""
    listed = list(PROJECT["dependencies"])
    for extra in extras:
        listed += PROJECT["optional-dependencies"][extra]
    found: dict[str, Requirement] = {}
    for line in listed:
        requirement = Requirement(line)
        if requirement.name == PROJECT["name"]:
            found |= requirements(*requirement.extras)
        else:
            found[canonicalize_name(requirement.name)] = requirement
    return found


CONSTRAINTS = pins((ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines())


# ---- versions --------------------------------------------------------------------------------------


def test_every_dependency_is_pinned_within_its_range() -> None:
    wanted = requirements(*PROJECT["optional-dependencies"])
    assert not wanted.keys() - CONSTRAINTS.keys(), "run make constraints"
    outside = {name: CONSTRAINTS[name] for name, r in wanted.items() if CONSTRAINTS[name] not in r.specifier}
    assert not outside


def test_pinned_packages_install_on_every_supported_python() -> None:
    """Debian 12 has Python 3.11.2; a package that wants a later 3.11 cannot be pinned."""
    refused = {}
    for distribution in distributions():
        wanted = SpecifierSet(distribution.metadata.get("Requires-Python") or "")
        if not all(wanted.contains(version) for version in ("3.11.0", "3.12.0", "3.13.0")):
            refused[distribution.name] = str(wanted)
    assert not refused


def test_conda_gets_the_same_pins_and_what_instructors_and_ci_need() -> None:
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    lines = environment["dependencies"][-1]["pip"]
    assert [line for line in lines if line.startswith("-")] == [
        "--constraint constraints.txt",
        "--editable .[dev]",
    ]
    assert pins(lines) == {name: CONSTRAINTS[name] for name in requirements("dev")}
    markers = {Requirement(line).name: Requirement(line).marker for line in lines if line[0] != "-"}
    assert markers == {name: wanted.marker for name, wanted in requirements("dev").items()}
    assert {"peft", "pyseccomp", "cosmic-ray", "pytest"} <= pins(lines).keys()
    assert "python=3.11" in environment["dependencies"]
    assert "3.11" in PROJECT["requires-python"]


def test_students_get_the_runtime_dependencies_alone() -> None:
    """What the bundle makes of the two files: no pins for instructors and CI, and the wheel in the course's place."""
    for name in ("environment.yml", "requirements.txt"):
        text, replaced = EDITABLE.subn(r"\1./it.whl", (ROOT / name).read_text(encoding="utf-8"))
        assert replaced == 1 and text.count("./it.whl") == 1 and "--editable" not in text
        if name == "environment.yml":
            lines = yaml.safe_load(text)["dependencies"][-1]["pip"]
            assert lines.pop() == "./it.whl"
            assert pins(lines) == {name: CONSTRAINTS[name] for name in requirements()}


def test_what_is_overridden_has_an_upper_bound_at_what_was_tried() -> None:
    """Methods that are no public interface are overridden in these: a version that was never tried may break them."""
    assert {name: ".".join(CONSTRAINTS[name].split(".")[:2]) for name in everyone.TRIED} == everyone.TRIED, (
        "run the tests with the new versions, and then set doctor.TRIED"
    )
    for name, tried in everyone.TRIED.items():
        major, minor = map(int, tried.split("."))
        wanted = requirements()[name].specifier
        assert f"{major}.{minor}.99" in wanted and f"{major}.{minor + 1}" not in wanted, name


def imported(path: Path) -> set[str]:
    """Top-level modules that a file imports anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(texts()[path])):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - OWN


# of autograder/, what runs in a student's notebook and in a student's commands
STUDENTS_ROOMS = {
    ("autograder", room) for room in ("checks", "progress", "notebook", "errors.py", "cli.py", "__init__.py")
}
STUDENTS_MODULES = {
    "autograder/doctor/everyone.py", "autograder/lesson/jupyterlab.py",
    *(f"autograder/commands/{name}.py" for name in ("common", "doctor", "fetch", "progress")),
}  # fmt: skip


def who_runs(path: Path) -> str:
    """The smallest set of dependencies that this file may import: runtime, instructor, cluster or dev; or nothing."""
    top = path.parts[0]
    if path.suffix != ".py" or top not in ("tests", "benchmarks", "scripts", "autograder", "utils", "source"):
        return ""
    if top in ("tests", "benchmarks", "scripts"):
        return "dev"
    if path == Path("autograder/grading/cluster.py"):
        return "cluster"  # nobody else loads it, and it says what to install
    student = top == "utils" or path.parts[:2] in STUDENTS_ROOMS or path.as_posix() in STUDENTS_MODULES
    notebook = top == "source" and path.parent.name != "exercises" and path.name != "smallest.py"
    return "runtime" if student or notebook else "instructor"


# brought by Jupyter, torch or pytest, and not wanted in any other version than theirs
COME_ALONG = {"tornado", "packaging", "zmq", "sqlalchemy", "pandas", "IPython", "PIL"}


@pytest.mark.parametrize("kind", ["runtime", "instructor", "cluster", "dev"])
def test_what_is_imported_is_declared(kind: str) -> None:
    """What a file imports is a dependency of those who run it, and not by accident one of a dependency."""
    distributions = packages_distributions()
    declared = requirements() if kind == "runtime" else requirements(kind)
    missing: dict[str, list[str]] = {}
    for path in texts():
        if who_runs(path) != kind:
            continue
        shared = (path.parent, Path("tests")) if path.parts[0] == "tests" else (path.parent,)
        beside = {other.stem for other in tracked() if other.parent in shared}
        for module in imported(path) - beside - COME_ALONG:
            names = {canonicalize_name(name) for name in distributions.get(module, [module])}
            if not names & declared.keys():
                missing.setdefault(module, []).append(str(path))
    assert not missing


# ---- README and Makefile ---------------------------------------------------------------------------


def test_readme_maps_every_folder() -> None:
    readme = texts()[Path("README.md")]
    folders = {path.parts[0] for path in tracked() if len(path.parts) > 1}
    assert not {folder for folder in folders if f"{folder}/" not in readme}


def test_every_target_exists_and_is_explained() -> None:
    makefile = texts()[Path("Makefile")]
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.M)
    explained = re.findall(r"^([a-z-]+):.*## ", makefile, re.M)
    assert sorted(phony.split()) == sorted(explained)
    wanted = {
        "demo",
        "test",
        "test-all",
        "lab",
        "release",
        "solutions",
        "audit",
        "grade",
        "bench",
        "clean",
        "help",
    }
    assert wanted <= set(explained)


def test_commands_that_are_named_exist() -> None:
    """`make x` in README, CONTRIBUTING and docs/ is a target."""
    targets = set(re.findall(r"^([a-z-]+):", texts()[Path("Makefile")], re.M))
    for path, text in texts().items():
        if path.suffix == ".md":
            named = set(re.findall(r"(?:`|^)make ([a-z][a-z-]+)", text, re.M))
            assert not named - targets, path


def test_links_between_files_lead_somewhere() -> None:
    for path, text in texts().items():
        if path.suffix != ".md":
            continue
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
            if "://" not in target and not target.startswith("mailto:"):
                assert (ROOT / path.parent / target).exists(), f"{path}: {target}"


# ---- what is in git --------------------------------------------------------------------------------


def test_no_path_of_anybodys_machine() -> None:
    """A path that exists on one machine only has no place in the project."""
    machine = re.compile(r"(?<![\w.~])/(work|opt/wheels|opt/pypi|home/(?!course/)\w+|Users/\w+)/")
    found = {str(path): match[0] for path, text in texts().items() if (match := machine.search(text))}
    assert not found


def test_nothing_is_committed_that_is_built_or_private() -> None:
    names = [str(path) for path in tracked()]
    private = re.compile(
        r"(^|/)(\.venv|build|submitted|autograded|feedback|__pycache__)/|gradebook\.db|\.nbgrader\.log"
    )
    assert not [name for name in names if private.search(name)]
    assert not [name for name in names if name.startswith("source/") and name.endswith(".ipynb")]
    assert not [name for name in names if (ROOT / name).stat().st_size > 1_000_000]


def test_recorded_cases_stay_small() -> None:
    large = {str(p): (ROOT / p).stat().st_size for p in tracked() if p.suffix == ".checks"}
    assert not {name: size for name, size in large.items() if size > 500_000}


def test_no_emoji_and_no_conflict_markers() -> None:
    """Lessons may hold emoji as data: tokenizers have to deal with them."""
    emoji = re.compile("[\U0001f300-\U0001faff\u2705\u274c\u26a0\u2728\u2b50]")
    conflict = re.compile(r"^(<{7}|>{7}) ", re.M)
    assert not [str(path) for path, text in texts().items() if conflict.search(text)]
    ours = {
        path: text for path, text in texts().items() if path.parts[0] not in ("source", "course", "tests")
    }
    assert not [str(path) for path, text in ours.items() if emoji.search(text)]


def test_scripts_are_sound() -> None:
    for path in [path for path in tracked() if path.suffix == ".sh" or str(path) == ".ci/run"]:
        subprocess.run(["bash", "-n", path], cwd=ROOT, check=True)
