"""Export of a circle as one file, streamed an evening at a time, with every log verified.

Damaged names and notes are written as far as they can be read; damaged house rules are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator
from contextlib import suppress
from typing import Any

from msgspec import Raw
from msgspec.json import Encoder
from sqlalchemy import BindParameter, Connection, bindparam, select

from models.base import REPLACEMENT_CHARACTER, canonical_json, is_damaged, repair_text, to_text
from models.circle_file.schema import (
    FORMAT,
    VERSION,
    Part,
    are_valid_rules,
    checksum,
    is_valid_season,
    with_checksum,
)
from models.log.errors import BrokenChain
from models.log.read import VerifiedMatch, batches, find_damaged, read_stored
from models.review_tables import seasons
from models.tables import branches, circles, evenings, house_rules, matches, players
from models.tail.branches import COLUMNS, read_row
from scoring.games import games

CIRCLE_ID: BindParameter[int] = bindparam("circle")
CIRCLE = select(circles.c.uid, circles.c.name, circles.c.created_at).where(circles.c.id == CIRCLE_ID)
PLAYERS = (
    select(players.c.uid, players.c.name, players.c.retired, players.c.created_at)
    .add_columns(players.c.id, players.c.merged_into_id, players.c.unranked)
    .where(players.c.circle_id == CIRCLE_ID)
    .order_by(players.c.id)
)
HOUSE_RULES = (
    select(house_rules.c.game, house_rules.c.name, house_rules.c.rules, house_rules.c.created_at)
    .where(house_rules.c.circle_id == CIRCLE_ID)
    .order_by(house_rules.c.id)
)
SEASONS = (
    select(seasons.c.uid, seasons.c.name, seasons.c.first, seasons.c.last, seasons.c.games, seasons.c.counts)
    .add_columns(seasons.c.evenings, seasons.c.best_of, seasons.c.at_least, seasons.c.created_at)
    .where(seasons.c.circle_id == CIRCLE_ID)
    .order_by(seasons.c.id)
)
EVENINGS = (
    select(evenings.c.uid, evenings.c.date, evenings.c.place, evenings.c.note)
    .add_columns(evenings.c.created_at, evenings.c.closed_at, evenings.c.hidden, evenings.c.id)
    .where(evenings.c.circle_id == CIRCLE_ID, evenings.c.deleted.is_(False))
    .order_by(evenings.c.id)
)
MATCHES = (
    select(matches.c.evening_id, matches.c.id, matches.c.uid, matches.c.last_seq)
    .join_from(matches, evenings, matches.c.evening_id == evenings.c.id)
    .where(evenings.c.circle_id == CIRCLE_ID, evenings.c.deleted.is_(False))
    .order_by(matches.c.evening_id, matches.c.id)
)
BRANCH_COLUMNS = (*(column.name for column in COLUMNS), "seal")
BRANCHES = (
    select(matches.c.uid.label("match"), *COLUMNS, branches.c.seal)
    .join(matches, matches.c.id == branches.c.match_id)
    .where(branches.c.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(branches.c.match_id, branches.c.came_at, branches.c.uid)
)
PART_ENCODER = Encoder(order="sorted")  # writes texts and integers as canonical_json does, four times as fast


def export_circle(connection: Connection, circle_id: int, without: Container[str] = ()) -> Iterator[str]:
    """The text of a circle's file in chunks; BrokenChain at a damaged match whose uid is not in `without`."""
    part = with_checksum("", circle_part(connection, circle_id))
    yield f'{{"format":{canonical_json(FORMAT)},"version":{VERSION},\n"circle":{canonical_json(part)},\n"evenings":['
    last, separator = part["sum"], "\n"
    for row, verified, held in verified_evenings(connection, circle_id, without):
        part = evening_part(row, verified, held)
        last = checksum(last, PART_ENCODER.encode(part).decode())
        yield separator + PART_ENCODER.encode(part | {"sum": last}).decode()
        separator = ",\n"
    yield f'\n],"sum":{canonical_json(last)}}}\n'


def verified_evenings(
    connection: Connection, circle_id: int, without: Container[str]
) -> Iterator[tuple[Any, list[VerifiedMatch], dict[str, list[Part]]]]:
    """Each evening's row with its matches and their branches; those of several evenings are read together."""
    rows = {row.id: row for row in connection.execute(EVENINGS, {"circle": circle_id})}
    logs = log_lengths(connection, circle_id, without)
    for ids in batches({evening: 1 + sum(logs[evening].values()) for evening in rows}):
        lengths = {match: length for evening in ids for match, length in logs[evening].items()}
        verified = {match: stored.verified() for match, stored in read_stored(connection, lengths)}
        held = branch_parts(connection, list(lengths))
        for evening in ids:
            yield rows[evening], [verified[match] for match in logs[evening]], held


