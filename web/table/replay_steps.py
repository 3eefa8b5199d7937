"""The sheet of a match at earlier points: after every record, at a version, with some of its deals."""

from __future__ import annotations

from collections.abc import Iterator

from models.log.match_state import MatchState
from models.log.replay_steps import Replay
from scoring.deals import log_state
from scoring.sheet import replay
from scoring.words import Deal, Record, Sheet


def replay_steps(state: MatchState, first: int = 1, last: int | None = None) -> Iterator[tuple[Record, Sheet, Sheet]]:
    """The records from one seq to another with the sheets before and after each, oldest first.

    Those before the first are replayed once, together.
    """
    steps = Replay(state.game, state.table, state.rules)
    for record in state.records[:last]:
        if record.seq < first:
            steps.add(record)
            continue
        before = steps.sheet
        steps.add(record)
        yield record, before, steps.sheet


def sheet_of_deals(state: MatchState, deals: tuple[Deal, ...]) -> Sheet:
    """The sheet with these deals of the match."""
    return replay(state.game, state.table, state.rules, deals)


def sheet_at(state: MatchState, version: int) -> Sheet:
    """The sheet at a version of the log."""
    before = log_state(list(state.records[: max(version, 0)]))
    return sheet_of_deals(state, before.deals)._replace(pending=before.pending)
