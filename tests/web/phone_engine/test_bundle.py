"""What the phone engine is given and how the server takes what it counted; both draw the same table."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from pathlib import Path
from typing import Any

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers

from scoring.games import games
from tests.support.engine_page import Phone, sealed, supply
from tests.support.form_filler import named, page_of
from tests.support.server_only import server_only
from tests.support.tables import sit_down
from web import phone_bundle
from web.http.security import CONTENT_POLICY
from web.i18n.catalog import NAMES, of_python

ROOT = Path(phone_bundle.__file__).parents[1]
ENGINE = ROOT / "static" / "engine"
BID = [("step", "bid"), ("bidder", "1"), ("bid", "42")]


@pytest.fixture
def match(client: FlaskClient) -> str:
    """The uid of a new match of Texas 42."""
    return sit_down(client, "texas_42")


def asset(client: FlaskClient, path: str, **headers: str) -> tuple[Headers, bytes]:
    """A static file with its headers, closed again."""
    with client.get(path, headers={name.replace("_", "-"): text for name, text in headers.items()}) as answer:
        return answer.headers, answer.data


def lines_of(content: bytes) -> list[Any]:
    """What a bundle holds: path, source and places of each file; then its end."""
    return [json.loads(line) for line in content.decode().splitlines()]


def files_for(content: bytes, game: str) -> dict[str, str]:
    """What the worker imports of a bundle for a table of a game, by path and in order."""
    return {path: source for path, source, needing in lines_of(content)[:-1] if not needing or game in needing}


@pytest.mark.parametrize("place", [*sorted(games()), phone_bundle.SHELL])
def test_every_file_comes_behind_those_that_it_imports(app: Flask, client: FlaskClient, place: str) -> None:
    files = files_for(asset(client, supply(app).bundle)[1], place)
    seen: set[str] = set()
    for path, source in files.items():
        imported = phone_bundle.stripped(source).imports
        assert [name for name in imported if name not in seen and not name.endswith("__init__.py")] == []
        seen.add(path)


def test_the_table_tells_where_the_engine_is(app: Flask, client: FlaskClient, match: str) -> None:
    found = supply(app)
    place = next(
        element for element in page_of(client.get(f"/m/{match}")).iter("meta") if element.get("id") == "engine"
    )
    told = {name: place.get(f"data-{name}") for name in ("worker", "bundle", "words", "edition", "game", "log")}
    assert told == {**found._asdict(), "game": "texas_42", "log": f"/m/{match}/log"}
    assert 'id="engine"' not in client.get("/").get_data(as_text=True)


@pytest.mark.parametrize("path", ["worker", "bundle", "words"])
def test_the_engine_is_kept_for_ever_in_the_folder_of_its_build(app: Flask, client: FlaskClient, path: str) -> None:
    headers, _ = asset(client, getattr(supply(app), path))
    assert "immutable" in headers["Cache-Control"]
    assert re.match(r"/static/[0-9a-f]{10}/engine/", getattr(supply(app), path))


def test_another_language_is_another_catalogue_and_nothing_else(app: Flask) -> None:
    english, persian = supply(app)._asdict(), supply(app, "fa")._asdict()
    assert [name for name in english if english[name] != persian[name]] == ["words", "edition"]


def test_only_the_worker_may_compile_webassembly(app: Flask, client: FlaskClient, match: str) -> None:
    policies = {
        path: asset(client, path)[0].get("Content-Security-Policy", "") for path in app.config["ASSETS"].values()
    }
    assert [path for path, policy in policies.items() if "wasm" in policy] == [supply(app).worker]
    policy = policies[supply(app).worker]
    assert "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self';" in policy
    assert client.get(f"/m/{match}").headers["Content-Security-Policy"] == CONTENT_POLICY
    assert "unsafe" not in CONTENT_POLICY


@pytest.mark.parametrize("game", sorted(games()))
def test_a_table_reads_one_game_and_no_words_for_people(app: Flask, client: FlaskClient, game: str) -> None:
    files = files_for(asset(client, supply(app).bundle)[1], game)
    others = tuple(f"{folder}/{other}" for folder in phone_bundle.GAME_FOLDERS for other in games() if other != game)
    assert not [name for name in files if name.startswith(others)]
    assert {"drawing/engine_api.py", "typing.py"} <= set(files)
    assert not [source for source in files.values() if '"""' in source or "if TYPE_CHECKING" in source]


@pytest.mark.parametrize("game", sorted(games()))
def test_every_file_of_a_game_reaches_the_phone_with_its_words(app: Flask, client: FlaskClient, game: str) -> None:
    """A game that becomes a folder, or gets one file more, loses nothing on the way."""
    content = asset(client, supply(app).bundle)[1]
    catalogue = json.loads(asset(client, supply(app, "fa").words)[1])
    reached, own = set(files_for(content, game)), tuple(f"{folder}/{game}" for folder in phone_bundle.GAME_FOLDERS)
    paths = {
        path.relative_to(ROOT).as_posix() for room in phone_bundle.PACKAGES for path in (ROOT / room).rglob("*.py")
    }
    mine = {path for path in paths if path.startswith(own) and not server_only(Path(path))}
    assert mine and mine <= reached
    said = {one for path in mine for one, _ in of_python((ROOT / path).read_text(encoding="utf-8"))}
    told = {text for option in games()[game].options for text in (option.help, *(item.help for item in option.choices))}
    assert said - told - {""} <= set(catalogue["texts"]) | set(catalogue["games"][game])
    assert not set(catalogue["texts"]) & set(catalogue["games"][game])


