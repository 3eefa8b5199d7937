"""House rules saved under a name: from a match, for the next one."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from models.base import db
from models.tables import HouseRules
from tests.support.html import main_of, parsed, text
from tests.support.tables import make_circle, send, start


@pytest.fixture
def match(client):
    make_circle(client, "Ann", "Bob", "Cem", "Dee")
    return start(client, "zwanzig_ab", "Ann", "Bob", "Cem", "Dee", start="17")


def chips(page):
    return {text(chip): chip for chip in page.iter("button") if chip.get("value", "").startswith("preset:")}


def test_saved_rules_are_offered_and_taken(client, match):
    assert send(client, f"/m/{match}/rules", name=" Our <rules> ").status_code == 303
    assert "Saved. A new match offers these rules." in main_of(client.get(f"/m/{match}/rules?saved=1"))
    chip = chips(parsed(client.get("/new?game=zwanzig_ab")))["Our <rules>"]
    page = parsed(client.get(f"/new?game=zwanzig_ab&tap={chip.get('value')}"))
    assert chips(page)["Our <rules>"].get("aria-pressed") == "true"
    assert page.find(".//input[@name='rule.start']").get("value") == "17"
    assert "Our <rules>" not in chips(parsed(client.get("/new?game=boomke_wies")))


def test_the_circle_lists_and_removes_them(app, client, match):
    send(client, f"/m/{match}/rules", name="Ours")
    words = main_of(client.get("/circle"))
    assert "Saved house rules Ours" in words
    assert ": 17" in words
    with app.app_context():
        number = db.session.scalars(select(HouseRules)).one().id
    other = app.test_client()
    make_circle(other, "Eva", "Fay")
    removed = [send(other, f"/circle/rules/{which}/remove") for which in (number, number + 1)]
    assert {(answer.status_code, answer.headers["Location"]) for answer in removed} == {(303, "/circle#saved-rules")}
    assert send(other, f"/circle/rules/{1 << 80}/remove").status_code == 404
    assert "Ours" in main_of(client.get("/circle"))
    removed = [send(client, f"/circle/rules/{number}/remove") for _ in range(2)]
    assert [answer.headers["Location"] for answer in removed] == ["/circle#saved-rules"] * 2
    assert "Ours" not in main_of(client.get("/circle"))


def test_the_same_name_is_given_anew(app, client, match):
    other = start(client, "zwanzig_ab", "Ann", "Bob", "Cem", "Dee", start="13")
    for uid in (match, other):
        send(client, f"/m/{uid}/rules", name="Ours")
    with app.app_context():
        [saved] = db.session.scalars(select(HouseRules)).all()
        assert saved.rules["start"] == 13


def test_a_name_that_cannot_be_stays_in_its_field(app, client, match):
    for name in ("", "x" * 41, "a\nb"):
        answer = send(client, f"/m/{match}/rules", name=name)
        assert answer.status_code == 422
        [field] = [field for field in parsed(answer).iter("input") if field.get("aria-invalid")]
        assert field.get("value") == name.replace("\n", "\ufffd")
    with app.app_context():
        assert db.session.scalars(select(HouseRules)).all() == []
