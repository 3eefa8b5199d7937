"""A phone on a slow line: Chromium with its processor slowed and its line narrowed, let in by a cookie."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page, sync_playwright

from tests.support.chromium import QUIET

MEGABIT = 1_000_000 / 8  # bytes a second
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6 * MEGABIT, "uploadThroughput": 1.6 * MEGABIT}
NO_LINE = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
SLOWED = 4  # times
PATIENCE = 30  # seconds
PAINTS = "[performance.timeOrigin, ...performance.getEntriesByType('paint').map((entry) => entry.startTime)]"
SCREEN = {"width": 390, "height": 844}
WATCH = (Path(__file__).parent / "watch.js").read_text(encoding="utf-8")


class Conditions(NamedTuple):
    """How slow the phone is and whether its line is; whether scripts run, and the engine.

    boot: ms in which the engine starts when it is not slowed, so that its start can be; without it only the page is.
    """

    slowed: float = SLOWED
    line: bool = True
    script: bool = True
    engine: bool = True
    boot: float | None = None

    def watch(self) -> str:
        """What is put into the page."""
        return f"{WATCH}({self.slowed}, {json.dumps(self.boot)}, {json.dumps(self.engine)})"


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium at CHROMIUM_PATH, or playwright's own."""
    arguments = [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else QUIET
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM_PATH") or None, args=arguments)
        yield started
        started.close()


@contextmanager
def new_phone(chromium: Browser, address: str, cookie: str, script: bool = True) -> Iterator[BrowserContext]:
    """A phone with nothing kept but the cookie."""
    context = chromium.new_context(viewport=SCREEN, has_touch=True, is_mobile=True, java_script_enabled=script)
    name, _, value = cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": address}])
    context.set_default_timeout(PATIENCE * 1000)
    yield context
    context.close()


def slow_page(context: BrowserContext, conditions: Conditions) -> tuple[Page, CDPSession]:
    """A new page of a phone under these conditions, which watches taps and workers when scripts run."""
    page = context.new_page()
    if conditions.script:
        page.add_init_script(conditions.watch())
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE if conditions.line else NO_LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": conditions.slowed})
    return page, session


def painted(page: Page, after: float = 0) -> tuple[float, float, float]:
    """When the page began (after another one), in ms of the clock, and ms from there to its first paints."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(Error):  # between two pages
            origin, *paints = page.evaluate(PAINTS)
            if len(paints) == 2 and origin > after:
                return origin, *paints
        time.sleep(0.02)
    raise TimeoutError("nothing was painted")
