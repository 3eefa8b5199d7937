"""Taps on a table of Boomke Wies, for tests of what happens around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.tapping.taps import SOON

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PATIENCE = 20_000  # ms, for a machine that has other things to do


def chip(page: Page, name: str, value: object) -> Locator:
    """A chip of the pad by what it sends."""
    label = f'label:has(input[name="{name}"][value="{value}"])'
    return page.locator(f'#pad :is(button[name="{name}"][value="{value}"], {label})').first


def version(page: Page, wanted: int) -> None:
    """Wait until the table has so many sayings."""
    expect(page.locator("#table")).to_have_attribute("data-version", str(wanted), timeout=PATIENCE)


def bid(page: Page, declarer: int = 1, contract: object = 8) -> None:
    """Tap a bid."""
    chip(page, "declarer", declarer).click()
    chip(page, "contract", contract).click()
    expect(page.locator(".bidline .ring")).to_be_visible()


def deal(page: Page, declarer: int = 1, contract: object = 8, tricks: int = 9) -> None:
    """Tap a whole deal, and wait until the server has it."""
    bid(page, declarer, contract)
    page.wait_for_timeout(SOON)  # else the next tap would belong to the last as a double tap
    with page.expect_response("**/say"):
        chip(page, "tricks", tricks).click()
    expect(page.locator(".toast")).to_be_visible()
