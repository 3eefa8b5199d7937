"""The standings of a circle: by rating, or by wins where not all that was played counts; and what they say."""

from __future__ import annotations

from markupsafe import Markup

from models.review.circle.summary import Summary
from models.review.past.matches import Past
from models.review.past.people import Person
from models.review.ratings.circle import rated
from models.review.ratings.standings import Place
from models.review.statistics.comparisons import compare
from models.review.statistics.rates import Rate
from models.review.statistics.wins import Won
from web.i18n.locale import gettext, marked, ngettext, num
from web.markup import html
from web.review.charts.band import Band, band
from web.review.filters import Filters
from web.review.open_past import CirclePast
from web.review.rate_rows import SCALE, RateRow, names, pair_address, percent, person_address, rate_row, side_of

Measured = tuple[tuple[Person, ...], Rate]

MOST_PEOPLE = 20
MOST_EVENINGS = 999  # a larger number would be no promise


def rated_now(now: Filters) -> bool:
    """Whether the standings go by rating, which needs all that was played."""
    return now.year is None and now.last is None


def standing_rows(here: CirclePast, now: Filters, found: Summary) -> tuple[list[RateRow], Markup | str]:
    """The standings: by rating where all that was played counts and is enough, else by wins; and what they say."""
    past, won = here.past, found.won
    places = rated(past, here.circle.id, now.key).places if rated_now(now) else []
    if not places:
        rates = [(one.people, one.rate) for one in won]
        return [win_row(past, one, 100 * found.even) for one in won[:MOST_PEOPLE]], together_words(
            rates, found.evenings
        )
    there = {person for place in places for person in place.unit}
    fewer = [win_row(past, one, None) for one in won if one.people[0].id not in there][:MOST_PEOPLE]
    rows = [place_row(past, place) for place in places[:MOST_PEOPLE]]
    rates = [(people_of(past, place), place.rate) for place in places]
    return [*rows, *(row._replace(figure=None) for row in fewer)], together_words(rates, found.evenings)


def place_row(past: Past, place: Place) -> RateRow:
    """A row of the standings by rating; a pair that is rated as one has one row."""
    people = people_of(past, place)
    side = side_of(past, people[0]) if len(people) == 1 else None
    drawn = Band(100 * place.chance, 100 * place.low, 100 * place.high, 50, side)
    ends = {"value": round(drawn.value), "low": round(drawn.low), "high": round(drawn.high)}
    label = gettext("{value} in 100, between {low} and {high}", **ends)
    places = num(place.best) if place.best == place.worst else f"{num(place.best)}\N{EN DASH}{num(place.worst)}"
    address = person_address(people[0]) if len(people) == 1 else pair_address(people[0], people[1])
    drawing = html(band(drawn, SCALE, label, own_ruler=False))
    return RateRow(address, side, names(people), places, drawing, percent(place.chance), "")


def people_of(past: Past, place: Place) -> tuple[Person, ...]:
    """Who a place of the standings is about."""
    return tuple(past.people.persons[int(one)] for one in place.unit)


def win_row(past: Past, won: Won, notch: float | None) -> RateRow:
    """A row of the standings by wins."""
    person = won.people[0]
    return rate_row(won.rate, person_address(person), names(won.people), side_of(past, person), notch=notch)


def together_words(rates: list[Measured], evenings: int) -> Markup | str:
    """Whether the first two of the list can be told apart, and the first and the last where it is far from that.

    evenings: that were played.
    """
    if len(rates) < 2 or not evenings:
        return ""
    words, far = told_words(rates[0], rates[1], evenings)
    measured = [one for one in rates if one[1].shown is not None]
    if far and len(measured) > 2:
        return Markup(" ").join([words, told_words(rates[0], measured[-1], evenings)[0]])
    return words


def told_words(one: Measured, other: Measured, evenings: int) -> tuple[Markup, bool]:
    """Whether two can be told apart, and whether it is too far off to say when; evenings: that were played."""
    (first, rate), (second, than) = one, other
    told = compare(rate, than, min(rate.of, than.of) / evenings)
    two = {"one": names(first), "other": names(second)}
    if told.verdict != "unknown":
        words = gettext("{one} wins more than {other}.") if told.verdict == "better" else ""
        words = words or gettext("{one} perhaps wins more than {other}.")
        two = two if told.ahead == 0 else {"one": two["other"], "other": two["one"]}
        return marked(words, **two), False
    if told.evenings is None:
        return marked("{one} and {other} cannot be told apart yet.", **two), True
    more = ngettext("about {num} evening more would show", "about {num} evenings more would show", told.evenings)
    if told.evenings > MOST_EVENINGS:
        more = gettext("it would take more than {n} evenings more", n=num(MOST_EVENINGS))
    words = marked("{one} and {other} cannot be told apart yet: {more}.", more=more, **two)
    return words, told.evenings > MOST_EVENINGS
