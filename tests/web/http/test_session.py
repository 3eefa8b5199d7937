"""Cookies that last: renewed while used, whatever the clock says; open pages go on after a link."""

from __future__ import annotations

import re
import time

import pytest
from sqlalchemy import select

from models.base import db
from models.grants import make_grant
from models.matches import find_match
from models.tables import SCORE, WATCH, Circle, Match, Player
from models.transaction import write_transaction
from tests.support.bearers import COOKIE
from tests.support.phones import evening_of, join
from tests.support.tables import send, sheet_of, sit_down
from web.routes import CIRCLE, permission_of

DAY = 24 * 3600


@pytest.fixture
def clock(app, monkeypatch):
    """A clock that signatures and ages go by: set so many seconds from the true time."""
    true = time.time

    def set_to(ahead):
        monkeypatch.setattr("time.time", lambda: true() + ahead)

    return set_to


def value(client):
    """The cookie as the browser holds it."""
    return client.get_cookie(COOKIE).value


def browser_with(app, cookie):
    """Another browser with this cookie."""
    client = app.test_client()
    client.set_cookie(COOKIE, cookie)
    return client


def test_a_cookie_that_is_used_is_renewed_at_most_once_a_week(app, client, match, clock):
    client.get("/")
    cookie = value(client)
    for days, renewed in ((0, False), (6, False), (8, True), (-6, False), (-8, True)):
        clock(days * DAY)
        phone = browser_with(app, cookie)
        assert phone.get(f"/m/{match}/live").status_code == 200
        assert value(phone) == cookie, "what script asks in the background renews nothing"
        answer = phone.get(f"/m/{match}")
        assert ("Set-Cookie" in answer.headers) is renewed
        assert (value(phone) != cookie) is renewed
        assert "Set-Cookie" not in phone.get(f"/m/{match}").headers


def test_nobody_is_locked_out_by_a_long_pause_or_by_a_clock_that_was_set_back(app, client, match, clock):
    cookie = value(client)
    for days in (30, 401, 4000):
        clock(days * DAY)
        phone = browser_with(app, cookie)
        assert phone.get(f"/m/{match}").status_code == 200
        assert send(phone, f"/m/{match}/undo").status_code != 400
    for ahead in (60, 365 * DAY):
        clock(ahead)
        phone = app.test_client()
        match = sit_down(phone, "boomke_wies")
        clock(0)
        assert phone.get(f"/m/{match}").status_code == 200
        assert send(phone, f"/m/{match}/undo").status_code != 400
        assert phone.get("/circle").status_code == 200


def test_cookies_of_a_former_secret_count_where_it_is_named_and_are_signed_anew(app, client, match, clock):
    app.secret_key, app.config["SECRET_KEY_FALLBACKS"] = "another secret", [app.secret_key]
    clock(8 * DAY)
    assert client.get(f"/m/{match}").status_code == 200
    app.config["SECRET_KEY_FALLBACKS"] = None
    assert client.get(f"/m/{match}").status_code == 200
    app.secret_key = "a third secret"
    assert client.get(f"/m/{match}").status_code == 404


def test_another_tab_goes_on_after_a_link_was_opened(app, client, match):
    """The page was made before this browser joined other circles, however many: it still writes."""
    page = client.get(f"/m/{match}").get_data(as_text=True)
    known, evening = page.partition('name="csrf_token" value="')[2].partition('"')[0], evening_of(client, match)
    for name in ("Dee’s circle", "Eva’s circle", "Fay’s circle", "Gus’s circle"):
        with app.app_context(), write_transaction():
            _, secret = make_grant(Circle(name=name), SCORE)
        join(client, f"/join/{secret}")
        client.get("/circle")
    deal = {"declarer": "1", "contract": "8", "tricks": "9", "step": "play"}
    said = client.post(f"/m/{match}/say", data={"csrf_token": known, "uid": "one", "after": "0", **deal})
    assert said.status_code == 303
    assert len(sheet_of(app, match).lines) == 1
    assert client.post(f"{evening}/close", data={"csrf_token": known}).status_code == 303


