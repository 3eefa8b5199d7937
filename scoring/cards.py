"""Packs and ranks of every game; for the 32 cards of Clobyosh: points, rank orders, declared runs and which is better.

A card is its rank and the first letter of its suit: "AS", "10H", "7C". A run is {"length", "top", "trump"}.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.words import Values

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Every rank, the lowest first."""

NATURAL = ("A", "K", "Q", "J", "10", "9", "8", "7")
"""The order of sequences and of the cut for dealer (CB-D12)."""

TRICK_ORDER = ("A", "10", "K", "Q", "J", "9", "8", "7")
"""What beats what in a plain suit."""

TRUMP_ORDER = ("J", "9", "A", "10", "K", "Q", "8", "7")
"""What beats what among trumps."""

PLAIN_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 20, "9": 14, "8": 0, "7": 0}
SUIT_OF = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def pack_from(lowest: str) -> tuple[tuple[str, ...], ...]:
    """The cards from this rank up as they are printed ("10♥"): the four of a rank together, the lowest rank first."""
    return tuple([tuple([rank + sign for sign in "♣♦♥♠"]) for rank in RANKS[RANKS.index(lowest) :]])


PACK_52, PACK_32 = pack_from("2"), pack_from("7")


def suit(card: str) -> str:
    """The suit of a card; raises KeyError for what is no card."""
    return SUIT_OF[card[-1:]]


def points_of(trump: str | None, card: str) -> int:
    """The points of one card: the jack and the nine count more in trumps. Raises KeyError for what is no card."""
    values = TRUMP_POINTS if suit(card) == trump else PLAIN_POINTS
    return values[card[:-1]]


def card_points(trump: str | None, cards: list[str]) -> int:
    """The points of cards won in tricks, without the ten for the last trick. Raises KeyError for what is no card."""
    return sum([points_of(trump, card) for card in cards])


def run_points(length: int) -> int:
    """The points of a run: fifty for every four cards, twenty for three that are left over (CB-D7)."""
    return length // 4 * 50 + (20 if length % 4 == 3 else 0)


def run_start(run: Values) -> int:
    """The place of a run's highest card in the natural order, 0 for the ace."""
    top: str = run["top"]
    return NATURAL.index(top)


def best_run(runs: list[Values]) -> tuple[int, int, int]:
    """What is compared aloud: fifty or twenty, 8 for ace high down to 3 for nine high, 1 for trump; noughts if none."""
    keys = [(50 if run["length"] > 3 else 20, 8 - run_start(run), 1 if run["trump"] else 0) for run in runs]
    return max(keys or [(0, 0, 0)])


def better_runs(first: list[Values], second: list[Values]) -> tuple[int, str]:
    """Who has the best run (0, 1, or -1: nobody) and by what: value, top, trump, declared_first, unanswered, none."""
    one, other = best_run(first), best_run(second)
    if one[0] == 0 or other[0] == 0:
        return (-1, "none") if one == other else (0 if one[0] else 1, "unanswered")
    for place, reason in enumerate(("value", "top", "trump")):
        if one[place] != other[place]:
            return 0 if one[place] > other[place] else 1, reason
    return 0, "declared_first"


def are_runs(value: object) -> bool:
    """Whether this is one list of runs for each of two players, of the right types throughout."""
    if type(value) is not list or len(value) != 2:
        return False
    return all(type(runs) is list and all(map(is_run, runs)) for runs in value)


def is_run(value: object) -> bool:
    """Whether this is exactly a length of 3 to 8, a top card from ace to nine, and whether it is trump."""
    if type(value) is not dict or len(value) != 3 or type(value.get("trump")) is not bool:
        return False
    length, top = value.get("length"), value.get("top")
    return type(length) is int and 3 <= length <= 8 and type(top) is str and top in NATURAL[:6]


def share_a_card(runs: list[Values]) -> bool:
    """Whether any two runs of one suit would need the same card."""
    spans = sorted([(run_start(run), run["length"]) for run in runs])
    return any(spans[n][0] + spans[n][1] > spans[n + 1][0] for n in range(len(spans) - 1))


def most_through_a_rank(runs: list[Values]) -> int:
    """How many runs, at most, hold a card of the same rank: there are three plain suits."""
    starts = [run_start(run) for run in runs]
    return max(
        [0] + [len([run for run in runs if run_start(run) <= rank < run_start(run) + run["length"]]) for rank in starts]
    )
