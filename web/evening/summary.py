"""Matches and evenings as lists show them: who played, the totals, who won. Few queries for any number.

Of a damaged match they show that it is damaged, and who sat down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup, escape
from sqlalchemy import Select, func, select
from sqlalchemy.orm import aliased

from models.base import db
from models.log.errors import BrokenChain
from models.log.read import read, read_states
from models.log.results import PlayerResult, damaged_matches, player_results
from models.log.state import OVER
from models.tables import Circle, Evening, Match, MatchSeat, Player
from scoring.game import Game
from scoring.games import games
from scoring.words import Standing, message, side_of
from table.icons import LETTERS
from web.i18n.dates import day, is_this_year
from web.i18n.locale import filled, gettext, list_of, num, partners

Names = tuple[str, ...]

HEADS = select(Match.id, Match.uid, Match.game, Match.state, Match.evening_id, Match.last_seq).order_by(Match.id)
AT_ONCE = 500  # matches of one statement
Today = aliased(Player)  # who was merged is who they are now
SEATS = (
    select(MatchSeat.match_id, MatchSeat.seat, func.coalesce(Today.name, Player.name))
    .join(Player, Player.id == MatchSeat.player_id)
    .outerjoin(Today, Today.id == Player.merged_into_id)
    .order_by(MatchSeat.match_id, MatchSeat.seat)
)
UNKNOWN = Game()  # what a damaged match may name
UNKNOWN.name = message("Unknown game")


class SeatedPlayer(NamedTuple):
    """Somebody in a seat; without a total while the match goes on."""

    name: str
    side: int
    total: int | None = None
    won: bool = False


class ListedSide(NamedTuple):
    """A side at the end of a match, or as it stands; total is None where no points count or none are known."""

    letter: str
    names: Names
    total: int | None
    won: bool

    @property
    def words(self) -> Markup:
        """The names of the side, each kept apart: "Ann & Cem"."""
        return partners([Markup("<bdi>{}</bdi>").format(name) for name in self.names])


class ListedMatch(NamedTuple):
    """A match in a list; number is that of the deal in play, empty says that nothing was recorded in it."""

    id: int
    uid: str
    game: Game
    state: str
    names: Names  # of everybody who played
    sides: list[ListedSide]
    number: int = 0
    damaged: bool = False
    empty: bool = False

    @property
    def winners(self) -> list[ListedSide]:
        """The sides that won."""
        return [side for side in self.sides if side.won]

    @property
    def winner_names(self) -> Markup:
        """Who won, in words."""
        return list_of([side.words for side in self.winners])


def played_in(evenings: Sequence[int]) -> dict[int, list[ListedMatch]]:
    """By the id of each evening its matches, in the order in which they began."""
    heads = heads_in(evenings)
    return by_evening(evenings, heads, played(heads))


def standing_in(evenings: Sequence[int], states: Container[str]) -> dict[int, list[ListedMatch]]:
    """The same, those in one of these states (none of them over) with the totals of now."""
    heads = heads_in(evenings)
    on = {head.id: head for head in heads if head.state in states}
    states_now = read_states(db.session.connection(), {head.id: head.last_seq for head in on.values()})
    stood = {match_id: state.sheet.standing if state else None for match_id, state in states_now}
    sat = names_at_first([match_id for match_id, now in stood.items() if now is None])
    summaries = [
        as_it_stands(on[match_id], now) if now else as_damaged(on[match_id], sat[match_id])
        for match_id, now in stood.items()
    ]
    return by_evening(evenings, heads, [*played(head for head in heads if head.id not in on), *summaries])


def heads_in(evenings: Sequence[int]) -> Sequence[Any]:
    """What is stored of each match of these evenings itself."""
    return db.session.execute(HEADS.where(Match.evening_id.in_(evenings))).all()


def by_evening(
    evenings: Sequence[int], heads: Iterable[Any], matches: Iterable[ListedMatch]
) -> dict[int, list[ListedMatch]]:
    """The matches of each evening, in the order of their heads."""
    summaries = {match.id: match for match in matches}
    listed: dict[int, list[ListedMatch]] = {evening: [] for evening in evenings}
    for head in heads:
        listed[head.evening_id].append(summaries[head.id])
    return listed


def played(matches: Iterable[Any]) -> list[ListedMatch]:
    """Each match as a list shows it: with its results when it is over, else with the people alone."""
    heads = list(matches)
    damaged = damaged_matches(heads)
    ends = player_results([head.id for head in heads if head.state == OVER and head.id not in damaged])
    sat = names_at_first([head.id for head in heads if not ends.get(head.id)])
    return [
        as_damaged(head, sat[head.id]) if head.id in damaged else as_stored(head, ends.get(head.id, ()), sat)
        for head in heads
    ]


def as_damaged(head: Any, names: list[str]) -> ListedMatch:
    """A match of which nothing else is certain than that somebody sat down."""
    game = games().get(head.game, UNKNOWN)
    return ListedMatch(head.id, head.uid, game, head.state, tuple(dict.fromkeys(names)), [], damaged=True)


def as_stored(head: Any, ends: Iterable[PlayerResult], sat: dict[int, list[str]]) -> ListedMatch:
    """A match with its results where there are any."""
    last = {end.seat: SeatedPlayer(end.name, end.side, end.total, end.won) for end in ends}
    return summary_of(head, (last or at_first(games()[head.game], sat[head.id])).values(), [end.name for end in ends])


def summary_of(head: Any, sitters: Iterable[SeatedPlayer], before: Iterable[str] = ()) -> ListedMatch:
    """A match with those who sit there, by seat; before: all who ever did, where that is known."""
    game, seated = games()[head.game], list(sitters)
    sides = [side_at(side, seated, game) for side in sorted({sitter.side for sitter in seated})]
    names = tuple(dict.fromkeys([*(sitter.name for sitter in seated), *before]))
    return ListedMatch(head.id, head.uid, game, head.state, names, sides, empty=head.last_seq == 0)


def side_at(side: int, sitters: list[SeatedPlayer], game: Game) -> ListedSide:
    """One side of a match; who takes tricks only has no total."""
    mine = [sitter for sitter in sitters if sitter.side == side]
    total = mine[0].total if game.has_totals else None
    return ListedSide(LETTERS[side], tuple(sitter.name for sitter in mine), total, any(sitter.won for sitter in mine))


def names_at_first(matches: Sequence[int]) -> dict[int, list[str]]:
    """By match who sat down there, by the name of today."""
    names: dict[int, list[str]] = {match: [] for match in matches}
    for start in range(0, len(matches), AT_ONCE):
        some = matches[start : start + AT_ONCE]
        for match, _, name in db.session.execute(SEATS.where(MatchSeat.match_id.in_(some))):
            names[match].append(name)
    return names


def at_first(game: Game, names: list[str]) -> dict[int, SeatedPlayer]:
    """By seat who sat down there."""
    table = game.table(tuple(names), 0)
    return {seat: SeatedPlayer(name, side_of(table, seat)) for seat, name in enumerate(names)}


def standing(match: Match) -> ListedMatch:
    """A match in play with its totals, read from its log; a damaged one without."""
    try:
        now = read(match).sheet.standing
    except BrokenChain:
        return as_damaged(match, names_at_first([match.id])[match.id])
    return as_it_stands(match, now)


def as_it_stands(head: Any, now: Standing) -> ListedMatch:
    """A match in play with its totals."""
    sides = [side_of(now.table, seat) for seat in range(len(now.table.players))]
    seated = [SeatedPlayer(name, side, now.totals[side]) for name, side in zip(now.table.players, sides, strict=True)]
    return summary_of(head, seated)._replace(number=now.number)


MOST_WINS = 6
BETWEEN = Markup(" · ")
TIMES = Markup("{words}\u00a0×{n}")


class EveningRow(NamedTuple):
    """One past evening in words; told: whether there is a story of it."""

    uid: str
    date: str
    day: str
    month: str
    year: str
    place: str
    story: Markup | str
    wins: Markup
    told: bool = False


def evening_rows(evenings: Sequence[Evening]) -> list[EveningRow]:
    """A row for each evening; three queries however many matches they had."""
    matches = played_in([evening.id for evening in evenings])
    return [evening_row(evening, matches[evening.id]) for evening in evenings]


def evening_row(evening: Evening, matches: list[ListedMatch]) -> EveningRow:
    """One evening with its matches."""
    date = evening.date
    return EveningRow(
        evening.uid,
        date.isoformat(),
        day(date, "number"),
        day(date, "month"),
        "" if is_this_year(date) else day(date, "year"),
        evening.place or day(date, "weekday"),
        Markup("{} · {}").format(names_words(matches), games_words(matches)) if matches else gettext("no match"),
        wins_words(matches),
        any(match.state == OVER and not match.damaged for match in matches) and not evening.hidden,
    )


def names_words(matches: Iterable[ListedMatch]) -> Markup:
    """Everybody who played, once."""
    names = dict.fromkeys(name for match in matches for name in match.names)
    return list_of([Markup("<bdi>{}</bdi>").format(name) for name in names])


def games_words(matches: Iterable[ListedMatch]) -> Markup:
    """What was played, and how often, in one piece: "Knock-Out Whist ×3"."""
    counted = Counter(gettext(match.game.name) for match in matches)
    return list_of([times(name, n) for name, n in counted.items()])


def times(words: Markup | str, n: int) -> Markup:
    """Words with how often they are meant, unless that is once."""
    return filled(TIMES, {"words": words, "n": num(n)}) if n > 1 else escape(words)


def wins_words(matches: Iterable[ListedMatch]) -> Markup:
    """Who won, with the totals where two sides played; several wins alike are told once."""
    counted = Counter(win for match in matches for win in wins_of(match))
    words = [times(win, n) for win, n in counted.items()]
    return BETWEEN.join([*words[:MOST_WINS], *(["…"] if len(words) > MOST_WINS else [])])


def wins_of(match: ListedMatch) -> list[Markup]:
    """The winners of one match, or that it was not played to its end, or is damaged."""
    if match.damaged:
        return [Markup("{}").format(gettext("damaged"))]
    if match.state != OVER:
        return [Markup("{}").format(gettext("not finished"))]
    return [win(side, match.sides) for side in match.winners]


def win(side: ListedSide, sides: list[ListedSide]) -> Markup:
    """One winner: "Bob & Dee 9 : 6"."""
    words = Markup('<i class="mark {}"></i>&nbsp;{}').format(side.letter, side.words)
    other = next(other for other in sides if other is not side)
    if len(sides) > 2 or side.total is None or other.total is None:
        return Markup('<span class="win">{}</span>').format(words)
    score = Markup("{}&nbsp;:&nbsp;{}").format(num(side.total), num(other.total))
    return Markup('<span class="win">{} {}</span>').format(words, score)


def hidden(circle: Circle) -> Select[Evening]:
    """The query for the hidden evenings of a circle."""
    return select(Evening).where(Evening.circle_id == circle.id, Evening.hidden, Evening.deleted.is_(False))


def hidden_rows(circle: Circle) -> list[EveningRow]:
    """The hidden evenings, newest day first."""
    return evening_rows(db.session.scalars(hidden(circle).order_by(Evening.date.desc(), Evening.id.desc())).all())


def hidden_evening(uid: str, circle: Circle) -> Evening | None:
    """The hidden evening of this uid, None when there is none."""
    return db.session.scalar(hidden(circle).where(Evening.uid == uid)) if uid else None
