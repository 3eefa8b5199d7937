"""Plausible deals of every game: what friends of different skill bid and take. Nothing here knows a card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from scoring.games.knockout_whist.check import chooser_problems, dog_problems
from scoring.games.knockout_whist.score import most_tricks
from scoring.games.zwanzig_ab.check import must_stay, others_in_turn
from scoring.games.zwanzig_ab.score import maker_of
from scoring.words import Standing

if TYPE_CHECKING:
    from scoring.words import Entry

Skills = Sequence[float]

SUITS = ("clubs", "diamonds", "hearts", "spades")


def boomke_wies(rng: Random, standing: Standing, skills: Skills) -> Entry:
    """A bid by somebody and what their side took; now and then a Meetje or a Boom."""
    if rng.random() < 0.06:
        return {"contract": "meetje", "tricks": rng.choice((3, 5, 6, 6, 7, 7, 8, 9))}
    declarer = rng.choices(range(4), weights=[4, 3, 3, 2])[0]
    declarer = (standing.dealer + 1 + declarer) % 4
    if rng.random() < 0.02:
        return {"declarer": declarer, "contract": 13, "tricks": rng.choice((13, 12, 11))}
    contract = rng.choices((7, 8, 9, 10, 11), weights=(24, 34, 24, 14, 4))[0]
    strength = contract + 0.5 - 0.25 * (contract - 7) + skills[declarer] + skills[(declarer + 2) % 4] / 2
    tricks = min(13, max(0, round(rng.gauss(strength, 1.4))))
    entry: Entry = {"declarer": declarer, "contract": contract, "tricks": tricks, "trump": rng.choice(SUITS)}
    if rng.random() < 0.4:
        before = (declarer - standing.dealer - 1) % 4
        entry["calls"] = ["pass"] * before + [contract] + ["pass"] * (3 - before)
    return entry


def texas_42(rng: Random, standing: Standing, skills: Skills) -> Entry:
    """A bid, now and then a special contract, made or set."""
    if rng.random() < 0.04:
        return {}
    bidder = (standing.dealer + 1 + rng.choices(range(4), weights=[3, 3, 3, 4])[0]) % 4
    bid = rng.choices((30, 31, 32, 34, 35, 36, 42, 84), weights=(34, 16, 10, 6, 6, 4, 18, 6))[0]
    entry: Entry = {"bidder": bidder, "bid": bid}
    special = rng.random()
    if special < 0.03:
        entry |= {"bid": 42, "contract": "nello"}
    elif special < 0.05:
        entry |= {"bid": 168, "contract": "plunge"}
    elif rng.random() < 0.6:
        entry["trump"] = rng.randrange(7)
    likely = {30: 0.74, 31: 0.7, 32: 0.68, 34: 0.62, 35: 0.6, 36: 0.58, 42: 0.56, 84: 0.52, 168: 0.6}[entry["bid"]]
    made = rng.random() < likely + 0.06 * skills[bidder] + 0.03 * skills[(bidder + 2) % 4]
    if bid < 42 and "contract" not in entry and rng.random() < 0.7:
        short = rng.choice((bid - 1, bid - 1, rng.randint(12, bid - 1)))
        return entry | {"points": rng.randint(bid, 42) if made else short}
    return entry | {"made": made}


def clobyosh(rng: Random, standing: Standing, skills: Skills) -> Entry:
    """A maker, the points of both in cards, and what the cards gave."""
    if rng.random() < 0.03:
        return {}
    maker = 1 - standing.dealer if rng.random() < 0.6 else standing.dealer
    points = rng.randint(84, 118)
    share = min(0.95, max(0.1, rng.gauss(0.6 + 0.05 * (skills[maker] - skills[1 - maker]), 0.16)))
    cards = [0, 0]
    cards[maker] = round(points * share)
    cards[1 - maker] = points - cards[maker]
    entry: Entry = {"maker": maker, "turned": rng.random() < 0.6, "trump": rng.choice(SUITS), "cards": cards}
    entry["last_trick"] = maker if rng.random() < 0.6 else 1 - maker
    if rng.random() < 0.12:
        entry["bela"] = rng.randrange(2)
    if rng.random() < 0.3:
        gained = rng.choices((20, 40, 50), weights=(8, 1, 2))[0]
        entry["sequence_points"] = [gained, 0] if rng.random() < 0.5 else [0, gained]
    return entry


def knockout_whist(rng: Random, standing: Standing, skills: Skills) -> Entry:
    """Tricks shared out among those who are in; who names trump has a little more."""
    carry = standing.carry
    playing = [seat for seat, state in enumerate(carry["status"]) if state != "out"]
    weights = [(2.5 if seat == carry["chooser"] else 1.6) + 0.5 * skills[seat] for seat in playing]
    held = dict.fromkeys(playing, 0)
    for _ in range(carry["hand"]):
        open_to = [seat for seat in playing if held[seat] < carry["hands"][seat]] or playing
        held[rng.choices(open_to, weights=[weights[playing.index(seat)] for seat in open_to])[0]] += 1
    tricks = [held.get(seat) for seat in range(len(carry["status"]))]
    entry: Entry = {"tricks": tricks, "trump": rng.choice(SUITS)}
    failed = [seat for seat, took in enumerate(tricks) if took == 0]
    if dog_problems(standing, entry, failed):
        entry["dog"] = rng.choice(failed)
    if chooser_problems(standing, entry):
        entry["chooser"] = rng.choice(most_tricks(tricks))
    return entry


def zwanzig_ab(rng: Random, standing: Standing, skills: Skills) -> Entry:
    """Trump, who drops out, and five tricks among those who stay."""
    trump = rng.choices(SUITS, weights=(3, 3, 1, 3))[0]
    maker = maker_of(standing)
    dropped: list[int] = []
    for seat in others_in_turn(standing):
        held = [one for one, _why in must_stay(standing, trump, dropped)]
        if seat not in held and rng.random() < 0.3 - 0.08 * skills[seat]:
            dropped.append(seat)
    playing = [seat for seat in range(4) if seat not in dropped]
    took = rng.choices(playing, weights=[(2.4 if seat == maker else 1.6) + 0.3 * skills[seat] for seat in playing], k=5)
    return {"trump": trump, "tricks": [None if seat in dropped else took.count(seat) for seat in range(4)]}


DEALS: dict[str, Callable[[Random, Standing, Skills], Entry]] = {
    "boomke_wies": boomke_wies,
    "clobyosh": clobyosh,
    "knockout_whist": knockout_whist,
    "texas_42": texas_42,
    "zwanzig_ab": zwanzig_ab,
}
