"""A circle: its first minute, its players, its saved house rules."""

from __future__ import annotations

import re

import pytest
import segno
from sqlalchemy import event, func, select

from models.base import db
from models.grants import make_grant
from models.tables import SCORE, Circle, HouseRules, Player
from models.transaction import write_transaction
from tests.support.html import main_of, parsed, text
from tests.support.tables import FOUR, make_circle, send, start
from web.circle.players import players_called
from web.forms import folded
from web.qr_code import QUIET_ZONE, make_qr_code

UNSEEN = "\u034f\u115f\u17b4\u180b\u200d\u2800\u3164\ufe0f\uffa0\U000e0100"


@pytest.fixture
def friends(client):
    make_circle(client)
    return client


def names_of(client):
    """The players that the page lists, with what stands beside a name."""
    return [text(line) for line in parsed(client.get("/circle")).iter("summary")]


def player(app, name):
    with app.app_context():
        return db.session.scalars(select(Player).where(Player.name == name)).one().uid


def count(app, table):
    with app.app_context():
        return db.session.scalar(select(func.count(table.id)))


def test_sitting_down_asks_for_names_only(app, client):
    """A second tap makes no second circle."""
    for _ in range(2):
        answer = send(client, "/circle", name=("Ann", "", " Bob  Lee ", ""))
        assert answer.status_code == 303
        assert answer.headers["Location"] == "/new"
    assert names_of(client) == ["Ann", "Bob Lee"]
    assert count(app, Circle) == 1


def test_players_stand_in_pages(app, friends, monkeypatch):
    """What is changed on a page leads back to it."""
    monkeypatch.setattr("web.circle.players.AT_ONCE", 3)
    for name in ("Eve", "Fay", "Gus"):
        send(friends, "/circle/players", name=name)

    def page(address):
        found = parsed(friends.get(address))
        links = [link.get("href") for link in found.iter("a") if "part=" in (link.get("href") or "")]
        return [text(line) for line in found.iter("summary")], links

    first, second, third = ["Ann", "Bob", "Cem"], ["Dee", "Eve", "Fay"], ["Gus"]
    assert page("/circle") == (first, ["/circle?part=2#players"])
    assert page("/circle?part=2") == (second, ["/circle?part=3#players"])
    assert page("/circle?part=3") == (third, ["/circle?part=2#players"])
    assert [page(f"/circle?part={wrong}")[0] for wrong in ("x", "0", "-1", "9" * 30)] == [first] * 4
    gus = f"/circle/players/{player(app, 'Gus')}?part=3"
    assert send(friends, gus, name="Gil").headers["Location"] == "/circle?part=3#players"
    answer = send(friends, gus, name="Ann")
    assert answer.status_code == 422
    assert [text(line) for line in parsed(answer).iter("summary")] == ["Gil"]


WRONG = {
    ("Ann", "", "", ""): "A match needs at least two people.",
    ("", "", "", ""): "A match needs at least two people.",
    ("Ann", "Bob", "ANN", ""): "Two people are called ANN. Give them different names.",
    ("Ann", "x" * 41): "This name is too long: it can have 40 characters.",
    ("Ann", "B\x00b"): "A name cannot contain control characters.",
}


def test_names_that_cannot_be_are_said_beside_them(app, client):
    for names, words in WRONG.items():
        answer = send(client, "/circle", name=names)
        assert answer.status_code == 422
        page = parsed(answer)
        assert words in main_of(answer)
        typed = [field.get("value") for field in page.iter("input") if field.get("name") == "name"]
        assert typed[: len(names)] == [name.replace("\x00", "\ufffd") for name in names]
        [wrong] = [field for field in page.iter("input") if field.get("aria-invalid")]
        assert page.find(f".//*[@id='{wrong.get('aria-describedby')}']").text == words
    assert count(app, Circle) == 0


def test_one_more_circle_leaves_the_first_within_reach(app, friends):
    assert send(friends, "/circle", name=("Eva", "Fay")).status_code == 303
    assert count(app, Circle) == 2
    page = parsed(friends.get("/"))
    [other] = [button for button in page.iter("button") if button.get("name") == "grant"]
    assert "Ann’s circle" in text(other)
    assert send(friends, "/switch", grant=other.get("value")).status_code == 303
    assert names_of(friends) == [*FOUR]
    assert "Eva’s circle" in main_of(friends.get("/"))


