"""POST /line/begin: a match that a phone began without a network is there once, or refused in words."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import parse
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from models.base import db, new_uid, now, to_millis, today
from models.matches import find_match
from models.tables import Evening, Match, Player
from models.transaction import write_transaction
from scoring.games import games
from tests.support.phones import evening_of, new_link, phone_at
from tests.support.tables import FOUR, make_circle, send, sheet_of, sit_down, start
from tests.web.tail.phones import MADE, SET, Away, post_json
from web.auth.rate_limit import LIMITS

ODD_BODIES = 60


@pytest.fixture
def friends(client: FlaskClient) -> FlaskClient:
    """A browser in a circle of four who have not played yet."""
    make_circle(client)
    return client


def begun(client: FlaskClient, game: str = "boomke_wies", **other: Any) -> dict[str, Any]:
    """A match of this circle's people as their phone began it; other: parts that are otherwise."""
    home = client.get("/line/home").json
    seats = home["people"][: games()[game].seats[1]]
    body = {
        "uid": new_uid(),
        "circle": home["circle"]["uid"],
        "evening": {"uid": new_uid(), "date": today().isoformat(), "place": ""},
        "game": game,
        "edition": "",
        "rules": {},
        "first_dealer": 1,
        "seats": seats,
        "started_at": to_millis(now()),
    }
    return body | other


def sent(client: FlaskClient, body: Any) -> TestResponse:
    return post_json(client, "/line/begin", body)


def stored(app: Flask) -> tuple[int, ...]:
    with app.app_context():
        return tuple(db.session.scalar(select(func.count(row.id))) or 0 for row in (Player, Evening, Match))


@pytest.mark.parametrize("game", sorted(games()))
def test_a_match_begins_and_its_tail_follows(app: Flask, friends: FlaskClient, game: str) -> None:
    """Sent again it is the same match, also when something was recorded in it meanwhile: its tail begins as before."""
    body = begun(friends, game)
    answer = sent(friends, body)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    phone, before = Away(friends, body["uid"]), stored(app)
    assert answer.json == {
        "uid": body["uid"],
        "version": 0,
        "hash": phone.hash,
        "evening": body["evening"]["uid"],
        "people": {seat["uid"]: seat for seat in body["seats"]},
    }
    with app.app_context():
        match = find_match(body["uid"])
        assert (match.game, match.first_dealer, to_millis(match.started_at)) == (game, 1, body["started_at"])
        assert (match.evening.uid, match.evening.date) == (body["evening"]["uid"], today())
    if game == "boomke_wies":
        phone.say("deal", MADE)
        assert phone.send().json["version"] == 1
        assert [line.deal.entry["tricks"] for line in sheet_of(app, body["uid"]).lines] == [9]
        assert sent(friends, body).json == answer.json
        assert stored(app) == before
        assert phone.send().json["version"] == 1


def test_matches_of_one_evening_are_in_it_in_their_order(app: Flask, friends: FlaskClient) -> None:
    first = begun(friends)
    second = begun(friends, "texas_42", evening=first["evening"])
    other = phone_at(app, new_link(friends))
    third = begun(other)
    uids = [sent(phone, body).json["uid"] for phone, body in ((friends, first), (friends, second), (other, third))]
    evenings = friends.get("/line/home").json["evenings"]
    assert [[match["uid"] for match in evening["matches"]] for evening in evenings] == [uids]
    for phone, uid in ((friends, uids[0]), (other, uids[2])):
        away = Away(phone, uid)
        away.say("deal", SET)
        assert away.send().json["version"] == 1


def test_an_evening_that_goes_on_is_gone_on_with_one_of_another_day_is_new(app: Flask, client: FlaskClient) -> None:
    """Not if it was closed on the phone, or is hidden by now."""
    sit_down(client, "boomke_wies")
    day = today() - timedelta(days=3)
    began = to_millis(now() - timedelta(days=3))
    body = begun(client, evening={"uid": new_uid(), "date": day.isoformat(), "place": " Ann’s "}, started_at=began)
    assert sent(client, body).json["evening"] == body["evening"]["uid"]
    with app.app_context():
        match = find_match(body["uid"])
        assert (match.evening.date, match.evening.place, to_millis(match.started_at)) == (day, "Ann’s", began)
    match = sit_down(client, "boomke_wies")
    there = evening_of(client, match).removeprefix("/e/")
    known, other = {"uid": there}, {"uid": new_uid(), "date": today().isoformat(), "place": "Bob’s"}
    assert [sent(client, begun(client, evening=one)).json["evening"] for one in (known, other)] == [there, there]
    new = {"uid": new_uid(), "date": today().isoformat(), "closed": [there]}
    assert sent(client, begun(client, evening=new)).json["evening"] == new["uid"]
    send(client, f"/e/{there}/close")
    assert sent(client, begun(client, evening=known)).json["evening"] == there
    send(client, f"/e/{there}/hide")
    hidden = sent(client, begun(client, evening={"uid": there, "date": today().isoformat()}))
    assert hidden.json["evening"] != there


