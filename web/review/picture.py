"""Pictures to share, of an evening, of a match and of a year: who won how much, and a stick. Money is on none.

A picture is values for templates/review/picture.svg, drawn anew for who has not got it yet and kept nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import select

from models.base import db
from models.log.errors import BrokenChain
from models.log.read import read
from models.log.state import OVER
from models.review.people import People
from models.review.scope import EveningPlayed, Scope, played_in, totals
from models.review.tables import match_reviews, seat_facts
from models.review.wins import WonMatches, wins_in, won_on
from models.tables import Evening, Match
from scoring.games import games
from scoring.sheet import counted_lines
from table.icons import LETTERS
from web.evening import summary
from web.i18n.dates import day, month_names
from web.i18n.locale import gettext, num
from web.review.opened import OpenReview
from web.review.rows import deals_words, evenings_words, matches_words

MOST_ROWS, MOST_STROKES = 7, 25


class PictureRow(NamedTuple):
    """A person or a pair: their mark's letter or "", their strokes, the figure beside them; won: whether in ink."""

    names: tuple[str, ...]
    letter: str
    strokes: int
    figure: str
    won: bool = True


class StickCut(NamedTuple):
    """Where a stick is cut, of its length, and how deep from above and from below, of its half: 0 to 1 each."""

    x: float
    above: float
    below: float = 0


class Picture(NamedTuple):
    """What a picture says in the reader's words. games: key and words; sticks: one for each match, or for the year."""

    title: str
    small: str
    rows: list[PictureRow]
    games: list[tuple[str, str]]
    sticks: list[list[StickCut]]
    caption: str
    months: Sequence[str] = ()


def evening_picture(review: OpenReview, evening: Evening) -> Picture | None:
    """An evening; None where no match of it is over, and of a hidden one."""
    scope = Scope(review.circle.id, evenings=(evening.id,))
    played = played_in(review.played, scope)
    if not played:
        return None
    won = won_on([evening.id], review.people)[evening.id]
    rows = [unit_row(review.people, unit, unit.share.made) for unit in won[:MOST_ROWS]]
    query = select(match_reviews.c.match_id).where(*scope.within(match_reviews))
    sticks = [cuts_of(match) for match in db.session.scalars(query.order_by(match_reviews.c.started_at))]
    sums = totals(played)
    caption = gettext(", ").join((matches_words(sums.matches), deals_words(sums.deals)))
    return Picture(day(evening.date, "named_year"), evening.place, rows, games_of(played), sticks, caption)


def match_picture(evening: Evening, uid: str) -> Picture | None:
    """A match of an evening with what each deal brought; None where it is not over, and of a hidden evening."""
    match = next(match for match in summary.played_in([evening.id])[evening.id] if match.uid == uid)
    if match.state != OVER or match.damaged or evening.hidden:
        return None
    query = select(seat_facts.c.side, seat_facts.c.place).where(seat_facts.c.match_id == match.id)
    places = {LETTERS[side]: place for side, place in db.session.execute(query)}
    rows = []
    for side in sorted(match.sides, key=lambda side: places.get(side.letter, len(match.sides)))[:MOST_ROWS]:
        figure = num(side.total) if side.total is not None else gettext("won") if side.won else ""
        few = len(match.sides) == 2 and side.total in range(MOST_STROKES + 1)
        rows.append(PictureRow(side.names, side.letter, side.total or 0 if few else 0, figure, side.won))
    title, when, cuts = gettext(str(match.game.name)), day(evening.date, "named_year"), cuts_of(match.id)
    return Picture(title, when, rows, [], [cuts], deals_words(len(cuts)))


def year_picture(review: OpenReview, first: date, last: date) -> Picture | None:
    """The reader's year from its first day to its last: who won how many, a cut for each evening."""
    scope = Scope(review.circle.id, None, first, last)
    played = played_in(review.played, scope)
    if not played:
        return None
    rows = [unit_row(review.people, unit, 0) for unit in wins_in(scope, review.people).people[:MOST_ROWS]]
    days = sorted({evening.day for evening in played})
    cuts = [StickCut(((when - first).days + 0.5) / ((last - first).days + 1), 0.8) for when in days]
    sums = totals(played)
    caption = gettext(", ").join((evenings_words(sums.evenings), matches_words(sums.matches)))
    title = gettext("Year {year}", year=day(first, "year"))
    return Picture(title, review.circle.name, rows, games_of(played), [cuts], caption, month_names())


def unit_row(people: People, won: WonMatches, strokes: int) -> PictureRow:
    """A person with their mark, or a pair, with what they won."""
    letter = LETTERS[people.side(won.people[0])] if len(won.people) == 1 else ""
    figure = gettext("{made} of {n}", made=num(won.share.made), n=num(won.share.of))
    return PictureRow(tuple(person.name for person in won.people), letter, strokes, figure)


def games_of(played: Iterable[EveningPlayed]) -> list[tuple[str, str]]:
    """The games, most played first, with how often."""
    counted = Counter[str]()
    for evening in played:
        counted[evening.game] += evening.matches
    return [
        (key, f"{gettext(games()[key].name)} ×{num(n)}" if n > 1 else gettext(games()[key].name))
        for key, n in counted.most_common()
    ]


def cuts_of(match_id: int) -> list[StickCut]:
    """What each deal brought: the first side from above, the second from below; from above alone where more play."""
    try:
        state = read(db.session.get_one(Match, match_id))
    except BrokenChain:
        return []
    lines, two = counted_lines(state.game, state.sheet), len(state.table.sides) == 2
    gains = [(max(line.points[0], 0), max(line.points[1], 0)) if two else (1, 0) for line in lines]
    most = max((max(both) for both in gains), default=0) or 1
    return [
        StickCut((n + 0.5) / len(gains), 0.95 * up / most, 0.95 * down / most) for n, (up, down) in enumerate(gains)
    ]
