"""What is told of Zwanzig ab afterwards: trump and its maker, who stayed, had to or dropped out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.entry_shape import without_nulls
from scoring.games.zwanzig_ab.rules import TRICKS
from scoring.games.zwanzig_ab.score import maker_of, must_stay, times
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


TRICK, PLAYED = ("took", "sweep"), ("took", "sweep", "none")
EVEN = 0.75  # staying pays from there on: who takes a trick takes about 1.6, who takes none gets five
MAKER, OTHERS, FREE = Where(before=("maker",)), Where(before=("held", "free")), Where(before=("free",))
DOUBLE, SWEEP = Where(kinds=("double",)), Where(after=("sweep",))
KEPT = HowOften(message("Stayed by choice, took a trick"), FREE.also(Where(after=PLAYED)), Where(after=TRICK), EVEN)
DROPPED = HowOften(message("Could drop out and did"), FREE, Where(after=("dropped",)))
PANELS = (
    Rates(
        message("Staying and dropping out"),
        (
            KEPT,
            HowOften(message("Had to stay, took a trick"), Where(before=("held",)), Where(after=TRICK)),
            HowOften(message("Made trump, took a trick"), MAKER.also(Where(after=PLAYED)), Where(after=TRICK)),
            DROPPED,
        ),
        message("The notch: from there on staying pays, three times in four."),
    ),
    ByPerson(message("Who drops out"), DROPPED, message("where they could")),
    Tallies(
        message("Naming trump"),
        (
            TallyRow(message("The maker"), Where(kinds=("deal", "double")), "gain"),
            TallyRow(message("The maker, doubled"), DOUBLE, "gain"),
            TallyRow(message("The others"), OTHERS, "gain"),
        ),
        message("points off a deal"),
    ),
    Trumps(),
    Tallies(
        message("Rare deals"),
        (
            TallyRow(message("Took all five"), SWEEP),
            TallyRow(message("Everybody dropped out"), Where(after=("alone",))),
            TallyRow(message("Ninth deals and later"), Where(number=9)),
        ),
    ),
)


class ZwanzigAbReview(GameReview):
    """Deals that one may drop out of."""

    panels = PANELS
    private = (KEPT,)
    wordings = {
        "deal": message("A deal"),
        "double": message("Doubled"),
        "maker": message("made trump"),
        "held": message("had to stay"),
        "free": message("could have dropped"),
        "dropped": message("dropped out"),
        "none": message("took no trick"),
        "took": message("took a trick"),
        "sweep": message("took all five"),
        "alone": message("was left alone"),
    }

    def fact(self, standing: Standing, line: Line) -> Fact:
        entry, maker = without_nulls(line.deal.entry), maker_of(standing)
        kind = "deal" if times(standing, entry) == 1 else "double"
        return Fact(kind, maker, None, None, entry["tricks"][maker], -line.points[maker], entry.get("trump"))

    def parts(self, standing: Standing, line: Line) -> tuple[SeatPart, ...]:
        entry = without_nulls(line.deal.entry)
        tricks = entry["tricks"]
        dropped = [seat for seat, took in enumerate(tricks) if took is None]
        held = {seat for seat, _why in must_stay(standing, entry.get("trump"), dropped)}
        alone = maker_of(standing) if len(dropped) >= 3 else None
        return tuple(
            SeatPart(
                seat, took, -line.points[seat], before(standing, seat, held), "alone" if seat == alone else after(took)
            )
            for seat, took in enumerate(tricks)
        )


def before(standing: Standing, seat: int, held: set[int]) -> str:
    """How a seat was in the deal: it made trump, had to stay, or could have dropped out."""
    if seat == maker_of(standing):
        return "maker"
    return "held" if seat in held else "free"


def after(took: int | None) -> str:
    """What came of it."""
    if took is None:
        return "dropped"
    return "sweep" if took == TRICKS else "took" if took else "none"


GAME_REVIEW = ZwanzigAbReview()
