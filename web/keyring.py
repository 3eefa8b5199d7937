"""The grants that this browser holds, in its signed cookie: the one that leads home first, then the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import session
from sqlalchemy import select

from models.access import Grant
from models.base import db, new_uid

if TYPE_CHECKING:
    from models.evenings import Evening

MOST = 8  # grants of one browser
MOST_LEFT = 8  # evenings where this browser only watches though it may score
DEVICE = 6  # letters
KEPT = ("left", "sits")  # what a browser's owner has said of evenings outlives a new grant


def ids() -> list[int]:
    """The grants, the current one first; whether they are in force is to be seen."""
    first = session.get("grant")
    return [] if first is None else [first, *session.get("others", ())]


def held() -> list[Grant]:
    """The grants themselves, in the same order."""
    found = {grant.id: grant for grant in db.session.scalars(select(Grant).where(Grant.id.in_(ids())))}
    return [found[known] for known in ids() if known in found]


def hold(grant: Grant) -> None:
    """Put a grant first in a cookie that is made anew; others are kept while they open something more."""
    others = [other.id for other in held() if other.in_force and not grant.does_all_of(other)]
    kept = {name: session[name] for name in KEPT if name in session}
    session.clear()
    session.permanent = True
    session["device"] = new_uid(DEVICE)
    arrange([grant.id, *others])
    session.update(kept)


def arrange(grants: list[int]) -> None:
    """Hold just these, the first one being the current one; none at all leaves a stranger."""
    for name in ("grant", "others"):
        session.pop(name, None)
    if grants:
        session["grant"] = grants[0]
    if grants[1:]:
        session["others"] = grants[1:MOST]


def device() -> str:
    """What tells this browser apart in the logs that it writes; it is told nothing else about."""
    if "device" not in session:
        session["device"] = new_uid(DEVICE)
    return str(session["device"])


def only_watches(evening_uid: str) -> bool:
    """Whether whoever holds this browser has put the pencil down for an evening."""
    return evening_uid in session.get("left", ())


def put_down(evening: Evening, down: bool) -> None:
    """Put the pencil down for an evening, or take it up again."""
    others = [uid for uid in session.get("left", ()) if uid != evening.uid]
    session["left"] = [evening.uid, *others][:MOST_LEFT] if down else others
