"""What the pages of games count in all deals of a large circle, counted before somebody asks."""

from __future__ import annotations

from flask import current_app

from models.review.deals.query import count_deals
from models.review.deals.scope import DealScope
from models.review.game.match_counts import rules_of
from models.review.past.matches import Past
from scoring.review import Where, review_of
from web.review.game.panels import game_sections
from web.review.game.sections import GameCounts


def prepare_games(past: Past, circle_id: int) -> None:
    """Count what the page of each game shows."""
    with current_app.test_request_context("/"):
        for key, matches in past.by_game.items():
            scope = DealScope(circle_id, key, version=past.version_of(key))
            count_deals(scope, Where())
            game_sections(GameCounts(review_of(key), key, scope, past, matches, {}, rules_of(circle_id, key)))
