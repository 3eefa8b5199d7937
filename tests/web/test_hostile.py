"""Well-formed but hostile: too much, too long, turned round, unseen; refused in words, beside the field at fault."""

from __future__ import annotations

import io
import json

import pytest
from sqlalchemy import func, select

from models.base import db
from models.tables import Evening, Player
from tests.support.html import main_of, parsed, text
from tests.support.tables import FOUR, make_circle, send, sit_down, token

TURNED = "\u202eevil\u2066"
TOO_LONG = "This name is too long"
UNSEEN = "A name cannot contain control characters."
MISSING = "A name is missing here."
NAMES = [
    ("x" * 10_000, TOO_LONG),
    ("م" * 41, TOO_LONG),
    ("e\u0301" * 10_000, TOO_LONG),
    ("a" + "\u0315\u0300" * 20_000, TOO_LONG),
    (TURNED, UNSEEN),
    ("Ann\u200fBob", UNSEEN),
    ("Ann\0Bob", UNSEEN),
    ("Ann\x1b[31m", UNSEEN),
    ("Ann\u2028Bob", UNSEEN),
    ("\ufffe", UNSEEN),
    ("Ann\U000e0041", UNSEEN),
    ("\u200b\u200b", UNSEEN),
    ("\u200c\u200d", MISSING),
    ("\u3164", MISSING),
    ("\u2800 \u115f", MISSING),
    ("\u0301", MISSING),
    ("\u00a0", MISSING),
]


def fault_of(page, name):
    """What is wrong with the field of this name, as its reader is told."""
    [field] = [field for field in page.iter() if field.get("name") == name and field.get("aria-invalid")]
    return text(page.find(f".//*[@id='{field.get('aria-describedby')}']"))


@pytest.fixture
def friends(client):
    make_circle(client)
    return client


