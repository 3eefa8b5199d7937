"""Writes what is derived from a match: its results, and its rows of review."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, insert, select

from models.review.rows import rows_of
from models.tables.circle import players
from models.tables.evening import Evening
from models.tables.match import matches
from models.tables.result import write_results
from models.tables.review import facts, match_reviews, parts

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from models.log.match_state import MatchState

PLACE = (
    select(Evening.circle_id, Evening.date.label("day"), matches.c.evening_id, matches.c.game, matches.c.started_at)
    .join(matches, matches.c.evening_id == Evening.id)
    .where(matches.c.id == bindparam("match"))
)
TABLES = (parts, facts, match_reviews)
SEATED = select(players.c.uid, players.c.id).where(players.c.uid.in_(bindparam("uids", expanding=True)))


def write_derived(connection: Connection, match_id: int, state: MatchState) -> None:
    """Replace all that is derived from a match by what follows from its state."""
    ids = seated_ids(connection, state)
    write_results(connection, match_id, state, ids)
    write_review(connection, match_id, state, ids)


def seated_ids(connection: Connection, state: MatchState) -> dict[str, int]:
    """The ids of all players of a match by their uids."""
    uids = {uid for uid, _ in state.seats}
    uids |= {deal.entry.get("player_uid", "") for deal in state.live.deals if deal.kind == "seat"}
    return dict(connection.execute(SEATED, {"uids": sorted(uids)}).all())


def write_review(connection: Connection, match_id: int, state: MatchState, ids: dict[str, int]) -> None:
    """Replace the rows of review of a match."""
    forget(connection, match_id)
    place: dict[str, Any] = dict(connection.execute(PLACE, {"match": match_id}).mappings().one())
    rows = rows_of(state, ids)
    connection.execute(insert(match_reviews), {"match_id": match_id} | place | rows.match)
    common = {"match_id": match_id} | {name: place[name] for name in ("circle_id", "game", "day")}
    for table, found in ((facts, rows.facts), (parts, rows.parts)):
        if found:
            connection.execute(insert(table), [common | row for row in found])


def forget(connection: Connection, match_id: int) -> None:
    """Delete the rows of review of a match."""
    for table in TABLES:
        connection.execute(delete(table).where(table.c.match_id == match_id))
