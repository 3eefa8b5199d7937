"""Knock-Out Whist against a plain recount: awards, pot, prompts; needs, hints and chips against all ways to finish."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from scoring.sheet import extend, problems, start
from scoring.words import OPEN, Deal, Sheet, Standing
from tests.laws.knockout_whist_recount import (
    GAME,
    Past,
    after,
    asks,
    cards_in,
    chance_of,
    endings,
    entries_of,
    one_by_cut,
    past_of,
    played,
    recounted,
    sheet,
    spreads,
    took,
    where,
)

Tricks = list[Any]
WORST = {"out": "need_trick", "cut": "need_cut", "dog": "need_dog"}
FOR_SALE = {"dog": "need_buy_dog", "parish": "need_buy_parish", "blind_parish": "need_buy_blind"}
NAMES = {"suit": "names_suit", "suit_or_none": "names_or_none", "suit_and_order": "names_and_order", "all": "names_all"}


def awards_of(rules: dict[str, Any], past: Past, entry: dict[str, Any]) -> list[tuple[int, int, str, dict[str, Any]]]:
    """The awards of a deal, counted here."""
    found: list[tuple[int, int, str, dict[str, Any]]] = []
    then, fee = after(rules, past, entry).status, {"fee_money": rules["stake"]}
    for seat, won in enumerate(entry["tricks"]):
        if won:
            found.append((seat, won, "tricks", {"n": won}))
        if won and past.status[seat] != "in":
            found.append((seat, 0, "stays" if rules["money"] and past.status[seat] == "dog" else "back", {}))
        if won == 0 and then[seat] in ("out", "in"):
            found.append((seat, 0, "knocked_out" if then[seat] == "out" else "forgiven", {}))
        elif won == 0:
            bought = f"bought_{then[seat].replace('dog', 'dogs_life')}"
            found.append((seat, 0, bought, fee) if rules["money"] else (seat, 0, "dogs_life", {}))
    return found


def test_awards_cards_and_the_pot_are_what_a_plain_recount_says():
    """Full hands, single cards of those on a dog's life or a parish, none for who is out."""
    seen = set()
    for now in played(120):
        entries, rules, players = entries_of(now), now.standing.rules, len(now.standing.table.players)
        carry = now.standing.carry
        if entries and "rainbow" not in entries[-1]:
            past = recounted(rules, players, entries[:-1])
            assert [tuple(one) for one in now.lines[-1].awards] == awards_of(rules, past, entries[-1]), where(
                now.standing
            )
            then = after(rules, past, entries[-1])
            assert (carry["status"], carry["pot"], carry["dogs_life_used"]) == (then.status, then.pot, then.used)
            seen |= {one.why for one in now.lines[-1].awards}
        if not now.outcome:
            assert (carry["hand"], carry["hands"]) == cards_in(past_of(now), rules), where(now.standing)
    assert len(seen) == 9


def test_the_winner_takes_what_all_have_paid():
    """Everybody's stake and the fees, recounted from the purchases; what is paid and what is got are the same."""
    ended = 0
    for now in played(120):
        rules, players = now.standing.rules, len(now.standing.table.players)
        if now.outcome is None or not rules["money"]:
            assert GAME.settle(now) == ()
            continue
        bought = [seat for entry in entries_of(now) for seat in entry.get("buys", ())]
        paid = [rules["stake"] * (1 + bought.count(seat)) for seat in range(players)]
        (winner,) = now.outcome.winners
        wanted = [(sum(paid) if seat == winner else 0) - one for seat, one in enumerate(paid)]
        assert list(GAME.settle(now)) == (wanted if sum(paid) else [])
        ended += 1
    assert ended > 10


def chooser_of(entry: dict[str, Any]) -> int | None:
    """Who won most tricks, or the cut among those who did; None where a card is turned."""
    most = max(won for won in entry["tricks"] if won is not None)
    best = [seat for seat, won in enumerate(entry["tricks"]) if won == most]
    return best[0] if len(best) == 1 else entry.get("chooser")


