"""Knock-Out Whist: every need and every hint is what all the ways to finish the deal come to, each of them scored."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from scoring.sheet import extend
from scoring.words import Deal, Sheet
from tests.laws.knockout_whist_recount import (
    GAME,
    asks,
    chance_of,
    endings,
    one_by_cut,
    past_of,
    played,
    sheet,
    took,
    where,
)
from tests.support.sizes import FULL

OPEN = ""
Tricks = list[Any]
WORST = {"out": "need_trick", "cut": "need_cut", "dog": "need_dog"}
FOR_SALE = {"dog": "need_buy_dog", "parish": "need_buy_parish", "blind_parish": "need_buy_blind"}


def drafts(rng: Random, now: Sheet, ways: list[Tricks]) -> Iterator[tuple[dict[str, Any], list[Tricks]]]:
    """Half-made deals, nothing among them, with all the ways that lead on from each."""
    yield {}, ways
    for _ in range(3):
        end = rng.choice(ways)
        typed = [one if one is None or rng.random() < 0.5 else OPEN for one in end]
        yield {"tricks": typed}, [way for way in ways if fits(typed, way)]
        won = [seat for seat, one in enumerate(end) for _ in range(one or 0)]
        rng.shuffle(won)
        won = won[: rng.randrange(len(won))]
        so_far = [won.count(seat) or None for seat in range(len(end))]
        yield {"tricks": so_far}, [way for way in ways if grown(so_far, way)]


def fits(typed: Tricks, way: Tricks) -> bool:
    """Whether a deal ends so whose numbers are typed as far as this."""
    return all(one in (OPEN, end) for one, end in zip(typed, way, strict=True))


def grown(so_far: Tricks, way: Tricks) -> bool:
    """Whether a deal ends so of whose tricks these are told."""
    return all((one or 0) <= (end or 0) for one, end in zip(so_far, way, strict=True))


def outcomes(now: Sheet, way: Tricks) -> Iterator[Sheet]:
    """The match after a deal with these tricks, for every answer to what is asked then."""
    rules, past = now.standing.rules, past_of(now)
    wanted = asks(rules, past, way)
    failed = [seat for seat, one in enumerate(way) if one == 0]
    best = [seat for seat, one in enumerate(way) if one == max(one or 0 for one in way)]
    buyers = [seat for seat in failed if "buys" in wanted and chance_of(rules, past, seat) != "out"]
    for chooser in best if "chooser" in wanted else [None]:
        for dog in failed if "dog" in wanted else [None]:
            for buys in ([], buyers) if buyers else (None,):
                entry = {"tricks": way, "chooser": chooser, "dog": dog, "buys": buys}
                said = {key: value for key, value in entry.items() if value is not None}
                after = extend(GAME, now, (Deal("", "deal", said, None),))
                assert not after.lines[-1].problems, (said, where(now.standing))
                yield after


def befalls(now: Sheet, seat: int, way: Tricks) -> str:
    """What no trick means to a seat when the deal ends so: out, a cut for the dog's life, or a chance that it has."""
    rules, past = now.standing.rules, past_of(now)
    if "dog" in asks(rules, past, way):
        return "cut"
    return chance_of(rules, past, seat)


def wanted_need(now: Sheet, seat: int, ways: list[Tricks]) -> str:
    """The need of a seat as all these endings have it."""
    kinds = {befalls(now, seat, way) for way in ways if way[seat] == 0}
    if not kinds or all(way[seat] in (0, None) for way in ways) or kinds == {"in"}:
        return ""
    if now.standing.carry["hand"] == 1:
        return "need_last"
    if kinds == {"dog", "cut"}:
        return "need_dog_cut"
    assert len(kinds) == 1, (kinds, where(now.standing))
    kind = kinds.pop()
    return FOR_SALE[kind] if now.standing.rules["money"] and kind != "out" else WORST[kind]


def test_needs_are_what_all_endings_come_to():
    seen = set()
    for now in played(11, 64):
        rng = Random(f"needs {now}")
        ways = [] if now.outcome else list(endings(now))
        for draft, left in drafts(rng, now, ways) if len(ways) < 400 and ways else ():
            found = {need.side: need.code for need in GAME.needs(now.standing, draft)}
            wanted = {seat: wanted_need(now, seat, left) for seat in range(len(now.standing.table.players))}
            assert found == {seat: code for seat, code in wanted.items() if code}, (draft, where(now.standing))
            seen |= set(found.values())
    assert seen == {"need_last", "need_cut", "need_dog_cut", *WORST.values(), *FOR_SALE.values()}


def test_one_trick_keeps_a_seat_in_and_none_does_not():
    """With as many as a need says it holds, with fewer not: in the last deal the trick wins the match."""
    seen = set()
    for now in played(12, 48, range(2, 5)):
        rng = Random(f"enough {now}")
        ways = [] if now.outcome else list(endings(now))
        needs = {need.side: need.code for need in GAME.needs(now.standing, {})}
        for way in rng.sample(ways, min(len(ways), 12)):
            for after in outcomes(now, way):
                status = after.standing.carry["status"]
                for seat, code in needs.items():
                    stays = (status[seat] == "in") if code != "need_last" else after.outcome.winners == (seat,)
                    assert stays == bool(way[seat]), (way, code, where(now.standing))
                    seen.add((code, stays))
    codes = ("need_last", "need_dog_cut", "need_trick", "need_dog", "need_buy_dog", "need_buy_parish")
    assert seen == set(product(codes, (True, False)))


