"""Whose phone this is: the player that its owner has said to be, remembered in its cookie for each evening.

Of two phones the one that said it last has the seat; the other is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import session

from models.tables.claimed_seat import claim_seat, claiming_phone, claiming_phones
from web.auth.session_grants import phone

if TYPE_CHECKING:
    from models.log.match_state import MatchState

MOST = 8  # evenings that are remembered
NOBODY = ""  # just watching


class Owner(NamedTuple):
    """The seat of who owns a phone, None where they do not sit at this table; told: whether they have said so.

    lost is the seat that another phone answers for by now, though this one had said that it was theirs.
    """

    seat: int | None
    told: bool
    lost: int | None = None


def sitters(state: MatchState) -> list[str]:
    """By seat, the uid of who sits there now; of a player without one the name."""
    found = [uid for uid, _ in state.seats]
    for said in state.live.deals:
        if said.kind == "seat" and "player" in said.entry:
            found[said.entry["seat"]] = said.entry.get("player_uid") or said.entry["player"]
    return found


def sat_down(evening: str, sitter: str) -> None:
    """Remember who this is for an evening, in whatever seat of which match; who had the seat has it no more."""
    known = session.get("sits", {})
    others = [(uid, who) for uid, who in known.items() if uid != evening]
    session["sits"] = dict([*others, (evening, sitter)][-MOST:])
    claim_seat(evening, sitter, phone())


def owner(evening: str, state: MatchState) -> Owner:
    """Who owns this phone, as far as this match is concerned."""
    said, known = session.get("sits", {}), sitters(state)
    sitter = said.get(evening)
    if not sitter or sitter not in known:
        return Owner(None, evening in said)
    seat = known.index(sitter)
    return Owner(None, True, seat) if taken_over(evening) else Owner(seat, True)


def keep_seat(evening: str) -> None:
    """Let this phone have the seat again that its owner has said to sit in, where no phone has it any more."""
    sitter = session.get("sits", {}).get(evening)
    if sitter and claiming_phone(evening, sitter) is None:
        claim_seat(evening, sitter, phone())


def taken_over(evening: str) -> bool:
    """Whether another phone has said that it is who this one had said to be."""
    sitter = session.get("sits", {}).get(evening)
    return bool(sitter) and claiming_phone(evening, sitter) not in (None, phone())


def held_elsewhere(evening: str, state: MatchState) -> tuple[int, ...]:
    """The seats that other phones answer for."""
    held = claiming_phones(evening)
    others = {player for player, by in held.items() if by != phone()} if held else ()
    return tuple(seat for seat, player in enumerate(sitters(state)) if player in others)