@pytest.mark.thorough
def test_what_only_the_server_runs_does_not_reach_the_phone() -> None:
    assert [path for path in phone_bundle.files_of() if server_only(Path(path))] == []


@pytest.mark.parametrize("code", NAMES)
def test_the_engine_goes_out_packed(app: Flask, client: FlaskClient, code: str) -> None:
    places = (app.config["ASSETS"]["engine/micropython.wasm"], supply(app).bundle, supply(app, code).words)
    found = [asset(client, place, accept_encoding="gzip, br") for place in places]
    assert [headers["Content-Encoding"] for headers, _ in found] == ["br"] * len(places)
    assert json.loads(brotli.decompress(found[-1][1]))["code"] == code


def test_the_interpreter_is_the_one_that_its_page_names() -> None:
    named_there = dict(re.findall(r"^\| (\S+) \| `(\w+)` \|$", (ENGINE / "README.md").read_text(), re.MULTILINE))
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in ENGINE.glob("micropython.wasm*")}
    assert found == named_there


def test_the_log_is_the_match_as_it_was_said(client: FlaskClient, match: str) -> None:
    phone = Phone(client, match)
    phone.send("say", sealed(client, 0, BID), {}, "")
    log = client.get(f"/m/{match}/log")
    found = log.get_json()
    assert found["records"] == [["bid", {"bidder": 1, "bid": 42}, "from-phone-0", 1]]
    assert (found["game"], found["version"], found["table"]["players"]) == ("texas_42", 1, ["Ann", "Bob", "Cem", "Dee"])
    unchanged = client.get(f"/m/{match}/log", headers={"If-None-Match": log.headers["ETag"]})
    assert (unchanged.status_code, unchanged.data) == (304, b"")
    client.post(f"/m/{match}/undo", data=dict(sealed(client, 1, [])))
    assert client.get(f"/m/{match}/log", headers={"If-None-Match": log.headers["ETag"]}).status_code == 200


def test_what_was_counted_the_same_is_only_acknowledged(app: Flask, client: FlaskClient, match: str) -> None:
    phone, pairs = Phone(client, match), sealed(client, 0, BID)
    drawn = phone.record("say", pairs)
    answer = phone.send("say", pairs, drawn["counted"], supply(app).edition)
    assert (answer.get_json()["version"], answer.headers.get("X-Engine")) == (1, None)
    again = phone.send("say", pairs, drawn["counted"], supply(app).edition)
    assert again.get_json()["version"] == 1


WRONG = {
    "totals": lambda counted: counted["standing"].update(totals=[40, 2]),
    "points": lambda counted: counted.update(points=[1, 1]),
    "dealer": lambda counted: counted["standing"].update(dealer=3),
    "true for one": lambda counted: counted["standing"].update(number=True),
    "version": lambda counted: counted.update(version=7),
    "outcome": lambda counted: counted.update(outcome={"winners": [0], "why": "target"}),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_difference_is_told_and_logged_without_names(
    app: Flask, client: FlaskClient, match: str, caplog: pytest.LogCaptureFixture, wrong: str
) -> None:
    phone, pairs = Phone(client, match), sealed(client, 0, BID)
    counted = phone.record("say", pairs)["counted"]
    WRONG[wrong](counted)
    with caplog.at_level(logging.WARNING):
        answer = phone.send("say", pairs, counted, supply(app).edition)
    assert answer.headers["X-Engine"] == "differs"
    assert "had counted differently" in answer.get_data(as_text=True)
    assert named(page_of(answer), "table").get("data-version") == "1"
    [warning] = [record.getMessage() for record in caplog.records]
    assert match in warning
    assert supply(app).edition in warning
    assert not any(name in warning for name in ("Ann", "Bob", "Cem", "Dee", dict(pairs)["csrf_token"]))


@pytest.mark.parametrize("junk", ["", "{", "null", "[" * 2000, '"Ann"', "1e400"])
def test_junk_for_a_count_is_a_difference(app: Flask, client: FlaskClient, match: str, junk: str) -> None:
    form = {**dict(sealed(client, 0, BID)), "phone_counted": junk, "edition": supply(app).edition}
    answer = client.post(f"/m/{match}/say", data=form, headers={"X-Part": ""})
    assert (answer.status_code, answer.headers["X-Engine"]) == (200, "differs")


@pytest.mark.parametrize("same", [True, False])
def test_an_old_edition_learns_the_new_one(
    app: Flask, client: FlaskClient, match: str, caplog: pytest.LogCaptureFixture, same: bool
) -> None:
    phone, pairs = Phone(client, match), sealed(client, 0, BID)
    counted = phone.record("say", pairs)["counted"]
    if not same:
        counted["lines"] = 5
    answer = phone.send("say", pairs, counted, "an old one")
    assert answer.headers["X-Engine"].split(" ") == list(supply(app))
    assert answer.is_json == same
    assert "differently" not in answer.get_data(as_text=True)
    assert not caplog.records
