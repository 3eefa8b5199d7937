"""Installing: the manifest, the icons, the way in for once, and the phone that forgets."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask
from flask.testing import FlaskClient

from models.base import db, now
from models.tables import Grant
from models.transaction import write_transaction
from tests.support.bearers import COOKIE
from tests.support.icons import FOLDER, icons
from tests.support.phones import join, new_link, phone_at
from tests.support.tables import make_circle, send
from web.i18n.catalog import NAMES


def start_address(client: FlaskClient) -> str:
    """Where the app of a browser's home screen would start."""
    return str(client.get("/app.webmanifest").get_json(force=True)["start_url"])


def opened(client: FlaskClient) -> str:
    """The same after this browser has made a way in."""
    make_circle(client)
    assert send(client, "/install").status_code == 303
    return start_address(client)


def tap(phone: FlaskClient, address: str) -> str:
    """Where a phone is led whose app is started with this address: no page leads there."""
    return str(phone.get(address, headers={"Sec-Fetch-Site": "none"}).headers["Location"])


def is_in(client: FlaskClient) -> bool:
    return "New evening" in client.get("/").get_data(as_text=True)


def test_the_manifest_names_what_is_there(client: FlaskClient) -> None:
    make_circle(client)
    assert '<link rel="manifest" href="/app.webmanifest"' in client.get("/").get_data(as_text=True)
    there = set()
    for code in NAMES:
        found = client.get("/app.webmanifest", headers={"Accept-Language": code})
        told = found.get_json(force=True)
        assert found.mimetype == "application/manifest+json"
        assert (told["lang"], told["dir"]) == (code, "rtl" if code == "fa" else "ltr")
        assert (told["id"], told["scope"], told["start_url"], told["display"]) == ("/", "/", "/", "standalone")
        there |= {icon["src"] for icon in told["icons"]} | {one["url"] for one in told["shortcuts"]}
    for address in there:
        with client.get(address) as answer:
            assert answer.status_code == 200, address


def test_two_small_pictures_show_what_it_is_and_the_icons_are_drawn_from_one(client: FlaskClient) -> None:
    """No phone fetches the pictures to be ready for no network."""
    assert {path.name: path.read_bytes() for path in FOLDER.iterdir()} == icons()
    pictures = client.get("/app.webmanifest").get_json(force=True)["screenshots"]
    assert [picture["form_factor"] for picture in pictures] == ["narrow"] * 2
    worker = client.get("/sw.js").get_data(as_text=True)
    for picture in pictures:
        with client.get(picture["src"]) as answer:
            content = answer.data
        assert answer.mimetype == picture["type"]
        width, height = (1 + int.from_bytes(content[at : at + 3], "little") for at in (24, 27))
        assert picture["sizes"] == f"{width}x{height}"
        assert picture["src"] not in worker


def newest_grant() -> Grant:
    return db.session.query(Grant).order_by(Grant.id.desc()).first()


def test_the_way_in_works_once_and_lasts_then(app: Flask, client: FlaskClient) -> None:
    address = opened(client)
    assert address.startswith("/in?once=")
    with app.app_context():
        made = newest_grant()
        assert timedelta(minutes=29) < made.expires_at - now() <= timedelta(minutes=30)
        assert made.made_by_id is not None
        assert (made.right, made.evening_id) == ("score", None)
    phone, other = app.test_client(), app.test_client()
    assert tap(phone, address) == "/"
    assert is_in(phone)
    assert tap(other, address) == "/"
    assert not is_in(other)
    assert start_address(client) == "/"  # it is used up
    assert tap(phone, address) == "/"  # as at every start: the cookie counts
    assert is_in(phone)
    with app.app_context():
        assert newest_grant().expires_at is None


def test_a_way_in_that_is_too_old_was_revoked_or_is_of_another_kind_leads_to_the_welcome(
    app: Flask, client: FlaskClient
) -> None:
    address = opened(client)
    with app.app_context(), write_transaction():
        newest_grant().expires_at = now() - timedelta(seconds=1)
    phone = app.test_client()
    assert tap(phone, address) == "/"
    assert not is_in(phone)
    assert start_address(client) == "/"
    make_circle(client)
    keeper, phone = phone_at(app, new_link(client)), app.test_client()
    send(keeper, "/install")
    address = start_address(keeper)
    send(client, "/circle/links/revoke-others")
    assert tap(phone, address) == "/"
    assert start_address(keeper) == "/"
    tap(phone, f"/in?once={new_link(client).rpartition('/')[2]}")
    for secret in ("", "nothing", "é", "x" * 5000, "%00"):
        assert phone.get(f"/in?once={secret}").headers["Location"] == "/"
    assert not is_in(phone)


def test_where_another_page_may_have_led_there_it_asks_and_then_lasts_too(app: Flask, client: FlaskClient) -> None:
    """Over plain http no browser tells who led there."""
    for told in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {}):
        address = opened(client)
        phone, other = app.test_client(), app.test_client()
        answer = phone.get(address, headers=told)
        assert answer.headers["Location"].startswith("/join/")
        assert not is_in(phone)
        join(phone, answer.headers["Location"])
        assert is_in(phone)
        with app.app_context():
            assert newest_grant().expires_at is None
        assert tap(other, address) == "/"
        assert not is_in(other)


def test_of_the_links_that_nobody_takes_the_last_eight_are_kept(app: Flask, client: FlaskClient) -> None:
    """Who watches may make them, too: the list of the circle's links must not grow by it, nor their names."""
    make_circle(client)
    watcher = phone_at(app, new_link(client, right="watch", name="W" * 40))
    addresses = []
    for _ in range(10):
        send(watcher, "/install")
        addresses.append(start_address(watcher))
    with app.app_context():
        made = db.session.query(Grant).filter(Grant.once).all()
        assert len(made) == 8
        assert {(one.name, one.right) for one in made} == {("Home screen of " + "W" * 40, "watch")}
    phones = [app.test_client() for _ in addresses]
    for phone, address in zip(phones, addresses, strict=True):
        tap(phone, address)
    assert [phone.get("/line").json["grant"] for phone in phones] == [None] * 2 + ["watch"] * 8
    send(phones[-1], "/install")
    with app.app_context():
        assert newest_grant().name == "Home screen of " + "W" * 40


def test_forget_this_phone_takes_the_cookie_and_what_is_stored(client: FlaskClient) -> None:
    """Also a cookie that cannot be read: it may be readable again some day. Over plain http the header does nothing."""
    make_circle(client)
    answer = send(client, "/forget-phone")
    assert answer.headers["Clear-Site-Data"] == '"cache", "cookies", "storage"'
    assert not is_in(client)
    make_circle(client)
    kept = client.get_cookie(COOKIE).value
    client.set_cookie(COOKIE, kept + "x")
    send(client, "/forget-phone")
    assert client.get_cookie(COOKIE) is None


def test_home_offers_the_home_screen_after_the_second_evening(client: FlaskClient) -> None:
    make_circle(client)
    offers = []
    for day in ("2026-03-01", "2026-03-02", "2026-03-03"):
        offers.append('id="keep"' in client.get("/").get_data(as_text=True))
        send(client, "/evenings/past", date=day, place="")
    assert offers == [False, False, True]
