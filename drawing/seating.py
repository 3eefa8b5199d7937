"""The players at the time of each line: a line shows the names of then, all else on the screen the names of now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import Table

if TYPE_CHECKING:
    from scoring.words import Deal


def tables_by_uid(table: Table, deals: tuple[Deal, ...]) -> dict[str, Table]:
    """The table at the time of each record, by uid; table is the first one. Empty when nobody was replaced."""
    if not any(replaces_player(deal) for deal in deals):
        return {}
    found: dict[str, Table] = {}
    for deal in deals:
        found[deal.uid] = table
        if replaces_player(deal):
            players = list(table.players)
            players[deal.entry["seat"]] = deal.entry["player"]
            table = Table(tuple(players), table.sides, table.first_dealer)
    return found


def replaces_player(deal: Deal) -> bool:
    """Whether a record puts another player in a seat."""
    return deal.kind == "seat" and "player" in deal.entry
