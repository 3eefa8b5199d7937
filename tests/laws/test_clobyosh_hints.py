"""What Clobyosh's chips say a choice would do, and who deals and leads, recounted from entries alone."""

from __future__ import annotations

from typing import Any

from scoring.sheet import problems
from scoring.words import Line, Standing
from tests.laws.clobyosh_drafts import GAME, drafts, scored
from tests.support.games.clobyosh import finished
from tests.support.random_sheets import boards, matches, sheet_of


def completions(standing: Standing, draft: dict[str, Any]) -> list[dict[str, Any]]:
    """Ways to finish a draft that can be recorded."""
    return [entry for entry in finished(standing, draft) if not problems(GAME, standing, entry)]


def own_points(standing: Standing, entry: dict[str, Any], seat: int, why: str) -> int:
    """What a seat is told to have made by one reason, when both keep what they made."""
    fair = standing._replace(rules=standing.rules | {"equal_totals": "both_keep"}, totals=(0, 0))
    line: Line = scored(fair, entry).lines[0]
    return sum(one.points for one in line.awards if one.why == why and one.side == seat)


def test_ten_and_twenty_are_what_the_chips_say():
    seen = set()
    for standing, draft in drafts(11, 120):
        for key in ("last_trick", "bela"):
            for seat in (0, 1):
                if key in draft or GAME.refusal(standing, draft, key, seat, None):
                    continue
                hint = GAME.hint(standing, draft, key, seat, None)
                for entry in completions(standing, draft | {key: seat}):
                    ahead = entry["cards"][seat] > entry["cards"][1 - seat] + 130
                    if ahead and entry["maker"] == seat and "claim" not in entry:
                        assert own_points(standing, entry, seat, key) == hint.values["up_gain"]
                        seen.add((key, seat))
    assert len(seen) == 4


def test_without_a_trick_sequences_do_not_count_exactly_where_it_is_said():
    seen = {True: 0, False: 0}
    for standing, draft in drafts(12, 300):
        for seat in (0, 1):
            if "sequences" not in draft or GAME.refusal(standing, draft, "no_trick", seat, None):
                continue
            said = GAME.hint(standing, draft, "no_trick", seat, None) is not None
            for entry in completions(standing, draft | {"no_trick": seat}):
                if "claim" not in entry:
                    told = [one for one in scored(standing, entry).lines[0].awards if one.why.startswith("sequences")]
                    counts = bool(told) or seat == entry["maker"]  # what a maker loses is told in one sum
                    assert not (said and told)
                    assert said or counts or not any(entry["sequences"]), (draft, entry)
                    seen[said] += 1
    assert min(seen.values()) > 10


def test_a_claim_does_what_its_chip_says():
    seen = set()
    for standing, draft in drafts(13, 600):
        for rule in ("play_on", "loses_deal"):
            before = standing._replace(rules=standing.rules | {"false_claim": rule})
            for seat in (0, 1):
                cards = [one or 0 for one in draft.get("cards") or (0, 0)]
                entry = draft | {"cards": cards, "claim": seat}
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


def dealer_after(match: dict[str, Any], line: Line, before: tuple[int, ...]) -> int:
    """Who deals next by CB-D3, from the entry and the points of its line."""
    rule = match["rules"].get("next_dealer", "deal_winner")
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


def test_who_deals_next_is_recounted():
    seen = 0
    for match in matches("clobyosh", damaged=False):
        sheet = sheet_of(match)
        lines = [line for line in sheet.lines if not line.problems]
        for number, line in enumerate(lines[:-1]):
            assert lines[number + 1].dealer == dealer_after({"rules": {}} | match, line, line.totals), line
            seen += 1
    assert seen > 50


def test_prompts_name_who_deals_and_who_leads():
    """The one who does not deal cuts, speaks first and leads."""
    seen = set()
    for sheet, _, shown in boards("clobyosh"):
        dealer = sheet.standing.dealer
        for said in shown["prompt"]:
            values = said["values"]
            assert values.get("dealer", dealer) == dealer
            assert values.get("seat", 1 - dealer) == 1 - dealer
            assert said["code"] != "waiting" or values["n"] == sheet.standing.carry["held"] > 0
            seen.add(said["code"])
    assert {"speaks", "deal_cards", "deal_rest", "lead"} <= seen
