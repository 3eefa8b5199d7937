"""What the table writes down for a deal of Zwanzig ab, and how a half-written one is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import OPEN, SUITS, choice, count, flag, message, pick

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry

TRICKS = 5
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
