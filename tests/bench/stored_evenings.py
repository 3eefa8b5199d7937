"""Stored evenings by the thousand: each with a match, a true chain of deals, written past the door of the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy import insert

from models.base import canonical_json, db, new_uid, now, to_millis
from models.log.state import PLAY, Opening, Replay, Trace, genesis_hash, head_seal, record_hash
from models.tables import Circle, Evening, Player, matches, records, seats
from models.transaction import write_transaction
from scoring.deals import with_dealer
from scoring.game import complete
from scoring.games import games
from scoring.words import Record
from tests.bench.deals import Entries

Said = tuple[str, str, Any]  # uid, kind and body

CHUNK = 500  # evenings in one unit of work
FIRST_DAY = date(1990, 1, 1)
ORDINARY = "boomke_wies"


def store_evenings(
    circle: Circle, n: int, entries: Entries, game: str = ORDINARY, players: Sequence[Player] = ()
) -> None:
    """Write so many evenings of a circle, each with one match of these deals; without players all of it sit there."""
    sitting = players or circle.players
    for start in range(0, n, CHUNK):
        with write_transaction() as session:
            days = [FIRST_DAY + timedelta(day) for day in range(start, min(start + CHUNK, n))]
            rows = [{"uid": new_uid(), "circle_id": circle.id, "date": day, "created_at": now()} for day in days]
            known = session.execute(insert(Evening).returning(Evening.id), rows)
            for evening_id in known.scalars().all():
                store_match(evening_id, game, sitting, entries)


def store_match(evening_id: int, game: str, players: Sequence[Player], entries: Entries) -> str:
    """The uid of a stored match that goes on after these deals; joins the unit of work under way."""
    return store_log(evening_id, game, players, ((new_uid(), "deal", entry) for entry in entries))


def store_log(evening_id: int, game: str, players: Sequence[Player], said: Iterable[Said]) -> str:
    """The uid of a stored match of which this was said and which goes on; joins the unit of work under way."""
    rules = complete(games()[game], {})
    at, whole = to_millis(now()), canonical_json(rules)
    sat = tuple((one.uid, one.name) for one in players)
    opening = Opening(new_uid(), game, games()[game].edition, whole, 0, at, sat)
    first = genesis_hash(opening)
    table = games()[game].table(tuple(one.name for one in players), 0)
    log = Replay(games()[game], table, rules)
    rows = list(chained(first, with_dealers(log, said), at))
    last = rows[-1]["hash"] if rows else first
    head = {
        "last_seq": len(rows),
        "last_hash": last,
        "state": PLAY,
        "seal": head_seal(first, len(rows), last, PLAY, None),
    }
    began = {name: value for name, value in opening._asdict().items() if name != "seats"}
    connection = db.session.connection()
    added = connection.execute(insert(matches).returning(matches.c.id), began | head | {"evening_id": evening_id})
    here = {"match_id": added.scalar_one()}
    sitting = [{"seat": seat, "player_id": one.id, "name": one.name} for seat, one in enumerate(players)]
    connection.execute(insert(seats), [here | row for row in sitting])
    if rows:
        connection.execute(insert(records), [row | here for row in rows])
    return opening.uid


def with_dealers(log: Replay, said: Iterable[Said]) -> Iterator[Record]:
    """The records of a log, each deal with its dealer."""
    for seq, (uid, kind, body) in enumerate(said, 1):
        record = Record(seq, uid, kind, with_dealer(body, log.sheet.standing.dealer) if kind == "deal" else body)
        log.add(record)
        yield record


def chained(first: str, said: Iterable[Record], at: int) -> Iterator[dict[str, Any]]:
    """The rows of a log, each following from the one before."""
    previous = first
    for seq, uid, kind, body in said:
        text, trace = canonical_json(body), Trace(None, None, None, at)
        hashed = record_hash(previous, seq, uid, kind, text, trace)
        row = {"seq": seq, "uid": uid, "kind": kind, "body": text, "previous": previous, "hash": hashed}
        yield row | trace._asdict()
        previous = hashed
