"""Removal of a person's name from a circle: from lists, results and logs, whose hashes are computed again.

A log is covered by its hashes: each match with the person is verified first, then rewritten with another name in place
of theirs and nothing else changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, or_, select, update

from models.base import canonical_json, db
from models.log.errors import BrokenChain
from models.log.hash_chain import Opening, Trace, genesis_hash, head_seal, record_hash
from models.log.match_state import OVER, RecordRow, state_cache
from models.log.read import read
from models.log.read_verified import VerifiedMatch, read_verified
from models.people.delete_circle import exclusive_circle_transaction
from models.review.stored.write import write_derived
from models.tables.branch import branches
from models.tables.circle import Player
from models.tables.claimed_seat import ClaimedSeat
from models.tables.evening import Evening
from models.tables.grant import Grant
from models.tables.match import Match, matches, records, seats
from models.tables.review import Story
from models.tail.branches import match_branches, store_branches
from models.tail.tail_record import TailRecord

ANONYMOUS = "N. N."


class Person(NamedTuple):
    """A person to be anonymised: their players in a circle, the uids and names of these, and the new name."""

    players: Sequence[Player]
    uids: frozenset[str]
    names: frozenset[str]
    new: str


class NameRemoval(NamedTuple):
    """Result of a removal: the new name, the number of rewritten matches, and the damaged ones."""

    new: str
    matches: int
    damaged: tuple[BrokenChain, ...]


def find_person(player: Player) -> Person:
    """The person of a player: all players merged into one, and a new name that is free in the circle."""
    circle = db.session.scalars(select(Player).where(Player.circle_id == player.circle_id)).all()
    root = player.merged_into_id or player.id
    found = [one for one in circle if root in (one.id, one.merged_into_id)]
    taken = {one.name for one in circle}
    new = next(
        name for name in (ANONYMOUS, *(f"{ANONYMOUS} {n}" for n in range(2, len(circle) + 3))) if name not in taken
    )
    return Person(found, frozenset(one.uid for one in found), frozenset(one.name for one in found), new)


def remove_name(player: Player) -> NameRemoval:
    """Replace a person's name everywhere; a damaged match stays as it is.

    Also in the circle's name, whose default contains the first player's, and in those of links, which may repeat it.
    """
    changed, damaged = 0, []
    with exclusive_circle_transaction(player.circle_id) as session:
        person = find_person(player)
        for match in session.scalars(select(Match).where(Match.id.in_(matches_with(person))).order_by(Match.id)).all():
            try:
                changed += rewrite_match(session.connection(), match, person)
                rewrite_branches(session.connection(), match, person)
            except BrokenChain as broken:
                damaged.append(broken)
        evenings = select(Evening.id).where(Evening.circle_id == player.circle_id)
        claimed = ClaimedSeat.player.in_(person.uids | person.names)
        session.execute(delete(ClaimedSeat).where(ClaimedSeat.evening_id.in_(evenings), claimed))
        session.execute(delete(Story).where(Story.evening_id.in_(evenings)))  # it names guests, and is told anew
        for one in person.players:
            one.name, one.retired = person.new, True
        player.circle.name = replace_names(player.circle.name, person)
        for link in session.scalars(select(Grant).where(Grant.circle_id == player.circle_id)):
            link.name = replace_names(link.name, person)
    state_cache.clear()
    return NameRemoval(person.new, changed, tuple(damaged))


def replace_names(text: str, person: Person) -> str:
    """A text with the person's names replaced where they stand as whole words."""
    names = "|".join(map(re.escape, sorted(person.names, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{names})(?!\w)", lambda _: person.new, text)


def matches_with(person: Person) -> Any:
    """The ids of the matches that may hold the name: the person has a seat, or somebody changed seats."""
    circle = person.players[0].circle_id
    sat = select(seats.c.match_id).where(seats.c.player_id.in_([one.id for one in person.players]))
    changed = select(records.c.match_id).where(records.c.kind == "seat")
    here = select(matches.c.id).join(Evening, Evening.id == matches.c.evening_id).where(Evening.circle_id == circle)
    beside = select(branches.c.match_id)
    return here.where(or_(*(matches.c.id.in_(some) for some in (sat, changed, beside))))


def rewrite_match(connection: Connection, match: Match, person: Person) -> bool:
    """Rewrite a match if it holds the name; BrokenChain, with nothing done, when it is damaged."""
    before = read_verified(connection, match.id, match.uid)
    opening, rows = (
        rename_in_opening(before.opening, person),
        [(row, rename_in_body(row, person)) for row in before.rows],
    )
    if opening == before.opening and all(row.body == body for row, body in rows):
        return False
    store_rewritten(connection, match.id, opening, rows, before)
    state_cache.clear()
    if before.head.state == OVER:
        db.session.expire(match)
        write_derived(connection, {match.id: read(match)})
    return True


def rename_in_opening(opening: Opening, person: Person) -> Opening:
    """The opening with the new name."""
    return opening._replace(
        seats=tuple((uid, person.new if uid in person.uids else name) for uid, name in opening.seats)
    )


def rename_in_body(row: RecordRow, person: Person) -> str:
    """The body of a record with the new name, for a player and for a guest of the same name."""
    if row.kind != "seat":
        return row.body
    body = json.loads(row.body)
    renamed = rename_player(body, person)
    return row.body if renamed is body else canonical_json(renamed)


def rename_player(body: dict[str, Any], person: Person) -> dict[str, Any]:
    """The body of a record that puts a player in a seat, with the new name."""
    if body.get("player_uid") in person.uids or (not body.get("player_uid") and body.get("player") in person.names):
        return body | {"player": person.new}
    return body


def rewrite_branches(connection: Connection, match: Match, person: Person) -> None:
    """Rewrite what phones sent that is not in the log of a match; BrokenChain when some of it is damaged."""
    changed = []
    for branch in match_branches(connection, match.id, match.uid):
        known, own = (tuple(rename_in_record(one, person) for one in some) for some in (branch.known, branch.records))
        if (known, own) != (branch.known, branch.records):
            changed.append(branch._replace(known=known, records=own))
    store_branches(connection, match.id, changed)


def rename_in_record(record: TailRecord, person: Person) -> TailRecord:
    """A record of a branch with the new name; one that no log would take can hold any values."""
    body = record.body
    if (
        record.kind != "seat"
        or not {str(body.get("player_uid"))} & person.uids | {str(body.get("player"))} & person.names
    ):
        return record
    return record._replace(body=body | {"player": person.new})


def store_rewritten(
    connection: Connection, match_id: int, opening: Opening, rows: list[tuple[RecordRow, str]], before: VerifiedMatch
) -> None:
    """Store the names, the bodies and every hash that depends on them."""
    first = last = genesis_hash(opening)
    for number, (_, name) in enumerate(opening.seats):
        here = seats.c.match_id == match_id, seats.c.seat == number
        connection.execute(update(seats).where(*here).values(name=name))
    for row, body in rows:
        trace = Trace(row.grant, row.device, row.made_at, row.at)
        new = {"previous": last, "body": body, "hash": record_hash(last, row.seq, row.uid, row.kind, body, trace)}
        connection.execute(update(records).where(records.c.match_id == match_id, records.c.seq == row.seq).values(new))
        last = new["hash"]
    head = before.head
    ends = {"last_hash": last, "seal": head_seal(first, head.last_seq, last, head.state, head.ended_at)}
    connection.execute(update(matches).where(matches.c.id == match_id).values(ends))