@pytest.mark.parametrize(("name", "words"), NAMES)
def test_a_name_that_cannot_be_is_refused_beside_its_field(friends, name, words):
    raw = name.encode("utf-8", "surrogatepass")
    body = b"csrf_token=" + token(friends).encode() + b"&name=" + b"".join(b"%%%02X" % byte for byte in raw)
    answer = friends.post("/circle/players", data=body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 422
    assert words in fault_of(parsed(answer), "name")
    assert len(answer.data) < 50_000


@pytest.mark.parametrize("name", ["مه\u200cسا", "Zoë", "👩\u200d🚀", "O’Neil", "李", "Ann 2", "ａｎｎ９"])
def test_names_of_everywhere_are_names(friends, name):
    assert send(friends, "/circle/players", name=name).status_code == 303
    assert name in main_of(friends.get("/circle"))


def test_names_that_look_alike_are_alike(friends):
    """Nobody is called as somebody else is, but for what cannot be seen or is written wide."""
    for name in ("A\u200dnn", "ＡＮＮ", "ann\u200c"):
        answer = send(friends, "/circle/players", name=name)
        assert answer.status_code == 422
        assert "is already called" in fault_of(parsed(answer), "name")


@pytest.mark.parametrize("address", ["/circle", "/new"])
def test_ten_thousand_players_do_not_sit_down(app, friends, address):
    many = tuple(f"P{number}" for number in range(10_000))
    game = {"game": "knockout_whist"} if address == "/new" else {}
    name = "seat" if address == "/new" else "name"
    answer = send(friends, address, **{name: many}, **game)
    assert answer.status_code == 422
    assert ("players" if address == "/new" else "with at most 20 people") in main_of(answer)
    assert len(answer.data) < 200_000
    with app.app_context():
        assert db.session.scalar(select(func.count(Player.id))) == 4


def test_a_megabyte_is_too_much(friends):
    match = sit_down(friends, "boomke_wies")
    for address in ("/circle/players", f"/m/{match}/say", "/new", "/language"):
        answer = send(friends, address, name="x" * 10**6)
        assert answer.status_code == 413, address
        assert "That was too much to send at once." in main_of(answer)


def test_a_form_of_ten_thousand_fields_is_too_much(friends):
    fields = {f"field{number}": (io.BytesIO(b"x"), "a.txt") for number in range(2000)}
    answer = friends.post("/circle/players", data={"csrf_token": token(friends), "name": "Eva", **fields})
    assert answer.status_code in (400, 413)
    assert main_of(answer)


LONG_NUMBERS = ("4" * 400, "-" + "4" * 400, "4" * 5000, "۴" * 5000, "1e309", "NaN", str(2**63))


@pytest.mark.parametrize("number", LONG_NUMBERS)
def test_a_number_that_no_table_says_is_refused_in_words(client, number):
    """Beside its field; of a deal at the end of the pad, which has buttons and no field to type in."""
    match = sit_down(client, "boomke_wies")
    deal = {"step": "play", "declarer": "0", "contract": "8", "tricks": number, "uid": "deal"}
    answer = send(client, f"/m/{match}/say", **deal)
    assert answer.status_code == 422
    pad = next(part for part in parsed(answer).iter() if part.get("id") == "pad")
    assert "A whole number from 0 to 13 is needed" in [text(part) for part in pad.iter("p")]
    typed = {"points.0": number, "rule.length": "deals", "rule.length_value.deals": number}
    for address, form, field, words in (
        (f"/m/{match}/rulings", {"what": "points", "uid": "points"}, "points.0", "Points are whole numbers from"),
        (
            f"/m/{match}/rulings",
            {"what": "rules", "uid": "rules"},
            "rule.length_value.deals",
            "A whole number from 0 up",
        ),
        ("/new", {"game": "boomke_wies", "seat": FOUR}, "rule.length_value.deals", "A whole number from 0 up"),
    ):
        answer = send(client, address, **form, **typed)
        assert answer.status_code == 422, address
        assert fault_of(parsed(answer), field).startswith(words), address
    assert client.get(f"/m/{match}/version").get_json() == 0


@pytest.mark.parametrize("number", LONG_NUMBERS)
@pytest.mark.parametrize("where", ["after", "X-Part", "address"])
def test_no_version_or_place_is_so_large(client, number, where):
    match = sit_down(client, "boomke_wies")
    headers = {"X-Part": number.encode().decode("latin-1")} if where == "X-Part" else {}
    form = {"csrf_token": token(client), "step": "bid", "declarer": "0", "uid": "one"}
    form["after"] = number if where == "after" else ""
    address = f"/circle/rules/{number}/remove" if where == "address" else f"/m/{match}/say"
    assert client.post(address, data=form, headers=headers).status_code in (200, 303, 404, 409, 422)


@pytest.mark.parametrize("field", ["place", "note"])
def test_what_turns_its_neighbours_round_is_not_kept(app, friends, field):
    sit_down(friends, "boomke_wies")
    with app.app_context():
        uid = db.session.scalars(select(Evening.uid).order_by(Evening.id.desc())).first()
    typed = f"At{TURNED} the\u2028 Plough\u200b\u2069\ufeff"
    assert send(friends, f"/e/{uid}", **{field: typed}).status_code == 303
    with app.app_context():
        kept = getattr(db.session.scalars(select(Evening).where(Evening.uid == uid)).one(), field)
    assert kept == "Atevil the Plough"


def test_a_ruling_with_a_long_note_is_refused(client):
    match = sit_down(client, "boomke_wies")
    answer = send(client, f"/m/{match}/rulings", what="points", note="x" * 10_000, uid="one")
    assert answer.status_code == 422
    assert "500" in main_of(answer)
    answer = send(client, f"/m/{match}/rulings", what="points", **{"points.0": "1"}, note=TURNED, uid="two")
    assert answer.status_code == 303
    assert json.loads(client.get(f"/m/{match}/log").text)["records"][0][1]["note"] == "evil"


DEEP = ("[" * 100_000, '{"a":' * 50_000, "[" * 50_000 + "]" * 50_000, '{"records":' + "[" * 90_000)


@pytest.mark.parametrize("deep", DEEP)
def test_deep_json_is_refused_in_words(friends, deep):
    file = (io.BytesIO(deep.encode()), "circle.json")
    form = {"csrf_token": token(friends), "file": file}
    answer = friends.post("/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert fault_of(parsed(answer), "file")
    for address in ("/circle/players", "/import"):
        headers = {"X-CSRFToken": token(friends)}
        answer = friends.post(address, data=deep, content_type="application/json", headers=headers)
        assert answer.status_code in (400, 413, 415, 422)
        assert main_of(answer)


def test_an_address_of_ten_thousand_characters_leads_nowhere(friends):
    for address in (
        "/m/" + "x" * 10_000,
        "/" + "x/" * 5000,
        "/join/" + "x" * 10_000,
        "/m/%00",
        "/m/%ff%fe",
        "/m/a%0ab",
    ):
        answer = friends.get(address)
        assert answer.status_code == 404
        assert main_of(answer)


def test_what_does_not_fit_into_an_address_is_too_much(client):
    match = sit_down(client, "boomke_wies")
    answer = send(client, f"/m/{match}", step="bid", calls="1," * 3000)
    assert answer.status_code == 413
    assert "That was too much to send at once." in main_of(answer)
