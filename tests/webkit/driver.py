"""A browser of WebKitGTK, asked over the WebDriver protocol (https://www.w3.org/TR/webdriver2/)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.support.servers import free_port, wait_until_open

DRIVER = "WebKitWebDriver"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # under what name an answer tells of an element
PATIENCE, PAUSE = 30, 0.05  # s
WINDOW = {"width": 360, "height": 740}  # px; WebKitGTK's own window is never narrower than 447
NO_SCREEN = ("xvfb-run", "-a", "-s", "-screen 0 1000x1000x24")
FOUND = """const seen = (one) => one.checkVisibility() && !one.disabled;
    const found = [...document.querySelectorAll(arguments[0])].find(seen);
    found?.scrollIntoView({ block: "center" }); // the button at the foot of a page covers what is below it
    return found;"""


class WebKit:
    """A browser with nothing stored, in a window about as large as a phone. folder: for what its processes say."""

    def __init__(self, folder: Path) -> None:
        self.port, self.session = free_port(), ""
        screen = () if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") else NO_SCREEN
        with (folder / "driver.log").open("wb") as words:
            self.process = subprocess.Popen(
                [*screen, DRIVER, f"--port={self.port}"], stdout=words, stderr=words, start_new_session=True
            )
        wait_until_open(self.port, self.process)
        self.session = f"/session/{self.ask('/session', capabilities={})['sessionId']}"
        self.ask("/window/rect", **WINDOW)

    def ask(self, command: str, method: str = "POST", **said: Any) -> Any:
        """What the driver answers to a command of the session."""
        address = f"http://127.0.0.1:{self.port}{self.session}{command}"
        request = Request(address, json.dumps(said).encode() if method == "POST" else None, method=method)
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            raise RuntimeError(f"{command} {said}: {error.read().decode()}") from error

    def go(self, address: str) -> None:
        """Open an address."""
        self.ask("/url", url=address)

    def add_cookie(self, name: str, value: str) -> None:
        """Store a cookie of the site that is open."""
        self.ask("/cookie", cookie={"name": name, "value": value})

    def run(self, script: str, *values: Any) -> Any:
        """What the body of a function returns in the page; of a promise what it comes to."""
        return self.ask("/execute/sync", script=script, args=values)

    def until(self, script: str, *values: Any) -> Any:
        """Wait until such a function returns something true, and give that."""
        began = time.monotonic()
        while not (found := self.run(script, *values)):
            assert time.monotonic() - began < PATIENCE, f"{script} {values}: {found}"
            time.sleep(PAUSE)
        return found

    def element(self, selector: str) -> str:
        """The command of the first element that a selector finds and that can be tapped, once it is in sight."""
        return f"/element/{self.until(FOUND, selector)[ELEMENT]}"

    def tap(self, selector: str) -> None:
        """Tap an element."""
        self.ask(f"{self.element(selector)}/click")

    def type(self, selector: str, text: str) -> None:
        """Type into a field."""
        self.ask(f"{self.element(selector)}/value", text=text)

    def end(self) -> None:
        """End the browser and its driver."""
        self.ask("", "DELETE")
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()
