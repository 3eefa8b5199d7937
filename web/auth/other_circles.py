"""The other circles and evenings that are open to this phone."""

from __future__ import annotations

from typing import NamedTuple

from web.auth import session_grants
from web.i18n.dates import evening_words


class OtherGrant(NamedTuple):
    """The circle and evening of another grant of this browser; no evening means the whole circle."""

    uid: str
    circle: str
    evening: str


def other_grants() -> list[OtherGrant]:
    """The grants in force besides the current one."""
    others = [held for held in session_grants.find_grants(session_grants.held_uids()[1:]) if held.in_force]
    return [
        OtherGrant(held.uid, held.circle.name, evening_words(held.evening) if held.evening else "") for held in others
    ]
