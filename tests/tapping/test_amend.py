"""Amending in the browser: what it would change shows while one taps, and by a button without script."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.tables import start
from tests.tapping.phones import deal

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_an_amend_shows_the_new_totals_before_it_is_taken(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient, script: bool
) -> None:
    page = new_phone(java_script_enabled=script).new_page()
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
    deal(page)
    page.locator("#rows .line").first.click()
    page.get_by_text("Amend this deal").click()
    page.locator('label:has(input[name="tricks"][value="13"])').click()
    if not script:
        page.get_by_role("button", name="What would change").click()
    expect(page.locator("#seen .sum").nth(1)).to_have_text("was 13")
    expect(page.locator('input[name="tricks"][value="13"]')).to_be_checked()
    page.reload()  # the address keeps what was tapped
    expect(page.locator("#seen .sum").nth(1)).to_have_text("was 13")
    page.locator('label:has(input[name="contract"][value="meetje"])').click()
    if not script:
        page.get_by_role("button", name="What would change").click()
    expect(page.locator("#seen .fault")).to_have_text("only the dealer can call Meetje")
    page.locator('label:has(input[name="contract"][value="8"])').click()
    page.get_by_role("button", name="It was in truth like this").click()
    expect(page.locator(".changed")).to_contain_text("took all thirteen")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_house_rule_is_taken_or_left(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient, script: bool
) -> None:
    page = new_phone(java_script_enabled=script).new_page()
    table = f"{address}/m/{start(client_of, 'boomke_wies')}"
    page.goto(table + "/rulings")
    for last in ("Leave it as it is", "Take it"):
        page.locator('label:has(input[name="rule.meetje_fine"][value="none"])').click()
        page.get_by_role("button", name="Play by these rules").click()
        expect(page.locator("main")).to_contain_text("The dealer’s side pays nothing when it falls short.")
        page.get_by_text(last).click()
        expect(page.locator("#rows .line")).to_have_count(int(last == "Take it"))
        page.goto(table + "/rulings")
    expect(page.locator('input[name="rule.meetje_fine"][value="none"]')).to_be_checked()
