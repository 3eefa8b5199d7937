"""Tables whose phone has its engine: what it sends, and what becomes of that on the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlencode

from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, Request, Route

from tests.browser.phones import chip

WATCH = Path(__file__).with_name("watch.js")
NO_ENGINE = "delete globalThis.Worker;"
HELD_WORKER = """
const Real = globalThis.Worker;
globalThis.Worker = class extends Real {
  set onmessage(take) {
    super.onmessage = (event) => (globalThis.late ? late.push(() => take(event)) : take(event));
  }
};"""  # what workers say waits, as soon as there is a list "late"
HOLD = "() => void (globalThis.late = [])"
LET_GO = """() => {
  const all = late;
  globalThis.late = null;
  all.forEach((take) => take());
}"""


def ready(page: Page) -> None:
    """Wait for the engine."""
    page.locator("html[data-engine]").wait_for()


def say_bid(page: Page) -> None:
    """Bob bids 8."""
    chip(page, "declarer", 1).click()
    chip(page, "contract", 8).click()


def sayings(page: Page) -> list[Request]:
    """The sayings that the page sends from now on."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    return sent


def form_of(request: Request) -> dict[str, str]:
    """What a saying sends."""
    return {name: texts[0] for name, texts in parse_qs(request.post_data or "").items()}


def held(page: Page, address: str = "**/say") -> list[Route]:
    """Sayings that do not get through until they are let go on."""
    waiting: list[Route] = []
    page.route(address, lambda route: waiting.append(route))
    return waiting


def changed(page: Page, **values: str) -> list[Route]:
    """Let sayings say something else on their way to the server; those that were changed."""
    through: list[Route] = []

    def change(route: Route) -> None:
        through.append(route)
        route.continue_(post_data=urlencode({**form_of(route.request), **values}))

    page.route("**/say", change)
    return through


def phone_with(new_context: Callable[..., BrowserContext], way: str, *scripts: Path | str) -> BrowserContext:
    """A phone on which taps are answered this way, with more script of the test's own."""
    texts = (one if isinstance(one, str) else one.read_text(encoding="utf-8") for one in (WATCH, *scripts))
    return new_context(
        *([] if way == "engine" else [NO_ENGINE]),
        *texts,
        is_mobile=True,
        reduced_motion="reduce",
    )


def open_table(page: Page, address: str, client: FlaskClient, uid: str, way: str) -> None:
    """Open the table of a match as somebody of its circle; who is to be answered by the engine waits for it."""
    cookie = client.get_cookie("tallystick").value
    page.context.add_cookies([{"name": "tallystick", "value": cookie, "url": address}])
    page.goto(f"{address}/m/{uid}")
    if way == "engine":
        page.wait_for_selector("html[data-engine]")
