"""An evening is shared: its standing link, the code that is said aloud, scoring handed over to another phone."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from models.base import db
from models.spoken_code import derive_code
from models.tables import Grant
from tests.support.html import main_of, parsed, text
from tests.support.phones import link_in, new_link, phone_at
from tests.support.tables import send, sheet_of


def watch_link(client, evening):
    """The path of the link that the page shows after the tap in the header."""
    return link_in(client.get(send(client, evening + "/share").headers["Location"]))


def grants(app):
    """All grants there are."""
    with app.app_context():
        return db.session.scalars(select(Grant)).all()


def test_the_standing_link_is_made_by_one_tap_from_the_header_and_stays_the_same(app, client, match, evening):
    """A page that is fetched ahead, or opened from a bookmark, writes nothing; nothing that opens it is stored."""
    bar = parsed(client.get(f"/m/{match}")).find(".//header")
    forms = [form for form in bar.iter("form") if form.get("action") == evening + "/share"]
    assert [button.get("class") for form in forms for button in form.iter("button")] == ["icon"], "none in the menu"
    before = len(grants(app))
    assert "Make a link to watch" in main_of(client.get(evening + "/share"))
    assert len(grants(app)) == before
    link = watch_link(client, evening)
    page = client.get(evening + "/share")
    assert "Make a link to watch" not in main_of(page)
    assert (page.headers["Cache-Control"], page.headers["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert watch_link(client, evening) == link
    assert [grant.right for grant in grants(app) if grant.standing] == ["watch"]
    assert len(grants(app)) == before + 1
    secret = link.rpartition("/")[2]
    assert len(secret) == 43
    assert not [value for grant in grants(app) for value in vars(grant).values() if secret in str(value)]
    assert client.get(link).headers["Location"] == f"/m/{match}", "who is in the circle is led to the table"


def test_guests_see_who_invites_and_what_is_played_before_they_come_in(app, client, match, evening):
    link = watch_link(client, evening)
    guest = app.test_client()
    answer = guest.get(link)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/join")
    words = main_of(guest.get("/join"))
    for told in ("Ann’s circle", "Boomke Wies", "Ann, Bob, Cem, Dee", "Not: keep score"):
        assert told in words
    assert guest.get(f"/m/{match}").status_code == 404
    assert send(guest, "/join").headers["Location"] == f"/m/{match}"
    assert guest.get(f"/m/{match}").status_code == 200
    assert send(guest, f"/m/{match}/say", contract="8").status_code == 403
    assert guest.get(evening + "/share").status_code == 403
    assert guest.get(link).headers["Location"] == f"/m/{match}"
    assert send(client, evening + "/standing").status_code == 303
    assert watch_link(client, evening) != link
    assert app.test_client().get(link).status_code == 404
    assert guest.get(f"/m/{match}").status_code == 403, "it ends also for those who came by it"


def test_under_another_key_of_the_server_there_is_another_link_and_the_old_one_opens_nothing(
    app, client, evening, monkeypatch
):
    """Who learnt the old key could reckon it."""
    old = watch_link(client, evening)
    assert app.test_client().get(old).status_code == 303
    monkeypatch.setattr("web.auth.links.server_key", lambda: "another key")
    assert watch_link(client, evening) == watch_link(client, evening) != old
    monkeypatch.setattr("web.auth.join.server_key", lambda: "another key")
    assert app.test_client().get(old).status_code == 404


def code_on(client, evening):
    """The code that the page shows, if there is one."""
    return [
        text(found) for found in parsed(client.get(evening + "/share")).iter("p") if "spoken" in found.get("class", "")
    ]


@pytest.fixture
def code(client, evening, monkeypatch):
    """A code that no word of a page spells by chance."""
    assert code_on(client, evening) == []
    first = []

    def chosen(uid, key):
        first.append(uid)
        return "zqx7k" if uid == first[0] else derive_code(uid, key)

    monkeypatch.setattr("models.spoken_code.derive_code", chosen)
    assert send(client, evening + "/code").status_code == 303
    [code] = code_on(client, evening)
    return code


def test_a_code_watches_its_evening_however_it_is_spelled(app, client, match, evening, code):
    """Who writes is shown it, and nobody else; what is no code stays in its field."""
    assert f"the code is {code}" in main_of(client.get(evening))
    watcher = phone_at(app, new_link(client, evening, "watch"))
    assert code not in watcher.get(evening).get_data(as_text=True)
    assert watcher.get(evening + "/share").status_code == 403
    assert any(link.get("href") == "/code" for link in parsed(app.test_client().get("/")).iter("a"))
    assert app.test_client().get("/code").status_code == 200
    for typed in (code, f" {code.upper()} ", " ".join(code), f"{code[:2]}-{code[2:]}"):
        phone = app.test_client()
        assert send(phone, "/code", code=typed).headers["Location"] == f"/m/{match}"
        assert phone.get(f"/m/{match}").status_code == 200
        assert send(phone, f"/m/{match}/say", contract="8").status_code == 403
    for typed in ("", "zzzzz", "'", "\u0000", "x" * 5000):
        answer = send(client, "/code", code=typed)
        assert (answer.status_code, "No evening has this code now." in main_of(answer)) == (422, True), typed


def test_digits_of_any_keyboard_are_the_same(app, client, evening, monkeypatch):
    monkeypatch.setattr("models.spoken_code.derive_code", lambda *_: "77777")
    send(client, evening + "/code")
    assert code_on(client, evening) == ["77777"]
    assert send(app.test_client(), "/code", code="۷۷۷۷۷").status_code == 303


def test_another_code_ends_the_first_and_the_evening_its_last(app, client, match, evening, code):
    phone = app.test_client()
    send(phone, "/code", code=code)
    send(client, evening + "/code")
    [other] = code_on(client, evening)
    assert other != code
    assert send(app.test_client(), "/code", code=code).status_code == 422
    assert "The code was for its evening, which is over." in main_of(phone.get(f"/m/{match}"))
    send(late := app.test_client(), "/code", code=other)
    send(client, evening + "/close")
    assert late.get(f"/m/{match}").status_code == 403
    assert "This evening is closed." in main_of(client.get(evening + "/share"))
    send(client, evening + "/code")
    assert code_on(client, evening) == []
    send(client, evening + "/reopen")
    assert late.get(f"/m/{match}").status_code == 403


def test_the_circle_lists_the_code_and_revokes_it(app, client, match, evening, code):
    phone = app.test_client()
    send(phone, "/code", code=code)
    [line] = [line for line in parsed(client.get("/circle")).iter("li") if f"the code {code}" in text(line)]
    assert "can only watch · tonight" in text(line)
    [revoke] = [found.get("formaction") for found in line.iter("button")]
    assert send(client, revoke.replace("revoke", "replace")).status_code == 404
    assert send(client, revoke).status_code == 303
    assert phone.get(f"/m/{match}").status_code == 403
    assert code_on(client, evening) == []
    assert code not in main_of(client.get("/circle"))


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


def test_a_link_that_hands_over_is_good_for_one_phone(app, client, match):
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
    send(client, f"/m/{match}/handover/give")
    client.get(handover_link(phone, match))
    assert [send(client, "/join").status_code, say(client, match, "three", 2)] == [303, 303], "a link takes it back too"
