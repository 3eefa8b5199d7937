"""Links: to a circle or an evening, to watch or to write; listed, revoked, replaced; several on one phone."""

from __future__ import annotations

import pytest

from tests.html import main_of, parsed, text
from tests.phones import evening_of, link_in, new_link, phone_at
from tests.tables import make_circle, send, sit_down, start

SAID = {"contract": "8", "declarer": "1", "tricks": "9", "step": "play"}


@pytest.fixture
def match(client):
    return sit_down(client, "boomke_wies")


@pytest.fixture
def evening(client, match):
    return evening_of(client, match)


def links(client):
    return [text(line) for line in parsed(client.get("/circle")).iter("li") if "link" in line.get("class", "")]


def button(client, name, word):
    """Where the button of a link in the list sends."""
    [line] = [line for line in parsed(client.get("/circle")).iter("li") if name in text(line)]
    form = line.find("form")
    [pressed] = [found for found in line.iter("button") if text(found) == word]
    return pressed.get("formaction") or form.get("action")


@pytest.mark.parametrize("right", ["watch", "score"])
@pytest.mark.parametrize("whole", [True, False])
def test_a_link_does_what_it_says(app, client, match, evening, right, whole):
    phone = phone_at(app, new_link(client, "/circle" if whole else evening, right))
    assert phone.get(f"/m/{match}").status_code == 200
    said = send(phone, f"/m/{match}/say", uid="one", after="0", **SAID)
    assert said.status_code == (303 if right == "score" else 403)
    assert phone.get("/circle").status_code == {(True, True): 200, (True, False): 403}.get(
        (whole, right == "score"), 404
    )
    assert phone.get("/new?evening=new").status_code == (200 if right == "score" else 403)


def test_a_watcher_is_refused_in_words(app, client, match):
    phone = phone_at(app, new_link(client, right="watch"))
    answer = send(phone, f"/m/{match}/say", **SAID)
    assert "This phone may watch here, not write. Nothing was recorded." in main_of(answer)


def test_the_list_says_what_each_link_may_do(app, client, evening):
    new_link(client, evening, "watch", "The television")
    phone_at(app, new_link(client, name="Dee’s phone"))
    listed = links(client)
    assert "Dee’s phone may write · the whole circle since" in listed[0]
    assert "last used" in listed[0]
    assert "The television may only watch · tonight since" in listed[1]
    assert "last used" not in listed[1]
    assert "This browser may write · the whole circle" in listed[2]


def test_a_link_leads_to_the_match_that_goes_on(app, client, match, evening):
    phone = app.test_client()
    assert phone.get(new_link(client, evening, "watch")).headers["Location"] == f"/m/{match}"
    send(client, f"/m/{match}/rulings", what="close", uid="end", after="0")
    assert phone_at(app, new_link(client, evening)).get(evening).status_code == 200


def test_a_replaced_link_is_dead_and_the_new_one_opens(app, client, match):
    old = new_link(client, name="Dee’s phone")
    phone = phone_at(app, old)
    page = send(client, button(client, "Dee’s phone", "Replace"))
    assert page.status_code == 200
    assert "Dee’s phone" in main_of(page)
    assert phone.get(f"/m/{match}").status_code == 403
    assert app.test_client().get(old).status_code == 404
    assert phone_at(app, link_in(page)).get(f"/m/{match}").status_code == 200
    assert sum("Dee’s phone" in line for line in links(client)) == 1


def test_who_replaces_the_own_link_stays_in(client, match):
    assert send(client, button(client, "This browser", "Replace")).status_code == 200
    assert client.get(f"/m/{match}").status_code == 200


def test_a_revoked_phone_keeps_what_it_typed(app, client, match):
    phone = phone_at(app, new_link(client, name="lost"))
    send(client, button(client, "lost", "Revoke"))
    answer = send(phone, f"/m/{match}/say", uid="one", after="0", **SAID)
    assert answer.status_code == 403
    assert "This link was revoked" in main_of(answer)
    kept = [link.get("href") for link in parsed(answer).iter("a") if link.get("href", "").startswith(f"/m/{match}?")]
    assert kept == [f"/m/{match}?contract=8&declarer=1&tricks=9"]
    phone.get(new_link(client))
    assert phone.get(kept[0]).status_code == 200


def test_only_where_what_was_typed_is_kept_a_revoked_phone_is_told_so(app, client, match):
    phone = phone_at(app, new_link(client, name="lost"))
    send(client, button(client, "lost", "Revoke"))
    told = {
        address: main_of(send(phone, address, **SAID))
        for address in (f"/m/{match}/say", f"/m/{match}/rulings", f"/m/{match}/answer", "/circle/players")
    } | {address: main_of(phone.get(address)) for address in (f"/m/{match}", "/")}
    kept = [address for address, words in told.items() if "what you typed is kept" in words]
    assert kept == [f"/m/{match}/say"]
    assert all("This link was revoked: it opens nothing any more. Nothing was recorded" in it for it in told.values())