def test_a_clock_that_lies_is_not_believed(app: Flask, friends: FlaskClient) -> None:
    day = (today() + timedelta(days=1)).isoformat()
    bodies = [begun(friends, evening={"uid": new_uid(), "date": day})]
    bodies += [begun(friends, started_at=to_millis(now() + off)) for off in (-timedelta(days=400), timedelta(hours=1))]
    for body in bodies:
        assert sent(friends, body).status_code == 200
        with app.app_context():
            match = find_match(body["uid"])
            assert match.evening.date == today()
            assert abs(match.started_at - now()) < timedelta(minutes=1)


def test_a_new_name_becomes_a_person_of_the_circle(app: Flask, friends: FlaskClient) -> None:
    body, other = begun(friends), begun(friends)
    eve = body["seats"][2] = {"uid": new_uid(), "name": "  Eve  "}
    answer = sent(friends, body)
    assert answer.json["people"][eve["uid"]] == {"uid": eve["uid"], "name": "Eve"}
    assert eve["uid"] in [person["uid"] for person in friends.get("/line/home").json["people"]]
    assert sent(friends, body).json == answer.json
    before = stored(app)[0]
    ann = next(seat for seat in other["seats"] if seat["name"] == "Ann")
    place = other["seats"].index(ann)
    other["seats"][place] = {"uid": new_uid(), "name": "ann"}
    answer = sent(friends, other)
    assert answer.json["people"][other["seats"][place]["uid"]] == ann
    assert stored(app)[0] == before
    assert sent(friends, other).json == answer.json
    merged = begun(friends)
    with app.app_context(), write_transaction():
        one = db.session.scalars(select(Player).where(Player.name == "Ann")).one()
        into = Player(circle_id=one.circle_id, name="Anna")
        db.session.add(into)
        db.session.flush()
        one.merged_into_id = into.id
    assert (
        sent(friends, merged | {"seats": [*begun(friends)["seats"][1:], ann]}).json["people"][ann["uid"]]["name"]
        == "Anna"
    )


def test_uids_of_elsewhere_say_nothing(app: Flask, friends: FlaskClient) -> None:
    """That of a person is a new name here, under a uid of its own; that of another match is refused."""
    other = app.test_client()
    theirs = sit_down(other, "boomke_wies", "Zoe", "Yan", "Xia", "Wim", dealer="Yan")
    zoe = next(one for one in other.get("/line/home").json["people"] if one["name"] == "Zoe")
    body = begun(friends)
    body["seats"][0] = {"uid": zoe["uid"], "name": ""}
    assert sent(friends, body).json == {"problems": ["A name is missing here."]}
    body["seats"][0]["name"] = "Eve"
    assert sent(friends, body).json["people"][zoe["uid"]]["uid"] != zoe["uid"]
    ours = start(friends, "boomke_wies", *FOUR, dealer="Bob")
    before = stored(app)
    bodies = [begun(friends, uid=theirs), begun(friends, uid=ours) | {"first_dealer": 2}]
    bodies += [begun(friends, game, uid=ours) for game in ("texas_42", "zwanzig_ab")]
    assert [sent(friends, body).status_code for body in bodies] == [400] * 4
    assert stored(app) == before


NOT_PLAYABLE: list[tuple[dict[str, Any], str]] = [
    ({"rules": {"length": "never"}}, "This rule cannot have that value"),
    ({"rules": {"no such": 1}}, "This game has no such rule"),
    ({"evening": {"uid": new_uid()}}, "This is not a day. Write it like 2026-11-20."),
    ({"evening": {"uid": new_uid(), "date": "2999-01-01"}}, "This day is not one that has been."),
    ({"evening": {"uid": new_uid(), "date": "2026-11-20", "place": "x" * 61}}, "60 characters fit here"),
    ({"first_dealer": 4}, "There is no such seat at this table"),
    ({"seats": []}, "Boomke Wies is for 4 players; there are 0 here."),
]
NO_NAMES = {"": "A name is missing here.", "x" * 41: "too long", "BOB": "is there twice: everybody has one seat."}


def test_what_cannot_be_is_refused_in_words(app: Flask, friends: FlaskClient) -> None:
    before, people = stored(app), begun(friends)["seats"]
    others = [seat for seat in people if seat["name"] != "Ann"]
    nameless = [({"seats": [*others, {"uid": new_uid(), "name": name}]}, words) for name, words in NO_NAMES.items()]
    for more, words in NOT_PLAYABLE + nameless:
        answer = sent(friends, begun(friends, **more))
        assert answer.status_code == 422
        assert words in " ".join(answer.json["problems"])
    assert stored(app) == before


