"""The English of every code of Hearts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import many, say

if TYPE_CHECKING:
    from scoring.words import Wording

SENTENCES: dict[str, Wording] = {
    "deals": say("{dealer} deals thirteen cards each"),
    "ends": many("{n} more point ends the match", "{n} more points end the match"),
    "head_moon": say("{seat} shot the moon"),
    "head_most": say("{seat} took most"),
    "jack": say("the jack of diamonds"),
    "leads": say("the two of clubs leads"),
    "lowest": many("lowest when somebody had {n} point", "lowest when somebody had {n} points"),
    "moon": say("shot the moon"),
    "moon_of": say("{seat} shot the moon"),
    "pass_across": say("pass three cards across"),
    "pass_left": say("pass three cards to the left"),
    "pass_none": say("nobody passes cards"),
    "pass_right": say("pass three cards to the right"),
    "queen_missing": say("Somebody took the queen of spades, and so 13 points at least"),
    "seat_took": say("{seat} {n}"),
    "story": say("{took_parts}"),
    "story_moon": say("all 26 points"),
    "took": many("{n} point taken", "{n} points taken"),
}
