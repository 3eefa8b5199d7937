"""A season for its page: the stick of its evenings, a row a person, the table evening by evening."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import url_for
from markupsafe import Markup, escape

from models.review.past.evening_uids import evening_uids
from models.review.past.matches import Past
from models.review.season.standings import SeasonRow, SeasonTable
from models.review.season.sums import MATCHES, PLACES, SeasonEvening
from models.review_tables import Season
from scoring.games import games
from web.i18n.dates import day
from web.i18n.locale import gettext, list_of, ngettext, num
from web.markup import html
from web.review.charts.season import DrawnSeason, season_row, season_stick
from web.review.number_format import tenths
from web.review.rate_rows import person_address, side_of
from web.review.season.forms import count_words

MOST_LENGTHS = 24  # evenings that the stick and the table have room for, the last ones
MOST_PEOPLE, MOST_DRAWN, MOST_LISTED = 40, 15, 30  # people, those with a drawing, evenings of the list
WHOLE = (MATCHES, PLACES)  # what is counted in whole numbers, of which something is sure


class EveningWords(NamedTuple):
    """An evening of a season: where its story is, its day, how many matches."""

    address: str
    day: str
    matches: str


class RowWords(NamedTuple):
    """A person's row: its words, and its drawing where sums are sure."""

    address: str
    place: str
    side: int
    name: str
    total: str
    drawing: Any
    words: str


def days_words(season: Season) -> str:
    """From when to when."""
    return gettext("{first} to {last}", first=day(season.first, "short_year"), last=day(season.last, "short_year"))


def rule_words(season: Season) -> list[str]:
    """How a season counts, a sentence each."""
    names = list_of([gettext(games()[key].name) for key in season.games if key in games()])
    found = [count_words(season.counts), str(names) if season.games else gettext("All games")]
    if season.best_of:
        found.append(
            ngettext("The best evening of each counts.", "The best {num} evenings of each count.", season.best_of)
        )
    if season.at_least:
        found.append(ngettext("A place needs {num} evening.", "A place needs {num} evenings.", season.at_least))
    return found


def shown_words(table: SeasonTable) -> list[str]:
    """That not everybody is shown, where that is so."""
    values = {"n": MOST_PEOPLE, "of": len(table.rows)}
    return [gettext("The first {n} of {of} are shown.", **values)] if len(table.rows) > MOST_PEOPLE else []


def stick_of(season: Season, evenings: list[SeasonEvening], left: int) -> Any:
    """The evenings as lengths of a stick, the planned ones dotted; None before the first one."""
    lengths = [evening.matches for evening in evenings][-MOST_LENGTHS:]
    planned = len(evenings) + left if season.evenings else len(evenings)
    return html(season_stick(lengths, min(MOST_LENGTHS, max(planned, len(lengths))))) if lengths else None


def person_rows(past: Past, season: Season, table: SeasonTable) -> list[RowWords]:
    """The rows of the standings."""
    most = max([1.0, *(row.reach or row.total for row in table.rows)])
    rows = [row_words(past, season, table, row, most) for row in table.rows[:MOST_DRAWN]]
    others = table.rows[MOST_DRAWN:MOST_PEOPLE]
    return rows + [row_words(past, season, table, row, most, draws=False) for row in others]


def row_words(
    past: Past, season: Season, table: SeasonTable, row: SeasonRow, most: float, draws: bool = True
) -> RowWords:
    """A person's row; most: what the ruler ends with."""
    person = past.people.persons[row.person]
    side = side_of(past, person)
    drawn = None
    if draws and season.counts in WHOLE and row.sure is not None and table.leader is not None:
        sure, reach, leader, end = (int(value) for value in (row.sure, row.reach or row.sure, table.leader, most))
        drawn = html(season_row(DrawnSeason(sure, reach, leader, end, side), person.name))
    place = num(row.place) if row.place else ""
    return RowWords(
        person_address(person), place, side, person.name, tenths(row.total), drawn, verdict(season, table, row)
    )


def verdict(season: Season, table: SeasonTable, row: SeasonRow) -> str:
    """What the season still holds for somebody."""
    if row.place is None and not (table.left and row.can_win):
        return gettext("too few evenings: {n} of {of}", n=row.attended, of=season.at_least)
    if not table.left:
        return gettext("won the season") if row.can_win else ""
    leads = row.place == 1
    if not row.can_win:
        return (
            gettext("cannot win any more: reaches {n}", n=tenths(row.reach))
            if row.reach is not None
            else gettext("cannot win any more")
        )
    if leads:
        return gettext("leads")
    return (
        gettext("can still win: reaches {n}", n=tenths(row.reach))
        if row.reach is not None
        else gettext("can still win")
    )


def table_rows(past: Past, evenings: list[SeasonEvening], table: SeasonTable) -> list[list[Any]]:
    """A row a person, a cell an evening; what does not count is struck."""
    first = max(0, len(evenings) - MOST_LENGTHS)
    return [
        [Markup("<bdi>{}</bdi>").format(past.people.persons[row.person].name)]
        + [cell(value, n in row.struck) for n, value in enumerate(row.brought[first:], first)]
        + [Markup("<b>{}</b>").format(tenths(row.total))]
        for row in table.rows[:MOST_PEOPLE]
    ]


def cell(value: float | None, struck: bool) -> Any:
    """What an evening brought; nothing for who was not there."""
    if value is None:
        return ""
    return Markup("<s>{}</s>").format(tenths(value)) if struck else escape(tenths(value))


def heads(evenings: list[SeasonEvening]) -> list[str]:
    """The heads of that table."""
    return ["", *[num(n + 1) for n in range(len(evenings))][-MOST_LENGTHS:], gettext("Sum")]


def evening_rows(evenings: list[SeasonEvening]) -> list[EveningWords]:
    """The evenings, the newest first."""
    shown = evenings[-MOST_LISTED:]
    uids = evening_uids({evening.evening_id for evening in shown})
    return [
        EveningWords(
            url_for("story.show_story", uid=uids[evening.evening_id]),
            day(evening.day, "named_year"),
            ngettext("{num} match", "{num} matches", evening.matches),
        )
        for evening in reversed(shown)
    ]
