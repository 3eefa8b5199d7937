"""The page of rulings: its forms with what holds now, or with what was typed and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import url_for

from web.auth.guard import page_grant, place_of
from web.evening.recent_queries import regulars
from web.forms.house_rule_values import typed_rules
from web.i18n.locale import gettext
from web.table.ruling_forms import FORMS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState
    from web.table.ruling_forms import RulesForm, RulingForm

HIDDEN_NAMES = ("csrf_token", "uid", "after", "again")


class RulingsPage:
    """What the templates read: all forms, one of them as sent; updates: what others recorded meanwhile."""

    def __init__(
        self,
        match: GrantedMatch,
        state: MatchState,
        sent: Mapping[str, str],
        form: RulingForm | RulesForm | None = None,
        updates: Sequence[str | Markup] = (),
    ) -> None:
        self.uid, self.version, self.game, self.updates = match.uid, state.version, state.game, updates
        self.standing, self.sent, self.what = state.sheet.standing, sent, sent.get("what", "")
        self.table = self.standing.table
        self.forms = {what: form if form and what == self.what else made(state) for what, made in FORMS.items()}
        self.untouched = not state.sheet.lines  # then only its result can be written down
        self.points_count = self.game.has_totals

    @property
    def faults(self) -> list[str]:
        """The errors of a form that is only a button."""
        return list(self.forms[self.what].form_errors) if self.what in ("close", "reopen") else []

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The sent fields, without hidden ones and without the house rules that hold already."""
        now = {f"rule.{key}": text for key, text in typed_rules(self.game, self.standing.rules).items()}
        return [(name, text) for name, text in self.sent.items() if name not in HIDDEN_NAMES and now.get(name) != text]

    @property
    def apply(self) -> str:
        """The label of the button that records."""
        decides = self.game.closing_decides(self.standing.rules)
        words = {
            "result": gettext("Record the result"),
            "points": gettext("Record the ruling"),
            "dealer": gettext("Change the dealer"),
            "player": gettext("Change the player"),
            "rules": gettext("Play by these rules"),
            "close": gettext("End the match") if decides else gettext("Give up"),
        }
        return words.get(self.what) or gettext("Resume the match")

    @property
    def again(self) -> str:
        """The address of the forms with what was typed."""
        return f"{url_for('ruling.show_rulings', uid=self.uid)}?{urlencode([*self.hidden, ('again', '1')])}"

    @property
    def others(self) -> list[str]:
        """The players who are not at this table."""
        return [player.name for player in regulars(place_of(page_grant())) if player.name not in self.table.players]
