"""What has been only on a phone for a day: it asks for a network, gives a file, and the circle's page takes that in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.browser.deals_ahead import ahead, deals_of, log_of
from tests.browser.engines import ready
from tests.browser.offline import go_away
from tests.browser.waits import unsent, until
from tests.support.servers import Stoppable

At = Callable[..., tuple[Page, str]]

pytestmark = pytest.mark.browser
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
