"""A phone with its profile in a folder, which can be killed, and what it keeps without a network."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import BrowserContext, BrowserType, Error

from tests.browser.contexts import AT_ONCE
from tests.support.chromium import PATIENCE, settings

LOCKS = ("SingletonLock", "SingletonCookie", "SingletonSocket")  # of a profile that is in use


class PhoneOnDisk:
    """The browser of one phone with its profile in this folder. cookies: those that it starts with, by name."""

    def __init__(self, browser: BrowserType, profile: Path, address: str, cookies: dict[str, str]) -> None:
        self.browser, self.profile = browser, profile
        self.cookies = [{"name": name, "value": value, "url": address} for name, value in cookies.items()]
        self.started: list[BrowserContext] = []

    def start(self) -> BrowserContext:
        """Start the browser, with what it kept."""
        context = self.browser.launch_persistent_context(
            str(self.profile), viewport={"width": 360, "height": 740}, has_touch=True, **settings()
        )
        context.add_cookies(self.cookies)
        context.add_init_script(AT_ONCE)
        self.started.append(context)
        return context

    def processes(self) -> list[int]:
        """Every process of the browser with this profile."""
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and str(self.profile) in (entry / "cmdline").read_text():
                    found.append(int(entry.name))
            except OSError:
                continue  # it has just ended
        return found

    def kill(self) -> None:
        """What a phone does that runs out of memory: nothing is asked, nothing is closed."""
        deadline = time.monotonic() + PATIENCE / 1000
        while left := self.processes():  # until the last is gone: the profile may be opened again at once
            assert time.monotonic() < deadline, left
            for process in left:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            time.sleep(0.01)
        for name in LOCKS:
            (self.profile / name).unlink(missing_ok=True)

    def end(self) -> None:
        """Kill it for the last time, and let its driver know."""
        self.kill()
        for context in self.started:
            with suppress(Error):  # the driver may not have heard yet that its browser is gone
                context.close()


KEPT = """async () => {
  const db = await new Promise((done) => {
    indexedDB.open("tallystick").onsuccess = ({ target }) => done(target.result);
  });
  const asked = db.transaction("unsent").objectStore("unsent").getAll();
  const rows = await new Promise((done) => (asked.onsuccess = () => (db.close(), done(asked.result))));
  return rows.map(({ table, begin, pairs }) => [table, begin ? null : new Map(pairs).get("uid")]);
}"""  # path of the table and uid of each record that waits, in order; without a uid it is the match that begins
SEEN = "() => document.dispatchEvent(new Event('visibilitychange'))"
