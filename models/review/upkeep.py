"""Keeps the rows of review up to date with the logs: written with the record that ends a match or changes an ended one.

Else when somebody opens review, of matches that say so (Match.reviewed): where an evening was moved, hidden or shown, a
match came out of a file, or an earlier version of this code wrote the rows of the circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from models.base import db, now, to_millis
from models.log.read import read_states
from models.log.results import write_derived
from models.log.state import OVER, MatchState, state_cache
from models.review.rows import EDITION, rows_of
from models.review.tables import facts, match_reviews, parts, review_stamps, seat_facts
from models.tables import Evening, Match, evenings, matches
from models.transaction import write_connection

BATCH = 100  # matches written in one transaction
RECHECKED = 200  # matches that are compared with their logs
TABLES = (match_reviews, seat_facts, facts, parts)
IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
PLACES = (
    select(matches.c.id, evenings.c.circle_id, evenings.c.date.label("day"))
    .add_columns(matches.c.evening_id, matches.c.game, matches.c.started_at)
    .join(matches, matches.c.evening_id == evenings.c.id)
    .where(matches.c.id.in_(IDS), ~evenings.c.hidden)
)
FORGET = [delete(table).where(table.c.match_id == bindparam("match")) for table in reversed(TABLES)]
GROW = text(
    "INSERT INTO review_stamps (circle_id, stamp, edition) VALUES (:circle, :first, :edition) "
    "ON CONFLICT (circle_id) DO UPDATE SET stamp = review_stamps.stamp + 1"
)
SHOWN = select(matches.c.id, matches.c.uid, matches.c.last_seq, evenings.c.date)
SHOWN = SHOWN.join(evenings, evenings.c.id == matches.c.evening_id)
SHOWN = SHOWN.where(matches.c.id.in_(IDS), ~evenings.c.hidden)
HEADS = select(matches.c.id, matches.c.last_hash).where(matches.c.id.in_(IDS)).order_by(matches.c.id).with_for_update()
CIRCLE_OF = select(Evening.circle_id).where(Evening.id == Match.evening_id).scalar_subquery()
MARKED = or_(Match.reviewed.is_(None), Match.reviewed != Match.last_seq)
BEHIND = select(Match.id).where(MARKED, Match.state == OVER)


class Progress(NamedTuple):
    """How many matches are still behind, and which (uid, date) are damaged: these have no rows, and count nowhere."""

    left: int
    damaged: list[Any]


def write_review(connection: Connection, states: Mapping[int, MatchState], ids: Mapping[str, int]) -> None:
    """Replace the rows of review of matches: only finished ones of evenings that are not hidden have any.

    ids: players by uid.
    """
    forget(connection, list(states))
    due: list[list[dict[str, Any]]] = [[] for _ in TABLES]
    over = [match_id for match_id, state in states.items() if state.status == OVER]
    for match_id, circle_id, day, evening_id, game, started_at in connection.execute(PLACES, {"ids": over}):
        common = {"match_id": match_id, "circle_id": circle_id, "evening_id": evening_id, "game": game, "day": day}
        rows = rows_of(states[match_id], ids, started_at)
        whole = common | {"started_at": started_at, "deals": rows.match["deals"]}
        due[0].append(whole | rows.match)
        due[1].extend(whole | row for row in rows.seats)
        due[2].extend(common | row for row in rows.facts)
        due[3].extend(common | row for row in rows.parts)
    for table, found in zip(TABLES, due, strict=True):
        if found:
            connection.execute(insert(table), found)
    grow_stamps(connection, (row["circle_id"] for row in due[0]))


def forget(connection: Connection, ids: Sequence[int]) -> None:
    """Delete the rows of review of matches."""
    if ids:
        there = match_reviews.c.match_id.in_(ids)
        grow_stamps(connection, connection.scalars(select(match_reviews.c.circle_id).where(there)))
        for statement in FORGET:
            connection.execute(statement, [{"match": match_id} for match_id in ids])


def grow_stamps(connection: Connection, circles: Iterable[int]) -> None:
    """Let it be seen that rows of review of these circles were written or deleted.

    The first stamp is the time in milliseconds: a circle that comes back out of its file has none of before again.
    """
    for circle_id in sorted(set(circles)):
        connection.execute(GROW, {"circle": circle_id, "first": to_millis(now()), "edition": EDITION})


def catch_up(circle_id: int, most: int = BATCH) -> Progress:
    """Write the rows of so many matches of a circle that are behind; damaged ones lose theirs."""
    mark_outdated(circle_id)
    behind = sorted(db.session.scalars(BEHIND.where(bindparam("circle", circle_id) == CIRCLE_OF)))
    damaged = write_batch(behind[:most])
    return Progress(max(len(behind) - most, 0), damaged)


def mark_outdated(circle_id: int | None = None) -> None:
    """Let review look again at all matches of a circle, or of each, whose rows an earlier version wrote."""
    written_before = [review_stamps.c.edition != EDITION]
    written_before += [] if circle_id is None else [review_stamps.c.circle_id == circle_id]
    circles = db.session.scalars(select(review_stamps.c.circle_id).where(*written_before)).all()
    if circles:
        here = matches.c.evening_id.in_(select(evenings.c.id).where(evenings.c.circle_id.in_(circles)))
        with write_connection() as connection:
            connection.execute(update(matches).where(here).values(reviewed=None))
            connection.execute(update(review_stamps).where(*written_before).values(edition=EDITION))


def matches_behind(where: ColumnElement[bool] | None = None) -> list[int]:
    """Ids of the matches whose rows are not what they should be; where: a condition on matches and evenings."""
    mark_outdated()
    query = BEHIND.join(Match.evening)
    return list(db.session.scalars((query if where is None else query.where(where)).order_by(Match.id)))


def all_matches(where: ColumnElement[bool] | None = None) -> list[int]:
    """Ids of the matches whose rows are written anew when all are; those of hidden evenings are not."""
    query = select(Match.id).join(Match.evening).where(~Evening.hidden)
    return list(db.session.scalars((query if where is None else query.where(where)).order_by(Match.id)))


def write_batch(ids: Sequence[int]) -> list[Any]:
    """Write the rows of these matches; returns the damaged ones."""
    if not ids:
        return []
    rows = db.session.execute(SHOWN, {"ids": ids}).all()
    states = {}
    for match_id, state in read_states(db.session.connection(), {row.id: row.last_seq for row in rows}):
        if state is not None:
            states[match_id] = state_cache.put(state.uid, state)
    hidden = set(ids) - {row.id for row in rows}
    with write_connection() as connection:
        forget(connection, [match_id for match_id in ids if match_id not in states])
        connection.execute(update(matches).where(matches.c.id.in_(hidden)).values(reviewed=matches.c.last_seq))
        heads = dict(connection.execute(HEADS, {"ids": list(states)}).all())
        write_derived(connection, {one: state for one, state in states.items() if heads.get(one) == state.hash})
    return [row for row in rows if row.id not in states]


def rebuild(ids: Sequence[int]) -> Iterator[list[str]]:
    """Write the rows of these matches batch by batch; yields the uids of the damaged ones of each."""
    for start in range(0, len(ids), BATCH):
        yield [row.uid for row in write_batch(ids[start : start + BATCH])]


def recheck(most: int = RECHECKED) -> list[str]:
    """Look for damage in so many matches, chosen at random; those that are damaged lose their rows. Returns uids."""
    chosen = select(match_reviews.c.match_id, match_reviews.c.seq).order_by(func.random()).limit(most)
    states = read_states(db.session.connection(), dict(db.session.execute(chosen).all()))
    return [row.uid for row in write_batch([match_id for match_id, state in states if state is None])]
