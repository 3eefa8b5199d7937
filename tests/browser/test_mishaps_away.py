"""What can go wrong without a network, and a server restored from a copy: nothing is lost or recorded twice."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from models.base import db, today
from models.matches import find_match
from models.tail.branches import match_branches
from tests.browser.engines import ready
from tests.browser.network import ONLINE, no_line
from tests.browser.offline import begin, go_away
from tests.browser.phones import ahead, deals_of, log_of
from tests.browser.waits import at_rest, unsent, until, version
from tests.support.backups import head_of, restored, without_match
from tests.support.tables import make_circle, start

POSTS = "**/m/*/{say,undo,redo,tail}"
OFFER = "#lost-matches"
FULL_DISK = """
for (const way of ["add", "put"]) {
  const real = IDBObjectStore.prototype[way];
  IDBObjectStore.prototype[way] = function (...row) {
    const asked = real.apply(this, row);
    if (this.name === "unsent" && !sessionStorage.room) this.transaction.abort();
    return asked;
  };
}"""  # what a browser does that has no room: the transaction comes to nothing
ROOM = "() => (sessionStorage.room = 'yes')"
CLOCK = """
const ahead = {ms};
const Real = Date;
globalThis.Date = class extends Real {{
  constructor(...given) {{ super(...(given.length ? given : [Real.now() + ahead])); }}
  static now() {{ return Real.now() + ahead; }}
}};"""
DAY = 86_400_000  # ms


@pytest.mark.thorough
def test_where_nothing_can_be_stored_it_is_sent_while_the_page_is_there(one_phone, with_engine, client_of):
    """It is stored once there is room after all, and then no more than once."""
    page, uid = with_engine(script=FULL_DISK)
    one_phone.route(POSTS, no_line)
    ahead(page, 1, 0)
    ahead(page, 2, 2)
    assert unsent(page) == 0
    expect(page.locator("#unsent")).to_contain_text("Leave this page open until it is sent")
    page.evaluate(ROOM)
    page.evaluate(ONLINE)
    until(page, lambda: unsent(page) == 4)
    expect(page.locator("#unsent")).to_contain_text("2 deals are only on this phone")
    page.evaluate(ONLINE)
    one_phone.unroute(POSTS)
    page.evaluate(ONLINE)
    until(page, lambda: log_of(client_of, uid) == deals_of(1, 2))
    until(page, lambda: unsent(page) == 0)
    expect(page.locator("#unsent")).to_be_hidden()


def waiting_deals(client: FlaskClient, uid: str) -> list[tuple[Any, Any]]:
    """Who bid and what was taken in each deal of the match's branches, in the order in which they came."""
    with client.application.app_context():
        match = find_match(uid)
        branches = match_branches(db.session.connection(), match.id, uid) if match else []
    records = [one for branch in branches for one in branch.records if one.kind == "deal"]
    return [(one.body["declarer"], one.body["tricks"]) for one in records]


