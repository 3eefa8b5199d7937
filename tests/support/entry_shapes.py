"""What hangs together in an entry: per game, how a blind drawing is bent so that it is often legal.

Written from the rule book, not from the code it tests; whether an entry is legal is still the game's to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

    from scoring.words import Standing

Entry = dict[str, Any]


def split(rng: Random, total: int, most: list[int | None], fair: bool = False) -> list[int | None]:
    """So many tricks, spread over those who take part: no item above its most, None where that is None."""
    items = [None if high is None else 0 for high in most]
    eager = [seat for seat in range(len(most)) if rng.random() < 0.6]
    for _ in range(total):
        open_to = [seat for seat, high in enumerate(most) if high is not None and (items[seat] or 0) < high]
        wanted = [seat for seat in open_to if items[seat] == 0] if fair else []
        wanted = wanted or [seat for seat in open_to if seat in eager] or open_to
        if wanted:
            seat = rng.choice(wanted)
            items[seat] = (items[seat] or 0) + 1
    return items


def boomke_wies(rng: Random, standing: Standing, entry: Entry) -> Entry:
    """An auction decides who declares what."""
    if not entry.get("calls"):
        return entry
    calls, declarer, contract = boomke_auction(rng, standing)
    return entry | {"calls": calls, "declarer": declarer, "contract": contract}


def boomke_auction(rng: Random, standing: Standing) -> tuple[list[Any], int, Any]:
    """A legal auction: its calls, who won it and with what."""
    calls: list[Any] = []
    passed: set[int] = set()
    high: Any = 6
    seat = holder = (standing.dealer + 1) % 4
    shy = rng.choice((0.3, 0.6, 0.9))
    while high not in (13, "meetje") and (len(passed) < 3 or high == 6):
        if seat not in passed:
            forced = len(passed) == 3
            call = (
                rng.choice((7, 13, "meetje")) if forced else rng.choice((high + 1, high + 1, rng.randint(high + 1, 13)))
            )
            if not forced and rng.random() < shy:
                passed.add(seat)
                call = "pass"
            else:
                high, holder = call, seat
            calls.append(call)
        seat = (seat + 1) % 4
    return calls, holder, high


def texas_42(rng: Random, standing: Standing, entry: Entry) -> Entry:
    """Four calls decide who bids what; whoever bids has a result."""
    if rng.random() < 0.9:
        bid = rng.choice((30, 31, 36, 41, 42, 84, 126, 168, 210, 252, 294))
        entry = {"bidder": rng.randrange(4), "bid": bid, "made": rng.random() < 0.6} | entry
    if "bidder" in entry and rng.random() < 0.5:
        entry = {key: value for key, value in entry.items() if key != "made"} | {
            "points": rng.choice((42, rng.randint(0, 42)))
        }
    if not entry.get("calls"):
        return entry
    calls: list[Any] = []
    high = bidder = None
    shy = rng.choice((0.3, 0.6, 0.9))
    for seat in range(standing.dealer + 1, standing.dealer + 5):
        call = "pass" if rng.random() < shy else texas_call(rng, high, last=seat == standing.dealer + 4)
        if call != "pass":
            high, bidder = call, seat % 4
        calls.append(call)
    if high == "low_no":
        return {"contract": "low_no", "bidder": bidder, "made": rng.random() < 0.5, "calls": calls}
    return entry | {"calls": calls, "bidder": bidder, "bid": high}


def texas_call(rng: Random, high: Any, last: bool) -> Any:
    """A call above the highest so far, by small steps or to a mark; to four now and then."""
    if last and high is None and rng.random() < 0.3:
        return "low_no"
    if high is None or high < 42:
        return rng.choice(((high or 29) + 1, rng.randint(high or 30, 41), 42, 84, 168, 126))
    return high + 42 * rng.choice((1, 1, 1, 2, 3))


def knockout_whist(rng: Random, standing: Standing, entry: Entry) -> Entry:
    """Tricks for those who hold cards, and cuts and purchases that fit them."""
    if "rainbow" in entry and rng.random() < 0.1:
        return {key: entry[key] for key in ("rainbow", "trump") if key in entry}
    carry = standing.carry
    most = [None if state == "out" else cards for state, cards in zip(carry["status"], carry["hands"], strict=True)]
    tricks = split(rng, carry["hand"], most, fair=rng.random() < 0.6)
    failed = [seat for seat, took in enumerate(tricks) if took == 0]
    best = [seat for seat, took in enumerate(tricks) if took == max(took or 0 for took in tricks)]
    made = {key: value for key, value in entry.items() if key == "trump"} | {"tricks": tricks}
    if len(best) > 1 or "chooser" in entry:
        made["chooser"] = rng.choice((rng.choice(best), entry.get("chooser")))
    if len(failed) > 1 and rng.random() < 0.5:
        made["dog"] = rng.choice(failed)
    if "buys" in entry or (failed and rng.random() < 0.5):
        made["buys"] = rng.sample(failed, rng.choice((len(failed), rng.randint(0, len(failed)))))
    return made


RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")
PLAIN = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
TRUMP = PLAIN | {"J": 20, "9": 14}


def clobyosh(rng: Random, standing: Standing, entry: Entry) -> Entry:
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


def zwanzig_ab(rng: Random, standing: Standing, entry: Entry) -> Entry:
    """The maker stays in, and the others mostly as they please; special deals name nothing."""
    if entry.get("redeal") and rng.random() < 0.3:
        return {"redeal": True}
    shy = rng.choice((0.0, 0.0, 0.3, 0.8))
    maker = (standing.dealer + 1) % 4
    stays = [seat == maker or rng.random() >= shy for seat in range(4)]
    made = {"tricks": split(rng, 5, [5 if stayed else None for stayed in stays], fair=rng.random() < 0.3)}
    special = standing.number > 8 and standing.rules["special_deals"] != "off" and rng.random() < 0.9
    if not special or rng.random() < 0.2:
        made["trump"] = "hearts" if special else rng.choice(("clubs", "diamonds", "hearts", "spades"))
    if "named" in entry and standing.rules["first_packet"] == "three" and not special:
        made["named"] = entry["named"]
    if sum(stays) == 1 and rng.random() < 0.3:
        made["tricks"] = [None] * 4
    return made


SHAPES = {
    "boomke_wies": boomke_wies,
    "clobyosh": clobyosh,
    "knockout_whist": knockout_whist,
    "texas_42": texas_42,
    "zwanzig_ab": zwanzig_ab,
}
