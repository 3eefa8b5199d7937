"""What must stay secret is in no address, log, referrer, title or cache; a planted cookie opens nothing new."""

from __future__ import annotations

import logging
import socket
import sys
from http.client import HTTPConnection

import pytest
from sqlalchemy.exc import IntegrityError

from models.base import db
from models.host import new_host_secret, save_choice
from models.tables import Circle, HouseRules
from models.transaction import write_transaction
from tests.support.circle_files import KEPT, bring
from tests.support.databases import app_on
from tests.support.html import main_of, parsed, text
from tests.support.phones import evening_of, link_in
from tests.support.servers import ROOT, free_port, process, wait_until_open
from tests.support.tables import make_circle, send, token
from web.http import errors

COOKIE = "tallystick"


def secret_in(link):
    return link.rsplit("/", 1)[1]


def made(client, match, where):
    """The answer that shows a new secret, and the secret."""
    evening = evening_of(client, match)
    address = {"circle": "/circle/links", "evening": f"{evening}/links", "handover": f"/m/{match}/handover"}[where]
    answer = send(client, address)
    return answer, secret_in(link_in(answer))


def test_a_new_link_is_kept_by_nobody_and_an_opened_one_leaves_no_trace(app, client, match, caplog):
    caplog.set_level(logging.DEBUG)
    for where in ("circle", "evening", "handover"):
        answer, secret = made(client, match, where)
        assert secret not in text(parsed(answer).find(".//title"))
        assert secret not in str(answer.headers)
        assert secret not in client.get("/circle").get_data(as_text=True)
        phone = app.test_client()
        opened, none = phone.get(f"/join/{secret}"), phone.get("/join/nothing")
        assert opened.status_code == 303
        assert secret not in opened.headers["Location"] + opened.get_data(as_text=True)
        for shown in (answer, opened, none):
            assert (shown.headers["Cache-Control"], shown.headers["Referrer-Policy"]) == ("no-store", "no-referrer")
        page = phone.get(opened.headers["Location"])
        assert secret not in page.get_data(as_text=True) + str(page.headers)
        with phone.session_transaction() as session:
            assert secret not in str(dict(session))
        assert secret not in caplog.text


def test_the_hosts_secrets_leave_no_trace(app, client):
    with app.app_context():
        secret = new_host_secret()
    answer = client.get(f"/host/{secret}")
    assert secret not in answer.headers["Location"] + answer.get_data(as_text=True) + str(answer.headers["Set-Cookie"])
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert send(client, "/host/key").headers["Cache-Control"] == "no-store"


def fails(*_, **__):
    """Something that nobody foresaw."""
    raise ZeroDivisionError("a detail")


@pytest.mark.parametrize("rule", ["/join/<slug:secret>", "/host/<slug:secret>"])
def test_what_nobody_foresaw_is_logged_without_the_secret(app, client, caplog, monkeypatch, rule):
    """In its page and before it."""
    app.testing = False
    [endpoint] = [known.endpoint for known in app.url_map.iter_rules() if str(known) == rule]
    for place, name, broken in ((app.view_functions, endpoint, fails), (app.before_request_funcs, None, [fails])):
        caplog.clear()
        monkeypatch.setitem(place, name, broken)
        assert client.get(rule.replace("<slug:secret>", "very-secret")).status_code == 500
        assert f"Exception on {rule} [GET]" in caplog.text
        assert "ZeroDivisionError: a detail" in caplog.text
        assert "very-secret" not in caplog.text


def test_an_address_that_was_mistyped_is_not_logged(app, client, caplog, monkeypatch):
    """The page that says so is the one that breaks here."""
    app.testing, good = False, errors.render_template
    monkeypatch.setattr(
        errors, "render_template", lambda page, error: (fails if error.code == 404 else good)(page, error=error)
    )
    for address in ("/join/very-secret/", "/Host/very-secret"):
        caplog.clear()
        assert client.get(address).status_code == 500
        assert "Exception on an address that leads nowhere [GET]" in caplog.text
        assert "ZeroDivisionError: a detail" in caplog.text
        assert "very-secret" not in caplog.text


