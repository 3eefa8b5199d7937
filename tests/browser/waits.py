"""Waiting for what a page does behind what it shows, and for what only a test can see."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.chromium import PATIENCE

BUSY = """() => Object.keys(localStorage).some((name) => /^half/.test(name))
    || "saving" in document.body.dataset || document.querySelector("#table")?.ariaBusy === "true" """
KEPT = """async () => {
  const there = await indexedDB.databases();
  if (!there.some(({ name }) => name === "tallystick")) return 0;
  const opening = indexedDB.open("tallystick");
  await new Promise((done, failed) => Object.assign(opening, { onsuccess: done, onerror: failed, onblocked: failed }));
  const opened = opening.result;
  const asked = opened.transaction("unsent").objectStore("unsent").count();
  return new Promise((done) => (asked.onsuccess = () => (opened.close(), done(asked.result))));
}"""


def version(page: Page, wanted: int) -> None:
    """Wait until the table shows so many sayings; the last may still be on its way to the server."""
    expect(page.locator("#table")).to_have_attribute("data-version", str(wanted))


def written(page: Page, wanted: int) -> None:
    """Wait until the server has so many sayings, as many as the table shows."""
    version(page, wanted)
    at_rest(page)


def at_rest(page: Page) -> None:
    """Wait until no saying is on its way, and what the last was answered is looked at."""
    until(page, lambda: not waiting(page))


def waiting(page: Page) -> bool:
    """Whether a saying is half made, on its way, or its answer not looked at yet."""
    return bool(page.evaluate(BUSY)) or unsent(page) > 0


def painted(page: Page) -> None:
    """Wait until what has just arrived at the page would be seen."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))")


def unsent(page: Page) -> int:
    """How many sayings the phone keeps that the server has not answered."""
    return int(page.evaluate(KEPT))


def asked_twice(page: Page) -> None:
    """Wait until the page has asked twice what others wrote: once for certain about what it shows now."""
    for _ in range(2):
        with page.expect_response(re.compile(r"/updates\?")):
            pass


def until(page: Page, claim: Callable[[], object]) -> None:
    """Wait for something that only this test can see."""
    for _ in range(PATIENCE // 50):
        if claim():
            return
        page.wait_for_timeout(50)
    pytest.fail("it never came to that")
