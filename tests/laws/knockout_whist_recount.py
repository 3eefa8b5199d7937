"""Knock-Out Whist counted once more from what was written down alone, as plainly as the rule book says it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from scoring.games import games
from scoring.sheet import extend, replay
from scoring.words import Deal, Sheet, Standing
from tests.support.cases import Cases
from tests.support.random_matches import random_entry, random_rules

GAME = games()["knockout_whist"]
Entry = dict[str, Any]
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gus")
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"several_first": "one_by_cut"},
    {"dogs_life": "one_per_player"},
    {"dogs_life": "off", "tie_for_most": "turn_card"},
    {"amnesty": True, "out_dealer_deals": False},
    {"winner_takes_over": True, "tie_for_most": "turn_card", "first_leader": "dealer"},
    {"money": True, "stake": 50},
    {"money": True, "parish_after": "dogs_life_deal"},
)
"""House rules in which somebody fails in every way there is."""


class Past(NamedTuple):
    """What the deals so far come to: who is still in, how often each bought or had a dog's life, and since when."""

    status: list[str]
    lives: list[int]
    used: bool  # somebody has failed where that is the one occasion
    dealt: int
    pot: int


@cache
def played(n: int) -> Cases:
    """So many random matches, sheet after sheet from the first deal to the end, in every house and random rules."""
    sheets = []
    for number in range(n):
        rng = Random(f"knockout {number}")
        people = rng.randint(2, 7)
        house = HOUSES[number % len(HOUSES)] if number % 3 else random_rules(rng, GAME, people)
        rules = house if number % 2 or "first_hand" in house else house | {"first_hand": rng.randint(2, 7)}
        sheets.append(replay(GAME, GAME.table(NAMES[:people], rng.randrange(people)), rules, ()))
        while not sheets[-1].outcome:
            entry = random_entry(rng, GAME, sheets[-1].standing)
            assert entry is not None
            sheets.append(extend(GAME, sheets[-1], (Deal(str(len(sheets)), "deal", entry, None),)))
    return Cases(sheets)


def entries_of(sheet: Sheet) -> list[dict[str, Any]]:
    """What was written down, deal by deal."""
    return [{key: value for key, value in line.deal.entry.items() if value is not None} for line in sheet.lines]


def recounted(rules: dict[str, Any], players: int, entries: list[dict[str, Any]]) -> Past:
    """Where the match stands after these deals, none of them a rainbow."""
    past = Past(["in"] * players, [0] * players, False, 0, players * rules["stake"] if rules["money"] else 0)
    for entry in entries:
        past = after(rules, past, entry)
    return past


def after(rules: dict[str, Any], past: Past, entry: dict[str, Any]) -> Past:
    """Where the match stands after one more deal."""
    tricks, status, lives = entry["tricks"], [], list(past.lives)
    for seat, took in enumerate(tricks):
        chance = chance_of(rules, past, seat) if took == 0 else ""
        paid = seat in entry.get("buys", ()) if rules["money"] else entry.get("dog", seat) == seat
        status.append("in" if took else "out" if took is None else chance if paid or chance == "in" else "out")
        lives[seat] += status[seat] in ("dog", "parish", "blind_parish")
    last = past.dealt + 1 == rules["first_hand"]
    once = rules["money"] or (rules["dogs_life"] == "one_occasion" and not rules["amnesty"])
    used = past.used or bool(0 in tricks and once and not last)
    return Past(status, lives, used, past.dealt + 1, past.pot + rules["stake"] * len(entry.get("buys", ())))


def chance_of(rules: dict[str, Any], past: Past, seat: int) -> str:
    """What a seat that wins no trick in the next deal becomes at best."""
    if past.dealt + 1 == rules["first_hand"]:
        return "out"
    if rules["money"]:
        rung = past.lives[seat]
        if rung and rules["parish_after"] == "dogs_life_deal" and past.status[seat] == "in":
            return "out"
        return ("out" if past.used else "dog") if not rung else {1: "parish", 2: "blind_parish"}.get(rung, "out")
    if rules["amnesty"]:
        return "in" if past.dealt == 0 else "out"
    if rules["dogs_life"] == "one_per_player":
        return "out" if past.lives[seat] else "dog"
    return "out" if past.used or rules["dogs_life"] == "off" else "dog"


def one_by_cut(rules: dict[str, Any], past: Past) -> bool:
    """Whether those who fail in the next deal cut for one dog's life."""
    plain = not rules["money"] and not rules["amnesty"] and rules["dogs_life"] == "one_occasion"
    return bool(plain and rules["several_first"] == "one_by_cut" and chance_of(rules, past, 0) == "dog")


def asks(rules: dict[str, Any], past: Past, tricks: list[int | None]) -> set[str]:
    """What must be asked before a deal with these tricks is whole."""
    failed = [seat for seat, took in enumerate(tricks) if took == 0]
    most = tricks.count(max(took for took in tricks if took is not None))
    found = set()
    if most > 1 and (rules["money"] or rules["winner_takes_over"] or rules["tie_for_most"] == "cut"):
        found.add("chooser")
    if len(failed) > 1 and one_by_cut(rules, past):
        found.add("dog")
    if rules["money"] and any(chance_of(rules, past, seat) != "out" for seat in failed):
        found.add("buys")
    return found


def past_of(sheet: Sheet) -> Past:
    """Where a match that still goes on stands, counted here."""
    return recounted(sheet.standing.rules, len(sheet.standing.table.players), entries_of(sheet))


def spreads(hands: list[int], status: list[str], hand: int) -> Iterator[list[int | None]]:
    """Every way that the tricks of a deal can fall: a number for each seat that is in, no more than it has cards."""
    seats = [seat for seat, state in enumerate(status) if state != "out"]

    def spread(left: int, rest: list[int]) -> Iterator[list[int]]:
        if not rest:
            yield from [[]] if left == 0 else []
            return
        for took in range(min(left, hands[rest[0]]) + 1):
            yield from ([took, *more] for more in spread(left - took, rest[1:]))

    for tricks in spread(hand, seats):
        found = dict(zip(seats, tricks, strict=True))
        yield [found.get(seat) for seat in range(len(status))]


def cards_in(past: Past, rules: dict[str, Any]) -> tuple[int, list[int]]:
    """The cards of the next deal, and how many of them each seat holds."""
    hand = rules["first_hand"] - past.dealt
    full = ("in", "dog") if rules["money"] else ("in",)
    return hand, [0 if state == "out" else hand if state in full else 1 for state in past.status]


def endings(sheet: Sheet) -> Iterator[list[int | None]]:
    """Every way that the tricks of the deal to come can fall."""
    past = past_of(sheet)
    hand, hands = cards_in(past, sheet.standing.rules)
    return spreads(hands, past.status, hand)


def where(standing: Standing) -> tuple[Any, ...]:
    """What to look at when a law is broken."""
    return standing.rules, standing.carry, standing.dealer, standing.number


def sheet(players: int, rules: dict[str, Any], *entries: Entry, dealer: int = 0, pending: Entry | None = None) -> Sheet:
    """A match of so many players."""
    deals = tuple(Deal(str(n), "deal", entry, None) for n, entry in enumerate(entries))
    return replay(GAME, GAME.table(NAMES[:players], dealer), rules, deals, pending)


def took(*tricks: int | None, **more: Any) -> dict[str, Any]:
    """An entry with these tricks."""
    return {"tricks": list(tricks)} | more
