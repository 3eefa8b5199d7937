"""What whoever runs the server does from the shell: list circles, let somebody in, export, delete, look all through."""

from __future__ import annotations

import json
import re
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import date
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import create_engine, delete, func, select

from commands import demo
from models.backup.backup import exclusive_server_lock
from models.base import db, today
from models.database import SETTINGS, configure_sqlite
from models.deletion import truncate_wal
from models.grants import claim_seat, claiming_phones, find_grant, make_grant
from models.integrity import database_faults
from models.log.append import append
from models.log.read import read, read_verified
from models.log.state import OVER, state_cache
from models.matches import find_match
from models.people import merge_players
from models.review.tables import MatchReview
from models.review.upkeep import catch_up
from models.tables import Circle, Match, Player, Result, StoredRecord
from models.transaction import is_transient, write_transaction
from tests.models.cells import behind
from tests.models.tables import MADE, new_circle, new_evening, new_match, say
from tests.support.backups import everything, everything_stored
from tests.support.circles import random_circle
from tests.support.databases import app_on


@pytest.fixture
def shell(app):
    """What a command prints, in the context of its app."""

    def typed(*words, typed=""):
        db.session.remove()  # a command begins with nothing open
        return app.test_cli_runner().invoke(args=words, input=typed)

    with app.app_context():
        yield typed
        db.session.remove()


def whole_match(circle: Circle, name: str = "Eve") -> Match:
    """A match that is over, in which a guest took a seat and somebody doubted a line."""
    match = new_match(evening=new_evening(circle), length="points", length_value=1)
    say(match, "seat", {"seat": 0, "player": name})
    say(match, "deal", MADE)
    assert read(match).status == "over"
    return match


def test_circles_are_listed_without_secrets(shell):
    older, newer = new_circle("Thursdays"), new_circle("Fridays")
    whole_match(older)
    with write_transaction():
        _, secret = make_grant(older, "score")
        new_evening(newer).date = date(2027, 1, 2)
    older, newer = older.uid, newer.uid
    said = shell("circles")
    assert said.exit_code == 0
    assert said.output.splitlines() == [
        f"{newer}  Fridays  (last evening 2027-01-02; players: 4, evenings: 1, matches: 0)",
        f"{older}  Thursdays  (last evening 2026-11-20; players: 4, evenings: 1, matches: 1)",
    ]
    assert secret not in said.output


def test_a_link_can_be_tapped(app, shell):
    new_circle("Thursdays")
    for host, secure, begins in (
        (None, False, "http://127.0.0.1:8000/join/"),
        (None, True, "http://127.0.0.1:8000/join/"),
        ("tally.example", False, "http://tally.example/join/"),
        ("tally.example:8443", True, "https://tally.example:8443/join/"),
    ):
        app.config.update(HOST=host, SESSION_COOKIE_SECURE=secure)
        assert shell("link", "Thursdays").output.splitlines()[-1].startswith(begins)


def test_a_link_lets_into_the_circle_and_is_listed_there_as_the_host_s(shell):
    circle = new_circle("Thursdays").id
    for more, right in (([], "score"), (["--watch"], "watch")):
        said = shell("link", "Thursdays", *more)
        grant = find_grant(re.findall(r"/join/([\w-]{40,})$", said.output.strip())[0])
        assert (grant.circle_id, grant.evening_id, grant.right, grant.name) == (circle, None, right, "host")


def test_of_two_circles_of_one_name_the_letters_say_which(shell):
    one, other = new_circle().uid, new_circle().uid
    said = shell("link", "Thursdays")
    assert said.exit_code == 1
    assert {one, other} <= set(said.output.split())
    assert shell("link", other).exit_code == 0
    assert "There is no circle Mondays" in shell("link", "Mondays").output


def test_no_command_runs_while_a_copy_is_put_back_nor_the_other_way_round(app, shell, monkeypatch):
    folder, free = Path(app.instance_path), []
    monkeypatch.setattr("models.backup.backup.SHUTDOWN_WAIT", 0)

    def listed():
        with exclusive_server_lock(folder) as ours:
            free.append(ours)
        return []

    monkeypatch.setattr("commands.circles.circle_summaries", listed)
    with exclusive_server_lock(folder) as ours:
        assert (ours, shell("circles").exit_code, free) == (True, 1, [])
    assert (shell("circles").exit_code, free) == (0, [False])
    with exclusive_server_lock(folder) as ours:
        assert ours