@pytest.mark.thorough
def test_a_server_of_yesterday_gets_back_what_the_phone_knew_to_be_recorded(one_phone, with_engine, address, client_of):
    """Of one match it lacks the end, and two others whole; what no copy knows of is offered to its own circle only."""
    page, uid = with_engine()
    ahead(page, 1, 0)
    at_rest(page)
    with client_of.application.app_context():
        head = head_of(uid)
    ahead(page, 2, 2)
    at_rest(page)
    second = another_match(page, address, client_of, "Bob", "Cem", "Dee", "Eve")  # of whom the copy does not know one
    third = another_match(page, address, client_of)
    evening = evening_of(client_of, uid)
    one_phone.route(POSTS, no_line)
    ahead(page, 3, 2)
    with client_of.application.app_context():
        restored(uid, head)
        without_match(second)
        without_match(third)
    one_phone.unroute(POSTS)
    page.goto(f"{address}/m/{third}")
    expect(page.locator(f"{OFFER} li")).to_have_count(2)
    for players in ("Ann · Bob · Cem · Dee", "Bob · Cem · Dee · Eve"):
        expect(page.locator(f"{OFFER} li", has_text=f"Boomke Wies · {players} · ")).to_have_count(1)
    page.get_by_role("button", name="Record it again").click()
    expect(page.locator("#table")).to_be_visible()
    until(page, lambda: log_of(client_of, third) == deals_of(0, 3))
    until(page, lambda: log_of(client_of, second) == deals_of(0))
    assert evening_of(client_of, second) == evening_of(client_of, third) == evening
    assert client_of.get(f"/m/{second}/log").get_json()["table"]["players"] == ["Bob", "Cem", "Dee", "Eve"]
    page.goto(f"{address}/m/{uid}")
    until(page, lambda: log_of(client_of, uid) == deals_of(1, 2))
    version(page, 4)
    until(page, lambda: unsent(page) == 0)
    assert waiting_deals(client_of, uid) == []
    ready(page)
    ahead(page, 0, 4)
    until(page, lambda: log_of(client_of, uid) == deals_of(1, 2, 0))
    page.goto(f"{address}/m/{second}x")
    expect(page.locator(OFFER)).to_have_count(1)
    page.wait_for_load_state("networkidle")
    expect(page.locator(OFFER)).to_be_hidden()
    client_of.delete_cookie("tallystick")
    make_circle(client_of)
    one_phone.add_cookies([{"name": "tallystick", "value": client_of.get_cookie("tallystick").value, "url": address}])
    with page.expect_response("**/line/home"):
        page.goto(f"{address}/m/{uid}")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("link", name="Go home").last).to_be_visible()
    expect(page.locator(OFFER)).to_be_hidden()


def another_match(page: Page, address: str, client: FlaskClient, *players: str) -> str:
    """The uid of another match with a deal of its own, all of it recorded."""
    uid = start(client, "boomke_wies", *players)
    page.goto(f"{address}/m/{uid}")
    ready(page)
    ahead(page, 0, 0)
    at_rest(page)
    return uid


def evening_of(client: FlaskClient, uid: str) -> str:
    """The address of a match's evening."""
    return str(client.get(f"/m/{uid}/log").get_json()["evening"])


@pytest.mark.full
def test_two_pages_of_one_phone_at_one_table_lose_nothing(with_engine, client_of):
    """Each goes on by itself; what the second had is told as another phone's would be."""
    page, uid = with_engine()
    other = page.context.new_page()
    other.goto(page.url)
    ready(other)
    page.context.set_offline(True)
    for each, declarer in ((page, 1), (other, 2)):
        each.bring_to_front()
        ahead(each, declarer, 0)
    page.context.set_offline(False)
    until(page, lambda: unsent(page) == 0)
    [_, [_, *kept]] = log_of(client_of, uid)
    assert sorted([tuple(kept), *waiting_deals(client_of, uid)]) == [(1, 9), (2, 9)]


@pytest.mark.full
@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_that_is_a_day_wrong_changes_neither_evening_nor_order(offline_phone, at_table, house, client_of, days):
    """The phone knows by how much it was wrong when the server last answered."""
    offline_phone.add_init_script(CLOCK.format(ms=days * DAY))
    page, first = at_table()
    page = go_away(page, house)
    page.goto(house.address + first)
    ready(page)
    ahead(page, 1, 0)
    page.goto(f"{house.address}/new")
    path = begin(page)
    ahead(page, 2, 0)
    house.start()
    page.goto(house.address)
    until(page, lambda: unsent(page) == 0)
    [evening] = client_of.get("/line/home").get_json()["evenings"]
    assert evening["date"] == today().isoformat()
    assert [f"/m/{match['uid']}" for match in evening["matches"]] == [first, path]
    logs = [log_of(client_of, each.rpartition("/")[2]) for each in (first, path)]
    assert logs == [deals_of(1), deals_of(2)]
