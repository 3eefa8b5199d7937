"""Import of a circle file: verified as a whole first, then stored in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec.structs import asdict
from sqlalchemy import Connection, TableClause, insert, select, update
from sqlalchemy.exc import IntegrityError

from models.base import db
from models.circle_file import schema
from models.circle_file.export import circles, evenings, house_rules, seasons
from models.circle_file.format import ImportRefused
from models.circle_file.match import ParsedMatch, verify_match
from models.circle_file.parts import read_parts
from models.circle_file.schema import are_valid_rules
from models.db.transaction import write_transaction
from models.log.match_state import RecordRow
from models.tables.branch import branches
from models.tables.circle import Circle, players
from models.tables.grant import SCORE, Grant, derived_uid, find_unused_by_uid, make_grant
from models.tables.match import matches, records, seats
from models.tables.result import results, rows_seal
from scoring.games import games

Tell = Callable[..., None]

Rows = list[dict[str, Any]]
MATCH_BATCH = 500  # matches inserted together
UID_BATCH = 1_000  # uids per query
RECORD_COLUMNS = ("match_id", *RecordRow._fields)


class ImportedCircle(NamedTuple):
    """Result of an import: the numbers of evenings and matches, and a grant to score there with its secret."""

    grant: Grant
    secret: str
    evenings: int
    matches: int


class ParsedFile(NamedTuple):
    """The content of a file: the circle, the row of each evening, and each match with the uid of its evening."""

    circle: schema.Circle
    evenings: Rows
    matches: list[tuple[str, ParsedMatch]]


def tell_nobody(**_: object) -> None:
    """Progress that nobody waits for."""


def import_circle_file(data: bytes, bringer: str, tell: Tell = tell_nobody) -> ImportedCircle:
    """Store the circle of a file; ImportRefused, with nothing stored, when it is invalid or already here.

    bringer: a secret of whoever imports it, by which find_import_grant() finds the grant if the response was lost.
    tell: called often with circle=uid, stage="check" or "store", done=evenings or matches of so many.
    """
    parsed = parse_file(data, tell)
    try:
        with write_transaction() as session:
            circle_id = _store_circle(session.connection(), parsed, tell)
            circle = session.get_one(Circle, circle_id)
            grant, secret = make_grant(circle, SCORE)
            grant.uid = derived_uid(bringer, circle.uid)
    except IntegrityError:
        raise ImportRefused("partly_here") from None
    return ImportedCircle(grant, secret, len(parsed.evenings), len(parsed.matches))


def find_import_grant(circle_uid: str, bringer: str) -> Grant | None:
    """The grant of whoever imported this circle, while it is in force and unused."""
    return find_unused_by_uid(derived_uid(bringer, circle_uid))


def parse_file(data: bytes, tell: Tell = tell_nobody) -> ParsedFile:
    """The verified content of a file; ImportRefused at its first fault."""
    found = read_parts(data)
    circle, evening_count = next(found)
    people = _player_uids(circle)
    if not all(_has_valid_rules(rules) for rules in circle.house_rules):
        raise ImportRefused("shape", what="circle.house_rules")
    if not all(set(season.games) <= set(games()) for season in circle.seasons):
        raise ImportRefused("shape", what="circle.seasons")
    if db.session.scalar(select(Circle.id).where(Circle.uid == circle.uid)):
        raise ImportRefused("here_already", circle=circle.uid)
    parsed = ParsedFile(circle, [], [])
    tell(circle=circle.uid, stage="check", done=0, of=evening_count)
    for evening in found:
        parsed.evenings.append(_evening_row(evening))
        for match in evening.matches:
            _check_seats(match, people)
            parsed.matches.append((evening.uid, verify_match(match, evening.date.isoformat(), people)))
        tell(circle=circle.uid, stage="check", done=len(parsed.evenings), of=evening_count)
    return parsed


def _player_uids(circle: schema.Circle) -> dict[str, str]:
    """The uids of the players, each mapped to itself; ImportRefused for duplicates and bad merges."""
    known = {player.uid: player.merged_into for player in circle.players}
    merged = [into for into in known.values() if into is not None]
    if len(known) < len(circle.players) or any(into not in known or known[into] is not None for into in merged):
        raise ImportRefused("shape", what="circle.players")
    return {uid: uid for uid in known}


def _has_valid_rules(row: schema.HouseRules) -> bool:
    """Whether house rules are valid rules of a known game."""
    game = games().get(row.game)
    return game is not None and are_valid_rules(game, row.rules)


def _check_seats(match: schema.Match, people: dict[str, str]) -> None:
    uids = [seat.player for seat in match.seats]
    if len(set(uids)) < len(uids) or not people.keys() >= set(uids):
        raise ImportRefused("shape", what="evening.matches.seats")


def _evening_row(evening: schema.Evening) -> dict[str, Any]:
    """The row of an evening, without circle_id."""
    return {key: value for key, value in asdict(evening).items() if key != "matches"} | {"deleted": False}


def _store_circle(connection: Connection, parsed: ParsedFile, tell: Tell) -> int:
    """Insert the circle with everything in its file; returns its id. Other writers wait meanwhile."""
    circle = parsed.circle
    row = {"uid": circle.uid, "name": circle.name, "created_at": circle.created_at}
    [circle_id] = _insert_with_ids(connection, circles, [row]).values()
    ids = _store_players(connection, circle, circle_id)
    _insert(connection, house_rules, [asdict(rules) | {"circle_id": circle_id} for rules in circle.house_rules])
    _insert(connection, seasons, [asdict(season) | {"circle_id": circle_id} for season in circle.seasons])
    came = _insert_with_ids(connection, evenings, [row | {"circle_id": circle_id} for row in parsed.evenings])
    for n in range(0, len(parsed.matches), MATCH_BATCH):
        tell(circle=circle.uid, stage="store", done=n, of=len(parsed.matches))
        _store_matches(connection, [(came[uid], match) for uid, match in parsed.matches[n : n + MATCH_BATCH]], ids)
    return circle_id


def _store_players(connection: Connection, circle: schema.Circle, circle_id: int) -> dict[str, int]:
    """Insert the players; returns their ids by uid."""
    rows = [asdict(player) | {"circle_id": circle_id} for player in circle.players]
    into = {row["uid"]: row.pop("merged_into") for row in rows}
    ids = _insert_with_ids(connection, players, rows)
    for uid, other in into.items():
        if other is not None:
            merged = update(players).where(players.c.id == ids[uid])
            connection.execute(merged.values(merged_into_id=ids[other]))
    return ids


def _store_matches(connection: Connection, found: list[tuple[int, ParsedMatch]], people: dict[str, int]) -> None:
    """Insert matches, each with the id of its evening, and their seats, records, branches and results."""
    ends = [[row | {"player_id": people.get(row["player_id"])} for row in match.results] for _, match in found]
    rows = []
    for (evening_id, match), results_of in zip(found, ends, strict=True):
        row = match.opening._asdict() | match.head._asdict() | {"evening_id": evening_id}
        rows.append(row | {"results_seal": rows_seal(row["uid"], results_of)})
    seats_of = [row.pop("seats") for row in rows]
    by_uid = _insert_with_ids(connection, matches, rows)
    ids = [by_uid[row["uid"]] for row in rows]
    seat_rows = [
        {"match_id": match_id, "seat": n, "player_id": people[player], "name": name}
        for match_id, seated in zip(ids, seats_of, strict=True)
        for n, (player, name) in enumerate(seated)
    ]
    _insert(connection, seats, seat_rows)
    _store_records(
        connection, ((match_id, *row) for match_id, (_, match) in zip(ids, found, strict=True) for row in match.rows)
    )
    held = [
        {"match_id": match_id} | row for match_id, (_, match) in zip(ids, found, strict=True) for row in match.branches
    ]
    _insert(connection, branches, held)
    _insert(
        connection,
        results,
        [{"match_id": match_id} | row for match_id, end in zip(ids, ends, strict=True) for row in end],
    )


def _store_records(connection: Connection, rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows of the log with the driver itself: they are too many for SQLAlchemy's overhead."""
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    names = ", ".join(f'"{name}"' for name in RECORD_COLUMNS)
    marks = ", ".join(mark for _ in RECORD_COLUMNS)
    if values := list(rows):
        connection.exec_driver_sql(f"INSERT INTO {records.name} ({names}) VALUES ({marks})", values)  # noqa: S608


def _insert_with_ids(connection: Connection, table: TableClause, rows: Rows) -> dict[str, int]:
    """Insert rows; returns their ids by uid."""
    _insert(connection, table, rows)
    uids = [row["uid"] for row in rows]
    ids: dict[str, int] = {}
    for n in range(0, len(uids), UID_BATCH):
        named = table.c.uid.in_(uids[n : n + UID_BATCH])
        ids |= dict(connection.execute(select(table.c.uid, table.c.id).where(named)).all())
    return ids


def _insert(connection: Connection, table: TableClause, values: Rows) -> None:
    if values:
        connection.execute(insert(table), values)
