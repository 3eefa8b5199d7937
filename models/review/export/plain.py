"""Values as other programs read them: ISO dates and times, Latin digits."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any


def plain(value: Any) -> Any:
    """A date as 2026-11-20, a time as 2026-11-20T19:30:00Z (UTC, to the second)."""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, date):
        return value.isoformat()
    return value
