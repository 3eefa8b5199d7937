"""A circle's file taken in: looked through as a whole first, then kept in one unit of work or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import asdict
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from models.base import db
from models.circle_file.export import circles, evenings, house_rules
from models.circle_file.format import NotTaken
from models.circle_file.schema import is_possible
from models.circle_file.verify import arrived, parts
from models.db.transaction import writing
from models.log.match_state import Row
from models.tables.circle import Circle, players
from models.tables.grant import SCORE, Grant, make_grant, uid_of, unused_with_uid
from models.tables.match import matches, records, seats
from models.tables.result import results, sealed_rows
from scoring.games import games

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, TableClause

    from models.circle_file import schema
    from models.circle_file.verify import Arrived

Rows = list[dict[str, Any]]
AT_ONCE = 500  # matches that are kept together
MOST_NAMED = 1_000  # uids in a question
OF_RECORD = ("match_id", *Row._fields)


class Taken(NamedTuple):
    """What came in: how many evenings and matches, and the grant to score there with its secret."""

    grant: Grant
    secret: str
    evenings: int
    matches: int


class Looked(NamedTuple):
    """What was found in a file: the circle, the row of each evening, and each match with the uid of its evening."""

    circle: schema.Circle
    evenings: Rows
    matches: list[tuple[str, Arrived]]


def take(data: bytes, bringer: str) -> Taken:
    """Keep the circle of a file; NotTaken, and nothing is kept, when it cannot be.

    bringer is a secret of whoever brings it: brought() finds the same grant by it, should the answer be lost.
    """
    looked = look_through(data)
    try:
        with writing() as session:
            circle_id = _kept(session.connection(), looked)
            circle = session.get_one(Circle, circle_id)
            grant, secret = make_grant(circle, SCORE)
            grant.uid = uid_of(bringer, circle.uid)
    except IntegrityError:
        raise NotTaken("partly_here") from None
    return Taken(grant, secret, len(looked.evenings), len(looked.matches))


def brought(circle_uid: str, bringer: str) -> Grant | None:
    """The grant of whoever brought this circle in, while it is in force and unused."""
    return unused_with_uid(uid_of(bringer, circle_uid))


def look_through(data: bytes) -> Looked:
    """All that is in a file, checked; NotTaken at the first thing that is wrong."""
    found = parts(data)
    circle = next(found)
    people = _people(circle)
    if not all(_can_be_played(rules) for rules in circle.house_rules):
        raise NotTaken("shape", what="circle.house_rules")
    if db.session.scalar(select(Circle.id).where(Circle.uid == circle.uid)):
        raise NotTaken("here_already", circle=circle.uid)
    looked = Looked(circle, [], [])
    for evening in found:
        looked.evenings.append(_evening(evening))
        for match in evening.matches:
            _check_seats(match, people)
            looked.matches.append((evening.uid, arrived(match, evening.date.isoformat(), people)))
    return looked


def _people(circle: schema.Circle) -> dict[str, str]:
    """The uids of the players, each by itself."""
    known = {player.uid: player.merged_into for player in circle.players}
    merged = [into for into in known.values() if into is not None]
    if len(known) < len(circle.players) or any(into not in known or known[into] is not None for into in merged):
        raise NotTaken("shape", what="circle.players")
    return {uid: uid for uid in known}


def _can_be_played(row: schema.House) -> bool:
    """Whether house rules are those of a game that is known."""
    game = games().get(row.game)
    return game is not None and is_possible(game, row.rules)


def _check_seats(match: schema.Match, people: dict[str, str]) -> None:
    sat = [seat.player for seat in match.seats]
    if len(set(sat)) < len(sat) or not people.keys() >= set(sat):
        raise NotTaken("shape", what="evening.matches.seats")


def _evening(evening: schema.Evening) -> dict[str, Any]:
    """The row of an evening, but for its circle."""
    return {key: value for key, value in asdict(evening).items() if key != "matches"} | {"deleted": False}


def _kept(connection: Connection, looked: Looked) -> int:
    """The id of the circle, kept with all that is in its file; others who want to write are waiting."""
    circle = looked.circle
    told = {"uid": circle.uid, "name": circle.name, "created_at": circle.created_at}
    [circle_id] = _ids(connection, circles, [told]).values()
    ids = _keep_people(connection, circle, circle_id)
    _rows(connection, house_rules, [asdict(rules) | {"circle_id": circle_id} for rules in circle.house_rules])
    came = _ids(connection, evenings, [row | {"circle_id": circle_id} for row in looked.evenings])
    for n in range(0, len(looked.matches), AT_ONCE):
        _keep_matches(connection, [(came[uid], match) for uid, match in looked.matches[n : n + AT_ONCE]], ids)
    return circle_id


def _keep_people(connection: Connection, circle: schema.Circle, circle_id: int) -> dict[str, int]:
    """The ids of the players by uid."""
    told = [asdict(player) | {"circle_id": circle_id} for player in circle.players]
    into = {row["uid"]: row.pop("merged_into") for row in told}
    ids = _ids(connection, players, told)
    for uid, other in into.items():
        if other is not None:
            merged = update(players).where(players.c.id == ids[uid])
            connection.execute(merged.values(merged_into_id=ids[other]))
    return ids


def _keep_matches(connection: Connection, found: list[tuple[int, Arrived]], people: dict[str, int]) -> None:
    """Keep matches, each with the id of its evening, and all their seats, records and results."""
    ends = [[row | {"player_id": people.get(row["player_id"])} for row in match.results] for _, match in found]
    rows = []
    for (evening_id, match), results_of in zip(found, ends, strict=True):
        told = match.opening._asdict() | match.head._asdict() | {"evening_id": evening_id}
        rows.append(told | {"results_seal": sealed_rows(told["uid"], results_of)})
    sat = [row.pop("seats") for row in rows]
    by_uid = _ids(connection, matches, rows)
    ids = [by_uid[row["uid"]] for row in rows]
    sitting = [
        {"match_id": match_id, "seat": n, "player_id": people[player], "name": name}
        for match_id, seated in zip(ids, sat, strict=True)
        for n, (player, name) in enumerate(seated)
    ]
    _rows(connection, seats, sitting)
    _keep_records(
        connection, ((match_id, *row) for match_id, (_, match) in zip(ids, found, strict=True) for row in match.rows)
    )
    _rows(
        connection,
        results,
        [{"match_id": match_id} | row for match_id, end in zip(ids, ends, strict=True) for row in end],
    )


def _keep_records(connection: Connection, rows: Iterable[tuple[Any, ...]]) -> None:
    """Keep rows of the log in the words of the database: there are too many to take them through any other."""
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    names = ", ".join(f'"{name}"' for name in OF_RECORD)
    marks = ", ".join(mark for _ in OF_RECORD)
    if told := list(rows):
        connection.exec_driver_sql(f"INSERT INTO {records.name} ({names}) VALUES ({marks})", told)  # noqa: S608


def _ids(connection: Connection, table: TableClause, rows: Rows) -> dict[str, int]:
    """The ids of new rows by uid."""
    _rows(connection, table, rows)
    uids = [row["uid"] for row in rows]
    ids: dict[str, int] = {}
    for n in range(0, len(uids), MOST_NAMED):
        named = table.c.uid.in_(uids[n : n + MOST_NAMED])
        ids |= dict(connection.execute(select(table.c.uid, table.c.id).where(named)).all())
    return ids


def _rows(connection: Connection, table: TableClause, values: Rows) -> None:
    if values:
        connection.execute(insert(table), values)
