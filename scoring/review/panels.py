"""The panels of a game's page of review: what is counted, in words; models/review/ counts it, web/review/ draws it.

A game lists its own in GameReview.panels. Labels are wordings marked for translation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scoring.review.facts import Where
    from scoring.words import Wording


class Contracts(NamedTuple):
    """How often each bid is made and what it brings: a row for each bid of some kinds, then one for each other kind."""

    title: Wording
    by_bid: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


class RateRow(NamedTuple):
    """How often among some deals something was so; due: the share at which it is even, where there is such a thing."""

    label: Wording
    of: Where
    hit: Where
    due: float | None = None


class Rates(NamedTuple):
    """Rates beside each other."""

    title: Wording
    rows: tuple[RateRow, ...]
    remark: Wording = ""


class Fields(NamedTuple):
    """Deals counted by two things at once, a field for each pair; each a wording with what it means."""

    title: Wording
    rows: tuple[tuple[Wording, Where], ...]
    columns: tuple[tuple[Wording, Where], ...]
    remark: Wording = ""


class MeanRow(NamedTuple):
    """The mean of a value over some deals: gain, dealer_gain, took, given, played, or edge.

    edge: tricks taken beyond an equal share, where each plays alone.
    """

    label: Wording
    of: Where
    value: str = "gain"


class Means(NamedTuple):
    """Means beside each other."""

    title: Wording
    rows: tuple[MeanRow, ...]
    remark: Wording = ""


class TallyRow(NamedTuple):
    """How many deals were so; worst: also the least that one of them brought; praise: also whose the last was."""

    label: Wording
    of: Where
    worst: bool = False
    praise: bool = False


class Tallies(NamedTuple):
    """Deals that are so rare that each counts, with the day of the last one and the longest wait."""

    title: Wording
    rows: tuple[TallyRow, ...]
    remark: Wording = ""


class Speaks(NamedTuple):
    """Who has the last word in the auction, by turn, and what it brings."""

    title: Wording


class Trumps(NamedTuple):
    """Which trump is made how often; words: by the code of a fact."""

    title: Wording
    words: dict[str, Wording]


class WinRow(NamedTuple):
    """Of those to whom such a deal happened in a match, how many won it; never: of those to whom none happened."""

    label: Wording
    of: Where
    never: bool = False


class Winners(NamedTuple):
    """Who wins the match."""

    title: Wording
    rows: tuple[WinRow, ...]


class Survival(NamedTuple):
    """Who comes through which deal, by how many sat there; out: what comes after it for who does not."""

    title: Wording
    out: str


class Pot(NamedTuple):
    """The money of finished matches: how many were for money, and what the largest pot was."""

    title: Wording


Panel = Contracts | Rates | Fields | Means | Tallies | Speaks | Trumps | Winners | Survival | Pot