BROKEN = """
import serve
from flask import Flask
from sqlalchemy.exc import IntegrityError
from web.http.gateway import Gateway

def fails(*_):
    try:
        raise IntegrityError("INSERT", {{"name": "very-secret"}}, ValueError("twice\\nDETAIL: very-secret"))
    except IntegrityError:
        1 // 0

app = Flask("broken")
app.wsgi_app = fails
serve.start(Gateway(app), serve.parse_arguments(["--port", "{port}"]), 1)
"""


LINES = [
    "GET /join/very-secret é HTTP/1.1",
    "GET /join/very-secreté HTTP/1.1",
    "GET /join/very-secret",
    "GET /join/very-secret HTTP/0.9",
    "GET /join/very-secret HTTP/1.1 more",
    "get /join/very-secret HTTP/1.1",
    "GET / HTTP/1.1\r\nReferer very-secret",
]


def test_what_falls_through_to_the_server_or_is_no_request_is_logged_without_the_secret(tmp_path):
    """As it is when the page for what nobody foresaw breaks too; an address is in the line that is refused."""
    port, log = free_port(), tmp_path / "server.log"
    with process({}, log, [sys.executable, "-c", BROKEN.format(port=port)], ROOT) as started:
        wait_until_open(port, started)
        for line in LINES:
            with socket.create_connection(("127.0.0.1", port), timeout=30) as phone:
                phone.sendall(f"{line}\r\nHost: localhost\r\n\r\n".encode())
                assert phone.recv(1000).startswith((b"HTTP/1.1 4", b"HTTP/1.1 5"))
        line = HTTPConnection("127.0.0.1", port, timeout=30)
        line.request("GET", "/join/very-secret")
        assert line.getresponse().status == 500
        line.close()
    words = log.read_text(encoding="utf-8")
    assert "Error handling request" in words
    assert "ZeroDivisionError" in words
    assert "very-secret" not in words


def twice():
    """What PostgreSQL says of the second one names the first."""
    name = "-".join(("very", "secret"))
    with write_transaction() as session:
        circle = session.scalars(db.select(Circle)).first()
        for _ in range(2):
            session.add(HouseRules(circle_id=circle.id, game="boomke_wies", name=name, rules={}))
            session.flush()


def and_then_something_else():
    """An error that came of that one."""
    try:
        twice()
    except IntegrityError:
        fails()


def of_another():
    """An error that was raised for that one."""
    try:
        twice()
    except IntegrityError as error:
        raise KeyError("a detail") from error


def unasked():
    """A value that is none, which PostgreSQL names in the first line."""
    db.session.execute(db.text("SELECT CAST(:name AS integer)"), {"name": "-".join(("very", "secret"))})
    fails()


@pytest.mark.databases  # PostgreSQL is the one that names values
def test_a_database_that_names_somebody_is_logged_without_them(app, client, match, caplog, monkeypatch):
    app.testing = False
    for page in (twice, and_then_something_else, of_another, unasked):
        caplog.clear()
        monkeypatch.setitem(app.view_functions, "host.show_host", page)
        assert client.get("/host").status_code == 500
        assert "Exception on /host [GET]" in caplog.text
        assert f"in {page.__name__}\n" in caplog.text
        assert page in (twice, unasked) or "a detail" in caplog.text
        assert "very-secret" not in caplog.text


def test_every_address_with_a_secret_is_known_here(app):
    """One more of them needs the same tests."""
    assert {str(rule) for rule in app.url_map.iter_rules() if "secret" in rule.arguments} == {
        "/join/<slug:secret>",
        "/host/<slug:secret>",
    }


def planted(app, circle):
    """The cookie of somebody else's browser, which was put into a victim's."""
    attacker = app.test_client()
    make_circle(attacker, *circle)
    send(attacker, "/circle/players", name="Gus")  # a token is in it now
    return attacker, attacker.get_cookie(COOKIE).value


def by_code(client, victim, match):
    evening = evening_of(client, match)
    send(client, f"{evening}/code")
    [code] = [text(p) for p in parsed(client.get(f"{evening}/share")).iter("p") if "spoken" in p.get("class", "")]
    return send(victim, "/code", code=code)


def by_link_for_once(client, victim, match):
    _, secret = made(client, match, "handover")
    victim.get(f"/join/{secret}")
    return send(victim, "/join")


def by_names(client, victim, match):
    return send(victim, "/circle", name=("Hal", "Ida"))


def by_file(client, victim, match):
    return bring(victim, KEPT.read_bytes())


