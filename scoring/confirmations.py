"""Confirmations: players agree with a line of the sheet that another phone wrote, or dispute it. No score changes.

A confirmation is about one version of a line: the deal itself or its last amendment. A later amendment has none yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.seating import replaces_player
from scoring.strikes import struck_uids

if TYPE_CHECKING:
    from scoring.words import Deal, Record

    Confirmations = dict[str, tuple["Confirmation", ...]]

CONFIRMATION_KINDS = ("agree", "dispute")
CONFIRMABLE_KINDS = ("deal", "adjust", "rules")  # the kinds of records that have a line on the sheet

Confirmation = NamedTuple("Confirmation", [("seat", "int"), ("kind", "str"), ("name", "str"), ("note", "str")])
"""A seat's last word on a line: kind is agree or dispute; name is who sat there then; note is their own text."""


def without_confirmations(records: list[Record]) -> list[Record]:
    """The records that are no confirmations."""
    return [record for record in records if record.kind not in CONFIRMATION_KINDS]


def current_versions(records: list[Record], deals: tuple[Deal, ...]) -> dict[str, str]:
    """By a line's uid the uid of its current version: its own, or that of its last amendment."""
    struck = struck_uids(records)
    found = {deal.uid: deal.uid for deal in deals if deal.kind in CONFIRMABLE_KINDS}
    for record in records:
        if record.kind == "amend" and record.body["of"] in found and record.uid not in struck:
            found[record.body["of"]] = record.uid
    return found


def current_confirmations(records: list[Record], deals: tuple[Deal, ...], players: tuple[str, ...]) -> Confirmations:
    """The confirmations of each line's current version by the line's uid, in order of seats.

    deals are those of the log's state, players the names at the start. Lines without a confirmation are left out.
    """
    found: Confirmations = {}
    if not any(record.kind in CONFIRMATION_KINDS for record in records):
        return found
    names, changed = list(players), {deal.uid for deal in deals if replaces_player(deal)}
    now = {version: line for line, version in current_versions(records, deals).items()}
    for record in records:
        if record.uid in changed:
            names[record.body["seat"]] = record.body["player"]
        elif record.kind in CONFIRMATION_KINDS and record.body["of"] in now:
            line = now[record.body["of"]]
            found[line] = _with(found.get(line, ()), record, names)
    return found


def _with(confirmations: tuple[Confirmation, ...], record: Record, names: list[str]) -> tuple[Confirmation, ...]:
    """The confirmations of a line with one more; a seat's last one replaces its earlier ones."""
    seat = record.body["seat"]
    others = [answer for answer in confirmations if answer.seat != seat]
    others.append(Confirmation(seat, record.kind, names[seat], record.body.get("note") or ""))
    return tuple(sorted(others, key=lambda answer: answer.seat))


def disputes(confirmations: tuple[Confirmation, ...]) -> tuple[Confirmation, ...]:
    """The confirmations of a line that dispute it."""
    return tuple([answer for answer in confirmations if answer.kind == "dispute"])
