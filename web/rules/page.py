"""The page of a game's rules: how it is played and scored, under the usual rules or under those of one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from flask import render_template, request, url_for

from models.log.read import read
from scoring.game import Game, complete
from scoring.sheet import start
from scoring.words import Field, Option, same
from web.auth.guard import granted_match
from web.circle.forms import SaveRulesForm
from web.http.requests import whole_number
from web.i18n.locale import gettext
from web.preview.rule_periods import periods_section, rules_of_deal
from web.table.sheet_rows import rule_value_text

if TYPE_CHECKING:
    from scoring.words import Rules


def match_page(uid: str, form: SaveRulesForm | None = None, saved: bool = False) -> str:
    """The rules of a match, now or in the deal whose number is in the address, with the form that saves them."""
    state = read(granted_match(uid))
    number = whole_number(request.args.get("deal"))
    chosen, players = rules_of_deal(state, number), len(state.table.players)
    form = form or SaveRulesForm(formdata=None)
    here = url_for("table.show_table", uid=uid)
    more = {"uid": uid, "periods": periods_section(state, here), "number": number, "form": form, "saved": saved}
    return game_page(state.game, chosen, players, here, gettext("The table"), **more)


def game_page(game: Game, chosen: Rules, players: int, back: str, whither: str, **more: Any) -> str:
    """The page of a game under these rules; back and whither: address and name of where it leads back to."""
    page = RulesPage(game, chosen, players)
    return render_template(
        "rules/rules.html", page=page, game=game, rules=page.rules, back=back, whither=whither, **more
    )


class Rule(NamedTuple):
    """A house rule as it is set here: what it is about, its value with what that means, whether tables differ."""

    label: str
    value: str
    meaning: str
    help: str
    usual: bool
    disputed: bool


class RulesPage:
    """What the page of a game says beside its prose."""

    def __init__(self, game: Game, chosen: Rules, players: int) -> None:
        self.game, self.rules, self.players = game, complete(game, chosen), players

    @property
    def telling(self) -> list[Rule]:
        """The options that tables dispute about, or that are not as usual here."""
        return [rule for rule in map(self.rule, self.game.options) if rule.disputed or not rule.usual]

    @property
    def others(self) -> list[Rule]:
        """The other options."""
        return [rule for rule in map(self.rule, self.game.options) if not rule.disputed and rule.usual]

    def rule(self, option: Option) -> Rule:
        """One option as it is set."""
        value = self.rules[option.key]
        chosen = next((choice for choice in option.choices if same(choice.value, value)), None)
        meaning = gettext(chosen.help) if chosen and chosen.help else ""
        usual = same(value, option.default)
        return Rule(
            gettext(option.label), rule_value_text(option, value), meaning, gettext(option.help), usual, option.disputed
        )

    @property
    def fields(self) -> list[Field]:
        """What is written down for a deal, as far as it needs a word."""
        table = self.game.table(("",) * self.players, 0)
        return [field for field in self.game.fields(start(self.game, table, self.rules)) if field.help]
