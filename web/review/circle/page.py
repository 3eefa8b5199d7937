"""The review of a circle: how much was played, who stands where and how sure that is, what may surprise."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import url_for
from markupsafe import Markup

from models.review.circle.summary import Day, Summary, summary_of, whole_summary
from models.review.past.matches import Past
from models.review.past.prepare import AT_ONCE
from models.review.season.seasons import seasons_of
from models.review.statistics.wins import Won
from models.review.story.store import stored_story
from models.tables import Evening
from web.i18n.dates import day, long_day
from web.i18n.locale import gettext, list_of, marked
from web.markup import html
from web.review.charts.year import Cut, year_span, year_stick
from web.review.circle.findings import Finding, findings
from web.review.circle.standings import rated_now, standing_rows
from web.review.filters import Filters, Links, game_links, last_year_of, time_links
from web.review.matches.address import matches_address
from web.review.open_past import CirclePast
from web.review.past_addresses import evening_addresses
from web.review.rate_rows import RateRow, even_ruler, names, pair_address, rate_row
from web.review.story.story_text import StoryText

MOST_PAIRS, MOST_NEVER, MOST_SEASONS = 6, 6, 3
HERE = "review.show_review"


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
        since=day(found.first, "short_year") if found.first else "",
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
        times=[*time_links(url_for(HERE), {"game": now.key}, now, past), *season_links(here.circle.id)],
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


def pair_row(won: Won) -> RateRow:
    """A row of two who were partners."""
    return rate_row(won.rate, pair_address(*won.people), names(won.people), notch=50)


def never_words(found: Summary) -> Markup | str:
    """Who never was whose partner."""
    if not 0 < found.pairs.of_never <= MOST_NEVER:
        return ""
    return marked("Never partners yet: {pairs}.", pairs=list_of([names(pair) for pair in found.pairs.never]))
