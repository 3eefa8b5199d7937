"""Brings review up to date with the logs: matches that have no rows yet, or rows of an earlier version or day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import BindParameter, ColumnElement, Engine, and_, bindparam, or_, select, update

from models.base import db
from models.log.read import read_states
from models.log.results import write_derived
from models.log.state import state_cache
from models.review.stored.rows import EDITION
from models.review.stored.write import forget
from models.review.tables import MatchReview
from models.tables import Circle, Evening, Match, matches
from models.transaction import write_connection

BATCH = 100  # matches written in one transaction
IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
SHOWN = select(Match.id, Match.uid, Match.last_seq).join(Match.evening).where(Match.id.in_(IDS), ~Evening.hidden)
HASHES = select(Match.id, Match.last_hash).where(Match.id.in_(IDS)).order_by(Match.id).with_for_update()
BEHIND = or_(
    Match.reviewed.is_(None),
    MatchReview.seq != Match.last_seq,
    MatchReview.edition != EDITION,
    MatchReview.day != Evening.date,
    MatchReview.circle_id != Evening.circle_id,
)


MARK = or_(Match.reviewed.is_(None), Match.reviewed != Match.last_seq)
CIRCLE_OF = select(Evening.circle_id).where(Evening.id == Match.evening_id).scalar_subquery()
MARKED = select(Match.id).where(MARK, bindparam("circle") == CIRCLE_OF)  # by the index of marks, so in no order
_looked: WeakKeyDictionary[Engine, set[str]] = WeakKeyDictionary()  # uids of circles that were looked at as a whole


class Progress(NamedTuple):
    """How many matches are still behind, and which were found damaged: these have no rows, and count nowhere."""

    left: int
    damaged: tuple[str, ...]


def catch_up(circle_id: int, most: int = BATCH) -> Progress:
    """Write the rows of so many matches of a circle that are behind; damaged ones lose theirs.

    All matches are looked at the first time in a process, later those that say so.
    """
    looked = _looked.setdefault(db.engine, set())
    uid = db.session.scalar(select(Circle.uid).where(Circle.id == circle_id))
    here = Evening.circle_id == circle_id
    behind = sorted(db.session.scalars(MARKED, {"circle": circle_id})) if uid in looked else stale_matches(here)
    if uid and len(behind) <= most:
        looked.add(uid)
    damaged = write_batch(behind[:most])
    return Progress(max(len(behind) - most, 0), tuple(damaged))


def stale_matches(where: ColumnElement[bool] | None = None) -> list[int]:
    """Ids of the matches whose rows are not what they should be; those of hidden evenings should have none."""
    query = select(Match.id).join(Match.evening).outerjoin(MatchReview)
    there = MatchReview.match_id.is_not(None)
    stale = or_(and_(~Evening.hidden, or_(~there, BEHIND)), and_(Evening.hidden, there))
    query = query.where(stale) if where is None else query.where(stale, where)
    return list(db.session.scalars(query.order_by(Match.id)))


def all_matches(where: ColumnElement[bool] | None = None) -> list[int]:
    """Ids of the matches whose rows are written anew when all are; those of hidden evenings are not."""
    query = select(Match.id).join(Match.evening).where(~Evening.hidden)
    return list(db.session.scalars((query if where is None else query.where(where)).order_by(Match.id)))


def write_batch(ids: Sequence[int]) -> list[str]:
    """Write the rows of these matches; returns the uids of the damaged ones."""
    if not ids:
        return []
    rows = db.session.execute(SHOWN, {"ids": ids}).all()
    states = {}
    for match_id, state in read_states(db.session.connection(), {row.id: row.last_seq for row in rows}):
        if state is not None:
            states[match_id] = state_cache.put(state.uid, state)
    damaged = [row.uid for row in rows if row.id not in states]
    hidden = set(ids) - {row.id for row in rows}
    with write_connection() as connection:
        forget(connection, [match_id for match_id in ids if match_id not in states])
        connection.execute(update(matches).where(matches.c.id.in_(hidden)).values(reviewed=matches.c.last_seq))
        heads = dict(connection.execute(HASHES, {"ids": list(states)}).all())
        write_derived(connection, {one: state for one, state in states.items() if heads.get(one) == state.hash})
    return damaged


def rebuild(ids: Sequence[int]) -> Iterator[list[str]]:
    """Write the rows of these matches batch by batch; yields the uids of the damaged ones of each."""
    for start in range(0, len(ids), BATCH):
        yield write_batch(ids[start : start + BATCH])
