"""How a deal of each game is entered by somebody who reads the pad: the words of an entry, question by question.

The tables of words are written from the rule book. What a pad cannot say, or says otherwise, changes no score:
- the tricks of a Boom are no number on the pad but made or beaten;
- points of Texas 42 where marks are counted are made or set;
- sequences of Clobyosh are compared aloud, and all of the better ones counted together;
- an answer to a question that is not asked (who names trump where nobody tied) is left out;
- a bid of 42 that no auction can come to is not offered: such an entry is not played (sayable).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from scoring.words import Standing
from tests.laws.page_reader import Reader

if TYPE_CHECKING:
    from scoring.words import Entry

SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
CALLS = {"pass": "Pass", 13: "Boom", "meetje": "Meetje"}
CONTRACTS = {
    "suit": "A suit",
    "no_trump": "No trump",
    "no_trump_low": "No trump, low",
    "doubles": "Doubles",
    "nello": "Nello",
    "plunge": "Plunge",
    "splash": "Splash",
    "sevens": "Sevens",
}
PIPS = ("Blanks", "Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")


def call_by_call(reader: Reader, calls: list[Any], words: dict[Any, str]) -> None:
    """An auction as it was called."""
    if reader.sees("Call by call"):
        reader.tap("Call by call")
    for call in calls:
        reader.tap(words.get(call, str(call)))


def seat_and_bid(rng: Random, reader: Reader, name: str, who: str, bid: str) -> None:
    """Who bids and what, in either order; the second tap records."""
    if rng.random() < 0.5:
        reader.choose(name, who)
        reader.tap(bid)
    else:
        reader.tap(bid)
        if reader.asks(who):  # not of a Meetje that only one player can have bid
            reader.tap(name)


def only_final(reader: Reader) -> None:
    """Leave the calls by which the last deal was entered."""
    if reader.sees("Only the final bid"):
        reader.tap("Only the final bid")


def boomke_wies(rng: Random, reader: Reader, now: Standing, entry: Entry) -> None:
    """The bid, or its auction; then the tricks."""
    trump = SUITS.get(entry.get("trump") or "")
    if entry.get("calls"):
        call_by_call(reader, entry["calls"], CALLS)
    elif "contract" in entry:
        only_final(reader)
        if trump and rng.random() < 0.5:
            reader.choose(trump, "Trump")
            trump = None
        bid = CALLS.get(entry["contract"], str(entry["contract"]))
        if entry.get("declarer") is None:  # of a Meetje that only one player can bid
            reader.tap(bid)
        else:
            seat_and_bid(rng, reader, now.table.players[entry["declarer"]], "Who bids", bid)
    if trump:
        reader.answer(trump, "Trump")
    if entry.get("contract") == 13:
        reader.tap("Made" if entry.get("tricks") == 13 else "Beaten")
    else:
        reader.tap(str(entry["tricks"]))


def zwanzig_ab(rng: Random, reader: Reader, now: Standing, entry: Entry) -> None:
    """Trump, then who drops out and what the others took; the last number follows from the rest."""
    if entry.get("redeal"):
        reader.tap("Redeal: three sevens and eights")
        return
    if entry.get("named"):
        reader.choose({"named": "named", "next": "next", "blind": "blind"}[entry["named"]], "How trump was made")
    if entry.get("trump"):
        reader.tap(SUITS[entry["trump"]])
    players, tricks = now.table.players, entry["tricks"]
    stay = [seat for seat, took in enumerate(tricks) if took is not None] or [(now.dealer + 1) % 4]
    for seat in range(4):
        if seat not in stay:
            reader.choose(f"{players[seat]} drops out?")
    for seat in rng.sample(stay, len(stay) - rng.choice((0, 1))):
        reader.choose(str(5 if tricks[seat] is None else tricks[seat]), players[seat])
    reader.tap("Record")


def knockout_whist(rng: Random, reader: Reader, now: Standing, entry: Entry) -> None:
    """Trick by trick, or in numbers; then what is asked about ties and purchases."""
    players = now.table.players
    if entry.get("trump") and entry.get("rainbow") is None:
        reader.tap(SUITS[entry["trump"]])
    if entry.get("rainbow") is not None:
        reader.tap(players[entry["rainbow"]])
        return
    (tricks_in_numbers if rng.random() < 0.5 else trick_by_trick)(rng, reader, now, entry["tricks"])
    asked = reader.reads("Who pays to stay in?") or reader.reads("Who won the cut")
    if reader.asks("Who buys back in"):
        for seat in entry.get("buys") or []:
            reader.choose(players[seat], "Who buys back in")
    cuts = (("dog", "Who won the cut for the dog’s life?"), ("chooser", "Who won the cut for trump?"))
    for key, question in cuts:
        if reader.asks(question) and not reader.sees("Record"):
            reader.tap(players[entry[key]])
            return
        if reader.asks(question):
            reader.choose(players[entry[key]], question)
    if asked:
        reader.tap("Record")


def tricks_in_numbers(rng: Random, reader: Reader, now: Standing, tricks: list[int | None]) -> None:
    """All numbers, or all but one, which follows."""
    told = [seat for seat, took in enumerate(tricks) if took is not None]
    for seat in rng.sample(told, len(told) - rng.choice((0, 1))):
        reader.choose(str(tricks[seat]), now.table.players[seat])
    reader.tap("Record")


def trick_by_trick(rng: Random, reader: Reader, now: Standing, tricks: list[int | None]) -> None:
    """Who won each, in any order; a chip counts what its player has."""
    won = [seat for seat, took in enumerate(tricks) for _ in range(took or 0)]
    rng.shuffle(won)
    for at, seat in enumerate(won):
        reader.tap(f"{now.table.players[seat]} {won[:at].count(seat)}")


def texas_42(rng: Random, reader: Reader, now: Standing, entry: Entry) -> None:
    """The bid, or its auction; then made or set, or the points."""
    players, contract = now.table.players, entry.get("contract")
    if entry.get("calls"):
        call_by_call(reader, entry["calls"], {"pass": "Pass", "low_no": "Low-No"})
    else:
        only_final(reader)
    if entry.get("bidder") is None:
        if not entry.get("calls"):
            reader.tap("Everybody passed")
        return
    name = players[entry["bidder"]]
    if contract == "low_no":
        if not entry.get("calls"):
            reader.tap(f"{name} says Low-No")
        contract = None
    elif not entry.get("calls"):
        if contract and contract != "suit" and rng.random() < 0.5:
            reader.choose(CONTRACTS[contract], "Played as")
            contract = None
        seat_and_bid(rng, reader, name, "Who bids", str(entry["bid"]))
    if contract and contract != "suit":
        reader.answer(CONTRACTS[contract], "Played as")
    if entry.get("trump") is not None:
        reader.answer(PIPS[entry["trump"]], "Trump")
    texas_result(reader, now, entry)


def sayable(key: str, now: Standing, entry: Entry) -> bool:
    """Whether the pad has words for an entry: of 42 no bid above all that could be called (TX-D3).

    Marks open at two, or with a Plunge at three or four; the other three players may raise by one each.
    """
    if key != "texas_42" or entry.get("calls") or now.rules["raise_above_two"] == "any":
        return True
    opening = {"off": 2, "three_marks": 3}.get(now.rules["plunge"], 4)
    return bool((entry.get("bid") or 0) <= 42 * (opening + 3))


def texas_result(reader: Reader, now: Standing, entry: Entry) -> None:
    """Points where they decide, ten at a time; else made or set."""
    bid, penalty = entry.get("bid") or 42, entry.get("penalty")
    if now.rules["scoring"] == "points" and bid < 42:
        if penalty:
            reader.choose("Set by a penalty")
        ten = entry["points"] // 10 * 10
        reader.tap(f"{ten}–{min(ten + 9, 42)}")
        reader.tap(str(entry["points"]))
    elif penalty:
        reader.tap("Set by a penalty")
    else:
        reader.tap("Made" if entry.get("made", (entry.get("points") or 0) >= min(bid, 42)) else "Set")


def clobyosh(rng: Random, reader: Reader, now: Standing, entry: Entry) -> None:
    """Who made trump; what was declared and who has the last trick; then the numbers, digit by digit."""
    players, maker = now.table.players, entry.get("maker")
    if maker is None:
        reader.tap("Four passes: forehand deals again")
        return
    if entry.get("trump"):
        reader.choose(SUITS[entry["trump"]], "Trump")
    how = "took the turned suit" if entry["turned"] else "named another suit"
    reader.tap(f"{players[maker]} {how}")
    for key, heading in (("bela", "Bela"), ("claim", "Claims")):
        if entry.get(key) is not None:
            reader.choose(players[entry[key]], heading)
    last = entry.get("last_trick")
    sequences(reader, now, entry, "Claimed before the last trick" if last is None else players[last])
    for _ in range(2):
        seat = next((seat for seat, name in enumerate(players) if reader.types_for(name)), None)
        if seat is not None:
            card_points(reader, entry, seat)


def sequences(reader: Reader, now: Standing, entry: Entry, go_on: str) -> None:
    """What was declared, compared aloud as far as that is asked; go_on is the tap that leads on from it."""
    bests, total = declared(entry)
    for name, best in zip(now.table.players, bests, strict=True):
        reader.choose({0: "None", 20: "Twenty", 50: "Fifty"}[best[0]], name)
    reader.tap(go_on)
    if reader.reads("how high is each?"):
        for name, best in zip(now.table.players, bests, strict=True):
            reader.choose(TOPS[best[1]], name)
        reader.tap(go_on)
    if reader.reads("is one of them in trumps?"):
        held = [name for name, best in zip(now.table.players, bests, strict=True) if best[2]]
        reader.choose(held[0] if held else "neither", "in trumps")
        reader.tap(go_on)
    better = max(bests)[0]
    there = f"+{better} Bela" if entry.get("bela") is not None else f"+{better}"
    if max(total) > better and reader.sees(there):  # of whoever scores all is counted, not the best alone
        reader.tap(there)
        for name, points in zip(now.table.players, total, strict=True):
            if points > better and reader.reads(f"{name} scores:"):
                reader.choose(f"+{points}", "All sequences together")
        reader.tap(go_on)


TOPS = ("9", "10", "J", "Q", "K", "A")


def declared(entry: Entry) -> tuple[list[tuple[int, int, bool]], list[int]]:
    """Of both players the best sequence, as twenty or fifty, height and trump or not, and what all come to."""
    settled = entry.get("sequence_points")
    if settled:
        return [(0 if not n else 20 if n in (20, 40, 60) else 50, 0, False) for n in settled], settled
    runs = entry.get("sequences") or [[], []]
    bests = [max([rank(run) for run in held] or [(0, 0, False)]) for held in runs]
    return bests, [sum(run["length"] // 4 * 50 + (run["length"] % 4 == 3) * 20 for run in held) for held in runs]


def rank(run: Entry) -> tuple[int, int, bool]:
    """A sequence as it is compared."""
    return 50 if run["length"] > 3 else 20, TOPS.index(run["top"]), run["trump"]


def card_points(reader: Reader, entry: Entry, seat: int) -> None:
    """The number of one player, of two digits or three; or that there was no trick."""
    if entry.get("no_trick") == seat:
        reader.tap("0 no trick")
        return
    points = entry["cards"][seat]
    if points >= 100:
        reader.tap("100 +")
    for digit in f"{points % 100:02}":
        reader.tap(digit, inside="keys")


WAYS: dict[str, Callable[[Random, Reader, Standing, Entry], None]] = {
    "boomke_wies": boomke_wies,
    "clobyosh": clobyosh,
    "knockout_whist": knockout_whist,
    "texas_42": texas_42,
    "zwanzig_ab": zwanzig_ab,
}
"""How an entry is entered on the pad of its game; the reader has the table open before the deal, and after it."""
