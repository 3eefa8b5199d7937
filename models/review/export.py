"""What a circle finished, for other programs: rows of matches, seats and deals, and an SQLite file made of them.

docs/export.md tells what the columns mean. Damaged matches and hidden evenings have no rows of review, so none here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import Select, and_, func, select

from models.base import db, from_millis
from models.review.people import People
from models.review.scope import Scope
from models.review.shares import ENOUGH
from models.review.tables import facts, match_reviews, seat_facts
from models.tables import evenings, matches, results

AT_ONCE = 500  # rows that are held
PERSON, OF_MATCH = "TEXT REFERENCES people(person_id)", "TEXT REFERENCES matches(match_id)"
TABLES = {  # their columns as SQLite takes them
    "people": "person_id TEXT PRIMARY KEY, name TEXT, ranked INTEGER",
    "matches": (
        "match_id TEXT PRIMARY KEY, evening_id TEXT, day TEXT, place TEXT, game TEXT, started_at TEXT, ended_at TEXT, "
        "deals INTEGER, seconds INTEGER, corrections INTEGER, winners TEXT"
    ),
    "seats": (
        f"match_id {OF_MATCH}, day TEXT, game TEXT, seat INTEGER, turn INTEGER, person_id {PERSON}, name TEXT, "
        "side INTEGER, rank INTEGER, total INTEGER, won INTEGER, deals INTEGER, money REAL"
    ),
    "deals": (
        f"deal_id TEXT PRIMARY KEY, match_id {OF_MATCH}, day TEXT, game TEXT, number INTEGER, "
        f"dealer TEXT, dealer_id {PERSON}, bidder TEXT, bidder_id {PERSON}, partner TEXT, partner_id {PERSON}, "
        "contract TEXT, bid INTEGER, trump TEXT, tricks INTEGER, made INTEGER, points INTEGER, seconds INTEGER"
    ),
}
BY_SHARE = f"count(*) < {ENOUGH}, 1.0 * sum(s.won) / count(*) DESC, count(*) DESC"
VIEWS = f"""
CREATE INDEX seats_match ON seats(match_id);
CREATE INDEX seats_person ON seats(person_id);
CREATE INDEX deals_match ON deals(match_id);
CREATE INDEX deals_bidder ON deals(bidder_id);

CREATE VIEW leaderboard AS
SELECT p.name, s.game, count(*) AS matches, sum(s.won) AS won, p.person_id
FROM seats s JOIN people p ON p.person_id = s.person_id
WHERE s.won IS NOT NULL AND p.ranked
GROUP BY p.person_id, s.game ORDER BY {BY_SHARE};

CREATE VIEW pairs AS
SELECT a.name AS one, b.name AS other, s.game, count(*) AS matches, sum(s.won) AS won,
    a.person_id AS one_id, b.person_id AS other_id
FROM seats s JOIN seats t ON t.match_id = s.match_id AND t.side = s.side AND t.person_id > s.person_id
JOIN people a ON a.person_id = s.person_id JOIN people b ON b.person_id = t.person_id
WHERE s.won IS NOT NULL AND t.won IS NOT NULL AND a.ranked AND b.ranked
GROUP BY a.person_id, b.person_id, s.game ORDER BY {BY_SHARE};

CREATE VIEW bids AS
SELECT game, contract, bid, count(*) AS deals, sum(made) AS made, round(avg(points), 1) AS points
FROM deals WHERE made IS NOT NULL GROUP BY game, contract, bid ORDER BY game, contract, bid;
"""  # noqa: S608  own words
MATCH, RESULT, SEAT, DEAL = match_reviews.c, results.c, seat_facts.c, facts.c
IN_ORDER = MATCH.day, MATCH.started_at, MATCH.match_id
WINNER = and_(SEAT.match_id == MATCH.match_id, SEAT.won)
AT_THE_END = and_(RESULT.match_id == SEAT.match_id, RESULT.seat == SEAT.seat, RESULT.place.is_not(None))
PARTNERS = func.count(RESULT.place).over(partition_by=(RESULT.match_id, RESULT.side))
Values = tuple[Any, ...]


def heading(table: str) -> list[str]:
    """The names of a table's columns."""
    return [column.split()[0] for column in TABLES[table].split(", ")]


