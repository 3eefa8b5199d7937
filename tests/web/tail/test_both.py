"""What two phones wrote: the page, and what becomes of each choice."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from tests.support.html import form_of, main_of, parsed
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


def chosen(client: FlaskClient, match: str, *ways: str) -> dict[str, str]:
    """The form of the page with these choices, in their order there."""
    form = form_of(parsed(client.get(f"/m/{match}/both")), f"/m/{match}/both")
    names = [name for name in form if name.startswith("choice.")]
    return form | dict(zip(names, ways, strict=True))


def settle(client: FlaskClient, match: str, *ways: str, **more: str) -> Any:
    return send(client, f"/m/{match}/both", **chosen(client, match, *ways), **more)


def points(app: Flask, match: str) -> list[tuple[int, ...]]:
    """The entries that count, as tricks."""
    return [line.deal.entry["tricks"] for line in sheet_of(app, match).lines if line.deal.kind == "deal"]


EACH = [  # what each phone recorded, what is chosen, and the tricks that count then
    ([MADE], [LOST], ["theirs"], [9]),
    ([MADE], [LOST], ["mine"], [6]),
    ([MADE], [LOST], ["two"], [9, 6]),
    ([MADE], [LOST], ["<script>"], [9]),  # what is no choice is the usual one
    ([MADE, SET], [LOST, SET], ["two"], [9, 6, 7]),  # the deal of the phone alone before the next one of the sheet
    ([MADE], [LOST, SET], ["mine", "mine"], [6, 7]),  # what one side alone has
    ([MADE, SET], [LOST], ["theirs", "neither"], [9]),  # what did not happen
]


def test_each_choice(app, client):
    for theirs, ours, ways, kept in EACH:
        match = sit_down(client, "boomke_wies")
        written(app, client, match, theirs, ours)
        page = main_of(client.get(f"/m/{match}/both"))
        assert ("The same on both" in page) == (theirs[1:] == ours[1:] != [])
        assert ("only on Ann’s phone" in page) == (len(ours) > len(theirs))
        answer = settle(client, match, *ways)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/m/{match}")
        assert points(app, match) == kept
        assert "Nothing waits to be settled here." in main_of(client.get(f"/m/{match}/both"))
    assert [line.deal.kind for line in sheet_of(app, match).lines] == ["deal", "struck"]


def test_the_page_says_what_each_choice_leads_to_and_which_side_is_ones_own(app, client, match):
    second = written(app, client, match, [MADE], [LOST])
    page = client.get(f"/m/{match}/both")
    for words in ("Two phones wrote", "Ann’s phone", "Keep what is recorded", "These are two deals", "Decide later"):
        assert words in page.text
    assert main_of(page).count("In the end") == 3
    looked = settle(client, match, "mine", look="1")
    assert looked.status_code == 200
    assert "Then the score is" in main_of(looked)
    assert points(app, match) == [9]
    for phone, on_the_sheet, beside in (
        (client, "This phone", "Ann’s phone"),
        (second.client, "Another phone", "This phone"),
    ):
        page = main_of(phone.get(f"/m/{match}/both"))
        assert re.search(f"{on_the_sheet} [0-9:]+, on the sheet", page)
        assert re.search(f"{beside} [0-9:]+, not on the sheet", page)
    watcher = phone_at(app, new_link(client, evening_of(client, match), "watch"))
    page = main_of(watcher.get(f"/m/{match}/both"))
    assert ("Take it so" in page, "Decide later" in page) == (False, True)


def test_settled_twice_is_settled_once_and_a_match_that_went_on_is_looked_at_again(app, client, match):
    phone = written(app, client, match, [MADE], [LOST])
    form = chosen(client, match, "mine")
    assert [send(client, f"/m/{match}/both", **form).status_code for _ in range(2)] == [303, 303]
    answer = phone.send()
    assert (answer.status_code, answer.json["branch"], answer.json["version"]) == (200, None, 2)
    assert points(app, match) == [6]
    assert main_of(client.get(f"/m/{match}/history")).count("settled from Ann’s phone") == 1
    written(app, client, match, [MADE], [LOST])
    form = chosen(client, match, "mine")
    phone = Away(client, match)
    phone.say("deal", SET)
    phone.send()
    answer = send(client, f"/m/{match}/both", **form)
    assert answer.status_code == 409
    assert "Another phone has just recorded something." in main_of(answer)
    assert points(app, match) == [6, 9, 7]


def test_what_cannot_stand_together_is_said_and_nothing_is_recorded(app, client):
    match = sit_down(client, "boomke_wies", length="points", length_value="2")
    written(app, client, match, [{"contract": 8, "declarer": 1, "tricks": 13}], [LOST, MADE])
    before = client.get(f"/m/{match}/log").json["version"]
    answer = settle(client, match, "theirs", "mine")
    assert answer.status_code == 422
    assert "This cannot be recorded together:" in main_of(answer)
    assert client.get(f"/m/{match}/log").json["version"] == before
    assert settle(client, match, "theirs", "neither").status_code == 303


def test_old_deals_amended_on_both_and_a_forgotten_deal_keep_their_places(app, client, match):
    phone = Away(client, match)
    old = phone.say("deal", MADE)
    phone.send()
    theirs, ours = ({"of": ("amend", {"of": old, "entry": entry})} for entry in (LOST, SET))
    written(app, client, match, [theirs], [ours])
    assert points(app, match) == [6]
    settle(client, match, "mine")
    assert points(app, match) == [7]
    forgotten = {"of": ("deal", {"before": old, "dealer": 0} | LOST)}
    written(app, client, match, [MADE], [SET, forgotten])
    settle(client, match, "mine", "mine")
    assert points(app, match) == [6, 7, 7]


STRIP = "Two phones wrote differently"


def test_table_evening_and_follow_say_that_something_waits(app, client):
    """Until it is settled, also when the match is over."""
    match = sit_down(client, "boomke_wies", length="points", length_value="1")
    watcher = phone_at(app, new_link(client, evening_of(client, match), "watch"))
    places = [(client, f"/m/{match}"), (client, evening_of(client, match)), (watcher, f"/m/{match}")]
    assert not any(STRIP in phone.get(place).text for phone, place in places)
    written(app, client, match, [MADE], [LOST])
    assert "Same again" in client.get(f"/m/{match}").text
    assert all(STRIP in phone.get(place).text for phone, place in places)
    settle(client, match, "theirs")
    assert not any(STRIP in phone.get(place).text for phone, place in places)


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
