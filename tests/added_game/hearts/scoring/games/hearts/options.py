"""House rules of Hearts."""

from __future__ import annotations

from scoring.words import choice, message, number, one_of, yes_no

OPTIONS = (
    number(
        "target",
        message("The match ends at"),
        100,
        10,
        500,
        message("When somebody has so many points, the lowest wins."),
    ),
    one_of(
        "moon",
        message("Shooting the moon"),
        (
            choice("others", message("26 to each of the others"), ""),
            choice("self", message("26 off for who shot it"), ""),
        ),
        message("What taking all 26 points brings."),
        disputed=True,
    ),
    one_of(
        "passing",
        message("Passing"),
        (
            choice("four", message("left, right, across, none"), ""),
            choice("none", message("no passing"), ""),
        ),
        message("Changes what the table is told before a deal, not the score."),
    ),
    yes_no(
        "jack", message("Jack of diamonds"), False, message("Who takes the jack of diamonds has ten points taken off.")
    ),
)
DEPENDS_ON: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}
