"""Every page of this room is a template with values in it: one file, which fetches nothing from the network."""

from __future__ import annotations

from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from autograder import private_files
from autograder.grading.safe_text import readable


def render(template: str, **values: Any) -> str:
    """A page of templates/ with these values; all strings among them are escaped."""
    return (
        _environment().get_template(template).render(made=date.today().isoformat(), percent=percent, **values)
    )


def write(path: Path, page: str) -> None:
    """Write a page in one step, for its owner alone: it shows names, answers or grades."""
    private_files.write(path, page)


@cache
def script(name: str) -> str:
    """A script of templates/, to stand inside a page."""
    return (files("autograder.reporting") / "templates" / name).read_text(encoding="utf-8")


def percent(share: float) -> str:
    """A share in whole percent; 100 % and 0 % only where it is all or nothing."""
    number = round(100 * share)
    if number == 100 and share < 1:
        number = 99
    if number == 0 and share > 0:
        number = 1
    return f"{number} %"


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("autograder.reporting"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )


def _shown(value: Any) -> Any:
    """Words of a student's without what a browser would not show as it is."""
    return readable(value) if isinstance(value, str) and not hasattr(value, "__html__") else value