@pytest.mark.parametrize("whole", [True, False])
def test_whose_own_circle_comes_first_is_told_of_a_friends_link_that_was_revoked(app, client, match, evening, whole):
    """Where it had let them in, and nowhere else; what began there later it has never opened."""
    phone = app.test_client()
    own = sit_down(phone, "texas_42", "Eva", "Fay", "Gus", "Hal")
    phone.get(new_link(client, "/circle" if whole else evening, name="lost"))
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


def test_a_revoked_phone_can_go_on_without_the_link(app, client, match):
    phone = phone_at(app, new_link(client, name="lost"))
    send(client, button(client, "lost", "Revoke"))
    assert phone.get("/").status_code == 403
    assert send(phone, "/forget").headers["Location"] == "/"
    assert "Who is at the table?" in main_of(phone.get("/"))
    assert phone.get(f"/m/{match}").status_code == 404


def test_a_friends_evening_leaves_the_own_circle_within_reach(app, client, match, evening):
    phone = app.test_client()
    own = sit_down(phone, "texas_42", "Eva", "Fay", "Gus", "Hal")
    phone.get(new_link(client, evening, "score"))
    assert phone.get(f"/m/{match}").status_code == 200
    assert phone.get(f"/m/{own}").status_code == 200
    assert send(phone, f"/m/{own}/undo").status_code != 404
    page = parsed(phone.get("/"))
    [other] = [found for found in page.iter("button") if found.get("name") == "grant"]
    assert "Eva, Fay, Gus, Hal" in text(other)
    send(phone, "/switch", grant=other.get("value"))
    assert "Eva" in main_of(phone.get("/circle"))


def test_only_the_own_grants_can_be_switched_to(app, client, match):
    other = app.test_client()
    make_circle(other, "Eva", "Fay")
    uid = button(client, "This browser", "Replace").split("/")[-2]
    assert send(other, "/switch", grant=uid).status_code == 404


def test_a_phone_holds_eight_at_most(app, client, match):
    phone = app.test_client()
    for n in range(12):
        host = app.test_client()
        make_circle(host, f"One {n}", f"Two {n}")
        phone.get(new_link(host))
    page = parsed(phone.get("/"))
    others = [text(found) for found in page.iter("button") if found.get("name") == "grant"]
    assert others == [f"One {n}, Two {n}" for n in range(10, 3, -1)]


def test_what_the_whole_opens_is_not_kept_beside_it(app, client, match, evening):
    phone = phone_at(app, new_link(client, evening, "watch"))
    phone.get(new_link(client))
    with phone.session_transaction() as session:
        assert "others" not in session
    before = session["grant"]
    phone.get(new_link(client, evening))
    with phone.session_transaction() as session:
        assert session["grant"] == before


def test_who_writes_in_one_evening_plays_on_there(app, client, match, evening):
    start(client, "boomke_wies", "Eva", "Fay", "Gus", "Hal")
    send(client, evening + "/close")
    later = start(client, "boomke_wies", "Eva", "Fay", "Ida", "Hal")
    assert evening_of(client, later) != evening
    phone = phone_at(app, new_link(client, evening))
    offered = main_of(phone.get("/new"))
    assert "Ann" in offered
    assert "Ida" not in offered
    new = start(phone, "boomke_wies", "Dee", "Cem", "Bob", "Ann")
    assert evening_of(client, new) == evening
    assert phone.get(f"/m/{later}").status_code == 404
    answer = send(phone, "/new", game="boomke_wies", seat=("Ann", "Bob", "Cem", "Ida"), dealer="Ann")
    assert answer.status_code == 422
    assert "Here only those play who sat down this evening; Ida did not." in main_of(answer)
    answer = phone.get("/new?name=Nobody")
    assert answer.status_code == 422
    assert "Nobody did not." in main_of(answer)


def test_who_writes_in_one_evening_begins_it_again(app, client, match, evening):
    phone = phone_at(app, new_link(client, evening))
    answer = send(phone, f"/m/{match}/again")
    assert answer.status_code == 303
    assert phone.get(answer.headers["Location"]).status_code == 200


def test_links_of_an_evening_are_made_by_the_circle(app, client, evening):
    phone = phone_at(app, new_link(client, evening))
    assert "A link to this evening" not in main_of(phone.get(evening + "/share"))
    assert send(phone, evening + "/links", right="score").status_code == 403


def test_a_link_with_too_long_a_name_is_not_made(client, evening):
    answer = send(client, evening + "/links", name="x" * 41)
    assert answer.status_code == 422
    assert "This is too long: 40 characters fit here." in main_of(answer)
