"""The page of a person: how good and how sure that is, form, bids, partners and opponents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup, escape

from models.review.past.match import PastMatch
from models.review.past.matches import Past
from models.review.people import Person
from models.review.person.summary import (
    BidRate,
    Opponent,
    Partner,
    bids_of,
    evenings_of,
    matches_of,
    opponents_of,
    partners_of,
    runs_of,
    won_by,
)
from models.review.ratings.circle import Rated, rated
from models.review.ratings.replay import SHOWN_FROM_ALL_GAMES
from models.review.ratings.standings import against_average
from models.review.statistics.rates import rate
from models.review.statistics.wins import even
from scoring.games import games
from scoring.review import review_of
from web.i18n.dates import day
from web.i18n.locale import gettext, marked, num, signed
from web.markup import html
from web.review.calendar_years import year_number
from web.review.charts.band import FEW, Band, Scale, band, counted
from web.review.charts.form import form
from web.review.charts.rating import Point, rating
from web.review.charts.year import Cut, person_stick, year_span
from web.review.filters import Links
from web.review.matches.address import matches_address
from web.review.open_past import CirclePast
from web.review.past_addresses import evening_addresses, table_address
from web.review.person.run_rows import RunRow, run_rows
from web.review.rate_rows import RateRow, names, pair_address, rate_row, side_of
from web.review.records.page import HeldRecord, records_held

MOST_FORM, MOST_POINTS, MOST_OTHERS, MOST_COMPARED = 12, 40, 8, 40
LEAST_AGAINST = 3  # matches


class PersonPage(NamedTuple):
    """All that the page shows."""

    person: Person
    side: int
    matches: int
    evenings: int
    since: str
    big: tuple[str, str, str]
    drawing: Markup | None
    by_game: list[RateRow]
    stick: Markup | None
    line: Markup | None
    form: Markup | None
    runs: list[RunRow]
    bids: list[tuple[str, list[RateRow]]]
    partners: list[RateRow]
    against: list[tuple[str, str, Markup]]
    others: Links
    records: list[HeldRecord]


def person_page(here: CirclePast, person: Person) -> PersonPage:
    """The page of a person."""
    past, side = here.past, side_of(here.past, person)
    matches = matches_of(past, person)
    ratings = rated(past, here.circle.id)
    evenings = evenings_of(matches, person)
    cuts = [Cut(one.day, one.deals, one.won) for one in evenings]
    last = matches[-MOST_FORM:]
    points = rating_points(ratings, matches, person)
    big, drawing = strength(ratings, matches, person, side)
    won = [1 if won_by(match, person) else -1 for match in last]
    partners, opponents = partners_of(past, matches, person, ratings), opponents_of(past, matches, person)
    return PersonPage(
        person=person,
        side=side,
        matches=len(matches),
        evenings=len(evenings),
        since=day(matches[0].day, "short_year") if matches else "",
        big=big,
        drawing=drawing,
        by_game=game_rows(matches, person, side),
        stick=html(person_stick(person.name, cuts, cuts[-1].day, addresses=evening_addresses(of_last_year(matches))))
        if cuts
        else None,
        line=html(rating(person.name, points, side, year_address(person))) if len(points) > 1 else None,
        form=html(form(won, [table_address(match) for match in last])) if won else None,
        runs=run_rows(runs_of(matches, person), person),
        bids=bid_rows(bids_of(past, here.circle.id, person), person, side),
        partners=[partner_row(past, person, one) for one in partners[:MOST_OTHERS]],
        against=against_rows(opponents, person),
        others=others_links(partners, opponents, person),
        records=records_held(here, person)[:MOST_OTHERS],
    )


def of_last_year(matches: list[PastMatch]) -> list[PastMatch]:
    """Those of the reader's year that the last one is in."""
    begin, _ = year_span(matches[-1].day)
    return [match for match in matches if match.day >= begin]


def year_address(person: Person) -> Callable[[date], str]:
    """Where somebody's matches of a day's year are."""
    return lambda of: matches_address(who=person.uid, year=year_number(of))


def strength(
    ratings: Rated, matches: list[PastMatch], person: Person, side: int
) -> tuple[tuple[str, str, str], Markup | None]:
    """How good somebody is: by rating from enough matches on, else how often they won."""
    known = ratings.ratings.get((person.id,))
    if known is not None and known.matches >= SHOWN_FROM_ALL_GAMES:
        place = next((one for one in ratings.places if one.unit == (person.id,)), None)
        value, low, high = place[1:4] if place else against_average(known, beta=ratings.beta)
        drawn = Band(100 * value, 100 * low, 100 * high, 50, side)
        ends = {"low": round(drawn.low), "high": round(drawn.high)}
        label = gettext("{value} in 100, between {low} and {high}", value=round(drawn.value), **ends)
        words = gettext("of 100 won with an average partner against average opponents")
        below = gettext("{low} to {high}, four times in five", **ends)
        return (num(round(drawn.value)), words, below), html(band(drawn, Scale(20, 80), label, width=366))
    won = sum(won_by(match, person) for match in matches)
    below = gettext("Too few matches to say more: from {n} on this is measured.", n=SHOWN_FROM_ALL_GAMES)
    return (num(won), gettext("of {n} matches won", n=len(matches)), below), None


