"""Writes what is derived from a match: its results, and its rows of review."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, select

from models.log.state import MatchState
from models.review.stored.rows import rows_of
from models.review.stored.stamps import circles_of, next_stamp
from models.review.tables import facts, match_reviews, parts, seat_facts
from models.tables import Evening, matches

IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
PLACES = (
    select(matches.c.id, Evening.circle_id, Evening.date.label("day"))
    .add_columns(matches.c.evening_id, matches.c.game, matches.c.started_at)
    .join(matches, matches.c.evening_id == Evening.id)
    .where(matches.c.id.in_(IDS))
)
FORGET = [
    delete(table).where(table.c.match_id == bindparam("match")) for table in (parts, facts, seat_facts, match_reviews)
]
ADD = [insert(table) for table in (match_reviews, seat_facts, facts, parts)]


def write_review(connection: Connection, states: Mapping[int, MatchState], ids: Mapping[str, int]) -> None:
    """Replace the rows of review of matches; ids: player ids by uid."""
    delete_rows(connection, list(states))
    found: tuple[list[dict[str, Any]], ...] = ([], [], [], [])
    stamps: dict[int, int] = {}
    for match_id, circle_id, day, evening_id, game, started_at in connection.execute(PLACES, {"ids": list(states)}):
        common = {"match_id": match_id, "circle_id": circle_id, "evening_id": evening_id, "game": game, "day": day}
        stamp = stamps.get(circle_id) or stamps.setdefault(circle_id, next_stamp(connection, circle_id))
        rows = rows_of(states[match_id], ids)
        found[0].append(common | {"started_at": started_at, "stamp": stamp} | rows.match)
        whole = {"started_at": started_at, "deals": rows.match["deals"]}
        found[1].extend(common | whole | row for row in rows.seats)
        found[2].extend(common | row for row in rows.facts)
        found[3].extend(common | row for row in rows.parts)
    for add, rows_added in zip(ADD, found, strict=True):
        if rows_added:
            connection.execute(add, rows_added)


def forget(connection: Connection, ids: list[int]) -> None:
    """Delete the rows of review of matches, for who looks what changed since."""
    for circle_id in circles_of(connection, ids):
        next_stamp(connection, circle_id)
    delete_rows(connection, ids)


def delete_rows(connection: Connection, ids: list[int]) -> None:
    """Delete the rows of review of matches."""
    for statement in FORGET if ids else ():
        connection.execute(statement, [{"match": match_id} for match_id in ids])
