"""Knock-Out Whist: who deals, names trump, leads, may knock and must not look, counted once more from the entries."""

from __future__ import annotations

from typing import Any

from scoring.words import Sheet
from tests.laws.knockout_whist_recount import GAME, Past, cards_in, entries_of, past_of, played, recounted, where

NAMES = {"suit": "names_suit", "suit_or_none": "names_or_none", "suit_and_order": "names_and_order", "all": "names_all"}


def chooser_of(entry: dict[str, Any]) -> int | None:
    """Who won most tricks, or the cut among those who did; None where a card is turned."""
    most = max(won for won in entry["tricks"] if won is not None)
    best = [seat for seat, won in enumerate(entry["tricks"]) if won == most]
    return best[0] if len(best) == 1 else entry.get("chooser")


def dealers(now: Sheet) -> list[tuple[int, Past]]:
    """Who dealt each deal and who is to deal the next, with where the match stood then."""
    rules, table = now.standing.rules, now.standing.table
    players, entries, dealer = len(table.players), entries_of(now), table.first_dealer
    found = [(dealer, recounted(rules, players, []))]
    for number, entry in enumerate(entries, 1):
        before, then = found[-1][1], recounted(rules, players, entries[:number])
        chooser = chooser_of(entry)
        if chooser is not None and (rules["money"] or rules["winner_takes_over"]):
            dealer = chooser
        else:
            order = [(dealer + step) % players for step in range(1, players)]
            just_out = [seat for seat in order if before.status[seat] != "out"]
            dealer = next(seat for seat in just_out if then.status[seat] != "out" or rules["out_dealer_deals"])
        found.append((dealer, then))
    return found


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
    seen = set()
    for now in played(63, 96):
        if now.outcome:
            continue
        standing, rules, entries = now.standing, now.standing.rules, entries_of(now)
        told = [(said.code, said.values) for said in GAME.prompt(standing, None)]
        dealer, past = dealers(now)[-1]
        hand, hands = cards_in(past, rules)
        single = [seat for seat, cards in enumerate(hands) if cards == 1 and hand > 1]
        chooser = chooser_of(entries[-1]) if entries else None
        leader = leader_of(now, dealer, past)
        wanted: list[tuple[str, dict[str, Any]]] = [
            ("card_turned", {}) if chooser is None else (NAMES[rules["winner_choices"]], {"chooser": chooser}),
            ("deals_but" if single else "deals", {"dealer": dealer, "n": hand, "seats": single}),
        ]
        if past.status[dealer] == "out":
            wanted.append(("deals_once", {"dealer": dealer}))
        if leader in single:
            other = left_of(leader, [cards > 0 for cards in hands])
            wanted.append(("leads_or_knocks", {"leader": leader, "other": other}))
        else:
            wanted.append(("leads", {"leader": leader}))
        if single:
            wanted.append(("may_knock", {"seats": single}))
        blind = [seat for seat, state in enumerate(past.status) if state == "blind_parish"]
        if blind:
            wanted.append(("blind_card", {"seats": blind}))
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


def test_who_holds_how_many_cards():
    """Full hands, single cards of those on a dog's life or a parish, none for who is out; the sum has a pack."""
    for now in played(62, 48):
        if not now.outcome:
            carry, past = now.standing.carry, past_of(now)
            assert (carry["hand"], carry["hands"]) == cards_in(past, now.standing.rules), where(now.standing)
            assert sum(carry["hands"]) <= 52
