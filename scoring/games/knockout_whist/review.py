"""What is told of Knock-Out Whist afterwards: who named trump, how each player came through, the chance to survive.

For that players are alike but for what life they have; naming trump helps a little. A state is how many are in and
could still fail once (lives), how many are in and could not (inside), how many play one card after a failure (dogs),
and the cards of the next deal. A match for money has no chance: whether somebody buys on is not in the cards.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from scoring.entry_shape import without_nulls
from scoring.games.knockout_whist import GAME
from scoring.games.knockout_whist.score import chooser_of, status_after
from scoring.review import (
    Average,
    Averages,
    Fact,
    GameReview,
    HowOften,
    Pot,
    Rates,
    RecordKind,
    SeatPart,
    Survival,
    Where,
    Winners,
    WinRow,
)
from scoring.sheet import counted_lines
from scoring.win_chance import ended, without_deals
from scoring.words import message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from scoring.words import Line, Rules, Sheet, Standing

    Shares = tuple[float, ...]


THROUGH = Where(after=("in", "dog", "parish", "blind_parish"))
ON_DOG, ON_PARISH = Where(before=("dog",)), Where(before=("parish", "blind_parish"))
PANELS = (
    Survival(message("Who comes through"), "out"),
    Rates(
        message("Second lives"),
        (
            HowOften(message("Came through on a dog’s life"), ON_DOG, THROUGH),
            HowOften(message("Came through on the parish"), ON_PARISH, THROUGH),
        ),
    ),
    Winners(
        message("Who wins"),
        (
            WinRow(message("after a dog’s life"), ON_DOG),
            WinRow(message("after a parish"), ON_PARISH),
            WinRow(
                message("never on either"), ON_DOG.also(Where(before=(*ON_DOG.before, *ON_PARISH.before))), never=True
            ),
        ),
    ),
    Averages(
        message("Naming trump"), (Average(message("tricks beyond an equal share"), Where(kinds=("deal",)), "edge"),)
    ),
    Pot(message("The pot")),
)
RECORDS = (
    RecordKind("fewest", message("Won in the fewest deals"), Where(), "fewest"),
    RecordKind("rainbow", message("First Rainbow"), Where(kinds=("rainbow",)), "first"),
    RecordKind("dog", message("Most dog’s lives survived in a match"), ON_DOG.also(THROUGH), "match"),
)


class KnockoutWhistReview(GameReview):
    """Deals that players come through, or not."""

    panels = PANELS
    records = RECORDS
    rare = ("rainbow",)
    narrow = {
        "dog": message("{who} came through on a dog’s life, and won {game}."),
        "parish": message("{who} came through on the parish, and won {game}."),
        "blind_parish": message("{who} came through on the blind parish, and won {game}."),
    }
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


class State(NamedTuple):
    """How many of each kind are left, and the cards of the next deal."""

    lives: int
    inside: int
    dogs: int
    cards: int


class KindChances(NamedTuple):
    """The chance of one of each kind to be left last."""

    lives: float
    inside: float
    dogs: float


class Fall(NamedTuple):
    """What a deal can do: dogs that won a trick, those with a life and those without that won none, and its chance."""

    dogs: int
    lives: int
    inside: int
    chance: float


class Survivors:
    """How a table plays, with the chances that were worked out for it."""

    def __init__(self, empty: Callable[[int, int], Shares], dog: Callable[[int], float], rule: str, cut: bool) -> None:
        """empty: of so many players with full hands and tricks among them, the chance that 0, 1, … win none.

        dog: of so many players left, the chance of one on a dog's life to win a trick. rule: off, one_occasion (all who
        fail in the first deal in which anybody does get another life) or one_per_player; cut: only one of several.
        """
        self.empty, self.dog, self.rule, self.cut = empty, dog, rule, cut
        self.known: dict[State, KindChances] = {}

    def values(self, state: State) -> KindChances:
        """The chance of one of each kind; 0 for a kind that nobody is of."""
        if state not in self.known:
            self.known[state] = self.worked_out(state)
        return self.known[state]

    def worked_out(self, state: State) -> KindChances:
        """The same, from all that the next deal can do; the last trick goes to anybody."""
        left = state.lives + state.inside + state.dogs
        if left == 1 or state.cards <= 1:
            return KindChances(*(bool(n) / left for n in state[:3]))
        found, whole = [0.0, 0.0, 0.0], 0.0
        for fall in self.falls(state):
            whole += fall.chance
            for kind, value in enumerate(self.after(state, fall)):
                found[kind] += fall.chance * value
        return KindChances(*(value / whole / max(1, n) for value, n in zip(found, state[:3], strict=True)))

    def falls(self, state: State) -> Iterator[Fall]:
        """All that a deal can do."""
        full = state.lives + state.inside
        dog = self.dog(full + state.dogs)
        for won in range(min(state.dogs, state.cards) + 1):
            of_dogs = comb(state.dogs, won) * dog**won * (1 - dog) ** (state.dogs - won)
            for failed, chance in enumerate(self.empty(full, state.cards - won)):
                for lives in range(max(0, failed - state.inside), min(failed, state.lives) + 1):
                    ways = comb(state.lives, lives) * comb(state.inside, failed - lives) / comb(full, failed)
                    if chance:  # somebody wins a trick
                        yield Fall(won, lives, failed - lives, of_dogs * chance * ways)

    def after(self, state: State, fall: Fall) -> tuple[float, float, float]:
        """The chances after a deal, summed over those of each kind before it."""
        stay, safe = state.lives - fall.lives, state.inside - fall.inside
        spared = 0 if self.rule == "off" else 1 if self.cut and fall.lives > 1 else fall.lives
        ended = self.rule == "one_occasion" and fall.lives + fall.inside > 0  # the occasion is over, for all
        came = State(0 if ended else stay, safe + fall.dogs + (stay if ended else 0), spared, state.cards - 1)
        then = self.values(came)
        kept = then.inside if ended else then.lives
        return stay * kept + spared * then.dogs, safe * then.inside, fall.dogs * then.inside


@cache
def urn(evenness: float, players: int, tricks: int) -> Shares:
    """The chance that so many (0, 1, …) of the players win none of the tricks, which fall by Pólya's urn.

    Who has won some wins more easily, the more so the smaller the evenness is.
    """
    held = {0: 1.0}  # players with a trick -> chance
    for fallen in range(tricks):
        after: dict[int, float] = {}
        for n, chance in held.items():
            new = (players - n) * evenness / (players * evenness + fallen)
            after[n] = after.get(n, 0.0) + chance * (1 - new)
            after[n + 1] = after.get(n + 1, 0.0) + chance * new
        held = after
    return tuple(held.get(players - n, 0.0) for n in range(players + 1))


MOST = 7  # players
EVENNESS, BOOK_FAILURES = 4.0, 5  # how evenly the book's tricks fall; it counts as so many deals of each kind
BOOK_DOGS = 10  # a dog's only card wins a trick once in as many as there are players; as if seen so many times
BOOK_NAMER, BOOK_NAMERS = 1.1, 30  # naming trump multiplies a chance; as if seen so many times
OUT, DOG, IN, LIFE = "out", "dog", "in", "life"


class Situation(NamedTuple):
    """What each seat is before a deal (out, dog, in, or in with a life left), its cards, and who names trump."""

    kinds: tuple[str, ...]
    cards: int
    namer: int | None


def chances(sheet: Sheet, past: Mapping[str, int]) -> list[tuple[float, ...]] | None:
    """The chance of each player before the first deal and after each."""
    rules = sheet.standing.rules
    if rules["money"] or without_deals(sheet):
        return None
    survivors, namer = survivors_of(rules, past), namer_factor(past)
    return ended(sheet, [chances_at(survivors, namer, table) for table in tables(sheet)])


def chances_at(survivors: Survivors, namer: float, table: Situation) -> tuple[float, ...]:
    """The chance of each seat: that of its kind, a little more for who names trump."""
    count = Counter(table.kinds)
    life, inside, dog = survivors.values(State(count[LIFE], count[IN], count[DOG], table.cards))
    of_kind = {OUT: 0.0, DOG: dog, IN: inside, LIFE: life}
    found = [of_kind[kind] * (namer if seat == table.namer else 1) for seat, kind in enumerate(table.kinds)]
    return tuple(chance / sum(found) for chance in found)


def tables(sheet: Sheet) -> list[Situation]:
    """The table before the first deal and after each."""
    rules, first = sheet.standing.rules, sheet.standing.rules["first_hand"]
    players = len(sheet.standing.table.players)
    found = [Situation((IN if rules["amnesty"] or rules["dogs_life"] == "off" else LIFE,) * players, first, None)]
    for line in counted_lines(GAME, sheet):
        kinds = kinds_after(rules, found[-1].kinds, line)
        namer = chooser_of(line.deal.entry) if "tricks" in line.deal.entry else None
        found.append(Situation(kinds, first - line.number, namer))
    return found


def kinds_after(rules: Rules, before: tuple[str, ...], line: Line) -> tuple[str, ...]:
    """What each seat is after a deal."""
    failed = {given.side: given.why for given in line.awards if given.why in ("knocked_out", "dogs_life")}
    over = bool(failed) and rules["dogs_life"] == "one_occasion"
    return tuple(kind_after(kind, failed.get(seat), over) for seat, kind in enumerate(before))


def kind_after(kind: str, failed: str | None, over: bool) -> str:
    """What a seat is after a deal in which it failed so; over: from now on nobody has a life left."""
    if kind == OUT or failed == "knocked_out":
        return OUT
    if failed:
        return DOG
    return LIFE if kind == LIFE and not over else IN


def survivors_of(rules: Rules, past: Mapping[str, int]) -> Survivors:
    """How this table plays, as far as the past tells."""

    @cache
    def empty(players: int, tricks: int) -> tuple[float, ...]:
        book = urn(EVENNESS, players, tricks)
        seen = [past.get(f"failed {players} {tricks} {none}", 0) for none in range(players + 1)]
        whole = sum(seen) + BOOK_FAILURES
        return tuple((n + BOOK_FAILURES * share) / whole for n, share in zip(seen, book, strict=True))

    def dog(players: int) -> float:
        won, lost = past.get(f"dog won {players}", 0), past.get(f"dog lost {players}", 0)
        return (won + BOOK_DOGS / players) / (won + lost + BOOK_DOGS)

    rule = "off" if rules["amnesty"] else rules["dogs_life"]
    return Survivors(empty, dog, rule, rules["several_first"] == "one_by_cut")


def namer_factor(past: Mapping[str, int]) -> float:
    """What naming trump multiplies a chance by: matches won by who named trump, against 1 of all who were in."""
    due = sum(past.get(f"namer {n}", 0) / n for n in range(2, MOST + 1)) + BOOK_NAMERS
    return (sum(past.get(f"namer won {n}", 0) for n in range(2, MOST + 1)) + BOOK_NAMERS * BOOK_NAMER) / due


def past_of(sheet: Sheet) -> dict[str, int]:
    """What a finished match shows of failures, dogs and who names trump, by code.

    "failed players tricks none": deals in which so many with full hands won so many tricks, and so many of them none.
    """
    found: Counter[str] = Counter()
    if sheet.standing.rules["money"]:
        return {}
    winners = sheet.outcome.winners if sheet.outcome else ()
    for table, line in zip(tables(sheet), counted_lines(GAME, sheet), strict=False):
        if "tricks" in line.deal.entry and table.cards > 1:
            found.update(seen_in(table, line.deal.entry["tricks"]))
            found.update(named(table, winners))
    return dict(found)


def seen_in(table: Situation, tricks: list[int | None]) -> Counter[str]:
    """The failures of a deal."""
    dogs = [bool(took) for kind, took in zip(table.kinds, tricks, strict=True) if kind == DOG]
    full = [took or 0 for kind, took in zip(table.kinds, tricks, strict=True) if kind in (IN, LIFE)]
    found = Counter(f"dog {'won' if won else 'lost'} {len(dogs) + len(full)}" for won in dogs)
    found[f"failed {len(full)} {sum(full)} {full.count(0)}"] += 1
    return found


def named(table: Situation, winners: tuple[int, ...]) -> list[str]:
    """That somebody names trump among so many, and whether the match was won by that player.

    Not where somebody is on a dog's life: who names trump never is, and would seem to gain by it.
    """
    players = len([kind for kind in table.kinds if kind != OUT])
    if table.namer is None or DOG in table.kinds:
        return []
    return [f"namer {players}"] + ([f"namer won {players}"] if table.namer in winners else [])
