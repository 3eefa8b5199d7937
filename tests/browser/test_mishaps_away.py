"""What can go wrong without a network, and a server restored from a copy: nothing is lost or recorded twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect
from sqlalchemy import select

from models.base import db, today
from models.matches import find_match
from models.tables import Match, StoredRecord
from models.tail.branches import match_branches
from models.transaction import write_transaction
from tests.browser.deals_ahead import ahead, deals_of, log_of
from tests.browser.engines import ready
from tests.browser.network import ONLINE, no_line
from tests.browser.offline import begin, go_away
from tests.browser.waits import at_rest, unsent, until, version
from tests.support.backups import head_of, restored, without_match
from tests.support.phones import new_link
from tests.support.servers import Stoppable
from tests.support.tables import make_circle, start

At = Callable[..., tuple[Page, str]]
Phones = Callable[..., BrowserContext]
POSTS = "**/m/*/{say,undo,redo,tail}"
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
def test_where_nothing_can_be_stored_it_is_sent_while_the_page_is_there(
    one_phone: BrowserContext, with_engine: At, client_of: FlaskClient
) -> None:
    """It is stored once there is room after all, and then no more than once."""
    one_phone.add_init_script(FULL_DISK)
    page, uid = with_engine()
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


@pytest.mark.thorough
def test_a_phone_whose_cookie_is_gone_sends_all_of_it_once_it_opens_a_link_again(
    one_phone: BrowserContext, with_engine: At, address: str, client_of: FlaskClient
) -> None:
    page, uid = with_engine()
    ahead(page, 1, 0)
    at_rest(page)
    one_phone.route(POSTS, no_line)
    ahead(page, 2, 2)
    ahead(page, 3, 4)
    link = new_link(client_of)
    one_phone.clear_cookies()
    one_phone.unroute(POSTS)
    with page.expect_response("**/tail") as answer:
        page.evaluate(ONLINE)
    assert answer.value.status in (400, 403, 404)
    assert unsent(page) == 4
    page.goto(address + link)
    if page.url.endswith("/join"):
        page.locator("main button").first.click()
    page.goto(address)
    until(page, lambda: unsent(page) == 0)
    assert stored(client_of, uid) == ["bid", "deal"] * 3


def stored(client: FlaskClient, uid: str) -> list[str]:
    """The kinds of the records of a match, in order."""
    found = select(StoredRecord.kind).join(Match).where(Match.uid == uid).order_by(StoredRecord.seq)
    with client.application.app_context(), write_transaction() as session:
        return list(session.scalars(found))


def waiting_deals(client: FlaskClient, uid: str) -> list[tuple[Any, Any]]:
    """Who bid and what was taken in each deal of the match's branches, in the order in which they came."""
    with client.application.app_context():
        match = find_match(uid)
        branches = match_branches(db.session.connection(), match.id, uid) if match else []
    records = [one for branch in branches for one in branch.records if one.kind == "deal"]
    return [(one.body["declarer"], one.body["tricks"]) for one in records]


def copied(client: FlaskClient, uid: str) -> dict[str, Any]:
    """The head of a match, as a copy of now has it."""
    with client.application.app_context():
        return head_of(uid)


def three_deals(page: Page, uid: str, client: FlaskClient) -> dict[str, Any]:
    """Three deals, all of them recorded; the head of the match in a copy that was made after the first."""
    ahead(page, 1, 0)
    at_rest(page)
    head = copied(client, uid)
    ahead(page, 2, 2)
    ahead(page, 3, 4)
    at_rest(page)
    return head


def brought_back(client: FlaskClient, uid: str, head: dict[str, Any]) -> None:
    """Make the log what it was in that copy."""
    with client.application.app_context():
        restored(uid, head)


@pytest.mark.thorough
def test_a_server_of_yesterday_gets_back_what_the_phone_knew_to_be_recorded(
    with_engine: At, client_of: FlaskClient
) -> None:
    page, uid = with_engine()
    head = three_deals(page, uid, client_of)
    brought_back(client_of, uid, head)
    assert log_of(client_of, uid) == deals_of(1)
    page.reload()
    until(page, lambda: log_of(client_of, uid) == deals_of(1, 2, 3))
    version(page, 6)
    until(page, lambda: unsent(page) == 0)
    assert waiting_deals(client_of, uid) == []
    expect(page.locator("#rows a.line")).to_have_count(3)
    ahead(page, 0, 6)
    until(page, lambda: log_of(client_of, uid) == deals_of(1, 2, 3, 0))


@pytest.mark.full
def test_two_pages_of_one_phone_at_one_table_lose_nothing(with_engine: At, client_of: FlaskClient) -> None:
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
    assert stored(client_of, uid) == ["bid", "deal"]
    [kept] = [(row[1], row[2]) for row in log_of(client_of, uid) if row[0] == "deal"]
    assert sorted([kept, *waiting_deals(client_of, uid)]) == [(1, 9), (2, 9)]


