"""The house rules of Zwanzig ab, which of them hang on another, and Jäger’s set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import choice, number, one_of, say, yes_no

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Rules

OPTIONS = (
    one_of(
        "special_deals",
        say("After eight deals"),
        (
            choice("ninth_on", say("hearts and no dropping from the ninth on")),
            choice("ninth_only", say("hearts and no dropping in the ninth only")),
            choice("off", say("nothing changes")),
        ),
        say("When nobody has reached zero in eight deals: hearts are trump, nobody drops, all points double."),
        disputed=True,
    ),
    one_of(
        "tie_break",
        say("Equal lowest at zero or below"),
        (
            choice("all_play", say("all four play on, anyone can win")),
            choice("tied_only", say("only the tied can win")),
        ),
        say("The match goes on until one is alone lowest."),
        disputed=True,
    ),
    one_of(
        "all_stay_suit",
        say("Everybody stays when trump is"),
        (choice("diamonds", say("diamonds")), choice("clubs", say("clubs"))),
        say("With this suit as trump nobody may drop out."),
        disputed=True,
    ),
    yes_no(
        "low_score_may_drop",
        say("At five or less you may drop out"),
        True,
        say("Off: at five or less you must stay in."),
        disputed=True,
    ),
    yes_no(
        "drop_twice",
        say("You may drop out twice running"),
        True,
        say("Off: after dropping out you must stay in the next deal."),
        disputed=True,
    ),
    yes_no(
        "two_active",
        say("At least two must play"),
        False,
        say("If the other two have dropped out the dealer must stay."),
        disputed=True,
    ),
    one_of(
        "first_packet",
        say("Trump is made from"),
        (
            choice("two", say("two cards")),
            choice("three", say("three cards"), say("with next, blind, and a redeal of sevens and eights")),
        ),
        say("How many cards the maker has seen, and what else the maker may say."),
    ),
    one_of(
        "decide",
        say("Stay or drop"),
        (
            choice("after_exchange", say("after the exchange")),
            choice("before_exchange", say("before it: only those who stay exchange")),
        ),
        say("Changes the prompts, not the score."),
    ),
    one_of(
        "trump_order",
        say("Order of the cards"),
        (
            choice("plain", say("ace, ten, king"), say("A 10 K Q J 9 8 7 in every suit")),
            choice("jass", say("jack and nine of trumps first"), say("trumps J 9 A 10 K Q 8 7")),
            choice("natural", say("ace, king, queen"), say("A K Q J 10 9 8 7 in every suit")),
        ),
        say("Which card wins the trick. Changes the rules page, not the score."),
    ),
    one_of(
        "blind_hearts",
        say("Hearts named blind count"),
        (choice(4, say("four times")), choice(2, say("twice"))),
        say("Do hearts and blind multiply?"),
    ),
    one_of(
        "sweep_bonus",
        say("All five tricks"),
        (choice(0, say("five points")), choice(5, say("ten points"), say("if they were played for"))),
        say("Whether winning every trick takes five more off."),
    ),
    number("start", say("Everybody starts at"), 20, 1, 1000000000, say("The points to get rid of.")),
)
HANGS_ON: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {"blind_hearts": (("first_packet", ("three",)),)}
PRESETS: tuple[tuple[str, str, Rules], ...] = (
    (
        "jager",
        say("Jäger’s rules"),
        {
            "trump_order": "jass",
            "first_packet": "three",
            "decide": "before_exchange",
            "all_stay_suit": "clubs",
            "two_active": True,
            "drop_twice": False,
            "low_score_may_drop": False,
            "special_deals": "off",
        },
    ),
)
