"""What a game tells the review of past evenings: its GAME_REVIEW in its review.py. No phone has it.

Facts are what review counts in a deal. Panels are what a game's page shows of them beside what it shows of
every game, in words marked for translation; models/review/ counts it, web/review/ draws it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.words import message

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from scoring.words import Line, Rules, Standing, Wording

    Brought = tuple[int, int, int]  # points of the one side, of the other, sign


class Where(NamedTuple):
    """Deals by what was played for and what came of it; what is empty or None says nothing.

    kinds, bid, made, trump, opened: see Fact; seat: of who declared (or of the part) from the dealer, the dealer is the
    last; number: this deal of a match or a later one; short: what was lacking to the bid; taken:
    so many tricks or points or more; missed: what there is to take in all, of which the other side took what it had
    bid. before, after: of a SeatPart, then each seat is meant.
    """

    kinds: tuple[str, ...] = ()
    bid: int | None = None
    made: bool | None = None
    trump: str | None = None
    seat: int | None = None
    number: int | None = None
    short: int | None = None
    taken: int | None = None
    opened: bool | None = None
    missed: int | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def of_parts(self) -> bool:
        """Whether it is about the deals of single seats."""
        return bool(self.before or self.after)

    @property
    def about_deal(self) -> bool:
        """Whether it says more than how a seat was in the deal."""
        return self._replace(seat=None, before=(), after=()) != Where()

    def also(self, more: Where) -> Where:
        """Both together; where both speak of the same, the other is meant."""
        return Where._make(own if theirs in (None, ()) else theirs for own, theirs in zip(self, more, strict=True))


class Fact(NamedTuple):
    """What was played for in a deal, and what came of it.

    kind: what was played, a code of the game; seat: who declared, None for nobody; bid: as the entry has it; made: None
    where nothing can be made or lost; took: tricks or points of the declaring side; gain: points of that side minus
    those of the other; trump: as it was written down; opened: whether the auction was written call by call; given:
    points that came with the cards, played: points that were played for, both of the declaring side, where a game
    tells them apart. other_bid: the highest that the other side had bid.
    """

    kind: str
    seat: int | None = None
    bid: int | None = None
    made: bool | None = None
    took: int | None = None
    gain: int = 0
    trump: str | None = None
    opened: bool = False
    given: int | None = None
    played: int | None = None
    other_bid: int | None = None


class SeatPart(NamedTuple):
    """What a deal was for one seat where each plays alone.

    took: tricks, None for who took no part; before: how the seat was in the deal, after: what came of it, codes of the
    game.
    """

    seat: int
    took: int | None
    gain: int
    before: str
    after: str


def other_bid(spoken: Iterable[tuple[int, Any]], declarer: int) -> int | None:
    """What the side of who did not declare had bid at most; spoken: who said what, two and two."""
    return max((call for seat, call in spoken if type(call) is int and (seat - declarer) % 2), default=None)


class Contracts(NamedTuple):
    """How often each bid is made and what it brings: of the kinds by_bid each number, of the others the kind."""

    title: Wording
    by_bid: tuple[str, ...] = ()


class HowOften(NamedTuple):
    """How often among some deals something was so; due: the share at which it is even, where there is such a thing."""

    label: Wording
    of: Where
    hit: Where
    due: float | None = None


class Rates(NamedTuple):
    """How often several things were so; note: what is counted."""

    title: Wording
    rows: tuple[HowOften, ...]
    note: Wording = ""


class TallyRow(NamedTuple):
    """Deals that are counted; value: gain, took, given or played, of which the mean is told."""

    label: Wording
    of: Where
    value: str = ""


class Tallies(NamedTuple):
    """How many deals were so, or the mean of their value; note: in what it is told."""

    title: Wording
    rows: tuple[TallyRow, ...]
    note: Wording = ""


class ByPerson(NamedTuple):
    """The same of each person: how often something was so in their deals, or what is counted of them."""

    title: Wording
    row: HowOften | TallyRow
    note: Wording = ""


class Trumps(NamedTuple):
    """Which trump is made how often, or where nothing is made, in how many deals; words: of what is no suit."""

    title: Wording = message("Trump")
    words: dict[str, Wording] = {}


Panel = Contracts | Rates | Tallies | ByPerson | Trumps


class Contest(NamedTuple):
    """How two sides play a match: what chances to win follow from. A deal brings points to both, and a sign: see first.

    kind: what its deals are counted as; book: what deals bring, more to the one side -> how many deals that counts as;
    target: the total that ends the match, or 0; deals: after so many whoever is ahead has won, where there is no
    target; unit: points that make one step of a race.
    """

    kind: str
    book: Mapping[Brought, int]
    target: int
    deals: int = 0
    unit: int = 1


class GameReview:
    """The review of one game. Every method is a pure function of a counted deal and the standing before it."""

    # code of a kind, or of what was before or after a part -> what people call it
    wordings: dict[str, Wording] = {"deal": message("A deal")}
    bids: bool = False  # whether a declared bid is made or lost
    panels: tuple[Panel, ...] = ()  # what its page of review shows, beside what every game's shows
    private: tuple[HowOften, ...] = ()  # what somebody is told about their own play only
    rare: tuple[str, ...] = ()  # contracts that are called by name, which an evening's story tells of

    def fact(self, standing: Standing, line: Line) -> Fact:
        """What was played for in a scored deal."""
        return Fact("deal")

    def bid_words(self, bid: int) -> Wording:
        """What a bid is called; its number where it has no name."""
        return str(bid)

    def parts(self, standing: Standing, line: Line) -> tuple[SeatPart, ...]:
        """What the deal was for each seat, where each plays alone."""
        return ()

    def contest(self, rules: Rules) -> Contest | None:
        """How two sides play a match by these rules; None where no chance to win is told."""
        return None

    def first(self, standing: Standing, line: Line) -> int | None:
        """The side that wins if this deal takes both past the target (sign 1 for the one side, -1 for the other).

        None where whoever is further does (sign 0).
        """
        return None


KEYS = ("boomke_wies", "clobyosh", "knockout_whist", "texas_42", "zwanzig_ab")


def review_of(key: str) -> GameReview:
    """The review of a game by its key."""
    if key not in KEYS:
        return GameReview()
    module: Any = __import__(f"scoring.games.{key}.review", None, None, ["GAME_REVIEW"])
    review: GameReview = module.GAME_REVIEW
    return review
