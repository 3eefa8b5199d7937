"""GameReview: what a game tells the review of past evenings; a game's own is GAME_REVIEW in its review.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.review.facts import Fact, Part
from scoring.words import message

if TYPE_CHECKING:
    from scoring.review.facts import Record
    from scoring.review.panels import Panel, RateRow
    from scoring.words import Line, Rules, Standing, Wording


class GameReview:
    """The review of one game. Every method is a pure function of a counted deal and the standing before it."""

    wordings: dict[str, Wording] = {
        "deal": message("A deal")
    }  # code of a kind, or of what was before or after a part -> what people call it
    bids: bool = False  # whether a declared bid is made or lost
    panels: tuple[Panel, ...] = ()  # what its page of review shows, beside what every game's shows
    private: tuple[RateRow, ...] = ()  # what somebody is told about their own play only
    records: tuple[Record, ...] = ()  # what the circle keeps records of, beside those of every game
    rare: tuple[str, ...] = ()  # kinds that an evening's story tells of
    feats: dict[str, str] = {}  # what comes of a part that it tells of -> the sentence (who, deal, game)
    narrow: dict[str, str] = {}  # how a winner was in a deal they came through only just -> the same

    def fact(self, standing: Standing, line: Line) -> Fact:
        """What was played for in a scored deal."""
        return Fact("deal")

    def bid_words(self, bid: int) -> Wording:
        """What a bid is called; its number where it has no name."""
        return str(bid)

    def stakes(self, kind: str, bid: int | None, rules: Rules) -> tuple[float, float] | None:
        """What the difference usually grows by when it is made, and shrinks by when it is lost; None: not known."""
        return None

    def parts(self, standing: Standing, line: Line) -> tuple[Part, ...]:
        """What the deal was for each seat, where each plays alone."""
        return ()
