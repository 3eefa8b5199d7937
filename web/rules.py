"""The rules of a game as pages, and the house rules that a circle saved under a name, for its new matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import delete, select
from werkzeug import Response

from models.base import db
from models.circle_file.export import has_valid_rules
from models.log.read import read
from models.tables import Circle, Evening, HouseRules
from models.transaction import circle_transaction, write_transaction
from scoring.game import Game, complete, defaults
from scoring.games import games
from scoring.sheet import start
from scoring.words import Field, Option, same
from table import rule_periods
from web.auth.guard import granted_match, own_circle, page_grant
from web.forms import Form, name_field
from web.http.requests import whole_number
from web.i18n.locale import current_language, gettext
from web.markup import html
from web.recent import Place
from web.routes import PUBLIC, RUN_MATCH, SCORE_CIRCLE, WATCH_MATCH, Pages
from web.sheet import rule_value_text

if TYPE_CHECKING:
    from scoring.words import Rules


MOST = 100  # in a circle


class Saved(NamedTuple):
    """Saved rules as the circle's page lists them; own: what is not as usual, in words."""

    id: int
    game: Game
    name: str
    own: list[str]


def save_rules(circle: Circle, game: str, name: str, rules: dict[str, object]) -> str:
    """Save the rules of a game under a name, in place of those of this name; else why not, in a sentence."""
    with circle_transaction(circle.id) as session:
        same_name = HouseRules.circle_id == circle.id, HouseRules.game == game, HouseRules.name == name
        saved = session.scalar(select(HouseRules).where(*same_name))
        if saved:
            saved.rules = rules
        elif len(session.scalars(select(HouseRules.id).where(HouseRules.circle_id == circle.id)).all()) >= MOST:
            return gettext("There are too many saved rules. Remove some first.")
        else:
            session.add(HouseRules(circle_id=circle.id, game=game, name=name, rules=rules))
        return ""


def rules_in(place: Place, game: str) -> list[HouseRules]:
    """The saved rules of a game, by name; none in an evening that was shared alone."""
    if isinstance(place, Evening):
        return []
    those = HouseRules.circle_id == place.id, HouseRules.game == game
    return [
        row
        for row in db.session.scalars(select(HouseRules).where(*those).order_by(HouseRules.name))
        if has_valid_rules(row.game, row.rules)
    ]


def saved_in(circle: Circle) -> list[Saved]:
    """All saved rules of a circle, in words, oldest first."""
    rows = db.session.scalars(select(HouseRules).where(HouseRules.circle_id == circle.id).order_by(HouseRules.id))
    return [
        Saved(row.id, games()[row.game], row.name, unusual(row)) for row in rows if has_valid_rules(row.game, row.rules)
    ]


def unusual(row: HouseRules) -> list[str]:
    """What is not as usual: "Target: 500"."""
    game = games()[row.game]
    rules = complete(game, row.rules)
    differing = [option for option in game.options if not same(rules[option.key], option.default)]
    return [f"{gettext(option.label)}: {rule_value_text(option, rules[option.key])}" for option in differing]


class SaveRulesForm(Form):
    """What house rules are saved as."""

    name = name_field(id="save")


def match_page(uid: str, form: SaveRulesForm | None = None, saved: bool = False) -> str:
    """The rules of a match, now or in the deal whose number is in the address, with the form that saves them."""
    state, language = read(granted_match(uid)), current_language()
    number, back = whole_number(request.args.get("deal")), url_for("table.show_table", uid=uid)
    chosen = rule_periods.rules_in_deal(state.game, state.rules, state.sheet, number)
    periods = rule_periods.periods_with_changes(language, state.game, state.rules, state.sheet)
    more = {"uid": uid, "number": number, "form": form or SaveRulesForm(formdata=None), "saved": saved}
    more["periods"] = html(rule_periods.periods_section(language, back, periods))
    return game_page(state.game, chosen, len(state.table.players), back, gettext("The table"), **more)


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


bp = Pages("rules", __name__)


@bp.get("/rules/<slug:game>", needs=PUBLIC)
def show_rules(game: str) -> str:
    """How a game is played by its usual rules; open to everybody."""
    told = games().get(game) or abort(404)
    return game_page(told, defaults(told), told.seats[0], url_for("home.show_home"), gettext("Home"))


@bp.get("/m/<slug:uid>/rules", needs=WATCH_MATCH)
def show_match_rules(uid: str) -> str:
    """How the game is played at this table now, or how it was in the deal whose number is in the address."""
    return match_page(uid, saved="saved" in request.args)


LARGEST_ID = (1 << 31) - 1


@bp.post("/m/<slug:uid>/rules", needs=RUN_MATCH)
def save_match_rules(uid: str) -> ResponseReturnValue:
    """Save the rules that are in force in a match under a name, in place of those of this name."""
    state, form = read(granted_match(uid)), SaveRulesForm()
    if form.validate():
        fault = save_rules(page_grant().circle, state.game.key, form.name.data, dict(state.sheet.standing.rules))
        if not fault:
            return redirect(url_for("rules.show_match_rules", uid=uid, saved=1), 303)
        form.name.errors = [fault]
    return match_page(uid, form=form), 422


@bp.post("/circle/rules/<int:number>/remove", needs=SCORE_CIRCLE)
def delete_rules(number: int) -> Response:
    """Delete saved rules, if they are the own circle's and there still; matches that were begun by them keep theirs."""
    if number <= LARGEST_ID:
        with write_transaction() as session:
            own = HouseRules.circle_id == own_circle().id
            session.execute(delete(HouseRules).where(HouseRules.id == number, own))
    return redirect(url_for("circle.show_circle", _anchor="saved-rules"), 303)
