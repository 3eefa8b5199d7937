"""Rows of rates as pages of review show them: a drawing, a figure, the fraction, and where they lead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from models.review.past.matches import Past
from models.review.people import Person
from models.review.statistics.rates import Rate
from web.i18n.locale import gettext, num, partners
from web.markup import html
from web.review.charts.band import Band, Scale, band, counted, rate_words, shared_ruler

SCALE = Scale(20, 80)
LETTERS = 7  # marks that people have


class RateRow(NamedTuple):
    """A row: where it leads, the mark (a side's number or None), the words in front, places such as "1-2"."""

    address: str
    side: int | None
    words: Markup | str
    places: str
    drawing: Markup
    figure: Markup | str | None
    below: str


def side_of(past: Past, person: Person) -> int:
    """The mark of a person on pages of review: the same as long as nobody older leaves."""
    return list(past.people.persons).index(person.id) % LETTERS


def names(people: Iterable[Person]) -> Markup:
    """People as partners: "Ann & Cem"."""
    return partners([html([("bdi", {}, [one.name])]) for one in people])


def rate_row(
    rate: Rate,
    address: str,
    words: Markup | str,
    side: int | None = None,
    *,
    notch: float | None = None,
    scale: Scale = SCALE,
    own_ruler: bool = False,
    places: str = "",
) -> RateRow:
    """The row of a rate; notch: in 100; under eight each case is its own stroke."""
    fraction = gettext("{made} of {n}", made=rate.made, n=rate.of)
    if rate.shown is None or rate.low is None or rate.high is None:
        return RateRow(address, side, words, places, html(counted(rate.made, rate.of)), None, fraction)
    shown = Band(100 * rate.shown, 100 * rate.low, 100 * rate.high, notch, side)
    drawing = band(shown, scale, rate_words(rate.made, rate.of, shown), own_ruler=own_ruler)
    return RateRow(address, side, words, places, html(drawing), percent(rate.shown), fraction)


def percent(share: float) -> str:
    """A share as "58 %"."""
    return gettext("{n} %", n=num(round(100 * share)))


def even_ruler(notch: float, scale: Scale = SCALE) -> Markup:
    """The stick that standings hang under, with its ticks; the notch is even."""
    ticks = [(value, num(value)) for value in (30, 70) if abs(value - notch) > 8]
    return html(shared_ruler(scale, [(notch, gettext("even")), *ticks], notch))


def person_address(person: Person) -> str:
    """Where a person's page is."""
    return url_for("person.show_person", player=person.uid)


def pair_address(one: Person, other: Person) -> str:
    """Where the page of two people is."""
    return url_for("pair.show_pair", one=one.uid, other=other.uid)