def test_an_exported_circle_can_be_imported_elsewhere(shell, new_database, tmp_path):
    random_circle(Random(4))
    circle = db.session.scalars(select(Circle.uid)).one()
    file, now = tmp_path / "circle.json", everything()
    assert shell("export", circle, str(file)).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = shell("export", circle, str(file))
    assert f"there is a file {file} already" in again.output
    file.write_text("\ufeff" + file.read_text("utf-8"), "utf-8")  # as some editors write it
    there = app_on(new_database("sqlite"))
    with there.app_context():
        said = there.test_cli_runner().invoke(args=["import", str(file)])
        assert said.exit_code == 0, said.output
        assert everything() == now
        assert re.search(
            r"^Evenings: \d+, matches: \d+\. .*\nhttp://127.0.0.1:8000/join/[\w-]{40,}$", said.output, re.MULTILINE
        )
        again = there.test_cli_runner().invoke(args=["import", str(file)])
        assert (again.exit_code, "Error: This circle is already here. Ask " in again.output) == (1, True)
        db.session.remove()
        db.engine.dispose()


def test_a_database_is_looked_through_and_a_damaged_match_can_be_left_out_of_a_file(shell, tmp_path):
    uid, file = whole_match(new_circle()).uid, tmp_path / "circle.json"
    assert shell("check-database").output == "All of it is sound.\n"
    with behind() as connection:
        connection.execute("UPDATE records SET body = '{}' WHERE seq = 2")
    said = shell("check-database")
    assert (said.exit_code, f"match {uid} is damaged: record 2" in said.output) == (1, True)
    assert f"match {uid} is damaged" in shell("export", "Thursdays", str(file)).output
    assert not file.exists()
    said = shell("export", "Thursdays", str(file), "--without-damaged")
    assert f"Left out, since it is damaged: match {uid}" in said.output
    assert json.loads(file.read_text())["evenings"][0]["matches"] == []


def on_sqlite() -> bool:
    """Whether the database is a file."""
    return db.engine.dialect.name == "sqlite"


def in_file(words: str) -> bool:
    """Whether the words stand anywhere in the files of a database on SQLite, deleted or not."""
    if not on_sqlite():
        return False
    path = Path(db.engine.url.database)
    return any(words.encode() in each.read_bytes() for each in path.parent.glob(path.name + "*"))


def test_a_circle_is_deleted_with_all_that_belongs_to_it_and_no_other(shell):
    random_circle(Random(1))
    stored = everything_stored()
    gone = new_circle("Quixotic Tuesdays")
    match = whole_match(gone)
    assert in_file("Quixot") == on_sqlite()
    with write_transaction():
        grant, _ = make_grant(gone, "score", "phone of Quixote")
        make_grant(match.evening, "watch", by=grant)
    claim_seat(match.evening.uid, gone.players[0].uid, "phone")
    merge_players(gone.players[3], gone.players[2])
    said = shell("delete-circle", "Quixotic Tuesdays", typed="y\nQuixotic Tuesdays\n")
    assert said.exit_code == 0, said.output
    assert "players: 3, evenings: 1, matches: 1" in said.output
    assert everything_stored() == stored
    assert not in_file("Quixot")


def test_nothing_is_deleted_before_it_was_asked_twice(shell):
    whole_match(new_circle())
    stored = everything_stored()
    for words in (("delete-circle", "Thursdays"), ("delete-person", "Thursdays", "Ann")):
        for typed in ("n\n", "\n", "y\n\n", "y\nthursdays\n", ""):
            assert shell(*words, typed=typed).exit_code == 1
            assert everything_stored() == stored, (words, typed)


