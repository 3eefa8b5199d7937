"""What is told of Boomke Wies afterwards: bids by number, Boom and Meetje, and how its matches are won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.entry_shape import without_nulls
from scoring.games.boomke_wies.rules import BOOM
from scoring.games.boomke_wies.score import calls_so_far, declarer_of
from scoring.review import (
    Contest,
    Contracts,
    Fact,
    GameReview,
    HowOften,
    Rates,
    Tallies,
    TallyRow,
    Trumps,
    Where,
    other_bid,
)
from scoring.words import message, side_of

if TYPE_CHECKING:
    from scoring.words import Line, Rules, Standing


BIDS, FINED = Where(kinds=("bid",)), Where(kinds=("meetje",))
BOOM_MADE, SPOKEN = Where(kinds=("boom",), made=True), Where(kinds=("bid", "boom"), opened=True)
THIRTEEN = message("Took all thirteen without Boom")
NO_BOOM = BIDS.also(Where(taken=BOOM))
LEFT = HowOften(message("The others had the tricks for their own bid"), SPOKEN, Where(missed=BOOM))
PRIVATE = (HowOften(THIRTEEN, BIDS, Where(taken=BOOM)), LEFT)
PANELS = (
    Contracts(message("Bids"), ("bid",)),
    Tallies(message("Meetje"), (TallyRow(message("A Meetje brings"), FINED, "gain"),), message("points a deal")),
    Tallies(message("All thirteen tricks"), (TallyRow(THIRTEEN, NO_BOOM), TallyRow(message("Boom made"), BOOM_MADE))),
    Rates(
        message("Who speaks"),
        (
            HowOften(message("The first to speak has the bid"), SPOKEN, Where(seat=1)),
            HowOften(message("The dealer has the bid"), SPOKEN, Where(seat=4)),
        ),
        message("where the auction was written down"),
    ),
    Trumps(),
)
BOOKS = {  # what 40 deals bring: to the side that gains more, to the other
    "auction": {(1, 0, 0): 22, (2, 0, 0): 8, (1, -1, 0): 6, (2, -2, 0): 3, (1, -2, 0): 1},
    "every_trick": {(7, 6, 0): 16, (8, 5, 0): 12, (9, 4, 0): 8, (10, 3, 0): 4},
    "over_six": {(1, 0, 0): 16, (2, 0, 0): 12, (3, 0, 0): 8, (4, 0, 0): 4},
}


class BoomkeWiesReview(GameReview):
    """Bids that are made or lost; a Meetje is neither."""

    bids = True
    panels = PANELS
    private = PRIVATE
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
        said = entry.get("calls", ())
        other = other_bid(zip(calls_so_far(standing.dealer, said, True)["seats"], said, strict=False), declarer)
        kind = "boom" if bid == BOOM else "bid"
        return Fact(kind, declarer, bid, made, took, gain, trump, bool(said), None, None, other)

    def contest(self, rules: Rules) -> Contest | None:
        """A number of deals or a race; nobody knows how many deals an open end or a clock leaves."""
        kind = "auction" if rules["auction"] else str(rules["simple_score"])
        length, value = rules["length"], int(rules["length_value"])
        if length not in ("deals", "points"):
            return None
        return Contest(kind, BOOKS[kind], target=value * (length == "points"), deals=value * (length == "deals"))


GAME_REVIEW = BoomkeWiesReview()
