"""The house rules of Texas 42, which of them hang on another, and Straight 42."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import choice, money, number, one_of, say, yes_no

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Rules

MARKS_GAME = (("scoring", ("marks",)),)
POINTS_GAME = (("scoring", ("points",)),)
DEALER_MUST = "dealer_must_bid"
OPTIONS = (
    one_of(
        "scoring",
        say("Played for"),
        (
            choice("marks", say("Marks"), say("first to write ALL")),
            choice("points", say("Points"), say("what the tricks bring is counted")),
        ),
        say("In marks a deal is worth 1 mark or the marks bid; in points it is worth what was taken."),
    ),
    number("target_marks", say("Marks to win"), 7, 1, 1000000000, say("Seven marks write ALL.")),
    number(
        "target_points",
        say("Points to win"),
        250,
        1,
        1000000000,
        say("The total that ends a game played for points."),
    ),
    one_of(
        "all_pass",
        say("Nobody bids"),
        (
            choice("throw_in", say("Throw it in"), say("the next one deals")),
            choice("dealer_must_bid", say("Dealer must"), say("30 or more")),
        ),
        say("What happens after three passes. In a game played for points the dealer must always bid."),
        disputed=True,
    ),
    one_of(
        "raise_above_two",
        say("Over 2 marks bid"),
        (choice("one_mark", say("One mark more")), choice("any", say("Any number of marks"))),
        say("How far one bid may go over another once 2 marks are reached."),
        disputed=True,
    ),
    one_of(
        "no_trump",
        say("No trump"),
        (
            choice("high", say("Doubles high")),
            choice("high_or_low", say("Doubles high or low"), say("the bidder says which")),
            choice("off", say("Not played")),
        ),
        say("Follow me: nothing is trump, every trick goes to the suit that was led."),
    ),
    one_of(
        "no_trump_from",
        say("No trump from a bid of"),
        (choice(30, say("30"), say("any bid")), choice(42, say("42"), say("1 mark, or 42 in points"))),
        say("The lowest bid with which no trump may be played."),
    ),
    yes_no(
        "doubles_trump",
        say("Doubles as trump"),
        True,
        say("The doubles are a suit of their own, from 6-6 down, and trump."),
    ),
    one_of(
        "nello",
        say("Nello"),
        (
            choice("on", say("From 1 mark")),
            choice("forced_dealer", say("Only a forced dealer"), say("needs: dealer must bid")),
            choice("off", say("Not played")),
        ),
        say("The bidder loses every trick, without trump; the partner’s dominoes lie face down."),
    ),
    one_of(
        "nello_doubles",
        say("Doubles in Nello and Low-No"),
        (
            choice("own", say("A suit of their own")),
            choice("high_own", say("High in suit or own")),
            choice("high_low_own", say("High, low or own")),
            choice("all", say("High, low, own or own turned round")),
        ),
        say("Where there is a choice, the bidder says so before leading. The score is the same."),
    ),
    yes_no(
        "sevens",
        say("Sevens"),
        True,
        say("From 1 mark: everybody plays nearest to seven pips, and the nearest wins."),
    ),
    one_of(
        "plunge",
        say("Plunge"),
        (
            choice("standard", say("4 marks"), say("the bidder leads")),
            choice("three_marks", say("3 marks"), say("the partner leads")),
            choice("off", say("Not played")),
        ),
        say("With four doubles: the partner names trump, all seven tricks are needed. It may be bid with a jump."),
    ),
    one_of(
        "splash",
        say("Splash"),
        (
            choice("off", say("Not played")),
            choice("two_marks", say("2 marks")),
            choice("three_marks", say("3 marks")),
        ),
        say("A Plunge with three doubles; only beside the Plunge for 3 marks."),
    ),
    one_of(
        "partner_choice",
        say("In Plunge and Splash the partner chooses"),
        (
            choice("trump_only", say("Trump")),
            choice("any_contract", say("Trump or a contract"), say("no trump, Sevens or Nello")),
        ),
        say("What the bidder’s partner may name."),
    ),
    yes_no(
        "low_end_lead",
        say("Lead by the low end"),
        False,
        say("In the first trick the bidder may call a tile by its lower number."),
    ),
    yes_no(
        "must_lead_trump",
        say("First lead is a trump"),
        False,
        say("Off: the bidder may lead anything to the first trick."),
    ),
    one_of(
        "both_past_target",
        say("Both sides past the target"),
        (
            choice("higher_total", say("The higher total wins"), say("play on when equal")),
            choice("declarers_first", say("The bidders win"), say("they count first")),
        ),
        say("In a game played for points one deal can take both sides past it."),
    ),
    yes_no(
        "low_no",
        say("Low-No"),
        True,
        say("In points: after three passes the dealer may undertake to lose every trick, for 42."),
    ),
    money(
        "stake_per_mark",
        say("Stake for a mark"),
        0,
        say("What the losers pay for each mark they lack. Nothing, when not for money."),
    ),
    money("stake_per_set", say("Stake for a set"), 0, say("What the losers pay for each time they were set.")),
)
HANGS_ON: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {
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
    ("straight_42", say("Straight 42"), {"nello": "off", "plunge": "off", "sevens": False}),
)
