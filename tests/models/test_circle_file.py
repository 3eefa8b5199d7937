"""A circle's file: what goes out comes in again to the last byte, and nothing of a file that is not whole."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from models.base import Base, db, new_uid
from models.circle_file import schema
from models.circle_file.export import export_circle
from models.circle_file.importer import import_circle_file, parse_file
from models.circle_file.schema import ImportRefused
from models.deletion import delete_circle
from models.log.append import append
from models.log.read import read
from models.log.state import MatchState, state_cache
from models.matches import start_match
from models.review.people import People
from models.review.ratings import ratings_of
from models.review.upkeep import catch_up
from models.tables import Circle, Evening, Match, Player, Result, StoredPayment
from models.tail.branches import TailRecord
from models.tail.receive import Tail, receive
from models.transaction import snapshot, write_transaction
from scoring.board import plain_sheet
from tests.support import circle_files
from tests.support.circle_files import resealed, resummed
from tests.support.circles import random_circle

FLIPS = 400
KEPT = circle_files.KEPT.read_bytes()
BOOMKE = {"declarer": 1, "contract": 8, "tricks": 8}


def file_of(circle_id: int) -> str:
    """The circle as its file."""
    with snapshot(db.engine) as connection:
        return "".join(export_circle(connection, circle_id))


def emptied() -> None:
    """Let nothing be left in the database."""
    with write_transaction() as session:
        for table in reversed(Base.metadata.sorted_tables):
            session.execute(table.delete())
    db.session.expunge_all()
    state_cache.clear()


def states() -> dict[str, MatchState]:
    """Every match of the database by its uid, each read anew."""
    state_cache.clear()
    return {match.uid: read(match) for match in db.session.scalars(select(Match).order_by(Match.id))}


def ends() -> list[Any]:
    """The results of every match, by the names of its players."""
    columns = (Match.uid, Result.seat, Result.turn, Result.name, Result.side, Result.place, Result.total, Result.won)
    found = select(*columns, Result.deals, Result.player_id.is_(None)).join(Match)
    return [tuple(row) for row in db.session.execute(found.order_by(Match.uid, Result.seat, Result.turn))]


def refused(told: dict[str, Any] | bytes) -> ImportRefused:
    """Why a file is refused; a told one gets the sums that fit."""
    with pytest.raises(ImportRefused) as found:
        parse_file(told if isinstance(told, bytes) else json.dumps(resummed(told)).encode())
    return found.value


@pytest.mark.parametrize("seed", range(3))
def test_out_in_and_out_again_is_the_same_to_the_last_byte(store, seed):
    circle = random_circle(Random(seed))
    before, told, results = file_of(circle.id), states(), ends()
    emptied()
    taken = import_circle_file(before.encode(), "Ann")
    after = states()
    assert file_of(db.session.scalars(select(Circle)).one().id) == before
    assert [plain_sheet(state.sheet) for state in after.values()] == [
        plain_sheet(state.sheet) for state in told.values()
    ]
    assert after == told
    assert ends() == results
    assert (taken.evenings, taken.matches) == (3, len(told))
    whole = json.loads(before)
    assert whole["format"] == "tallystick circle"
    assert any(match.get("branches") for evening in whole["evenings"] for match in evening["matches"]) == bool(told)


@pytest.mark.databases
def test_what_was_paid_on_an_evening_comes_with_it(store):
    circle = random_circle(Random(1))
    ann = circle.players[0].uid
    with write_transaction() as session:
        evening = session.scalars(select(Evening).order_by(Evening.id)).first()
        for payer, payee, amount in ((ann, "Guest Eve", 225), ("Guest Eve", ann, 50)):
            session.add(StoredPayment(evening_id=evening.id, payer=payer, payee=payee, amount=amount))
    before = file_of(circle.id)
    emptied()
    import_circle_file(before.encode(), "Ann")
    assert [(row.payer, row.payee, row.amount) for row in db.session.scalars(select(StoredPayment))] == [
        (ann, "Guest Eve", 225),
        ("Guest Eve", ann, 50),
    ]
    assert file_of(db.session.scalars(select(Circle)).one().id) == before


def test_a_branch_that_was_changed_is_refused(store):
    whole = json.loads(file_of(random_circle(Random(1)).id))
    emptied()
    [branch, *_] = (
        branch for evening in whole["evenings"] for match in evening["matches"] for branch in match.get("branches", ())
    )
    sound = dict(branch)
    for change in ({"base_seq": 4}, {"body": {}}, {"seal": "0" * 64}, {"uid": "0" * 64}, {"came_at": 1}):
        branch.update(sound | change)
        assert refused(whole).code == "damaged_match", change


def test_no_flipped_bit_and_no_part_of_a_file_is_taken_however_it_is_spelled(store):
    random, codes, whole = Random(1), Counter(), json.loads(KEPT)
    for spelled in ({}, {"indent": 2}, {"ensure_ascii": True}, {"sort_keys": True}):
        parse_file(json.dumps(whole, **spelled).encode())
    for _ in range(FLIPS):
        data = bytearray(KEPT)
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        codes[refused(bytes(data)).code] += 1
    assert codes["changed"] > FLIPS // 5, codes
    for length in (1, 20, 300, 4000, 12_000, len(KEPT) - 90, len(KEPT) - 2):
        refused(KEPT[:length])
    for evenings in (whole["evenings"][:-1], whole["evenings"][1:], whole["evenings"][::-1], []):
        refused(json.dumps(whole | {"evenings": evenings}).encode())


def test_nothing_is_kept_of_a_file_that_fits_only_in_part(store):
    import_circle_file(KEPT, "Ann")
    whole = json.loads(KEPT)
    whole["circle"]["uid"] = "another"
    with pytest.raises(ImportRefused, match="partly_here"):
        import_circle_file(json.dumps(resummed(whole)).encode(), "Bob")
    assert [circle.uid for circle in db.session.scalars(select(Circle))] == [json.loads(KEPT)["circle"]["uid"]]


NAMES = ("", " ", "A\u202eB", "A\u2066B", "A\nB", "A\x07", "\u3164", "A\ufffdB", "\u200d")
SEASON = {"uid": "season-1", "name": "Cup", "first": "2026-09-01", "last": "2026-12-18", "games": ["texas_42"]}
SEASON |= {"counts": "places", "evenings": 10, "best_of": 6, "at_least": 3, "created_at": 0}
RULES = {"game": "clobyosh", "name": "Ours", "rules": {}, "created_at": 0}
FORGED: dict[str, tuple[tuple[str, Any], ...]] = {
    "circle": tuple(("name", name) for name in NAMES),
    "player": tuple(("name", name) for name in NAMES),
    "rules": (
        *(("name", name) for name in NAMES),
        *(("game", "bridge"), ("rules", {"no such rule": 1}), ("rules", {"target": "x"}), ("rules", {"target": -1})),
    ),
    "season": (
        *(("counts", "money"), ("last", "2026-08-31"), ("games", ["poker"])),
        *(("best_of", -1), ("uid", "../x"), ("name", "")),
    ),
    "payment": (*((key, name) for key in ("payer", "payee") for name in NAMES), ("amount", 0), ("amount", 2**31)),
    "evening": tuple((key, text) for key in ("place", "note") for text in ("A\u202eB", "A\u2066B", "A\ufffdB")),
    "seat": tuple(("name", name) for name in NAMES),
    "match": (
        *(("game", "poker"), ("edition", 99), ("rules", {"no such rule": 1}), ("rules", None), ("state", "over")),
        *(("first_dealer", 99), ("first_dealer", 8), ("seats", []), ("started_at", 10**15), ("uid", "../../x")),
        *(("records", [{}]), ("ended_at", 5), ("last_seq", 5)),
    ),
}


def kept() -> tuple[dict[str, Any], dict[str, Any]]:
    """The kept file with a season and house rules, and what stands at the places of FORGED."""
    whole = json.loads(KEPT)
    circle = whole["circle"] | {"seasons": [dict(SEASON)], "house_rules": [dict(RULES)]}
    whole["circle"] = circle
    evening = next(evening for evening in whole["evenings"] if evening["matches"])
    evening["payments"] = [{"payer": "Ann", "payee": "Bob", "amount": 5, "paid_at": 0}]
    match = next(match for evening in whole["evenings"] for match in evening["matches"] if match["records"])
    places = {"circle": circle, "player": circle["players"][0], "rules": circle["house_rules"][0], "match": match}
    places |= {"season": circle["seasons"][0], "evening": evening, "payment": evening["payments"][0]}
    return whole, places | {"seat": match["seats"][0]}


@pytest.mark.parametrize("where", FORGED)
def test_what_no_form_takes_is_refused_though_every_sum_fits(store, where):
    for key, value in FORGED[where]:
        whole, places = kept()
        places[where][key] = value
        with suppress(KeyError):
            resealed(places["match"])
        code = refused(whole).code
        assert where == "match" or code == "shape", (key, value, code)


def test_what_a_form_takes_comes_in(store):
    for note in ("", "A\nB", "خانهٔ \u200fجم", "می\u200cخواهم", "🃏"):
        whole, places = kept()
        places["evening"]["note"] = note
        parse_file(json.dumps(resummed(whole)).encode())


def file_with(*deals: dict[str, Any], amended: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The file of a circle with one match to three points, and that match in it; nothing stays in the database.

    amended: what the first deal was afterwards.
    """
    with write_transaction() as session:
        circle = Circle(name="Thursdays")
        evening = Evening(circle=circle, date=date(2026, 11, 20))
        session.add(evening)
        sitting = [Player(circle=circle, name=name) for name in ("Ann", "Bob", "Cem", "Dee")]
        match = start_match(evening, "boomke_wies", sitting, {"length": "points", "length_value": 3})
    for n, body in enumerate(deals):
        append(match, "deal", f"deal-{n}", body, n)
    if amended:
        append(match, "amend", "change", {"of": "deal-0", "entry": amended}, len(deals))
    whole = json.loads(file_of(circle.id))
    emptied()
    return whole, whole["evenings"][0]["matches"][0]


