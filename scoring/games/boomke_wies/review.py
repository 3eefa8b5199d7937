"""What review counts of Boomke Wies: bids by number, Boom and Meetje."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.boomke_wies.auction import declarer_of
from scoring.games.boomke_wies.fields import BOOM
from scoring.review.facts import Fact
from scoring.review.game_review import GameReview
from scoring.shape import without_nulls
from scoring.words import message, side_of

if TYPE_CHECKING:
    from scoring.words import Line, Standing


class BoomkeWiesReview(GameReview):
    """Bids that are made or lost; a Meetje is neither."""

    bids = True
    rare = ("boom",)
    wordings = {
        "bid": message("Bid"),
        "boom": message("Boom"),
        "meetje": message("Meetje"),
        "simple": message("A deal without bidding"),
    }

    def fact(self, standing: Standing, line: Line) -> Fact:
        entry = without_nulls(line.deal.entry)
        trump = entry.get("trump")
        if not standing.rules["auction"]:
            return Fact("simple", took=entry["tricks"], gain=line.points[0] - line.points[1], trump=trump)
        declarer, bid = declarer_of(standing, entry), entry["contract"]
        side = side_of(standing.table, declarer)
        gain, took = line.points[side] - line.points[1 - side], entry.get("tricks")
        if bid == "meetje":
            return Fact("meetje", declarer, None, None, took, gain, trump, "calls" in entry)
        made = took is not None and took >= bid
        return Fact("boom" if bid == BOOM else "bid", declarer, bid, made, took, gain, trump, "calls" in entry)


GAME_REVIEW = BoomkeWiesReview()
