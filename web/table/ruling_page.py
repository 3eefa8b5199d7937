"""The page of rulings, put into words: its forms with what holds now, or with what was typed and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from web.auth.guard import grant_here, place_of
from web.evening.recent_queries import regulars
from web.forms.rule_form import RuleFields
from web.forms.rule_values import rule_faults, typed_rules, typed_text
from web.forms.validators import name_fault, tidy
from web.http.addresses import address
from web.i18n.locale import gettext
from web.i18n.messages import Speaker, plain_problems

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from models.log.match_state import MatchState
    from models.tables.match import Match
    from scoring.words import Problem
    from web.history.entry_text import Words


UNSAID = ("csrf_token", "uid", "after", "again")


class RulingsPage:
    """All that the templates of the rulings ask for."""

    def __init__(
        self,
        match: Match,
        state: MatchState,
        form: Mapping[str, str] | None = None,
        problems: tuple[Problem, ...] = (),
        news: Sequence[Words] = (),
    ) -> None:
        self.uid, self.version, self.game, self.news = match.uid, state.version, state.game, news
        self.standing = state.sheet.standing
        self.table = self.standing.table
        self.speaker = Speaker(self.game.key, self.table.players, self.table.sides)
        self.form: Mapping[str, str] = form or {}
        self.what = self.form.get("what", "")
        self.untouched = not state.sheet.lines  # then only its result can be written down
        self.problems = problems
        self.rule_faults = rule_faults(self.game, problems, self.speaker)

    @property
    def said(self) -> list[tuple[str, str]]:
        """What the form said, without its secrets and without the house rules that are so already."""
        now = {f"rule.{key}": text for key, text in typed_rules(self.game, self.standing.rules).items()}
        return [(name, text) for name, text in self.form.items() if name not in UNSAID and now.get(name) != text]

    @property
    def apply(self) -> str:
        """What the button that records says."""
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
        return f"{address('rulings.rulings', uid=self.uid)}?{urlencode([*self.said, ('again', '1')])}"

    def typed(self, name: str, otherwise: object = "") -> str:
        """What was typed under a name, or what holds now."""
        return str(self.form.get(name, otherwise))

    def fault(self, *fields: str) -> list[Words]:
        """What is wrong with a field of the form that was sent."""
        return [self.worded(found) for found in self.problems if found.field in fields]

    def worded(self, found: Problem) -> Words:
        """A problem in words; some are said here more simply."""
        own = {
            ("winner", "missing"): gettext("Choose who won."),
            ("points", "missing"): gettext("Give points to a side, or add a note."),
            ("dealer", "no_such_seat"): gettext("Choose who deals."),
            ("seat", "no_such_seat"): gettext("Choose whose seat."),
            ("player", "no_name"): name_fault(tidy(self.typed("player"))),
            ("player", "twice"): gettext("Somebody with this name is already at the table."),
            ("rules", "nothing_changed"): gettext("No rule was changed."),
        }
        if found.field.startswith("total."):
            return gettext("The total is a whole number.")
        return own.get((found.field, found.code)) or self.speaker.say(plain_problems((found,))[0])

    @property
    def points_count(self) -> bool:
        """Whether the totals of this game are points that can be given."""
        return self.game.has_totals

    @property
    def others(self) -> list[str]:
        """The players who could sit down but do not."""
        return [player.name for player in regulars(place_of(grant_here())) if player.name not in self.table.players]

    @property
    def rules(self) -> RuleFields:
        """The house rules with what holds now, or what was typed."""
        now = typed_rules(self.game, self.standing.rules)
        typed = {one.key: typed_text(self.game, one, self.form, now[one.key]) for one in self.game.options}
        return RuleFields(self.game, typed, self.rule_faults)
