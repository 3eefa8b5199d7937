"""What Clobyosh says is needed, tried by brute force: with so much it holds, with less it does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from scoring.sheet import problems
from scoring.words import Line, Need, Standing
from tests.laws.clobyosh_drafts import EQUAL, GAME, Drafted, drafts, finished, scored

VERDICTS = ("fell_short", "tied_lost", "tied_waits", "tied_all", "tied_keep")


def legal(standing: Standing, draft: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Those of them that can be recorded."""
    return (entry for entry in finished(draft) if not problems(GAME, standing, entry))


def line(standing: Standing, entry: dict[str, Any]) -> Line:
    """The line of this deal."""
    return scored(standing, entry).lines[0]


def makes_it(standing: Standing, entry: dict[str, Any]) -> bool:
    """Whether the maker has more than the other: no verdict heads the awards."""
    awards = line(standing, entry).awards
    return not awards or awards[0].why not in VERDICTS


def said(drafted: Drafted) -> dict[tuple[int, str], Need]:
    """What is needed, by side and code."""
    return {(need.side, need.code): need for need in GAME.needs(*drafted)}


def claiming(draft: dict[str, Any], seat: int, **more: Any) -> dict[str, Any]:
    """A claim of this seat with what is written so far and no more; when all is played the other has the rest."""
    known = draft.get("cards") or (None, None)
    cards = [one or 0 for one in known]
    if ("last_trick" in draft or "last_trick" in more) and known[1 - seat] is None:
        cards[1 - seat] = max(18 - cards[seat], 0)
    return draft | {"cards": cards, "claim": seat} | more


def wins(standing: Standing, entry: dict[str, Any]) -> bool | None:
    """Whether a claim wins the match at once; None where it cannot be recorded for another reason than being short."""
    found = [one.code for one in problems(GAME, standing, entry)]
    if found:
        return False if found == ["claim_short"] else None
    outcome = scored(standing, entry).outcome
    return outcome is not None and outcome.why == "claim" and outcome.winners == (entry["claim"],)


def test_a_claim_wins_exactly_when_it_is_said_to():
    seen = {True: 0, False: 0}
    for standing, draft in drafts(1, 700):
        needs = said((standing, draft))
        for seat in (0, 1):
            found = wins(standing, claiming(draft, seat))
            if found is not None:
                assert found == ((seat, "can_claim") in needs), (standing.totals, draft, seat)
                seen[found] += 1
    assert min(seen.values()) > 50


WAYS = (
    ("last_trick_enough", "last_trick", 10),
    ("bela_enough", "bela", 20),
    ("fifty_enough", "sequence_points", 50),
)


def with_way(draft: dict[str, Any], seat: int, key: str) -> dict[str, Any]:
    """A claim with the last trick, a Bela or a fifty more."""
    more = seat if key != "sequence_points" else [50 if one == seat else 0 for one in (0, 1)]
    return claiming(draft, seat, **{key: more})


def test_what_is_said_to_be_enough_wins_and_nothing_smaller_does():
    """A way that is open is one that nobody has yet, and that can be recorded beside what is written."""
    seen = set()
    for standing, draft in drafts(2, 900):
        needs = said((standing, draft))
        for seat in (0, 1):
            tried = [
                (code, wins(standing, with_way(draft, seat, key)) if key not in draft else None)
                for code, key, _ in WAYS
                if key != "sequence_points" or "sequences" not in draft
            ]
            enough = [code for code, found in tried if found]
            told = [code for code, _, _ in WAYS if (seat, code) in needs]
            there = (seat, "can_claim") in needs
            if all(found is not None or key in draft for (_, found), (_, key, _) in zip(tried, WAYS, strict=False)):
                assert told == ([] if there else enough[:1]), (standing.totals, draft, seat)
                seen.update(told)
    assert seen == {code for code, _, _ in WAYS}


