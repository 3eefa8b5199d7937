"""The deals behind a number, for the template: what they are in words, and each with its line."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from flask import request, url_for
from markupsafe import Markup

from models.review.deals.query import FoundDeal, count_deals, list_deals
from scoring.games import games
from scoring.review import review_of
from web.i18n.dates import day
from web.i18n.locale import gettext, in_digits, marked, remarks, signed
from web.review.calendar_years import years_of
from web.review.code_words import bid_words, coded
from web.review.damaged_matches import damaged_links
from web.review.deals.address import parse_person, parse_scope, parse_where
from web.review.deals.title import evenings_words, where_words
from web.review.filters import Links
from web.review.list_filters import chosen, page_links, page_of
from web.review.open_past import CirclePast
from web.review.rate_rows import names

PAGE = 40  # deals on a page
OF_A_GAME = ("kind", "bid", "trump", "before", "after", "short", "missed", "taken", "match", "rules")
"""Keys of an address that mean nothing in another game."""


class DealRow(NamedTuple):
    """A deal of the list: where it leads, what was played, who and when, what it brought."""

    address: str
    words: Markup
    small: Markup
    figure: Markup


class DealsPage:
    """What the page of deals shows."""

    def __init__(self, here: CirclePast) -> None:
        self.damaged = damaged_links(here.damaged)
        self.people = here.past.people
        self.scope, self.where = parse_scope(here), parse_where()
        self.here = here
        self.page = page_of()

    @cached_property
    def total(self) -> int:
        """How many deals there are."""
        return count_deals(self.scope, self.where)

    @property
    def game(self) -> str | None:
        """The key of the game, where one is asked for."""
        return self.scope.game

    @property
    def title(self) -> str:
        """The game, or all."""
        return gettext(games()[self.game].name) if self.game else gettext("All games")

    @property
    def conditions(self) -> Markup:
        """What is asked for in words, beside the filters."""
        mate = parse_person(self.here, "with")
        days = [] if request.args.get("year") else [self.scope.first, self.scope.last]
        found: list[str | Markup] = [marked("with {name}", name=names([mate]))] if mate else []
        found += where_words(self.game or "", self.where)
        found += evenings_words()
        return remarks([*found, *(day(one, "short_year") for one in days if one)])

    @property
    def rows(self) -> list[DealRow]:
        """The deals of this page."""
        return [self.row(deal) for deal in list_deals(self.scope, self.where, PAGE * (self.page - 1), PAGE)]

    def row(self, deal: FoundDeal) -> DealRow:
        """One of them."""
        address = url_for("deal.show_deal", uid=deal.match, of=deal.uid)
        who = self.people.of(deal.who_id)
        name = names([who]) if who else None
        game = None if self.game else gettext(games()[deal.game].name)
        about = [name, game, day(deal.day, "short_year"), gettext("deal {n}", n=deal.number)]
        return DealRow(address, remarks(played(deal)), remarks([one for one in about if one]), signed(deal.gain))

    @property
    def filters(self) -> list[tuple[str, Links]]:
        """Rows of filters: their name, and links that keep all else that is asked for."""
        played = self.here.past.by_game
        keys = [(gettext(game.name), key) for key, game in games().items() if key in played]
        people = [(one.name, one.uid) for one in self.people.persons.values()]
        years = [(in_digits(str(one)), str(one)) for one in years_of(self.here.past)]
        rows = [
            (gettext("Game"), chosen("game", gettext("All games"), keys, OF_A_GAME)),
            (gettext("Who"), chosen("who", gettext("Everybody"), people)),
            (gettext("Time"), chosen("year", gettext("Always"), years, ("lately",))),
        ]
        if not self.where.of_parts and (self.game is None or review_of(self.game).bids):
            ends = [(made_words(True), "1"), (made_words(False), "0")]
            rows.append((gettext("Result"), chosen("made", gettext("All"), ends)))
        return [(name, links) for name, links in rows if len(links) > 2]

    @property
    def pages(self) -> Links:
        """Links to the pages."""
        return page_links(self.page, self.total, PAGE)


def played(deal: FoundDeal) -> list[str]:
    """What was played for, and what came of it."""
    if deal.before is not None:
        return [coded(deal.game, deal.before), coded(deal.game, deal.after or "")]
    found = [deal_words(deal)]
    return found if deal.made is None else [*found, made_words(deal.made)]


def deal_words(deal: FoundDeal) -> str:
    """The bid where it is one among many, else its kind."""
    review = review_of(deal.game)
    bids = {kind for panel in review.panels for kind in getattr(panel, "by_bid", ())}
    if deal.bid is None or deal.kind not in bids:
        return coded(deal.game, deal.kind)
    return bid_words(deal.game, deal.bid)


def made_words(made: bool) -> str:
    """Made, or lost."""
    return gettext("made") if made else gettext("lost")
