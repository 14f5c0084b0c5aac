"""Times as people type them: for extensions and for hand-ins they are read the same way, wholly or not at all."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from autograder.enrolment.extensions import Extension
from autograder.errors import CourseError
from autograder.grading import submission_times

READ = {
    "2027-03-01 18:00": datetime(2027, 3, 1, 18),
    "2027-03-01T18:00:30": datetime(2027, 3, 1, 18, 0, 30),
    "2027-03-01 9:05": datetime(2027, 3, 1, 9, 5),
    "2027-03-01 18:00+02:00": datetime(2027, 3, 1, 16),
    "2027-03-01 18:00 +02:00": datetime(2027, 3, 1, 16),
    "2027-03-01 18:00 -0500": datetime(2027, 3, 1, 23),
    "2027-03-01 18:00 Z": datetime(2027, 3, 1, 18),
    "2027-03-01 18:00 UTC": datetime(2027, 3, 1, 18),
    "2027-03-01 18:00 CET": datetime(2027, 3, 1, 17),
    "2027-03-01 18:00 Europe/Berlin": datetime(2027, 3, 1, 17),
    "2027-07-01 18:00 Europe/Berlin": datetime(2027, 7, 1, 16),
}
REFUSED = [
    "2027-03-01 18:00 MEZ",
    "2027-03-01 18:00 Berlin/Europe",
    "2027-03-01 18:00 Europe",
    "03/12/2026 12:00",
    "31.2.2027 12:00",
    "noon",
]


@pytest.mark.parametrize("text", READ)
def test_a_time_is_read_with_its_zone(text: str) -> None:
    found = Extension.read(text)
    assert submission_times.time_of(text) == READ[text] == (found and found.until)


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_read_wholly_is_refused(text: str, tmp_path: Path) -> None:
    """Nothing is left out: without its zone, work that was on time would be late."""
    with pytest.raises(ValueError, match="is no extension"):
        Extension.read(text)
    (tmp_path / "times.csv").write_text(f"student,submitted\nada,{text}\n", encoding="utf-8")
    with pytest.raises(CourseError, match=r"line 2: .* is no time: write it as 2027-03-01 18:00"):
        submission_times.table(tmp_path / "times.csv")


def test_a_day_alone_is_all_of_that_day_for_an_extension() -> None:
    found = Extension.read("2027-03-01")
    assert found is not None and found.until == datetime(2027, 3, 1, 23, 59, 59)
