"""What the table writes down for a deal of Texas 42, in marks and in points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.dominoes import ALL_POINTS
from scoring.words import calls, choice, flag, message, pick, points, seat

if TYPE_CHECKING:
    from scoring.words import Choice, Field

MARK = ALL_POINTS
NUMBERS = tuple(choice(bid, str(bid)) for bid in range(30, MARK))
MARK_BIDS = NUMBERS + (
    choice(42, message("1 mark"), message("all seven tricks")),
    choice(84, message("2 marks")),
    choice(126, message("3 marks")),
    choice(168, message("4 marks")),
    choice(210, message("5 marks")),
    choice(252, message("6 marks")),
    choice(294, message("7 marks")),
)
POINT_BIDS = NUMBERS + (
    choice(42, "42", message("all seven tricks")),
    choice(84, "84"),
    choice(168, "168", message("only over 84")),
)
PASS = (choice("pass", message("Pass")),)
LOW_NO = choice("low_no", message("Low-No"), message("lose every trick, for 42"))
PLAIN_CONTRACTS = (
    choice("suit", message("A suit")),
    choice("no_trump", message("No trump"), message("doubles high")),
    choice("no_trump_low", message("No trump, low"), message("doubles low")),
    choice("doubles", message("Doubles"), message("a suit of their own, and trump")),
)
MARK_CONTRACTS = PLAIN_CONTRACTS + (
    choice("nello", message("Nello"), message("lose every trick")),
    choice("plunge", message("Plunge"), message("four doubles, the partner names trump")),
    choice("splash", message("Splash"), message("three doubles, the partner names trump")),
    choice("sevens", message("Sevens"), message("nearest to seven pips wins")),
)
BIDDER = seat("bidder", message("Who bids"), "bid", optional=True, help=message("Nobody, when everybody passed."))
TRUMP = pick(
    "trump",
    message("Trump"),
    (
        choice(0, message("Blanks")),
        choice(1, message("Ones")),
        choice(2, message("Twos")),
        choice(3, message("Threes")),
        choice(4, message("Fours")),
        choice(5, message("Fives")),
        choice(6, message("Sixes")),
    ),
    "bid",
    optional=True,
)
CONTRACT_HELP = message("If left blank, a suit is trump.")
MADE = flag("made", message("Made or set?"), "play", help=message("Whether the bidding side got what it bid."))
POINTS = points(
    "points",
    message("Points of the bidding side"),
    ALL_POINTS,
    optional=True,
    help=message("Tricks and counters, 42 in all."),
)
PENALTY = flag(
    "penalty",
    message("Set by a penalty"),
    "play",
    help=message("A renege or another offence of the bidding side: the contract is lost."),
)


def entry_fields(
    bids: tuple[Choice, ...], contracts: tuple[Choice, ...], low_no: tuple[Choice, ...]
) -> tuple[Field, ...]:
    """What the table writes down for a deal with these bids and contracts."""
    return (
        BIDDER,
        pick("bid", message("Bid"), bids, "bid", optional=True),
        pick("contract", message("Played as"), contracts + low_no, "bid", optional=True, help=CONTRACT_HELP),
        TRUMP,
        calls(message("The auction, call by call"), PASS + bids + low_no),
        MADE,
        POINTS,
        PENALTY,
    )


MARKS_FIELDS = entry_fields(MARK_BIDS, MARK_CONTRACTS, ())
POINTS_FIELDS = entry_fields(POINT_BIDS, PLAIN_CONTRACTS, (LOW_NO,))
