"""Laws of the board: any standing and any half-made draft can be shown, and what it offers can be had."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from scoring.board import board, field_values, overview, preview
from scoring.game import Game
from scoring.games import games
from scoring.sheet import extend, problems, replay
from scoring.words import Deal, Field, Standing
from tests.support.random_matches import random_entry
from tests.support.random_sheets import GAMES, boards, golden_boards, matches, ruled, sheet_of, spoken_bid

TYPED = ("points", "calls", "sequences")
every_game = pytest.mark.parametrize("key", GAMES)


@every_game
def test_a_board_says_what_to_do_until_the_end_and_what_recording_would_do(key):
    """As plain JSON; what is needed is for sides, and more than nothing."""
    game = games()[key]
    for sheet, _draft, shown in boards(key) + golden_boards(key):
        assert json.loads(json.dumps(shown)) == shown
        given_up = sheet.standing.closed and not game.closing_decides(sheet.standing.rules)
        assert (shown["step"] == "over") == (sheet.outcome is not None)
        assert (shown["step"] == "closed") == (given_up and sheet.outcome is None)
        assert bool(shown["prompt"]) == (shown["step"] not in ("over", "closed")), shown["standing"]
        assert not shown["needs"] or shown["step"] not in ("over", "closed")
        for need in shown["needs"]:
            assert need["side"] in range(len(sheet.standing.totals))
            assert need["values"].get("n", 1) >= 1, need
        if shown["step"] != "play":
            assert shown["preview"] is None
            continue
        after = extend(game, sheet, (Deal("", "deal", shown["written"], None),))
        line = after.lines[-1]
        told = {"points": list(line.points), "totals": list(line.totals), "over": after.outcome is not None}
        assert shown["preview"] == (None if line.problems else told)


@every_game
def test_a_board_tells_every_line_or_those_from_a_number_on(key):
    for sheet, draft, shown in boards(key)[::5]:
        scored = [line.deal.kind == "deal" and not line.problems for line in sheet.lines]
        assert [{"head", "story"} <= set(line) for line in shown["lines"]] == scored
        assert board(sheet, draft, since=len(scored) // 2)["lines"] == shown["lines"][len(scored) // 2 :]


def told_values(field: dict[str, Any], players: int) -> set[str]:
    """Every value that the chips of a field should offer, as JSON; of a choice only what the game names is known."""
    numbers = [*range(field["low"], field["high"] + 1), *([None] if field["gaps"] else [])]
    values: list[Any] = {"count": numbers, "flag": [True, False]}.get(field["kind"], list(range(players)))
    return {json.dumps(value) for value in values}


@every_game
def test_each_field_has_its_chips(key):
    """One row, or one for each seat; a chip that cannot be says why and nothing else."""
    for sheet, _draft, shown in boards(key) + golden_boards(key):
        players = len(sheet.standing.table.players)
        for field in shown["fields"]:
            rows = field.get("choices", [])
            assert len(rows) == (0 if field["kind"] in TYPED else players if field["per"] == "seat" else 1)
            for row in rows:
                values = [json.dumps(chip["value"]) for chip in row]
                assert len(values) == len(set(values))
                assert field["kind"] == "pick" or set(values) == told_values(field, players)
                assert all(chip["label"] for chip in row) == (field["kind"] == "pick")
                assert not any(chip["why_not"] and chip["hint"] for chip in row)


@every_game
def test_a_last_tap_tells_what_it_would_do(key):
    """Numbers and flags of the result, once the bid is known."""
    for sheet, _draft, shown in boards(key):
        for field in shown["fields"]:
            tells = shown["step"] == "play" == field["step"] and field["per"] == "deal"
            for chip in field.get("choices", [[]])[0]:
                entry = shown["written"] | {field["key"]: chip["value"]}
                would = preview(games()[key], sheet.standing, entry)
                assert chip["preview"] == (would if tells and field["kind"] in ("count", "flag") else None)


@every_game
def test_a_whole_bid_leads_to_the_play(key):
    """Once all that is known before play is said, the result is asked for; a bid is told for the ring."""
    game = games()[key]
    for match in matches(key, damaged=False):
        sheet = sheet_of(match | {"closed": False})
        entry = random_entry(Random(1), game, sheet.standing)
        if entry is None or sheet.outcome:
            continue
        bid = spoken_bid(game, sheet.standing, entry)
        if bid and problems(game, sheet.standing, bid):
            assert board(sheet._replace(pending=bid))["step"] == "play"


# What is offered can be had

CHIPS = ("count", "pick", "seat", "flag")
Offer = tuple[int | None, dict[str, Any]]


def offers(game: Game, standing: Standing, entry: dict[str, Any], field: Field) -> list[Offer]:
    """What tapping the choices offered for one field makes of an otherwise finished entry; with the seat."""
    value = entry[field.key]
    if field.per != "deal":
        return [(seat, made) for seat in range(len(value)) for made in seat_offers(game, standing, entry, field, seat)]
    rest = {key: item for key, item in entry.items() if key != field.key}
    return [(None, rest | {field.key: v}) for v in offered(game, standing, rest, field, None)]


def seat_offers(game: Game, standing: Standing, entry: dict[str, Any], field: Field, seat: int) -> list[dict[str, Any]]:
    """The entries that tapping the chips of one seat makes, the other seats being known."""
    items = entry[field.key]
    draft = entry | {field.key: [None if n == seat else item for n, item in enumerate(items)]}
    taps = offered(game, standing, draft, field, seat)
    return [entry | {field.key: [v if n == seat else item for n, item in enumerate(items)]} for v in taps]


def offered(game: Game, standing: Standing, draft: dict[str, Any], field: Field, seat: int | None) -> list[Any]:
    """The values of a field that the board offers without a reason against them."""
    values = [value for value, _label in field_values(field, standing)]
    return [value for value in values if game.refusal(standing, draft, field.key, value, seat) is None]


@every_game
def test_what_is_offered_for_the_last_field_can_be_had(key):
    """No problem on that field; but a group may still lack something, and where null is also a seat not yet asked,
    another seat may have to be asked first."""
    game = games()[key]
    for match in matches(key, damaged=False):
        sheet = sheet_of(match | {"closed": False})
        entry = random_entry(Random(len(match["deals"])), game, sheet.standing)
        if entry is None or sheet.outcome:
            continue
        for field in game.fields(sheet.standing):
            if entry.get(field.key) is None or field.kind not in CHIPS:
                continue
            for seat, made in offers(game, sheet.standing, entry, field):
                found = [p for p in problems(game, sheet.standing, made) if p.field == field.key]
                found = [p for p in found if p.values.get("seat", seat) == seat]
                unfinished = field.total is not None and sum(item or 0 for item in made[field.key]) < field.total
                assert not found or unfinished, (made, found, sheet.standing)


@every_game
def test_what_was_legal_was_offered(key):
    """A chip is never dead where its value makes a legal entry."""
    game = games()[key]
    for match in matches(key, damaged=False):
        sheet = sheet_of(match, ruled(match))
        entry = random_entry(Random(len(match["deals"])), game, sheet.standing)
        for field in game.fields(sheet.standing):
            value = (entry or {}).get(field.key)
            if value is None or field.kind not in CHIPS or field.kind == "flag":
                continue  # a flag may be taken away where something else says the same
            if field.per != "deal" and all(item is None for item in value):
                continue  # who was left alone has all tricks, whether they are written or not
            items = enumerate(value) if field.per != "deal" else [(None, value)]
            for seat, item in items:
                rest = dict(entry)
                rest[field.key] = None if seat is None else [None if n == seat else v for n, v in enumerate(value)]
                assert game.refusal(sheet.standing, rest, field.key, item, seat) is None, (entry, field.key, seat)


def lines_above(key, pending, draft, **rules):
    """What is said above the pad: the codes of what happens now, and of what is needed with its side."""
    game = games()[key]
    sheet = replay(game, game.table(("Ann", "Bob", "Cem", "Dee"), 0), rules, (), pending)
    shown = overview(sheet, draft)
    return [one["code"] for one in shown["prompt"]], [(need["side"], need["code"]) for need in shown["needs"]]


def test_the_lines_above_the_pad_follow_what_is_tapped():
    """Also what the bid left open, and where no bid was written down; an auction that is called anew is not over."""
    marks = {"bidder": 1, "bid": 168}
    prompt, needs = lines_above("texas_42", marks, {"contract": "nello"}, nello="always")
    assert prompt[:3] == ["for_marks", "partner_sits_out", "loser_leads"]
    assert needs[0] == (1, "need_none")
    assert lines_above("texas_42", marks, {"trump": 3})[0][0] == "trump_3"
    tricks = {"tricks": [1, None, None, None]}
    assert [side for side, _ in lines_above("knockout_whist", None, tricks)[1]] == [1, 2, 3]
    bid = {"declarer": 2, "contract": 8, "calls": ["pass", 8, "pass", "pass"]}
    assert lines_above("boomke_wies", bid, {"tricks": 7})[0] == ["declarer_leads"]
    assert lines_above("boomke_wies", bid, {"calls": ["pass", 9]}) == (["speaks_now"], [])  # the cards are dealt
    assert lines_above("boomke_wies", bid, {"declarer": 3}) == lines_above("boomke_wies", bid, None)  # not yet said
