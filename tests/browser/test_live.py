"""Those who look on: what one phone taps comes to every other, which asks only while somebody looks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from models.base import db
from models.grants import revoke
from models.tables import Grant
from models.transaction import write_transaction
from tests.browser.network import elsewhere, refusing
from tests.browser.phones import bid, chip
from tests.browser.taps import undo
from tests.support.records import play, say
from tests.support.tables import start

HIDE = """(hidden) => {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    Object.defineProperty(document, 'visibilityState', {value: hidden ? 'hidden' : 'visible', configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""
SPOKEN = ".spoken"


def watched(context: BrowserContext, address: str, match: str) -> Page:
    """The follow screen of a match, up to date."""
    page = context.new_page()
    page.goto(f"{address}/m/{match}")
    expect(page.locator("#fresh")).to_contain_text("live, ")
    return page


def totals(page: Page, *wanted: str) -> None:
    """Wait until these are the totals."""
    expect(page.locator("#follow .total")).to_have_text(list(wanted))


def comes_to(page: Page, claim: Callable[[], object], seconds: float = 50, looks: int = 10) -> bool:
    """Whether it comes to something within so many seconds of the page's clock, which waits for so many looks."""
    for _ in range(int(seconds / 2.5)):
        page.context.clock.run_for(2500)
        for _ in range(looks):
            page.wait_for_timeout(100)
            if claim():
                return True
    return False


def test_a_watcher_sees_what_another_phone_taps(watching, new_phone, address, client_of):
    """Bid, deal and undo come by themselves; what is not another stays the same element; nobody loads the page anew.

    It says since when nothing was heard, and to whom the link was revoked.
    """
    match = start(client_of, "boomke_wies")
    watcher, scorer = watched(watching, address, match), new_phone().new_page()
    watcher.evaluate("document.querySelector('#follow .side').kept = true")
    scorer.goto(f"{address}/m/{match}")
    bid(scorer)
    expect(watcher.locator("#follow .ring")).to_have_text("8")
    expect(watcher.locator(SPOKEN)).to_contain_text("Bob said")
    with scorer.expect_response("**/say"):
        chip(scorer, "tricks", 9).click()
    totals(watcher, "0", "1")
    expect(watcher.locator("#rows .line")).to_have_count(1)
    expect(watcher.locator(SPOKEN)).to_have_text("1, Bob bid 8, took 9: Bob & Dee +1. Ann & Cem 0, Bob & Dee 1")
    assert watcher.title() == "Boomke Wies, deal 2"
    expect(watcher.locator("#about")).to_contain_text("deal 2")
    undo(scorer).click()
    totals(watcher, "0", "0")
    expect(watcher.locator("#rows .line")).to_have_count(0)
    assert watcher.evaluate("document.querySelector('#follow .side').kept")
    watching.set_offline(True)
    expect(watcher.locator("#fresh.late")).to_have_text(re.compile(r"^updated \d\d:\d\d$"))
    expect(watcher.locator(SPOKEN)).to_contain_text("updated")
    play(client_of.application, match, {"declarer": 1, "contract": 8, "tricks": 9})
    watching.set_offline(False)
    totals(watcher, "0", "1")
    expect(watcher.locator("#fresh")).to_have_text(re.compile(r"^live, \d\d:\d\d$"))
    shown = markup(watcher)
    watcher.reload()
    assert markup(watcher) == shown  # what was new made the page that the server sends
    with client_of.application.app_context(), write_transaction():
        revoke(db.session.query(Grant).filter_by(name="a watcher").order_by(Grant.id.desc()).first())
    expect(watcher.locator("main")).to_contain_text("revoked")


def markup(page: Page) -> str:
    """The page as markup, the attributes of each element in one order."""
    html = page.locator("#follow").evaluate("(one) => one.outerHTML")
    names = r'[\w-]+="[^"]*"'
    return re.sub(rf"(?:\s{names})+", lambda found: " ".join(sorted(re.findall(names, found[0]))), html)


@pytest.mark.thorough
def test_a_question_without_an_answer_is_asked_again_and_a_hidden_page_asks_none(watching, address, client_of):
    """Not once in ten minutes; whoever comes back is shown the state first."""
    match = start(client_of, "boomke_wies")
    watching.clock.install()
    page = watched(watching, address, match)
    told: list[bool] = []  # that no answer came
    page.route("**/live", lambda route: route.continue_() if told else None)
    play(client_of.application, match, {"declarer": 1, "contract": 8, "tricks": 9})
    assert comes_to(page, lambda: page.locator("#fresh.late").count())
    told.append(True)
    assert comes_to(page, lambda: page.locator("#follow .total").all_inner_texts() == ["0", "1"])
    page.unroute("**/live")
    page.evaluate(HIDE, True)
    page.wait_for_load_state("networkidle")  # what was under way is answered
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/live") else None)
    watching.clock.run_for(600_000)
    play(client_of.application, match, {"declarer": 1, "contract": 8, "tricks": 9})
    assert asked == []
    page.evaluate(HIDE, False)
    totals(page, "0", "2")


def test_the_end_and_what_comes_after(watching, address, client_of):
    """The page of the end comes by itself, goes again with an undo, and offers the next match once there is one."""
    match = start(client_of, "texas_42")
    page, app = watched(watching, address, match), client_of.application
    last = play(app, match, {"bidder": 0, "bid": 294, "made": True})[0]
    expect(page.locator(".won")).to_contain_text("ALL is written")
    expect(page.locator(SPOKEN)).to_contain_text("Ann & Cem")
    say(app, match, "strike", of=last)
    totals(page, "0", "0")
    say(app, match, "restore", of=last)
    expect(page.locator(".won")).to_be_visible()
    start(client_of, "boomke_wies")
    page.get_by_role("link", name="The next match has begun").click()
    expect(page.locator("#about")).to_contain_text("Boomke Wies")


def test_a_television_goes_on_by_itself(watching, address, client_of):
    """Without an answer it keeps what it shows and asks again: for the page of the end, and for the match after it."""
    match = start(client_of, "texas_42")
    watching.clock.install()
    page = watching.new_page()
    page.goto(f"{address}/m/{match}/follow?tv=1")
    page.evaluate("window.kept = true")
    page.route("**/live", refusing(403))  # as another machine says it
    page.route("**/follow?tv=1", elsewhere)
    assert comes_to(page, lambda: page.locator("#fresh.late").count())
    page.unroute("**/live")
    play(client_of.application, match, {"bidder": 0, "bid": 294, "made": True})
    newest = start(client_of, "boomke_wies")
    assert not comes_to(page, lambda: page.locator(".won").count(), 20, looks=1)
    page.unroute("**/follow?tv=1")
    assert comes_to(page, lambda: page.locator(".won #next, .won ~ #next").count())
    page.route("**/follow?tv=1", elsewhere)
    assert not comes_to(page, lambda: newest in page.url, looks=1)
    assert page.evaluate("window.kept")
    page.unroute("**/follow?tv=1")
    assert comes_to(page, lambda: newest in page.url)
    assert page.url == f"{address}/m/{newest}/follow?tv=1"
