"""Scoring handed over: a link for one phone, both may write, and the history says who wrote."""

from __future__ import annotations

from tests.support.html import main_of, parsed, text
from tests.support.phones import link_in, new_link, phone_at
from tests.support.tables import send, sheet_of

MADE = {"contract": "8", "declarer": "1", "tricks": "9", "step": "play"}


def handover_link(client, match, name=""):
    answer = send(client, f"/m/{match}/handover", name=name)
    assert answer.status_code == 200
    return link_in(answer)


def taken(app, link):
    """A phone that took scoring over."""
    phone = app.test_client()
    assert phone.get(link).headers["Location"] == "/join"
    assert send(phone, "/join").status_code == 303
    return phone


def hands(client, match):
    """Who wrote each saying, the newest first."""
    page = parsed(client.get(f"/m/{match}/history"))
    return [text(line.find(".//small/bdi")) for line in page.iter("li") if line.find(".//small/bdi") is not None]


def say(phone, match, uid, after):
    return send(phone, f"/m/{match}/say", uid=uid, after=str(after), **MADE).status_code


def test_both_phones_write_and_the_history_tells_them_apart(app, client, match):
    links = {link.get("href"): text(link) for link in parsed(client.get(f"/m/{match}")).iter("a")}
    assert links[f"/m/{match}/handover"] == "Let another phone keep score"
    assert say(client, match, "one", 0) == 303
    assert hands(client, match) == [], "the only phone needs no name"
    phone, dee = taken(app, handover_link(client, match)), taken(app, handover_link(client, match, "Dee’s phone"))
    assert [say(phone, match, "two", 1), say(client, match, "three", 2), say(dee, match, "four", 3)] == [303] * 3
    assert len(sheet_of(app, match).lines) == 4
    assert hands(client, match) == ["Dee’s phone", "Phone 1", "Phone 2", "Phone 1"]
    assert phone.get("/circle").status_code == 404, "it opens this evening only"


def test_it_is_good_for_one_phone(app, client, match):
    """Neither who looks at the link uses it up nor who writes already."""
    link = handover_link(client, match)
    viewer = app.test_client()
    viewer.get(link, follow_redirects=True)
    assert viewer.get(f"/m/{match}").status_code == 404
    client.get(link)
    assert send(client, "/join").status_code == 303
    late = app.test_client()
    late.get(link)
    assert say(taken(app, link), match, "one", 0) == 303
    for answer in (late.get("/join"), send(late, "/join")):
        assert answer.status_code == 403
        assert "This link worked once, and it has been used." in main_of(answer)
    assert app.test_client().get(link).status_code == 404
    assert late.get(f"/m/{match}").status_code == 404


def test_a_watcher_cannot_hand_over(app, client, match):
    watcher = phone_at(app, new_link(client, right="watch"))
    assert watcher.get(f"/m/{match}/handover").status_code == 403
    assert send(watcher, f"/m/{match}/handover").status_code == 403
    assert send(watcher, f"/m/{match}/handover/take_back").status_code == 403
    assert say(watcher, match, "one", 0) == 403


def test_scoring_is_given_up_and_taken_back_in_one_browser(app, client, match):
    phone = taken(app, handover_link(client, match))
    assert send(client, f"/m/{match}/handover/give").headers["Location"] == f"/m/{match}"
    assert [say(client, match, "one", 0), say(phone, match, "one", 0)] == [403, 303]
    assert "Keep score again" in text(parsed(client.get(f"/m/{match}")))
    assert "Keep score again" in main_of(client.get(f"/m/{match}/handover"))
    assert "Keep score again" not in text(parsed(phone.get(f"/m/{match}/follow")))
    assert client.get("/circle").status_code == 200
    send(client, f"/m/{match}/handover/take_back")
    assert say(client, match, "two", 1) == 303
