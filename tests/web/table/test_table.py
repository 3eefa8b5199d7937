"""The table: what is recorded there, with and without script, and what is refused; whether anything has changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from models.base import db
from models.tables import Match, StoredRecord
from tests.support.html import form_of, main_of, parsed, text
from tests.support.records import play, reading_of, say, sealed
from tests.support.tables import make_circle, send, sit_down, token

DEALS = ({"declarer": 1, "contract": 8, "tricks": 9}, {"declarer": 0, "contract": 10, "tricks": 9})
BID = {"step": "bid", "declarer": "2", "contract": "9"}
WHOLE = {"step": "play", "declarer": "2", "contract": "9", "tricks": "11"}


@pytest.fixture
def match(app, client):
    uid = sit_down(client, "boomke_wies")
    play(app, uid, *DEALS)
    return uid


def tap(app, client, match, what="say", shown=None, **form):
    """What script gets for a form, sent from a page that shows this version: the newest unless told otherwise."""
    version = reading_of(app, match).version if shown is None else shown
    data = {"csrf_token": token(client), **sealed(app, match), **form}
    return client.post(f"/m/{match}/{what}", data=data, headers={"X-Part": str(version)})


def rows(answer):
    """The rows that an answer brings, and whether they only are to be added."""
    found = next(part for part in parsed(answer).iter("ol") if part.get("id") == "rows")
    return [text(row) for row in found], found.get("data-add") == "1"


def totals(answer):
    return [text(part) for part in parsed(answer).iter("p") if part.get("class") == "total"]


def test_it_works_and_an_unchanged_version_is_an_empty_answer(app, client, match):
    answer = client.get(f"/m/{match}")
    assert answer.status_code == 200
    assert totals(answer) == ["−2", "3"]
    assert rows(answer) == (
        ["2 Ann bid 10, took 9: Ann & Cem −2 Bob & Dee +2 −2 3", "1 Bob bid 8, took 9: Bob & Dee +1 0 1"],
        False,
    )
    answer = client.get(f"/m/{match}/version", headers={"Accept-Encoding": "gzip"})
    tag = answer.headers["ETag"]
    assert (answer.status_code, answer.json, tag) == (200, 2, 'W/"2"')
    again = client.get(f"/m/{match}/version", headers={"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    say(app, match, "bid", declarer=1)
    assert client.get(f"/m/{match}/version", headers={"If-None-Match": tag}).status_code == 200


# Without script


def test_a_bid_then_its_result(app, client, match):
    answer = send(client, f"/m/{match}/say", **sealed(app, match), **BID)
    assert (answer.status_code, answer.location) == (303, f"/m/{match}?recorded=1")
    assert reading_of(app, match).live.pending == {"declarer": 2, "contract": 9}
    send(client, f"/m/{match}/say", **sealed(app, match), step="play", tricks="9")
    assert reading_of(app, match).live.deals[-1].entry == {"declarer": 2, "contract": 9, "tricks": 9}
    page = client.get(f"/m/{match}?recorded=1")
    assert totals(page) == ["−1", "3"]
    assert "deal 3, Cem: Ann & Cem +1 Undo" in main_of(page)
    assert "deal 3, Cem: Ann & Cem +1 Undo" not in main_of(client.get(f"/m/{match}"))


def test_the_form_of_the_page_can_be_sent_as_it_is_with_the_token_of_its_browser(app, client, match):
    form = form_of(parsed(client.get(f"/m/{match}")), f"/m/{match}/say")
    answer = client.post(f"/m/{match}/say", data=form | BID)
    assert answer.status_code == 303
    assert client.post(f"/m/{match}/say", data=form | BID).status_code == 303  # the same tap once more
    assert reading_of(app, match).version == 3
    one = form_of(parsed(client.get(f"/m/{match}")), f"/m/{match}/say")
    with client.session_transaction() as cookie:
        cookie["csrf_token"] = "another browser's secret"
    other = form_of(parsed(client.get(f"/m/{match}")), f"/m/{match}/say")
    assert one["csrf_token"] != other["csrf_token"]
    assert one["uid"] != other["uid"]


def test_the_same_tap_on_undo_twice_goes_back_once_and_redo_forth(app, client, match):
    once = sealed(app, match)
    for _ in range(2):
        assert send(client, f"/m/{match}/undo", **once).status_code == 303
    assert totals(client.get(f"/m/{match}")) == ["0", "1"]
    assert send(client, f"/m/{match}/redo", **sealed(app, match)).status_code == 303
    assert totals(client.get(f"/m/{match}")) == ["−2", "3"]
    empty = sit_down(client, "boomke_wies")
    answer = send(client, f"/m/{empty}/undo", **sealed(app, empty))
    assert (answer.status_code, answer.location) == (303, f"/m/{empty}")
    assert reading_of(app, empty).version == 0


# What is refused


def test_what_is_wrong_stands_beside_its_field_and_a_name_is_that_of_one_saying(app, client, match):
    send(client, f"/m/{match}/say", **sealed(app, match), **BID)
    answer = send(client, f"/m/{match}/say", **sealed(app, match), step="play", tricks="14")
    assert answer.status_code == 422
    faults = [text(part) for part in parsed(answer).iter("p") if part.get("id") == "fault-tricks"]
    assert faults == ["A whole number from 0 to 13 is needed"]
    assert reading_of(app, match).version == 3
    form = sealed(app, match)
    send(client, f"/m/{match}/say", **form, **WHOLE)
    answer = send(client, f"/m/{match}/say", **form, **WHOLE | {"tricks": "12"})
    assert answer.status_code == 409
    assert reading_of(app, match).live.deals[-1].entry["tricks"] == 11


def test_somebody_was_quicker(app, client, match):
    form = sealed(app, match)
    say(app, match, "deal", declarer=3, contract=7, tricks=7)
    answer = send(client, f"/m/{match}/say", **form, **BID | {"contract": "", "trump": "spades"})
    assert answer.status_code == 409
    page = parsed(answer)
    assert "Another phone has just recorded something" in text(page)
    assert totals(answer) == ["−2", "4"]
    assert "That deal is recorded already." in text(page)  # the bid was of that deal, and of no later one
    assert [field.get("name") for field in page.iter("input") if "checked" in field.attrib and field.get("value")] == []
    assert form_of(page, f"/m/{match}/say")["after"] == "3"


# With script


def test_a_tap_brings_only_the_new_row(app, client, match):
    answer = tap(app, client, match, **WHOLE)
    assert answer.status_code == 200
    assert rows(answer) == (["3 Cem bid 9, took 11: Ann & Cem +2 0 3"], True)
    assert totals(answer) == ["0", "3"]
    assert parsed(answer).find(".//main") is None
    assert text(parsed(answer).find(".//title")) == "Boomke Wies, deal 4"
    short = sit_down(client, "boomke_wies", length="points", length_value="2")
    answer = tap(app, client, short, **WHOLE | {"contract": "10"})
    assert (answer.status_code, answer.location) == (303, f"/m/{short}?recorded=1"), "the page of the end"


def test_all_rows_come_where_they_are_not_only_added(app, client, match):
    """A tap that records no deal brings none; what looks back, comes twice or from an older page brings all."""
    assert rows(client.get(f"/m/{match}?declarer=1", headers={"X-Part": "2"})) == ([], True)
    assert rows(client.get(f"/m/{match}", headers={"X-Part": "2"})) == ([], True)
    assert len(rows(client.get(f"/m/{match}", headers={"X-Part": "1"}))[0]) == 2
    refused = tap(app, client, match, **WHOLE | {"tricks": "14"})
    assert (refused.status_code, parsed(refused).find(".//main")) == (422, None)
    answer = tap(app, client, match, **BID)
    assert (answer.status_code, rows(answer)) == (200, ([], True))
    assert form_of(parsed(answer), f"/m/{match}/say")["step"] == "play"
    once = sealed(app, match)
    tap(app, client, match, **WHOLE, **once)
    again = rows(tap(app, client, match, shown=3, **WHOLE, **once))
    assert (len(again[0]), again[1], reading_of(app, match).version) == (3, False, 4)
    for what, many in (("undo", 2), ("redo", 3)):
        found = rows(tap(app, client, match, what))
        assert (len(found[0]), found[1]) == (many, False)
    found = rows(tap(app, client, match, shown=1, **WHOLE))
    assert (len(found[0]), found[1]) == (4, False)


def test_a_look_from_a_page_that_others_have_overtaken_tells_what_they_wrote(client, match):
    """With what is half made: also of the bid that stood when it was begun, and of what is no entry yet."""
    late = {"X-Part": "1", "X-Began": "1"}
    page = parsed(client.get(f"/m/{match}?declarer=1&contract=8&tricks=9", headers=late))
    notice = page.find(".//section[@class='notice']")
    assert "Two phones recorded deal 2 differently." in text(notice)
    assert form_of(notice, f"/m/{match}/settle").items() >= {"declarer": "1", "contract": "8", "tricks": "9"}.items()
    page = parsed(client.get(f"/m/{match}?declarer=1&contract=8", headers=late))
    notice = page.find(".//section[@class='notice']")
    assert notice.find(".//form") is None  # half of it cannot be written down
    assert notice.find(f".//a[@href='/m/{match}']") is not None
    assert page.find(".//input[@name='declarer'][@value='1'][@checked]") is not None
    page = parsed(client.get(f"/m/{match}?step=bid&auction=1&calls=pass,8", headers=late))
    assert "Another phone recorded: Deal 2" in text(page.find(".//section[@class='notice']"))
    assert page.find(".//button[@name='calls'][@value='pass,8,pass']") is None  # that auction is over
    page = parsed(client.get(f"/m/{match}?step=bid", headers=late))
    assert "Another phone recorded: Deal 2" in text(page.find(".//section[@class='notice']"))
    assert page.find(".//section[@class='notice']//form") is None
    for known in ("2", "3", "", "-1", "table"):
        page = parsed(client.get(f"/m/{match}?declarer=1", headers={"X-Part": known, "X-Began": known}))
        assert (page.find(".//section[@class='notice']") is None) == (known != "-1"), known


def test_what_a_phone_said_itself_is_no_news_to_it(app, client):
    """A bid that carries half a result along leads to the table, with the headers that its page sent."""
    match = sit_down(client, "clobyosh", "Ann", "Bob")
    answer = tap(app, client, match, step="bid", maker=0, turned="true", bela=1)
    assert answer.status_code == 303
    assert "bela=1" in answer.headers["Location"]
    page = parsed(client.get(answer.headers["Location"], headers={"X-Part": "0"}))
    assert page.find(".//section[@class='notice']") is None


def test_a_bid_of_nobody_yet_is_asked_for_not_refused(app, client):
    for game, key, value in (("boomke_wies", "contract", "9"), ("texas_42", "bid", "84")):
        match = sit_down(client, game)
        answer = tap(app, client, match, step="bid", **{key: value})
        assert (answer.status_code, answer.location) == (303, f"/m/{match}?step=bid&{key}={value}")
        asked = parsed(client.get(answer.location))
        chosen = asked.findall(f".//button[@name='{key}'][@value='{value}']")
        assert [button.get("aria-pressed") for button in chosen] == ["true"]
        assert len(asked.findall(".//button[@name='also']")) >= 4
        assert reading_of(app, match).version == 0


# Whether anything has changed


def test_lines_keep_the_names_of_who_sat_there_then(app, client):
    """As on paper; where the match stands is told with the names of now."""
    match = sit_down(client, "boomke_wies")
    bob = {"declarer": 1, "contract": 8, "tricks": 9}
    say(app, match, "deal", **bob)
    say(app, match, "seat", seat=1, player="Eve")
    say(app, match, "deal", **bob)
    page = parsed(client.get(f"/m/{match}"))
    assert [text(row).split()[1] for row in page.find(".//ol[@id='rows']")] == ["Eve", "Bob"]
    assert "Eve Dee" in text(page.find(".//div[@class='board']")).replace("D deals ", "")
    strike = next(record.uid for record in reading_of(app, match).records if record.kind == "seat")
    say(app, match, "strike", of=strike)
    page = parsed(client.get(f"/m/{match}"))
    assert [text(row).split()[1] for row in page.find(".//ol[@id='rows']")] == ["Bob", "Bob"]


HOUR = timedelta(hours=1)
TOLD = [
    ("0", HOUR),
    ("60000", HOUR - timedelta(minutes=1)),
    ("7200000", timedelta()),  # before the match: the beginning
    ("-5", None),
    ("NaN", None),
    ("9999999999", None),
    (None, None),
]


def test_when_something_was_tapped_is_kept_as_the_phone_tells_how_long_ago_that_was(app, client, monkeypatch):
    """What is sent again stays as it was; a match that begins later than now has nothing of the future."""
    match = sit_down(client, "boomke_wies")
    with app.app_context():
        began = db.session.scalar(select(Match.started_at))
    monkeypatch.setattr("web.auth.guard.now", lambda: began + HOUR)
    said = {"step": "play", "declarer": "1", "contract": "8", "tricks": "9"}
    for number, (ago, _) in enumerate(TOLD):
        deal = said | {"uid": f"deal-{number}", "after": str(number)}
        late = {} if ago is None else {"ago": ago}
        assert send(client, f"/m/{match}/say", **deal, **late).status_code == 303
        assert send(client, f"/m/{match}/say", **deal, ago="1").status_code == 303  # the same once more
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    monkeypatch.setattr("web.auth.guard.now", lambda: long_ago)
    last = said | {"uid": "last", "after": str(len(TOLD)), "ago": "5"}
    assert send(client, f"/m/{match}/say", **last).status_code == 303
    with app.app_context():
        found = db.session.scalars(select(StoredRecord.made_at).order_by(StoredRecord.seq)).all()
    assert found == [None if made is None else began + made for _, made in TOLD] + [long_ago]


LOST = "/m/nomatchhere2"


def test_a_match_that_the_server_does_not_have_is_looked_for_on_the_phone_that_may_have_it(
    app: Flask, client: FlaskClient
) -> None:
    make_circle(client)
    asked = [(client, LOST, True), (client, f"{LOST}/history", False), (client, "/e/noeveninghe2", False)]
    for phone, address, looks in [*asked, (client, "/nowhere", False), (app.test_client(), LOST, False)]:
        answer = phone.get(address)
        assert answer.status_code == 404
        page = parsed(answer)
        for name in ("lost-matches", "offline"):
            assert (page.find(f".//*[@id='{name}']") is not None) == looks, (address, name)
    form = {"csrf_token": token(client), "uid": "a" * 32}
    answer = client.post(f"{LOST}/say", data=form, headers={"X-Part": "3"})
    assert answer.status_code == 404
    assert "saved on your phone. Load this page again" in main_of(answer)
    assert "There is nothing at this address" in main_of(client.post(f"{LOST}/say", data=form))
