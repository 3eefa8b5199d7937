"""Cookies that last: named by uid, renewed while used, whatever the clock says; open pages go on after a link."""

from __future__ import annotations

import re
import time

import pytest
from sqlalchemy import select

from models.base import db
from models.grants import make_grant
from models.matches import find_match
from models.tables import SCORE, WATCH, Circle, Grant, Match, Player
from models.transaction import write_transaction
from tests.support.bearers import COOKIE
from tests.support.databases import app_on
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


def value(client, name=COOKIE):
    """A cookie as the browser holds it."""
    found = client.get_cookie(name)
    return found.value if found else None


def grants_of(client):
    """What the cookie of a browser names."""
    with client.session_transaction() as session:
        return [session.get("grant"), *session.get("other_grants", ())]


def browser_with(app, cookie):
    """Another browser with this cookie."""
    client = app.test_client()
    client.set_cookie(COOKIE, cookie)
    return client


def known_grants(app):
    """The uids of all grants."""
    with app.app_context():
        return list(db.session.scalars(select(Grant.uid).order_by(Grant.id)))


def test_a_cookie_names_its_grants_by_uid(app, client, match):
    assert grants_of(client) == known_grants(app)


@pytest.mark.parametrize(("days", "renewed"), [(0, False), (6, False), (8, True), (-6, False), (-8, True)])
def test_a_cookie_that_is_used_is_renewed_at_most_once_a_week(client, match, clock, days, renewed):
    client.get("/")
    before = value(client)
    clock(days * DAY)
    assert client.get(f"/m/{match}/live").status_code == 200
    assert value(client) == before, "what script asks in the background renews nothing"
    answer = client.get(f"/m/{match}")
    assert ("Set-Cookie" in answer.headers) is renewed
    assert (value(client) != before) is renewed
    assert "Set-Cookie" not in client.get(f"/m/{match}").headers


@pytest.mark.parametrize("days", [30, 401, 4000])
def test_nobody_is_locked_out_by_a_long_pause(client, match, clock, days):
    clock(days * DAY)
    assert client.get(f"/m/{match}").status_code == 200
    assert send(client, f"/m/{match}/undo").status_code != 400


@pytest.mark.parametrize("ahead", [60, DAY, 365 * DAY])
def test_a_clock_that_was_set_back_locks_nobody_out(client, clock, ahead):
    clock(ahead)
    match = sit_down(client, "boomke_wies")
    clock(0)
    assert client.get(f"/m/{match}").status_code == 200
    assert send(client, f"/m/{match}/undo").status_code != 400
    assert client.get("/circle").status_code == 200


def test_cookies_of_a_former_secret_count_where_it_is_named_and_are_signed_anew(app, client, match, clock):
    app.secret_key, app.config["SECRET_KEY_FALLBACKS"] = "another secret", [app.secret_key]
    clock(8 * DAY)
    assert client.get(f"/m/{match}").status_code == 200
    app.config["SECRET_KEY_FALLBACKS"] = None
    assert client.get(f"/m/{match}").status_code == 200
    app.secret_key = "a third secret"
    assert client.get(f"/m/{match}").status_code == 404


def test_an_app_that_is_told_of_former_secrets(monkeypatch, new_database):
    monkeypatch.setenv("SECRET_KEY_FALLBACKS", "one two")
    assert app_on(new_database("sqlite")).config["SECRET_KEY_FALLBACKS"] == ["one", "two"]


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


@pytest.mark.parametrize("second", ["/line", "/circle"])
def test_pages_asked_for_side_by_side_after_a_link_carry_the_same_token(app, client, match, second):
    """Both are asked for with the cookie that the link gave; whichever answer comes last, both pages can send."""
    with app.app_context(), write_transaction():
        _, secret = make_grant(db.session.scalars(select(Circle)).one(), SCORE)
    phone = app.test_client()
    join(phone, f"/join/{secret}")
    sides = [browser_with(app, value(phone)) for _ in range(2)]
    pages = [side.get(page) for side, page in zip(sides, (f"/m/{match}", second), strict=True)]
    assert all("token" in page.get_data(as_text=True) for page in pages)
    for side in sides:
        assert send(side, f"/m/{match}/undo").status_code != 400
        assert value(side) == value(phone), "no other cookie was given"


@pytest.mark.parametrize("made", [(WATCH, SCORE), (SCORE, WATCH)])
def test_of_two_links_that_open_a_table_the_one_that_writes_counts(app, client, match, made):
    """Whoever comes in to watch the whole circle goes on writing in the evening where they could."""
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


@pytest.mark.parametrize("page", ["/circle", "/circle/unsent", "/evenings/past", "/review/seasons/new"])
def test_every_form_for_a_circle_names_the_one_of_its_page(app, client, match, page):
    forms = re.findall(
        r'<form[^>]* action="([^"?]*)[^>]*>(.*?)</form>', client.get(page).get_data(as_text=True), re.DOTALL
    )
    routes = app.url_map.bind("")
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


def test_a_form_of_a_circle_is_for_that_circle_whatever_was_joined_meanwhile(app, client, match):
    circle = circle_named(client.get("/circle").get_data(as_text=True), "/circle/players")
    join_another(app, client)
    assert send(client, "/circle/players", circle=circle, name="Gus").status_code == 303
    with app.app_context():
        [gus] = db.session.scalars(select(Player).where(Player.name == "Gus"))
        assert gus.circle.uid == circle


def test_a_new_match_is_begun_in_the_circle_of_its_page(app, client, match):
    circle = circle_named(client.get("/new?seat=&game=boomke_wies").get_data(as_text=True), "/new")
    join_another(app, client)
    send(client, "/new", circle=circle, game="boomke_wies", seat=("Gus", "Hal", "Ida", "Joe"), dealer="Gus")
    with app.app_context():
        [begun] = db.session.scalars(select(Match).order_by(Match.id.desc()).limit(1))
        assert begun.evening.circle.uid == circle


def test_a_form_for_a_circle_that_is_not_open_to_the_browser_changes_none(app, client, match):
    stranger = app.test_client()
    sit_down(stranger, "boomke_wies")
    other = join_another(app, stranger, "Eva’s circle")
    assert send(client, "/circle/players", circle=other, name="Gus").status_code == 404
    with app.app_context():
        assert not db.session.scalars(select(Player).where(Player.name == "Gus")).all()
