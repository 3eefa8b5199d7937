"""The recovery link brings whoever began the circle back; the reminder of it comes once, after the first evening."""

from __future__ import annotations

import json
import re

from sqlalchemy import select

from models.base import db
from models.tables import Grant
from tests.support.html import main_of, parsed, text
from tests.support.phones import join, new_link, phone_at
from tests.support.tables import make_circle, send

ONLY = "This phone is the only key"


def recovery(client):
    """The path of a new recovery link, as its page shows it."""
    page = send(client, "/circle/recovery")
    assert page.status_code == 200
    return re.search(r"/join/[\w-]+", main_of(page))[0]


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
    assert "Make a recovery link" in main_of(client.get("/circle"))
    for phone in (friend, other):
        assert "Make a recovery link" not in main_of(phone.get("/circle"))
    with app.app_context():
        uid = db.session.scalars(select(Grant.uid).where(Grant.name == "Dee’s phone")).one()
    send(client, f"/circle/links/{uid}/revoke")
    assert other.get(f"/m/{match}").status_code == 403


def test_who_has_the_only_key_is_told_so_after_the_first_evening(app, client, match, evening):
    assert ONLY not in main_of(client.get("/"))
    send(client, f"{evening}/close")
    page = client.get("/")
    assert ONLY in main_of(page)
    assert "/circle/recovery" in [form.get("action") for form in parsed(page).iter("form")]
    new_link(client, right="watch")
    assert ONLY in main_of(client.get("/"))
    link = recovery(client)
    assert ONLY not in main_of(client.get("/")), "a second key ends it"
    assert ONLY not in main_of(phone_at(app, link).get("/"))


def test_the_reminder_is_given_once(client, match, evening):
    send(client, f"{evening}/close")
    assert ONLY in main_of(client.get("/"))
    assert send(client, "/reminded").headers["Location"] == "/"
    assert ONLY not in main_of(client.get("/"))


def heading(client):
    return text(parsed(client.get("/circle")).find(".//h1"))


def test_a_circle_is_called_as_one_says_on_its_pages_and_in_its_file(client):
    make_circle(client, "Ann", "Bob")
    assert heading(client) == "Ann’s circle Circle"
    send(client, "/circle", name=("Eva", "Fay"), circle=" Thursday  cards ")
    assert heading(client) == "Thursday cards Circle"
    assert send(client, "/circle/name", name="Friday <b>cards").status_code == 303
    send(client, "/circle/name", name=" ")
    assert heading(client) == "Friday <b>cards Circle"
    assert json.loads(client.get("/circle/file").get_data(as_text=True))["circle"]["name"] == "Friday <b>cards"
    for answer in (
        send(client, "/circle/name", name="x" * 61),
        send(client, "/circle", name=("Gus", "Hal"), circle="x" * 61),
    ):
        assert (answer.status_code, "60 characters fit here" in main_of(answer)) == (422, True)
