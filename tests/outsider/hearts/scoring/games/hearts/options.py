"""House rules of Hearts."""

from __future__ import annotations

from scoring.words import choice, number, one_of, say, yes_no

OPTIONS = (
    number("target", say("The match ends at"), 100, 10, 500, say("When somebody has so many points, the lowest wins.")),
    one_of(
        "moon",
        say("Shooting the moon"),
        (
            choice("others", say("26 to each of the others"), ""),
            choice("self", say("26 off for who shot it"), ""),
        ),
        say("What taking all 26 points brings."),
        disputed=True,
    ),
    one_of(
        "passing",
        say("Passing"),
        (
            choice("four", say("left, right, across, none"), ""),
            choice("none", say("no passing"), ""),
        ),
        say("Changes what the table is told before a deal, not the score."),
    ),
    yes_no("jack", say("Jack of diamonds"), False, say("Who takes the jack of diamonds has ten points taken off.")),
)
HANGS_ON: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}
