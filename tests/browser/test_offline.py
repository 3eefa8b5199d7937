"""The app without a network starts from what the phone keeps: asked for, remembered by a key, given as a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from models.base import today
from models.grants import revoke
from models.tables import Grant
from models.transaction import write_transaction
from tests.browser.deals_ahead import ahead, deals_of, log_of
from tests.browser.engines import ready
from tests.browser.offline import go_away, page_says, prepared
from tests.browser.waits import unsent, until
from tests.support.servers import Stoppable
from tests.support.tables import send

At = Callable[..., tuple[Page, str]]


def test_home_and_table_start_cold_without_a_network(at_table: At, house: Stoppable) -> None:
    page, path = at_table()
    served = page.locator("#table").inner_text()
    page = go_away(page, house)
    page.goto(house.address)
    expect(page.locator(".note:visible b")).to_have_text("Not connected")
    page.locator(f"a[href='{path}']").first.click()
    expect(page.locator("#table .total").first).to_be_visible()
    assert page.locator("#table").inner_text() == served
    expect(page.locator("#unsent b")).to_have_text("No network")
    ready(page)
    page.go_back()
    page.locator("a[href^='/e/']").first.click()
    expect(page.locator(f"a[href='{path}']")).to_be_visible()


@pytest.mark.thorough
def test_after_a_long_time_away_five_seconds_are_enough(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    """The pauses between attempts have grown to a minute by then; the page is looked at all the time."""
    page, path = at_table()
    page = go_away(page, house)
    page.clock.install()
    page.goto(house.address + path)
    ready(page)
    for number, declarer in enumerate((1, 2)):
        ahead(page, declarer, 2 * number)
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    for _ in range(40):
        page.clock.run_for(5000)
    house.start()
    page.clock.run_for(5000)
    until(page, lambda: unsent(page) == 0)
    assert log_of(client_of, path.removeprefix("/m/")) == deals_of(1, 2)


def test_what_is_not_on_the_phone_says_so_and_comes_with_the_network(at_table: At, house: Stoppable) -> None:
    page, _ = at_table()
    page = go_away(page, house)
    for path in ("/circle", "/e/neverseen234", "/review", "/m/neverseen234"):
        page.goto(house.address + path)
        expect(page.get_by_text("This is not on this phone")).to_be_visible()
    with page.expect_navigation():
        house.start()


def test_a_server_that_hangs_is_waited_for_three_seconds(at_table: At, house: Stoppable) -> None:
    page, path = at_table()
    house.held.clear()
    page.goto(house.address + path)
    expect(page.locator("#shell")).to_be_attached()
    expect(page.locator("#table")).to_be_visible()


COUNTED = (
    "StorageManager.prototype.persist = async () => localStorage.setItem('asked', 1 + Number(localStorage.asked ?? 0))"
)
INSTALLED = (
    "const real = matchMedia; matchMedia = (asked) => (/standalone/.test(asked) ? { matches: true } : real(asked))"
)
ASKED = "localStorage.asked ?? '0'"


def test_after_three_evenings_it_is_asked_once(
    offline_phone: BrowserContext, at_table: At, client_of: FlaskClient
) -> None:
    offline_phone.add_init_script(COUNTED)
    page, _ = at_table()
    assert page.evaluate(ASKED) == "0"
    for days in (3, 9):
        send(client_of, "/evenings/past", date=(today() - timedelta(days=days)).isoformat(), place="")
    page.evaluate("indexedDB.deleteDatabase('tallystick')")  # else what is stored is young enough
    for _ in range(2):
        page.reload()
        prepared(page)
        until(page, lambda: page.evaluate(ASKED) == "1")


@pytest.mark.thorough
def test_at_the_first_deal_of_an_installed_app(offline_phone: BrowserContext, at_table: At) -> None:
    offline_phone.add_init_script(f"{COUNTED}; {INSTALLED}")
    page, _ = at_table()
    ready(page)
    for number in range(2):
        ahead(page, 1, 2 * number)
        assert page.evaluate(ASKED) == "1"


KEY = """async (field) => {
  const opened = await new Promise((done) => {
    indexedDB.open("tallystick").onsuccess = ({ target }) => done(target.result);
  });
  const asked = opened.transaction("about").objectStore("about").get("key");
  const key = await new Promise((done) => (asked.onsuccess = () => (opened.close(), done(asked.result))));
  return %s;
}"""
REMEMBERED = KEY % "Boolean(key?.held)"
SECRET = KEY % "key?.key"


def forgetful(at_table: At) -> tuple[Page, str]:
    """A phone at a table whose key is remembered, and whose cookies are gone then; page and path."""
    page, path = at_table()
    page_says(page, REMEMBERED)
    page.context.clear_cookies()
    return page, path


@pytest.mark.thorough
def test_what_it_recorded_meanwhile_is_sent(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    page, path = forgetful(at_table)
    page = go_away(page, house)
    page.goto(house.address + path)
    ready(page)
    ahead(page, 1, 0)
    ahead(page, 2, 2)
    house.start()
    until(page, lambda: unsent(page) == 0)
    assert log_of(client_of, path.removeprefix("/m/")) == deals_of(1, 2)


@pytest.mark.thorough
def test_a_revoked_link_brings_nobody_home(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    page, _ = forgetful(at_table)
    with client_of.application.app_context(), write_transaction() as session:
        for grant in session.query(Grant).all():
            revoke(grant)
    with page.expect_response("**/line/key") as told:
        page.goto(house.address)
    assert told.value.status == 403
    expect(page.locator("#stranger")).to_have_count(1)


TOMORROW = "Date.now() + 25 * 3600 * 1000"


@pytest.mark.thorough
def test_after_a_day_it_is_given_as_a_file(
    at_table: At, house: Stoppable, client_of: FlaskClient, tmp_path: Path
) -> None:
    """Taken in on another page; then the phone finds its network, and nothing is there twice."""
    page, path = at_table()
    page = go_away(page, house)
    page.clock.install()
    page.goto(house.address + path)
    ready(page)
    for number, declarer in enumerate((1, 2)):
        ahead(page, declarer, 2 * number)
    strip = page.locator("#unsent")
    expect(strip).to_contain_text("2 deals are only on this phone")
    expect(strip.get_by_role("button")).to_be_hidden()
    page.clock.set_system_time(page.evaluate(TOMORROW))
    page.goto(house.address + path)
    expect(strip.locator("b")).to_have_text("Open this with a network once")
    with page.expect_download() as given:
        strip.get_by_role("button", name="As a file").click()
    file = tmp_path / given.value.suggested_filename
    given.value.save_as(file)
    assert "csrf_token" not in file.read_text()
    assert len(json.loads(file.read_text())["rows"]) == 4
    page.goto("about:blank")  # a page of the phone would send it as soon as the server answers
    house.start()
    other = page.context.browser.new_context(storage_state=page.context.storage_state())  # type: ignore[union-attr]
    circle = other.new_page()
    circle.goto(house.address + "/circle")
    circle.get_by_role("link", name="Deals from a file").click()
    circle.locator("[name=file]").set_input_files(file)
    circle.get_by_role("button", name="Record what is in it").click()
    expect(circle.locator("a.past")).to_contain_text("4 entries came in")
    other.close()
    page.goto(house.address + path)
    until(page, lambda: unsent(page) == 0)
    assert log_of(client_of, path.removeprefix("/m/")) == deals_of(1, 2)
