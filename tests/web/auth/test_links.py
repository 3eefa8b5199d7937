"""Links: to a circle or an evening, to watch or to write; listed, revoked, replaced; several on one phone."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import select

from models.base import db, now
from models.grants import LAST_USED_INTERVAL, make_grant
from models.tables import SCORE, WATCH, Circle, Evening, Grant
from models.transaction import write_transaction
from tests.support.html import main_of, parsed, text
from tests.support.phones import evening_of, join, link_in, new_link, phone_at
from tests.support.tables import make_circle, send, sit_down, start, token
from web.auth import browser

SAID = {"contract": "8", "declarer": "1", "tricks": "9", "step": "play"}


def links(client):
    return [text(line) for line in parsed(client.get("/circle")).iter("li") if "link" in line.get("class", "")]


def button(client, name, word):
    """Where the button of a link in the list sends."""
    [line] = [line for line in parsed(client.get("/circle")).iter("li") if name in text(line)]
    form = line.find("form")
    [pressed] = [found for found in line.iter("button") if text(found) == word]
    return pressed.get("formaction") or form.get("action")


def test_a_link_does_what_it_says(app, client, match, evening):
    """To a whole circle or one evening of it, to watch or to write; who only watches is refused in words."""
    written = 0
    for place, right, circle in (
        ("/circle", "watch", 403),
        ("/circle", "score", 200),
        (evening, "watch", 404),
        (evening, "score", 404),
    ):
        phone = phone_at(app, new_link(client, place, right))
        assert phone.get(f"/m/{match}").status_code == 200
        said = send(phone, f"/m/{match}/say", uid=f"said-{written}", after=str(written), **SAID)
        if right == "score":
            assert said.status_code == 303
            written += 1
        else:
            assert said.status_code == 403
            assert "This phone can watch here, but not keep score. Nothing was recorded." in main_of(said)
        assert phone.get("/circle").status_code == circle
        assert phone.get("/new?evening=new").status_code == (200 if right == "score" else 403)


def test_the_list_says_what_each_link_may_do(app, client, evening):
    new_link(client, evening, "watch", "The television")
    phone_at(app, new_link(client, name="Dee’s phone"))
    listed = links(client)
    assert "Dee’s phone can keep score · the whole circle since" in listed[0]
    assert "last used" in listed[0]
    assert "The television can only watch · tonight since" in listed[1]
    assert "last used" not in listed[1]
    assert "This browser can keep score · the whole circle" in listed[2]


def test_whatever_a_link_opens_the_list_says_that_it_was_used(app, client, evening, monkeypatch):
    """Not only its matches: what a stranger has seen, who came in by a link that went astray, is seen there."""
    phone, later = phone_at(app, new_link(client, name="Dee’s phone")), now()
    for page in ("/", "/circle", "/new", evening):
        later += 2 * LAST_USED_INTERVAL
        monkeypatch.setattr("models.grants.now", lambda later=later: later)
        assert phone.get(page).status_code == 200
        with app.app_context():
            assert db.session.scalars(select(Grant.last_used_at).where(Grant.name == "Dee’s phone")).one() == later


def test_a_link_leads_to_the_match_that_goes_on(app, client, match, evening):
    assert join(app.test_client(), new_link(client, evening, "watch")).headers["Location"] == f"/m/{match}"
    send(client, f"/m/{match}/rulings", what="close", uid="end", after="0")
    assert phone_at(app, new_link(client, evening)).get(evening).status_code == 200


def test_a_replaced_link_is_dead_and_only_who_replaced_it_inherits_the_new_one(app, client, match):
    old = new_link(client, name="Dee’s phone")
    phone = phone_at(app, old)
    page = send(client, button(client, "Dee’s phone", "Replace"))
    assert page.status_code == 200
    assert "Dee’s phone" in main_of(page)
    assert phone.get(f"/m/{match}").status_code == 403
    assert app.test_client().get(old).status_code == 404
    assert sum("Dee’s phone" in line for line in links(client)) == 1
    dee, thief = phone_at(app, link_in(page)), phone_at(app, link_in(page))
    own = button(dee, "Dee’s phone", "Replace")
    assert send(dee, own).status_code == 200
    assert [phone.get(f"/m/{match}").status_code for phone in (dee, thief)] == [200, 403]
    assert send(thief, own).status_code == 403


def test_who_replaces_the_own_link_stays_in(app, client, match):
    """With what was made by the old one, and with the table that is open beside; not who has an old cookie."""
    friend, open_there, thief = phone_at(app, new_link(client)), token(client), app.test_client()
    thief.set_cookie("tallystick", client.get_cookie("tallystick").value)
    assert send(client, button(client, "This browser", "Replace")).status_code == 200
    assert [phone.get(f"/m/{match}").status_code for phone in (client, thief, friend, client)] == [200, 403, 200, 200]
    assert "This browser" in " ".join(links(client))
    form = {"csrf_token": open_there, "uid": "one", "after": "0", **SAID}
    assert client.post(f"/m/{match}/say", data=form).status_code in (200, 303)


def test_a_revoked_phone_keeps_what_it_typed_and_can_go_on_without_the_link(app, client, match):
    """It is told so only where what was typed is kept."""
    phone = phone_at(app, new_link(client, name="lost"))
    send(client, button(client, "lost", "Revoke"))
    answer = send(phone, f"/m/{match}/say", uid="one", after="0", **SAID)
    kept = [link.get("href") for link in parsed(answer).iter("a") if link.get("href", "").startswith(f"/m/{match}?")]
    assert kept == [f"/m/{match}?contract=8&declarer=1&tricks=9"]
    assert "what you typed is kept" in main_of(answer)
    others = [send(phone, at, **SAID) for at in (f"/m/{match}/rulings", f"/m/{match}/answer", "/circle/players")]
    others += [phone.get(f"/m/{match}"), phone.get("/")]
    assert "what you typed is kept" not in "".join(map(main_of, others))
    for refused in (answer, *others):
        assert refused.status_code == 403
        assert "This link was revoked and no longer works. Nothing was recorded" in main_of(refused)
    assert send(phone, "/forget").headers["Location"] == "/"
    assert "Who is at the table?" in main_of(phone.get("/"))
    assert phone.get(f"/m/{match}").status_code == 404
    join(phone, new_link(client))
    assert phone.get(kept[0]).status_code == 200


@pytest.mark.parametrize("whole", [True, False])
def test_whose_own_circle_comes_first_is_told_of_a_friends_link_that_was_revoked(app, client, match, evening, whole):
    """Where it had let them in, and nowhere else; what began there later it has never opened."""
    phone = app.test_client()
    own = sit_down(phone, "texas_42", "Eva", "Fay", "Gus", "Hal")
    join(phone, new_link(client, "/circle" if whole else evening, name="lost"))
    [other] = [found for found in parsed(phone.get("/")).iter("button") if found.get("name") == "grant"]
    send(phone, "/switch", grant=other.get("value"))
    assert phone.get(f"/m/{match}").status_code == 200
    send(client, button(client, "lost", "Revoke"))
    for answer in (phone.get(f"/m/{match}"), phone.get(evening), send(phone, f"/m/{match}/say", **SAID)):
        assert answer.status_code == 403
        assert "This link was revoked" in main_of(answer)
        assert "/" in [link.get("href") for link in parsed(answer).iter("a")]
    later = start(client, "texas_42")
    assert evening_of(client, later) == evening
    send(client, f"{evening}/close")
    another = evening_of(client, start(client, "clobyosh", "Ann", "Bob"))
    assert another != evening
    for address in (f"/m/{later}", another, "/m/nomatchhere2", "/e/noeveninghe2"):
        assert phone.get(address).status_code == 404, address
    assert phone.get(f"/m/{own}").status_code == 200
    assert phone.get("/").status_code == 200
    assert send(phone, "/forget").headers["Location"] == "/"
    assert phone.get(f"/m/{match}").status_code == 404


def test_a_friends_evening_leaves_the_own_circle_within_reach(app, client, match, evening):
    phone = app.test_client()
    own = sit_down(phone, "texas_42", "Eva", "Fay", "Gus", "Hal")
    join(phone, new_link(client, evening, "score"))
    assert phone.get(f"/m/{match}").status_code == 200
    assert phone.get(f"/m/{own}").status_code == 200
    assert send(phone, f"/m/{own}/undo").status_code != 404
    assert others(phone) == ["Eva’s circle"]
    send(phone, "/switch", grant=button_value(phone))
    assert "Eva" in main_of(phone.get("/circle"))
    uid = button(client, "This browser", "Replace").split("/")[-2]
    assert send(phone, "/switch", grant=uid).status_code == 404, "it is not one of theirs"


def test_each_page_offers_what_may_be_done_there_whatever_else_the_browser_may(app, client, evening):
    """Who watches a friend's evening is offered no pen there; in the own circle they are, whichever is current."""
    phone = app.test_client()
    own = evening_of(phone, sit_down(phone, "texas_42", "Eva", "Fay", "Gus", "Hal"))
    join(phone, new_link(client, evening, "watch"))

    def offered():
        pages = [main_of(phone.get(address)) for address in (evening, own)]
        return [("Add a match" in words, "Hide this evening" in words) for words in pages]

    assert offered() == [(False, False), (True, True)]
    assert "Another match" not in main_of(phone.get("/")), "home is of the evening that is watched"
    send(phone, "/switch", grant=button_value(phone))
    assert offered() == [(False, False), (True, True)]
    assert "Another match" in main_of(phone.get("/"))


