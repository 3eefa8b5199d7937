"""Results: who came where in the matches that are over, for review in SQL. No score is ever read from them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ForeignKey, bindparam, delete, insert, select, update
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.base import Base, PlainJson, as_stored, db
from models.evenings import Evening
from models.folds import OVER
from models.matches import Match
from models.people import Player, players
from models.reading import read
from models.refusals import BrokenChain
from models.writing import writing
from scoring.sheet import extend, replay
from scoring.words import side_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection

    from models.folds import Reading
    from scoring.game import Game
    from scoring.words import Line, Standing


class Result(Base):
    """How a match that is over ended for one player.

    place counts from 1 and is null for who gave up the seat before the end; total is in the game's unit, deals are
    those the player sat through, tallies what they did in them (code -> how often).
    """

    __tablename__ = "results"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    turn: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # 0 who sat there first, 1 the next
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"), index=True)
    name: Mapped[str]
    side: Mapped[int]
    place: Mapped[int | None]
    total: Mapped[int]
    won: Mapped[bool]
    deals: Mapped[int]
    tallies: Mapped[dict[str, int]] = mapped_column(PlainJson)
    match: Mapped[Match] = relationship()
    player: Mapped[Player | None] = relationship()


results = as_stored(Result)
CIRCLE_PLAYERS = (
    select(players.c.uid, players.c.id, players.c.merged_into_id)
    .join(Evening, Evening.circle_id == players.c.circle_id)
    .join(Match, Match.evening_id == Evening.id)
    .where(Match.id == bindparam("match"))
)


class Sitter(NamedTuple):
    """Somebody in a seat, with what they did there; the uid is empty for a guest."""

    uid: str
    name: str
    done: Counter[str]  # tallies by their code, and deals under DEALS


DEALS = "deals"


def write_results(connection: Connection, match_id: int, reading: Reading) -> None:
    """Bring the results of a match in line with its sheet: none unless it is over."""
    connection.execute(delete(results).where(results.c.match_id == bindparam("match")), {"match": match_id})
    if reading.state == OVER:
        ids = _player_ids(connection, match_id)
        connection.execute(insert(results), [{"match_id": match_id} | row for row in result_rows(reading, ids)])


def rebuild_results() -> tuple[BrokenChain, ...]:
    """Write the results of every match that is over anew; the damaged matches come back and keep what they had."""
    broken = []
    for match in db.session.scalars(select(Match).where(Match.state == OVER).order_by(Match.id)).all():
        with writing() as session:
            try:
                write_results(session.connection(), match.id, read(match))
            except BrokenChain as damage:
                broken.append(damage)
    return tuple(broken)


def merge_players(one: Player, into: Player) -> None:
    """Let one be the same person as another, in what was played before too; sheets keep the names of the day."""
    if one.circle_id != into.circle_id or one is into or into.merged_into_id is not None:
        raise ValueError("players of one circle can be merged, into one who is not merged")
    with writing() as session:
        one.merged_into_id = into.id
        one.retired = True
        earlier = update(Player).where(Player.merged_into_id == one.id)
        session.execute(earlier.values(merged_into_id=into.id))
        session.execute(update(Result).where(Result.player_id == one.id).values(player_id=into.id))


def _player_ids(connection: Connection, match_id: int) -> dict[str, int]:
    """The players of the match's circle: uid -> id, of those who were merged the id they have now."""
    found = connection.execute(CIRCLE_PLAYERS, {"match": match_id}).all()
    return {uid: merged or known for uid, known, merged in found}


def result_rows(reading: Reading, ids: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The results of a match that is over, one for everybody who sat in a seat; ids are the players' by uid."""
    places = _places(reading)
    totals = reading.sheet.standing.totals
    found = []
    for seat, sitters in enumerate(_sitters(reading)):
        side = side_of(reading.table, seat)
        for turn, sitter in enumerate(sitters):
            stayed = turn == len(sitters) - 1
            row = {"seat": seat, "turn": turn, "player_id": ids.get(sitter.uid), "name": sitter.name, "side": side}
            row |= {"place": places[side] if stayed else None, "won": stayed and places[side] == 1}
            tallies = {what: n for what, n in sitter.done.items() if what != DEALS}
            found.append(row | {"total": totals[side], "deals": sitter.done[DEALS], "tallies": tallies})
    return found


def _places(reading: Reading) -> list[int]:
    """The place of each side from 1: the winners first, the others by their totals, equal totals sharing one."""
    outcome, totals = reading.sheet.outcome, reading.sheet.standing.totals
    winners = outcome.winners if outcome else ()
    sign = 1 if reading.game.high_wins else -1
    ranks = [(side in winners, 0 if side in winners else sign * total) for side, total in enumerate(totals)]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def _sitters(reading: Reading) -> list[list[Sitter]]:
    """By seat, those who sat there one after another, with their deals and tallies."""
    game = reading.game
    sat = [[Sitter(uid, name, Counter())] for uid, name in reading.seats]
    sheet = replay(game, reading.table, reading.rules, ())
    for deal in reading.live.deals:
        before, length = sheet.standing, len(sheet.lines)
        sheet = extend(game, sheet, (deal,))
        if deal.kind == "seat" and "seat" in deal.entry:
            sat[deal.entry["seat"]].append(Sitter(deal.entry.get("player_uid", ""), deal.entry["player"], Counter()))
        for line in sheet.lines[length:]:
            if line.deal.kind == "deal" and not line.problems:
                _note(game, before, line, [sitters[-1] for sitters in sat])
    return sat


def _note(game: Game, before: Standing, line: Line, sitting: list[Sitter]) -> None:
    for sitter in sitting:
        sitter.done[DEALS] += 1
    for tally in game.tallies(before, line):
        sitting[tally.seat].done[tally.what] += tally.n
