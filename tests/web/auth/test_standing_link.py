"""The standing link of an evening: the same each time, replaced; guests see where it leads. Links that come back."""

from __future__ import annotations

from sqlalchemy import select

from models.base import db
from models.tables import Grant
from tests.support.html import main_of, parsed
from tests.support.phones import link_in
from tests.support.tables import send


def watch_link(client, evening):
    """The path of the link that the page shows after the tap in the header."""
    return link_in(client.get(send(client, evening + "/share").headers["Location"]))


def grants(app):
    """All grants there are."""
    with app.app_context():
        return db.session.scalars(select(Grant)).all()


def test_it_is_made_by_one_tap_from_the_header_and_stays_the_same(app, client, match, evening):
    """A page that is fetched ahead, or opened from a bookmark, writes nothing; nothing that opens it is stored."""
    bar = parsed(client.get(f"/m/{match}")).find(".//header")
    forms = [form for form in bar.iter("form") if form.get("action") == evening + "/share"]
    assert [button.get("class") for form in forms for button in form.iter("button")] == ["icon"], "none in the menu"
    before = len(grants(app))
    assert "Make a link to watch" in main_of(client.get(evening + "/share"))
    assert len(grants(app)) == before
    link = watch_link(client, evening)
    page = client.get(evening + "/share")
    assert "Make a link to watch" not in main_of(page)
    assert (page.headers["Cache-Control"], page.headers["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert watch_link(client, evening) == link
    assert [grant.right for grant in grants(app) if grant.standing] == ["watch"]
    assert len(grants(app)) == before + 1
    secret = link.rpartition("/")[2]
    assert len(secret) == 43
    assert not [value for grant in grants(app) for value in vars(grant).values() if secret in str(value)]
    assert client.get(link).headers["Location"] == f"/m/{match}", "who is in the circle is led to the table"


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
    assert guest.get(evening + "/share").status_code == 403
    assert guest.get(link).headers["Location"] == f"/m/{match}"
    assert send(client, evening + "/standing").status_code == 303
    assert watch_link(client, evening) != link
    assert app.test_client().get(link).status_code == 404
    assert guest.get(f"/m/{match}").status_code == 403, "it ends also for those who came by it"


def test_under_another_key_of_the_server_there_is_another_link_and_the_old_one_opens_nothing(
    app, client, evening, monkeypatch
):
    """Who learnt the old key could reckon it."""
    old = watch_link(client, evening)
    assert app.test_client().get(old).status_code == 303
    monkeypatch.setattr("web.auth.links.server_key", lambda: "another key")
    assert watch_link(client, evening) == watch_link(client, evening) != old
    monkeypatch.setattr("web.auth.join.server_key", lambda: "another key")
    assert app.test_client().get(old).status_code == 404
