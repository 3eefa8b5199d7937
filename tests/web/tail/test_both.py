"""What two phones wrote: the page, and what becomes of each choice."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.html import main_of
from tests.support.phones import evening_of, new_link, phone_at
from tests.support.tables import send, sheet_of, sit_down
from tests.web.tail.phones import LOST, MADE, SET, Away


def written(app: Flask, client: FlaskClient, match: str, theirs: list[Any], ours: list[Any]) -> Away:
    """Two phones without a network: what the first says is recorded, then comes the tail of the second."""
    first, second = Away(client, match), Away(phone_at(app, new_link(client, name="Ann’s phone")), match)
    for phone, entries in ((first, theirs), (second, ours)):
        for entry in entries:
            phone.say("deal", entry) if "of" not in entry else phone.say(*entry["of"])
        assert phone.send().status_code == 200
    return second


def rows(page: str) -> list[str]:
    """The names of the choices on a page, each once."""
    return list(dict.fromkeys(part.partition('"')[0] for part in page.split('name="')[1:] if part[:7] == "choice."))


def settle(client: FlaskClient, match: str, *ways: str, **more: str) -> Any:
    """The answer to these choices, in the order of the page."""
    page = client.get(f"/m/{match}/both").get_data(as_text=True)
    names = rows(page)
    branch, after = (page.partition(f'name="{name}" value="')[2].partition('"')[0] for name in ("branch", "after"))
    chosen = dict(zip(names, ways, strict=True))
    return send(client, f"/m/{match}/both", **{"branch": branch, "after": after} | chosen | more)


def points(app: Flask, match: str) -> list[tuple[int, ...]]:
    """The entries that count, as tricks."""
    return [line.deal.entry["tricks"] for line in sheet_of(app, match).lines if line.deal.kind == "deal"]


@pytest.mark.parametrize(("way", "kept"), [("theirs", [9]), ("mine", [6]), ("two", [9, 6])])
def test_each_choice(app, client, match, way, kept):
    written(app, client, match, [MADE], [LOST])
    answer = settle(client, match, way)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/m/{match}")
    assert points(app, match) == kept
    assert "Nothing waits to be settled here." in main_of(client.get(f"/m/{match}/both"))


def test_two_deals_stand_side_by_side_before_what_follows(app, client, match):
    """The deal that only the phone has comes before the next one of the sheet."""
    written(app, client, match, [MADE, SET], [LOST, SET])
    page = main_of(client.get(f"/m/{match}/both"))
    assert "The same on both" in page
    assert settle(client, match, "two").status_code == 303
    assert points(app, match) == [9, 6, 7]


def test_what_one_side_alone_has(app, client, match):
    written(app, client, match, [MADE], [LOST, SET])
    page = main_of(client.get(f"/m/{match}/both"))
    assert "only on Ann’s phone" in page
    settle(client, match, "mine", "mine")
    assert points(app, match) == [6, 7]


def test_what_did_not_happen(app, client, match):
    written(app, client, match, [MADE, SET], [LOST])
    settle(client, match, "theirs", "neither")
    assert [line.deal.kind for line in sheet_of(app, match).lines] == ["deal", "struck"]


def test_the_page_says_what_each_choice_leads_to(app, client, match):
    written(app, client, match, [MADE], [LOST])
    page = main_of(client.get(f"/m/{match}/both"))
    for words in ("Two phones wrote", "Ann’s phone", "Keep what is recorded", "These are two deals", "Decide later"):
        assert words in client.get(f"/m/{match}/both").get_data(as_text=True)
    assert page.count("In the end") == 3
    looked = settle(client, match, "mine", look="1")
    assert looked.status_code == 200
    assert "Then the score is" in main_of(looked)
    assert points(app, match) == [9]


def test_each_phone_is_told_which_side_is_its_own(app, client, match):
    second = written(app, client, match, [MADE], [LOST])
    for phone, on_the_sheet, beside in (
        (client, "This phone", "Ann’s phone"),
        (second.client, "Another phone", "This phone"),
    ):
        page = main_of(phone.get(f"/m/{match}/both"))
        assert re.search(f"{on_the_sheet} [0-9:]+, on the sheet", page)
        assert re.search(f"{beside} [0-9:]+, not on the sheet", page)


def test_settled_twice_is_settled_once(app, client, match):
    written(app, client, match, [MADE], [LOST])
    page = client.get(f"/m/{match}/both").get_data(as_text=True)
    branch = page.partition('name="branch" value="')[2].partition('"')[0]
    form = {"branch": branch, "after": "1", rows(page)[0]: "two"}
    assert [send(client, f"/m/{match}/both", **form).status_code for _ in range(2)] == [303, 303]
    assert points(app, match) == [9, 6]


def test_a_match_that_went_on_is_looked_at_again(app, client, match):
    written(app, client, match, [MADE], [LOST])
    page = client.get(f"/m/{match}/both").get_data(as_text=True)
    branch = page.partition('name="branch" value="')[2].partition('"')[0]
    phone = Away(client, match)
    phone.say("deal", SET)
    phone.send()
    answer = send(client, f"/m/{match}/both", branch=branch, after="1", **{rows(page)[0]: "mine"})
    assert answer.status_code == 409
    assert "Another phone has just recorded something." in main_of(answer)
    assert points(app, match) == [9, 7]


def test_what_cannot_stand_together_is_said_and_nothing_is_recorded(app, client):
    match = sit_down(client, "boomke_wies", length="points", length_value="2")
    written(app, client, match, [{"contract": 8, "declarer": 1, "tricks": 13}], [LOST, MADE])
    before = client.get(f"/m/{match}/log").json["version"]
    answer = settle(client, match, "theirs", "mine")
    assert answer.status_code == 422
    assert "This cannot be recorded together:" in main_of(answer)
    assert client.get(f"/m/{match}/log").json["version"] == before
    assert settle(client, match, "theirs", "neither").status_code == 303


def test_the_phone_that_settles_is_told_that_all_is_there(app, client, match):
    """A tail that comes again after it was settled changes nothing."""
    phone = written(app, client, match, [MADE], [LOST])
    settle(client, match, "mine")
    answer = phone.send()
    assert (answer.status_code, answer.json["branch"], answer.json["version"]) == (200, None, 2)
    assert points(app, match) == [6]


def test_who_watches_sees_both_sides_and_cannot_choose(app, client, match):
    written(app, client, match, [MADE], [LOST])
    watcher = phone_at(app, new_link(client, evening_of(client, match), "watch"))
    page = main_of(watcher.get(f"/m/{match}/both"))
    assert "Take it so" not in page
    assert "Decide later" in page


def test_choices_that_are_none_count_as_the_usual_ones(app, client, match):
    written(app, client, match, [MADE], [LOST])
    assert settle(client, match, "<script>").status_code == 303
    assert points(app, match) == [9]


def test_old_deals_amended_on_both(app, client, match):
    phone = Away(client, match)
    old = phone.say("deal", MADE)
    phone.send()
    theirs, ours = ({"of": ("amend", {"of": old, "entry": entry})} for entry in (LOST, SET))
    written(app, client, match, [theirs], [ours])
    assert points(app, match) == [6]
    settle(client, match, "mine")
    assert points(app, match) == [7]


STRIP = "Two phones wrote differently"


def test_table_evening_and_follow_say_that_something_waits(app, client, match):
    """Until it is settled."""
    watcher = phone_at(app, new_link(client, evening_of(client, match), "watch"))
    places = [(client, f"/m/{match}"), (client, evening_of(client, match)), (watcher, f"/m/{match}")]
    assert not any(STRIP in phone.get(place).get_data(as_text=True) for phone, place in places)
    written(app, client, match, [MADE], [LOST])
    assert all(STRIP in phone.get(place).get_data(as_text=True) for phone, place in places)
    settle(client, match, "theirs")
    assert not any(STRIP in phone.get(place).get_data(as_text=True) for phone, place in places)


def test_a_match_that_is_over_says_it_too(app, client):
    match = sit_down(client, "boomke_wies", length="points", length_value="1")
    written(app, client, match, [MADE], [LOST])
    page = client.get(f"/m/{match}").get_data(as_text=True)
    assert "Same again" in page
    assert STRIP in page


def test_the_history_says_from_which_phone_it_was_settled(app, client, match):
    written(app, client, match, [MADE], [LOST])
    settle(client, match, "mine")
    page = main_of(client.get(f"/m/{match}/history"))
    assert page.count("settled from Ann’s phone") == 1


def test_a_forgotten_deal_keeps_its_place(app, client, match):
    phone = Away(client, match)
    old = phone.say("deal", MADE)
    phone.send()
    ours = [{"of": ("deal", {"before": old, "dealer": 0} | SET)}, LOST]
    written(app, client, match, [MADE], [LOST, *ours[:1]])
    settle(client, match, "mine", "mine")
    assert points(app, match) == [7, 9, 6]


def test_what_is_no_record_at_all_is_named_and_left_out(app, client, match):
    """From a phone that sends what it likes: the page says so, and settling goes on without it."""
    phone = Away(client, match)
    phone.say("seat", {"seat": 77})
    phone.say("rules", {"rules": []})
    phone.say("amend", {"of": 3})
    phone.say("strike", {})
    phone.say("deal", {"before": [], "dealer": {}})
    assert phone.send().status_code == 422
    page = main_of(client.get(f"/m/{match}/both"))
    assert page.count("cannot be recorded:") == 5
    assert settle(client, match).status_code == 303
    assert client.get(f"/m/{match}/log").json["version"] == 0
