"""Zwanzig ab: its house rules, and what the table writes down of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import LARGEST, OPEN, SUITS, choice, count, flag, message, number, one_of, pick, yes_no

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Rules


TRICKS = 5  # of a deal
NO_TRICK = 5  # points for who stayed in and won none
WAYS = (
    choice("named", message("named"), message("from the three cards")),
    choice("next", message("next"), message("the maker’s fourth card is dealt face up and makes trump")),
    choice("blind", message("blind"), message("before looking at the cards: all points double")),
)
FIELDS = (
    pick("named", message("How trump was made"), WAYS, "bid", optional=True),
    pick("trump", message("Trump"), SUITS, "bid", optional=True),
    flag("redeal", message("Redeal"), "bid", help=message("All three cards of the maker are sevens and eights.")),
    count(
        "tricks",
        message("Tricks"),
        TRICKS,
        "seat",
        total=TRICKS,
        optional=True,
        gaps=True,
        help=message("Or dropped out."),
    ),
)


def written_tricks(draft: Entry) -> list[Any]:
    """What is written so far for each seat: a number, None for one that dropped, or OPEN."""
    tricks = draft.get("tricks")
    return tricks if type(tricks) is list and len(tricks) == 4 else [OPEN, OPEN, OPEN, OPEN]


def with_tricks(draft: Entry, value: Any, seat: int) -> list[Any]:
    """What is written for each seat, with another value for one of them."""
    return [value if other == seat else took for other, took in enumerate(written_tricks(draft))]


def in_play(draft: Entry) -> bool:
    """Whether tricks are written already."""
    return any(type(tricks) is int for tricks in written_tricks(draft))


def tricks_left_for(draft: Entry, seat: int) -> int:
    """How many tricks are left for a seat, given what the others have."""
    took = written_tricks(draft)
    return TRICKS - sum([tricks for other, tricks in enumerate(took) if other != seat and type(tricks) is int])


OPTIONS = (
    one_of(
        "special_deals",
        message("After eight deals"),
        (
            choice("ninth_on", message("hearts and no dropping from the ninth on")),
            choice("ninth_only", message("hearts and no dropping in the ninth only")),
            choice("off", message("nothing changes")),
        ),
        message("When nobody has reached zero in eight deals: hearts are trump, nobody drops, all points double."),
        disputed=True,
    ),
    one_of(
        "tie_break",
        message("Equal lowest at zero or below"),
        (
            choice("all_play", message("all four play on, anyone can win")),
            choice("tied_only", message("only the tied can win")),
        ),
        message("The match goes on until one is alone lowest."),
        disputed=True,
    ),
    one_of(
        "all_stay_suit",
        message("Everybody stays when trump is"),
        (choice("diamonds", message("diamonds")), choice("clubs", message("clubs"))),
        message("With this suit as trump nobody may drop out."),
        disputed=True,
    ),
    yes_no(
        "low_score_may_drop",
        message("At five or less you may drop out"),
        True,
        message("Off: at five or less you must stay in."),
        disputed=True,
    ),
    yes_no(
        "drop_twice",
        message("You may drop out twice running"),
        True,
        message("Off: after dropping out you must stay in the next deal."),
        disputed=True,
    ),
    yes_no(
        "two_active",
        message("At least two must play"),
        False,
        message("If the other two have dropped out the dealer must stay."),
        disputed=True,
    ),
    one_of(
        "first_packet",
        message("Trump is made from"),
        (
            choice("two", message("two cards")),
            choice("three", message("three cards"), message("with next, blind, and a redeal of sevens and eights")),
        ),
        message("How many cards the maker has seen, and what else the maker may say."),
    ),
    one_of(
        "decide",
        message("Stay or drop"),
        (
            choice("after_exchange", message("after the exchange")),
            choice("before_exchange", message("before it: only those who stay exchange")),
        ),
        message("Changes the prompts, not the score."),
    ),
    one_of(
        "trump_order",
        message("Order of the cards"),
        (
            choice("plain", message("ace, ten, king"), message("A 10 K Q J 9 8 7 in every suit")),
            choice("jass", message("jack and nine of trumps first"), message("trumps J 9 A 10 K Q 8 7")),
            choice("natural", message("ace, king, queen"), message("A K Q J 10 9 8 7 in every suit")),
        ),
        message("Which card wins the trick. Changes the rules page, not the score."),
    ),
    one_of(
        "blind_hearts",
        message("Hearts named blind count"),
        (choice(4, message("four times")), choice(2, message("twice"))),
        message("Do hearts and blind multiply?"),
    ),
    one_of(
        "sweep_bonus",
        message("All five tricks"),
        (choice(0, message("five points")), choice(5, message("ten points"), message("if they were played for"))),
        message("Whether winning every trick takes five more off."),
    ),
    number("start", message("Everybody starts at"), 20, 1, LARGEST, message("The points to get rid of.")),
)
DEPENDS_ON: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {"blind_hearts": (("first_packet", ("three",)),)}
PRESETS: tuple[tuple[str, str, Rules], ...] = (
    (
        "jager",
        message("Jäger’s rules"),
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
