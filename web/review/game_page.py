"""The page of a game: its panels over all its deals, those of a year, or of the last evenings."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from flask import abort, request, url_for

from models.review.deals import Scope
from scoring.games import games
from scoring.review.registry import review_of
from web.i18n.dates import day
from web.i18n.locale import gettext, ngettext
from web.review.deal_address import asked_number
from web.review.game_panels import game_sections
from web.review.game_sections import Counted

if TYPE_CHECKING:
    from models.review.past import PastMatch
    from scoring.game import Game
    from web.review.game_sections import Section
    from web.review.opened import Opened

LAST = 10  # evenings
MOST_YEARS = 6


class OtherGame(NamedTuple):
    """Another game, and how often it was played."""

    key: str
    name: str
    matches: int
    address: str


class GamePage:
    """What the page of a game shows."""

    def __init__(self, here: Opened, game: Game) -> None:
        self.here, self.game, self.damaged = here, game, here.damaged
        self.year, self.last = asked_number("year"), bool(request.args.get("last"))
        first, last = self.days()
        self.matches = here.past.played(game.key, first, last)
        asked = {"year": str(self.year)} if self.year else {"first": first.isoformat()} if first else {}
        scope = Scope(here.circle.id, game.key, first, last)
        counted = Counted(review_of(game.key), game.key, scope, here.past, self.matches, asked)
        self.sections: list[Section] = game_sections(counted)

    def days(self) -> tuple[date | None, date | None]:
        """From when to when, as the address asks; 404 for a year in which the game was not played."""
        played = self.here.past.played(self.game.key)
        if self.last:
            evenings = sorted({match.day for match in played})
            return (evenings[-LAST:][0] if evenings else None), None
        if self.year and self.year not in years_of(played):
            abort(404)
        return (date(self.year, 1, 1), date(self.year, 12, 31)) if self.year else (None, None)

    @property
    def note(self) -> str:
        """How much was played."""
        deals = sum(match.deals for match in self.matches)
        words = ngettext("{num} match", "{num} matches", len(self.matches))
        return f"{words} · {ngettext('{num} deal', '{num} deals', deals)}"

    @property
    def filters(self) -> list[tuple[str, str, bool]]:
        """Links to when: always, each year, the last evenings."""
        address = url_for("game_review.show_game", game=self.game.key)
        found = [(gettext("Always"), address, not self.year and not self.last)]
        for year in years_of(self.here.past.played(self.game.key))[:MOST_YEARS]:
            found.append((year_words(year), f"{address}?year={year}", year == self.year))
        return [*found, (gettext("Last {n} evenings", n=LAST), f"{address}?last=1", self.last)]

    @property
    def others(self) -> list[OtherGame]:
        """The other games of this circle."""
        return [
            OtherGame(key, game.name, len(played), url_for("game_review.show_game", game=key))
            for key, game in games().items()
            if key != self.game.key and (played := self.here.past.played(key))
        ]


def years_of(matches: list[PastMatch]) -> list[int]:
    """The years in which there were matches, the newest first."""
    return sorted({match.day.year for match in matches}, reverse=True)


def year_words(year: int) -> str:
    """A year as people call it; the Persian one begins in March, so there both are named."""
    first, last = day(date(year, 1, 1), "year"), day(date(year, 12, 31), "year")
    return first if first == last else f"{first}–{last}"
