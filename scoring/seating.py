"""Who sits in each seat: a seat record puts another player there, from its place on the sheet on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import Table

if TYPE_CHECKING:
    from scoring.words import Deal, Values

    Player = tuple[str, str]  # the uid, empty for a guest, and the name that was recorded


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
