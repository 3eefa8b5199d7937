"""Export of a circle as one file, streamed an evening at a time, with every log verified.

Damaged names and notes are written as far as they can be read; house rules that are none of their game are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from hashlib import sha256
from typing import Any

from msgspec import Raw, Struct
from msgspec.json import Encoder
from sqlalchemy import Connection, RowMapping, TableClause, bindparam, select

from models.base import REPLACEMENT_CHARACTER, canonical_json
from models.circle_file import schema
from models.circle_file.schema import FORMAT, VERSION, Part
from models.log.errors import BrokenChain
from models.log.read import VerifiedMatch, batches, find_damaged, read_stored
from models.review.tables import seasons
from models.tables import branches, circles, evenings, house_rules, matches, payments, players
from models.tail.branches import COLUMN_NAMES, COLUMNS, read_row
from scoring.game import allowed
from scoring.games import games

MATCHES = (
    select(matches.c.evening_id, matches.c.id, matches.c.uid, matches.c.last_seq)
    .join_from(matches, evenings, matches.c.evening_id == evenings.c.id)
    .where(evenings.c.circle_id == bindparam("circle"), evenings.c.deleted.is_(False))
    .order_by(matches.c.evening_id, matches.c.id)
)
BRANCHES = (
    select(matches.c.uid.label("match"), *COLUMNS)
    .join(matches, matches.c.id == branches.c.match_id)
    .where(branches.c.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(branches.c.match_id, branches.c.came_at, branches.c.uid)
)
KIND = f'"format":"{FORMAT}","version":{VERSION}'
PART_ENCODER = Encoder(order="sorted")  # writes texts and integers as canonical_json does, four times as fast


def export_circle(connection: Connection, circle_id: int, without: Container[str] = ()) -> Iterator[str]:
    """The text of a circle's file in chunks; BrokenChain at a damaged match whose uid is not in `without`."""
    circle = f'"circle":{canonical_json(circle_part(connection, circle_id))}'
    total = sha256(f'{{{circle},"evenings":['.encode())  # of the file in the order of canonical_json
    yield f'{{{KIND},\n{circle},\n"evenings":['
    separator = ""
    rows = {row["id"]: row for row in rows_of(connection, evenings, circle_id) if not row["deleted"]}
    logs, paid = log_lengths(connection, circle_id, without), payment_parts(connection, circle_id)
    for ids in batches({evening: 1 + sum(logs[evening].values()) for evening in rows}):
        lengths = {match: length for evening in ids for match, length in logs[evening].items()}
        verified = {match: stored.verified() for match, stored in read_stored(connection, lengths)}
        held = branch_parts(connection, list(lengths))
        for evening in ids:
            found = [match_part(verified[match], held) for match in logs[evening]]
            row = {**rows[evening], "matches": found, "payments": paid.get(evening)}
            text = PART_ENCODER.encode(part_of(schema.EveningPart, row)).decode()
            total.update(f"{separator}{text}".encode())
            yield f"{separator}\n{text}"
            separator = ","
    total.update(f"],{KIND}}}".encode())
    yield f'\n],"sum":"{total.hexdigest()}"}}\n'


def rows_of(connection: Connection, table: TableClause, circle_id: int) -> Sequence[RowMapping]:
    """The rows of a circle in a table, oldest first."""
    query = select(table).where(table.c.circle_id == circle_id).order_by(table.c.id)
    return connection.execute(query).mappings().all()


def log_lengths(connection: Connection, circle_id: int, without: Container[str] = ()) -> dict[int, dict[int, int]]:
    """By the id of an evening the ids of its matches with their last seqs, 0 for a damaged one."""
    lengths: dict[int, dict[int, int]] = defaultdict(dict)
    for evening, match, uid, length in connection.execute(MATCHES, {"circle": circle_id}):
        if uid not in without:
            lengths[evening][match] = length if type(length) is int else 0
    return lengths


def payment_parts(connection: Connection, circle_id: int) -> dict[int, list[Part]]:
    """By the id of an evening what was paid there."""
    parts: dict[int, list[Part]] = defaultdict(list)
    query = select(payments).join(evenings, evenings.c.id == payments.c.evening_id).order_by(payments.c.id)
    for row in connection.execute(query.where(evenings.c.circle_id == circle_id)).mappings():
        parts[row["evening_id"]].append(part_of(schema.PaymentPart, row))
    return parts


def branch_parts(connection: Connection, ids: list[int]) -> dict[str, list[Part]]:
    """By the uid of a match its branches, damaged ones left out; the body as JSON, without nulls."""
    parts: dict[str, list[Part]] = defaultdict(list)
    for match, *values in connection.execute(BRANCHES, {"ids": ids}) if ids else ():
        with suppress(BrokenChain):
            read_row(match, values)
            row = dict(zip(COLUMN_NAMES, values, strict=True))
            parts[match].append(part_of(schema.BranchPart, row | {"body": Raw(row["body"].encode())}))
    return parts


def has_valid_rules(key: str, rules: Any) -> bool:
    """Whether house rules have only possible values of a game's options; combinations are checked with a match."""
    game = games().get(key)
    if game is None or type(rules) is not dict:
        return False
    options = {option.key: option for option in game.options}
    return all(key in options and allowed(options[key], value) for key, value in rules.items())


def find_damaged_matches(connection: Connection, circle_id: int) -> Iterator[BrokenChain]:
    """The damaged matches of a circle."""
    lengths = {match: last for logs in log_lengths(connection, circle_id).values() for match, last in logs.items()}
    yield from find_damaged(connection, lengths).values()


def circle_part(connection: Connection, circle_id: int) -> Part:
    """The circle with its players, house rules and seasons."""
    circle = connection.execute(select(circles).where(circles.c.id == circle_id)).mappings().one()
    people = rows_of(connection, players, circle_id)
    uids = {player["id"]: player["uid"] for player in people if player["merged_into_id"] is None}
    merged = [dict(player) | {"merged_into": uids.get(player["merged_into_id"])} for player in people]
    rules = rows_of(connection, house_rules, circle_id)
    return part_of(schema.CirclePart, circle) | {
        "players": [part_of(schema.PlayerPart, player) for player in merged],
        "house_rules": [part_of(schema.RulesPart, row) for row in rules if has_valid_rules(row["game"], row["rules"])],
        "seasons": [part_of(schema.SeasonPart, row) for row in rows_of(connection, seasons, circle_id)],
    }


def part_of(shape: type[Struct], row: Mapping[Any, Any]) -> Part:
    """What a part has of the values of a row, without nulls; days in ISO format, texts without marks of damage."""
    part = {key: row[key] for key in shape.__struct_fields__ if row.get(key) is not None}
    for key, value in part.items():
        if isinstance(value, date):
            part[key] = value.isoformat()
        elif key in ("name", "place", "note"):
            part[key] = value.replace(REPLACEMENT_CHARACTER, "").strip() or "?" * (key == "name")
    return part


def match_part(match: VerifiedMatch, held: dict[str, list[Part]]) -> Part:
    """A match with its log and its branches, which are held by its uid."""
    opening, head = match.opening, match.head
    part = opening._asdict() | {"rules": Raw(opening.rules.encode())}
    part["seats"] = [{"player": player, "name": name} for player, name in opening.seats]
    part |= {"state": head.state, "ended_at": head.ended_at, "seal": head.seal}
    log = [row._asdict() | {"body": Raw(row.body.encode())} for row in match.rows]
    part["records"] = [part_of(schema.LogPart, row) for row in log]
    part["branches"] = held.get(opening.uid)
    return part_of(schema.MatchPart, part)
