"""Is everything here that the course needs? For students in one line, and in a list that says what to type.

Nothing is changed or fetched by looking. What instructors need besides is in doctor/instructors.py.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import InvalidVersion

from autograder.errors import INSTALL, to_type

PACKAGE = "transformer-course"
PYTHON = (3, 11)
SPACE_GB = 5  # what the data and weights of all lessons need, with some room
# What a lesson cannot do without, for the case that the course was never installed and cannot say itself what it needs.
NEEDED = ["torch>=2.11", "numpy>=2.0", "jupyterlab>=4.4", "datasets>=4.0", "tiktoken>=0.9"]

# Packages of which methods are overridden that are no public interface, and the versions that the tests ran with.
TRIED = {"nbclient": "0.11", "nbconvert": "7.17", "ipykernel": "7.4", "jupyter-client": "8.10"}

# What shows notebooks and runs their cells. Colab does both in its own way, with other versions.
SHOW_NOTEBOOKS = {
    "ipykernel", "ipywidgets", "jupyter-client", "jupyter-core", "jupyter-server", "jupyterlab", "nbclient",
    "nbconvert", "nbformat", "nbgrader", "notebook", "psutil", "traitlets",
}  # fmt: skip

OK, NOTE, PROBLEM = "ok", "note", "problem"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. remedy: what to type or do; a note is worth knowing, a problem has to be fixed."""

    topic: str
    state: str
    says: str
    remedy: str = ""


def in_colab() -> bool:
    """Whether this notebook runs in Google Colab."""
    return "google.colab" in sys.modules


def environment() -> bool:
    """Print one line: everything is installed, or what is missing and what to type. Returns whether all is here."""
    findings = [python(), pytorch(), packages()]
    problems = [finding.says for finding in findings if finding.state == PROBLEM]
    if problems:
        mend = "Run the cell of COLAB.md again" if in_colab() else f"In the course folder, type: {INSTALL}"
        print(f"{'; '.join(problems)}. {mend}")
        return False
    print(f"Python {findings[0].says}, torch {findings[1].says}. Everything is installed.")
    return True


def examine() -> Iterator[Finding]:
    """Everything that a student needs, the quickest first."""
    yield python()
    yield packages()
    yield pytorch()
    yield machine()
    yield kernel()
    yield cache()
    yield course()


def python() -> Finding:
    found = platform.python_version()
    if sys.version_info[:2] >= PYTHON:
        return Finding("Python", OK, found)
    wanted = ".".join(map(str, PYTHON))
    says = f"Python {found} is older than {wanted}"
    return Finding(
        "Python", PROBLEM, says, f"install Python {wanted} or newer from https://www.python.org/downloads"
    )


def packages() -> Finding:
    """Every package that the course declares, in a version that it was written for."""
    try:
        declared = importlib.metadata.requires(PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        declared = NEEDED
    wanted = [Requirement(line) for line in declared]
    wanted = [each for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})]
    if in_colab():  # which shows notebooks in its own way
        wanted = [each for each in wanted if each.name not in SHOW_NOTEBOOKS]
    missing = [sentence for each in wanted if (sentence := missing_package(each))]
    if missing:
        return Finding("Packages", PROBLEM, "; ".join(missing), INSTALL)
    if untried := [sentence for name, tried in TRIED.items() if (sentence := _untried(name, tried))]:
        return Finding("Packages", NOTE, f"all {len(wanted)} are installed; {'; '.join(untried)}", INSTALL)
    return Finding("Packages", OK, f"all {len(wanted)} are installed")


def _untried(name: str, tried: str) -> str | None:
    """A sentence where this package has another version than the course was tried with."""
    try:
        found = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None
    if found == tried or found.startswith(f"{tried}."):
        return None
    return f"{name} {found} was never tried with this course, {tried} was"


def missing_package(wanted: Requirement) -> str | None:
    """What is wrong with one package, or None."""
    try:
        found = importlib.metadata.version(wanted.name)
        if wanted.specifier.contains(found, prereleases=True):
            return None
    except importlib.metadata.PackageNotFoundError:
        return f"{wanted.name} is missing"
    except InvalidVersion:
        return None
    untried = _untried(wanted.name, TRIED[wanted.name]) if wanted.name in TRIED else None
    return untried or f"{wanted.name} {found} does not fit {wanted.specifier}"


def pytorch() -> Finding:
    """PyTorch really loads, and what it runs on."""
    try:
        import torch
    except ModuleNotFoundError:
        return Finding("PyTorch", PROBLEM, "torch is missing", INSTALL)
    except Exception as error:  # a broken or foreign build fails in many ways
        first = (str(error).splitlines() or [""])[0]
        says = f"torch is here but cannot be loaded: {type(error).__name__}: {first}"
        return Finding("PyTorch", PROBLEM, says, f"pip install --force-reinstall torch, or {INSTALL}")
    return Finding("PyTorch", OK, f"{torch.__version__} on {_device()}")


def _device() -> str:
    import torch

    if torch.cuda.is_available():
        return torch.cuda.get_device_name()
    threads = torch.get_num_threads()
    cpu = f"the CPU, {threads} thread{'s' if threads != 1 else ''}"
    if torch.backends.mps.is_available():
        return f'{cpu}; device = "mps" in a notebook takes this Mac\'s GPU'
    return cpu


