"""Where the student's model is kept: the user's data folder, which no command of the course empties."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

VARIABLE = "AUTOGRADER_OWN_MODEL"


def own_model_folder() -> Path:
    """The folder of the student's model and its opening lines; it need not exist yet.

    AUTOGRADER_OWN_MODEL names another folder. A reference notebook, which runs in its lesson's source folder, uses
    build/own_model of the repository, so an author's runs never replace a model that they trained as a student.
    """
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen).expanduser().absolute()
    here = Path.cwd()
    if any(here.glob("exercises/*.py")):  # students have no such files
        return here.parent.parent / "build" / "own_model"
    return platformdirs.user_data_path("autograder", appauthor=False).absolute() / "own_model"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that appears under its name only when it is complete. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def read_small(path: Path, most: int) -> bytes:
    """The bytes of an ordinary file of at most `most` bytes. Raises OSError, or ValueError.

    The ValueError's text is a clause that says why.
    """
    if not path.exists():
        raise FileNotFoundError(path)
    if not path.is_file():  # opening a pipe would wait forever
        raise ValueError(f"{path.name} is not a file")
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"{path.name} is larger than {most:,} bytes")
    return data
