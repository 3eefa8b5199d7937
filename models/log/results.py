"""Results of finished matches for lists; stored results that do not fit their seal are rebuilt from the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import aliased

from models.base import db
from models.db.errors import is_transient
from models.db.transaction import write_connection
from models.log.errors import BrokenChain
from models.log.match_state import OVER, MatchState
from models.log.read import HEAD, Head, read
from models.log.read_verified import find_damaged
from models.review.stored.write import write_derived
from models.tables.circle import Player
from models.tables.match import Match
from models.tables.result import RESULT_KEYS, Result, result_rows, results_seal

BATCH = 500  # matches per statement
CurrentPlayer = aliased(Player)  # the player that a merged player is today
RESULT_COLUMNS = tuple(getattr(Result, name) for name in RESULT_KEYS)
RESULTS = (
    select(Match.id, Match.uid, Match.results_seal, CurrentPlayer.name, Player.name, *RESULT_COLUMNS)
    .outerjoin(Result, Result.match_id == Match.id)
    .outerjoin(Player, Player.id == Result.player_id)
    .outerjoin(CurrentPlayer, CurrentPlayer.id == Player.merged_into_id)
    .order_by(Match.id, Result.seat, Result.turn)
)


class PlayerResult(NamedTuple):
    """The result of a match for one player, under the player's present name."""

    seat: int
    name: str
    side: int
    total: int
    won: bool


def damaged_matches(matches: Iterable[Any]) -> set[int]:
    """The ids of those of these matches (with id and last_seq) whose log does not fit its hashes."""
    return set(find_damaged(db.session.connection(), {match.id: match.last_seq for match in matches}))


def player_results(matches: Sequence[int]) -> dict[int, list[PlayerResult]]:
    """Results by match id, in the order of seats; changed ones are rebuilt from the log. No match may be damaged."""
    found, changed = stored_results(matches)
    if not changed:
        return found
    states = read_states(changed)
    try:
        store_results(states)
    except Exception as error:
        if not is_transient(error):
            raise
    rebuilt, not_stored = stored_results(changed)
    from_log = {match_id: results_from_log(states[match_id]) for match_id in not_stored if match_id in states}
    return found | rebuilt | from_log


def stored_results(matches: Sequence[int]) -> tuple[dict[int, list[PlayerResult]], list[int]]:
    """Stored results by match id, and the ids of the matches whose results do not fit their seal."""
    found: dict[int, list[PlayerResult]] = {}
    changed: list[int] = []
    for start in range(0, len(matches), BATCH):
        rows = db.session.execute(RESULTS.where(Match.id.in_(matches[start : start + BATCH]))).all()
        for (match_id, uid, seal), group in groupby(rows, key=lambda row: tuple(row[:3])):
            ended = [row for row in group if row.seat is not None]
            if seal == results_seal(uid, [tuple(row[5:]) for row in ended]):
                found[match_id] = [
                    PlayerResult(row.seat, current_name(row), row.side, row.total, row.won) for row in ended
                ]
            else:
                changed.append(match_id)
    return found, changed


def current_name(row: Any) -> str:
    """The present name of the player of a result row; of a guest the name at that time."""
    today, then, named = row[3], row[4], row[8]
    return str(today or then or named)


def read_states(matches: Sequence[int]) -> dict[int, MatchState]:
    """The states of these matches by id; damaged ones are left out."""
    found = {}
    for match in db.session.scalars(select(Match).where(Match.id.in_(matches))).all():
        with suppress(BrokenChain):
            found[match.id] = read(match)
    return found


def results_from_log(state: MatchState) -> list[PlayerResult]:
    """The results of a match from its log, under the names at that time."""
    rows = result_rows(state, {}) if state.status == OVER else []
    return [PlayerResult(*(row[key] for key in PlayerResult._fields)) for row in rows]


def store_results(states: dict[int, MatchState]) -> None:
    """Write the results of these matches, except where the log has grown since it was read."""
    if not states:
        return
    with write_connection() as connection:
        for match_id, state in states.items():
            head = Head._make(connection.execute(HEAD.with_for_update(), {"match": match_id}).one())
            if head.last_hash == state.hash:
                write_derived(connection, {match_id: state})