def bad_bodies() -> dict[str, Any]:
    return {
        "a uid that is none": {"uid": "<script>"},
        "a short uid": {"uid": "abc"},
        "no such game": {"game": "hearts"},
        "rules that are a list": {"rules": []},
        "a rule that nobody can type": {"rules": {"length": "a\u0000b"}},
        "a dealer that is a text": {"first_dealer": "1"},
        "a dealer below": {"first_dealer": -1},
        "seats that are names": {"seats": list(FOUR)},
        "two new names under one uid": {"seats": [{"uid": "a" * 12, "name": name} for name in FOUR[:2]]},
        "forty seats": {"seats": [{"uid": new_uid(), "name": f"P{number}"} for number in range(40)]},
        "a time that is a text": {"started_at": "now"},
        "a time beyond all": {"started_at": 10**30},
        "no evening": {"evening": None},
        "an evening with another uid": {"evening": {"uid": "x", "date": "2026-11-20"}},
    }


def test_what_is_no_match(app: Flask, friends: FlaskClient) -> None:
    app.config["LIMIT_GUESSES"] = False
    before, body = stored(app), begun(friends)
    for name, part in bad_bodies().items():
        answer = sent(friends, body | part)
        assert answer.status_code == 400, name
        assert "Nothing was recorded" in answer.json["problems"][0]
    for nothing in ([], {}, None, "x", {"evening": []}, {"evening": {"uid": []}, "circle": 1}):
        assert sent(friends, nothing).status_code == 400, nothing
    assert stored(app) == before


def test_anything_at_all_is_begun_or_refused(app: Flask, friends: FlaskClient) -> None:
    """Parts of a right match put in each other's places, left out, or of another kind: nothing is stored by halves."""
    rng, before = Random(17), stored(app)
    app.config["LIMIT_GUESSES"] = False
    for _ in range(ODD_BODIES):
        body = begun(friends, rng.choice(sorted(games())))
        for _ in range(rng.choice((1, 1, 2, 3))):
            body = spoiled(rng, body)
        answer = sent(friends, body)
        assert answer.status_code in (200, 400, 403, 404, 422), body
        after = stored(app)
        assert after[2] - before[2] == (answer.status_code == 200), body
        assert answer.status_code == 200 or after == before, body
        before = after


def spoiled(rng: Random, value: Any) -> Any:
    """JSON with one of its parts otherwise."""
    if type(value) is list and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        return [*value[:place], spoiled(rng, value[place]), *value[place + 1 :]]
    if type(value) is dict and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        less = {name: part for name, part in value.items() if name != key}
        return less if rng.random() < 0.2 else less | {key: spoiled(rng, value[key])}
    return rng.choice((None, True, -1, 3, 10**20, 1.5, "", "Ann", "\u0000", "x" * 300, [], {}, [[]], {"a": [1]}))


@pytest.mark.usefixtures("clock")
def test_so_many_a_minute(friends: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "tail", [parse("3 per minute")])
    body = begun(friends, edition="of last year")
    assert [sent(friends, body).status_code for _ in range(4)] == [200] * 3 + [429]


def test_who_may_not_and_who_keeps_score_of_one_evening_only_there(app: Flask, client: FlaskClient) -> None:
    sit_down(client, "boomke_wies")
    body = begun(client)
    watcher, stranger = phone_at(app, new_link(client, right="watch")), app.test_client()
    other = app.test_client()
    make_circle(other, "Zoe", "Yan")
    before = stored(app)
    answers = [sent(phone, body).status_code for phone in (watcher, stranger, other)]
    assert answers == [403, 404, 404]
    keeper = phone_at(app, new_link(client, name="Cem"))
    send(client, "/circle/links/revoke-others")
    assert sent(keeper, body).status_code == 403
    assert stored(app) == before
    match = sit_down(client, "boomke_wies")
    evening = evening_of(client, match)
    guest = phone_at(app, new_link(client, evening))
    body = begun(client, evening={"uid": evening.removeprefix("/e/")})
    assert sent(guest, body).json["evening"] == evening.removeprefix("/e/")
    new = body | {"uid": new_uid(), "seats": [*body["seats"][:3], {"uid": new_uid(), "name": "Eve"}]}
    assert sent(guest, new).json == {"problems": ["Only this evening’s players can play; Eve isn’t one."]}


def test_the_circle_that_it_names_gets_it(app: Flask, friends: FlaskClient) -> None:
    """Though the browser has come into another one since."""
    body, other = begun(friends), app.test_client()
    make_circle(other, "Zoe", "Yan", "Xia", "Wim")
    friends.get(new_link(other))
    send(friends, "/join")
    assert friends.get("/line/home").json["circle"]["uid"] != body["circle"]
    assert sent(friends, body).status_code == 200
    with app.app_context():
        assert find_match(body["uid"]).evening.circle.uid == body["circle"]
