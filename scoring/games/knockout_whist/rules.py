"""Knock-Out Whist: its house rules, and what the table writes down of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import SUITS, choice, count, message, money, number, one_of, pick, seat, seats, yes_no

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Field


MOST_CARDS = 10
OPTIONS = (
    one_of(
        "dogs_life",
        message("Dog’s life"),
        (
            choice("one_occasion", message("the first time anyone fails"), message("everybody who fails in that deal")),
            choice("one_per_player", message("once for each player")),
            choice("off", message("none"), message("out at the first failure")),
        ),
        message("A player who wins no trick gets one more chance: a single card in the next deal."),
        disputed=True,
    ),
    one_of(
        "several_first",
        message("Several fail the first time"),
        (
            choice("each", message("a dog’s life each")),
            choice("one_by_cut", message("they cut for one, the others are out")),
        ),
        message("Matters only when the dog’s life is for the first occasion."),
        disputed=True,
    ),
    yes_no(
        "out_dealer_deals",
        message("A player knocked out still deals once"),
        True,
        message("Only when next to deal. So nobody loses the turn to lead first."),
        disputed=True,
    ),
    yes_no(
        "winner_takes_over",
        message("The winner takes over"),
        False,
        message("From the second deal on, whoever won most tricks deals, names trump and leads. Ties are cut."),
        disputed=True,
    ),
    number(
        "first_hand",
        message("Cards in the first deal"),
        7,
        2,
        MOST_CARDS,
        message("One card fewer in each deal. One pack must be enough."),
    ),
    yes_no(
        "amnesty",
        message("The first deal forgives"),
        False,
        message("Nobody goes out in the first deal; then there is no dog’s life."),
    ),
    one_of(
        "tie_for_most",
        message("A tie for most tricks"),
        (
            choice("cut", message("they cut, and the winner names trump")),
            choice("turn_card", message("a card is turned up for trump")),
        ),
        message("Always cut when the winner takes over and in the money game."),
    ),
    one_of(
        "first_leader",
        message("The very first lead"),
        (choice("left_of_dealer", message("left of the dealer")), choice("dealer", message("the dealer"))),
        message("Who leads to the first trick of the first deal."),
    ),
    one_of(
        "winner_choices",
        message("The winner names"),
        (
            choice("suit", message("the trump suit")),
            choice("suit_or_none", message("the trump suit or none")),
            choice(
                "suit_and_order",
                message("the suit and the order"),
                message("ace high or low, ranks upward or downward"),
            ),
            choice(
                "all", message("the suit or none, and the order"), message("ace high or low, ranks upward or downward")
            ),
        ),
        message("What whoever won most tricks may lay down for the next deal."),
    ),
    yes_no(
        "exchange",
        message("Exchange"),
        False,
        message("After trump is named up to three cards at once may be exchanged."),
    ),
    yes_no(
        "two_of_diamonds",
        message("Two of diamonds beats all"),
        False,
        message("It follows as a diamond, and wins even over the ace of trumps."),
    ),
    yes_no(
        "rainbow",
        message("Rainbow"),
        False,
        message("Four cards of four suits, as dealt, win at once. Of several, only they get four new cards."),
    ),
    yes_no(
        "money",
        message("Play for money"),
        False,
        message("A pot, and whoever fails can buy back in. The winner takes over; a dog’s life is a full hand."),
    ),
    money("stake", message("One unit"), 100, message("What goes in the pot at the start and with each purchase.")),
    one_of(
        "parish_after",
        message("A parish is for sale"),
        (
            choice(
                "any_failure", message("after any later failure"), message("of a player who once bought a dog’s life")
            ),
            choice(
                "dogs_life_deal",
                message("only straight after a dog’s life"),
                message("and the blind one straight after a parish"),
            ),
        ),
        message("In the money game: when a player who bought fails again."),
    ),
)
DEPENDS_ON: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {
    "several_first": (("dogs_life", ("one_occasion",)),),
    "stake": (("money", (True,)),),
    "parish_after": (("money", (True,)),),
}


def entry_fields(hand: int) -> tuple[Field, ...]:
    """What is written down for a deal of so many cards; a rainbow stands instead of the tricks."""
    return (
        pick("trump", message("Trump"), SUITS, "bid", optional=True),
        count("tricks", message("Tricks"), hand, "seat", total=hand, optional=True, gaps=True),
        seat(
            "chooser",
            message("Who won the cut for trump"),
            "play",
            optional=True,
            help=message("Asked when several tie for most tricks."),
        ),
        seat(
            "dog",
            message("Who won the cut for the dog’s life"),
            "play",
            optional=True,
            help=message("Asked when only one can have it."),
        ),
        seats(
            "buys", message("Who buys back in"), "play", help=message("Of those without a trick; the others are out.")
        ),
        seat(
            "rainbow",
            message("Rainbow"),
            "play",
            optional=True,
            help=message("Four cards of four suits win the match at once."),
        ),
    )


FIELDS = tuple(entry_fields(hand) for hand in range(MOST_CARDS + 1))
