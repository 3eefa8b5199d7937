"""The recovery link: made on the circle's page and by the reminder, it brings whoever began the circle back."""

from __future__ import annotations

import re

from sqlalchemy import select

from models.base import db
from models.tables import Grant
from tests.support.html import main_of, parsed
from tests.support.phones import evening_of, join, new_link, phone_at
from tests.support.tables import send


def recovery(client):
    """The path of a new recovery link, as its page shows it."""
    page = send(client, "/circle/recovery")
    assert page.status_code == 200
    return re.search(r"/join/[\w-]+", main_of(page))[0]


def test_the_page_of_who_began_the_circle_offers_it(app, client, match):
    actions = [form.get("action") for form in parsed(client.get("/circle")).iter("form")]
    assert "/circle/recovery" in actions
    friend = phone_at(app, new_link(client))
    assert "Make a recovery link" not in main_of(friend.get("/circle"))


def test_it_is_shown_once_with_its_code(client, match):
    page = send(client, "/circle/recovery")
    assert page.headers["Cache-Control"] == "no-store"
    assert 'class="qr"' in page.get_data(as_text=True)
    secret = re.search(r"/join/([\w-]+)", page.get_data(as_text=True))[1]
    assert secret not in client.get("/circle").get_data(as_text=True)


def test_whoever_began_the_circle_comes_back_and_ends_the_lost_phones_link(app, client, match):
    """The recovery link was made on the phone that is lost, and does not end with it; other links made there do."""
    link = recovery(client)
    friend = phone_at(app, new_link(client, name="Dee’s phone"))
    with app.app_context():
        lost = db.session.scalars(select(Grant.uid).order_by(Grant.id)).first()
    new = app.test_client()
    join(new, link)
    assert new.get(f"/m/{match}").status_code == 200
    assert send(new, f"/circle/links/{lost}/revoke").status_code == 303
    assert [phone.get(f"/m/{match}").status_code for phone in (client, new, friend)] == [403, 200, 403]
    assert "Make a recovery link" in main_of(new.get("/circle"))
    assert app.test_client().get(link).status_code == 303, "it works as often as it is needed"


def test_a_friends_is_a_link_like_any(app, client, match):
    friend = phone_at(app, new_link(client, name="Dee’s phone"))
    other = phone_at(app, recovery(friend))
    assert "Make a recovery link" not in main_of(other.get("/circle"))
    with app.app_context():
        uid = db.session.scalars(select(Grant.uid).where(Grant.name == "Dee’s phone")).one()
    send(client, f"/circle/links/{uid}/revoke")
    assert other.get(f"/m/{match}").status_code == 403


def test_the_reminder_makes_it_once(client, match):
    send(client, evening_of(client, match) + "/close")
    [form] = [form for form in parsed(client.get("/")).iter("form") if form.get("action") == "/circle/recovery"]
    assert form is not None
    recovery(client)
    assert "This phone is the only key" not in main_of(client.get("/"))