def log_lengths(connection: Connection, circle_id: int, without: Container[str] = ()) -> dict[int, dict[int, int]]:
    """By the id of an evening the ids of its matches with their last seqs, 0 for a damaged one."""
    lengths: dict[int, dict[int, int]] = defaultdict(dict)
    for evening, match, uid, length in connection.execute(MATCHES, {"circle": circle_id}):
        if uid not in without:
            lengths[evening][match] = length if type(length) is int else 0
    return lengths


def branch_parts(connection: Connection, ids: list[int]) -> dict[str, list[Part]]:
    """By the uid of a match its branches, damaged ones left out; the body as JSON, without nulls."""
    parts: dict[str, list[Part]] = defaultdict(list)
    for match, *values in connection.execute(BRANCHES, {"ids": ids}) if ids else ():
        with suppress(BrokenChain):
            read_row(match, values)
            part = dict(zip(BRANCH_COLUMNS, values, strict=True))
            parts[match].append(drop_nulls(part | {"body": Raw(part["body"].encode())}))
    return parts


def has_valid_rules(row: Any) -> bool:
    """Whether house rules (a row, or a part of a file) have an undamaged name and valid rules of a known game."""
    game = games().get(row.game)
    return game is not None and are_valid_rules(game, row.rules) and not is_damaged(to_text(row.name))


def find_damaged_matches(connection: Connection, circle_id: int) -> Iterator[BrokenChain]:
    """The damaged matches of a circle."""
    lengths = {match: last for logs in log_lengths(connection, circle_id).values() for match, last in logs.items()}
    yield from find_damaged(connection, lengths).values()


def circle_part(connection: Connection, circle_id: int) -> Part:
    """The circle with its players, house rules and seasons."""
    named = {"circle": circle_id}
    people = connection.execute(PLAYERS, named).all()
    uids = {player.id: player.uid for player in people if player.merged_into_id is None}
    part = repair_row(connection.execute(CIRCLE, named).mappings().one())
    part["players"] = [player_part(player._mapping, uids) for player in people]
    rules = connection.execute(HOUSE_RULES, named).all()
    part["house_rules"] = [repair_row(row._mapping) for row in rules if has_valid_rules(row)]
    sound_seasons = [row for row in connection.execute(SEASONS, named) if is_sound_season(row)]
    if sound_seasons:
        part["seasons"] = [season_part(row._mapping) for row in sound_seasons]
    return part


def repair_row(row: Any) -> Part:
    """A row with its name and created_at as far as they can be read."""
    at = row["created_at"]
    return dict(row) | {"name": repair_text(to_text(row["name"])), "created_at": at if type(at) is int else 0}


def player_part(row: Any, uids: dict[int, str]) -> Part:
    """A player, without nulls; uids: by id of the players who are not merged."""
    merged = {"merged_into": uids.get(row["merged_into_id"]), "unranked": row["unranked"] or None}
    repaired = repair_row(row)
    return drop_nulls(merged | {key: repaired[key] for key in ("uid", "name", "retired", "created_at")})


def is_sound_season(row: Any) -> bool:
    """Whether a season has an undamaged name and possible values, and counts known games."""
    is_known = type(row.games) is list and all(key in games() for key in row.games)
    return is_known and not is_damaged(to_text(row.name)) and is_valid_season(season_part(row._mapping))


def season_part(row: Any) -> Part:
    """A season; its days in ISO format."""
    return repair_row(row) | {key: row[key].isoformat() for key in ("first", "last")}


def evening_part(row: Any, verified: list[VerifiedMatch], held: dict[str, list[Part]]) -> Part:
    """An evening with its matches, held: their branches; its date in ISO format."""
    began = row.created_at if type(row.created_at) is int else 0
    part = {"uid": row.uid, "date": row.date.isoformat()}
    part |= {key: to_text(row._mapping[key]).replace(REPLACEMENT_CHARACTER, "").strip() for key in ("place", "note")}
    part |= {"created_at": began, "closed_at": row.closed_at, "hidden": row.hidden or None}
    part["matches"] = [match_part(match, held.get(match.opening.uid)) for match in verified]
    return drop_nulls(part)


def match_part(match: VerifiedMatch, held: list[Part] | None) -> Part:
    """A match with its log and its branches."""
    opening, head = match.opening, match.head
    part = opening._asdict() | {"rules": Raw(opening.rules.encode())}
    part["seats"] = [{"player": player, "name": name} for player, name in opening.seats]
    part |= {"state": head.state, "ended_at": head.ended_at, "seal": head.seal}
    without = {"seq", "previous"}  # they follow from the place in the list
    log = [row._asdict() | {"body": Raw(row.body.encode())} for row in match.rows]
    part["records"] = [drop_nulls({key: row[key] for key in row if key not in without}) for row in log]
    part["branches"] = held
    return drop_nulls(part)


def drop_nulls(part: Part) -> Part:
    """The part without its null values."""
    return {key: value for key, value in part.items() if value is not None}