def test_pages_asked_for_side_by_side_after_a_link_carry_the_same_token(app, client, match):
    """All are asked for with the cookie that the link gave; whichever answer comes last, all pages can send."""
    with app.app_context(), write_transaction():
        _, secret = make_grant(db.session.scalars(select(Circle)).one(), SCORE)
    phone = app.test_client()
    join(phone, f"/join/{secret}")
    addresses = (f"/m/{match}", "/line", "/circle")
    sides = [browser_with(app, value(phone)) for _ in addresses]
    pages = [side.get(page) for side, page in zip(sides, addresses, strict=True)]
    assert all("token" in page.get_data(as_text=True) for page in pages)
    for side in sides:
        assert send(side, f"/m/{match}/undo").status_code != 400
        assert value(side) == value(phone), "no other cookie was given"


def test_of_two_links_that_open_a_table_the_one_that_writes_counts(app, client, match):
    """Whoever comes in to watch the whole circle goes on writing in the evening where they could."""
    for made in ((WATCH, SCORE), (SCORE, WATCH)):
        with app.app_context(), write_transaction():
            places = {WATCH: db.session.scalars(select(Circle)).one(), SCORE: find_match(match).evening}
            secrets = {right: make_grant(places[right], right)[1] for right in made}
        phone = app.test_client()
        for right in (SCORE, WATCH):
            join(phone, f"/join/{secrets[right]}")
        assert send(phone, f"/m/{match}/say", contract="8", step="bid").status_code != 403
        assert send(phone, f"{evening_of(phone, match)}/turn").status_code != 403


def circle_named(page, action):
    """The circle that the form with this action names."""
    form = page.partition(f'action="{action}"')[2].partition("</form>")[0]
    return re.search(r'name="circle" value="(\w+)"', form)[1]


def test_every_form_for_a_circle_names_the_one_of_its_page(app, client, match):
    routes = app.url_map.bind("")
    for page in ("/circle", "/circle/unsent", "/evenings/past", "/review/seasons/new"):
        words = client.get(page).get_data(as_text=True)
        forms = re.findall(r'<form[^>]* action="([^"?]*)[^>]*>(.*?)</form>', words, re.DOTALL)
        of_circle = [
            (action, inside)
            for action, inside in forms
            if "csrf_token" in inside and permission_of(app, routes.match(action, "POST")[0]).place == CIRCLE
        ]
        assert of_circle
        assert [action for action, inside in of_circle if 'name="circle"' not in inside] == []


def join_another(app, client, name="Dee’s circle"):
    """Another circle of which the browser gets the link; it is the current one from then on."""
    with app.app_context(), write_transaction():
        circle = Circle(name=name)
        _, secret = make_grant(circle, SCORE)
        uid = circle.uid
    join(client, f"/join/{secret}")
    return uid


def test_a_form_is_for_the_circle_of_its_page_whatever_was_joined_meanwhile(app, client, match):
    circle = circle_named(client.get("/circle").get_data(as_text=True), "/circle/players")
    assert circle_named(client.get("/new?seat=&game=boomke_wies").get_data(as_text=True), "/new") == circle
    join_another(app, client)
    assert send(client, "/circle/players", circle=circle, name="Gus").status_code == 303
    send(client, "/new", circle=circle, game="boomke_wies", seat=("Gus", "Hal", "Ida", "Joe"), dealer="Gus")
    with app.app_context():
        [gus] = db.session.scalars(select(Player).where(Player.name == "Gus"))
        [begun] = db.session.scalars(select(Match).order_by(Match.id.desc()).limit(1))
        assert gus.circle.uid == begun.evening.circle.uid == circle


def test_a_form_for_a_circle_that_is_not_open_to_the_browser_changes_none(app, client, match):
    stranger = app.test_client()
    sit_down(stranger, "boomke_wies")
    other = join_another(app, stranger, "Eva’s circle")
    assert send(client, "/circle/players", circle=other, name="Gus").status_code == 404
    with app.app_context():
        assert not db.session.scalars(select(Player).where(Player.name == "Gus")).all()
