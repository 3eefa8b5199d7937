"""Installing: the manifest, the icons, the way in for once, and the phone that forgets."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from commands.icons import FOLDER, icons
from models.base import db, now
from models.db.transaction import write_transaction
from models.tables.grant import Grant
from tests.support.phones import new_link
from tests.support.tables import make_circle, send
from web.i18n.locale import NAMES

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


def start_address(client: FlaskClient) -> str:
    """Where the app of a browser's home screen would start."""
    return str(client.get("/app.webmanifest").get_json(force=True)["start_url"])


def opened(client: FlaskClient) -> str:
    """The same after this browser has made a way in."""
    make_circle(client)
    assert send(client, "/install").status_code == 303
    return start_address(client)


def is_in(client: FlaskClient) -> bool:
    """Whether a browser is in the circle."""
    return "New evening" in client.get("/").get_data(as_text=True)


@pytest.mark.parametrize("code", NAMES)
def test_the_manifest_names_what_is_there(client: FlaskClient, code: str) -> None:
    found = client.get("/app.webmanifest", headers={"Accept-Language": code})
    told = found.get_json(force=True)
    assert found.mimetype == "application/manifest+json"
    assert (told["lang"], told["dir"]) == (code, "rtl" if code == "fa" else "ltr")
    assert (told["id"], told["scope"], told["start_url"], told["display"]) == ("/", "/", "/", "standalone")
    make_circle(client)
    for address in (*(icon["src"] for icon in told["icons"]), *(one["url"] for one in told["shortcuts"])):
        with client.get(address) as answer:
            assert answer.status_code == 200, address
    assert '<link rel="manifest" href="/app.webmanifest"' in client.get("/").get_data(as_text=True)


def test_the_icons_are_drawn_from_the_one_that_stands_there() -> None:
    assert {path.name: path.read_bytes() for path in FOLDER.iterdir()} == icons()


def test_the_way_in_works_once(app: Flask, client: FlaskClient) -> None:
    address = opened(client)
    assert address.startswith("/in?once=")
    phone, other = app.test_client(), app.test_client()
    assert phone.get(address).headers["Location"] == "/"
    assert is_in(phone)
    assert other.get(address).headers["Location"] == "/"
    assert not is_in(other)
    assert start_address(client) == "/"  # it is used up
    assert phone.get(address).status_code == 303  # as at every start: the cookie counts
    assert is_in(phone)


def test_once_taken_it_lasts_and_before_that_half_an_hour(app: Flask, client: FlaskClient) -> None:
    address = opened(client)
    with app.app_context():
        made = db.session.query(Grant).order_by(Grant.id.desc()).first()
        assert timedelta(minutes=29) < made.expires_at - now() <= timedelta(minutes=30)
        assert made.made_by_id is not None
        assert (made.right, made.evening_id) == ("score", None)
    app.test_client().get(address)
    with app.app_context():
        assert db.session.query(Grant).order_by(Grant.id.desc()).first().expires_at is None


def test_a_way_in_that_is_too_old_leads_to_the_welcome(app: Flask, client: FlaskClient) -> None:
    address = opened(client)
    with app.app_context(), write_transaction() as session:
        made = session.query(Grant).order_by(Grant.id.desc()).first()
        made.expires_at = now() - timedelta(seconds=1)
    phone = app.test_client()
    assert phone.get(address).headers["Location"] == "/"
    assert not is_in(phone)
    assert start_address(client) == "/"


def test_another_page_that_leads_there_does_not_take_anybody_in(app: Flask, client: FlaskClient) -> None:
    address = opened(client)
    phone = app.test_client()
    answer = phone.get(address, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.headers["Location"].startswith("/join/")
    assert not is_in(phone)


def test_a_link_of_another_kind_is_none(app: Flask, client: FlaskClient) -> None:
    make_circle(client)
    secret = new_link(client).rpartition("/")[2]
    phone = app.test_client()
    phone.get(f"/in?once={secret}")
    assert not is_in(phone)


@pytest.mark.parametrize("secret", ["", "nothing", "é", "x" * 5000, "%00"])
def test_a_secret_that_is_none_leads_home(client: FlaskClient, secret: str) -> None:
    assert client.get(f"/in?once={secret}").headers["Location"] == "/"


def test_forget_this_phone_takes_the_cookie_and_what_is_stored(client: FlaskClient) -> None:
    make_circle(client)
    answer = send(client, "/forget-phone")
    assert answer.headers["Clear-Site-Data"] == '"cookies", "storage"'
    assert not is_in(client)


def test_home_offers_the_home_screen_after_the_second_evening(client: FlaskClient) -> None:
    make_circle(client)
    offers = []
    for day in ("2026-03-01", "2026-03-02", "2026-03-03"):
        offers.append('id="keep"' in client.get("/").get_data(as_text=True))
        send(client, "/evenings/past", date=day, place="")
    assert offers == [False, False, True]
