"""Boomke Wies: its house rules, and what the table writes down of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import LARGEST, SUITS, calls, choice, count, message, number, one_of, pick, seat, yes_no

if TYPE_CHECKING:
    from typing import Any


BOOM = 13
CONTRACTS = tuple(choice(bid, str(bid)) for bid in range(7, BOOM)) + (
    choice(BOOM, message("Boom"), message("all thirteen tricks")),
    choice("meetje", message("Meetje"), message("nobody bid: the side with seven tricks or more scores")),
)
CALLS = (choice("pass", message("Pass")),) + CONTRACTS
TRUMP = pick("trump", message("Trump"), SUITS, "bid", optional=True)
AUCTION_FIELDS = (
    seat("declarer", message("Who bids"), "bid", optional=True),
    pick("contract", message("Bid"), CONTRACTS, "bid"),
    TRUMP,
    calls(message("The auction, call by call"), CALLS),
    count("tricks", message("Tricks of the bidding side"), BOOM, optional=True),
)
SIMPLE_FIELDS = (TRUMP, count("tricks", message("Tricks of the first side"), BOOM))


WITH_AUCTION = (("auction", (True,)),)
OPTIONS = (
    one_of(
        "meetje_fine",
        message("Meetje that falls short"),
        (
            choice("shortfall", message("Pays what it lacks to seven"), message("5 tricks: −2, they +1")),
            choice("none", message("Pays nothing"), message("5 tricks: 0, they +1")),
        ),
        message("Is the dealer’s side fined for fewer than seven tricks in a Meetje?"),
        disputed=True,
    ),
    one_of(
        "low_bid_failed",
        message("A 7, 8 or 9 that fails pays the others"),
        (
            choice("up_to_nine", message("1, or 2 for ten or more"), message("one point up to nine tricks")),
            choice("nine_only", message("1 for exactly nine"), message("nothing for fewer, 2 for ten or more")),
            choice("seven_to_nine", message("1 for seven to nine"), message("nothing for fewer, 2 for ten or more")),
        ),
        message("What the other side gets when a bid of 7, 8 or 9 is not made."),
        disputed=True,
    ),
    one_of(
        "length",
        message("How long"),
        (
            choice("open", message("Until we stop")),
            choice("deals", message("A number of deals")),
            choice("points", message("First to a total")),
            choice("clock", message("Until time is up"), message("a time like 22:30, or how many minutes")),
        ),
        message("“Until we stop” ends when you end it. Equal totals: one more deal."),
        disputed=True,
    ),
    number(
        "length_value",
        message("How many deals, points or minutes?"),
        0,
        0,
        LARGEST,
        message("How many deals, points or minutes to play."),
    ),
    yes_no(
        "auction",
        message("Auction"),
        True,
        message("Off: no bidding, the dealer’s last card makes trump, tricks are points."),
    ),
    one_of(
        "after_three_passes",
        message("After three passes the dealer says"),
        (choice("seven_boom_meetje", message("7, Boom or Meetje")), choice("any_bid", message("any number or Meetje"))),
        message("8 to 12 gain nothing then, and most tables do not allow them."),
    ),
    one_of(
        "meetje_leader",
        message("In a Meetje"),
        (
            choice("dealer", message("the dealer leads; that suit is trump")),
            choice("left_of_dealer", message("the dealer names trump, left of dealer leads")),
        ),
        message("Changes the prompts, not the score."),
    ),
    one_of(
        "simple_score",
        message("Without an auction count"),
        (choice("every_trick", message("every trick")), choice("over_six", message("tricks over six"))),
        message("How tricks become points when there is no auction."),
    ),
)
DEPENDS_ON: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {
    "meetje_fine": WITH_AUCTION,
    "low_bid_failed": WITH_AUCTION,
    "length_value": (("length", ("deals", "points", "clock")),),
    "after_three_passes": WITH_AUCTION,
    "meetje_leader": WITH_AUCTION,
    "simple_score": (("auction", (False,)),),
}
