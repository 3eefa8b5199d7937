"""The page of a story as it is read, where its lines lead, its curves; one evening tells nothing of the circle."""

from __future__ import annotations

import re
from datetime import date

import pytest
from sqlalchemy import select, update

from models.base import db, now
from models.grants import make_grant
from models.tables import WATCH, Evening
from models.transaction import write_transaction
from tests.support.html import main_of, parsed, text
from tests.support.review_evenings import ANN_CEM, evening_on, two_matches
from tests.support.tables import make_circle, send, start

DAY = date(2026, 1, 2)


@pytest.fixture
def matches(app, client):
    return two_matches(app, client)


def evening_uid(app):
    """The uid of the newest evening."""
    with app.app_context():
        return db.session.scalar(select(Evening.uid).order_by(Evening.date.desc(), Evening.id.desc()).limit(1))


def lines_of(client, uid):
    """The words of the lines, and where they lead."""
    lines = parsed(client.get(f"/e/{uid}/story")).find(".//ol")
    return {text(line).replace("\xa0", " "): line.find("a").get("href") for line in lines.iter("li")}


def links_of(page):
    """Where the page leads."""
    return [link.get("href") for link in page.iter("a")]


def test_the_golden_evening_is_read_and_leads_to_what_it_tells(app, client, matches):
    lines = lines_of(client, evening_uid(app))
    assert [*lines][:4] == [
        "Ann & Cem won 2 of 2. Boomke Wies",
        "Ann & Cem won Boomke Wies by 1, 6 : 5.",
        "Deal 2 turned Boomke Wies for Ann & Cem. Ann called Boom and made it. Boomke Wies, deal 2",
        "Ann called Boom and made it. Boomke Wies, deal 1",
    ]
    assert [*lines][4] == "2 matches were played. 4 deals"
    result, close, turn, called, _ = lines.values()
    assert (result, close) == ("#results", f"/m/{matches[1]}")
    assert "deal 2" in client.get(turn).text.lower()
    assert called.startswith(f"/m/{matches[0]}/deal/")
    page = client.get(f"/e/{evening_uid(app)}/story")
    words = main_of(page).replace("\xa0", " ")
    assert "Who won matches won Ann & Cem 2 of 2 Bob & Dee 0 of 2" in words
    assert "Ann & Cem 6 · Bob & Dee 5" in words
    assert [link for link in links_of(parsed(page)) if link == f"/m/{matches[0]}"]


def test_a_curve_is_drawn_of_a_match_with_chances_and_marks_the_deal_that_turned_it(app, client, matches):
    """The match of one deal has none. Heights are of 72; a Persian reader has it from the right."""
    address = f"/e/{evening_uid(app)}/story"
    page = client.get(address).text
    label = "Who was likely to win, deal by deal: Ann &amp; Cem above, Bob &amp; Dee below; deal 2 turned it"
    assert re.findall(r'class="curve"[^>]*aria-label="([^"]*)"', page) == [label]
    [line] = re.findall(r'class="step" d="([^"]*)"', page)
    assert re.fullmatch(r"M1\.50 36H17\.67V\d\d\.?\d?H50\.00V36H82\.33V4H98\.50", line)
    low = re.search(r"H17\.67V([\d.]+)", line)[1]
    assert f'x1="50.00%" x2="50.00%" y1="{low}" y2="36.0"' in page
    client.set_cookie("language", "fa")
    assert 'd="M98.50 36H82.33' in client.get(address).text


def test_an_evening_without_a_finished_match_says_so(app, client):
    make_circle(client)
    match = start(client, "boomke_wies")
    uid = evening_uid(app)
    assert "No match of this evening is over yet." in main_of(client.get(f"/e/{uid}/story"))
    assert "The story of the evening" not in main_of(client.get(f"/e/{uid}"))
    for picture, instead in ((f"/e/{uid}/story.png", f"/e/{uid}/story"), (f"/m/{match}/picture.png", f"/m/{match}")):
        answer = client.get(picture)
        assert (answer.status_code, answer.headers["Location"]) == (303, instead)


def test_what_compares_with_other_evenings_is_said_to_who_sees_the_circle(app, client, drawings):
    make_circle(client, "Ann", "Bob", "Cem", "Dee", "Eve")
    evening_on(app, date(2019, 5, 1), *[("Ann", "Bob", "Cem", "Eve")] * 2)
    uid = evening_on(app, date(2019, 5, 8), ANN_CEM, ANN_CEM)
    with app.app_context(), write_transaction() as session:
        session.execute(update(Evening).where(Evening.uid != uid).values(place="Secret cellar", closed_at=now()))
        grant = make_grant(db.session.scalars(select(Evening).where(Evening.uid == uid)).one(), WATCH, "a guest")[0].uid
    guest = app.test_client()
    with guest.session_transaction() as session:
        session["grant"] = grant
    page = guest.get(f"/e/{uid}/story")
    assert "Ann & Cem won 2 of 2." in main_of(page)
    for hidden in ("Eve", "Secret cellar", "in a row"):
        assert hidden not in page.text, hidden
    assert {link.split("/")[1] for link in links_of(parsed(page)) if link and link != "#results"} <= {"", "e", "m"}
    assert "Ann and Cem have won 4 in a row each by now." in [*lines_of(client, uid)]
    with app.app_context():
        first = db.session.scalar(select(Evening.uid).order_by(Evening.date).limit(1))
    for other in ("/review", "/evenings", f"/e/{first}/story", f"/e/{first}/story.png"):
        assert guest.get(other).status_code == 404, other
    guest.get(f"/e/{uid}/story.png")
    assert "Bob" in drawings[0]
    assert "Eve" not in drawings[0]


def test_what_is_to_pay_is_ticked_where_it_stands(app, client):
    make_circle(client)
    names = ("Ann", "Bob", "Cem", "Dee")
    match = start(client, "texas_42", *names, target_marks="1", stake_per_mark="1.00")
    send(client, f"/m/{match}/say", uid="x", after="0", step="deal", bidder="0", bid="30", points="42")
    uid = evening_uid(app)
    page = parsed(client.get(f"/e/{uid}/story"))
    [form, *_] = [form for form in page.iter("form") if (form.get("action") or "").endswith("/payments")]
    values = {field.get("name"): field.get("value") for field in form.iter("input")}
    amount = form.find(".//button").get("value")
    answer = client.post(form.get("action"), data=values | {"amount": amount})
    assert answer.headers["Location"] == f"/e/{uid}/story#money"
