"""Texas 42: the dominoes, the house rules, and what the table writes down of a deal.

A tile is a pair of numbers 0 to 6, in any order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import LARGEST, calls, choice, flag, message, money, number, one_of, pick, points, seat, yes_no

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from scoring.words import Choice, Field, Rules

    Tile = Sequence[int]


TILES = tuple((high, low) for high in range(7) for low in range(high + 1))
BY_PIPS = tuple(
    [tuple([str(high) + "-" + str(both - high) for high in range(7) if high >= both - high >= 0]) for both in range(13)]
)
"""The tiles as they are printed ("6-4"): those of as many pips together, the fewest first."""
COUNTERS = ((5, 5), (6, 4), (5, 0), (4, 1), (3, 2))
TRICKS = 7
ALL_POINTS = 42


def counts(tile: Tile) -> int:
    """What a tile brings to the side that wins it: 10 for ten pips, 5 for five."""
    pips = tile[0] + tile[1]
    return pips if pips in (5, 10) else 0


def taken(tiles: Sequence[Tile], tricks: int) -> int:
    """The points of a side that has won so many tricks, with these tiles (or only the counters) in them; 42 in all."""
    return tricks + sum([counts(tile) for tile in tiles])


MARKS_GAME = (("scoring", ("marks",)),)
POINTS_GAME = (("scoring", ("points",)),)
DEALER_MUST = "dealer_must_bid"
OPTIONS = (
    one_of(
        "scoring",
        message("Played for"),
        (
            choice("marks", message("Marks"), message("first to write ALL")),
            choice("points", message("Points"), message("what the tricks bring is counted")),
        ),
        message("In marks a deal is worth 1 mark or the marks bid; in points it is worth what was taken."),
    ),
    number("target_marks", message("Marks to win"), 7, 1, LARGEST, message("Seven marks write ALL.")),
    number(
        "target_points",
        message("Points to win"),
        250,
        1,
        LARGEST,
        message("The total that ends a game played for points."),
    ),
    one_of(
        "all_pass",
        message("Nobody bids"),
        (
            choice("throw_in", message("Throw it in"), message("the next one deals")),
            choice("dealer_must_bid", message("Dealer must"), message("30 or more")),
        ),
        message("What happens after three passes. In a game played for points the dealer must always bid."),
        disputed=True,
    ),
    one_of(
        "raise_above_two",
        message("Over 2 marks bid"),
        (choice("one_mark", message("One mark more")), choice("any", message("Any number of marks"))),
        message("How far one bid may go over another once 2 marks are reached."),
        disputed=True,
    ),
    one_of(
        "no_trump",
        message("No trump"),
        (
            choice("high", message("Doubles high")),
            choice("high_or_low", message("Doubles high or low"), message("the bidder says which")),
            choice("off", message("Not played")),
        ),
        message("Follow me: nothing is trump, every trick goes to the suit that was led."),
    ),
    one_of(
        "no_trump_from",
        message("No trump from a bid of"),
        (choice(30, message("30"), message("any bid")), choice(42, message("42"), message("1 mark, or 42 in points"))),
        message("The lowest bid with which no trump may be played."),
    ),
    yes_no(
        "doubles_trump",
        message("Doubles as trump"),
        True,
        message("The doubles are a suit of their own, from 6-6 down, and trump."),
    ),
    one_of(
        "nello",
        message("Nello"),
        (
            choice("on", message("From 1 mark")),
            choice("forced_dealer", message("Only a forced dealer"), message("needs: dealer must bid")),
            choice("off", message("Not played")),
        ),
        message("The bidder loses every trick, without trump; the partner’s dominoes lie face down."),
    ),
    one_of(
        "nello_doubles",
        message("Doubles in Nello and Low-No"),
        (
            choice("own", message("A suit of their own")),
            choice("high_own", message("High in suit or own")),
            choice("high_low_own", message("High, low or own")),
            choice("all", message("High, low, own or own turned round")),
        ),
        message("Where there is a choice, the bidder says so before leading. The score is the same."),
    ),
    yes_no(
        "sevens",
        message("Sevens"),
        True,
        message("From 1 mark: everybody plays nearest to seven pips, and the nearest wins."),
    ),
    one_of(
        "plunge",
        message("Plunge"),
        (
            choice("standard", message("4 marks"), message("the bidder leads")),
            choice("three_marks", message("3 marks"), message("the partner leads")),
            choice("off", message("Not played")),
        ),
        message("With four doubles: the partner names trump, all seven tricks are needed. It may be bid with a jump."),
    ),
    one_of(
        "splash",
        message("Splash"),
        (
            choice("off", message("Not played")),
            choice("two_marks", message("2 marks")),
            choice("three_marks", message("3 marks")),
        ),
        message("A Plunge with three doubles; only beside the Plunge for 3 marks."),
    ),
    one_of(
        "partner_choice",
        message("In Plunge and Splash the partner chooses"),
        (
            choice("trump_only", message("Trump")),
            choice("any_contract", message("Trump or a contract"), message("no trump, Sevens or Nello")),
        ),
        message("What the bidder’s partner may name."),
    ),
    yes_no(
        "low_end_lead",
        message("Lead by the low end"),
        False,
        message("In the first trick the bidder may call a tile by its lower number."),
    ),
    yes_no(
        "must_lead_trump",
        message("First lead is a trump"),
        False,
        message("Off: the bidder may lead anything to the first trick."),
    ),
    one_of(
        "both_past_target",
        message("Both sides past the target"),
        (
            choice("higher_total", message("The higher total wins"), message("play on when equal")),
            choice("declarers_first", message("The bidders win"), message("they count first")),
        ),
        message("In a game played for points one deal can take both sides past it."),
    ),
    yes_no(
        "low_no",
        message("Low-No"),
        True,
        message("In points: after three passes the dealer may undertake to lose every trick, for 42."),
    ),
    money(
        "stake_per_mark",
        message("Stake for a mark"),
        0,
        message("What the losers pay for each mark they lack. Nothing, when not for money."),
    ),
    money("stake_per_set", message("Stake for a set"), 0, message("What the losers pay for each time they were set.")),
)
DEPENDS_ON: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {
    "target_marks": MARKS_GAME,
    "target_points": POINTS_GAME,
    "all_pass": MARKS_GAME,
    "raise_above_two": MARKS_GAME,
    "no_trump_from": (("no_trump", ("high", "high_or_low")),),
    "nello": MARKS_GAME,
    "nello_doubles": (("nello", ("on", "forced_dealer")), ("low_no", (True,))),
    "sevens": MARKS_GAME,
    "plunge": MARKS_GAME,
    "splash": (("plunge", ("three_marks",)),),
    "partner_choice": (("plunge", ("standard", "three_marks")),),
    "both_past_target": POINTS_GAME,
    "low_no": POINTS_GAME,
    "stake_per_mark": MARKS_GAME,
    "stake_per_set": MARKS_GAME,
}
PRESETS: tuple[tuple[str, str, Rules], ...] = (
    ("straight_42", message("Straight 42"), {"nello": "off", "plunge": "off", "sevens": False}),
)


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
