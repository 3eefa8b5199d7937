"""The service worker and the shell: what they name is there, and it names nobody."""

from __future__ import annotations

import json
import re

from flask import Flask
from flask.testing import FlaskClient

from config import ROOT
from scoring.games import games
from tests.support.scripts import minified
from tests.support.tables import make_circle, sit_down
from web.i18n.catalog import NAMES
from web.worker import shell_version

MOST_BYTES = 240 * 1024
"""All that a phone fetches to be ready, packed, but for the lettering of single languages."""
WORDS = 14 * 1024  # more in a language whose words come along
LETTERING = ("fonts/vazirmatn-fa.woff2", "fonts/casual-accents.woff2")


def worker_of(client: FlaskClient, code: str = "en") -> str:
    return client.get("/sw.js", headers={"Accept-Language": code}).get_data(as_text=True)


def files_of(script: str) -> list[str]:
    found: list[str] = json.loads(re.search(r"^const FILES = (.*);$", script, re.MULTILINE)[1])
    return found


def rules_of(script: str) -> list[str]:
    found: list[str] = json.loads(re.search(r"^const RULES = (.*);$", script, re.MULTILINE)[1])
    return found


def version_of(script: str) -> str:
    return re.search(r'^const VERSION = "(\w+)";$', script, re.MULTILINE)[1]


@minified
def test_every_file_that_the_worker_names_is_there_and_all_of_it_travels_light(client: FlaskClient) -> None:
    answers: dict[str, int] = {}
    for code in NAMES:
        files = files_of(worker_of(client, code))
        assert files[0] == f"/shell?{code}"
        for file in set(files) - set(answers):
            with client.get(file, headers={"Accept-Encoding": "gzip, br"}) as answer:
                assert answer.status_code == 200, file
                answers[file] = 0 if file.endswith(LETTERING) else len(answer.data)
        assert sum(answers[file] for file in files) <= MOST_BYTES + WORDS * (code != "en"), code


def test_its_version_is_that_of_the_language_and_stays_until_the_words_are_others(
    app: Flask, client: FlaskClient
) -> None:
    versions = {code: version_of(worker_of(client, code)) for code in NAMES}
    assert len(set(versions.values())) == len(NAMES)
    assert version_of(worker_of(client)) == versions["en"]
    with app.test_request_context(headers={"Accept-Language": "fa"}):
        assert shell_version() == versions["fa"]
    with app.test_request_context():
        app.extensions["kept rules hashes"]["en"] = "other"
        assert shell_version() != versions["en"]


def test_the_shell_is_the_same_for_everybody_and_so_are_the_rules(app: Flask, client: FlaskClient) -> None:
    """In the language of their address, whatever the phone asks for; nothing in them needs the server."""
    make_circle(client, "Quentin", "Roxane")
    for code in NAMES:
        script = worker_of(app.test_client(), code)
        rules = rules_of(script)
        assert rules == [f"/shell/rules/{game}?{code}" for game in games()]
        assert set(rules).isdisjoint(files_of(script))
        client.set_cookie("language", next(other for other in NAMES if other != code))
        for address in (f"/shell?{code}", *rules):
            own, stranger = client.get(address), app.test_client().get(address)
            assert own.data == stranger.data
            assert f'<html lang="{code}"' in own.text
            assert [word for word in ("csrf_token", "Quentin") if word in own.text] == []
            assert address not in rules or not any(word in own.text for word in ("<form", "/blank"))
            assert not stranger.headers.getlist("Set-Cookie")


def test_there_is_no_other_shell_and_a_stranger_is_made_ready_for_nothing(client: FlaskClient, app: Flask) -> None:
    for rest in ("", "?xx", "?", "?en&fa", "?%ff", *(f"/rules/{one}" for one in ("boomke_wies?xx", "whist?en", "?en"))):
        assert client.get(f"/shell{rest}").status_code == 404, rest
    assert client.get("/shell/rules/boomke_wies").status_code == 404
    assert 'id="offline"' not in client.get("/").get_data(as_text=True)
    answer = client.get("/sw.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.mimetype == "text/javascript"
    assert "trusted-types 'none'" in answer.headers["Content-Security-Policy"]
    match = sit_down(client, "texas_42")
    assert 'id="offline"' in client.get(f"/m/{match}").get_data(as_text=True)
    app.config["OFFLINE"] = False
    assert "unregister" in worker_of(client)
    assert "FILES" not in worker_of(client)
    assert 'id="offline"' not in client.get("/").get_data(as_text=True)


def test_which_pages_a_phone_draws() -> None:
    drawn = ["/", "/new", "/evenings", "/e/a", "/m/a", "/m/a/history", "/m/a/rulings", "/m/a/rules", "/m/a/deal/b"]
    drawn += ["/m/a/deal/b/amend", "/m/a/deal/b/before", "/m/a/deal/b/amend/trump=0%26bid=31"]
    others = ["/circle", "/review", "/e/a/csv", "/m/a/paper", "/m/a/history/b", "/m/a/rules/b"]
    others += ["/m/a/deal/b/after", "/m/a/deal/b/amend/c/say"]
    source = (ROOT / "static" / "net" / "offline_addresses.js").read_text(encoding="utf-8")
    [pattern] = re.findall(r"DRAWN = /(.*)/;", source)
    assert [path for path in drawn + others if re.search(pattern, path)] == drawn
