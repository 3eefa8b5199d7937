"""Results of finished matches by player, for lists and SQL; a hash (results_seal) shows whether they were changed."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ForeignKey, bindparam, delete, insert, select, update
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.base import Base, CanonicalJson, canonical_json, core_table, db
from models.db.transaction import write_transaction
from models.log.errors import BrokenChain
from models.log.match_state import OVER
from models.log.read import read
from models.tables.circle import Player, players
from models.tables.evening import Evening
from models.tables.match import Match, matches
from scoring.sheet import extend, replay
from scoring.words import side_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from models.log.match_state import MatchState
    from scoring.game import Game
    from scoring.words import Line, Standing


class Result(Base):
    """The result of a finished match for one player.

    player: who sat there, even if merged since; place: from 1, null for a player who left the seat before the end;
    total: in the game's unit; deals: those the player sat through; tallies: code -> how often in them.
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
    tallies: Mapped[dict[str, int]] = mapped_column(CanonicalJson)
    match: Mapped[Match] = relationship()
    player: Mapped[Player | None] = relationship()


results = core_table(Result)
UPDATE_SEAL = update(matches).where(matches.c.id == bindparam("match")).values(results_seal=bindparam("sum"))
RESULT_KEYS = ("seat", "turn", "player_id", "name", "side", "place", "total", "won", "deals", "tallies")
CIRCLE_PLAYERS = (
    select(players.c.uid, players.c.id)
    .join(Evening, Evening.circle_id == players.c.circle_id)
    .join(Match, Match.evening_id == Evening.id)
    .where(Match.id == bindparam("match"))
)


class SeatedPlayer(NamedTuple):
    """A player in a seat with tallies; the uid is empty for a guest."""

    uid: str
    name: str
    done: Counter[str]  # tallies by code, and the number of deals under DEALS


DEALS = "deals"


def write_results(connection: Connection, match_id: int, state: MatchState) -> None:
    """Replace the stored results of a match by those of its state: none unless it is over."""
    connection.execute(delete(results).where(results.c.match_id == bindparam("match")), {"match": match_id})
    rows = result_rows(state, _player_ids(connection, match_id)) if state.status == OVER else []
    if rows:
        connection.execute(insert(results), [{"match_id": match_id} | row for row in rows])
    connection.execute(UPDATE_SEAL, {"match": match_id, "sum": rows_seal(state.uid, rows)})


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


def rebuild_results() -> tuple[BrokenChain, ...]:
    """Rebuild the results of all finished matches; returns the damaged matches, whose results stay."""
    broken = []
    for match in db.session.scalars(select(Match).where(Match.state == OVER).order_by(Match.id)).all():
        with write_transaction() as session:
            match = session.get_one(Match, match.id, with_for_update=True)
            if match.state != OVER:
                continue  # it was resumed meanwhile
            try:
                write_results(session.connection(), match.id, read(match))
            except BrokenChain as damage:
                broken.append(damage)
    return tuple(broken)


def _player_ids(connection: Connection, match_id: int) -> dict[str, int]:
    """Ids by uid of the players of the match's circle."""
    return dict(connection.execute(CIRCLE_PLAYERS, {"match": match_id}).all())


def result_rows(state: MatchState, ids: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The results of a finished match, one for each player of each seat; ids: player ids by uid."""
    came = state.game.places(state.sheet)
    totals = state.sheet.standing.totals
    found = []
    for seat, players_of in enumerate(_seated_players(state)):
        side = side_of(state.table, seat)
        for turn, player in enumerate(players_of):
            stayed = turn == len(players_of) - 1
            row = {"seat": seat, "turn": turn, "player_id": ids.get(player.uid), "name": player.name, "side": side}
            row |= {"place": came[side] if stayed else None, "won": stayed and came[side] == 1}
            tallies = {what: n for what, n in player.done.items() if what != DEALS}
            found.append(row | {"total": totals[side], "deals": player.done[DEALS], "tallies": tallies})
    return found


def _seated_players(state: MatchState) -> list[list[SeatedPlayer]]:
    """The players of each seat, one after another, with their deals and tallies."""
    game = state.game
    by_seat = [[SeatedPlayer(uid, name, Counter())] for uid, name in state.seats]
    sheet = replay(game, state.table, state.rules, ())
    for deal in state.live.deals:
        before, length = sheet.standing, len(sheet.lines)
        sheet = extend(game, sheet, (deal,))
        if deal.kind == "seat" and "seat" in deal.entry:
            by_seat[deal.entry["seat"]].append(
                SeatedPlayer(deal.entry.get("player_uid", ""), deal.entry["player"], Counter())
            )
        for line in sheet.lines[length:]:
            if line.deal.kind == "deal" and not line.problems:
                _count(game, before, line, [players_of[-1] for players_of in by_seat])
    return by_seat


def _count(game: Game, before: Standing, line: Line, seated: list[SeatedPlayer]) -> None:
    for player in seated:
        player.done[DEALS] += 1
    for tally in game.tallies(before, line):
        seated[tally.seat].done[tally.what] += tally.n
