"""The newest later match of an evening, for the screens that still show the one before."""

from __future__ import annotations

from sqlalchemy import bindparam, func, select

from models.db.row_query import RowQuery
from models.log.granted_match import GrantedMatch
from models.tables.match import matches

THIS, LATER = matches.alias(), matches.alias()
NEWEST = (
    select(func.max(LATER.c.id))
    .join(THIS, LATER.c.evening_id == THIS.c.evening_id)
    .where(THIS.c.id == bindparam("match"), LATER.c.id > THIS.c.id)
)
NEXT = RowQuery(select(matches.c.uid).where(matches.c.id == NEWEST.scalar_subquery()))


def next_match(match: GrantedMatch) -> str | None:
    """The uid of the newest match of the same evening that was started after this one, if there is one."""
    row = NEXT.first({"match": match.id})
    return str(row[0]) if row else None
