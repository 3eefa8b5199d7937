"""/line and /line/home: whether the server answers, and what a phone keeps for an evening without it."""

from __future__ import annotations

from tests.support.engine_page import supply
from tests.support.phones import evening_of, new_link, phone_at
from tests.support.tables import FOUR, send, start
from tests.web.tail.phones import MADE, Away


def test_line(app, client, match):
    watcher = phone_at(app, new_link(client, right="watch"))
    for phone, right in ((client, "score"), (watcher, "watch"), (app.test_client(), None)):
        answer = phone.get("/line")
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.json["grant"] == right
        assert type(answer.json["now"]) is int


def test_home(app, client, match):
    other = start(client, "texas_42")
    phone = Away(client, match)
    phone.say("deal", MADE)
    phone.send()
    answer = client.get("/line/home")
    assert answer.headers["Cache-Control"] == "no-store"
    home = answer.json
    log = client.get(f"/m/{match}/log").json
    assert {person["name"] for person in home["people"]} == set(FOUR)
    assert [one["uid"] for one in home["matches"]] == [other, match]
    [evening] = home["evenings"]
    assert f"/e/{evening['uid']}" == evening_of(client, match)
    assert [one["uid"] for one in evening["matches"]] == [match, other]
    assert evening["matches"][0] == {
        "uid": match,
        "game": "boomke_wies",
        "edition": supply(app).edition,
        "version": 1,
        "hash": log["hash"],
        "state": "play",
        "title": "Ann & Cem – Bob & Dee",
    }


def test_saved_rules_come_along_but_to_who_is_in_one_evening_only(app, client, match):
    """Who is told of who sat there and its matches; strangers are told nothing."""
    assert client.get("/line/home").json["rules"] == []
    assert send(client, f"/m/{match}/rules", name="As at Ann’s").status_code == 303
    [saved] = client.get("/line/home").json["rules"]
    assert (saved["game"], saved["name"]) == ("boomke_wies", "As at Ann’s")
    assert saved["rules"]
    elsewhere = {"game": "texas_42", "seat": ["Ann", "Bob", "Cem", "Eve"], "dealer": "Ann"}
    other = send(client, "/new", evening="new", **elsewhere).location.rpartition("/")[2]
    evening = evening_of(client, match)
    home = phone_at(app, new_link(client, evening)).get("/line/home").json
    assert home["only"] == evening.removeprefix("/e/")
    assert [one["uid"] for one in home["evenings"]] == [home["only"]]
    assert [word for word in (other, "Eve") if word in str(home)] == []
    assert home["rules"] == []
    whole = client.get("/line/home").json
    assert {one["uid"] for one in whole["evenings"]} > {home["only"]}
    assert whole["only"] == ""
    assert app.test_client().get("/line/home").status_code == 404