def by_hosts_key(client, victim, match):
    with victim.application.app_context():
        key = save_choice(anybody=False)
    return send(victim, "/host", key=key)


def by_hosts_address(client, victim, match):
    with victim.application.app_context():
        secret = new_host_secret()
    return victim.get(f"/host/{secret}")


WAYS_IN = [by_code, by_link_for_once, by_names, by_file, by_hosts_key, by_hosts_address]


def test_a_planted_cookie_opens_nothing_more_when_its_victim_comes_in(app, client, match):
    """Whoever planted it opens what they could before; nor can their page send with the token that both know."""
    for way in WAYS_IN:
        attacker, cookie = planted(app, ("Eva", "Fay"))
        known, may = token(attacker), may_do(attacker, match)
        victim = app.test_client()
        victim.set_cookie(COOKIE, cookie)
        answer = way(client, victim, match)
        assert answer.status_code == 303, way
        assert {"HttpOnly", "SameSite=Lax"} <= set(answer.headers["Set-Cookie"].split("; "))
        assert may_do(victim, match) != may
        assert victim.get_cookie(COOKIE).value != cookie
        fresh = app.test_client()
        fresh.set_cookie(COOKIE, cookie)
        assert may_do(fresh, match) == may_do(attacker, match) == may
        form = {"csrf_token": known, "name": "X"}
        for site in ("cross-site", "same-site"):
            assert victim.post("/circle/players", data=form, headers={"Sec-Fetch-Site": site}).status_code == 400


@pytest.mark.parametrize("way", [by_names, by_file], ids=lambda way: way.__name__)
def test_an_old_cookie_does_not_find_what_began_with_it(app, client, match, way):
    """Asked again the same is answered alike only as long as nobody was there: the answer may have been lost."""
    _, cookie = planted(app, ("Eva", "Fay"))
    victim, thief = app.test_client(), app.test_client()
    for browser in (victim, thief):
        browser.set_cookie(COOKIE, cookie)
    assert way(client, victim, match).status_code == 303
    assert send(victim, "/circle/players", name="Zoe").status_code == 303
    way(client, thief, match)
    assert "Zoe" in main_of(victim.get("/circle"))
    assert "Zoe" not in main_of(thief.get("/circle"))


def may_do(browser, match):
    """What opens to a browser: the match, the names of its circle, the host's choice."""
    return browser.get(f"/m/{match}").status_code, main_of(browser.get("/circle")), main_of(browser.get("/host"))


def test_an_invented_cookie_is_not_adopted(client):
    client.set_cookie(COOKIE, "chosen-by-somebody-else")
    assert client.get("/circle").status_code == 404
    make_circle(client, "Ann", "Bob")
    assert client.get("/circle").status_code == 200
    assert "chosen" not in client.get_cookie(COOKIE).value


@pytest.mark.parametrize(
    ("setting", "over_tls"),
    [
        (None, {"https://localhost": True, "http://localhost": False, "https by a proxy": False}),  # none is believed
        ("TALLYSTICK_PROXIES", {"https by a proxy": True, "http by a proxy": False}),
        ("SECURE_COOKIES", {"http by a proxy": True}),
    ],
)
def test_cookies_go_over_tls_only_where_they_came_by_it(monkeypatch, database_url, setting, over_tls):
    """Those of the session and of the language; a proxy itself comes over plain http."""
    for name in ("TALLYSTICK_PROXIES", "SECURE_COOKIES"):
        monkeypatch.setenv(name, "1" if name == setting else "")
    app = app_on(database_url)
    with app.app_context():
        secret = new_host_secret()
    for came, secure in over_tls.items():
        base, told = came, {}
        if came.endswith("by a proxy"):
            base, told = "http://localhost", {"X-Forwarded-Proto": came.split()[0], "X-Forwarded-For": "192.0.2.7"}
        phone = app.test_client()
        opened = phone.get(f"/host/{secret}", base_url=base, headers=told)
        chosen = phone.post("/language", data={"language": "nl"}, base_url=base, headers=told)
        for answer in (opened, chosen):
            assert ("Secure" in answer.headers["Set-Cookie"].split("; ")) is secure, came
        believed = came.startswith("https") and (setting == "TALLYSTICK_PROXIES" or not told)
        assert ("Strict-Transport-Security" in opened.headers) is believed, came
    with app.app_context():
        db.engine.dispose()
