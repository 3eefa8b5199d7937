"""The double-six set: tiles, suits, what counts, who wins a trick.

A tile is a pair of numbers 0 to 6, in any order. A suit is a number 0 to 6, or DOUBLES where the doubles are a suit of
their own. `trump` is a suit or None. `doubles` says where the doubles rank: HIGH or LOW in their suit, or OWN (6-6 down
to 0-0) or REVERSED (0-0 down to 6-6) as a suit of their own; doubles that are trump are so whatever it says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Tile = Sequence[int]
    Suit = int

DOUBLES = 7
HIGH, LOW, OWN, REVERSED = "high", "low", "own", "reversed"
TILES = tuple((high, low) for high in range(7) for low in range(high + 1))
BY_PIPS = tuple(
    [tuple([str(high) + "-" + str(both - high) for high in range(7) if high >= both - high >= 0]) for both in range(13)]
)
"""The tiles as they are printed ("6-4"): those of as many pips together, the fewest first."""
COUNTERS = ((5, 5), (6, 4), (5, 0), (4, 1), (3, 2))
TRICKS = 7
ALL_POINTS = 42


def pips(tile: Tile) -> int:
    """All the pips of a tile."""
    return tile[0] + tile[1]


def is_double(tile: Tile) -> bool:
    """Whether both ends are the same."""
    return tile[0] == tile[1]


def counts(tile: Tile) -> int:
    """What a tile brings to the side that wins it: 10 for ten pips, 5 for five."""
    return pips(tile) if pips(tile) in (5, 10) else 0


def count(tiles: Sequence[Tile]) -> int:
    """The points of one trick: one for itself, and what its tiles count."""
    return taken(tiles, 1)


def taken(tiles: Sequence[Tile], tricks: int) -> int:
    """The points of a side that has won so many tricks, with these tiles (or only the counters) in them; 42 in all."""
    return tricks + sum([counts(tile) for tile in tiles])


def own_suit(trump: Suit | None, doubles: str) -> bool:
    """Whether the doubles are a suit of their own."""
    return trump == DOUBLES or doubles in (OWN, REVERSED)


def is_trump(tile: Tile, trump: Suit | None) -> bool:
    """Whether a tile is a trump; it is then nothing else."""
    return is_double(tile) if trump == DOUBLES else trump in (tile[0], tile[1])


def led_suit(tile: Tile, trump: Suit | None, doubles: str = HIGH, low_end: bool = False) -> Suit:
    """The suit that a lead calls for; low_end: called by its lower number, in the first trick only (TX-V12)."""
    if trump is not None and is_trump(tile, trump):
        return trump
    if is_double(tile) and own_suit(trump, doubles):
        return DOUBLES
    return min(tile[0], tile[1]) if low_end else max(tile[0], tile[1])


def follows(tile: Tile, suit: Suit, trump: Suit | None, doubles: str = HIGH) -> bool:
    """Whether a tile belongs to the suit that was led."""
    if suit in (trump, DOUBLES):
        return is_trump(tile, suit)
    return (
        suit in (tile[0], tile[1]) and not is_trump(tile, trump) and not (is_double(tile) and own_suit(trump, doubles))
    )


def playable(
    hand: Sequence[Tile], lead: Tile | None, trump: Suit | None, doubles: str = HIGH, low_end: bool = False
) -> list[Tile]:
    """The tiles of a hand that may be played to this lead: those that follow it, or any; any as the lead itself."""
    if lead is None:
        return list(hand)
    suit = led_suit(lead, trump, doubles, low_end)
    return [tile for tile in hand if follows(tile, suit, trump, doubles)] or list(hand)


def rank(tile: Tile, suit: Suit, doubles: str = HIGH) -> int:
    """How high a tile stands in a suit that it belongs to."""
    if suit == DOUBLES:
        return 6 - tile[0] if doubles == REVERSED else tile[0]
    if is_double(tile):
        return -1 if doubles == LOW else 7
    return pips(tile) - suit


def strength(tile: Tile, suit: Suit, trump: Suit | None, doubles: str) -> int:
    """How a tile stands in a trick: trumps over the suit led, and below nought what cannot win."""
    if trump is not None and is_trump(tile, trump):
        return 20 + rank(tile, trump)
    return 10 + rank(tile, suit, doubles) if follows(tile, suit, trump, doubles) else -1


def winner(tiles: Sequence[Tile], trump: Suit | None, doubles: str = HIGH, low_end: bool = False) -> int:
    """Which tile of a trick wins it: its place in the order of play, the lead being 0."""
    suit = led_suit(tiles[0], trump, doubles, low_end)
    strengths = [strength(tile, suit, trump, doubles) for tile in tiles]
    return strengths.index(max(strengths))


def from_seven(tile: Tile) -> int:
    """How far the pips are from seven."""
    return abs(pips(tile) - 7)


def playable_sevens(hand: Sequence[Tile]) -> list[Tile]:
    """In Sevens: the tiles of a hand that are nearest to seven pips."""
    nearest = min([from_seven(tile) for tile in hand])
    return [tile for tile in hand if from_seven(tile) == nearest]


def winner_sevens(tiles: Sequence[Tile]) -> int:
    """In Sevens: the place of the tile nearest to seven pips, the first played among equals."""
    far = [from_seven(tile) for tile in tiles]
    return far.index(min(far))
