"""What is told of Knock-Out Whist afterwards: who named trump, how each player came through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.entry_shape import without_nulls
from scoring.games.knockout_whist.score import status_after
from scoring.review import (
    ByPerson,
    Fact,
    GameReview,
    HowOften,
    Rates,
    SeatPart,
    Tallies,
    TallyRow,
    Trumps,
    Where,
)
from scoring.words import message

if TYPE_CHECKING:
    from scoring.words import Line, Standing


THROUGH = Where(after=("in", "dog", "parish", "blind_parish"))
ON_DOG, ON_PARISH = Where(before=("dog",)), Where(before=("parish", "blind_parish"))
IN_PLAY = Where(before=("in", "dog", "parish", "blind_parish"))
PANELS = (
    Rates(
        message("Second lives"),
        (
            HowOften(message("Came through on a dog’s life"), ON_DOG, THROUGH),
            HowOften(message("Came through on the parish"), ON_PARISH, THROUGH),
        ),
    ),
    ByPerson(message("Who comes through"), HowOften("", IN_PLAY, THROUGH), message("deals")),
    ByPerson(message("Who names trump"), TallyRow("", Where(kinds=("deal",)), "took"), message("tricks a deal")),
    Trumps(),
    Tallies(message("Rare deals"), (TallyRow(message("Rainbow"), Where(kinds=("rainbow",))),)),
)


class KnockoutWhistReview(GameReview):
    """Deals that players come through, or not."""

    panels = PANELS
    wordings = {
        "in": message("in"),
        "dog": message("on a dog’s life"),
        "parish": message("on the parish"),
        "blind_parish": message("on the blind parish"),
        "out": message("out"),
        "rainbow": message("Rainbow"),
        "deal": message("A deal"),
    }

    def fact(self, standing: Standing, line: Line) -> Fact:
        entry, chooser = without_nulls(line.deal.entry), standing.carry["chooser"]
        if "rainbow" in entry:
            return Fact("rainbow", entry["rainbow"], standing.carry["hand"], True)
        took = None if chooser is None else entry["tricks"][chooser]
        return Fact("deal", chooser, standing.carry["hand"], None, took, 0, entry.get("trump"))

    def parts(self, standing: Standing, line: Line) -> tuple[SeatPart, ...]:
        entry = without_nulls(line.deal.entry)
        if "rainbow" in entry:
            return ()
        before, after = standing.carry["status"], status_after(standing, entry)
        took_part = [(seat, took) for seat, took in enumerate(entry["tricks"]) if took is not None]
        return tuple(SeatPart(seat, took, took, before[seat], after[seat]) for seat, took in took_part)


GAME_REVIEW = KnockoutWhistReview()
