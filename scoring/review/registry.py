"""The review of each game: its own, or the plain one, which knows results only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.review.game_review import GameReview

if TYPE_CHECKING:
    from typing import Any

KEYS = ("boomke_wies", "clobyosh", "knockout_whist", "texas_42", "zwanzig_ab")


def review_of(key: str) -> GameReview:
    """The review of a game by its key."""
    if key not in KEYS:
        return GameReview()
    module: Any = __import__(f"scoring.games.{key}.review", None, None, ["GAME_REVIEW"])
    review: GameReview = module.GAME_REVIEW
    return review