def others(phone):
    """The other circles and evenings that home offers."""
    return [text(found) for found in parsed(phone.get("/")).iter("button") if found.get("name") == "grant"]


def test_however_many_links_are_opened_the_own_circle_stays(app, client):
    """Of the others so many stay as a cookie can hold, the latest ones."""
    own = sit_down(client, "texas_42", "Eva", "Fay", "Gus", "Hal")
    for number in range(browser.MAX_GRANTS + 4):
        with app.app_context(), write_transaction() as session:
            circle = Circle(name="Ida’s circle")
            evening = Evening(circle=circle, date=date(2026, 11, 20))
            session.add(evening)
            place, right = ((evening, WATCH), (circle, WATCH), (evening, SCORE))[number % 3]
            _, secret = make_grant(place, right)
        join(client, f"/join/{secret}")
    assert len(others(client)) == browser.MAX_GRANTS
    assert others(client)[-1] == "Eva’s circle"
    assert client.get(f"/m/{own}").status_code == 200
    assert len(client.get_cookie("tallystick").value) < 4000


def made_in(host, right):
    """A link to a circle of its own."""
    make_circle(host, "Ida", "Jo")
    return new_link(host, right=right)


def test_the_circles_that_began_here_stay_when_there_are_more_than_a_cookie_holds(app, client, monkeypatch):
    monkeypatch.setattr(browser, "MAX_CIRCLES", 3)
    make_circle(client, "Ann", "Bob")
    for _ in range(4):
        join(client, made_in(app.test_client(), "score"))
    make_circle(client, "Cem", "Dee")
    assert others(client) == ["Ida’s circle", "Ann’s circle"]
    make_circle(client, "Eva", "Fay")
    full = send(client, "/circle", name=("Gus", "Hal"))
    assert (full.status_code, "as many circles as it can hold" in main_of(full)) == (409, True)
    assert others(client) == ["Cem’s circle", "Ann’s circle"]
    with app.app_context():
        assert "Gus’s circle" not in db.session.scalars(select(Circle.name)).all(), "nor is it made for nobody"


