"""Every way to finish a half-made entry, by trying: what a pad may offer, found without asking what it refuses.

Per game the values that matter are tried for all that is still open; of values that the rules treat alike (trump
suits, points on the same side of a bound) one stands for all. Whether an entry is legal is still the game's to say.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from scoring.sheet import problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scoring.game import Game
    from scoring.words import Standing

Entry = dict[str, Any]
Values = "Iterable[Any]"
OPEN = ""  # an item of a list that nothing was said of yet; None takes no part


def can_be_finished(game: Game, standing: Standing, draft: Entry) -> bool:
    """Whether some way to say what is still open makes an entry that can be recorded."""
    return any(not problems(game, standing, entry) for entry in WAYS[game.key](standing, draft))


def tried(draft: Entry, **values: Values) -> Iterator[Entry]:
    """The draft with every combination of values for the keys it does not hold; None is left out."""
    unsaid = {key: value for key, value in values.items() if key not in draft}
    for chosen in product(*unsaid.values()):
        yield draft | {key: value for key, value in zip(unsaid, chosen, strict=True) if value is not None}


def items(written: Any, seats: int, values: Callable[[int], Iterable[Any]]) -> Iterator[list[Any]]:
    """Every list that keeps what is written for the seats and tries values for those still open."""
    known = written if written is not None else [OPEN] * seats
    return (
        list(found) for found in product(*[values(seat) if one == OPEN else [one] for seat, one in enumerate(known)])
    )


def boomke_wies(standing: Standing, draft: Entry) -> Iterator[Entry]:
    """Who bids what, and every number of tricks."""
    seats, bids, tricks = [None, 0, 1, 2, 3], [None, *range(7, 14), "meetje"], [None, *range(14)]
    return tried(draft, declarer=seats, contract=bids, tricks=tricks)


def texas_42(standing: Standing, draft: Entry) -> Iterator[Entry]:
    """Bids and contracts with each result; points on both sides of the bid."""
    result = "made" in draft or "points" in draft  # by then it is known what was played
    special = ["low_no", "nello", "plunge", "splash", "sevens", "no_trump", "no_trump_low", "doubles"]
    return tried(
        draft,
        bidder=[0, 1, 2, 3, None],
        bid=[30, 42, 84, 126, 168, 210, 252, 294, None],
        contract=[None] if result else [None, *special],
        made=[True, False, None],
        points=[None, 42, 0],
        penalty=[None, True],
    )


def clobyosh(standing: Standing, draft: Entry) -> Iterator[Entry]:
    """Card points from the fewest to the most, who has the last trick, no trick or Bela, and a claim."""
    rest = {key: value for key, value in draft.items() if key != "cards"}
    either = [None, 0, 1]
    for cards in [None, *card_points(draft.get("cards"))]:
        if cards is None and "cards" in draft:
            continue
        yield from tried(
            rest if cards is None else rest | {"cards": cards},
            maker=either,
            turned=[None, True],
            last_trick=either,
            claim=either,
            bela=either,
            sequence_points=[None, [100, 0], [0, 100]],
        )


def card_points(written: Any) -> list[list[int]]:
    """Card points of both seats: nothing, the least and the most that the cards can hold."""
    known = [OPEN if one is None else one for one in written] if written else [OPEN, OPEN]
    said = sum(one for one in known if one != OPEN)
    return list(items(known, 2, lambda seat: (0, 9, max(18 - said, 0), max(146 - said, 0))))


def knockout_whist(standing: Standing, draft: Entry) -> Iterator[Entry]:
    """Every spread of the tricks, then whoever could have won a cut; or a rainbow alone.

    Nobody has to buy on, but who names trump next is asked only while the match goes on, which it may by a purchase.
    """
    hands = standing.carry["hands"]
    seats = range(len(hands))
    if "rainbow" in draft:  # instead of the tricks
        yield draft
        return
    said = draft.get("tricks") or [OPEN] * len(hands)
    known = [one if one != OPEN or cards else None for one, cards in zip(said, hands, strict=True)]
    rest = {key: value for key, value in draft.items() if key != "tricks"}
    for tricks in spreads(known, hands, standing.carry["hand"]):
        failed = [seat for seat in seats if tricks[seat] == 0]
        most = [seat for seat in seats if tricks[seat] == max(took or 0 for took in tricks)]
        yield from tried(
            rest | {"tricks": tricks},
            chooser=[None, most[0]] if len(most) > 1 else [None],
            dog=[None, failed[0]] if len(failed) > 1 else [None],
            buys=[None, *([seat] for seat in failed)] if "chooser" in draft else [None],
        )


def spreads(written: list[Any], most: list[int], hand: int) -> Iterator[list[Any]]:
    """Every way to spread a hand over the seats: those still open take up to their most."""
    left = hand - sum(one for one in written if one not in (OPEN, None))
    opened = [seat for seat, one in enumerate(written) if one == OPEN]
    if not opened and left == 0:
        yield written
    for took in range(min(left, most[opened[0]]) + 1) if opened else ():
        filled = list(written)
        filled[opened[0]] = took
        yield from spreads(filled, most, hand)


def zwanzig_ab(standing: Standing, draft: Entry) -> Iterator[Entry]:
    """Every spread of five tricks over those who stay, under every trump; or a redeal alone."""
    suits = [None, "clubs", "diamonds", "hearts", "spades"]
    if draft.get("tricks", [None] * 4) == [None] * 4:  # a redeal, or all have dropped and the maker takes five
        yield from tried(draft, redeal=[None, True], trump=suits)
    rest = {key: value for key, value in draft.items() if key != "tricks"}
    for stayed in items(draft.get("tricks"), 4, lambda seat: (OPEN, None)):
        for tricks in spreads(stayed, [5] * 4, 5):
            yield from tried(rest | {"tricks": tricks}, trump=suits)


WAYS: dict[str, Callable[[Standing, Entry], Iterator[Entry]]] = {
    "boomke_wies": boomke_wies,
    "clobyosh": clobyosh,
    "knockout_whist": knockout_whist,
    "texas_42": texas_42,
    "zwanzig_ab": zwanzig_ab,
}
