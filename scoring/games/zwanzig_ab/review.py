"""What is told of Zwanzig ab afterwards: trump and its maker, who stayed, had to or dropped out, the chance to win.

For that each player walks down to nought, and deals of doubled hearts have their own distribution. Each walk is
followed until it arrives; then they are joined as if they knew nothing of each other: whoever stands lowest when the
first arrives has won. Two that arrive equally low in the same deal share the chance.
"""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import TYPE_CHECKING

from scoring.entry_shape import without_nulls
from scoring.games.zwanzig_ab import GAME
from scoring.games.zwanzig_ab.rules import TRICKS
from scoring.games.zwanzig_ab.score import maker_of, must_stay, special_deal, times
from scoring.review import (
    Average,
    Averages,
    Fact,
    Fields,
    GameReview,
    HowOften,
    Rates,
    RecordKind,
    SeatPart,
    Tallies,
    TallyRow,
    Where,
    Winners,
    WinRow,
)
from scoring.sheet import counted_lines
from scoring.win_chance import course
from scoring.words import message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scoring.words import Line, Rules, Sheet, Standing

    Distribution = Mapping[int, float]
    Arrivals = list[dict[int, float]]


TRICK, PLAYED = ("took", "sweep"), ("took", "sweep", "none")
EVEN = 0.75  # staying pays from there on: who takes a trick takes about 1.6, who takes none gets five
MAKER, OTHERS, FREE = Where(before=("maker",)), Where(before=("held", "free")), Where(before=("free",))
DOUBLE, NINTH, SWEEP = Where(kinds=("double",)), Where(number=9), Where(after=("sweep",))
KEPT = HowOften(message("Stayed by choice, took a trick"), FREE.also(Where(after=PLAYED)), Where(after=TRICK), EVEN)
PANELS = (
    Rates(
        message("Staying and dropping out"),
        (
            KEPT,
            HowOften(message("Had to stay, took a trick"), Where(before=("held",)), Where(after=TRICK)),
            HowOften(message("Made trump, took a trick"), MAKER.also(Where(after=PLAYED)), Where(after=TRICK)),
            HowOften(message("Could drop out and did"), FREE, Where(after=("dropped",))),
        ),
        message("The cut is where staying pays: about three times in four."),
    ),
    Fields(
        message("Stayed in"),
        ((message("by choice"), FREE), (message("had to"), Where(before=("held",)))),
        ((message("took a trick"), Where(after=TRICK)), (message("took no trick"), Where(after=("none",)))),
    ),
    Averages(
        message("Doubled deals"),
        (
            Average(message("the maker, doubled"), MAKER.also(DOUBLE)),
            Average(message("the others, doubled"), OTHERS.also(DOUBLE)),
            Average(message("the others, plain"), OTHERS.also(Where(kinds=("deal",)))),
        ),
    ),
    Averages(message("Naming trump"), (Average(message("the maker"), MAKER), Average(message("the others"), OTHERS))),
    Averages(
        message("From the ninth deal on"),
        (Average(message("the maker"), MAKER.also(NINTH)), Average(message("the others"), OTHERS.also(NINTH))),
    ),
    Tallies(
        message("Rare deals"),
        (
            TallyRow(message("Took all five"), SWEEP, praise=True),
            TallyRow(message("Everybody dropped out"), Where(after=("alone",))),
            TallyRow(message("Ninth deals and later"), NINTH),
        ),
    ),
    Winners(message("Who wins"), (WinRow(message("never dropped out"), Where(after=("dropped",)), never=True),)),
)
RECORDS = (
    RecordKind("fewest", message("Won in the fewest deals"), Where(), "fewest"),
    RecordKind("sweeps", message("Most sweeps in an evening"), SWEEP, "evening"),
    RecordKind("deal", message("Most points down in a deal"), Where(before=("maker", "held", "free"))),
)


