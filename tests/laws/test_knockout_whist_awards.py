"""Knock-Out Whist: awards, pot and payments from what was written down alone, by hand and by a plain recount."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.words import Line
from tests.laws.knockout_whist_recount import GAME, Past, after, entries_of, played, recounted, sheet, took, where

Given = tuple[int, int, str, dict[str, Any]]
MONEY = {"money": True, "stake": 50}
FEE = {"fee_money": 50}
CUT = {"several_first": "one_by_cut"}


def tricks(seat: int, n: int) -> Given:
    """So many tricks of a seat, a point each."""
    return seat, n, "tricks", {"n": n}


def nothing(seat: int, why: str, values: dict[str, Any] | None = None) -> Given:
    """An award of no points."""
    return seat, 0, why, values or {}


TABLE: list[tuple[str, dict[str, Any], tuple[dict[str, Any], ...], list[Given]]] = [
    ("KO-X1", {}, (took(3, 2, 2, 0),), [tricks(0, 3), tricks(1, 2), tricks(2, 2), nothing(3, "dogs_life")]),
    ("KO-X2", {}, (took(4, 3, 0, 0),), [tricks(0, 4), tricks(1, 3), nothing(2, "dogs_life"), nothing(3, "dogs_life")]),
    (
        "KO-X4: C out, D back to a normal hand",
        {},
        (took(3, 2, 2, 0), took(3, 2, 0, 1)),
        [tricks(0, 3), tricks(1, 2), nothing(2, "knocked_out"), tricks(3, 1), nothing(3, "back")],
    ),
    (
        "KO-X5: no further dog's life",
        {},
        (took(3, 2, 2, 0), took(4, 2, 0, 0)),
        [tricks(0, 4), tricks(1, 2), nothing(2, "knocked_out"), nothing(3, "knocked_out")],
    ),
    (
        "who is out has no award",
        {},
        (took(3, 2, 2, 0), took(3, 2, 1, 0), took(3, 1, 1, None)),
        [tricks(0, 3), tricks(1, 1), tricks(2, 1)],
    ),
    ("KO-X13", {"dogs_life": "off"}, (took(7, 0),), [tricks(0, 7), nothing(1, "knocked_out")]),
    (
        "KO-X14: the first deal",
        {"amnesty": True},
        (took(4, 3, 0),),
        [tricks(0, 4), tricks(1, 3), nothing(2, "forgiven")],
    ),
    (
        "KO-X14: amnesty only once",
        {"amnesty": True},
        (took(4, 3, 0), took(4, 2, 0)),
        [tricks(0, 4), tricks(1, 2), nothing(2, "knocked_out")],
    ),
    (
        "KO-D4: only one, by cut",
        CUT,
        (took(4, 3, 0, 0, dog=3),),
        [tricks(0, 4), tricks(1, 3), nothing(2, "knocked_out"), nothing(3, "dogs_life")],
    ),
    (
        "KO-D5: one for each player",
        {"dogs_life": "one_per_player"},
        (took(3, 2, 2, 0), took(3, 2, 0, 1)),
        [tricks(0, 3), tricks(1, 2), nothing(2, "dogs_life"), tricks(3, 1), nothing(3, "back")],
    ),
    (
        "KO-D8: no dog's life in the last deal",
        {"first_hand": 2},
        (took(1, 1, chooser=0), took(1, 0)),
        [tricks(0, 1), nothing(1, "knocked_out")],
    ),
    (
        "KO-X15, deal 1: the dog's life is bought, or refused",
        MONEY,
        (took(4, 3, 0, 0, buys=[3]),),
        [tricks(0, 4), tricks(1, 3), nothing(2, "knocked_out"), nothing(3, "bought_dogs_life", FEE)],
    ),
    (
        "KO-X15, deal 2: the parish; a later failure of another is out",
        MONEY,
        (took(4, 2, 1, 0, buys=[3]), took(4, 2, 0, 0, buys=[3])),
        [tricks(0, 4), tricks(1, 2), nothing(2, "knocked_out"), nothing(3, "bought_parish", FEE)],
    ),
    (
        "KO-X15, deal 3: the blind parish",
        MONEY,
        (took(4, 2, 1, 0, buys=[3]), took(3, 2, 1, 0, buys=[3]), took(3, 1, 1, 0, buys=[3])),
        [tricks(0, 3), tricks(1, 1), tricks(2, 1), nothing(3, "bought_blind_parish", FEE)],
    ),
    (
        "KO-X15, deal 4: then out",
        MONEY,
        (
            took(4, 2, 1, 0, buys=[3]),
            took(3, 2, 1, 0, buys=[3]),
            took(3, 1, 1, 0, buys=[3]),
            took(2, 1, 1, 0),
        ),
        [tricks(0, 2), tricks(1, 1), tricks(2, 1), nothing(3, "knocked_out")],
    ),
    (
        "a dog's life that was bought is a full hand: a trick, and nothing to come back from",
        MONEY,
        (took(4, 3, 0, buys=[2]), took(2, 1, 3)),
        [tricks(0, 2), tricks(1, 1), tricks(2, 3), nothing(2, "stays")],
    ),
    (
        "back from a parish",
        MONEY,
        (took(4, 3, 0, buys=[2]), took(4, 2, 0, buys=[2]), took(3, 1, 1)),
        [tricks(0, 3), tricks(1, 1), tricks(2, 1), nothing(2, "back")],
    ),
    ("KO-X20", {"rainbow": True, "first_hand": 4}, ({"rainbow": 1},), [nothing(1, "rainbow")]),
]


@pytest.mark.parametrize(("says", "rules", "deals", "wanted"), TABLE, ids=[row[0] for row in TABLE])
def test_the_awards_of_the_rule_book(says, rules, deals, wanted):
    players = len(deals[0].get("tricks", "four"))
    line = sheet(players, rules, *deals).lines[-1]
    assert not line.problems
    assert given(line) == wanted, says


def given(line: Line) -> list[Given]:
    """The awards of a deal as plain values."""
    return [tuple(one) for one in line.awards]


def awards_of(rules: dict[str, Any], past: Past, entry: dict[str, Any]) -> list[Given]:
    """The awards of a deal, counted here."""
    found, then = [], after(rules, past, entry).status
    for seat, won in enumerate(entry["tricks"]):
        before = past.status[seat]
        if won:
            found.append(tricks(seat, won))
        if won and before != "in":
            found.append(nothing(seat, "stays" if rules["money"] and before == "dog" else "back"))
        if won == 0:
            found.append(failure(rules, seat, then[seat]))
    return found


def failure(rules: dict[str, Any], seat: int, then: str) -> Given:
    """What no trick is called by what becomes of it."""
    if then in ("out", "in"):
        return nothing(seat, "knocked_out" if then == "out" else "forgiven")
    if not rules["money"]:
        return nothing(seat, "dogs_life")
    bought = {"dog": "bought_dogs_life", "parish": "bought_parish", "blind_parish": "bought_blind_parish"}
    return nothing(seat, bought[then], {"fee_money": rules["stake"]})


def test_awards_and_the_pot_are_what_a_plain_recount_says():
    seen = set()
    for now in played(63, 120):
        entries, rules, players = entries_of(now), now.standing.rules, len(now.standing.table.players)
        if not entries or "rainbow" in entries[-1]:
            continue
        past = recounted(rules, players, entries[:-1])
        assert given(now.lines[-1]) == awards_of(rules, past, entries[-1]), where(now.standing)
        then, carry = after(rules, past, entries[-1]), now.standing.carry
        assert (carry["status"], carry["pot"], carry["dogs_life_used"]) == (then.status, then.pot, then.used)
        seen |= {one.why for one in now.lines[-1].awards}
    assert len(seen) == 9


def test_the_winner_takes_what_all_have_paid():
    """Everybody's stake and the fees, recounted from the purchases; what is paid and what is got are the same."""
    ended = 0
    for now in played(52, 96):
        if now.outcome is None:
            assert GAME.settle(now) == ()
            continue
        rules, players = now.standing.rules, len(now.standing.table.players)
        if not rules["money"]:
            assert GAME.settle(now) == ()
            continue
        bought = [seat for entry in entries_of(now) for seat in entry.get("buys", ())]
        paid = [rules["stake"] * (1 + bought.count(seat)) for seat in range(players)]
        (winner,) = now.outcome.winners
        wanted = [(sum(paid) if seat == winner else 0) - one for seat, one in enumerate(paid)]
        assert list(GAME.settle(now)) == (wanted if sum(paid) else [])
        assert sum(wanted) == 0
        ended += 1
    assert ended > 10


def test_the_pot_of_the_rule_book():
    """The example of the rule book: A takes nine units and paid one; B and C paid one, D four, E two (KO-X15)."""
    deals = (
        took(3, 2, 2, 0, 0, buys=[3, 4]),
        took(3, 2, 0, 0, 1, buys=[3]),
        took(3, 1, None, 0, 1, buys=[3]),
        took(2, 1, None, 0, 1),
        took(3, 0, None, None, 0),
    )
    ended = sheet(5, {"money": True}, *deals)
    assert ended.outcome is not None
    assert GAME.settle(ended) == (800, -100, -100, -400, -200)
