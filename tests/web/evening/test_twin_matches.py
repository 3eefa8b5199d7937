"""Two matches that two phones began at one table: the page of the evening asks whether they are one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from models.base import new_uid
from models.db.transaction import write_transaction
from models.log.append import append
from models.log.read import read
from models.tables.match import find_match, start_match
from tests.support.html import main_of, parsed, text
from tests.support.phones import evening_of, new_link, phone_at
from tests.support.tables import make_circle, send, start

Pair = tuple[str, str, str]  # the evening and two matches in it
QUESTION = "Is this one match?"
DEAL = {"declarer": 1, "contract": 8, "tricks": 9, "dealer": 0}
SEATS = ("Ann", "Bob", "Cem", "Dee")


def deal(app: Flask, uid: str, device: str, **more: int) -> None:
    """A deal recorded by a phone."""
    with app.app_context():
        match = find_match(uid)
        append(match, "deal", new_uid(), DEAL | more, read(match).version, device=device)


def beside(app: Flask, uid: str, minutes: int) -> str:
    """The uid of another match with the same people and rules, begun so many minutes later."""
    with app.app_context(), write_transaction():
        first = find_match(uid)
        players, at = [seat.player for seat in first.seats], first.started_at + timedelta(minutes=minutes)
        return start_match(first.evening, first.game, players, first.rules, first.first_dealer, at).uid


@pytest.fixture
def pair(app: Flask, client: FlaskClient) -> Pair:
    """An evening and two matches that two phones began with the same people, each with a deal."""
    make_circle(client)
    first = start(client, "boomke_wies", length="points", length_value="9")
    deal(app, first, "one")
    second = start(client, "boomke_wies", length="points", length_value="9")
    deal(app, second, "two")
    return evening_of(client, first), first, second


def asks(client: FlaskClient, evening: str) -> bool:
    """Whether the page asks."""
    return QUESTION in main_of(client.get(evening))


def test_it_asks_and_leads_to_both_and_to_where_one_is_given_up(client: FlaskClient, pair: Pair) -> None:
    evening, first, second = pair
    page = parsed(client.get(evening))
    section = next(part for part in page.iter("section") if "twins" in part.get("class", ""))
    links = [link.get("href") for link in section.iter("a")]
    assert links == [f"/m/{first}", f"/m/{first}/rulings?what=close", f"/m/{second}", f"/m/{second}/rulings?what=close"]
    assert text(section).startswith("Is this one match? Boomke Wies")
    assert text(section).count("Give up this match") == 2
    assert client.get(links[1]).status_code == 200


def test_once_one_is_given_up_it_asks_no_more(app: Flask, client: FlaskClient, pair: Pair) -> None:
    evening, first, _ = pair
    with app.app_context():
        append(find_match(first), "close", new_uid(), {}, read(find_match(first)).version)
    assert not asks(client, evening)


def test_an_empty_one_can_be_deleted(client: FlaskClient, app: Flask) -> None:
    make_circle(client)
    first = start(client, "boomke_wies")
    deal(app, first, "one")
    second = start(client, "boomke_wies")
    evening = evening_of(client, first)
    assert asks(client, evening)
    send(client, f"{evening}/matches/{second}/delete")
    assert not asks(client, evening)


def test_who_only_watches_is_not_asked(app: Flask, client: FlaskClient, pair: Pair) -> None:
    watcher = phone_at(app, new_link(client, pair[0], right="watch"))
    assert watcher.get(pair[0]).status_code == 200
    assert not asks(watcher, pair[0])
    keeper = phone_at(app, new_link(client, pair[0]))
    assert asks(keeper, pair[0])


@pytest.mark.parametrize(("minutes", "asked"), [(30, True), (31, False), (-29, True), (-31, False)])
def test_so_near_in_time(app: Flask, client: FlaskClient, minutes: int, asked: bool) -> None:
    make_circle(client)
    first = start(client, "boomke_wies")
    deal(app, first, "one")
    deal(app, beside(app, first, minutes), "two")
    assert asks(client, evening_of(client, first)) is asked


def test_one_phone_wrote_both(app: Flask, client: FlaskClient, pair: Pair) -> None:
    deal(app, pair[1], "two")
    assert not asks(client, pair[0])


@pytest.mark.parametrize(
    ("game", "seats", "rules"),
    [("texas_42", SEATS, {}), ("boomke_wies", ("Bob", "Cem", "Dee", "Ann"), {})],
)
def test_another_game_or_other_seats(app: Flask, client: FlaskClient, game: str, seats: tuple[str, ...], rules) -> None:
    make_circle(client)
    first = start(client, "boomke_wies")
    deal(app, first, "one")
    start(client, game, *seats, **rules)
    assert not asks(client, evening_of(client, first))


def test_one_after_the_other(app: Flask, client: FlaskClient) -> None:
    """The next match of the evening on another phone is another one; when both went on at once it is asked."""
    make_circle(client)
    first = start(client, "boomke_wies", length="points", length_value="1")
    deal(app, first, "one")
    deal(app, beside(app, first, 5), "two")
    evening = evening_of(client, first)
    assert not asks(client, evening)
    deal(app, beside(app, first, -1), "three")
    assert asks(client, evening)
    assert main_of(client.get(evening)).count("take all its deals back with Undo") == 2


def sections(client: FlaskClient, evening: str) -> list[Any]:
    """The questions on the page."""
    return [part for part in parsed(client.get(evening)).iter("section") if "twins" in part.get("class", "")]


def test_three_are_asked_about_at_once(app: Flask, client: FlaskClient, pair: Pair) -> None:
    """The third is near the second only."""
    evening, first, second = pair
    third = beside(app, first, 40)
    deal(app, third, "three")
    fourth = beside(app, first, 20)
    deal(app, fourth, "four")
    [section] = sections(client, evening)
    links = [link.get("href") for link in section.iter("a") if "rulings" not in link.get("href")]
    assert links == [f"/m/{uid}" for uid in (first, second, fourth, third)]
    assert "Several phones" in text(section)


def test_where_closing_decides_undo_ends_the_question(app: Flask, client: FlaskClient) -> None:
    """Once everything in one of them is taken back it is no match any more."""
    make_circle(client)
    first = start(client, "boomke_wies", length="deals", length_value="1")
    deal(app, first, "one")
    second = beside(app, first, -1)
    deal(app, second, "two")
    evening = evening_of(client, first)
    [section] = sections(client, evening)
    assert text(section).count("open it and take all its deals back with Undo") == 2
    with app.app_context():
        match = find_match(second)
        state = read(match)
        append(match, "strike", new_uid(), {"of": state.records[-1].uid}, state.version)
    assert not asks(client, evening)