def dealers(now: Sheet) -> tuple[int, Past]:
    """Who is to deal next, and where the match stands."""
    rules, table = now.standing.rules, now.standing.table
    players, dealer, past = len(table.players), table.first_dealer, past_of(now._replace(lines=()))
    for entry in entries_of(now):
        then, chooser = after(rules, past, entry), chooser_of(entry)
        if chooser is not None and (rules["money"] or rules["winner_takes_over"]):
            dealer = chooser
        else:
            order = [(dealer + step) % players for step in range(1, players)]
            just_out = [seat for seat in order if past.status[seat] != "out"]
            dealer = next(seat for seat in just_out if then.status[seat] != "out" or rules["out_dealer_deals"])
        past = then
    return dealer, past


def left_of(seat: int, inside: list[bool]) -> int:
    """The next seat clockwise of which this holds."""
    return next(at % len(inside) for at in range(seat + 1, seat + len(inside) + 1) if inside[at % len(inside)])


def leader_of(now: Sheet, dealer: int, past: Past) -> int:
    """Who leads to the first trick: left of the dealer, or the winner who takes over."""
    rules, entries = now.standing.rules, entries_of(now)
    chooser = chooser_of(entries[-1]) if entries else None
    if chooser is not None and (rules["money"] or rules["winner_takes_over"]):
        return chooser
    if not entries and rules["first_leader"] == "dealer":
        return dealer
    return left_of(dealer, [state != "out" for state in past.status])


def test_the_prompt_says_what_the_entries_come_to():
    """Who deals, names trump, leads, may knock and must not look."""
    seen = set()
    for now in played(120):
        if now.outcome:
            continue
        standing, rules, entries = now.standing, now.standing.rules, entries_of(now)
        told = [(said.code, said.values) for said in GAME.prompt(standing, None)]
        dealer, past = dealers(now)
        hand, hands = cards_in(past, rules)
        single = [seat for seat, cards in enumerate(hands) if cards == 1 and hand > 1]
        blind = [seat for seat, state in enumerate(past.status) if state == "blind_parish"]
        chooser = chooser_of(entries[-1]) if entries else None
        leader = leader_of(now, dealer, past)
        leads = {"leader": leader}
        knocks = leads | {"other": left_of(leader, [cards > 0 for cards in hands])}
        wanted: list[tuple[str, dict[str, Any]]] = [
            ("card_turned", {}) if chooser is None else (NAMES[rules["winner_choices"]], {"chooser": chooser}),
            ("deals_but" if single else "deals", {"dealer": dealer, "n": hand, "seats": single}),
            *[("deals_once", {"dealer": dealer})] * (past.status[dealer] == "out"),
            ("leads_or_knocks", knocks) if leader in single else ("leads", leads),
            *[("may_knock", {"seats": single})] * bool(single),
            *[("blind_card", {"seats": blind})] * bool(blind),
        ]
        assert told[: len(wanted)] == wanted, where(standing)
        rest = ("pot", "rainbow_counts", "amnesty", "exchange", "exchange_short", "two_of_diamonds")
        assert all(code in rest for code, _values in told[len(wanted) :]), told
        assert standing.dealer == dealer
        seen |= {code for code, _values in wanted}
    assert seen >= {
        "card_turned",
        "names_suit",
        "deals_but",
        "deals_once",
        "leads_or_knocks",
        "may_knock",
        "blind_card",
    }


def fits(typed: Tricks, way: Tricks) -> bool:
    """Whether a deal ends so whose numbers are typed as far as this."""
    return all(one in (OPEN, end) for one, end in zip(typed, way, strict=True))


def drafts(rng: Random, ways: list[Tricks]) -> Iterator[tuple[dict[str, Any], list[Tricks]]]:
    """Half-made deals, nothing among them, with all the ways that lead on from each: numbers typed, or tricks told."""
    yield {}, ways
    for _ in range(3):
        end = rng.choice(ways)
        typed = [one if one is None or rng.random() < 0.5 else OPEN for one in end]
        yield {"tricks": typed}, [way for way in ways if fits(typed, way)]
        won = [seat for seat, one in enumerate(end) for _ in range(one or 0)]
        won = rng.sample(won, rng.randrange(len(won)))
        so_far = [won.count(seat) or None for seat in range(len(end))]
        grown = [way for way in ways if all((n or 0) <= (end or 0) for n, end in zip(so_far, way, strict=True))]
        yield {"tricks": so_far}, grown


