"""Evenings as the list of past ones shows them: date, place, players, games, winners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape
from sqlalchemy import Select, select

from models.base import db
from models.column_types import UNKNOWN_DATE, is_damaged
from models.log.match_state import OVER
from models.tables.circle import Circle
from models.tables.evening import Evening
from web.evening.match_summary import Played, Side, played_in
from web.i18n.dates import day, is_this_year
from web.i18n.locale import gettext, list_of, num

MOST_WINS = 6
BETWEEN = Markup(" · ")


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
    damaged: bool = False
    told: bool = False


def evening_rows(evenings: Sequence[Evening]) -> list[EveningRow]:
    """A row for each evening; three queries however many matches they had."""
    found = played_in([evening.id for evening in evenings])
    return [evening_row(evening, found[evening.id]) for evening in evenings]


def evening_row(evening: Evening, matches: list[Played]) -> EveningRow:
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
        has_damage(evening, [name for match in matches for name in match.names]),
        any(match.state == OVER and not match.damaged for match in matches) and not evening.hidden,
    )


def has_damage(evening: Evening, names: Iterable[str]) -> bool:
    """Whether the day, the place or the note of an evening, or a name there, cannot be read whole."""
    return evening.date == UNKNOWN_DATE or any(map(is_damaged, (evening.place, evening.note, *names)))


def names_words(matches: Iterable[Played]) -> Markup:
    """Everybody who played, once."""
    names = dict.fromkeys(name for match in matches for name in match.names)
    return list_of([Markup("<bdi>{}</bdi>").format(name) for name in names])


def games_words(matches: Iterable[Played]) -> Markup:
    """What was played, and how often, in one piece: "Knock-Out Whist ×3"."""
    counted = Counter(gettext(match.game.name) for match in matches)
    return list_of([times(name, n) for name, n in counted.items()])


def times(words: Markup | str, n: int) -> Markup:
    """Words with how often they are meant, unless that is once."""
    return Markup("{}\u00a0×{}").format(words, num(n)) if n > 1 else escape(words)


def wins_words(matches: Iterable[Played]) -> Markup:
    """Who won, with the totals where two sides played; several wins alike are told once."""
    counted = Counter(win for match in matches for win in wins_of(match))
    words = [times(win, n) for win, n in counted.items()]
    return BETWEEN.join([*words[:MOST_WINS], *(["…"] if len(words) > MOST_WINS else [])])


def wins_of(match: Played) -> list[Markup]:
    """The winners of one match, or that it was not played to its end, or is damaged."""
    if match.damaged:
        return [Markup("{}").format(gettext("damaged"))]
    if match.state != OVER:
        return [Markup("{}").format(gettext("not finished"))]
    return [win(side, match.sides) for side in match.winners]


def win(side: Side, sides: list[Side]) -> Markup:
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
