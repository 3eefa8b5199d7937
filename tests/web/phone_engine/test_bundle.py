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
from tests.support.engine_page import Phone, by_id, sealed, supply
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


def test_a_table_reads_one_game_and_no_words_for_people_each_file_behind_those_that_it_imports(
    app: Flask, client: FlaskClient
) -> None:
    content = asset(client, supply(app).bundle)[1]
    imports = {path: phone_bundle.stripped(source).imports for path, source, _ in lines_of(content)[:-1]}
    for place in (*games(), phone_bundle.SHELL):
        files, seen = files_for(content, place), set()
        for path in files:
            assert [name for name in imports[path] if name not in seen and not name.endswith("__init__.py")] == []
            seen.add(path)
        assert not [source for source in files.values() if '"""' in source or "if TYPE_CHECKING" in source]
        others = [f"{folder}/{other}" for folder in phone_bundle.GAME_FOLDERS for other in games() if other != place]
        if place in games():
            assert not [name for name in files if name.startswith(tuple(others))]
            assert {"table/engine_api.py", "typing.py"} <= set(files)


def test_every_file_of_a_game_reaches_the_phone_with_its_words(app: Flask, client: FlaskClient) -> None:
    """A game that becomes a folder, or gets one file more, loses nothing; what only the server runs stays there."""
    assert [path for path in phone_bundle.files_of() if server_only(Path(path))] == []
    content = asset(client, supply(app).bundle)[1]
    catalogue = json.loads(asset(client, supply(app, "fa").words)[1])
    rooms = [ROOT / room for room in phone_bundle.PACKAGES]
    paths = {path.relative_to(ROOT).as_posix() for room in rooms for path in room.rglob("*.py")}
    for game, rules in games().items():
        own = tuple(f"{folder}/{game}" for folder in phone_bundle.GAME_FOLDERS)
        mine = {path for path in paths if path.startswith(own) and not server_only(Path(path))}
        assert mine and mine <= set(files_for(content, game))
        said = {one for path in mine for one, _ in of_python((ROOT / path).read_text(encoding="utf-8"))}
        told = {words for option in rules.options for words in (option.help, *(item.help for item in option.choices))}
        assert said - told - {""} <= set(catalogue["texts"]) | set(catalogue["games"][game])
        assert not set(catalogue["texts"]) & set(catalogue["games"][game])


def test_the_table_tells_where_the_engine_is_which_is_kept_for_ever_and_packed(
    app: Flask, client: FlaskClient, match: str
) -> None:
    found = supply(app)
    place = by_id(page_of(client.get(f"/m/{match}")), "engine")
    told = {name: place.get(f"data-{name}") for name in ("worker", "bundle", "words", "edition", "game", "log")}
    assert told == {**found._asdict(), "game": "texas_42", "log": f"/m/{match}/log"}
    assert 'id="engine"' not in client.get("/").get_data(as_text=True)
    english, persian = found._asdict(), supply(app, "fa")._asdict()
    assert [name for name in english if english[name] != persian[name]] == ["words", "edition"]
    for path in (supply(app).worker, supply(app).bundle, supply(app).words):
        headers, _ = asset(client, path)
        assert "immutable" in headers["Cache-Control"]
        assert re.match(r"/static/[0-9a-f]{10}/engine/", path)
    words = {code: supply(app, code).words for code in NAMES}
    for path in (app.config["ASSETS"]["engine/micropython.wasm"], supply(app).bundle, *words.values()):
        assert asset(client, path, accept_encoding="gzip, br")[0]["Content-Encoding"] == "br"
    told = [brotli.decompress(asset(client, path, accept_encoding="br")[1]) for path in words.values()]
    assert [json.loads(one)["code"] for one in told] == list(NAMES)


def test_only_the_worker_may_compile_webassembly(app: Flask, client: FlaskClient, match: str) -> None:
    policies = {
        path: asset(client, path)[0].get("Content-Security-Policy", "") for path in app.config["ASSETS"].values()
    }
    assert [path for path, policy in policies.items() if "wasm" in policy] == [supply(app).worker]
    policy = policies[supply(app).worker]
    assert "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self';" in policy
    assert client.get(f"/m/{match}").headers["Content-Security-Policy"] == CONTENT_POLICY
    assert "unsafe" not in CONTENT_POLICY
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


def test_what_was_counted_the_same_is_only_acknowledged(
    app: Flask, client: FlaskClient, match: str, caplog: pytest.LogCaptureFixture
) -> None:
    """An old edition learns the new one, whatever it counted; nothing is logged of it."""
    phone, pairs = Phone(client, match), sealed(client, 0, BID)
    counted = phone.record("say", pairs)["counted"]
    for _ in range(2):
        answer = phone.send("say", pairs, counted, supply(app).edition)
        assert (answer.get_json()["version"], answer.headers.get("X-Engine")) == (1, None)
    for told, same in ((counted, True), (counted | {"lines": 5}, False)):
        answer = phone.send("say", pairs, told, "an old one")
        assert answer.headers["X-Engine"].split(" ") == list(supply(app))
        assert answer.is_json == same
        assert "differently" not in answer.get_data(as_text=True)
    assert not caplog.records


WRONG = {
    "totals": lambda counted: counted["standing"].update(totals=[40, 2]),
    "points": lambda counted: counted.update(points=[1, 1]),
    "dealer": lambda counted: counted["standing"].update(dealer=3),
    "true for one": lambda counted: counted["standing"].update(number=True),
    "version": lambda counted: counted.update(version=7),
    "outcome": lambda counted: counted.update(outcome={"winners": [0], "why": "target"}),
}


def test_a_difference_is_told_and_logged_without_names(
    app: Flask, client: FlaskClient, match: str, caplog: pytest.LogCaptureFixture
) -> None:
    phone, pairs, edition = Phone(client, match), sealed(client, 0, BID), supply(app).edition
    right = json.dumps(phone.record("say", pairs)["counted"])
    for name, wrong in WRONG.items():
        counted = json.loads(right)
        wrong(counted)
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            answer = phone.send("say", pairs, counted, edition)
        assert answer.headers["X-Engine"] == "differs", name
        assert "had counted differently" in answer.get_data(as_text=True)
        assert named(page_of(answer), "table").get("data-version") == "1"
        [warning] = [record.getMessage() for record in caplog.records]
        assert match in warning and edition in warning
        assert not any(word in warning for word in ("Ann", "Bob", "Cem", "Dee", dict(pairs)["csrf_token"]))
    for junk in ("", "{", "null", "[" * 2000, '"Ann"', "1e400"):
        form = {**dict(pairs), "phone_counted": junk, "edition": edition}
        answer = client.post(f"/m/{match}/say", data=form, headers={"X-Part": ""})
        assert (answer.status_code, answer.headers["X-Engine"]) == (200, "differs")
