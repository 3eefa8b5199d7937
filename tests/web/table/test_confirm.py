"""Answers to a line from a phone that may only watch: who asks, what is asked, and where it is marked."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from models.grants import make_grant
from models.matches import find_match
from models.tables import SCORE, WATCH
from models.transaction import write_transaction
from tests.support.engine_page import Phone, drawn_parts, of_tree, parts_of, supply
from tests.support.engine_page import sealed as sealed_pairs
from tests.support.html import form_of, main_of, parsed, text
from tests.support.phones import join, phone_at
from tests.support.records import play, reading_of, say, sealed
from tests.support.tables import send, sit_down
from web.table.confirm import MAX_ANSWERS

FIRST = {"declarer": 1, "contract": 8, "tricks": 9}
SECOND = {"declarer": 0, "contract": 10, "tricks": 9}
BOB = 1
NOT_RIGHT = "Bob: that’s not right"


@pytest.fixture
def match(app, client):
    uid = sit_down(client, "boomke_wies")
    play(app, uid, FIRST)
    return uid


def phone(app: Flask, match: str, right: str = WATCH) -> FlaskClient:
    """Another browser that was let in to the evening of this match."""
    with app.app_context(), write_transaction():
        _, secret = make_grant(find_match(match).evening, right)
    return phone_at(app, f"/join/{secret}")


@pytest.fixture
def bob(app, match):
    """A phone that may watch, whose owner has said to be Bob."""
    browser = phone(app, match)
    send(browser, f"/m/{match}/seat", seat=str(BOB))
    return browser


def line(app: Flask, match: str) -> str:
    return reading_of(app, match).live.deals[-1].uid


def answered(app: Flask, browser: FlaskClient, match: str, kind: str = "dispute", **more: Any) -> TestResponse:
    """What comes back when a browser answers the newest deal."""
    form = {"of": line(app, match), "answer": kind, **sealed(app, match), **more}
    return send(browser, f"/m/{match}/answer", **form)


def kinds(app: Flask, match: str) -> list[str]:
    return [record.kind for record in reading_of(app, match).records]


def row(browser: FlaskClient, address: str) -> str:
    return text(next(one for one in parsed(browser.get(address)).iter("ol") if one.get("id") == "rows")[0])


def strip(browser: FlaskClient, match: str) -> str:
    """What stands in the strip under the table's header."""
    return text(next(one for one in parsed(browser.get(f"/m/{match}")).iter("div") if one.get("id") == "strip"))


def asked(browser: FlaskClient, match: str) -> str:
    """What a phone is asked on the follow screen."""
    page = parsed(browser.get(f"/m/{match}/follow"))
    return text(next(one for one in page.iter("section") if one.get("id") == "confirmation"))


def test_a_phone_is_asked_who_it_is_and_then_whether_the_newest_line_is_right(app, match):
    browser = phone(app, match)
    assert asked(browser, match) == "Who are you at this table? Ann Bob Cem Dee Just watching"
    assert [send(browser, f"/m/{match}/seat", seat=seat).status_code for seat in ("4", "-1", "x", "1.0")] == [400] * 4
    assert answered(app, browser, match, seat=str(BOB)).headers["Location"] == f"/m/{match}/follow"
    assert answered(app, browser, match, kind="deal").status_code == 400
    assert kinds(app, match) == ["deal"], "an answer of nobody is none"
    assert send(browser, f"/m/{match}/seat", seat=str(BOB)).headers["Location"] == f"/m/{match}/follow"
    words = "Bob, is this right? Deal 1: Bob: bid 8, took 9: Bob & Dee +1 Agreed Wait, that’s not right"
    assert asked(browser, match).startswith(words)
    assert "is this right?" not in browser.get(f"/m/{match}/follow?tv=1").get_data(as_text=True)
    send(browser, f"/m/{match}/seat", seat="")
    assert asked(browser, match) == "Just watching Ann Bob Cem Dee Just watching"


def test_the_untouched_form_of_the_question_answers_it(app, bob, match):
    form = form_of(parsed(bob.get(f"/m/{match}")), f"/m/{match}/answer")
    answer = send(bob, f"/m/{match}/answer", **form | {"answer": "agree"})
    assert answer.headers["Location"] == f"/m/{match}/follow"
    assert asked(bob, match).startswith("Deal 1: you agreed Change")
    assert [answer.kind for answer in reading_of(app, match).answers[line(app, match)]] == ["agree"]
    play(app, match, SECOND)
    assert asked(bob, match).startswith("Bob, is this right? Deal 2: Ann: bid 10, took 9")
    form = form_of(parsed(bob.get(f"/m/{match}/follow")), f"/m/{match}/answer")
    script = {"X-Part": ""}
    part = bob.post(f"/m/{match}/answer", data=form | {"answer": "agree"}, headers=script).text
    assert part.strip().startswith('<section class="confirmation" id="confirmation"')
    assert "you agreed" in part
    assert bob.get(f"/m/{match}/confirmation").text.count("you agreed") == 1
    say(app, match, "strike", of=line(app, match))
    late = bob.post(f"/m/{match}/answer", data=form | {"answer": "dispute", "uid": "new"}, headers=script)
    assert (late.status_code, "changed since" in late.text) == (409, True)


