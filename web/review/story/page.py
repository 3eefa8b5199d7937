"""The page of an evening's story: five lines, the evening drawn, who moved, its matches, records broken."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from flask import url_for
from markupsafe import Markup

from models.review.evening.matches import EveningMatches, evening_matches
from models.review.evening.result import span_of
from models.review.past.matches import Past
from models.review.story.store import stored_story
from models.tables import Evening
from web.i18n.dates import clock, long_day
from web.i18n.locale import gettext, list_of, ngettext
from web.markup import html
from web.review.charts.tally_marks import five_bar_gate
from web.review.story.corrections import PutRight, put_right
from web.review.story.match_charts import charts, deals_of, stick, title
from web.review.story.rating_changes import rating_changes_part
from web.review.story.story_text import StoryText
from web.review.story.turns import evening_turn


class Line(NamedTuple):
    """A line of the story."""

    tally: Markup
    address: str
    words: Markup
    small: Markup | str


class StoryPage:
    """What the template of a story reads; wide: for who may see the whole circle."""

    def __init__(self, evening: Evening, past: Past, wide: bool) -> None:
        self.evening, self.when, self.wide = evening, long_day(evening.date), wide
        self.teller = StoryText(past)
        self.night = evening_matches(evening, past)
        self.deals = deals_of(self.night.matches)
        story = stored_story(evening, past, wide)
        self.lines = [self.line(n, one) for n, one in enumerate(story.lines, 1)] if story else []
        self.records = [(address_of(one, evening), self.teller.line(one)) for one in story.records] if story else []

    def line(self, number: int, one: dict[str, Any]) -> Line:
        """A line with its tally mark; the first names the games."""
        small = games_of(self.night) if number == 1 else ""
        last = number == 5 or one["code"].startswith("frame")
        words = self.teller.line(one)
        return Line(
            html(five_bar_gate(5 if last else number)), address_of(one, self.evening), words, small or self.hours(last)
        )

    def hours(self, last: bool) -> str:
        """From when to when it was, in the last line."""
        span = span_of((match.started_at, match.last_at) for match in self.night.matches)
        if not last or span is None or span.length is None:
            return ""
        begin, end = clock(span.begin.astimezone()), clock(span.end.astimezone())
        return gettext("{begin} to {end}", begin=begin, end=end)

    @cached_property
    def turn(self) -> tuple[str, Markup] | None:
        """The deal that changed a chance most in the whole evening: where it is, and the sentence."""
        return evening_turn(self.night, self.teller)

    @property
    def stick(self) -> Markup:
        """The evening's own stick."""
        return stick(self.night.matches, self.deals)

    @property
    def charts(self) -> list[Any]:
        """Who was likely to win, match by match."""
        return charts(self.night, self.deals, self.teller)

    @property
    def paper(self) -> list[str]:
        """How many deals were put right afterwards, and how many were disputed."""
        rows = self.night.rows.values()
        corrected, disputed = sum(row.corrections for row in rows), sum(row.disputes for row in rows)
        found = []
        if corrected:
            found.append(ngettext("{num} correction afterwards.", "{num} corrections afterwards.", corrected))
        if disputed:
            found.append(ngettext("{num} deal was disputed.", "{num} deals were disputed.", disputed))
        return found

    @property
    def put_right(self) -> list[PutRight]:
        """Who did so, match by match."""
        return put_right(self.night)

    @cached_property
    def rating_changes(self) -> Any:
        """Whose rating moved; nothing for who sees this evening only."""
        return rating_changes_part(self.night, self.teller) if self.wide else None


def games_of(night: EveningMatches) -> Markup:
    """What was played, each game once."""
    return list_of(list(dict.fromkeys(title(match) for match in night.matches)))


def address_of(one: dict[str, Any], evening: Evening) -> str:
    """Where a line leads: to its deal, its match, or the evening."""
    if one["deal"]:
        return url_for("deal.show_deal", uid=one["match"], of=one["deal"])
    if one["match"]:
        return url_for("table.show_table", uid=one["match"])
    return url_for("evening.show_evening", uid=evening.uid)
