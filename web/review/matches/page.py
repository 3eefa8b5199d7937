"""The matches behind a number, for the template: what they are in words, and each with what came of it."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from flask import request, url_for
from markupsafe import Markup

from models.review.matches.find import Case, ahead, case_of, find
from models.review.past.match import PastMatch, Seat
from scoring.games import games
from web.i18n.dates import day
from web.i18n.locale import gettext, in_digits, marked, ngettext, num, partners, remarks
from web.markup import html
from web.review.calendar_years import years_of
from web.review.damaged_matches import damaged_links
from web.review.deals.address import parse_where, parse_yes_no
from web.review.deals.title import evenings_words, where_words
from web.review.filters import Links
from web.review.list_filters import chosen, page_links, page_of
from web.review.matches.address import parse_wanted
from web.review.open_past import CirclePast
from web.review.rate_rows import names, pair_address, person_address

PAGE = 40  # matches on a page
OF_A_GAME = ("kind", "before", "after", "never", "least", "most", "match", "rules")
"""Keys of an address that mean nothing in another game."""


class MatchRow(NamedTuple):
    """A match of the list: where it leads, what came of it, which it was, how it stood."""

    address: str
    words: Markup
    small: Markup
    figure: Markup | str


class MatchesPage:
    """What the page of matches shows."""

    def __init__(self, here: CirclePast) -> None:
        self.here, self.damaged = here, damaged_links(here.damaged)
        self.wanted, self.where = parse_wanted(here), parse_where()
        self.never = bool(parse_yes_no("never"))
        self.page = page_of()

    @cached_property
    def found(self) -> list[PastMatch] | list[Case]:
        """What is behind the number, the newest first."""
        return find(self.here.past, self.wanted)

    @property
    def total(self) -> int:
        """How many there are."""
        return len(self.found)

    @property
    def title(self) -> str:
        """The game, or all."""
        return gettext(games()[self.wanted.game].name) if self.wanted.game else gettext("All games")

    @property
    def back(self) -> str:
        """Where one comes from: what the list is about."""
        who, other = self.wanted.who, self.wanted.mate or self.wanted.rival
        if who:
            return pair_address(who, other) if other else person_address(who)
        if self.wanted.game:
            return url_for("game_review.show_game", game=self.wanted.game)
        return url_for("review.show_review")

    @property
    def conditions(self) -> Markup:
        """What is asked for in words, beside the filters."""
        found: list[str | Markup] = []
        if self.wanted.mate:
            found.append(marked("with {name}", name=names([self.wanted.mate])))
        if self.wanted.rival:
            found.append(marked("against {name}", name=names([self.wanted.rival])))
        days = [] if request.args.get("year") else [self.wanted.first, self.wanted.last]
        found += [day(one, "short_year") for one in days if one]
        found += [self.length] if self.length else []
        found += evenings_words()
        words = where_words(self.wanted.game or "", self.where)
        found += [gettext("never: {what}", what=one) for one in words] if self.never else words
        return remarks(found)

    @property
    def length(self) -> str:
        """How many deals are asked for."""
        least, most = self.wanted.least, self.wanted.most
        if least is None or most is None or least == most:
            one = most if least is None else least
            return "" if one is None else ngettext("{num} deal", "{num} deals", one)
        return gettext("{low} to {high} deals", low=num(least), high=num(most))

    @property
    def rows(self) -> list[MatchRow]:
        """The matches of this page."""
        shown = self.found[PAGE * (self.page - 1) : PAGE * self.page]
        return [self.row(one if isinstance(one, Case) else case_of(one, self.wanted)) for one in shown]

    def row(self, case: Case) -> MatchRow:
        """One of them."""
        match = case.match
        name = None if self.wanted.game else gettext(games()[match.game].name)
        about = [name, day(match.day, "short_year"), ngettext("{num} deal", "{num} deals", match.deals)]
        words = self.came(match, case.seat) if case.seat else winners(match)
        return MatchRow(
            url_for("table.show_table", uid=match.uid),
            words,
            remarks([one for one in about if one]),
            score(match, case.seat),
        )

    def came(self, match: PastMatch, seat: Seat) -> Markup:
        """What came of a match for who sat there."""
        rival = match.seat_of(self.wanted.rival.id) if self.wanted.rival else None
        if rival is None:
            ours = seated([seat, *match.mates_of(seat)])
            return remarks([ours, ending(1 if seat.won else -1)])
        who = {1: seat, -1: rival}.get(ahead(seat, rival))
        return marked("{name} ahead", name=seated([who])) if who else Markup("{}").format(ending(0))

    @property
    def filters(self) -> list[tuple[str, Links]]:
        """Rows of filters: their name, and links that keep all else that is asked for."""
        played = self.here.past.by_game
        keys = [(gettext(game.name), key) for key, game in games().items() if key in played]
        people = [(one.name, one.uid) for one in self.here.past.people.persons.values()]
        years = [(in_digits(str(one)), str(one)) for one in years_of(self.here.past)]
        rows = [
            (gettext("Game"), chosen("game", gettext("All games"), keys, OF_A_GAME)),
            (gettext("Who"), chosen("who", gettext("Everybody"), people, ("partner", "against", "won", "match"))),
            (gettext("Time"), chosen("year", gettext("Always"), years, ("first", "last", "lately"))),
        ]
        if self.wanted.who and not self.wanted.rival:
            ends = [(ending(1), "1"), (ending(-1), "0")]
            rows.append((gettext("Result"), chosen("won", gettext("All"), ends)))
        return [(name, links) for name, links in rows if len(links) > 2]

    @property
    def pages(self) -> Links:
        """Links to the pages."""
        return page_links(self.page, self.total, PAGE)


def winners(match: PastMatch) -> Markup:
    """Who won."""
    won = [seat for seat in match.ended if seat.won]
    return marked("won by {names}", names=seated(won)) if won else Markup("{}").format(ending(0))


def seated(seats: list[Seat]) -> Markup:
    """Who sat there, as partners."""
    return partners([html([("bdi", {}, [seat.name])]) for seat in seats])


def score(match: PastMatch, seat: Seat | None) -> Markup | str:
    """How it stood between two sides, first that of who won or whom it is about."""
    if len(match.sides) != 2 or not games()[match.game].has_totals:
        return ""
    first = seat.side if seat else next((one.side for one in match.ended if one.won), min(match.sides))
    totals = sorted(match.sides, key=lambda side: side != first)
    words = "\N{NO-BREAK SPACE}: ".join(num(match.sides[side][0].total) for side in totals)
    return Markup('<bdi dir="ltr">{}</bdi>').format(words)


def ending(won: int) -> str:
    """How a match ended for somebody: 1, -1 or 0."""
    return gettext("a win") if won > 0 else gettext("a loss") if won < 0 else gettext("level")
