"""A phone in Chromium: what its Python takes for an answer; cold visits, its processor slowed, its line narrow."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page, Request

from scoring.games import games
from scoring.sheet import replay
from scoring.words import Deal
from tests.bench.scorer import SHORT, Scorer
from tests.bench.waiting import served
from tests.interpreters.harness import page_with_python
from tests.support.chromium import launched
from tests.support.engine_questions import formed, log_of
from tests.support.random_matches import dealt, names_for
from web.phone_bundle import phone_catalog

SLOWED = 4  # times
PATIENCE = 30  # s
LATENCY, BYTES = 150, 200_000  # ms; a second, both ways: 1.6 Mbit/s
PAINTS = "[performance.timeOrigin, ...performance.getEntriesByType('paint').map((entry) => entry.startTime)]"
SCREEN = {"width": 390, "height": 844}
READY = "html[data-engine]"
TIMED = """async ([questions, rounds]) => {
  const python = await (await import("/page.mjs")).withSources();
  const least = questions.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    for (const [number, [what, text]] of questions.entries()) {
      const began = performance.now();
      python.call("table.engine_api", "answer", what, text);
      least[number] = Math.min(least[number], performance.now() - began);
    }
  }
  return least;
}"""


def report_answers(_: Path, options: argparse.Namespace) -> None:
    """What an answer about a match of forty deals takes in Chromium, not slowed: the least of all rounds."""
    print("\nAnswers of the phone's Python, 40 deals, ms: log read, table drawn, deal scored and drawn, history")
    with launched() as browser:
        for key in sorted(games()):
            with page_with_python(browser) as page:
                least = page.evaluate(TIMED, [questions(key), options.rounds])
            print(f"{key:45}" + "".join(f"{milliseconds:10.1f}" for milliseconds in least[1:5]), flush=True)


def questions(key: str) -> list[tuple[str, str]]:
    """The language; a log but for its last deal, its table, that deal, its history; and back before the deal."""
    entries = next(entries for entries in dealt(key, SHORT) if len(entries) > 2)
    game = games()[key]
    said = tuple(Deal(f"deal{number}", "deal", entry, None) for number, entry in enumerate(entries[:-1]))
    standing = replay(game, game.table(names_for(game), 0), {}, said).standing
    form = {**formed(game.fields(standing), entries[-1]), "step": ["play"]}
    asked: list[tuple[str, Any]] = [
        ("set_language", phone_catalog("en", key)),
        ("load_match", log_of({"game": key, "players": names_for(game)}, said, None)),
        ("draw", {"form": {}}),
        ("record", {"where": "say", "uid": "last", "form": form}),
        ("page", {"path": "/m/abc/history", "stored": {"may_score": True, "tail": [], "days": ["today"]}}),
        ("revert", {"keep": 0}),
    ]
    return [(what, json.dumps(values)) for what, values in asked]


def report_visits(folder: Path, options: argparse.Namespace) -> None:
    """First and later visits of the table page, on a slow phone and a slow line."""
    scorer = Scorer(folder, SHORT, 1)
    with served(folder, scorer) as (port, _), launched() as browser:
        address, visits = f"http://127.0.0.1:{port}", []
        for _ in range(options.visits):
            with new_phone(browser, address, scorer.cookie) as phone:
                visits.append([visit(phone, f"{address}/m/{scorer.short}") for _ in range(2)])
    print(f"\nThe table page of {SHORT} deals on a phone slowed {SLOWED} times, 1.6 Mbit/s and {LATENCY} ms\n")
    for name, seen in zip(("first visit", "later visit"), zip(*visits, strict=True), strict=True):
        painted_at, ready = (round(median(getattr(one, what) for one in seen)) for what in ("painted", "ready"))
        size, requests = sum(one.size for one in seen[0].before), len(seen[0].before)
        print(f"{name}: {size:,} bytes in {requests} requests, first paint {painted_at} ms, engine ready {ready} ms")


class Fetched(NamedTuple):
    """One request of a visit."""

    path: str
    size: int  # bytes of the answer with its head; none when the browser had kept it
    began: float  # ms after the visit began


class Visit(NamedTuple):
    """A visit: ms to its first paint and to the engine ready; what was fetched, in order."""

    painted: float
    ready: float
    fetched: list[Fetched]

    @property
    def before(self) -> list[Fetched]:
        """What was asked for before the first paint, and came over the line."""
        return [one for one in self.fetched if one.began < self.painted and one.size]


@contextmanager
def new_phone(browser: Browser, address: str, cookie: str) -> Iterator[BrowserContext]:
    """A phone with nothing kept but the cookie."""
    context = browser.new_context(viewport=SCREEN, has_touch=True, is_mobile=True)
    name, _, value = cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": address}])
    yield context
    context.close()


def visit(phone: BrowserContext, address: str, slowed: float = SLOWED) -> Visit:
    """One visit in a new page of this phone, on a slow line."""
    page = phone.new_page()
    session = phone.new_cdp_session(page)
    line = {"offline": False, "latency": LATENCY, "downloadThroughput": BYTES, "uploadThroughput": BYTES}
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", line)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))
    page.goto(address)
    origin, first = painted(page)
    page.wait_for_selector(READY, state="attached", timeout=PATIENCE * 1000)
    ready = page.evaluate("performance.now()")
    page.wait_for_load_state("networkidle")
    found = Visit(first, ready, sorted((fetched(one, origin) for one in requests), key=lambda one: one.began))
    page.close()
    return found


def painted(page: Page) -> tuple[float, float]:
    """When the page began, in ms of the clock, and ms from there to its first paint, once content is painted too."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(Error):  # between two pages
            origin, *paints = page.evaluate(PAINTS)
            if len(paints) == 2:
                return origin, paints[0]
        time.sleep(0.02)
    raise TimeoutError("nothing was painted")


def fetched(request: Request, origin: float) -> Fetched:
    """A request with its bytes on the wire."""
    sizes = request.sizes()
    size = sizes["responseHeadersSize"] + sizes["responseBodySize"]
    return Fetched(urlsplit(request.url).path, size, request.timing["startTime"] - origin)
