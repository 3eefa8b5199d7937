"""Evenings that are past: entered afterwards, dated anew, and what holds nothing deleted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from models.base import db, today
from models.circle_file.export import export_circle
from models.matches import find_match
from models.tables import Circle, Grant
from models.transaction import snapshot
from tests.support.html import form_of, main_of, parsed
from tests.support.phones import evening_of, new_link, phone_at
from tests.support.records import play
from tests.support.tables import FOUR, make_circle, send, sit_down, start

DEAL = {"declarer": 1, "contract": 8, "tricks": 9}


@pytest.fixture(autouse=True)
def one_day(monkeypatch):
    """No midnight comes between a test and the server."""
    now = datetime.now(UTC)
    monkeypatch.setattr("models.base.now", lambda: now)


def past_of(client):
    """The addresses of past evenings as home lists them."""
    return evenings_on(parsed(client.get("/")))


def evenings_on(page):
    """The addresses of the evenings that a page links to."""
    return [link.get("href") for link in page.iter("a") if (link.get("href") or "").startswith("/e/")]


def entered(client, day="2019-11-20", place="At Cem’s"):
    answer = send(client, "/evenings/past", date=day, place=place)
    assert answer.status_code == 303
    return answer.headers["Location"]


def test_a_past_evening_is_entered_deal_by_deal_and_is_not_tonight(app, client):
    make_circle(client)
    evening = entered(client)
    assert entered(client) == evening
    answer = send(
        client, "/new", game="boomke_wies", seat=("Ann", "Bob", "Cem", "Dee"), dealer="Ann", evening=evening[3:]
    )
    uid = answer.headers["Location"][3:]
    assert evening_of(client, uid) == evening
    play(app, uid, DEAL)
    assert "20 Nov 2019 At Cem’s" in main_of(client.get("/"))
    tonight = start(client, "zwanzig_ab")
    assert evening_of(client, tonight) != evening
    assert past_of(client)[-1] == evening


def sits_in(client, address):
    """Who has a seat on the page of a new match."""
    seats = [field.get("value") for field in parsed(client.get(address)).iter("input") if field.get("name") == "seat"]
    return tuple(dict.fromkeys(filter(None, seats)))


def test_past_evenings_leave_tonight_and_last_time_as_they_were(client):
    tonight = evening_of(client, sit_down(client, "boomke_wies"))
    older = [entered(client, f"2019-11-{day}")[3:] for day in range(10, 19)]
    past = {"game": "clobyosh", "seat": ("Eve", "Fay"), "dealer": "Eve", "evening": older[0]}
    first = send(client, "/new", **past).headers["Location"]
    assert send(client, "/new", **past).headers["Location"] == first
    assert sits_in(client, f"/new?evening={older[0]}") == ("Eve", "Fay")
    assert sits_in(client, "/new") == FOUR
    people = main_of(client.get("/new?game=boomke_wies&seat="))
    assert people.index("Ann") < people.index("Eve")
    assert evening_of(client, start(client, "zwanzig_ab")) == tonight


def test_only_a_day_that_has_been_is_one(client):
    make_circle(client)
    for day in ("", "20-11-2019", "2019-02-30", "1899-12-31", (today() + timedelta(days=1)).isoformat()):
        answer = send(client, "/evenings/past", date=day, place="At Cem’s")
        assert answer.status_code == 422, day
        assert form_of(parsed(answer), "/evenings/past")["place"] == "At Cem’s"


def test_home_and_the_page_of_all_go_by_the_day(client, monkeypatch):
    monkeypatch.setattr("web.home.NEWEST", 2)
    monkeypatch.setattr("web.past_evenings.PAGE", 2)
    make_circle(client)
    days = ("2019-05-01", "2021-05-01", "2020-05-01", "2018-05-01")
    places = {day: entered(client, day, "") for day in days}
    assert past_of(client) == [places[day] for day in ("2021-05-01", "2020-05-01")]
    older = parsed(client.get("/evenings?page=2"))
    assert evenings_on(older) == [places["2019-05-01"], places["2018-05-01"]]


def test_the_day_of_an_evening_is_changed(client):
    evening = evening_of(client, sit_down(client, "boomke_wies"))
    assert form_of(parsed(client.get(evening)), evening)["date"] == today().isoformat()
    assert send(client, evening, date="2020-02-29", place="", note="").status_code == 303
    assert form_of(parsed(client.get(evening)), evening)["date"] == "2020-02-29"
    answer = send(client, evening, date="2020-02-30", place="", note="")
    assert (answer.status_code, "This is not a day" in main_of(answer)) == (422, True)
    send(client, evening, place="At Cem’s", note="")
    assert form_of(parsed(client.get(evening)), evening)["date"] == "2020-02-29"


def test_an_empty_match_is_deleted_and_then_its_evening_with_its_links(app, client):
    """Their numbers come to nobody else: the rows stay, unseen."""
    uid = sit_down(client, "boomke_wies")
    evening = evening_of(client, uid)
    phone = phone_at(app, new_link(client, evening))
    assert "Delete this empty match" in main_of(client.get(evening))
    assert send(client, f"{evening}/delete").status_code == 409
    send(client, f"{entered(client)}/matches/{uid}/delete")
    delete = f"{evening}/matches/{uid}/delete"
    assert delete in [form.get("action") for form in parsed(client.get(evening)).iter("form")]
    assert [send(client, delete).headers["Location"] for _ in range(2)] == [evening, evening]
    with app.app_context():
        assert find_match(uid) is None
    stranger = app.test_client()
    make_circle(stranger, "Eva", "Fay")
    for other in (evening, "/e/noeveninghe2"):
        assert send(stranger, f"{other}/delete").status_code == 404
    assert "Delete this empty evening" in main_of(client.get(evening))
    assert send(client, f"{evening}/hide").status_code == 409
    assert "Hide" not in main_of(client.get(evening))
    assert [send(client, f"{evening}/delete").headers["Location"] for _ in range(2)] == ["/", "/"]
    assert send(client, f"{evening}/hide").status_code == 404
    assert (client.get(evening).status_code, phone.get(evening).status_code) == (404, 403)
    assert evening not in client.get("/").text
    assert "hidden evening" not in main_of(client.get("/circle"))
    assert evening_of(client, start(client, "zwanzig_ab")) != evening
    with app.app_context():
        [grant] = db.session.scalars(select(Grant).where(Grant.evening_id.is_not(None)))
        assert grant.revoked_at is not None
        with snapshot(db.engine) as connection:
            file = "".join(export_circle(connection, db.session.scalar(select(Circle.id).order_by(Circle.id))))
            assert evening[3:] not in file


def test_what_was_recorded_is_never_deleted(app, client):
    uid = sit_down(client, "boomke_wies")
    play(app, uid, DEAL)
    evening = evening_of(client, uid)
    assert "Delete" not in main_of(client.get(evening))
    assert send(client, f"{evening}/matches/{uid}/delete").status_code == 409
    assert client.get(f"/m/{uid}").status_code == 200


def test_a_hidden_evening_is_in_no_list_until_it_is_shown_again(app, client):
    uid = sit_down(client, "boomke_wies")
    play(app, uid, DEAL)
    evening = evening_of(client, uid)
    for day in ("2019-11-20", today().isoformat()):
        send(client, evening, date=day, place="At Cem’s", note="")
        home = client.get(send(client, f"{evening}/hide").headers["Location"])
        assert f"{evening}/show" in [form.get("action") for form in parsed(home).iter("form")]
        assert "Hidden: " in main_of(home)
        for page in ("/", "/circle/csv"):
            words = client.get(page).text
            assert not [told for told in (evening, uid, "At Cem") if told in words], page
        assert "1 hidden evening" in main_of(client.get("/circle"))
        assert (client.get(f"/m/{uid}").status_code, "Add a match" in main_of(client.get(evening))) == (200, False)
        assert send(client, f"{evening}/show").headers["Location"] == evening
        assert "At Cem’s" in main_of(client.get("/"))
        assert "hidden" not in main_of(client.get("/circle"))
