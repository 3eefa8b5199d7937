"""Malformed requests of each kind, to every address: refused in words or ignored, nothing stored, no fault of ours."""

from __future__ import annotations

import io
import json
import re

import pytest
from sqlalchemy import func, select

from models.base import db, new_uid, today
from models.tables import Evening, Match, Player, StoredRecord
from tests.support.databases import app_on
from tests.support.html import main_of
from tests.support.review_evenings import ten_matches
from tests.support.tables import FOUR, send, start, token
from tests.web.tail.phones import MADE, post_json

NAMES = """
after ago as back bid branch bidder code contract csrf_token cut date dealer declarer drew edition evening game held key
language merged name note of phone_counted place player points.0 rule.length said seat settle since step tap title token
tricks uid way what who words year
""".split()
RESERVED = "endpoint values self _anchor _external _method _scheme uid uid game card".split()


@pytest.fixture(scope="module")
def circle(new_database):
    """A browser in a circle with ten finished matches, and what stands in the places of addresses."""
    app = app_on(new_database("sqlite"))
    client = app.test_client()
    uid = ten_matches(app, client)[0]
    app.config["LIMIT_GUESSES"] = False
    with app.app_context():
        one, other = db.session.scalars(select(Player.uid).order_by(Player.id).limit(2))
        evening = db.session.scalar(select(Evening.uid))
    places = {"/m": uid, "/e": evening, "/review/story": evening, "/circle/players": one}
    named = {"one": one, "other": other, "player": one, "game": "boomke_wies", "code": "evening_deals"}
    client.places = places, named | {"year": str(today().year), "card": "1", "number": "1"}
    yield client
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def app(circle):
    return circle.application


def addresses(app, client, method):
    """An address of each route that takes this method."""
    by_beginning, by_name = client.places
    for rule in app.url_map.iter_rules():
        if method in rule.methods:
            uid = next((uid for begin, uid in by_beginning.items() if rule.rule.startswith(f"{begin}/<")), "x")
            path = re.sub(r"<any\((\w+)[^<>]*>", r"\1", rule.rule)
            yield re.sub(r"<(?:\w+:)?(\w+)>", lambda part, uid=uid: by_name.get(part[1], uid), path)


def stored(app):
    """How much is kept."""
    with app.app_context():
        return [
            db.session.scalar(select(func.count()).select_from(kind)) for kind in (Player, Evening, Match, StoredRecord)
        ]


def test_a_file_in_place_of_a_text(app, circle):
    """No browser sends one: a form of ours has a file only where a file is wanted."""
    before, found = stored(app), {}
    for address in addresses(app, circle, "POST"):
        files = {name: (io.BytesIO(b"x"), "a.txt") for name in NAMES}
        headers = {"X-CSRFToken": token(circle)}
        answer = circle.post(address, data=files, headers=headers, content_type="multipart/form-data")
        found[address] = answer.status_code
        assert "Nothing was recorded" in main_of(answer), address
    assert len(found) > 50
    assert {address: status for address, status in found.items() if status != 400} == {}
    assert stored(app) == before


def test_names_that_our_addresses_are_built_with(app, circle):
    query = "&".join(f"{name}=x" for name in RESERVED)
    found = {address: circle.get(f"{address}?{query}").status_code for address in addresses(app, circle, "GET")}
    assert len(found) > 60
    assert {address: status for address, status in found.items() if status >= 500} == {}
    for address in ("/review/deals", "/review/matches", "/review", "/review/g/boomke_wies"):
        answer = circle.get(address + "?_scheme=javascript&endpoint=x&_anchor=x&made=1")
        assert answer.status_code == 200
        assert "_scheme=" not in main_of(answer)
        assert not re.search(r'href="[^"]*(_scheme|endpoint|_anchor)', answer.text)


LONG = "9" * 30
NUMBERS = (LONG, "9" * 5000, "0" * 5000, "²", "۹" * 5000, "-1", "%00", "%ed%a0%80")
TAPS = tuple(f"seat:{number}" for number in NUMBERS)
QUERIES = {
    "/m/{uid}/history?before": NUMBERS,
    "/m/{uid}/rules?deal": NUMBERS,
    "/m/{uid}/updates?after": NUMBERS,
    "/m/{uid}?since": NUMBERS,
    "/circle?part": NUMBERS,
    "/paper/boomke_wies?players": NUMBERS,
    "/evenings?page": NUMBERS,
    "/evenings?year": NUMBERS,
    "/review?year": NUMBERS,
    "/review?last": NUMBERS,
    "/review/g/boomke_wies?year": NUMBERS,
    "/review/ask/winners?year": NUMBERS,
    "/review/ask/winners?last": NUMBERS,
    "/review/matches?year": NUMBERS,
    "/review/matches?weekday": NUMBERS,
    "/review/deals?page": NUMBERS,
    "/review/deals?year": NUMBERS,
    "/review/deals?bid": NUMBERS,
    "/review/deals?seat": NUMBERS,
    "/review/matches?least": NUMBERS,
    "/review/matches?page": NUMBERS,
    "/new?held": NUMBERS,
    "/new?tap": TAPS,
    "/new?game=boomke_wies&rule.length=deals&rule.length_value.deals": NUMBERS,
}


