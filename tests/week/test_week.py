"""The week with every trap once: no traceback, nothing overwritten, and every lost point with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from .course_folder import CourseFolder
from .made_work import KINDS
from .walking import Week


@pytest.mark.slow
def test_a_week_in_which_everything_is_wrong_that_can_be(tmp_path: Path) -> None:
    week = Week(CourseFolder(tmp_path, seconds=5, fresh=False), len(KINDS))
    week.walk()
    assert not week.found, "\n".join(week.found)
    assert all(week.lost.values())
