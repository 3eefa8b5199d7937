"""POST /line/begin: a match that a phone began without a network is there once, or refused in words."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
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

ODD_BODIES = 150


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
    """The answer to it."""
    return post_json(client, "/line/begin", body)


def stored(app: Flask) -> tuple[int, ...]:
    """How many players, evenings and matches there are."""
    with app.app_context():
        return tuple(db.session.scalar(select(func.count(row.id))) or 0 for row in (Player, Evening, Match))


@pytest.mark.parametrize("game", sorted(games()))
def test_a_match_begins_and_its_tail_follows(app: Flask, friends: FlaskClient, game: str) -> None:
    body = begun(friends, game)
    answer = sent(friends, body)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    phone = Away(friends, body["uid"])
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


def test_sent_again_it_is_the_same_match(app: Flask, friends: FlaskClient) -> None:
    """Also when something was recorded in it meanwhile: the tail still begins at its beginning."""
    body = begun(friends)
    first, before = sent(friends, body).json, stored(app)
    phone = Away(friends, body["uid"])
    phone.say("deal", MADE)
    phone.send()
    assert sent(friends, body).json == first
    assert stored(app) == before
    assert phone.send().json["version"] == 1


def test_matches_of_one_evening_are_in_it_in_their_order(app: Flask, friends: FlaskClient) -> None:
    first = begun(friends)
    second = begun(friends, "texas_42", evening=first["evening"])
    uids = [sent(friends, body).json["uid"] for body in (first, second)]
    evenings = friends.get("/line/home").json["evenings"]
    assert [[match["uid"] for match in evening["matches"]] for evening in evenings] == [uids]


def test_an_evening_that_goes_on_is_gone_on_with(app: Flask, client: FlaskClient) -> None:
    """By its uid, or because it is of the same day: another phone began it."""
    match = sit_down(client, "boomke_wies")
    there = evening_of(client, match).removeprefix("/e/")
    known, other = {"uid": there}, {"uid": new_uid(), "date": today().isoformat(), "place": "Bob’s"}
    assert [sent(client, begun(client, evening=one)).json["evening"] for one in (known, other)] == [there, there]
    send(client, f"/e/{there}/close")
    assert sent(client, begun(client, evening=known)).json["evening"] == there


def test_an_evening_that_was_closed_on_the_phone_is_not_gone_on_with(app: Flask, client: FlaskClient) -> None:
    """Whichever of both comes first."""
    there = evening_of(client, sit_down(client, "boomke_wies")).removeprefix("/e/")
    new = {"uid": new_uid(), "date": today().isoformat(), "closed": [there]}
    assert sent(client, begun(client, evening=new)).json["evening"] == new["uid"]


def test_an_evening_of_another_day_is_a_new_one(app: Flask, client: FlaskClient) -> None:
    sit_down(client, "boomke_wies")
    day = today() - timedelta(days=3)
    began = to_millis(now() - timedelta(days=3))
    body = begun(client, evening={"uid": new_uid(), "date": day.isoformat(), "place": " Ann’s "}, started_at=began)
    assert sent(client, body).json["evening"] == body["evening"]["uid"]
    with app.app_context():
        match = find_match(body["uid"])
        assert (match.evening.date, match.evening.place, to_millis(match.started_at)) == (day, "Ann’s", began)


def test_an_evening_that_is_hidden_by_now_is_left_alone(app: Flask, client: FlaskClient) -> None:
    match = sit_down(client, "boomke_wies")
    there = evening_of(client, match).removeprefix("/e/")
    send(client, f"/e/{there}/hide")
    answer = sent(client, begun(client, evening={"uid": there, "date": today().isoformat()}))
    assert answer.json["evening"] != there


def test_a_phone_on_which_it_is_tomorrow_already(app: Flask, friends: FlaskClient) -> None:
    day = (today() + timedelta(days=1)).isoformat()
    body = begun(friends, evening={"uid": new_uid(), "date": day})
    assert sent(friends, body).status_code == 200
    with app.app_context():
        assert find_match(body["uid"]).evening.date == today()


@pytest.mark.parametrize("off", [-timedelta(days=400), timedelta(hours=1)])
def test_a_clock_that_lies_is_not_believed(app: Flask, friends: FlaskClient, off: timedelta) -> None:
    body = begun(friends, started_at=to_millis(now() + off))
    sent(friends, body)
    with app.app_context():
        assert abs(find_match(body["uid"]).started_at - now()) < timedelta(minutes=1)


def test_a_new_name_becomes_a_person_of_the_circle(app: Flask, friends: FlaskClient) -> None:
    body = begun(friends)
    body["seats"][2] = {"uid": new_uid(), "name": "  Eve  "}
    answer = sent(friends, body)
    assert answer.json["people"][body["seats"][2]["uid"]] == {"uid": body["seats"][2]["uid"], "name": "Eve"}
    assert body["seats"][2]["uid"] in [person["uid"] for person in friends.get("/line/home").json["people"]]
    assert sent(friends, body).json == answer.json


def test_a_name_that_is_known_by_now_is_that_person(app: Flask, friends: FlaskClient) -> None:
    body = begun(friends)
    before = stored(app)[0]
    ann = next(seat for seat in body["seats"] if seat["name"] == "Ann")
    place = body["seats"].index(ann)
    body["seats"][place] = {"uid": new_uid(), "name": "ann"}
    answer = sent(friends, body)
    assert answer.json["people"][body["seats"][place]["uid"]] == ann
    assert stored(app)[0] == before
    assert sent(friends, body).json == answer.json


def test_a_person_who_was_merged_is_who_they_are_now(app: Flask, friends: FlaskClient) -> None:
    body = begun(friends)
    with app.app_context(), write_transaction():
        one = db.session.scalars(select(Player).where(Player.name == "Ann")).one()
        other = Player(circle_id=one.circle_id, name="Anna")
        db.session.add(other)
        db.session.flush()
        one.merged_into_id = other.id
    ann = next(seat["uid"] for seat in body["seats"] if seat["name"] == "Ann")
    assert sent(friends, body).json["people"][ann]["name"] == "Anna"


def test_a_uid_of_a_person_elsewhere_says_nothing_of_them(app: Flask, friends: FlaskClient) -> None:
    """It is a new name here, under a uid of its own."""
    other = app.test_client()
    make_circle(other, "Zoe", "Yan", "Xia", "Wim")
    zoe = next(one for one in other.get("/line/home").json["people"] if one["name"] == "Zoe")
    body = begun(friends)
    body["seats"][0] = {"uid": zoe["uid"], "name": ""}
    assert sent(friends, body).json == {"problems": ["A name is missing here."]}
    body["seats"][0]["name"] = "Eve"
    assert sent(friends, body).json["people"][zoe["uid"]]["uid"] != zoe["uid"]


def test_a_uid_of_another_match_is_refused(app: Flask, friends: FlaskClient) -> None:
    other = app.test_client()
    theirs = sit_down(other, "boomke_wies", "Zoe", "Yan", "Xia", "Wim", dealer="Yan")
    ours = start(friends, "boomke_wies", *FOUR, dealer="Bob")
    before = stored(app)
    same = begun(friends, uid=ours)
    assert sent(friends, begun(friends, uid=theirs)).status_code == 400
    assert sent(friends, same | {"first_dealer": 2}).status_code == 400
    assert sent(friends, begun(friends, "texas_42", uid=ours)).status_code == 400
    assert sent(friends, begun(friends, "zwanzig_ab", uid=ours)).status_code == 400
    assert stored(app) == before


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"rules": {"length": "never"}}, "This rule cannot have that value"),
        ({"rules": {"no such": 1}}, "This game has no such rule"),
        ({"evening": {"uid": new_uid()}}, "This is not a day. Write it like 2026-11-20."),
        ({"evening": {"uid": new_uid(), "date": "2999-01-01"}}, "This day is not one that has been."),
        ({"evening": {"uid": new_uid(), "date": "2026-11-20", "place": "x" * 61}}, "60 characters fit here"),
        ({"first_dealer": 4}, "There is no such seat at this table"),
        ({"seats": []}, "Boomke Wies is for 4 players; there are 0 here."),
    ],
)
def test_what_cannot_be_is_refused_in_words(app: Flask, friends: FlaskClient, more: Any, words: str) -> None:
    before, answer = stored(app), sent(friends, begun(friends, **more))
    assert answer.status_code == 422
    assert words in " ".join(answer.json["problems"])
    assert stored(app) == before


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "A name is missing here."),
        ("x" * 41, "too long"),
        ("BOB", "is there twice: everybody has one seat."),
    ],
)
def test_a_new_name_that_is_none(app: Flask, friends: FlaskClient, name: str, words: str) -> None:
    body, before = begun(friends), stored(app)
    place = next(n for n, seat in enumerate(body["seats"]) if seat["name"] != "Bob")
    body["seats"][place] = {"uid": new_uid(), "name": name}
    answer = sent(friends, body)
    assert answer.status_code == 422
    assert words in " ".join(answer.json["problems"])
    assert stored(app) == before


def bad_bodies() -> dict[str, Any]:
    """Parts that are not what they should be."""
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


@pytest.mark.parametrize("name", bad_bodies())
def test_what_is_no_match(app: Flask, friends: FlaskClient, name: str) -> None:
    before, answer = stored(app), sent(friends, begun(friends) | bad_bodies()[name])
    assert answer.status_code == 400
    assert "Nothing was recorded" in answer.json["problems"][0]
    assert stored(app) == before


@pytest.mark.parametrize("body", [[], {}, None, "x", {"evening": []}, {"evening": {"uid": []}, "circle": 1}])
def test_what_is_nothing_of_the_kind(app: Flask, friends: FlaskClient, body: Any) -> None:
    before, answer = stored(app), sent(friends, body)
    assert answer.status_code == 400
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


def test_an_engine_that_the_server_does_not_know_begins_as_any(friends: FlaskClient) -> None:
    assert sent(friends, begun(friends, edition="of last year")).status_code == 200


def test_who_may_not(app: Flask, client: FlaskClient) -> None:
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


def test_who_keeps_score_of_one_evening_begins_there_with_its_players(app: Flask, client: FlaskClient) -> None:
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


@pytest.mark.usefixtures("clock")
def test_thirty_a_minute(friends: FlaskClient) -> None:
    body = begun(friends)
    assert [sent(friends, body).status_code for _ in range(31)] == [200] * 30 + [429]


def test_two_phones_that_both_began(app: Flask, friends: FlaskClient) -> None:
    """Both matches are kept."""
    other = phone_at(app, new_link(friends))
    bodies = [begun(friends), begun(other)]
    for phone, body in zip((friends, other), bodies, strict=True):
        sent(phone, body)
        away = Away(phone, body["uid"])
        away.say("deal", SET)
        assert away.send().json["version"] == 1
    evenings = friends.get("/line/home").json["evenings"]
    assert [len(evening["matches"]) for evening in evenings] == [2]
