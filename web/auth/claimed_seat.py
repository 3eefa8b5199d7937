"""Claimed seats: the player that a phone's owner says they are, kept in its cookie for each evening.

Of two phones that claim the same player the later one has the seat; the other is told.
"""

from __future__ import annotations

from typing import NamedTuple

from flask import session

from models.grants import claim_seat, claiming_phone, claiming_phones
from models.log.state import MatchState
from web.auth.session_grants import phone_id

MAX_EVENINGS = 8  # evenings that are remembered
NOBODY = ""  # just watching


class Owner(NamedTuple):
    """The seat of a phone's owner, None where they have none at this table; known: whether they have said who they are.

    lost: the seat they claimed that another phone has taken over.
    """

    seat: int | None
    known: bool
    lost: int | None = None


def seated_players(state: MatchState) -> list[str]:
    """By seat, the uid of its player now; the name of a player without one."""
    return [uid or name for uid, name in state.players_now]


def claim_player(evening: str, player: str) -> None:
    """Claim a player, or none, for an evening, whatever the seat or match; another phone loses the claim."""
    known = session.get("claimed_seats", {})
    others = [(uid, who) for uid, who in known.items() if uid != evening]
    session["claimed_seats"] = dict([*others, (evening, player)][-MAX_EVENINGS:])
    claim_seat(evening, player, phone_id())


def phone_owner(evening: str, state: MatchState) -> Owner:
    """The owner of this phone in this match."""
    claims, known = session.get("claimed_seats", {}), seated_players(state)
    player = claims.get(evening)
    if not player or player not in known:
        return Owner(None, evening in claims)
    seat = known.index(player)
    return Owner(None, True, seat) if is_taken_over(evening) else Owner(seat, True)


def reclaim_seat(evening: str) -> None:
    """Claim the owner's seat again where no phone has it any more."""
    player = session.get("claimed_seats", {}).get(evening)
    if player and claiming_phone(evening, player) is None:
        claim_seat(evening, player, phone_id())


def is_taken_over(evening: str) -> bool:
    """Whether another phone has claimed this phone's player since."""
    player = session.get("claimed_seats", {}).get(evening)
    return bool(player) and claiming_phone(evening, player) not in (None, phone_id())


def seats_of_other_phones(evening: str, state: MatchState) -> tuple[int, ...]:
    """The seats that other phones answer for."""
    held = claiming_phones(evening)
    others = {player for player, by in held.items() if by != phone_id()} if held else ()
    return tuple(seat for seat, player in enumerate(seated_players(state)) if player in others)
