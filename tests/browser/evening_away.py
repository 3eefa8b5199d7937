"""A phone with its profile in a folder, which can be killed, and an evening without a network by thumb on it."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, BrowserType, Error, Page, Response, expect

from tests.browser.contexts import AT_ONCE
from tests.browser.engines import ready
from tests.browser.offline import CACHED, another_table
from tests.support.chromium import PATIENCE, settings
from tests.support.servers import KillableServer
from tests.support.tables import FOUR

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
STANDS = ".board, .won"  # how a match stands: totals, or who won
SEEN = "() => document.dispatchEvent(new Event('visibilitychange'))"


class Evening:
    """One phone and the server of its circle, each of which can be killed; scripts run before those of a page.

    paths: of the matches that were played, in order; boards: how each stood when it was left, as text.
    """

    def __init__(self, phone: PhoneOnDisk, server: KillableServer, client: FlaskClient, *scripts: Path) -> None:
        self.phone, self.server, self.client, self.scripts = phone, server, client, scripts
        self.paths: list[str] = []
        self.boards: dict[str, str] = {}
        self.waiting: list[tuple[str, str | None]] = []

    def start(self) -> None:
        """Start the browser of the phone."""
        self.context = self.phone.start()
        for script in self.scripts:
            self.context.add_init_script(path=script)
        self.page = self.context.new_page()

    def open(self, path: str) -> Page:
        """A page of this phone; of a table once its engine is there, and taps count."""
        self.page.goto(self.server.address + path)
        if path.startswith("/m/"):
            ready(self.page)
        return self.page

    def close_page(self) -> None:
        """What a phone does with a page that was not looked at for long."""
        self.page.close()
        self.page = self.context.new_page()

    def kill_browser(self) -> None:
        """An empty battery; then the phone is started again."""
        self.phone.kill()
        self.start()

    def begun(self, button: Any) -> str:
        """Tap a button that begins a match; the path of its table."""
        self.paths.append(another_table(self.page, button))
        return self.paths[-1]

    def menu(self, link: str) -> None:
        """Tap something in the menu of the match, by its selector."""
        self.page.locator("#menu summary").click()
        self.page.locator(f"#menu {link}").click()

    def ended(self) -> None:
        """Wait for the page of the end, and until a tap on it counts."""
        expect(self.page.locator(".won").first).to_be_visible()

    def leave(self) -> None:
        """Leave a table or the page of an end; how it stood there is noted."""
        path = urlsplit(self.page.url).path
        self.boards[path] = self.page.locator(STANDS).first.inner_text()

    def note_waiting(self) -> None:
        """Note what is only on this phone, for when the server is back."""
        self.waiting = [(table, uid) for table, uid in self.page.evaluate(KEPT)]

    def log(self, path: str) -> dict[str, Any]:
        """The log of a match as the server has it."""
        found: dict[str, Any] = self.client.get(f"{path}/log").get_json()
        return found


def differences(page: Page) -> list[dict[str, str]]:
    """What the server counts otherwise than the phone did, of each tail that the page sends from now on."""
    found: list[dict[str, str]] = []
    page.on("response", lambda answer: found.append(answer.json()["differs"]) if is_taken(answer) else None)
    return found


def is_taken(answer: Response) -> bool:
    """Whether it is the answer to a tail that was taken."""
    return answer.url.endswith("/tail") and answer.status == 200


def nobody_is_in_the_caches(evening: Evening) -> None:
    """What the worker keeps names nobody, no match and no token, also after an evening."""
    kept = evening.page.evaluate(CACHED)
    tokens = [field.get_attribute("value") or "" for field in evening.page.locator("[name=csrf_token]").all()]
    secrets = [*FOUR, *(path.rpartition("/")[2] for path in evening.paths), *tokens]
    assert len(kept) > 10
    assert [(where, secret) for _, where, text in kept for secret in secrets if secret in text] == []
