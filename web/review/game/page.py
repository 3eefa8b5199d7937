"""The page of a game: its panels over all its deals, those of a year, or of the last evenings."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from models.review.deals.query import count_deals
from models.review.past.match import PastMatch
from scoring.game import Game
from scoring.games import games
from scoring.review import Where, review_of
from web.i18n.locale import ngettext, remarks
from web.review.damaged_matches import damaged_links
from web.review.filters import Filters, filters, time_links
from web.review.game.panels import game_sections
from web.review.game.rule_filter import RuleFilter
from web.review.game.sections import GameCounts, Section
from web.review.open_past import CirclePast

DAY = timedelta(days=1)


class OtherGame(NamedTuple):
    """Another game, and how often it was played."""

    key: str
    name: str
    matches: int
    address: str


class GamePage:
    """What the page of a game shows."""

    def __init__(self, here: CirclePast, game: Game) -> None:
        self.here, self.game, self.damaged = here, game, damaged_links(here.damaged)
        asked = self.asked = filters()._replace(game=game)
        self.rules = rules = RuleFilter(here, game)
        path = url_for("game_review.show_game", game=game.key)
        self.filters = time_links(path, {"rules": rules.asked}, asked, here.past)
        self.matches = asked.matches(rules.past)
        first, last = span(asked, self.matches)
        days = {"first": first, "last": last}
        self.scope = scope = rules.scope._replace(first=first, last=last)
        said = {key: value.isoformat() for key, value in days.items() if value} | rules.said
        counted = GameCounts(review_of(game.key), game.key, scope, here.past, self.matches, said, rules.rules)
        self.sections: list[Section] = game_sections(counted)

    @property
    def note(self) -> Markup:
        """How much was played, when and under which rules."""
        deals = count_deals(self.scope, Where())
        asked = remarks([words for words in (self.asked.time_words, self.rules.words) if words])
        words = ngettext("{num} match", "{num} matches", len(self.matches))
        more = ngettext("{num} deal", "{num} deals", deals)
        return Markup("{}: {} · {}").format(asked, words, more) if asked else Markup("{} · {}").format(words, more)

    @property
    def others(self) -> list[OtherGame]:
        """The other games of this circle."""
        return [
            OtherGame(key, game.name, len(played), url_for("game_review.show_game", game=key))
            for key, game in games().items()
            if key != self.game.key and (played := self.here.past.by_game.get(key))
        ]


def span(asked: Filters, matches: list[PastMatch]) -> tuple[date | None, date | None]:
    """From when to when deals count."""
    if asked.last:
        return (matches[0].day if matches else None), None
    return asked.since, asked.before - DAY if asked.before else None
