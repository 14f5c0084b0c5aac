"""What imports what: no circles, and nothing of the notebook kernel in the process that grades."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "autograder"


def _modules() -> dict[str, Path]:
    """The package's modules by dotted name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def _imported(path: Path, known: dict[str, Path]) -> set[str]:
    """The package's modules that a file names in an import, wherever in the file it stands.

    Leaving an import to a function, or to the type checker alone, hides a circle and does not open it.
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in known else node.module for name in inside}
    return found & known.keys()


def _circle(arrows: dict[str, set[str]]) -> list[str]:
    """The modules of one circle, in order; none where there is no circle."""
    done: set[str] = set()

    def search(name: str, way: list[str]) -> list[str]:
        if name in way:
            return way[way.index(name) :]
        if name in done:
            return []
        found = next((c for each in sorted(arrows[name]) if (c := search(each, [*way, name]))), [])
        done.add(name)
        return found

    return next((circle for name in sorted(arrows) if (circle := search(name, []))), [])


def test_no_module_imports_itself_by_way_of_others() -> None:
    known = _modules()
    assert len(known) > 80
    circle = _circle({name: _imported(path, known) - {name} for name, path in known.items()})
    assert not circle, " → ".join([*circle, circle[0]])


def test_a_circle_is_found() -> None:
    assert _circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["b", "c"]
    assert _circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


@pytest.mark.parametrize("module", ["grading.run", "grading.execute", "kernels.provisioner"])
def test_the_grader_loads_nothing_of_the_kernel(module: str) -> None:
    """ipykernel and IPython belong into kernels; the kernel's own file even changes ipykernel as it is loaded."""
    code = f"import sys, autograder.{module}; print([m for m in sys.modules if m.startswith(('ipykernel', 'IPython'))])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_who_shares_a_class_out_loads_no_torch() -> None:
    """It loads for a second or more, beside the workers that need it."""
    code = (
        "import sys, autograder.grading.run, autograder.reporting.class_page; print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_no_process_builds_a_grammar_of_web_addresses() -> None:
    code = (
        "import sys, autograder, nbformat.validator; print([m for m in sys.modules if m.startswith('lark')])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
