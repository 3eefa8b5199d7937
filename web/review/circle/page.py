"""The review of a circle: how much was played, who stands where and how sure that is, what may surprise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from flask import url_for
from markupsafe import Markup

from models.review.circle.summary import Day, Summary, summary_of, whole_summary
from models.review.game.findings import means_of
from models.review.past.prepare import AT_ONCE
from models.review.ratings.circle import rated
from models.review.season.seasons import seasons_of
from models.review.statistics.comparisons import compare
from models.review.story.store import stored_story
from scoring.games import games
from web.i18n.dates import day, long_day
from web.i18n.locale import gettext, list_of, marked, ngettext, num, signed_tenths
from web.review.charts.band import Band, Scale, band
from web.review.charts.year import Cut, year_span, year_stick
from web.review.filters import game_links, last_year_of, time_links
from web.review.matches.address import matches_address
from web.review.past_addresses import evening_addresses
from web.review.rate_rows import (
    SCALE,
    RateRow,
    even_ruler,
    names,
    pair_address,
    percent,
    person_address,
    rate_row,
    side_of,
)
from web.review.skill_band import skill_band
from web.review.story.story_text import StoryText
from web.tree_html import html

if TYPE_CHECKING:
    from models.review.game.findings import Mean
    from models.review.past.matches import Past
    from models.review.past.people import Person
    from models.review.ratings.standings import Place
    from models.review.statistics.rates import Rate
    from models.review.statistics.wins import Won
    from models.tables.evening import Evening
    from web.review.filters import Filters, Links
    from web.review.open_past import CirclePast

    Measured = tuple[tuple[Person, ...], Rate]

MOST_PAIRS, MOST_PEOPLE, MOST_NEVER, MOST_SEASONS = 6, 20, 6, 3
MOST_EVENINGS = 999  # a larger number would be no promise
HERE = "review.show_review"


class Finding(NamedTuple):
    """Something that may surprise: a drawing, what it comes to, and in words; where it leads, if anywhere.

    front: the bid, or a letter of what it is about.
    """

    address: str
    front: str
    drawing: Markup
    figure: str
    below: str
    words: Markup | str


class CirclePage(NamedTuple):
    """All that the page shows."""

    title: str
    time: str
    said: dict[str, Any]
    matches: int
    evenings: int
    deals: int
    played: str
    since: str
    stick: Markup | None
    last: tuple[str, str, Markup | str] | None
    ruler: Markup | None
    standings: list[RateRow]
    standing_words: Markup | str
    pairs: list[RateRow]
    pair_ruler: Markup | None
    never: Markup | str
    findings: list[Finding]
    games: list[tuple[str, str, bool]]
    times: list[tuple[str, str, bool]]
    more: list[tuple[str, str]]


def circle_page(here: CirclePast, now: Filters, evening: Evening | None) -> CirclePage:
    """The page of the matches that the filters leave; evening: the last one of the circle with a finished match."""
    past = here.past
    found = shown_matches(past, now)
    pairs = found.pairs.surest[:MOST_PAIRS]
    rows, words = standing_rows(here, now, found)
    return CirclePage(
        title=gettext("Review: {game}", game=now.game_words) if now.game else gettext("Review"),
        time=now.time_words,
        said=now.said,
        matches=found.matches,
        evenings=found.evenings,
        deals=found.deals,
        played=matches_address(now.key, **played_days(now, found)),
        since=day(found.first, "named_year") if found.first else "",
        stick=html(
            year_stick(
                cuts_of(found.days),
                found.last,
                addresses=evening_addresses(past.played(now.key, year_span(found.last)[0], found.last)),
            )
        )
        if found.last and found.days
        else None,
        last=last_evening(past, evening),
        ruler=even_ruler(50 if rated_now(now) else 100 * found.even) if any(row.figure for row in rows) else None,
        standings=rows,
        standing_words=words,
        pairs=[pair_row(won) for won in pairs],
        pair_ruler=even_ruler(50) if any(won.rate.shown for won in pairs) else None,
        never=never_words(found),
        findings=findings(here, found, now),
        games=game_links(HERE, now, set(past.by_game)),
        times=[*time_links(HERE, now, past), *season_links(here.circle.id)],
        more=more_links(found),
    )


def shown_matches(past: Past, now: Filters) -> Summary:
    """What the matches that the filters leave come to."""
    if rated_now(now):
        return whole_summary(past, now.key)
    if now.last is None:
        return summary_of(past, now.part)
    return past.kept(("circle", *now.asked), lambda: whole_summary(past.of(now.matches(past)), None))


def played_days(now: Filters, shown: Summary) -> dict[str, Any]:
    """From when to when what is shown was played, as an address says it; nothing for always."""
    if rated_now(now) or not (shown.first and shown.last):
        return {}
    return {"first": shown.first.isoformat(), "last": shown.last.isoformat()}


def season_links(circle_id: int) -> Links:
    """The latest seasons, which have pages of their own."""
    return [
        (season.name, url_for("season.show_season", uid=season.uid), False)
        for season in seasons_of(circle_id)[:MOST_SEASONS]
    ]


def more_links(shown: Summary) -> list[tuple[str, str]]:
    """Where else one may look."""
    found = [
        (url_for("records.show_records"), gettext("Records")),
        (url_for("season.show_seasons"), gettext("Seasons")),
        (url_for("ask.show_questions"), gettext("Ask")),
    ]
    if shown.last:
        address = url_for("year.show_year", year=last_year_of(*year_span(shown.last)))
        found.append((address, gettext("The year {year}", year=day(shown.last, "year"))))
        found.append((url_for("review_export.show_exports"), gettext("For other programs")))
    return found


def cuts_of(days: tuple[Day, ...]) -> list[Cut]:
    """A cut for each evening, with its deals; evenings of one day are one."""
    return [Cut(*one) for one in days]


def last_evening(past: Past, evening: Evening | None) -> tuple[str, str, Markup | str] | None:
    """The last evening: where it leads, its day, what most is told of it; of a very large circle its place only."""
    if evening is None:
        return None
    story = stored_story(evening, past, wide=True) if len(past.matches) <= AT_ONCE else None
    lines = story.lines if story else []
    words = StoryText(past).line(lines[1] if len(lines) > 2 else lines[0]) if lines else evening.place
    return url_for("story.show_story", uid=evening.uid), long_day(evening.date), words


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


def pair_row(won: Won) -> RateRow:
    """A row of two who were partners."""
    return rate_row(won.rate, pair_address(*won.people), names(won.people), notch=50)


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


def never_words(found: Summary) -> Markup | str:
    """Who never was whose partner."""
    if not 0 < found.pairs.of_never <= MOST_NEVER:
        return ""
    return marked("Never partners yet: {pairs}.", pairs=list_of([names(pair) for pair in found.pairs.never]))


def findings(here: CirclePast, shown: Summary, now: Filters) -> list[Finding]:
    """Up to three things that may surprise."""
    means = means_of(here.past, here.circle.id)
    dealer = [one for one in means.dealer if now.key in (None, one.game)]
    bids = [one for one in means.bids if now.key in (None, one.game) and one.certain and one.value < 0]
    found = [bid_finding(one) for one in bids[:1]] + [dealer_finding(one) for one in dealer[:1]]
    share, luck = shown.skill, url_for("ask.show_luck")
    if share and round(100 * share.share) == 0:
        words = gettext("How much of it is skill cannot be seen yet: so far you differ no more than chance makes you.")
        found.append(Finding(luck, "", Markup(), gettext("open"), "", words))
    elif share:
        about = percent(share.share).replace(" ", "\N{NO-BREAK SPACE}")
        words = marked("Of the differences between you about {n} is skill. The rest is cards.", n=about)
        ends = gettext("{low} to {high}", low=num(round(100 * share.low)), high=num(round(100 * share.high)))
        found.append(Finding(luck, "", skill_band(share), percent(share.share), ends, words))
    return found


def bid_finding(one: Mean) -> Finding:
    """A bid that loses points."""
    game = games()[one.game]
    words = marked(
        "Bids of {bid} in {game} lose you points: {gain} a deal.",
        bid=num(one.what or 0), game=gettext(game.name), gain=signed_tenths(one.value),
    )  # fmt: skip
    fraction = gettext("{made} of {n}", made=one.made, n=one.deals)
    address = url_for("game_review.show_game", game=one.game)
    return Finding(address, num(one.what or 0), mean_drawing(one), gettext("costs"), fraction, words)


def dealer_finding(one: Mean) -> Finding:
    """What it is worth to deal."""
    low, high = round(one.low, 1), round(one.high, 1)
    verdict = gettext("pays") if low > 0 else gettext("costs") if high < 0 else gettext("open")
    gain, ends = signed_tenths(one.value), [signed_tenths(end) for end in (one.low, one.high)]
    words = marked(
        "The dealer’s side in {game}: {gain} a deal, between {low} and {high}.",
        game=gettext(games()[one.game].name), gain=gain, low=ends[0], high=ends[1],
    )  # fmt: skip
    address = url_for("game_review.show_game", game=one.game)
    return Finding(address, gettext("D"), mean_drawing(one), verdict, "", words)


def mean_drawing(one: Mean) -> Markup:
    """A mean on a ruler around nothing."""
    most = max(abs(one.low), abs(one.high)) * 1.2
    low, high = signed_tenths(one.low), signed_tenths(one.high)
    label = marked("{value}, between {low} and {high}", value=signed_tenths(one.value), low=low, high=high).striptags()
    return html(band(Band(one.value, one.low, one.high, 0), Scale(-most, most), label))
