"""The house rules of a match as review reads them without its log: damaged ones are left out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from models.base import db
from models.review.deals.scope import DealScope
from models.review.stored.count_cache import Sums, added_up
from models.review.tables import MatchReview
from models.tables import Match
from scoring.game import allowed
from scoring.games import games

if TYPE_CHECKING:
    from scoring.words import Rules


def readable_rules(key: str, text: str) -> Rules:
    """The rules in a stored text that the game of this key has, with possible values."""
    options = {option.key: option for option in games()[key].options}
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return {}
    pairs = found.items() if type(found) is dict else ()
    return {name: value for name, value in pairs if name in options and allowed(options[name], value)}


@added_up
def times_of_rules(scope: DealScope) -> Sums:
    """In how many matches of a game each rules were played, as they are stored."""
    query = select(Match.rules_text, func.count()).join(MatchReview, MatchReview.match_id == Match.id)
    query = query.where(MatchReview.circle_id == scope.circle_id, MatchReview.game == scope.game)
    query = query.where(MatchReview.day.between(scope.first, scope.last)) if scope.first and scope.last else query
    return {text: (times,) for text, times in db.session.execute(query.group_by(Match.rules_text))}
