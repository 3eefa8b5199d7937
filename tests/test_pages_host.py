"""The host's choice: anybody may make a circle, or only who has the key; until then nobody."""

from __future__ import annotations

import re

import pytest

from models.hosting import hosting, new_door
from tests.html import main_of, parsed, text
from tests.tables import FOUR, send


@pytest.fixture(autouse=True)
def unchosen(app):
    """A server whose host has not chosen."""
    app.config["CIRCLES"] = None


@pytest.fixture
def door(app):
    with app.app_context():
        return f"/host/{new_door()}"


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
    assert "Open the address that was printed when this server was started" in main_of(client.get("/"))
    assert not begins(client)


def test_anybody(app, host, door):
    assert "Who may make a circle on this server?" in main_of(host.get("/host"))
    assert "First choose who may begin here" in main_of(host.get("/"))
    assert send(host, "/host/anybody").headers["Location"] == "/"
    assert begins(host)
    assert begins(app.test_client())
    assert app.test_client().get(door).status_code == 404


def test_only_with_the_key(app, client, host, key):
    assert re.fullmatch(r"(\w{5}-){3}\w{5}", key)
    assert not begins(client)
    assert not begins(client, key="wrong")
    assert "This is not the host’s key." in main_of(send(client, "/circle", name=FOUR, key="wrong"))
    assert begins(client, key=f" {key.upper()} ")
    assert begins(app.test_client(), key=key.replace("-", ""))
    assert begins(host), "the host has shown who they are"


def test_the_key_is_shown_once_and_kept_as_a_hash(app, host, key):
    assert key not in host.get("/host").get_data(as_text=True)
    with app.app_context():
        assert key.replace("-", "") not in str(vars(hosting()))


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
    assert "Who may make a circle on this server?" not in main_of(other.get("/host"))


def test_a_new_address_ends_the_old_one(app, client, door):
    with app.app_context():
        new = f"/host/{new_door()}"
    assert client.get(door).status_code == 404
    assert client.get(new).status_code == 303


@pytest.mark.parametrize("who", ["anybody", "key"])
def test_nobody_else_chooses(client, door, who):
    assert send(client, f"/host/{who}").status_code == 404
    assert not begins(client)


def test_what_no_key_was_made_for_is_not_opened_by_nothing(client, host):
    for key in ("", "None"):
        assert send(client, "/host", key=key).status_code == 422
    send(host, "/host/anybody")
    assert send(client, "/host", key="").status_code == 422


def test_circles_that_are_there_stay(app, client, host, key):
    begins(client, key=key)
    assert client.get("/circle").status_code == 200
