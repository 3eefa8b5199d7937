"""From the records of a log to the deals in the order of the sheet: strikes, restores, amendments, changes of seats and
confirmations applied.

The body of a deal's record may hold two keys besides its entry: `dealer`, the seat that dealt, and `before`, the uid of
the line in front of which a forgotten deal belongs. A strike with `crossed` leaves the deal on the sheet, crossed out.
A seat record puts another player there, from its place on the sheet on. A confirmation is about one version of a line:
the deal itself or its last amendment; a later amendment has none yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.entry_shape import without_nulls
from scoring.words import Deal, LogState, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.words import Entry, Record, Values

    Player = tuple[str, str]  # the uid, empty for a guest, and the name that was recorded
    Confirmations = dict[str, tuple["Confirmation", ...]]


STRIKE_KINDS = ("strike", "restore")


def struck_uids(records: Iterable[Record]) -> set[str]:
    """The uids of the records that are struck and not restored."""
    found: set[str] = set()
    for record in records:
        if record.kind == "strike":
            found.add(record.body["of"])
        elif record.kind == "restore":
            found.discard(record.body["of"])
    return found


def replaces_player(deal: Deal) -> bool:
    """Whether a record puts another player in a seat."""
    return deal.kind == "seat" and "player" in deal.entry


def player_in(body: Values) -> Player:
    """The player in the body of such a record."""
    return (body.get("player_uid") or "", body["player"])


def players_now(seats: tuple[Player, ...], deals: tuple[Deal, ...]) -> list[Player]:
    """The player in each seat after these records; seats: those at the start."""
    found = list(seats)
    for deal in deals:
        if replaces_player(deal):
            found[deal.entry["seat"]] = player_in(deal.entry)
    return found


def with_player(table: Table, body: Values) -> Table:
    """The table with the player in the body of such a record."""
    players = list(table.players)
    players[body["seat"]] = body["player"]
    return Table(tuple(players), table.sides, table.first_dealer)


def tables_by_uid(table: Table, deals: tuple[Deal, ...]) -> dict[str, Table]:
    """The table at the time of each record, by uid; table is the first one. Empty when nobody was replaced.

    A line shows the names of then, all else on a screen the names of now.
    """
    if not any(replaces_player(deal) for deal in deals):
        return {}
    found: dict[str, Table] = {}
    for deal in deals:
        found[deal.uid] = table
        if replaces_player(deal):
            table = with_player(table, deal.entry)
    return found


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


REVISING_KINDS = STRIKE_KINDS + ("amend",)  # these change earlier records; the others only add
PLACEMENT_KEYS = ("dealer", "before")
OFF_SHEET = REVISING_KINDS + ("bid",)  # kinds that have no place of their own in the order of the sheet
RESULT = "result"  # the kind of a record with only the result of a match, without its deals
STRUCK = "struck"  # the kind of a removed deal that stays on the sheet, crossed out


def revises_log(record: Record) -> bool:
    """Whether a record changes what was recorded before it."""
    return record.kind in REVISING_KINDS or (record.kind == "deal" and was_forgotten(record))


def was_forgotten(record: Record) -> bool:
    """Whether a deal was forgotten and is put in front of another one."""
    return type(record.body) is dict and "before" in record.body


def placement_of(record: Record) -> Values:
    """The dealer and before of a deal's record; empty for a body that is no dictionary, as in a damaged log."""
    return {key: record.body[key] for key in PLACEMENT_KEYS if key in record.body} if type(record.body) is dict else {}


def entry_in(body: Values) -> Entry:
    """The entry in the body of a deal's record: all keys but dealer and before."""
    if type(body) is not dict or not ("dealer" in body or "before" in body):
        return body
    return {key: body[key] for key in body if key not in PLACEMENT_KEYS}