IMPOSSIBLE: Iterable[tuple[str, Any]] = (
    ("strike", {"of": []}),
    ("strike", {}),
    ("strike", {"of": "nobody-said-that"}),
    ("amend", {"of": {"deep": []}, "entry": {}}),
    ("amend", {"of": {}, "entry": 5}),
    ("bid", {"declarer": [1]}),
    ("adjust", {"points": "x"}),
    ("adjust", {"points": [10**400, 0]}),
    ("adjust", {"points": [0, 0], "note": "A\u202eB"}),
    ("result", {"winner": [], "totals": [1, 2]}),
    ("seat", {"seat": 99, "player": "x"}),
    ("seat", {"seat": 0, "player": "\u2066"}),
    ("seat", {"dealer": "x"}),
    ("agree", {"seat": [], "of": 1}),
    ("dance", {}),
    ("deal", BOOMKE | {"note": "x" * 30_000}),
    ("deal", BOOMKE),  # every record of a deal names its dealer
    *(("deal", BOOMKE | {"dealer": 1, "tricks": tricks}) for tricks in (1.5, -(10**9), 10**30, True, [[1]])),
    ("deal", BOOMKE | {"dealer": 1, "contract": "\x07"}),
    ("deal", BOOMKE | {"dealer": 1, "declarer": 9}),
    ("deal", BOOMKE | {"dealer": 1, "calls": -(10**9)}),
    ("deal", BOOMKE | {"dealer": 9}),
)


