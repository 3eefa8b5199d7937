"""What the tests know of Clobyosh: entries that hang together, every way to finish one, a match told, its screens."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from scoring.words import Standing
from tests.support.games.parts import OPEN, Entry, Scene, Story, Told, items, tried

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")


PLAIN = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


TRUMP = PLAIN | {"J": 20, "9": 14}


def shaped(rng: Random, standing: Standing, entry: Entry) -> Entry:
    """Nine cards each are dealt and played at random: what then lies on the table is written down."""
    if entry.get("maker") is None:
        if rng.random() < 0.1:
            return entry
        entry = entry | {"maker": rng.randrange(2)}
    hands = dealt(rng)
    piles: list[list[int]] = [[], []]
    ahead = rng.choice((0.0, 0.5, 0.5, 0.8, 1.0))
    played = rng.randint(1, 9) if "claim" in entry else 9
    for one, other in list(zip(*hands, strict=True))[:played]:
        piles[rng.random() < ahead].append(worth(one) + worth(other))
    made = {key: entry[key] for key in ("maker", "trump", "claim") if key in entry}
    made |= {"turned": rng.random() < 0.5, "cards": [sum(pile) for pile in piles]}
    if played == 9 or rng.random() < 0.2:
        made["last_trick"] = rng.choice([seat for seat in (0, 1) if piles[seat]])
        if rng.random() < 0.1:
            return made | {"cards": [40 if made["last_trick"] == seat else 50 for seat in (0, 1)]}  # as many each
    if "no_trick" in entry and [] in piles:
        made["no_trick"] = piles.index([])
    holders = [seat for seat in (0, 1) if {("K", 0), ("Q", 0)} <= set(hands[seat])]
    if holders and rng.random() < 0.8:
        made["bela"] = holders[0]
    return made | declared(rng, entry, hands)


def declared(rng: Random, entry: Entry, hands: list[list[tuple[str, int]]]) -> Entry:
    """The runs of both hands, most of them declared; or what the table says they come to; or nothing."""
    if "sequence_points" in entry:
        items = [rng.choice((20, 40, 50, 60, 70, 100)), 0]
        return {"sequence_points": rng.sample(items, 2)}
    if "sequences" not in entry and rng.random() < 0.5:
        return {}
    return {"sequences": [[run for run in runs(hand) if rng.random() < 0.8] for hand in hands]}


def dealt(rng: Random) -> list[list[tuple[str, int]]]:
    """Two hands of nine cards as rank and suit, trump being suit 0; sometimes sorted so that there are long runs."""
    pack = [(rank, suit) for suit in range(4) for rank in RANKS]
    if rng.random() < 0.5:
        rng.shuffle(pack)
    start = rng.randrange(32)
    pack = pack[start:] + pack[:start]
    for _ in range(rng.choice((0, 3, 10))):
        one, other = rng.randrange(32), rng.randrange(32)
        pack[one], pack[other] = pack[other], pack[one]
    hands = [pack[:9], pack[9:18]]
    for hand in hands:
        rng.shuffle(hand)
    return hands


def runs(hand: list[tuple[str, int]]) -> list[Entry]:
    """Every run of three cards or more in a hand, as long as it goes."""
    found = []
    for suit in range(4):
        held = [rank for rank in RANKS if (rank, suit) in hand]
        while held:
            at = RANKS.index(held[0])
            length = next(n for n in range(1, 10) if held[:n] != list(RANKS[at : at + n]) or n > len(held)) - 1
            if length > 2:
                found.append({"length": length, "top": held[0], "trump": suit == 0})
            held = held[length:]
    return found


def worth(card: tuple[str, int]) -> int:
    """The points of a card, suit 0 being trump."""
    rank, suit = card
    return (TRUMP if suit == 0 else PLAIN).get(rank, 0)


def finished(standing: Standing, draft: Entry) -> Iterator[Entry]:
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


def typed(*numbers: tuple[int, int]) -> list[str]:
    """Taps of the number pad: a seat and its card points, one after the other."""
    taps = []
    for seat, points in numbers:
        taps += [f"send hundred.{seat}=1"] if points > 99 else []
        taps += [f"send tens.{seat}={points % 100 // 10}", f"send cards.{seat}={points}"]
    return taps


STORY = Story(
    game="clobyosh",
    name="Clobyosh",
    players=["Ann", "Bob"],
    deals=[
        Told(["also maker=1&turned=true", "radio bela=1", "send last_trick=1", *typed((0, 40), (1, 80))], [40, 110]),
        Told(["also maker=0&turned=false", "send last_trick=1", *typed((1, 60), (0, 70))], [40, 180]),
        Told(
            ["also maker=0&turned=true", "radio best.0=50", "send last_trick=0", *typed((1, 30), (0, 100))], [200, 210]
        ),
        Told(["also maker=1&turned=true", "send last_trick=0", *typed((0, 64), (1, 50))], [324, 210]),
        Told(
            [
                "also maker=1&turned=true",
                "radio best.1=50",
                "radio bela=1",
                "send last_trick=1",
                *typed((0, 36), (1, 110)),
            ],
            [360, 400],
        ),
        Told(
            [
                "also maker=0&turned=true",
                "radio best.0=50",
                "radio bela=0",
                "open A claim",
                "radio claim=0",
                "send early=1",
                *typed((0, 100)),
            ],
            [530, 400],
        ),
    ],
    amend=["again 1", *typed((1, 85))],
    amended=[530, 405],
    winner="Ann",
)


SCENE = Scene(
    players=2,
    deals=[{"maker": 1, "turned": "true", "trump": "hearts", "cards.0": 40, "cards.1": 80, "last_trick": 1, "bela": 1}],
    bid={"maker": 0, "turned": "true", "trump": "spades"},
    half="best.0=20&best.1=20&top.0=K&top.1=Q",
    more={
        "tens": "last_trick=0&best.0=20&cards.1=62",
        "digits": "last_trick=0&best.0=20&cards.1=62&tens.0=5",
        "first-number": "last_trick=0&tens.1=6",
        "won": "last_trick=0&bela=0&count=1&won.1=JS&won.1=AH&won.1=10H&cards.0=30",
    },
)
