"""The records that a game names itself (scoring/review.py): deals that stand out, and rows of such deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import func, select

from models.base import db
from models.log.state import OVER
from models.review.deals.query import deals_where
from models.review.deals.scope import DealScope
from models.review.past.match import PastMatch
from models.review.past.matches import Past
from models.review.people import Person
from models.review.records.matches import EQUAL_SHOWN, Equal, Held, held_by_first, leaders_of
from models.review.stored.count_cache import chapters, remembered
from models.review.tables import DealFact, DealPart, MatchReview
from models.tables import Match
from scoring.review import RecordKind, Where

FEW = 50  # matches of which deals are looked up one by one
SEEN = 50  # of equal deals, and of the rows that lead


class Deal(NamedTuple):
    """A deal that may be a record."""

    value: int
    day: date
    match: str
    uid: str
    who: int | None
    mate: int | None


def game_records(past: Past, scope: DealScope, records: Sequence[RecordKind]) -> list[Held]:
    """The records of a game that there are."""
    made = {"deal": largest, "first": first_ever, "evening": most_in, "match": most_in, "ever": most_ever}
    found = [
        fewest(past, scope, record) if record.about == "fewest" else made[record.about](past, scope, record)
        for record in records
    ]
    return [one for one in found if one]


def by_quarter(past: Past, scope: DealScope, record: RecordKind, count: Callable[..., Any]) -> list[Any]:
    """What a count gives for each quarter, the first one first; each is made once while its deals stay."""
    out = tuple(one for one in past.people.today if (person := past.people.of(one)) is None or person.unranked)
    return [count(chapter, record, out) for chapter in chapters(scope)][::-1]


def largest(past: Past, scope: DealScope, record: RecordKind) -> Held | None:
    """The deal with the largest value; the first of equal ones holds it."""
    quarters = by_quarter(past, scope, record, largest_in)
    most = max((value for value, _ in quarters if value), default=0)
    if not most:
        return None
    same = [Deal(*deal) for value, deals in quarters if value == most for deal in deals]
    return held(past, record, scope, same[:SEEN])


@remembered
def largest_in(scope: DealScope, record: RecordKind, out: tuple[int, ...]) -> tuple[int | None, list[tuple[Any, ...]]]:
    """The largest value of a quarter, and the first deals with it."""
    value = value_of(record.value, record.of.of_parts)
    most = db.session.execute(finished_deals(scope, record, out, func.max(value))).scalar()
    same = columns_of(scope, record, out, value).where(value == most).limit(SEEN) if most else None
    return most, [tuple(row) for row in db.session.execute(same)] if same is not None else []


def first_ever(past: Past, scope: DealScope, record: RecordKind) -> Held | None:
    """The first such deal; its value is how many there were since."""
    quarters = by_quarter(past, scope, record, first_in)
    known = held(past, record, scope, [Deal(*deal) for _, deals in quarters for deal in deals][:1])
    return known._replace(value=sum(n for n, _ in quarters)) if known else None


@remembered
def first_in(scope: DealScope, record: RecordKind, out: tuple[int, ...]) -> tuple[int, list[tuple[Any, ...]]]:
    """How many such deals a quarter has, and the first one."""
    n = db.session.execute(finished_deals(scope, record, out, func.count())).scalar() or 0
    first = columns_of(scope, record, out, DealFact.number).limit(1) if n else None
    return n, [tuple(row) for row in db.session.execute(first)] if first is not None else []


def most_ever(past: Past, scope: DealScope, record: RecordKind) -> Held | None:
    """The most such deals of one person; who had so many first holds it, two are the least."""
    times: Counter[int] = Counter()
    reached: dict[int, Deal] = {}
    for deal in (Deal(*row) for quarter in by_quarter(past, scope, record, all_in) for row in quarter):
        person = past.people.of(deal.who)
        if person:
            times[person.id] += 1
            reached[person.id] = deal._replace(value=times[person.id], mate=None)
    most = max(times.values(), default=0)
    same = [deal for deal in reached.values() if deal.value == most]
    return held(past, record, scope, sorted(same, key=lambda deal: deal.day)) if most > 1 else None


@remembered
def all_in(scope: DealScope, record: RecordKind, out: tuple[int, ...]) -> list[tuple[Any, ...]]:
    """All such deals of a quarter, the first one first."""
    return [tuple(row) for row in db.session.execute(columns_of(scope, record, out, DealFact.number))]


def finished_deals(scope: DealScope, record: RecordKind, out: tuple[int, ...], *columns: Any) -> Any:
    """A query over the deals of finished matches; out: the ids of players who stay out of records."""
    who = (DealPart if record.of.of_parts else DealFact).who_id
    here = [MatchReview.circle_id == scope.circle_id, MatchReview.game == scope.game, MatchReview.state == OVER]
    here += [MatchReview.day >= scope.first] if scope.first else []
    here += [MatchReview.day <= scope.last] if scope.last else []
    query = deals_where(scope, record.of, *columns)
    query = query.where(DealFact.match_id.in_(select(MatchReview.match_id).where(*here)))
    return query.where(who.is_not(None), who.not_in(out))


def columns_of(scope: DealScope, record: RecordKind, out: tuple[int, ...], value: Any) -> Any:
    """The deals, the oldest first."""
    who = (DealPart if record.of.of_parts else DealFact).who_id
    query = finished_deals(scope, record, out, value, DealFact.day, Match.uid, DealFact.uid, who, DealFact.mate_id)
    query = query.join(Match, Match.id == DealFact.match_id)
    return query.order_by(DealFact.day, DealFact.match_id, DealFact.n)


def held(past: Past, record: RecordKind, scope: DealScope, deals: Sequence[Deal]) -> Held | None:
    """The first of equal deals as a record."""
    if not deals:
        return None
    first, *others = deals
    equal = tuple(Equal(people_of(past, one), one.day, one.match, one.uid) for one in others[:EQUAL_SHOWN])
    people = people_of(past, first)
    return Held(
        record.code, scope.game, first.value, people, first.day, len(others), first.match, first.uid, others=equal
    )


def people_of(past: Past, deal: Deal) -> tuple[Person, ...]:
    """Who declared a deal, with the partner; without those who stay out."""
    found = [past.people.of(one) for one in (deal.who, deal.mate)]
    return tuple(one for one in found if one and not one.unranked)


def most_in(past: Past, scope: DealScope, record: RecordKind) -> Held | None:
    """The most such deals of one person in an evening, or in a match; two are the least."""
    rows = [row for quarter in by_quarter(past, scope, record, most_of_quarter) for row in quarter]
    most = max((row[0] for row in rows), default=0)
    if most < 2:
        return None
    same = sorted((row for row in rows if row[0] == most), key=lambda row: row[1])[:SEEN]
    count, day, match_id, where, who = same[0]
    uid = db.session.scalar(select(Match.uid).where(Match.id == match_id)) or ""
    person = past.people.of(who)
    evening = where if record.about == "evening" else 0
    return Held(record.code, scope.game, count, (person,) if person else (), day, len(same) - 1, uid, "", evening)


@remembered
def most_of_quarter(scope: DealScope, record: RecordKind, out: tuple[int, ...]) -> list[tuple[Any, ...]]:
    """The most of a quarter: how many, first day and match, evening or match, who."""
    table: Any = DealPart if record.of.of_parts else DealFact
    place = MatchReview.evening_id if record.about == "evening" else MatchReview.match_id
    n = func.count()
    columns = n, func.min(table.day), func.min(table.match_id), place, table.who_id
    query = finished_deals(scope, record, out, *columns).join(MatchReview, MatchReview.match_id == table.match_id)
    rows = db.session.execute(query.group_by(place, table.who_id).order_by(n.desc(), func.min(table.day)).limit(SEEN))
    return [tuple(row) for row in rows]


def fewest(past: Past, scope: DealScope, record: RecordKind) -> Held | None:
    """The win in the fewest deals; where `of` says something, without such a deal of a winner."""

    def values(matches: Sequence[PastMatch]) -> list[list[tuple[str, int]]]:
        spoiled = spoiled_among(past, scope, matches, record)
        return [[] if match.id in spoiled or not match.deals else [(record.code, -match.deals)] for match in matches]

    known = leaders_of(past, scope.game, ("fewest", record), values)
    return held_by_first(past, scope.game, record.code, known[record.code]) if known else None


def spoiled_among(past: Past, scope: DealScope, matches: Sequence[PastMatch], record: RecordKind) -> set[int]:
    """The ids of those matches of which a winner had a deal that spoils a record."""
    if record.of == type(record.of)():
        return set()
    few = len(matches) <= FEW
    where = scope._replace(matches=tuple(match.id for match in matches), version=()) if few else scope
    deals = {(match, past.people.today.get(who or 0)) for match, who in touched(where, record.of)}
    return {match.id for match in matches if any((match.id, seat.person) in deals for seat in match.ended if seat.won)}


def value_of(name: str, of_parts: bool) -> Any:
    """The column of a value."""
    return getattr(DealPart if of_parts else DealFact, name)


def touched(scope: DealScope, where: Where) -> set[tuple[int, int | None]]:
    """Match and person of each deal that is so."""
    table: Any = DealPart if where.of_parts else DealFact
    rows = db.session.execute(deals_where(scope, where, table.match_id, table.who_id).distinct())
    return {(match, who) for match, who in rows}
