"""Clobyosh: what is needed, what a chip says, who deals next, against every way that half-made deals can end."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from scoring.games.clobyosh import GAME
from scoring.sheet import extend, problems, start
from scoring.words import Deal, Line, Need, Sheet, Standing
from tests.support.random_sheets import boards, matches, sheet_of

EQUAL = ("maker_zero", "held", "all_to_opponent", "both_keep")
RUNS = (
    [{"length": 3, "top": "K", "trump": True}],
    [{"length": 3, "top": "J", "trump": True}],
    [{"length": 4, "top": "Q", "trump": False}],
    [{"length": 3, "top": "9", "trump": False}, {"length": 3, "top": "A", "trump": False}],
)
VERDICTS = ("fell_short", "tied_lost", "tied_waits", "tied_all", "tied_keep")
ENOUGH = {"last_trick_enough": "last_trick", "bela_enough": "bela", "fifty_enough": "sequence_points"}
Draft = dict[str, Any]


@functools.cache
def drafts() -> list[tuple[Standing, Draft]]:
    """Drafts of a deal with a maker that can be finished, at totals from nothing to a point short of the target."""
    rng, found = Random(1), []
    while len(found) < 900:
        standing, draft = drafted(rng)
        if any(not problems(GAME, standing, entry) for entry in finished(draft)):
            found.append((standing, draft))
    return found


def drafted(rng: Random) -> tuple[Standing, Draft]:
    """Some of a deal, and where the match stands before it."""
    rules = {"equal_totals": rng.choice(EQUAL), "sequences_need_trick": rng.random() < 0.7}
    totals = tuple(rng.choice((0, rng.randint(300, 500), rng.randint(440, 500))) for _ in range(2))
    before = start(GAME, GAME.table(("Ann", "Bob"), rng.randrange(2)), rules)._replace(totals=totals)
    cards = [rng.choice((None, rng.randint(0, 80), rng.randint(30, 60))) for _ in range(2)]
    draft: Draft = {"maker": rng.randrange(2), "turned": True}
    draft |= {"cards": cards} if cards != [None, None] else {}
    draft |= {"last_trick": rng.randrange(2)} if rng.random() < 0.5 else {}
    draft |= {"bela": rng.randrange(2)} if rng.random() < 0.3 else {}
    if rng.random() < 0.3:
        draft["sequence_points"] = rng.sample([rng.choice((20, 50, 70)), 0], 2)
    elif rng.random() < 0.4:
        draft["sequences"] = rng.sample([rng.choice(RUNS), []], 2)
    return before, draft


def finished(draft: Draft) -> Iterator[Draft]:
    """Every way to finish a draft of which the card points of at least one seat are known; a few where neither is."""
    known = draft.get("cards") or [None, None]
    few = range(0, 147, 18) if known == [None, None] else range(147)
    each = [[one] if one is not None else few for one in known]
    lasts = [draft["last_trick"]] if "last_trick" in draft else [0, 1]
    nones = [draft["no_trick"]] if "no_trick" in draft else [None, 0, 1]
    for one, other, last, none in product(*each, lasts, nones):
        if one + other <= 146 and none != last and (none is None or not (one, other)[none]):
            yield draft | {"cards": [one, other], "last_trick": last} | ({} if none is None else {"no_trick": none})


def legal(standing: Standing, draft: Draft) -> Iterator[Draft]:
    """Those of them that can be recorded."""
    return (entry for entry in finished(draft) if not problems(GAME, standing, entry))


def scored(standing: Standing, entry: Draft) -> Sheet:
    """The sheet with this deal alone, which must be legal."""
    assert not problems(GAME, standing, entry), entry
    return extend(GAME, Sheet("clobyosh", (), standing, None, None), (Deal("1", "deal", entry, None),))


def makes_it(standing: Standing, entry: Draft) -> bool:
    """Whether the maker has more than the other: no verdict heads the awards."""
    awards = scored(standing, entry).lines[0].awards
    return not awards or awards[0].why not in VERDICTS


def needs_of(standing: Standing, draft: Draft) -> dict[tuple[int, str], Need]:
    """What is needed, by side and code."""
    return {(need.side, need.code): need for need in GAME.needs(standing, draft)}


def cards_of(draft: Draft) -> list[int]:
    """The card points written so far."""
    return [one or 0 for one in draft.get("cards") or (0, 0)]


def claiming(draft: Draft, seat: int, **more: Any) -> Draft:
    """A claim of this seat with what is written so far and no more; when all is played the other has the rest."""
    cards = cards_of(draft)
    if ("last_trick" in draft or "last_trick" in more) and (draft.get("cards") or (None, None))[1 - seat] is None:
        cards[1 - seat] = max(18 - cards[seat], 0)
    return draft | {"cards": cards, "claim": seat} | more


def with_way(draft: Draft, seat: int, key: str) -> Draft:
    """A claim with the last trick, a Bela or a fifty more."""
    more = seat if key != "sequence_points" else [50 if one == seat else 0 for one in (0, 1)]
    return claiming(draft, seat, **{key: more})


def wins(standing: Standing, entry: Draft) -> bool | None:
    """Whether a claim wins the match at once; None where it cannot be recorded for another reason than being short."""
    found = [one.code for one in problems(GAME, standing, entry)]
    if found:
        return False if found == ["claim_short"] else None
    outcome = scored(standing, entry).outcome
    return outcome is not None and outcome.why == "claim" and outcome.winners == (entry["claim"],)


def test_a_claim_wins_exactly_when_it_is_said_to_and_what_is_enough_for_it_is():
    """A way that is open is one that nobody has yet, and that can be recorded beside what is written.

    A Bela needs the king and the queen of trump: not beside a trump run of the other with one of them.
    """
    claims, seen = {True: 0, False: 0}, set()
    for standing, draft in drafts():
        needs = needs_of(standing, draft)
        for seat in (0, 1):
            where = (standing.totals, draft, seat)
            found = wins(standing, claiming(draft, seat))
            if found is not None:
                assert found == ((seat, "can_claim") in needs), where
                claims[found] += 1
            told = [code for code in ENOUGH if (seat, code) in needs]
            ways = {code: key for code, key in ENOUGH.items() if key[:8] != "sequence" or "sequences" not in draft}
            tried = {code: wins(standing, with_way(draft, seat, key)) for code, key in ways.items() if key not in draft}
            for code in told:
                entry = with_way(draft, seat, ENOUGH[code])
                assert sum(entry["cards"]) < 18 or wins(standing, entry), where
            if None not in tried.values():
                enough = [code for code, won in tried.items() if won]
                assert told == ([] if (seat, "can_claim") in needs else enough[:1]), where
                seen.update(told)
    assert min(claims.values()) > 50
    assert seen == set(ENOUGH)


def test_points_to_go_and_points_to_make_it_are_exact():
    """With so many more card points a claim wins, or the maker makes it; with one less it does not."""
    claims = made = 0
    for standing, draft in drafts():
        cards, maker, needs = cards_of(draft), draft["maker"], needs_of(standing, draft)
        for (seat, code), need in needs.items():
            for n in (need.values["n"] - 1, need.values["n"]) if code == "need_points" else ():
                more = [one + n * (who == seat) for who, one in enumerate(cards)]
                found = wins(standing, claiming(draft, seat, cards=more)) if sum(more) <= 146 else None
                if found is not None:
                    assert found == (n == need.values["n"]), (standing.totals, draft, need)
                    claims += 1
        beats = needs[maker, "beats"].values["n"] if (maker, "beats") in needs and "last_trick" in draft else None
        for n in () if beats is None else (0, beats - 1, beats, beats + 1, 146 - sum(cards)):
            entry = draft | {"cards": [one + n * (seat == maker) for seat, one in enumerate(cards)]}
            if not problems(GAME, standing, entry):
                assert makes_it(standing, entry) == (n >= beats), (draft, n)
                made += 1
    assert claims > 100
    assert made > 300


def test_who_is_ahead_makes_it_whatever_is_still_open():
    seen = 0
    for standing, draft in drafts()[:200]:
        sure = all(makes_it(standing, entry) for entry in legal(standing, draft))
        maker = draft["maker"]
        if (maker, "ahead") in needs_of(standing, draft):
            assert sure, (standing.rules, draft)
            seen += 1
        elif "last_trick" in draft and ((draft.get("cards") or [None, None])[1 - maker] or 0) >= 18:
            assert not sure, (standing.rules, draft)
    assert seen > 5


@pytest.mark.parametrize("rule", EQUAL)
def test_what_else_becomes_of_the_makers_points(rule):
    seen = set()
    for before, draft in drafts():
        standing = before._replace(rules=before.rules | {"equal_totals": rule})
        if None in draft.get("cards", [None]) or "last_trick" not in draft or problems(GAME, standing, draft):
            continue
        last = draft["last_trick"]
        level = {key: draft[key] for key in ("maker", "turned", "last_trick")}
        level |= {"cards": [56 if seat == last else 66 for seat in (0, 1)]}
        for entry in (draft, level):
            maker, after = entry["maker"], scored(standing, entry)
            mine, other = after.lines[0].points[maker], after.lines[0].points[1 - maker]
            for (_, code), need in needs_of(standing, entry).items():
                done = {
                    "else_all": mine == 0 and other == need.values.get("points"),
                    "else_keep": mine == other == need.values.get("points"),
                    "else_waits": mine == 0 and after.standing.carry["held"] == need.values.get("n"),
                    "else_lost": mine == 0 and after.standing.carry["held"] == 0,
                }
                seen |= {code} & set(done)
                assert done.get(code, True), (rule, entry, need)
    last = {"maker_zero": "else_lost", "held": "else_waits", "both_keep": "else_keep", "all_to_opponent": "else_all"}
    assert {"else_all", last[rule]} <= seen <= {"else_all", "else_lost", last[rule]}


def own_points(standing: Standing, entry: Draft, seat: int, why: str) -> int:
    """What a seat is told to have made by one reason, when both keep what they made."""
    fair = standing._replace(rules=standing.rules | {"equal_totals": "both_keep"}, totals=(0, 0))
    line = scored(fair, entry).lines[0]
    return sum(one.points for one in line.awards if one.why == why and one.side == seat)


def test_ten_and_twenty_and_no_trick_are_what_the_chips_say():
    """Without a trick sequences do not count exactly where it is said."""
    seen, tricks = set(), {True: 0, False: 0}
    for standing, draft in drafts()[:200]:
        for key, seat in product(("last_trick", "bela", "no_trick"), (0, 1)):
            if key in draft or GAME.refusal(standing, draft, key, seat, None):
                continue
            hint = GAME.hint(standing, draft, key, seat, None)
            for entry in legal(standing, draft | {key: seat}):
                if key != "no_trick":
                    if entry["maker"] == seat and entry["cards"][seat] > entry["cards"][1 - seat] + 130:
                        assert own_points(standing, entry, seat, key) == hint.values["up_gain"]
                        seen.add((key, seat))
                elif "sequences" in draft:
                    told = [one for one in scored(standing, entry).lines[0].awards if one.why.startswith("sequences")]
                    counts = bool(told) or seat == entry["maker"]  # what a maker loses is told in one sum
                    assert not (hint and told)
                    assert hint or counts or not any(entry["sequences"]), (draft, entry)
                    tricks[hint is not None] += 1
    assert len(seen) == 4
    assert min(tricks.values()) > 10


def test_a_claim_does_what_its_chip_says():
    seen = set()
    for (standing, draft), rule, seat in product(drafts(), ("play_on", "loses_deal"), (0, 1)):
        before = standing._replace(rules=standing.rules | {"false_claim": rule})
        entry = draft | {"cards": cards_of(draft), "claim": seat}
        hint = GAME.hint(before, draft, "claim", seat, None)
        found = [one.code for one in problems(GAME, before, entry)]
        if not found:
            sheet = scored(before, entry)
            won = sheet.outcome is not None and sheet.outcome.why == "claim"
            lost = [one.why for one in sheet.lines[0].awards][:1] == ["false_claim"]
            assert hint.code == ("claim_wins" if won else "claim_loses" if lost else "claim_play_on")
            assert not won or hint.values["total"] == sheet.standing.totals[seat]
        elif found == ["claim_short"]:
            assert hint.code == "claim_play_on"
        seen.add(hint.code)
    assert seen == {"claim_wins", "claim_loses", "claim_play_on"}


def dealer_after(rules: dict[str, Any], line: Line) -> int:
    """Who deals next by CB-D3, from the entry and the points of its line."""
    rule = rules.get("next_dealer", "deal_winner")
    entry = {key: value for key, value in line.deal.entry.items() if value is not None}
    if "maker" not in entry or rule == "alternate":
        return 1 - line.dealer
    if rule == "last_trick" and "last_trick" in entry:
        return int(entry["last_trick"])
    first = line.awards[0].why if line.awards else ""
    if first == "claimed":
        return int(entry["claim"])
    if first == "false_claim":
        return 1 - int(entry["claim"])
    if first.startswith("tied"):
        return int(entry["last_trick"])
    return int(1 - entry["maker"] if first == "fell_short" else entry["maker"])


def test_who_deals_next_and_who_leads_is_recounted():
    """The one who does not deal cuts, speaks first and leads."""
    dealt, seen = 0, set()
    for match in matches("clobyosh", damaged=False):
        lines = [line for line in sheet_of(match).lines if not line.problems]
        for line, following in pairwise(lines):
            assert following.dealer == dealer_after(match.get("rules", {}), line), line
            dealt += 1
    for sheet, _, shown in boards("clobyosh"):
        dealer = sheet.standing.dealer
        for said in shown["prompt"]:
            values = said["values"]
            assert (values.get("dealer", dealer), values.get("seat", 1 - dealer)) == (dealer, 1 - dealer)
            assert said["code"] != "waiting" or values["n"] == sheet.standing.carry["held"] > 0
            seen.add(said["code"])
    assert dealt > 50
    assert {"speaks", "deal_cards", "deal_rest", "lead"} <= seen
