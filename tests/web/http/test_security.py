"""Whose forms are taken, what every answer says on its way out, the name of the server."""

from __future__ import annotations

import gzip
import re

import pytest

from models.base import db
from tests.fuzz.checks import Witness
from tests.support.databases import app_on
from tests.support.html import main_of
from tests.support.phones import new_link, phone_at
from tests.support.tables import make_circle, sit_down, token
from web.http.security import CONTENT_POLICY, DATA_POLICY, ENGINE_POLICY

READING = {"GET", "HEAD", "OPTIONS"}
TOO_OLD = "This page was too old to send."
NOT_OURS = "This was not sent from a page of ours. Nothing was recorded."
MISNAMED = "This server has another name."
FREE = "/language"  # a choice of words needs no token


def changing(app, match, evening):
    """Method and address of all that is no reading, its places filled with what is there."""
    for rule in app.url_map.iter_rules():
        address = re.sub(r"<any\((\w+).*?>", r"\1", str(rule))
        for place, known in (("/m/<slug:uid>", f"/m/{match}"), ("/e/<slug:uid>", evening)):
            address = address.replace(place, known)
        for method in sorted(rule.methods - READING):
            yield method, re.sub("<[^/]*>", "texas_42", re.sub("<int:[^/]*>", "1", address))


def test_what_no_page_of_ours_sent_is_refused_and_changes_nothing(app, client, match, evening):
    app.config["LIMIT_GUESSES"] = False
    own, others = token(client), token(phone_at(app, new_link(client, right="watch")))
    forged = {
        "no token": ("", {}, TOO_OLD),
        "a token of another browser": (others, {}, TOO_OLD),
        "a token made up": ("IjEi.abcdef.x" * 3, {}, TOO_OLD),
        "a token without its end": (own[:-1], {}, TOO_OLD),
        "another site": (own, {"Origin": "http://evil.example"}, NOT_OURS),
        "another port": (own, {"Origin": "http://localhost:81"}, NOT_OURS),
        "a page of elsewhere": (own, {"Sec-Fetch-Site": "cross-site"}, NOT_OURS),
        "a neighbour": (own, {"Sec-Fetch-Site": "same-site"}, NOT_OURS),
    }
    witness, every = Witness(app), [*changing(app, match, evening)]
    assert len(every) > 20
    for what, (sent, headers, words) in forged.items():
        for method, address in every:
            if address != FREE or headers:
                form = {"csrf_token": sent, "name": "Eva"}
                answer = client.open(address, method=method, data=form, headers=headers)
                assert answer.status_code == 400, (what, method, address)
                assert words in answer.text, (what, method, address)
                assert not witness.changed(), (what, method, address)
    witness.close()


BELIEVED = (
    {},
    {"Origin": "http://localhost"},
    {"Origin": "null"},  # a page that shows a secret tells nobody where its forms come from
    {"Origin": "http://inner.example", "Sec-Fetch-Site": "same-origin"},  # a proxy that changes the name
    {"Sec-Fetch-Site": "none"},
)


def test_a_page_of_ours_is_believed(client):
    """Over TLS no referer is needed: the page that shows a new link sends none."""
    make_circle(client)
    form = {"csrf_token": token(client), "name": "Eva"}
    for number, headers in enumerate(BELIEVED):
        added = client.post("/circle/players", data=form | {"name": f"Eva {number}"}, headers=headers)
        assert added.status_code == 303, headers
    client.set_cookie("tallystick", client.get_cookie("tallystick").value, secure=True)
    assert client.post("/circle/players", data=form, base_url="https://localhost").status_code == 303