def test_what_is_disputed_is_marked_everywhere_until_it_is_agreed(app, client, bob, match):
    answered(app, bob, match, note="it was 8")
    said = f"{NOT_RIGHT} it was 8"
    assert said in row(client, f"/m/{match}")
    assert said in row(bob, f"/m/{match}/follow")
    assert said in main_of(client.get(f"/m/{match}/deal/{line(app, match)}"))
    assert said in main_of(client.get(f"/m/{match}/paper"))
    assert strip(client, match) == "Bob: “Deal 1 is not right” it was 8 Deal 1"
    history = main_of(client.get(f"/m/{match}/history"))
    assert "Bob: wait, that’s not right, about deal 1 it was 8" in history
    assert "disputed by Bob" in history
    answered(app, bob, match, "agree")
    for place in ("", "/paper", "/follow", f"/deal/{line(app, match)}"):
        assert "not right it was 8" not in main_of(client.get(f"/m/{match}{place}"))
    assert "agreed: Bob" in row(client, f"/m/{match}")
    assert "agreed: Bob" in main_of(client.get(f"/m/{match}/deal/{line(app, match)}"))
    history = main_of(client.get(f"/m/{match}/history"))
    assert "Bob: agreed, about deal 1" in history
    assert "disputed by Bob" not in history
    assert strip(client, match) == ""


def test_the_strip_is_one_and_goes_only_when_its_line_is_answered(app, client, bob, match):
    """Neither another deal nor a tap takes it away; of two disputed lines the newer is told first."""
    answered(app, bob, match)
    first = line(app, match)
    waits = "Bob: “Deal 1 is not right” stays until it is amended or agreed Deal 1"
    play(app, match, SECOND)
    assert strip(client, match) == waits
    answered(app, client, match, seat="2")
    answered(app, client, match, seat="3", note="two")
    assert strip(client, match) == "Cem, Dee: “Deal 2 is not right” two Deal 2"
    for seat in ("2", "3"):
        answered(app, client, match, "agree", seat=seat)
    assert strip(client, match) == waits
    amended = say(app, match, "amend", of=first, entry=FIRST | {"tricks": 8})
    assert strip(client, match) == ""
    say(app, match, "strike", of=amended)
    assert strip(client, match) == waits
    ruling = say(app, match, "adjust", points=[1, 0], note="")
    answered(app, bob, match, of=ruling)
    assert strip(client, match).startswith("Bob: “A line of the sheet is not right”")


def test_an_amended_line_is_unanswered(app, client, bob, match):
    answered(app, bob, match)
    old = line(app, match)
    say(app, match, "amend", of=old, entry=FIRST | {"tricks": 8})
    for place in ("", "/paper", "/follow", f"/deal/{old}"):
        assert NOT_RIGHT not in main_of(client.get(f"/m/{match}{place}")), place
    assert strip(client, match) == ""
    assert "disputed by" not in main_of(client.get(f"/m/{match}/history"))
    assert asked(bob, match).startswith("Bob, is this right? Deal 1")
    late = answered(app, bob, match, "agree")  # the form of before
    assert late.status_code == 409
    assert "This line has been changed since" in main_of(late)
    assert kinds(app, match) == ["deal", "dispute", "amend"]
    form = form_of(parsed(bob.get(f"/m/{match}/follow")), f"/m/{match}/answer")
    send(bob, f"/m/{match}/answer", **form | {"answer": "dispute"})
    assert NOT_RIGHT in row(client, f"/m/{match}")
    assert "changed later" in main_of(client.get(f"/m/{match}/history"))


def test_the_same_answer_is_written_once(app, client, bob, match):
    for _ in range(3):
        assert answered(app, bob, match, "agree").status_code == 303
    assert kinds(app, match) == ["deal", "agree"]
    answered(app, bob, match)
    answered(app, bob, match, note="8 tricks\r\nnot 9")
    answered(app, bob, match, note="8 tricks not 9")
    assert kinds(app, match) == ["deal", "agree", "dispute", "dispute"]
    assert reading_of(app, match).records[-1].body["note"] == "8 tricks not 9"
    for kind, words in (("agree", "Bob agreed"), ("dispute", "Bob said that it’s not right")):
        answered(app, client, match, kind, seat=str(BOB))
        assert asked(bob, match).startswith(f"Deal 1: {words}")
        assert "you" not in asked(bob, match)