@pytest.mark.full
def test_two_phones_that_both_wrote_without_a_network(new_phone: Phones, address: str, client_of: FlaskClient) -> None:
    """The same first deal is one, the other second one is a question, and it is settled on one page."""
    uid = start(client_of, "boomke_wies")
    pages = [new_phone().new_page() for _ in range(2)]
    for page in pages:
        page.goto(f"{address}/m/{uid}")
        ready(page)
        page.context.set_offline(True)
    for page, declarer in zip(pages, (2, 3), strict=True):
        page.bring_to_front()
        ahead(page, 1, 0)
        ahead(page, declarer, 2)
    for page in pages:
        page.context.set_offline(False)
        until(page, lambda page=page: unsent(page) == 0)
    assert log_of(client_of, uid) == deals_of(1, 2)
    expect(pages[1].locator("#unsent")).to_contain_text("Another phone wrote, too")
    pages[1].locator("#unsent").get_by_role("link").click()
    pages[1].locator("[value=two]").check()
    pages[1].get_by_role("button", name="Take it so").click()
    expect(pages[1].locator("#rows .line")).to_have_count(3)
    assert [(row[1], row[2]) for row in log_of(client_of, uid) if row[0] == "deal"] == [(1, 9), (2, 9), (3, 9)]


@pytest.mark.full
@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_that_is_a_day_wrong_changes_neither_evening_nor_order(
    offline_phone: BrowserContext, at_table: At, house: Stoppable, client_of: FlaskClient, days: int
) -> None:
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


OFFER = "#lost-matches"


def recorded(page: Page, *declarers: int) -> None:
    """So many deals at an empty table, all of them with the server."""
    for number, declarer in enumerate(declarers):
        ahead(page, declarer, 2 * number)
    at_rest(page)


def lost(client: FlaskClient, *uids: str) -> None:
    """Make the database what it was before these matches."""
    with client.application.app_context():
        for uid in uids:
            without_match(uid)


def evening_of(client: FlaskClient, uid: str) -> str:
    """The address of a match's evening."""
    return str(client.get(f"/m/{uid}/log").get_json()["evening"])


def bring_back(page: Page, path: str) -> None:
    """Load the page of a match that is not there, and have all of it recorded again."""
    page.goto("about:blank")
    page.goto(path)
    page.locator(OFFER).get_by_role("button", name="Record it again").click()
    expect(page.locator("#table")).to_be_visible()
    until(page, lambda: unsent(page) == 0)


@pytest.mark.thorough
def test_a_match_that_the_server_lacks_comes_back(with_engine: At, client_of: FlaskClient) -> None:
    """With what was tapped on it while nothing got through; and it goes on."""
    page, uid = with_engine()
    recorded(page, 1, 2)
    address, evening = page.url, evening_of(client_of, uid)
    page.context.route("**/m/*/{say,tail}", no_line)
    ahead(page, 3, 4)
    lost(client_of, uid)
    assert client_of.get(f"/m/{uid}/log").status_code == 404
    page.context.unroute("**/m/*/{say,tail}")
    bring_back(page, address)
    assert log_of(client_of, uid) == deals_of(1, 2, 3)
    assert evening_of(client_of, uid) == evening
    version(page, 6)
    ready(page)
    ahead(page, 0, 6)
    until(page, lambda: log_of(client_of, uid) == deals_of(1, 2, 3, 0))


@pytest.mark.thorough
def test_all_matches_that_the_server_lacks_come_back_into_one_evening(
    with_engine: At, address: str, client_of: FlaskClient
) -> None:
    page, first = with_engine()
    recorded(page, 1)
    second = start(client_of, "boomke_wies", "Bob", "Cem", "Dee", "Eve")  # of whom the copy does not know one
    page.goto(f"{address}/m/{second}")
    ready(page)
    recorded(page, 2, 3)
    there = start(client_of, "boomke_wies")
    page.goto(f"{address}/m/{there}")
    ready(page)
    recorded(page, 0)
    evening = evening_of(client_of, first)
    lost(client_of, first, second)
    page.goto(f"{address}/m/{first}")
    expect(page.locator(f"{OFFER} li")).to_have_count(2)
    for players in ("Ann · Bob · Cem · Dee", "Bob · Cem · Dee · Eve"):
        expect(page.locator(f"{OFFER} li", has_text=f"Boomke Wies · {players} · ")).to_have_count(1)
    page.get_by_role("button", name="Record it again").click()
    expect(page.locator("#table")).to_be_visible()
    until(page, lambda: unsent(page) == 0)
    until(page, lambda: log_of(client_of, first) == deals_of(1))
    until(page, lambda: log_of(client_of, second) == deals_of(2, 3))
    assert evening_of(client_of, first) == evening_of(client_of, second) == evening
    assert client_of.get(f"/m/{second}/log").get_json()["table"]["players"] == ["Bob", "Cem", "Dee", "Eve"]
    page.goto(f"{address}/m/{second}x")
    expect(page.locator(OFFER)).to_have_count(1)
    page.wait_for_load_state("networkidle")
    expect(page.locator(OFFER)).to_be_hidden()


@pytest.mark.thorough
def test_another_circles_match_is_not_offered(
    with_engine: At, one_phone: BrowserContext, address: str, client_of: FlaskClient
) -> None:
    page, uid = with_engine()
    recorded(page, 1)
    client_of.delete_cookie("tallystick")
    make_circle(client_of)
    one_phone.add_cookies([{"name": "tallystick", "value": client_of.get_cookie("tallystick").value, "url": address}])
    with page.expect_response("**/line/home"):
        page.goto(f"{address}/m/{uid}")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("link", name="Go home").last).to_be_visible()
    expect(page.locator(OFFER)).to_be_hidden()