PAGE = {
    "Content-Security-Policy": CONTENT_POLICY,
    "Referrer-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
}
SECRET = PAGE | {"Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
DATA = {"Content-Security-Policy": DATA_POLICY}
WORKER = {"Content-Security-Policy": ENGINE_POLICY}
ANSWERS = [
    ("GET", "/", 200, PAGE),
    ("GET", "/m/{match}", 200, PAGE),
    ("HEAD", "/m/{match}", 200, PAGE),
    ("GET", "/m/{match}/log", 200, DATA),
    ("GET", "/no/such/page", 404, PAGE),
    ("GET", "/m/another", 404, PAGE),
    ("DELETE", "/m/{match}", 405, PAGE),
    ("OPTIONS", "/", 200, PAGE),
    ("TRACE", "/", 405, PAGE),
    ("POST", "/circle/players", 400, PAGE),
    ("POST large", "/circle/players", 413, PAGE),
    ("GET", "/join/nothing", 404, SECRET),
    ("GET 30 times", "/join/nothing", 429, SECRET),
    ("GET", "/fault", 500, PAGE),
    ("GET", "{style}", 200, DATA),
    ("GET", "{icon}", 200, DATA),
    ("GET", "{worker}", 200, WORKER),
    ("POST", "{style}", 404, PAGE),
    ("GET", "/static/nothing.js", 404, PAGE),
    ("GET", "/static/../app.py", 404, PAGE),
]


@pytest.fixture
def new_app(database_url):
    """A maker of apps on the test's database, whose connections are closed at the end."""
    made = []

    def new():
        made.append(app_on(database_url))
        return made[-1]

    yield new
    for app in made:
        with app.app_context():
            db.engine.dispose()


def test_every_answer_says_what_it_may_load(new_app):
    app = new_app()
    app.testing = False
    app.add_url_rule("/fault", endpoint="print.show_blank")
    app.view_functions["print.show_blank"] = lambda **_: 1 // 0
    client = app.test_client()
    names = app.config["ASSETS"]
    places = {"style": names["css/main.css"], "icon": names["icon.svg"], "worker": names["engine/worker.js"]}
    places["match"] = sit_down(client, "boomke_wies")
    large = {"csrf_token": token(client), "name": "x" * 10**6}
    for asked, address, status, headers in ANSWERS:
        where, (method, _, more) = address.format(**places), asked.partition(" ")
        for _ in range(20 if more == "30 times" else 0):
            client.open(where, method=method)
        for base in ("http://localhost", "https://localhost"):
            answer = client.open(where, method=method, data=large if more == "large" else None, base_url=base)
            assert answer.status_code == status, (asked, address, answer.get_data(as_text=True)[:500])
            for name, value in (headers | {"X-Content-Type-Options": "nosniff"}).items():
                assert answer.headers.getlist(name) == [value], (asked, address, name)
            if headers in (PAGE, SECRET):
                assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
                assert "camera=()" in answer.headers["Permissions-Policy"]
                assert ("Strict-Transport-Security" in answer.headers) == base.startswith("https")
            if status >= 400 and method != "HEAD":
                assert main_of(answer)


@pytest.mark.parametrize("policy", [CONTENT_POLICY, DATA_POLICY, ENGINE_POLICY])
def test_no_policy_lets_anything_in(policy):
    """Nothing inline, nothing evaluated, nothing from elsewhere; WebAssembly in the worker alone; nobody frames us."""
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy.replace("'wasm-unsafe-eval'", "" if policy == ENGINE_POLICY else "unsafe-eval")
    assert policy.startswith("default-src 'none'")
    assert "http" not in policy
    assert "*" not in policy
    assert policy == ENGINE_POLICY or "frame-ancestors 'none'" in policy
    assert policy == DATA_POLICY or "require-trusted-types-for 'script'" in policy


def test_a_server_that_has_a_name_answers_to_no_other(new_app, monkeypatch):
    monkeypatch.setenv("TALLYSTICK_HOST", "tally.example.org")
    client = new_app().test_client()
    assert client.get("/", base_url="https://tally.example.org").status_code == 200
    answer = client.get("/", base_url="https://evil.example")
    assert answer.status_code == 400
    assert MISNAMED in main_of(answer)


def test_what_is_short_or_no_text_goes_out_as_it_is(client, match):
    """A weak ETag is the same either way: otherwise the next question would not be answered 304."""
    packed = {"Accept-Encoding": "gzip"}
    tags = {client.get(f"/m/{match}/version", headers={"Accept-Encoding": how}).headers["ETag"] for how in ("", "gzip")}
    assert tags == {'W/"0"'}
    again = client.get(f"/m/{match}/version", headers={"If-None-Match": 'W/"0"', **packed})
    assert (again.status_code, "Content-Encoding" in again.headers) == (304, False)
    short = client.get(f"/m/{match}/updates?after=0", headers=packed)
    assert (short.mimetype, "Content-Encoding" in short.headers) == ("application/json", False)


def test_no_route_takes_what_is_no_slug(app, client):
    """Flask's own converter lets in whatever has no slash; a text of an address is bounded where one is wanted."""
    plain = [rule.rule for rule in app.url_map.iter_rules() for part in rule.rule.split("<")[1:] if ":" not in part]
    assert plain == []
    assert client.get("/rules/texas_42").status_code == 200
    for text in ("texas%0042", "texas.42", "%ef%bf%bf", "a" * 101, "%D8%A8"):
        answer = client.get(f"/rules/{text}")
        assert (answer.status_code, "Werkzeug" in answer.text) == (404, False), text


def test_pages_go_out_compressed_to_who_takes_it(client, match):
    plain = client.get(f"/m/{match}")
    packed = client.get(f"/m/{match}", headers={"Accept-Encoding": "br;q=1, gzip;q=0.5"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 3
    assert gzip.decompress(packed.data)[:200] == plain.data[:200]
    for answer in (plain, packed):
        assert set(", ".join(answer.headers.getlist("Vary")).split(", ")) == {
            "Accept-Encoding",
            "Cookie",
            "Accept-Language",
        }


def test_the_cookie_is_set_once(client, match):
    client.get(f"/m/{match}")
    assert "Set-Cookie" not in client.get(f"/m/{match}").headers


def test_a_forged_cookie_opens_nothing(client, match):
    cookie = client.get_cookie("tallystick").value
    client.set_cookie("tallystick", re.sub(r".$", "A" if cookie[-1] != "A" else "E", cookie))
    assert client.get(f"/m/{match}").status_code == 404


def test_who_names_no_host_is_told_so_in_words(client):
    """Before anything was drawn: a page of ours is built without the name."""
    for host in ("x" * 400, "a b", "[::1"):
        answer = client.get("/", headers={"Host": host})
        assert (answer.status_code in (200, 400), "<main" in answer.text) == (True, True), host
