"""What is told of Boomke Wies afterwards: bids by number, Boom and Meetje, and the chance to win.

That is who is ahead after the deals that are left, or a race where a total ends the match. On the clock the deals that
are left are told by the pace of the circle: how many it played in how many minutes. A match that lasts until the table
stops has no chance to tell, and neither has one with an end that was not written down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.entry_shape import without_nulls
from scoring.games.boomke_wies import GAME
from scoring.games.boomke_wies.rules import BOOM
from scoring.games.boomke_wies.score import calls_so_far, declarer_of, low_bid_paid
from scoring.review import (
    Average,
    Averages,
    Contracts,
    Fact,
    GameReview,
    HowOften,
    Rates,
    RecordKind,
    Speaks,
    Tallies,
    TallyRow,
    Where,
    bids_over,
)
from scoring.sheet import counted_lines
from scoring.win_chance import ahead, course, gains_of, past_pairs, race, without_deals
from scoring.words import message, side_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.words import Line, Rules, Sheet, Standing


BIDS, CALLED, FINED = Where(kinds=("bid",)), Where(kinds=("boom",)), Where(kinds=("meetje",))
BOOM_MADE, SPOKEN = Where(kinds=("boom",), made=True), Where(kinds=("bid", "boom"), opened=True)
NO_BOOM = HowOften(message("Took all thirteen without Boom"), BIDS, Where(taken=BOOM))
LEFT = HowOften(message("The others had the tricks for their own bid"), SPOKEN, Where(missed=BOOM))
PRIVATE = (NO_BOOM, LEFT)
PANELS = (
    Contracts(message("Contracts"), ("bid",), ("boom",)),
    Tallies(
        message("Boom and Meetje"),
        (
            TallyRow(message("Boom called"), CALLED),
            TallyRow(message("Boom made"), BOOM_MADE, praise=True),
            TallyRow(message("Meetje"), FINED, worst=True),
        ),
    ),
    Rates(message("Left on the table"), (NO_BOOM, LEFT)),
    Speaks(message("Who speaks")),
    Averages(
        message("Over the partner’s bid"),
        (
            Average(message("bid over the partner"), SPOKEN.also(Where(over=True))),
            Average(message("the partner had passed"), SPOKEN.also(Where(over=False))),
        ),
    ),
)
RECORDS = (
    RecordKind("boom_ever", message("Most Booms made ever"), BOOM_MADE, "ever"),
    RecordKind("boom_evening", message("Most Booms made in an evening"), BOOM_MADE, "evening"),
    RecordKind("first_boom", message("First Boom made"), BOOM_MADE, "first"),
    RecordKind("highest_bid", message("Highest bid made"), BIDS.also(Where(made=True)), value="bid"),
)


class BoomkeWiesReview(GameReview):
    """Bids that are made or lost; a Meetje is neither."""

    bids = True
    panels = PANELS
    records = RECORDS
    private = PRIVATE
    rare = ("boom",)
    wordings = {
        "bid": message("Bid"),
        "boom": message("Boom"),
        "meetje": message("Meetje"),
        "simple": message("A deal without bidding"),
    }

    def stakes(self, kind: str, bid: int | None, rules: Rules) -> tuple[float, float] | None:
        """As the rules pay a bid that is just made, or lost by one trick."""
        if kind == "boom":
            return 5, 10
        if bid is None:
            return None
        return (2, 4) if bid >= 10 else (1, 1 + low_bid_paid(rules["low_bid_failed"], BOOM + 1 - bid))

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
        over = bids_over(zip(calls_so_far(standing.dealer, said, True)["seats"], said, strict=False), declarer)
        kind = "boom" if bid == BOOM else "bid"
        return Fact(kind, declarer, bid, made, took, gain, trump, bool(said), None, None, *over)


GAME_REVIEW = BoomkeWiesReview()


BOOKS = {  # what 40 deals bring: to the side that gains more, to the other
    "auction": {(1, 0): 22, (2, 0): 8, (1, -1): 6, (2, -2): 3, (1, -2): 1},
    "every_trick": {(7, 6): 16, (8, 5): 12, (9, 4): 8, (10, 3): 4},
    "over_six": {(1, 0): 16, (2, 0): 12, (3, 0): 8, (4, 0): 4},
}
BOOK_DEALS, BOOK_MINUTES = 25, 100  # the pace of a circle that has not played on the clock
DEALS, MINUTES = "clock_deals", "clock_minutes"


def chances(sheet: Sheet, past: Mapping[str, int]) -> list[tuple[float, ...]] | None:
    """The chance of each side before the first deal and after each; None where nothing says when the match ends."""
    rules = sheet.standing.rules
    gains, value = gains_of(past, kind_of(rules), BOOKS[kind_of(rules)]), rules["length_value"]
    if rules["length"] == "points":
        return course(GAME, sheet, lambda _, totals: race(gains, value, 1, totals))
    deals = deals_in_all(rules, past)
    if deals is None:
        return None
    least = 1 if rules["length"] == "clock" else 0  # until the clock has run out there may be one more deal
    return course(GAME, sheet, lambda played, totals: ahead(gains, max(least, deals - played), totals))


def kind_of(rules: Rules) -> str:
    """What is counted: the key of BOOKS."""
    return "auction" if rules["auction"] else str(rules["simple_score"])


def deals_in_all(rules: Rules, past: Mapping[str, int]) -> int | None:
    """How many deals a match by these rules has; None when that is open."""
    if rules["length"] == "deals":
        return int(rules["length_value"])
    if rules["length"] == "open" or not rules["length_value"]:
        return None
    deals, minutes = BOOK_DEALS + past.get(DEALS, 0), BOOK_MINUTES + past.get(MINUTES, 0)
    return int(rules["length_value"] * deals / minutes)


def past_of(sheet: Sheet) -> dict[str, int]:
    """What each deal of a finished match brought, and its pace if it was played on the clock."""
    rules = sheet.standing.rules
    found = past_pairs(GAME, sheet, kind_of(rules))
    if rules["length"] == "clock" and rules["length_value"] and not without_deals(sheet):
        found.update({DEALS: len(counted_lines(GAME, sheet)), MINUTES: rules["length_value"]})
    return found