def test_who_keeps_score_writes_down_that_another_agrees_now(app, client, bob, match):
    answered(app, bob, match)
    of = line(app, match)
    page = client.get(f"/m/{match}/deal/{of}")
    assert "Bob agrees now" in main_of(page)
    assert "agrees now" not in main_of(bob.get(f"/m/{match}/deal/{of}"))
    form = form_of(parsed(page), f"/m/{match}/answer")
    back = send(client, f"/m/{match}/answer", **form | {"answer": "agree"})
    assert back.headers["Location"] == f"/m/{match}/deal/{of}"
    assert [answer.kind for answer in reading_of(app, match).answers[of]] == ["agree"]
    assert answered(app, client, match, seat="9").status_code == 400


def test_words_are_added_on_the_page_of_the_deal(app, bob, match):
    answered(app, bob, match)
    of = line(app, match)

    def stays_in_sight() -> bool:
        """At the foot of the screen, however long the sheet is."""
        asked_for = parsed(bob.get(f"/m/{match}/follow")).find(".//section[@id='confirmation']")
        return asked_for is not None and "due" in asked_for.get("class", "").split()

    assert asked(bob, match).startswith("Deal 1: you said that it’s not right Say why")
    assert stays_in_sight()
    page = parsed(bob.get(f"/m/{match}/deal/{of}"))
    first = [one.get("value") for one in page.iter("button") if one.get("class") == "go"]
    assert first == ["dispute"]  # what was said is what is said again, with words
    form = form_of(page, f"/m/{match}/answer")
    send(bob, f"/m/{match}/answer", **form | {"answer": "dispute", "note": "<script>8"})
    assert not stays_in_sight()
    assert f"{NOT_RIGHT} <script>8" in main_of(bob.get(f"/m/{match}/deal/{of}"))


def test_a_player_is_known_in_whatever_seat(app, client, bob, match):
    again = send(client, "/new", game="boomke_wies", seat=("Cem", "Dee", "Ann", "Bob"), dealer="Cem")
    uid = again.headers["Location"].split("/")[-1]
    play(app, uid, FIRST)
    assert asked(bob, uid).startswith("Bob, is this right?")
    answered(app, bob, uid)
    assert [answer.seat for answer in reading_of(app, uid).answers[line(app, uid)]] == [3]
    say(app, uid, "seat", seat=3, player="Eve")
    assert asked(bob, uid).startswith("Just watching")
    assert NOT_RIGHT in row(client, f"/m/{uid}")


def test_a_phone_that_has_not_heard_of_an_answer_counts_and_draws_the_same(app, client, bob, match):
    engine = Phone(client, match)
    deal = [(name, str(value)) for name, value in SECOND.items()]
    pairs = sealed_pairs(client, engine.version, [*deal, ("step", "play")])
    answered(app, bob, match)
    told = engine.record("say", pairs)
    for _ in range(2):
        answer = engine.send("say", pairs, told["counted"], supply(app).edition)
        assert (answer.status_code, answer.get_json()["version"], answer.headers.get("X-Engine")) == (200, 3, None)
    engine.follow()
    answered(app, bob, match, note="<i>۸</i>")
    record = reading_of(app, match).records[-1]
    heard = engine.call("apply_updates", {"records": [[record.kind, record.body, record.uid, record.seq]]})
    server = parts_of(client.get(f"/m/{match}", headers={"X-Part": ""}))
    assert drawn_parts(heard) == server
    drawn = engine.call("draw_confirmations", {})["parts"]["trees"]
    assert [of_tree(tree) for tree in drawn] == [server["strip"], server["rows"]]
    told = str(server["strip"])
    assert all(words in told for words in ("Deal 2 is not right", "<i>۸</i>", f"/m/{match}/deal/{line(app, match)}"))
    assert NOT_RIGHT.removeprefix("Bob") in str(server["rows"])


def test_an_open_table_hears_of_answers_and_is_told_of_disputes(app, client, bob, match):
    told = []
    for kind in ("agree", "dispute"):
        answered(app, bob, match, kind)
        version = reading_of(app, match).version
        told.append(client.get(f"/m/{match}/updates?after={version - 1}").get_json())
    assert [[record[0] for record in heard["records"]] for heard in told] == [["agree"], ["dispute"]]
    assert [len(heard["words"]) for heard in told] == [0, 1]
    assert "Bob: wait, that’s not right, about deal 1" in told[1]["words"][0]


