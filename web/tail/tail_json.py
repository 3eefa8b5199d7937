"""The tail that a phone sends as JSON, and the answer to it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import url_for
from msgspec import Meta

from drawing.engine_match import counted
from models.log.state import MatchState
from models.tail.branches import REFUSED, UNKNOWN_BASE, TailRecord
from models.tail.receive import Tail, TailReceipt
from scoring.words import Problem
from web.http.requests import NotReadable
from web.i18n.messages import formatter_at, problem_messages
from web.phone_engine.bundle import canonical_json
from web.phone_engine.compare import parse_json
from web.tail.people import other_people

MOST_RECORDS = 200  # in one request
MAX_CLOCK = 2**53  # ms, the largest whole number of a phone
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
