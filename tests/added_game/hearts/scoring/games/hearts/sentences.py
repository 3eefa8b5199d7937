"""The English of every code of Hearts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import message, plural_message

if TYPE_CHECKING:
    from scoring.words import Wording

SENTENCES: dict[str, Wording] = {
    "deals": message("{dealer} deals thirteen cards each"),
    "ends": plural_message("{n} more point ends the match", "{n} more points end the match"),
    "head_moon": message("{seat} shot the moon"),
    "head_most": message("{seat} took most"),
    "jack": message("the jack of diamonds"),
    "leads": message("the two of clubs leads"),
    "lowest": plural_message("lowest when somebody had {n} point", "lowest when somebody had {n} points"),
    "moon": message("shot the moon"),
    "moon_of": message("{seat} shot the moon"),
    "pass_across": message("pass three cards across"),
    "pass_left": message("pass three cards to the left"),
    "pass_none": message("nobody passes cards"),
    "pass_right": message("pass three cards to the right"),
    "queen_missing": message("Somebody took the queen of spades, and so 13 points at least"),
    "seat_took": message("{seat} {n}"),
    "story": message("{took_parts}"),
    "story_moon": message("all 26 points"),
    "took": plural_message("{n} point taken", "{n} points taken"),
}