def test_what_no_table_can_say_is_refused_by_its_record(store):
    whole, match = file_with(BOOMKE, BOOMKE)
    parse_file(json.dumps(whole).encode())
    first, second = match["records"]
    for change in (*({"kind": kind, "body": body} for kind, body in IMPOSSIBLE), {"uid": first["uid"]}):
        match["records"][1] = second | change
        resealed(match)
        found = refused(whole)
        named = {"match": match["uid"], "game": "boomke_wies", "day": "2026-11-20", "record": "2"}
        assert (found.code, found.values) == ("impossible_record", named), change


def test_review_of_a_circle_that_was_deleted_and_comes_back_otherwise_is_as_its_file_says(store):
    whole, match = file_with(BOOMKE, BOOMKE | {"contract": 13, "tricks": 13})
    seen = []
    for declarer in (1, 2):
        match["records"][1]["body"]["declarer"] = declarer
        resealed(match)
        circle_id = import_circle_file(json.dumps(resummed(whole)).encode(), "Ann").grant.circle_id
        catch_up(circle_id)
        people = People(circle_id)
        seen.append([rating.points for rating in ratings_of(circle_id, people, None).values()])
        delete_circle(db.session.get_one(Circle, circle_id))
    assert seen[0] != seen[1]


def test_a_deal_that_an_amendment_made_impossible_comes_in_marked(store):
    """The first deal alone now wins the match, so that the second was played after its end."""
    whole, _ = file_with(BOOMKE, BOOMKE, amended=BOOMKE | {"contract": 13, "tricks": 13})
    import_circle_file(json.dumps(whole).encode(), "Ann")
    [state] = states().values()
    assert [bool(line.problems) for line in state.sheet.lines] == [False, True]


