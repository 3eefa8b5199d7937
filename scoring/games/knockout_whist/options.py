"""The house rules of Knock-Out Whist and which of them hang on another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import choice, money, number, one_of, say, yes_no

if TYPE_CHECKING:
    from typing import Any

MOST_CARDS = 10
OPTIONS = (
    one_of(
        "dogs_life",
        say("Dog’s life"),
        (
            choice("one_occasion", say("the first time anyone fails"), say("everybody who fails in that deal")),
            choice("one_per_player", say("once for each player")),
            choice("off", say("none"), say("out at the first failure")),
        ),
        say("A player who wins no trick gets one more chance: a single card in the next deal."),
        disputed=True,
    ),
    one_of(
        "several_first",
        say("Several fail the first time"),
        (
            choice("each", say("a dog’s life each")),
            choice("one_by_cut", say("they cut for one, the others are out")),
        ),
        say("Matters only when the dog’s life is for the first occasion."),
        disputed=True,
    ),
    yes_no(
        "out_dealer_deals",
        say("A player knocked out still deals once"),
        True,
        say("Only when next to deal. So nobody loses the turn to lead first."),
        disputed=True,
    ),
    yes_no(
        "winner_takes_over",
        say("The winner takes over"),
        False,
        say("From the second deal on, whoever won most tricks deals, names trump and leads. Ties are cut."),
        disputed=True,
    ),
    number(
        "first_hand",
        say("Cards in the first deal"),
        7,
        2,
        MOST_CARDS,
        say("One card fewer in each deal. One pack must be enough."),
    ),
    yes_no(
        "amnesty",
        say("The first deal forgives"),
        False,
        say("Nobody goes out in the first deal; then there is no dog’s life."),
    ),
    one_of(
        "tie_for_most",
        say("A tie for most tricks"),
        (
            choice("cut", say("they cut, and the winner names trump")),
            choice("turn_card", say("a card is turned up for trump")),
        ),
        say("Always cut when the winner takes over and in the money game."),
    ),
    one_of(
        "first_leader",
        say("The very first lead"),
        (choice("left_of_dealer", say("left of the dealer")), choice("dealer", say("the dealer"))),
        say("Who leads to the first trick of the first deal."),
    ),
    one_of(
        "winner_choices",
        say("The winner names"),
        (
            choice("suit", say("the trump suit")),
            choice("suit_or_none", say("the trump suit or none")),
            choice("suit_and_order", say("the suit and the order"), say("ace high or low, ranks upward or downward")),
            choice("all", say("the suit or none, and the order"), say("ace high or low, ranks upward or downward")),
        ),
        say("What whoever won most tricks may lay down for the next deal."),
    ),
    yes_no("exchange", say("Exchange"), False, say("After trump is named up to three cards at once may be exchanged.")),
    yes_no(
        "two_of_diamonds",
        say("Two of diamonds beats all"),
        False,
        say("It follows as a diamond, and wins even over the ace of trumps."),
    ),
    yes_no(
        "rainbow",
        say("Rainbow"),
        False,
        say("Four cards of four suits, as dealt, win at once. Of several, only they get four new cards."),
    ),
    yes_no(
        "money",
        say("Play for money"),
        False,
        say("A pot, and whoever fails can buy back in. The winner takes over; a dog’s life is a full hand."),
    ),
    money("stake", say("One unit"), 100, say("What goes in the pot at the start and with each purchase.")),
    one_of(
        "parish_after",
        say("A parish is for sale"),
        (
            choice("any_failure", say("after any later failure"), say("of a player who once bought a dog’s life")),
            choice(
                "dogs_life_deal",
                say("only straight after a dog’s life"),
                say("and the blind one straight after a parish"),
            ),
        ),
        say("In the money game: when a player who bought fails again."),
    ),
)
HANGS_ON: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {
    "several_first": (("dogs_life", ("one_occasion",)),),
    "stake": (("money", (True,)),),
    "parish_after": (("money", (True,)),),
}
