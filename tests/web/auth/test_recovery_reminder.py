"""The circle's name, and the reminder that this phone is its only key: once, after the first evening."""

from __future__ import annotations

import json

import pytest

from tests.support.html import main_of, parsed, text
from tests.support.phones import evening_of, new_link, phone_at
from tests.support.tables import make_circle, send, sit_down

ONLY = "This phone is the only key"


def heading(client, address="/circle"):
    return text(parsed(client.get(address)).find(".//h1"))


@pytest.mark.parametrize(("typed", "name"), [("", "Ann’s circle"), (" Thursday  cards ", "Thursday cards")])
def test_a_circle_is_called_as_one_says(client, typed, name):
    send(client, "/circle", name=("Ann", "Bob"), circle=typed)
    assert heading(client) == f"{name} Circle"


def test_its_name_is_changed_on_its_page_and_goes_along_in_its_file(client):
    make_circle(client, "Ann", "Bob")
    assert send(client, "/circle/name", name="Friday <b>cards").status_code == 303
    send(client, "/circle/name", name=" ")
    assert heading(client) == "Friday <b>cards Circle"
    answer = send(client, "/circle/name", name="x" * 61)
    assert (answer.status_code, "60 characters fit here" in main_of(answer)) == (422, True)
    assert json.loads(client.get("/circle/file").get_data(as_text=True))["circle"]["name"] == "Friday <b>cards"


def test_a_name_that_is_too_long_is_said_so_on_the_welcome(client):
    answer = send(client, "/circle", name=("Ann", "Bob"), circle="x" * 61)
    assert (answer.status_code, "60 characters fit here" in main_of(answer)) == (422, True)


def test_who_has_the_only_key_is_told_so_after_the_first_evening_and_once(client):
    evening = evening_of(client, sit_down(client, "boomke_wies"))
    assert ONLY not in main_of(client.get("/"))
    send(client, evening + "/close")
    assert ONLY in main_of(client.get("/"))
    assert send(client, "/reminded").headers["Location"] == "/"
    assert ONLY not in main_of(client.get("/"))


def test_a_second_key_ends_the_reminder(app, client):
    evening = evening_of(client, sit_down(client, "boomke_wies"))
    send(client, evening + "/close")
    new_link(client, right="watch")
    assert ONLY in main_of(client.get("/"))
    link = new_link(client)
    assert ONLY not in main_of(client.get("/"))
    assert ONLY not in main_of(phone_at(app, link).get("/"))
