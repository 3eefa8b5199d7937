"""The toast after a deal: it stays until another saying takes its place, and what it says can be taken back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.answer_modes import SCRIPT
from tests.browser.phones import bid, deal
from tests.browser.taps import SOON, header, shows, undo
from tests.browser.waits import at_rest, version
from tests.support.tables import start

pytestmark = pytest.mark.browser
HOURS = 3 * 3600 * 1000  # ms
LONG = "Maximiliane von Hohenstein-Rabenau zu Au"
SHOWN_WHOLE = """(words) => {
    const last = document.createRange();
    last.setStart(words.lastChild, words.lastChild.length - 1);
    last.setEnd(words.lastChild, words.lastChild.length);
    const [shown, room] = [last.getBoundingClientRect(), words.getBoundingClientRect()];
    return words.lastChild.data.endsWith("8") && shown.bottom <= room.bottom + 1 && shown.right <= room.right + 1;
}"""


@pytest.fixture(params=SCRIPT, ids=["script", "no script"])
def table(
    request: pytest.FixtureRequest, new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> Page:
    """A table on which a deal was just recorded; where there is script hours have passed since."""
    page = new_phone(java_script_enabled=request.param).new_page()
    if request.param:
        page.clock.install()
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
    deal(page)
    shows(page, [0, 1])
    if request.param:
        page.clock.run_for(HOURS)
    return page


@pytest.mark.thorough
def test_it_is_there_for_as_long_as_nothing_else_is_said(table: Page) -> None:
    toast = table.locator(".toast")
    expect(toast).to_have_text(re.compile("deal 1.*Undo"))
    expect(toast.locator("span").first).to_have_role("status")
    bid(table)
    expect(toast).to_have_text(re.compile("Bob’s 8.*Undo"))


def test_it_names_who_gained_and_long_names_leave_the_gain_readable(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone(viewport={"width": 320, "height": 568}).new_page()
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
    deal(page)
    said = page.locator(".toast > span")
    expect(said).to_have_text(re.compile(r"^deal 1, Bob:\s*Bob & Dee\s*\+1$"))
    names = ["Bartholomew Featherstonehaugh the Elder", "Wilhelmina van der Wetering-Oudshoorn"]
    for old, new in zip(["Bob", "Dee"], names, strict=True):
        for bdi in reversed(
            said.locator("bdi").get_by_text(old, exact=True).all()
        ):  # a renamed one is not counted any more
            bdi.evaluate("(element, name) => { element.textContent = name }", new)
    expect(said).to_contain_text(names[1])
    expect(said.locator("bdi[dir=ltr]")).to_be_in_viewport(ratio=1)  # what the box cuts off does not count


def test_long_names_leave_the_number_in_what_undo_takes_back_readable(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone(viewport={"width": 320, "height": 568}).new_page()
    place = f"{address}/m/{start(client_of, 'boomke_wies')}"
    page.goto(place)
    bid(page)
    expect(page.locator(".toast")).to_have_text(re.compile("Bob’s 8.*Undo"))
    at_rest(page)  # else the new page sends it once more, and tells it with a toast
    page.goto(place)
    words = page.locator(".again b")
    expect(words).to_have_text("Undo: Bob’s 8")
    words.locator("bdi").first.evaluate("(element, name) => { element.textContent = name }", LONG)
    assert words.evaluate(SHOWN_WHOLE)


@pytest.mark.thorough
def test_its_undo_takes_the_deal_back_as_the_headers_does_also_after_a_reload(table: Page) -> None:
    """Redo brings it back each time."""
    table.locator(".toast").get_by_role("button", name="Undo").click()
    for _ in range(2):
        shows(table, [0, 0])
        expect(table.locator("#rows .line")).to_have_count(0)
        table.wait_for_timeout(SOON)
        header(table, "Redo")
        shows(table, [0, 1])
        expect(table.locator("#rows .line")).to_have_count(1)
        table.wait_for_timeout(SOON)
        header(table, "Undo")
    shows(table, [0, 0])
    table.wait_for_timeout(SOON)
    header(table, "Redo")
    shows(table, [0, 1])
    at_rest(table)
    table.goto(table.url.partition("?")[0])
    expect(table.locator(".toast")).to_have_count(0)
    header(table, "Undo")
    shows(table, [0, 0])
    header(table, "Redo")
    shows(table, [0, 1])


@pytest.mark.thorough
def test_a_tap_that_records_nothing_is_what_undo_takes_back_from_then_on(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone().new_page()
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
    deal(page)
    version(page, 2)
    page.locator('label:has(input[name="declarer"][value="2"])').click()
    expect(page).to_have_url(re.compile("declarer=2"))
    expect(page.locator(".toast")).to_have_count(0)
    undo(page, "Undo: Cem").click()
    expect(page).not_to_have_url(re.compile("declarer=2"))
    expect(undo(page)).to_have_text(re.compile("^Undo: deal 1, Bob:"))
    version(page, 2)
    page.reload()
    undo(page, "Redo: Cem").click()
    expect(page.locator('input[name="declarer"][value="2"]')).to_be_checked()
