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

    from sqlalchemy import Connection

    from models.circle_file import Part

Rows = list[dict[str, Any]]
CIRCLE, EVENING, PLAYER, MATCH = [
    insert(table).returning(table.c.id) for table in (circles, evenings, players, matches)
]
HOUSE_RULES, SEATS, RECORDS, RESULTS = map(insert, (house_rules, seats, records, results))
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
    circle_id = _id(connection, CIRCLE, {key: circle[key] for key in ("uid", "name", "created_at")})
    ids = _keep_people(connection, circle, circle_id)
    _rows(connection, HOUSE_RULES, [rules | {"circle_id": circle_id} for rules in circle["house_rules"]])
    for evening in found:
        told = {key: evening.get(key) for key in ("uid", "place", "note", "created_at", "closed_at")}
        told |= {"date": date.fromisoformat(evening["date"]), "circle_id": circle_id}
        told |= {"hidden": evening.get("hidden", False), "deleted": False}
        _keep_matches(connection, evening["matches"], _id(connection, EVENING, told), ids, looked)
    return circle_id


def _keep_people(connection: Connection, circle: Part, circle_id: int) -> dict[str, int]:
    """The ids of the players by uid."""
    ids = {}
    for player in circle["players"]:
        told = {key: player[key] for key in ("uid", "name", "retired", "created_at")}
        ids[player["uid"]] = _id(connection, PLAYER, told | {"circle_id": circle_id})
    for player in circle["players"]:
        if "merged_into" in player:
            merged = update(players).where(players.c.id == ids[player["uid"]])
            connection.execute(merged.values(merged_into_id=ids[player["merged_into"]]))
    return ids


def _keep_matches(
    connection: Connection, found: list[Part], evening_id: int, ids: dict[str, int], looked: Looked
) -> None:
    """The matches of an evening, all their seats, records and results at once."""
    sat: Rows = []
    log: Rows = []
    ends: Rows = []
    for match in found:
        opening, rows = opening_of(match), match["records"]
        told = {key: value for key, value in opening._asdict().items() if key != "seats"}
        told |= {key: match.get(key) for key in ("state", "ended_at", "seal")} | {"evening_id": evening_id}
        hashes = [genesis(opening), *(said["hash"] for said in rows)]
        told |= {"last_seq": len(rows), "last_hash": hashes[-1]}
        came = [row | {"player_id": ids.get(row["player_id"])} for row in looked.results[match["uid"]]]
        key = {"match_id": _id(connection, MATCH, told | {"results_seal": sealed_rows(opening.uid, came)})}
        named = [{"player_id": ids[seat["player"]], "name": seat["name"]} for seat in match["seats"]]
        sat += [key | {"seat": n} | seat for n, seat in enumerate(named)]
        log += [key | {"seq": n, "previous": hashes[n - 1]} | _stored(said) for n, said in enumerate(rows, 1)]
        ends += [key | row for row in came]
    for statement, values in ((SEATS, sat), (RECORDS, log), (RESULTS, ends)):
        _rows(connection, statement, values)


def _stored(said: Part) -> Part:
    """A record with its body as text and every column."""
    return NOTHING_KNOWN | said | {"body": plain_json(said["body"])}


def _id(connection: Connection, statement: Any, values: dict[str, Any]) -> int:
    """The id of a new row."""
    return int(connection.execute(statement, values).scalar_one())


def _rows(connection: Connection, statement: Any, values: Rows) -> None:
    if values:
        connection.execute(statement, values)
