"""The secret that decides which inputs an exercise is graded on. It lives outside the course's folder."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from pathlib import Path

from platformdirs import user_data_path

from autograder.errors import CourseError

VARIABLE = "AUTOGRADER_SECRET_FILE"


def secret_path() -> Path:
    """Where the secret is kept: AUTOGRADER_SECRET_FILE, or the user's data folder."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_data_path("autograder") / "secret"


def load_secret() -> bytes:
    """The secret, made on first use with mode 600. Raises CourseError where it cannot be read or others can read it."""
    path = secret_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _create(path)
        if path.stat().st_mode & 0o077:
            raise CourseError(f"{path} can be read by others: type chmod 600 {path}")
        text = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise CourseError(
            f"the grading secret {path} cannot be used ({error}); set {VARIABLE} to a file of yours"
        ) from None
    if len(text) < 32:
        raise CourseError(
            f"{path} holds no grading secret (64 hex digits): move it away and a new one is made"
        )
    return text.encode()


def secret_id(secret: bytes) -> str:
    """What is written beside grades, so that it is known which secret they came from; it tells nothing about it."""
    return hashlib.sha256(b"id of " + secret).hexdigest()[:8]


def seed(secret: bytes, release: str, student: str, file: str) -> bytes:
    """What the inputs of one submission's exercises are drawn from.

    file: a hash of what was handed in. Graded again, the same file gets the same inputs; another one of the same
    student gets others, so that what a grading told of them is worth nothing at the next.
    """
    return hmac.digest(secret, _named("inputs", release, student, file), "sha256")


def own_code(secret: bytes, student: str) -> str:
    """A code for one student, from which own numbers can be drawn (notebook/own_numbers.py): 8 letters.

    It is the same in all lessons, and cannot be computed from the student's id without the secret. No digits, since a
    spreadsheet would make a number of 12e34567.
    """
    digest = hmac.digest(secret, _named("code", student), "sha256")
    return "".join("abcdefghijklmnop"[byte % 16] for byte in digest[:8])


def kernel_seed(secret: bytes, release: str, student: str, file: str) -> int:
    """What the global generators in a student's kernel start from: the same whenever this file is graded."""
    digest = hmac.digest(secret, _named("kernel", release, student, file), "sha256")
    return int.from_bytes(digest[:4], "big")


def _named(*parts: str) -> bytes:
    """The parts in a form that no other parts have; a student's folder may be called anything."""
    return json.dumps(parts).encode()


def _create(path: Path) -> None:
    """Write a new secret unless there is one; two processes may come here at once."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_hex(32) + "\n")
    try:
        os.link(draft, path)  # fails where another process was first
    except FileExistsError:
        pass
    finally:
        draft.unlink()
