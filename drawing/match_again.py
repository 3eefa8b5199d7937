"""A rematch that begins on the phone: who sits where at the end of a match, who deals, the house rules in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.result.page import losing_dealer, next_dealer
from scoring.deals import players_now

if TYPE_CHECKING:
    from drawing.match_log import MatchLog
    from scoring.words import Values


def rematch(log: MatchLog, people: list[str], evening: str, losers: bool) -> Values:
    """The match that follows, in the evening at this address. losers: somebody of the side that came last deals.

    people: the uids of who sat in each seat at first; none in a log that an earlier version stored.
    """
    known = people or [""] * len(log.table.players)
    seats = tuple([(known[n], name) for n, name in enumerate(log.table.players)])
    return {
        "game": log.game.key,
        "rules": log.sheet.standing.rules,
        "first_dealer": losing_dealer(log.game, log.sheet) if losers else next_dealer(log.sheet),
        "evening": evening.split("/")[-1],
        "seats": [{"uid": uid or None, "name": name} for uid, name in players_now(seats, log.live.deals)],
    }
