"""People of a circle: two merged and taken apart, a name taken out.

Logs, seats and results keep naming the player who sat there; lists resolve the pointer of a merge. To take a name out,
each match with the person is verified first, then rewritten with another name and nothing else changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, or_, select, update

from models.base import canonical_json, db
from models.deletion import exclusive_circle_transaction
from models.log.errors import BrokenChain
from models.log.hash_chain import LogRow, genesis_hash, head_seal, record_hash
from models.log.read import read, read_verified
from models.log.results import write_derived
from models.log.state import OVER, state_cache
from models.tables import (
    ClaimedSeat,
    Evening,
    Grant,
    Match,
    Merge,
    Player,
    StoredPayment,
    branches,
    matches,
    records,
    seats,
)
from models.tail.branches import TailRecord, match_branches, store_branches
from models.transaction import circle_transaction

ANONYMOUS = "N. N."


class MergeConflict(Exception):  # noqa: N818
    """The players were merged or unmerged meanwhile. Nothing has changed."""


def merge_players(one: Player, into: Player) -> Merge:
    """Merge `one` into another player, past matches included; score sheets keep the names of that time.

    ValueError for players of two circles; MergeConflict when one of them is merged already.
    """
    if one.circle_id != into.circle_id or one is into:
        raise ValueError("two players of one circle can be merged")
    with circle_transaction(one.circle_id) as session:
        if one.merged_into_id is not None or into.merged_into_id is not None:
            raise MergeConflict
        before = Player.merged_into_id == one.id
        moved = list(session.scalars(select(Player.id).where(before).order_by(Player.id)))
        session.execute(update(Player).where(before).values(merged_into_id=into.id))
        merge = Merge(one=one, into=into, retired=one.retired, moved=moved)
        session.add(merge)
        one.merged_into_id, one.retired = into.id, True
        return merge


def unmerge_players(merge: Merge) -> None:
    """Undo a merge, also of those who had been merged into `one` before; MergeConflict when it does not stand."""
    with circle_transaction(merge.one.circle_id) as session:
        now = session.get(Merge, merge.id)
        if now is None or now.one.merged_into_id != now.into_id:
            raise MergeConflict
        now.one.merged_into_id, now.one.retired = None, now.retired
        session.execute(update(Player).where(Player.id.in_(now.moved or [])).values(merged_into_id=now.one_id))
        session.delete(now)


def merges_by_player(players: Sequence[Player]) -> dict[int, list[Merge]]:
    """The merges into each of these players, by player id, that can be undone."""
    query = select(Merge).join(Merge.one).where(Merge.into_id == Player.merged_into_id).order_by(Merge.id)
    merges: dict[int, list[Merge]] = {player.id: [] for player in players}
    for merge in db.session.scalars(query.where(Merge.into_id.in_(merges))):
        merges[merge.into_id].append(merge)
    return merges


class RenamedPerson(NamedTuple):
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


def find_person(player: Player) -> RenamedPerson:
    """The person of a player: all players merged into one, and a new name that is free in the circle."""
    circle = db.session.scalars(select(Player).where(Player.circle_id == player.circle_id)).all()
    root = player.merged_into_id or player.id
    found = [one for one in circle if root in (one.id, one.merged_into_id)]
    taken = {one.name for one in circle}
    names = (ANONYMOUS, *(f"{ANONYMOUS} {number}" for number in range(2, len(circle) + 3)))
    new = next(name for name in names if name not in taken)
    return RenamedPerson(found, frozenset(one.uid for one in found), frozenset(one.name for one in found), new)


def remove_name(player: Player) -> NameRemoval:
    """Replace a person's name everywhere; a damaged match stays as it is.

    Also in the circle's name, whose default contains the first player's, and in those of links, which may repeat it.
    """
    changed, damaged = 0, []
    with exclusive_circle_transaction(player.circle_id) as session:
        person = find_person(player)
        evenings = select(Evening.id).where(Evening.circle_id == player.circle_id)
        may_name = (  # the person has a seat, or somebody changed seats, or a phone sent what is not in the log
            select(seats.c.match_id).where(seats.c.player_id.in_([one.id for one in person.players])),
            select(records.c.match_id).where(records.c.kind == "seat"),
            select(branches.c.match_id),
        )
        found = select(Match).where(Match.evening_id.in_(evenings), or_(*map(Match.id.in_, may_name)))
        for match in session.scalars(found.order_by(Match.id)).all():
            try:
                changed += rewrite_match(session.connection(), match, person)
                rewrite_branches(session.connection(), match, person)
            except BrokenChain as broken:
                damaged.append(broken)
        claimed = ClaimedSeat.player.in_(person.uids | person.names)
        session.execute(delete(ClaimedSeat).where(ClaimedSeat.evening_id.in_(evenings), claimed))
        for paid in session.scalars(select(StoredPayment).where(StoredPayment.evening_id.in_(evenings))):
            paid.payer, paid.payee = (person.new if one in person.names else one for one in (paid.payer, paid.payee))
        for own in person.players:
            own.name, own.retired = person.new, True
        player.circle.name = replace_names(player.circle.name, person)
        for link in session.scalars(select(Grant).where(Grant.circle_id == player.circle_id)):
            link.name = replace_names(link.name, person)
    state_cache.clear()
    return NameRemoval(person.new, changed, tuple(damaged))


def replace_names(text: str, person: RenamedPerson) -> str:
    """A text with the person's names replaced where they stand as whole words."""
    names = "|".join(map(re.escape, sorted(person.names, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{names})(?!\w)", lambda _: person.new, text)


def rewrite_match(connection: Connection, match: Match, person: RenamedPerson) -> bool:
    """Rewrite a match if it holds the name: names, bodies and every hash that depends on them.

    BrokenChain, with nothing done, when it is damaged.
    """
    before = read_verified(connection, match.id, match.uid)
    seated = tuple((uid, person.new if uid in person.uids else name) for uid, name in before.opening.seats)
    opening = before.opening._replace(seats=seated)
    rows = [row._replace(body=rename_in_body(row, person)) for row in before.rows]
    if (opening, rows) == (before.opening, before.rows):
        return False
    for number, (_, name) in enumerate(seated):
        this_seat = seats.c.match_id == match.id, seats.c.seat == number
        connection.execute(update(seats).where(*this_seat).values(name=name))
    first = last = genesis_hash(opening)
    for row in rows:
        new = {"previous": last, "body": row.body, "hash": record_hash(last, *row[:4], row.trace)}
        connection.execute(update(records).where(records.c.match_id == match.id, records.c.seq == row.seq).values(new))
        last = new["hash"]
    head = before.head
    ends = {"last_hash": last, "seal": head_seal(first, head.last_seq, last, head.state, head.ended_at)}
    connection.execute(update(matches).where(matches.c.id == match.id).values(ends))
    state_cache.clear()
    if head.state == OVER:
        db.session.expire(match)
        write_derived(connection, {match.id: read(match)})
    return True


def rename_in_body(row: LogRow, person: RenamedPerson) -> str:
    """The body of a record with the new name, for a player and for a guest of the same name."""
    body = json.loads(row.body) if row.kind == "seat" else {}
    uid, name = body.get("player_uid"), body.get("player")
    if uid in person.uids or (not uid and name in person.names):
        return canonical_json(body | {"player": person.new})
    return row.body


def rewrite_branches(connection: Connection, match: Match, person: RenamedPerson) -> None:
    """Rewrite what phones sent that is not in the log of a match; BrokenChain when some of it is damaged."""

    def renamed(record: TailRecord) -> TailRecord:
        uid, name = str(record.body.get("player_uid")), str(record.body.get("player"))  # of any kind: no log took them
        named = record.kind == "seat" and (uid in person.uids or name in person.names)
        return record._replace(body=record.body | {"player": person.new}) if named else record

    branches = match_branches(connection, match.id, match.uid)
    new = [
        branch._replace(known=tuple(map(renamed, branch.known)), records=tuple(map(renamed, branch.records)))
        for branch in branches
    ]
    store_branches(connection, match.id, [branch for branch in new if branch not in branches])
