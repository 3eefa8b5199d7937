"""Whose phone this is: the player that its owner has said to be, remembered in its cookie for each evening."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import session

if TYPE_CHECKING:
    from models.folds import Reading

MOST = 8  # evenings that are remembered
NOBODY = ""  # just watching


class Owner(NamedTuple):
    """The seat of who owns a phone, None where they do not sit at this table; told: whether they have said so."""

    seat: int | None
    told: bool


def sitters(reading: Reading) -> list[str]:
    """By seat, the uid of who sits there now; of a player without one the name."""
    found = [uid for uid, _ in reading.seats]
    for said in reading.live.deals:
        if said.kind == "seat" and "player" in said.entry:
            found[said.entry["seat"]] = said.entry.get("player_uid") or said.entry["player"]
    return found


def sat_down(evening: str, sitter: str) -> None:
    """Remember who this is for an evening, in whatever seat of which match."""
    known = session.get("sits", {})
    others = [(uid, who) for uid, who in known.items() if uid != evening]
    session["sits"] = dict([*others, (evening, sitter)][-MOST:])


def owner(evening: str, reading: Reading) -> Owner:
    """Who owns this phone, as far as this match is concerned."""
    said, known = session.get("sits", {}), sitters(reading)
    sitter = said.get(evening)
    return Owner(known.index(sitter) if sitter and sitter in known else None, evening in said)
