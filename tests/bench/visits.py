"""Visits of a page on a slow phone: what is fetched before the first paint, and when that paint comes."""

from __future__ import annotations

import time
from typing import NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Request

from tests.bench.phone import PATIENCE, Conditions, painted, slow_page

AFTERWARDS = 3000  # ms after the load in which what comes later may come
READY = """['engine', 'engine start'].map((name) => performance.getEntriesByName(name)[0]).map(
    (entry) => entry && (entry.duration || entry.startTime))"""


class Fetched(NamedTuple):
    """One request of a visit."""

    path: str
    size: int  # bytes of the answer with its head; none when the browser had kept it
    began: float  # ms after the visit began


class Visit(NamedTuple):
    """A visit: ms to its first paint, of content too, to the engine ready; ms that this took; fetched, in order."""

    painted: float
    contentful: float
    ready: float | None
    boot: float | None
    fetched: list[Fetched]

    @property
    def before(self) -> list[Fetched]:
        """What was asked for before the first paint, and came over the line."""
        return [one for one in self.fetched if one.began < self.painted and one.size]


def visit(phone: BrowserContext, address: str, conditions: Conditions) -> Visit:
    """One visit in a new page of this phone."""
    page, _ = slow_page(phone, conditions)
    asked: list[Request] = []
    page.on("requestfinished", lambda request: asked.append(request))
    page.goto(address)
    origin, first, contentful = painted(page)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(AFTERWARDS)
    ready, boot = begun(page)
    found = Visit(
        first, contentful, ready, boot, sorted((fetched(one, origin) for one in asked), key=lambda one: one.began)
    )
    page.close()
    return found


def begun(page: Page) -> list[float | None]:
    """When the engine was ready and how long its start took, in ms; nothing when there is none after some patience."""
    until = time.monotonic() + PATIENCE
    while None in (found := page.evaluate(READY)) and time.monotonic() < until:
        time.sleep(0.02)
    return list(found)


def fetched(request: Request, origin: float) -> Fetched:
    """A request with its bytes on the wire."""
    sizes = request.sizes()
    size = sizes["responseHeadersSize"] + sizes["responseBodySize"]
    return Fetched(urlsplit(request.url).path, size, request.timing["startTime"] - origin)
