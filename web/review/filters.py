"""Filters of a page of review in its address: a game, a year of the reader's calendar, the last evenings."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, NamedTuple

from flask import abort, request, url_for

from models.review.past.match import PastMatch
from models.review.past.matches import Past
from models.review.statistics.tallies import Part
from scoring.game import Game
from scoring.games import games
from web.http.requests import address_with, whole_number
from web.i18n.dates import day
from web.i18n.locale import gettext, num
from web.review import calendar_years

Links = list[tuple[str, str, bool]]

LAST = 10  # evenings
DAY = timedelta(days=1)


class Filters(NamedTuple):
    """What a page counts; since and before: days, begin included; last: so many evenings of those."""

    game: Game | None
    year: int | None
    since: date | None
    before: date | None
    last: int | None

    @property
    def key(self) -> str | None:
        """The key of the game."""
        return self.game.key if self.game else None

    @property
    def said(self) -> dict[str, Any]:
        """The same as values of an address; nothing that is not chosen."""
        values = {"game": self.key, "year": self.year, "last": self.last}
        return {key: value for key, value in values.items() if value is not None}

    @property
    def game_words(self) -> str:
        """The chosen game; empty for all."""
        return gettext(self.game.name) if self.game else ""

    @property
    def time_words(self) -> str:
        """The chosen time; empty for always."""
        if self.last is not None:
            return last_words()
        return day(self.since, "year") if self.since else ""

    @property
    def part(self) -> Part:
        """The game and the time."""
        return Part(self.key, self.since, self.before - DAY if self.before else None)

    def matches(self, past: Past) -> list[PastMatch]:
        """The matches that count."""
        found = self.part.matches(past)
        if self.last is None:
            return found
        evenings: dict[int, bool] = {}
        for match in reversed(found):
            evenings[match.evening_id] = True
            if len(evenings) == self.last:
                break
        return [match for match in found if match.evening_id in evenings]

    @property
    def asked(self) -> tuple[Any, ...]:
        """The same for whoever asks for the same matches."""
        return self.key, self.since, self.before, self.last


def filters() -> Filters:
    """The filters in the address; 404 for a game, a year or a number that is none."""
    key, year, last = (request.args.get(name) for name in ("game", "year", "last"))
    game = None if key is None else games().get(key) or abort(404)
    if last not in (None, str(LAST)):
        abort(404)
    since, before = (None, None) if year is None else span_of(year)
    return Filters(game, whole_number(year), since, before, LAST if last else None)


def span_of(year: str) -> tuple[date, date]:
    """The first day of the reader's year of this number, and that of the next."""
    first, last = calendar_years.span_of(whole_number(year)) or abort(404)
    return first, last + DAY


def game_links(endpoint: str, now: Filters, known: set[str]) -> Links:
    """A row of filters: all games, and each that was played."""
    path, kept = url_for(endpoint), {"year": now.year, "last": now.last}
    found = [(gettext("All games"), address_with(path, kept), now.game is None)]
    for key in sorted(known, key=list(games()).index):
        found.append((gettext(games()[key].name), address_with(path, kept | {"game": key}), now.key == key))
    return chosen_early(found)


def last_words() -> str:
    """What the filter of the last evenings is called."""
    return gettext("Last {num} evenings", num=num(LAST))


def chosen_early(links: Links) -> Links:
    """A row of filters with the chosen one right after the first, so that it is in sight however long the row is."""
    first, *more = links
    return [first, *sorted(more, key=lambda link: not link[2])]


def last_year_of(since: date, before: date) -> int:
    """The Gregorian year in whose December a year of the reader's lies."""
    return since.year if before > date(since.year, 12, 1) else before.year