def test_a_person_s_name_is_taken_out_of_all_that_was_played(shell):
    circle = new_circle()
    with write_transaction():
        circle.players[0].name = "Quixote"
        circle.players.append(Player(name="Quixotte"))
    one, twin = circle.players[0], circle.players[4]
    match, as_guest = whole_match(circle, "Fay"), whole_match(circle, "Quixote")
    back = append(match, "seat", "back", {"seat": 0, "player": "Quixote", "player_uid": one.uid}, read(match).version)
    merge_players(twin, one)
    claim_seat(match.evening.uid, one.uid, "phone")
    catch_up(circle.id)
    before, elsewhere = everything(), whole_match(new_circle("Fridays"), "Quixotina")
    other, named = read(elsewhere).hash, {"match": match.uid, "guest": as_guest.uid, "other": elsewhere.uid}
    evening, player, match_id = match.evening.uid, one.uid, match.id
    said = shell("delete-person", "Thursdays", "Quixote", typed="y\nQuixote\n")
    assert said.exit_code == 0, said.output
    assert "Quixote, Quixotte is N. N. now. Matches written anew: 2." in said.output
    with db.engine.connect() as connection:
        assert database_faults(connection) == []
    after = everything()
    for uid in (named["match"], named["guest"]):
        sheet, records, traces, _ = after[uid]
        assert traces == before[uid][2]
        assert [record.uid for record in records] == [record.uid for record in before[uid][1]]
        assert sheet["standing"]["totals"] == before[uid][0]["standing"]["totals"]
    assert back.uid in [record.uid for record in after[named["match"]][1]]
    assert after[named["other"]][3] == other
    stored = json.dumps(everything_stored(), default=str, ensure_ascii=False).replace("Quixotina", "")
    assert "Quixot" not in stored
    assert claiming_phones(evening) == {}
    sat = set(db.session.scalars(select(Result.name).where(Result.match_id == match_id)))
    assert sat == {"N. N.", "Bob", "Cem", "Dee", "Fay"}
    one = db.session.scalar(select(Player).where(Player.uid == player))
    assert (one.name, one.retired) == ("N. N.", True)
    say(find_match(named["match"]), "adjust", {"points": [1, 0], "note": ""})


@pytest.mark.parametrize("words", [("delete-circle", "Thursdays"), ("delete-person", "Thursdays", "Quixote")])
def test_no_name_is_left_in_the_file(shell, words):
    circle = new_circle()
    with write_transaction():
        circle.players[0].name = "Quixote"
    whole_match(circle)
    catch_up(circle.id)
    assert in_file("Quixote") == on_sqlite()
    said = shell(*words, typed=f"y\n{words[-1]}\n")
    assert said.exit_code == 0, said.output
    assert not in_file("Quixote")


def test_a_circle_that_is_called_after_a_person_is_so_no_more(shell):
    for called, then in (
        ("Ann’s circle", "N. N.’s circle"),
        ("De kring van Ann", "De kring van N. N."),
        ("گروه Ann", "گروه N. N."),
        ("Ann, Joann & Anna", "N. N., Joann & Anna"),
        ("Thursdays", "Thursdays"),
    ):
        circle = new_circle(called).id
        said = shell("delete-person", called, "Ann", typed="y\nAnn\n")
        assert said.exit_code == 0, said.output
        assert db.session.get(Circle, circle).name == then


def test_sqlite_overwrites_what_is_replaced_whichever_way_it_was_built(new_database):
    path = new_database("sqlite").removeprefix("sqlite:///")
    engine = create_engine("sqlite://", creator=lambda: built_to_leave_it(path))
    configure_sqlite(engine)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA secure_delete").scalar() == 1
    engine.dispose()


