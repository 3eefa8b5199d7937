"""A match that begins on a phone without a network: set up, played, followed by another, then on the server, once."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from sqlalchemy import select

from models.grants import make_grant, revoke
from models.tables import SCORE, Circle, Grant
from models.transaction import write_transaction
from tests.browser.deals_ahead import ahead, deals_of, log_of
from tests.browser.engines import ready, say_bid
from tests.browser.offline import another_table, begin, go_away
from tests.browser.phones import chip
from tests.browser.taps import play, shows
from tests.browser.waits import unsent, until, version
from tests.support.games import known
from tests.support.phones import join
from tests.support.servers import Stoppable

At = Callable[..., tuple[Page, str]]

FORGET = """() => new Promise((done) => (indexedDB.deleteDatabase("tallystick").onsuccess = () => done()))"""
STORIES = list(known("STORY").values())


def win(page: Page) -> None:
    """The one deal of a match to one point, while nothing gets through."""
    say_bid(page)
    version(page, 1)
    chip(page, "tricks", 9).click()
    expect(page.locator(".won").first).to_be_visible()


def matches_of(client: FlaskClient) -> list[str]:
    """The paths of the matches that the server has in the last evening, in its order."""
    return [f"/m/{match['uid']}" for match in client.get("/line/home").json["evenings"][0]["matches"]]


@pytest.mark.thorough
def test_an_evening_begins_and_ends_without_a_network(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    page, first = at_table()
    page = go_away(page, house)
    page.goto(house.address)
    page.get_by_role("link", name="New match").click()
    expect(page.locator(".game-list summary")).to_contain_text("Boomke Wies")
    page.locator("[value='player:Dee']").click()
    expect(page.locator("[value='player:Dee'][aria-pressed=false]")).to_be_visible()
    page.locator("[name=name]").fill("  Eve ")
    page.locator("[name=name]").press("Enter")
    expect(page.locator("[value='player:Eve'][aria-pressed=true]")).to_be_visible()
    page.locator("[value='draw:deal']").click()
    expect(page.locator("#seats [role=status]")).to_contain_text("drew highest")
    page.locator("[value='dealer:Eve']").click()
    expect(page.locator("[value='dealer:Eve'][aria-pressed=true]")).to_be_visible()
    page.reload()
    expect(page.locator("[value='dealer:Eve'][aria-pressed=true]")).to_be_visible()
    path = begin(page)
    for number, declarer in enumerate((1, 2)):
        ahead(page, declarer, 2 * number)
    page.reload()
    version(page, 4)
    expect(page.locator("#rows .here")).to_have_count(2)
    page.goto(house.address)
    expect(page.locator(f"a[href='{path}']")).to_contain_text("only on this phone")
    expect(page.locator("#unsent b")).to_have_text("No network")
    house.start()
    page.goto(house.address + path)
    expect(page.locator("#table")).to_be_visible()  # what the server said first is loaded again
    until(page, lambda: unsent(page) == 0)
    assert matches_of(client_of) == [first, path]
    assert log_of(client_of, path.rpartition("/")[2]) == deals_of(1, 2)
    log = client_of.get(f"{path}/log").json
    assert sorted(log["table"]["players"]) == ["Ann", "Bob", "Cem", "Eve"]
    assert log["table"]["players"][log["table"]["first_dealer"]] == "Eve"


@pytest.mark.thorough
def test_the_next_match_begins_where_the_last_one_ended(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    """Losers deal, then same again; all three are there afterwards, in their order, with their deals."""
    page, first = at_table(length="points", length_value="1")
    page = go_away(page, house)
    page.goto(house.address + first)
    ready(page)
    paths = [first]
    for way in ("losers", "next"):
        win(page)
        paths.append(another_table(page, page.locator(f"button[name=deals][value={way}]")))
    version(page, 0)
    page.goto(house.address)
    expect(page.locator("a.past").filter(has_text="only on this phone")).to_have_count(2)
    house.start()
    page.goto(house.address)
    until(page, lambda: unsent(page) == 0)
    assert matches_of(client_of) == paths
    logs = [client_of.get(f"{path}/log").json for path in paths]
    assert [log_of(client_of, path.rpartition("/")[2]) for path in paths] == [deals_of(1), deals_of(1), []]
    assert [log["table"]["first_dealer"] for log in logs] == [0, 2, 3]
    assert len({tuple(log["people"]) for log in logs}) == 1
    assert [log["rules"] for log in logs[1:]] == [logs[0]["rules"]] * 2


@pytest.mark.thorough
def test_an_evening_of_every_game(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    """A deal of each, tapped without a network, is on the server afterwards with its totals, in order, once."""
    page, first = at_table()
    page = go_away(page, house)
    paths = [first]
    for story in STORIES:
        seats = [("seat", name) for name in ("", *story.players)]
        page.goto(f"{house.address}/new?{urlencode([('game', story.game), *seats, ('rules', '')])}")
        expect(page.locator(".game-list summary")).to_contain_text(story.name)
        paths.append(begin(page))
        play(page, story.deals[0].taps)
        shows(page, story.deals[0].totals)
    house.start()
    page.goto(house.address)
    until(page, lambda: unsent(page) == 0)
    assert matches_of(client_of) == paths
    for story, path in zip(STORIES, paths[1:], strict=True):
        log = client_of.get(f"{path}/log").json
        assert (log["game"], log["table"]["players"]) == (story.game, story.players)
        assert [kind for kind, *_ in log["records"]].count("deal") == 1
        page.goto(house.address + path)
        shows(page, story.deals[0].totals)


@pytest.mark.thorough
def test_what_the_server_refuses_stays_on_the_phone_and_says_why(
    at_table: At, house: Stoppable, client_of: FlaskClient
) -> None:
    """Its link was revoked meanwhile; once it has another one, all of it comes."""
    page, _ = at_table()
    page = go_away(page, house)
    page.goto(f"{house.address}/new")
    path = begin(page)
    ahead(page, 1, 0)
    circle = client_of.get("/line/home").json["circle"]["uid"]
    with client_of.application.app_context(), write_transaction() as session:
        for grant in session.scalars(select(Grant).join(Grant.circle).where(Circle.uid == circle)).all():
            revoke(grant)
    house.start()
    expect(page.locator("#unsent")).to_contain_text("This link was revoked")
    assert unsent(page) == 3
    with client_of.application.app_context(), write_transaction() as session:
        _, secret = make_grant(session.scalars(select(Circle).where(Circle.uid == circle)).one(), SCORE)
    page.goto(f"{house.address}/join/{secret}")
    page.locator("main form button").click()
    page.wait_for_url(f"{house.address}/")
    until(page, lambda: unsent(page) == 0)
    join(client_of, f"/join/{secret}")
    assert log_of(client_of, path.rpartition("/")[2]) == deals_of(1)


@pytest.mark.thorough
def test_two_pages_send_it_once(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    page, first = at_table()
    page = go_away(page, house)
    page.goto(f"{house.address}/new")
    path = begin(page)
    ahead(page, 1, 0)
    other = page.context.new_page()
    other.goto(house.address)
    house.start()
    for each in (page, other):
        each.bring_to_front()
        each.evaluate("dispatchEvent(new Event('online'))")
    until(page, lambda: unsent(page) == 0)
    assert matches_of(client_of) == [first, path]
    assert log_of(client_of, path.rpartition("/")[2]) == deals_of(1)
    ahead(page, 2, 2)
    until(page, lambda: unsent(page) == 0)
    assert log_of(client_of, path.rpartition("/")[2]) == deals_of(1, 2)
