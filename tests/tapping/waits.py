"""Waiting for what a page does behind what it shows, and for what only a test can see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def version(page: Page, wanted: int) -> None:
    """Wait until the table shows so many sayings; the last may still be on its way to the server."""
    expect(page.locator("#table")).to_have_attribute("data-version", str(wanted))


def written(page: Page, wanted: int) -> None:
    """Wait until the server has so many sayings, as many as the table shows."""
    version(page, wanted)
    at_rest(page)


def at_rest(page: Page) -> None:
    """Wait until no saying is on its way."""
    until(page, lambda: not waiting(page))


def waiting(page: Page) -> bool:
    """Whether a saying is half made, or on its way."""
    return bool(page.evaluate("() => Object.keys(localStorage).some((name) => /^(half|unsent)/.test(name))"))


def until(page: Page, claim: Callable[[], object]) -> None:
    """Wait for something that only this test can see."""
    for _ in range(PATIENCE // 50):
        if claim():
            return
        page.wait_for_timeout(50)
    pytest.fail("it never came to that")