def built_to_leave_it(path: str) -> sqlite3.Connection:
    """A connection as a SQLite gives it that was built without SQLITE_SECURE_DELETE."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA secure_delete=OFF")
    return connection


@pytest.mark.parametrize(("command", "name"), [("delete-circle", "Thursdays"), ("delete-person", "Ann")])
def test_nobody_records_while_somebody_is_forgotten(app, shell, monkeypatch, command, name):
    """Else a record would go on from a hash that there is no more."""
    monkeypatch.setattr("models.transaction.LOCK_TIMEOUT", 0.1)
    db.engine.dispose()  # new connections are as patient
    match, tried = new_match(), []
    uid = match.uid
    say(match, "deal", MADE)

    def another_records(*_):
        if not tried:
            tried.append(None)
            with ThreadPoolExecutor(1) as pool:
                tried.append(pool.submit(recorded_elsewhere, app, uid).result())

    def meanwhile(inner):
        return lambda *given: (another_records(), inner(*given))[1]

    monkeypatch.setattr("models.people.read_verified", meanwhile(read_verified))
    monkeypatch.setattr("models.deletion.delete", meanwhile(delete))
    words = ["Thursdays"] if name == "Thursdays" else ["Thursdays", name]
    said = shell(command, *words, typed=f"y\n{name}\n")
    assert (said.exit_code, tried) == (0, [None, False]), said.output
    with db.engine.connect() as connection:
        assert database_faults(connection) == []


def recorded_elsewhere(app, uid: str) -> bool:
    """Whether a deal can be recorded just now."""
    with app.app_context():
        try:
            say(find_match(uid), "deal", MADE)
        except Exception as error:
            assert is_transient(error), error
            return False
        finally:
            db.session.remove()
        return True


def test_whoever_reads_meanwhile_keeps_the_log_and_the_host_is_told(shell, monkeypatch):
    monkeypatch.setattr("models.database.SETTINGS", (*SETTINGS, "busy_timeout=1"))
    db.engine.dispose()
    circle = new_circle("Quixotic Tuesdays")
    whole_match(circle)
    with closing(sqlite3.connect(db.engine.url.database if on_sqlite() else ":memory:")) as reader:
        if on_sqlite():
            reader.execute("BEGIN")
            reader.execute("SELECT name FROM circles").fetchall()
        said = shell("delete-circle", "Quixotic Tuesdays", typed="y\nQuixotic Tuesdays\n")
        assert (said.exit_code, "Stop Tallystick once." in said.output) == (0, on_sqlite())
        assert in_file("Quixot") == on_sqlite()
    assert truncate_wal()
    assert not in_file("Quixot")


def test_two_who_are_deleted_are_two_and_a_damaged_match_is_left_as_it_is(shell):
    uid = whole_match(new_circle()).uid
    assert shell("delete-person", "Thursdays", "Ann", typed="y\nAnn\n").exit_code == 0
    with behind() as connection:
        connection.execute("UPDATE records SET body = '{}' WHERE seq = 2")
    state_cache.clear()
    said = shell("delete-person", "Thursdays", "Bob", typed="y\nBob\n")
    assert "Bob is N. N. 2 now. Matches written anew: 0." in said.output
    assert f"The name stays in what cannot be read: match {uid} is damaged" in said.output
    assert {record.body for record in db.session.scalars(select(StoredRecord).where(StoredRecord.seq == 2))} == {"{}"}


def test_somebody_unknown_is_said_with_who_is_there(shell):
    new_circle()
    said = shell("delete-person", "Thursdays", "Zoe")
    assert "Nobody is called Zoe there. Their names are:\n  Ann\n  Bob\n  Cem\n  Dee" in said.output


def test_a_database_that_cannot_be_read_is_said_with_what_to_type(new_database, tmp_path):
    path = Path(new_database("sqlite").removeprefix("sqlite:///"))
    good = path.read_bytes()
    app = app_on(f"sqlite:///{path}")
    app.config["COPIES_FOLDER"] = tmp_path
    runner = app.test_cli_runner()
    none = runner.invoke(args=["restore", "latest"])
    assert (none.exit_code, none.output[:24]) == (1, "Error: There is no copy ")
    assert runner.invoke(args=["copy"]).exit_code == 0
    for words, damaged, begins in (
        (["circles"], b"", "Error: There is no database"),
        (["check-database"], b"coffee" * 9999, "Error: The da"),
        (["link", "Thursdays"], good.replace(b"CREATE TABLE circles", b"CREATE TABLE \xe3ircles"), "Error: The da"),
    ):
        path.write_bytes(damaged)
        said = runner.invoke(args=words)
        assert (said.exit_code, said.output[: len(begins)]) == (1, begins)
        assert "./run restore latest" in said.output
        assert isinstance(said.exception, SystemExit)
        said = runner.invoke(args=["restore", "latest"])
        assert said.exit_code == 0, said.output
        assert runner.invoke(args=["check-database"]).output == "All of it is sound.\n"
    with app.app_context():
        db.engine.dispose()


@pytest.mark.alone
def test_the_demonstration_fills_an_empty_installation_once_with_matches_of_every_game(app, monkeypatch):
    monkeypatch.setattr(demo, "YEARS", 0.25)
    runner = app.test_cli_runner()
    first = runner.invoke(args=["demo"])
    assert first.exit_code == 0, first.output
    assert "/join/" in first.output
    with app.app_context():
        matches = db.session.scalars(select(Match)).all()
        assert db.session.scalar(select(func.count()).select_from(MatchReview)) == len(matches) > 20
        assert {read(match).status for match in matches} == {OVER}
        assert {match.game for match in matches} == set(demo.GAMES)
        assert (today() - max(match.evening.date for match in matches)).days in (0, 1)
    again = runner.invoke(args=["demo"])
    assert (again.exit_code, "only" in again.output or "empty" in again.output) == (1, True)
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Circle)) == 1
        assert db.session.scalar(select(func.count()).select_from(Match)) == len(matches)
