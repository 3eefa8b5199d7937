"""What review counts of Texas 42: bids in points and marks, special contracts, sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.texas_42.contracts import LOSE_ALL, SPECIAL, contract_of, made
from scoring.games.texas_42.fields import MARK
from scoring.review.facts import Fact
from scoring.review.game_review import GameReview
from scoring.shape import without_nulls
from scoring.words import message, side_of

if TYPE_CHECKING:
    from scoring.words import Entry, Line, Standing


class Texas42Review(GameReview):
    """Bids that are made or set."""

    bids = True
    rare = ("nello", "plunge", "splash", "sevens", "low_no")
    wordings = {
        "bid": message("Bid"),
        "nello": message("Nello"),
        "plunge": message("Plunge"),
        "splash": message("Splash"),
        "sevens": message("Sevens"),
        "low_no": message("Low-No"),
        "passed": message("Everybody passed"),
    }

    def fact(self, standing: Standing, line: Line) -> Fact:
        entry = without_nulls(line.deal.entry)
        bidder = entry.get("bidder")
        if bidder is None:
            return Fact("passed", opened="calls" in entry)
        side, contract = side_of(standing.table, bidder), contract_of(entry)
        kind = contract if contract in SPECIAL or contract in LOSE_ALL else "bid"
        gain = line.points[side] - line.points[1 - side]
        bid, took = entry.get("bid", MARK), entry.get("points")
        return Fact(kind, bidder, bid, made(entry), took, gain, trump_of(entry), "calls" in entry)


def trump_of(entry: Entry) -> str | None:
    """The suit, or the contract that stands in its place; None where it was not written down."""
    contract = contract_of(entry)
    if contract != "suit":
        return contract
    return None if entry.get("trump") is None else str(entry["trump"])


GAME_REVIEW = Texas42Review()
