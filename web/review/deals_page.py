"""The deals behind a number, for the template: what they are in words, and each with its line."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import request, url_for

from models.review.deals import count_deals, list_deals
from scoring.games import games
from scoring.review.registry import review_of
from web.i18n.dates import day
from web.i18n.locale import gettext, num, remarks, signed
from web.review.damaged import damaged_links
from web.review.deal_address import asked_number, asked_person, asked_scope, asked_where
from web.review.words import bid_words, coded, trump_words

if TYPE_CHECKING:
    from markupsafe import Markup

    from models.review.deals import FoundDeal
    from web.review.opened import Opened

PAGE = 40  # deals on a page


class DealRow(NamedTuple):
    """A deal of the list: where it leads, what was played, who and when, what it brought."""

    address: str
    words: Markup
    small: Markup
    figure: Markup


class DealsPage:
    """What the page of deals shows."""

    def __init__(self, here: Opened) -> None:
        self.damaged = damaged_links(here.damaged)
        self.people = here.past.people
        self.scope, self.where = asked_scope(here), asked_where()
        self.here = here
        self.page = asked_number("page") or 1

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
        return games()[self.game].name if self.game else gettext("All games")

    @property
    def asked(self) -> Markup:
        """What is asked for, in words."""
        where, game = self.where, self.game or ""
        found = [person.name for key in ("who", "with") if (person := asked_person(self.here, key))]
        found += [coded(game, code) for code in (*where.kinds, *where.before, *where.after)]
        found += [bid_words(game, where.bid)] if where.bid is not None else []
        found += [made_words(where.made)] if where.made is not None else []
        found += [trump_words(game, where.trump)] if where.trump is not None else []
        found += [seat_words(where.seat)] if where.seat is not None else []
        found += [gettext("deal {n} or later", n=where.number)] if where.number is not None else []
        found += [gettext("deal {n}", n=where.deal)] if where.deal is not None else []
        found += [gettext("lacked {n}", n=where.short)] if where.short is not None else []
        found += [gettext("took {n} or more", n=where.taken)] if where.taken is not None else []
        return remarks([*found, *self.period])

    @property
    def period(self) -> list[str]:
        """From when to when."""
        first, last = self.scope.first, self.scope.last
        if first and last and request.args.get("year"):
            return [day(first, "year")]
        return [day(one, "short_year") for one in (first, last) if one]

    @property
    def rows(self) -> list[DealRow]:
        """The deals of this page."""
        return [self.row(deal) for deal in list_deals(self.scope, self.where, PAGE * (self.page - 1), PAGE)]

    def row(self, deal: FoundDeal) -> DealRow:
        """One of them."""
        address = url_for("deal.show_deal", uid=deal.match, of=deal.uid)
        who = self.people.of(deal.who_id)
        name = who.name if who else None
        about = [name, None if self.game else games()[deal.game].name, day(deal.day, "short_year")]
        about.append(gettext("deal {n}", n=deal.number))
        return DealRow(address, remarks(played(deal)), remarks([one for one in about if one]), gained(deal))

    @property
    def pages(self) -> list[tuple[str, str, bool]]:
        """Links to the pages: words, address, whether it is this one."""
        last = -(-self.total // PAGE)
        near = [n for n in range(1, last + 1) if n in (1, last) or abs(n - self.page) < 3]
        args: dict[str, Any] = {key: request.args.getlist(key) for key in request.args if key != "page"}
        return [(num(n), url_for("deals.show_deals", **args, page=n), n == self.page) for n in near]


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


def gained(deal: FoundDeal) -> Markup:
    """What it brought."""
    return signed(deal.gain)


def made_words(made: bool) -> str:
    """Made, or lost."""
    return gettext("made") if made else gettext("lost")


def seat_words(seat: int) -> str:
    """Whose turn a seat from the dealer is."""
    return gettext("seat {n} from the dealer", n=seat)
