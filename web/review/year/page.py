"""The year in review: its ten cards in words, each with what it leads to."""

from __future__ import annotations

from datetime import date

from flask import url_for

from models.review.circle.summary import days_of
from models.review.deals.scope import DealScope
from models.review.past.evening_uids import evening_uids
from models.review.people import Person
from models.review.year.cards import Year
from models.review.year.deal_facts import edge_deals, seconds_of
from scoring.games import games
from web.i18n.dates import day
from web.i18n.locale import gettext, ngettext, num
from web.markup import html
from web.review.calendar_years import year_number, year_span
from web.review.charts.year import Cut, broken_year, year_stick
from web.review.filters import last_year_of
from web.review.lists import matches_address
from web.review.past_addresses import evening_addresses
from web.review.year.card import PER_MATCH, YearCard
from web.review.year.people_cards import bid_card, lucky_card, pair_card, rival_card, turn_card


def cards(year: Year, scope: DealScope, span: tuple[date, date], person: Person | None) -> list[YearCard]:
    """The ten cards; those that have nothing to tell say so. scope: of whose bids; person: whose, None: everybody's."""
    number = year_number(span[0])
    uids = evening_uids({year.evening.evening_id} if year.evening else set())
    return [
        numbers_card(year, scope.circle_id, span),
        game_card(year),
        evening_card(year, uids),
        pair_card(year, number),
        turn_card(year),
        rival_card(year, number),
        bid_card(scope, number, person),
        lucky_card(year, number),
        edges_card(year),
        stick_card(year),
    ]


def cuts(year: Year) -> list[Cut]:
    """The evenings as cuts of a stick; those of one day are one."""
    return [Cut(*one) for one in days_of(year.matches)]


def numbers_card(year: Year, circle_id: int, span: tuple[date, date]) -> YearCard:
    """How much was played."""
    hours = round(seconds_of(circle_id, *span) / 3600)
    figures = (
        (num(len(year.matches)), gettext("matches played")),
        (num(year.deals), gettext("deals played")),
        (num(hours), gettext("hours of deals")),
    )
    title = ngettext("One evening", "{num} evenings", len(year.evenings))
    drawn = html(year_stick(cuts(year), table=False))
    address = matches_address(year=year_number(span[0]))
    return YearCard(title, drawing=drawn, figures=figures, address=address, leads=gettext("Matches"))


def game_card(year: Year) -> YearCard:
    """The game with most deals."""
    key, deals = year.game or ("", 0)
    name = gettext(games()[key].name)
    words = ngettext(
        "{num} deal of {all}, more than of any other game.",
        "{num} deals of {all}, more than of any other game.",
        deals,
        all=year.deals,
    )
    return YearCard(
        gettext("The game of the year: {name}", name=name),
        words,
        address=url_for("game_review.show_game", game=key, year=last_year_of(*year_span(year.matches[-1].day))),
        leads=name,
    )


def evening_card(year: Year, uids: dict[int, str]) -> YearCard:
    """The evening on which most turned."""
    title = gettext("The evening of the year")
    if year.evening is None or not year.evening.swing:
        return YearCard(
            title, gettext("No match of this year has a win chance, so none can be said to have turned most.")
        )
    found = year.evening
    values = {"matches": found.matches, "deals": found.deals, "n": round(found.swing / PER_MATCH)}
    words = gettext(
        "The chances swung by {n} in 100 in its deciding deals: {matches} matches, {deals} deals.", **values
    )
    return YearCard(
        title,
        words,
        address=url_for("story.show_story", uid=uids[found.evening_id]),
        leads=day(found.day, "named_year"),
    )


def edges_card(year: Year) -> YearCard:
    """The first and the last deal."""
    first, last = year.matches[0], year.matches[-1]
    uids = edge_deals(first.id, last.id)
    words = gettext(
        "From {first} ({game}) to {last} ({other}).",
        first=day(first.day), last=day(last.day),
        game=gettext(games()[first.game].name), other=gettext(games()[last.game].name),
    )  # fmt: skip
    address = url_for("deal.show_deal", uid=last.uid, of=uids[1]) if uids[1] else ""
    return YearCard(gettext("The first deal and the last"), words, address=address, leads=gettext("The last deal"))


def stick_card(year: Year) -> YearCard:
    """The stick of the year, broken in two."""
    words = gettext("The stick is full. Split it: both halves hold the same year.")
    return YearCard(
        gettext("The year, split"), words, drawing=html(broken_year(cuts(year), evening_addresses(year.matches)))
    )
