"""The toast after a deal: it stays until another saying takes its place, and what it says can be taken back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, expect

from tests.browser.phones import bid, deal
from tests.browser.taps import undo
from tests.browser.waits import at_rest, version
from tests.support.tables import start

pytestmark = pytest.mark.browser
LONG = "Maximiliane von Hohenstein-Rabenau zu Au"
SHOWN_WHOLE = """(words) => {
    const last = document.createRange();
    last.setStart(words.lastChild, words.lastChild.length - 1);
    last.setEnd(words.lastChild, words.lastChild.length);
    const [shown, room] = [last.getBoundingClientRect(), words.getBoundingClientRect()];
    return words.lastChild.data.endsWith("8") && shown.bottom <= room.bottom + 1 && shown.right <= room.right + 1;
}"""


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