def hints_of(now: Sheet, draft: dict[str, Any]) -> Iterator[tuple[int, int, Any]]:
    """Every number that can still be chosen for a seat, with its hint."""
    hand = now.standing.carry["hand"]
    for seat, state in enumerate(now.standing.carry["status"]):
        for value in range(hand + 1 if state != "out" else 0):
            if GAME.refusal(now.standing, draft, "tricks", value, seat) is None:
                yield seat, value, GAME.hint(now.standing, draft, "tricks", value, seat)


def test_hints_are_what_all_endings_come_to():
    """Who wins, who names trump and who falls; and it says that somebody wins exactly when every such result wins."""
    seen = set()
    for now in played(13, 64 if FULL else 32):
        rng = Random(f"hints {now}")
        ways = [] if now.outcome else list(endings(now))
        for draft, left in drafts(rng, now, ways) if len(ways) < 200 and ways else ():
            for seat, value, hint in hints_of(now, draft):
                then = [way for way in left if way[seat] == value]
                if not then:
                    assert draft.get("tricks", [OPEN])[seat if "tricks" in draft else 0] != OPEN
                    continue
                code = hint.code if hint else ""
                seen.add(code)
                ends = [after for way in then for after in outcomes(now, way)]
                winners = {after.outcome.winners if after.outcome else None for after in ends}
                assert (code == "hint_wins") == (None not in winners and len(winners) == 1), (draft, value, code)
                if code == "hint_wins":
                    assert winners == {(hint.values["seat"],)}
                else:
                    look_at(now, hint, seat, value, then)
    assert len(seen) > 20


def look_at(now: Sheet, hint: Any, seat: int, value: int, ways: list[Tricks]) -> None:
    """That a hint of a seat's number holds for every way the deal can end with it."""
    came_back = now.standing.carry["status"][seat] not in ("in", "out")
    told = (hint.code if hint else "hint_").removeprefix("hint_")
    fate, _, low = told.partition("_")
    if fate == "none":
        kinds = {befalls(now, seat, way) for way in ways}
        wanted = {"out": {"out"}, "dog": {"dog"}, "cut": {"cut"}, "dog_cut": {"dog", "cut"}}.get(low)
        assert kinds == wanted or (low == "buy" and "out" not in kinds), (hint, where(now.standing))
    elif fate in ("back", "stays"):
        assert value >= 1
        assert came_back or fate == "stays"
    elif not fate:
        kinds = {befalls(now, seat, way) for way in ways}
        assert value or kinds == {"in"}, (hint, where(now.standing))
    for way in ways if fate not in ("", "none") and "seats" in hint.values else ():
        most = [at for at, one in enumerate(way) if one == max(one or 0 for one in way)]
        failed = [at for at, one in enumerate(way) if one == 0]
        assert hint.values["seats"] == most
        assert fate != "names" or hint.values["seat"] == most[0]
        rules, past = now.standing.rules, past_of(now)
        chances = {at: chance_of(rules, past, at) for at in failed}
        assert hint.values["out_seats"] == [at for at in failed if chances[at] == "out"]
        assert hint.values["low_seats"] == [at for at in failed if chances[at] not in ("out", "in")]
        assert ("cut" in low) == (len(failed) > 1 and one_by_cut(rules, past))


@pytest.mark.parametrize(
    ("players", "draft", "needs"),
    [
        (2, {}, ["need_dog", "need_dog"]),  # of two only one can fail
        (3, {}, ["need_dog_cut"] * 3),
        (3, {"tricks": [1, None, None]}, ["", "need_dog_cut", "need_dog_cut"]),
        (3, {"tricks": [1, 1, None]}, ["", "", "need_dog"]),
        (3, {"tricks": [OPEN, 0, OPEN]}, ["need_cut", "", "need_cut"]),
        (3, {"tricks": [3, 4, 0]}, ["", "", ""]),  # all is told
    ],
)
def test_who_may_have_to_cut_for_the_dogs_life(players, draft, needs):
    now = sheet(players, {"several_first": "one_by_cut"})
    found = {need.side: need.code for need in GAME.needs(now.standing, draft)}
    assert [found.get(seat, "") for seat in range(players)] == needs


def test_who_cannot_fail_needs_nothing():
    """Bob has one card of five: whatever happens Ann has four tricks."""
    now = sheet(2, {"first_hand": 6}, took(6, 0))
    assert [(need.side, need.code) for need in GAME.needs(now.standing, {})] == [(1, "need_trick")]


def test_the_trick_of_the_last_deal_is_needed_until_it_is_told():
    now = sheet(2, {"first_hand": 2}, took(1, 1, chooser=0))
    assert [need.code for need in GAME.needs(now.standing, {})] == ["need_last"] * 2
    assert GAME.needs(now.standing, {"tricks": [1, None]}) == ()
