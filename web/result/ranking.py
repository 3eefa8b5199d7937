"""Ranking of the sides of a match that is over, and the first dealer of a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import places
from scoring.words import side_of

if TYPE_CHECKING:
    from models.log.match_state import MatchState


def ranked_sides(state: MatchState) -> list[int]:
    """The sides, best first."""
    found = places(state.game, state.sheet)
    return sorted(range(len(found)), key=lambda side: (found[side], side))


def next_dealer(state: MatchState) -> int:
    """The seat that deals next."""
    return state.sheet.standing.dealer


def losing_dealer(state: MatchState) -> int:
    """The seat of the side that came last; of partners the one whose turn comes sooner."""
    table, last = state.sheet.standing.table, ranked_sides(state)[-1]
    seats = [(state.sheet.standing.dealer + step) % len(table.players) for step in range(len(table.players))]
    return next(seat for seat in seats if side_of(table, seat) == last)
