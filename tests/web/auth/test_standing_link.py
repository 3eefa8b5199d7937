"""The standing link of an evening: the same each time, replaced; guests see where it leads. Links that come back."""

from __future__ import annotations

from sqlalchemy import select

from models.base import db
from models.tables import Grant
from tests.support.html import main_of, parsed
from tests.support.phones import link_in, new_link, phone_at
from tests.support.tables import send


def watch_link(client, evening):
    """The path of the link that the page shows after the tap in the header."""
    return link_in(client.get(send(client, evening + "/share").headers["Location"]))


def grants(app):
    """All grants there are."""
    with app.app_context():
        return db.session.scalars(select(Grant)).all()


def test_it_is_one_tap_from_the_header_and_stays_the_same(app, client, match, evening):
    bar = parsed(client.get(f"/m/{match}")).find(".//header")
    forms = [form for form in bar.iter("form") if form.get("action") == evening + "/share"]
    assert [button.get("class") for form in forms for button in form.iter("button")] == [
        "icon"
    ]  # the menu has no other
    assert watch_link(client, evening) == watch_link(client, evening)
    assert [grant.right for grant in grants(app) if grant.standing] == ["watch"]


def test_guests_see_who_invites_and_what_is_played_before_they_come_in(app, client, match, evening):
    link = watch_link(client, evening)
    guest = app.test_client()
    answer = guest.get(link)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/join")
    words = main_of(guest.get("/join"))
    for told in ("Ann’s circle", "Boomke Wies", "Ann, Bob, Cem, Dee", "Not: keep score"):
        assert told in words
    assert guest.get(f"/m/{match}").status_code == 404
    assert send(guest, "/join").headers["Location"] == f"/m/{match}"
    assert guest.get(f"/m/{match}").status_code == 200
    assert send(guest, f"/m/{match}/say", contract="8").status_code == 403
    assert guest.get(link).headers["Location"] == f"/m/{match}"


def test_who_is_in_the_circle_is_led_to_the_table(client, match, evening):
    assert client.get(watch_link(client, evening)).headers["Location"] == f"/m/{match}"


def test_nothing_that_opens_it_is_stored_or_kept(app, client, evening):
    secret = watch_link(client, evening).rpartition("/")[2]
    stored = [str(value) for grant in grants(app) for value in vars(grant).values()]
    assert len(secret) == 43
    assert not [value for value in stored if secret in value]
    page = client.get(evening + "/share")
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["Referrer-Policy"] == "no-referrer"


def test_a_replaced_one_ends_also_for_those_who_came_by_it(app, client, match, evening):
    old = watch_link(client, evening)
    guest = app.test_client()
    guest.get(old)
    send(guest, "/join")
    assert send(client, evening + "/standing").status_code == 303
    assert watch_link(client, evening) != old
    assert app.test_client().get(old).status_code == 404
    assert guest.get(f"/m/{match}").status_code == 403


def test_only_the_tap_makes_it(app, client, evening):
    """A page that is fetched ahead, or opened from a bookmark, writes nothing."""
    before = len(grants(app))
    assert "Make a link to watch" in main_of(client.get(evening + "/share"))
    assert len(grants(app)) == before
    watch_link(client, evening)
    assert "Make a link to watch" not in main_of(client.get(evening + "/share"))
    assert len(grants(app)) == before + 1


def test_another_key_of_the_server_makes_another_link(client, evening, monkeypatch):
    old = watch_link(client, evening)
    monkeypatch.setattr("web.auth.links.server_key", lambda: "another key")
    assert watch_link(client, evening) == watch_link(client, evening) != old


def test_under_another_key_of_the_server_the_old_link_opens_nothing(app, client, evening, monkeypatch):
    """Who learnt the old key could reckon it."""
    old = watch_link(client, evening)
    assert app.test_client().get(old).status_code == 303
    monkeypatch.setattr("web.auth.join.server_key", lambda: "another key")
    assert app.test_client().get(old).status_code == 404


def test_a_watcher_is_shown_no_link(app, client, evening):
    assert phone_at(app, new_link(client, evening, "watch")).get(evening + "/share").status_code == 403
