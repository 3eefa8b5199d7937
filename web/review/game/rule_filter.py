"""The filter of house rules on a game's page and its deals: all, those the table plays by now, or saved ones."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from flask import abort, request, url_for
from markupsafe import Markup

from models.review.deals.scope import DealScope
from models.review.game.match_counts import rules_of
from models.review.game.under_rules import matches_under, texts_played, texts_under
from models.review.past.matches import Past
from scoring.game import Game, complete
from web.http.requests import address_with
from web.i18n.locale import gettext
from web.review.filters import chosen_early
from web.review.open_past import CirclePast
from web.rules import rules_in

if TYPE_CHECKING:
    from scoring.words import Rules

RuleLinks = list[tuple[str | Markup, str, bool]]

USUAL = "usual"  # in an address: the rules of the circle's last match of the game; else the number of saved ones


class RuleFilter:
    """Which rules the address asks for, and what is counted then; 404 for saved rules that are not there."""

    def __init__(self, here: CirclePast, game: Game) -> None:
        self.game, self.whole = game, here.past
        self.asked = request.args.get("rules") or None
        self.saved = {str(row.id): row for row in rules_in(here.circle, game.key)}
        if self.asked not in (None, USUAL, *self.saved):
            abort(404)
        self.usual = rules_of(here.circle.id, game.key)
        self.any_rules = DealScope(here.circle.id, game.key, version=here.past.version_of(game.key))

    @property
    def said(self) -> dict[str, str]:
        """The same as values of an address."""
        return {"rules": self.asked} if self.asked else {}

    @property
    def rules(self) -> Rules:
        """The rules that are asked for, else those the table plays by."""
        if self.asked in self.saved:
            return complete(self.game, self.saved[self.asked].rules)
        return self.usual

    @cached_property
    def scope(self) -> DealScope:
        """The deals of matches under these rules."""
        if self.asked is None:
            return self.any_rules
        return self.any_rules._replace(rules=texts_under(self.any_rules, self.rules, self.asked != USUAL))

    @property
    def past(self) -> Past:
        """The finished matches under these rules, of this game where rules are asked for."""
        if self.asked is None:
            return self.whole
        found = matches_under(self.whole.played(self.game.key), self.scope)
        return self.whole.of(found)

    @property
    def words(self) -> str | Markup:
        """What is asked for in words; empty for all."""
        if self.asked is None:
            return ""
        return self.name(self.asked)

    def name(self, asked: str) -> str | Markup:
        """What one of the filters is called."""
        if asked == USUAL:
            return gettext("This table’s rules")
        return Markup("<bdi>{}</bdi>").format(self.saved[asked].name)

    @property
    def links(self) -> RuleLinks:
        """The row of filters; empty where all matches were played under the same rules and none are saved."""
        known = [USUAL, *self.saved]
        if not self.saved and self.asked is None and not self.differ:
            return []
        path = url_for("game_review.show_game", game=self.game.key)
        kept = {key: request.args.get(key) for key in ("year", "last")}
        found = [(self.name(one), address_with(path, kept | {"rules": one}), one == self.asked) for one in known]
        every = (gettext("All rules"), address_with(path, kept), self.asked is None)
        return chosen_early([every, *found])

    @property
    def differ(self) -> bool:
        """Whether some matches were played under other rules than the last one."""
        played = texts_played(self.any_rules)
        return len(texts_under(self.any_rules, self.usual, saved=False)) < len(played)
