"""The people of a tail: who sat down in a seat on a phone without a network is somebody of the circle."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from models.base import db
from models.log.errors import Refused
from models.log.granted_match import GrantedMatch
from models.log.read import read
from models.log.validate import UID
from models.tables import Circle, Player
from models.tail.branches import TailRecord
from models.tail.receive import Tail, TailReceipt, receive
from models.transaction import circle_transaction
from web.auth.guard import own_circle
from web.circle.players import player_called
from web.forms import folded, name_fault, tidy


def receive_with_people(match: GrantedMatch, tail: Tail, *, grant: str | None, device: str | None) -> TailReceipt:
    """receive(), with the people of its new records, of whom unknown ones are added to the circle."""
    if not any(map(names_person, tail.records)):
        return receive(match, tail, grant=grant, device=device)
    circle = own_circle()
    with circle_transaction(circle.id):
        state = read(match)
        log, players = {record.uid for record in state.records}, list(state.sheet.standing.table.players)
        records = []
        for one in tail.records:
            new = names_person(one) and one.uid not in log
            records.append(seated(one, circle, players) if new else one)
        return receive(match, tail._replace(records=records), grant=grant, device=device)


def seated(record: TailRecord, circle: Circle, players: list[str]) -> TailRecord:
    """The record with a person of the circle, who then is among the players; a guest where that name sits already."""
    name, seat = tidy(record.body["player"]), record.body.get("seat")
    if folded(name) in [folded(player) for place, player in enumerate(players) if place != seat]:
        return record._replace(body={"seat": seat, "player": name})
    if type(seat) is int and 0 <= seat < len(players):
        players[seat] = name
    return with_person(record, circle)


def names_person(record: TailRecord) -> bool:
    """Whether a record lets somebody sit down whom the phone gave a uid."""
    named = [type(record.body.get(key)) is str for key in ("player", "player_uid")]
    return record.kind == "seat" and all(named) and not name_fault(tidy(record.body["player"]))


def with_person(record: TailRecord, circle: Circle) -> TailRecord:
    """The record with a person of the circle: of its uid, its name, or a new one; a guest where the circle is full."""
    uid, name = record.body["player_uid"], tidy(record.body["player"])
    found = db.session.scalar(select(Player).where(Player.uid == uid))
    if found and found.circle_id == circle.id:
        return record
    try:
        person = player_called(name, circle, uid if UID.fullmatch(uid) and not found else "")
    except Refused:
        return record._replace(body={"seat": record.body.get("seat"), "player": name})
    db.session.add(person)
    db.session.flush()
    return record._replace(body={**record.body, "player": person.name, "player_uid": person.uid})


def other_people(receipt: TailReceipt, tail: Tail) -> dict[str, dict[str, Any]]:
    """By uid of a record who sits down by it in the log, where the phone has told somebody else."""
    sent = {record.uid: record.body for record in tail.records if record.kind == "seat"}
    seated = [record for record in receipt.state.records if record.uid in sent and "player" in record.body]
    return {
        record.uid: {"uid": record.body.get("player_uid"), "name": record.body["player"]}
        for record in seated
        if record.body != sent[record.uid]
    }
