"""Zwanzig ab: what is needed, said and offered, against every deal that a half-made one can become."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

from scoring.board import board
from scoring.game import complete
from scoring.games.zwanzig_ab import GAME
from scoring.games.zwanzig_ab.score import able_to_win
from scoring.sheet import extend, problems
from scoring.words import OPEN, Deal, Need, Sheet, Standing
from table.form_entry import entry_to_form
from table.taps import parse_record
from tests.support.cases import tries
from tests.support.random_matches import random_rules

if TYPE_CHECKING:
    from scoring.words import Entry

SUITS = ("clubs", "diamonds", "hearts", "spades")
PATTERNS = [list(tricks) for tricks in product((*range(6), None), repeat=4) if sum(took or 0 for took in tricks) == 5]
TRICKS = ("need_tricks", "need_tricks_wins", "need_single", "need_sweep", "need_sweep_wins")


def a_standing(rng: Random) -> Standing:
    """Where a match may stand: any rules, any deal, totals near the end, some of them equal at zero or below."""
    rules = complete(GAME, random_rules(rng, GAME, 4))
    totals = [rng.choice((rng.randint(1, 12), rng.randint(1, 30))) for _ in range(4)]
    tied: list[int] = []
    if rng.random() < 0.2:
        tied, low = sorted(rng.sample(range(4), rng.choice((2, 2, 3)))), rng.choice((0, -1, -3))
        totals = [low if seat in tied else max(total, 1) for seat, total in enumerate(totals)]
        tied = tied if rules["tie_break"] == "tied_only" else []
    carry = {"dropped": sorted(rng.sample(range(4), rng.choice((0, 0, 1)))), "tied": tied}
    table = GAME.table(("Ann", "Bob", "Cem", "Dee"), 0)
    return Standing(table, rules, rng.choice((1, 3, 9, 10)), rng.randrange(4), tuple(totals), carry, False)


def a_draft(rng: Random, standing: Standing) -> Entry:
    """Some of a deal: perhaps trump, perhaps how it was made, some drops and some numbers; always one that can be."""
    while True:
        named = {"named": rng.choice(("named", "next", "blind"))} if rng.random() < 0.3 else {}
        trump = rng.choice(({}, *({"trump": suit} for suit in SUITS)))
        tricks = rng.choice(PATTERNS)
        if not problems(GAME, standing, trump | named | {"tricks": tricks}):
            kept = rng.choice((0, 0.1, 0.4, 0.7, 0.9))
            told = {"tricks": [took if rng.random() < kept else OPEN for took in tricks]} if kept else {}
            return (trump if rng.random() < 0.85 else {}) | named | told


def completions(standing: Standing, draft: Entry) -> list[Entry]:
    """Every deal that can be recorded and says what the draft says, and under every trump; a redeal is none."""
    written = draft.get("tricks") or [OPEN] * 4
    fits = [pattern for pattern in PATTERNS if all(w in (OPEN, took) for w, took in zip(written, pattern, strict=True))]
    trumps = [{}] if "trump" in draft else [{}, *({"trump": suit} for suit in SUITS)]
    entries = (draft | trump | {"tricks": pattern} for trump in trumps for pattern in fits)
    return [entry for entry in entries if not problems(GAME, standing, entry)]


def after(standing: Standing, entry: Entry) -> Sheet:
    """The sheet with this deal alone."""
    return extend(GAME, Sheet(GAME.key, (), standing, None, None), (Deal("", "deal", entry, None),))


def winners(standing: Standing, entry: Entry) -> tuple[int, ...]:
    """Who wins with this deal."""
    outcome = after(standing, entry).outcome
    return outcome.winners if outcome else ()


def has_it(need: Need, entry: Entry) -> bool:
    """Whether a deal is one that the need speaks of; a sweep is played for: somebody besides the maker stayed."""
    if need.code == "need_single" and doubled(entry):
        return False
    played_for = entry["tricks"].count(None) < 3 or not need.code.startswith("need_sweep")
    return bool((entry["tricks"][need.side] or 0) >= need.values["n"] and played_for)


def doubled(entry: Entry) -> bool:
    """Whether the points of a deal count more than once, but for a special one."""
    return entry.get("trump") == "hearts" or entry.get("named") == "blind"


def check_needs(standing: Standing, draft: Entry) -> None:
    """Every need of one half-made deal: so many tricks take a seat down, and fewer do not."""
    needs = GAME.needs(standing, draft)
    sums = [(deal, after(standing, deal).standing.totals) for deal in completions(standing, draft)]
    tricks = {need.side: need for need in needs if need.code in TRICKS}
    alone = {need.side for need in needs if need.code == "need_alone"}
    assert len(tricks) + len(alone) == len(needs)
    for seat in range(4):
        open_to_it = seat in able_to_win(standing)
        assert (seat in alone) == (open_to_it and standing.totals[seat] <= 0)
        if seat in tricks:
            need = tricks[seat]
            told = [(deal, totals) for deal, totals in sums if need.code != "need_single" or not doubled(deal)]
            its = [deal for deal, _ in sums if has_it(need, deal)]
            assert its, (need, standing, draft)
            assert all((totals[seat] <= 0) == has_it(need, deal) for deal, totals in told), (need, standing, draft)
            if "trump" in draft:
                wins = all(winners(standing, deal) == (seat,) for deal in its)
                assert need.code.endswith("_wins") == wins, (need, standing, draft)
        elif open_to_it and standing.totals[seat] > 0 and "trump" in draft:
            assert not any(totals[seat] <= 0 for _, totals in sums), (seat, standing, draft)


def test_what_is_needed_and_what_a_number_promises_is_what_every_such_deal_gives():
    seen = set()
    for number, rng in enumerate(tries("needs of zwanzig", 100)):
        standing = a_standing(rng)
        draft = a_draft(rng, standing)
        check_needs(standing, draft)
        deals = [(deal, after(standing, deal).lines[0].points) for deal in completions(standing, draft)]
        for chip in chips(standing, draft, "trump")[0] if "trump" not in draft else ():
            possible = any(deal.get("trump") == chip["value"] for deal, _ in deals)
            assert (chip["why_not"] is None) == possible, (standing, draft, chip)
        for seat, row in enumerate(chips(standing, draft, "tricks") if number % 2 else ()):
            for chip in row:
                given = {points[seat] for deal, points in deals if deal["tricks"][seat] == chip["value"]}
                if draft.get("tricks", [OPEN] * 4)[seat] == OPEN:
                    assert (chip["why_not"] is None) == bool(given), (standing, draft, seat, chip)
                if chip["hint"] and given:
                    assert given == set(chip["hint"]["values"].values()), (standing, draft, seat, chip)
                    seen.add(chip["hint"]["code"])
    assert seen == {"hint_points", "hint_sweep"}


def chips(standing: Standing, draft: Entry, key: str) -> list[list[dict[str, Any]]]:
    """The chips of a field, a list a seat."""
    shown = board(Sheet(GAME.key, (), standing, None, None), draft)
    return next(field for field in shown["fields"] if field["key"] == key)["choices"]


def test_who_is_down_already_wins_when_alone_lowest():
    for rng in tries("alone lowest", 20):
        standing = a_standing(rng)._replace(totals=(0, 0, rng.randint(0, 9), rng.randint(1, 20)))
        standing.carry["tied"] = []
        for deal in completions(standing, {"trump": rng.choice(("clubs", "hearts"))}):
            totals = after(standing, deal).standing.totals
            low = min(totals[seat] for seat in able_to_win(standing))
            lows = tuple(seat for seat in able_to_win(standing) if totals[seat] == low)
            assert winners(standing, deal) == (lows if len(lows) == 1 and low <= 0 else ())


def test_hearts_and_blind_double_and_one_suit_holds_all():
    seen = set()
    for rng in tries("chips of trump", 60):
        standing = a_standing(rng)
        for chip in chips(standing, {}, "trump")[0]:
            deals = [] if chip["why_not"] else completions(standing, {"trump": chip["value"]})
            code = chip["hint"] and chip["hint"]["code"]
            everybody = all(None not in deal["tricks"] for deal in deals)
            if code == "hint_all_stay":
                assert everybody
            elif code is None and deals and not everybody:
                assert chip["value"] != standing.rules["all_stay_suit"]
            seen.add(code)
        three = standing.rules["first_packet"] == "three"
        for chip in chips(standing, {"trump": "clubs"}, "named")[0] if three else ():
            if not chip["why_not"]:
                assert (chip["hint"] is not None) == (chip["value"] == "blind")
                seen.add(chip["value"])
    assert seen == {None, "hint_all_stay", "hint_double", "named", "next", "blind"}


def test_maker_dealer_leader_and_who_must_stay_are_what_the_standing_gives():
    """A seat is said to stay when no deal exists in which it drops; one that is asked may both stay and drop."""
    seen = set()
    for rng in tries("prompts of zwanzig 2", 60):
        standing = a_standing(rng)
        draft = {"trump": rng.choice(SUITS)} if rng.random() < 0.7 else {}
        left = (standing.dealer + 1) % 4
        played = [deal for deal in completions(standing, draft) if deal["tricks"][left] is not None]
        drop = [seat for seat in range(4) if any(deal["tricks"][seat] is None for deal in played)]
        codes = [(one.code, one.values) for one in GAME.prompt(standing, draft or None)]
        for code, values in codes:
            assert values.get("maker", left) == left and values.get("dealer", standing.dealer) == standing.dealer, code
            assert not code.startswith("stay") or values["seat"] not in drop, (standing, draft)
            assert code not in ("all_stay", "special") or drop == [], (standing, draft)
            assert code != "may_drop" or values["other"] in drop, (standing, draft)
        asked = [(standing.dealer + step) % 4 for step in (2, 3, 4)]
        free = [seat for seat in asked if seat in drop]
        if codes[0][0] != "special" and draft:
            turns = [values["free_seats"] for code, values in codes if code == "may_drop_in_turn"]
            last = [[values["other"]] for code, values in codes if code == "may_drop"]
            assert turns + last == [free] * bool(free), (standing, draft)
        elif codes[0][0] != "special":
            told = sorted(values["seat"] for code, values in codes if code.startswith("stay"))
            assert told == sorted(seat for seat in asked if seat not in drop), standing
        seen |= {code for code, _ in codes}
    assert seen >= {"stay_low", "stay_twice", "all_stay", "special", "may_drop", "may_drop_in_turn"}


def test_a_form_records_a_deal_when_every_seat_is_settled():
    """Each has a number or has dropped; of one alone it may follow from the others, when only one number can be."""
    seen = {True: 0, False: 0}
    for rng in tries("nothing open", 150):
        standing = a_standing(rng)
        draft = a_draft(rng, standing)
        pending = {key: draft[key] for key in ("trump", "named") if key in draft} or None
        tricks: list[Any] = draft.get("tricks") or [OPEN] * 4
        form = entry_to_form(GAME.fields(standing), {"tricks": tricks}) | {"step": ["play"]}
        kind, entry = parse_record(GAME, Sheet(GAME.key, (), standing, None, pending), form)
        recorded = kind == "deal" and not problems(GAME, standing, entry)
        if recorded:
            told = [took for took in tricks if took != OPEN]
            assert len(told) == 4 or (len(told) == 3 and sum(took or 0 for took in told) <= 5), (standing, draft, entry)
            assert told == [took for took, was in zip(entry["tricks"], tricks, strict=True) if was != OPEN]
        seen[recorded] += 1
    assert min(seen.values()) > 15
