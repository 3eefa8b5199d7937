"""The app without a network starts from what the phone keeps, says what it lacks, and sends all of it once."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect
from sqlalchemy import select

from models.grants import make_grant, revoke
from models.tables import SCORE, Circle, Grant
from models.transaction import write_transaction
from tests.browser.engines import ready
from tests.browser.offline import begin, go_away, page_says
from tests.browser.phones import ahead, deals_of, log_of
from tests.browser.waits import unsent, until
from tests.support.phones import join
from tests.support.records import say
from tests.support.tables import start

REMEMBERED = """async () => {
  const opened = await new Promise((done) => {
    indexedDB.open("tallystick").onsuccess = ({ target }) => done(target.result);
  });
  const asked = opened.transaction("about").objectStore("about").get("key");
  const key = await new Promise((done) => (asked.onsuccess = () => (opened.close(), done(asked.result))));
  return Boolean(key?.held);
}"""
TOMORROW = "Date.now() + 25 * 3600 * 1000"


@pytest.mark.thorough
def test_home_and_table_start_cold_and_what_is_not_on_the_phone_says_so(at_table, house, client_of):
    page, path = at_table()
    served = page.locator("#table").inner_text()
    other = start(client_of, "texas_42")
    deal = say(client_of.application, other, "close")
    house.held.clear()  # it hangs
    page.goto(house.address + path)
    expect(page.locator("#shell")).to_be_attached()
    expect(page.locator("#table")).to_have_text(served, use_inner_text=True)
    page = go_away(page, house)
    page.goto(house.address)
    expect(page.locator(".note:visible b")).to_have_text("Not connected")
    page.locator(f"a[href='{path}']").first.click()
    expect(page.locator("#unsent b")).to_have_text("No network")
    page.go_back()
    page.locator("a[href^='/e/']").first.click()
    expect(page.locator(f"a[href='{path}']")).to_be_visible()
    of_other = (f"/m/{other}", f"/m/{other}/history", f"/m/{other}/deal/{deal}")
    for address in (*of_other, f"{path}/deal/nothing", "/m/neverseen234", "/e/neverseen234", "/review", "/circle"):
        page.goto(house.address + address)
        expect(page.get_by_text("This is not on this phone")).to_be_visible()
    with page.expect_navigation():
        house.start()


def revoke_links(client: FlaskClient, circle: str) -> None:
    """Revoke every link to a circle."""
    with client.application.app_context(), write_transaction() as session:
        for grant in session.scalars(select(Grant).join(Grant.circle).where(Circle.uid == circle)).all():
            revoke(grant)


@pytest.mark.thorough
def test_a_phone_without_its_cookies_and_then_without_its_link_loses_nothing(at_table, house, client_of):
    """Its key brings back what the cookies held; what a revoked link may not send waits for another link."""
    page, path = at_table()
    circle = client_of.get("/line/home").json["circle"]["uid"]
    page_says(page, REMEMBERED)
    page.context.clear_cookies()
    page = go_away(page, house)
    page.goto(house.address + path)
    ready(page)
    ahead(page, 1, 0)
    house.start()
    until(page, lambda: unsent(page) == 0)
    assert log_of(client_of, path.removeprefix("/m/")) == deals_of(1)
    page = go_away(page, house)
    page.goto(f"{house.address}/new")
    begun = begin(page)
    ahead(page, 2, 0)
    revoke_links(client_of, circle)
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
    assert log_of(client_of, begun.removeprefix("/m/")) == deals_of(2)
    page_says(page, REMEMBERED)
    page.context.clear_cookies()
    revoke_links(client_of, circle)
    with page.expect_response("**/line/key") as told:
        page.goto(house.address)
    assert told.value.status == 403
    expect(page.locator("#stranger")).to_have_count(1)


@pytest.mark.thorough
def test_after_a_day_it_is_given_as_a_file(at_table, house, client_of, tmp_path):
    """Taken in on another page; then the phone finds its network, and nothing is there twice."""
    page, path = at_table()
    page = go_away(page, house)
    page.clock.install()
    page.goto(house.address + path)
    ready(page)
    ahead(page, 1, 0)
    ahead(page, 2, 2)
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