def test_players_come_and_are_called_otherwise(app, friends):
    assert send(friends, "/circle/players", name="Eva").status_code == 303
    assert send(friends, f"/circle/players/{player(app, 'Ann')}", name="ann").status_code == 303
    assert names_of(friends) == ["ann", *FOUR[1:], "Eva"]
    assert {folded(f"A{unseen}nn{unseen}") for unseen in UNSEEN} == {"ann"}


def test_who_retires_is_not_offered_until_they_return(app, friends):
    uid = player(app, "Bob")
    send(friends, f"/circle/players/{uid}/retire")
    assert names_of(friends) == ["Ann", "Cem", "Dee", "Bob retired"]
    assert "Bob" not in main_of(friends.get("/new"))
    send(friends, f"/circle/players/{uid}/return")
    assert names_of(friends) == [*FOUR]


def test_a_name_that_cannot_be_stays_in_its_field(app, friends):
    for address in ("/circle/players", f"/circle/players/{player(app, 'Ann')}"):
        for name in ("cem", "", "a\nb"):
            answer = send(friends, address, name=name)
            assert answer.status_code == 422
            page = parsed(answer)
            [wrong] = [field for field in page.iter("input") if field.get("aria-invalid")]
            assert wrong.get("value") == name.replace("\n", "\ufffd")
            assert page.find(f".//*[@id='{wrong.get('aria-describedby')}']") is not None
    assert names_of(friends) == [*FOUR]


def test_the_code_is_the_link(friends):
    drawn = make_qr_code("http://example.org/join/secret")
    dark = set()
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", drawn.path):
        dark |= {(int(x) + step, int(y)) for step in range(int(width))}
    rows = segno.make("http://example.org/join/secret", micro=False, error="m").matrix
    assert dark == {(x, y) for y, row in enumerate(rows) for x, module in enumerate(row) if module}
    assert drawn.box == f"-{QUIET_ZONE} -{QUIET_ZONE} {len(rows) + 2 * QUIET_ZONE} {len(rows) + 2 * QUIET_ZONE}"


def test_another_circles_people_and_links_are_not_here(app, friends):
    ann = player(app, "Ann")
    with app.app_context(), write_transaction() as session:
        theirs = make_grant(session.scalars(select(Circle)).one(), SCORE)[0]
        session.flush()
        link = theirs.uid
    other = app.test_client()
    make_circle(other, "Eva", "Fay")
    for address in (f"/circle/players/{ann}", f"/circle/players/{ann}/retire", f"/circle/links/{link}/revoke"):
        assert send(other, address, name="Gus").status_code == 404
    assert names_of(friends) == [*FOUR]


def test_the_people_of_a_match_are_looked_up_together_whatever_their_number(app, friends):
    with app.app_context():
        circle = db.session.scalars(select(Circle)).one()
        asked: list[str] = []
        event.listen(db.engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
        found = players_called(("ANN", "bob", "New one", "Another"), circle)
        assert len(asked) == 3  # one of them since whoever is new has to fit in
        assert [one.name for one in found] == ["Ann", "Bob", "New one", "Another"]


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


def test_the_circle_lists_and_removes_saved_rules(app, client, match):
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


def test_rules_saved_under_the_same_name_take_its_place(app, client, match):
    other = start(client, "zwanzig_ab", "Ann", "Bob", "Cem", "Dee", start="13")
    for uid in (match, other):
        send(client, f"/m/{uid}/rules", name="Ours")
    with app.app_context():
        [saved] = db.session.scalars(select(HouseRules)).all()
        assert saved.rules["start"] == 13


def test_saved_rules_with_a_name_that_cannot_be_stay_in_their_field(app, client, match):
    for name in ("", "x" * 41, "a\nb"):
        answer = send(client, f"/m/{match}/rules", name=name)
        assert answer.status_code == 422
        [field] = [field for field in parsed(answer).iter("input") if field.get("aria-invalid")]
        assert field.get("value") == name.replace("\n", "\ufffd")
    with app.app_context():
        assert db.session.scalars(select(HouseRules)).all() == []
