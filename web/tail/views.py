"""The tail of a phone that was without a network: read from JSON, its people found, taken in, answered."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import g, jsonify, url_for
from flask.typing import ResponseReturnValue
from msgspec import Meta
from sqlalchemy import select
from werkzeug.exceptions import RequestEntityTooLarge

from models.base import db
from models.log.errors import DuplicateUid, Refused
from models.log.granted_match import GrantedMatch
from models.log.read import read
from models.log.state import MatchState
from models.log.validate import UID
from models.tables import Circle, Player
from models.tail.branches import REFUSED, UNKNOWN_BASE, TailRecord
from models.tail.receive import Tail, TailReceipt, receive
from models.transaction import circle_transaction
from scoring.words import Problem, message
from table.engine_match import counted
from web.auth.browser import device_id
from web.auth.guard import granted_match, own_circle
from web.auth.rate_limit import count_tail
from web.circle.players import player_called
from web.forms import folded, name_fault, tidy
from web.http.requests import MAX_CLOCK, InWords, NotReadable, sent_json
from web.http.security import unseen_by_others
from web.i18n.messages import formatter_at, problem_messages
from web.new_match.begun import NotThisMatch
from web.phone_bundle import canonical_json
from web.phone_log import parse_json
from web.routes import SCORE_MATCH, Pages


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


MOST_RECORDS = 200  # in one request
Text = Annotated[str, Meta(max_length=4000)]
Version = Annotated[int, Meta(ge=-1, lt=2**31)]  # what PostgreSQL takes as an integer; -1: none that is known


class SentRecord(msgspec.Struct):
    """A record: made_at by the phone's clock, counted as JSON text."""

    uid: Text
    kind: Text
    body: dict[str, Any]
    made_at: Annotated[int, Meta(ge=-MAX_CLOCK, le=MAX_CLOCK)] | None = None
    counted: Text | None = None


class SentTail(msgspec.Struct):
    """A tail. base: seq of the last record that the phone knew; hash: (the beginning of) its hash; last: its uid."""

    base: Version
    hash: Text
    records: Annotated[list[SentRecord], Meta(min_length=1)]
    edition: Text | None = None
    last: Text | None = None


def parse_tail(sent: Any) -> Tail:
    """The tail in a JSON body; NotReadable when it is not one."""
    try:
        found = msgspec.convert(sent, SentTail)
        records = [TailRecord(*msgspec.structs.astuple(record)) for record in found.records]
    except msgspec.ValidationError:
        raise NotReadable from None
    return Tail(found.base, found.hash, records, found.last)


def answer(receipt: TailReceipt, tail: Tail) -> tuple[dict[str, Any], int]:
    """The answer to a tail, as it was sent, and its status."""
    state, branch = receipt.state, receipt.branch
    found: dict[str, Any] = {
        "version": state.version,
        "hash": state.hash,
        "taken": receipt.taken,
        "same": receipt.same,
        "differs": differences(receipt),
        "people": other_people(receipt, tail),
        "branch": url_for("both.show_branches", uid=state.uid) if branch else None,
    }
    if branch and branch.reason == UNKNOWN_BASE:
        return found, 409
    if branch and branch.reason == REFUSED:
        problems = problem_texts(state, tuple(Problem(*one) for one in branch.refused))
        return found | {"at": branch.records[0].uid, "problems": problems}, 422
    return found, 200


def differences(receipt: TailReceipt) -> dict[str, str]:
    """By uid the server's count after a record, as JSON text, where the phone had another."""
    found = {}
    for uid, (sheet, records, phone) in receipt.counts.items():
        ours = canonical_json(counted(sheet, records))
        if parse_json(phone) != ours:
            found[uid] = ours.decode()
    return found


def problem_texts(state: MatchState, problems: tuple[Problem, ...]) -> list[str]:
    """Problems as sentences."""
    formatter = formatter_at(state.game.key, state.sheet.standing.table)
    return [formatter.format(message).striptags() for message in problem_messages(problems)]


bp = Pages("tail", __name__)


class TooManyRecords(InWords, RequestEntityTooLarge):
    """413: more records than one request may hold."""

    sentence = message("This is too much to send at once. Nothing was recorded.")


@bp.post("/m/<slug:uid>/tail", needs=SCORE_MATCH)
def take_tail(uid: str) -> ResponseReturnValue:
    """Take the records behind the last one that the phone knew; what cannot be joined is kept to be settled."""
    match = granted_match(uid)
    tail = parse_tail(sent_json())
    if len(tail.records) > MOST_RECORDS:
        raise TooManyRecords
    count_tail(device_id(), len(tail.records))
    unseen_by_others()
    try:
        receipt = receive_with_people(match, tail, grant=g.by.uid, device=device_id())
    except DuplicateUid:
        raise NotThisMatch from None
    except Refused as refused:
        raise (TooManyRecords if refused.problems[0].code == "match_full" else NotReadable) from None
    found, status = answer(receipt, tail)
    return jsonify(found), status
