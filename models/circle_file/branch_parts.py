"""Branches of matches in a circle file: what phones sent that is not in a log."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from msgspec import Raw
from msgspec.json import decode
from sqlalchemy import Connection, bindparam, select

from models.circle_file.format import Part
from models.log.errors import BrokenChain
from models.tables.branch import branches
from models.tables.match import matches
from models.tail.branches import COLUMNS, read_row

NAMES = (*(column.name for column in COLUMNS), "seal")
BRANCHES = (
    select(matches.c.uid.label("match"), *COLUMNS, branches.c.seal)
    .join(matches, matches.c.id == branches.c.match_id)
    .where(branches.c.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(branches.c.match_id, branches.c.came_at, branches.c.uid)
)


def branch_parts(connection: Connection, ids: list[int]) -> dict[str, list[Part]]:
    """By the uid of a match its branches, damaged ones left out; the body as JSON, without nulls."""
    found: dict[str, list[Part]] = {}
    for match, *values in connection.execute(BRANCHES, {"ids": ids}) if ids else ():
        with suppress(BrokenChain):
            read_row(match, values)
            part = dict(zip(NAMES, values, strict=True))
            part["body"] = Raw(part["body"].encode())
            found.setdefault(match, []).append({key: value for key, value in part.items() if value is not None})
    return found


def branch_row(match: str, part: Any) -> dict[str, Any]:
    """The row of a branch in a file; BrokenChain when it is not what was written."""
    row = {name: getattr(part, name) for name in NAMES} | {"body": bytes(part.body).decode()}
    read_row(match, tuple(row[name] for name in NAMES))
    return row


def branch_texts(row: dict[str, Any]) -> list[dict[str, Any]]:
    """The bodies of the records in a branch."""
    found = decode(row["body"])
    return [body for _, _, body, _ in (*found["known"], *found["records"])]
