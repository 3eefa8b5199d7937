"""The house rules of Boomke Wies and which of them hang on another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import choice, number, one_of, say, yes_no

if TYPE_CHECKING:
    from typing import Any

WITH_AUCTION = (("auction", (True,)),)
OPTIONS = (
    one_of(
        "meetje_fine",
        say("Meetje that falls short"),
        (
            choice("shortfall", say("Pays what it lacks to seven"), say("5 tricks: −2, they +1")),
            choice("none", say("Pays nothing"), say("5 tricks: 0, they +1")),
        ),
        say("Is the dealer’s side fined for fewer than seven tricks in a Meetje?"),
        disputed=True,
    ),
    one_of(
        "low_bid_failed",
        say("A 7, 8 or 9 that fails pays the others"),
        (
            choice("up_to_nine", say("1, or 2 for ten or more"), say("one point up to nine tricks")),
            choice("nine_only", say("1 for exactly nine"), say("nothing for fewer, 2 for ten or more")),
            choice("seven_to_nine", say("1 for seven to nine"), say("nothing for fewer, 2 for ten or more")),
        ),
        say("What the other side gets when a bid of 7, 8 or 9 is not made."),
        disputed=True,
    ),
    one_of(
        "length",
        say("How long"),
        (
            choice("open", say("Until we stop")),
            choice("deals", say("A number of deals")),
            choice("points", say("First to a total")),
            choice("clock", say("Until time is up"), say("a time like 22:30, or how many minutes")),
        ),
        say("“Until we stop” ends when you end it. Equal totals: one more deal."),
        disputed=True,
    ),
    number(
        "length_value",
        say("How many deals, points or minutes?"),
        0,
        0,
        1000000000,
        say("How many deals, points or minutes to play."),
    ),
    yes_no(
        "auction",
        say("Auction"),
        True,
        say("Off: no bidding, the dealer’s last card makes trump, tricks are points."),
    ),
    one_of(
        "after_three_passes",
        say("After three passes the dealer says"),
        (choice("seven_boom_meetje", say("7, Boom or Meetje")), choice("any_bid", say("any number or Meetje"))),
        say("8 to 12 gain nothing then, and most tables do not allow them."),
    ),
    one_of(
        "meetje_leader",
        say("In a Meetje"),
        (
            choice("dealer", say("the dealer leads; that suit is trump")),
            choice("left_of_dealer", say("the dealer names trump, left of dealer leads")),
        ),
        say("Changes the prompts, not the score."),
    ),
    one_of(
        "simple_score",
        say("Without an auction count"),
        (choice("every_trick", say("every trick")), choice("over_six", say("tricks over six"))),
        say("How tricks become points when there is no auction."),
    ),
)
HANGS_ON: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {
    "meetje_fine": WITH_AUCTION,
    "low_bid_failed": WITH_AUCTION,
    "length_value": (("length", ("deals", "points", "clock")),),
    "after_three_passes": WITH_AUCTION,
    "meetje_leader": WITH_AUCTION,
    "simple_score": (("auction", (False,)),),
}