def match_rows(circle_id: int, people: People) -> Iterator[Values]:
    """A row for each finished match, in the order in which they were played."""
    columns: Any = matches.c.uid, evenings.c.uid, MATCH.day, evenings.c.place, MATCH.game, MATCH.started_at
    columns += matches.c.ended_at, MATCH.deals, MATCH.seconds, MATCH.corrections
    query = (
        select(*columns, RESULT.player_id, RESULT.name)
        .join(matches, matches.c.id == MATCH.match_id)
        .join(evenings, evenings.c.id == MATCH.evening_id)
        .outerjoin(seat_facts, WINNER)
        .outerjoin(results, AT_THE_END)
        .order_by(*IN_ORDER, SEAT.seat)
    )
    for match, winners in groupby(finished(query, circle_id), lambda row: tuple(row[:10])):
        uid, evening, day, place, game, started_at, ended_at, *counted = match
        names = ", ".join(name_of(people, row[10], row[11]) for row in winners if row[11] is not None)
        yield uid, evening, day.isoformat(), place, game, clock_time(started_at), clock_time(ended_at), *counted, names


def seat_rows(circle_id: int, people: People) -> Iterator[Values]:
    """A row for each seat of them, and one more for whoever came into it later."""
    columns: Any = matches.c.uid, MATCH.day, MATCH.game, RESULT.seat, RESULT.turn, RESULT.player_id, RESULT.name
    columns += RESULT.side, RESULT.place, RESULT.total, RESULT.deals, SEAT.won, SEAT.level, MATCH.money, PARTNERS
    query = (
        select(*columns)
        .join(matches, matches.c.id == MATCH.match_id)
        .join(results, RESULT.match_id == MATCH.match_id)
        .outerjoin(seat_facts, AT_THE_END)
        .order_by(*IN_ORDER, RESULT.seat, RESULT.turn)
    )
    for uid, day, game, seat, turn, player, name, side, *came in finished(query, circle_id):
        place, total, deals, won, level, money, partners = came
        sat = seat, turn, id_of(people, player), name_of(people, player, name), side
        won = None if place is None or level else int(won)
        yield uid, day.isoformat(), game, *sat, place, total, won, deals, own_money(money, side, place, partners)


def deal_rows(circle_id: int, people: People) -> Iterator[Values]:
    """A row for each counted deal of them."""
    columns: Any = DEAL.uid, matches.c.uid, MATCH.day, MATCH.game, DEAL.number, DEAL.dealer_id, DEAL.who_id
    columns += DEAL.mate_id, DEAL.kind, DEAL.bid, DEAL.trump, DEAL.took, DEAL.made, DEAL.gain, DEAL.seconds
    query = (
        select(*columns)
        .join(matches, matches.c.id == MATCH.match_id)
        .join(facts, DEAL.match_id == MATCH.match_id)
        .order_by(*IN_ORDER, DEAL.n)
    )
    for uid, match, day, game, number, *sat, kind, bid, trump, took, made, gain, seconds in finished(query, circle_id):
        who = [part for player in sat for part in (name_of(people, player), id_of(people, player))]
        made = None if made is None else int(made)
        yield uid, match, day.isoformat(), game, number, *who, kind, bid, trump, took, made, gain, seconds


ROWS: dict[str, Callable[[int, People], Iterator[Values]]] = {
    "matches": match_rows,
    "seats": seat_rows,
    "deals": deal_rows,
}


def write_database(path: Path, circle_id: int, people: People) -> None:
    """Write the SQLite file of a circle; there is none at this path."""
    persons = ((person.uid, person.name, not person.unranked) for person in people.persons.values())
    with closing(sqlite3.connect(path)) as file, file:
        for table, columns in TABLES.items():
            file.execute(f"CREATE TABLE {table} ({columns})")
            rows = ROWS[table](circle_id, people) if table in ROWS else persons
            marks = ", ".join("?" * len(heading(table)))
            file.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608  own names
        file.executescript(VIEWS)


def finished(query: Select[Any], circle_id: int) -> Iterator[Any]:
    """The rows of a query over finished matches of a circle, some at a time."""
    counted = query.select_from(match_reviews).where(*Scope(circle_id).within(match_reviews))
    yield from db.session.execute(counted.execution_options(yield_per=AT_ONCE))


def name_of(people: People, player_id: int | None, guest: Any = None) -> Any:
    """Today's name of a player; that of a guest where it is known."""
    person = people.of(player_id)
    return person.name if person else guest


def id_of(people: People, player_id: int | None) -> str | None:
    """The uid of the person that a player is today; None for a guest."""
    person = people.of(player_id)
    return person.uid if person else None


def clock_time(at: int | None) -> str | None:
    """A time by the clock of the table, as spreadsheets read it."""
    return None if at is None else from_millis(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def own_money(money: list[int], side: int, place: int | None, partners: int) -> int | float | None:
    """What somebody gets of a side's money, in minor units; None without money, and for who left before the end."""
    if not money or place is None:
        return None
    amount, rest = divmod(money[side], partners)
    return money[side] / partners if rest else amount
