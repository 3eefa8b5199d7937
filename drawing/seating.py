"""Who sat at the table when a line of the sheet was written: it is told with the names of then, as on paper.

Where the match stands, what happens now and who has won is told with the names of now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import Table

if TYPE_CHECKING:
    from scoring.words import Deal


def tables_by_uid(table: Table, deals: tuple[Deal, ...]) -> dict[str, Table]:
    """By the uid of each saying who sat there then; table is the first one. Empty where nobody was replaced."""
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
    """Whether a saying is that another player sits down in a seat."""
    return deal.kind == "seat" and "player" in deal.entry
