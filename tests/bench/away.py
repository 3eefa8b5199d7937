"""What is felt without a network: cold starts, a tap on top of many records, how soon all of it is sent then."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Page

from tests.bench import tails
from tests.bench.load import Line
from tests.bench.phone import LINE, PATIENCE, SLOWED, Conditions, new_phone, slow_page
from tests.bench.requests import Ask, wire
from tests.bench.scorer import SECRET, Scorer
from tests.bench.taps import BRAKE, Finger, deals
from tests.browser.waits import unsent
from tests.support.servers import ROOT, KillableServer

Row = Callable[..., None]

READY = "html[data-offline]"
HOME, TABLE = "a.past", "#table .total"  # what a page shows once it is drawn
THERE = """(selector) => new MutationObserver((_, observer) => {
  if (!document.querySelector(selector)) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => performance.mark("there")));
}).observe(document, { subtree: true, childList: true })"""
MARKED = "performance.getEntriesByName('there')[0]?.startTime"
AHEAD = """async (records) => {
  const version = () => Number(document.getElementById("table").dataset.version);
  const turn = () => new Promise((done) => setTimeout(done, 5));
  const tap = async (name, value) => {
    const chip = () => document.querySelector(`#pad :is(button, input)[name="${name}"][value="${value}"]:enabled`);
    while (!chip() || document.getElementById("table").ariaBusy === "true") await turn();
    const spot = { clientX: Math.random() * 1e5, clientY: Math.random() * 1e5 }; // no tap is a double tap
    const touch = { bubbles: true, cancelable: true, detail: 1, pointerType: "touch", ...spot };
    (chip().labels?.[0] ?? chip()).dispatchEvent(new PointerEvent("click", touch));
  };
  for (let n = 0; n < records; n += 2) {
    const before = version();
    await tap("declarer", (n / 2) % 4);
    await tap("contract", 8);
    while (version() < before + 1) await turn();
    await tap("tricks", 5 + (n % 9));
    while (version() < before + 2) await turn();
  }
}"""  # so many records, a bid and a deal in turn, as fast as the page takes them
SEEN = "() => document.dispatchEvent(new Event('visibilitychange'))"
MANY = 200  # records ahead, at a tap
TABLES, EACH = 4, 60  # matches, and records in each: 120 deals


def report(folder: Path, scorer: Scorer, chromium: Browser, rounds: int, taps: int, row: Row) -> None:
    """Measure it on a server of its own; row(name, aim, found, least) prints a line."""
    server = KillableServer(scorer.url, folder / "away", SECRET)
    server.start()
    size, lines = worker(server.port)
    row("service worker, bytes", "1,536", f"{size:,}")
    row("  its lines", "150", f"{lines}")
    with new_phone(chromium, server.address, scorer.cookie) as phone:
        online, first, *others = scorer.seated[: TABLES + 2]
        prepare(phone, server, [online, first, *others])
        found = on_top(phone, f"{server.address}/m/{online}", taps)
        times(row, f"last tap to new total behind {MANY} records, with a line, ms", "50", found)
        server.kill()
        times(row, "home, from the icon without a network, ms", "1,000", cold(phone, server.address, HOME, rounds))
        found = cold(phone, f"{server.address}/m/{first}", TABLE, rounds)
        times(row, "table of 40 deals, the same, ms", "1,500", found)
        found = on_top(phone, f"{server.address}/m/{first}", taps)
        times(row, f"  on top of {MANY} records, without a network", "as with one", found)
        send(phone, server, row, f"{MANY} records of one match and {taps} deals")
        for uid in others:
            record_ahead(phone, f"{server.address}/m/{uid}", EACH)
        send(phone, server, row, f"{TABLES * EACH // 2} deals of {TABLES} matches")
    tail(folder, rounds, row)


def worker(port: int) -> tuple[int, int]:
    """Bytes of the service worker as it is sent, packed, and lines of its source."""
    packed, _ = Line(port).ask(wire(Ask("/sw.js", {"Accept-Encoding": "gzip"})))
    return len(packed.body), len((ROOT / "static" / "worker" / "sw.js").read_text(encoding="utf-8").splitlines())


def times(row: Row, name: str, aim: str, found: list[float]) -> None:
    """A row of the middle and the least of some times."""
    row(name, aim, f"{median(found):.0f}", f"{min(found):.0f}")


def prepare(phone: BrowserContext, server: KillableServer, uids: list[str]) -> None:
    """Let a phone see home and these tables until it has all that it needs without a network."""
    page = phone.new_page()
    for path in ("/", *(f"/m/{uid}" for uid in uids)):
        page.goto(server.address + path)
        page.locator(READY).wait_for(state="attached")
    page.close()


def cold(phone: BrowserContext, address: str, shown: str, rounds: int) -> list[float]:
    """Milliseconds from the start of a page to the paint of what it shows, the worker not running before."""
    found = []
    workers = phone.new_cdp_session(phone.new_page())
    workers.send("ServiceWorker.enable")
    for _ in range(rounds):
        page, _ = slow_page(phone, Conditions(line=False))
        workers.send("ServiceWorker.stopAllWorkers")
        page.add_init_script(f"({THERE})({shown!r})")
        page.goto(address)
        found.append(drawn_at(page))
        page.close()
    return found


def drawn_at(page: Page) -> float:
    """Milliseconds from the start of a page until what it shows was painted."""
    until = time.perf_counter() + PATIENCE
    while not (found := page.evaluate(MARKED)):
        page.wait_for_timeout(50)
        if time.perf_counter() > until:
            raise TimeoutError(page.inner_text("main"))
    return float(found)


def on_top(phone: BrowserContext, address: str, taps: int) -> list[float]:
    """Milliseconds from a last tap to the new total behind so many records, which nobody answers without a network."""
    finger, told = Finger(phone, Conditions(slowed=1, line=False)), deals()
    open_table(finger.page, address)
    finger.page.evaluate(AHEAD, MANY)
    finger.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    finger.page.workers[0].evaluate(BRAKE, SLOWED)
    finger.settle()
    found = [finger.deal(next(told)).total for _ in range(taps)]
    finger.page.close()
    return found


def record_ahead(phone: BrowserContext, address: str, records: int) -> None:
    """So many records at another table."""
    page = phone.new_page()
    open_table(page, address)
    page.evaluate(AHEAD, records)
    page.close()


def open_table(page: Page, address: str) -> None:
    """Open a table, and wait for its engine."""
    page.goto(address)
    page.wait_for_selector("html[data-engine]", state="attached")


def send(phone: BrowserContext, server: KillableServer, row: Row, what: str) -> None:
    """Rows of how long it takes until all of it is sent once the server answers again, for which it runs so long."""
    server.start()
    took, posts = sent(phone, server.address)
    row(f"{what} sent, ms", "5,000", f"{took:,.0f}")
    row("  requests that record", "6", f"{posts}")
    server.kill()


def sent(phone: BrowserContext, address: str) -> tuple[float, int]:
    """Milliseconds from when home is seen, on a slow line, until the last record is answered; requests that record."""
    page, session = slow_page(phone, Conditions(slowed=1, line=False))
    page.goto(address)
    posts: list[float] = []
    page.on("requestfinished", lambda request: posts.append(time.perf_counter()) if request.method == "POST" else None)
    session.send("Network.emulateNetworkConditions", LINE)
    began = time.perf_counter()
    page.evaluate(SEEN)
    while unsent(page):
        page.wait_for_timeout(20)
        if time.perf_counter() - began > PATIENCE:
            raise TimeoutError("not everything was sent")
    page.close()
    return 1000 * (max(posts) - began), len(posts)


def tail(folder: Path, rounds: int, row: Row) -> None:
    """What the server takes for a tail of 40 deals."""
    app = tails.limited_app(folder)
    clock, processor = zip(*[tails.sent(app.test_client(), 0) for _ in range(rounds)], strict=True)
    row("a tail of 40 deals at the server, ms of the clock", "40", f"{median(clock):.1f}", f"{min(clock):.1f}")
    row("  of its processor", "–", f"{median(processor):.1f}", f"{min(processor):.1f}")
