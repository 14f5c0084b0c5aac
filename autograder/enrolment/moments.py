"""Times as people type them into a table or after an option, read wholly or not at all."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_HOUR = re.compile(r"(?<=[ T])(\d)(?=:)")
_ZONE = re.compile(r"(?P<time>.*:\d\d(?:\.\d+)?)\s*(?P<zone>[+-]\d\d:?\d\d|[A-Za-z]+(?:/[A-Za-z_]+)*)")


def moment(text: str) -> datetime:
    """`2027-03-01 18:00`, in UTC unless a zone follows (`+02:00`, `CET`, `Europe/Berlin`).

    Returns UTC without a zone, as nbgrader keeps times. Raises ValueError where any part of it can't be read, and for
    dates in another order (3.12. or 12/3): a zone left out, or a wrong guess, would cost somebody points.
    """
    text = _HOUR.sub(r"0\1", text.strip(), count=1)
    given = _ZONE.fullmatch(text)
    if given is None:
        when = datetime.fromisoformat(text)
    elif given["zone"][0] in "+-Z":
        when = datetime.fromisoformat(given["time"] + given["zone"])
    else:
        try:
            when = datetime.fromisoformat(given["time"]).replace(tzinfo=ZoneInfo(given["zone"]))
        except (ZoneInfoNotFoundError, OSError):
            raise ValueError(f"no zone is called {given['zone']}") from None
    return when.astimezone(UTC).replace(tzinfo=None) if when.tzinfo else when
