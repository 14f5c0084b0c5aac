"""Which lessons have changed since they were last proved, so that a pull request need not prove the others again.

    python scripts/proved.py changed FILE            prints the lessons that FILE does not hold as they are now
    python scripts/proved.py remember FILE LESSON…   writes that these passed as they are now; all, if none is named

A lesson's key is a hash over all that its audit and its solutions read: its folder, what is recorded for it in course/,
the answers that people wrote for it, autograder/, what these import from utils/, and the versions of Python and torch.
FILE is kept by the CI's runner and never committed; main and the weekly run read none.
"""

from __future__ import annotations

import ast
import hashlib
import json
import platform
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def lessons(root: Path) -> list[str]:
    """The names of the lessons' folders, as `autograder` finds them."""
    return sorted({path.parent.name for path in root.glob("source/*/exercises")})


def key(root: Path, lesson: str, versions: Iterable[str] = ()) -> str:
    """The hash over everything that this lesson stands on, names of files among it."""
    digest = hashlib.sha256("\0".join(versions).encode())
    for path in sorted(stands_on(root, lesson)):
        name = str(path.relative_to(root)).encode()
        digest.update(name + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def stands_on(root: Path, lesson: str) -> set[Path]:
    """The files whose change may change what the audit or the solutions of a lesson find."""
    found = {
        path for path in _files(root / "source" / lesson) if path.suffix in (".py", ".part")
    }  # the rest is built from it
    found |= {*_files(root / "course" / lesson), *_files(root / "autograder")}
    found |= set((root / "tests" / "lessons" / lesson).glob("answers.jsonl"))
    found |= {
        path for path in _files(root / "utils") if path.suffix != ".py"
    }  # data may be read by any module
    waiting = [path for path in found if path.suffix == ".py"]
    while waiting:
        new = set(_imported_utils(root, waiting.pop())) - found
        found |= new
        waiting += new
    return found


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and not {"__pycache__", ".ipynb_checkpoints"} & set(path.parts):
            yield path


def _imported_utils(root: Path, path: Path) -> Iterator[Path]:
    """The files of utils/ that a file imports anywhere in it, and the packages that hold them."""
    for name in _imported(path.read_text(encoding="utf-8"), path.relative_to(root).parent.parts):
        yield from _modules(root, name)


@cache
def _imported(source: str, package: tuple[str, ...]) -> list[str]:
    """Dotted names that the source of a file of this package imports anywhere in it."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            start = ".".join([*above, *filter(None, [node.module])])
            found += [f"{start}.{alias.name}" for alias in node.names]
    return found


def _modules(root: Path, name: str) -> Iterator[Path]:
    """The files that importing this dotted name runs, as far as they are in utils/."""
    parts = name.split(".")
    if parts[0] != "utils":
        return
    for end in range(1, len(parts) + 1):
        base = root.joinpath(*parts[:end])
        for path in (base / "__init__.py", base.with_suffix(".py")):
            if path.is_file():
                yield path


def _known(file: Path) -> dict[str, str]:
    try:
        return dict(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError):  # none yet, or damaged: everything is proved again
        return {}


def changed(root: Path, file: Path, versions: Iterable[str] = ()) -> list[str]:
    """The lessons that `file` does not hold as they are now."""
    known = _known(file)
    return [name for name in lessons(root) if known.get(name) != key(root, name, versions)]


def remember(root: Path, file: Path, names: Iterable[str], versions: Iterable[str] = ()) -> None:
    """Write that these lessons were proved as they are now; what the file says of other lessons stays."""
    known = _known(file) | {name: key(root, name, versions) for name in names}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    versions = (platform.python_version(), version("torch"))
    match arguments:
        case ["changed", file]:
            print(*changed(ROOT, Path(file), versions))
        case ["remember", file, *names]:
            remember(ROOT, Path(file), names or lessons(ROOT), versions)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
