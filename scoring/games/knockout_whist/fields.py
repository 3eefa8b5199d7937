"""What the table writes down for a deal of Knock-Out Whist, by the cards that each holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.options import MOST_CARDS
from scoring.words import SUITS, count, message, pick, seat, seats

if TYPE_CHECKING:
    from scoring.words import Field


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
