"""A SQLite file that SQLite cannot read, whole or in part: the start, every command and every page say so in words."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from commands import COMMANDS
from config import NotUsable
from models.base import db
from models.host import SENTENCES
from models.log.state import state_cache
from models.startup import upgrade_database
from tests.support.databases import app_on
from tests.support.html import main_of
from tests.support.tables import FOUR, send, sit_down

PAGE = 4096  # bytes
HIGH_BIT = 0x80
SCHEMA = "SELECT name || tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"
ROOTS = "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name IN ('matches', 'evenings')"


def as_one_file(path: Path) -> sqlite3.Connection:
    """The database with nothing left in its log."""
    file = sqlite3.connect(path)
    file.execute("PRAGMA journal_mode = DELETE")
    return file


def schema_bytes(path: Path) -> list[int]:
    """Where the words of the schema stand in the file."""
    with closing(as_one_file(path)) as file:
        words = [word.encode() for row in file.execute(SCHEMA) for word in row]
    raw = path.read_bytes()
    return [place for word in words for place in range(raw.index(word), raw.index(word) + len(word))]


@pytest.fixture
def file(new_database) -> Path:
    """A database that was made a moment ago."""
    return Path(new_database("sqlite").removeprefix("sqlite:///"))


def flipped(path: Path, place: int) -> None:
    with path.open("r+b") as raw:
        raw.seek(place)
        [byte] = raw.read(1)
        raw.seek(place)
        raw.write(bytes([byte ^ HIGH_BIT]))


def test_a_flipped_bit_in_the_schema_is_told_in_words_or_harmless(file):
    places = schema_bytes(file)
    told = set()
    app = app_on(f"sqlite:///{file}")
    for place in places[7 :: len(places) // 40]:
        flipped(file, place)
        try:
            upgrade_database(app)
        except NotUsable as error:
            told.add(error.message.partition(":")[0])
        finally:
            flipped(file, place)
    assert told == {"The database is damaged"}


def test_a_column_that_is_not_there_keeps_the_app_from_starting(file):
    with closing(as_one_file(file)) as connection:
        connection.execute("ALTER TABLE grants RENAME COLUMN secret_hash TO secret_hasi")
    with pytest.raises(NotUsable, match="The database is damaged: OperationalError: no such column"):
        upgrade_database(app_on(f"sqlite:///{file}"))


def test_every_command_says_in_words_that_the_schema_cannot_be_read(file, tmp_path):
    """A bit whose message Python cannot read, either. What puts a copy back does not ask for the database."""
    with closing(as_one_file(file)):
        flipped(file, file.read_bytes().index(b"CREATE TABLE matches") + 9)
    app = app_on(f"sqlite:///{file}")
    app.config["COPIES_FOLDER"] = tmp_path
    words = {"export": ("A", "b"), "import": (__file__,), "link": ("A",), "delete-circle": ("A",)}
    words["delete-person"] = ("A", "B")
    for command in COMMANDS:
        if command.name == "restore":
            continue
        done = app.test_cli_runner().invoke(args=[command.name, *words.get(command.name, ())])
        assert done.exit_code == 1, (command.name, done.output)
        assert "The database is damaged: DatabaseError: malformed database schema." in done.output, command.name


def test_damaged_indexes_are_told_in_words_on_every_page(file):
    app = app_on(f"sqlite:///{file}")
    client = app.test_client()
    match = sit_down(client, "boomke_wies")
    pages = ("/", "/circle", "/evenings", "/new", f"/m/{match}", f"/m/{match}/history", f"/m/{match}/live", "/review")
    assert {client.get(page).status_code for page in pages} == {200}
    with app.app_context():
        db.engine.dispose()
    with closing(as_one_file(file)) as connection:
        roots = [root for (root,) in connection.execute(ROOTS)]
    with file.open("r+b") as raw:
        for root in roots:
            raw.seek((root - 1) * PAGE)
            raw.write(b"\xa5" * PAGE)
    state_cache.clear()
    answers = {page: client.get(page) for page in pages}
    assert {answer.status_code for answer in answers.values()} <= {200, 503}
    failed = [answer for answer in answers.values() if answer.status_code == 503]
    assert failed
    for answer in failed:
        assert "can put a backup back: ./run restore latest" in answer.text
    assert all(name not in main_of(answer) for answer in failed for name in FOUR)
    assert send(client, "/new", game="knockout_whist", seat=FOUR).status_code == 503
    assert client.get("/health").get_json() == {"ok": False, "wrong": [SENTENCES["damaged"]]}
    with app.app_context():
        db.engine.dispose()