def outcomes(now: Sheet, way: Tricks) -> Iterator[Sheet]:
    """The match after a deal with these tricks, for every answer to what is asked then."""
    rules, past = now.standing.rules, past_of(now)
    wanted = asks(rules, past, way)
    failed = [seat for seat, one in enumerate(way) if one == 0]
    best = [seat for seat, one in enumerate(way) if one == max(one or 0 for one in way)]
    buyers = [seat for seat in failed if "buys" in wanted and chance_of(rules, past, seat) != "out"]
    choosers = best if "chooser" in wanted else [None]
    dogs = failed if "dog" in wanted else [None]
    answers = product(choosers, dogs, ([], buyers) if buyers else [None])
    for chooser, dog, buys in answers:
        entry = {"tricks": way, "chooser": chooser, "dog": dog, "buys": buys}
        said = {key: value for key, value in entry.items() if value is not None}
        end = extend(GAME, now, (Deal("", "deal", said, None),))
        assert not end.lines[-1].problems, (said, where(now.standing))
        yield end


def befalls(now: Sheet, seat: int, way: Tricks) -> str:
    """What no trick means to a seat when the deal ends so: out, a cut for the dog's life, or a chance that it has."""
    rules, past = now.standing.rules, past_of(now)
    return "cut" if "dog" in asks(rules, past, way) else chance_of(rules, past, seat)


def wanted_need(now: Sheet, seat: int, ways: list[Tricks]) -> str:
    """The need of a seat as all these endings have it."""
    kinds = {befalls(now, seat, way) for way in ways if way[seat] == 0}
    if not kinds or all(way[seat] in (0, None) for way in ways) or kinds == {"in"}:
        return ""
    if now.standing.carry["hand"] == 1:
        return "need_last"
    if kinds == {"dog", "cut"}:
        return "need_dog_cut"
    (kind,) = kinds
    return FOR_SALE[kind] if now.standing.rules["money"] and kind != "out" else WORST[kind]


def test_needs_are_what_all_endings_come_to():
    """With a trick a seat stays in, without it does not; in the last deal the trick wins the match."""
    seen, kept = set(), set()
    for now in played(48):
        rng, players = Random(f"needs {now}"), len(now.standing.table.players)
        ways = [] if now.outcome else list(endings(now))
        for draft, left in drafts(rng, ways) if 0 < len(ways) < 200 else ():
            found = {need.side: need.code for need in GAME.needs(now.standing, draft)}
            wanted = {seat: wanted_need(now, seat, left) for seat in range(players)}
            assert found == {seat: code for seat, code in wanted.items() if code}, (draft, where(now.standing))
            seen |= set(found.values())
        needs = {need.side: need.code for need in GAME.needs(now.standing, {})}
        for way in rng.sample(ways, min(len(ways), 6)) if players < 5 else ():
            for end, (seat, code) in product(outcomes(now, way), needs.items()):
                status = end.standing.carry["status"][seat]
                stays = status == "in" if code != "need_last" else end.outcome.winners == (seat,)
                assert stays == bool(way[seat]), (way, code, where(now.standing))
                kept.add((code, stays))
    assert seen == {"need_last", "need_cut", "need_dog_cut", *WORST.values(), *FOR_SALE.values()}
    assert {("need_last", True), ("need_trick", False), ("need_dog", False), ("need_buy_dog", False)} <= kept


