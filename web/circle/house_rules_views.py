"""House rules that a circle saved under a name: taken from a match, offered in new ones, removed again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, redirect, request, url_for
from sqlalchemy import delete, select

from models.base import db
from models.circle_file.export import has_valid_rules
from models.db.circle_transaction import circle_transaction
from models.db.transaction import write_transaction
from models.log.read import read
from models.tables.circle import HouseRules
from models.tables.evening import Evening
from scoring.game import complete
from scoring.games import games
from scoring.words import same
from web.auth.guard import grant_here, own_circle, own_match
from web.evening.match_summary import UNKNOWN
from web.forms.validators import name_fault, tidy
from web.i18n.locale import gettext
from web.rules.views import shown_of
from web.table.sheet_rows import rule_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from werkzeug import Response

    from models.tables.circle import Circle
    from scoring.game import Game
    from web.evening.recent_queries import Place

MOST = 100

bp = Blueprint("saved_rules", __name__)


class Saved(NamedTuple):
    """Saved rules as the circle's page shows them: what is not as the game has it, in words."""

    id: int
    game: Game
    name: str
    own: list[str]
    damaged: bool = False


@bp.post("/m/<slug:uid>/rules")
def save(uid: str) -> Response | tuple[str, int]:
    """Keep the rules that are in force in a match under a name; a name that is there already is given anew."""
    state, name = read(own_match(uid)), tidy(request.form.get("name", ""))
    fault = name_fault(name) or kept(grant_here().circle, state.game.key, name, dict(state.sheet.standing.rules))
    if fault:
        return shown_of(uid, fault=fault, typed=name), 422
    return redirect(url_for("rules.match_rules", uid=uid, saved=1), 303)


def too_many(circle: Circle) -> str:
    """What is wrong when a circle has saved more than anybody needs."""
    here = select(HouseRules.id).where(HouseRules.circle_id == circle.id).limit(MOST)
    full = len(db.session.scalars(here).all()) == MOST
    return gettext("There are too many saved rules. Remove some first.") if full else ""


def kept(circle: Circle, game: str, name: str, rules: dict[str, object]) -> str:
    """Write the rules of a game down under a name; what is wrong where they cannot be."""
    with circle_transaction(circle.id) as session:
        same_name = HouseRules.circle_id == circle.id, HouseRules.game == game, HouseRules.name == name
        found = session.scalar(select(HouseRules).where(*same_name))
        fault = "" if found else too_many(circle)
        if found:
            found.rules = rules
        elif not fault:
            session.add(HouseRules(circle_id=circle.id, game=game, name=name, rules=rules))
        return fault


@bp.post("/circle/rules/<int:number>/remove")
def remove(number: int) -> Response:
    """Forget saved rules, if they are the own circle's and there still; matches that were begun by them keep theirs."""
    if number < 1 << 31:
        with write_transaction() as session:
            own = HouseRules.circle_id == own_circle().id
            session.execute(delete(HouseRules).where(HouseRules.id == number, own))
    return redirect(url_for("circle.circle", _anchor="saved-rules"), 303)


def rules_in(place: Place, game: str) -> Sequence[HouseRules]:
    """The saved rules of a game, by name; none for who is let into one evening only."""
    if isinstance(place, Evening):
        return []
    here = HouseRules.circle_id == place.id, HouseRules.game == game
    return [
        row
        for row in db.session.scalars(select(HouseRules).where(*here).order_by(HouseRules.name))
        if has_valid_rules(row)
    ]


def saved_in(circle: Circle) -> list[Saved]:
    """All saved rules of a circle, in words."""
    found = db.session.scalars(select(HouseRules).where(HouseRules.circle_id == circle.id).order_by(HouseRules.id))
    return [saved(row) for row in found]


def saved(row: HouseRules) -> Saved:
    """Saved rules in words; of damaged ones only that they are."""
    if not has_valid_rules(row):
        return Saved(row.id, games().get(row.game, UNKNOWN), row.name, [], damaged=True)
    return Saved(row.id, games()[row.game], row.name, told(row))


def told(row: HouseRules) -> list[str]:
    """What is not as the game has it: "Target: 500"."""
    game = games()[row.game]
    rules = complete(game, row.rules)
    differing = [option for option in game.options if not same(rules[option.key], option.default)]
    return [f"{gettext(option.label)}: {rule_value(option, rules[option.key])}" for option in differing]