def rating_points(ratings: Rated, matches: list[PastMatch], person: Person) -> list[Point]:
    """The rating after each match, thinned."""
    unit = (person.id,)
    found = []
    for match in matches:
        step = ratings.steps.get(match.id)
        after = step.after.get(unit) if step else None
        if after is not None:
            found.append(Point(match.day, *(100 * one for one in against_average(after, beta=ratings.beta))))
    if len(found) < SHOWN_FROM_ALL_GAMES:
        return []
    every = max(1, len(found) // MOST_POINTS)
    return [*found[:-1:every], found[-1]]


def game_rows(matches: list[PastMatch], person: Person, side: int) -> list[RateRow]:
    """How often somebody won in each game."""
    rows = []
    for key, game in games().items():
        played = [match for match in matches if match.game == key]
        if played:
            won = sum(won_by(match, person) for match in played)
            usual = even(played)
            address = matches_address(key, who=person.uid)
            one = rate(won, len(played), usual)
            rows.append(rate_row(one, address, gettext(game.name), side, notch=100 * usual, own_ruler=True))
    return rows


def bid_rows(bids: list[BidRate], person: Person, side: int) -> list[tuple[str, list[RateRow]]]:
    """A person's bids by game."""
    found: dict[str, list[RateRow]] = {}
    for one in bids:
        words = num(one.bid) if one.kind == "bid" else kind_words(one.game, one.kind)
        address = url_for("deals.show_deals", who=person.uid, game=one.game, kind=one.kind, bid=one.bid)
        row = rate_row(one.rate, address, words, side, scale=Scale(), own_ruler=True)
        found.setdefault(one.game, []).append(row)
    return [(gettext(games()[key].name), rows) for key, rows in found.items()]


def kind_words(game: str, kind: str) -> str:
    """What a kind of deal is called."""
    wording = review_of(game).wordings.get(kind, kind)
    return gettext(wording if isinstance(wording, str) else wording[0])


def partner_row(past: Past, person: Person, one: Partner) -> RateRow:
    """A partner: what was won together beyond what was due, in 100; under the floor only how often."""
    fraction = gettext("{made} of {n}", made=one.won, n=one.matches)
    side, words, address = side_of(past, one.person), names([one.person]), pair_address(person, one.person)
    if not one.chemistry.ranked:
        few = html(counted(one.won, one.matches)) if one.matches < FEW else Markup()
        return RateRow(address, side, words, "", few, None, fraction)
    more, give = 100 * one.chemistry.more, 100 * one.chemistry.give
    label = gettext("{more} give or take {give}", more=num(round(more)), give=round(give))
    drawn = band(Band(more, more - give, more + give, 0, side), Scale(-30, 30), label, own_ruler=False)
    figure = marked("{more} ±{give}", more=signed(round(more)), give=num(round(give)))
    return RateRow(address, side, words, "", html(drawn), figure, fraction)


def against_rows(opponents: list[Opponent], person: Person) -> list[tuple[str, str, Markup]]:
    """Whom somebody beats most, and to whom they lose most: address, figure, words."""
    known = [one for one in opponents if one.above + one.below >= LEAST_AGAINST]
    if not known:
        return []
    beaten = max(known, key=lambda one: (one.above - one.below, one.above))
    lost = min(known, key=lambda one: (one.above - one.below, -one.below))
    rows = []
    if beaten.above > beaten.below:
        rows.append(against_row(beaten, person, gettext("Most beaten: {name}")))
    if lost.below > lost.above:
        rows.append(against_row(lost, person, gettext("Most lost to: {name}")))
    return rows


def others_links(partners: list[Partner], opponents: list[Opponent], person: Person) -> Links:
    """The pages of somebody with each of the others, those first whom they met most often."""
    met: Counter[Person] = Counter({one.person: one.above + one.below for one in opponents})
    met.update({one.person: one.matches for one in partners})
    return [(one.name, pair_address(person, one), False) for one, _ in met.most_common(MOST_COMPARED)]


def against_row(one: Opponent, person: Person, words: str) -> tuple[str, str, Markup]:
    """A row against somebody."""
    figure = f"{num(one.above)}\N{EN DASH}{num(one.below)}"
    return pair_address(person, one.person), figure, escape(words).format(name=names([one.person]))
