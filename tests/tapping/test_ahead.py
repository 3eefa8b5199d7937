"""A finger that rests on a button lets the engine draw ahead; only a finger that lifts there says anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.tables import start
from tests.tapping.phones import PATIENCE, bid, chip, version
from tests.tapping.taps import SOON, shows

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient
    from playwright.sync_api import BrowserContext, Locator, Page

    Phones = Callable[..., BrowserContext]

pytestmark = pytest.mark.browser
ASKED = """
globalThis.told = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (question) {
  told.push(question.what);
  return post.call(this, question);
};
"""


@pytest.fixture
def page(new_phone: Phones, address: str, client_of: FlaskClient) -> Page:
    """A table on a phone whose engine is ready; what the engine is asked is noted."""
    page = new_phone().new_page()
    page.add_init_script(ASKED)
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
    page.wait_for_selector("html[data-engine]", state="attached", timeout=PATIENCE)
    return page


def press(page: Page, target: Locator) -> None:
    """Touch a button and rest there until the engine has drawn what it will say."""
    target.hover()
    page.mouse.down()
    page.wait_for_function("() => told.at(-1) === 'revert'")


def test_a_finger_that_slides_away_says_nothing(page: Page) -> None:
    chip(page, "declarer", 1).click()
    press(page, chip(page, "contract", 9))
    page.mouse.move(2, 2)
    page.mouse.up()
    version(page, 0)
    bid(page, 2, 8)
    expect(page.locator(".bidline")).to_contain_text("Cem said")
    page.reload()
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Cem said")


def test_what_was_drawn_ahead_is_what_is_said(page: Page) -> None:
    bid(page, 1, 9)
    page.wait_for_timeout(SOON)
    press(page, chip(page, "tricks", 10))
    version(page, 1)
    with page.expect_response("**/say") as said:
        page.mouse.up()
    shows(page, [0, 2])
    assert said.value.json()["version"] == 2
    page.reload()
    version(page, 2)
    shows(page, [0, 2])
