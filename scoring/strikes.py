"""Struck records: an undone or removed record is struck by a later one, and one that is restored is in force again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.words import Record

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
