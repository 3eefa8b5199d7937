"""Matches as lists show them: the game, who played on which side, the totals, who won. Three queries for any number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup
from sqlalchemy import func, select

from drawing.shapes import LETTERS
from models.base import db
from models.folds import OVER
from models.matches import Match, MatchSeat
from models.people import Player
from models.reading import read
from models.refusals import BrokenChain
from models.review import Result
from scoring.games import games
from scoring.words import side_of
from web.language import list_of, partners

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring.game import Game

Names = tuple[str, ...]

HEADS = select(Match.id, Match.uid, Match.game, Match.state, Match.evening_id).order_by(Match.id)
SEATS = (
    select(MatchSeat.match_id, MatchSeat.seat, Player.name)
    .join(Player, Player.id == MatchSeat.player_id)
    .order_by(MatchSeat.match_id, MatchSeat.seat)
)
ENDS = (
    select(Result.match_id, Result.seat, func.coalesce(Player.name, Result.name), Result.side, Result.total, Result.won)
    .outerjoin(Player, Player.id == Result.player_id)
    .order_by(Result.match_id, Result.seat, Result.turn)
)


class Sitter(NamedTuple):
    """Somebody in a seat; without a total while the match goes on."""

    name: str
    side: int
    total: int | None = None
    won: bool = False


class Side(NamedTuple):
    """A side at the end of a match, or as it stands; total is None where no points count or none are known."""

    letter: str
    names: Names
    total: int | None
    won: bool

    @property
    def words(self) -> Markup:
        """The names of the side, each kept apart: "Ann & Cem"."""
        return partners([Markup("<bdi>{}</bdi>").format(name) for name in self.names])


class Played(NamedTuple):
    """A match in a list; number is that of the deal in play."""

    id: int
    uid: str
    game: Game
    state: str
    names: Names  # of everybody who played
    sides: list[Side]
    number: int = 0
    damaged: bool = False

    @property
    def winners(self) -> list[Side]:
        """The sides that won."""
        return [side for side in self.sides if side.won]

    @property
    def winner_names(self) -> Markup:
        """Who won, in words."""
        return list_of([side.words for side in self.winners])


def played_in(evenings: Sequence[int]) -> dict[int, list[Played]]:
    """By the id of each evening its matches, in the order in which they began."""
    heads = db.session.execute(HEADS.where(Match.evening_id.in_(evenings))).all()
    told = {match.id: match for match in played(heads)}
    return {evening: [told[head.id] for head in heads if head.evening_id == evening] for evening in evenings}


def played(matches: Iterable[Any]) -> list[Played]:
    """Each match as a list shows it: with its results when it is over, else with the people alone."""
    heads = list(matches)
    ends = db.session.execute(ENDS.where(Result.match_id.in_([head.id for head in heads if head.state == OVER]))).all()
    over = sitters_at_the_end(ends)
    sat = sitters_at_first({head.id: games()[head.game] for head in heads if head.id not in over})
    played: dict[int, list[str]] = {}
    for match, _, name, *_ in ends:
        played.setdefault(match, []).append(name)
    return [told(head, (over.get(head.id) or sat[head.id]).values(), played.get(head.id, ())) for head in heads]


def told(head: Any, sitters: Iterable[Sitter], before: Iterable[str] = ()) -> Played:
    """A match with those who sit there, by seat; before: all who ever did, where that is known."""
    game, found = games()[head.game], list(sitters)
    sides = [side_at(side, found, game) for side in sorted({sitter.side for sitter in found})]
    names = tuple(dict.fromkeys([*(sitter.name for sitter in found), *before]))
    return Played(head.id, head.uid, game, head.state, names, sides)


def side_at(side: int, sitters: list[Sitter], game: Game) -> Side:
    """One side of a match; who takes tricks only has no total."""
    mine = [sitter for sitter in sitters if sitter.side == side]
    total = None if game.unit == "tricks" else mine[0].total
    return Side(LETTERS[side], tuple(sitter.name for sitter in mine), total, any(sitter.won for sitter in mine))


def sitters_at_the_end(ends: Iterable[Any]) -> dict[int, dict[int, Sitter]]:
    """By match and seat who sat there last, with the result, by the name of today."""
    found: dict[int, dict[int, Sitter]] = {}
    for match, seat, name, side, total, won in ends:
        found.setdefault(match, {})[seat] = Sitter(name, side, total, won)
    return found


def sitters_at_first(matches: dict[int, Game]) -> dict[int, dict[int, Sitter]]:
    """By match and seat who sat down there, by the name of today."""
    names: dict[int, list[str]] = {match: [] for match in matches}
    for match, _, name in db.session.execute(SEATS.where(MatchSeat.match_id.in_(matches))):
        names[match].append(name)
    tables = {match: game.table(tuple(names[match]), 0) for match, game in matches.items()}
    return {
        match: {seat: Sitter(name, side_of(table, seat)) for seat, name in enumerate(table.players)}
        for match, table in tables.items()
    }


def standing(match: Match) -> Played:
    """A match in play with its totals, read from its log; a damaged one without."""
    try:
        now = read(match).sheet.standing
    except BrokenChain:
        return played([match])[0]._replace(damaged=True)
    sides = [side_of(now.table, seat) for seat in range(len(now.table.players))]
    found = [Sitter(name, side, now.totals[side]) for name, side in zip(now.table.players, sides, strict=True)]
    return told(match, found)._replace(number=now.number)
