"""The clock of a match in the browser: it stands on the server's time, says when time is up, and leads to the end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, expect

from tests.browser.network import server_is_late
from tests.browser.phones import bid, chip
from tests.support.sizes import one_in
from tests.support.tables import start

pytestmark = pytest.mark.browser


def test_it_runs_by_the_server_and_the_last_deal_leads_to_the_end(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone().new_page()
    match = start(client_of, "boomke_wies", length="clock", length_value="60")
    minutes = [20]
    server_is_late(page, minutes)
    page.goto(f"{address}/m/{match}")
    clock, strip = page.locator("match-clock"), page.locator("time-up")
    expect(clock.locator("b")).to_have_text(re.compile(r"(40|39|41):\d\d"))
    expect(clock.locator("small")).to_have_text("left")
    expect(strip).to_be_hidden()
    minutes.append(61)
    page.reload()
    expect(strip).to_contain_text("this is the last deal")
    expect(clock).to_contain_text("0:00")
    expect(strip.locator("button")).to_be_hidden()
    bid(page)
    expect(page.locator(".needs.deciding")).to_be_visible()
    expect(page.locator(".needs.deciding")).to_contain_text("8 tricks make it; 8 tricks to win the match")
    expect(page.locator(".needs:not(.deciding)")).to_be_hidden()
    chip(page, "tricks", 9).click()
    strip.get_by_role("button", name="End the match").click()
    expect(page.locator(".won")).to_contain_text("ahead when time was up")


@pytest.mark.parametrize(
    ("way", "asked", "width", "height"),
    one_in(2, [("follow?tv=1", "live", 1280, 720), ("across", "version", 320, 568)]),
)
def test_who_watches_is_told_of_the_last_deal(
    new_phone: Callable[..., BrowserContext],
    address: str,
    client_of: FlaskClient,
    way: str,
    asked: str,
    width: int,
    height: int,
) -> None:
    page = new_phone(viewport={"width": width, "height": height}).new_page()
    match = start(client_of, "boomke_wies", length="clock", length_value="60")
    server_is_late(page, [61], f"**/{asked}*")
    page.goto(f"{address}/m/{match}/{way}")
    strip = page.locator("time-up")
    expect(strip).to_contain_text("this is the last deal")
    expect(strip.locator("button")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    words = strip.evaluate(
        "(all) => [...all.querySelectorAll('b, small')].filter((one) => one.scrollHeight > one.clientHeight + 1)"
    )
    assert words == []
    if way == "follow?tv=1":
        assert page.evaluate("document.querySelector('#follow').getBoundingClientRect().bottom <= innerHeight")
