"""A circle's file taken in: looked through as a whole first, then kept in one unit of work or not at all."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from models.access import SCORE, Grant, make_grant, uid_of, with_uid
from models.arriving import arrived, opening_of, parts
from models.base import db, plain_json
from models.chain import genesis
from models.circle_file import NotTaken
from models.circle_shape import is_possible
from models.exporting import circles, evenings, house_rules
from models.matches import matches, records, seats
from models.people import Circle, players
from models.review import results, sealed_rows
from models.writing import writing
from scoring.games import games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from sqlalchemy import Connection, TableClause

    from models.circle_file import Part

Rows = list[dict[str, Any]]
HOUSE_RULES, SEATS, RECORDS, RESULTS = map(insert, (house_rules, seats, records, results))
AT_ONCE = 2_000  # records and matches that are kept together
MOST_NAMED = 1_000  # uids in a question
NOTHING_KNOWN = dict.fromkeys(("grant", "device", "made_at"))


class Taken(NamedTuple):
    """What came in: how many evenings and matches, and the grant to score there with its secret."""

    grant: Grant
    secret: str
    evenings: int
    matches: int


class Looked(NamedTuple):
    """What was found in a file: how many evenings, and by the uid of each match its results, if it is over."""

    evenings: int
    results: dict[str, Rows]


def take(stream: TextIO, bringer: str) -> Taken:
    """Keep the circle of a file (a stream that can be read twice); NotTaken, and nothing is kept, when it cannot be.

    bringer is a secret of whoever brings it: brought() finds the same grant by it, should the answer be lost.
    """
    looked = look_through(stream)
    stream.seek(0)
    try:
        with writing() as session:
            circle_id = _kept(session.connection(), parts(stream, checked=True), looked)
            circle = session.get_one(Circle, circle_id)
            grant, secret = make_grant(circle, SCORE)
            grant.uid = uid_of(bringer, circle.uid)
    except IntegrityError:
        raise NotTaken("partly_here") from None
    return Taken(grant, secret, looked.evenings, len(looked.results))


def brought(circle_uid: str, bringer: str) -> Grant | None:
    """The grant of whoever brought this circle in, while it is in force."""
    return with_uid(uid_of(bringer, circle_uid))


def look_through(stream: TextIO) -> Looked:
    """Check all that is in a file; NotTaken at the first thing that is wrong."""
    found = parts(stream)
    circle = next(found, None)
    if circle is None:
        raise NotTaken("not_a_circle")
    people = _people(circle)
    if not all(_can_be_played(rules) for rules in circle["house_rules"]):
        raise NotTaken("shape", what="circle.house_rules")
    if db.session.scalar(select(Circle.id).where(Circle.uid == circle["uid"])):
        raise NotTaken("here_already", circle=circle["uid"])
    evenings, ends = 0, {}
    for evening in found:
        evenings += 1
        for match in evening["matches"]:
            _check_seats(match, people)
            ends[match["uid"]] = arrived(match, evening["date"], people)
    return Looked(evenings, ends)


def _people(circle: Part) -> dict[str, str]:
    """The uids of the players, each by itself."""
    known = {player["uid"]: player.get("merged_into") for player in circle["players"]}
    merged = [into for into in known.values() if into is not None]
    if len(known) < len(circle["players"]) or any(into not in known or known[into] is not None for into in merged):
        raise NotTaken("shape", what="circle.players")
    return {uid: uid for uid in known}


def _can_be_played(row: Part) -> bool:
    """Whether house rules are those of a game that is known."""
    game = games().get(row["game"])
    return game is not None and is_possible(game, row["rules"])


def _check_seats(match: Part, people: dict[str, str]) -> None:
    sat = [seat["player"] for seat in match["seats"]]
    if len(set(sat)) < len(sat) or not people.keys() >= set(sat):
        raise NotTaken("shape", what="evening.matches.seats")


def _kept(connection: Connection, found: Iterator[Part], looked: Looked) -> int:
    """The id of the circle, kept with all that is in its file; others who want to write are waiting."""
    circle = next(found)
    [circle_id] = _ids(connection, circles, [{key: circle[key] for key in ("uid", "name", "created_at")}]).values()
    ids = _keep_people(connection, circle, circle_id)
    _rows(connection, HOUSE_RULES, [rules | {"circle_id": circle_id} for rules in circle["house_rules"]])
    for some in _together(found):
        came = _ids(connection, evenings, [_evening(evening) | {"circle_id": circle_id} for evening in some])
        told = [(came[evening["uid"]], match) for evening in some for match in evening["matches"]]
        _keep_matches(connection, told, ids, looked)
    return circle_id


def _together(found: Iterator[Part]) -> Iterator[list[Part]]:
    """The evenings, as many at a time as are kept together."""
    some: list[Part] = []
    size = 0
    for evening in found:
        some.append(evening)
        size += 1 + sum(1 + len(match["records"]) for match in evening["matches"])
        if size >= AT_ONCE:
            yield some
            some, size = [], 0
    yield some


def _evening(evening: Part) -> dict[str, Any]:
    """The row of an evening, but for its circle."""
    told = {key: evening.get(key) for key in ("uid", "place", "note", "created_at", "closed_at")}
    told |= {"date": date.fromisoformat(evening["date"])}
    return told | {"hidden": evening.get("hidden", False), "deleted": False}


def _keep_people(connection: Connection, circle: Part, circle_id: int) -> dict[str, int]:
    """The ids of the players by uid."""
    kept = ("uid", "name", "retired", "created_at")
    told = [{key: player[key] for key in kept} | {"circle_id": circle_id} for player in circle["players"]]
    ids = _ids(connection, players, told)
    for player in circle["players"]:
        if "merged_into" in player:
            merged = update(players).where(players.c.id == ids[player["uid"]])
            connection.execute(merged.values(merged_into_id=ids[player["merged_into"]]))
    return ids


def _keep_matches(
    connection: Connection, found: list[tuple[int, Part]], people: dict[str, int], looked: Looked
) -> None:
    """Keep matches, each with the id of its evening, and all their seats, records and results."""
    ends = {match["uid"]: _with_players(looked.results[match["uid"]], people) for _, match in found}
    rows = [_match(match, ends[match["uid"]]) | {"evening_id": evening_id} for evening_id, match in found]
    ids = _ids(connection, matches, rows)
    told = [({"match_id": ids[match["uid"]]}, match) for _, match in found]
    sat = [
        key | {"seat": n, "player_id": people[seat["player"]], "name": seat["name"]}
        for key, match in told
        for n, seat in enumerate(match["seats"])
    ]
    _rows(connection, SEATS, sat)
    _rows(connection, RECORDS, [key | row for key, match in told for row in _records(match)])
    _rows(connection, RESULTS, [key | row for key, match in told for row in ends[match["uid"]]])


def _with_players(rows: Rows, people: dict[str, int]) -> Rows:
    return [row | {"player_id": people.get(row["player_id"])} for row in rows]


def _match(match: Part, ends: Rows) -> dict[str, Any]:
    """The row of a match, but for its evening."""
    opening, said = opening_of(match), match["records"]
    told = {key: value for key, value in opening._asdict().items() if key != "seats"}
    told |= {key: match.get(key) for key in ("state", "ended_at", "seal")}
    told |= {"last_seq": len(said), "last_hash": said[-1]["hash"] if said else genesis(opening)}
    return told | {"results_seal": sealed_rows(opening.uid, ends)}


def _records(match: Part) -> Iterator[dict[str, Any]]:
    """The rows of a log, each with its body as text and every column."""
    previous = genesis(opening_of(match))
    for seq, said in enumerate(match["records"], 1):
        yield NOTHING_KNOWN | said | {"seq": seq, "previous": previous, "body": plain_json(said["body"])}
        previous = said["hash"]


def _ids(connection: Connection, table: TableClause, rows: Rows) -> dict[str, int]:
    """The ids of new rows by uid."""
    _rows(connection, insert(table), rows)
    uids = [row["uid"] for row in rows]
    ids: dict[str, int] = {}
    for n in range(0, len(uids), MOST_NAMED):
        named = table.c.uid.in_(uids[n : n + MOST_NAMED])
        ids |= dict(connection.execute(select(table.c.uid, table.c.id).where(named)).all())
    return ids


def _rows(connection: Connection, statement: Any, values: Rows) -> None:
    if values:
        connection.execute(statement, values)
