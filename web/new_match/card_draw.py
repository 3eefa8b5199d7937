"""Drawing for the deal and for partners: a card each (in 42 a tile), no two of the same height."""

from __future__ import annotations

from secrets import SystemRandom

from drawing.messages import RANKS

RANDOM = SystemRandom()
SUITS = "♣♦♥♠"
CARDS = tuple(tuple(rank + suit for suit in SUITS) for rank in RANKS)
TILES = tuple(tuple(f"{high}-{pips - high}" for high in range(7) if high >= pips - high >= 0) for pips in range(13))
"""By their pips: as with cards, only one of each height is drawn, so that nobody has to draw again."""
PACKS = {"texas_42": TILES, "clobyosh": CARDS[5:], "zwanzig_ab": CARDS[5:]}
LOWEST_DEALS = ("clobyosh",)
LEFT_OF_HIGHEST_DEALS = ("boomke_wies",)  # who drew highest keeps score, who sits left of them deals


def draw(game: str, players: int) -> list[str]:
    """A card for each seat."""
    return [RANDOM.choice(height) for height in RANDOM.sample(PACKS.get(game, CARDS), players)]


def height(game: str, card: str) -> int:
    """How high a drawn card is; -1 for what is no card of this game."""
    return next((n for n, alike in enumerate(PACKS.get(game, CARDS)) if card in alike), -1)


def heights(game: str, cards: list[str]) -> list[int]:
    """How high each card is."""
    return [height(game, card) for card in cards]


def deciding_seat(game: str, cards: list[str]) -> int:
    """The seat whose card decides: the highest, or the lowest where that is the rule."""
    found = heights(game, cards)
    return found.index(min(found) if game in LOWEST_DEALS else max(found))


def dealing_seat(game: str, cards: list[str]) -> int:
    """The seat that deals first by these cards."""
    return (deciding_seat(game, cards) + (game in LEFT_OF_HIGHEST_DEALS)) % len(cards)


def partners(game: str, cards: list[str]) -> list[int]:
    """Four seats in their new order: the two lowest face each other, and so do the two highest; seat 0 stays."""
    found = heights(game, cards)
    ranked = sorted(range(4), key=lambda seat: found[seat])
    ours, theirs = sorted((sorted(ranked[:2]), sorted(ranked[2:])))
    return [ours[0], theirs[0], ours[1], theirs[1]]
