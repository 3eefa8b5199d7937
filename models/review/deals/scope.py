"""Whose deals, and when: what queries over the stored rows of a circle are narrowed to."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple


class DealScope(NamedTuple):
    """Whose deals: of a circle, of a game or all, from a day to a day, of these matches or all.

    who and mate: all ids of a person who declared (or whose part it was), and of the partner; version: changes with
    the deals, see remembered; empty where counts are not kept. rules: of matches that began under one of these, as
    they are stored, or under any; finished: only of matches that are over.
    """

    circle_id: int
    game: str | None = None
    first: date | None = None
    last: date | None = None
    matches: tuple[int, ...] | None = None
    who: tuple[int, ...] = ()
    mate: tuple[int, ...] = ()
    version: tuple[Any, ...] = ()
    rules: tuple[str, ...] | None = None
    finished: bool = False
