"""Links that end: with those made with them, all others at once, and those of whoever began the circle only by them."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from models.base import db
from models.grants import make_grant
from models.host import new_host_secret
from models.tables import SCORE, Circle, Grant
from models.transaction import write_transaction
from tests.support.html import main_of, parsed, text
from tests.support.phones import new_link, phone_at
from tests.support.tables import send

STAYS = "Only whoever began the circle can end that link"


@pytest.fixture
def dee(app, client, match):
    """A phone that came in by a link of whoever began the circle."""
    return phone_at(app, new_link(client, name="Dee’s phone"))


@pytest.fixture
def friend(app, dee):
    """A phone that came in by a link that Dee made."""
    return phone_at(app, new_link(dee, name="Gus’s phone"))


def uid_of(app, name):
    """The link of this name."""
    with app.app_context():
        return db.session.scalars(select(Grant.uid).where(Grant.name == name)).one()


def opens(match, *phones):
    """What each phone gets of the match."""
    return [phone.get(f"/m/{match}").status_code for phone in phones]


def test_what_was_made_with_a_link_ends_with_it_and_nobody_ends_what_let_them_in(app, client, match, dee, friend):
    uid = uid_of(app, "Dee’s phone")
    for way in ("revoke", "replace"):
        answer = send(friend, f"/circle/links/{uid}/{way}")
        assert (answer.status_code, "came in by that link" in main_of(answer)) == (422, True)
    assert opens(match, dee, friend) == [200, 200]
    assert send(client, f"/circle/links/{uid}/revoke").status_code == 303
    assert opens(match, client, dee, friend) == [200, 403, 403]
    assert send(client, f"/circle/links/{uid}/revoke").status_code == 404


def founding(app, name):
    """One more link of whoever began the circle."""
    with app.app_context(), write_transaction():
        return make_grant(db.session.scalars(select(Circle)).one(), SCORE, name)[0].uid


def test_the_link_of_who_began_the_circle_is_ended_by_them_or_the_host_only(app, client, match, dee):
    for number, way in enumerate(("revoke", "replace")):
        name = f"old phone {number}"
        uid = founding(app, name)
        answer = send(dee, f"/circle/links/{uid}/{way}")
        assert (answer.status_code, STAYS in main_of(answer)) == (422, True)
        assert "Revoke" not in line(dee, name)
        assert "Revoke" in line(client, name)
        assert send(client, f"/circle/links/{uid}/{way}").status_code in (200, 303)
    uid = founding(app, "lost")
    with app.app_context():
        door = new_host_secret()
    dee.get(f"/host/{door}")
    assert "Revoke" in line(dee, "lost")
    assert send(dee, f"/circle/links/{uid}/revoke").status_code == 303


def line(phone, name):
    """What the list says of a link."""
    [found] = [text(line) for line in parsed(phone.get("/circle")).iter("li") if name in text(line)]
    return found


def test_what_all_others_are_can_be_looked_at_page_by_page(app, client, match, monkeypatch):
    monkeypatch.setattr("web.auth.links.LINKS_AT_ONCE", 3)
    for number in range(7):  # beside the own one
        new_link(client, name=f"phone {number}")

    def listed(address):
        page = client.get(address)
        assert "Revoke all others" in main_of(page)
        rows = [text(row) for row in parsed(page).iter("li") if "link" in row.get("class", "").split()]
        ways = [link.get("href") for link in parsed(page).iter("a") if "links=" in (link.get("href") or "")]
        return [found[0] for row in rows if (found := re.findall(r"phone \d", row))], ways

    assert listed("/circle") == (["phone 6", "phone 5", "phone 4"], ["/circle?links=2#links"])
    assert listed("/circle?links=2") == (["phone 3", "phone 2", "phone 1"], ["/circle?links=3#links"])
    assert listed("/circle?links=3") == (["phone 0"], ["/circle?links=2#links"])
    send(client, "/circle/links/revoke-others")
    assert "phone" not in "".join(text(row) for row in parsed(client.get("/circle")).iter("li"))


def test_all_others_end_in_one_tap(app, client, match, dee, friend):
    """But for who began the circle, and whoever let the one who taps in; where there are no others nothing ends."""
    other = phone_at(app, new_link(client))
    send(friend, "/circle/links/revoke-others")
    assert opens(match, client, dee, friend, other) == [200, 200, 200, 403]
    watcher = phone_at(app, new_link(client, right="watch"))
    page = client.get(send(client, "/circle/links/revoke-others").headers["Location"])
    assert opens(match, client, dee, friend, watcher) == [200, 403, 403, 403]
    assert "Revoke all others" not in main_of(page)
    assert send(client, "/circle/links/revoke-others").status_code == 303
    assert opens(match, client) == [200]
