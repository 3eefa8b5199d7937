"""The log of a match as drawing/ reads it."""

from __future__ import annotations

from drawing.match_log import MatchLog
from models.log.match_state import MatchState


def log_of(state: MatchState) -> MatchLog:
    """The log of a match and what follows from it."""
    return MatchLog(state.game, state.table, state.rules, list(state.records), state.live, state.sheet)
