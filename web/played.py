"""Matches as lists show them: the game, who played on which side, the totals, who won. A few queries for any number."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup
from sqlalchemy import select
from sqlalchemy.orm import selectinload

from models.base import db
from models.folds import OVER
from models.matches import Match, MatchSeat
from models.reading import read
from models.refusals import BrokenChain
from models.review import Result
from scoring.games import games
from web.pads import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring.game import Game

Names = tuple[str, ...]


class Side(NamedTuple):
    """A side at the end of a match, or as it stands; total is None where no points count or none are known."""

    letter: str
    names: Names
    total: int | None
    won: bool

    @property
    def words(self) -> Markup:
        """The names of the side, each kept apart: "Ann & Cem"."""
        return Markup(" &amp; ").join(Markup("<bdi>{}</bdi>").format(name) for name in self.names)


class Played(NamedTuple):
    """A match in a list; number is that of the deal in play."""

    uid: str
    game: Game
    state: str
    sides: list[Side]
    names: Names
    number: int = 0
    damaged: bool = False

    @property
    def winners(self) -> list[Side]:
        """The sides that won."""
        return [side for side in self.sides if side.won]


def matches_of(evenings: Sequence[int]) -> dict[int, list[Match]]:
    """By the id of the evening its matches, in the order in which they began."""
    whole = selectinload(Match.seats).selectinload(MatchSeat.player)
    query = select(Match).where(Match.evening_id.in_(evenings)).order_by(Match.evening_id, Match.id).options(whole)
    return {
        evening: list(found) for evening, found in groupby(db.session.scalars(query), lambda match: match.evening_id)
    }


def played(matches: Iterable[Match]) -> dict[int, Played]:
    """By its id each match as a list shows it: with its results when it is over, else with the people alone."""
    known = list(matches)
    over = select(Result).where(Result.match_id.in_([match.id for match in known if match.state == OVER]))
    rows = db.session.scalars(
        over.order_by(Result.match_id, Result.seat, Result.turn).options(selectinload(Result.player))
    )
    results = {match: list(found) for match, found in groupby(rows, lambda row: row.match_id)}
    return {match.id: ended(match, results[match.id]) if match.id in results else seated(match) for match in known}


def ended(match: Match, results: list[Result]) -> Played:
    """A match that is over, by its results; who left a seat before the end is not named."""
    game = games()[match.game]
    last = list({row.seat: row for row in results}.values())
    sides = [ended_side(side, last, game) for side in sorted({row.side for row in last})]
    return Played(match.uid, game, match.state, sides, tuple(map(name_of, last)))


def ended_side(side: int, results: list[Result], game: Game) -> Side:
    """One side at the end."""
    mine = [row for row in results if row.side == side]
    total = None if game.unit == "tricks" else mine[0].total
    return Side(LETTERS[side], tuple(map(name_of, mine)), total, any(row.won for row in mine))


def name_of(result: Result) -> str:
    """The player's name of today, or what a guest was called."""
    return result.player.name if result.player else result.name


def seated(match: Match) -> Played:
    """A match that is not over, by who sat down."""
    game = games()[match.game]
    names = [seat.player.name for seat in match.seats]
    table = game.table(tuple(names), match.first_dealer)
    sides = [Side(LETTERS[n], tuple(names[seat] for seat in seats), None, False) for n, seats in enumerate(table.sides)]
    return Played(match.uid, game, match.state, sides, tuple(names))


def standing(match: Match) -> Played:
    """A match in play with its totals, read from its log; a damaged one without."""
    sat = seated(match)
    try:
        now = read(match).sheet.standing
    except BrokenChain:
        return sat._replace(damaged=True)
    totals = [None if sat.game.unit == "tricks" else total for total in now.totals]
    names = [tuple(now.table.players[seat] for seat in seats) for seats in now.table.sides]
    sides = [side._replace(names=names[n], total=totals[n]) for n, side in enumerate(sat.sides)]
    return sat._replace(sides=sides, number=now.number)
