"""Results of finished matches by player, for lists and SQL; a hash (results_seal) shows whether they were changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, ForeignKey, bindparam, delete, insert, select, update
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.base import Base, canonical_json, core_table
from models.log.match_state import OVER, MatchState
from models.tables.circle import Player, players
from models.tables.evening import Evening
from models.tables.match import Match, matches
from scoring.deals import player_in, replaces_player
from scoring.words import side_of


class Result(Base):
    """The result of a finished match for one player.

    player: who sat there, even if merged since; place: from 1, null for a player who left the seat before the end;
    total: in the game's unit; deals: those the player sat through.
    """

    __tablename__ = "results"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    turn: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # 0: first in the seat, 1: the next, …
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"), index=True)
    name: Mapped[str]
    side: Mapped[int]
    place: Mapped[int | None]
    total: Mapped[int]
    won: Mapped[bool]
    deals: Mapped[int]
    match: Mapped[Match] = relationship()
    player: Mapped[Player | None] = relationship()


results = core_table(Result)
CLEAR = delete(results).where(results.c.match_id.in_(bindparam("ids", expanding=True)))
ADD = insert(results)
UPDATE_SEAL = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(results_seal=bindparam("sum"), reviewed=bindparam("version"))
)
RESULT_KEYS = ("seat", "turn", "player_id", "name", "side", "place", "total", "won", "deals")
CIRCLE_PLAYERS = (
    select(players.c.uid, players.c.id)
    .join(Evening, Evening.circle_id == players.c.circle_id)
    .join(Match, Match.evening_id == Evening.id)
    .where(Match.id == bindparam("match"))
)


def write_results(connection: Connection, states: Mapping[int, MatchState], ids: Mapping[str, int]) -> None:
    """Replace the stored results of matches by those of their states (by match id): none unless a match is over.

    ids: player ids by uid.
    """
    connection.execute(CLEAR, {"ids": list(states)})
    rows = {match: result_rows(state, ids) if state.status == OVER else [] for match, state in states.items()}
    added = [{"match_id": match} | row for match, found in rows.items() for row in found]
    if added:
        connection.execute(ADD, added)
    seals = [
        {"match": match, "sum": rows_seal(states[match].uid, found), "version": states[match].version}
        for match, found in rows.items()
    ]
    connection.execute(UPDATE_SEAL, seals)


def rows_seal(uid: str, rows: list[dict[str, Any]]) -> str:
    """The seal of results as result_rows() returns them; uid: of the match."""
    return results_seal(uid, [[row[key] for key in RESULT_KEYS] for row in rows])


def results_seal(uid: str, rows: Sequence[Sequence[Any]]) -> str:
    """The seal of stored results, ordered by seat and turn, their values in the order of RESULT_KEYS.

    Empty when a value cannot be read.
    """
    try:
        return sha256(canonical_json([uid, *(list(row) for row in rows)]).encode()).hexdigest()
    except (ValueError, TypeError):
        return ""


def result_rows(state: MatchState, ids: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The results of a finished match, one for each player of each seat; ids: player ids by uid."""
    came = state.game.places(state.sheet)
    totals = state.sheet.standing.totals
    stays = list(seat_stays(state))
    last = {stay.seat: stay.turn for stay in stays}
    found = []
    for stay in stays:
        side, stayed = side_of(state.table, stay.seat), stay.turn == last[stay.seat]
        row = {"seat": stay.seat, "turn": stay.turn, "player_id": ids.get(stay.uid), "name": stay.name, "side": side}
        row |= {"place": came[side] if stayed else None, "won": stayed and came[side] == 1}
        found.append(row | {"total": totals[side], "deals": stay.deals})
    return found


class Stay(NamedTuple):
    """A player in a seat for so many counted deals; turn: 0 for the first in the seat; uid: empty for a guest."""

    seat: int
    turn: int
    uid: str
    name: str
    deals: int


def seat_stays(state: MatchState) -> list[Stay]:
    """Who sat where for how many deals, by seat, one after another."""
    counted = {line.deal.uid for line in state.sheet.lines if line.deal.kind == "deal" and not line.problems}
    seated = [[Stay(seat, 0, uid, name, 0)] for seat, (uid, name) in enumerate(state.seats)]
    for deal in state.live.deals:
        if replaces_player(deal):
            one = seated[deal.entry["seat"]]
            one.append(Stay(deal.entry["seat"], len(one), *player_in(deal.entry), 0))
        elif deal.uid in counted:
            for one in seated:
                one[-1] = one[-1]._replace(deals=one[-1].deals + 1)
    return [stay for one in seated for stay in one]