def with_dealer(body: Values, dealer: int) -> Values:
    """The body of a deal's record with this dealer, unless it names one or is of a deal that was forgotten."""
    if "dealer" in body or "before" in body:
        return body
    more: Values = {"dealer": dealer}
    more.update(body)
    return more


def log_state(records: list[Record]) -> LogState:
    """The state of a log: without confirmations and struck records, amended deals with their last entry."""
    records = without_confirmations(records)
    struck = struck_uids(records)
    redo: list[str] = []
    for record in records:
        if record.kind == "strike":
            redo.append(record.body["of"])
        elif record.kind == "restore":
            redo = [uid for uid in redo if uid != record.body["of"]]
        else:
            redo = []
    standing = [r for r in records if r.kind not in STRIKE_KINDS and r.uid not in struck]
    amended = {r.body["of"]: r.body["entry"] for r in standing if r.kind == "amend"}
    dealers = {r.body["of"]: r.body["dealer"] for r in standing if r.kind == "amend" and "dealer" in r.body}
    crossed = crossed_out_uids(records)
    deals = []
    for record in in_sheet_order(records):
        if record.uid not in struck:
            found = deal_of(record)
        elif record.kind == "deal" and record.uid in crossed:
            found = Deal(record.uid, STRUCK, entry_in(record.body), placement_of(record).get("dealer"))
        else:
            continue
        entry, dealer = amended.get(record.uid, found.entry), dealers.get(record.uid, found.dealer)
        deals.append(Deal(found.uid, found.kind, entry, dealer))
    return LogState(
        tuple(deals), open_bid(standing), standing[-1].uid if standing else None, redo[-1] if redo else None
    )


def add_records(state: LogState, records: list[Record]) -> LogState:
    """The state of a log after more records, none of which looks back; equal to log_state() of all records."""
    added = without_confirmations(records)
    if not added:
        return state
    pending, deals = state.pending, []
    for record in added:
        if record.kind == "bid":
            pending = without_nulls(record.body)
            continue
        deals.append(deal_of(record))
        if record.kind == "deal":
            pending = None
    return LogState(state.deals + tuple(deals) if deals else state.deals, pending, added[-1].uid, None)


def deal_of(record: Record) -> Deal:
    """The deal of a record that has a place on the sheet."""
    if record.kind != "deal":
        return Deal(record.uid, record.kind, record.body, None)
    return Deal(record.uid, "deal", entry_in(record.body), placement_of(record).get("dealer"))


def open_bid(records: list[Record]) -> Entry | None:
    """The bid of the deal in play, None when there is none; a forgotten deal added later does not end it."""
    pending = None
    for record in records:
        if record.kind == "bid":
            pending = without_nulls(record.body)
        elif record.kind == "deal" and not was_forgotten(record):
            pending = None
    return pending


def in_sheet_order(records: list[Record]) -> list[Record]:
    """The records with a place on the sheet, struck or not, in log order; forgotten deals stand where they belong."""
    found: list[Record] = []
    for record in records:
        if record.kind in OFF_SHEET:
            continue
        forgotten = record.kind == "deal" and was_forgotten(record)
        places = [n for n, other in enumerate(found) if other.uid == record.body["before"]] if forgotten else []
        if places:
            found.insert(places[0], record)
        else:
            found.append(record)
    return found


def crossed_out_uids(records: list[Record]) -> list[str]:
    """The uids of struck records that stay on the sheet; a record struck while it was the last one leaves it."""
    uids: list[str] = []
    struck: dict[str, bool] = {}
    crossed: dict[str, bool] = {}
    for record in records:
        if record.kind == "strike":
            of = record.body["of"]
            left = [uid for uid in uids if not struck.get(uid)]
            crossed[of] = record.body.get("crossed") is True or left[-1:] != [of]
            struck[of] = True
        elif record.kind == "restore":
            struck[record.body["of"]] = crossed[record.body["of"]] = False
        else:
            uids.append(record.uid)
    return [uid for uid in crossed if crossed[uid]]