def test_a_link_asks_before_anything_changes(app, client, match):
    """Whoever's page led there: the circle that is open stays until the button is tapped. It says who invites."""
    dee = phone_at(app, new_link(client, name="Dee’s phone"))
    for right in ("watch", "score"):
        make_circle(other := app.test_client(), "Eva", "Fay")
        assert other.get(new_link(dee, right=right, name="for Eva")).headers["Location"] == "/join"
        assert "Eva’s circle" in other.get("/circle").text
        assert others(other) == []
        offered = other.get("/join")
        for words in (
            "Ann’s circle",
            "You are invited to this circle.",
            "The invitation comes from Dee’s phone.",
            "Ann, Bob, Cem, Dee · 1 evening",
            "What you may do",
        ):
            assert words in main_of(offered)
        assert ("Keep score at any table" in main_of(offered)) == (right == "score")
        assert "Join Ann’s circle?" in text(parsed(offered).find(".//h1"))
        assert other.get(f"/m/{match}").status_code == 404
        assert send(other, "/join", grant=offer_in(offered)).headers["Location"] == "/"
        assert others(other) == ["Eva’s circle"]


def offer_in(page):
    """What the button of an invitation takes."""
    return next(field.get("value") for field in parsed(page).iter("input") if field.get("name") == "grant")