def test_numbers_that_are_none(circle):
    """In Persian, whose calendar ends before ours does; a value that stands there twice is no worse."""
    circle.set_cookie("language", "fa")
    uid, faults = circle.places[0]["/m"], []
    for query, values in QUERIES.items():
        for value in values:
            address = f"{query.format(uid=uid)}={value}"
            if circle.get(address + "&page=1&year=" + LONG * (value == values[0])).status_code >= 500:
                faults.append(address[:100])
    circle.delete_cookie("language")
    assert faults == []


def test_numbers_in_a_path(circle):
    for number in ("0", "9" * 9, "9" * 30, "9" * 5000, "²", "۱۴۰۵", "-1", "%00"):
        for address in (number, f"{number}/picture.png"):
            assert circle.get(f"/review/year/{address}").status_code == 404, address
        assert send(circle, f"/circle/rules/{number}/remove").status_code in (303, 404)


def nested(levels):
    """A body with so many lists in one another."""
    return '{"note": ' + "[" * levels + "]" * levels + "}"


BODIES = {
    "some levels": nested(21),
    "350 levels": nested(350),
    "950 levels": nested(950),
    "50,000 levels": nested(50_000),
    "an object in each other": '{"a":' * 400 + "1" + "}" * 400,
    "no number": '{"points": NaN}',
    "beyond all numbers": '{"points": -Infinity}',
    "a number that is none any more": '{"points": 1e999}',
    "30 digits": '{"points": ' + "9" * 30 + "}",
    "5,000 digits": '{"points": ' + "9" * 5000 + "}",
    "a name twice": '{"points": 1, "points": 2}',
    "half a letter": '{"note": "\\ud800"}',
    "half a letter in a name": '{"\\udc00": 1}',
    "what nobody can type": '{"note": "a\\u0000b"}',
}


def test_json_that_no_script_of_ours_writes(app, circle):
    before, uid = stored(app), circle.places[0]["/m"]
    log = circle.get(f"/m/{uid}/log").get_json()
    tail = {"base": log["version"], "hash": log["hash"], "records": [{"uid": "a", "kind": "deal", "body": "BODY"}]}
    begun = {"uid": new_uid(), "circle": "", "evening": {"uid": new_uid()}, "game": "boomke_wies", "rules": "BODY"}
    begun |= {"first_dealer": 0, "started_at": 0, "seats": [{"uid": new_uid(), "name": name} for name in FOUR]}
    row = {"table": f"/m/{uid}", "uid": "a", "record": ["deal", "BODY"], "made": 0}
    for name, text in BODIES.items():
        for address, body in ((f"/m/{uid}/tail", tail), ("/line/begin", begun), ("/line/key", {"key": "BODY"})):
            headers = {"X-CSRFToken": token(circle), "Content-Type": "application/json"}
            answer = circle.post(address, data=json.dumps(body).replace('"BODY"', text), headers=headers)
            assert answer.status_code == 400, (name, address)
            assert "Nothing was recorded" in answer.json["problems"][0]
        file = json.dumps({"tallystick": "unsent", "rows": [row]}).replace('"BODY"', text)
        form = {"csrf_token": token(circle), "file": (io.BytesIO(file.encode()), "a.json")}
        answer = circle.post("/circle/unsent", data=form)
        assert answer.status_code == 422, name
        assert "This is not a file of deals from a phone." in main_of(answer), name
    assert stored(app) == before


def test_a_count_that_is_none_differs(circle):
    """What a phone counted is a JSON text in JSON, or in a form: the deal counts, and the phone is told our count."""
    uid = start(circle, "boomke_wies", length="deals", length_value=99)
    for number, text in enumerate(BODIES.values()):
        log = circle.get(f"/m/{uid}/log").get_json()
        record = {"uid": f"tail-{number}", "kind": "deal", "body": MADE, "counted": text[:4000]}
        tail = {"base": log["version"], "hash": log["hash"], "records": [record]}
        answer = post_json(circle, f"/m/{uid}/tail", tail)
        assert (answer.status_code, [*answer.json["differs"]]) == (200, [f"tail-{number}"])
        deal = {"step": "play", "declarer": "0", "contract": "8", "tricks": "8", "uid": f"form-{number}", "after": ""}
        assert send(circle, f"/m/{uid}/say", **deal, phone_counted=text[:9000], edition="x").status_code == 303


def test_a_body_that_is_cut_short(app, circle, caplog):
    """Whoever sent half of it is told so; the server's log is told nothing."""
    before, body = stored(app), b'--X\r\nContent-Disposition: form-data; name="name"\r\n\r\nEv'
    length = {"CONTENT_LENGTH": str(len(body) + 9)}
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=X", "application/json"):
        for address in ("/circle/players", "/import", "/line/begin"):
            answer = circle.post(address, data=body, content_type=kind, environ_overrides=length)
            assert answer.status_code == 400, (kind, address)
            assert "Not all of it arrived" in (answer.json["problems"][0] if "json" in kind else main_of(answer))
    assert caplog.records == []
    assert stored(app) == before
