"""What is told of Texas 42 afterwards: bids in points and marks, special contracts, sets, how its matches are won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.entry_shape import without_nulls
from scoring.games.texas_42.rules import ALL_POINTS, MARK, MARK_BIDS, PLAIN_CONTRACTS, TRUMP
from scoring.games.texas_42.score import LOSE_ALL, SPECIAL, contract_of, made, target_of
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
    from scoring.words import Entry, Line, Rules, Standing, Wording


MADE, SET, BIDS = Where(made=True), Where(made=False), Where(kinds=("bid",))
SPOKEN = Where(kinds=("bid", *SPECIAL), opened=True)
LEFT = HowOften(message("The others had the points for their own bid"), SPOKEN, Where(missed=ALL_POINTS))
PANELS = (
    Contracts(message("Bids"), ("bid",)),
    Tallies(
        message("Sets"),
        (TallyRow(message("Set"), SET), TallyRow(message("Set by one"), SET.also(Where(taken=0, short=1)))),
    ),
    Trumps(words={str(one.value): one.label for one in (*TRUMP.choices, *PLAIN_CONTRACTS[1:])}),
    Rates(
        message("Who speaks"),
        (
            HowOften(message("The first to speak has the bid"), SPOKEN, Where(seat=1)),
            HowOften(message("The dealer has the bid"), SPOKEN, Where(seat=4)),
        ),
        message("where the auction was written down"),
    ),
    Rates(
        message("Forced bids"),
        (HowOften(message("The dealer’s 30 after three passes"), BIDS.also(Where(bid=30, seat=4)), MADE),),
    ),
)
BOOKS = {  # what 40 deals bring: to the side that gains more, to the other
    "marks": {(1, 0, 0): 34, (2, 0, 0): 5, (4, 0, 0): 1},
    "points": {(34, 8, 0): 14, (38, 4, 0): 8, (42, 0, 0): 6, (46, 0, 0): 10, (84, 0, 0): 2},
    "declarers_first": {(34, 8, 1): 14, (38, 4, 1): 8, (42, 0, 1): 6, (46, 0, -1): 10, (84, 0, 1): 2},
}


class Texas42Review(GameReview):
    """Bids that are made or set."""

    bids = True
    panels = PANELS
    private = (LEFT,)
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

    def bid_words(self, bid: int) -> Wording:
        return next((one.label for one in MARK_BIDS if one.value == bid), str(bid))

    def fact(self, standing: Standing, line: Line) -> Fact:
        entry = without_nulls(line.deal.entry)
        bidder = entry.get("bidder")
        if bidder is None:
            return Fact("passed", opened="calls" in entry)
        side, contract = side_of(standing.table, bidder), contract_of(entry)
        kind = contract if contract in SPECIAL or contract in LOSE_ALL else "bid"
        gain = line.points[side] - line.points[1 - side]
        bid, took = entry.get("bid", MARK), entry.get("points")
        said = entry.get("calls", ())
        other = other_bid(enumerate(said, standing.dealer + 1), bidder)
        return Fact(kind, bidder, bid, made(entry), took, gain, trump_of(entry), bool(said), None, None, other)

    def contest(self, rules: Rules) -> Contest:
        """A race to the target, in marks or in points."""
        if rules["scoring"] == "marks":
            return Contest("marks", BOOKS["marks"], target_of(rules))
        kind = "declarers_first" if rules["both_past_target"] == "declarers_first" else "points"
        return Contest(kind, BOOKS[kind], target_of(rules), unit=6)

    def first(self, standing: Standing, line: Line) -> int | None:
        """The side that wins when both pass the target in this deal; None for the higher total."""
        bidder = line.deal.entry.get("bidder")
        if bidder is None or standing.rules["both_past_target"] != "declarers_first":
            return None
        return side_of(standing.table, bidder)


def trump_of(entry: Entry) -> str | None:
    """The suit, or the contract that stands in its place; None where it was not written down."""
    contract = contract_of(entry)
    if contract != "suit":
        return contract
    return None if entry.get("trump") is None else str(entry["trump"])


GAME_REVIEW = Texas42Review()