class ZwanzigAbReview(GameReview):
    """Deals that one may drop out of."""

    panels = PANELS
    records = RECORDS
    private = (KEPT,)
    feats = {"sweep": message("{who} took all five tricks on deal {deal} of {game}.")}
    wordings = {
        "deal": message("A deal"),
        "double": message("Doubled"),
        "redeal": message("Redeal"),
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
        if entry.get("redeal"):
            return Fact("redeal", maker)
        kind = "deal" if times(standing, entry) == 1 else "double"
        return Fact(kind, maker, None, None, entry["tricks"][maker], -line.points[maker], entry.get("trump"))

    def parts(self, standing: Standing, line: Line) -> tuple[SeatPart, ...]:
        entry = without_nulls(line.deal.entry)
        if entry.get("redeal"):
            return ()
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


DEALS = 30  # are followed at most
LITTLE = 0.01  # of a walk still under way: the rest is left out


class Walks:
    """Walks under one distribution a deal; arrivals are kept, as many walks are asked for again and again."""

    def __init__(self, deal: Callable[[int], Distribution], settled: int, highest: int) -> None:
        """deal: by the number of a deal, what it adds to one player's total.

        settled: from the deal of this number on they are alike; highest: a walk above it counts as if there.
        """
        self.deal, self.settled, self.highest = deal, settled, highest
        self.known: dict[tuple[int, int], Arrivals] = {}

    def chances(self, totals: tuple[int, ...], number: int) -> tuple[float, ...]:
        """The chance of each player, with these totals before the deal of this number."""
        firsts = joined([self.arrivals(total, number) for total in totals])
        whole = sum(firsts)
        return tuple(first / whole for first in firsts) if whole else tuple(1 / len(totals) for _ in totals)

    def arrivals(self, total: int, number: int) -> Arrivals:
        """For each deal to come, the chance to stand at each total of nought or less for the first time after it.

        Who is down already without having won plays on as if from 1.
        """
        total, number = min(max(total, 1), self.highest), min(number, self.settled)
        if (total, number) not in self.known:
            self.known[total, number] = self.walk(total, number)
        return self.known[total, number]

    def walk(self, total: int, number: int) -> Arrivals:
        """The same, worked out deal by deal."""
        under_way = [0.0] * (self.highest + 1)
        under_way[total] = 1.0
        found: Arrivals = []
        while sum(under_way) > LITTLE and len(found) < DEALS:
            there, under_way = advanced(under_way, self.deal(number + len(found)))
            found.append(there)
        return found


def advanced(under_way: list[float], deal: Distribution) -> tuple[dict[int, float], list[float]]:
    """One deal further: who has arrived, and the chance of each total of those who have not."""
    most, last = max(0, -min(deal)), len(under_way) - 1
    after = [0.0] * (most + last + 1 + max(0, *deal))  # from the lowest total that can be reached
    known = [(total, chance) for total, chance in enumerate(under_way, most) if chance]
    for step, share in deal.items():
        for total, chance in known:
            after[total + step] += chance * share
    there = {at - most: chance for at, chance in enumerate(after[: most + 1]) if chance}
    return there, [0.0, *after[most + 1 : most + last], sum(after[most + last :])]


def joined(walks: list[Arrivals]) -> list[float]:
    """The chance of each walk to be lowest in the deal in which the first arrives."""
    firsts = [0.0] * len(walks)
    late = [1.0] * len(walks)  # the chance not to have arrived yet
    for deal in range(max(len(walk) for walk in walks)):
        here = [walk[deal] if deal < len(walk) else {} for walk in walks]
        late = [chance - sum(there.values()) for chance, there in zip(late, here, strict=True)]
        lows = sorted({low for there in here for low in there}, reverse=True)
        beaten = [not_lower(there, chance, lows) for there, chance in zip(here, late, strict=True)]
        for place, there in enumerate(here):
            others = beaten[:place] + beaten[place + 1 :]
            firsts[place] += sum(chance * prod(known[low] for known in others) for low, chance in there.items())
    return firsts


def not_lower(there: dict[int, float], late: float, lows: list[int]) -> dict[int, float]:
    """By each of these totals, highest first: the chance to have come above it or not at all, half of that at it."""
    found: dict[int, float] = {}
    above = late
    for low in lows:
        chance = there.get(low, 0.0)
        found[low] = above + chance / 2
        above += chance
    return found


USUAL, SPECIAL = "usual", "special"
BOOKS = {  # what 60 seats get in a deal: stayed and took tricks or none, or dropped out
    USUAL: {0: 14, -1: 14, -2: 9, -3: 4, -4: 3, -5: 1, 5: 8, -6: 1, -8: 1, 10: 2, -10: 1},
    SPECIAL: {-2: 21, -4: 11, -6: 5, -8: 2, -10: 1, 10: 20},
}
SETTLED = {"ninth_on": 9, "ninth_only": 10, "off": 1}  # by special_deals: from which deal on all are of one kind
FARTHEST = 100  # where a match begins higher, nobody can tell


def chances(sheet: Sheet, past: Mapping[str, int]) -> list[tuple[float, ...]] | None:
    """The chance of each player before the first deal and after each; None where they begin too high for that."""
    rules = sheet.standing.rules
    if rules["start"] > FARTHEST:
        return None
    seen = {kind: distribution(past, kind) for kind in BOOKS}
    walks = Walks(lambda number: seen[kind_of(rules, number)], SETTLED[rules["special_deals"]], 20 + rules["start"])
    return course(GAME, sheet, lambda played, totals: walks.chances(totals, played + 1))


def kind_of(rules: Rules, number: int) -> str:
    """Whether the deal of this number is special."""
    return SPECIAL if special_deal(rules["special_deals"], number) else USUAL


def distribution(past: Mapping[str, int], kind: str) -> dict[int, float]:
    """The chance of what a deal does to a player's total: the past with the book's deals added."""
    seen: Counter[int] = Counter(BOOKS[kind])
    for code, n in past.items():
        name, _, points = code.partition(" ")
        if name == kind:
            seen[int(points)] += n
    return {points: n / seen.total() for points, n in seen.items()}


def past_of(sheet: Sheet) -> dict[str, int]:
    """What each deal of a finished match did to each player's total, as "kind points" -> how often."""
    rules = sheet.standing.rules
    found = [f"{kind_of(rules, line.number)} {gain}" for line in counted_lines(GAME, sheet) for gain in line.points]
    return dict(Counter(found))
