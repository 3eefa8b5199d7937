"""A circle's file: what goes out comes in again to the last byte, and nothing of a file that is not whole."""

from __future__ import annotations

import json
from collections import Counter
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
from models.log.append import append
from models.log.read import read
from models.log.state import MatchState, state_cache
from models.matches import start_match
from models.people import delete_circle
from models.review.past.read import read as read_past
from models.review.past.up_to_date import up_to_date
from models.tables import Circle, Evening, Match, Player, Result
from models.tail.branches import TailRecord
from models.tail.receive import Tail, receive
from models.transaction import snapshot, write_transaction
from scoring.board import plain_sheet
from tests.support import circle_files
from tests.support.circle_files import resealed, resummed
from tests.support.circles import random_circle

FLIPS = 400


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


@pytest.mark.parametrize("seed", range(6))
def test_out_in_and_out_again_is_the_same_to_the_last_byte(store, seed):
    circle = random_circle(Random(seed))
    before, told, results = file_of(circle.id), states(), ends()
    emptied()
    taken = import_circle_file(before.encode(), "Ann")
    after = states()
    assert file_of(db.session.scalars(select(Circle)).one().id) == before
    assert {uid: plain_sheet(state.sheet) for uid, state in after.items()} == {
        uid: plain_sheet(state.sheet) for uid, state in told.items()
    }
    assert after == told
    assert ends() == results
    assert (taken.evenings, taken.matches) == (3, len(told))
    whole = json.loads(before)
    assert whole["format"] == "tallystick circle"
    assert any(match.get("branches") for evening in whole["evenings"] for match in evening["matches"]) == bool(told)


@pytest.mark.parametrize(
    "change", [{"base_seq": 4}, {"body": {}}, {"seal": "0" * 64}, {"uid": "0" * 64}, {"came_at": 1}]
)
def test_a_branch_that_was_changed_is_refused(store, change):
    circle = random_circle(Random(1))
    whole = json.loads(file_of(circle.id))
    emptied()
    [branch, *_] = (
        branch for evening in whole["evenings"] for match in evening["matches"] for branch in match.get("branches", ())
    )
    branch.update(change)
    with pytest.raises(ImportRefused) as found:
        parse_file(json.dumps(resummed(whole)).encode())
    assert found.value.code == "damaged_match"


KEPT = circle_files.KEPT.read_bytes()


def test_no_flipped_bit_is_taken(store):
    random, told = Random(1), Counter()
    parse_file(KEPT)
    for _ in range(FLIPS):
        data = bytearray(KEPT)
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        with pytest.raises(ImportRefused) as found:
            parse_file(bytes(data))
        told[found.value.code] += 1
    assert told["damaged_match"] > FLIPS // 5, told


@pytest.mark.parametrize("length", [1, 20, 300, 4000, 12_000, len(KEPT) - 90, len(KEPT) - 2])
def test_no_part_of_a_file_is_taken_for_the_whole(store, length):
    with pytest.raises(ImportRefused):
        parse_file(KEPT[:length])


def test_evenings_that_are_left_out_or_exchanged_are_noticed(store):
    whole = json.loads(KEPT)
    for evenings in (whole["evenings"][:-1], whole["evenings"][1:], whole["evenings"][::-1], []):
        with pytest.raises(ImportRefused):
            parse_file(json.dumps(whole | {"evenings": evenings}).encode())


@pytest.mark.parametrize("spelled", [{"indent": 2}, {"ensure_ascii": True}, {"sort_keys": True}])
def test_how_it_is_spelled_does_not_matter(store, spelled):
    parse_file(json.dumps(json.loads(KEPT), **spelled).encode())


def test_nothing_is_kept_of_a_file_that_fits_only_in_part(store):
    import_circle_file(KEPT, "Ann")
    whole = json.loads(KEPT)
    whole["circle"]["uid"] = "another"
    with pytest.raises(ImportRefused) as found:
        import_circle_file(json.dumps(resummed(whole)).encode(), "Bob")
    assert found.value.code == "partly_here"
    assert [circle.uid for circle in db.session.scalars(select(Circle))] == [json.loads(KEPT)["circle"]["uid"]]


@pytest.mark.parametrize(
    ("key", "value"),
    [("counts", "money"), ("last", "2026-08-31"), ("games", ["poker"]), ("best_of", -1), ("uid", "../x"), ("name", "")],
)
def test_a_forged_season_is_refused(store, key, value):
    whole = json.loads(KEPT)
    season = {"uid": "season-1", "name": "Cup", "first": "2026-09-01", "last": "2026-12-18", "games": ["texas_42"]}
    season |= {"counts": "places", "evenings": 10, "best_of": 6, "at_least": 3, "created_at": 0}
    whole["circle"]["seasons"] = [season]
    parse_file(json.dumps(resummed(whole)).encode())
    season[key] = value
    with pytest.raises(ImportRefused) as found:
        parse_file(json.dumps(resummed(whole)).encode())
    assert found.value.code == "shape"


BOOMKE = {"declarer": 1, "contract": 8, "tricks": 8}


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


