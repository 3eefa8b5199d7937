"""Laws of the fold that every game keeps, tried on seeded random matches, legal and damaged."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from scoring import score_match
from scoring.board import plain_sheet
from scoring.deals import CONFIRMATION_KINDS, STRUCK, log_state
from scoring.games import games
from scoring.review import review_of
from scoring.sheet import extend, problems, standings
from scoring.words import LogState, Record
from tests.support.random_sheets import GAMES, matches, opening_of, ruled, sheet_of, table_of, written

every_game = pytest.mark.parametrize("key", GAMES)


@every_game
def test_totals_are_the_start_and_the_sum_of_awards(key):
    for match in matches(key):
        sheet = sheet_of(match, ruled(match))
        totals = list(opening_of(match).totals)
        for line in sheet.lines:
            points = [sum(award.points for award in line.awards if award.side == side) for side in range(len(totals))]
            totals = [total + more for total, more in zip(totals, points, strict=True)]
            assert (list(line.points), list(line.totals)) == (points, totals)
        assert list(sheet.standing.totals) == totals


@every_game
def test_a_sheet_never_depends_on_later_deals(key):
    for match in matches(key):
        said = ruled(match)
        whole = sheet_of(match, said)
        cut = Random(written(match)).randint(0, len(said))
        first = sheet_of(match, said[:cut])
        assert written(first.lines) == written(whole.lines[: len(first.lines)])
        assert written(extend(games()[key], first, said[cut:])) == written(whole)


@every_game
def test_refused_lines_change_nothing(key):
    for match in matches(key):
        said = ruled(match)
        sheet = sheet_of(match, said)
        refused = {line.deal.uid for line in sheet.lines if line.problems}
        before = opening_of(match).totals
        for line in sheet.lines:
            assert not line.problems or (not line.awards and not any(line.points) and line.totals == before)
            before = line.totals
        kept = sheet_of(match, tuple(deal for deal in said if deal.uid not in refused))
        assert written(kept) == written(sheet._replace(lines=[line for line in sheet.lines if not line.problems]))


@every_game
def test_nothing_is_scored_after_the_end(key):
    for match in matches(key):
        said = ruled(match)
        ended = False
        for n, deal in enumerate(said):
            sheet = sheet_of(match, said[: n + 1])
            if ended and deal.kind == "deal":
                assert [problem.code for problem in sheet.lines[-1].problems] == ["over"]
            ended = sheet.outcome is not None


@every_game
def test_winners_are_sides_and_payments_are_made_by_losers(key):
    for match in matches(key):
        sheet = sheet_of(match, ruled(match))
        sides = len(sheet.standing.totals)
        if sheet.outcome:
            assert sheet.outcome.winners
            assert len(set(sheet.outcome.winners)) == len(sheet.outcome.winners)
            assert set(sheet.outcome.winners) <= set(range(sides))
            assert not sheet.outcome.payment or sheet.outcome.payment.side not in sheet.outcome.winners
        settled = games()[key].settle(sheet)
        if settled:
            assert len(settled) == sides
            assert sum(settled) == 0
            assert all((n >= 0) == (side in sheet.outcome.winners) for side, n in enumerate(settled) if n)
        if sheet.outcome and sheet.outcome.payment:
            assert settled[sheet.outcome.payment.side] == -sheet.outcome.payment.amount


@every_game
def test_a_match_is_scored_the_same_twice_and_left_as_it_was(key):
    for match in matches(key):
        before = written(match)
        assert written(score_match(match)) == written(score_match(json.loads(before)))
        assert written(match) == before


@every_game
def test_null_counts_as_left_out(key):
    """A null for an optional key, or a key left out, are the same deal."""
    game = games()[key]
    for match in matches(key, damaged=False):
        sheet = sheet_of(match)
        optional = [field.key for field in game.fields(opening_of(match)) if field.optional]
        deals = [dict.fromkeys(optional) | entry for entry in match["deals"]]
        assert plain_sheet(sheet_of(match | {"deals": deals})) == plain_sheet(sheet)


@every_game
def test_facts_are_of_seats_and_have_words(key):
    review = review_of(key)
    for match in matches(key):
        seats = range(len(match["players"]))
        game, table = games()[key], table_of(match)
        lines = sheet_of(match, ruled(match)).lines
        for standing, line in standings(game, table, match.get("rules", {}), ruled(match), lines):
            fact, parts = review.fact(standing, line), review.parts(standing, line)
            assert fact.seat is None or fact.seat in seats
            assert fact.kind in review.wordings
            assert {code for part in parts for code in (part.before, part.after)} <= set(review.wordings)
            assert len({part.seat for part in parts}) == len(parts)
            assert all(part.seat in seats for part in parts)


@every_game
def test_the_counted_deals_are_those_of_the_sheet(key):
    for match in matches(key):
        game, said, lines = games()[key], ruled(match), sheet_of(match, ruled(match)).lines
        counted = [line for line in lines if line.deal.kind == "deal" and not line.problems]
        found = list(standings(game, table_of(match), match.get("rules", {}), said, lines))
        assert [line for _, line in found] == counted
        for standing, line in found:
            before = sheet_of(match, said[: said.index(line.deal)]).standing
            assert standing == before._replace(dealer=line.dealer)


@every_game
def test_every_problem_is_found_whatever_the_order_of_keys(key):
    """A dictionary has no order in one of the interpreters."""
    for match in matches(key):
        standing = sheet_of(match | {"deals": []}).standing
        for entry in match["deals"]:
            if isinstance(entry, dict):
                other = dict(sorted(entry.items(), reverse=True))
                assert problems(games()[key], standing, entry) == problems(games()[key], standing, other)


# Turning the table


def turn_entry(match: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    """The same deal when everybody moved one seat to the left."""
    turned = dict(entry)
    players = len(match["players"])
    for field in games()[match["game"]].fields(opening_of(match)):
        value = entry.get(field.key)
        if value is None:
            continue
        if field.kind == "seat":
            turned[field.key] = (value + 1) % players
        elif field.kind == "seats":
            turned[field.key] = [(seat + 1) % players for seat in value]
        elif field.per != "deal":
            turned[field.key] = value[-1:] + value[:-1]
    if match["game"] == "boomke_wies" and "declarer" not in entry and "contract" not in entry:
        turned["tricks"] = 13 - entry["tricks"]  # without an auction the tricks are those of the first side
    return turned


@every_game
def test_turning_the_table_one_seat_turns_the_scores_one_seat(key):
    for match in matches(key, damaged=False):
        deals = [turn_entry(match, entry) for entry in match["deals"]]
        players = len(match["players"])
        first = ((match.get("first_dealer") or 0) + 1) % players
        sheet, turned = sheet_of(match), sheet_of(match | {"first_dealer": first, "deals": deals})
        sides = len(sheet.standing.totals)
        for line, other in zip(sheet.lines, turned.lines, strict=True):
            assert not other.problems
            assert other.dealer == (line.dealer + 1) % players
            assert other.totals == line.totals[-1:] + line.totals[:-1]
            moved = [((award.side + 1) % sides, award.points, award.why) for award in line.awards]
            assert sorted(moved) == sorted((award.side, award.points, award.why) for award in other.awards)
        won, too = sheet.outcome, turned.outcome
        assert (won is None) == (too is None)
        if won and too:
            assert sorted((side + 1) % sides for side in won.winners) == sorted(too.winners)
            assert won.why == too.why


# The log


def random_log(match: dict[str, Any], seed: int) -> list[Record]:
    """Sayings about the deals of a match: bids, deals, amendments, strikes and restorings."""
    rng = Random(f"{seed} {written(match)}")
    log: list[Record] = []
    deals = list(match["deals"])
    while deals:
        known = [record.uid for record in log if record.kind == "deal"]
        others = ("bid", "amend", "strike", "restore", *CONFIRMATION_KINDS) if known else ()
        kind = rng.choice(("deal", "deal", "deal", *others))
        body = {"of": rng.choice(known)} if kind in ("strike", "restore", *CONFIRMATION_KINDS) else deals.pop(0)
        body = {"of": rng.choice(known), "entry": body} if kind == "amend" else body
        if kind in CONFIRMATION_KINDS:
            body["seat"] = 0
        log.append(Record(len(log) + 1, f"uid {len(log)}", kind, body))
    return log


def said(log: list[Record], kind: str, of: str) -> list[Record]:
    """The log with one more saying about another."""
    return [*log, Record(len(log) + 1, f"{kind} {of} {len(log)}", kind, {"of": of})]


def standing(live: LogState) -> list[str]:
    """What is not crossed out."""
    return [deal.uid for deal in live.deals if deal.kind != STRUCK]


@every_game
def test_undo_to_the_start_and_redo_to_the_end(key):
    for seed, match in enumerate(matches(key)):
        log = random_log(match, seed)
        states = [log_state(log)]
        while states[-1].undo:
            log = said(log, "strike", states[-1].undo)
            states.append(log_state(log))
        assert not standing(states[-1])
        assert states[-1].pending is None
        for state in reversed(states[:-1]):
            redo = log_state(log).redo
            assert redo
            log = said(log, "restore", redo)
            assert written(log_state(log)[:3]) == written(state[:3])
