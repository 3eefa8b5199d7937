"""Two people for their page: totals, sticks, chemistry against what was due, games, the last ten."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import url_for
from markupsafe import Markup

from models.review.pair.never import Never
from models.review.pair.summary import LAST, Against, Pair
from models.review.past.evening_uids import evening_uids
from models.review.past.match import PastMatch
from models.review.people import Person
from models.review.statistics.bands import NORMAL, Z
from models.review.statistics.comparisons import BETTER, PERHAPS
from models.review.statistics.rates import Rate
from scoring.games import games
from web.i18n.dates import day
from web.i18n.locale import gettext, list_of, marked, num
from web.markup import html
from web.review.charts.band import Band, Scale, band, scale_ticks
from web.review.charts.form import form
from web.review.code_words import coded
from web.review.matches.address import matches_address
from web.review.number_format import signed_hundred
from web.review.past_addresses import table_address
from web.review.rate_rows import RateRow, rate_row

MOST_CUTS = 40  # matches that a stick has room for


def results_stick(results: list[tuple[PastMatch, int]]) -> Any:
    """The last matches as cuts: 1 from above, -1 from below; None without one."""
    last = results[-MOST_CUTS:]
    return html(form([won for _, won in last], [table_address(match) for match, _ in last])) if last else None


def fraction(found: Rate) -> str:
    """A rate as a fraction; "not yet" without a case."""
    return gettext("{made} of {n}", made=found.made, n=found.of) if found.of else gettext("not yet")


def between(found: Rate) -> str:
    """The band of a shown rate: "60 %, 52 to 67"; what is told below the floor."""
    if found.shown is None or found.low is None or found.high is None:
        return gettext("too few to say more")
    values = {"n": round(100 * found.shown), "low": round(100 * found.low), "high": round(100 * found.high)}
    return gettext("{n} %, {low} to {high}", **values)


def game_rows(pair: Pair, one: Person, other: Person) -> list[tuple[str, RateRow]]:
    """The games that two played together, by key, with their rates."""
    return [
        (
            key,
            rate_row(
                found,
                matches_address(key, who=one.uid, partner=other.uid),
                gettext(games()[key].name),
                notch=50,
                own_ruler=True,
            ),
        )
        for key, found in pair.games
    ]


def games_not_yet(pair: Pair) -> list[str]:
    """The games with partners that two never played together."""
    known = {key for key, _ in pair.games}
    return [gettext(game.name) for game in games().values() if game.partners and game.key not in known]


def chemistry_drawing(pair: Pair) -> Any:
    """What is won beyond what was due, as a band around it."""
    more, give = 100 * pair.chemistry.more, 100 * pair.chemistry.give
    scale = Scale(-20, 20)
    drawn = Band(more, more - give, more + give, 0)
    label = gettext("{more}, give or take {give}, against what was due", more=round(more), give=round(give))
    ends = [(-15.0, num(-15)), (0.0, gettext("due")), (15.0, f"+{num(15)}")]
    return html([band(drawn, scale, label), scale_ticks(scale, [(at, words) for at, words in ends])])


def chemistry_words(pair: Pair) -> str:
    """What chemistry can be told: nothing sure unless the band keeps clear of what was due."""
    found = pair.chemistry
    values = {"more": round(abs(100 * found.more)), "give": round(100 * found.give)}
    if not found.ranked:
        return gettext("Too few matches together to speak of chemistry: {n} of {of}.", n=found.matches, of=20)
    if found.more - found.give > 0:
        return gettext("They win {more} more in 100 than their strengths foretell, give or take {give}.", **values)
    if found.more + found.give < 0:
        return gettext("They win {more} fewer in 100 than their strengths foretell, give or take {give}.", **values)
    if found.more >= 0:
        return gettext(
            "No chemistry to be seen yet: they win {more} more in 100 than is due, and {give} either way is chance.",
            **values,
        )
    return gettext(
        "No chemistry to be seen yet: they win {more} fewer in 100 than is due, and {give} either way is chance.",
        **values,
    )


def against_words(pair: Pair, one: Person, other: Person) -> str:
    """Who is ahead, as far as that can be said."""
    found = pair.ahead
    if found.shown is None or found.low is None or found.high is None:
        return gettext("too few to say more")
    wide = (found.high - found.low) / (2 * Z)
    chance = NORMAL.cdf((found.shown - 0.5) / wide) if wide else 0.5
    name = one.name if chance >= 0.5 else other.name
    sure = max(chance, 1 - chance)
    if sure >= BETTER and found.comparable:
        return gettext("{name} is ahead", name=name)
    return gettext("{name} ahead, perhaps", name=name) if sure >= PERHAPS else gettext("cannot be told apart yet")


def best_words(pair: Pair) -> tuple[str, str] | None:
    """The best evening together: its address and words."""
    if pair.best is None:
        return None
    uids = evening_uids({pair.best.evening_id})
    words = gettext("{won} of {of}, {day}", won=pair.best.won, of=pair.best.of, day=day(pair.best.day, "named_year"))
    return url_for("story.show_story", uid=uids[pair.best.evening_id]), words


def first_match(pair: Pair) -> LastMatch | None:
    """The first match together."""
    if not pair.together:
        return None
    match, won, _ = pair.together[0]
    said = gettext("won together") if won else gettext("lost together")
    small = Markup("&nbsp;· ").join([day(match.day, "named_year"), said, gettext(games()[match.game].name)])
    return LastMatch(table_address(match), gettext("First match together"), small)


def never_notes(never: Never) -> list[Markup]:
    """What two never did, in sentences."""
    found = []
    if never.lost:
        found.append(marked("Never lost together: {kinds}.", kinds=kinds_words(never.lost)))
    if never.tried:
        found.append(marked("Never tried together: {kinds}.", kinds=kinds_words(never.tried)))
    return found


def kinds_words(kinds: list[tuple[str, str]]) -> Markup:
    """Special contracts of some games."""
    return list_of([coded(game, kind) for game, kind in kinds])


class LastMatch(NamedTuple):
    """A match that both were in."""

    address: str
    words: str
    small: str | Markup


def last_matches(pair: Pair, one: Person, other: Person) -> list[LastMatch]:
    """The last ten matches that both were in, the newest first."""
    rows = [(each.match, gettext("won together") if each.won else gettext("lost together")) for each in pair.together]
    rows += [(each.match, ahead_words(each, one, other)) for each in pair.against]
    rows.sort(key=lambda row: (row[0].day, row[0].started_at, row[0].id), reverse=True)
    return [
        LastMatch(
            table_address(match),
            words,
            f"{gettext(games()[match.game].name)} · {day(match.day, 'short_year')}",
        )
        for match, words in rows[:LAST]
    ]


def ahead_words(each: Against, one: Person, other: Person) -> str:
    """Who came out ahead."""
    if not each.ahead:
        return gettext("level")
    return gettext("{name} ahead", name=one.name if each.ahead > 0 else other.name)


def due_words(pair: Pair) -> Markup | str:
    """What they should win together, beside what they do."""
    if pair.due is None:
        return ""
    more = signed_hundred(pair.chemistry.more)
    return marked(
        "due {due} %: {more} ±{give}", due=round(100 * pair.due), more=more, give=round(100 * pair.chemistry.give)
    )
