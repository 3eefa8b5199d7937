"""The money of many evenings: what everybody got or paid in all. Four queries at most."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from markupsafe import Markup
from sqlalchemy import select

from models.base import db
from models.review.evening.settlement import balances
from models.tables.match import Match
from models.tables.review import MatchReview
from web.evening.match_summary import HEADS, played
from web.i18n.locale import marked, money


class MoneyTotal(NamedTuple):
    """Who got or paid, and how much: "Ann gets", "2.50"."""

    words: Markup
    amount: str


def money_totals(evenings: Collection[int]) -> list[MoneyTotal]:
    """What everybody got or paid over these evenings, who got most first; matches that are not over count nothing."""
    here = MatchReview.evening_id.in_(evenings), MatchReview.money != []
    rows = db.session.execute(select(MatchReview.match_id, MatchReview.money).where(*here)).all()
    paid = {row.match_id: row.money or [] for row in rows}
    if not paid:
        return []
    heads = db.session.execute(HEADS.where(Match.id.in_(paid))).all()
    settled = [([side.names for side in match.sides], paid[match.id]) for match in played(heads) if match.sides]
    found = balances(settled, by_person=True)
    return [money_total(str(unit[0]), amount) for unit, amount in sorted(found.items(), key=lambda pair: -pair[1])]


def money_total(name: str, amount: int) -> MoneyTotal:
    """What one person got or paid."""
    who = Markup("<bdi>{}</bdi>").format(name)
    return MoneyTotal(marked("{name} gets" if amount > 0 else "{name} pays", name=who), money(abs(amount)))
