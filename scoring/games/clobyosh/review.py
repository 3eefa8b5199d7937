"""What is told of Clobyosh afterwards: the maker's deals, claims, what the cards gave against what was played for."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from scoring.entry_shape import without_nulls
from scoring.games.clobyosh.check import made
from scoring.games.clobyosh.score import TIED, claimed, verdict_of
from scoring.review import (
    Contest,
    Contracts,
    Fact,
    GameReview,
    HowOften,
    Rates,
    Tallies,
    TallyRow,
    Trumps,
    Where,
)
from scoring.words import message

if TYPE_CHECKING:
    from scoring.words import Entry, Line, Rules, Standing


MADE = {"made": True, "fell_short": False}

MAKER, CLAIMS = ("turned", "named"), ("claimed", "false_claim")
WON, LOST = Where(kinds=MAKER, made=True), Where(kinds=MAKER, made=False)
PANELS = (
    Contracts(message("The maker")),
    Rates(
        message("Claims and equal deals"),
        (
            HowOften(message("Claims that were right"), Where(kinds=CLAIMS), Where(made=True)),
            HowOften(message("Equal"), Where(kinds=(*MAKER, "tied")), Where(kinds=("tied",))),
        ),
    ),
    Tallies(
        message("Sequences and Bela"),
        (TallyRow(message("The maker, made"), WON, "given"), TallyRow(message("The maker, lost"), LOST, "given")),
        message("points a deal"),
    ),
    Tallies(
        message("Cards and the last trick"),
        (TallyRow(message("The maker, made"), WON, "played"), TallyRow(message("The maker, lost"), LOST, "played")),
        message("points a deal"),
    ),
    Trumps(),
)
SHARES = {(80, 40): 12, (100, 50): 8, (120, 0): 10, (140, 30): 6, (170, 0): 4}  # what 40 deals bring
SIGNS = {"higher_total": (0, 0, 0), "last_trick": (1, 1, -1), "non_maker": (1, -1, -1)}  # who gained more is first


class ClobyoshReview(GameReview):
    """Deals of a maker, who has more points than the other or falls short."""

    bids = True
    panels = PANELS
    wordings = {
        "turned": message("Took the turned suit"),
        "named": message("Named a suit"),
        "tied": message("Equal"),
        "claimed": message("Claimed, and right"),
        "false_claim": message("Claimed, and wrong"),
        "passed": message("Everybody passed"),
    }

    def fact(self, standing: Standing, line: Line) -> Fact:
        entry = without_nulls(line.deal.entry)
        maker, trump = entry.get("maker"), entry.get("trump")
        if maker is None:
            return Fact("passed")
        both = made(standing, entry)
        verdict = verdict_of(standing, entry, both)
        seat = entry["claim"] if verdict in ("claimed", "false_claim") else maker
        kind = "tied" if verdict in TIED else verdict
        if verdict in MADE:
            kind = "turned" if entry.get("turned") else "named"
        worth = played_for(entry, seat)
        gain = line.points[seat] - line.points[1 - seat]
        won = MADE.get(verdict, {"claimed": True, "false_claim": False}.get(verdict))
        return Fact(kind, seat, None, won, both[seat], gain, trump, False, both[seat] - worth, worth)

    def contest(self, rules: Rules) -> Contest | None:
        """A race to the target; not told where points wait for the next deal."""
        if rules["equal_totals"] == "held":
            return None
        book: Counter[tuple[int, int, int]] = Counter()
        for pair, sign in product(SHARES, SIGNS[rules["both_over"]]):
            book[(*pair, sign)] += SHARES[pair]
        return Contest(rules["both_over"], book, rules["target"], unit=10)

    def first(self, standing: Standing, line: Line) -> int | None:
        """Who wins when both arrive in this deal; None for who has more."""
        entry, rule = line.deal.entry, standing.rules["both_over"]
        if claimed(line):
            return int(entry["claim"])
        if rule == "non_maker" and entry.get("maker") is not None:
            return 1 - int(entry["maker"])
        found: int | None = entry.get("last_trick") if rule == "last_trick" else None
        return found


def played_for(entry: Entry, seat: int) -> int:
    """The points of a seat that were played for: its card points, and ten for the last trick."""
    return int(entry["cards"][seat]) + (10 if entry.get("last_trick") == seat else 0)


GAME_REVIEW = ClobyoshReview()