def test_hints_are_what_all_endings_come_to():
    """Who wins, who names trump and who falls; and it says that somebody wins exactly when every such result wins."""
    seen = set()
    for now in played(48)[::2]:
        rng, carry = Random(f"hints {now}"), now.standing.carry
        ways = [] if now.outcome else list(endings(now))
        ways = ways if len(ways) < 130 else []
        ends = {str(way): {end.outcome and end.outcome.winners for end in outcomes(now, way)} for way in ways}
        for draft, left in drafts(rng, ways) if ways else ():
            for seat, value in product(range(len(carry["status"])), range(carry["hand"] + 1)):
                if carry["status"][seat] == "out" or GAME.refusal(now.standing, draft, "tricks", value, seat):
                    continue
                hint = GAME.hint(now.standing, draft, "tricks", value, seat)
                then = [way for way in left if way[seat] == value]
                if not then:
                    assert draft.get("tricks", [OPEN])[seat if "tricks" in draft else 0] != OPEN
                    continue
                code = hint.code if hint else ""
                seen.add(code)
                winners = set.union(*(ends[str(way)] for way in then))
                assert (code == "hint_wins") == (None not in winners and len(winners) == 1), (draft, value, code)
                if code == "hint_wins":
                    assert winners == {(hint.values["seat"],)}
                else:
                    check_hint(now, hint, seat, value, then)
    assert len(seen) > 20


def check_hint(now: Sheet, hint: Any, seat: int, value: int, ways: list[Tricks]) -> None:
    """That a hint of a seat's number holds for every way the deal can end with it."""
    rules, past = now.standing.rules, past_of(now)
    told = (hint.code if hint else "hint_").removeprefix("hint_")
    fate, _, low = told.partition("_")
    kinds = {befalls(now, seat, way) for way in ways}
    if fate == "none":
        wanted = {"out": {"out"}, "dog": {"dog"}, "cut": {"cut"}, "dog_cut": {"dog", "cut"}}.get(low)
        assert kinds == wanted or (low == "buy" and "out" not in kinds), (hint, where(now.standing))
    elif fate in ("back", "stays"):
        assert value >= 1
        assert fate == "stays" or now.standing.carry["status"][seat] not in ("in", "out")
    elif not fate:
        assert value or kinds == {"in"}, (hint, where(now.standing))
    for way in ways if fate not in ("", "none") and "seats" in hint.values else ():
        most = [at for at, one in enumerate(way) if one == max(one or 0 for one in way)]
        failed = [at for at, one in enumerate(way) if one == 0]
        chances = {at: chance_of(rules, past, at) for at in failed}
        assert hint.values["seats"] == most
        assert fate != "names" or hint.values["seat"] == most[0]
        assert hint.values["out_seats"] == [at for at in failed if chances[at] == "out"]
        assert hint.values["low_seats"] == [at for at in failed if chances[at] not in ("out", "in")]
        assert ("cut" in low) == (len(failed) > 1 and one_by_cut(rules, past))


def test_who_cannot_fail_needs_nothing_and_is_offered_nothing_impossible():
    """Bob has one card of five: whatever happens Ann has four tricks."""
    now = sheet(2, {"first_hand": 6}, took(6, 0)).standing
    assert [(need.side, need.code) for need in GAME.needs(now, {})] == [(1, "need_trick")]
    assert [n for n in range(6) if GAME.refusal(now, {}, "tricks", n, 0) is None] == [4, 5]


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


@pytest.mark.parametrize(("players", "most"), [(2, 8), (3, 4)])
def test_only_what_can_be_finished_is_offered_and_that_is_legal(players, most):
    """On small tables, from the empty pad on; the ways counted here are the deals that can be recorded, no others."""
    for standing in standings(players, most):
        carry, numbers = standing.carry, range(standing.carry["hand"] + 1)
        ways = list(spreads(carry["hands"], carry["status"], carry["hand"]))
        for tricks in reached(standing):
            empty = all(one in (OPEN, None) for one in tricks)
            for (seat, one), value in product(enumerate(tricks), numbers):
                possible = any(fits(tricks, way) and way[seat] == value for way in ways)
                for draft in ({}, {"tricks": tricks}) if empty else ({"tricks": tricks},):
                    offered = one == OPEN and GAME.refusal(standing, draft, "tricks", value, seat) is None
                    assert one != OPEN or offered == possible, (carry, tricks, seat, value)
        for tricks in product(*(numbers if state != "out" else [None] for state in carry["status"])):
            best = [seat for seat, one in enumerate(tricks) if one == max(one or 0 for one in tricks)]
            entry: dict[str, Any] = {"tricks": list(tricks)} | ({"chooser": best[0]} if len(best) > 1 else {})
            assert (not problems(GAME, standing, entry)) == (list(tricks) in ways), (carry, tricks)
