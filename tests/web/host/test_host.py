"""The host's choice: anybody may make a circle, or only who has the key; until then nobody."""

from __future__ import annotations

import re

import pytest

from models.host import host_setting, new_host_secret
from tests.support.html import main_of, parsed, text
from tests.support.tables import FOUR, send


@pytest.fixture(autouse=True)
def unchosen(app):
    """A server whose host has not chosen."""
    app.config["CIRCLES"] = None


@pytest.fixture
def door(app):
    with app.app_context():
        return f"/host/{new_host_secret()}"


@pytest.fixture
def host(app, door):
    """The host's browser."""
    browser = app.test_client()
    assert browser.get(door).headers["Location"] == "/host"
    return browser


@pytest.fixture
def key(host):
    """The key, after the host asked for one."""
    page = parsed(send(host, "/host/key"))
    [key] = [text(found) for found in page.iter("p") if "spoken" in found.get("class", "")]
    return key


def begins(client, **more):
    """Whether a circle can be made."""
    return send(client, "/circle", name=FOUR, **more).status_code == 303


def test_until_the_host_has_chosen_it_is_said_what_to_do(client):
    assert "is in the window where this server was started, in the line “The host chooses here”" in main_of(
        client.get("/")
    )
    assert not begins(client)


def test_anybody(app, host, door):
    assert "Who may start a circle on this server?" in main_of(host.get("/host"))
    assert "First choose who may start here" in main_of(host.get("/"))
    assert send(host, "/host/anybody").headers["Location"] == "/"
    assert begins(host)
    assert begins(app.test_client())
    assert app.test_client().get(door).status_code == 404


def test_only_with_the_key(app, client, host, key):
    assert re.fullmatch(r"(\w{5}-){3}\w{5}", key)
    assert key not in host.get("/host").get_data(as_text=True), "it is shown once, and kept as a hash"
    with app.app_context():
        assert key.replace("-", "") not in str(vars(host_setting()))
    assert not begins(client)
    assert not begins(client, key="wrong")
    assert "This is not the host’s key." in main_of(send(client, "/circle", name=FOUR, key="wrong"))
    assert begins(client, key=f" {key.upper()} ")
    assert begins(app.test_client(), key=key.replace("-", ""))
    assert begins(host), "the host has shown who they are"
    assert client.get("/circle").status_code == 200


def test_the_key_chooses_anew(app, client, key):
    assert send(client, "/host/anybody").status_code == 404
    assert send(client, "/host", key="wrong").status_code == 422
    assert send(client, "/host", key=key).status_code == 303
    assert send(client, "/host/anybody").status_code == 303
    assert begins(app.test_client())


def test_a_new_key_ends_the_old_one(app, client, host, key):
    other = app.test_client()
    send(other, "/host", key=key)
    send(host, "/host/key")
    assert not begins(client, key=key)
    assert send(other, "/host/anybody").status_code == 404
    assert "Who may start a circle on this server?" not in main_of(other.get("/host"))


def test_a_new_address_ends_the_old_one(app, client, door):
    with app.app_context():
        new = f"/host/{new_host_secret()}"
    assert client.get(door).status_code == 404
    assert client.get(new).status_code == 303


def test_nobody_else_chooses(client, door):
    for who in ("anybody", "key"):
        assert send(client, f"/host/{who}").status_code == 404
    assert not begins(client)


def test_what_no_key_was_made_for_is_not_opened_by_nothing(client, host):
    for key in ("", "None"):
        assert send(client, "/host", key=key).status_code == 422
    send(host, "/host/anybody")
    assert send(client, "/host", key="").status_code == 422


ASKED = "Nobody has chosen yet who may start here."


@pytest.fixture
def own(app):
    """A server that listens to its own machine alone."""
    app.config["OWN_MACHINE"] = True


def first_page(app, host, remote="127.0.0.1", **headers):
    """The words of the first page as this visitor gets it."""
    browser = app.test_client()
    return main_of(browser.get("/", base_url=f"http://{host}", environ_base={"REMOTE_ADDR": remote}, headers=headers))


def test_on_one_s_own_machine_nobody_is_asked(app, own, client):
    for name in ("localhost", "localhost:8000", "127.0.0.1:8000", "127.0.0.5", "[::1]:8000", "LOCALHOST"):
        assert "Who is at the table?" in first_page(app, name), name
    assert begins(client)


def test_who_comes_through_a_proxy_or_by_another_name_is_somebody_else(app, own):
    for name, remote, headers in (
        ("tally.example", "127.0.0.1", {}),
        ("localhost.evil.example", "127.0.0.1", {}),
        ("127.0.0.1.evil.example", "127.0.0.1", {}),
        ("192.168.1.7:8000", "127.0.0.1", {}),
        ("localhost", "192.168.1.9", {}),
        ("localhost", "127.0.0.1", {"X-Forwarded-For": "203.0.113.5"}),
        ("localhost", "127.0.0.1", {"Forwarded": "for=203.0.113.5"}),
        ("localhost", "127.0.0.1", {"Via": "1.1 caddy"}),
    ):
        assert ASKED in first_page(app, name, remote, **headers), (name, remote, headers)
    app.config["OWN_MACHINE"] = False
    assert ASKED in first_page(app, "localhost"), "a server that others reach asks on its own machine too"


def test_a_key_that_was_chosen_is_asked_for_on_one_s_own_machine_too(app, own, client, key):
    assert not begins(client)
    assert begins(client, key=key)
