"""Answers: what those at the table say about a line of the sheet that another wrote. They change no score.

An answer is about the line as it stood then: the deal, or the last amend of it. A later amend is unanswered by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scoring.words import Deal, Record

    Confirmations = dict[str, tuple["Confirmation", ...]]

CONFIRMATION_KINDS = ("agree", "dispute")
CONFIRMABLE_KINDS = ("deal", "adjust", "rules")  # the kinds of sayings that have a line on the sheet

Confirmation = NamedTuple("Confirmation", [("seat", "int"), ("kind", "str"), ("name", "str"), ("note", "str")])
"""What a seat said last about a line: agree or dispute, who sat there when it was said, and a few words."""


def without_confirmations(records: list[Record]) -> list[Record]:
    """The sayings that are no answers."""
    return [record for record in records if record.kind not in CONFIRMATION_KINDS]


def struck_by_uid(records: list[Record]) -> dict[str, bool]:
    """Whether what was turned back or forth is struck now, by uid."""
    found: dict[str, bool] = {}
    for record in records:
        if record.kind == "strike" or record.kind == "restore":
            found[record.body["of"]] = record.kind == "strike"
    return found


def current_versions(records: list[Record], deals: tuple[Deal, ...]) -> dict[str, str]:
    """By the uid of every line that stands, the uid of what it was last: itself, or its last amend."""
    struck = struck_by_uid(records)
    found = {deal.uid: deal.uid for deal in deals if deal.kind in CONFIRMABLE_KINDS}
    for record in records:
        if record.kind == "amend" and record.body["of"] in found and not struck.get(record.uid, False):
            found[record.body["of"]] = record.uid
    return found


def current_confirmations(records: list[Record], deals: tuple[Deal, ...], players: tuple[str, ...]) -> Confirmations:
    """By the uid of a line, what was answered to it as it is now, seats in order; deals are those that stand.

    players are those who sat down first. Lines without an answer are left out.
    """
    found: Confirmations = {}
    if not any(record.kind in CONFIRMATION_KINDS for record in records):
        return found
    names, changed = list(players), {deal.uid for deal in deals if deal.kind == "seat"}
    now = {version: line for line, version in current_versions(records, deals).items()}
    for record in records:
        if record.uid in changed and "player" in record.body:
            names[record.body["seat"]] = record.body["player"]
        elif record.kind in CONFIRMATION_KINDS and record.body["of"] in now:
            line = now[record.body["of"]]
            found[line] = _with(found.get(line, ()), record, names)
    return found


def _with(confirmations: tuple[Confirmation, ...], record: Record, names: list[str]) -> tuple[Confirmation, ...]:
    """The answers to a line with one more; of each seat only the last counts."""
    seat = record.body["seat"]
    others = [answer for answer in confirmations if answer.seat != seat]
    others.append(Confirmation(seat, record.kind, names[seat], record.body.get("note") or ""))
    return tuple(sorted(others, key=lambda answer: answer.seat))


def disputes(confirmations: tuple[Confirmation, ...]) -> tuple[Confirmation, ...]:
    """Those of the answers to a line that say it is not right."""
    return tuple([answer for answer in confirmations if answer.kind == "dispute"])
