"""What an evening came to: who won how many matches, who pays whom, when it began and ended. Two queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup
from sqlalchemy import select

from models.base import db
from models.log.match_state import OVER
from models.review.evening.result import span_of, tally
from models.review.evening.settlement import balances, payments
from models.tables.circle import Player
from models.tables.evening import Evening
from models.tables.review import MatchReview
from web.evening.match_summary import Played
from web.i18n.dates import clock
from web.i18n.lengths import length_words
from web.i18n.locale import gettext, list_of, marked, money, num, partners
from web.i18n.messages import list_with_and


class EveningFigures(NamedTuple):
    """result: "Bob & Dee 4, Ann & Cem 2"; payments: sentences; hours: "19:05 to 22:10, 3 h 5"; each may be empty."""

    result: Markup | str
    payments: list[Markup]
    hours: str


def figures_of(evening: Evening, matches: Sequence[Played]) -> EveningFigures:
    """The figures of an evening from its matches as lists show them."""
    over = [match for match in matches if match.state == OVER and not match.damaged and match.sides]
    if not over:
        return EveningFigures("", [], "")
    rows = rows_of([match.id for match in over])
    return EveningFigures(
        result_words(over, unranked(evening.circle_id)), payment_words(over, rows), hours_words(rows.values())
    )


def rows_of(matches: Sequence[int]) -> dict[int, MatchReview]:
    """The rows of review of these matches."""
    found = db.session.scalars(select(MatchReview).where(MatchReview.match_id.in_(matches)))
    return {row.match_id: row for row in found}


def unranked(circle_id: int) -> set[str]:
    """The names of those of a circle who stay out of standings."""
    query = select(Player.name).where(Player.circle_id == circle_id, Player.unranked)
    return set(db.session.scalars(query))


def result_words(matches: Iterable[Played], out: set[str]) -> Markup:
    """How many matches each side or person won."""
    found = tally([[(side.names, side.won) for side in match.sides] for match in matches], out)
    return list_of([Markup("{}&nbsp;{}").format(unit_words(one.names), num(one.won)) for one in found])


def payment_words(matches: Iterable[Played], rows: dict[int, MatchReview]) -> list[Markup]:
    """Who pays whom so that all are even."""
    settled = [
        ([side.names for side in match.sides], rows[match.id].money or []) for match in matches if match.id in rows
    ]
    return [
        marked(
            "{name} pays {other} {amount}" if len(one.payer) == 1 else "{name} pay {other} {amount}",
            name=unit_words(one.payer), other=unit_words(one.payee), amount=money(one.amount),
        )
        for one in payments(balances(settled))
    ]  # fmt: skip


def unit_words(names: Iterable[int | str]) -> Markup:
    """A person, or a side: "Ann & Cem"."""
    said = [Markup("<bdi>{}</bdi>").format(name) for name in names]
    return partners(said) if len(said) < 3 else list_with_and(said)


def hours_words(rows: Iterable[MatchReview]) -> str:
    """From when to when, and how long that was."""
    span = span_of((row.started_at, row.last_at) for row in rows)
    if span is None or span.length is None:
        return ""
    minutes = round(span.length.total_seconds() / 60)
    begin, end = clock(span.begin.astimezone()), clock(span.end.astimezone())
    return gettext("{begin} to {end}, {length}", begin=begin, end=end, length=length_words(minutes))