def test_of_two_invitations_the_one_whose_button_is_tapped_is_taken(app, client):
    """Each in a tab of its own; the one that was opened last is not what the first tab shows."""
    make_circle(client)
    hosts = [app.test_client() for _ in range(2)]
    first, second = (made_in(host, "score") for host in hosts)
    client.get(first)
    shown = offer_in(client.get("/join"))
    client.get(second)
    assert offer_in(client.get("/join")) != shown
    assert send(client, "/join", grant=shown).status_code == 303
    with client.session_transaction() as session:
        assert session["grant"] == shown
    assert send(client, "/join", grant="somethingelse").status_code == 404


def test_a_link_to_a_circle_that_is_not_the_current_one_asks_too(app, client, match):
    other = app.test_client()
    link = made_in(other, "score")
    join(client, link)
    send(client, "/switch", grant=button_value(client))
    assert client.get(link).headers["Location"] == "/join"
    assert "Go to Ida’s circle?" in text(parsed(client.get("/join")).find(".//h1"))
    assert others(client) == ["Ida’s circle"]
    send(client, "/join")
    assert others(client) == ["Ann’s circle"]
    assert client.get(link).headers["Location"] == "/", "where one is at home nothing is asked"


def button_value(phone):
    """The other circle of a browser."""
    return next(found.get("value") for found in parsed(phone.get("/")).iter("button") if found.get("name") == "grant")


def test_what_the_whole_opens_is_not_kept_beside_it(app, client, match, evening):
    phone = phone_at(app, new_link(client, evening, "watch"))
    join(phone, new_link(client))
    with phone.session_transaction() as session:
        assert "other_grants" not in session
    before = session["grant"]
    assert phone.get(new_link(client, evening)).headers["Location"] == f"/m/{match}"
    with phone.session_transaction() as session:
        assert session["grant"] == before


def test_who_writes_in_one_evening_plays_on_there(app, client, match, evening):
    start(client, "boomke_wies", "Eva", "Fay", "Gus", "Hal")
    send(client, evening + "/close")
    later = start(client, "boomke_wies", "Eva", "Fay", "Ida", "Hal")
    assert evening_of(client, later) != evening
    phone = phone_at(app, new_link(client, evening))
    assert "A link to this evening" not in main_of(phone.get(evening + "/share"))
    assert send(phone, evening + "/links", right="score").status_code == 403
    offered = main_of(phone.get("/new"))
    assert "Ann" in offered
    assert "Ida" not in offered
    new = start(phone, "boomke_wies", "Dee", "Cem", "Bob", "Ann")
    assert evening_of(client, new) == evening
    assert phone.get(f"/m/{later}").status_code == 404
    answer = send(phone, "/new", game="boomke_wies", seat=("Ann", "Bob", "Cem", "Ida"), dealer="Ann")
    assert answer.status_code == 422
    assert "Only this evening’s players can play; Ida isn’t one." in main_of(answer)
    answer = phone.get("/new?name=Nobody")
    assert answer.status_code == 422
    assert "Nobody isn’t one." in main_of(answer)


def test_who_writes_in_one_evening_begins_it_again(app, client, match, evening):
    phone = phone_at(app, new_link(client, evening))
    answer = send(phone, f"/m/{match}/again")
    assert answer.status_code == 303
    assert phone.get(answer.headers["Location"]).status_code == 200


def test_a_link_with_too_long_a_name_is_not_made(app, client, match, evening):
    for address in ("/circle/links", f"{evening}/links", f"/m/{match}/handover"):
        answer = send(client, address, name="x" * 41)
        assert answer.status_code == 422
        assert "This is too long: 40 characters fit here." in main_of(answer)
    with app.app_context():
        assert len(db.session.scalars(select(Grant)).all()) == 1
