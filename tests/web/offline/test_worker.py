"""The service worker and the shell: what they name is there, and it names nobody."""

from __future__ import annotations

import json
import re
from pathlib import Path

import brotli
import pytest
from flask import Flask, g
from flask.testing import FlaskClient

from scoring.games import games
from tests.support.scripts import minified
from tests.support.tables import make_circle, sit_down
from web import worker as shell
from web.i18n.catalog import NAMES, language_of
from web.worker import shell_version

STATIC = Path(__file__).parents[3] / "static"
MOST_BYTES = 240 * 1024
"""All that a phone fetches to be ready, packed, but for the lettering of single languages."""
WORDS = 14 * 1024  # more in a language whose words come along
LETTERING = ("fonts/vazirmatn-fa.woff2", "fonts/casual-accents.woff2")
MOST_OF_WORKER = 1_500
MOST_LINES = 150


def worker_of(client: FlaskClient, code: str = "en") -> str:
    """The worker's script as a reader of a language gets it."""
    return client.get("/sw.js", headers={"Accept-Language": code}).get_data(as_text=True)


def files_of(script: str) -> list[str]:
    """The files that a worker's script names."""
    found: list[str] = json.loads(re.search(r"^const FILES = (.*);$", script, re.MULTILINE)[1])
    return found


def rules_of(script: str) -> list[str]:
    """The rules pages that a worker's script names."""
    found: list[str] = json.loads(re.search(r"^const RULES = (.*);$", script, re.MULTILINE)[1])
    return found


def version_of(script: str) -> str:
    """The version that it names."""
    return re.search(r'^const VERSION = "(\w+)";$', script, re.MULTILINE)[1]


@pytest.mark.parametrize("code", NAMES)
def test_every_file_that_the_worker_names_is_there(client: FlaskClient, code: str) -> None:
    files = files_of(worker_of(client, code))
    assert files[0] == f"/shell?{code}"
    for file in files:
        with client.get(file) as answer:
            assert answer.status_code == 200, file


@minified
@pytest.mark.parametrize("code", NAMES)
def test_all_of_it_travels_light(client: FlaskClient, code: str) -> None:
    size = 0
    for file in files_of(worker_of(client, code)):
        with client.get(file, headers={"Accept-Encoding": "gzip, br"}) as answer:
            size += 0 if file.endswith(LETTERING) else len(answer.data)
    assert size <= MOST_BYTES + WORDS * (code != "en"), size


@minified
def test_the_worker_is_small_and_always_asked_for(client: FlaskClient) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.mimetype == "text/javascript"
    assert "trusted-types 'none'" in answer.headers["Content-Security-Policy"]
    assert len(brotli.compress(answer.data)) <= MOST_OF_WORKER
    assert (Path("static") / "worker" / "sw.js").read_text().count("\n") <= MOST_LINES


def test_its_version_is_that_of_the_language_and_stays(app: Flask, client: FlaskClient) -> None:
    versions = {code: version_of(worker_of(client, code)) for code in NAMES}
    assert len(set(versions.values())) == len(NAMES)
    assert version_of(worker_of(client)) == versions["en"]
    with app.test_request_context(headers={"Accept-Language": "fa"}):
        assert shell_version() == versions["fa"]


@pytest.mark.parametrize("code", NAMES)
def test_the_shell_is_the_same_for_everybody(app: Flask, client: FlaskClient, code: str) -> None:
    make_circle(client, "Quentin", "Roxane")
    own, stranger = client.get(f"/shell?{code}"), app.test_client().get(f"/shell?{code}")
    assert own.data == stranger.data
    assert f'lang="{code}"' in own.get_data(as_text=True)
    assert "csrf_token" not in own.get_data(as_text=True)
    assert "Quentin" not in own.get_data(as_text=True)
    assert not stranger.headers.getlist("Set-Cookie")


@pytest.mark.parametrize("code", NAMES)
def test_the_rules_are_the_same_for_everybody_and_in_their_language(app: Flask, client: FlaskClient, code: str) -> None:
    """Whatever language the phone asks for; nothing in them can only be had from the server."""
    make_circle(client, "Quentin", "Roxane")
    client.set_cookie("language", next(other for other in NAMES if other != code))
    found = rules_of(worker_of(app.test_client(), code))
    assert found == [f"/shell/rules/{game}?{code}" for game in games()]
    for address in found:
        own, stranger = client.get(address), app.test_client().get(address)
        assert own.data == stranger.data
        text = own.get_data(as_text=True)
        assert f'<html lang="{code}"' in text
        assert [word for word in ("csrf_token", "Quentin", "<form", "/blank") if word in text] == []
        assert not stranger.headers.getlist("Set-Cookie")
    assert set(found).isdisjoint(files_of(worker_of(client, code)))


def test_other_words_in_the_rules_are_another_version(app: Flask) -> None:
    with app.test_request_context():
        before = shell_version()
        app.extensions["kept rules hashes"]["en"] = "other"
        assert shell_version() != before


@pytest.mark.parametrize(
    "address", ["/shell/rules/boomke_wies", "/shell/rules/boomke_wies?xx", "/shell/rules/whist?en", "/shell/rules/?en"]
)
def test_there_are_no_other_rules(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("address", ["/shell", "/shell?xx", "/shell?", "/shell?en&fa", "/shell?%ff"])
def test_there_is_no_shell_in_another_language(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_host_who_wants_none_gets_a_worker_that_removes_itself(app: Flask, client: FlaskClient) -> None:
    match = sit_down(client, "texas_42")
    assert 'id="offline"' in client.get(f"/m/{match}").get_data(as_text=True)
    app.config["OFFLINE"] = False
    assert "unregister" in worker_of(client)
    assert "FILES" not in worker_of(client)
    assert 'id="offline"' not in client.get("/").get_data(as_text=True)


def test_a_stranger_is_made_ready_for_nothing(client: FlaskClient) -> None:
    assert 'id="offline"' not in client.get("/").get_data(as_text=True)


@pytest.mark.parametrize("script", ["worker/sw.js", "table/lost_links.js"])
def test_the_worker_and_the_links_of_a_table_know_the_same_pages(script):
    """Each has a pattern of its own, as a worker shares no module; rules the worker keeps as they are."""
    [pattern] = re.findall(r"const DRAWN = /(.*)/;", (STATIC / script).read_text(encoding="utf-8"))
    drawn = ["/", "/new", "/evenings", "/e/a", "/m/a", "/m/a/history", "/m/a/rulings", "/m/a/rules", "/m/a/deal/b"]
    drawn += ["/m/a/deal/b/amend", "/m/a/deal/b/before", "/m/a/deal/b/amend/trump=0%26bid=31"]
    others = ["/circle", "/review", "/e/a/csv", "/m/a/paper", "/m/a/history/b", "/m/a/rules/b"]
    others += ["/m/a/deal/b/after", "/m/a/deal/b/amend/c/say"]
    assert [path for path in drawn + others if re.search(pattern, path)] == drawn


@pytest.mark.parametrize(("render", "broken"), [("render_shell", "words_of_all"), ("render_rules", "game_page")])
def test_a_page_that_cannot_be_drawn_leaves_the_language_as_it_was(app, monkeypatch, render, broken):
    monkeypatch.setattr(shell, broken, None)
    given = ("fa",) if render == "render_shell" else (games()["texas_42"], "fa")
    with app.test_request_context():
        before = g.language = language_of("nl")
        app.extensions.pop("shell", None), app.extensions.pop("kept rules", None)
        with pytest.raises(TypeError):
            getattr(shell, render)(*given)
        assert g.language is before
