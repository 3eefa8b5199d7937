"""Knock-Out Whist on small tables: what is offered can be finished, what is not cannot, from the empty pad on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from scoring.games import games
from scoring.sheet import problems, start
from scoring.words import Standing
from tests.laws.knockout_whist_recount import spreads

GAME = games()["knockout_whist"]
OPEN = ""
Tricks = list[Any]


def standings(players: int, most: int) -> Iterator[Standing]:
    """Every hand and every way to be in, on a single card, or out, with two at least still in."""
    for hand, status in product(range(1, most + 1), product(("in", "dog", "out"), repeat=players)):
        cards = [0 if state == "out" else hand if state == "in" else 1 for state in status]
        if status.count("out") < players - 1 and sum(cards) >= hand:
            first = start(GAME, GAME.table(("Ann", "Bob", "Cem")[:players], 0), {"first_hand": max(hand, 2)})
            carry = first.carry | {"hand": hand, "hands": cards, "status": list(status), "dogs_life_used": True}
            yield first._replace(carry=carry)


def reached(standing: Standing) -> Iterator[Tricks]:
    """Every pad that offered numbers lead to, the empty one first."""
    empty = [OPEN if state != "out" else None for state in standing.carry["status"]]
    seen, waiting = {tuple(empty)}, [empty]
    while waiting:
        tricks = waiting.pop()
        yield tricks
        for seat, value in ((at, value) for at, one in enumerate(tricks) if one == OPEN for value in range(11)):
            more = [value if at == seat else one for at, one in enumerate(tricks)]
            draft = {"tricks": tricks} if tricks != empty else {}
            if GAME.refusal(standing, draft, "tricks", value, seat) is None and tuple(more) not in seen:
                seen.add(tuple(more))
                waiting.append(more)


@pytest.mark.parametrize(("players", "most"), [(2, 10), (3, 6)])
def test_only_what_can_be_finished_is_offered(players, most):
    pads = 0
    for standing in standings(players, most):
        carry = standing.carry
        ways = list(spreads(carry["hands"], carry["status"], carry["hand"]))
        for tricks in reached(standing):
            pads += 1
            empty = all(one in (OPEN, None) for one in tricks)
            for seat, one in enumerate(tricks):
                for value in range(carry["hand"] + 1) if one == OPEN else ():
                    possible = any(fits(tricks, way) and way[seat] == value for way in ways)
                    for draft in ({}, {"tricks": tricks}) if empty else ({"tricks": tricks},):
                        offered = GAME.refusal(standing, draft, "tricks", value, seat) is None
                        assert offered == possible, (carry, tricks, seat, value)
    assert pads > 100


def fits(tricks: Tricks, way: Tricks) -> bool:
    """Whether a deal that ends so is written down as far as this."""
    return all(one in (OPEN, end) for one, end in zip(tricks, way, strict=True))


@pytest.mark.parametrize(("players", "most"), [(2, 10), (3, 6)])
def test_what_can_be_finished_is_legal(players, most):
    """The ways that this law counts are the deals that can be recorded, and no others."""
    for standing in standings(players, most):
        carry = standing.carry
        ways = [list(way) for way in spreads(carry["hands"], carry["status"], carry["hand"])]
        seats = [range(carry["hand"] + 1) if state != "out" else [None] for state in carry["status"]]
        for tricks in product(*seats):
            best = [seat for seat, one in enumerate(tricks) if one == max(one or 0 for one in tricks)]
            entry: dict[str, Any] = {"tricks": list(tricks)} | ({"chooser": best[0]} if len(best) > 1 else {})
            assert (not problems(GAME, standing, entry)) == (list(tricks) in ways), (carry, tricks)


def test_before_anything_is_tapped_nothing_impossible_is_offered():
    """Ann has four cards, Bob one on his dog's life: she takes three or four of the four tricks."""
    first = start(GAME, GAME.table(("Ann", "Bob"), 0), {"first_hand": 5})
    standing = first._replace(carry=first.carry | {"hand": 4, "hands": [4, 1], "status": ["in", "dog"]})
    offered = [n for n in range(5) if GAME.refusal(standing, {}, "tricks", n, 0) is None]
    assert offered == [3, 4]
