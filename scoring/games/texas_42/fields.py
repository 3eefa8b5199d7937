"""What the table writes down for a deal of Texas 42, in marks and in points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.dominoes import ALL_POINTS
from scoring.words import calls, choice, flag, pick, points, say, seat

if TYPE_CHECKING:
    from scoring.words import Choice, Field

MARK = ALL_POINTS
NUMBERS = tuple(choice(bid, str(bid)) for bid in range(30, MARK))
MARK_BIDS = NUMBERS + (
    choice(42, say("1 mark"), say("all seven tricks")),
    choice(84, say("2 marks")),
    choice(126, say("3 marks")),
    choice(168, say("4 marks")),
    choice(210, say("5 marks")),
    choice(252, say("6 marks")),
    choice(294, say("7 marks")),
)
POINT_BIDS = NUMBERS + (
    choice(42, "42", say("all seven tricks")),
    choice(84, "84"),
    choice(168, "168", say("only over 84")),
)
PASS = (choice("pass", say("Pass")),)
LOW_NO = choice("low_no", say("Low-No"), say("lose every trick, for 42"))
PLAIN_CONTRACTS = (
    choice("suit", say("A suit")),
    choice("no_trump", say("No trump"), say("doubles high")),
    choice("no_trump_low", say("No trump, low"), say("doubles low")),
    choice("doubles", say("Doubles"), say("a suit of their own, and trump")),
)
MARK_CONTRACTS = PLAIN_CONTRACTS + (
    choice("nello", say("Nello"), say("lose every trick")),
    choice("plunge", say("Plunge"), say("four doubles, the partner names trump")),
    choice("splash", say("Splash"), say("three doubles, the partner names trump")),
    choice("sevens", say("Sevens"), say("nearest to seven pips wins")),
)
BIDDER = seat("bidder", say("Who bids"), "bid", optional=True, help=say("Nobody, when everybody passed."))
TRUMP = pick(
    "trump",
    say("Trump"),
    (
        choice(0, say("Blanks")),
        choice(1, say("Ones")),
        choice(2, say("Twos")),
        choice(3, say("Threes")),
        choice(4, say("Fours")),
        choice(5, say("Fives")),
        choice(6, say("Sixes")),
    ),
    "bid",
    optional=True,
)
CONTRACT_HELP = say("If left blank, a suit is trump.")
MADE = flag("made", say("Made or set?"), "play", help=say("Whether the bidding side got what it bid."))
POINTS = points(
    "points", say("Points of the bidding side"), ALL_POINTS, optional=True, help=say("Tricks and counters, 42 in all.")
)
PENALTY = flag(
    "penalty",
    say("Set by a penalty"),
    "play",
    help=say("A renege or another offence of the bidding side: the contract is lost."),
)


def entry_fields(
    bids: tuple[Choice, ...], contracts: tuple[Choice, ...], low_no: tuple[Choice, ...]
) -> tuple[Field, ...]:
    """What the table writes down for a deal with these bids and contracts."""
    return (
        BIDDER,
        pick("bid", say("Bid"), bids, "bid", optional=True),
        pick("contract", say("Played as"), contracts + low_no, "bid", optional=True, help=CONTRACT_HELP),
        TRUMP,
        calls(say("The auction, call by call"), PASS + bids + low_no),
        MADE,
        POINTS,
        PENALTY,
    )


MARKS_FIELDS = entry_fields(MARK_BIDS, MARK_CONTRACTS, ())
POINTS_FIELDS = entry_fields(POINT_BIDS, PLAIN_CONTRACTS, (LOW_NO,))