def test_a_match_that_is_over_is_answered_too_also_by_a_scorer_who_sits_there(app, client):
    uid = sit_down(client, "boomke_wies", length="points", length_value="5")
    play(app, uid, FIRST | {"contract": 13, "tricks": 13})
    for right, seat, name in ((WATCH, BOB, "Bob"), (SCORE, 2, "Cem")):
        browser = phone(app, uid, right)
        send(browser, f"/m/{uid}/seat", seat=str(seat))
        assert asked(browser, uid).startswith(f"{name}, is this right? Deal 1")
        assert answered(app, browser, uid).status_code == 303
        assert f"{name}: that’s not right" in row(client, f"/m/{uid}")
    assert strip(client, uid).startswith("Bob, Cem: “Deal 1 is not right”")


def test_a_watcher_cannot_answer_in_the_names_of_all_nor_fill_a_log(app, bob, match, monkeypatch):
    answered(app, bob, match, "agree")
    for seat in (0, 2, 3):
        send(bob, f"/m/{match}/seat", seat=str(seat), take="1")
        answer = answered(app, bob, match, "agree")
        assert answer.status_code == 409
        assert "This phone has answered here for somebody else already." in main_of(answer)
    assert kinds(app, match) == ["deal", "agree"]
    play(app, match, SECOND)
    assert answered(app, bob, match, "agree").status_code == 303, "the next line is another"
    monkeypatch.setattr("models.log.validate.MAX_CONFIRMATIONS", MAX_ANSWERS + 2)
    for right, most in ((WATCH, MAX_ANSWERS), (SCORE, 2)):
        browser = phone(app, match, right)
        send(browser, f"/m/{match}/seat", seat=str(BOB), take="1")
        answers = [answered(app, browser, match, note=f"no {right} {n}").status_code for n in range(most + 1)]
        assert answers == [303] * most + [409]


def test_of_two_phones_that_had_a_seat_one_confirms(app, bob, match):
    """A third one had it in between and has got up: the first that answers has it again, the other is told."""
    other, third = phone(app, match), phone(app, match)
    for browser in (other, third):
        send(browser, f"/m/{match}/seat", seat=str(BOB), take="1")
    send(third, f"/m/{match}/seat", seat="")
    answered(app, bob, match, "agree")
    answered(app, other, match, "dispute")
    assert kinds(app, match) == ["deal", "agree"]
    assert asked(other, match).startswith("Another phone says that it is Bob")


def test_a_second_phone_takes_a_seat_over_after_it_was_asked_and_the_first_answers_no_more(app, bob, match):
    other = phone(app, match)
    assert asked(other, match) == "Who are you at this table? Ann Bob on another phone Cem Dee Just watching"
    answer = send(other, f"/m/{match}/seat", seat=str(BOB))
    assert answer.status_code == 409
    assert "Bob is on another phone already" in main_of(answer)
    assert asked(bob, match).startswith("Bob, is this right?")
    live = bob.get(f"/m/{match}/live")
    assert "X-Seat" not in live.headers
    taking = form_of(parsed(answer), f"/m/{match}/seat")
    assert send(other, f"/m/{match}/seat", **taking | {"take": "1", "seat": str(BOB)}).status_code == 303
    assert asked(other, match).startswith("Bob, is this right?")
    again = bob.get(f"/m/{match}/live", headers={"If-None-Match": live.headers["ETag"]})
    assert (again.status_code, again.headers["X-Seat"]) == (304, "lost")
    assert "X-Seat" not in other.get(f"/m/{match}/live").headers
    assert asked(bob, match).startswith("Another phone says that it is Bob")
    answered(app, bob, match)
    assert kinds(app, match) == ["deal"]
    send(bob, f"/m/{match}/seat", seat=str(BOB), take="1")
    assert asked(bob, match).startswith("Bob, is this right?")
    assert asked(other, match).startswith("Another phone says that it is Bob")


def test_another_link_keeps_a_seat_and_who_gets_up_leaves_it_to_another_phone(app, bob, match):
    with app.app_context(), write_transaction():
        _, secret = make_grant(find_match(match).evening.circle, WATCH)
    join(bob, f"/join/{secret}")
    assert send(bob, f"/m/{match}/seat", seat=str(BOB)).status_code == 303
    assert asked(bob, match).startswith("Bob, is this right?")
    send(bob, f"/m/{match}/seat", seat="2")
    other = phone(app, match)
    assert send(other, f"/m/{match}/seat", seat=str(BOB)).status_code == 303
    assert send(other, f"/m/{match}/seat", seat="2").status_code == 409
    send(bob, f"/m/{match}/seat", seat="")
    assert send(other, f"/m/{match}/seat", seat="2").status_code == 303
