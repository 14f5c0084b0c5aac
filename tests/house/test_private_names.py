"""Names of other libraries that are no public interface: each is there, and each is listed with its reason.

What a library may take away with any release fails here in a sentence, instead of somewhere in a kernel.
"""

from __future__ import annotations

import ast
import importlib
import importlib.machinery
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder import private

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    file.name: importlib.import_module(f"autograder.private.{file.name}")
    for file in pkgutil.iter_modules(private.__path__)
}
NEEDED: dict[str, tuple[str, str]] = {
    name: (reason, file) for file, module in FILES.items() for name, reason in module.NEEDED.items()
}
# They begin with an underscore and are documented.
DOCUMENTED = {"sys._getframe", "os._exit", "_replace"}


def found(name: str) -> bool:
    """Whether a dotted name can be looked up, or is an attribute that a class sets in its own code."""
    parts = name.split(".")
    thing: Any = importlib.import_module(parts[0])
    for number, part in enumerate(parts[1:], 1):
        if hasattr(thing, part):
            thing = getattr(thing, part)
            continue
        try:
            thing = importlib.import_module(".".join(parts[: number + 1]))
        except ImportError:
            return isinstance(thing, type) and _sets(thing, part)
    return True


def _sets(cls: type, attribute: str) -> bool:
    """Whether objects of a class get this attribute in the class's code, or, of a module's spec, in importlib's."""
    if cls is importlib.machinery.ModuleSpec:
        return f"spec.{attribute} = True" in Path(importlib._bootstrap.__file__).read_text()  # type: ignore[attr-defined]
    return any(f"self.{attribute}{after}" in inspect.getsource(cls) for after in (" =", ":", ","))


@pytest.mark.parametrize("name", NEEDED)
def test_a_private_name_is_there(name: str) -> None:
    reason, file = NEEDED[name]
    library = name.partition(".")[0]
    version = getattr(importlib.import_module(library), "__version__", "in this version")
    assert found(name), (
        f"{library} {version} has no {name} any more. It is needed for this: {reason}. "
        f"See autograder/private/{file}.py, or keep the older {library} by the cap in pyproject.toml."
    )


def test_a_name_that_is_gone_is_noticed() -> None:
    assert not found("torch._C._no_such_function") and not found("torch.library.Library.no_such_attribute")
    assert found("torch.library.Library.m")


def test_no_private_name_is_used_that_is_not_listed() -> None:
    known = {name.rpartition(".")[2] for name in NEEDED}
    missing = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sorted((ROOT / "autograder").rglob("*.py"))
        if path.parent.name != "private"
        for line, name in [*_looked_up(path), *_inherited(path)]
        if name not in DOCUMENTED and name.rpartition(".")[2] not in known
    ]
    assert not missing, "list it in autograder/private/, with what it is needed for: " + ", ".join(missing)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _looked_up(path: Path) -> Iterator[tuple[int, str]]:
    """Private attributes of anything but self."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and _is_private(node.attr):
            holder = ast.unparse(node.value)
            if holder not in ("self", "cls", "super()"):
                name = f"{holder}.{node.attr}"
                yield node.lineno, node.attr if node.attr in DOCUMENTED else name


def _inherited(path: Path) -> Iterator[tuple[int, str]]:
    """Private names that a class of ours has from a library's, which it calls or overrides."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.ClassDef) or not node.bases:
            continue
        bases = getattr(importlib.import_module(module), node.name).__mro__
        foreign = [base for base in bases if base.__module__.partition(".")[0] in LIBRARIES]
        for name, line in sorted(_named_in(node).items()):
            if any(name in vars(base) or _sets(base, name) for base in foreign):
                yield line, name


LIBRARIES = {name.partition(".")[0] for name in NEEDED}


def _named_in(node: ast.ClassDef) -> dict[str, int]:
    """Private names that a class defines, or asks of something that may be itself."""
    named: dict[str, int] = {}
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            named[part.name] = part.lineno
        elif isinstance(part, ast.Attribute):
            named[part.attr] = part.lineno
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            named[part.id] = part.lineno
    return {name: line for name, line in named.items() if _is_private(name)}


def test_every_listed_name_is_still_used() -> None:
    """Outside of its list: a reason for something that nobody uses misleads whoever raises a cap."""
    for name, (_, file) in NEEDED.items():
        last = name.rpartition(".")[2]
        texts = [
            path.read_text(encoding="utf-8")
            for path in (ROOT / "autograder").rglob("*.py")
            if path.stem != file
        ]
        own = inspect.getsource(FILES[file])
        assert any(last in text for text in texts) or own.count(last) > 1, name


def test_lists_load_no_library() -> None:
    """Only torch.py and ipykernel.py hold code; the other files are read at no cost."""
    names = ", ".join(f"autograder.private.{file}" for file in FILES if file not in ("torch", "ipykernel"))
    code = f"import sys, {names}; print(sorted({sorted(LIBRARIES)!r} & sys.modules.keys()))"
    code = code.replace(f"{sorted(LIBRARIES)!r} &", f"set({sorted(LIBRARIES)!r}) &")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_kernel_knows_no_debugger_and_its_replacements_end() -> None:
    """In a process of its own: what was imported before would decide otherwise."""
    code = """
        import sys
        from autograder.private import ipykernel as private
        assert "debugpy" not in sys.modules
        import ipykernel.debugger, ipykernel.ipkernel, ipykernel.kernelapp
        assert not ipykernel.debugger._is_debugpy_available
        before = ipykernel.kernelapp.IOPubThread
        with private.no_list_of_modules(), private.no_pipe_for_subprocesses():
            assert ipykernel.ipkernel.sys.modules == {} and ipykernel.ipkernel.sys.path is sys.path
            assert ipykernel.kernelapp.IOPubThread is not before
        assert ipykernel.ipkernel.sys is sys and ipykernel.kernelapp.IOPubThread is before
    """
    done = subprocess.run(
        [sys.executable, "-c", inspect.cleandoc(code)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
