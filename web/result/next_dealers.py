"""First dealer of a rematch: the next in turn, or a loser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import side_of

if TYPE_CHECKING:
    from models.log.match_state import MatchState


def next_dealer(state: MatchState) -> int:
    """The seat that deals next."""
    return state.sheet.standing.dealer


def losing_dealer(state: MatchState) -> int:
    """The seat of the side that came last; of partners the one whose turn comes sooner."""
    table, last = state.sheet.standing.table, state.game.order(state.sheet)[-1]
    seats = [(state.sheet.standing.dealer + step) % len(table.players) for step in range(len(table.players))]
    return next(seat for seat in seats if side_of(table, seat) == last)
