"""The other circles and evenings that are open to this phone."""

from __future__ import annotations

from typing import NamedTuple

from web.auth import session_grants
from web.i18n.dates import evening_words


class Elsewhere(NamedTuple):
    """What another grant of this phone opens, in words; without an evening it is the whole circle."""

    uid: str
    circle: str
    evening: str


def elsewhere() -> list[Elsewhere]:
    """What the grants besides the current one open, while they are in force."""
    others = [held for held in session_grants.held() if held.in_force and held.uid != session_grants.ids()[0]]
    return [
        Elsewhere(held.uid, held.circle.name, evening_words(held.evening) if held.evening else "") for held in others
    ]
