"""Cookies that last: named by uid, renewed while used, kept when they cannot be read, whatever the clock says."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import select

from models.base import db
from models.db.transaction import write_transaction
from models.tables.circle import Circle
from models.tables.grant import SCORE, WATCH, Grant, make_grant
from models.tables.match import find_match
from tests.support.bearers import COOKIE
from tests.support.html import main_of
from tests.support.phones import evening_of, join
from tests.support.tables import make_circle, send, sit_down, start, token
from web.http.session import SPARE

DAY = 24 * 3600
NOT_READ = "The key of this browser cannot be read"


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


def test_who_plays_every_month_is_never_locked_out(client, match, clock):
    for month in range(30):
        clock(month * 30 * DAY)
        assert client.get(f"/m/{match}").status_code == 200, month


def test_four_hundred_days_without_a_look_end_a_cookie_and_it_is_kept(client, match, clock):
    client.get("/")
    before = value(client)
    clock(401 * DAY)
    assert NOT_READ in main_of(client.get("/"))
    assert NOT_READ in main_of(client.get(f"/m/{match}"))
    assert value(client) == before
    clock(0)
    assert client.get(f"/m/{match}").status_code == 200, "it was the clock"


@pytest.mark.parametrize("ahead", [60, DAY, 365 * DAY])
def test_a_clock_that_was_set_back_locks_nobody_out(client, clock, ahead):
    clock(ahead)
    match = sit_down(client, "boomke_wies")
    clock(0)
    assert client.get(f"/m/{match}").status_code == 200
    assert send(client, f"/m/{match}/undo").status_code != 400
    assert client.get("/circle").status_code == 200


def test_a_cookie_that_cannot_be_read_is_kept_beside_a_new_one_and_comes_back(app, client, match):
    """The server's secret was another one for a while; what was done meanwhile is not lost either."""
    client.get("/")
    before, own = value(client), app.secret_key
    app.secret_key = "another secret"
    assert NOT_READ in main_of(client.get("/"))
    make_circle(client, "Eva", "Fay")
    meanwhile = start(client, "clobyosh", "Eva", "Fay")
    assert client.get(f"/m/{meanwhile}").status_code == 200
    assert NOT_READ not in main_of(client.get("/"))
    assert value(client) == before
    app.secret_key = own
    assert client.get(f"/m/{match}").status_code == 200
    assert value(client) == before
    assert value(client, COOKIE + SPARE), "what was signed with the other secret is kept as well"


def test_what_was_done_beside_a_cookie_that_could_not_be_read_is_joined_to_it(client, match, clock):
    client.get("/")
    clock(401 * DAY)
    make_circle(client, "Eva", "Fay")
    other = start(client, "clobyosh", "Eva", "Fay")
    clock(0)
    assert client.get(f"/m/{match}").status_code == 200
    assert client.get(f"/m/{other}").status_code == 200
    assert value(client, COOKIE + SPARE) is None
    assert len(grants_of(client)) == 2
    assert "Eva’s circle" in main_of(client.get("/")), "it comes behind, among the other circles"


def test_another_tab_goes_on_after_a_link_was_opened(app, client, match):
    """The page was made before; it writes where it could write then, and nowhere else."""
    table = client.get(f"/m/{match}")
    token = table.get_data(as_text=True).partition('name="csrf_token" value="')[2].partition('"')[0]
    evening = evening_of(client, match)
    with app.app_context(), write_transaction():
        circle = Circle(name="Dee’s circle")
        db.session.add(circle)
        _, secret = make_grant(circle, SCORE)
    join(client, f"/join/{secret}")
    client.get("/circle")  # a page with a token of its own
    deal = {"declarer": "1", "contract": "8", "tricks": "9", "step": "play"}
    said = client.post(f"/m/{match}/say", data={"csrf_token": token, "uid": "one", "after": "0", **deal})
    assert said.status_code == 303
    named = client.post("/circle/players", data={"csrf_token": token, "name": "Gus"})
    assert named.status_code == 303
    send(client, "/switch", grant=known_grants(app)[0])
    assert "Gus" in main_of(client.get("/circle")), "the circle that the page showed"
    assert client.post(f"{evening}/close", data={"csrf_token": token}).status_code == 303
    assert client.post("/welcome", data={"csrf_token": token}).status_code == 405
    assert client.post("/code", data={"csrf_token": token, "code": "x"}).status_code == 400


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


def test_of_two_links_that_open_a_table_the_one_that_writes_counts(app, client, match):
    """Whoever comes in to watch the whole circle goes on writing in the evening where they could."""
    with app.app_context(), write_transaction():
        circle = db.session.scalars(select(Circle)).one()
        watch, score = make_grant(circle, WATCH)[1], make_grant(find_match(match).evening, SCORE)[1]
    phone = app.test_client()
    for secret in (score, watch):
        join(phone, f"/join/{secret}")
    assert send(phone, f"/m/{match}/say", contract="8", step="bid").status_code != 403
    assert send(phone, f"{evening_of(phone, match)}/turn").status_code != 403


@pytest.mark.parametrize(("changes", "status"), [(3, 303), (4, 400)])
def test_a_page_that_was_open_goes_on_through_three_changes(app, client, match, changes, status):
    """Each time this browser comes in somewhere else its forms have another token."""
    known = token(client)
    for _ in range(changes):
        with app.app_context(), write_transaction():
            _, secret = make_grant(Circle(name="Dee’s circle"), SCORE)
        assert join(client, f"/join/{secret}").status_code == 303
        token(client)  # of a page that is shown now
    assert client.post(f"/m/{match}/undo", data={"csrf_token": known}).status_code == status
