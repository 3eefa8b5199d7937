"""What a table says, straight into its log, for tests of pages that tell it."""

from __future__ import annotations

from typing import Any

from flask import Flask

from models.base import new_uid
from models.log.append import append
from models.log.read import read
from models.log.state import MatchState
from models.matches import find_match


def say(app: Flask, match: str, kind: str, **body: Any) -> str:
    """The uid of a new saying in a match."""
    with app.app_context():
        found, uid = find_match(match), new_uid()
        append(found, kind, uid, body, read(found).version)
        return uid


def play(app: Flask, match: str, *entries: dict[str, Any]) -> list[str]:
    """The uids of deals recorded one after the other."""
    return [say(app, match, "deal", **entry) for entry in entries]


def reading_of(app: Flask, match: str) -> MatchState:
    """The match as it stands."""
    with app.app_context():
        return read(find_match(match))


def sealed(app: Flask, match: str) -> dict[str, str]:
    """What every form carries: a saying's own id and the version it was made on."""
    return {"uid": new_uid(), "after": str(reading_of(app, match).version)}