def first_match(told: dict[str, Any]) -> dict[str, Any]:
    return next(match for evening in told["evenings"] for match in evening["matches"] if match["records"])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "poker"),
        ("edition", 99),
        ("rules", {"no such rule": 1}),
        ("rules", None),
        ("state", "over"),
        ("first_dealer", 99),
        ("first_dealer", 8),
        ("seats", []),
        ("started_at", 10**15),
        ("uid", "../../x"),
        ("records", [{}]),
        ("ended_at", 5),
        ("last_seq", 5),
    ],
)
def test_a_forged_match_is_refused(store, key, value):
    whole = json.loads(KEPT)
    match = first_match(whole)
    match[key] = value
    with suppress(KeyError):
        resealed(match)
    with pytest.raises(ImportRefused):
        parse_file(json.dumps(resummed(whole)).encode())


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("strike", {"of": []}),
        ("strike", {}),
        ("strike", {"of": "nobody-said-that"}),
        ("amend", {"of": {"deep": []}, "entry": {}}),
        ("bid", {"declarer": [1]}),
        ("bid", {"declarer": {}}),
        ("amend", {"of": "x"}),
        ("amend", {"of": {}, "entry": 5}),
        ("adjust", {"points": "x"}),
        ("adjust", {"points": [10**400, 0]}),
        ("result", {"winner": [], "totals": [1, 2]}),
        ("result", {"winner": 0}),
        ("result", {"winner": 0, "totals": [1]}),
        ("seat", {"seat": 99, "player": "x"}),
        ("seat", {"dealer": "x"}),
        ("agree", {"seat": [], "of": 1}),
        ("dance", {}),
        ("deal", {"note": "x" * 30_000}),
    ],
)
def test_what_no_table_can_say_is_refused(store, kind, body):
    whole = json.loads(KEPT)
    match = first_match(whole)
    match["records"].append(match["records"][0] | {"uid": "new-one", "kind": kind, "body": body})
    resealed(match)
    with pytest.raises(ImportRefused) as found:
        parse_file(json.dumps(resummed(whole)).encode())
    assert found.value.code == "impossible_record"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tricks", 1.5),
        ("tricks", -(10**9)),
        ("tricks", 10**30),
        ("tricks", True),
        ("tricks", [[1]]),
        ("contract", "\x07"),
        ("declarer", 9),
        ("calls", -(10**9)),
        ("dealer", 9),
        ("dealer", None),
    ],
)
def test_a_deal_that_no_pad_makes_is_refused_by_its_record(store, key, value):
    whole, match = file_with(BOOMKE, BOOMKE)
    match["records"][1]["body"][key] = value
    if value is None:
        del match["records"][1]["body"][key]  # every record of a deal names its dealer
    resealed(match)
    with pytest.raises(ImportRefused) as found:
        parse_file(json.dumps(resummed(whole)).encode())
    day = whole["evenings"][0]["date"]
    assert found.value.code == "impossible_record"
    assert found.value.values == {"match": match["uid"], "game": "boomke_wies", "day": day, "record": "2"}


def test_review_of_a_circle_that_was_deleted_and_comes_back_otherwise_is_as_its_file_says(store):
    whole, match = file_with(BOOMKE, BOOMKE | {"contract": 13, "tricks": 13})
    seen = []
    for declarer in (1, 2):
        match["records"][1]["body"]["declarer"] = declarer
        resealed(match)
        circle_id = import_circle_file(json.dumps(resummed(whole)).encode(), "Ann").grant.circle_id
        past = up_to_date(circle_id).past
        assert past.matches == read_past(circle_id, past.people, 0, "").past.matches
        seen.append([seat.won for seat in past.matches[0].seats])
        delete_circle(db.session.get_one(Circle, circle_id))
    assert seen[0] != seen[1]


def test_a_record_that_stands_twice_is_refused(store):
    whole, match = file_with(BOOMKE, BOOMKE)
    match["records"][1]["uid"] = match["records"][0]["uid"]
    resealed(match)
    with pytest.raises(ImportRefused, match="impossible_record"):
        parse_file(json.dumps(resummed(whole)).encode())


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
    with pytest.raises(ImportRefused, match="too_large"):
        parse_file(json.dumps(whole).encode())


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


def test_every_table_and_column_is_in_the_file_or_left_out_on_purpose():
    kept = {"circles", "players", "house_rules", "seasons", "evenings", "matches", "match_seats", "records", "branches"}
    left_out = {
        "grants",
        "claims",
        "hosting",
        "merges",
        "phone_keys",
        "results",
        "match_reviews",
        "review_stamps",
        "facts",
        "parts",
        "stories",
    }  # secrets, phones, the host’s, what can be taken apart here, what logs tell
    assert {table.name for table in Base.metadata.sorted_tables} == kept | left_out
    told = {"circles": schema.CirclePart, "players": schema.PlayerPart, "house_rules": schema.RulesPart}
    told |= {
        "evenings": schema.EveningPart,
        "seasons": schema.SeasonPart,
        "matches": schema.MatchPart,
        "match_seats": schema.OpeningSeat,
    }
    told |= {"records": schema.LogPart, "branches": schema.BranchPart}
    for name in kept:
        keys = {*told[name].__struct_fields__} | MADE_ANEW[name]
        assert {column.name for column in Base.metadata.tables[name].columns} <= keys, name


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
}
