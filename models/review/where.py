"""Whether a deal is so (scoring.review.Where): conditions on the flat rows of deals, and of their parts."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, and_

from models.review.tables import facts, parts
from scoring.review import Where

DEAL, PART = facts.c, parts.c
SAME_DEAL = and_(DEAL.match_id == PART.match_id, DEAL.n == PART.n)


def meant(where: Where) -> list[ColumnElement[bool]]:
    """What is asked of a deal, and of the seat: who declared, or with SAME_DEAL the one whose part is so."""
    seat = PART if where.of_parts else DEAL
    pairs: tuple[tuple[Any, Any], ...] = (
        (where.kinds or None, lambda: DEAL.kind.in_(where.kinds)),
        (where.bid, lambda: DEAL.bid == where.bid),
        (where.made, lambda: DEAL.made.is_(where.made)),
        (where.trump, lambda: DEAL.trump == where.trump),
        (where.number, lambda: DEAL.number >= where.number),
        (where.short, lambda: and_(DEAL.made.is_(False), DEAL.bid - DEAL.took == where.short)),
        (where.taken, lambda: DEAL.took >= where.taken),
        (where.opened, lambda: DEAL.opened.is_(where.opened)),
        (where.missed, lambda: where.missed - DEAL.took >= DEAL.other_bid),
        (where.seat, lambda: seat.from_dealer == where.seat),
        (where.before or None, lambda: PART.before.in_(where.before)),
        (where.after or None, lambda: PART.after.in_(where.after)),
    )
    return [condition() for value, condition in pairs if value is not None]
