"""Lookup of a match by its uid and a grant, the head of its log with it, and of the match that followed it."""

from __future__ import annotations

import time
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import bindparam, exists, or_, select

from models.base import MILLISECOND, from_millis
from models.grants import LAST_USED_INTERVAL, record_use
from models.log.errors import detect_corruption
from models.log.hash_chain import Head
from models.log.read import HEAD_COLUMNS, is_at_head, read
from models.log.state import MatchState, state_cache
from models.tables import branches, evenings, grants, matches
from models.transaction import RowQuery

LAST_USED_INTERVAL_MS = LAST_USED_INTERVAL // MILLISECOND  # after which last_used_at of a grant is written again
THIS = matches.alias()
LATER = (matches.c.evening_id == THIS.c.evening_id) & (matches.c.id > THIS.c.id)
NEXT = RowQuery(
    select(matches.c.uid).join(THIS, LATER).where(THIS.c.id == bindparam("match")).order_by(matches.c.id.desc())
)


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


@lru_cache
def granted_match_query(count: int) -> RowQuery:
    """The query of a match by this many grants: the best of them that opens it comes first."""
    of_match = matches.c.id, matches.c.uid, matches.c.started_at, evenings.c.uid
    of_grant = grants.c.uid, grants.c.right, grants.c.evening_id, grants.c.last_used_at
    waits = exists().where(branches.c.match_id == matches.c.id, branches.c.settled_at.is_(None))
    query = (
        select(*of_match, *of_grant, waits, *HEAD_COLUMNS)
        .select_from(matches)
        .join(evenings, evenings.c.id == matches.c.evening_id)
        .join(grants, grants.c.circle_id == evenings.c.circle_id)
        .where(
            matches.c.uid == bindparam("uid"),
            grants.c.uid.in_([bindparam(f"grant{number}") for number in range(count)]),
            grants.c.revoked_at.is_(None),
            or_(grants.c.expires_at.is_(None), grants.c.expires_at > bindparam("now")),
            or_(grants.c.evening_id.is_(None), grants.c.evening_id == evenings.c.id),
        )
        .order_by(grants.c.right, grants.c.evening_id.is_not(None), grants.c.id)  # score comes before watch
    )
    return RowQuery(query)


def find_granted_match(held: list[str], uid: str) -> GrantedMatch | None:
    """The match of this uid with the best of these grants: one that scores, for the whole circle before one evening.

    None where none in force gives access to it; BrokenChain when its row is damaged.
    """
    if not held:
        return None
    now = time.time_ns() // 1_000_000
    values = {f"grant{number}": grant for number, grant in enumerate(held)}
    with detect_corruption(uid):
        row = granted_match_query(len(held)).first({**values, "uid": uid, "now": now})
    if row is None:
        return None
    match_id, public, began, evening, grant, right, only, used, waits = row[:9]
    if type(used) is not int or now - used > LAST_USED_INTERVAL_MS:
        record_use(grant)
    by = SessionGrant(grant, right, only is None)
    return GrantedMatch(match_id, public, began, evening, by, Head._make(row[9:]), bool(waits))


def read_granted(match: GrantedMatch) -> MatchState:
    """The current state of the match, without a query while the cached state is at its head."""
    cached = state_cache.get(match.uid)
    with detect_corruption(match.uid):
        return cached if cached is not None and is_at_head(cached, match.head) else read(match)


def next_match(match: GrantedMatch) -> str | None:
    """The uid of the newest match of the same evening that was started after this one, if there is one."""
    row = NEXT.first({"match": match.id})
    return str(row[0]) if row else None