def test_nothing_is_enough_that_cannot_be():
    """A Bela needs the king and the queen of trump: not beside a trump run of the other with one of them."""
    seen, keys = set(), {code: key for code, key, _ in WAYS}
    for standing, draft in drafts(3, 900):
        for need in GAME.needs(standing, draft):
            entry = with_way(draft, need.side, keys[need.code]) if need.code in keys else None
            if entry and sum(entry["cards"]) >= 18:
                assert wins(standing, entry), (standing.totals, draft, need)
                seen.add(need.code)
    assert seen == set(keys)


def test_points_to_go_are_exact():
    """With so many more card points a claim wins, with one less it does not."""
    seen = 0
    for standing, draft in drafts(4, 700):
        for (seat, code), need in said((standing, draft)).items():
            cards = [one or 0 for one in draft.get("cards") or (0, 0)]
            if code != "need_points" or sum(cards) + need.values["n"] > 146:
                continue
            for more in (need.values["n"] - 1, need.values["n"]):
                given = [one + more * (who == seat) for who, one in enumerate(cards)]
                found = wins(standing, claiming(draft, seat, cards=given))
                if found is not None:
                    assert found == (more == need.values["n"]), (standing.totals, draft, need)
                    seen += 1
    assert seen > 100


def test_so_many_more_make_it_and_fewer_do_not():
    """Over all that the maker can still have in cards, what else is written staying as it is."""
    seen = 0
    for standing, draft in drafts(5, 500):
        needs, maker = said((standing, draft)), draft["maker"]
        if (maker, "beats") not in needs or "last_trick" not in draft:
            continue
        cards, n = draft["cards"], needs[maker, "beats"].values["n"]
        for more in range(147 - sum(one or 0 for one in cards)):
            entry = draft | {"cards": [(one or 0) + more * (seat == maker) for seat, one in enumerate(cards)]}
            if not problems(GAME, standing, entry):
                assert makes_it(standing, entry) == (more >= n), (draft, more)
                seen += 1
    assert seen > 1000


def test_who_is_ahead_makes_it_whatever_is_still_open():
    seen = 0
    for standing, draft in drafts(6, 500):
        needs, maker = said((standing, draft)), draft["maker"]
        sure = all(makes_it(standing, entry) for entry in legal(standing, draft))
        if (maker, "ahead") in needs:
            assert sure, (standing.rules, draft)
            seen += 1
        elif "last_trick" in draft and ((draft.get("cards") or [None, None])[1 - maker] or 0) >= 18:
            assert not sure, (standing.rules, draft)
    assert seen > 20


@pytest.mark.parametrize("rule", EQUAL)
def test_what_else_becomes_of_the_makers_points(rule):
    seen = set()
    for before, draft in drafts(7, 700):
        standing = before._replace(rules=before.rules | {"equal_totals": rule})
        if None in draft.get("cards", [None]) or "last_trick" not in draft or problems(GAME, standing, draft):
            continue
        even = level(draft) if len(seen) < 2 else draft
        for entry in (draft, even):
            needs, maker = said((standing, entry)), entry["maker"]
            points, carry = line(standing, entry).points, scored(standing, entry).standing.carry["held"]
            for (_, code), need in needs.items():
                if code.startswith("else_"):
                    seen.add(code)
                    assert else_holds(code, need.values, points, maker, carry), (rule, entry, need)
    last = {"maker_zero": "else_lost", "held": "else_waits", "both_keep": "else_keep", "all_to_opponent": "else_all"}
    assert {"else_all", last[rule]} <= seen <= {"else_all", "else_lost", last[rule]}


def level(draft: dict[str, Any]) -> dict[str, Any]:
    """The same deal without sequences and Bela, both with as many points."""
    last = draft["last_trick"]
    return {
        "maker": draft["maker"],
        "turned": True,
        "last_trick": last,
        "cards": [56 if s == last else 66 for s in (0, 1)],
    }


def else_holds(code: str, values: dict[str, Any], points: tuple[int, ...], maker: int, held: int) -> bool:
    """Whether the deal, recorded as it is, does what was said."""
    if code == "else_all":
        return points[maker] == 0 and points[1 - maker] == values["points"]
    if code == "else_keep":
        return points[maker] == values["points"] == points[1 - maker]
    return points[maker] == 0 and held in ((values["n"],) if code == "else_waits" else (0,))