def test_a_file_whose_records_ask_for_too_much_work_is_refused(store, monkeypatch):
    whole, _ = file_with(BOOMKE, BOOMKE, amended=BOOMKE)
    monkeypatch.setattr("models.circle_file.importer.MAX_REPLAYED", 2)
    parse_file(json.dumps(whole).encode())
    monkeypatch.setattr("models.circle_file.importer.MAX_REPLAYED", 1)
    assert refused(whole).code == "too_large"


def test_a_number_with_a_fraction_of_a_phone_comes_out_as_it_came(store):
    circle = random_circle(Random(1))
    match = db.session.scalars(select(Match)).first()
    said = [TailRecord(new_uid(), "adjust", {"points": [1e16, 0.5]})]
    assert receive(match, Tail(0, read(match).first, said), grant=None, device="odd").branch
    before = file_of(circle.id)
    assert "1e+16" in before
    emptied()
    import_circle_file(before.encode(), "Ann")
    assert file_of(db.session.scalars(select(Circle)).one().id) == before


MADE_ANEW = {
    "circles": {"id"},
    "players": {"id", "circle_id", "merged_into_id"},
    "house_rules": {"id", "circle_id"},
    "seasons": {"id", "circle_id"},
    "evenings": {"id", "circle_id", "deleted"},  # what is deleted is not in the file
    "matches": {"id", "evening_id", "last_seq", "last_hash", "results_seal", "reviewed"},
    "match_seats": {"match_id", "seat", "player_id"},
    "records": {"match_id", "seq", "previous"},
    "branches": {"match_id"},
    "payments": {"id", "evening_id"},
}


def test_every_table_and_column_is_in_the_file_or_left_out_on_purpose():
    left_out = {"grants", "claims", "phone_keys", "hosting", "merges"}  # secrets, phones, the host's, undone only here
    left_out |= {
        "results",
        "match_reviews",
        "review_stamps",
        "ratings",
        "seat_facts",
        "facts",
        "parts",
    }  # what logs tell
    assert {table.name for table in Base.metadata.sorted_tables} == MADE_ANEW.keys() | left_out
    told = {"circles": schema.CirclePart, "players": schema.PlayerPart, "house_rules": schema.RulesPart}
    told |= {"evenings": schema.EveningPart, "seasons": schema.SeasonPart, "matches": schema.MatchPart}
    told["payments"] = schema.PaymentPart
    told |= {"match_seats": schema.OpeningSeat, "records": schema.LogPart, "branches": schema.BranchPart}
    for name, anew in MADE_ANEW.items():
        keys = {*told[name].__struct_fields__} | anew
        assert {column.name for column in Base.metadata.tables[name].columns} <= keys, name
