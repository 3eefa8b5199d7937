"""Two players who are the same person: it is told what merging does, then it is done, and can be undone."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from models.base import db
from models.tables import Player
from tests.support.html import main_of, parsed, text
from tests.support.records import play
from tests.support.tables import make_circle, send, start


@pytest.fixture
def people(app, client):
    """The uids of a circle's players by name: Bob sat down with Ann; Bobby was typed later and sat down with Cem."""
    make_circle(client, "Ann", "Bob", "Cem")
    start(client, "knockout_whist", "Ann", "Bob", "Cem")
    start(client, "knockout_whist", "Ann", "Bobby", "Cem")
    with app.app_context():
        return {player.name: player.uid for player in db.session.scalars(select(Player))}


def names(client):
    return [text(line) for line in parsed(client.get("/circle")).iter("summary")]


def test_others_are_offered_in_parts(client, people, monkeypatch):
    here = f"/circle/players/{people['Bobby']}/merge"
    page = parsed(client.get(here))
    assert [text(link) for link in page.iter("a") if link.get("class") == "chip"] == ["Ann", "Bob", "Cem"]
    monkeypatch.setattr("web.circle.players.AT_ONCE", 2)
    parts = [("", ["Ann", "Bob", "More players"]), ("?part=2", ["Cem", "Earlier players"])]
    for part, offered in parts:
        page = parsed(client.get(here + part))
        found = [link for link in page.iter("a") if link.get("class") in ("chip", "go quiet")]
        assert [text(link) for link in found] == offered
        assert {link.get("href") for link in found if link.get("class") == "go quiet"} <= {here, f"{here}?part=2"}


def test_it_is_told_before_it_is_done_and_then_they_are_one(client, people):
    here = f"/circle/players/{people['Bobby']}/merge"
    words = main_of(client.get(f"{here}?as={people['Bob']}"))
    assert "Bobby is Bob: one person, called Bob." in words
    assert "1 match will count for Bob too." in words
    assert "You can undo this on the circle’s page." in words
    assert "Bobby" in names(client)
    for _ in range(2):
        assert send(client, here, **{"as": people["Bob"]}).status_code == 303
    assert names(client) == ["Ann", "Bob", "Cem"]
    assert "Bobby" not in main_of(client.get("/new"))
    answer = send(client, f"/circle/players/{people['Bob']}/merge", **{"as": people["Bobby"]})
    assert answer.status_code == 409, "both pages were open when the first was sent"
    assert "Somebody has just changed who is who here. Look again." in main_of(answer)
    assert names(client) == ["Ann", "Bob", "Cem"]


def test_who_sat_at_one_table_are_two(client, people):
    address = f"/circle/players/{people['Bobby']}/merge"
    told = "Bobby and Cem played at the same table, so they are two people."
    assert told in main_of(client.get(f"{address}?as={people['Cem']}"))
    answer = send(client, address, **{"as": people["Cem"]})
    assert answer.status_code == 422
    assert told in main_of(answer)
    send(client, address, **{"as": people["Bob"]})
    answer = send(client, f"/circle/players/{people['Bob']}/merge", **{"as": people["Ann"]})
    assert answer.status_code == 422
    assert names(client) == ["Ann", "Bob", "Cem"]


def test_nobody_is_nobody_else_nor_somebody_of_another_circle(app, client, people):
    here = f"/circle/players/{people['Bobby']}/merge"
    for other, status in (("", 422), ("nobody", 404), (people["Bobby"], 422)):
        assert send(client, here, **{"as": other}).status_code == status
    assert "Bobby" in names(client)
    stranger = app.test_client()
    make_circle(stranger, "Eva", "Fay")
    assert stranger.get(f"/circle/players/{people['Bob']}/merge").status_code == 404
    with app.app_context():
        eva = db.session.scalars(select(Player).where(Player.name == "Eva")).one().uid
    assert send(stranger, f"/circle/players/{eva}/merge", **{"as": people["Bob"]}).status_code == 404


def test_it_is_undone_at_once_or_later(client, people):
    bob, bobby = (people[name] for name in ("Bob", "Bobby"))
    answer = send(client, f"/circle/players/{bob}/split")
    assert (answer.status_code, "Look again." in main_of(answer)) == (409, True), "he was never merged"
    for at_once in (True, False):
        answer = send(client, f"/circle/players/{bobby}/merge", **{"as": bob})
        page = client.get(answer.headers["Location"] if at_once else "/circle")
        assert ("Bobby is now Bob Undo" in main_of(page)) is at_once
        assert "Bobby was merged into this player." in main_of(page)
        assert f"/circle/players/{bobby}/split" in [form.get("action") for form in parsed(page).iter("form")]
        assert send(client, f"/circle/players/{bobby}/split").status_code == 303
        assert names(client) == ["Ann", "Bob", "Cem", "Bobby"]


def test_a_name_that_was_given_to_another_keeps_them_merged(client, people):
    bobby = people["Bobby"]
    send(client, f"/circle/players/{bobby}/merge", **{"as": people["Bob"]})
    send(client, "/circle/players", name="bobby")
    answer = send(client, f"/circle/players/{bobby}/split")
    assert answer.status_code == 422
    assert "Somebody in this circle is already called Bobby." in main_of(answer)
    assert names(client) == ["Ann", "Bob", "Cem", "bobby"]


def test_lists_name_who_it_is_today(app, client):
    """Of a match that is over and of one that goes on; undone they are two again."""
    make_circle(client, "Ann", "Bob", "Cem", "Dee", "Bobby")
    over = start(client, "boomke_wies", "Ann", "Bobby", "Cem", "Dee", length="deals", length_value="1")
    play(app, over, {"declarer": 1, "contract": 8, "tricks": 9})
    start(client, "boomke_wies", "Ann", "Bobby", "Cem", "Dee")
    with app.app_context():
        uids = {player.name: player.uid for player in db.session.scalars(select(Player))}
    for now, other in (("Bobby & Dee", "Bob & Dee"), ("Bob & Dee", "Bobby & Dee")) * 2:
        row = client.get("/circle/csv").get_data(as_text=True).splitlines()[1]
        assert (now in row, other in row) == (True, False)
        what = {"as": uids["Bob"]} if now == "Bobby & Dee" else {}
        send(client, f"/circle/players/{uids['Bobby']}/{'merge' if what else 'split'}", **what)