def machine() -> Finding:
    try:
        import psutil
    except ModuleNotFoundError:
        return Finding("Machine", NOTE, f"{os.cpu_count()} cores")
    memory = psutil.virtual_memory().total / 2**30
    says = f"{os.cpu_count()} cores, {memory:.0f} GB of memory"
    if memory < 3.5:
        return Finding("Machine", NOTE, says, "close other programs before the lessons that train models")
    return Finding("Machine", OK, says)


def memory() -> None:
    """Print what this notebook's kernel holds, and how to give it back before the next lesson."""
    import psutil

    held = psutil.Process().memory_info().rss / 2**30
    print(
        f"This notebook's kernel holds {held:.1f} GB of memory until you shut it down. Before you open\n"
        "another notebook, choose Kernel › Shut Down Kernel; your answers stay in the file."
    )


def kernel() -> Finding:
    """A notebook's kernel has to be this Python: another one knows none of the packages."""
    try:
        from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
    except ModuleNotFoundError:
        return Finding("Kernel", PROBLEM, "Jupyter is missing", INSTALL)
    mend = f"{sys.executable} -m ipykernel install --sys-prefix"
    try:
        command = KernelSpecManager().get_kernel_spec("python3").argv[0]
    except NoSuchKernel:
        return Finding("Kernel", PROBLEM, "Jupyter knows no kernel called python3", mend)
    # Kernel commands that Jupyter replaces by the Python that it runs in.
    replaced = {
        "python",
        "python3",
        "python{}.{}".format(*sys.version_info[:2]),
    }
    if command in replaced or _same(command, sys.executable):
        return Finding("Kernel", OK, "python3 is this Python")
    return Finding("Kernel", PROBLEM, f"the kernel python3 is another Python, {command}", mend)


def _same(one: str, other: str) -> bool:
    """Whether two paths are one interpreter; the links of different environments to one program are not."""
    return os.path.normcase(os.path.abspath(one)) == os.path.normcase(os.path.abspath(other))


def cache() -> Finding:
    """Where data and weights are kept: writable, with room, or one that others fill, and what is there already."""
    from utils import assets

    folder = assets.cache_folder()
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    writable = existing.is_dir() and os.access(existing, os.W_OK)
    if not writable and not (folder / "assets").is_dir():
        says = f"the cache {folder} cannot be written"
        return Finding(
            "Cache", PROBLEM, says, "set the environment variable AUTOGRADER_CACHE to a folder that is yours"
        )
    broken = [sentence for name in assets.ASSETS if (sentence := assets.damage(name))]
    if broken:
        says, _, remedy = broken[0].rstrip(".").partition("; ")
        more = f", and {len(broken) - 1} more of its data sets and models" if len(broken) > 1 else ""
        return Finding("Cache", PROBLEM, says + more, remedy)
    wanted = [asset.name for asset in assets.ASSETS.values() if not asset.optional]
    there = sum(assets.cached(name) is not None for name in wanted)
    free = shutil.disk_usage(existing).free / 2**30
    if not writable:  # one for all users of a machine, which its administrator fills
        says = f"{there} of {len(wanted)} data sets and models are in {folder}, which you can only read"
        missing = there < len(wanted)
        ask = "for the others, ask whoever keeps this folder to type there: autograder fetch"
        return Finding("Cache", NOTE if missing else OK, says, ask if missing else "")
    says = f"{there} of {len(wanted)} data sets and models are in {folder}, {free:.0f} GB free"
    if there < len(wanted) and free < SPACE_GB:
        return Finding(
            "Cache",
            PROBLEM,
            says,
            f"make {SPACE_GB} GB free, or set AUTOGRADER_CACHE to a folder on another disk",
        )
    if there < len(wanted):
        return Finding(
            "Cache",
            NOTE,
            says,
            f"lessons fetch the others when they need them; to fetch them all now, type {to_type('autograder fetch')}",
        )
    return Finding("Cache", OK, says)


def course() -> Finding:
    """The lessons around here, each with the recorded cases that its checks compare with."""
    from autograder.errors import CourseError
    from autograder.progress import remembered

    try:
        folder = remembered.find_course(Path.cwd())
    except CourseError:
        return Finding(
            "Lessons", NOTE, "none here", "go to the course folder, with cd, to have it looked at too"
        )
    found = remembered.rows(folder)
    checked = {row.path for row in found}
    alone = [
        p.relative_to(folder) for p in sorted(folder.glob("*/*.ipynb")) if p not in checked and _has_checks(p)
    ]
    if alone:
        names = ", ".join(map(str, alone))
        return Finding(
            "Lessons", PROBLEM, f"beside {names} the file that ends in .checks is missing", _copy_again()
        )
    exercises = sum(len(row.steps) for row in found)
    return Finding("Lessons", OK, f"{len(found)} notebooks with {exercises} exercises in {folder}")


def _has_checks(notebook: Path) -> bool:
    return notebook.is_file() and "@check(" in notebook.read_text(encoding="utf-8", errors="replace")


def _copy_again() -> str:
    return "unpack the course again beside your own copy, and copy the missing file from there"
