"""Lookup of a match by its uid and a grant: one statement returns the match, the grant and the head of the log."""

from __future__ import annotations

import time
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, exists, or_, select

from models.base import MILLISECOND, core_table, from_millis
from models.db.row_query import RowQuery
from models.log.corruption import detect_corruption
from models.log.match_state import MatchState, state_cache
from models.log.read import HEAD_COLUMNS, Head, is_at_head, read
from models.tables.branch import branches
from models.tables.evening import Evening
from models.tables.grant import LAST_USED_INTERVAL, grants, record_use
from models.tables.match import matches

evenings = core_table(Evening)
GRANTED_MATCH = RowQuery(
    select(
        matches.c.id,
        matches.c.uid,
        matches.c.started_at,
        evenings.c.uid,
        grants.c.uid,
        grants.c.right,
        grants.c.evening_id,
        grants.c.last_used_at,
        exists().where(branches.c.match_id == matches.c.id, branches.c.settled_at.is_(None)),
        *HEAD_COLUMNS,
    )
    .select_from(matches)
    .join(evenings, evenings.c.id == matches.c.evening_id)
    .join(grants, grants.c.circle_id == evenings.c.circle_id)
    .where(
        matches.c.uid == bindparam("uid"),
        grants.c.uid == bindparam("grant"),
        grants.c.revoked_at.is_(None),
        or_(grants.c.expires_at.is_(None), grants.c.expires_at > bindparam("now")),
        or_(grants.c.evening_id.is_(None), grants.c.evening_id == evenings.c.id),
    )
)


LAST_USED_INTERVAL_MS = LAST_USED_INTERVAL // MILLISECOND  # after which last_used_at of a grant is written again


class SessionGrant(NamedTuple):
    """A grant in the session: its uid, its right (watch or score), and whether it is for a whole circle."""

    uid: str
    right: str
    whole: bool


class GrantedMatch(NamedTuple):
    """A match with the grant that gives access to it; began in milliseconds since 1970.

    waits: whether somebody has to settle what two phones wrote.
    """

    id: int
    uid: str
    began: int
    evening_uid: str
    grant: SessionGrant
    head: Head
    waits: bool

    @property
    def right(self) -> str:
        """The right of the grant: watch or score."""
        return self.grant.right

    @property
    def started_at(self) -> datetime:
        """When the match began, in UTC."""
        return from_millis(self.began)


def find_granted_match(grant_uid: str, uid: str) -> GrantedMatch | None:
    """The match of this uid, if the grant is in force and gives access to it; BrokenChain when its row is damaged."""
    now = time.time_ns() // 1_000_000
    with detect_corruption(uid):
        row = GRANTED_MATCH.first({"grant": grant_uid, "uid": uid, "now": now})
    if row is None:
        return None
    match_id, public, began, evening, grant, right, only, used, waits = row[:9]
    if type(used) is not int or now - used > LAST_USED_INTERVAL_MS:
        record_use(grant_uid)
    by = SessionGrant(grant, right, only is None)
    return GrantedMatch(match_id, public, began, evening, by, Head._make(row[9:]), bool(waits))


def read_granted(match: GrantedMatch) -> MatchState:
    """The current state of the match, without a query while the cached state is at its head."""
    known = state_cache.get(match.uid)
    with detect_corruption(match.uid):
        return known if known is not None and is_at_head(known, match.head) else read(match)
