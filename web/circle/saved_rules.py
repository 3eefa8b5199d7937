"""House rules that a circle saved under a name, for its new matches."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import select

from models.base import db
from models.circle_file.export import has_valid_rules
from models.db.transaction import circle_transaction
from models.tables.circle import Circle, HouseRules
from models.tables.evening import Evening
from scoring.game import Game, complete
from scoring.games import games
from scoring.words import same
from web.i18n.locale import gettext
from web.recent import Place
from web.table.sheet_rows import rule_value_text

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
        found = session.scalar(select(HouseRules).where(*same_name))
        if found:
            found.rules = rules
        elif len(session.scalars(select(HouseRules.id).where(HouseRules.circle_id == circle.id)).all()) >= MOST:
            return gettext("There are too many saved rules. Remove some first.")
        else:
            session.add(HouseRules(circle_id=circle.id, game=game, name=name, rules=rules))
        return ""


def rules_in(place: Place, game: str) -> list[HouseRules]:
    """The saved rules of a game, by name; none in an evening that was shared alone."""
    if isinstance(place, Evening):
        return []
    here = HouseRules.circle_id == place.id, HouseRules.game == game
    return [
        row
        for row in db.session.scalars(select(HouseRules).where(*here).order_by(HouseRules.name))
        if has_valid_rules(row)
    ]


def saved_in(circle: Circle) -> list[Saved]:
    """All saved rules of a circle, in words, oldest first."""
    found = db.session.scalars(select(HouseRules).where(HouseRules.circle_id == circle.id).order_by(HouseRules.id))
    return [Saved(row.id, games()[row.game], row.name, unusual(row)) for row in found if has_valid_rules(row)]


def unusual(row: HouseRules) -> list[str]:
    """What is not as usual: "Target: 500"."""
    game = games()[row.game]
    rules = complete(game, row.rules)
    differing = [option for option in game.options if not same(rules[option.key], option.default)]
    return [f"{gettext(option.label)}: {rule_value_text(option, rules[option.key])}" for option in differing]
