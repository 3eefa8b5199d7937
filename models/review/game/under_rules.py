"""Matches of a game that were played under the same house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import select

from models.base import db
from models.review.deals.scope import DealScope
from models.review.match_rules import readable_rules, times_of_rules
from models.review.past.match import PastMatch
from models.review.tables import MatchReview
from models.tables import Match
from scoring.game import Game, complete
from scoring.games import games
from scoring.words import same

if TYPE_CHECKING:
    from scoring.words import Rules


def texts_under(scope: DealScope, rules: Rules, saved: bool) -> tuple[str, ...]:
    """The texts of stored rules, of the circle's matches of a game, that are the same as these complete rules.

    They are where all that tables disagree about is the same; for saved rules also what is not as in the book. Money
    is no matter.
    """
    game = games()[scope.game or ""]
    wanted = kept_apart(game, rules, saved)
    return tuple(text for text in texts_played(scope) if follows(game, readable_rules(game.key, text), wanted))


def texts_played(scope: DealScope) -> list[str]:
    """The rules that matches of a game began under, each text once."""
    return sorted(times_of_rules(scope))


def kept_apart(game: Game, rules: Rules, saved: bool) -> Rules:
    """Those of the rules by which matches are told apart: that have an effect, and are no money."""
    return {
        one.key: rules[one.key]
        for one in game.relevant_options(rules, game.seats[-1])
        if one.kind != "money" and (one.disputed or (saved and not same(rules[one.key], one.default)))
    }


def follows(game: Game, rules: Rules, wanted: Rules) -> bool:
    """Whether a match began under these rules."""
    whole = complete(game, rules)
    return all(same(whole[key], value) for key, value in wanted.items())


def matches_under(matches: Sequence[PastMatch], scope: DealScope) -> list[PastMatch]:
    """Those of the finished matches that are in a scope of rules."""
    query = select(MatchReview.match_id).join(Match, Match.id == MatchReview.match_id)
    here = MatchReview.circle_id == scope.circle_id, MatchReview.game == scope.game
    ids = set(db.session.scalars(query.where(*here, Match.rules_text.in_(scope.rules or ()))))
    return [match for match in matches if match.id in ids]
